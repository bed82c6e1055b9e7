/* What tests of lowering share: a kernel as sm_90 has it, each pass verified, and where its instructions are. */
#ifndef TESTS_ISA_LOWER_TEST_H
#define TESTS_ISA_LOWER_TEST_H
#include "../ptx/ptx_test.h"
#include "isa/passes.h"

#define KERNEL                                                                                                       \
    HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>; "         \
         ".reg .f32 %f<99>; .reg .f64 %g<9>;\n"

static inline struct ptx_func *compile(struct ptx_module *m, struct arena *a, u32 sched)
{
    struct isa_verdict verdict = {""};
    struct isa_request t = {.target.isa = ISA_MACHINE, .target.sched_regs = sched, .verdict = &verdict};
    struct diag d;
    struct ptx_func *f;

    diag_init(&d);
    const struct isa_func *g = isa_compile(ptx_find_func(m, "k"), &t, a, &d);
    assert_non_null(g);
    f = g->ptx;
    assert_string_equal(verdict.text, "");
    diag_free(&d);
    return f;
}

static inline u32 count_of(const struct ptx_func *f, const char *text)
{
    u32 n = 0;
    for (u32 pc = 0; pc < f->n_code; pc++)
        n += !strncmp(f->code[pc].text, text, strlen(text));
    return n;
}

static inline u32 place_of(const struct ptx_func *f, const char *text, u32 nth)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (!strncmp(f->code[pc].text, text, strlen(text)) && !nth--)
            return pc;
    fail_msg("no %s", text);
    return 0;
}

#endif
