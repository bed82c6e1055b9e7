/* The few operations that the device math library is made of. In device code each is one PTX instruction; elsewhere (the
   accuracy test) the host's equivalent, so that the same functions are measured there against a wider reference.

   clang fuses a * b + c in device code where it likes. What must not be fused is written with slm_mul and slm_add, what must
   be is written with slm_fma. */
#ifndef SLUICE_MATH_PRIM_H
#define SLUICE_MATH_PRIM_H

#if defined(__CUDA__) || defined(__CUDACC__)
#define SLM_FN static __device__ __inline__ __attribute__((always_inline, unused))
#define SLM_BIG static __device__ __attribute__((noinline, unused)) /* long and rare: one copy a program */
#define SLM_TABLE static __device__ const
#else
#define SLM_FN static inline __attribute__((unused))
#define SLM_BIG static __attribute__((unused))
#define SLM_TABLE static const
#endif

typedef unsigned int slm_u32;
typedef unsigned long long slm_u64;

SLM_FN slm_u32 slm_bits(float x)
{
    slm_u32 u;
    __builtin_memcpy(&u, &x, 4);
    return u;
}
SLM_FN float slm_float(slm_u32 u)
{
    float x;
    __builtin_memcpy(&x, &u, 4);
    return x;
}
SLM_FN slm_u64 slm_bits64(double x)
{
    slm_u64 u;
    __builtin_memcpy(&u, &x, 8);
    return u;
}
SLM_FN double slm_double(slm_u64 u)
{
    double x;
    __builtin_memcpy(&x, &u, 8);
    return x;
}

SLM_FN float slm_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
SLM_FN double slm_fma64(double a, double b, double c) { return __builtin_fma(a, b, c); }
SLM_FN float slm_abs(float x) { return slm_float(slm_bits(x) & 0x7fffffffu); }
SLM_FN double slm_abs64(double x) { return slm_double(slm_bits64(x) & 0x7fffffffffffffffull); }
SLM_FN float slm_copysign(float x, float s) { return slm_float((slm_bits(x) & 0x7fffffffu) | (slm_bits(s) & 0x80000000u)); }
SLM_FN double slm_copysign64(double x, double s)
{
    return slm_double((slm_bits64(x) & 0x7fffffffffffffffull) | (slm_bits64(s) & 0x8000000000000000ull));
}

#ifdef __CUDA_ARCH__
#if __clang_major__ < 19 /* LLVM makes a plain multiplication of the builtin, and fuses it */
SLM_FN float slm_mul(float a, float b)
{
    float r;
    __asm__("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
#else
SLM_FN float slm_mul(float a, float b) { return __nvvm_mul_rn_f(a, b); }
#endif
SLM_FN float slm_add(float a, float b) { return __nvvm_add_rn_f(a, b); }
SLM_FN float slm_div(float a, float b) { return __nvvm_div_rn_f(a, b); }
SLM_FN float slm_sqrt(float a) { return __nvvm_sqrt_rn_f(a); }
SLM_FN float slm_rint(float a) { return __builtin_rintf(a); } /* to even */
SLM_FN float slm_trunc(float a) { return __nvvm_trunc_f(a); }
SLM_FN float slm_floor(float a) { return __nvvm_floor_f(a); }
SLM_FN float slm_ceil(float a) { return __nvvm_ceil_f(a); }
SLM_FN float slm_ex2(float a) { return __nvvm_ex2_approx_f(a); }
SLM_FN float slm_lg2(float a) { return __nvvm_lg2_approx_f(a); }
SLM_FN float slm_rcp(float a) { return __nvvm_rcp_rn_f(a); }
#if __clang_major__ < 19 /* LLVM makes a plain multiplication of the builtin, and fuses it */
SLM_FN double slm_mul64(double a, double b)
{
    double r;
    __asm__("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
#else
SLM_FN double slm_mul64(double a, double b) { return __nvvm_mul_rn_d(a, b); }
#endif
SLM_FN double slm_add64(double a, double b) { return __nvvm_add_rn_d(a, b); }
SLM_FN double slm_div64(double a, double b) { return __nvvm_div_rn_d(a, b); }
SLM_FN double slm_sqrt64(double a) { return __nvvm_sqrt_rn_d(a); }
SLM_FN double slm_rint64(double a) { return __builtin_rint(a); }
SLM_FN double slm_trunc64(double a) { return __nvvm_trunc_d(a); }
SLM_FN double slm_floor64(double a) { return __nvvm_floor_d(a); }
SLM_FN double slm_ceil64(double a) { return __nvvm_ceil_d(a); }
SLM_FN int slm_int(float a) { return __nvvm_f2i_rz(a); } /* saturates; NaN: 0 */
SLM_FN int slm_int64(double a) { return __nvvm_d2i_rz(a); }
SLM_FN slm_u64 slm_mulhi64(slm_u64 a, slm_u64 b) { return __nvvm_mulhi_ull(a, b); }
SLM_FN int slm_clz64(slm_u64 a) { return __builtin_clzll(a); } /* a is not 0 */
#else /* the host: the accuracy test, and the pass of a .cu that parses device functions and never runs them */
SLM_FN float slm_mul(float a, float b) { return a * b; }
SLM_FN float slm_add(float a, float b) { return a + b; }
SLM_FN float slm_div(float a, float b) { return a / b; }
SLM_FN float slm_sqrt(float a) { return __builtin_sqrtf(a); }
SLM_FN float slm_rint(float a) { return __builtin_rintf(a); }
SLM_FN float slm_trunc(float a) { return __builtin_truncf(a); }
SLM_FN float slm_floor(float a) { return __builtin_floorf(a); }
SLM_FN float slm_ceil(float a) { return __builtin_ceilf(a); }
SLM_FN float slm_ex2(float a) { return __builtin_exp2f(a); }
SLM_FN float slm_lg2(float a) { return __builtin_log2f(a); }
SLM_FN float slm_rcp(float a) { return 1.0f / a; }
SLM_FN double slm_mul64(double a, double b) { return a * b; }
SLM_FN double slm_add64(double a, double b) { return a + b; }
SLM_FN double slm_div64(double a, double b) { return a / b; }
SLM_FN double slm_sqrt64(double a) { return __builtin_sqrt(a); }
SLM_FN double slm_rint64(double a) { return __builtin_rint(a); }
SLM_FN double slm_trunc64(double a) { return __builtin_trunc(a); }
SLM_FN double slm_floor64(double a) { return __builtin_floor(a); }
SLM_FN double slm_ceil64(double a) { return __builtin_ceil(a); }
SLM_FN int slm_int(float a) { return a >= 2147483648.0f ? 2147483647 : a < -2147483648.0f ? (-2147483647 - 1) : a == a ? (int)a : 0; }
SLM_FN int slm_int64(double a) { return a >= 2147483648.0 ? 2147483647 : a < -2147483648.0 ? (-2147483647 - 1) : a == a ? (int)a : 0; }
SLM_FN slm_u64 slm_mulhi64(slm_u64 a, slm_u64 b) { return (slm_u64)(((unsigned __int128)a * b) >> 64); }
SLM_FN int slm_clz64(slm_u64 a) { return __builtin_clzll(a); }
#endif

SLM_FN float slm_inf(void) { return slm_float(0x7f800000u); }
SLM_FN float slm_nan(void) { return slm_float(0x7fffffffu); }
SLM_FN double slm_inf64(void) { return slm_double(0x7ff0000000000000ull); }
SLM_FN double slm_nan64(void) { return slm_double(0xfff8000000000000ull); }
SLM_FN int slm_isnan(float x) { return (slm_bits(x) & 0x7fffffffu) > 0x7f800000u; }
SLM_FN int slm_isinf(float x) { return (slm_bits(x) & 0x7fffffffu) == 0x7f800000u; }
SLM_FN int slm_isfinite(float x) { return (slm_bits(x) & 0x7f800000u) != 0x7f800000u; }
SLM_FN int slm_isnan64(double x) { return (slm_bits64(x) & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }
SLM_FN int slm_isinf64(double x) { return (slm_bits64(x) & 0x7fffffffffffffffull) == 0x7ff0000000000000ull; }
SLM_FN int slm_isfinite64(double x) { return (slm_bits64(x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull; }

/* 2^i for i in [-126, 127], and x * 2^i for |i| <= 250 with one rounding where the result is subnormal. */
SLM_FN float slm_pow2(int i) { return slm_float((slm_u32)(i + 127) << 23); }
SLM_FN double slm_pow2_64(int i) { return slm_double((slm_u64)(i + 1023) << 52); }
SLM_FN float slm_scale(float x, int i)
{
    int h = i >> 1;
    return slm_mul(slm_mul(x, slm_pow2(h)), slm_pow2(i - h));
}
SLM_FN double slm_scale64(double x, int i) /* |i| <= 2000 */
{
    int h = i >> 1;
    return slm_mul64(slm_mul64(x, slm_pow2_64(h)), slm_pow2_64(i - h));
}

/* 2/pi, 1216 bits, most significant first, after 64 zero bits: for the reduction of large angles. */
SLM_TABLE slm_u32 slm_two_over_pi[] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
};
#endif
