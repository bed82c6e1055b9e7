/* Copies to shared memory that programs may go on beside (cp.async), and barrier objects in shared memory (mbarrier).

   A copy is done when its instruction is, so that its groups have nothing to wait for; it is timed as the load that
   it is, without the store. What counts bytes of bulk copies (expect_tx) is not there.

   A barrier object is ours to lay out: how many arrivals the phase still waits for, how many the next one will wait
   for, and the phase. */
#include <string.h>

#include "emu/access.h"
#include "emu/park.h"

#define COUNT_BITS 20
#define COUNT_MASK ((1ull << COUNT_BITS) - 1)
#define PHASE (1ull << (2 * COUNT_BITS))

static bool in_shared(struct warp *w, const struct uop *u, u32 lane, u64 at, u32 bytes)
{
    if (at & (bytes - 1))
        return fault_at(w, u, lane, EF_MISALIGNED, 0, 0, "misaligned access of %u bytes to shared memory, at 0x%llx",
                        bytes, (unsigned long long)at);
    if (at + bytes > w->launch->shared_bytes || at + bytes < at)
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0,
                        "out-of-bounds access of %u bytes to shared memory, at 0x%llx: the CTA has %u bytes", bytes,
                        (unsigned long long)at, w->launch->shared_bytes);
    return true;
}

/* Addresses in shared memory, told as generic ones or as they are. */
static u64 shared_address(u64 at)
{
    return at - SHARED_WINDOW < WINDOW_SPAN ? at - SHARED_WINDOW : at;
}

static u64 lane_address(const struct warp *w, u32 reg, bool is32, i64 off, u32 lane)
{
    u64 base = reg == NO_OPERAND ? 0
               : is32            ? ((const u32a *)lanes_at(w, reg))[lane]
                                 : ((const u64a *)lanes_at(w, reg))[lane];
    return base + (u64)off;
}

/* cp.async [shared], [global], bytes{, bytes that are read}: the rest is filled with zeros. u->c, imm and p are the
   destination as a, off and flags are the source. */
static bool copy_async(struct warp *w, struct uop *u, u64 exec)
{
    u64 reads = exec;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        if (u->b != NO_OPERAND && !((const u32a *)lanes_at(w, u->b))[i])
            reads &= ~(1ull << i);
        if (!in_shared(w, u, i, shared_address(lane_address(w, u->c, u->p & UF_ADDR32, (i64)u->imm, i)), u->size))
            return false;
    }
    struct access a;
    if (u->flags & UF_NO_BASE)
        access_uniform(&a, (u64)u->off, reads ? reads : exec);
    else
        access_shape(w, &a, lanes_at(w, u->a), u->flags & UF_ADDR32, u->off, reads ? reads : exec);
    if (reads && !global_check(w, u, &a, u->size))
        return false;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m), n = u->size;
        u64 to = shared_address(lane_address(w, u->c, u->p & UF_ADDR32, (i64)u->imm, i));
        if (u->b != NO_OPERAND)
            n = MIN(n, ((const u32a *)lanes_at(w, u->b))[i]);
        if (n)
            memcpy(w->cta->shared + to, (const void *)(uintptr_t)access_addr(&a, i), n);
        memset(w->cta->shared + to + n, 0, u->size - n);
        if (w->cta->shared_written)
            memset(w->cta->shared_written + to, 1, u->size);
    }
    w->launch->changes++;
    for (u64 m = w->launch->park.n_watched ? exec : 0; m; m &= m - 1)
        park_written_bytes(w->launch,
                           (u64)(uintptr_t)w->cta->shared +
                               shared_address(lane_address(w, u->c, u->p & UF_ADDR32, (i64)u->imm, ctz64(m))),
                           u->size);
    w->launch->counts.global_mem_instrs++;
    w->launch->counts.mem_instrs++;
    w->launch->counts.lines += access_lines(&a, u->size);
    access_put(w, u, &a, SI_GLOBAL);
    warp_count(w, 1, exec);
    return true;
}

static u64 make_state(u64 count)
{
    return (count & COUNT_MASK) << COUNT_BITS | (count & COUNT_MASK);
}

static u64 arrive(u64 state, u64 count, bool drop)
{
    if (drop)
        state -= 1ull << COUNT_BITS;
    u64 left = (state - count) & COUNT_MASK;
    state = (state & ~COUNT_MASK) | left;
    return left ? state : (state ^ PHASE) | (state >> COUNT_BITS & COUNT_MASK);
}

/* What lane i does to the object, and gets. */
static void mbarrier_lane(struct warp *w, const struct uop *u, u32 i, u8 *p)
{
    u64 old = read_bits(p, 8, false), now = old, arg = 1;
    if (u->b != NO_OPERAND)
        arg = u->words == 2 ? ((const u64a *)lanes_at(w, u->b))[i] : ((const u32a *)lanes_at(w, u->b))[i];
    switch (u->in->sub) {
    case SUB_INIT: now = make_state(arg); break;
    case SUB_INVAL: now = 0; break;
    case SUB_TEST_WAIT: {
        bool parity = u->in->flags & PF_LO; /* .parity */
        bool done = parity ? ((old & PHASE) != 0) != (arg & 1) : ((old ^ arg) & PHASE) != 0;
        if (u->p != NO_OPERAND)
            w->pred[u->p] = (w->pred[u->p] & ~(1ull << i)) | (u64)done << i;
        break;
    }
    default:
        now = arrive(old, arg, u->in->sub == SUB_ARRIVE_DROP);
        if (u->d != NO_OPERAND)
            ((u64a *)reg_at(w, u->d))[i] = old;
        break;
    }
    write_bits(p, 8, now);
    w->launch->changes += now != old;
    if (now != old && w->launch->park.n_watched)
        park_written_bytes(w->launch, (u64)(uintptr_t)p, 8);
}

static bool mbarrier_op(struct warp *w, struct uop *u, u64 exec)
{
    u64 at[64];
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        at[i] = shared_address(lane_address(w, u->a, u->flags & UF_ADDR32, u->off, i));
        if (!in_shared(w, u, i, at[i], 8))
            return false;
    }
    for (u64 m = w->gate == GATE_ANNOUNCE ? 0 : exec; m; m &= m - 1) {
        mbarrier_lane(w, u, ctz64(m), w->cta->shared + at[ctz64(m)]);
        if (w->cta->shared_written)
            memset(w->cta->shared_written + at[ctz64(m)], 1, 8);
    }
    if (w->gate == GATE_PERFORM)
        return true;
    struct access a;
    for (u32 i = 0; i < w->lanes; i++)
        at[i] = exec >> i & 1 ? at[i] : 0;
    access_shape(w, &a, at, false, 0, exec);
    if (w->gate == GATE_WATCH)
        park_read(w, &a, 8, (u64)(uintptr_t)w->cta->shared);
    w->launch->counts.shared_instrs++;
    w->launch->counts.mem_instrs++;
    access_put(w, u, &a, SI_SHARED);
    warp_count(w, 1, exec);
    return true;
}

static void pending_op(struct warp *w, const struct uop *u, u64 exec)
{
    u32 got[64];
    for (u64 m = exec; m; m &= m - 1)
        got[ctz64(m)] = (u32)(((const u64a *)lanes_at(w, u->a))[ctz64(m)] & COUNT_MASK);
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = got[ctz64(m)];
}

static void nothing(struct warp *w, const struct uop *u, u64 exec)
{
    (void)w, (void)u, (void)exec;
}

static bool select_copy(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    struct uop to = *u;
    if (!decode_address(p, &to, &in->opnd[0]) || !decode_address(p, u, &in->opnd[1]) || in->opnd[2].kind != PO_IMM)
        return false;
    u->base_kind = UK_MEM;
    u->fn.mem = copy_async;
    u->space = SI_GLOBAL;
    u->size = (u8)in->opnd[2].imm;
    u->c = to.a;
    u->imm = (u64)to.off;
    u->p = to.flags;
    if (in->n_opnd > 3)
        u->b = decode_operand(p, u->func, &in->opnd[3], 4);
    return true;
}

static bool select_mbarrier(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 k = in->n_dst; /* the address */
    if (in->sub == SUB_PENDING) {
        u->base_kind = UK_MASKED;
        u->fn.masked = pending_op;
        set_dst(p, u, 4);
        u->a = decode_operand(p, u->func, &in->opnd[1], 8);
        return true;
    }
    if (!decode_address(p, u, &in->opnd[k]))
        return false;
    u->base_kind = UK_MEM;
    u->fn.mem = mbarrier_op;
    u->space = SI_SHARED;
    u->size = 8;
    u->d = NO_OPERAND;
    if (k && in->sub == SUB_TEST_WAIT)
        u->p = decode_pred(u->func, &in->opnd[0]);
    else if (k && in->opnd[0].kind == PO_REG)
        u->d = decode_operand(p, u->func, &in->opnd[0], 8);
    bool token = in->sub == SUB_TEST_WAIT && !(in->flags & PF_LO);
    u->words = token ? 2 : 1;
    if (k + 1 < in->n_opnd)
        u->b = decode_operand(p, u->func, &in->opnd[k + 1], token ? 8 : 4);
    return true;
}

bool select_async(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->op == OP_MBARRIER)
        return select_mbarrier(p, u);
    if (in->op != OP_CP_ASYNC)
        return false;
    if (in->sub == SUB_NONE)
        return select_copy(p, u);
    if (in->sub == SUB_ARRIVE && in->flags & PF_HI) /* .noinc: an arrival like any other */
        return select_mbarrier(p, u);
    u->base_kind = UK_MASKED; /* groups; an arrival that the object is first told to wait for */
    u->fn.masked = nothing;
    return true;
}
