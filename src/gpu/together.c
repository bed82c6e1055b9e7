/* Launches of several streams on one machine.

   A span begins when the machine is empty and ends when it is empty again. Within it, a launch that is ready is
   admitted: at once, or with the cycle after the one in which another's last CTA ended, and its CTAs start
   gpu.launch later at the earliest. CTAs are placed launch by launch, first those of the stream with the least
   priority number, then in the order in which they were admitted. An SM has CTAs of one launch at a time, as many as
   its occupancy allows, and while others are there no more than it would get on an empty machine; one that has none
   goes to whoever places a CTA there first, with an L1 emptied and divided as for a launch of its own. Where a launch
   of a better priority finds no SM, as many as it wants get no further CTAs of others until they are empty. Leaves
   out: CTAs of two launches on one SM, which a card has, too.

   Who is counted for what: an SM counts for the launch that it belongs to, an idle one for the launch that had it
   last or, when that is over and others may come, for the first that is left; the stages of memory that an SM has of
   its own count for the launch whose CTAs came to it last. What SMs share (network, L2, DRAM) cannot be told apart,
   and is counted for the span's first launch. All launches together have all that happened. Everything here is
   decided in the order of cycles, by one thread, when the whole machine has been simulated up to a multiple of
   gpu.cta_dispatch cycles (gpu.pitch): no CTA that is placed then starts earlier, and what is seen of an SM depends
   on no window. */
#include <stdlib.h>

#include "base/vec.h"
#include "gpu/internal.h"

struct together {
    struct gpu_director *director;
    struct diag *d;
    VEC(struct gpu_record *) records; /* of the launches that were admitted, in this order */
    struct gpu_record **mem_of;       /* by SM: whose its stages of memory count for */
    struct mem_stats *sm_before;      /* by SM: its stages when their counters were last told */
    i64 *kept;                        /* by SM: the best priority that waits for it to be empty; INT64_MAX: none */
    struct gpu_record *part, *told;   /* told.mem: what records have of the memory so far */
    u64 covered;                      /* cycle up to which the span is some launch's that has ended */
};

bool gpu_shares(const struct gpu *g)
{
    const struct gpu_options *o = &g->opt;
    u64 sched = g->cfg.gpu.cta_sched; /* others may wait for contexts that are never free all at once */
    return !o->sample && !o->lines && !o->timeline && !g->cfg.gpu.coherence && !g->cfg.gpu.jitter &&
           g->cfg.mem.l1.write != L1_WRITE_BACK && (sched == CTA_RR || sched == CTA_TWO_LEVEL_RR);
}

bool together_paced(const struct gpu *g, bool unplaced)
{
    const struct together *t = g->together;
    u32 there = 0;
    for (u32 i = 0; i < GPU_GRIDS; i++)
        there += g->grids[i].there;
    return t && t->records.n > 1 && (unplaced || (there > 1 && t->director->more));
}

/* What the SM's stages of memory have done since they were last told. */
static void tell_memory(struct gpu *g, u32 i)
{
    struct together *t = g->together;
    memsys_sm_stats(&g->mem, i, &t->part->mem);
    gpu_stats_since(&t->part->mem, &t->sm_before[i]);
    gpu_record_add(t->mem_of[i], t->part);
    gpu_record_add(t->told, t->part);
    memsys_sm_stats(&g->mem, i, &t->sm_before[i]);
}

/* The SM is this launch's from now on, as long as nobody has a CTA there. */
static void give(struct gpu *g, u32 i, struct grid *to)
{
    struct sm *sm = &g->sms[i];
    if (!to->at[i])
        to->at[i] = sm_join(sm, &to->arena, to->kernel, g->now);
    if (sm->home != to->at[i])
        sm_home(sm, to->at[i], g->now);
    to->warm_at[i] = 0;
}

/* The launch is over: what it did on the SM is counted, and whoever is left gets the SM. */
static void take_back(struct gpu *g, u32 i, struct grid *from, struct grid *to)
{
    if (!from->at[i])
        return;
    if (g->sms[i].home == from->at[i])
        give(g, i, to);
    gpu_gather_sm(g, i, from, g->now);
    sm_leave(&g->sms[i], from->at[i]);
    from->at[i] = NULL;
}

/* All CTAs that the SM holds are of this launch. */
static bool has_alone(struct gpu *g, u32 i, const struct grid *grid)
{
    for (u64 h = g->sms[i].held; h; h &= h - 1)
        if (grid_of(g, i, ctz64(h)) != grid)
            return false;
    return true;
}

/* CTAs of a launch come to an SM that had another's, or none. Loads that nobody waited for may still be on their way:
   then the caches keep what they have. */
static void hand_over(struct gpu *g, u32 i, struct grid *to)
{
    struct together *t = g->together;
    struct smmem *m = g->sms[i].mem;
    bool idle = true;
    tell_memory(g, i);
    t->mem_of[i] = to->r;
    for (u32 k = 0; k < SMM_CACHES; k++)
        idle &= !m->used[k] || (mshr_idle(&m->cache[k].mshr) && !m->cache[k].tags.dirty_lines);
    if (idle) {
        smmem_new_kernel(m);
        l1_resize(&m->cache[SMM_L1], to->split.cache);
    }
    give(g, i, to);
}

static bool before(const struct grid *a, const struct grid *b)
{
    return a->priority != b->priority ? a->priority < b->priority : a->order < b->order;
}

/* The first launch, or that behind `last`; NULL: there is none. */
static struct grid *in_turn(struct gpu *g, const struct grid *last)
{
    struct grid *best = NULL;
    for (struct grid *d = g->grids; d < g->grids + GPU_GRIDS; d++)
        if (d->there && (!last || before(last, d)) && (!best || before(d, best)))
            best = d;
    return best;
}

/* CTAs of the launch that an SM takes: as many as fit, but no more than it would get on an empty machine, while
   others are there. Without that, the first SM to become free would get all CTAs of a small launch. */
static u32 most_on_an_sm(struct gpu *g, const struct grid *grid)
{
    u32 fit = grid->sched.contexts;
    bool alone = true;
    for (const struct grid *d = g->grids; d < g->grids + GPU_GRIDS; d++)
        alone &= d == grid || !d->there;
    return alone ? fit : (u32)MIN(fit, div_up(grid->sched.n_ctas, g->n_sms));
}

/* The launch's CTAs into contexts that are free for it. SMs that it takes are its own from now on. */
static bool place(struct gpu *g, struct grid *grid, u64 from)
{
    struct cta_run run;
    if (cta_sched_empty(&grid->sched))
        return true;
    u32 most = most_on_an_sm(g, grid);
    for (u32 i = 0; i < g->n_sms; i++) {
        u32 held = popcount64(g->sms[i].held);
        bool may = has_alone(g, i, grid) && g->together->kept[i] >= grid->priority;
        grid->sched.free[i] = may ? most - MIN(most, held) : 0;
    }
    while (cta_sched_place(&grid->sched, &run)) {
        if (g->together->mem_of[run.sm] != grid->r)
            hand_over(g, run.sm, grid);
        if (!feed_run(g, grid, &run, MAX(from, grid->ready)))
            return false;
    }
    return true;
}

/* What of the launch could not be placed wants so many SMs: those with the fewest CTAs get no others of a launch with
   a worse priority. */
static void keep_free(struct gpu *g, const struct grid *grid)
{
    i64 *kept = g->together->kept;
    u64 wanted = div_up(grid->sched.n_ctas - grid->sched.given, most_on_an_sm(g, grid));
    for (; wanted; wanted--) {
        u32 best = g->n_sms;
        for (u32 i = 0; i < g->n_sms; i++)
            if (kept[i] > grid->priority && g->sms[i].held &&
                grid_of(g, i, ctz64(g->sms[i].held))->priority > grid->priority &&
                (best == g->n_sms || popcount64(g->sms[i].held) < popcount64(g->sms[best].held)))
                best = i;
        if (best == g->n_sms)
            return;
        kept[best] = grid->priority;
    }
}

static bool place_all(struct gpu *g, u64 from)
{
    for (u32 i = 0; i < g->n_sms; i++)
        g->together->kept[i] = INT64_MAX;
    for (struct grid *d = in_turn(g, NULL); d; d = in_turn(g, d)) {
        if (!place(g, d, from))
            return false;
        if (!cta_sched_empty(&d->sched))
            keep_free(g, d);
    }
    return true;
}

/* The next launch that is ready becomes a grid; NULL: there is none, or no room for it. One that the machine refuses
   is over at once. */
static struct grid *admit(struct gpu *g, u64 cycle)
{
    struct together *t = g->together;
    struct grid *to = g->grids;
    while (to < g->grids + GPU_GRIDS && to->there)
        to++;
    struct gpu_record *r;
    struct stream_source *src;
    int priority;
    while (to < g->grids + GPU_GRIDS && (src = t->director->next(t->director, cycle, &r, &priority)) != NULL) {
        if (gpu_admit(g, to, src, r, t->d) == GPU_DONE) {
            r->start = cycle;
            to->ready = cycle + g->cfg.gpu.launch;
            to->priority = priority;
            to->order = t->records.n;
            VEC_PUSH(&t->records, r);
            g->gated |= src->perform != NULL;
            return to;
        }
        t->director->ended(t->director, r, cycle);
    }
    return NULL;
}

/* Its last CTA has ended. */
static void retire(struct gpu *g, struct grid *grid)
{
    struct together *t = g->together;
    struct gpu_record *r = grid->r;
    grid->there = false;
    r->cycles = grid->end - r->start;
    r->overlap = r->cycles - (grid->end - t->covered);
    t->covered = grid->end;
    t->director->ended(t->director, r, grid->end);
}

bool together_ended(struct gpu *g, u64 cycle)
{
    for (struct grid *d = in_turn(g, NULL); d; d = in_turn(g, d))
        if (cta_sched_empty(&d->sched) && d->ctas_done == d->sched.n_ctas)
            retire(g, d);
    struct grid *first = in_turn(g, NULL);
    if (!first)
        return true; /* what waited for it is the next span's, which begins with an idle memory as any launch does */
    for (struct grid *d = g->grids; d < g->grids + GPU_GRIDS && g->pitch; d++) /* before another gets its place */
        for (u32 i = 0; i < g->n_sms && d->at && !d->there; i++)
            take_back(g, i, d, first);
    while (g->pitch && admit(g, cycle + 1))
        ;
    return place_all(g, cycle + g->cfg.gpu.cta_dispatch);
}

/* What the memory did that is no SM's own, and what it does after the last CTA: counted for the first launch. */
static void tell_rest(struct gpu *g, struct together *t)
{
    struct gpu_record *first = t->records.at[0];
    memsys_settle(&g->mem, g->now);
    for (u32 i = 0; i < g->n_sms; i++)
        tell_memory(g, i);
    memsys_stats(&g->mem, &t->part->mem);
    gpu_stats_since(&t->part->mem, &g->before);
    if (t->records.n == 1) {
        first->mem = t->part->mem;
    } else {
        gpu_stats_since(&t->part->mem, &t->told->mem);
        gpu_record_add(first, t->part);
    }
    for (size_t i = 0; i < t->records.n; i++) {
        struct gpu_record *r = t->records.at[i];
        u64 cycles = r->cycles;
        r->cycles -= r->overlap; /* the machine is switched on once */
        gpu_energy(r, &g->cfg);
        r->cycles = cycles;
        r->together = t->records.n > 1 ? t->records.n : 0;
    }
}

/* A fault, or the end of what was allowed: every launch ends where the machine does. */
static void cut_off(struct gpu *g, enum gpu_status st)
{
    u64 now = g->now / g->clocks.core;
    feed_abandon(g);
    g->stopped = true;
    for (struct grid *d = in_turn(g, NULL); d; d = in_turn(g, d)) {
        d->r->status = st;
        d->r->cycles = now - MIN(now, d->r->start);
        d->r->overlap = d->r->cycles - MIN(d->r->cycles, now - MIN(now, g->together->covered));
        g->together->covered = MAX(now, g->together->covered);
    }
    for (u32 i = 0; i < GPU_GRIDS; i++)
        g->grids[i].there = false;
}

static enum gpu_status run_span(struct gpu *g, struct together *t, struct diag *d)
{
    u64 began = g->now / g->clocks.core;
    if (!admit(g, began))
        return GPU_DONE;
    gpu_begin_time(g);
    t->covered = began;
    for (u32 i = 0; i < g->n_sms; i++) {
        memsys_sm_stats(&g->mem, i, &t->sm_before[i]);
        t->mem_of[i] = t->records.at[0];
    }
    while (admit(g, began))
        ;
    bool ok = place_all(g, began + g->cfg.gpu.launch);
    enum gpu_status st = ok ? gpu_run_windows(g, t->records.at[0], d) : GPU_FAULT;
    for (u32 k = 0; k < GPU_GRIDS; k++) {
        for (u32 i = 0; i < g->n_sms && g->grids[k].at; i++)
            if (g->grids[k].at[i])
                gpu_gather_sm(g, i, &g->grids[k], g->now);
        g->grids[k].at = NULL;
    }
    if (st == GPU_DONE)
        st = gpu_drain(g, d);
    if (st != GPU_DONE)
        cut_off(g, st);
    else if (!memsys_conserved(&g->mem, d))
        BUG("several launches: a conservation law of the memory is broken: %s", d->first ? d->first->text : "?");
    tell_rest(g, t);
    return st;
}

enum gpu_status gpu_launch_together(struct gpu *g, struct gpu_director *director, struct diag *d)
{
    struct together t = {.director = director, .d = d};
    t.sm_before = xcalloc(g->n_sms, sizeof *t.sm_before);
    t.mem_of = xcalloc(g->n_sms, sizeof *t.mem_of);
    t.kept = xcalloc(g->n_sms, sizeof *t.kept);
    t.part = xcalloc(1, sizeof *t.part);
    t.told = xcalloc(1, sizeof *t.told);
    g->together = &t;
    enum gpu_status st = run_span(g, &t, d);
    g->together = NULL;
    g->pitch = 0;
    free(t.sm_before);
    free(t.mem_of);
    free(t.kept);
    free(t.part);
    free(t.told);
    VEC_FREE(&t.records);
    return st;
}
