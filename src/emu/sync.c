/* Instructions with a member mask (shfl.sync, vote.sync, bar.warp.sync, ...) wait, as since Volta, until every
   lane that the mask names has arrived or exited. The missing lanes of a warp are on other paths, which wait on
   its stack: one of these runs, and the waiting path goes onto the stack in its place. Paths that meet at the
   same instruction continue as one. A barrier of the warp is also passed by paths that stand at different ones.

   If no lane can arrive any more (each path waits for the other, or is inside another call), CUDA leaves the
   result undefined. Here a message says so, once an instruction, and the lanes that have arrived execute the
   instruction; of several waiting paths, the one furthest behind in the code goes first, so that it may still
   meet the others. */
#include <string.h>

#include "emu/ops.h"

static u64 wanted(const struct warp *w, const struct uop *u, u64 lanes)
{
    u64 r = 0;
    if (u->flags & UF_FULL)
        return (lanes & UINT32_MAX ? UINT32_MAX : 0) | (lanes >> 32 ? ~(u64)UINT32_MAX : 0);
    const u32a *mask = lanes_at(w, u->q);
    for (; lanes; lanes &= lanes - 1)
        r |= (u64)mask[ctz64(lanes)] << (ctz64(lanes) & 32);
    return r;
}

/* Lanes of entry k that no entry above it holds: those that would run if it did. */
static u64 own_lanes(const struct warp *w, size_t k)
{
    u64 above = w->active;
    for (size_t j = k + 1; j < w->stack.n; j++)
        above |= w->stack.at[j].mask;
    return w->stack.at[k].mask & ~above;
}

static const struct uop *uop_of(const struct warp *w, size_t k)
{
    return &w->launch->prog->code[w->stack.at[k].pc];
}

/* Entry k is a path of its own (not the continuation after a meeting), and stands at an instruction with a mask. */
static bool at_sync(const struct warp *w, size_t k)
{
    const struct uop *u = uop_of(w, k);
    return u->base_kind == UK_SYNC && u->guard == NO_OPERAND && own_lanes(w, k) == w->stack.at[k].mask;
}

static bool at_barrier(const struct warp *w, size_t k)
{
    const struct ptx_instr *in = uop_of(w, k)->in;
    return w->stack.at[k].yielded && (in->op == OP_BAR || in->op == OP_BARRIER) && in->sub != SUB_WARP;
}

/* Entries from here up belong to the running function. */
static size_t first_entry(const struct warp *w)
{
    size_t k = w->stack.n;
    while (k && !w->stack.at[k - 1].is_call)
        k--;
    return k;
}

static void remove_entry(struct warp *w, size_t k)
{
    memmove(&w->stack.at[k], &w->stack.at[k + 1], (w->stack.n - k - 1) * sizeof w->stack.at[0]);
    w->stack.n--;
}

/* Paths that stand at u join this one, now and wherever it continues later. */
static void merge(struct warp *w, const struct uop *u, size_t first)
{
    for (size_t k = w->stack.n; k-- > first;) {
        struct stack_entry e = w->stack.at[k];
        if (e.pc != u->pc || !at_sync(w, k) || !(e.mask & wanted(w, u, w->active)))
            continue;
        for (size_t j = k + 1; j < w->stack.n; j++)
            if ((w->stack.at[j].mask & w->active) == w->active)
                w->stack.at[j].mask |= e.mask;
        w->active |= e.mask;
        remove_entry(w, k);
    }
}

/* Lanes that stand at other barriers of the warp. */
static u64 at_other_barriers(const struct warp *w, const struct uop *u, size_t first)
{
    u64 r = 0;
    if (u->in->op != OP_BAR && u->in->op != OP_BARRIER)
        return 0;
    for (size_t k = first; k < w->stack.n; k++)
        if (at_sync(w, k) && uop_of(w, k)->in->sub == SUB_WARP)
            r |= w->stack.at[k].mask;
    return r;
}

/* Those of them for which all awaited lanes have come go on behind their barrier. */
static void release(struct warp *w, u64 arrived, size_t first)
{
    for (size_t k = first; arrived && k < w->stack.n; k++) {
        struct stack_entry *e = &w->stack.at[k];
        if (!(e->mask & arrived) || !at_sync(w, k) || wanted(w, uop_of(w, k), e->mask) & w->alive & ~arrived)
            continue;
        stream_put_run(&w->out, e->pc, 1, e->mask, e->mask);
        warp_count(w, 1, e->mask);
        e->pc++;
    }
}

/* The active path goes onto the stack, and entry k's lanes run. */
static void run_entry(struct warp *w, size_t k)
{
    struct stack_entry e = w->stack.at[k], mine = {.mask = w->active, .pc = w->pc, .rpc = w->rpc, .yielded = true};
    u64 lanes = own_lanes(w, k);
    bool way_on = lanes != e.mask;
    remove_entry(w, k);
    VEC_PUSH(&w->stack, mine);
    for (size_t j = k; way_on && j < w->stack.n;
         j++) /* no lane waits there any more: they meet one level further out */
        if (w->stack.at[j].rpc == e.pc)
            w->stack.at[j].rpc = e.rpc;
    w->active = lanes;
    w->pc = e.pc;
    w->rpc = e.rpc;
}

static void tell(struct warp *w, const struct uop *u, u64 missing)
{
    u32 i = ctz64(w->active);
    fault_at(w, u, i, EF_BARRIER, 0, 0,
             "the member mask 0x%08x names lanes that do not come here (0x%08x): it is executed without them, as by "
             "cards before Volta",
             u->flags & UF_FULL ? UINT32_MAX : ((const u32a *)lanes_at(w, u->q))[i],
             (u32)(missing >> (missing & UINT32_MAX ? 0 : 32)));
    fault_tell(w->launch, u);
}

bool warp_sync(struct warp *w, const struct uop *u)
{
    size_t first = first_entry(w);
    merge(w, u, first);
    u64 here = w->active | at_other_barriers(w, u, first), missing = wanted(w, u, w->active) & w->alive & ~here;
    if (!missing || w->alone_at == u->pc) {
        w->alone_at = NO_PC;
        if (missing)
            tell(w, u, missing);
        else
            release(w, here, first);
        return true;
    }
    for (size_t k = w->stack.n; k-- > first;)
        if (own_lanes(w, k) & missing && !at_sync(w, k) && !at_barrier(w, k)) {
            run_entry(w, k);
            return false;
        }
    size_t behind = w->stack.n;
    u32 pc = u->pc;
    for (size_t k = first; k < w->stack.n; k++)
        if (w->stack.at[k].yielded && w->stack.at[k].pc < pc && at_sync(w, k)) {
            behind = k;
            pc = w->stack.at[k].pc;
        }
    if (behind < w->stack.n)
        run_entry(w, behind);
    w->alone_at = pc;
    return false;
}
