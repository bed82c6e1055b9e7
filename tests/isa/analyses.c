/* What passes ask: which accesses may meet (alias), which values all lanes share (uniform), how loops count
 * (counted), and what is kept of their answers until the code changes (known). */
#include "../ptx/ptx_test.h"
#include "isa/counted.h"
#include "isa/edit.h"
#include "isa/known.h"

#define KERNEL                                                                                                       \
    HEAD ".shared .align 4 .b8 one[64];\n.shared .align 4 .b8 two[64];\n.extern .shared .align 4 .b8 dyn[];\n"       \
         ".extern .shared .align 4 .b8 more[];\n"                                                                    \
         ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>;\n"

static struct ptx_module *module_of(const char *body)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s\nret; }", KERNEL, body);
    return parse_ok(text);
}

/* ---- alias ---- */
static void accesses_that_may_meet_keep_their_order(void **state)
{
    static const struct {
        const char *a, *b;
        bool same_base, ordered;
    } rows[] = {
        {"st.shared.u32 [one], %r1;", "ld.shared.u32 %r2, [two];", false, false},
        {"st.shared.u32 [one], %r1;", "ld.shared.u32 %r2, [one+4];", false, false},
        {"st.shared.u32 [one], %r1;", "ld.shared.u32 %r2, [one+3];", false, true},
        {"st.shared.u32 [dyn], %r1;", "ld.shared.u32 %r2, [more];", false, true}, /* both begin at one address */
        {"st.shared.u32 [dyn], %r1;", "ld.shared.u32 %r2, [more+4];", false, true},
        {"st.shared.u32 [dyn], %r1;", "ld.shared.u32 %r2, [one];", false, false},
        {"st.shared.u32 [one+64], %r1;", "ld.shared.u32 %r2, [two];", false, true}, /* outside of its symbol */
        {"st.shared.u32 [%r3], %r1;", "ld.shared.u32 %r2, [one];", false, true},
        {"st.shared.u32 [%r3], %r1;", "ld.shared.u32 %r2, [%r3+4];", true, false},
        {"st.shared.u32 [%r3], %r1;", "ld.shared.u32 %r2, [%r3+4];", false, true}, /* its register has changed */
        {"st.shared.u32 [%r3], %r1;", "ld.shared.u32 %r2, [%r4+4];", true, true},
        {"st.shared.v2.u32 [%r3], {%r1, %r1};", "ld.shared.u32 %r2, [%r3+4];", true, true},
        {"st.global.u32 [%d1], %r1;", "ld.shared.u32 %r2, [%r3];", false, false},
        {"st.u32 [%d1], %r1;", "ld.shared.u32 %r2, [%r3];", false, true}, /* generic */
        {"ld.global.u32 %r1, [%d1];", "ld.global.u32 %r2, [%d1];", true, false},
        {"ld.volatile.global.u32 %r1, [%d1];", "ld.global.u32 %r2, [%d1+64];", true, true},
        {"st.global.u32 [%d1], %r1;", "ld.global.nc.u32 %r2, [%d1];", true, false},
        {"atom.global.add.u32 %r1, [%d1], 1;", "ld.global.u32 %r2, [%d2+64];", false, true},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char body[256];
        snprintf(body, sizeof body, "%s\n%s", rows[k].a, rows[k].b);
        struct ptx_module *m = module_of(body);
        const struct ptx_func *f = ptx_find_func(m, "k");
        bool there = mem_ordered(&f->code[0], &f->code[1], rows[k].same_base),
             back = mem_ordered(&f->code[1], &f->code[0], rows[k].same_base);
        if (there != rows[k].ordered || back != rows[k].ordered)
            fail_msg("%s | %s: %d and %d, not %d", rows[k].a, rows[k].b, there, back, rows[k].ordered);
        ptx_free(m);
    }
}

/* ---- uniform ---- */
static bool varies(const struct ptx_func *f, const char *reg, u32 care)
{
    struct uniform u;
    bool is = false, found = false;
    uniform_find(&u, f, care);
    for (u32 r = 0; r < f->n_regs; r++)
        if (!strcmp(f->regs[r].name, reg)) {
            is = u.varies[r];
            found = true;
        }
    uniform_free(&u);
    assert_true(found);
    return is;
}

static void lanes_differ_by_what_they_read(void **state)
{
    struct ptx_module *m = module_of("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nadd.u32 %r3, %r1, %r2;\n"
                                     "add.u32 %r4, %r2, 1;\nld.param.u32 %r5, [n];\nld.param.u64 %d1, [p];\n"
                                     "ld.global.u32 %r6, [%d1];\natom.global.add.u32 %r7, [%d1], 1;\n"
                                     "ld.local.u32 %r8, [%d1];\n"
                                     "setp.eq.u32 %p1, %r1, 0;\nmov.u32 %r9, 1;\n@%p1 bra L;\nmov.u32 %r9, 2;\n"
                                     "mov.u32 %r10, 3;\nL:\nadd.u32 %r11, %r9, 1;");
    const struct ptx_func *f = ptx_find_func(m, "k");
    static const struct {
        const char *reg;
        bool plain, loaded, paths;
    } rows[] = {{"%r1", true, true, true},     {"%r2", false, false, false}, {"%r3", true, true, true},
                {"%r4", false, false, false},  {"%r5", false, false, false}, {"%r6", false, true, false},
                {"%r7", true, true, true},     {"%r8", true, true, true},    {"%r9", false, false, true},
                {"%r10", false, false, false}, {"%r11", false, false, true}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        bool plain = varies(f, rows[k].reg, 0), loaded = varies(f, rows[k].reg, UNIFORM_LOADED),
             paths = varies(f, rows[k].reg, UNIFORM_PATHS);
        if (plain != rows[k].plain || loaded != rows[k].loaded || paths != rows[k].paths)
            fail_msg("%s: %d %d %d", rows[k].reg, plain, loaded, paths);
    }
    ptx_free(m);
}

/* ---- counted ---- */
static void loops_count_as_they_say(void **state)
{
    static const struct {
        const char *body; /* between L: and the branch */
        bool counted;
        u8 cmp;
        i64 by;
        bool is_signed;
    } rows[] = {
        {"add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", true, PC_LT, 1, true},
        {"add.s32 %r1, %r1, -4;\nsetp.gt.u32 %p1, %r1, 0;\n@%p1 bra L;", true, PC_GT, -4, false},
        {"sub.u32 %r1, %r1, 2;\nsetp.eq.u32 %p1, %r1, 0;\n@!%p1 bra L;", true, PC_NE, -2, false},
        {"add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r2, %r1;\n@%p1 bra L;", true, PC_NE, 1, true}, /* on the right */
        {"add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r2, %r1;\n@%p1 bra L;", false, 0, 0, false},
        {"setp.lt.s32 %p1, %r1, %r2;\nadd.s32 %r1, %r1, 1;\n@%p1 bra L;", false, 0, 0, false}, /* before it moves */
        {"add.s32 %r1, %r1, %r3;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", false, 0, 0, false},
        {"add.s32 %r1, %r1, 1;\nadd.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", false, 0, 0, false},
        {"add.s32 %r1, %r1, -1;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", false, 0, 0, false}, /* the wrong way */
        {"add.s32 %r1, %r1, 1;\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", false, 0, 0, false},
        {"add.s32 %r1, %r1, 1000000000;\nsetp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;", false, 0, 0, false},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char body[512];
        struct counted l = {0};
        struct isa_notes notes = {0};
        snprintf(body, sizeof body, "mov.u32 %%r1, 0;\nmov.u32 %%r2, 9;\nmov.u32 %%r3, 1;\nL:\n%s", rows[k].body);
        struct ptx_module *m = module_of(body);
        struct ptx_func with = *ptx_find_func(m, "k"), *f = &with;
        f->notes = &notes;
        bool is = counted_find(f, 1, &l);
        if (is != rows[k].counted)
            fail_msg("%s: %d", rows[k].body, is);
        if (is) {
            assert_int_equal(l.cmp, rows[k].cmp);
            assert_int_equal(l.steps.at[l.counter].by, rows[k].by);
            assert_int_equal(l.is_signed, rows[k].is_signed);
            assert_false(l.read_behind);
        }
        known_forget(f, KNOWN_FLOW);
        counted_free(&l);
        ptx_free(m);
    }
}

/* ---- known ---- */
static void answers_are_kept_until_the_code_changes(void **state)
{
    struct ptx_module *m = module_of("ld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nadd.u32 %r3, %r1, %r2;\n"
                                     "st.shared.u32 [one], %r3;");
    struct arena a = {0};
    struct ptx_func f = *ptx_find_func(m, "k");
    struct isa_notes notes = {.at = ARENA_ARRAY(&a, struct isa_note, f.n_code),
                              .reg = ARENA_ARRAY(&a, struct isa_reg, f.n_regs)};
    const u32 swapped[] = {1, 0};
    u32 r1 = f.code[0].opnd[0].reg, r2 = f.code[1].opnd[0].reg;
    u8 *gone = ARENA_ARRAY(&a, u8, f.n_code);
    (void)state;
    f.notes = &notes;
    const struct liveness *live = known_live(&f);
    const struct uniform *lanes = known_uniform(&f, UNIFORM_PATHS);
    const u32 *depths = known_depths(&f);
    u32 from = live->segs.at[live->first[r1]].start;
    assert_ptr_equal(known_live(&f)->segs.at, live->segs.at); /* not found again */
    assert_ptr_equal(known_depths(&f), depths);
    assert_true(known_holds(&f));

    edit_reorder(&f, 0, swapped, 2); /* what depends on the order alone goes */
    assert_true(known_holds(&f));
    assert_ptr_equal(known_depths(&f), depths);
    assert_ptr_equal(known_uniform(&f, UNIFORM_PATHS)->varies, lanes->varies);
    live = known_live(&f);
    assert_int_equal(live->segs.at[live->first[r1]].start, from + 2);

    f.code[2].opnd[2].reg = r1; /* past the builder: the verifier sees it */
    assert_false(known_holds(&f));
    f.code[2].opnd[2].reg = r2;
    assert_true(known_holds(&f));

    gone[3] = 1; /* the builder forgets everything */
    edit_take_out(&f, &a, gone);
    assert_null(notes.known);
    live = known_live(&f);
    assert_int_equal(live->segs.at[live->first[r1]].start, from + 2);
    known_forget(&f, KNOWN_FLOW);
    arena_free(&a);
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_that_may_meet_keep_their_order), cmocka_unit_test(lanes_differ_by_what_they_read),
        cmocka_unit_test(loops_count_as_they_say), cmocka_unit_test(answers_are_kept_until_the_code_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
