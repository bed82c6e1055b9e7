#include "cli/paper_runs.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/workloads.h"
#include "decl/json.h"
#include "gpu/config.h"

struct paper_runs {
    u32 launches;
    struct arena arena;
    struct workloads workloads;
    const char *self;   /* this program */
    const char *runner; /* called instead of `sluice run`, or NULL */
    char *library;      /* the simulator; and its state when it was hashed */
    struct stat state;
    char version[sizeof(SLUICE_VERSION) + 1 + HASH_HEX];
};

/* A result belongs to the simulator that made it: the version and the contents of the library with the models. */
static bool name_version(struct paper_runs *r, struct diag *d)
{
    Dl_info library;
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    if (!dladdr((void *)(uintptr_t)machine_defaults, &library) || !hash_file(&h, library.dli_fname)) {
        diag_error(d, NULL, 0, 0, "cannot read the library that holds the simulator");
        return false;
    }
    r->library = arena_strdup(&r->arena, library.dli_fname);
    if (stat(r->library, &r->state)) {
        diag_error(d, r->library, 0, 0, "cannot be read");
        return false;
    }
    hash_hex(&h, hex);
    snprintf(r->version, sizeof(r->version), "%s+%.12s", SLUICE_VERSION, hex);
    return true;
}

static bool is_same(void *user)
{
    struct paper_runs *r = user;
    struct stat now;
    return !stat(r->library, &now) && now.st_mtim.tv_sec == r->state.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == r->state.st_mtim.tv_nsec && now.st_size == r->state.st_size;
}

static bool hash_machine(const struct paper_run *run, struct hash *h, struct diag *d)
{
    struct decl_group groups[MACHINE_MAX_GROUPS];
    struct machine_config c;
    machine_defaults(&c);
    if (!machine_load(&c, run->machine, d))
        return false;
    for (u32 i = 0; i < run->sets.n; i++)
        if (!machine_set(&c, run->sets.at[i], d))
            return false;
    if (!machine_check(&c, d))
        return false;
    json_t *j = decl_params_json(&c, groups, machine_groups(groups));
    char *text = json_dumps(j, JSON_COMPACT);
    hash_text(h, text);
    free(text);
    json_decref(j);
    return true;
}

static bool identify(void *user, const struct paper_run *run, const char *size, struct hash *h, struct diag *d)
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
    hash_text(h, w->arguments);
    struct arena scratch = {0};
    bool good = hash_file(h, arena_printf(&scratch, "%s/workloads/%s", cli_root(), w->file)) &&
                hash_file(h, arena_printf(&scratch, "%s/workloads/common.h", cli_root())) &&
                hash_file(h, arena_printf(&scratch, "%s/workloads/tiles.h", cli_root()));
    arena_free(&scratch);
    if (!good)
        diag_error(d, w->file, 0, 0, "cannot be read");
    return good && hash_machine(run, h, d);
}

static const char **command(void *user, struct arena *a, const struct paper_run *run, const char *size,
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
        argv[n++] = "--set";
        argv[n++] = run->sets.at[i];
    }
    argv[n++] = run->workload;
    argv[n] = NULL;
    return argv;
}

struct paper_runs *paper_runs_open(struct paper_runner *how, const char *runner, struct diag *d)
{
    struct paper_runs *r = xcalloc(1, sizeof(*r));
    r->launches = how->launches;
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    self[n > 0 ? n : 0] = 0;
    r->self = arena_strdup(&r->arena, self);
    r->runner = runner;
    if (!name_version(r, d) || !workloads_read(&r->workloads, cli_root(), d)) {
        paper_runs_close(r);
        return NULL;
    }
    how->user = r;
    how->version = r->version;
    how->is_same = is_same;
    how->identify = identify;
    how->command = command;
    return r;
}

void paper_runs_close(struct paper_runs *r)
{
    if (!r)
        return;
    workloads_free(&r->workloads);
    arena_free(&r->arena);
    free(r);
}
