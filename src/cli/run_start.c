/* Starts the program of `sluice run`: its options in a file, this build's library, a process that is waited for and
   told of in words when it ends badly. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/root.h"
#include "cli/child.h"
#include "cli/cli.h"
#include "cli/run.h"

/* A value is the rest of its line: a newline in it is none. cuda/record.c reads it back. */
static void put_value(FILE *f, const char *value)
{
    fputc(' ', f);
    for (const char *c = value; *c; c++)
        if (*c == '\n' || *c == '\\')
            fputs(*c == '\n' ? "\\n" : "\\\\", f);
        else
            fputc(*c, f);
}

static void put_option(FILE *f, const char *key, const char *value)
{
    fputs(key, f);
    put_value(f, value);
    fputc('\n', f);
}

bool run_write_options(const struct run *r, const char *path, const char *out)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    char timeline[4096] = ""; /* the program may change its folder */
    if (r->timeline && r->timeline[0] != '/' && getcwd(timeline, sizeof timeline - 1))
        strcat(timeline, "/");
    if (r->timeline)
        strncat(timeline, r->timeline, sizeof timeline - strlen(timeline) - 1);
    const struct {
        const char *key, *value;
    } rows[] = {{"out", out},
                {"trace", r->trace},
                {"program", r->label},
                {"machine", r->machine},
                {"threads", r->threads},
                {"kernels", r->kernels},
                {"launches", r->launches},
                {"max-cycles", r->max_cycles},
                {"budget", r->budget},
                {"step-limit", r->steps},
                {"proof", r->proof},
                {"sample", r->sample},
                {"timeline", r->timeline ? timeline : NULL},
                {"timeline-warps", r->warps},
                {"serial", r->serial ? "1" : NULL},
                {"lines", r->lines ? "1" : NULL},
                {"print-isa", r->print_isa ? (r->stop_after ? r->stop_after : "levels") : NULL},
                {"rows", r->json ? "1" : NULL},
                {"check-uninit", r->uninit ? "1" : NULL},
                {"progress", r->progress             ? "2"
                             : r->quiet || r->silent ? NULL
                                                     : "1"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].value)
            put_option(f, rows[i].key, rows[i].value);
    for (size_t i = 0; i < r->sets.n; i++)
        put_option(f, "set", r->sets.at[i]);
    fprintf(f, "arguments");
    for (size_t i = 1; r->argv && r->argv[i]; i++)
        put_value(f, r->argv[i]);
    fprintf(f, "\n");
    return fclose(f) == 0;
}

/* The program may have been linked with another build's library: this one's model is wanted. */
static void use_own_library(void)
{
    struct arena a = {0};
    const char *before = getenv("LD_LIBRARY_PATH"), *own = root_library(&a);
    if (own)
        setenv("LD_LIBRARY_PATH", before && *before ? arena_printf(&a, "%s:%s", own, before) : own, 1);
    arena_free(&a);
}

/* The child's part: becomes the program, or writes errno to the pipe. */
_Noreturn static void become(const struct run *r, const char *opts, int failure)
{
    setenv("SLUICE_RUN", opts, 1);
    use_own_library();
    if (r->inputs)
        personality(ADDR_NO_RANDOMIZE); /* so that structures' padding holds the same the next time */
    if ((r->json && !strcmp(r->json, "-")) || (r->csv && !strcmp(r->csv, "-")))
        dup2(2, 1); /* standard output is for the record */
    if (r->silent && !freopen("/dev/null", "w", stdout))
        _exit(127);
    if (!r->argv)
        run_ptx(&r->ptx);
    execvp(r->argv[0], (char *const *)r->argv);
    int why = errno;
    if (write(failure, &why, sizeof(why)) < 0)
        perror("sluice run");
    _exit(127);
}

int run_start(const struct run *r, const char *opts, char end[128])
{
    int failure[2], why;
    fflush(NULL);
    if (pipe2(failure, O_CLOEXEC) != 0) {
        perror("sluice run");
        return -1;
    }
    child_adopt();
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        child_begin(parent, SIGKILL);
        become(r, opts, failure[1]);
    }
    close(failure[1]);
    int status = pid > 0 ? child_wait(pid, r->time_limit ? strtod(r->time_limit, NULL) : 0) : 0;
    u32 left = child_end_adopted();
    if (left)
        fprintf(stderr, "sluice run: %s left %u process%s running: ended with it\n", r->label, left,
                left == 1 ? "" : "es");
    bool started = pid > 0 && read(failure[0], &why, sizeof(why)) != sizeof(why);
    close(failure[0]);
    if (!started) {
        fprintf(stderr, "sluice run: %s: %s\n", r->argv ? r->argv[0] : r->label, strerror(pid > 0 ? why : errno));
        return -1;
    }
    if (child_overdue() || child_signal()) {
        if (child_overdue()) {
            snprintf(end, 128, "--time-limit %s reached", r->time_limit);
            fprintf(stderr, "sluice run: %s: %s: it was stopped, and what it had done by then is all there is\n",
                    r->label, end);
        } else
            snprintf(end, 128, "%s", strsignal(child_signal()));
        return child_signal() ? 128 + child_signal() : EXIT_DONE;
    }
    if (WIFSIGNALED(status)) {
        snprintf(end, 128, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
        fprintf(stderr, "sluice run: %s %s\n", r->label, end);
        return 128 + WTERMSIG(status);
    }
    snprintf(end, 128, "ended by _exit or exec, with status %d,", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
