/* Error functions, the normal distribution and the gamma function in double precision; the rarer single ones go through them. */
#ifndef SLUICE_MATH_GAMMA_H
#define SLUICE_MATH_GAMMA_H
#include "sluice_math_f64.h"
#include "sluice_math_special.h"

/* ---- error functions ---- */
SLM_FN double slm_erf_small(double x) /* |x| <= 1 */
{
    double z = slm_mul64(x, x);
    double p = slm_fma64(0x1.0622b377243ffp-34, z, -0x1.3864f17b17cf0p-30);
    p = slm_fma64(p, z, 0x1.f78e9092015b1p-27);
    p = slm_fma64(p, z, -0x1.5f19b4c55fe52p-23);
    p = slm_fma64(p, z, 0x1.b9de6675d5c9cp-20);
    p = slm_fma64(p, z, -0x1.f4d1d2f1ff0cep-17);
    p = slm_fma64(p, z, 0x1.f9a320fba157dp-14);
    p = slm_fma64(p, z, -0x1.c02db3d3c2fccp-11);
    p = slm_fma64(p, z, 0x1.565bcd0d98cfbp-8);
    p = slm_fma64(p, z, -0x1.b82ce312842f6p-6);
    p = slm_fma64(p, z, 0x1.ce2f21a042b19p-4);
    p = slm_fma64(p, z, -0x1.812746b0379e6p-2);
    p = slm_fma64(p, z, 0x1.1ae3a914fed8p-56);
    return slm_fma64(x, 0x1.20dd750429b6dp+0, slm_mul64(p, x));
}
SLM_FN double slm_erfcx_positive64(double x) /* e^(x^2) erfc(x), x >= 0; see the single precision one */
{
    double t = x > 0x1p60 ? 1.0 : slm_div64(slm_add64(x, -4.0), slm_add64(x, 4.0));
    double p = slm_fma64(-0x1.19b6bf78dd825p-32, t, 0x1.ff9f2b9713e8fp-31);
    p = slm_fma64(p, t, 0x1.abb82a43c9b52p-29);
    p = slm_fma64(p, t, -0x1.a822667dd749ap-27);
    p = slm_fma64(p, t, -0x1.5eae55a891362p-26);
    p = slm_fma64(p, t, 0x1.c8b0f1de12184p-24);
    p = slm_fma64(p, t, 0x1.4bc9f30bd2658p-24);
    p = slm_fma64(p, t, -0x1.b8d10c1748730p-21);
    p = slm_fma64(p, t, 0x1.39b96b27068b0p-22);
    p = slm_fma64(p, t, 0x1.7ef6976114c19p-18);
    p = slm_fma64(p, t, -0x1.7887352a3b5e9p-17);
    p = slm_fma64(p, t, -0x1.995381b3bbd90p-16);
    p = slm_fma64(p, t, 0x1.3be0531492bd9p-13);
    p = slm_fma64(p, t, -0x1.a1df5ddfbc421p-13);
    p = slm_fma64(p, t, -0x1.8d4a9b7b4cd94p-11);
    p = slm_fma64(p, t, 0x1.49c672e0495ebp-8);
    p = slm_fma64(p, t, -0x1.09623882f19b0p-6);
    p = slm_fma64(p, t, 0x1.3079edf51ec7cp-5);
    p = slm_fma64(p, t, -0x1.0fb06dfe564ccp-4);
    p = slm_fma64(p, t, 0x1.7fee004e1ea46p-4);
    p = slm_fma64(p, t, -0x1.9ddb23c3e86c1p-4);
    p = slm_fma64(p, t, 0x1.16ecefcfa4d41p-4);
    p = slm_fma64(p, t, 0x1.f7f5df66fd639p-7);
    p = slm_fma64(p, t, -0x1.1df1ad154a287p-3);
    p = slm_fma64(p, t, 0x1.3ba5916e9fd7fp+0);
    double d = slm_add64(0.5, x), lost = x > 0.5 ? slm_add64(slm_add64(x, -d), 0.5) : slm_add64(slm_add64(0.5, -d), x);
    double r = slm_div64(slm_mul64(0.5, p), d);
    return x > 0x1p60 ? r : slm_fma64(-slm_div64(lost, d), r, r);
}
SLM_FN double slm_erfc_pair(double x, double lo) /* erfc(x + lo) */
{
    double a = slm_abs64(x), b = a > 40.0 ? 40.0 : a;
    struct slm_pair z = slm_product(b, b);
    double far = slm_mul64(slm_erfcx_positive64(b), slm_exp_pair(-z.hi, -slm_fma64(slm_mul64(2.0, x < 0.0 ? -b : b), lo, z.lo)));
    double near = slm_add64(1.0, -slm_erf_small(a <= 1.0 ? x : 1.0));
    if (slm_isnan64(x))
        return slm_add64(x, x);
    return a < 0.5 ? near : x < 0.0 ? slm_add64(2.0, -far) : far;
}
SLM_BIG double slm_erfc(double x) { return slm_erfc_pair(x, 0.0); }
SLM_BIG double slm_erf(double x)
{
    double a = slm_abs64(x), r = a > 6.0 ? 1.0 : a > 1.0 ? slm_add64(1.0, -slm_erfc(a)) : slm_erf_small(a);
    return slm_isnan64(x) ? slm_add64(x, x) : slm_copysign64(r, x);
}
SLM_BIG double slm_erfcx(double x)
{
    struct slm_pair z = slm_product(x, x);
    if (x >= 0.5)
        return slm_erfcx_positive64(x);
    if (slm_isnan64(x))
        return slm_add64(x, x);
    double grow = x < -27.0 ? slm_inf64() : slm_exp_pair(z.hi, z.lo);
    if (x > -0.5)
        return slm_mul64(grow, slm_add64(1.0, -slm_erf_small(x)));
    return slm_isinf64(grow) ? grow : slm_add64(slm_add64(grow, grow), -slm_erfcx_positive64(-x));
}
SLM_BIG double slm_erfc_solve(double c) /* the x with erfc(x) = c, 0 < c <= 1/2: a guess, and Halley's steps */
{
    double w = -slm_log(slm_mul64(c, slm_add64(2.0, -c))), l = -slm_log(c);
    int far = w > 17.0;
    double x = far ? slm_sqrt64(slm_add64(l, slm_mul64(-0.5, slm_log(slm_mul64(l, 0x1.921fb54442d18p+1)))))
                   : (double)slm_erfinv_of((float)slm_add64(1.0, -c), (float)w);
    for (int i = far ? 4 : 1; i > 0; i--) {
        struct slm_pair z = slm_product(x, x);
        double e = slm_exp_pair(slm_mul64(0.5, z.hi), slm_mul64(0.5, z.lo)), grown = slm_mul64(slm_mul64(c, e), e);
        double u = slm_mul64(slm_add64(slm_erfcx_positive64(x), -grown), 0x1.c5bf891b4ef6bp-1);
        x = slm_add64(x, slm_div64(u, slm_fma64(-u, x, 1.0)));
    }
    return x;
}
SLM_BIG double slm_erfinv(double x)
{
    double a = slm_abs64(x);
    if (!(a < 1.0))
        return a == 1.0 ? slm_copysign64(slm_inf64(), x) : slm_nan64();
    if (a > 0.5)
        return slm_copysign64(slm_erfc_solve(slm_add64(1.0, -a)), x);
    double y = (double)slm_erfinvf((float)a), z = slm_mul64(y, y);
    y = a < 0x1p-30 ? slm_mul64(a, 0x1.c5bf891b4ef6bp-1) : y;
    double u = slm_mul64(slm_mul64(slm_add64(a, -slm_erf_small(y)), 0x1.c5bf891b4ef6bp-1), slm_exp(z));
    y = a < 0x1p-30 ? y : slm_add64(y, slm_div64(u, slm_fma64(-u, y, 1.0)));
    return slm_copysign64(y, x);
}
SLM_BIG double slm_erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? slm_inf64() : x == 2.0 ? -slm_inf64() : slm_nan64();
    if (x >= 0.5 && x <= 1.5)
        return slm_erfinv(slm_add64(1.0, -x));
    return x < 0.5 ? slm_erfc_solve(x) : -slm_erfc_solve(slm_add64(2.0, -x));
}
SLM_BIG double slm_normcdf(double x)
{
    double y = slm_abs64(x) > 60.0 ? slm_copysign64(60.0, x) : x;
    struct slm_pair p = slm_product(-y, 0x1.6a09e667f3bcdp-1);
    return slm_isnan64(x) ? slm_add64(x, x) : slm_mul64(0.5, slm_erfc_pair(p.hi, slm_fma64(-y, -0x1.bdd3413b26456p-55, p.lo)));
}
SLM_FN double slm_normcdfinv(double p) { return slm_mul64(-0x1.6a09e667f3bcdp+0, slm_erfcinv(slm_add64(p, p))); }
SLM_FN float slm_erfcinvf(float x) { return (float)slm_erfcinv((double)x); }
SLM_FN float slm_normcdff(float x) { return (float)slm_normcdf((double)x); }
SLM_FN float slm_normcdfinvf(float x) { return (float)slm_normcdfinv((double)x); }

/* ---- gamma ---- */
SLM_FN double slm_gamma_near2(double f) /* gamma(2 + f), |f| <= 1/2 */
{
    double p = slm_fma64(0x1.4924c6500b733p-19, f, -0x1.5ef044ae126afp-18);
    p = slm_fma64(p, f, 0x1.f099923d32319p-18);
    p = slm_fma64(p, f, -0x1.e5000d8c0f02dp-17);
    p = slm_fma64(p, f, 0x1.ffa43e71d10a7p-16);
    p = slm_fma64(p, f, -0x1.ffe27ae9f7dddp-15);
    p = slm_fma64(p, f, 0x1.fe526aec6430dp-14);
    p = slm_fma64(p, f, -0x1.f935581317e77p-13);
    p = slm_fma64(p, f, 0x1.011ad2599469cp-11);
    p = slm_fma64(p, f, -0x1.e21fa8347b0b4p-11);
    p = slm_fma64(p, f, 0x1.13c449fd22454p-9);
    p = slm_fma64(p, f, -0x1.75e6e6e6fd767p-9);
    p = slm_fma64(p, f, 0x1.6d7eeac911ca9p-7);
    p = slm_fma64(p, f, -0x1.17f3749dc9770p-12);
    p = slm_fma64(p, f, 0x1.301fbb0f26423p-4);
    p = slm_fma64(p, f, 0x1.4e2399846726cp-4);
    p = slm_fma64(p, f, 0x1.a5b978b96bebbp-2);
    p = slm_fma64(p, f, 0x1.b0ee6072093c5p-2);
    return slm_fma64(p, f, 1.0);
}
SLM_FN struct slm_pair slm_log_gamma_large(double x) /* x >= 8: Stirling's series, as a pair */
{
    double k, i = slm_div64(1.0, x), z = slm_mul64(i, i);
    double p = slm_fma64(-0x1.55fc2c6c75369p-6, z, 0x1.96eada0eb13e2p-8);
    p = slm_fma64(p, z, -0x1.f6007f0c3a64dp-10);
    p = slm_fma64(p, z, 0x1.b94f7449b0569p-11);
    p = slm_fma64(p, z, -0x1.38137ec98660cp-11);
    p = slm_fma64(p, z, 0x1.a01a019ee63b8p-11);
    p = slm_fma64(p, z, -0x1.6c16c16c16b2dp-9);
    p = slm_fma64(p, z, 0x1.5555555555555p-4);
    struct slm_pair l = slm_log_long(x, &k), kl = slm_product(k, 0x1.62e42fefa39efp-1);
    kl.lo = slm_fma64(k, 0x1.abc9e3b39803fp-56, kl.lo);
    l = slm_pair_mul(slm_pair_add(kl, l), slm_sum(x, -0.5)); /* (x - 1/2) log(x) - x + log(2 pi)/2 + p / x */
    l = slm_pair_add(l, slm_two(-x, slm_mul64(p, i)));
    return slm_pair_add(l, slm_two(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55));
}
SLM_BIG double slm_tgamma(double x)
{
    double a = slm_abs64(x);
    if (x == 0.0)
        return slm_copysign64(slm_inf64(), x);
    if (slm_isnan64(x) || (x < 0.0 && slm_trunc64(x) == x))
        return slm_isnan64(x) ? slm_add64(x, x) : slm_nan64();
    if (x > 172.0)
        return slm_inf64();
    if (x < -190.0) /* a zero with the sign of the function */
        return slm_trunc64(slm_mul64(0.5, slm_floor64(x))) == slm_mul64(0.5, slm_floor64(x)) ? 0.0 : -0.0;
    if (a > 12.5) {
        struct slm_pair l = slm_log_gamma_large(a);
        if (x > 0.0)
            return slm_exp_pair(l.hi, l.lo);
        double e = slm_exp_pair(slm_mul64(-0.5, l.hi), slm_mul64(-0.5, l.lo)); /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
        return slm_mul64(slm_mul64(slm_div64(-0x1.921fb54442d18p+1, slm_mul64(x, slm_sinpi(x))), e), e);
    }
    if (a < 0x1p-60)
        return slm_div64(1.0, x);
    double y = x, up = 1.0, down = 1.0;
    while (y > 2.5) {
        y = slm_add64(y, -1.0);
        up = slm_mul64(up, y);
    }
    while (y < 1.5) {
        down = slm_mul64(down, y);
        y = slm_add64(y, 1.0);
    }
    return slm_div64(slm_mul64(slm_gamma_near2(slm_add64(y, -2.0)), up), down);
}
SLM_FN double slm_lgamma_2(double f) /* log gamma(2 + f), -0.8 <= f <= 1/2 */
{
    double p = slm_fma64(0x1.30362223214cfp-23, f, 0x1.024afdede0c01p-22);
    p = slm_fma64(p, f, 0x1.14d0d0f8b65c0p-23);
    p = slm_fma64(p, f, -0x1.5f9d66b2cd143p-22);
    p = slm_fma64(p, f, 0x1.9fa53d58bc3fcp-26);
    p = slm_fma64(p, f, -0x1.a703f442416d6p-22);
    p = slm_fma64(p, f, 0x1.1c0d1ab1fb583p-20);
    p = slm_fma64(p, f, -0x1.10cecfd97ae07p-19);
    p = slm_fma64(p, f, 0x1.23b8bbfd3e8b1p-18);
    p = slm_fma64(p, f, -0x1.3cf0f441f48c7p-17);
    p = slm_fma64(p, f, 0x1.582016a783e3ap-16);
    p = slm_fma64(p, f, -0x1.78db7cb2eea76p-15);
    p = slm_fma64(p, f, 0x1.a1274992ecf59p-14);
    p = slm_fma64(p, f, -0x1.d3fd608479c22p-13);
    p = slm_fma64(p, f, 0x1.0b36b029cae29p-11);
    p = slm_fma64(p, f, -0x1.38ac5c06eee6fp-10);
    p = slm_fma64(p, f, 0x1.7add6eacaecf6p-9);
    p = slm_fma64(p, f, -0x1.e404fc21d23cdp-8);
    p = slm_fma64(p, f, 0x1.51322ac7d8a23p-6);
    p = slm_fma64(p, f, -0x1.13e001a55754ep-4);
    p = slm_fma64(p, f, 0x1.4a34cc4a60fa6p-2);
    p = slm_fma64(p, f, 0x1.b0ee6072093cep-2);
    return slm_mul64(p, f);
}
SLM_FN double slm_lgamma_positive(double x)
{
    if (x < 0.5)
        return slm_add64(slm_lgamma_2(x), -slm_log(slm_fma64(x, x, x)));
    if (x < 1.2)
        return slm_add64(slm_lgamma_2(slm_add64(x, -1.0)), -slm_log(x));
    if (x > 8.0) {
        if (x > 1e300)
            return slm_mul64(x, slm_add64(slm_log(x), -1.0));
        struct slm_pair l = slm_log_gamma_large(x);
        return slm_add64(l.hi, l.lo);
    }
    double up = 1.0;
    while (x > 2.5) {
        x = slm_add64(x, -1.0);
        up = slm_mul64(up, x);
    }
    return slm_add64(slm_lgamma_2(slm_add64(x, -2.0)), up > 1.0 ? slm_log(up) : 0.0);
}
SLM_BIG double slm_lgamma(double x)
{
    double a = slm_abs64(x);
    if (!slm_isfinite64(x))
        return slm_mul64(x, x);
    if (a < 0x1p-60)
        return -slm_log(a);
    if (x > 0.0)
        return slm_lgamma_positive(x);
    if (slm_trunc64(x) == x)
        return slm_inf64();
    double s = slm_abs64(slm_mul64(x, slm_sinpi(x)));
    return slm_add64(slm_log(slm_div64(0x1.921fb54442d18p+1, s)), -slm_lgamma_positive(a));
}
SLM_FN float slm_tgammaf(float x) { return (float)slm_tgamma((double)x); }
SLM_FN float slm_lgammaf(float x) { return (float)slm_lgamma((double)x); }
#endif
