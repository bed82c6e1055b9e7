/* What a lookup, a fill and a flush do to the L1's arrays; see l1.h. Nothing is changed by a lookup that fails. */
#include "mem/l1_internal.h"

/* Figure 4 of MRPB: who throws whom out. */
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

static u32 bytes_of(const struct l1 *c, u8 sectors)
{
    return popcount64(sectors) * (u32)c->p.sector;
}

static void write_back(struct l1 *c, cyc now, struct tag *t)
{
    struct req w = {.line = tags_line(&c->tags, (u32)(t - c->tags.at)),
                    .warp = t->warp,
                    .cta = t->cta,
                    .kind = RQ_WRITE,
                    .flags = RQF_OWN,
                    .sectors = t->dirty,
                    .bytes = (u16)bytes_of(c, t->dirty),
                    .born = (u32)now};
    c->stats.write_back++;
    c->tags.dirty_lines--;
    t->dirty = 0;
    if (c->mesi)
        l1_mesi_put(c, w.line);
    port_push(&c->out, now, &w);
}

/* Gives line `index` to r's line. The miss queue has room for the old one if that is dirty. */
static void take_line(struct l1 *c, cyc now, u32 index, const struct req *r)
{
    struct tag *t = &c->tags.at[index];
    if (t->state == TAG_VALID)
        class_eviction(c, t, r);
    if (t->dirty)
        write_back(c, now, t);
    tags_replace(&c->tags, index, r->line);
    t->warp = r->warp;
    t->cta = r->cta;
    t->epoch = c->epoch[r->cta % L1_MAX_CTAS];
}

static void set_dirty(struct l1 *c, struct tag *t, u8 sectors)
{
    c->tags.dirty_lines += !t->dirty && sectors;
    t->dirty |= sectors;
}

static void ask_below(struct l1 *c, cyc now, const struct req *r, u8 sectors, u32 entry, u8 kind)
{
    struct req q = *r;
    q.token = entry;
    q.kind = kind;
    q.sectors = sectors;
    q.bytes = 0;
    port_push(&c->out, now, &q);
}

/* Coherent: has a line that was written to a place among the write-backs under way? */
static bool may_evict(const struct l1 *c, u32 victim)
{
    return !c->mesi || victim == TAG_NONE || !c->tags.at[victim].dirty || l1_mesi_may_put(c);
}

/* The miss of a read, or of a write that must fetch: merges or reserves. `want` are the sectors it waits for,
   `asked` becomes those that it asks for below (none: merged), by a request of this kind. */
static u32 miss(struct l1 *c, cyc now, const struct req *r, u32 index, u8 want, u8 *asked, u8 kind)
{
    struct tag *t = index == TAG_NONE ? NULL : &c->tags.at[index];
    u32 e = t                          ? (t->pending ? t->mshr : TAG_NONE)
            : c->p.alloc == L1_ON_FILL ? mshr_find(&c->mshr, r->line)
                                       : TAG_NONE;
    u8 valid = t ? t->valid : 0;
    *asked = 0;
    if (e != TAG_NONE) {
        struct mshr_entry *m = &c->mshr.entries[e];
        u8 more = want & (u8) ~(valid | m->pending);
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
            ask_below(c, now, r, more, e, kind);
        }
        *asked = more;
        return L1_OK;
    }
    u32 v = index;
    if (!t && c->p.alloc == L1_ON_MISS) {
        v = tags_victim(&c->tags, r->line);
        if (v == TAG_NONE)
            return L1_NO_LINE;
    }
    if (c->mshr.used == c->mshr.cap)
        return L1_NO_MSHR;
    if (!may_evict(c, t ? TAG_NONE : v))
        return L1_NO_LINE;
    if (!port_room(&c->out, now, 1 + (!t && v != TAG_NONE && c->tags.at[v].dirty)))
        return L1_NO_MISSQ;
    if (!t && v != TAG_NONE)
        take_line(c, now, v, r);
    u8 need = want & (u8)~valid;
    e = mshr_new(&c->mshr, r->line, v, now);
    c->mshr.entries[e].pending = need;
    c->mshr.entries[e].mesi = kind == RQ_READ ? MESI_IS : kind == RQ_GETM ? MESI_IM : MESI_SM;
    mshr_add(&c->mshr, e, r, want, now);
    if (v != TAG_NONE) {
        tags_set_pending(&c->tags, v, need);
        c->tags.at[v].mshr = e;
    }
    c->stats.sector_miss += t && r->kind == RQ_READ;
    ask_below(c, now, r, need, e, kind);
    *asked = need;
    return L1_OK;
}

static bool may_bypass(const struct l1 *c, u32 why)
{
    return c->bypass == L1_BYPASS_ANY ? why != L1_NO_MISSQ : c->bypass == L1_BYPASS_ASSOC && why == L1_NO_LINE;
}

static u32 pass_by(struct l1 *c, cyc now, const struct req *r, u8 flag)
{
    if (port_full(&c->out, now))
        return L1_NO_MISSQ;
    struct req q = *r;
    q.flags |= flag;
    port_push(&c->out, now, &q);
    return L1_OK;
}

static u32 hit(struct l1 *c, cyc now, const struct req *r)
{
    if (port_full(&c->hits, now))
        return L1_NO_REPLY;
    struct req q = *r;
    q.flags |= RQF_HIT;
    port_push(&c->hits, now, &q);
    c->answered++;
    hist_add(&c->hist_l1, c->p.latency);
    return L1_OK;
}

bool l1_would_hit(const struct l1 *c, const struct req *r)
{
    bool kept = r->kind == RQ_WRITE && c->p.write == L1_WRITE_BACK;
    if (!kept && (r->kind != RQ_READ || (r->flags & RQF_SKIP_L1) || (!c->p.globals && r->space == RQS_GLOBAL)))
        return false;
    u32 i = tags_find(&c->tags, r->line);
    u8 want = (u8)((c->p.sectored || kept ? r->sectors : c->all_sectors) & c->all_sectors);
    return i != TAG_NONE && (c->tags.at[i].valid & want) == want && (!c->mesi || !kept || c->tags.at[i].only);
}

static u32 read(struct l1 *c, cyc now, const struct req *r)
{
    bool local = r->space == RQS_LOCAL;
    if ((r->flags & RQF_SKIP_L1) || (!c->p.globals && r->space == RQS_GLOBAL) || !c->tags.sets) {
        u32 why = pass_by(c, now, r, RQF_SKIP_L1);
        c->stats.skip += !why;
        return why;
    }
    u8 want = (u8)((c->p.sectored ? r->sectors : c->all_sectors) & c->all_sectors), asked = 0;
    u32 i = tags_find(&c->tags, r->line), why;
    if (i != TAG_NONE && (c->tags.at[i].valid & want) == want) {
        if ((why = hit(c, now, r)))
            return why;
        tags_touch(&c->tags, i);
        c->stats.hit++;
        c->stats.local_hit += local;
    } else {
        why = miss(c, now, r, i, want, &asked, RQ_READ);
        if (!why) {
            c->stats.merged += !asked;
            c->stats.miss += asked != 0;
        } else if (may_bypass(c, why)) {
            if ((why = pass_by(c, now, r, RQF_BYPASS)))
                return why;
            c->stats.bypass++;
            asked = want;
        } else {
            return why;
        }
    }
    c->stats.read++;
    c->stats.local_read += local;
    u32 n = popcount64(want);
    c->stats.sectors_read += n;
    c->stats.sectors_hit += asked ? popcount64(want & (u8)~asked) : n;
    c->stats.local_sectors += local ? n : 0;
    c->stats.local_sectors_hit += !local ? 0 : asked ? popcount64(want & (u8)~asked) : n;
    return L1_OK;
}

/* Coherent: a store needs the only copy. */
static u32 write_coherent(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u8 asked, action = mesi_row(l1_mesi_state(c, i), MESI_store)->action;
    u32 why;
    if (action == MESI_DO_hit) {
        if ((why = hit(c, now, r)))
            return why;
        c->stats.write_hit++;
        tags_touch(&c->tags, i);
        set_dirty(c, t, r->sectors);
        return L1_OK;
    }
    if (action == MESI_DO_wait)
        return L1_NO_MERGE;
    struct tag was = t ? *t : (struct tag){0};
    if (action == MESI_DO_upgrade) { /* who reads it meanwhile waits with the store */
        t->valid = 0;
        t->state = TAG_RESERVED;
    }
    why = miss(c, now, r, i, c->all_sectors, &asked, action == MESI_DO_upgrade ? RQ_UPGRADE : RQ_GETM);
    if (why) {
        if (action == MESI_DO_upgrade)
            *t = was;
        return why;
    }
    c->stats.write_fetch += asked != 0;
    c->stats.write_merged += !asked;
    return L1_OK;
}

/* Write-back, write-allocate: a write of whole sectors needs no fetch. */
static u32 write_allocate(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    bool there = i != TAG_NONE && c->tags.at[i].valid;
    u8 s = r->sectors;
    bool whole = r->bytes >= bytes_of(c, s);
    u8 asked;
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u32 why;
    if (t && !(t->pending & s) && (whole || (t->valid & s) == s)) {
        if ((why = hit(c, now, r)))
            return why;
    } else if (!t && whole && (c->p.alloc == L1_ON_MISS || mshr_find(&c->mshr, r->line) == UINT32_MAX)) {
        u32 v = tags_victim(&c->tags, r->line);
        if (v == TAG_NONE)
            return L1_NO_LINE;
        if (c->tags.at[v].dirty && port_full(&c->out, now))
            return L1_NO_MISSQ;
        if ((why = hit(c, now, r)))
            return why;
        take_line(c, now, v, r);
        t = &c->tags.at[v];
        i = v;
    } else { /* the fill marks it dirty */
        if ((why = miss(c, now, r, i, c->p.sectored ? s : c->all_sectors, &asked, RQ_READ)))
            return why;
        c->stats.write_fetch += asked != 0;
        c->stats.write_merged += !asked;
        return L1_OK;
    }
    c->stats.write_hit += there;
    tags_touch(&c->tags, i);
    t->state = TAG_VALID;
    t->valid |= s;
    set_dirty(c, t, s);
    return L1_OK;
}

/* A store that goes through keeps the sectors that it writes whole here as well. It waits for nothing: where every
   way is reserved, or the line is on its way, it leaves no trace. (A card does so by words: tools/h200/l1_rules.cu.)
 */
static void keep_stored(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    if (r->bytes < bytes_of(c, r->sectors))
        return;
    if (i == TAG_NONE) {
        if ((c->p.alloc == L1_ON_FILL && mshr_find(&c->mshr, r->line) != UINT32_MAX) ||
            (i = tags_victim(&c->tags, r->line)) == TAG_NONE)
            return;
        take_line(c, now, i, r);
        tags_touch(&c->tags, i);
    }
    struct tag *t = &c->tags.at[i];
    t->state = TAG_VALID;
    t->valid |= r->sectors & (u8)~t->pending;
}

static u32 write(struct l1 *c, cyc now, const struct req *r)
{
    u32 i = c->tags.sets ? tags_find(&c->tags, r->line) : TAG_NONE, why;
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    bool hits = t && t->valid, atomic = r->kind != RQ_WRITE;
    if (c->p.write == L1_WRITE_BACK && !atomic) {
        if ((why = (c->mesi ? write_coherent : write_allocate)(c, now, r, i)))
            return why;
    } else {
        if (!t && !atomic && c->p.write_stall && c->tags.sets && tags_victim(&c->tags, r->line) == TAG_NONE)
            return L1_NO_LINE;
        bool dirty = t && t->dirty;
        if (!may_evict(c, i))
            return L1_NO_LINE;
        const struct req *all = r;
        if (c->gather && !atomic) {
            if ((why = l1_gather_store(c, now, r, &all)))
                return why;
        } else if (!port_room(&c->out, now, 1u + dirty)) {
            return L1_NO_MISSQ;
        }
        if (dirty)
            write_back(c, now, t);
        if (hits && !t->pending && (atomic || c->p.write == L1_WRITE_EVICT))
            tags_drop(&c->tags, i);
        else if (hits)
            tags_touch(&c->tags, i);
        if (c->p.write_alloc && !atomic && c->tags.sets)
            keep_stored(c, now, all, i);
        if (!c->gather || atomic)
            pass_by(c, now, r, 0);
    }
    if (atomic) {
        c->stats.atomic++;
        return L1_OK;
    }
    c->stats.write++;
    c->stats.write_hit += hits && c->p.write != L1_WRITE_BACK;
    c->stats.local_write += r->space == RQS_LOCAL;
    return L1_OK;
}

u32 l1_lookup(struct l1 *c, cyc now, const struct req *r)
{
    u32 why = L1_OK;
    if (__builtin_expect(c->gather != NULL && r->kind != RQ_WRITE, 0) && (why = l1_gather_pass(c, now, r->line)))
        return why;
    why = r->kind == RQ_READ ? read(c, now, r) : write(c, now, r);
    c->stats.access += !why;
    if (!why)
        mark(c->marks, now, r, MARK_L1);
    return why;
}

u32 l1_allocate(struct l1 *c, cyc now, u32 entry)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    const struct req *r = &c->mshr.targets[(size_t)entry * c->mshr.merges].req;
    u32 v = tags_victim(&c->tags, e->line);
    if (v == TAG_NONE)
        return TAG_NONE;
    if (c->tags.at[v].dirty && port_full(&c->out, now))
        return TAG_WAIT;
    struct req q = *r;
    q.line = e->line;
    take_line(c, now, v, &q);
    tags_set_pending(&c->tags, v, e->pending);
    c->tags.at[v].mshr = entry;
    e->tag = v;
    return v;
}

void l1_fill_line(struct l1 *c, u32 tag, u32 entry, u8 sectors)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    c->stats.fill++;
    if (tag != TAG_NONE) {
        struct tag *t = &c->tags.at[tag];
        t->state = TAG_VALID;
        t->valid |= sectors & t->pending;
        tags_set_pending(&c->tags, tag, t->pending & (u8)~sectors);
        if (c->p.write == L1_WRITE_BACK) /* writes that waited for the rest of their sectors */
            for (u32 k = e->first; k < e->n; k++) {
                const struct mshr_target *w = &c->mshr.targets[(size_t)entry * c->mshr.merges + k];
                if (w->req.kind == RQ_WRITE && !(w->wait & t->pending))
                    set_dirty(c, t, w->wait & t->valid);
            }
    }
    mshr_filled(&c->mshr, entry, sectors);
}

/* The other line of the pair, unless it is there or out already. */
void l1_fill_twin(struct l1 *c, cyc now, const struct req *r)
{
    struct req twin = *r;
    twin.line = r->line ^ c->p.line;
    if (tags_find(&c->tags, twin.line) != TAG_NONE)
        return;
    u32 v = tags_victim(&c->tags, twin.line);
    if (v == TAG_NONE || c->tags.at[v].dirty)
        return;
    take_line(c, now, v, &twin);
    c->tags.at[v].state = TAG_VALID;
    c->tags.at[v].valid = c->all_sectors;
    tags_touch(&c->tags, v);
}

void l1_flush(struct l1 *c, cyc now)
{
    if (!c->tags.dirty_lines)
        return;
    c->flush_at = 0;
    wake_at(&c->wake, edge(now, c->period)); /* between windows: `now` has not been ticked yet */
}

/* One dirty line a cycle. */
cyc l1_flush_step(struct l1 *c, cyc now)
{
    while (c->flush_at < c->tags.sets * c->tags.ways && !c->tags.at[c->flush_at].dirty)
        c->flush_at++;
    if (c->flush_at == c->tags.sets * c->tags.ways) {
        c->flush_at = UINT32_MAX;
        return now + c->period;
    }
    if (port_full(&c->out, now))
        return NEVER;
    write_back(c, now, &c->tags.at[c->flush_at]);
    return now + c->period;
}
