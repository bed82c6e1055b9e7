/* MSHRs: see mshr.h. */
#include "mem/mshr.h"

#include "base/diag.h"

#define NONE UINT32_MAX

void mshr_init(struct mshr *m, struct arena *a, u32 entries, u32 merges, bool mapped)
{
    *m = (struct mshr){.entries = ARENA_LINES(a, struct mshr_entry, entries),
                       .targets = ARENA_LINES(a, struct mshr_target, (size_t)entries * merges),
                       .cap = entries,
                       .merges = merges,
                       .mapped = mapped,
                       .drain_head = NONE,
                       .drain_tail = NONE};
    if (mapped)
        linemap_init(&m->map, a, entries);
}

u32 mshr_find(const struct mshr *m, u64 line)
{
    return m->map.n ? linemap_get(&m->map, line) : NONE;
}

bool mshr_can_merge(const struct mshr *m, u32 entry)
{
    return m->entries[entry].n < m->merges;
}

void mshr_add(struct mshr *m, u32 entry, const struct req *r, u8 wait, cyc now)
{
    struct mshr_entry *e = &m->entries[entry];
    ENSURE(e->n < m->merges);
    e->unasked &= (u8)~wait;
    *mshr_target_at(m, entry, e->n++) = (struct mshr_target){*r, now, wait};
}

u32 mshr_scan_ready(const struct mshr *m, u32 entry)
{
    const struct mshr_entry *e = &m->entries[entry];
    u32 i = e->first;
    while (i < e->n && (mshr_target_at(m, entry, i)->wait & e->pending))
        i++;
    return i;
}

bool mshr_filled(struct mshr *m, u32 entry, u8 sectors, cyc now)
{
    struct mshr_entry *e = &m->entries[entry];
    e->pending &= (u8)~sectors;
    if (!e->pending && m->mapped)
        linemap_del(&m->map, e->line);
    if (e->draining)
        return !e->pending;
    if (mshr_next_ready(m, entry) < e->n) {
        e->draining = true;
        e->next = NONE;
        if (m->drain_head == NONE)
            m->drain_head = entry;
        else
            m->entries[m->drain_tail].next = entry;
        m->drain_tail = entry;
    } else if (!e->pending) {
        mshr_release(m, entry, now); /* no request waits in it */
        return true;
    }
    return !e->pending;
}

void mshr_mark(struct mshr *m, u32 entry, u8 flag)
{
    for (u32 i = m->entries[entry].first; i < m->entries[entry].n; i++)
        mshr_target_at(m, entry, i)->req.flags |= flag;
}

void mshr_pop(struct mshr *m, cyc now)
{
    u32 h = m->drain_head;
    struct mshr_entry *e = &m->entries[h];
    u32 i = mshr_next_ready(m, h);
    ENSURE(i < e->n);
    if (i == e->first) {
        e->first++;
    } else { /* some before it still wait for their sectors: close the gap */
        for (; i + 1 < e->n; i++)
            *mshr_target_at(m, h, i) = *mshr_target_at(m, h, i + 1);
        e->n--;
    }
    if (mshr_next_ready(m, h) < e->n)
        return;
    m->drain_head = e->next;
    e->draining = false;
    if (e->first < e->n) { /* the rest waits for sectors: the places of those that left are freed */
        for (u32 k = e->first; k < e->n; k++)
            *mshr_target_at(m, h, k - e->first) = *mshr_target_at(m, h, k);
        e->n = (u16)(e->n - e->first);
        e->first = 0;
    } else if (e->pending) { /* sectors without a waiting request come later */
        ENSURE(!(e->pending & (u8)~e->unasked));
        e->n = e->first = 0;
    } else {
        mshr_release(m, h, now);
    }
}

bool mshr_idle(const struct mshr *m)
{
    return !m->used;
}
