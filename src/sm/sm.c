/* The SM as a stage: building, the order of a cycle, when to wake, audit and dump. See sm.h. */
#include "sm/sm.h"

#include <stdlib.h>
#include <string.h>

#include "sm/internal.h"
#include "sm/split.h"

bool sm_init(struct sm *sm, struct arena *a, const struct sm_config *cfg, u16 id, struct smmem *mem)
{
    *sm = (struct sm){.cfg = *cfg,
                      .id = id,
                      .mem = mem,
                      .wake = NEVER,
                      .tick = sm_tick_any,
                      .next_start = NEVER,
                      .timer = NEVER,
                      .may_issue = UINT64_MAX,
                      .stale = true};
    sm->n_sched = (u32)cfg->sm->schedulers;
    sm->warps = ARENA_ARRAY(a, struct warp, cfg->sm->warps);
    sm->ctx = ARENA_ARRAY(a, struct context, sm_contexts(cfg));
    for (u32 s = 0; s < sm->n_sched; s++) {
        u64 mine = 0;
        for (u32 w = s; w < cfg->sm->warps; w += sm->n_sched)
            mine |= warp_bit(w);
        sched_init(&sm->sched[s], cfg->sched, mine);
    }
    for (u32 u = 0; u < U_UNITS; u++) {
        sm->unit_count[u] = (u32)sm_units(cfg->rate, u);
        sm->unit_shared[u] = sm->unit_count[u] < sm->n_sched;
        for (u32 s = 0; s < sm->n_sched; s++)
            sm->unit_at[u][s] = (u8)(s % sm->unit_count[u]);
    }
    lsu_init(sm, a);
    if (cfg->copy && mem->copies)
        sm->copier = copier_new(a, cfg->copy);
    if (cfg->maws->policy)
        split_init(sm, a);
    if (cfg->icache->on)
        sm->icache = icache_new(a, cfg->icache);
    sm->passes = SM_IDEAL(cfg, lanes) || SM_IDEAL(cfg, barriers) || SM_IDEAL(cfg, local) || SM_IDEAL(cfg, fences);
    sm->runs = !sm->icache && !sm->split && !sm->lsu.ops->decoded && !sm->passes;
    return true;
}

void sm_settle(struct sm *sm, cyc now)
{
    charge(sm, div_up(now, sm->cfg.period));
    count_time(sm);
    if (sm->lsu.ops->settle)
        sm->lsu.ops->settle(sm, div_up(now, sm->cfg.period));
}

u64 sm_next_issue(const struct sm *sm, u64 cycle)
{
    u64 next = wheel_next(sm, cycle + 1), ready = sm->in[W_READY] & sm->may_issue;
    if ((ready & sm->want[U_NONE]) || (ready & sm->want[U_LSU] & ~sm->lsu.held))
        return cycle + 1;
    for (u32 u = 0; u < sm->n_units && (ready & ~sm->want[U_LSU]); u++) {
        u64 want = ready & sm->want[u];
        for (u32 s = 0; want && s < sm->n_sched; s++) { /* a scheduler has one unit of each kind */
            if (want & sm->sched[s].mine)
                next = MIN(next, MAX(cycle + 1, sm->unit_free[u][sm->unit_at[u][s]]));
            want &= ~sm->sched[s].mine;
        }
    }
    return next;
}

cyc sm_tick_any(struct sm *sm, cyc now)
{
    u64 cycle = sm->cycle = now / sm->cfg.period;
    if (sm->charged < cycle)
        charge(sm, cycle);
    if (cycle >= sm->next_start)
        start_ctas(sm, cycle);
    cyc reply = sm->lsu.replies(sm, cycle, now);
    u64 copy = __builtin_expect(sm->copies != 0, 0) ? copier_tick(sm, cycle, now) : NEVER;
    if (__builtin_expect(sm->split != NULL, 0))
        split_decide(sm, cycle);
    turn_wheel(sm, cycle);
    if (__builtin_expect(cycle >= sm->timer, 0))
        sm_timer(sm, cycle);
    if (sm->in[W_FENCE] | sm->in[W_HELD])
        warps_at_lsu(sm, cycle, now);
    bool any = (sm->in[W_READY] & ~lsu_held(sm)) && issue_all(sm, begin_issue(sm, cycle), cycle);
    if (__builtin_expect(sm->split != NULL, 0) && !any)
        split_idle(sm, cycle);
    u64 lsu = cycle < sm->lsu.sleep ? sm->lsu.sleep : sm->lsu.tick(sm, cycle, now),
        next = any ? cycle + 1 : sm_next_issue(sm, cycle);
    next = MIN(MIN(MIN(next, lsu), sm->next_start), sm->timer);
    next = MIN(next, copy);
    if (__builtin_expect(sm->split != NULL, 0))
        next = MIN(next, MAX(split_next(sm), cycle + 1));
    cyc t = next == NEVER ? NEVER : next * sm->cfg.period;
    if (WATCHED(sm->log))
        sm_log_states(sm);
    return MIN(t, reply);
}

bool sm_idle(const struct sm *sm)
{
    return !sm->n_ctas && !sm->copies && !sm->lsu.ops->holds(sm) && sm->lsu.n_free == sm->cfg.lsu->slots;
}

void sm_audit(const struct sm *sm)
{
    u64 seen = 0, all = 0;
    bool had = false; /* had a CTA in this launch */
    for (const struct tenant *t = sm->tenants; t; t = t->next)
        had |= t->scoreboard != NULL;
    for (u32 st = W_READY; st < W_STATES; st++) {
        ENSURE(!(seen & sm->in[st]));
        seen |= sm->in[st];
    }
    for (u32 w = 0; had && w < sm_contexts(&sm->cfg); w++) {
        const struct context *cx = &sm->ctx[w];
        if (cx->state == W_FREE)
            continue;
        all |= warp_bit(w);
        ENSURE(sm->in[cx->state] >> w & 1);
        ENSURE(cx->state == W_DRAIN || cx->state == W_DRY || cx->state == W_JOIN || cx->state == W_LED || cx->op);
    }
    sm->lsu.ops->audit(sm);
    ENSURE(seen == all && (popcount64(all) == sm->n_warps || (sm->split && popcount64(all) > sm->n_warps)));
    const u64 *slot = (const u64 *)&sm->slots;
    u64 sum = 0, issued = sm->left_issued;
    for (u32 i = 0; i < SLOT_total; i++)
        sum += slot[i];
    for (const struct tenant *t = sm->tenants; t; t = t->next) {
        u64 own = tenant_issued(t);
        /* an instruction of several slots issues once and counts as several */
        ENSURE(sm->cfg.sm->isa == ISA_MACHINE || own == t->stats.warp_instrs);
        ENSURE(own <= t->stats.warp_instrs);
        issued += own;
    }
    ENSURE(sum == sm->slots.total && sm->slots.issued == issued);
    ENSURE(sm->slots.total == sm->time.cycles * sm->n_sched * sm->cfg.sm->issue_width);
}

static const char *const state_names[W_STATES] = {"free",
                                                  "ready to issue",
                                                  "waits for a result",
                                                  "waits for memory",
                                                  "waits at a fence",
                                                  "is at a barrier, and the LSU holds requests of it",
                                                  "waits at a barrier",
                                                  "waits for other splits of its warp",
                                                  "issues with another split of its warp",
                                                  "waits for instructions from the emulator",
                                                  "has finished and waits for its memory instructions"};

void sm_dump(const struct sm *sm, FILE *to)
{
    if (sm_idle(sm) && !sm->n_warps)
        return;
    fprintf(to, "SM %u: %u CTAs, %u warps; LSU holds %u instructions, %llu in flight\n", sm->id, sm->n_ctas,
            sm->n_warps, sm->lsu.ops->holds(sm), (unsigned long long)(sm->cfg.lsu->slots - sm->lsu.n_free));
    for (u32 w = 0; w < sm_contexts(&sm->cfg); w++) {
        const struct context *cx = &sm->ctx[w];
        if (cx->state == W_FREE)
            continue;
        fprintf(to, "  warp %u (CTA slot %u): %s", w, sm->warps[cx->warp].cta, state_names[cx->state]);
        if (cx->op)
            fprintf(to, ", at PTX line %u", cx->cursor.code[cx->next.pc].ptx_line);
        fprintf(to, "; %u loads and %u stores out\n", cx->loads, cx->stores);
    }
}
