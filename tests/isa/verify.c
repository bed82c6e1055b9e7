/* The verifier: kernels before and after a pass that did well, and after one that did not. Each row's second text is
   what a faulty pass once made of the first, or could. */
#include "isa/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                                         \
    ".version 7.8\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 ia[];\n"                           \
    ".extern .shared .align 16 .b8 fb[];\n.shared .align 16 .b8 sh[256];\n.shared .align 16 .b8 s2[256];\n"          \
    ".func (.param .b32 o) f (.param .b32 i) { st.param.b32 [o], 1; ret; }\n"
#define KERNEL(name)                                                                                                 \
    ".entry " name " (.param .u64 p, .param .u32 n) {\n.reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %d<9>; "        \
    ".reg .f32 %f<9>;\nld.param.u64 %d1, [p];\nld.param.u32 %r1, [n];\nmov.u32 %r9, %tid.x;\n"
#define END "st.global.u32 [%d1], %r3;\nret;\n}\n"

#define LOOP_BEFORE                                                                                                  \
    "mov.u32 %r2, 0; mov.u32 %r3, 0;\nL: ld.global.u32 %r4, [%d1];\nadd.s32 %r3, %r3, %r4;\nadd.s64 %d1, %d1, 4;\n"  \
    "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, %r1;\n@%p1 bra L;\n"
/* two rounds at a time, then one by one; what leaves in the middle has p2 for p1 */
#define LOOP_AFTER(fix)                                                                                              \
    "mov.u32 %r2, 0; mov.u32 %r3, 0; setp.eq.s32 %p1, %r2, %r2;\nadd.s32 %r20, %r2, 1;\nsetp.lt.s32 %p2, %r20, "     \
    "%r1;\n@!%p2 bra R;\nM: ld.global.u32 %r4, [%d1];\nadd.s32 %r3, %r3, %r4;\nld.global.u32 %r5, [%d1+4];\n"        \
    "add.s32 %r3, %r3, %r5;\nadd.s64 %d1, %d1, 8;\nadd.s32 %r2, %r2, 2;\nadd.s32 %r20, %r2, 1;\n"                    \
    "setp.lt.s32 %p2, %r20, %r1;\n@%p2 bra M;\n" fix "setp.lt.s32 %p2, %r2, %r1;\n@!%p2 bra E;\n"                    \
    "R: ld.global.u32 %r4, [%d1];\nadd.s32 %r3, %r3, %r4;\nadd.s64 %d1, %d1, 4;\nadd.s32 %r2, %r2, 1;\n"             \
    "setp.lt.s32 %p1, %r2, %r1;\n@%p1 bra R;\nE:\n"

#define ROUNDS(a, b)                                                                                                 \
    "mov.u32 %r2, 0; mov.u32 %r3, 0;\nL: shl.b32 %r10, %r2, 3;\nmov.u32 %r11, sh;\nadd.s32 %r12, %r11, %r10;\n" a    \
    "add.s32 %r3, %r3, %r4;\nsetp.gt.s32 %p2, %r2, 0;\nselp.b32 %r6, %r5, 0, %p2;\nmad.lo.s32 %r3, %r6, %r4, "       \
    "%r3;\n" b "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, 5;\n@%p1 bra L;\nadd.s32 %r3, %r3, %r5;\n"

static const struct {
    const char *what, *before, *after;
    bool same;
} rows[] = {
    {"the same", "mad.lo.u32 %r3, %r1, %r9, 5;\n", "mad.lo.u32 %r3, %r1, %r9, 5;\n", true},
    {"another constant", "mad.lo.u32 %r3, %r1, %r9, 5;\n", "mad.lo.u32 %r3, %r1, %r9, 6;\n", false},
    {"other names", "add.u32 %r2, %r1, 1;\nmul.lo.u32 %r3, %r2, %r2;\n",
     "add.u32 %r20, %r1, 1;\nmul.lo.u32 %r3, %r20, %r20;\n", true},
    /* fault 1: extern arrays begin at one address */
    {"a load above a store to another extern array", "st.shared.u32 [ia], %r1;\nld.shared.u32 %r3, [fb];\n",
     "ld.shared.u32 %r3, [fb];\nst.shared.u32 [ia], %r1;\n", false},
    {"a load above a store to another array", "st.shared.u32 [sh], %r1;\nld.shared.u32 %r3, [s2];\n",
     "ld.shared.u32 %r3, [s2];\nst.shared.u32 [sh], %r1;\n", true},
    {"a load above a store to the same word", "st.shared.u32 [sh+8], %r1;\nld.shared.u32 %r3, [sh+8];\n",
     "ld.shared.u32 %r3, [sh+8];\nst.shared.u32 [sh+8], %r1;\n", false},
    {"a load above a store to a part of it", "st.shared.u8 [sh+9], %r1;\nld.shared.u32 %r3, [sh+8];\n",
     "ld.shared.u32 %r3, [sh+8];\nst.shared.u8 [sh+9], %r1;\n", false},
    {"two stores to one word", "st.global.u32 [%d1+64], %r1;\nst.global.u32 [%d1+64], %r9;\nmov.u32 %r3, 0;\n",
     "st.global.u32 [%d1+64], %r9;\nst.global.u32 [%d1+64], %r1;\nmov.u32 %r3, 0;\n", false},
    {"a generic store and a shared load",
     "mov.u64 %d3, sh;\ncvta.shared.u64 %d4, %d3;\nst.u32 [%d4], %r1;\nld.shared.u32 %r3, [sh];\n",
     "mov.u64 %d3, sh;\ncvta.shared.u64 %d4, %d3;\nld.shared.u32 %r3, [sh];\nst.u32 [%d4], %r1;\n", false},
    /* fault 2: a load of the next round's value above a read of this one's */
    {"two loads as one", ROUNDS("ld.shared.u32 %r4, [%r12];\n", "ld.shared.u32 %r5, [%r12+4];\n"),
     ROUNDS("ld.shared.v2.u32 {%r4, %r5}, [%r12];\n", ""), false},
    {"two loads as one, with nobody between",
     "ld.shared.u32 %r4, [sh];\nld.shared.u32 %r5, [sh+4];\nmad.lo.u32 %r3, %r4, %r5, %r4;\n",
     "ld.shared.v2.u32 {%r4, %r5}, [sh];\nmad.lo.u32 %r3, %r4, %r5, %r4;\n", true},
    {"two words the wrong way round",
     "ld.shared.u32 %r4, [sh];\nld.shared.u32 %r5, [sh+4];\nmad.lo.u32 %r3, %r4, %r5, %r4;\n",
     "ld.shared.v2.u32 {%r5, %r4}, [sh];\nmad.lo.u32 %r3, %r4, %r5, %r4;\n", false},
    /* fault 3: a loop's predicate behind it */
    {"rounds two by two, and nobody reads the predicate", LOOP_BEFORE, LOOP_AFTER(""), true},
    {"a stale predicate", LOOP_BEFORE "selp.b32 %r5, 77, 0, %p1;\nadd.s32 %r3, %r3, %r5;\n",
     LOOP_AFTER("") "selp.b32 %r5, 77, 0, %p1;\nadd.s32 %r3, %r3, %r5;\n", false},
    {"the predicate set", LOOP_BEFORE "selp.b32 %r5, 77, 0, %p1;\nadd.s32 %r3, %r3, %r5;\n",
     LOOP_AFTER("setp.lt.s32 %p1, %r2, %r1;\n") "selp.b32 %r5, 77, 0, %p1;\nadd.s32 %r3, %r3, %r5;\n", true},
    {"a register that nobody has written", "mov.u32 %r3, 0;\n", "and.b32 %r3, %r30, 0;\n", false},
    {"one that is written on one way alone",
     "setp.lt.u32 %p1, %r1, %r9;\n@%p1 bra O;\nmov.u32 %r30, 7;\nO: mov.u32 %r3, 0;\n",
     "setp.lt.u32 %p1, %r1, %r9;\n@%p1 bra O;\nmov.u32 %r30, 7;\nO: and.b32 %r3, %r30, 0;\n", false},
    {"one that is written on both",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r30, 8;\n@%p1 bra O;\nmov.u32 %r30, 7;\nO: mov.u32 %r3, 0;\n",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r30, 8;\n@%p1 bra O;\nmov.u32 %r30, 7;\nO: and.b32 %r3, %r30, 0;\n", true},
    /* an array of a thread that becomes registers, beside one that stays */
    {"an array that becomes a register, another that stays",
     ".local .align 4 .b8 a[8]; .local .align 4 .b8 b[8];\nst.local.u32 [b+4], 5; st.local.u32 [a], %r9;\nbar.sync "
     "0;\n"
     "ld.local.u32 %r3, [a];\nld.local.u32 %r4, [b+4];\nadd.u32 %r3, %r3, %r4;\n",
     ".local .align 4 .b8 a[8]; .local .align 4 .b8 b[8];\nst.local.u32 [b+4], 5; mov.u32 %r20, %r9;\nbar.sync 0;\n"
     "mov.u32 %r3, %r20;\nld.local.u32 %r4, [b+4];\nadd.u32 %r3, %r3, %r4;\n",
     true},
    {"another value in the one that stays",
     ".local .align 4 .b8 a[8]; .local .align 4 .b8 b[8];\nst.local.u32 [b+4], 5; st.local.u32 [a], %r9;\nbar.sync "
     "0;\n"
     "ld.local.u32 %r3, [a];\nst.local.u32 [b], 7;\n",
     ".local .align 4 .b8 a[8]; .local .align 4 .b8 b[8];\nst.local.u32 [b+4], 6; mov.u32 %r20, %r9;\nbar.sync 0;\n"
     "mov.u32 %r3, %r20;\nst.local.u32 [b], 7;\n",
     false},
    /* flow */
    {"a branch around as a guard",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r3, 1;\n@%p1 bra O;\nadd.u32 %r3, %r3, 8;\nO:\n",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r3, 1;\n@!%p1 add.u32 %r3, %r3, 8;\n", true},
    {"the guard the wrong way round",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r3, 1;\n@%p1 bra O;\nadd.u32 %r3, %r3, 8;\nO:\n",
     "setp.lt.u32 %p1, %r1, %r9;\nmov.u32 %r3, 1;\n@%p1 add.u32 %r3, %r3, 8;\n", false},
    /* what others see */
    {"a store behind a barrier", "st.shared.u32 [sh], %r1;\nbar.sync 0;\nmov.u32 %r3, 0;\n",
     "bar.sync 0;\nst.shared.u32 [sh], %r1;\nmov.u32 %r3, 0;\n", false},
    {"a load above a barrier", "bar.sync 0;\nld.shared.u32 %r3, [sh];\n", "ld.shared.u32 %r3, [sh];\nbar.sync 0;\n",
     false},
    {"a load above an atomic on its word", "atom.shared.add.u32 %r4, [sh], %r1;\nld.shared.u32 %r3, [sh];\n",
     "ld.shared.u32 %r3, [sh];\natom.shared.add.u32 %r4, [sh], %r1;\n", false},
    {"an atomic left out", "red.global.add.u32 [%d1+8], %r1;\nmov.u32 %r3, 0;\n", "mov.u32 %r3, 0;\n", false},
    {"an atomic twice", "red.global.add.u32 [%d1+8], 1;\nmov.u32 %r3, 0;\n",
     "red.global.add.u32 [%d1+8], 1;\nred.global.add.u32 [%d1+8], 1;\nmov.u32 %r3, 0;\n", false},
    {"a carry from another sum", "add.cc.u32 %r4, %r1, %r9;\naddc.u32 %r3, 0, 0;\nadd.cc.u32 %r5, %r9, %r9;\n",
     "add.cc.u32 %r5, %r9, %r9;\nadd.cc.u32 %r4, %r1, %r9;\naddc.u32 %r3, 0, 0;\n", false},
    {"a call with another argument",
     "{ .param .b32 x; .param .b32 y;\nst.param.b32 [x], 1;\nst.param.b32 [x], %r1;\ncall (y), f, (x);\n"
     "ld.param.b32 %r3, [y]; }\n",
     "{ .param .b32 x; .param .b32 y;\nst.param.b32 [x], %r1;\nst.param.b32 [x], 1;\ncall (y), f, (x);\n"
     "ld.param.b32 %r3, [y]; }\n",
     false},
};

static void says_what_is_the_same(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        char text[8192], why[300] = "";
        struct diag d;
        snprintf(text, sizeof text, "%s%s%s%s%s%s%s", HEAD, KERNEL("a"), rows[k].before, END, KERNEL("b"),
                 rows[k].after, END);
        diag_init(&d);
        struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), &d);
        if (!m)
            diag_print(&d, stderr);
        assert_non_null(m);
        bool same = verify(ptx_find_func(m, "a"), ptx_find_func(m, "b"), VERIFY_CODE, NULL, why, sizeof why);
        if (same != rows[k].same)
            fail_msg("%s: %s", rows[k].what, same ? "nothing was found" : why);
        ptx_free(m);
        diag_free(&d);
    }
}

static void looks_at_the_form(void **state)
{
    static const char text[] =
        HEAD KERNEL("a") "L: add.u32 %r3, %r1, 1;\nsetp.lt.u32 %p1, %r3, 9;\n@%p1 bra L;\n" END;
    struct diag d;
    char why[300];
    (void)state;
    for (u32 fault = 0; fault < 5; fault++) {
        diag_init(&d);
        struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), &d);
        assert_non_null(m);
        struct ptx_func *f = ptx_find_func(m, "a"), before = *f;
        struct ptx_instr *code = malloc(f->n_code * sizeof *code);
        memcpy(code, f->code, f->n_code * sizeof *code);
        before.code = code;
        for (u32 pc = 0; pc < f->n_code; pc++) {
            struct ptx_instr *i = &f->code[pc];
            struct ptx_operand *o = malloc(MAX(i->n_opnd, 1) * sizeof *o);
            memcpy(o, i->opnd, i->n_opnd * sizeof *o);
            code[pc].opnd = o;
            if (fault == 1 && i->op == OP_BRA)
                i->opnd[0].label = f->n_code;
            if (fault == 2 && i->op == OP_BRA)
                i->guard = i[-1].opnd[1].reg;
            if (fault == 3 && i->op == OP_ADD)
                i->opnd[1].reg = f->n_regs;
        }
        f->n_code -= fault == 4;
        assert_int_equal(verify(&before, f, VERIFY_CODE, NULL, why, sizeof why), fault == 0);
        for (u32 pc = 0; pc < before.n_code; pc++)
            free(code[pc].opnd);
        free(code);
        ptx_free(m);
        diag_free(&d);
    }
}

/* What is read is written on every way that can be gone: a predicate that a constant made true rules a way out. */
static void follows_ways_that_can_be_gone(void **state)
{
#define PAST(value, test)                                                                                            \
    "setp.eq.u32 %p3, 0, " value ";\nsetp.lt.u32 %p1, %r1, 9;\n@%p1 bra T;\nmov.u32 %r3, 1;\n"                       \
    "setp.eq.u32 %p3, 0, 1;\nT: " test "@!%p2 bra E;\nmov.u32 %r3, 2;\nE:\n"
    static const struct {
        const char *body;
        bool fine;
    } ways[] = {
        {PAST("0", "setp.lt.or.u32 %p2, %r9, 5, %p3;\n"), true},   /* to E by T: p3 is false, r3 was written */
        {PAST("0", "setp.lt.and.u32 %p2, %r9, 5, %p3;\n"), false}, /* says nothing of a p3 that is true */
        {PAST("1", "setp.lt.or.u32 %p2, %r9, 5, %p3;\n"), false},  /* p3 is false on both */
        {PAST("0", "setp.lt.u32 %p2, %r9, 5;\n"), false},
        {PAST("0", "setp.lt.or.u32 %p2, %r9, 5, !%p3;\n"), false},
        {PAST("0", "setp.lt.u32 %p3, %r9, 1;\nsetp.lt.or.u32 %p2, %r9, 5, %p3;\n"), false}, /* written again */
        {PAST("0", "setp.lt.or.u32 %p2, %r9, 5, %p3;\nsetp.lt.u32 %p2, %r9, 5;\n"), false},
        {"mov.u32 %r3, 1;\n", true},
        {"", false},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(ways); k++) {
        char text[4096];
        struct diag d;
        diag_init(&d);
        snprintf(text, sizeof text, "%s%s%s", HEAD KERNEL("a"), ways[k].body, END);
        struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), &d);
        assert_non_null(m);
        const struct ptx_func *f = ptx_find_func(m, "a");
        u32 r = verify_undefined(f);
        if ((r == UINT32_MAX) != ways[k].fine)
            fail_msg("%s: %s", ways[k].body, r == UINT32_MAX ? "nothing was found" : f->regs[r].name);
        ptx_free(m);
        diag_free(&d);
    }
}

/* Two neighbours change places: what a pass that reorders may do, and what not, without executing anything. */
static void shows_that_an_order_is_as_good(void **state)
{
    static const struct {
        const char *body; /* the last two instructions */
        bool fine;
    } order[] = {
        {"add.u32 %r4, %r1, 1;\nadd.u32 %r5, %r1, 2;\n", true},
        {"add.u32 %r4, %r1, 1;\nadd.u32 %r5, %r4, 2;\n", false},          /* reads what is written */
        {"add.u32 %r4, %r5, 1;\nadd.u32 %r5, %r1, 2;\n", false},          /* writes what is read */
        {"add.u32 %r4, %r1, 1;\nadd.u32 %r4, %r1, 2;\n", false},          /* writes what is written */
        {"setp.lt.u32 %p1, %r1, 1;\n@%p1 add.u32 %r5, %r1, 2;\n", false}, /* its guard */
        {"st.shared.u32 [sh], %r1;\nld.shared.u32 %r5, [s2];\n", true},
        {"st.shared.u32 [sh], %r1;\nld.shared.u32 %r5, [sh];\n", false},
        {"st.shared.u32 [ia], %r1;\nld.shared.u32 %r5, [fb];\n", false},
        {"ld.global.u32 %r4, [%d1];\nld.global.u32 %r5, [%d1];\n", true},
        {"st.global.u32 [%d1], %r1;\nst.global.u32 [%d1+4], %r9;\n", true},
        {"st.global.u32 [%d1], %r1;\nst.global.u32 [%d1+2], %r9;\n", false},
        {"atom.global.add.u32 %r4, [%d1], 1;\nld.global.u32 %r5, [%d2];\n", false},
        {"add.u32 %r4, %r1, 1;\nbar.sync 0;\n", false},
        {"mov.u32 %r4, %clock;\nadd.u32 %r5, %r1, 2;\n", false},
        {"add.cc.u32 %r4, %r1, 1;\naddc.u32 %r5, %r9, 2;\n", false},
        {"shfl.sync.idx.b32 %r4, %r1, 0, 31, -1;\nshfl.sync.idx.b32 %r5, %r9, 0, 31, -1;\n", false},
    };
    char text[2048], why[300];
    (void)state;
    for (u32 k = 0; k < COUNT_OF(order); k++) {
        struct diag d;
        snprintf(text, sizeof text, "%s%smov.u32 %%r5, 3;\nmov.u64 %%d2, 0;\n%sret;\n}\n", HEAD, KERNEL("a"),
                 order[k].body);
        diag_init(&d);
        struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), &d);
        assert_non_null(m);
        const struct ptx_func *f = ptx_find_func(m, "a");
        struct ptx_func g = *f;
        g.code = malloc(f->n_code * sizeof *g.code);
        memcpy(g.code, f->code, f->n_code * sizeof *g.code);
        assert_true(verify_reordered(f, &g, why, sizeof why));
        g.code[f->n_code - 3] = f->code[f->n_code - 2];
        g.code[f->n_code - 2] = f->code[f->n_code - 3];
        if (verify_reordered(f, &g, why, sizeof why) != order[k].fine)
            fail_msg("%s: expected to be %s: %s", order[k].body, order[k].fine ? "fine" : "refused", why);
        g.code[f->n_code - 3] = f->code[f->n_code - 3]; /* one twice, the other not at all */
        g.code[f->n_code - 2] = f->code[f->n_code - 3];
        assert_false(verify_reordered(f, &g, why, sizeof why));
        free(g.code);
        ptx_free(m);
        diag_free(&d);
    }
}

/* An instruction that has fewer bits than the register that it writes, or reads, does not do what a wider one does.
 */
static void executes_as_many_bits_as_the_type_has(void **state)
{
    static const struct {
        const char *text;
        u8 type;
    } kinds[] = {{"mov.b64 %d3, %d4;\n", PT_B32},
                 {"add.u64 %d3, %d4, 5;\n", PT_U32},
                 {"and.b64 %d3, %d4, 255;\n", PT_B32},
                 {"mul.wide.u32 %d3, %r9, 5;\n", PT_U16},
                 {"selp.b64 %d3, %d4, 9, %p1;\n", PT_B32},
                 {"mov.b64 {%r4, %r5}, %d4;\nmov.b64 %d3, {%r4, %r5};\n", PT_B32},
                 {"st.global.u64 [%d1], %d4;\nld.global.u64 %d3, [%d1];\n", PT_U32}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(kinds); k++) {
        const struct verify_frame frame = {0};
        struct verify_trace t[2] = {0};
        char text[2048];
        struct diag d;
        diag_init(&d);
        snprintf(text, sizeof text, "%s%ssetp.lt.u32 %%p1, %%r9, 99;\ncvt.u64.u32 %%d4, %%r9;\n%s%s", HEAD,
                 KERNEL("a"), kinds[k].text, "st.global.u64 [%d1+64], %d3;\nret; }\n");
        struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), &d);
        assert_non_null(m);
        struct ptx_func *f = ptx_find_func(m, "a");
        verify_run(f, NULL, &frame, 1, &t[0]);
        f->code[f->n_code - 3].type = kinds[k].type;
        verify_run(f, NULL, &frame, 1, &t[1]);
        assert_true(t[0].ended && t[1].ended);
        if (k + 1 == COUNT_OF(kinds)) /* a load fills its register: 32 bits of a small number are as good */
            assert_true(t[0].memory == t[1].memory);
        else if (t[0].memory == t[1].memory)
            fail_msg("%s is the same with fewer bits", kinds[k].text);
        VEC_FREE(&t[0].events);
        VEC_FREE(&t[1].events);
        ptx_free(m);
        diag_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(says_what_is_the_same), cmocka_unit_test(looks_at_the_form),
                                       cmocka_unit_test(follows_ways_that_can_be_gone),
                                       cmocka_unit_test(shows_that_an_order_is_as_good),
                                       cmocka_unit_test(executes_as_many_bits_as_the_type_has)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
