/* The L1 of most machines in a shorter form: one lookup a cycle, whole lines, reserved by a miss; no write-back,
   gathered stores, bypass, prefetch or coherence (l1_init has the exact condition). A line in the array is then
   either valid or on its way as a whole, and all requests for it are answered once it has come. It does and counts
   everything in the same cycle as l1.c; a failed request is looked up again only when what it waits for has changed.
   Stores, atomics and reads that bypass go through l1_lookup. */
#include "mem/l1_internal.h"

#define NONE UINT32_MAX

/* ---- MSHRs of whole lines ---- */

static inline void line_came(struct mshr *m, u32 entry)
{
    struct mshr_entry *e = &m->entries[entry];
    e->pending = 0;
    e->draining = true;
    e->next = NONE;
    *(m->drain_head == NONE ? &m->drain_head : &m->entries[m->drain_tail].next) = entry;
    m->drain_tail = entry;
}

static inline void let_go(struct mshr *m, cyc now)
{
    u32 h = m->drain_head;
    struct mshr_entry *e = &m->entries[h];
    if (++e->first < e->n)
        return;
    m->drain_head = e->next;
    e->draining = false;
    mshr_release(m, h, now);
}

static inline void wait_in(struct l1 *c, cyc now, u32 entry, const struct req *r)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    *mshr_target_at(&c->mshr, entry, e->n++) = (struct mshr_target){*r, now, c->all_sectors};
}

/* ---- A fill ---- */

/* A reply has come. False: it must wait for room among the replies to the SM. */
static inline bool take_reply(struct l1 *c, cyc now, const struct req *r)
{
    if (r->kind != RQ_READ || (r->flags & RQF_SKIP_L1)) {
        if (port_full(&c->fills, now))
            return false;
        l1_push_fill(c, now, r);
        return true;
    }
    u32 entry = r->token, tag = c->mshr.entries[entry].tag;
    ENSURE(entry < c->mshr.cap && c->mshr.entries[entry].line == r->line && r->sectors == c->all_sectors);
    if (WATCHED(r->flags & RQF_L2_HIT))
        mshr_mark(&c->mshr, entry, RQF_L2_HIT);
    c->stats.fill++;
    c->tags.at[tag].state = TAG_VALID;
    c->tags.at[tag].valid = c->all_sectors;
    tags_set_pending(&c->tags, tag, 0);
    line_came(&c->mshr, entry);
    c->changed |= tag - c->stalled_at < c->tags.ways; /* the fill is in the set in which a request waits for a line */
    return true;
}

/* ---- A lookup ---- */

/* Takes a line and an MSHR, and asks below. After a failure the line is not searched for again: it cannot arrive
   meanwhile. */
static inline u32 miss(struct l1 *c, cyc now, const struct req *r, u32 set)
{
    c->absent_in = set;
    if (c->mshr.used == c->mshr.cap) /* no MSHR is free, so the tag's state does not matter */
        return tags_any_victim(&c->tags, set) ? L1_NO_MSHR : L1_NO_LINE;
    u32 v = tags_victim_in(&c->tags, set);
    if (v == TAG_NONE)
        return L1_NO_LINE;
    if (port_full(&c->out, now))
        return L1_NO_MISSQ;
    c->absent_in = NONE;
    l1_take_line(c, now, v, r);
    u32 e = mshr_new(&c->mshr, r->line, v, now);
    struct mshr_entry *m = &c->mshr.entries[e];
    m->pending = c->all_sectors;
    m->warp = r->warp;
    m->cta = r->cta;
    tags_set_pending(&c->tags, v, c->all_sectors);
    c->tags.at[v].mshr = e;
    wait_in(c, now, e, r);
    struct req q = *r;
    q.token = e;
    q.sectors = c->all_sectors;
    q.bytes = 0;
    l1_send_below(c, now, &q);
    c->stats.miss++;
    return L1_OK;
}

static inline u32 read(struct l1 *c, cyc now, const struct req *r)
{
    u32 set = c->absent_in, i = TAG_NONE, why = L1_OK, n = c->n_sectors;
    if (set == NONE) {
        set = tags_set(&c->tags, r->line);
        i = c->tags.large ? tags_find(&c->tags, r->line) : tags_find_in(&c->tags, set, r->line);
    }
    bool local = r->space == RQS_LOCAL, here = true;
    if (i == TAG_NONE) {
        why = miss(c, now, r, set);
        here = false;
    } else if (!c->tags.at[i].pending) {
        why = l1_hit(c, now, r);
        if (!why) {
            tags_touch(&c->tags, i);
            c->stats.hit++;
            c->stats.local_hit += local;
        }
    } else if (c->mshr.entries[c->tags.at[i].mshr].n < c->mshr.merges) {
        wait_in(c, now, c->tags.at[i].mshr, r);
        c->stats.merged++;
    } else {
        c->stalled_at = i;
        return L1_NO_MERGE;
    }
    if (why)
        return why;
    c->stats.access++;
    c->stats.read++;
    c->stats.sectors_read += n;
    c->stats.sectors_hit += here ? n : 0;
    if (local) {
        c->stats.local_read++;
        c->stats.local_sectors += n;
        c->stats.local_sectors_hit += here ? n : 0;
    }
    mark(c->marks, now, r, MARK_L1);
    return L1_OK;
}

static inline u32 look_up(struct l1 *c, cyc now, const struct req *r)
{
    if (r->kind != RQ_READ || (r->flags & RQF_SKIP_L1) || (!c->p.globals && r->space == RQS_GLOBAL) || !c->tags.sets)
        return l1_lookup(c, now, r);
    return read(c, now, r);
}

/* Has what the head waits for changed? A fill changes a line on its way, and a set whose ways are all reserved. */
static inline bool worth_a_try(struct l1 *c, cyc now)
{
    switch (c->stall) {
    case L1_NO_MISSQ: return !port_full(&c->out, now);
    case L1_NO_REPLY: return !port_full(&c->hits, now);
    case L1_NO_MSHR: return c->mshr.used < c->mshr.cap;
    case L1_NO_MERGE: return !c->tags.at[c->stalled_at].pending;
    default: return c->changed;
    }
}

static inline void failed(struct l1 *c, cyc now, u32 why, const struct req *r)
{
    c->stall = (u8)why;
    c->stall_since = now;
    c->changed = false;
    if (why == L1_NO_LINE)
        c->stalled_at = tags_set(&c->tags, r->line) * c->tags.ways;
}

cyc l1_quick_tick(struct l1 *c, cyc now)
{
    if (c->stall && now > c->stall_since) {
        l1_add_fail(&c->stats, c->stall, cycles_in(now - c->stall_since, c->period));
        c->stall_since = now;
    }
    cyc next = NEVER;
    /* 1. a fill */
    const struct req *r = port_peek(&c->from_noc, now);
    bool held_up = r && !take_reply(c, now, r); /* held up: room in a port wakes the L1 */
    if (r && !held_up)
        port_pop(&c->from_noc, now);
    if (!held_up)
        next = MAX(port_next(&c->from_noc), now + c->period);
    /* 2. a target whose line has come */
    u32 h = c->mshr.drain_head;
    if (h != NONE && !port_full(&c->fills, now)) {
        const struct mshr_target *t = mshr_target_at(&c->mshr, h, c->mshr.entries[h].first);
        hist_add(&c->hist_l1, cycles_in(now - t->since, c->period));
        l1_push_fill(c, now, &t->req);
        let_go(&c->mshr, now);
        if (c->mshr.drain_head != NONE)
            next = MIN(next, now + c->period);
    }
    /* 3. a lookup */
    if (c->stall && !worth_a_try(c, now))
        return next;
    c->stall = L1_OK;
    r = port_peek(&c->in, now);
    if (r) {
        u32 born = r->born, why = look_up(c, now, r);
        if (why) {
            failed(c, now, why, r);
            return next;
        }
        hist_add(&c->hist_front, cycles_in((u32)now - born, c->period));
        c->taken++;
        c->stats.serving++;
        l1_pop_in(c, now);
    }
    cyc head = port_next(&c->in);
    return head == NEVER ? next : MIN(next, MAX(head, now + c->period));
}
