/* The hub of an SM that has its network port for itself, without merger and coherence: see hub.h. Replies go straight
   to the cache that waits, nothing steps aside, and there is nothing to choose between unless two of the SM's caches
   have a request at once. What it counts and when it does what is the same as in hub.c. */
#include "mem/hub_internal.h"

/* One reply from the network. */
static inline cyc reply(struct hub *h, cyc now)
{
    struct noc *net = &h->net[NET_REPLY];
    const struct noc_rx *rx = &net->rx[h->id];
    if (!rx->n)
        return NEVER;
    const struct packet *p = &rx->in[rx->head & rx->mask];
    if (noc_arrival(net, rx, p) > now)
        return noc_next(net, h->id);
    struct port *to = hub_reply_port(h->sms->mem, &p->req);
    if (port_full(to, now))
        return NEVER; /* room wakes us */
    port_push(to, now, &p->req);
    mark(h->marks, now, &p->req, MARK_BACK);
    h->sms->coming--;
    h->stats.delivered++;
    h->stats.received++;
    noc_pop(net, h->id, now);
    return rx->n ? MAX(noc_next(net, h->id), now + h->period) : NEVER;
}

/* A request of the only cache that has one. */
static inline cyc request(struct hub *h, cyc now, struct hub_in *in)
{
    struct noc *net = &h->net[NET_REQUEST];
    const struct port_item *it = in->port->first;
    if (it->ready > now)
        return it->due;
    u32 dst = hub_route(h, in, it->req.line);
    if (!noc_can_send(net, h->id, dst, now))
        return noc_send_next(net, h->id, dst, now, h->period);
    const struct req *r = &it->req;
    struct req own;
    bool read = r->kind == RQ_READ;
    cyc since = it->ready;
    if (__builtin_expect(r->sm != in->sm, 0)) { /* a request of the cache's own */
        own = *r;
        own.sm = in->sm;
        r = &own;
    }
    noc_send(net, h->id, dst, now, since, r);
    mark(h->marks, now, r, MARK_NET);
    port_pop(in->port, now);
    h->sms->coming++;
    h->stats.request++;
    h->stats.sent++;
    h->stats.sent_reads += read;
    if (now != since)
        h->stats.wait += cycles_in(now - since, h->period);
    u32 behind = (u32)(in - h->in) + 1;
    h->ports->next_in = behind == h->ports->n ? 0 : behind;
    return in->port->n ? MAX(port_next(in->port), now + h->period) : NEVER;
}

cyc hub_one_tick(struct hub *h, cyc now)
{
    cyc next = reply(h, now), at;
    struct hub_in *in = NULL;
    u32 n = 0;
    for (u32 i = 0; i < h->ports->n; i++)
        if (h->in[i].port->n) {
            in = &h->in[i];
            n++;
        }
    if (!n)
        return next;
    at = __builtin_expect(n == 1, 1) ? request(h, now, in) : hub_requests(h, now, 0);
    return MIN(next, at);
}
