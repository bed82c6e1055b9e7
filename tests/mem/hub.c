/* Where the SMs of a cluster meet the network: fair, one full SM holds up nobody else, and the laws can be broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig.h"

#define BASE 0x400000000000ull

static void cluster_of(struct rig *r, u32 sms)
{
    rig_config(r);
    r->shape.sms = r->shape.sms_per_cluster = sms;
    r->c.l1.globals = 0; /* everything goes to the network */
    r->c.l2.size = 1 << 20;
    r->c.l2.mshrs = 256;
}

/* n requests of each SM, `first` before the others (its own lines). */
static struct rig_req *requests(u32 sms, u32 n, bool write)
{
    struct rig_req *s = calloc((size_t)sms * n, sizeof *s);
    for (u32 i = 0; i < sms * n; i++) {
        u64 line = BASE + ((u64)(i % sms) * n + i / sms) * 128;
        s[i].sm = i % sms;
        s[i].req = write ? rig_write(line, 0, 32) : rig_read(line, 0);
    }
    return s;
}

static cyc last_of(const struct rig_req *s, u32 n, u32 sm)
{
    cyc last = 0;
    for (u32 i = 0; i < n; i++)
        if (s[i].sm == sm)
            last = MAX(last, s[i].replied);
    return last;
}

/* SM 0 takes nothing for a long time: the others end as if it were not there. */
static void test_a_full_sm_holds_up_nobody(void **state)
{
    (void)state;
    for (u32 write = 0; write < 2; write++) {
        struct rig r;
        u32 n = 400, sms = 3;
        cluster_of(&r, sms);
        r.deaf_until = 1000000;
        rig_start(&r);
        struct rig_req *s = requests(sms, n, write);
        rig_run(&r, s, sms * n);
        assert_in_range(last_of(s, sms * n, 1), 1, 20000);
        assert_in_range(last_of(s, sms * n, 2), 1, 20000);
        assert_true(last_of(s, sms * n, 0) >= 1000000);
        assert_true(r.m.clusters[0].hub.stats.aside > 0);
        free(s);
        rig_free(&r);
    }
}

/* A flood from SM 0 and one request at a time from SM 1: it waits for at most one of the other's packets each time.
 */
static void test_no_sm_starves(void **state)
{
    (void)state;
    for (u32 arbiter = 0; arbiter < 2; arbiter++) {
        struct rig r;
        u32 n = 4000, few = 20;
        cluster_of(&r, 2);
        r.c.cluster.arbiter = arbiter;
        rig_start(&r);
        struct rig_req *s = calloc(n + few, sizeof *s);
        for (u32 i = 0; i < n; i++)
            s[i] = (struct rig_req){0, 0, rig_write(BASE + (u64)(i % 64) * 128, 0, 32), 0, 0};
        for (u32 i = 0; i < few; i++)
            s[n + i] = (struct rig_req){1000 + 500 * i, 1, rig_write(BASE + (1 << 20) + i * 128, 0, 32), 0, 0};
        rig_run(&r, s, n + few);
        u64 flits = div_up(8 + 128, r.c.noc.flit), alone = 0;
        for (u32 i = 0; i < few; i++) {
            u64 took = s[n + i].replied - s[n + i].pushed;
            alone = i ? MIN(alone, took) : took;
        }
        for (u32 i = 0; i < few; i++) /* its own miss queue is empty: one packet of the other's is before it, and the
                                         credits of a busy slice come back in the order of the packets */
            assert_in_range(s[n + i].replied - s[n + i].pushed, alone,
                            alone + (arbiter ? r.c.l1.missq : 1) * flits + r.c.noc.credits * flits);
        free(s);
        rig_free(&r);
    }
}

/* Both arbiters give equal SMs equal shares. */
static void test_equal_shares(void **state)
{
    (void)state;
    for (u32 arbiter = 0; arbiter < 2; arbiter++) {
        struct rig r;
        u32 sms = 5, n = 500;
        cluster_of(&r, sms);
        r.c.cluster.arbiter = arbiter;
        rig_start(&r);
        struct rig_req *s = requests(sms, n, false);
        rig_run(&r, s, sms * n);
        cyc first = NEVER, last = 0;
        for (u32 i = 0; i < sms; i++) {
            first = MIN(first, last_of(s, sms * n, i));
            last = MAX(last, last_of(s, sms * n, i));
        }
        assert_in_range(last - first, 0, last / 50);
        free(s);
        rig_free(&r);
    }
}

/* An SM never has more replies coming than it may; fewer places only cost time. */
static void test_places(void **state)
{
    (void)state;
    cyc before = 0;
    for (u32 places = 1; places <= 64; places *= 8) {
        struct rig r;
        cluster_of(&r, 2);
        r.c.cluster.replies = places;
        rig_start(&r);
        struct rig_req *s = requests(2, 200, false);
        rig_run(&r, s, 400);
        cyc took = MAX(last_of(s, 400, 0), last_of(s, 400, 1));
        assert_true(!before || took < before);
        if (places == 1) /* one at a time: no quicker than 200 trips of the unloaded network, there and back */
            assert_true(took >= 200 * (2 * r.c.noc.latency + r.c.l2.latency));
        before = took;
        free(s);
        rig_free(&r);
    }
}

/* Neither the order of stages nor idle ticks matter, with the hub full and replies stepping aside. */
static void test_order_and_skip(void **state)
{
    (void)state;
    u64 want = 0;
    for (u32 k = 0; k < 6; k++) {
        struct rig r;
        cluster_of(&r, 4);
        r.shape.noc = 3;
        r.shape.core = 2;
        r.deaf_until = 700;
        r.order = k / 2 * 77;
        r.every = k % 2;
        rig_start(&r);
        struct rig_req *s = requests(4, 100, false);
        for (u32 i = 0; i < 400; i += 3)
            s[i].req = rig_write(s[i].req.line, 0, 8);
        rig_run(&r, s, 400);
        u64 h = rig_hash(&r);
        if (!k)
            want = h;
        assert_int_equal(h, want);
        free(s);
        rig_free(&r);
    }
}

/* A law that is broken is reported with its boundary. */
static void test_a_broken_law_is_told(void **state)
{
    (void)state;
    struct rig r;
    cluster_of(&r, 2);
    rig_start(&r);
    struct rig_req *s = requests(2, 4, false);
    rig_run(&r, s, 8);
    assert_true(memsys_conserved(&r.m, &r.diag));
    r.m.clusters[0].hub.stats.received++;
    assert_false(memsys_conserved(&r.m, &r.diag));
    assert_non_null(strstr(r.diag.first->text, "packets received + copies"));
    free(s);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_full_sm_holds_up_nobody),
                                       cmocka_unit_test(test_no_sm_starves),
                                       cmocka_unit_test(test_equal_shares),
                                       cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_order_and_skip),
                                       cmocka_unit_test(test_a_broken_law_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
