/* Counted loops: a comparison of a counter ends them, after a constant was added to it. They have one block, or ifs
   and elses of one block each, one after the other. */
#ifndef SLUICE_ISA_COUNTED_H
#define SLUICE_ISA_COUNTED_H
#include "isa/passes.h"

struct counted_step { /* x = x + by, once in the body */
    u32 reg, pc;      /* where */
    i64 by;
};

#define COUNTED_BLOCKS 32u /* more are too long to be unrolled */

struct counted {
    u32 head, block;          /* its first and its last block */
    u32 first, end;           /* pcs; the branch is end - 1 */
    bool arm[COUNTED_BLOCKS]; /* by block - head: an arm of an if, so that not every round executes it */
    u32 test;                 /* pc of the comparison */
    u32 counter;              /* index into steps */
    u8 cmp;                   /* the comparison that continues the loop: NE, LT, LE, GT, GE */
    bool is_signed;
    bool read_behind; /* the comparison's result is read behind the loop */
    VEC(struct counted_step)
    steps, sums; /* sums: x = step + an invariant, used only as an address: the first copy's serves all */
};

/* Does such a loop begin with the block, and how does it count? l may be reused; counted_free in the
   end. */
bool counted_find(const struct ptx_func *f, u32 head, struct counted *l);
bool counted_shape(const struct ptx_func *f, u32 head, struct counted *l); /* however it counts */
void counted_free(struct counted *l);
const struct ptx_operand *counted_bound(const struct ptx_func *f, const struct counted *l); /* what ends it */
/* Wraps around like the registers. */
static inline i64 counted_times(i64 n, i64 by)
{
    return (i64)((u64)n * (u64)by);
}
static inline i64 counted_plus(i64 a, i64 b)
{
    return (i64)((u64)a + (u64)b);
}

#endif
