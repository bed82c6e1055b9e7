/* One unit for one window. A cluster unit is its SMs and their memory stages down to the network port; the other
   kind is a memory partition. */
#include "gpu/internal.h"

static u32 mix(u64 x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15ull;
    return (u32)(x >> 40) | 1;
}

static cyc cluster_unit_next(const struct gpu *g, u32 id)
{
    cyc next = cluster_next(&g->mem.clusters[id]);
    if (!g->draining) {
        u32 n = (u32)g->cfg.gpu.sms_per_cluster;
        for (u32 i = 0; i < n; i++)
            next = MIN(next, g->sms[id * n + i].wake);
    }
    return next;
}

/* Every stage due at `now`; with a shuffle seed the SMs come before or after their memory stages. */
static void cluster_unit_tick(struct gpu *g, u32 id, cyc now)
{
    struct cluster *cl = &g->mem.clusters[id];
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    struct sm *sms = &g->sms[id * n];
    u32 order = g->cfg.gpu.shuffle ? mix(now * 31 + id + g->cfg.gpu.shuffle) : 0;
    if (order & 2)
        cluster_tick(cl, now, order);
    if (!g->draining) {
        for (u32 i = 0; i < n; i++)
            STAGE_RUN(sms[i].wake, now, sms[i].tick(&sms[i], now));
    }
    if (!(order & 2))
        cluster_tick(cl, now, order);
    if (!g->draining) {
        for (u32 i = 0; i < n; i++)
            sm_l1_stall(&sms[i], (u8)smmem_stall(sms[i].mem), now);
    }
}

/* The end of the core cycle, if that is before `until` and an SM of the cluster has issued a gated instruction. */
static cyc stop_at_gate(const struct gpu *g, u32 id, cyc now, cyc until)
{
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    bool any = false;
    for (u32 i = 0; i < n; i++)
        any |= sm_at_gate(g, id * n + i);
    return any ? MIN(until, (now / g->clocks.core + 1) * g->clocks.core) : until;
}

static cyc run_cluster(struct gpu *g, u32 id, cyc from, cyc until)
{
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    for (u32 i = 0; i < n; i++)
        g->sms[id * n + i].until = until;
    if (g->cfg.gpu.skip) {
        cyc now;
        while ((now = cluster_unit_next(g, id)) < until) {
            cluster_unit_tick(g, id, now);
            until = stop_at_gate(g, id, now, until);
        }
        return now;
    }
    cyc period = g->clocks.core;
    for (cyc now = edge(from, period); now < until; now += period) {
        cluster_wake_all(&g->mem.clusters[id], now);
        for (u32 i = 0; i < n; i++)
            g->sms[id * n + i].wake = now;
        cluster_unit_tick(g, id, now);
        until = stop_at_gate(g, id, now, until);
    }
    return cluster_unit_next(g, id);
}

bool unit_frozen(const struct gpu *g, u32 unit)
{
    return (g->cfg.gpu.freeze == FREEZE_SM && unit == 0) ||
           (g->cfg.gpu.freeze >= FREEZE_MEMORY && unit == g->n_clusters);
}

__attribute__((noinline)) static cyc run_any(struct gpu *g, u32 unit, cyc from, cyc until)
{
    if (unit_frozen(g, unit))
        return NEVER;
    if (unit >= g->n_clusters)
        return partition_run(&g->mem.partitions[unit - g->n_clusters], from, until, mix(g->cfg.gpu.shuffle) & 2,
                             !g->cfg.gpu.skip);
    return run_cluster(g, unit, from, until);
}

/* stop_at_gate for a lone SM; with stop_empty it also stops when its last CTA has ended. */
__attribute__((noinline)) static cyc stop_early(const struct gpu *g, u32 unit, cyc now, cyc until)
{
    if (g->stop_empty && !sm_running(&g->sms[unit]))
        until = MIN(until, now + g->clocks.core);
    return g->sms[unit].n_gates ? stop_at_gate(g, unit, now, until) : until;
}

/* run_cluster for the common machine: one SM a cluster, nothing frozen, shuffled or ticked at every
   edge. */
static cyc run_one_sm(struct gpu *g, u32 unit, cyc until)
{
    struct sm *sm = &g->sms[unit];
    struct cluster *cl = &g->mem.clusters[unit];
    struct smmem *m = sm->mem;
    sm->until = until;
    hub_begin(&cl->hub, until);
    for (;;) {
        cyc now = smmem_next(m);
        now = MIN(now, cl->hub.wake);
        now = MIN(now, sm->wake);
        if (now >= until)
            return now;
        STAGE_RUN(sm->wake, now, sm->tick(sm, now));
        if (__builtin_expect(sm->n_gates | sm->cta_ended, 0))
            until = stop_early(g, unit, now, until);
        smmem_tick(m, now);
        STAGE_RUN(cl->hub.wake, now, hub_tick(&cl->hub, now));
        u8 stall = (u8)smmem_stall(m);
        if (stall != sm->l1_stall)
            sm_l1_stall(sm, stall, now);
    }
}

bool units_quick(const struct gpu *g)
{
    const struct gpu_params *p = &g->cfg.gpu;
    return p->skip && !p->plain && !p->shuffle && !p->freeze && p->sms_per_cluster == 1 && !g->draining;
}

cyc unit_run(struct gpu *g, u32 unit, cyc from, cyc until)
{
    if (!g->quick)
        return run_any(g, unit, from, until);
    if (unit >= g->n_clusters)
        return partition_run(&g->mem.partitions[unit - g->n_clusters], from, until, false, false);
    return run_one_sm(g, unit, until);
}

cyc unit_next(const struct gpu *g, u32 unit)
{
    if (unit_frozen(g, unit))
        return NEVER;
    return unit < g->n_clusters ? cluster_unit_next(g, unit)
                                : partition_next(&g->mem.partitions[unit - g->n_clusters]);
}
