/* CTA and warp life: start, barriers, fences, exit, and handing finished CTAs back. */
#include "sm/internal.h"

#include <string.h>

int sm_free_cta(const struct sm *sm)
{
    if (!sm->kernel || sm->n_ctas >= sm->kernel->ctas_per_sm)
        return -1;
    for (u32 i = 0; i < sm->kernel->ctas_per_sm; i++) {
        if (!sm->ctas[i].cta)
            return (int)i;
    }
    return -1;
}

/* CCWS-SWL: the oldest warps that still run. One that waits at a barrier gives its place to the next, or a CTA of
   more warps than the limit would wait for itself forever. */
static void update_limit(struct sm *sm)
{
    u64 limit = sm->cfg.sched->swl;
    if (!limit) {
        sm->may_issue = UINT64_MAX;
        return;
    }
    u64 running = 0, chosen = 0;
    for (u32 st = W_READY; st < W_DRAIN; st++)
        running |= sm->in[st];
    running &= ~sm->in[W_BARRIER];
    for (; limit && running; limit--) {
        u32 w = sched_oldest(&sm->sched[0], running);
        running &= ~warp_bit(w);
        chosen |= warp_bit(w);
    }
    sm->may_issue = chosen;
}

static void start_warp(struct sm *sm, u32 w, u32 slot, const struct stream *from, u64 cycle)
{
    const struct stream_kernel *k = sm->kernel->stream;
    struct warp *wp = &sm->warps[w];
    stream_cursor_init(&wp->cursor, from, k->code, k->n_code, k->warp_lanes);
    memset(wp->ready_at, 0, sizeof(u64) * sm->kernel->n_regs);
    wp->op = NULL;
    wp->cta = (u8)slot;
    wp->earliest = cycle;
    wp->fetched = 0;
    wp->starved = false;
    wp->loads = wp->stores = 0;
    wp->age = sm->ages++;
    for (u32 s = 0; s < sm->n_sched; s++)
        sm->sched[s].age[w] = wp->age;
}

static void new_scoreboard(struct sm *sm)
{
    u64 regs = sm->kernel->n_regs;
    sm->scoreboard = ARENA_ARRAY(sm->arena, u64, regs * sm->cfg.sm->warps);
    for (u32 w = 0; w < sm->cfg.sm->warps; w++)
        sm->warps[w].ready_at = sm->scoreboard + w * regs;
}

void sm_start_cta(struct sm *sm, u32 slot, struct stream_cta *cta, cyc now)
{
    struct cta_slot *c = &sm->ctas[slot];
    u64 cycle = div_up(now, sm->cfg.period), taken = 0;
    u16 slots[SM_MAX_WARPS];
    sm_settle(sm, now);
    if (!sm->scoreboard)
        new_scoreboard(sm);
    for (u32 i = 0; i < SM_MAX_CTAS; i++)
        taken |= sm->ctas[i].cta ? sm->ctas[i].warps : 0;
    *c = (struct cta_slot){.cta = cta, .running = cta->n_warps, .resident = cta->n_warps};
    for (u32 i = 0; i < cta->n_warps; i++) {
        u32 w = ctz64(~taken);
        taken |= warp_bit(w);
        c->warps |= warp_bit(w);
        slots[i] = (u16)w;
    }
    ENSURE(c->warps >> (sm->cfg.sm->warps - 1) <= 1);
    sm->n_ctas++;
    sm->n_warps += cta->n_warps;
    smmem_new_cta(sm->mem, slot, slots, cta->n_warps);
    for (u32 i = 0; i < cta->n_warps; i++)
        start_warp(sm, slots[i], slot, &cta->warps[i], cycle);
    for (u32 i = 0; i < cta->n_warps; i++) {
        warp_fetch(sm, slots[i], cycle);
        if (sm->warps[slots[i]].op)
            warp_at(sm, slots[i], sm->warps[slots[i]].earliest, cycle);
    }
    update_limit(sm);
    wake_at(&sm->wake, cycle * sm->cfg.period);
}

struct stream_cta *sm_take_done(struct sm *sm)
{
    for (u32 i = 0; i < SM_MAX_CTAS; i++) {
        struct cta_slot *c = &sm->ctas[i];
        if (c->cta && c->done) {
            struct stream_cta *cta = c->cta;
            *c = (struct cta_slot){0};
            return cta;
        }
    }
    sm->cta_ended = false;
    return NULL;
}

bool sm_hungry(const struct sm *sm, u32 slot, u32 margin)
{
    for (u64 m = sm->ctas[slot].warps; m; m &= m - 1) {
        const struct warp *w = &sm->warps[ctz64(m)];
        if (w->state != W_FREE && w->state != W_DRAIN && !w->cursor.from->ended && !w->starved &&
            w->cursor.from->instrs - w->cursor.done < margin)
            return true;
    }
    return false;
}

void sm_fed(struct sm *sm, u32 slot, cyc now)
{
    u64 cycle = div_up(now, sm->cfg.period);
    struct cta_slot *c = &sm->ctas[slot];
    u64 dry = c->warps & sm->in[W_DRY];
    if (dry)
        sm_settle(sm, now);
    for (u64 m = dry; m; m &= m - 1) {
        u32 w = ctz64(m);
        warp_fetch(sm, w, cycle);
        if (sm->warps[w].op)
            warp_at(sm, w, MAX(sm->warps[w].earliest, cycle), cycle);
    }
    for (u32 i = 0; i < c->cta->n_warps; i++) {
        u64 keep = UINT64_MAX;
        for (u64 m = c->warps; m; m &= m - 1) { /* cursors of this stream: one, unless the warp is split */
            const struct stream_cursor *cu = &sm->warps[ctz64(m)].cursor;
            if (cu->from == &c->cta->warps[i])
                keep = MIN(keep, cu->at);
        }
        if (keep != UINT64_MAX)
            stream_trim(&c->cta->warps[i], keep);
    }
    if (dry)
        wake_at(&sm->wake, cycle * sm->cfg.period);
}

/* ---- Barriers ---- */

static void try_release(struct sm *sm, struct cta_slot *c, struct barrier *b, u64 cycle)
{
    u32 expected = b->expected ? b->expected : c->running;
    if (!b->arrived || b->arrived < expected)
        return;
    u64 waiting = b->waiting;
    *b = (struct barrier){0};
    for (; waiting; waiting &= waiting - 1) {
        u32 w = ctz64(waiting);
        sm->warps[w].earliest = cycle + sm->cfg.lat->barrier;
        warp_fetch(sm, w, cycle + sm->cfg.lat->barrier);
        if (sm->warps[w].op)
            warp_place(sm, w, cycle);
    }
    update_limit(sm);
}

static void arrive(struct sm *sm, u32 w, u64 cycle)
{
    struct warp *wp = &sm->warps[w];
    struct cta_slot *c = &sm->ctas[wp->cta];
    struct barrier *b = &c->barriers[wp->next.bar_id % SM_BARRIERS];
    bool waits = !(wp->op->flags & SI_ARRIVE);
    b->expected = (u32)div_up(wp->next.bar_threads, sm->cfg.sm->lanes);
    b->arrived++;
    if (waits) {
        b->waiting |= warp_bit(w);
        warp_to(sm, w, W_BARRIER);
        update_limit(sm);
    } else {
        wp->earliest = cycle + 1;
        warp_fetch(sm, w, cycle + 1);
        if (wp->op)
            warp_place(sm, w, cycle);
    }
    try_release(sm, c, b, cycle);
}

void warp_barrier(struct sm *sm, u32 w, u64 cycle)
{
    if (sm->lsu.ops->passes(sm, w, cycle * sm->cfg.period)) {
        arrive(sm, w, cycle);
    } else {
        warp_to(sm, w, W_HELD);
    }
}

void warps_at_lsu(struct sm *sm, u64 cycle, cyc now)
{
    for (u64 m = sm->in[W_FENCE]; m; m &= m - 1) /* it waits for more than that, but has its requests go first */
        sm->lsu.ops->passes(sm, ctz64(m), now);
    for (u64 m = sm->in[W_HELD]; m; m &= m - 1)
        if (sm->lsu.ops->passes(sm, ctz64(m), now))
            arrive(sm, ctz64(m), cycle);
}

/* ---- Fences, exit ---- */

void warp_fence(struct sm *sm, u32 w, u64 cycle)
{
    struct warp *wp = &sm->warps[w];
    if (wp->loads || wp->stores) {
        warp_to(sm, w, W_FENCE);
        sm->lsu.ops->passes(sm, w, cycle * sm->cfg.period);
        return;
    }
    wp->earliest = cycle + 1;
    warp_fetch(sm, w, cycle + 1);
    if (wp->op)
        warp_place(sm, w, cycle);
}

static void finish_warp(struct sm *sm, u32 w, u64 cycle)
{
    struct cta_slot *c = &sm->ctas[sm->warps[w].cta];
    warp_to(sm, w, W_FREE);
    sm->in[W_FREE] = 0;
    sm->n_warps--;
    sm->stats.warps++;
    if (--c->resident == 0) {
        c->done = true;
        sm->cta_ended = true;
        sm->n_ctas--;
        sm->stats.ctas++;
        sm->retired_at = MAX(sm->retired_at, cycle + 1);
    }
}

void warp_exit(struct sm *sm, u32 w, u64 cycle)
{
    struct warp *wp = &sm->warps[w];
    struct cta_slot *c = &sm->ctas[wp->cta];
    c->running--;
    if (wp->loads || wp->stores)
        warp_to(sm, w, W_DRAIN);
    else
        finish_warp(sm, w, cycle);
    update_limit(sm);
    for (u32 i = 0; i < SM_BARRIERS; i++) {
        if (c->barriers[i].arrived)
            try_release(sm, c, &c->barriers[i], cycle);
    }
}

void warp_mem_done(struct sm *sm, u32 w, u64 cycle)
{
    struct warp *wp = &sm->warps[w];
    switch (wp->state) {
    case W_MEMORY:
        if (sm->cfg.sm->stall == STALL_ON_MISS) {
            if (wp->loads)
                return;
            wp->earliest = cycle;
            warp_fetch(sm, w, cycle);
            if (!wp->op)
                return;
        }
        warp_place(sm, w, cycle);
        break;
    case W_FENCE:
        if (!wp->loads && !wp->stores)
            warp_fence(sm, w, cycle - 1);
        break;
    case W_DRAIN:
        if (!wp->loads && !wp->stores)
            finish_warp(sm, w, cycle);
        break;
    default: break;
    }
}
