/* The pipeline itself (isa/compile.c): passes that are left out, and what a pass may not make. */
#include "lower_test.h"

/* A loop whose rounds are known, an array that is indexed, loads that lie side by side, a register used twice */
static const char text[] = KERNEL
    ".local .align 8 .b8 home[32];\n.shared .align 16 .b8 sh[64];\nld.param.u64 %d1, [p];\nmov.u32 %r8, %tid.x;\n"
    "mov.u64 %d6, home;\nmov.u32 %r1, 0;\nL: ld.global.s32 %d4, [%d1];\nmul.wide.u32 %d7, %r1, 4;\n"
    "add.s64 %d8, %d6, %d7;\nst.local.u32 [%d8], %d4;\nadd.s64 %d1, %d1, 4;\nadd.s32 %r1, %r1, 1;\n"
    "setp.ne.s32 %p1, %r1, 8;\n@%p1 bra L;\nand.b32 %r5, %r8, 7;\nmul.wide.u32 %d9, %r5, 4;\n"
    "add.s64 %d10, %d6, %d9;\nld.local.s32 %d11, [%d10];\nld.shared.u32 %r12, [sh];\nld.shared.u32 %r13, [sh+4];\n"
    "add.u32 %r2, %r12, %r13;\nsetp.lt.u32 %p2, %r8, 9;\n@%p2 bra O;\nadd.u32 %r2, %r2, 8;\nO:\n"
    "st.global.u64 [%d1+64], %d11;\nst.global.u32 [%d1+72], %r2;\nret; }";

static const struct isa_func *compile_without(struct ptx_module *m, struct arena *a, u64 without, struct diag *d)
{
    struct isa_verdict verdict = {""};
    struct isa_request r = {
        .target = {.isa = ISA_MACHINE, .sched_regs = 32}, .verdict = &verdict, .without = without};
    const struct isa_func *f = isa_compile(ptx_find_func(m, "k"), &r, a, d);

    assert_string_equal(verdict.text, "");
    return f;
}

/* Each one that is not needed can be left out, and all of them; those that are, are said. */
static void leaves_passes_out(void **state)
{
    struct ptx_module *m = parse_ok(text);
    u64 all = 0;
    (void)state;
    for (u32 k = 0; k < isa_pass_count(); k++) {
        struct arena a = {0};
        struct diag d;
        const char *name = isa_pass(k).name;
        u64 bit = isa_pass_bit(name);
        diag_init(&d);
        assert_int_equal(bit, isa_pass(k).needed ? 0 : 1ull << k);
        const struct isa_func *f = compile_without(m, &a, 1ull << k, &d);
        if (isa_pass(k).needed) {
            assert_null(f);
            assert_true(d.errors == 1 && strstr(d.first->text, name));
        } else {
            assert_non_null(f);
            if (count_of(f->ptx, "ld.shared.v2") != (strcmp(name, "widen") != 0))
                fail_msg("without %s: %u", name, count_of(f->ptx, "ld.shared.v2"));
        }
        all |= bit;
        diag_free(&d);
        arena_free(&a);
    }
    assert_int_equal(all, isa_optional_passes());
    struct arena a = {0};
    struct diag d;
    diag_init(&d);
    const struct isa_func *none = compile_without(m, &a, 0, &d), *f = compile_without(m, &a, all, &d);
    assert_non_null(f);
    assert_int_equal(count_of(none->ptx, "st.local"), 0);
    assert_int_equal(count_of(f->ptx, "st.local"), 1);
    assert_int_equal(count_of(none->ptx, "ld.shared.v2"), 1);
    assert_int_equal(count_of(f->ptx, "ld.shared.v2"), 0);
    assert_int_equal(isa_pass_bit("no such pass"), 0);
    assert_null(compile_without(m, &a, 1ull << isa_pass_count(), &d));
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_passes_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
