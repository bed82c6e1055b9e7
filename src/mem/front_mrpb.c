/* MRPB, the memory request prioritization buffer (Jia, Shaw, Martonosi): FIFO queues chosen by a signature, drained
   by a policy, one enqueue and one dequeue a cycle. Requests of a warp share a queue, so they never pass each other.
   Within a cycle: first an enqueue, then a dequeue (its section 6). With `flush`, a read that finds its queue full
   has one item of that queue go first, and a write is not queued: its queue is emptied, then it goes itself. A warp
   at a barrier or fence has its queue emptied before others. A request is seen by the drain selector `latency` cycles
   after it was enqueued. The bypass that belongs to MRPB is the L1's (l1.h). Asked from outside (barrier), the front
   answers with its state of the cycle before, so that results do not depend on which stage is ticked first. */
#include "mem/front_mrpb.h"

#include <string.h>

DECL_PARAMS_DEFINE(mrpb, MRPB_PARAMS);
DECL_STATS_DEFINE(mrpb, MRPB_STATS);

#define NONE UINT32_MAX

enum reason { BY_POLICY, BY_FULL, BY_WRITE, BY_BARRIER };

struct node {
    struct req req;
    cyc ready;
    u32 next;
};
struct queue {
    u32 head, tail, n;
    u32 seen; /* of these, requests that the drain selector sees (enqueued `latency` ago) */
};
#define RIPENING 128 /* more than the greatest latency, as one request is enqueued a cycle */
struct mrpb {
    struct mrpb_params p;
    struct mrpb_stats *stats;
    struct queue q[FRONT_MAX_QUEUES];
    u64 filled, ripe; /* queues that hold a request; of these, queues whose head the selector sees */
    struct {
        cyc at;
        u32 queue;
    } soon[RIPENING]; /* ring: requests that the selector will see, in order of time */
    u32 soon_head, soon_n;
    u32 n_queues, total;
    u32 current, last; /* greedy: queue being emptied; rr: queue served last */
    struct node *nodes;
    u32 n_nodes, free;
    bool counted;                 /* the flush that the waiting head asks for has been counted */
    u64 barriers;                 /* warps that wait at a barrier or fence */
    cyc asked[FRONT_MAX_QUEUES];  /* when a warp asked: it counts from the next cycle on */
    u32 queued[FRONT_MAX_QUEUES]; /* requests of each warp in the queues */
    cyc left[FRONT_MAX_QUEUES];   /* when the warp's last request left */
};

static u32 queue_of(const struct front *f, const struct mrpb *m, const struct req *r)
{
    u32 s = m->p.signature == SIG_BLOCK ? r->cta : m->p.signature == SIG_IN_BLOCK ? f->rank[r->warp] : r->warp;
    return s % m->n_queues;
}

static u64 storage_bytes(const struct mrpb *m)
{
    u64 sig = 0, ptr = 0;
    while ((1u << sig) < m->n_queues)
        sig++;
    while ((1u << ptr) < m->p.entries)
        ptr++;
    /* a read's 8-byte header less the signature, which the queue's number implies; with writes queued, their line
       too; head and tail pointers and a length for each queue */
    u64 entry = 64 - sig + (m->p.flush ? 0 : 128 * 8);
    return div_up(m->n_queues * (m->p.entries * entry + 2 * ptr + ptr + 1), 8);
}

static bool init(struct front *f, struct arena *a, const void *params, struct diag *d)
{
    struct mrpb *m = ARENA_NEW(a, struct mrpb);
    m->p = *(const struct mrpb_params *)params;
    m->stats = decl_pool_stats(&front_pool, f->own_stats, FRONT_MRPB);
    const struct front_shape *s = &f->shape;
    m->n_queues = m->p.signature == SIG_BLOCK ? s->ctas : m->p.signature == SIG_IN_BLOCK ? s->cta_warps : s->warps;
    if (!m->n_queues || m->n_queues > FRONT_MAX_QUEUES || s->warps > FRONT_MAX_QUEUES) {
        diag_error(d, NULL, 0, 0, "front = mrpb: %u queues for %u warps: at most %u of either", m->n_queues, s->warps,
                   FRONT_MAX_QUEUES);
        return false;
    }
    m->n_nodes = (u32)(m->p.entries ? m->p.entries * m->n_queues : 1024);
    m->nodes = ARENA_LINES(a, struct node, m->n_nodes);
    for (u32 i = 0; i < m->n_nodes; i++)
        m->nodes[i].next = i + 1 < m->n_nodes ? i + 1 : NONE;
    for (u32 i = 0; i < FRONT_MAX_QUEUES; i++) {
        m->q[i].head = m->q[i].tail = NONE;
        m->left[i] = NEVER;
    }
    m->current = NONE;
    m->last = m->n_queues - 1;
    f->state = m;
    f->n_queues = m->n_queues;
    f->stats.storage = m->p.entries ? storage_bytes(m) : 0;
    return true;
}

/* Unbounded queues: they grow here, at most to what the LSU can have in flight. */
static void more_nodes(struct front *f, struct mrpb *m)
{
    ENSURE(!m->p.entries);
    u32 n = m->n_nodes * 2;
    struct node *bigger = ARENA_LINES(&f->own, struct node, n);
    memcpy(bigger, m->nodes, m->n_nodes * sizeof(struct node));
    m->nodes = bigger;
    for (u32 i = m->n_nodes; i < n; i++)
        m->nodes[i].next = i + 1 < n ? i + 1 : NONE;
    m->free = m->n_nodes;
    m->n_nodes = n;
}

static void enqueue(struct front *f, struct mrpb *m, u32 i, const struct req *r, cyc now)
{
    if (m->free == NONE)
        more_nodes(f, m);
    u32 k = m->free;
    struct node *n = &m->nodes[k];
    struct queue *q = &m->q[i];
    m->free = n->next;
    *n = (struct node){.req = *r, .ready = now + m->p.latency * f->shape.period, .next = NONE};
    *(q->n ? &m->nodes[q->tail].next : &q->head) = k;
    q->tail = k;
    q->n++;
    m->total++;
    m->filled |= 1ull << i;
    m->queued[r->warp]++;
    ENSURE(m->soon_n < RIPENING);
    u32 at = (m->soon_head + m->soon_n++) % RIPENING;
    m->soon[at].at = n->ready;
    m->soon[at].queue = i;
    front_holds(f, m->total);
}

static void leave(struct front *f, struct mrpb *m, const struct req *r, u32 queue, cyc since, cyc now)
{
    m->left[r->warp] = now;
    front_send(f, now, r, queue, since);
    if ((m->barriers >> r->warp & 1) && !m->queued[r->warp])
        wake_at(f->wake_sm, now + f->shape.period);
}

static void dequeue(struct front *f, struct mrpb *m, u32 i, enum reason why, cyc now)
{
    struct queue *q = &m->q[i];
    u32 k = q->head;
    struct node *n = &m->nodes[k];
    q->head = n->next;
    q->n--;
    m->total--;
    if (!q->n)
        m->filled &= ~(1ull << i);
    if (!--q->seen)
        m->ripe &= ~(1ull << i);
    m->queued[n->req.warp]--;
    leave(f, m, &n->req, i, n->ready - m->p.latency * f->shape.period, now);
    n->next = m->free;
    m->free = k;
    m->last = i;
    m->current = i;
    switch (why) {
    case BY_POLICY: m->stats->drain_policy++; break;
    case BY_FULL: m->stats->drain_full++; break;
    case BY_WRITE: m->stats->drain_write++; break;
    case BY_BARRIER: m->stats->drain_barrier++; break;
    }
}

static bool ready(const struct mrpb *m, u32 i)
{
    return m->ripe >> i & 1;
}

/* Requests enqueued `latency` ago become visible to the selector. */
static void ripen(struct mrpb *m, cyc now)
{
    while (m->soon_n && m->soon[m->soon_head].at <= now) {
        u32 i = m->soon[m->soon_head].queue;
        m->q[i].seen++;
        m->ripe |= 1ull << i;
        m->soon_head = (m->soon_head + 1) % RIPENING;
        m->soon_n--;
    }
}

/* The queue that the policy serves next, among those whose head may go; NONE if none may. */
static u32 choose(const struct mrpb *m)
{
    u32 kind = (u32)m->p.drain, best = NONE;
    if (!m->ripe)
        return NONE;
    if (kind >= DRAIN_GREEDY) {
        if (m->current != NONE && ready(m, m->current))
            return m->current;
        kind -= DRAIN_GREEDY;
    }
    if (kind == DRAIN_RR) {
        u64 after = m->ripe & ~lanes_mask(m->last + 1);
        return ctz64(after ? after : m->ripe);
    }
    if (kind == DRAIN_FIXED)
        return ctz64(m->ripe);
    for (u64 b = m->ripe; b; b &= b - 1)
        if (best == NONE || m->q[ctz64(b)].n > m->q[best].n)
            best = ctz64(b);
    return best;
}

/* The lowest queue with requests of a warp that waits at a barrier since before this cycle. */
static u32 barrier_queue(const struct front *f, const struct mrpb *m, cyc now)
{
    u32 best = NONE;
    for (u64 b = m->barriers; b; b &= b - 1) {
        u32 w = ctz64(b);
        if (!m->queued[w] || m->asked[w] >= now)
            continue;
        struct req probe = {.warp = (u16)w, .cta = f->cta_of[w]};
        u32 i = queue_of(f, m, &probe);
        if (ready(m, i) && i < best)
            best = i;
    }
    return best;
}

/* One dequeue. True if a request left. */
static bool drain(struct front *f, struct mrpb *m, const struct req *waiting, u32 wanted, cyc now)
{
    bool write = waiting && waiting->kind != RQ_READ;
    if (waiting && wanted != NONE) {
        if (write && !m->q[wanted].n) { /* the write goes now, straight to the L1 */
            struct req r = *waiting;
            port_pop(f->in, now);
            leave(f, m, &r, wanted, now, now);
            m->stats->write_through++;
            m->counted = false;
            return true;
        }
        if (ready(m, wanted)) {
            dequeue(f, m, wanted, write ? BY_WRITE : BY_FULL, now);
            return true;
        }
    }
    if (m->barriers) {
        u32 i = barrier_queue(f, m, now);
        if (i != NONE) {
            dequeue(f, m, i, BY_BARRIER, now);
            return true;
        }
    }
    u32 i = choose(m);
    if (i == NONE)
        return false;
    dequeue(f, m, i, BY_POLICY, now);
    return true;
}

/* The enqueue of a cycle. True if the head went into its queue; otherwise *wanted is the queue that must be emptied
   for it, if any. */
static bool accept(struct front *f, struct mrpb *m, const struct req *r, cyc now, u32 *wanted)
{
    u32 i = queue_of(f, m, r);
    bool full = m->p.entries && m->q[i].n >= m->p.entries, write = r->kind != RQ_READ;
    if (m->p.flush && (write || full)) {
        *wanted = i;
        if (!m->counted) {
            m->counted = true;
            m->stats->flush_write += write && m->q[i].n;
            m->stats->flush_full += !write;
        }
        return false;
    }
    if (full)
        return false;
    enqueue(f, m, i, r, now);
    m->counted = false;
    port_pop(f->in, now);
    return true;
}

static cyc tick(struct front *f, cyc now)
{
    struct mrpb *m = f->state;
    cyc p = f->shape.period, next = NEVER;
    ripen(m, now);
    const struct req *r = port_peek(f->in, now);
    u32 wanted = NONE;
    bool waits = r && !accept(f, m, r, now, &wanted);
    bool may_go = m->ripe || (waits && r->kind != RQ_READ && wanted != NONE && !m->q[wanted].n);
    bool went = false;
    if (may_go && !port_full(f->to_l1, now)) {
        u64 passed = m->stats->write_through;
        went = drain(f, m, waits ? r : NULL, wanted, now);
        waits &= passed == m->stats->write_through;
    } else if (may_go) {
        f->stalled = true;
    }
    f->blocked = waits;
    if (went && (m->total || waits))
        return now + p;
    if (f->in->n && !waits)
        next = MAX(port_next(f->in), now + p);
    if (!may_go && m->soon_n)
        next = MIN(next, m->soon[m->soon_head].at);
    return next; /* the L1 holds the request up, and wakes the front */
}

static bool idle(const struct front *f)
{
    return !f->in->n && !((const struct mrpb *)f->state)->total;
}

static bool barrier(struct front *f, u32 warp, cyc now)
{
    struct mrpb *m = f->state;
    u64 bit = 1ull << warp;
    bool held = m->queued[warp] || m->left[warp] == now;
    for (u32 i = 0; i < f->in->n && !held; i++)
        held = port_at(f->in, i)->warp == warp;
    if (!held) {
        m->barriers &= ~bit;
        return true;
    }
    if (!(m->barriers & bit)) {
        m->barriers |= bit;
        m->asked[warp] = now;
        m->stats->flush_barrier++;
    }
    /* ticked while the answer is no, so that the warp's last request to go wakes the SM */
    wake_at(&f->wake, now + f->shape.period);
    if (m->left[warp] == now && !m->queued[warp])
        wake_at(f->wake_sm, now + f->shape.period);
    return false;
}

static void audit(const struct front *f)
{
    const struct mrpb *m = f->state;
    u32 total = 0, warps = 0;
    for (u32 i = 0; i < m->n_queues; i++) {
        u32 n = 0;
        for (u32 k = m->q[i].head; m->q[i].n && k != NONE; k = m->nodes[k].next, n++)
            ENSURE(queue_of(f, m, &m->nodes[k].req) == i && (!m->p.flush || m->nodes[k].req.kind == RQ_READ));
        ENSURE(n == m->q[i].n && !!(m->filled >> i & 1) == (n != 0) && (!m->p.entries || n <= m->p.entries));
        total += n;
    }
    for (u32 w = 0; w < FRONT_MAX_QUEUES; w++)
        warps += m->queued[w];
    ENSURE(total == m->total && warps == total);
    const struct mrpb_stats *s = m->stats;
    ENSURE(f->stats.in == f->stats.out + f->in->n + total);
    ENSURE(f->stats.out == s->drain_policy + s->drain_full + s->drain_write + s->drain_barrier + s->write_through);
}

static void dump(const struct front *f, FILE *to)
{
    const struct mrpb *m = f->state;
    fprintf(to, "mrpb: in %u/%u, queued %u in %u queues", f->in->n, f->in->cap, m->total, popcount64(m->filled));
    if (f->blocked)
        fprintf(to, "; head waits for its queue since tick %llu", (unsigned long long)f->since);
    if (f->stalled)
        fprintf(to, "; the L1 takes nothing since tick %llu", (unsigned long long)f->since);
    fprintf(to, "\n");
}

static u32 bypass(const void *params)
{
    return (u32)((const struct mrpb_params *)params)->bypass;
}

const struct front_ops front_mrpb_ops = {.own = {"mrpb", "queues by warp, drained in a fixed order", mrpb_param_rows,
                                                 COUNT_OF(mrpb_param_rows), mrpb_stat_rows, COUNT_OF(mrpb_stat_rows)},
                                         .init = init,
                                         .tick = tick,
                                         .idle = idle,
                                         .audit = audit,
                                         .dump = dump,
                                         .barrier = barrier,
                                         .bypass = bypass};
