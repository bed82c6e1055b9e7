/* cvt.pack, and cvt with tf32, e4m3x2, e5m2x2 or .satfinite (tests/emu/cvt_forms.h: compared with an H200).
   Every element but tf32's goes through a double, which holds all of them; NaNs become the type's one NaN. */
#include <math.h>

#include "emu/fp.h"
#include "ptx/convert.h"

/* ---- One element ---- */
static double element_value(u8 from, u32 bits, u32 e)
{
    switch (from) {
    case CV_F16X2: return f16_to_f32((u16)(bits >> 16 * e));
    case CV_E5M2X2: return f16_to_f32((u16)((bits >> 8 * e & 255) << 8));
    case CV_E4M3X2: {
        u32 v = bits >> 8 * e & 255, exp = v >> 3 & 15, man = v & 7;
        if ((v & 127) == 127)
            return NAN;
        double m = exp ? ldexp(8 + man, (int)exp - 10) : ldexp(man, -9);
        return v & 128 ? -m : m;
    }
    default: return f32_from(bits);
    }
}

/* To 8 bits: to nearest even; what is too large is the largest. */
static u32 to_small(double x, u32 man, i32 bias, u32 largest)
{
    u32 sign = signbit(x) ? 128 : 0;
    if (x != x)
        return 127;
    x = fabs(x);
    if (isinf(x))
        return sign | largest;
    int e = 0;
    frexp(x, &e); /* x = f * 2^e, f of [0.5, 1) */
    i32 last = MAX(e - 1, 1 - bias) - (i32)man;
    double units = rint(ldexp(x, -last)); /* of 2^last: the host rounds to nearest even */
    if (x == 0 || units == 0)
        return sign;
    double value = ldexp(units, last);
    frexp(value, &e);
    u32 r = e - 1 < 1 - bias
                ? (u32)units
                : (u32)((e - 1 + bias) << man) + ((u32)ldexp(value, (int)man + 1 - e) & ((1u << man) - 1));
    return sign | MIN(r, largest);
}

/* NaNs: .rna cuts them like numbers, the others make 0x7fffe000. .satfinite makes anything from infinity on one unit
   less, NaNs as well. */
static u32 to_tf32(u32 b, const struct ptx_convert *f)
{
    u32 mag = b & 0x7fffffff, sign = b & 0x80000000u;
    if (f->relu && sign && mag <= 0x7f800000)
        return 0;
    if (mag > 0x7f800000 && f->round != PR_RNA)
        return 0x7fffe000;
    if (f->round == PR_RNA)
        mag += mag < 0x7f800000 ? 0x1000 : 0;
    else if (f->round == PR_RN && mag < 0x7f800000)
        mag += 0xfff + (mag >> 13 & 1);
    mag &= ~0x1fffu;
    if (f->satfinite && mag >= 0x7f800000)
        mag -= 0x2000;
    return sign | mag;
}

static u32 converted(const struct ptx_convert *f, double x)
{
    if (f->relu && x == x && !(x > 0))
        x = 0;
    switch (f->to) {
    case CV_E4M3X2: return to_small(x, 3, 7, 126);
    case CV_E5M2X2: return to_small(x, 2, 15, 123);
    default: break;
    }
    bool half = f->to == CV_F16 || f->to == CV_F16X2;
    u32 r = half ? f16_from_f64(x, f->round) : bf16_from_f64(x, f->round), largest = half ? 0x7bff : 0x7f7f;
    return f->satfinite && x == x && (r & 0x7fff) > largest ? (r & 0x8000) | largest : r;
}

static u32 packed(u8 to, i32 v)
{
    const struct ptx_converted_info *t = &ptx_converted[to];
    i32 top = t->sign ? (1 << (t->bits - 1)) - 1 : (1 << t->bits) - 1, low = t->sign ? -top - 1 : 0;
    return (u32)MAX(low, MIN(top, v)) & (u32)((1 << t->bits) - 1);
}

static u32 one_lane(const struct ptx_convert *f, u32 a, u32 b, u32 c)
{
    u32 bits = ptx_converted[f->to].bits;
    if (f->pack) {
        u32 both = packed(f->to, (i32)a) << bits | packed(f->to, (i32)b);
        return f->sources == 3 ? both | c << 2 * bits : both;
    }
    if (f->to == CV_TF32)
        return to_tf32(a, f);
    if (ptx_converted[f->to].count == 1)
        return converted(f, element_value(f->from, a, 0));
    u32 hi = converted(f, f->sources == 2 ? f32_from(a) : element_value(f->from, a, 1));
    return hi << bits | converted(f, f->sources == 2 ? f32_from(b) : element_value(f->from, a, 0));
}

static void convert_lanes(struct warp *w, const struct uop *u, void *dst)
{
    const struct ptx_convert *f = (const struct ptx_convert *)u->list;
    const u32a *a = lanes_at(w, u->a), *b = lanes_at(w, f->sources > 1 ? u->b : u->a),
               *c = lanes_at(w, f->sources > 2 ? u->c : u->a);
    for (u32 i = 0; i < w->lanes; i++)
        ((u32a *)dst)[i] = one_lane(f, a[i], b[i], c[i]);
}

bool select_convert(struct prog *p, struct uop *u)
{
    if (u->in->op != OP_CVT_PACK)
        return false;
    struct ptx_convert *f = ARENA_ARRAY(&p->arena, struct ptx_convert, 1);
    if (ptx_convert_form(u->in, f))
        return false;
    u->list = (const u32 *)f;
    u->base_kind = UK_ALU;
    u->fn.alu = convert_lanes;
    set_dst(p, u, 4);
    set_sources(p, u, 1, 4, f->sources > 1 ? 4 : 0, f->sources > 2 ? 4 : 0);
    return true;
}
