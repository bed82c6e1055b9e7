/* Line address -> small number: open addressing, fixed size, no deletion marks. */
#ifndef SLUICE_MEM_LINEMAP_H
#define SLUICE_MEM_LINEMAP_H
#include "base/arena.h"

struct linemap_slot {
    u64 key; /* line address + 1; 0: free */
    u32 value;
};
struct linemap {
    struct linemap_slot *slots;
    u32 mask, n, shift;
};

void linemap_init(struct linemap *, struct arena *, u32 max_entries);
u32 linemap_get(const struct linemap *, u64 line); /* UINT32_MAX: not there */
void linemap_put(struct linemap *, u64 line, u32 value);
void linemap_del(struct linemap *, u64 line); /* BUG if it is not there */
void linemap_clear(struct linemap *);
/* The same for a large table with few members: called once for each of them, with nothing between. Touches only where
   they lie. */
void linemap_clear_from(struct linemap *, u64 line);

#endif
