/* The directory: see directory.h. Probes leave through the queue of hits, whose latency is the L2's lookup, so that
   no probe overtakes a grant; requests that waited for probes are answered through the queue of fills. */
#include "mem/directory.h"

#include "mem/l2_internal.h"
#include "mem/partition.h"

DECL_STATS_DEFINE(mesi, MESI_STATS);

void directory_init(struct l2 *c, struct arena *a)
{
    struct directory *d = c->dir = ARENA_NEW(a, struct directory);
    d->l1_line = c->w.l1_line;
    d->l1_sectors = (u32)(d->l1_line / c->p.sector);
    d->per = (u32)(c->p.line / d->l1_line);
    d->lines = ARENA_ARRAY(a, struct dir_line, (size_t)c->tags.sets * c->tags.ways * d->per);
    d->n_waits = (u32)c->p.mshrs;
    d->waits = ARENA_ARRAY(a, struct dir_wait, d->n_waits);
}

static u32 line_of(const struct l2 *c, u32 tag, u64 line)
{
    return tag * c->dir->per + (u32)((line & (c->p.line - 1)) / c->dir->l1_line);
}

static bool kept_by_no_l1(const struct req *r)
{
    return (r->flags & RQF_SKIP_L1) || r->space == RQS_CONST || r->space == RQS_TEX;
}

static enum dir_event event_of(const struct dir_line *l, const struct req *r)
{
    bool owner = l->state == DIR_EM && l->owner == r->sm;
    switch (r->kind) {
    case RQ_READ: return kept_by_no_l1(r) ? DIR_ON_read : owner ? DIR_ON_get_s_owner : DIR_ON_get_s;
    case RQ_GETM:
    case RQ_UPGRADE: return owner ? DIR_ON_get_m_owner : DIR_ON_get_m;
    case RQ_WRITE:
        if (r->flags & RQF_OWN)
            return owner ? DIR_ON_put : DIR_ON_put_late;
        return DIR_ON_atomic;
    default: return DIR_ON_atomic;
    }
}

static u64 holders(const struct dir_line *l)
{
    return l->state == DIR_EM ? 1ull << l->owner : l->state == DIR_S ? l->sharers : 0;
}

static void move_to(struct dir_line *l, const struct dir_row *row, u32 sm)
{
    u64 before = row->next == DIR_S ? holders(l) : 0;
    l->state = row->next;
    l->sharers = row->next == DIR_S ? before | (row->answer == DIR_GIVE_copy ? 1ull << sm : 0) : 0;
    l->owner = (u16)(row->next == DIR_EM ? sm : 0);
}

/* The reply that the row gives to the requesting SM: data, a value, or only the right to write. */
static void give(struct l2 *c, cyc now, const struct req *r, u32 line, const struct dir_row *row, struct port *to,
                 cyc since, bool upgrades)
{
    struct directory *d = c->dir;
    struct req q = *r;
    u32 tag = line / d->per;
    move_to(&d->lines[line], row, r->sm);
    if (row->answer != DIR_GIVE_put_ack)
        tags_touch(&c->tags, tag);
    if (q.kind == RQ_READ || q.kind == RQ_GETM || q.kind == RQ_UPGRADE) {
        q.bytes = (u16)(upgrades ? 0 : popcount64(q.sectors) * c->p.sector);
        if (row->answer == DIR_GIVE_only)
            q.kind = RQ_GETM;
    } else {
        l2_set_dirty(c, &c->tags.at[tag], q.sectors);
    }
    q.sectors = (u8)(q.sectors >> l2_sector_shift(c, q.line));
    port_push(to, now, &q);
    hist_add(&c->hist, cycles_in(now + to->latency - since, c->w.period));
}

static void probe(struct l2 *c, cyc now, u64 line, u64 sms, enum dir_probe kind)
{
    struct directory *d = c->dir;
    for (; sms; sms &= sms - 1) {
        struct req p = {.line = line,
                        .sm = (u16)ctz64(sms),
                        .kind = kind == DIR_PROBE_invalidate ? RQ_INVALIDATE : RQ_DOWNGRADE,
                        .space = RQS_GLOBAL,
                        .sectors = (u8)((1u << d->l1_sectors) - 1),
                        .born = (u32)now};
        port_push(&c->hits, now, &p);
        d->probes++;
        *(kind == DIR_PROBE_invalidate ? &d->stats.invalidate : &d->stats.downgrade) += 1;
    }
}

/* Sends probes; the request that needs them waits. */
static u32 wait_for(struct l2 *c, cyc now, u32 line, u64 addr, u64 sms, const struct dir_row *row,
                    struct dir_wait **out)
{
    struct directory *d = c->dir;
    if (d->used == d->n_waits)
        return L2_BUSY;
    if (!port_room(&c->hits, now, popcount64(sms)))
        return L2_NO_REPLY;
    struct dir_wait *w = &d->waits[d->free];
    d->lines[line].wait = (u16)(d->free + 1);
    d->free += 1 + w->next_free;
    d->used++;
    *w = (struct dir_wait){.row = row, .line = line, .left = (u16)popcount64(sms), .used = true};
    probe(c, now, addr, sms, row->probe);
    *out = w;
    return L2_OK;
}

/* A request whose line is in the L2. The reply goes to port `to`, now or when the probes are acknowledged. */
static u32 serve(struct l2 *c, cyc now, const struct req *r, u32 tag, struct port *to, cyc since)
{
    struct directory *d = c->dir;
    u32 line = line_of(c, tag, r->line), why;
    struct dir_line *l = &d->lines[line];
    if (l->wait)
        return L2_BUSY;
    enum dir_event e = event_of(l, r);
    const struct dir_row *row = dir_row(l->state, e);
    bool upgrades = r->kind == RQ_UPGRADE && (holders(l) >> r->sm & 1);
    u64 sms = row->probe ? holders(l) & ~(e == DIR_ON_get_m ? 1ull << r->sm : 0) : 0;
    if (!sms) {
        if (port_full(to, now))
            return L2_NO_REPLY;
        give(c, now, r, line, row, to, since, upgrades);
    } else {
        struct dir_wait *w;
        if ((why = wait_for(c, now, line, r->line & ~(u64)(d->l1_line - 1), sms, row, &w)))
            return why;
        w->req = *r;
        w->since = since;
        w->upgrades = upgrades;
    }
    d->stats.get_s += e == DIR_ON_get_s || e == DIR_ON_get_s_owner;
    d->stats.get_m += e == DIR_ON_get_m || e == DIR_ON_get_m_owner;
    d->stats.upgrade += upgrades;
    return L2_OK;
}

/* A write-back never waits: a probe may wait for its data, or it may be late. */
static u32 put(struct l2 *c, cyc now, const struct req *r, u32 i)
{
    struct directory *d = c->dir;
    struct dir_line gone = {0}, *l = i == TAG_NONE ? &gone : &d->lines[line_of(c, i, r->line)];
    if (port_full(&c->hits, now))
        return L2_NO_REPLY;
    enum dir_event e = event_of(l, r);
    const struct dir_row *row = dir_row(l->state, e);
    if (e == DIR_ON_put) {
        l2_set_dirty(c, &c->tags.at[i], r->sectors);
        if (!l->wait) /* otherwise the end of the probe decides */
            move_to(l, row, r->sm);
        d->stats.put++;
    } else {
        d->stats.put_late++;
    }
    struct req q = *r;
    q.sectors = (u8)(q.sectors >> l2_sector_shift(c, q.line));
    port_push(&c->hits, now, &q);
    hist_add(&c->hist, cycles_in(now + c->hits.latency - c->arrived, c->w.period));
    c->stats.write++;
    c->stats.write_hit += i != TAG_NONE;
    c->stats.sectors_written += popcount64(r->sectors);
    return L2_OK;
}

u32 directory_lookup(struct l2 *c, cyc now, const struct req *r, u64 own, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    if (r->kind == RQ_WRITE && (r->flags & RQF_OWN))
        return put(c, now, r, i);
    bool there = t && (t->valid & r->sectors) == r->sectors;
    bool reads = r->kind == RQ_READ || r->kind >= RQ_GETM;
    u64 merged = c->stats.merged;
    u8 coming = t ? t->pending : 0;
    u32 why = there ? serve(c, now, r, i, &c->hits, c->arrived) : l2_miss(c, now, r, own, t, r->sectors);
    if (why)
        return why;
    if (reads) {
        c->stats.read++;
        c->stats.read_hit += there;
        c->stats.read_miss += !there && c->stats.merged == merged;
        c->stats.sectors_read += popcount64(r->sectors);
        c->stats.sectors_hit += there ? popcount64(r->sectors) : popcount64(coming & r->sectors);
    } else if (r->kind == RQ_WRITE) {
        c->stats.write++;
        c->stats.write_hit += there;
        c->stats.write_fetch += !there && c->stats.merged == merged;
        c->stats.sectors_written += popcount64(r->sectors);
    } else {
        c->stats.atomic++;
        c->stats.atomic_hit += there;
        c->busy_until = now + div_up(r->bytes, 4 * c->p.atomic_words) * c->w.period;
    }
    return L2_OK;
}

u32 directory_filled(struct l2 *c, cyc now, const struct req *r, u32 entry, cyc since)
{
    return serve(c, now, r, c->mshr.entries[entry].tag, &c->fills, since);
}

u32 directory_evict(struct l2 *c, cyc now, u32 tag)
{
    struct directory *d = c->dir;
    const struct tag *t = &c->tags.at[tag];
    u32 all = L2_OK;
    if (t->state == TAG_INVALID)
        return L2_OK;
    const struct mshr_entry *e = t->mshr == TAG_NONE ? NULL : &c->mshr.entries[t->mshr];
    if (e && e->tag == tag && e->draining) /* requests for the line still wait to be answered */
        return L2_NO_LINE;
    u64 addr = partition_global(&c->p, tags_line(&c->tags, tag), c->w.id);
    for (u32 k = 0; k < d->per; k++) {
        u32 line = tag * d->per + k, why = L2_BUSY;
        struct dir_line *l = &d->lines[line];
        if (!l->wait && l->state == DIR_I)
            continue;
        struct dir_wait *w;
        if (!l->wait && !(why = wait_for(c, now, line, addr + (u64)k * d->l1_line, holders(l),
                                         dir_row(l->state, DIR_ON_recall), &w))) {
            w->recall = true;
            d->stats.recall++;
            why = L2_BUSY;
        }
        all = all == L2_NO_REPLY ? all : why;
    }
    return all;
}

static void end_wait(struct l2 *c, struct dir_wait *w)
{
    struct directory *d = c->dir;
    d->lines[w->line].wait = 0;
    w->used = false;
    w->next_free = d->free - (u32)(w - d->waits + 1);
    d->free = (u32)(w - d->waits);
    d->used--;
    c->changed = true;
}

static void take_ack(struct l2 *c, const struct req *r)
{
    struct directory *d = c->dir;
    u32 tag = tags_find(&c->tags, l2_own(c, r->line & ~(c->p.line - 1)));
    ENSURE(tag != TAG_NONE);
    struct dir_line *l = &d->lines[line_of(c, tag, r->line)];
    ENSURE(l->wait && d->waits[l->wait - 1].left);
    struct dir_wait *w = &d->waits[l->wait - 1];
    d->acks++;
    if (r->bytes) {
        d->stats.ack_data++;
        l2_set_dirty(c, &c->tags.at[tag], (u8)(r->sectors << l2_sector_shift(c, r->line)));
    }
    if (--w->left)
        return;
    if (w->recall) {
        move_to(l, w->row, 0);
        end_wait(c, w);
    } else {
        d->done++;
    }
}

cyc directory_tick(struct l2 *c, cyc now)
{
    struct directory *d = c->dir;
    struct noc *net = &c->w.net[NET_ACK];
    const struct packet *p = noc_peek(net, c->w.id, now);
    if (p) {
        take_ack(c, &p->req);
        noc_pop(net, c->w.id, now);
    }
    for (u32 i = 0; d->done && i < d->n_waits; i++) {
        struct dir_wait *w = &d->waits[i];
        if (!w->used || w->left || w->recall)
            continue;
        if (port_full(&c->fills, now))
            break; /* a reply that leaves wakes us */
        give(c, now, &w->req, w->line, w->row, &c->fills, w->since, w->upgrades);
        end_wait(c, w);
        d->done--;
    }
    cyc next = noc_next(net, c->w.id);
    return next == NEVER ? NEVER : MAX(next, now + c->w.period);
}

bool directory_idle(const struct l2 *c)
{
    return !c->dir->used && !c->w.net[NET_ACK].rx[c->w.id].n;
}

void directory_audit(const struct l2 *c)
{
    const struct directory *d = c->dir;
    u32 waiting = 0;
    for (u32 i = 0; i < c->tags.sets * c->tags.ways * d->per; i++) {
        const struct dir_line *l = &d->lines[i];
        waiting += l->wait != 0;
        ENSURE(l->state == DIR_I || c->tags.at[i / d->per].valid);
        ENSURE(l->state == DIR_S ? l->sharers != 0 : !l->sharers);
        ENSURE(!l->wait || (d->waits[l->wait - 1].used && d->waits[l->wait - 1].line == i));
    }
    ENSURE(waiting == d->used);
}

void directory_dump(const struct l2 *c, FILE *to)
{
    const struct directory *d = c->dir;
    for (u32 i = 0; i < d->n_waits; i++) {
        const struct dir_wait *w = &d->waits[i];
        if (w->used)
            fprintf(to, "  directory: %s line %#llx waits for %u acknowledgements\n",
                    w->recall ? "a recall of" : "a request for",
                    (unsigned long long)(tags_line(&c->tags, w->line / d->per) + w->line % d->per * d->l1_line),
                    w->left);
    }
}
