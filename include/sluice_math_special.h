/* Single precision: error functions and the normal distribution. The gamma and Bessel functions of single arguments are
   computed in double precision (sluice_math_gamma.h): rare, and cheap to get right that way. */
#ifndef SLUICE_MATH_SPECIAL_H
#define SLUICE_MATH_SPECIAL_H
#include "sluice_math_f32.h"

SLM_FN float slm_erff(float x)
{
    float a = slm_abs(x), z = slm_mul(x, x);
    float p = slm_fma(0x1.4ddb7p-14f, z, -0x1.a5b47p-11f); /* erf(x) / x - 2 / sqrt(pi) below 1 */
    p = slm_fma(p, z, 0x1.544804p-8f);
    p = slm_fma(p, z, -0x1.b8025ap-6f);
    p = slm_fma(p, z, 0x1.ce2d94p-4f);
    p = slm_fma(p, z, -0x1.812742p-2f);
    p = slm_fma(p, z, -0x1.f7ac92p-25f);
    float little = slm_fma(a, 0x1.20dd76p+0f, slm_mul(p, a));
    float b = a > 4.0f ? 4.0f : a;
    float q = slm_fma(-0x1.74b9f2p-18f, b, 0x1.84d038p-15f); /* log2(erfc(x)) / x from 1 to 4 */
    q = slm_fma(q, b, 0x1.68a6dep-13f);
    q = slm_fma(q, b, -0x1.2788f2p-8f);
    q = slm_fma(q, b, 0x1.0fc93p-5f);
    q = slm_fma(q, b, -0x1.37ef54p-3f);
    q = slm_fma(q, b, -0x1.d563c2p-1f);
    q = slm_fma(q, b, -0x1.a0d242p+0f);
    float big = slm_add(1.0f, -slm_ex2(slm_mul(q, b)));
    float r = a < 1.0f ? little : a >= 4.0f ? 1.0f : big;
    return slm_isnan(x) ? slm_add(x, x) : slm_copysign(r, x);
}

/* e^(x^2) erfc(x) for x >= 0: (1 + 2x) times it is smooth in t = (x - 4) / (x + 4) up to infinity */
SLM_FN float slm_erfcx_positive(float x)
{
    float t = x > 0x1p60f ? 1.0f : slm_div(slm_add(x, -4.0f), slm_add(x, 4.0f));
    float p = slm_fma(0x1.d76822p-14f, t, -0x1.040ddap-12f);
    p = slm_fma(p, t, -0x1.70f794p-11f);
    p = slm_fma(p, t, 0x1.4cfe9ep-8f);
    p = slm_fma(p, t, -0x1.0a043ap-6f);
    p = slm_fma(p, t, 0x1.3043a2p-5f);
    p = slm_fma(p, t, -0x1.0fa16p-4f);
    p = slm_fma(p, t, 0x1.7ff534p-4f);
    p = slm_fma(p, t, -0x1.9dddd6p-4f);
    p = slm_fma(p, t, 0x1.16ec1cp-4f);
    p = slm_fma(p, t, 0x1.f7f756p-7f);
    p = slm_fma(p, t, -0x1.1df1aap-3f);
    p = slm_fma(p, t, 0x1.3ba592p+0f);
    float d = slm_add(0.5f, x), lost = x > 0.5f ? slm_add(slm_add(x, -d), 0.5f) : slm_add(slm_add(0.5f, -d), x);
    float r = slm_div(slm_mul(0.5f, p), d); /* 1 + 2x could overflow */
    return x > 0x1p60f ? r : slm_fma(-slm_mul(lost, slm_rcp(d)), r, r);
}
SLM_FN float slm_exp_minus_square(float x, float *tail) /* e^(-x^2) = result (1 - tail) */
{
    float z = slm_mul(x, x);
    *tail = slm_fma(x, x, -z);
    return slm_expf(-z);
}
SLM_FN float slm_erfcf(float x)
{
    float a = slm_abs(x), tail, b = a > 20.0f ? 20.0f : a;
    float e = slm_exp_minus_square(b, &tail), r = slm_mul(slm_erfcx_positive(b), e);
    r = slm_fma(-tail, r, r);
    if (slm_isnan(x))
        return slm_add(x, x);
    return x < 0.5f ? slm_add(1.0f, -slm_erff(x)) : r;
}
SLM_FN float slm_erfcxf(float x)
{
    float z = slm_mul(x, x), grow = slm_expf(z); /* e^(x^2) */
    grow = slm_isinf(grow) ? grow : slm_fma(slm_fma(x, x, -z), grow, grow);
    float near = slm_mul(grow, slm_add(1.0f, -slm_erff(x)));
    if (slm_isnan(x))
        return slm_add(x, x);
    if (x < -0.5f)
        return slm_isinf(grow) ? grow : slm_add(slm_add(grow, grow), -slm_erfcx_positive(-x));
    return x < 0.5f ? near : slm_erfcx_positive(x);
}

SLM_FN float slm_erfinv_of(float x, float w) /* erfinv(x), w = -log(1 - x^2) */
{
    float v = slm_add(w, -2.75f);
    float p = slm_fma(-0x1.0a87dap-27f, v, 0x1.c163bp-29f);
    p = slm_fma(p, v, 0x1.024054p-21f);
    p = slm_fma(p, v, -0x1.5f137p-19f);
    p = slm_fma(p, v, -0x1.3e40fap-17f);
    p = slm_fma(p, v, 0x1.b69cfp-13f);
    p = slm_fma(p, v, -0x1.1041ep-10f);
    p = slm_fma(p, v, -0x1.4a0a7ap-8f);
    p = slm_fma(p, v, 0x1.f4636cp-3f);
    p = slm_fma(p, v, 0x1.9012fap+0f);
    float s = slm_add(slm_sqrt(w), -3.0f);
    float q = slm_fma(0x1.af18d2p-14f, s, -0x1.36bf14p-12f);
    q = slm_fma(q, s, -0x1.439cb8p-15f);
    q = slm_fma(q, s, 0x1.80f456p-10f);
    q = slm_fma(q, s, -0x1.d8bf36p-9f);
    q = slm_fma(q, s, 0x1.751f48p-8f);
    q = slm_fma(q, s, -0x1.f462dcp-8f);
    q = slm_fma(q, s, 0x1.357a6ep-7f);
    q = slm_fma(q, s, 0x1.006dc4p+0f);
    q = slm_fma(q, s, 0x1.6a9efcp+1f);
    return slm_mul(w < 5.0f ? p : q, x);
}
SLM_FN float slm_erfinvf(float x)
{
    float a = slm_abs(x), z = slm_mul(x, x);
    float p = slm_fma(0x1.c5c37ap-3f, z, -0x1.0a8efep-3f);
    p = slm_fma(p, z, 0x1.fbc644p-4f);
    p = slm_fma(p, z, 0x1.93d62ap-5f);
    p = slm_fma(p, z, 0x1.69c02p-4f);
    p = slm_fma(p, z, 0x1.050b78p-3f);
    p = slm_fma(p, z, 0x1.db2ad6p-3f);
    p = slm_fma(p, z, -0x1.c96212p-26f);
    float little = slm_fma(x, 0x1.c5bf8ap-1f, slm_mul(p, x));
    float big = slm_erfinv_of(x, -slm_logf(slm_mul(slm_add(1.0f, -a), slm_add(1.0f, a))));
    return a > 1.0f ? slm_nan() : a == 1.0f ? slm_copysign(slm_inf(), x) : a < 0.65f ? slm_copysign(little, x) : big;
}
#endif
