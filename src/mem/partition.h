/* A memory partition: its port of the request network, an L2 slice, a memory channel. Runs alone for a window. */
#ifndef SLUICE_MEM_PARTITION_H
#define SLUICE_MEM_PARTITION_H
#include "mem/l2.h"

struct partition {
    struct l2 l2;
    struct dram dram;
    u32 id;
};

/* Which partition holds an address; and the address within its channel with the partition number taken out. */
u32 partition_of(const struct l2_params *, u64 addr);
u64 partition_local(u64 addr, u32 n, u32 interleave);

/* Ticks both stages at every tick below `until` where one is due; returns when it next has work (NEVER: a packet must
   come). `order` is a bit that swaps the two stages, `every` ticks them at each of their edges (both for tests:
   nothing may change). */
cyc partition_run(struct partition *, cyc from, cyc until, bool swapped, bool every);
cyc partition_next(const struct partition *);
bool partition_idle(const struct partition *);
void partition_audit(const struct partition *);
void partition_dump(const struct partition *, FILE *);

#endif
