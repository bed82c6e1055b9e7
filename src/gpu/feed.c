/* Between windows: finished CTAs go back to the source, free slots get new ones, and streams that a warp could use up
   soon are made longer. One thread, SMs in a fixed order.

   If a program's warps race, what it computes depends on the order in which its CTAs are emulated. So the tick at
   which a stream is made longer must follow from the launch, not from where windows begin and end, which depends on
   threads and host time: each SM has a tick for it (feed_at), and a window ends there. These ticks are multiples of
   the longest window where that is early enough, so that SMs share them. */
#include <string.h>

#include "gpu/internal.h"

/* The SM may have something to do earlier than its unit's cached next tick says. */
static void woken(struct gpu *g, const struct sm *sm)
{
    u32 unit = sm->id / (u32)g->cfg.gpu.sms_per_cluster;
    if (!unit_frozen(g, unit)) {
        unit_wake(g->next[unit], sm->wake);
        g->soonest = MIN(g->soonest, sm->wake);
    }
}

/* Upper bound of the instructions that a warp can issue in one window. (With ideal.lanes one is issued for as many as a
   warp has lanes.) */
static u32 window_instrs(const struct gpu *g)
{
    u32 each = g->sms[0].passes ? (u32)g->cfg.sm.lanes : 1;
    return ((u32)(div_up(g->longest_run, g->clocks.core) * g->cfg.sm.issue_width) + 4) * each;
}

/* When streams must be looked at again if a warp has `least` instructions left: before it can have issued them all.
   */
static cyc next_feed(const struct gpu *g, cyc from, u64 least)
{
    u64 windows = least / window_instrs(g);
    if (least == UINT64_MAX)
        return NEVER;
    return windows ? div_up(from + (windows - 1) * g->longest_run, g->longest_run) * g->longest_run : from;
}

/* Asks the source to go on with one CTA. Warps whose streams do not grow wait for other warps of the CTA (at a
   barrier); asking for them again would only lengthen the others' streams. They are starved until another warp asks
   or is performed; if all that grew have ended, they ask for themselves. */
static bool feed_cta(struct gpu *g, struct stream_source *src, struct sm *sm, u32 slot)
{
    struct cta_slot *c = &sm->ctas[slot];
    u64 before[SM_MAX_WARPS];
    bool others = false; /* a warp that will ask for more later, or be performed */
    for (u32 i = 0; i < c->cta->n_warps; i++)
        before[i] = c->cta->warps[i].instrs;
    ahead_settle(g);
    if (!src->more(src, c->cta))
        return false;
    for (u32 i = 0; i < c->cta->n_warps; i++) {
        const struct stream *s = &c->cta->warps[i];
        others |= s->gated || (s->instrs != before[i] && !s->ended);
    }
    for (u64 m = c->warps; m; m &= m - 1) {
        struct context *cx = &sm->ctx[ctz64(m)];
        if (c->live && cx->state == W_FREE && !sm->split)
            continue;
        u64 i = (u64)(cx->cursor.from - c->cta->warps);
        sm->warps[cx->warp].starved = others && cx->cursor.from->instrs == before[i];
    }
    sm_fed(sm, slot, g->now);
    woken(g, sm);
    return true;
}

static bool feed_ctas(struct gpu *g, struct sm *sm, u32 margin)
{
    for (u64 m = sm->held; m; m &= m - 1) {
        u32 slot = ctz64(m);
        if (sm->ctas[slot].done)
            continue;
        for (u32 tries = 0; tries < 64 && sm_hungry(sm, slot, margin); tries++) {
            if (!feed_cta(g, grid_of(g, sm->id, slot)->src, sm, slot))
                return false;
        }
    }
    return true;
}

bool feed_sm(struct gpu *g, u32 i)
{
    struct sm *sm = &g->sms[i];
    u32 margin = 2 * window_instrs(g);
    u64 least = sm_least_left(sm, sm->held);
    if (least < margin) { /* otherwise no CTA is hungry */
        if (!feed_ctas(g, sm, margin))
            return false;
        least = sm_least_left(sm, sm->held);
    }
    /* a gated instruction was performed in this window: not before the window ends */
    g->feed_at[i] = MAX(next_feed(g, g->now, least), g->now + g->longest_run);
    g->feed_min = MIN(g->feed_min, g->feed_at[i]);
    return true;
}

bool feed_streams(struct gpu *g)
{
    if (g->feed_min > g->now)
        return true;
    g->feed_min = NEVER;
    for (u32 i = 0; i < g->n_sms; i++) {
        if (g->feed_at[i] > g->now)
            g->feed_min = MIN(g->feed_min, g->feed_at[i]);
        else if (!feed_sm(g, i))
            return false;
    }
    return true;
}

/* Start times at least `spacing` apart (thousandths of a cycle): the later of `from` and *at, which moves on. */
static u64 in_line(u64 *at, u64 from, u64 spacing)
{
    *at = MAX(*at, from * 1000);
    from = *at / 1000;
    *at += spacing;
    return from;
}

/* When a CTA that could start at `from` does start: a launch's first CTAs on all pairs of SMs at once, later ones one
   after the other over the chip, and none before its SM has fetched code. */
static u64 start_of(struct gpu *g, struct grid *grid, u32 sm, u64 cta, u64 from)
{
    u64 phase = jitter_phase(g, cta, from);
    const struct gpu_params *p = &g->cfg.gpu;
    if (p->cta_pair && !grid->ctas_done)
        from = in_line(&grid->pair_at[sm / 2], from, MAX(p->cta_pair, p->cta_pair_warp * grid->src->kernel->n_warps));
    else if (p->cta_spacing)
        from = in_line(&grid->start_at, from, p->cta_spacing);
    if (!grid->warm_at[sm])
        grid->warm_at[sm] = from + p->cta_cold + (g->cfg.mem.l2.invalidate ? p->cta_emptied : 0);
    u64 start = MAX(from, grid->warm_at[sm]) + phase;
    if (g->cfg.gpu.jitter)
        grid->warm_at[sm] = start; /* an SM's CTAs start in the order in which it gets them */
    return start;
}

bool feed_run(struct gpu *g, struct grid *grid, const struct cta_run *run, u64 from)
{
    struct stream_source *src = grid->src;
    struct sm *sm = &g->sms[run->sm];
    for (u64 index = run->first; index < run->first + run->n; index++) {
        u64 cycle = start_of(g, grid, run->sm, index, from);
        u32 slot = sm_free_cta(sm);
        struct stream_cta *cta = &g->ctas[run->sm * g->cfg.sm.ctas + slot];
        *cta = (struct stream_cta){.index = index, .sm = run->sm};
        if (!ahead_start(g, src, index, cta))
            return false;
        g->grid_at[run->sm * g->cfg.sm.ctas + slot] = (u8)(grid - g->grids);
        sm_place_cta(sm, grid->at[run->sm], slot, cta, cycle);
        sample_placed(g, run->sm, slot, cycle);
        cyc feed = next_feed(g, cycle * g->clocks.core, sm_least_left(sm, 1ull << slot));
        g->feed_at[run->sm] = MIN(g->feed_at[run->sm], feed);
    }
    woken(g, sm);
    g->feed_min = MIN(g->feed_min, g->feed_at[run->sm]);
    return true;
}

bool feed_start(struct gpu *g, struct grid *grid, u64 from)
{
    struct cta_run run;
    while (cta_sched_place(&grid->sched, &run))
        if (!feed_run(g, grid, &run, from))
            return false;
    return true;
}

/* CTAs are taken in the order of the cycles in which they ended, so that windows do not matter. */
bool feed_collect(struct gpu *g, u64 before)
{
    while (g->ended) {
        u64 cycle = NEVER;
        for (u32 i = 0; i < g->n_sms; i++)
            if (g->sms[i].cta_ended)
                cycle = MIN(cycle, sm_first_end(&g->sms[i]));
        g->ended = cycle != NEVER;
        if (g->ended && cycle >= before)
            return true;
        for (u32 i = 0; i < g->n_sms && g->ended; i++) {
            u64 left;
            for (struct stream_cta *cta;
                 g->sms[i].cta_ended && (cta = sm_take_done(&g->sms[i], cycle, &left)) != NULL;) {
                u32 slot = (u32)(cta - &g->ctas[i * g->cfg.sm.ctas]);
                sample_cta(g, i, slot, cycle);
                struct grid *grid = grid_of(g, i, slot);
                grid->src->finish(grid->src, cta);
                grid->ctas_done++;
                grid->sched.free[i]++;
                grid->end = cycle + 1;
                grid->left = MAX(grid->left, left + 1);
                in_line(&grid->retired, left + 1, g->cfg.gpu.cta_retire);
            }
        }
        if (g->ended)
            g->end = cycle + 1;
        if (g->ended &&
            !(g->together ? together_ended(g, cycle) : feed_start(g, &g->grids[0], cycle + g->cfg.gpu.cta_dispatch)))
            return false;
    }
    return true;
}

/* Tells the source of copies that are over. False: the program is at fault. */
static bool tell_copies(struct gpu *g, struct sm *sm, u64 nanos)
{
    u64 id;
    u32 slot;
    while (sm_take_copied(sm, &id, &slot)) {
        struct stream_source *src = grid_of(g, sm->id, slot)->src;
        if (!src->copied(src, id, sm->cycle, nanos))
            return false;
    }
    sm_copies_told(sm);
    g->ended |= sm->cta_ended;
    return true;
}

enum { FINE = 1024 }; /* parts of a cycle */

/* A copy to several CTAs: the cycle in which the last of their SMs has received it and all that was sent before. */
static u64 receive(struct gpu *g, const struct stream_copy *c, u64 cycle)
{
    u64 until = 0, each = (u64)c->bytes * FINE / g->cfg.copy.receive_rate;
    for (u32 k = 0; k < c->n_to; k++) {
        u64 *at = &g->received[(c->to[k] - g->ctas) / (i64)g->cfg.sm.ctas];
        *at = MAX(*at, cycle * FINE) + each;
        until = MAX(until, *at / FINE);
    }
    return until;
}

bool feed_gates(struct gpu *g, u32 i)
{
    struct sm *sm = &g->sms[i];
    u64 nanos = sm->cycle * 1000 / g->cfg.gpu.clock;
    u32 n = sm->n_gates;
    u8 gates[COUNT_OF(sm->gates)];
    memcpy(gates, sm->gates, n);
    sm->n_gates = 0;
    g->gates_done[i] = sm->cycle;
    for (u32 k = 0; k < n; k++) {
        u32 ctx = gates[k];
        if (ctx == COPY_GATE) {
            if (!tell_copies(g, sm, nanos))
                return false;
            continue;
        }
        u32 slot = sm->warps[sm->ctx[ctx].warp].cta;
        struct stream_source *src = grid_of(g, i, slot)->src;
        struct stream_cta *cta = sm->ctas[slot].cta;
        const struct stream *from = sm->ctx[ctx].cursor.from;
        u32 warp = (u32)(from - cta->warps);
        if (from->gated && !src->perform(src, cta, warp, sm->cycle, nanos))
            return false;
        g->asked |= src->asked;
        for (u32 i_copy = 0; i_copy < src->n_copies; i_copy++)
            sm_copy(sm, ctx, &src->copies[i_copy], receive(g, &src->copies[i_copy], sm->cycle));
        src->n_copies = 0;
        u32 again = cta->warps[warp].again;
        if (g->cfg.sm.isa == ISA_MACHINE) /* otherwise PTX instructions are counted */
            sm->ctx[ctx].tenant->stats.warp_instrs += cta->warps[warp].extra;
        cta->warps[warp].again = 0;
        cta->warps[warp].extra = 0;
        if (again)
            sm_wait_again(sm, ctx, sm->cycle + again);
        else
            sm_performed(sm, ctx, g->now);
    }
    woken(g, sm);
    return true;
}

void feed_abandon(struct gpu *g)
{
    for (u32 i = 0; i < g->n_sms; i++) {
        for (u32 slot = 0; slot < g->cfg.sm.ctas; slot++) {
            struct stream_source *src = grid_of(g, i, slot)->src;
            if (g->sms[i].ctas[slot].cta)
                src->finish(src, g->sms[i].ctas[slot].cta);
            g->sms[i].ctas[slot].cta = NULL;
        }
    }
}
