/* Shared by l2.c (the slice) and directory.c (coherence). */
#ifndef SLUICE_MEM_L2_INTERNAL_H
#define SLUICE_MEM_L2_INTERNAL_H
#include "mem/l2.h"

u64 l2_own(const struct l2 *, u64 line);          /* the slice's own address, without the slice number */
u32 l2_sector_shift(const struct l2 *, u64 line); /* the place of a shorter line in ours, in sectors */
void l2_set_dirty(struct l2 *, struct tag *, u8 sectors);
/* Merges into the line's MSHR or takes one. `want`: the sectors that must come before r is answered. */
u32 l2_miss(struct l2 *, cyc now, const struct req *, u64 own, struct tag *, u8 want);

#endif
