/* A grandchild whose parent has ended: base/beside.h. The child in between is made by clone() without a signal at its
   end, so that only a wait with __WCLONE, which is ours, returns it. It borrows our memory, as with vfork, and we
   sleep until it ends, right after it has started the grandchild. From then on the grandchild belongs to the system's
   first process (or to `sluice run`). */
#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"

#define STACK (256 * 1024)
#define MOST_WAIT_MS 60000

struct order {
    pid_t pid;
    const char *path;
    const char *const *args;
    char *const *env;
    posix_spawn_file_actions_t *files;
    posix_spawnattr_t *attr;
};

static int between(void *order)
{
    struct order *o = order;
    if (posix_spawn(&o->pid, o->path, o->files, o->attr, (char **)o->args, o->env) != 0)
        o->pid = 0;
    return 0;
}

static void start(struct order *o)
{
    sigset_t all, before;
    char *stack = xmalloc(STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* no handler of the program may run in the child in between */
    pid_t pid = clone(between, stack + STACK, CLONE_VM | CLONE_VFORK, o);
    while (pid > 0 && waitpid(pid, NULL, __WCLONE) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(stack);
}

int beside_start(const char *path, const char *const *args, char *const *env)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files, 0, 1);
    posix_spawn_file_actions_adddup2(&files, 0, 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    struct order o = {0, path, args, env, &files, &attr};
    start(&o);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return o.pid;
}

/* Not access(), which libsluice-watch records: this file is no input of the program. */
static bool is_there(const char *path)
{
    return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
}

bool beside_gone(int pid, const char *mark, bool wait)
{
    for (u32 ms = 0;; ms++) {
        if (!is_there(mark) || (kill(pid, 0) != 0 && errno == ESRCH) || ms == MOST_WAIT_MS)
            return true;
        if (!wait)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}
