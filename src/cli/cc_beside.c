/* Both halves of a .cu file at once: another process makes the host's object while this one makes the PTX. The object
   has a placeholder for the PTX, into which objcopy puts it before the object is used. Messages of the host's
   compiler are held back until the device's have been printed, and dropped if that failed: as if they had run one
   after the other. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cc.h"
#include "cli/child.h"
#include "cli/cli.h"

static bool any_starts(const strings *flags, const char *const *with, size_t n)
{
    for (size_t i = 0; i < flags->n; i++)
        for (size_t k = 0; k < n; k++)
            if (!strncmp(flags->at[i], with[k], strlen(with[k])))
                return true;
    return false;
}

/* Some flags make files named after the object: it must be compiled under its own name then. */
static bool named_after_object(const struct cc_job *job)
{
    static const char *const beside[] = {"-gsplit", "-fprofile", "-fcoverage", "-ftest-cov",    "--cov",
                                         "-ftime-", "-save-",    "--save-",    "-fsave-",       "-S",
                                         "-E",      "-M",        "-emit-",     "-fstack-usage", "-o"};
    static const char *const target[] = {"-MT", "-MQ"}, *const file[] = {"-MF"};
    return any_starts(&job->host, beside, COUNT_OF(beside)) ||
           (job->deps.n &&
            !(any_starts(&job->deps, target, COUNT_OF(target)) && any_starts(&job->deps, file, COUNT_OF(file))));
}

static bool write_placeholder(const char *path)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fputs("SLUICE-PTX", f) >= 0;
    return f && fclose(f) == 0 && ok;
}

bool cc_beside_start(struct cc *c, struct cc_beside *b, const char *in, cc_host_pass pass)
{
    *b = (struct cc_beside){.sequential = c->sequential, .any_function = c->any_function};
    const char *dir = arena_printf(&c->job.arena, "%s/host", c->tmp);
    const char *empty = arena_printf(&c->job.arena, "%s/placeholder", dir);
    b->obj = arena_printf(&c->job.arena, "%s/host.o", dir);
    b->said = arena_printf(&c->job.arena, "%s/all-said", dir);
    if (c->job.verbose || c->job.dry_run || named_after_object(&c->job) || !clang_on_path("objcopy") ||
        (mkdir(dir, 0700) != 0 && access(dir, W_OK) != 0) || !write_placeholder(empty))
        return false;
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        int to = open(b->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        child_begin(parent, SIGTERM);
        if (to < 0 || dup2(to, 2) < 0)
            _exit(127);
        c->tmp = dir;
        int rc = pass(c, in, b->obj, empty);
        fflush(NULL);
        _exit(rc);
    }
    b->pid = pid;
    return pid > 0;
}

void cc_beside_stop(struct cc_beside *b)
{
    kill(b->pid, SIGTERM);
    waitpid(b->pid, NULL, 0);
}

bool cc_beside_finish(struct cc *c, struct cc_beside *b, const char *wrapped, const char *obj, int *rc)
{
    if (c->sequential != b->sequential || c->any_function != b->any_function) { /* it was started without these */
        cc_beside_stop(b);
        return false;
    }
    int status = child_wait(b->pid, 0);
    *rc = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    size_t n = 0;
    char *text = cc_read(b->said, &n);
    if (text)
        fwrite(text, 1, n, stderr);
    free(text);
    if (*rc || child_signal())
        return true;
    strings cmd = {0};
    const char *section = arena_printf(&c->job.arena, ".nv_fatbin=%s", wrapped);
    const char *const words[] = {"objcopy", "--update-section", section, b->obj, obj};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        VEC_PUSH(&cmd, words[i]);
    *rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    return true;
}
