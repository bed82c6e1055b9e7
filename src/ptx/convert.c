/* Which conversions of OP_CVT_PACK there are: those of PTX 8 for sm_90. */
#include "ptx/convert.h"

#include <string.h>

#include "ptx/check.h"

const struct ptx_converted_info ptx_converted[CV_COUNT] = {
#define X(id, name, count, bits, sign) {name, count, bits, sign},
    PTX_CONVERTED(X)
#undef X
};

static u8 type_of(const char *text)
{
    u8 t = 0;
    while (t < CV_COUNT && strcmp(ptx_converted[t].name, text))
        t++;
    return t;
}

static bool is_small(u8 t)
{
    return t == CV_E4M3X2 || t == CV_E5M2X2;
}

static bool is_half(u8 t)
{
    return t >= CV_F16 && t <= CV_BF16X2;
}

static const char *check_floats(const struct ptx_convert *f)
{
    if (f->to == CV_TF32) {
        bool away = f->round == PR_RNA;
        if (f->from != CV_F32)
            return "converts to .tf32 from .f32";
        if (!f->round || (away && f->relu) || (f->satfinite && !away))
            return "wants .rna, .rna.satfinite, .rn or .rz, and .relu with the last two only";
        return NULL;
    }
    if (is_small(f->to)) {
        if (f->from != CV_F32 && f->from != CV_F16X2)
            return "converts to 8 bits from .f32 or .f16x2";
        return f->round == PR_RN && f->satfinite ? NULL : "wants .rn.satfinite";
    }
    if (is_small(f->from))
        return f->to == CV_F16X2 && f->round == PR_RN && !f->satfinite ? NULL
                                                                       : "converts from 8 bits to .f16x2, with .rn";
    if (is_half(f->to) && f->from == CV_F32)
        return f->round == PR_RN || f->round == PR_RZ ? NULL : "wants .rn or .rz with .satfinite";
    return "has types that do not go together, or .satfinite where it is not taken";
}

static const char *check_pack(const struct ptx_convert *f, u32 n_types, bool saturates)
{
    bool narrow = ptx_converted[f->to].bits < 16;
    if (f->to < CV_S16 || f->from != CV_S32 || !saturates || f->relu || f->satfinite || f->round)
        return "wants .sat, a type of up to 16 bits and .s32";
    if (n_types != (narrow ? 3 : 2))
        return narrow ? "wants .b32 behind .s32: the type of what is packed below" : "takes no third type";
    return NULL;
}

static bool mode_word(const char *text, struct ptx_convert *f)
{
    static const char *const rounds[] = {"rn", "rz", "rna"};
    static const u8 values[] = {PR_RN, PR_RZ, PR_RNA};
    for (u32 k = 0; k < COUNT_OF(rounds); k++)
        if (!strcmp(text, rounds[k]))
            f->round = values[k];
    f->relu |= !strcmp(text, "relu");
    f->satfinite |= !strcmp(text, "satfinite");
    f->pack |= !strcmp(text, "pack");
    return !strcmp(text, "cvt") || !strcmp(text, "relu") || !strcmp(text, "satfinite") || !strcmp(text, "pack") ||
           !strcmp(text, "rn") || !strcmp(text, "rz") || !strcmp(text, "rna");
}

const char *ptx_convert_form(const struct ptx_instr *i, struct ptx_convert *f)
{
    u32 n_types = 0;
    bool saturates = false;
    *f = (struct ptx_convert){0};
    for (const char *at = i->text; *at;) {
        char word[24];
        size_t n = strcspn(at, "."), kept = MIN(n, sizeof word - 1);
        memcpy(word, at, kept);
        word[kept] = 0;
        at += n + (at[n] == '.');
        u8 t = type_of(word);
        if (t < CV_COUNT && n_types < 2)
            *(n_types++ ? &f->from : &f->to) = t;
        else if (!strcmp(word, "b32") && n_types == 2 && f->pack)
            n_types++;
        else if (!strcmp(word, "sat") && f->pack)
            saturates = true;
        else if (!mode_word(word, f))
            return "has a suffix that it does not take here, or that sm_90 does not have";
    }
    if (n_types < 2)
        return "wants two types";
    const char *bad = f->pack ? check_pack(f, n_types, saturates) : check_floats(f);
    u32 count = ptx_converted[f->to].count;
    f->sources = (u8)(f->pack ? n_types : count == 2 && f->from == CV_F32 ? 2 : 1);
    f->to_bits = (u8)(f->pack ? 32 : count * ptx_converted[f->to].bits);
    f->from_bits = is_small(f->from) ? 16 : 32;
    return bad;
}

bool check_convert(struct check *c, const struct ptx_instr *i)
{
    struct ptx_convert f;
    const char *bad = ptx_convert_form(i, &f);

    if (bad)
        return check_error(c, i, "%s %s", i->text, bad);
    if (c->opnds->n != f.sources + 1u)
        return check_error(c, i, "%s takes %u operands, found %zu", i->text, f.sources + 1u, c->opnds->n);
    if (!check_dest(c, i, &c->opnds->at[0], f.to_bits == 16 ? PT_B16 : PT_B32, false))
        return false;
    for (u32 k = 1; k <= f.sources; k++)
        if (!check_source(c, i, &c->opnds->at[k], f.from_bits == 16 ? PT_B16 : f.pack ? PT_B32 : PT_F32, false))
            return false;
    return true;
}
