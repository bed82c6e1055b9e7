/* A network: a crossbar for each class of packets (requests from clusters to L2 slices, replies back). A packet is
   cut into flits of the channel width; it leaves at a network edge when its source port is free (injection), its head
   arrives `latency` later, and it passes the destination port flit by flit (ejection), in order of (arrival of the
   head, source). Each source has `credits` places at each destination; a place comes back `latency` after the packet
   was taken out. So units touch each other only across `latency`: each runs alone for a window of that length, then
   the exchange moves what was sent. Ports belong to threads (noc_deal); what is sent is kept apart by the thread that
   it is for, and each thread fetches its own. noc.kind = switch adds contention inside (noc_switch.h). Leaves out:
   topology, adaptive routing. */
#ifndef SLUICE_MEM_NOC_H
#define SLUICE_MEM_NOC_H
#include <stdio.h>

#include "mem/hist.h"
#include "mem/noc_params.h"
#include "mem/noc_stats.h"
#include "mem/port.h"

enum net { NET_REQUEST, NET_REPLY, NET_ACK /* coherent machines only */, NETS };
struct noc_class { /* a network of its own for each class of packets; ports are by cluster and by L2 slice */
    const char *name;
    bool to_sms; /* from slices to clusters; otherwise from clusters to slices */
    bool data;   /* read data travels in this class */
    u32 span;    /* enum mem_stage to which its time counts; MS_STAGES: to none */
};
extern const struct noc_class noc_classes[NETS];

struct packet {
    _Alignas(HOST_LINE) struct req req;
    cyc head;                 /* head arrives */
    cyc since;                /* ready to go */
    u16 src, dst, flits, out; /* flits: net cycles that it takes at its destination; out: at its source */
};
struct noc_places {    /* places of a source at one destination */
    u16 free, head, n; /* n: places on their way back, in a ring of noc_tx.back from `head` on */
};

struct noc_tx { /* a source port */
    _Alignas(HOST_PAIR) u16 id;
    u16 thread;
    u32 rest;               /* bytes of its last cycle that are in use (slice_rate) */
    cyc free, ahead;        /* the injection port is free from `free` on, a network edge; until `ahead` it accepts all
                               that it can send before the next edges of sender and network */
    struct noc_places *to;  /* by destination */
    cyc *back;              /* by destination, noc.credits each: when places come back, in order of time */
    cyc blocked_since;      /* since when a packet waits for a credit and none was sent; NEVER: not so */
    cyc fresh;              /* the earliest credit brought by the exchange in progress */
    bool starved;           /* a send was refused for lack of a credit: the next credit wakes the sender */
    cyc told;               /* the credit for which it was last woken */
    cyc *wake, wake_period; /* wake word and clock of the sending stage */
    cyc *unit;              /* its unit's next tick, woken too, or NULL */
    bool aligned;           /* every edge of its clock is an edge of the network's, or it need not wait for those */
    struct noc_stats stats;
};
struct noc_rx { /* a destination port */
    _Alignas(HOST_PAIR) u16 id;
    u16 thread;
    cyc eject_free;
    struct packet *in; /* ring, in order of (head, src) */
    u32 mask, head, n;
    cyc *wake; /* wake word of the receiving stage */
    cyc wake_period;
    cyc *unit;                   /* its unit's next tick, woken too, or NULL */
    bool aligned;                /* every edge of the network's clock is an edge of its own */
    u64 eject_wait, switch_wait; /* net cycles */
    struct hist hist;
};
enum { NOC_SETS = 2 };
struct noc_thread { /* what the ports of one thread have done in this window */
    _Alignas(HOST_PAIR) struct noc_packets *packets[NOC_SETS]; /* by thread of the destination */
    struct noc_credits *credits[NOC_SETS];                     /* by thread of the source */
    /* Private to the thread; other threads read only what is above, which never changes. */
    _Alignas(HOST_PAIR) u32 set; /* the set of lists that it fills; others may still fetch the last window's */
    cyc first;                   /* nothing sent or given back since noc_begin shows anywhere before this tick */
    u16 *told;                   /* sources that the exchange in progress brings credits to */
    cyc woken;                   /* first tick for which one of its units was woken, since the last exchange */
};
struct noc_cost { /* cost of a packet by its bytes: flits, and net cycles at its source and its destination */
    u16 flits, out, in;
};
enum { NOC_COSTS = 256 };
struct noc {
    struct noc_params p;
    const struct noc_class *class;
    cyc period, latency, far; /* ticks */
    u32 n_tx, n_rx;
    u32 far_tx, far_rx; /* ports in the halves of the chip: all but the link's */
    bool free_ride;     /* kind none: packets take no time at the ports */
    bool direct;        /* packets between ports of one thread do not wait for the window's end: see noc_send */
    bool alone;         /* the same, and there is one thread */
    bool common;        /* direct, and both ports and the latency cost what `cost` and `latency` say */
    u32 carries;        /* by kind of request: its `bytes` travel in this direction */
    struct noc_tx *tx;
    struct noc_rx *rx;
    u16 *thread_of_tx, *thread_of_rx;
    struct noc_thread *threads;
    u32 n_threads;
    struct noc_switch *sw; /* kind switch; see noc_switch.h */
    struct noc_cost cost[NOC_COSTS];
};

/* Packets and credits go straight to a port of the same thread: no stage sees them before their time, which is after
   the window's end. If plain, with kind switch, and always between threads, they wait in lists until then. */
void noc_init(struct noc *, struct arena *, const struct noc_params *, cyc period, enum net class, u32 n_clusters,
              u32 n_slices, u32 n_links, bool plain);
void noc_free(struct noc *);                           /* its lists */
void noc_threads(struct noc *, struct arena *, u32 n); /* once; else it is one */
/* Assigns the ports to threads; before that, all are the first's. Between windows; may be repeated at any time. */
void noc_deal(struct noc *, const u16 *thread_of_cluster, const u16 *thread_of_slice);
/* Wires one port to its unit: its clock and its next-tick word. */
void noc_wire_cluster(struct noc *, u32 i, cyc *wake, cyc period);
void noc_wire_slice(struct noc *, u32 i, cyc *wake, cyc period);
void noc_watch(struct noc *, bool cluster, u32 i,
               cyc *unit); /* the unit's next tick (unit.h) is lowered too when it is woken */
bool noc_take_credits(struct noc *, struct noc_tx *, u32 dst, cyc now); /* has a credit come back? */
static inline bool noc_can_send(struct noc *n, u32 src, u32 dst, cyc now)
{
    struct noc_tx *t = &n->tx[src];
    return t->free < now + t->ahead && (t->to[dst].free || noc_take_credits(n, t, dst, now));
}
/* The first tick from `now` on, an edge of this clock, at which the source's port takes a packet. */
static inline cyc noc_port_free(const struct noc *n, u32 src, cyc now, cyc period)
{
    const struct noc_tx *t = &n->tx[src];
    return t->free < now + t->ahead ? now : edge(t->free - t->ahead + 1, period);
}
/* When noc_can_send may change its answer on this clock without a wake by noc_exchange; NEVER: only then. */
cyc noc_send_next(const struct noc *, u32 src, u32 dst, cyc now, cyc period);
/* `since`: when the packet was ready; its latency counts from there. noc_can_send must have said yes; BUG without a
   credit. Returns when the packet begins to leave. */
cyc noc_send(struct noc *, u32 src, u32 dst, cyc now, cyc since, const struct req *);
/* Sends the packet that began to leave at `start` to another destination as well: the source's port is used once for
   both. Not with kind switch. BUG unless noc_can_copy. */
bool noc_can_copy(struct noc *, u32 src, u32 dst, cyc now);
void noc_send_copy(struct noc *, u32 src, u32 dst, cyc start, cyc since, const struct req *);
void noc_pop(struct noc *, u32 dst, cyc now);
static inline bool noc_is_far(const struct noc *n, u32 src, u32 dst) /* in the other half of the chip */
{
    return n->far && src / 2 * 4 / n->far_tx != dst / 2 * 4 / n->far_rx; /* slices in pairs: l2.slice_hash */
}
/* When the packet at the head of its destination's port has wholly arrived. */
static inline cyc noc_arrival(const struct noc *n, const struct noc_rx *r, const struct packet *p)
{
    return MAX(p->head, r->eject_free) + p->flits * n->period;
}
static inline const struct packet *noc_peek(const struct noc *n, u32 dst, cyc now) /* NULL: none has arrived */
{
    const struct noc_rx *r = &n->rx[dst];
    const struct packet *p = &r->in[r->head & r->mask];
    return r->n && noc_arrival(n, r, p) <= now ? p : NULL;
}
static inline cyc noc_next(const struct noc *n, u32 dst) /* when the first packet has, on the receiver's clock */
{
    const struct noc_rx *r = &n->rx[dst];
    if (!r->n)
        return NEVER;
    cyc at = noc_arrival(n, r, &r->in[r->head & r->mask]);
    return r->aligned ? at : edge(at, r->wake_period);
}
/* At the end `until` of a window that all units have run: moves what was sent. Takes time in proportion to packets,
   not ports. Returns the first tick for which it, or a port of the same thread, has woken a unit, or NEVER. */
cyc noc_exchange(struct noc *, cyc until);
/* The same for threads side by side. Before a thread runs its units for a window it says which of NOC_SETS sets of
   lists it fills: one that all others have fetched. noc_first: nothing that it has sent since shows before this tick.
   noc_sent: how many packets and credits lie there for another thread, which is told so and fetches them. */
struct noc_sent {
    u32 packets, credits;
};
void noc_begin(struct noc *, u32 thread, u32 set);
static inline cyc noc_first(const struct noc *n, u32 thread)
{
    return n->threads[thread].first;
}
struct noc_sent noc_sent(const struct noc *, u32 thread, u32 to);
/* Prefetches the other core's host lines together instead of one after the other. */
void noc_fetch_soon(const struct noc *, u32 thread, u32 from, u32 set, struct noc_sent);
void noc_fetch(struct noc *, u32 thread, u32 from, u32 set, struct noc_sent);
bool noc_idle(const struct noc *);
void noc_audit(const struct noc *);
void noc_dump(const struct noc *, FILE *);
void noc_stats_sum(const struct noc *, struct noc_stats *into, struct hist *span);
void noc_forget_maxima(struct noc *);

#endif
