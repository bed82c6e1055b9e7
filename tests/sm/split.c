/* Warp-splits: who goes on, who waits for whom, and that each lane's instructions are issued once, whatever the
 * policy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "sm/split.h"

#define BASE 0x400000000000ull
#define LINE 32

static struct one_sm o;

static int setup(void **state)
{
    (void)state;
    one_sm_init(&o, "wpu-bulk");
    o.cfg.sm.stall = STALL_ON_ACCESS;
    o.cfg.sched.policy = POLICY_SWITCH;
    return 0;
}
static int teardown(void **state)
{
    (void)state;
    one_sm_free(&o);
    return 0;
}

static u64 run_policy(struct script_source *s, u64 policy)
{
    gpu_free(o.gpu);
    o.gpu = NULL;
    o.cfg.maws.policy = policy;
    return one_sm_run(&o, s);
}

/* Two lanes' lines are brought in first. Then lanes 0 and 1 hit them and 2 to 7 miss, and everybody loads once more
   from lines that nobody has: with a split, the second miss of lanes 0 and 1 overlaps the first of the others. */
static void write_divergent(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[3][8];
    (void)s, (void)cta, (void)warp;
    for (u32 i = 0; i < 8; i++) {
        addr[0][i] = BASE + (i & 1) * LINE;
        addr[1][i] = BASE + (i < 2 ? i : 100 + i) * LINE;
        addr[2][i] = BASE + (200 + (i < 2 ? 0 : 1)) * LINE;
    }
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[0]);
    stream_put_mem_scattered(w, 1, full, full, SI_GLOBAL, addr[1]);
    stream_put_run(w, 2, 1, full, full);
    stream_put_mem_scattered(w, 3, full, full, SI_GLOBAL, addr[2]);
    stream_put_run(w, 4, 1, full, full);
}

static void divergent(struct script_source *s)
{
    script_init(s, 1, 1, 8);
    script_mem(s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
    script_mem(s, SI_LOAD, SI_GLOBAL, 2, -1, 0, 0, 0);
    script_op(s, SI_ALU, 3, 2);
    script_mem(s, SI_LOAD, SI_GLOBAL, 4, 3, 0, 0, 0);
    script_op(s, SI_ALU, 5, 4);
    s->write = write_divergent;
}

static void those_that_hit_go_on(void **state)
{
    (void)state;
    struct script_source s;
    divergent(&s);
    u64 whole = run_policy(&s, MAWS_COUNT);
    assert_int_equal(o.r.sm.splits, 0);
    assert_int_equal(o.r.sm.warp_instrs, 5);
    assert_int_equal(o.r.sm.miss_accesses, 3);
    assert_int_equal(o.r.sm.divergent_accesses, 1);
    for (u64 policy = MAWS_AGGRESS; policy <= MAWS_LAZY; policy++) {
        divergent(&s);
        u64 split = run_policy(&s, policy);
        assert_int_equal(o.r.sm.splits, 1);
        assert_int_equal(o.r.sm.merges, 1); /* at the second load: the others catch up while it misses */
        assert_int_equal(o.r.sm.thread_instrs, 5 * 8);
        assert_int_equal(o.r.sm.warp_instrs, 5 + 2); /* the addition and the load twice */
        assert_true(split < whole);                  /* the second load of lanes 0 and 1 is on its way earlier */
    }
    divergent(&s);
    run_policy(&s, MAWS_LATSPEC);
    assert_int_equal(o.r.sm.splits, 1); /* the first load has shown how long a miss takes */
    struct diag d;
    diag_init(&d);
    assert_true(machine_check(&o.cfg, &d));
    o.cfg.maws.entries = o.cfg.sm.warps; /* no room in the table */
    assert_false(machine_check(&o.cfg, &d));
    diag_free(&d);
}

/* Two misses with a thousand instructions between them, then an access that diverges. The one counter still holds
   what the second miss has put there; the warp's own register says that nothing is left, because it misses now. */
static void write_long(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[3][8];
    (void)s, (void)cta, (void)warp;
    for (u32 i = 0; i < 8; i++) {
        addr[0][i] = BASE + (i & 1) * LINE;
        addr[1][i] = BASE + (50 + i) * LINE;
        addr[2][i] = BASE + (i < 2 ? i : 100 + i) * LINE;
    }
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[0]);
    for (u32 i = 0; i < 1000; i++)
        stream_put_run(w, 1, 1, full, full);
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[1]);
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[2]);
    stream_put_run(w, 1, 1, full, full);
}

static void what_is_left_is_the_warps_own(void **state)
{
    (void)state;
    for (u64 sum = MAWS_REGISTERS; sum <= MAWS_COUNTER; sum++) {
        struct script_source s;
        script_init(&s, 1, 1, 8);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
        script_op(&s, SI_ALU, 3, -1);
        s.write = write_long;
        o.cfg.maws.sum = sum;
        run_policy(&s, MAWS_LATSPEC);
        assert_int_equal(o.r.sm.divergent_accesses, 1);
        assert_int_equal(o.r.sm.splits, sum == MAWS_REGISTERS);
    }
}

/* A first load brings two lines. Then lanes 0 and 1 hit and the others miss, twice, with RUN instructions before each
   access and a branch in the middle at which all wait for each other. Those that hit come to the branch with 2 RUN /
   3
   + RUN instructions since their last miss, the others with RUN: whoever misses first counts, so RUN is what the warp
   has left, and below a miss's 320 cycles; the other number is not. */
enum { RUN = 240 };
static void write_twice(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[3][8];
    (void)s, (void)cta, (void)warp;
    for (u32 i = 0; i < 8; i++) {
        addr[0][i] = BASE + (i & 1) * LINE;
        addr[1][i] = BASE + (i < 2 ? i : 100 + i) * LINE;
        addr[2][i] = BASE + (i < 2 ? i : 200 + i) * LINE;
    }
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[0]);
    for (u32 i = 0; i < 2 * RUN / 3; i++)
        stream_put_run(w, 1, 1, full, full);
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[1]);
    for (u32 i = 0; i < RUN; i++)
        stream_put_run(w, 1, 1, full, full);
    stream_put_run(w, 2, 1, full, full);
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[2]);
    stream_put_run(w, 1, 1, full, full);
}

static void what_is_left_to_those_that_join_is_the_lesser(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 8);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
    script_op(&s, SI_ALU, 3, -1);
    script_op(&s, SI_CONTROL, -1, -1);
    s.code[2].flags = SI_COND;
    s.write = write_twice;
    o.cfg.maws.sum = MAWS_REGISTERS;
    run_policy(&s, MAWS_LATSPEC);
    assert_int_equal(o.r.sm.divergent_accesses, 2);
    assert_int_equal(o.r.sm.splits, 2);
}

/* Warp 0 divides at its second load; those that go on hit from there. Warp 1 has the pipeline for a while at each of
   their accesses, so that the others, which come first once they have their data, find them behind an access that
   they have done: there all are one again, and no instruction behind it is issued twice. */
static void write_hits(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[2][8];
    (void)s, (void)cta;
    for (u32 i = 0; i < 8; i++) {
        addr[0][i] = BASE + (i & 1) * LINE;
        addr[1][i] = BASE + (i < 2 ? i : 100 + i) * LINE;
    }
    for (u32 i = 0; i < 40; i++) {
        stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[!warp && i == 1]);
        for (u32 k = 0; k < (warp ? 60 : 10); k++)
            stream_put_run(w, 1, 1, full, full);
    }
}

static void those_behind_an_access_are_gathered(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 8);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
    script_op(&s, SI_ALU, 3, -1);
    s.write = write_hits;
    o.cfg.maws.merge = MERGE_COUNT;
    run_policy(&s, MAWS_AGGRESS);
    assert_int_equal(o.r.sm.splits, 1);
    assert_int_equal(o.r.sm.merges, 1);
    /* a miss takes 320 cycles, a turn of both warps 61 + 11: those ahead are four accesses on */
    assert_int_equal(o.r.sm.warp_instrs, 40 * (11 + 61) + 4 * 11);
}

/* The same by pc: those ahead come to the same load in the next iteration, wait there for the others' data, and from
   there on both issue as one, an iteration apart. The others' last iteration is theirs alone. Every lane has made its
   own accesses: as many as without splits, and the lines of those that are apart are requested apart. */
static void another_iteration_issues_with_it(void **state)
{
    (void)state;
    u64 lanes[2], lines[2];
    for (u32 k = 0; k < 2; k++) {
        struct script_source s;
        script_init(&s, 1, 2, 8);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
        script_op(&s, SI_ALU, 3, -1);
        s.write = write_hits;
        o.cfg.maws.merge = MERGE_PC;
        run_policy(&s, k ? MAWS_AGGRESS : MAWS_COUNT);
        assert_int_equal(o.r.sm.splits, k);
        assert_int_equal(o.r.sm.merges, k);
        assert_int_equal(o.r.sm.warp_instrs, 40 * (11 + 61) + k * 11);
        assert_int_equal(o.r.sm.thread_instrs, 40 * (11 + 61) * 8);
        lanes[k] = o.r.sm.line_lanes;
        lines[k] = o.r.mem.l1.read;
    }
    assert_int_equal(lanes[0], 2 * 40 * 8);
    assert_int_equal(lanes[1], lanes[0]);
    assert_int_equal(lines[1], lines[0]);
}

/* Lanes of an access take their addresses with them: after the split, lanes 0 to 3 read line 10 + i in iteration i,
   and the others line 20 + i. As one they ask for line 10 + i + 1 and line 20 + i in one access. In the third
   iteration of those ahead both parts miss alike, so nobody is divided again. */
static void write_apart(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[8];
    (void)s, (void)cta, (void)warp;
    for (u32 i = 0; i < 8; i++)
        addr[i] = BASE;
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr);
    for (u32 i = 0; i < 8; i++)
        addr[i] = BASE + (i < 4 ? 0 : 64) * LINE;
    stream_put_mem_scattered(w, 1, full, full, SI_GLOBAL, addr);
    for (u32 it = 0; it < 5; it++) {
        for (u32 i = 0; i < 8; i++)
            addr[i] = BASE + (i < 4 ? 10 + it : 20 + it) * LINE;
        stream_put_mem_scattered(w, 2, full, full, SI_GLOBAL, addr);
        stream_put_run(w, 3, 1, full, full);
    }
}

static void a_group_reads_each_lanes_own_lines(void **state)
{
    (void)state;
    for (u64 merge = MERGE_PC; merge <= MERGE_COUNT; merge++) {
        struct script_source s;
        script_init(&s, 1, 1, 8);
        for (u32 i = 0; i < 3; i++)
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
        script_op(&s, SI_CONTROL, -1, 1);
        s.code[3].flags = SI_COND | SI_BACK;
        s.write = write_apart;
        o.cfg.maws.merge = merge;
        run_policy(&s, MAWS_AGGRESS);
        assert_int_equal(o.r.sm.thread_instrs, 12 * 8);
        assert_int_equal(o.r.sm.line_lanes, 7 * 8);
        assert_int_equal(o.r.mem.l1.miss, 2 + 2 * 5); /* every line once */
    }
}

/* ---- Random programs: loops that lanes leave at different times, branches, barriers, scattered accesses ---- */

static u64 rng(u64 *g)
{
    u64 x = *g += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

enum { PC_LD, PC_ALU, PC_ST, PC_IF, PC_BACK, PC_BAR, PC_SFU };

static void body(u64 *g, struct stream_writer *w, u64 active, u32 lanes)
{
    u64 addr[64];
    for (u64 n = rng(g) % 4; n; n--)
        stream_put_run(w, PC_ALU, 1, active, active);
    for (u32 i = 0; i < lanes; i++)
        addr[i] = BASE + rng(g) % (rng(g) % 3 ? 600 : 60) * 4 * (1 + i % 3);
    u64 mask = rng(g) % 4 ? active : active & rng(g);
    stream_put_mem_scattered(w, rng(g) % 4 ? PC_LD : PC_ST, active, mask, SI_GLOBAL, addr);
    stream_put_run(w, PC_ALU, 1, active, active);
}

static void write_random(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 g = cta * 7919 + warp * 31 + s->base[PC_BAR], full = lanes_mask(s->kernel.warp_lanes);
    u32 lanes = s->kernel.warp_lanes;
    for (u32 part = 0; part < 4; part++) {
        u64 in = full; /* a loop: at its back edge some leave */
        for (u32 k = 0; in && k < 6; k++) {
            body(&g, w, in, lanes);
            stream_put_run(w, PC_BACK, 1, in, in);
            in &= rng(&g) | rng(&g);
        }
        stream_put_run(w, PC_ALU, 1, full, full);
        u64 taken = rng(&g) & full; /* a branch, both sides in turn */
        stream_put_run(w, PC_IF, 1, full, full);
        if (taken)
            body(&g, w, taken, lanes);
        if (full & ~taken)
            body(&g, w, full & ~taken, lanes);
        body(&g, w, full, lanes);
        stream_put_barrier(w, PC_BAR, full, full, 0, 0);
    }
}

static void random_loops(struct script_source *s, u64 seed, u32 warps, u32 lanes)
{
    script_init(s, 6, warps, lanes);
    script_mem(s, SI_LOAD, SI_GLOBAL, 1, 2, 0, 0, 0);
    script_op(s, SI_ALU, 2, 1);
    script_mem(s, SI_STORE, SI_GLOBAL, 2, -1, 0, 0, 0);
    script_op(s, SI_CONTROL, -1, 2);
    s->code[PC_IF].flags = SI_COND;
    script_op(s, SI_CONTROL, -1, 2);
    s->code[PC_BACK].flags = SI_COND | SI_BACK;
    script_op(s, SI_BARRIER, -1, -1);
    s->base[PC_BAR] = seed;
    s->write = write_random;
}

/* The law is checked at each warp's end; here also that all policies execute the same, with and without skipping. */
static void every_lane_executes_once(void **state)
{
    (void)state;
    u64 splits = 0;
    for (u64 seed = 1; seed <= 24; seed++) {
        struct script_source s;
        u64 threads = 0;
        u32 lanes = 2u << seed % 5;
        o.cfg.sm.lanes = lanes;
        o.cfg.sm.warps = 4;
        o.cfg.sm.threads = 4 * lanes;
        for (u64 policy = MAWS_COUNT; policy <= MAWS_LATSPEC; policy++) {
            struct sm_stats st[2];
            o.cfg.maws.bypass = seed % 2;
            o.cfg.maws.sum = seed / 2 % 2;
            o.cfg.maws.merge = seed > 12 ? MERGE_COUNT : MERGE_PC;
            o.cfg.sched.policy = seed % 3 ? POLICY_SWITCH : POLICY_SWF;
            for (u32 skip = 0; skip < 2; skip++) {
                o.cfg.gpu.skip = skip;
                random_loops(&s, seed, 2, lanes);
                run_policy(&s, policy);
                st[skip] = o.r.sm;
                assert_true(!threads || threads == o.r.sm.thread_instrs);
                threads = o.r.sm.thread_instrs;
            }
            assert_memory_equal(&st[0], &st[1], sizeof st[0]);
            assert_true(policy > MAWS_COUNT || !o.r.sm.splits);
            splits += o.r.sm.splits;
        }
    }
    assert_true(splits > 200);
}

/* The same on machines whose warps have 32 lanes and several schedulers, once they stop at every access. */
static void other_machines(void **state)
{
    (void)state;
    static const char *const machines[] = {"gtx480", "h200"};
    for (u32 m = 0; m < COUNT_OF(machines); m++) {
        struct script_source s;
        u64 threads = 0, splits = 0;
        one_sm_free(&o);
        one_sm_init(&o, machines[m]);
        o.cfg.sm.stall = STALL_ON_ACCESS;
        o.cfg.sm.warps = 16;
        o.cfg.sm.threads = 512;
        for (u64 policy = MAWS_COUNT; policy <= MAWS_LATSPEC; policy++)
            for (u64 seed = 1; seed <= 2; seed++) {
                random_loops(&s, 5, 2, 32);
                o.cfg.gpu.skip = seed & 1;
                run_policy(&s, policy);
                assert_true(!threads || threads == o.r.sm.thread_instrs);
                threads = o.r.sm.thread_instrs;
                splits += o.r.sm.splits;
            }
        assert_true(splits > 100);
    }
}

/* ---- How far a split runs ahead ---- */

static u64 most_blocks;
enum { LONG_RUN = 60000, STEP = 64 };

/* Lane 0 waits for a very slow memory while the others go on for LONG_RUN instructions. */
static bool long_more(struct stream_source *src, struct stream_cta *cta)
{
    struct script_source *s = (struct script_source *)src;
    struct script_cta *st = cta->state;
    struct stream_writer *w = &st->writers[0];
    u64 full = lanes_mask(8), addr[8];
    for (u32 i = 0; i < 8; i++)
        addr[i] = BASE + LINE;
    if (st->iteration == 1) { /* the first brought the others' line */
        addr[0] = BASE + 1000 * LINE;
        stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr);
    }
    for (u32 i = 0; i < STEP; i++)
        stream_put_run(w, 1, 1, i % 3 ? full : full & ~2ull, i % 3 ? full : full & ~2ull);
    if (++st->iteration * STEP > LONG_RUN)
        stream_put_end(w);
    else
        stream_flush(w);
    most_blocks = MAX(most_blocks, s->pool.n_live);
    return true;
}

static u64 blocks_with(u64 ahead)
{
    struct script_source s;
    script_init(&s, 1, 1, 8);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE + LINE, 0, 0);
    script_op(&s, SI_ALU, 3, -1);
    s.src.more = long_more;
    s.loops = 1 << 20;
    s.chunk = 1;
    most_blocks = 0;
    o.cfg.maws.ahead = ahead;
    run_policy(&s, MAWS_AGGRESS);
    assert_int_equal(o.r.sm.splits, 1);
    return most_blocks;
}

static void what_is_remembered_is_bounded(void **state)
{
    (void)state;
    o.cfg.mem.dram.fixed_latency = 50000;
    u64 far = blocks_with(1 << 24), near = blocks_with(1000);
    assert_true(far > 10 * near);
    assert_true(near <= 4);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {T(those_that_hit_go_on),
                                       T(what_is_left_is_the_warps_own),
                                       T(what_is_left_to_those_that_join_is_the_lesser),
                                       T(those_behind_an_access_are_gathered),
                                       T(another_iteration_issues_with_it),
                                       T(a_group_reads_each_lanes_own_lines),
                                       T(every_lane_executes_once),
                                       T(other_machines),
                                       T(what_is_remembered_is_bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
