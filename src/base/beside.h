/* A background process that the program cannot see: wait() never returns it, SIGCHLD never reports it, and it keeps
   none of the program's files open. It continues when the program ends. */
#ifndef SLUICE_BASE_BESIDE_H
#define SLUICE_BASE_BESIDE_H
#include <stdbool.h>

/* args[0], by which `sluice run` tells it from processes that the program has left behind */
#define BESIDE_NAME "sluice-native"

/* Its number, or 0. env: its environment, ended by NULL. */
int beside_start(const char *path, const char *const *args, char *const *env);
/* Has it removed its last file `mark`, or ended? `wait`: waits until then, at most a minute. */
bool beside_gone(int pid, const char *mark, bool wait);

#endif
