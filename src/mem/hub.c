/* The hub: see hub.h. Within a cycle: replies set aside go to caches that have room now, one reply is taken from the
   network, one request goes out. */
#include "mem/hub_internal.h"

DECL_PARAMS_DEFINE(cluster, CLUSTER_PARAMS);
DECL_STATS_DEFINE(cluster, CLUSTER_STATS);

#define NONE UINT32_MAX

void hub_init(struct hub *h, struct arena *a, const struct cluster_params *p, const struct hub_wiring *w)
{
    *h = (struct hub){.id = w->id,
                      .n_sms = w->n_sms,
                      .first_sm = w->sms[0].sm,
                      .period = w->period,
                      .p = *p,
                      .net = w->net,
                      .l2 = w->l2,
                      .host = w->host,
                      .mesi = w->mesi,
                      .wake = NEVER};
    struct merger_shape shape = {w->n_sms, w->line, (u32)w->l2->sector, w->period};
    merger_init(&h->merger, a, w->merger, &shape);
    h->one = w->n_sms == 1 && !h->merger.ops && !w->mesi && !w->plain;
    h->sms = ARENA_LINES(a, struct hub_sm, w->n_sms);
    h->in = ARENA_LINES(a, struct hub_in, w->n_sms * (SMM_CACHES + 1));
    h->n_ports = hub_ports(p, w->n_sms);
    h->ports = ARENA_LINES(a, struct hub_port, h->n_ports);
    u32 n_in = 0;
    for (u32 i = 0; i < w->n_sms; i++) {
        struct smmem *s = &w->sms[i];
        struct hub_sm *k = &h->sms[i];
        *k = (struct hub_sm){.mem = s, .cap = w->n_sms == 1 ? 0 : (u32)p->replies, .last = NEVER};
        k->aside = ARENA_LINES(a, struct req, k->cap);
        struct hub_port *port = &h->ports[hub_port_of(h->n_ports, w->n_sms, i)];
        port->first = port->n ? port->first : n_in;
        port->next_in = port->first;
        for (u32 n = 0; n < SMM_CACHES; n++)
            if (s->used[n]) {
                h->in[n_in++] = (struct hub_in){.port = &s->cache[n].out, .sm = s->sm, .slot = (u16)i, .line = NEVER};
                port->n++;
            }
        if (s->copies) {
            h->in[n_in++] = (struct hub_in){.port = &s->copy_out, .sm = s->sm, .slot = (u16)i, .line = NEVER};
            port->n++;
        }
    }
    if (h->one)
        hub_one_init(h);
}

void hub_forget_routes(struct hub *h)
{
    for (u32 p = 0; p < h->n_ports; p++)
        for (u32 i = 0; i < h->ports[p].n; i++)
            h->in[h->ports[p].first + i].line = NEVER;
}

/* ---- delivery ---- */

static void hand_over(struct hub *h, cyc now, struct hub_sm *s, const struct req *r)
{
    port_push(hub_reply_port(s->mem, r), now, r);
    mark(h->marks, now, r, MARK_BACK);
    s->last = now;
    if (__builtin_expect(req_is_probe(r->kind), 0)) {
        h->probes++;
        return;
    }
    s->coming--;
    h->stats.delivered++;
}

/* Hands a reply to one SM. False: it has no place to go (only if the SM has the port to itself). */
static bool deliver(struct hub *h, cyc now, const struct req *r)
{
    struct hub_sm *s = &h->sms[r->sm - h->first_sm];
    if (!s->n && s->last != now && !port_full(hub_reply_port(s->mem, r), now)) {
        hand_over(h, now, s, r);
        return true;
    }
    if (!s->cap)
        return false;
    ENSURE(s->n < s->cap); /* a place was reserved when the request left */
    s->aside[(s->head + s->n++) % s->cap] = *r;
    h->n_aside++;
    h->stats.aside++;
    return true;
}

/* Replies that were set aside, one an SM. Returns when to try again; a cache with room again wakes the hub. */
static cyc from_aside(struct hub *h, cyc now)
{
    cyc next = NEVER;
    for (u32 i = 0; i < h->n_sms; i++) {
        struct hub_sm *s = &h->sms[i];
        const struct req *r = &s->aside[s->head];
        if (!s->n || port_full(hub_reply_port(s->mem, r), now))
            continue;
        hand_over(h, now, s, r);
        s->head = (s->head + 1) % s->cap;
        s->n--;
        h->n_aside--;
        if (s->n)
            next = now + h->period;
    }
    return next;
}

/* A reply for every SM of an entry's list, all in this cycle. */
static bool broadcast(struct hub *h, cyc now, const struct req *r)
{
    const struct merger_ops *ops = h->merger.ops;
    for (u64 sms = ops->takers(&h->merger, r); sms; sms &= sms - 1) {
        struct req q = ops->reply_for(&h->merger, r, ctz64(sms));
        if (!deliver(h, now, &q))
            return false; /* one SM has the port for itself */
    }
    ops->done(&h->merger, r);
    return true;
}

static cyc replies(struct hub *h, cyc now, u32 port)
{
    struct noc *net = &h->net[NET_REPLY];
    cyc next = NEVER;
    const struct packet *p = noc_peek(net, port, now);
    if (p) {
        if (!(p->req.hub ? broadcast(h, now, &p->req) : deliver(h, now, &p->req)))
            return next; /* room wakes us */
        h->stats.received += !req_is_probe(p->req.kind);
        noc_pop(net, port, now);
        if (h->n_aside)
            next = now + h->period;
    }
    cyc head = noc_next(net, port);
    return head == NEVER ? next : MIN(next, p ? MAX(head, now + h->period) : head);
}

/* The merger answers the request. If the SM's reply port is taken in this cycle the reply is set aside. */
static void found(struct hub *h, cyc now, const struct req *r)
{
    if (!deliver(h, now, r))
        BUG("a merger answers in a cluster with one SM");
    if (h->n_aside)
        wake_at(&h->wake, now + h->period);
}

/* ---- arbitration ---- */

/* Is a request ready that may go now? Lowers *next to the time at which that may change by itself. */
static bool may_go(struct hub *h, u32 port, u32 i, cyc now, cyc *next, bool *refused)
{
    struct hub_in *in = &h->in[i];
    struct hub_sm *s = &h->sms[in->slot];
    const struct req *r = port_peek(in->port, now);
    if (!r) {
        *next = MIN(*next, port_next(in->port));
        return false;
    }
    if (s->cap && s->coming == s->cap) /* a reply's delivery, which the hub does, frees a place */
        return false;
    if (h->merger.ops) {
        cyc looked = port_since(in->port) + h->merger.latency;
        if (looked > now) {
            *next = MIN(*next, looked);
            return false;
        }
        if (h->merger.ops->look(&h->merger, r, in->slot) != MERGE_SEND)
            return true;
    }
    u32 dst = hub_route(h, in, r->line);
    struct noc *net = &h->net[NET_REQUEST];
    if (noc_can_send(net, port, dst, now))
        return true;
    cyc again = noc_send_next(net, port, dst, now, h->period);
    *next = MIN(*next, again);
    *refused = true;
    return false;
}

static void send(struct hub *h, u32 port, u32 i, cyc now)
{
    struct hub_in *in = &h->in[i];
    cyc since = port_since(in->port);
    struct req q = *port_peek(in->port, now);
    enum merge_way way = MERGE_SEND;
    q.sm = in->sm;
    if (h->merger.ops) {
        way = h->merger.ops->look(&h->merger, &q, in->slot);
        h->merger.ops->take(&h->merger, &q, in->slot, way, now);
    }
    port_pop(in->port, now);
    h->sms[in->slot].coming++;
    h->stats.request++;
    if (way == MERGE_SEND) {
        noc_send(&h->net[NET_REQUEST], port, hub_route(h, in, q.line), now, since, &q);
        mark(h->marks, now, &q, MARK_NET);
        h->stats.sent++;
        h->stats.sent_reads += q.kind == RQ_READ;
    } else if (way == MERGE_FOUND) {
        q.bytes = (u16)(popcount64(q.sectors) * h->l2->sector);
        found(h, now, &q);
    }
    h->stats.wait += cycles_in(now - since, h->period);
}

cyc hub_requests(struct hub *h, cyc now, u32 k_port)
{
    struct hub_port *hp = &h->ports[k_port];
    u32 port = h->id * h->n_ports + k_port, end = hp->first + hp->n;
    cyc next = NEVER;
    u32 best = NONE;
    bool refused = false;
    for (u32 k = 0, i = hp->next_in; k < hp->n; k++, i = i + 1 == end ? hp->first : i + 1) {
        if (!h->in[i].port->n)
            continue;
        if (best != NONE && h->p.arbiter == ARB_RR) { /* another request waits: tick again */
            cyc ready = port_next(h->in[i].port);
            next = MIN(next, MAX(ready, now + h->period));
            continue;
        }
        if (!may_go(h, port, i, now, &next, &refused))
            continue;
        if (best != NONE) {
            next = MIN(next, now + h->period);
            if (port_since(h->in[i].port) >= port_since(h->in[best].port))
                continue;
        }
        best = i;
    }
    if (best == NONE)
        return next;
    send(h, port, best, now);
    hp->next_in = best + 1 == end ? hp->first : best + 1;
    if (h->in[best].port->n) {
        cyc ready = port_next(h->in[best].port);
        next = MIN(next, MAX(ready, now + h->period));
    }
    return refused ? now + h->period : next;
}

/* Coherent machines: acknowledgements of probes, on a network of their own. */
static cyc send_acks(struct hub *h, cyc now)
{
    struct noc *net = &h->net[NET_ACK];
    cyc next = NEVER;
    for (u32 i = 0; i < h->n_sms; i++) {
        struct port *from = &h->sms[i].mem->cache[SMM_L1].mesi->acks;
        u32 port = h->id * h->n_ports + hub_port_of(h->n_ports, h->n_sms, i);
        const struct req *r = port_peek(from, now);
        cyc at = port_next(from);
        u32 dst = r ? partition_of(h->l2, r->line) : 0;
        if (r && noc_can_send(net, port, dst, now)) {
            noc_send(net, port, dst, now, port_since(from), r);
            port_pop(from, now);
            at = from->n ? MAX(port_next(from), now + h->period) : NEVER;
        } else if (r) {
            at = noc_send_next(net, port, dst, now, h->period);
        }
        next = MIN(next, at);
    }
    return next;
}

/* Apart, so that the choice between the two forms needs no frame. */
__attribute__((noinline)) static cyc tick_any(struct hub *h, cyc now)
{
    cyc next = h->n_aside ? from_aside(h, now) : NEVER;
    for (u32 k = 0; k < h->n_ports; k++) { /* all replies first: any request may use what they free */
        cyc at = replies(h, now, h->id * h->n_ports + k);
        next = MIN(next, at);
    }
    u64 sent = h->stats.sent;
    for (u32 k = 0; k < h->n_ports; k++) {
        cyc at = hub_requests(h, now, k);
        next = MIN(next, at);
    }
    if (__builtin_expect(h->mesi, 0)) {
        cyc at = send_acks(h, now);
        next = MIN(next, at);
    }
    if (h->n_ports > 1 && h->merger.ops && h->stats.sent != sent) /* one that waits may merge with it */
        next = MIN(next, now + h->period);
    return next;
}

cyc hub_tick(struct hub *h, cyc now)
{
    return h->one ? hub_one_tick(h, now) : tick_any(h, now);
}

bool hub_idle(const struct hub *h)
{
    u32 coming = 0;
    for (u32 i = 0; i < h->n_sms; i++)
        coming += h->sms[i].coming;
    return !coming;
}

void hub_audit(const struct hub *h)
{
    u64 coming = 0, aside = 0;
    for (u32 i = 0; i < h->n_sms; i++) {
        const struct hub_sm *s = &h->sms[i];
        ENSURE(!s->cap || (s->coming <= s->cap && s->n <= s->coming));
        coming += s->coming;
        aside += s->n;
    }
    if (h->merger.ops)
        h->merger.ops->audit(&h->merger);
    ENSURE(aside == h->n_aside && h->stats.request == h->stats.delivered + coming);
}

void hub_dump(const struct hub *h, FILE *to)
{
    fprintf(to, "%llu requests sent, %llu answered\n", (unsigned long long)h->stats.sent,
            (unsigned long long)h->stats.received);
    for (u32 i = 0; i < h->n_sms; i++)
        if (h->sms[i].coming)
            fprintf(to, "  SM %u: %u replies to come, of which %u wait for room in its caches\n", h->first_sm + i,
                    h->sms[i].coming, h->sms[i].n);
}
