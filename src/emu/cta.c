/* A CTA: its warps, shared memory and barriers. Warps run in turns, each until it reaches a barrier, ends, or has
   used up its slice; so warps that wait for each other through memory make progress, and the order is always the
   same. A warp that waits for memory to change is skipped: park.c. */
#include <string.h>

#include "emu/async.h"
#include "emu/code.h"
#include "emu/native.h"
#include "emu/ops.h"
#include "emu/park.h"

static u32 sreg_value(const struct launch *l, u32 sreg, u32 comp, u32 warp, u32 lane)
{
    u32 t = warp * l->lanes + lane;
    u32 id = lane & 31; /* a warp of 64 lanes counts as two: see ops_warp.c */
    u64 bit = 1ull << id;
    switch (sreg) {
    case SR_NTID: return comp < 3 ? l->block[comp] : 0;
    case SR_NCTAID: return comp < 3 ? l->grid[comp] : 0;
    case SR_LANEID: return id;
    case SR_WARPID: return t / MIN(l->lanes, 32);
    case SR_NWARPID: return (u32)div_up(l->threads, MIN(l->lanes, 32));
    case SR_NSMID: return MAX(l->sms, 1);
    case SR_LANEMASK_EQ: return (u32)bit;
    case SR_LANEMASK_LE: return (u32)(bit | (bit - 1));
    case SR_LANEMASK_LT: return (u32)(bit - 1);
    case SR_LANEMASK_GE: return (u32) ~(bit - 1);
    case SR_LANEMASK_GT: return (u32) ~(bit | (bit - 1));
    case SR_DYNAMIC_SMEM_SIZE: return l->dynamic_shared;
    case SR_TOTAL_SMEM_SIZE: return l->shared_bytes;
    case SR_AGGR_SMEM_SIZE: return l->shared_bytes * l->cluster_ctas;
    case SR_NCLUSTERID: return comp < 3 ? l->grid[comp] / l->cluster[comp] : 0;
    case SR_CLUSTER_NCTAID: return comp < 3 ? l->cluster[comp] : 0;
    case SR_CLUSTER_NCTARANK: return l->cluster_ctas;
    case SR_ENVREG: return comp == 31 ? l->seat : 0;
    default: return 0;
    }
}

/* Special registers that are equal in all threads of a CTA and differ between CTAs */
static bool is_of_cta(u32 sreg)
{
    return sreg == SR_CTAID || sreg == SR_SMID || sreg == SR_CLUSTERID || sreg == SR_CLUSTER_CTAID ||
           sreg == SR_CLUSTER_CTARANK;
}

static u32 cta_value(const struct cta *c, u32 sreg, u32 comp)
{
    if (sreg == SR_SMID)
        return c->sm;
    if (sreg == SR_CLUSTER_CTARANK)
        return cluster_rank(c->launch, c->id);
    u32 id = comp < 3 ? c->id[comp] : 0, n = comp < 3 ? c->launch->cluster[comp] : 1;
    return sreg == SR_CTAID ? id : sreg == SR_CLUSTERID ? id / n : id % n;
}

/* %tid of a warp's lanes, by counting: dividing for each lane would take as long as a short kernel. */
static void fill_tid(const struct launch *l, u32 comp, u32 warp, u32a *lane)
{
    const u32 bx = l->block[0], by = l->block[1], first = warp * l->lanes;
    u32 at[3] = {first % bx, first / bx % by, first / bx / by};
    for (u32 j = 0; j < l->lanes; j++) {
        lane[j] = comp < 3 ? at[comp] : 0;
        if (++at[0] < bx)
            continue;
        at[0] = 0;
        if (++at[1] < by)
            continue;
        at[1] = 0;
        at[2]++;
    }
}

static bool differs_by_lane(u32 sreg)
{
    return sreg == SR_LANEID || sreg == SR_WARPID || sreg == SR_LANEMASK_EQ || sreg == SR_LANEMASK_LE ||
           sreg == SR_LANEMASK_LT || sreg == SR_LANEMASK_GE || sreg == SR_LANEMASK_GT;
}

/* One number for all lanes. */
static void fill_same(u32a *lane, u32 lanes, u32 value)
{
    if (lanes == 32)
        LANES(32) lane[i] = value;
    else
        LANES(lanes) lane[i] = value;
}

static void fill_sreg(const struct launch *l, const struct prog_sreg *s, u32 warp, u32a *lane)
{
    if (s->sreg == SR_TID) {
        fill_tid(l, s->comp, warp, lane);
    } else if (differs_by_lane(s->sreg)) {
        for (u32 j = 0; j < l->lanes; j++)
            lane[j] = sreg_value(l, s->sreg, s->comp, warp, j);
    } else {
        fill_same(lane, l->lanes, sreg_value(l, s->sreg, s->comp, warp, 0));
    }
}

static void fill_sregs(struct cta *c, bool all)
{
    const struct prog *p = c->launch->prog;
    for (size_t n = 0; n < p->sregs.n; n++) {
        const struct prog_sreg *s = &p->sregs.at[n];
        if (!all && !is_of_cta(s->sreg))
            continue;
        for (u32 k = 0; k < c->n_warps; k++) {
            u32a *lane = reg_at(&c->warps[k], s->at);
            const u32 cta = is_of_cta(s->sreg) ? cta_value(c, s->sreg, s->comp) : 0;
            if (is_of_cta(s->sreg))
                fill_same(lane, p->lanes, cta);
            else
                fill_sreg(c->launch, s, k, lane);
        }
    }
}

/* cta_start clears what must be 0 in each of its CTAs: registers, predicates, shared memory. */
struct cta *cta_new(struct launch *l)
{
    if (l->free_ctas) {
        struct cta *c = l->free_ctas;
        l->free_ctas = c->next_free;
        return c;
    }
    const struct prog *p = l->prog;
    struct cta *c = xcalloc(1, sizeof *c);
    c->launch = l;
    c->n_warps = l->n_warps;
    c->warps = aligned_alloc(128, align_up(sizeof *c->warps * c->n_warps, 128));
    c->regs = aligned_alloc(128, align_up((u64)p->reg_bytes * c->n_warps, 128));
    ENSURE(c->warps && c->regs);
    c->preds = xcalloc((size_t)c->n_warps * (p->n_preds + 1), sizeof(u64));
    c->shared = xmalloc(l->shared_bytes + 64);
    memset(c->shared + l->shared_bytes, 0, 64);
    if (l->dev->opt.check_uninit)
        c->shared_written = xcalloc(l->shared_bytes + 1, 1);
    c->streams = xcalloc(c->n_warps, sizeof *c->streams);
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        memset(w, 0, offsetof(struct warp, tmp));
        w->base[0] = c->regs + (size_t)p->reg_bytes * i;
        w->base[1] = p->consts ? p->consts - 1 : NULL;
        w->pred = c->preds + (size_t)i * (p->n_preds + 1);
        w->lanes = l->lanes;
        w->index = i;
        w->cta = c;
        w->launch = l;
    }
    fill_sregs(c, true);
    return c;
}

void cta_free(struct cta *c)
{
    for (u32 i = 0; i < c->n_warps; i++) {
        VEC_FREE(&c->warps[i].stack);
        VEC_FREE(&c->warps[i].calls);
        VEC_FREE(&c->warps[i].save);
        free(c->warps[i].local);
        stream_free(&c->streams[i]);
    }
    free(c->warps);
    free(c->regs);
    free(c->preds);
    free(c->uni);
    free(c->shared);
    free(c->shared_written);
    free(c->streams);
    free(c);
}

/* Its warps run translated code from the start, if there is any by now. */
static void start_native(struct cta *c)
{
    struct native_code *n = c->launch->native;
    size_t each = n ? n->n_uni + 1 : 0;
    if (n && !c->uni)
        c->uni = xcalloc(each * c->n_warps, sizeof *c->uni);
    else if (n)
        memset(c->uni, 0, each * c->n_warps * sizeof *c->uni);
    for (u32 i = 0; i < c->n_warps; i++) {
        c->warps[i].native = n;
        c->warps[i].uni = n ? c->uni + each * i : NULL;
    }
}

void cta_start(struct cta *c, u64 index)
{
    struct launch *l = c->launch;
    const struct prog *p = l->prog;
    c->index = index;
    c->id[0] = (u32)(index % l->grid[0]);
    c->id[1] = (u32)(index / l->grid[0] % l->grid[1]);
    c->id[2] = (u32)(index / l->grid[0] / l->grid[1]);
    c->n_ended = 0;
    c->asleep = false;
    memset(c->bars, 0, sizeof c->bars);
    memset(c->shared, 0, l->shared_bytes);
    if (c->shared_written)
        memset(c->shared_written, 0, l->shared_bytes);
    memset(c->preds, 0, (size_t)c->n_warps * (p->n_preds + 1) * sizeof(u64));
    start_native(c);
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        memset(w->base[0], 0, p->sink);
        u32 threads = MIN(l->threads - i * l->lanes, l->lanes);
        w->alive = w->active = lanes_mask(threads);
        w->cc = 0;
        w->pc = 0;
        w->rpc = NO_PC;
        w->func = &p->funcs[0];
        w->stack.n = w->calls.n = w->save.n = 0;
        w->fp = 0;
        w->instrs = 0;
        w->state = WARP_READY;
        w->spins = w->parked = false;
        w->polls = 0;
        w->alone_at = NO_PC;
        w->again = 0;
        w->suspended_at = w->cluster_arrived = 0;
        w->cluster_waits = w->met = false;
        w->spin_at = UINT64_MAX;
        if (w->local)
            memset(w->local, 0, (size_t)w->local_bytes * w->lanes);
        warp_need_local(w, w->func->frame_bytes);
        stream_free(&c->streams[i]);
        c->streams[i] = (struct stream){.pool = &l->pool};
        stream_writer_init(&w->out, &c->streams[i], p->si, l->lanes, l->discard);
    }
    cluster_enter(c);
    fill_sregs(c, false);
    l->counts.ctas++;
}

static void bar_result(struct warp *w, const struct uop *u, u64 exec, const struct barrier *b)
{
    bool v = u->in->sub == SUB_AND ? b->red_count == b->red_threads : b->red_count != 0;
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | (v ? exec : 0);
    if (u->in->sub == SUB_POPC)
        for (u32 i = 0; i < w->lanes; i++)
            if (exec >> i & 1)
                ((u32a *)reg_at(w, u->d))[i] = b->red_count;
}

/* Releases the warps at barrier `id` if enough have arrived. */
static void bar_check(struct cta *c, u32 id)
{
    struct barrier *b = &c->bars[id];
    if (!b->arrived)
        return;
    u32 need = b->expected ? b->expected : (c->n_warps - c->n_ended) * c->launch->lanes;
    if (b->arrived < need)
        return;
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        if (w->state != WARP_AT_BARRIER || w->bar_id != id)
            continue;
        w->state = WARP_READY;
        if (id < N_BARRIERS && is_bar_red(w->bar_uop->in))
            bar_result(w, w->bar_uop, w->bar_exec, b);
    }
    *b = (struct barrier){0};
}

enum warp_stop cta_arrive(struct warp *w, struct uop *u, u64 exec, u32 id, u32 threads, bool wait)
{
    struct cta *c = w->cta;
    if (id >= N_BARRIERS || threads > c->n_warps * w->lanes) {
        fault_at(w, u, ctz64(exec), EF_BARRIER, 0, 0,
                 "barrier %u with %u threads: there are %u barriers, and the CTA has %u threads", id, threads,
                 N_BARRIERS, w->launch->threads);
        return WS_FAULT;
    }
    struct barrier *b = &c->bars[id];
    stream_put_barrier(&w->out, u->pc, w->active, exec, id, threads);
    warp_count(w, 1, exec);
    w->launch->counts.barriers++;
    if (b->arrived && b->expected != threads) {
        fault_at(w, u, ctz64(exec), EF_BARRIER, 0, 0,
                 "barrier %u expects %u threads here, but %u where other warps wait", id, threads, b->expected);
        return WS_FAULT;
    }
    b->expected = threads;
    b->arrived += w->lanes;
    if (is_bar_red(u->in)) {
        u64 p = u->r == NO_OPERAND ? 0 : w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0);
        b->red_count += popcount64(p & exec);
        b->red_threads += popcount64(exec);
    }
    if (wait) {
        w->state = WARP_AT_BARRIER;
        w->bar_id = (u8)id;
        w->bar_uop = u;
        w->bar_exec = exec;
    }
    bar_check(c, id);
    return w->state == WARP_AT_BARRIER ? WS_BARRIER : WS_GO;
}

bool cta_meet(struct warp *w, const struct uop *u, u64 exec)
{
    u32 id = N_BARRIERS + w->index / 4;
    struct barrier *b = &w->cta->bars[id];
    if (w->met || id >= N_BARRIERS + N_GROUPS) {
        w->met = false;
        return true;
    }
    w->pc = u->pc; /* comes here again */
    w->state = WARP_AT_BARRIER;
    w->bar_id = (u8)id;
    w->bar_uop = u;
    w->bar_exec = exec;
    w->met = true;
    b->expected = 4 * w->lanes;
    b->arrived += w->lanes;
    bar_check(w->cta, id);
    if (w->state == WARP_AT_BARRIER)
        return false;
    w->met = false;
    return true;
}

/* A path waits for another path of the same warp (a lock whose holder stands at the loop's end). Since Volta threads
   progress independently: the waiting path goes onto the stack and the other one runs; they meet again one level
   further out. False: there is no other path. */
bool warp_yield(struct warp *w)
{
    if (!w->stack.n || w->stack.at[w->stack.n - 1].is_call)
        return false;
    if (w->yield_at != w->launch->changes) {
        w->yield_at = w->launch->changes;
        w->yields = 0;
    }
    struct stack_entry *top = &w->stack.at[w->stack.n - 1], other = *top;
    other.mask &= ~w->active;
    if (!other.mask || w->yields > 2 * w->stack.n + 8)
        return false;
    native_leave(w); /* paths no longer meet where the native code's plan says */
    w->yields++;
    bool sibling = other.mask == top->mask; /* otherwise it is the continuation behind the paths' meeting point */
    *top = (struct stack_entry){.mask = w->active, .pc = w->pc, .rpc = sibling ? w->rpc : other.rpc, .yielded = true};
    w->active = other.mask;
    w->pc = other.pc;
    w->rpc = other.rpc;
    return true;
}

static bool fault_barrier(struct cta *c)
{
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        if (w->state != WARP_AT_BARRIER)
            continue;
        u32 here = 0, elsewhere = 0;
        for (u32 k = 0; k < c->n_warps; k++)
            if (c->warps[k].state == WARP_AT_BARRIER)
                *(c->warps[k].bar_id == w->bar_id ? &here : &elsewhere) += 1;
        struct barrier *b = &c->bars[w->bar_id];
        if (w->bar_id >= N_BARRIERS)
            return fault_at(w, w->bar_uop, ctz64(w->bar_exec), EF_BARRIER, 0, 0,
                            "%s is executed by a warp group: %u of its 4 warps have come here, and no other will",
                            w->bar_uop->in->text, here);
        return fault_at(w, w->bar_uop, ctz64(w->bar_exec), EF_BARRIER, 0, 0,
                        "barrier %u is not reached by all: %u of %u warps wait here for %u threads, %u wait at other "
                        "barriers, %u have ended",
                        w->bar_id, here, c->n_warps, b->expected ? b->expected : c->launch->threads, elsewhere,
                        c->n_ended);
    }
    BUG("no warp waits");
}

/* It cannot continue until memory changes. */
static bool waits(const struct warp *w)
{
    return w->parked || (w->spins && w->spin_at == w->launch->changes);
}

bool cta_stuck(const struct cta *c)
{
    if (c->asleep)
        return true;
    bool spins = false;
    for (u32 i = 0; i < c->n_warps; i++) {
        const struct warp *w = &c->warps[i];
        if (w->state != WARP_READY && w->state != WARP_GATED)
            continue;
        if (!waits(w))
            return false;
        spins = true;
    }
    return spins; /* if all are at barriers, the next turn reports it */
}

/* The last resort before a wait is reported as endless; programs that do not need it are not affected. */
bool cta_unstick(struct cta *c)
{
    bool any = false;
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        if (w->state != WARP_READY || !w->spins || (w->parked && w->slept) || !warp_yield(w))
            continue;
        park_wake(w);
        w->spins = false;
        w->spin_at = UINT64_MAX;
        any = true;
    }
    return any;
}

bool cta_fault_spin(struct cta *c)
{
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[i];
        if (w->state != WARP_READY && w->state != WARP_GATED)
            continue;
        const struct emu_alloc *a = emu_find_alloc(w->launch->dev, w->last_load);
        const struct uop *u = w->last_load_uop ? w->last_load_uop : &w->launch->prog->code[w->pc];
        if (w->cluster_waits)
            return fault_at(w, &w->launch->prog->code[w->pc], ctz64(w->active), EF_BARRIER, 0, 0,
                            "barrier.cluster is not reached by all: %u of the cluster's %u threads have come, and %u "
                            "have ended",
                            w->cta->cluster->arrived, w->cta->cluster->threads, w->cta->cluster->exited);
        if (u->in->op == OP_MBARRIER)
            return mbarrier_fault_wait(w, u);
        fault_at(w, u, ctz64(w->active), EF_SPIN, 0, 0,
                 "endless wait: the loop goes round without end, and no thread that can run changes memory; it last "
                 "read 0x%llx%s%s",
                 (unsigned long long)w->last_load, a ? " in " : "", a ? a->name : "");
        w->launch->fault.addr = w->last_load;
        return false;
    }
    return true;
}

static void end_warp(struct cta *c, struct warp *w)
{
    w->state = WARP_ENDED;
    c->n_ended++;
    stream_put_end(&w->out);
    for (u32 id = 0; id < N_BARRIERS; id++)
        if (c->bars[id].arrived && !c->bars[id].expected)
            bar_check(c, id);
}

/* A slice of one warp. False: fault. */
static bool run_warp(struct cta *c, struct warp *w, u64 slice)
{
    struct launch *l = c->launch;
    u64 before = w->instrs;
    enum warp_stop stop = l->parks ? park_run(w, slice) : warp_run(w, slice);
    u64 did = w->instrs - before;
    l->counts.warp_instrs += did;
    if (stop == WS_FAULT)
        return false;
    if (stop == WS_DONE)
        end_warp(c, w);
    else if (stop == WS_SLICE || stop == WS_SLEEP || stop == WS_GATE)
        spin_watch(w);
    if (stop == WS_SLEEP) { /* lanes of the same warp on another path continue */
        w->yields = 0;
        warp_yield(w);
    }
    if (stop == WS_GATE) {
        w->state = WARP_GATED;
        stream_flush(&w->out);
        c->streams[w->index].gated = true;
    }
    if (l->dev->opt.stop && *l->dev->opt.stop)
        return fault_at(w, &l->prog->code[w->pc < l->prog->n_code ? w->pc : 0], 0, EF_STOPPED, 0, 0, "stopped");
    if (l->steps_left < did) {
        fault_at(w, &l->prog->code[w->pc < l->prog->n_code ? w->pc : 0], 0, EF_STEP_LIMIT, 0, 0,
                 "the launch has executed more than %llu warp instructions",
                 (unsigned long long)l->dev->opt.step_limit);
        return false;
    }
    l->steps_left -= did;
    return true;
}

bool cta_perform(struct cta *c, u32 warp, u64 slice)
{
    struct warp *w = &c->warps[warp];
    ENSURE(w->state == WARP_GATED);
    w->state = WARP_READY;
    c->streams[warp].gated = false;
    w->again = 0;
    if (!warp_perform(w))
        return false;
    c->streams[warp].extra = w->extra;
    w->extra = 0;
    if (w->again) {             /* it waits on */
        w->spins = !w->calling; /* a wait for time alone is no endless loop */
        w->spin_at = c->launch->changes;
        w->state = WARP_GATED;
        c->streams[warp].gated = true;
        c->streams[warp].again = w->again;
        return true;
    }
    if (c->launch->yields && w->spins && w->spin_at == c->launch->changes && warp_yield(w)) {
        w->spins = false;
        w->spin_at = UINT64_MAX;
    }
    return run_warp(c, w, slice);
}

static bool all_parked(const struct cta *c)
{
    for (u32 i = 0; i < c->n_warps; i++)
        if (c->warps[i].state == WARP_READY && !c->warps[i].parked)
            return false;
    return true;
}

/* One turn of every warp that can run. */
enum cta_state cta_turn(struct cta *c, u64 slice)
{
    bool ran = false, gated = false, polls = false;
    for (u32 i = 0; i < c->n_warps; i++) {
        struct warp *w = &c->warps[c->launch->order == EMU_BACKWARD ? c->n_warps - 1 - i : i];
        gated |= w->state == WARP_GATED;
        if (w->state != WARP_READY)
            continue;
        if (c->launch->parks && waits(w)) {
            polls = true;
            continue;
        }
        ran = true;
        if (!run_warp(c, w, slice))
            return CTA_FAULT;
    }
    if (c->n_ended == c->n_warps)
        return CTA_ENDED;
    if (!ran && (gated || polls)) {
        c->asleep = polls && all_parked(c);
        return CTA_WAITS;
    }
    if (!ran) {
        fault_barrier(c);
        return CTA_FAULT;
    }
    return CTA_GOES_ON;
}
