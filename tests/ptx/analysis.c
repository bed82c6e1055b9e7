/* Control flow, reconvergence points, live ranges and slots: by hand, against a slow oracle, and at scale. */
#include <dirent.h>
#include <time.h>

#include "oracle.h"

static const struct ptx_func *kernel(struct ptx_module *m)
{
    return ptx_find_func(m, "k");
}

#define K                                                                                                            \
    HEAD ".entry k () {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>; .reg .b16 %h<9>; .reg .f64 %g<9>;\n"

/* if (p) A; else B; C */
static void test_diamond(void **state)
{
    struct ptx_module *m = parse_ok(K "setp.eq.s32 %p1, %r1, 0;\n"        /* 0 */
                                      "@%p1 bra ELSE;\n"                  /* 1 */
                                      "mov.u32 %r2, 1;\n"                 /* 2 */
                                      "bra JOIN;\n"                       /* 3 */
                                      "ELSE: mov.u32 %r2, 2;\n"           /* 4 */
                                      "JOIN: st.global.u32 [%d1], %r2;\n" /* 5 */
                                      "ret; }");
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->n_blocks, 4);
    assert_int_equal(f->code[1].reconv, 5);
    assert_int_equal(f->blocks[0].ipdom, 3);
    assert_int_equal(f->blocks[1].ipdom, 3);
    assert_int_equal(f->blocks[2].ipdom, 3);
    assert_int_equal(f->blocks[3].ipdom, UINT32_MAX);
    assert_int_equal(f->blocks[0].n_succ, 2);
    assert_false(f->code[1].back_edge);
    oracle_check(f);
    ptx_free(m);
}

/* A loop with a break, a guarded ret in it, and an inner loop */
static void test_loops(void **state)
{
    struct ptx_module *m = parse_ok(K "mov.u32 %r1, 0;\n"               /* 0 B0 */
                                      "TOP: setp.gt.s32 %p1, %r1, 9;\n" /* 1 B1 */
                                      "@%p1 bra OUT;\n"                 /* 2 */
                                      "INNER: add.s32 %r2, %r2, 1;\n"   /* 3 B2 */
                                      "setp.lt.s32 %p2, %r2, 5;\n"      /* 4 */
                                      "@%p2 bra INNER;\n"               /* 5 */
                                      "add.s32 %r1, %r1, 1;\n"          /* 6 B3 */
                                      "bra TOP;\n"                      /* 7 */
                                      "OUT: ret; }");                   /* 8 B4 */
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->n_blocks, 5);
    assert_int_equal(f->code[2].reconv, 8);
    assert_int_equal(f->code[5].reconv, 6);
    assert_true(f->code[5].back_edge);
    assert_true(f->code[7].back_edge);
    assert_false(f->code[2].back_edge);
    ptx_free(m);
}

/* A way out in the middle: the lanes meet nowhere before the exit. */
static void test_exits(void **state)
{
    struct ptx_module *m = parse_ok(K "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra A;\nmov.u32 %r2, 1;\nret;\n"
                                      "A: @%p2 ret;\nmov.u32 %r2, 2;\nexit; }");
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->n_blocks, 4);
    assert_int_equal(f->code[1].reconv, UINT32_MAX);
    assert_true(f->blocks[2].exits);
    assert_int_equal(f->blocks[2].n_succ, 1);
    assert_int_equal(f->blocks[2].ipdom, UINT32_MAX);
    ptx_free(m);
}

static void test_endless(void **state)
{
    struct ptx_module *m = parse_ok(K "A: setp.eq.s32 %p1, %r1, 0;\n@%p1 bra B;\nadd.s32 %r1, %r1, 1;\nB: bra A; }");
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->n_blocks, 3);
    assert_int_equal(f->code[1].reconv, 3); /* they meet at B, though there is no exit */
    assert_true(f->code[3].back_edge);
    ptx_free(m);
}

/* One of three ways leads into a loop without end: who does not take it meets as if it were not there. */
static void test_no_way_back(void **state)
{
    struct ptx_module *m = parse_ok(K "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra A;\n"                  /* 0 1 */
                                      "setp.eq.s32 %p2, %r2, 0;\n@%p2 bra N;\nmov.u32 %r2, 1;\n" /* 2 3 4 */
                                      "bra J;\nA: mov.u32 %r2, 2;\n"                             /* 5 6 */
                                      "J: st.global.u32 [%d1], %r2;\nret;\n"                     /* 7 8 */
                                      "N: add.s32 %r2, %r2, 1;\nbra N; }");                      /* 9 10 */
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->code[1].reconv, 7);
    assert_int_equal(f->code[3].reconv, 4);
    ptx_free(m);
}

static void test_switch(void **state)
{
    struct ptx_module *m = parse_ok(K "T: .branchtargets A, B, C, A;\nbrx.idx %r1, T;\n" /* 0 */
                                      "A: mov.u32 %r2, 1;\nbra J;\n"                     /* 1 2 */
                                      "B: mov.u32 %r2, 2;\nbra J;\n"                     /* 3 4 */
                                      "C: mov.u32 %r2, 3;\n"                             /* 5 */
                                      "J: st.global.u32 [%d1], %r2; ret; }");            /* 6 */
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(f->code[0].n_targets, 4);
    assert_int_equal(f->code[0].targets[0], 1);
    assert_int_equal(f->code[0].targets[2], 5);
    assert_int_equal(f->code[0].targets[3], 1);
    assert_int_equal(f->blocks[0].n_succ, 3); /* each block once */
    assert_int_equal(f->code[0].reconv, 6);
    ptx_free(m);
}

static u32 slot_of(const struct ptx_func *f, const char *name)
{
    for (u32 r = 0; r < f->n_regs; r++) {
        if (!strcmp(f->regs[r].name, name))
            return f->regs[r].slot;
    }
    return UINT32_MAX;
}

/* Live ranges by hand */
static void test_ranges(void **state)
{
    struct ptx_module *m = parse_ok(K "mov.u32 %r1, 1;\n"           /* 0: r1 alive after it */
                                      "mov.u32 %r2, 2;\n"           /* 1 */
                                      "add.s32 %r3, %r1, %r2;\n"    /* 2: r1 and r2 die, r3 may take their place */
                                      "mov.u32 %r2, 7;\n"           /* 3: never read */
                                      "st.global.u32 [%d1], %r3;\n" /* 4: d1 never written */
                                      "ret; }");
    const struct ptx_func *f = kernel(m);
    struct liveness l;
    u32 r1 = 0, r2 = 1, r3 = 2;

    (void)state;
    liveness_build(&l, f, NULL);
    assert_int_equal(l.segs.at[l.first[r1]].start, 1);
    assert_int_equal(l.segs.at[l.first[r1]].end, 5);
    assert_int_equal(l.first[r2 + 1] - l.first[r2], 2); /* two values, two ranges */
    assert_int_equal(l.segs.at[l.first[r2]].start, 3);
    assert_int_equal(l.segs.at[l.first[r2]].end, 5);
    assert_int_equal(l.segs.at[l.first[r2] + 1].start, 7);
    assert_int_equal(l.segs.at[l.first[r2] + 1].end, 8);
    assert_int_equal(l.segs.at[l.first[r3]].start, 5);
    assert_int_equal(l.segs.at[l.first[r3]].end, 10); /* a store's sources stay until it is over */
    liveness_free(&l);
    assert_int_equal(slot_of(f, "%r3"), slot_of(f, "%r1"));
    ptx_free(m);
}

static void test_slots(void **state)
{
    static const struct {
        const char *body;
        u32 slots, preds;
    } rows[] = {
        {"ret; }", 0, 0},
        /* a chain needs one */
        {"mov.u32 %r1, 1; add.s32 %r2, %r1, 1; add.s32 %r3, %r2, 1; st.global.u32 [0], %r3; ret; }", 1, 0},
        /* three at once */
        {"mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; add.s32 %r4, %r1, %r2; add.s32 %r5, %r4, %r3;"
         " st.global.u32 [0], %r5; ret; }",
         3, 0},
        /* a 64-bit value is an even pair, and a slot is for values of one width */
        {"mov.u32 %r1, 1; cvt.u64.u32 %d1, %r1; st.global.u64 [0], %d1; ret; }", 3, 0},
        {"mov.u64 %d1, 1; add.s64 %d2, %d1, 1; st.global.u64 [0], %d2; ret; }", 2, 0},
        /* 16-bit values take one slot each */
        {"mov.u16 %h1, 1; mov.u16 %h2, 2; st.global.v2.u16 [0], {%h1, %h2}; ret; }", 2, 0},
        /* a load may not write over its own address */
        {"mov.u64 %d1, 0; ld.global.u64 %d2, [%d1]; st.global.u64 [0], %d2; ret; }", 4, 0},
        /* a guarded write keeps the old value of the other lanes: both alive */
        {"mov.u32 %r1, 1; mov.u32 %r2, 2; setp.eq.s32 %p1, %r1, %r2; @%p1 mov.u32 %r2, %r1; st.global.u32 [0], %r2; "
         "ret; }",
         2, 1},
        /* two guarded writes are one value, unwritten before the first */
        {"mov.u32 %r9, 1; setp.eq.s32 %p1, %r9, 0; @%p1 mov.u32 %r1, 1; @!%p1 mov.u32 %r1, 2; st.global.u32 [0], "
         "%r1; ret; }",
         1, 1},
        /* never read: still written somewhere, over nothing alive */
        {"mov.u32 %r1, 1; mov.u32 %r2, 2; st.global.u32 [0], %r1; ret; }", 2, 0},
        /* predicates have their own */
        {"setp.eq.s32 %p1, 1, 2; setp.eq.s32 %p2, 1, 2; and.pred %p3, %p1, %p2; @%p3 ret; exit; }", 0, 2},
        /* a loop-carried value is alive around the loop */
        {"mov.u32 %r1, 0; mov.u32 %r2, 9; A: add.s32 %r1, %r1, 1; mov.u32 %r3, 5; add.s32 %r2, %r2, %r3;"
         " setp.lt.s32 %p1, %r1, %r2; @%p1 bra A; ret; }",
         3, 1},
        /* disjoint lives on the two sides of a branch share */
        {"setp.eq.s32 %p1, 1, 2; @%p1 bra B; mov.u32 %r1, 1; st.global.u32 [0], %r1; ret; B: mov.u32 %r2, 1; "
         "st.global.u32 [4], %r2; ret; }",
         1, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[2048];
        struct ptx_module *m;
        const struct ptx_func *f;
        snprintf(text, sizeof text, "%s%s", K, rows[i].body);
        m = parse_ok(text);
        f = kernel(m);
        oracle_check(f);
        if (f->n_slots != rows[i].slots || f->n_pred_slots != rows[i].preds)
            fail_msg("%s\nfound %u slots and %u predicates, expected %u and %u", rows[i].body, f->n_slots,
                     f->n_pred_slots, rows[i].slots, rows[i].preds);
        ptx_free(m);
    }
}

static void test_unused(void **state)
{
    struct ptx_module *m = parse_ok(HEAD ".entry k () { .reg .b32 a, b; mov.u32 a, 1; ret; }");
    const struct ptx_func *f = kernel(m);

    (void)state;
    assert_int_equal(slot_of(f, "a"), 0);
    assert_int_equal(slot_of(f, "b"), UINT32_MAX);
    ptx_free(m);
}

/* ---- Against the oracle ---- */
static u32 width_pressure(const struct liveness *l, const struct ptx_func *f, u32 width)
{
    u32 most = 0;

    for (u32 point = 0; point < 2 * f->n_code; point++) {
        u32 now = 0;
        for (u32 r = 0; r < f->n_regs; r++) {
            for (u32 k = l->first[r]; k < l->first[r + 1]; k++)
                now += f->regs[r].type != PT_PRED && reg_width(f->regs[r].type) == width &&
                       l->segs.at[k].start <= point && point < l->segs.at[k].end;
        }
        most = MAX(most, now);
    }
    return most;
}

static void check_function(const struct ptx_func *f)
{
    struct liveness l;
    u32 most = 0;

    if (f->is_decl || (u64)f->n_code * f->n_regs > 4000000)
        return;
    oracle_check(f);
    if (f->n_blocks <= 60) {
        for (u32 b = 0; b < f->n_blocks; b++)
            assert_int_equal(f->blocks[b].ipdom, oracle_ipdom(f, b));
    }
    liveness_build(&l, f, NULL);
    assert_int_equal(f->pressure, liveness_pressure(&l, f));
    assert_true(f->n_slots >= f->pressure);
    for (u32 width = 1; width <= 4; width *= 2)
        most += width * (width_pressure(&l, f, width) * 9 / 8 + 2); /* linear scan is near the best, class by class */
    liveness_free(&l);
    assert_true(f->n_slots <= most);
}

static u32 next_random(u32 *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

/* Random programs: branches anywhere, guards, pairs, several results; every block can reach the end. */
static void random_program(u32 seed, char *text, size_t size)
{
    u32 s = seed, n = 10 + next_random(&s) % 50;
    size_t at = (size_t)snprintf(text, size, "%s", K);

    for (u32 i = 0; i < n; i++) {
        u32 a = next_random(&s) % 12, b = next_random(&s) % 12, c = next_random(&s) % 12, p = next_random(&s) % 5;
        char guard[16] = "";
        if (next_random(&s) % 4 == 0)
            snprintf(guard, sizeof guard, "@%s%%p%u ", next_random(&s) % 2 ? "!" : "", next_random(&s) % 5);
        at += (size_t)snprintf(text + at, size - at, "L%u: %s", i, guard);
        switch (next_random(&s) % 12) {
        case 0: at += (size_t)snprintf(text + at, size - at, "cvt.u64.u32 %%d%u, %%r%u;\n", a, b); break;
        case 1: at += (size_t)snprintf(text + at, size - at, "add.s64 %%d%u, %%d%u, %%d%u;\n", a, b, c); break;
        case 2:
            at += (size_t)snprintf(text + at, size - at, "mov.b64 {%%r%u, %%r%u}, %%d%u;\n", a, (a + 1) % 12, c);
            break;
        case 3: at += (size_t)snprintf(text + at, size - at, "setp.lt.s32 %%p%u, %%r%u, %%r%u;\n", p, b, c); break;
        case 4:
            at += (size_t)snprintf(text + at, size - at, "ld.global.v2.u32 {%%r%u, %%r%u}, [%%d%u];\n", a,
                                   (a + 3) % 12, b);
            break;
        case 5: at += (size_t)snprintf(text + at, size - at, "st.global.u32 [%%d%u], %%r%u;\n", a, b); break;
        case 6:
        case 7: at += (size_t)snprintf(text + at, size - at, "bra L%u;\n", next_random(&s) % (n + 1)); break;
        case 8:
            at += (size_t)snprintf(text + at, size - at, "shfl.bfly.b32 %%r%u|%%p%u, %%r%u, 1, 31;\n", a, p, b);
            break;
        case 9:
            at += (size_t)snprintf(text + at, size - at, "selp.b32 %%r%u, %%r%u, %%r%u, %%p%u;\n", a, b, c, p);
            break;
        default: at += (size_t)snprintf(text + at, size - at, "add.s32 %%r%u, %%r%u, %%r%u;\n", a, b, c); break;
        }
    }
    snprintf(text + at, size - at, "L%u: ret; }", n);
}

static bool all_reach_exit(const struct ptx_func *f)
{
    for (u32 b = 0; b < f->n_blocks; b++) {
        u8 seen[128] = {0};
        u32 stack[128], depth = 0;
        bool out = false;
        stack[depth++] = b;
        seen[b] = 1;
        while (depth && !out) {
            const struct ptx_block *k = &f->blocks[stack[--depth]];
            out = k->exits;
            for (u32 s = 0; s < k->n_succ; s++) {
                if (!seen[k->succ[s]]) {
                    seen[k->succ[s]] = 1;
                    stack[depth++] = k->succ[s];
                }
            }
        }
        if (!out)
            return false;
    }
    return true;
}

static void test_random(void **state)
{
    static char text[16384];
    u32 with_exit = 0;

    (void)state;
    for (u32 seed = 1; seed <= 1500; seed++) {
        struct ptx_module *m;
        random_program(seed, text, sizeof text);
        m = parse_ok(text);
        oracle_check(kernel(m));
        if (all_reach_exit(kernel(m))) {
            with_exit++;
            for (u32 b = 0; b < kernel(m)->n_blocks; b++)
                assert_int_equal(kernel(m)->blocks[b].ipdom, oracle_ipdom(kernel(m), b));
        }
        ptx_free(m);
    }
    assert_true(with_exit > 100);
}

/* What compilers emit: samples/ has our own sources, compiled. */
static void test_samples(void **state)
{
    char dir[512], path[1024];
    DIR *d;
    struct dirent *e;
    u32 n = 0;

    (void)state;
    snprintf(dir, sizeof dir, "%s/tests/ptx/samples",
             getenv("SLUICE_SOURCE_ROOT") ? getenv("SLUICE_SOURCE_ROOT") : ".");
    d = opendir(dir);
    assert_non_null(d);
    while ((e = readdir(d))) {
        struct ptx_module *m;
        struct diag dg;
        char *text;
        size_t len;
        if (!strstr(e->d_name, ".ptx"))
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        text = read_file(path, &len);
        diag_init(&dg);
        m = ptx_parse(path, text, len, &dg);
        if (!m) {
            diag_print(&dg, stderr);
            fail_msg("%s does not parse", path);
        }
        for (const struct ptx_func *f = m->funcs; f; f = f->next)
            check_function(f);
        ptx_free(m);
        diag_free(&dg);
        free(text);
        n++;
    }
    closedir(d);
    assert_true(n >= 6);
}

/* 200,000 instructions in 20,000 blocks with 50 values alive throughout: analysed in a second or two, and tight. */
static void test_scale(void **state)
{
    u32 n_blocks = 20000;
    size_t size = (size_t)n_blocks * 600, at;
    char *text = malloc(size);
    struct ptx_module *m;
    struct timespec a, b;
    double s;

    (void)state;
    at = (size_t)snprintf(text, size, HEAD ".entry k () {\n.reg .pred %%p<9>; .reg .b32 %%r<999999>;\n");
    for (u32 i = 0; i < 50; i++)
        at += (size_t)snprintf(text + at, size - at, "mov.u32 %%r%u, %u;\n", i, i);
    for (u32 i = 0; i < n_blocks; i++) {
        u32 r = 100 + 20 * i;
        at += (size_t)snprintf(text + at, size - at, "L%u: setp.lt.s32 %%p1, %%r%u, %%r%u;\n@%%p1 bra L%u;\n", i,
                               i % 50, (i + 7) % 50, i % 3 == 2 ? i - i % 100 : i + 1 + i % 2);
        for (u32 k = 0; k < 8; k++)
            at += (size_t)snprintf(text + at, size - at, "add.s32 %%r%u, %%r%u, %%r%u;\n", k == 7 ? i % 50 : r + k,
                                   k ? r + k - 1 : (i + 3) % 50, (i + k) % 50);
    }
    at += (size_t)snprintf(text + at, size - at, "L%u: L%u: ret; }\n", n_blocks, n_blocks + 1);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    m = parse_ok(text);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    s = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
    assert_int_equal(kernel(m)->n_code, 50 + 10 * n_blocks + 1);
    print_message("# %u instructions parsed and analysed in %.2f s, %u slots\n", kernel(m)->n_code, s,
                  kernel(m)->n_slots);
    assert_true(kernel(m)->n_slots <= 53);
    assert_true(s < 10.0); /* a slow machine under a sanitizer; it takes about half a second */
    ptx_free(m);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diamond), cmocka_unit_test(test_loops),       cmocka_unit_test(test_exits),
        cmocka_unit_test(test_endless), cmocka_unit_test(test_no_way_back), cmocka_unit_test(test_switch),
        cmocka_unit_test(test_ranges),  cmocka_unit_test(test_slots),       cmocka_unit_test(test_unused),
        cmocka_unit_test(test_random),  cmocka_unit_test(test_samples),     cmocka_unit_test(test_scale),
    };
    return cmocka_run_group_tests_name("ptx_analysis", tests, NULL, NULL);
}
