/* Energy: parts add up, twice the events cost twice as much, banks by size as the paper's table 4, and a GTX480 at
   full load between what it draws idle and what it is rated for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/gpu.h"
#include "gpu/internal.h"
#include "mem/icc.h"

static struct machine_config machine(const char *name)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    machine_defaults(&c);
    assert_true(machine_load(&c, name, &d));
    diag_free(&d);
    return c;
}

static u64 parts(const struct energy_stats *e)
{
    return e->front + e->units + e->registers + e->shared + e->l1 + e->noc + e->l2 + e->dram + e->clock +
           e->mechanisms + e->leakage;
}

/* A million cycles on every SM: `ipc` f32 instructions a cycle and SM, `bytes` of DRAM a cycle. */
static void load(struct gpu_record *r, const struct machine_config *c, u64 ipc, u64 bytes, bool busy)
{
    u64 cycles = 1000000, n = ipc * cycles * c->gpu.sms;
    memset(r, 0, sizeof *r);
    r->cycles = cycles;
    r->split = (struct local_split){4 * c->sm.regs, c->sm.shared, c->mem.l1.size, 0};
    r->sm.warp_instrs = r->op.fp32 = n;
    r->op.mrf_reads = 2 * n;
    r->op.mrf_writes = n;
    r->op.orf_reads = n;
    r->sm.busy_cycles = busy ? cycles * c->gpu.sms : 0;
    r->mem.dram.read_bytes = bytes * cycles;
    r->mem.dram.act = bytes * cycles / 1024;
    r->mem.l1.read = bytes * cycles / 128;
    r->mem.l2.sectors_read = bytes * cycles / 32;
    r->mem.net[0].bytes = bytes * cycles;
    r->mem.net[0].flits = bytes * cycles / 32;
    gpu_energy(r, c);
}

static double watts(const struct gpu_record *r)
{
    return (double)r->energy.total / (double)r->energy.time;
}

static void test_parts(void **state)
{
    static const char *const names[] = {"gtx480", "c2050-s", "clustered60", "h200", "sm32nm", "wpu-bulk"};
    struct gpu_record a, b;
    (void)state;
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        struct machine_config c = machine(names[i]);
        load(&a, &c, 1, 64, true);
        load(&b, &c, 2, 128, true);
        assert_int_equal(parts(&a.energy), a.energy.total);
        assert_int_equal(parts(&b.energy), b.energy.total);
        assert_true(a.energy.total && a.energy.leakage == b.energy.leakage);
        u64 once = a.energy.units + a.energy.registers + a.energy.dram + a.energy.l1 + a.energy.l2 + a.energy.noc;
        u64 twice = b.energy.units + b.energy.registers + b.energy.dram + b.energy.l1 + b.energy.l2 + b.energy.noc;
        assert_true(twice >= 2 * once - 12 && twice <= 2 * once + 12); /* rounded to picojoules */
    }
}

static void test_power(void **state)
{
    static const struct {
        const char *name;
        u64 ipc, bytes;
        double idle[2], full[2]; /* watts: idle and rated */
    } rows[] = {{"gtx480", 2, 200, {35, 60}, {90, 250}}, {"h200", 4, 2000, {70, 130}, {300, 700}}};
    struct gpu_record r;
    (void)state;
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct machine_config c = machine(rows[i].name);
        load(&r, &c, 0, 0, false);
        assert_true(watts(&r) > rows[i].idle[0] && watts(&r) < rows[i].idle[1]);
        load(&r, &c, rows[i].ipc, rows[i].bytes, true);
        if (watts(&r) < rows[i].full[0] || watts(&r) > rows[i].full[1])
            fail_msg("%s: %.0f W at full load", rows[i].name, watts(&r));
    }
}

/* Table 4, and the 4 KB banks of a 128 KB pool half way (in the logarithm) between those of 2 and 8 KB. */
static void test_banks(void **state)
{
    (void)state;
    assert_int_equal(energy_bank(2, false), 3900);
    assert_int_equal(energy_bank(8, false), 9800);
    assert_int_equal(energy_bank(8, true), 11800);
    assert_int_equal(energy_bank(12, false), 12100);
    assert_int_equal(energy_bank(12, true), 14900);
    assert_int_equal(energy_bank(4, false), 6850);
    assert_int_equal(energy_bank(4, true), 8450);
}

/* One SM of the paper: 8 x 9.8 pJ an operand, 40 pJ a bit, 1.9 W and 0.9 W. */
static void test_paper(void **state)
{
    struct machine_config c = machine("sm32nm");
    struct gpu_record r;
    (void)state;
    load(&r, &c, 1, 8, true);
    assert_int_equal(r.energy.registers, (2 * 78400 + 94400) * 1000ull);
    assert_int_equal(r.energy.dram, 8000000ull * 320);
    assert_int_equal(r.energy.clock, 1900000000ull);
    assert_true(r.energy.leakage > 899000000ull && r.energy.leakage < 901000000ull);
    c.local.kind = LOCAL_UNIFIED;
    load(&r, &c, 1, 8, true);
    assert_int_equal(r.energy.registers, (2 * 96800 + 119200) * 1000ull);
}

/* A reply of 8 + 128 bytes is three flits of 64: the network moves 192 bytes, six times 32. */
static void test_flits(void **state)
{
    (void)state;
    struct machine_config c = machine("clustered60");
    struct gpu_record r = {.cycles = 1};
    assert_int_equal(c.mem.noc.flit, 64);
    r.mem.net[1].flits = 3000;
    r.mem.net[1].bytes = 136000;
    gpu_energy(&r, &c);
    assert_int_equal(r.energy.noc, 6000 * c.energy.flit / 1000);
    c.energy.whole_flits = 0;
    memset(&r.energy, 0, sizeof r.energy);
    gpu_energy(&r, &c);
    assert_int_equal(r.energy.noc, 4250 * c.energy.flit / 1000);
}

/* What the mechanisms themselves use is charged to those that are there. */
static void test_mechanisms(void **state)
{
    (void)state;
    struct machine_config c = machine("clustered60");
    struct icc_params *icc = decl_pool_params(&merger_pool, c.mem.merger_own, MERGER_ICC);
    struct gpu_record r = {.cycles = 1000};
    struct icc_stats *s = decl_pool_stats(&merger_pool, r.mem.merger_own, MERGER_ICC);
    s->read = 5000; /* icc.locality counts them, too */
    r.mem.l1.access = 2000;
    r.sm.warp_instrs = 3000;
    r.sm.busy_cycles = 1400000; /* a millisecond of an SM */
    gpu_energy(&r, &c);
    assert_int_equal(r.energy.mechanisms, 0);
    icc->on = 1;
    s->cc_hit = 100;
    s->cc_insert = 10;
    memset(&r.energy, 0, sizeof r.energy);
    gpu_energy(&r, &c);
    u64 tables = 5000 * c.energy.merge_table + 100 * c.energy.cc_read + 10 * c.energy.cc_write;
    assert_int_equal(r.energy.mechanisms, tables / 1000);
    c.mem.mem.front = FRONT_MRPB;
    c.maws.policy = MAWS_LAZY;
    c.lsu.kind = LSU_WARPPOOL;
    memset(&r.energy, 0, sizeof r.energy);
    gpu_energy(&r, &c);
    tables += 2000 * c.energy.mrpb + 3000 * c.energy.split_table;
    assert_int_equal(r.energy.mechanisms, tables / 1000 + 142ull * 1000000); /* 142 mW for a millisecond */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_power),
                                       cmocka_unit_test(test_banks), cmocka_unit_test(test_paper),
                                       cmocka_unit_test(test_flits), cmocka_unit_test(test_mechanisms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
