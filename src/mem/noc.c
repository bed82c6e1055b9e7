/* The network: see noc.h. Nothing here is ticked: times follow from the order of sends and takes. */
#include "mem/noc.h"

#include <string.h>

DECL_PARAMS_DEFINE(noc, NOC_PARAMS);
DECL_STATS_DEFINE(noc, NOC_STATS);

static u32 ring_size(u64 n)
{
    u32 r = 4;
    while (r < n)
        r *= 2;
    return r;
}

void noc_init(struct noc *n, struct arena *a, const struct noc_params *p, cyc period, bool is_reply, u32 n_tx,
              u32 n_rx)
{
    *n = (struct noc){.p = *p,
                      .period = period,
                      .latency = p->latency * period,
                      .far = p->far_latency * period,
                      .n_tx = n_tx,
                      .n_rx = n_rx,
                      .is_reply = is_reply,
                      .flit_shift = is_pow2(p->flit) ? ctz64(p->flit) : 0,
                      .free_ride = p->kind == 1};
    n->tx = ARENA_LINES(a, struct noc_tx, n_tx);
    n->rx = ARENA_LINES(a, struct noc_rx, n_rx);
    n->sent = ARENA_LINES(a, u8, align_up(n_tx, 8));
    n->taken = ARENA_LINES(a, u8, align_up(n_rx, 8));
    n->told = ARENA_LINES(a, u16, n_tx);
    for (u32 i = 0; i < n_tx; i++) {
        struct noc_tx *t = &n->tx[i];
        *t = (struct noc_tx){.id = (u16)i, .blocked_since = NEVER, .fresh = NEVER};
        t->credits = ARENA_LINES(a, u8, n_rx);
        for (u32 k = 0; k < n_rx; k++)
            t->credits[k] = (u8)MIN(p->credits, 255);
        /* no more can be on its way than there are places */
        t->cap_out = (u32)MIN(p->credits, 255) * n_rx;
        t->out = ARENA_LINES(a, struct packet, t->cap_out);
        u32 ring = ring_size(t->cap_out);
        t->back = ARENA_LINES(a, struct credit, ring);
        t->back_mask = ring - 1;
    }
    for (u32 i = 0; i < n_rx; i++) {
        struct noc_rx *r = &n->rx[i];
        u32 ring = ring_size(MIN(p->credits, 255) * n_tx);
        *r = (struct noc_rx){.id = (u16)i, .mask = ring - 1, .cap_freed = ring};
        r->in = ARENA_LINES(a, struct packet, ring);
        r->freed = ARENA_LINES(a, struct credit, ring);
    }
}

void noc_wire_tx(struct noc *n, u32 i, cyc *wake, cyc period)
{
    n->tx[i].wake = wake;
    n->tx[i].wake_period = period;
    n->tx[i].aligned = period % n->period == 0;
}
void noc_wire_rx(struct noc *n, u32 i, cyc *wake, cyc period)
{
    n->rx[i].wake = wake;
    n->rx[i].wake_period = period;
    n->rx[i].aligned = !n->free_ride && n->period % period == 0;
}

static void take_credits(struct noc_tx *t, cyc now)
{
    while (t->back_n && t->back[t->back_head & t->back_mask].at <= now) {
        t->credits[t->back[t->back_head & t->back_mask].dst]++;
        t->back_head = --t->back_n ? t->back_head + 1 : 0;
    }
}

bool noc_can_send(struct noc *n, u32 src, u32 dst, cyc now)
{
    struct noc_tx *t = &n->tx[src];
    if (t->free >= now + n->period)
        return false;
    if (t->credits[dst])
        return true;
    take_credits(t, now); /* only now: they are not needed before */
    if (t->credits[dst])
        return true;
    t->starved = true;
    if (t->blocked_since == NEVER)
        t->blocked_since = now;
    return false;
}

cyc noc_send_next(const struct noc *n, u32 src, u32 dst, cyc now, cyc period)
{
    const struct noc_tx *t = &n->tx[src];
    if (t->free >= now + n->period) /* the first tick at which the port's next edge is ours */
        return edge(t->free - n->period + 1, period);
    if (t->credits[dst])
        return now + period;
    return t->back_n ? edge(MAX(t->back[t->back_head & t->back_mask].at, now + 1), period) : NEVER;
}

/* Bytes after the header: write data and atomics' operands one way, read data and old values the other. A reply's
   `bytes` holds what it carries. */
static u32 payload(const struct req *r, bool reply)
{
    switch (r->kind) {
    case RQ_READ: return reply ? r->bytes * 4u : 0;
    case RQ_WRITE: return reply ? 0 : r->bytes * 4u;
    case RQ_ATOMIC: return r->bytes * 4u;
    default: return reply ? 0 : r->bytes * 4u;
    }
}

void noc_send(struct noc *n, u32 src, u32 dst, cyc now, cyc since, const struct req *r)
{
    struct noc_tx *t = &n->tx[src];
    ENSURE(t->credits[dst] && t->free < now + n->period && t->n_out < t->cap_out);
    u32 bytes = (u32)n->p.header + payload(r, n->is_reply);
    u32 flits =
        n->flit_shift ? (bytes + (u32)n->p.flit - 1) >> n->flit_shift : (bytes + (u32)n->p.flit - 1) / (u32)n->p.flit;
    u32 at_slice = n->p.slice_flit ? (u32)div_up(bytes, n->p.slice_flit) : flits;
    u32 out = n->is_reply ? at_slice : flits, in = n->is_reply ? flits : at_slice; /* cycles of either port */
    cyc start = n->free_ride || t->aligned ? now : edge(now, n->period);
    bool far = n->far && (src * 2 / n->n_tx) != (dst * 2 / n->n_rx);
    n->sent[src] = 1;
    struct packet *p = &t->out[t->n_out++];
    p->req = *r;
    p->since = since;
    p->head = start + n->latency + (far ? n->far : 0);
    p->src = (u16)src;
    p->dst = (u16)dst;
    p->flits = n->free_ride ? 0 : (u16)in;
    t->free = n->free_ride ? 0 : start + out * n->period;
    t->credits[dst]--;
    if (t->blocked_since != NEVER) {
        t->stats.no_credit += cycles_in(now - t->blocked_since, n->period);
        t->blocked_since = NEVER;
    }
    t->stats.packets++;
    t->stats.flits += flits;
    t->stats.bytes += bytes;
    t->stats.busy += out;
}

void noc_pop(struct noc *n, u32 dst, cyc now)
{
    struct noc_rx *r = &n->rx[dst];
    const struct packet *p = &r->in[r->head & r->mask];
    cyc at = noc_arrival(n, r, p);
    ENSURE(r->n && at <= now && r->n_freed < r->cap_freed);
    cyc wait = at - p->head - p->flits * n->period;
    if (wait)
        r->eject_wait += cycles_in(wait, n->period);
    r->eject_free = at;
    n->taken[dst] = 1;
    r->freed[r->n_freed++] = (struct credit){now + n->latency, p->src, p->dst};
    hist_add(&r->hist, cycles_in(now - p->since, n->period));
    r->head = --r->n ? r->head + 1 : 0; /* from the front again: keeps to few of the host's cache lines */
}

/* Keeps the ring in order of (head, src); what comes is nearly always the last. */
static void insert_packet(struct noc_rx *r, const struct packet *p)
{
    ENSURE(r->n <= r->mask);
    u32 i = r->head + r->n++;
    while (i != r->head) {
        const struct packet *q = &r->in[(i - 1) & r->mask];
        if (q->head < p->head || (q->head == p->head && q->src <= p->src))
            break;
        r->in[i & r->mask] = *q;
        i--;
    }
    r->in[i & r->mask] = *p;
}

static void insert_credit(struct noc_tx *t, const struct credit *c)
{
    ENSURE(t->back_n <= t->back_mask);
    u32 i = t->back_head + t->back_n++;
    for (; i != t->back_head && t->back[(i - 1) & t->back_mask].at > c->at; i--)
        t->back[i & t->back_mask] = t->back[(i - 1) & t->back_mask];
    t->back[i & t->back_mask] = *c;
    t->fresh = MIN(t->fresh, c->at);
}

static void wake_unit(struct noc *n, cyc *unit, cyc at)
{
    if (!unit)
        return;
    *unit = MIN(*unit, at);
    n->soonest = MIN(n->soonest, at);
}

/* A sender that waits for a credit is told of the first that is now on its way; those that were on their way before,
   it waits for by itself. */
static void tell_sender(struct noc *n, struct noc_tx *t)
{
    if (t->starved) {
        cyc at = edge(t->fresh, t->wake_period);
        wake_at(t->wake, at);
        wake_unit(n, t->unit, at);
        t->starved = false;
    }
    t->fresh = NEVER;
}

static void move_packets(struct noc *n, struct noc_tx *t)
{
    for (u32 k = 0; k < t->n_out; k++) {
        const struct packet *p = &t->out[k];
        struct noc_rx *r = &n->rx[p->dst];
        insert_packet(r, p);
        if (r->n == 1 || r->in[r->head & r->mask].head == p->head) {
            cyc at = noc_next(n, r->id);
            wake_at(r->wake, at);
            wake_unit(n, r->unit, at);
        }
    }
    t->n_out = 0;
}

/* The flags of eight ports at once, cleared: a bit at 8 * i for port i. */
static u64 take_flags(u8 *flags)
{
    u64 w;
    memcpy(&w, flags, sizeof w);
    if (w)
        memset(flags, 0, sizeof w);
    return w;
}

cyc noc_exchange(struct noc *n)
{
    u32 n_told = 0;
    n->soonest = NEVER;
    for (u32 base = 0; base < n->n_tx; base += 8)
        for (u64 w = take_flags(n->sent + base); w; w &= w - 1)
            move_packets(n, &n->tx[base + ctz64(w) / 8]);
    for (u32 base = 0; base < n->n_rx; base += 8)
        for (u64 w = take_flags(n->taken + base); w; w &= w - 1) {
            struct noc_rx *r = &n->rx[base + ctz64(w) / 8];
            for (u32 k = 0; k < r->n_freed; k++) {
                struct noc_tx *t = &n->tx[r->freed[k].src];
                if (t->fresh == NEVER)
                    n->told[n_told++] = t->id;
                insert_credit(t, &r->freed[k]);
            }
            r->n_freed = 0;
        }
    for (u32 i = 0; i < n_told; i++)
        tell_sender(n, &n->tx[n->told[i]]);
    return n->soonest;
}

bool noc_idle(const struct noc *n)
{
    for (u32 i = 0; i < n->n_tx; i++)
        if (n->tx[i].n_out)
            return false;
    for (u32 i = 0; i < n->n_rx; i++)
        if (n->rx[i].n)
            return false;
    return true;
}

/* Every place is free, taken by a packet, or on its way back. */
void noc_audit(const struct noc *n)
{
    for (u32 i = 0; i < n->n_tx; i++) {
        const struct noc_tx *t = &n->tx[i];
        u64 places = t->n_out + t->back_n;
        for (u32 k = 0; k < n->n_rx; k++)
            places += t->credits[k];
        for (u32 k = 0; k < n->n_rx; k++) {
            const struct noc_rx *r = &n->rx[k];
            for (u32 j = 0; j < r->n; j++)
                places += r->in[(r->head + j) & r->mask].src == i;
            for (u32 j = 0; j < r->n_freed; j++)
                places += r->freed[j].src == i;
        }
        ENSURE(places == MIN(n->p.credits, 255) * n->n_rx);
    }
}

void noc_dump(const struct noc *n, FILE *to)
{
    for (u32 i = 0; i < n->n_tx; i++)
        if (n->tx[i].blocked_since != NEVER || n->tx[i].n_out)
            fprintf(to, "  source %u: %u packets in this window, %u credits on their way%s\n", i, n->tx[i].n_out,
                    n->tx[i].back_n, n->tx[i].blocked_since != NEVER ? ", waits for a credit" : "");
    for (u32 i = 0; i < n->n_rx; i++)
        if (n->rx[i].n)
            fprintf(to, "  destination %u: %u packets, first arrives at tick %llu\n", i, n->rx[i].n,
                    (unsigned long long)n->rx[i].in[n->rx[i].head & n->rx[i].mask].head);
}

void noc_stats_sum(const struct noc *n, struct noc_stats *s)
{
    for (u32 i = 0; i < n->n_tx; i++) {
        const struct noc_stats *t = &n->tx[i].stats;
        s->packets += t->packets;
        s->flits += t->flits;
        s->bytes += t->bytes;
        s->busy += t->busy;
        s->no_credit += t->no_credit;
    }
    for (u32 i = 0; i < n->n_rx; i++) {
        s->latency_sum += n->rx[i].hist.sum;
        s->eject_wait += n->rx[i].eject_wait;
    }
}
