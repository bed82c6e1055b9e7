/* Floating point of one lane: bits, NVIDIA's NaN, rounding to zero of small numbers, and what the operations of
   ops_fp32.c, ops_fp64.c and ops_cvt.c are made of. Also compiled into translated kernels: see lane_int.h. */
#ifndef SLUICE_EMU_LANE_FP_H
#define SLUICE_EMU_LANE_FP_H
#include "emu/lane.h"

#define F32_NAN 0x7fffffffu           /* every f32 operation that gives a NaN gives this one */
#define F64_NAN 0xfff8000000000000ull /* of an invalid operation; NaN operands go through, made quiet */
enum { MOD_FTZ = 1, MOD_SAT = 2, MOD_RELU = 4, MOD_NAN = 8, MOD_XORSIGN = 16, MOD_ABS = 32 };
INLINE u32 f32_bits(float x)
{
    u32 b;
    memcpy(&b, &x, 4);
    return b;
}
INLINE float f32_from(u32 b)
{
    float x;
    memcpy(&x, &b, 4);
    return x;
}
INLINE u64 f64_bits(double x)
{
    u64 b;
    memcpy(&b, &x, 8);
    return b;
}
INLINE double f64_from(u64 b)
{
    double x;
    memcpy(&x, &b, 8);
    return x;
}
INLINE float f32_canon(float x)
{
    return x == x ? x : f32_from(F32_NAN);
}
INLINE float f32_flush(float x)
{
    u32 b = f32_bits(x);
    return f32_from(b & 0x7f800000 ? b : b & 0x80000000);
}
INLINE float f32_sat(float x)
{
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}
/* An operand, and a result, under an instruction's modifiers. */
#define SAME(x) (x)
#define FLUSHED(x) x = u->flags & MOD_FTZ ? f32_flush(x) : x
INLINE float f32_mods(float r, u32 mods)
{
    r = f32_canon(r);
    r = mods & MOD_FTZ ? f32_flush(r) : r;
    return mods & MOD_SAT ? f32_sat(r) : r;
}
/* A quotient below the least normal number is flushed before rounding could raise it to that number. */
INLINE float quotient(float x, float y, bool ftz)
{
    double q = (double)x / (double)y;
    float r = x / y;
    return ftz && q < 0x1p-126 && q > -0x1p-126 ? r * 0 : r;
}
INLINE u32 if_number(u32 b, u32 r)
{
    return (b & 0x7fffffff) > 0x7f800000 ? F32_NAN : r;
}
/* -0 is less than +0; a NaN loses against a number, unless .NaN asks for it. */
INLINE float lesser(float x, float y)
{
    float r = x < y ? x : y < x ? y : f32_from(f32_bits(x) | f32_bits(y));
    r = x != x ? y : r;
    return y != y ? x : r;
}
INLINE float greater(float x, float y)
{
    float r = x > y ? x : y > x ? y : f32_from(f32_bits(x) & f32_bits(y));
    r = x != x ? y : r;
    return y != y ? x : r;
}
INLINE float min_max_f32(float x, float y, u8 mods, bool max)
{
    u32 sign = (f32_bits(x) ^ f32_bits(y)) & 0x80000000;
    if (mods & MOD_FTZ) {
        x = f32_flush(x);
        y = f32_flush(y);
    }
    if (mods & MOD_XORSIGN) {
        x = f32_from(f32_bits(x) & 0x7fffffff);
        y = f32_from(f32_bits(y) & 0x7fffffff);
    }
    float r = f32_canon(max ? greater(x, y) : lesser(x, y));
    if (mods & MOD_NAN && (x != x || y != y))
        r = f32_from(F32_NAN);
    else if (mods & MOD_XORSIGN)
        r = f32_from((f32_bits(r) & 0x7fffffff) | sign);
    return r;
}
INLINE bool is_nan64(double x)
{
    return x != x;
}
INLINE double quiet(double x)
{
    return f64_from(f64_bits(x) | 0x0008000000000000ull);
}
INLINE double canon1(double r, double x)
{
    return r == r ? r : is_nan64(x) ? quiet(x) : f64_from(F64_NAN);
}
INLINE double canon2(double r, double x, double y)
{
    return r == r ? r : is_nan64(x) ? quiet(x) : is_nan64(y) ? quiet(y) : f64_from(F64_NAN);
}
INLINE double canon3(double r, double x, double y, double z)
{
    return r == r ? r : is_nan64(x) ? quiet(x) : is_nan64(y) ? quiet(y) : is_nan64(z) ? quiet(z) : f64_from(F64_NAN);
}
INLINE u64 if_number64(u64 b, u64 r)
{
    return (b & INT64_MAX) > 0x7ff0000000000000ull ? b | 1ull << 51 : r;
}
INLINE double lesser64(double x, double y)
{
    double r = x < y ? x : y < x ? y : f64_from(f64_bits(x) | f64_bits(y));
    r = x != x ? y : r;
    r = y != y ? x : r;
    return r == r ? r : quiet(x);
}
INLINE double greater64(double x, double y)
{
    double r = x > y ? x : y > x ? y : f64_from(f64_bits(x) & f64_bits(y));
    r = x != x ? y : r;
    r = y != y ? x : r;
    return r == r ? r : quiet(x);
}
/* Between double and the narrower formats a NaN keeps sign and upper payload bits. */
INLINE u64 widen_nan(u32 b)
{
    return (u64)(b >> 31) << 63 | 0x7ff8000000000000ull | (u64)(b & 0x7fffff) << 29;
}
INLINE u32 narrow_nan(u64 b)
{
    return (u32)(b >> 63) << 31 | 0x7fc00000 | (u32)(b >> 29 & 0x7fffff);
}
INLINE double widen_f32(float x)
{
    return x == x ? (double)x : f64_from(widen_nan(f32_bits(x)));
}
INLINE float narrow32(double x)
{
    return x == x ? (float)x : f32_from(narrow_nan(f64_bits(x)));
}
INLINE i32 to_s32(float x)
{
    return x >= 2147483648.0f ? INT32_MAX : x < -2147483648.0f ? INT32_MIN : x == x ? (i32)x : 0;
}
INLINE u32 to_u32(float x)
{
    return x >= 4294967296.0f ? UINT32_MAX : x > 0 ? (u32)x : 0;
}
INLINE i32 to_s32d(double x)
{
    return x >= 2147483648.0 ? INT32_MAX : x > -2147483649.0 ? (i32)x : INT32_MIN;
}
#endif
