/* Launches of several streams on one machine.

   A span begins when the machine is empty and ends when it is empty again. Within it, a launch that is ready is
   admitted: at once, or with the cycle after the one in which another's last CTA ended, and its CTAs start
   gpu.launch later at the earliest. CTAs are placed launch by launch, first those of the stream with the least
   priority number, then in the order in which they were admitted; while a launch has CTAs that found no place, those
   behind it in that order place none. A CTA goes to the SM with the most room for others like it, SMs in turn where
   several have as much. CTAs of a cluster go to SMs of one GPC, all of them or none (gpc.c). A launch whose CTAs wait
   for each other (a cooperative one) has all of them placed, or none, and others wait behind it meanwhile.

   An SM that is empty is divided, and its L1 emptied, as for a launch of its own, whose CTAs get as many places as
   its occupancy allows. Others join them where CTA slots, warps, threads, registers and shared memory are left, and
   where they need no more shared memory than the SM was divided to have (local_parts): a larger part needs an empty
   SM. All measured on an H200 (docs/h200-details.md).

   To which launch an SM's events are charged: sm/tenant.h. An idle SM counts for the launch it was divided for last
   or, when that is over and others may come, for the first that is left; and so do the stages of memory that an SM
   has of its own, but while CTAs are there that are left when it is over, for one of these. What SMs share (network,
   L2, DRAM) cannot be told apart, and is counted for the span's first launch. All launches together have all that
   happened. Everything here is decided in the order of cycles, by one thread, when the whole machine has been
   simulated up to a multiple of gpu.cta_dispatch cycles (gpu.pitch): no CTA that is placed then starts earlier, and
   what is seen of an SM depends on no window.

   A launch that a kernel has asked for joins those on the machine at such a multiple, too (gpu_arrival), and its CTAs
   start when the director says. While kernels that may ask are there, windows end at multiples: what one asks for in
   a window joins behind it. When the machine is empty before that time, the launch begins the next span. */
#include <stdlib.h>

#include "base/vec.h"
#include "gpu/internal.h"

struct cycles {
    u64 from, to;
};
struct together {
    struct gpu_director *director;
    struct diag *d;
    u64 began;                        /* cycle */
    u64 over;                         /* when the launches that ended last ended: what waits for them may begin */
    VEC(struct gpu_record *) records; /* of the launches that were admitted, in this order */
    struct grid *line[GPU_GRIDS];     /* the launches on the machine, in the order in which CTAs are placed */
    u32 n_line;
    struct gpu_record **mem_of;     /* by SM: the record for which its stages of memory count */
    struct mem_stats *sm_before;    /* by SM: its memory counters when they were last added to a record */
    struct local_split *split;      /* by SM: how it is divided */
    u32 *room;                      /* by SM: CTAs of the launch being placed that it can take */
    struct gpu_record *part, *told; /* told.mem: memory counters that records have so far */
    VEC(struct cycles) covered;     /* spans of launches that have ended; disjoint, in order */
};

bool gpu_shares(const struct gpu *g)
{
    const struct gpu_options *o = &g->opt;
    u64 sched = g->cfg.gpu.cta_sched; /* a policy may wait for contexts that are never free all at once */
    return !o->sample && !o->lines && !o->timeline && !g->cfg.gpu.coherence && !g->cfg.gpu.jitter &&
           g->cfg.mem.l1.write != L1_WRITE_BACK && (sched == CTA_RR || sched == CTA_TWO_LEVEL_RR);
}

static bool asking(const struct gpu *g)
{
    const struct together *t = g->together;
    for (u32 i = 0; i < t->n_line; i++)
        if (t->line[i]->asks)
            return true;
    return false;
}

bool together_paced(const struct gpu *g, bool unplaced)
{
    const struct together *t = g->together;
    return t && t->records.n > 1 && (unplaced || (t->n_line > 1 && (t->director->more || asking(g))));
}

bool together_asks(const struct gpu *g)
{
    return g->together && (asking(g) || g->arrival != NEVER);
}

u64 gpu_arrival(const struct gpu *g, u64 known, u64 ready)
{
    u64 pitch = g->cfg.gpu.cta_dispatch;
    return MAX(known / pitch + 1, ready / pitch) * pitch;
}

/* Adds what the SM's stages of memory have done since last time to its launch. */
static void tell_memory(struct gpu *g, u32 i)
{
    struct together *t = g->together;
    memsys_sm_stats(&g->mem, i, &t->part->mem);
    gpu_stats_since(&t->part->mem, &t->sm_before[i]);
    gpu_record_add(t->mem_of[i], t->part);
    gpu_record_add(t->told, t->part);
    memsys_sm_stats(&g->mem, i, &t->sm_before[i]);
}

/* From now on the SM counts for this launch, as long as no launch has a CTA there. */
static void give(struct gpu *g, u32 i, struct grid *to)
{
    struct sm *sm = &g->sms[i];
    if (!to->at[i])
        to->at[i] = sm_join(sm, &to->arena, to->kernel, g->now);
    if (sm->home != to->at[i])
        sm_home(sm, to->at[i], g->now);
}

/* The launch is over: what it did on the SM is counted, and a launch that has CTAs there, or `to`, gets the SM. */
static void take_back(struct gpu *g, u32 i, struct grid *from, struct grid *to)
{
    struct together *t = g->together;
    if (!from->at[i])
        return;
    if (g->sms[i].held)
        to = grid_of(g, i, ctz64(g->sms[i].held));
    if (g->sms[i].held && t->mem_of[i] == from->r) {
        tell_memory(g, i);
        t->mem_of[i] = to->r;
    }
    if (g->sms[i].home == from->at[i])
        give(g, i, to);
    gpu_gather_sm(g, i, from, g->now);
    sm_leave(&g->sms[i], from->at[i]);
    from->at[i] = NULL;
}

/* CTAs of a launch come to an SM whose last CTA was another launch's. If loads that no warp waits for are still on
   their way, the caches keep their lines. */
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
    to->warm_at[i] = 0;
    t->split[i] = to->split;
    t->split[i].shared = to->parts.gets;
}

static bool before(const struct grid *a, const struct grid *b)
{
    return a->priority != b->priority ? a->priority < b->priority : a->order < b->order;
}

static void enter(struct together *t, struct grid *grid)
{
    u32 i = t->n_line++;
    for (; i && before(grid, t->line[i - 1]); i--)
        t->line[i] = t->line[i - 1];
    t->line[i] = grid;
}

static void leave(struct together *t, u32 i)
{
    t->line[i]->there = false;
    for (t->n_line--; i < t->n_line; i++)
        t->line[i] = t->line[i + 1];
}

/* How often `each` fits into `have` - `used`. */
static u64 fits(u64 have, u64 used, u64 each)
{
    return used > have ? 0 : each ? (have - used) / each : UINT64_MAX;
}

struct needs { /* of CTAs: what they take of an SM */
    u64 ctas, own, warps, threads, regs, shared;
};
static struct needs a_cta(const struct grid *d)
{
    const struct stream_kernel *k = d->src->kernel;
    return (struct needs){.ctas = 1,
                          .warps = k->n_warps,
                          .threads = (u64)k->block[0] * k->block[1] * k->block[2],
                          .regs = (u64)d->r->occupancy.regs_per_warp * k->n_warps,
                          .shared = d->r->occupancy.shared_per_cta};
}

/* CTAs of the launch that the SM can take now. */
static u32 room(struct gpu *g, u32 i, const struct grid *grid)
{
    const struct local_split *s = &g->together->split[i];
    const struct sm_params *p = &g->cfg.sm;
    struct needs used = {0};
    for (u64 h = g->sms[i].held; h; h &= h - 1) {
        const struct grid *d = grid_of(g, i, ctz64(h));
        struct needs c = a_cta(d);
        used.ctas++;
        used.own += d == grid;
        used.warps += c.warps;
        used.threads += c.threads;
        used.regs += c.regs;
        used.shared += c.shared;
    }
    u64 n = grid->sched.contexts - MIN(used.own, grid->sched.contexts);
    if (used.own == used.ctas)
        return (u32)n;
    if (g->cfg.maws.policy || grid->parts.needs > s->shared || grid->split.regs > s->regs)
        return 0;
    struct needs each = a_cta(grid);
    n = MIN(n, fits(p->ctas, used.ctas, 1));
    n = MIN(n, fits(p->warps, used.warps, each.warps));
    n = MIN(n, fits(p->threads, used.threads, each.threads));
    n = MIN(n, fits(s->regs / 4, used.regs, each.regs));
    return (u32)MIN(n, fits(s->shared, used.shared, each.shared));
}

static bool place_run(struct gpu *g, struct grid *grid, const struct cta_run *run, u64 from)
{
    if (!g->sms[run->sm].held && g->together->mem_of[run->sm] != grid->r)
        hand_over(g, run->sm, grid);
    if (!grid->at[run->sm])
        grid->at[run->sm] = sm_join(&g->sms[run->sm], &grid->arena, grid->kernel, g->now);
    return feed_run(g, grid, run, MAX(from, grid->ready));
}

/* Do all CTAs of a launch that places all or none fit? `left`: room on each SM. */
static bool room_for_all(const struct gpu *g, const struct cta_sched *s, const u32 *left)
{
    u64 n = 0;
    for (u32 i = 0; i < g->n_sms && s->cluster == 1; i++)
        n += left[i];
    for (u32 i = 0; i < g->gpcs.n && s->cluster > 1; i++)
        n += gpc_clusters_in(&g->gpcs, i, s->cluster, left) * s->cluster;
    return n >= s->n_ctas;
}

/* Places the launch's CTAs: one at a time on the SM with the most room. Of a cluster, all or none. A launch that has
   the machine to itself places them as gpu_launch does. */
static bool place(struct gpu *g, struct grid *grid, u64 from)
{
    struct cta_sched *sched = &grid->sched;
    u32 *left = g->together->room, most = 0;
    bool alone = g->together->n_line == 1;
    if (cta_sched_empty(sched))
        return true;
    for (u32 i = 0; i < g->n_sms; i++) {
        left[i] = room(g, i, grid);
        most = MAX(most, left[i]);
    }
    if (grid->whole && !alone && !room_for_all(g, sched, left))
        return true;
    bool all = alone || sched->cluster > 1; /* an SM for a cluster is chosen by room, among those of a GPC */
    for (u32 level = all ? 1 : most; level && !cta_sched_empty(sched); level--) {
        struct cta_run run;
        for (u32 i = 0; i < g->n_sms; i++)
            sched->free[i] = all ? left[i] : left[i] >= level;
        while (cta_sched_place(sched, &run)) {
            left[run.sm] -= run.n;
            if (!place_run(g, grid, &run, from))
                return false;
        }
    }
    return true;
}

static bool place_all(struct gpu *g, u64 from)
{
    const struct together *t = g->together;
    for (u32 i = 0; i < t->n_line; i++) {
        if (!place(g, t->line[i], from))
            return false;
        if (!cta_sched_empty(&t->line[i]->sched))
            break;
    }
    return true;
}

/* Makes the next ready launch a grid; NULL: there is none, or no room. A launch that the machine refuses is over at
   once. */
static struct grid *admit(struct gpu *g, u64 cycle)
{
    struct together *t = g->together;
    struct grid *to = g->grids;
    while (to < g->grids + GPU_GRIDS && to->there)
        to++;
    u64 start = MAX(cycle, t->over);
    struct gpu_offer o = {.start = start};
    while (to < g->grids + GPU_GRIDS && t->director->next(t->director, cycle, &o)) {
        if (gpu_admit(g, to, o.src, o.record, t->d) == GPU_DONE) {
            o.record->start = MAX(o.start, t->began);
            to->drain = o.nested || o.asks ? 0 : gpu_launch_end(g);
            to->ready = o.nested ? o.ready : o.start + gpu_launch_cycles(g, to) - to->drain;
            to->priority = o.priority;
            to->asks = o.asks;
            to->whole = o.whole;
            to->order = t->records.n;
            to->parts = local_parts(&g->cfg, o.src->kernel, &o.record->occupancy, &to->split, o.nested);
            enter(t, to);
            VEC_PUSH(&t->records, o.record);
            g->gated |= o.src->perform != NULL;
            return to;
        }
        t->director->ended(t->director, o.record, cycle);
        o = (struct gpu_offer){.start = start};
    }
    return NULL;
}

/* A launch is over: how many of its cycles no other launch has counted. Launches come in the order in which their
   CTAs ended. */
static u64 cover(struct together *t, u64 from, u64 to)
{
    u64 more = to - from, left = from, right = to;
    for (; t->covered.n && t->covered.at[t->covered.n - 1].to >= left; t->covered.n--) {
        const struct cycles *last = &t->covered.at[t->covered.n - 1];
        u64 begin = MAX(last->from, from), end = MIN(last->to, to);
        more -= end - MIN(begin, end);
        left = MIN(left, last->from);
        right = MAX(right, last->to);
    }
    VEC_PUSH(&t->covered, ((struct cycles){left, right}));
    return more;
}

/* Makes ready launches grids, in slots of finished launches to which nothing more is counted. */
static void admit_all(struct gpu *g, u64 cycle)
{
    struct grid *first = g->together->n_line ? g->together->line[0] : NULL;
    for (struct grid *d = g->grids; d < g->grids + g->n_grids; d++)
        for (u32 i = 0; i < g->n_sms && d->at && !d->there; i++)
            take_back(g, i, d, first);
    while (admit(g, cycle))
        ;
}

/* Its last CTA has ended. */
static void retire(struct gpu *g, struct grid *grid)
{
    struct together *t = g->together;
    struct gpu_record *r = grid->r;
    u64 over = grid_over(grid);
    r->cycles = over - r->start;
    r->overlap = r->cycles - cover(t, r->start, over);
    t->over = MAX(t->over, over);
    t->director->ended(t->director, r, over);
}

bool together_ended(struct gpu *g, u64 cycle)
{
    struct together *t = g->together;
    t->over = 0;
    for (u32 i = 0; i < t->n_line;) {
        struct grid *d = t->line[i];
        if (d->ctas_done < d->sched.n_ctas) {
            i++;
            continue;
        }
        leave(t, i);
        retire(g, d);
    }
    if (!t->n_line)
        return true; /* what waited for it belongs to the next span, which begins with an idle memory */
    if (g->paced)
        admit_all(g, cycle + 1);
    return place_all(g, cycle + g->cfg.gpu.cta_dispatch);
}

/* The next tick at which a launch joins. If GPU_GRIDS launches are there none can; CTAs are collected at multiples
   anyway, and it joins there. */
static cyc next_arrival(struct gpu *g)
{
    const struct together *t = g->together;
    u64 at = t && t->director->arrives && t->n_line ? t->director->arrives(t->director) : NEVER;
    return at == NEVER || t->n_line == GPU_GRIDS ? NEVER : at * g->clocks.core;
}

bool together_arrivals(struct gpu *g)
{
    while ((g->arrival = next_arrival(g)) != NEVER) {
        if (g->soonest >= g->arrival)
            g->now = MAX(g->now, g->arrival);
        if (g->now < g->arrival)
            break;
        u64 cycle = g->now / g->clocks.core;
        admit_all(g, cycle);
        if (!place_all(g, cycle))
            return false;
    }
    return true;
}

/* Memory work that belongs to no SM, and work after the last CTA: counted for the first launch. */
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
        r->cycles -= r->overlap; /* cycles in which several launches ran count once */
        gpu_energy(r, &g->cfg);
        r->cycles = cycles;
        r->together = t->records.n > 1 ? t->records.n : 0;
    }
}

/* A fault, or the end of what was allowed: every launch ends now. */
static void cut_off(struct gpu *g, enum gpu_status st)
{
    u64 now = g->now / g->clocks.core;
    feed_abandon(g);
    g->stopped = true;
    for (u32 i = 0; i < g->together->n_line; i++) {
        const struct grid *d = g->together->line[i];
        d->r->status = st;
        d->r->cycles = now - MIN(now, d->r->start);
        d->r->overlap = d->r->cycles - (d->r->cycles ? cover(g->together, d->r->start, now) : 0);
    }
    for (u32 i = 0; i < g->n_grids; i++)
        g->grids[i].there = false;
}

static enum gpu_status run_span(struct gpu *g, struct together *t, struct diag *d)
{
    u64 began = t->began = g->now / g->clocks.core;
    g->n_grids = 0;
    if (!admit(g, began)) { /* one may come later */
        u64 at = t->director->arrives ? t->director->arrives(t->director) : NEVER;
        if (at == NEVER || !admit(g, at))
            return GPU_DONE;
    }
    g->start_in = g->grids[0].ready - MIN(g->grids[0].ready, began);
    gpu_begin_time(g);
    for (u32 i = 0; i < g->n_sms; i++) {
        memsys_sm_stats(&g->mem, i, &t->sm_before[i]);
        t->mem_of[i] = t->records.at[0];
        t->split[i] = g->grids[0].split;
        t->split[i].shared = g->grids[0].parts.gets;
    }
    while (admit(g, began))
        ;
    bool ok = place_all(g, g->now / g->clocks.core);
    enum gpu_status st = ok ? gpu_run_windows(g, t->records.at[0], d) : GPU_FAULT;
    cyc until = MAX(g->now, st == GPU_DONE ? t->over * g->clocks.core : 0);
    for (u32 k = 0; k < g->n_grids; k++) {
        for (u32 i = 0; i < g->n_sms && g->grids[k].at; i++)
            if (g->grids[k].at[i])
                gpu_gather_sm(g, i, &g->grids[k], until);
        g->grids[k].at = NULL;
    }
    if (st == GPU_DONE)
        st = gpu_drain(g, d);
    if (st != GPU_DONE)
        cut_off(g, st);
    else if (!memsys_conserved(&g->mem, d))
        BUG("several launches: a conservation law of the memory is broken: %s", d->first ? d->first->text : "?");
    g->now = MAX(g->now, until);
    tell_rest(g, t);
    return st;
}

enum gpu_status gpu_launch_together(struct gpu *g, struct gpu_director *director, struct diag *d)
{
    struct together t = {.director = director, .d = d};
    t.sm_before = xcalloc(g->n_sms, sizeof *t.sm_before);
    t.mem_of = xcalloc(g->n_sms, sizeof *t.mem_of);
    t.split = xcalloc(g->n_sms, sizeof *t.split);
    t.room = xcalloc(g->n_sms, sizeof *t.room);
    t.part = xcalloc(1, sizeof *t.part);
    t.told = xcalloc(1, sizeof *t.told);
    g->together = &t;
    enum gpu_status st = run_span(g, &t, d);
    g->together = NULL;
    g->pitch = 0;
    g->paced = false;
    g->arrival = NEVER;
    free(t.sm_before);
    free(t.mem_of);
    free(t.split);
    free(t.room);
    free(t.part);
    free(t.told);
    VEC_FREE(&t.records);
    VEC_FREE(&t.covered);
    return st;
}
