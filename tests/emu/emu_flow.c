/* Control flow: divergence and reconvergence, loops that lanes leave at different times, early returns and exits,
   calls in divergent code, recursion, function pointers that differ between lanes. */
#include "emu_test.h"

/* Kernels below store what a thread computed in %r9 to out[tid]; the code stands between PROLOG and EPILOG. */
#define PROLOG                                                                                                       \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;\n"                \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; mov.u32 "   \
    "%r9, 0;\n"
#define EPILOG "\nst.global.u32 [%rd3], %r9; ret;\n}\n"

static void expect(const char *ptx, u32 lanes, u32 threads, u32 (*want)(u32 tid))
{
    struct machine m = machine_opt(ptx, (struct emu_options){.target.lanes = lanes});
    u32 *out = buffer(&m, threads, "out");
    memset(out, 0xee, threads * 4);
    RUN(&m, 1, threads, ADDR(out));
    for (u32 i = 0; i < threads; i++)
        if (out[i] != want(i))
            fail_msg("%u lanes, thread %u: %x, want %x", lanes, i, out[i], want(i));
    done(&m);
}

static void expect_all(const char *ptx, u32 (*want)(u32 tid))
{
    expect(ptx, 32, 64, want);
    expect(ptx, 2, 7, want);
    expect(ptx, 8, 30, want);
    expect(ptx, 64, 100, want);
}

static u32 want_if(u32 t)
{
    return (t & 1 ? 10 : 20) + 100;
}
static void if_else_meets_again(void **s)
{
    (void)s;
    expect_all(
        HEAD PROLOG
        "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra E; mov.u32 %r9, 10; bra J; E: mov.u32 %r9, 20;\n"
        "J: add.u32 %r9, %r9, 100;" EPILOG,
        want_if);
}

static u32 want_nested(u32 t)
{
    return (t & 1 ? (t & 2 ? 1 : 2) : (t & 2 ? 3 : 4)) * 16 + 5;
}
static void nested_ifs(void **s)
{
    (void)s;
    expect_all(
        HEAD PROLOG
        "and.b32 %r2, %r1, 1; and.b32 %r3, %r1, 2; setp.ne.u32 %p1, %r2, 0; setp.ne.u32 %p2, %r3, 0; @!%p1 bra E;\n"
        "@!%p2 bra EA; mov.u32 %r9, 1; bra JA; EA: mov.u32 %r9, 2; JA: bra J;\n"
        "E: @!%p2 bra EB; mov.u32 %r9, 3; bra JB; EB: mov.u32 %r9, 4; JB: bra J;\n"
        "J: shl.b32 %r9, %r9, 4; add.u32 %r9, %r9, 5;" EPILOG,
        want_nested);
}

static u32 want_loop(u32 t)
{
    u32 sum = 0;
    for (u32 i = 0; i <= t; i++) {
        if (i == 9)
            break;
        if (i % 3 == 1)
            continue;
        sum += i;
    }
    return sum + 1000;
}
static void loop_with_break_and_continue(void **s)
{
    (void)s;
    expect_all(HEAD PROLOG
               "mov.u32 %r2, 0;\nL: setp.gt.u32 %p1, %r2, %r1; @%p1 bra OUT; setp.eq.u32 %p2, %r2, 9; @%p2 bra OUT;\n"
               "rem.u32 %r3, %r2, 3; setp.eq.u32 %p3, %r3, 1; @%p3 bra NEXT; add.u32 %r9, %r9, %r2;\n"
               "NEXT: add.u32 %r2, %r2, 1; bra L;\nOUT: add.u32 %r9, %r9, 1000;" EPILOG,
               want_loop);
}

/* The sum over active lanes after the loop shows that they really meet again: activemask is full. */
static void lanes_meet_after_a_divergent_loop(void **s)
{
    (void)s;
    struct machine m = machine(HEAD PROLOG "mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 "
                                           "bra L;\nactivemask.b32 %r9;" EPILOG);
    u32 *out = buffer(&m, 32, "out");
    RUN(&m, 1, 32, ADDR(out));
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], UINT32_MAX);
    done(&m);
}

static u32 want_exit(u32 t)
{
    return t & 4 ? 0xeeeeeeee : t & 1 ? 7 : 8;
}
static void exit_in_divergent_code(void **s)
{
    (void)s;
    expect_all(HEAD PROLOG "and.b32 %r2, %r1, 4; setp.ne.u32 %p1, %r2, 0; and.b32 %r3, %r1, 1; setp.ne.u32 %p2, %r3, "
                           "0; mov.u32 %r9, 8;\n"
                           "@!%p2 bra J; @%p1 exit; mov.u32 %r9, 7;\nJ: @%p1 exit;" EPILOG,
               want_exit);
}

#define FACT                                                                                                         \
    ".func (.param .b32 r) fact(.param .b32 n)\n{\n.reg .pred %p<3>; .reg .b32 %r<9>;\nld.param.u32 %r1, [n]; "      \
    "mov.u32 %r2, 1;\n"                                                                                              \
    "setp.le.u32 %p1, %r1, 1; @%p1 bra D; sub.u32 %r3, %r1, 1;\n{ .param .b32 a; .param .b32 b; st.param.b32 [a], "  \
    "%r3; call (b), fact, (a); ld.param.b32 "                                                                        \
    "%r4, [b]; }\nmul.lo.u32 %r2, %r4, %r1;\nD: st.param.b32 [r], %r2; ret;\n}\n"
static u32 want_fact(u32 t)
{
    u32 f = 1;
    for (u32 i = 2; i <= t % 9; i++)
        f *= i;
    return t & 1 ? f : 3;
}
static void recursion_from_divergent_code(void **s)
{
    (void)s;
    expect_all(HEAD FACT PROLOG
               "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; mov.u32 %r9, 3; @%p1 bra J; rem.u32 %r3, %r1, 9;\n"
               "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r3; call (b), fact, (a); ld.param.b32 %r9, [b]; "
               "}\nJ:" EPILOG,
               want_fact);
}

#define PAIR                                                                                                         \
    ".func (.param .b32 r) twice(.param .b32 n)\n{\n.reg .b32 %r<3>; ld.param.u32 %r1, [n]; shl.b32 %r2, %r1, 1; "   \
    "st.param.b32 [r], %r2; ret;\n}\n"                                                                               \
    ".func (.param .b32 r) plus9(.param .b32 n)\n{\n.reg .pred %p1; .reg .b32 %r<3>; ld.param.u32 %r1, [n]; "        \
    "add.u32 %r2, %r1, 9;\n"                                                                                         \
    "setp.gt.u32 %p1, %r1, 20; @%p1 bra B; st.param.b32 [r], %r2; ret;\nB: mov.u32 %r2, 77; st.param.b32 [r], %r2; " \
    "ret;\n}\n"
static u32 want_pointer(u32 t)
{
    return 1 + (t % 3 ? 2 * t : t > 20 ? 77 : t + 9);
}
static void function_pointers_that_differ(void **s)
{
    (void)s;
    expect_all(HEAD PAIR PROLOG "mov.u64 %rd4, twice; mov.u64 %rd5, plus9; rem.u32 %r2, %r1, 3; setp.ne.u32 %p1, "
                                "%r2, 0; selp.b64 %rd6, %rd4, %rd5, %p1;\n"
                                "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1;\nproto: .callprototype "
                                "(.param .b32 _) _ (.param .b32 _);\n"
                                "call (b), %rd6, (a), proto; ld.param.b32 %r9, [b]; }\nadd.u32 %r9, %r9, 1;" EPILOG,
               want_pointer);
}

static u32 want_table(u32 t)
{
    return t % 4 == 3 ? 5 : (t % 4 + 1) * 100;
}
static void branch_by_table(void **s)
{
    (void)s;
    expect_all(HEAD PROLOG "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 3; mov.u32 %r9, 5; @%p1 bra J;\nts: "
                           ".branchtargets A, B, C;\nbrx.idx %r2, ts;\n"
                           "A: mov.u32 %r9, 100; bra J; B: mov.u32 %r9, 200; bra J; C: mov.u32 %r9, 300; J:" EPILOG,
               want_table);
}

static void endless_recursion_is_a_fault(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD
        ".func f()\n{\n.local .b8 x[64]; call f; ret;\n}\n.visible .entry k(.param .u64 out)\n{\ncall f; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    assert_int_equal(m.fault.kind, EF_STACK);
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(if_else_meets_again),           cmocka_unit_test(nested_ifs),
        cmocka_unit_test(loop_with_break_and_continue),  cmocka_unit_test(lanes_meet_after_a_divergent_loop),
        cmocka_unit_test(exit_in_divergent_code),        cmocka_unit_test(recursion_from_divergent_code),
        cmocka_unit_test(function_pointers_that_differ), cmocka_unit_test(branch_by_table),
        cmocka_unit_test(endless_recursion_is_a_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
