/* Integer arithmetic: add sub mul mad div rem abs neg min max sad mul24 mad24 dp4a dp2a, and the carry chains.
   Division by zero gives all ones, and so does its remainder, as on hardware; 16-bit values are kept zero-extended in
   32-bit lanes. */
#include "emu/lane_int.h"
#include "emu/ops.h"

const u32 lane_bit32[32] = {
#define B(i) 1u << (i), 1u << (i + 1), 1u << (i + 2), 1u << (i + 3)
    B(0),  B(4),  B(8), B(12), B(16),
    B(20), B(24), B(28)
#undef B
};
const u64 lane_bit64[64] = {
#define B(i) 1ull << (i), 1ull << (i + 1), 1ull << (i + 2), 1ull << (i + 3)
    B(0),  B(4),  B(8),  B(12), B(16), B(20), B(24), B(28), B(32),
    B(36), B(40), B(44), B(48), B(52), B(56), B(60)
#undef B
};

BIN(add32, u32a, u32a, u32a, x + y)
BIN(add64, u64a, u64a, u64a, x + y)
BIN(add16, u32a, u32a, u32a, (u16)(x + y))
BIN(sub32, u32a, u32a, u32a, x - y)
BIN(sub64, u64a, u64a, u64a, x - y)
BIN(sub16, u32a, u32a, u32a, (u16)(x - y))

BIN(add_sat, i32a, i32a, i32a, clamp32((i64)x + y))
BIN(sub_sat, i32a, i32a, i32a, clamp32((i64)x - y))

BIN(mul_lo32, u32a, u32a, u32a, x *y)
BIN(mul_lo64, u64a, u64a, u64a, x *y)
BIN(mul_lo16, u32a, u32a, u32a, (u16)((u16)x *(u32)(u16)y))
BIN(mul_hi_u32, u32a, u32a, u32a, (u64)x *y >> 32)
BIN(mul_hi_s32, i32a, i32a, i32a, (i64)x *y >> 32)
BIN(mul_hi_u64, u64a, u64a, u64a, (u128)x *y >> 64)
BIN(mul_hi_s64, i64a, i64a, i64a, (i128)x *y >> 64)
BIN(mul_hi_u16, u32a, u32a, u32a, ((u32)(u16)x * (u16)y) >> 16)
BIN(mul_hi_s16, u32a, u32a, u32a, (u16)(((i32)(i16)x * (i16)y) >> 16))
BIN(mul_wide_u32, u64a, u32a, u32a, (u64)x *y)
BIN(mul_wide_s32, i64a, i32a, i32a, (i64)x *y)
BIN(mul_wide_u16, u32a, u32a, u32a, (u32)(u16)x *(u16)y)
BIN(mul_wide_s16, i32a, u32a, u32a, (i32)(i16)x *(i16)y)

TER(mad_lo32, u32a, u32a, u32a, u32a, x *y + z)
TER(mad_lo64, u64a, u64a, u64a, u64a, x *y + z)
TER(mad_lo16, u32a, u32a, u32a, u32a, (u16)((u16)x *(u32)(u16)y + z))
TER(mad_hi_u32, u32a, u32a, u32a, u32a, (u32)((u64)x *y >> 32) + z)
TER(mad_hi_s32, u32a, i32a, i32a, u32a, (u32)((i64)x *y >> 32) + z)
TER(mad_hi_s32_sat, i32a, i32a, i32a, i32a, clamp32(((i64)x * y >> 32) + z))
TER(mad_hi_u64, u64a, u64a, u64a, u64a, (u64)((u128)x *y >> 64) + z)
TER(mad_hi_s64, u64a, i64a, i64a, u64a, (u64)((i128)x *y >> 64) + z)
TER(mad_hi_u16, u32a, u32a, u32a, u32a, (u16)(((u32)(u16)x * (u16)y >> 16) + z))
TER(mad_hi_s16, u32a, u32a, u32a, u32a, (u16)((u32)(((i32)(i16)x * (i16)y) >> 16) + z))
TER(mad_wide_u32, u64a, u32a, u32a, u64a, (u64)x *y + z)
TER(mad_wide_s32, u64a, i32a, i32a, u64a, (u64)((i64)x *y) + z)
TER(mad_wide_u16, u32a, u32a, u32a, u32a, (u32)(u16)x *(u16)y + z)
TER(mad_wide_s16, u32a, u32a, u32a, u32a, (u32)((i32)(i16)x *(i16)y) + z)

BIN(mul24_lo_u, u32a, u32a, u32a, (u64)low24u(x) * low24u(y))
BIN(mul24_lo_s, u32a, u32a, u32a, (i64)low24s(x) * low24s(y))
BIN(mul24_hi_u, u32a, u32a, u32a, (u64)low24u(x) * low24u(y) >> 16)
BIN(mul24_hi_s, u32a, u32a, u32a, (i64)low24s(x) * low24s(y) >> 16)
TER(mad24_lo_u, u32a, u32a, u32a, u32a, (u64)low24u(x) * low24u(y) + z)
TER(mad24_lo_s, u32a, u32a, u32a, u32a, (u64)((i64)low24s(x) * low24s(y)) + z)
TER(mad24_hi_u, u32a, u32a, u32a, u32a, ((u64)low24u(x) * low24u(y) >> 16) + z)
TER(mad24_hi_s, u32a, u32a, u32a, u32a, (u64)((i64)low24s(x) * low24s(y) >> 16) + z)
TER(mad24_hi_sat, i32a, u32a, u32a, i32a, clamp32((i64)(i32)((i64)low24s(x) * low24s(y) >> 16) + z))

BIN(div_u32, u32a, u32a, u32a, y ? x / y : UINT32_MAX)
BIN(div_s32, i32a, i32a, i32a, !y ? -1 : y == -1 ? (i32)(0u - (u32)x) : x / y)
BIN(rem_u32, u32a, u32a, u32a, y ? x % y : UINT32_MAX)
BIN(rem_s32, i32a, i32a, i32a, !y ? -1 : y == -1 ? 0 : x % y)
BIN(div_u64, u64a, u64a, u64a, y ? x / y : UINT64_MAX)
BIN(div_s64, i64a, i64a, i64a, !y ? -1 : y == -1 ? (i64)(0ull - (u64)x) : x / y)
BIN(rem_u64, u64a, u64a, u64a, y ? x % y : UINT64_MAX)
BIN(rem_s64, i64a, i64a, i64a, !y ? -1 : y == -1 ? 0 : x % y)
BIN(div_u16, u32a, u32a, u32a, (u16)y ? (u32)((u16)x / (u16)y) : 0xffff)
BIN(div_s16, u32a, u32a, u32a, (u16)((u16)y ? (i16)x / (i16)y : -1))
BIN(rem_u16, u32a, u32a, u32a, (u16)y ? (u32)((u16)x % (u16)y) : 0xffff)
BIN(rem_s16, u32a, u32a, u32a, (u16)((u16)y ? (i16)x % (i16)y : -1))

UN(abs32, u32a, i32a, x < 0 ? 0u - (u32)x : (u32)x)
UN(abs64, u64a, i64a, x < 0 ? 0ull - (u64)x : (u64)x)
UN(abs16, u32a, u32a, (u16)((i16)x < 0 ? -(i16)x : (i16)x))
UN(neg32, u32a, u32a, 0u - x)
UN(neg64, u64a, u64a, 0ull - x)
UN(neg16, u32a, u32a, (u16)(0u - x))
BIN(min_u32, u32a, u32a, u32a, x < y ? x : y)
BIN(min_s32, i32a, i32a, i32a, x < y ? x : y)
BIN(max_u32, u32a, u32a, u32a, x > y ? x : y)
BIN(max_s32, i32a, i32a, i32a, x > y ? x : y)
BIN(min_relu, i32a, i32a, i32a, (x < y ? x : y) > 0 ? (x < y ? x : y) : 0)
BIN(max_relu, i32a, i32a, i32a, (x > y ? x : y) > 0 ? (x > y ? x : y) : 0)
BIN(min_u64, u64a, u64a, u64a, x < y ? x : y)
BIN(min_s64, i64a, i64a, i64a, x < y ? x : y)
BIN(max_u64, u64a, u64a, u64a, x > y ? x : y)
BIN(max_s64, i64a, i64a, i64a, x > y ? x : y)
BIN(min_u16, u32a, u32a, u32a, (u16)x < (u16)y ? (u16)x : (u16)y)
BIN(min_s16, u32a, u32a, u32a, (u16)((i16)x < (i16)y ? x : y))
BIN(max_u16, u32a, u32a, u32a, (u16)x > (u16)y ? (u16)x : (u16)y)
BIN(max_s16, u32a, u32a, u32a, (u16)((i16)x > (i16)y ? x : y))
TER(sad_u32, u32a, u32a, u32a, u32a, z + (x < y ? y - x : x - y))
TER(sad_s32, u32a, i32a, i32a, u32a, z + (x < y ? (u32)y - (u32)x : (u32)x - (u32)y))
TER(sad_u64, u64a, u64a, u64a, u64a, z + (x < y ? y - x : x - y))
TER(sad_s64, u64a, i64a, i64a, u64a, z + (x < y ? (u64)y - (u64)x : (u64)x - (u64)y))
TER(sad_u16, u32a, u32a, u32a, u32a, (u16)(z + (u32)((u16)x < (u16)y ? (u16)y - (u16)x : (u16)x - (u16)y)))
TER(sad_s16, u32a, u32a, u32a, u32a, (u16)(z + (u32)((i16)x < (i16)y ? (i16)y - (i16)x : (i16)x - (i16)y)))
/* packed halves: min and max of u16x2, s16x2 and their sum come as 32-bit types of newer PTX, not handled here */

TER(dp4a_op, u32a, u32a, u32a, u32a, dot4(x, y, z, u->flags & 1, u->flags & 2))
TER(dp2a_op, u32a, u32a, u32a, u32a, dot2(x, y, z, u->flags & 1, u->flags & 2, u->flags >> 2))

/* Carry chains. The flag is one bit a lane, and all of them share it: the carry out of the last sum. A subtraction is
   the sum of a, the complement of b, and 1 or the flag, as the card's adder does it (measured on H200): so after it
   the flag is set where nothing was borrowed. */
INLINE u64 load_lane(const struct warp *w, u32 off, u32 i, bool wide)
{
    const void *v = lanes_at(w, off);
    return wide ? ((const u64a *)v)[i] : ((const u32a *)v)[i];
}

static u64 product(const struct uop *u, u64 x, u64 y, bool wide)
{
    bool s = type_kind(u->in->type) == 'S', hi = u->in->flags & PF_HI;
    if (!wide) {
        u64 v = s ? (u64)((i64)(i32)x * (i32)y) : (u64)(u32)x * (u32)y;
        return hi ? (u32)(v >> 32) : (u32)v;
    }
    if (!hi)
        return x * y;
    return s ? (u64)((i128)(i64)x * (i64)y >> 64) : (u64)((u128)x * y >> 64);
}

static void carry_op(struct warp *w, const struct uop *u, u64 exec)
{
    const struct ptx_instr *in = u->in;
    bool wide = type_bits(in->type) == 64, sub = in->op == OP_SUB || in->op == OP_SUBC;
    bool with = in->op == OP_ADDC || in->op == OP_SUBC || in->op == OP_MADC,
         mad = in->op == OP_MAD || in->op == OP_MADC;
    u64 out = 0;
    for (u32 i = 0; i < w->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        u64 x = load_lane(w, u->a, i, wide), y = load_lane(w, u->b, i, wide), c = with ? w->cc >> i & 1 : sub;
        if (mad) {
            x = product(u, x, y, wide);
            y = load_lane(w, u->c, i, wide);
        }
        u128 r = (u128)x + (!sub ? y : wide ? ~y : (u32)~y) + c;
        bool carry = wide ? (u64)(r >> 64) & 1 : (u64)r >> 32 & 1;
        out |= (u64)carry << i;
        if (wide)
            ((u64a *)reg_at(w, u->d))[i] = (u64)r;
        else
            ((u32a *)reg_at(w, u->d))[i] = (u32)r;
    }
    if (in->flags & PF_CC)
        w->cc = (w->cc & ~exec) | out;
}

static bool is_carry(const struct ptx_instr *in)
{
    switch (in->op) {
    case OP_ADDC:
    case OP_SUBC:
    case OP_MADC: return true;
    case OP_ADD:
    case OP_SUB:
    case OP_MAD: return in->flags & PF_CC;
    default: return false;
    }
}

static bool select_carry(struct prog *p, struct uop *u)
{
    u32 bytes = type_bits(u->in->type) == 64 ? 8 : 4;
    u->base_kind = UK_MASKED;
    u->fn.masked = carry_op;
    set_dst(p, u, bytes);
    set_sources(p, u, 1, bytes, bytes, bytes);
    return true;
}

/* add, sub and mad mind .sat, min and max .relu, where the type is s32 only. */
static const struct alu_row rows[] = {
    {OP_ADD, 0, PF_SAT, "TTT", {&add16, &add16, &add32, &add_sat, &add64, &add64}},
    {OP_ADD, 0, 0, "TTT", BY_WIDTH(add16, add32, add64)},
    {OP_SUB, 0, PF_SAT, "TTT", {&sub16, &sub16, &sub32, &sub_sat, &sub64, &sub64}},
    {OP_SUB, 0, 0, "TTT", BY_WIDTH(sub16, sub32, sub64)},
    {OP_MUL, 0, PF_WIDE, "WTT", {&mul_wide_u16, &mul_wide_s16, &mul_wide_u32, &mul_wide_s32, NULL, NULL}},
    {OP_MUL, 0, PF_HI, "TTT", BY_TYPE(mul_hi)},
    {OP_MUL, 0, 0, "TTT", BY_WIDTH(mul_lo16, mul_lo32, mul_lo64)},
    {OP_MAD, 0, PF_WIDE, "WTTW", {&mad_wide_u16, &mad_wide_s16, &mad_wide_u32, &mad_wide_s32, NULL, NULL}},
    {OP_MAD,
     0,
     PF_HI | PF_SAT,
     "TTTT",
     {&mad_hi_u16, &mad_hi_s16, &mad_hi_u32, &mad_hi_s32_sat, &mad_hi_u64, &mad_hi_s64}},
    {OP_MAD, 0, PF_HI, "TTTT", BY_TYPE(mad_hi)},
    {OP_MAD, 0, 0, "TTTT", BY_WIDTH(mad_lo16, mad_lo32, mad_lo64)},
    {OP_MUL24, 0, PF_HI, "444", ONLY_32(mul24_hi_u, mul24_hi_s)},
    {OP_MUL24, 0, 0, "444", ONLY_32(mul24_lo_u, mul24_lo_s)},
    {OP_MAD24, 0, PF_HI | PF_SAT, "4444", ONLY_32(mad24_hi_sat, mad24_hi_sat)},
    {OP_MAD24, 0, PF_HI, "4444", ONLY_32(mad24_hi_u, mad24_hi_s)},
    {OP_MAD24, 0, 0, "4444", ONLY_32(mad24_lo_u, mad24_lo_s)},
    {OP_DP4A, 0, 0, "4444", ONLY_32(dp4a_op, dp4a_op)},
    {OP_DP2A, 0, 0, "4444", ONLY_32(dp2a_op, dp2a_op)},
    {OP_DIV, 0, 0, "TTT", BY_TYPE(div)},
    {OP_REM, 0, 0, "TTT", BY_TYPE(rem)},
    {OP_MIN, 0, PF_RELU, "TTT", {&min_u16, &min_s16, &min_u32, &min_relu, &min_u64, &min_s64}},
    {OP_MIN, 0, 0, "TTT", BY_TYPE(min)},
    {OP_MAX, 0, PF_RELU, "TTT", {&max_u16, &max_s16, &max_u32, &max_relu, &max_u64, &max_s64}},
    {OP_MAX, 0, 0, "TTT", BY_TYPE(max)},
    {OP_SAD, 0, 0, "TTTT", BY_TYPE(sad)},
    {OP_ABS, 0, 0, "TT", BY_WIDTH(abs16, abs32, abs64)},
    {OP_NEG, 0, 0, "TT", BY_WIDTH(neg16, neg32, neg64)},
};

/* Dot products: which of the sources are signed, and the half of the bytes */
static u8 dot_flags(const struct ptx_instr *in)
{
    u8 t2 = in->type2 ? in->type2 : in->type;
    return (u8)((type_kind(in->type) == 'S') | (type_kind(t2) == 'S') << 1 | !!(in->flags & PF_HI) << 2);
}

bool select_int(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (is_float(in->type) || in->type == PT_PRED)
        return false;
    if (is_carry(in))
        return select_carry(p, u);
    if (in->op == OP_DP4A || in->op == OP_DP2A)
        u->flags = dot_flags(in);
    return set_row(p, u, rows, COUNT_OF(rows));
}
