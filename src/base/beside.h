/* A process beside the program that the program does not see: wait() never returns it, SIGCHLD never tells of it, and
   it keeps none of the program's files open. It goes on when the program ends. */
#ifndef SLUICE_BASE_BESIDE_H
#define SLUICE_BASE_BESIDE_H
#include <stdbool.h>

/* args[0], by which `sluice run` knows that it is not something that the program has left behind. */
#define BESIDE_NAME "sluice-native"

/* Its number, or 0. env: its environment, ended by NULL. */
int beside_start(const char *path, const char *const *args, char *const *env);
/* It has removed its last file `mark`, or is no more. `wait`: until then, but at most a minute. */
bool beside_gone(int pid, const char *mark, bool wait);

#endif
