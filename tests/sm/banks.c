/* Bank conflicts by the rule of the unified-memory paper's section 6.1, by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sm/internal.h"

static struct si sources(u32 n, const u16 *regs, u8 level)
{
    struct si s = {.cls = SI_ALU, .ndst = 1, .nsrc = (u8)n, .regs = {99}, .level = {SI_MRF}};
    for (u32 i = 0; i < n; i++) {
        s.regs[i + 1] = regs[i];
        s.level[i + 1] = level;
    }
    return s;
}

/* Registers r and r + 4 share a bank; what comes from the ORF does not count. */
static void test_registers(void **state)
{
    static const struct {
        u16 regs[3];
        u8 level;
        u32 most;
    } rows[] = {{{0, 1, 2}, SI_MRF, 1},
                {{0, 4, 2}, SI_MRF, 2},
                {{3, 7, 11}, SI_MRF, 3},
                {{3, 7, 11}, SI_ORF, 1},
                {{3, 7, 11}, SI_MRF | SI_ORF, 3}};
    (void)state;
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct si s = sources(3, rows[i].regs, rows[i].level);
        u8 reads[SM_REG_BANKS];
        banks_of(&s, reads);
        assert_int_equal(banks_registers(reads), rows[i].most);
    }
}

static u32 shared(u32 kind, i64 stride, u32 bytes, u32 partitioned, const u8 *reads)
{
    static struct sm sm;
    u64 hist[SM_BANK_HIST] = {0};
    struct sm_params p = {.banks = kind, .lanes = 32};
    struct sm_op o = {.kind = SI_LOAD, .bytes = (u8)bytes};
    struct stream_instr i = {.mask = UINT32_MAX, .shape = ADDR_STRIDED, .stride = stride};
    memset(&sm, 0, sizeof sm);
    sm.cfg.sm = &p;
    memcpy(o.reads, reads, sizeof o.reads);
    u32 most = banks_shared(&sm, hist, &o, &i, partitioned);
    if (kind != BANKS_OFF)
        assert_int_equal(hist[MIN(most, SM_BANK_HIST) - 1], 1);
    return most;
}

static void test_shared(void **state)
{
    static const u8 none[4] = {0}, bank0[4] = {1, 0, 0, 0}, bank1[4] = {0, 1, 0, 0};
    (void)state;
    /* 32 words in a row: 8 rows of 16 bytes, one a cluster, all in bank 0 */
    assert_int_equal(shared(BANKS_PARTITIONED, 4, 4, 1, none), 1);
    assert_int_equal(shared(BANKS_UNIFIED, 4, 4, 1, none), 1);
    assert_int_equal(shared(BANKS_UNIFIED, 4, 4, 1, bank0), 2); /* arbitration: the address comes from bank 0 too */
    assert_int_equal(shared(BANKS_UNIFIED, 4, 4, 1, bank1), 1);
    /* 8 bytes a lane: 16 rows, two a cluster, in banks 0 and 1: one at a time, or both */
    assert_int_equal(shared(BANKS_UNIFIED, 8, 8, 2, none), 2);
    assert_int_equal(shared(BANKS_ENHANCED, 8, 8, 2, none), 1);
    /* 128 bytes apart: every lane in cluster 0, the banks in turn */
    assert_int_equal(shared(BANKS_UNIFIED, 128, 4, 32, none), 32);
    assert_int_equal(shared(BANKS_ENHANCED, 128, 4, 32, none), 8);
    /* one word for all */
    assert_int_equal(shared(BANKS_UNIFIED, 0, 4, 1, none), 1);
    assert_int_equal(shared(BANKS_OFF, 128, 4, 32, bank0), 32);
}

static void test_line(void **state)
{
    static struct sm sm;
    u64 hist[SM_BANK_HIST] = {0};
    struct sm_params p = {.banks = BANKS_UNIFIED, .lanes = 32};
    struct sm_op o = {.reads = {0, 0, 1, 0}};
    (void)state;
    sm.cfg.sm = &p;
    assert_int_equal(banks_line(&sm, hist, &o, 2 * 128), 2); /* line and address in bank 2 */
    assert_int_equal(banks_line(&sm, hist, &o, 3 * 128), 1);
    p.banks = BANKS_PARTITIONED;
    assert_int_equal(banks_line(&sm, hist, &o, 2 * 128), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_registers), cmocka_unit_test(test_shared),
                                       cmocka_unit_test(test_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
