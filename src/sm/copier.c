/* The copy engine: see copier.h. */
#include "sm/copier.h"

#include <string.h>

#include "sm/internal.h"

DECL_PARAMS_DEFINE(copy, COPY_PARAMS);

#define NONE UINT32_MAX
enum { READS, WRITES, QUEUES };
enum { FINE = 1024 }; /* the pace of requests is kept in parts of a cycle */

struct copy {
    struct stream_copy what;
    u64 start;         /* its first request leaves no earlier than this cycle */
    u64 until;         /* it ends no earlier than this cycle */
    u64 due;           /* the cycle in which it ends if all replies have come; NEVER: requests are still to leave */
    u32 piece, offset; /* place of the next request */
    u32 out;           /* requests without a reply so far */
    u32 group;         /* of its context's */
    u32 next;          /* next in its queue, or in the list of free or finished copies */
    u8 ctx, cta;
    bool live, grouped; /* grouped: its group still waits for it */
};

struct copier {
    const struct copy_params *p;
    struct arena *arena; /* the machine's: copies of several launches may be in flight */
    struct copy *at;
    u32 room, cap;             /* copies for which there is memory; places used since the launch began */
    u32 free, over, over_last; /* lists: free places, and copies whose end is to be reported */
    u32 head[QUEUES], last[QUEUES];
    u64 next[QUEUES]; /* when the next request may leave, in parts of a cycle */
    u32 timed;        /* copies whose `due` is known and has not come */
    bool told;        /* COPY_GATE is in sm.gates */
    u64 ctas;         /* CTA slots whose copies have been reported */
};

struct copier *copier_new(struct arena *a, const struct copy_params *p)
{
    struct copier *c = ARENA_NEW(a, struct copier);
    *c = (struct copier){.p = p, .arena = a, .free = NONE, .over = NONE, .head = {NONE, NONE}};
    return c;
}

bool copier_waits(const struct sm *sm, u32 ctx, u32 keep)
{
    const struct copier *c = sm->copier;
    u32 upto = sm->ctx[ctx].copy_groups;
    upto = upto > keep ? upto - keep : 0;
    for (u32 i = 0; c && sm->copies && i < c->cap; i++)
        if (c->at[i].live && c->at[i].grouped && c->at[i].ctx == ctx && c->at[i].group < upto)
            return true;
    return false;
}

/* Called between windows, so memory may be allocated. */
static u32 take_place(struct sm *sm)
{
    struct copier *c = sm->copier;
    if (c->free == NONE) {
        u32 cap = MAX(2 * c->cap, 16);
        if (cap > c->room) {
            struct copy *more = ARENA_ARRAY(c->arena, struct copy, cap);
            if (c->cap)
                memcpy(more, c->at, c->cap * sizeof *more);
            c->at = more;
            c->room = cap;
        }
        for (u32 i = c->cap; i < cap; i++)
            c->at[i] = (struct copy){.next = i + 1 < cap ? i + 1 : NONE};
        c->free = c->cap;
        c->cap = cap;
    }
    u32 i = c->free;
    c->free = c->at[i].next;
    sm->copies++;
    return i;
}

void copier_launch(struct sm *sm)
{
    struct copier *c = sm->copier;
    ENSURE(!sm->copies && !c->told);
    c->cap = 0;
    c->free = NONE;
}

void sm_copy(struct sm *sm, u32 ctx, const struct stream_copy *what, u64 until)
{
    struct copier *c = sm->copier;
    struct context *cx = &sm->ctx[ctx];
    ENSURE(c); /* otherwise the kernel was refused: emu/decode.c */
    u32 i = take_place(sm), k = what->kind == COPY_READ ? READS : WRITES;
    c->at[i] = (struct copy){.what = *what,
                             .start = sm->cycle + c->p->latency + (what->tensor ? c->p->tensor_latency : 0),
                             .until = until,
                             .due = NEVER,
                             .group = cx->copy_groups,
                             .next = NONE,
                             .ctx = (u8)ctx,
                             .cta = sm->warps[cx->warp].cta,
                             .live = true,
                             .grouped = what->group};
    if (c->head[k] == NONE)
        c->head[k] = i;
    else
        c->at[c->last[k]].next = i;
    c->last[k] = i;
    sm->ctas[c->at[i].cta].copies++;
    cx->tenant->stats.copies++;
    cx->tenant->stats.copy_bytes += what->bytes;
    wake_at(&sm->wake, (sm->cycle + 1) * sm->cfg.period);
}

/* Its group no longer waits for it. */
static void leave_group(struct sm *sm, struct copy *y, u64 cycle)
{
    if (!y->grouped)
        return;
    y->grouped = false;
    if (sm->ctx[y->ctx].state == W_FENCE)
        warp_fence(sm, y->ctx, cycle - 1); /* looks again */
}

/* If all requests have been answered, and its time has come, its end is reported with the end of this cycle. */
static void check_over(struct sm *sm, u32 i)
{
    struct copier *c = sm->copier;
    struct copy *y = &c->at[i];
    if (y->due > sm->cycle || y->out)
        return;
    y->due = 0;
    y->next = NONE;
    if (c->over == NONE)
        c->over = i;
    else
        c->at[c->over_last].next = i;
    c->over_last = i;
    if (!c->told)
        sm->gates[sm->n_gates++] = COPY_GATE;
    c->told = true;
}

static void replies(struct sm *sm, cyc now)
{
    struct req r;
    while (smmem_copy_reply(sm->mem, now, &r)) {
        struct copy *y = &sm->copier->at[r.token];
        ENSURE(y->live && y->out);
        y->out--;
        check_over(sm, r.token);
    }
}

static void times(struct sm *sm, u64 cycle)
{
    struct copier *c = sm->copier;
    for (u32 i = 0; c->timed && i < c->cap; i++) {
        struct copy *y = &c->at[i];
        if (!y->live || y->due != cycle)
            continue;
        c->timed--;
        leave_group(sm, y, cycle);
        check_over(sm, i);
    }
}

/* The next line of the copy. */
static struct req line_of(const struct sm *sm, struct copy *y, u32 token)
{
    const struct coalesce_config *l = &sm->mem->coalesce;
    const struct stream_piece *p = &y->what.pieces[y->piece];
    u64 at = p->at + y->offset, line = at & ~(u64)(l->line_bytes - 1);
    u32 n = MIN(p->bytes - y->offset, (u32)(line + l->line_bytes - at));
    u32 first = (u32)(at - line) / l->sector_bytes, last = (u32)(at - line + n - 1) / l->sector_bytes;
    static const u8 kinds[] = {[COPY_READ] = RQ_READ, [COPY_WRITE] = RQ_WRITE, [COPY_REDUCE] = RQ_RED};
    struct req r = {.line = line,
                    .token = token,
                    .warp = sm->ctx[y->ctx].warp,
                    .cta = y->cta,
                    .kind = kinds[y->what.kind],
                    .space = RQS_COPY,
                    .flags = RQF_SKIP_L1,
                    .sectors = (u8)((2u << last) - (1u << first))};
    r.asked = r.sectors;
    r.bytes = (u16)(r.kind == RQ_READ ? 0 : n);
    r.same = r.kind == RQ_RED;
    y->offset += n;
    if (y->offset == p->bytes) {
        y->piece++;
        y->offset = 0;
    }
    return r;
}

/* The head of the queue has no more requests. */
static void sent(struct sm *sm, u32 k, u64 cycle)
{
    struct copier *c = sm->copier;
    u32 i = c->head[k];
    struct copy *y = &c->at[i];
    c->head[k] = y->next;
    y->due = y->what.kind == COPY_READ ? MAX(cycle, y->until) : cycle + c->p->store_latency;
    if (y->due == cycle)
        check_over(sm, i);
    else
        c->timed++;
}

/* Sends at most one request of a queue. Returns the next cycle with work. */
static u64 queue(struct sm *sm, u32 k, u64 cycle, cyc now)
{
    struct copier *c = sm->copier;
    if (c->head[k] == NONE)
        return NEVER;
    struct copy *y = &c->at[c->head[k]];
    u64 ready = MAX(y->start, div_up(c->next[k], FINE));
    if (ready > cycle)
        return ready;
    bool within = y->what.kind == COPY_WITHIN;
    if (within || y->piece < y->what.n_pieces) {
        u64 rate = k == READS || within          ? c->p->rate
                   : y->what.kind == COPY_REDUCE ? c->p->reduce_rate
                                                 : c->p->store_rate,
            n = y->what.bytes;
        if (!within) {
            if (port_full(&sm->mem->copy_out, now))
                return NEVER; /* the SM is woken when there is room */
            u32 piece = y->piece, offset = y->offset;
            struct req r = line_of(sm, y, c->head[k]);
            n = (y->piece == piece ? y->offset : y->what.pieces[piece].bytes) - offset;
            y->out++;
            sm->ctas[y->cta].tenant->stats.copy_requests++;
            smmem_copy_push(sm->mem, now, &r);
        }
        c->next[k] =
            MAX(c->next[k] + FINE, cycle * FINE + 1) - FINE + n * FINE / rate; /* fractions of a cycle are kept */
    }
    if (within || y->piece == y->what.n_pieces) {
        sent(sm, k, within ? cycle + y->what.bytes / c->p->rate : cycle);
        if (c->head[k] == NONE)
            return NEVER;
        y = &c->at[c->head[k]];
    }
    return MAX(MAX(y->start, div_up(c->next[k], FINE)), cycle + 1);
}

u64 copier_tick(struct sm *sm, u64 cycle, cyc now)
{
    struct copier *c = sm->copier;
    replies(sm, now);
    times(sm, cycle);
    cyc reply = port_next(&sm->mem->copy_in); /* replies left in the port */
    u64 next = reply == NEVER ? NEVER : reply / sm->cfg.period;
    for (u32 k = 0; k < QUEUES; k++) {
        u64 at = queue(sm, k, cycle, now);
        next = MIN(next, at);
    }
    for (u32 i = 0; c->timed && i < c->cap; i++)
        if (c->at[i].live && c->at[i].due > cycle)
            next = MIN(next, c->at[i].due);
    return next;
}

bool sm_take_copied(struct sm *sm, u64 *id, u32 *slot)
{
    struct copier *c = sm->copier;
    u32 i = c->over;
    if (i == NONE)
        return false;
    struct copy *y = &c->at[i];
    *id = y->what.id;
    *slot = y->cta;
    c->over = y->next;
    c->ctas |= 1ull << y->cta;
    if (!--sm->ctas[y->cta].copies && !sm->ctas[y->cta].running)
        sm->ctas[y->cta].left = sm->cycle;
    y->live = false;
    y->next = c->free;
    c->free = i;
    sm->copies--;
    return true;
}

void sm_copies_told(struct sm *sm)
{
    struct copier *c = sm->copier;
    u64 waiting = 0;
    sm_settle(sm, (sm->cycle + 1) * sm->cfg.period);
    c->told = false;
    for (u64 m = c->ctas; m; m &= m - 1) {
        struct cta_slot *slot = &sm->ctas[ctz64(m)];
        waiting |= slot->contexts & sm->waiting_again;
        cta_check_done(sm, slot);
    }
    c->ctas = 0;
    for (; waiting; waiting &= waiting - 1)
        sm_wait_again(sm, ctz64(waiting), sm->cycle + 1);
    wake_at(&sm->wake, (sm->cycle + 1) * sm->cfg.period);
}
