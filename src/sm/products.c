/* What products of warp groups take of shared memory. They read B, and A unless it is in registers, 128 bytes a
   cycle, before all other accesses: these get the cycles that are left, and at least one of LEAST. Measured on an
   H200 (tools/h200/wgmma_shared.c, bench/h200/wgmma_shared.csv): m64nN has shared memory for 16 (A) + N / 4 (B)
   cycles, and for no less than three quarters of its N / 2 cycles on the tensor cores; of a sparse one, B alone takes
   N / 2. Its cycles are spread evenly over the product's time. The four warps of a group read together: the first
   scheduler's product stands for the group's. Left out: what other accesses cost the products (up to 5 % on the
   card). */
#include "sm/internal.h"

#define A_CYCLES 16 /* 64 rows of 32 bytes */
#define LEAST 24

/* The cycles of shared memory that a product takes which keeps the tensor cores for `rate` */
static u64 cycles_of(u8 group, u64 rate)
{
    switch (group) {
    case SI_GROUP_PART: return rate * 3 / 4;
    case SI_GROUP_PART_SHARED: return MIN(rate, MAX(A_CYCLES + rate / 2, rate * 3 / 4));
    default: return rate;
    }
}

void products_began(struct sm *sm, const struct sm_op *o, u64 cycle)
{
    u64 left = o->rate - cycles_of(o->group, o->rate);
    bool few = left * LEAST < o->rate;
    sm->product =
        (struct product){.start = cycle, .end = cycle + o->rate, .left = few ? 1 : left, .of = few ? LEAST : o->rate};
}

/* `passes` fall on the cycles that are left over, one in of / left, in this product and as long again, where another
   one will mostly follow; what remains is undisturbed. */
u32 products_stretch(const struct sm *sm, u64 cycle, u32 passes)
{
    const struct product *p = &sm->product;
    if (cycle >= p->end)
        return passes;
    u64 length = p->end - p->start, from = cycle - p->start, had = from * p->left / p->of;
    u64 until = div_up((had + passes) * p->of, p->left);
    if (until > 2 * length)
        until = 2 * length + MAX(had + passes, 2 * length * p->left / p->of) - 2 * length * p->left / p->of;
    return (u32)(until - from);
}
