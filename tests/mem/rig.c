#include "rig.h"

#include <stdlib.h>
#include <string.h>

void rig_config(struct rig *r)
{
    memset(r, 0, sizeof(*r));
    diag_init(&r->diag);
    mem_defaults(&r->c);
    r->c.l2.slices = 1;
    r->shape = (struct mem_shape){.sms = 1,
                                  .sms_per_cluster = 1,
                                  .warps = 48,
                                  .ctas = 8,
                                  .cta_warps = 32,
                                  .core = 1,
                                  .noc = 1,
                                  .l2 = 1,
                                  .dram = 1};
    r->replies_per_cycle = 2;
}

void rig_start(struct rig *r)
{
    r->wake = ARENA_ARRAY(&r->arena, cyc, r->shape.sms);
    r->next = ARENA_ARRAY(&r->arena, u32, r->shape.sms);
    cyc **words = ARENA_ARRAY(&r->arena, cyc *, r->shape.sms);
    for (u32 i = 0; i < r->shape.sms; i++) {
        r->wake[i] = NEVER;
        words[i] = &r->wake[i];
    }
    if (!memsys_init(&r->m, &r->arena, &r->c, &r->shape, words, &r->diag)) {
        diag_print(&r->diag, stderr);
        BUG("rig: configuration refused");
    }
    for (u32 i = 0; i < r->shape.sms; i++)
        for (u16 w = 0; w < r->shape.warps; w++) {
            u16 slots[1] = {w};
            front_new_cta(&r->m.sms[i].front, w % r->shape.ctas, slots, 1);
        }
}

/* The script's part of an SM: takes replies, pushes what is due. */
static cyc sm_tick(struct rig *r, u32 sm, cyc now)
{
    struct smmem *s = memsys_sm(&r->m, sm);
    struct req q;
    cyc core = r->shape.core, next = NEVER;
    bool deaf = sm == 0 && now < r->deaf_until * core;
    for (u32 k = 0; !deaf && k < r->replies_per_cycle && smmem_reply(s, now, &q); k++) {
        struct rig_req *e = &r->script[q.token];
        ENSURE(e->replied == NEVER && e->req.line == q.line && e->req.kind == q.kind && e->sm == sm);
        e->replied = now / core;
        r->done++;
    }
    cyc reply = smmem_reply_next(s);
    if (reply != NEVER)
        next = deaf ? r->deaf_until * core : MAX(reply, now + core);
    while (r->next[sm] < r->n && r->script[r->next[sm]].sm != sm)
        r->next[sm]++;
    if (r->next[sm] < r->n) {
        struct rig_req *e = &r->script[r->next[sm]];
        if (e->at * core > now)
            return MIN(next, e->at * core);
        if (!smmem_full(s, now, e->req.space)) {
            e->req.token = r->next[sm];
            e->pushed = now / core;
            struct req p = e->req;
            smmem_push(s, now, &p);
            r->next[sm]++;
            next = MIN(next, now + core);
        }
    }
    return next;
}

static void run_cluster(struct rig *r, u32 c, cyc from, cyc until)
{
    struct cluster *k = &r->m.clusters[c];
    u32 first = c * k->n_sms;
    cyc now = from;
    for (;;) {
        cyc t = cluster_next(k);
        for (u32 i = 0; i < k->n_sms; i++)
            t = MIN(t, r->wake[first + i]);
        if (r->every)
            t = MIN(t, edge(now, r->shape.core));
        if (t >= until)
            return;
        ENSURE(t % r->shape.core == 0 && t >= now);
        if (r->every) {
            cluster_wake_all(k, t);
            for (u32 i = 0; i < k->n_sms; i++)
                wake_at(&r->wake[first + i], t);
        }
        u32 order = r->order ? (u32)(t * 2654435761u >> 7) * r->order : 0;
        if (order & 1)
            cluster_tick(k, t, order);
        for (u32 i = 0; i < k->n_sms; i++)
            STAGE_RUN(r->wake[first + i], t, sm_tick(r, first + i, t));
        if (!(order & 1))
            cluster_tick(k, t, order);
        now = t + 1;
    }
}

void rig_run(struct rig *r, struct rig_req *script, u32 n)
{
    r->script = script;
    r->n = n;
    r->done = 0;
    for (u32 i = 0; i < n; i++) {
        script[i].at += r->now / r->shape.core;
        script[i].replied = NEVER;
    }
    for (u32 i = 0; i < r->shape.sms; i++) {
        r->next[i] = 0;
        wake_at(&r->wake[i], edge(r->now, r->shape.core));
    }
    cyc w = memsys_window(&r->m), quiet = 0;
    while (r->done < n || !memsys_idle(&r->m)) {
        cyc until = r->now + w;
        u32 done = r->done;
        for (u32 c = 0; c < r->m.n_clusters; c++)
            run_cluster(r, c, r->now, until);
        for (u32 p = 0; p < r->m.n_partitions; p++)
            partition_run(&r->m.partitions[p], r->now, until, r->order & 1, r->every);
        memsys_exchange(&r->m, until);
        r->now = until;
        if (r->each && r->each(r))
            return;
        quiet = r->done == done ? quiet + w : 0;
        if (quiet > 2000000 * r->shape.core) {
            memsys_dump(&r->m, stderr);
            BUG("rig: nothing moves, %u of %u done", r->done, n);
        }
    }
    memsys_settle(&r->m, r->now);
    memsys_audit(&r->m);
    if (!memsys_conserved(&r->m, &r->diag)) {
        diag_print(&r->diag, stderr);
        BUG("rig: conservation");
    }
}

void rig_free(struct rig *r)
{
    memsys_free(&r->m);
    arena_free(&r->arena);
    diag_free(&r->diag);
}

struct req rig_read(u64 line, u32 warp)
{
    return (struct req){
        .line = line, .warp = (u16)warp, .cta = (u16)(warp % 8), .kind = RQ_READ, .sectors = 15, .asked = 15};
}

struct req rig_write(u64 line, u32 warp, u32 words)
{
    return (struct req){.line = line,
                        .warp = (u16)warp,
                        .cta = (u16)(warp % 8),
                        .kind = RQ_WRITE,
                        .sectors = (u8)((1u << div_up(words, 8)) - 1),
                        .bytes = (u16)(4 * words)};
}

u64 rig_hash(struct rig *r)
{
    struct mem_stats s;
    memsys_stats(&r->m, &s);
    u64 h = 1469598103934665603ull;
    const unsigned char *b = (const unsigned char *)&s;
    for (size_t i = 0; i < sizeof(s); i++)
        h = (h ^ b[i]) * 1099511628211ull;
    for (u32 i = 0; i < r->n; i++)
        h = (h ^ r->script[i].replied ^ (r->script[i].pushed << 32)) * 1099511628211ull;
    return h;
}

u64 rng_next(u64 *s)
{
    u64 z = (*s += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
