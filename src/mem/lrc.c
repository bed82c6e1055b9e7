/* The request coalescer of an L2 slice: see lrc.h. An entry is taken when a read arrives and freed when its last
   reply has left. */
#include "mem/lrc.h"

#include "base/diag.h"
#include "mem/l2.h"

#define NONE UINT32_MAX

void lrc_init(struct lrc *l, struct arena *a, const struct l2_params *p, const u8 *gpc_of_sm, cyc period)
{
    u32 n = (u32)p->join_lines;
    *l = (struct lrc){.gpc_of_sm = gpc_of_sm,
                      .most = (u32)p->join_most,
                      .sector = (u32)p->sector,
                      .head = NONE,
                      .window = p->join * period,
                      .loads = p->join_loads};
    l->at = ARENA_LINES(a, struct lrc_entry, n);
    l->others = ARENA_LINES(a, struct req, n * (l->most - 1));
    for (u32 i = 0; i < n; i++)
        l->at[i].next = i + 1 < n ? i + 1 : NONE;
    linemap_init(&l->lines, a, n);
}

static u64 key_of(const struct lrc *l, const struct req *r)
{
    return r->line << 8 | (l->gpc_of_sm ? l->gpc_of_sm[r->sm] : 0); /* addresses have 48 bits */
}

static struct req *others_of(const struct lrc *l, const struct lrc_entry *e)
{
    return &l->others[(u32)(e - l->at) * (l->most - 1)];
}

/* No later read joins the entry. */
static void close_entry(struct lrc *l, struct lrc_entry *e)
{
    if (e->named)
        linemap_del(&l->lines, e->key);
    e->named = false;
}

static bool has_sm(const struct lrc *l, const struct lrc_entry *e, u32 sm)
{
    bool has = e->req.sm == sm;
    for (u32 k = 0; k + 1 < e->n; k++)
        has |= others_of(l, e)[k].sm == sm;
    return has;
}

bool lrc_join(struct lrc *l, const struct req *r, cyc now)
{
    u32 i = linemap_get(&l->lines, key_of(l, r));
    if (i == NONE)
        return false;
    struct lrc_entry *e = &l->at[i];
    if (now > e->until || e->n == l->most || r->sectors & ~e->req.sectors || has_sm(l, e, r->sm))
        return false;
    others_of(l, e)[e->n++ - 1] = *r;
    return true;
}

bool lrc_wait(struct lrc *l, const struct req *r, cyc now)
{
    u32 i = l->free;
    if (i == NONE)
        return false;
    struct lrc_entry *e = &l->at[i];
    u64 key = key_of(l, r);
    u32 old = linemap_get(&l->lines, key);
    if (old != NONE)
        close_entry(l, &l->at[old]); /* full, or this read cannot join: later ones join the new entry */
    l->free = e->next;
    *e = (struct lrc_entry){
        .req = *r, .key = key, .arrived = now, .until = NEVER, .next = NONE, .n = 1, .named = true};
    e->req.hub = (u16)(i + 1);
    linemap_put(&l->lines, key, i);
    if (l->head == NONE)
        l->head = i;
    else
        l->at[l->last].next = i;
    l->last = i;
    l->used++;
    return true;
}

void lrc_looked_up(struct lrc *l, cyc now)
{
    struct lrc_entry *e = &l->at[l->head];
    l->head = e->next;
    e->until = now + l->window;
}

struct req lrc_taker(struct lrc *l, const struct req *reply)
{
    struct lrc_entry *e = &l->at[reply->hub - 1];
    close_entry(l, e);
    struct req q = *reply;
    if (e->sent) {
        const struct req *o = &others_of(l, e)[e->sent - 1];
        q = *o;
        q.bytes = (u16)(popcount64(q.sectors) * l->sector);
        q.copied = reply->copied;
        q.flags |= reply->flags & RQF_L2_HIT;
    }
    q.hub = 0;
    return q;
}

bool lrc_sent(struct lrc *l, const struct req *reply)
{
    u32 i = reply->hub - 1u;
    struct lrc_entry *e = &l->at[i];
    if (++e->sent < e->n)
        return true;
    e->next = l->free;
    l->free = i;
    l->used--;
    return false;
}
