/* Counted loops, which a comparison of a counter ends, after a constant was added to it: of one block, or with ifs
   and elses of one block each behind one another. */
#ifndef SLUICE_ISA_COUNTED_H
#define SLUICE_ISA_COUNTED_H
#include "isa/passes.h"

struct counted_step { /* x = x + by, once in the body */
    u32 reg, pc;      /* where */
    i64 by;
};

#define COUNTED_BLOCKS 32u /* more are too long to be unrolled */

struct counted {
    u32 head, block;          /* its first and its last */
    u32 first, end;           /* pcs; the branch is end - 1 */
    bool arm[COUNTED_BLOCKS]; /* by block - head: of an if, so that not every round executes it */
    u32 test;                 /* pc of the comparison */
    u32 counter;              /* index into steps */
    u8 cmp;                   /* with which it goes on: NE, LT, LE, GT, GE */
    bool is_signed;
    bool read_behind; /* what the comparison says, behind the loop */
    VEC(struct counted_step)
    steps, sums; /* sums: x = step + what stays, read as addresses alone: the first copy's serves all */
};

/* Is there such a loop that begins with the block, and how does it count? l may be used again; counted_free at last.
 */
bool counted_find(const struct ptx_func *f, u32 head, struct counted *l);
bool counted_shape(const struct ptx_func *f, u32 head, struct counted *l); /* however it counts */
void counted_free(struct counted *l);
const struct ptx_operand *counted_bound(const struct ptx_func *f, const struct counted *l); /* what ends it */
/* Registers count round at the end of their numbers; so do these. */
static inline i64 counted_times(i64 n, i64 by)
{
    return (i64)((u64)n * (u64)by);
}
static inline i64 counted_plus(i64 a, i64 b)
{
    return (i64)((u64)a + (u64)b);
}

#endif
