/* Child processes that never outlive us, and signals that end us only after the children have ended: SIGINT, SIGTERM
   and SIGHUP are passed on to the child that is waited for, and the caller unwinds (removing its temporary files)
   before main ends by the same signal. */
#ifndef SLUICE_CLI_CHILD_H
#define SLUICE_CLI_CHILD_H
#include <stdio.h>

#include "base/types.h"

void child_soon(void); /* a signal that comes from now on is the first child's, and ends us after it */
/* In the child, between fork and exec: it is sent `sig` when its parent ends, and has its signals back. */
void child_begin(int parent, int sig);
/* Waits until it ends; its status as waitpid says. When a signal has been passed on, or `seconds` (0: any) are over,
   and it still runs a while later, it is killed. */
int child_wait(int pid, double seconds);
/* Continues in a process of its own, and returns false there. This process remains in front of it: it passes signals
   on, and ends as the other one does (returns true; its status). If this one is killed by a signal that cannot be
   caught, the other one is told to end, as by SIGTERM, and so are its children. */
bool child_twin(int *rc);
/* What a child leaves running becomes ours (child_adopt, before it is made), and is ended after waiting for it
   (child_end_adopted): asked to, after some seconds (none if we were told to end), and killed if that does not help.
   Returns how many were asked. Compilers of base/beside.h continue. */
void child_adopt(void);
u32 child_end_adopted(void);
int child_signal(void);   /* the first signal that came for us; 0: none */
bool child_overdue(void); /* the last child_wait ran out of seconds */
/* A command, waited for: its exit status, or 128 + signal. 127: it could not be started, which has been said. */
int child_run(const char *who, const char *const *argv);
int child_run_in(const char *who, const char *const *argv, char **env); /* with another environment than ours */
void child_end(void); /* at the end of main: by the signal that came, if one did */

/* Runs a command without a shell, its standard error thrown away: all that it prints, to be freed; NULL if it fails.
 */
char *child_ask(const char *const *argv);
/* Writes a command as one line for a POSIX shell, whatever its words hold, newlines too. */
void child_write(const char *const *argv, FILE *to);
void child_write_word(const char *word, FILE *to);

#endif
