/* Which thread runs which units. They are shared by cost: first a guess, then the host time that each took (crew.c
   times them in some windows). Results do not depend on it. */
#include <string.h>

#include "gpu/internal.h"

/* Another order of ticks, for tests: results must not change. */
static void shuffle(struct unit_list *l, u64 seed)
{
    for (u32 i = l->n; i > 1; i--) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        u32 j = (u32)((seed >> 33) % i), t = l->units[i - 1];
        l->units[i - 1] = l->units[j];
        l->units[j] = t;
    }
}

static struct unit_list list_new(struct arena *a, u32 most)
{
    u32 blocks = (most + UNITS_A_BLOCK - 1) / UNITS_A_BLOCK;
    return (struct unit_list){
        .units = ARENA_ARRAY(a, u32, most), .blocks = ARENA_LINES(a, struct unit_block, blocks), .soonest = NEVER};
}

/* Builds the threads' lists from thread_of, between windows. */
static void make_lists(struct gpu *g)
{
    struct crew *c = &g->crew;
    for (u32 u = 0; u < g->n_units; u++)
        c->saved[u] = g->next[u] ? *g->next[u] : NEVER;
    for (u32 i = 0; i < UNIT_KINDS * c->n; i++) {
        struct unit_list *l = &c->workers[i / UNIT_KINDS].lists[i % UNIT_KINDS];
        l->n = 0;
        for (u32 u = 0; u < g->n_units; u++)
            if (c->thread_of[u] == i / UNIT_KINDS && (u >= g->n_clusters) == (i % UNIT_KINDS == PARTITIONS))
                l->units[l->n++] = u;
        if (g->cfg.gpu.shuffle)
            shuffle(l, g->cfg.gpu.shuffle + i);
        memset(l->blocks, 0xff, div_up(l->n, UNITS_A_BLOCK) * sizeof *l->blocks); /* NEVER */
        for (u32 k = 0; k < l->n; k++) {
            u32 u = l->units[k];
            g->next[u] = &l->blocks[k / UNITS_A_BLOCK].next[k % UNITS_A_BLOCK];
            unit_set(g->next[u], c->saved[u]);
            if (!unit_frozen(g, u))
                memsys_watch(&g->mem, u, g->next[u]);
        }
    }
    if (c->n > 1)
        memsys_deal(&g->mem, c->thread_of);
}

/* Each unit goes to the thread with the least so far. */
static void share(struct gpu *g)
{
    struct crew *c = &g->crew;
    u64 load[MAX_THREADS] = {0};
    for (u32 u = 0; u < g->n_units; u++) {
        u32 best = 0;
        for (u32 i = 1; i < c->n; i++)
            best = load[i] < load[best] ? i : best;
        load[best] += c->took[u].nanos;
        c->thread_of[u] = (u16)best;
    }
    make_lists(g);
}

/* Moves a unit from the thread with the most load to the one with the least. False: no unit would bring them nearer
   by an eighth of the difference. */
static bool move_one(struct crew *c, u32 n_units, u64 load[MAX_THREADS])
{
    u32 most = 0, least = 0, best = n_units;
    for (u32 i = 1; i < c->n; i++) {
        most = load[i] > load[most] ? i : most;
        least = load[i] < load[least] ? i : least;
    }
    u64 gap = load[most] - load[least], left = gap - gap / 8;
    for (u32 u = 0; u < n_units; u++) {
        u64 twice = 2 * c->took[u].nanos, after = twice > gap ? twice - gap : gap - twice;
        if (c->thread_of[u] == most && after < left) {
            left = after;
            best = u;
        }
    }
    if (best == n_units || gap < load[most] / 32)
        return false;
    load[most] -= c->took[best].nanos;
    load[least] += c->took[best].nanos;
    c->thread_of[best] = (u16)least;
    return true;
}

/* Units move to threads that had less to do; results do not depend on it. Few at a time: a unit costs more or less on
   another core, and its data has to follow. */
void crew_share_again(struct gpu *g)
{
    struct crew *c = &g->crew;
    u64 load[MAX_THREADS] = {0};
    u32 moved = 0;
    for (u32 u = 0; u < g->n_units && g->cfg.gpu.shuffle; u++) /* tests: any unit will do */
        c->took[u].nanos = (u * 40503u + c->window + (u32)g->cfg.gpu.shuffle) * 2654435761u >> 20;
    for (u32 u = 0; u < g->n_units; u++)
        load[c->thread_of[u]] += c->took[u].nanos;
    while (moved < g->n_units && move_one(c, g->n_units, load))
        moved++;
    if (moved)
        make_lists(g);
    for (u32 u = 0; u < g->n_units; u++)
        c->took[u].nanos /= 4; /* old costs soon count little */
}

void crew_deal(struct gpu *g, u32 threads)
{
    struct crew *c = &g->crew;
    c->thread_of = ARENA_ARRAY(&g->arena, u16, g->n_units);
    c->took = ARENA_LINES(&g->arena, struct unit_time, g->n_units);
    c->saved = ARENA_ARRAY(&g->arena, cyc, g->n_units);
    g->next = ARENA_ARRAY(&g->arena, cyc *, g->n_units);
    g->gates = ARENA_ARRAY(&g->arena, u64, g->n_clusters);
    g->gates_now = ARENA_ARRAY(&g->arena, u32, g->n_clusters);
    c->n = MAX(1, MIN(MIN(threads, MAX_THREADS), g->n_units));
    c->workers = ARENA_LINES(&g->arena, struct worker, c->n);
    for (u32 i = 0; i < c->n; i++) {
        c->workers[i] = (struct worker){.gpu = g, .id = i};
        c->workers[i].stopped = ARENA_ARRAY(&g->arena, u32, g->n_clusters);
        c->workers[i].lists[CLUSTERS] = list_new(&g->arena, g->n_clusters);
        c->workers[i].lists[PARTITIONS] = list_new(&g->arena, g->n_units - g->n_clusters);
        for (u32 set = 0; set < NOC_SETS; set++)
            c->workers[i].mail[set] = ARENA_LINES(&g->arena, struct mail, c->n);
    }
    if (c->n > 1)
        memsys_threads(&g->mem, &g->arena, c->n);
    for (u32 u = 0; u < g->n_units; u++) /* a guess, until some windows have been run */
        c->took[u].nanos = u < g->n_clusters ? 4 * g->cfg.gpu.sms_per_cluster : 3;
    share(g);
}
