/* The switch: see noc_switch.h. In each network cycle every free output grants one input, in turn from its pointer
   on; every input accepts one grant, in turn from its own; pointers advance beyond what was accepted in the first
   iteration (iSLIP). A matched input and output stay taken for as long as the packet takes. */
#include "mem/noc_switch.h"

#define NONE UINT32_MAX

struct node {
    struct packet p;
    cyc at; /* reaches the switch */
    u32 next;
};
struct queue {
    u32 first, last;
};
struct noc_switch {
    struct node *nodes;
    u32 free, held, per_input; /* queues an input */
    struct queue *queues;
    u32 *of; /* packets of a source in the switch */
    cyc *in_free, *out_free;
    u32 *grant, *accept; /* pointers of each output, of each input */
    u32 *granted, *matched;
    cyc ahead, behind; /* ticks before and behind the switch */
    cyc done;          /* everything before this tick is settled */
};

struct noc_switch *switch_new(struct noc *n, struct arena *a)
{
    struct noc_switch *s = ARENA_NEW(a, struct noc_switch);
    u32 places = (u32)n->p.credits * n->n_tx * n->n_rx;
    s->per_input = n->p.queues == NOC_VOQ ? n->n_rx : 1;
    s->nodes = ARENA_LINES(a, struct node, places);
    for (u32 i = 0; i < places; i++)
        s->nodes[i].next = i + 1 < places ? i + 1 : NONE;
    s->queues = ARENA_ARRAY(a, struct queue, n->n_tx * s->per_input);
    for (u32 i = 0; i < n->n_tx * s->per_input; i++)
        s->queues[i] = (struct queue){NONE, NONE};
    s->of = ARENA_ARRAY(a, u32, n->n_tx);
    s->in_free = ARENA_ARRAY(a, cyc, n->n_tx);
    s->out_free = ARENA_ARRAY(a, cyc, n->n_rx);
    s->grant = ARENA_ARRAY(a, u32, n->n_rx);
    s->accept = ARENA_ARRAY(a, u32, n->n_tx);
    s->granted = ARENA_ARRAY(a, u32, n->n_rx);
    s->matched = ARENA_ARRAY(a, u32, n->n_tx);
    s->ahead = n->p.latency / 2 * n->period;
    s->behind = n->latency - s->ahead;
    return s;
}

void switch_put(struct noc *n, const struct packet *p)
{
    struct noc_switch *s = n->sw;
    u32 i = s->free;
    struct node *e = &s->nodes[i];
    struct queue *q = &s->queues[p->src * s->per_input + (s->per_input == 1 ? 0 : p->dst)];
    s->free = e->next;
    *e = (struct node){*p, p->head - s->behind, NONE};
    *(q->first == NONE ? &q->first : &s->nodes[q->last].next) = i;
    q->last = i;
    s->held++;
    s->of[p->src]++;
}

/* Has the input a packet for the output that has arrived? */
static bool wants(const struct noc_switch *s, u32 in, u32 out, cyc now)
{
    const struct queue *q = &s->queues[in * s->per_input + (s->per_input == 1 ? 0 : out)];
    return q->first != NONE && s->nodes[q->first].at <= now && s->nodes[q->first].p.dst == out;
}

static void transfer(struct noc *n, struct noc_switch *s, u32 in, u32 out, cyc now)
{
    struct queue *q = &s->queues[in * s->per_input + (s->per_input == 1 ? 0 : out)];
    u32 i = q->first;
    struct node *e = &s->nodes[i];
    cyc until = now + MAX(e->p.flits, e->p.out) * n->period;
    s->in_free[in] = s->out_free[out] = until;
    e->p.head = now + s->behind;
    n->rx[out].switch_wait += cycles_in(now - e->at, n->period);
    noc_arrive(n, &e->p);
    q->first = e->next;
    e->next = s->free;
    s->free = i;
    s->held--;
    s->of[in]--;
}

/* One iteration of iSLIP: returns how many more were matched. */
static u32 iterate(const struct noc *n, struct noc_switch *s, cyc now, bool first)
{
    u32 more = 0;
    for (u32 out = 0; out < n->n_rx; out++) {
        s->granted[out] = NONE;
        if (s->out_free[out] > now)
            continue;
        for (u32 k = 0, in = s->grant[out]; k < n->n_tx; k++, in = in + 1 == n->n_tx ? 0 : in + 1)
            if (s->matched[in] == NONE && s->in_free[in] <= now && wants(s, in, out, now)) {
                s->granted[out] = in;
                break;
            }
    }
    for (u32 in = 0; in < n->n_tx; in++) {
        if (s->matched[in] != NONE)
            continue;
        for (u32 k = 0, out = s->accept[in]; k < n->n_rx; k++, out = out + 1 == n->n_rx ? 0 : out + 1)
            if (s->granted[out] == in) {
                s->matched[in] = out;
                s->out_free[out] = NEVER; /* taken in this cycle */
                if (first) {
                    s->grant[out] = in + 1 == n->n_tx ? 0 : in + 1;
                    s->accept[in] = out + 1 == n->n_rx ? 0 : out + 1;
                }
                more++;
                break;
            }
    }
    return more;
}

/* When the next packet may leave, `now` or later: it has arrived, and its input is free. NEVER: there is none. */
static cyc next_chance(const struct noc *n, const struct noc_switch *s, cyc now)
{
    cyc next = NEVER;
    for (u32 i = 0; s->held && i < n->n_tx * s->per_input; i++)
        if (s->queues[i].first != NONE) {
            const struct node *e = &s->nodes[s->queues[i].first];
            cyc at = MAX(e->at, MAX(s->in_free[i / s->per_input], s->out_free[e->p.dst]));
            next = MIN(next, MAX(at, now));
        }
    return next;
}

cyc switch_run(struct noc *n, cyc until)
{
    struct noc_switch *s = n->sw;
    cyc end = until + s->ahead, now = s->done;
    while ((now = next_chance(n, s, now)) < end) {
        for (u32 in = 0; in < n->n_tx; in++)
            s->matched[in] = NONE;
        for (u32 k = 0; k < n->p.iterations && iterate(n, s, now, k == 0); k++)
            ;
        for (u32 in = 0; in < n->n_tx; in++)
            if (s->matched[in] != NONE)
                transfer(n, s, in, s->matched[in], now);
        now += n->period;
    }
    s->done = MAX(s->done, end);
    return now == NEVER ? NEVER : MAX(now, s->done) - s->ahead;
}

u32 switch_held(const struct noc_switch *s, u32 src)
{
    return s->of[src];
}
bool switch_empty(const struct noc_switch *s)
{
    return !s->held;
}
