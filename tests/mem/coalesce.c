/* The coalescer against a brute-force count, and the patterns everyone knows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/coalesce.h"
#include "rig.h"

static const struct coalesce_config fermi = {.line_bytes = 128, .sector_bytes = 32},
                                    modern = {.line_bytes = 128, .sector_bytes = 32, .sectored = true},
                                    wpu = {.line_bytes = 32, .sector_bytes = 32};

static u32 strided(const struct coalesce_config *c, i64 stride, u8 bytes, struct coalesced *out)
{
    struct si si = {.kind = SI_LOAD, .bytes = bytes};
    struct stream_instr i = {
        .mask = 0xffffffff, .shape = stride ? ADDR_STRIDED : ADDR_UNIFORM, .base = 0x1000, .stride = stride};
    return coalesce(c, &si, &i, 32, out);
}

static void test_patterns(void **state)
{
    (void)state;
    struct coalesced o[STREAM_MAX_LANES];
    assert_int_equal(strided(&fermi, 0, 4, o), 1); /* broadcast */
    assert_int_equal(o[0].bytes, 4);
    assert_int_equal(o[0].sectors, 1); /* the L1 makes a line of it; a read that goes past the L1 moves one sector */
    assert_int_equal(strided(&modern, 0, 4, o), 1);
    assert_int_equal(o[0].sectors, 1);
    assert_int_equal(strided(&fermi, 4, 4, o), 1); /* consecutive floats */
    assert_int_equal(o[0].bytes, 128);
    assert_int_equal(strided(&fermi, 8, 8, o), 2);   /* doubles */
    assert_int_equal(strided(&fermi, 16, 16, o), 4); /* float4 */
    assert_int_equal(strided(&fermi, 128, 4, o), 32);
    assert_int_equal(strided(&modern, 64, 4, o), 16);
    assert_int_equal(o[3].sectors, 5);
    assert_int_equal(strided(&fermi, 8192, 4, o), 32); /* atax: one row a lane */
    assert_int_equal(o[31].lanes, 1ull << 31);
    assert_int_equal(strided(&fermi, -4, 4, o), 2); /* backwards from 0x1000: the rest lies in the line before */
    assert_int_equal(o[0].lanes, 1);
    assert_int_equal(strided(&wpu, 4, 4, o), 4);
    /* a byte of each word: every sector, but a quarter of their bytes */
    assert_int_equal(strided(&fermi, 4, 1, o), 1);
    assert_int_equal(o[0].sectors, 15);
    assert_int_equal(o[0].bytes, 32);
}

static void test_against_brute_force(void **state)
{
    (void)state;
    u64 g = 7;
    for (u32 round = 0; round < 20000; round++) {
        u64 addr[STREAM_MAX_LANES], span = 1ull << (7 + rng_next(&g) % 14);
        u32 lanes = 2u << rng_next(&g) % 6;
        struct si si = {.kind = (u8)(rng_next(&g) % 2   ? SI_LOAD
                                     : rng_next(&g) % 2 ? SI_STORE
                                                        : SI_ATOMIC),
                        .bytes = (u8)(1u << rng_next(&g) % 5)};
        u32 shape = (u32)(rng_next(&g) % 4); /* each way through the coalescer against the same slow one */
        i64 stride = (i64)si.bytes * ((i64)(rng_next(&g) % 9) - 4);
        if (rng_next(&g) % 2)
            stride = (i64)(128 * (rng_next(&g) % 5));
        u64 base = 0x10000 + rng_next(&g) % span / si.bytes * si.bytes;
        u32 row = (u32)(1 + rng_next(&g) % 4);
        i64 pitch = (i64)si.bytes * ((i64)(rng_next(&g) % 80) - 20);
        for (u32 i = 0; i < lanes; i++)
            addr[i] = shape == 0   ? base
                      : shape == 1 ? base + (u64)(stride * (i64)i)
                      : shape == 3 ? base + (u64)(stride * (i64)(i % (1u << row)) + pitch * (i64)(i >> row))
                                   : 0x10000 + rng_next(&g) % span / si.bytes * si.bytes;
        const struct coalesce_config *c = round % 3 == 0 ? &fermi : round % 3 == 1 ? &modern : &wpu;
        struct stream_instr in = {.mask = rng_next(&g) & lanes_mask(lanes), .shape = ADDR_SCATTERED};
        memcpy(in.addr, addr, sizeof in.addr);
        if (shape != 2) {
            in.shape = shape == 0 ? ADDR_UNIFORM : shape == 1 ? ADDR_STRIDED : ADDR_ROWS;
            in.base = base;
            in.stride = shape == 0 ? 0 : stride;
            in.row = (u8)row;
            in.pitch = pitch;
        }
        struct coalesced out[STREAM_MAX_LANES];
        u32 n = coalesce(c, &si, &in, lanes, out);
        u64 seen = 0;
        for (u32 k = 0; k < n; k++) {
            u8 touched = 0;
            u64 lines = 0;
            bool byte[128] = {0};
            u32 bytes = 0;
            for (u32 i = 0; i < lanes; i++) {
                if (!(in.mask >> i & 1) || (addr[i] & ~(u64)(c->line_bytes - 1)) != out[k].line)
                    continue;
                lines |= 1ull << i;
                for (u32 b = 0; b < si.bytes; b++) {
                    u64 off = addr[i] + b - out[k].line;
                    touched |= (u8)(1u << (off / 32));
                    u64 whole = si.bytes < 4 ? off : off / 4 * 4; /* no access takes a part of a word and more */
                    for (u64 at = whole; at < whole + (si.bytes < 4 ? 1 : 4); at++)
                        bytes += !byte[at], byte[at] = true;
                }
            }
            assert_true(lines == out[k].lanes && lines);
            assert_true(!(seen & lines));
            if (k) /* in order of the lowest lane */
                assert_true(ctz64(out[k].lanes) > ctz64(out[k - 1].lanes));
            seen |= lines;
            assert_int_equal(out[k].touched, touched);
            u8 all = (u8)((1u << (c->line_bytes / 32)) - 1);
            assert_int_equal(out[k].sectors, c->sectored || si.kind != SI_ATOMIC ? touched : all);
            if (si.kind != SI_ATOMIC)
                assert_int_equal(out[k].bytes, bytes);
            else
                assert_int_equal(out[k].bytes, popcount64(lines) * (si.bytes < 4 ? 4 : si.bytes));
        }
        assert_true(seen == in.mask);
    }
}

/* Atomics: of each sector, how many lanes want the word that most of them want, counted the slow way. */
static void test_lanes_on_one_word(void **state)
{
    (void)state;
    struct coalesce_config c = modern;
    struct coalesced o[STREAM_MAX_LANES];
    u64 g = 5;
    c.same = true;
    for (u32 round = 0; round < 5000; round++) {
        u32 shape = (u32)(rng_next(&g) % 3), span = 4u << rng_next(&g) % 9;
        struct si si = {.kind = rng_next(&g) % 4 ? SI_RED : SI_LOAD, .bytes = rng_next(&g) % 2 ? 4 : 8};
        si.flags = rng_next(&g) % 2 ? SI_FLOAT : 0;
        struct stream_instr in = {.mask = rng_next(&g) & lanes_mask(32) & rng_next(&g), .base = 0x1000};
        in.shape = shape == 0 ? ADDR_UNIFORM : shape == 1 ? ADDR_STRIDED : ADDR_SCATTERED;
        if (shape == 1)
            in.stride = (i64)(rng_next(&g) % 40) * si.bytes;
        for (u32 i = 0; shape == 2 && i < 32; i++)
            in.addr[i] = 0x1000 + rng_next(&g) % span * si.bytes;
        u32 n = coalesce(&c, &si, &in, 32, o);
        for (u32 k = 0; k < n; k++) {
            u32 most[4] = {0};
            for (u64 m = o[k].lanes; m && si.kind == SI_RED; m &= m - 1) {
                u32 alike = 0;
                u64 addr = stream_lane_addr(&in, ctz64(m));
                for (u64 x = o[k].lanes; x; x &= x - 1)
                    alike += stream_lane_addr(&in, ctz64(x)) == addr;
                most[addr % 128 / 32] = MAX(most[addr % 128 / 32], alike);
            }
            u32 passes = most[0] + most[1] + most[2] + most[3];
            assert_int_equal(o[k].same, passes && si.flags ? passes | REQ_SAME_FLOAT : passes);
        }
    }
}

/* An access a lane: in each turn a bank serves one lane, no lane is left out, all lanes of a request lie on its line,
   and where every access has one bank, as many turns as the bank with the most accesses needs. */
static void test_an_access_a_lane(void **state)
{
    (void)state;
    struct coalesced o[STREAM_MAX_LANES];
    struct coalesce_config c = {.line_bytes = 32, .sector_bytes = 32, .banks = 32, .bank_bytes = 4};
    assert_int_equal(strided(&c, 4, 4, o), 4); /* a line in 8 of the 32 banks, all at once */
    assert_int_equal(o[3].round, 0);
    assert_int_equal(o[3].bytes, 4);            /* no lane writes a whole sector */
    assert_int_equal(strided(&c, 0, 4, o), 32); /* one word: one after the other */
    assert_int_equal(o[31].round, 31);
    assert_int_equal(strided(&c, 128, 4, o), 32); /* one bank */
    assert_int_equal(o[31].round, 31);
    assert_int_equal(strided(&c, 8, 8, o), 8); /* two banks a lane */
    assert_int_equal(o[7].round, 1);
    c.banks = 2;
    assert_int_equal(strided(&c, 16, 16, o), 32); /* wider than all banks: two turns a lane */
    assert_int_equal(o[31].round, 63);
    u64 g = 11;
    for (u32 round = 0; round < 20000; round++) {
        u32 lanes = 2u << rng_next(&g) % 6, size = 1u << rng_next(&g) % 4, turns = 0;
        struct si si = {.kind = SI_LOAD, .bytes = (u8)size};
        struct stream_instr in = {.mask = rng_next(&g) & lanes_mask(lanes), .shape = ADDR_SCATTERED};
        c.banks = 2u << rng_next(&g) % 6;
        c.bank_bytes = 8;
        u64 load[64] = {0}, seen = 0, most = 0, span = 1ull << (5 + rng_next(&g) % 10);
        for (u32 i = 0; i < lanes; i++) {
            in.addr[i] = 0x1000 + rng_next(&g) % span / size * size;
            u64 *l = &load[in.addr[i] / 8 % c.banks];
            *l += in.mask >> i & 1;
            most = MAX(most, *l);
        }
        u32 n = coalesce(&c, &si, &in, lanes, o);
        u64 busy[STREAM_MAX_LANES] = {0};
        for (u32 k = 0; k < n; k++) {
            assert_true(o[k].lanes && !(o[k].lanes & seen));
            seen |= o[k].lanes;
            turns = MAX(turns, o[k].round + 1u);
            assert_int_equal(o[k].bank, in.addr[ctz64(o[k].lanes)] / 8 % c.banks);
            for (u64 m = o[k].lanes; m; m &= m - 1) {
                u64 at = in.addr[ctz64(m)], bank = 1ull << at / 8 % c.banks;
                assert_true((at & ~31ull) == o[k].line && !(busy[o[k].round] & bank));
                busy[o[k].round] |= bank;
            }
        }
        assert_true(seen == in.mask && turns == most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_patterns), cmocka_unit_test(test_against_brute_force),
                                       cmocka_unit_test(test_lanes_on_one_word),
                                       cmocka_unit_test(test_an_access_a_lane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
