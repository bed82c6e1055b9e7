/* A memory partition: its port of the request network, an L2 slice, a memory channel. Runs alone for a window. */
#ifndef SLUICE_MEM_PARTITION_H
#define SLUICE_MEM_PARTITION_H
#include "mem/l2.h"
#include "mem/stage.h"

struct partition {
    _Alignas(HOST_LINE) struct l2 l2;
    struct dram dram;
    u32 id;
};
/* Every stage of it: see stage.h. */
#define PARTITION_STAGES(X, p)                                                                                       \
    X(l2, (p)->l2, "L2", true, l2)                                                                                   \
    X(dram, (p)->dram, "memory", true, dram)

/* Which partition holds an address; the address within it, with the partition number taken out; and back.
   `interleave` is a power of two. With l2.slice_hash, higher bits turn the order of the partitions within each group
   of n interleave units, so that strides of a power of two spread over them and partition_local stays the same. */
static inline u64 partition_turn(const struct l2_params *p, u64 group)
{
    return p->slice_hash ? (group * 0x9e3779b97f4a7c15ull >> 40) : 0;
}
static inline u32 partition_of(const struct l2_params *p, u64 addr)
{
    u64 unit = addr >> ctz64(p->interleave), group = unit / p->slices;
    return (u32)((unit - group * p->slices + partition_turn(p, group)) % p->slices);
}
static inline u64 partition_local(u64 addr, u32 n, u32 interleave)
{
    return ((addr >> ctz64(interleave)) / n << ctz64(interleave)) | (addr & (interleave - 1));
}
u64 partition_global(const struct l2_params *, u64 local, u32 id);

/* Ticks both stages at every tick below `until` where one is due; returns when it next has work (NEVER: a packet must
   come). `order` is a bit that swaps the two stages, `every` ticks them at each of their edges (both for tests:
   nothing may change). */
cyc partition_run(struct partition *, cyc from, cyc until, bool swapped, bool every);
cyc partition_next(const struct partition *);
bool partition_idle(const struct partition *);
void partition_audit(const struct partition *);
void partition_settle(struct partition *, cyc now);
void partition_dump(const struct partition *, FILE *);

#endif
