/* Several streams at a time.

   Where kernels are timed and the program has several streams, their work does not run when it is asked for: it
   waits, in order, until the program waits for it or does anything that could show it, and then all of it runs as on
   a card: an item is ready when what comes before it in its stream is done, and so is what its stream waits for by
   events; kernels that are ready share the machine (gpu/together.c). The legacy default stream comes behind all that
   was there before, and before all that comes later, in streams that are not cudaStreamNonBlocking. Copies, fills and
   events take no time, and are done when they are ready, in the order of their calls.

   What is done at once, and so everything that waits before it: what the host could see without a call (a copy to
   memory of its own, a kernel that gets a pointer to pinned or managed memory) and, so that there is a bound, every
   MOST items. Kernels that get a pointer to memory that the host writes, and poll, have the machine to themselves; so
   have those that launch kernels where the machine does not say how long that takes (children.c); so have graphs, and
   everything where cuda_record_shares says no.

   Other kernels that poll may wait for a kernel of another stream, or for what the host does next (a copy to what
   they poll). Where the only thread of the program waits for work by a call, only kernels can write any more:
   all that waits shares the machine. Where it goes on, or there is no kernel of another stream, one that polls and is
   not cooperative begins alone, beside the host (beside.c), and what comes behind it is queued there.

   Nothing here depends on the host's time. A program that looks, without a call, at pinned memory which a copy or an
   address inside of other memory leads to would look forever: after PATIENCE seconds without a call it is told. */
#include "cuda/together.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda/beside.h"
#include "cuda/children.h"
#include "cuda/launch.h"
#include "cuda/record.h"
#include "cuda/timed.h"

#define PATIENCE 10
#define MOST 1024

enum item_state { WAITS, RUNS, OVER };
enum stream_kind { LEGACY, BLOCKING, NON_BLOCKING };
struct item {
    struct CUgraphNode_st *node;
    u64 stream;          /* a number of its own */
    cudaStream_t handle; /* NULL: the default stream's, or it is destroyed */
    size_t record;       /* of a wait: the item that records the event; SIZE_MAX: nothing to wait for */
    int priority;
    u8 kind, state;              /* enum stream_kind, item_state */
    struct timed_launch *launch; /* while its CTAs run */
    bool asks;                   /* and its kernel may launch others, which are part of it */
};

static struct { /* part of the process's state, under the lock */
    VEC(struct item) items;
    struct CUgraph_st inbox; /* what the last together_queue was for */
    struct item from;        /* its stream */
    VEC(u64) busy;           /* of `advance`: streams whose next item is not ready */
    bool running, apart;
    bool waited; /* the settling call only waits for work */
    u32 own;     /* threads that have used a default stream of their own */
    u64 calls;   /* calls so far, for the thread that watches for a program that waits without any */
    bool watched;
} all;

static _Thread_local bool has_own;

/* Turns what the last call left in the inbox into items. */
static void absorb(void)
{
    for (size_t i = 0; i < all.inbox.nodes.n; i++) {
        struct item it = all.from;
        it.node = all.inbox.nodes.at[i];
        it.record = SIZE_MAX;
        it.priority = it.node->ranked ? it.node->priority : it.priority;
        for (size_t k = 0; it.node->type == cudaGraphNodeTypeWaitEvent && k < all.items.n; k++)
            if (all.items.at[k].node->type == cudaGraphNodeTypeEventRecord &&
                all.items.at[k].node->event == it.node->event)
                it.record = k;
        VEC_PUSH(&all.items, it);
    }
    all.inbox.nodes.n = 0;
}

/* Watches for a program that makes no call while work waits. */
static void *watch(void *unused)
{
    (void)unused;
    for (u64 seen = 0, same = 0;;) {
        sleep(1);
        if (!cuda_lock_soon())
            continue;
        same = all.calls == seen && all.items.n + all.inbox.nodes.n ? same + 1 : 0;
        seen = all.calls;
        if (same == PATIENCE)
            cuda_say_once("waits",
                          "work of several streams waits for a call that waits for it; if the program waits for "
                          "memory to change, without a call, run it with --serial");
        cuda_unlock(NULL);
    }
    return NULL;
}

static void start_watch(void)
{
    pthread_t t;
    if (all.watched || pthread_create(&t, NULL, watch, NULL))
        return;
    all.watched = true;
    pthread_setname_np(t, "sluice");
    pthread_detach(t);
}

/* Can kernels of several streams be on the machine at the same time? */
static bool several(const struct cuda_state *s)
{
    size_t n = s->streams.n + all.own;
    for (size_t i = 0; i < s->streams.n; i++)
        if (s->streams.at[i]->flags & cudaStreamNonBlocking)
            return true; /* beside the default stream */
    return n > 1;
}

static struct item item_from(cudaStream_t s)
{
    if (s == cudaStreamPerThread)
        return (struct item){.stream = (u64)(uintptr_t)&has_own, .handle = s, .kind = BLOCKING};
    if ((uintptr_t)s <= 2)
        return (struct item){.kind = LEGACY};
    return (struct item){.stream = (u64)(uintptr_t)s,
                         .handle = s,
                         .priority = s->priority,
                         .kind = s->flags & cudaStreamNonBlocking ? NON_BLOCKING : BLOCKING};
}

struct CUgraph_st *together_queue(cudaStream_t s)
{
    struct cuda_state *st = cuda_state();
    if (all.running)
        return NULL;
    all.calls++;
    if (s == cudaStreamPerThread && !has_own) {
        has_own = true;
        all.own++;
    }
    bool apart = all.apart;
    all.apart = false;
    if (apart || !st->timed || st->sticky || st->mirrors.n || !several(st) || !cuda_record_shares() ||
        !cuda_known_stream(s)) {
        together_settle();
        return NULL;
    }
    absorb();
    start_watch();
    all.from = item_from(s);
    return &all.inbox;
}

void together_apart(void)
{
    together_settle();
    all.apart = true;
}

bool together_hosts(const void *p)
{
    const struct emu_alloc *a = cuda_is_device(p) ? emu_find_alloc(cuda_state()->dev, (u64)p) : NULL;
    return a && (a->kind == EA_HOST || a->kind == EA_MANAGED);
}

/* Could the program see, without a call, that it is done? */
static bool shows(const struct CUgraphNode_st *n)
{
    if (n->type == cudaGraphNodeTypeMemcpy) {
        const void *to = n->copy.dst ? n->copy.dst : n->copy3d.dstArray ? NULL : n->copy3d.dstPtr.ptr;
        return to && !cuda_is_device(to);
    }
    if (n->type == cudaGraphNodeTypeMemset)
        return together_hosts(n->set.dst);
    if (n->type != cudaGraphNodeTypeKernel)
        return false;
    u64 size = n->params ? emu_kernel_info(n->function->kernel).param_bytes : 0, word;
    for (u64 at = 0; at + 8 <= size; at += 8) {
        memcpy(&word, n->params + at, 8);
        if (together_hosts((const void *)word))
            return true;
    }
    return false;
}

void together_added(const struct CUgraph_st *g)
{
    if (g == &all.inbox && g->nodes.n && (shows(g->nodes.at[g->nodes.n - 1]) || all.items.n >= MOST))
        together_settle();
}

void together_forget_stream(cudaStream_t s)
{
    static u64 forgotten;
    absorb();
    forgotten += 2; /* no address is odd */
    for (size_t i = 0; i < all.items.n; i++)
        if (all.items.at[i].stream == (u64)(uintptr_t)s) {
            all.items.at[i].stream = forgotten - 1;
            all.items.at[i].handle = NULL;
        }
}

static void run_event(struct CUgraphNode_st *n, bool cut_off)
{
    struct CUevent_st *e = n->event;
    if (n->type == cudaGraphNodeTypeEventRecord) {
        e->pending -= e->pending > 0;
        e->recorded = true;
        e->at = cut_off ? e->at : cuda_state()->now;
    }
    if (!--e->held && e->destroyed)
        free(e);
    n->event = NULL;
}

/* ---- The machine asks ---- */

/* Completes the item, which is next, or begins its kernel: true. */
static bool begin(struct item *it, struct timed_offer *o)
{
    const struct CUgraphNode_st *n = it->node;
    it->state = OVER;
    if (it->node->event) {
        run_event(it->node, cuda_state()->sticky != cudaSuccess);
    } else if (!cuda_state()->sticky && n->type != cudaGraphNodeTypeKernel) {
        cuda_fail(graph_run_node(n));
    } else if (!cuda_state()->sticky && !n->off) {
        struct cuda_launch l = {.function = n->function,
                                .grid = n->kernel.gridDim,
                                .block = n->kernel.blockDim,
                                .shared = n->kernel.sharedMemBytes,
                                .params = n->params,
                                .cooperative = n->cooperative,
                                .cluster = {n->cluster[0], n->cluster[1], n->cluster[2]},
                                .in_turn = true};
        o->whole = n->cooperative;
        it->launch = o->launch = cuda_launch_together(&l);
        it->state = it->launch ? RUNS : OVER;
        it->asks = o->asks = it->launch && children_begin(it->launch, &l, (size_t)(it - all.items.at), it->priority);
    }
    return it->state == RUNS;
}

/* A kernel ends when its CTAs, and the kernels that it has launched, have ended. */
static void look_for_ends(void)
{
    for (size_t i = 0; i < all.items.n; i++) {
        struct item *it = &all.items.at[i];
        if (it->state == RUNS && !it->launch && (!it->asks || !children_of(i)))
            it->state = OVER;
    }
}

static bool is_busy(const struct item *it, bool legacy, bool blocking)
{
    if ((it->kind == LEGACY && blocking) || (it->kind == BLOCKING && legacy))
        return true;
    for (size_t i = 0; i < all.busy.n; i++)
        if (all.busy.at[i] == it->stream)
            return true;
    return it->record != SIZE_MAX && all.items.at[it->record].state != OVER;
}

/* Completes all ready items that take no time; returns the first ready kernel, NULL: none. An item depends only on
   earlier ones, so one pass in order is enough. */
static bool next(u64 cycle, struct timed_offer *o)
{
    if (children_next(cycle, o))
        return true;
    look_for_ends();
    bool legacy = false, blocking = false; /* such items are unfinished */
    all.busy.n = 0;
    for (size_t i = 0; i < all.items.n; i++) {
        struct item *it = &all.items.at[i];
        if (it->state == OVER)
            continue;
        if (it->state == WAITS && !is_busy(it, legacy, blocking)) {
            o->priority = it->priority;
            if (begin(it, o))
                return true;
            continue;
        }
        legacy |= it->kind == LEGACY;
        blocking |= it->kind != NON_BLOCKING;
        VEC_PUSH(&all.busy, it->stream);
    }
    return false;
}

static void ended(const struct timed_launch *l, u64 cycle)
{
    children_ended(l, cycle);
    for (size_t i = 0; i < all.items.n; i++)
        if (all.items.at[i].launch == l)
            all.items.at[i].launch = NULL;
}

static bool more(void)
{
    if (children_wait())
        return true;
    for (size_t i = 0; i < all.items.n; i++)
        if (all.items.at[i].state == WAITS && all.items.at[i].node->type == cudaGraphNodeTypeKernel)
            return true;
    return false;
}

static bool left(void)
{
    if (cuda_state()->sticky)
        children_abandon();
    look_for_ends();
    for (size_t i = 0; i < all.items.n; i++)
        if (all.items.at[i].state != OVER)
            return true;
    return false;
}

static const struct timed_several items = {next, ended, more, children_arrive};

static void run_items(void)
{
    struct cuda_state *s = cuda_state();
    all.running = true;
    cuda_textures_refresh(s);
    nested_begin(s);
    while (left()) {
        struct emu_fault fault = {0};
        struct diag d;
        diag_init(&d);
        cuda_launched(s, NULL, cuda_record_together(s, &items, &fault, &d), &fault, &d);
        diag_free(&d);
    }
    for (size_t i = 0; i < all.items.n; i++)
        graph_free_node(all.items.at[i].node);
    all.items.n = 0;
    all.running = false;
}

/* ---- Kernels that poll ---- */

static bool polls(const struct item *it)
{
    const struct CUgraphNode_st *n = it->node;
    return n->type == cudaGraphNodeTypeKernel && !n->cooperative && emu_kernel_info(n->function->kernel).polls;
}

static size_t first_that_polls(void)
{
    size_t i = 0;
    while (i < all.items.n && !polls(&all.items.at[i]))
        i++;
    return i;
}

/* Can a later kernel write what item p polls, and the host not? (Earlier kernels have ended when p begins.) */
static bool has_company(size_t p)
{
    if (!all.waited || beside_host_threads() > 1)
        return false;
    for (size_t i = p + 1; i < all.items.n; i++)
        if (all.items.at[i].node->type == cudaGraphNodeTypeKernel && all.items.at[i].stream != all.items.at[p].stream)
            return true;
    return false;
}

/* Repeats an item's call behind a kernel that occupies the machine, as if the program made it now. */
static void ask_again(struct item *it)
{
    struct CUgraphNode_st *n = it->node;
    struct CUgraph_st *g = beside_queue(it->handle);
    if (!g && n->type == cudaGraphNodeTypeKernel)
        g = beside_machine();
    if (g) {
        VEC_PUSH(&g->nodes, n);
        return;
    }
    if (n->type == cudaGraphNodeTypeWaitEvent)
        beside_wait_event(it->handle, n->event);
    if (n->event)
        run_event(n, cuda_state()->sticky != cudaSuccess);
    else if (!cuda_state()->sticky)
        cuda_fail(graph_run_node(n));
    graph_free_node(n);
}

/* Runs the items before p, begins p alone, and queues the rest behind it; if p has ended, the rest stay items. */
static void run_alone(size_t p)
{
    VEC(struct item) rest = {0};
    struct item it = all.items.at[p];
    for (size_t i = p + 1; i < all.items.n; i++)
        VEC_PUSH(&rest, all.items.at[i]);
    all.items.n = p;
    if (p)
        run_items();
    beside_run(it.node, it.handle);
    size_t k = 0;
    while (k < rest.n && beside_machine())
        ask_again(&rest.at[k++]);
    size_t gone = p + 1 + k, base = all.items.n; /* items that another thread has added meanwhile come first */
    for (size_t i = k; i < rest.n; i++) {
        u64 at = rest.at[i].record;
        rest.at[i].record = at == SIZE_MAX || at < gone ? SIZE_MAX : at - gone + base;
        VEC_PUSH(&all.items, rest.at[i]);
    }
    VEC_FREE(&rest);
}

void together_settle(void)
{
    if (all.running)
        return;
    absorb();
    while (all.items.n) {
        size_t p = first_that_polls();
        if (p == all.items.n || has_company(p))
            run_items();
        else
            run_alone(p);
    }
}

void together_wait(void)
{
    all.waited = true;
    together_settle();
    all.waited = false;
}

void together_wait_for_default(void)
{
    absorb();
    bool all_of_them = true;
    for (size_t i = 0; i < all.items.n; i++)
        all_of_them = all_of_them && (all.items.at[i].kind != NON_BLOCKING || !polls(&all.items.at[i]));
    all.waited = all_of_them;
    together_settle();
    all.waited = false;
}
