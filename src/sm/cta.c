/* CTA and warp life: start, barriers, fences, exit, and handing finished CTAs back. */
#include "sm/blame.h"
#include "sm/internal.h"
#include "sm/split.h"

#include <string.h>

u32 sm_free_cta(const struct sm *sm)
{
    u32 i = 0;
    while (i < sm->cfg.sm->ctas && sm->ctas[i].cta)
        i++;
    ENSURE(i < sm->cfg.sm->ctas);
    return i;
}

/* CCWS-SWL: only the oldest warps that still run may issue. A warp at a barrier gives its place to the next;
   otherwise a CTA with more warps than the limit would wait for itself forever. */
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

/* The launch's first CTA comes. */
static void new_scoreboard(struct sm *sm, struct tenant *t)
{
    t->execs = ARENA_ARRAY(t->arena, u64, MAX(t->kernel->stream->n_code, 1u));
    if (t->kernel->by_pc)
        blame_init(sm);
    t->scoreboard = ARENA_ARRAY(t->arena, u64, t->kernel->n_regs * sm_contexts(&sm->cfg));
}

/* Warp slots for the CTA, each with the beginning of its stream. */
static void take_warps(struct sm *sm, u32 slot, struct stream_cta *cta)
{
    struct cta_slot *c = &sm->ctas[slot];
    const struct sm_kernel *own = c->tenant->kernel;
    const struct stream_kernel *k = own->stream;
    u64 taken = 0;
    for (u64 h = sm->held; h; h &= h - 1)
        taken |= sm->ctas[ctz64(h)].warps;
    for (u32 i = 0; i < cta->n_warps; i++) {
        u32 w = ctz64(~taken);
        struct context *cx = &sm->ctx[w];
        taken |= warp_bit(w);
        c->warps |= warp_bit(w);
        c->contexts |= warp_bit(w);
        stream_cursor_init(&cx->cursor, &cta->warps[i], k->code, k->n_code, k->warp_lanes);
        cx->warp = (u8)w;
        cx->tenant = c->tenant;
        cx->ops = own->ops;
        cx->ready_at = c->tenant->scoreboard + w * own->n_regs;
        sm->warps[w] = (struct warp){.contexts = warp_bit(w), .cta = (u8)slot};
    }
    ENSURE(c->warps >> (sm->cfg.sm->warps - 1) <= 1);
}

void sm_place_cta(struct sm *sm, struct tenant *t, u32 slot, struct stream_cta *cta, u64 cycle)
{
    struct cta_slot *c = &sm->ctas[slot];
    u32 at = sm->n_coming++;
    if (!t->scoreboard)
        new_scoreboard(sm, t);
    ENSURE(!c->cta);
    *c = (struct cta_slot){.tenant = t, .running = cta->n_warps, .resident = cta->n_warps, .start = cycle};
    take_warps(sm, slot, cta);
    c->cta = cta;
    sm->held |= 1ull << slot;
    for (; at && sm->ctas[sm->coming[at - 1]].start > cycle; at--) /* CTAs of another launch, which begins later */
        sm->coming[at] = sm->coming[at - 1];
    sm->coming[at] = (u8)slot;
    sm->next_start = MIN(sm->next_start, cycle);
    wake_at(&sm->wake, cycle * sm->cfg.period);
}

static void start_warp(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    memset(cx->ready_at, 0, sizeof(u64) * cx->tenant->kernel->n_regs);
    cx->op = NULL;
    cx->earliest = cycle;
    cx->fetched = 0;
    cx->loads = cx->stores = 0;
    cx->touched = false;
    cx->product = 0;
    cx->copy_groups = 0;
    memset(cx->group, 0, sizeof cx->group);
    sm->warps[w].age = sm->ages++;
    for (u32 s = 0; s < sm->n_sched; s++)
        sm->sched[s].age[w] = sm->warps[w].age;
    if (sm->split)
        split_start(sm, w);
    if (WATCHED(sm->by_pc))
        blame_start(sm, w);
}

static void start_cta(struct sm *sm, u32 slot, u64 cycle)
{
    struct cta_slot *c = &sm->ctas[slot];
    u16 slots[SM_MAX_WARPS];
    u32 n = 0;
    for (u64 m = c->warps; m; m &= m - 1)
        slots[n++] = (u16)ctz64(m);
    c->live = true;
    count_time(sm);
    sm->n_ctas++;
    sm->n_warps += n;
    c->tenant->n_ctas++;
    c->tenant->n_warps += n;
    smmem_new_cta(sm->mem, slot, slots, n);
    for (u32 i = 0; i < n; i++)
        start_warp(sm, slots[i], cycle);
    for (u32 i = 0; i < n; i++) {
        warp_fetch(sm, slots[i], cycle);
        if (sm->ctx[slots[i]].op)
            warp_at(sm, slots[i], sm->ctx[slots[i]].earliest, cycle);
    }
}

void start_ctas(struct sm *sm, u64 cycle)
{
    u32 n = 0;
    while (n < sm->n_coming && sm->ctas[sm->coming[n]].start <= cycle) {
        ENSURE(sm->ctas[sm->coming[n]].start == cycle);
        start_cta(sm, sm->coming[n++], cycle);
    }
    sm->n_coming -= n;
    memmove(sm->coming, sm->coming + n, sm->n_coming);
    sm->next_start = sm->n_coming ? sm->ctas[sm->coming[0]].start : NEVER;
    update_limit(sm);
}

u64 sm_first_end(const struct sm *sm)
{
    u64 first = NEVER;
    for (u64 h = sm->cta_ended ? sm->held : 0; h; h &= h - 1)
        if (sm->ctas[ctz64(h)].done)
            first = MIN(first, sm->ctas[ctz64(h)].ended);
    return first;
}

struct stream_cta *sm_take_done(struct sm *sm, u64 cycle, u64 *left)
{
    bool others = false;
    struct stream_cta *cta = NULL;
    for (u64 h = sm->held; h; h &= h - 1) {
        struct cta_slot *c = &sm->ctas[ctz64(h)];
        if (!cta && c->done && c->ended == cycle) {
            cta = c->cta;
            *left = c->left;
            *c = (struct cta_slot){0};
            sm->held &= ~(h & -h);
        }
        others |= c->done;
    }
    sm->cta_ended = others;
    return cta;
}

/* Could the warp's stream run out and still get longer? */
static bool may_run_dry(const struct sm *sm, const struct cta_slot *c, const struct context *w)
{
    return !c->done && (!c->live || (w->state != W_FREE && w->state != W_DRAIN)) && !w->cursor.from->ended &&
           !w->cursor.from->gated && !sm->warps[w->warp].starved;
}

bool sm_hungry(const struct sm *sm, u32 slot, u32 margin)
{
    const struct cta_slot *c = &sm->ctas[slot];
    for (u64 m = c->contexts; m; m &= m - 1) {
        const struct context *w = &sm->ctx[ctz64(m)];
        if (may_run_dry(sm, c, w) && w->cursor.from->instrs - w->cursor.done < margin)
            return true;
    }
    return false;
}

void sm_performed(struct sm *sm, u32 ctx, cyc now)
{
    u64 cycle = sm->cycle + 1;
    struct cta_slot *c = cta_of(sm, ctx);
    sm_settle(sm, cycle * sm->cfg.period);
    ENSURE(cycle * sm->cfg.period >= now);
    u64 parts = warp_bit(ctx); /* the context; parts of its split warp that came to the end of its stream; and warps
                                  whose group has met, and whose streams got longer */
    for (u64 m = c->contexts & sm->in[W_DRY]; m; m &= m - 1) {
        const struct stream_cursor *cu = &sm->ctx[ctz64(m)].cursor;
        if (sm->split ? cu->from == sm->ctx[ctx].cursor.from : cu->from->instrs > cu->done)
            parts |= warp_bit(ctz64(m));
    }
    for (; parts; parts &= parts - 1) {
        u32 part = ctz64(parts);
        if (!(sm->in[W_DRY] >> part & 1)) /* it has joined another part meanwhile */
            continue;
        warp_fetch(sm, part, cycle);
        if (sm->ctx[part].op)
            warp_place(sm, part, cycle);
    }
    for (u64 m = c->warps; m; m &= m - 1) /* they may have waited for this warp */
        sm->warps[ctz64(m)].starved = false;
    wake_at(&sm->wake, cycle * sm->cfg.period);
}

/* Has `op` been issued, so that the context waits at it? */
static bool has_issued(const struct sm *sm, const struct context *c)
{
    return c->state == W_FENCE || c->state == W_HELD || c->state == W_BARRIER ||
           (c->state == W_MEMORY && sm->cfg.sm->stall != STALL_ON_USE);
}

/* A lower bound of its instructions that still need an issue slot. With ideal.* any number may be passed over, but not the
   exit. */
static u64 instrs_left(const struct sm *sm, const struct cta_slot *c, const struct context *cx)
{
    u64 left = cx->cursor.from->instrs - cx->cursor.done;
    return (sm->passes ? left > 0 : left / (1 + cx->tenant->kernel->free_run)) +
           (c->live && cx->op && !has_issued(sm, cx));
}

u64 sm_least_left(const struct sm *sm, u64 slots)
{
    u64 least = UINT64_MAX;
    for (u64 h = slots; h; h &= h - 1) {
        const struct cta_slot *c = &sm->ctas[ctz64(h)];
        for (u64 m = c->contexts; m; m &= m - 1) {
            const struct context *w = &sm->ctx[ctz64(m)];
            if (may_run_dry(sm, c, w))
                least = MIN(least, w->cursor.from->instrs - w->cursor.done);
        }
    }
    return least;
}

/* The same for a warp. If it is split: the instructions that remain for the context furthest ahead remain for all. */
static u64 warp_left(const struct sm *sm, const struct cta_slot *c, u32 warp)
{
    u64 least = UINT64_MAX;
    for (u64 m = sm->warps[warp].contexts; m; m &= m - 1) {
        const struct context *cx = &sm->ctx[ctz64(m)];
        bool over = c->live && (cx->state == W_FREE || cx->state == W_DRAIN);
        least = MIN(least, over ? 0 : instrs_left(sm, c, cx));
    }
    return least == UINT64_MAX ? 0 : least;
}

/* Every instruction needs an issue slot, and a warp has only one scheduler. */
u64 sm_cycles_left(const struct sm *sm, u64 enough)
{
    u64 sum = 0, most = 0, width = sm->cfg.sm->issue_width, rate = width * sm->n_sched;
    for (u64 h = sm->held; h; h &= h - 1) {
        const struct cta_slot *c = &sm->ctas[ctz64(h)];
        for (u64 m = c->done ? 0 : c->warps; m; m &= m - 1) {
            u64 left = warp_left(sm, c, ctz64(m));
            sum += left;
            most = MAX(most, left);
            if (sum >= enough * rate || most >= enough * width)
                return enough;
        }
    }
    return MAX(div_up(sum, rate), div_up(most, width));
}

bool sm_running(const struct sm *sm)
{
    for (u64 h = sm->held; h; h &= h - 1)
        if (!sm->ctas[ctz64(h)].done)
            return true;
    return false;
}

void sm_fed(struct sm *sm, u32 slot, cyc now)
{
    u64 cycle = div_up(now, sm->cfg.period);
    struct cta_slot *c = &sm->ctas[slot];
    u64 dry = c->contexts & sm->in[W_DRY] & ~sm->waiting_again; /* without those that wait for a known time */
    if (dry) {
        sm_settle(sm, now);
        sm->cycle = MAX(cycle, 1) - 1; /* a warp whose stream turns out to have ended ended before now */
    }
    for (u64 m = dry; m; m &= m - 1) {
        u32 w = ctz64(m);
        warp_fetch(sm, w, cycle);
        if (sm->ctx[w].op)
            warp_place(sm, w, cycle);
    }
    for (u32 i = 0; i < c->cta->n_warps; i++) {
        u64 keep = UINT64_MAX;
        for (u64 m = c->contexts; m; m &= m - 1) { /* cursors of this stream: one, unless the warp is split */
            const struct stream_cursor *cu = &sm->ctx[ctz64(m)].cursor;
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
    u64 waiting = b->waiting, open = MAX(cycle, b->done) + sm->cfg.lat->barrier;
    *b = (struct barrier){0};
    for (; waiting; waiting &= waiting - 1) {
        u32 w = ctz64(waiting);
        u64 behind = MIN(sm->ctx[w].op->behind, open - cycle - 1); /* it is used no earlier than `open` */
        sm->ctx[w].earliest = open - behind;
        warp_fetch(sm, w, open - behind);
        if (sm->ctx[w].op)
            warp_place(sm, w, cycle);
    }
    update_limit(sm);
}

static void arrive(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    struct cta_slot *c = cta_of(sm, w);
    struct barrier *b = &c->barriers[cx->next.bar_id % SM_BARRIERS];
    bool waits = !(cx->op->flags & SI_ARRIVE);
    b->expected = (u32)div_up(cx->next.bar_threads, sm->cfg.sm->lanes);
    b->arrived++;
    sm->barrier_free = b->done = MAX(sm->barrier_free, cycle) + sm->cfg.rate->barrier;
    if (waits) {
        b->waiting |= warp_bit(w);
        warp_to(sm, w, W_BARRIER);
        update_limit(sm);
    } else {
        cx->earliest = cycle + 1;
        warp_fetch(sm, w, cycle + 1);
        if (cx->op)
            warp_place(sm, w, cycle);
    }
    try_release(sm, c, b, cycle);
}

void warp_barrier(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    if (!cx->next.mask) { /* every lane is predicated off: no lane arrives */
        cx->earliest = cycle + 1;
        warp_fetch(sm, w, cycle + 1);
        if (cx->op)
            warp_place(sm, w, cycle);
        return;
    }
    if (sm->lsu.ops->passes(sm, w, cycle * sm->cfg.period)) {
        arrive(sm, w, cycle);
    } else {
        warp_to(sm, w, W_HELD);
    }
}

void warps_at_lsu(struct sm *sm, u64 cycle, cyc now)
{
    for (u64 m = sm->in[W_FENCE]; m; m &= m - 1) /* it waits for the fence, but its requests leave the front first */
        sm->lsu.ops->passes(sm, ctz64(m), now);
    for (u64 m = sm->in[W_HELD]; m; m &= m - 1)
        if (sm->lsu.ops->passes(sm, ctz64(m), now))
            arrive(sm, ctz64(m), cycle);
}

/* ---- Fences, exit ---- */

/* A fence for a block's threads alone: what was stored need not have reached the L2. */
static bool is_for_block(const struct sm *sm, const struct context *cx)
{
    return sm->cfg.lat->fence_block && cx->op->flags & SI_BLOCK && !cx->op->group;
}

bool warp_fence_waits(const struct sm *sm, const struct context *cx)
{
    bool loads_alone = is_for_block(sm, cx) || (cx->op->flags & SI_ACQUIRES && !cx->op->group);
    return cx->loads || (cx->stores && !loads_alone);
}

/* If the warp has touched the L2 before, a fence goes there as well, even if all accesses are answered: it takes at
   least this long from where it began. (For the host, fence_system is the whole time.) */
static u64 fence_least(const struct sm *sm, const struct context *cx, u64 cycle)
{
    u64 least = cx->touched && !(cx->op->flags & (SI_ACQUIRES | SI_SYSTEM)) && !cx->op->group && !is_for_block(sm, cx)
                    ? cx->fence_from + sm->cfg.lat->fence_touched
                    : 0;
    return MAX(least, cycle);
}

static u64 fence_cycles(const struct sm *sm, const struct context *cx)
{
    const struct lat_params *lat = sm->cfg.lat;
    if (cx->op->group || cx->op->flags & SI_ACQUIRES)
        return 1;
    bool waited = cx->state == W_FENCE;
    if (is_for_block(sm, cx))
        return lat->fence_block;
    if (lat->fence_system && cx->op->flags & SI_SYSTEM)
        return waited ? MAX(lat->fence_system_after, 1) : lat->fence_system;
    return waited ? lat->fence_after : lat->fence;
}

void warp_fence(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    bool waits = cx->op->group ? copier_waits(sm, w, cx->op->group - SI_BULK_WAIT) : warp_fence_waits(sm, cx);
    if (cx->state != W_FENCE)
        cx->fence_from = cycle;
    if (waits) {
        warp_to(sm, w, W_FENCE);
        sm->lsu.ops->passes(sm, w, cycle * sm->cfg.period);
        return;
    }
    cx->earliest = fence_least(sm, cx, cycle + fence_cycles(sm, cx));
    cx->touched &= is_for_block(sm, cx) || cx->op->group || cx->op->flags & SI_ACQUIRES;
    if (cx->op->flags & SI_FORGETS && !cx->op->group)
        smmem_fence(sm->mem, (cycle + 1) * sm->cfg.period); /* `cycle` may be the one before the current one */
    warp_fetch(sm, w, cycle + 1);
    if (cx->op)
        warp_place(sm, w, cycle);
}

void cta_check_done(struct sm *sm, struct cta_slot *c)
{
    if (c->resident || c->copies || c->done)
        return;
    count_time(sm);
    c->done = true;
    c->ended = sm->cycle;
    sm->cta_ended = true;
    sm->n_ctas--;
    c->tenant->n_ctas--;
    c->tenant->stats.ctas++;
}

static void finish_warp(struct sm *sm, u32 w)
{
    struct cta_slot *c = cta_of(sm, w);
    warp_to(sm, w, W_FREE);
    sm->in[W_FREE] = 0;
    count_time(sm);
    sm->n_warps--;
    c->tenant->n_warps--;
    if (sm->split)
        split_finished(sm, w);
    c->tenant->stats.warps++;
    c->resident--;
    cta_check_done(sm, c);
}

void warp_exit(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    struct cta_slot *c = cta_of(sm, w);
    if (sm->split && split_ended(sm, w, cycle))
        return;
    if (!--c->running)
        c->left = cycle;
    if (cx->loads || cx->stores)
        warp_to(sm, w, W_DRAIN);
    else
        finish_warp(sm, w);
    update_limit(sm);
    for (u32 i = 0; i < SM_BARRIERS; i++) {
        if (c->barriers[i].arrived)
            try_release(sm, c, &c->barriers[i], cycle);
    }
}

void warp_mem_done(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    switch (cx->state) {
    case W_MEMORY: {
        if (sm->cfg.sm->stall != STALL_ON_USE) {
            if (cx->loads || (cx->stores && sm->cfg.sm->stall == STALL_ON_ACCESS))
                return;
            if (sm->split && !split_done(sm, w, cycle))
                return;
            cx->earliest = cycle;
            warp_fetch(sm, w, cycle);
            if (!cx->op)
                return;
        }
        u64 due = operands_ready(cx);
        if (due != NEVER)
            warp_due(sm, w, due, cycle);
        break;
    }
    case W_FENCE:
        if (!cx->op->group && !warp_fence_waits(sm, cx))
            warp_fence(sm, w, cycle - 1);
        break;
    case W_DRAIN:
        if (!cx->loads && !cx->stores)
            finish_warp(sm, w);
        break;
    default: break;
    }
}
