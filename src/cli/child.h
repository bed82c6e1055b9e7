/* Child processes that never outlive us, and signals that end us only after they have: SIGINT, SIGTERM and SIGHUP are
   passed on to the child that is waited for, and the caller unwinds (removing its temporary files) before main ends
   by the same signal. */
#ifndef SLUICE_CLI_CHILD_H
#define SLUICE_CLI_CHILD_H
#include "base/types.h"

/* In the child, between fork and exec: it is sent `sig` when its parent ends, and has its signals back. */
void child_begin(int parent, int sig);
/* Waits until it ends; its status as waitpid says. When a signal has been passed on, or `seconds` (0: any) are over,
   and it still runs a while later, it is killed. */
int child_wait(int pid, double seconds);
int child_signal(void);   /* the first signal that came for us; 0: none */
bool child_overdue(void); /* the last child_wait ran out of seconds */
/* A command, waited for: its exit status, or 128 + signal. 127: it could not be started, which has been said. */
int child_run(const char *who, const char *const *argv);
void child_end(void); /* at the end of main: by the signal that came, if one did */

#endif
