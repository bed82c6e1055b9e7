/* Until sluice_math.h is there: approximations only, from PTX's own. */
SLUICE_D float sluice_ap(float x) { return x; }
#define AP1(n, e) SLUICE_D float n##f(float x) { return e; } SLUICE_D double n(double x) { return (double)n##f((float)x); }
#define AP2(n, e) SLUICE_D float n##f(float x, float y) { return e; } SLUICE_D double n(double x, double y) { return (double)n##f((float)x, (float)y); }
SLUICE_D float ex2_(float x) { return __nvvm_ex2_approx_f(x); }
SLUICE_D float lg2_(float x) { return __nvvm_lg2_approx_f(x); }
SLUICE_D float fabsf(float x) { return __builtin_fabsf(x); }
SLUICE_D double fabs(double x) { return __builtin_fabs(x); }
SLUICE_D float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
SLUICE_D double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
SLUICE_D float floorf(float x) { return __builtin_floorf(x); }
SLUICE_D double floor(double x) { return __builtin_floor(x); }
SLUICE_D float ceilf(float x) { return __builtin_ceilf(x); }
SLUICE_D double ceil(double x) { return __builtin_ceil(x); }
SLUICE_D float truncf(float x) { return __builtin_truncf(x); }
SLUICE_D double trunc(double x) { return __builtin_trunc(x); }
SLUICE_D float rintf(float x) { return __builtin_rintf(x); }
SLUICE_D double rint(double x) { return __builtin_rint(x); }
AP1(exp, ex2_(x * 1.44269504f)) AP1(exp2, ex2_(x)) AP1(log, lg2_(x) * 0.69314718f) AP1(log2, lg2_(x)) AP1(log10, lg2_(x) * 0.30103f)
AP1(sin, __nvvm_sin_approx_f(x)) AP1(cos, __nvvm_cos_approx_f(x)) AP1(tan, sinf(x) / cosf(x))
AP1(acos, x) AP1(acosh, x) AP1(asin, x) AP1(asinh, x) AP1(atan, x) AP1(atanh, x) AP1(cbrt, x) AP1(cosh, x) AP1(erf, x) AP1(erfc, x)
AP1(expm1, x) AP1(lgamma, x) AP1(log1p, x) AP1(logb, x) AP1(sinh, x) AP1(tanh, x) AP1(tgamma, x) AP1(nearbyint, rintf(x)) AP1(round, floorf(x + 0.5f))
AP1(rsqrt, __nvvm_rsqrt_approx_f(x))
AP2(atan2, x) AP2(copysign, x) AP2(fdim, x) AP2(fmax, x > y ? x : y) AP2(fmin, x < y ? x : y) AP2(fmod, x - truncf(x / y) * y) AP2(hypot, sqrtf(x * x + y * y))
AP2(nextafter, x) AP2(pow, ex2_(lg2_(x) * y)) AP2(remainder, x)
SLUICE_D float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
SLUICE_D double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
SLUICE_D float frexpf(float x, int *e) { *e = 0; return x; }
SLUICE_D float ldexpf(float x, int e) { return x * ex2_((float)e); }
SLUICE_D float scalbnf(float x, int e) { return x * ex2_((float)e); }
SLUICE_D float modff(float x, float *i) { *i = truncf(x); return x - *i; }
SLUICE_D float remquof(float x, float y, int *q) { *q = 0; return x; }
SLUICE_D int ilogbf(float x) { return (int)floorf(lg2_(x)); }
SLUICE_D long lrintf(float x) { return (long)rintf(x); }
SLUICE_D long lroundf(float x) { return (long)roundf(x); }
SLUICE_D long long llrintf(float x) { return (long long)rintf(x); }
SLUICE_D long long llroundf(float x) { return (long long)roundf(x); }
SLUICE_D float __expf(float x) { return expf(x); }
SLUICE_D float __logf(float x) { return logf(x); }
SLUICE_D float __sinf(float x) { return sinf(x); }
SLUICE_D float __cosf(float x) { return cosf(x); }
SLUICE_D float __powf(float x, float y) { return powf(x, y); }
SLUICE_D void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
SLUICE_D bool isnan(float x) { return x != x; }
SLUICE_D bool isnan(double x) { return x != x; }
SLUICE_D bool isinf(float x) { return __builtin_isinf(x); }
SLUICE_D bool isinf(double x) { return __builtin_isinf(x); }
SLUICE_D bool isfinite(float x) { return __builtin_isfinite(x); }
SLUICE_D bool isfinite(double x) { return __builtin_isfinite(x); }
