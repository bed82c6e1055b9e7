/* 8-bit floating point: e4m3 (largest 448, no infinity) and e5m2 (largest 57344), conversions from and to float, half and bfloat16, to
   nearest even, saturating to the largest finite number or not. There is no arithmetic: programs convert. */
#ifndef SLUICE_CUDA_FP8_H
#define SLUICE_CUDA_FP8_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__cplusplus)
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
#define SLUICE_8 static __inline__ __host__ __device__

/* `mant` bits of fraction, exponents biased by `bias`; the largest finite pattern and what lies above it */
SLUICE_8 unsigned char sluice_to_fp8(float f, int mant, int bias, unsigned int largest, unsigned int above, unsigned int nan, bool sat)
{
    unsigned int u;
    memcpy(&u, &f, 4);
    unsigned int sign = (u >> 24) & 0x80u, e = (u >> 23) & 0xff, m = u & 0x7fffffu;
    if (e == 0xff)
        return (unsigned char)(m ? (sign & 0) | nan : sign | (sat ? largest : above));
    int exponent = (int)e - 127 + bias, shift = 23 - mant;
    m |= e ? 0x800000u : 0;
    if (exponent <= 0)
        shift += 1 - exponent;
    if (shift > 25)
        return (unsigned char)sign;
    unsigned int r = m >> shift, rest = m & ((1u << shift) - 1), half = 1u << (shift - 1);
    r += rest > half || (rest == half && (r & 1));
    if (exponent > 0)
        r += (unsigned int)(exponent - 1) << mant;
    if (r > largest)
        r = sat ? largest : above;
    return (unsigned char)(sign | r);
}
SLUICE_8 float sluice_from_fp8(unsigned char v, int mant, int bias)
{
    int e = (v & 0x7f) >> mant, m = v & ((1 << mant) - 1);
    float f = e ? (float)(m + (1 << mant)) : (float)m;
    int power = (e ? e : 1) - bias - mant;
    for (; power > 0; power--)
        f *= 2.0f;
    for (; power < 0; power++)
        f *= 0.5f;
    return v & 0x80 ? -f : f;
}
SLUICE_8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float f, __nv_saturation_t sat, __nv_fp8_interpretation_t kind)
{
    return kind == __NV_E4M3 ? sluice_to_fp8(f, 3, 7, 0x7e, 0x7f, 0x7f, sat == __NV_SATFINITE)
                             : sluice_to_fp8(f, 2, 15, 0x7b, 0x7c, 0x7f, sat == __NV_SATFINITE);
}
SLUICE_8 float sluice_fp8_to_float(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind)
{
    unsigned int bits = v & 0x7fu, inf = 0x7f800000u | ((unsigned int)(v & 0x80) << 24), nan = 0x7fffffffu;
    float f;
    if (kind == __NV_E4M3 ? bits == 0x7f : bits > 0x7c)
        memcpy(&f, &nan, 4);
    else if (kind == __NV_E5M2 && bits == 0x7c)
        memcpy(&f, &inf, 4);
    else
        f = kind == __NV_E4M3 ? sluice_from_fp8(v, 3, 7) : sluice_from_fp8(v, 2, 15);
    return f;
}
SLUICE_8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(double f, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_float_to_fp8((float)f, s, k); }
SLUICE_8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw h, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_float_to_fp8(__half2float(__half(h)), s, k); }
SLUICE_8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw h, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(h)), s, k); }
SLUICE_8 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 f, __nv_saturation_t s, __nv_fp8_interpretation_t k)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(f.x, s, k) | __nv_cvt_float_to_fp8(f.y, s, k) << 8);
}
SLUICE_8 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw h, __nv_saturation_t s, __nv_fp8_interpretation_t k)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(__half_raw{h.x}, s, k) | __nv_cvt_halfraw_to_fp8(__half_raw{h.y}, s, k) << 8);
}
SLUICE_8 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v, __nv_fp8_interpretation_t k) { return (__half_raw)__float2half(sluice_fp8_to_float(v, k)); }
SLUICE_8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v, __nv_fp8_interpretation_t k)
{
    return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)v, k).x, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(v >> 8), k).x};
}

#define SLUICE_FP8(name, kind)                                                                               \
    struct name {                                                                                            \
        __nv_fp8_storage_t __x;                                                                              \
        name() = default;                                                                                    \
        __host__ __device__ explicit name(float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind)) {}  \
        __host__ __device__ explicit name(double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(int f) : __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(__half h) : __x(__nv_cvt_float_to_fp8(__half2float(h), __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(__nv_bfloat16 h) : __x(__nv_cvt_float_to_fp8(__bfloat162float(h), __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit operator float() const { return sluice_fp8_to_float(__x, kind); }       \
        __host__ __device__ explicit operator double() const { return sluice_fp8_to_float(__x, kind); }      \
        __host__ __device__ explicit operator __half() const { return __float2half(sluice_fp8_to_float(__x, kind)); } \
        __host__ __device__ explicit operator __nv_bfloat16() const { return __float2bfloat16(sluice_fp8_to_float(__x, kind)); } \
        __host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }                     \
    };
/* From values of two: float2, half2 and bfloat162 for a pair, two of these for four; low ones first. */
SLUICE_8 float2 sluice_two(__half2 h) { return __half22float2(h); }
SLUICE_8 float2 sluice_two(__nv_bfloat162 h) { return __bfloat1622float2(h); }
SLUICE_8 float2 sluice_two(double2 d) { return make_float2((float)d.x, (float)d.y); }
#define SLUICE_FP8_FROM2(name, one, T)                                                                       \
    __host__ __device__ explicit name(T h) { *this = name(sluice_two(h)); }
#define SLUICE_FP8_FROM4(name, one, T)                                                                       \
    __host__ __device__ explicit name(T low, T high)                                                         \
    {                                                                                                        \
        float2 l = sluice_two(low), h = sluice_two(high);                                                    \
        *this = name(make_float4(l.x, l.y, h.x, h.y));                                                       \
    }
#define SLUICE_FP8_FROM_2(name, one)                                                                         \
    SLUICE_FP8_FROM2(name, one, __half2) SLUICE_FP8_FROM2(name, one, __nv_bfloat162) SLUICE_FP8_FROM2(name, one, double2)
#define SLUICE_FP8_FROM_4(name, one)                                                                         \
    SLUICE_FP8_FROM4(name, one, __half2) SLUICE_FP8_FROM4(name, one, __nv_bfloat162)                         \
    __host__ __device__ explicit name(double4 d) { *this = name(make_float4((float)d.x, (float)d.y, (float)d.z, (float)d.w)); }
#define SLUICE_FP8_FROM(name, one, n) SLUICE_FP8_FROM_##n(name, one)
#define SLUICE_FP8N(name, one, storage, F, n)                                                                \
    struct name {                                                                                            \
        storage __x;                                                                                         \
        name() = default;                                                                                    \
        __host__ __device__ explicit name(F f)                                                               \
        {                                                                                                    \
            float v[n];                                                                                      \
            unsigned char b[n];                                                                              \
            memcpy(v, &f, sizeof(v));                                                                        \
            for (int i = 0; i < n; i++)                                                                      \
                b[i] = one(v[i]).__x;                                                                        \
            memcpy(&__x, b, n);                                                                              \
        }                                                                                                    \
        SLUICE_FP8_FROM(name, one, n)                                                                        \
        __host__ __device__ explicit operator F() const                                                      \
        {                                                                                                    \
            float v[n];                                                                                      \
            unsigned char b[n];                                                                              \
            F f;                                                                                             \
            memcpy(b, &__x, n);                                                                              \
            for (int i = 0; i < n; i++) {                                                                    \
                one e;                                                                                       \
                e.__x = b[i];                                                                                \
                v[i] = (float)e;                                                                             \
            }                                                                                                \
            memcpy(&f, v, sizeof(v));                                                                        \
            return f;                                                                                        \
        }                                                                                                    \
    };
SLUICE_FP8(__nv_fp8_e4m3, __NV_E4M3)
SLUICE_FP8(__nv_fp8_e5m2, __NV_E5M2)
SLUICE_FP8N(__nv_fp8x2_e4m3, __nv_fp8_e4m3, __nv_fp8x2_storage_t, float2, 2)
SLUICE_FP8N(__nv_fp8x2_e5m2, __nv_fp8_e5m2, __nv_fp8x2_storage_t, float2, 2)
SLUICE_FP8N(__nv_fp8x4_e4m3, __nv_fp8_e4m3, __nv_fp8x4_storage_t, float4, 4)
SLUICE_FP8N(__nv_fp8x4_e5m2, __nv_fp8_e5m2, __nv_fp8x4_storage_t, float4, 4)
#undef SLUICE_FP8
#undef SLUICE_FP8N
#undef SLUICE_FP8_FROM
#undef SLUICE_FP8_FROM_4
#undef SLUICE_FP8_FROM_2
#undef SLUICE_FP8_FROM4
#undef SLUICE_FP8_FROM2
#undef SLUICE_8
#endif

#endif
