/* Products of warp groups: how far they are issued ahead, and how many cycles they leave to accesses of shared
   memory; barrier objects that warp groups wait at. */
#include "../emu/emu_test.h"

#include "gpu/gpu.h"

static char text[1 << 15];
static size_t len;
#define PUT(...) (len += (size_t)snprintf(text + len, sizeof text - len, __VA_ARGS__))
enum { LOADS = 128, WARPS = 4 };

/* Four warps multiply, four load: k(out, rounds of four products). out: cycles of each warp's loads */
static void kernel(u32 n, const char *form, bool regs)
{
    len = 0;
    PUT(".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 rounds)\n{\n"
        ".reg .pred %%p<4>; .reg .b32 %%r<12>, %%a<4>, %%e; .reg .b64 %%d<6>; .reg .f32 %%f<128>; .shared .align "
        "1024 "
        ".b8 sh[49152];\nld.param.u64 %%d1, [out]; ld.param.u32 %%r1, [rounds]; mov.u32 %%r2, %%tid.x; mov.u32 %%r3, "
        "sh; "
        "shr.u32 %%r4, %%r3, 4; cvt.u64.u32 %%d2, %%r4; or.b64 %%d2, %%d2, 0x4000004000010000; mov.u32 %%e, "
        "0x44444444; "
        "setp.eq.u32 %%p1, 0, 0; and.b32 %%r5, %%r2, 31; shl.b32 %%r5, %%r5, 2; add.u32 %%r3, %%r3, %%r5;\n");
    for (u32 k = 0; k < n / 2; k++)
        PUT("mov.f32 %%f%u, 0f00000000;\n", k);
    PUT("mov.u32 %%a0, 0; mov.u32 %%a1, 0; mov.u32 %%a2, 0; mov.u32 %%a3, 0; bar.sync 0;\nsetp.ge.u32 %%p2, %%r2, "
        "128; "
        "@%%p2 bra A; setp.eq.u32 %%p3, %%r1, 0; @%%p3 bra E;\nL: wgmma.fence.sync.aligned;\n");
    for (u32 k = 0; k < 4; k++) {
        PUT("wgmma.mma_async.%s {", form);
        for (u32 r = 0; r < n / 2; r++)
            PUT("%s%%f%u", r ? ", " : "", r);
        PUT("}, %s, %%d2, %s%%p1, 1, 1, 0%s;\n", regs ? "{%a0, %a1, %a2, %a3}" : "%d2",
            strstr(form, "sp.") ? "%e, 0, " : "", regs ? "" : ", 0");
    }
    PUT("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1; sub.u32 %%r1, %%r1, 1; setp.ne.u32 %%p3, "
        "%%r1, "
        "0; @%%p3 bra L; wgmma.wait_group.sync.aligned 0; st.global.f32 [%%d1+256], %%f0; bra E;\nA: mov.u32 %%r6, "
        "40;\n"
        "W: sub.u32 %%r6, %%r6, 1; setp.ne.u32 %%p3, %%r6, 0; @%%p3 bra W; mov.u64 %%d3, %%clock64;\n");
    for (u32 k = 0; k < LOADS; k++)
        PUT("ld.volatile.shared.b32 %%r%u, [%%r3+%u];\n", 7 + k % 4, 32768 + 128 * (k % 64));
    PUT("add.u32 %%r7, %%r7, %%r8; add.u32 %%r9, %%r9, %%r10; add.u32 %%r7, %%r7, %%r9; mov.u64 %%d4, %%clock64; "
        "sub.u64 "
        "%%d4, %%d4, %%d3; shr.u32 %%r2, %%r2, 5; mul.wide.u32 %%d5, %%r2, 8; add.u64 %%d5, %%d5, %%d1; "
        "st.global.u64 "
        "[%%d5], %%d4; st.global.u32 [%%d1+260], %%r7;\nE: ret;\n}\n");
}

struct how { /* to simulate; must change nothing */
    u32 threads;
    u64 skip, shuffle, window, plain;
};

/* The longest time of a warp that says one, and the launch's */
static u64 cycles(u32 rounds, struct how how, u64 *all)
{
    struct machine_config c;
    struct gpu_record r;
    struct diag d;
    u64 most = 0;
    diag_init(&d);
    assert_true(machine_load(&c, "h200", &d));
    c.gpu.sms = 1;
    c.icache.on = 0;
    c.rate.words = 0; /* warps come to the products together */
    c.gpu.skip = how.skip;
    c.gpu.shuffle = how.shuffle;
    c.gpu.window = how.window;
    c.gpu.plain = how.plain;
    struct machine m = machine_opt(
        text, (struct emu_options){.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256}});
    u64 *out = (u64 *)buffer(&m, 128, "out");
    struct gpu_options opt = {.threads = how.threads};
    struct gpu *g = gpu_new(&c, &opt, &d);
    assert_non_null(g);
    u64 params[] = {ADDR(out), rounds};
    struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {256, 1, 1},
                           .params = params,
                           .timed = true};
    struct emu_source *src = emu_source_new(m.dev, &l, &d);
    assert_non_null(src);
    assert_int_equal(gpu_launch(g, emu_stream_source(src), &r, &d), GPU_DONE);
    emu_source_free(src);
    for (u32 w = 0; w < 8; w++)
        most = MAX(most, out[w]);
    *all = r.cycles;
    gpu_free(g);
    diag_free(&d);
    done(&m);
    return most;
}

static const struct how usual = {1, 1, 0, 0, 0};

/* A product keeps the tensor cores for `rate` cycles, in which `left` passes over shared memory are others' (rate and
   LEAST: at least one of 24). Between products a cycle or two go by. */
static void loads_get_the_cycles_that_are_left(void **s)
{
    (void)s;
    static const struct {
        u32 n;
        const char *form;
        bool regs;
        u32 rate, left;
    } rows[] = {
        {128, "sync.aligned.m64n128k16.f32.f16.f16", false, 64, 16},
        {96, "sync.aligned.m64n96k16.f32.f16.f16", false, 48, 8},
        {128, "sync.aligned.m64n128k16.f32.f16.f16", true, 64, 16},
        {64, "sp.sync.aligned.m64n64k32.f32.f16.f16", false, 48, 2},
    };
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        u64 all, passes = LOADS * WARPS;
        kernel(rows[k].n, rows[k].form, rows[k].regs);
        u64 alone = cycles(0, usual, &all), wall = passes * rows[k].rate / rows[k].left;
        u64 beside = cycles((u32)(wall / rows[k].rate / 4 + 8), usual, &all);
        assert_in_range(alone, passes, passes + 60);
        if (beside > wall + 120 || beside < wall * 8 / 10)
            fail_msg("row %u: %llu cycles, expected %llu", k, (unsigned long long)beside, (unsigned long long)wall);
    }
}

#define BEGIN                                                                                                        \
    ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 rounds)\n{\n"    \
    ".reg .pred %%p<4>; .reg .b32 %%r<12>; .reg .b64 %%d<8>; .reg .f32 %%f<32>; .shared .align 1024 .b8 "            \
    "sh[49152];\n"                                                                                                   \
    "ld.param.u64 %%d1, [out]; ld.param.u32 %%r1, [rounds]; mov.u32 %%r2, %%tid.x; mov.u32 %%r3, sh;\n"
#define TIMES /* of each warp, from %d3 to %d4 */                                                                    \
    "sub.u64 %%d4, %%d4, %%d3; shr.u32 %%r2, %%r2, 5; mul.wide.u32 %%d5, %%r2, 8; add.u64 %%d5, %%d5, %%d1;\n"       \
    "st.global.u64 [%%d5], %%d4;\n"

/* Warps 4 to 7 issue so many products, and those before them as many if `both`: out: until the last is issued */
static void issuing(u32 products, bool both)
{
    len = 0;
    PUT(BEGIN "shr.u32 %%r4, %%r3, 4; cvt.u64.u32 %%d2, %%r4; or.b64 %%d2, %%d2, 0x4000004000010000;\n");
    for (u32 k = 0; k < 32; k++)
        PUT("mov.f32 %%f%u, 0f00000000;\n", k);
    PUT("bar.sync 0; setp.lt.u32 %%p2, %%r2, 128; %s wgmma.fence.sync.aligned; mov.u64 %%d3, %%clock64;\n",
        both ? "" : "@%p2 bra E;");
    for (u32 k = 0; k < products; k++) {
        PUT("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {");
        for (u32 r = 0; r < 32; r++)
            PUT("%s%%f%u", r ? ", " : "", r);
        PUT("}, %%d2, %%d2, 1, 1, 1, 0, 0;\n");
    }
    PUT("mov.u64 %%d4, %%clock64; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n" TIMES
        "st.global.f32 [%%d1+256], %%f0;\nE: ret;\n}\n");
}

/* Six wait for the tensor core of a scheduler, whose warps share them; the seventh is in it. An H200 has issued 8 of
   one group after 71 cycles, and from there on one in 32; of two groups the fourth of each after 27 to 75. */
static void products_are_issued_ahead(void **s)
{
    (void)s;
    u64 all, at[17];
    for (u32 n = 1; n <= 16; n++) {
        issuing(n, false);
        at[n] = cycles(1, usual, &all);
    }
    assert_int_equal(at[7] - at[2], 5 * 8);
    assert_in_range(at[8] - at[1], 7 * 8, 66);
    for (u32 n = 9; n <= 16; n++)
        assert_int_equal(at[n] - at[n - 1], 32);
    issuing(3, true);
    assert_in_range(cycles(1, usual, &all), 2 * 8, 60);
    issuing(8, true);
    assert_in_range(cycles(1, usual, &all), (16 - 8) * 32, (16 - 6) * 32);
}

/* Eight warps, of each of which `lanes` look at a barrier object 16 times whose phase is over, or arrive there */
static void waiting(u32 lanes, bool arrive)
{
    len = 0;
    PUT(BEGIN "setp.ne.u32 %%p1, %%r2, 0; @%%p1 bra S; mbarrier.init.shared.b64 [%%r3], 100000; S: bar.sync 0;\n"
              "mov.u64 %%d3, %%clock64; mov.u64 %%d4, %%d3; and.b32 %%r5, %%r2, 31; setp.ge.u32 %%p1, %%r5, %u; "
              "@%%p1 bra E;\nmov.u32 %%r6, 16;\n",
        lanes);
    PUT("L: %s sub.u32 %%r6, %%r6, 1; setp.ne.u32 %%p3, %%r6, 0; @%%p3 bra L; mov.u64 %%d4, %%clock64;\n" TIMES
        "E: ret;\n}\n",
        arrive ? "mbarrier.arrive.shared.b64 _, [%r3];" : "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 1;");
}

/* On an H200 16 warps of 32 lanes wait 16 % longer than one warp, and arrive 14 %. */
static void lanes_at_a_barrier_object_are_one_access(void **s)
{
    (void)s;
    for (u32 arrive = 0; arrive < 2; arrive++) {
        u64 all;
        waiting(1, arrive);
        u64 one = cycles(0, usual, &all);
        waiting(32, arrive);
        assert_in_range(cycles(0, usual, &all), one - 8, one + 8);
    }
}

static void nothing_depends_on_how_it_is_simulated(void **s)
{
    (void)s;
    static const struct how ways[] = {{2, 1, 0, 0, 0}, {4, 1, 3, 5, 1}, {1, 0, 0, 0, 0}, {2, 0, 9, 1, 1}};
    u64 all, want_all;
    kernel(128, "sync.aligned.m64n128k16.f32.f16.f16", false);
    u64 want = cycles(8, usual, &want_all);
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        assert_int_equal(cycles(8, ways[i], &all), want);
        assert_int_equal(all, want_all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads_get_the_cycles_that_are_left),
                                       cmocka_unit_test(products_are_issued_ahead),
                                       cmocka_unit_test(lanes_at_a_barrier_object_are_one_access),
                                       cmocka_unit_test(nothing_depends_on_how_it_is_simulated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
