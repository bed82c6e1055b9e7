/* Approximate functions of one lane (approx.c says how exact they are). Also compiled into translated kernels: see
 * lane_int.h. */
#ifndef SLUICE_EMU_LANE_APPROX_H
#define SLUICE_EMU_LANE_APPROX_H
#include "emu/lane_fp.h"

/* 2^x for |x| below 1100 */
INLINE double exp2_core(double x)
{
    double n = __builtin_floor(x + 0.5), f = (x - n) * 0.6931471805599453094;
    double r = 1.0 / 3628800;
    r = r * f + 1.0 / 362880;
    r = r * f + 1.0 / 40320;
    r = r * f + 1.0 / 5040;
    r = r * f + 1.0 / 720;
    r = r * f + 1.0 / 120;
    r = r * f + 1.0 / 24;
    r = r * f + 1.0 / 6;
    r = r * f + 0.5;
    r = r * f + 1.0;
    r = r * f + 1.0;
    i64 e = (i64)n;
    return r * f64_from((u64)(e / 2 + 1023) << 52) * f64_from((u64)(e - e / 2 + 1023) << 52);
}
INLINE float ex2_f(float x)
{
    double c = x > 1000 ? 1000 : x < -1000 ? -1000 : x == x ? x : 0;
    return x == x ? (float)exp2_core(c) : x;
}
INLINE float lg2_f(float x)
{
    u64 b = f64_bits((double)x);
    i64 e = (i64)(b >> 52 & 2047) - 1023;
    double m = f64_from((b & 0xfffffffffffffull) | 1023ull << 52);
    bool high = m > 1.4142135623730951;
    m = high ? m * 0.5 : m;
    e += high;
    double s = (m - 1) / (m + 1), q = s * s, r = 1.0 / 19;
    r = r * q + 1.0 / 17;
    r = r * q + 1.0 / 15;
    r = r * q + 1.0 / 13;
    r = r * q + 1.0 / 11;
    r = r * q + 1.0 / 9;
    r = r * q + 1.0 / 7;
    r = r * q + 1.0 / 5;
    r = r * q + 1.0 / 3;
    r = r * q + 1.0;
    float v = (float)((double)e + r * s * 2.8853900817779268);
    v = x == 0 ? f32_from(0xff800000) : v;
    v = x < 0 ? f32_from(F32_NAN) : v;
    v = f32_bits(x) == 0x7f800000 ? x : v;
    return x == x ? v : x;
}
/* sin(2 pi t + quarter turns) */
INLINE float turn_sin(float x, i64 quarter)
{
    double q = (double)x * 0.15915494309189533577, t = q - __builtin_floor(q + 0.5), k = __builtin_floor(4 * t + 0.5);
    double r = (t - k * 0.25) * 6.283185307179586477, s = r * r;
    double a = -1.0 / 39916800, c = 1.0 / 479001600;
    a = a * s + 1.0 / 362880;
    a = a * s - 1.0 / 5040;
    a = a * s + 1.0 / 120;
    a = a * s - 1.0 / 6;
    a = (a * s + 1.0) * r;
    c = c * s - 1.0 / 3628800;
    c = c * s + 1.0 / 40320;
    c = c * s - 1.0 / 720;
    c = c * s + 1.0 / 24;
    c = c * s - 0.5;
    c = c * s + 1.0;
    i64 n = (k == k ? (i64)k : 0) + quarter;
    double v = n & 1 ? c : a;
    v = n & 2 ? -v : v;
    return x - x == 0 ? (float)v : f32_from(F32_NAN);
}
INLINE float tanh_f(float x)
{
    double a = x < 0 ? -(double)x : x, c = a > 20 ? 20 : a == a ? a : 0;
    double e = exp2_core(c * 2.8853900817779268), big = 1 - 2 / (e + 1), s = c * c;
    double small = c * (1 - s * (1.0 / 3 - s * (2.0 / 15 - s * (17.0 / 315))));
    float v = (float)(c < 0.05 ? small : big);
    v = f32_from(f32_bits(v) | (f32_bits(x) & 0x80000000));
    return x == x ? v : x;
}
/* .approx multiplies by the reciprocal, which is flushed to zero for divisors beyond 2^126 */
INLINE float div_far(float x, float y)
{
    u32 ey = f32_bits(y) & 0x7fffffff;
    float r = f32_canon((float)((double)x / (double)y));
    float zero = f32_from((f32_bits(x) ^ f32_bits(y)) & 0x80000000);
    zero = x - x == 0 ? zero : f32_from(F32_NAN);
    return ey > 0x7e800000 && ey < 0x7f800000 ? zero : r;
}
/* The double ones look at the upper word only and give a result whose lower word is 0. */
INLINE double upper(double x)
{
    u64 b = f64_bits(x) & 0xffffffff00000000ull;
    return f64_from(b & 0x7ff0000000000000ull ? b : b & 1ull << 63);
}
INLINE double upper_result(double r)
{
    u64 b = f64_bits(r);
    if (r != r)
        return f64_from(0x7fffffff00000000ull);
    if (!(b & 0x7ff0000000000000ull))
        return f64_from(b & 1ull << 63);
    if (r - r == 0)
        b += 0x80000000ull;
    return f64_from(b & 0xffffffff00000000ull);
}
INLINE double rsqrt_full(double x)
{
    double r = 1.0 / __builtin_sqrt(x);
    return r == r ? r : x == x ? f64_from(F64_NAN) : f64_from(f64_bits(x) | 1ull << 51);
}
#endif
