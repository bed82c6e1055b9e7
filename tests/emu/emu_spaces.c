/* State spaces and values: generic addresses of every space, initialised variables with addresses in them, dynamic
   shared memory, constants, vectors, sub-word registers, carry chains, special registers, printf. */
#include "emu_test.h"

#define ENTRY                                                                                                        \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<30>; .reg .b64 "        \
    "%rd<20>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"                                                                  \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
#define END "\nret;\n}\n"

static struct machine run(const char *ptx, u32 threads, u32 **out)
{
    struct machine m = machine(ptx);
    *out = buffer(&m, 1024, "out");
    memset(*out, 0, 4096);
    RUN(&m, 1, threads, ADDR(*out));
    return m;
}

static void generic_addresses(void **s)
{
    (void)s;
    u32 *out;
    /* lanes 0 mod 3: shared, 1: local, 2: global, in one load */
    struct machine m = run(
        HEAD ".global .u32 g = 300;\n" ENTRY ".shared .b32 sh; .local .b32 lo; mov.u32 %r2, 100; st.shared.u32 [sh], "
             "%r2; add.u32 %r3, %r1, 200; st.local.u32 [lo], %r3;\n"
             "mov.u64 %rd4, sh; cvta.shared.u64 %rd4, %rd4; mov.u64 %rd5, lo; cvta.local.u64 %rd5, %rd5; mov.u64 "
             "%rd6, g; cvta.global.u64 %rd6, %rd6;\n"
             "rem.u32 %r4, %r1, 3; setp.eq.u32 %p1, %r4, 1; setp.eq.u32 %p2, %r4, 2; selp.u64 %rd7, %rd5, %rd4, %p1; "
             "selp.u64 %rd7, %rd6, %rd7, %p2;\n"
             "isspacep.shared %p3, %rd7; isspacep.local %p4, %rd7; isspacep.global %p5, %rd7; ld.u32 %r5, [%rd7];\n"
             "@%p3 add.u32 %r5, %r5, 1000; @%p4 add.u32 %r5, %r5, 2000; @%p5 add.u32 %r5, %r5, 4000; st.global.u32 "
             "[%rd3], %r5;" END,
        32, &out);
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], i % 3 == 0 ? 1100 : i % 3 == 1 ? 2200 + i : 4300);
    done(&m);
}

static void initialised_variables(void **s)
{
    (void)s;
    u32 *out;
    struct machine m = run(HEAD ".global .align 4 .u32 a[4] = {1, 2, 3, 4};\n.const .align 8 .u64 p = a+8;\n.global "
                                ".align 8 .u64 q = generic(a)+4;\n.const .b8 t[3] = {7, 8, 9};\n" ENTRY
                                "ld.const.u64 %rd4, [p]; ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd1], %r2; "
                                "ld.global.u64 %rd4, [q]; ld.u32 %r2, [%rd4]; st.global.u32 [%rd1+4], %r2;\n"
                                "ld.const.u8 %r2, [t+2]; st.global.u32 [%rd1+8], %r2;" END,
                           1, &out);
    assert_int_equal(out[0], 3);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[2], 9);
    u64 at, size;
    assert_true(emu_find_global(m.mod, "a", &at, &size));
    assert_int_equal(size, 16);
    assert_int_equal(((u32 *)(uintptr_t)at)[3], 4);
    assert_false(emu_find_global(m.mod, "nowhere", &at, &size));
    done(&m);
}

static void dynamic_shared_memory(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ".extern .shared .align 16 .b8 dyn[];\n" ENTRY
                                    ".shared .b32 fix[5]; mov.u32 %r2, dyn; mov.u32 %r3, %dynamic_smem_size; shl.b32 "
                                    "%r4, %r1, 2; add.u32 %r5, %r2, %r4;\n"
                                    "st.shared.u32 [%r5], %r1; st.shared.u32 [fix+16], %r1; ld.shared.u32 %r6, "
                                    "[%r5]; add.u32 %r6, %r6, %r3; st.global.u32 [%rd3], %r6;" END);
    u32 *out = buffer(&m, 64, "out");
    u64 p = ADDR(out);
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {32, 1, 1},
                           .params = &p,
                           .dynamic_shared = 128};
    assert_true(emu_run(m.dev, &l, &m.counts, &m.fault, &d));
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], i + 128);
    l.dynamic_shared = 124;
    assert_false(emu_run(m.dev, &l, &m.counts, &m.fault, &d));
    assert_int_equal(m.fault.kind, EF_OUT_OF_BOUNDS);
    assert_int_equal(m.fault.lane, 31);
    diag_free(&d);
    done(&m);
}

static void vectors_and_narrow_types(void **s)
{
    (void)s;
    u32 *out;
    struct machine m =
        run(HEAD ENTRY "mul.wide.u32 %rd4, %r1, 16; add.u64 %rd5, %rd1, %rd4; mov.u32 %r2, -2; add.u32 %r3, %r1, 1; "
                       "cvt.u16.u32 %rs1, %r2; st.global.v4.u32 [%rd5], {%r1, %r3, %r2, %r1};\n"
                       "ld.global.v2.u32 {%r4, %r5}, [%rd5]; add.u32 %r4, %r4, %r5; st.global.u8 [%rd5+12], %rs1; "
                       "ld.global.s8 %rs2, [%rd5+12]; cvt.s32.s16 %r6, %rs2; add.u32 %r4, %r4, %r6;\n"
                       "mov.b64 %rd6, {%r4, %r3}; mov.b64 {%r7, %r8}, %rd6; st.global.v2.b32 [%rd5], {%r7, %r8};" END,
            8, &out);
    for (u32 i = 0; i < 8; i++) {
        assert_int_equal(out[4 * i], 2 * i + 1 - 2);
        assert_int_equal(out[4 * i + 1], i + 1);
        assert_int_equal(out[4 * i + 2], 0xfffffffe);
        assert_int_equal(out[4 * i + 3], (i & ~255u) | 0xfe);
    }
    done(&m);
}

static void carry_chain(void **s)
{
    (void)s;
    u32 *out; /* (tid | ~31) + 30 as 96 bits: carries for lanes 2 and up */
    struct machine m = run(
        HEAD ENTRY
        "or.b32 %r2, %r1, 0xffffffe0; add.cc.u32 %r3, %r2, 30; addc.cc.u32 %r4, 0xffffffff, 0; addc.u32 %r5, 7, 0;\n"
        "sub.cc.u32 %r6, %r1, 5; subc.u32 %r7, 9, 0; mad.lo.cc.u32 %r8, %r2, 2, 0xffffffff; madc.hi.u32 %r9, %r2, 2, "
        "1;\n"
        "shl.b32 %r10, %r5, 8; add.u32 %r10, %r10, %r7; shl.b32 %r9, %r9, 16; add.u32 %r10, %r10, %r9; st.global.u32 "
        "[%rd3], %r10;" END,
        32, &out);
    for (u32 i = 0; i < 32; i++) {
        u64 sum = (u64)(i | 0xffffffe0) + 30;
        u32 five = 7 + (sum >> 32 != 0), seven = 9 - (i < 5),
            prod_carry = (u64)(u32)((i | 0xffffffe0) * 2) + UINT32_MAX > UINT32_MAX;
        u32 nine = 1 + 1 + prod_carry;
        assert_int_equal(out[i], five * 256 + seven + (nine << 16));
    }
    done(&m);
}

static void special_registers(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<30>; .reg .b64 %rd<9>; ld.param.u64 %rd1, "
                     "[out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ctaid.y;\n"
                     "mov.u32 %r5, %nctaid.y; mov.u32 %r6, %ntid.z; mov.u32 %r7, %laneid; mov.u32 %r8, %warpid; "
                     "mov.u32 %r9, %lanemask_lt; mov.u32 %r10, %clock; mov.u32 %r11, %clock;\n"
                     "mad.lo.u32 %r12, %r3, 3, %r2; mad.lo.u32 %r12, %r12, 5, %r1; mad.lo.u32 %r13, %r4, 60, %r12; "
                     "mul.wide.u32 %rd2, %r13, 16; add.u64 %rd3, %rd1, %rd2;\n"
                     "sub.u32 %r11, %r11, %r10; mad.lo.u32 %r14, %r5, 100, %r6; mad.lo.u32 %r15, %r8, 100, %r7; "
                     "st.global.v4.u32 [%rd3], {%r14, %r15, %r9, %r11}; ret;\n}\n");
    u32 *out = buffer(&m, 4 * 60 * 2, "out");
    u64 p = ADDR(out);
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {
        .kernel = emu_find_kernel(m.mod, "k"), .grid = {1, 2, 1}, .block = {5, 3, 4}, .params = &p};
    assert_true(emu_run(m.dev, &l, &m.counts, &m.fault, &d));
    for (u32 i = 0; i < 120; i++) {
        u32 t = i % 60;
        assert_int_equal(out[4 * i], 204);
        assert_int_equal(out[4 * i + 1], t / 32 * 100 + t % 32);
        assert_int_equal(out[4 * i + 2], (1u << t % 32) - 1);
        assert_int_equal(out[4 * i + 3], 1); /* instructions between two looks at the clock */
    }
    diag_free(&d);
    done(&m);
}

static void device_printf(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 fmt[36] = {116, "
        "37, 100, 32, 120, 61, 37, 53, 46, 50, 102, 32, 37, 115, 32, 37, 108, 108, 120, 32, 37, 37, 37, 99, 10, 0};\n"
        ".global .b8 str[3] = {104, 105, 0};\n" ENTRY
        ".local .align 8 .b8 args[40]; mov.u64 %rd4, args; cvta.local.u64 %rd5, %rd4; mov.f64 %fd1, "
        "0d3FF8000000000000; mov.u64 %rd6, str; cvta.global.u64 %rd6, %rd6;\n"
        "st.local.u32 [args], %r1; st.local.f64 [args+8], %fd1; st.local.u64 [args+16], %rd6; mov.u64 %rd7, "
        "0x123456789a; st.local.u64 [args+24], %rd7; mov.u32 %r2, 33; st.local.u32 [args+32], %r2;\n"
        "mov.u64 %rd8, fmt; cvta.global.u64 %rd8, %rd8;\n{ .param .b64 p0; .param .b64 p1; .param .b32 r0; "
        "st.param.b64 [p0], %rd8; st.param.b64 [p1], %rd5; call (r0), vprintf, (p0, p1); ld.param.b32 %r3, [r0]; }\n"
        "st.global.u32 [%rd3], %r3;" END);
    u32 *out = buffer(&m, 64, "out");
    char text[200] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    emu_set_output(m.dev, f);
    RUN(&m, 1, 2, ADDR(out));
    fclose(f);
    assert_string_equal(text, "t0 x= 1.50 hi 123456789a %!\nt1 x= 1.50 hi 123456789a %!\n");
    assert_int_equal(out[1], 5);
    done(&m);
}

static void device_malloc(void **s)
{
    (void)s;
    u32 *out;
    struct machine m =
        run(HEAD ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n" ENTRY
                 "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 64; call (r), malloc, (n); ld.param.b64 %rd4, "
                 "[r]; }\nst.u32 [%rd4+60], %r1; ld.u32 %r2, [%rd4+60]; st.global.u32 [%rd3], %r2;\n"
                 "{ .param .b64 n; st.param.b64 [n], %rd4; call free, (n); }" END,
            32, &out);
    for (u32 i = 0; i < 32; i++)
        assert_int_equal(out[i], i);
    done(&m);
}

/* Freed pages go back to the host, whose pages have 4 to 64 KB: what lies on a neighbour's page stays. */
static void freeing_touches_no_neighbour(void **s)
{
    (void)s;
    enum { N = 5, SIZE = 300000 };
    struct emu_device *d = emu_device_new(&(struct emu_options){.target.lanes = 32});
    u64 at[N];
    for (u32 i = 0; i < N; i++) {
        at[i] = emu_alloc(d, SIZE, 256, EA_DEVICE, "a");
        memset(emu_host_ptr(d, at[i], SIZE, true), (int)i + 1, SIZE);
    }
    for (u32 i = 1; i < N; i += 2)
        assert_true(emu_free(d, at[i]));
    for (u32 i = 0; i < N; i += 2) {
        const u8 *p = emu_host_ptr(d, at[i], SIZE, false);
        for (u32 k = 0; k < SIZE; k++)
            assert_int_equal(p[k], i + 1);
    }
    emu_device_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(freeing_touches_no_neighbour),
                                       cmocka_unit_test(generic_addresses),
                                       cmocka_unit_test(initialised_variables),
                                       cmocka_unit_test(dynamic_shared_memory),
                                       cmocka_unit_test(vectors_and_narrow_types),
                                       cmocka_unit_test(carry_chain),
                                       cmocka_unit_test(special_registers),
                                       cmocka_unit_test(device_printf),
                                       cmocka_unit_test(device_malloc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
