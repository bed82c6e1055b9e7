#include "cli/paper_runs.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/key.h"
#include "cli/workloads.h"
#include "gpu/config.h"
#include "out/out.h"

/* papers/costs.csv: how long a program takes on a machine, about. */
struct cost {
    const char *workload, *machine, *size;
    double seconds;
};

struct paper_runs {
    u32 launches;
    struct arena arena;
    struct workloads workloads;
    const char *self;   /* this program */
    const char *runner; /* called instead of `sluice run`, or NULL */
    char *library;      /* the simulator; and its state at the start */
    struct stat state;
    VEC(struct cost) costs;
};

/* Which file holds the simulator: it must not change while experiments run. */
static bool find_library(struct paper_runs *r, struct diag *d)
{
    Dl_info library;
    if (!dladdr((void *)(uintptr_t)machine_defaults, &library)) {
        diag_error(d, NULL, 0, 0, "cannot find the library that holds the simulator");
        return false;
    }
    r->library = arena_strdup(&r->arena, library.dli_fname);
    if (stat(r->library, &r->state)) {
        diag_error(d, r->library, 0, 0, "cannot be read");
        return false;
    }
    return true;
}

static bool is_same(void *user)
{
    struct paper_runs *r = user;
    struct stat now;
    return !stat(r->library, &now) && now.st_mtim.tv_sec == r->state.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == r->state.st_mtim.tv_nsec && now.st_size == r->state.st_size;
}

/* "sample=N" among the settings is no parameter of the machine: the run samples every N cycles. */
static const char *sample_of(const char *set)
{
    return strncmp(set, "sample=", 7) ? NULL : set + 7;
}

static bool identify(void *user, const struct runs_run *run, const char *size, struct hash *h, struct hash *machine,
                     struct diag *d)
{
    struct paper_runs *r = user;
    const struct workload *w = workload_find(&r->workloads, run->workload);
    (void)size; /* the plan's; in the key already */
    if (!w) {
        const char *near = workload_nearest(&r->workloads, run->workload);
        diag_error(d, NULL, 0, 0, "no workload is called '%s'%s%s%s", run->workload, near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
        return false;
    }
    struct arena a = {0};
    const char **sets = ARENA_ARRAY(&a, const char *, run->sets.n + 1);
    u32 n = 0;
    for (u32 i = 0; i < run->sets.n; i++)
        if (sample_of(run->sets.at[i]))
            hash_text(h, run->sets.at[i]);
        else
            sets[n++] = run->sets.at[i];
    bool ok = key_workload(h, &r->workloads, w, d) && key_machine(machine, run->machine, sets, n, d);
    arena_free(&a);
    return ok;
}

static const char **command(void *user, struct arena *a, const struct runs_run *run, const char *size,
                            const char *out)
{
    struct paper_runs *r = user;
    const char **argv = ARENA_ARRAY(a, const char *, 16 + 2 * run->sets.n);
    u32 n = 0;
    argv[n++] = r->runner ? r->runner : r->self;
    if (!r->runner)
        argv[n++] = "run";
    argv[n++] = "--json";
    argv[n++] = out;
    argv[n++] = "--machine";
    argv[n++] = run->machine;
    argv[n++] = "--size";
    argv[n++] = size;
    argv[n++] = "--threads"; /* the cores are busy with other runs */
    argv[n++] = "1";
    if (r->launches) {
        argv[n++] = "--launches";
        argv[n++] = arena_printf(a, "%u", r->launches);
    }
    for (u32 i = 0; i < run->sets.n; i++) {
        const char *sample = sample_of(run->sets.at[i]);
        argv[n++] = sample ? "--sample" : "--set";
        argv[n++] = sample ? sample : run->sets.at[i];
    }
    argv[n++] = run->workload;
    argv[n] = NULL;
    return argv;
}

static void read_costs(struct paper_runs *r)
{
    FILE *f = fopen(arena_printf(&r->arena, "%s/papers/costs.csv", cli_root()), "r");
    char line[256];
    while (f && fgets(line, sizeof(line), f)) {
        char workload[64], machine[64], size[16];
        double seconds;
        if (*line != '#' && sscanf(line, "%63[^,],%63[^,],%15[^,],%lf", workload, machine, size, &seconds) == 4)
            VEC_PUSH(&r->costs, ((struct cost){arena_strdup(&r->arena, workload), arena_strdup(&r->arena, machine),
                                               arena_strdup(&r->arena, size), seconds}));
    }
    if (f)
        fclose(f);
}

/* On another machine where it was not measured on this one. */
static double expect(void *user, const struct runs_run *run, const char *size)
{
    struct paper_runs *r = user;
    double other = 0;
    for (size_t i = 0; i < r->costs.n; i++) {
        const struct cost *c = &r->costs.at[i];
        if (strcmp(c->workload, run->workload) || strcmp(c->size, size))
            continue;
        if (!strcmp(c->machine, run->machine))
            return c->seconds;
        other = MAX(other, c->seconds);
    }
    return other;
}

struct paper_runs *paper_runs_open(struct runs_runner *how, const char *runner, struct diag *d)
{
    struct paper_runs *r = xcalloc(1, sizeof(*r));
    r->launches = how->launches;
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    self[n > 0 ? n : 0] = 0;
    r->self = arena_strdup(&r->arena, self);
    r->runner = runner;
    if (!find_library(r, d) || !workloads_read(&r->workloads, cli_root(), d)) {
        paper_runs_close(r);
        return NULL;
    }
    how->user = r;
    how->version = out_version();
    how->is_same = is_same;
    how->identify = identify;
    how->command = command;
    how->expect = expect;
    read_costs(r);
    return r;
}

void paper_runs_close(struct paper_runs *r)
{
    if (!r)
        return;
    workloads_free(&r->workloads);
    VEC_FREE(&r->costs);
    arena_free(&r->arena);
    free(r);
}
