/* Integer arithmetic of one lane, used by ops_int.c and ops_bits.c. The same text is compiled into the interpreter
   and, as part of native code's preamble, into translated kernels (native_build.c); so it uses only the integer types
   of base/types.h. */
#ifndef SLUICE_EMU_LANE_INT_H
#define SLUICE_EMU_LANE_INT_H
#include "emu/lane.h"

#define U16(x) (u16)(x)
#define S16(x) (i16)(x)

INLINE i32 clamp32(i64 v)
{
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (i32)v;
}
INLINE u32 low24u(u32 v)
{
    return v & 0xffffff;
}
INLINE i32 low24s(u32 v)
{
    return (i32)(v << 8) >> 8;
}
INLINE u32 byte_of(u32 v, u32 k, bool sign)
{
    return sign ? (u32)(i32)(i8)(v >> 8 * k) : (u8)(v >> 8 * k);
}
INLINE u32 half_of(u32 v, u32 k, bool sign)
{
    return sign ? (u32)(i32)(i16)(v >> 16 * k) : (u16)(v >> 16 * k);
}
INLINE u32 dot4(u32 x, u32 y, u32 z, bool sx, bool sy)
{
    for (u32 k = 0; k < 4; k++)
        z += byte_of(x, k, sx) * byte_of(y, k, sy);
    return z;
}
INLINE u32 dot2(u32 x, u32 y, u32 z, bool sx, bool sy, u32 hi)
{
    for (u32 k = 0; k < 2; k++)
        z += half_of(x, k, sx) * byte_of(y, k + 2 * hi, sy);
    return z;
}
INLINE u64 join(u32 lo, u32 hi)
{
    return (u64)hi << 32 | lo;
}
/* Position or length of a bit field. The card uses the low byte for 32-bit fields; for 64-bit ones, which ptxas makes
   of shifts, any large number counts as large (recorded on an H200; PTX leaves numbers above 255 open). */
INLINE u32 field_number(u32 x, u32 bits)
{
    return bits < 64 ? x & 255 : x < 255 ? x : 255;
}
INLINE u64 extract(u64 x, u32 pos, u32 len, u32 bits, bool sign)
{
    pos = field_number(pos, bits);
    len = field_number(len, bits);
    u32 last = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1;
    bool s = sign && len && (x >> last & 1);
    if (!len || pos >= bits)
        return s ? UINT64_MAX : 0;
    u64 v = x >> pos;
    if (len < 64)
        v &= (1ull << len) - 1;
    if (bits < 64)
        v &= UINT32_MAX;
    u32 have = last - pos + 1;
    return s && have < 64 ? v | (~0ull << have) : v;
}
INLINE u64 insert(u64 a, u64 b, u32 pos, u32 len, u32 bits)
{
    pos = field_number(pos, bits);
    len = field_number(len, bits);
    if (pos >= bits || !len)
        return b;
    u64 m = len >= 64 ? UINT64_MAX : (1ull << len) - 1;
    return (b & ~(m << pos)) | (a & m) << pos;
}
INLINE u32 rev32(u32 v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}
INLINE u32 find(u64 x, u32 bits, bool sign, bool shiftamt)
{
    if (sign && x >> (bits - 1) & 1)
        x = ~x & (bits == 64 ? UINT64_MAX : UINT32_MAX);
    if (!x)
        return UINT32_MAX;
    u32 at = 63 - (u32)__builtin_clzll(x);
    return shiftamt ? bits - 1 - at : at;
}
INLINE u32 permute(u64 v, u32 sel)
{
    u32 r = 0;
    for (u32 k = 0; k < 4; k++) {
        u32 s = sel >> 4 * k & 15, byte = (u32)(v >> 8 * (s & 7)) & 255;
        if (s & 8)
            byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * k;
    }
    return r;
}
/* The byte selector that a prmt mode makes of the low two bits of c. */
INLINE u32 prmt_selector(u32 mode, u32 c)
{
    static const u16 table[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, /* f4e */
        {0x5670, 0x6701, 0x7012, 0x0123}, /* b4e */
        {0x0000, 0x1111, 0x2222, 0x3333}, /* rc8 */
        {0x3210, 0x3211, 0x3222, 0x3333}, /* ecl */
        {0x0000, 0x1110, 0x2210, 0x3210}, /* ecr */
        {0x1010, 0x3232, 0x1010, 0x3232}, /* rc16 */
    };
    return table[mode][c & 3];
}
INLINE u32 nth_set(u32 mask, u32 base, i32 offset)
{
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
    i32 step = offset > 0 ? 1 : -1;
    i64 left = offset > 0 ? offset : -(i64)offset;
    if (base > 31)
        return UINT32_MAX;
    for (i32 k = (i32)base; k >= 0 && k < 32; k += step)
        if (mask >> k & 1 && --left == 0)
            return (u32)k;
    return UINT32_MAX;
}
INLINE u32 bit_mask(u32 pos, u32 len, bool clamp)
{
    if (!clamp) {
        pos &= 31;
        len &= 31;
    }
    u32 m = len > 31 ? UINT32_MAX : (1u << len) - 1;
    return pos > 31 ? 0 : m << pos;
}
INLINE u32 size_extend(u32 v, u32 len, bool sign, bool clamp)
{
    if (!clamp)
        len &= 31;
    if (len > 31)
        return v;
    u32 m = (1u << len) - 1;
    v &= m;
    return sign && len && v >> (len - 1) & 1 ? v | ~m : v;
}
INLINE u32 logic3(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
    for (u32 k = 0; k < 8; k++)
        r |= table >> k & 1 ? (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c) : 0;
    return r;
}
/* An integer's bits as another type's: each is extended from its own width, with its sign if it has one. */
enum { RESIZE_FROM_SIGN = 1 << 8, RESIZE_TO_SHIFT = 16, RESIZE_TO_SIGN = 1 << 24, RESIZE_TO_HALF = 1 << 25 };
INLINE u64 extended(u64 v, u32 unused, bool sign)
{
    return sign ? (u64)((i64)(v << unused) >> unused) : v << unused >> unused;
}
INLINE u64 resized(u64 v, u64 form)
{
    v = extended(v, form & 63, form & RESIZE_FROM_SIGN);
    v = extended(v, form >> RESIZE_TO_SHIFT & 63, form & RESIZE_TO_SIGN);
    return form & RESIZE_TO_HALF ? v & 0xffff : v;
}
INLINE u32 extended32(u32 v, u32 unused, bool sign)
{
    return sign ? (u32)((i32)(v << unused) >> unused) : v << unused >> unused;
}
INLINE u32 resized32(u32 v, u64 form) /* both of 32 bits at most */
{
    v = extended32(v, form & 31, form & RESIZE_FROM_SIGN);
    v = extended32(v, form >> RESIZE_TO_SHIFT & 31, form & RESIZE_TO_SIGN);
    return form & RESIZE_TO_HALF ? v & 0xffff : v;
}
#endif
