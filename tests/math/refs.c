/* True values for the math tests: the C library in a type wider by at least 11 bits, inverse functions by Newton's
 * method on it. */
#include "functions.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846264338327950288L
#define ROOT_PI 1.77245385090551602729816748334114518L

wide ref_exp(wide x)
{
    return expl(x);
}
wide ref_exp2(wide x)
{
    return exp2l(x);
}
wide ref_exp10(wide x)
{
    return powl(10.0L, x);
}
wide ref_expm1(wide x)
{
    return expm1l(x);
}
wide ref_log(wide x)
{
    return logl(x);
}
wide ref_log2(wide x)
{
    return log2l(x);
}
wide ref_log10(wide x)
{
    return log10l(x);
}
wide ref_log1p(wide x)
{
    return log1pl(x);
}
wide ref_rsqrt(wide x)
{
    return 1 / sqrtl(x);
}
wide ref_cbrt(wide x)
{
    return cbrtl(x);
}
wide ref_rcbrt(wide x)
{
    return 1 / cbrtl(x);
}
wide ref_sin(wide x)
{
    return sinl(x);
}
wide ref_cos(wide x)
{
    return cosl(x);
}
wide ref_tan(wide x)
{
    return tanl(x);
}
wide ref_sinpi(wide x)
{
    wide r = x - 2 * rintl(x / 2);
    if (fabsl(r) > 0.5L)
        r = copysignl(1, r) - r;
    return truncl(x) == x ? x * 0 : sinl(PI * r);
}
wide ref_cospi(wide x)
{
    wide r = fabsl(x - 2 * rintl(x / 2));
    return r <= 0.25L ? cosl(PI * r) : r <= 0.75L ? sinl(PI * (0.5L - r)) : -cosl(PI * (1 - r));
}
wide ref_asin(wide x)
{
    return asinl(x);
}
wide ref_acos(wide x)
{
    return acosl(x);
}
wide ref_atan(wide x)
{
    return atanl(x);
}
wide ref_sinh(wide x)
{
    return sinhl(x);
}
wide ref_cosh(wide x)
{
    return coshl(x);
}
wide ref_tanh(wide x)
{
    return tanhl(x);
}
wide ref_asinh(wide x)
{
    return asinhl(x);
}
wide ref_acosh(wide x)
{
    return acoshl(x);
}
wide ref_atanh(wide x)
{
    return atanhl(x);
}
wide ref_erf(wide x)
{
    return erfl(x);
}
wide ref_erfc(wide x)
{
    return erfcl(x);
}
wide ref_erfcx(wide x)
{
    wide sum = 1, term = 1;
    if (x < 25)
        return expl(x * x) * erfcl(x);
    for (int k = 1; k < 12; k++) {
        term *= (wide)(1 - 2 * k) / (2 * x * x);
        sum += term;
    }
    return sum / (x * ROOT_PI);
}
/* Around 1 the result is near 0 while erfc is near 1: only 1 - x, which is exact there, still holds all its digits,
   whether long double has 64 bits (x86-64) or 113 (arm64). */
wide ref_erfcinv(wide x)
{
    if (!(x > 0 && x < 2))
        return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
    if (x >= 0.5L && x <= 1.5L)
        return ref_erfinv(1 - x);
    if (x > 1)
        return -ref_erfcinv(2 - x);
    wide y = sqrtl(-logl(x)); /* right of the root; log(erfc) is concave, so Newton's steps never pass it */
    for (int i = 0; i < 200; i++) {
        wide e = erfcl(y), step = logl(e / x) * e * ROOT_PI / 2 * expl(y * y);
        y += step;
        if (fabsl(step) <= fabsl(y) * LDBL_EPSILON * 4)
            break;
    }
    return y;
}
wide ref_erfinv(wide x)
{
    if (!(fabsl(x) < 1))
        return fabsl(x) == 1 ? copysignl(INFINITY, x) : NAN;
    if (fabsl(x) > 0.5L)
        return copysignl(ref_erfcinv(1 - fabsl(x)), x);
    wide y = x * ROOT_PI / 2;
    for (int i = x == 0 ? 60 : 0; i < 60; i++) {
        wide step = (x - erfl(y)) * ROOT_PI / 2 * expl(y * y);
        y += step;
        if (fabsl(step) <= fabsl(y) * LDBL_EPSILON * 4)
            break;
    }
    return y;
}
wide ref_normcdf(wide x)
{
    return 0.5L * erfcl(-x * sqrtl(0.5L));
}
wide ref_normcdfinv(wide x)
{
    return -sqrtl(2) * ref_erfcinv(2 * x);
}
wide ref_tgamma(wide x)
{
    return tgammal(x);
}
wide ref_lgamma(wide x)
{
    return lgammal(x);
}
wide ref_round(wide x)
{
    return roundl(x);
}
wide ref_logb(wide x)
{
    return logbl(x);
}
wide ref_pow(wide x, wide y)
{
    return powl(x, y);
}
wide ref_atan2(wide x, wide y)
{
    return atan2l(x, y);
}
wide ref_hypot(wide x, wide y)
{
    return hypotl(x, y);
}
wide ref_rhypot(wide x, wide y)
{
    return 1 / hypotl(x, y);
}
wide ref_fmod(wide x, wide y)
{
    return fmodl(x, y);
}
wide ref_remainder(wide x, wide y)
{
    return remainderl(x, y);
}
wide ref_fdim(wide x, wide y)
{
    return fdiml(x, y);
}

/* Single functions: the C library's double ones where they are good to a few ulp, else the wide ones. */
#define SAME(n, e)                                                                                                   \
    double ref_##n##f(double x)                                                                                      \
    {                                                                                                                \
        return e;                                                                                                    \
    }
SAME(exp, exp(x))
SAME(exp2, exp2(x))
SAME(exp10, pow(10.0, x))
SAME(expm1, expm1(x))
SAME(log, log(x))
SAME(log2, log2(x))
SAME(log10, log10(x))
SAME(log1p, log1p(x))
SAME(rsqrt, 1 / sqrt(x))
SAME(cbrt, cbrt(x))
SAME(rcbrt, 1 / cbrt(x))
SAME(sin, sin(x))
SAME(cos, cos(x))
SAME(tan, tan(x))
SAME(sinpi, (double)ref_sinpi(x))
SAME(cospi, (double)ref_cospi(x))
SAME(asin, asin(x))
SAME(acos, acos(x))
SAME(atan, atan(x))
SAME(sinh, sinh(x))
SAME(cosh, cosh(x))
SAME(tanh, tanh(x))
SAME(asinh, asinh(x))
SAME(acosh, acosh(x))
SAME(atanh, atanh(x))
SAME(erf, erf(x))
SAME(erfc, erfc(x))
SAME(erfcx, (double)ref_erfcx(x))
SAME(erfinv, (double)ref_erfinv(x))
SAME(erfcinv, (double)ref_erfcinv(x))
SAME(normcdf, (double)ref_normcdf(x))
SAME(normcdfinv, (double)ref_normcdfinv(x))
SAME(tgamma, tgamma(x))
SAME(lgamma, lgamma(x))
SAME(round, round(x))
SAME(logb, logb(x))
#define SAME2(n, e)                                                                                                  \
    double ref_##n##f(double x, double y)                                                                            \
    {                                                                                                                \
        return e;                                                                                                    \
    }
SAME2(pow, pow(x, y))
SAME2(atan2, atan2(x, y))
SAME2(hypot, hypot(x, y))
SAME2(rhypot, 1 / hypot(x, y))
SAME2(fmod, fmod(x, y))
SAME2(remainder, remainder(x, y))
SAME2(fdim, fdim(x, y))

/* The distance in ulps of the wanted value. */
double ulps_f32(float got, double want)
{
    float w = (float)want;
    int e;
    if (isnan(w) || isnan(got))
        return isnan(w) && isnan(got) ? 0 : 1e9;
    if (w == got)
        return w == 0 && !!signbit(w) != !!signbit(got) ? 1e9 : 0;
    if (isinf(w) || isinf(got)) { /* next to the largest number, infinity is one ulp on */
        float finite = isinf(w) ? got : w;
        return !isinf(finite) && (finite > 0) == ((isinf(w) ? w : got) > 0) && fabsf(finite) > 0x1.ffff00p127f ? 1
                                                                                                               : 1e9;
    }
    frexpf(w, &e);
    return fabs((double)got - (double)w) / ldexp(1, e - 24 < -149 || w == 0 ? -149 : e - 24);
}

double ulps_f64(double got, wide want)
{
    double w = (double)want;
    int e;
    if (isnan(w) || isnan(got))
        return isnan(w) && isnan(got) ? 0 : 1e9;
    if (w == got)
        return w == 0 && !!signbit(w) != !!signbit(got) ? 1e9 : 0;
    if (isinf(w) || isinf(got)) {
        double finite = isinf(w) ? got : w;
        return !isinf(finite) && (finite > 0) == ((isinf(w) ? w : got) > 0) && fabs(finite) > 0x1.ffffffffffp1023
                   ? 1
                   : 1e9;
    }
    frexp(w, &e);
    return (double)(fabsl((wide)got - (wide)w) / ldexpl(1, e - 53 < -1074 || w == 0 ? -1074 : e - 53));
}

static unsigned long long mix(unsigned i)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

double arg_f64(unsigned i, double lo, double hi)
{
    static const double special[] = {0,       -0.0,     1,       -1,       INFINITY, -INFINITY, NAN,
                                     DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 5e-324,   -5e-324,   0.5,
                                     -0.5,    2,        3,       -3,       10,       1e300};
    unsigned long long r = mix(i);
    double x;
    if (i < sizeof special / sizeof *special)
        return special[i];
    if (i % 4 == 0) {
        memcpy(&x, &r, 8);
        return x;
    }
    if (i % 4 == 1) { /* 1 and what is next to it, small numbers, small whole numbers */
        x = ldexp(1 + (double)(r >> 12) * 0x1p-52, (int)(r & 31) - 22);
        return r & 32 ? -x : r & 64 ? 1 + x : r & 128 ? rint(x) : x;
    }
    return lo + (hi - lo) * ((double)(r >> 11) * 0x1p-53);
}

float arg_f32(unsigned i, double lo, double hi)
{
    static const unsigned special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x80800000, 1,
                                       0x80000001, 0x3f000000, 0xbf000000, 0x40000000, 0x40400000, 0x7149f2ca};
    unsigned u = (unsigned)(mix(i) >> 32);
    float x;
    if (i < sizeof special / sizeof *special)
        u = special[i];
    else if (i % 4 != 0)
        return (float)arg_f64(i < 24 ? i + 40 : i, lo, hi);
    memcpy(&x, &u, 4);
    return x;
}
