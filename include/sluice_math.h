/* The device math library: CUDA's names over the functions of the parts. Accuracy: CUDA's documented bounds (tests/math
   measures them). Under -use_fast_math (__USE_FAST_MATH__) the names that nvcc maps to intrinsics are mapped here too. */
#ifndef SLUICE_MATH_H
#define SLUICE_MATH_H
#include "sluice_math_prim.h"
#include "sluice_math_f32.h"
#include "sluice_math_special.h"
#include "sluice_math_misc.h"
#include "sluice_math_f64.h"
#include "sluice_math_gamma.h"
#include "sluice_math_bessel.h"
#ifndef SLUICE_D
#define SLUICE_D static __device__ __inline__ __attribute__((always_inline))
#endif

/* ---- intrinsics: the instruction, or two of them ---- */
SLUICE_D float __sinf(float x) { return __nvvm_sin_approx_f(x); }
SLUICE_D float __cosf(float x) { return __nvvm_cos_approx_f(x); }
SLUICE_D float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
SLUICE_D float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
SLUICE_D float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
SLUICE_D float __logf(float x) { return __nvvm_mul_rn_f(__log2f(x), 0x1.62e43p-1f); }
SLUICE_D float __log10f(float x) { return __nvvm_mul_rn_f(__log2f(x), 0x1.344136p-2f); }
SLUICE_D float __expf(float x) { return __nvvm_ex2_approx_f(__nvvm_mul_rn_f(x, 0x1.715476p+0f)); }
SLUICE_D float __exp10f(float x) { return __nvvm_ex2_approx_f(__nvvm_mul_rn_f(x, 0x1.a934fp+1f)); }
SLUICE_D float __powf(float x, float y) { return __nvvm_ex2_approx_f(__nvvm_mul_rn_f(y, __log2f(x))); }
SLUICE_D float __tanhf(float x) { return slm_tanhf(x); }
SLUICE_D void __sincosf(float x, float *s, float *c)
{
    *s = __sinf(x);
    *c = __cosf(x);
}

/* ---- of one argument: single and double ---- */
#define SLM_BOTH(n)                                    \
    SLUICE_D float n##f(float x) { return slm_##n##f(x); } \
    SLUICE_D double n(double x) { return slm_##n(x); }
#define SLM_DOUBLE(n) SLUICE_D double n(double x) { return slm_##n(x); }
SLM_BOTH(exp2) SLM_BOTH(expm1) SLM_BOTH(log1p) SLM_BOTH(cbrt) SLM_BOTH(rcbrt) SLM_BOTH(sinpi) SLM_BOTH(cospi)
SLM_BOTH(asin) SLM_BOTH(acos) SLM_BOTH(atan) SLM_BOTH(sinh) SLM_BOTH(cosh) SLM_BOTH(asinh) SLM_BOTH(acosh) SLM_BOTH(atanh)
SLM_BOTH(erf) SLM_BOTH(erfc) SLM_BOTH(erfcx) SLM_BOTH(erfinv) SLM_BOTH(erfcinv) SLM_BOTH(normcdf) SLM_BOTH(normcdfinv)
SLM_BOTH(j0) SLM_BOTH(j1) SLM_BOTH(y0) SLM_BOTH(y1) SLM_BOTH(tgamma) SLM_BOTH(lgamma) SLM_BOTH(logb) SLM_BOTH(round)
SLM_DOUBLE(exp) SLM_DOUBLE(exp10) SLM_DOUBLE(log) SLM_DOUBLE(log2) SLM_DOUBLE(log10) SLM_DOUBLE(sin) SLM_DOUBLE(cos) SLM_DOUBLE(tan)
SLM_DOUBLE(tanh) SLM_DOUBLE(rsqrt)

#ifdef __USE_FAST_MATH__
SLUICE_D float expf(float x) { return __expf(x); }
SLUICE_D float exp10f(float x) { return __exp10f(x); }
SLUICE_D float logf(float x) { return __logf(x); }
SLUICE_D float log2f(float x) { return __log2f(x); }
SLUICE_D float log10f(float x) { return __log10f(x); }
SLUICE_D float sinf(float x) { return __sinf(x); }
SLUICE_D float cosf(float x) { return __cosf(x); }
SLUICE_D float tanf(float x) { return __tanf(x); }
SLUICE_D float powf(float x, float y) { return __powf(x, y); }
SLUICE_D void sincosf(float x, float *s, float *c) { __sincosf(x, s, c); }
SLUICE_D float sqrtf(float x) { return __nvvm_sqrt_approx_ftz_f(x); }
#else
SLUICE_D float expf(float x) { return slm_expf(x); }
SLUICE_D float exp10f(float x) { return slm_exp10f(x); }
SLUICE_D float logf(float x) { return slm_logf(x); }
SLUICE_D float log2f(float x) { return slm_log2f(x); }
SLUICE_D float log10f(float x) { return slm_log10f(x); }
SLUICE_D float sinf(float x) { return slm_sinf(x); }
SLUICE_D float cosf(float x) { return slm_cosf(x); }
SLUICE_D float tanf(float x) { return slm_tanf(x); }
SLUICE_D float powf(float x, float y) { return slm_powf(x, y); }
SLUICE_D void sincosf(float x, float *s, float *c) { slm_sincosf(x, s, c); }
SLUICE_D float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
#endif
SLUICE_D float tanhf(float x) { return slm_tanhf(x); }
SLUICE_D float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
SLUICE_D double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
SLUICE_D void sincos(double x, double *s, double *c) { slm_sincos(x, s, c); }
SLUICE_D void sincospif(float x, float *s, float *c) { *s = slm_sinpif(x), *c = slm_cospif(x); }
SLUICE_D void sincospi(double x, double *s, double *c) { *s = slm_sinpi(x), *c = slm_cospi(x); }
SLUICE_D float fabsf(float x) { return __builtin_fabsf(x); }
SLUICE_D double fabs(double x) { return __builtin_fabs(x); }
SLUICE_D float floorf(float x) { return slm_floor(x); }
SLUICE_D double floor(double x) { return slm_floor64(x); }
SLUICE_D float ceilf(float x) { return slm_ceil(x); }
SLUICE_D double ceil(double x) { return slm_ceil64(x); }
SLUICE_D float truncf(float x) { return slm_trunc(x); }
SLUICE_D double trunc(double x) { return slm_trunc64(x); }
SLUICE_D float rintf(float x) { return slm_rint(x); }
SLUICE_D double rint(double x) { return slm_rint64(x); }
SLUICE_D float nearbyintf(float x) { return slm_rint(x); }
SLUICE_D double nearbyint(double x) { return slm_rint64(x); }

/* C++ overloads of the names that the C library does not have (sluice_math_all.h has the others) */
#define SLM_FLOAT(n) SLUICE_D float n(float x) { return slm_##n##f(x); }
SLM_FLOAT(exp10) SLM_FLOAT(rcbrt) SLM_FLOAT(sinpi) SLM_FLOAT(cospi) SLM_FLOAT(erfcx) SLM_FLOAT(erfinv)
SLM_FLOAT(erfcinv) SLM_FLOAT(normcdf) SLM_FLOAT(normcdfinv)
SLUICE_D void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
SLUICE_D void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }

/* ---- of two and more ---- */
#define SLM_BOTH2(n)                                               \
    SLUICE_D float n##f(float x, float y) { return slm_##n##f(x, y); } \
    SLUICE_D double n(double x, double y) { return slm_##n(x, y); }
SLM_BOTH2(atan2) SLM_BOTH2(hypot) SLM_BOTH2(rhypot) SLM_BOTH2(fmod) SLM_BOTH2(remainder) SLM_BOTH2(fdim) SLM_BOTH2(nextafter)
SLUICE_D double pow(double x, double y) { return slm_pow(x, y); }
SLUICE_D float jnf(int n, float x) { return slm_jnf(n, x); }
SLUICE_D double jn(int n, double x) { return slm_jn(n, x); }
SLUICE_D float ynf(int n, float x) { return slm_ynf(n, x); }
SLUICE_D double yn(int n, double x) { return slm_yn(n, x); }
SLUICE_D float powif(float x, int n) { return powf(x, (float)n); }
SLUICE_D double powi(double x, int n) { return slm_pow(x, (double)n); }
SLUICE_D float fminf(float x, float y) { return __nvvm_fmin_f(x, y); }
SLUICE_D float fmaxf(float x, float y) { return __nvvm_fmax_f(x, y); }
SLUICE_D double fmin(double x, double y) { return __nvvm_fmin_d(x, y); }
SLUICE_D double fmax(double x, double y) { return __nvvm_fmax_d(x, y); }
SLUICE_D float copysignf(float x, float y) { return slm_copysign(x, y); }
SLUICE_D double copysign(double x, double y) { return slm_copysign64(x, y); }
SLUICE_D float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
SLUICE_D double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
SLUICE_D float fdividef(float x, float y) { return slm_div(x, y); }
SLUICE_D double fdivide(double x, double y) { return slm_div64(x, y); }
SLUICE_D float norm3df(float a, float b, float c) { return slm_norm(a, b, c, 0.0f, 0); }
SLUICE_D float norm4df(float a, float b, float c, float d) { return slm_norm(a, b, c, d, 0); }
SLUICE_D float rnorm3df(float a, float b, float c) { return slm_norm(a, b, c, 0.0f, 1); }
SLUICE_D float rnorm4df(float a, float b, float c, float d) { return slm_norm(a, b, c, d, 1); }
SLUICE_D double norm3d(double a, double b, double c) { return slm_norm64(a, b, c, 0.0, 0); }
SLUICE_D double norm4d(double a, double b, double c, double d) { return slm_norm64(a, b, c, d, 0); }
SLUICE_D double rnorm3d(double a, double b, double c) { return slm_norm64(a, b, c, 0.0, 1); }
SLUICE_D double rnorm4d(double a, double b, double c, double d) { return slm_norm64(a, b, c, d, 1); }
SLUICE_D float rhypot(float x, float y) { return slm_rhypotf(x, y); }
SLUICE_D float normf(int n, const float *v)
{
    float r = 0.0f;
    for (int i = 0; i < n; i++)
        r = slm_hypotf(r, v[i]);
    return r;
}
SLUICE_D double norm(int n, const double *v)
{
    double r = 0.0;
    for (int i = 0; i < n; i++)
        r = slm_hypot(r, v[i]);
    return r;
}
SLUICE_D float rnormf(int n, const float *v) { return slm_div(1.0f, normf(n, v)); }
SLUICE_D double rnorm(int n, const double *v) { return slm_div64(1.0, norm(n, v)); }

/* ---- parts of numbers, conversions ---- */
SLUICE_D float frexpf(float x, int *e) { return slm_frexpf(x, e); }
SLUICE_D double frexp(double x, int *e) { return slm_frexp(x, e); }
SLUICE_D float ldexpf(float x, int e) { return slm_ldexpf(x, e); }
SLUICE_D double ldexp(double x, int e) { return slm_ldexp(x, e); }
SLUICE_D float scalbnf(float x, int e) { return slm_ldexpf(x, e); }
SLUICE_D double scalbn(double x, int e) { return slm_ldexp(x, e); }
SLUICE_D float scalblnf(float x, long e) { return slm_ldexpf(x, e > 9999 ? 9999 : e < -9999 ? -9999 : (int)e); }
SLUICE_D double scalbln(double x, long e) { return slm_ldexp(x, e > 9999 ? 9999 : e < -9999 ? -9999 : (int)e); }
SLUICE_D float modff(float x, float *w) { return slm_modff(x, w); }
SLUICE_D double modf(double x, double *w) { return slm_modf(x, w); }
SLUICE_D float remquof(float x, float y, int *q) { return slm_remquof(x, y, q); }
SLUICE_D double remquo(double x, double y, int *q) { return slm_remquo(x, y, q); }
SLUICE_D int ilogbf(float x) { return slm_ilogbf(x); }
SLUICE_D int ilogb(double x) { return slm_ilogb(x); }
SLUICE_D long lrintf(float x) { return (long)__nvvm_f2ll_rn(x); }
SLUICE_D long lrint(double x) { return (long)__nvvm_d2ll_rn(x); }
SLUICE_D long long llrintf(float x) { return __nvvm_f2ll_rn(x); }
SLUICE_D long long llrint(double x) { return __nvvm_d2ll_rn(x); }
SLUICE_D long lroundf(float x) { return (long)__nvvm_f2ll_rz(slm_roundf(x)); }
SLUICE_D long lround(double x) { return (long)__nvvm_d2ll_rz(slm_round(x)); }
SLUICE_D long long llroundf(float x) { return __nvvm_f2ll_rz(slm_roundf(x)); }
SLUICE_D long long llround(double x) { return __nvvm_d2ll_rz(slm_round(x)); }
SLUICE_D float nanf(const char *) { return slm_nan(); }
SLUICE_D double nan(const char *) { return slm_nan64(); }
SLUICE_D bool isnan(float x) { return slm_isnan(x); }
SLUICE_D bool isnan(double x) { return slm_isnan64(x); }
SLUICE_D bool isinf(float x) { return slm_isinf(x); }
SLUICE_D bool isinf(double x) { return slm_isinf64(x); }
SLUICE_D bool isfinite(float x) { return slm_isfinite(x); }
SLUICE_D bool isfinite(double x) { return slm_isfinite64(x); }
SLUICE_D bool signbit(float x) { return slm_bits(x) >> 31; }
SLUICE_D bool signbit(double x) { return slm_bits64(x) >> 63; }
#undef SLM_BOTH
#undef SLM_BOTH2
#undef SLM_DOUBLE
#undef SLM_FLOAT
#include "sluice_math_bessel_i.h"
/* names that host libraries have underneath */
SLUICE_D int __isnan(double x) { return x != x; }
SLUICE_D int __isnanf(float x) { return x != x; }
SLUICE_D int __isinf(double x) { return __builtin_fabs(x) == __builtin_inf(); }
SLUICE_D int __isinff(float x) { return __builtin_fabsf(x) == __builtin_inff(); }
SLUICE_D int __finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
SLUICE_D int __finitef(float x) { return __builtin_fabsf(x) < __builtin_inff(); }
SLUICE_D int __signbit(double x) { return (int)((unsigned long long)__double_as_longlong(x) >> 63); }
SLUICE_D int __signbitf(float x) { return (int)(__float_as_uint(x) >> 31); }
SLUICE_D int __signbitd(double x) { return __signbit(x); }
SLUICE_D int __isfinited(double x) { return __finite(x); }

#endif
