/* Lowering and scheduling: what takes no slot, what fuses, what is expanded; and that loads move up, but not past
   stores that may write the same place. */
#include "lower_test.h"

static u32 slots_of(const struct ptx_func *f, u32 line)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].line == line && !f->notes->at[pc].slow)
            return f->notes->at[pc].slots;
    fail_msg("no line %u", line);
    return 0;
}

static void test_slots(void **state)
{
    /* The body begins on line 6. */
    static const struct {
        const char *text;
        u32 slots;
    } rows[] = {
        {"ld.param.u64 %d1, [p];", 0},        {"cvta.to.global.u64 %d2, %d1;", 0},
        {"mov.u32 %r1, %tid.x;", 4}, /* and the stack's pointer, a descriptor and p, loaded */
        {"mov.u32 %r2, %ntid.x;", 0},         {"mad.lo.s32 %r4, %r2, %r1, %r1;", 2}, /* and ntid */
        {"mul.wide.s32 %d3, %r4, 4;", 0},     {"add.s64 %d4, %d2, %d3;", 1},
        {"ld.global.u32 %r5, [%d4];", 1},     {"add.s64 %d5, %d4, 16;", 0},
        {"ld.global.u32 %r6, [%d5];", 1},     {"div.u32 %r7, %r5, %r6;", 18},
        {"xor.b32 %r8, %r7, %r5;", 0},        {"and.b32 %r9, %r8, %r6;", 1},
        {"cvt.rn.f32.u32 %f1, %r9;", 1},      {"neg.f32 %f2, %f1;", 0},
        {"sqrt.rn.f32 %f3, %f2;", 10},        {"mul.lo.u64 %d6, %d4, %d4;", 4},
        {"cvt.u32.u64 %r10, %d6;", 0},        {"st.global.f32 [%d4], %f3;", 1},
        {"st.global.u32 [%d4+4], %r10;", 1},  {"setp.lt.s32 %p2, %r4, %r5;", 1},
        {"setp.lt.s32 %p3, %r4, %r6;", 0},    {"and.pred %p4, %p3, %p2;", 1},
        {"cvt.s64.s32 %d7, %r5;", 1},         {"shl.b64 %d8, %d7, 3;", 0},
        {"add.s64 %d9, %d4, %d8;", 2}, /* the shift is part of both */
        {"add.s64 %d10, %d6, %d8;", 2},       {"st.global.u32 [%d9], %r10;", 1},
        {"st.global.u32 [%d10], %r10;", 1},   {"xor.b32 %r21, %r5, %r6;", 1}, /* its reader does not always come */
        {"@%p2 and.b32 %r22, %r21, %r4;", 1}, {"@%p2 st.global.u32 [%d9+128], %r22;", 1},
        {"@%p2 mov.u32 %r20, 7;", 1}, /* for some lanes: no constant */
        {"st.global.u32 [%d9+64], %r20;", 1},
    };
    char text[4096];
    struct arena a = {0};
    size_t n = (size_t)snprintf(text, sizeof text, "%s", KERNEL);
    u32 first = 0;

    (void)state;
    for (size_t k = 0; k < n; k++)
        first += text[k] == '\n';
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", rows[k].text);
    snprintf(text + n, sizeof text - n, "ret; }");
    struct ptx_module *m = parse_ok(text);
    struct ptx_func *f = compile(m, &a, 0);
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        if (slots_of(f, first + 1 + k) != rows[k].slots)
            fail_msg("%s takes %u slots, expected %u", rows[k].text, slots_of(f, first + 1 + k), rows[k].slots);
    arena_free(&a);
    ptx_free(m);
}

/* Floats are added to shared memory in a loop, integers by one instruction, and global memory's in the L2. */
static void test_float_atomics(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmov.f32 %f1, 0f3f800000;\n"
                                           "red.shared.add.f32 [%r1], %f1;\nred.shared.add.u32 [%r1], %r1;\n"
                                           "red.global.add.f32 [%d1], %f1;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a, 0);

    (void)state;
    assert_true(f->notes->at[place_of(f, "red.shared.add.f32", 0)].branches);
    assert_false(f->notes->at[place_of(f, "red.shared.add.u32", 0)].branches);
    assert_false(f->notes->at[place_of(f, "red.global.add.f32", 0)].branches);
    arena_free(&a);
    ptx_free(m);
}

/* Accesses that acquire or release get their fences: slots before, of the access, and behind; who passes the L1 by.
 */
static void test_ordered(void **state)
{
    static const struct {
        const char *text;
        u32 before, behind; /* slots; 0: no fence */
        bool past_l1;
    } rows[] = {
        {"ld.global.u32 %r1, [%d1];", 0, 0, false},
        {"ld.acquire.gpu.global.u32 %r1, [%d1];", 0, 1, true},
        {"ld.acquire.sys.u32 %r1, [%d1];", 0, 1, true},
        {"ld.acquire.cta.global.u32 %r1, [%d1];", 0, 1, false},
        {"st.release.gpu.global.u32 [%d1], %r2;", 3, 0, false},
        {"st.release.cta.global.u32 [%d1], %r2;", 1, 0, false},
        {"ld.relaxed.gpu.global.u32 %r1, [%d1];", 0, 0, true},
        {"ld.relaxed.cta.global.u32 %r1, [%d1];", 0, 0, false},
        {"@%p1 red.release.gpu.global.add.u32 [%d1], %r2;", 3, 0, false},
        {"atom.acquire.gpu.global.add.u32 %r1, [%d1], %r2;", 0, 1, false},
        {"atom.acq_rel.gpu.global.add.u32 %r1, [%d1], %r2;", 3, 1, false},
        {"atom.acq_rel.cta.shared.add.u32 %r1, [%r2], %r2;", 1, 1, false},
    };

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%sld.param.u64 %%d1, [p];\nld.param.u32 %%r2, [n];\nsetp.eq.u32 %%p1, %%r2, 3;\n%s\n"
                 "st.global.u32 [%%d1+64], %%r1;\nret; }",
                 KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 at = 0, before = 0, behind = 0;
        while (ptx_instr_class(&f->code[at]) != PU_MEM || f->code[at].space == PS_PARAM)
            at++;
        for (u32 pc = 0; pc < f->n_code; pc++)
            if (f->code[pc].op == OP_FENCE) {
                *(pc < at ? &before : &behind) += f->notes->at[pc].slots;
                if (f->code[pc].guarded != f->code[at].guarded)
                    fail_msg("%s: guarded %d", rows[k].text, f->code[at].guarded);
                assert_true(pc < at ? ptx_fence_only_releases(&f->code[pc]) : ptx_fence_only_acquires(&f->code[pc]));
            }
        if (before != rows[k].before || behind != rows[k].behind)
            fail_msg("%s: %u before, %u behind", rows[k].text, before, behind);
        assert_int_equal(f->code[at].cache == PK_CG, rows[k].past_l1);
        arena_free(&a);
        ptx_free(m);
    }
}

#define LOAD_ADD(to, off)                                                                                            \
    "ld.global.f32 %f" #to ", [%d2+" #off "];\nadd.f32 %f9, %f9, %f" #to ";\nst.shared.f32 [%r1+" #off "], %f9;\n"

/* Four independent loads come first; with few registers not all of them. */
static void test_hoist(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "ld.param.u64 %d1, [p];\nld.global.u64 %d2, [%d1];\nmov.u32 %r1, %tid.x;\n"
                                           "mov.f32 %f9, 0f00000000;\n" LOAD_ADD(1, 0) LOAD_ADD(2, 4) LOAD_ADD(3, 8)
                                               LOAD_ADD(4, 12) "ret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a, 32), *g = compile(m, &a, 1);

    (void)state;
    assert_true(place_of(f, "ld.global.f32", 3) < place_of(f, "add.f32", 0));
    assert_true(f->notes->counts.used >= 6);
    assert_true(g->notes->counts.used < f->notes->counts.used);
    arena_free(&a);
    ptx_free(m);
}

#define BEFORE                                                                                                       \
    "ld.param.u64 %d1, [p];\nld.global.v2.u64 {%d2, %d3}, [%d1];\nmov.u32 %r1, %tid.x;\n"                            \
    "ld.global.nc.u32 %r2, [%d3+64];\n"
#define AFTER "ld.global.u32 %r3, [%d2+4];\nadd.u32 %r3, %r3, 1;\nst.global.u32 [%d2+4], %r3;\nret; }"

/* A load may not pass a store to the same space, unless both have the same base and other offsets. */
/* x = x + y between loads: the next value has a name of its own, so that what reads the old one is in nobody's way,
   and the last one keeps x's, which others read. A guarded change is made in place. */
static void test_rename(void **state)
{
    static const char *const guard[] = {"", "@%p1 "};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(guard); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%sld.param.u64 %%d1, [p];\nmov.u32 %%r8, %%tid.x;\nsetp.lt.u32 %%p1, %%r8, 9;\ncvt.u64.u32 %%d3, "
                 "%%r8;\nL: ld.global.f32 %%f1, [%%d1];\nst.shared.f32 [%%r8], %%f1;\n%sadd.s64 %%d1, %%d1, %%d3;\n"
                 "ld.global.f32 %%f2, [%%d1];\nst.shared.f32 [%%r8+4], %%f2;\nadd.s64 %%d1, %%d1, %%d3;\n"
                 "setp.lt.u64 %%p2, %%d1, 77;\n@%%p2 bra L;\nret; }",
                 KERNEL, guard[k]);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        const struct ptx_instr *load = &f->code[place_of(f, "ld.global", 0)];
        const struct ptx_instr *first = &f->code[place_of(f, "add.s64", 0)],
                               *last = &f->code[place_of(f, "add.s64", 1)];
        assert_int_equal(last->opnd[0].reg, load->opnd[1].reg); /* round the loop */
        assert_int_equal(first->opnd[0].reg == load->opnd[1].reg, k == 1);
        assert_int_equal(f->code[place_of(f, "ld.global", 1)].opnd[1].reg, first->opnd[0].reg);
        if (!k) /* before the store that waits for memory */
            assert_true(place_of(f, "ld.global", 1) < place_of(f, "st.shared", 0));
        arena_free(&a);
        ptx_free(m);
    }
}

/* Hardly more registers than the cap, if PTX's order has no more: it goes on in that order then. */
static void test_cap(void **state)
{
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "%sld.param.u64 %%d1, [p];\nmov.u32 %%r8, %%tid.x;\nmov.f32 %%f9, 0f00000000;\n"
                                "cvt.u64.u32 %%d2, %%r8;\n",
                                KERNEL);
    struct arena a = {0};

    (void)state;
    for (u32 k = 0; k < 16; k++) /* two registers for the address, which is as far ahead as the load */
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "mad.lo.s32 %%r1, %%r8, %u, %%r8;\nmul.wide.s32 %%d4, %%r1, 4;\nadd.s64 %%d5, %%d1, %%d4;\n"
            "ld.global.f32 %%f1, [%%d5];\nadd.f32 %%f9, %%f9, %%f1;\n",
            k + 3);
    snprintf(text + n, sizeof text - n, "st.shared.f32 [%%r8], %%f9;\nret; }");
    struct ptx_module *m = parse_ok(text);
    for (u32 cap = 12; cap <= 29; cap++) {
        struct ptx_func *f = compile(m, &a, cap);
        assert_in_range(f->notes->counts.used, cap / 2, cap + 1);                   /* pairs need neighbours */
        assert_true(place_of(f, "ld.global", cap / 4) < place_of(f, "add.f32", 0)); /* and they are used */
    }
    arena_free(&a);
    ptx_free(m);
}

/* A zero, and one constant under several names, take no register, and one. */
static void test_constants(void **state)
{
    static const struct {
        const char *text;
        u32 scratch[2];
    } rows[] = {
        {"mov.u32 %r2, 0;\nst.shared.u32 [%r1], %r2;\nmov.u32 %r3, 0;\nst.shared.u32 [%r1+4], %r3;", {0, 0}},
        {"mov.u32 %r2, 5;\nst.shared.u32 [%r1], %r2;\nmov.u32 %r3, 5;\nst.shared.u32 [%r1+4], %r3;", {1, 1}},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text, "%smov.u32 %%r1, %%tid.x;\n%s\nret; }", KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 loads = 0;
        for (u32 s = 0; s < 2; s++) {
            assert_int_equal(f->notes->at[place_of(f, "st.shared", s)].scratch, rows[k].scratch[s]);
            loads += f->notes->at[place_of(f, "st.shared", s)].loads;
        }
        assert_int_equal(loads, k);
        assert_int_equal(f->notes->counts.used, 1 + k);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Of two constants of an instruction one is in a register: that which others have as well, or another has had. */
static void test_two_constants(void **state)
{
    static const struct {
        u32 mul[3], add[3], loads;
    } rows[] = {{{77, 77, 77}, {5, 6, 7}, 1}, /* factors first: all others go to the instructions */
                {{77, 78, 79}, {5, 5, 5}, 1},
                {{77, 77, 77}, {5, 5, 5}, 1},
                {{77, 78, 77}, {5, 6, 7}, 2},
                {{77, 78, 79}, {5, 6, 7}, 3}};

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        int n = snprintf(text, sizeof text, "%smov.u32 %%r1, %%tid.x;\n", KERNEL);
        for (u32 i = 0; i < 3; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "mad.lo.s32 %%r%u, %%r%u, %u, %u;\n", i + 2, i + 1,
                          rows[k].mul[i], rows[k].add[i]);
        snprintf(text + n, sizeof text - (size_t)n, "st.shared.u32 [%%r1], %%r4;\nret; }");
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 loads = 0;
        for (u32 pc = 0; pc < f->n_code; pc++)
            loads += f->notes->at[pc].loads;
        assert_int_equal(loads, rows[k].loads);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A constant that a loop needs in a register keeps it throughout, as long as there are enough. */
static void test_loop_constants(void **state)
{
    struct ptx_module *m =
        parse_ok(KERNEL "mov.u32 %r1, %tid.x;\nL: st.shared.u32 [%r1], 5;\nbar.sync 0;\nld.shared.u32 %r4, [%r1];\n"
                        "ld.shared.u32 %r5, [%r1+8];\nmad.lo.s32 %r1, %r4, %r5, %r1;\nsetp.lt.u32 %p1, %r1, 77;\n"
                        "@%p1 bra L;\nret; }");
    struct arena a = {0};

    (void)state;
    assert_int_equal(compile(m, &a, 29)->notes->counts.used, 4);
    assert_int_equal(compile(m, &a, 3)->notes->counts.used, 3);
    arena_free(&a);
    ptx_free(m);
}

static void test_stores(void **state)
{
    static const struct {
        const char *store;
        bool passes;
    } rows[] = {{"st.global.u32 [%d3], %r2;", false},
                {"st.global.u32 [%d2+8], %r2;", true},
                {"st.global.u32 [%d2+4], %r2;", false},
                {"st.shared.u32 [%r1], %r2;", true},
                {"st.volatile.shared.u32 [%r1], %r2;", false},
                {"atom.global.add.u32 %r7, [%d3], %r2;", false},
                {"bar.sync 0;", false}};

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text, "%s%s\n%s", KERNEL BEFORE, rows[k].store, AFTER);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        char op[32];
        snprintf(op, sizeof op, "%.*s", (int)strcspn(rows[k].store, " "), rows[k].store);
        bool passed = place_of(f, "ld.global.u32", 0) < place_of(f, op, 0);
        if (passed != rows[k].passes)
            fail_msg("a load %s %s", passed ? "passes" : "does not pass", rows[k].store);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Words of constant memory at fixed addresses are operands: one load for two of them, and no register. */
static void test_fixed_constants(void **state)
{
    static const struct {
        const char *loads;
        u32 slots, regs;
    } rows[] = {
        {"ld.const.f32 %f1, [c+0];\nld.const.f32 %f2, [c+4];\n", 1, 1}, /* one pair */
        {"ld.const.f32 %f1, [c+4];\nld.const.f32 %f2, [c+8];\n", 2, 1}, /* of two */
        {"ld.const.f32 %f1, [c+0];\nld.const.f32 %f2, [%r8];\n", 2, 2}, /* one at an address that is not fixed */
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 HEAD ".const .align 8 .b8 c[64];\n.entry k () {\n.reg .b32 %%r<9>; .reg .f32 %%f<9>;\n"
                      "mov.u32 %%r8, %%tid.x;\nld.shared.f32 %%f5, [%%r8];\n%s"
                      "fma.rn.f32 %%f3, %%f5, %%f1, %%f5;\nfma.rn.f32 %%f4, %%f3, %%f2, %%f3;\n"
                      "st.shared.f32 [%%r8], %%f4;\nret; }",
                 rows[k].loads);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 slots = 0;
        for (u32 pc = 0; pc < f->n_code; pc++)
            slots += f->notes->at[pc].slots;
        assert_int_equal(count_of(f, "ld.const"), 2);
        assert_int_equal(slots, 7 + rows[k].slots); /* and the stack's pointer */
        assert_int_equal(f->notes->counts.used, 1 + rows[k].regs);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A word of them is part of its reader; a pair, a half and a byte are loaded. */
static void test_widths_of_constants(void **state)
{
    static const struct {
        const char *type;
        bool folded;
    } rows[] = {{"u32", true}, {"u64", false}, {"u16", false}, {"u8", false}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        const char *reg = rows[k].type[1] == '6' ? "d" : "r";
        snprintf(text, sizeof text,
                 HEAD ".const .align 8 .b8 c[64];\n.entry k () {\n.reg .b32 %%r<9>; .reg .b64 %%d<9>;\n"
                      "mov.u32 %%r8, %%tid.x;\nld.const.%s %%%s1, [c+8];\nld.shared.%s %%%s2, [%%r8];\n"
                      "xor.b%s %%%s3, %%%s1, %%%s2;\nst.shared.%s [%%r8], %%%s3;\nret; }",
                 rows[k].type, reg, rows[k].type, reg, *reg == 'd' ? "64" : "32", reg, reg, reg, rows[k].type, reg);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        const struct ptx_instr *load = &f->code[place_of(f, "ld.const", 0)];
        if (f->notes->reg[load->opnd[0].reg].folded != rows[k].folded)
            fail_msg("%s: folded %d", rows[k].type, !rows[k].folded);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Divisions of zero and by it, and roots of it, go another way: tests and a branch that take no slot, and what is
   behind it. */
static void test_slow_ways(void **state)
{
    static const struct {
        const char *text;
        u32 fast, slow; /* slots */
        u32 tests;
    } rows[] = {
        {"div.rn.f32 %f3, %f1, %f2;", 10, 36, 6},
        {"sqrt.rn.f32 %f3, %f1;", 10, 7, 2},
        {"div.approx.f32 %f3, %f1, %f2;", 5, 0, 0},
        {"div.rn.f32 %f3, 0f3f800000, %f2;", 10, 36, 4},
        {"div.rn.f32 %f3, %f1, 0f40400000;", 10, 36, 3},
        {"div.rn.f64 %g2, %g1, %g1;", 16, 62, 4},
        {"@%p1 div.rn.f32 %f3, %f1, %f2;", 10, 0, 0},
        {"rcp.rn.f32 %f3, %f1;", 10, 17, 4},
        {"rcp.rn.f64 %g2, %g1;", 11, 19, 4},
        {"sqrt.rn.f64 %g2, %g1;", 17, 14, 2},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%smov.u32 %%r8, %%tid.x;\nsetp.lt.u32 %%p1, %%r8, 9;\nld.shared.f32 %%f1, [%%r8];\n"
                 "ld.shared.f32 %%f2, [%%r8+4];\nmov.f32 %%f3, 0f00000000;\nld.shared.f64 %%g1, [%%r8+8];\n%s\n"
                 "st.shared.f32 [%%r8], %%f3;\nst.shared.f64 [%%r8], %%g2;\nret; }",
                 KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 way = 0, tests = 0, alone = 0, at = place_of(f, "st.shared", 0);
        for (u32 pc = 0; pc < f->n_code; pc++) {
            way += f->notes->at[pc].slow > SLOW_TEST ? f->notes->at[pc].slots : 0;
            tests += f->notes->at[pc].slow == SLOW_TEST;
            assert_true(f->notes->at[pc].slow != SLOW_TEST || !f->notes->at[pc].slots);
            alone += f->notes->at[pc].slow == SLOW_TEST && f->code[pc].op == OP_SETP && f->code[pc].n_opnd == 3;
        }
        assert_int_equal(alone, tests > 0); /* each other comparison is of the ones before it, too */
        assert_int_equal(slots_of(f, f->code[at].line - 1), rows[k].fast);
        assert_int_equal(way, rows[k].slow);
        assert_int_equal(tests, rows[k].tests);
        if (way) { /* over it, not into it */
            const struct ptx_instr *bra = &f->code[place_of(f, "bra", 0)];
            assert_true(bra->guarded && bra->guard_neg && f->notes->at[bra->opnd[0].label - 1].slow > SLOW_TEST);
        }
        arena_free(&a);
        ptx_free(m);
    }
}

/* Copies that are read behind their loop alone: free where it is left by falling out of it, or where there is but one
   before a branch out of it; otherwise each takes a slot in every round. */
static void test_copies_behind_loops(void **state)
{
    static const struct {
        const char *first, *second, *last; /* before branches that are taken, before the loop's own end */
        u32 slots;
    } rows[] = {
        {"mov.u32 %r5, %r1;", "", "mov.u32 %r5, %r8;", 0},
        {"mov.u32 %r5, %r1;", "mov.u32 %r5, %r8;", "", 2},
        {"", "", "mov.u32 %r5, %r8;", 0},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%smov.u32 %%r8, %%tid.x;\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r5, 7;\nL: ld.shared.u32 %%r2, "
                 "[%%r1];\n%s\nsetp.gt.u32 %%p1, %%r2, 5;\n@%%p1 bra M;\nld.shared.u32 %%r3, [%%r1+4];\n%s\n"
                 "setp.gt.u32 %%p2, %%r3, 6;\n@%%p2 bra M;\nadd.s32 %%r1, %%r1, 4;\n%s\nsetp.lt.u32 %%p3, %%r1, "
                 "99;\n@%%p3 bra L;\nM: st.shared.u32 [%%r8], %%r5;\nst.shared.u32 [%%r8+4], %%r1;\nret; }",
                 KERNEL, rows[k].first, rows[k].second, rows[k].last);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 slots = 0;
        for (u32 pc = f->code[place_of(f, "bra", 2)].opnd[0].label; pc < place_of(f, "bra", 2); pc++)
            slots += f->code[pc].op == OP_MOV ? f->notes->at[pc].slots : 0;
        assert_int_equal(slots, rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Which atomics one lane does for all, and what that takes. %d1 is a parameter, %d4 a place of each thread's own, %r6
   a word that all read, %r5 one of each thread's own. */
static void test_combined_atomics(void **state)
{
    static const struct {
        const char *text;
        u8 way;
        u32 slots;
    } rows[] = {
        {"atom.global.add.u32 %r9, [%d1], 1;", COMBINE_TIMES, 6},
        {"atom.global.add.u32 %r8, [%d1], 1;", COMBINE_TIMES_OLD, 11}, /* %r8 is stored */
        {"red.global.add.u32 [%d1], %r6;", COMBINE_TIMES, 7},
        {"red.global.add.u32 [%d5], 1;", COMBINE_TIMES, 6}, /* by a word from memory */
        {"red.global.add.u64 [%d1], 1;", COMBINE_TIMES, 7},
        {"red.global.add.u32 [%d1], %r5;", COMBINE_REDUCE, 7},
        {"red.global.max.s32 [%d1], %r5;", COMBINE_REDUCE, 7},
        {"atom.global.add.u32 %r8, [%d1], %r5;", COMBINE_SCAN, 26},
        {"atom.shared.add.u32 %r8, [s], 1;", COMBINE_TIMES_OLD, 11},
        {"red.shared.add.u32 [s], 1;", COMBINE_WORDS, 1}, /* ATOMS.POPC.INC: whatever the address */
        {"red.shared.add.u32 [%r5], 1;", COMBINE_WORDS, 1},
        {"@%p1 atom.shared.add.s32 %r9, [%r5], 1;", COMBINE_WORDS, 1},
        {"red.shared.add.u32 [%r5], 2;", COMBINE_NO, 2}, /* and the two, in a register */
        {"atom.shared.add.u32 %r8, [%r5], 1;", COMBINE_NO, 2},
        {"red.shared.add.u64 [%r5], 1;", COMBINE_NO, 2},
        {"atom.global.max.s32 %r8, [%d1], %r5;", COMBINE_NO, 1},
        {"red.global.add.u32 [%d4], 1;", COMBINE_NO, 2},
        {"red.global.add.u32 [%d6], 1;", COMBINE_NO, 2}, /* lanes that parted wrote it */
        {"red.global.add.f32 [%d1], 0f3F800000;", COMBINE_NO, 2},
        {"red.global.add.u64 [%d1], %d4;", COMBINE_NO, 1},
        {"atom.global.exch.b32 %r8, [%d1], %r5;", COMBINE_NO, 1},
        {"red.global.xor.b32 [%d1], %r5;", COMBINE_REDUCE, 7},
    };

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%s.shared .b32 s; ld.param.u64 %%d1, [p];\nmov.u32 %%r1, %%tid.x;\nmul.wide.u32 %%d3, %%r1, 4;\n"
                 "add.s64 %%d4, %%d1, %%d3;\nld.global.u32 %%r5, [%%d4];\nld.global.u32 %%r6, [%%d1+4];\n"
                 "mul.wide.u32 %%d2, %%r6, 4;\nadd.s64 %%d5, %%d1, %%d2;\nmov.u64 %%d6, %%d1;\n"
                 "setp.gt.u32 %%p1, %%r5, 3;\n@%%p1 bra M;\nadd.s64 %%d6, %%d1, 8;\nst.global.u32 [%%d4+8], %%r6;\n"
                 "M: st.global.u32 [%%d4+12], %%r5; mov.u32 %%r8, 0; %s\nst.global.u32 [%%d4], %%r8;\nst.global.u64 "
                 "[%%d5], %%d6;\nret; }",
                 KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 32);
        u32 at = place_of(f, strstr(rows[k].text, "atom") ? "atom" : "red", 0);
        if (f->notes->at[at].combined != rows[k].way || f->notes->at[at].slots != rows[k].slots)
            fail_msg("%s: way %u, %u slots; expected %u, %u", rows[k].text, f->notes->at[at].combined,
                     f->notes->at[at].slots, rows[k].way, rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Which loads of constants go to registers that lanes share, and what the loads take together. %d3 is a place that
   all lanes have, %d5 one of each lane's own, %d7 one by the CTA's index; %f1 is each lane's own. */
static void test_uniform_loads(void **state)
{
    static const struct {
        const char *text;
        u8 first, second; /* UNIFORM_*; of one load, second is that of the last, too */
        u32 slots;
    } rows[] = {
        {"ld.const.f32 %f2, [%d3]; add.f32 %f3, %f1, %f2;", UNIFORM_LOAD, UNIFORM_LOAD, 1},
        {"ld.const.f32 %f2, [%d5]; add.f32 %f3, %f1, %f2;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"ld.const.f32 %f2, [%d7]; add.f32 %f3, %f1, %f2;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"@%p1 ld.const.f32 %f2, [%d3]; add.f32 %f3, %f1, %f2;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"ld.const.f32 %f2, [%d3]; sin.approx.f32 %f3, %f2;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"ld.const.f32 %f2, [%d3]; cvt.rzi.f32.f32 %f3, %f2;", UNIFORM_LOAD, UNIFORM_LOAD, 1},
        {"ld.const.f32 %f2, [%d3]; rcp.approx.ftz.f32 %f3, %f2;", UNIFORM_LOAD, UNIFORM_LOAD, 1},
        {"ld.const.f32 %f2, [%d3]; selp.f32 %f3, %f2, %f1, %p1;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"ld.const.f32 %f3, [%d3];", UNIFORM_NOT, UNIFORM_NOT, 1}, /* it is stored */
        {"ld.const.f32 %f2, [%d3]; fma.rn.f32 %f3, %f1, %f2, 0f40490FDB;", UNIFORM_NOT, UNIFORM_NOT, 1},
        {"ld.const.f32 %f2, [%d3]; ld.const.f32 %f4, [%d3+64]; fma.rn.f32 %f3, %f2, %f4, %f1;", UNIFORM_LOAD,
         UNIFORM_NOT, 2},
        {"ld.const.f32 %f2, [%d3]; ld.const.f32 %f4, [%d3+4]; add.f32 %f5, %f1, %f2; add.f32 %f3, %f5, %f4;",
         UNIFORM_LOAD, UNIFORM_PART, 1},
        {"ld.const.f32 %f2, [%d3+4]; ld.const.f32 %f4, [%d3+8]; add.f32 %f5, %f1, %f2; add.f32 %f3, %f5, %f4;",
         UNIFORM_LOAD, UNIFORM_LOAD, 2},
        {"ld.const.v4.f32 {%f2, %f4, %f5, %f6}, [%d3]; add.f32 %f7, %f1, %f2; add.f32 %f8, %f7, %f4; add.f32 %f9, "
         "%f8, %f5; add.f32 %f3, %f9, %f6;",
         UNIFORM_LOAD, UNIFORM_LOAD, 2},
        {"ld.const.v2.f32 {%f2, %f4}, [%d3]; add.f32 %f3, %f2, %f4;", UNIFORM_NOT, UNIFORM_NOT, 1},
    };

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 HEAD ".const .align 16 .b8 t[4096];\n.entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %%p<9>; "
                      ".reg .b32 %%r<9>; .reg .b64 %%d<9>; .reg .f32 %%f<20>;\nld.param.u32 %%r1, [n];\nmov.u64 "
                      "%%d2, t;\nmul.wide.u32 %%d1, %%r1, 16;\nadd.s64 %%d3, %%d2, %%d1;\nmov.u32 %%r2, %%tid.x;\n"
                      "mul.wide.u32 %%d4, %%r2, 4;\nadd.s64 %%d5, %%d2, %%d4;\nmov.u32 %%r3, %%ctaid.x;\n"
                      "mul.wide.u32 %%d6, %%r3, 4;\nadd.s64 %%d7, %%d2, %%d6;\nld.shared.f32 %%f1, [%%r2];\n"
                      "mov.f32 %%f2, %%f1; setp.gt.u32 %%p1, %%r2, 3;\n%s\nst.shared.f32 [%%r2+64], %%f3;\nret; }",
                 rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 n = count_of(f, "ld.const"), first = place_of(f, "ld.const", 0), last = place_of(f, "ld.const", n - 1);
        const struct isa_note *at = f->notes->at;
        u32 slots = at[first].slots + (n > 1 ? at[last].slots : 0u);
        if (at[first].uniform != rows[k].first || at[last].uniform != rows[k].second || slots != rows[k].slots)
            fail_msg("%s: %u, %u, %u slots; expected %u, %u, %u", rows[k].text, at[first].uniform, at[last].uniform,
                     slots, rows[k].first, rows[k].second, rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Expressions of one to three instructions, and the machine's for them: ptxas 13.0's, sm_90, counted. */
static void test_expressions(void **state)
{
    static const struct {
        const char *text;
        u32 slots;
    } rows[] = {
        {"add.s64 %d9, %d4, %d5;\nadd.s64 %d9, %d9, %d6;", 2},
        {"add.s64 %d9, %d4, %d5;\nsub.s64 %d9, %d9, %d6;", 2},
        {"xor.b64 %d9, %d4, %d5;\nand.b64 %d9, %d9, %d6;", 2},
        {"mul.lo.s64 %d9, %d4, %d5;", 4},
        {"mul.lo.s64 %d9, %d4, %d5;\nadd.s64 %d9, %d9, %d6;", 4},
        {"mul.hi.u64 %d9, %d4, %d5;", 7},
        {"shl.b64 %d8, %d4, 13;\nshr.u64 %d9, %d4, 51;\nor.b64 %d9, %d8, %d9;", 2},
        {"shl.b64 %d8, %d4, 13;\nshr.u64 %d9, %d4, 50;\nor.b64 %d9, %d8, %d9;", 4},
        {"shr.u64 %d8, %d4, 32;\ncvt.u32.u64 %r9, %d8;\nmul.wide.u32 %d9, %r9, %r4;", 1},
        {"shr.u32 %r9, %r4, 3;\nadd.s32 %r9, %r9, %r5;", 1},
        {"min.u32 %r9, %r4, %r5;\nmin.u32 %r9, %r9, %r6;", 1},
        {"max.s32 %r9, %r4, 0;\nmin.s32 %r9, %r9, 255;", 2},
        {"mul.lo.s32 %r9, %r4, %r5;\nsub.s32 %r9, %r6, %r9;", 2},
        {"mul.lo.s32 %r9, %r4, 10;\nsub.s32 %r9, %r6, %r9;", 1},
        {"mul.lo.s32 %r9, %r4, %r5;\nadd.cc.u32 %r9, %r9, %r6;", 2},
        {"bfe.u32 %r9, %r4, 5, 13;", 2},
        {"shl.b64 %d8, %d4, 32;\nor.b64 %d9, %d8, %d5;", 1},
        {"xor.b32 %r2, %r4, %r5;\nand.b32 %r3, %r2, %r6;\nand.b32 %r8, %r4, %r5;\nxor.b32 %r9, %r3, %r8;", 1},
        {"xor.b32 %r2, %r4, %r5;\nand.b32 %r3, %r2, %r6;\nand.b32 %r8, %r1, %r5;\nxor.b32 %r9, %r3, %r8;", 2},
        {"mul.hi.s64 %d9, %d4, %d5;", 16},
        {"popc.b64 %r9, %d4;", 3},
        {"clz.b32 %r9, %r4;", 2},
        {"fma.rn.f64 %g9, %g4, 0d3FF199999999999A, 0d400599999999999A;", 5},
        {"mul.f64 %g9, %g4, 0d3FF8000000000000;", 1},
        {"mul.f64 %g9, %g4, 0d3FF199999999999A;", 3},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048], body[256];
        struct arena a = {0};
        /* the second of two that have one name gets another: here each is written once */
        snprintf(body, sizeof body, "%s", rows[k].text);
        char *last = strrchr(body, '\n'), *nine = last ? strstr(last, "9,") : NULL;
        if (nine)
            nine[0] = '7';
        bool wide = nine ? nine[-1] == 'd' : body[strcspn(body, "%") + 1] == 'd', real = strstr(body, "%g") != NULL;
        snprintf(
            text, sizeof text,
            HEAD
            ".entry k () {\n.reg .b32 %%r<20>; .reg .b64 %%d<20>; .reg .f64 %%g<20>;\nmov.u32 %%r1, %%tid.x;\n"
            "ld.shared.u32 %%r4, [%%r1];\nld.shared.u32 %%r5, [%%r1+128];\nld.shared.u32 %%r6, [%%r1+256];\n"
            "ld.shared.u64 %%d4, [%%r1+512];\nld.shared.u64 %%d5, [%%r1+768];\nld.shared.u64 %%d6, [%%r1+1024];\n"
            "ld.shared.f64 %%g4, [%%r1+1536];\nbar.sync 0;\n%s\nst.shared.%s [%%r1+64], %%%s%s;\nret; }",
            body,
            real   ? "f64"
            : wide ? "u64"
                   : "u32",
            real   ? "g"
            : wide ? "d"
                   : "r",
            nine ? "7" : "9");
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 slots = 0, pc = place_of(f, "bar", 0) + 1;
        for (; f->code[pc].op != OP_ST; pc++)
            slots += f->notes->at[pc].slots;
        if (slots != rows[k].slots)
            fail_msg("%s: %u slots, expected %u", rows[k].text, slots, rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Slots of conversions and masks behind loads of bytes, up to the sum that is stored: as many as ptxas 13.0 has more
   than with the value loaded into a whole register. And of a variable's address with an index. */
static void test_known_bits(void **state)
{
    static const struct {
        const char *text;
        u32 slots; /* the sum's, too */
    } rows[] = {
        {"ld.shared.u8 %h1, [%r1];\ncvt.u32.u8 %r8, %h1;", 1},
        {"ld.shared.u8 %h1, [%r1];\ncvt.u16.u8 %h2, %h1;\nand.b16 %h3, %h2, 255;\ncvt.u32.u16 %r8, %h3;", 1},
        {"ld.shared.u8 %r7, [%r1];\nand.b32 %r8, %r7, 255;", 1},
        {"ld.shared.u8 %r7, [%r1];\nand.b32 %r8, %r7, 127;", 2},
        {"ld.shared.u8 %r7, [%r1];\nld.shared.u8 %r6, [%r1+1];\nadd.s32 %r5, %r7, %r6;\nand.b32 %r8, %r5, 255;", 3},
        {"ld.shared.u8 %h1, [%r1];\ncvt.s32.s8 %r8, %h1;", 2},
        {"ld.shared.s8 %h1, [%r1];\ncvt.u32.u8 %r8, %h1;", 2},
        {"ld.shared.u16 %h1, [%r1];\ncvt.u32.u16 %r8, %h1;", 1},
        {"ld.shared.u16 %h1, [%r1];\ncvt.s32.s16 %r8, %h1;", 2},
        {"ld.shared.u8 %h1, [%r1];\nadd.s16 %h2, %h1, 3;\ncvt.u32.u16 %r8, %h2;", 2},
        {"ld.shared.u16 %h1, [%r1];\nadd.s16 %h2, %h1, 3;\ncvt.u32.u16 %r8, %h2;", 3},
        {"ld.shared.u8 %h1, [%r1];\nshr.u16 %h2, %h1, 4;\ncvt.u32.u16 %r8, %h2;", 2},
        {"ld.shared.u32 %r7, [%r1];\ncvt.u16.u32 %h1, %r7;\ncvt.u32.u16 %r8, %h1;", 3},
        {"ld.shared.u32 %r8, [%r1];\ncvt.u16.u32 %h1, %r8;\nst.shared.u16 [%r1+4], %h1;", 1},
        {"cvt.u64.u32 %d1, %r1;\nmov.u64 %d2, c;\nadd.s64 %d3, %d2, %d1;\nld.const.u32 %r8, [%d3+4];", 1},
        {"cvt.u64.u32 %d1, %r1;\nmov.u64 %d2, s;\nadd.s64 %d3, %d2, %d1;\nld.shared.u32 %r8, [%d3];", 4},
        {"cvt.u64.u32 %d1, %r1;\nmov.u64 %d2, s;\nadd.s64 %d3, %d2, %d1;\nld.shared.u32 %r8, [%d3+4];", 5},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 HEAD
                 ".const .align 4 .b8 c[64];\n.shared .align 4 .b8 s[64];\n.entry k () {\n.reg .b16 %%h<9>; .reg "
                 ".b32 %%r<20>; .reg .b64 %%d<9>;\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%tid.y;\nbar.sync "
                 "0;\n%s\nadd.s32 %%r9, %%r8, %%r2;\nst.shared.u32 [%%r1+64], %%r9;\nret; }",
                 rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 slots = 0;
        for (u32 pc = place_of(f, "bar", 0) + 1; f->code[pc].op != OP_RET; pc++)
            slots += ptx_instr_class(&f->code[pc]) != PU_MEM ? f->notes->at[pc].slots : 0u;
        if (slots != rows[k].slots)
            fail_msg("%s: %u slots, expected %u", rows[k].text, slots, rows[k].slots);
        arena_free(&a);
        ptx_free(m);
    }
}

/* 64-bit integers that take one register: nothing but their lower half is read, or set. */
static void test_narrow(void **state)
{
    static const struct {
        const char *text, *at;
        u32 opnd; /* of that instruction */
        bool narrow;
    } rows[] = {
        {"shr.u64 %d7, %d4, 32;", "shr", 0, true},
        {"shr.u64 %d7, %d4, 31;", "shr", 0, false}, /* 33 bits */
        {"mul.lo.u64 %d5, %d4, %d4;\ncvt.u32.u64 %r8, %d5;", "mul", 1, true},
        {"mul.hi.u64 %d5, %d4, %d4;\ncvt.u32.u64 %r8, %d5;", "mul", 1, false},
        {"mad.lo.u64 %d5, %d4, %d4, %d6;\ncvt.u32.u64 %r8, %d5;", "mad", 1, true},
        {"mad.hi.u64 %d5, %d4, %d4, %d6;\ncvt.u32.u64 %r8, %d5;", "mad", 1, false},
        {"add.u64 %d5, %d4, %d6;\nmul.hi.u64 %d5, %d5, %d5;\ncvt.u32.u64 %r8, %d5;", "add", 1, false},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 "%smov.u32 %%r1, %%tid.x;\nmov.u32 %%r8, 0;\nmov.u64 %%d7, 0;\nld.shared.u64 %%d4, [%%r1];\n"
                 "ld.shared.u64 %%d6, [%%r1+8];\nbar.sync 0;\n%s\nst.shared.u32 [%%r1+64], %%r8;\n"
                 "st.shared.u64 [%%r1+128], %%d7;\nret; }",
                 KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 reg = f->code[place_of(f, rows[k].at, 0)].opnd[rows[k].opnd].reg;
        if (f->notes->reg[reg].narrow != rows[k].narrow)
            fail_msg("%s: %s is %snarrow", rows[k].text, f->regs[reg].name, rows[k].narrow ? "not " : "");
        arena_free(&a);
        ptx_free(m);
    }
}

/* In which pipe a narrow number becomes a float: as ptxas 13.0 has I2FP or I2F for it. */
static void test_widened(void **state)
{
    static const struct {
        const char *text;
        u8 pipe;
    } rows[] = {
        {"ld.shared.u8 %h1, [%r1];\ncvt.rn.f32.u16 %f1, %h1;", PU_ALU},
        {"ld.shared.u8 %h1, [%r1];\ncvt.rn.f32.u8 %f1, %h1;", PU_ALU},
        {"ld.shared.u8 %h1, [%r1];\ncvt.u16.u8 %h2, %h1;\ncvt.rn.f32.u16 %f1, %h2;", PU_ALU},
        {"ld.shared.u16 %h1, [%r1];\ncvt.rn.f32.u16 %f1, %h1;", PU_ALU},
        {"ld.shared.u8 %r7, [%r1];\ncvt.rn.f32.u32 %f1, %r7;", PU_ALU},
        {"ld.shared.s8 %h1, [%r1];\ncvt.rn.f32.u16 %f1, %h1;", PU_SFU},
        {"ld.shared.u16 %h1, [%r1];\ncvt.rn.f32.s16 %f1, %h1;", PU_SFU},
        {"ld.shared.u8 %h1, [%r1];\nadd.s16 %h2, %h1, 3;\ncvt.rn.f32.u16 %f1, %h2;", PU_SFU},
        {"ld.shared.u32 %r7, [%r1];\ncvt.u16.u32 %h1, %r7;\nand.b16 %h2, %h1, 255;\ncvt.rn.f32.u16 %f1, %h2;",
         PU_SFU},
        {"ld.shared.u8 %h1, [%r1];\nsetp.lt.u32 %p1, %r1, 9;\n@%p1 ld.shared.u8 %h1, [%r1+1];\n"
         "cvt.rn.f32.u16 %f1, %h1;",
         PU_SFU},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text,
                 HEAD ".shared .align 4 .b8 s[64];\n.entry k () {\n.reg .pred %%p<9>; .reg .b16 %%h<9>; .reg .b32 "
                      "%%r<20>; .reg .f32 %%f<9>;\nmov.u32 %%r1, %%tid.x;\n%s\nst.shared.f32 [%%r1+64], %%f1;\n"
                      "ret; }",
                 rows[k].text);
        struct ptx_module *m = parse_ok(text);
        struct ptx_func *f = compile(m, &a, 0);
        u32 at = 0;
        for (u32 pc = 0; pc < f->n_code; pc++)
            at = f->code[pc].op == OP_CVT && ptx_types[f->code[pc].type].kind == 'F' ? pc : at;
        if (f->notes->at[at].pipe != rows[k].pipe)
            fail_msg("%s: pipe %u, expected %u", rows[k].text, f->notes->at[at].pipe, rows[k].pipe);
        arena_free(&a);
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widened),          cmocka_unit_test(test_slots),
        cmocka_unit_test(test_narrow),           cmocka_unit_test(test_widths_of_constants),
        cmocka_unit_test(test_expressions),      cmocka_unit_test(test_known_bits),
        cmocka_unit_test(test_float_atomics),    cmocka_unit_test(test_hoist),
        cmocka_unit_test(test_rename),           cmocka_unit_test(test_cap),
        cmocka_unit_test(test_constants),        cmocka_unit_test(test_two_constants),
        cmocka_unit_test(test_loop_constants),   cmocka_unit_test(test_stores),
        cmocka_unit_test(test_fixed_constants),  cmocka_unit_test(test_slow_ways),
        cmocka_unit_test(test_ordered),          cmocka_unit_test(test_copies_behind_loops),
        cmocka_unit_test(test_combined_atomics), cmocka_unit_test(test_uniform_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
