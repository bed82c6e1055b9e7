/* Products of warp groups: how far they are issued ahead, and what they take of shared memory.
   A scheduler's tensor core does one after the other, whichever warps they are of. They are issued at least ISSUE
   cycles apart and begin START cycles later; SM_PRODUCTS wait, and the next is issued when the first of them begins.
   Measured on an H200 (tools/h200/wgmma_ring.cu, bench/h200/wgmma_ring.csv, rows issue): of 16 products of m64n64k16
   eight are issued 8 cycles apart, the others 32, and the last is over 239 cycles later; with two groups eight in
   all. Left out: that mma.sync of another warp waits for those that are issued.
   Products read B, and A unless it is in registers, 128 bytes a cycle, before all other accesses: these get the
   cycles that are left, and at least one of LEAST. Measured likewise (tools/h200/wgmma_shared.c,
   bench/h200/wgmma_shared.csv): m64nN has shared memory for 16 (A) + N / 4 (B) cycles, and for no less than three
   quarters of its N / 2 cycles on the tensor cores; of a sparse one, B alone takes N / 2. Its cycles are spread
   evenly over the product's time. The four warps of a group read together: the first scheduler's product stands for
   the group's. Left out: what other accesses cost the products (up to 5 % on the card). */
#include "sm/internal.h"

#define A_CYCLES 16 /* 64 rows of 32 bytes */
#define LEAST 24
#define ISSUE 8
#define START 28

/* Cycles of shared memory taken by a product that occupies the tensor cores for `rate` cycles */
static u64 cycles_of(u8 group, u64 rate)
{
    switch (group) {
    case SI_GROUP_PART: return rate * 3 / 4;
    case SI_GROUP_PART_SHARED: return MIN(rate, MAX(A_CYCLES + rate / 2, rate * 3 / 4));
    default: return rate;
    }
}

/* Reserves shared memory from `start` on, behind the product before or in its place. */
static void read_shared(struct sm *sm, const struct sm_op *o, u64 start)
{
    struct product *p = &sm->product;
    u64 left = o->rate - cycles_of(o->group, o->rate);
    bool few = left * LEAST < o->rate;
    struct product next = {
        .start = start, .end = start + o->rate, .last = o->rate, .left = few ? 1 : left, .of = few ? LEAST : o->rate};
    if (p->end == start && p->left == next.left && p->of == next.of)
        next.start = p->start;
    *p = next;
}

u64 products_issued(struct sm *sm, u32 s, const struct sm_op *o, u64 cycle)
{
    struct products *q = &sm->products[s];
    u64 start = MAX(cycle, q->free), *next = &sm->unit_free[U_TENSOR][sm->unit_at[U_TENSOR][s]];
    q->free = start + o->rate;
    q->start[q->n++ % SM_PRODUCTS] = start;
    u64 first = q->n >= SM_PRODUCTS ? q->start[q->n % SM_PRODUCTS] : 0; /* start of the first product that waits */
    *next = MAX(cycle + ISSUE, first + START);
    sm->units_busy = MAX(sm->units_busy, *next);
    if (!s)
        read_shared(sm, o, start);
    return start;
}

/* The cycles until `passes` other passes are done: they use the cycles left over, one in of / left, during these
   products and one more, which mostly follows; later ones are undisturbed. */
u32 products_stretch(const struct sm *sm, u64 cycle, u32 passes)
{
    const struct product *p = &sm->product;
    if (cycle >= p->end)
        return passes;
    u64 known = p->end - p->start + p->last, from = cycle > p->start ? cycle - p->start : 0,
        had = from * p->left / p->of;
    u64 until = div_up((had + passes) * p->of, p->left);
    if (until > known)
        until = known + MAX(had + passes, known * p->left / p->of) - known * p->left / p->of;
    return (u32)(until - from);
}
