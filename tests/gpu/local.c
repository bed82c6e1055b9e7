/* How an SM's storage is divided: the paper's figure 8 and its arithmetic, kernel by kernel and program by program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "gpu/config.h"
#include "mem/tags.h"

static struct machine_config machine(const char *name, const char *set1, const char *set2)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    machine_defaults(&c);
    assert_true(machine_load(&c, name, &d));
    if (set1)
        assert_true(machine_set(&c, set1, &d));
    if (set2)
        assert_true(machine_set(&c, set2, &d));
    assert_true(machine_check(&c, &d));
    diag_free(&d);
    return c;
}

static struct stream_kernel kernel(u32 regs, u32 threads, u32 shared)
{
    return (struct stream_kernel){.name = "k",
                                  .warp_lanes = 32,
                                  .grid = {1, 1, 1},
                                  .block = {threads, 1, 1},
                                  .n_warps = threads / 32,
                                  .n_ctas = 1000,
                                  .regs_per_thread = regs,
                                  .shared_bytes = shared};
}

struct row {
    const char *kind, *more;
    u32 regs, threads, shared; /* the kernel */
    u32 ctas;
    double reg_kb, shared_kb, cache_kb;
};

static void check_row(const struct row *r)
{
    char kind[64];
    snprintf(kind, sizeof kind, "local.kind=%s", r->kind);
    struct machine_config c = machine("sm32nm", kind, r->more);
    struct stream_kernel k = kernel(r->regs, r->threads, r->shared);
    struct local_split s = {0};
    struct diag d;
    diag_init(&d);
    struct occupancy o = local_decide(&c, &k, &s, &d);
    diag_free(&d);
    assert_int_equal(o.ctas, r->ctas);
    if (!r->ctas)
        return;
    assert_int_equal(s.regs, (u64)(r->reg_kb * 1024));
    assert_int_equal(s.shared, (u64)(r->shared_kb * 1024));
    assert_int_equal(s.cache, (u64)(r->cache_kb * 1024));
}

static void test_splits(void **state)
{
    static const struct row rows[] = {
        {"partitioned", NULL, 18, 32, 8448, 7, 256, 64, 64},                  /* needle: limited by 64 KB */
        {"unified", NULL, 18, 32, 8448, 32, 72, 264, 48},                     /* all 1024 threads (figure 8) */
        {"unified", NULL, 9, 256, 0, 4, 36, 0, 348},                          /* bfs */
        {"unified", NULL, 57, 64, 4256, 16, 228, 68, 88},                     /* dgemm, 66.5 bytes a thread */
        {"unified", "local.capacity=128KB", 57, 64, 4256, 6, 85.5, 25.5, 17}, /* fewer CTAs, whole ones */
        {"unified", "local.capacity=96KB", 24, 1024, 0, 1, 96, 0, 0},         /* nothing left for the cache */
        {"unified", "local.capacity=64KB", 24, 1024, 0, 0, 0, 0, 0},          /* does not fit */
        {"fermi", NULL, 18, 256, 2048, 4, 256, 32, 96},                       /* little shared memory: much cache */
        {"fermi", NULL, 20, 32, 3072, 32, 256, 96, 32},                       /* much */
        {"fermi", "local.shared=32KB", 20, 32, 3072, 10, 256, 32, 96},        /* the other of the two */
    };
    (void)state;
    for (u32 i = 0; i < COUNT_OF(rows); i++)
        check_row(&rows[i]);
}

/* A program's shares do not shrink; a kernel's are its own. */
static void test_scope(void **state)
{
    struct stream_kernel big = kernel(40, 256, 8192), small = kernel(10, 256, 0);
    (void)state;
    for (u32 own = 0; own < 2; own++) {
        struct machine_config c =
            machine("sm32nm", "local.kind=unified", own ? "local.scope=kernel" : "local.scope=program");
        struct local_split s = {0};
        struct diag d;
        diag_init(&d);
        local_decide(&c, &big, &s, &d);
        assert_int_equal(s.cache, (384 - 160 - 32) * 1024);
        struct occupancy o = local_decide(&c, &small, &s, &d);
        assert_int_equal(o.ctas, 4);
        assert_int_equal(s.cache, (own ? 384 - 40 : 384 - 160 - 32) * 1024);
        diag_free(&d);
    }
}

/* What two kernels need does not fit together: the second has a division of its own, and says so. */
static void test_own_division(void **state)
{
    (void)state;
    struct stream_kernel regs = kernel(50, 256, 0), shared = kernel(10, 256, 61440);
    struct machine_config c = machine("sm32nm", "local.kind=unified", "local.scope=program");
    struct local_split s = {0};
    struct diag d;
    diag_init(&d);
    local_decide(&c, &regs, &s, &d); /* 200 KB of registers */
    assert_int_equal(s.regs, 200 * 1024);
    assert_false(s.alone);
    local_decide(&c, &shared, &s, &d); /* 4 x 60 KB of shared memory: 440 KB with it, of 384 */
    assert_true(s.alone);
    assert_int_equal(s.regs, 40 * 1024);
    assert_int_equal(s.shared, 240 * 1024);
    assert_int_equal(s.cache, 104 * 1024);
    local_decide(&c, &shared, &s, &d); /* the same again fits that */
    assert_false(s.alone);
    diag_free(&d);
}

/* Hopper: 256 KB less the least step of shared memory that runs as many CTAs as any. */
static void test_hopper(void **state)
{
    static const u32 rows[][3] = {/* bytes a CTA, CTAs, KB of L1 */
                                  {0, 8, 224},
                                  {3072, 8, 224},
                                  {16384, 8, 92},
                                  {65536, 3, 60},
                                  {200000, 1, 28}};
    struct machine_config c = machine("h200", NULL, NULL);
    (void)state;
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct stream_kernel k = kernel(32, 256, rows[i][0]);
        struct local_split s = {0};
        struct diag d;
        diag_init(&d);
        struct occupancy o = local_decide(&c, &k, &s, &d);
        diag_free(&d);
        assert_int_equal(o.ctas, rows[i][1]);
        u64 want = rows[i][2] * 1024ull;
        assert_true(s.cache <= want && s.cache + 14 * 128 > want); /* whole sets of 14 ways */
    }
}

/* 89.5 KB in 4 ways: 179 sets, by the remainder of the line's number. None: nothing can be looked up. */
static void test_sets(void **state)
{
    struct arena a = {0};
    struct tags t;
    (void)state;
    assert_true(tags_init(&t, &a, 384 * 1024, 4, 128, 0, &repl_policies[0]));
    tags_resize(&t, 89 * 1024 + 512);
    assert_int_equal(t.sets, 179);
    for (u64 n = 0; n < 5; n++) { /* five lines of one set: the first has to go */
        u64 line = (7 + 179 * n) * 128;
        assert_int_equal(tags_set(&t, line), 7);
        tags_replace(&t, tags_victim(&t, line), line);
    }
    assert_int_equal(tags_find(&t, 7 * 128), TAG_NONE);
    for (u64 n = 1; n < 5; n++)
        assert_true(tags_find(&t, (7 + 179 * n) * 128) != TAG_NONE);
    tags_resize(&t, 0);
    assert_int_equal(t.sets, 0);
    tags_resize(&t, 384 * 1024);
    assert_int_equal(t.sets, 768);
    for (u64 n = 0; n < 5; n++)
        assert_int_equal(tags_find(&t, (7 + 179 * n) * 128), TAG_NONE); /* emptied when it moved */
    arena_free(&a);
}

static void test_refused(void **state)
{
    static const char *const rows[][2] = {{"local.kind=unified", "l1.write=back"},
                                          {"local.kind=fermi", "l1.ways=0"},
                                          {"local.kind=fermi", "local.pool=16KB"}};
    (void)state;
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct machine_config c;
        struct diag d;
        diag_init(&d);
        machine_defaults(&c);
        assert_true(machine_load(&c, "sm32nm", &d) && machine_set(&c, rows[i][0], &d) &&
                    machine_set(&c, rows[i][1], &d));
        assert_false(machine_check(&c, &d));
        diag_free(&d);
    }
}

static struct local_parts parts_of(u32 threads, u32 shared, bool nested)
{
    struct machine_config c = machine("h200", NULL, NULL);
    struct stream_kernel k = kernel(16, threads, shared);
    struct local_split s = {0};
    struct diag d;
    diag_init(&d);
    struct occupancy o = local_decide(&c, &k, &s, &d);
    diag_free(&d);
    return local_parts(&c, &k, &o, &s, nested);
}

/* The KB that a launch needs of an SM which others have, as an H200 does (bench/h200/carve_out.txt), with 0, 1, 4 and
   16 KB of shared memory a block; and what it leaves to others. */
static void test_parts(void **state)
{
    static const struct {
        u32 threads, host[4], nested[4];
    } needs[] = {{32, {32, 64, 164, 228}, {32, 64, 164, 228}}, {64, {32, 64, 164, 228}, {16, 32, 100, 228}},
                 {96, {32, 64, 132, 228}, {16, 32, 64, 196}},  {128, {16, 32, 100, 228}, {8, 16, 64, 164}},
                 {192, {16, 32, 64, 196}, {8, 16, 32, 100}},   {256, {8, 16, 64, 164}, {8, 8, 32, 100}},
                 {512, {8, 8, 32, 100}, {8, 8, 16, 64}},       {1024, {8, 8, 16, 64}, {8, 8, 8, 32}}};
    static const u32 gets[][2] = {{32, 32}, {256, 32}, {480, 32}, {512, 16}, {704, 16}, {768, 8}, {1024, 8}};
    static const u32 shared[] = {0, 1024, 4096, 16384};
    (void)state;
    for (u32 i = 0; i < COUNT_OF(needs); i++)
        for (u32 k = 0; k < 4; k++) {
            assert_int_equal(parts_of(needs[i].threads, shared[k], false).needs, needs[i].host[k] << 10);
            assert_int_equal(parts_of(needs[i].threads, shared[k], true).needs, needs[i].nested[k] << 10);
        }
    for (u32 i = 0; i < COUNT_OF(gets); i++)
        assert_int_equal(parts_of(gets[i][0], 0, false).gets, gets[i][1] << 10);
    assert_int_equal(parts_of(512, 2048, false).gets, 32 << 10);
    assert_int_equal(parts_of(1024, 4096, false).gets, 16 << 10);
    assert_int_equal(parts_of(1024, 16384, false).gets, 64 << 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_splits),       cmocka_unit_test(test_scope),
                                       cmocka_unit_test(test_own_division), cmocka_unit_test(test_hopper),
                                       cmocka_unit_test(test_sets),         cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
