/* Warp-splits (MLP-aware warp subdivision). When some lanes of a memory instruction hit and others miss, those that
   hit may go on as a context of their own: a cursor in the same stream with a smaller mask. What hit is told by the
   answers: whatever has not been answered when a hit would have been counts as missed. The contexts of a warp
   execute one control flow:

   - Where the stream has an instruction of which none of its lanes is part, a context passes it by, and then waits
     for the others at the next one of its own (W_JOIN): lanes that have left a loop wait for those that have not.
   - Before a conditional branch, a barrier or an instruction that depends on time a context waits for all others with
     lanes there and they become one; a loop's back edge is passed without waiting (maws.bypass).
   - A context that issues an access which another of its warp has issued and waits for joins it; one that has done
     that access, but has not issued what follows, waits for it again and they are one. By pc (maws.merge), the access
     may be the same instruction of another iteration: split_group.c.
   - Of the contexts of a warp that could issue, the one furthest behind does.

   Each lane's instructions are issued exactly once and in order, checked when the warp ends; an SM without warps has
   all entries of the table free. The predictors are those of the paper's sections 5.4.3 and 5.6. Leaves out: a warp's
   lanes that diverged in a branch are never apart in two contexts of different paths, as in the paper. */
#ifndef SLUICE_SM_SPLIT_H
#define SLUICE_SM_SPLIT_H
#include "sm/internal.h"

void split_init(struct sm *, struct arena *);
bool split_leads(const struct sm *, u32 ctx);             /* others issue with it: split_fetch decodes for all */
void split_fetch(struct sm *, u32 ctx, u64 cycle);        /* warp_fetch of a group */
bool split_last(const struct sm *, u32 ctx);              /* no other part of its warp is further behind */
u64 split_storage(const struct sm *);                     /* bytes of the table that the hardware would have */
void split_start(struct sm *, u32 w);                     /* the warp starts, whole */
void split_access(struct sm *, const struct lsu_entry *); /* an access with requests was issued */
void split_sent(struct sm *, const struct lsu_entry *, u64 cycle); /* its last request has left the LSU */
void split_reply(struct sm *, const struct req *);                 /* one is answered */
void split_suspended(struct sm *, u32 ctx);                        /* the context stops until its access completes */
bool split_done(struct sm *, u32 ctx, u64 cycle);                  /* its access has completed; true: it goes on */
bool split_passes(struct sm *, u32 ctx);             /* none of its lanes is in the instruction decoded last */
bool split_fetched(struct sm *, u32 ctx, u64 cycle); /* decoded; false: it waits, or became part of another */
bool split_ended(struct sm *, u32 ctx, u64 cycle);   /* true: other contexts of its warp go on */
void split_finished(struct sm *, u32 ctx);           /* the warp's last context has ended, no access in flight */
void split_issued(struct sm *, u32 ctx);             /* its next instruction issues */
void split_folded(struct sm *, u32 ctx);             /* that instruction is part of another and takes no slot */
u64 split_behind(const struct sm *,
                 u64 ready);               /* of each warp, the context furthest behind, unless it is too far ahead */
void split_decide(struct sm *, u64 cycle); /* handles accesses whose hits are known now */
void split_idle(struct sm *, u64 cycle);   /* nothing was issued */
u64 split_next(const struct sm *);         /* the cycle in which hits are next known */

#endif
