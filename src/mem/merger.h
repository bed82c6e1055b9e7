/* Mergers: what a cluster's hub may do with a request instead of sending it to the network. One file and one row
   each; its parameters and statistics come with it. `look` says what would be done with a request that is ready to
   go; it changes nothing and may be called every cycle. `take` is called when it is done. The merger may
   - let it go (MERGE_SEND), with a number other than 0 in r->hub if it wants to see the reply,
   - add it to a request under way (MERGE_JOIN): nothing is sent, and that request's reply answers both,
   - answer it at once (MERGE_FOUND).
   A reply with r->hub set goes to every SM of `takers`, to each as `reply_for` says; then `done` is called. */
#ifndef SLUICE_MEM_MERGER_H
#define SLUICE_MEM_MERGER_H
#include "base/arena.h"
#include "decl/decl.h"
#include "mem/req.h"

#define MERGER_POOL 64 /* rows of parameters, or of statistics, that all mergers bring along together */

struct merger_shape { /* of the cluster it serves */
    u32 n_sms, line, sector;
    cyc period; /* ticks of a core cycle */
};
enum merge_way { MERGE_SEND, MERGE_JOIN, MERGE_FOUND };

struct merger;
struct merger_ops {
    struct decl_own own;
    bool (*there)(const void *params);                                     /* does this machine have it? */
    bool (*check)(const void *params, u32 sms_per_cluster, struct diag *); /* NULL: no rules */
    void (*init)(struct merger *, struct arena *, const void *params, const struct merger_shape *);
    enum merge_way (*look)(const struct merger *, const struct req *, u32 sm); /* sm: of the cluster */
    void (*take)(struct merger *, struct req *, u32 sm, enum merge_way, cyc now);
    u64 (*takers)(const struct merger *, const struct req *reply); /* a bit an SM of the cluster */
    struct req (*reply_for)(const struct merger *, const struct req *reply, u32 sm);
    void (*done)(struct merger *, const struct req *reply);
    void (*new_kernel)(struct merger *);
    void (*audit)(const struct merger *);
};
/* Every merger: a new one is a row here and a file. */
#define MERGERS(X) X(MERGER_ICC, icc_ops)
DECL_POLICIES(merger_ops, MERGERS);
extern const struct decl_pool merger_pool;

struct merger {
    const struct merger_ops *ops; /* NULL: this cluster has none */
    void *state;                  /* the implementation's own */
    cyc latency;                  /* ticks from a request's readiness to its lookup */
    u32 open;                     /* requests under way whose reply it waits for */
    u64 joined, found;            /* requests that went these ways, by its own count: for the conservation laws */
    u64 stats[MERGER_POOL];       /* of this kind: in merger_pool */
};

/* The one that `params` (a merger_pool) asks for; more than one is an error, as are broken rules. */
bool merger_wanted(const u64 *params); /* the machine has one */
bool merger_check(const u64 *params, u32 sms_per_cluster, struct diag *);
void merger_init(struct merger *, struct arena *, const u64 *params, const struct merger_shape *);

#endif
