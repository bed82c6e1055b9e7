/* Forms of cvt with types that only tensor cores compute with, and with modes that came with them, as kernels: the
   same text and the same numbers go to the card (tools/h200/convert.c) and to the tests. Thread i of CVT_CASES
   converts words 2 i and 2 i + 1 of the input, or the first of them. */
#ifndef SLUICE_CVT_FORMS_H
#define SLUICE_CVT_FORMS_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct cvt_form {
    const char *op;
    char to, from; /* bits of a register: h 16, w 32; from: f one float, p two floats, w 32 bits, h 16 bits, d f64 */
    const char *more; /* of cvt.pack: a last operand */
};
#define CVT_8(type)                                                                                                  \
    {"cvt.rn.satfinite." type ".f32", 'h', 'p', ""}, {"cvt.rn.satfinite.relu." type ".f32", 'h', 'p', ""},           \
        {"cvt.rn.satfinite." type ".f16x2", 'h', 'w', ""}, {"cvt.rn.satfinite.relu." type ".f16x2", 'h', 'w', ""},   \
        {"cvt.rn.f16x2." type, 'w', 'h', ""},                                                                        \
    {                                                                                                                \
        "cvt.rn.relu.f16x2." type, 'w', 'h', ""                                                                      \
    }
#define CVT_16(type)                                                                                                 \
    {"cvt.rn." type ".f32", 'h', 'f', ""}, {"cvt.rz." type ".f32", 'h', 'f', ""},                                    \
        {"cvt.rn.relu." type ".f32", 'h', 'f', ""}, {"cvt.rz.relu." type ".f32", 'h', 'f', ""},                      \
        {"cvt.rn.satfinite." type ".f32", 'h', 'f', ""}, {"cvt.rn.relu.satfinite." type ".f32", 'h', 'f', ""},       \
        {"cvt.rn." type "x2.f32", 'w', 'p', ""}, {"cvt.rz." type "x2.f32", 'w', 'p', ""},                            \
        {"cvt.rn.relu." type "x2.f32", 'w', 'p', ""}, {"cvt.rz.relu." type "x2.f32", 'w', 'p', ""},                  \
        {"cvt.rn.satfinite." type "x2.f32", 'w', 'p', ""},                                                           \
    {                                                                                                                \
        "cvt.rn.relu.satfinite." type "x2.f32", 'w', 'p', ""                                                         \
    }
static const struct cvt_form cvt_forms[] = {
    {"cvt.rna.tf32.f32", 'w', 'f', ""},
    {"cvt.rna.satfinite.tf32.f32", 'w', 'f', ""},
    {"cvt.rn.tf32.f32", 'w', 'f', ""},
    {"cvt.rz.tf32.f32", 'w', 'f', ""},
    {"cvt.rn.relu.tf32.f32", 'w', 'f', ""},
    {"cvt.rz.relu.tf32.f32", 'w', 'f', ""},
    CVT_8("e4m3x2"),
    CVT_8("e5m2x2"),
    CVT_16("f16"),
    CVT_16("bf16"),
    {"cvt.f32.bf16", 'w', 'h', ""},
    {"cvt.rn.f16.bf16", 'h', 'h', ""},
    {"cvt.rz.bf16.f16", 'h', 'h', ""},
    {"cvt.rn.bf16.f16", 'h', 'h', ""},
    {"cvt.rni.bf16.bf16", 'h', 'h', ""},
    {"cvt.rn.bf16.s32", 'h', 'w', ""},
    {"cvt.rz.bf16.u32", 'h', 'w', ""},
    {"cvt.rn.bf16.f64", 'h', 'd', ""},
    {"cvt.rzi.s32.bf16", 'w', 'h', ""},
    {"cvt.rni.u16.bf16", 'h', 'h', ""},
    {"cvt.pack.sat.s16.s32", 'w', 'P', ""},
    {"cvt.pack.sat.u16.s32", 'w', 'P', ""},
    {"cvt.pack.sat.s8.s32.b32", 'w', 'P', ", %a"},
    {"cvt.pack.sat.u8.s32.b32", 'w', 'P', ", %a"},
    {"cvt.pack.sat.s4.s32.b32", 'w', 'P', ", %a"},
    {"cvt.pack.sat.u4.s32.b32", 'w', 'P', ", %a"},
    {"cvt.pack.sat.s2.s32.b32", 'w', 'P', ", %a"},
    {"cvt.pack.sat.u2.s32.b32", 'w', 'P', ", %a"},
};
#define CVT_FORMS (sizeof cvt_forms / sizeof *cvt_forms)
#define CVT_CASES 8192u

static size_t cvt_ptx(char *to, size_t room, const struct cvt_form *f)
{
    const char *out = f->to == 'h' ? "%h" : "%w", *in = "%a";
    if (f->from == 'p' || f->from == 'P')
        in = "%a, %b";
    else if (f->from == 'h')
        in = "%i";
    else if (f->from == 'd')
        in = "%d";
    return (size_t)snprintf(
        to, room,
        ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p_in, .param .u64 p_out)\n{\n"
        "\t.reg .b64 %%p, %%q, %%x, %%d;\n\t.reg .b32 %%r, %%s, %%a, %%b, %%w;\n\t.reg .b16 %%h, %%i;\n"
        "\tld.param.u64 %%p, [p_in];\n\tld.param.u64 %%q, [p_out];\n\tmov.u32 %%r, %%ctaid.x;\n\tmov.u32 %%s, "
        "%%tid.x;\n\tshl.b32 %%r, %%r, 7;\n\tadd.u32 %%r, %%r, %%s;\n\tmul.wide.u32 %%x, %%r, 8;\n"
        "\tadd.u64 %%p, %%p, %%x;\n\tmul.wide.u32 %%x, %%r, 4;\n\tadd.u64 %%q, %%q, %%x;\n"
        "\tld.global.v2.b32 {%%a, %%b}, [%%p];\n\tmov.b64 %%d, {%%a, %%b};\n\tcvt.u16.u32 %%i, %%a;\n"
        "\t%s %s, %s%s;\n%s\tst.global.b32 [%%q], %%w;\n\tret;\n}\n",
        f->op, out, in, f->more, f->to == 'h' ? "\tcvt.u32.u16 %w, %h;\n" : "");
}

/* Bits of all kinds, and numbers near the types' ends, near 1, and near ties */
static void cvt_inputs(uint32_t *to)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, 0x7f7fffff, 0x00000001,
                                       0x477fe000, 0x477ff000, 0x43e00000, 0x43e80000, 0x47600000, 0x47700000,
                                       0x38800000, 0x33800000, 0x3b000000, 0x37800000, 0x3f801000, 0x3f801001,
                                       0x7fff7c00, 0xfc007e00, 0x7f7f8000, 0x7f7fffff};
    uint64_t s = 12345;
    for (uint32_t i = 0; i < 2 * CVT_CASES; i++) {
        s = s * 6364136223846793005u + 1442695040888963407u;
        uint32_t r = (uint32_t)(s >> 32), kind = i / 2 % 8;
        if (kind == 0)
            r = special[r % (sizeof special / sizeof *special)];
        else if (kind == 1)
            r = (r & 0x80000000u) | (100 + r % 50) << 23 | (r & 0x7ff000) >> (r & 3);
        else if (kind == 2)
            r = (r & 0x80000000u) | (110 + (r >> 3) % 36) << 23 | (r & 0x7fffff & ~(0xfffu << (r & 7)));
        else if (kind == 3)
            r = (uint32_t)((int32_t)r >> (r & 31));
        to[i] = kind == 4 ? (i < CVT_CASES ? i / 2 * 32749u : r) : r;
    }
}

#endif
