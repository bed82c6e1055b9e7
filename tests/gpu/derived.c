/* Small programs whose every count a person can derive, with the arithmetic beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "one_sm.h"

#define BASE 0x400000000000ull

/* gtx480's SM in front of a memory that takes 100 cycles, without network, L2 or limit of bandwidth. */
static void simple_machine(struct one_sm *o)
{
    one_sm_init(o, "gtx480");
    o->cfg.mem.noc.kind = 1;
    o->cfg.mem.l2.kind = 1;
    o->cfg.mem.l2.per_channel = 1;
    o->cfg.mem.l2.delay = 0;
    o->cfg.mem.dram.kind = 1;
    o->cfg.mem.dram.fixed_latency = 100;
    o->cfg.mem.dram.fixed_bytes = 0;
    o->cfg.mem.l1.fill_latency = 1;
    assert_int_equal(o->cfg.sm.schedulers, 2);
    assert_int_equal(o->cfg.lat.fp32, 9);
}

/* c[i] = a[i] + b[i] for 64 threads: two warps, one a scheduler. Each loads a line of a and one of b, adds, stores.

   cycle   warp 0           warp 1           LSU
   0       ld a             ld a
   1       ld b             ld b             a0 goes to the L1
   2                                         a1
   3                                         b0
   4                                         b1
   What leaves the LSU in cycle p is answered in p + 104: a cycle into the L1's queue, one into its miss queue, 100
   in memory, one back into the L1, one through it. So a0 comes in 105, a1 in 106, b0 in 107, b1 in 108.
   107     add                               lat.fp32 = 9 cycles to its result
   108                      add
   116     st c                              leaves in 117, is answered in 221
   117     exit             st c             leaves in 118, is answered in 222
   118                      exit
   The CTA's last cycle is 222, so the launch takes 223. */
static void a_vector_addition(void **state)
{
    (void)state;
    struct one_sm o;
    struct script_source s;
    simple_machine(&o);
    script_init(&s, 1, 2, 32);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, -1, BASE, 4, 128);
    script_mem(&s, SI_LOAD, SI_GLOBAL, 2, -1, BASE + 0x10000, 4, 128);
    u32 add = script_op(&s, SI_FP32, 3, 1);
    s.code[add].regs[s.code[add].ndst + s.code[add].nsrc++] = 2;
    script_mem(&s, SI_STORE, SI_GLOBAL, 3, -1, BASE + 0x20000, 4, 128);
    script_op(&s, SI_CONTROL, -1, -1);
    u64 cycles = one_sm_run(&o, &s);
    const struct gpu_record *r = &o.r;
    assert_int_equal(cycles, 223);
    assert_int_equal(r->slot.total, 2 * 223);
    assert_int_equal(r->slot.issued, 10);
    assert_int_equal(r->slot.memory, 105 + 106); /* cycles 2 to 106, and 2 to 107 */
    assert_int_equal(r->slot.alu, 8 + 8);        /* 108 to 115, and 109 to 116 */
    assert_int_equal(r->slot.drain, 103 + 103);  /* 118 to 220, and 119 to 221 */
    assert_int_equal(r->slot.no_warp, 2 + 1);    /* 221 and 222, and 222 */
    assert_int_equal(r->sm.load_instrs, 4);
    assert_int_equal(r->sm.load_cycles, 105 + 106 + 106 + 107); /* b0 and b1 were issued in cycle 1 */
    assert_int_equal(r->sm.thread_instrs, 10 * 32);
    assert_int_equal(r->mem.l1.access, 6);
    assert_int_equal(r->mem.l1.miss, 4);
    assert_int_equal(r->mem.dram.read_bytes, 4 * 128);
    assert_int_equal(r->mem.dram.write_bytes, 2 * 128);
    one_sm_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_vector_addition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
