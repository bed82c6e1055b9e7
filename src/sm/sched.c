/* The list of warp schedulers, and what they share. */
#include "sm/sched.h"

static const struct sched_policy *const policies[] = {&sched_rr, &sched_gto, &sched_two_level};

void sched_init(struct sched *s, const struct sched_params *p, u64 mine)
{
    *s = (struct sched){.policy = policies[p->policy], .p = p, .mine = mine, .last = SM_MAX_WARPS - 1};
}
