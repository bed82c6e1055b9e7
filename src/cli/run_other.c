/* What `sluice run` writes for other tools: tables with their names, and traces of Accel-Sim. */
#include "accel/write.h"
#include "cli/cli.h"
#include "cli/names.h"
#include "cli/run.h"
#include "out/out.h"

void run_write_csv(const struct run *r, const json_t *doc, struct diag *d)
{
    enum names_whose whose;
    if (r->as && names_find(r->as, &whose))
        names_write_csv(r->csv, doc, whose, d);
    else
        out_write_csv(r->csv, doc, d);
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
