/* See split.h. */
#include "sm/split.h"

#include "sm/blame.h"
#include "sm/split_state.h"

void split_init(struct sm *sm, struct arena *a)
{
    struct split *s = sm->split = ARENA_NEW(a, struct split);
    s->slots = ARENA_ARRAY(a, struct access_lines, sm->cfg.lsu->slots);
    s->next = NEVER;
    u64 entries = MAX(sm->cfg.maws->entries, sm->cfg.sm->warps);
    for (u64 i = sm->cfg.sm->warps; i < entries; i++)
        s->free |= warp_bit((u32)i);
    s->table = s->free;
}

/* The paper's 18 bytes an entry at 8 lanes: PC 8, instruction count 4, status and priority 1, a bit a lane, miss-free
   cycles 2, latency of the last miss 2 (section 5.4; how they add up is ours). */
u64 split_storage(const struct sm *sm)
{
    return sm->cfg.maws->entries * (8 + 4 + 1 + div_up(sm->cfg.sm->lanes, 8) + 2 + 2);
}

void split_start(struct sm *sm, u32 w)
{
    struct split *s = sm->split;
    s->c[w] = (struct split_ctx){.lanes = lanes_mask((u32)sm->cfg.sm->lanes), .known_at = NEVER, .join_to = -1};
    s->w[w] = (struct split_warp){0};
    for (u32 k = 0; k < sm->n_sched; k++)
        sm->sched[k].depth[w] = 0;
}

/* Another warp may use its entry from now on. */
static void give_back(struct sm *sm, u32 ctx)
{
    struct warp *w = &sm->warps[sm->ctx[ctx].warp];
    w->contexts &= ~warp_bit(ctx);
    sm->ctas[w->cta].contexts &= ~warp_bit(ctx);
    if (ctx < sm->cfg.sm->warps)
        return;
    sm->split->free |= warp_bit(ctx);
    for (u32 k = 0; k < sm->n_sched; k++)
        sm->sched[k].mine &= ~warp_bit(ctx);
}

void split_finished(struct sm *sm, u32 ctx)
{
    give_back(sm, ctx);
    if (!sm->n_warps && sm->split->free != sm->split->table)
        BUG("SM %u: no warp is left, but %u entries of the warp-split table are not free", sm->id,
            popcount64(sm->split->table & ~sm->split->free));
}

void split_release(struct sm *sm, u32 ctx)
{
    struct context *cx = &sm->ctx[ctx];
    if (cx->op)
        sm->want[cx->op->unit] &= ~warp_bit(ctx);
    cx->op = NULL;
    if (cx->state == W_TIMED)
        wheel_leave(sm, ctx);
    warp_to(sm, ctx, W_FREE);
    sm->in[W_FREE] = 0;
    give_back(sm, ctx);
}

void split_take_over(struct sm *sm, u32 to, u32 from)
{
    struct split *s = sm->split;
    if (!s->c[to].mem_lat)
        s->c[to].mem_lat = s->c[from].mem_lat; /* the latency that either has measured */
    s->c[to].mfc = MIN(s->c[to].mfc, s->c[from].mfc);
    if (WATCHED(sm->by_pc))
        blame_absorbed(sm, to, from);
    for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
        sm->ctx[to].ready_at[i] = MAX(sm->ctx[to].ready_at[i], sm->ctx[from].ready_at[i]);
    sm->ctx[to].earliest = MAX(sm->ctx[to].earliest, sm->ctx[from].earliest);
}

void split_absorb(struct sm *sm, u32 to, u32 from)
{
    struct split *s = sm->split;
    s->c[to].lanes |= s->c[from].lanes;
    s->c[to].with |= s->c[from].with;
    s->c[from].with = 0;
    split_take_over(sm, to, from);
    split_release(sm, from);
}

static void absorb(struct sm *sm, u32 to, u32 from)
{
    split_absorb(sm, to, from);
    sm->home->stats.merges++;
}

/* ---- Waiting for each other ---- */

/* The contexts that wait where this one does, if none with lanes in the instruction is still behind; else 0. */
static u64 party(const struct sm *sm, u32 ctx)
{
    const struct split_ctx *c = sm->split->c;
    u64 all = warp_bit(ctx);
    for (u64 m = others(sm, ctx); m; m &= m - 1) {
        u32 k = ctz64(m);
        if (sm->ctx[k].state == W_JOIN && sm->ctx[k].cursor.done == sm->ctx[ctx].cursor.done)
            all |= warp_bit(k);
        else if ((c[k].lanes & c[ctx].raw_active) && sm->ctx[k].cursor.done < sm->ctx[ctx].cursor.done)
            return 0;
    }
    return all;
}

static void try_join(struct sm *sm, u32 warp, u64 cycle)
{
    for (u64 m = sm->warps[warp].contexts & sm->in[W_JOIN]; m; m &= m - 1) {
        u32 to = ctz64(m);
        u64 all = party(sm, to);
        if (!all)
            continue;
        struct split_ctx *c = &sm->split->c[to];
        struct context *cx = &sm->ctx[to];
        for (u64 rest = all & ~warp_bit(to); rest; rest &= rest - 1)
            absorb(sm, to, ctz64(rest));
        cx->next.mask = c->raw_mask & c->lanes;
        cx->next.active = c->raw_active & c->lanes;
        cx->op = c->op;
        sm->want[cx->op->unit] |= warp_bit(to);
        cx->earliest = MAX(cx->earliest, cycle);
        c->skipped = false;
        warp_place(sm, to, cycle);
        m &= ~all | warp_bit(to);
    }
}

bool split_passes(struct sm *sm, u32 ctx)
{
    struct split_ctx *c = &sm->split->c[ctx];
    struct context *cx = &sm->ctx[ctx];
    struct split_warp *w = &sm->split->w[cx->warp];
    if (cx->cursor.done > w->front) {
        w->front = cx->cursor.done;
        w->total += popcount64(cx->next.mask);
    }
    c->raw_mask = cx->next.mask;
    c->raw_active = cx->next.active;
    cx->next.mask &= c->lanes;
    cx->next.active &= c->lanes;
    if (c->branch) { /* after a branch come one of its sides, or both together */
        sm->home->stats.divergent_branches += cx->next.active != c->branch;
        c->branch = 0;
    }
    bool passes = !cx->next.active && others(sm, ctx);
    c->skipped |= passes;
    return passes;
}

static bool awaited(const struct sm *sm, u32 ctx)
{
    for (u64 m = others(sm, ctx) & sm->in[W_JOIN]; m; m &= m - 1)
        if (sm->ctx[ctz64(m)].cursor.done == sm->ctx[ctx].cursor.done)
            return true;
    return false;
}

bool split_last(const struct sm *sm, u32 ctx)
{
    for (u64 m = others(sm, ctx); m; m &= m - 1)
        if (sm->ctx[ctz64(m)].cursor.done < sm->ctx[ctx].cursor.done)
            return false;
    return true;
}

bool split_fetched(struct sm *sm, u32 ctx, u64 cycle)
{
    struct split_ctx *c = &sm->split->c[ctx];
    struct context *cx = &sm->ctx[ctx];
    const struct sm_op *o = cx->op;
    if (!others(sm, ctx)) {
        c->skipped = false;
        return true;
    }
    bool loop = (o->flags & SI_BACK) && sm->cfg.maws->bypass;
    bool timed = cx->cursor.from->gated && cx->cursor.done == cx->cursor.from->instrs;
    if (!c->skipped && !timed && !awaited(sm, ctx) && o->cls != SI_BARRIER &&
        (!(o->flags & SI_COND) || o->cls != SI_CONTROL || loop))
        return true;
    sm->want[o->unit] &= ~warp_bit(ctx);
    c->op = o;
    cx->op = NULL;
    warp_to(sm, ctx, W_JOIN);
    try_join(sm, cx->warp, cycle);
    return cx->op != NULL;
}

bool split_ended(struct sm *sm, u32 ctx, u64 cycle)
{
    const struct split_warp *w = &sm->split->w[sm->ctx[ctx].warp];
    u32 warp = sm->ctx[ctx].warp;
    if (!others(sm, ctx)) {
        if (w->issued != w->total)
            BUG("SM %u, warp %u: %llu lanes' instructions were issued, its stream has %llu", sm->id, warp,
                (unsigned long long)w->issued, (unsigned long long)w->total);
        return false;
    }
    split_release(sm, ctx);
    try_join(sm, warp, cycle);
    return true;
}

/* ---- Accesses ---- */

void split_access(struct sm *sm, const struct lsu_entry *e)
{
    struct access_lines *a = &sm->split->slots[e->slot];
    struct split_ctx *c = &sm->split->c[e->warp];
    a->n = e->n;
    for (u32 i = 0; i < e->n; i++) {
        a->line[i] = e->lines[i].line;
        a->lanes[i] = e->lines[i].lanes;
    }
    c->accessing = sm->ctx[e->warp].next.mask;
    c->answered = c->hits = 0;
    c->missed = 0;
    c->hit = c->stalled = false;
    c->known_at = NEVER;
    c->issued_at = e->start - 1;
}

void split_sent(struct sm *sm, const struct lsu_entry *e, u64 cycle)
{
    struct split_ctx *c = &sm->split->c[e->warp];
    if (e->space != SI_GLOBAL && e->space != SI_LOCAL)
        return;
    c->known_at = cycle + 1 + smmem_hit_latency(sm->mem);
    sm->split->next = MIN(sm->split->next, c->known_at);
}

void split_reply(struct sm *sm, const struct req *r)
{
    const struct access_lines *a = &sm->split->slots[r->token];
    struct split_ctx *c = &sm->split->c[sm->lsu.slots[r->token].warp];
    for (u32 i = 0; i < a->n; i++) /* replies to several requests for one line come in order */
        if (a->line[i] == r->line && a->lanes[i] & ~c->answered) {
            c->answered |= a->lanes[i];
            c->missed |= r->flags & RQF_HIT ? 0 : a->lanes[i];
            break;
        }
    c->hit |= (r->flags & RQF_HIT) != 0;
}

/* Contexts that have completed the access and not yet issued the next instruction wait for it again, so that the
   warp's lanes are in one place. */
static void gather(struct sm *sm, u32 ctx)
{
    struct split_ctx *c = sm->split->c;
    bool by_pc = sm->cfg.maws->merge == MERGE_PC;
    for (u64 m = others(sm, ctx) & (sm->in[W_READY] | sm->in[W_TIMED]); m; m &= m - 1) {
        u32 k = ctz64(m);
        if (!c[k].with && sm->ctx[k].cursor.done == sm->ctx[ctx].cursor.done + 1)
            absorb(sm, ctx, k);
        else if (by_pc && c[k].last_pc == sm->ctx[ctx].next.pc && split_near(sm, ctx, k))
            split_lead(sm, ctx, k, true);
    }
}

/* Does k wait for the same access? by_pc: for one by the same instruction? */
static bool same_access(const struct sm *sm, u32 ctx, u32 k, bool by_pc)
{
    const struct context *a = &sm->ctx[ctx], *b = &sm->ctx[k];
    if (sm->split->c[k].join_to >= 0)
        return false;
    return by_pc ? a->next.pc == b->next.pc && split_near(sm, ctx, k) : a->cursor.done == b->cursor.done;
}

void split_suspended(struct sm *sm, u32 ctx)
{
    struct split_ctx *c = sm->split->c;
    gather(sm, ctx);
    for (u32 by_pc = 0; by_pc <= (sm->cfg.maws->merge == MERGE_PC); by_pc++)
        for (u64 m = others(sm, ctx) & sm->in[W_MEMORY]; m; m &= m - 1) {
            u32 k = ctz64(m);
            if (!same_access(sm, ctx, k, by_pc))
                continue;
            c[ctx].join_to = (i8)k;
            c[k].joins++;
            return;
        }
}

void split_set_depth(struct sm *sm, u32 ctx, u64 depth)
{
    for (u32 k = 0; k < sm->n_sched; k++)
        sm->sched[k].depth[ctx] = depth;
}

void split_resume(struct sm *sm, u32 ctx, u64 cycle)
{
    struct context *cx = &sm->ctx[ctx];
    cx->earliest = MAX(cx->earliest, cycle);
    warp_fetch(sm, ctx, cycle);
    if (cx->op)
        warp_place(sm, ctx, cycle);
}

static void count_divergent(struct sm *sm, u32 degree)
{
    u64 *by_degree = &sm->home->stats.degree_1;
    sm->home->stats.divergent_accesses++;
    by_degree[MIN(degree, 8) - 1]++;
}

bool split_done(struct sm *sm, u32 ctx, u64 cycle)
{
    struct split *s = sm->split;
    struct split_ctx *c = &s->c[ctx];
    if (c->missed && c->hit)
        count_divergent(sm, popcount64(c->missed));
    sm->home->stats.miss_accesses += c->missed != 0;
    if (c->missed) {
        c->mem_lat = cycle - c->issued_at;
        s->sum_mfc += c->mfc;
        split_set_depth(sm, ctx, c->mfc);
        c->mfc = 0;
    }
    c->known_at = NEVER;
    c->hits = c->accessing = 0;
    c->missed = 0;
    c->hit = c->stalled = false;
    if (c->join_to < 0)
        return !c->joins;
    u32 to = (u32)c->join_to;
    c->join_to = -1;
    if (sm->ctx[to].cursor.done == sm->ctx[ctx].cursor.done)
        absorb(sm, to, ctx);
    else
        split_lead(sm, to, ctx, false);
    s->c[to].joins--;
    const struct context *t = &sm->ctx[to];
    if (!s->c[to].joins && !t->loads && !t->stores)
        split_resume(sm, to, cycle);
    return false;
}

void split_issued(struct sm *sm, u32 ctx)
{
    struct split *s = sm->split;
    const struct sm_op *o = sm->ctx[ctx].op;
    if (o->cls == SI_CONTROL && (o->flags & (SI_COND | SI_BACK)) == SI_COND) {
        s->c[ctx].branch = sm->ctx[ctx].next.active;
        sm->home->stats.cond_branches++;
    }
    s->w[sm->ctx[ctx].warp].issued += popcount64(sm->ctx[ctx].next.mask);
    s->c[ctx].last_pc = sm->ctx[ctx].next.pc;
    s->c[ctx].mfc++;
    s->sum_mfc -= s->sum_mfc != 0;
    u64 depth = sm->sched[0].depth[ctx];
    if (depth)
        split_set_depth(sm, ctx, depth - 1);
}

void split_folded(struct sm *sm, u32 ctx)
{
    sm->split->w[sm->ctx[ctx].warp].issued += popcount64(sm->ctx[ctx].next.mask);
}

u64 split_behind(const struct sm *sm, u64 ready)
{
    u64 keep = ready;
    for (u64 m = ready; m; m &= m - 1) {
        u32 k = ctz64(m);
        u64 done = split_group_least(sm, k), last = done;
        for (u64 o = others(sm, k) & ~sm->split->c[k].with; o; o &= o - 1) {
            u64 theirs = split_group_least(sm, ctz64(o));
            last = MIN(last, theirs);
            if ((ready & o & -o) && theirs < done)
                keep &= ~warp_bit(k);
        }
        if (done - last > sm->cfg.maws->ahead)
            keep &= ~warp_bit(k);
    }
    return keep;
}

/* ---- Splitting ---- */

u32 split_new(struct sm *sm, u32 like, u64 cycle)
{
    struct split *s = sm->split;
    struct context *cx = &sm->ctx[like];
    u32 k = ctz64(s->free);
    struct context *n = &sm->ctx[k];
    s->free &= s->free - 1;
    *n = *cx;
    n->ready_at = cx->tenant->scoreboard + k * cx->tenant->kernel->n_regs;
    for (u32 i = 0; i < sm->home->kernel->n_regs; i++)
        n->ready_at[i] = cx->ready_at[i] == NEVER ? cycle : cx->ready_at[i];
    if (WATCHED(sm->by_pc))
        blame_divided(sm, k, like);
    n->loads = n->stores = 0;
    n->op = NULL;
    n->state = W_FREE;
    s->c[k] = s->c[like];
    s->c[k].known_at = NEVER;
    s->c[k].hits = s->c[k].accessing = 0;
    s->c[k].missed = 0;
    s->c[k].with = 0;
    s->c[k].hit = s->c[k].stalled = false;
    sm->warps[cx->warp].contexts |= warp_bit(k);
    cta_of(sm, like)->contexts |= warp_bit(k);
    for (u32 i = 0; i < sm->n_sched; i++) {
        sm->sched[i].age[k] = sm->sched[i].age[like];
        if (sm->sched[i].mine >> like & 1)
            sm->sched[i].mine |= warp_bit(k);
    }
    return k;
}

/* The lanes that hit go on; the others keep the context and what it waits for. */
static void divide(struct sm *sm, u32 ctx, u64 hits, u64 cycle)
{
    struct split_ctx *c = &sm->split->c[ctx];
    if (c->joins || c->join_to >= 0)
        return;
    int k = split_leave(sm, ctx, hits, cycle);
    if (k < 0)
        return;
    c->accessing &= ~hits;
    c->hits = 0;
    split_set_depth(sm, (u32)k, c->mfc); /* rMFC': as long as it went before */
    sm->home->stats.splits++;
    split_resume(sm, (u32)k, cycle);
}

/* The miss-free cycles left to warps that do not wait for a miss. */
static u64 miss_free(const struct sm *sm)
{
    const struct split *s = sm->split;
    u64 n = 0;
    if (sm->cfg.maws->sum == MAWS_COUNTER)
        return s->sum_mfc;
    for (u64 m = sm->in[W_READY] | sm->in[W_TIMED] | sm->in[W_MEMORY]; m; m &= m - 1)
        n += s->c[ctz64(m)].stalled ? 0 : sm->sched[0].depth[ctz64(m)];
    return n;
}

static void decide(struct sm *sm, u32 ctx, u64 cycle)
{
    struct split *s = sm->split;
    struct split_ctx *c = &s->c[ctx];
    u64 missing = c->accessing & ~c->answered & split_group_lanes(sm, ctx);
    u64 hits = split_group_active(sm, ctx) & ~missing;
    c->stalled = missing != 0;
    if (!missing || !hits || sm->ctx[ctx].state != W_MEMORY)
        return;
    switch (sm->cfg.maws->policy) {
    case MAWS_AGGRESS: divide(sm, ctx, hits, cycle); break;
    case MAWS_LAZY: c->hits = hits; break;
    case MAWS_LATSPEC:
        if (miss_free(sm) + c->mfc < c->mem_lat)
            divide(sm, ctx, hits, cycle);
        break;
    default: break;
    }
}

void split_decide(struct sm *sm, u64 cycle)
{
    struct split *s = sm->split;
    if (cycle < s->next)
        return;
    s->next = NEVER;
    for (u64 m = sm->in[W_MEMORY]; m; m &= m - 1) {
        u32 k = ctz64(m);
        if (s->c[k].known_at <= cycle) {
            s->c[k].known_at = NEVER;
            decide(sm, k, cycle);
        }
    }
    for (u64 m = sm->in[W_MEMORY]; m; m &= m - 1)
        s->next = MIN(s->next, s->c[ctz64(m)].known_at);
}

/* Lazy: only if no context can issue now or will without an event. A context that goes on may come no further than
   the next branch: then the next context goes on. */
void split_idle(struct sm *sm, u64 cycle)
{
    u64 tried = 0;
    while (sm->cfg.maws->policy == MAWS_LAZY && !sm->in[W_READY] && !sm->in[W_TIMED]) {
        u64 left = sm->in[W_MEMORY] & ~tried;
        if (!left)
            return;
        u32 k = ctz64(left);
        struct split_ctx *c = &sm->split->c[k];
        tried |= warp_bit(k);
        if (c->hits)
            divide(sm, k, c->hits, cycle + 1);
    }
}

u64 split_next(const struct sm *sm)
{
    return sm->split->next;
}
