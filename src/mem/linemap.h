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
/* Clears a large table with few members: called once for each member, with nothing in between. Touches only the slots
   around them. */
void linemap_clear_from(struct linemap *, u64 line);

#endif
