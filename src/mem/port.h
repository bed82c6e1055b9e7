/* A bounded queue between two stages: one producer, one consumer, latency >= 1 tick. What is pushed at t is
   seen at t + latency; room freed at t is seen by the producer at t + 1 (of its clock), so that results
   do not depend on the order in which stages are ticked. A push wakes the consumer, a pop wakes the producer:
   each stage's next tick is the min of what its tick returned and what its ports asked for. */
#ifndef SLUICE_MEM_PORT_H
#define SLUICE_MEM_PORT_H
#include "base/arena.h"
#include "mem/req.h"

struct port_item {
    cyc ready;
    struct req req;
};

struct port {
    struct port_item *items; /* ring of `cap` */
    u32 cap, head, n;
    u32 freed;               /* pops in the current tick: not yet visible to the producer */
    cyc freed_at;
    cyc latency, period;     /* ticks; period of the consumer's clock, for the room to show */
    cyc *wake_consumer, *wake_producer; /* the stages' own next-tick words */
};

void port_init(struct port *, struct arena *, u32 cap, cyc latency, cyc period, cyc *wake_consumer,
               cyc *wake_producer);

static inline bool port_full(const struct port *p, cyc now)
{
    return p->n + (p->freed_at == now ? p->freed : 0) >= p->cap;
}

void port_push(struct port *, cyc now, struct req);          /* BUG if full: ask first */
const struct req *port_peek(const struct port *, cyc now);   /* NULL: nothing ready */
void port_pop(struct port *, cyc now);
cyc port_next(const struct port *);                          /* when the head is ready; NEVER if empty */

#endif
