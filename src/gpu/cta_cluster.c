/* CTA schedulers that know of clusters: greedy-clustering fills one cluster after the other; distributed gives each
   cluster a run of its own (as MCM-GPU does); block gives an SM two consecutive CTAs when two contexts are free
   (BCS), and distributed-block does both (ICC, figure 6). An SM whose contexts are odd in number keeps one idle under
   the last two; where an SM has only one, they give one. */
#include "base/diag.h"
#include "gpu/cta_sched.h"

struct pool { /* CTAs that one cluster may still get, and the SM that is next */
    u64 next, end;
    u32 turn;
};
struct pools {
    struct pool *at;
    u32 n, turn;
};

static struct pools *new_pools(struct cta_sched *s, struct arena *a)
{
    struct pools *p = ARENA_NEW(a, struct pools);
    p->n = s->n_sms / s->sms_per_cluster;
    p->at = ARENA_ARRAY(a, struct pool, p->n);
    s->own = p;
    return p;
}

/* One pool for all clusters: each takes from s->next. */
static void begin_shared(struct cta_sched *s, struct arena *a)
{
    struct pools *p = new_pools(s, a);
    for (u32 i = 0; i < p->n; i++)
        p->at[i] = (struct pool){.end = s->n_ctas};
}

/* Equal consecutive runs, one a cluster; where they do not divide, the first ones have one more. */
static void begin_distributed(struct cta_sched *s, struct arena *a)
{
    struct pools *p = new_pools(s, a);
    u64 each = s->n_ctas / p->n, more = s->n_ctas % p->n, at = 0;
    for (u32 i = 0; i < p->n; i++) {
        p->at[i].next = at;
        p->at[i].end = at += each + (i < more);
    }
}

/* The next SM of this cluster, in turn, that has `need` free contexts. */
static bool find_sm(const struct cta_sched *s, struct pool *p, u32 cluster, u32 need, u32 *sm)
{
    for (u32 k = 0; k < s->sms_per_cluster; k++) {
        u32 i = (p->turn + k) % s->sms_per_cluster;
        if (s->free[cluster * s->sms_per_cluster + i] < need)
            continue;
        *sm = cluster * s->sms_per_cluster + i;
        p->turn = (i + 1) % s->sms_per_cluster;
        return true;
    }
    return false;
}

/* Up to `block` CTAs from the cluster's pool, or from the one for all, to an SM that has room for so many. */
static bool from_pool(struct cta_sched *s, struct cta_run *out, u32 cluster, u32 block, bool own)
{
    struct pool *p = &((struct pools *)s->own)->at[cluster];
    u64 *next = own ? &p->next : &s->next;
    u32 sm, need = MIN(block, s->contexts);
    if (*next >= p->end || !find_sm(s, p, cluster, need, &sm))
        return false;
    *out = (struct cta_run){.first = *next, .sm = sm, .n = (u32)MIN(need, p->end - *next)};
    *next += out->n;
    return true;
}

/* Clusters in turn. */
static bool in_turn(struct cta_sched *s, struct cta_run *out, u32 block, bool own)
{
    struct pools *p = s->own;
    for (u32 k = 0; k < p->n; k++) {
        u32 c = p->turn;
        p->turn = p->turn + 1 == p->n ? 0 : p->turn + 1;
        if (from_pool(s, out, c, block, own))
            return true;
    }
    return false;
}

static bool greedy(struct cta_sched *s, struct cta_run *out)
{
    for (u32 c = 0; c < s->n_sms / s->sms_per_cluster; c++)
        if (from_pool(s, out, c, 1, false))
            return true;
    return false;
}
static bool distributed(struct cta_sched *s, struct cta_run *out)
{
    return in_turn(s, out, 1, true);
}
static bool block(struct cta_sched *s, struct cta_run *out)
{
    return in_turn(s, out, 2, false);
}
static bool distributed_block(struct cta_sched *s, struct cta_run *out)
{
    return in_turn(s, out, 2, true);
}

const struct cta_policy cta_greedy = {"greedy-clustering", "a cluster full before the next", begin_shared, greedy};
const struct cta_policy cta_distributed = {"distributed", "a run of the grid for each cluster", begin_distributed,
                                           distributed};
const struct cta_policy cta_block = {"block", "two consecutive CTAs for an SM", begin_shared, block};
const struct cta_policy cta_distributed_block = {"distributed-block", "distributed and block together",
                                                 begin_distributed, distributed_block};
