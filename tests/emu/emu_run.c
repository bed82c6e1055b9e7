/* A kernel runs: loads, arithmetic and stores by every thread, in the warp widths that there are. */
#include "emu_test.h"

static const char vecadd[] =
    HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 n)\n{\n"
         ".reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<8>; .reg .b64 %rd<12>;\n"
         "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u32 %r5, [n];\n"
         "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
         "mad.lo.s32 %r4, %r1, %r2, %r3; setp.ge.s32 %p1, %r4, %r5; @%p1 bra DONE;\n"
         "cvta.to.global.u64 %rd4, %rd1; mul.wide.s32 %rd5, %r4, 4; add.s64 %rd6, %rd4, %rd5;\n"
         "cvta.to.global.u64 %rd7, %rd2; add.s64 %rd8, %rd7, %rd5;\n"
         "ld.global.f32 %f1, [%rd6]; ld.global.f32 %f2, [%rd8]; add.f32 %f3, %f1, %f2;\n"
         "cvta.to.global.u64 %rd9, %rd3; add.s64 %rd10, %rd9, %rd5; st.global.f32 [%rd10], %f3;\n"
         "DONE: ret;\n}\n";

static void add_with(u32 lanes)
{
    struct machine m = machine_opt(vecadd, (struct emu_options){.target.lanes = lanes});
    enum { N = 1000 };
    float *a = (float *)buffer(&m, N, "a"), *b = (float *)buffer(&m, N, "b"), *c = (float *)buffer(&m, N, "c");
    for (u32 i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)i;
    }
    RUN(&m, 8, 128, ADDR(a), ADDR(b), ADDR(c), N);
    for (u32 i = 0; i < N; i++)
        assert_true(c[i] == 1.5f * (float)i);
    assert_int_equal(m.counts.ctas, 8);
    if (lanes == 32) {
        assert_int_equal(m.counts.warp_instrs, 32 * 22);
        assert_int_equal(m.counts.lines, 3 * 32);
        assert_int_equal(m.counts.divergent_branches, 1);
    }
    done(&m);
}

static void vector_add(void **s)
{
    (void)s, add_with(32);
}
static void vector_add_2_lanes(void **s)
{
    (void)s, add_with(2);
}
static void vector_add_8_lanes(void **s)
{
    (void)s, add_with(8);
}
static void vector_add_64_lanes(void **s)
{
    (void)s, add_with(64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vector_add), cmocka_unit_test(vector_add_2_lanes),
                                       cmocka_unit_test(vector_add_8_lanes), cmocka_unit_test(vector_add_64_lanes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
