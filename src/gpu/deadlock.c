/* No event is left, or nothing has moved for long, but requests or warps are held. Says what every part holds and
   what it waits for; what is at fault (trace, options or simulator) decides how the run ends. */
#include "gpu/internal.h"

static void report(struct gpu *g, bool watchdog)
{
    FILE *to = stderr;
    fflush(stdout);
    typedef unsigned long long ull;
    ull cycle = g->now / g->clocks.core, done = 0, all = 0;
    for (u32 i = 0; i < g->n_grids; i++) {
        done += g->grids[i].there ? g->grids[i].ctas_done : 0;
        all += g->grids[i].there ? g->grids[i].sched.n_ctas : 0;
    }
    if (watchdog)
        fprintf(to,
                "no progress up to core cycle %llu: no instruction was issued and no request moved for %llu cycles "
                "(gpu.watchdog), but %llu of %llu CTAs are done.\n",
                cycle, (ull)g->cfg.gpu.watchdog, done, all);
    else
        fprintf(to, "deadlock at core cycle %llu: no part has anything left to do, but %llu of %llu CTAs are done.\n",
                cycle, done, all);
    for (u32 i = 0; i < g->n_sms; i++)
        sm_dump(&g->sms[i], to);
    memsys_dump(&g->mem, to);
    fflush(to);
}

/* Only warps that wait for each other are left: no SM and no memory holds a request. */
static bool only_warps(const struct gpu *g)
{
    bool only = memsys_idle(&g->mem);
    for (u32 i = 0; i < g->n_sms; i++)
        only &= !g->sms[i].lsu.ops->holds(&g->sms[i]) && g->sms[i].lsu.n_free == g->sms[i].cfg.lsu->slots;
    return only;
}

enum gpu_status deadlock(struct gpu *g, const struct stream_source *src, bool watchdog, struct diag *d)
{
    static const char *const frozen[] = {[FREEZE_SM] = "SM cluster 0 is frozen on purpose (gpu.freeze = sm)",
                                         [FREEZE_MEMORY] =
                                             "memory partition 0 is frozen on purpose (gpu.freeze = memory)"};
    if (src && src->untrusted && !watchdog && !g->cfg.gpu.freeze && only_warps(g)) {
        diag_error(d, NULL, 0, 0,
                   "kernel %s: warps wait at a barrier that the others never reach: the trace is broken",
                   src->kernel->name);
        return GPU_CORRUPT;
    }
    report(g, watchdog);
    if (g->cfg.gpu.freeze == FREEZE_ERROR)
        BUG("memory partition 0 is frozen on purpose (gpu.freeze = error)");
    else if (g->cfg.gpu.freeze)
        diag_error(d, NULL, 0, 0, "%s: the run cannot end", frozen[g->cfg.gpu.freeze]);
    else if (watchdog)
        diag_error(d, NULL, 0, 0,
                   "nothing moved for %llu cycles (gpu.watchdog): the run was given up. If something of the machine "
                   "takes that long, a larger gpu.watchdog waits for it; if not, please report it",
                   (unsigned long long)g->cfg.gpu.watchdog);
    else
        BUG("deadlock: see the report above");
    return GPU_STUCK;
}
