/* Nothing will ever happen again, or nothing has moved for long, but work is held: our mistake, or a stage frozen on
   purpose. Says what every part holds and what it waits for, then ends the program. */
#include "gpu/internal.h"

void deadlock(struct gpu *g, bool watchdog)
{
    FILE *to = stderr;
    fflush(stdout);
    typedef unsigned long long ull;
    ull cycle = g->now / g->clocks.core, done = g->ctas_done, all = g->sched.n_ctas;
    if (watchdog)
        fprintf(to,
                "no progress up to core cycle %llu: no instruction was issued and no request moved for %llu cycles "
                "(gpu.watchdog), but %llu of %llu CTAs are done.\n",
                cycle, (ull)g->cfg.gpu.watchdog, done, all);
    else
        fprintf(to, "deadlock at core cycle %llu: no part has anything left to do, but %llu of %llu CTAs are done.\n",
                cycle, done, all);
    if (g->cfg.gpu.freeze == FREEZE_SM)
        fprintf(to, "SM cluster 0 is frozen on purpose (gpu.freeze = sm).\n");
    if (g->cfg.gpu.freeze == FREEZE_MEMORY)
        fprintf(to, "Memory partition 0 is frozen on purpose (gpu.freeze = memory).\n");
    for (u32 i = 0; i < g->n_sms; i++)
        sm_dump(&g->sms[i], to);
    memsys_dump(&g->mem, to);
    fflush(to);
    BUG("%s: see the report above", watchdog ? "no progress" : "deadlock");
}
