/* MRPB between a scripted LSU and a scripted L1: drain order of each policy, flush reasons, order within a warp,
 * barriers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/front_mrpb.h"
#include "mem/memsys.h"

struct bench {
    struct arena arena;
    struct diag diag;
    struct mem_config c;
    struct mrpb_params *p; /* within c */
    const struct mrpb_stats *stats;
    struct front f;
    struct port to_l1;
    cyc now, wake_l1, wake_sm;
    u32 out[20000], n_out; /* tokens in the order in which the L1 got them */
    cyc out_at[20000];
    bool l1_takes;
};

static void start(struct bench *b)
{
    b->wake_l1 = b->wake_sm = NEVER;
    struct front_shape shape = {.warps = 48, .ctas = 8, .cta_warps = 32, .period = 1, .queue = 2};
    port_init(&b->to_l1, &b->arena, 2, 1, 1, 1, &b->wake_l1, &b->f.wake);
    assert_true(front_init(&b->f, &b->arena, FRONT_MRPB, b->p, &shape, &b->to_l1, NULL, &b->wake_sm, &b->diag));
    for (u16 w = 0; w < 48; w++) /* warps 0..7 are CTA 0, and so on: in-block number w % 8 */
        b->f.rank[w] = w % 8, b->f.cta_of[w] = w / 8;
}

static void setup(struct bench *b)
{
    memset(b, 0, sizeof(*b));
    diag_init(&b->diag);
    mem_defaults(&b->c);
    b->p = decl_pool_params(&front_pool, b->c.front_own, FRONT_MRPB);
    b->stats = decl_pool_stats(&front_pool, b->f.own_stats, FRONT_MRPB);
    b->l1_takes = true;
}

static void finish(struct bench *b)
{
    front_audit(&b->f);
    front_free(&b->f);
    arena_free(&b->arena);
    diag_free(&b->diag);
}

static void cycle(struct bench *b)
{
    STAGE_RUN(b->f.wake, b->now, front_tick(&b->f, b->now));
    const struct req *r = port_peek(&b->to_l1, b->now);
    if (r && b->l1_takes) {
        b->out_at[b->n_out] = b->now;
        b->out[b->n_out++] = r->token;
        port_pop(&b->to_l1, b->now);
    }
    b->now++;
}

static void push(struct bench *b, u32 token, u32 warp, u8 kind)
{
    struct req r = {.line = 128ull * token,
                    .token = token,
                    .warp = (u16)warp,
                    .cta = (u16)(warp / 8),
                    .kind = kind,
                    .sectors = 15};
    for (int k = 0; front_full(&b->f, b->now); k++) {
        assert_true(k < 1000);
        cycle(b);
    }
    front_push(&b->f, b->now, &r);
    cycle(b);
}

static void drain(struct bench *b)
{
    for (int k = 0; !front_idle(&b->f) || b->to_l1.n; k++) {
        assert_true(k < 20000);
        cycle(b);
    }
}

/* With the L1 stopped, eleven reads pile up: two from warp 3 leave at once into the L1's port (it holds two), the
 * rest waits. */
static void fill(struct bench *b, u32 drain_policy, u32 signature)
{
    setup(b);
    b->p->drain = drain_policy;
    b->p->signature = signature;
    b->p->entries = 0;
    start(b);
    b->l1_takes = false;
    static const u8 warps[11] = {3, 3, 9, 9, 9, 9, 2, 2, 17, 17, 17};
    for (u32 i = 0; i < 11; i++)
        push(b, i, warps[i], RQ_READ);
    for (int i = 0; i < 20; i++)
        cycle(b);
    assert_int_equal(b->n_out, 0);
    assert_int_equal(b->to_l1.n, 2);
    b->l1_takes = true;
    drain(b);
    assert_int_equal(b->n_out, 11);
    assert_int_equal(b->out[0], 0);
    assert_int_equal(b->out[1], 1);
}

static void expect(const struct bench *b, const u8 *order)
{
    for (u32 i = 0; i < 9; i++)
        if (b->out[i + 2] != order[i])
            fail_msg("place %u: request %u instead of %u", i, b->out[i + 2], order[i]);
}

static void test_policies(void **state)
{
    (void)state;
    static struct bench b;
    /* queued: warp 2: 6 7; warp 9: 2 3 4 5; warp 17: 8 9 10. Served last: warp 3. */
    static const u8 order[6][9] = {
        {6, 7, 2, 3, 4, 5, 8, 9, 10}, /* fixed */
        {2, 8, 6, 3, 9, 7, 4, 10, 5}, /* rr: 9 17 2 9 17 2 9 17 9 */
        /* longest: lengths (w2 w9 w17) 2 4 3 -> 2 3 3 -> 2 2 3 -> 2 2 2 -> 1 2 2 -> 1 1 2 -> 1 1 1; ties: lower queue
         */
        {2, 3, 8, 6, 4, 9, 7, 5, 10},
        {6, 7, 2, 3, 4, 5, 8, 9, 10}, /* greedy-fixed: nothing new comes, so as fixed */
        {2, 3, 4, 5, 8, 9, 10, 6, 7}, /* greedy-rr */
        {2, 3, 4, 5, 8, 9, 10, 6, 7}, /* greedy-longest */
    };
    for (u32 p = 0; p < 6; p++) {
        fill(&b, p, 2);
        expect(&b, order[p]);
        assert_int_equal(b.stats->drain_policy, 11);
        finish(&b);
    }
}

static void test_signatures(void **state)
{
    (void)state;
    static struct bench b;
    fill(&b, 0, 0); /* blocks 0 0 1 1 1 1 0 0 2 2 2: block 0 first, in order of arrival */
    static const u8 block[9] = {6, 7, 2, 3, 4, 5, 8, 9, 10};
    expect(&b, block);
    assert_int_equal(b.f.n_queues, 8);
    finish(&b);
    fill(&b, 0, 1); /* in-block numbers 3 3 1 1 1 1 2 2 1 1 1: 9 and 17 share queue 1 */
    static const u8 in_block[9] = {2, 3, 4, 5, 8, 9, 10, 6, 7};
    expect(&b, in_block);
    assert_int_equal(b.f.n_queues, 32);
    finish(&b);
}

static void test_latency(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 latency = 3; latency <= 18; latency++) {
        setup(&b);
        b.p->latency = latency;
        start(&b);
        b.now = 10;
        push(&b, 0, 5, RQ_READ);
        drain(&b);
        /* 1 from the LSU, `latency` in the buffer, 1 to the L1 */
        assert_int_equal(b.out_at[0], 10 + 1 + latency + 1);
        finish(&b);
    }
}

/* Flush 1: a read that finds its queue full lets one item of that queue go first, though others have priority. */
static void test_flush_full(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p->entries = 4;
    start(&b);
    b.l1_takes = false;
    push(&b, 100, 0, RQ_READ);
    push(&b, 101, 0, RQ_READ);
    for (int i = 0; i < 10; i++)
        cycle(&b); /* these two are in the L1's port now */
    for (u32 i = 0; i < 3; i++)
        push(&b, 10 + i, 1, RQ_READ);
    for (u32 i = 0; i < 4; i++)
        push(&b, 20 + i, 40, RQ_READ);
    push(&b, 24, 40, RQ_READ); /* stays in the LSU's port: queue 40 is full */
    for (int i = 0; i < 10; i++)
        cycle(&b);
    assert_int_equal(b.f.in->n, 1);
    b.l1_takes = true;
    drain(&b);
    static const u32 order[10] = {100, 101, 20, 10, 11, 12, 21, 22, 23, 24};
    for (u32 i = 0; i < 10; i++)
        assert_int_equal(b.out[i], order[i]);
    assert_int_equal(b.stats->flush_full, 1);
    assert_int_equal(b.stats->drain_full, 1);
    assert_int_equal(b.stats->drain_policy, 9);
    assert_true(b.f.stats.blocked > 0);
    finish(&b);
}

/* Flush 2, and order within a warp: loads, then a store to the same line, then a load of it, the queue full. */
static void test_store_keeps_order(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 flush = 0; flush < 2; flush++) {
        setup(&b);
        b.p->entries = 4;
        b.p->flush = flush;
        start(&b);
        b.l1_takes = false;
        push(&b, 100, 0, RQ_READ);
        push(&b, 101, 0, RQ_READ);
        for (int i = 0; i < 10; i++)
            cycle(&b);
        for (u32 i = 0; i < 2; i++)
            push(&b, 10 + i, 1, RQ_READ);
        for (u32 i = 0; i < 3; i++)
            push(&b, 20 + i, 40, RQ_READ);
        push(&b, 23, 40, RQ_WRITE);
        push(&b, 24, 40, RQ_READ);
        b.l1_takes = true;
        drain(&b);
        u32 last = 0;
        for (u32 i = 0; i < b.n_out; i++)
            if (b.out[i] >= 20 && b.out[i] < 100) {
                assert_true(b.out[i] > last);
                last = b.out[i];
            }
        assert_int_equal(last, 24);
        if (flush) { /* the write empties its queue before warp 1's turn, and is never queued */
            static const u32 order[9] = {100, 101, 20, 21, 22, 23, 10, 11, 24};
            for (u32 i = 0; i < 9; i++)
                assert_int_equal(b.out[i], order[i]);
            assert_int_equal(b.stats->flush_write, 1);
            assert_int_equal(b.stats->drain_write, 3);
            assert_int_equal(b.stats->write_through, 1);
        } else {
            assert_int_equal(b.stats->write_through + b.stats->flush_write + b.stats->flush_full, 0);
        }
        finish(&b);
    }
}

/* A barrier: the warp's reads go before those of warps with priority; until then the answer is no, then the SM is
 * woken. */
static void test_barrier(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 signature = 0; signature < 3; signature++) {
        setup(&b);
        b.p->signature = signature;
        b.p->entries = 8;
        start(&b);
        b.l1_takes = false;
        push(&b, 100, 0, RQ_READ);
        push(&b, 101, 0, RQ_READ);
        for (int i = 0; i < 10; i++)
            cycle(&b);
        for (u32 i = 0; i < 4; i++)
            push(&b, 10 + i, 1, RQ_READ);
        for (u32 i = 0; i < 3; i++)
            push(&b, 20 + i, 42, RQ_READ);
        assert_true(front_barrier(&b.f, 30, b.now));
        assert_false(front_barrier(&b.f, 42, b.now));
        for (int i = 0; i < 10; i++)
            cycle(&b);
        assert_false(front_barrier(&b.f, 42, b.now));
        b.l1_takes = true;
        b.wake_sm = NEVER;
        bool woken = false;
        while (!front_barrier(&b.f, 42, b.now)) {
            cycle(&b);
            woken |= b.wake_sm <= b.now;
        }
        assert_true(woken);
        u32 first = b.n_out + b.to_l1.n; /* all of warp 42 has left, none of warp 1 */
        assert_int_equal(first, 2 + 3);
        drain(&b);
        static const u32 order[9] = {100, 101, 20, 21, 22, 10, 11, 12, 13};
        for (u32 i = 0; i < 9; i++)
            assert_int_equal(b.out[i], order[i]);
        assert_int_equal(b.stats->flush_barrier, 1);
        assert_int_equal(b.stats->drain_barrier, 3);
        finish(&b);
    }
}

static void test_unbounded(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p->entries = 0;
    start(&b);
    b.l1_takes = false;
    for (u32 i = 0; i < 5000; i++)
        push(&b, i, 7, RQ_READ);
    assert_int_equal(b.f.stats.max_occupancy >= 4990, 1);
    b.l1_takes = true;
    drain(&b);
    for (u32 i = 0; i < 5000; i++)
        assert_int_equal(b.out[i], i);
    finish(&b);
}

static void test_storage(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b); /* front = mrpb alone is the paper's final design */
    assert_int_equal(b.p->signature, 2);
    assert_int_equal(b.p->drain, 0);
    assert_int_equal(b.p->entries, 8);
    assert_int_equal(b.p->flush, 1);
    assert_int_equal(b.p->latency, 5);
    assert_int_equal(b.p->bypass, L1_BYPASS_ASSOC);
    start(&b);
    assert_int_equal(b.f.n_queues, 48);
    /* 48 x (8 x (64 - 6) + 3 x 3 + 1) bits */
    assert_int_equal(b.f.stats.storage, 48 * (8 * 58 + 10) / 8);
    assert_true(b.f.stats.storage < 3072);
    finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_policies),   cmocka_unit_test(test_signatures),        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_flush_full), cmocka_unit_test(test_store_keeps_order), cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_unbounded),  cmocka_unit_test(test_storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
