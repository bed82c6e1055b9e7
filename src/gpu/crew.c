/* Threads: the caller and its helpers run windows on their own units side by side. After each window a thread posts a
   mail to every other thread: the packets that it has sent there, and its next event. From these each thread computes
   the next window. When there is something to do between windows (CTAs to start, streams to lengthen) the helpers
   wait, and only the caller runs. A helper spins for a while and then sleeps in the kernel, so that an oversubscribed
   computer still makes progress. shares.c says which thread runs which units.

   When CTAs are emulated ahead of their placement (ahead.h), the last helper does that and the caller also runs the
   helper's units: this takes no more host time than to share units and wait for the emulator. */
#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "gpu/internal.h"

/* How often a waiting thread polls before it offers its core to others: about a tenth of a millisecond. */
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

/* How often it offers its core before it sleeps: about a millisecond. A sleeping thread is often woken on the core of
   the thread that wakes it, and both share that core for a while; on a large machine windows take milliseconds, and
   so may the time between two threads. */
enum { YIELDS = 2000 };

/* A word that threads wait on, and how many sleep there: waking makes a system call only if at least one sleeps. */
void crew_wait(struct crew_word *w, u32 old)
{
    for (u32 i = 0; i < SPINS + YIELDS; i++) {
        if (atomic_load_explicit(&w->value, memory_order_acquire) != old)
            return;
        if (i < SPINS)
            relax();
        else
            sched_yield();
    }
    atomic_fetch_add(&w->sleepers, 1);
    while (atomic_load(&w->value) == old)
        syscall(SYS_futex, &w->value, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
    atomic_fetch_sub(&w->sleepers, 1);
}

/* After a change of the value. All is sequentially consistent: the sleeper sees the value, or this the sleeper. */
void crew_wake(struct crew_word *w)
{
    if (atomic_load(&w->sleepers))
        syscall(SYS_futex, &w->value, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

/* After a cluster has run: notes ended CTAs. True: the cluster has stopped for a gated instruction. */
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

static u64 host_nanos(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

/* unit_run, timed in host nanoseconds. */
static cyc run_timed(struct gpu *g, u32 unit, cyc from, cyc until)
{
    u64 began = host_nanos();
    cyc next = unit_run(g, unit, from, until);
    g->crew.took[unit].nanos += host_nanos() - began;
    return next;
}

/* Runs the units of one block (from list entry `first` on) that have something to do up to `last`. Returns the least
   of their next ticks. */
static cyc run_block(struct worker *w, u32 kind, u32 first, cyc last, cyc from, cyc until)
{
    const struct unit_list *l = &w->lists[kind];
    struct unit_block *b = &l->blocks[first / UNITS_A_BLOCK];
    const u32 *units = &l->units[first], n = MIN(l->n - first, UNITS_A_BLOCK);
    cyc soonest = NEVER;
    for (u32 i = 0; i < n; i++) {
        if (b->next[i] <= last) {
            b->next[i] = (w->gpu->crew.timed ? run_timed : unit_run)(w->gpu, units[i], from, until);
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
    u32 first = w->gpu->cfg.gpu.shuffle & 1 ? PARTITIONS : CLUSTERS; /* the order of units must not matter */
    w->ended = false;
    run_list(w, first, from, until);
    run_list(w, !first, from, until);
}

/* The least next tick of the worker's units, after a window. */
static cyc soonest_of(const struct worker *w)
{
    return MIN(w->lists[CLUSTERS].soonest, w->lists[PARTITIONS].soonest);
}

/* True if the next window may follow at once: nothing is to be done between windows. */
static bool follows(const struct gpu *g, cyc now, cyc soonest, bool ended)
{
    if (ended || soonest == NEVER)
        return false;
    return window_from(g, now, soonest) < MIN(MIN(g->safe, g->limit), MIN(g->feed_min, g->arrival));
}

/* The helper that was away has finished emulating: it may take its units back. */
static bool is_back(const struct gpu *g)
{
    return g->crew.here < g->crew.n && !atomic_load_explicit(&g->ahead.away, memory_order_acquire);
}

/* ---- Side by side ---- */

/* Tells all threads that the worker's units have run this window. A mail is written in one go: the waiting thread
   polls its host line and pulls it away from this core. */
static void post(struct worker *w, u32 window)
{
    struct memsys *m = &w->gpu->mem;
    cyc sent = memsys_first(m, w->id);
    struct news news = {MIN(soonest_of(w), sent), .ended = w->ended};
    for (u32 to = 0; to < w->gpu->crew.n; to++) {
        struct mail *mail = &w->mail[window % NOC_SETS][to];
        memsys_sent(m, w->id, to, news.sent);
        mail->news = news;
        atomic_store(&mail->window.value, window);
        crew_wake(&mail->window);
    }
}

/* Waits until all threads have run this window, and fetches what they sent to the worker's units. Returns the least
   of all next ticks, and whether a CTA ended anywhere. */
static struct news hear(const struct worker *w, u32 window)
{
    const struct crew *c = &w->gpu->crew;
    struct news all = {.first = NEVER};
    u32 set = window % NOC_SETS;
    for (u32 i = 0; i < c->n; i++) {
        struct mail *m = &c->workers[i].mail[set][w->id];
        for (u32 seen; (seen = atomic_load_explicit(&m->window.value, memory_order_acquire)) != window;)
            crew_wait(&m->window, seen);
        all.first = MIN(all.first, m->news.first);
        all.ended |= m->news.ended;
        memsys_fetch(&w->gpu->mem, w->id, i, set, m->news.sent);
    }
    if (w->also)
        hear(w->also, window);
    return all;
}

/* Waits until every thread is here. */
static void meet_all(struct worker *w)
{
    struct crew *c = &w->gpu->crew;
    w->met += c->here;
    if (atomic_fetch_add(&c->met.value, 1) + 1 == w->met)
        crew_wake(&c->met);
    /* a fast thread may have arrived at the next meeting already */
    for (u32 seen; (i32)((seen = atomic_load_explicit(&c->met.value, memory_order_acquire)) - w->met) < 0;)
        crew_wait(&c->met, seen);
}

/* Gated launches: the caller goes on with the units that stopped within the window; the other threads wait. */
static void run_stopped(struct worker *w, u32 window, cyc until)
{
    const struct crew *c = &w->gpu->crew;
    bool any = false;
    w->said_stopped[window & 1] = w->n_stopped;
    meet_all(w);
    for (u32 i = 0; i < c->n; i++)
        any |= c->workers[i].said_stopped[window & 1];
    if (!any)
        return;
    if (!w->id)
        gates_run(w->gpu, until);
    meet_all(w);
}

static void run_window(struct worker *w, u32 window, cyc from, cyc until)
{
    memsys_begin(&w->gpu->mem, w->id, window % NOC_SETS);
    run_units(w, from, until);
}

/* Empties the worker's lists, as they must be when threads do not run side by side. */
static void leave(struct worker *w, u32 window)
{
    if (w->also)
        leave(w->also, window);
    memsys_begin(&w->gpu->mem, w->id, (window + 1) % NOC_SETS);
    w->soonest = NEVER;
    for (u32 kind = 0; kind < UNIT_KINDS; kind++)
        for (u32 at = 0; at < w->lists[kind].n; at += UNITS_A_BLOCK)
            w->soonest = MIN(w->soonest, w->lists[kind].blocks[at / UNITS_A_BLOCK].least);
}

/* Windows from the one at g->from on, side by side with the other threads. All take the same decisions from the same
   mails; `first` is no later than the next event, so a window may turn out empty, which changes nothing. Returns how
   many windows; *now becomes the end of the last. */
static u32 run_together(struct worker *w, u32 windows, cyc *now)
{
    struct gpu *g = w->gpu;
    struct worker *also = w->also;
    u32 before = g->crew.window, window = before + 1;
    for (cyc from = g->from;; window++) {
        cyc until = window_until(g, from);
        run_window(w, window, from, until);
        if (g->gated)
            run_stopped(w, window, until);
        if (also) {
            run_window(also, window, from, until);
            also->ended |= is_back(g);
            post(also, window);
        }
        post(w, window);
        struct news news = hear(w, window);
        if (window == before + windows || !follows(g, until, news.first, news.ended)) {
            leave(w, window);
            w->ended = news.ended;
            *now = until;
            return window - before;
        }
        from = window_from(g, until, news.first);
    }
}

/* The same windows, by the caller alone. */
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

/* The same, clusters and partitions in turn. Packets and credits go only from one kind of unit to the other, and take
   a window's length at least. So one kind may run to that long after the first tick at which the other may send: half
   as many runs, and in each more is known from the start. */
struct turn {
    cyc now;  /* this kind's units have been run up to here */
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

/* When the other kind may next send, if this one begins at `from`: at its next tick, or when a packet arrives from
   then on. */
static inline cyc turn_sends(const struct gpu *g, const struct turn *other, cyc from)
{
    return MAX(other->now, MIN(other->soon, after(from, g->window)));
}

static inline cyc turns_until(const struct gpu *g)
{
    return MIN(MIN(g->safe, g->limit), g->feed_min);
}

/* Where the next runs of the clusters and of the partitions end. The partitions do not run beyond where the clusters'
   next run may end, so that both can end at the same tick. */
static inline cyc clusters_until(const struct gpu *g, const struct turn *sms, const struct turn *mem)
{
    cyc from = turn_from(sms), until = turn_sends(g, mem, from) + g->window;
    return MIN(MIN(until, after(from, g->reach)), turns_until(g));
}
static inline cyc partitions_until(const struct gpu *g, const struct turn *sms, const struct turn *mem)
{
    return MIN(turn_sends(g, sms, turn_from(mem)) + g->span, turns_until(g));
}

/* By the caller, for all threads' units of one kind. True: CTAs have ended. */
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
    cyc woken = memsys_exchange(&g->mem, until); /* packets go only to units of the other kind */
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
    cyc until = MIN(g->from + g->span, MIN(g->limit, g->feed_min)), end = 0;
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

static void send(struct worker *w)
{
    atomic_fetch_add(&w->go.value, 1);
    crew_wake(&w->go);
}

/* Whether threads run side by side is decided by what it cost lately: some windows are run by all threads, some by
   the caller alone, and the faster way is kept for a while. Before that, and after every SHARED windows that are
   kept, the units are shared anew by what they cost in the last TIMED.

   On a large machine a window may take the host milliseconds, and a launch may have a few hundred. There all windows
   are timed, units are shared whenever threads have stopped after `enough` windows, and at most that many run alone;
   few windows say little and a meeting costs little there, so alone must be much faster to be kept. Windows thus
   begin and end by host time, on which no result may depend (feed.c).

   If another program uses one of the cores, threads wait for each other for many times a window's length. Then the
   length of the trial counts: the caller goes on alone for that many times longer. */
enum {
    TRIED = 256,
    LEAST_TRIED = 16,
    TRIAL_NANOS = 5000000,
    KEPT = 64 /* times as many */,
    LOST = 1 << 5 /* times as long */,
    SHARED = 256,
    TIMED = 32
};

bool crew_start(struct gpu *g)
{
    struct crew *c = &g->crew;
    c->here = c->n;
    c->phase = CREW_KEEP; /* ends at once: then windows are tried */
    c->windows_left = 1;
    c->enough = TRIED;
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

static bool meets(const struct crew *c)
{
    if (c->here == 1 || c->phase != CREW_KEEP)
        return c->here > 1 && c->phase != CREW_ALONE;
    return c->cost[CREW_TOGETHER] * c->ticks[CREW_ALONE] <= c->favour * c->cost[CREW_ALONE] * c->ticks[CREW_TOGETHER];
}

/* Windows are compared only while no helper is away. */
static bool counts(const struct crew *c)
{
    return c->n > 1 && c->here == c->n;
}

static bool is_slow(const struct crew *c) /* so that reading the clock twice for each unit costs nothing */
{
    return c->enough < TRIED / 4;
}

/* Are units timed in the next windows? And for how many windows will this not change? */
static bool is_timed(const struct crew *c)
{
    return (is_slow(c) && meets(c)) || c->phase == CREW_SHARE ||
           (c->phase == CREW_KEEP && meets(c) && (c->windows_left - 1) % SHARED < TIMED);
}
static u32 windows_alike(const struct crew *c)
{
    u32 left = (c->windows_left - 1) % SHARED + 1; /* the last TIMED of these are timed */
    return c->phase == CREW_KEEP && left > TIMED ? left - TIMED : left;
}

/* How many windows the caller alone would run in so many nanoseconds. */
static u32 windows_of(const struct crew *c, double nanos)
{
    return (u32)MIN(nanos * c->counted[CREW_ALONE] / c->cost[CREW_ALONE], 1e9);
}

static u32 phase_windows(const struct crew *c)
{
    switch (c->phase) {
    case CREW_SHARE: return TIMED;
    case CREW_TOGETHER: return TRIED;
    case CREW_ALONE: return c->enough;
    default: /* large, because trying the other way moves all data to the caller's core and back */
        return MAX(KEPT * c->enough * (meets(c) ? 4 : 1), meets(c) ? 0 : windows_of(c, LOST * c->trial));
    }
}

static void count_windows(struct gpu *g, u32 windows, cyc ticks, u64 took)
{
    struct crew *c = &g->crew;
    u64 fit = (u64)TRIAL_NANOS * windows / MAX(took, 1);
    c->enough = (u32)MIN(MAX(fit, LEAST_TRIED), TRIED);
    c->cost[c->phase] += (double)took;
    c->trial = (c->phase == CREW_KEEP ? 0 : c->trial) + (c->phase == CREW_TOGETHER ? (double)took : 0);
    c->ticks[c->phase] += (double)ticks;
    c->counted[c->phase] += windows;
    c->windows_left -= MIN(windows, c->windows_left);
    c->unshared += windows;
    if (c->timed && (c->windows_left % SHARED == 0 || (is_slow(c) && c->unshared >= c->enough))) {
        crew_share_again(g);
        c->unshared = 0;
    }
    if (c->phase == CREW_TOGETHER && c->windows_left >= c->enough)
        c->cost[c->phase] = c->ticks[c->phase] = 0; /* the last are compared, about as many as will run alone */
    if (c->windows_left)
        return;
    c->phase = (enum crew_phase)((c->phase + 1) % CREW_PHASES);
    if (c->phase == CREW_ALONE)
        c->favour = is_slow(c) ? 1.5 : 1;
    c->windows_left = phase_windows(c);
    c->cost[c->phase] = c->ticks[c->phase] = c->counted[c->phase] = 0;
}

/* Decides which thread emulates, and so which threads run units. */
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
    c->workers[0].also = c->here < c->n ? &c->workers[c->n - 1] : NULL;
    u32 ran = run_together(&c->workers[0], windows, &g->now);
    for (u32 left; (left = atomic_load_explicit(&c->left.value, memory_order_acquire)) != 0;)
        crew_wait(&c->left, left);
    c->window += ran;
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
    if (!g->pitch && MIN(g->safe, g->limit) < g->from + g->span) /* the launch's last cycles: no meeting */
        return g->turns && !g->together && !g->gated ? run_last(g) : run_alone(g, 1);
    bool turns = g->turns && !g->together && g->from + g->span <= MIN(g->safe, g->limit);
    windows = counts(c) ? MIN(windows, windows_alike(c)) : windows;
    c->timed = counts(c) && is_timed(c);
    u64 began = counts(c) ? host_nanos() : 0;
    cyc from = g->from;
    u32 ran = meets(c) ? run_meeting(g, windows) : (turns ? run_by_turns : run_alone)(g, windows);
    if (counts(c))
        count_windows(g, ran, g->now - from, host_nanos() - began);
    return ran;
}
