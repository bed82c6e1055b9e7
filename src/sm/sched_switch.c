/* Switch on access, as WPUs do: a warp goes on until a memory access suspends it (sm.stall), then comes the next slot
   in turn; or, shallowest warp first, the one that is predicted to miss soonest. */
#include "sm/sched.h"

static u32 in_turn(const struct sched *s, u64 candidates)
{
    u64 after = s->last >= 63 ? 0 : candidates >> (s->last + 1) << (s->last + 1);
    return ctz64(after ? after : candidates);
}

static u32 pick(struct sched *s, u64 candidates)
{
    return candidates >> s->last & 1 ? s->last : in_turn(s, candidates);
}

static u32 pick_shallowest(struct sched *s, u64 candidates)
{
    if (candidates >> s->last & 1)
        return s->last;
    u32 best = in_turn(s, candidates);
    for (u64 m = candidates; m; m &= m - 1)
        best = s->depth[ctz64(m)] < s->depth[best] ? ctz64(m) : best;
    return best;
}

const struct sched_policy sched_switch = {
    .name = "switch", .about = "the same until it accesses memory, then the next in turn", .pick = pick};
const struct sched_policy sched_swf = {
    .name = "swf",
    .about = "the same until it accesses memory, then the warp predicted to miss soonest",
    .pick = pick_shallowest};
