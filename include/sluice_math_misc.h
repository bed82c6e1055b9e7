/* What needs no approximation: remainders, scaling, rounding, neighbours, and the parts of a number. Exact, in both precisions. */
#ifndef SLUICE_MATH_MISC_H
#define SLUICE_MATH_MISC_H
#include "sluice_math_prim.h"

/* ---- single precision ---- */
SLM_FN float slm_ldexpf(float x, int n)
{
    n = n > 300 ? 300 : n < -300 ? -300 : n;
    int sub = !(slm_bits(x) & 0x7f800000u);
    float y = sub ? slm_mul(x, 0x1p24f) : x;
    if (y == 0.0f || !slm_isfinite(y))
        return x;
    int e = (int)(slm_bits(y) >> 23 & 0xff) - (sub ? 24 : 0) + n;
    slm_u32 m = slm_bits(y) & 0x807fffffu;
    if (e >= 255)
        return slm_copysign(slm_inf(), x);
    if (e > 0)
        return slm_float(m | (slm_u32)e << 23);
    return e < -30 ? slm_copysign(0.0f, x) : slm_mul(slm_mul(slm_float(m | 0x3f800000u), slm_pow2(e - 1)), 0x1p-126f);
}
SLM_FN float slm_frexpf(float x, int *e)
{
    slm_u32 u = slm_bits(x);
    *e = 0;
    if (!(u << 1) || !slm_isfinite(x))
        return slm_add(x, x);
    int k = 0;
    if (!(u & 0x7f800000u)) {
        u = slm_bits(slm_mul(x, 0x1p24f));
        k = -24;
    }
    *e = (int)(u >> 23 & 0xff) - 126 + k;
    return slm_float((u & 0x807fffffu) | 0x3f000000u);
}
SLM_FN int slm_ilogbf(float x)
{
    int e;
    if (x == 0.0f || slm_isnan(x))
        return -2147483647 - 1;
    if (slm_isinf(x))
        return 2147483647;
    slm_frexpf(x, &e);
    return e - 1;
}
SLM_FN float slm_logbf(float x)
{
    return x == 0.0f ? -slm_inf() : slm_isfinite(x) ? (float)slm_ilogbf(x) : slm_mul(x, x);
}
SLM_FN float slm_modff(float x, float *whole)
{
    *whole = slm_trunc(x);
    return slm_copysign(slm_isinf(x) ? 0.0f : slm_add(x, -*whole), x);
}
SLM_FN float slm_roundf(float x) /* halves away from zero */
{
    float t = slm_trunc(x), d = slm_abs(slm_add(x, -t));
    return slm_copysign(d >= 0.5f ? slm_add(slm_abs(t), 1.0f) : t, x);
}
SLM_FN float slm_nextafterf(float x, float y)
{
    slm_u32 u = slm_bits(x);
    if (slm_isnan(x) || slm_isnan(y))
        return slm_add(x, y);
    if (x == y)
        return y;
    if (x == 0.0f)
        return slm_float((slm_bits(y) & 0x80000000u) | 1u);
    return slm_float((x < y) == (x > 0.0f) ? u + 1 : u - 1);
}
SLM_FN float slm_fdimf(float x, float y) { return x <= y ? 0.0f : slm_add(x, -y); }
SLM_FN float slm_fminf(float x, float y) { return slm_isnan(x) ? y : slm_isnan(y) ? x : x < y || (x == y && slm_bits(x) >> 31) ? x : y; }
SLM_FN float slm_fmaxf(float x, float y) { return slm_isnan(x) ? y : slm_isnan(y) ? x : x > y || (x == y && slm_bits(y) >> 31) ? x : y; }

/* |x| mod |y| and the low bits of the quotient; both finite, y not 0. Long division, 40 bits a step. */
struct slm_rest {
    float r;
    slm_u32 q;
};
SLM_BIG struct slm_rest slm_fmod_bits(float x, float y)
{
    struct slm_rest out = {slm_abs(x), 0};
    int ex, ey;
    slm_u64 mx = (slm_u64)slm_mul(slm_abs(slm_frexpf(x, &ex)), 0x1p24f), my = (slm_u64)slm_mul(slm_abs(slm_frexpf(y, &ey)), 0x1p24f);
    int n = ex - ey;
    if (mx == 0 || n < 0)
        return out;
    slm_u32 q = (slm_u32)(mx / my);
    mx %= my;
    while (n > 0) {
        int k = n < 40 ? n : 40;
        q = (k < 32 ? q << k : 0) + (slm_u32)((mx << k) / my);
        mx = (mx << k) % my;
        n -= k;
    }
    out.r = slm_ldexpf((float)mx, ey - 24);
    out.q = q;
    return out;
}
SLM_FN int slm_fmod_domain(float x, float y) { return slm_isfinite(x) && !slm_isnan(y) && y != 0.0f; }
SLM_FN float slm_fmodf(float x, float y)
{
    if (!slm_fmod_domain(x, y))
        return slm_nan();
    return slm_isinf(y) ? x : slm_copysign(slm_fmod_bits(x, y).r, x);
}
SLM_FN float slm_remquof(float x, float y, int *quo)
{
    *quo = 0;
    if (!slm_fmod_domain(x, y))
        return slm_nan();
    if (slm_isinf(y))
        return x;
    struct slm_rest m = slm_fmod_bits(x, y);
    slm_u32 q = m.q;
    float a = slm_abs(y), r = m.r, rest = slm_add(a, -r); /* r > a / 2: one multiple more is nearer */
    if (a < 0x1p-120f ? slm_add(r, r) > a || (slm_add(r, r) == a && q & 1) : r > slm_mul(0.5f, a) || (r == slm_mul(0.5f, a) && q & 1)) {
        r = -rest;
        q++;
    }
    q &= 0x7fffffffu;
    *quo = (slm_bits(x) ^ slm_bits(y)) >> 31 ? -(int)q : (int)q;
    return r == 0.0f ? slm_copysign(0.0f, x) : slm_bits(x) >> 31 ? -r : r;
}
SLM_FN float slm_remainderf(float x, float y)
{
    int q;
    return slm_remquof(x, y, &q);
}

/* ---- double precision ---- */
SLM_FN double slm_ldexp(double x, int n)
{
    n = n > 2200 ? 2200 : n < -2200 ? -2200 : n;
    int sub = !(slm_bits64(x) & 0x7ff0000000000000ull);
    double y = sub ? slm_mul64(x, 0x1p54) : x;
    if (y == 0.0 || !slm_isfinite64(y))
        return x;
    int e = (int)(slm_bits64(y) >> 52 & 0x7ff) - (sub ? 54 : 0) + n;
    slm_u64 m = slm_bits64(y) & 0x800fffffffffffffull;
    if (e >= 2047)
        return slm_copysign64(slm_inf64(), x);
    if (e > 0)
        return slm_double(m | (slm_u64)e << 52);
    return e < -60 ? slm_copysign64(0.0, x) : slm_mul64(slm_mul64(slm_double(m | 0x3ff0000000000000ull), slm_pow2_64(e - 1)), 0x1p-1022);
}
SLM_FN double slm_frexp(double x, int *e)
{
    slm_u64 u = slm_bits64(x);
    *e = 0;
    if (!(u << 1) || !slm_isfinite64(x))
        return slm_add64(x, x);
    int k = 0;
    if (!(u & 0x7ff0000000000000ull)) {
        u = slm_bits64(slm_mul64(x, 0x1p54));
        k = -54;
    }
    *e = (int)(u >> 52 & 0x7ff) - 1022 + k;
    return slm_double((u & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
}
SLM_FN int slm_ilogb(double x)
{
    int e;
    if (x == 0.0 || slm_isnan64(x))
        return -2147483647 - 1;
    if (slm_isinf64(x))
        return 2147483647;
    slm_frexp(x, &e);
    return e - 1;
}
SLM_FN double slm_logb(double x)
{
    return x == 0.0 ? -slm_inf64() : slm_isfinite64(x) ? (double)slm_ilogb(x) : slm_mul64(x, x);
}
SLM_FN double slm_modf(double x, double *whole)
{
    *whole = slm_trunc64(x);
    return slm_copysign64(slm_isinf64(x) ? 0.0 : slm_add64(x, -*whole), x);
}
SLM_FN double slm_round(double x)
{
    double t = slm_trunc64(x), d = slm_abs64(slm_add64(x, -t));
    return slm_copysign64(d >= 0.5 ? slm_add64(slm_abs64(t), 1.0) : t, x);
}
SLM_FN double slm_nextafter(double x, double y)
{
    slm_u64 u = slm_bits64(x);
    if (slm_isnan64(x) || slm_isnan64(y))
        return slm_add64(x, y);
    if (x == y)
        return y;
    if (x == 0.0)
        return slm_double((slm_bits64(y) & 0x8000000000000000ull) | 1u);
    return slm_double((x < y) == (x > 0.0) ? u + 1 : u - 1);
}
SLM_FN double slm_fdim(double x, double y) { return x <= y ? 0.0 : slm_add64(x, -y); }
SLM_FN double slm_fmin(double x, double y) { return slm_isnan64(x) ? y : slm_isnan64(y) ? x : x < y || (x == y && slm_bits64(x) >> 63) ? x : y; }
SLM_FN double slm_fmax(double x, double y) { return slm_isnan64(x) ? y : slm_isnan64(y) ? x : x > y || (x == y && slm_bits64(y) >> 63) ? x : y; }

struct slm_rest64 {
    double r;
    slm_u32 q;
};
SLM_BIG struct slm_rest64 slm_fmod_bits64(double x, double y) /* 11 bits a step */
{
    struct slm_rest64 out = {slm_abs64(x), 0};
    int ex, ey;
    slm_u64 mx = (slm_u64)slm_mul64(slm_abs64(slm_frexp(x, &ex)), 0x1p53), my = (slm_u64)slm_mul64(slm_abs64(slm_frexp(y, &ey)), 0x1p53);
    int n = ex - ey;
    if (mx == 0 || n < 0)
        return out;
    slm_u32 q = (slm_u32)(mx / my);
    mx %= my;
    while (n > 0 && mx) {
        int k = n < 11 ? n : 11;
        q = (q << k) + (slm_u32)((mx << k) / my);
        mx = (mx << k) % my;
        n -= k;
    }
    out.r = slm_ldexp((double)mx, ey - 53);
    out.q = n > 31 ? 0 : n > 0 ? q << n : q;
    return out;
}
SLM_FN int slm_fmod_domain64(double x, double y) { return slm_isfinite64(x) && !slm_isnan64(y) && y != 0.0; }
SLM_FN double slm_fmod(double x, double y)
{
    if (!slm_fmod_domain64(x, y))
        return slm_nan64();
    return slm_isinf64(y) ? x : slm_copysign64(slm_fmod_bits64(x, y).r, x);
}
SLM_FN double slm_remquo(double x, double y, int *quo)
{
    *quo = 0;
    if (!slm_fmod_domain64(x, y))
        return slm_nan64();
    if (slm_isinf64(y))
        return x;
    struct slm_rest64 m = slm_fmod_bits64(x, y);
    slm_u32 q = m.q;
    double a = slm_abs64(y), r = m.r, rest = slm_add64(a, -r);
    if (a < 0x1p-1000 ? slm_add64(r, r) > a || (slm_add64(r, r) == a && q & 1) : r > slm_mul64(0.5, a) || (r == slm_mul64(0.5, a) && q & 1)) {
        r = -rest;
        q++;
    }
    q &= 0x7fffffffu;
    *quo = (slm_bits64(x) ^ slm_bits64(y)) >> 63 ? -(int)q : (int)q;
    return r == 0.0 ? slm_copysign64(0.0, x) : slm_bits64(x) >> 63 ? -r : r;
}
SLM_FN double slm_remainder(double x, double y)
{
    int q;
    return slm_remquo(x, y, &q);
}
#endif
