/* Threads: the caller and its helpers run a window each on their own units, meet, fetch what was sent to their units,
   and go on with the next window, which each finds by itself from what all have said. When there is something to do
   between windows (CTAs to start, streams to lengthen) the helpers wait, and only the caller runs. A helper spins for
   a while and then sleeps in the kernel, so that an oversubscribed machine still moves.

   When CTAs are to be emulated that will be placed later (ahead.h), the last helper does that, and the caller runs
   its units, too: it takes no more host time than to share the units and to wait for the emulator. */
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "gpu/internal.h"

/* How often a waiting thread looks before it sleeps: about a tenth of a millisecond, the work of a large window. */
#if defined(__x86_64__)
enum { SPINS = 4000 };
static inline void relax(void)
{
    __asm__ volatile("pause");
}
#elif defined(__aarch64__)
enum { SPINS = 10000 };
static inline void relax(void)
{
    __asm__ volatile("isb");
}
#else
enum { SPINS = 100000 };
static inline void relax(void) {}
#endif

/* A word that threads wait on, and how many sleep there: waking costs a system call only if somebody does. */
void crew_wait(struct crew_word *w, u32 old)
{
    for (u32 i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&w->value, memory_order_acquire) != old)
            return;
        relax();
    }
    atomic_fetch_add(&w->sleepers, 1);
    while (atomic_load(&w->value) == old)
        syscall(SYS_futex, &w->value, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
    atomic_fetch_sub(&w->sleepers, 1);
}

/* After a change of the value (sequentially consistent, as the sleepers' count is: one of the two sees the other). */
void crew_wake(struct crew_word *w)
{
    if (atomic_load(&w->sleepers))
        syscall(SYS_futex, &w->value, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

/* After a cluster has run: has a CTA ended? True: it has stopped for a gated instruction. */
static bool look_at(struct worker *w, u32 cluster)
{
    const struct gpu *g = w->gpu;
    u32 n = (u32)g->cfg.gpu.sms_per_cluster;
    bool stopped = false;
    for (u32 i = cluster * n; i < (cluster + 1) * n; i++) {
        w->ended |= g->sms[i].cta_ended;
        stopped |= sm_at_gate(g, i);
    }
    if (stopped)
        w->stopped[w->n_stopped++] = cluster;
    return stopped;
}

/* Those of the block that begins with unit `first` of the list that have something to do up to `last`. Gives the
   least of their next ticks. */
static cyc run_block(struct worker *w, u32 kind, u32 first, cyc last, cyc from, cyc until)
{
    const struct unit_list *l = &w->lists[kind];
    struct unit_block *b = &l->blocks[first / UNITS_A_BLOCK];
    const u32 *units = &l->units[first], n = MIN(l->n - first, UNITS_A_BLOCK);
    cyc soonest = NEVER;
    for (u32 i = 0; i < n; i++) {
        if (b->next[i] <= last) {
            b->next[i] = unit_run(w->gpu, units[i], from, until);
            if (kind == CLUSTERS && look_at(w, units[i]))
                continue; /* its next tick may lie in this window yet */
        }
        soonest = MIN(soonest, b->next[i]);
    }
    unit_block_changed(b);
    return soonest;
}

static void run_list(struct worker *w, u32 kind, cyc from, cyc until)
{
    struct unit_list *l = &w->lists[kind];
    cyc last = w->gpu->cfg.gpu.skip ? until - 1 : NEVER, soonest = NEVER;
    const struct unit_block *b = l->blocks;
    for (u32 at = 0; at < l->n; at += UNITS_A_BLOCK, b++) {
        cyc least = b->least > last ? b->least : run_block(w, kind, at, last, from, until);
        soonest = MIN(soonest, least);
    }
    l->soonest = soonest;
}

static void run_units(struct worker *w, cyc from, cyc until)
{
    u32 first = w->gpu->cfg.gpu.shuffle & 1 ? PARTITIONS : CLUSTERS; /* nothing may depend on it */
    w->ended = false;
    run_list(w, first, from, until);
    run_list(w, !first, from, until);
}

/* After a window, and what has stopped within it. */
static cyc soonest_of(const struct worker *w)
{
    return MIN(w->lists[CLUSTERS].soonest, w->lists[PARTITIONS].soonest);
}

/* Whether the next window may follow at once: nothing is to be done between. */
static bool follows(const struct gpu *g, cyc now, cyc soonest, bool ended)
{
    if (ended || g->feed_min <= now || soonest == NEVER)
        return false;
    return window_from(g, now, soonest) < MIN(MIN(g->safe, g->limit), g->arrival);
}

/* Waits until every thread has run its units of this window. */
static void meet_all(struct worker *w)
{
    struct crew *c = &w->gpu->crew;
    w->met += c->here;
    if (atomic_fetch_add(&c->met.value, 1) + 1 == w->met)
        crew_wake(&c->met);
    /* who was quick may have come to the next meeting already */
    for (u32 seen; (i32)((seen = atomic_load_explicit(&c->met.value, memory_order_acquire)) - w->met) < 0;)
        crew_wait(&c->met, seen);
}

/* What has stopped within the window goes on, by the caller; the others wait for it. */
static void run_stopped(struct worker *w, u32 k, cyc until)
{
    const struct crew *c = &w->gpu->crew;
    bool any = false;
    w->said_stopped[k & 1] = w->n_stopped;
    meet_all(w);
    for (u32 i = 0; i < c->n; i++)
        any |= c->workers[i].said_stopped[k & 1];
    if (!any)
        return;
    if (!w->id)
        gates_run(w->gpu, until);
    meet_all(w);
}

/* What the worker's units have sent goes to others' lists, and it says what comes next. */
static u32 say(struct worker *w, u32 k)
{
    cyc sent;
    w->soonest = soonest_of(w);
    u32 set = memsys_swap(&w->gpu->mem, w->id, &sent);
    w->said[k & 1] = (struct worker_said){MIN(w->soonest, sent), w->ended};
    return set;
}

static void fetch(struct worker *w, u32 set)
{
    cyc woken = memsys_fetch(&w->gpu->mem, w->id, set);
    w->soonest = MIN(w->soonest, woken);
}

/* The helper that was away emulates no more: it may have its units again. */
static bool is_back(const struct gpu *g)
{
    return g->crew.here < g->crew.n && !atomic_load_explicit(&g->ahead.away, memory_order_acquire);
}

/* Windows from the one at g->from on, side by side with the other threads. All take the same decisions, from what
   all have said; `first` is no later than what happens next, so a window may turn out empty, which changes nothing.
   Returns how many windows; *now becomes the end of the last. */
static u32 run_together(struct worker *w, u32 windows, cyc *now)
{
    struct gpu *g = w->gpu;
    const struct crew *c = &g->crew;
    struct worker *absent = !w->id && c->here < c->n ? &c->workers[c->n - 1] : NULL;
    cyc from = g->from;
    for (u32 k = 0;; k++) {
        cyc until = window_until(g, from), first = NEVER;
        bool ended = false;
        run_units(w, from, until);
        if (g->gated)
            run_stopped(w, k, until);
        if (absent) {
            run_units(absent, from, until);
            absent->ended |= is_back(g);
            say(absent, k);
        }
        u32 set = say(w, k);
        meet_all(w);
        for (u32 i = 0; i < c->n; i++) {
            first = MIN(first, c->workers[i].said[k & 1].first);
            ended |= c->workers[i].said[k & 1].ended;
        }
        fetch(w, set);
        if (absent)
            fetch(absent, set);
        if (k + 1 == windows || !follows(g, until, first, ended)) {
            w->ended = ended;
            *now = until;
            return k + 1;
        }
        from = window_from(g, until, first);
    }
}

/* The same by one thread. */
static u32 run_alone(struct gpu *g, u32 windows)
{
    struct crew *c = &g->crew;
    for (u32 k = 1;; k++) {
        cyc until = window_until(g, g->from);
        bool ended = false, stopped = false;
        for (u32 i = 0; i < c->n; i++) {
            run_units(&c->workers[i], g->from, until);
            stopped |= c->workers[i].n_stopped;
        }
        if (stopped)
            gates_run(g, until);
        for (u32 i = 0; i < c->n; i++)
            ended |= c->workers[i].ended;
        ended |= is_back(g);
        g->soonest = memsys_exchange(&g->mem, until);
        for (u32 i = 0; i < c->n; i++)
            g->soonest = MIN(g->soonest, soonest_of(&c->workers[i]));
        g->now = until;
        g->ended |= ended;
        if (k == windows || !follows(g, until, g->soonest, ended))
            return k;
        g->from = window_from(g, until, g->soonest);
    }
}

/* The same by turns. Packets and credits go from clusters to partitions or back, and take a window's length at least.
   So one kind of unit may run to that long after the first tick at which the other may send something: half as many
   runs, and in each more is known from the beginning. */
struct turn {
    cyc now;  /* its units have been run to here */
    cyc soon; /* and have nothing to do before this tick */
};

static inline cyc after(cyc t, cyc length)
{
    return t == NEVER ? NEVER : t + length;
}

static inline cyc turn_from(const struct turn *t)
{
    return MAX(t->now, t->soon);
}

/* When the other kind may next send something, if this one begins at `from`: at its next tick, or when something has
   come that is sent from then on. */
static inline cyc turn_sends(const struct gpu *g, const struct turn *other, cyc from)
{
    return MAX(other->now, MIN(other->soon, after(from, g->window)));
}

/* Where the next runs of the clusters and of the partitions end. The partitions do not run beyond where the clusters'
   next run may end, so that both can end at the same tick. */
static inline cyc clusters_until(const struct gpu *g, const struct turn *sms, const struct turn *mem)
{
    cyc from = turn_from(sms), until = turn_sends(g, mem, from) + g->window;
    return MIN(MIN(until, after(from, g->reach)), MIN(g->safe, g->limit));
}
static inline cyc partitions_until(const struct gpu *g, const struct turn *sms, const struct turn *mem)
{
    return MIN(turn_sends(g, sms, turn_from(mem)) + g->span, MIN(g->safe, g->limit));
}

/* By the caller, for all threads. True: CTAs have ended. */
static bool run_turn(struct gpu *g, u32 kind, struct turn *own, struct turn *other, cyc until)
{
    struct crew *c = &g->crew;
    bool stopped = false, ended = false;
    for (u32 i = 0; i < c->n; i++) {
        c->workers[i].ended = false;
        run_list(&c->workers[i], kind, own->now, until);
        stopped |= c->workers[i].n_stopped;
    }
    if (stopped)
        gates_run(g, until);
    own->now = until;
    own->soon = NEVER;
    for (u32 i = 0; i < c->n; i++) {
        own->soon = MIN(own->soon, c->workers[i].lists[kind].soonest);
        ended |= c->workers[i].ended;
    }
    cyc woken = memsys_exchange(&g->mem, until); /* who is sent something is of the other kind */
    other->soon = MIN(other->soon, woken);
    return ended;
}

static u32 run_by_turns(struct gpu *g, u32 windows)
{
    u32 k = 1;
    bool ended;
    struct turn sms = {g->from, g->soonest}, mem = sms;
    for (;; k++) {
        ended = run_turn(g, CLUSTERS, &sms, &mem, clusters_until(g, &sms, &mem));
        ended |= is_back(g);
        if (k == windows || !follows(g, sms.now, MIN(sms.soon, mem.soon), ended))
            break;
        run_turn(g, PARTITIONS, &mem, &sms, partitions_until(g, &sms, &mem));
    }
    run_turn(g, PARTITIONS, &mem, &sms, sms.now);
    g->soonest = MIN(sms.soon, mem.soon);
    g->now = sms.now;
    g->ended |= ended;
    return k;
}

/* A window in which the launch may end, for the same machine where no instruction is gated. The clusters that have
   CTAs come first, and each stops with the cycle in which it has none any more. If that is so of all, the launch and
   the window end with the last of these cycles; else the window is as long as any. The other units then run to its
   end. */
static u32 run_last(struct gpu *g)
{
    struct crew *c = &g->crew;
    cyc until = MIN(g->from + g->span, g->limit), end = 0;
    bool running = false;
    g->stop_empty = true;
    for (u32 k = 0; k < c->n; k++) {
        struct unit_list *l = &c->workers[k].lists[CLUSTERS];
        for (u32 i = 0; i < l->n; i++) {
            const struct sm *sm = &g->sms[l->units[i]];
            if (!sm->held)
                continue;
            cyc *next = g->next[l->units[i]];
            if (*next < until)
                unit_set(next, unit_run(g, l->units[i], g->from, until));
            running |= sm_running(sm);
            end = MAX(end, (sm->cycle + 1) * g->clocks.core);
            g->ended |= sm->cta_ended;
        }
    }
    g->stop_empty = false;
    until = running ? until : end;
    for (u32 k = 0; k < c->n; k++) {
        run_units(&c->workers[k], g->from, until);
        g->ended |= c->workers[k].ended;
    }
    g->soonest = memsys_exchange(&g->mem, until);
    for (u32 k = 0; k < c->n; k++)
        g->soonest = MIN(g->soonest, soonest_of(&c->workers[k]));
    g->now = until;
    return 1;
}

static void *helper(void *arg)
{
    struct worker *w = arg;
    struct crew *c = &w->gpu->crew;
    for (u32 seen = 0;; seen++) {
        crew_wait(&w->go, seen);
        if (atomic_load_explicit(&c->quit, memory_order_acquire))
            return NULL;
        if (w->emulates) {
            ahead_work(&w->gpu->ahead);
            continue;
        }
        cyc now;
        run_together(w, c->windows, &now);
        if (atomic_fetch_sub(&c->left.value, 1) == 1)
            crew_wake(&c->left);
    }
}

/* Another order of ticks, for tests: nothing may change. */
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
    struct unit_list l = {
        .units = ARENA_ARRAY(a, u32, most), .blocks = ARENA_LINES(a, struct unit_block, blocks), .soonest = NEVER};
    memset(l.blocks, 0xff, blocks * sizeof *l.blocks); /* NEVER */
    return l;
}

/* Clusters weigh more than partitions; each unit goes to the thread with the least so far. */
void crew_deal(struct gpu *g, u32 threads)
{
    struct crew *c = &g->crew;
    u32 weight[MAX_THREADS] = {0};
    u16 *thread_of = c->thread_of = ARENA_ARRAY(&g->arena, u16, g->n_units);
    g->gates = ARENA_ARRAY(&g->arena, u64, g->n_clusters);
    g->gates_now = ARENA_ARRAY(&g->arena, u32, g->n_clusters);
    c->n = MAX(1, MIN(MIN(threads, MAX_THREADS), g->n_units));
    c->workers = ARENA_ARRAY(&g->arena, struct worker, c->n);
    for (u32 i = 0; i < c->n; i++) {
        c->workers[i] = (struct worker){.gpu = g, .id = i};
        c->workers[i].stopped = ARENA_ARRAY(&g->arena, u32, g->n_clusters);
        c->workers[i].lists[CLUSTERS] = list_new(&g->arena, g->n_clusters);
        c->workers[i].lists[PARTITIONS] = list_new(&g->arena, g->n_units - g->n_clusters);
    }
    for (u32 u = 0; u < g->n_units; u++) {
        u32 best = 0;
        for (u32 i = 1; i < c->n; i++)
            best = weight[i] < weight[best] ? i : best;
        weight[best] += u < g->n_clusters ? 4 * (u32)g->cfg.gpu.sms_per_cluster : 3;
        struct unit_list *l = &c->workers[best].lists[u < g->n_clusters ? CLUSTERS : PARTITIONS];
        l->units[l->n++] = u;
        thread_of[u] = (u16)best;
    }
    g->next = ARENA_ARRAY(&g->arena, cyc *, g->n_units);
    for (u32 i = 0; i < UNIT_KINDS * c->n; i++) {
        struct unit_list *l = &c->workers[i / UNIT_KINDS].lists[i % UNIT_KINDS];
        if (g->cfg.gpu.shuffle)
            shuffle(l, g->cfg.gpu.shuffle + i);
        for (u32 k = 0; k < l->n; k++)
            g->next[l->units[k]] = &l->blocks[k / UNITS_A_BLOCK].next[k % UNITS_A_BLOCK];
    }
    if (c->n > 1)
        memsys_deal(&g->mem, &g->arena, c->n, thread_of);
}

static void send(struct worker *w)
{
    atomic_fetch_add(&w->go.value, 1);
    crew_wake(&w->go);
}

bool crew_start(struct gpu *g)
{
    struct crew *c = &g->crew;
    c->here = c->n;
    c->phase = CREW_KEEP; /* ends at once: the first windows are a trial */
    for (u32 i = 1; i < c->n; i++)
        if (pthread_create(&c->workers[i].thread, NULL, helper, &c->workers[i])) {
            c->n = i;
            crew_stop(g);
            return false;
        } else {
            pthread_setname_np(c->workers[i].thread, "sluice"); /* cuda/beside.c counts the others */
        }
    return true;
}

void crew_stop(struct gpu *g)
{
    struct crew *c = &g->crew;
    atomic_store_explicit(&c->quit, true, memory_order_release);
    for (u32 i = 1; i < c->n; i++)
        send(&c->workers[i]);
    for (u32 i = 1; i < c->n; i++)
        pthread_join(c->workers[i].thread, NULL);
    c->n = 0;
}

/* Whether to meet is decided by what it has cost lately: some windows are run by all threads, some by the caller
   alone, and the way that took less time is kept for a while. Who runs a unit changes nothing in the results. */
enum { TRIED = 256, KEPT = 16384 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool meets(const struct crew *c)
{
    if (c->here == 1 || c->phase != CREW_KEEP)
        return c->here > 1 && c->phase == CREW_TOGETHER;
    return c->cost[CREW_TOGETHER] * c->ticks[CREW_ALONE] <= c->cost[CREW_ALONE] * c->ticks[CREW_TOGETHER];
}

/* Of windows while a helper is away nothing can be learnt. */
static bool counts(const struct crew *c)
{
    return c->n > 1 && c->here == c->n;
}

static void count_windows(struct crew *c, u32 windows, cyc ticks, double took)
{
    if (c->phase != CREW_KEEP) {
        c->cost[c->phase] += took;
        c->ticks[c->phase] += (double)ticks;
    }
    if (c->windows_left -= MIN(windows, c->windows_left))
        return;
    c->phase = (enum crew_phase)((c->phase + 1) % CREW_PHASES);
    c->windows_left = c->phase == CREW_KEEP ? KEPT : TRIED;
    if (c->phase != CREW_KEEP)
        c->cost[c->phase] = c->ticks[c->phase] = 0;
}

/* Who emulates, and so who runs units. */
static void send_away(struct gpu *g)
{
    struct crew *c = &g->crew;
    struct worker *w = &c->workers[c->n - 1];
    if (c->n == 1)
        return;
    if (ahead_wanted(g)) {
        w->emulates = true;
        atomic_store(&g->ahead.away, true);
        send(w);
    }
    c->here = c->n - atomic_load_explicit(&g->ahead.away, memory_order_acquire);
}

static u32 run_meeting(struct gpu *g, u32 windows)
{
    struct crew *c = &g->crew;
    u32 met = atomic_load(&c->met.value);
    c->windows = windows;
    atomic_store(&c->left.value, c->here - 1);
    for (u32 i = 0; i < c->here; i++)
        c->workers[i].met = met;
    for (u32 i = 1; i < c->here; i++) {
        c->workers[i].emulates = false;
        send(&c->workers[i]);
    }
    u32 ran = run_together(&c->workers[0], windows, &g->now);
    for (u32 left; (left = atomic_load_explicit(&c->left.value, memory_order_acquire)) != 0;)
        crew_wait(&c->left, left);
    g->ended |= c->workers[0].ended;
    g->soonest = NEVER;
    for (u32 i = 0; i < c->n; i++)
        g->soonest = MIN(g->soonest, c->workers[i].soonest);
    return ran;
}

void crew_run_alone(struct gpu *g)
{
    run_alone(g, 1);
}

u32 crew_run(struct gpu *g, u32 windows)
{
    struct crew *c = &g->crew;
    send_away(g);
    if (!g->pitch && window_until(g, g->from) < g->from + g->span) /* the launch's last cycles: not worth a meeting */
        return g->turns && !g->together && !g->gated ? run_last(g) : run_alone(g, 1);
    bool tries = counts(c) && c->phase != CREW_KEEP;
    bool turns = g->turns && !g->together && g->from + g->span <= MIN(g->safe, g->limit);
    windows = counts(c) ? MIN(windows, MAX(c->windows_left, 1)) : windows;
    double began = tries ? seconds() : 0;
    cyc from = g->from;
    u32 ran = meets(c) ? run_meeting(g, windows) : (turns ? run_by_turns : run_alone)(g, windows);
    if (counts(c))
        count_windows(c, ran, g->now - from, tries ? seconds() - began : 0);
    return ran;
}
