/* Schedulers in a running SM, to the cycle: the same two warps end at another time under each policy, and every
   number here is worked out by hand. Also one to four schedulers, dual issue, constants, and which SM gets which CTA.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "gpu/cta_sched.h"
#include "sm/internal.h"

static struct one_sm o;

static int setup(void **state)
{
    (void)state;
    one_sm_init(&o, "gtx480");
    o.cfg.sm.schedulers = 1;
    assert_int_equal(o.cfg.lat.alu, 9);
    return 0;
}
static int teardown(void **state)
{
    (void)state;
    one_sm_free(&o);
    return 0;
}

/* Both warps: ten independent instructions. The first goes on with a chain of five, each on the one before. */
static void write_two(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    stream_put_run(w, 0, 10, full, full);
    if (warp == 0)
        stream_put_run(w, 10, 5, full, full);
}

static u64 two_warps(u64 policy, u64 active, u64 swl)
{
    struct script_source s;
    gpu_free(o.gpu);
    o.gpu = NULL;
    o.cfg.sched.policy = policy;
    o.cfg.sched.active = active;
    o.cfg.sched.swl = swl;
    script_init(&s, 1, 2, 32);
    for (int i = 0; i < 15; i++)
        script_op(&s, SI_ALU, i, i < 10 ? -1 : i - 1);
    s.write = write_two;
    u64 n = one_sm_run(&o, &s);
    assert_int_equal(o.r.slot.issued, 25);
    return n;
}

/* In turns: the first warp's tenth goes in cycle 18, its chain in 27, 36, 45, 54, 63. */
static void rr_in_cycles(void **state)
{
    (void)state;
    assert_int_equal(two_warps(POLICY_RR, 8, 0), 64);
    assert_int_equal(o.r.slot.throttled, 0);
    assert_int_equal(o.r.slot.alu, 64 - 25);
}

/* The first warp's ten in 0..9, the second's in 10..19 (it stays while it can), the chain from 20 on: 20 + 4 x 9 + 1.
 */
static void gto_in_cycles(void **state)
{
    (void)state;
    assert_int_equal(two_warps(POLICY_GTO, 8, 0), 57);
    assert_int_equal(o.r.slot.alu, 57 - 25);
}

/* The second warp's ten in 0..9, the first's in 10..19, its chain in 28, 37, 46, 55, 64. */
static void gty_in_cycles(void **state)
{
    (void)state;
    assert_int_equal(two_warps(POLICY_GTY, 8, 0), 65);
    assert_int_equal(o.r.slot.alu, 65 - 25);
}

/* A set of one: arithmetic latency does not make room, so the second warp starts when the first has ended (chain from
   18 to 54). A set of two is round-robin. */
static void two_level_in_cycles(void **state)
{
    (void)state;
    assert_int_equal(two_warps(POLICY_TWO_LEVEL, 1, 0), 55 + 10);
    assert_int_equal(two_warps(POLICY_TWO_LEVEL, 2, 0), 64);
}

/* A limit of one warp: one after the other, whatever the policy below; the second is held back while the first could
   not issue. A limit of two is no limit here. */
static void swl_in_cycles(void **state)
{
    (void)state;
    for (u64 policy = POLICY_RR; policy <= POLICY_GTO; policy++) {
        assert_int_equal(two_warps(policy, 8, 1), 55 + 10);
        assert_int_equal(o.r.slot.throttled, 55 - 15);
    }
    assert_int_equal(two_warps(POLICY_GTO, 8, 2), 57);
}

/* Two warps that load and use; a set of one. The first leaves the set when its use waits for memory, so the second's
   load goes in the next cycle; the time of both is one load and a cycle, not two loads. */
static void two_level_makes_room_for_memory(void **state)
{
    (void)state;
    u64 n[2];
    for (u64 active = 1; active <= 2; active++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.sched.policy = POLICY_TWO_LEVEL;
        o.cfg.sched.active = active;
        script_init(&s, 1, 2, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        script_op(&s, SI_ALU, 2, 1);
        n[active - 1] = one_sm_run(&o, &s);
        assert_int_equal(o.r.sm.load_instrs, 2);
    }
    assert_int_equal(n[0], n[1]); /* the second load merges into the first one's miss either way */
    assert_in_range(o.r.sm.load_cycles / 2, n[1] - 3, n[1] - 1);
}

/* Eight warps with a barrier and loads under a limit of two: those in the active set are ones that may issue. */
static void two_level_with_a_limit_ends(void **state)
{
    (void)state;
    for (u64 active = 1; active <= 8; active *= 2) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.sched.policy = POLICY_TWO_LEVEL;
        o.cfg.sched.active = active;
        o.cfg.sched.swl = 2;
        o.cfg.gpu.watchdog = 10000;
        script_init(&s, 2, 8, 32);
        s.loops = 3;
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 128);
        script_op(&s, SI_ALU, 2, 1);
        script_op(&s, SI_BARRIER, -1, -1);
        script_op(&s, SI_ALU, 2, 2);
        one_sm_run(&o, &s);
        assert_int_equal(o.r.slot.issued, 2 * 8 * 3 * 4);
    }
}

/* The slots of a busy unit and of held warps are the same whether idle cycles are skipped or not. */
static void a_limit_and_a_busy_unit_are_charged_alike(void **state)
{
    (void)state;
    struct slot_stats slots[2];
    o.cfg.sm.schedulers = 2;
    o.cfg.sched.policy = POLICY_GTO;
    for (u32 skip = 0; skip < 2; skip++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.gpu.skip = skip;
        o.cfg.sched.swl = 2;
        script_init(&s, 1, 6, 32);
        s.loops = 4;
        script_op(&s, SI_SFU, 1, -1);
        script_op(&s, SI_SFU, 2, -1);
        script_op(&s, SI_ALU, 3, 2);
        one_sm_run(&o, &s);
        slots[skip] = o.r.slot;
    }
    assert_true(slots[0].throttled && slots[0].unit_busy);
    assert_memory_equal(&slots[0], &slots[1], sizeof slots[0]);
}

/* Two schedulers, one SFU that takes an instruction every seven cycles. The first warp has two for it, the second one
   and then a chain of ten. The first scheduler always goes first: 0, 7 and then 14. In turns: 0, and 7 is the
   second's. */
static void write_sfu(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    stream_put_run(w, 0, warp ? 1 : 2, full, full);
    if (warp)
        stream_put_run(w, 2, 10, full, full);
}

static void schedulers_that_share_a_unit_take_turns(void **state)
{
    (void)state;
    o.cfg.sm.schedulers = 2;
    o.cfg.rate.sfu = 7;
    for (u64 arbiter = ARBITER_FIXED; arbiter <= ARBITER_ROTATE; arbiter++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.sched.arbiter = arbiter;
        script_init(&s, 1, 2, 32);
        script_op(&s, SI_SFU, 1, -1);
        script_op(&s, SI_SFU, 2, -1);
        for (u32 i = 0; i < 10; i++)
            script_op(&s, SI_ALU, 1, 1);
        s.write = write_sfu;
        u64 chain = o.cfg.lat.sfu + 9 * o.cfg.lat.alu + 1;
        assert_int_equal(one_sm_run(&o, &s), (arbiter == ARBITER_FIXED ? 14 : 7) + chain);
    }
}

/* The memory pipe takes an access of 16 lanes a bank in four cycles, and has room for one more. In turns the second
   scheduler's eighth access is the sixteenth of all, whatever the length of one; by cycles one of them is ahead each
   time (four is a multiple of two). */
static void write_conflicts(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    for (u32 i = 0; i < (warp ? 8u : 16u); i++)
        stream_put_mem(w, 0, full, full, SI_SHARED, 0, 16);
    if (warp)
        stream_put_run(w, 1, 20, full, full);
}

static void schedulers_take_turns_at_memory(void **state)
{
    (void)state;
    u64 took[3];
    o.cfg.sm.schedulers = 2;
    o.cfg.lsu.queue = 1;
    for (u64 arbiter = ARBITER_FIXED; arbiter <= ARBITER_AFTER_LAST; arbiter++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.sched.arbiter = arbiter;
        script_init(&s, 1, 2, 32);
        script_mem(&s, SI_STORE, SI_SHARED, 1, -1, 0, 16, 0);
        for (u32 i = 0; i < 20; i++)
            script_op(&s, SI_ALU, 2, 2);
        s.write = write_conflicts;
        took[arbiter] = one_sm_run(&o, &s);
    }
    u64 chain = 20 * o.cfg.lat.alu; /* from the issue of the eighth on: one is in the pipe then, and one waits */
    assert_int_equal(took[ARBITER_AFTER_LAST], (16 - 3) * 4 - 1 + chain);
    assert_int_equal(took[ARBITER_FIXED], (24 - 3) * 4 - 1 + chain);
    assert_int_equal(took[ARBITER_ROTATE], (24 - 3) * 4 - 1 + chain);
}

static void one_to_four_schedulers(void **state)
{
    (void)state;
    o.cfg.rate.alu_units = 4;
    for (u64 n = 1; n <= 4; n++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.sm.schedulers = n;
        script_init(&s, 1, 12, 32);
        for (int i = 0; i < 10; i++)
            script_op(&s, SI_ALU, i, -1);
        assert_int_equal(one_sm_run(&o, &s), 120 / n);
        assert_int_equal(o.r.slot.total, n * o.r.cycles);
    }
}

/* A second instruction of the same warp goes along only if it does not need the first, and only if a unit is free. */
static void dual_issue_finds_no_partner(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.issue_width = 2;
    o.cfg.rate.alu_units = 2;
    script_init(&s, 1, 1, 32);
    for (int i = 0; i < 6; i++)
        script_op(&s, SI_ALU, i, i - 1);
    assert_int_equal(one_sm_run(&o, &s), 5 * 9 + 1);
    assert_int_equal(o.r.slot.dual, 6); /* the second slot of each issue */
    script_init(&s, 1, 1, 32);
    for (int i = 0; i < 6; i++)
        script_op(&s, SI_SFU, i, -1); /* one SFU that takes one every rate.sfu cycles */
    assert_int_equal(one_sm_run(&o, &s), 5 * o.cfg.rate.sfu + 1);
}

/* n constant loads of the same words, each on the one before through an addition. */
static u64 constants(u32 n, i64 stride)
{
    struct script_source s;
    script_init(&s, 1, 1, 32);
    for (u32 i = 0; i < n; i++) {
        script_mem(&s, SI_LOAD, SI_CONST, 1, i ? 2 : -1, 0x400000000000, stride, 0);
        script_op(&s, SI_ALU, 2, 1);
    }
    return one_sm_run(&o, &s);
}

/* One word for the whole warp is one request to the constant cache; n words are n, one a cycle. */
static void constants_are_served_a_word_a_cycle(void **state)
{
    (void)state;
    u64 hit = 1 /* LSU */ + 1 /* port to the cache */ + o.cfg.mem.constc.latency, one = constants(1, 0);
    one = constants(1, 0); /* the L2 has it now */
    assert_int_equal(constants(3, 0) - one, 2 * (hit + o.cfg.lat.alu));
    assert_int_equal(o.r.mem.constc.hit, 2);
    one = constants(1, 4), one = constants(1, 4);
    assert_int_equal(constants(2, 4) - one, 31 + hit + o.cfg.lat.alu);
    assert_int_equal(o.r.sm.const_instrs, 2);
    assert_int_equal(o.r.mem.constc.access, 64);
    assert_int_equal(o.r.mem.l1.access, 0); /* they go their own way */
    o.cfg.mem.constc.word_interval = 11;    /* a load's own words come as far apart */
    gpu_free(o.gpu);
    o.gpu = NULL;
    one = constants(1, 4), one = constants(1, 4);
    assert_int_equal(constants(2, 4) - one, 31 * 11 + hit + o.cfg.lat.alu);
}

/* Two clusters of two SMs and six CTAs, two an SM: clusters in turn, or SMs in turn. Then SM 3 has room for two. */
static void ctas_go_to_sms_in_turn(void **state)
{
    (void)state;
    static const u32 want[2][4] = {{0, 2, 1, 3}, {0, 1, 2, 3}};
    for (u32 policy = 0; policy < 2; policy++) {
        struct cta_sched s;
        struct arena a = {0};
        struct cta_run run;
        u32 free[4];
        cta_sched_init(&s, policy, 4, 2, free);
        cta_sched_begin(&s, &a, (u32[]){10, 1, 1}, 10, 2);
        for (u32 i = 0; i < 8; i++) {
            assert_true(cta_sched_place(&s, &run));
            assert_int_equal(run.sm, want[policy][i % 4]);
            assert_int_equal(run.first, i);
            assert_int_equal(run.n, 1);
        }
        assert_false(cta_sched_place(&s, &run));
        assert_false(cta_sched_empty(&s));
        free[3] = 2;
        for (u32 i = 8; i < 10; i++) {
            assert_true(cta_sched_place(&s, &run));
            assert_int_equal(run.sm, 3);
            assert_int_equal(run.first, i);
        }
        assert_true(cta_sched_empty(&s));
        assert_false(cta_sched_place(&s, &run));
        arena_free(&a);
    }
}

/* 5 CTAs of one warp on an SM that holds two: the third starts when one has ended. Each is a chain of ten. */
static void a_cta_starts_when_another_ends(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.ctas = 2;
    script_init(&s, 5, 1, 32);
    for (u32 i = 0; i < 10; i++)
        script_op(&s, SI_ALU, 1, 1);
    u64 n = one_sm_run(&o, &s), chain = 9 * 9 + 1;
    assert_int_equal(o.r.occupancy.ctas, 2);
    assert_int_equal(o.r.sm.ctas, 5);
    assert_int_equal(n, 3 * chain + 2 * (o.cfg.gpu.cta_dispatch - 1)); /* three rounds */
}

static int setup_plain(void **state)
{
    setup(state);
    o.cfg.gpu.plain = 1;
    return 0;
}

/* Each twice: on the stages' faster forms and on their general ones. */
#define T(f)                                                                                                         \
    {#f, f, setup, teardown, NULL},                                                                                  \
    {                                                                                                                \
#f " (gpu.plain)", f, setup_plain, teardown, NULL                                                            \
    }
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(rr_in_cycles),
        T(gto_in_cycles),
        T(gty_in_cycles),
        T(two_level_in_cycles),
        T(swl_in_cycles),
        T(two_level_makes_room_for_memory),
        T(two_level_with_a_limit_ends),
        T(a_limit_and_a_busy_unit_are_charged_alike),
        T(schedulers_that_share_a_unit_take_turns),
        T(schedulers_take_turns_at_memory),
        T(one_to_four_schedulers),
        T(dual_issue_finds_no_partner),
        T(constants_are_served_a_word_a_cycle),
        T(ctas_go_to_sms_in_turn),
        T(a_cta_starts_when_another_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
