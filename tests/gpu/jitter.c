/* gpu.jitter: by how much a seed moves a machine, and nothing more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "one_sm.h"

static void a_seed_moves_latencies_by_one_at_most(void **state)
{
    (void)state;
    static const char *const names[] = {"gtx480", "h200", "wpu-bulk"};
    for (u32 n = 0; n < COUNT_OF(names); n++) {
        struct one_sm o;
        one_sm_init(&o, names[n]);
        u32 seen[5][3] = {0};
        for (u64 seed = 0; seed < 200; seed++) {
            struct machine_config c = o.cfg;
            c.gpu.jitter = seed;
            jitter_machine(&c);
            u64 *now[] = {&c.mem.l2.latency, &c.mem.l2.miss_latency, &c.mem.noc.latency, &c.mem.dram.extra_latency,
                          &c.mem.dram.fixed_latency};
            u64 was[] = {o.cfg.mem.l2.latency, o.cfg.mem.l2.miss_latency, o.cfg.mem.noc.latency,
                         o.cfg.mem.dram.extra_latency, o.cfg.mem.dram.fixed_latency};
            for (u32 i = 0; i < COUNT_OF(now); i++) {
                i64 by = (i64)*now[i] - (i64)was[i];
                assert_in_range(by + 1, 0, 2);
                assert_true(seed || !by);
                seen[i][by + 1]++;
                *now[i] = was[i];
            }
            c.gpu.jitter = 0;
            assert_memory_equal(&c, &o.cfg, sizeof c); /* nothing else */
        }
        for (u32 i = 0; i < COUNT_OF(seen); i++)
            assert_true(seen[i][1] > 40 && seen[i][2] > 40);
        assert_true(seen[4][0] > 40); /* (others may be at their least already) */
        one_sm_free(&o);
    }
}

/* CTAs of one warp: ten loads of what nobody else reads, or ten additions. */
static u64 run(const struct machine_config *cfg, u64 ctas, bool loads)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg = *cfg;
    script_init(&s, ctas, 1, 32);
    s.loops = 10;
    if (!loads)
        script_op(&s, SI_FP32, 1, 1);
    else
        s.by_loop[script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 1, 0x400000000000, 4, 1 << 16)] = 4096;
    u64 cycles = one_sm_run(&o, &s);
    one_sm_free(&o);
    return cycles;
}

/* A lone CTA that only computes begins 0 to 7 cycles later, and each of them comes up. */
static void a_cta_starts_up_to_seven_cycles_later(void **state)
{
    (void)state;
    struct one_sm o;
    one_sm_init(&o, "gtx480");
    u32 phases = 0;
    for (u64 seed = 1; seed < 60; seed++) {
        struct machine_config c = o.cfg;
        c.gpu.jitter = seed;
        u64 got = run(&c, 1, false), plain = run(&o.cfg, 1, false);
        assert_in_range(got, plain, plain + 7);
        phases |= 1u << (got - plain);
    }
    assert_int_equal(phases, 0xff);
    one_sm_free(&o);
}

static void a_seed_gives_one_result_and_others_another(void **state)
{
    (void)state;
    struct one_sm o;
    one_sm_init(&o, "gtx480");
    u32 differ = 0;
    for (u64 seed = 0; seed < 8; seed++) {
        struct machine_config a = o.cfg;
        a.gpu.jitter = seed;
        u64 first = run(&a, 40, true);
        assert_int_equal(first, run(&a, 40, true));
        differ += seed && first != run(&o.cfg, 40, true);
    }
    assert_true(differ >= 6);
    one_sm_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_moves_latencies_by_one_at_most),
        cmocka_unit_test(a_cta_starts_up_to_seven_cycles_later),
        cmocka_unit_test(a_seed_gives_one_result_and_others_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
