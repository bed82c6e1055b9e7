/* The WPU without warp-splits, in exact cycles: an access a lane with bank conflicts, stores that suspend as loads
   do, a switch at every access, the instruction cache, the crossbar's clock, and the flush at the end of a kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "sm/internal.h"

#define BASE 0x400000000000ull

static struct one_sm o;

static int setup(void **state)
{
    (void)state;
    one_sm_init(&o, "wpu-bulk");
    o.cfg.icache.on = 0;
    return 0;
}
static int teardown(void **state)
{
    (void)state;
    one_sm_free(&o);
    return 0;
}

/* Cycles of `n` accesses that hit, one after the other, by one warp (the first of n + 1 brings the lines). */
static u64 access_cycles(u32 kind, i64 stride, u32 n)
{
    u64 t[2];
    for (u32 k = 0; k < 2; k++) {
        struct script_source s;
        script_init(&s, 1, 1, 8);
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, stride, 0);
        for (u32 i = 0; i < k * n; i++)
            script_mem(&s, (u8)kind, SI_GLOBAL, 1, -1, BASE, stride, 0);
        gpu_free(o.gpu);
        o.gpu = NULL;
        t[k] = one_sm_run(&o, &s);
    }
    return t[1] - t[0];
}

/* Issue, into the bank's queue, lookup, hit latency; each lane more in a bank is a cycle more. */
static void a_hit_takes_its_latency_and_its_conflicts(void **state)
{
    (void)state;
    const u64 hit = 2 + o.cfg.mem.l1.latency;
    assert_int_equal(hit, 3); /* the paper's tables 3 and 4, in all */
    static const struct {
        i64 stride;
        u64 conflicts;
    } rows[] = {{8, 0}, {4, 1}, {0, 7}, {64, 7}, {16, 1}, {32, 3}, {72, 0}};
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        u64 each = hit + rows[i].conflicts;
        assert_int_equal(access_cycles(SI_LOAD, rows[i].stride, 10), 10 * each);
        assert_int_equal(o.r.sm.lane_conflicts, 11 * rows[i].conflicts);
    }
}

/* A store that hits suspends as long as a load does; what it wrote goes to memory at the end of the kernel. */
static void a_store_suspends_like_a_load(void **state)
{
    (void)state;
    u64 load = access_cycles(SI_LOAD, 8, 10);
    u64 flushed = access_cycles(SI_STORE, 8, 10);
    assert_int_equal(o.r.mem.l1.write_hit + o.r.mem.l1.write_fetch + o.r.mem.l1.write_merged, 2 * 10);
    assert_int_equal(o.r.mem.l1.write_back, 2); /* 8 doubles: two lines */
    u64 write_backs = flushed - load;           /* two lines to memory and their acknowledgements, inside its time */
    assert_in_range(write_backs, o.cfg.mem.dram.fixed_latency, o.cfg.mem.dram.fixed_latency + 40);
    o.cfg.mem.l1.write = L1_WRITE_THROUGH; /* and through: each waits for the memory's acknowledgement */
    u64 through = access_cycles(SI_STORE, 8, 10);
    assert_true(through >= 10 * o.cfg.mem.dram.fixed_latency);
}

/* A store of the whole line by all lanes is eight stores of a part of it: it fetches. */
static void a_store_that_misses_fetches_its_line(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 1, 8);
    script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE, 4, 0);
    u64 n = one_sm_run(&o, &s);
    assert_int_equal(o.r.mem.l1.write_fetch, 1);
    assert_int_equal(o.r.mem.l1.write_merged, 1);      /* 4-byte accesses: two lanes a bank, two turns */
    assert_true(n > 2 * o.cfg.mem.dram.fixed_latency); /* the fetch, and the flush behind it */
}

/* With so many warps that each access of one is hidden by the others, one instruction a cycle is issued: hit + 1
   cycles from access to access of a warp of one access and k other instructions. */
static void warps_hide_hits(void **state)
{
    (void)state;
    const u64 hit = 2 + o.cfg.mem.l1.latency, alus = 3, loops = 200;
    o.cfg.sm.warps = 8;
    o.cfg.sm.threads = 64;
    for (u64 warps = 1; warps <= 8; warps *= 2) {
        struct script_source s;
        script_init(&s, 1, (u32)warps, 8);
        s.loops = (u32)loops;
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 8, 0);
        for (u32 i = 0; i < alus; i++)
            script_op(&s, SI_ALU, 2, 1);
        gpu_free(o.gpu);
        o.gpu = NULL;
        u64 n = one_sm_run(&o, &s), form = loops * MAX(hit + alus, warps * (1 + alus));
        assert_in_range(n, form, form + 2 * o.cfg.mem.dram.fixed_latency);
        assert_true(n - form < form / 4 || warps < 4);
    }
}

/* A run of instructions without accesses is issued without a switch; the other warp begins at its access. */
static void a_warp_goes_on_until_it_accesses(void **state)
{
    (void)state;
    struct script_source s;
    script_init(&s, 1, 2, 8);
    for (u32 i = 0; i < 10; i++)
        script_op(&s, SI_ALU, 2, -1);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 8, 0);
    u64 n = one_sm_run(&o, &s);
    assert_int_equal(o.r.sm.warp_instrs, 22);
    assert_int_equal(o.r.slot.issued, 22);
    /* the second warp's access merges with the first one's, 11 cycles after it, and ends with it */
    assert_in_range(n, 11 + o.cfg.mem.dram.fixed_latency, 40 + o.cfg.mem.dram.fixed_latency);
}

/* One lane after the other misses: a request each 300 MHz cycle, the crossbar's port, is what limits it. */
static void the_crossbars_clock_limits_misses(void **state)
{
    (void)state;
    struct script_source s;
    u64 loops = 300, per = 8;
    o.cfg.mem.l1.mshrs = 256;
    o.cfg.mem.l1.missq = 64;
    o.cfg.mem.noc.credits = 512;
    o.cfg.sm.warps = 32;
    o.cfg.sm.threads = 256;
    o.cfg.sm.ctas = 32;
    script_init(&s, 32, 1, 8);
    s.loops = (u32)loops;
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 40, (i64)(per * 40 * loops));
    s.by_loop[0] = per * 40;
    u64 n = one_sm_run(&o, &s), misses = o.r.mem.l1.miss;
    double cycles = (double)n / (double)misses; /* 48 bytes a port and cycle: a packet of 40 is one flit */
    assert_true(misses > 32 * per * loops * 9 / 10 && cycles > 3.3 && cycles < 3.6);
}

/* Cold misses of the instruction cache are paid once: a second launch of the kernel finds its lines. */
static void instructions_stay_from_launch_to_launch(void **state)
{
    (void)state;
    u64 n[3];
    o.cfg.icache.on = 1;
    for (u32 k = 0; k < 3; k++) {
        struct script_source s;
        script_init(&s, 1, 1, 8);
        s.kernel.name = k < 2 ? "first" : "second";
        for (u32 i = 0; i < 16; i++)
            script_op(&s, SI_ALU, 2, -1);
        n[k] = one_sm_run(&o, &s);
        assert_int_equal(o.r.sm.icache_misses, k == 1 ? 0 : 2); /* 16 instructions of 4 bytes in lines of 32 */
    }
    assert_int_equal(n[0], n[1] + 2 * o.cfg.icache.miss - 1); /* the second is asked for as the first is there */
    assert_int_equal(n[2], n[0]);
}

/* Four MSHRs of the instruction cache: eight warps at eight places wait for each other. */
static void instruction_misses_wait_for_mshrs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct icache_params p = {.size = 16384, .line = 32, .assoc = 4, .miss = 100, .mshrs = 4, .keep = 1};
    struct icache *c = icache_new(&a, &p);
    bool miss;
    assert_int_equal(icache_launch(c, "k", 100, true), 1);
    assert_int_equal(icache_launch(c, "l", 100, true), 101);
    assert_int_equal(icache_launch(c, "k", 100, true), 1);
    for (u64 i = 0; i < 8; i++)
        assert_int_equal(icache_fetch(c, 1 + i, 10 + i, &miss), i < 4 ? 110 + i : 210 + i - 4);
    assert_int_equal(icache_fetch(c, 3, 300, &miss), 112);
    assert_false(miss);
    arena_free(&a);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_hit_takes_its_latency_and_its_conflicts), T(a_store_suspends_like_a_load),
        T(a_store_that_misses_fetches_its_line),      T(warps_hide_hits),
        T(a_warp_goes_on_until_it_accesses),          T(the_crossbars_clock_limits_misses),
        T(instructions_stay_from_launch_to_launch),   T(instruction_misses_wait_for_mshrs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
