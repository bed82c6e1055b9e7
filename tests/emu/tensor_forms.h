/* Forms of mma and mma.sp as kernels, with inputs that a case's number decides: the same text and the same numbers go
   to the card (tools/h200/tensor.c) and to the tests. A form is its opcode as written in PTX; shape and types are
   read from it. A block is a case; each lane loads its words of A, B, C (and of the metadata), executes the
   instruction once and stores its words of D. */
#ifndef SLUICE_TENSOR_FORMS_H
#define SLUICE_TENSOR_FORMS_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENSOR_MAYBE __attribute__((unused)) /* who includes this may want wgmma_forms.h alone */
struct tensor_form {
    const char *op;
    uint32_t m, n, k, words[4], sparse; /* words a lane of D, A, B, C; sparse: words of metadata */
    char type[4][8];                    /* D, A, B, C */
};

static const char *const tensor_ops[] = {
#define F(op) op,
#include "tensor_forms.def"
#undef F
};
#define TENSOR_OPS (sizeof tensor_ops / sizeof *tensor_ops)

static uint32_t tensor_bits(const char *type)
{
    static const struct {
        const char *name;
        uint32_t bits;
    } rows[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"f64", 64}, {"s8", 8},   {"u8", 8},
                {"s4", 4},   {"u4", 4},    {"b1", 1},    {"s32", 32}, {"e4m3", 8}, {"e5m2", 8}, {NULL, 0}};
    uint32_t r = 0;
    while (rows[r].name && strcmp(rows[r].name, type))
        r++;
    return rows[r].bits;
}

/* 0: not a form */
TENSOR_MAYBE static int tensor_parse(struct tensor_form *f, const char *op)
{
    char part[32];
    uint32_t n_types = 0;

    memset(f, 0, sizeof *f);
    f->op = op;
    f->sparse = !strncmp(op, "mma.sp", 6);
    for (const char *at = op; *at;) {
        size_t n = strcspn(at, ".");
        snprintf(part, sizeof part, "%.*s", (int)n, at);
        if (sscanf(part, "m%un%uk%u", &f->m, &f->n, &f->k) < 3 && tensor_bits(part) && n_types < 4)
            snprintf(f->type[n_types++], 8, "%.7s", part);
        at += n + (at[n] == '.');
    }
    if (n_types < 4 || !f->k)
        return 0;
    uint32_t times = f->m == 8 && f->k == 4 && !strcmp(f->type[1], "f16") ? 4 : 1; /* four of them */
    f->words[0] = times * f->m * f->n * tensor_bits(f->type[0]) / 1024;
    f->words[1] = times * f->m * f->k * tensor_bits(f->type[1]) / 1024 / (f->sparse ? 2 : 1);
    f->words[2] = times * f->k * f->n * tensor_bits(f->type[2]) / 1024;
    f->words[3] = times * f->m * f->n * tensor_bits(f->type[3]) / 1024;
    return 1;
}

static uint32_t tensor_inputs(const struct tensor_form *f)
{
    return f->words[1] + f->words[2] + f->words[3] + f->sparse;
}

/* ---- PTX ---- */
static const char *tensor_reg(const char *type, uint32_t *words)
{
    *words = !strcmp(type, "f64") ? 2 : 1;
    return !strcmp(type, "f64") ? "f64" : !strcmp(type, "f32") ? "f32" : "b32";
}

static size_t tensor_list(char *to, size_t room, const struct tensor_form *f, uint32_t which, const char *prefix)
{
    uint32_t each;
    tensor_reg(f->type[which], &each);
    size_t n = (size_t)snprintf(to, room, "{");
    for (uint32_t k = 0; k < f->words[which] / each; k++)
        n += (size_t)snprintf(to + n, room - n, "%s%%%s%u", k ? ", " : "", prefix, k);
    return n + (size_t)snprintf(to + n, room - n, "}");
}

/* The instruction with D in %PREFIX0.. and C in %FROM0..; the selector of sparse ones is 0. */
static size_t tensor_instr(char *to, size_t room, const struct tensor_form *f, const char *d, const char *c)
{
    size_t n = (size_t)snprintf(to, room, "\t%s ", f->op);
    const char *names[] = {d, "a", "b", c};
    for (uint32_t k = 0; k < 4; k++) {
        n += (size_t)snprintf(to + n, room - n, k ? ", " : "");
        n += tensor_list(to + n, room - n, f, k, names[k]);
    }
    return n + (size_t)snprintf(to + n, room - n, "%s;\n", f->sparse ? ", %e0, 0" : "");
}

static size_t tensor_move(char *to, size_t room, const struct tensor_form *f, uint32_t which, const char *prefix,
                          uint32_t at)
{
    uint32_t each;
    const char *reg = tensor_reg(f->type[which], &each);
    size_t n = 0;
    for (uint32_t k = 0; k < f->words[which] / each; k++)
        n += which ? (size_t)snprintf(to + n, room - n, "\tld.global.%s %%%s%u, [%%in+%u];\n", reg, prefix, k,
                                      at + k * each * 4)
                   : (size_t)snprintf(to + n, room - n, "\tst.global.%s [%%out+%u], %%%s%u;\n", reg,
                                      at + k * each * 4, prefix, k);
    return n;
}

static size_t tensor_head(char *to, size_t room, const struct tensor_form *f, const char *name)
{
    static const char *const letters[] = {"d", "a", "b", "c"};
    size_t n =
        (size_t)snprintf(to, room,
                         ".visible .entry %s(.param .u64 p_in, .param .u64 p_out)\n{\n\t.reg .b64 %%in, %%out, "
                         "%%x;\n\t.reg .b32 %%r, %%s, %%e0;\n",
                         name);
    uint32_t each;
    for (uint32_t k = 0; k < 4; k++)
        n += (size_t)snprintf(to + n, room - n, "\t.reg .%s %%%s<64>;\n", tensor_reg(f->type[k], &each), letters[k]);
    n += (size_t)snprintf(to + n, room - n,
                          "\tld.param.u64 %%in, [p_in];\n\tld.param.u64 %%out, [p_out];\n"
                          "\tmov.u32 %%r, %%ctaid.x;\n\tshl.b32 %%r, %%r, 5;\n\tmov.u32 %%s, %%tid.x;\n"
                          "\tand.b32 %%s, %%s, 31;\n\tadd.u32 %%r, %%r, %%s;\n"
                          "\tmul.wide.u32 %%x, %%r, %u;\n\tadd.u64 %%in, %%in, %%x;\n"
                          "\tmul.wide.u32 %%x, %%r, %u;\n\tadd.u64 %%out, %%out, %%x;\n",
                          tensor_inputs(f) * 4, f->words[0] * 4);
    uint32_t at = 0;
    for (uint32_t k = 1; k < 4; at += f->words[k++] * 4)
        n += tensor_move(to + n, room - n, f, k, letters[k], at);
    if (f->sparse)
        n += (size_t)snprintf(to + n, room - n, "\tld.global.b32 %%e0, [%%in+%u];\n", at);
    return n;
}

static const char tensor_version[] = ".version 8.7\n.target sm_90a\n.address_size 64\n";

/* The kernel "k" */
TENSOR_MAYBE static size_t tensor_ptx(char *to, size_t room, const struct tensor_form *f)
{
    size_t n = tensor_head(to, room, f, "k");
    n += tensor_instr(to + n, room - n, f, "d", "c");
    n += tensor_move(to + n, room - n, f, 0, "d", 0);
    return n + (size_t)snprintf(to + n, room - n, "\tret;\n}\n");
}

/* ---- Inputs ---- */
static uint64_t tensor_random(uint64_t *s)
{
    uint64_t z = (*s += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A floating-point number of so many bits, by kind of case: 0 and 1 near 1, 2 over a wide range, 3 mostly zeros among
   a wide range, 4 small and subnormal, 5 any finite or not, 6 with few bits, 7 a moderate range of both signs. */
static uint64_t tensor_float(uint32_t exp_bits, uint32_t man_bits, uint32_t kind, uint64_t *s)
{
    uint64_t r = tensor_random(s), man = r & ((1ull << man_bits) - 1), sign = r >> 63;
    int most = (1 << exp_bits) - 1, bias = most / 2, exp = bias;
    int any = (int)(r >> 53 & 1023);
    switch (kind) {
    case 0: exp = bias - any % 2; break;
    case 1: exp = bias + any % 7 - 3; break;
    case 2: exp = most / 6 + any % (most * 2 / 3); break;
    case 3: exp = any & 0x300 ? 0 : most / 6 + any % (most * 2 / 3); break;
    case 4: exp = any % (most / 4 + 1); break;
    case 5: exp = any % 61 ? any % (most + 1) : most; break;
    case 6: exp = bias + any % 13 - 6; break;
    default: exp = bias + any % (most / 2) - most / 4; break;
    }
    if (exp < 0)
        exp = 0;
    if (exp > most - (kind != 5))
        exp = most - (kind != 5);
    if (kind == 3 && !exp)
        man = 0;
    if (kind == 6)
        man &= ~((1ull << (man_bits - 1)) - 1);
    if (kind == 5 && exp == most && any & 1)
        man = 0;
    return sign << (exp_bits + man_bits) | (uint64_t)exp << man_bits | man;
}

static uint64_t tensor_word(const char *type, uint32_t kind, uint64_t *s)
{
    static const struct {
        const char *name;
        uint32_t exp, man;
    } floats[] = {{"f16", 5, 10}, {"bf16", 8, 7}, {"tf32", 8, 23}, {"f32", 8, 23},
                  {"e4m3", 4, 3}, {"e5m2", 5, 2}, {NULL, 0, 0}};
    for (uint32_t r = 0; floats[r].name; r++) {
        if (strcmp(floats[r].name, type))
            continue;
        uint32_t bits = 1 + floats[r].exp + floats[r].man;
        uint64_t w = 0;
        for (uint32_t at = 0; at < 32; at += bits)
            w |= tensor_float(floats[r].exp, floats[r].man, kind, s) << at;
        return w;
    }
    uint64_t w = tensor_random(s);
    if (!strcmp(type, "s32") && kind < 4) /* so that sums saturate in some cases only */
        w = (uint32_t)((int32_t)w >> (kind * 8 + 1));
    if (!strcmp(type, "s32") && kind == 5)
        w = 0x7fffff00u + (w & 255);
    if (!strcmp(type, "s32") && kind == 6)
        w = 0x80000000u + (w & 255);
    return w & UINT32_MAX;
}

/* The pairs of two among four, or for 32-bit elements one among two; 4-bit ones come in pairs. */
static uint32_t tensor_metadata(const char *type, uint64_t *s)
{
    static const uint32_t pairs[] = {4, 8, 9, 12, 13, 14}, ones[] = {4, 14};
    uint32_t w = 0;
    for (uint32_t k = 0; k < 32; k += 4) {
        uint64_t r = tensor_random(s) >> 20;
        w |= (!strcmp(type, "tf32") ? ones[r & 1] : pairs[r % 6]) << k;
    }
    return w;
}

/* The words of a case, lane after lane: A, B, C, metadata. */
TENSOR_MAYBE static void tensor_case(const struct tensor_form *f, uint32_t number, uint32_t *to)
{
    uint64_t s = number * 0x632be59bd9b4e019u + f->m * 7919 + f->k;
    uint32_t kind = number & 7, kind_c = number >> 3 & 1 ? kind : number >> 4 & 7;
    for (uint32_t lane = 0; lane < 32; lane++) {
        for (uint32_t which = 1; which < 4; which++) {
            const char *type = f->type[which];
            for (uint32_t k = 0; k < f->words[which]; k++) {
                if (!strcmp(type, "f64")) {
                    uint64_t w = tensor_float(11, 52, which == 3 ? kind_c : kind, &s);
                    memcpy(to, &w, 8);
                    to += 2;
                    k++;
                } else {
                    *to++ = (uint32_t)tensor_word(type, which == 3 ? kind_c : kind, &s);
                }
            }
        }
        if (f->sparse)
            *to++ = tensor_metadata(f->type[1], &s);
    }
}

/* Hash of a case's results: FNV over its words, folded to 32 bits. */
static uint32_t tensor_hash(const uint32_t *words, uint32_t n, uint64_t h)
{
    for (uint32_t k = 0; k < n; k++)
        h = (h ^ words[k]) * 0x100000001b3u;
    return (uint32_t)(h ^ h >> 32);
}

#endif
