/* Shorter forms of the baseline load-store unit (lsu_in_order.c), equal cycle by cycle, for the common SM: the
   L1 takes requests in order from one queue, no request is followed, no warp is split, no bank conflicts are modelled.

   An instruction whose lanes lie in one line is coalesced directly, and sent at issue if the unit is free.
   Within a window (sm.until) the SM is not woken for events already known: all but the last line of an
   instruction enter the L1's queue ahead of time, each stamped with the cycle in which it goes, one a cycle,
   while there surely is room or as the L1 makes room. A reply that leaves other replies of its instruction
   outstanding is noted as soon as the L1 knows its time. At the end of a window the state is as if done cycle
   by cycle. */
#include "sm/blame.h"
#include "sm/internal.h"

/* ---- Issue ---- */

/* Takes a slot for the warp's instruction, whose lanes lie in one line, and counts it. */
static inline u32 begin_one_line(struct sm *sm, u32 w, u64 cycle, const struct coalesced *c)
{
    struct lsu *l = &sm->lsu;
    struct context *cx = &sm->ctx[w];
    const struct stream_instr *i = &cx->next;
    const struct sm_op *o = cx->op;
    u32 slot = lsu_take_slot(l);
    l->slots[slot] = (struct lsu_slot){.op = o, .issued = cycle, .left = 1, .warp = (u16)w};
    l->next_sched = (w + 1) % sm->n_sched;
    struct sm_stats *stats = &cx->tenant->stats;
    if (i->space == SI_LOCAL)
        stats->local_instrs++;
    else
        stats->global_instrs++;
    stats->lines++;
    stats->line_instrs++;
    stats->line_lanes += popcount64(i->mask);
    if (WATCHED(sm->by_pc))
        blame_line(sm, o, i->space, c);
    lsu_marks(cx, o);
    return slot;
}

static inline void write_one_line(const struct sm *sm, u32 w, u32 slot, const struct coalesced *c, struct req *r)
{
    const struct context *cx = &sm->ctx[w];
    *r = (struct req){.line = c->line,
                      .token = slot,
                      .warp = (u16)w,
                      .cta = sm->warps[w].cta,
                      .bytes = c->bytes,
                      .kind = lsu_req_kinds[cx->op->kind],
                      .space = cx->next.space == SI_LOCAL ? RQS_LOCAL : RQS_GLOBAL,
                      .flags = RQF_ALONE | (cx->op->flags & SI_SKIP_L1 ? RQF_SKIP_L1 : 0),
                      .sectors = c->sectors,
                      .asked = c->touched};
}

/* The cycle in which an instruction that issues now surely sends its request, into a queue that has room; 0: not
   known. Meanwhile the instruction is not in the unit's own queue. No stage can tell, as long as queue and slots have
   room for all that may issue until then. */
static u64 goes_in(struct sm *sm, const struct lsu_queue *q, u64 cycle)
{
    const struct port *in = sm->mem->front.in;
    u64 at = MAX(q->busy_until, cycle + 1), most = (at - cycle + 1) * sm->n_sched;
    return !q->n && in->n < in->cap && at * sm->cfg.period < sm->until && q->cap > most && sm->lsu.n_free > most ? at
                                                                                                                 : 0;
}

static void send_at_once(struct sm *sm, struct lsu_queue *q, u32 w, u64 cycle, u64 at, const struct coalesced *c)
{
    struct req *r = smmem_place_l1(sm->mem, at * sm->cfg.period);
    q->last = sm->ctx[w].op;
    write_one_line(sm, w, begin_one_line(sm, w, cycle, c), c, r);
    smmem_begin(sm->mem, at * sm->cfg.period, r);
    q->busy_until = at + MAX(1, sm->lsu.address_cycles);
}

static void queue_one_line(struct sm *sm, struct lsu_entry *e, u32 w, u64 cycle, const struct coalesced *c)
{
    const struct context *cx = &sm->ctx[w];
    e->op = cx->op;
    e->slot = begin_one_line(sm, w, cycle, c);
    e->n = e->at_once = 1;
    e->at = e->delay = 0;
    e->cycles = sm->lsu.address_cycles;
    e->start = cycle + 1;
    e->warp = (u16)w;
    e->space = cx->next.space;
    write_one_line(sm, w, e->slot, c, &e->like);
}

/* In the queue an instruction of one line has its complete request in `like`. */
static void accept(struct sm *sm, u32 w, u64 cycle)
{
    struct lsu *l = &sm->lsu;
    struct lsu_queue *q = l->state;
    const struct context *cx = &sm->ctx[w];
    const struct stream_instr *i = &cx->next;
    struct coalesced c;
    bool one = (i->space == SI_GLOBAL || i->space == SI_LOCAL) &&
               coalesce_one_line(&sm->mem->coalesce, &cx->cursor.code[i->pc], i, (u32)sm->cfg.sm->lanes, &c);
    u64 goes = one ? goes_in(sm, q, cycle) : 0;
    if (goes) {
        send_at_once(sm, q, w, cycle, goes, &c);
        return;
    }
    u32 at = q->head + q->n;
    struct lsu_entry *e = &q->at[at >= q->cap ? at - q->cap : at];
    if (one) {
        queue_one_line(sm, e, w, cycle, &c);
    } else {
        if (!lsu_begin(sm, e, w, cycle))
            return;
        if (e->n == 1)
            e->like = lsu_req(e);
    }
    q->queued[w]++;
    if (!q->n++)
        l->sleep = MAX(q->busy_until, e->start);
    lsu_queue_held(l);
}

/* ---- Requests ---- */

/* The last request of the head has gone. */
static u64 pop(struct sm *sm, struct lsu_queue *q, struct lsu_entry *e, u64 cycle)
{
    if (sm->lsu.held)
        lsu_changes(sm, cycle);
    q->busy_until = MAX(cycle + 1, q->began + e->cycles);
    q->queued[e->warp]--;
    q->last = e->op;
    q->head = q->head + 1 == q->cap ? 0 : q->head + 1;
    q->n--;
    q->began = NEVER;
    return q->n ? MAX(q->busy_until, q->at[q->head].start) : NEVER;
}

/* Puts the entry's next line into the L1's queue. */
static inline void push_line(struct sm *sm, struct lsu_entry *e, cyc now)
{
    struct req *r = smmem_place_l1(sm->mem, now);
    lsu_write_req(e, r);
    smmem_begin(sm->mem, now, r);
    e->at++;
}

/* Sends all lines but the last, from `now` on, as long as there is room. The LSU is busy until the next may go. */
static u64 send_ahead(struct sm *sm, struct lsu_queue *q, struct lsu_entry *e, u64 cycle, cyc now)
{
    struct port *in = sm->mem->front.in;
    do {
        push_line(sm, e, now);
        cycle++;
        now += sm->cfg.period;
    } while (e->n - e->at > 1 && now < sm->until && in->n < in->cap);
    q->busy_until = cycle;
    if (in->n < in->cap || now >= sm->until)
        return cycle;
    in->refused = true; /* the L1 makes room: `refilled` */
    return NEVER;
}

static u64 work(struct sm *sm, struct lsu_queue *q, u64 cycle, cyc now)
{
    if (!q->n || sm->mem->front.in->refused) /* the L1 makes room: `refilled`, or it wakes us */
        return NEVER;
    struct lsu_entry *e = &q->at[q->head];
    if (cycle < q->busy_until || cycle < e->start)
        return MAX(q->busy_until, e->start);
    if (!e->n || e->at_once > 1 || smmem_cache_of(sm->mem, e->like.space) != SMM_L1)
        return lsu_queue_tick(sm, q, cycle, now);
    if (q->began == NEVER)
        q->began = cycle;
    if (front_full(&sm->mem->front, now))
        return NEVER;
    if (e->n - e->at > 1)
        return send_ahead(sm, q, e, cycle, now);
    if (e->n > 1) {
        push_line(sm, e, now);
    } else {
        struct req *r = smmem_place_l1(sm->mem, now);
        *r = e->like;
        smmem_begin(sm->mem, now, r);
    }
    return pop(sm, q, e, cycle);
}

static u64 tick(struct sm *sm, u64 cycle, cyc now)
{
    struct lsu *l = &sm->lsu;
    struct lsu_queue *q = l->state;
    u64 next = work(sm, q, cycle, now);
    l->sleep = next != NEVER || !q->n ? next : 0; /* a port may wake it at any time */
    lsu_queue_held(l);
    return next;
}

/* The L1 has taken a request out of its queue, which was full when the head's next line came. */
static bool refilled(void *arg, cyc at)
{
    struct sm *sm = arg;
    struct lsu_queue *q = sm->lsu.state;
    struct lsu_entry *e = &q->at[q->head];
    cyc period = sm->cfg.period;
    at = MAX(at, q->busy_until * period);
    if (!q->n || e->n - e->at < 2 || e->at_once > 1 || at >= sm->until)
        return false;
    push_line(sm, e, at);
    q->busy_until = at / period + 1;
    sm->mem->front.in->refused = true;
    return true;
}

/* ---- Answers ---- */

static bool booked(void *arg, const struct req *r, cyc at, bool hit)
{
    struct sm *sm = arg;
    struct lsu_slot *s = &sm->lsu.slots[r->token];
    if (s->left == 1 || at >= sm->until)
        return false;
    s->left--;
    s->missed |= !hit;
    s->last = MAX(s->last, at);
    sm->mem->replied++;
    hist_add(&sm->mem->hist, cycles_in((u32)at - r->born, sm->mem->period));
    return true;
}

/* The same with --lines. */
static bool booked_watched(void *arg, const struct req *r, cyc at, bool hit)
{
    struct sm *sm = arg;
    if (!booked(arg, r, at, hit))
        return false;
    lsu_count(sm, r, r->token, hit);
    return true;
}

static inline bool take(struct sm *sm, struct port *p, u64 cycle, cyc now)
{
    struct lsu *l = &sm->lsu;
    bool ended = false;
    for (const struct req *r; (r = port_peek(p, now));) {
        u32 slot = r->token;
        struct lsu_slot *s = &l->slots[slot];
        if (WATCHED(sm->by_pc))
            lsu_count(sm, r, slot, r->flags & RQF_HIT);
        if (!(r->flags & RQF_HIT))
            lsu_missed(s, r->space);
        hist_add(&sm->mem->hist, cycles_in((u32)now - r->born, sm->mem->period));
        sm->mem->replied++;
        port_pop(p, now);
        if (s->left == 1 && s->last > now) {
            s->next_free = l->late;
            l->late = slot;
            l->late_at = MIN(l->late_at, s->last);
        } else {
            ended |= lsu_answered(sm, slot, cycle);
        }
    }
    return ended;
}

/* Completes instructions whose last noted reply has come. */
static void end_late(struct sm *sm, u64 cycle, cyc now)
{
    struct lsu *l = &sm->lsu;
    u32 slot = l->late;
    l->late = UINT32_MAX;
    l->late_at = NEVER;
    while (slot != UINT32_MAX) {
        struct lsu_slot *s = &l->slots[slot];
        u32 next = s->next_free;
        if (s->last <= now) {
            lsu_answered(sm, slot, cycle);
        } else {
            s->next_free = l->late;
            l->late = slot;
            l->late_at = MIN(l->late_at, s->last);
        }
        slot = next;
    }
}

__attribute__((noinline)) static bool take_others(struct sm *sm, u64 cycle, cyc now)
{
    bool ended = false;
    for (u32 k = SMM_CONST; k < SMM_CACHES; k++)
        if (smmem_replies(sm->mem, k)) {
            ended |= take(sm, smmem_reply_port(sm->mem, k, false), cycle, now);
            ended |= take(sm, smmem_reply_port(sm->mem, k, true), cycle, now);
        }
    return ended;
}

/* Not inlined: in most cycles there is no reply. */
__attribute__((noinline)) static cyc take_all(struct sm *sm, u64 cycle, cyc now)
{
    bool ended = sm->lsu.late_at <= now;
    ended |= take(sm, smmem_reply_port(sm->mem, SMM_L1, false), cycle, now);
    ended |= take(sm, smmem_reply_port(sm->mem, SMM_L1, true), cycle, now);
    if (smmem_other_replies(sm->mem))
        ended |= take_others(sm, cycle, now);
    if (sm->lsu.late_at <= now)
        end_late(sm, cycle, now);
    if (ended)
        lsu_queue_held(&sm->lsu);
    return lsu_next_answer(sm);
}

static cyc replies(struct sm *sm, u64 cycle, cyc now)
{
    cyc next = lsu_next_answer(sm);
    return next > now ? next : take_all(sm, cycle, now);
}

/* ---- When ---- */

static bool common(const struct sm *sm)
{
    return !sm->cfg.plain && sm->cfg.lsu->kind == LSU_IN_ORDER && !sm->cfg.lsu->windows &&
           sm->cfg.sm->banks == BANKS_OFF && !sm->split && !WATCHED(sm->log) && smmem_simple_l1(sm->mem);
}

void lsu_choose(struct sm *sm)
{
    struct lsu *l = &sm->lsu;
    bool quick = common(sm);
    l->accept = quick ? accept : l->ops->accept;
    l->tick = quick ? tick : l->ops->tick;
    l->replies = quick ? replies : l->ops->replies;
    bool watched = WATCHED(sm->home->kernel->by_pc);
    struct l1_lsu of = {sm, watched ? booked_watched : booked, refilled};
    smmem_serve_l1(sm->mem, quick ? &of : &(struct l1_lsu){0});
}
