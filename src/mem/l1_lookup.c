/* What a lookup and a flush do to the L1's arrays; see l1.h. Stores: l1_write.c; misses and fills: l1_miss.c. A
   lookup that fails changes nothing. */
#include "mem/l1_internal.h"

static bool may_bypass(const struct l1 *c, u32 why)
{
    return c->bypass == L1_BYPASS_ANY ? why != L1_NO_MISSQ : c->bypass == L1_BYPASS_ASSOC && why == L1_NO_LINE;
}

u32 l1_pass_by(struct l1 *c, cyc now, const struct req *r, u8 flag)
{
    if (port_full(&c->out, now))
        return L1_NO_MISSQ;
    struct req q = *r;
    q.flags |= flag;
    l1_send_below(c, now, &q);
    return L1_OK;
}

bool l1_would_hit(const struct l1 *c, const struct req *r)
{
    bool kept = r->kind == RQ_WRITE && c->p.write == L1_WRITE_BACK;
    if (!kept && (r->kind != RQ_READ || (r->flags & RQF_SKIP_L1) || (!c->p.globals && r->space == RQS_GLOBAL)))
        return false;
    if (c->always)
        return true;
    u32 i = tags_find(&c->tags, r->line);
    u8 want = (u8)((c->p.sectored || kept ? r->sectors : c->all_sectors) & c->all_sectors);
    return i != TAG_NONE && (c->tags.at[i].valid & want) == want && (!c->mesi || !kept || c->tags.at[i].only);
}

/* ideal.l1 */
static u32 read_always(struct l1 *c, cyc now, const struct req *r)
{
    u32 why = l1_hit(c, now, r), n = popcount64(r->sectors & c->all_sectors);
    if (why)
        return why;
    c->stats.hit++;
    c->stats.read++;
    c->stats.sectors_read += n;
    c->stats.sectors_hit += n;
    if (r->space == RQS_LOCAL) {
        c->stats.local_read++;
        c->stats.local_hit++;
        c->stats.local_sectors += n;
        c->stats.local_sectors_hit += n;
    }
    return L1_OK;
}

static u32 read(struct l1 *c, cyc now, const struct req *r)
{
    bool local = r->space == RQS_LOCAL;
    if (__builtin_expect(c->always, 0))
        return read_always(c, now, r);
    if ((r->flags & RQF_SKIP_L1) || (!c->p.globals && r->space == RQS_GLOBAL) || !c->tags.sets) {
        u32 why = l1_pass_by(c, now, r, RQF_SKIP_L1);
        c->stats.skip += !why;
        return why;
    }
    u8 want = (u8)((c->p.sectored ? r->sectors : c->all_sectors) & c->all_sectors), asked = 0;
    u32 i = tags_find(&c->tags, r->line), why;
    enum prefetch_saw saw = SAW_HIT;
    if (i != TAG_NONE && (c->tags.at[i].valid & want) == want) {
        if ((why = l1_hit(c, now, r)))
            return why;
        tags_touch(&c->tags, i);
        c->stats.hit++;
        c->stats.local_hit += local;
    } else {
        why = l1_miss(c, now, r, i, want, &asked, RQ_READ);
        if (!why) {
            c->stats.merged += !asked;
            c->stats.miss += asked != 0;
            saw = asked ? SAW_MISS : SAW_MERGED;
        } else if (may_bypass(c, why)) {
            if ((why = l1_pass_by(c, now, r, RQF_BYPASS)))
                return why;
            c->stats.bypass++;
            asked = want;
            saw = SAW_NOTHING;
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
    if (__builtin_expect(c->prefetch != NULL, 0) && saw != SAW_NOTHING)
        l1_prefetch_read(c, now, r, i, saw);
    return L1_OK;
}

u32 l1_lookup(struct l1 *c, cyc now, const struct req *r)
{
    u32 why = L1_OK;
    if (__builtin_expect(c->gather != NULL && r->kind != RQ_WRITE, 0) && (why = l1_gather_pass(c, now, r->line)))
        return why;
    why = r->kind == RQ_READ ? read(c, now, r) : l1_write(c, now, r);
    c->stats.access += !why;
    if (!why)
        mark(c->marks, now, r, MARK_L1);
    return why;
}

void l1_flush(struct l1 *c, cyc now)
{
    if (!c->tags.dirty_lines)
        return;
    c->flush_at = 0;
    wake_at(&c->wake, edge(now, c->period)); /* between windows: `now` has not been ticked yet */
}

/* Writes back one dirty line a cycle. */
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
    l1_write_back(c, now, &c->tags.at[c->flush_at]);
    return now + c->period;
}
