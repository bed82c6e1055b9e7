/* Launches that come to an SM and leave it, and how the SM's time is shared among them: see tenant.h. */
#include "sm/tenant.h"

#include <stddef.h>
#include <string.h>

#include "sm/internal.h"
#include "sm/split.h"

static void add_tenant(struct sm *sm, struct tenant *t)
{
    struct tenant **at = &sm->tenants;
    while (*at)
        at = &(*at)->next;
    *at = t;
    sm->n_units = MAX(sm->n_units, t->kernel->n_units);
}

static struct tenant *new_tenant(struct sm *sm, struct arena *a, const struct sm_kernel *k)
{
    struct tenant *t = ARENA_LINES(a, struct tenant, 1);
    t->kernel = k; /* all other fields are 0 */
    t->arena = a;
    if (sm->split)
        t->stats.split_table = split_storage(sm);
    if (sm->icache) {
        u64 lines = k->stream->n_code ? k->ops[k->stream->n_code - 1].line + 1 : 0;
        t->icache_first = icache_launch(sm->icache, k->stream->name, lines, !sm->tenants);
    }
    for (const struct tenant *o = sm->tenants; o; o = o->next)
        if (o->kernel->stream->code == k->stream->code) /* the same program has the same lines */
            t->icache_first = o->icache_first;
    add_tenant(sm, t);
    return t;
}

static void launch_lsu(struct sm *sm, cyc now)
{
    memset(sm->lsu.own_stats, 0, sizeof sm->lsu.own_stats);
    if (sm->lsu.ops->launch)
        sm->lsu.ops->launch(sm, div_up(now, sm->cfg.period), now);
}

struct tenant *sm_launch(struct sm *sm, struct arena *a, const struct sm_kernel *k, cyc now)
{
    ENSURE(!sm->held);
    sm->tenants = NULL; /* these belonged to the last launch, and are gone */
    sm->by_pc = NULL;
    sm->blame = NULL;
    sm_settle(sm, now);
    sm->n_units = 0;
    sm->home = new_tenant(sm, a, k);
    sm->follows_issue = sm->split || WATCHED(k->by_pc);
    issue_choose(sm);
    lsu_choose(sm);
    if (sm->copier)
        copier_launch(sm);
    memset(&sm->slots, 0, sizeof sm->slots);
    memset(&sm->time, 0, sizeof sm->time);
    memset(&sm->told, 0, sizeof sm->told);
    for (u32 s = 0; s < sm->n_sched; s++)
        sm->sched[s].expanding = 0;
    sm->left_issued = 0;
    launch_lsu(sm, now);
    sm->stale = true;
    return sm->home;
}

struct tenant *sm_join(struct sm *sm, struct arena *a, const struct sm_kernel *k, cyc now)
{
    ENSURE(!sm->by_pc); /* by_pc knows one kernel; splits know the one at home, whose CTAs are alone there */
    sm_settle(sm, now);
    return new_tenant(sm, a, k);
}

void sm_home(struct sm *sm, struct tenant *t, cyc now)
{
    sm_settle(sm, now);
    tenant_share(sm, true);
    decl_pool_add(&lsu_pool, sm->home->lsu_own, sm->lsu.own_stats);
    memset(sm->lsu.own_stats, 0, sizeof sm->lsu.own_stats);
    sm->home = t;
    if (!sm->held)
        launch_lsu(sm, now);
}

void sm_leave(struct sm *sm, struct tenant *t)
{
    struct tenant **at = &sm->tenants;
    ENSURE(sm->home != t && !t->n_ctas && !t->n_warps);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    sm->left_issued += t->slots.issued;
    sm->n_units = 0;
    for (const struct tenant *o = sm->tenants; o; o = o->next)
        sm->n_units = MAX(sm->n_units, o->kernel->n_units);
}

/* ---- Whose time it is ---- */

/* Shares out the counter's increase in equal parts to launches that have CTAs. A remainder waits until next time, so
   that it does not matter how often this is called. */
static void share(struct sm *sm, u32 busy, bool all, u64 count, u64 *told, size_t at)
{
    u64 each = busy ? (count - *told) / busy : 0;
    for (struct tenant *t = sm->tenants; t && each; t = t->next)
        *(u64 *)((char *)t + at) += t->n_ctas ? each : 0;
    *told += each * busy;
    if (all || !busy) {
        *(u64 *)((char *)sm->home + at) += count - *told;
        *told = count;
    }
}

void tenant_share(struct sm *sm, bool all)
{
    u64 *slot = (u64 *)&sm->slots, *told = (u64 *)&sm->told.slots;
    const size_t first = offsetof(struct tenant, slots);
    u32 busy = 0;
    for (const struct tenant *t = sm->tenants; t; t = t->next)
        busy += t->n_ctas != 0;
    for (u32 i = 0; i < SLOT_total; i++)
        if (i != SLOT_issued)
            share(sm, busy, all, slot[i], &told[i], first + 8 * i);
#define TIME(name) share(sm, busy, all, sm->time.name, &sm->told.time.name, offsetof(struct tenant, stats.name))
    TIME(cycles);
    TIME(busy_cycles);
    TIME(lsu_waiting);
    TIME(lsu_wait_cycles);
#undef TIME
}

u64 tenant_issued(const struct tenant *t)
{
    u64 n = 0;
    for (u32 pc = 0; t->execs && pc < t->kernel->stream->n_code; pc++)
        n += t->execs[pc];
    return n;
}

void sm_tell(struct sm *sm, struct tenant *t, cyc now)
{
    u64 *slot = (u64 *)&t->slots;
    sm_settle(sm, now);
    tenant_share(sm, true);
    t->slots.issued = tenant_issued(t);
    t->slots.total = 0;
    for (u32 i = 0; i < SLOT_total; i++)
        t->slots.total += slot[i];
    if (t == sm->home)
        decl_pool_add(&lsu_pool, t->lsu_own, sm->lsu.own_stats);
    t->stats.tensor_peak = t->kernel->tensor ? t->stats.busy_cycles * sm->n_sched : 0;
}
