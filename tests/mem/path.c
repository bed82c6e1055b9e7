/* The whole path between scripted SMs: unloaded latencies are the sums of their parts, peak bandwidths the closed
   forms, and nothing depends on tick order or on skipping idle cycles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "long.h"
#include "mem/dram_check.h"
#include "mem/front_mrpb.h"
#include "mem/icc.h"
#include "rig.h"

#define BASE 0x400000000000ull

/* front port 1 + L1 port... every hop of a read, in cycles when all clocks are equal */
static u64 miss_cycles(const struct mem_config *c, bool dram)
{
    u64 flit = c->noc.flit, req = div_up(8, flit), rep = div_up(8 + 128, flit);
    u64 up = 1 /* into the L1's queue */ + 1 /* miss queue */ + c->noc.latency + req;
    u64 down = c->noc.latency + rep + 1 /* into the L1 */ + c->l1.fill_latency;
    u64 burst = div_up(c->dram.burst, c->dram.ratio), atoms = 128 / (c->dram.bus * c->dram.burst);
    if (!dram)
        return up + c->l2.latency + down;
    /* activate, column commands, data, back through the fill queue */
    return up + c->l2.miss_latency + c->dram.rcd + (atoms - 1) * MAX(c->dram.ccd, burst) + c->dram.cl + burst +
           c->dram.extra_latency + 1 + down;
}

static void test_unloaded(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    rig_start(&r);
    struct rig_req s[3] = {{0, 0, rig_read(BASE, 0), 0, 0},
                           {5000, 0, rig_read(BASE, 0), 0, 0},
                           {10000, 0, rig_read(BASE + 16384 * 64, 0), 0, 0}};
    rig_run(&r, s, 2);
    assert_int_equal(s[0].replied - s[0].pushed, miss_cycles(&r.c, true));
    assert_int_equal(s[1].replied - s[1].pushed, 1 + r.c.l1.latency);
    /* an L2 hit: another SM would do, here the L1 forgets */
    memsys_new_kernel(&r.m, r.now);
    struct rig_req t[1] = {{1000, 0, rig_read(BASE, 0), 0, 0}};
    rig_run(&r, t, 1);
    assert_int_equal(t[0].replied - t[0].pushed, miss_cycles(&r.c, false));
    rig_free(&r);
}

static struct rig_req *reads(u32 n, u32 sms, u64 stride, u64 wrap)
{
    struct rig_req *s = calloc(n, sizeof(*s));
    for (u32 i = 0; i < n; i++) {
        s[i].sm = i % sms;
        s[i].req = rig_read(BASE + (u64)(i / sms) * stride % wrap + (u64)(i % sms) * wrap, i % 48);
    }
    return s;
}

static u64 span(const struct rig_req *s, u32 n)
{
    u64 first = NEVER, last = 0;
    for (u32 i = 0; i < n; i++) {
        first = MIN(first, s[i].pushed);
        last = MAX(last, s[i].replied);
    }
    return last - first;
}

/* L1: one hit a cycle. */
static void test_l1_bandwidth(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    rig_start(&r);
    u32 n = 20000;
    struct rig_req *s = reads(64, 1, 128, 8192);
    rig_run(&r, s, 64);
    free(s);
    s = reads(n, 1, 128, 8192);
    rig_run(&r, s, n);
    assert_in_range(span(s, n), n, n + n / 100);
    free(s);
    rig_free(&r);
}

/* L2 hits, one partition, many SMs: a reply takes 5 flits of its port. Network, one SM: the same at the other end. */
static void test_l2_and_network_bandwidth(void **state)
{
    (void)state;
    for (u32 sms = 1; sms <= 4; sms *= 4) {
        struct rig r;
        rig_config(&r);
        r.shape.sms = sms;
        r.c.l1.globals = 0; /* all go to the L2 */
        r.c.l2.size = 1 << 20;
        r.c.noc.credits = 64;
        rig_start(&r);
        u32 n = 8000;
        struct rig_req *s = reads(256, 1, 128, 65536);
        for (u32 i = 0; i < 256; i++)
            s[i].sm = 0;
        rig_run(&r, s, 256);
        free(s);
        s = reads(n, sms, 128, 32768);
        for (u32 i = 0; i < n; i++)
            s[i].req.line = BASE + (i * 128) % 32768;
        rig_run(&r, s, n);
        u64 flits = div_up(8 + 128, r.c.noc.flit);
        assert_in_range(span(s, n), n * flits, n * flits + n * flits / 100);
        free(s);
        rig_free(&r);
    }
}

/* L2 alone: with a wide network, one lookup a cycle. */
static void test_l2_lookup_rate(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    r.shape.sms = 2;
    r.c.l1.globals = 0;
    r.c.l2.size = 1 << 20;
    r.c.noc.flit = 256;
    r.c.noc.credits = 64;
    rig_start(&r);
    u32 n = 20000;
    struct rig_req *s = reads(256, 1, 128, 32768);
    rig_run(&r, s, 256);
    free(s);
    s = reads(n, 2, 128, 32768);
    for (u32 i = 0; i < n; i++)
        s[i].req.line = BASE + (i * 128) % 32768;
    rig_run(&r, s, n);
    assert_in_range(span(s, n), n, n + n / 100);
    free(s);
    rig_free(&r);
}

/* DRAM: a stream of row hits keeps the data bus busy; rows of 2 KB are opened in other banks meanwhile. */
static void test_dram_bandwidth(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    r.shape.sms = 2;
    r.c.l1.globals = 0;
    r.c.l2.mshrs = 128;
    r.c.noc.flit = 256;
    r.c.noc.credits = 64;
    r.c.dram.queue = 64;
    rig_start(&r);
    r.m.partitions[0].dram.watch = dram_watch_new(&r.arena, &r.c.dram, 1);
    u32 n = 20000;
    struct rig_req *s = reads(n, 2, 128, 1ull << 40);
    for (u32 i = 0; i < n; i++)
        s[i].req.line = BASE + i * 128;
    rig_run(&r, s, n);
    u64 ideal = n * 2 * r.c.dram.ccd; /* two bursts of 64 bytes a line */
    assert_in_range(span(s, n), ideal, ideal + ideal / 100);
    assert_true(dram_watch_count(r.m.partitions[0].dram.watch) > 2 * n);
    free(s);
    rig_free(&r);
}

/* Fixed memory without network and L2: 400 cycles, 8 bytes a cycle. */
static void test_fixed(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    r.c.noc.kind = 1;
    r.c.l2.kind = 1;
    r.c.dram.kind = 1;
    r.c.dram.fixed_latency = 400;
    r.c.dram.fixed_bytes = 8;
    rig_start(&r);
    struct rig_req one[1] = {{3, 0, rig_read(BASE, 0), 0, 0}};
    rig_run(&r, one, 1);
    /* L1 queue, miss queue, 400, into the L1, fill */
    assert_int_equal(one[0].replied - one[0].pushed, 1 + 1 + 400 + 1 + r.c.l1.fill_latency);
    u32 n = 2000;
    struct rig_req *s = reads(n, 1, 128, 1ull << 40);
    for (u32 i = 0; i < n; i++)
        s[i].req.line += 1 << 20;
    rig_run(&r, s, n);
    assert_in_range(span(s, n), n * 16, n * 16 + 450);
    free(s);
    rig_free(&r);
}

/* Without a network, however long the memory takes: a line a cycle, no limit of the network's own. */
static void test_no_network_is_no_limit(void **state)
{
    (void)state;
    struct rig r;
    rig_config(&r);
    r.c.noc.kind = 1;
    r.c.l2.kind = 1;
    r.c.dram.kind = 1;
    r.c.dram.fixed_latency = 8000;
    r.c.l1.globals = 0;
    rig_start(&r);
    u32 n = 20000;
    struct rig_req *s = reads(n, 1, 128, 1ull << 40);
    rig_run(&r, s, n);
    assert_in_range(span(s, n), n + 8000, n + 8000 + 100);
    free(s);
    rig_free(&r);
}

/* Spans of more than 2^32 ticks are not cut. */
static void test_long_spans(void **state)
{
    (void)state;
    for (cyc period = 1; period <= 700; period = period * 3 + 1) {
        assert_int_equal(cycles_in((1ull << 32) + 5 * period, period), ((1ull << 32) + 5 * period) / period);
        assert_int_equal(cycles_in((1ull << 40) * period, period), 1ull << 40);
        assert_int_equal(cycles_in(999 * period, period), 999);
    }
}

/* ---- nothing depends on order or skipping ---- */
static void random_mechanisms(struct rig *r, u64 *g)
{
    r->c.mem.front = rng_next(g) % 2;
    struct mrpb_params *mrpb = decl_pool_params(&front_pool, r->c.front_own, FRONT_MRPB);
    mrpb->signature = rng_next(g) % 3;
    mrpb->drain = rng_next(g) % 6;
    mrpb->entries = rng_next(g) % 4 * 2;
    mrpb->flush = rng_next(g) % 2;
    mrpb->bypass = rng_next(g) % 3;
    r->c.noc.slice_flit = rng_next(g) % 3 * 24;
    if (!r->c.noc.kind && rng_next(g) % 3 == 0) {
        r->c.noc.kind = NOC_SWITCH;
        r->c.noc.queues = rng_next(g) % 2;
        r->c.noc.iterations = 1 + rng_next(g) % 3;
    }
    struct icc_params *icc = decl_pool_params(&merger_pool, r->c.merger_own, MERGER_ICC);
    icc->on = rng_next(g) % 2;
    icc->entries = 1 + rng_next(g) % 6;
    icc->cache = icc->on && rng_next(g) % 2;
    icc->lines = 1 + rng_next(g) % 6;
    icc->latency = rng_next(g) % 3;
    icc->locality = rng_next(g) % 2;
}

static void random_config(struct rig *r, u64 *g)
{
    r->shape.sms_per_cluster = 1 + (u32)(rng_next(g) % 3);
    r->shape.sms = r->shape.sms_per_cluster * (1 + (u32)(rng_next(g) % 3));
    r->c.l2.slices = 1 + rng_next(g) % 3;
    static const cyc periods[4][4] = {{1, 1, 1, 1}, {15, 30, 30, 23}, {2, 2, 2, 3}, {3, 1, 2, 5}};
    const cyc *p = periods[rng_next(g) % 4];
    r->shape.core = p[0], r->shape.noc = p[1], r->shape.l2 = p[2], r->shape.dram = p[3];
    r->c.l1.size = 512u << rng_next(g) % 4;
    r->c.l1.ways = rng_next(g) % 2 ? 4 : 0;
    r->c.l1.mshrs = 1 + rng_next(g) % 8;
    r->c.l1.merges = 1 + rng_next(g) % 4;
    r->c.l1.missq = 2 + rng_next(g) % 4;
    r->c.l1.sectored = rng_next(g) % 2;
    r->c.l1.alloc = rng_next(g) % 2;
    r->c.l1.write = rng_next(g) % 3;
    r->c.l1.replace = rng_next(g) % 3;
    r->c.l1.bypass = rng_next(g) % 3;
    r->c.l1.latency = 1 + rng_next(g) % 5;
    r->c.l2.size = 4096;
    r->c.l2.ways = 4;
    r->c.l2.mshrs = 1 + rng_next(g) % 8;
    r->c.l2.merges = 1 + rng_next(g) % 4;
    r->c.l2.replyq = 2 + rng_next(g) % 6;
    r->c.l2.sectored = rng_next(g) % 2;
    r->c.l2.pairs = rng_next(g) % 2;
    r->c.l2.latency = 1 + rng_next(g) % 9;
    r->c.l2.miss_latency = 1 + rng_next(g) % 9;
    r->c.l2.slice_hash = rng_next(g) % 3;
    r->c.noc.latency = 1 + rng_next(g) % 12;
    r->c.noc.far_latency = rng_next(g) % 3;
    r->c.noc.credits = 1 + rng_next(g) % 4;
    r->c.dram.queue = 1 + rng_next(g) % 8;
    r->c.dram.inq = 2;
    r->c.dram.sched = rng_next(g) % 2;
    r->c.dram.bank_hash = rng_next(g) % 3;
    if (rng_next(g) % 4 == 0)
        r->c.dram.kind = 1, r->c.dram.fixed_bytes = rng_next(g) % 40;
    if (r->c.dram.kind && rng_next(g) % 2)
        r->c.l2.kind = 1, r->c.noc.kind = rng_next(g) % 2;
    random_mechanisms(r, g);
    r->c.l1.write_stall = rng_next(g) % 2;
    r->c.l1.gather = r->c.l1.write == L1_WRITE_BACK ? 0 : rng_next(g) % 4;
    r->c.l1.gather_wait = 1 + rng_next(g) % 40;
    r->c.l2.delay = rng_next(g) % 3 * 7;
    r->c.l2.inq = 1 + rng_next(g) % 4;
    if (!r->c.dram.kind && rng_next(g) % 2) {
        r->c.l2.per_channel = 2;
        r->c.l2.slices *= 2;
    }
    r->c.dram.groups = 1u << rng_next(g) % 3;
    r->c.dram.ccdl = rng_next(g) % 5;
    r->c.dram.low_banks = 1u << rng_next(g) % 3;
    r->c.dram.cap = rng_next(g) % 4;
    r->c.dram.refi = rng_next(g) % 2 ? 300 + rng_next(g) % 300 : 0;
    r->c.dram.rfc = rng_next(g) % 100;
    r->c.dram.refresh_kind = rng_next(g) % 2;
    r->c.cluster.own_ports = rng_next(g) % 2;
    r->c.cluster.arbiter = rng_next(g) % 2;
    r->c.cluster.replies = 1 + rng_next(g) % 8;
    r->c.l1.write_alloc = r->c.l1.write == L1_WRITE_THROUGH && rng_next(g) % 2;
}

static struct rig_req *random_script(const struct rig *r, u64 *g, u32 n)
{
    struct rig_req *s = calloc(n, sizeof(*s));
    cyc at = 0;
    for (u32 i = 0; i < n; i++) {
        u64 line = BASE + rng_next(g) % 96 * 128, kind = rng_next(g) % 10;
        u32 warp = (u32)(rng_next(g) % 48);
        at += rng_next(g) % 8 == 0 ? rng_next(g) % 200 : rng_next(g) % 2;
        s[i].at = at;
        s[i].sm = (u32)(rng_next(g) % r->shape.sms);
        s[i].req = kind < 7 ? rig_read(line, warp) : rig_write(line, warp, 1 + (u32)(rng_next(g) % 32));
        if (kind < 7 && r->c.l1.sectored)
            s[i].req.sectors = (u8)(1 + rng_next(g) % 15);
        if (kind == 6)
            s[i].req.flags = RQF_SKIP_L1;
        if (kind == 5)
            s[i].req.space = RQS_CONST, s[i].req.line &= ~63ull, s[i].req.sectors = 3;
        if (kind == 4)
            s[i].req.space = RQS_TEX;
        if (kind == 9)
            s[i].req.kind = rng_next(g) % 2 ? RQ_ATOMIC : RQ_RED;
    }
    return s;
}

static u64 one_run(u64 seed, u32 order, bool every)
{
    struct rig r;
    u64 g = seed;
    rig_config(&r);
    random_config(&r, &g);
    rig_start(&r);
    r.order = order;
    r.every = every;
    if (!r.c.dram.kind)
        for (u32 i = 0; i < r.m.n_partitions; i++)
            r.m.partitions[i].dram.watch = dram_watch_new(&r.arena, &r.c.dram, r.shape.dram);
    u32 n = 300;
    struct rig_req *s = random_script(&r, &g, n);
    rig_run(&r, s, n);
    u64 h = rig_hash(&r);
    free(s);
    rig_free(&r);
    return h;
}

static void test_order_and_skip(void **state)
{
    (void)state;
    for (u64 seed = 1; seed <= share_of(500); seed++) {
        u64 h = one_run(seed, 0, false);
        for (u32 order = 1; order <= 3; order++)
            if (one_run(seed, order, false) != h)
                fail_msg("seed %llu depends on tick order (%u)", (unsigned long long)seed, order);
        if (one_run(seed, 0, true) != h)
            fail_msg("seed %llu depends on skipping idle cycles", (unsigned long long)seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unloaded),
        cmocka_unit_test(test_l1_bandwidth),
        cmocka_unit_test(test_l2_and_network_bandwidth),
        cmocka_unit_test(test_l2_lookup_rate),
        cmocka_unit_test(test_dram_bandwidth),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_no_network_is_no_limit),
        cmocka_unit_test(test_long_spans),
        cmocka_unit_test(test_order_and_skip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
