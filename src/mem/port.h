/* A bounded queue between two stages: one producer, one consumer, latency >= 1 tick. What is pushed at t is
   seen at t + latency; room freed at t is seen by the producer at its next clock edge after t, so results do
   not depend on the order in which stages are ticked.

   Wakes. A push onto an empty port wakes the consumer when the item is ready; a consumer that leaves items behind
   must itself ask to be ticked again (port_next), unless it waits for something else that will wake it. A pop wakes
   the producer only if it was refused. A stage's next tick is the min of what its tick returned and of what its ports
   asked for: see STAGE_RUN. */
#ifndef SLUICE_MEM_PORT_H
#define SLUICE_MEM_PORT_H
#include "base/arena.h"
#include "base/diag.h"
#include "mem/req.h"

struct port_item {
    cyc ready;
    cyc due; /* the consumer's first edge at or after `ready` */
    _Alignas(32) struct req req;
};

struct port {
    const struct port_item *first; /* the head; port_nothing if there is none */
    u32 cap, n;
    struct port_item *items, *end; /* a ring */
    struct port_item *last;        /* where the next item goes */
    u32 freed;                     /* pops at tick freed_at: the producer does not see them yet */
    bool refused, cross;
    cyc freed_at;
    cyc latency, prod_period, cons_period; /* ticks */
    cyc *wake_consumer, *wake_producer;    /* the stages' own next-tick words; NULL: no stage to wake */
};

extern const struct port_item port_nothing; /* never ready */

/* Ticks a stage when it is due. A wake given earlier in the same tick is not overwritten by what tick returns. */
#define STAGE_RUN(word, now, call)                                                                                   \
    do {                                                                                                             \
        if ((word) <= (now)) {                                                                                       \
            (word) = NEVER;                                                                                          \
            cyc next_ = (call);                                                                                      \
            if (next_ < (word))                                                                                      \
                (word) = next_;                                                                                      \
        }                                                                                                            \
    } while (0)

void port_init(struct port *, struct arena *, u32 cap, cyc latency, cyc prod_period, cyc cons_period,
               cyc *wake_consumer, cyc *wake_producer);

/* The first edge of a clock with this period at or after t. */
static inline cyc edge(cyc t, cyc period)
{
    return period == 1 ? t : (t + period - 1) / period * period;
}

static inline void wake_at(cyc *word, cyc t)
{
    if (word && t < *word)
        *word = t;
}

static inline void port_wake_producer(struct port *p, cyc now)
{
    wake_at(p->wake_producer, p->cross ? edge(now + 1, p->prod_period) : now + p->prod_period);
}

/* Asked by the producer only: a refusal is remembered, and the pop that makes room wakes it. */
static inline bool port_full(struct port *p, cyc now)
{
    u32 taken = p->n + (p->freed_at == now ? p->freed : 0);
    if (taken < p->cap)
        return false;
    if (p->n < p->cap)
        port_wake_producer(p, now); /* there is room, but the producer sees it only from its next edge on */
    else
        p->refused = true;
    return true;
}

/* Is there room for k items? For a producer that must push several at once. */
static inline bool port_room(struct port *p, cyc now, u32 k)
{
    u32 taken = p->n + (p->freed_at == now ? p->freed : 0);
    if (taken + k <= p->cap)
        return true;
    if (p->freed_at == now && p->freed)
        port_wake_producer(p, now);
    p->refused = true;
    return false;
}

/* A push whose request the caller writes into the place that it returns. If the request were built elsewhere field by
   field and then copied, wide reads would follow narrow writes, for which a host's processor has to stall. */
static inline struct req *port_place_after(struct port *p, cyc now, cyc latency)
{
    if (p->n >= p->cap)
        BUG("push into a full port");
    struct port_item *it = p->last;
    cyc ready = now + latency, due = p->cross ? edge(ready, p->cons_period) : ready;
    it->ready = ready;
    it->due = due;
    p->last = it + 1 == p->end ? p->items : it + 1;
    if (p->n++ == 0) {
        p->first = it;
        wake_at(p->wake_consumer, due);
    }
    return &it->req;
}

static inline struct req *port_place(struct port *p, cyc now)
{
    return port_place_after(p, now, p->latency);
}

/* Visible after `latency` ticks instead of the port's own (never earlier than what is already in the port). */
static inline void port_push_after(struct port *p, cyc now, const struct req *r, cyc latency)
{
    *port_place_after(p, now, latency) = *r;
}

static inline void port_push(struct port *p, cyc now, const struct req *r) /* BUG if full: ask first */
{
    port_push_after(p, now, r, p->latency);
}

static inline const struct req *port_peek(const struct port *p, cyc now) /* NULL: nothing ready */
{
    return p->first->ready <= now ? &p->first->req : NULL;
}

static inline void port_pop(struct port *p, cyc now)
{
    if (p->freed_at != now) {
        p->freed_at = now;
        p->freed = 0;
    }
    p->freed++;
    if (--p->n) {
        p->first = p->first + 1 == p->end ? p->items : p->first + 1;
    } else { /* restarts at the front when empty: a short queue stays in the host's cache */
        p->first = &port_nothing;
        p->last = p->items;
    }
    if (p->refused) {
        p->refused = false;
        port_wake_producer(p, now);
    }
}

/* Since when the head waits (it must be there). */
static inline cyc port_since(const struct port *p)
{
    return p->first->ready;
}

/* When the head is ready, on the consumer's clock; NEVER if empty. */
static inline cyc port_next(const struct port *p)
{
    return p->first->due;
}

/* The i-th from the head. */
static inline const struct req *port_at(const struct port *p, u32 i)
{
    const struct port_item *it = p->first + i;
    return &(it < p->end ? it : it - (p->end - p->items))->req;
}

#endif
