/* CTA schedulers: which CTA an SM with a free slot gets. A policy is one file and one row in cta_sched.c. */
#ifndef SLUICE_GPU_CTA_SCHED_H
#define SLUICE_GPU_CTA_SCHED_H
#include "base/types.h"

struct cta_sched;
struct cta_policy {
    const char *name;
    /* The SM that is asked at place `i` of a round; a round asks every SM once, one CTA each, and rounds go on until
       nothing more can be placed. */
    u32 (*order)(const struct cta_sched *, u32 i);
    /* The CTA for this SM, or UINT64_MAX: none (now). Takes it. */
    u64 (*take)(struct cta_sched *, u32 sm);
};
extern const struct cta_policy cta_two_level_rr, cta_rr;

struct cta_sched {
    const struct cta_policy *policy;
    u32 n_sms, sms_per_cluster;
    u64 n_ctas, next; /* of the kernel; first not yet given out */
};

void cta_sched_init(struct cta_sched *, u32 policy, u32 n_sms, u32 sms_per_cluster, u64 n_ctas);
static inline bool cta_sched_empty(const struct cta_sched *s)
{
    return s->next >= s->n_ctas;
}

#endif
