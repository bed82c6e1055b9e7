/* WarpPool in exact cycles. An SM is ticked by hand, and what it sends to the L1's port is recorded and answered by
   the test itself, so that every request's cycle and order are seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "sm/warppool.h"

#define BASE 0x400000000000ull
#define MOST 4096

struct bench {
    struct one_sm o;
    struct warppool_params *p;
    struct script_source s;
    struct arena arena;
    struct stream_cta cta;
    struct sm *sm;
    struct warppool *w;
    cyc period;
    u64 cycle, blocked_until; /* the L1 takes nothing before this cycle */
    u64 delay;                /* of its answers */
    bool shuffled;            /* the L1's port is emptied before the SM is ticked, not after */
    struct {
        u64 at;
        struct req r;
    } sent[MOST];
    u32 n_sent, n_answered;
    u64 done; /* cycle in which the CTA ended */
};

static void begin(struct bench *b)
{
    memset(b, 0, sizeof *b);
    one_sm_init(&b->o, "gtx480");
    b->o.cfg.lsu.kind = LSU_WARPPOOL;
    b->p = decl_pool_params(&lsu_pool, b->o.cfg.lsu_own, LSU_WARPPOOL);
    b->p->stages = 2;
    b->delay = 10;
}

static void prepare(struct bench *b, u32 warps)
{
    script_init(&b->s, 1, warps, 32);
}

static void start(struct bench *b)
{
    struct gpu_options opt = {.threads = 1};
    b->o.gpu = gpu_new(&b->o.cfg, &opt, &b->o.d);
    if (!b->o.gpu)
        diag_print(&b->o.d, stderr);
    assert_non_null(b->o.gpu);
    b->sm = &b->o.gpu->sms[0];
    b->w = b->sm->lsu.state;
    b->period = b->sm->cfg.period;
    struct occupancy occ = {.ctas = 1, .limiter = ""};
    sm_launch(b->sm, &b->arena, sm_kernel_new(&b->arena, &b->s.kernel, &b->sm->cfg, &occ), 0);
    assert_true(b->s.src.start(&b->s.src, 0, &b->cta));
    sm_place_cta(b->sm, b->sm->home, 0, &b->cta, 0);
}

/* Takes what is in the L1's port and answers what is due. */
static void l1(struct bench *b, cyc now)
{
    struct l1 *c = &b->sm->mem->cache[SMM_L1];
    const struct req *r = port_peek(&c->in, now);
    if (r && b->cycle >= b->blocked_until) {
        assert_true(b->n_sent < MOST);
        b->sent[b->n_sent].at = b->cycle;
        b->sent[b->n_sent++].r = *r;
        port_pop(&c->in, now);
    }
    if (b->n_answered < b->n_sent && b->sent[b->n_answered].at + b->delay <= b->cycle && !port_full(&c->fills, now)) {
        port_push(&c->fills, now, &b->sent[b->n_answered++].r);
        c->answered++;
    }
}

static void one_cycle(struct bench *b)
{
    cyc now = b->cycle * b->period;
    if (b->shuffled)
        l1(b, now);
    b->sm->tick(b->sm, now);
    if (!b->shuffled)
        l1(b, now);
    lsu_ops_list[LSU_WARPPOOL]->audit(b->sm);
    b->cycle++;
}

static void run(struct bench *b)
{
    start(b);
    while (!b->sm->cta_ended) {
        assert_true(b->cycle < 20000);
        one_cycle(b);
    }
    b->done = b->cycle - 1;
    sm_settle(b->sm, b->cycle * b->period);
    assert_true(sm_idle(b->sm));
}

static void end(struct bench *b)
{
    u64 left;
    struct stream_cta *cta = sm_take_done(b->sm, b->done, &left);
    if (cta)
        b->s.src.finish(&b->s.src, cta);
    script_free(&b->s);
    arena_free(&b->arena);
    one_sm_free(&b->o);
}

/* Issued in cycle 0, in the L1's port `stages` later, seen there a cycle after. */
static void a_request_takes_so_many_stages(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 stages = 2; stages < 12; stages += 3) {
        begin(&b);
        b.p->stages = stages;
        prepare(&b, 1);
        script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
        run(&b);
        assert_int_equal(b.n_sent, 32); /* and a line a cycle from there on */
        for (u32 i = 0; i < 32; i++) {
            assert_int_equal(b.sent[i].at, stages + 1 + i);
            assert_true(b.sent[i].r.line == BASE + i * 128);
        }
        assert_int_equal(b.done, b.sent[31].at + b.delay + 1);
        end(&b);
    }
    begin(&b); /* a store goes past the inter-warp queues: a cycle earlier */
    prepare(&b, 1);
    script_mem(&b.s, SI_STORE, SI_GLOBAL, 1, -1, BASE, 128, 0);
    run(&b);
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(b.sent[i].at, 2 + i);
    end(&b);
}

/* Two warps ask for the same 32 lines in the same cycle: the second inserts one cycle behind the first, in time. */
static void two_warps_share_requests(void **state)
{
    (void)state;
    static struct bench b;
    begin(&b);
    prepare(&b, 2);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
    run(&b);
    assert_int_equal(b.n_sent, 32);
    assert_int_equal(b.w->stats->loads, 64);
    assert_int_equal(b.w->stats->merged, 32);
    assert_int_equal(b.w->stats->stall_port, 1); /* both wanted to insert line 0 */
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(b.sent[i].at, 3 + i);
    /* answered a cycle each, but each answer is written for two warps, one a cycle */
    assert_int_equal(b.done, b.sent[0].at + b.delay + 1 + 63);
    end(&b);
}

/* Five warps, one line, an L1 that takes nothing for a while: four under the tag, the fifth waits at its coalescer.
 */
static void a_tag_takes_four_and_no_more(void **state)
{
    (void)state;
    static struct bench b;
    begin(&b);
    b.blocked_until = 100;
    prepare(&b, 8);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 0, 0);
    /* fill the L1's port of two first, so that tags stay: distinct lines of two loads in warp 0 and 1 */
    b.s.by_warp[0] = 0;
    b.o.cfg.mem.l1.queue = 2;
    start(&b);
    struct l1 *c = &b.sm->mem->cache[SMM_L1];
    struct req plug = {.line = BASE - 128, .token = WP_DIRECT};
    port_push(&c->in, 0, &plug);
    port_push(&c->in, 0, &plug);
    for (u32 i = 0; i < 40; i++)
        one_cycle(&b);
    assert_int_equal(b.w->n_tags, 1);
    assert_int_equal(b.w->bundles[b.w->oldest].n, 4);
    assert_int_equal(b.w->c[0].stall, WP_NO_MERGE);
    assert_int_equal(b.w->c[1].stall, WP_NO_MERGE);
    assert_int_equal(b.w->held_entries, 4); /* two in the coalescers, two behind them */
    port_pop(&c->in, 39 * b.period);        /* not the SM's: they are nobody's */
    port_pop(&c->in, 39 * b.period);
    b.blocked_until = 0;
    while (!b.sm->cta_ended)
        one_cycle(&b);
    b.done = b.cycle - 1;
    /* four, then two and two: a new tag is sent a cycle after its first insert, and one more joins in that cycle */
    assert_int_equal(b.n_sent, 3);
    assert_int_equal(b.w->stats->merged, 3 + 1 + 1);
    end(&b);
}

static struct wp_entry *fake(struct bench *b, u32 k, u32 warp, u64 line, u32 map)
{
    struct wp_entry *e = &b->w->entries[k];
    e->e.slot = k;
    e->e.at = 0;
    e->e.n = 1;
    e->e.warp = (u16)warp;
    e->e.lines[0] = (struct coalesced){.line = line, .sectors = 15, .touched = 15};
    e->map[0] = (u8)map;
    e->load = true;
    return e;
}

static u32 insert(struct bench *b, u32 k, u32 warp, u64 line, u32 map, u64 cycle)
{
    struct wp_entry *e = fake(b, k, warp, line, map);
    return pool_insert(b->w, e, cycle);
}

/* Each reason to wait, one call at a time. Lines a multiple of 4 KB x 256 apart share an inter-warp queue. */
static void the_inter_warp_queues(void **state)
{
    (void)state;
    static struct bench b;
    const u64 far = 1 << 20;
    begin(&b);
    b.p->maps = 2;
    prepare(&b, 1);
    script_op(&b.s, SI_ALU, 1, -1);
    start(&b);
    assert_int_equal(insert(&b, 0, 7, BASE, MAP_SINGLE, 1), WP_GOES);
    assert_int_equal(insert(&b, 1, 8, BASE, MAP_SINGLE, 1), WP_NO_PORT);    /* two into one queue in a cycle */
    assert_int_equal(insert(&b, 1, 8, BASE + 128, MAP_SINGLE, 1), WP_GOES); /* another queue */
    assert_int_equal(insert(&b, 2, 3, BASE, MAP_SINGLE, 2), WP_GOES);       /* merged */
    assert_int_equal(insert(&b, 3, 9, BASE + far, MAP_SINGLE, 3), WP_GOES); /* the second tag */
    assert_int_equal(insert(&b, 4, 9, BASE + 2 * far, MAP_SINGLE, 4), WP_NO_TAG);
    assert_int_equal(insert(&b, 4, 9, BASE, MAP_GENERAL, 5), WP_GOES);
    assert_int_equal(insert(&b, 5, 9, BASE + far, MAP_GENERAL, 6), WP_GOES);
    assert_int_equal(insert(&b, 6, 9, BASE, MAP_GENERAL, 7), WP_NO_MAP); /* the thread map has two entries */
    assert_int_equal(insert(&b, 6, 9, BASE, MAP_RANGE, 7), WP_GOES);
    assert_int_equal(insert(&b, 7, 9, BASE, MAP_SINGLE, 8), WP_NO_MERGE); /* four under the tag */
    assert_int_equal(b.w->stats->loads, 7);
    assert_int_equal(b.w->n_tags, 3);
    /* oldest: in order of the tags; warp: the lowest under any tag */
    for (u32 i = 0; i < 16; i++)
        b.w->loads[i] = 10;
    b.w->by_warp = true;
    b.w->bundles[b.w->newest].lowest = 2;
    assert_true(pool_send(b.sm, b.w, 9, 9 * b.period));
    assert_true(pool_send(b.sm, b.w, 9, 9 * b.period));
    struct l1 *c = &b.sm->mem->cache[SMM_L1];
    assert_true(port_at(&c->in, 0)->line == BASE + far && port_at(&c->in, 1)->line == BASE);
    assert_false(pool_send(b.sm, b.w, 9, 9 * b.period)); /* the L1's port is full */
    assert_true(b.w->was_l1_full);
    assert_int_equal(b.w->metadata_used, 2 + 4);
    script_free(&b.s);
    b.s.src.finish(&b.s.src, &b.cta);
    arena_free(&b.arena);
    one_sm_free(&b.o);
}

/* Scattered words: no pattern. Nine lines of it and eight entries: the ninth waits until the first is written back.
 */
static void the_thread_map_runs_out(void **state)
{
    (void)state;
    static struct bench b;
    begin(&b);
    prepare(&b, 1);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 72,
               0); /* words 0, 18, 36: two lanes a line, and now and then one */
    run(&b);
    assert_true(b.w->stats->map_general >= 10);
    assert_true(b.w->stats->stall_map > 0);
    assert_int_equal(b.w->maps_used, 0);
    /* the ninth general request cannot be inserted before the first is back: sent, delay, port, and inserted in that
     * cycle */
    u64 first = b.sent[0].at + b.delay + 1;
    u32 before = 0;
    for (u32 i = 0; i < b.n_sent; i++)
        before += b.sent[i].at <= first + 1;
    assert_true(before <= 8 + b.w->stats->map_single);
    end(&b);
}

/* One coalescer and an L1 that takes nothing until cycle 100. A store of 32 lines holds the coalescer all the time,
   and for no cycle where it has gone on to a buffer; a second one finds that taken. What is sent is the same. */
static void a_store_buffer_frees_the_coalescer(void **state)
{
    (void)state;
    for (u32 buffer = 0; buffer < 2; buffer++)
        for (u32 warps = 1; warps <= 2; warps++) {
            static struct bench b;
            begin(&b);
            b.p->coalescers = 1;
            b.p->store_buffer = buffer;
            b.blocked_until = 100;
            prepare(&b, warps);
            script_mem(&b.s, SI_STORE, SI_GLOBAL, 1, -1, BASE, 128, 1 << 16);
            start(&b);
            while (b.cycle < 50)
                one_cycle(&b);
            assert_int_equal(b.w->c[0].entry == WP_NONE, buffer && warps == 1);
            assert_int_equal(b.w->c[0].n_kept, buffer);
            while (!b.sm->cta_ended) {
                assert_true(b.cycle < 20000);
                one_cycle(&b);
            }
            b.done = b.cycle - 1;
            sm_settle(b.sm, b.cycle * b.period);
            assert_int_equal(b.n_sent, warps * 32);
            assert_int_equal(b.w->stats->stores, warps * 32);
            assert_true(buffer && warps == 1 ? !b.w->stats->stall_store : b.w->stats->stall_store > 90);
            end(&b);
        }
}

/* Low warps first: with both coalescers taken, what waits goes by the number of its queue, not by age. */
static void low_queues_go_first(void **state)
{
    (void)state;
    static struct bench b;
    begin(&b);
    b.p->coalescers = 1;
    prepare(&b, 24);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 1 << 16);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 2, -1, BASE + (1 << 24), 128, 1 << 16);
    run(&b);
    u32 last = 0, falls = 0;
    for (u32 i = 0; i < b.n_sent; i += 32) {
        u32 q = b.sent[i].r.warp / 3;
        falls += q < last;
        last = q;
    }
    assert_int_equal(b.n_sent, 24 * 2 * 32);
    assert_true(falls <= 2); /* only where a lower queue was filled while a higher one was worked on */
    end(&b);
}

/* A reply for four warps takes four cycles, or one if four warps are written a cycle; others wait in the queue if
   there is room (the paper has two entries), and in the L1, which stalls, if there is none. */
static void return_queue(u32 entries, u32 writes, bool fills)
{
    static struct bench b;
    begin(&b);
    b.p->writeback = entries;
    b.p->writes = writes;
    b.blocked_until = 200; /* so that all is merged */
    prepare(&b, 4);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
    run(&b);
    assert_int_equal(b.w->stats->loads, 4 * 32);
    /* the L1's port had taken lines before the others came; the rest went with all four warps */
    assert_true(b.w->stats->requests >= 32 && b.w->stats->requests <= 38);
    assert_true(fills ? b.w->stats->return_full > 50 : !b.w->stats->return_full);
    /* from the first reply on: one warp a cycle, or one reply a cycle, which is what the L1 gives */
    assert_int_equal(b.done - (b.sent[0].at + b.delay + 1), (writes == 1 ? 4 * 32 : b.w->stats->requests) - 1);
    end(&b);
}

static void the_return_queue_fills(void **state)
{
    (void)state;
    return_queue(2, 1, true);
    return_queue(64, 1, false); /* nobody waits in the L1, and nothing is sooner */
    return_queue(2, 4, false);
}

static u64 g_seed;
static u64 rng(void)
{
    g_seed = g_seed * 6364136223846793005ull + 1442695040888963407ull;
    return g_seed >> 33;
}

/* The line says who: warp, number of the instruction, line of it. */
static void mixed_program(struct bench *b, u32 warps, u32 n)
{
    prepare(b, warps);
    for (u32 i = 0; i < n; i++) {
        u32 kind = rng() % 5 < 3 ? SI_LOAD : rng() % 4 ? SI_STORE : SI_ATOMIC;
        i64 stride = rng() % 3 == 0 ? 4 : rng() % 2 ? 128 : 64;
        script_mem(&b->s, (u8)kind, SI_GLOBAL, (int)i, -1, BASE + i * 4096, stride, (i64)n * 4096);
    }
}

struct seen {
    u32 loads_from, stores_from; /* instructions of which a request has been seen: the highest number */
};

/* Within a warp no store passes an older load, no load passes an older store, no store an older store. */
static void order_within_a_warp_is_kept(void **state)
{
    (void)state;
    static struct bench b;
    u64 switches = 0;
    for (u32 round = 0; round < 60; round++) {
        g_seed = round;
        begin(&b);
        b.p->coalescers = 1 + rng() % 4;
        b.p->queues = 4 + rng() % 20;
        b.p->tags = 1 + rng() % 3;
        b.p->select = rng() % 3;
        b.p->stages = 2 + rng() % 6;
        b.p->store_buffer = rng() % 3;
        b.delay = 1 + rng() % 40;
        b.blocked_until = rng() % 3 * 50;
        b.shuffled = rng() % 2;
        u32 warps = 1 + (u32)(rng() % 12), n = 12, lines[64], left[16][64];
        mixed_program(&b, warps, n);
        for (u32 i = 0; i < n; i++) {
            lines[i] = (u32)((31 * b.s.stride[i] + 4 + 127) / 128);
            for (u32 w = 0; w < warps; w++)
                left[w][i] = lines[i];
        }
        run(&b);
        for (u32 k = 0; k < b.n_sent; k++) {
            u64 number = (b.sent[k].r.line - BASE) / 4096;
            u32 w = (u32)(number / n), i = (u32)(number % n);
            assert_true(w < warps && left[w][i] > 0);
            left[w][i]--;
            bool store = b.s.code[i].kind != SI_LOAD;
            for (u32 j = 0; j < i; j++) /* all older ones of the other kind are through */
                if (left[w][j] && (store || b.s.code[j].kind != SI_LOAD))
                    fail_msg("round %u: instruction %u of warp %u passes %u", round, i, w, j);
            switches += store;
        }
        for (u32 i = 0; i < n; i++)
            for (u32 w = 0; w < warps; w++)
                assert_int_equal(left[w][i], 0);
        end(&b);
    }
    assert_true(switches > 1000);
}

/* Patterns of section 3.6. */
static void mappings(void **state)
{
    (void)state;
    struct stream_instr i = {.mask = UINT32_MAX, .shape = ADDR_STRIDED, .base = BASE, .stride = 4};
    struct coalesced c = {.line = BASE, .lanes = UINT32_MAX};
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_CONSECUTIVE);
    i.base = BASE + 4; /* shifted by a word: 31 threads here, one in the next line */
    c.lanes = UINT32_MAX >> 1;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_RANGE);
    c.lanes = 1u << 31;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_SINGLE);
    i.base = BASE;
    i.stride = 8;
    c.lanes = 0xffff;
    assert_int_equal(map_of(&i, 8, 128, &c), MAP_RANGE);   /* doubles: the first half of the warp */
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_GENERAL); /* every other word */
    i.shape = ADDR_UNIFORM;
    i.stride = 0;
    c.lanes = UINT32_MAX;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_BROADCAST);
    i.shape = ADDR_SCATTERED;
    for (u32 l = 0; l < 32; l++)
        i.addr[l] = BASE + 4 * l;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_CONSECUTIVE);
    i.addr[5] = BASE;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_GENERAL);
    for (u32 l = 0; l < 32; l++)
        i.addr[l] = BASE + 40;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_BROADCAST);
    for (u32 l = 0; l < 32; l++)
        i.addr[l] = BASE + (l < 8 ? 4 * (l + 20) : 4096 + 4 * l);
    c.lanes = 0xff;
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_RANGE);
    i.mask = 0xff0f;
    for (u32 l = 0; l < 32; l++)
        i.addr[l] = BASE + 4 * l;
    c.lanes = 0xff0f; /* each its own word, though not all threads ask */
    assert_int_equal(map_of(&i, 4, 128, &c), MAP_CONSECUTIVE);
}

/* Table 1 of the paper. */
static void storage_by_part(void **state)
{
    (void)state;
    struct bench b;
    struct warppool_stats s;
    begin(&b);
    warppool_storage(b.p, 32, &s);
    assert_int_equal(s.storage_queues, 592);
    assert_int_equal(s.storage_coalescers, 512);
    assert_int_equal(s.storage_pool, 992);
    assert_int_equal(s.storage_maps, 321);
    assert_int_equal(s.storage_metadata, 2944);
    b.p->queues *= 2;
    b.p->merges = 8;
    warppool_storage(b.p, 32, &s);
    assert_int_equal(s.storage_queues, 2 * 592);
    assert_int_equal(s.storage_pool, 64 * (32 + 8 * 23) / 8);
    one_sm_free(&b.o);
}

/* Nothing but misses: the policy toggles at the end of every quantum, and a launch begins with the oldest. */
static void the_policy_toggles_at_the_end_of_a_quantum(void **state)
{
    (void)state;
    u64 cycles[2];
    for (u32 skip = 0; skip < 2; skip++) {
        struct one_sm o;
        struct script_source s;
        one_sm_init(&o, "gtx480");
        o.cfg.lsu.kind = LSU_WARPPOOL;
        o.cfg.gpu.skip = skip;
        struct warppool_params *p = decl_pool_params(&lsu_pool, o.cfg.lsu_own, LSU_WARPPOOL);
        p->quantum = 500;
        for (u32 launch = 0; launch < 2; launch++) {
            script_init(&s, 1, 4, 32);
            s.loops = 20;
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE + (launch << 24), 128, 1 << 20);
            s.by_loop[0] = 4096;
            cycles[skip] = one_sm_run(&o, &s);
            const struct warppool_stats *t = decl_pool_stats(&lsu_pool, o.r.lsu_own, LSU_WARPPOOL);
            assert_int_equal(o.r.mem.l1.hit + o.r.mem.l1.merged, 0);
            assert_int_equal(t->toggles, (cycles[skip] - 1) / 500);
            assert_in_range(t->warp_cycles, (t->toggles / 2) * 500, (t->toggles + 1) / 2 * 500);
        }
        p->threshold = 100; /* never above */
        gpu_free(o.gpu);
        o.gpu = NULL;
        script_init(&s, 1, 4, 32);
        s.loops = 20;
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 1 << 20);
        s.by_loop[0] = 4096;
        one_sm_run(&o, &s);
        assert_int_equal(((struct warppool_stats *)decl_pool_stats(&lsu_pool, o.r.lsu_own, LSU_WARPPOOL))->toggles,
                         0);
        one_sm_free(&o);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

/* A slot that is lost because a store waits for its warp's loads is charged to that. */
static void waiting_for_order_has_its_own_cause(void **state)
{
    (void)state;
    static struct bench b;
    begin(&b);
    prepare(&b, 1);
    script_mem(&b.s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
    script_mem(&b.s, SI_STORE, SI_GLOBAL, 2, -1, BASE + 65536, 4, 0);
    run(&b);
    /* issued in 0; its last line is in the L1's port in 2 + 31; the store issues a cycle later */
    assert_int_equal(b.sm->slots.lsu_order, 33);
    assert_int_equal(b.sent[32].at, 34 + 2);
    end(&b);
}

static void refused(const char *pair, const char *more, const char *says)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    assert_true(machine_load(&c, "gtx480", &d) && machine_set(&c, "lsu.kind=warppool", &d));
    bool ok = machine_set(&c, pair, &d) && (!more || machine_set(&c, more, &d)) && machine_check(&c, &d);
    assert_false(ok);
    if (!strstr(d.first->text, says))
        fail_msg("`%s` does not say `%s`", d.first->text, says);
    diag_free(&d);
}

static void bad_sizes_are_refused(void **state)
{
    (void)state;
    static const char *const sizes[] = {"queues", "entries", "coalescers", "pool",      "tags",
                                        "merges", "maps",    "metadata",   "writeback", "quantum"};
    for (u32 i = 0; i < COUNT_OF(sizes); i++) {
        char pair[64];
        snprintf(pair, sizeof pair, "warppool.%s=0", sizes[i]);
        refused(pair, NULL, "warppool.");
    }
    refused("warppool.pool=24", NULL, "power of two");
    refused("warppool.coalescers=4", "warppool.queues=2", "more than the instruction queues");
    refused("warppool.coalescers=4", "warppool.pool=2", "inter-warp queues (2)");
    refused("warppool.metadata=3", NULL, "cannot hold one request");
    refused("front=mrpb", NULL, "one of them, not both");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_takes_so_many_stages),
        cmocka_unit_test(two_warps_share_requests),
        cmocka_unit_test(a_tag_takes_four_and_no_more),
        cmocka_unit_test(the_inter_warp_queues),
        cmocka_unit_test(the_thread_map_runs_out),
        cmocka_unit_test(a_store_buffer_frees_the_coalescer),
        cmocka_unit_test(low_queues_go_first),
        cmocka_unit_test(the_return_queue_fills),
        cmocka_unit_test(order_within_a_warp_is_kept),
        cmocka_unit_test(mappings),
        cmocka_unit_test(storage_by_part),
        cmocka_unit_test(the_policy_toggles_at_the_end_of_a_quantum),
        cmocka_unit_test(waiting_for_order_has_its_own_cause),
        cmocka_unit_test(bad_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
