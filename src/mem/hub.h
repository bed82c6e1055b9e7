/* The hub connects the SMs of a cluster to the network. Three independent parts: arbitration chooses the SM
   whose request goes next (one a core cycle), routing the network port it goes to, and delivery hands a
   reply to the caches that wait for it. Before a request goes to the network, a merger may keep it
   (merger.h).

   If several SMs share the port, an SM has a place in the hub for every reply that it expects: a reply whose
   cache has no room is set aside, so that one SM never holds up another. */
#ifndef SLUICE_MEM_HUB_H
#define SLUICE_MEM_HUB_H
#include "mem/link.h"
#include "mem/merger.h"
#include "mem/noc.h"
#include "mem/smmem.h"

#define CLUSTER_ARBITER_WORDS(X)                                                                                     \
    X(ARB_RR, "rr", "each in turn")                                                                                  \
    X(ARB_OLDEST, "oldest", "the SM that has waited longest")
DECL_CHOICE(cluster_arbiter, CLUSTER_ARBITER_WORDS);

#define CLUSTER_PARAMS(P, B, E)                                                                                      \
    E(arbiter, cluster_arbiter, ARB_RR, "which SM's request goes next (guess)")                                      \
    B(own_ports, 0, "every SM has a network port of its own; the cluster only merges requests (measured: Hopper)")   \
    P(replies, 256, 1, 65536, "replies",                                                                             \
      "replies that may be under way to an SM that shares its port with others; room is kept for them (guess)")
DECL_PARAMS(cluster, CLUSTER_PARAMS);

#define CLUSTER_STATS(S, R, M, K)                                                                                    \
    S(request, "requests", "requests taken from the SMs")                                                            \
    S(sent, "packets", "requests sent to the network", LESS)                                                         \
    S(sent_reads, "packets", "of these, reads", LESS)                                                                \
    S(received, "packets", "replies received from the network", LESS)                                                \
    S(delivered, "replies", "replies handed to the SMs' caches")                                                     \
    S(aside, "replies", "of these, those that had to wait aside because the SM's cache had no room", LESS)           \
    S(wait, "requests x cycles", "requests ready to go and not sent, added up over time", LESS)                      \
    R(mean_wait, wait, request, 1, "wait / request", LESS)
DECL_STATS(cluster, CLUSTER_STATS);

struct hub_in { /* the miss queue of a cache */
    struct port *port;
    u16 sm;   /* of the machine */
    u16 slot; /* of the cluster */
    u32 dst;  /* destination of the line that was routed last */
    u64 line; /* NEVER: none yet */
};
struct hub_sm {
    struct smmem *mem;
    struct req *aside; /* a ring of replies that were set aside */
    u32 head, n, cap;
    u32 coming; /* replies that this SM still expects */
    cyc last;   /* when it was last handed a reply, of which it takes one a cycle */
};
struct hub {
    _Alignas(HOST_PAIR) cyc wake;
    u32 id, n_sms, first_sm;
    cyc period;
    struct cluster_params p;
    struct cluster_stats stats;
    struct hub_sm *sms;
    struct hub_in *in; /* of the caches in use */
    u32 n_ports;       /* of the network: id * n_ports + k */
    struct hub_port {
        u32 first, n, next_in; /* its part of `in`; arbitration: the SM that is looked at first */
    } * ports;
    u32 n_aside;     /* of all SMs */
    struct noc *net; /* by class */
    const struct l2_params *l2;
    const struct link_memory *host; /* lines of the host's memory go to the link, whose port is behind the slices' */
    struct merger merger;
    struct marks *marks; /* of marked requests */
    bool mesi;
    bool one;   /* a lone SM without merger and coherence: hub_one.c */
    cyc until;  /* `one`: the hub may work ahead of time up to this tick */
    u64 probes; /* handed to the L1s */
};

struct hub_wiring {
    u32 id, n_sms;
    struct smmem *sms; /* ready */
    cyc period;
    struct noc *net;
    const struct l2_params *l2;
    const struct link_memory *host;
    const u64 *merger; /* parameters: a merger_pool */
    u32 line;          /* of the L1s */
    bool mesi, plain;
};
static inline u32 hub_ports(const struct cluster_params *p, u32 n_sms)
{
    return p->own_ports ? n_sms : 1;
}
/* Which of a cluster's ports an SM of it uses. */
static inline u32 hub_port_of(u32 n_ports, u32 n_sms, u32 slot)
{
    return slot * n_ports / n_sms;
}
void hub_init(struct hub *, struct arena *, const struct cluster_params *, const struct hub_wiring *);
cyc hub_tick(struct hub *, cyc now);
/* A window from now to `until` begins. In it the SM is ticked before its caches, and these before the hub, so the hub
   does ahead of time what it can (hub_one.c). Called only if the order of ticks is not shuffled. */
void hub_begin(struct hub *, cyc until);
void hub_forget_routes(struct hub *); /* the ranges of host memory have changed */
bool hub_idle(const struct hub *);
void hub_audit(const struct hub *);
void hub_dump(const struct hub *, FILE *);
static inline void hub_settle(struct hub *h, cyc now)
{
    (void)h, (void)now; /* all its counters are of events */
}

#endif
