/* The front: the queue between coalescer and L1. Swappable: one file and one row of front_ops_list each;
   the parameters and statistics of a front come with it.

   The LSU pushes line requests with front_push (one a cycle, or l1.lookups into a direct front; it checks
   front_full first); the front feeds the L1's input port. A warp at a barrier or a fence calls
   front_barrier until it returns true: requests of that warp that the front could let others pass have then
   left it. (The LSU must have handed over all of the warp's requests first.)

   Every front counts here: requests in and out, how long they were queued (front_send), and the cycles in
   which the head could not enter or the L1 took nothing, from what `tick` leaves in `blocked` and
   `stalled`. */
#ifndef SLUICE_MEM_FRONT_H
#define SLUICE_MEM_FRONT_H
#include <stdio.h>

#include "decl/decl.h"
#include "mem/hist.h"
#include "mem/port.h"

#define FRONT_MAX_QUEUES 64

#define FRONT_POOL 64 /* rows of parameters, or of statistics, that all fronts bring along together */

#define FRONT_STATS(S, R, M, K)                                                                                      \
    S(in, "requests", "requests taken from the LSU")                                                                 \
    S(out, "requests", "requests handed to the L1")                                                                  \
    S(blocked, "cycles", "the LSU's next request could not enter", LESS)                                             \
    S(stalled, "cycles", "a request was ready and the L1 could not take it", LESS)                                   \
    S(occupancy, "requests x cycles", "requests queued, added up over time", LESS)                                   \
    M(max_occupancy, "requests", "most requests queued at once in an SM", LESS)                                      \
    K(storage, "bytes", "storage that this configuration needs in an SM", LESS)                                      \
    R(mean_wait, occupancy, out, 1, "cycles that a request is queued, mean", LESS)
DECL_STATS(front, FRONT_STATS);

struct front_shape {            /* of the SM it serves */
    u32 warps, ctas, cta_warps; /* warp slots, CTA slots, most warps in a CTA */
    cyc period;                 /* ticks of a core cycle */
    u32 queue;                  /* depth of the LSU's port */
};

struct front;
struct front_ops {
    struct decl_own own; /* its name is the word of `front` */
    bool direct;         /* the LSU pushes straight into the L1's port; tick is never called */
    bool (*init)(struct front *, struct arena *, const void *params, struct diag *);
    cyc (*tick)(struct front *, cyc now);
    bool (*idle)(const struct front *);
    void (*audit)(const struct front *);
    void (*dump)(const struct front *, FILE *);
    bool (*barrier)(struct front *, u32 warp, cyc now);
    u32 (*bypass)(const void *params); /* enum l1_bypass while it is in use; NULL: what l1.bypass says */
};
/* Every front: a new one is a row here and a file. */
#define FRONTS(X) X(FRONT_FIFO, front_fifo_ops) X(FRONT_MRPB, front_mrpb_ops)
DECL_POLICIES(front_ops, FRONTS);

struct front {
    const struct front_ops *ops;
    void *state;        /* the implementation's own */
    struct arena own;   /* for memory taken while running: fronts run on several threads (front_free) */
    struct port own_in; /* from the LSU, unless direct */
    struct port *in;    /* where front_push goes: own_in, or the L1's own port */
    struct port *to_l1;
    bool blocked, stalled; /* set by each tick: the head cannot enter; the L1 takes nothing */
    cyc since;             /* these cycles are counted up to here */
    cyc wake;
    cyc *wake_sm; /* woken when a barrier that front_barrier refused may pass */
    struct front_shape shape;
    struct front_stats stats;
    u64 own_stats[FRONT_POOL]; /* of this kind: in front_pool */
    u16 rank[64], cta_of[64];  /* of the warp in each warp slot: number in its block, CTA slot (front_new_cta) */
    u64 queue_cycles[FRONT_MAX_QUEUES]; /* occupancy by queue: requests x cycles */
    u32 n_queues;
    const u64 *l1_wait; /* the L1's own count: cycles from the LSU's push to the lookup, of all requests */
};

extern const struct decl_pool front_pool; /* their parameters and statistics */

bool front_init(struct front *, struct arena *, u32 kind, const void *params, const struct front_shape *,
                struct port *to_l1, cyc *wake_lsu, cyc *wake_sm, struct diag *);
void front_free(struct front *); /* what it took while it ran; the rest goes with the arena of front_init */
cyc front_tick(struct front *, cyc now);
bool front_idle(const struct front *);
void front_audit(const struct front *);
void front_dump(const struct front *, FILE *);

void front_new_cta(struct front *, u32 cta_slot, const u16 *warp_slots, u32 n_warps);
bool front_barrier(struct front *, u32 warp, cyc now);
void front_settle(struct front *, cyc now);

/* For implementations: hands a request, queued since then in queue `q`, to the L1, which has room; and notes how many
   requests a front holds, for the maximum. */
static inline void front_send(struct front *f, cyc now, const struct req *r, u32 q, cyc since)
{
    u64 held = cycles_in(now - since, f->shape.period);
    f->queue_cycles[q] += held;
    f->stats.occupancy += held;
    f->stats.out++;
    port_push(f->to_l1, now, r);
}
static inline void front_holds(struct front *f, u32 n)
{
    f->stats.max_occupancy = MAX(f->stats.max_occupancy, n);
}
static inline bool front_full(struct front *f, cyc now)
{
    return port_full(f->in, now);
}
static inline struct req *front_place(struct front *f, cyc now) /* port_place */
{
    f->stats.in++;
    return port_place(f->in, now);
}
static inline void front_push(struct front *f, cyc now, const struct req *r)
{
    *front_place(f, now) = *r;
}

#endif
