/* Nothing will ever happen again, but work is held: our mistake, or a stage frozen on purpose. Says what every part
   holds and what it waits for, then ends the program. */
#include "gpu/internal.h"

void deadlock(struct gpu *g)
{
    FILE *to = stderr;
    fflush(stdout);
    fprintf(to, "deadlock at core cycle %llu: no part has anything left to do, but %llu of %llu CTAs are done.\n",
            (unsigned long long)(g->now / g->clocks.core), (unsigned long long)g->ctas_done,
            (unsigned long long)g->sched.n_ctas);
    if (g->cfg.gpu.freeze == FREEZE_SM)
        fprintf(to, "SM cluster 0 is frozen on purpose (gpu.freeze = sm).\n");
    if (g->cfg.gpu.freeze == FREEZE_MEMORY)
        fprintf(to, "Memory partition 0 is frozen on purpose (gpu.freeze = memory).\n");
    for (u32 i = 0; i < g->n_sms; i++)
        sm_dump(&g->sms[i], to);
    memsys_dump(&g->mem, to);
    fflush(to);
    BUG("deadlock: see the report above");
}
