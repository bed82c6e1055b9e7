/* An L2 slice in a shorter form, for most machines: a cache with a delay before its lookup (l2.delay), not coherent,
   without reads that join others. It does and counts everything in the same cycle as l2.c. But within a window
   (l2.until) it is not ticked for events already known: requests that come from the network are all taken when the
   first of them comes, each at its own time, one a cycle, while there surely is room; and a reply that no other can
   overtake is sent to the network as soon as its time to leave is known. */
#include "mem/l2.h"
#include "mem/l2_internal.h"
#include "mem/partition.h"

/* ---- Requests ---- */

/* Takes requests from the network into the queue before the lookup. Returns when the next may come. */
static inline cyc take_in(struct l2 *c, cyc now)
{
    struct noc *net = &c->w.net[NET_REQUEST];
    const struct noc_rx *rx = &net->rx[c->w.id];
    while (rx->n) {
        cyc at = MAX(MAX(noc_next(net, c->w.id), c->taken_at + c->w.period), now);
        if (at == now && port_full(&c->queue, now))
            return NEVER; /* the lookup that makes room wakes the slice */
        if (at > now && (at >= c->until || c->queue.n == c->queue.cap))
            return at;
        port_push(&c->queue, at, &rx->in[rx->head & rx->mask].req);
        noc_pop(net, c->w.id, at);
        c->taken_at = at;
    }
    return NEVER;
}

/* A read of a valid line; anything else is left to l2.c. */
static inline u32 look_up(struct l2 *c, cyc now, const struct req *r)
{
    u64 line = l2_own(c, r->line & ~(c->p.line - 1));
    u32 i = tags_find(&c->tags, line);
    if (r->kind != RQ_READ || i == TAG_NONE || (c->tags.at[i].valid & r->sectors) != r->sectors ||
        l2_sector_shift(c, r->line) || c->w.net[NET_REPLY].p.far_once)
        return l2_lookup_at(c, now, r, line, i);
    if (port_full(&c->hits, now))
        return L2_NO_REPLY;
    tags_touch(&c->tags, i);
    struct req *hit = l2_answer(c, now, &c->hits, r, c->arrived);
    if (WATCHED(c->tells_hits))
        hit->flags |= c->tells_hits;
    u32 n = popcount64(r->sectors);
    c->stats.read_hit++;
    c->stats.read++;
    c->stats.sectors_read += n;
    c->stats.sectors_hit += n;
    return L2_OK;
}

/* Returns when the next may be looked up. */
static inline cyc serve(struct l2 *c, cyc now)
{
    if (c->busy_until > now)
        return c->busy_until;
    if (c->stall && !l2_worth_a_try(c, now))
        return NEVER;
    c->stall = L2_OK;
    c->changed = false;
    const struct req *r = port_peek(&c->queue, now);
    if (r) {
        c->arrived = port_since(&c->queue) - c->queue.latency;
        u32 why = look_up(c, now, r);
        if (why) {
            c->stall = (u8)why;
            c->stall_since = now;
            return NEVER;
        }
        c->taken++;
        c->stats.access++;
        mark(c->marks, c->arrived, r, MARK_L2);
        port_pop(&c->queue, now);
    }
    cyc after = port_next(&c->queue);
    return after == NEVER ? NEVER : MAX(MAX(after, now + c->w.period), c->busy_until);
}

/* ---- Replies ---- */

/* Takes a fill, and answers one request whose line has come. */
static inline cyc fills(struct l2 *c, cyc now)
{
    struct port *out = c->w.from_memory;
    if (!out->n && c->mshr.drain_head == UINT32_MAX)
        return NEVER;
    const struct req *r = port_peek(out, now);
    if (r) {
        l2_take_fill(c, now, r);
        c->changed = true;
        port_pop(out, now);
    }
    cyc next = out->n ? MAX(port_next(out), now + c->w.period) : NEVER;
    const struct mshr_target *t = mshr_peek(&c->mshr);
    if (!t || port_full(&c->fills, now))
        return next; /* the reply that leaves wakes the slice */
    l2_answer(c, now, &c->fills, &t->req, t->since);
    mshr_pop(&c->mshr, now);
    c->changed = true;
    return mshr_peek(&c->mshr) ? MIN(next, now + c->w.period) : next;
}

/* Sends the reply that has waited longest, one a cycle, at the end of a tick. A reply that joins in a later cycle is
   not ready before the cycle after that, so it overtakes none of two that are ready by then. A reply sent ahead
   leaves its queue early: this is done only if all replies that may join until its time would have found room.
   Returns when to try again. */
static inline cyc send_replies(struct l2 *c, cyc now)
{
    struct noc *net = &c->w.net[NET_REPLY];
    cyc period = c->w.period;
    for (u32 n; (n = c->hits.n + c->fills.n);) {
        struct port *p = port_next(&c->hits) <= port_next(&c->fills) ? &c->hits : &c->fills;
        const struct req *r = &p->first->req;
        cyc ready = port_next(p), at = MAX(MAX(ready, c->sent_at + period), now);
        at = noc_port_free(net, c->w.id, at, period);
        if (at > now &&
            (ready > now + period || at >= c->until || n - 1 + cycles_in(at - now, period) >= c->p.replyq))
            return at;
        u32 dst = c->w.reply_port[r->sm];
        if (!noc_can_send(net, c->w.id, dst, at))
            return noc_send_next(net, c->w.id, dst, at, period);
        noc_send(net, c->w.id, dst, at, ready, r);
        mark(c->marks, at, r, MARK_REPLY);
        c->answered++;
        c->sent_at = at;
        port_pop(p, at);
    }
    return NEVER;
}

cyc l2_quick_tick(struct l2 *c, cyc now)
{
    if (c->stall)
        l2_settle(c, now);
    cyc next = fills(c, now), came = take_in(c, now), again = serve(c, now), sent = send_replies(c, now);
    return MIN(MIN(next, came), MIN(again, sent));
}
