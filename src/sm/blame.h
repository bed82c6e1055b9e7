/* Whose fault a lost issue slot is, by instruction; there only where it is asked for (sm.by_pc).

   A slot in which nothing was issued has one cause (stack.c). It is charged twice under that cause: to the next
   instruction of a warp that waits for it (`waited`), and to the instruction that made it wait (`caused`). Where
   several warps of a scheduler wait for the same cause they take turns, cycle by cycle: warp c mod n of them in cycle
   c, so that the sums do not depend on how cycles are grouped. The instruction that made it wait:

   - an operand (alu, memory): the instruction that writes it, of several the one whose result is there last; nothing
     is charged before the waiting instruction issues, for only then is that known. Where the instruction before sets
     the time (a branch, a barrier's latency), that one.
   - a warp that stops at its access (sm.stall): that access. A part of a split warp that waits for the others
     (W_JOIN): what the part furthest behind is at.
   - a fence, and a warp that has ended: the memory instruction that was done last.
   - a barrier: what the warp that has come least far waits for, or is at.
   - an LSU that is full: if it works in order: the instruction that it works at.
   - the rest (units, policy, fetch, the second slot of an issue): the waiting instruction itself. */
#ifndef SLUICE_SM_BLAME_H
#define SLUICE_SM_BLAME_H
#include "sm/internal.h"

void blame_init(struct sm *);                                      /* the kernel's first CTA comes */
void blame_start(struct sm *, u32 ctx);                            /* a warp starts */
void blame_slots(struct sm *, u32 s, u32 cause, u64 cycle, u64 n); /* scheduler s, from cycle on, n cycles */
void blame_expanded(struct sm *, u32 pc, u64 slots);               /* further ones of an expanded instruction */
void blame_dual(struct sm *, const struct sm_op *);                /* it was issued without a second one */
void blame_issued(struct sm *, u32 ctx);                           /* its next instruction leaves */
void blame_done(struct sm *, u32 ctx, const struct sm_op *);       /* a memory instruction of it is done */
void blame_divided(struct sm *, u32 to, u32 from);                 /* split.c: `to` is a new part of the warp */
void blame_absorbed(struct sm *, u32 to, u32 from);                /* `from` is part of `to`; before ready_at is */
void blame_access(struct sm *, const struct lsu_entry *, u32 pc, u32 conflicts); /* lines of an access */
void blame_shared(struct sm *, u32 pc, u32 passes, u32 conflicts); /* passes of an access over the banks */

#endif
