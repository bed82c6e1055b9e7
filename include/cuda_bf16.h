/* bfloat16: __nv_bfloat16, pairs, conversions, arithmetic and comparisons. Arithmetic is done in float and rounded, which for +, -, *, / and
   fma of such short numbers gives what an instruction of its own would. */
#ifndef SLUICE_CUDA_BF16_H
#define SLUICE_CUDA_BF16_H
#define __CUDA_BF16_H__
#include <string.h>

#include "cuda_fp16.h"
#include "vector_types.h"

#if defined(__cplusplus)
#define SLUICE_B static __inline__ __host__ __device__
struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __nv_bfloat162_raw {
    unsigned short x, y;
};
SLUICE_B unsigned short sluice_to_bf16(float f)
{
    unsigned int u;
    memcpy(&u, &f, 4);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff;
    return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1)) >> 16);
}
SLUICE_B float sluice_from_bf16(unsigned short h)
{
    unsigned int u = (unsigned int)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
}
struct __align__(2) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
#define SLUICE_BFROM(T) __host__ __device__ __nv_bfloat16(T f) : __x(sluice_to_bf16((float)f)) {}
    SLUICE_BFROM(float) SLUICE_BFROM(double) SLUICE_BFROM(int) SLUICE_BFROM(unsigned int) SLUICE_BFROM(short) SLUICE_BFROM(unsigned short)
    SLUICE_BFROM(long) SLUICE_BFROM(unsigned long) SLUICE_BFROM(long long) SLUICE_BFROM(unsigned long long)
#undef SLUICE_BFROM
    __host__ __device__ operator float() const { return sluice_from_bf16(__x); }
    __host__ __device__ operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
    __host__ __device__ __nv_bfloat16 &operator=(float f) { __x = sluice_to_bf16(f); return *this; }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

SLUICE_B __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { __nv_bfloat16 h; h.__x = x; return h; }
SLUICE_B __nv_bfloat16 __short_as_bfloat16(short x) { return __ushort_as_bfloat16((unsigned short)x); }
SLUICE_B unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.__x; }
SLUICE_B short __bfloat16_as_short(__nv_bfloat16 h) { return (short)h.__x; }
SLUICE_B float __bfloat162float(__nv_bfloat16 h) { return sluice_from_bf16(h.__x); }
SLUICE_B __nv_bfloat16 __float2bfloat16(float f) { return __ushort_as_bfloat16(sluice_to_bf16(f)); }
SLUICE_B __nv_bfloat16 __float2bfloat16_rn(float f) { return __float2bfloat16(f); }
SLUICE_B __nv_bfloat16 __double2bfloat16(double f) { return __float2bfloat16((float)f); }
SLUICE_B __nv_bfloat16 __float2bfloat16_rz(float f)
{
    unsigned int u;
    memcpy(&u, &f, 4);
    return (u & 0x7fffffffu) > 0x7f800000u ? __ushort_as_bfloat16(0x7fff) : __ushort_as_bfloat16((unsigned short)(u >> 16));
}
SLUICE_B __nv_bfloat16 __float2bfloat16_rd(float f)
{
    __nv_bfloat16 h = __float2bfloat16_rz(f);
    return __bfloat162float(h) > f ? __ushort_as_bfloat16((unsigned short)(h.__x + 1)) : h;
}
SLUICE_B __nv_bfloat16 __float2bfloat16_ru(float f)
{
    __nv_bfloat16 h = __float2bfloat16_rz(f);
    return __bfloat162float(h) < f ? __ushort_as_bfloat16((unsigned short)(h.__x + 1)) : h;
}
SLUICE_B __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SLUICE_B __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SLUICE_B __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
SLUICE_B __nv_bfloat162 __float2bfloat162_rn(float f) { return __bfloat162bfloat162(__float2bfloat16(f)); }
SLUICE_B __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b)); }
SLUICE_B __nv_bfloat162 __float22bfloat162_rn(float2 f) { return __floats2bfloat162_rn(f.x, f.y); }
SLUICE_B float2 __bfloat1622float2(__nv_bfloat162 h) { float2 f; f.x = __bfloat162float(h.x), f.y = __bfloat162float(h.y); return f; }
SLUICE_B __nv_bfloat16 __low2bfloat16(__nv_bfloat162 h) { return h.x; }
SLUICE_B __nv_bfloat16 __high2bfloat16(__nv_bfloat162 h) { return h.y; }
SLUICE_B float __low2float(__nv_bfloat162 h) { return __bfloat162float(h.x); }
SLUICE_B float __high2float(__nv_bfloat162 h) { return __bfloat162float(h.y); }
SLUICE_B __nv_bfloat162 __low2bfloat162(__nv_bfloat162 h) { return __nv_bfloat162(h.x, h.x); }
SLUICE_B __nv_bfloat162 __high2bfloat162(__nv_bfloat162 h) { return __nv_bfloat162(h.y, h.y); }
SLUICE_B __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 h) { return __nv_bfloat162(h.y, h.x); }
SLUICE_B __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
SLUICE_B __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
#define SLUICE_BINT(T, n)                                                                                    \
    SLUICE_B T __bfloat162##n##_rn(__nv_bfloat16 h) { return (T)__builtin_rintf(__bfloat162float(h)); }      \
    SLUICE_B T __bfloat162##n##_rz(__nv_bfloat16 h) { return (T)__bfloat162float(h); }                       \
    SLUICE_B T __bfloat162##n##_rd(__nv_bfloat16 h) { return (T)__builtin_floorf(__bfloat162float(h)); }     \
    SLUICE_B T __bfloat162##n##_ru(__nv_bfloat16 h) { return (T)__builtin_ceilf(__bfloat162float(h)); }      \
    SLUICE_B __nv_bfloat16 __##n##2bfloat16_rn(T v) { return __float2bfloat16((float)v); }
SLUICE_BINT(int, int) SLUICE_BINT(unsigned int, uint) SLUICE_BINT(short, short) SLUICE_BINT(unsigned short, ushort)
SLUICE_BINT(long long, ll) SLUICE_BINT(unsigned long long, ull)
#undef SLUICE_BINT

#define SLUICE_BOP(op, name)                                                                                 \
    SLUICE_B __nv_bfloat16 __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) op __bfloat162float(b)); } \
    SLUICE_B __nv_bfloat16 operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __h##name(a, b); } \
    SLUICE_B __nv_bfloat16 &operator op##=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = __h##name(a, b); } \
    SLUICE_B __nv_bfloat162 operator op(const __nv_bfloat162 &a, const __nv_bfloat162 &b)                    \
    { return __nv_bfloat162(__h##name(a.x, b.x), __h##name(a.y, b.y)); }                                     \
    SLUICE_B __nv_bfloat162 &operator op##=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = a op b; }
SLUICE_BOP(+, add) SLUICE_BOP(-, sub) SLUICE_BOP(*, mul) SLUICE_BOP(/, div)
#undef SLUICE_BOP
#define SLUICE_BCMP(name, op)                                                                                \
    SLUICE_B bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) op __bfloat162float(b); } \
    SLUICE_B bool operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __h##name(a, b); }
SLUICE_BCMP(eq, ==) SLUICE_BCMP(ne, !=) SLUICE_BCMP(lt, <) SLUICE_BCMP(le, <=) SLUICE_BCMP(gt, >) SLUICE_BCMP(ge, >=)
#undef SLUICE_BCMP
SLUICE_B __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned short r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __ushort_as_bfloat16(r);
#else
    /* The product is exact in double. The sum is not always: what it loses is `lost`, and rounding it to odd (truncate towards zero, then
       set the last bit) makes the roundings to float and to 8 bits right. */
    double p = (double)__bfloat162float(a) * __bfloat162float(b), z = __bfloat162float(c), sum = p + z, t = sum - p, lost = (p - (sum - t)) + (z - t);
    float f = (float)sum;
    unsigned int u;
    memcpy(&u, &f, 4);
    if (((double)f != sum || lost != 0) && (u & 0x7f800000u) != 0x7f800000u) {
        bool beyond = (double)f != sum ? ((double)f > sum) == (sum > 0) : (lost < 0) == (sum > 0);
        u = beyond ? u - 1 : u;
        u |= 1;
        memcpy(&f, &u, 4);
    }
    return __float2bfloat16(f);
#endif
}
SLUICE_B __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000)); }
SLUICE_B __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x & 0x7fff)); }
SLUICE_B __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __hneg(a); }
SLUICE_B bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }
SLUICE_B int __hisinf(__nv_bfloat16 a) { return a.__x == 0x7f80 ? 1 : a.__x == 0xff80 ? -1 : 0; }
SLUICE_B __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __hisnan(a) || __hlt(b, a) ? b : a; }
SLUICE_B __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __hisnan(a) || __hgt(b, a) ? b : a; }
SLUICE_B __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }
SLUICE_B __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }
SLUICE_B __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }
SLUICE_B __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return a / b; }
SLUICE_B __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
SLUICE_B __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

#define SLUICE_T __nv_bfloat16
#define SLUICE_T2 __nv_bfloat162
#define SLUICE_TO __float2bfloat16
#define SLUICE_FROM __bfloat162float
#define SLUICE_OF __ushort_as_bfloat16
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define SLUICE_ATOM_T "bf16"
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define SLUICE_ATOM_T2 "bf16x2"
#endif
#include "sluice_half_math.h"
#undef SLUICE_ATOM_T
#undef SLUICE_ATOM_T2
#undef SLUICE_T
#undef SLUICE_T2
#undef SLUICE_TO
#undef SLUICE_FROM
#undef SLUICE_OF
#undef SLUICE_B
#endif

#endif
