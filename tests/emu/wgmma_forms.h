/* Forms of wgmma as kernels: the same text and the same numbers go to the card (tools/h200/tensor.c) and to the
   tests. Who includes this has `text`, an array of characters with room for a kernel. */
#ifndef SLUICE_WGMMA_FORMS_H
#define SLUICE_WGMMA_FORMS_H
#include "tensor_forms.h"

static size_t regs(size_t n, const char *p, unsigned count)
{
    n += (size_t)snprintf(text + n, sizeof text - n, "{");
    for (unsigned k = 0; k < count; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%%%s%u", k ? ", " : "", p, k);
    return n + (size_t)snprintf(text + n, sizeof text - n, "}");
}

static size_t put(size_t n, const char *s)
{
    return n + (size_t)snprintf(text + n, sizeof text - n, "%s", s);
}

/* Shared memory is filled from `in`; descriptors are told. */
struct wgmma_kind {
    unsigned n, k;
    const char *d, *a, *b;
    int from_regs, negate, trans; /* trans: bit 0 A, bit 1 B; -1: the form has none */
    unsigned swizzle_a, lbo_a, sbo_a, swizzle_b, lbo_b, sbo_b;
    unsigned at_a, at_b; /* bytes from where A and B start; a base offset, times 2^20 */
    int sparse;          /* .sp: 1 + selector */
};
#define WG(n, k, d, a, b, regs, trans)                                                                               \
    {                                                                                                                \
        n, k, d, a, b, regs, 0, trans, 0, 128, 256, 0, 128, 256, 0, 0, 0                                             \
    }
#define WG_SP(n, k, d, a, b, regs, trans, sparse)                                                                    \
    {                                                                                                                \
        n, k, d, a, b, regs, 0, trans, 0, 128, 256, 0, 128, 512, 0, 0, sparse                                        \
    }
static const struct wgmma_kind wgmma_kinds[] = {
    WG(8, 16, "f32", "f16", "f16", 0, 0),
    WG(8, 16, "f16", "f16", "f16", 0, 0),
    WG(8, 16, "f32", "bf16", "bf16", 0, 0),
    WG(8, 8, "f32", "tf32", "tf32", 0, -1),
    WG(8, 32, "f32", "e4m3", "e4m3", 0, -1),
    WG(8, 32, "f32", "e4m3", "e5m2", 0, -1),
    WG(8, 32, "f16", "e5m2", "e5m2", 0, -1),
    WG(8, 32, "s32", "s8", "s8", 0, -1),
    WG(8, 32, "s32", "u8", "s8", 0, -1),
    WG(8, 256, "s32", "b1", "b1", 0, -1),
    WG(64, 16, "f32", "f16", "f16", 0, 0),
    WG(256, 16, "f32", "bf16", "bf16", 0, 0),
    WG(24, 16, "f16", "f16", "f16", 1, 0),
    WG(16, 16, "f32", "f16", "f16", 1, 0),
    WG(16, 8, "f32", "tf32", "tf32", 1, -1),
    WG(16, 32, "s32", "s8", "u8", 1, -1),
    WG(16, 32, "f32", "e5m2", "e4m3", 1, -1),
    WG(16, 256, "s32", "b1", "b1", 1, -1),
    {16, 16, "f32", "f16", "f16", 0, 1, 0, 0, 128, 256, 0, 128, 256, 0, 0, 0}, /* -A */
    {16, 16, "f32", "f16", "f16", 0, 2, 0, 0, 128, 256, 0, 128, 256, 0, 0, 0}, /* -B */
    {16, 16, "f32", "f16", "f16", 0, 4, 0, 0, 128, 256, 0, 128, 256, 0, 0, 0}, /* scale-d 0 */
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 0, 2048, 128, 0, 1024, 128, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 3, 16, 256, 3, 16, 256, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 1, 0, 128, 1024, 0, 128, 256, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 1, 0, 1024, 128, 0, 128, 256, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 2, 0, 128, 256, 0, 128, 512, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 2, 0, 128, 256, 0, 512, 128, 0, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 2048, 1024, 0, 0, 0},
    {128, 16, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 2048, 1024, 0, 0, 0},
    {128, 16, "f32", "f16", "f16", 0, 0, 3, 1, 1024, 2048, 1, 1024, 2048, 0, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 2, 2048, 512, 2, 2048, 512, 0, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 2, 512, 2048, 2, 512, 2048, 0, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 3, 2048, 256, 3, 2048, 256, 0, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 3, 256, 2048, 3, 256, 2048, 0, 0, 0},
    {32, 32, "s32", "s8", "s8", 0, 0, -1, 1, 16, 1024, 1, 16, 1024, 0, 0, 0},
    {32, 8, "f32", "tf32", "tf32", 0, 0, -1, 2, 16, 512, 3, 16, 256, 0, 0, 0},
    {32, 32, "f32", "e4m3", "e4m3", 0, 0, -1, 3, 16, 256, 2, 16, 512, 0, 0, 0},
    /* a step along k within a swizzled row; B by columns with A in registers; bf16 by columns; -A with B, all scaled
     */
    {64, 16, "f32", "bf16", "bf16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 32, 64, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 32, 32, 0},
    {64, 16, "f32", "f16", "f16", 1, 0, 2, 0, 128, 256, 1, 2048, 1024, 0, 0, 0},
    {128, 16, "f32", "bf16", "bf16", 0, 3, 3, 1, 4096, 2048, 1, 4096, 2048, 0, 0, 0},
    {40, 8, "f32", "tf32", "tf32", 0, 3, -1, 1, 16, 1024, 1, 16, 1024, 96, 32, 0},
    {96, 32, "f16", "e4m3", "e4m3", 0, 0, -1, 1, 16, 1024, 1, 16, 1024, 64, 96, 0},
    {16, 32, "f32", "e5m2", "e5m2", 0, 0, -1, 0, 128, 256, 0, 128, 256, 0, 0, 0},
    {16, 16, "f16", "f16", "f16", 0, 7, 0, 0, 128, 256, 0, 128, 256, 0, 0, 0},
    {16, 32, "s32", "u8", "u8", 0, 4, -1, 0, 128, 256, 0, 128, 256, 0, 0, 0},
    /* sparse: A has half of k; B's columns are twice as long */
    WG_SP(8, 32, "f32", "f16", "f16", 0, 0, 1),
    WG_SP(8, 32, "f32", "f16", "f16", 0, 0, 2),
    WG_SP(16, 32, "f16", "f16", "f16", 0, 0, 2),
    WG_SP(8, 32, "f32", "bf16", "bf16", 0, 0, 1),
    WG_SP(8, 16, "f32", "tf32", "tf32", 0, -1, 1),
    WG_SP(8, 16, "f32", "tf32", "tf32", 0, -1, 2),
    WG_SP(8, 64, "f32", "e4m3", "e4m3", 0, -1, 1),
    WG_SP(8, 64, "f32", "e5m2", "e4m3", 0, -1, 1),
    WG_SP(8, 64, "f16", "e4m3", "e5m2", 0, -1, 1),
    WG_SP(8, 64, "s32", "s8", "s8", 0, -1, 1),
    WG_SP(16, 64, "s32", "u8", "s8", 0, -1, 1),
    WG_SP(16, 32, "f32", "f16", "f16", 1, 0, 1),
    WG_SP(16, 32, "f32", "bf16", "bf16", 1, 0, 2),
    WG_SP(16, 16, "f32", "tf32", "tf32", 1, -1, 2),
    WG_SP(16, 64, "s32", "s8", "u8", 1, -1, 1),
    WG_SP(16, 64, "f32", "e5m2", "e5m2", 1, -1, 1),
    {32, 32, "f32", "f16", "f16", 0, 3, 0, 1, 16, 1024, 1, 16, 1024, 0, 0, 1},
    {32, 32, "f32", "f16", "f16", 0, 1, 0, 2, 16, 512, 2, 16, 512, 0, 0, 2},
    {64, 32, "f32", "bf16", "bf16", 0, 4, 0, 1, 16, 1024, 1, 16, 1024, 32, 64, 1},
    {32, 64, "s32", "s8", "s8", 0, 0, -1, 3, 16, 256, 1, 16, 1024, 0, 64, 1},
    {32, 16, "f32", "tf32", "tf32", 0, 0, -1, 2, 16, 512, 2, 16, 512, 0, 0, 1},
    {32, 32, "f32", "f16", "f16", 0, 0, 2, 0, 128, 256, 0, 128, 512, 0, 0, 1},
    {128, 32, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 4096, 1024, 0, 0, 1},
    {64, 32, "f32", "bf16", "bf16", 1, 0, 2, 0, 128, 256, 2, 2048, 512, 0, 0, 2},
    /* an odd number of 16-byte pieces within a swizzled row, which PTX leaves open; past the row's end, too */
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 16, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 0, 16, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 16, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 0, 16, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 3, 16, 256, 3, 16, 256, 16, 0, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 3, 16, 256, 3, 16, 256, 0, 16, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 48, 80, 0},
    {32, 8, "f32", "tf32", "tf32", 0, 0, -1, 1, 16, 1024, 1, 16, 1024, 112, 112, 0},
    {32, 32, "s32", "s8", "s8", 0, 0, -1, 2, 16, 512, 2, 16, 512, 48, 48, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 0, 128, 256, 0, 128, 256, 16, 48, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 2048, 1024, 16, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 2048, 1024, 0, 48, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 2, 2048, 512, 2, 2048, 512, 16, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 2, 2048, 512, 2, 2048, 512, 0, 48, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 3, 2048, 256, 3, 2048, 256, 16, 0, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 3, 2048, 256, 3, 2048, 256, 0, 48, 0},
    /* rows of a swizzle that begin elsewhere, without and with a base offset */
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 128, 384, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 1048704, 3146112, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 1048576, 5242880, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 4194816, 2097664, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 1048704, 2097408, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 2, 16, 512, 2, 16, 512, 128, 256, 0},
    {32, 16, "f32", "f16", "f16", 0, 0, 0, 3, 16, 256, 3, 16, 256, 1048704, 1048576, 0},
    {64, 16, "f32", "f16", "f16", 0, 0, 3, 1, 2048, 1024, 1, 2048, 1024, 2097408, 128, 0},
    {64, 32, "f32", "f16", "f16", 0, 0, 0, 1, 16, 1024, 1, 16, 1024, 16, 16, 1},
};
#define WG_KINDS (sizeof wgmma_kinds / sizeof *wgmma_kinds)
#define WG_SMEM 32768u
#define WG_CASES 16u

TENSOR_MAYBE static uint64_t descriptor(unsigned swizzle, unsigned lbo, unsigned sbo, unsigned at)
{
    return (uint64_t)swizzle << 62 | (uint64_t)(at >> 20) << 49 | (uint64_t)(sbo >> 4) << 32 |
           (uint64_t)(lbo >> 4) << 16 | (at & 0xfffff) >> 4;
}

/* in of a case: 32 KB of shared memory (A from 0, B from 16 K on), then a lane's A and D registers, 160 words each of
   128 threads; repeats > 0: that many are timed. */
TENSOR_MAYBE static void wgmma_ptx(const struct wgmma_kind *w, int repeats)
{
    unsigned nd = 64 * w->n * tensor_bits(w->d) / 4096, na = w->from_regs ? 4 : 0;
    uint32_t each;
    const char *rd = tensor_reg(w->d, &each);
    char last[64], sparse[24] = "";
    size_t n = put(0, tensor_version);
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        ".visible .entry k(.param .u64 p_in, .param .u64 p_out, .param .u64 da, .param .u64 db)\n{\n"
        "\t.shared .align 1024 .b8 mem[49152];\n\t.reg .b64 %%in, %%out, %%x, %%y, %%da, %%db, %%t0, %%t1;\n"
        "\t.reg .b32 %%r, %%s, %%v, %%e, %%a<8>;\n\t.reg .%s %%d<160>;\n\t.reg .pred %%p, %%q;\n"
        "\tld.param.u64 %%in, [p_in];\n\tld.param.u64 %%out, [p_out];\n\tmov.u32 %%r, %%ctaid.x;\n"
        "\tmul.wide.u32 %%x, %%r, %u;\n\tadd.u64 %%in, %%in, %%x;\n\tmul.wide.u32 %%x, %%r, %u;\n"
        "\tadd.u64 %%out, %%out, %%x;\n\tmov.u32 %%r, %%tid.x;\n\tshl.b32 %%r, %%r, 2;\n"
        "\tmov.u32 %%s, mem;\n\tcvt.u64.u32 %%y, %%r;\n\tadd.u64 %%x, %%in, %%y;\n\tadd.u32 %%s, %%s, %%r;\n"
        "F:\tld.global.b32 %%v, [%%x];\n\tst.shared.b32 [%%s], %%v;\n\tadd.u64 %%x, %%x, 512;\n\tadd.u32 %%s, "
        "%%s, 512;\n\tadd.u32 %%r, %%r, 512;\n\tsetp.lt.u32 %%p, %%r, %u;\n\t@%%p bra F;\n",
        rd, WG_SMEM + 128 * 640, 128 * 640, WG_SMEM);
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        "\tmov.u32 %%r, %%tid.x;\n\tmul.wide.u32 %%x, %%r, 640;\n\tadd.u64 %%out, %%out, %%x;\n"
        "\tadd.u64 %%in, %%in, %%x;\n\tmov.u32 %%s, mem;\n\tshr.u32 %%s, %%s, 4;\n\tcvt.u64.u32 %%x, %%s;\n"
        "\tld.param.u64 %%da, [da];\n\tld.param.u64 %%db, [db];\n\tadd.u64 %%da, %%da, %%x;\n"
        "\tadd.u64 %%db, %%db, %%x;\n\tadd.u64 %%db, %%db, 1024;\n");
    for (unsigned k = 0; k < na; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "\tld.global.b32 %%a%u, [%%in+%u];\n", k, WG_SMEM + k * 4);
    for (unsigned k = 0; k < nd; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "\tld.global.%s %%d%u, [%%in+%u];\n", rd, k,
                              WG_SMEM + 32 + k * 4);
    if (w->sparse)
        n += (size_t)snprintf(text + n, sizeof text - n, "\tld.global.b32 %%e, [%%in+%u];\n", WG_SMEM + 636);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "\tsetp.%s.u32 %%p, 0, 0;\n\tfence.proxy.async;\n\tmov.u32 %%s, 0;\nL:\tbar.sync 0;\n"
                          "\tmov.u64 %%t0, %%clock64;\n\twgmma.fence.sync.aligned;\n",
                          w->negate & 4 ? "ne" : "eq");
    snprintf(last, sizeof last, "%s", "");
    if (w->sparse)
        snprintf(sparse, sizeof sparse, ", %%e, %d", w->sparse - 1);
    if (strcmp(w->d, "s32")) {
        snprintf(last, sizeof last, ", %d, %d", w->negate & 1 ? -1 : 1, w->negate & 2 ? -1 : 1);
        if (w->trans >= 0 && !w->from_regs)
            snprintf(last + strlen(last), 20, ", %d, %d", w->trans & 1, w->trans >> 1);
        else if (w->trans >= 0)
            snprintf(last + strlen(last), 20, ", %d", w->trans >> 1);
    }
    for (int r = 0; r < (repeats ? repeats : 1); r++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "\twgmma.mma_async.%ssync.aligned.m64n%uk%u.%s.%s.%s%s ",
                              w->sparse ? "sp." : "", w->n, w->k, w->d, w->a, w->b,
                              !strcmp(w->a, "b1") ? ".and.popc" : "");
        n = regs(n, "d", nd);
        n = put(n, ", ");
        n = na ? regs(n, "a", na) : put(n, "%da");
        n += (size_t)snprintf(text + n, sizeof text - n, ", %%db%s, %%p%s;\n", sparse, last);
    }
    n = put(n, "\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n\tmov.u64 %t1, %clock64;\n"
               "\tsub.u64 %t1, %t1, %t0;\n");
    if (repeats) /* the first rounds warm the instruction caches */
        n = put(n, "\tadd.u32 %s, %s, 1;\n\tsetp.lt.u32 %q, %s, 3;\n\t@%q bra L;\n");
    for (unsigned k = 0; k < nd; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "\tst.global.%s [%%out+%u], %%d%u;\n", rd, k * 4, k);
    if (repeats)
        n = put(n, "\tst.global.u64 [%out], %t1;\n");
    put(n, "\tret;\n}\n");
}

TENSOR_MAYBE static void wgmma_inputs(const struct wgmma_kind *w, uint32_t number, uint32_t *to)
{
    uint64_t s = number + 991;
    uint32_t kind = number & 7;
    for (unsigned i = 0; i < WG_SMEM / 4; i++)
        to[i] = (uint32_t)tensor_word(i < WG_SMEM / 8 ? w->a : w->b, kind, &s);
    for (unsigned t = 0; t < 128; t++)
        for (unsigned i = 0; i < 160; i++)
            to[WG_SMEM / 4 + t * 160 + i] = (uint32_t)tensor_word(i < 8 ? w->a : w->d, kind, &s);
    for (unsigned t = 0; t < 128 && w->sparse; t++)
        to[WG_SMEM / 4 + t * 160 + 159] = tensor_metadata(w->a, &s);
}

#endif
