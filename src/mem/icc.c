/* ICC and CC: see icc.h. Both are small and fully associative: a lookup is a loop. */
#include "mem/icc.h"

#include "base/diag.h"
#include "mem/port.h"

DECL_PARAMS_DEFINE(icc, ICC_PARAMS);
DECL_STATS_DEFINE(icc, ICC_STATS);

#define NONE UINT32_MAX
enum { ADDRESS_BITS = 48, SEEN = 4096, WINDOWS = 4, WINDOW = 500 };

/* The reads of the last SEEN cycles at most (one a cycle), in a ring, and chains of those with the same hash. */
struct icc_seen {
    struct icc_was {
        u64 line, number, before; /* number: counted from 1; before: the last one with this hash */
        cyc at;
        u8 asked;
    } ring[SEEN];
    u64 last[SEEN]; /* by hash: number of the last one; 0: none */
    u64 n;
};

void icc_init(struct icc *c, struct arena *a, const struct icc_params *p, u32 n_sms, u32 line_bytes, cyc period)
{
    *c = (struct icc){.p = *p, .n_sms = n_sms, .period = period};
    if (p->on) {
        c->entries = ARENA_LINES(a, struct icc_entry, p->entries);
        c->who = ARENA_LINES(a, struct req, p->entries * n_sms);
        c->stats.table_bytes = div_up(p->entries * (ADDRESS_BITS - ctz64(line_bytes) + n_sms), 8);
    }
    if (p->cache) {
        c->lines = ARENA_LINES(a, struct icc_line, p->lines);
        c->stats.cc_bytes = div_up(p->lines * (ADDRESS_BITS - ctz64(line_bytes) + line_bytes * 8), 8);
    }
    if (p->locality)
        c->seen = ARENA_NEW(a, struct icc_seen);
}

static u32 entry_of(const struct icc *c, u64 line)
{
    for (u32 i = 0; c->p.on && i < c->p.entries; i++)
        if (c->entries[i].sms && c->entries[i].line == line)
            return i;
    return NONE;
}

static struct icc_line *cached(const struct icc *c, u64 line)
{
    for (u32 i = 0; c->p.cache && i < c->p.lines; i++)
        if (c->lines[i].sectors && c->lines[i].line == line)
            return &c->lines[i];
    return NULL;
}

enum icc_way icc_look(const struct icc *c, const struct req *r, u32 sm)
{
    if (!icc_takes(r))
        return ICC_SEND;
    const struct icc_line *l = cached(c, r->line);
    if (l && !(r->sectors & ~l->sectors))
        return ICC_FOUND;
    u32 i = entry_of(c, r->line);
    if (i == NONE)
        return ICC_SEND;
    const struct icc_entry *e = &c->entries[i];
    return e->closed || (e->sms >> sm & 1) || (r->sectors & ~e->sectors) ? ICC_SEND : ICC_MERGE;
}

/* Counts the read as redundant, or not, in each window. */
static void see(struct icc *c, const struct req *r, cyc now)
{
    struct icc_seen *s = c->seen;
    u32 hash = (u32)(r->line * 0x9e3779b97f4a7c15ull >> 52);
    u64 number = s->last[hash], newest = ++s->n;
    cyc line = NEVER, data = NEVER; /* how long ago */
    while (number) {
        const struct icc_was *w = &s->ring[number % SEEN];
        if (w->number != number || now - w->at > WINDOWS * WINDOW * c->period)
            break;
        if (w->line == r->line) {
            line = MIN(line, now - w->at);
            if (w->asked & r->asked)
                data = MIN(data, now - w->at);
        }
        number = w->before;
    }
    u64 *lines = &c->stats.line_500, *datas = &c->stats.data_500;
    for (u32 k = 0; k < WINDOWS; k++) {
        cyc within = (k + 1) * WINDOW * c->period;
        if (data <= within)
            datas[k]++;
        else if (line <= within)
            lines[k]++;
    }
    s->ring[newest % SEEN] = (struct icc_was){r->line, newest, s->last[hash], now, r->asked};
    s->last[hash] = newest;
}

/* A write on its way to the L2. */
static void written(struct icc *c, u64 line)
{
    struct icc_line *l = cached(c, line);
    if (l) {
        l->sectors = 0;
        c->stats.cc_drop++;
    }
    u32 i = entry_of(c, line);
    if (i != NONE)
        c->entries[i].closed = true;
}

static void open_entry(struct icc *c, struct req *r, u32 sm)
{
    u32 i = 0, same = entry_of(c, r->line);
    if (same != NONE) {
        *(c->entries[same].closed ? &c->stats.closed : &c->stats.again) += 1;
        return;
    }
    while (i < c->p.entries && c->entries[i].sms)
        i++;
    if (i == c->p.entries) {
        c->stats.full++;
        return;
    }
    c->entries[i] = (struct icc_entry){.line = r->line, .sms = 1ull << sm, .sectors = r->sectors};
    c->who[i * c->n_sms + sm] = *r;
    c->used++;
    c->stats.entry++;
    r->hub = (u16)(i + 1);
}

void icc_take(struct icc *c, struct req *r, u32 sm, enum icc_way way, cyc now)
{
    r->hub = 0;
    if (!icc_takes(r)) {
        if (r->kind != RQ_READ)
            written(c, r->line);
        return;
    }
    c->stats.read++;
    if (c->seen)
        see(c, r, now);
    u32 i = entry_of(c, r->line);
    switch (way) {
    case ICC_FOUND:
        cached(c, r->line)->used = ++c->clock;
        c->stats.cc_hit++;
        break;
    case ICC_MERGE:
        c->entries[i].sms |= 1ull << sm;
        c->who[i * c->n_sms + sm] = *r;
        c->stats.merged++;
        break;
    default:
        if (c->p.on)
            open_entry(c, r, sm);
        break;
    }
}

u64 icc_takers(const struct icc *c, const struct req *r)
{
    ENSURE(r->hub && r->hub <= c->p.entries && c->entries[r->hub - 1].line == r->line);
    return c->entries[r->hub - 1].sms;
}

struct req icc_reply_for(const struct icc *c, const struct req *r, u32 sm, u32 sector_bytes)
{
    struct req q = c->who[(r->hub - 1u) * c->n_sms + sm];
    q.bytes = (u16)(popcount64(q.sectors) * sector_bytes);
    return q;
}

static void keep(struct icc *c, const struct icc_entry *e)
{
    struct icc_line *l = cached(c, e->line);
    for (u32 i = 0; !l && i < c->p.lines; i++)
        if (!c->lines[i].sectors)
            l = &c->lines[i];
    if (!l) {
        l = c->lines;
        for (u32 i = 1; i < c->p.lines; i++)
            l = c->lines[i].used < l->used ? &c->lines[i] : l;
    }
    u8 there = l->sectors && l->line == e->line ? l->sectors : 0;
    *l = (struct icc_line){.line = e->line, .used = ++c->clock, .sectors = e->sectors | there};
    c->stats.cc_insert++;
}

void icc_done(struct icc *c, const struct req *r)
{
    struct icc_entry *e = &c->entries[r->hub - 1];
    bool several = (e->sms & (e->sms - 1)) != 0;
    c->stats.broadcast += several;
    if (several && c->p.cache && !e->closed)
        keep(c, e);
    e->sms = 0;
    c->used--;
}

void icc_new_kernel(struct icc *c)
{
    for (u32 i = 0; c->p.cache && i < c->p.lines; i++)
        c->lines[i].sectors = 0;
}

void icc_audit(const struct icc *c)
{
    u32 used = 0;
    for (u32 i = 0; c->p.on && i < c->p.entries; i++)
        used += c->entries[i].sms != 0;
    ENSURE(used == c->used);
    ENSURE(!c->p.on || c->stats.read == c->stats.merged + c->stats.cc_hit + c->stats.entry + c->stats.full +
                                            c->stats.again + c->stats.closed);
}
