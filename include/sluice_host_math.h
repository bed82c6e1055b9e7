/* Functions that CUDA has in host code and C does not: rsqrt, sinpi, erfinv and their kin, by way of C's. Included by cuda_runtime.h. */
#ifndef SLUICE_HOST_MATH_H
#define SLUICE_HOST_MATH_H
#if defined(__cplusplus)
#include <math.h>

#define SLUICE_HM static inline __host__ __attribute__((unused))
#define SLUICE_HM1(name, e)                                                                                  \
    SLUICE_HM double name(double x) { return e; }                                                            \
    SLUICE_HM float name##f(float y) { double x = y; return (float)(e); }
/* the angle x * pi, with x brought into [-1, 1] first, where that loses nothing */
SLUICE_HM double sluice_turns(double x) { return x - 2.0 * rint(x * 0.5); }
SLUICE_HM1(rsqrt, 1.0 / ::sqrt(x))
SLUICE_HM1(rcbrt, 1.0 / ::cbrt(x))
SLUICE_HM1(sinpi, ::trunc(x) == x ? 0.0 * x : ::sin(3.14159265358979323846 * sluice_turns(x)))
SLUICE_HM1(cospi, ::fabs(sluice_turns(x)) == 0.5 ? 0.0 : ::cos(3.14159265358979323846 * sluice_turns(x)))
SLUICE_HM void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
SLUICE_HM void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
SLUICE_HM1(normcdf, 0.5 * ::erfc(-x * 0.70710678118654752440))
/* Newton's steps on log erfc, which is concave: they never pass the root */
SLUICE_HM double erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? HUGE_VAL : x == 2.0 ? -HUGE_VAL : NAN;
    if (x > 1.0)
        return -erfcinv(2.0 - x);
    double y = ::sqrt(-::log(x));
    for (int i = 0; i < 100; i++) {
        double e = ::erfc(y), step = ::log(e / x) * e * 0.88622692545275801365 * ::exp(y * y);
        y += step;
        if (::fabs(step) <= ::fabs(y) * 4e-16)
            break;
    }
    return y;
}
SLUICE_HM double erfinv(double x)
{
    if (!(::fabs(x) < 1.0))
        return ::fabs(x) == 1.0 ? x * HUGE_VAL : NAN;
    if (::fabs(x) > 0.5)
        return ::copysign(erfcinv(1.0 - ::fabs(x)), x);
    double y = x * 0.88622692545275801365;
    for (int i = 0; i < 60 && x != 0.0; i++) {
        double step = (x - ::erf(y)) * 0.88622692545275801365 * ::exp(y * y);
        y += step;
        if (::fabs(step) <= ::fabs(y) * 4e-16)
            break;
    }
    return y;
}
SLUICE_HM float erfinvf(float x) { return (float)erfinv((double)x); }
SLUICE_HM float erfcinvf(float x) { return (float)erfcinv((double)x); }
SLUICE_HM1(normcdfinv, -1.41421356237309504880 * erfcinv(2.0 * x))
SLUICE_HM double rhypot(double a, double b) { return 1.0 / ::hypot(a, b); }
SLUICE_HM float rhypotf(float a, float b) { return 1.0f / ::hypotf(a, b); }
SLUICE_HM double norm3d(double a, double b, double c) { return ::hypot(::hypot(a, b), c); }
SLUICE_HM float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
SLUICE_HM double norm4d(double a, double b, double c, double d) { return ::hypot(norm3d(a, b, c), d); }
SLUICE_HM float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
#undef SLUICE_HM1
#undef SLUICE_HM
#endif

#endif
