/* Forms of wmma as kernels: the same text and the same numbers go to the card (tools/h200/tensor.c) and to the tests.
   Who includes this has `text`, an array of characters with room for a kernel. A kernel loads A, B and C, multiplies,
   stores D by rows, and stores every lane's registers behind it. */
#ifndef SLUICE_WMMA_FORMS_H
#define SLUICE_WMMA_FORMS_H
#include "wgmma_forms.h"

struct wmma_kind {
    const char *shape, *a, *b, *c, *d, *op; /* op: before the types */
    unsigned m, n, k, ra, rb, rc, rd;       /* registers */
    const char *round;                      /* with its dot, or "" */
};
static const struct wmma_kind wmma_kinds[] = {
    {"m16n16k16", "f16", "f16", "f32", "f32", "", 16, 16, 16, 8, 8, 8, 8, ""},
    {"m16n16k16", "f16", "f16", "f16", "f16", "", 16, 16, 16, 8, 8, 4, 4, ""},
    {"m32n8k16", "f16", "f16", "f32", "f32", "", 32, 8, 16, 8, 8, 8, 8, ""},
    {"m32n8k16", "f16", "f16", "f16", "f16", "", 32, 8, 16, 8, 8, 4, 4, ""},
    {"m8n32k16", "f16", "f16", "f32", "f32", "", 8, 32, 16, 8, 8, 8, 8, ""},
    {"m8n32k16", "f16", "f16", "f16", "f16", "", 8, 32, 16, 8, 8, 4, 4, ""},
    {"m16n16k16", "bf16", "bf16", "f32", "f32", "", 16, 16, 16, 4, 4, 8, 8, ""},
    {"m32n8k16", "bf16", "bf16", "f32", "f32", "", 32, 8, 16, 8, 2, 8, 8, ""},
    {"m8n32k16", "bf16", "bf16", "f32", "f32", "", 8, 32, 16, 2, 8, 8, 8, ""},
    {"m16n16k8", "tf32", "tf32", "f32", "f32", "", 16, 16, 8, 4, 4, 8, 8, ""},
    {"m8n8k4", "f64", "f64", "f64", "f64", "", 8, 8, 4, 1, 1, 2, 2, ""},
    {"m16n16k16", "s8", "s8", "s32", "s32", "", 16, 16, 16, 2, 2, 8, 8, ""},
    {"m32n8k16", "u8", "u8", "s32", "s32", "", 32, 8, 16, 4, 1, 8, 8, ""},
    {"m8n32k16", "s8", "s8", "s32", "s32", "", 8, 32, 16, 1, 4, 8, 8, ""},
    {"m8n8k32", "s4", "s4", "s32", "s32", "", 8, 8, 32, 1, 1, 2, 2, ""},
    {"m8n8k128", "b1", "b1", "s32", "s32", "xor.popc.", 8, 8, 128, 1, 1, 2, 2, ""},
    {"m16n16k16", "f16", "f16", "f16", "f32", "", 16, 16, 16, 8, 8, 4, 8, ""},
    {"m16n16k16", "f16", "f16", "f32", "f16", "", 16, 16, 16, 8, 8, 8, 4, ""},
    {"m8n32k16", "f16", "f16", "f32", "f16", "", 8, 32, 16, 8, 8, 8, 4, ""},
    {"m8n8k4", "f64", "f64", "f64", "f64", "", 8, 8, 4, 1, 1, 2, 2, ".rn"},
    {"m8n8k4", "f64", "f64", "f64", "f64", "", 8, 8, 4, 1, 1, 2, 2, ".rz"},
    {"m8n8k4", "f64", "f64", "f64", "f64", "", 8, 8, 4, 1, 1, 2, 2, ".rm"},
    {"m8n8k4", "f64", "f64", "f64", "f64", "", 8, 8, 4, 1, 1, 2, 2, ".rp"},
};
#define WMMA_KINDS (sizeof wmma_kinds / sizeof *wmma_kinds)
#define WMMA_CASES 24u
#define WMMA_WORDS 2048u /* a case: A, B, C from 0, 512 and 1024 on; out: D, then the fragments from 512 on */

static void wmma_ptx(const struct wmma_kind *w, int a_col, int b_col)
{
    const char *types[] = {w->a, w->b, w->c, w->d}, *p[] = {"a", "b", "c", "d"}, *reg;
    unsigned count[] = {w->ra, w->rb, w->rc, w->rd};
    uint32_t each, lds[] = {a_col ? w->m : w->k, b_col ? w->k : w->n, w->n};
    size_t n = put(0, tensor_version);
    n = put(
        n,
        ".visible .entry k(.param .u64 p_in, .param .u64 p_out)\n{\n\t.reg .b64 %in, %out, %x;\n\t.reg .b32 %r;\n");
    for (unsigned k = 0; k < 4; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "\t.reg .%s %%%s<16>;\n", tensor_reg(types[k], &each), p[k]);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "\tld.param.u64 %%in, [p_in];\n\tld.param.u64 %%out, [p_out];\n\tmov.u32 %%r, %%ctaid.x;\n"
                          "\tmul.wide.u32 %%x, %%r, %u;\n\tadd.u64 %%in, %%in, %%x;\n\tadd.u64 %%out, %%out, %%x;\n",
                          WMMA_WORDS * 4);
    for (unsigned k = 0; k < 3; k++) {
        n +=
            (size_t)snprintf(text + n, sizeof text - n,
                             "\tadd.u64 %%x, %%in, %u;\n\twmma.load.%s.sync.aligned.%s.%s.global.%s ", k * 2048, p[k],
                             k == 0 && a_col   ? "col"
                             : k == 1 && b_col ? "col"
                                               : "row",
                             w->shape, types[k]);
        n = regs(n, p[k], count[k]);
        n += (size_t)snprintf(text + n, sizeof text - n, ", [%%x], %u;\n", lds[k]);
    }
    if (!strncmp(w->a, "f16", 3))
        n += (size_t)snprintf(text + n, sizeof text - n, "\twmma.mma.sync.aligned.%s.%s.%s.%s.%s ",
                              a_col ? "col" : "row", b_col ? "col" : "row", w->shape, w->d, w->c);
    else
        n += (size_t)snprintf(text + n, sizeof text - n, "\twmma.mma.%ssync.aligned.%s.%s.%s%s.%s.%s.%s.%s ", w->op,
                              a_col ? "col" : "row", b_col ? "col" : "row", w->shape, w->round, w->d, w->a, w->b,
                              w->c);
    for (unsigned k = 0; k < 4; k++) {
        n = put(n, k ? ", " : "");
        n = regs(n, p[(k + 3) % 4], count[(k + 3) % 4]);
    }
    n += (size_t)snprintf(text + n, sizeof text - n, ";\n\twmma.store.d.sync.aligned.row.%s.global.%s [%%out], ",
                          w->shape, w->d);
    n = regs(n, "d", w->rd);
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        ", %u;\n\tmov.u32 %%r, %%tid.x;\n\tmul.wide.u32 %%x, %%r, 192;\n\tadd.u64 %%out, %%out, %%x;\n", w->n);
    unsigned at = 512 * 4;
    for (unsigned k = 0; k < 4; k++) {
        reg = tensor_reg(types[k], &each);
        for (unsigned i = 0; i < count[k]; i++, at += each * 4)
            n +=
                (size_t)snprintf(text + n, sizeof text - n, "\tst.global.%s [%%out+%u], %%%s%u;\n", reg, at, p[k], i);
    }
    put(n, "\tret;\n}\n");
}

static void wmma_inputs(const struct wmma_kind *w, uint32_t number, uint32_t *to)
{
    const char *types[] = {w->a, w->b, w->c};
    uint64_t s = number + 77;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < 512; i++)
            if (!strcmp(types[k], "f64")) {
                uint64_t v = tensor_float(11, 52, number & 7, &s);
                if (!(i & 1))
                    memcpy(to + k * 512 + i, &v, 8);
            } else {
                to[k * 512 + i] = (uint32_t)tensor_word(types[k], number & 7, &s);
            }
}

#endif
