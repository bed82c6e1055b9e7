/* One direction of the network: latency and serialisation at both ends, order by (arrival, source), credits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/memsys.h"
#include "rig.h"

static struct arena arena;
static cyc wake[16];

static void start(struct noc *n, u32 tx, u32 rx, u64 latency, u64 credits, bool reply)
{
    struct mem_config c;
    mem_defaults(&c);
    c.noc.latency = latency;
    c.noc.credits = credits;
    noc_init(n, &arena, &c.noc, 1, reply ? NET_REPLY : NET_REQUEST, reply ? rx : tx, reply ? tx : rx, 0, true);
    for (u32 i = 0; i < 16; i++)
        wake[i] = NEVER;
    for (u32 i = 0; i < tx; i++)
        (reply ? noc_wire_slice : noc_wire_cluster)(n, i, &wake[i], 1);
    for (u32 i = 0; i < rx; i++)
        (reply ? noc_wire_cluster : noc_wire_slice)(n, i, &wake[8 + i], 1);
}

static void test_latency_and_flits(void **state)
{
    (void)state;
    struct noc n;
    start(&n, 1, 1, 10, 8, false);
    struct req read = rig_read(0, 0), write = rig_write(0, 0, 32);
    assert_true(noc_can_send(&n, 0, 0, 100));
    noc_send(&n, 0, 0, 100, 100, &read); /* 8 bytes: 1 flit */
    assert_true(noc_can_send(&n, 0, 0, 101));
    noc_send(&n, 0, 0, 101, 101, &write); /* 136 bytes: 5 flits */
    assert_false(noc_can_send(&n, 0, 0, 105));
    assert_int_equal(noc_send_next(&n, 0, 0, 105, 1), 106);
    assert_true(noc_can_send(&n, 0, 0, 106));
    noc_exchange(&n, 0);
    assert_int_equal(wake[8], 111);
    assert_null(noc_peek(&n, 0, 110));
    assert_int_equal(noc_peek(&n, 0, 111)->req.kind, RQ_READ);
    noc_pop(&n, 0, 111);
    assert_int_equal(noc_next(&n, 0), 101 + 10 + 5);
    noc_pop(&n, 0, 116);
    assert_int_equal(n.tx[0].stats.flits, 6);
    noc_audit(&n);
    noc_free(&n);
    arena_free(&arena);
}

/* A slice's replies follow each other without gaps: of 64 bytes each at 50 a cycle, the fourth takes two cycles. A
   port that was idle begins with a whole cycle. */
static void test_packed_replies(void **state)
{
    (void)state;
    static const u32 ends[] = {1, 2, 3, 5, 6};
    struct noc n;
    struct req read = rig_read(0, 0);
    start(&n, 1, 1, 10, 16, true);
    n.p.slice_rate = 50;
    read.bytes = 64;
    for (cyc from = 100; from <= 200; from += 100)
        for (u32 i = 0; i < 5; i++) {
            noc_send(&n, 0, 0, from + (i ? ends[i - 1] : 0), from, &read);
            assert_int_equal(n.tx[0].free, from + ends[i]);
        }
    assert_int_equal(n.tx[0].stats.busy, 2 * 6);
    noc_free(&n);
    arena_free(&arena);
    memset(&arena, 0, sizeof arena);
}

/* Four sources send at once to one destination: one after another by source, each 5 flits. */
static void test_ejection_order(void **state)
{
    (void)state;
    struct noc n;
    start(&n, 4, 1, 10, 8, true);
    struct req r = rig_read(0, 0);
    r.bytes = 128;
    static const cyc at[4] = {102, 100, 100, 101}; /* by source; sources 3, 2, 1, 0 call in this order */
    for (u32 s = 4; s-- > 0;)
        noc_send(&n, s, 0, at[s], at[s], &r);
    noc_exchange(&n, 0);
    static const u16 order[4] = {1, 2, 3, 0};
    for (u32 i = 0; i < 4; i++) {
        cyc t = 110 + 5 * (i + 1);
        assert_int_equal(noc_next(&n, 0), t);
        assert_int_equal(noc_peek(&n, 0, t)->src, order[i]);
        noc_pop(&n, 0, t);
    }
    noc_free(&n);
    arena_free(&arena);
}

static void test_credits(void **state)
{
    (void)state;
    struct noc n;
    start(&n, 1, 2, 10, 2, false);
    struct req r = rig_read(0, 0);
    noc_send(&n, 0, 0, 0, 0, &r);
    noc_send(&n, 0, 0, 1, 1, &r);
    assert_false(noc_can_send(&n, 0, 0, 2));
    assert_int_equal(noc_send_next(&n, 0, 0, 2, 1), NEVER);
    assert_true(noc_can_send(&n, 0, 1, 2)); /* places are by destination */
    noc_exchange(&n, 0);
    noc_pop(&n, 0, 25);
    noc_exchange(&n, 0); /* back at 35 */
    assert_int_equal(wake[0], 35);
    assert_false(noc_can_send(&n, 0, 0, 34));
    assert_int_equal(noc_send_next(&n, 0, 0, 34, 1), 35);
    assert_true(noc_can_send(&n, 0, 0, 35));
    noc_send(&n, 0, 0, 35, 35, &r);
    assert_int_equal(n.tx[0].stats.no_credit, 33);
    noc_audit(&n);
    noc_free(&n);
    arena_free(&arena);
}

/* As many places as was said, above a byte too. */
static void test_credits_are_not_clamped(void **state)
{
    (void)state;
    static const u64 credits[] = {1, 255, 256, 300, 4096};
    for (u32 k = 0; k < COUNT_OF(credits); k++) {
        struct noc n;
        struct req read = rig_read(0, 0);
        u64 sent = 0;
        start(&n, 1, 1, 10, credits[k], false);
        for (cyc t = 0; noc_can_send(&n, 0, 0, t); t++, sent++)
            noc_send(&n, 0, 0, t, t, &read);
        assert_int_equal(sent, credits[k]);
        noc_free(&n);
        arena_free(&arena);
        memset(&arena, 0, sizeof arena);
    }
}

/* ---- the switch ---- */

static void start_switch(struct noc *n, u32 ports, u64 credits, u64 queues, u64 iterations)
{
    static cyc words[128];
    struct mem_config c;
    mem_defaults(&c);
    c.noc.kind = NOC_SWITCH;
    c.noc.latency = 16;
    c.noc.credits = credits;
    c.noc.queues = queues;
    c.noc.iterations = iterations;
    noc_init(n, &arena, &c.noc, 1, NET_REQUEST, ports, ports, 0, true);
    for (u32 i = 0; i < ports; i++) {
        noc_wire_cluster(n, i, &words[i], 1);
        noc_wire_slice(n, i, &words[64 + i], 1);
    }
}

/* Every input has a packet of one flit a cycle for an output at random: the share of cycles that outputs are busy. */
static double saturation(u32 ports, u64 queues, u64 iterations)
{
    struct noc n;
    struct req read = rig_read(0, 0);
    u64 g = 7, taken = 0, cycles = queues ? 24000 : 6000, warm = cycles / 4;
    u32 want[64];
    start_switch(&n, ports, 512, queues, iterations);
    for (u32 i = 0; i < ports; i++)
        want[i] = (u32)(rng_next(&g) % ports);
    for (cyc t = 0; t < cycles; t++) {
        for (u32 i = 0; i < ports; i++) {
            if (noc_can_send(&n, i, want[i], t)) {
                noc_send(&n, i, want[i], t, t, &read);
                want[i] = (u32)(rng_next(&g) % ports);
            }
            if (noc_peek(&n, i, t)) {
                noc_pop(&n, i, t);
                taken += t >= warm;
            }
        }
        if (t % 16 == 15)
            noc_exchange(&n, t + 1);
    }
    noc_audit(&n);
    noc_free(&n);
    arena_free(&arena);
    memset(&arena, 0, sizeof arena);
    return (double)taken / (double)(ports * (cycles - warm));
}

/* Karol, Hluchyj and Morgan 1987: input queues saturate at 0.6553 with 4 ports, 0.6184 with 8, 0.586 with many. */
static void test_one_queue_an_input(void **state)
{
    (void)state;
    static const struct {
        u32 ports;
        double share;
    } known[] = {{4, 0.6553}, {8, 0.6184}, {32, 0.5900}};
    for (u32 i = 0; i < COUNT_OF(known); i++) {
        double got = saturation(known[i].ports, 0, 1);
        print_message("# one queue an input, %u ports: %.4f of 1, theory %.4f\n", known[i].ports, got,
                      known[i].share);
        assert_true(got > known[i].share - 0.015 && got < known[i].share + 0.015);
    }
}

/* McKeown 1999: iSLIP with virtual output queues reaches 100 % of uniform traffic. */
static void test_virtual_output_queues(void **state)
{
    (void)state;
    for (u32 ports = 4; ports <= 16; ports *= 2)
        for (u32 iterations = 1; iterations <= 4; iterations *= 4) {
            double got = saturation(ports, 1, iterations);
            print_message("# virtual output queues, %u ports, %u iterations: %.4f of 1\n", ports, iterations, got);
            assert_true(got > 0.98 && got <= 1);
        }
}

/* Alone in the switch, a packet takes as long as through the crossbar. Two for one output: the second waits its
 * flits. */
static void test_switch_alone(void **state)
{
    (void)state;
    for (u32 queues = 0; queues < 2; queues++) {
        struct noc n;
        struct req read = rig_read(0, 0), write = rig_write(0, 0, 32);
        start_switch(&n, 4, 8, queues, 2);
        noc_send(&n, 0, 2, 5, 5, &write); /* 5 flits */
        noc_send(&n, 1, 2, 6, 6, &read);
        noc_exchange(&n, 16);
        assert_int_equal(noc_next(&n, 2), 5 + 16 + 5);
        noc_exchange(&n, 32);
        assert_null(noc_peek(&n, 2, 25));
        assert_non_null(noc_peek(&n, 2, 26));
        noc_pop(&n, 2, 26);
        assert_int_equal(noc_next(&n, 2), 5 + 16 + 5 + 1);
        noc_pop(&n, 2, 27);
        noc_exchange(&n, 48);
        assert_true(noc_idle(&n));
        noc_audit(&n);
        noc_free(&n);
        arena_free(&arena);
        memset(&arena, 0, sizeof arena);
    }
}

/* One input sends to two outputs: the second packet waits until the first's flits have left it. */
static void test_switch_input(void **state)
{
    (void)state;
    for (u32 queues = 0; queues < 2; queues++) {
        struct noc n;
        struct req read = rig_read(0, 0), write = rig_write(0, 0, 32);
        start_switch(&n, 4, 8, queues, 2);
        noc_send(&n, 1, 2, 5, 5, &write);
        noc_send(&n, 0, 2, 6, 6, &write); /* waits for the output, and leaves from 10 to 15 */
        noc_send(&n, 0, 3, 11, 11, &read);
        noc_exchange(&n, 16);
        noc_exchange(&n, 32);
        assert_int_equal(noc_next(&n, 2), 5 + 16 + 5);
        noc_pop(&n, 2, 26);
        assert_int_equal(noc_next(&n, 2), 10 + 16 + 5);
        assert_int_equal(noc_next(&n, 3), 15 + 16 + 1);
        noc_pop(&n, 2, 31);
        noc_pop(&n, 3, 32);
        noc_audit(&n);
        noc_free(&n);
        arena_free(&arena);
        memset(&arena, 0, sizeof arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_latency_and_flits),
                                       cmocka_unit_test(test_packed_replies),
                                       cmocka_unit_test(test_ejection_order),
                                       cmocka_unit_test(test_credits),
                                       cmocka_unit_test(test_credits_are_not_clamped),
                                       cmocka_unit_test(test_one_queue_an_input),
                                       cmocka_unit_test(test_virtual_output_queues),
                                       cmocka_unit_test(test_switch_alone),
                                       cmocka_unit_test(test_switch_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
