/* Stores and atomics in the L1, by l1.write: written back (with or without coherence), or passed on. See l1.h. */
#include "mem/l1_internal.h"

/* Coherent: a store needs the only copy. */
static u32 write_coherent(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u8 asked, action = mesi_row(l1_mesi_state(c, i), MESI_store)->action;
    u32 why;
    if (action == MESI_DO_hit) {
        if ((why = l1_hit(c, now, r)))
            return why;
        c->stats.write_hit++;
        tags_touch(&c->tags, i);
        l1_set_dirty(c, t, r->sectors);
        return L1_OK;
    }
    if (action == MESI_DO_wait)
        return L1_NO_MERGE;
    struct tag was = t ? *t : (struct tag){0};
    if (action == MESI_DO_upgrade) { /* loads of the line wait with the store until the upgrade is granted */
        t->valid = 0;
        t->state = TAG_RESERVED;
    }
    why = l1_miss(c, now, r, i, c->all_sectors, &asked, action == MESI_DO_upgrade ? RQ_UPGRADE : RQ_GETM);
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
    bool whole = r->bytes >= l1_bytes_of(c, s);
    u8 asked;
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    u32 why;
    if (t && !(t->pending & s) && (whole || (t->valid & s) == s)) {
        if ((why = l1_hit(c, now, r)))
            return why;
    } else if (!t && whole && (c->p.alloc == L1_ON_MISS || mshr_find(&c->mshr, r->line) == UINT32_MAX)) {
        u32 v = tags_victim(&c->tags, r->line);
        if (v == TAG_NONE)
            return L1_NO_LINE;
        if (c->tags.at[v].dirty && port_full(&c->out, now))
            return L1_NO_MISSQ;
        if ((why = l1_hit(c, now, r)))
            return why;
        l1_take_line(c, now, v, r);
        t = &c->tags.at[v];
        i = v;
    } else { /* the fill will mark it dirty */
        if ((why = l1_miss(c, now, r, i, c->p.sectored ? s : c->all_sectors, &asked, RQ_READ)))
            return why;
        c->stats.write_fetch += asked != 0;
        c->stats.write_merged += !asked;
        return L1_OK;
    }
    c->stats.write_hit += there;
    tags_touch(&c->tags, i);
    t->state = TAG_VALID;
    t->valid |= s;
    l1_set_dirty(c, t, s);
    return L1_OK;
}

/* A store that goes through also updates the L1, in sectors that it writes whole. If every way is
   reserved, or the line is on its way, it does not. (A card does so word by word:
   tools/h200/l1_rules.cu.) */
static void keep_stored(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    if (r->bytes < l1_bytes_of(c, r->sectors))
        return;
    if (i == TAG_NONE) {
        if ((c->p.alloc == L1_ON_FILL && mshr_find(&c->mshr, r->line) != UINT32_MAX) ||
            (i = tags_victim(&c->tags, r->line)) == TAG_NONE)
            return;
        l1_take_line(c, now, i, r);
        tags_touch(&c->tags, i);
    }
    struct tag *t = &c->tags.at[i];
    t->state = TAG_VALID;
    t->valid |= r->sectors & (u8)~t->pending;
}

/* A store that goes through, or an atomic: a line found in the L1 is dropped or kept unchanged. */
static u32 write_through(struct l1 *c, cyc now, const struct req *r, u32 i)
{
    struct tag *t = i == TAG_NONE ? NULL : &c->tags.at[i];
    bool store = r->kind == RQ_WRITE, hits = t && t->valid, dirty = t && t->dirty;
    if (!t && store && c->p.write_stall && c->tags.sets && tags_victim(&c->tags, r->line) == TAG_NONE)
        return L1_NO_LINE;
    if (!l1_may_evict(c, i))
        return L1_NO_LINE;
    const struct req *all = r;
    bool gathers = c->gather && store;
    u32 why = gathers ? l1_gather_store(c, now, r, &all) : port_room(&c->out, now, 1u + dirty) ? L1_OK : L1_NO_MISSQ;
    if (why)
        return why;
    if (dirty)
        l1_write_back(c, now, t);
    if (hits && !t->pending && (!store || c->p.write == L1_WRITE_EVICT))
        tags_drop(&c->tags, i);
    else if (hits)
        tags_touch(&c->tags, i);
    if (c->p.write_alloc && store && c->tags.sets)
        keep_stored(c, now, all, i);
    if (!gathers)
        l1_pass_by(c, now, r, 0);
    c->stats.write_hit += store && hits;
    return L1_OK;
}

u32 l1_write(struct l1 *c, cyc now, const struct req *r)
{
    u32 i = c->tags.sets ? tags_find(&c->tags, r->line) : TAG_NONE, why;
    if (r->kind != RQ_WRITE) {
        why = write_through(c, now, r, i);
        c->stats.atomic += !why;
        return why;
    }
    if (c->p.write != L1_WRITE_BACK)
        why = write_through(c, now, r, i);
    else
        why = c->mesi ? write_coherent(c, now, r, i) : write_allocate(c, now, r, i);
    if (why)
        return why;
    c->stats.write++;
    c->stats.local_write += r->space == RQS_LOCAL;
    return L1_OK;
}
