/* Two-level: round-robin within a small active set. A warp leaves the set when it waits for a long-latency operand, a
   barrier or a fence, and the oldest runnable warp outside comes in. */
#include "sm/sched.h"

static u64 allow(struct sched *s, u64 runnable)
{
    s->active &= runnable;
    u64 pending = runnable & ~s->active;
    for (u32 n = popcount64(s->active); n < s->p->active && pending; n++) {
        u32 w = sched_oldest(s, pending);
        pending &= ~(1ull << w);
        s->active |= 1ull << w;
    }
    return s->active;
}

static u32 pick(struct sched *s, u64 candidates)
{
    u64 after = s->last >= 63 ? 0 : candidates >> (s->last + 1) << (s->last + 1);
    return ctz64(after ? after : candidates);
}

const struct sched_policy sched_two_level = {
    .name = "two-level", .about = "an active set, round-robin", .allow = allow, .pick = pick};
