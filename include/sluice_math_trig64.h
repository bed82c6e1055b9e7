/* Double precision: trigonometric functions and their inverses, hyperbolic functions. Part of sluice_math_f64.h. */
#ifndef SLUICE_MATH_TRIG64_H
#define SLUICE_MATH_TRIG64_H

/* ---- x = q pi/2 + (hi + lo) ---- */
struct slm_angle64 {
    struct slm_pair r;
    int q;
};
SLM_BIG struct slm_angle64 slm_reduce_large64(double x) /* |x| >= 2^20, finite */
{
    slm_u64 u = slm_bits64(x), m = (u & 0xfffffffffffffull) | 0x10000000000000ull;
    int at = (int)(u >> 52 & 0x7ff) - 1075 + 62; /* first bit of a window of 192 bits into 2/pi */
    int word = at >> 5, sh = at & 31;
    slm_u64 w[3];
    for (int i = 0; i < 3; i++) {
        slm_u64 a = slm_two_over_pi[word + 2 * i], b = slm_two_over_pi[word + 2 * i + 1], c = slm_two_over_pi[word + 2 * i + 2];
        w[i] = ((a << 32 | b) << sh) | (sh ? c >> (32 - sh) : 0);
    }
    slm_u64 lo = m * w[1] + slm_mulhi64(m, w[2]), hi = m * w[0] + slm_mulhi64(m, w[1]) + (lo < m * w[1]); /* x 2/pi mod 4, units of 2^-126 */
    slm_u64 top = hi << 2 | lo >> 62, low = lo << 2;
    int negative = (int)(top >> 63);
    int q = (int)(hi >> 62) + negative;
    if (negative) {
        top = ~top + (low == 0);
        low = ~low + 1;
    }
    int lz = top ? slm_clz64(top) : 63; /* bring the leading bit up */
    top = lz ? top << lz | low >> (64 - lz) : top;
    low <<= lz;
    double scale = slm_pow2_64(-lz - 64), a = slm_mul64((double)(top >> 11), slm_mul64(scale, 2048.0));
    double b = slm_mul64((double)((top & 2047) << 42 | low >> 22), slm_mul64(scale, 0x1p-42));
    struct slm_pair r = slm_pair_mul(slm_two(a, b), slm_two(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
    if (negative != (int)(u >> 63))
        r = slm_two(-r.hi, -r.lo);
    struct slm_angle64 out = {r, u >> 63 ? -q : q};
    return out;
}
SLM_FN struct slm_pair slm_reduce64(double x, int *q)
{
    if (!(slm_abs64(x) < 0x1p30)) {
        if (!slm_isfinite64(x)) {
            *q = 0;
            return slm_two(slm_nan64(), 0.0);
        }
        struct slm_angle64 far = slm_reduce_large64(x);
        *q = far.q;
        return far.r;
    }
    double t = slm_rint64(slm_mul64(x, 0x1.45f306dc9c883p-1));
    *q = slm_int64(t);
    double r = slm_fma64(t, -0x1.921fb54442d18p+0, x); /* exact */
    struct slm_pair w = slm_product(t, 0x1.1a62633145c07p-54), s = slm_sum(r, -w.hi);
    return slm_fast_sum(s.hi, slm_add64(s.lo, slm_fma64(t, 0x1.f1976b7ed8fbcp-110, -w.lo)));
}
SLM_FN double slm_sin_poly64(struct slm_pair r)
{
    double z = slm_mul64(r.hi, r.hi);
    double p = slm_fma64(0x1.5d88ff157f181p-33, z, -0x1.ae5e4496324a7p-26);
    p = slm_fma64(p, z, 0x1.71de354e08638p-19);
    p = slm_fma64(p, z, -0x1.a01a019be3325p-13);
    p = slm_fma64(p, z, 0x1.111111110f716p-7);
    p = slm_fma64(p, z, -0x1.5555555555548p-3);
    double c = slm_fma64(-0.5, z, 1.0); /* cos, near enough for the low part */
    return slm_add64(r.hi, slm_fma64(slm_mul64(z, r.hi), p, slm_mul64(r.lo, c)));
}
SLM_FN double slm_cos_poly64(struct slm_pair r)
{
    double z = slm_mul64(r.hi, r.hi);
    double p = slm_fma64(-0x1.8fa3ccfcf3dc3p-37, z, 0x1.1ee9d79eb6cf8p-29);
    p = slm_fma64(p, z, -0x1.27e4f7ed0a1f6p-22);
    p = slm_fma64(p, z, 0x1.a01a019c8b2f7p-16);
    p = slm_fma64(p, z, -0x1.6c16c16c15003p-10);
    p = slm_fma64(p, z, 0x1.555555555554bp-5);
    double h = slm_mul64(0.5, z), w = slm_add64(1.0, -h), z_lo = slm_fma64(r.hi, r.hi, -z);
    double tail = slm_fma64(slm_mul64(z, z), p, slm_fma64(-r.hi, r.lo, slm_mul64(-0.5, z_lo)));
    return slm_add64(w, slm_add64(slm_add64(slm_add64(1.0, -w), -h), tail));
}
SLM_FN double slm_sin_quadrant64(struct slm_pair r, int q)
{
    double v = q & 1 ? slm_cos_poly64(r) : slm_sin_poly64(r);
    return q & 2 ? -v : v;
}
SLM_FN double slm_sin(double x)
{
    int q;
    struct slm_pair r = slm_reduce64(x, &q);
    return x == 0.0 ? x : slm_sin_quadrant64(r, q);
}
SLM_FN double slm_cos(double x)
{
    int q;
    struct slm_pair r = slm_reduce64(x, &q);
    return slm_sin_quadrant64(r, q + 1);
}
SLM_FN void slm_sincos(double x, double *s, double *c)
{
    int q;
    struct slm_pair r = slm_reduce64(x, &q);
    double sr = slm_sin_poly64(r), cr = slm_cos_poly64(r);
    double a = q & 1 ? cr : sr, b = q & 1 ? sr : cr;
    *s = x == 0.0 ? x : q & 2 ? -a : a;
    *c = (q + 1) & 2 ? -b : b;
}
SLM_FN double slm_tan(double x)
{
    int q;
    struct slm_pair r = slm_reduce64(x, &q);
    double s = slm_sin_poly64(r), c = slm_cos_poly64(r);
    double v = slm_div64(q & 1 ? -c : s, q & 1 ? s : c);
    return x == 0.0 ? x : v;
}
SLM_FN struct slm_pair slm_reduce_pi64(double x, int *q)
{
    x = slm_abs64(x) < 0x1p53 ? x : slm_mul64(x, 0.0);
    double t = slm_rint64(slm_add64(x, x)), r = slm_fma64(t, -0.5, x);
    *q = (int)((long long)t & 3);
    struct slm_pair p = slm_product(r, 0x1.921fb54442d18p+1);
    return slm_two(p.hi, slm_fma64(r, 0x1.1a62633145c07p-53, p.lo));
}
SLM_FN double slm_sinpi(double x)
{
    int q;
    struct slm_pair r = slm_reduce_pi64(x, &q);
    double v = slm_sin_quadrant64(r, q);
    return slm_trunc64(x) == x ? slm_mul64(x, 0.0) : v;
}
SLM_FN double slm_cospi(double x)
{
    int q;
    struct slm_pair r = slm_reduce_pi64(x, &q);
    double v = slm_sin_quadrant64(r, q + 1);
    return v == 0.0 ? 0.0 : v;
}
/* ---- inverses ---- */
SLM_FN double slm_asin_tail64(double z) /* (asin(s) - s) / s, s^2 = z <= 1/4 */
{
    double p = slm_fma64(0x1.05cf5496556a8p-5, z, -0x1.0af5e6a757c8ep-6);
    p = slm_fma64(p, z, 0x1.40b1cdbe8a62ap-6);
    p = slm_fma64(p, z, 0x1.aab45c55ffdd2p-8);
    p = slm_fma64(p, z, 0x1.8ee48ea301735p-7);
    p = slm_fma64(p, z, 0x1.c6f88076b75f2p-7);
    p = slm_fma64(p, z, 0x1.1c6c27af1f356p-6);
    p = slm_fma64(p, z, 0x1.6e89ef79be0a2p-6);
    p = slm_fma64(p, z, 0x1.f1c72c6d539d0p-6);
    p = slm_fma64(p, z, 0x1.6db6db41d3e2dp-5);
    p = slm_fma64(p, z, 0x1.333333336f883p-4);
    p = slm_fma64(p, z, 0x1.5555555555387p-3);
    return slm_mul64(p, z);
}
SLM_FN double slm_asin(double x)
{
    double a = slm_abs64(x), z = a > 0.5 ? slm_fma64(a, -0.5, 0.5) : slm_mul64(a, a);
    double s = a > 0.5 ? slm_sqrt64(z) : a, t = slm_mul64(s, slm_asin_tail64(z));
    double r = slm_add64(s, t);
    if (a > 0.5) {
        double lost = s > 0.0 ? slm_div64(slm_fma64(-s, s, z), slm_add64(s, s)) : 0.0; /* what the root rounded off */
        struct slm_pair w = slm_sum(0x1.921fb54442d18p+0, slm_mul64(-2.0, s));
        r = slm_add64(w.hi, slm_add64(slm_fma64(-2.0, slm_add64(t, lost), 0x1.1a62633145c07p-54), w.lo));
    }
    return slm_copysign64(r, x);
}
SLM_FN double slm_acos(double x)
{
    double a = slm_abs64(x), z = a > 0.5 ? slm_fma64(a, -0.5, 0.5) : slm_mul64(a, a);
    double s = a > 0.5 ? slm_sqrt64(z) : x, t = slm_mul64(s, slm_asin_tail64(z));
    if (a > 0.5) {
        double lost = s > 0.0 ? slm_div64(slm_fma64(-s, s, z), slm_add64(s, s)) : 0.0;
        t = slm_add64(t, lost);
        if (x > 0.0)
            return slm_mul64(2.0, slm_add64(s, t));
        struct slm_pair w = slm_fast_sum(0x1.921fb54442d18p+1, slm_mul64(-2.0, s));
        return slm_add64(w.hi, slm_add64(slm_fma64(-2.0, t, 0x1.1a62633145c07p-53), w.lo));
    }
    struct slm_pair w = slm_fast_sum(0x1.921fb54442d18p+0, -s);
    return slm_add64(w.hi, slm_add64(slm_add64(0x1.1a62633145c07p-54, -t), w.lo));
}
SLM_FN double slm_atan_tail64(double x) /* atan(x) - x, 0 <= x <= 1 */
{
    double z = slm_mul64(x, x);
    double p = slm_fma64(-0x1.283f0aad393b6p-17, z, 0x1.bb78387f770d7p-14);
    p = slm_fma64(p, z, -0x1.3ba91458e83f3p-11);
    p = slm_fma64(p, z, 0x1.1dab7ad87fc42p-9);
    p = slm_fma64(p, z, -0x1.73a41f7dde43dp-8);
    p = slm_fma64(p, z, 0x1.75c8c374f654fp-7);
    p = slm_fma64(p, z, -0x1.32ab17b8e3988p-6);
    p = slm_fma64(p, z, 0x1.adfb4f41eef36p-6);
    p = slm_fma64(p, z, -0x1.0d1b46589eb54p-5);
    p = slm_fma64(p, z, 0x1.394e9e4eb1dd3p-5);
    p = slm_fma64(p, z, -0x1.5f4447ef1701cp-5);
    p = slm_fma64(p, z, 0x1.84bf3a8934ed9p-5);
    p = slm_fma64(p, z, -0x1.aedd34f281b1ep-5);
    p = slm_fma64(p, z, 0x1.e1d51d4b37498p-5);
    p = slm_fma64(p, z, -0x1.11103deb86fa0p-4);
    p = slm_fma64(p, z, 0x1.3b139d1a1ce16p-4);
    p = slm_fma64(p, z, -0x1.745d15ea847d4p-4);
    p = slm_fma64(p, z, 0x1.c71c71b78de88p-4);
    p = slm_fma64(p, z, -0x1.249249245c6f1p-3);
    p = slm_fma64(p, z, 0x1.9999999998db6p-3);
    p = slm_fma64(p, z, -0x1.555555555554ep-2);
    return slm_mul64(slm_mul64(p, z), x);
}
SLM_FN double slm_atan(double x)
{
    double a = slm_abs64(x), i = a > 1.0 ? slm_div64(1.0, a) : a, t = slm_atan_tail64(i), r = slm_add64(i, t);
    if (a > 1.0) {
        struct slm_pair w = slm_fast_sum(0x1.921fb54442d18p+0, -i);
        r = slm_add64(w.hi, slm_add64(slm_add64(0x1.1a62633145c07p-54, -t), w.lo));
    }
    return slm_copysign64(r, x);
}
SLM_FN double slm_atan2(double y, double x)
{
    double a = slm_abs64(y), b = slm_abs64(x), big = a > b ? a : b, little = a > b ? b : a;
    double q = big == 0.0 ? 0.0 : little == slm_inf64() ? 1.0 : slm_div64(little, big);
    double lost = 0.0; /* the quotient's rounding */
    if (big > 0x1p-900 && big < 0x1p900 && little > 0x1p-900)
        lost = slm_div64(slm_fma64(-q, big, little), big);
    double t = slm_add64(slm_atan_tail64(q), slm_div64(lost, slm_fma64(q, q, 1.0)));
    struct slm_pair r = slm_fast_sum(q, t);
    if (a > b) {
        struct slm_pair w = slm_fast_sum(0x1.921fb54442d18p+0, -r.hi);
        r = slm_fast_sum(w.hi, slm_add64(slm_add64(0x1.1a62633145c07p-54, -r.lo), w.lo));
    }
    if (slm_bits64(x) >> 63) {
        struct slm_pair w = slm_fast_sum(0x1.921fb54442d18p+1, -r.hi);
        r = slm_fast_sum(w.hi, slm_add64(slm_add64(0x1.1a62633145c07p-53, -r.lo), w.lo));
    }
    return slm_isnan64(x) || slm_isnan64(y) ? slm_add64(x, y) : slm_copysign64(slm_add64(r.hi, r.lo), y);
}

/* ---- hyperbolic functions ---- */
SLM_FN double slm_half_exp64(double a) /* e^a / 2, a >= 0 */
{
    double t = slm_rint64(slm_mul64(a, 0x1.71547652b82fep+0));
    t = t > 1100.0 ? 1100.0 : t;
    double hi = slm_fma64(t, -0x1.62e42fefa39efp-1, a), lo = slm_mul64(t, -0x1.abc9e3b39803fp-56);
    struct slm_pair r = slm_fast_sum(hi, lo);
    double v = slm_exp_join(r.hi, r.lo, slm_add64(t, -1.0));
    return a > 711.0 ? slm_inf64() : v;
}
SLM_FN double slm_sinh(double x)
{
    double a = slm_abs64(x), z = slm_mul64(a, a);
    double p = slm_fma64(0x1.b4cf779cf9499p-41, z, 0x1.611a3a244ae11p-33);
    p = slm_fma64(p, z, 0x1.ae6467667e9aap-26);
    p = slm_fma64(p, z, 0x1.71de3a45f7345p-19);
    p = slm_fma64(p, z, 0x1.a01a01a0291fap-13);
    p = slm_fma64(p, z, 0x1.11111111110a1p-7);
    p = slm_fma64(p, z, 0x1.5555555555556p-3);
    double little = slm_fma64(slm_mul64(p, z), a, a);
    double e = slm_half_exp64(a), big = slm_add64(e, -slm_div64(0.25, e));
    return slm_copysign64(a < 1.0 ? little : big, x);
}
SLM_FN double slm_cosh(double x)
{
    double e = slm_half_exp64(slm_abs64(x));
    return slm_add64(e, slm_div64(0.25, e));
}
SLM_FN double slm_tanh(double x)
{
    double a = slm_abs64(x), z = slm_mul64(a, a);
    double p = slm_fma64(-0x1.4256ce68b77a0p-16, z, 0x1.5b9509136366ap-14);
    p = slm_fma64(p, z, -0x1.e8cc9cef012d0p-13);
    p = slm_fma64(p, z, 0x1.347414d66f1ebp-11);
    p = slm_fma64(p, z, -0x1.7d8dfcfc1639fp-10);
    p = slm_fma64(p, z, 0x1.d6d2784d1941ep-9);
    p = slm_fma64(p, z, -0x1.226e2e3df1e2ap-7);
    p = slm_fma64(p, z, 0x1.664f485337414p-6);
    p = slm_fma64(p, z, -0x1.ba1ba1b96379cp-5);
    p = slm_fma64(p, z, 0x1.11111111105fdp-3);
    p = slm_fma64(p, z, -0x1.555555555554ep-2);
    double little = slm_fma64(slm_mul64(p, z), a, a);
    double e = slm_exp(slm_add64(a, a)), big = slm_fma64(-2.0, slm_div64(1.0, slm_add64(e, 1.0)), 1.0);
    return slm_copysign64(a < 0.55 ? little : big, x);
}
SLM_FN double slm_asinh(double x)
{
    double a = slm_abs64(x), z = slm_mul64(a, a);
    double little = slm_log1p(slm_add64(a, slm_div64(z, slm_add64(1.0, slm_sqrt64(slm_add64(1.0, z))))));
    double big = slm_add64(slm_log(a), 0x1.62e42fefa39efp-1);
    return slm_copysign64(a > 0x1p28 ? big : little, x);
}
SLM_FN double slm_acosh(double x)
{
    double t = slm_add64(x, -1.0);
    double little = slm_log1p(slm_add64(t, slm_sqrt64(slm_fma64(t, t, slm_add64(t, t)))));
    double big = slm_add64(slm_log(x), 0x1.62e42fefa39efp-1);
    return x > 0x1p53 ? big : x < 1.0 ? slm_nan64() : little;
}
SLM_FN double slm_atanh(double x)
{
    double a = slm_abs64(x), n = slm_add64(a, a);
    struct slm_pair d = slm_fast_sum(1.0, -a);
    double u = slm_div64(n, d.hi), lost = slm_div64(slm_fma64(-u, d.lo, slm_fma64(-u, d.hi, n)), d.hi);
    double r = slm_mul64(0.5, slm_add64(slm_log1p(u), slm_isfinite64(u) ? slm_div64(lost, slm_add64(1.0, u)) : 0.0));
    return slm_copysign64(a > 1.0 ? slm_nan64() : a < 0x1p-28 ? a : r, x);
}
#endif
