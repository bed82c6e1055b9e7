/* Asynchronous copies and barrier objects (cp.async, cp.reduce.async, mbarrier): which forms there are, and what
   their operands are. */
#ifndef SLUICE_PTX_ASYNC_H
#define SLUICE_PTX_ASYNC_H
#include "ptx/ptx.h"

struct ptx_async {
    u8 sub; /* SUB_*: what it does; ptx_instr.sub has it, too */
    u8 dims;
    bool cluster;     /* the destination, or the barrier object, may be in another CTA */
    bool from_global; /* bulk: global memory is read; else shared memory is */
    bool to_global;   /* bulk: global memory is written */
    bool group;       /* bulk: completes by bulk_group; otherwise by an mbarrier */
    u8 op;            /* reduce: SUB_ADD .. SUB_XOR */
    bool reduce, multicast, hint, im2col;
    bool read; /* wait_group.read */
    bool noinc, parity, expect, no_complete, try_wait, l2_only;
    char sig[12]; /* a letter an operand, as in ops.def; and B 16 bits, 8 64 bits, N an address of any space, C
                     coordinates, I offsets of im2col */
};

/* NULL, or what is wrong with it, as the rest of a sentence. */
const char *ptx_async_form(const struct ptx_instr *, struct ptx_async *);
static inline bool is_async_op(u16 op)
{
    return op == OP_MBARRIER || op == OP_CP_ASYNC || op == OP_CP_REDUCE;
}

#endif
