/* The L1's misses: a miss reserves a line and an MSHR and sends a request below, for waiting loads and for
   prefetchers; a fill updates the arrays. See l1.h. A miss that fails changes nothing. */
#include "mem/l1_internal.h"

/* Figure 4 of MRPB: does an eviction remove a line of the same warp, of the same CTA, or of another CTA? */
static void class_eviction(struct l1 *c, const struct tag *old, const struct req *r)
{
    c->stats.evict++;
    if (old->cta != r->cta || old->epoch != c->epoch[r->cta % L1_MAX_CTAS])
        c->stats.evict_cross_block++;
    else if (old->warp != r->warp)
        c->stats.evict_cross_warp++;
    else
        c->stats.evict_intra_warp++;
}

void l1_write_back(struct l1 *c, cyc now, struct tag *t)
{
    struct req w = {.line = tags_line(&c->tags, (u32)(t - c->tags.at)),
                    .warp = t->warp,
                    .cta = t->cta,
                    .kind = RQ_WRITE,
                    .flags = RQF_OWN,
                    .sectors = t->dirty,
                    .bytes = (u16)l1_bytes_of(c, t->dirty),
                    .born = (u32)now};
    c->stats.write_back++;
    c->tags.dirty_lines--;
    t->dirty = 0;
    if (c->mesi)
        l1_mesi_put(c, w.line);
    port_push(&c->out, now, &w);
}

/* Gives line `index` to r's line. The miss queue has room for the old one if that is dirty. */
void l1_take_line(struct l1 *c, cyc now, u32 index, const struct req *r)
{
    struct tag *t = &c->tags.at[index];
    if (t->state == TAG_VALID)
        class_eviction(c, t, r);
    if (t->dirty)
        l1_write_back(c, now, t);
    tags_replace(&c->tags, index, r->line);
    t->warp = r->warp;
    t->cta = r->cta;
    t->epoch = c->epoch[r->cta % L1_MAX_CTAS];
    t->prefetched = false;
}

void l1_set_dirty(struct l1 *c, struct tag *t, u8 sectors)
{
    c->tags.dirty_lines += !t->dirty && sectors;
    t->dirty |= sectors;
}

void l1_ask_below(struct l1 *c, cyc now, const struct req *r, u8 sectors, u32 entry, u8 kind)
{
    struct req q = *r;
    q.token = entry;
    q.kind = kind;
    q.flags &= (u8)~RQF_SKIP_L1; /* a store's line is fetched and kept, even for a store that skips the L1 */
    q.sectors = sectors;
    q.bytes = 0;
    port_push(&c->out, now, &q);
}

/* Coherent: if the line is dirty, has the list of write-backs under way room for it? */
bool l1_may_evict(const struct l1 *c, u32 victim)
{
    return !c->mesi || victim == TAG_NONE || !c->tags.at[victim].dirty || l1_mesi_may_put(c);
}

/* The MSHR that fetches (part of) the line, whose tag is t (NULL: none), or TAG_NONE. */
static u32 entry_of(const struct l1 *c, u64 line, const struct tag *t)
{
    if (t)
        return t->pending ? t->mshr : TAG_NONE;
    return c->p.alloc == L1_ON_FILL ? mshr_find(&c->mshr, line) : TAG_NONE;
}

/* Adds a request to MSHR e, and asks below for sectors that are not yet on their way. */
static inline u32 merge(struct l1 *c, cyc now, const struct req *r, u32 e, u32 index, u8 want, u8 *asked, u8 kind)
{
    struct tag *t = index == TAG_NONE ? NULL : &c->tags.at[index];
    struct mshr_entry *m = &c->mshr.entries[e];
    u8 more = want & (u8) ~((t ? t->valid : 0) | m->pending);
    if (!mshr_can_merge(&c->mshr, e))
        return L1_NO_MERGE;
    if (more && port_full(&c->out, now))
        return L1_NO_MISSQ;
    mshr_add(&c->mshr, e, r, want, now);
    if (more) {
        m->pending |= more;
        if (t)
            tags_set_pending(&c->tags, index, t->pending | more);
        c->stats.sector_miss += r->kind == RQ_READ;
        l1_ask_below(c, now, r, more, e, kind);
    }
    *asked = more;
    return L1_OK;
}

/* Takes an MSHR, and a line if it has none yet and one is reserved now (l1.alloc), and asks for these sectors.
   (Inlined: the call, with so many arguments, costs 1 % of a simulation that misses.) */
static inline __attribute__((always_inline)) u32 reserve(struct l1 *c, cyc now, const struct req *r, u32 index,
                                                         u8 need, u8 kind, u32 *entry)
{
    bool fresh = index == TAG_NONE && c->p.alloc == L1_ON_MISS;
    u32 v = fresh ? tags_victim(&c->tags, r->line) : index;
    if (fresh && v == TAG_NONE)
        return L1_NO_LINE;
    if (c->mshr.used == c->mshr.cap)
        return L1_NO_MSHR;
    if (fresh && !l1_may_evict(c, v))
        return L1_NO_LINE;
    if (!port_room(&c->out, now, 1 + (fresh && c->tags.at[v].dirty)))
        return L1_NO_MISSQ;
    if (fresh)
        l1_take_line(c, now, v, r);
    u32 e = *entry = mshr_new(&c->mshr, r->line, v, now);
    struct mshr_entry *m = &c->mshr.entries[e];
    m->pending = need;
    m->warp = r->warp;
    m->cta = r->cta;
    m->mesi = kind == RQ_READ ? MESI_IS : kind == RQ_GETM ? MESI_IM : MESI_SM;
    if (v != TAG_NONE) {
        tags_set_pending(&c->tags, v, need);
        c->tags.at[v].mshr = e;
    }
    l1_ask_below(c, now, r, need, e, kind);
    return L1_OK;
}

u32 l1_miss(struct l1 *c, cyc now, const struct req *r, u32 index, u8 want, u8 *asked, u8 kind)
{
    const struct tag *t = index == TAG_NONE ? NULL : &c->tags.at[index];
    u32 e = entry_of(c, r->line, t);
    *asked = 0;
    if (e != TAG_NONE)
        return merge(c, now, r, e, index, want, asked, kind);
    u8 need = want & (u8) ~(t ? t->valid : 0);
    u32 why = reserve(c, now, r, index, need, kind, &e);
    if (why)
        return why;
    mshr_add(&c->mshr, e, r, want, now);
    c->stats.sector_miss += t && r->kind == RQ_READ;
    *asked = need;
    return L1_OK;
}

/* For prefetchers: prefetch.h */

enum prefetch_end l1_prefetch(struct l1 *c, cyc now, const struct req *by, u64 line)
{
    u32 e;
    if (!c->tags.sets)
        return PREFETCH_REFUSED;
    if (tags_find(&c->tags, line) != TAG_NONE || entry_of(c, line, NULL) != TAG_NONE)
        return PREFETCH_THERE;
    struct req q = *by;
    q.line = line;
    q.born = (u32)now;
    q.flags = 0;
    q.asked = c->all_sectors;
    if (reserve(c, now, &q, TAG_NONE, c->all_sectors, RQ_READ, &e))
        return PREFETCH_REFUSED;
    c->mshr.entries[e].prefetched = true;
    c->mshr.entries[e].unasked = c->all_sectors;
    return PREFETCH_SENT;
}

/* A read of line r->line, whose tag is `index`, was served: tells the prefetcher. */
void l1_prefetch_read(struct l1 *c, cyc now, const struct req *r, u32 index, enum prefetch_saw saw)
{
    struct tag *t = index == TAG_NONE ? NULL : &c->tags.at[index];
    u32 e = entry_of(c, r->line, t);
    bool first = false;
    if (saw == SAW_HIT) {
        first = t->prefetched;
        t->prefetched = false;
    } else if (e != TAG_NONE) {
        first = c->mshr.entries[e].prefetched;
        c->mshr.entries[e].prefetched = false;
    }
    c->prefetch->ops->read(c->prefetch, now, r, saw, first);
}

/* ---- Fills ---- */

u32 l1_allocate(struct l1 *c, cyc now, u32 entry)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    u32 v = tags_victim(&c->tags, e->line);
    if (v == TAG_NONE)
        return TAG_NONE;
    if (c->tags.at[v].dirty && port_full(&c->out, now))
        return TAG_WAIT;
    struct req q = {.line = e->line, .warp = e->warp, .cta = e->cta};
    l1_take_line(c, now, v, &q);
    tags_set_pending(&c->tags, v, e->pending);
    c->tags.at[v].mshr = entry;
    e->tag = v;
    return v;
}

void l1_fill_line(struct l1 *c, cyc now, u32 tag, u32 entry, u8 sectors)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    c->stats.fill++;
    if (tag != TAG_NONE) {
        struct tag *t = &c->tags.at[tag];
        t->state = TAG_VALID;
        t->valid |= sectors & t->pending;
        t->prefetched |= e->prefetched;
        tags_set_pending(&c->tags, tag, t->pending & (u8)~sectors);
        if (c->p.write == L1_WRITE_BACK) /* writes that waited for the rest of their sectors become dirty */
            for (u32 k = e->first; k < e->n; k++) {
                const struct mshr_target *w = mshr_target_at(&c->mshr, entry, k);
                if (w->req.kind == RQ_WRITE && !(w->wait & t->pending))
                    l1_set_dirty(c, t, w->wait & t->valid);
            }
    }
    mshr_filled(&c->mshr, entry, sectors, now);
}

/* Asks for the other line of the pair, unless it is there or on its way. */
void l1_fill_twin(struct l1 *c, cyc now, const struct req *r)
{
    struct req twin = *r;
    twin.line = r->line ^ c->p.line;
    if (tags_find(&c->tags, twin.line) != TAG_NONE)
        return;
    u32 v = tags_victim(&c->tags, twin.line);
    if (v == TAG_NONE || c->tags.at[v].dirty)
        return;
    l1_take_line(c, now, v, &twin);
    c->tags.at[v].state = TAG_VALID;
    c->tags.at[v].valid = c->all_sectors;
    tags_touch(&c->tags, v);
}
