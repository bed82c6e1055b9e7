/* A memory partition: a memory channel and the L2 slices before it (one, or l2.per_channel), each with its port of
   the networks; or the link to the host's memory, alone. Runs alone for a window. */
#ifndef SLUICE_MEM_PARTITION_H
#define SLUICE_MEM_PARTITION_H
#include "mem/l2.h"
#include "mem/link.h"
#include "mem/stage.h"

struct partition {
    _Alignas(HOST_PAIR) struct dram dram;
    struct l2 *l2;
    u32 id, n_l2;
    struct link link;
};
/* Every stage of it: see stage.h. Those of a slice first. */
#define SLICE_STAGES(X, s) X(l2, *(s), "L2", true, l2)
#define CHANNEL_STAGES(X, p)                                                                                         \
    X(dram, (p)->dram, "memory", (p)->n_l2, dram) X(link, (p)->link, "link", (p)->link.there, link)
#define PARTITION_STAGES(X, p)                                                                                       \
    for (u32 i_ = 0; i_ < (p)->n_l2; i_++) {                                                                         \
        SLICE_STAGES(X, &(p)->l2[i_])                                                                                \
    }                                                                                                                \
    CHANNEL_STAGES(X, p)

/* Which slice holds an address; the address within it, with the slice number taken out; and back. Consecutive slices
   share a channel. `interleave` is a power of two. With l2.slice_hash, higher bits change the order of the slices
   within each group of n interleave units, so that strides of a power of two spread over them; partition_local stays
   the same. */
static inline u64 partition_rotation(u64 group)
{
    return group * 0x9e3779b97f4a7c15ull >> 40;
}
/* SLICE_HALVES: the first pairs of slices are one half of the chip, the others the second. Of two consecutive pages
   of 16 blocks one lies in either half. A page is four units; a unit's four blocks lie in the two slices of a pair in
   turn. In half of the units the second comes first (partition_turn), or rows some pages apart would meet in one. */
struct partition_unit {
    u64 group; /* a group has as many units as the half has pairs */
    u32 at;    /* the unit's number in its group */
    u32 turn;
    u32 first; /* the first pair of its half */
    u32 n;     /* pairs in it */
};
static inline bool partition_in_halves(const struct l2_params *p)
{
    return p->slice_hash == SLICE_HALVES && p->slices >= 4 && p->slices % 2 == 0;
}
static inline u32 partition_turn(u64 unit)
{
    return (u32)(unit * 0x9e3779b97f4a7c15ull >> 63);
}
static inline u32 partition_half(u64 pages)
{
    return popcount64(pages & 0x5555555555555555ull) & 1;
}
static inline struct partition_unit partition_half_of(const struct l2_params *p, u32 half)
{
    u32 pairs = (u32)p->slices / 2, first = (pairs + 1) / 2;
    return (struct partition_unit){.first = half ? first : 0, .n = half ? pairs - first : first};
}
static inline struct partition_unit partition_unit_of(const struct l2_params *p, u64 block)
{
    u64 pages = block / 32, unit = pages * 4 + block / 4 % 4;
    struct partition_unit u = partition_half_of(p, (block / 16 & 1) ^ partition_half(pages));
    u.group = unit / u.n;
    u.at = (u32)(unit - u.group * u.n);
    u.turn = partition_turn(unit);
    return u;
}
static inline u32 partition_of(const struct l2_params *p, u64 addr)
{
    u64 unit = addr >> ctz64(p->interleave);
    if (partition_in_halves(p)) {
        struct partition_unit u = partition_unit_of(p, unit);
        return (u.first + (u32)((u.at + partition_rotation(u.group)) % u.n)) * 2 + ((u32)unit % 2 ^ u.turn);
    }
    u64 group = unit / p->slices, at = unit - group * p->slices;
    return (u32)(p->slice_hash ? (at + partition_rotation(group)) % p->slices : at);
}
static inline u64 partition_local(const struct l2_params *p, u64 addr)
{
    u32 bits = ctz64(p->interleave);
    u64 block = addr >> bits;
    u64 own = partition_in_halves(p) ? partition_unit_of(p, block).group * 2 + block / 2 % 2 : block / p->slices;
    return own << bits | (addr & (p->interleave - 1));
}
/* The address within the channel, across its slices. */
static inline u64 partition_channel_local(const struct l2_params *p, u64 addr)
{
    u64 local = partition_local(p, addr);
    if (p->per_channel == 1)
        return local;
    u64 il = p->interleave, k = partition_of(p, addr) % p->per_channel;
    return (local / il * p->per_channel + k) * il + local % il;
}
u64 partition_global(const struct l2_params *, u64 local, u32 id);

/* Ticks each stage at every tick below `until` at which it is due; returns when the next is due (NEVER: a packet must
   come). For tests, which must see no change: `swapped` reverses the order of stages, `every` ticks them at each of
   their edges. */
cyc partition_run(struct partition *, cyc from, cyc until, bool swapped, bool every);
cyc partition_next(const struct partition *);
bool partition_idle(const struct partition *);
void partition_audit(const struct partition *);
void partition_settle(struct partition *, cyc now);
void partition_dump(const struct partition *, FILE *);

#endif
