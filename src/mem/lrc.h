/* The request coalescer of an L2 slice (Nsight Compute calls Hopper's the LRC): reads on their way to the lookup. A
   read of a line that another SM of the same GPC has asked for joins that one, which is looked up once; its reply
   leaves the slice once and goes to all of them. It may be joined from its arrival until l2.join cycles after its
   lookup, by l2.join_most - 1 others.

   Measured on an H200 (tools/h200/same_lines.cu): any SMs of a GPC join, and none of others; at most four; a read
   that comes 40 cycles after the first always, 60 half of the time, 100 never, but 200 where slices are busy and
   reads wait for their lookup, and 1,000 not even then. Loads that miss the L1 join on the card as bulk copies do
   (l2.join_loads). Leaves out: a second read of the same SM, which never joins here; writes, which do not keep a
   later read from joining an earlier one; and a GPC's share of the network's bandwidth. */
#ifndef SLUICE_MEM_LRC_H
#define SLUICE_MEM_LRC_H
#include "mem/linemap.h"
#include "mem/req.h"

struct l2_params;
struct lrc_entry {
    struct req req; /* the read that is looked up; its `hub` is the entry's number, from 1 */
    u64 key;
    cyc arrived, until; /* until: no read may join later; NEVER: it still waits for its lookup */
    u32 next;           /* the next entry that waits, or the next free one */
    u32 n, sent;        /* n: reads that its reply answers; sent: how many were answered */
    bool named;         /* is in `lines`, so that reads may join */
};
struct lrc {
    struct lrc_entry *at;
    struct req *others; /* reads that joined: entry * (most - 1) + k */
    const u8 *gpc_of_sm;
    struct linemap lines; /* line and GPC: the entry that may be joined */
    u32 most, sector, free, head, last, used;
    cyc window;
    bool loads;
};

void lrc_init(struct lrc *, struct arena *, const struct l2_params *, const u8 *gpc_of_sm, cyc period);
static inline bool lrc_wants(const struct lrc *l, const struct req *r)
{
    return r->kind == RQ_READ && (r->space == RQS_COPY || (l->loads && r->space == RQS_GLOBAL));
}
bool lrc_join(struct lrc *, const struct req *, cyc now); /* false: there is none to join */
bool lrc_wait(struct lrc *, const struct req *, cyc now); /* it waits for its lookup; false: all places are taken */
static inline const struct lrc_entry *lrc_head(const struct lrc *l) /* the next lookup; NULL: none waits */
{
    return l->head == UINT32_MAX ? NULL : &l->at[l->head];
}
void lrc_looked_up(struct lrc *, cyc now); /* the head was */
/* The next reader that this reply, which has a `hub`, answers. Then, that its reply was sent: false: it was the last.
   */
struct req lrc_taker(struct lrc *, const struct req *reply);
bool lrc_sent(struct lrc *, const struct req *reply);

#endif
