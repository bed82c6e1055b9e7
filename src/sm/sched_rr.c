/* Loose round-robin: the next warp slot after the one that issued last. */
#include "sm/sched.h"

static u32 pick(struct sched *s, u64 candidates)
{
    u64 after = s->last >= 63 ? 0 : candidates >> (s->last + 1) << (s->last + 1);
    return ctz64(after ? after : candidates);
}

const struct sched_policy sched_rr = {.name = "rr", .about = "loose round-robin", .pick = pick};
