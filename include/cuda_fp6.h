/* 6-bit floating point, each in a byte of its own: e2m3 (largest 7.5) and e3m2 (largest 28), which have no infinity and no NaN.
   Conversions from and to float, double, half and bfloat16, to nearest even; what is too large becomes the largest, and so does NaN. */
#ifndef SLUICE_CUDA_FP6_H
#define SLUICE_CUDA_FP6_H
#include "cuda_fp8.h"
#include "device_types.h"

#if defined(__cplusplus)
typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;
#define SLUICE_6 static __inline__ __host__ __device__

/* cuda_fp8.h's functions have the sign in bit 7, these numbers in bit 5 */
SLUICE_6 __nv_fp6_storage_t __nv_cvt_float_to_fp6(float f, __nv_fp6_interpretation_t kind, enum cudaRoundMode)
{
    unsigned char v = kind == __NV_E2M3 ? sluice_to_fp8(f, 3, 1, 0x1f, 0x1f, 0x1f, true) : sluice_to_fp8(f, 2, 3, 0x1f, 0x1f, 0x1f, true);
    return (unsigned char)((v & 0x1f) | (v >> 2 & 0x20));
}
SLUICE_6 float sluice_fp6_to_float(__nv_fp6_storage_t v, __nv_fp6_interpretation_t kind)
{
    unsigned char wide = (unsigned char)((v & 0x1f) | (v & 0x20) << 2);
    return kind == __NV_E2M3 ? sluice_from_fp8(wide, 3, 1) : sluice_from_fp8(wide, 2, 3);
}
SLUICE_6 __nv_fp6_storage_t __nv_cvt_double_to_fp6(double f, __nv_fp6_interpretation_t k, enum cudaRoundMode r) { return __nv_cvt_float_to_fp6((float)f, k, r); }
SLUICE_6 __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw h, __nv_fp6_interpretation_t k, enum cudaRoundMode r) { return __nv_cvt_float_to_fp6(__half2float(__half(h)), k, r); }
SLUICE_6 __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw h, __nv_fp6_interpretation_t k, enum cudaRoundMode r) { return __nv_cvt_float_to_fp6(__bfloat162float(__nv_bfloat16(h)), k, r); }
SLUICE_6 __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 f, __nv_fp6_interpretation_t k, enum cudaRoundMode r)
{
    return (__nv_fp6x2_storage_t)(__nv_cvt_float_to_fp6(f.x, k, r) | __nv_cvt_float_to_fp6(f.y, k, r) << 8);
}
SLUICE_6 __nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(double2 f, __nv_fp6_interpretation_t k, enum cudaRoundMode r)
{
    return __nv_cvt_float2_to_fp6x2(make_float2((float)f.x, (float)f.y), k, r);
}
SLUICE_6 __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw h, __nv_fp6_interpretation_t k, enum cudaRoundMode r)
{
    return (__nv_fp6x2_storage_t)(__nv_cvt_halfraw_to_fp6(__half_raw{h.x}, k, r) | __nv_cvt_halfraw_to_fp6(__half_raw{h.y}, k, r) << 8);
}
SLUICE_6 __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t v, __nv_fp6_interpretation_t k) { return (__half_raw)__float2half(sluice_fp6_to_float(v, k)); }
SLUICE_6 __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t v, __nv_fp6_interpretation_t k)
{
    return __half2_raw{__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)v, k).x, __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)(v >> 8), k).x};
}

#define SLUICE_FP6(name, kind)                                                                               \
    struct name {                                                                                            \
        __nv_fp6_storage_t __x;                                                                              \
        name() = default;                                                                                    \
        __host__ __device__ explicit name(float f) : __x(__nv_cvt_float_to_fp6(f, kind, cudaRoundNearest)) {} \
        __host__ __device__ explicit name(double f) : name((float)f) {}                                      \
        __host__ __device__ explicit name(int f) : name((float)f) {}                                         \
        __host__ __device__ explicit name(__half h) : name(__half2float(h)) {}                               \
        __host__ __device__ explicit name(__nv_bfloat16 h) : name(__bfloat162float(h)) {}                    \
        __host__ __device__ explicit operator float() const { return sluice_fp6_to_float(__x, kind); }       \
        __host__ __device__ explicit operator double() const { return sluice_fp6_to_float(__x, kind); }      \
        __host__ __device__ explicit operator __half() const { return __float2half(sluice_fp6_to_float(__x, kind)); } \
        __host__ __device__ explicit operator __nv_bfloat16() const { return __float2bfloat16(sluice_fp6_to_float(__x, kind)); } \
        __host__ __device__ explicit operator bool() const { return (__x & 0x1f) != 0; }                     \
    };                                                                                                       \
    struct SLUICE_FP6_OF(name, x2) {                                                                         \
        __nv_fp6x2_storage_t __x;                                                                            \
        SLUICE_FP6_OF(name, x2)() = default;                                                                 \
        __host__ __device__ explicit SLUICE_FP6_OF(name, x2)(float2 f) : __x(__nv_cvt_float2_to_fp6x2(f, kind, cudaRoundNearest)) {} \
        __host__ __device__ explicit SLUICE_FP6_OF(name, x2)(__half2 h) : SLUICE_FP6_OF(name, x2)(sluice_two(h)) {} \
        __host__ __device__ explicit SLUICE_FP6_OF(name, x2)(__nv_bfloat162 h) : SLUICE_FP6_OF(name, x2)(sluice_two(h)) {} \
        __host__ __device__ explicit operator float2() const                                                 \
        {                                                                                                    \
            return make_float2(sluice_fp6_to_float((__nv_fp6_storage_t)__x, kind), sluice_fp6_to_float((__nv_fp6_storage_t)(__x >> 8), kind)); \
        }                                                                                                    \
        __host__ __device__ explicit operator __half2() const { return __half2(__nv_cvt_fp6x2_to_halfraw2(__x, kind)); } \
    };                                                                                                       \
    struct SLUICE_FP6_OF(name, x4) {                                                                         \
        __nv_fp6x4_storage_t __x;                                                                            \
        SLUICE_FP6_OF(name, x4)() = default;                                                                 \
        __host__ __device__ explicit SLUICE_FP6_OF(name, x4)(float4 f)                                       \
            : __x(__nv_cvt_float2_to_fp6x2(make_float2(f.x, f.y), kind, cudaRoundNearest) |                  \
                  (unsigned int)__nv_cvt_float2_to_fp6x2(make_float2(f.z, f.w), kind, cudaRoundNearest) << 16) {} \
        __host__ __device__ explicit operator float4() const                                                 \
        {                                                                                                    \
            return make_float4(sluice_fp6_to_float((__nv_fp6_storage_t)__x, kind), sluice_fp6_to_float((__nv_fp6_storage_t)(__x >> 8), kind), \
                               sluice_fp6_to_float((__nv_fp6_storage_t)(__x >> 16), kind), sluice_fp6_to_float((__nv_fp6_storage_t)(__x >> 24), kind)); \
        }                                                                                                    \
    };
#define SLUICE_FP6_OF(name, n) SLUICE_FP6_##n##_##name
#define SLUICE_FP6_x2___nv_fp6_e2m3 __nv_fp6x2_e2m3
#define SLUICE_FP6_x2___nv_fp6_e3m2 __nv_fp6x2_e3m2
#define SLUICE_FP6_x4___nv_fp6_e2m3 __nv_fp6x4_e2m3
#define SLUICE_FP6_x4___nv_fp6_e3m2 __nv_fp6x4_e3m2
SLUICE_FP6(__nv_fp6_e2m3, __NV_E2M3)
SLUICE_FP6(__nv_fp6_e3m2, __NV_E3M2)
#undef SLUICE_FP6
#undef SLUICE_FP6_OF
#undef SLUICE_6
#endif

#endif
