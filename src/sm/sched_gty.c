/* Greedy-then-youngest: the warp that issued last as long as it can, then the youngest. */
#include "sm/sched.h"

static u32 pick(struct sched *s, u64 candidates)
{
    u32 best = ctz64(candidates);
    if (candidates >> s->last & 1)
        return s->last;
    for (u64 m = candidates; m; m &= m - 1)
        best = s->age[ctz64(m)] > s->age[best] ? ctz64(m) : best;
    return best;
}

const struct sched_policy sched_gty = {.name = "gty", .about = "greedy, then youngest", .pick = pick};
