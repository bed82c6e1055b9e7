/* Asynchronous copies to shared memory (cp.async), and barrier objects in shared memory (mbarrier).

   A copy is done when its instruction executes, so its groups have nothing to wait for; it is timed as a load,
   without the store. Bulk copies are in ops_bulk.c.

   The layout of a barrier object is ours: arrivals that the phase still waits for, those that the next one will wait
   for, bytes still to come (negative: they came before they were expected), the phase, and a bit that says that it
   has been initialised. A phase is complete when it waits for neither arrivals nor bytes. */
#include <string.h>

#include "emu/async.h"
#include "emu/park.h"

#define COUNT_BITS 20
#define COUNT_MASK ((1ull << COUNT_BITS) - 1)
#define TX_AT (2 * COUNT_BITS)
#define TX_MASK (((1ull << (COUNT_BITS + 1)) - 1) << TX_AT)
#define PHASE (1ull << 61)
#define VALID (1ull << 62)

u8 *shared_at(struct warp *w, const struct uop *u, u32 lane, u64 at, u64 bytes, u32 align, struct cta **whose)
{
    if (at - SHARED_WINDOW < WINDOW_SPAN)
        at -= SHARED_WINDOW;
    *whose = w->cta;
    if (at & (align - 1)) {
        fault_at(w, u, lane, EF_MISALIGNED, 0, 0, "misaligned access of %llu bytes to shared memory, at 0x%llx",
                 (unsigned long long)bytes, (unsigned long long)at);
        return NULL;
    }
    bool found = !(at >> CLUSTER_SHIFT) || cluster_lookup(w, at, whose);
    if (!found && w->cta->cluster) {
        fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0,
                 "access to the shared memory of the cluster's CTA %lld, which has not started, is over, or is none: "
                 "CTAs of a cluster wait for each other with barrier.cluster",
                 (long long)(at >> CLUSTER_SHIFT) - 1);
        return NULL;
    }
    at &= found && at >> CLUSTER_SHIFT ? IN_CTA : UINT64_MAX;
    if (at + bytes > w->launch->shared_bytes || at + bytes < at) {
        fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0,
                 "out-of-bounds access of %llu bytes to shared memory, at 0x%llx: the CTA has %u bytes%s",
                 (unsigned long long)bytes, (unsigned long long)at, w->launch->shared_bytes,
                 at >> CLUSTER_SHIFT && !strstr(u->in->text, ".shared.")
                     ? ", and there is no other in its cluster: the kernel was launched without"
                     : "");
        return NULL;
    }
    return (*whose)->shared + at;
}

void shared_wrote(struct launch *l, struct cta *whose, u8 *at, u64 bytes)
{
    l->changes++;
    if (l->park.n_watched && bytes)
        park_written_bytes(l, (u64)(uintptr_t)at, bytes);
    if (whose->shared_written)
        memset(whose->shared_written + (at - whose->shared), 1, bytes);
}

bool decode_address_of(struct prog *p, struct uop *u, const struct ptx_operand *o, struct address *to)
{
    struct uop at = *u;
    at.flags = 0;
    if (!decode_address(p, &at, o))
        return false;
    *to = (struct address){at.flags & UF_NO_BASE ? NO_OPERAND : at.a, at.flags & UF_ADDR32, at.off};
    return true;
}

u64 address_of(const struct warp *w, const struct address *a, u32 lane)
{
    u64 base = a->reg == NO_OPERAND ? 0
               : a->is32            ? ((const u32a *)lanes_at(w, a->reg))[lane]
                                    : ((const u64a *)lanes_at(w, a->reg))[lane];
    return base + (u64)a->off;
}

/* cp.async [shared], [global], bytes{, bytes that are read}: the rest is filled with zeros. u->c, imm and p are the
   destination as a, off and flags are the source. */
static bool copy_async(struct warp *w, struct uop *u, u64 exec)
{
    struct address to = {u->c, u->p & UF_ADDR32, (i64)u->imm};
    u64 reads = exec;
    u8 *at[64];
    struct cta *whose;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        if (u->b != NO_OPERAND && !lane_u32(w, u->b, i))
            reads &= ~(1ull << i);
        if (!(at[i] = shared_at(w, u, i, address_of(w, &to, i), u->size, u->size, &whose)))
            return false;
    }
    struct access a;
    access_of(w, u, &a, reads ? reads : exec);
    if (reads && !global_check(w, u, &a, u->size))
        return false;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m), n = u->size;
        if (u->b != NO_OPERAND)
            n = MIN(n, lane_u32(w, u->b, i));
        if (n)
            memcpy(at[i], (const void *)(uintptr_t)access_addr(&a, i), n);
        memset(at[i] + n, 0, u->size - n);
        shared_wrote(w->launch, w->cta, at[i], u->size);
    }
    w->launch->counts.global_mem_instrs++;
    w->launch->counts.mem_instrs++;
    w->launch->counts.lines += access_lines(&a, u->size);
    access_put(w, u, &a, SI_GLOBAL);
    warp_count(w, 1, exec);
    return true;
}

/* ---- Barrier objects ---- */

static i64 tx_of(u64 state)
{
    return (i64)(state << (63 - TX_AT - COUNT_BITS)) >> (63 - COUNT_BITS);
}

static u64 with_tx(u64 state, i64 tx)
{
    return (state & ~TX_MASK) | ((u64)tx << TX_AT & TX_MASK);
}

/* If the phase waits for nothing it is complete, and the next one begins. */
static u64 settle(u64 state)
{
    if (state & COUNT_MASK || tx_of(state))
        return state;
    return (state ^ PHASE) | (state >> COUNT_BITS & COUNT_MASK);
}

static bool check_object(struct warp *w, const struct uop *u, u32 i, u64 state)
{
    if (state & VALID && !(state >> 63))
        return true;
    return fault_at(w, u, i, EF_BARRIER, 0, 0,
                    "the barrier object has not been initialised with mbarrier.init, or is no longer valid");
}

/* Expects more bytes (or fewer). */
static bool change_tx(struct warp *w, const struct uop *u, u32 i, u64 *state, i64 bytes)
{
    i64 tx = tx_of(*state) + bytes;
    if (tx > (i64)COUNT_MASK || tx < -(i64)COUNT_MASK)
        return fault_at(w, u, i, EF_BARRIER, 0, 0,
                        "the barrier object's count of bytes goes to %lld; it is between -%llu and %llu",
                        (long long)tx, COUNT_MASK, COUNT_MASK);
    *state = with_tx(*state, tx);
    return true;
}

static bool arrive(struct warp *w, const struct uop *u, u32 i, u64 *state, u64 count, const struct ptx_async *f)
{
    u64 left = *state & COUNT_MASK, next = *state >> COUNT_BITS & COUNT_MASK;
    bool drop = f->sub == SUB_ARRIVE_DROP;
    if (!count || count > left || (drop && count > next))
        return fault_at(w, u, i, EF_BARRIER, 0, 0,
                        "%llu arrivals at a barrier object whose phase waits for %llu (the next one for %llu)",
                        (unsigned long long)count, (unsigned long long)left, (unsigned long long)next);
    if (drop)
        *state -= count << COUNT_BITS;
    *state -= count;
    if (f->no_complete && count == left && !tx_of(*state))
        return fault_at(w, u, i, EF_BARRIER, 0, 0, "an arrival with .noComplete completes the phase");
    *state = settle(*state);
    return true;
}

static void object_write(struct warp *w, struct cta *whose, u8 *p, u64 old, u64 now)
{
    write_bits(p, 8, now);
    if (now != old)
        shared_wrote(w->launch, whose, p, 8);
}

bool mbarrier_tx(struct warp *w, const struct uop *u, u32 lane, struct cta *whose, u8 *p, i64 bytes)
{
    u64 old = read_bits(p, 8, false), now = old;
    if (!check_object(w, u, lane, old) || !change_tx(w, u, lane, &now, bytes))
        return false;
    object_write(w, whose, p, old, settle(now));
    return true;
}

struct object_op { /* an mbarrier instruction, decoded */
    struct ptx_async f;
    struct address at;
    u32 hint; /* operand of try_wait: nanoseconds */
};

static bool wait_op(struct warp *w, const struct uop *u, const struct object_op *o, u32 i, u64 state, u64 arg)
{
    bool done = o->f.parity ? ((state & PHASE) != 0) != (arg & 1) : ((state ^ arg) & PHASE) != 0;
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~(1ull << i)) | (u64)done << i;
    if (!done) { /* noted, for a report if it waits forever */
        w->last_load = state;
        w->last_load_uop = u;
    }
    return done;
}

bool mbarrier_fault_wait(struct warp *w, const struct uop *u)
{
    u64 state = w->last_load;
    i64 tx = tx_of(state);
    return fault_at(
        w, u, ctz64(w->active), EF_SPIN, 0, 0,
        "endless wait: the barrier object's phase still waits for %llu arrival%s and %lld byte%s of copies, "
        "and no thread that can run brings them%s",
        (unsigned long long)(state & COUNT_MASK), (state & COUNT_MASK) == 1 ? "" : "s", (long long)MAX(tx, 0),
        tx == 1 ? "" : "s", tx < 0 ? "; more bytes came than it was told to expect" : "");
}

/* What lane i does to the object, and its result. False: a fault. */
static bool mbarrier_lane(struct warp *w, const struct uop *u, const struct object_op *o, u32 i, struct cta *whose,
                          u8 *p, bool *waits)
{
    u64 old = read_bits(p, 8, false), now = old, arg = 1;
    if (u->b != NO_OPERAND)
        arg = u->words == 2 ? ((const u64a *)lanes_at(w, u->b))[i] : lane_u32(w, u->b, i);
    if (o->f.sub != SUB_INIT && !check_object(w, u, i, old))
        return false;
    switch (o->f.sub) {
    case SUB_INIT:
        if (!arg || arg > COUNT_MASK)
            return fault_at(w, u, i, EF_BARRIER, 0, 0, "mbarrier.init with %llu arrivals: 1 to %llu are possible",
                            (unsigned long long)arg, COUNT_MASK);
        now = VALID | arg << COUNT_BITS | arg;
        break;
    case SUB_INVAL: now = 0; break;
    case SUB_TEST_WAIT: *waits |= !wait_op(w, u, o, i, old, arg); break;
    case SUB_EXPECT_TX:
    case SUB_COMPLETE_TX:
        if (!change_tx(w, u, i, &now, o->f.sub == SUB_EXPECT_TX ? (i64)arg : -(i64)arg))
            return false;
        now = settle(now);
        break;
    default: /* arrivals; those of cp.async without .noinc add one arrival first, and so change nothing */
        if (u->in->op == OP_CP_ASYNC && !o->f.noinc)
            break;
        if ((o->f.expect && !change_tx(w, u, i, &now, (i64)arg)) ||
            !arrive(w, u, i, &now, o->f.expect ? 1 : arg, &o->f))
            return false;
        if (u->d != NO_OPERAND)
            ((u64a *)reg_at(w, u->d))[i] = old;
        break;
    }
    object_write(w, whose, p, old, now);
    return true;
}

/* A failing try_wait suspends its warp: it tries again later, until the time of its hint. */
static void suspend(struct warp *w, const struct object_op *o, u64 exec)
{
    const u32 every = SUSPEND_CYCLES;
    u64 most = SUSPEND_LIMIT;
    if (o->hint != NO_OPERAND)
        most = lane_u32(w, o->hint, ctz64(exec));
    if (!w->suspended_at)
        w->suspended_at = w->launch->nanos + 1;
    if (w->launch->nanos + 1 - w->suspended_at < most)
        w->again = every;
    else
        w->suspended_at = 0;
}

static bool mbarrier_op(struct warp *w, struct uop *u, u64 exec)
{
    const struct object_op *o = (const struct object_op *)(uintptr_t)u->imm;
    u64 at[64];
    bool waits = false;
    struct access a;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        struct cta *whose;
        at[i] = address_of(w, &o->at, i);
        u8 *p = shared_at(w, u, i, at[i], 8, 8, &whose);
        if (!p || (w->gate != GATE_ANNOUNCE && !mbarrier_lane(w, u, o, i, whose, p, &waits)))
            return false;
        if (w->gate == GATE_WATCH) {
            access_uniform(&a, 0, 1);
            park_read(w, &a, 8, (u64)(uintptr_t)p);
        }
        at[i] &= UINT32_MAX;
    }
    if (w->gate == GATE_PERFORM) {
        if (o->f.try_wait && waits)
            suspend(w, o, exec);
        else
            w->suspended_at = 0;
        return true;
    }
    for (u32 i = 0; i < w->lanes; i++)
        at[i] = exec >> i & 1 ? at[i] : 0;
    access_shape(w, &a, at, false, 0, exec);
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

static bool select_copy(struct prog *p, struct uop *u, const struct ptx_async *f)
{
    const struct ptx_instr *in = u->in;
    struct uop to = *u;
    if (!decode_address(p, &to, &in->opnd[0]) || !decode_address(p, u, &in->opnd[1]) || in->opnd[2].kind != PO_IMM)
        return false;
    u->base_kind = UK_MEM;
    u->fn.mem = copy_async;
    u->space = SI_GLOBAL;
    u->size = (u8)in->opnd[2].imm;
    u->c = to.flags & UF_NO_BASE ? NO_OPERAND : to.a;
    u->imm = (u64)to.off;
    u->p = to.flags;
    if (in->n_opnd > 3 && !(f->hint && in->n_opnd == 4))
        u->b = decode_operand(p, u->func, &in->opnd[3], 4);
    return true;
}

static bool select_mbarrier(struct prog *p, struct uop *u, const struct ptx_async *f)
{
    const struct ptx_instr *in = u->in;
    u32 k = in->n_dst; /* the address */
    if (f->sub == SUB_PENDING) {
        u->base_kind = UK_MASKED;
        u->fn.masked = pending_op;
        set_dst(p, u, 4);
        u->a = decode_operand(p, u->func, &in->opnd[1], 8);
        return true;
    }
    struct object_op *o = ARENA_NEW(&p->arena, struct object_op);
    o->f = *f;
    o->hint = NO_OPERAND;
    if (!decode_address_of(p, u, &in->opnd[k], &o->at))
        return false;
    u->base_kind = UK_MEM;
    u->fn.mem = mbarrier_op;
    u->space = SI_SHARED;
    u->size = 8;
    u->imm = (u64)(uintptr_t)o;
    u->d = NO_OPERAND;
    if (k && f->sub == SUB_TEST_WAIT)
        u->p = decode_pred(u->func, &in->opnd[0]);
    else if (k && in->opnd[0].kind == PO_REG)
        u->d = decode_operand(p, u->func, &in->opnd[0], 8);
    bool token = f->sub == SUB_TEST_WAIT && !f->parity;
    u->words = token ? 2 : 1;
    if (k + 1 < in->n_opnd)
        u->b = decode_operand(p, u->func, &in->opnd[k + 1], token ? 8 : 4);
    if (k + 2 < in->n_opnd)
        o->hint = decode_operand(p, u->func, &in->opnd[k + 2], 4);
    return true;
}

bool select_async(struct prog *p, struct uop *u)
{
    struct ptx_async f;
    if (!is_async_op(u->in->op) || ptx_async_form(u->in, &f))
        return false;
    if (u->in->op == OP_MBARRIER || f.sub == SUB_ARRIVE)
        return select_mbarrier(p, u, &f);
    if (f.sub == SUB_NONE)
        return select_copy(p, u, &f);
    if (f.sub == SUB_COMMIT || f.sub == SUB_WAIT || f.sub == SUB_BULK_COMMIT || f.sub == SUB_BULK_WAIT) {
        u->base_kind = UK_MASKED;
        u->fn.masked = nothing;
        return true;
    }
    return select_bulk(p, u, &f);
}
