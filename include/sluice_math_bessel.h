/* Bessel functions, computed in double precision: polynomials up to 8, amplitude and phase beyond, recurrences for higher orders.
   Absolute error up to 2e-14; the single ones are within CUDA's bounds, the double ones are not next to their zeros. */
#ifndef SLUICE_MATH_BESSEL_H
#define SLUICE_MATH_BESSEL_H
#include "sluice_math_f64.h"

#define SLM_BESSEL_POLY(name, ...)                                                 \
    SLM_BIG double name(double u)                                                  \
    {                                                                              \
        const double c[] = {__VA_ARGS__};                                          \
        double p = c[sizeof c / sizeof *c - 1];                                    \
        _Pragma("unroll") for (int i = (int)(sizeof c / sizeof *c) - 2; i >= 0; i--) \
            p = slm_fma64(p, u, c[i]);                                             \
        return p;                                                                  \
    }
/* up to 8, in u = x^2 / 64: j0, j1 / x, and y0, y1 / x without their logarithm and pole */
SLM_BESSEL_POLY(slm_bessel_j0, 0x1.0000000000000p+0, -0x1.0000000000000p+4, 0x1.0000000000000p+6,
                -0x1.c71c71c71c71ap+6, 0x1.c71c71c71c6afp+6, -0x1.23456789ab4dep+6, 0x1.02e85c088e209p+5,
                -0x1.522a43f5356e6p+3, 0x1.522a43e1802b8p+1, -0x1.0b31317620dd7p-1, 0x1.5601739b2414ap-4,
                -0x1.69c97600d15f0p-7, 0x1.418b9823fb6e2p-10, -0x1.e66d26b19aa9bp-14, 0x1.3a39a1ac43cadp-17,
                -0x1.4d0e8af93d151p-21, 0x1.c9389eb6235efp-26)
SLM_BESSEL_POLY(slm_bessel_j1, 0x1.0000000000000p-1, -0x1.0000000000000p+2, 0x1.5555555555553p+3,
                -0x1.c71c71c71c697p+3, 0x1.6c16c16c16031p+3, -0x1.845c8a0cd2855p+2, 0x1.27e4fb7668e19p+1,
                -0x1.522a43deb159cp-1, 0x1.2c97577fe846dp-3, -0x1.ab81cdd01be9ap-6, 0x1.f174de7186136p-9,
                -0x1.e2501357260dap-12, 0x1.8b30206d62c90p-15, -0x1.12cdd364bec9ap-18, 0x1.378474aa2ab64p-22,
                -0x1.c5f0e9d1af817p-27)
SLM_BESSEL_POLY(slm_bessel_y0, 0x1.78493e90ba294p-2, 0x1.139ccf287ee74p+2, -0x1.2cc7eb028db95p+5, 0x1.6bf03b3a27b6cp+6,
                -0x1.b45f204ebdf02p+6, 0x1.3c5d153af393bp+6, -0x1.34aedc4ac8ff0p+5, 0x1.b1eeb9641f0cfp+3,
                -0x1.ccd7c54576bb3p+1, 0x1.7f05da5d071a3p-1, -0x1.00059e816b1eap-3, 0x1.194fbf9fa08d7p-6,
                -0x1.02a56e5a3c3b3p-9, 0x1.943813c13cddfp-13, -0x1.0fed137bc8bdbp-16, 0x1.36427248b5ecfp-20,
                -0x1.e707edd9cfb17p-25)
SLM_BESSEL_POLY(slm_bessel_y1, 0x1.92b1bda0ed08cp-6, 0x1.b6965296cd2b0p+0, -0x1.d97973c2a6d77p+2, 0x1.9027adc471bcfp+3,
                -0x1.7446a0977c05fp+3, 0x1.ba6bde0915f19p+2, -0x1.6e3c5ca911f1dp+1, 0x1.bf633e9f9477cp-1,
                -0x1.a444ef9088868p-3, 0x1.3938c6e1575d9p-5, -0x1.7b95fd7ca7fbbp-8, 0x1.7d66c1ffa4704p-11,
                -0x1.428ffb096deb1p-14, 0x1.cd6e21fd6805fp-18, -0x1.0c17b3a844d23p-21, 0x1.8f0900c44c035p-26)
/* beyond, in u = 64 / x^2: amplitude (p) and phase (q x / 8) of orders 0 and 1 */
SLM_BESSEL_POLY(slm_bessel_p0, 0x1.0000000000000p+0, -0x1.1ffffffffec62p-10, 0x1.cb5fffed7d92bp-16,
                -0x1.251eda2f37670p-19, 0x1.84b7aeb5cac85p-22, -0x1.b76c4e33e0c5bp-24, 0x1.753f6e101e38ep-25,
                -0x1.a1e08b12eee04p-26, 0x1.02c6090bd0e67p-26, -0x1.255e2dd201b3bp-27, 0x1.00e2b37a9becep-28,
                -0x1.232f18b5e4117p-30, 0x1.374a510ba6233p-33)
SLM_BESSEL_POLY(slm_bessel_q0, -0x1.ffffffffffffep-7, 0x1.2bfffffff5541p-13, -0x1.d11dffaf129a4p-18,
                0x1.ba4c1cc7d4804p-21, -0x1.860aa93ff73c9p-23, 0x1.12f2d74de1b64p-24, -0x1.15f09bc5131fbp-25,
                0x1.61a740bf57fadp-26, -0x1.dc15d5eecfdb4p-27, 0x1.1bb6816d5961ap-27, -0x1.ffe1bc3a0fa98p-29,
                0x1.2782207ec104fp-30, -0x1.3fbdb18ee570bp-33)
SLM_BESSEL_POLY(slm_bessel_p1, 0x1.0000000000000p+0, 0x1.dffffffffeb3fp-10, -0x1.274ffff635f82p-15,
                0x1.5a6a4963f9938p-19, -0x1.b88c51e7e262dp-22, 0x1.e5b59fefdb18fp-24, -0x1.95e7a377d9d62p-25,
                0x1.c1b3079cef7e2p-26, -0x1.14be7f7e5e348p-26, 0x1.38a397ba7701cp-27, -0x1.113726e264d50p-28,
                0x1.3553bd1366c6bp-30, -0x1.4a6ff881c6370p-33)
SLM_BESSEL_POLY(slm_bessel_q1, 0x1.8000000000000p-5, -0x1.a3fffffff4bb6p-13, 0x1.1c3cffd548c52p-17,
                -0x1.fe57d86b12049p-21, 0x1.b3ee8c5d8dc7fp-23, -0x1.2d29d4a0da1e7p-24, 0x1.2c5d93588f9d2p-25,
                -0x1.7ae0ab6364fb6p-26, 0x1.fb69ecfb8e35ap-27, -0x1.2d7fe040b521dp-27, 0x1.0f879b89b520ep-28,
                -0x1.393024f49592ep-30, 0x1.52a5e629dc0d2p-33)
#undef SLM_BESSEL_POLY

/* x > 8: sqrt(2 / (pi x)) (p cos(w) - q sin(w)), w = x - pi/4 - order pi/2, or for y (p sin(w) + q cos(w)) */
SLM_BIG double slm_bessel_large(double x, int order, int second)
{
    double u = slm_div64(64.0, slm_mul64(x, x)), s, c;
    if (slm_isinf64(x))
        return 0.0;
    double p = order ? slm_bessel_p1(u) : slm_bessel_p0(u), q = slm_mul64(order ? slm_bessel_q1(u) : slm_bessel_q0(u), slm_div64(8.0, x));
    slm_sincos(x, &s, &c);
    double root = 0x1.6a09e667f3bcdp-1, cw = slm_mul64(root, slm_add64(c, s)), sw = slm_mul64(root, slm_add64(s, -c)); /* w = x - pi/4 */
    if (order) { /* a quarter turn back */
        double t = cw;
        cw = sw;
        sw = -t;
    }
    double v = second ? slm_fma64(p, sw, slm_mul64(q, cw)) : slm_fma64(p, cw, -slm_mul64(q, sw));
    return slm_mul64(v, slm_sqrt64(slm_div64(0x1.45f306dc9c883p-1, x)));
}
SLM_BIG double slm_j0(double x)
{
    double a = slm_abs64(x);
    return slm_isnan64(x) ? x : a > 8.0 ? slm_bessel_large(a, 0, 0) : slm_bessel_j0(slm_mul64(slm_mul64(a, a), 0.015625));
}
SLM_BIG double slm_j1(double x)
{
    double a = slm_abs64(x);
    double r = a > 8.0 ? slm_bessel_large(a, 1, 0) : slm_mul64(a, slm_bessel_j1(slm_mul64(slm_mul64(a, a), 0.015625)));
    return slm_isnan64(x) ? x : slm_bits64(x) >> 63 ? -r : r;
}
SLM_FN double slm_y_domain(double x) { return slm_isnan64(x) ? x : x == 0.0 ? -slm_inf64() : slm_nan64(); }
SLM_BIG double slm_y0(double x)
{
    if (!(x > 0.0))
        return slm_y_domain(x);
    if (x > 8.0)
        return slm_bessel_large(x, 0, 1);
    double u = slm_mul64(slm_mul64(x, x), 0.015625);
    return slm_fma64(slm_mul64(0x1.45f306dc9c883p-1, slm_log(slm_mul64(0.5, x))), slm_bessel_j0(u), slm_bessel_y0(u));
}
SLM_BIG double slm_y1(double x)
{
    if (!(x > 0.0))
        return slm_y_domain(x);
    if (x > 8.0)
        return slm_bessel_large(x, 1, 1);
    double u = slm_mul64(slm_mul64(x, x), 0.015625), j = slm_mul64(x, slm_bessel_j1(u));
    double t = slm_fma64(slm_log(slm_mul64(0.5, x)), j, -slm_div64(1.0, x));
    return slm_fma64(0x1.45f306dc9c883p-1, t, slm_mul64(x, slm_bessel_y1(u)));
}
SLM_BIG double slm_jn(int n, double x)
{
    double a = slm_abs64(x);
    if (n < 0)
        return slm_nan64();
    if (n == 0)
        return slm_j0(x);
    if (n == 1 || slm_isnan64(x) || a == 0.0 || slm_isinf64(x))
        return n == 1 ? slm_j1(x) : slm_isnan64(x) ? x : 0.0;
    double r;
    if (a > (double)n) { /* upwards is stable */
        double before = slm_j0(a), now = slm_j1(a);
        for (int k = 1; k < n; k++) {
            double next = slm_fma64(slm_div64((double)(2 * k), a), now, -before);
            before = now;
            now = next;
        }
        r = now;
    } else { /* downwards from far above, scaled at the end by j0 + 2 (j2 + j4 + ...) = 1 */
        double above = 0.0, now = 0x1p-900, sum = 0.0;
        r = 0.0;
        for (int k = (n + 40 + (int)slm_sqrt64(60.0 * n)) & ~1; k > 0; k--) {
            double below = slm_fma64(slm_div64((double)(2 * k), a), now, -above);
            above = now;
            now = below; /* order k - 1 */
            if (slm_abs64(now) > 0x1p500) {
                now = slm_mul64(now, 0x1p-600), above = slm_mul64(above, 0x1p-600), sum = slm_mul64(sum, 0x1p-600), r = slm_mul64(r, 0x1p-600);
            }
            if (k - 1 == n)
                r = now;
            if (k & 1)
                sum = slm_add64(sum, k == 1 ? now : slm_add64(now, now));
        }
        r = slm_div64(r, sum);
    }
    return slm_bits64(x) >> 63 && n & 1 ? -r : r;
}
SLM_BIG double slm_yn(int n, double x)
{
    if (n < 0)
        return slm_nan64();
    if (n < 2 || !(x > 0.0) || slm_isinf64(x))
        return n ? (n == 1 ? slm_y1(x) : !(x > 0.0) ? slm_y_domain(x) : 0.0) : slm_y0(x);
    double before = slm_y0(x), now = slm_y1(x);
    for (int k = 1; k < n && now > -slm_inf64(); k++) {
        double next = slm_fma64(slm_div64((double)(2 * k), x), now, -before);
        before = now;
        now = next;
    }
    return now;
}
SLM_FN float slm_j0f(float x) { return (float)slm_j0((double)x); }
SLM_FN float slm_j1f(float x) { return (float)slm_j1((double)x); }
SLM_FN float slm_y0f(float x) { return (float)slm_y0((double)x); }
SLM_FN float slm_y1f(float x) { return (float)slm_y1((double)x); }
SLM_FN float slm_jnf(int n, float x) { return (float)slm_jn(n, (double)x); }
SLM_FN float slm_ynf(int n, float x) { return (float)slm_yn(n, (double)x); }
#endif
