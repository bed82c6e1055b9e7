/* Helpers for the tests of src/ptx: a kernel around a few instructions, and what became of it. */
#ifndef TESTS_PTX_TEST_H
#define TESTS_PTX_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/ptx.h"
#include "ptx/typed.h"

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
/* What the kernel around single instructions declares. */
#define WORLD                                                                                                        \
    HEAD ".global .align 4 .b8 tab[64];\n.shared .align 4 .b8 sh[32];\n.const .align 4 .f32 cst = 0f3F800000;\n"     \
         ".global .texref tx;\n.func (.param .b32 r0) f (.param .b32 p0) { ret; }\n"                                 \
         ".visible .entry k (.param .u64 kp, .param .u32 kn) {\n"                                                    \
         ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %d<16>;\n"                                  \
         ".reg .f32 %f<16>; .reg .f64 %g<8>; .reg .v4 .f32 %v; .reg .b128 %q<2>; .reg .b8 %b<2>;\n"                  \
         ".param .b32 arg; .param .b32 res;\n.local .align 8 .b8 loc[16];\n"                                         \
         "tgt: .branchtargets L0, L1;\nproto: .callprototype (.param .b32 _) _ (.param .b32 _);\nL0:\n"
#define WORLD_LINES 16 /* lines before the body */
#define TAIL "\nL1:\nret;\n}\n"

static inline struct ptx_module *parse_text(const char *text, struct diag *d)
{
    diag_init(d);
    struct ptx_module *m = ptx_parse("t.ptx", text, strlen(text), d);
    char why[300];
    for (const struct ptx_func *f = m ? m->funcs : NULL; f; f = f->next) /* what was parsed is well typed */
        if (!ptx_typed(f, NULL, why, sizeof why))
            fail_msg("%s: %s\n%s", f->name, why, text);
    return m;
}

/* Fails the test with the messages if the text does not parse. */
static inline struct ptx_module *parse_ok(const char *text)
{
    struct diag d;
    struct ptx_module *m = parse_text(text, &d);

    if (!m) {
        diag_print(&d, stderr);
        fail_msg("does not parse:\n%s", text);
    }
    diag_free(&d);
    return m;
}

static inline struct ptx_module *parse_body(const char *body)
{
    size_t n = sizeof WORLD + strlen(body) + sizeof TAIL;
    char *text = malloc(n);
    struct ptx_module *m;

    snprintf(text, n, "%s%s%s", WORLD, body, TAIL);
    m = parse_ok(text);
    free(text);
    return m;
}

static inline const struct ptx_instr *only_instr(const struct ptx_module *m)
{
    return &ptx_find_func(m, "k")->code[0];
}

static inline char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text;
    long size;

    if (!f)
        fail_msg("cannot open %s", path);
    fseek(f, 0, SEEK_END);
    size = ftell(f);
    rewind(f);
    text = malloc((size_t)size + 1);
    *n = fread(text, 1, (size_t)size, f);
    fclose(f);
    return text;
}

#endif
