/* The whole machine: the same result for any number of threads, order of ticks and skipping; feeding by chunks;
   limits, refusals and the deadlock report; more than one machine in a process. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../long.h"
#include "gpu/record_json.h"
#include "mem/dram_check.h"
#include "one_sm.h"

/* A kernel with a bit of everything: coalesced and divergent loads, shared memory, a barrier, stores, atomics. */
static void mixed_for(struct script_source *s, u64 ctas, u32 loops, u32 warps, u32 lanes)
{
    script_init(s, ctas, warps, lanes);
    s->loops = loops;
    u32 pc = script_mem(s, SI_LOAD, SI_GLOBAL, 1, 0, 0x400000000000, 4, 128 * 40);
    s->by_loop[pc] = 128;
    pc = script_mem(s, SI_LOAD, SI_GLOBAL, 2, 0, 0x400010000000, 1088, 4);
    s->by_loop[pc] = 4;
    script_op(s, SI_FP32, 3, 1);
    script_op(s, SI_SFU, 4, 2);
    script_mem(s, SI_STORE, SI_SHARED, 4, -1, 0, 8, 0);
    script_op(s, SI_BARRIER, -1, -1);
    script_mem(s, SI_LOAD, SI_SHARED, 5, -1, 0, 4, 0);
    script_op(s, SI_FP64, 6, 5);
    pc = script_mem(s, SI_STORE, SI_GLOBAL, 6, 0, 0x400020000000, 4, 128 * 40);
    s->by_loop[pc] = 128;
    script_mem(s, SI_RED, SI_GLOBAL, 3, 0, 0x400030000000, 0, 0);
    script_mem(s, SI_LOAD, SI_CONST, 7, 0, 0x400040000000, 0, 4);
    script_op(s, SI_FENCE, -1, -1);
    script_op(s, SI_CONTROL, -1, 7);
    s->kernel.shared_bytes = 2048;
}

static void mixed(struct script_source *s, u64 ctas, u32 loops)
{
    mixed_for(s, ctas, loops, 6, 32);
}

/* Warp 0 computes, comes to the barrier and ends; warp 1 waits at the barrier, and has more to do behind it. What
   comes in `part`, one of more()'s calls each: warp 1's wait; warp 0 until it ends; warp 1 behind the barrier. */
static void put_part(struct script_source *s, struct stream_cta *cta, u32 part)
{
    struct script_cta *st = cta->state;
    u64 full = lanes_mask(s->kernel.warp_lanes);
    struct stream_writer *one = &st->writers[0], *other = &st->writers[1];
    if (part == 0)
        stream_put_barrier(other, 1, full, full, 0, 0);
    for (u32 i = 0; i < 20000 && part < 2; i++)
        stream_put_run(one, 0, 1, full, full);
    if (part == 1) {
        stream_put_barrier(one, 1, full, full, 0, 0);
        stream_put_end(one);
    }
    for (u32 i = 0; i < 100 && part == 2; i++)
        stream_put_run(other, 2, 1, full, full);
    if (part == 2)
        stream_put_end(other);
    stream_flush(part == 2 ? other : one);
    stream_flush(part == 2 ? one : other);
}

static bool start_parts(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct script_source *s = (struct script_source *)src;
    s->loops = 0; /* script_start writes nothing */
    if (!script_start(src, index, cta))
        return false;
    struct script_cta *st = cta->state;
    for (u32 w = 0; w < cta->n_warps; w++) { /* its end is taken back */
        stream_free(&cta->warps[w]);
        cta->warps[w] = (struct stream){.pool = &s->pool};
        stream_writer_init(&st->writers[w], &cta->warps[w], s->code, s->kernel.warp_lanes, false);
    }
    put_part(s, cta, 0);
    return true;
}

static bool more_parts(struct stream_source *src, struct stream_cta *cta)
{
    struct script_cta *st = cta->state;
    put_part((struct script_source *)src, cta, ++st->iteration);
    return true;
}

/* When warp 0 has ended, nobody but warp 1 asks for what comes behind the barrier. */
static void a_warp_goes_on_when_the_others_have_ended(void **state)
{
    (void)state;
    const char *const machines[] = {"gtx480", "h200"};
    for (u32 i = 0; i < COUNT_OF(machines); i++) {
        struct one_sm o;
        struct script_source s;
        diag_init(&o.d);
        assert_true(machine_load(&o.cfg, machines[i], &o.d));
        o.cfg.gpu.sms = 1;
        struct gpu *g = gpu_new(&o.cfg, &(struct gpu_options){.threads = 1}, &o.d);
        assert_non_null(g);
        script_init(&s, 1, 2, (u32)o.cfg.sm.lanes);
        script_op(&s, SI_ALU, 1, 1);
        script_op(&s, SI_BARRIER, -1, -1);
        script_op(&s, SI_ALU, 2, 2);
        s.src.start = start_parts;
        s.src.more = more_parts;
        assert_int_equal(gpu_launch(g, &s.src, &o.r, &o.d), GPU_DONE);
        assert_int_equal(o.r.sm.warp_instrs, 2 * 20000 + 2 + 100);
        script_free(&s);
        gpu_free(g);
        diag_free(&o.d);
    }
}

static bool by_line; /* costs by instruction are part of the result */

static char *run_mixed(const char *machine, u32 threads, u64 skip, u64 shuffle, u32 chunk, u64 window)
{
    struct one_sm o;
    struct script_source s;
    diag_init(&o.d);
    assert_true(machine_load(&o.cfg, machine, &o.d));
    o.cfg.gpu.skip = skip;
    o.cfg.gpu.shuffle = shuffle;
    o.cfg.gpu.window = window;
    o.cfg.mem.dram.check = 1;
    o.cfg.gpu.sms = MIN(o.cfg.gpu.sms, 60); /* forty CTAs: the rest of a large machine would only stand by */
    if (by_line && !strcmp(machine, "wpu-bulk"))
        o.cfg.maws.policy = MAWS_AGGRESS;
    struct gpu_options opt = {.threads = threads, .lines = by_line};
    struct gpu *g = gpu_new(&o.cfg, &opt, &o.d);
    assert_non_null(g);
    json_t *all = json_array();
    for (u32 i = 0; i < 2; i++) {
        mixed_for(&s, 40, 5, (u32)MIN(6, o.cfg.sm.warps), (u32)o.cfg.sm.lanes);
        s.chunk = chunk;
        assert_int_equal(gpu_launch(g, &s.src, &o.r, &o.d), GPU_DONE);
        assert_int_equal(s.finished, 40);
        script_free(&s);
        json_array_append_new(all, gpu_record_json(&o.r, &o.cfg, 1));
    }
    if (by_line)
        json_array_append_new(all, gpu_lines_json(g));
    gpu_free(g);
    diag_free(&o.d);
    char *text = json_dumps(all, JSON_SORT_KEYS | JSON_INDENT(1));
    json_decref(all);
    return text;
}

static void same(const char *machine, char *want, u32 threads, u64 skip, u64 shuffle, u32 chunk, u64 window)
{
    char *got = run_mixed(machine, threads, skip, shuffle, chunk, window);
    if (strcmp(want, got))
        fail_msg("%s: threads %u, skip %d, shuffle %d, chunk %u, window %d change the result", machine, threads,
                 (int)skip, (int)shuffle, chunk, (int)window);
    free(got);
}

static void results_do_not_depend_on_how_they_are_computed(void **state)
{
    (void)state;
    const char *const machines[] = {"gtx480", "c2050-s",  "c2050-l",      "clustered60",
                                    "sm32nm", "wpu-bulk", "wpu-coherent", "h200"};
    for (u32 i = 0; i < COUNT_OF(machines); i++) {
        const char *m = machines[i];
        char *want = run_mixed(m, 1, 1, 0, 0, 0);
        same(m, want, 2, 1, 0, 0, 0);
        same(m, want, 3, 0, 5, 0, 11);
        same(m, want, 1, 1, 77, 0, 1);
        same(m, want, 1, 1, 0, 4, 0); /* streams in chunks long enough for a window: nothing changes either */
        if (long_run()) {
            same(m, want, 1, 1, 0, 0, 0);
            same(m, want, 4, 1, 3, 0, 0);
            same(m, want, 8, 0, 5, 0, 11);
            same(m, want, 1, 0, 0, 0, 0);
            same(m, want, 1, 1, 0, 0, 29);
        }
        free(want);
    }
}

static void costs_by_instruction_do_not_either(void **state)
{
    (void)state;
    const char *const machines[] = {"gtx480", "wpu-bulk"};
    by_line = true;
    for (u32 i = 0; i < COUNT_OF(machines); i++) {
        char *want = run_mixed(machines[i], 1, 1, 0, 0, 0);
        same(machines[i], want, 4, 1, 3, 0, 0);
        same(machines[i], want, 3, 0, 5, 0, 11);
        free(want);
    }
    by_line = false;
}

static u64 cycles_with(u64 drain, u64 cta_emptied, u64 ctas)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg.gpu.launch = 1000;
    o.cfg.gpu.drain = drain;
    o.cfg.gpu.cta_cold = 40;
    o.cfg.gpu.cta_emptied = cta_emptied;
    o.cfg.mem.l2.invalidate = cta_emptied != 0;
    o.cfg.sm.ctas = 8;
    script_init(&s, ctas, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    script_mem(&s, SI_STORE, SI_GLOBAL, 2, -1, 0x400000000000, 4, 0);
    u64 cycles = one_sm_run(&o, &s);
    one_sm_free(&o);
    return cycles;
}

/* gpu.drain: stores of the last CTAs that are on their way for no longer delay no kernel's end. */
static void a_kernel_ends_with_stores_on_their_way(void **state)
{
    (void)state;
    u64 all = cycles_with(0, 0, 1), none = cycles_with(1000, 0, 1);
    assert_int_equal(none, 1000 + 40 + 2);
    assert_true(all > none + 50);
    assert_int_equal(cycles_with(30, 0, 1), all - 30);
    assert_int_equal(cycles_with(all - none, 0, 1), none);
}

/* gpu.cta_emptied: where the L2 is emptied. */
static void emptied_caches_delay_the_first_cta(void **state)
{
    (void)state;
    assert_int_equal(cycles_with(0, 25, 1), cycles_with(0, 0, 1) + 25);
}

static u64 cycles_of_kernel(u64 launch_memory, bool stores)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg.gpu.launch = 1000;
    o.cfg.gpu.launch_memory = launch_memory;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    if (stores)
        script_mem(&s, SI_STORE, SI_GLOBAL, 2, -1, 0x400000000000, 4, 0);
    u64 cycles = one_sm_run(&o, &s);
    one_sm_free(&o);
    return cycles;
}

/* gpu.launch_memory: for kernels that have an access. */
static void a_launch_that_accesses_memory_takes_longer(void **state)
{
    (void)state;
    assert_int_equal(cycles_of_kernel(300, true), cycles_of_kernel(0, true) + 300);
    assert_int_equal(cycles_of_kernel(300, false), cycles_of_kernel(0, false));
}

/* CTAs of one warp on three SMs: when the last ends. */
static u64 cycles_of_ctas(u64 pair, u64 pair_warp, u64 retire, u64 ctas)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg.gpu.sms = 3;
    o.cfg.gpu.launch = o.cfg.gpu.drain = 0;
    o.cfg.gpu.cta_spacing = 100 * 1000;
    o.cfg.gpu.cta_pair = pair * 1000;
    o.cfg.gpu.cta_pair_warp = pair_warp * 1000;
    o.cfg.gpu.cta_retire = retire * 1000;
    o.cfg.sm.ctas = 8;
    script_init(&s, ctas, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    u64 cycles = one_sm_run(&o, &s);
    one_sm_free(&o);
    return cycles;
}

/* gpu.cta_pair: first CTAs start on SMs 0 and 1 one after the other, and on SM 2 meanwhile; gpu.cta_pair_warp, if
   that is longer; others by gpu.cta_spacing. gpu.cta_retire: ends one after the other. */
static void ctas_start_on_pairs_of_sms_and_end_in_line(void **state)
{
    (void)state;
    u64 one = cycles_of_ctas(40, 0, 0, 1);
    assert_int_equal(cycles_of_ctas(0, 0, 0, 3), one + 200); /* gpu.cta_spacing alone */
    assert_int_equal(cycles_of_ctas(40, 0, 0, 2), one + 40);
    assert_int_equal(cycles_of_ctas(40, 0, 0, 3), one + 40);
    assert_int_equal(cycles_of_ctas(40, 0, 0, 6), one + 3 * 40);
    assert_int_equal(cycles_of_ctas(40, 60, 0, 6), one + 3 * 60);
    assert_true(cycles_of_ctas(1, 0, 0, 48) > one + 23 * 100);
    assert_int_equal(cycles_of_ctas(1, 0, 500, 1), one + 500);
    assert_int_equal(cycles_of_ctas(1, 0, 500, 6), one + 6 * 500);
}

/* rate.words: what reads constants that other warps load at the same time gets its result later. */
static void constants_are_loaded_one_after_the_other(void **state)
{
    (void)state;
    u64 took[2][2];
    for (u64 rate = 0; rate < 2; rate++)
        for (u32 warps = 1; warps <= 2; warps++) {
            struct one_sm o;
            struct script_source s;
            one_sm_init(&o, "gtx480");
            o.cfg.rate.words = 100 * rate;
            script_init(&s, 1, warps, 32);
            script_op(&s, SI_ALU, 1, -1);
            script_op(&s, SI_ALU, 2, 1);
            o.cfg.sm.isa = ISA_MACHINE;
            s.code[0].slots = 3;
            s.code[0].words = 2;
            took[rate][warps - 1] = one_sm_run(&o, &s);
            one_sm_free(&o);
        }
    assert_int_equal(took[1][0], took[0][0]);
    assert_in_range(took[1][1], took[0][0] + 190, took[0][0] + 200);
}

static void every_preset_runs(void **state)
{
    (void)state;
    struct machine_list l;
    struct diag d;
    diag_init(&d);
    machine_list(&l, &d);
    assert_true(l.n >= 8);
    for (u32 i = 0; i < l.n; i++) {
        struct machine_config c;
        assert_true(machine_load(&c, l.names[i], &d));
        assert_true(l.about[i][0]);
        struct gpu_options opt = {.threads = 1};
        c.mem.dram.check = 1;
        struct gpu *g = gpu_new(&c, &opt, &d);
        assert_non_null(g);
        struct script_source s;
        struct gpu_record r;
        script_init(&s, 2 * c.gpu.sms, 2, (u32)c.sm.lanes);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 4 * (i64)c.sm.lanes);
        script_op(&s, SI_ALU, 2, 1);
        script_mem(&s, SI_STORE, SI_GLOBAL, 2, -1, 0x400010000000, 4, 4 * (i64)c.sm.lanes);
        assert_int_equal(gpu_launch(g, &s.src, &r, &d), GPU_DONE);
        assert_int_equal(r.sm.warp_instrs, 3 * 2 * 2 * c.gpu.sms);
        assert_int_equal(r.mem.pushed, r.mem.replied);
        assert_int_equal(r.slot.issued, r.sm.warp_instrs);
        assert_int_equal(r.slot.total, r.cycles * c.gpu.sms * c.sm.schedulers * c.sm.issue_width);
        u64 banks = c.mem.dram.refresh_kind == DRAM_REFRESH_BANK ? 1 : c.mem.dram.banks; /* of a refresh */
        u64 act = 0;
        for (u32 k = 0; c.mem.dram.kind == 0 && k < g->mem.n_partitions - g->mem.n_links; k++) {
            const struct dram *m = &g->mem.partitions[k].dram;
            assert_int_equal(dram_watch_count(m->watch),
                             m->stats.act + m->stats.pre + m->stats.col + m->stats.refresh * banks);
            act += m->stats.act;
        }
        assert_int_equal(act, c.mem.dram.kind == 0 ? r.mem.dram.act : 0);
        script_free(&s);
        gpu_free(g);
    }
    arena_free(&l.arena);
    diag_free(&d);
}

static void a_limit_stops_with_what_there_is(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    struct gpu_options opt = {.threads = 1, .max_cycles = 1000};
    o.gpu = gpu_new(&o.cfg, &opt, &o.d);
    mixed(&s, 400, 100);
    assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_LIMIT);
    assert_int_equal(o.r.cycles, 1000);
    assert_true(o.r.sm.warp_instrs > 100);
    assert_int_equal(s.started, s.finished);
    assert_int_equal(s.pool.n_live, 0);
    assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_LIMIT);
    script_free(&s);
    one_sm_free(&o);
}

static void a_launch_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    struct gpu_options opt = {.threads = 1};
    o.gpu = gpu_new(&o.cfg, &opt, &o.d);
    mixed(&s, 1, 1);
    s.kernel.shared_bytes = 100000;
    assert_int_equal(gpu_launch(o.gpu, &s.src, &o.r, &o.d), GPU_REFUSED);
    assert_non_null(strstr(o.d.first->text, "100096 bytes of shared memory, but an SM has 49152"));
    script_free(&s);
    one_sm_free(&o);
}

/* In a child process, since it ends in BUG; what it says comes through a pipe. */
static void deadlock_text(u64 freeze, char *buf, size_t size)
{
    int p[2];
    assert_int_equal(pipe(p), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(p[1], 2);
        struct one_sm o;
        struct script_source s;
        one_sm_init(&o, "gtx480");
        o.cfg.gpu.freeze = freeze;
        mixed(&s, 2, 2);
        one_sm_run(&o, &s);
        _exit(0);
    }
    close(p[1]);
    size_t n = 0;
    for (ssize_t k; n + 1 < size && (k = read(p[0], buf + n, size - 1 - n)) > 0;)
        n += (size_t)k;
    buf[n] = 0;
    close(p[0]);
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
}

static void a_frozen_stage_shows_who_waits_for_whom(void **state)
{
    (void)state;
    char text[65536];
    deadlock_text(FREEZE_MEMORY, text, sizeof text);
    assert_non_null(strstr(text, "deadlock at core cycle"));
    assert_non_null(strstr(text, "partition 0 is frozen on purpose"));
    assert_non_null(strstr(text, "waits for memory"));
    assert_non_null(strstr(text, "request network"));
    deadlock_text(FREEZE_SM, text, sizeof text);
    assert_non_null(strstr(text, "cluster 0 is frozen on purpose"));
}

/* One CTA on fifteen SMs: the others' slots have no warp. */
static void idle_sms_have_no_warp(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg.gpu.sms = 15;
    mixed(&s, 1, 3);
    one_sm_run(&o, &s);
    assert_true(o.r.slot.no_warp >= 14 * 2 * o.r.cycles);
    assert_int_equal(o.r.slot.total, 15 * 2 * o.r.cycles);
    one_sm_free(&o);
}

struct job {
    const char *machine;
    char *text;
};
static void *run_job(void *arg)
{
    struct job *j = arg;
    j->text = run_mixed(j->machine, 2, 1, 0, 4, 0);
    return NULL;
}

/* Two machines at the same time, two threads each, count what each counts alone. */
static void two_machines_in_one_process(void **state)
{
    (void)state;
    struct job jobs[2] = {{.machine = "gtx480"}, {.machine = "c2050-s"}};
    pthread_t threads[2];
    for (u32 i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    for (u32 i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (u32 i = 0; i < 2; i++) {
        char *alone = run_mixed(jobs[i].machine, 1, 1, 0, 0, 0);
        assert_string_equal(alone, jobs[i].text);
        free(alone);
        free(jobs[i].text);
    }
}

/* Warm L2, cold L1 between kernels. */
static void the_l2_stays_warm_between_kernels(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    for (u32 i = 0; i < 2; i++) {
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        script_op(&s, SI_ALU, 2, 1);
        one_sm_run(&o, &s);
        assert_int_equal(o.r.mem.l1.miss, 1);
        assert_int_equal(o.r.mem.l2.read_hit, i);
    }
    one_sm_free(&o);
}

/* A busy kernel, then one load that finds everything idle: its longest latencies are its own. */
static void the_longest_latency_is_the_kernels_own(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    mixed(&s, 8, 20);
    one_sm_run(&o, &s);
    u64 busy = o.r.mem.hist[MS_TOTAL].max;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
    one_sm_run(&o, &s);
    const struct hist *h = o.r.mem.hist;
    assert_int_equal(hist_count(&h[MS_TOTAL]), 1);
    assert_int_equal(h[MS_TOTAL].max, h[MS_TOTAL].sum);
    assert_int_equal(h[MS_FRONT].max, 1);
    assert_int_equal(h[MS_L2].max, h[MS_L2].sum);
    assert_true(busy > h[MS_TOTAL].max);
    one_sm_free(&o);
}

/* A write-back L1 hands its dirty lines over at the end of each kernel, and the next kernel starts with an empty one.
 */
static void write_back_l1s_are_flushed(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    o.cfg.mem.l1.write = L1_WRITE_BACK;
    for (u32 i = 0; i < 2; i++) {
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        one_sm_run(&o, &s);
        assert_int_equal(o.r.mem.l1.miss, 1);
        assert_int_equal(o.r.mem.l1.write_back, 1);
        assert_int_equal(o.r.mem.l2.write, 1);
    }
    one_sm_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_how_they_are_computed),
        cmocka_unit_test(costs_by_instruction_do_not_either),
        cmocka_unit_test(every_preset_runs),
        cmocka_unit_test(a_limit_stops_with_what_there_is),
        cmocka_unit_test(a_kernel_ends_with_stores_on_their_way),
        cmocka_unit_test(emptied_caches_delay_the_first_cta),
        cmocka_unit_test(ctas_start_on_pairs_of_sms_and_end_in_line),
        cmocka_unit_test(constants_are_loaded_one_after_the_other),
        cmocka_unit_test(a_launch_that_accesses_memory_takes_longer),
        cmocka_unit_test(a_launch_that_does_not_fit_is_refused),
        cmocka_unit_test(a_frozen_stage_shows_who_waits_for_whom),
        cmocka_unit_test(a_warp_goes_on_when_the_others_have_ended),
        cmocka_unit_test(idle_sms_have_no_warp),
        cmocka_unit_test(two_machines_in_one_process),
        cmocka_unit_test(the_l2_stays_warm_between_kernels),
        cmocka_unit_test(the_longest_latency_is_the_kernels_own),
        cmocka_unit_test(write_back_l1s_are_flushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
