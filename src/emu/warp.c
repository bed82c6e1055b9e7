/* A warp executes: the loop over micro-operations and the reconvergence stack.

   Straight-line code has no bookkeeping: instructions are counted and put into the stream a run at a time, when
   control flow, a memory access or a partly true guard ends the run. With every living lane active, an operation
   writes its destination directly; otherwise it computes all lanes into a buffer, and the active ones are blended in.

   Divergence: a branch that splits the lanes pushes the way on from its immediate post-dominator and one side, and
   goes on with the other. Reaching the reconvergence pc (a UK_JOIN micro-operation) pops. A side that is already
   there is not pushed, and a branch with the reconvergence pc of the path that it is on needs no new way on, so
   loops do not grow the stack. */
#include <string.h>

#include "emu/async.h"
#include "emu/native.h"
#include "emu/ops.h"

/* Uses masks, since a choice between two loads would be made lane by lane. */
INLINE void blend64(u64a *d, const u64a *s, u64 mask, const u32 n)
{
    LANES(n)
    {
        u64 on = mask & lane_bit64[i] ? UINT64_MAX : 0;
        d[i] = (s[i] & on) | (d[i] & ~on);
    }
}
INLINE void blend32(u32a *d, const u32a *s, u32 mask)
{
    LANES(32)
    {
        u32 on = mask & lane_bit32[i] ? UINT32_MAX : 0;
        d[i] = (s[i] & on) | (d[i] & ~on);
    }
}
INLINE void blend_32_lanes(void *dst, const void *src, u32 words, u64 mask)
{
    if (words == 2)
        blend64(dst, src, mask, 32);
    else
        blend32(dst, src, (u32)mask);
}
FOR_WIDE static void blend_wide(void *dst, const void *src, u32 words, u64 mask)
{
    blend_32_lanes(dst, src, words, mask);
}

void blend(const struct warp *w, void *dst, const void *src, u32 words, u64 mask)
{
    if (w->lanes == 32 && w->launch->prog->wide) {
        blend_wide(dst, src, words, mask);
    } else if (w->lanes == 32) {
        blend_32_lanes(dst, src, words, mask);
    } else if (words == 2) {
        blend64(dst, src, mask, w->lanes);
    } else {
        u32a *d = dst;
        const u32a *s = src;
        for (u32 i = 0; i < w->lanes; i++)
            d[i] = mask & lane_bit64[i] ? s[i] : d[i];
    }
}

/* Counts and puts into the stream the instructions from `run` up to `u`, all with the active mask. */
static inline void end_run(struct warp *w, const struct uop *run, const struct uop *u)
{
    u32 n = (u32)(u - run);
    if (n) {
        stream_put_run(&w->out, run->pc, n, w->active, w->active);
        warp_count(w, n, w->active);
    }
}

static inline void put_one(struct warp *w, const struct uop *u, u64 exec)
{
    stream_put_run(&w->out, u->pc, 1, w->active, exec);
    warp_count(w, 1, exec);
}

static inline u64 guard_mask(const struct warp *w, const struct uop *u)
{
    u64 p = w->pred[u->guard];
    return w->active & (u->guard_neg ? ~p : p);
}

static inline void do_setp(struct warp *w, const struct uop *u, u64 exec)
{
    u64 m = u->fn.cmp(w, u), not_m = ~m;
    if (u->boolop) {
        u64 r = w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0);
        m = u->boolop == PB_AND ? m & r : u->boolop == PB_OR ? m | r : m ^ r;
        not_m = u->boolop == PB_AND ? not_m & r : u->boolop == PB_OR ? not_m | r : not_m ^ r;
    }
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | (m & exec);
    if (u->q != NO_OPERAND)
        w->pred[u->q] = (w->pred[u->q] & ~exec) | (not_m & exec);
}

static void push(struct warp *w, u64 mask, u32 pc, u32 rpc)
{
    VEC_PUSH(&w->stack, (struct stack_entry){.mask = mask, .pc = pc, .rpc = rpc});
}

void warp_pop(struct warp *w)
{
    for (;;) {
        if (!w->stack.n) {
            w->active = 0;
            w->alive = 0;
            return;
        }
        struct stack_entry e = w->stack.at[--w->stack.n];
        if (e.is_call)
            warp_leave_frame(w);
        if (!e.mask)
            continue;
        w->active = e.mask;
        w->pc = e.pc;
        w->rpc = e.rpc;
        return;
    }
}

void warp_exit_lanes(struct warp *w, u64 lanes)
{
    if (w->cta->cluster)
        cluster_exited(w, w->alive & lanes);
    w->alive &= ~lanes;
    w->active &= ~lanes;
    for (size_t i = 0; i < w->stack.n; i++)
        w->stack.at[i].mask &= ~lanes;
    for (size_t i = 0; i < w->calls.n; i++)
        w->calls.at[i].mask &= ~lanes;
}

/* The lanes part: `taken` go to target, the others fall through. Sets w->pc. */
static void diverge(struct warp *w, const struct uop *u, u64 taken)
{
    u32 r = u->reconv == NO_PC ? w->rpc : u->reconv;
    u64 others = w->active & ~taken;
    if (w->rpc != r)
        push(w, w->active, r, w->rpc);
    w->launch->counts.divergent_branches++;
    u32 next = u->pc + 1;
    if (next == r) { /* the fall-through side is already at the join */
        w->active = taken;
        w->pc = u->target;
    } else {
        if (u->target != r)
            push(w, taken, u->target, r);
        w->active = others;
        w->pc = next;
    }
    w->rpc = r;
}

void warp_diverge(struct warp *w, u32 pc, u64 taken)
{
    diverge(w, &w->launch->prog->code[pc], taken);
}

static inline u64 exec_mask(const struct warp *w, const struct uop *u)
{
    return u->guard == NO_OPERAND ? w->active : guard_mask(w, u);
}

/* An instruction, at the end of a run, whose guard holds for some of the active lanes only. False: fault. */
static bool run_partly(struct warp *w, struct uop *run, struct uop *u)
{
    u64 exec = exec_mask(w, u);
    end_run(w, run, u);
    switch (u->base_kind) {
    case UK_ALU:
    case UK_ALU_TMP:
        if (exec) {
            u->fn.alu(w, u, w->tmp);
            blend(w, reg_at(w, u->d), w->tmp, u->words, exec);
        }
        break;
    case UK_SETP: do_setp(w, u, exec); break;
    case UK_MASKED:
    case UK_SYNC:
        if (exec)
            u->fn.masked(w, u, exec);
        break;
    case UK_MEM:
        if (!exec)
            break;
        w->pc = u->pc;
        return u->fn.mem(w, u, exec);
    default: BUG("kind %u under a guard", u->base_kind);
    }
    put_one(w, u, exec);
    return true;
}

bool warp_step(struct warp *w, u32 pc)
{
    struct uop *u = &w->launch->prog->code[pc];
    w->pc = pc;
    w->polls += u->kind == UK_GATE || (u->kind == UK_JOIN && u->join_kind == UK_GATE);
    return run_partly(w, u, u);
}

/* Writes it to the stream, with its addresses. */
static bool announce(struct warp *w, struct uop *u)
{
    u64 exec = exec_mask(w, u);
    w->pc = u->pc;
    if (u->base_kind != UK_MEM || !exec) {
        put_one(w, u, exec);
        return true;
    }
    w->gate = GATE_ANNOUNCE;
    bool ok = u->fn.mem(w, u, exec);
    w->gate = GATE_NONE;
    return ok;
}

bool warp_perform(struct warp *w)
{
    struct uop *u = w->launch->prog->code + w->pc;
    u64 exec = exec_mask(w, u);
    bool ok = true;
    w->gate = GATE_PERFORM;
    if (exec && u->base_kind == UK_MEM)
        ok = u->fn.mem(w, u, exec);
    else if (exec)
        ok = u->fn.ctl(w, u, exec) != WS_FAULT;
    w->gate = GATE_NONE;
    w->pc = u->pc + !w->again;
    return ok;
}

/* False: no lane jumps, and the run goes on. Else w->pc says where. */
static inline bool branch(struct warp *w, const struct uop *run, const struct uop *u)
{
    u64 taken = exec_mask(w, u);
    w->launch->counts.branches++;
    if (!taken)
        return false;
    end_run(w, run, u + 1);
    if (taken == w->active)
        w->pc = u->target;
    else
        diverge(w, u, taken);
    return true;
}

/* A warp can stay in a loop forever. */
static inline enum warp_stop after_branch(const struct warp *w, const struct uop *u, u64 end)
{
    return u->target <= u->pc && w->instrs >= end ? WS_SLICE : WS_GO;
}

/* Arithmetic: straight into the destination if every living lane is active, otherwise blended into it. */
static inline void do_alu(struct warp *w, struct uop *u, bool whole)
{
    if (whole) {
        u->fn.alu(w, u, reg_at(w, u->d));
        return;
    }
    u->fn.alu(w, u, w->tmp);
    blend(w, reg_at(w, u->d), w->tmp, u->words, w->active);
}

static inline bool do_mem(struct warp *w, const struct uop *run, struct uop *u)
{
    end_run(w, run, u);
    w->pc = u->pc;
    return u->fn.mem(w, u, w->active);
}

/* A call, a return, a barrier ...: for the lanes for which its guard holds, perhaps none. */
static inline enum warp_stop do_control(struct warp *w, const struct uop *run, struct uop *u, u64 end)
{
    end_run(w, run, u);
    w->pc = u->pc;
    enum warp_stop stop = u->fn.ctl(w, u, exec_mask(w, u));
    return stop == WS_GO && w->instrs >= end ? WS_SLICE : stop;
}

/* The path has reached its reconvergence point: continues with the next one. */
static inline enum warp_stop do_join(struct warp *w, const struct uop *run, const struct uop *u)
{
    end_run(w, run, u);
    warp_pop(w);
    return w->active ? WS_GO : WS_DONE;
}

static enum warp_stop stop_at_gate(struct warp *w, struct uop *run, struct uop *u)
{
    end_run(w, run, u);
    return announce(w, u) ? WS_GATE : WS_FAULT;
}

static inline void do_masked(struct warp *w, struct uop *u)
{
    w->pc = u->pc;
    u->fn.masked(w, u, w->active);
}

/* An instruction with a member mask. False: lanes that it names must arrive first. */
static inline bool do_sync(struct warp *w, struct uop **run, struct uop *u)
{
    w->pc = u->pc;
    if (w->active != w->alive) {
        end_run(w, *run, u);
        *run = u;
        if (!warp_sync(w, u))
            return false;
    }
    u->fn.masked(w, u, w->active);
    return true;
}

/* A gate without a machine; park.c examines warps that pass many. */
static inline u8 poll(struct warp *w, const struct uop *u)
{
    w->polls++;
    return u->gate_kind;
}

/* Executes from w->pc until control goes elsewhere; WS_GO: w->pc says where. `run` is the first instruction that has
   not been counted. The kinds GATE, GUARD and JOIN check something and then act as another kind. */
static inline enum warp_stop run_line(struct warp *w, struct uop *const code, const u64 end)
{
    struct uop *u = code + w->pc, *run = u;
    for (;; u++) {
        u8 kind = u->kind;
    as_kind:
        switch (kind) {
        case UK_ALU: do_alu(w, u, w->active == w->alive); continue;
        case UK_ALU_TMP: do_alu(w, u, false); continue;
        case UK_SETP: do_setp(w, u, w->active); continue;
        case UK_MASKED: do_masked(w, u); continue;
        case UK_SYNC:
            if (do_sync(w, &run, u))
                continue;
            return WS_GO;
        case UK_MEM:
            if (!do_mem(w, run, u))
                return WS_FAULT;
            run = u + 1;
            continue;
        case UK_BRA:
            if (!branch(w, run, u))
                continue;
            return after_branch(w, u, end);
        case UK_CTL: return do_control(w, run, u, end);
        case UK_GATE:
            if (w->launch->timed)
                return stop_at_gate(w, run, u);
            kind = poll(w, u);
            goto as_kind;
        case UK_JOIN:
            if (u->pc == w->rpc)
                return do_join(w, run, u);
            kind = u->join_kind;
            goto as_kind;
        case UK_GUARD:
            if (u->base_kind == UK_CTL || guard_mask(w, u) == w->active) {
                kind = u->base_kind;
                goto as_kind;
            }
            if (!run_partly(w, run, u))
                return WS_FAULT;
            run = u + 1;
        }
    }
}

enum warp_stop warp_run(struct warp *w, u64 budget)
{
    struct uop *const code = w->launch->prog->code;
    const u64 end = w->instrs + budget;
    enum warp_stop stop;
    do {
        stop = native_here(w) ? native_enter(w, end) : WS_GO;
        if (stop == WS_GO)
            stop = run_line(w, code, end);
    } while (stop == WS_GO);
    return stop;
}
