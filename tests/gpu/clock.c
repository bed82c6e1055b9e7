/* Time in the program: clocks tell the simulated cycle, and atomics and volatile accesses happen in the order of
   simulated time, whatever threads, windows and skipping do. */
#include "../emu/emu_test.h"

#include "gpu/gpu.h"

#define REGS ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<30>;\n"
#define ADDS4 "add.s32 %r1, %r1, %r2; add.s32 %r1, %r1, %r2; add.s32 %r1, %r1, %r2; add.s32 %r1, %r1, %r2;\n"
#define ADDS16 ADDS4 ADDS4 ADDS4 ADDS4
#define LOADS4                                                                                                       \
    "ld.global.u64 %rd9, [%rd9]; ld.global.u64 %rd9, [%rd9]; ld.global.u64 %rd9, [%rd9]; ld.global.u64 %rd9, "       \
    "[%rd9];\n"

struct how { /* to simulate; must change nothing */
    u32 threads;
    u64 skip, shuffle, window;
};

static struct machine_config config(const char *name)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    assert_true(machine_load(&c, name, &d));
    diag_free(&d);
    return c;
}

/* Kernel k on a machine; parameters are u64 each. */
static enum gpu_status timed(struct machine *m, const struct machine_config *cfg, struct how how, u32 blocks,
                             u32 threads, struct gpu_record *r, const u64 *params)
{
    struct diag d;
    diag_init(&d);
    struct machine_config c = *cfg;
    c.gpu.skip = how.skip;
    c.gpu.shuffle = how.shuffle;
    c.gpu.window = how.window;
    struct gpu_options opt = {.threads = how.threads};
    struct gpu *g = gpu_new(&c, &opt, &d);
    assert_non_null(g);
    struct emu_launch l = {.kernel = emu_find_kernel(m->mod, "k"),
                           .grid = {blocks, 1, 1},
                           .block = {threads, 1, 1},
                           .params = params,
                           .timed = true};
    struct emu_source *src = emu_source_new(m->dev, &l, &d);
    assert_non_null(src);
    enum gpu_status st = gpu_launch(g, emu_stream_source(src), r, &d);
    m->fault = *emu_source_fault(src);
    m->counts = *emu_source_counts(src);
    emu_source_free(src);
    gpu_free(g);
    diag_free(&d);
    return st;
}
static const struct how plainly = {1, 1, 0, 0};

/* 16 dependent additions between two looks at the clock: 15 steps and the two clocks' own cycles. 32 take 16 more. */
static void a_chain_takes_its_latency(void **state)
{
    (void)state;
    static const char *const names[] = {"gtx480", "h200"};
    for (u32 i = 0; i < 2; i++) {
        struct machine m =
            machine(HEAD ".visible .entry k(.param .u64 out)\n{" REGS
                         "ld.param.u64 %rd1, [out]; mov.u32 %r1, 0; mov.u32 %r2, 3; add.s32 %r1, %r1, %r2;\n"
                         "mov.u64 %rd2, %clock64;\n" ADDS16 "mov.u64 %rd3, %clock64;\n" ADDS16 ADDS16
                         "mov.u64 %rd4, %clock64; mov.u32 %r3, %clock; mov.u64 %rd10, %globaltimer;\n"
                         "sub.s64 %rd5, %rd3, %rd2; sub.s64 %rd6, %rd4, %rd3; st.global.u64 [%rd1], %rd5;\n"
                         "st.global.u64 [%rd1+8], %rd6; st.global.u64 [%rd1+16], %rd4;\n"
                         "st.global.u32 [%rd1+24], %r3; st.global.u64 [%rd1+32], %rd10;\n"
                         "st.global.u32 [%rd1+40], %r1; ret;\n}\n");
        u64 *out = (u64 *)buffer(&m, 16, "out");
        struct machine_config c = config(names[i]);
        struct gpu_record r;
        u64 at = ADDR(out);
        c.icache.on = 0; /* no fetch in between */
        assert_int_equal(timed(&m, &c, plainly, 1, 1, &r, &at), GPU_DONE);
        assert_int_equal(out[0],
                         c.lat.alu * 16); /* the addition before the first look was issued a cycle before it */
        assert_int_equal(out[1], c.lat.alu * 32);
        assert_int_equal((u32)out[3], out[2] + 1);
        assert_int_equal(out[4], (out[2] + 2) * 1000 / c.gpu.clock);
        assert_in_range(out[2], c.gpu.launch - c.gpu.drain + 48 * c.lat.alu, r.cycles - c.gpu.drain);
        assert_int_equal((u32)out[5], 3 * 49);
        done(&m);
    }
}

/* A pointer that points to itself: the first load misses, then four take four times the L1's latency. */
static void a_chase_takes_the_latency_of_the_cache(void **state)
{
    (void)state;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 out)\n{" REGS
             "ld.param.u64 %rd1, [out]; mov.u64 %rd9, %rd1; ld.global.u64 %rd9, [%rd9];\n" LOADS4
             "mov.u64 %rd2, %clock64;\n" LOADS4 "mov.u64 %rd3, %clock64;\n"
             "sub.s64 %rd5, %rd3, %rd2; st.global.u64 [%rd1+8], %rd5; st.global.u64 [%rd1+16], %rd9; ret;\n}\n");
    u64 *out = (u64 *)buffer(&m, 16, "out");
    out[0] = ADDR(out);
    struct machine_config c = config("gtx480");
    struct gpu_record r;
    u64 at = ADDR(out);
    assert_int_equal(timed(&m, &c, plainly, 1, 1, &r, &at), GPU_DONE);
    assert_int_equal(out[1], 4 * (1 + 1 + c.mem.l1.latency)); /* LSU, into the L1's queue, hit */
    assert_true(out[2] == ADDR(out));
    done(&m);
}

/* Blocks take items from a queue and work on them for 10 to 73 rounds. */
#define QUEUE                                                                                                        \
    HEAD ".visible .entry k(.param .u64 out, .param .u64 n)\n{" REGS                                                 \
         "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [n]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd3, %r1, 4;\n"     \
         "add.s64 %rd3, %rd3, %rd1; cvt.u32.u64 %r9, %rd2;\n"                                                        \
         "L: atom.global.add.u32 %r2, [%rd1], 1; setp.ge.u32 %p1, %r2, %r9; @%p1 bra E;\n"                           \
         "and.b32 %r3, %r2, 63; add.u32 %r3, %r3, 10; mov.u32 %r4, 0;\n"                                             \
         "W: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, %r3; @%p2 bra W;\n"                                          \
         "ld.global.u32 %r5, [%rd3+4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd3+4], %r5; bra L;\nE: ret;\n}\n"

static void a_queue_is_shared_fairly(void **state)
{
    (void)state;
    static const struct how ways[] = {{1, 1, 0, 0}, {2, 1, 0, 0}, {8, 1, 3, 5}, {1, 0, 0, 0}, {2, 0, 9, 1}};
    struct machine_config c = config("gtx480");
    u32 first[11];
    u64 cycles = 0;
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        struct machine m = machine(QUEUE);
        u32 *out = buffer(&m, 16, "out"), sum = 0;
        struct gpu_record r;
        memset(out, 0, 64);
        assert_int_equal(timed(&m, &c, ways[i], 10, 1, &r, (u64[]){ADDR(out), 500}), GPU_DONE);
        assert_int_equal(out[0], 510);
        for (u32 k = 1; k <= 10; k++) {
            sum += out[k];
            assert_in_range(out[k], 40, 60);
        }
        assert_int_equal(sum, 500);
        if (i)
            assert_memory_equal(first, out, sizeof first);
        assert_true(!i || cycles == r.cycles);
        memcpy(first, out, sizeof first);
        cycles = r.cycles;
        done(&m);
    }
}

/* Block 0 computes and raises a flag; the others wait for it, then all write down the time. */
static void who_waits_for_a_flag_goes_on_after_it(void **state)
{
    (void)state;
    struct machine m = machine(HEAD ".visible .entry k(.param .u64 out)\n{" REGS
                                    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd3, %r1, 8;\n"
                                    "add.s64 %rd3, %rd3, %rd1; setp.ne.u32 %p1, %r1, 0; @%p1 bra W; mov.u32 %r4, 0;\n"
                                    "C: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 100; @%p2 bra C;\n"
                                    "mov.u64 %rd5, %clock64; st.volatile.global.u32 [%rd1], 1; bra E;\n"
                                    "W: ld.volatile.global.u32 %r5, [%rd1]; setp.eq.u32 %p3, %r5, 0; @%p3 bra W;\n"
                                    "mov.u64 %rd5, %clock64;\nE: st.global.u64 [%rd3+8], %rd5; ret;\n}\n");
    u64 *out = (u64 *)buffer(&m, 64, "out");
    struct machine_config c = config("gtx480");
    struct gpu_record r;
    u64 at = ADDR(out);
    memset(out, 0, 256);
    assert_int_equal(timed(&m, &c, plainly, 15, 1, &r, &at), GPU_DONE);
    u64 round = 2 * c.lat.alu + c.lat.control;
    assert_in_range(out[1], 100 * round - round, 100 * round + 200);
    for (u32 i = 1; i < 15; i++)
        assert_in_range(out[1 + i], out[1] + 1, out[1] + 2000);
    assert_true(r.sm.warp_instrs > 14 * 10); /* they waited by looking */
    done(&m);
}

static void an_endless_wait_is_reported(void **state)
{
    (void)state;
    struct machine m =
        machine(HEAD ".visible .entry k(.param .u64 out)\n{" REGS "ld.param.u64 %rd1, [out];\n"
                     "W: ld.volatile.global.u32 %r5, [%rd1]; setp.eq.u32 %p3, %r5, 0; @%p3 bra W; ret;\n}\n");
    u32 *out = buffer(&m, 16, "flag");
    struct machine_config c = config("gtx480");
    struct gpu_record r;
    u64 at = ADDR(out);
    out[0] = 0;
    assert_int_equal(timed(&m, &c, plainly, 3, 64, &r, &at), GPU_FAULT);
    assert_int_equal(m.fault.kind, EF_SPIN);
    assert_non_null(strstr(m.fault.text, "flag"));
    done(&m);
}

/* Every lane takes the same lock, adds one without an atomic, and lets go: lanes that wait give way. */
static void lanes_of_a_warp_share_a_lock(void **state)
{
    (void)state;
    struct machine m = machine(
        HEAD ".visible .entry k(.param .u64 out)\n{" REGS "ld.param.u64 %rd1, [out];\n"
             "L: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n"
             "ld.volatile.global.u32 %r2, [%rd1+4]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1+4], %r2;\n"
             "atom.global.exch.b32 %r3, [%rd1], 0; ret;\n}\n");
    u32 *out = buffer(&m, 16, "lock");
    struct machine_config c = config("gtx480");
    struct gpu_record r;
    u64 at = ADDR(out);
    out[0] = out[1] = 0;
    assert_int_equal(timed(&m, &c, plainly, 3, 64, &r, &at), GPU_DONE);
    assert_int_equal(out[1], 3 * 64);
    done(&m);
}

/* A store, a fence and an atomic, over and over: the atomic is issued in the very cycle in which the fence is over.
   The last block to come finds the sum of what all have stored. */
static void an_atomic_follows_a_fence(void **state)
{
    (void)state;
    static const struct how ways[] = {{1, 1, 0, 1}, {1, 1, 0, 0}, {2, 1, 5, 7}, {1, 0, 0, 0}};
    struct machine_config c = config("gtx480");
    u64 cycles = 0;
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        struct machine m = machine(
            HEAD
            ".visible .entry k(.param .u64 out)\n{" REGS
            "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd3, %rd3, %rd1;\n"
            "mov.u32 %r9, 0;\n"
            "L: st.global.u32 [%rd3+64], %r9; membar.gl; atom.global.add.u32 %r2, [%rd1], 1;\n"
            "add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 20; @%p1 bra L;\n"
            "bar.sync 0; atom.global.add.u32 %r3, [%rd1+4], %r2; ret;\n}\n");
        u32 *out = buffer(&m, 64, "out");
        struct gpu_record r;
        u64 at = ADDR(out);
        memset(out, 0, 256);
        assert_int_equal(timed(&m, &c, ways[i], 1, 32, &r, &at), GPU_DONE);
        assert_int_equal(out[0], 20 * 32);
        assert_int_equal(out[16], 19);
        assert_true(!i || cycles == r.cycles);
        cycles = r.cycles;
        done(&m);
    }
}

/* Where nothing observes, nothing waits: the stream is as long as without a machine, all at once. */
static void additions_that_nobody_reads_do_not_wait(void **state)
{
    (void)state;
    struct machine m = machine(HEAD ".visible .entry k(.param .u64 out)\n{" REGS "ld.param.u64 %rd1, [out];\n"
                                    "red.global.add.u32 [%rd1], 1; atom.global.add.u32 %r1, [%rd1], 1; ret;\n}\n");
    u32 *out = buffer(&m, 16, "sum");
    struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {32, 1, 1},
                           .params = (u64[]){ADDR(out)},
                           .timed = true};
    struct diag d;
    diag_init(&d);
    struct emu_source *src = emu_source_new(m.dev, &l, &d);
    assert_null(emu_stream_source(src)->perform);
    emu_source_free(src);
    diag_free(&d);
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_takes_its_latency),   cmocka_unit_test(a_chase_takes_the_latency_of_the_cache),
        cmocka_unit_test(a_queue_is_shared_fairly),    cmocka_unit_test(who_waits_for_a_flag_goes_on_after_it),
        cmocka_unit_test(an_endless_wait_is_reported), cmocka_unit_test(lanes_of_a_warp_share_a_lock),
        cmocka_unit_test(an_atomic_follows_a_fence),   cmocka_unit_test(additions_that_nobody_reads_do_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
