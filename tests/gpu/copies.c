/* The copy engine of an SM: how long bulk copies take, exactly; what they ask of the memory; and that simulating them
   in another way changes nothing. And the counters of the tensor cores. */
#include "../emu/emu_test.h"

#include "emu/tma.h"
#include "gpu/gpu.h"

#define HEAD90 ".version 8.0\n.target sm_90a\n.address_size 64\n"
#define TOP                                                                                                          \
    HEAD90                                                                                                           \
    ".extern .shared .align 1024 .b8 sh[];\n.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 "         \
    "bytes)\n{\n.reg .pred %p<9>; .reg .b16 %h<3>; .reg .b32 %r<30>; .reg .b64 %d<20>; .shared .align 8 .b64 "       \
    "bar;\n"                                                                                                         \
    "ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; ld.param.u32 %r1, [bytes]; mov.u32 %r3, sh; mov.u32 "          \
    "%r4, bar; mov.u32 %r6, %cluster_ctarank; mov.u32 %r5, 0;\nmbarrier.init.shared.b64 [%r4], 1; "                  \
    "fence.mbarrier_init.release.cluster;\n"
#define MEET "barrier.cluster.arrive; barrier.cluster.wait;\n"
#define EXPECT "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], %r1;\n"
#define COPY "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%d1], %r1, [%r4];\n"
#define WAIT "W: mbarrier.try_wait.parity.shared.b64 %p2, [%r4], 0; @!%p2 bra W;\n"
/* Its time, and one of the words that have come. */
#define SHOW                                                                                                         \
    "mov.u64 %d4, %clock64; sub.u64 %d4, %d4, %d3; add.u32 %r7, %r3, %r1; ld.shared.u32 %r8, [%r7+-4]; "             \
    "st.global.u64 [%d2], %d4; st.global.u32 [%d2+8], %r8; ret;\n}\n"
static const char load[] = TOP "mov.u64 %d3, %clock64;\n" EXPECT COPY WAIT SHOW;
static const char store[] = TOP "mov.u64 %d3, %clock64;\ncp.async.bulk.global.shared::cta.bulk_group [%d1], [%r3], "
                                "%r1; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n" SHOW;
static const char reduce[] = TOP "mov.u64 %d3, %clock64;\ncp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
                                 "[%d1], [%r3], %r1; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n" SHOW;
/* The first kilobyte as a tensor of one dimension, whose map is at the buffer's end */
static const char tensor[] =
    TOP "add.u64 %d6, %d1, 262016; mov.u32 %r9, 0; mov.u64 %d3, %clock64;\n" EXPECT
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r3], [%d6, {%r9}], "
        "[%r4];\n" WAIT SHOW;
/* The newest group need not be over */
static const char store_two[] =
    TOP "mov.u64 %d3, %clock64;\ncp.async.bulk.global.shared::cta.bulk_group [%d1], [%r3], 32; "
        "cp.async.bulk.commit_group; cp.async.bulk.global.shared::cta.bulk_group [%d1+4096], [%r3], %r1; "
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 1;\n" SHOW;
static const char left_alone[] = TOP "cp.async.bulk.global.shared::cta.bulk_group [%d1], [%r3], %r1; "
                                     "cp.async.bulk.commit_group; ret;\n}\n";
static const char multicast[] = TOP EXPECT MEET
    "mov.u64 %d3, %clock64; setp.ne.u32 %p1, %r6, 0; @%p1 bra W; mov.u16 %h1, 3;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r3], [%d1], %r1, [%r4], "
    "%h1;\n" WAIT MEET "mul.wide.u32 %d5, %r6, 16; add.u64 %d2, %d2, %d5;\n" SHOW;

/* A chain of loads in the shared memory of the CTA with rank `bytes`, by that with rank 0. */
#define LOADS                                                                                                        \
    "ld.shared::cluster.u32 %r9, [%r9]; ld.shared::cluster.u32 %r9, [%r9]; ld.shared::cluster.u32 %r9, [%r9];\n"
static const char chain[] =
    TOP "mapa.shared::cluster.u32 %r9, %r3, %r1; st.shared.u32 [%r3], %r9;\n" MEET "setp.ne.u32 %p1, %r6, 0; @%p1 "
        "bra E; ld.shared::cluster.u32 %r9, [%r9]; add.u32 %r9, %r9, 0; mov.u64 %d3, %clock64;\n" LOADS
        "add.u32 %r9, %r9, 0; mov.u64 %d4, %clock64; sub.u64 %d4, %d4, %d3; st.global.u64 [%d2], %d4;\nE: " MEET
        "ret;\n}\n";

static const char meetings[] = TOP MEET
    "mov.u64 %d3, %clock64;\n" MEET MEET MEET MEET
    "mov.u64 %d4, %clock64; sub.u64 %d4, %d4, %d3; setp.ne.u32 %p1, %r6, 0; @%p1 bra E; st.global.u64 [%d2], %d4;\n"
    "E: ret;\n}\n";

#define MMA                                                                                                          \
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, %r13}, {%r14, "      \
    "%r15}, {%f1, %f2, %f3, %f4};\n"
static const char products[] = TOP ".reg .f32 %f<9>; mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; "
                                   "mov.f32 %f4, %f1;\n" MMA MMA MMA MMA MMA "cvt.rzi.u32.f32 %r8, %f1; "
                                   "st.global.u32 [%d2], %r8; ret;\n}\n";

struct how { /* to simulate; must change nothing */
    u32 threads;
    u64 skip, shuffle, window, plain;
};
static const struct how usual = {1, 1, 0, 0, 0};

struct run {
    struct gpu_record r;
    u64 out[8];
};

static struct machine_config h200(u32 sms)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    assert_true(machine_load(&c, "h200", &d));
    diag_free(&d);
    c.gpu.sms = sms;
    c.icache.on = 0; /* no fetch in between */
    c.mem.noc.far_latency = 0;
    return c;
}

static struct run run(const char *text, const struct machine_config *cfg, struct how how, u32 cluster, u32 bytes)
{
    struct run to;
    struct diag d;
    diag_init(&d);
    struct machine m = machine(text);
    u32 *in = buffer(&m, 65536, "in");
    u64 *out = (u64 *)buffer(&m, 64, "out");
    for (u32 i = 0; i < 65536; i++)
        in[i] = 7 * i;
    struct tensor_map map = {.type = 2, .rank = 1, .at = ADDR(in), .dim = {256}, .box = {256}, .step = {1}};
    assert_null(tensor_map_encode(&map));
    memcpy((u8 *)in + 262016, &map, sizeof map);
    struct machine_config c = *cfg;
    c.gpu.skip = how.skip;
    c.gpu.shuffle = how.shuffle;
    c.gpu.window = how.window;
    c.gpu.plain = how.plain;
    struct gpu_options opt = {.threads = how.threads};
    struct gpu *g = gpu_new(&c, &opt, &d);
    assert_non_null(g);
    u64 params[] = {ADDR(in), ADDR(out), bytes};
    for (u32 k = 0; k < 2; k++) { /* the second time what is read is in the L2 */
        struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                               .grid = {cluster, 1, 1},
                               .block = {1, 1, 1},
                               .cluster = {cluster, 1, 1},
                               .dynamic_shared = 150 << 10,
                               .params = params,
                               .cluster_barrier = (u32)c.gpu.cluster_barrier,
                               .timed = true};
        struct emu_source *src = emu_source_new(m.dev, &l, &d);
        assert_non_null(src);
        assert_int_equal(gpu_launch(g, emu_stream_source(src), &to.r, &d), GPU_DONE);
        emu_source_free(src);
    }
    memcpy(to.out, out, sizeof to.out);
    gpu_free(g);
    diag_free(&d);
    done(&m);
    return to;
}

/* From 4 KB on, where lines of all slices are under way, a read takes 1 cycle more for each copy.rate bytes. */
static void a_read_takes_its_latency_and_its_bytes_at_the_rate(void **state)
{
    (void)state;
    struct machine_config c = h200(1);
    u64 first = run(load, &c, usual, 1, 12288).out[0];
    assert_in_range(first, 12288 / c.copy.rate + 250, 12288 / c.copy.rate + 400);
    for (u32 n = 24576; n <= 98304; n *= 2)
        assert_int_equal(run(load, &c, usual, 1, n).out[0], first + (n - 12288) / c.copy.rate);
    c.copy.latency += 50;
    assert_int_equal(run(load, &c, usual, 1, 12288).out[0], first + 50);
    c.copy.rate = 24; /* the last of 96 lines leaves 95 * 128 / 24 cycles after the first */
    first = run(load, &c, usual, 1, 12288).out[0] - div_up(95 * 128, 24);
    c.copy.rate = 40;
    assert_int_equal(run(load, &c, usual, 1, 12288).out[0], first + div_up(95 * 128, 40));
}

static void a_read_brings_its_bytes_and_asks_for_each_line_once(void **state)
{
    (void)state;
    struct machine_config c = h200(1);
    struct run r = run(load, &c, usual, 1, 4096);
    assert_int_equal((u32)r.out[1], 7 * 1023);
    assert_int_equal(r.r.sm.copies, 1);
    assert_int_equal(r.r.sm.copy_bytes, 4096);
    assert_int_equal(r.r.sm.copy_requests, 32);
    assert_int_equal(r.r.mem.l2.sectors_read, 128);
    assert_int_equal(r.r.mem.l1.access, 0 + r.r.sm.lines);
}

/* A group of writes: store_rate, and the latency of its end. It does not wait for the memory. */
static void a_group_of_writes_is_over_when_its_bytes_have_left(void **state)
{
    (void)state;
    struct machine_config c = h200(1);
    u64 first = run(store, &c, usual, 1, 1024).out[0];
    assert_in_range(first, 1024 / c.copy.store_rate, 1024 / c.copy.store_rate + 60);
    for (u32 n = 2048; n <= 65536; n *= 2)
        assert_int_equal(run(store, &c, usual, 1, n).out[0], first + (n - 1024) / c.copy.store_rate);
    c.copy.store_latency += 100;
    assert_int_equal(run(store, &c, usual, 1, 1024).out[0], first + 100);
    c.copy.store_latency -= 100;
    u64 two = run(store_two, &c, usual, 1, 32).out[0];
    assert_int_equal(run(store_two, &c, usual, 1, 65536).out[0], two);
    /* a block stays until its copies are answered */
    assert_true(run(left_alone, &c, usual, 1, 65536).r.cycles > run(left_alone, &c, usual, 1, 32).r.cycles + 2000);
    assert_int_equal(run(left_alone, &c, usual, 1, 65536).r.mem.l2.sectors_written, 2048);
}

/* A copy by a map begins later, and one that reduces has a rate of its own. */
static void tensors_and_reductions_take_their_time(void **state)
{
    (void)state;
    struct machine_config c = h200(1);
    u64 plain = run(load, &c, usual, 1, 1024).out[0];
    struct run r = run(tensor, &c, usual, 1, 1024);
    assert_int_equal(r.out[0], plain + c.copy.tensor_latency);
    assert_int_equal((u32)r.out[1], 7 * 255);
    c.copy.tensor_latency += 70;
    assert_int_equal(run(tensor, &c, usual, 1, 1024).out[0], plain + c.copy.tensor_latency);
    assert_int_equal(run(load, &c, usual, 1, 1024).out[0], plain);
    c.copy.reduce_rate = 16;
    u64 first = run(reduce, &c, usual, 1, 3072).out[0];
    assert_in_range(first, 3072 / c.copy.reduce_rate, 3072 / c.copy.reduce_rate + 60);
    for (u32 n = 6144; n <= 49152; n *= 2)
        assert_int_equal(run(reduce, &c, usual, 1, n).out[0], first + (n - 3072) / c.copy.reduce_rate);
}

static void a_multicast_reads_once(void **state)
{
    (void)state;
    struct machine_config c = h200(2);
    struct run r = run(multicast, &c, usual, 2, 8192);
    assert_int_equal(r.r.sm.copies, 1);
    assert_int_equal(r.r.sm.copy_requests, 64);
    assert_int_equal((u32)r.out[1], 7 * 2047);
    assert_int_equal((u32)r.out[3], 7 * 2047);
    assert_true(r.out[2] > 250 + 8192 / c.copy.rate); /* the other block waits for the bytes, too */
}

/* Each block of the cluster takes the bytes at a rate of its own, whoever asked for them. */
static void a_multicast_is_over_when_all_have_received_it(void **state)
{
    (void)state;
    struct machine_config c = h200(2);
    c.copy.receive_rate = 65536;
    u64 free_of_it = run(multicast, &c, usual, 2, 8192).out[0], alone = run(load, &c, usual, 2, 8192).out[0];
    c.copy.receive_rate = 109;
    assert_int_equal(run(multicast, &c, usual, 2, 8192).out[0], free_of_it); /* slower to come than to receive */
    c.copy.receive_rate = 8;
    u64 slow = run(multicast, &c, usual, 2, 8192).out[0];
    assert_in_range(slow - c.gpu.cluster_barrier, 1024, 1024 + 50); /* it measures a barrier, too */
    c.copy.receive_rate = 4;
    assert_int_equal(run(multicast, &c, usual, 2, 8192).out[0], slow + 1024);
    assert_int_equal(run(load, &c, usual, 2, 8192).out[0], alone); /* to the own block alone */
}

static void nothing_depends_on_how_it_is_simulated(void **state)
{
    (void)state;
    static const struct how ways[] = {{2, 1, 0, 0, 0}, {4, 1, 3, 5, 1}, {1, 0, 0, 0, 0}, {2, 0, 9, 1, 1}};
    static const char *const texts[] = {load, store, multicast};
    struct machine_config c = h200(2);
    for (u32 t = 0; t < COUNT_OF(texts); t++) {
        struct run want = run(texts[t], &c, usual, 2, 6160), got;
        for (u32 i = 0; i < COUNT_OF(ways); i++) {
            got = run(texts[t], &c, ways[i], 2, 6160);
            assert_int_equal(got.r.cycles, want.r.cycles);
            assert_memory_equal(got.out, want.out, sizeof got.out);
            assert_memory_equal(&got.r.sm, &want.r.sm, sizeof got.r.sm);
        }
    }
}

/* What is asked for by the own rank is not remote. */
static void memory_of_another_block_takes_longer(void **state)
{
    (void)state;
    struct machine_config c = h200(2);
    u64 own = run(chain, &c, usual, 2, 0).out[0];
    assert_int_equal(run(chain, &c, usual, 2, 1).out[0], own + 3 * c.lsu.remote_latency);
    c.lsu.remote_rate = 1; /* 4 bytes: 4 cycles instead of 1, of which the result does not wait for the last 3 */
    assert_int_equal(run(chain, &c, usual, 2, 0).out[0], own);
}

static void a_barrier_of_a_cluster_takes_its_time(void **state)
{
    (void)state;
    struct machine_config c = h200(2);
    u64 with = run(meetings, &c, usual, 2, 0).out[0];
    assert_in_range(with, 4 * c.gpu.cluster_barrier, 4 * c.gpu.cluster_barrier + 200);
    c.gpu.cluster_barrier += 100;
    assert_int_equal(run(meetings, &c, usual, 2, 0).out[0], with + 4 * 100);
    assert_int_equal(run(meetings, &c, (struct how){2, 0, 9, 1, 1}, 2, 0).out[0], with + 4 * 100);
}

static void products_are_counted_for_the_tensor_cores(void **state)
{
    (void)state;
    struct machine_config c = h200(1);
    struct run r = run(products, &c, usual, 1, 0);
    assert_int_equal(r.r.op.tensor, 5);
    assert_int_equal(r.r.op.fp32, 0);
    assert_int_equal(r.r.sm.tensor_cycles, 5 * c.rate.tensor);
    assert_int_equal(r.r.sm.tensor_peak, 4 * r.r.sm.busy_cycles);
    assert_int_equal(run(load, &c, usual, 1, 16).r.sm.tensor_peak, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_takes_its_latency_and_its_bytes_at_the_rate),
        cmocka_unit_test(a_read_brings_its_bytes_and_asks_for_each_line_once),
        cmocka_unit_test(a_group_of_writes_is_over_when_its_bytes_have_left),
        cmocka_unit_test(tensors_and_reductions_take_their_time),
        cmocka_unit_test(a_multicast_reads_once),
        cmocka_unit_test(a_multicast_is_over_when_all_have_received_it),
        cmocka_unit_test(nothing_depends_on_how_it_is_simulated),
        cmocka_unit_test(memory_of_another_block_takes_longer),
        cmocka_unit_test(a_barrier_of_a_cluster_takes_its_time),
        cmocka_unit_test(products_are_counted_for_the_tensor_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
