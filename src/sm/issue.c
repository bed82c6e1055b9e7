/* The issue stage: a scheduler picks one of its ready warps; the instruction marks its results in the scoreboard and
   occupies its unit; the warp decodes its next instruction. The scoreboard holds, for each register, the cycle from
   which it may be read: arithmetic knows it at issue, memory writes it when the data comes. Results are checked too
   (write after write); sources are read at issue, so write after read cannot go wrong. */
#include "sm/blame.h"
#include "sm/internal.h"
#include "sm/split.h"

/* Its next instruction cannot issue before a later cycle. */
static inline void place_later(struct sm *sm, u32 w, u64 cycle)
{
    u64 due = operands_ready(&sm->ctx[w]);
    if (due == NEVER)
        warp_to(sm, w, W_MEMORY);
    else
        warp_at(sm, w, due, cycle);
}

void warp_place(struct sm *sm, u32 w, u64 cycle)
{
    u64 due = operands_ready(&sm->ctx[w]);
    if (due == NEVER)
        warp_to(sm, w, W_MEMORY);
    else
        warp_due(sm, w, due, cycle);
}

/* ideal.*: warps do not wait at barriers and fences; with ideal.lanes, an instruction issues only when as many lanes
   have accumulated as a warp has. Exits, atomics and groups always issue. */
static __attribute__((noinline)) bool ideally_passed(struct sm *sm, struct context *cx)
{
    const struct ideal_params *ideal = sm->cfg.ideal;
    const struct sm_op *o = &cx->ops[cx->next.pc];
    if (o->cls == SI_BARRIER)
        return ideal->barriers && !o->ndst;
    if (o->cls == SI_FENCE)
        return ideal->fences;
    if (o->space == SI_LOCAL && o->cls == SI_MEM && ideal->local)
        return true;
    if (!ideal->lanes || o->group || o->flags & SI_EXIT || o->kind == SI_ATOMIC || o->unit == U_TENSOR)
        return false;
    cx->packed += popcount64(cx->next.mask);
    if (cx->packed < sm->cfg.sm->lanes)
        return true;
    cx->packed -= (u32)sm->cfg.sm->lanes;
    return false;
}

/* True if the next instruction has none of this warp's lanes, or is part of the one that reads its result. */
static inline bool passed_over(struct sm *sm, u32 w)
{
    bool split = __builtin_expect(sm->split != NULL, 0);
    if (split && split_passes(sm, w))
        return true;
    if (sm->ctx[w].ops[sm->ctx[w].next.pc].slots)
        return __builtin_expect(sm->passes, 0) && ideally_passed(sm, &sm->ctx[w]);
    if (split)
        split_folded(sm, w);
    return true;
}

/* Extra cycles until an atomic with a result reaches its slice. The card's order is unknown, so they are
   random. */
static u64 spread(struct sm *sm, u32 w, const struct sm_op *o)
{
    const struct lsu_params *p = sm->cfg.lsu;
    if (!p->atomic_spread || !o || o->kind != SI_ATOMIC || !o->touches)
        return 0;
    return mix64(mix64(p->atomic_seed ^ (u64)sm->id << 32) + (sm->spreads++ << 8) + w) % (p->atomic_spread + 1);
}

void warp_out(struct sm *sm, u32 w, u64 cycle, enum stream_status st)
{
    struct context *cx = &sm->ctx[w];
    const struct sm_op *last = cx->op;
    cx->op = NULL;
    if (st == STREAM_DRY) {
        warp_to(sm, w, W_DRY);
        if (!cx->cursor.from->gated || (sm->split && !split_last(sm, w)))
            return;
        u64 later = spread(sm, w, last);
        if (later)
            sm_wait_again(sm, w, cycle + later);
        else
            sm->gates[sm->n_gates++] = (u8)w;
        return;
    }
    sm->corrupt |= st == STREAM_CORRUPT;
    warp_exit(sm, w, cycle);
}

void warp_fetch_one(struct sm *sm, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    if (cx->op)
        sm->want[cx->op->unit] &= ~warp_bit(w);
    const struct sm_op *o = cx->op;
    u32 last = cx->next.pc;
    u64 active = cx->next.active;
    enum stream_status st = stream_next(&cx->cursor, &cx->next);
    if (o && o->taken && st == STREAM_OK)
        cx->earliest += branch_extra(sm, o, last, active, &cx->next);
    while (st == STREAM_OK && passed_over(sm, w))
        st = stream_next(&cx->cursor, &cx->next);
    if (__builtin_expect(st != STREAM_OK, 0)) {
        warp_out(sm, w, cycle, st);
        return;
    }
    cx->op = &cx->ops[cx->next.pc];
    sm->want[cx->op->unit] |= warp_bit(w);
    if (cx->op->unit == U_LSU && sm->lsu.ops->decoded)
        sm->lsu.ops->decoded(sm, w, &cx->next, cx->op);
    cx->earliest = MAX(cx->earliest, cycle);
    if (__builtin_expect(sm->icache != NULL, 0)) {
        u64 line = cx->op->line + cx->tenant->icache_first;
        sm->fetching &= ~warp_bit(w);
        if (line != cx->fetched) {
            bool miss;
            u64 there = icache_fetch(sm->icache, line, cx->earliest, &miss);
            cx->tenant->stats.icache_misses += miss;
            sm->fetching |= there > cx->earliest ? warp_bit(w) : 0;
            cx->earliest = MAX(cx->earliest, there);
        }
        cx->fetched = line;
    }
    if (__builtin_expect(sm->split != NULL, 0))
        split_fetched(sm, w, cycle);
}

void warp_fetch(struct sm *sm, u32 w, u64 cycle)
{
    if (__builtin_expect(sm->split != NULL, 0) && split_leads(sm, w))
        split_fetch(sm, w, cycle);
    else
        warp_fetch_one(sm, w, cycle);
}

static __attribute__((noinline)) void follow_issue(struct sm *sm, u32 s, u32 w)
{
    if (sm->split)
        split_issued(sm, w);
    if (WATCHED(sm->by_pc))
        blame_issued(sm, w, s);
}

/* Products of a warp group continue beside their warp, one after the other in the tensor cores, and are waited for by
   groups. */
static __attribute__((noinline)) void issue_group(struct sm *sm, u32 s, struct context *cx, const struct sm_op *o,
                                                  u64 cycle)
{
    if (si_is_product(o->group)) {
        u64 done = products_issued(sm, s, o, cycle) + o->lat;
        cx->product = MAX(cx->product, done);
    } else if (o->group == SI_BULK_END)
        cx->copy_groups++;
    else if (o->group == SI_GROUP_END)
        cx->group[cx->groups++ % SM_GROUPS] = cx->product;
    else if ((u32)(o->group - SI_GROUP_WAIT) < SM_GROUPS) /* older groups are over: no more may be in flight */
        cx->earliest = MAX(cycle + 1, cx->group[(cx->groups - 1 - (o->group - SI_GROUP_WAIT)) % SM_GROUPS]);
}

/* The scheduler issues nothing before this cycle: one instruction takes several slots or cycles. */
static void hold_issue(struct sm *sm, u32 s, u64 until)
{
    for (u32 u = 0; u < U_LSU; u++) {
        u64 *free_at = &sm->unit_free[u][sm->unit_at[u][s]];
        *free_at = MAX(*free_at, until);
    }
    sm->units_busy = MAX(sm->units_busy, until);
}

/* A load of constants to uniform registers, which bypasses the LSU. False: the cache does not have the word yet, so
   it goes through the LSU. */
static bool load_uniform(struct sm *sm, u32 s, struct context *cx, const struct sm_op *o, u64 cycle)
{
    const struct stream_instr *i = &cx->next;
    u32 wait = 0;
    if (sm->split || i->shape != ADDR_UNIFORM || !i->mask || !smmem_has_constant(sm->mem, i->base, cycle, &wait))
        return false;
    for (u32 k = 0; k < o->ndst; k++)
        cx->ready_at[o->regs[k]] = cycle + o->lat + wait;
    cx->tenant->stats.const_instrs++;
    hold_issue(sm, s, cycle + o->rate);
    return true;
}

/* Loads of constants that are part of the instruction: how long they wait for those of other warps. */
static u64 wait_for_words(struct sm *sm, const struct sm_op *o, u64 cycle)
{
    u64 from = MAX(sm->words_free, cycle);
    sm->words_free = from + o->words * sm->cfg.rate->words;
    return from - cycle;
}

void issue_execute(struct sm *sm, u32 s, u32 w, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    const struct sm_op *o = cx->op;
    struct tenant *t = cx->tenant;
    t->stats.warp_instrs += o->slots;
    t->execs[cx->next.pc]++;
    t->stats.thread_instrs += (u64)popcount64(cx->next.mask) * o->slots;
    t->stats.thread_active += (u64)popcount64(cx->next.active) * o->slots;
    if (__builtin_expect(sm->follows_issue, 0))
        follow_issue(sm, s, w);
    if (o->unit < U_LSU) {
        sm->unit_free[o->unit][sm->unit_at[o->unit][s]] = cycle + o->rate;
        if (o->rate > 1 || sm->unit_shared[o->unit] || o->slots > 1) {
            u64 busy = cycle + MAX(o->rate, o->slots);
            sm->units_busy = MAX(sm->units_busy, busy);
            t->stats.tensor_cycles += o->unit == U_TENSOR ? o->rate : 0;
        }
        if (o->slots > 1) { /* several slots: no other warp issues meanwhile */
            hold_issue(sm, s, cycle + o->slots);
            sm->sched[s].expanding += o->slots - 1u;
            sm->sched[s].expanded_pc = cx->next.pc;
        }
        u64 done = cycle + o->lat + (o->words ? wait_for_words(sm, o, cycle) : 0);
        for (u32 i = 0; i < o->ndst; i++)
            cx->ready_at[o->regs[i]] = done;
        if (o->flags & SI_COND || o->unit == U_CONTROL)
            cx->earliest = done;
        t->stats.branches += o->unit == U_CONTROL;
        if (__builtin_expect(o->group, 0))
            issue_group(sm, s, cx, o, cycle);
        return;
    }
    switch (o->cls) {
    case SI_MEM:
        if (!o->uniform || !load_uniform(sm, s, cx, o, cycle))
            sm->lsu.accept(sm, w, cycle);
        if (o->words)
            wait_for_words(sm, o, cycle);
        break;
    case SI_CONTROL:
        t->stats.branches++;
        cx->earliest = cycle + o->lat;
        for (u32 i = 0; i < o->ndst; i++)
            cx->ready_at[o->regs[i]] = cycle + o->lat;
        break;
    case SI_BARRIER:
        t->stats.barriers++;
        for (u32 i = 0; i < o->ndst; i++)
            cx->ready_at[o->regs[i]] = cycle + o->lat;
        break;
    default: t->stats.fences++; break;
    }
}

/* Does the memory instruction that was issued suspend the context? */
static bool stops(const struct sm *sm, const struct sm_op *o, const struct context *cx)
{
    return sm->cfg.sm->stall == STALL_ON_ACCESS ? cx->loads || cx->stores : o->ndst && cx->loads;
}

/* Moves the warp on after an instruction of class `cls`. True: it may be considered for another one. */
static bool move_on(struct sm *sm, u32 w, const struct sm_op *o, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    if (o->cls == SI_BARRIER) {
        warp_barrier(sm, w, cycle);
        return false;
    }
    if (o->cls == SI_FENCE) {
        warp_fence(sm, w, cycle);
        return false;
    }
    if (o->unit == U_LSU && sm->cfg.sm->stall != STALL_ON_USE && stops(sm, o, cx)) {
        warp_to(sm, w, W_MEMORY);
        if (sm->split)
            split_suspended(sm, w);
        return false;
    }
    if (sm->runs && cx->cursor.run && o[1].slots) {
        stream_next_of_run(&cx->cursor, &cx->next);
        if (o[1].unit != o->unit) {
            sm->want[o->unit] &= ~warp_bit(w);
            sm->want[o[1].unit] |= warp_bit(w);
        }
        cx->op = o + 1;
        return true;
    }
    warp_fetch(sm, w, cycle);
    return cx->op != NULL;
}

/* May a second instruction of the same warp issue in the same cycle? Its operands are there, it uses another unit,
   and it does not steer the warp. */
static bool pairs(const struct sm *sm, u32 s, const struct sm_op *first, u32 w, u64 cycle)
{
    const struct context *cx = &sm->ctx[w];
    const struct sm_op *o = cx->op;
    if (first->unit == U_NONE || o->unit == U_NONE || (lsu_held(sm) >> w & 1))
        return false;
    if (o->unit == first->unit && (o->unit != U_ALU || sm->unit_count[U_ALU] <= sm->n_sched))
        return false;
    if (o->unit < U_LSU && o->unit != first->unit && sm->unit_free[o->unit][sm->unit_at[o->unit][s]] > cycle)
        return false;
    return operands_ready(cx) <= cycle;
}

/* One scheduler, one cycle; charges the cycle's slots. */
static bool issue(struct sm *sm, u32 s, u64 cycle)
{
    struct sched *sc = &sm->sched[s];
    u64 *slot = (u64 *)&sm->slots, width = sm->cfg.sm->issue_width;
    u64 ready = sm->in[W_READY] & sc->mine;
    if (ready) {
        if (sc->policy->allow)
            ready &= sc->policy->allow(sc, (sm->in[W_READY] | sm->in[W_TIMED]) & sm->may_issue & sc->mine);
        ready &= sm->may_issue;
        ready &= ~blocked_units(sm, s, cycle);
        if (__builtin_expect(sm->split != NULL, 0))
            ready = split_behind(sm, ready);
    }
    if (!ready && charge_expanded(sm, s, 1))
        return false;
    if (!ready) {
        u32 cause = slot_cause(sm, s, cycle);
        slot[cause] += width;
        if (WATCHED(sm->by_pc))
            blame_slots(sm, s, cause, cycle, 1);
        return false;
    }
    u32 w = ready & (ready - 1) ? sc->policy->pick(sc, ready) : ctz64(ready);
    struct context *cx = &sm->ctx[w];
    const struct sm_op *o = cx->op;
    sched_issued(sc, w);
    issue_execute(sm, s, w, cycle);
    sm->slots.issued++;
    bool more = move_on(sm, w, o, cycle);
    if (width == 2) {
        if (more && pairs(sm, s, o, w, cycle)) {
            o = cx->op;
            issue_execute(sm, s, w, cycle);
            sm->slots.issued++;
            more = move_on(sm, w, o, cycle);
        } else {
            sm->slots.dual++;
            if (WATCHED(sm->by_pc))
                blame_dual(sm, o);
        }
    }
    if (more) {
        cx->earliest = MAX(cx->earliest, cycle + 1);
        place_later(sm, w, cycle);
    }
    return true;
}

bool issue_all(struct sm *sm, u32 first, u64 cycle)
{
    bool any = false;
    for (u32 k = 0, s = first; k < sm->n_sched; k++, s = s + 1 == sm->n_sched ? 0 : s + 1)
        any |= issue(sm, s, cycle);
    return any;
}
