/* Greedy-then-oldest: the warp that issued last as long as it can, then the oldest. */
#include "sm/sched.h"

static u32 pick(struct sched *s, u64 candidates)
{
    if (candidates >> s->last & 1)
        return s->last;
    return sched_oldest(s, candidates);
}

const struct sched_policy sched_gto = {.name = "gto", .about = "greedy, then oldest", .pick = pick};
