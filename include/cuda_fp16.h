/* Half precision: half, half2, conversions, arithmetic and comparisons. In kernels arithmetic is PTX's f16; on the host
   it goes through float. */
#ifndef SLUICE_CUDA_FP16_H
#define SLUICE_CUDA_FP16_H
#define __CUDA_FP16_H__
#include <string.h>

#include "vector_types.h"

#if defined(__cplusplus)
struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
};
#define SLUICE_H static __inline__ __host__ __device__

/* float <-> half bits, to nearest even */
SLUICE_H unsigned short sluice_to_half(float f)
{
#if defined(__CUDA_ARCH__)
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
    return h;
#else
    unsigned int u, sign, e, m;
    memcpy(&u, &f, 4);
    sign = (u >> 16) & 0x8000u;
    e = (u >> 23) & 0xff;
    m = u & 0x7fffff;
    if (e == 0xff)
        return (unsigned short)(m ? 0x7fffu : sign | 0x7c00u);
    int he = (int)e - 112;
    if (he >= 31)
        return (unsigned short)(sign | 0x7c00u);
    m |= e ? 0x800000u : 0;
    int shift = he <= 0 ? 14 - he : 13;
    if (shift > 25)
        return (unsigned short)sign;
    unsigned int r = m >> shift, rest = m & ((1u << shift) - 1), half = 1u << (shift - 1);
    r += rest > half || (rest == half && (r & 1));
    return (unsigned short)(sign | (he <= 0 ? r : r + ((unsigned)(he - 1) << 10)));
#endif
}
SLUICE_H float sluice_from_half(unsigned short h)
{
#if defined(__CUDA_ARCH__)
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    return f;
#else
    unsigned int e = (h >> 10) & 31, m = h & 0x3ff, u;
    float f;
    if (e == 0) {
        f = (float)m * 0x1p-24f;
        return h & 0x8000 ? -f : f;
    }
    u = ((unsigned)(h & 0x8000) << 16) | ((e == 31 ? 255 : e + 112) << 23) | (m << 13);
    memcpy(&f, &u, 4);
    return f;
#endif
}

struct __align__(2) __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ __half(const __half_raw &r) : __x(r.x) {}
    __host__ __device__ __half(float f) : __x(sluice_to_half(f)) {}
    __host__ __device__ __half(double f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(int f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(unsigned int f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(short f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(unsigned short f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(long f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(unsigned long f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(long long f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ __half(unsigned long long f) : __x(sluice_to_half((float)f)) {}
    __host__ __device__ operator float() const { return sluice_from_half(__x); }
    __host__ __device__ operator __half_raw() const { return __half_raw{__x}; }
    __host__ __device__ __half &operator=(float f) { __x = sluice_to_half(f); return *this; }
};
typedef __half half;
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
    __host__ __device__ explicit __half2(const __half2_raw &r) : x(__half_raw{r.x}), y(__half_raw{r.y}) {}
    __host__ __device__ operator __half2_raw() const { return __half2_raw{x.__x, y.__x}; }
};
typedef __half2 half2;

SLUICE_H __half __ushort_as_half(unsigned short x) { __half h; h.__x = x; return h; }
SLUICE_H unsigned short __half_as_ushort(__half h) { return h.__x; }
SLUICE_H short __half_as_short(__half h) { return (short)h.__x; }
SLUICE_H __half __short_as_half(short x) { return __ushort_as_half((unsigned short)x); }
SLUICE_H __half __float2half(float f) { return __ushort_as_half(sluice_to_half(f)); }
SLUICE_H __half __float2half_rn(float f) { return __float2half(f); }
/* the nearest one and, if that lies on the wrong side, its neighbour */
SLUICE_H __half sluice_half_next(__half h, bool up)
{
    bool down_bits = ((h.__x & 0x8000) != 0) == up;
    if ((h.__x & 0x7fff) == 0)
        return __ushort_as_half(up ? 0x0001 : 0x8001);
    return __ushort_as_half((unsigned short)(down_bits ? h.__x - 1 : h.__x + 1));
}
SLUICE_H __half __float2half_rd(float f)
{
    __half h = __ushort_as_half(sluice_to_half(f));
    return sluice_from_half(h.__x) > f ? sluice_half_next(h, false) : h;
}
SLUICE_H __half __float2half_ru(float f)
{
    __half h = __ushort_as_half(sluice_to_half(f));
    return sluice_from_half(h.__x) < f ? sluice_half_next(h, true) : h;
}
SLUICE_H __half __float2half_rz(float f) { return f < 0 ? __float2half_ru(f) : __float2half_rd(f); }
SLUICE_H __half __double2half(double f) { return __float2half((float)f); }
SLUICE_H float __half2float(__half h) { return sluice_from_half(h.__x); }
SLUICE_H __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
SLUICE_H __half2 make_half2(__half a, __half b) { return __half2(a, b); }
SLUICE_H __half2 __half2half2(__half a) { return __half2(a, a); }
SLUICE_H __half2 __float2half2_rn(float f) { return __half2half2(__float2half(f)); }
SLUICE_H __half2 __floats2half2_rn(float a, float b) { return __half2(__float2half(a), __float2half(b)); }
SLUICE_H __half2 __float22half2_rn(float2 f) { return __floats2half2_rn(f.x, f.y); }
SLUICE_H float2 __half22float2(__half2 h) { float2 f; f.x = __half2float(h.x), f.y = __half2float(h.y); return f; }
SLUICE_H __half __low2half(__half2 h) { return h.x; }
SLUICE_H __half __high2half(__half2 h) { return h.y; }
SLUICE_H float __low2float(__half2 h) { return __half2float(h.x); }
SLUICE_H float __high2float(__half2 h) { return __half2float(h.y); }
SLUICE_H __half2 __low2half2(__half2 h) { return __half2(h.x, h.x); }
SLUICE_H __half2 __high2half2(__half2 h) { return __half2(h.y, h.y); }
SLUICE_H __half2 __lowhigh2highlow(__half2 h) { return __half2(h.y, h.x); }

#if defined(__CUDA_ARCH__)
#define SLUICE_H2OP(name, ins, op)                                                                           \
    SLUICE_H __half name(__half a, __half b)                                                                 \
    { __half r; asm(ins ".f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x)); return r; }
#define SLUICE_HFMA(a, b, c, r) asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x))
#else
#define SLUICE_H2OP(name, ins, op)                                                                           \
    SLUICE_H __half name(__half a, __half b) { return __float2half(__half2float(a) op __half2float(b)); }
#define SLUICE_HFMA(a, b, c, r) r = __float2half((float)((double)__half2float(a) * __half2float(b) + __half2float(c)))
#endif
SLUICE_H2OP(__hadd, "add.rn", +)
SLUICE_H2OP(__hsub, "sub.rn", -)
SLUICE_H2OP(__hmul, "mul.rn", *)
SLUICE_H __half __hdiv(__half a, __half b) { return __float2half(__half2float(a) / __half2float(b)); }
SLUICE_H __half __hfma(__half a, __half b, __half c) { __half r; SLUICE_HFMA(a, b, c, r); return r; }
SLUICE_H __half __hneg(__half a) { return __ushort_as_half((unsigned short)(a.__x ^ 0x8000)); }
SLUICE_H __half __habs(__half a) { return __ushort_as_half((unsigned short)(a.__x & 0x7fff)); }
#undef SLUICE_H2OP
#undef SLUICE_HFMA
SLUICE_H __half2 __hadd2(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
SLUICE_H __half2 __hsub2(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
SLUICE_H __half2 __hmul2(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
SLUICE_H __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
SLUICE_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
SLUICE_H __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
SLUICE_H bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
SLUICE_H int __hisinf(__half a) { return a.__x == 0x7c00 ? 1 : a.__x == 0xfc00 ? -1 : 0; }

#define SLUICE_HCMP(name, op)                                                                                \
    SLUICE_H bool __h##name(__half a, __half b) { return __half2float(a) op __half2float(b); }               \
    SLUICE_H bool operator op(const __half &a, const __half &b) { return __half2float(a) op __half2float(b); }
SLUICE_HCMP(eq, ==)
SLUICE_HCMP(ne, !=)
SLUICE_HCMP(lt, <)
SLUICE_HCMP(le, <=)
SLUICE_HCMP(gt, >)
SLUICE_HCMP(ge, >=)
#undef SLUICE_HCMP
SLUICE_H __half __hmin(__half a, __half b) { return __hisnan(a) || __hlt(b, a) ? b : a; }
SLUICE_H __half __hmax(__half a, __half b) { return __hisnan(a) || __hgt(b, a) ? b : a; }

#define SLUICE_HOP(op, name)                                                                                 \
    SLUICE_H __half operator op(const __half &a, const __half &b) { return __h##name(a, b); }                \
    SLUICE_H __half &operator op##=(__half &a, const __half &b) { return a = __h##name(a, b); }              \
    SLUICE_H __half2 operator op(const __half2 &a, const __half2 &b)                                         \
    { return __half2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }                                            \
    SLUICE_H __half2 &operator op##=(__half2 &a, const __half2 &b) { return a = a op b; }
SLUICE_HOP(+, add)
SLUICE_HOP(-, sub)
SLUICE_HOP(*, mul)
SLUICE_HOP(/, div)
#undef SLUICE_HOP
SLUICE_H __half operator-(const __half &a) { return __hneg(a); }

SLUICE_H __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
SLUICE_H __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

/* To and from integers, by rounding mode: the float between is exact enough for 16 bits, double for the rest */
#define SLUICE_HINT(T, n)                                                                                    \
    SLUICE_H T __half2##n##_rn(__half h) { return (T)__builtin_rintf(__half2float(h)); }                     \
    SLUICE_H T __half2##n##_rz(__half h) { return (T)__half2float(h); }                                      \
    SLUICE_H T __half2##n##_rd(__half h) { return (T)__builtin_floorf(__half2float(h)); }                    \
    SLUICE_H T __half2##n##_ru(__half h) { return (T)__builtin_ceilf(__half2float(h)); }                     \
    SLUICE_H __half __##n##2half_rn(T v) { return __float2half((float)v); }                                  \
    SLUICE_H __half __##n##2half_rz(T v) { return __float2half_rz((float)v); }                               \
    SLUICE_H __half __##n##2half_rd(T v) { return __float2half_rd((float)v); }                               \
    SLUICE_H __half __##n##2half_ru(T v) { return __float2half_ru((float)v); }
SLUICE_HINT(int, int) SLUICE_HINT(unsigned int, uint) SLUICE_HINT(short, short) SLUICE_HINT(unsigned short, ushort)
SLUICE_HINT(long long, ll) SLUICE_HINT(unsigned long long, ull)
#undef SLUICE_HINT

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

#define SLUICE_T __half
#define SLUICE_T2 __half2
#define SLUICE_TO __float2half
#define SLUICE_FROM __half2float
#define SLUICE_OF __ushort_as_half
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define SLUICE_ATOM_T "f16"
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define SLUICE_ATOM_T2 "f16x2"
#endif
#include "sluice_half_math.h"
#undef SLUICE_ATOM_T
#undef SLUICE_ATOM_T2
#undef SLUICE_T
#undef SLUICE_T2
#undef SLUICE_TO
#undef SLUICE_FROM
#undef SLUICE_OF
#undef SLUICE_H
#endif

#endif
