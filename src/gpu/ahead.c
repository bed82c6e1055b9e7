/* See ahead.h. One thread emulates at a time: the helper while `away` is set, else the caller. */
#include "gpu/ahead.h"

#include "gpu/internal.h"

/* Limits of the CTAs that are emulated but not yet placed: their number and about their bytes. At least half of what
   the machine holds at once: that many short CTAs may end before the next are ready. */
enum { MOST = 256, BYTES = 8 << 20 };

/* Policies that give out CTAs in the order of their numbers. */
static bool in_order(const struct cta_sched *s)
{
    return s->cluster == 1 && (s->policy == &cta_rr || s->policy == &cta_two_level_rr);
}

void ahead_begin(struct gpu *g, struct grid *grid)
{
    struct ahead *a = &g->ahead;
    struct stream_source *src = grid->src;
    u64 lead = src->ahead_bytes ? MAX(MIN(BYTES / src->ahead_bytes, MOST), grid->sched.next / 2) : 0;
    if (lead < 2 || !in_order(&grid->sched) || cta_sched_empty(&grid->sched))
        return;
    a->src = src;
    a->src->ahead = true;
    a->lead = (u32)lead;
    a->ready = ARENA_ARRAY(&grid->arena, struct stream_cta, lead);
    a->ok = ARENA_ARRAY(&grid->arena, bool, lead);
    a->n_ctas = grid->sched.n_ctas;
    a->taken = grid->sched.next;
    atomic_store(&a->done, a->taken);
    atomic_store(&a->may, MIN(a->taken + lead, a->n_ctas));
}

static void tell(struct ahead *a)
{
    atomic_fetch_add(&a->news.value, 1);
    crew_wake(&a->news);
}

/* Emulates the next CTA. After a fault all later ones fail too. */
static void emulate(struct ahead *a)
{
    u64 index = atomic_load(&a->done), k = index % a->lead;
    a->ready[k] = (struct stream_cta){.index = index};
    a->ok[k] = a->src->start(a->src, index, &a->ready[k]);
    atomic_store(&a->done, index + 1);
}

void ahead_work(struct ahead *a)
{
    while (atomic_load(&a->done) < atomic_load(&a->may)) {
        emulate(a);
        tell(a);
    }
    atomic_store(&a->away, false);
    tell(a);
}

/* Returns when the CTAs below `index` are emulated, by the helper or by the caller. */
static void reach(struct ahead *a, u64 index)
{
    while (atomic_load(&a->done) < index) {
        u32 news = atomic_load(&a->news.value);
        if (!atomic_load(&a->away))
            emulate(a);
        else if (atomic_load(&a->done) < index)
            crew_wait(&a->news, news);
    }
}

bool ahead_start(struct gpu *g, struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct ahead *a = &g->ahead;
    if (a->src != src)
        return src->start(src, index, cta);
    ENSURE(index == a->taken);
    reach(a, index + 1);
    u32 sm = cta->sm;
    *cta = a->ready[index % a->lead];
    cta->sm = sm;
    bool ok = a->ok[index % a->lead];
    a->taken = index + 1;
    atomic_store(&a->may, MIN(a->taken + a->lead, a->n_ctas));
    return ok;
}

void ahead_settle(struct gpu *g)
{
    struct ahead *a = &g->ahead;
    if (!a->src)
        return;
    reach(a, atomic_load(&a->may));
    for (u32 news; news = atomic_load(&a->news.value), atomic_load(&a->away);)
        crew_wait(&a->news, news);
}

/* Also when the launch is given up: what is emulated by then must follow from the launch, not from threads. */
void ahead_end(struct gpu *g)
{
    struct ahead *a = &g->ahead;
    if (!a->src)
        return;
    ahead_settle(g);
    for (; a->taken < atomic_load(&a->done); a->taken++)
        if (a->ok[a->taken % a->lead])
            a->src->finish(a->src, &a->ready[a->taken % a->lead]);
    a->src = NULL;
}

bool ahead_wanted(const struct gpu *g)
{
    const struct ahead *a = &g->ahead;
    if (!a->src || atomic_load(&a->away))
        return false;
    u64 may = atomic_load(&a->may), n = may - atomic_load(&a->done);
    return n >= (may < a->n_ctas ? a->lead / 4 : 1);
}
