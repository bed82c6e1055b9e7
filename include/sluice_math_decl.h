/* Names of the math functions that exist for float and double, as lists. Device versions are declared here, before
   <cmath>, in the global namespace and in std; sluice_math.h defines them. */
#ifndef SLUICE_MATH_DECL_H
#define SLUICE_MATH_DECL_H

/* of one argument */
#define SLUICE_MATH1(F)                                                                                      \
    F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(erf) F(erfc) F(exp)  \
    F(exp2) F(expm1) F(fabs) F(floor) F(lgamma) F(log) F(log10) F(log1p) F(log2) F(logb) F(nearbyint)        \
    F(rint) F(round) F(sin) F(sinh) F(sqrt) F(tan) F(tanh) F(tgamma) F(trunc)
/* of two */
#define SLUICE_MATH2(F)                                                                                      \
    F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter) F(pow) F(remainder)

#define SLUICE_DECL static __device__ __inline__
#define SLUICE_F(n) SLUICE_DECL float n(float); SLUICE_DECL double n(double); SLUICE_DECL float n##f(float);
SLUICE_MATH1(SLUICE_F)
#undef SLUICE_F
#define SLUICE_F(n)                                                                                          \
    SLUICE_DECL float n(float, float); SLUICE_DECL double n(double, double); SLUICE_DECL float n##f(float, float);
SLUICE_MATH2(SLUICE_F)
#undef SLUICE_F
SLUICE_DECL float pow(float, int);
SLUICE_DECL double pow(double, int);
SLUICE_DECL float fma(float, float, float);
SLUICE_DECL double fma(double, double, double);
SLUICE_DECL float frexp(float, int *);
SLUICE_DECL double frexp(double, int *);
SLUICE_DECL float ldexp(float, int);
SLUICE_DECL double ldexp(double, int);
SLUICE_DECL float scalbn(float, int);
SLUICE_DECL double scalbn(double, int);
SLUICE_DECL float modf(float, float *);
SLUICE_DECL double modf(double, double *);
SLUICE_DECL float remquo(float, float, int *);
SLUICE_DECL double remquo(double, double, int *);
SLUICE_DECL int ilogb(float);
SLUICE_DECL int ilogb(double);
SLUICE_DECL long lrint(float);
SLUICE_DECL long lrint(double);
SLUICE_DECL long lround(float);
SLUICE_DECL long lround(double);
SLUICE_DECL long long llrint(float);
SLUICE_DECL long long llrint(double);
SLUICE_DECL long long llround(float);
SLUICE_DECL long long llround(double);
SLUICE_DECL bool isnan(float);
SLUICE_DECL bool isnan(double);
SLUICE_DECL bool isinf(float);
SLUICE_DECL bool isinf(double);
SLUICE_DECL bool isfinite(float);
SLUICE_DECL bool isfinite(double);
SLUICE_DECL bool signbit(float);
SLUICE_DECL bool signbit(double);
SLUICE_DECL float abs(float);
SLUICE_DECL double abs(double);
SLUICE_DECL int abs(int);
SLUICE_DECL long abs(long);
SLUICE_DECL long long abs(long long);
SLUICE_DECL long labs(long);
SLUICE_DECL long long llabs(long long);
#undef SLUICE_DECL

namespace std
{
#define SLUICE_F(n) using ::n;
SLUICE_MATH1(SLUICE_F)
SLUICE_MATH2(SLUICE_F)
SLUICE_F(fma) SLUICE_F(frexp) SLUICE_F(ldexp) SLUICE_F(scalbn) SLUICE_F(modf) SLUICE_F(remquo) SLUICE_F(ilogb)
SLUICE_F(lrint) SLUICE_F(lround) SLUICE_F(llrint) SLUICE_F(llround) SLUICE_F(isnan) SLUICE_F(isinf)
SLUICE_F(isfinite) SLUICE_F(signbit) SLUICE_F(abs) SLUICE_F(labs) SLUICE_F(llabs)
#undef SLUICE_F
}

#endif
