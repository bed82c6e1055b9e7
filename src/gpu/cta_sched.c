/* The list of CTA schedulers, and the two round-robin ones. */
#include "gpu/cta_sched.h"

static const struct cta_policy *const policies[] = {&cta_two_level_rr, &cta_rr};

void cta_sched_init(struct cta_sched *s, u32 policy, u32 n_sms, u32 sms_per_cluster, u64 n_ctas)
{
    *s = (struct cta_sched){
        .policy = policies[policy], .n_sms = n_sms, .sms_per_cluster = sms_per_cluster, .n_ctas = n_ctas};
}

static u64 take_next(struct cta_sched *s, u32 sm)
{
    (void)sm;
    return s->next < s->n_ctas ? s->next++ : UINT64_MAX;
}

/* Clusters in turn, and within a cluster its SMs in turn. */
static u32 two_level_order(const struct cta_sched *s, u32 i)
{
    u32 clusters = s->n_sms / s->sms_per_cluster;
    return i % clusters * s->sms_per_cluster + i / clusters;
}

static u32 plain_order(const struct cta_sched *s, u32 i)
{
    (void)s;
    return i;
}

const struct cta_policy cta_two_level_rr = {.name = "two-level-rr", .order = two_level_order, .take = take_next};
const struct cta_policy cta_rr = {.name = "rr", .order = plain_order, .take = take_next};
