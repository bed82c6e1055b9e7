/* Loops whose rounds are known beforehand (isa/whole.c), and arrays that become registers then (isa/homes.c). Which
   ones: as ptxas 13.0 for sm_90 does it, tried out one by one (tools/h200/ptxas_rules.py). compile() verifies each
   pass, so what is computed stays the same in every row. */
#include "lower_test.h"

#define BEGIN                                                                                                        \
    KERNEL "ld.param.u64 %d1, [p];\nld.param.u32 %r9, [n];\nmov.u32 %r8, %tid.x;\nmov.f32 %f9, 0f00000000;\n"
#define LOAD "ld.global.f32 %f1, [%d1];\nadd.f32 %f9, %f9, %f1;\nadd.s64 %d1, %d1, 4;\n"
#define FMA "fma.rn.f32 %f9, %f9, %f9, %f9;\n"
#define FMA_10 FMA FMA FMA FMA FMA FMA FMA FMA FMA FMA
#define END "\nst.shared.f32 [%r8], %f9;\nst.shared.u64 [%r8+8], %d1;\nret; }"
#define NEXT(n) "add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r1, " #n ";\n@%p1 bra L;"

static struct ptx_func *kernel(const char *body, struct ptx_module **m, struct arena *a)
{
    char text[8192];

    snprintf(text, sizeof text, "%s%s%s", BEGIN, body, END);
    *m = parse_ok(text);
    return compile(*m, a, 32);
}

static void test_rounds(void **state)
{
    static const struct {
        const char *body;
        u32 loads;
    } rows[] = {
        {"mov.u32 %r1, 0;\nL: " LOAD NEXT(16), 16},
        {"mov.u32 %r1, 0;\nL: " LOAD NEXT(100), 100},
        {"mov.u32 %r1, 0;\nL: " LOAD FMA_10 FMA_10 FMA_10 NEXT(16), 16},
        {"mov.u32 %r1, 0;\nL: " LOAD FMA_10 FMA_10 FMA_10 NEXT(64), 10}, /* too long: nine at a time, and one */
        {"mov.u32 %r1, 0;\nL: " LOAD FMA_10 FMA_10 FMA_10
         "add.s32 %r1, %r1, 2;\nsetp.lt.s32 %p1, %r1, 2001;\n@%p1 bra L;",
         9},
        {"mov.u32 %r1, 9;\nL: " LOAD "add.s32 %r1, %r1, -3;\nsetp.gt.s32 %p1, %r1, 0;\n@%p1 bra L;", 3},
        {"mov.u32 %r1, 0;\nL: " LOAD "add.s32 %r1, %r1, 3;\nsetp.le.s32 %p1, %r1, 40;\n@%p1 bra L;", 14},
        {"mov.u64 %d2, 0;\nL: " LOAD "add.s64 %d2, %d2, 64;\nsetp.ne.s64 %p1, %d2, 1024;\n@%p1 bra L;", 16},
        {"mov.u32 %r1, 0x80000010;\nL: " LOAD FMA_10 FMA_10 FMA_10
         "add.u32 %r1, %r1, -33554432;\nsetp.gt.u32 %p1, %r1, 16;\n@%p1 bra L;",
         10}, /* the same from beyond what a signed number holds */
        {"mov.u32 %r1, 70;\nL: " LOAD FMA_10 FMA_10 FMA_10
         "add.s32 %r1, %r1, -1;\nsetp.ge.s32 %p1, %r1, 7;\n@%p1 bra L;",
         10}, /* and with its bound among them */
        /* a counter that begins with a number from another register, as clang has it */
        {"mov.u32 %r3, -4;\nmov.u32 %r1, %r3;\nL: " LOAD NEXT(5) "\nst.shared.u32 [%r8+4], %r3;", 9},
        {"mov.u32 %r3, %r9;\nmov.u32 %r1, %r3;\nL: " LOAD NEXT(5) "\nst.shared.u32 [%r8+4], %r3;", 7}, /* 4, 2, 1 */
        /* another test than of the counter after it has moved */
        {"mov.u64 %d2, 0;\nL: " LOAD "add.s64 %d2, %d2, 64;\ncvt.u32.u64 %r2, %d2;\nsetp.ne.s32 %p1, %r2, 1024;\n"
         "@%p1 bra L;",
         1},
        {"mov.u32 %r1, 0;\nL: " LOAD "setp.ne.s32 %p1, %r1, 15;\nadd.s32 %r1, %r1, 1;\n@%p1 bra L;", 1},
        /* numbers that a conversion puts into a wider register, with their sign */
        {"mov.u32 %r1, 0;\nL: " LOAD "sub.s32 %r2, %r1, 5;\ncvt.s16.s32 %r3, %r2;\ncvt.u16.s32 %r4, %r2;\n"
         "cvt.s32.s16 %d3, %r2;\ncvt.u32.s16 %d4, %r2;\nst.shared.u32 [%r8+16], %r3;\nst.shared.u32 [%r8+20], %r4;\n"
         "st.shared.u64 [%r8+24], %d3;\nst.shared.u64 [%r8+32], %d4;\n" NEXT(8),
         8},
        /* left in the middle, and at the top */
        {"mov.u32 %r1, 1;\nL: " LOAD "setp.eq.s32 %p1, %r1, 25;\n@%p1 bra M;\n" LOAD
         "add.s32 %r1, %r1, 2;\nbra.uni L;\nM:",
         25},
        {"mov.u32 %r1, 0;\nL: setp.ge.s32 %p1, %r1, 12;\n@%p1 bra M;\n" LOAD "add.s32 %r1, %r1, 1;\nbra.uni L;\nM:",
         12},
        {"mov.u32 %r1, 0;\nL: " LOAD "add.s32 %r1, %r1, 1;\nsetp.eq.s32 %p1, %r1, 16;\n@%p1 bra M;\nbra.uni L;\nM:",
         1}, /* which ptxas never unrolls alone */
        /* an early way out, behind which the counter and the address are read */
        {"mov.u32 %r1, 0;\nL: " LOAD
         "setp.gt.f32 %p2, %f9, 0f42000000;\n@%p2 bra M;\n" NEXT(8) "\nM: "
                                                                    "st.shared.u32 [%r8+4], %r1;",
         8},
        /* a branch, a barrier, an atomic; a fence and a division that becomes a call */
        {"mov.u32 %r1, 0;\nL: " LOAD "setp.gt.f32 %p2, %f9, 0f3F800000;\n@%p2 bra M;\n" FMA_10
         "st.shared.f32 [%r8+4], %f9;\nM: " NEXT(8),
         8},
        {"mov.u32 %r1, 0;\nL: " LOAD "bar.sync 0;\n" NEXT(8), 8},
        {"mov.u32 %r1, 0;\nL: " LOAD "red.shared.add.u32 [%r8], %r1;\n" NEXT(8), 8},
        {"mov.u32 %r1, 0;\nL: " LOAD "membar.gl;\n" NEXT(8), 1},
        {"mov.u32 %r1, 0;\nL: " LOAD "div.rn.f32 %f9, %f9, %f1;\n" NEXT(8), 1},
        {".pragma \"nounroll\";\nmov.u32 %r1, 0;\nL: .pragma \"nounroll\";\n" LOAD NEXT(8), 1},
        /* inner loops: known, not known, and as long as the outer one's counter says */
        {"mov.u32 %r1, 0;\nL: " LOAD "mov.u32 %r2, 0;\nI: " FMA
         "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p2, %r2, 10;\n@%p2 bra I;\n" NEXT(8),
         8},
        {"mov.u32 %r1, 0;\nL: " LOAD "mov.u32 %r2, 0;\nI: " FMA
         "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p2, %r2, %r9;\n@%p2 bra I;\n" NEXT(8),
         1},
        /* what the counter says is stored, converted and part of an address; set anew in each round of a loop */
        {"mov.u32 %r1, 0;\nL: " LOAD
         "cvt.rn.f32.s32 %f2, %r1;\nadd.f32 %f9, %f9, %f2;\nst.shared.u32 [%r8+16], %r1;\n"
         "mul.wide.u32 %d3, %r1, 8;\nadd.s64 %d4, %d1, %d3;\nld.global.f32 %f3, [%d4];\nadd.f32 %f9, %f9, "
         "%f3;\n" NEXT(4),
         8},
        {"mov.u32 %r3, 0;\nO: mov.u32 %r1, 0;\nL: " LOAD NEXT(
             6) "\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p3, %r3, %r9;\n"
                "@%p3 bra O;",
         42}, /* the outer one, four rounds at a time */
        {"mov.u32 %r3, 0;\nO: mov.u32 %r1, 0;\nL: " LOAD NEXT(
             12) "\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p3, %r3, %r9;\n"
                 "@%p3 bra O;",
         12},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        struct arena a = {0};
        struct ptx_module *m;
        u32 loads = count_of(kernel(rows[k].body, &m, &a), "ld.global");
        if (loads != rows[k].loads)
            fail_msg("%u loads, expected %u: %s", loads, rows[k].loads, rows[k].body);
        arena_free(&a);
        ptx_free(m);
    }
}

/* An array of a thread: all places known, one that is not, an address that goes elsewhere, and words of two sizes */
static void test_homes(void **state)
{
    static const struct {
        const char *body;
        bool registers;
    } rows[] = {
#define ARRAY ".local .align 8 .b8 home[64];\nmov.u64 %d5, home;\nadd.u64 %d6, %d5, 0;\nmov.u32 %r1, 0;\n"
#define FILL "L: " LOAD "mul.wide.u32 %d7, %r1, 4;\nadd.s64 %d8, %d6, %d7;\nst.local.f32 [%d8], %f1;\n" NEXT(8) "\n"
        {ARRAY FILL "ld.local.f32 %f4, [%d6+12];\nadd.f32 %f9, %f9, %f4;", true},
        {ARRAY FILL "ld.local.v2.f32 {%f4, %f5}, [%d6+8];\nadd.f32 %f9, %f9, %f4;\nadd.f32 %f9, %f9, %f5;", true},
        {ARRAY FILL
         "and.b32 %r5, %r8, 7;\nmul.wide.u32 %d9, %r5, 4;\nadd.s64 %d9, %d9, %d6;\nld.local.f32 %f4, [%d9];\n"
         "add.f32 %f9, %f9, %f4;",
         false}, /* a register that holds another thing before */
#define PLACE "and.b32 %r5, %r8, 7;\nmul.wide.u32 %d9, %r5, 4;\nadd.s64 %d10, %d6, %d9;\n"
        {ARRAY FILL PLACE "ld.local.f32 %f4, [%d10+4];\nadd.f32 %f9, %f9, %f4;", true},
        {ARRAY FILL PLACE "setp.gt.u32 %p2, %r8, 3;\n@%p2 ld.local.f32 %f9, [%d10];", true},
        {ARRAY FILL PLACE "setp.gt.u32 %p2, %r8, 3;\n@!%p2 st.local.f32 [%d10], %f9;\nld.local.f32 %f9, [%d6+8];",
         true},
        {ARRAY FILL PLACE "ld.local.f32 %f4, [%d10];\nadd.f32 %f4, %f4, %f9;\nst.local.f32 [%d10], %f4;\n"
                          "ld.local.f32 %f9, [%d6+8];",
         true},
        {ARRAY FILL PLACE "ld.local.v2.f32 {%f4, %f5}, [%d10];\nadd.f32 %f9, %f4, %f5;", false},
        {ARRAY FILL PLACE "ld.local.u64 %d9, [%d10];\nst.shared.u64 [%r8+24], %d9;", false},
        {ARRAY FILL PLACE "st.shared.u64 [%r8+24], %d10;", false},
    /* in a loop of five instructions four words are too many, two not */
#define SOME(n) ".local .align 8 .b8 some[" #n "];\nmov.u64 %d6, some;\n"
#define CHASE                                                                                                        \
    "mov.u32 %r5, %r8;\nmov.u32 %r1, %r9;\nL: mul.wide.u32 %d9, %r5, 4;\nadd.s64 %d10, %d6, %d9;\n"                  \
    "ld.local.u32 %r5, [%d10];\nadd.s32 %r1, %r1, -1;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra L;\n"                      \
    "cvt.rn.f32.u32 %f9, %r5;"
        {SOME(8) "st.local.u32 [%d6], %r8;\nst.local.u32 [%d6+4], %r9;\n" CHASE, true},
        {SOME(16) "st.local.u32 [%d6], %r8;\nst.local.u32 [%d6+4], %r9;\n" CHASE, false},
        {ARRAY FILL "st.shared.u64 [%r8+24], %d6;", false},
    /* registers that are wider than the words: loads fill them, stores cut them */
#define WIDE "ld.global.u64 %d20, [%d1+256];\nmov.u64 %d11, %d20;\n"
#define SHOW "\nst.shared.u64 [%r8+24], %d11;"
        {ARRAY FILL WIDE "ld.local.u32 %d11, [%d6+8];" SHOW, true},
        {ARRAY FILL WIDE "ld.local.s32 %d11, [%d6+8];" SHOW, true},
        {ARRAY FILL WIDE "ld.local.b32 %d11, [%d6+8];" SHOW, true},
        {ARRAY FILL WIDE "setp.gt.u32 %p2, %r8, 3;\n@%p2 ld.local.s32 %d11, [%d6+8];" SHOW, true},
        {ARRAY FILL WIDE "ld.local.v2.s32 {%d11, %d12}, [%d6+8];\nst.shared.u64 [%r8+32], %d12;" SHOW, true},
        {ARRAY FILL WIDE "st.local.u32 [%d6+8], %d20;\nld.local.s32 %d11, [%d6+8];" SHOW, true},
        {ARRAY FILL WIDE PLACE "ld.local.u32 %d11, [%d10];" SHOW, true},
        {ARRAY FILL WIDE PLACE "ld.local.s32 %d11, [%d10];" SHOW, true},
        {ARRAY FILL WIDE PLACE "setp.gt.u32 %p2, %r8, 3;\n@%p2 ld.local.s32 %d11, [%d10];" SHOW, true},
        {ARRAY FILL WIDE PLACE "setp.gt.u32 %p2, %r8, 3;\n@!%p2 st.local.u32 [%d10], %d20;\n"
                               "ld.local.s32 %d11, [%d10];" SHOW,
         true},
        {ARRAY FILL WIDE PLACE "st.local.u32 [%d10], %d20;\nld.local.u32 %d11, [%d6+4];" SHOW, true},
        {ARRAY FILL "ld.local.u64 %d9, [%d6+8];\nst.shared.u64 [%r8+24], %d9;", false},
        {ARRAY FILL "ld.local.u8 %r6, [%d6+8];\nst.shared.u32 [%r8+24], %r6;", false},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        struct arena a = {0};
        struct ptx_module *m;
        struct ptx_func *f = kernel(rows[k].body, &m, &a);
        if (!count_of(f, "st.local") != rows[k].registers)
            fail_msg("%s: %u stores", rows[k].body, count_of(f, "st.local"));
        arena_free(&a);
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounds), cmocka_unit_test(test_homes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
