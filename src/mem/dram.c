/* Memory channels in general: the list of controllers, and what they share. See dram.h. */
#include "mem/dram.h"

DECL_PARAMS_DEFINE(dram, DRAM_PARAMS);
DECL_STATS_DEFINE(dram, DRAM_STATS);

DECL_POLICIES_DEFINE(dram_ops, DRAMS, name, about);

bool dram_init(struct dram *d, struct arena *a, const struct dram_params *p, const struct dram_wiring *w,
               struct diag *g)
{
    *d = (struct dram){.ops = dram_ops_list[p->kind], .p = *p, .w = *w, .wake = NEVER};
    ENSURE(d->ops->shared || w->n_ports == 1);
    d->in = ARENA_LINES(a, struct port, w->n_ports);
    d->out = ARENA_LINES(a, struct port, w->n_ports);
    return d->ops->init(d, a, g);
}

cyc dram_tick(struct dram *d, cyc now)
{
    return d->ops->tick(d, now);
}

bool dram_idle(const struct dram *d)
{
    bool idle = !d->used;
    for (u32 i = 0; i < d->w.n_ports; i++)
        idle = idle && !d->in[i].n && !d->out[i].n;
    return idle;
}

void dram_audit(const struct dram *d)
{
    if (d->ops->audit)
        d->ops->audit(d);
}

void dram_dump(const struct dram *d, FILE *to)
{
    fprintf(to, "queued %u", d->used);
    for (u32 i = 0; i < d->w.n_ports; i++)
        fprintf(to, ", in %u/%u, answers %u", d->in[i].n, d->in[i].cap, d->out[i].n);
    fprintf(to, "\n");
    if (d->ops->dump)
        d->ops->dump(d, to);
}

void dram_settle(struct dram *d, cyc now)
{
    if (d->ops->settle)
        d->ops->settle(d, now);
}
