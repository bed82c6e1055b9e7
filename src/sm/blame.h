/* Which instruction is to blame for a lost issue slot; allocated only with --lines (sm.by_pc).

   A slot in which nothing was issued has one cause (stack.c). It is charged twice under that cause: to the next
   instruction of a warp that waits for it (`waited`), and to the instruction that made it wait (`caused`). If n warps
   of a scheduler wait for the same cause, cycle c is charged to warp c mod n of them, so that the sums do not depend
   on how cycles are grouped. The instruction that made it wait is,

   - for an operand (alu, memory): the instruction that writes it, of several the one whose result comes last; it is
   charged when the waiting instruction issues, because only then is it known. If the instruction before sets the time
   (a branch, a barrier's latency), that one.
   - for a warp that stops at its access (sm.stall): that access. For a part of a split warp that waits for the others
   (W_JOIN): the instruction of the part furthest behind.
   - for a fence, and a warp that has ended: the memory instruction that completed last.
   - for a barrier: what the warp furthest behind waits for, or its instruction.
   - for an LSU that is full, if it works in order: the instruction that it works on.
   - for a unit that is busy: the instruction that was issued to it last.
   - otherwise (policy, fetch, the second slot of an issue): the waiting instruction itself.

   A lane that an instruction is issued without is charged, too: to the branch at which it parted from the others, or,
   if its guard is false, to the instruction itself. */
#ifndef SLUICE_SM_BLAME_H
#define SLUICE_SM_BLAME_H
#include "sm/internal.h"

void blame_init(struct sm *);                                      /* the kernel's first CTA comes */
void blame_start(struct sm *, u32 ctx);                            /* a warp starts */
void blame_slots(struct sm *, u32 s, u32 cause, u64 cycle, u64 n); /* n cycles of scheduler s from `cycle` on */
void blame_expanded(struct sm *, u32 pc, u64 slots);               /* further slots of an instruction */
void blame_dual(struct sm *, const struct sm_op *);                /* it was issued without a second instruction */
void blame_issued(struct sm *, u32 ctx, u32 s);                    /* scheduler s issues its next instruction */
void blame_done(struct sm *, u32 ctx, const struct sm_op *);       /* a memory instruction of it is done */
void blame_divided(struct sm *, u32 to, u32 from);                 /* split.c: `to` is a new part of the warp */
void blame_absorbed(struct sm *, u32 to, u32 from);                /* `from` joins `to`; before ready_at does */
void blame_access(struct sm *, const struct lsu_entry *, u32 pc, u32 conflicts);         /* lines of an access */
void blame_line(struct sm *, const struct sm_op *, u32 space, const struct coalesced *); /* an access to one line */
void blame_shared(struct sm *, u32 pc, u32 passes, u32 conflicts); /* passes of an access over the banks */

#endif
