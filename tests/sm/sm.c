/* The SM's cycles, exactly: issue, scoreboard, units, barriers, shared memory, LSU, schedulers, occupancy. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "sm/internal.h"

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

/* n instructions of one class in one warp; each on the one before it, or not at all. */
static u64 chain(u8 cls, u32 n, bool dependent)
{
    struct script_source s;
    script_init(&s, 1, 1, 32);
    for (u32 i = 0; i < n; i++)
        script_op(&s, cls, dependent ? 1 : (int)i + 2, dependent ? 1 : -1);
    return one_sm_run(&o, &s);
}

static void independent_alu_issues_every_cycle(void **state)
{
    (void)state;
    assert_int_equal(chain(SI_ALU, 10, false), 10);
    assert_int_equal(o.r.slot.issued, 10);
}

static void a_dependent_chain_waits_for_each_result(void **state)
{
    (void)state;
    assert_int_equal(chain(SI_ALU, 10, true), 9 * o.cfg.lat.alu + 1);
    assert_int_equal(chain(SI_FP64, 5, true), 4 * o.cfg.lat.fp64 + 1);
    assert_int_equal(o.r.slot.alu, 4 * (o.cfg.lat.fp64 - 1)); /* between issues; the other scheduler has no warp */
}

static void long_latencies_pass_the_wheel(void **state)
{
    (void)state;
    o.cfg.lat.sfu = 300;
    assert_int_equal(chain(SI_SFU, 4, true), 3 * 300 + 1);
}

static void a_unit_takes_an_instruction_every_so_often(void **state)
{
    (void)state;
    assert_int_equal(chain(SI_SFU, 6, false), 5 * o.cfg.rate.sfu + 1);
    assert_int_equal(o.r.slot.unit_busy, 5 * (o.cfg.rate.sfu - 1));
}

static void schedulers_share_a_single_unit(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 32); /* one warp on each scheduler */
    for (u32 i = 0; i < 6; i++)
        script_op(&s, SI_SFU, (int)i, -1);
    assert_int_equal(one_sm_run(&o, &s), 11 * o.cfg.rate.sfu + 1);
}

static void a_branch_delays_the_warp(void **state)
{
    (void)state;
    assert_int_equal(chain(SI_CONTROL, 5, false), 4 * o.cfg.lat.control + 1);
}

/* Four branches: all lanes fall through it, the first half goes on alone, the second takes over, both meet. */
static void write_parted(struct script_source *s, struct stream_writer *wr, u64 cta, u32 warp)
{
    (void)s;
    (void)cta;
    (void)warp;
    stream_put_run(wr, 0, 1, 0xffffffff, 0xffffffff);
    stream_put_run(wr, 1, 1, 0xffffffff, 0xffffffff);
    stream_put_run(wr, 2, 1, 0xffff, 0xffff);
    stream_put_run(wr, 3, 1, 0xffff0000, 0xffff0000);
    stream_put_run(wr, 4, 1, 0xffffffff, 0xffffffff);
}

static u64 parted(u32 taken, u32 parted_lat, u8 flags)
{
    struct script_source s;
    one_sm_free(&o); /* a machine of its own */
    one_sm_init(&o, "gtx480");
    o.cfg.lat.taken = taken;
    o.cfg.lat.parted = parted_lat;
    script_init(&s, 1, 1, 32);
    s.write = write_parted;
    for (u32 i = 0; i < 5; i++)
        script_add(&s, (struct si){.cls = SI_CONTROL, .flags = flags});
    return one_sm_run(&o, &s);
}

static void lanes_that_part_delay_the_warp(void **state)
{
    (void)state;
    u64 plain = parted(0, 0, 0), taken = parted(9, 0, 0);
    assert_int_equal(plain, 4 * o.cfg.lat.control + 1);
    assert_int_equal(taken, plain + 3 * 9);          /* all but the first: other lanes go on */
    assert_int_equal(parted(9, 13, 0), taken + 13);  /* once, where fewer go on */
    assert_int_equal(parted(9, 13, SI_EXIT), plain); /* lanes that leave the kernel cost nothing */
    assert_int_equal(parted(0, 13, 0), plain);       /* machines without lat.taken have neither */
}

static void warps_hide_each_others_latency(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.schedulers = 1;
    script_init(&s, 1, 9, 32);
    for (u32 i = 0; i < 10; i++)
        script_op(&s, SI_ALU, 1, 1);
    assert_int_equal(o.cfg.lat.alu, 9);
    assert_int_equal(one_sm_run(&o, &s), 90); /* 9 warps x 10, every cycle one */
}

static void two_instructions_issue_together(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.issue_width = 2;
    script_init(&s, 1, 1, 32);
    for (u32 i = 0; i < 4; i++) {
        script_op(&s, SI_ALU, (int)(2 * i), -1);
        script_op(&s, SI_SFU, (int)(2 * i + 1), -1);
    }
    o.cfg.rate.sfu = 1;
    assert_int_equal(one_sm_run(&o, &s), 4);
    assert_int_equal(o.r.slot.dual, 0);
}

static void a_barrier_waits_for_the_last_warp(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 32);
    script_op(&s, SI_ALU, 1, -1); /* warp 1's work before the barrier: see write */
    script_op(&s, SI_BARRIER, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    assert_int_equal(one_sm_run(&o, &s), 1 + o.cfg.lat.barrier + 1);
}

/* Both arrive in cycle 1; the unit is through with the first after five cycles, with the second after ten. */
static void a_barrier_takes_one_warp_after_the_other(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 32);
    script_op(&s, SI_ALU, 1, -1);
    script_op(&s, SI_BARRIER, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    o.cfg.rate.barrier = 5;
    assert_int_equal(one_sm_run(&o, &s), 1 + 2 * 5 + o.cfg.lat.barrier + 1);
}

/* A barrier in cycle 1, a chain of three instructions behind it and a branch, which reads its result or does not */
static u64 behind_a_barrier(u32 lat, bool on, bool reads)
{
    struct script_source s;
    one_sm_free(&o); /* a machine of its own */
    one_sm_init(&o, "gtx480");
    o.cfg.lat.barrier = lat;
    o.cfg.lat.barrier_behind = on;
    script_init(&s, 1, 1, 32);
    script_op(&s, SI_ALU, 1, -1);
    script_op(&s, SI_BARRIER, -1, -1);
    for (u32 i = 0; i < 3; i++)
        script_op(&s, SI_ALU, 2, 2);
    script_op(&s, SI_CONTROL, -1, reads ? 2 : -1);
    return one_sm_run(&o, &s);
}

static void arithmetic_goes_on_behind_a_barrier(void **state)
{
    (void)state;
    u64 alu = o.cfg.lat.alu;
    for (u32 reads = 0; reads < 2; reads++) {
        u64 chain = (2 + reads) * alu + !reads; /* until the branch */
        for (u32 lat = 2; lat < 60; lat++) {
            assert_int_equal(behind_a_barrier(lat, false, reads), 1 + lat + chain + 1);
            /* it is done in cycle 2 at the earliest, and the branch waits until the barrier opens */
            assert_int_equal(behind_a_barrier(lat, true, reads), MAX(2 + chain, 1 + lat) + 1);
        }
    }
}

static void write_uneven(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    if (warp == 1) {
        for (u32 i = 0; i < 20; i++)
            stream_put_run(w, 0, 1, full, full);
    }
    stream_put_barrier(w, 1, full, full, 3, 0);
    stream_put_run(w, 2, 1, full, full);
}

static void a_barrier_charges_those_who_wait(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 32);
    script_op(&s, SI_ALU, 1, 1);
    script_op(&s, SI_BARRIER, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    s.write = write_uneven;
    u64 last = 19 * o.cfg.lat.alu + 1; /* warp 1 arrives in this cycle */
    assert_int_equal(one_sm_run(&o, &s), last + o.cfg.lat.barrier + 1);
    assert_int_equal(o.r.slot.barrier, last); /* warp 0 arrived in cycle 0 */
}

static void write_exit_early(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 full = lanes_mask(32);
    (void)s, (void)cta;
    stream_put_run(w, 0, 1, full, full);
    if (warp == 0)
        stream_put_barrier(w, 1, full, full, 0, 0);
}

static void a_warp_that_has_exited_is_not_waited_for(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 3, 32);
    script_op(&s, SI_ALU, 1, 1);
    script_op(&s, SI_BARRIER, -1, -1);
    s.write = write_exit_early;
    one_sm_run(&o, &s);
    assert_int_equal(o.r.sm.barriers, 1);
    assert_int_equal(o.r.sm.warps, 3);
}

/* Load from shared memory and use it, lanes `stride` bytes apart. */
static u64 shared_load(i64 stride)
{
    struct script_source s;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_SHARED, 1, -1, 0, stride, 0);
    script_op(&s, SI_ALU, 2, 1);
    return one_sm_run(&o, &s);
}

static void shared_memory_conflicts_cost_a_cycle_each(void **state)
{
    (void)state;
    u64 free_of = o.cfg.lat.shared + 1;
    assert_int_equal(shared_load(4), free_of);
    assert_int_equal(shared_load(0), free_of); /* broadcast */
    assert_int_equal(shared_load(8), free_of + 1);
    assert_int_equal(shared_load(16), free_of + 3);
    assert_int_equal(shared_load(128), free_of + 31);
    assert_int_equal(o.r.sm.shared_conflicts, 31);
    assert_int_equal(shared_load(132), free_of);
}

/* Two warps, each with a load whose lanes all want one bank */
static u64 two_conflicts(u64 conflicts)
{
    struct script_source s;
    script_init(&s, 1, 2, 32);
    script_mem(&s, SI_LOAD, SI_SHARED, 1, -1, 0, 128, 0);
    script_op(&s, SI_ALU, 2, 1);
    o.cfg.sm.banks = BANKS_PARTITIONED;
    o.cfg.sm.conflicts = conflicts;
    return one_sm_run(&o, &s);
}

static void conflicts_hold_up_the_unit(void **state)
{
    (void)state;
    assert_int_equal(two_conflicts(CONFLICTS_UNIT), o.cfg.lat.shared + 1 + 31 + 32);
}

static void conflicts_hold_up_one_instruction(void **state)
{
    (void)state;
    assert_int_equal(two_conflicts(CONFLICTS_INSTR), o.cfg.lat.shared + 1 + 31 + 1);
}

static void bank_cycles_of_shapes(void **state)
{
    (void)state;
    struct stream_instr i = {.mask = UINT32_MAX, .shape = ADDR_STRIDED, .stride = 8};
    assert_int_equal(bank_cycles(&i, 8, 32, 32, 4, false), 2); /* two half-warps, free of conflict */
    i.stride = 16;
    assert_int_equal(bank_cycles(&i, 16, 32, 32, 4, false), 4); /* four quarter-warps */
    i.stride = 0;
    i.shape = ADDR_UNIFORM;
    assert_int_equal(bank_cycles(&i, 4, 32, 32, 4, true), 32); /* atomics on one word follow each other */
    i.shape = ADDR_STRIDED;
    i.stride = 4;
    assert_int_equal(bank_cycles(&i, 4, 32, 32, 4, true), 1);
    i.stride = 256;
    i.mask = 0x5;
    assert_int_equal(bank_cycles(&i, 4, 32, 32, 4, false), 2);
}

/* Which of a 16-byte load's lanes read the same, and the cycles that it takes on an H200 (tools/h200/shared_pairs.cu)
 */
static void paired_loads_as_on_the_card(void **state)
{
    (void)state;
    static const u32 cycles[] = {4, 4, 2, 2, 4, 2, 2, 4, 2, 2, 2, 2, 4, 2, 2};
    for (u32 pattern = 0; pattern < COUNT_OF(cycles); pattern++) {
        struct stream_instr i = {.mask = UINT32_MAX, .shape = ADDR_SCATTERED};
        for (u32 l = 0; l < 32; l++) {
            u32 piece[] = {l,
                           l % 8,
                           l / 8,
                           0,
                           l % 16,
                           l / 2,
                           l / 4,
                           l % 4,
                           l % 2,
                           l / 16,
                           l % 2 + l / 8 * 2,
                           l / 2 % 4 + l / 16 * 4,
                           l % 4 + l / 16 * 4,
                           l % 2 + l / 4 * 2,
                           l / 2 % 8};
            i.addr[l] = 16ull * piece[pattern];
        }
        assert_int_equal(paired_bank_cycles(&i, 32, 32, 4), cycles[pattern]);
    }
}

/* A lane's 16 bytes take several passes where there are fewer banks than its words. */
static void paired_loads_of_few_banks(void **state)
{
    (void)state;
    struct stream_instr i = {.mask = UINT32_MAX, .shape = ADDR_SCATTERED};
    for (u32 l = 0; l < 32; l++)
        i.addr[l] = 16ull * l;
    assert_int_equal(paired_bank_cycles(&i, 32, 4, 4), 32);
    assert_int_equal(paired_bank_cycles(&i, 32, 2, 4), 64);
    assert_int_equal(paired_bank_cycles(&i, 32, 1, 4), 128);
}

/* Global load and use. The second launch finds the line in the L1 (which is not emptied here). */
static void an_l1_hit_is_the_sum_of_its_parts(void **state)
{
    (void)state;
    o.cfg.mem.l1.invalidate = 0;
    for (u32 lat = 1; lat < 40; lat += 13) {
        struct script_source s;
        o.cfg.mem.l1.latency = lat;
        gpu_free(o.gpu);
        o.gpu = NULL;
        for (u32 i = 0; i < 2; i++) {
            script_init(&s, 1, 1, 32);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
            script_op(&s, SI_ALU, 2, 1);
            u64 n = one_sm_run(&o, &s);
            if (i == 1)
                assert_int_equal(n, 1 /* LSU */ + 1 /* port to the L1 */ + lat + 1 /* the use */);
        }
        assert_int_equal(o.r.mem.l1.hit, 1);
    }
}

static void the_lsu_sends_a_line_a_cycle(void **state)
{
    (void)state;
    o.cfg.mem.l1.invalidate = 0;
    struct script_source s;
    u64 n = 0;
    for (u32 i = 0; i < 2; i++) {
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 128, 0); /* 32 lines */
        script_op(&s, SI_ALU, 2, 1);
        n = one_sm_run(&o, &s);
    }
    assert_int_equal(o.r.mem.l1.hit, 32);
    assert_int_equal(n, 31 + 2 + o.cfg.mem.l1.latency + 1);
}

/* Loads of 32 words of one bank by each of so many warps, and the last one's use. */
static u64 words_of_a_bank(u8 space, u32 warps, u32 loads, u64 from)
{
    struct script_source s;
    script_init(&s, 1, warps, 32);
    for (u32 i = 1; i <= loads; i++)
        script_mem(&s, SI_LOAD, space, (i32)i, -1, from, 128, 0);
    script_op(&s, SI_ALU, 4, (i32)loads);
    return one_sm_run(&o, &s);
}

/* lsu.replay: a warp gets a word every other cycle, of one load after the other; other warps' come between. */
static void a_warp_gets_the_words_of_a_bank_in_turn(void **state)
{
    (void)state;
    o.cfg.lsu.replay = o.cfg.lsu.global_banks = 1;
    o.cfg.mem.l1.invalidate = 0;
    u64 one = o.cfg.lat.shared + 1 + 31 + 30, here = 0x400000000000, there = here + 4096;
    assert_int_equal(words_of_a_bank(SI_SHARED, 1, 1, 0), one);
    assert_int_equal(words_of_a_bank(SI_SHARED, 1, 3, 0), one + 2 * 64);
    assert_int_equal(words_of_a_bank(SI_SHARED, 2, 1, 0), one + 32);
    u64 missed = words_of_a_bank(SI_GLOBAL, 1, 1, here), both = words_of_a_bank(SI_GLOBAL, 1, 2, there);
    assert_true(both < missed + 40);
    one = 31 + 2 + o.cfg.mem.l1.latency + 1 + 30;
    assert_int_equal(words_of_a_bank(SI_GLOBAL, 1, 1, here), one);
    assert_int_equal(words_of_a_bank(SI_GLOBAL, 1, 2, there), one + 64);
    assert_int_equal(words_of_a_bank(SI_GLOBAL, 2, 1, here), one + 32);
}

/* A store alone, a store with a chain of ten after it, and with a fence between: a CTA ends when its stores are
   answered, the chain is hidden in that time, and a fence makes it begin in the cycle of the answer. */
static void a_fence_waits_for_stores(void **state)
{
    (void)state;
    u64 n[3];
    for (u32 i = 0; i < 3; i++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        if (i == 2)
            script_op(&s, SI_FENCE, -1, -1);
        for (u32 k = 0; k < 10 && i; k++)
            script_op(&s, SI_ALU, 2, 2);
        n[i] = one_sm_run(&o, &s);
        assert_true(i == 2 ? o.r.slot.fence > 20 : o.r.slot.fence == 0);
    }
    assert_true(n[0] > 2 + 9 * o.cfg.lat.alu);
    assert_int_equal(n[1], n[0]);
    assert_int_equal(n[2], n[0] + 9 * o.cfg.lat.alu);
}

static void stall_on_miss_stops_at_the_load(void **state)
{
    (void)state;
    struct script_source s;
    u64 n[2];
    for (u32 i = 0; i < 2; i++) {
        o.cfg.sm.stall = i;
        gpu_free(o.gpu);
        o.gpu = NULL;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, 0x400000000000, 4, 0);
        for (u32 k = 0; k < 50; k++)
            script_op(&s, SI_ALU, 2, 2);
        n[i] = one_sm_run(&o, &s);
    }
    u64 alu = 49 * o.cfg.lat.alu + 1;
    assert_int_equal(n[STALL_ON_USE], alu + 1);
    assert_int_equal(n[STALL_ON_MISS], alu + o.r.sm.load_cycles);
}

/* ---- Schedulers, as tables of picks ---- */

static void rr_takes_turns(void **state)
{
    (void)state;
    struct sched_params p = {.policy = POLICY_RR};
    struct sched s;
    sched_init(&s, &p, UINT64_MAX);
    const u32 want[] = {1, 5, 9, 1, 5};
    for (u32 i = 0; i < COUNT_OF(want); i++) {
        u32 w = s.policy->pick(&s, 1ull << 1 | 1ull << 5 | 1ull << 9);
        sched_issued(&s, w);
        assert_int_equal(w, want[i]);
    }
    sched_issued(&s, 63);
    assert_int_equal(s.policy->pick(&s, 1ull << 63 | 1), 0);
}

static void gto_stays_then_takes_the_oldest(void **state)
{
    (void)state;
    struct sched_params p = {.policy = POLICY_GTO};
    struct sched s;
    sched_init(&s, &p, UINT64_MAX);
    s.age[1] = 30, s.age[5] = 10, s.age[9] = 20;
    u64 all = 1ull << 1 | 1ull << 5 | 1ull << 9;
    assert_int_equal(s.policy->pick(&s, all), 5);
    sched_issued(&s, 9);
    assert_int_equal(s.policy->pick(&s, all), 9);
    assert_int_equal(s.policy->pick(&s, all & ~(1ull << 9)), 5);
}

static void two_level_keeps_a_small_active_set(void **state)
{
    (void)state;
    struct sched_params p = {.policy = POLICY_TWO_LEVEL, .active = 2};
    struct sched s;
    sched_init(&s, &p, UINT64_MAX);
    s.age[1] = 30, s.age[5] = 10, s.age[9] = 20;
    u64 all = 1ull << 1 | 1ull << 5 | 1ull << 9;
    assert_true(s.policy->allow(&s, all) == (1ull << 5 | 1ull << 9));
    assert_true(s.policy->allow(&s, all) == (1ull << 5 | 1ull << 9));
    assert_true(s.policy->allow(&s, all & ~(1ull << 5)) == (1ull << 9 | 1ull << 1)); /* 5 waits for memory */
    assert_true(s.policy->allow(&s, all) == (1ull << 9 | 1ull << 1));                /* and must wait its turn */
}

static void swl_lets_only_some_warps_issue(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.sm.schedulers = 1;
    o.cfg.sched.swl = 2;
    script_init(&s, 1, 4, 32);
    for (u32 i = 0; i < 10; i++)
        script_op(&s, SI_ALU, 1, 1);
    /* two warps at a time, the younger one cycle behind the older; the next two start as these end */
    u64 n = one_sm_run(&o, &s), pair = 9 * o.cfg.lat.alu + 1;
    assert_in_range(n, 2 * pair, 2 * pair + 4);
    assert_true(o.r.slot.throttled > 0);
}

/* ---- Occupancy ---- */

static struct occupancy occ(u32 threads, u32 regs, u32 shared, struct diag *d)
{
    struct stream_kernel k = {.name = "k",
                              .block = {threads, 1, 1},
                              .n_warps = (u32)div_up(threads, 32),
                              .regs_per_thread = regs,
                              .shared_bytes = shared};
    return sm_occupancy(&o.cfg.sm, &k, d);
}

static void occupancy_and_its_limiter(void **state)
{
    (void)state;
    const struct {
        u32 threads, regs, shared, ctas;
        const char *by;
    } t[] = {{256, 16, 0, 6, "threads"},           {32, 16, 0, 8, "CTA slots"}, {256, 63, 0, 2, "registers"},
             {128, 20, 12000, 4, "shared memory"}, {33, 16, 0, 8, "CTA slots"}, {1024, 20, 0, 1, "threads"},
             {192, 21, 0, 7, "registers"}};
    struct diag d;
    diag_init(&d);
    for (u32 i = 0; i < COUNT_OF(t); i++) {
        struct occupancy got = occ(t[i].threads, t[i].regs, t[i].shared, &d);
        assert_int_equal(got.ctas, t[i].ctas);
        assert_string_equal(got.limiter, t[i].by);
    }
    o.cfg.sm.reg_ctas = REG_CTAS_FEWER;
    assert_int_equal(occ(256, 63, 0, &d).ctas, 1);
    assert_int_equal(occ(512, 63, 0, &d).ctas, 1); /* never none */
    assert_int_equal(occ(256, 16, 0, &d).ctas, 6); /* registers have room for 8: threads decide all the same */
    o.cfg.sm.reg_ctas = REG_CTAS_MORE;
    assert_int_equal(occ(256, 63, 0, &d).ctas, 3);
    assert_int_equal(occ(192, 21, 0, &d).ctas, 8);
    assert_int_equal(occ(1024, 20, 0, &d).ctas, 1);
    o.cfg.sm.reg_ctas = REG_CTAS_FIT;
    assert_int_equal(d.errors, 0);
    assert_int_equal(occ(256, 16, 50000, &d).ctas, 0);
    assert_non_null(strstr(d.first->text, "50048 bytes of shared memory, but an SM has 49152"));
    assert_int_equal(occ(2048, 16, 0, &d).ctas, 0);
    diag_free(&d);
}

static void an_icache_miss_stops_the_warp(void **state)
{
    (void)state;
    o.cfg.icache.on = 1;
    u64 n = chain(SI_ALU, 32, false); /* two lines of 16 instructions */
    assert_int_equal(n, o.cfg.icache.miss + 16 + o.cfg.icache.miss - 1 +
                            16); /* the second miss begins as the 16th issues */
    assert_int_equal(o.r.sm.icache_misses, 2);
    assert_int_equal(o.r.slot.fetch, 2 * o.cfg.icache.miss - 1);
}

/* Of three lines the second and third are there so long after the first use of the one before, if that is not earlier
   than they are wanted. */
static void lines_are_fetched_ahead(void **state)
{
    (void)state;
    o.cfg.icache.on = 1;
    o.cfg.icache.next = 20;
    assert_int_equal(chain(SI_ALU, 48, false), o.cfg.icache.miss + 2 * 20 + 16);
    assert_int_equal(o.r.sm.icache_misses, 1);
    assert_int_equal(o.r.slot.fetch, o.cfg.icache.miss + 2 * 4);
    one_sm_free(&o);
    one_sm_init(&o, "gtx480");
    o.cfg.icache.on = 1;
    o.cfg.icache.next = 12;
    assert_int_equal(chain(SI_ALU, 48, false), o.cfg.icache.miss + 48);
}

/* Two warps, a scheduler each, that want the same line: both wait until it is there. A third CTA finds it. */
static void whoever_asks_for_a_line_on_its_way_waits(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.icache.on = 1;
    o.cfg.sm.ctas = 1;
    script_init(&s, 2, 2, 32);
    script_op(&s, SI_ALU, 1, -1);
    u64 n = one_sm_run(&o, &s);
    assert_int_equal(o.r.sm.icache_misses, 1);
    assert_int_equal(o.r.slot.fetch, 2 * o.cfg.icache.miss);
    assert_int_equal(n, o.cfg.icache.miss + o.cfg.gpu.cta_dispatch + 1);
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
        T(independent_alu_issues_every_cycle),
        T(a_dependent_chain_waits_for_each_result),
        T(long_latencies_pass_the_wheel),
        T(a_unit_takes_an_instruction_every_so_often),
        T(schedulers_share_a_single_unit),
        T(a_branch_delays_the_warp),
        T(lanes_that_part_delay_the_warp),
        T(warps_hide_each_others_latency),
        T(two_instructions_issue_together),
        T(a_barrier_waits_for_the_last_warp),
        T(a_barrier_takes_one_warp_after_the_other),
        T(arithmetic_goes_on_behind_a_barrier),
        T(a_barrier_charges_those_who_wait),
        T(a_warp_that_has_exited_is_not_waited_for),
        T(shared_memory_conflicts_cost_a_cycle_each),
        T(conflicts_hold_up_the_unit),
        T(conflicts_hold_up_one_instruction),
        T(bank_cycles_of_shapes),
        T(paired_loads_as_on_the_card),
        T(paired_loads_of_few_banks),
        T(an_l1_hit_is_the_sum_of_its_parts),
        T(the_lsu_sends_a_line_a_cycle),
        T(a_warp_gets_the_words_of_a_bank_in_turn),
        T(a_fence_waits_for_stores),
        T(stall_on_miss_stops_at_the_load),
        T(rr_takes_turns),
        T(gto_stays_then_takes_the_oldest),
        T(two_level_keeps_a_small_active_set),
        T(swl_lets_only_some_warps_issue),
        T(occupancy_and_its_limiter),
        T(an_icache_miss_stops_the_warp),
        T(lines_are_fetched_ahead),
        T(whoever_asks_for_a_line_on_its_way_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
