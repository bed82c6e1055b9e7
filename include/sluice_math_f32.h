/* Single precision: exponentials, logarithms, powers, roots, trigonometric and hyperbolic functions. Each is argument
   reduction and a minimax polynomial (tests/math/minimax.py computes them), in single precision throughout but for the angles past
   100,000. tests/math measures the error of each. */
#ifndef SLUICE_MATH_F32_H
#define SLUICE_MATH_F32_H
#include "sluice_math_prim.h"

/* ---- exponentials: x log2(e) = t + r, t a whole number ---- */
SLM_FN float slm_exp_scaled(float x, float hi, float lo, int shift) /* 2^(x (hi + lo) + shift) */
{
    float t = slm_rint(slm_mul(x, hi));
    t = t > 240.0f ? 240.0f : t < -240.0f ? -240.0f : t;
    float r = slm_fma(x, lo, slm_fma(x, hi, -t));
    return slm_scale(slm_ex2(r), slm_int(t) + shift);
}
SLM_FN float slm_expf(float x) { return slm_exp_scaled(x, 0x1.715476p+0f, 0x1.4ae0cp-26f, 0); }
SLM_FN float slm_exp2f(float x) { return slm_ex2(x); }
SLM_FN float slm_exp10f(float x) { return slm_exp_scaled(x, 0x1.a934fp+1f, 0x1.2f346ep-24f, 0); }

SLM_FN float slm_expm1f(float x)
{
    float y = x < -18.0f ? -18.0f : x;
    float t = slm_rint(slm_mul(y, 0x1.715476p+0f));
    t = t > 128.0f ? 128.0f : t;
    float r = slm_fma(t, 0x1.05c61p-29f, slm_fma(t, -0x1.62e43p-1f, y));
    float q = slm_fma(0x1.3b8174p-13f, r, 0x1.6d34bep-10f);
    q = slm_fma(q, r, 0x1.11574ep-7f);
    q = slm_fma(q, r, 0x1.5554fep-5f);
    q = slm_fma(q, r, 0x1.55552ap-3f);
    q = slm_fma(q, r, 0.5f);
    float p = slm_fma(slm_mul(r, r), q, r); /* e^r - 1 */
    float s = slm_pow2(slm_int(t) - 1);
    p = slm_mul(2.0f, slm_fma(p, s, slm_add(s, -0.5f)));
    p = x > 89.0f ? slm_inf() : p;
    return slm_abs(x) < 0x1p-25f ? x : p;
}

/* ---- logarithms: x = 2^e (1 + f), f in [-1/4, 1/2) ---- */
SLM_FN float slm_log_split(float x, float *e)
{
    *e = 0.0f;
    if (x < 0x1p-126f) {
        x = slm_mul(x, 0x1p23f);
        *e = -23.0f;
    }
    int k = (int)(slm_bits(x) - 0x3f400000u) >> 23;
    *e = slm_add(*e, (float)k);
    return slm_add(slm_float(slm_bits(x) - ((slm_u32)k << 23)), -1.0f);
}
SLM_FN float slm_log1p_tail(float f) /* log(1 + f) - f */
{
    float p = slm_fma(0x1.349fe8p-5f, f, -0x1.756776p-4f);
    p = slm_fma(p, f, 0x1.df42aap-4f);
    p = slm_fma(p, f, -0x1.04aa28p-3f);
    p = slm_fma(p, f, 0x1.246094p-3f);
    p = slm_fma(p, f, -0x1.5519bap-3f);
    p = slm_fma(p, f, 0x1.999788p-3f);
    p = slm_fma(p, f, -0x1.00006ep-2f);
    p = slm_fma(p, f, 0x1.55555ap-2f);
    float z = slm_mul(f, f);
    return slm_fma(slm_mul(z, f), p, slm_mul(-0.5f, z));
}
SLM_FN float slm_log_join(float f, float k) /* log(1 + f) + k log(2), rounded once but for the polynomial's error */
{
    float tail = slm_log1p_tail(f), hi = slm_add(f, tail), lo = slm_add(slm_add(f, -hi), tail);
    float a = slm_mul(k, 0x1.62e4p-1f), sum = slm_add(a, hi);
    return slm_add(sum, slm_add(slm_add(slm_add(a, -sum), hi), slm_fma(k, 0x1.7f7d1cp-20f, lo)));
}
SLM_FN float slm_log_special(float x) /* x is 0, negative, infinite or NaN */
{
    return x == 0.0f ? -slm_inf() : x < 0.0f ? slm_nan() : slm_add(x, x);
}
SLM_FN int slm_log_regular(float x) { return x > 0.0f && x < slm_inf(); }
SLM_FN float slm_logf(float x)
{
    float e, f = slm_log_split(x, &e);
    float r = slm_log_join(f, e);
    return slm_log_regular(x) ? r : slm_log_special(x);
}
SLM_FN float slm_log2f(float x)
{
    float e, f = slm_log_split(x, &e);
    float lost = slm_fma(f, f, -slm_mul(f, f)); /* what the tail's square rounded off, twice */
    float lo = slm_fma(slm_log1p_tail(f), 0x1.715476p+0f, slm_fma(f, 0x1.4ae0cp-26f, slm_mul(lost, -0x1.715476p-1f)));
    float hi = slm_fma(f, 0x1.715476p+0f, lo), rest = slm_add(slm_fma(f, 0x1.715476p+0f, -hi), lo), sum = slm_add(e, hi);
    float r = slm_add(sum, slm_add(slm_add(slm_add(e, -sum), hi), rest));
    return slm_log_regular(x) ? r : slm_log_special(x);
}
SLM_FN float slm_log10f(float x)
{
    float e, f = slm_log_split(x, &e);
    float lo = slm_fma(f, -0x1.5b235ep-27f, slm_mul(slm_log1p_tail(f), 0x1.bcb7b2p-2f));
    float r = slm_fma(f, 0x1.bcb7b2p-2f, lo);
    r = slm_fma(e, 0x1.344136p-2f, slm_fma(e, -0x1.ec10cp-27f, r));
    return slm_log_regular(x) ? r : slm_log_special(x);
}
SLM_FN float slm_log1pf(float x)
{
    float m = slm_add(x, 1.0f);
    int k = (int)(slm_bits(m) - 0x3f400000u) >> 23;
    float big = slm_add(slm_float(slm_bits(m) - ((slm_u32)k << 23)), -1.0f);
    float s = slm_pow2(k > 30 ? -30 : -k); /* (1 + x) 2^-k - 1, without rounding 1 + x */
    float f = k > 30 ? big : slm_fma(s, x, slm_add(s, -1.0f));
    float r = slm_log_join(f, (float)k);
    if (!(x > -1.0f && x < slm_inf()))
        r = x == -1.0f ? -slm_inf() : x < -1.0f ? slm_nan() : slm_add(x, x);
    return slm_abs(x) < 0x1p-25f ? x : r;
}

/* ---- powers: log2(x) to 31 bits as a sum of two floats, times y, and back ---- */
SLM_FN float slm_log2_pair(float a, float *lo) /* a > 0, finite */
{
    float e = 0.0f;
    if (a < 0x1p-126f) {
        a = slm_mul(a, 0x1p24f);
        e = -24.0f;
    }
    int k = (int)(slm_bits(a) - 0x3f3504f3u) >> 23;
    float m = slm_float(slm_bits(a) - ((slm_u32)k << 23)); /* [sqrt 1/2, sqrt 2] */
    e = slm_add(e, (float)k);
    float f = slm_add(m, -1.0f), d = slm_add(m, 1.0f), d_lo = slm_add(slm_add(2.0f, -d), f);
    float s = slm_div(f, d); /* log2(m) = c (s + s^3/3 + ...), s = (m - 1) / (m + 1) */
    float s_lo = slm_div(slm_fma(-s, d_lo, slm_fma(-s, d, f)), d);
    float z = slm_mul(s, s);
    float p = slm_fma(0x1.5956eap-2f, z, 0x1.a5c82p-2f);
    p = slm_fma(p, z, 0x1.2776eap-1f);
    p = slm_fma(p, z, 0x1.ec709ep-1f);
    float hi = slm_mul(s, 0x1.715476p+1f), t = slm_fma(s, 0x1.715476p+1f, -hi);
    t = slm_fma(s, 0x1.4ae0cp-25f, t);
    t = slm_fma(s_lo, 0x1.715476p+1f, t);
    t = slm_fma(slm_mul(s, z), p, t);
    float sum = slm_add(e, hi);
    float big = slm_abs(e) > slm_abs(hi) ? e : hi, little = slm_abs(e) > slm_abs(hi) ? hi : e;
    *lo = slm_add(slm_add(slm_add(big, -sum), little), t);
    return sum;
}
SLM_FN float slm_pow_positive(float a, float y) /* a > 0, finite; y finite */
{
    float lo, hi = slm_log2_pair(a, &lo);
    float p = slm_mul(y, hi);
    float q = slm_fma(y, lo, slm_fma(y, hi, -p));
    float t = slm_rint(p);
    t = t > 200.0f ? 200.0f : t < -200.0f ? -200.0f : t;
    float r = slm_scale(slm_ex2(slm_add(slm_add(p, -t), q)), slm_int(t));
    r = p > 130.0f ? slm_inf() : r;
    return p < -155.0f ? 0.0f : r;
}
SLM_FN float slm_powf(float x, float y)
{
    float ax = slm_abs(x), ay = slm_abs(y), half = slm_mul(0.5f, y);
    int whole = slm_trunc(y) == y, odd = whole && ay < 0x1p24f && slm_trunc(half) != half;
    float r = slm_pow_positive(ax, y);
    if (!(ax > 0.0f && ax < slm_inf() && ay < slm_inf())) { /* a zero, an infinity or a NaN */
        if (slm_isnan(x) || slm_isnan(y))
            r = slm_nan();
        else if (ay == slm_inf())
            r = ax == 1.0f ? 1.0f : (ax > 1.0f) == (y > 0.0f) ? slm_inf() : 0.0f;
        else
            r = (ax == 0.0f) == (y > 0.0f) ? 0.0f : slm_inf();
    }
    if (slm_bits(x) >> 31) {
        r = odd ? -r : r;
        if (!whole && x != 0.0f && ax < slm_inf())
            r = slm_nan();
    }
    return x == 1.0f || y == 0.0f ? 1.0f : r;
}

/* ---- roots ---- */
SLM_FN float slm_rsqrtf(float x) { return slm_div(1.0f, slm_sqrt(x)); }
SLM_FN float slm_cbrtf(float x)
{
    float a = slm_abs(x), back = 1.0f;
    if (!(a > 0.0f && a < slm_inf()))
        return slm_add(x, x);
    if (a < 0x1p-100f) {
        a = slm_mul(a, 0x1p48f);
        back = 0x1p-16f;
    }
    float y = slm_ex2(slm_mul(slm_lg2(a), 0x1.555556p-2f));
    float y2 = slm_mul(y, y), y2_lo = slm_fma(y, y, -y2);
    float rest = slm_fma(y2_lo, y, slm_fma(y2, y, -a)); /* y^3 - a: one Newton step */
    y = slm_fma(-rest, slm_div(0x1.555556p-2f, y2), y);
    return slm_copysign(slm_mul(y, back), x);
}
SLM_FN float slm_rcbrtf(float x)
{
    float a = slm_abs(x), back = 1.0f;
    if (!(a > 0.0f && a < slm_inf()))
        return slm_div(1.0f, x);
    if (a < 0x1p-100f) {
        a = slm_mul(a, 0x1p48f);
        back = 0x1p16f;
    }
    float y = slm_ex2(slm_mul(slm_lg2(a), -0x1.555556p-2f));
    float u = slm_mul(a, y), u_lo = slm_fma(a, y, -u), t = slm_mul(y, y), t_lo = slm_fma(y, y, -t);
    float rest = slm_fma(-u, t_lo, slm_fma(-u_lo, t, slm_fma(-u, t, 1.0f))); /* 1 - a y^3 */
    y = slm_fma(slm_mul(y, 0x1.555556p-2f), rest, y);
    return slm_copysign(slm_mul(y, back), x);
}
SLM_FN float slm_norm_scale(float m) { return m > 0x1p60f ? 0x1p-80f : m < 0x1p-40f ? 0x1p100f : 1.0f; }
SLM_FN float slm_max4(float a, float b, float c, float d)
{
    float m = a > b ? a : b, n = c > d ? c : d;
    return m > n ? m : n;
}
/* sqrt(a^2 + b^2 + c^2 + d^2), and its reciprocal */
SLM_FN float slm_norm(float a, float b, float c, float d, int reciprocal)
{
    a = slm_abs(a), b = slm_abs(b), c = slm_abs(c), d = slm_abs(d);
    float m = slm_max4(a, b, c, d);
    int inf = a == slm_inf() || b == slm_inf() || c == slm_inf() || d == slm_inf();
    float s = slm_norm_scale(m);
    a = slm_mul(a, s), b = slm_mul(b, s), c = slm_mul(c, s), d = slm_mul(d, s);
    float big = a > b ? a : b, little = a > b ? b : a;
    float sum = slm_fma(big, big, slm_fma(little, little, slm_fma(c, c, slm_mul(d, d))));
    float root = slm_sqrt(sum);
    if (reciprocal) {
        float r = slm_div(1.0f, root), lost = slm_fma(-root, root, sum); /* what the root rounded off */
        r = root > 0.0f ? slm_fma(slm_mul(slm_mul(-0.5f, lost), slm_mul(r, r)), r, r) : r;
        return inf ? 0.0f : slm_mul(r, s);
    }
    return inf ? slm_inf() : s == 1.0f ? root : slm_mul(root, s < 1.0f ? 0x1p80f : 0x1p-100f);
}
SLM_FN float slm_hypotf(float a, float b) { return slm_norm(a, b, 0.0f, 0.0f, 0); }
SLM_FN float slm_rhypotf(float a, float b) { return slm_norm(a, b, 0.0f, 0.0f, 1); }

/* ---- trigonometric functions: x = q pi/2 + r ---- */
struct slm_angle { /* returned by value: a pointer would put the caller's variable into local memory */
    float r;
    int q;
};
SLM_BIG struct slm_angle slm_reduce_large(float x) /* |x| >= 2^8, finite: the product with the bits of 2/pi that matter */
{
    slm_u32 u = slm_bits(x), m = (u & 0x7fffffu) | 0x800000u;
    int at = (int)(u >> 23 & 0xff) - 150 + 62; /* first bit of the window, 64 zeros stand before the table's first */
    int word = at >> 5, sh = at & 31;
    slm_u64 a = slm_two_over_pi[word], b = slm_two_over_pi[word + 1], c = slm_two_over_pi[word + 2], d = slm_two_over_pi[word + 3];
    slm_u32 w0 = (slm_u32)((a << 32 | b) << sh >> 32), w1 = (slm_u32)((b << 32 | c) << sh >> 32), w2 = (slm_u32)((c << 32 | d) << sh >> 32);
    slm_u64 p2 = (slm_u64)m * w2, p1 = (slm_u64)m * w1 + (p2 >> 32);
    slm_u64 v = ((slm_u64)m * w0 << 32) + p1; /* x 2/pi mod 4, in units of 2^-62 */
    long long frac = (long long)(v << 2);
    int q = (int)(v >> 62) + (frac < 0);
    float r = (float)((double)frac * 0x1.921fb54442d18p-64);
    struct slm_angle out = {u >> 31 ? -r : r, u >> 31 ? -q : q};
    return out;
}
SLM_FN float slm_reduce(float x, int *q)
{
    if (!(slm_abs(x) <= 105615.0f)) {
        if (!slm_isfinite(x)) {
            *q = 0;
            return slm_nan();
        }
        struct slm_angle far = slm_reduce_large(x);
        *q = far.q;
        return far.r;
    }
    float t = slm_rint(slm_mul(x, 0x1.45f306p-1f));
    *q = slm_int(t);
    float r = slm_fma(t, -0x1.921fb6p+0f, x);
    r = slm_fma(t, 0x1.777a5cp-25f, r);
    return slm_fma(t, 0x1.ee59dap-50f, r);
}
SLM_FN float slm_sin_poly(float r)
{
    float z = slm_mul(r, r);
    float p = slm_fma(-0x1.99168ep-13f, z, 0x1.1106bcp-7f);
    p = slm_fma(p, z, -0x1.555544p-3f);
    return slm_fma(slm_mul(p, z), r, r);
}
SLM_FN float slm_cos_poly(float r)
{
    float z = slm_mul(r, r);
    float p = slm_fma(0x1.99e0ecp-16f, z, -0x1.6c0c1ap-10f);
    p = slm_fma(p, z, 0x1.55554ap-5f);
    p = slm_fma(p, z, -0.5f);
    return slm_fma(p, z, 1.0f);
}
SLM_FN float slm_sin_quadrant(float r, int q)
{
    float v = q & 1 ? slm_cos_poly(r) : slm_sin_poly(r);
    return q & 2 ? -v : v;
}
SLM_FN float slm_sinf(float x)
{
    int q;
    float r = slm_reduce(x, &q);
    return x == 0.0f ? x : slm_sin_quadrant(r, q);
}
SLM_FN float slm_cosf(float x)
{
    int q;
    float r = slm_reduce(x, &q);
    return slm_sin_quadrant(r, q + 1);
}
SLM_FN void slm_sincosf(float x, float *s, float *c)
{
    int q;
    float r = slm_reduce(x, &q), sr = slm_sin_poly(r), cr = slm_cos_poly(r);
    float a = q & 1 ? cr : sr, b = q & 1 ? sr : cr;
    *s = x == 0.0f ? x : q & 2 ? -a : a;
    *c = (q + 1) & 2 ? -b : b;
}
SLM_FN float slm_tanf(float x)
{
    int q;
    float r = slm_reduce(x, &q), z = slm_mul(r, r);
    float p = slm_fma(0x1.3a950cp-7f, z, 0x1.69a262p-9f);
    p = slm_fma(p, z, 0x1.93eb7p-6f);
    p = slm_fma(p, z, 0x1.b509b6p-5f);
    p = slm_fma(p, z, 0x1.11319ap-3f);
    p = slm_fma(p, z, 0x1.5554ccp-2f);
    float t = slm_fma(slm_mul(p, z), r, r);
    return x == 0.0f ? x : q & 1 ? slm_div(-1.0f, t) : t;
}
/* sin and cos of pi x: the reduction is exact */
SLM_FN float slm_reduce_pi(float x, int *q)
{
    x = slm_abs(x) < 0x1p24f ? x : slm_mul(x, 0.0f);
    float t = slm_rint(slm_add(x, x));
    *q = slm_int(t);
    return slm_fma(t, -0.5f, x);
}
SLM_FN float slm_sinpi_poly(float r)
{
    float z = slm_mul(r, r);
    float p = slm_fma(0x1.443a98p-4f, z, -0x1.32adaap-1f);
    p = slm_fma(p, z, 0x1.466b78p+1f);
    p = slm_fma(p, z, -0x1.4abbcep+2f);
    return slm_fma(r, 0x1.921fb6p+1f, slm_fma(slm_mul(p, z), r, slm_mul(r, -0x1.777a5cp-24f)));
}
SLM_FN float slm_cospi_poly(float r)
{
    float z = slm_mul(r, r);
    float p = slm_fma(0x1.d47cfap-3f, z, -0x1.55b146p+0f);
    p = slm_fma(p, z, 0x1.03c1aep+2f);
    p = slm_fma(p, z, -0x1.3bd3ccp+2f);
    return slm_fma(p, z, 1.0f);
}
SLM_FN float slm_sinpi_quadrant(float r, int q)
{
    float v = q & 1 ? slm_cospi_poly(r) : slm_sinpi_poly(r);
    return q & 2 ? -v : v;
}
SLM_FN float slm_sinpif(float x)
{
    int q;
    float r = slm_reduce_pi(x, &q);
    float v = slm_sinpi_quadrant(r, q);
    return slm_trunc(x) == x ? slm_mul(x, 0.0f) : v; /* a zero with the argument's sign; infinite: NaN */
}
SLM_FN float slm_cospif(float x)
{
    int q;
    float r = slm_reduce_pi(x, &q);
    float v = slm_sinpi_quadrant(r, q + 1);
    return v == 0.0f ? 0.0f : v;
}

/* ---- inverse trigonometric functions ---- */
SLM_FN float slm_asin_tail(float z) /* (asin(s) - s) / s, s^2 = z <= 1/4 */
{
    float p = slm_fma(0x1.349ed2p-5f, z, 0x1.d58974p-7f);
    p = slm_fma(p, z, 0x1.04cd0cp-5f);
    p = slm_fma(p, z, 0x1.6ca7dcp-5f);
    p = slm_fma(p, z, 0x1.3338aap-4f);
    p = slm_fma(p, z, 0x1.55554cp-3f);
    return slm_mul(p, z);
}
SLM_FN float slm_asinf(float x)
{
    float a = slm_abs(x), z = a > 0.5f ? slm_fma(a, -0.5f, 0.5f) : slm_mul(a, a);
    float s = a > 0.5f ? slm_sqrt(z) : a;
    float tail = slm_asin_tail(z), r = slm_fma(s, tail, s);
    r = a > 0.5f ? slm_add(slm_fma(s, -2.0f, 0x1.921fb6p+0f), slm_fma(slm_mul(s, tail), -2.0f, -0x1.777a5cp-25f)) : r;
    return slm_copysign(r, x);
}
SLM_FN float slm_acosf(float x)
{
    float a = slm_abs(x), z = a > 0.5f ? slm_fma(a, -0.5f, 0.5f) : slm_mul(a, a);
    float s = a > 0.5f ? slm_sqrt(z) : x;
    float t = slm_mul(s, slm_asin_tail(z));
    if (a > 0.5f) {
        float r = slm_mul(2.0f, slm_add(s, t));
        return x > 0.0f ? r : slm_add(slm_add(0x1.921fb6p+1f, -r), -0x1.777a5cp-24f);
    }
    return slm_add(0x1.921fb6p+0f, -slm_add(s, slm_add(t, 0x1.777a5cp-25f)));
}
SLM_FN float slm_atan_unit(float x) /* 0 <= x <= 1 */
{
    float z = slm_mul(x, x);
    float p = slm_fma(-0x1.db1684p-10f, z, 0x1.67c59cp-7f);
    p = slm_fma(p, z, -0x1.00152ep-5f);
    p = slm_fma(p, z, 0x1.db21e2p-5f);
    p = slm_fma(p, z, -0x1.5835cep-4f);
    p = slm_fma(p, z, 0x1.c09348p-4f);
    p = slm_fma(p, z, -0x1.2420aap-3f);
    p = slm_fma(p, z, 0x1.9991e4p-3f);
    p = slm_fma(p, z, -0x1.55553ep-2f);
    return slm_fma(slm_mul(p, z), x, x);
}
SLM_FN float slm_atanf(float x)
{
    float a = slm_abs(x), r = slm_atan_unit(a > 1.0f ? slm_div(1.0f, a) : a);
    r = a > 1.0f ? slm_add(0x1.921fb6p+0f, -slm_add(r, 0x1.777a5cp-25f)) : r;
    return slm_copysign(r, x);
}
SLM_FN float slm_atan2f(float y, float x)
{
    float a = slm_abs(y), b = slm_abs(x), big = a > b ? a : b, little = a > b ? b : a;
    float q = big == 0.0f ? 0.0f : little == slm_inf() ? 1.0f : slm_div(little, big);
    float r = slm_atan_unit(q);
    r = a > b ? slm_add(0x1.921fb6p+0f, -r) : r;
    r = slm_bits(x) >> 31 ? slm_add(slm_add(0x1.921fb6p+1f, -r), -0x1.777a5cp-24f) : r;
    r = slm_copysign(r, y);
    return slm_isnan(x) || slm_isnan(y) ? slm_add(x, y) : r;
}

/* ---- hyperbolic functions ---- */
SLM_FN float slm_half_exp(float a) { return slm_exp_scaled(a, 0x1.715476p+0f, 0x1.4ae0cp-26f, -1); } /* e^a / 2 */
SLM_FN float slm_sinhf(float x)
{
    float a = slm_abs(x), z = slm_mul(x, x);
    float p = slm_fma(0x1.75a6fap-19f, z, 0x1.a02156p-13f);
    p = slm_fma(p, z, 0x1.1110e2p-7f);
    p = slm_fma(p, z, 0x1.555556p-3f);
    float little = slm_fma(slm_mul(p, z), x, x);
    float e = slm_half_exp(a);
    float big = slm_copysign(slm_add(e, -slm_div(0.25f, e)), x);
    return a < 1.0f ? little : big;
}
SLM_FN float slm_coshf(float x)
{
    float e = slm_half_exp(slm_abs(x));
    return slm_add(e, slm_div(0.25f, e));
}
SLM_FN float slm_tanhf(float x)
{
    float a = slm_abs(x), z = slm_mul(x, x);
    float p = slm_fma(-0x1.826efp-8f, z, 0x1.54c0dp-6f);
    p = slm_fma(p, z, -0x1.b89a8ep-5f);
    p = slm_fma(p, z, 0x1.1109bep-3f);
    p = slm_fma(p, z, -0x1.55553ep-2f);
    float little = slm_fma(slm_mul(p, z), a, a);
    float e = slm_expf(slm_add(a, a));
    float big = slm_fma(-2.0f, slm_div(1.0f, slm_add(e, 1.0f)), 1.0f);
    return slm_copysign(a < 0.6f ? little : big, x);
}
SLM_FN float slm_asinhf(float x)
{
    float a = slm_abs(x), z = slm_mul(a, a);
    float little = slm_log1pf(slm_add(a, slm_div(z, slm_add(1.0f, slm_sqrt(slm_add(1.0f, z))))));
    float big = slm_add(slm_logf(a), 0x1.62e43p-1f);
    return slm_copysign(a > 0x1p13f ? big : little, x);
}
SLM_FN float slm_acoshf(float x)
{
    float t = slm_add(x, -1.0f);
    float little = slm_log1pf(slm_add(t, slm_sqrt(slm_fma(t, t, slm_add(t, t)))));
    float big = slm_add(slm_logf(x), 0x1.62e43p-1f);
    return x > 0x1p24f ? big : x < 1.0f ? slm_nan() : little;
}
SLM_FN float slm_atanhf(float x)
{
    float a = slm_abs(x);
    float r = slm_mul(0.5f, slm_log1pf(slm_div(slm_add(a, a), slm_add(1.0f, -a))));
    return slm_copysign(a > 1.0f ? slm_nan() : a < 0x1p-13f ? a : r, x);
}
#endif
