/* ICC and CC: see icc.h. Both are small and fully associative: a lookup is a loop. */
#include "mem/icc.h"

#include "base/diag.h"
#include "mem/port.h"

DECL_PARAMS_DEFINE(icc, ICC_PARAMS);
DECL_STATS_DEFINE(icc, ICC_STATS);

#define NONE UINT32_MAX
enum { ADDRESS_BITS = 48, SEEN = 4096, WINDOWS = 4, WINDOW = 500 };

struct icc_entry {
    u64 line;
    u64 sms; /* SMs that wait for it: a bit for each of the cluster; 0: the entry is free */
    u8 sectors;
    bool closed; /* the line has been written since */
};
struct icc_line { /* of the CC */
    u64 line, used;
    u8 sectors; /* 0: free */
};
/* The reads of the last SEEN cycles at most (one a cycle), in a ring, and chains of those with the same hash. */
struct icc_seen {
    struct icc_was {
        u64 line, number, before; /* number: counted from 1; before: the last read with this hash */
        cyc at;
        u8 asked;
    } ring[SEEN];
    u64 last[SEEN]; /* by hash: number of the last one; 0: none */
    u64 n;
};

struct icc {
    struct icc_params p;
    struct icc_stats *stats;
    struct merger_shape shape;
    struct icc_entry *entries;
    struct req *who; /* requests in the lists, at entry * SMs + SM */
    struct icc_line *lines;
    u64 clock;             /* number of uses of the CC, its clock */
    struct icc_seen *seen; /* NULL: locality is not counted */
};

static bool takes(const struct req *r)
{
    return r->kind == RQ_READ && r->space == RQS_GLOBAL && !(r->flags & RQF_SKIP_L1);
}

static bool there(const void *params)
{
    const struct icc_params *p = params;
    return p->on || p->cache || p->locality;
}

static bool rule(struct diag *d, bool holds, const char *text)
{
    if (!holds)
        diag_error(d, NULL, 0, 0, "%s", text);
    return holds;
}

static bool check(const void *params, u32 sms_per_cluster, struct diag *d)
{
    const struct icc_params *p = params;
    bool ok = rule(d, !p->on || p->entries,
                   "icc.entries = 0 with icc.on: a merge table without entries merges nothing; icc.on = off says so");
    ok &= rule(d, !p->cache || (p->on && p->lines),
               "icc.cache = on needs icc.on, whose replies fill it, and icc.lines above 0");
    return ok & rule(d, !p->on || sms_per_cluster <= 64, "icc.on needs clusters of at most 64 SMs");
}

static void init(struct merger *m, struct arena *a, const void *params, const struct merger_shape *shape)
{
    const struct icc_params *p = params;
    struct icc *c = m->state = ARENA_NEW(a, struct icc);
    *c = (struct icc){.p = *p, .shape = *shape, .stats = decl_pool_stats(&merger_pool, m->stats, MERGER_ICC)};
    m->latency = p->on ? p->latency * shape->period : 0; /* counting locality delays nothing */
    u32 n_sms = shape->n_sms, line_bytes = shape->line;
    if (p->on) {
        c->entries = ARENA_LINES(a, struct icc_entry, p->entries);
        c->who = ARENA_LINES(a, struct req, p->entries * n_sms);
        c->stats->table_bytes = div_up(p->entries * (ADDRESS_BITS - ctz64(line_bytes) + n_sms), 8);
    }
    if (p->cache) {
        c->lines = ARENA_LINES(a, struct icc_line, p->lines);
        c->stats->cc_bytes = div_up(p->lines * (ADDRESS_BITS - ctz64(line_bytes) + line_bytes * 8), 8);
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

static enum merge_way look(const struct merger *m, const struct req *r, u32 sm)
{
    const struct icc *c = m->state;
    if (!takes(r))
        return MERGE_SEND;
    const struct icc_line *l = cached(c, r->line);
    if (l && !(r->sectors & ~l->sectors))
        return MERGE_FOUND;
    u32 i = entry_of(c, r->line);
    if (i == NONE)
        return MERGE_SEND;
    const struct icc_entry *e = &c->entries[i];
    return e->closed || (e->sms >> sm & 1) || (r->sectors & ~e->sectors) ? MERGE_SEND : MERGE_JOIN;
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
        if (w->number != number || now - w->at > WINDOWS * WINDOW * c->shape.period)
            break;
        if (w->line == r->line) {
            line = MIN(line, now - w->at);
            if (w->asked & r->asked)
                data = MIN(data, now - w->at);
        }
        number = w->before;
    }
    u64 *lines = &c->stats->line_500, *datas = &c->stats->data_500;
    for (u32 k = 0; k < WINDOWS; k++) {
        cyc within = (k + 1) * WINDOW * c->shape.period;
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
    struct icc_line *l = c->p.invalidate ? cached(c, line) : NULL;
    if (l) {
        l->sectors = 0;
        c->stats->cc_drop++;
    }
    u32 i = entry_of(c, line);
    if (i != NONE)
        c->entries[i].closed = true;
}

static void open_entry(struct merger *m, struct req *r, u32 sm)
{
    struct icc *c = m->state;
    u32 i = 0, same = entry_of(c, r->line);
    if (same != NONE) {
        *(c->entries[same].closed ? &c->stats->closed : &c->stats->again) += 1;
        return;
    }
    while (i < c->p.entries && c->entries[i].sms)
        i++;
    if (i == c->p.entries) {
        c->stats->full++;
        return;
    }
    c->entries[i] = (struct icc_entry){.line = r->line, .sms = 1ull << sm, .sectors = r->sectors};
    c->who[i * c->shape.n_sms + sm] = *r;
    m->open++;
    c->stats->entry++;
    r->hub = (u16)(i + 1);
}

static void take(struct merger *m, struct req *r, u32 sm, enum merge_way way, cyc now)
{
    struct icc *c = m->state;
    r->hub = 0;
    if (!takes(r)) {
        if (r->kind != RQ_READ)
            written(c, r->line);
        return;
    }
    c->stats->read++;
    if (c->seen)
        see(c, r, now);
    u32 i = entry_of(c, r->line);
    switch (way) {
    case MERGE_FOUND:
        cached(c, r->line)->used = ++c->clock;
        c->stats->cc_hit++;
        m->found++;
        break;
    case MERGE_JOIN:
        c->entries[i].sms |= 1ull << sm;
        c->who[i * c->shape.n_sms + sm] = *r;
        c->stats->merged++;
        m->joined++;
        break;
    default:
        if (c->p.on)
            open_entry(m, r, sm);
        break;
    }
}

static u64 takers(const struct merger *m, const struct req *r)
{
    const struct icc *c = m->state;
    ENSURE(r->hub && r->hub <= c->p.entries && c->entries[r->hub - 1].line == r->line);
    return c->entries[r->hub - 1].sms;
}

static struct req reply_for(const struct merger *m, const struct req *r, u32 sm)
{
    const struct icc *c = m->state;
    struct req q = c->who[(r->hub - 1u) * c->shape.n_sms + sm];
    q.bytes = (u16)(popcount64(q.sectors) * c->shape.sector);
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
    c->stats->cc_insert++;
}

static void done(struct merger *m, const struct req *r)
{
    struct icc *c = m->state;
    struct icc_entry *e = &c->entries[r->hub - 1];
    bool several = (e->sms & (e->sms - 1)) != 0;
    c->stats->broadcast += several;
    if (several && c->p.cache && !e->closed)
        keep(c, e);
    e->sms = 0;
    m->open--;
}

static void new_kernel(struct merger *m)
{
    struct icc *c = m->state;
    for (u32 i = 0; c->p.cache && c->p.empties && i < c->p.lines; i++)
        c->lines[i].sectors = 0;
}

static void audit(const struct merger *m)
{
    const struct icc *c = m->state;
    u32 used = 0;
    for (u32 i = 0; c->p.on && i < c->p.entries; i++)
        used += c->entries[i].sms != 0;
    ENSURE(used == m->open);
    ENSURE(!c->p.on || c->stats->read == c->stats->merged + c->stats->cc_hit + c->stats->entry + c->stats->full +
                                             c->stats->again + c->stats->closed);
}

const struct merger_ops icc_ops = {.own = {"icc", "intra-cluster coalescing and the coalesced cache", icc_param_rows,
                                           COUNT_OF(icc_param_rows), icc_stat_rows, COUNT_OF(icc_stat_rows)},
                                   .there = there,
                                   .check = check,
                                   .init = init,
                                   .look = look,
                                   .take = take,
                                   .takers = takers,
                                   .reply_for = reply_for,
                                   .done = done,
                                   .new_kernel = new_kernel,
                                   .audit = audit};
