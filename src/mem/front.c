/* Fronts in general: the list of them, and what they share. */
#include "mem/front.h"

DECL_STATS_DEFINE(front, FRONT_STATS);

DECL_POLICIES_DEFINE(front_ops, FRONTS, own.name, own.about);

u32 front_groups(struct decl_group *out, size_t pool)
{
    u32 n = 0;
    size_t at = pool;
    for (u32 i = 0; i < front_ops_kinds; i++)
        n += decl_own_group(&front_ops_list[i]->own, &at, out + n);
    ENSURE(at - pool <= FRONT_POOL * sizeof(u64));
    return n;
}

u32 front_stat_groups(struct decl_stat_group *out, size_t pool)
{
    u32 n = 0;
    size_t at = pool;
    for (u32 i = 0; i < front_ops_kinds; i++)
        n += decl_own_stat_group(&front_ops_list[i]->own, &at, out + n);
    ENSURE(at - pool <= FRONT_POOL * sizeof(u64));
    return n;
}

void *front_own(u64 *pool, u32 kind)
{
    struct decl_group g;
    size_t at = 0;
    for (u32 i = 0; i < kind; i++)
        decl_own_group(&front_ops_list[i]->own, &at, &g);
    return pool + at / sizeof(u64);
}

void *front_own_stats(u64 *pool, u32 kind)
{
    struct decl_stat_group g;
    size_t at = 0;
    for (u32 i = 0; i < kind; i++)
        decl_own_stat_group(&front_ops_list[i]->own, &at, &g);
    return pool + at / sizeof(u64);
}

void front_add_own(u64 *sum, const u64 *more)
{
    struct decl_stat_group g[front_ops_kinds];
    for (u32 i = 0, n = front_stat_groups(g, 0); i < n; i++)
        decl_stats_add((char *)sum + g[i].offset, (const char *)more + g[i].offset, g[i].rows, g[i].n);
}

bool front_init(struct front *f, struct arena *a, u32 kind, const void *params, const struct front_shape *shape,
                struct port *to_l1, cyc *wake_lsu, cyc *wake_sm, struct diag *d)
{
    ENSURE(kind < front_ops_kinds);
    f->ops = front_ops_list[kind];
    f->shape = *shape;
    f->to_l1 = to_l1;
    f->wake = NEVER;
    f->wake_sm = wake_sm;
    if (f->ops->direct) {
        f->in = to_l1;
    } else {
        f->in = &f->own_in;
        port_init(f->in, a, shape->queue, shape->period, shape->period, shape->period, &f->wake, wake_lsu);
    }
    return f->ops->init(f, a, params, d);
}

cyc front_tick(struct front *f, cyc now)
{
    return f->ops->tick(f, now);
}
bool front_idle(const struct front *f)
{
    return f->ops->idle(f);
}
void front_audit(const struct front *f)
{
    f->ops->audit(f);
}
void front_dump(const struct front *f, FILE *to)
{
    f->ops->dump(f, to);
}
bool front_barrier(struct front *f, u32 warp, cyc now)
{
    return f->ops->barrier(f, warp, now);
}
void front_settle(struct front *f, cyc now)
{
    f->ops->settle(f, now);
}

void front_new_cta(struct front *f, u32 cta_slot, const u16 *warp_slots, u32 n_warps)
{
    for (u32 i = 0; i < n_warps; i++) {
        u32 w = warp_slots[i] % COUNT_OF(f->rank);
        f->rank[w] = (u16)i;
        f->cta_of[w] = (u16)cta_slot;
    }
}
