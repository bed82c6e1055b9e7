/* Building the machine and running a launch on it. See gpu.h for how time goes. */
#include "gpu/gpu.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/demangle.h"
#include "gpu/internal.h"

static struct mem_shape mem_shape(const struct gpu *g)
{
    const struct machine_config *c = &g->cfg;
    return (struct mem_shape){.sms = (u32)c->gpu.sms,
                              .sms_per_cluster = (u32)c->gpu.sms_per_cluster,
                              .warps = (u32)c->sm.warps,
                              .ctas = (u32)c->sm.ctas,
                              .cta_warps = (u32)c->sm.warps,
                              .core = g->clocks.core,
                              .noc = g->clocks.noc,
                              .l2 = g->clocks.l2,
                              .dram = g->clocks.dram,
                              .mesi = c->gpu.coherence == COHERENCE_MESI,
                              .copies = c->sm.isa == ISA_MACHINE,
                              .plain = c->gpu.plain,
                              .gpc_of_sm = g->gpcs.of_sm};
}

static struct sm_config sm_config(const struct gpu *g)
{
    const struct machine_config *c = &g->cfg;
    return (struct sm_config){.sm = &c->sm,
                              .sched = &c->sched,
                              .lat = &c->lat,
                              .rate = &c->rate,
                              .lsu = &c->lsu,
                              .maws = &c->maws,
                              .lsu_own = decl_pool_params(&lsu_pool, (u64 *)c->lsu_own, (u32)c->lsu.kind),
                              .icache = &c->icache,
                              .ideal = &c->mem.ideal,
                              .copy = c->sm.isa == ISA_MACHINE ? &c->copy : NULL,
                              .period = g->clocks.core,
                              .plain = c->gpu.plain};
}

struct gpu *gpu_new(const struct machine_config *cfg, const struct gpu_options *opt, struct diag *d)
{
    if (!machine_check(cfg, d))
        return NULL;
    heap_keeps(); /* every launch takes and frees some */
    struct gpu *g = aligned_alloc(_Alignof(struct gpu), sizeof *g);
    ENSURE(g);
    memset(g, 0, sizeof *g);
    g->arena.alone = true;
    g->cfg = *cfg;
    jitter_machine(&g->cfg);
    ideal_machine(&g->cfg);
    cfg = &g->cfg;
    g->opt = *opt;
    g->clocks = machine_clocks(cfg);
    g->start_in = g->arrival = NEVER;
    g->n_sms = (u32)cfg->gpu.sms;
    g->sms = ARENA_LINES(&g->arena, struct sm, g->n_sms);
    g->ctas = ARENA_ARRAY(&g->arena, struct stream_cta, g->n_sms * cfg->sm.ctas);
    g->sm_rows = ARENA_ARRAY(&g->arena, struct gpu_sm_row, g->n_sms);
    g->feed_at = ARENA_ARRAY(&g->arena, cyc, g->n_sms);
    g->received = ARENA_ARRAY(&g->arena, u64, g->n_sms);
    g->gates_done = ARENA_ARRAY(&g->arena, u64, g->n_sms);
    for (u32 i = 0; i < g->n_sms; i++)
        g->gates_done[i] = NEVER;
    g->grid_at = ARENA_ARRAY(&g->arena, u8, g->n_sms * cfg->sm.ctas);
    g->gpcs = gpcs_new(&cfg->gpu, &g->arena);
    for (u32 i = 0; i < GPU_GRIDS; i++)
        cta_sched_init(&g->grids[i].sched, (u32)cfg->gpu.cta_sched, g->n_sms, (u32)cfg->gpu.sms_per_cluster,
                       ARENA_ARRAY(&g->arena, u32, g->n_sms));
    cyc **wakes = ARENA_ARRAY(&g->arena, cyc *, g->n_sms);
    for (u32 i = 0; i < g->n_sms; i++)
        wakes[i] = &g->sms[i].wake;
    struct mem_shape shape = mem_shape(g);
    g->cfg.mem.l1.size = local_most_cache(cfg);
    if (!memsys_init(&g->mem, &g->arena, &g->cfg.mem, &shape, wakes, d)) {
        arena_free(&g->arena);
        free(g);
        return NULL;
    }
    struct sm_config sc = sm_config(g);
    for (u32 i = 0; i < g->n_sms; i++)
        sm_init(&g->sms[i], &g->arena, &sc, (u16)i, memsys_sm(&g->mem, i));
    g->n_clusters = g->mem.n_clusters;
    g->n_units = g->n_clusters + g->mem.n_partitions;
    g->window = memsys_window(&g->mem);
    if (cfg->gpu.window)
        g->window = MIN(g->window, cfg->gpu.window * g->clocks.core);
    g->limit = opt->max_cycles ? opt->max_cycles * g->clocks.core : NEVER;
    sample_init(g);
    g->quick = units_quick(g);
    crew_deal(g, memsys_alone(&g->mem) ? 1 : opt->threads);
    g->turns = g->quick && !memsys_alone(&g->mem);
    g->longest_run = g->turns ? 2 * g->window : g->window;
    if (!crew_start(g)) {
        diag_error(d, NULL, 0, 0, "cannot start %u threads", opt->threads);
        gpu_free(g);
        return NULL;
    }
    return g;
}

void gpu_free(struct gpu *g)
{
    if (!g)
        return;
    crew_stop(g);
    sample_free(g);
    memsys_free(&g->mem);
    for (u32 i = 0; i < GPU_GRIDS; i++)
        arena_free(&g->grids[i].arena);
    arena_free(&g->arena);
    free(g);
}

u64 gpu_cycles(const struct gpu *g)
{
    return g->now / g->clocks.core;
}
double gpu_seconds(const struct gpu *g)
{
    return (double)g->now / (double)g->clocks.hz;
}

/* ---- A launch ---- */

static double host_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void describe(struct gpu_record *r, const struct stream_kernel *k)
{
    *r = (struct gpu_record){.regs_per_thread = k->regs_per_thread,
                             .shared_bytes = k->shared_bytes,
                             .warps_per_cta = k->n_warps,
                             .n_ctas = k->n_ctas};
    demangle(k->name ? k->name : "", r->name, sizeof r->name);
    memcpy(r->grid, k->grid, sizeof r->grid);
    memcpy(r->block, k->block, sizeof r->block);
}

/* The SM's unit has no event before its next tick, except for packets that are yet to be sent. */
static cyc sm_busy_from(const struct gpu *g, u32 sm)
{
    cyc next = *g->next[sm / (u32)g->cfg.gpu.sms_per_cluster];
    return MAX(g->from, MIN(next, g->from + g->window));
}

/* CTAs that have not been placed yet. */
static bool unplaced(const struct gpu *g)
{
    for (u32 i = 0; i < g->n_grids; i++)
        if (g->grids[i].there && !cta_sched_empty(&g->grids[i].sched))
            return true;
    return false;
}

/* How long windows may be now. A CTA that ends at t gives its slot to another at t + cta_dispatch at the earliest, so
   while CTAs are left to place, no window is longer than that. The window in which the launch ends must end with it:
   a launch cannot end while an SM has a CTA with instructions left, each of which takes an issue slot (`safe`). The
   SM of last time is checked first, then all, until one guarantees some windows; if streams end at gated
   instructions, one window. */
static void plan_windows(struct gpu *g)
{
    cyc core = g->clocks.core;
    g->span = g->window;
    g->reach = g->longest_run;
    g->safe = NEVER;
    bool some = unplaced(g);
    g->paced = together_paced(g, some);
    g->pitch = g->paced || together_asks(g) ? g->cfg.gpu.cta_dispatch * core : 0;
    if (some || g->paced) {
        g->span = MIN(g->span, g->cfg.gpu.cta_dispatch * core);
        g->reach = MIN(g->reach, g->cfg.gpu.cta_dispatch * core);
        return;
    }
    bool gated = g->gated;
    u64 most = 32 * div_up(g->window, core);
    cyc enough = g->from + (gated ? 1 : 8) * g->window;
    u32 longest = g->longest;
    g->safe = 0;
    for (u32 i = 0; i <= g->n_sms && g->safe < enough; i++) {
        u32 at = i ? i - 1 : longest;
        if (!g->sms[at].held || (i && at == longest))
            continue;
        cyc from = sm_busy_from(g, at);
        u64 left = gated && from >= enough ? 0 : sm_cycles_left(&g->sms[at], most);
        cyc safe = left ? (from / core + left) * core : from;
        if (safe > g->safe) {
            g->safe = safe;
            g->longest = at;
        }
    }
}

static void refresh_next(struct gpu *g)
{
    g->soonest = NEVER;
    for (u32 u = 0; u < g->n_units; u++) {
        unit_set(g->next[u], unit_next(g, u));
        g->soonest = MIN(g->soonest, *g->next[u]);
    }
}

static bool work_left(const struct gpu *g)
{
    for (u32 i = 0; i < g->n_grids; i++) {
        const struct grid *d = &g->grids[i];
        if (d->there && (!cta_sched_empty(&d->sched) || d->ctas_done < d->sched.n_ctas))
            return true;
    }
    return false;
}

static u64 ctas_done(const struct gpu *g)
{
    u64 n = 0;
    for (u32 i = 0; i < g->n_grids; i++)
        n += g->grids[i].there ? g->grids[i].ctas_done : 0;
    return n;
}

enum { STRETCH = 1024 }; /* most windows in a row */

/* A counter that changes whenever there is progress. */
static u64 moves(const struct gpu *g)
{
    u64 n = ctas_done(g) + memsys_moves(&g->mem);
    for (u32 i = 0; i < g->n_sms; i++)
        n += g->sms[i].slots.issued;
    return n;
}

/* Before each run of windows: checks every gpu.watchdog cycles whether something has moved. False: nothing
   has. */
static bool watch(struct gpu *g)
{
    cyc naps = g->cfg.gpu.sleep_most * g->cfg.gpu.clock / 1000; /* all warps may sleep for so long */
    cyc patience = (g->cfg.gpu.watchdog + naps) * g->clocks.core;
    if (!g->cfg.gpu.watchdog || g->from - g->watch.at < patience)
        return true;
    u64 n = moves(g);
    if (n == g->watch.moves || g->from - g->now >= patience)
        return false;
    g->watch.moves = n;
    g->watch.at = g->from;
    return true;
}

struct ticker { /* host time, for progress */
    double began, told;
    u32 windows;
};

static void tell(struct gpu *g, struct ticker *t, const struct gpu_record *r, u32 windows, bool over)
{
    t->windows += windows;
    if (!g->opt.progress || (!over && t->windows < STRETCH))
        return;
    t->windows = 0;
    double now = host_seconds();
    if (!over && now - t->told < 0.5)
        return;
    t->told = now;
    u64 n_ctas = 0;
    for (u32 i = 0; i < g->n_grids; i++)
        n_ctas += g->grids[i].there ? g->grids[i].sched.n_ctas : 0;
    struct gpu_progress p = {.kernel = r->name,
                             .ctas_done = ctas_done(g),
                             .n_ctas = n_ctas,
                             .cycles = g->now / g->clocks.core - r->start,
                             .seconds = now - t->began,
                             .over = over};
    g->opt.progress(g->opt.progress_arg, &p);
}

/* Half of what the launch may take: notes the counters, and goes on. */
static bool pass_half(struct gpu *g, struct gpu_record *r)
{
    if (g->from < g->allow.half_at)
        return false;
    r->first_cycles = g->allow.half;
    for (u32 i = 0; i < g->n_sms; i++)
        r->first_instrs += g->sms[i].home->stats.warp_instrs;
    g->allow.half_at = NEVER;
    sample_limit(g, MIN(g->allow.limit, g->allow.end));
    return true;
}

/* May ended CTAs be collected now? If paced: only at multiples of the pitch; the clock goes to the next one if
   nothing happens before. */
static bool collects(struct gpu *g)
{
    if (!g->paced || !g->ended)
        return true;
    cyc next = div_up(g->now, g->pitch) * g->pitch;
    if (g->soonest >= next)
        g->now = next;
    return g->now == next;
}

/* Runs until the last CTA has ended. */
static enum gpu_status run_windows(struct gpu *g, struct gpu_record *r, struct ticker *t, struct diag *d)
{
    const struct stream_source *src = g->together ? NULL : g->grids[0].src;
    bool all_dry = false;
    for (;;) {
        if (g->fault || (collects(g) && !feed_collect(g, NEVER)) || !together_arrivals(g) || !feed_streams(g))
            return GPU_FAULT;
        if (!work_left(g)) {
            g->now = g->paced ? g->now : g->end * g->clocks.core;
            return GPU_DONE;
        }
        if (g->soonest == NEVER && (g->feed_min == NEVER || all_dry))
            return deadlock(g, src, false, d);
        all_dry = g->soonest == NEVER; /* if longer streams do not help, it is a deadlock */
        g->from = window_from(g, g->now, g->soonest);
        if ((all_dry || g->from >= g->feed_min) && g->feed_min <= g->limit) { /* no event before then */
            g->now = g->feed_min;
            continue;
        }
        if (g->from >= g->limit && (sample_due(g, g->from) || pass_half(g, r)))
            continue;
        if (g->from >= g->limit) {
            g->now = MAX(g->limit, r->start * g->clocks.core);
            return GPU_LIMIT;
        }
        if (g->opt.stop && *g->opt.stop)
            return GPU_LIMIT;
        plan_windows(g);
        if (!watch(g))
            return deadlock(g, src, true, d);
        tell(g, t, r, crew_run(g, g->paced && g->ended ? 1 : STRETCH), false); /* up to where they are collected */
    }
}

enum gpu_status gpu_run_windows(struct gpu *g, struct gpu_record *r, struct diag *d)
{
    struct ticker t = {.began = host_seconds()};
    t.told = t.began;
    enum gpu_status st = run_windows(g, r, &t, d);
    tell(g, &t, r, 0, true);
    for (u32 i = 0; i < g->n_sms && st == GPU_DONE; i++)
        st = g->sms[i].corrupt ? GPU_CORRUPT : GPU_DONE;
    return st;
}

/* The memory finishes work that no warp waits for (write-backs). A window is one tick, so that its end is exact. */
enum gpu_status gpu_drain(struct gpu *g, struct diag *d)
{
    cyc end = g->now, limit = g->limit;
    g->pitch = 0;
    g->paced = false;
    g->arrival = g->feed_min = NEVER;
    g->draining = true;
    g->quick = false;
    for (u32 i = 0; i < g->n_clusters; i++)
        hub_begin(&g->mem.clusters[i].hub, g->now); /* nothing is done ahead of time any more */
    g->span = 1;
    g->safe = g->limit = NEVER;
    refresh_next(g);
    while (!memsys_idle(&g->mem)) {
        if (g->soonest == NEVER)
            return deadlock(g, NULL, false, d);
        g->from = g->soonest;
        crew_run_alone(g);
    }
    g->now = edge(MAX(end, g->now), g->clocks.core);
    g->limit = limit;
    g->draining = false;
    g->quick = units_quick(g);
    for (u32 i = 0; i < g->n_sms; i++)
        g->sms[i].wake = NEVER;
    return GPU_DONE;
}

/* Write-back L1s write back, as part of the kernel: other SMs must see what it wrote. */
static enum gpu_status write_back(struct gpu *g, struct diag *d)
{
    if (g->cfg.mem.l1.write != L1_WRITE_BACK || g->cfg.gpu.coherence)
        return GPU_DONE;
    enum gpu_status st = gpu_drain(g, d);
    if (st != GPU_DONE)
        return st;
    memsys_flush(&g->mem, g->now);
    return gpu_drain(g, d);
}

void gpu_gather_sm(struct gpu *g, u32 i, const struct grid *grid, cyc now)
{
    struct sm *sm = &g->sms[i];
    struct tenant *t = grid->at[i];
    struct gpu_record *r = grid->r;
    sm_tell(sm, t, now);
    sm_audit(sm);
    sm_blame_end(sm);
    decl_stats_add(&r->sm, &t->stats, sm_stat_rows, sm_stat_count);
    decl_stats_add(&r->slot, &t->slots, slot_stat_rows, slot_stat_count);
    sm_count_ops(sm, t, &r->op);
    sm_count_pipes(sm, t, r->pipe);
    decl_pool_add(&lsu_pool, r->lsu_own, t->lsu_own);
    decl_stats_add(&g->sm_rows[i].sm, &t->stats, sm_stat_rows, sm_stat_count);
    decl_stats_add(&g->sm_rows[i].slot, &t->slots, slot_stat_rows, slot_stat_count);
}

static void gather(struct gpu *g, struct gpu_record *r, cyc until)
{
    for (u32 i = 0; i < g->n_sms; i++)
        gpu_gather_sm(g, i, &g->grids[0], until);
    r->cycles = until / g->clocks.core - r->start;
    r->cycles -= ideal_idle(&g->cfg, r, gpu_launch_cycles(g, &g->grids[0]));
}

/* Errors for a kernel that does not go with the machine's lanes or instructions. */
static void check_launch(const struct gpu *g, const struct stream_kernel *k, struct diag *d)
{
    if (k->warp_lanes != g->cfg.sm.lanes)
        diag_error(d, NULL, 0, 0, "kernel %s was made for warps of %u lanes, the machine's have %llu (sm.lanes)",
                   k->name, k->warp_lanes, (unsigned long long)g->cfg.sm.lanes);
    for (u32 pc = 0; g->cfg.sm.isa != ISA_MACHINE && pc < k->n_code; pc++)
        if (k->code[pc].slots > 1) {
            diag_error(d, NULL, 0, 0,
                       "kernel %s was compiled to a machine's own instructions, which this one has not (sm.isa)",
                       k->name);
            return;
        }
}

void gpu_copy(struct gpu *g, u64 address, u64 bytes)
{
    if (g->cfg.mem.l2.copies && g->cfg.mem.l2.kind == L2_CACHE)
        memsys_copy(&g->mem, address, bytes);
}

void gpu_start_in(struct gpu *g, u64 cycles)
{
    g->start_in = cycles;
}

void gpu_allow(struct gpu *g, u64 cycles, u64 half)
{
    g->allow.cycles = cycles;
    g->allow.half = half;
}

struct gpu *gpu_again(struct gpu *old, const struct machine_config *cfg, struct diag *d)
{
    struct gpu *g = gpu_new(cfg, &old->opt, d);
    if (g)
        memcpy(g->sm_rows, old->sm_rows, g->n_sms * sizeof(*g->sm_rows));
    gpu_free(old);
    return g;
}

static void begin_allowance(struct gpu *g, cyc began)
{
    g->allow.limit = g->sampler.limit;
    g->allow.half_at = g->allow.end = NEVER;
    if (g->allow.cycles)
        g->allow.end = began + g->allow.cycles * g->clocks.core;
    if (g->allow.cycles && g->allow.half)
        g->allow.half_at = began + g->allow.half * g->clocks.core;
    sample_limit(g, MIN(g->allow.limit, MIN(g->allow.end, g->allow.half_at)));
}

enum gpu_status gpu_admit(struct gpu *g, struct grid *grid, struct stream_source *src, struct gpu_record *r,
                          struct diag *d)
{
    const struct stream_kernel *k = src->kernel;
    describe(r, k);
    if (g->stopped)
        return (enum gpu_status)(r->status = GPU_LIMIT);
    check_launch(g, k, d);
    r->occupancy = local_decide(&g->cfg, k, &g->split, d);
    ideal_occupancy(&g->cfg, k, &r->occupancy);
    r->split = grid->split = g->split;
    if (d->errors || !r->occupancy.ctas)
        return (enum gpu_status)(r->status = GPU_REFUSED);
    struct sm_config sc = sm_config(g);
    arena_empty(&grid->arena);
    grid->kernel = sm_kernel_get(&g->kernels, &g->arena, &grid->arena, k, &sc, &r->occupancy);
    grid->kernel->by_pc = g->opt.lines;
    grid->at = ARENA_ARRAY(&grid->arena, struct tenant *, g->n_sms);
    grid->warm_at = ARENA_ARRAY(&grid->arena, u64, g->n_sms);
    grid->pair_at = ARENA_ARRAY(&grid->arena, u64, g->n_sms / 2 + 1);
    grid->src = src;
    grid->r = r;
    grid->ctas_done = grid->end = grid->left = grid->drain = grid->start_at = grid->retired = 0;
    cta_sched_begin(&grid->sched, &grid->arena, k->grid, k->n_ctas, r->occupancy.ctas);
    cta_sched_clusters(&grid->sched, &g->gpcs, k->cluster_ctas);
    if (grid->sched.cluster > 1 && !gpcs_clusters(&g->gpcs, k->cluster_ctas, r->occupancy.ctas)) {
        diag_error(d, NULL, 0, 0, "kernel %s: clusters of %u CTAs, and no GPC of the machine has as many SMs",
                   k->name, k->cluster_ctas);
        return (enum gpu_status)(r->status = GPU_REFUSED);
    }
    grid->there = true;
    memsys_host(&g->mem, k->host, k->n_host);
    g->n_grids = MAX(g->n_grids, (u32)(grid - g->grids) + 1);
    return GPU_DONE;
}

u64 gpu_launch_end(const struct gpu *g)
{
    return MIN(g->cfg.gpu.drain, g->cfg.gpu.launch);
}

static bool touches_memory(const struct stream_kernel *k)
{
    for (u32 pc = 0; pc < k->n_code; pc++) {
        const struct si *i = &k->code[pc];
        if (i->kind != SI_NOT_MEM && (i->space == SI_GLOBAL || i->space == SI_LOCAL || i->flags & SI_GENERIC))
            return true;
    }
    return false;
}

u64 gpu_launch_cycles(const struct gpu *g, const struct grid *grid)
{
    const struct gpu_params *p = &g->cfg.gpu;
    return p->launch + (touches_memory(grid->src->kernel) ? p->launch_memory : 0);
}

/* The first launch on an empty machine begins: it takes gpu.launch, and all SMs are its own. */
void gpu_begin_time(struct gpu *g)
{
    struct grid *grid = &g->grids[0];
    cyc began = g->now; /* the launch's own time is part of the kernel's */
    u64 delay = g->start_in;
    if (delay == NEVER) {
        grid->drain = gpu_launch_end(g);
        delay = gpu_launch_cycles(g, grid) - grid->drain;
    }
    g->now = began + delay * g->clocks.core;
    g->start_in = NEVER;
    memsys_new_kernel(&g->mem, g->now);
    memsys_resize_l1(&g->mem, grid->split.cache);
    memsys_settle(&g->mem, g->now);
    memsys_forget_maxima(&g->mem);
    memsys_stats(&g->mem, &g->before);
    for (u32 i = 0; i < g->n_sms; i++) {
        grid->at[i] = sm_launch(&g->sms[i], &grid->arena, grid->kernel, began);
        g->feed_at[i] = NEVER;
    }
    g->feed_min = NEVER;
    g->gated = grid->src->perform;
    g->fault = false;
    g->watch.at = g->now;
    g->watch.moves = moves(g);
    grid->r->start = began / g->clocks.core;
    refresh_next(g);
}

enum gpu_status gpu_launch(struct gpu *g, struct stream_source *src, struct gpu_record *r, struct diag *d)
{
    struct grid *grid = &g->grids[0];
    cyc began = g->now;
    g->n_grids = 0;
    enum gpu_status st = gpu_admit(g, grid, src, r, d);
    if (st != GPU_DONE)
        return st;
    gpu_begin_time(g);
    sample_begin(g, r, src->kernel);
    begin_allowance(g, began);
    st = feed_start(g, grid, g->now / g->clocks.core) ? GPU_DONE : GPU_FAULT;
    if (st == GPU_DONE) {
        ahead_begin(g, grid);
        st = gpu_run_windows(g, r, d);
        ahead_end(g);
    }
    sample_limit(g, g->allow.limit);
    g->allow.cycles = 0;
    if (st == GPU_DONE)
        st = write_back(g, d);
    cyc until = MAX(g->now, st == GPU_DONE ? grid_over(grid) * g->clocks.core : 0);
    gather(g, r, until);
    if (st == GPU_DONE)
        st = gpu_drain(g, d);
    if (st == GPU_DONE) {
        g->now = MAX(g->now, until);
        if (!memsys_conserved(&g->mem, d))
            BUG("%s: a conservation law of the memory is broken: %s", r->name, d->first ? d->first->text : "?");
    } else {
        feed_abandon(g);
        g->stopped = true;
    }
    memsys_settle(&g->mem, g->now);
    memsys_stats(&g->mem, &r->mem);
    gpu_stats_since(&r->mem, &g->before);
    gpu_energy(r, &g->cfg);
    sample_end(g, r, src->kernel);
    grid->there = false;
    r->status = st;
    return st;
}
