/* Checked memory: what a program does wrong is reported with place, thread, address and the nearest allocation. */
#include "emu_test.h"

#define ENTRY                                                                                                        \
    ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, " \
    "[p];\nmov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"

static void expect_text(struct machine *m, u8 kind, const char *fmt, ...)
{
    char want[600];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(want, sizeof want, fmt, ap);
    va_end(ap);
    assert_int_equal(m->fault.kind, kind);
    assert_string_equal(m->fault.text, want);
}

static void store_past_the_end(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD ".file 1 \"demo.cu\"\n" ENTRY ".loc 1 7 3\nst.global.u32 [%rd3+32], %r1; ret;\n}\n");
    u32 *b = buffer(&m, 60, "cudaMalloc #1");
    assert_false(LAUNCH(&m, 2, 64, ADDR(b)));
    expect_text(
        &m, EF_OUT_OF_BOUNDS,
        "out-of-bounds global store of 4 bytes at 0x%llx\n  at demo.cu:7, PTX line 11 (st.global.u32), kernel k\n"
        "  by thread (52,0,0) of block (0,0,0), warp 1 lane 20\n"
        "  nearest allocation: cudaMalloc #1, 240 bytes at 0x%llx: the address is 0 bytes past its end",
        (unsigned long long)ADDR(b + 60), (unsigned long long)ADDR(b));
    done(&m);
}

static void load_from_null(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ENTRY "ld.u32 %r2, [%rd3]; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    expect_text(&m, EF_OUT_OF_BOUNDS,
                "out-of-bounds load of 4 bytes at 0x0\n  at PTX line 9 (ld.u32), kernel k\n  by thread (0,0,0) of "
                "block (0,0,0), warp 0 lane 0\n"
                "  no memory is allocated on the device");
    done(&m);
}

static void misaligned_load(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ENTRY "ld.global.u64 %rd4, [%rd3]; ret;\n}\n");
    u32 *b = buffer(&m, 64, "b");
    assert_false(LAUNCH(&m, 1, 32, ADDR(b)));
    expect_text(&m, EF_MISALIGNED,
                "misaligned global load of 8 bytes at 0x%llx\n  at PTX line 9 (ld.global.u64), kernel k\n  by thread "
                "(1,0,0) of block (0,0,0), warp 0 lane 1\n"
                "  nearest allocation: b, 256 bytes at 0x%llx: the address is 4 bytes into it",
                (unsigned long long)ADDR(b + 1), (unsigned long long)ADDR(b));
    done(&m);
}

static void use_after_free(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ENTRY "ld.global.u32 %r2, [%rd3+4]; ret;\n}\n");
    u32 *b = buffer(&m, 64, "b");
    buffer(&m, 64, "c");
    RUN(&m, 1, 8, ADDR(b));
    assert_true(emu_free(m.dev, ADDR(b)));
    assert_false(emu_free(m.dev, ADDR(b)));
    assert_false(LAUNCH(&m, 1, 8, ADDR(b)));
    expect_text(&m, EF_FREED,
                "use-after-free global load of 4 bytes at 0x%llx\n  at PTX line 9 (ld.global.u32), kernel k\n  by "
                "thread (0,0,0) of block (0,0,0), warp 0 lane 0\n"
                "  nearest allocation: b, 256 bytes at 0x%llx (freed): the address is 4 bytes into it",
                (unsigned long long)ADDR(b + 1), (unsigned long long)ADDR(b));
    done(&m);
}

static void never_written_is_a_switch(void **s)
{
    (void)s;
    const char *ptx =
        HEAD ENTRY "st.global.u32 [%rd3], %r1; ld.global.u32 %r2, [%rd3]; ld.global.u32 %r2, [%rd3+4]; ret;\n}\n";
    for (u32 check = 0; check < 2; check++) {
        struct machine m = machine_opt(ptx, (struct emu_options){.target.lanes = 32, .check_uninit = check});
        u64 at = emu_alloc(m.dev, 1024, 256, EA_DEVICE, "b");
        assert_int_equal(LAUNCH(&m, 1, 8, at), !check);
        if (check) {
            assert_int_equal(m.fault.kind, EF_UNINIT);
            assert_true(m.fault.addr == at + 32);
            assert_int_equal(m.fault.lane, 7);
        }
        done(&m);
    }
}

static void shared_out_of_bounds(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>; .shared .b32 x[16];\nmov.u32 %r1, %tid.x; "
             "shl.b32 %r2, %r1, 2; mov.u32 %r3, x; add.u32 %r3, %r3, %r2;\nst.shared.u32 [%r3], %r1; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    expect_text(&m, EF_OUT_OF_BOUNDS,
                "out-of-bounds shared store of 4 bytes at 0x40\n  at PTX line 8 (st.shared.u32), kernel k\n  by "
                "thread (16,0,0) of block (0,0,0), warp 0 lane 16\n"
                "  the CTA has 64 bytes of shared memory");
    done(&m);
}

/* Where addresses of a cluster's other CTAs would be; this one has none. */
static void shared_far_out_of_bounds(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n"
                                    "mov.u32 %r3, 0x5000000;\nst.shared.u32 [%r3], %r1; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    expect_text(
        &m, EF_OUT_OF_BOUNDS,
        "out-of-bounds access of 4 bytes to shared memory, at 0x5000000: the CTA has 0 bytes\n  at PTX line 8 "
        "(st.shared.u32), kernel k\n  by thread (0,0,0) of block (0,0,0), warp 0 lane 0");
    done(&m);
}

static void constants_cannot_be_written(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD ".const .u32 c[64];\n" ENTRY
             "mov.u64 %rd4, c; add.u64 %rd4, %rd4, %rd2; cvta.const.u64 %rd4, %rd4; st.u32 [%rd4], %r1; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    assert_int_equal(m.fault.kind, EF_READ_ONLY);
    assert_non_null(strstr(m.fault.text, "c is in constant memory"));
    done(&m);
}

static void unsupported_fails_when_it_executes(void **s)
{
    (void)s;
    const char *ptx =
        HEAD ENTRY "setp.eq.u64 %p1, %rd1, 0; @%p1 bra D;\ntcgen05.fence::before_thread_sync;\nD: ret;\n}\n";
    struct machine m = machine(ptx);
    RUN(&m, 1, 32, 0);
    assert_false(LAUNCH(&m, 1, 32, 1));
    assert_int_equal(m.fault.kind, EF_UNSUPPORTED);
    assert_int_equal(m.fault.ptx_line, 10);
    assert_non_null(strstr(m.fault.text, "tcgen05.fence::before_thread_sync is not supported"));
    done(&m);
}

static void trap_and_step_limit(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ENTRY "trap; ret;\n}\n");
    assert_false(LAUNCH(&m, 1, 32, 0));
    assert_int_equal(m.fault.kind, EF_TRAP);
    done(&m);
    m = machine_opt(HEAD ENTRY "L: add.u32 %r1, %r1, 1; bra L;\n}\n",
                    (struct emu_options){.target.lanes = 32, .step_limit = 100000});
    assert_false(LAUNCH(&m, 1, 32, 0));
    assert_int_equal(m.fault.kind, EF_STEP_LIMIT);
    done(&m);
}

static void two_devices_in_one_process(void **s)
{
    (void)s;
    const char *ptx = HEAD ENTRY "st.global.u32 [%rd3], %r1; ret;\n}\n";
    struct machine a = machine(ptx), b = machine(ptx);
    u32 *x = buffer(&a, 32, "x"), *y = buffer(&b, 32, "y");
    memset(y, 0, 128);
    RUN(&a, 1, 32, ADDR(x));
    assert_int_equal(x[31], 31);
    assert_int_equal(y[31], 0);
    assert_false(LAUNCH(&b, 1, 32, ADDR(x))); /* the other device's memory is not ours */
    RUN(&b, 1, 32, ADDR(y));
    assert_int_equal(y[31], 31);
    done(&a);
    done(&b);
}

static void memory_limit_and_reuse(void **s)
{
    (void)s;
    struct emu_device *d = emu_device_new(&(struct emu_options){.target.lanes = 32, .memory_limit = 1 << 20});
    u64 a = emu_alloc(d, 600 << 10, 256, EA_DEVICE, "a"), free_bytes, total;
    assert_true(a != 0);
    assert_true(emu_alloc(d, 600 << 10, 256, EA_DEVICE, "b") == 0);
    emu_mem_info(d, &free_bytes, &total);
    assert_int_equal(total, 1 << 20);
    assert_int_equal(free_bytes, 424 << 10);
    assert_true(emu_free(d, a));
    assert_true(emu_alloc(d, 600 << 10, 256, EA_DEVICE, "b") != 0);
    emu_device_free(d);
    d = emu_device_new(&(struct emu_options){.target.lanes = 32}); /* more in all than the region has */
    for (u32 i = 0; i < 100; i++) {
        a = emu_alloc(d, 1ull << 30, 256, EA_DEVICE, NULL);
        assert_true(a != 0);
        assert_non_null(emu_host_ptr(d, a, 1ull << 30, true));
        assert_true(emu_free(d, a));
    }
    emu_device_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(store_past_the_end),
                                       cmocka_unit_test(load_from_null),
                                       cmocka_unit_test(misaligned_load),
                                       cmocka_unit_test(use_after_free),
                                       cmocka_unit_test(never_written_is_a_switch),
                                       cmocka_unit_test(shared_out_of_bounds),
                                       cmocka_unit_test(shared_far_out_of_bounds),
                                       cmocka_unit_test(constants_cannot_be_written),
                                       cmocka_unit_test(unsupported_fails_when_it_executes),
                                       cmocka_unit_test(trap_and_step_limit),
                                       cmocka_unit_test(two_devices_in_one_process),
                                       cmocka_unit_test(memory_limit_and_reuse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
