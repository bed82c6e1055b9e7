/* When units (SMs with their caches, memory partitions) next have something to do. The words stand in blocks of a
   host line, and the first of each says when the first of its units has: idle units are passed over by the block. */
#ifndef SLUICE_MEM_UNIT_H
#define SLUICE_MEM_UNIT_H
#include "mem/port.h"

#define UNITS_A_BLOCK 7
struct unit_block {
    _Alignas(HOST_LINE) cyc least;
    cyc next[UNITS_A_BLOCK]; /* entries without a unit are NEVER */
};
_Static_assert(sizeof(struct unit_block) == HOST_LINE, "a block is a host line");

static inline struct unit_block *unit_block_of(cyc *next)
{
    return (struct unit_block *)((uintptr_t)next & ~(uintptr_t)(HOST_LINE - 1));
}

static inline void unit_block_changed(struct unit_block *b)
{
    cyc least = NEVER;
    for (u32 i = 0; i < UNITS_A_BLOCK; i++)
        least = MIN(least, b->next[i]);
    b->least = least;
}

static inline void unit_set(cyc *next, cyc at)
{
    *next = at;
    unit_block_changed(unit_block_of(next));
}

static inline void unit_wake(cyc *next, cyc at)
{
    wake_at(next, at);
    wake_at(&unit_block_of(next)->least, at);
}

#endif
