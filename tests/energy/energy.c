/* Events times prices, in exact picojoules: each event's price goes to its component alone, static power to leakage
   and clock, and the parts add up. (What a whole machine draws: tests/gpu/energy.c.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "energy/energy.h"

static const struct {
    const char *event;
    size_t price, part;
} events[] = {
#define X(name, component) {#name, offsetof(struct energy_params, name), offsetof(struct energy_stats, component)},
    ENERGY_EVENTS(X)
#undef X
};

static u64 *field(void *o, size_t offset)
{
    return (u64 *)((char *)o + offset);
}

static void an_event_costs_its_price(void **state)
{
    (void)state;
    assert_int_equal(COUNT_OF(events), ENERGY_EVENT_COUNT);
    for (u32 i = 0; i < ENERGY_EVENT_COUNT; i++) {
        struct energy_params p = {0};
        struct energy_count c = {0};
        struct energy_shape s = {0};
        struct energy_stats got = {0}, want = {0};
        for (u32 k = 0; k < ENERGY_EVENT_COUNT; k++)
            *field(&p, events[k].price) = 1000 * (k + 1); /* fJ */
        c.n[i] = 7;
        energy_add(&got, &p, &c, &s);
        *field(&want, events[i].part) = want.total = 7 * (i + 1);
        if (memcmp(&got, &want, sizeof got) != 0)
            fail_msg("%s: %llu pJ in all, %llu where they belong, expected %u", events[i].event,
                     (unsigned long long)got.total, (unsigned long long)*field(&got, events[i].part), 7 * (i + 1));
    }
}

static void components_are_rounded_once(void **state)
{
    (void)state;
    struct energy_params p = {.alu = 300, .fp32 = 199};
    struct energy_count c = {.n = {[EV_alu] = 1, [EV_fp32] = 1}};
    struct energy_shape s = {0};
    struct energy_stats e = {0};
    energy_add(&e, &p, &c, &s);
    assert_int_equal(e.units, 0); /* 499 fJ */
    c.n[EV_fp32] = 2;             /* 698 fJ: one picojoule, though each event is less than a half */
    energy_add(&e, &p, &c, &s);
    assert_int_equal(e.units, 1);
    assert_int_equal(e.total, 1);
}

static void static_power_is_drawn_over_time(void **state)
{
    (void)state;
    struct energy_params p = {
        .sm_static = 10, .sm_dynamic = 3, .chip_static = 100, .dram_static = 1000, .sram_static = 50};
    struct energy_count c = {0};
    struct energy_shape s = {.sms = 4, .sram_bytes = 20 * 1024, .ps = 2000000};
    struct energy_stats e = {0};
    energy_add(&e, &p, &c, &s);
    /* mW times ps is fJ / 1000: 4 * 10 + 100 + 1000 mW, and 4 SMs of 20 KB at 50 uW */
    assert_int_equal(e.leakage, (1140 + 4) * 2000);
    assert_int_equal(e.clock, 4 * 3 * 2000);
    assert_int_equal(e.total, e.leakage + e.clock);
    assert_int_equal(e.time, s.ps);
    energy_add(&e, &p, &c, &s); /* the next kernel's */
    assert_int_equal(e.total, 2 * (1144 + 12) * 2000);
    assert_int_equal(e.time, 2 * s.ps);
}

/* Two of four SMs hold a CTA: the others draw the power of an idle one, these WarpPool's. */
static void idle_sms_and_warppool_have_their_own_time(void **state)
{
    (void)state;
    struct energy_params p = {.sm_static = 10, .sm_idle = 200, .warppool = 7};
    struct energy_count c = {0};
    struct energy_shape s = {.sms = 4, .ps = 1000000, .busy_ps = 2 * 1000000, .warppool = true};
    struct energy_stats e = {0};
    energy_add(&e, &p, &c, &s);
    assert_int_equal(e.leakage, (4 * 10 + 2 * 200) * 1000);
    assert_int_equal(e.mechanisms, 2 * 7 * 1000);
    assert_int_equal(e.total, e.leakage + e.mechanisms);
    s.warppool = false;
    s.busy_ps = 5 * 1000000; /* rounded up more than all there is: nothing is idle */
    memset(&e, 0, sizeof e);
    energy_add(&e, &p, &c, &s);
    assert_int_equal(e.leakage, 4 * 10 * 1000);
    assert_int_equal(e.mechanisms, 0);
}

static void banks_are_the_papers(void **state)
{
    (void)state;
    static const struct {
        double kb;
        u64 read, write;
    } rows[] = {{2, 3900, 5100}, {8, 9800, 11800}, {12, 12100, 14900}};
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(energy_bank(rows[i].kb, false), rows[i].read);
        assert_int_equal(energy_bank(rows[i].kb, true), rows[i].write);
    }
    assert_int_equal(energy_bank(4, false), (3900 + 9800) / 2); /* by the logarithm: half way from 2 to 8 */
    assert_int_equal(energy_bank(0.01, false), 500);            /* and never nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_costs_its_price),
        cmocka_unit_test(components_are_rounded_once),
        cmocka_unit_test(static_power_is_drawn_over_time),
        cmocka_unit_test(idle_sms_and_warppool_have_their_own_time),
        cmocka_unit_test(banks_are_the_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
