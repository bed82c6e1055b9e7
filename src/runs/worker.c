#include "runs/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define STOP UINT32_MAX

/* All n bytes; false: the other side is gone. */
static bool get(int fd, void *p, size_t n)
{
    for (u8 *at = p; n;) {
        ssize_t k = read(fd, at, n);
        if (k <= 0 && !(k < 0 && errno == EINTR))
            return false;
        if (k > 0) {
            at += k;
            n -= (size_t)k;
        }
    }
    return true;
}

static bool put(int fd, const void *p, size_t n)
{
    ssize_t k;
    while ((k = write(fd, p, n)) < 0 && errno == EINTR)
        ;
    return k == (ssize_t)n; /* a few bytes go into a pipe at once */
}

static void serve(int in, int out, worker_job *job, void *arg)
{
    u32 n;
    while (get(in, &n, sizeof n) && n != STOP) {
        struct worker_end e = job(arg, n);
        if (!put(out, &e, sizeof e))
            break;
    }
    _exit(0);
}

bool worker_start(struct worker *w, worker_job *job, void *arg)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0)
        return false;
    if (pipe2(up, O_CLOEXEC) != 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent)
            _exit(127);
        close(down[1]);
        close(up[0]);
        serve(down[0], up[1], job, arg);
    }
    close(down[0]);
    close(up[1]);
    w->to = down[1];
    w->from = up[0];
    if (w->pid > 0)
        return true;
    close(w->to);
    close(w->from);
    w->pid = 0;
    return false;
}

bool worker_give(struct worker *w, u32 job)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* it may have died */
    bool ok = put(w->to, &job, sizeof job);
    signal(SIGPIPE, before);
    return ok;
}

static i32 reap(struct worker *w)
{
    int status = 0;
    close(w->to);
    close(w->from);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    w->pid = 0;
    return status;
}

struct worker_end worker_take(struct worker *w)
{
    struct worker_end e;
    if (get(w->from, &e, sizeof e))
        return e;
    e = (struct worker_end){.status = reap(w)};
    if (!e.status)
        e.status = 1 << 8; /* it ended by itself, without a word */
    return e;
}

void worker_stop(struct worker *w)
{
    if (!w->pid)
        return;
    worker_give(w, STOP);
    reap(w);
}
