/* The device math functions under test: name, the largest error CUDA documents (in ulp, against the correctly rounded
   result; CUDA C++ Programming Guide, "Mathematical Functions"), and the stretch that is sampled densely besides all
   the rest. */
#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

/* clang-format off */
#define MATH_F32(F) \
    F(expf, 2, -105, 90) F(exp2f, 2, -150, 129) F(exp10f, 2, -46, 39) F(expm1f, 1, -20, 90) F(logf, 1, 0, 4) \
    F(log2f, 1, 0, 4) F(log10f, 2, 0, 4) F(log1pf, 1, -1, 4) F(rsqrtf, 2, 0, 10) F(cbrtf, 1, -10, 10) \
    F(rcbrtf, 1, -10, 10) F(sinf, 2, -100, 100) F(cosf, 2, -100, 100) F(tanf, 4, -100, 100) \
    F(sinpif, 1, -4, 4) F(cospif, 1, -4, 4) F(asinf, 2, -1, 1) F(acosf, 2, -1, 1) F(atanf, 2, -5, 5) \
    F(sinhf, 3, -10, 10) F(coshf, 2, -10, 10) F(tanhf, 2, -5, 5) F(asinhf, 3, -5, 5) F(acoshf, 4, 1, 5) \
    F(atanhf, 3, -1, 1) F(erff, 2, -4, 4) F(erfcf, 4, -4, 11) F(erfcxf, 4, -9, 20) F(erfinvf, 2, -1, 1) \
    F(erfcinvf, 4, 0, 2) F(normcdff, 5, -14, 6) F(normcdfinvf, 5, 0, 1) F(tgammaf, 5, -10, 36) \
    F(lgammaf, 6, -2.26f, 20) F(roundf, 0, -9, 9) F(logbf, 0, 0, 9)
#define MATH_F32_2(F) \
    F(powf, 4) F(atan2f, 3) F(hypotf, 3) F(rhypotf, 2) F(fmodf, 0) F(remainderf, 0) F(fdimf, 0)
#define MATH_F64(F) \
    F(exp, 1, -746, 710) F(exp2, 1, -1075, 1025) F(exp10, 1, -324, 309) F(expm1, 1, -40, 710) \
    F(log, 1, 0, 4) F(log2, 1, 0, 4) F(log10, 1, 0, 4) F(log1p, 1, -1, 4) F(rsqrt, 1, 0, 10) \
    F(cbrt, 1, -10, 10) F(rcbrt, 1, -10, 10) F(sin, 2, -100, 100) F(cos, 2, -100, 100) F(tan, 2, -100, 100) \
    F(sinpi, 2, -4, 4) F(cospi, 2, -4, 4) F(asin, 2, -1, 1) F(acos, 2, -1, 1) F(atan, 2, -5, 5) \
    F(sinh, 2, -10, 10) F(cosh, 1, -10, 10) F(tanh, 1, -5, 5) F(asinh, 3, -5, 5) F(acosh, 3, 1, 5) \
    F(atanh, 2, -1, 1) F(erf, 2, -6, 6) F(erfc, 5, -6, 27) F(erfcx, 4, -20, 30) F(erfinv, 8, -1, 1) \
    F(erfcinv, 8, 0, 2) F(normcdf, 7, -38, 8) F(normcdfinv, 8, 0, 1) F(tgamma, 10, -20, 172) \
    F(lgamma, 4, -2.26, 30) F(round, 0, -9, 9) F(logb, 0, 0, 9)
#define MATH_F64_2(F) \
    F(pow, 2) F(atan2, 2) F(hypot, 2) F(rhypot, 1) F(fmod, 0) F(remainder, 0) F(fdim, 0)

/* refs.c: the true values, in a wider type. Those of single functions take and give double. */
typedef long double wide;
#ifdef __cplusplus
extern "C" {
#endif
#define F(n, ...) double ref_##n(double);
MATH_F32(F)
#undef F
#define F(n, ...) double ref_##n(double, double);
MATH_F32_2(F)
#undef F
#define F(n, ...) wide ref_##n(wide);
MATH_F64(F)
#undef F
#define F(n, ...) wide ref_##n(wide, wide);
MATH_F64_2(F)
#undef F
/* |got - want rounded|, in units of the last place of the latter; a wrong NaN or infinity is 1e9. */
double ulps_f32(float got, double want);
double ulps_f64(double got, wide want);
/* The i-th argument: special values first, then every kind in turn: any bits, the dense stretch, around small powers
 * of 2. */
float arg_f32(unsigned i, double lo, double hi);
double arg_f64(unsigned i, double lo, double hi);
#ifdef __cplusplus
}
#endif
/* clang-format on */

#endif
