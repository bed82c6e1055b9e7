/* Shared by l2.c (the slice), l2_quick.c (a shorter form) and directory.c (coherence). */
#ifndef SLUICE_MEM_L2_INTERNAL_H
#define SLUICE_MEM_L2_INTERNAL_H
#include "mem/l2.h"
#include "mem/partition.h"

static inline u32 l2_bytes_of(const struct l2 *c, u8 sectors)
{
    return popcount64(sectors) * (u32)c->p.sector;
}
/* The address within the slice, without the slice number: the set index must not see the interleave. */
static inline u64 l2_own(const struct l2 *c, u64 line)
{
    return partition_local(&c->p, line);
}
/* For an L1 with shorter lines: where its line begins in the L2's, in sectors. */
static inline u32 l2_sector_shift(const struct l2 *c, u64 line)
{
    u64 offset = line & (c->p.line - 1);
    return offset ? (u32)(offset / c->p.sector) : 0;
}
/* Pushes the reply: read data, old values, or an acknowledgement. */
static inline struct req *l2_answer(struct l2 *c, cyc now, struct port *to, const struct req *r, cyc since)
{
    struct req *q = port_place(to, now);
    *q = *r;
    if (r->kind == RQ_READ)
        q->bytes = (u16)l2_bytes_of(c, r->sectors);
    q->sectors = (u8)(r->sectors >> l2_sector_shift(c, r->line));
    hist_add(&c->hist, cycles_in(now + to->latency - since, c->w.period));
    return q;
}
void l2_set_dirty(struct l2 *, struct tag *, u8 sectors);
/* Merges into the line's MSHR or takes one. `want`: the sectors that must come before r is answered. */
u32 l2_miss(struct l2 *, cyc now, const struct req *, u64 own, struct tag *, u8 want);
/* Looks up a request for address `line` of the slice, at index i of the tags. Returns enum l2_stall; L2_OK: done. */
u32 l2_lookup_at(struct l2 *, cyc now, const struct req *, u64 line, u32 i);
bool l2_worth_a_try(struct l2 *, cyc now); /* may the failed request succeed now? */
void l2_take_fill(struct l2 *, cyc now, const struct req *);
cyc l2_quick_tick(struct l2 *, cyc now); /* l2_quick.c */

#endif
