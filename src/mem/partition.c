/* A memory partition: see partition.h. */
#include "mem/partition.h"

static u64 global_in_halves(const struct l2_params *p, u64 own, u32 id)
{
    u32 second = partition_half_of(p, 1).first, half = id / 2 >= second;
    struct partition_unit u = partition_half_of(p, half);
    u64 group = own / 2, k = (id / 2 - u.first + u.n - partition_rotation(group) % u.n) % u.n;
    u64 unit = group * u.n + k, pages = unit / 4, page = pages * 2 + (half ^ partition_half(pages));
    return page * 16 + unit % 4 * 4 + own % 2 * 2 + (id % 2 ^ partition_turn(unit));
}

u64 partition_global(const struct l2_params *p, u64 local, u32 id)
{
    u64 n = p->slices, il = p->interleave, group = local / il;
    if (partition_in_halves(p))
        return global_in_halves(p, group, id) * il + local % il;
    u64 k = (id + n - (p->slice_hash ? partition_rotation(group) % n : 0)) % n;
    return (group * n + k) * il + local % il;
}

cyc partition_next(const struct partition *p)
{
    cyc next = NEVER;
    PARTITION_STAGES(STAGE_NEXT, p)
    return next;
}

/* Ticks the stages due at `now`, in order of the list or in reverse. */
static inline void tick(struct partition *p, cyc now, bool swapped)
{
    if (!swapped) {
        PARTITION_STAGES(STAGE_TICK, p)
        return;
    }
    u32 n = p->n_l2 * (0 SLICE_STAGES(STAGE_COUNT, p->l2)) + (0 CHANNEL_STAGES(STAGE_COUNT, p));
    for (u32 i = n; i-- > 0;) {
        u32 nth = i;
        PARTITION_STAGES(STAGE_TICK_NTH, p)
    }
}

#define NEXT_EDGE(prefix, stage, name, there, stats)                                                                 \
    if (there)                                                                                                       \
        now = MIN(now, edge(at, (stage).w.period));
#define WAKE_AT_EDGE(prefix, stage, name, there, stats)                                                              \
    if ((there) && now % (stage).w.period == 0)                                                                      \
        (stage).wake = now;
__attribute__((noinline)) static cyc run_every(struct partition *p, cyc from, cyc until, bool swapped)
{
    for (cyc at = from;;) {
        cyc now = NEVER;
        PARTITION_STAGES(NEXT_EDGE, p)
        if (now >= until)
            return partition_next(p);
        PARTITION_STAGES(WAKE_AT_EDGE, p)
        tick(p, now, swapped);
        at = now + 1;
    }
}

/* Ticks in order of the list, and returns when the next stage is due. A slice's tick does not affect the other
   slices, and the channel's is rare, so one pass does both. */
#define TICK_AND_NEXT(prefix, stage, name, there, stats)                                                             \
    STAGE_TICK(prefix, stage, name, there, stats)                                                                    \
    STAGE_NEXT(prefix, stage, name, there, stats)
static inline cyc tick_and_next(struct partition *p, cyc now)
{
    cyc next = NEVER;
    for (struct l2 *s = p->l2, *end = s + p->n_l2; s < end; s++) {
        SLICE_STAGES(TICK_AND_NEXT, s)
    }
    if (p->dram.wake > now)
        return MIN(next, p->dram.wake);
    CHANNEL_STAGES(STAGE_TICK, p)
    return partition_next(p);
}

/* The link has only one stage. */
static cyc run_link(struct partition *p, cyc until)
{
    while (p->link.wake < until) {
        cyc now = p->link.wake;
        STAGE_RUN(p->link.wake, now, link_tick(&p->link, now));
    }
    return p->link.wake;
}

cyc partition_run(struct partition *p, cyc from, cyc until, bool swapped, bool every)
{
    if (every)
        return run_every(p, from, until, swapped);
    if (__builtin_expect(p->link.there, 0))
        return run_link(p, until);
    p->dram.until = until;
    for (u32 i = 0; i < p->n_l2; i++)
        p->l2[i].until = until;
    cyc now = partition_next(p);
    while (now < until) {
        if (swapped) {
            tick(p, now, true);
            now = partition_next(p);
        } else {
            now = tick_and_next(p, now);
        }
    }
    return now;
}

bool partition_idle(const struct partition *p)
{
    bool idle = true;
    PARTITION_STAGES(STAGE_IDLE, p)
    return idle;
}

void partition_audit(const struct partition *p)
{
    PARTITION_STAGES(STAGE_AUDIT, p)
}

void partition_settle(struct partition *p, cyc now)
{
    PARTITION_STAGES(STAGE_SETTLE, p)
}

void partition_dump(const struct partition *p, FILE *to)
{
    const char *unit_name = "partition";
    u32 unit_id = p->id;
    PARTITION_STAGES(STAGE_DUMP, p)
}
