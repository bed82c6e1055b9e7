/* CTA schedulers: which SM gets which CTAs. A policy is one file and one row in cta_sched.c.

   A policy is asked whenever contexts (places for a CTA) have become free: at a kernel's begin with all of them free,
   and after every cycle in which CTAs have ended, in order of time. It sees the free contexts of every SM and answers
   with one run of CTAs for one SM at a time, until it has nothing more to say now. What it is shown, and so what it
   answers, depends on the machine's cycles alone. */
#ifndef SLUICE_GPU_CTA_SCHED_H
#define SLUICE_GPU_CTA_SCHED_H
#include "base/arena.h"
#include "base/types.h"
#include "decl/decl.h"

struct cta_run { /* CTAs first .. first + n - 1 go to one SM and start in this order */
    u64 first;
    u32 sm, n;
};

struct cta_sched;
struct cta_policy {
    const char *name, *about; /* the word of gpu.cta_sched, and what it means */
    /* A kernel begins: state of the policy's own, from the arena of the kernel, into sched.own. NULL: it has none. */
    void (*begin)(struct cta_sched *, struct arena *);
    /* False: nothing (now). Else *out has 1 <= n <= free[sm] CTAs, each given out once. A policy that waits for more
       free contexts must give its last CTAs out all the same: when all contexts are free it may not say false. */
    bool (*place)(struct cta_sched *, struct cta_run *out);
};

#define CTA_POLICIES(X)                                                                                              \
    X(CTA_TWO_LEVEL_RR, cta_two_level_rr)                                                                            \
    X(CTA_RR, cta_rr)                                                                                                \
    X(CTA_GREEDY_CLUSTERING, cta_greedy)                                                                             \
    X(CTA_DISTRIBUTED, cta_distributed)                                                                              \
    X(CTA_BLOCK, cta_block)                                                                                          \
    X(CTA_DISTRIBUTED_BLOCK, cta_distributed_block)
DECL_POLICIES(cta_policy, CTA_POLICIES);

struct gpcs;
struct cta_sched {
    const struct cta_policy *policy; /* for launches without clusters; else gpc.c, if there are GPCs */
    const struct gpcs *gpcs;         /* the machine's; NULL or none: CTAs of a cluster go where others do */
    u32 cluster;                     /* CTAs that are placed together, with consecutive numbers; 1: no clusters */
    u32 plan[64];                    /* SMs of the cluster that is being placed */
    u32 n_sms, sms_per_cluster;      /* SM s is of cluster s / sms_per_cluster */
    u32 contexts;                    /* CTAs of this kernel that fit on an SM */
    u32 grid[3];                     /* CTA i is x = i % grid[0], y = i / grid[0] % grid[1], z */
    u64 n_ctas, given;               /* of the kernel; given out so far */
    u32 *free;                       /* by SM: free contexts; kept by gpu/ */
    u64 next;                        /* for policies that give CTAs out in order: the first not yet given */
    u32 turn;                        /* for round-robin policies: where the search starts */
    void *own;
};

/* `free` is an array of n_sms. */
void cta_sched_init(struct cta_sched *, u32 policy, u32 n_sms, u32 sms_per_cluster, u32 *free);
/* A kernel begins, with every context free. */
void cta_sched_begin(struct cta_sched *, struct arena *, const u32 grid[3], u64 n_ctas, u32 contexts);
void cta_sched_clusters(struct cta_sched *, const struct gpcs *, u32 cluster); /* then, for clusters of CTAs */
bool cta_place_cluster(struct cta_sched *, struct cta_run *out);               /* gpc.c: the policy of clusters */
/* The next run, checked and accounted for: false: nothing more can be placed now. */
bool cta_sched_place(struct cta_sched *, struct cta_run *out);
static inline bool cta_sched_empty(const struct cta_sched *s)
{
    return s->given == s->n_ctas;
}

#endif
