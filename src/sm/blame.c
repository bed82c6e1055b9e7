/* See blame.h. */
#include "sm/blame.h"

#include <string.h>

struct parting { /* lanes of a warp went another way */
    u32 pc;      /* of the instruction at which they did */
    u64 before;  /* the lanes that were together until then */
};

struct blame_ctx {
    u64 active;     /* lanes of what it issued last; 0: nothing yet */
    u32 n_partings; /* each among the lanes of the one before it */
    struct parting partings[STREAM_MAX_LANES];
    u32 last;              /* last: pc + 1 of the instruction it issued last; 0: none yet */
    u32 open;              /* bits of causes whose slots are charged when the instruction to charge is known */
    u64 slots[SLOT_total]; /* so many */
};

struct blame {
    struct blame_ctx *ctx;
    u32 *writer; /* by context and register: pc of the instruction that writes the register */
    u32 *user;   /* by unit and place of its free time (sm.unit_free): pc of the instruction that keeps it busy */
};

void blame_init(struct sm *sm)
{
    u64 n = sm_contexts(&sm->cfg);
    sm->by_pc = ARENA_ARRAY(sm->home->arena, struct pc_stats, MAX(sm->home->kernel->stream->n_code, 1u));
    sm->blame = ARENA_NEW(sm->home->arena, struct blame);
    sm->blame->ctx = ARENA_ARRAY(sm->home->arena, struct blame_ctx, n);
    sm->blame->writer = ARENA_ARRAY(sm->home->arena, u32, MAX(sm->home->kernel->n_regs * n, 1u));
    sm->blame->user = ARENA_ARRAY(sm->home->arena, u32, U_UNITS * sm->n_sched);
}

void blame_start(struct sm *sm, u32 w)
{
    ENSURE(!sm->blame->ctx[w].open);
    sm->blame->ctx[w].last = sm->blame->ctx[w].n_partings = 0;
    sm->blame->ctx[w].active = 0;
}

static u32 *writers(const struct sm *sm, u32 w)
{
    return sm->blame->writer + (size_t)w * sm->home->kernel->n_regs;
}

/* The instruction that a context is at: its next one, or, where there is none, the last. */
static u32 place_of(const struct sm *sm, u32 w)
{
    const struct context *cx = &sm->ctx[w];
    u32 last = sm->blame->ctx[w].last;
    return cx->state == W_DRY || cx->state == W_DRAIN ? last - (last != 0) : cx->next.pc;
}

/* The instruction that its next one had to wait for longest. */
static u32 last_producer(const struct sm *sm, u32 w)
{
    const struct context *cx = &sm->ctx[w];
    u32 last = sm->blame->ctx[w].last, pc = last ? last - 1 : cx->next.pc;
    u64 due = cx->earliest;
    for (u32 i = 0; cx->op && i < cx->op->nreg; i++)
        if (cx->ready_at[cx->op->regs[i]] > due) {
            due = cx->ready_at[cx->op->regs[i]];
            pc = writers(sm, w)[cx->op->regs[i]];
        }
    return pc;
}

static void settle(struct sm *sm, u32 w, u32 pc)
{
    struct blame_ctx *c = &sm->blame->ctx[w];
    for (; c->open; c->open &= c->open - 1) {
        u32 cause = ctz64(c->open);
        sm->by_pc[pc].caused[cause] += c->slots[cause];
        c->slots[cause] = 0;
    }
}

static void defer(struct sm *sm, u32 w, u32 cause, u64 slots)
{
    sm->blame->ctx[w].open |= 1u << cause;
    sm->blame->ctx[w].slots[cause] += slots;
}

/* Does it wait for a cause that is known only when its next instruction issues, or when its fence is passed? */
static bool waits_for_result(const struct sm *sm, u32 w)
{
    switch (sm->ctx[w].state) {
    case W_TIMED: return !(sm->fetching >> w & 1);
    case W_MEMORY: return sm->cfg.sm->stall == STALL_ON_USE;
    case W_FENCE:
    case W_DRAIN: return true;
    default: return false;
    }
}

/* The context of this set that is furthest behind in its stream. */
static u32 furthest_behind(const struct sm *sm, u64 m)
{
    u32 best = ctz64(m);
    for (m &= m - 1; m; m &= m - 1)
        best = sm->ctx[ctz64(m)].cursor.done < sm->ctx[best].cursor.done ? ctz64(m) : best;
    return best;
}

/* The context that this one waits for: itself, or one that must reach the same place first. */
static u32 awaited(struct sm *sm, u32 w)
{
    u64 others = 0;
    if (sm->ctx[w].state == W_JOIN)
        others = sm->warps[sm->ctx[w].warp].contexts & ~warp_bit(w);
    if (sm->ctx[w].state == W_BARRIER)
        others = cta_of(sm, w)->contexts & ~sm->in[W_BARRIER] & ~sm->in[W_DRAIN];
    u64 there = 0;
    for (u32 st = W_READY; st < W_STATES; st++)
        there |= sm->in[st];
    return others & there ? furthest_behind(sm, others & there) : w;
}

/* The instruction that keeps a unit busy. */
static u32 *user_of(const struct sm *sm, u32 unit, u32 s)
{
    return &sm->blame->user[unit * sm->n_sched + sm->unit_at[unit][s]];
}

static void blame_warp(struct sm *sm, u32 s, u32 w, u32 cause, u64 cycle, u64 slots)
{
    u32 pc = place_of(sm, w), by;
    sm->by_pc[pc].waited[cause] += slots;
    switch (cause) {
    case SLOT_l1_assoc:
    case SLOT_l1_mshr:
    case SLOT_l1_merge:
    case SLOT_l1_missq:
    case SLOT_l1_other:
    case SLOT_lsu_full: {
        const struct sm_op *o = sm->lsu.ops->head ? sm->lsu.ops->head(sm, cycle) : NULL;
        pc = o ? (u32)(o - sm->home->kernel->ops) : pc;
        break;
    }
    case SLOT_alu:
    case SLOT_memory:
    case SLOT_fence:
    case SLOT_barrier:
    case SLOT_drain:
        by = awaited(sm, w);
        if (waits_for_result(sm, by)) {
            defer(sm, by, cause, slots);
            return;
        }
        pc = place_of(sm, by);
        break;
    case SLOT_unit_busy:
        if (sm->ctx[w].op->unit < U_LSU)
            pc = *user_of(sm, sm->ctx[w].op->unit, s);
        break;
    default: break;
    }
    sm->by_pc[pc].caused[cause] += slots;
}

/* The contexts of scheduler s that wait for the cause, by the rules of stack.c. */
static u64 waiting(const struct sm *sm, u32 s, u32 cause, u64 cycle)
{
    u64 mine = sm->sched[s].mine, ready = sm->in[W_READY] & mine, may = ready & sm->may_issue;
    switch (cause) {
    case SLOT_unit_busy: return may & blocked_units(sm, s, cycle);
    case SLOT_throttled: return may ? may : ready;
    case SLOT_alu: return sm->in[W_TIMED] & mine & ~sm->fetching;
    case SLOT_fetch: return (sm->in[W_TIMED] | sm->in[W_DRY]) & mine;
    case SLOT_memory: return (sm->in[W_MEMORY] | sm->in[W_JOIN]) & mine;
    case SLOT_fence: return sm->in[W_FENCE] & mine;
    case SLOT_barrier: return (sm->in[W_BARRIER] | sm->in[W_HELD]) & mine;
    case SLOT_drain: return sm->in[W_DRAIN] & mine;
    default: return may & lsu_held(sm);
    }
}

/* The set without its n lowest members; it has more. */
static u64 without_lowest(u64 m, u32 n)
{
    u32 at = 0;
    for (u32 half = 32; half; half /= 2) {
        u32 low = popcount64(m >> at & lanes_mask(half));
        bool all = n >= low;
        n -= all ? low : 0;
        at += all ? half : 0;
    }
    return m >> at << at;
}

void blame_slots(struct sm *sm, u32 s, u32 cause, u64 cycle, u64 n)
{
    if (cause == SLOT_no_warp || !n)
        return;
    u64 who = waiting(sm, s, cause, cycle), width = sm->cfg.sm->issue_width;
    u32 of = popcount64(who);
    ENSURE(of);
    u64 each = n / of, more = n % of, m = who;
    if (of > 1)
        m = without_lowest(who, (u32)(cycle % of)); /* cycle c is that of the (c mod of)-th */
    for (u64 k = 0; k < MIN(n, of); k++) {
        blame_warp(sm, s, ctz64(m), cause, cycle, (each + (k < more)) * width);
        m = m & (m - 1) ? m & (m - 1) : who;
    }
}

void blame_expanded(struct sm *sm, u32 pc, u64 slots)
{
    sm->by_pc[pc].waited[SLOT_expanded] += slots;
    sm->by_pc[pc].caused[SLOT_expanded] += slots;
}

void blame_dual(struct sm *sm, const struct sm_op *o)
{
    struct pc_stats *p = &sm->by_pc[o - sm->home->kernel->ops];
    p->waited[SLOT_dual]++;
    p->caused[SLOT_dual]++;
}

/* Lanes that are together again are a subset of none of the partings behind theirs; fewer than before have parted at
   what was issued last. Where lanes leave a loop one after the other, all have parted at its branch. */
static void part(struct blame_ctx *c, u64 active)
{
    while (c->n_partings &&
           (active & ~c->partings[c->n_partings - 1].before || active == c->partings[c->n_partings - 1].before))
        c->n_partings--;
    bool fewer = c->active & ~active && !(active & ~c->active);
    if (fewer && !(c->n_partings && c->partings[c->n_partings - 1].pc == c->last - 1))
        c->partings[c->n_partings++] = (struct parting){.pc = c->last - 1, .before = c->active};
    c->active = active;
}

/* Lanes that are not active are lost at the instruction where they parted, those of a false guard at this one. */
static void lose_lanes(struct sm *sm, u32 w, const struct stream_instr *i, u32 slots)
{
    struct blame_ctx *c = &sm->blame->ctx[w];
    if (i->active != c->active)
        part(c, i->active);
    for (u32 k = 0; k < c->n_partings; k++) {
        u64 left = k + 1 < c->n_partings ? c->partings[k + 1].before : i->active;
        sm->by_pc[c->partings[k].pc].lanes_lost += (u64)popcount64(c->partings[k].before & ~left) * slots;
    }
    if (i->mask != i->active)
        sm->by_pc[i->pc].lanes_lost += (u64)popcount64(i->active & ~i->mask) * slots;
}

void blame_issued(struct sm *sm, u32 w, u32 s)
{
    const struct context *cx = &sm->ctx[w];
    u32 *by = writers(sm, w);
    bool all = cx->op->uniform || cx->op->slots > 1; /* nothing else is issued while it is */
    for (u32 u = 0; u < U_LSU; u++)
        if (all || u == cx->op->unit)
            *user_of(sm, u, s) = cx->next.pc;
    lose_lanes(sm, w, &cx->next, cx->op->slots);
    if (sm->blame->ctx[w].open)
        settle(sm, w, last_producer(sm, w));
    for (u32 i = 0; i < cx->op->ndst; i++)
        by[cx->op->regs[i]] = cx->next.pc;
    sm->blame->ctx[w].last = cx->next.pc + 1;
    sm->by_pc[cx->next.pc].threads += (u64)popcount64(cx->next.mask) * cx->op->slots;
}

void blame_done(struct sm *sm, u32 w, const struct sm_op *o)
{
    const struct context *cx = &sm->ctx[w];
    if ((cx->state == W_FENCE && !warp_fence_waits(sm, cx)) || (cx->state == W_DRAIN && !cx->loads && !cx->stores))
        settle(sm, w, (u32)(o - sm->home->kernel->ops));
}

void blame_divided(struct sm *sm, u32 to, u32 from)
{
    ENSURE(!sm->blame->ctx[to].open);
    const struct blame_ctx *c = &sm->blame->ctx[from];
    struct blame_ctx *other = &sm->blame->ctx[to];
    other->last = c->last;
    other->active = c->active;
    other->n_partings = c->n_partings;
    memcpy(other->partings, c->partings, c->n_partings * sizeof *c->partings);
    for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
        writers(sm, to)[i] = writers(sm, from)[i];
}

void blame_absorbed(struct sm *sm, u32 to, u32 from)
{
    settle(sm, from, last_producer(sm, from));
    for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
        if (sm->ctx[from].ready_at[i] > sm->ctx[to].ready_at[i])
            writers(sm, to)[i] = writers(sm, from)[i];
}

/* ---- Accesses ---- */

/* The lines of a load: what was asked for, and what will be used. fetched: sectors of a line; 0: those asked for. */
static inline void count_load(struct pc_stats *p, const struct coalesced *line, u32 fetched)
{
    p->sectors_used += popcount64(line->touched);
    p->sectors_fetched += fetched ? fetched : popcount64(line->sectors);
    p->bytes_used += line->bytes;
}

static inline u32 fetched(const struct sm *sm, const struct sm_op *o, u32 space)
{
    return o->flags & SI_SKIP_L1 ? 0 : smmem_fetched_sectors(sm->mem, lsu_space(space));
}

void blame_access(struct sm *sm, const struct lsu_entry *e, u32 pc, u32 conflicts)
{
    struct pc_stats *p = &sm->by_pc[pc];
    p->accesses++;
    p->lines += e->n;
    p->conflicts += conflicts;
    p->replays += e->n ? e->n - 1 : 0;
    if (e->op->kind != SI_LOAD)
        return;
    u32 all = fetched(sm, e->op, e->space);
    for (u32 i = 0; i < e->n; i++)
        count_load(p, &e->lines[i], all);
}

void blame_line(struct sm *sm, const struct sm_op *o, u32 space, const struct coalesced *line)
{
    struct pc_stats *p = &sm->by_pc[o - sm->home->kernel->ops];
    p->accesses++;
    p->lines++;
    if (o->kind == SI_LOAD)
        count_load(p, line, fetched(sm, o, space));
}

void blame_shared(struct sm *sm, u32 pc, u32 passes, u32 conflicts)
{
    struct pc_stats *p = &sm->by_pc[pc];
    p->shared++;
    p->conflicts += conflicts;
    p->replays += passes - 1;
}

/* ---- The law ---- */

static void law(const struct sm *sm, const char *what, u64 sum, u64 all)
{
    if (sum != all)
        BUG("SM %u, kernel %s: %s: %llu by instruction, %llu in all", sm->id, sm->home->kernel->stream->name, what,
            (unsigned long long)sum, (unsigned long long)all);
}

void sm_blame_end(struct sm *sm)
{
    struct pc_stats sum = {0};
    const u64 *slot = (const u64 *)&sm->slots;
    if (!sm->by_pc)
        return;
    for (u32 w = 0; w < sm_contexts(&sm->cfg); w++) /* the launch was cut short */
        if (sm->blame->ctx[w].open)
            settle(sm, w, waits_for_result(sm, w) && sm->ctx[w].op ? last_producer(sm, w) : place_of(sm, w));
    for (u32 pc = 0; pc < sm->home->kernel->stream->n_code; pc++)
        pc_stats_add(&sum, &sm->by_pc[pc]);
    for (u32 i = 0; i < SLOT_total; i++) {
        if (i == SLOT_issued || i == SLOT_no_warp)
            continue;
        law(sm, "slots by waiting instruction", sum.waited[i], slot[i]);
        law(sm, "slots by causing instruction", sum.caused[i], slot[i]);
    }
    law(sm, "accesses", sum.accesses, sm->home->stats.line_instrs);
    law(sm, "line requests", sum.lines, sm->home->stats.lines);
    law(sm, "shared accesses", sum.shared, sm->home->stats.shared_instrs);
    law(sm, "bank conflicts", sum.conflicts, sm->home->stats.shared_conflicts + sm->home->stats.lane_conflicts);
}
