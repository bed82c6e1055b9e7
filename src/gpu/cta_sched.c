/* The list of CTA schedulers, and the two round-robin ones. */
#include "gpu/cta_sched.h"

#include "base/diag.h"
#include "gpu/gpc.h"

static bool two_level_rr(struct cta_sched *s, struct cta_run *out);
static bool rr(struct cta_sched *s, struct cta_run *out);

const struct cta_policy cta_two_level_rr = {
    .name = "two-level-rr", .about = "clusters in turn and their SMs in turn", .place = two_level_rr};
const struct cta_policy cta_rr = {.name = "rr", .about = "SMs in turn", .place = rr};
DECL_POLICIES_DEFINE(cta_policy, CTA_POLICIES, name, about);

void cta_sched_init(struct cta_sched *s, u32 policy, u32 n_sms, u32 sms_per_cluster, u32 *free)
{
    *s = (struct cta_sched){
        .policy = cta_policy_list[policy], .n_sms = n_sms, .sms_per_cluster = sms_per_cluster, .free = free};
}

void cta_sched_begin(struct cta_sched *s, struct arena *a, const u32 grid[3], u64 n_ctas, u32 contexts)
{
    for (u32 i = 0; i < 3; i++)
        s->grid[i] = grid[i];
    s->n_ctas = n_ctas;
    s->contexts = contexts;
    s->given = s->next = 0;
    s->turn = 0;
    s->own = NULL;
    s->cluster = 1;
    for (u32 i = 0; i < s->n_sms; i++)
        s->free[i] = contexts;
    if (s->policy->begin)
        s->policy->begin(s, a);
}

void cta_sched_clusters(struct cta_sched *s, const struct gpcs *g, u32 cluster)
{
    s->gpcs = g;
    s->cluster = g && g->n && cluster <= COUNT_OF(s->plan) ? MAX(cluster, 1u) : 1;
}

bool cta_sched_place(struct cta_sched *s, struct cta_run *out)
{
    if (cta_sched_empty(s) || !(s->cluster > 1 ? cta_place_cluster : s->policy->place)(s, out))
        return false;
    ENSURE(out->n && out->sm < s->n_sms && out->n <= s->free[out->sm] && out->n <= s->n_ctas - s->given);
    s->free[out->sm] -= out->n;
    s->given += out->n;
    return true;
}

/* Gives one CTA to the next SM, in turn, that has a free context. */
static bool in_turn(struct cta_sched *s, struct cta_run *out, bool by_cluster)
{
    u32 clusters = s->n_sms / s->sms_per_cluster;
    for (u32 k = 0; k < s->n_sms; k++) {
        u32 i = s->turn;
        s->turn = s->turn + 1 == s->n_sms ? 0 : s->turn + 1;
        u32 sm = by_cluster ? i % clusters * s->sms_per_cluster + i / clusters : i;
        if (!s->free[sm])
            continue;
        *out = (struct cta_run){.first = s->next++, .sm = sm, .n = 1};
        return true;
    }
    return false;
}

/* Clusters in turn, and within a cluster its SMs in turn. */
static bool two_level_rr(struct cta_sched *s, struct cta_run *out)
{
    return in_turn(s, out, true);
}

static bool rr(struct cta_sched *s, struct cta_run *out)
{
    return in_turn(s, out, false);
}
