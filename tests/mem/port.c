/* Ports against a slow twin: a list of (ready, request), searched from the start, on random clocks, latencies and
 * loads. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "mem/port.h"
#include "rig.h"

struct slow {
    cyc ready[512];
    u32 token[512];
    u32 head, tail; /* taken and put so far */
    cyc popped[512];
};

/* What was taken in this very tick still fills its place for the producer. */
static bool slow_full(const struct slow *s, u32 cap, cyc now)
{
    u32 taken = s->tail - s->head;
    for (u32 i = 0; i < s->head; i++)
        taken += s->popped[i] == now;
    return taken >= cap;
}

static cyc first_edge(cyc t, cyc period)
{
    while (t % period)
        t++;
    return t;
}

static void test_port_and_slow_twin(void **state)
{
    (void)state;
    u64 g = 11;
    for (u32 round = 0; round < 400; round++) {
        struct arena a = {0};
        struct port p;
        struct slow s = {.head = 0};
        cyc prod = 1 + rng_next(&g) % 4, cons = rng_next(&g) % 2 ? prod : 1 + rng_next(&g) % 4;
        cyc latency = (1 + rng_next(&g) % 9) * (prod == cons ? prod : 1), wake_c = NEVER, wake_p = NEVER;
        u32 cap = 1 + (u32)(rng_next(&g) % 5), push_rate = 1 + (u32)(rng_next(&g) % 4);
        u32 pop_rate = 1 + (u32)(rng_next(&g) % 4);
        bool consumer_first = rng_next(&g) % 2, was_refused = false;
        port_init(&p, &a, cap, latency, prod, cons, &wake_c, &wake_p);
        for (cyc now = 0; now < 600 && s.tail < 500; now++) {
            for (u32 turn = 0; turn < 2; turn++) {
                bool producer = (turn == 0) != consumer_first;
                if (producer && now % prod == 0) {
                    bool full = slow_full(&s, cap, now);
                    if (was_refused && !full && wake_p > now) /* room was made: it must have been woken by now */
                        fail_msg("round %u: the producer was not woken at %llu", round, (unsigned long long)now);
                    assert_int_equal(port_full(&p, now), full);
                    was_refused = full;
                    wake_p = NEVER;
                    if (full) { /* asked, so a later pop must wake it; room made at this tick shows at the next edge
                                 */
                        if (s.tail - s.head < cap)
                            wake_p = first_edge(now + 1, prod);
                    } else if (rng_next(&g) % push_rate == 0) {
                        struct req r = {.token = s.tail};
                        s.ready[s.tail] = now + latency;
                        s.token[s.tail] = s.tail;
                        port_push(&p, now, &r);
                        if (s.tail++ == s.head)
                            assert_true(wake_c <= first_edge(now + latency, cons));
                    }
                } else if (!producer && now % cons == 0) {
                    const struct req *r = port_peek(&p, now);
                    bool ready = s.head < s.tail && s.ready[s.head] <= now;
                    assert_int_equal(r != NULL, ready);
                    wake_c = NEVER;
                    if (ready) {
                        assert_int_equal(r->token, s.token[s.head]);
                        assert_int_equal(port_since(&p), s.ready[s.head]);
                    }
                    if (ready && rng_next(&g) % pop_rate == 0) {
                        s.popped[s.head++] = now;
                        port_pop(&p, now);
                    }
                    assert_true(port_next(&p) == (s.head == s.tail ? NEVER : first_edge(s.ready[s.head], cons)));
                }
                assert_int_equal(p.n, s.tail - s.head);
                for (u32 i = 0; i < p.n; i++)
                    assert_int_equal(port_at(&p, i)->token, s.token[s.head + i]);
            }
        }
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_port_and_slow_twin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
