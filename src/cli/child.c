/* Child processes and signals: see child.h. The handler only notes the signal and passes it on. */
#include "cli/child.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 5 }; /* how long a child may take to end when told to */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t caught, overdue, asked;
static volatile pid_t child; /* the one waited for; 0: none */

static void on_signal(int sig)
{
    if (sig == SIGALRM && !asked && child) { /* its time is over */
        overdue = asked = 1;
        kill(child, SIGTERM);
        alarm(PATIENCE_S);
    } else if (sig == SIGALRM) {
        if (child)
            kill(child, SIGKILL);
    } else {
        if (caught && !child)
            _exit(128 + sig); /* told twice, and nobody to wait for */
        caught = sig;
        asked = 1;
        if (child) {
            kill(child, sig);
            alarm(PATIENCE_S);
        }
    }
}

static void handle(void (*how)(int))
{
    struct sigaction a, old;
    memset(&a, 0, sizeof(a));
    a.sa_handler = how;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup */
            sigaction(signals[i], &a, NULL);
    sigaction(SIGALRM, &a, NULL);
}

void child_begin(int parent, int sig)
{
    handle(SIG_DFL);
    prctl(PR_SET_PDEATHSIG, sig);
    if (getppid() != parent)
        _exit(127);
}

int child_wait(int pid, double seconds)
{
    int status = 0;
    overdue = asked = 0;
    child = pid;
    handle(on_signal);
    if (seconds > 0) {
        struct itimerval t = {.it_value = {(time_t)seconds, (suseconds_t)(fmod(seconds, 1) * 1e6)}};
        setitimer(ITIMER_REAL, &t, NULL);
    }
    if (caught) /* before there was a child */
        kill(pid, caught);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    alarm(0);
    return status;
}

int child_signal(void)
{
    return caught;
}

bool child_overdue(void)
{
    return overdue;
}

int child_run(const char *who, const char *const *argv)
{
    fflush(NULL);
    handle(on_signal);
    if (caught)
        return 128 + caught;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        child_begin(parent, SIGTERM);
        execvp(argv[0], (char *const *)argv);
        fprintf(stderr, "%s: %s: %s\n", who, argv[0], strerror(errno));
        _exit(127);
    }
    if (pid < 0) {
        fprintf(stderr, "%s: %s: %s\n", who, argv[0], strerror(errno));
        return 127;
    }
    int status = child_wait(pid, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void child_end(void)
{
    if (!caught)
        return;
    fflush(NULL);
    handle(SIG_DFL);
    raise(caught);
}
