/* A sweep as a Slurm job array: one task a run, each writes its own record, gathered when the array has ended. What a
   dead task leaves out is listed, and the same command submits it again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/child.h"
#include "cli/sweep.h"

#define ARRAY_MOST 1000 /* tasks of one array: Slurm's MaxArraySize is 1001 unless it was raised */

/* Tasks run where the command was given; Slurm's own folder is that of the records, so that no text of ours stands
   where it replaces %a and its kin. */
static bool write_job(struct sweep *s, const char *dir, const u32 *runs, u32 n, const char *name)
{
    char here[4096];
    const char *list = arena_printf(&s->arena, "%s/%s.tasks", dir, name);
    FILE *tasks = fopen(list, "w");
    FILE *job = fopen(arena_printf(&s->arena, "%s/%s.sh", dir, name), "w");
    for (u32 i = 0; tasks && i < n; i++) {
        const struct runs_run *r = &s->plan.runs[runs[i]];
        child_write(sweep_command(s, &s->arena, r, arena_printf(&s->arena, "%s/%s.json", dir, r->key)), tasks);
    }
    bool ok = tasks && job && getcwd(here, sizeof here);
    if (ok) {
        fputs("#!/bin/sh\n# Task N of the array runs line N of the list; its record goes where the line says.\ncd ",
              job);
        child_write_word(here, job);
        fputs(" || exit\neval \"$(sed -n \"${SLURM_ARRAY_TASK_ID}p\" ", job);
        child_write_word(list, job);
        fputs(")\"\n", job);
    }
    ok = (!tasks || fclose(tasks) == 0) && ok;
    return (!job || fclose(job) == 0) && ok;
}

/* The job's number. */
static const char *submit(struct sweep *s, const char *dir, const char *name, u32 n, struct diag *d)
{
    struct arena *a = &s->arena;
    VEC(const char *) v = {0};
    const char *const head[] = {"sbatch",
                                "--parsable",
                                "--job-name=sluice-sweep",
                                arena_printf(a, "--array=1-%u", n),
                                "--ntasks=1",
                                "--cpus-per-task=1",
                                arena_printf(a, "--chdir=%s", dir),
                                arena_printf(a, "--output=%s-%%a.log", name),
                                "--open-mode=truncate"};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        VEC_PUSH(&v, head[i]);
    for (size_t i = 0; i < s->slurm.n; i++)
        VEC_PUSH(&v, s->slurm.at[i]);
    VEC_PUSH(&v, arena_printf(a, "%s/%s.sh", dir, name));
    VEC_PUSH(&v, NULL);
    char *said = child_ask(v.at);
    size_t digits = said ? strspn(said, "0123456789") : 0;
    const char *id = digits ? arena_strndup(a, said, digits) : NULL; /* NUMBER or NUMBER;CLUSTER */
    free(said);
    VEC_FREE(&v);
    if (!id)
        diag_error(d, NULL, 0, 0, "sbatch did not take the job (is Slurm here, and is its controller up?)");
    return id;
}

/* Until no task of the job waits or runs. */
static void await(struct sweep *s, const char *id, u32 n)
{
    const char *const ask[] = {"squeue", "-h", "-r", "-j", id, NULL};
    u32 last = UINT32_MAX;
    for (u32 silent = 0; !child_signal();) {
        char *left = child_ask(ask);
        u32 now = 0;
        for (const char *c = left; c && *c; c++)
            now += *c == '\n';
        bool answered = left != NULL;
        free(left);
        silent = now ? 0 : silent + 1; /* often: a job may be between two states, or the controller away */
        if (silent >= (answered ? 2 : 20))
            break;
        if (now != last && !s->quiet)
            fprintf(stderr, "job %s: %u of %u tasks left\n", id, now, n);
        last = now;
        nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    }
}

/* The last line of a task's log. */
static const char *last_words(struct sweep *s, const char *path)
{
    char line[400], best[400] = "no log was written: the task did not start";
    FILE *f = fopen(path, "r");
    if (f)
        snprintf(best, sizeof best, "it ended without a word");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (line[strspn(line, " ")])
            memcpy(best, line, sizeof best);
    }
    if (f)
        fclose(f);
    return arena_strdup(&s->arena, best);
}

int sweep_slurm(struct sweep *s, struct diag *d)
{
    char out[4000];
    if (!realpath(s->out, out)) {
        diag_error(d, s->out, 0, 0, "cannot be used: %s", strerror(errno));
        return EXIT_USER;
    }
    const char *dir = arena_printf(&s->arena, "%s/sweep", out);
    u32 *runs = ARENA_ARRAY(&s->arena, u32, s->plan.n), n = 0;
    for (u32 i = 0; i < s->plan.n; i++)
        if (s->plan.runs[i].state == RUNS_WAITING)
            runs[n++] = i;
    for (u32 from = 0; from < n; from += ARRAY_MOST) {
        u32 many = MIN(n - from, ARRAY_MOST);
        const char *name = arena_printf(&s->arena, "array-%d-%u", (int)getpid(), from / ARRAY_MOST);
        if (!write_job(s, dir, runs + from, many, name)) {
            diag_error(d, dir, 0, 0, "cannot be written: %s", strerror(errno));
            return EXIT_USER;
        }
        const char *id = submit(s, dir, name, many, d);
        if (!id)
            return EXIT_USER;
        await(s, id, many);
        sweep_gather(s, d);
        for (u32 i = 0; i < many; i++) {
            struct runs_run *r = &s->plan.runs[runs[from + i]];
            if (r->state == RUNS_WAITING) {
                r->state = RUNS_FAILED;
                r->why = arena_printf(&s->arena, "task %s_%u left no record: %s", id, i + 1,
                                      last_words(s, arena_printf(&s->arena, "%s/%s-%u.log", dir, name, i + 1)));
            }
        }
    }
    return d->errors ? EXIT_USER : EXIT_DONE;
}
