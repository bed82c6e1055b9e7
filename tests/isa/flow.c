/* Passes that change the flow of code, and what is loaded where: short ways become guards, loops are unrolled,
   branches straightened, neighbouring loads joined. */
#include "lower_test.h"

/* A short conditional part is guarded, not jumped over; a long one is not. */
static void test_guards(void **state)
{
    static const struct {
        bool loop, load;
        u32 muls, branches;
        bool issued; /* the one over it */
    } rows[] = {
        {false, false, 7, 0, false},
        {false, false, 8, 1, true},
        {true, false, 7, 1, false},
        {true, false, 8, 2, true},
        {false, true, 1, 1, false} /* counts as guarded */,
        {false, true, 9, 1, true},
        {true, true, 19, 1, false},
        {true, true, 20, 2, true},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[4096];
        struct arena a = {0};
        size_t at = (size_t)snprintf(text, sizeof text,
                                     "%sld.param.u64 %%d1, [p];\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%tid.y;\nR: "
                                     "setp.gt.u32 %%p1, %%r1, 4;\n@%%p1 bra L;\n%s",
                                     KERNEL, rows[k].load ? "ld.global.u32 %r3, [%d1];\n" : "mov.u32 %r3, %r1;\n");
        for (u32 n = 0; n < rows[k].muls; n++)
            at += (size_t)snprintf(text + at, sizeof text - at, "mul.lo.u32 %%r1, %%r1, %%r3;\n");
        snprintf(text + at, sizeof text - at, "L: st.shared.u32 [%%r1], %%r1;\n%sret; }",
                 rows[k].loop ? "add.s32 %r2, %r2, %r1;\nsetp.lt.u32 %p2, %r2, 77;\n@%p2 bra R;\n" : "");
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        assert_int_equal(count_of(f, "bra"), rows[k].branches);
        if (rows[k].branches > rows[k].loop) {
            assert_int_equal(f->notes->at[place_of(f, "bra", 0)].slots > 0, rows[k].issued);
        } else {
            const struct ptx_instr *mul = &f->code[place_of(f, "mul", 0)];
            assert_true(mul->guarded && mul->guard_neg && !note_of(f, mul)->whole);
            const struct ptx_instr *first =
                &f->code[place_of(f, rows[k].load ? "ld.global" : "mov", rows[k].load ? 0 : 2)];
            assert_int_equal(first->guarded, rows[k].load); /* nobody else reads it, but it may not be loaded */
            assert_true(!first->guarded || note_of(f, first)->whole);
        }
        arena_free(&a);
        ptx_free(m);
    }
}

/* Ways with loads, outside of loops: guarded where the block that comes out has another load, but not if that says
   whether the way is taken. The parameter in a guarded address is loaded for each guard by itself, unless the block
   reads it without one, too. */
#define WAY(p, r, off)                                                                                               \
    "@%p" p " bra L" p ";\nadd.s64 %d5" p ", %d1, %d4;\nld.global.u32 " r ", [%d5" p "+" off "];\nL" p ":\n"
#define BEHIND "st.global.u32 [%d3], %r3;\nst.global.u32 [%d3+4], %r4;\n"
static void test_guards_of_loads(void **state)
{
    static const struct {
        const char *body;
        u32 branches, words; /* of constants, beside those that each of these kernels has */
    } rows[] = {
        {WAY("1", "%r3", "4") BEHIND, 1, 0},
        {WAY("1", "%r3", "4") WAY("2", "%r4", "8") BEHIND, 0, 1},
        {WAY("1", "%r3", "4") WAY("2", "%r4", "8") WAY("3", "%r4", "12") BEHIND, 0, 2},
        {WAY("1", "%r3", "4") "ld.global.u32 %r4, [%d3+8];\n" BEHIND, 0, 0},
        {"ld.global.u32 %r4, [%d3+8];\n" WAY("1", "%r3", "4") BEHIND, 0, 0},
        {"ld.global.u32 %r4, [%d3+8];\nsetp.eq.u32 %p1, %r4, 0;\n" WAY("1", "%r3", "4") BEHIND, 1, 0},
        {WAY("1", "%r3", "4") "setp.eq.u32 %p2, %r3, 0;\n" WAY("2", "%r4", "8") BEHIND, 2, 0},
        {WAY("1", "%r3", "4") "ld.shared.u32 %r4, [%r1];\n" BEHIND, 0, 0},
        {"add.s64 %d6, %d1, %d4;\nst.global.u32 [%d6+64], %r1;\n" WAY("1", "%r3", "4") WAY("2", "%r4", "8") BEHIND, 0,
         0},
    };
    u32 words[COUNT_OF(rows)] = {0};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[4096];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%sld.param.u64 %%d1, [p];\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%tid.y;\nmov.u32 %%r3, 0;\n"
                 "mov.u32 %%r4, 0;\nmul.wide.u32 %%d3, %%r1, 16;\nmul.wide.u32 %%d4, %%r1, 4;\n"
                 "setp.gt.u32 %%p1, %%r1, 4;\nsetp.gt.u32 %%p2, %%r1, 9;\nsetp.gt.u32 %%p3, %%r2, 9;\n%sret; }",
                 KERNEL, rows[k].body);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        assert_int_equal(count_of(f, "bra"), rows[k].branches);
        for (u32 pc = 0; pc < f->n_code; pc++)
            words[k] += f->notes->at[pc].words;
        if (!rows[k].branches)
            assert_int_equal(words[k] - words[0], rows[k].words);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Loops that count by a constant and compare afterwards are there four times, and once for what is left. */
#define DIAMOND                                                                                                      \
    "setp.lt.u32 %p2, %r8, 9;\n@%p2 bra X;\nbra.uni Y;\nX: st.shared.f32 [%r8], %f8;\nbra.uni Z;\n"                  \
    "Y: st.shared.f32 [%r8+4], %f8;\nZ:"
#define IF_ALONE "setp.lt.u32 %p2, %r8, 9;\n@%p2 bra X;\nbra.uni Z;\nX: st.shared.f32 [%r8], %f8;\nZ:"
#define TURNED /* a loop that is entered behind its first block */                                                   \
    "mov.u32 %r8, 0;\nbra.uni A;\nB: add.s32 %r8, %r8, %r9;\nA: st.shared.f32 [%r8], %f8;\n"                         \
    "setp.lt.s32 %p2, %r8, 9;\n@%p2 bra B;"
#define FMA "fma.rn.f32 %f8, %f8, %f8, %f8;\n"
#define FMA_3 FMA FMA FMA
#define FMA_13 FMA_3 FMA_3 FMA_3 FMA_3 FMA
#define FMA_39 FMA_13 FMA_13 FMA_13 "ld.global.f32 %f7, [%d1+4];\nadd.f32 %f8, %f8, %f7;\n" /* and three more */

#define IF(over) "setp.gt.f32 %p2, %f9, 0f3F800000;\n@%p2 bra " #over ";\n"
#define COUNT "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;"

/* Which loops: as ptxas 13.0 for sm_90 does it, tried out one by one. Four copies, then two, then the loop. */
static void test_unroll(void **state)
{
    static const struct {
        const char *end;
        bool unrolled;
    } rows[] = {
        {"add.s32 %r1, %r1, -1;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, 2;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@!%p1 bra L;", false}, /* goes on where it is false */
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM:", false}, /* is left */
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM: " DIAMOND, true},
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@!%p1 bra L;" DIAMOND, false},
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM: " IF_ALONE, false},
        {"add.s32 %r1, %r1, 2;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM: " TURNED, true},
        {FMA_39 FMA "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", true}, /* 49 */
        {FMA_39 FMA FMA "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false},
        {FMA_39 FMA "mov.f32 %f7, %f8;\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, 536870912;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false}, /* four rounds: too far */
        {"add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r9, %r1;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, -1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false},  /* away from its bound */
        {"add.s32 %r1, %r1, %r8;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false}, /* any step */
        {"setp.lt.s32 %p1, %r1, %r9;\nadd.s32 %r1, %r1, 1;\n@%p1 bra L;", false},   /* compared before */
        {"add.s32 %r1, %r1, 1;\nadd.s32 %r9, %r9, 2;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false},
        {"add.s32 %r1, %r1, 1;\ndiv.rn.f32 %f9, %f9, %f1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false},
        {".pragma \"nounroll\";\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false},
        {".pragma \"other\";\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, 1;\nbar.sync 0;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", true},
        {"add.s32 %r1, %r1, 1;\nbarrier.sync 0;\nsetp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false}, /* lanes part */
        /* ifs and elses, one behind the other, that are too long to be guarded */
        {IF(X) FMA_13 "X: " COUNT, true},
        {IF(X) FMA_13 "bra.uni Y;\nX: " FMA_13 "Y: " COUNT, true},
        {IF(X) FMA_13 "X: " IF(Y) FMA_13 "Y: " COUNT, true},
        {IF(X) FMA_13 FMA_13 FMA_13 FMA FMA "X: " COUNT, true}, /* 49 */
        {IF(X) FMA_13 FMA_13 FMA_13 FMA_3 "X: " COUNT, false},
        {IF(X) FMA_13 IF(Y) FMA_13 "Y: " FMA "X: " COUNT, false}, /* one in the other */
        {IF(X) FMA_13 "X: bar.sync 0;\n" COUNT, false},
        {IF(X) FMA_13 "X: " IF(M) COUNT "\nM:", false}, /* another way out */
        {IF(X) FMA_13 "X: add.s32 %r1, %r1, 1;\nsetp.ge.s32 %p1, %r1, %r9;\n@!%p1 bra L;", false},
        {IF(X) FMA_13 "X: add.s32 %r1, %r1, 1;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM:", true},
        {IF(X) FMA "X: add.s32 %r1, %r1, 1;\nsetp.ge.s32 %p1, %r1, %r9;\n@%p1 bra M;\nbra.uni L;\nM:", true},
        {IF(X) FMA_13 "X: add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r9;\n@!%p1 bra M;\nbra.uni L;\nM:", false},
        {IF(X) FMA_13 "add.s32 %r1, %r1, 1;\nX: setp.lt.s32 %p1, %r1, %r9;\n@%p1 bra L;", false}, /* not in each */
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[4096];
        struct arena a = {0};
        snprintf(
            text, sizeof text,
            "%sld.param.u64 %%d1, [p];\nld.param.u32 %%r9, [n];\nmov.u32 %%r8, %%tid.x;\nmov.u32 %%r1, %%tid.x;\n"
            "mov.f32 %%f9, 0f00000000;\nL: ld.global.f32 %%f1, [%%d1];\nadd.f32 %%f9, %%f9, %%f1;\n"
            "add.s64 %%d1, %%d1, 4;\n%s\nst.shared.f32 [%%r8], %%f9;\nret; }",
            KERNEL, rows[k].end);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 loads = count_of(f, "add.s64"), want = rows[k].unrolled ? 3 : 1;
        if (loads != want)
            fail_msg("%s: %u loops, expected %u", rows[k].end, loads, want);
        if (want == 3 && count_of(f, "ld.global") == 7 && !count_of(f, "bar") &&
            !strstr(rows[k].end, "X:")) /* all four wait for the memory together */
            assert_true(place_of(f, "ld.global", 3) < place_of(f, "add.f32", 0));
        arena_free(&a);
        ptx_free(m);
    }
}

/* The counter of copied rounds is compared as the loop compares it: only how many rounds are left near the end, which
   may be none, has a sign of its own. */
static void test_unrolled_comparisons(void **state)
{
    static const struct {
        const char *type;
        u32 with_sign;
    } rows[] = {{"u32", 1}, {"s32", 5}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        u32 with_sign = 0;
        snprintf(
            text, sizeof text,
            "%sld.param.u64 %%d1, [p];\nld.param.u32 %%r9, [n];\nmov.u32 %%r8, %%tid.x;\nmov.u32 %%r1, %%tid.x;\n"
            "mov.f32 %%f9, 0f00000000;\nL: ld.global.f32 %%f1, [%%d1];\nadd.f32 %%f9, %%f9, %%f1;\n"
            "add.s64 %%d1, %%d1, 4;\nadd.s32 %%r1, %%r1, 1;\nsetp.lt.%s %%p1, %%r1, %%r9;\n@%%p1 bra L;\n"
            "st.shared.f32 [%%r8], %%f9;\nret; }",
            KERNEL, rows[k].type);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        assert_int_equal(count_of(f, "ld.global"), 7);
        for (u32 pc = 0; pc < f->n_code; pc++)
            with_sign += f->code[pc].op == OP_SETP && f->code[pc].type == PT_S32;
        assert_int_equal(with_sign, rows[k].with_sign);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Loops that are left in the middle: what stands before the way out is there twice, and the loop is unrolled if it is
   one block then and counted. Loads as in ptxas 13.0's code: 1, 2 (ahead, and at the end), or 1 + 7. */
static void test_rotate(void **state)
{
#define LOADED "ld.global.f32 %f1, [%d1];\nadd.f32 %f9, %f9, %f1;\n"
#define MOVED "add.s64 %d1, %d1, 4;\nadd.s32 %r1, %r1, -1;\nbra.uni L;\n"
#define LEFT "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra M;\n"
#define LONG_IF "setp.gt.f32 %p2, %f9, 0f3F800000;\n@%p2 bra X;\nst.shared.f32 [%r8], %f9;\nbar.sync 0;\nX: "
#define SHORT_IF "setp.gt.f32 %p2, %f9, 0f3F800000;\n@%p2 bra X;\nst.shared.f32 [%r8], %f9;\nX: "
    static const struct {
        const char *loop;
        u32 loads;
    } rows[] = {
        {"L: " LOADED LEFT MOVED "M:", 8},
        {"L: " LOADED FMA_39 LEFT MOVED "M:", 16}, /* with another load; 48 */
        {"L: " LOADED FMA_39 FMA_3 LEFT MOVED "M:", 4},
        {"L: " LOADED "add.s32 %r1, %r1, -1;\n" LEFT "add.s64 %d1, %d1, 4;\nbra.uni L;\nM:", 8},
        {"L: " LOADED "add.s32 %r2, %r1, -1;\n" LEFT "add.s64 %d1, %d1, 4;\nmov.u32 %r1, %r2;\nbra.uni L;\nM:", 2},
        {"L: " LOADED "setp.ne.s32 %p1, %r1, 0;\n@!%p1 bra M;\n" MOVED "M:", 2},
        {"L: " LOADED "setp.gt.f32 %p1, %f9, 0f3F800000;\n@%p1 bra M;\n" MOVED "M:", 2},
        {"L: .pragma \"nounroll\";\n" LOADED LEFT MOVED "M:", 2},
        {"L: " LOADED SHORT_IF LEFT MOVED "M:", 1}, /* its first block does not end with the way out */
        {"L: " LOADED LEFT SHORT_IF MOVED "M:", 8},
        {"L: " LOADED LEFT LONG_IF MOVED "M:", 2},
        {"L: " LOADED "div.rn.f32 %f9, %f9, %f1;\n" LEFT MOVED "M:", 1},
        {"bra.uni L;\nM: st.shared.f32 [%r8+4], %f9;\nbra.uni N;\nL: " LOADED LEFT MOVED "N:", 8}, /* left upwards */
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[4096];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%sld.param.u64 %%d1, [p];\nmov.u32 %%r8, %%tid.x;\nmov.u32 %%r1, %%tid.x;\n"
                 "mov.f32 %%f9, 0f00000000;\n%s st.shared.f32 [%%r8], %%f9;\nret; }",
                 KERNEL, rows[k].loop);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        if (count_of(f, "ld.global") != rows[k].loads)
            fail_msg("%s: %u loads, expected %u", rows[k].loop, count_of(f, "ld.global"), rows[k].loads);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A head with a call stays where it is: a call is no copy. */
static void test_rotate_calls(void **state)
{
    static const char text[] = HEAD
        ".func (.reg .b32 o) f (.reg .b32 i) {\nmul.lo.u32 o, i, i;\nret;\n}\n"
        ".entry k (.param .u64 p) {\n.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\nld.param.u64 %d1, [p];\n"
        "mov.u32 %r1, %tid.x;\nL: call (%r2), f, (%r1);\nsetp.gt.u32 %p1, %r2, 99;\n@%p1 bra M;\n"
        "add.s32 %r1, %r1, 1;\nst.global.u32 [%d1], %r1;\nbra.uni L;\nM: st.global.u32 [%d1+4], %r2;\nret; }";
    struct ptx_module *m = parse_ok(text);
    struct arena a = {0};
    (void)state;
    assert_int_equal(count_of(compile(m, &a, 32), "call"), 1);
    arena_free(&a);
    ptx_free(m);
}

/* What nothing reaches is neither there nor in registers. */
static void test_unreachable(void **state)
{
    struct ptx_module *m =
        parse_ok(KERNEL "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nbra.uni E;\nld.global.u32 %r2, [%d1];\n"
                        "ld.global.u32 %r3, [%d1+4];\nld.global.u32 %r4, [%d1+8];\nld.global.u32 %r5, [%d1+12];\n"
                        "add.s32 %r2, %r2, %r3;\nadd.s32 %r4, %r4, %r5;\nmul.lo.s32 %r2, %r2, %r4;\n"
                        "st.global.u32 [%d1], %r2;\nE: st.shared.u32 [%r1], %r1;\nret; }");
    struct arena a = {0};
    (void)state;
    for (u32 sched = 0; sched <= 32; sched += 32) {
        struct ptx_func *f = compile(m, &a, sched);
        assert_int_equal(count_of(f, "ld.global"), 0);
        assert_int_equal(f->notes->counts.used, 1);
    }
    arena_free(&a);
    ptx_free(m);
}

#define ADDED(n) "L: add.s64 %d4, %d4, " n ";\nadd.s32 %r8, %r8, -1;\nsetp.ne.u32 %p1, %r8, 0;\n@%p1 bra L;\n"

/* Loads from shared memory side by side become one, where the address is known to be a multiple and nothing is stored
   in between. */
static void test_widen(void **state)
{
    static const struct {
        const char *base, *at, *between;
        u32 loads;
    } rows[] = {
        {"", "s", "", 1},
        {"", "s", "st.shared.f32 [s+32], %f9;", 2}, /* the first two, the others */
        {"", "s", "st.global.f32 [%d1], %f9;", 1},
        {"mov.u64 %d4, s;\nadd.s64 %d5, %d4, 8;", "%d5", "", 2},
        {"mov.u64 %d2, s;\nmul.wide.u32 %d3, %r8, 16;\nadd.s64 %d4, %d2, %d3;", "%d4", "", 1},
        {"mov.u64 %d2, s;\nmul.wide.u32 %d3, %r8, 8;\nadd.s64 %d4, %d2, %d3;", "%d4", "", 2},
        {"cvt.u64.u32 %d4, %r8;", "%d4", "", 4},
        {"mov.u64 %d4, s;\n" ADDED("32"), "%d4", "", 1}, /* a loop carries it */
        {"mov.u64 %d4, s;\n" ADDED("8"), "%d4", "", 2},
        {"cvt.u64.u32 %d4, %r8;\n" ADDED("32"), "%d4", "", 4},
        {"mov.u64 %d4, s;\n", "%d4", "add.s64 %d4, %d4, 32;\n", 2}, /* another address */
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        const char *at = rows[k].at;
        struct arena a = {0};
        snprintf(
            text, sizeof text,
            "%s.shared .align 16 .b8 s[256];\nld.param.u64 %%d1, [p];\nmov.u32 %%r8, %%tid.x;\nmov.f32 %%f9, "
            "0f00000000;\n%s\nld.shared.f32 %%f1, [%s+4];\nld.shared.f32 %%f2, [%s+0];\n%s\nld.shared.f32 %%f3, "
            "[%s+8];\nld.shared.f32 %%f4, [%s+12];\nadd.f32 %%f5, %%f1, %%f2;\nadd.f32 %%f6, %%f3, %%f4;\nadd.f32 "
            "%%f7, %%f5, %%f6;\nst.global.f32 [%%d1], %%f7;\nret; }",
            KERNEL, rows[k].base, at, at, rows[k].between, at, at);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        if (count_of(f, "ld.shared") != rows[k].loads)
            fail_msg("%s %s: %u loads, expected %u", rows[k].base, at, count_of(f, "ld.shared"), rows[k].loads);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A branch over a jump is one branch the other way. */
static void test_straighten(void **state)
{
    (void)state;
    struct arena a = {0};
    struct ptx_module *m = parse_ok(
        KERNEL
        "ld.param.u64 %d1, [p];\nmov.u32 %r8, %tid.x;\nmov.u32 %r1, 0;\nmov.f32 %f9, 0f00000000;\nL: ld.global.f32 "
        "%f1, [%d1];\nadd.f32 %f9, %f9, %f1;\nadd.s64 %d1, %d1, 4;\nadd.s32 %r1, %r1, 1;\nsetp.eq.s32 %p1, %r1, "
        "64;\n@%p1 bra M;\nbra.uni L;\nM: st.shared.f32 [%r8], %f9;\nbra.uni N;\nN: ret; }");
    struct ptx_func *f = compile(m, &a, 32);

    assert_int_equal(count_of(f, "ld.global"), 1);
    assert_int_equal(count_of(f, "bra.uni"), 0);
    assert_int_equal(count_of(f, "bra"), 1);
    arena_free(&a);
    ptx_free(m);
}

/* Lanes that branch to nothing but a return return there; to anything else they branch. */
static void test_ends(void **state)
{
    static const struct {
        const char *end;
        u32 branches;
    } rows[] = {{"", 0}, {"st.shared.u32 [%r8+4], %r8;\n", 1}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%smov.u32 %%r8, %%tid.x;\nsetp.gt.u32 %%p1, %%r8, 5;\n@%%p1 bra E;\nbar.sync 0;\nst.shared.u32 "
                 "[%%r8], %%r8;\nE: %sret; }",
                 KERNEL, rows[k].end);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        assert_int_equal(count_of(f, "bra"), rows[k].branches);
        assert_int_equal(count_of(f, "ret"), 2 - rows[k].branches);
        if (!rows[k].branches) {
            const struct ptx_instr *i = &f->code[place_of(f, "ret", 0)];
            assert_true(i->guarded && !i->guard_neg && note_of(f, i)->slots == 1);
        }
        arena_free(&a);
        ptx_free(m);
    }
}

/* Where lanes meet is announced, and waited for, once for all branches to one place. */
static void test_meetings(void **state)
{
    static const struct {
        const char *to[3];
        u32 pairs;
    } rows[] = {{{"E"}, 1}, {{"E", "E", "E"}, 1}, {{"E", "E", "D"}, 2}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        struct arena a = {0};
        char text[4096];
        u32 issued = 0, branches = 0;
        size_t at = (size_t)snprintf(text, sizeof text, "%smov.u32 %%r8, %%tid.x;\n", KERNEL);
        for (; branches < 3 && rows[k].to[branches]; branches++) {
            at += (size_t)snprintf(text + at, sizeof text - at, "setp.gt.u32 %%p1, %%r8, 5;\n@%%p1 bra %s;\n",
                                   rows[k].to[branches]);
            for (u32 n = 0; n < 9; n++)
                at += (size_t)snprintf(text + at, sizeof text - at, "mul.lo.u32 %%r8, %%r8, %%r8;\n");
        }
        snprintf(text + at, sizeof text - at,
                 "D: bar.sync 0;\nmul.lo.u32 %%r8, %%r8, %%r8;\nE: mul.lo.u32 %%r8, %%r8, %%r8;\n"
                 "st.shared.u32 [%%r8], %%r8;\nret; }");
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        for (u32 pc = 0; pc < f->n_code; pc++)
            issued += f->notes->at[pc].slots;
        /* the stack's pointer, the lane's number, a barrier, two products, a store and the end */
        assert_int_equal(issued - branches * (2 + 9), 7 + 2 * rows[k].pairs);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A pointer that a loop moves on is two words: who needs it as a pair makes it one, unless it is needed more often
   than it moves. Slots of a round beside the counter's three. */
#define LANES "mov.u32 %r8, %tid.x;\nmul.wide.u32 %d2, %r8, 4;\n"
#define PRODUCTS "mul.wide.s32 %d3, %r9, 4;\n"
#define ON "add.s64 %d1, %d1, %d3;\n"
static void test_pointers(void **state)
{
    static const struct {
        const char *before, *round;
        u32 slots;
    } rows[] = {
        {"", "ld.global.f32 %f1, [%d1];\nadd.s64 %d1, %d1, 8;\n", 1 + 2 + 2},
        {"", "st.global.f32 [%d1], %f1;\nadd.s64 %d1, %d1, 8;\n", 1 + 2 + 2},
        {LANES "add.s64 %d1, %d1, %d2;\n", "ld.global.f32 %f1, [%d1];\nadd.s64 %d1, %d1, 8;\n", 1 + 2 + 2},
        {"", "ld.global.f32 %f1, [%d1];\nld.global.f32 %f2, [%d1+4];\nadd.s64 %d1, %d1, 8;\n", 2 + 2 + 2},
        {LANES "add.s64 %d1, %d1, %d2;\n",
         "ld.global.f32 %f1, [%d1];\nld.global.f32 %f2, [%d1+4];\nadd.s64 %d1, %d1, 8;\n", 2 + 2},
        {"mov.b64 %d4, %d1;\n",
         "ld.global.f32 %f1, [%d1];\nld.global.f32 %f2, [%d1+4];\nadd.s64 %d1, %d1, 8;\nld.global.f32 %f1, "
         "[%d4];\nld.global.f32 %f2, [%d4+4];\nadd.s64 %d4, %d4, 8;\n",
         4 + 4 + 2},                                         /* one of the two */
        {PRODUCTS, "ld.global.f32 %f1, [%d1];\n" ON, 1 + 1}, /* IMAD.WIDE */
        {PRODUCTS "sub.s64 %d1, %d1, %d3;\n", "ld.global.f32 %f1, [%d1];\n" ON, 1 + 2 + 2},
        {LANES PRODUCTS, "add.s64 %d5, %d1, %d2;\nld.global.f32 %f1, [%d5];\n" ON, 2 + 1},
        {LANES PRODUCTS "sub.s64 %d1, %d1, %d3;\n", "add.s64 %d5, %d1, %d2;\nld.global.f32 %f1, [%d5];\n" ON,
         2 + 2 + 2},
        {"ld.global.u64 %d2, [%d1];\n", "add.s64 %d5, %d1, %d2;\nld.global.f32 %f1, [%d5];\nadd.s64 %d1, %d1, 8;\n",
         3 + 2}, /* IADD3 takes it from where it is */
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        struct arena a = {0};
        char text[2048];
        u32 issued = 0;
        snprintf(text, sizeof text,
                 "%sld.param.u64 %%d1, [p];\nld.param.u32 %%r9, [n];\nmov.u32 %%r1, 0;\nbar.sync 0;\n%sL: .pragma "
                 "\"nounroll\";\n%sadd.s32 %%r1, %%r1, 1;\nsetp.lt.s32 %%p1, %%r1, %%r9;\n"
                 "@%%p1 bra L;\nE: st.shared.f32 [%%r1], %%f1;\nst.shared.f32 [%%r1+4], %%f2;\nret; }",
                 KERNEL, rows[k].before, rows[k].round);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        const struct ptx_block *loop = &f->blocks[f->code[place_of(f, "setp.lt", 0)].block];
        for (u32 pc = loop->first; pc < loop->end; pc++)
            issued += f->notes->at[pc].slots;
        if (issued != 3 + rows[k].slots)
            fail_msg("%s: %u slots, expected %u", rows[k].round, issued, 3 + rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* 30 pairs of loads, each pair at an index that comes from the one before: the chain of indices is the longest way,
   but if it ran ahead, it would take the registers that loads under way need. */
static void test_indices_do_not_run_ahead(void **state)
{
    (void)state;
    struct arena a = {0};
    char *text = arena_printf(&a, "%s",
                              KERNEL "ld.param.u64 %d1,[p]; ld.param.u32 %r1,[n]; mov.u32 %r2,%tid.x; "
                                     "mov.f32 %f1,0f00000000;\n");

    for (u32 k = 2; k < 32; k++)
        text = arena_printf(&a,
                            "%sadd.s32 %%r%u,%%r%u,%%r1; mul.wide.u32 %%d%u,%%r%u,4; add.s64 %%d%u,%%d1,%%d%u;\n"
                            "ld.global.nc.f32 %%f%u,[%%d%u]; ld.global.nc.f32 %%f%u,[%%d%u+64]; "
                            "sub.f32 %%f%u,%%f%u,%%f%u; add.f32 %%f1,%%f1,%%f%u;\n",
                            text, k + 1, k, k, k + 1, k + 40, k, 2 * k, k + 40, 2 * k + 1, k + 40, 2 * k, 2 * k,
                            2 * k + 1, 2 * k);
    struct ptx_module *m = parse_ok(arena_printf(&a, "%sst.global.f32 [%%d1],%%f1; ret; }", text));
    struct ptx_func *f = compile(m, &a, 20);
    for (u32 n = 2; n < 20; n++) { /* while a pair is subtracted, three more are under way */
        u32 at = place_of(f, "sub.f32", n), loads = 0;
        for (u32 pc = 0; pc < at; pc++)
            loads += !strncmp(f->code[pc].text, "ld.global", 9);
        assert_in_range(loads, 2 * (n + 1) + 6, 60);
    }
    ptx_free(m);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_guards_of_loads),
        cmocka_unit_test(test_unroll),
        cmocka_unit_test(test_unrolled_comparisons),
        cmocka_unit_test(test_widen),
        cmocka_unit_test(test_straighten),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_rotate),
        cmocka_unit_test(test_meetings),
        cmocka_unit_test(test_rotate_calls),
        cmocka_unit_test(test_unreachable),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_indices_do_not_run_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
