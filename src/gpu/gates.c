/* Gated instructions: their result depends on the cycle in which they issue (stream.h, perform), so the warp's next
   instruction is not known before. Units run alone for a window, and stop alone too: a unit whose SM issues such an
   instruction stops with that cycle. When all other units have run the window, the stopped ones are taken in the
   order of time, then of SMs: their instructions are performed, and the unit goes on until it stops again or the
   window ends. So windows keep their length, and the cycle of issue need not be known in advance.

   Stopped units are in a heap, by cycle and number. */
#include "gpu/internal.h"

enum { UNIT_BITS = 16 };

static void heap_push(struct gpu *g, u64 key)
{
    u64 *h = g->gates;
    u32 i = g->n_gates++;
    for (; i && h[(i - 1) / 2] > key; i = (i - 1) / 2)
        h[i] = h[(i - 1) / 2];
    h[i] = key;
}

static u64 heap_pop(struct gpu *g)
{
    u64 *h = g->gates, top = h[0], last = h[--g->n_gates];
    u32 i = 0;
    for (u32 kid; (kid = 2 * i + 1) < g->n_gates; i = kid) {
        kid += kid + 1 < g->n_gates && h[kid + 1] < h[kid];
        if (h[kid] >= last)
            break;
        h[i] = h[kid];
    }
    h[i] = last;
    return top;
}

/* The unit has stopped if one of its SMs has issued a gated instruction; notes CTAs that have ended. */
static bool push_stopped(struct gpu *g, u32 unit)
{
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    u64 cycle = NEVER;
    for (u32 i = unit * n; i < (unit + 1) * n; i++) {
        if (sm_at_gate(g, i))
            cycle = g->sms[i].cycle;
        g->ended |= g->sms[i].cta_ended;
    }
    if (cycle != NEVER)
        heap_push(g, cycle << UNIT_BITS | unit);
    return cycle != NEVER;
}

static bool perform(struct gpu *g, u32 unit)
{
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    for (u32 i = unit * n; i < (unit + 1) * n; i++) {
        if (!sm_at_gate(g, i))
            continue;
        if (!feed_gates(g, i))
            return false;
        g->feed_at[i] = g->now; /* its warps may go on now, and those of its CTA that waited for them */
    }
    return true;
}

static bool feed(struct gpu *g, u32 unit)
{
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    for (u32 i = unit * n; i < (unit + 1) * n; i++)
        if (g->feed_at[i] <= g->now && !feed_sm(g, i))
            return false;
    return true;
}

static void go_on(struct gpu *g, u32 unit, cyc until)
{
    struct unit_list *l = &g->crew.workers[g->crew.thread_of[unit]].lists[CLUSTERS];
    unit_set(g->next[unit], unit_run(g, unit, g->now, until));
    if (!push_stopped(g, unit))
        l->soonest = MIN(l->soonest, *g->next[unit]);
}

/* Performs for all units that stopped in the earliest cycle. False: the program is at fault. */
static bool next_cycle(struct gpu *g, cyc until)
{
    u64 cycle = g->gates[0] >> UNIT_BITS;
    u32 n = 0, *units = g->gates_now;
    while (g->n_gates && g->gates[0] >> UNIT_BITS == cycle)
        units[n++] = (u32)heap_pop(g) & ((1u << UNIT_BITS) - 1);
    g->now = (cycle + 1) * g->clocks.core;
    if (!g->paced && !feed_collect(g, cycle))
        return false;
    for (u32 i = 0; i < n; i++)
        if (!perform(g, units[i]))
            return false;
    for (u32 i = 0; i < n; i++)
        if (!feed(g, units[i]))
            return false;
    for (u32 i = 0; i < n; i++)
        go_on(g, units[i], until);
    return true;
}

void gates_run(struct gpu *g, cyc until)
{
    struct crew *c = &g->crew;
    g->n_gates = 0;
    for (u32 i = 0; i < c->n; i++) {
        g->ended |= c->workers[i].ended;
        for (u32 k = 0; k < c->workers[i].n_stopped; k++)
            push_stopped(g, c->workers[i].stopped[k]);
        c->workers[i].n_stopped = 0;
    }
    while (g->n_gates && !g->fault)
        g->fault = !next_cycle(g, until);
    c->workers[0].ended |= g->ended || g->fault || g->asked; /* there is something to do between windows */
    g->asked = false;
    for (u32 i = 0; i < g->n_sms && g->fault; i++)
        g->sms[i].n_gates = 0;
}
