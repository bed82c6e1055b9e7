/* The L2 between one scripted SM and a memory that answers after a fixed time: exact cycles of its reservation
   failures, merges, hits and atomics; what is fetched, what is written back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig.h"

#define BASE 0x400000000000ull
#define LINE(n) (BASE + (n)*128ull)
#define BACK 200 /* cycles from a miss's lookup to its fill */

static struct rig r;

/* Everything passes by the L1, a packet is one flit, memory takes a request a cycle: what is left is the L2. */
static void setup(void)
{
    rig_config(&r);
    r.c.l1.globals = 0;
    r.c.noc.flit = 256;
    r.c.dram.kind = 1;
    r.c.dram.fixed_latency = BACK;
    r.c.dram.fixed_bytes = 0;
}

static const struct l2_stats *stats(void)
{
    return &r.m.partitions[0].l2->stats;
}

static struct rig_req at(cyc when, struct req q)
{
    return (struct rig_req){.at = when, .req = q};
}

static struct req atomic(u64 line, u8 words)
{
    struct req q = rig_write(line, 0, words);
    q.kind = RQ_ATOMIC;
    return q;
}

/* The third line finds both MSHRs taken two cycles after the first lookup, and gets the first one's in the cycle of
 * its fill. */
static void test_no_mshr(void **state)
{
    (void)state;
    setup();
    r.c.l2.mshrs = 2;
    rig_start(&r);
    struct rig_req s[3];
    for (u32 i = 0; i < 3; i++)
        s[i] = at(i, rig_read(LINE(i), 0));
    rig_run(&r, s, 3);
    assert_int_equal(stats()->fail_mshr, BACK - 2);
    assert_int_equal(stats()->fail_line + stats()->fail_merge + stats()->fail_memq + stats()->fail_reply, 0);
    assert_int_equal(s[1].replied - s[0].replied, 1);
    assert_int_equal(s[2].replied - s[0].replied, BACK);
    rig_free(&r);
}

/* A second read of a line that is out rides along. With no place to merge it waits for the fill, and is then a hit.
 */
static void test_merge(void **state)
{
    (void)state;
    for (u64 merges = 1; merges <= 2; merges++) {
        setup();
        r.c.l2.merges = merges;
        rig_start(&r);
        struct rig_req s[2] = {at(0, rig_read(LINE(0), 0)), at(1, rig_read(LINE(0), 1))};
        rig_run(&r, s, 2);
        assert_int_equal(stats()->merged, merges == 2);
        assert_int_equal(stats()->read_hit, merges == 1);
        assert_int_equal(stats()->read_miss, 1);
        assert_int_equal(stats()->fail_merge, merges == 1 ? BACK - 1 : 0);
        assert_int_equal(s[1].replied - s[0].replied, merges == 1 ? r.c.l2.latency - 1 : 1);
        rig_free(&r);
    }
}

/* One set of one way: the second line waits until the first has come and throws it out. */
static void test_no_line(void **state)
{
    (void)state;
    setup();
    r.c.l2.size = 128;
    r.c.l2.ways = 1;
    rig_start(&r);
    struct rig_req s[2] = {at(0, rig_read(LINE(0), 0)), at(1, rig_read(LINE(1), 0))};
    rig_run(&r, s, 2);
    assert_int_equal(stats()->fail_line, BACK - 1);
    assert_int_equal(stats()->evict, 1);
    assert_int_equal(s[1].replied - s[0].replied, BACK);
    rig_free(&r);
}

/* l2.port: hits of 128 bytes one cycle apart leave as far apart as the port is narrow; so do fills, whose port is
   another one: a hit in between does not wait for them. */
static void test_data_port(void **state)
{
    (void)state;
    for (u64 port = 0; port <= 128; port = port ? 2 * port : 32) {
        u64 apart = port ? 128 / port : 1;
        setup();
        r.c.l2.port = port;
        rig_start(&r);
        struct rig_req s[7] = {at(0, rig_read(LINE(0), 0)),          at(1, rig_read(LINE(1), 0)),
                               at(1000, rig_read(LINE(0), 0)),       at(1001, rig_read(LINE(1), 0)),
                               at(1002, rig_read(LINE(0), 0)),       at(2000, rig_read(LINE(2), 0)),
                               at(2000 + BACK, rig_read(LINE(0), 0))};
        rig_run(&r, s, 7);
        assert_int_equal(s[1].replied - s[0].replied, apart); /* fills */
        assert_int_equal(s[3].replied - s[2].replied, apart); /* hits */
        assert_int_equal(s[4].replied - s[3].replied, apart);
        assert_int_equal(s[6].replied - s[6].pushed, s[2].replied - s[2].pushed); /* beside a fill */
        rig_free(&r);
    }
}

/* A dirty line that is thrown out leaves through the port: the next hit waits for it. */
static void test_write_back_uses_the_port(void **state)
{
    (void)state;
    u64 took[2];
    for (u32 narrow = 0; narrow < 2; narrow++) {
        setup();
        r.c.l2.size = 256; /* two sets of one way */
        r.c.l2.ways = 1;
        r.c.l2.port = narrow ? 32 : 0;
        rig_start(&r);
        struct rig_req s[4] = {at(0, rig_write(LINE(0), 0, 32)), at(500, rig_read(LINE(1), 0)),
                               at(1000, rig_read(LINE(2), 0)), at(1001, rig_read(LINE(1), 0))};
        rig_run(&r, s, 4);
        assert_int_equal(stats()->write_back, 1);
        assert_int_equal(stats()->read_hit, 1);
        took[narrow] = s[3].replied - s[3].pushed;
        rig_free(&r);
    }
    assert_int_equal(took[1] - took[0], 3);
}

/* A miss takes BACK and a cycle through the fill queue, a hit l2.latency: the difference, to the cycle. */
static void test_hit_and_miss(void **state)
{
    (void)state;
    setup();
    rig_start(&r);
    struct rig_req s[2] = {at(0, rig_read(LINE(0), 0)), at(1000, rig_read(LINE(0), 0))};
    rig_run(&r, s, 2);
    u64 miss = s[0].replied - s[0].pushed, hit = s[1].replied - s[1].pushed;
    assert_int_equal(miss - hit, BACK + 1 - r.c.l2.latency);
    assert_int_equal(stats()->read_hit, 1);
    assert_int_equal(stats()->read_miss, 1);
    rig_free(&r);
}

/* Whole sectors need no fetch; a part of one does, unless byte masks keep it. A dirty line that goes is written back.
 */
static void test_writes(void **state)
{
    (void)state;
    for (u32 fetch = 0; fetch < 2; fetch++) {
        setup();
        r.c.l2.size = 128;
        r.c.l2.ways = 1;
        r.c.l2.write_fetch = fetch;
        rig_start(&r);
        struct rig_req s[3] = {at(0, rig_write(LINE(0), 0, 32)), at(1000, rig_write(LINE(1), 0, 3)),
                               at(2000, rig_read(LINE(2), 0))};
        rig_run(&r, s, 3);
        u64 whole = s[0].replied - s[0].pushed, part = s[1].replied - s[1].pushed;
        /* the memory takes a request a cycle, and the dirty line that makes room goes first */
        assert_int_equal(part - whole, fetch ? 1 + BACK + 1 - r.c.l2.latency : 0);
        assert_int_equal(stats()->write_miss, fetch ? 1 : 2);
        assert_int_equal(stats()->write_fetch, fetch);
        assert_int_equal(stats()->write_back, 2);
        assert_int_equal(r.m.partitions[0].dram.stats.write, 2);
        assert_int_equal(r.m.partitions[0].dram.stats.read, 1 + fetch);
        rig_free(&r);
    }
}

/* Atomics occupy the slice for words / atomic_words cycles each: the one behind waits. */
static void test_atomics(void **state)
{
    (void)state;
    setup();
    r.c.l2.atomic_words = 4;
    rig_start(&r);
    struct rig_req s[4] = {at(0, rig_read(LINE(0), 0)), at(1000, atomic(LINE(0), 8)), at(1001, atomic(LINE(0), 8)),
                           at(1002, rig_read(LINE(0), 0))};
    rig_run(&r, s, 4);
    assert_int_equal(stats()->atomic_hit, 2);
    assert_int_equal(s[2].replied - s[1].replied, 2);
    assert_int_equal(s[3].replied - s[1].replied, 4);
    rig_free(&r);
}

/* A pass over a sector for each lane of its most wanted word; with fewer lanes than words it takes longer, and on
   another block than the last longer still. Parts of a cycle add up. */
static void test_passes_of_atomics(void **state)
{
    static const struct {
        u32 line;
        u8 kind, words, sectors, same;
        u32 busy; /* until the next: 4 * 1.25 + 4 * 0.8; 5; 5; 8 * 1.5; 1.5; 32 * 1.5; 2 * 2.3 */
    } rows[] = {{0, RQ_RED, 32, 15, 4, 8},  {0, RQ_RED, 32, 15, 4, 5},  {1, RQ_ATOMIC, 32, 1, 4, 5},
                {0, RQ_RED, 32, 15, 8, 12}, {0, RQ_ATOMIC, 1, 1, 1, 1}, {0, RQ_RED, 32, 1, 32, 48},
                {2, RQ_RED, 2, 3, 2, 5}};
    struct rig_req s[COUNT_OF(rows) + 4];
    (void)state;
    setup();
    r.c.l2.interleave = 256;
    r.c.l2.slices = 1;
    r.c.l2.atomic_pass = 125;
    r.c.l2.atomic_part = 150;
    r.c.l2.atomic_turn = 80;
    rig_start(&r);
    for (u32 i = 0; i < 3; i++) {
        s[i] = at(i, rig_read(LINE(i), 0));
        s[i].req.sectors = 15;
    }
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct rig_req *q = &s[3 + i];
        *q = at(1000 + i, atomic(LINE(rows[i].line), rows[i].words));
        q->req.kind = rows[i].kind;
        q->req.sectors = rows[i].sectors;
        q->req.same = rows[i].same;
    }
    s[COUNT_OF(s) - 1] = at(1000 + COUNT_OF(rows), rig_read(LINE(0), 0));
    rig_run(&r, s, COUNT_OF(s));
    for (u32 i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(s[4 + i].replied - s[3 + i].replied, rows[i].busy);
    rig_free(&r);
}

/* A sum of floating-point numbers: the next on its line waits for it, and nobody else. */
static void test_sums_of_floats(void **state)
{
    static const u32 busy[5] = {2, 35, 2, 2, 2}; /* 10 lanes, its line again, another, the first, the other */
    struct rig_req s[8];
    (void)state;
    setup();
    r.c.l2.atomic_pass = r.c.l2.atomic_part = 20;
    r.c.l2.atomic_float = 350;
    rig_start(&r);
    for (u32 i = 0; i < 2; i++)
        s[i] = at(i, rig_read(LINE(i), 0));
    static const u8 lines[5] = {0, 0, 1, 0, 1};
    for (u32 i = 0; i < 5; i++) {
        s[2 + i] = at(1000 + i, atomic(LINE(lines[i]), 10));
        s[2 + i].req.sectors = 1;
        s[2 + i].req.same = 10 | REQ_SAME_FLOAT;
    }
    s[7] = at(1005, rig_read(LINE(0), 0));
    rig_run(&r, s, 8);
    for (u32 i = 0; i < 5; i++)
        assert_int_equal(s[3 + i].replied - s[2 + i].replied, busy[i]);
    rig_free(&r);
}

/* An address's slice and its place there lead back to it, and every slice has its share of 2 MB. */
static void test_places(void **state)
{
    static const u32 slices[] = {4, 6, 12, 94};
    (void)state;
    for (u32 hash = SLICE_MODULO; hash <= SLICE_HALVES; hash++)
        for (u32 k = 0; k < COUNT_OF(slices); k++) {
            struct l2_params p = {.slices = slices[k], .interleave = 256, .slice_hash = hash};
            u32 lines[94] = {0}, share = 16384 / slices[k];
            for (u64 addr = 0; addr < 2 << 20; addr += 128) {
                u32 id = partition_of(&p, addr + ((u64)3 << 30));
                assert_true(id < slices[k]);
                assert_true(partition_global(&p, partition_local(&p, addr + ((u64)3 << 30)), id) ==
                            addr + ((u64)3 << 30));
                lines[id]++;
            }
            for (u32 i = 0; i < slices[k] && (hash != SLICE_HALVES || slices[k] != 6); i++)
                assert_in_range(lines[i], share * 9 / 10, share * 11 / 10);
        }
}

/* Of an H200: 1 KB in two slices by turns, 4 KB in four pairs of one half of the chip, 8 KB in both halves. */
static void test_places_in_halves(void **state)
{
    struct l2_params p = {.slices = 94, .interleave = 256, .slice_hash = SLICE_HALVES};
    (void)state;
    for (u64 page = 0; page < 1000; page++) {
        u64 addr = page * 4096;
        u32 half = partition_of(&p, addr) >= 48;
        for (u32 i = 0; i < 16; i++) {
            u32 id = partition_of(&p, addr + i * 256);
            assert_int_equal(id >= 48, half);
            assert_int_equal(id, partition_of(&p, addr + i / 4 * 1024) ^ (i % 2));
        }
        assert_int_not_equal(partition_of(&p, addr ^ 4096) >= 48, half);
    }
    /* Rows of a power of two of bytes reach both slices of the pairs. */
    for (u64 stride = 512; stride <= 65536; stride *= 2) {
        u32 second = 0;
        for (u64 row = 0; row < 1000; row++)
            second += partition_of(&p, row * stride) % 2;
        assert_in_range(second, 400, 600);
    }
}

/* The delay before the lookup: it adds to the unloaded latency and holds no MSHR, so a stream of misses through few
   of them goes as fast as without it; the same cycles after the lookup (miss_latency) would cost throughput. */
static void test_delay_holds_no_mshr(void **state)
{
    (void)state;
    cyc alone[3], stream[3];
    for (u32 k = 0; k < 3; k++) {

        rig_config(&r);
        r.c.l1.globals = 0;
        r.c.l2.mshrs = 8;
        r.c.noc.credits = 128;
        r.c.l2.delay = k == 1 ? 100 : 0;
        r.c.l2.miss_latency = k == 2 ? 101 : 1;
        rig_start(&r);
        struct rig_req one[1] = {{0, 0, rig_read(0x10000000, 0), 0, 0}};
        rig_run(&r, one, 1);
        alone[k] = one[0].replied - one[0].pushed;
        u32 n = 600;
        struct rig_req *s = calloc(n, sizeof *s);
        for (u32 i = 0; i < n; i++)
            s[i].req = rig_read(0x20000000 + (u64)i * 128, 0);
        rig_run(&r, s, n);
        stream[k] = s[n - 1].replied - s[0].pushed;
        free(s);
        rig_free(&r);
    }
    assert_int_equal(alone[1], alone[0] + 100);
    assert_int_equal(alone[2], alone[0] + 100);
    assert_in_range(stream[1], stream[0], stream[0] + 110);
    assert_true(stream[2] > 2 * stream[0]);
}

/* Two slices at one channel: each its own port and lookups (hits twice as fast as one slice's), one memory behind. */
static void test_two_slices_a_channel(void **state)
{
    (void)state;
    cyc hits[3], misses[3];
    for (u32 k = 0; k < 3; k++) { /* one slice; two slices, one channel; two channels */

        rig_config(&r);
        r.shape.sms = 4;
        r.c.l1.globals = 0;
        r.c.l2.mshrs = 128;
        r.c.l2.size = 1 << 20;
        r.c.dram.queue = 64;
        r.c.noc.credits = 64;
        r.c.noc.flit = 256;
        r.c.noc.slice_flit = 64;
        r.c.l2.slices = k ? 2 : 1;
        r.c.l2.per_channel = k == 1 ? 2 : 1;
        r.c.dram.bus = 4; /* the memory is slower than a slice's port */
        rig_start(&r);
        assert_int_equal(r.m.n_partitions, k == 2 ? 2 : 1);
        u32 n = 4000;
        for (u32 round = 0; round < 2; round++) {
            struct rig_req *s = calloc(n, sizeof *s);
            for (u32 i = 0; i < n; i++) {
                s[i].sm = i % 4;
                s[i].req = rig_read(0x20000000 + (u64)i * 128, 0);
            }
            rig_run(&r, s, n);
            cyc last = 0, first = NEVER;
            for (u32 i = 0; i < n; i++) {
                last = MAX(last, s[i].replied);
                first = MIN(first, s[i].pushed);
            }
            *(round ? &hits[k] : &misses[k]) = last - first;
            free(s);
        }
        rig_free(&r);
    }
    assert_in_range(hits[0], 2 * hits[1] - hits[1] / 20, 2 * hits[1] + hits[1] / 20);
    assert_in_range(hits[2], hits[1] - hits[1] / 20, hits[1] + hits[1] / 20);
    assert_in_range(misses[1], misses[0] - misses[0] / 20, misses[0] + misses[0] / 20);
    assert_in_range(misses[0], 2 * misses[2] - misses[2] / 10, 2 * misses[2] + misses[2] / 10);
}

/* l2.pair_waits: the first read of what came with another sector is answered with what memory was asked for last, if
   that has not come; the second is a hit like any other. */
static void test_pair_waits(void **state)
{
    (void)state;
    for (u64 waits = 0; waits < 2; waits++)
        for (u32 busy = 0; busy < 2; busy++) {
            setup();
            r.c.l2.sectored = r.c.l2.pairs = 1;
            r.c.l2.pair_waits = waits;
            rig_start(&r);
            struct rig_req s[4] = {at(0, rig_read(LINE(0), 0)), at(1000, rig_read(LINE(busy ? 1 : 0), 0)),
                                   at(1050, rig_read(LINE(0), 0)), at(1060, rig_read(LINE(0), 0))};
            const u8 sectors[4] = {1, 1, 2, 2};
            for (u32 i = 0; i < 4; i++)
                s[i].req.sectors = sectors[i];
            rig_run(&r, s, 4);
            cyc hit = s[3].replied - s[3].pushed, first = s[2].replied - s[2].pushed;
            assert_int_equal(s[0].replied - s[0].pushed - hit, BACK - (r.c.l2.latency - 1));
            if (waits && busy)
                assert_int_equal(s[2].replied, s[1].replied + 1);
            else
                assert_int_equal(first, hit);
            assert_int_equal(stats()->read_miss, 1 + busy);
            assert_int_equal(stats()->read_hit, 3 - busy);
            rig_free(&r);
        }
}

/* l2.pairs: a miss brings the other sector of its pair, which is then a hit; not one that is there or on its way. */
static void test_pairs(void **state)
{
    (void)state;
    for (u64 pairs = 0; pairs < 2; pairs++) {
        setup();
        r.c.l2.sectored = 1;
        r.c.l2.pairs = pairs;
        rig_start(&r);
        struct rig_req s[6];
        const u8 sectors[6] = {1, 2, 4, 8, 3, 12}; /* two pairs, a sector at a time; then pairs of another line */
        for (u32 i = 0; i < 6; i++) {
            s[i] = at(i < 3 ? 1000 * i : 1000 * i + 1, rig_read(LINE(i < 4 ? 0 : 1), 0));
            s[i].req.sectors = sectors[i];
        }
        s[3].at = s[2].at + 1; /* while its pair is out: merged */
        rig_run(&r, s, 6);
        assert_int_equal(stats()->read_miss, pairs ? 4 : 6);
        assert_int_equal(stats()->read_hit, pairs ? 1 : 0);
        assert_int_equal(stats()->merged, pairs ? 1 : 0);
        assert_int_equal(r.m.partitions[0].dram.stats.read, pairs ? 4 : 6);
        assert_int_equal(r.m.partitions[0].dram.stats.read_bytes, 8 * 32);
        cyc hit = s[1].replied - s[1].pushed, miss = s[0].replied - s[0].pushed;
        assert_int_equal(miss - hit, pairs ? BACK - (r.c.l2.latency - 1) : 0);
        rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_mshr),
                                       cmocka_unit_test(test_merge),
                                       cmocka_unit_test(test_no_line),
                                       cmocka_unit_test(test_data_port),
                                       cmocka_unit_test(test_write_back_uses_the_port),
                                       cmocka_unit_test(test_hit_and_miss),
                                       cmocka_unit_test(test_writes),
                                       cmocka_unit_test(test_atomics),
                                       cmocka_unit_test(test_passes_of_atomics),
                                       cmocka_unit_test(test_sums_of_floats),
                                       cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_places_in_halves),
                                       cmocka_unit_test(test_delay_holds_no_mshr),
                                       cmocka_unit_test(test_two_slices_a_channel),
                                       cmocka_unit_test(test_pairs),
                                       cmocka_unit_test(test_pair_waits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
