/* l1.gather: write-through stores wait for other stores to the same line, in order of the first store to each. The
   oldest line is sent when no store has joined it for l1.gather_wait cycles or its place is needed; any line is sent
   when it is read or changed by an atomic. The first store's request stands for all and takes the reply; stores that
   join are answered at once. Bytes are added up to whole sectors, so a word stored twice counts twice. Leaves out:
   that a card does not gather stores of several warps at full rate (docs/h200-details.md). */
#include <string.h>

#include "mem/l1_internal.h"

void l1_gather_init(struct l1 *c, struct arena *a)
{
    c->gather = ARENA_NEW(a, struct l1_gather);
    c->gather->at = ARENA_ARRAY(a, struct l1_gathered, c->p.gather);
}

static u32 find(const struct l1_gather *g, u64 line)
{
    u32 i = 0;
    while (i < g->n && g->at[i].req.line != line)
        i++;
    return i;
}

/* The miss queue has room. */
static void send(struct l1 *c, cyc now, u32 i)
{
    struct l1_gather *g = c->gather;
    port_push(&c->out, now, &g->at[i].req);
    g->sent++;
    g->n--;
    memmove(&g->at[i], &g->at[i + 1], (g->n - i) * sizeof *g->at);
}

u32 l1_gather_store(struct l1 *c, cyc now, const struct req *r, const struct req **all)
{
    struct l1_gather *g = c->gather;
    u32 i = find(g, r->line);
    if (i < g->n) {
        if (port_full(&c->hits, now))
            return L1_NO_REPLY;
        struct req *q = &g->at[i].req;
        q->sectors |= r->sectors;
        q->asked |= r->asked;
        q->bytes = (u16)MIN(q->bytes + r->bytes, popcount64(q->sectors) * c->p.sector);
        port_push(&c->hits, now, r);
        c->answered++;
        c->stats.gathered++;
    } else {
        if (g->n == c->p.gather) {
            if (port_full(&c->out, now))
                return L1_NO_MISSQ;
            send(c, now, 0);
            i--;
        }
        g->at[g->n++].req = *r;
    }
    g->taken++;
    g->at[i].last = now;
    *all = &g->at[i].req;
    return L1_OK;
}

u32 l1_gather_pass(struct l1 *c, cyc now, u64 line)
{
    u32 i = find(c->gather, line);
    if (i == c->gather->n)
        return L1_OK;
    if (!port_room(&c->out, now, 2)) /* one place for this store, one for the request that made it go */
        return L1_NO_MISSQ;
    send(c, now, i);
    return L1_OK;
}

cyc l1_gather_tick(struct l1 *c, cyc now)
{
    struct l1_gather *g = c->gather;
    if (!g->n)
        return NEVER;
    cyc due = g->at[0].last + c->p.gather_wait * c->period;
    if (due > now)
        return due;
    if (port_full(&c->out, now))
        return NEVER; /* room wakes us */
    send(c, now, 0);
    return g->n ? MAX(now + c->period, g->at[0].last + c->p.gather_wait * c->period) : NEVER;
}
