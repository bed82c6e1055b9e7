/* Barriers, warp-wide exchange and atomics. */
#include "emu_test.h"

#define PROLOG                                                                                                       \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .f32 "       \
    "%f<9>;\n.shared .align 4 .b8 sh[4096];\n"                                                                       \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; mov.u32 "   \
    "%r9, 0;\n"                                                                                                      \
    "shl.b32 %r20, %r1, 2; mov.u32 %r21, sh; add.u32 %r22, %r21, %r20;\n"
#define EPILOG "\nst.global.u32 [%rd3], %r9; ret;\n}\n"

static struct machine run(const char *ptx, u32 lanes, u32 threads, u32 **out)
{
    struct machine m = machine_opt(ptx, (struct emu_options){.target.lanes = lanes});
    *out = buffer(&m, 1024, "out");
    RUN(&m, 1, threads, ADDR(*out));
    return m;
}

static void barrier_orders_shared_memory(void **s)
{
    (void)s;
    u32 *out;
    for (u32 lanes = 2; lanes <= 64; lanes *= 2) {
        struct machine m = run(
            HEAD PROLOG
            "st.shared.u32 [%r22], %r1; bar.sync 0; mov.u32 %r2, 127; sub.u32 %r2, %r2, %r1; shl.b32 %r2, %r2, 2;\n"
            "add.u32 %r2, %r2, %r21; ld.shared.u32 %r9, [%r2];" EPILOG,
            lanes, 128, &out);
        for (u32 i = 0; i < 128; i++)
            assert_int_equal(out[i], 127 - i);
        assert_int_equal(m.counts.barriers, 128 / lanes);
        done(&m);
    }
}

/* Warp 0 produces for warp 1 through barrier 1; warps 2 and 3 never come near it. */
static void named_barrier_with_arrive(void **s)
{
    (void)s;
    u32 *out;
    struct machine m = run(HEAD PROLOG "setp.gt.u32 %p1, %r1, 63; @%p1 bra J; setp.gt.u32 %p2, %r1, 31; @%p2 bra C;\n"
                                       "add.u32 %r2, %r1, 500; st.shared.u32 [%r22], %r2; bar.arrive 1, 64; bra J;\n"
                                       "C: bar.sync 1, 64; ld.shared.u32 %r9, [%r22+-128];\nJ:" EPILOG,
                           32, 128, &out);
    for (u32 i = 32; i < 64; i++)
        assert_int_equal(out[i], 500 + i - 32);
    done(&m);
}

static void barrier_reductions(void **s)
{
    (void)s;
    u32 *out;
    struct machine m = run(HEAD PROLOG "setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred "
                                       "%p2, 0, %p1; bar.red.or.pred %p3, 0, %p1;\n"
                                       "selp.u32 %r3, 1000, 0, %p2; selp.u32 %r4, 2000, 0, %p3; add.u32 %r9, %r2, "
                                       "%r3; add.u32 %r9, %r9, %r4;" EPILOG,
                           32, 96, &out);
    for (u32 i = 0; i < 96; i++)
        assert_int_equal(out[i], 2040);
    done(&m);
}

static void warps_that_exit_count_as_arrived(void **s)
{
    (void)s;
    u32 *out;
    struct machine m =
        run(HEAD PROLOG "setp.gt.u32 %p1, %r1, 63; @%p1 exit; bar.sync 0; mov.u32 %r9, 1;" EPILOG, 32, 128, &out);
    assert_int_equal(out[63], 1);
    done(&m);
}

static void barrier_that_is_not_reached_is_a_fault(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD PROLOG "setp.gt.u32 %p1, %r1, 31; @%p1 bra B; bar.sync 1; bra J;\nB: bar.sync 2;\nJ:" EPILOG);
    u32 *out = buffer(&m, 64, "out");
    assert_false(LAUNCH(&m, 1, 64, ADDR(out)));
    assert_int_equal(m.fault.kind, EF_BARRIER);
    assert_string_equal(m.fault.text,
                        "barrier 1 is not reached by all: 1 of 2 warps wait here for 64 threads, 1 wait at other "
                        "barriers, 0 have ended\n"
                        "  at PTX line 10 (bar.sync), kernel k\n  by thread (0,0,0) of block (0,0,0), warp 0 lane 0");
    done(&m);
}

static void shuffles(void **s)
{
    (void)s;
    static const char *const op[] = {"shfl.sync.up.b32 %r9|%p1, %r1, 3, 0, -1;",
                                     "shfl.sync.down.b32 %r9|%p1, %r1, 3, 31, -1;",
                                     "shfl.sync.bfly.b32 %r9|%p1, %r1, 5, 31, -1;",
                                     "shfl.sync.idx.b32 %r9|%p1, %r1, 2, 0x1c03, -1;"}; /* the last: segments of 4 */
    for (u32 k = 0; k < 4; k++) {
        char ptx[2000];
        snprintf(ptx, sizeof ptx, "%s%s%s%s", HEAD PROLOG, op[k], "@!%p1 add.u32 %r9, %r9, 100;", EPILOG);
        u32 *out;
        struct machine m = run(ptx, 32, 64, &out), wide;
        u32 *out64;
        wide = run(ptx, 64, 64, &out64); /* two times 32 to the program */
        assert_memory_equal(out, out64, 256);
        done(&wide);
        for (u32 i = 0; i < 32; i++) {
            u32 want = k == 0   ? (i < 3 ? i + 100 : i - 3)
                       : k == 1 ? (i > 28 ? i + 100 : i + 3)
                       : k == 2 ? (i ^ 5)
                                : (i & 28) + 2;
            assert_int_equal(out[i], want);
        }
        done(&m);
    }
}

/* As measured on an H200: the SDK's reduction adds what lanes that are not there give. */
static void a_shuffle_from_a_lane_that_is_not_active_gives_zero(void **s)
{
    (void)s;
    u32 *out;
    struct machine m = run(HEAD PROLOG "mov.u32 %r9, 7; setp.gt.u32 %p1, %r1, 9; @%p1 bra J; add.u32 %r2, %r1, 100;\n"
                                       "shfl.sync.down.b32 %r9, %r2, 8, 31, 0x3ff;\nJ:" EPILOG,
                           32, 32, &out);
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 2 ? i + 108 : i < 10 ? 0 : 7);
    done(&m);
}

static void votes_matches_and_reductions(void **s)
{
    (void)s;
    u32 *out;
    struct machine m =
        run(HEAD PROLOG
            "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 1; vote.sync.ballot.b32 %r3, %p1, -1; vote.sync.any.pred "
            "%p2, %p1, -1;\n"
            "vote.sync.all.pred %p3, %p1, -1; match.any.sync.b32 %r4, %r2, -1; redux.sync.add.u32 %r5, %r1, -1;\n"
            "selp.u32 %r6, 1, 0, %p2; selp.u32 %r7, 2, 0, %p3; add.u32 %r9, %r6, %r7; add.u32 %r9, %r9, %r5; add.u32 "
            "%r9, %r9, %r3;\n"
            "xor.b32 %r9, %r9, %r4;" EPILOG,
            32, 32, &out);
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], (0x22222222u + 496 + 1) ^ 0x11111111u << (i & 3));
    done(&m);
}

static void atomics_of_many_blocks(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD PROLOG
                "ld.param.u64 %rd5, [out]; atom.global.add.u32 %r2, [%rd5], 1; red.global.max.u32 [%rd5+4], %r2; "
                "atom.global.inc.u32 %r3, [%rd5+8], 6;\n"
                "red.global.add.f32 [%rd5+12], 0f3F000000; atom.global.cas.b32 %r4, [%rd5+16], 0, 77; "
                "atom.global.exch.b32 %r4, [%rd5+20], %r1;\n"
                "red.shared.add.u32 [sh], 1; bar.sync 0; ld.shared.u32 %r9, [sh]; add.u64 %rd3, %rd3, 64;" EPILOG);
    u32 *out = buffer(&m, 1024, "out");
    memset(out, 0, 4096);
    RUN(&m, 4, 64, ADDR(out));
    assert_int_equal(out[0], 256);
    assert_int_equal(out[1], 255);
    assert_int_equal(out[2], 256 % 7);
    assert_int_equal(out[3], 0x43000000); /* 128.0 */
    assert_int_equal(out[4], 77);
    assert_int_equal(out[5], 63);
    assert_int_equal(out[16], 64);
    done(&m);
}

/* Lanes that swap one word go one after the other: the whole warp at once (32 threads), and fewer of its lanes. What
   each compares with is also where it gets the old word. */
static void lanes_that_swap_one_word(void **s)
{
    (void)s;
    u32 *out, random = 1;
    for (u32 round = 0; round < 40; round++) {
        u32 b[32], c[32], threads = round % 2 ? 32 : 29, values = 2 + round / 4, word = 0;
        struct machine m = machine(HEAD PROLOG "ld.global.u32 %r9, [%rd3]; ld.global.u32 %r3, [%rd3+128];\n"
                                               "atom.global.cas.b32 %r9, [%rd1+256], %r9, %r3;" EPILOG);
        out = buffer(&m, 1024, "out");
        for (u32 i = 0; i < 32; i++) {
            out[i] = b[i] = ((random = random * 1664525 + 1013904223) >> 16) % values;
            out[32 + i] = c[i] = ((random = random * 1664525 + 1013904223) >> 16) % values;
        }
        out[64] = word;
        RUN(&m, 1, threads, ADDR(out));
        for (u32 i = 0; i < threads; i++) {
            assert_int_equal(out[i], word);
            word = word == b[i] ? c[i] : word;
        }
        assert_int_equal(out[64], word);
        done(&m);
    }
}

/* Each block waits until the one after it has written: only slices of all resident CTAs get this done. */
static void blocks_that_wait_for_each_other(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 "
                     "%rd<9>;\nld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x;\n"
                     "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; setp.eq.u32 %p1, %r1, 19; @%p1 bra W;\n"
                     "L: ld.volatile.global.u32 %r2, [%rd3+4]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L;\nW: "
                     "st.volatile.global.u32 [%rd3], 1; ret;\n}\n");
    u32 *out = buffer(&m, 20, "out");
    memset(out, 0, 80);
    RUN(&m, 20, 1, ADDR(out));
    for (u32 i = 0; i < 20; i++)
        assert_int_equal(out[i], 1);
    done(&m);
}

/* Every lane takes the lock, one after the other: the holder stands behind the loop in which the others wait. */
static void lanes_of_a_warp_share_a_lock(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 "
                     "%rd<9>;\nld.param.u64 %rd1, [out];\n"
                     "L: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n"
                     "ld.volatile.global.u32 %r2, [%rd1+4]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1+4], "
                     "%r2; atom.global.exch.b32 %r3, [%rd1], 0; ret;\n}\n");
    u32 *out = buffer(&m, 20, "lock");
    memset(out, 0, 80);
    RUN(&m, 2, 64, ADDR(out));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 128);
    done(&m);
}

/* One thread of each block waits for the others' blocks while the rest of its warp stands before a barrier: nobody
   may pass it early. */
static void barrier_of_the_whole_grid(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD PROLOG "mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 64, %r1; mul.wide.u32 %rd4, %r3, 4; add.u64 %rd5, "
                    "%rd1, %rd4; st.global.u32 [%rd5+64], %r3;\n"
                    "bar.sync 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra W; atom.global.add.u32 %r4, [%rd1], 1;\nL: "
                    "ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p2, %r4, 4; @%p2 bra L;\n"
                    "W: bar.sync 0; mov.u32 %r5, 255; sub.u32 %r5, %r5, %r3; mul.wide.u32 %rd6, %r5, 4; add.u64 "
                    "%rd7, %rd1, %rd6; ld.global.u32 %r9, [%rd7+64]; add.u64 %rd3, %rd5, 2048;" EPILOG);
    u32 *out = buffer(&m, 1024, "out");
    memset(out, 0, 4096);
    RUN(&m, 4, 64, ADDR(out));
    for (u32 i = 0; i < 256; i++)
        assert_int_equal(out[512 + i], 255 - i);
    done(&m);
}

static void an_endless_wait_is_a_fault(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p1; .reg .b32 %r1; .reg .b64 "
                     "%rd1;\nld.param.u64 %rd1, [out];\n"
                     "L: ld.volatile.global.u32 %r1, [%rd1+8];\nsetp.eq.u32 %p1, %r1, 0; @%p1 bra L; ret;\n}\n");
    u32 *out = buffer(&m, 20, "flags");
    memset(out, 0, 80);
    assert_false(LAUNCH(&m, 3, 32, ADDR(out)));
    assert_int_equal(m.fault.kind, EF_SPIN);
    assert_true(m.fault.addr == ADDR(out + 2));
    assert_int_equal(m.fault.ptx_line, 8);
    assert_non_null(strstr(m.fault.text, "in flags"));
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(barrier_orders_shared_memory),
                                       cmocka_unit_test(named_barrier_with_arrive),
                                       cmocka_unit_test(barrier_reductions),
                                       cmocka_unit_test(warps_that_exit_count_as_arrived),
                                       cmocka_unit_test(barrier_that_is_not_reached_is_a_fault),
                                       cmocka_unit_test(shuffles),
                                       cmocka_unit_test(a_shuffle_from_a_lane_that_is_not_active_gives_zero),
                                       cmocka_unit_test(votes_matches_and_reductions),
                                       cmocka_unit_test(atomics_of_many_blocks),
                                       cmocka_unit_test(lanes_that_swap_one_word),
                                       cmocka_unit_test(blocks_that_wait_for_each_other),
                                       cmocka_unit_test(lanes_of_a_warp_share_a_lock),
                                       cmocka_unit_test(barrier_of_the_whole_grid),
                                       cmocka_unit_test(an_endless_wait_is_a_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
