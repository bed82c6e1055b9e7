/* What `sluice run` writes for other tools: tables with their names, and traces of Accel-Sim. */
#include <string.h>

#include "accel/write.h"
#include "cli/cli.h"
#include "cli/keys.h"
#include "cli/names.h"
#include "cli/run.h"
#include "out/out.h"

extern const struct cli_command cmd_run;

void run_write_csv(const struct run *r, const json_t *doc, struct diag *d)
{
    enum names_whose whose;
    if (r->as && names_find(r->as, &whose))
        names_write_csv(r->csv, doc, whose, d);
    else
        out_write_csv(r->csv, doc, r->metrics, d);
}

bool run_metrics_good(const struct run *r)
{
    struct arena a = {0};
    bool ok = r->csv && !r->as;
    if (!ok)
        cli_wrong(&cmd_run, "--metric goes with --csv FILE, and not with --as");
    for (const char *at = r->metrics; ok && *at;) {
        size_t n = strcspn(at, ",");
        const char *name = arena_strndup(&a, at, n), *key = !strcmp(name, "ipc") ? "warp_ipc" : name;
        const char *near = keys_is_statistic(key) ? NULL : keys_nearest_statistic(&a, key);
        ok = keys_is_statistic(key);
        if (!ok)
            cli_wrong(&cmd_run, "--metric %s: no such statistic%s%s%s (sluice list record)", name,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        at += n + (at[n] == ',');
    }
    arena_free(&a);
    return ok;
}

int run_write_accelsim(const struct run *r)
{
    struct diag d;
    struct accel_written done;
    diag_init(&d);
    struct trace *t = trace_open(r->trace, &d);
    bool ok = t && accel_write(t, r->accelsim, &done, &d);
    if (ok && !r->quiet)
        printf("%s: %llu kernels, %llu warp instructions\n", r->accelsim, (unsigned long long)done.kernels,
               (unsigned long long)done.instrs);
    if (t)
        trace_close(t);
    diag_print(&d, stderr);
    diag_free(&d);
    return ok ? EXIT_DONE : EXIT_USER;
}
