/* GPCs: see gpc.h. And where CTAs of clusters go: all of a cluster at the same time to SMs of one GPC, GPCs in turn,
   first to the SMs with the fewest CTAs; those of an even number to pairs of SMs, one to each. Measured on an H200
   (tools/h200/clusters.c), whose GPCs have 18, 18, five times 16 and 8 SMs and four pairs; what of it may be used is
   the driver's answer for clusters of 1 to 18. Leaves out: with which GPC the card begins, which differs from launch
   to launch. */
#include "gpu/gpc.h"

#include "base/diag.h"
#include "gpu/cta_sched.h"

/* Makes GPC i of the n SMs from `first` on; their reads may join with those of GPC `with` (l2.join). */
static void give(struct gpcs *g, u32 i, u32 first, u32 n, u32 with)
{
    g->at[i].n = n;
    for (u32 k = 0; k < n; k++) {
        g->at[i].sms[k] = first + k;
        g->of_sm[first + k] = (u8)with;
    }
}

struct gpcs gpcs_new(const struct gpu_params *p, struct arena *a)
{
    u32 sms = (u32)p->sms, small = (u32)p->gpc_small, lone = (u32)p->gpc_lone, large = (u32)p->gpcs;
    struct gpcs g = {.whole = sms >= small + lone + 2 * large};
    if (!large)
        return g;
    if (!g.whole)
        small = lone = 0, large = MIN(large, (sms + 15) / 16);
    u32 others = small > 0; /* 1 if there is a small GPC, which is the first */
    g.n = others + large + lone / 2;
    g.at = ARENA_ARRAY(a, struct gpc, g.n);
    g.of_sm = ARENA_ARRAY(a, u8, sms);
    u32 *n = ARENA_ARRAY(a, u32, g.n), sm = 0;
    for (u32 dealt = 0, turn = 0; dealt < sms - lone; dealt += 2, turn = (turn + 1) % (others + large)) {
        turn += others && !turn && n[0] >= small;
        n[turn] += MIN(2, sms - lone - dealt);
    }
    for (u32 i = 0; i < g.n; sm += n[i++]) {
        g.at[i].sms = ARENA_ARRAY(a, u32, sms);
        if (i >= others + large)
            n[i] = 2;
        give(&g, i, sm, n[i], others && i >= others + large ? 0 : i);
    }
    return g;
}

/* May a cluster of this size be in this GPC? */
static bool allows(const struct gpcs *g, u32 i, u32 cluster)
{
    return !g->whole || g->at[i].n >= cluster;
}

u64 gpcs_clusters(const struct gpcs *g, u32 cluster, u32 ctas_an_sm)
{
    u64 n = 0;
    for (u32 i = 0; i < g->n; i++)
        n += allows(g, i, cluster) ? (u64)g->at[i].n * ctas_an_sm / cluster : 0;
    return n;
}

/* How many SMs each get one CTA of a cluster at the same time: 2, or 1. */
static u32 together_in(const struct gpc *c, u32 cluster)
{
    return cluster % 2 || c->n % 2 ? 1 : 2;
}

/* CTAs that each of the SMs can have, from SM i of the GPC on. */
static u32 room_at(const struct gpc *c, u32 i, u32 together, const u32 *room)
{
    u32 n = room[c->sms[i]];
    return together == 2 ? MIN(n, room[c->sms[i + 1]]) : n;
}

u64 gpc_clusters_in(const struct gpcs *g, u32 gpc, u32 cluster, const u32 *room)
{
    const struct gpc *c = &g->at[gpc];
    u32 each = together_in(c, cluster);
    u64 n = 0;
    for (u32 i = 0; i < c->n; i += each)
        n += each * room_at(c, i, each, room);
    return allows(g, gpc, cluster) ? n / cluster : 0;
}

/* SMs for a cluster's CTAs, if the GPC has room for all of them. */
static bool plan(struct cta_sched *s, u32 gpc)
{
    const struct gpc *c = &s->gpcs->at[gpc];
    if (!gpc_clusters_in(s->gpcs, gpc, s->cluster, s->free))
        return false;
    u32 each = together_in(c, s->cluster);
    for (u32 k = 0; k < s->cluster;) {
        u32 best = 0;
        for (u32 i = each; i < c->n; i += each)
            best = room_at(c, i, each, s->free) > room_at(c, best, each, s->free) ? i : best;
        for (u32 i = best; i < best + each; i++) {
            s->free[c->sms[i]]--; /* as if placed, until every CTA of the cluster has an SM */
            s->plan[k++] = c->sms[i];
        }
    }
    for (u32 k = 0; k < s->cluster; k++)
        s->free[s->plan[k]]++;
    return true;
}

bool cta_place_cluster(struct cta_sched *s, struct cta_run *out)
{
    if (s->next % s->cluster == 0) { /* the last one has all of its CTAs */
        u32 tries = 0;
        while (tries < s->gpcs->n && !plan(s, (s->turn + tries) % s->gpcs->n))
            tries++;
        if (tries == s->gpcs->n)
            return false;
        s->turn = (s->turn + tries + 1) % s->gpcs->n;
    }
    *out = (struct cta_run){.first = s->next, .sm = s->plan[s->next % s->cluster], .n = 1};
    s->next++;
    return true;
}
