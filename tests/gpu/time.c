/* Simulated time: CTAs start and launches end in exact cycles, which depend on the machine alone, not on how long its
   units run alone (windows), nor on idle time that is skipped; limits and the watchdog. */
#include <setjmp.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gpu/record_json.h"
#include "one_sm.h"

#define BASE 0x400000000000ull

static struct one_sm o;

static int setup(void **state)
{
    (void)state;
    one_sm_init(&o, "gtx480");
    return 0;
}
static int teardown(void **state)
{
    (void)state;
    one_sm_free(&o);
    return 0;
}

static u64 run_with(struct script_source *s, u64 noc_latency, u64 dispatch)
{
    gpu_free(o.gpu);
    o.gpu = NULL;
    o.cfg.mem.noc.latency = noc_latency;
    o.cfg.gpu.cta_dispatch = dispatch;
    return one_sm_run(&o, s);
}

/* A warp that computes x = x * a + b, n times with the loop's add, compare and branch: each round takes as long as
   the one before, whatever the network's latency. */
static void a_loop_takes_a_fixed_time_a_round(void **state)
{
    (void)state;
    static const u64 noc[] = {1, 40, 400};
    /* x, i one cycle later, the compare lat.alu after i, the branch lat.alu after that; from there to the next round
     */
    u64 round = 1 + o.cfg.lat.alu + o.cfg.lat.alu + o.cfg.lat.control;
    for (u32 k = 0; k < COUNT_OF(noc); k++) {
        u64 before = 0;
        for (u32 n = 1; n <= 7; n++) {
            struct script_source s;
            script_init(&s, 1, 1, 32);
            s.loops = n;
            script_op(&s, SI_FP32, 1, 1);
            script_op(&s, SI_ALU, 2, 2);
            script_op(&s, SI_ALU, SI_PRED_BASE, 2);
            script_op(&s, SI_CONTROL, -1, SI_PRED_BASE);
            u64 cycles = run_with(&s, noc[k], 40);
            assert_int_equal(cycles, n * round - (o.cfg.lat.control - 1));
            assert_true(n == 1 || cycles - before == round);
            before = cycles;
        }
    }
}

/* CTAs of different lengths, several waves of them, with barriers and shared memory, and no packet. */
static void busy_ctas(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(s->kernel.warp_lanes);
    u64 n = 20 + cta * 37 % 61;
    for (u64 i = 0; i < n + warp % 3; i++)
        stream_put_run(w, 0, 2, full, full);
    stream_put_mem(w, 2, full, full, SI_SHARED, 128 * warp, 4);
    stream_put_barrier(w, 3, full, full, 0, 0);
    for (u64 i = 0; i < n / 4; i++)
        stream_put_run(w, 4, 2, full, full);
}

static void busy(struct script_source *s, u64 ctas)
{
    script_init(s, ctas, 4, 32);
    script_op(s, SI_FP32, 1, 1);
    script_op(s, SI_ALU, 2, 3);
    script_mem(s, SI_STORE, SI_SHARED, 1, -1, 0, 4, 0);
    script_op(s, SI_BARRIER, -1, -1);
    script_op(s, SI_SFU, 4, 1);
    script_op(s, SI_CONTROL, -1, -1);
    s->write = busy_ctas;
    s->kernel.shared_bytes = 4096;
}

static char *busy_record(u64 noc_latency, u64 dispatch, u64 window, u32 threads)
{
    struct script_source s;
    struct gpu_options opt = {.threads = threads};
    gpu_free(o.gpu);
    o.cfg.gpu.sms = 15;
    o.cfg.gpu.window = window;
    o.cfg.gpu.cta_dispatch = dispatch;
    o.cfg.mem.noc.latency = noc_latency;
    o.gpu = gpu_new(&o.cfg, &opt, &o.d);
    json_t *all = json_array();
    for (u32 i = 0; i < 2; i++) {
        busy(&s, 300);
        assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_DONE);
        assert_int_equal(o.r.mem.pushed, 0);
        script_free(&s);
        json_array_append_new(all, gpu_record_json(&o.r, &o.cfg, 1));
    }
    char *text = json_dumps(all, JSON_SORT_KEYS);
    json_decref(all);
    return text;
}

/* Without packets the network's latency changes nothing, wherever windows begin and end. */
static void a_kernel_without_packets_does_not_feel_the_network(void **state)
{
    (void)state;
    static const u64 dispatch[] = {1, 13, 40, 333}, noc[] = {1, 3, 40, 400};
    for (u32 k = 0; k < COUNT_OF(dispatch); k++) {
        char *want = busy_record(1, dispatch[k], 0, 1);
        for (u32 i = 1; i < COUNT_OF(noc); i++)
            for (u32 threads = 1; threads <= 2; threads++) {
                char *got = busy_record(noc[i], dispatch[k], i == 2 ? 7 : 0, threads);
                assert_string_equal(want, got);
                free(got);
            }
        free(want);
    }
}

/* 5 CTAs of one warp on an SM that holds two, each a chain of ten: a CTA's last cycle is the 82nd, and the one in its
   place starts cta_dispatch after that. */
static void a_cta_starts_when_it_was_dispatched(void **state)
{
    (void)state;
    static const u64 dispatch[] = {1, 2, 39, 40, 41, 500}, noc[] = {1, 40, 400};
    o.cfg.sm.ctas = 2;
    for (u32 i = 0; i < COUNT_OF(dispatch) * COUNT_OF(noc); i++) {
        struct script_source s;
        u64 d = dispatch[i % COUNT_OF(dispatch)], chain = 9 * o.cfg.lat.alu + 1;
        script_init(&s, 5, 1, 32);
        for (u32 k = 0; k < 10; k++)
            script_op(&s, SI_ALU, 1, 1);
        assert_int_equal(run_with(&s, noc[i / COUNT_OF(dispatch)], d), 3 * chain + 2 * (d - 1));
    }
}

/* A launch begins where the one before ended, or where the memory came to rest after it. */
static void launches_follow_each_other_exactly(void **state)
{
    (void)state;
    struct script_source s;
    u64 at[2][4];
    for (u32 k = 0; k < 2; k++) {
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.gpu.window = k ? 3 : 0;
        o.cfg.mem.l1.write = L1_WRITE_BACK; /* with its flush */
        for (u32 i = 0; i < 4; i++) {
            script_init(&s, 3, 2, 32);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 128);
            script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE + 4096, 4, 128);
            at[k][i] = one_sm_run(&o, &s) << 32 | o.r.start;
        }
    }
    assert_memory_equal(at[0], at[1], sizeof at[0]);
}

static void mixed(struct script_source *s)
{
    script_init(s, 60, 4, 32);
    s->loops = 20;
    u32 pc = script_mem(s, SI_LOAD, SI_GLOBAL, 1, 0, BASE, 4, 128 * 40);
    s->by_loop[pc] = 128;
    script_op(s, SI_SFU, 3, 1);
    script_op(s, SI_FP32, 2, 3);
    script_mem(s, SI_STORE, SI_GLOBAL, 2, 0, BASE + (1 << 24), 4, 128);
}

/* The limit is a cycle, and what is counted up to there does not depend on skipping or threads. */
static void a_limit_is_a_cycle(void **state)
{
    (void)state;
    static const u64 limits[] = {1, 999, 1000, 1537};
    o.cfg.gpu.sms = 15;
    for (u32 i = 0; i < COUNT_OF(limits); i++) {
        char *want = NULL;
        for (u32 k = 0; k < 3; k++) {
            struct script_source s;
            struct gpu_options opt = {.threads = 1 + k, .max_cycles = limits[i]};
            gpu_free(o.gpu);
            o.cfg.gpu.skip = k != 1;
            o.gpu = gpu_new(&o.cfg, &opt, &o.d);
            mixed(&s);
            assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_LIMIT);
            assert_int_equal(o.r.cycles, limits[i]);
            script_free(&s);
            json_t *j = gpu_record_json(&o.r, &o.cfg, 1);
            char *got = json_dumps(j, JSON_SORT_KEYS);
            json_decref(j);
            if (want)
                assert_string_equal(want, got);
            free(want);
            want = got;
        }
        free(want);
    }
}

/* A load from a memory that takes 5,000 cycles, and a watchdog that waits for 1,000: given up, with who waits, and
   nothing of ours is called broken. In a child, for what it says. */
static void the_watchdog_reports_who_waits(void **state)
{
    (void)state;
    int p[2];
    char text[8192];
    assert_int_equal(pipe(p), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct script_source s;
        struct gpu_options opt = {.threads = 1};
        dup2(p[1], 2);
        o.cfg.gpu.watchdog = 1000;
        o.cfg.mem.l2.per_channel = 1;
        o.cfg.mem.dram.kind = 1;
        o.cfg.mem.dram.fixed_latency = 5000;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
        script_op(&s, SI_ALU, 2, 1);
        o.gpu = gpu_new(&o.cfg, &opt, &o.d);
        enum gpu_status st = gpu_launch(o.gpu, &s.src, &o.r, &o.d);
        diag_print(&o.d, stderr);
        _exit(st == GPU_STUCK ? 7 : 1);
    }
    close(p[1]);
    size_t n = 0;
    for (ssize_t k; n + 1 < sizeof text && (k = read(p[0], text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)k;
    text[n] = 0;
    close(p[0]);
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    assert_non_null(strstr(text, "no request moved for 1000 cycles (gpu.watchdog)"));
    assert_non_null(strstr(text, "waits for memory"));
    assert_non_null(strstr(text, "error: nothing moved for 1000 cycles"));
}

/* 32 lines a load, each a request of its own. */
static void write_scattered(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32), addr[32];
    for (u32 k = 0; k < s->kernel.n_code; k++) {
        for (u32 i = 0; i < 32; i++)
            addr[i] = BASE + (((cta * 48 + warp) * s->kernel.n_code + k) * 32 + i) * 128;
        stream_put_mem_scattered(w, k, full, full, SI_GLOBAL, addr);
    }
}

static char *unbounded_queues(u32 threads)
{
    struct script_source s;
    struct gpu_options opt = {.threads = threads};
    gpu_free(o.gpu);
    script_init(&s, 8, 48, 32);
    for (u32 k = 0; k < 4; k++)
        script_mem(&s, SI_LOAD, SI_GLOBAL, (int)k, -1, 0, 0, 0);
    s.write = write_scattered;
    o.gpu = gpu_new(&o.cfg, &opt, &o.d);
    assert_non_null(o.gpu);
    assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_DONE);
    script_free(&s);
    json_t *j = gpu_record_json(&o.r, &o.cfg, 1);
    char *text = json_dumps(j, JSON_SORT_KEYS);
    json_decref(j);
    return text;
}

/* Queues without a bound grow in the SMs of both threads at once: under ThreadSanitizer, none takes from another's.
 */
static void unbounded_queues_grow_on_several_threads(void **state)
{
    (void)state;
    o.cfg.gpu.sms = 8;
    o.cfg.lsu.slots = 4096;
    assert_true(machine_set(&o.cfg, "front=mrpb", &o.d) && machine_set(&o.cfg, "mrpb.entries=0", &o.d));
    char *one = unbounded_queues(1), *two = unbounded_queues(2);
    assert_true(o.r.mem.front.max_occupancy > 1024); /* more than there is room for at first */
    assert_string_equal(one, two);
    free(one);
    free(two);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_loop_takes_a_fixed_time_a_round),
        T(a_kernel_without_packets_does_not_feel_the_network),
        T(a_cta_starts_when_it_was_dispatched),
        T(launches_follow_each_other_exactly),
        T(a_limit_is_a_cycle),
        T(the_watchdog_reports_who_waits),
        T(unbounded_queues_grow_on_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
