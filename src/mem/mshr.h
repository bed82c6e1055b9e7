/* Miss status holding registers: one entry for each line that is being fetched, with the requests that wait for it.
   When (part of) the line has come, the requests that it satisfies are answered one at a time; the entry is free when
   the last has left and no sector is on its way. An entry without a waiting request is a prefetch. */
#ifndef SLUICE_MEM_MSHR_H
#define SLUICE_MEM_MSHR_H
#include "base/diag.h"
#include "mem/linemap.h"
#include "mem/req.h"

struct mshr_target {
    struct req req;
    cyc since; /* when it was looked up */
    u8 wait;   /* sectors that must have come before it is answered, perhaps more than it requested */
};
struct mshr_entry {
    u64 line;
    cyc since;    /* taken */
    u32 tag;      /* line's index in the tag array, or TAG_NONE (allocate-on-fill) */
    u32 next;     /* list of entries with targets to answer; free list: next free entry minus (this entry + 1) */
    u16 n, first; /* waiting targets are first..n; those before have been answered */
    u8 pending;   /* sectors still out */
    bool draining;
    u8 mesi;         /* coherent L1s: enum mesi_state of the line being fetched */
    u8 unasked;      /* of the pending sectors, those without a waiting request: a prefetcher asked for them */
    bool prefetched; /* no load has asked for any of it so far */
    u16 warp, cta;   /* L1s: of the request that took it */
};
struct mshr {
    struct mshr_entry *entries;
    struct mshr_target *targets; /* i * cap + entry (mshr_target_at): most entries never have a second one */
    u32 cap, merges, used, free;
    bool mapped;
    u32 drain_head, drain_tail; /* entries with targets to answer, in order of their fills */
    struct linemap map;
    u64 busy; /* ticks that entries were in use, added up as they are given back */
};

static inline struct mshr_target *mshr_target_at(const struct mshr *m, u32 entry, u32 i)
{
    return &m->targets[(size_t)i * m->cap + entry];
}

/* `mapped`: mshr_find is used, as nothing else leads from a line to its entry. */
void mshr_init(struct mshr *, struct arena *, u32 entries, u32 merges, bool mapped);
u32 mshr_find(const struct mshr *, u64 line); /* UINT32_MAX: not out */
/* BUG if none is free: compare used with cap first. */
static inline u32 mshr_new(struct mshr *m, u64 line, u32 tag, cyc now)
{
    u32 i = m->free;
    ENSURE(m->used < m->cap && i < m->cap);
    m->free = i + 1 + m->entries[i].next;
    m->used++;
    m->entries[i] = (struct mshr_entry){.line = line, .since = now, .tag = tag, .next = UINT32_MAX};
    if (m->mapped)
        linemap_put(&m->map, line, i);
    return i;
}
bool mshr_can_merge(const struct mshr *, u32 entry);
void mshr_add(struct mshr *, u32 entry, const struct req *, u8 wait, cyc now);
void mshr_mark(struct mshr *, u32 entry, u8 flag); /* sets the flag on all requests that wait in the entry */
/* Sectors arrived. True if no sector of the entry is on its way: mshr_find no longer finds it, and it is free if no
   request waits in it. */
bool mshr_filled(struct mshr *, u32 entry, u8 sectors, cyc now);
static inline void mshr_release(struct mshr *m, u32 entry, cyc now) /* no request waits, no sector comes */
{
    struct mshr_entry *e = &m->entries[entry];
    e->next = m->free - (entry + 1);
    m->free = entry;
    m->used--;
    m->busy += now - e->since;
}
u32 mshr_scan_ready(const struct mshr *, u32 entry);
static inline u32 mshr_next_ready(const struct mshr *m,
                                  u32 entry) /* the first target whose sectors are all there, or n */
{
    return m->entries[entry].pending ? mshr_scan_ready(m, entry) : m->entries[entry].first;
}
/* The next target whose sectors are all there, or NULL. It stays until mshr_pop. */
static inline const struct mshr_target *mshr_peek(const struct mshr *m)
{
    u32 h = m->drain_head;
    return h == UINT32_MAX ? NULL : mshr_target_at(m, h, mshr_next_ready(m, h));
}
void mshr_pop(struct mshr *, cyc now);
bool mshr_idle(const struct mshr *);

#endif
