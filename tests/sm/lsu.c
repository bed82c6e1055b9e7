/* The load-store unit in exact cycles: address generation, banks of shared memory against a slow twin, what a slot
   that waits for it is charged to, and what barriers and fences do to a front that reorders. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "long.h"
#include "mem/front_mrpb.h"
#include "sm/internal.h"

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

static u64 rng(u64 *s)
{
    *s = *s * 6364136223846793005ull + 1442695040888963407ull;
    return *s >> 33;
}

/* Loads that hit, from enough warps to keep the LSU busy: lanes / lsu.lanes cycles each. */
static void address_generation_limits_throughput(void **state)
{
    (void)state;
    u32 n = 16 * 200;
    o.cfg.mem.l1.invalidate = 0;
    for (u32 lanes = 32; lanes >= 4; lanes /= 2) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.lsu.lanes = lanes;
        u64 cycles = 0;
        for (u32 warm = 0; warm < 2; warm++) {
            script_init(&s, 1, 16, 32);
            s.loops = 200;
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
            cycles = one_sm_run(&o, &s);
        }
        u64 ideal = n * (32 / lanes);
        assert_in_range(cycles, ideal - 8, ideal + 40); /* the last one ends with its request */
    }
}

/* One access at a time, every word of it: how often each bank is asked within a group. */
static u32 slow_bank_cycles(const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks, u32 bank_bytes,
                            bool atomic)
{
    u32 each = (bytes + bank_bytes - 1) / bank_bytes, total = 0, group = lanes;
    if (each > 1) {
        group = banks / each;
        group = group < 1 ? 1 : group > lanes ? lanes : group;
    }
    for (u32 from = 0; from < lanes; from += group) {
        u32 worst = 0;
        for (u32 b = 0; b < banks; b++) {
            u32 asked = 0;
            for (u32 l = from; l < from + group && l < lanes; l++) {
                if (!(i->mask >> l & 1))
                    continue;
                for (u32 k = 0; k < each; k++) {
                    u64 word = stream_lane_addr(i, l) / bank_bytes + k;
                    bool seen = false;
                    for (u32 p = from; p < l && !atomic; p++)
                        for (u32 q = 0; q < each && (i->mask >> p & 1); q++)
                            seen |= stream_lane_addr(i, p) / bank_bytes + q == word;
                    asked += word % banks == b && !seen;
                }
            }
            worst = worst > asked ? worst : asked;
        }
        total += worst;
    }
    return total ? total : 1;
}

static void banks_as_the_slow_way_counts_them(void **state)
{
    (void)state;
    u64 g = 3;
    for (u32 round = 0; round < share_of(20000); round++) {
        u64 addr[STREAM_MAX_LANES];
        u32 lanes = 2u << rng(&g) % 6, banks = 1u << rng(&g) % 8, bank_bytes = 4u << rng(&g) % 3;
        u32 bytes = 1u << rng(&g) % 5, shape = (u32)(rng(&g) % 4);
        struct stream_instr i = {.mask = (rng(&g) << 32 | rng(&g)) & lanes_mask(lanes), .base = rng(&g) % 64 * bytes};
        if (rng(&g) % 3 == 0)
            i.mask = lanes_mask(lanes);
        i.shape = shape == 0 ? ADDR_UNIFORM : shape == 1 ? ADDR_STRIDED : shape == 2 ? ADDR_SCATTERED : ADDR_ROWS;
        if (shape & 1)
            i.stride = (i64)bytes * ((i64)(rng(&g) % 12) - 3);
        if (shape == 3) {
            i.row = (u8)(1 + rng(&g) % 4);
            i.pitch = (i64)bytes * ((i64)(rng(&g) % 40) - 3);
        }
        for (u32 l = 0; l < lanes; l++)
            addr[l] = rng(&g) % 96 * bytes;
        if (shape & 1)
            i.base += 64ull * 16 * 64;
        if (shape == 2)
            memcpy(i.addr, addr, sizeof i.addr);
        bool atomic = rng(&g) % 4 == 0;
        assert_int_equal(bank_cycles(&i, bytes, lanes, banks, bank_bytes, atomic),
                         slow_bank_cycles(&i, bytes, lanes, banks, bank_bytes, atomic));
    }
}

/* Few patterns at few pcs, so that most have been seen, at bases that move by whole and by parts of words. */
static void banks_seen_before_count_the_same(void **state)
{
    (void)state;
    struct bank_seen seen[BANKS_SEEN];
    u64 g = 4;
    memset(seen, 0, sizeof(seen));
    for (u32 round = 0; round < share_of(20000); round++) {
        struct stream_instr i = {.pc = (u32)(rng(&g) % 40), .base = 65536 + rng(&g) % 64, .mask = UINT32_MAX};
        i.shape = rng(&g) % 2 ? ADDR_ROWS : ADDR_STRIDED;
        i.stride = (i64)(rng(&g) % 3) * 4;
        i.row = (u8)(3 + rng(&g) % 2);
        i.pitch = 64 + (i64)(rng(&g) % 2) * 4;
        if (rng(&g) % 4 == 0)
            i.mask = 0x0fff0fff;
        u32 bytes = rng(&g) % 2 ? 4 : 8;
        bool atomic = rng(&g) % 4 == 0;
        assert_int_equal(bank_cycles_seen(seen, &i, bytes, 32, 32, 4, atomic, false),
                         slow_bank_cycles(&i, bytes, 32, 32, 4, atomic));
    }
}

/* Unit stride over one bank: a cycle a lane. */
static void one_bank_serves_a_lane_a_cycle(void **state)
{
    (void)state;
    u64 n[2];
    for (u32 k = 0; k < 2; k++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.lsu.banks = k ? 1 : 32;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_SHARED, 1, -1, 0, 4, 0);
        script_op(&s, SI_ALU, 2, 1);
        n[k] = one_sm_run(&o, &s);
    }
    assert_int_equal(n[1] - n[0], 31);
}

static const struct mrpb_stats *mrpb_stats(void)
{
    return decl_pool_stats(&front_pool, o.r.mem.front_own, FRONT_MRPB);
}

/* 32 lines go into the warp's queue; a fence after them has them drained before others. */
static void a_fence_empties_the_warps_queue(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.mem.mem.front = FRONT_MRPB;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
    script_op(&s, SI_FENCE, -1, -1);
    one_sm_run(&o, &s);
    assert_int_equal(mrpb_stats()->flush_barrier, 1);
    assert_true(mrpb_stats()->drain_barrier > 0);
    assert_true(o.r.slot.fence > 0 && o.r.slot.barrier == 0);
}

/* A line is read, read again, and read behind a fence: that hits, unless the fence is one that empties the L1 and the
   machine's L1 is emptied by them. */
static void a_fence_empties_the_l1(void **state)
{
    (void)state;
    for (u32 k = 0; k < 4; k++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.mem.l1.fence = k & 1;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 2, 1, BASE, 4, 0);
        s.code[script_op(&s, SI_FENCE, -1, -1)].flags = k & 2 ? SI_FORGETS : SI_BLOCK;
        script_mem(&s, SI_LOAD, SI_GLOBAL, 3, -1, BASE, 4, 0);
        one_sm_run(&o, &s);
        assert_int_equal(o.r.mem.l1.hit, k == 3 ? 1 : 2);
    }
}

/* What follows an access that acquires waits for its data and not for an earlier store; a fence for the host takes a
   time of its own. */
static void what_acquires_waits_for_loads_alone(void **state)
{
    (void)state;
    static const u8 flags[] = {SI_ACQUIRES, 0, SI_SYSTEM};
    u64 cycles[2][3];
    for (u32 store = 0; store < 2; store++)
        for (u32 k = 0; k < COUNT_OF(flags); k++) {
            struct script_source s;
            gpu_free(o.gpu);
            o.gpu = NULL;
            o.cfg.lat.fence = 40;
            o.cfg.lat.fence_after = 30;
            o.cfg.lat.fence_system = 540;
            o.cfg.lat.fence_system_after = 330;
            script_init(&s, 1, 1, 32);
            if (store)
                script_mem(&s, SI_STORE, SI_GLOBAL, 2, -1, BASE + 4096, 4, 0);
            s.code[script_op(&s, SI_FENCE, -1, -1)].flags = flags[k];
            script_op(&s, SI_SFU, 1, -1);
            for (u32 n = 0; n < 30; n++) /* until the store is answered */
                script_op(&s, SI_SFU, 1, 1);
            one_sm_run(&o, &s);
            cycles[store][k] = o.r.cycles;
        }
    assert_int_equal(cycles[0][1] - cycles[0][0], 39);
    assert_int_equal(cycles[0][2] - cycles[0][1], 500);
    assert_int_equal(cycles[1][2] - cycles[1][1], 300);
    assert_int_equal(cycles[1][0] - cycles[0][0], 1); /* the store's slot */
    assert_true(cycles[1][1] - cycles[0][1] > 50);
}

/* A fence behind what the L2 has seen takes lat.fence_touched from where it began, answered or not; behind a load
   that the L1 may answer, behind another fence, or for a block, it does not. */
static void a_fence_follows_what_touched_the_l2(void **state)
{
    (void)state;
    static const struct {
        u8 kind, flags, fence;
        bool twice, touches;
    } rows[] = {{SI_STORE, 0, 0, false, true},         {SI_ATOMIC, 0, 0, false, true},
                {SI_LOAD, SI_SKIP_L1, 0, false, true}, {SI_LOAD, 0, 0, false, false},
                {SI_STORE, 0, 0, true, true}, /* the second fence is behind nothing */
                {SI_STORE, 0, SI_BLOCK, false, false}, {SI_STORE, 0, SI_ACQUIRES, false, false}};
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        u64 cycles[2];
        for (u32 on = 0; on < 2; on++) {
            struct script_source s;
            gpu_free(o.gpu);
            o.gpu = NULL;
            o.cfg.lat.fence = 40;
            o.cfg.lat.fence_after = 30;
            o.cfg.lat.fence_block = 8;
            o.cfg.lat.fence_touched = on ? 2000 : 0;
            script_init(&s, 1, 1, 32);
            s.code[script_mem(&s, rows[k].kind, SI_GLOBAL, 2, -1, BASE, 4, 0)].flags = rows[k].flags;
            script_op(&s, SI_SFU, 1, -1);
            for (u32 n = 0; n < 100; n++) /* until it is answered */
                script_op(&s, SI_SFU, 1, 1);
            for (u32 n = 0; n < 1u + rows[k].twice; n++)
                s.code[script_op(&s, SI_FENCE, -1, -1)].flags = rows[k].fence;
            script_op(&s, SI_ALU, 3, -1);
            one_sm_run(&o, &s);
            cycles[on] = o.r.cycles;
        }
        assert_int_equal(cycles[1] - cycles[0], rows[k].touches ? 2000 - 40 : 0);
    }
}

static void a_barrier_that_the_front_holds_is_a_barrier(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.mem.mem.front = FRONT_MRPB;
    script_init(&s, 1, 1, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
    script_op(&s, SI_BARRIER, -1, -1);
    script_op(&s, SI_ALU, 2, -1);
    one_sm_run(&o, &s);
    assert_true(o.r.slot.barrier > 30 && o.r.slot.fence == 0);
    assert_int_equal(mrpb_stats()->flush_barrier, 1);
}

/* A queue full of texture fetches waits for the texture cache, whatever the L1 is doing. */
static void texture_stalls_are_not_the_l1s(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.mem.tex.kind = 1;
    o.cfg.mem.tex.mshrs = 1;
    o.cfg.lsu.queue = 1;
    script_init(&s, 1, 4, 32);
    script_mem(&s, SI_LOAD, SI_TEX, 1, -1, BASE, 128, 128 * 32);
    script_mem(&s, SI_LOAD, SI_TEX, 2, -1, BASE + (1 << 20), 128, 128 * 32);
    one_sm_run(&o, &s);
    const struct slot_stats *t = &o.r.slot;
    assert_true(t->lsu_full > 1000);
    assert_int_equal(t->l1_assoc + t->l1_mshr + t->l1_merge + t->l1_missq + t->l1_other, 0);
}

/* The front is where a request is between the LSU's push and its lookup, whichever front it is. */
static void the_wait_before_the_l1_is_counted(void **state)
{
    (void)state;
    for (u32 front = 0; front < front_ops_kinds; front++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.mem.mem.front = front;
        script_init(&s, 1, 1, 32);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 0);
        one_sm_run(&o, &s);
        const struct mrpb_params *p = decl_pool_params(&front_pool, o.cfg.mem.front_own, FRONT_MRPB);
        /* FIFO: the L1's port. MRPB: the port into it, its latency, the L1's port. */
        assert_int_equal(o.r.mem.hist[MS_FRONT].sum, front == FRONT_FIFO ? 1 : 1 + p->latency + 1);
        assert_int_equal(o.r.mem.front.occupancy, front == FRONT_FIFO ? 1 : p->latency);
    }
}

/* Twice 32 lines that hit: one a cycle, or eight a cycle where they lie in eight banks. */
static void banks_take_a_line_each(void **state)
{
    (void)state;
    u64 n[2];
    o.cfg.mem.l1.invalidate = 0;
    o.cfg.mem.l1.index = 0;
    for (u32 k = 0; k < 2; k++) {
        struct script_source s;
        gpu_free(o.gpu);
        o.gpu = NULL;
        o.cfg.mem.l1.banks = k ? 8 : 1;
        for (u32 warm = 0; warm < 2; warm++) {
            script_init(&s, 1, 1, 32);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 128, 0);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 2, -1, BASE, 128, 0);
            n[k] = one_sm_run(&o, &s);
        }
        assert_int_equal(o.r.mem.l1.hit, 64);
    }
    assert_int_equal(n[0] - n[1], 63 - 7);
}

/* Cycles a load whose lanes are so far apart, all of them hits: 16 warps, 40 rounds more. */
static double gather_cycles(u32 bytes, i64 apart)
{
    u64 n[2];
    for (u32 k = 0; k < 3; k++) { /* the first warms up */
        struct script_source s;
        script_init(&s, 1, 16, 32);
        s.loops = k == 2 ? 80 : 40;
        u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, apart, 0);
        s.code[pc].bytes = (u8)bytes;
        n[k / 2] = one_sm_run(&o, &s);
    }
    assert_int_equal(o.r.mem.l1.hit, o.r.mem.l1.access);
    return (double)(n[1] - n[0]) / (16 * 40);
}

/* A load takes as many cycles as there are groups of l1.lookups lines, or words in one bank if these are more. */
static void a_load_takes_its_lines_or_its_banks(void **state)
{
    (void)state;
    static const struct {
        u32 bytes, apart, lines, words; /* words: passes over 32 banks of 4 bytes */
    } t[] = {{4, 4, 1, 1},     {4, 12, 3, 1},  {4, 20, 5, 1},  {4, 36, 9, 1},   {4, 68, 17, 1},
             {4, 132, 32, 1},  {4, 8, 2, 2},   {4, 16, 4, 4},  {4, 32, 8, 8},   {4, 64, 16, 16},
             {4, 128, 32, 32}, {4, 24, 6, 2},  {4, 40, 10, 2}, {4, 144, 32, 4}, {4, 0, 1, 1},
             {8, 8, 2, 2},     {16, 16, 4, 4}, {8, 16, 4, 4},  {16, 32, 8, 8},  {8, 136, 32, 2}};
    o.cfg.mem.l1.invalidate = 0;
    o.cfg.mem.l1.queue = 32;
    o.cfg.lsu.queue = 16;
    for (u32 k = 0; k < 6; k++) {
        gpu_free(o.gpu);
        o.gpu = NULL;
        u32 lookups = 1u << k / 2 * 2; /* 1, 4 and 16 */
        o.cfg.mem.l1.lookups = lookups;
        o.cfg.lsu.global_banks = k % 2;
        for (u32 i = 0; i < COUNT_OF(t); i++) {
            u32 lines = (t[i].lines + lookups - 1) / lookups, words = k % 2 && t[i].lines > 1 ? t[i].words : 1;
            double is = gather_cycles(t[i].bytes, t[i].apart), should = MAX(lines, words);
            if (is != should)
                fail_msg("%u lookups, banks %u, %u bytes, %u apart: %.3f cycles, not %.0f", lookups, k % 2,
                         t[i].bytes, t[i].apart, is, should);
        }
    }
}

/* Figure 5 of WarpPool: 8 warps ask for the same 4 lines, one warp after the other. */
static void windows_of_earlier_requests(void **state)
{
    (void)state;
    struct script_source s;
    o.cfg.lsu.windows = 1;
    script_init(&s, 1, 8, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 16, 0);
    script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE + 65536, 16, 0); /* stores do not count */
    one_sm_run(&o, &s);
    assert_int_equal(o.r.sm.window_requests, 32);
    assert_int_equal(o.r.sm.window_1 + o.r.sm.window_2, 0); /* the same line comes again after three others */
    assert_int_equal(o.r.sm.window_4, 28);
    assert_int_equal(o.r.sm.window_128, 28);
}

/* A load of two lines, one of which is on its way while the other is there: it ends with the later answer, whichever
   the L1 knew of last. The hit is known at its lookup, 30 cycles before it comes; the line may come in between. */
static void a_load_ends_with_its_latest_answer(void **state)
{
    (void)state;
    u64 least = UINT64_MAX, most = 0;
    o.cfg.mem.l1.latency = 30;
    o.cfg.lat.alu = 4;
    for (u32 d = 0; d < 160; d++) {
        u64 cycles[2];
        for (u32 plain = 0; plain < 2; plain++) {
            struct script_source s;
            o.cfg.gpu.plain = plain;
            script_init(&s, 1, 1, 32);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE + 128, 0, 0);
            script_op(&s, SI_ALU, 2, 1);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 3, 2, BASE, 0, 0);
            for (u32 k = 0; k < d; k++)
                script_op(&s, SI_ALU, 4, 4);
            script_mem(&s, SI_LOAD, SI_GLOBAL, 5, 4, BASE, 8, 0);
            for (u32 k = 0; k < 80; k++) /* windows are short where a launch could end in them */
                script_op(&s, SI_ALU, 6, 5);
            cycles[plain] = one_sm_run(&o, &s);
            gpu_free(o.gpu);
            o.gpu = NULL;
        }
        assert_int_equal(cycles[0], cycles[1]);
        least = MIN(least, cycles[0]);
        most = MAX(most, cycles[0]);
    }
    assert_true(most > least + 60); /* from waiting for the line to waiting for the hit alone */
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
        T(address_generation_limits_throughput),
        T(banks_as_the_slow_way_counts_them),
        T(banks_seen_before_count_the_same),
        T(one_bank_serves_a_lane_a_cycle),
        T(a_fence_empties_the_l1),
        T(what_acquires_waits_for_loads_alone),
        T(a_fence_follows_what_touched_the_l2),
        T(a_fence_empties_the_warps_queue),
        T(a_barrier_that_the_front_holds_is_a_barrier),
        T(the_wait_before_the_l1_is_counted),
        T(banks_take_a_line_each),
        T(a_load_takes_its_lines_or_its_banks),
        T(windows_of_earlier_requests),
        T(texture_stalls_are_not_the_l1s),
        T(a_load_ends_with_its_latest_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
