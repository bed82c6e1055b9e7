/* Approximate instructions: true values, and the error bounds of the PTX manual (section "Floating-Point
 * Instructions"). */
#include "check.h"
#include <math.h>
#include <string.h>

static double f32(uint64_t bits)
{
    float f;
    uint32_t u = (uint32_t)bits;
    memcpy(&f, &u, 4);
    return f;
}

static double f64(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, 8);
    return d;
}

static double small(uint64_t bits, int mant) /* f16 or bf16 */
{
    int bias = (1 << (14 - mant)) - 1, e = (int)(bits >> mant) & (2 * bias + 1);
    double m = (double)(bits & ((1u << mant) - 1)), s = bits & 0x8000 ? -1 : 1;
    if (e == 2 * bias + 1)
        return m != 0 ? NAN : s * INFINITY;
    return e ? s * ldexp(m + (1 << mant), e - bias - mant) : s * ldexp(m, 1 - bias - mant);
}

struct what {
    const char *name; /* start of the instruction */
    double (*f)(double, double);
    double rel, abs; /* relative and absolute error allowed, whichever is larger */
};
static double f_rcp(double a, double b)
{
    (void)b;
    return 1 / a;
}
static double f_div(double a, double b)
{
    return a / b;
}
static double f_sqrt(double a, double b)
{
    (void)b;
    return sqrt(a);
}
static double f_rsqrt(double a, double b)
{
    (void)b;
    return 1 / sqrt(a);
}
static double f_ex2(double a, double b)
{
    (void)b;
    return exp2(a);
}
static double f_lg2(double a, double b)
{
    (void)b;
    return log2(a);
}
static double f_sin(double a, double b)
{
    (void)b;
    return sin(a);
}
static double f_cos(double a, double b)
{
    (void)b;
    return cos(a);
}
static double f_tanh(double a, double b)
{
    (void)b;
    return tanh(a);
}

/* An ulp is a relative error between 2^-24 and 2^-23: the larger is allowed. Absolute 2^-149: the last bit of a
 * subnormal. */
static const struct what list[] = {
    {"rcp.approx", f_rcp, 0x1p-23, 0x1p-149},
    {"div.approx", f_div, 0x1p-22, 0x1p-148},
    {"div.full", f_div, 0x1p-22, 0x1p-148},
    {"sqrt.approx", f_sqrt, 0x1p-23, 0},
    {"rsqrt.approx", f_rsqrt, 0x1.12p-23, 0}, /* 2^-22.9 */
    {"ex2.approx", f_ex2, 0x1p-22, 0x1p-148},
    {"lg2.approx", f_lg2, 0x1p-22, 0x1p-22},
    {"sin.approx", f_sin, 0, 0},
    {"cos.approx", f_cos, 0, 0},
    {"tanh.approx", f_tanh, 0x1p-11, 0},
};

static const struct what *find(const char *instr)
{
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
        if (!strncmp(instr, list[i].name, strlen(list[i].name)))
            return &list[i];
    return NULL;
}

bool truth_applies(const char *instr)
{
    return find(instr) != NULL;
}

static bool near(double ours, double truth, double rel, double abs)
{
    if (isnan(truth) || isnan(ours))
        return isnan(truth) && isnan(ours);
    if (isinf(truth))
        return ours == truth;
    return fabs(ours - truth) <= fmax(fabs(truth) * rel, abs);
}

static bool half_holds(const struct what *w, int mant, uint64_t in, uint64_t ours, uint64_t hw)
{
    in &= 0xffff, ours &= 0xffff, hw &= 0xffff;
    if (ours == hw)
        return true;
    double a = small(in, mant), t = w->f(a, 0), o = small(ours, mant);
    if (!isfinite(t) || !isfinite(small(hw, mant)))
        return isnan(t) ? isnan(o) : o == small(hw, mant);
    if (w->f == f_ex2)
        return near(o, t, mant == 10 ? 0x1.12p-10 : 0x1p-7, mant == 10 ? 0x1p-24 : 0x1p-126);
    return near(o, t, 0, mant == 10 ? 0x1.03p-11 : 0x1p-8);
}

static double flush(double x)
{
    return fabs(x) < 0x1p-126 ? copysign(0, x) : x;
}

static bool single_holds(const struct what *w, bool ftz, const uint64_t *in, uint64_t ours, uint64_t hw)
{
    double a = f32(in[0]), b = f32(in[1]), o = f32(ours), h = f32(hw);
    if (ftz)
        a = flush(a), b = flush(b);
    double t = w->f(a, b), rel = w->rel, abs = w->abs;
    if (w->f == f_sin || w->f == f_cos) {
        if (!isfinite(a))
            return isnan(o);
        if (fabs(a) > 100 * M_PI)
            return fabs(o) <= 1;
        abs = fabs(a) > 2 * M_PI ? 0x1.3b3p-15 : 0x1.6a1p-21; /* 2^-14.7, 2^-20.5 */
    }
    if (w->f == f_lg2 && (a <= 0.5 || a >= 2))
        abs = 0;
    if (!isfinite(h) || !isfinite(t) || fabs(t) > 0x1.fffffep127)
        return isnan(h) ? isnan(o) : o == h;
    if (w->f == f_div && !strcmp(w->name, "div.approx") && !(fabs(b) >= 0x1p-126 && fabs(b) <= 0x1p126))
        return o == h; /* outside this range the manual fixes the result */
    if (ftz && fabs(t) < 0x1.00001p-126 && o == 0)
        return true;
    return near(o, t, rel, abs);
}

static bool double_holds(const struct what *w, const char *instr, uint64_t in, uint64_t ours, uint64_t hw)
{
    bool gross = strstr(instr, ".ftz") != NULL; /* 20 bits of mantissa in, 20 out */
    double a = f64(gross ? in & ~0xffffffffull : in), t = w->f(a, 0), o = f64(ours), h = f64(hw);
    if (isnan(h) || isnan(t))
        return isnan(h) && isnan(o);
    if (!isfinite(h) || !isfinite(t) || h == 0)
        return o == h;
    return near(o, t, gross ? 0x1p-19 : 0x1p-51, 0);
}

bool truth_holds(const char *instr, const uint64_t *in, uint64_t ours, uint64_t hardware)
{
    const struct what *w = find(instr);
    if (ours == hardware)
        return true;
    if (strstr(instr, "f16")) { /* and bf16 */
        int mant = strstr(instr, "bf16") ? 7 : 10;
        return half_holds(w, mant, in[0], ours, hardware) &&
               (!strstr(instr, "x2") || half_holds(w, mant, in[0] >> 16, ours >> 16, hardware >> 16));
    }
    if (strstr(instr, ".f64"))
        return double_holds(w, instr, in[0], ours, hardware);
    return single_holds(w, strstr(instr, ".ftz") != NULL, in, ours, hardware);
}
