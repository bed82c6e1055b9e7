/* ICC and the coalesced cache between scripted SMs: what is merged and what is not, exact cycles of the broadcast,
   writes, storage, refusals; and the count of redundant requests against a slow twin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/icc.h"
#include "rig.h"

#define BASE 0x400000000000ull
#define LINE(i) (BASE + (u64)(i)*128)

static struct icc_params *icc(struct mem_config *c)
{
    return decl_pool_params(&merger_pool, c->merger_own, MERGER_ICC);
}
static void cluster(struct rig *r, u32 sms)
{
    rig_config(r);
    r->shape.sms = r->shape.sms_per_cluster = sms;
    r->c.l2.size = 1 << 20;
    icc(&r->c)->on = 1;
}
static struct rig_req at(cyc t, u32 sm, struct req q)
{
    return (struct rig_req){.at = t, .sm = sm, .req = q};
}
static const struct icc_stats *stats(const struct rig *r)
{
    return decl_pool_stats(&merger_pool, r->m.clusters[0].hub.merger.stats, MERGER_ICC);
}
static u64 sent(const struct rig *r)
{
    return r->m.clusters[0].hub.stats.sent;
}

/* Five SMs ask for one line in one cycle: one packet, five replies in one cycle, the unloaded latency and ICC's
 * cycle. */
static void test_one_packet_for_all(void **state)
{
    (void)state;
    cyc alone = 0;
    for (u32 on = 0; on < 2; on++) {
        struct rig r;
        cluster(&r, 5);
        icc(&r.c)->on = on;
        rig_start(&r);
        struct rig_req s[5];
        u32 n = on ? 5 : 1;
        for (u32 i = 0; i < n; i++)
            s[i] = at(100, i, rig_read(LINE(7), 0));
        rig_run(&r, s, n);
        assert_int_equal(sent(&r), 1);
        if (!on)
            alone = s[0].replied - s[0].pushed;
        for (u32 i = 0; on && i < n; i++)
            assert_int_equal(s[i].replied - s[i].pushed, alone + icc(&r.c)->latency);
        if (on) {
            assert_int_equal(stats(&r)->merged, 4);
            assert_int_equal(stats(&r)->broadcast, 1);
            assert_int_equal(r.m.partitions[0].l2->stats.read, 1);
        }
        rig_free(&r);
    }
}

/* Later than the reply: another packet. A request that comes while the first is out sees only what is left of the
 * way. */
static void test_while_it_is_out(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 3);
    rig_start(&r);
    struct rig_req s[3] = {at(0, 0, rig_read(LINE(7), 0)), at(30, 1, rig_read(LINE(7), 0)),
                           at(4000, 2, rig_read(LINE(7), 0))};
    rig_run(&r, s, 3);
    assert_int_equal(sent(&r), 2);
    assert_int_equal(stats(&r)->merged, 1);
    assert_int_equal(s[0].replied, s[1].replied);
    rig_free(&r);
}

/* Two entries: the third line just goes, and is not merged. */
static void test_full_table(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 2);
    icc(&r.c)->entries = 2;
    rig_start(&r);
    struct rig_req s[6];
    for (u32 i = 0; i < 3; i++) {
        s[2 * i] = at(0, 0, rig_read(LINE(i), 0));
        s[2 * i + 1] = at(20, 1, rig_read(LINE(i), 0));
    }
    rig_run(&r, s, 6);
    assert_int_equal(sent(&r), 4);
    assert_int_equal(stats(&r)->merged, 2);
    assert_int_equal(stats(&r)->full, 2);
    rig_free(&r);
}

/* Sectors: a subset merges, more does not. Writes, atomics, .cg, local and texture reads pass by. */
static void test_what_takes_part(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 4);
    r.c.l1.sectored = r.c.l2.sectored = 1;
    rig_start(&r);
    struct rig_req s[3] = {at(0, 0, rig_read(LINE(1), 0)), at(10, 1, rig_read(LINE(1), 0)),
                           at(10, 2, rig_read(LINE(1), 0))};
    s[0].req.sectors = s[0].req.asked = 3;
    s[1].req.sectors = s[1].req.asked = 2;
    s[2].req.sectors = s[2].req.asked = 6;
    rig_run(&r, s, 3);
    assert_int_equal(stats(&r)->merged, 1);
    assert_int_equal(stats(&r)->again, 1);
    u64 before = sent(&r);
    struct rig_req t[10];
    for (u32 i = 0; i < 10; i++)
        t[i] = at(0, i % 2, rig_read(LINE(100 + i / 2), 0));
    for (u32 i = 0; i < 2; i++) {
        t[i].req.flags = RQF_SKIP_L1;
        t[2 + i].req.space = RQS_LOCAL;
        t[4 + i].req.space = RQS_TEX;
        t[6 + i].req = rig_write(LINE(103), 0, 32);
        t[8 + i].req.kind = RQ_ATOMIC;
        t[8 + i].req.bytes = 4;
    }
    rig_run(&r, t, 10);
    assert_int_equal(sent(&r) - before, 10);
    assert_int_equal(stats(&r)->merged, 1);
    rig_free(&r);
}

/* The CC: a line that two SMs have asked for is there for a third; one that a single SM asked for is not. A new
   kernel empties it. */
static void test_coalesced_cache(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 3);
    icc(&r.c)->cache = 1;
    rig_start(&r);
    struct rig_req s[5] = {at(0, 0, rig_read(LINE(1), 0)), at(10, 1, rig_read(LINE(1), 0)),
                           at(20, 0, rig_read(LINE(2), 0)), at(3000, 2, rig_read(LINE(1), 0)),
                           at(3500, 2, rig_read(LINE(2), 0))};
    rig_run(&r, s, 5);
    assert_int_equal(stats(&r)->cc_insert, 1);
    assert_int_equal(stats(&r)->cc_hit, 1);
    assert_int_equal(sent(&r), 3);
    /* into the L1's queue, its miss queue, the lookup, back into the L1, to the SM */
    assert_int_equal(s[3].replied - s[3].pushed, 1 + 1 + icc(&r.c)->latency + 1 + r.c.l1.fill_latency);
    memsys_new_kernel(&r.m, r.now);
    struct rig_req t[1] = {at(0, 2, rig_read(LINE(1), 0))};
    rig_run(&r, t, 1);
    assert_int_equal(stats(&r)->cc_hit, 1);
    assert_int_equal(sent(&r), 4);
    rig_free(&r);
}

/* Its switches: a line that outlives a kernel, and one that outlives a write, are found. */
static void test_what_empties_the_cache(void **state)
{
    (void)state;
    for (u32 i = 0; i < 4; i++) {
        bool empties = i & 1, invalidate = i & 2;
        struct rig r;
        cluster(&r, 3);
        icc(&r.c)->cache = 1;
        icc(&r.c)->empties = empties;
        icc(&r.c)->invalidate = invalidate;
        rig_start(&r);
        struct rig_req s[5] = {at(0, 0, rig_read(LINE(1), 0)), at(10, 1, rig_read(LINE(1), 0)),
                               at(3000, 0, rig_read(LINE(2), 0)), at(3010, 1, rig_read(LINE(2), 0)),
                               at(6000, 0, rig_write(LINE(2), 0, 32))};
        rig_run(&r, s, 5);
        assert_int_equal(stats(&r)->cc_insert, 2);
        assert_int_equal(stats(&r)->cc_drop, invalidate);
        memsys_new_kernel(&r.m, r.now);
        struct rig_req t[2] = {at(0, 2, rig_read(LINE(1), 0)), at(1000, 2, rig_read(LINE(2), 0))};
        rig_run(&r, t, 2);
        assert_int_equal(stats(&r)->cc_hit, empties ? 0 : invalidate ? 1 : 2);
        rig_free(&r);
    }
}

/* Sectors that no SM has asked for are not there. */
static void test_sectors_of_the_cache(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 3);
    icc(&r.c)->cache = 1;
    r.c.l1.sectored = 1;
    rig_start(&r);
    struct req some = rig_read(LINE(1), 0);
    some.sectors = some.asked = 3;
    struct rig_req s[3] = {at(0, 0, some), at(10, 1, some), at(3000, 2, rig_read(LINE(1), 0))};
    rig_run(&r, s, 3);
    assert_int_equal(stats(&r)->cc_insert, 1);
    assert_int_equal(stats(&r)->cc_hit, 0);
    assert_int_equal(sent(&r), 2);
    rig_free(&r);
}

/* LRU: with room for two lines the third throws out the one that was not used since. */
static void test_coalesced_cache_is_lru(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 4);
    icc(&r.c)->cache = 1;
    icc(&r.c)->lines = 2;
    rig_start(&r);
    struct rig_req s[9] = {
        at(0, 0, rig_read(LINE(1), 0)),    at(0, 1, rig_read(LINE(1), 0)),    at(1000, 0, rig_read(LINE(2), 0)),
        at(1000, 1, rig_read(LINE(2), 0)), at(2000, 2, rig_read(LINE(1), 0)), at(3000, 0, rig_read(LINE(3), 0)),
        at(3000, 1, rig_read(LINE(3), 0)), at(4000, 3, rig_read(LINE(1), 0)), at(5000, 3, rig_read(LINE(2), 0))};
    rig_run(&r, s, 9);
    assert_int_equal(stats(&r)->cc_insert, 3);
    assert_int_equal(stats(&r)->cc_hit, 2); /* line 1 twice; 2 was thrown out */
    rig_free(&r);
}

/* What a single SM would see: SM 0 reads, SM 1 of the cluster writes, and whoever reads after the write is not given
   what was asked for before it: from the L2, neither from the CC nor from an entry that is still open. */
static void test_writes(void **state)
{
    (void)state;
    for (u32 atomic = 0; atomic < 2; atomic++) {
        struct rig r;
        cluster(&r, 4);
        icc(&r.c)->cache = 1;
        rig_start(&r);
        struct req w = rig_write(LINE(1), 0, 32);
        w.kind = atomic ? RQ_RED : RQ_WRITE;
        struct rig_req s[4] = {at(0, 0, rig_read(LINE(1), 0)), at(0, 2, rig_read(LINE(1), 0)), at(3000, 1, w),
                               at(6000, 3, rig_read(LINE(1), 0))};
        rig_run(&r, s, 4);
        assert_int_equal(stats(&r)->cc_insert, 1);
        assert_int_equal(stats(&r)->cc_drop, 1);
        assert_int_equal(stats(&r)->cc_hit, 0);
        u64 before = sent(&r);
        struct rig_req t[4] = {at(0, 0, rig_read(LINE(9), 0)), at(0, 2, rig_read(LINE(9), 0)), at(15, 1, w),
                               at(25, 3, rig_read(LINE(9), 0))};
        t[2].req.line = LINE(9);
        rig_run(&r, t, 4);
        assert_int_equal(sent(&r) - before, 3); /* one for both, the write, and the read after it */
        assert_int_equal(stats(&r)->closed, 1);
        assert_int_equal(stats(&r)->cc_insert, 1); /* what comes back is older than the write: not kept */
        assert_true(t[3].replied > t[0].replied);
        rig_free(&r);
    }
}

static void test_storage(void **state)
{
    (void)state;
    struct rig r;
    cluster(&r, 5);
    icc(&r.c)->cache = 1;
    rig_start(&r);
    struct mem_stats s;
    memsys_stats(&r.m, &s);
    const struct icc_stats *t = decl_pool_stats(&merger_pool, s.merger_own, MERGER_ICC);
    assert_int_equal(t->table_bytes, 276); /* 48 x (41 + 5) bits */
    assert_int_equal(t->cc_bytes, 3195);   /* 24 x (41 bits + 128 bytes): 3.2 KB */
    rig_free(&r);
}

static void refused(void (*change)(struct rig *), const char *begins)
{
    struct rig r;
    cluster(&r, 2);
    change(&r);
    assert_false(mem_config_check(&r.c, &r.shape, &r.diag));
    assert_non_null(strstr(r.diag.first->text, begins));
    rig_free(&r);
}
static void no_entries(struct rig *r)
{
    icc(&r->c)->entries = 0;
}
static void cache_alone(struct rig *r)
{
    icc(&r->c)->on = 0;
    icc(&r->c)->cache = 1;
}
static void no_lines(struct rig *r)
{
    icc(&r->c)->cache = 1;
    icc(&r->c)->lines = 0;
}
static void odd_cluster(struct rig *r)
{
    r->shape.sms = 5;
}
static void test_refusals(void **state)
{
    (void)state;
    refused(no_entries, "icc.entries = 0 with icc.on");
    refused(cache_alone, "icc.cache = on needs icc.on");
    refused(no_lines, "icc.cache = on needs icc.on");
    refused(odd_cluster, "multiple of the SMs of a cluster");
}

/* Counting redundant requests, without merging, moves no reply. */
static void test_counting_holds_up_nothing(void **state)
{
    (void)state;
    enum { N = 60 };
    cyc replied[N];
    for (u32 counts = 0; counts < 2; counts++) {
        struct rig r;
        cluster(&r, 3);
        icc(&r.c)->on = 0;
        icc(&r.c)->locality = counts;
        rig_start(&r);
        struct rig_req s[N];
        for (u32 i = 0; i < N; i++)
            s[i] = at(100 + i / 2 * 3, i % 3, rig_read(LINE(i * 7 % 11), i % 2));
        rig_run(&r, s, N);
        for (u32 i = 0; i < N; i++) {
            if (counts)
                assert_int_equal(s[i].replied, replied[i]);
            replied[i] = s[i].replied;
        }
        rig_free(&r);
    }
}

/* Redundant requests, against every earlier one looked at; also with ICC on, which changes nothing about them. */
static void test_locality(void **state)
{
    (void)state;
    enum { N = 3000 };
    static cyc when[N];
    static struct req q[N];
    for (u64 seed = 1; seed <= 6; seed++) {
        struct arena a = {0};
        struct mem_config c;
        struct merger m;
        u64 g = seed, line[4] = {0}, data[4] = {0}, wide = seed % 2 ? 60 : 3000;
        cyc t = 0, period = 1 + seed % 3;
        mem_defaults(&c);
        icc(&c)->locality = 1;
        icc(&c)->on = seed % 2;
        merger_init(&m, &a, c.merger_own, &(struct merger_shape){4, 128, 32, period});
        for (u32 i = 0; i < N; i++) {
            t += period * (1 + rng_next(&g) % (seed < 4 ? 2 : 60));
            when[i] = t;
            q[i] = rig_read(LINE(rng_next(&g) % wide), 0);
            q[i].asked = (u8)(1u << rng_next(&g) % 4);
            u32 sm = (u32)(rng_next(&g) % 4);
            struct req r = q[i];
            m.ops->take(&m, &r, sm, m.ops->look(&m, &r, sm), t);
            if (r.hub) /* its reply comes at once */
                m.ops->done(&m, &r);
            for (u32 k = 0; k < 4; k++) {
                bool same_line = false, same_data = false;
                for (u32 j = i; j-- > 0 && t - when[j] <= (k + 1) * 500 * period;)
                    if (q[j].line == q[i].line) {
                        same_line = true;
                        same_data |= (q[j].asked & q[i].asked) != 0;
                    }
                data[k] += same_data;
                line[k] += same_line && !same_data;
            }
        }
        const struct icc_stats *got = decl_pool_stats(&merger_pool, m.stats, MERGER_ICC);
        const u64 *got_line = &got->line_500, *got_data = &got->data_500;
        for (u32 k = 0; k < 4; k++) {
            assert_int_equal(got_line[k], line[k]);
            assert_int_equal(got_data[k], data[k]);
        }
        assert_true(line[3] + data[3] > line[0] + data[0]);
        m.ops->audit(&m);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_packet_for_all),
                                       cmocka_unit_test(test_while_it_is_out),
                                       cmocka_unit_test(test_full_table),
                                       cmocka_unit_test(test_what_takes_part),
                                       cmocka_unit_test(test_coalesced_cache),
                                       cmocka_unit_test(test_what_empties_the_cache),
                                       cmocka_unit_test(test_sectors_of_the_cache),
                                       cmocka_unit_test(test_coalesced_cache_is_lru),
                                       cmocka_unit_test(test_writes),
                                       cmocka_unit_test(test_storage),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_counting_holds_up_nothing),
                                       cmocka_unit_test(test_locality)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
