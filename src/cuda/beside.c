/* Launches that run beside the host.

   Work is done when its call returns, and most programs never notice. A kernel that polls in a loop, however, may
   wait for the host: it is executed by a thread of its own, while the call that launched it waits. When every warp
   waits for memory to change (emu/park.c, emu/source.c), the call returns, and the thread watches the polled words
   until the host has written one. Further work of that stream is kept as nodes of a graph, which the thread runs in
   order when the kernel has ended; calls that must wait for the stream wait.

   One thread at a time has the lock, so kernels never run at the same time; the host may write while one runs. If
   every thread of the program waits here, or the program ends, and nothing runs, then nothing will write: the endless
   wait is a fault, immediately so if the host has no way to write what is polled. Threads of the program that do not
   wait here are given PATIENCE seconds without using the processor. */
#include "cuda/beside.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda/stop.h"
#include "cuda/together.h"

#define PATIENCE 10

enum queue_state { QUEUE_RUNS, QUEUE_WAITS };
struct begun {
    bool over; /* it has ended, or waits for the host */
    cudaError_t error;
};
struct queue {
    cudaStream_t stream;          /* for comparison only: it may have been destroyed (forgotten) */
    bool blocking;                /* a blocking stream: it and the default stream wait for each other */
    bool forgotten;               /* its stream was destroyed */
    bool with_default;            /* it has work of the default stream, too */
    u8 state;                     /* enum queue_state */
    const struct emu_wait *words; /* what its kernel waits for; NULL: nothing that the host could write */
    struct begun *by;             /* the call that began it; NULL: has returned */
    struct CUgraph_st graph;      /* what is left to do */
    struct queue *next;
};

static struct { /* part of the process's state, under the lock */
    struct queue *queues;
    u32 asleep;  /* threads of the program that wait here, and have checked since the last change */
    u64 changes; /* of the queues, and of events */
    bool ends;
    pid_t pid;
    pthread_cond_t changed;
} beside = {.changed = PTHREAD_COND_INITIALIZER};

static _Thread_local struct queue *mine;

bool beside_here(void)
{
    return mine;
}

const struct cuda_function *beside_held(void)
{
    for (size_t i = 0; mine && i < mine->graph.nodes.n; i++)
        if (mine->graph.nodes.at[i]->type == cudaGraphNodeTypeKernel)
            return mine->graph.nodes.at[i]->function;
    return NULL;
}

static bool is_default(cudaStream_t s)
{
    return !s || s == cudaStreamLegacy;
}

static bool blocking(cudaStream_t s)
{
    return (uintptr_t)s <= 2 || !cuda_known_stream(s) || !(s->flags & cudaStreamNonBlocking);
}

static bool same_stream(cudaStream_t a, cudaStream_t b)
{
    return a == b || (is_default(a) && is_default(b));
}

static bool behind(const struct queue *q, cudaStream_t s)
{
    bool same = !q->forgotten && same_stream(q->stream, s);
    return same || (q->blocking && blocking(s) && (is_default(s) || is_default(q->stream) || q->with_default));
}

void beside_forget_stream(cudaStream_t s)
{
    together_forget_stream(s);
    for (struct queue *q = beside.queues; q; q = q->next)
        q->forgotten |= q->stream == s;
}

static void tell_change(void)
{
    beside.changes++;
    beside.asleep = 0;
    pthread_cond_broadcast(&beside.changed);
}

/* Releases the lock until something has changed. */
static void wait_for_change(void)
{
    u64 before = beside.changes;
    beside.asleep += !mine;
    while (before == beside.changes)
        cuda_lock_wait(&beside.changed);
}

static struct queue *first_behind(cudaStream_t s, u32 *n)
{
    struct queue *found = NULL;
    *n = 0;
    for (struct queue *q = mine || getpid() != beside.pid ? NULL : beside.queues; q; q = q->next)
        if (behind(q, s)) {
            found = q;
            ++*n;
        }
    return found;
}

bool beside_busy(cudaStream_t s)
{
    u32 n;
    together_settle();
    return first_behind(s, &n);
}

/* A thread of the program waits until at most `most` queues concern the stream. */
static struct queue *settle(cudaStream_t s, u32 most)
{
    u32 n;
    struct queue *q;
    while ((q = first_behind(s, &n)), n > most)
        wait_for_change();
    return q;
}

void beside_settle(cudaStream_t s)
{
    together_settle();
    settle(s, 0);
}

void beside_settle_all(void)
{
    together_settle();
    if (mine || getpid() != beside.pid || !beside.queues)
        return;
    while (beside.queues)
        wait_for_change();
}

struct CUgraph_st *beside_queue(cudaStream_t s)
{
    /* a launch that waits for the host occupies the machine: new work waits behind it */
    struct CUgraph_st *g = mine || beside.queues ? NULL : together_queue(s);
    if (g || !beside.queues || mine)
        return g;
    struct queue *q = settle(s, 1); /* if several, waits until only one is left */
    if (!q)
        return NULL;
    q->with_default |= is_default(s);
    return &q->graph;
}

struct CUgraph_st *beside_machine(void)
{
    if (!beside.queues || mine || getpid() != beside.pid)
        return NULL;
    return &beside.queues->graph;
}

/* Copies memory of the program that is not pinned at the call, as a card does. */
void beside_stage(struct CUgraph_st *g)
{
    struct cuda_state *s = cuda_state();
    struct CUgraphNode_st *n = g->nodes.at[g->nodes.n - 1];
    const struct graph_copy *c = &n->copy;
    const char *src = c->src;
    if (!src || cuda_is_device(src) || !c->width || !c->height || c->kind == cudaMemcpyDeviceToHost)
        return;
    for (size_t i = 0; i < s->mirrors.n; i++)
        if (src >= s->mirrors.at[i].host && src < s->mirrors.at[i].host + s->mirrors.at[i].size)
            return;
    size_t bytes = (c->height - 1) * c->src_pitch + c->width;
    n->params = xmalloc(bytes); /* it goes with the node */
    memcpy(n->params, src, bytes);
    n->copy.src = n->params;
}

/* ---- Events that are recorded, or waited for, behind such work ---- */

void beside_record(cudaEvent_t e, struct CUgraph_st *g)
{
    struct CUgraphNode_st *n = xcalloc(1, sizeof(*n));
    n->type = cudaGraphNodeTypeEventRecord;
    n->event = e;
    e->held++;
    e->pending++;
    VEC_PUSH(&g->nodes, n);
}

void beside_recorded(cudaEvent_t e)
{
    if (mine && e->pending)
        e->pending--;
}

/* The work that held it is done. */
static void let_event(cudaEvent_t e)
{
    if (!--e->held && e->destroyed)
        free(e);
}

void beside_settle_event(cudaEvent_t e)
{
    together_settle();
    if (!e->pending || mine || getpid() != beside.pid)
        return;
    e->held++; /* another thread may destroy it */
    while (e->pending && beside.queues)
        wait_for_change();
    let_event(e);
}

static bool start(struct CUgraphNode_st *node, cudaStream_t stream, struct begun *by);

void beside_wait_event(cudaStream_t s, cudaEvent_t e)
{
    if (!e->pending || mine)
        return;
    struct CUgraph_st *g = beside_queue(s);
    if (!e->pending) /* what it waited for has been done meanwhile */
        return;
    struct CUgraphNode_st *n = xcalloc(1, sizeof(*n));
    n->type = cudaGraphNodeTypeWaitEvent;
    n->event = e;
    e->held++;
    if (g) {
        VEC_PUSH(&g->nodes, n);
        return;
    }
    if (!start(n, s, NULL)) { /* no more threads */
        let_event(e);
        graph_free_node(n);
    }
}

/* ---- The thread ---- */

/* Lets the call that began it return. */
static void let_go(struct queue *q, cudaError_t e)
{
    if (q->by)
        *q->by = (struct begun){true, e};
    q->by = NULL;
    tell_change();
}

static cudaError_t run_one(struct queue *q, struct CUgraphNode_st *n)
{
    if (n->type == cudaGraphNodeTypeEventRecord && n->event->destroyed) {
        beside_recorded(n->event); /* launches that wait for it may continue */
        return cudaSuccess;
    }
    if (n->type != cudaGraphNodeTypeWaitEvent)
        return graph_run_node(n);
    q->state = QUEUE_WAITS;
    while (n->event->pending && !cuda_state()->sticky)
        wait_for_change();
    q->state = QUEUE_RUNS;
    return cudaSuccess;
}

static void *body(void *arg)
{
    struct queue *q = mine = arg;
    cuda_lock();
    while (q->graph.nodes.n) {
        struct CUgraphNode_st *n = q->graph.nodes.at[0];
        q->graph.nodes.n--;
        memmove(q->graph.nodes.at, q->graph.nodes.at + 1, q->graph.nodes.n * sizeof(n));
        cudaError_t e = run_one(q, n);
        if (n->event)
            let_event(n->event);
        graph_free_node(n);
        let_go(q, e);
    }
    for (struct queue **p = &beside.queues; *p; p = &(*p)->next)
        if (*p == q) {
            *p = q->next;
            break;
        }
    VEC_FREE(&q->graph.nodes);
    free(q);
    tell_change();
    cuda_unlock(NULL);
    return NULL;
}

static bool start(struct CUgraphNode_st *node, cudaStream_t stream, struct begun *by)
{
    struct queue *q = xcalloc(1, sizeof(*q));
    pthread_t t;
    q->stream = stream;
    q->blocking = blocking(stream);
    q->by = by;
    VEC_PUSH(&q->graph.nodes, node);
    if (getpid() != beside.pid) {
        beside.pid = getpid();
        beside.queues = NULL; /* queues of the parent process have no threads here */
    }
    if (pthread_create(&t, NULL, body, q)) {
        free(q->graph.nodes.at);
        free(q);
        return false;
    }
    pthread_setname_np(t, "sluice");
    pthread_detach(t);
    q->next = beside.queues;
    beside.queues = q;
    return true;
}

cudaError_t beside_run(struct CUgraphNode_st *node, cudaStream_t stream)
{
    struct begun it = {0};
    if (!start(node, stream, &it)) { /* no more threads: executes it as if it could not wait */
        cudaError_t e = graph_run_node(node);
        graph_free_node(node);
        return e;
    }
    while (!it.over)
        wait_for_change();
    return it.error;
}

/* ---- The host writes ---- */

/* Where the host sees a word: for registered memory and managed variables, kernels see a copy. */
static const volatile u32 *host_word(const struct cuda_state *s, u64 at)
{
    for (size_t i = 0; i < s->mirrors.n; i++) {
        const struct cuda_mirror *m = &s->mirrors.at[i];
        if (m->at && at >= m->at && at + 4 <= m->at + m->size)
            return (const volatile u32 *)(m->host + (at - m->at));
    }
    return (const volatile u32 *)(uintptr_t)at;
}

u32 beside_host_threads(void)
{
    DIR *d = opendir("/proc/self/task");
    u32 n = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[300], name[32] = "";
        snprintf(path, sizeof(path), "/proc/self/task/%s/comm", e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "re");
        if (!f)
            continue;
        n += !fgets(name, sizeof(name), f) || strcmp(name, "sluice\n") != 0 || atoi(e->d_name) == getpid();
        fclose(f);
    }
    if (d)
        closedir(d);
    return MAX(n, 1);
}

static double seconds(clockid_t c)
{
    struct timespec t;
    clock_gettime(c, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool written(const struct cuda_state *s, const struct emu_wait *w)
{
    for (u32 i = 0; i < w->n; i++)
        if (*host_word(s, w->at[i]) != w->value[i])
            return true;
    return false;
}

struct patience {
    double since, used;
};

/* Nothing will write any more: no kernel runs, and none is about to notice what it waits for. */
static bool hopeless(struct patience *p)
{
    for (const struct queue *q = beside.queues; q; q = q->next)
        if (q->state == QUEUE_RUNS || (q->words && written(cuda_state(), q->words)))
            return false;
    if (beside.ends)
        return true;
    if (!beside.asleep)
        return false;
    if (beside.asleep >= beside_host_threads())
        return true;
    double now = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (p->since <= 0 || used - p->used > (now - p->since) / 10) { /* a thread computes */
        *p = (struct patience){now, used};
        return false;
    }
    return now - p->since > PATIENCE;
}

/* Can the host write one of the words, directly or through a stream? */
static bool reachable(const struct cuda_state *s, const struct emu_wait *w)
{
    for (u32 i = 0; i < w->n && !s->streams.n; i++) {
        const struct emu_alloc *a = emu_find_alloc(s->dev, w->at[i]);
        if (a && (a->kind == EA_MANAGED || a->kind == EA_HOST))
            return true;
        if (host_word(s, w->at[i]) != (const volatile u32 *)(uintptr_t)w->at[i])
            return true;
    }
    return s->streams.n;
}

/* Polls the words without the lock; its sleeps grow to a millisecond. */
bool beside_wait(const struct emu_wait *w)
{
    struct cuda_state *s = cuda_state();
    struct patience patience = {0};
    if (!mine || s->sticky || !reachable(s, w))
        return false;
    cuda_mirrors_apart(s);
    cuda_mirrors_to_host(s);
    bool go_on = true;
    for (u32 round = 0; !written(s, w); round++) {
        mine->state = QUEUE_WAITS;
        mine->words = w;
        if (mine->by)
            let_go(mine, cudaSuccess);
        if (stop_signal || s->sticky || (round > 32 && hopeless(&patience))) {
            go_on = false;
            break;
        }
        u32 depth = cuda_lock_leave();
        if (round < 32)
            sched_yield();
        else
            nanosleep(&(struct timespec){.tv_nsec = MIN(1000l << MIN(round / 32, 10), 1000000l)}, NULL);
        cuda_lock_enter(depth);
    }
    mine->state = QUEUE_RUNS;
    mine->words = NULL;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    cuda_mirrors_to_device(s);
    return go_on;
}

void beside_end(void)
{
    if (!mine && cuda_lock_soon()) {
        together_wait();
        cuda_unlock(NULL);
    }
    if (mine || getpid() != beside.pid || !cuda_lock_soon())
        return; /* a running kernel ends with the process */
    beside.ends = true;
    for (bool left = true; left;) {
        left = false;
        for (const struct queue *q = beside.queues; q; q = q->next)
            left |= !q->by;
        if (left)
            wait_for_change();
    }
    cuda_unlock(NULL);
}
