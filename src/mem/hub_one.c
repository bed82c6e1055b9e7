/* The hub of an SM that has its network port to itself, without merger and coherence: see hub.h. Replies go straight
   to the cache that waits, none is set aside, and there is nothing to choose unless two of the SM's caches have a
   request at once. It does and counts everything in the same cycle as hub.c. */
#include "mem/hub_internal.h"

/* ---- Replies ---- */

/* The first reply leaves the network at tick `at` and is handed to a cache that has room. */
static inline void deliver(struct hub *h, struct noc *net, const struct req *r, struct port *to, cyc at)
{
    port_push(to, at, r);
    mark(h->marks, at, r, MARK_BACK);
    h->sms->coming--;
    h->sms->last = at;
    h->stats.delivered++;
    h->stats.received++;
    noc_pop(net, h->id, at);
}

/* When the first reply, which exists, can leave the network: one a cycle. */
static inline cyc reply_at(const struct hub *h)
{
    return MAX(noc_next(&h->net[NET_REPLY], h->id), h->sms->last + h->period);
}

/* An L1 that never waits for its SM takes each reply when it comes, and all that come within the window are known
   since it began. Returns when the next undelivered reply comes. */
static inline cyc deliver_ahead(struct hub *h)
{
    struct noc *net = &h->net[NET_REPLY];
    const struct noc_rx *rx = &net->rx[h->id];
    struct l1 *l1 = &h->sms->mem->cache[SMM_L1];
    while (rx->n) {
        const struct req *r = &rx->in[rx->head & rx->mask].req;
        cyc at = reply_at(h);
        if (at >= h->until || !l1->quick || !l1->lsu.sm || l1->from_noc.n == l1->from_noc.cap ||
            hub_reply_port(h->sms->mem, r) != &l1->from_noc)
            return at;
        deliver(h, net, r, &l1->from_noc, at);
    }
    return NEVER;
}

static inline cyc reply(struct hub *h, cyc now)
{
    struct noc *net = &h->net[NET_REPLY];
    const struct noc_rx *rx = &net->rx[h->id];
    if (!rx->n)
        return NEVER;
    cyc at = reply_at(h);
    if (at > now)
        return at;
    const struct req *r = &rx->in[rx->head & rx->mask].req;
    struct port *to = hub_reply_port(h->sms->mem, r);
    if (port_full(to, now))
        return NEVER; /* room wakes us */
    deliver(h, net, r, to, now);
    return deliver_ahead(h);
}

void hub_begin(struct hub *h, cyc until)
{
    h->until = h->one ? until : 0;
    if (h->wake >= h->until)
        return;
    /* a request that waits in a full queue has already been refused */
    cyc next = h->sms->mem->cache[SMM_L1].from_noc.n > 1 ? h->wake : deliver_ahead(h);
    for (u32 i = 0; i < h->ports->n; i++)
        if (h->in[i].port->n)
            return;
    h->wake = next;
}

/* ---- Requests ---- */

static inline void count_sent(struct hub *h, const struct hub_in *in, bool read)
{
    h->sms->coming++;
    h->stats.request++;
    h->stats.sent++;
    h->stats.sent_reads += read;
    u32 behind = (u32)(in - h->in) + 1;
    h->ports->next_in = behind == h->ports->n ? 0 : behind;
}

/* The L1's request, ahead of time. The other caches are ticked after the L1, and send nothing meanwhile if they have
   nothing to look up. */
static bool sent_ahead(void *arg, const struct req *r, cyc at)
{
    struct hub *h = arg;
    const struct smmem *s = h->sms->mem;
    const struct l1 *cc = &s->cache[SMM_CONST], *tex = &s->cache[SMM_TEX];
    if (at >= h->until || (cc->in.n | cc->out.n | tex->in.n | tex->out.n | s->copy_out.n))
        return false;
    struct noc *net = &h->net[NET_REQUEST];
    u32 dst = hub_route(h, h->in, r->line);
    if (!noc_can_send(net, h->id, dst, at))
        return false;
    noc_send(net, h->id, dst, at, at, r);
    mark(h->marks, at, r, MARK_NET);
    count_sent(h, h->in, r->kind == RQ_READ);
    return true;
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
    if (__builtin_expect(r->sm != in->sm, 0)) { /* a cache's own request carries no SM number */
        own = *r;
        own.sm = in->sm;
        r = &own;
    }
    noc_send(net, h->id, dst, now, since, r);
    mark(h->marks, now, r, MARK_NET);
    port_pop(in->port, now);
    count_sent(h, in, read);
    if (now != since)
        h->stats.wait += cycles_in(now - since, h->period);
    if (!in->port->n)
        return NEVER;
    cyc next = MAX(port_next(in->port), now + h->period);
    return noc_port_free(net, h->id, next, h->period);
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

void hub_one_init(struct hub *h)
{
    struct l1 *l1 = &h->sms->mem->cache[SMM_L1];
    if (l1->quick) /* its queue is the first of `in` */
        l1->hub = (struct l1_hub){h, sent_ahead};
}
