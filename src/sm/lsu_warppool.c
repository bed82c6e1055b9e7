/* WarpPool as a load-store unit: instruction queues, intra-warp coalescers, return queue and the order of loads and
   stores within a warp. See warppool.h. Accesses that bypass the L1 (shared memory, caches of their own) use the
   baseline's queue beside it. Leaves out: the crossbar behind the return queue. */
#include "sm/warppool.h"

DECL_PARAMS_DEFINE(warppool, WARPPOOL_PARAMS);
DECL_STATS_DEFINE(warppool, WARPPOOL_STATS);

static void init(struct sm *sm, struct arena *a)
{
    struct warppool *w = ARENA_NEW(a, struct warppool);
    w->p = *(const struct warppool_params *)sm->cfg.lsu_own;
    w->stats = decl_pool_stats(&lsu_pool, sm->lsu.own_stats, LSU_WARPPOOL);
    u32 n = (u32)(w->p.queues * w->p.entries + w->p.coalescers * (1 + w->p.store_buffer)),
        n_bundles = (u32)(w->p.pool * w->p.tags + w->p.metadata);
    w->entries = ARENA_ARRAY(a, struct wp_entry, n);
    w->free_entries = ARENA_ARRAY(a, u32, n);
    for (w->n_free = 0; w->n_free < n; w->n_free++)
        w->free_entries[w->n_free] = n - 1 - w->n_free;
    w->bundles = ARENA_ARRAY(a, struct wp_bundle, n_bundles);
    for (u32 i = 0; i < n_bundles; i++)
        w->bundles[i].newer = i + 1 < n_bundles ? i + 1 : WP_NONE;
    for (u32 q = 0; q < WP_MAX_QUEUES; q++)
        for (u32 i = 0; i < WP_MAX_TAGS; i++)
            w->tag[q][i] = WP_NONE;
    for (u32 i = 0; i < WP_MAX_COALESCERS; i++)
        w->c[i].entry = WP_NONE;
    w->oldest = w->newest = WP_NONE;
    w->warps_each = (u32)div_up(sm->cfg.sm->warps, w->p.queues);
    lsu_queue_init(&w->side, a, (u32)sm->cfg.lsu->queue);
    sm->lsu.state = w;
}

/* ---- which warps may not issue ---- */

static u64 held(const struct sm *sm, const struct warppool *w, u64 queue_full)
{
    u64 none = sm->lsu.n_free ? 0 : UINT64_MAX, full = queue_full | none;
    return (w->next_load & (full | w->has_stores)) | (w->next_store & (full | w->has_stores | w->has_loads)) |
           (w->next_other & (w->side.n == w->side.cap ? UINT64_MAX : none));
}

static void update_held(struct sm *sm, const struct warppool *w)
{
    sm->lsu.held = held(sm, w, w->queue_full);
}

static bool through_pool(const struct sm *sm, u32 space)
{
    return space != SI_SHARED && smmem_cache_of(sm->mem, lsu_space(space)) == SMM_L1;
}

static bool is_load(const struct sm_op *o)
{
    return o->kind == SI_LOAD || o->kind == SI_PREFETCH;
}

static void decoded(struct sm *sm, u32 warp, const struct stream_instr *next, const struct sm_op *o)
{
    struct warppool *w = sm->lsu.state;
    u64 bit = warp_bit(warp);
    w->next_load &= ~bit;
    w->next_store &= ~bit;
    w->next_other &= ~bit;
    *(!through_pool(sm, next->space) ? &w->next_other : is_load(o) ? &w->next_load : &w->next_store) |= bit;
    update_held(sm, w);
}

static u32 cause(const struct sm *sm, u64 warps)
{
    const struct warppool *w = sm->lsu.state;
    if (warps & (w->next_load | w->next_store) & w->queue_full)
        return CAUSE_L1;
    if (warps & w->next_other || !sm->lsu.n_free)
        return SLOT_lsu_full;
    return SLOT_lsu_order;
}

/* ---- instruction queues ---- */

static u64 queue_warps(const struct warppool *w, u32 q)
{
    u32 from = q * w->warps_each, upto = MIN(from + w->warps_each, LSU_MAX_WARPS);
    return lanes_mask(upto) & ~lanes_mask(from);
}

static void accept(struct sm *sm, u32 warp, u64 cycle)
{
    struct warppool *w = sm->lsu.state;
    const struct context *cx = &sm->ctx[warp];
    if (!through_pool(sm, cx->next.space)) {
        lsu_queue_accept(sm, &w->side, warp, cycle);
        update_held(sm, w);
        return;
    }
    u32 k = w->free_entries[w->n_free - 1], q = warp / w->warps_each;
    struct wp_entry *e = &w->entries[k];
    if (!lsu_begin(sm, &e->e, warp, cycle))
        return;
    w->n_free--;
    e->ripe = cycle + w->p.stages - 1;
    e->load = is_load(e->e.op);
    e->space = e->e.like.space;
    e->flags = e->e.like.flags;
    if (e->load) {
        for (u32 i = 0; i < e->e.n; i++)
            e->map[i] = (u8)map_of(&cx->next, e->e.op->bytes, smmem_line_bytes(sm->mem), &e->e.lines[i]);
        w->loads[warp]++;
        w->has_loads |= warp_bit(warp);
    } else {
        w->stores[warp]++;
        w->has_stores |= warp_bit(warp);
    }
    w->ring[q][wp_round(w->head[q] + w->n[q]++, (u32)w->p.entries)] = (u16)k;
    w->filled |= 1ull << q;
    w->held_entries++;
    if (w->n[q] == w->p.entries)
        w->queue_full = w->full_next |= queue_warps(w, q);
    update_held(sm, w);
}

/* The first ripe instruction in order of priority; WP_NONE, and *next lowered to when there may be one. */
static u32 take_instruction(struct warppool *w, u64 cycle, u64 *next)
{
    for (u64 m = w->filled; m; m &= m - 1) {
        u32 q = ctz64(m), k = w->ring[q][w->head[q]];
        if (w->entries[k].ripe > cycle) {
            *next = MIN(*next, w->entries[k].ripe);
            continue;
        }
        w->head[q] = (u8)wp_round(w->head[q] + 1u, (u32)w->p.entries);
        if (!--w->n[q])
            w->filled &= ~(1ull << q);
        if (w->full_next)
            w->full_next &= ~queue_warps(w, q);
        return k;
    }
    return WP_NONE;
}

/* ---- coalescers ---- */

/* A line of entry k is gone. True: it was the last, and the entry is free. */
static bool last_line(struct warppool *w, u32 k)
{
    struct wp_entry *e = &w->entries[k];
    if (++e->e.at < e->e.n)
        return false;
    if (!e->load && --w->stores[e->e.warp] == 0)
        w->has_stores &= ~warp_bit(e->e.warp);
    w->free_entries[w->n_free++] = k;
    w->held_entries--;
    return true;
}

/* The coalescer's line is gone; the last one frees it. */
static void line_done(struct warppool *w, struct wp_coalescer *c, u64 cycle)
{
    u64 cycles = w->entries[c->entry].e.cycles;
    if (!last_line(w, c->entry))
        return;
    c->busy_until = MAX(cycle + 1, c->began + cycles);
    c->entry = WP_NONE;
}

/* A store that the coalescer has taken goes on to its store buffer if that has room. */
static void keep_store(struct warppool *w, struct wp_coalescer *c, u64 cycle)
{
    if (w->entries[c->entry].load || c->n_kept == w->p.store_buffer)
        return;
    c->kept[(c->kept_from + c->n_kept++) % WP_MAX_STORES] = c->entry;
    c->busy_until = cycle + 1;
    c->entry = WP_NONE;
}

static void count_map(struct warppool_stats *s, u32 map)
{
    u64 *const rows[MAPS] = {&s->map_consecutive, &s->map_broadcast, &s->map_single, &s->map_range, &s->map_general};
    ++*rows[map];
}

/* Idle coalescers take an instruction, and each inserts a line of a load. True if anything moved. */
static bool coalesce_loads(struct warppool *w, u64 cycle, u64 *next)
{
    bool moved = false, freed = w->freed;
    w->freed = false;
    for (u32 i = 0; i < w->p.coalescers; i++) {
        struct wp_coalescer *c = &w->c[i];
        if (c->entry == WP_NONE) {
            if (cycle < c->busy_until) {
                *next = MIN(*next, c->busy_until);
                continue;
            }
            if ((c->entry = take_instruction(w, cycle, next)) == WP_NONE)
                continue;
            struct wp_entry *e = &w->entries[c->entry];
            c->began = cycle;
            c->stall = WP_GOES;
            if (e->load)
                w->loads[e->e.warp] += e->e.n - 1;
            moved = true;
            keep_store(w, c, cycle);
            if (c->entry == WP_NONE)
                continue;
        }
        const struct wp_entry *e = &w->entries[c->entry];
        if (!e->load || (!freed && c->stall != WP_GOES && c->stall != WP_NO_PORT))
            continue; /* what it waits for has not changed */
        c->stall = (u8)pool_insert(w, e, cycle);
        if (c->stall == WP_GOES) {
            count_map(w->stats, e->map[e->e.at]);
            line_done(w, c, cycle);
            moved = true;
        }
    }
    return moved;
}

/* Sends one line of a store, unless a load wants the L1 in this cycle. True if one went. */
static bool send_store(struct sm *sm, struct warppool *w, bool load_waits, u64 cycle, cyc now)
{
    bool sent = false;
    for (u32 i = 0; i < w->p.coalescers; i++) {
        struct wp_coalescer *c = &w->c[i];
        bool store = c->entry != WP_NONE && !w->entries[c->entry].load;
        if (store)
            c->stall = WP_STORE_WAITS;
        if (!store && !c->n_kept)
            continue;
        u32 k = c->n_kept ? c->kept[c->kept_from] : c->entry;
        struct wp_entry *e = &w->entries[k];
        if (sent || load_waits || smmem_full(sm->mem, now, e->e.like.space))
            continue;
        struct req r = lsu_req(&e->e);
        r.token |= WP_DIRECT;
        smmem_push(sm->mem, now, &r);
        w->stats->stores++;
        sent = true;
        if (!c->n_kept) {
            c->stall = WP_GOES;
            line_done(w, c, cycle);
        } else if (last_line(w, k)) {
            c->kept_from = (c->kept_from + 1) % WP_MAX_STORES;
            c->n_kept--;
            if (store)
                keep_store(w, c, cycle);
        }
    }
    return sent;
}

/* What waited at the end of the last tick has waited ever since. */
static void settle(struct sm *sm, u64 cycle)
{
    struct warppool *w = sm->lsu.state;
    u64 n = cycle - w->settled;
    if (cycle <= w->settled)
        return;
    w->settled = cycle;
    for (u32 i = 0; i < w->p.coalescers; i++)
        if (w->c[i].entry != WP_NONE && w->c[i].stall)
            (&w->stats->stall_tag)[w->c[i].stall - WP_NO_TAG] += n; /* rows in the order of enum wp_stall */
    w->stats->occupancy += n * w->n_tags;
    w->stats->l1_full += n * w->was_l1_full;
    w->stats->metadata_full += n * w->was_metadata_full;
    w->stats->return_full += n * w->back_full;
}

static u64 tick(struct sm *sm, u64 cycle, cyc now)
{
    struct warppool *w = sm->lsu.state;
    u64 next = NEVER;
    settle(sm, cycle);
    if (w->p.select == WP_TOGGLE)
        pool_toggle(sm, w, cycle, now);
    u64 quantum = w->p.select == WP_TOGGLE && sm->n_ctas ? w->quantum_end : NEVER;
    if (!w->held_entries && !w->n_tags && !w->side.n)
        return quantum;
    bool can_send = pool_can_send(w, cycle), moved = coalesce_loads(w, cycle, &next);
    w->was_l1_full = w->was_metadata_full = false;
    bool stores_first = w->p.first == WP_STORES_FIRST && send_store(sm, w, false, cycle, now);
    moved |= stores_first;
    if (can_send && !stores_first)
        moved |= pool_send(sm, w, cycle, now);
    if (w->p.first == WP_LOADS_FIRST)
        moved |= send_store(sm, w, can_send, cycle, now);
    u64 side = w->side.n ? lsu_queue_tick(sm, &w->side, cycle, now) : NEVER, after = held(sm, w, w->full_next);
    if (after != sm->lsu.held || w->full_next != w->queue_full) {
        lsu_changes(sm, cycle);
        w->queue_full = w->full_next;
        sm->lsu.held = after;
    }
    if (moved || (w->oldest != WP_NONE && !can_send))
        return cycle + 1;
    return MIN(MIN(next, side), quantum);
}

/* ---- replies ---- */

/* Writes back one load of the reply at the head. False: it was the last, and the reply is done. */
static bool write_back(struct sm *sm, struct warppool *w, u64 cycle)
{
    u32 k = w->back[w->back_head];
    struct wp_bundle *b = &w->bundles[k];
    u32 map = b->general >> b->done & 1;
    w->maps_used -= map;
    w->freed |= map;
    lsu_answered(sm, b->slot[b->done++], cycle);
    if (b->done < b->n)
        return true;
    w->metadata_used -= b->n;
    w->back_head = wp_round(w->back_head + 1, (u32)w->p.writeback);
    w->back_n--;
    bundle_free(w, k);
    return false;
}

static cyc replies(struct sm *sm, u64 cycle, cyc now)
{
    struct warppool *w = sm->lsu.state;
    const struct req *r;
    struct req q;
    cyc next = smmem_reply_next(sm->mem);
    if (next > now && !w->back_n)
        return next;
    settle(sm, cycle);
    w->back_full = false;
    while (smmem_reply_from(sm->mem, SMM_CONST, now, &q) || smmem_reply_from(sm->mem, SMM_TEX, now, &q)) {
        if (WATCHED(sm->by_pc))
            lsu_count(sm, &q, q.token, q.flags & RQF_HIT);
        lsu_answered(sm, q.token, cycle);
    }
    while ((r = smmem_reply_head(sm->mem, SMM_L1, now))) {
        if (!(r->token & WP_DIRECT) && w->back_n == w->p.writeback) {
            w->back_full = true;
            break;
        }
        smmem_reply_from(sm->mem, SMM_L1, now, &q);
        /* a bundle's one request counts for its first instruction */
        u32 slot = q.token & WP_DIRECT ? q.token & ~WP_DIRECT : w->bundles[q.token].slot[0];
        if (WATCHED(sm->by_pc))
            lsu_count(sm, &q, slot, q.flags & RQF_HIT);
        if (WATCHED(sm->log))
            sm_log_request(sm, &q, slot, now);
        if (q.token & WP_DIRECT)
            lsu_answered(sm, q.token & ~WP_DIRECT, cycle);
        else
            w->back[wp_round(w->back_head + w->back_n++, (u32)w->p.writeback)] = q.token;
    }
    for (u32 i = 0; i < w->p.writes && w->back_n && write_back(sm, w, cycle); i++)
        ;
    update_held(sm, w);
    next = smmem_reply_next(sm->mem);
    return w->back_n || next <= now ? now + sm->cfg.period : next;
}

/* ---- the rest ---- */

static bool passes(struct sm *sm, u32 warp, cyc now)
{
    const struct warppool *w = sm->lsu.state;
    (void)now; /* changes only in ticks of this unit, which wake the SM */
    return !((w->has_loads | w->has_stores) >> warp & 1);
}

static void launch(struct sm *sm, u64 cycle, cyc now)
{
    struct warppool *w = sm->lsu.state;
    warppool_storage(&w->p, (u32)sm->cfg.sm->lanes, w->stats);
    w->by_warp = w->p.select == WP_WARP;
    w->quantum_end = cycle + w->p.quantum;
    w->mode_since = w->settled = cycle;
    smmem_watch_tries(sm->mem, w->p.select == WP_TOGGLE);
    smmem_tries(sm->mem, now, w->p.misses == WP_ATTEMPTS, &w->tried, &w->missed);
}

static void settle_all(struct sm *sm, u64 cycle)
{
    struct warppool *w = sm->lsu.state;
    settle(sm, cycle);
    if (w->p.select == WP_TOGGLE && cycle) /* an SM without a CTA is not woken at the end of a quantum */
        pool_toggle(sm, w, cycle - 1, cycle * sm->cfg.period);
    if (w->by_warp && cycle > w->mode_since)
        w->stats->warp_cycles += cycle - w->mode_since;
    w->mode_since = cycle;
}

static u32 holds(const struct sm *sm)
{
    const struct warppool *w = sm->lsu.state;
    return w->held_entries + w->n_tags + w->back_n + w->side.n;
}

static void audit(const struct sm *sm)
{
    const struct warppool *w = sm->lsu.state;
    u32 tags = 0, maps = 0, lines = 0, counted = 0, stores = 0;
    for (u32 k = w->oldest; k != WP_NONE; k = w->bundles[k].newer, tags++) {
        const struct wp_bundle *b = &w->bundles[k];
        ENSURE(b->n && b->n <= w->p.merges);
        lines += b->n;
        maps += popcount64(b->general);
    }
    ENSURE(tags == w->n_tags && maps <= w->maps_used && w->maps_used <= w->p.maps);
    for (u32 q = 0; q < w->p.queues; q++)
        for (u32 i = 0; i < w->n[q]; i++)
            lines += w->entries[w->ring[q][(w->head[q] + i) % w->p.entries]].load;
    for (u32 i = 0; i < w->p.coalescers; i++) {
        const struct wp_entry *e = &w->entries[w->c[i].entry];
        if (w->c[i].entry != WP_NONE && e->load)
            lines += e->e.n - e->e.at;
    }
    for (u32 i = 0; i < LSU_MAX_WARPS; i++) {
        counted += w->loads[i];
        stores += w->stores[i];
        ENSURE((w->loads[i] != 0) == (w->has_loads >> i & 1) && (w->stores[i] != 0) == (w->has_stores >> i & 1));
        ENSURE(!w->loads[i] || !w->stores[i]); /* a warp never has loads and stores here at the same time */
    }
    ENSURE(lines == counted && stores <= w->held_entries && w->metadata_used <= w->p.metadata);
    ENSURE(w->stats->loads == w->stats->merged + w->stats->requests + w->n_tags);
}

const struct lsu_ops lsu_warppool = {.own = {"warppool", "merged between warps before the L1", warppool_param_rows,
                                             COUNT_OF(warppool_param_rows), warppool_stat_rows,
                                             COUNT_OF(warppool_stat_rows)},
                                     .reorders = true,
                                     .check = warppool_check,
                                     .init = init,
                                     .decoded = decoded,
                                     .accept = accept,
                                     .tick = tick,
                                     .replies = replies,
                                     .passes = passes,
                                     .cause = cause,
                                     .launch = launch,
                                     .settle = settle_all,
                                     .holds = holds,
                                     .audit = audit};
