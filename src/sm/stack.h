/* The issue-slot stack (stack.c): to which cause the slots of a cycle are charged. Included by sm/internal.h. */
#ifndef SLUICE_SM_STACK_H
#define SLUICE_SM_STACK_H
#include "sm/internal.h"

enum { CAUSE_L1 = 255 }; /* in sm.cause: the cause is sm.l1_stall */
/* Counts memory instructions that could issue and wait for the LSU, for n cycles from the state's cycle on. */
static inline void count_waiting(struct sm *sm, u64 n)
{
    u64 waiting = sm->in[W_READY] & lsu_held(sm);
    if (!waiting)
        return;
    if (waiting != sm->waiting) { /* they often stay the same for a while */
        sm->waiting = waiting;
        sm->n_waiting = popcount64(waiting);
    }
    sm->time.lsu_waiting += n * sm->n_waiting;
    sm->time.lsu_wait_cycles += n;
}
/* Begins the issue stage of a cycle in which a warp might issue, and whose slots are charged one by one. Returns the
   scheduler that comes first. */
static inline u32 begin_issue(struct sm *sm, u64 cycle)
{
    ENSURE(sm->charged == cycle);
    count_waiting(sm, 1);
    sm->charged = cycle + 1;
    sm->stale = true;
    u64 arbiter = sm->cfg.sched->arbiter;
    return arbiter == ARBITER_ROTATE       ? (u32)(cycle % sm->n_sched)
           : arbiter == ARBITER_AFTER_LAST ? sm->lsu.next_sched
                                           : 0;
}
/* Counts, up to the charged cycle, what changes only when CTAs and warps come and go: called before such a
   change. */
static inline void count_time(struct sm *sm)
{
    u64 n = sm->charged - sm->counted;
    sm->time.cycles += n;
    sm->time.busy_cycles += sm->n_ctas ? n : 0;
    for (struct tenant *t = sm->tenants; t; t = t->next)
        t->stats.warps_resident += n * t->n_warps;
    sm->slots.total += n * sm->cfg.sm->issue_width * sm->n_sched;
    sm->counted = sm->charged;
    if (sm->tenants && sm->tenants->next)
        tenant_share(sm, false);
}
u32 slot_cause(const struct sm *sm, u32 s, u64 cycle); /* why scheduler s issues nothing in this cycle */
/* The same if none of its warps (`mine`) is ready. */
static inline u32 wait_cause(const struct sm *sm, u64 mine)
{
    if (sm->in[W_TIMED] & mine & ~sm->fetching)
        return SLOT_alu;
    if ((sm->in[W_TIMED] | sm->in[W_DRY]) & mine)
        return SLOT_fetch;
    if ((sm->in[W_MEMORY] | sm->in[W_JOIN]) & mine)
        return SLOT_memory;
    if (sm->in[W_FENCE] & mine)
        return SLOT_fence;
    if ((sm->in[W_BARRIER] | sm->in[W_HELD]) & mine)
        return SLOT_barrier;
    return sm->in[W_DRAIN] & mine ? SLOT_drain : SLOT_no_warp;
}
/* Of n cycles in which scheduler s issues no new instruction, the first ones may be further slots of a multi-slot
   instruction. Charges these and returns their number. */
u64 charge_expanding(struct sm *sm, u32 s, u64 n);
static inline u64 charge_expanded(struct sm *sm, u32 s, u64 n)
{
    return __builtin_expect(sm->sched[s].expanding != 0, 0) ? charge_expanding(sm, s, n) : 0;
}
void charge(struct sm *sm, u64 upto);
u64 blocked_units(const struct sm *sm, u32 s, u64 cycle); /* warps whose unit cannot take an instruction now */

#endif
