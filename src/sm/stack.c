/* The issue-slot stack: why a scheduler issued nothing, from the state in which the cycle began. State changes only
   in ticks, so a sleeping SM is charged for the whole interval at its next tick, and skipping cycles changes no
   count. */
#include "sm/blame.h"
#include "sm/internal.h"

u64 blocked_units(const struct sm *sm, u32 s, u64 cycle)
{
    u64 blocked = lsu_held(sm);
    if (cycle >= sm->units_busy)
        return blocked;
    for (u32 u = 0; u < sm->n_units; u++) {
        if (sm->unit_free[u][sm->unit_at[u][s]] > cycle)
            blocked |= sm->want[u];
    }
    return blocked;
}

static const u8 l1_slots[L1_STALLS] = {
    [L1_OK] = SLOT_l1_other,       [L1_NO_LINE] = SLOT_l1_assoc,  [L1_NO_MSHR] = SLOT_l1_mshr,
    [L1_NO_MERGE] = SLOT_l1_merge, [L1_NO_MISSQ] = SLOT_l1_missq, [L1_NO_REPLY] = SLOT_l1_other};

/* CAUSE_L1: the L1's stall cause. */
static u32 cause_of(const struct sm *sm, u32 s, u64 cycle)
{
    u64 mine = sm->sched[s].mine, ready = sm->in[W_READY] & mine;
    if (!ready)
        return wait_cause(sm, mine);
    ready &= sm->may_issue; /* warps that may not issue neither give a cause nor wake the SM */
    if (ready & lsu_held(sm))
        return sm->lsu.ops->cause(sm, ready & lsu_held(sm));
    return blocked_units(sm, s, cycle) & ready ? SLOT_unit_busy : SLOT_throttled;
}

u32 slot_cause(const struct sm *sm, u32 s, u64 cycle)
{
    u32 cause = cause_of(sm, s, cycle);
    return cause == CAUSE_L1 ? l1_slots[sm->l1_stall] : cause;
}

/* Finds why each scheduler issues nothing, from the next uncharged cycle on. */
__attribute__((noinline)) static void find_causes(struct sm *sm)
{
    sm->l1_blamed = false;
    for (u32 s = 0; s < sm->n_sched; s++) {
        sm->cause[s] = (u8)cause_of(sm, s, sm->charged);
        sm->l1_blamed |= sm->cause[s] == CAUSE_L1;
    }
    sm->stale = false;
}

__attribute__((noinline)) u64 charge_expanding(struct sm *sm, u32 s, u64 n)
{
    struct sched *sc = &sm->sched[s];
    u64 cycles = MIN(n, sc->expanding), slots = cycles * sm->cfg.sm->issue_width;
    sc->expanding -= (u32)cycles;
    sm->slots.expanded += slots;
    if (WATCHED(sm->by_pc))
        blame_expanded(sm, sc->expanded_pc, slots);
    return cycles;
}

void sm_l1_stall(struct sm *sm, u8 stall, cyc now)
{
    if (stall == sm->l1_stall)
        return;
    if (sm->stale || sm->l1_blamed)
        charge(sm, now / sm->cfg.period + 1);
    sm->l1_stall = stall;
}

/* Charges the slots of cycles [charged, upto), in which nothing issued and nothing changed. */
void charge(struct sm *sm, u64 upto)
{
    if (upto <= sm->charged)
        return;
    if (sm->stale)
        find_causes(sm);
    u64 n = upto - sm->charged, *slot = (u64 *)&sm->slots;
    for (u32 s = 0; s < sm->n_sched; s++) {
        u32 cause = sm->cause[s] == CAUSE_L1 ? l1_slots[sm->l1_stall] : sm->cause[s];
        u64 expanded = charge_expanded(sm, s, n);
        slot[cause] += (n - expanded) * sm->cfg.sm->issue_width;
        if (WATCHED(sm->by_pc))
            blame_slots(sm, s, cause, sm->charged + expanded, n - expanded);
    }
    count_waiting(sm, n);
    sm->charged = upto;
}
