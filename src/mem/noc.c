/* The network: see noc.h. It is never ticked: times follow from the order of sends and takes. */
#include "mem/noc.h"

#include <stdlib.h>
#include <string.h>

#include "mem/noc_switch.h"
#include "mem/unit.h"

DECL_PARAMS_DEFINE(noc, NOC_PARAMS);
DECL_STATS_DEFINE(noc, NOC_STATS);

struct credit {
    cyc at;
    u16 src, dst; /* of the packet whose place is free again */
};
/* Packets from the ports of one thread to those of another, in this window. One list for all ports: the other thread
   fetches it from this host core line by line, and the lines are consecutive. It learns the length from a mail
   (noc_sent), because the host line of `n` stays with the sender. */
struct noc_packets {
    _Alignas(HOST_PAIR) struct packet *at;
    u32 cap;
    _Alignas(HOST_PAIR) u32 n;
};
struct noc_credits { /* credits that go back at the window's end */
    _Alignas(HOST_PAIR) struct credit *at;
    u32 cap;
    _Alignas(HOST_PAIR) u32 n;
};

/* Prefetches for writing a line that another core has read last. */
enum { PACKETS_AHEAD = 6, CREDITS_AHEAD = 8 };
static inline void own_line(const void *at)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)at));
#else
    __builtin_prefetch(at, 1);
#endif
}

/* A list that is full, moved to twice the room; the room is kept from then on. */
__attribute__((noinline)) static void *grown(void *at, u32 n, u32 *cap, size_t each)
{
    *cap = *cap ? 2 * *cap : 64;
    void *larger = aligned_alloc(HOST_LINE, *cap * each);
    if (!larger)
        BUG("out of memory");
    if (n)
        memcpy(larger, at, n * each);
    free(at);
    return larger;
}

static u32 ring_size(u64 n)
{
    u32 r = 4;
    while (r < n)
        r *= 2;
    return r;
}

const struct noc_class noc_classes[NETS] = {
    [NET_REQUEST] = {"request", .to_sms = false, .data = false, .span = MS_NOC_REQUEST},
    [NET_REPLY] = {"reply", .to_sms = true, .data = true, .span = MS_NOC_REPLY},
    [NET_ACK] = {"coherence", .to_sms = false, .data = false, .span = MS_STAGES},
};

/* Do `bytes` travel after the header? Write data and operands of atomics in requests, read data and old values in
   replies. */
static bool carries(u32 kind, bool reply)
{
    switch (kind) {
    case RQ_READ:
    case RQ_GETM:
    case RQ_UPGRADE: return reply;
    case RQ_ATOMIC: return true;
    default: return !reply;
    }
}

__attribute__((noinline)) static struct noc_cost cost_of(const struct noc *n, u32 bytes)
{
    u32 flits = (u32)div_up(bytes, n->p.flit);
    u32 at_slice = n->p.slice_flit ? (u32)div_up(bytes, n->p.slice_flit) : flits;
    u32 at_sm = n->p.sm_flit ? (u32)div_up(bytes, n->p.sm_flit) : flits;
    struct noc_cost c = n->class->to_sms ? (struct noc_cost){(u16)flits, (u16)at_slice, (u16)at_sm}
                                         : (struct noc_cost){(u16)flits, (u16)flits, (u16)at_slice};
    c.in = n->free_ride ? 0 : c.in;
    return c;
}

void noc_init(struct noc *n, struct arena *a, const struct noc_params *p, cyc period, enum net class, u32 n_clusters,
              u32 n_slices, u32 n_links, bool plain)
{
    bool to_sms = noc_classes[class].to_sms;
    u32 n_mem = n_slices + n_links, n_tx = to_sms ? n_mem : n_clusters, n_rx = to_sms ? n_clusters : n_mem;
    *n = (struct noc){.p = *p,
                      .class = &noc_classes[class],
                      .period = period,
                      .latency = p->latency * period,
                      .far = p->far_latency * period,
                      .n_tx = n_tx,
                      .n_rx = n_rx,
                      .far_tx = to_sms ? n_slices : n_clusters,
                      .far_rx = to_sms ? n_clusters : n_slices,
                      .free_ride = p->kind == NOC_NONE};
    n->tx = ARENA_LINES(a, struct noc_tx, n_tx);
    n->rx = ARENA_LINES(a, struct noc_rx, n_rx);
    for (u32 i = 0; i < n_tx; i++) {
        struct noc_tx *t = &n->tx[i];
        *t = (struct noc_tx){.id = (u16)i, .blocked_since = NEVER, .fresh = NEVER};
        t->to = ARENA_LINES(a, struct noc_places, n_rx);
        for (u32 k = 0; k < n_rx; k++)
            t->to[k].free = (u16)p->credits;
        t->back = ARENA_LINES(a, cyc, p->credits * n_rx);
    }
    for (u32 i = 0; i < n_rx; i++) {
        struct noc_rx *r = &n->rx[i];
        u32 ring = ring_size(p->credits * n_tx);
        *r = (struct noc_rx){.id = (u16)i, .mask = ring - 1};
        r->in = ARENA_LINES(a, struct packet, ring);
    }
    for (u32 b = 0; b < NOC_COSTS; b++)
        n->cost[b] = cost_of(n, b);
    for (u32 kind = 0; kind <= RQ_ACK; kind++)
        n->carries |= (u32)carries(kind, n->class->data) << kind;
    if (p->kind == NOC_SWITCH)
        n->sw = switch_new(n, a);
    n->direct = !plain && !n->sw;
    noc_threads(n, a, 1);
}

void noc_deal(struct noc *n, const u16 *thread_of_cluster, const u16 *thread_of_slice)
{
    const u16 *thread_of_tx = n->class->to_sms ? thread_of_slice : thread_of_cluster;
    const u16 *thread_of_rx = n->class->to_sms ? thread_of_cluster : thread_of_slice;
    for (u32 i = 0; i < n->n_tx; i++)
        n->thread_of_tx[i] = n->tx[i].thread = thread_of_tx[i];
    for (u32 i = 0; i < n->n_rx; i++)
        n->thread_of_rx[i] = n->rx[i].thread = thread_of_rx[i];
}

void noc_threads(struct noc *n, struct arena *a, u32 n_threads)
{
    n->n_threads = n_threads;
    n->thread_of_tx = ARENA_LINES(a, u16, n->n_tx);
    n->thread_of_rx = ARENA_LINES(a, u16, n->n_rx);
    n->threads = ARENA_LINES(a, struct noc_thread, n_threads);
    for (u32 w = 0; w < n_threads; w++) {
        struct noc_thread *t = &n->threads[w];
        *t = (struct noc_thread){.first = NEVER, .woken = NEVER, .told = ARENA_LINES(a, u16, n->n_tx)};
        for (u32 set = 0; set < NOC_SETS; set++) {
            t->packets[set] = ARENA_LINES(a, struct noc_packets, n_threads);
            t->credits[set] = ARENA_LINES(a, struct noc_credits, n_threads);
        }
    }
    n->alone = n->direct && n_threads == 1;
    n->common = n->direct && !n->far && !n->p.mask && !n->p.slice_rate && !n->free_ride;
}

void noc_free(struct noc *n)
{
    for (u32 i = 0; i < NOC_SETS * n->n_threads; i++)
        for (u32 to = 0; to < n->n_threads; to++) {
            free(n->threads[i / NOC_SETS].packets[i % NOC_SETS][to].at);
            free(n->threads[i / NOC_SETS].credits[i % NOC_SETS][to].at);
        }
}

static void wire_tx(struct noc *n, u32 i, cyc *wake, cyc period)
{
    n->tx[i].wake = wake;
    n->tx[i].wake_period = period;
    n->tx[i].aligned = n->free_ride || period % n->period == 0;
    n->tx[i].ahead = MAX(period, n->period);
}
static void wire_rx(struct noc *n, u32 i, cyc *wake, cyc period)
{
    n->rx[i].wake = wake;
    n->rx[i].wake_period = period;
    n->rx[i].aligned = !n->free_ride && n->period % period == 0;
}

void noc_wire_cluster(struct noc *n, u32 i, cyc *wake, cyc period)
{
    (n->class->to_sms ? wire_rx : wire_tx)(n, i, wake, period);
}
void noc_wire_slice(struct noc *n, u32 i, cyc *wake, cyc period)
{
    (n->class->to_sms ? wire_tx : wire_rx)(n, i, wake, period);
}
void noc_watch(struct noc *n, bool cluster, u32 i, cyc *unit)
{
    *(cluster == n->class->to_sms ? &n->rx[i].unit : &n->tx[i].unit) = unit;
}

bool noc_take_credits(struct noc *n, struct noc_tx *t, u32 dst, cyc now)
{
    struct noc_places *k = &t->to[dst];
    const cyc *back = &t->back[dst * n->p.credits];
    while (k->n && back[k->head] <= now) {
        k->free++;
        k->head = --k->n && k->head + 1u < n->p.credits ? k->head + 1 : 0;
    }
    if (k->free)
        return true;
    t->starved = true;
    if (t->blocked_since == NEVER)
        t->blocked_since = now;
    return false;
}

cyc noc_send_next(const struct noc *n, u32 src, u32 dst, cyc now, cyc period)
{
    const struct noc_tx *t = &n->tx[src];
    const struct noc_places *k = &t->to[dst];
    if (t->free >= now + t->ahead)
        return noc_port_free(n, src, now, period);
    if (k->free)
        return now + period;
    return k->n ? edge(MAX(t->back[dst * n->p.credits + k->head], now + 1), period) : NEVER;
}

/* Whole sectors, and the mask of bytes written. Atomics go this way, too; those of one sector without mask. */
__attribute__((noinline)) static u32 masked(const struct noc *n, const struct req *r, u32 bytes)
{
    u32 whole = 32 * popcount64(r->sectors);
    if ((r->kind == RQ_ATOMIC || r->kind == RQ_RED) && !n->class->to_sms)
        return whole + (whole > 32 ? (u32)n->p.mask : 0);
    return r->kind == RQ_WRITE && bytes && bytes < whole ? whole + (u32)n->p.mask : bytes;
}

/* Latency between the halves of the chip. noc.far_once: only the L2 knows whether a read has to go there, so the
   reply pays for both ways. */
__attribute__((noinline)) static cyc far_way(const struct noc *n, u32 src, u32 dst, const struct req *r)
{
    if (src >= n->far_tx || dst >= n->far_rx || !noc_is_far(n, src, dst))
        return 0;
    if (!n->p.far_once || r->kind != RQ_READ)
        return n->far;
    return n->class->to_sms && !r->copied ? 2 * n->far : 0;
}

static void wake_unit(struct noc_thread *w, cyc *unit, cyc at)
{
    if (!unit)
        return;
    unit_wake(unit, at);
    w->woken = MIN(w->woken, at);
}

static inline bool comes_after(const struct packet *q, cyc head, u32 src)
{
    return q->head > head || (q->head == head && q->src > src);
}

/* Inserts before the packet at end - 1: finds the place, and moves all packets from there to `end` up by one. */
__attribute__((noinline)) static u32 move_up(struct noc_rx *r, u32 end, cyc head, u32 src)
{
    u32 low = r->head, high = end - 1;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (comes_after(&r->in[mid & r->mask], head, src))
            high = mid;
        else
            low = mid + 1;
    }
    struct packet *at = &r->in[low & r->mask];
    if ((end & r->mask) > (low & r->mask))
        memmove(at + 1, at, (end - low) * sizeof *at);
    else
        for (u32 i = end; i != low; i--)
            r->in[i & r->mask] = r->in[(i - 1) & r->mask];
    return low;
}

/* A place for a packet in the ring, which is in order of (head, src). A new packet nearly always belongs near the
   end; but units run one after the other, and if they send much, a packet may belong before all that other units have
   sent in this window. */
static inline struct packet *make_place(struct noc_rx *r, cyc head, u32 src, bool *first)
{
    enum { FEW = 6 };
    u32 i = r->head + r->n++;
    if (r->n > FEW && comes_after(&r->in[(i - FEW) & r->mask], head, src))
        i = move_up(r, i, head, src);
    else
        while (i != r->head && comes_after(&r->in[(i - 1) & r->mask], head, src)) {
            r->in[i & r->mask] = r->in[(i - 1) & r->mask];
            i--;
        }
    *first = i == r->head;
    return &r->in[i & r->mask];
}

/* The ring has another first packet: the receiving stage is woken at its arrival. */
static inline void tell_taker(struct noc *n, struct noc_rx *r)
{
    cyc at = noc_next(n, r->id);
    wake_at(r->wake, at);
    wake_unit(&n->threads[r->thread], r->unit, at);
}

__attribute__((noinline)) static struct packet *place_in_list(struct noc *n, struct noc_tx *t, u32 thread)
{
    struct noc_thread *own = &n->threads[t->thread];
    struct noc_packets *to = &own->packets[own->set][thread];
    if (to->n == to->cap)
        to->at = grown(to->at, to->n, &to->cap, sizeof *to->at);
    own_line(&to->at[to->n + PACKETS_AHEAD]);
    return &to->at[to->n++];
}

/* Whole cycles for which a slice's port is busy with so much data; the next packet uses the last one's rest. */
static u32 packed(const struct noc *n, struct noc_tx *t, cyc start, u32 data)
{
    u32 used = (start > t->free ? 0 : t->rest) + data, rate = (u32)n->p.slice_rate;
    t->rest = used % rate;
    return used / rate;
}

/* Puts a packet on its way from `start` on. Returns the cycles that its source is busy, unless it is a copy. common,
   alone: as in n, known to the compiler. */
__attribute__((always_inline)) static inline u32 put(struct noc *n, u32 src, u32 dst, cyc start, cyc since,
                                                     const struct req *r, bool is_copy, const bool common,
                                                     const bool alone)
{
    struct noc_tx *t = &n->tx[src];
    struct noc_places *places = &t->to[dst];
    ENSURE(places->free); /* hence also a place in the destination's ring */
    places->free--;
    u32 data = n->carries >> r->kind & 1 ? r->bytes : 0;
    if (!common && n->p.mask)
        data = masked(n, r, data);
    u32 bytes = (u32)n->p.header + data;
    const struct noc_cost *c = &n->cost[bytes];
    struct noc_cost large;
    if (__builtin_expect(bytes >= NOC_COSTS, 0)) {
        large = cost_of(n, bytes);
        c = &large;
    }
    cyc head = start + n->latency;
    if (!common && n->far)
        head += far_way(n, src, dst, r);
    u32 thread = alone ? 0 : n->thread_of_rx[dst]; /* not the port's word: its host line may be another core's */
    bool here = alone || ((common || n->direct) && thread == t->thread), first = false;
    struct packet *p = here ? make_place(&n->rx[dst], head, src, &first) : place_in_list(n, t, thread);
    p->req = *r;
    p->since = since;
    p->head = head;
    p->src = (u16)src;
    p->dst = (u16)dst;
    p->flits = c->in;
    p->out = c->out;
    t->stats.packets++;
    t->stats.flits += c->flits;
    t->stats.bytes += bytes;
    struct noc_thread *own = &n->threads[alone ? 0 : t->thread];
    own->first = MIN(own->first, head);
    if (first)
        tell_taker(n, &n->rx[dst]);
    return !common && n->p.slice_rate && n->class->to_sms && !is_copy ? packed(n, t, start, data) : c->out;
}

__attribute__((always_inline)) static inline cyc send(struct noc *n, u32 src, u32 dst, cyc now, cyc since,
                                                      const struct req *r, const bool common, const bool alone)
{
    struct noc_tx *t = &n->tx[src];
    cyc start = t->aligned ? now : edge(now, n->period);
    start = MAX(start, t->free);
    u32 out = put(n, src, dst, start, since, r, false, common, alone);
    t->free = !common && n->free_ride ? 0 : start + out * n->period;
    t->stats.busy += out;
    if (t->blocked_since != NEVER) {
        t->stats.no_credit += cycles_in(now - t->blocked_since, n->period);
        t->blocked_since = NEVER;
    }
    return start;
}

__attribute__((noinline)) static cyc send_any(struct noc *n, u32 src, u32 dst, cyc now, cyc since,
                                              const struct req *r)
{
    return send(n, src, dst, now, since, r, false, false);
}
__attribute__((noinline)) static cyc send_common(struct noc *n, u32 src, u32 dst, cyc now, cyc since,
                                                 const struct req *r)
{
    return send(n, src, dst, now, since, r, true, false);
}

cyc noc_send(struct noc *n, u32 src, u32 dst, cyc now, cyc since, const struct req *r)
{
    if (n->common && n->alone)
        return send(n, src, dst, now, since, r, true, true);
    return (n->common ? send_common : send_any)(n, src, dst, now, since, r);
}

bool noc_can_copy(struct noc *n, u32 src, u32 dst, cyc now)
{
    struct noc_tx *t = &n->tx[src];
    return t->to[dst].free || noc_take_credits(n, t, dst, now);
}

void noc_send_copy(struct noc *n, u32 src, u32 dst, cyc start, cyc since, const struct req *r)
{
    ENSURE(!n->sw);
    put(n, src, dst, start, since, r, true, false, false);
}

/* A destination gives places back in order of time. */
static inline void insert_credit(const struct noc *n, struct noc_tx *t, cyc at, u32 dst)
{
    struct noc_places *k = &t->to[dst];
    u32 places = (u32)n->p.credits, i = k->head + k->n++;
    ENSURE(k->n <= places);
    t->back[dst * places + (i < places ? i : i - places)] = at;
}

/* Wakes a sender that waits for a credit when one is on its way, and again if an earlier one follows: units run one
   after the other, so credits are not given back in order of time. The sender knows those on their way before it
   began to wait. */
static inline void tell_sender(struct noc_thread *w, struct noc_tx *t, cyc credit)
{
    if (t->starved || credit < t->told) {
        cyc at = edge(credit, t->wake_period);
        wake_at(t->wake, at);
        wake_unit(w, t->unit, at);
        t->starved = false;
        t->told = credit;
    }
}

__attribute__((noinline)) static void credit_in_list(struct noc *n, struct noc_rx *r, u32 thread, struct credit c)
{
    struct noc_thread *own = &n->threads[r->thread];
    struct noc_credits *to = &own->credits[own->set][thread];
    if (to->n == to->cap)
        to->at = grown(to->at, to->n, &to->cap, sizeof *to->at);
    own_line(&to->at[to->n + CREDITS_AHEAD]);
    to->at[to->n++] = c;
}

__attribute__((always_inline)) static inline void pop(struct noc *n, u32 dst, cyc now, const bool alone)
{
    struct noc_rx *r = &n->rx[dst];
    const struct packet *p = &r->in[r->head & r->mask];
    cyc at = noc_arrival(n, r, p), back = now + n->latency;
    struct noc_thread *own = &n->threads[alone ? 0 : r->thread];
    ENSURE(r->n && at <= now);
    if (r->eject_free > p->head)
        r->eject_wait += cycles_in(r->eject_free - p->head, n->period);
    r->eject_free = at;
    u32 thread = alone ? 0 : n->thread_of_tx[p->src];
    if (alone || (n->direct && thread == r->thread)) {
        struct noc_tx *t = &n->tx[p->src];
        insert_credit(n, t, back, dst);
        tell_sender(own, t, back);
    } else {
        credit_in_list(n, r, thread, (struct credit){back, p->src, p->dst});
    }
    own->first = MIN(own->first, back);
    hist_add(&r->hist, cycles_in(now - p->since, n->period));
    r->head = --r->n ? r->head + 1 : 0; /* restarts at 0 when empty, to use few of the host's cache lines */
}

__attribute__((noinline)) static void pop_any(struct noc *n, u32 dst, cyc now)
{
    pop(n, dst, now, false);
}

void noc_pop(struct noc *n, u32 dst, cyc now)
{
    n->alone ? pop(n, dst, now, true) : pop_any(n, dst, now);
}

void noc_arrive(struct noc *n, const struct packet *p)
{
    struct noc_rx *r = &n->rx[p->dst];
    bool first;
    *make_place(r, p->head, p->src, &first) = *p;
    if (first)
        tell_taker(n, r);
}

static void fetch_packets(struct noc *n, const struct packet *at, u32 packets)
{
    for (u32 k = 0; k < packets; k++)
        (n->sw ? switch_put : noc_arrive)(n, &at[k]);
}

static void fetch_credits(struct noc *n, u32 thread, const struct credit *at, u32 credits)
{
    struct noc_thread *w = &n->threads[thread];
    u32 n_told = 0;
    for (u32 k = 0; k < credits; k++) {
        struct noc_tx *t = &n->tx[at[k].src];
        if (t->fresh == NEVER)
            w->told[n_told++] = t->id;
        insert_credit(n, t, at[k].at, at[k].dst);
        t->fresh = MIN(t->fresh, at[k].at);
    }
    for (u32 i = 0; i < n_told; i++) {
        struct noc_tx *t = &n->tx[w->told[i]];
        tell_sender(w, t, t->fresh);
        t->fresh = NEVER;
    }
}

/* Empties the lists that a thread fills now. */
static void empty_lists(struct noc *n, u32 thread)
{
    const struct noc_thread *own = &n->threads[thread];
    for (u32 to = 0; to < n->n_threads; to++) {
        struct noc_packets *p = &own->packets[own->set][to];
        struct noc_credits *c = &own->credits[own->set][to];
        for (u32 i = 0; i < MIN(p->n, PACKETS_AHEAD); i++)
            own_line(&p->at[i]);
        for (u32 i = 0; i < MIN(c->n, CREDITS_AHEAD); i += HOST_LINE / sizeof *c->at)
            own_line(&c->at[i]);
        p->n = c->n = 0;
    }
}

void noc_begin(struct noc *n, u32 thread, u32 set)
{
    n->threads[thread].set = set;
    n->threads[thread].first = NEVER;
    empty_lists(n, thread);
}

struct noc_sent noc_sent(const struct noc *n, u32 thread, u32 to)
{
    const struct noc_thread *own = &n->threads[thread];
    return (struct noc_sent){own->packets[own->set][to].n, own->credits[own->set][to].n};
}

static void prefetch(const void *from, size_t bytes)
{
    for (size_t k = 0; k < bytes; k += HOST_LINE)
        __builtin_prefetch((const char *)from + k);
}

void noc_fetch_soon(const struct noc *n, u32 thread, u32 from, u32 set, struct noc_sent sent)
{
    const struct noc_thread *t = &n->threads[from];
    prefetch(t->packets[set][thread].at, sent.packets * sizeof(struct packet));
    prefetch(t->credits[set][thread].at, sent.credits * sizeof(struct credit));
}

void noc_fetch(struct noc *n, u32 thread, u32 from, u32 set, struct noc_sent sent)
{
    const struct noc_thread *t = &n->threads[from];
    fetch_packets(n, t->packets[set][thread].at, sent.packets);
    fetch_credits(n, thread, t->credits[set][thread].at, sent.credits);
}

static cyc exchange(struct noc *n, cyc until)
{
    cyc soonest = NEVER;
    for (u32 i = 0; i < n->n_threads * n->n_threads; i++) {
        u32 from = i / n->n_threads, to = i % n->n_threads;
        noc_fetch(n, to, from, n->threads[from].set, noc_sent(n, from, to));
    }
    if (n->sw)
        soonest = switch_run(n, until);
    for (u32 w = 0; w < n->n_threads; w++) {
        soonest = MIN(soonest, n->threads[w].woken);
        n->threads[w].woken = NEVER;
        empty_lists(n, w);
    }
    return soonest;
}

cyc noc_exchange(struct noc *n, cyc until)
{
    if (!n->direct || n->n_threads > 1)
        return exchange(n, until);
    cyc soonest = n->threads->woken; /* the lists are empty: every packet went straight to its port */
    n->threads->woken = NEVER;
    return soonest;
}

/* Packets sent and not yet fetched: those of the other set are old, whether emptied or not. */
static u32 sent_by(const struct noc *n, const struct noc_tx *t)
{
    const struct noc_thread *own = &n->threads[t->thread];
    u32 sum = 0;
    const struct noc_packets *list = own->packets[own->set];
    for (u32 to = 0; to < n->n_threads; to++)
        for (u32 k = 0; k < list[to].n; k++)
            sum += list[to].at[k].src == t->id;
    return sum;
}

bool noc_idle(const struct noc *n)
{
    if (n->sw && !switch_empty(n->sw))
        return false;
    for (u32 w = 0; w < n->n_threads; w++)
        for (u32 to = 0; to < n->n_threads; to++)
            if (n->threads[w].packets[n->threads[w].set][to].n)
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
        u64 places = sent_by(n, t) + (n->sw ? switch_held(n->sw, i) : 0);
        for (u32 k = 0; k < n->n_rx; k++)
            places += t->to[k].free + t->to[k].n;
        for (u32 k = 0; k < n->n_rx; k++) {
            const struct noc_rx *r = &n->rx[k];
            for (u32 j = 0; j < r->n; j++)
                places += r->in[(r->head + j) & r->mask].src == i;
        }
        for (u32 w = 0; w < n->n_threads; w++) {
            const struct noc_credits *back = &n->threads[w].credits[n->threads[w].set][t->thread];
            for (u32 j = 0; j < back->n; j++)
                places += back->at[j].src == i;
        }
        ENSURE(places == n->p.credits * n->n_rx);
    }
}

static u32 coming_back(const struct noc *n, const struct noc_tx *t)
{
    u32 sum = 0;
    for (u32 k = 0; k < n->n_rx; k++)
        sum += t->to[k].n;
    return sum;
}

void noc_dump(const struct noc *n, FILE *to)
{
    for (u32 i = 0; i < n->n_tx; i++)
        if (n->tx[i].blocked_since != NEVER || sent_by(n, &n->tx[i]))
            fprintf(to, "  source %u: %u packets in this window, %u credits on their way%s\n", i,
                    sent_by(n, &n->tx[i]), coming_back(n, &n->tx[i]),
                    n->tx[i].blocked_since != NEVER ? ", waits for a credit" : "");
    for (u32 i = 0; i < n->n_rx; i++)
        if (n->rx[i].n)
            fprintf(to, "  destination %u: %u packets, first arrives at tick %llu\n", i, n->rx[i].n,
                    (unsigned long long)n->rx[i].in[n->rx[i].head & n->rx[i].mask].head);
}

void noc_stats_sum(const struct noc *n, struct noc_stats *s, struct hist *span)
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
        hist_merge(span, &n->rx[i].hist);
        s->latency_sum += n->rx[i].hist.sum;
        s->eject_wait += n->rx[i].eject_wait;
        s->switch_wait += n->rx[i].switch_wait;
    }
}

void noc_forget_maxima(struct noc *n)
{
    for (u32 i = 0; i < n->n_rx; i++)
        hist_forget_max(&n->rx[i].hist);
}
