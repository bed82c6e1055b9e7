/* Which instruction a lost issue slot is charged to: the one that waits, and the one that it waits for. That both
   sums are those of the slot's cause is checked in every launch (sm_blame_end). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "sm/split.h"

#define BASE 0x400000000000ull

static struct one_sm o;

static int setup(void **state)
{
    (void)state;
    one_sm_init(&o, "gtx480");
    o.cfg.sm.schedulers = 1;
    o.lines = true;
    return 0;
}
static int teardown(void **state)
{
    (void)state;
    one_sm_free(&o);
    return 0;
}

static u64 waited(u32 pc, u32 cause)
{
    return o.gpu->sms[0].by_pc[pc].waited[cause];
}
static u64 caused(u32 pc, u32 cause)
{
    return o.gpu->sms[0].by_pc[pc].caused[cause];
}

/* dst = op(a, b) */
static u32 op2(struct script_source *s, u8 cls, u16 dst, u16 a, u16 b)
{
    return script_add(s, (struct si){.cls = cls, .ndst = 1, .nsrc = 2, .regs = {dst, a, b}});
}

static void an_operand_is_charged_to_its_producer(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    script_op(&s, SI_ALU, 2, 1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(1, SLOT_alu), o.cfg.lat.alu - 1);
    assert_int_equal(caused(0, SLOT_alu), o.cfg.lat.alu - 1);
    assert_int_equal(waited(0, SLOT_alu) + caused(1, SLOT_alu), 0);
}

static void of_several_the_last_to_arrive_is_charged(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_SFU, 1, -1);
    script_op(&s, SI_ALU, 2, -1);
    op2(&s, SI_ALU, 3, 2, 1);
    assert_true(o.cfg.lat.sfu > o.cfg.lat.alu + 1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(2, SLOT_alu), o.cfg.lat.sfu - 2);
    assert_int_equal(caused(0, SLOT_alu), o.cfg.lat.sfu - 2);
    assert_int_equal(caused(1, SLOT_alu), 0);
}

static void a_branch_is_charged_with_its_latency(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_CONTROL, -1, -1);
    script_op(&s, SI_ALU, 1, -1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(1, SLOT_alu), o.cfg.lat.control - 1);
    assert_int_equal(caused(0, SLOT_alu), o.cfg.lat.control - 1);
}

/* Two loads, an addition of both. What is asked for by `good` is in the L1 already. */
static u64 bad_and_good(bool bad_first, u32 *bad, u32 *good, u32 *use)
{
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 3, -1, BASE, 4, 0);
    script_op(&s, SI_ALU, 4, 3);
    if (!bad_first)
        *good = script_mem(&s, SI_LOAD, SI_GLOBAL, 2, -1, BASE, 4, 0);
    *bad = script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE + 4096, 128, 0);
    if (bad_first)
        *good = script_mem(&s, SI_LOAD, SI_GLOBAL, 2, -1, BASE, 4, 0);
    *use = op2(&s, SI_ALU, 5, 2, 1);
    one_sm_run(&o, &s);
    return o.r.slot.memory;
}

static void the_bad_load_is_blamed_and_its_neighbour_is_not(void **state)
{
    (void)state;
    u32 bad = 0, good = 0, use = 0;
    for (u32 bad_first = 0; bad_first < 2; bad_first++) {
        u64 memory = bad_and_good(bad_first, &bad, &good, &use);
        const struct pc_stats *p = o.gpu->sms[0].by_pc;
        assert_true(caused(bad, SLOT_memory) > 100);
        assert_int_equal(caused(good, SLOT_memory), 0);
        assert_int_equal(waited(use, SLOT_memory), caused(bad, SLOT_memory));
        assert_int_equal(caused(bad, SLOT_memory) + caused(0, SLOT_memory), memory);
        assert_int_equal(p[bad].lines, 32);
        assert_int_equal(p[bad].replays, 31);
        assert_int_equal(p[bad].sectors_used, 32);
        assert_int_equal(p[bad].sectors_fetched, 32 * 4);
        assert_int_equal(p[bad].bytes_used, 32 * 4);
        assert_int_equal(p[good].replays, 0);
        assert_int_equal(p[good].sectors_used, p[good].sectors_fetched);
        gpu_free(o.gpu); /* cold caches for the next one */
        o.gpu = NULL;
    }
}

static void who_overwrites_waits_for_the_load(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
    script_op(&s, SI_ALU, 1, -1); /* nobody reads what was loaded */
    script_op(&s, SI_ALU, 2, 1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(1, SLOT_memory), o.r.slot.memory);
    assert_int_equal(caused(0, SLOT_memory), o.r.slot.memory);
    assert_int_equal(caused(1, SLOT_alu), o.cfg.lat.alu - 1); /* and the reader for the new value */
}

static void shared_conflicts_are_the_loads(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_SHARED, 1, -1, 0, 128, 0);
    script_op(&s, SI_ALU, 2, 1);
    one_sm_run(&o, &s);
    const struct pc_stats *p = o.gpu->sms[0].by_pc;
    assert_int_equal(p[0].conflicts, 31);
    assert_int_equal(p[0].replays, 31);
    assert_int_equal(p[0].shared, 1);
    u64 lost = o.r.slot.alu + o.r.slot.memory;
    assert_int_equal(lost, o.cfg.lat.shared + 31 - 1);
    assert_int_equal(caused(0, SLOT_alu) + caused(0, SLOT_memory), lost);
    assert_int_equal(waited(1, SLOT_alu) + waited(1, SLOT_memory), lost);
}

static void write_uneven(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    for (u32 i = 0; warp == 1 && i < 20; i++)
        stream_put_run(w, 0, 1, full, full);
    stream_put_barrier(w, 1, full, full, 3, 0);
    stream_put_run(w, 2, 1, full, full);
}

/* Warp 1 comes late, for a chain of additions; each scheduler has one of the two. */
static void a_barrier_is_charged_to_what_the_late_warp_does(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.schedulers = 2;
    script_init(&s, 1, 2, 32);
    script_op(&s, SI_ALU, 1, 1);
    script_op(&s, SI_BARRIER, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    s.write = write_uneven;
    one_sm_run(&o, &s);
    assert_int_equal(o.r.slot.barrier, 19 * o.cfg.lat.alu + 1);
    assert_int_equal(waited(1, SLOT_barrier), o.r.slot.barrier);
    /* in the last of these cycles the chain is over: the barrier itself is next */
    assert_int_equal(caused(0, SLOT_barrier), 19 * o.cfg.lat.alu);
    assert_int_equal(caused(1, SLOT_barrier), 1);
    assert_int_equal(caused(1, SLOT_alu), 2 * (o.cfg.lat.barrier - 1)); /* its latency, on both */
}

static void a_fence_is_charged_to_the_last_store(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE, 4, 0);
    script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE + 4096, 128, 0);
    script_op(&s, SI_FENCE, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    one_sm_run(&o, &s);
    assert_true(o.r.slot.fence > 20);
    assert_int_equal(waited(2, SLOT_fence), o.r.slot.fence);
    assert_int_equal(caused(1, SLOT_fence), o.r.slot.fence);
}

static void the_end_is_charged_to_the_last_store(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE, 4, 0);
    script_op(&s, SI_ALU, 2, -1);
    one_sm_run(&o, &s);
    assert_true(o.r.slot.drain > 20);
    assert_int_equal(waited(1, SLOT_drain), o.r.slot.drain); /* what it issued last */
    assert_int_equal(caused(0, SLOT_drain), o.r.slot.drain);
}

static void write_two_kinds(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    (void)s, (void)cta;
    stream_put_mem(w, warp ? 1 : 0, lanes_mask(32), lanes_mask(32), SI_SHARED, 0, warp ? 4 : 128);
}

/* A queue of one: warp 1's load waits until that of warp 0 has made its passes over the banks. */
static void a_full_lsu_is_charged_to_its_head(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.lsu.queue = 1;
    script_init(&s, 1, 3, 32);
    script_mem(&s, SI_LOAD, SI_SHARED, 1, -1, 0, 128, 0);
    script_mem(&s, SI_LOAD, SI_SHARED, 2, -1, 0, 4, 0);
    s.write = write_two_kinds;
    one_sm_run(&o, &s);
    assert_true(o.r.slot.lsu_full > 0);
    assert_int_equal(waited(1, SLOT_lsu_full), o.r.slot.lsu_full);
    assert_int_equal(caused(0, SLOT_lsu_full), 31); /* warp 2's waits behind warp 1's, and this for the conflicts */
    assert_int_equal(caused(1, SLOT_lsu_full), o.r.slot.lsu_full - 31);
    assert_int_equal(o.r.slot.lsu_full, 32);
}

static void a_busy_unit_is_charged_to_its_last_instruction(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_SFU, 1, -1);
    script_op(&s, SI_SFU, 2, -1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(1, SLOT_unit_busy), o.cfg.rate.sfu - 1);
    assert_int_equal(caused(0, SLOT_unit_busy), o.cfg.rate.sfu - 1);
}

static void write_two_loads(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    stream_put_mem(w, 2 * warp, full, full, SI_GLOBAL, BASE, 4);
    stream_put_run(w, 2 * warp + 1, 1, full, full);
}

static void warps_that_wait_for_the_same_take_turns(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 32);
    for (u32 i = 0; i < 2; i++) {
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
        script_op(&s, SI_ALU, 2, 1);
    }
    s.write = write_two_loads;
    one_sm_run(&o, &s);
    u64 a = caused(0, SLOT_memory), b = caused(2, SLOT_memory);
    assert_int_equal(a + b, o.r.slot.memory);
    assert_true(a > 50 && (a > b ? a - b : b - a) <= 1);
    assert_true(waited(1, SLOT_memory) == a && waited(3, SLOT_memory) == b);
}

static void a_slot_without_a_partner_is_the_issuers(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.issue_width = 2;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    script_op(&s, SI_ALU, 2, 1);
    one_sm_run(&o, &s);
    assert_int_equal(waited(0, SLOT_dual), 1);
    assert_int_equal(caused(1, SLOT_dual), 1);
    assert_int_equal(caused(0, SLOT_alu), 2 * (o.cfg.lat.alu - 1));
}

/* Lanes 0 and 1 hit, the others miss: see split.c. Whatever part waits, loads are to blame. */
static void write_divergent(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(8), addr[3][8];
    (void)s, (void)cta, (void)warp;
    for (u32 i = 0; i < 8; i++) {
        addr[0][i] = BASE + (i & 1) * 32;
        addr[1][i] = BASE + (i < 2 ? i : 100 + i) * 32;
        addr[2][i] = BASE + (200 + (i < 2 ? 0 : 1)) * 32;
    }
    stream_put_mem_scattered(w, 0, full, full, SI_GLOBAL, addr[0]);
    stream_put_mem_scattered(w, 1, full, full, SI_GLOBAL, addr[1]);
    stream_put_run(w, 2, 1, full, full);
    stream_put_run(w, 3, 1, full, full); /* a branch: parts that come first wait here */
    stream_put_mem_scattered(w, 4, full, full, SI_GLOBAL, addr[2]);
    stream_put_run(w, 5, 1, full, full);
}

static void parts_of_a_warp_wait_for_what_the_last_one_is_at(void **state)
{
    (void)state;
    for (u64 policy = MAWS_COUNT; policy <= MAWS_LAZY; policy++) {
        struct script_source s;
        one_sm_free(&o);
        one_sm_init(&o, "wpu-bulk");
        o.lines = true;
        o.cfg.sm.stall = STALL_ON_ACCESS;
        o.cfg.sched.policy = POLICY_SWITCH;
        o.cfg.maws.policy = policy;
        script_init(&s, 1, 1, 8);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0, 0, 0);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 2, -1, 0, 0, 0);
        script_op(&s, SI_ALU, 3, 2);
        script_add(&s, (struct si){.cls = SI_CONTROL, .flags = SI_COND});
        script_mem(&s, SI_LOAD, SI_GLOBAL, 4, 3, 0, 0, 0);
        script_op(&s, SI_ALU, 5, 4);
        s.write = write_divergent;
        one_sm_run(&o, &s);
        assert_int_equal(o.r.sm.splits, policy != MAWS_COUNT);
        assert_true(o.r.slot.memory > 100);
        assert_int_equal(caused(0, SLOT_memory) + caused(1, SLOT_memory) + caused(4, SLOT_memory), o.r.slot.memory);
        assert_true(policy == MAWS_COUNT ? !waited(3, SLOT_memory) : waited(3, SLOT_memory) > 20);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(an_operand_is_charged_to_its_producer),
        T(of_several_the_last_to_arrive_is_charged),
        T(a_branch_is_charged_with_its_latency),
        T(the_bad_load_is_blamed_and_its_neighbour_is_not),
        T(who_overwrites_waits_for_the_load),
        T(shared_conflicts_are_the_loads),
        T(a_barrier_is_charged_to_what_the_late_warp_does),
        T(a_fence_is_charged_to_the_last_store),
        T(the_end_is_charged_to_the_last_store),
        T(a_full_lsu_is_charged_to_its_head),
        T(a_busy_unit_is_charged_to_its_last_instruction),
        T(warps_that_wait_for_the_same_take_turns),
        T(a_slot_without_a_partner_is_the_issuers),
        T(parts_of_a_warp_wait_for_what_the_last_one_is_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
