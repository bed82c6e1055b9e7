/* Linear probing over a table at most half full; a deletion moves later members of the run back. */
#include "mem/linemap.h"

#include <string.h>

#include "base/diag.h"

void linemap_init(struct linemap *m, struct arena *a, u32 max_entries)
{
    u32 bits = 3;
    while ((1u << bits) < 2 * max_entries)
        bits++;
    *m = (struct linemap){
        .slots = ARENA_LINES(a, struct linemap_slot, 1u << bits), .mask = (1u << bits) - 1, .shift = 64 - bits};
}

static inline u32 home(const struct linemap *m, u64 line)
{
    return (u32)(((line >> 5) * 0x9e3779b97f4a7c15ull) >> m->shift);
}

u32 linemap_get(const struct linemap *m, u64 line)
{
    if (!m->n)
        return UINT32_MAX; /* an empty table is not read, so that its memory stays untouched */
    for (u32 i = home(m, line);; i = (i + 1) & m->mask) {
        if (m->slots[i].key == line + 1)
            return m->slots[i].value;
        if (!m->slots[i].key)
            return UINT32_MAX;
    }
}

void linemap_put(struct linemap *m, u64 line, u32 value)
{
    ENSURE(m->n <= m->mask / 2);
    u32 i = home(m, line);
    while (m->slots[i].key)
        i = (i + 1) & m->mask;
    m->slots[i] = (struct linemap_slot){line + 1, value};
    m->n++;
}

void linemap_del(struct linemap *m, u64 line)
{
    u32 i = home(m, line);
    while (m->slots[i].key != line + 1) {
        if (!m->slots[i].key)
            BUG("line %#llx is not in the map", (unsigned long long)line);
        i = (i + 1) & m->mask;
    }
    for (u32 j = i;;) {
        m->slots[i].key = 0;
        do {
            j = (j + 1) & m->mask;
            if (!m->slots[j].key) {
                m->n--;
                return;
            }
            /* may j move to i? only if its home is not in (i, j] */
        } while (((j - home(m, m->slots[j].key - 1)) & m->mask) < ((j - i) & m->mask));
        m->slots[i] = m->slots[j];
        i = j;
    }
}

void linemap_clear(struct linemap *m)
{
    memset(m->slots, 0, sizeof(*m->slots) * ((size_t)m->mask + 1));
    m->n = 0;
}

/* When clearing began, no slot between a member's home and its place was free. So the walk that frees its home goes
   on to its place, or up to a slot that another walk freed. */
void linemap_clear_from(struct linemap *m, u64 line)
{
    for (u32 i = home(m, line); m->slots[i].key; i = (i + 1) & m->mask, m->n--)
        m->slots[i].key = 0;
}
