/* Conversions. The frequent ones are loops over the lanes; everything else goes through one exact scalar conversion:
   integers by 64-bit arithmetic, floats by double, which holds every narrower value. */
#include <math.h>
#include <string.h>

#include "emu/fp.h"
#include "emu/lane_int.h"

UN(u64_u32, u64a, u32a, x)
UN(s64_s32, i64a, i32a, x)
UN(u32_u64, u32a, u64a, x)
UN(same32, u32a, u32a, x)
UN(same64, u64a, u64a, x)
UN(f32_s32, f32a, i32a, x)
UN(f32_u32, f32a, u32a, x)
UN(f64_s32, f64a, i32a, x)
UN(f64_u32, f64a, u32a, x)
UN(f32_s64, f32a, i64a, x)
UN(f32_u64, f32a, u64a, x)
UN(f64_s64, f64a, i64a, x)
UN(f64_u64, f64a, u64a, x)
UN(f64_f32, f64a, f32a, widen_f32(x))
UN(f64_f32_ftz, f64a, f32a, widen_f32(f32_canon(f32_flush(x))))
UN(f32_f64, f32a, f64a, narrow32(x))
UN(f32_f64_ftz, f32a, f64a, f32_flush(narrow32(x)))
UN(s32_f32_rzi, i32a, f32a, to_s32(x))
UN(u32_f32_rzi, u32a, f32a, to_u32(x))
UN(s32_f32_rmi, i32a, f32a, to_s32(__builtin_floorf(x)))
UN(s32_f64_rzi, i32a, f64a, to_s32d(x))
UN(f32_rni, f32a, f32a, f32_canon(__builtin_copysignf(__builtin_rintf(x), x)))
UN(f32_rmi, f32a, f32a, f32_canon(__builtin_copysignf(__builtin_floorf(x), x)))
UN(f32_rpi, f32a, f32a, f32_canon(__builtin_copysignf(__builtin_ceilf(x), x)))
UN(f32_rzi, f32a, f32a, f32_canon(__builtin_copysignf(__builtin_truncf(x), x)))
UN(f64_rni, f64a, f64a, canon1(__builtin_copysign(__builtin_rint(x), x), x))
UN(f64_rmi, f64a, f64a, canon1(__builtin_copysign(__builtin_floor(x), x), x))
UN(f64_rpi, f64a, f64a, canon1(__builtin_copysign(__builtin_ceil(x), x), x))
UN(f64_rzi, f64a, f64a, canon1(__builtin_copysign(__builtin_trunc(x), x), x))
UN(resize_32_32, u32a, u32a, resized32(x, u->imm))
UN(resize_32_64, u32a, u64a, resized(x, u->imm))
UN(resize_64_32, u64a, u32a, resized(x, u->imm))
UN(resize_64_64, u64a, u64a, resized(x, u->imm))

static i64 sign_extend(u64 v, u32 bits)
{
    return (i64)(v << (64 - bits)) >> (64 - bits);
}
static u64 zero_extend(u64 v, u32 bits)
{
    return v << (64 - bits) >> (64 - bits);
}

static double round_to_int(double x, u8 round)
{
    switch (round) {
    case PR_RNI:
    case PR_RN: return __builtin_rint(x);
    case PR_RMI:
    case PR_RM: return __builtin_floor(x);
    case PR_RPI:
    case PR_RP: return __builtin_ceil(x);
    default: return __builtin_trunc(x);
    }
}

static double float_value(u8 type, u64 v, bool ftz)
{
    switch (type) {
    case PT_F16: return f16_to_f32((u16)v);
    case PT_BF16: return bf16_to_f32((u16)v);
    case PT_F32: return ftz ? f32_flush(f32_from((u32)v)) : f32_from((u32)v);
    default: return f64_from(v);
    }
}

static u64 float_to_int(double x, u8 type, u8 round, bool from64)
{
    u32 bits = type_bits(type);
    bool s = type_kind(type) == 'S';
    if (x != x)
        return bits == 64 || from64 ? 1ull << (bits - 1) : 0;
    x = round_to_int(x, round);
    double two = __builtin_ldexp(1.0, (int)bits - (s ? 1 : 0));
    u64 max = s ? (1ull << (bits - 1)) - 1 : lanes_mask(bits);
    if (x >= two)
        return max;
    if (s)
        return x < -two ? ~max : (u64)(i64)x;
    return x <= 0 ? 0 : (u64)x;
}

static u64 int_to_float(u64 v, bool s, u8 type, u8 round)
{
    if (type == PT_F16 || type == PT_BF16) { /* sticky: bits far below only break a tie */
        double x;
        u64 mag = s && (i64)v < 0 ? 0 - v : v;
        if (mag >> 53)
            mag = (mag >> 11 | !!(mag & 2047)) << 11;
        x = (double)(mag & ~2047ull) + (double)(mag & 2047);
        x = s && (i64)v < 0 ? -x : x;
        return type == PT_F16 ? f16_from_f64(x, round) : bf16_from_f64(x, round);
    }
    if (type == PT_F32)
        return f32_bits(s ? (float)(i64)v : (float)v);
    return f64_bits(s ? (double)(i64)v : (double)v);
}

/* A NaN whose source or target is a double. */
static u64 nan_to_nan(u8 to, u8 from, u64 v)
{
    u64 d = v;
    if (from == PT_F16)
        d = (v >> 15 & 1) << 63 | 0x7ff8000000000000ull | (v & 0x3ff) << 42;
    else if (from == PT_BF16)
        d = widen_nan((u32)v << 16);
    else if (from == PT_F32)
        d = widen_nan((u32)v);
    switch (to) {
    case PT_F16: return d >> 63 << 15 | 0x7e00 | (d >> 42 & 0x3ff);
    case PT_BF16: return narrow_nan(d) >> 16;
    case PT_F32: return narrow_nan(d);
    default: return d | 1ull << 51;
    }
}

static u64 float_to_float(const struct ptx_instr *in, u64 v)
{
    u8 to = in->type, from = in->type2;
    bool plain = !in->round && !(in->flags & (PF_FTZ | PF_SAT | PF_RELU));
    if (to == from && plain && to != PT_F16)
        return v;
    if (from == PT_BF16 && to == PT_F32 && plain)
        return v << 16;
    double x = float_value(from, v, in->flags & PF_FTZ && to != PT_F16);
    if (x != x && (from == PT_F64 || to == PT_F64) && !(in->flags & PF_SAT))
        return nan_to_nan(to, from, in->flags & PF_FTZ && from == PT_F32 ? F32_NAN : v);
    bool to_int = in->round >= PR_RNI || (to == from && in->round && in->round != PR_RNA);
    if (to_int && x == x)
        x = __builtin_copysign(round_to_int(x, in->round), x);
    if (in->flags & PF_SAT)
        x = x > 0 ? (x < 1 ? x : 1.0) : 0.0;
    if (in->flags & PF_RELU && x == x)
        x = x > 0 ? x : 0.0;
    u8 round = to_int || !in->round ? PR_RN : in->round;
    switch (to) {
    case PT_F16: return f16_from_f64(x, round);
    case PT_BF16: return bf16_from_f64(x, round);
    case PT_F32: {
        float r = f32_from_f64(x, round);
        return f32_bits(in->flags & PF_FTZ ? f32_flush(r) : r);
    }
    default: return f64_bits(x);
    }
}

static u64 int_to_int(const struct ptx_instr *in, u64 v)
{
    u32 bits = type_bits(in->type);
    bool from_s = type_kind(in->type2) == 'S', to_s = type_kind(in->type) == 'S';
    if (in->flags & PF_SAT) {
        u64 max = to_s ? (1ull << (bits - 1)) - 1 : lanes_mask(bits);
        if (from_s && (i64)v < 0) {
            if (!to_s)
                return 0;
            i64 min = -(i64)max - 1;
            return (i64)v < min ? (u64)min : v;
        }
        return v > max ? max : v;
    }
    return v;
}

/* One value: from register bits to register bits (of reg_bits). */
static u64 convert(const struct ptx_instr *in, u64 v)
{
    u32 from_bits = type_bits(in->type2), to_bits = type_bits(in->type);
    bool from_f = is_float(in->type2), to_f = is_float(in->type);
    v = type_kind(in->type2) == 'S' ? (u64)sign_extend(v, from_bits) : zero_extend(v, from_bits);
    u64 r;
    if (from_f && to_f)
        return float_to_float(in, v);
    if (from_f)
        r = float_to_int(float_value(in->type2, v, in->flags & PF_FTZ), in->type, in->round, in->type2 == PT_F64);
    else if (to_f) {
        r = int_to_float(v, type_kind(in->type2) == 'S', in->type, in->round ? in->round : PR_RN);
        if (in->flags & PF_SAT)
            r = float_to_float(&(const struct ptx_instr){.type = in->type, .type2 = in->type, .flags = PF_SAT}, r);
        return r;
    } else
        r = int_to_int(in, v);
    return type_kind(in->type) == 'S' ? (u64)sign_extend(r, to_bits) : zero_extend(r, to_bits);
}

static void convert_lanes(struct warp *w, const struct uop *u, void *dst)
{
    bool wide_in = u->flags & 1, narrow_out = u->flags & 2;
    for (u32 i = 0; i < w->lanes; i++) {
        u64 v = wide_in ? ((const u64a *)lanes_at(w, u->a))[i] : ((const u32a *)lanes_at(w, u->a))[i];
        u64 r = convert(u->in, v);
        if (u->words == 2)
            ((u64a *)dst)[i] = r;
        else
            ((u32a *)dst)[i] = narrow_out ? (u16)r : (u32)r;
    }
}

/* cvt.f16x2.f32 d, a, b: a goes to the upper half */
static void convert_pair(struct warp *w, const struct uop *u, void *dst)
{
    struct ptx_instr one = *u->in;
    one.type = u->in->type == PT_F16X2 ? PT_F16 : PT_BF16;
    for (u32 i = 0; i < w->lanes; i++) {
        u64 hi = convert(&one, ((const u32a *)lanes_at(w, u->a))[i]),
            lo = convert(&one, ((const u32a *)lanes_at(w, u->b))[i]);
        ((u32a *)dst)[i] = (u32)(hi << 16 | lo);
    }
}

static const struct alu_pair *find_fast(const struct ptx_instr *in)
{
    static const struct {
        u8 to, from, round, ftz;
        const struct alu_pair *f;
    } table[] = {
        {PT_U64, PT_U32, 0, 0, &u64_u32},          {PT_S64, PT_S32, 0, 0, &s64_s32},
        {PT_S64, PT_U32, 0, 0, &u64_u32},          {PT_U64, PT_S32, 0, 0, &s64_s32},
        {PT_U32, PT_U64, 0, 0, &u32_u64},          {PT_S32, PT_S64, 0, 0, &u32_u64},
        {PT_U32, PT_S64, 0, 0, &u32_u64},          {PT_S32, PT_U64, 0, 0, &u32_u64},
        {PT_U32, PT_S32, 0, 0, &same32},           {PT_S32, PT_U32, 0, 0, &same32},
        {PT_U32, PT_U32, 0, 0, &same32},           {PT_S32, PT_S32, 0, 0, &same32},
        {PT_F32, PT_S32, 1, 2, &f32_s32},          {PT_F32, PT_U32, 1, 2, &f32_u32},
        {PT_F64, PT_S32, 1, 2, &f64_s32},          {PT_F64, PT_U32, 1, 2, &f64_u32},
        {PT_F32, PT_S64, 1, 2, &f32_s64},          {PT_F32, PT_U64, 1, 2, &f32_u64},
        {PT_F64, PT_S64, 1, 2, &f64_s64},          {PT_F64, PT_U64, 1, 2, &f64_u64},
        {PT_F64, PT_F32, 0, 0, &f64_f32},          {PT_F64, PT_F32, 0, 1, &f64_f32_ftz},
        {PT_F32, PT_F64, 1, 0, &f32_f64},          {PT_F32, PT_F64, 1, 1, &f32_f64_ftz},
        {PT_S32, PT_F32, PR_RZI, 0, &s32_f32_rzi}, {PT_U32, PT_F32, PR_RZI, 0, &u32_f32_rzi},
        {PT_S32, PT_F32, PR_RMI, 0, &s32_f32_rmi}, {PT_S32, PT_F64, PR_RZI, 2, &s32_f64_rzi},
        {PT_U64, PT_S64, 0, 0, &same64},           {PT_S64, PT_U64, 0, 0, &same64},
        {PT_U64, PT_U64, 0, 0, &same64},           {PT_S64, PT_S64, 0, 0, &same64},
        {PT_F32, PT_F32, PR_RNI, 0, &f32_rni},     {PT_F32, PT_F32, PR_RMI, 0, &f32_rmi},
        {PT_F32, PT_F32, PR_RPI, 0, &f32_rpi},     {PT_F32, PT_F32, PR_RZI, 0, &f32_rzi},
        {PT_F64, PT_F64, PR_RNI, 0, &f64_rni},     {PT_F64, PT_F64, PR_RMI, 0, &f64_rmi},
        {PT_F64, PT_F64, PR_RPI, 0, &f64_rpi},     {PT_F64, PT_F64, PR_RZI, 0, &f64_rzi},
    };
    if (in->flags & (PF_SAT | PF_RELU))
        return NULL;
    u8 ftz = !!(in->flags & PF_FTZ);
    for (u32 i = 0; i < COUNT_OF(table); i++) {
        bool round_ok = table[i].round == 1 ? in->round >= PR_RN && in->round <= PR_RP : table[i].round == in->round;
        if (table[i].to == in->type && table[i].from == in->type2 && round_ok &&
            (table[i].ftz == 2 || table[i].ftz == ftz))
            return table[i].f;
    }
    return NULL;
}

/* Integers of any width that fit their registers. */
static bool select_resize(const struct prog *p, struct uop *u, u32 dst, u32 src)
{
    static const struct alu_pair *const by_bytes[2][2] = {{&resize_32_32, &resize_32_64},
                                                          {&resize_64_32, &resize_64_64}};
    const struct ptx_instr *in = u->in;
    const u32 from = type_bits(in->type2), to = type_bits(in->type), top = dst == 4 && src == 4 ? 32 : 64;
    const bool integers = !is_float(in->type) && !is_float(in->type2) && strchr("SUB", type_kind(in->type)) &&
                          strchr("SUB", type_kind(in->type2));
    if (!integers || in->flags & PF_SAT || !from || !to || from > src * 8 || to > dst * 8)
        return false;
    u->imm = (top - from) | (u64)(top - to) << RESIZE_TO_SHIFT |
             (type_kind(in->type2) == 'S' ? RESIZE_FROM_SIGN : 0) |
             (type_kind(in->type) == 'S' ? RESIZE_TO_SIGN : 0) | (u->flags & 2 ? RESIZE_TO_HALF : 0);
    pick_alu(p, u, *by_bytes[dst == 8][src == 8]);
    return true;
}

bool select_cvt(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->op != OP_CVT)
        return false;
    u32 dst = reg_bytes(u->func, &in->opnd[0]), src = reg_bytes(u->func, &in->opnd[1]);
    if (in->opnd[1].kind == PO_IMM)
        src = type_bits(in->type2) == 64 ? 8 : 4;
    u->base_kind = UK_ALU;
    set_dst(p, u, dst);
    if (in->type == PT_F16X2 || in->type == PT_BF16X2) {
        u->fn.alu = convert_pair;
        set_sources(p, u, 1, 4, 4, 0);
        return in->n_opnd == 3 && in->type2 == PT_F32;
    }
    const struct alu_pair *fast = find_fast(in);
    bool exact_sizes = dst == (type_bits(in->type) == 64 ? 8u : 4u) && src == (type_bits(in->type2) == 64 ? 8u : 4u);
    set_sources(p, u, 1, src, 0, 0);
    if (fast && exact_sizes) {
        pick_alu(p, u, *fast);
        if (!is_float(in->type) || in->type != in->type2)
            set_rounding(u);
        return true;
    }
    if (!type_bits(in->type) || !type_bits(in->type2) || type_bits(in->type) > 64 || in->type2 == PT_F16X2 ||
        in->type2 == PT_BF16X2)
        return false;
    u8 reg_bits = in->opnd[0].kind == PO_REG ? type_bits(u->func->f->regs[in->opnd[0].reg].type) : 32;
    u->flags = (u8)((src == 8) | (reg_bits == 16) << 1);
    if (select_resize(p, u, dst, src))
        return true;
    u->fn.alu = convert_lanes;
    if (!is_float(in->type2) && (in->type == PT_F32 || in->type == PT_F64))
        set_rounding(u);
    return true;
}
