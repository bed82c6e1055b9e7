/* A shorter form of an SM's cycle (sm.c) and of its issue stage (issue.c), equal cycle by cycle, for the common SM: a
   scheduler issues one instruction a cycle, of any warp that is ready; warps stop at the first use of a missing
   result; the LSU is the baseline's; no warp-splits. There is one form with --lines (watched) and one without. Most
   instructions are arithmetic in one slot, and the next instruction is in the same run of the stream (and line of the
   instruction cache). */
#include "sm/blame.h"
#include "sm/internal.h"

/* What issue.c's `execute` does for every instruction of one slot, */
static inline void count(const struct context *cx)
{
    struct tenant *t = cx->tenant;
    t->stats.warp_instrs++;
    u64 lanes = popcount64(cx->next.mask);
    t->stats.thread_instrs += lanes;
    t->stats.thread_active +=
        __builtin_expect(cx->next.active == cx->next.mask, 1) ? lanes : popcount64(cx->next.active);
    t->execs[cx->next.pc]++;
}

/* and with arithmetic. */
static inline void arithmetic(struct sm *sm, u32 s, struct context *cx, const struct sm_op *o, u64 cycle)
{
    u64 done = cycle + o->lat;
    count(cx);
    if (o->keeps) {
        u64 free_at = cycle + o->rate;
        sm->unit_free[o->unit][sm->unit_at[o->unit][s]] = free_at;
        sm->units_busy = MAX(sm->units_busy, free_at);
        cx->tenant->stats.tensor_cycles += o->unit == U_TENSOR ? o->rate : 0;
    }
    for (u32 i = 0; i < o->ndst; i++)
        cx->ready_at[o->regs[i]] = done;
}

static inline void set_op(struct sm *sm, u32 w, struct context *cx, const struct sm_op *o, const struct sm_op *next)
{
    cx->op = next;
    if (next->unit != o->unit) {
        sm->want[o->unit] &= ~warp_bit(w);
        sm->want[next->unit] |= warp_bit(w);
    }
}

/* warp_fetch without an instruction cache, from the record that was read last. */
__attribute__((noinline)) static bool decode_from(struct sm *sm, u32 w, struct context *cx, const struct sm_op *o,
                                                  u64 cycle, enum stream_status st)
{
    while (st == STREAM_OK && !cx->ops[cx->next.pc].slots)
        st = stream_next(&cx->cursor, &cx->next);
    if (st != STREAM_OK) {
        sm->want[o->unit] &= ~warp_bit(w);
        warp_out(sm, w, cycle, st);
        return false;
    }
    set_op(sm, w, cx, o, &cx->ops[cx->next.pc]);
    return true;
}

/* The same after a branch that takes longer if it is taken. */
__attribute__((noinline)) static bool decode_branch(struct sm *sm, u32 w, struct context *cx, const struct sm_op *o,
                                                    u64 cycle)
{
    u32 last = cx->next.pc;
    u64 active = cx->next.active;
    enum stream_status st = stream_next(&cx->cursor, &cx->next);
    if (st == STREAM_OK)
        cx->earliest += branch_extra(sm, o, last, active, &cx->next);
    return decode_from(sm, w, cx, o, cycle, st);
}

static inline bool decode(struct sm *sm, u32 w, struct context *cx, const struct sm_op *o, u64 cycle)
{
    if (o->taken)
        return decode_branch(sm, w, cx, o, cycle);
    enum stream_status st = stream_next(&cx->cursor, &cx->next);
    const struct sm_op *next = &cx->ops[cx->next.pc];
    if (__builtin_expect(st != STREAM_OK || !next->slots, 0))
        return decode_from(sm, w, cx, o, cycle, st);
    set_op(sm, w, cx, o, next);
    return true;
}

/* The warp's next instruction. False: there is none yet, or none any more. */
static inline bool next_op(struct sm *sm, u32 w, struct context *cx, const struct sm_op *o, u64 cycle)
{
    if (cx->cursor.run && o[1].slots && !o[1].new_line) {
        stream_next_of_run(&cx->cursor, &cx->next);
        set_op(sm, w, cx, o, o + 1);
        sm->fetching &= ~warp_bit(w);
        return true;
    }
    if (!sm->icache)
        return decode(sm, w, cx, o, cycle);
    warp_fetch(sm, w, cycle);
    return cx->op != NULL;
}

/* Moves a warp that has issued to the mask that its next instruction calls for. If it can issue in the next cycle it
   stays: no stage looks at it before then, but what is charged to which instruction does (watched). */
static inline void place(struct sm *sm, u32 w, struct context *cx, u64 cycle, const bool watched)
{
    cx->earliest = MAX(cx->earliest, cycle + 1);
    u64 due = operands_ready(cx);
    if (due == NEVER)
        warp_to(sm, w, W_MEMORY);
    else if (due > cycle + (watched ? 0 : 1))
        warp_at(sm, w, due, cycle);
}

/* Scheduler s issues nothing in this cycle. */
static inline __attribute__((always_inline)) void lose(struct sm *sm, u32 s, u32 cause, u64 cycle, const bool watched)
{
    ((u64 *)&sm->slots)[cause]++;
    if (watched)
        blame_slots(sm, s, cause, cycle, 1);
}

static inline __attribute__((always_inline)) bool issue_one(struct sm *sm, u32 s, u64 cycle, const bool watched)
{
    struct sched *sc = &sm->sched[s];
    u64 ready = sm->in[W_READY] & sc->mine;
    if (!ready) {
        if (!charge_expanded(sm, s, 1))
            lose(sm, s, wait_cause(sm, sc->mine), cycle, watched);
        return false;
    }
    ready &= sm->may_issue;
    ready &= cycle >= sm->units_busy ? ~lsu_held(sm) : ~blocked_units(sm, s, cycle);
    if (!ready) {
        if (!charge_expanded(sm, s, 1))
            lose(sm, s, slot_cause(sm, s, cycle), cycle, watched);
        return false;
    }
    u32 w = ready & (ready - 1) ? sc->policy->pick(sc, ready) : ctz64(ready);
    struct context *cx = &sm->ctx[w];
    const struct sm_op *o = cx->op;
    sc->last = w;
    sm->slots.issued++;
    if (watched && (o->simple || o->access))
        blame_issued(sm, w, s);
    if (o->simple) {
        arithmetic(sm, s, cx, o, cycle);
    } else if (o->access) {
        count(cx);
        sm->lsu.accept(sm, w, cycle);
    } else {
        issue_execute(sm, s, w, cycle);
        if (o->cls == SI_BARRIER) {
            warp_barrier(sm, w, cycle);
            return true;
        }
        if (o->cls == SI_FENCE) {
            warp_fence(sm, w, cycle);
            return true;
        }
    }
    if (next_op(sm, w, cx, o, cycle))
        place(sm, w, cx, cycle, watched);
    return true;
}

static inline __attribute__((always_inline)) bool issue(struct sm *sm, u64 cycle, const bool watched)
{
    const u32 first = begin_issue(sm, cycle), n = sm->n_sched;
    u32 s = first;
    bool any = false;
    do {
        any |= issue_one(sm, s, cycle, watched);
        s = s + 1 == n ? 0 : s + 1;
    } while (s != first);
    return any;
}

static inline __attribute__((always_inline)) cyc tick_of(struct sm *sm, cyc now, const bool watched)
{
    u64 cycle = sm->cycle = now / sm->cfg.period;
    if (sm->charged < cycle)
        charge(sm, cycle);
    if (__builtin_expect(cycle >= sm->next_start, 0))
        start_ctas(sm, cycle);
    cyc reply = lsu_next_answer(sm);
    if (reply <= now)
        reply = sm->lsu.replies(sm, cycle, now);
    u64 copy = __builtin_expect(sm->copies != 0, 0) ? copier_tick(sm, cycle, now) : NEVER;
    turn_wheel(sm, cycle);
    if (__builtin_expect(cycle >= sm->timer, 0))
        sm_timer(sm, cycle);
    if (__builtin_expect((sm->in[W_FENCE] | sm->in[W_HELD]) != 0, 0))
        warps_at_lsu(sm, cycle, now);
    bool any = (sm->in[W_READY] & ~lsu_held(sm)) && issue(sm, cycle, watched);
    u64 lsu = cycle < sm->lsu.sleep ? sm->lsu.sleep : sm->lsu.tick(sm, cycle, now);
    u64 ready = sm->in[W_READY]; /* a lone ready warp may have to wait for its unit */
    if (any && ready && (sm->units_busy <= cycle + 1 || (ready & (ready - 1))))
        return MIN(now + sm->cfg.period, reply); /* no later than any other event but a reply in this cycle */
    u64 next = ready ? sm_next_issue(sm, cycle) : wheel_next(sm, cycle + 1);
    next = MIN(MIN(next, lsu), MIN(copy, MIN(sm->next_start, sm->timer)));
    return MIN(next == NEVER ? NEVER : next * sm->cfg.period, reply);
}

static cyc tick(struct sm *sm, cyc now)
{
    return tick_of(sm, now, false);
}

static cyc tick_watched(struct sm *sm, cyc now)
{
    return tick_of(sm, now, true);
}

static bool common(const struct sm *sm)
{
    return !sm->cfg.plain && !sm->split && !sm->passes && sm->cfg.lsu->kind == LSU_IN_ORDER &&
           sm->cfg.sm->issue_width == 1 && sm->cfg.sm->stall == STALL_ON_USE && !sm->sched[0].policy->allow &&
           !sm->sched[0].policy->issued && !WATCHED(sm->log);
}

void issue_choose(struct sm *sm)
{
    sm->tick = !common(sm) ? sm_tick_any : WATCHED(sm->home->kernel->by_pc) ? tick_watched : tick;
}
