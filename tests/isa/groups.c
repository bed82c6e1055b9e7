/* Machine instructions and what each executes of PTX. */
#include "../ptx/ptx_test.h"
#include "isa/notes.h"

#define KERNEL                                                                                                       \
    HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>; "         \
         ".reg .f32 %f<99>;\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.y;\nld.shared.f32 %f1, [%r1];\n"                \
         "ld.shared.f32 %f2, [%r1+4];\nld.param.u64 %d1, [p];\n"

static const struct isa_func *compile(struct ptx_module *m, u8 isa, struct arena *a)
{
    struct isa_verdict verdict = {""};
    struct isa_request t = {.target.isa = isa, .target.sched_regs = isa == ISA_MACHINE ? 29 : 0, .verdict = &verdict};
    struct diag d;

    diag_init(&d);
    const struct isa_func *g = isa_compile(ptx_find_func(m, "k"), &t, a, &d);
    assert_non_null(g);
    assert_string_equal(verdict.text, "");
    diag_free(&d);
    return g;
}

/* The opcodes that a machine instruction executes, in order: "mul+add" */
static const char *ops_of(const struct isa_func *g, const struct isa_instr *i, char buf[200])
{
    size_t n = 0;

    for (u32 k = 0; k < i->n_ops; k++)
        n += (size_t)snprintf(buf + n, 200 - n, "%s%s", k ? "+" : "", ptx_op_name(g->ptx->code[i->ops[k]].op));
    return buf;
}

static void pairs_are_one_instruction(void **state)
{
    static const struct {
        u8 isa;
        const char *text, *group; /* of the instruction that executes the last one before the store */
        u32 slots;
    } rows[] = {
        {ISA_MACHINE, "mul.lo.s32 %r3, %r1, %r2;\nadd.s32 %r4, %r3, %r2;", "mul+add", 1},
        {ISA_PTX, "mul.lo.s32 %r3, %r1, %r2;\nadd.s32 %r4, %r3, %r2;", "add", 1},
        {ISA_MACHINE, "xor.b32 %r5, %r1, %r2;\nnot.b32 %r6, %r5;\nand.b32 %r4, %r6, %r1;", "xor+not+and", 1},
        {ISA_MACHINE, "mov.u32 %r3, 77;\nadd.s32 %r4, %r1, %r3;", "mov+add", 1},
        {ISA_FOLDED, "mov.u32 %r3, 77;\nadd.s32 %r4, %r1, %r3;", "mov+add", 1},
        /* two readers: an operand of both, part of neither */
        {ISA_MACHINE, "mov.u32 %r3, 77;\nsub.s32 %r5, %r2, %r3;\nst.shared.u32 [%r2], %r5;\nadd.s32 %r4, %r1, %r3;",
         "add", 1},
        {ISA_MACHINE, "div.rn.f32 %f3, %f1, %f2;\ncvt.rzi.s32.f32 %r4, %f3;", "cvt", 1},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[4096], found[200];
        struct arena a = {0};
        snprintf(text, sizeof text, "%s%s\nst.shared.u32 [%%r1], %%r4;\nret; }", KERNEL, rows[k].text);
        struct ptx_module *m = parse_ok(text);
        const struct isa_func *g = compile(m, rows[k].isa, &a);
        u32 pc = g->ptx->n_code;
        while (pc-- &&
               strncmp(g->ptx->regs[g->ptx->code[pc].n_dst ? g->ptx->code[pc].opnd[0].reg : 0].name, "%r4", 4))
            ;
        const struct isa_instr *i = &g->code[g->ops[pc].by];
        if (strcmp(ops_of(g, i, found), rows[k].group) || i->at != pc || g->ops[i->at].slots < rows[k].slots)
            fail_msg("%s: %s, %u slots; expected %s", rows[k].text, found, g->ops[i->at].slots, rows[k].group);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A division's test and branch are part of it; the slow way is an instruction of its own. */
static void a_test_is_part_of_its_division(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "div.rn.f32 %f3, %f1, %f2;\nst.shared.f32 [%r1], %f3;\nret; }");
    struct arena a = {0};
    const struct isa_func *g = compile(m, ISA_MACHINE, &a);
    char found[200];
    u32 seen = 0;

    (void)state;
    for (u32 k = 0; k < g->n_code; k++)
        if (g->ptx->code[g->code[k].at].op == OP_DIV) {
            assert_string_equal(ops_of(g, &g->code[k], found), "abs+setp+div+abs+setp+setp+bra");
            seen++;
        }
    assert_int_equal(seen, 1);
    arena_free(&a);
    ptx_free(m);
}

/* Printed, a machine instruction is one line with what else it does below it. */
static void groups_are_printed_together(void **state)
{
    struct ptx_module *m =
        parse_ok(KERNEL "mul.lo.s32 %r3, %r1, %r2;\nadd.s32 %r4, %r3, %r2;\nst.shared.u32 [%r1], %r4;\nret; }");
    struct isa_request t = {.target.isa = ISA_MACHINE};
    struct arena a = {0};
    char *text;
    size_t n;

    (void)state;
    FILE *to = open_memstream(&text, &n);
    isa_print(compile(m, ISA_MACHINE, &a), &t, to);
    fclose(to);
    const char *add = strstr(text, "add.s32 %r4"), *line = add ? strchr(add, '\n') : NULL;
    assert_non_null(line);
    const char *with = strstr(line, "with"), *mul = strstr(line, "mul.lo.s32 %r3");
    assert_true(with && mul && with < mul && mul < strchr(line + 1, '\n'));
    free(text);
    arena_free(&a);
    ptx_free(m);
}

/* An atomic of which nobody reads the old value: a reduction, unless there is a fence anywhere in the function
   (tools/h200/random_bins.cu; which: ptxas 13.0). */
static void atomics_beside_fences_answer(void **state)
{
#define ATOMIC "atom.global.add.u32 %r5, [%d1], 1;\n"
    static const struct {
        const char *body;
        bool unread, sunk;
    } rows[] = {
        {ATOMIC, true, false},
        {ATOMIC "membar.gl;\n", false, true},
        {"membar.cta;\n" ATOMIC, false, true},
        {ATOMIC "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra M;\nfence.acq_rel.gpu;\nst.global.u32 [%d1+8], %r1;\nM:\n",
         false, true},
        {ATOMIC "bar.sync 0;\n", true, false},
        {ATOMIC "st.release.gpu.global.u32 [%d1+8], %r1;\n", true, false},
        {ATOMIC "membar.gl;\nst.global.u32 [%d1+8], %r5;\n", false, false},
        {"atom.shared.add.u32 %r5, [%r1], 1;\nmembar.gl;\n", true, false},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        struct arena a = {0};
        snprintf(text, sizeof text, "%s%sret; }", KERNEL, rows[k].body);
        struct ptx_module *m = parse_ok(text);
        const struct isa_func *g = compile(m, ISA_MACHINE, &a);
        u32 seen = 0;
        for (u32 pc = 0; pc < g->ptx->n_code; pc++)
            if (g->ptx->code[pc].op == OP_ATOM) {
                if (g->ops[pc].unread != rows[k].unread || g->ops[pc].sunk != rows[k].sunk)
                    fail_msg("%s: unread %d, sunk %d", rows[k].body, g->ops[pc].unread, g->ops[pc].sunk);
                seen++;
            }
        assert_int_equal(seen, 1);
        arena_free(&a);
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_one_instruction), cmocka_unit_test(a_test_is_part_of_its_division),
        cmocka_unit_test(groups_are_printed_together), cmocka_unit_test(atomics_beside_fences_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
