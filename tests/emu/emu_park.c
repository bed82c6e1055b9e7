/* Loops that only poll: their warps sleep until somebody writes what they read. Executed instructions are counted,
   for a wait that is not slept through shows in them. */
#include "emu_test.h"

#define BLOCKS 200

/* Block b waits for out[b + 1], which is written by the block behind it, and then writes out[b] = out[b + 1] + 1; the
   last one waits for nobody. All of them but the last wait when it starts. `poll` leaves what it read in %r4. */
#define CHAIN(poll, local)                                                                                           \
    HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n" local     \
         "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"   \
         "mov.u32 %r2, %nctaid.x; sub.u32 %r2, %r2, 1; mov.u32 %r4, 0; mov.u32 %r5, 0; setp.eq.u32 %p1, %r1, %r2;\n" \
         "@%p1 bra J;\nL: " poll "\nsetp.eq.u32 %p2, %r4, 0; @%p2 bra L;\n"                                          \
         "J: add.u32 %r4, %r4, 1; mov.u32 %r6, %tid.x; setp.ne.u32 %p3, %r6, 0; @%p3 exit;\n"                        \
         "st.volatile.global.u32 [%rd3], %r4; ret;\n}\n"

static void who_waits_sleeps(void **s)
{
    (void)s;
    static const char *const ptx[] = {
        CHAIN("ld.volatile.global.u32 %r4, [%rd3+4];", ""),
        CHAIN("ld.acquire.gpu.global.u32 %r4, [%rd3+4];", ""),
        CHAIN("ld.relaxed.gpu.u32 %r4, [%rd3+4];", ""), /* generic */
        CHAIN("ld.volatile.global.u8 %r4, [%rd3+4];", ""),
        CHAIN("membar.cta; atom.global.cas.b32 %r4, [%rd3+4], 0, 0;", ""),
        CHAIN("atom.global.add.u32 %r4, [%rd3+4], 0;", ""),
        CHAIN("atom.global.max.u32 %r4, [%rd3+4], %r5;", ""),
        CHAIN("nanosleep.u32 100; ld.volatile.global.u32 %r4, [%rd3+4];", ""),
        CHAIN("ld.volatile.global.u32 %r4, [%rd3+4]; nanosleep.u32 100;", ""),
        CHAIN("ld.volatile.global.u32 %r4, [%rd3+4]; st.local.u32 [v], %r4; ld.local.u32 %r4, [v];",
              ".local .align 4 .b8 v[16];\n"),
    };
    for (u32 k = 0; k < sizeof ptx / sizeof ptx[0]; k++) {
        struct machine m = machine(ptx[k]);
        u32 *out = buffer(&m, BLOCKS, "out");
        memset(out, 0, BLOCKS * 4);
        RUN(&m, BLOCKS, 64, ADDR(out));
        for (u32 i = 0; i < BLOCKS; i++)
            assert_int_equal(out[i], k == 3 ? ((BLOCKS - 1 - i) & 255) + 1 : BLOCKS - i);
        if (m.counts.warp_instrs > BLOCKS * 2 * 400)
            fail_msg("way %u to poll: %llu instructions", k, (unsigned long long)m.counts.warp_instrs);
        done(&m);
    }
}

/* Barriers of the whole grid in software: every block writes its own word, and waits for the first to clear it. */
static void a_barrier_of_the_grid_costs_what_its_blocks_cost(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD
        ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
        "mov.u32 %r2, %nctaid.x; mov.u32 %r7, 0;\n"
        "B: setp.eq.u32 %p1, %r1, 0; @%p1 bra F;\n"
        "st.volatile.global.u32 [%rd3], 1;\nW: ld.volatile.global.u32 %r4, [%rd3]; setp.ne.u32 %p2, %r4, 0; "
        "@%p2 bra W;\nbra E;\n"
        "F: mov.u32 %r5, 1;\nG: mul.wide.u32 %rd4, %r5, 4; add.s64 %rd5, %rd1, %rd4;\n"
        "P: ld.volatile.global.u32 %r4, [%rd5]; setp.eq.u32 %p2, %r4, 0; @%p2 bra P;\n"
        "add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, %r2; @%p3 bra G;\n"
        "ld.global.u32 %r8, [%rd1]; add.u32 %r8, %r8, 1; st.volatile.global.u32 [%rd1], %r8;\n"
        "mov.u32 %r5, 1;\nC: mul.wide.u32 %rd4, %r5, 4; add.s64 %rd5, %rd1, %rd4; st.volatile.global.u32 [%rd5], "
        "0;\nadd.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, %r2; @%p3 bra C;\n"
        "E: add.u32 %r7, %r7, 1; setp.lt.u32 %p4, %r7, 10; @%p4 bra B; ret;\n}\n");
    u64 before = 0;
    for (u32 blocks = 50; blocks <= 200; blocks *= 2) {
        u32 *out = buffer(&m, blocks, "out");
        memset(out, 0, blocks * 4);
        RUN(&m, blocks, 1, ADDR(out));
        assert_int_equal(out[0], 10);
        u64 now = m.counts.warp_instrs;
        if (before && now > before * 5 / 2)
            fail_msg("%u blocks: %llu instructions, half as many: %llu", blocks, (unsigned long long)now,
                     (unsigned long long)before);
        before = now;
    }
    assert_true(before < 200ull * 10 * 400);
    done(&m);
}

/* A lock that is exchanged: those who do not get it change nothing. Each adds to what is locked. */
static void a_lock_that_others_hold(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r7, 0;\n"
             "L: atom.global.exch.b32 %r1, [%rd1], 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n"
             "H: ld.volatile.global.u32 %r2, [%rd1+4]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1+4], %r2; "
             "add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 3000; @%p2 bra H;\n"
             "atom.global.exch.b32 %r1, [%rd1], 0; ret;\n}\n");
    u32 *out = buffer(&m, 2, "out");
    memset(out, 0, 8);
    RUN(&m, 20, 1, ADDR(out));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 20 * 3000);
    assert_true(m.counts.warp_instrs < 20 * (3000 * 6 + 4000));
    done(&m);
}

/* Warps of one block, through shared memory: warp w waits for warp w + 1. */
static void warps_wait_in_shared_memory(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
             ".shared .align 4 .b8 sh[256];\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; shr.u32 %r1, %r1, 5; shl.b32 %r2, %r1, 2; mov.u32 %r3, "
             "sh; add.u32 %r3, %r3, %r2; mov.u32 %r4, 0; setp.eq.u32 %p1, %r1, 31; @%p1 bra J;\n"
             "L: ld.volatile.shared.u32 %r4, [%r3+4]; setp.eq.u32 %p2, %r4, 0; @%p2 bra L;\n"
             "J: add.u32 %r4, %r4, 1; st.volatile.shared.u32 [%r3], %r4; bar.sync 0;\n"
             "st.global.u32 [%rd1], %r4; ret;\n}\n");
    u32 *out = buffer(&m, 1, "out");
    RUN(&m, 1, 1024, ADDR(out));
    assert_true(m.counts.warp_instrs < 32 * 400);
    done(&m);
}

/* A store of four words wakes who waits for the third. */
static void a_wide_store_wakes(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
                     "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 1; @%p1 bra W;\n"
                     "L: ld.volatile.global.u32 %r4, [%rd1+24]; setp.eq.u32 %p2, %r4, 0; @%p2 bra L;\n"
                     "st.global.u32 [%rd1], %r4; ret;\n"
                     "W: mov.u32 %r5, 7; st.global.v4.u32 [%rd1+16], {%r5, %r5, %r5, %r5}; ret;\n}\n");
    u32 *out = buffer(&m, 8, "out");
    memset(out, 0, 32);
    RUN(&m, 2, 1, ADDR(out));
    assert_int_equal(out[0], 7);
    done(&m);
}

/* What is counted is not slept through: it gives up after 5,000 rounds. */
static void a_wait_with_an_end_ends(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
                     "ld.param.u64 %rd1, [out]; mov.u32 %r5, 0;\n"
                     "L: add.u32 %r5, %r5, 1; setp.ge.u32 %p1, %r5, 5000; @%p1 bra J;\n"
                     "ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p2, %r4, 0; @%p2 bra L;\n"
                     "J: st.global.u32 [%rd1+4], %r5; ret;\n}\n");
    u32 *out = buffer(&m, 2, "out");
    memset(out, 0, 8);
    RUN(&m, 3, 1, ADDR(out));
    assert_int_equal(out[1], 5000);
    done(&m);
}

static void all_asleep_is_a_fault(void **s)
{
    (void)s;
    static const char *const ptx[] = {CHAIN("ld.volatile.global.u32 %r4, [%rd1+2000];", ""),
                                      CHAIN("atom.global.cas.b32 %r4, [%rd1+2000], 0, 0; nanosleep.u32 100;", ""),
                                      CHAIN("ld.volatile.global.u32 %r4, [%rd1+2000]; st.local.u32 [v], %r4; "
                                            "ld.local.u32 %r4, [v];",
                                            ".local .align 4 .b8 v[16];\n")};
    for (u32 k = 0; k < 3; k++) {
        struct machine m = machine(ptx[k]);
        u32 *out = buffer(&m, 600, "out");
        memset(out, 0, 2400);
        assert_false(LAUNCH(&m, BLOCKS, 64, ADDR(out)));
        assert_int_equal(m.fault.kind, EF_SPIN);
        assert_int_equal(m.fault.addr, ADDR(out) + 2000);
        assert_int_equal(out[BLOCKS - 1], 1); /* who does not wait has ended */
        done(&m);
    }
}

/* The same, and the other lanes of the warp wait at a barrier for the one that sleeps in its loop. */
static void a_lane_asleep_before_a_barrier_is_a_fault(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra J;\n"
             "L: atom.global.add.u32 %r4, [%rd1], 0; setp.ne.u32 %p2, %r4, 0; @%p2 bra J; nanosleep.u32 100; bra L;\n"
             "J: bar.sync 0; ret;\n}\n");
    u32 *out = buffer(&m, 1, "out");
    *out = 0;
    assert_false(LAUNCH(&m, 3, 64, ADDR(out)));
    assert_int_equal(m.fault.kind, EF_SPIN);
    *out = 1;
    RUN(&m, 3, 64, ADDR(out));
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_sleeps),        cmocka_unit_test(a_barrier_of_the_grid_costs_what_its_blocks_cost),
        cmocka_unit_test(a_lock_that_others_hold), cmocka_unit_test(warps_wait_in_shared_memory),
        cmocka_unit_test(a_wide_store_wakes),      cmocka_unit_test(a_wait_with_an_end_ends),
        cmocka_unit_test(all_asleep_is_a_fault),   cmocka_unit_test(a_lane_asleep_before_a_barrier_is_a_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
