/* Double precision: exponentials, logarithms, powers, roots, trigonometric and hyperbolic functions. As in single precision:
   argument reduction and a minimax polynomial; where one double is too short, a value is the sum of two (hi, lo). */
#ifndef SLUICE_MATH_F64_H
#define SLUICE_MATH_F64_H
#include "sluice_math_prim.h"

struct slm_pair {
    double hi, lo;
};
SLM_FN struct slm_pair slm_two(double hi, double lo)
{
    struct slm_pair p = {hi, lo};
    return p;
}
SLM_FN struct slm_pair slm_fast_sum(double a, double b) /* a + b exactly, |a| >= |b| or a = 0 */
{
    double s = slm_add64(a, b);
    return slm_two(s, slm_add64(slm_add64(a, -s), b));
}
SLM_FN struct slm_pair slm_sum(double a, double b) /* a + b exactly */
{
    double s = slm_add64(a, b), t = slm_add64(s, -a);
    return slm_two(s, slm_add64(slm_add64(a, -slm_add64(s, -t)), slm_add64(b, -t)));
}
SLM_FN struct slm_pair slm_product(double a, double b) /* a b exactly */
{
    double p = slm_mul64(a, b);
    return slm_two(p, slm_fma64(a, b, -p));
}
SLM_FN struct slm_pair slm_pair_mul(struct slm_pair a, struct slm_pair b)
{
    struct slm_pair p = slm_product(a.hi, b.hi);
    return slm_fast_sum(p.hi, slm_fma64(a.hi, b.lo, slm_fma64(a.lo, b.hi, p.lo)));
}
SLM_FN struct slm_pair slm_pair_add(struct slm_pair a, struct slm_pair b) /* |a| >= |b| or any, errors of 2^-104 */
{
    struct slm_pair s = slm_sum(a.hi, b.hi);
    return slm_fast_sum(s.hi, slm_add64(s.lo, slm_add64(a.lo, b.lo)));
}

/* ---- exponentials ---- */
SLM_FN double slm_exp_tail(double r) /* (e^r - 1 - r - r^2/2) / r^3, |r| <= 0.35 */
{
    double q = slm_fma64(0x1.ae4877eea6261p-26, r, 0x1.289aef443a7e0p-22);
    q = slm_fma64(q, r, 0x1.71de9b3747cdep-19);
    q = slm_fma64(q, r, 0x1.a019b07dba482p-16);
    q = slm_fma64(q, r, 0x1.a01a016ed5b5dp-13);
    q = slm_fma64(q, r, 0x1.6c16c17ad6693p-10);
    q = slm_fma64(q, r, 0x1.111111111974bp-7);
    q = slm_fma64(q, r, 0x1.55555555538e9p-5);
    q = slm_fma64(q, r, 0x1.555555555553cp-3);
    return q;
}
SLM_FN double slm_expm1_poly(double r) /* e^r - 1 */
{
    double z = slm_mul64(r, r);
    return slm_add64(r, slm_fma64(slm_mul64(z, r), slm_exp_tail(r), slm_mul64(0.5, z)));
}
SLM_FN double slm_exp_join(double r, double lo, double t) /* e^(r + lo) 2^t, |r| <= 0.35, |t| <= 2000 */
{
    double p = slm_expm1_poly(r);
    p = slm_add64(1.0, slm_add64(p, slm_fma64(lo, p, lo)));
    return slm_scale64(p, slm_int64(t));
}
SLM_FN double slm_clamp_exponent(double t) { return t > 1900.0 ? 1900.0 : t < -1900.0 ? -1900.0 : t; }
SLM_FN double slm_exp_pair(double x, double x_lo) /* e^(x + x_lo) */
{
    double t = slm_clamp_exponent(slm_rint64(slm_mul64(x, 0x1.71547652b82fep+0)));
    double hi = slm_fma64(t, -0x1.62e42fefa39efp-1, x), lo = slm_fma64(t, -0x1.abc9e3b39803fp-56, x_lo);
    struct slm_pair r = slm_fast_sum(hi, lo);
    double v = slm_exp_join(r.hi, r.lo, t);
    return x > 710.0 ? slm_inf64() : x < -746.0 ? 0.0 : v;
}
SLM_FN double slm_exp(double x) { return slm_exp_pair(x, 0.0); }
SLM_FN double slm_exp2(double x)
{
    double t = slm_clamp_exponent(slm_rint64(x)), f = slm_add64(x, -t);
    struct slm_pair r = slm_product(f, 0x1.62e42fefa39efp-1);
    double v = slm_exp_join(r.hi, slm_fma64(f, 0x1.abc9e3b39803fp-56, r.lo), t);
    return x >= 1024.0 ? slm_inf64() : x < -1080.0 ? 0.0 : v;
}
SLM_FN double slm_exp10(double x)
{
    double t = slm_clamp_exponent(slm_rint64(slm_mul64(x, 0x1.a934f0979a371p+1)));
    double f = slm_fma64(t, -0x1.34413509f79ffp-2, x), f_lo = slm_mul64(t, 0x1.9dc1da994fd21p-59); /* x - t log10(2) */
    struct slm_pair r = slm_product(f, 0x1.26bb1bbb55516p+1);
    double lo = slm_fma64(f, -0x1.f48ad494ea3e9p-53, slm_fma64(f_lo, 0x1.26bb1bbb55516p+1, r.lo));
    double v = slm_exp_join(r.hi, lo, t);
    return x > 308.3 ? slm_inf64() : x < -324.0 ? 0.0 : v;
}
SLM_FN double slm_expm1(double x)
{
    double y = x < -40.0 ? -40.0 : x > 720.0 ? 720.0 : x;
    double t = slm_rint64(slm_mul64(y, 0x1.71547652b82fep+0));
    t = t > 1024.0 ? 1024.0 : t;
    double hi = slm_fma64(t, -0x1.62e42fefa39efp-1, y), lo = slm_mul64(t, -0x1.abc9e3b39803fp-56);
    struct slm_pair r = slm_fast_sum(hi, lo);
    double z = slm_mul64(r.hi, r.hi);
    struct slm_pair p = slm_fast_sum(r.hi, slm_fma64(slm_mul64(z, r.hi), slm_exp_tail(r.hi), slm_mul64(0.5, z))); /* e^r - 1 */
    p.lo = slm_add64(p.lo, slm_fma64(r.lo, p.hi, r.lo));
    double s = slm_pow2_64(slm_int64(t) - 1);
    struct slm_pair w = slm_sum(slm_add64(s, -0.5), slm_mul64(p.hi, s)); /* the halves of 2^t - 1 and of 2^t (e^r - 1) */
    double v = slm_mul64(2.0, slm_add64(w.hi, slm_fma64(p.lo, s, w.lo)));
    v = x > 709.8 ? slm_inf64() : v;
    return slm_abs64(x) < 0x1p-54 || slm_isnan64(x) ? x : v;
}

/* ---- logarithms: x = 2^k (1 + f), 1 + f in [sqrt 1/2, sqrt 2] ---- */
SLM_FN double slm_log_split64(double x, double *k)
{
    *k = 0.0;
    if (x < 0x1p-1022) {
        x = slm_mul64(x, 0x1p54);
        *k = -54.0;
    }
    long long e = (long long)(slm_bits64(x) - 0x3fe6a09e667f3bcdull) >> 52;
    *k = slm_add64(*k, (double)(int)e);
    return slm_add64(slm_double(slm_bits64(x) - ((slm_u64)e << 52)), -1.0);
}
SLM_FN struct slm_pair slm_log1p_pair(double f) /* log(1 + f), to 2^-58 or so */
{
    double s = slm_div64(f, slm_add64(2.0, f)), z = slm_mul64(s, s);
    double p = slm_fma64(0x1.2f32970743734p-3, z, 0x1.399d724450069p-3);
    p = slm_fma64(p, z, 0x1.7466674a5d423p-3);
    p = slm_fma64(p, z, 0x1.c71c514f5f157p-3);
    p = slm_fma64(p, z, 0x1.24924942c7e16p-2);
    p = slm_fma64(p, z, 0x1.999999997ef9ep-2);
    p = slm_fma64(p, z, 0x1.5555555555595p-1);
    struct slm_pair h = slm_product(slm_mul64(0.5, f), f), a = slm_fast_sum(f, -h.hi);
    /* log(1 + f) = f - f^2/2 + s (f^2/2 + z p) */
    return slm_fast_sum(a.hi, slm_add64(slm_fma64(s, slm_fma64(z, p, h.hi), -h.lo), a.lo));
}
SLM_FN double slm_log_join64(struct slm_pair l, double k) /* l + k log(2) */
{
    struct slm_pair a = slm_product(k, 0x1.62e42fefa39efp-1), s = slm_fast_sum(a.hi, l.hi);
    return slm_add64(s.hi, slm_add64(s.lo, slm_add64(l.lo, slm_fma64(k, 0x1.abc9e3b39803fp-56, a.lo))));
}
SLM_FN int slm_log_regular64(double x) { return x > 0.0 && x < slm_inf64(); }
SLM_FN double slm_log_special64(double x) { return x == 0.0 ? -slm_inf64() : x < 0.0 ? slm_nan64() : slm_add64(x, x); }
SLM_FN double slm_log(double x)
{
    double k, f = slm_log_split64(x, &k);
    double r = slm_log_join64(slm_log1p_pair(f), k);
    return slm_log_regular64(x) ? r : slm_log_special64(x);
}
SLM_FN double slm_log2(double x)
{
    double k, f = slm_log_split64(x, &k);
    struct slm_pair p = slm_pair_mul(slm_log1p_pair(f), slm_two(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56)), s = slm_fast_sum(k, p.hi);
    double r = slm_add64(s.hi, slm_add64(s.lo, p.lo));
    return slm_log_regular64(x) ? r : slm_log_special64(x);
}
SLM_FN double slm_log10(double x)
{
    double k, f = slm_log_split64(x, &k);
    struct slm_pair p = slm_pair_mul(slm_log1p_pair(f), slm_two(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57));
    struct slm_pair a = slm_product(k, 0x1.34413509f79ffp-2), s = slm_fast_sum(a.hi, p.hi);
    double r = slm_add64(s.hi, slm_add64(s.lo, slm_add64(p.lo, slm_fma64(k, -0x1.9dc1da994fd21p-59, a.lo))));
    return slm_log_regular64(x) ? r : slm_log_special64(x);
}
SLM_FN double slm_log1p(double x)
{
    double m = slm_add64(1.0, x);
    long long e = (long long)(slm_bits64(m) - 0x3fe6a09e667f3bcdull) >> 52;
    int k = (int)e;
    double s = slm_pow2_64(k > 1000 ? -1000 : -k), scaled = slm_mul64(s, x);
    struct slm_pair f = slm_sum(slm_add64(s, -1.0), scaled); /* (1 + x) 2^-k - 1 */
    if (k > 60)
        f = slm_two(slm_add64(slm_double(slm_bits64(m) - ((slm_u64)e << 52)), -1.0), 0.0);
    struct slm_pair l = slm_log1p_pair(f.hi);
    l.lo = slm_add64(l.lo, slm_div64(f.lo, slm_add64(1.0, f.hi)));
    double r = slm_log_join64(l, (double)k);
    if (!(x > -1.0 && x < slm_inf64()))
        r = x == -1.0 ? -slm_inf64() : x < -1.0 ? slm_nan64() : slm_add64(x, x);
    return slm_abs64(x) < 0x1p-54 ? x : r;
}

/* ---- powers: log2(x) to some 68 bits ---- */
SLM_FN struct slm_pair slm_log_long(double a, double *k) /* log of the mantissa, as a pair; a > 0, finite */
{
    double f = slm_log_split64(a, k);
    struct slm_pair d = slm_fast_sum(2.0, f);
    double s = slm_div64(f, d.hi);
    struct slm_pair q = slm_fast_sum(s, slm_div64(slm_fma64(-s, d.lo, slm_fma64(-s, d.hi, f)), d.hi)); /* f / (2 + f) */
    struct slm_pair z = slm_pair_mul(q, q), c = slm_pair_mul(q, z);
    double u = z.hi;
    double p = slm_fma64(0x1.ec101ca2776a3p-5, u, 0x1.de146cde7293cp-5);
    p = slm_fma64(p, u, 0x1.11217b43041c4p-4);
    p = slm_fma64(p, u, 0x1.3b135d87ba340p-4);
    p = slm_fma64(p, u, 0x1.745d1845e8840p-4);
    p = slm_fma64(p, u, 0x1.c71c71c557411p-4);
    p = slm_fma64(p, u, 0x1.2492492493192p-3);
    p = slm_fma64(p, u, 0x1.9999999999995p-3);
    struct slm_pair third = slm_pair_mul(c, slm_two(0x1.5555555555555p-2, 0x1.5555555555555p-56));
    third = slm_fast_sum(third.hi, slm_fma64(slm_mul64(c.hi, u), p, third.lo));
    struct slm_pair r = slm_pair_add(q, third);
    return slm_two(slm_mul64(2.0, r.hi), slm_mul64(2.0, r.lo));
}
SLM_FN double slm_pow_positive64(double a, double y) /* a > 0 and y finite */
{
    double k;
    struct slm_pair l = slm_log_long(a, &k);
    struct slm_pair kl = slm_product(k, 0x1.62e42fefa39efp-1);
    kl.lo = slm_fma64(k, 0x1.abc9e3b39803fp-56, kl.lo);
    l = slm_pair_add(kl, l); /* log(a) */
    struct slm_pair p = slm_product(y, l.hi);
    p.lo = slm_fma64(y, l.lo, p.lo);
    int out = !(slm_abs64(p.hi) < 800.0); /* far out, or y so large that the product overflowed */
    double v = slm_exp_pair(out ? 0.0 : p.hi, out ? 0.0 : p.lo);
    return !out ? v : (y > 0.0) == (l.hi > 0.0) ? slm_inf64() : 0.0;
}
SLM_FN double slm_pow(double x, double y)
{
    double ax = slm_abs64(x), ay = slm_abs64(y), half = slm_mul64(0.5, y);
    int whole = slm_trunc64(y) == y, odd = whole && ay < 0x1p53 && slm_trunc64(half) != half;
    double r = slm_pow_positive64(ax, y);
    if (ax == 1.0)
        r = 1.0;
    if (!(ax > 0.0 && ax < slm_inf64() && ay < slm_inf64())) {
        if (slm_isnan64(x) || slm_isnan64(y))
            r = slm_nan64();
        else if (ay == slm_inf64())
            r = ax == 1.0 ? 1.0 : (ax > 1.0) == (y > 0.0) ? slm_inf64() : 0.0;
        else
            r = (ax == 0.0) == (y > 0.0) ? 0.0 : slm_inf64();
    }
    if (slm_bits64(x) >> 63) {
        r = odd ? -r : r;
        if (!whole && x != 0.0 && ax < slm_inf64())
            r = slm_nan64();
    }
    return x == 1.0 || y == 0.0 ? 1.0 : r;
}

/* ---- roots ---- */
SLM_FN double slm_rsqrt(double x)
{
    double s = slm_sqrt64(x), r = slm_div64(1.0, s);
    double left = slm_fma64(-s, s, x); /* what the root lost */
    double better = slm_fma64(slm_mul64(slm_mul64(-0.5, left), slm_mul64(r, r)), r, r);
    return x > 0x1p-900 && x < 0x1p900 ? better : r;
}
SLM_FN double slm_cbrt_start(double a, double *m, int *third) /* a = m 2^(3 third), m in [1, 8); first guess of cbrt(m) */
{
    int sub = a < 0x1p-1000;
    if (sub)
        a = slm_mul64(a, 0x1p60);
    int e = (int)(slm_bits64(a) >> 52) - 1023, t = (e + 3000) / 3 - 1000;
    *m = slm_double(slm_bits64(a) - ((slm_u64)(long long)(3 * t) << 52));
    *third = t - (sub ? 20 : 0);
    return (double)slm_ex2(slm_mul(slm_lg2((float)*m), 0x1.555556p-2f));
}
SLM_FN double slm_cbrt(double x)
{
    double a = slm_abs64(x), m;
    int t;
    if (!(a > 0.0 && a < slm_inf64()))
        return slm_add64(x, x);
    double y = slm_cbrt_start(a, &m, &t);
    y = slm_fma64(slm_fma64(-slm_mul64(y, y), y, m), slm_div64(0x1.5555555555555p-2, slm_mul64(y, y)), y);
    struct slm_pair y2 = slm_product(y, y);
    double rest = slm_fma64(y2.lo, y, slm_fma64(y2.hi, y, -m));
    y = slm_fma64(-rest, slm_div64(0x1.5555555555555p-2, y2.hi), y);
    return slm_copysign64(slm_scale64(y, t), x);
}
SLM_FN double slm_rcbrt(double x)
{
    double a = slm_abs64(x), m;
    int t;
    if (!(a > 0.0 && a < slm_inf64()))
        return slm_div64(1.0, x);
    double y = slm_div64(1.0, slm_cbrt_start(a, &m, &t));
    y = slm_fma64(slm_mul64(y, 0x1.5555555555555p-2), slm_fma64(-slm_mul64(m, y), slm_mul64(y, y), 1.0), y);
    struct slm_pair u = slm_product(m, y), v = slm_product(y, y);
    double rest = slm_fma64(-u.hi, v.lo, slm_fma64(-u.lo, v.hi, slm_fma64(-u.hi, v.hi, 1.0)));
    y = slm_fma64(slm_mul64(y, 0x1.5555555555555p-2), rest, y);
    return slm_copysign64(slm_scale64(y, -t), x);
}
SLM_FN double slm_norm64(double a, double b, double c, double d, int reciprocal)
{
    a = slm_abs64(a), b = slm_abs64(b), c = slm_abs64(c), d = slm_abs64(d);
    double m = a > b ? a : b, n = c > d ? c : d;
    m = m > n ? m : n;
    int inf = a == slm_inf64() || b == slm_inf64() || c == slm_inf64() || d == slm_inf64();
    double s = m > 0x1p500 ? 0x1p-600 : m < 0x1p-400 ? 0x1p700 : 1.0, back = m > 0x1p500 ? 0x1p600 : 0x1p-700;
    a = slm_mul64(a, s), b = slm_mul64(b, s), c = slm_mul64(c, s), d = slm_mul64(d, s);
    struct slm_pair sum = slm_pair_add(slm_product(a, a), slm_product(b, b));
    sum = slm_pair_add(sum, slm_pair_add(slm_product(c, c), slm_product(d, d)));
    double root = slm_sqrt64(sum.hi);
    double lost = slm_add64(slm_fma64(-root, root, sum.hi), sum.lo); /* the sum less root squared */
    if (reciprocal) {
        double r = slm_div64(1.0, root), left = slm_fma64(-root, r, 1.0);
        r = slm_fma64(r, slm_fma64(slm_mul64(-0.5, lost), slm_mul64(r, r), left), r);
        return inf ? 0.0 : root == 0.0 ? slm_inf64() : slm_mul64(r, s);
    }
    double better = slm_fma64(lost, slm_div64(0.5, root), root);
    better = root > 0.0 ? better : root;
    return inf ? slm_inf64() : s == 1.0 ? better : slm_mul64(better, back);
}
SLM_FN double slm_hypot(double a, double b) { return slm_norm64(a, b, 0.0, 0.0, 0); }
SLM_FN double slm_rhypot(double a, double b) { return slm_norm64(a, b, 0.0, 0.0, 1); }

#include "sluice_math_trig64.h"
#endif
