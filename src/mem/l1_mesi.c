/* The L1's part of the coherence protocol (mesi.h): line states, probes, and write-backs under way. States are not
   stored: they follow from the tag (valid, only, dirty), from the MSHR of a miss, and from the list of write-backs.
   */
#include "mem/l1_internal.h"

void l1_mesi_init(struct l1 *c, struct arena *a, const struct l1_wiring *w)
{
    struct l1_mesi *m = c->mesi = ARENA_NEW(a, struct l1_mesi);
    m->cap = (u32)c->p.mshrs;
    m->lines = ARENA_ARRAY(a, u64, m->cap);
    port_init(&m->acks, a, 4, c->period, c->period, c->period, w->wake_cluster, &c->wake);
}

static u32 put_of(const struct l1_mesi *m, u64 line)
{
    u32 i = 0;
    while (i < m->n && m->lines[i] != line)
        i++;
    return i;
}

bool l1_mesi_may_put(const struct l1 *c)
{
    return c->mesi->n < c->mesi->cap;
}

void l1_mesi_put(struct l1 *c, u64 line)
{
    struct l1_mesi *m = c->mesi;
    ENSURE(mesi_row(MESI_M, MESI_evict)->action == MESI_DO_put && m->n < m->cap && put_of(m, line) == m->n);
    m->lines[m->n++] = line;
}

void l1_mesi_put_done(struct l1 *c, u64 line)
{
    struct l1_mesi *m = c->mesi;
    u32 i = put_of(m, line);
    ENSURE(i < m->n && mesi_row(MESI_MI, MESI_put_ack)->next == MESI_I);
    m->lines[i] = m->lines[--m->n];
    c->changed = true;
}

enum mesi_state l1_mesi_state(const struct l1 *c, u32 index)
{
    const struct tag *t = index == TAG_NONE ? NULL : &c->tags.at[index];
    if (!t)
        return MESI_I;
    if (t->pending)
        return c->mshr.entries[t->mshr].mesi;
    return t->dirty ? MESI_M : t->only ? MESI_E : MESI_S;
}

void l1_mesi_filled(struct l1 *c, u32 entry, const struct req *r)
{
    struct mshr_entry *e = &c->mshr.entries[entry];
    enum mesi_event event = e->mesi != MESI_IS ? MESI_own : r->kind == RQ_READ ? MESI_copy : MESI_only;
    enum mesi_state next = mesi_row(e->mesi, event)->next;
    c->tags.at[e->tag].only = next == MESI_E || next == MESI_M;
}

/* Changes the line as the protocol says: dropped, or a clean copy. */
static void give_up(struct l1 *c, u32 index, enum mesi_state next)
{
    struct tag *t = &c->tags.at[index];
    if (next == MESI_I) {
        tags_drop(&c->tags, index);
        return;
    }
    c->tags.dirty_lines -= t->dirty != 0;
    t->dirty = 0;
    t->only = false;
}

bool l1_mesi_probe(struct l1 *c, cyc now, const struct req *r)
{
    struct l1_mesi *m = c->mesi;
    if (port_full(&m->acks, now))
        return false;
    u32 i = tags_find(&c->tags, r->line);
    bool put = put_of(m, r->line) < m->n;
    enum mesi_state s = put ? MESI_MI : l1_mesi_state(c, i);
    const struct mesi_row *row = mesi_row(s, r->kind == RQ_INVALIDATE ? MESI_invalidate : MESI_downgrade);
    struct req ack = {.line = r->line,
                      .sm = r->sm,
                      .kind = RQ_ACK,
                      .sectors = r->sectors,
                      .bytes = (u16)(row->action == MESI_DO_ack_data ? c->p.line : 0),
                      .born = (u32)now};
    if (s == MESI_SM && row->next == MESI_IM)
        c->mshr.entries[c->tags.at[i].mshr].mesi = MESI_IM;
    else if (s == MESI_S || s == MESI_E || s == MESI_M)
        give_up(c, i, row->next);
    port_push(&m->acks, now, &ack);
    m->probes++;
    c->changed = true;
    return true;
}
