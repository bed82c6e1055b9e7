/* Fronts in general: the list of them, and what they share. */
#include "mem/front.h"

DECL_STATS_DEFINE(front, FRONT_STATS);

DECL_POLICIES_DEFINE(front_ops, FRONTS, own.name, own.about);

#define OWN(id, ops) &ops.own,
static const struct decl_own *const own[] = {FRONTS(OWN)};
const struct decl_pool front_pool = {own, COUNT_OF(own), FRONT_POOL, "front"};

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

void front_free(struct front *f)
{
    arena_free(&f->own);
}

/* Adds the interval since the last tick to the counters of `blocked` and `stalled`. */
static void count(struct front *f, cyc now)
{
    u64 n = cycles_in(now - f->since, f->shape.period);
    f->stats.blocked += f->blocked ? n : 0;
    f->stats.stalled += f->stalled ? n : 0;
    f->since = now;
}

cyc front_tick(struct front *f, cyc now)
{
    if (f->blocked | f->stalled)
        count(f, now);
    f->since = now;
    f->blocked = f->stalled = false;
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
    if (f->ops->direct) { /* the queue is the L1's own port */
        f->stats.out = f->stats.in - f->in->n;
        f->stats.occupancy = f->l1_wait ? *f->l1_wait : 0;
    } else if (f->blocked | f->stalled) {
        count(f, now);
    }
}

void front_new_cta(struct front *f, u32 cta_slot, const u16 *warp_slots, u32 n_warps)
{
    for (u32 i = 0; i < n_warps; i++) {
        u32 w = warp_slots[i] % COUNT_OF(f->rank);
        f->rank[w] = (u16)i;
        f->cta_of[w] = (u16)cta_slot;
    }
}
