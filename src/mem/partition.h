/* A memory partition: a memory channel and the L2 slices before it (one, or l2.per_channel), each with its port of
   the networks. Runs alone for a window. */
#ifndef SLUICE_MEM_PARTITION_H
#define SLUICE_MEM_PARTITION_H
#include "mem/l2.h"
#include "mem/stage.h"

struct partition {
    _Alignas(HOST_LINE) struct dram dram;
    struct l2 *l2;
    u32 id, n_l2;
};
/* Every stage of it: see stage.h. Those of a slice first. */
#define SLICE_STAGES(X, s) X(l2, *(s), "L2", true, l2)
#define CHANNEL_STAGES(X, p) X(dram, (p)->dram, "memory", true, dram)
#define PARTITION_STAGES(X, p)                                                                                       \
    for (u32 i_ = 0; i_ < (p)->n_l2; i_++) {                                                                         \
        SLICE_STAGES(X, &(p)->l2[i_])                                                                                \
    }                                                                                                                \
    CHANNEL_STAGES(X, p)

/* Which slice holds an address; the address within it, with the slice number taken out; and back. Slices that follow
   each other share a channel. `interleave` is a power of two. With l2.slice_hash, higher bits turn the order of the
   slices within each group of n interleave units, so that strides of a power of two spread over them and
   partition_local stays the same. With l2.twins a unit is four blocks, and a pair of slices takes them by turns. */
static inline u64 partition_rotation(u64 group)
{
    return group * 0x9e3779b97f4a7c15ull >> 40;
}
static inline u32 partition_of(const struct l2_params *p, u64 addr)
{
    u64 block = addr >> ctz64(p->interleave), unit = p->twins ? block / 4 : block;
    u64 n = p->twins ? p->slices / 2 : p->slices, group = unit / n, at = unit - group * n;
    u64 k = p->slice_hash ? (at + partition_rotation(group)) % n : at;
    return (u32)(p->twins ? k * 2 + block % 2 : k);
}
static inline u64 partition_local(const struct l2_params *p, u64 addr)
{
    u32 bits = ctz64(p->interleave);
    u64 block = addr >> bits;
    u64 own = p->twins ? block / 4 / (p->slices / 2) * 2 + block / 2 % 2 : block / p->slices;
    return own << bits | (addr & (p->interleave - 1));
}
/* The address within the channel: what its slices hold, in turn. */
static inline u64 partition_channel_local(const struct l2_params *p, u64 addr)
{
    u64 local = partition_local(p, addr);
    if (p->per_channel == 1)
        return local;
    u64 il = p->interleave, k = partition_of(p, addr) % p->per_channel;
    return (local / il * p->per_channel + k) * il + local % il;
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
