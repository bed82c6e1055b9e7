/* L1 cache stage: lookups, fills and replies; see l1.h. Within a cycle: one fill, then
   one waiting target is answered, then one lookup (or l1.lookups of them). Order of
   checks in a lookup: array, MSHR merge, then line, MSHR, miss queue (as in MRPB section
   2.1). */
#include "mem/l1.h"

#include "mem/l1_internal.h"

DECL_PARAMS_DEFINE(l1, L1_PARAMS);
DECL_STATS_DEFINE(l1, L1_STATS);

const char *const l1_stall_names[L1_STALLS] = {"none", "line", "mshr", "merge", "missq", "reply"};

struct l1_params l1_small(const struct l1_params *l1, u64 size, u64 ways, u64 line, u64 latency, u64 mshrs)
{
    const struct decl_group group = {.rows = l1_param_rows, .n = l1_param_count};
    struct l1_params p;
    decl_defaults(&p, &group, 1);
    p.size = size;
    p.ways = ways;
    p.line = line;
    p.latency = latency;
    p.mshrs = mshrs;
    p.sector = MIN(l1->sector, line);
    p.sectored = l1->sectored;
    p.replace = l1->replace;
    p.index = l1->index == TAGS_FERMI ? TAGS_MODULO : l1->index; /* the hash was measured on the L1 alone */
    p.merges = l1->merges;
    p.missq = l1->missq;
    p.fill_latency = l1->fill_latency;
    p.queue = l1->queue;
    return p;
}

bool l1_init(struct l1 *c, struct arena *a, const struct l1_params *p, const struct l1_wiring *w, struct diag *d)
{
    *c = (struct l1){.p = *p,
                     .period = w->period,
                     .bypass = (u8)w->bypass,
                     .twins = w->twins,
                     .wake = NEVER,
                     .flush_at = UINT32_MAX,
                     .absent_in = UINT32_MAX,
                     .ticked_at = NEVER};
    if (!tags_init(&c->tags, a, p->size, p->ways, (u32)p->line, (u32)p->index, &repl_policies[p->replace])) {
        diag_error(d, NULL, 0, 0, "a cache of %llu bytes cannot have %llu ways of %llu-byte lines",
                   (unsigned long long)p->size, (unsigned long long)p->ways, (unsigned long long)p->line);
        return false;
    }
    mshr_init(&c->mshr, a, (u32)p->mshrs, (u32)p->merges, p->alloc == L1_ON_FILL);
    c->all_sectors = (u8)((1u << (p->line / p->sector)) - 1);
    cyc t = w->period;
    port_init(&c->in, a, (u32)p->queue, t, t, t, &c->wake, w->wake_front);
    port_init(&c->from_noc, a, 4, t, t, t, &c->wake, w->wake_cluster);
    port_init(&c->out, a, (u32)p->missq, t, t, t, w->wake_cluster, &c->wake);
    port_init(&c->hits, a, (u32)((p->latency + 4) * p->banks * p->lookups), p->latency * t, t, t, w->wake_sm,
              &c->wake);
    port_init(&c->fills, a, (u32)p->fill_latency + 4, p->fill_latency * t, t, t, w->wake_sm, &c->wake);
    if (w->mesi)
        l1_mesi_init(c, a, w);
    if (p->gather)
        l1_gather_init(c, a);
    const struct prefetch_ops *ops = prefetch_ops_list[p->prefetch];
    if (ops->read)
        prefetch_init(c, a, ops, decl_pool_params(&prefetch_pool, (u64 *)w->prefetch_own, (u32)p->prefetch));
    c->n_sectors = popcount64(c->all_sectors);
    c->fence_from = NEVER;
    c->always = w->always;
    c->quick = !w->plain && !w->always && !w->mesi && !w->twins && !w->bypass && !p->sectored &&
               p->alloc == L1_ON_MISS && p->write != L1_WRITE_BACK && !p->write_alloc && !p->fence && !p->gather &&
               !c->prefetch && p->banks == 1 && p->lookups == 1;
    if (p->banks > 1)
        return l1_banks_init(c, a, w->wake_front);
    return true;
}

void l1_new_cta(struct l1 *c, u32 slot)
{
    c->epoch[slot % L1_MAX_CTAS]++;
}

void l1_add_fail(struct l1_stats *s, u32 stall, u64 n)
{
    switch (stall) {
    case L1_NO_LINE: s->fail_line += n; break;
    case L1_NO_MSHR: s->fail_mshr += n; break;
    case L1_NO_MERGE: s->fail_merge += n; break;
    case L1_NO_MISSQ: s->fail_missq += n; break;
    default: s->fail_reply += n; break;
    }
}

static void count_stall(struct l1 *c, cyc now)
{
    if (c->banks) {
        l1_banks_settle(c, now);
    } else if (c->stall && now > c->stall_since) {
        l1_add_fail(&c->stats, c->stall, (now - c->stall_since) / c->period);
        c->stall_since = now;
    }
}

void l1_settle(struct l1 *c, cyc now)
{
    count_stall(c, now);
    c->stats.mshr_cycles = c->mshr.busy / c->period;
}

static void answer(struct l1 *c, cyc now, const struct req *r, cyc since)
{
    hist_add(&c->hist_l1, cycles_in(now - since, c->period));
    l1_push_fill(c, now, r);
}

/* A reply has come. False: it must wait for room among the replies to the SM. */
static bool take_reply(struct l1 *c, cyc now, const struct req *r)
{
    if (__builtin_expect(req_is_probe(r->kind), 0))
        return l1_mesi_probe(c, now, r);
    bool fills = (r->kind == RQ_READ && !(r->flags & (RQF_BYPASS | RQF_SKIP_L1))) || r->kind >= RQ_GETM;
    if (!fills) {
        if (r->flags & RQF_OWN) { /* acknowledges a write-back of this L1 */
            if (c->mesi)
                l1_mesi_put_done(c, r->line);
            return true;
        }
        if (port_full(&c->fills, now))
            return false;
        l1_push_fill(c, now, r);
        return true;
    }
    u32 e = r->token; /* this L1's MSHR, put there when the miss was sent */
    ENSURE(e < c->mshr.cap && c->mshr.entries[e].line == r->line);
    if (WATCHED(r->flags & RQF_L2_HIT))
        mshr_mark(&c->mshr, e, RQF_L2_HIT);
    u32 t = c->mshr.entries[e].tag;
    if (t == TAG_NONE) {
        t = l1_allocate(c, now, e); /* allocate-on-fill */
        if (t == TAG_WAIT)
            return false; /* write-back: no room for the victim in the miss queue */
    }
    if (__builtin_expect(c->mesi != NULL, 0))
        l1_mesi_filled(c, e, r);
    l1_fill_line(c, now, t, e, r->sectors);
    if (__builtin_expect(c->twins, 0))
        l1_fill_twin(c, now, r);
    c->changed = true;
    return true;
}

static void count_failed(struct l1 *c, cyc now, u32 why)
{
    c->stall = (u8)why;
    c->stall_since = now;
}

/* May the failed request succeed now? Only a change of what it waited for can change the outcome. */
bool l1_worth_a_try(struct l1 *c, u32 stall, bool changed, cyc now)
{
    switch (stall) {
    case L1_OK: return true;
    case L1_NO_MISSQ: return changed || !port_full(&c->out, now);
    case L1_NO_REPLY: return changed || !port_full(&c->hits, now);
    case L1_NO_MSHR: return c->mshr.used < c->mshr.cap;
    default: return changed;
    }
}

static void count_tries(const struct l1 *c, bool attempts, u64 *tried, u64 *missed)
{
    const struct l1_stats *s = &c->stats;
    u64 failed = attempts ? s->fail_line + s->fail_mshr + s->fail_merge + s->fail_missq : 0;
    *tried = s->read + failed;
    *missed = s->miss + s->bypass + failed;
}

void l1_tries(const struct l1 *c, cyc now, bool attempts, u64 *tried, u64 *missed)
{
    if (c->watched && c->ticked_at == now) {
        *tried = c->tried[attempts];
        *missed = c->missed[attempts];
        return;
    }
    count_tries(c, attempts, tried, missed);
    if (attempts && c->stall && c->stall != L1_NO_REPLY && now > c->stall_since) {
        u64 n = (now - c->stall_since) / c->period;
        *tried += n;
        *missed += n;
    }
}

/* l1.lookups > 1: looks up requests of one read, from the queue's head on, until a miss sends a request. */
static bool look_up_several(struct l1 *c, cyc now, const struct req *r)
{
    u32 token = r->token, n = 0;
    bool read = r->kind == RQ_READ;
    u64 found, at_hand = c->stats.hit + c->stats.merged;
    do {
        u32 born = r->born, why;
        found = at_hand;
        if ((why = l1_lookup(c, now, r))) {
            count_failed(c, now, why);
            break;
        }
        hist_add(&c->hist_front, cycles_in((u32)now - born, c->period));
        c->taken++;
        port_pop(&c->in, now);
        r = port_peek(&c->in, now);
        at_hand = c->stats.hit + c->stats.merged;
    } while (++n < c->p.lookups && read && at_hand != found && r && r->token == token && r->kind == RQ_READ);
    c->stats.serving += n != 0;
    return !c->stall;
}

/* Fences passed before this tick take effect; one passed in this very cycle does in the next. */
static void forget(struct l1 *c, cyc now)
{
    tags_forget(&c->tags);
    c->fence_from = c->fence_last > now ? c->fence_last : NEVER;
}

static cyc tick(struct l1 *c, cyc now)
{
    if (__builtin_expect(c->fence_from <= now, 0))
        forget(c, now);
    if (c->stall)
        count_stall(c, now);
    if (__builtin_expect(c->watched, 0) && c->ticked_at != now) {
        c->ticked_at = now;
        for (u32 i = 0; i < 2; i++)
            count_tries(c, i, &c->tried[i], &c->missed[i]);
    }
    cyc next = NEVER;
    /* 1. a fill */
    const struct req *r = port_peek(&c->from_noc, now);
    bool held_up = r && !take_reply(c, now, r); /* held up: room in a port wakes the L1 */
    if (r && !held_up)
        port_pop(&c->from_noc, now);
    if (!held_up)
        next = MAX(port_next(&c->from_noc), now + c->period);
    /* 2. a target whose line has come */
    const struct mshr_target *t = mshr_peek(&c->mshr);
    if (t && !port_full(&c->fills, now)) {
        answer(c, now, &t->req, t->since);
        mshr_pop(&c->mshr, now);
        c->changed = true;
        if (mshr_peek(&c->mshr))
            next = MIN(next, now + c->period);
    }
    /* 3. a lookup */
    if (__builtin_expect(c->banks != NULL, 0) && c->flush_at == UINT32_MAX)
        return l1_banks_lookup(c, now, next);
    if (c->stall && !l1_worth_a_try(c, c->stall, c->changed, now))
        return next;
    c->stall = L1_OK;
    c->changed = false;
    if (c->flush_at != UINT32_MAX) {
        cyc step = l1_flush_step(c, now);
        return MIN(next, step);
    }
    r = port_peek(&c->in, now);
    if (__builtin_expect(c->p.lookups > 1, 0)) {
        if (r && !look_up_several(c, now, r))
            return next;
    } else if (r) {
        u32 born = r->born;
        u32 why = l1_lookup(c, now, r);
        if (why) {
            /* room in a port wakes the L1; fills and freed MSHRs are handled above */
            count_failed(c, now, why);
            return next;
        }
        hist_add(&c->hist_front, cycles_in((u32)now - born, c->period));
        c->taken++;
        c->stats.serving++;
        l1_pop_in(c, now);
    }
    cyc head = port_next(&c->in);
    return head == NEVER ? next : MIN(next, MAX(head, now + c->period));
}

/* A function of its own, so that the choice between the two forms needs no stack frame. */
__attribute__((noinline)) static cyc tick_any(struct l1 *c, cyc now)
{
    cyc next = tick(c, now);
    if (__builtin_expect(c->gather != NULL, 0)) {
        cyc leaves = l1_gather_tick(c, now);
        next = MIN(next, leaves);
    }
    return next;
}

cyc l1_tick(struct l1 *c, cyc now)
{
    return c->quick ? l1_quick_tick(c, now) : tick_any(c, now);
}

bool l1_idle(const struct l1 *c)
{
    return !l1_queued(c) && (!c->gather || !c->gather->n) && !c->from_noc.n && !c->out.n && !c->hits.n &&
           !c->fills.n && mshr_idle(&c->mshr) && c->flush_at == UINT32_MAX &&
           (!c->mesi || (!c->mesi->acks.n && !c->mesi->n));
}

void l1_invalidate(struct l1 *c)
{
    ENSURE(mshr_idle(&c->mshr) && !c->tags.dirty_lines);
    tags_clear(&c->tags);
    c->fence_from = NEVER;
}

void l1_resize(struct l1 *c, u64 bytes)
{
    if (c->mesi) { /* a coherent L1 keeps its lines and its size */
        ENSURE(bytes == c->p.size);
        return;
    }
    ENSURE(mshr_idle(&c->mshr) && !c->tags.dirty_lines);
    tags_resize(&c->tags, bytes);
}

void l1_audit(const struct l1 *c)
{
    const struct l1_stats *s = &c->stats;
    ENSURE(s->read == s->hit + s->merged + s->miss + s->bypass);
    ENSURE(s->access == s->read + s->skip + s->write + s->atomic);
    ENSURE(s->evict_intra_warp + s->evict_cross_warp + s->evict_cross_block == s->evict);
    u32 pending = 0;
    for (u32 i = 0; i < c->tags.sets * c->tags.ways; i++) {
        const struct tag *t = &c->tags.at[i];
        if (t->state == TAG_INVALID)
            continue;
        ENSURE(!(t->valid & t->pending) && !(t->dirty & ~t->valid) && (t->state == TAG_VALID) == (t->valid != 0));
        ENSURE(t->pending || t->state == TAG_VALID);
        ENSURE(tags_find(&c->tags, tags_line(&c->tags, i)) == i && (c->tags.order[i] == NEVER) == (t->pending != 0));
        if (t->pending) {
            pending++;
            u32 e = t->mshr;
            ENSURE(e < c->mshr.cap && c->mshr.entries[e].tag == i && c->mshr.entries[e].pending == t->pending);
        }
    }
    ENSURE(pending <= c->mshr.used);
}

void l1_dump(const struct l1 *c, FILE *to)
{
    if (c->gather && c->gather->n)
        fprintf(to, "%u lines of stores wait for more, ", c->gather->n);
    fprintf(to, "in %u/%u, miss queue %u/%u, replies in %u, hits out %u, fills out %u, MSHRs %u/%u", l1_queued(c),
            c->in.cap, c->out.n, c->out.cap, c->from_noc.n, c->hits.n, c->fills.n, c->mshr.used, c->mshr.cap);
    if (c->stall)
        fprintf(to, "; head waits for %s since tick %llu", l1_stall_names[c->stall],
                (unsigned long long)c->stall_since);
    if (c->in.n) {
        const struct req *r = port_at(&c->in, 0);
        fprintf(to, "; head: kind %u line %#llx warp %u", r->kind, (unsigned long long)r->line, r->warp);
    }
    fprintf(to, "\n");
    for (u32 i = 0; i < c->mshr.cap; i++) {
        const struct mshr_entry *e = &c->mshr.entries[i];
        if (e->pending)
            fprintf(to, "  MSHR %u: line %#llx, sectors out %#x, %u waiting\n", i, (unsigned long long)e->line,
                    e->pending, e->n - e->first);
    }
}
