/* Prefetchers of the L1: each sees the reads that the cache serves, and may ask for lines that no request waits for
   yet. Swappable: one file and one row of PREFETCHERS; its parameters and statistics come with it. A prefetch takes
   what a miss takes (a way, an MSHR without a waiting request, a place in the miss queue), and is dropped if one of
   these is missing. Leaves out: the lookup cycle that it takes from requests. */
#ifndef SLUICE_MEM_PREFETCH_H
#define SLUICE_MEM_PREFETCH_H
#include "decl/decl.h"
#include "mem/req.h"

#define PREFETCH_POOL 64 /* rows of parameters, or of statistics, that all prefetchers bring along together */

/* What became of a read. A read that goes past the cache is not shown. */
enum prefetch_saw { SAW_HIT, SAW_MERGED /* its line is on its way */, SAW_MISS, SAW_NOTHING };
enum prefetch_end { PREFETCH_SENT, PREFETCH_THERE /* or on its way */, PREFETCH_REFUSED };

struct l1;
struct arena;
struct prefetch {
    const struct prefetch_ops *ops;
    void *state; /* the implementation's own */
    struct l1 *l1;
    u64 line_bytes;
    u64 own_stats[PREFETCH_POOL]; /* of this kind: in prefetch_pool */
};
struct prefetch_ops {
    struct decl_own own;                                                 /* its name is the word of l1.prefetch */
    void (*init)(struct prefetch *, struct arena *, const void *params); /* NULL: has no state */
    /* The L1 has served a read. `first`: the first read of a prefetched line. It must depend only on the reads it was
       shown. NULL: there is no prefetcher. */
    void (*read)(struct prefetch *, cyc now, const struct req *, enum prefetch_saw, bool first);
};
/* Every prefetcher: a new one is a row here and a file. */
#define PREFETCHERS(X) X(PREFETCH_OFF, prefetch_off_ops)
DECL_POLICIES(prefetch_ops, PREFETCHERS);
extern const struct decl_pool prefetch_pool; /* their parameters and statistics */

void prefetch_init(struct l1 *, struct arena *, const struct prefetch_ops *, const void *params);
/* For implementations, from within `read`: asks for the whole line, on behalf of `by`'s warp. */
enum prefetch_end l1_prefetch(struct l1 *, cyc now, const struct req *by, u64 line);

#endif
