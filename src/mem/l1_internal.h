/* Shared by the L1's files: l1.c (the stage), l1_lookup.c (what a lookup and a fill do to the arrays), l1_banks.c,
   l1_gather.c and l1_mesi.c. */
#ifndef SLUICE_MEM_L1_INTERNAL_H
#define SLUICE_MEM_L1_INTERNAL_H
#include "mem/l1.h"

struct l1_gathered {
    struct req req; /* the first store's request, with the stores that joined it */
    cyc last;
};
struct l1_gather {
    struct l1_gathered *at; /* oldest first */
    u32 n;
    u64 taken, sent; /* conservation: stores; requests that stand for them */
};

#define TAG_WAIT (UINT32_MAX - 1)

/* l1_mesi.c: coherent L1s only */
void l1_mesi_init(struct l1 *, struct arena *, const struct l1_wiring *);
bool l1_mesi_may_put(const struct l1 *); /* is there a place for a write-back under way? */
void l1_mesi_put(struct l1 *, u64 line);
void l1_mesi_put_done(struct l1 *, u64 line);
enum mesi_state l1_mesi_state(const struct l1 *, u32 index); /* of a line in the array; TAG_NONE: I */
void l1_mesi_filled(struct l1 *, u32 entry, const struct req *);
bool l1_mesi_probe(struct l1 *, cyc now, const struct req *); /* false: no room for the acknowledgement */

/* Is the SM told directly of this reply, which comes at tick `at`, so that it need not be pushed? */
static inline bool l1_booked(const struct l1 *c, const struct req *r, cyc at, bool hit)
{
    return c->lsu.sm && !(r->flags & RQF_ALONE) && c->lsu.booked(c->lsu.sm, r, at, hit);
}
static inline u32 l1_hit(struct l1 *c, cyc now, const struct req *r) /* answers it; else enum l1_stall */
{
    if (port_full(&c->hits, now))
        return L1_NO_REPLY;
    if (!l1_booked(c, r, now + c->hits.latency, true)) {
        struct req *q = port_place(&c->hits, now);
        *q = *r;
        q->flags |= RQF_HIT;
    }
    c->answered++;
    hist_add(&c->hist_l1, c->p.latency);
    return L1_OK;
}
static inline void l1_push_fill(struct l1 *c, cyc now, const struct req *r) /* there is room */
{
    if (!l1_booked(c, r, now + c->fills.latency, false))
        port_push(&c->fills, now, r);
    c->answered++;
}
/* A request to the network: into the miss queue, which has room, or straight. */
static inline void l1_send_below(struct l1 *c, cyc now, const struct req *r)
{
    if (c->out.n || !c->hub.hub || !c->hub.sent(c->hub.hub, r, now + c->out.latency))
        port_push(&c->out, now, r);
}
static inline void l1_pop_in(struct l1 *c, cyc now) /* removes the served head of the queue */
{
    bool waits = c->in.refused && c->lsu.sm;
    c->in.refused &= !waits;
    port_pop(&c->in, now);
    if (waits && !c->lsu.refilled(c->lsu.sm, now + c->period))
        port_wake_producer(&c->in, now);
}
cyc l1_quick_tick(struct l1 *, cyc now); /* l1_quick.c */
void l1_add_fail(struct l1_stats *, u32 stall, u64 cycles);
bool l1_worth_a_try(struct l1 *, u32 stall, bool changed, cyc now);
bool l1_would_hit(const struct l1 *, const struct req *); /* are all of its sectors valid? */
bool l1_banks_init(struct l1 *, struct arena *, cyc *wake_front);
cyc l1_banks_lookup(struct l1 *, cyc now, cyc next);
void l1_banks_settle(struct l1 *, cyc now);
void l1_gather_init(struct l1 *, struct arena *);
u32 l1_gather_store(struct l1 *, cyc now, const struct req *, const struct req **all); /* all: with those joined */
u32 l1_gather_pass(struct l1 *, cyc now, u64 line); /* sends stores to it first: L1_OK, or L1_NO_MISSQ: no room */
cyc l1_gather_tick(struct l1 *, cyc now);
u32 l1_queued(const struct l1 *);

/* l1_lookup.c, l1_write.c. Each that gives a u32: enum l1_stall, and L1_OK: done. */
u32 l1_lookup(struct l1 *, cyc now, const struct req *); /* pop it */
u32 l1_write(struct l1 *, cyc now, const struct req *);
u32 l1_pass_by(struct l1 *, cyc now, const struct req *, u8 flag); /* sends it past the L1, with this flag */
cyc l1_flush_step(struct l1 *, cyc now);

/* l1_miss.c: what misses, prefetches and stores that stay are made of */
static inline u32 l1_bytes_of(const struct l1 *c, u8 sectors)
{
    return popcount64(sectors) * (u32)c->p.sector;
}
/* The miss of a read, or of a write that must fetch: merges or reserves. `want`: the sectors it waits for; `asked`
   becomes the sectors that it requests below (none: merged), by a request of this kind. index: its line's tag, or
   TAG_NONE. */
u32 l1_miss(struct l1 *, cyc now, const struct req *, u32 index, u8 want, u8 *asked, u8 kind);
/* Gives line `index` to r's line. The miss queue has room for the old one if that is dirty. */
void l1_take_line(struct l1 *, cyc now, u32 index, const struct req *);
/* Sends a request like r for these sectors, whose answer fills MSHR `entry`. The miss queue has room. */
void l1_ask_below(struct l1 *, cyc now, const struct req *, u8 sectors, u32 entry, u8 kind);
bool l1_may_evict(const struct l1 *, u32 victim); /* coherent: the list of write-backs under way has room */
void l1_write_back(struct l1 *, cyc now, struct tag *);
void l1_set_dirty(struct l1 *, struct tag *, u8 sectors);
void l1_prefetch_read(struct l1 *, cyc now, const struct req *, u32 index, enum prefetch_saw);
u32 l1_allocate(struct l1 *, cyc now, u32 entry); /* a line for a fill; TAG_NONE: all are reserved */
void l1_fill_line(struct l1 *, cyc now, u32 tag, u32 entry, u8 sectors);
void l1_fill_twin(struct l1 *, cyc now, const struct req *);

#endif
