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
    noc_init(n, &arena, &c.noc, 1, reply ? NET_REPLY : NET_REQUEST, reply ? rx : tx, reply ? tx : rx);
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
    noc_exchange(&n);
    assert_int_equal(wake[8], 111);
    assert_null(noc_peek(&n, 0, 110));
    assert_int_equal(noc_peek(&n, 0, 111)->req.kind, RQ_READ);
    noc_pop(&n, 0, 111);
    assert_int_equal(noc_next(&n, 0), 101 + 10 + 5);
    noc_pop(&n, 0, 116);
    assert_int_equal(n.tx[0].stats.flits, 6);
    noc_audit(&n);
    arena_free(&arena);
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
    noc_exchange(&n);
    static const u16 order[4] = {1, 2, 3, 0};
    for (u32 i = 0; i < 4; i++) {
        cyc t = 110 + 5 * (i + 1);
        assert_int_equal(noc_next(&n, 0), t);
        assert_int_equal(noc_peek(&n, 0, t)->src, order[i]);
        noc_pop(&n, 0, t);
    }
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
    noc_exchange(&n);
    noc_pop(&n, 0, 25);
    noc_exchange(&n); /* back at 35 */
    assert_int_equal(wake[0], 35);
    assert_false(noc_can_send(&n, 0, 0, 34));
    assert_int_equal(noc_send_next(&n, 0, 0, 34, 1), 35);
    assert_true(noc_can_send(&n, 0, 0, 35));
    noc_send(&n, 0, 0, 35, 35, &r);
    assert_int_equal(n.tx[0].stats.no_credit, 33);
    noc_audit(&n);
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
        arena_free(&arena);
        memset(&arena, 0, sizeof arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_latency_and_flits),
                                       cmocka_unit_test(test_ejection_order), cmocka_unit_test(test_credits),
                                       cmocka_unit_test(test_credits_are_not_clamped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
