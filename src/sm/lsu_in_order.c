/* The baseline load-store unit: a queue of issued memory instructions, worked on in order. Shared memory occupies it
   for one cycle a conflict-free pass; global, local and texture instructions are coalesced at issue and send one line
   request a cycle (a load: as many as the L1 looks up, l1.lookups) to the front (mem/front.h); constants send one for
   each distinct word to the constant cache. */
#include "sm/internal.h"
#include "sm/split.h"

void lsu_queue_init(struct lsu_queue *q, struct arena *a, u32 cap)
{
    *q = (struct lsu_queue){.cap = cap, .began = NEVER, .at = ARENA_ARRAY(a, struct lsu_entry, cap)};
}

void lsu_queue_accept(struct sm *sm, struct lsu_queue *q, u32 w, u64 cycle)
{
    u32 at = q->head + q->n;
    struct lsu_entry *e = &q->at[at >= q->cap ? at - q->cap : at];
    if (!lsu_begin(sm, e, w, cycle))
        return;
    q->queued[w]++;
    q->n++;
}

static void pop(struct sm *sm, struct lsu_queue *q, u64 cycle)
{
    lsu_changes(sm, cycle);
    q->queued[q->at[q->head].warp]--;
    q->last = q->at[q->head].op;
    q->head = q->head + 1 == q->cap ? 0 : q->head + 1;
    q->n--;
    q->began = NEVER;
}

/* Section 2.3 of WarpPool: a request for a line in the window is not sent; any other replaces the oldest one. */
static void count_windows(struct sm *sm, struct lsu_window *w, const struct req *r)
{
    struct sm_stats *stats = &sm->ctas[r->cta].tenant->stats;
    u64 *merged = &stats->window_1;
    if (r->kind != RQ_READ || smmem_cache_of(sm->mem, r->space) != SMM_L1)
        return;
    stats->window_requests++;
    for (u32 k = 0; k < LSU_WINDOWS; k++, w++) {
        u32 size = 1u << k, i = 0;
        while (i < size && w->line[i] != r->line + 1)
            i++;
        merged[k] += i < size;
        if (i == size) {
            w->line[w->next] = r->line + 1;
            w->next = (w->next + 1) % size;
        }
    }
}

static bool send_to(struct sm *sm, struct lsu_entry *e, cyc now, u32 i, u32 bank)
{
    if (smmem_bank_full(sm->mem, now, bank))
        return false;
    e->at = i;
    struct req r = lsu_req(e);
    smmem_push_bank(sm->mem, now, &r, bank);
    e->unsent &= ~(1ull << i);
    return true;
}

/* An L1 in banks: sends one line of the head's instruction to each bank. False: none can go. */
static bool send_banked(struct sm *sm, struct lsu_entry *e, cyc now)
{
    u64 used = 0;
    for (u64 m = e->unsent; m; m &= m - 1) {
        u32 i = ctz64(m), b = smmem_bank_of(sm->mem, e->lines[i].line);
        if (!(used >> b & 1) && send_to(sm, e, now, i, b))
            used |= 1ull << b;
    }
    return used;
}

/* The same if each lane accesses a bank by itself: sends the requests of this round; when all have gone the next
   round begins. */
static bool send_lanes(struct sm *sm, struct lsu_entry *e, cyc now)
{
    bool sent = false, left = false;
    for (u64 m = e->unsent; m; m &= m - 1) {
        u32 i = ctz64(m);
        if (e->lines[i].round > e->round)
            continue;
        bool goes = send_to(sm, e, now, i, e->lines[i].bank);
        sent |= goes;
        left |= !goes;
    }
    e->round += !left;
    return sent || !left;
}

u64 lsu_queue_tick(struct sm *sm, struct lsu_queue *q, u64 cycle, cyc now)
{
    if (!q->n)
        return NEVER;
    struct lsu_entry *e = &q->at[q->head];
    if (cycle < q->busy_until || cycle < e->start)
        return MAX(q->busy_until, e->start);
    if (q->began == NEVER)
        q->began = cycle;
    if (e->space == SI_SHARED) {
        u32 w = e->warp, cycles = products_stretch(sm, cycle, e->cycles);
        u64 at = cycle + cycles - 1 + e->delay + e->replay + sm->cfg.lat->shared - 1;
        const struct sm_op *o = e->op;
        q->busy_until = cycle + cycles;
        pop(sm, q, cycle);
        lsu_complete(sm, o, w, e->replay ? lsu_in_turn(sm, w, e->words, at) : at, cycle + 1);
        return cycle + 1;
    }
    u32 space = e->like.space;
    bool banked = smmem_banked(sm->mem, space), last;
    if (banked) {
        if (!(smmem_by_lanes(sm->mem) ? send_lanes : send_banked)(sm, e, now))
            return NEVER; /* a port wakes the LSU */
        last = !e->unsent;
    } else {
        if (smmem_full(sm->mem, now, space))
            return NEVER;
        u32 left = e->at_once;
        do {
            struct req r = lsu_req(e);
            if (__builtin_expect(q->windows != NULL, 0))
                count_windows(sm, q->windows, &r);
            smmem_push(sm->mem, now, &r);
            last = ++e->at == e->n;
        } while (__builtin_expect(--left != 0, 0) && !last && !smmem_full(sm->mem, now, space));
    }
    if (last) {
        if (sm->split)
            split_sent(sm, e, cycle);
        q->busy_until = MAX(cycle + 1, q->began + e->cycles);
        pop(sm, q, cycle);
        return cycle + 1;
    }
    return !banked && smmem_full(sm->mem, now, space) ? NEVER : cycle + 1;
}

u32 lsu_queue_cause(const struct sm *sm, const struct lsu_queue *q)
{
    const struct lsu_entry *e = &q->at[q->head];
    bool l1 = q->n && e->space != SI_SHARED && smmem_cache_of(sm->mem, e->like.space) == SMM_L1;
    return l1 ? CAUSE_L1 : SLOT_lsu_full;
}

static void init(struct sm *sm, struct arena *a)
{
    struct lsu_queue *q = ARENA_NEW(a, struct lsu_queue);
    lsu_queue_init(q, a, (u32)sm->cfg.lsu->queue);
    if (sm->cfg.lsu->windows)
        q->windows = ARENA_ARRAY(a, struct lsu_window, LSU_WINDOWS);
    sm->lsu.state = q;
}

static void accept(struct sm *sm, u32 w, u64 cycle)
{
    lsu_queue_accept(sm, sm->lsu.state, w, cycle);
    sm->lsu.sleep = 0;
    lsu_queue_held(&sm->lsu);
}

static u64 tick(struct sm *sm, u64 cycle, cyc now)
{
    const struct lsu_queue *q = sm->lsu.state;
    u64 next = lsu_queue_tick(sm, sm->lsu.state, cycle, now);
    sm->lsu.sleep = next != NEVER || !q->n ? next : 0; /* a port may wake it at any time */
    lsu_queue_held(&sm->lsu);
    return next;
}

static cyc replies(struct sm *sm, u64 cycle, cyc now)
{
    struct req r;
    bool ended = false;
    cyc next = smmem_reply_next(sm->mem);
    if (next > now)
        return next;
    while (smmem_reply(sm->mem, now, &r)) {
        if (WATCHED(sm->by_pc))
            lsu_count(sm, &r, r.token, r.flags & RQF_HIT);
        if (WATCHED(sm->log))
            sm_log_request(sm, &r, r.token, now);
        if (sm->split)
            split_reply(sm, &r);
        if (!(r.flags & RQF_HIT))
            lsu_missed(&sm->lsu.slots[r.token], r.space);
        ended |= lsu_answered(sm, r.token, cycle);
    }
    if (ended)
        lsu_queue_held(&sm->lsu);
    return smmem_reply_next(sm->mem);
}

static bool passes(struct sm *sm, u32 w, cyc now)
{
    const struct lsu_queue *q = sm->lsu.state;
    if (smmem_in_order(sm->mem))
        return true; /* one order for all requests */
    return !q->queued[w] && smmem_barrier(sm->mem, sm->ctx[w].warp, now);
}

static u32 cause(const struct sm *sm, u64 warps)
{
    (void)warps; /* they all wait for the same */
    return lsu_queue_cause(sm, sm->lsu.state);
}

static const struct sm_op *head(const struct sm *sm, u64 cycle)
{
    const struct lsu_queue *q = sm->lsu.state;
    if (q->n < q->cap)
        return NULL; /* it has no slot for another instruction */
    /* lines of the head may have gone ahead of their time (lsu_quick.c) */
    return q->began == NEVER && cycle < q->busy_until ? q->last : q->at[q->head].op;
}

static void launch(struct sm *sm, u64 cycle, cyc now)
{
    struct lsu_queue *q = sm->lsu.state;
    (void)cycle, (void)now;
    q->last = NULL; /* it may occupy the LSU for a while yet, but belongs to the kernel before */
}

static u32 holds(const struct sm *sm)
{
    return ((const struct lsu_queue *)sm->lsu.state)->n;
}

static void audit(const struct sm *sm)
{
    const struct lsu_queue *q = sm->lsu.state;
    u32 n = 0;
    for (u32 w = 0; w < LSU_MAX_WARPS; w++)
        n += q->queued[w];
    ENSURE(n == q->n && (sm->lsu.held != 0) == (q->n == q->cap || !sm->lsu.n_free));
}

const struct lsu_ops lsu_in_order = {.own = {.name = "in-order", .about = "one after the other"},
                                     .init = init,
                                     .launch = launch,
                                     .accept = accept,
                                     .tick = tick,
                                     .replies = replies,
                                     .passes = passes,
                                     .cause = cause,
                                     .head = head,
                                     .holds = holds,
                                     .audit = audit};
