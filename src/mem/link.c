/* The link to the host's memory: see link.h. Within a cycle: the reply that has waited longest leaves, and one
   request is taken. */
#include "mem/link.h"

DECL_PARAMS_DEFINE(link, LINK_PARAMS);
DECL_STATS_DEFINE(link, LINK_STATS);

bool link_holds(const struct link_memory *m, u64 addr)
{
    u32 from = 0, to = m->n; /* the last range that begins at or before addr is before `to` */
    while (from < to) {
        u32 mid = (from + to) / 2;
        if (m->at[mid].at <= addr)
            from = mid + 1;
        else
            to = mid;
    }
    return to && addr - m->at[to - 1].at < m->at[to - 1].bytes;
}

void link_init(struct link *k, struct arena *a, const struct link_params *p, const struct link_wiring *w)
{
    *k = (struct link){.p = *p, .w = *w, .wake = NEVER, .there = true, .stall_since = NEVER};
    port_init(&k->data, a, (u32)p->queue, w->period, w->period, w->period, &k->wake, &k->wake);
    port_init(&k->acks, a, (u32)p->queue, w->period, w->period, w->period, &k->wake, &k->wake);
    k->data.cross = k->acks.cross = true; /* transfers end between edges */
}

/* The end of a transfer of so many bytes in one direction, from tick `from` on. */
static cyc claim(u64 *free, u64 rate, cyc period, cyc from, u64 bytes)
{
    u64 begin = MAX(from * rate, *free);
    *free = begin + bytes * 100 * period;
    return div_up(*free, rate);
}

static u32 blocks_of(const struct link *k, u32 sectors)
{
    u32 each = MAX((u32)k->p.block / k->w.sector, 1), n = 0;
    for (; sectors; sectors >>= each)
        n += (sectors & ((1u << each) - 1)) != 0;
    return n;
}

/* Bytes that a write's data take of the way out. Words that lie apart go one by one. The request does not say which
   do, only how many bytes of its sectors are written. */
static u64 written(const struct link *k, const struct req *r)
{
    u32 blocks = blocks_of(k, r->sectors), words = r->bytes / 4u;
    bool apart = r->bytes * 2u <= popcount64(r->sectors) * k->w.sector && words > blocks;
    return apart ? words * k->p.part : blocks * k->p.block;
}

/* An atomic occupies the way out while its data come in, and then sends them back. */
static u64 out_bytes(const struct link *k, const struct req *r)
{
    u32 blocks = blocks_of(k, r->sectors);
    if (r->kind == RQ_READ)
        return blocks * k->p.request;
    return written(k, r) + (r->kind == RQ_WRITE ? 0 : blocks * k->p.block);
}

static void count(struct link *k, const struct req *r)
{
    u64 data = blocks_of(k, r->sectors) * k->p.block;
    u32 sectors = popcount64(r->sectors);
    k->taken++;
    k->stats.sectors_read += r->kind == RQ_READ ? sectors : 0;
    k->stats.sectors_written += r->kind == RQ_WRITE ? sectors : 0;
    *(r->kind == RQ_READ ? &k->stats.read : r->kind == RQ_WRITE ? &k->stats.write : &k->stats.atomic) += 1;
    k->stats.read_bytes += r->kind == RQ_WRITE ? 0 : data;
    k->stats.write_bytes += r->kind == RQ_READ ? 0 : data;
}

/* Takes one request. Returns when the next may be taken. */
static cyc take(struct link *k, cyc now)
{
    struct noc *net = &k->w.net[NET_REQUEST];
    const struct packet *p = noc_peek(net, k->w.id, now);
    if (!p)
        return noc_next(net, k->w.id);
    const struct req *r = &p->req;
    bool waits = r->kind == RQ_READ || r->kind == RQ_ATOMIC; /* waits for the host's data */
    struct port *to = waits ? &k->data : &k->acks;
    if (port_full(to, now)) { /* the reply that leaves wakes the link */
        k->stall_since = MIN(k->stall_since, now);
        return NEVER;
    }
    k->stall_since = NEVER;
    cyc period = k->w.period, through = claim(&k->out_free, k->p.write_rate, period, now, out_bytes(k, r));
    cyc done = through + k->p.ack * period;
    if (r->kind != RQ_WRITE) {
        cyc came = claim(&k->in_free, k->p.read_rate, period, through + k->p.latency * period,
                         blocks_of(k, r->sectors) * k->p.block);
        done = waits ? came : done;
    }
    struct req *q = port_place_after(to, now, done - now);
    *q = *r;
    q->same = 0; /* in a reply, `same` has another meaning */
    if (r->kind == RQ_READ)
        q->bytes = (u16)(popcount64(r->sectors) * k->w.sector);
    count(k, r);
    mark(k->marks, now, r, MARK_L2);
    noc_pop(net, k->w.id, now);
    cyc next = noc_next(net, k->w.id);
    return next == NEVER ? NEVER : MAX(next, now + period);
}

/* Sends one reply. Returns when to try again. */
static cyc reply(struct link *k, cyc now)
{
    struct port *p = port_next(&k->acks) <= port_next(&k->data) ? &k->acks : &k->data;
    const struct req *r = port_peek(p, now);
    if (!r)
        return port_next(p);
    struct noc *net = &k->w.net[NET_REPLY];
    u32 dst = k->w.reply_port[r->sm];
    if (!noc_can_send(net, k->w.id, dst, now))
        return noc_send_next(net, k->w.id, dst, now, k->w.period);
    noc_send(net, k->w.id, dst, now, port_since(p), r);
    mark(k->marks, now, r, MARK_REPLY);
    k->answered++;
    port_pop(p, now);
    cyc next = MIN(port_next(&k->acks), port_next(&k->data));
    return next == NEVER ? NEVER : MAX(next, now + k->w.period);
}

void link_settle(struct link *k, cyc now)
{
    if (k->stall_since == NEVER)
        return;
    k->stats.fail_queue += cycles_in(now - k->stall_since, k->w.period);
    k->stall_since = now;
}

cyc link_tick(struct link *k, cyc now)
{
    link_settle(k, now);
    cyc next = reply(k, now), came = take(k, now);
    return MIN(next, came);
}

bool link_idle(const struct link *k)
{
    return !k->data.n && !k->acks.n && !k->w.net[NET_REQUEST].rx[k->w.id].n;
}

void link_audit(const struct link *k)
{
    ENSURE(k->taken == k->stats.read + k->stats.write + k->stats.atomic);
    ENSURE(k->taken == k->answered + k->data.n + k->acks.n);
}

void link_dump(const struct link *k, FILE *to)
{
    fprintf(to, "requests %u, reads under way %u/%u, writes %u/%u\n", k->w.net[NET_REQUEST].rx[k->w.id].n, k->data.n,
            k->data.cap, k->acks.n, k->acks.cap);
}
