/* Warp schedulers: which of the warps that could issue does. A policy is one file and one row of SCHED_POLICIES; a
   new one needs no other change. Masks are of warp slots. Policies must be idempotent: asked twice with the same
   state they say the same, so that skipping idle cycles changes nothing. */
#ifndef SLUICE_SM_SCHED_H
#define SLUICE_SM_SCHED_H
#include "sm/params.h"

struct sched;
struct sched_policy {
    const char *name, *about; /* the word of sched.policy, and what it means */
    /* The subset of `runnable` warps (live and not blocked on memory, a barrier or a fence) that may issue at all.
       Called when these sets may have changed. NULL: all. */
    u64 (*allow)(struct sched *, u64 runnable);
    u32 (*pick)(struct sched *, u64 candidates); /* candidates != 0 */
    void (*issued)(struct sched *, u32 warp);    /* NULL: sched.last, which the SM keeps, is enough */
};
/* Every policy: a new one is a row here and a file. */
#define SCHED_POLICIES(X)                                                                                            \
    X(POLICY_RR, sched_rr)                                                                                           \
    X(POLICY_GTO, sched_gto)                                                                                         \
    X(POLICY_TWO_LEVEL, sched_two_level)                                                                             \
    X(POLICY_SWITCH, sched_switch)                                                                                   \
    X(POLICY_SWF, sched_swf)                                                                                         \
    X(POLICY_GTY, sched_gty)
DECL_POLICIES(sched_policy, SCHED_POLICIES);

struct sched {
    const struct sched_policy *policy;
    const struct sched_params *p;
    u64 mine;                /* this scheduler's warp slots */
    u64 active;              /* two-level: the active set */
    u32 last;                /* warp that issued last */
    u32 expanding;           /* issue slots of a multi-slot instruction that are not yet charged */
    u32 expanded_pc;         /* that instruction */
    u64 age[SM_MAX_WARPS];   /* lower is older. Kept by the SM for every live warp */
    u64 depth[SM_MAX_WARPS]; /* maws: cycles in which it is predicted to issue before it misses */
};

void sched_init(struct sched *, const struct sched_params *, u64 mine);
static inline void sched_issued(struct sched *s, u32 warp)
{
    s->last = warp;
    if (s->policy->issued)
        s->policy->issued(s, warp);
}
static inline u32 sched_oldest(const struct sched *s, u64 m)
{
    u32 best = ctz64(m);
    for (m &= m - 1; m; m &= m - 1)
        best = s->age[ctz64(m)] < s->age[best] ? ctz64(m) : best;
    return best;
}

#endif
