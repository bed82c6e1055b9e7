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

/* bfe and bfi of 65,536 positions and lengths with bits above the low byte: hashes of what an H200 computes */
static const char fields[] =
    HEAD ".visible .entry k(.param .u64 o32, .param .u64 o64, .param .u64 n)\n{\n"
         ".reg .b32 %r<12>; .reg .b64 %rd<16>;\n"
         "ld.param.u64 %rd1, [o32]; ld.param.u64 %rd2, [o64]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;\n"
         "mad.lo.u32 %r3, %r1, 256, %r2; mul.wide.u32 %rd3, %r3, 12; mul.wide.u32 %rd4, %r3, 24;\n"
         "add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd4;\n"
         "mul.lo.u32 %r4, %r1, 0x01000193; and.b32 %r5, %r1, 7; shl.b32 %r5, %r5, 8; xor.b32 %r4, %r4, %r5;\n"
         "mul.lo.u32 %r6, %r2, 0x01000193; and.b32 %r7, %r2, 7; shl.b32 %r7, %r7, 8; xor.b32 %r6, %r6, %r7;\n"
         "mov.u64 %rd5, 0x8123456789abcdef; mov.u64 %rd6, 0x5a5af00f12345678;\n"
         "cvt.u32.u64 %r8, %rd5; cvt.u32.u64 %r9, %rd6;\n"
         "bfe.u32 %r10, %r8, %r4, %r6; st.global.u32 [%rd1], %r10;\n"
         "bfe.s32 %r10, %r8, %r4, %r6; st.global.u32 [%rd1+4], %r10;\n"
         "bfi.b32 %r10, %r8, %r9, %r4, %r6; st.global.u32 [%rd1+8], %r10;\n"
         "bfe.u64 %rd7, %rd5, %r4, %r6; st.global.u64 [%rd2], %rd7;\n"
         "bfe.s64 %rd7, %rd5, %r4, %r6; st.global.u64 [%rd2+8], %rd7;\n"
         "bfi.b64 %rd7, %rd5, %rd6, %r4, %r6; st.global.u64 [%rd2+16], %rd7;\n"
         "ret;\n}\n";

static void bit_fields_as_on_the_card(void **state)
{
    (void)state;
    enum { N = 65536 };
    static const u64 card[] = {0x7f308d4e74d325e7, 0xe35617705b8dbd27, 0x886a691e2288d1b4,
                               0xa681e180e386e16c, 0x8816f1dc4c6b7d93, 0x826b4b646f782f14};
    struct machine m = machine_opt(fields, (struct emu_options){.target.lanes = 32});
    u32 *words = buffer(&m, 3 * N, "words");
    u64 *pairs = (u64 *)buffer(&m, 6 * N, "pairs");
    RUN(&m, 256, 256, ADDR(words), ADDR(pairs), N);
    for (u32 k = 0; k < 6; k++) {
        u64 h = 1469598103934665603u;
        for (u32 i = 0; i < N; i++)
            h = (h ^ (k < 3 ? words[3 * i + k] : pairs[3 * i + k - 3])) * 1099511628211u;
        assert_true(h == card[k]);
    }
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vector_add), cmocka_unit_test(vector_add_2_lanes),
                                       cmocka_unit_test(vector_add_8_lanes), cmocka_unit_test(vector_add_64_lanes),
                                       cmocka_unit_test(bit_fields_as_on_the_card)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
