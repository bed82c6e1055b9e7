/* The list of warp schedulers, and what they share. */
#include "sm/sched.h"

DECL_POLICIES_DEFINE(sched_policy, SCHED_POLICIES, name, about);

void sched_init(struct sched *s, const struct sched_params *p, u64 mine)
{
    *s = (struct sched){.policy = sched_policy_list[p->policy], .p = p, .mine = mine, .last = SM_MAX_WARPS - 1};
}
