/* L2 slice: see l2.h. Within a cycle: one reply leaves, one fill from memory is taken, one target whose line has come
   joins the replies, one request comes from the network (and may join another: lrc.h), one is looked up, `delay`
   after it came. A hit is answered `latency` later; a miss goes to the memory controller `miss_latency` later and is
   answered as soon as its data is back. */
#include "mem/l2.h"

#include "mem/l2_internal.h"
#include "mem/partition.h"

DECL_PARAMS_DEFINE(l2, L2_PARAMS);
DECL_STATS_DEFINE(l2, L2_STATS);

static const char *const stall_names[L2_STALLS] = {
    "none", "line", "mshr", "merge", "memory queue", "reply queue", "acknowledgements"};

bool l2_init(struct l2 *c, struct arena *a, const struct l2_params *p, const struct l2_wiring *w, struct diag *d)
{
    *c = (struct l2){.p = *p, .w = *w, .wake = NEVER, .sent_at = NEVER, .taken_at = NEVER};
    c->quick = !w->plain && p->kind == L2_CACHE && p->delay && !w->l1_line && !p->join && !p->pair_waits && !p->port;
    cyc *wake_reply = c->quick ? NULL : &c->wake; /* l2_quick.c looks at what it has pushed by itself */
    c->all_sectors = (u8)((1u << (p->line / p->sector)) - 1);
    port_init(&c->hits, a, (u32)(p->latency + p->replyq + (w->l1_line ? w->n_sms : 0)), p->latency * w->period,
              w->period, w->period, wake_reply, &c->wake);
    port_init(&c->fills, a, (u32)p->replyq, w->period, w->period, w->period, wake_reply, &c->wake);
    if (p->delay)
        port_init(&c->queue, a, (u32)(p->delay + p->inq), p->delay * w->period, w->period, w->period, &c->wake,
                  &c->wake);
    if (p->kind == L2_NONE)
        return true;
    if (!tags_init(&c->tags, a, p->size, p->ways, (u32)p->line, (u32)p->index, &repl_policies[p->replace])) {
        diag_error(d, NULL, 0, 0, "an L2 slice of %llu bytes cannot have %llu ways of %llu-byte lines",
                   (unsigned long long)p->size, (unsigned long long)p->ways, (unsigned long long)p->line);
        return false;
    }
    mshr_init(&c->mshr, a, (u32)p->mshrs, (u32)p->merges, false);
    if (w->l1_line)
        directory_init(c, a);
    if (p->join) {
        c->lrc = ARENA_NEW(a, struct lrc);
        lrc_init(c->lrc, a, p, w->gpc_of_sm, w->period);
    }
    return true;
}

void l2_settle(struct l2 *c, cyc now)
{
    if (!c->stall)
        return;
    u64 n = cycles_in(now - c->stall_since, c->w.period);
    switch (c->stall) {
    case L2_NO_LINE: c->stats.fail_line += n; break;
    case L2_NO_MSHR: c->stats.fail_mshr += n; break;
    case L2_NO_MERGE: c->stats.fail_merge += n; break;
    case L2_NO_MEMQ: c->stats.fail_memq += n; break;
    case L2_BUSY: c->dir->stats.busy += n; break;
    default: c->stats.fail_reply += n; break;
    }
    c->stall_since = now;
}

/* l2.port: what the data array reads or writes keeps it for whole cycles; uses in one cycle add up. */
static inline void use_port(struct l2 *c, cyc now, u32 bytes)
{
    if (__builtin_expect(c->p.port != 0, 0))
        c->busy_until = MAX(c->busy_until, now) + div_up(bytes, c->p.port) * c->w.period;
}

static void write_back(struct l2 *c, cyc now, struct tag *t, u64 line)
{
    struct req w = {.line = line,
                    .kind = RQ_WRITE,
                    .flags = RQF_FILL,
                    .sectors = c->p.sectored ? t->dirty : c->all_sectors,
                    .born = (u32)now};
    c->stats.write_back++;
    use_port(c, now, l2_bytes_of(c, w.sectors));
    c->tags.dirty_lines--;
    t->dirty = 0;
    port_push(c->w.to_memory, now, &w);
}

void l2_set_dirty(struct l2 *c, struct tag *t, u8 sectors)
{
    c->tags.dirty_lines += !t->dirty && sectors;
    t->dirty |= sectors;
    t->valid |= sectors;
    t->copied &= (u8)~sectors;
    t->fresh &= (u8)~sectors;
    t->state = TAG_VALID;
}

/* Takes a line for r (own address `line`). NULL: why is set. `fetch`: also needs a place in the memory queue. */
static struct tag *take_line(struct l2 *c, cyc now, u64 line, bool fetch, u32 *why)
{
    u32 v = tags_victim(&c->tags, line);
    *why = L2_NO_LINE;
    if (v == TAG_NONE)
        return NULL;
    if (c->dir && (*why = directory_evict(c, now, v)))
        return NULL;
    struct tag *t = &c->tags.at[v];
    u32 need = c->need = (u32)fetch + (t->dirty != 0);
    *why = L2_NO_MEMQ;
    if (need && !port_room(c->w.to_memory, now, need))
        return NULL;
    c->stats.evict += t->state == TAG_VALID;
    if (t->dirty)
        write_back(c, now, t, partition_global(&c->p, tags_line(&c->tags, v), c->w.id));
    tags_replace(&c->tags, v, line);
    *why = L2_OK;
    return t;
}

static void fetch(struct l2 *c, cyc now, const struct req *r, u8 sectors, u32 entry)
{
    struct req q = *r;
    q.token = entry;
    q.line &= ~(c->p.line - 1);
    q.kind = RQ_READ;
    q.flags = RQF_FILL | (r->flags & RQF_MARKED);
    q.sectors = sectors;
    port_push(c->w.to_memory, now, &q);
    mark(c->marks, now, r, MARK_DRAM);
}

u32 l2_miss(struct l2 *c, cyc now, const struct req *r, u64 line, struct tag *t, u8 want)
{
    u32 why;
    if ((r->kind == RQ_READ || r->kind >= RQ_GETM) && !c->p.sectored)
        want = c->all_sectors;
    u8 have = t ? t->valid | t->pending : 0, more = want & (u8)~have;
    if (c->p.pairs) /* the other sector of the pair has no waiting request; it comes with the one that has */
        more |= (u8)((more & 0x55) << 1 | (more & 0xaa) >> 1) & (u8)~have & c->all_sectors;
    if (t && t->pending) {
        if (!mshr_can_merge(&c->mshr, t->mshr))
            return L2_NO_MERGE;
        c->need = 1;
        if (more && port_full(c->w.to_memory, now))
            return L2_NO_MEMQ;
    } else {
        if (c->mshr.used == c->mshr.cap)
            return L2_NO_MSHR;
        c->need = 1;
        if (t && port_full(c->w.to_memory, now))
            return L2_NO_MEMQ;
        if (!t && !(t = take_line(c, now, line, true, &why)))
            return why;
        t->mshr = mshr_new(&c->mshr, line, (u32)(t - c->tags.at), now);
    }
    struct mshr_entry *e = &c->mshr.entries[t->mshr];
    mshr_add(&c->mshr, t->mshr, r, want, c->arrived);
    t->fresh = (u8)((t->fresh | more) & ~want);
    if (more) {
        c->last_fetch = t->mshr;
        e->pending |= more;
        tags_set_pending(&c->tags, (u32)(t - c->tags.at), t->pending | more);
        fetch(c, now, r, more, t->mshr);
    } else {
        c->stats.merged++;
    }
    c->missed = t;
    return L2_OK;
}

/* Has the reader's half of the chip a copy of its sectors? From now on it has. */
static bool copied(const struct l2 *c, struct tag *t, const struct req *r)
{
    const struct noc *net = &c->w.net[NET_REPLY];
    if (!net->p.far_once || !noc_is_far(net, c->w.id, c->w.reply_port[r->sm]))
        return false;
    bool had = (t->copied & r->sectors) == r->sectors;
    t->copied |= r->sectors | t->fresh; /* sectors that came in the same fetch were copied with them */
    return had;
}

/* l2.pair_waits: a read of a sector that came with another one is answered together with the sectors fetched last, if
   these have not come. False: nothing is on its way, or too many requests wait for that. */
static bool wait_behind(struct l2 *c, struct tag *t, const struct req *r)
{
    struct mshr_entry *last = &c->mshr.entries[c->last_fetch];
    bool fresh = t->fresh & r->sectors;
    t->fresh &= (u8)~r->sectors;
    if (!fresh || !last->pending || !mshr_can_merge(&c->mshr, c->last_fetch))
        return false;
    struct req q = *r;
    q.copied = copied(c, t, r);
    if (WATCHED(c->tells_hits))
        q.flags |= c->tells_hits;
    mshr_add(&c->mshr, c->last_fetch, &q, last->pending, c->arrived);
    return true;
}

static u32 read(struct l2 *c, cyc now, const struct req *r, u64 line, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u8 there = t ? (t->valid | t->pending) & r->sectors : 0;
    u64 merged = c->stats.merged;
    u32 why;
    if (t && (t->valid & r->sectors) == r->sectors) {
        if (port_full(&c->hits, now))
            return L2_NO_REPLY;
        tags_touch(&c->tags, i);
        c->stats.read_hit++;
        use_port(c, now, l2_bytes_of(c, r->sectors));
        if (!c->p.pair_waits || !wait_behind(c, t, r)) {
            struct req *hit = l2_answer(c, now, &c->hits, r, c->arrived);
            hit->copied = copied(c, t, r);
            if (WATCHED(c->tells_hits))
                hit->flags |= c->tells_hits;
        }
    } else {
        if ((why = l2_miss(c, now, r, line, t, r->sectors)))
            return why;
        copied(c, c->missed, r);
        c->stats.read_miss += c->stats.merged == merged;
    }
    c->stats.read++;
    c->stats.sectors_read += popcount64(r->sectors);
    c->stats.sectors_hit += popcount64(there);
    return L2_OK;
}

/* The slice takes nothing else until the write is in the array. Fractions of a cycle accumulate. */
static void stay_busy(struct l2 *c, cyc now, const struct req *r)
{
    u32 n = popcount64(r->sectors);
    u64 each = r->bytes < l2_bytes_of(c, r->sectors) ? c->p.write_part : c->p.write_sector;
    c->write_debt += (u32)(c->p.write_busy + n * each);
    c->busy_until = MAX(c->busy_until, now + c->write_debt / 100 * c->w.period);
    c->write_debt %= 100;
}

static u32 write(struct l2 *c, cyc now, const struct req *r, u64 line, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    bool whole = !c->p.write_fetch || r->bytes >= l2_bytes_of(c, r->sectors),
         hit = t && (t->valid & r->sectors) == r->sectors;
    u64 merged = c->stats.merged;
    u32 why;
    if (hit || (whole && !(t && (t->pending & r->sectors)))) {
        if (port_full(&c->hits, now))
            return L2_NO_REPLY;
        if (!t && !(t = take_line(c, now, line, false, &why)))
            return why;
        tags_touch(&c->tags, (u32)(t - c->tags.at));
        l2_set_dirty(c, t, r->sectors);
        l2_answer(c, now, &c->hits, r, c->arrived);
        use_port(c, now, l2_bytes_of(c, r->sectors));
        c->stats.write_hit += hit;
        c->stats.write_miss += !hit;
    } else {
        if ((why = l2_miss(c, now, r, line, t, r->sectors)))
            return why;
        c->stats.write_fetch += c->stats.merged == merged;
    }
    c->stats.write++;
    c->stats.sectors_written += popcount64(r->sectors);
    if (c->p.write_busy)
        stay_busy(c, now, r);
    return L2_OK;
}

/* How long an atomic keeps the slice: one pass for each lane that wants the sector's most wanted word. Floating-point
   sums end later, and only the next atomic on that line waits for them. Fractions of a cycle accumulate. */
static u64 atomic_cycles(struct l2 *c, cyc now, const struct req *r, u32 said)
{
    u32 sectors = popcount64(r->sectors), passes = MAX(said & ~REQ_SAME_FLOAT, sectors);
    if (!c->p.atomic_pass)
        return div_up(r->bytes, 4 * c->p.atomic_words);
    u64 time = 100 * now / c->w.period, start = time;
    if (r->line == c->last_atomic)
        start = MAX(start, c->summed_until);
    c->summed_until = said & REQ_SAME_FLOAT ? start + div_up(passes, sectors) * c->p.atomic_float : 0;
    u64 each = r->bytes >= passes * c->p.sector ? c->p.atomic_pass : c->p.atomic_part;
    if ((r->line ^ c->last_atomic) >= c->p.interleave)
        each += c->p.atomic_turn;
    c->write_debt += (u32)(start - time + passes * each);
    u64 busy = c->write_debt / 100;
    c->write_debt %= 100;
    return busy;
}

static u32 atomic(struct l2 *c, cyc now, const struct req *r, u64 line, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u32 why, said = r->same;
    struct req plain;
    if (c->p.atomic_pass) { /* in a reply, `same` would have another meaning */
        plain = *r;
        plain.same = 0;
        r = &plain;
    }
    if (t && (t->valid & r->sectors) == r->sectors) {
        if (port_full(&c->hits, now))
            return L2_NO_REPLY;
        tags_touch(&c->tags, i);
        l2_set_dirty(c, t, r->sectors);
        l2_answer(c, now, &c->hits, r, c->arrived);
        c->stats.atomic_hit++;
    } else if ((why = l2_miss(c, now, r, line, t, r->sectors))) {
        return why;
    }
    c->stats.atomic++;
    cyc until = now + atomic_cycles(c, now, r, said) * c->w.period;
    c->busy_until = MAX(c->busy_until, until); /* it takes nothing else meanwhile */
    c->last_atomic = r->line;
    return L2_OK;
}

/* ideal.l2: nothing is kept, and nothing goes to memory. */
static u32 hit_always(struct l2 *c, cyc now, const struct req *r)
{
    u32 n = popcount64(r->sectors);
    if (port_full(&c->hits, now))
        return L2_NO_REPLY;
    struct req plain = *r;
    if (r->kind != RQ_READ && r->kind != RQ_WRITE && c->p.atomic_pass)
        plain.same = 0;
    l2_answer(c, now, &c->hits, &plain, c->arrived);
    switch (r->kind) {
    case RQ_READ:
        c->stats.read++;
        c->stats.read_hit++;
        c->stats.sectors_read += n;
        c->stats.sectors_hit += n;
        break;
    case RQ_WRITE:
        c->stats.write++;
        c->stats.write_hit++;
        c->stats.sectors_written += n;
        if (c->p.write_busy)
            stay_busy(c, now, r);
        break;
    default:
        c->stats.atomic++;
        c->stats.atomic_hit++;
        c->busy_until = now + atomic_cycles(c, now, &plain, r->same) * c->w.period;
        c->last_atomic = r->line;
    }
    return L2_OK;
}

static inline u32 look_up_at(struct l2 *c, cyc now, const struct req *r, u64 line, u32 i)
{
    u32 shift = l2_sector_shift(c, r->line);
    struct req shifted;
    if (shift) {
        shifted = *r;
        shifted.sectors = (u8)(r->sectors << shift);
        r = &shifted;
    }
    if (__builtin_expect(c->dir != NULL, 0))
        return directory_lookup(c, now, r, line, i);
    if (__builtin_expect(c->w.always, 0))
        return hit_always(c, now, r);
    switch (r->kind) {
    case RQ_READ: return read(c, now, r, line, i);
    case RQ_WRITE: return write(c, now, r, line, i);
    default: return atomic(c, now, r, line, i);
    }
}

u32 l2_lookup_at(struct l2 *c, cyc now, const struct req *r, u64 line, u32 i)
{
    return look_up_at(c, now, r, line, i);
}

static u32 lookup(struct l2 *c, cyc now, const struct req *r)
{
    if (c->p.kind == L2_NONE) {
        c->need = 1;
        if (port_full(c->w.to_memory, now))
            return L2_NO_MEMQ;
        port_push(c->w.to_memory, now, r);
        mark(c->marks, now, r, MARK_DRAM);
        return L2_OK;
    }
    u64 line = l2_own(c, r->line & ~(c->p.line - 1));
    u32 i = tags_find(&c->tags, line);
    return look_up_at(c, now, r, line, i);
}

/* May the failed request succeed now? Only a change of what it waited for can change the outcome. */
bool l2_worth_a_try(struct l2 *c, cyc now)
{
    switch (c->stall) {
    case L2_OK: return true;
    case L2_NO_MEMQ: return c->changed || port_room(c->w.to_memory, now, c->need);
    case L2_NO_REPLY: return c->changed || !port_full(&c->hits, now);
    case L2_NO_MSHR: return c->mshr.used < c->mshr.cap;
    default: return c->changed;
    }
}

/* A fill: the line is valid; if requests that change it wait, it becomes dirty. */
void l2_take_fill(struct l2 *c, cyc now, const struct req *r)
{
    u32 e = r->token;
    struct mshr_entry *m = &c->mshr.entries[e];
    ENSURE(e < c->mshr.cap && (m->pending & r->sectors) == r->sectors);
    struct tag *t = &c->tags.at[m->tag];
    t->state = TAG_VALID;
    t->valid |= r->sectors;
    tags_set_pending(&c->tags, m->tag, t->pending & (u8)~r->sectors);
    for (u32 k = m->first; k < m->n; k++) {
        const struct req *q = &mshr_target_at(&c->mshr, e, k)->req;
        if (q->kind != RQ_READ && q->kind < RQ_GETM && !(q->sectors & t->pending))
            l2_set_dirty(c, t, q->sectors);
    }
    c->stats.fill++;
    mshr_filled(&c->mshr, e, r->sectors, now);
}

/* Sends a reply to all reads that joined; if a reader's place in the network is taken, its reply follows later.
   False: not all have been sent. */
static bool send_to_all(struct l2 *c, cyc now, cyc since, const struct req *r)
{
    struct noc *net = &c->w.net[NET_REPLY];
    cyc start = NEVER;
    bool more = true;
    while (more) {
        struct req q = lrc_taker(c->lrc, r);
        u32 dst = c->w.reply_port[q.sm];
        if (start == NEVER ? !noc_can_send(net, c->w.id, dst, now) : !noc_can_copy(net, c->w.id, dst, now))
            return false;
        if (start == NEVER)
            start = noc_send(net, c->w.id, dst, now, since, &q);
        else
            noc_send_copy(net, c->w.id, dst, start, since, &q);
        mark(c->marks, now, &q, MARK_REPLY);
        c->answered++;
        more = lrc_sent(c->lrc, r);
    }
    return true;
}

/* Sends the reply that has waited longest, if the network takes it. Returns when to try again. */
static cyc send_reply(struct l2 *c, cyc now)
{
    if (!(c->hits.n | c->fills.n))
        return NEVER;
    const struct req *h = port_peek(&c->hits, now), *f = port_peek(&c->fills, now);
    if (!h && !f)
        return MIN(port_next(&c->hits), port_next(&c->fills));
    /* coherent: a probe among the hits must not go before a grant among the fills */
    cyc first = c->dir ? port_next(&c->hits) + 1 : port_next(&c->hits);
    struct port *p = !f || (h && first <= port_next(&c->fills)) ? &c->hits : &c->fills;
    const struct req *r = p == &c->hits ? h : f;
    u32 dst = c->w.reply_port[r->sm];
    if (__builtin_expect(c->lrc && r->hub, 0)) {
        if (!send_to_all(c, now, port_since(p), r))
            return noc_send_next(&c->w.net[NET_REPLY], c->w.id, c->w.reply_port[lrc_taker(c->lrc, r).sm], now,
                                 c->w.period);
    } else {
        if (!noc_can_send(&c->w.net[NET_REPLY], c->w.id, dst, now))
            return noc_send_next(&c->w.net[NET_REPLY], c->w.id, dst, now, c->w.period);
        noc_send(&c->w.net[NET_REPLY], c->w.id, dst, now, port_since(p), r);
        mark(c->marks, now, r, MARK_REPLY);
        c->answered += !req_is_probe(r->kind);
    }
    port_pop(p, now);
    return MAX(MIN(port_next(&c->hits), port_next(&c->fills)), now + c->w.period);
}

/* Without a cache: answers from memory go straight to the network. */
static cyc tick_none(struct l2 *c, cyc now)
{
    struct port *out = c->w.from_memory;
    cyc next = NEVER;
    const struct req *r = port_peek(out, now);
    if (r) {
        u32 dst = c->w.reply_port[r->sm];
        if (noc_can_send(&c->w.net[NET_REPLY], c->w.id, dst, now)) {
            struct req q = *r;
            if (q.kind == RQ_READ)
                q.bytes = (u16)l2_bytes_of(c, q.sectors);
            noc_send(&c->w.net[NET_REPLY], c->w.id, dst, now, port_since(out), &q);
            mark(c->marks, now, &q, MARK_REPLY);
            c->answered++;
            port_pop(out, now);
            next = out->n ? MAX(port_next(out), now + c->w.period) : NEVER;
        } else {
            next = noc_send_next(&c->w.net[NET_REPLY], c->w.id, dst, now, c->w.period);
        }
    } else {
        next = port_next(out);
    }
    return next;
}

/* Takes a fill, and answers one request whose line has come. */
static cyc fills(struct l2 *c, cyc now)
{
    struct port *out = c->w.from_memory;
    if (!out->n && c->mshr.drain_head == UINT32_MAX)
        return NEVER;
    const struct req *r = c->filling_until > now ? NULL : port_peek(out, now);
    if (r) {
        if (c->p.port)
            c->filling_until = now + div_up(l2_bytes_of(c, r->sectors), c->p.port) * c->w.period;
        l2_take_fill(c, now, r);
        c->changed = true;
        port_pop(out, now);
    }
    cyc next = out->n ? MAX(MAX(port_next(out), now + c->w.period), c->filling_until) : NEVER;
    const struct mshr_target *t = mshr_peek(&c->mshr);
    if (!t)
        return next;
    bool dir = __builtin_expect(c->dir != NULL, 0);
    if (dir ? !directory_filled(c, now, &t->req, c->mshr.drain_head, t->since) : !port_full(&c->fills, now)) {
        if (!dir)
            l2_answer(c, now, &c->fills, &t->req, t->since);
        mshr_pop(&c->mshr, now);
        c->changed = true;
        return mshr_peek(&c->mshr) ? MIN(next, now + c->w.period) : next;
    }
    return next; /* the reply that leaves wakes the slice */
}

/* With a delay: one request a cycle from the network into the queue before the lookup. Returns when the next may. */
static cyc take_in(struct l2 *c, cyc now)
{
    struct noc *net = &c->w.net[NET_REQUEST];
    const struct packet *p = noc_peek(net, c->w.id, now);
    if (!p)
        return noc_next(net, c->w.id);
    if (port_full(&c->queue, now))
        return NEVER; /* the lookup that makes room wakes the slice */
    port_push(&c->queue, now, &p->req);
    noc_pop(net, c->w.id, now);
    cyc next = noc_next(net, c->w.id);
    return next == NEVER ? NEVER : MAX(next, now + c->w.period);
}

/* A read that others may join, or that joins another: taken from the network, whether or not the lookup is free.
   Returns when the next may come. */
static cyc take_read(struct l2 *c, cyc now)
{
    struct noc *net = &c->w.net[NET_REQUEST];
    const struct packet *p = noc_peek(net, c->w.id, now);
    if (!p)
        return noc_next(net, c->w.id);
    if (!lrc_wants(c->lrc, &p->req))
        return NEVER; /* the lookup takes it */
    if (lrc_join(c->lrc, &p->req, now)) {
        mark(c->marks, now, &p->req, MARK_L2);
        c->taken++;
        c->stats.access++;
        c->stats.joined++;
    } else if (!lrc_wait(c->lrc, &p->req, now)) {
        return NEVER; /* the reply that leaves makes room */
    }
    noc_pop(net, c->w.id, now);
    cyc next = noc_next(net, c->w.id);
    return next == NEVER ? NEVER : MAX(next, now + c->w.period);
}

/* The request to look up next, if it has come. Requests in the coalescer came before all that are in the network. */
static const struct req *head(struct l2 *c, cyc now)
{
    if (c->lrc && lrc_head(c->lrc)) {
        c->arrived = lrc_head(c->lrc)->arrived;
        return &lrc_head(c->lrc)->req;
    }
    if (c->p.delay) {
        const struct req *r = port_peek(&c->queue, now);
        if (r)
            c->arrived = port_since(&c->queue) - c->queue.latency;
        return r;
    }
    const struct packet *p = noc_peek(&c->w.net[NET_REQUEST], c->w.id, now);
    c->arrived = now;
    return p ? &p->req : NULL;
}
static void pop_head(struct l2 *c, cyc now)
{
    if (c->lrc && lrc_head(c->lrc))
        lrc_looked_up(c->lrc, now);
    else if (c->p.delay)
        port_pop(&c->queue, now);
    else
        noc_pop(&c->w.net[NET_REQUEST], c->w.id, now);
}
static cyc head_next(const struct l2 *c)
{
    if (c->lrc && lrc_head(c->lrc))
        return 0;
    return c->p.delay ? port_next(&c->queue) : noc_next(&c->w.net[NET_REQUEST], c->w.id);
}

/* A function of its own, so that the choice between the two forms needs no stack frame. */
__attribute__((noinline)) static cyc tick_any(struct l2 *c, cyc now)
{
    if (c->stall)
        l2_settle(c, now);
    bool cache = c->p.kind == L2_CACHE;
    cyc next = cache ? send_reply(c, now) : tick_none(c, now);
    cyc filled = cache ? fills(c, now) : NEVER;
    next = MIN(next, filled);
    if (__builtin_expect(c->dir != NULL, 0)) {
        cyc acked = directory_tick(c, now);
        next = MIN(next, acked);
    }
    if (c->p.delay) {
        cyc came = take_in(c, now);
        next = MIN(next, came);
    }
    if (c->lrc && c->w.net[NET_REQUEST].rx[c->w.id].n) {
        cyc came = take_read(c, now);
        next = MIN(next, came);
    }
    if (c->busy_until > now)
        return MIN(next, c->busy_until);
    if (!l2_worth_a_try(c, now))
        return next;
    c->stall = L2_OK;
    c->changed = false;
    const struct req *r = head(c, now);
    if (r) {
        u32 why = lookup(c, now, r);
        if (why) {
            c->stall = (u8)why;
            c->stall_since = now;
            return next;
        }
        c->taken++;
        c->stats.access++;
        mark(c->marks, c->arrived, r, MARK_L2);
        pop_head(c, now);
    }
    cyc after = head_next(c);
    if (after != NEVER)
        next = MIN(next, MAX(MAX(after, now + c->w.period), c->busy_until));
    if (c->lrc && (after = noc_next(&c->w.net[NET_REQUEST], c->w.id)) != NEVER) /* a busy slice takes a read, too */
        next = MIN(next, MAX(after, now + c->w.period));
    /* the slice's own ports may have set its wake word in this tick */
    return next;
}

cyc l2_tick(struct l2 *c, cyc now)
{
    return c->quick ? l2_quick_tick(c, now) : tick_any(c, now);
}

bool l2_idle(const struct l2 *c)
{
    return !c->queue.n && !c->hits.n && !c->fills.n && (c->p.kind == L2_NONE || mshr_idle(&c->mshr)) &&
           !c->w.net[NET_REQUEST].rx[c->w.id].n && (!c->dir || directory_idle(c)) && (!c->lrc || !c->lrc->used);
}

void l2_audit(const struct l2 *c)
{
    const struct l2_stats *s = &c->stats;
    if (c->p.kind == L2_NONE)
        return;
    ENSURE(s->access == s->read + s->write + s->atomic + s->joined);
    ENSURE(s->read_hit + s->read_miss <= s->read && s->atomic_hit <= s->atomic);
    for (u32 i = 0; i < c->tags.sets * c->tags.ways; i++) {
        const struct tag *t = &c->tags.at[i];
        if (t->state == TAG_INVALID)
            continue;
        ENSURE(!(t->valid & t->pending) && !(t->dirty & ~t->valid) && (t->pending || t->state == TAG_VALID));
        ENSURE(tags_find(&c->tags, tags_line(&c->tags, i)) == i && (c->tags.order[i] == NEVER) == (t->pending != 0));
        if (t->pending)
            ENSURE(c->mshr.entries[t->mshr].tag == i && c->mshr.entries[t->mshr].pending == t->pending);
    }
    if (c->dir)
        directory_audit(c);
}

void l2_dump(const struct l2 *c, FILE *to)
{
    fprintf(to, "requests %u+%u, hits out %u/%u, fills out %u/%u, MSHRs %u/%u", c->w.net[NET_REQUEST].rx[c->w.id].n,
            c->queue.n, c->hits.n, c->hits.cap, c->fills.n, c->fills.cap, c->mshr.used, c->mshr.cap);
    if (c->stall)
        fprintf(to, "; head waits for %s since tick %llu", stall_names[c->stall], (unsigned long long)c->stall_since);
    fprintf(to, "\n");
    if (c->dir)
        directory_dump(c, to);
}
