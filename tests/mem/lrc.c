/* Reads of the same line by several SMs that join at an L2 slice (l2.join): who joins whom, until when, and when each
   gets its answer, to the cycle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig.h"

#define BASE 0x400000000000ull
#define LINE(n) (BASE + (n)*128ull)
#define PORT 4 /* cycles that a line takes of a slice's port */
#define WINDOW 12
#define MOST 16 /* SMs of a test */

static struct rig r;
static struct rig_req s[4096];

/* Loads that pass by the L1, a slice whose port is the bottleneck, all lines of it. */
static void setup(u32 sms)
{
    rig_config(&r);
    r.shape.sms = sms;
    r.c.l1.globals = 0;
    r.c.noc.flit = 256;
    r.c.noc.slice_flit = 136 / PORT;
    r.c.noc.sm_flit = 136;
    r.c.dram.kind = 1;
    r.c.dram.fixed_latency = 200;
    r.c.dram.fixed_bytes = 0;
    r.c.l2.join = WINDOW;
    r.c.l2.join_loads = 1;
}

static struct l2_stats run(u32 n)
{
    rig_start(&r);
    rig_run(&r, s, n);
    struct l2_stats x = r.m.partitions[0].l2->stats;
    return x;
}

static struct rig_req read_at(u32 sm, cyc at, u64 line)
{
    return (struct rig_req){.at = at, .sm = sm, .req = rig_read(line, 0)};
}

/* Two at a time get one reply; else the second waits until the port has sent the first. */
static void two_share_a_reply(void **state)
{
    (void)state;
    for (u32 join = 0; join < 2; join++) {
        setup(2);
        r.c.l2.join = join * WINDOW;
        s[0] = read_at(0, 0, LINE(0));
        s[1] = read_at(1, 0, LINE(0));
        struct l2_stats x = run(2);
        assert_int_equal(s[1].replied - s[0].replied, join ? 0 : PORT);
        assert_int_equal(x.joined, join);
        assert_int_equal(x.access, 2);
        assert_int_equal(x.read, 2 - join);
        assert_int_equal(x.sectors_read, 4 * (2 - join));
        rig_free(&r);
    }
}

/* It leaves when that of the first alone would have. */
static void joining_costs_the_first_nothing(void **state)
{
    (void)state;
    cyc alone[2];
    for (u32 n = 1; n <= 2; n++) {
        setup(2);
        s[0] = read_at(0, 0, LINE(0));
        s[1] = read_at(1, 3, LINE(0));
        run(n);
        alone[n - 1] = s[0].replied;
        assert_true(n == 1 || s[1].replied == s[0].replied);
        rig_free(&r);
    }
    assert_int_equal(alone[0], alone[1]);
}

/* A hit or a miss: until so many cycles after the lookup, and not one later. */
static void the_window_ends(void **state)
{
    (void)state;
    for (u32 hit = 0; hit < 2; hit++)
        for (cyc late = 0; late <= WINDOW + 2; late++) {
            setup(3);
            s[0] = read_at(2, 0, hit ? LINE(0) : LINE(1));
            s[1] = read_at(0, 1000, LINE(0));
            s[2] = read_at(1, 1000 + late, LINE(0));
            struct l2_stats x = run(3);
            assert_int_equal(x.joined, late <= WINDOW);
            assert_int_equal(x.merged, !hit && late > WINDOW);
            rig_free(&r);
        }
}

/* Behind others that the port is busy with, a read waits for its lookup, and may be joined all the while. */
static void it_is_longer_where_reads_wait(void **state)
{
    (void)state;
    setup(2);
    r.c.l2.replyq = 2;
    r.c.noc.credits = 64;
    u32 n = 0, lines = 64;
    for (u32 i = 0; i < lines; i++)
        s[n++] = read_at(0, 0, LINE(i));
    for (u32 i = 0; i < lines; i++)
        s[n++] = read_at(0, 1000, LINE(i)); /* hits */
    s[n++] = read_at(1, 1000 + lines + 2 * WINDOW, LINE(lines - 1));
    struct l2_stats x = run(n);
    assert_int_equal(x.joined, 1);
    assert_int_equal(s[n - 1].replied, s[n - 2].replied);
    rig_free(&r);
}

/* At most so many get one reply; the next is looked up, and joined by those behind it. */
static void no_more_than_l2_join_most(void **state)
{
    (void)state;
    for (u32 most = 2; most <= 4; most++) {
        setup(7);
        r.c.l2.join_most = most;
        for (u32 i = 0; i < 7; i++)
            s[i] = read_at(i, 0, LINE(0));
        struct l2_stats x = run(7);
        u32 groups = (7 + most - 1) / most;
        assert_int_equal(x.joined, 7 - groups);
        assert_int_equal(s[6].replied - s[0].replied, (groups - 1) * PORT);
        rig_free(&r);
    }
}

static void other_gpcs_other_sectors_and_oneself_do_not_join(void **state)
{
    (void)state;
    static const u8 gpcs[4] = {0, 1, 0, 1};
    setup(4);
    r.shape.gpc_of_sm = gpcs;
    for (u32 i = 0; i < 4; i++)
        s[i] = read_at(i, i, LINE(0));
    assert_int_equal(run(4).joined, 2);
    assert_int_equal(s[2].replied, s[0].replied);
    assert_int_equal(s[3].replied, s[1].replied);
    assert_int_equal(s[1].replied - s[0].replied, PORT);
    rig_free(&r);

    setup(2); /* a part of what was asked for, and what was not */
    s[0] = read_at(0, 0, LINE(0));
    s[0].req.sectors = s[0].req.asked = 7;
    for (u32 i = 1; i < 3; i++) {
        s[i] = read_at(1, i, LINE(0));
        s[i].req.sectors = s[i].req.asked = i == 1 ? 2 : 8;
    }
    assert_int_equal(run(3).joined, 1);
    rig_free(&r);

    setup(1);
    s[0] = read_at(0, 0, LINE(0));
    s[1] = read_at(0, 1, LINE(0));
    assert_int_equal(run(2).joined, 0);
    rig_free(&r);
}

static void loads_join_only_if_told(void **state)
{
    (void)state;
    setup(2);
    r.c.l2.join_loads = 0;
    s[0] = read_at(0, 0, LINE(0));
    s[1] = read_at(1, 0, LINE(0));
    assert_int_equal(run(2).joined, 0);
    rig_free(&r);
}

/* One place: who finds it taken is looked up by itself. */
static void a_coalescer_without_room_loses_nothing(void **state)
{
    (void)state;
    setup(2);
    r.c.l2.join_lines = 1;
    for (u32 i = 0; i < 8; i++)
        s[i] = read_at(i % 2, i / 2, LINE(i / 2));
    struct l2_stats x = run(8);
    assert_int_equal(x.access, 8);
    assert_int_equal(x.joined, 1);
    rig_free(&r);
}

/* Reads, writes and atomics of few lines at random, with few places in the network: skipping off and stages in
   another order change nothing, and all is answered (rig_run). */
static void it_is_the_same_in_any_order(void **state)
{
    (void)state;
    for (u32 seed = 0; seed < 12; seed++) {
        u64 hash[3], joined = 0;
        for (u32 way = 0; way < 3; way++) {
            setup(MOST);
            static u8 gpcs[MOST];
            u64 rng = seed;
            for (u32 i = 0; i < MOST; i++)
                gpcs[i] = (u8)(i / 6);
            r.shape.gpc_of_sm = gpcs;
            r.c.noc.credits = 1 + seed % 3;
            r.c.l2.slices = 2;
            r.c.l2.join_lines = 1 + seed;
            r.c.l2.size = 2048;
            r.shape.l2 = 1 + seed % 2;
            r.every = way == 1;
            r.order = way == 2 ? 7 : 0;
            for (u32 i = 0; i < COUNT_OF(s); i++) {
                u64 x = rng_next(&rng);
                s[i] = read_at(x % MOST, i / (2 * MOST) * 3, LINE(x >> 8 & 31));
                if ((x >> 16) % 16 == 0)
                    s[i].req = rig_write(s[i].req.line, 0, 32);
            }
            joined += run(COUNT_OF(s)).joined;
            hash[way] = rig_hash(&r);
            rig_free(&r);
        }
        assert_true(joined);
        assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_share_a_reply),
                                       cmocka_unit_test(joining_costs_the_first_nothing),
                                       cmocka_unit_test(the_window_ends),
                                       cmocka_unit_test(it_is_longer_where_reads_wait),
                                       cmocka_unit_test(no_more_than_l2_join_most),
                                       cmocka_unit_test(other_gpcs_other_sectors_and_oneself_do_not_join),
                                       cmocka_unit_test(loads_join_only_if_told),
                                       cmocka_unit_test(a_coalescer_without_room_loses_nothing),
                                       cmocka_unit_test(it_is_the_same_in_any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
