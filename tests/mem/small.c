/* Constant and texture caches in a whole memory system, and the L2's replacement: their parameters act, and what an
   L1 may do beyond that is off in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig.h"

static struct rig r;

static struct rig_req read_at(cyc when, u64 line, u32 space)
{
    struct rig_req q = {.at = when, .req = rig_read(line, 0)};
    q.req.space = (u8)space;
    if (space == RQS_CONST) /* as constants_access has it: all of them */
        q.req.sectors = q.req.asked = 0xff;
    return q;
}

/* Two lines of one set, read one after the other three times: one way holds neither long enough. */
static u64 hits_with(u32 space, u64 ways)
{
    rig_config(&r);
    bool tex = space == RQS_TEX;
    *(tex ? &r.c.tex.ways : &r.c.constc.ways) = ways;
    u64 way = tex ? r.c.tex.size / ways : r.c.constc.size / ways; /* bytes */
    rig_start(&r);
    struct rig_req s[6];
    for (u32 i = 0; i < 6; i++)
        s[i] = read_at(i * 5000, i % 2 * way, space);
    rig_run(&r, s, 6);
    const struct l1 *c = &r.m.sms[0].cache[tex ? SMM_TEX : SMM_CONST];
    assert_int_equal(c->stats.read, 6);
    u64 hits = c->stats.hit;
    rig_free(&r);
    return hits;
}

static void ways_of_the_small_caches(void **state)
{
    (void)state;
    for (u32 space = RQS_TEX; space <= RQS_CONST; space++) {
        assert_int_equal(hits_with(space, 1), 0);
        assert_int_equal(hits_with(space, 2), 4);
    }
}

/* Three lines at once: with two MSHRs the third waits until the first has come. */
static void mshrs_of_the_constant_cache(void **state)
{
    (void)state;
    for (u64 mshrs = 2; mshrs <= 3; mshrs++) {
        rig_config(&r);
        r.c.constc.mshrs = mshrs;
        rig_start(&r);
        struct rig_req s[3];
        for (u32 i = 0; i < 3; i++)
            s[i] = read_at(i, i * r.c.constc.line, RQS_CONST);
        rig_run(&r, s, 3);
        const struct l1 *c = &r.m.sms[0].cache[SMM_CONST];
        assert_int_equal(c->stats.miss, 3);
        assert_true((c->stats.fail_mshr != 0) == (mshrs == 2));
        rig_free(&r);
    }
}

/* What the L1 has beyond a plain cache is not in the small ones, whatever it is. */
static void features_of_the_l1_are_its_own(void **state)
{
    (void)state;
    rig_config(&r);
    struct l1_params plain = constants_cache(&r.c.constc, &r.c.l1), p;
    r.c.l1.gather = 8;
    r.c.l1.lookups = 4;
    r.c.l1.alloc = L1_ON_FILL;
    r.c.l1.write = L1_WRITE_BACK;
    r.c.l1.bypass = L1_BYPASS_ANY;
    r.c.l1.prefetch = 1;
    r.c.l1.globals = 0;
    r.c.l1.banks = 4;
    p = constants_cache(&r.c.constc, &r.c.l1);
    assert_memory_equal(&p, &plain, sizeof p);
    diag_free(&r.diag);
}

/* A, B, A, C and A again in a set of two ways: used last, or come first? */
static void the_l2_replaces_as_it_is_told(void **state)
{
    (void)state;
    for (u32 k = 0; k < repl_policy_count; k++) {
        bool lru = !strcmp(repl_policies[k].name, "lru"), fifo = !strcmp(repl_policies[k].name, "fifo");
        if (!lru && !fifo)
            continue;
        rig_config(&r);
        r.c.l1.globals = 0;
        r.c.l2.replace = k;
        r.c.l2.ways = 2;
        r.c.l2.size = 2 * r.c.l2.line; /* one set */
        rig_start(&r);
        static const u32 order[] = {0, 1, 0, 2, 0};
        struct rig_req s[COUNT_OF(order)];
        for (u32 i = 0; i < COUNT_OF(order); i++)
            s[i] = read_at(i * 5000, order[i] * r.c.l2.line, RQS_GLOBAL);
        rig_run(&r, s, COUNT_OF(order));
        assert_int_equal(r.m.partitions[0].l2->stats.read_hit, lru ? 2 : 1);
        rig_free(&r);
    }
}

/* Random lines come and go in sets of 64 ways, few or many before it is cleared: whatever was there is gone, and the
   ways are taken again in the order in which a new array takes them. */
static void a_cleared_array_is_like_a_new_one(void **state)
{
    (void)state;
    u64 seed = 1;
    for (u32 lines = 1; lines <= 256; lines *= 4) {
        struct arena a = {0};
        struct tags t, fresh;
        assert_true(tags_init(&t, &a, 256 * 128, 64, 128, TAGS_MODULO, &repl_policies[0]));
        assert_true(tags_init(&fresh, &a, 256 * 128, 64, 128, TAGS_MODULO, &repl_policies[0]));
        for (u32 i = 0; i < lines; i++) {
            u64 line = ((seed = seed * 6364136223846793005ull + 1) >> 40) % 4096 * 128;
            if (tags_find(&t, line) == TAG_NONE)
                tags_replace(&t, tags_victim(&t, line), line);
            else
                tags_drop(&t, tags_find(&t, line));
        }
        tags_clear(&t);
        for (u64 line = 0; line < 4096 * 128; line += 128)
            assert_int_equal(tags_find(&t, line), TAG_NONE);
        for (u64 line = 0; line < 300 * 128; line += 128) {
            u32 way = tags_victim(&t, line);
            assert_int_equal(way, tags_victim(&fresh, line));
            tags_replace(&t, way, line);
            tags_replace(&fresh, way, line);
        }
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_of_the_small_caches), cmocka_unit_test(mshrs_of_the_constant_cache),
        cmocka_unit_test(features_of_the_l1_are_its_own), cmocka_unit_test(the_l2_replaces_as_it_is_told),
        cmocka_unit_test(a_cleared_array_is_like_a_new_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
