/* Contexts of a warp that issue as one instruction though they are in different places of its stream (maws.merge=pc):
   the same instruction of another iteration. One leads; the others (W_LED) have a cursor and lanes, and nothing else
   of their own: what the group issues has the lanes of all and, of a memory instruction, each lane's own address.
   They part where their next instructions differ. Without maws.merge=pc there are no groups, and `with` is always 0.
 */
#include "sm/blame.h"
#include "sm/split_state.h"

u64 split_group_lanes(const struct sm *sm, u32 ctx)
{
    const struct split_ctx *c = sm->split->c;
    u64 lanes = c[ctx].lanes;
    for (u64 m = c[ctx].with; m; m &= m - 1)
        lanes |= c[ctz64(m)].lanes;
    return lanes;
}

u64 split_group_active(const struct sm *sm, u32 ctx)
{
    const struct split_ctx *c = sm->split->c;
    u64 active = c[ctx].raw_active & c[ctx].lanes;
    for (u64 m = c[ctx].with; m; m &= m - 1) { /* those that have done the access can go on in any case */
        const struct split_ctx *k = &c[ctz64(m)];
        active |= k->decoded ? k->lanes : k->raw_active & k->lanes;
    }
    return active;
}

u64 split_group_least(const struct sm *sm, u32 ctx)
{
    u64 least = sm->ctx[ctx].cursor.done;
    for (u64 m = sm->split->c[ctx].with; m; m &= m - 1)
        least = MIN(least, sm->ctx[ctz64(m)].cursor.done);
    return least;
}

static u64 group_most(const struct sm *sm, u32 ctx)
{
    u64 most = sm->ctx[ctx].cursor.done;
    for (u64 m = sm->split->c[ctx].with; m; m &= m - 1)
        most = MAX(most, sm->ctx[ctz64(m)].cursor.done);
    return most;
}

bool split_near(const struct sm *sm, u32 a, u32 b)
{
    u64 least = MIN(split_group_least(sm, a), split_group_least(sm, b));
    return MAX(group_most(sm, a), group_most(sm, b)) - least <= sm->cfg.maws->ahead;
}

void split_lead(struct sm *sm, u32 to, u32 from, bool decoded)
{
    struct split_ctx *c = sm->split->c;
    struct context *cx = &sm->ctx[from];
    u64 all = c[from].with | warp_bit(from);
    for (u64 m = all; m; m &= m - 1) {
        u32 k = ctz64(m);
        c[k].with = 0;
        c[k].decoded |= decoded;
        if (decoded)
            c[k].op = cx->op;
    }
    cx->next.mask &= c[from].lanes; /* it was the group's */
    cx->next.active &= c[from].lanes;
    split_take_over(sm, to, from);
    if (cx->op)
        sm->want[cx->op->unit] &= ~warp_bit(from);
    cx->op = NULL;
    if (cx->state == W_TIMED)
        wheel_leave(sm, from);
    warp_to(sm, from, W_LED);
    c[to].with |= all;
    sm->home->stats.merges++;
}

/* ---- The next instruction ---- */

/* The context inherits what the group's leader has done. */
static void inherit(struct sm *sm, u32 ctx, u32 leader)
{
    struct split_ctx *c = sm->split->c;
    struct context *cx = &sm->ctx[ctx];
    const struct context *of = &sm->ctx[leader];
    for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
        cx->ready_at[i] = of->ready_at[i];
    cx->earliest = of->earliest;
    cx->fetched = of->fetched;
    cx->op = of->op;
    c[ctx].mfc = c[leader].mfc;
    c[ctx].mem_lat = c[leader].mem_lat;
    c[ctx].last_pc = c[leader].last_pc;
    split_set_depth(sm, ctx, sm->sched[0].depth[leader]);
    if (WATCHED(sm->by_pc))
        blame_divided(sm, ctx, leader);
}

/* The contexts of `set` whose next instruction is the same. */
static u64 alike(const struct sm *sm, u32 ctx, u64 set)
{
    const struct context *a = &sm->ctx[ctx];
    u64 with = 0;
    if (a->op->cls == SI_BARRIER || a->op->cls == SI_FENCE)
        return 0;
    for (u64 m = set; m; m &= m - 1) {
        const struct context *b = &sm->ctx[ctz64(m)];
        bool apart = a->next.shape != ADDR_NONE && b->next.shape != ADDR_NONE && a->next.space != b->next.space;
        if (b->op == a->op && !apart)
            with |= warp_bit(ctz64(m));
    }
    return with;
}

static void add_addresses(struct stream_instr *to, const struct stream_instr *from)
{
    if (from->shape == ADDR_NONE)
        return;
    if (to->shape == ADDR_NONE)
        to->space = from->space;
    else if (to->shape != ADDR_SCATTERED)
        for (u64 m = to->mask; m; m &= m - 1)
            to->addr[ctz64(m)] = stream_lane_addr(to, ctz64(m));
    to->shape = ADDR_SCATTERED;
    for (u64 m = from->mask; m; m &= m - 1)
        to->addr[ctz64(m)] = stream_lane_addr(from, ctz64(m));
}

/* `from`, which has the same next instruction, issues it together with `to`. */
static void combine(struct sm *sm, u32 to, u32 from)
{
    struct split_ctx *c = sm->split->c;
    struct context *a = &sm->ctx[to], *b = &sm->ctx[from];
    add_addresses(&a->next, &b->next);
    a->next.mask |= b->next.mask;
    a->next.active |= b->next.active;
    if (a->cursor.done == b->cursor.done) {
        split_absorb(sm, to, from);
        return;
    }
    split_take_over(sm, to, from);
    sm->want[b->op->unit] &= ~warp_bit(from);
    b->op = NULL;
    c[to].with |= warp_bit(from);
}

static void regroup(struct sm *sm, u32 leader, u64 set)
{
    for (u64 with = alike(sm, leader, set); with; with &= with - 1)
        combine(sm, leader, ctz64(with));
}

bool split_leads(const struct sm *sm, u32 ctx)
{
    return sm->split->c[ctx].with || sm->split->c[ctx].decoded;
}

static void fetch_member(struct sm *sm, u32 ctx, u64 cycle)
{
    struct split_ctx *c = &sm->split->c[ctx];
    if (!c->decoded) {
        warp_fetch_one(sm, ctx, cycle);
        return;
    }
    c->decoded = false;
    sm->ctx[ctx].op = c->op;
    sm->want[c->op->unit] |= warp_bit(ctx);
}

void split_fetch(struct sm *sm, u32 ctx, u64 cycle)
{
    struct split_ctx *c = sm->split->c;
    u64 with = c[ctx].with, set = 0, at = cycle + (sm->ctx[ctx].state == W_READY);
    c[ctx].with = 0;
    for (u64 m = with; m; m &= m - 1)
        if (!c[ctz64(m)].decoded)
            inherit(sm, ctz64(m), ctx);
    fetch_member(sm, ctx, cycle);
    for (u64 m = with; m; m &= m - 1)
        fetch_member(sm, ctz64(m), cycle);
    for (u64 m = with & sm->in[W_LED]; m; m &= m - 1)
        set |= sm->ctx[ctz64(m)].op ? m & -m : 0;
    if (sm->ctx[ctx].op) {
        regroup(sm, ctx, set);
        set &= ~c[ctx].with;
    }
    for (set &= sm->in[W_LED]; set; set &= sm->in[W_LED]) { /* some have become part of another context */
        u32 k = ctz64(set);
        set &= set - 1;
        regroup(sm, k, set);
        set &= ~c[k].with;
        sm->ctx[k].earliest = MAX(sm->ctx[k].earliest, at);
        warp_place(sm, k, cycle);
    }
}

/* ---- Parting ---- */

/* Swaps the leader with another member: what the group waits for stays with the leader. */
static void swap(struct sm *sm, u32 a, u32 b)
{
    struct split_ctx *c = sm->split->c;
    struct context *x = &sm->ctx[a], *y = &sm->ctx[b];
    struct stream_cursor cursor = x->cursor;
    struct stream_instr next = x->next;
    u64 lanes = c[a].lanes, raw_mask = c[a].raw_mask, raw_active = c[a].raw_active;
    ENSURE(!c[b].decoded);
    x->cursor = y->cursor;
    y->cursor = cursor;
    x->next = y->next;
    y->next = next;
    c[a].lanes = c[b].lanes;
    c[a].raw_mask = c[b].raw_mask;
    c[a].raw_active = c[b].raw_active;
    c[b].lanes = lanes;
    c[b].raw_mask = raw_mask;
    c[b].raw_active = raw_active;
}

/* The members that have left form a group of their own. */
static u32 lead_gone(struct sm *sm, u32 ctx, u64 gone, u64 cycle)
{
    struct split_ctx *c = sm->split->c;
    u32 lead = ctz64(gone);
    for (u64 m = gone; m && c[lead].decoded; m &= m - 1)
        lead = c[ctz64(m)].decoded ? lead : ctz64(m);
    c[ctx].with &= ~gone;
    c[lead].with = gone & ~warp_bit(lead);
    if (sm->ctx[lead].state == W_LED && !c[lead].decoded) {
        inherit(sm, lead, ctx);
        sm->ctx[lead].op = NULL;
        for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
            if (sm->ctx[lead].ready_at[i] == NEVER)
                sm->ctx[lead].ready_at[i] = cycle;
    }
    for (u64 m = c[lead].with; m; m &= m - 1)
        if (sm->ctx[ctz64(m)].state != W_LED)
            warp_to(sm, ctz64(m), W_LED);
    return lead;
}

int split_leave(struct sm *sm, u32 ctx, u64 hits, u64 cycle)
{
    struct split *s = sm->split;
    struct split_ctx *c = s->c;
    u64 all = c[ctx].with | warp_bit(ctx), both = 0, gone = 0;
    u32 stays = SM_MAX_WARPS;
    for (u64 m = all; m; m &= m - 1) {
        u32 k = ctz64(m);
        both += (c[k].lanes & hits) && (c[k].lanes & ~hits);
        if (c[k].lanes & ~hits && (stays == SM_MAX_WARPS || k == ctx))
            stays = k;
    }
    if (both > popcount64(s->free))
        return -1;
    ENSURE(stays < SM_MAX_WARPS);
    if (stays != ctx)
        swap(sm, ctx, stays);
    for (u64 m = all; m; m &= m - 1) {
        u32 k = ctz64(m);
        if (!(c[k].lanes & hits))
            continue;
        if (!(c[k].lanes & ~hits)) {
            gone |= warp_bit(k);
            continue;
        }
        u32 n = split_new(sm, ctx, cycle);
        sm->ctx[n].cursor = sm->ctx[k].cursor;
        sm->ctx[n].next = sm->ctx[k].next;
        c[n].raw_mask = c[k].raw_mask;
        c[n].raw_active = c[k].raw_active;
        c[n].lanes = c[k].lanes & hits;
        c[k].lanes &= ~hits;
        gone |= warp_bit(n);
    }
    return (int)lead_gone(sm, ctx, gone, cycle);
}
