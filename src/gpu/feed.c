/* Between windows: finished CTAs go back to the source, free slots get new ones, and streams that a warp could use up
   in the next window are made longer. One thread, SMs in a fixed order. */
#include "gpu/internal.h"

/* The SM may have something to do earlier than its unit's cached next tick says. */
static void woken(struct gpu *g, const struct sm *sm)
{
    u32 unit = sm->id / (u32)g->cfg.gpu.sms_per_cluster;
    if (!unit_frozen(g, unit)) {
        *g->next[unit] = MIN(*g->next[unit], sm->wake);
        g->soonest = MIN(g->soonest, sm->wake);
    }
}

/* No warp can issue more than this in one window. */
static u32 window_instrs(const struct gpu *g)
{
    return (u32)(div_up(g->window, g->clocks.core) * g->cfg.sm.issue_width) + 4;
}

/* The boundary before which no warp of the SM can run dry, judging by the warp with the least left. */
static cyc next_feed(const struct gpu *g, const struct sm *sm)
{
    u64 least = UINT64_MAX, a_window = window_instrs(g);
    for (u32 w = 0; w < sm->cfg.sm->warps; w++) {
        const struct warp *wp = &sm->warps[w];
        if (wp->state == W_FREE || wp->state == W_DRAIN || wp->cursor.from->ended || wp->starved)
            continue;
        least = MIN(least, wp->cursor.from->instrs - wp->cursor.done);
    }
    if (least == UINT64_MAX)
        return NEVER;
    return g->now + (least < 2 * a_window ? 0 : least / a_window - 2) * g->window;
}

/* Asks the source to go on with one CTA. Warps whose streams do not grow wait for others of their CTA (a barrier):
   asking for them alone would only make the others' streams longer. */
static bool feed_cta(struct gpu *g, struct stream_source *src, struct sm *sm, u32 slot)
{
    struct cta_slot *c = &sm->ctas[slot];
    u64 before[SM_MAX_WARPS];
    bool grew = false;
    for (u32 i = 0; i < c->cta->n_warps; i++)
        before[i] = c->cta->warps[i].instrs;
    if (!src->more(src, c->cta))
        return false;
    for (u32 i = 0; i < c->cta->n_warps; i++)
        grew |= c->cta->warps[i].instrs != before[i] || c->cta->warps[i].ended;
    for (u64 m = c->warps; m; m &= m - 1) {
        struct warp *wp = &sm->warps[ctz64(m)];
        if (wp->state == W_FREE)
            continue;
        u64 i = (u64)(wp->cursor.from - c->cta->warps);
        wp->starved = grew && wp->cursor.from->instrs == before[i];
    }
    sm_fed(sm, slot, g->now);
    woken(g, sm);
    return true;
}

bool feed_streams(struct gpu *g, struct stream_source *src)
{
    u32 margin = window_instrs(g);
    if (g->feed_min > g->now)
        return true;
    g->feed_min = NEVER;
    for (u32 i = 0; i < g->n_sms; i++) {
        struct sm *sm = &g->sms[i];
        if (g->feed_at[i] > g->now) {
            g->feed_min = MIN(g->feed_min, g->feed_at[i]);
            continue;
        }
        for (u32 slot = 0; slot < g->cfg.sm.ctas; slot++) {
            if (!sm->ctas[slot].cta || sm->ctas[slot].done)
                continue;
            for (u32 tries = 0; tries < 64 && sm_hungry(sm, slot, 2 * margin); tries++) {
                if (!feed_cta(g, src, sm, slot))
                    return false;
            }
        }
        g->feed_at[i] = next_feed(g, sm);
        g->feed_min = MIN(g->feed_min, g->feed_at[i]);
    }
    return true;
}

bool feed_start(struct gpu *g, struct stream_source *src)
{
    bool placed = true;
    while (placed && !cta_sched_empty(&g->sched)) {
        placed = false;
        for (u32 i = 0; i < g->n_sms; i++) {
            u32 id = g->sched.policy->order(&g->sched, i);
            struct sm *sm = &g->sms[id];
            int slot = sm_free_cta(sm);
            if (slot < 0)
                continue;
            u64 index = g->sched.policy->take(&g->sched, id);
            if (index == UINT64_MAX)
                continue;
            struct stream_cta *cta = &g->ctas[id * g->cfg.sm.ctas + (u32)slot];
            *cta = (struct stream_cta){.index = index};
            if (!src->start(src, index, cta))
                return false;
            sm_start_cta(sm, (u32)slot, cta, g->now);
            woken(g, sm);
            g->feed_at[id] = g->feed_min = g->now;
            placed = true;
        }
    }
    return true;
}

bool feed_collect(struct gpu *g, struct stream_source *src)
{
    if (!g->ended)
        return false;
    g->ended = false;
    for (u32 i = 0; i < g->n_sms; i++) {
        if (!g->sms[i].cta_ended)
            continue;
        for (struct stream_cta *cta; (cta = sm_take_done(&g->sms[i])) != NULL;) {
            src->finish(src, cta);
            g->ctas_done++;
        }
    }
    return true;
}

void feed_abandon(struct gpu *g, struct stream_source *src)
{
    for (u32 i = 0; i < g->n_sms; i++) {
        for (u32 slot = 0; slot < g->cfg.sm.ctas; slot++) {
            if (g->sms[i].ctas[slot].cta)
                src->finish(src, g->sms[i].ctas[slot].cta);
            g->sms[i].ctas[slot].cta = NULL;
        }
    }
}
