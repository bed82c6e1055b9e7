/* WarpPool's inter-warp queues and the selector behind them: sections 3.4 and 3.5. See warppool.h. */
#include "sm/warppool.h"

u32 bundle_take(struct warppool *w)
{
    u32 b = w->free_bundle;
    ENSURE(b != WP_NONE);
    w->free_bundle = w->bundles[b].newer;
    return b;
}

void bundle_free(struct warppool *w, u32 b)
{
    w->bundles[b].newer = w->free_bundle;
    w->free_bundle = b;
}

static u32 queue_of(const struct warppool *w, u64 line)
{
    return fermi_hash(line) & ((u32)w->p.pool - 1);
}

static void put_under(struct warppool *w, struct wp_bundle *b, const struct wp_entry *e)
{
    const struct coalesced *c = &e->e.lines[e->e.at];
    b->slot[b->n] = e->e.slot;
    b->warp[b->n] = e->e.warp;
    b->lowest = MIN(b->lowest, e->e.warp);
    b->sectors |= c->sectors;
    b->asked |= c->touched;
    if (e->map[e->e.at] == MAP_GENERAL) {
        b->general |= (u16)(1u << b->n);
        w->maps_used++;
    }
    b->n++;
    w->stats->loads++;
}

enum wp_stall pool_insert(struct warppool *w, const struct wp_entry *e, u64 cycle)
{
    u64 line = e->e.lines[e->e.at].line;
    u32 q = queue_of(w, line), *free = NULL;
    struct wp_bundle *b = NULL;
    if (w->inserted[q] == cycle + 1)
        return WP_NO_PORT;
    for (u32 i = 0; i < w->p.tags && !b; i++) {
        u32 k = w->tag[q][i];
        if (k == WP_NONE)
            free = free ? free : &w->tag[q][i];
        else if (w->bundles[k].line == line && w->bundles[k].space == e->space && w->bundles[k].flags == e->flags)
            b = &w->bundles[k];
    }
    if (b ? b->n >= w->p.merges : !free)
        return b ? WP_NO_MERGE : WP_NO_TAG;
    if (e->map[e->e.at] == MAP_GENERAL && w->maps_used == w->p.maps)
        return WP_NO_MAP;
    if (b) {
        w->stats->merged++;
    } else {
        u32 k = *free = bundle_take(w);
        b = &w->bundles[k];
        b->line = line;
        b->since = cycle;
        b->queue = q;
        b->n = b->done = b->sectors = b->asked = 0;
        b->space = e->space;
        b->flags = e->flags;
        b->general = 0;
        b->lowest = UINT16_MAX;
        b->older = w->newest;
        b->newer = WP_NONE;
        *(w->newest == WP_NONE ? &w->oldest : &w->bundles[w->newest].newer) = k;
        w->newest = k;
        w->n_tags++;
    }
    w->inserted[q] = cycle + 1;
    put_under(w, b, e);
    return WP_GOES;
}

bool pool_can_send(const struct warppool *w, u64 cycle)
{
    return w->oldest != WP_NONE && w->bundles[w->oldest].since < cycle;
}

static u32 choose(const struct warppool *w, u64 cycle)
{
    u32 best = w->oldest;
    if (!w->by_warp)
        return best;
    for (u32 k = w->bundles[best].newer; k != WP_NONE && w->bundles[k].since < cycle; k = w->bundles[k].newer)
        if (w->bundles[k].lowest < w->bundles[best].lowest)
            best = k;
    return best;
}

static void unlink_tag(struct warppool *w, u32 k)
{
    struct wp_bundle *b = &w->bundles[k];
    *(b->older == WP_NONE ? &w->oldest : &w->bundles[b->older].newer) = b->newer;
    *(b->newer == WP_NONE ? &w->newest : &w->bundles[b->newer].older) = b->older;
    u32 q = b->queue, i = 0;
    while (w->tag[q][i] != k)
        i++;
    w->tag[q][i] = WP_NONE;
    w->n_tags--;
}

bool pool_send(struct sm *sm, struct warppool *w, u64 cycle, cyc now)
{
    u32 k = choose(w, cycle);
    struct wp_bundle *b = &w->bundles[k];
    w->was_metadata_full = w->metadata_used + b->n > w->p.metadata;
    if (w->was_metadata_full)
        return false;
    w->was_l1_full = smmem_full(sm->mem, now, b->space);
    if (w->was_l1_full)
        return false;
    struct req r = {.line = b->line,
                    .token = k,
                    .warp = b->warp[0],
                    .cta = sm->warps[sm->ctx[b->warp[0]].warp].cta,
                    .kind = RQ_READ,
                    .space = b->space,
                    .flags = b->flags,
                    .sectors = b->sectors,
                    .asked = b->asked};
    smmem_push(sm->mem, now, &r);
    unlink_tag(w, k);
    w->metadata_used += b->n;
    w->freed = true;
    w->stats->requests++;
    for (u32 i = 0; i < b->n; i++)
        if (--w->loads[b->warp[i]] == 0)
            w->has_loads &= ~warp_bit(b->warp[i]);
    return true;
}

void pool_toggle(struct sm *sm, struct warppool *w, u64 cycle, cyc now)
{
    while (cycle >= w->quantum_end) { /* more than once only if nothing was looked up in between */
        u64 tried, missed;
        smmem_tries(sm->mem, now, w->p.misses == WP_ATTEMPTS, &tried, &missed);
        bool toggles = (missed - w->missed) * 100 > (tried - w->tried) * w->p.threshold;
        w->tried = tried;
        w->missed = missed;
        if (toggles) {
            w->stats->warp_cycles += w->by_warp ? w->quantum_end - w->mode_since : 0;
            w->mode_since = w->quantum_end;
            w->by_warp = !w->by_warp;
            w->stats->toggles++;
        }
        w->quantum_end += w->p.quantum;
    }
}
