/* The link to the host's memory behind one or two scripted SMs: exact cycles of a lone read, a write and an atomic,
   of streams each way and of both; what is counted; which addresses go there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig.h"

#define BASE 0x400000000000ull
#define LINE(n) (BASE + (n)*128ull)
#define HOST_LINES 4096ull

static struct rig r;
static struct stream_range host = {BASE, HOST_LINES * 128};

/* Everything passes by the L1 and a packet is one flit. 32 bytes a cycle from the host, 16 to it. */
static void setup(void)
{
    rig_config(&r);
    r.c.l1.globals = 0;
    r.c.noc.flit = 256;
    r.c.dram.kind = 1;
    r.c.link = (struct link_params){.latency = 700,
                                    .read_rate = 3200,
                                    .write_rate = 1600,
                                    .block = 64,
                                    .request = 16,
                                    .part = 80,
                                    .ack = 50,
                                    .queue = 4096};
}

static void start(void)
{
    rig_start(&r);
    memsys_host(&r.m, &host, 1);
}

static const struct link_stats *stats(void)
{
    return &r.m.partitions[r.m.n_partitions - 1].link.stats;
}

static struct rig_req at(cyc when, struct req q)
{
    return (struct rig_req){.at = when, .req = q};
}

static struct req sectors(struct req q, u8 mask)
{
    q.sectors = q.asked = mask;
    return q;
}

/* What a hit of the L2 takes beside its own latency: the way there and back. */
static u64 way(void)
{
    struct rig_req s[2] = {at(0, rig_read(LINE(HOST_LINES), 0)), at(5000, rig_read(LINE(HOST_LINES), 0))};
    rig_run(&r, s, 2);
    return s[1].replied - s[1].pushed - r.c.l2.latency;
}

static u64 lone(struct req q)
{
    struct rig_req s[1] = {at(0, q)};
    rig_run(&r, s, 1);
    return s[0].replied - s[0].pushed;
}

/* A line is two blocks: requests 32 / 16, data 128 / 32 cycles. Nothing is kept: the same line again takes as long.
 */
static void test_lone_read(void **state)
{
    (void)state;
    setup();
    start();
    u64 there_and_back = way();
    assert_int_equal(lone(sectors(rig_read(LINE(0), 0), 15)), there_and_back + 2 + 700 + 4);
    assert_int_equal(lone(sectors(rig_read(LINE(0), 0), 15)), there_and_back + 2 + 700 + 4);
    assert_int_equal(lone(sectors(rig_read(LINE(0), 0), 4)), there_and_back + 1 + 700 + 2);
    assert_int_equal(lone(sectors(rig_read(LINE(0), 0), 6)), there_and_back + 2 + 700 + 4);
    assert_int_equal(stats()->read, 4);
    assert_int_equal(stats()->sectors_read, 4 + 4 + 1 + 2);
    assert_int_equal(stats()->read_bytes, 128 + 128 + 64 + 128);
    assert_int_equal(stats()->write_bytes, 0);
    assert_int_equal(r.m.partitions[0].l2->stats.access, 2); /* those of way() */
    rig_free(&r);
}

/* A write does not wait for the host; an atomic does, and has the way out for as long as its data take twice. */
static void test_lone_write(void **state)
{
    (void)state;
    setup();
    start();
    u64 there_and_back = way();
    struct req whole = sectors(rig_write(LINE(1), 0, 32), 15), word = sectors(rig_write(LINE(1), 0, 1), 1);
    struct req apart = sectors(rig_write(LINE(1), 0, 4), 15), atomic = whole;
    assert_int_equal(lone(whole), there_and_back + 8 + 50);
    assert_int_equal(lone(word), there_and_back + 4 + 50);
    assert_int_equal(lone(apart), there_and_back + 4 * 80 / 16 + 50); /* a word of each sector */
    atomic.kind = RQ_ATOMIC;
    assert_int_equal(lone(atomic), there_and_back + 8 + 8 + 700 + 4);
    atomic.kind = RQ_RED;
    assert_int_equal(lone(atomic), there_and_back + 8 + 8 + 50);
    assert_int_equal(stats()->write, 3);
    assert_int_equal(stats()->sectors_written, 4 + 1 + 4);
    assert_int_equal(stats()->atomic, 2);
    assert_int_equal(stats()->read_bytes, 256);
    assert_int_equal(stats()->write_bytes, 128 + 64 + 128 + 256);
    rig_free(&r);
}

enum { MANY = 200 };

/* The last of many lines comes as much later than the first as the others' data take. */
static u64 stream(bool reads, bool writes)
{
    struct rig_req s[MANY];
    u32 n = 0;
    for (u32 i = 0; i < MANY; i++)
        s[n++] = at(0, i % 2   ? writes ? sectors(rig_write(LINE(i), 0, 32), 15) : sectors(rig_read(LINE(i), 0), 15)
                         : reads ? sectors(rig_read(LINE(i), 0), 15)
                               : sectors(rig_write(LINE(i), 0, 32), 15));
    rig_run(&r, s, n);
    cyc first = NEVER, last = 0;
    for (u32 i = 0; i < n; i++) {
        first = MIN(first, s[i].replied);
        last = MAX(last, s[i].replied);
    }
    return last - first;
}

static void test_rates(void **state)
{
    (void)state;
    setup();
    r.c.l1.missq = r.c.noc.credits = 1024;
    start();
    assert_int_equal(stream(true, false), (MANY - 1) * 4);
    assert_int_equal(stream(false, true), (MANY - 1) * 8);
    /* by turns: 2 and 8 cycles of the way out; the first acknowledgement comes behind the first write, the last reply
       is the last read's */
    assert_int_equal(stream(true, true), (MANY / 2 - 1) * 10 + 700 + 4 - 8 - 50 - 10 + 10);
    rig_free(&r);
}

/* Requests for more than the queue holds wait before the link, and none is lost. */
static void test_queue(void **state)
{
    (void)state;
    setup();
    r.c.link.queue = 4;
    start();
    struct rig_req s[8];
    for (u32 i = 0; i < 8; i++)
        s[i] = at(0, sectors(rig_read(LINE(i), 0), 1));
    rig_run(&r, s, 8);
    assert_int_equal(s[3].replied - s[0].replied, 3 * 2);
    /* the fifth is taken the cycle after the first has left */
    assert_int_equal(s[4].replied - s[0].replied, 1 + 1 + 700 + 2);
    assert_true(stats()->fail_queue >= 690 && stats()->fail_queue <= 710);
    rig_free(&r);
}

static void test_holds(void **state)
{
    (void)state;
    struct stream_range some[3] = {{1024, 512}, {2048, 128}, {4096, 1}};
    struct link_memory m = {some, 3}, none = {NULL, 0};
    static const u64 in[] = {1024, 1535, 2048, 2175, 4096},
                     out[] = {0, 1023, 1536, 2047, 2176, 4095, 4097, UINT64_MAX};
    for (u32 i = 0; i < COUNT_OF(in); i++)
        assert_true(link_holds(&m, in[i]));
    for (u32 i = 0; i < COUNT_OF(out); i++)
        assert_false(link_holds(&m, out[i]));
    assert_false(link_holds(&none, 0));
}

/* No order of stages, no window and no skipped time shows. Two SMs on both memories, and other clocks. */
static u64 mixed(u32 order, bool every)
{
    enum { N = 300 };
    static struct rig_req s[N];
    u64 g = 7;
    setup();
    r.shape.sms = 2;
    r.shape.core = 3;
    r.shape.l2 = r.shape.noc = 2;
    r.shape.dram = 5;
    r.c.l2.slices = 3;
    r.c.link.read_rate = 2576;
    r.c.link.write_rate = 1777;
    r.c.link.queue = 16;
    r.order = order;
    r.every = every;
    start();
    for (u32 i = 0; i < N; i++) {
        u64 line = LINE(HOST_LINES - 20 + rng_next(&g) % 40);
        struct req q = rng_next(&g) % 3 ? rig_read(line, 0) : rig_write(line, 0, 1 + (u32)(rng_next(&g) % 8));
        if (q.kind == RQ_WRITE && rng_next(&g) % 4 == 0)
            q.kind = RQ_ATOMIC;
        s[i] = at(i / 2 * 3, sectors(q, (u8)(1 + rng_next(&g) % 15)));
        s[i].sm = i % 2;
    }
    rig_run(&r, s, N);
    u64 h = rig_hash(&r);
    assert_true(stats()->read && stats()->write && stats()->atomic);
    rig_free(&r);
    return h;
}

static void test_order(void **state)
{
    (void)state;
    u64 first = mixed(0, false);
    for (u32 order = 0; order < 4; order++)
        for (u32 every = 0; every < 2; every++)
            assert_int_equal(mixed(order, every), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lone_read), cmocka_unit_test(test_lone_write), cmocka_unit_test(test_rates),
        cmocka_unit_test(test_queue),     cmocka_unit_test(test_holds),      cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
