/* Half precision: f16, bf16 and their pairs. Each element is widened, computed in double and rounded once. A double
   holds sums and products of halves exactly enough that the second rounding cannot show; fma keeps what its addition
   lost as a sticky bit. */
#include "emu/fp.h"

struct half_fmt {
    bool bf;
    u8 mods;
};

static double widen(struct half_fmt f, u16 h)
{
    u16 min_normal = f.bf ? 0x0080 : 0x0400;
    if (f.mods & MOD_FTZ && (h & 0x7fff) < min_normal)
        h &= 0x8000;
    return f.bf ? bf16_to_f32(h) : f16_to_f32(h);
}

static u16 narrow(struct half_fmt f, double x)
{
    if (f.mods & MOD_SAT)
        x = x > 0 ? (x < 1 ? x : 1.0) : 0.0;
    if (f.mods & MOD_RELU && x == x)
        x = x > 0 ? x : 0.0;
    u16 h = f.bf ? bf16_from_f64(x, PR_RN) : f16_from_f64(x, PR_RN);
    if (f.mods & MOD_FTZ && (h & 0x7fff) < (f.bf ? 0x0080 : 0x0400))
        h &= 0x8000;
    return h;
}

/* x * y + z with what the addition loses folded into the last bit */
static double fma_odd(double x, double y, double z)
{
    double p = x * y, s = p + z; /* p is exact */
    if (s - s != 0)
        return s;
    double t = s - p, err = (p - (s - t)) + (z - t);
    u64 b = f64_bits(s);
    if (err == 0 || b & 1)
        return s;
    return f64_from((err > 0) == !(b >> 63) ? b + 1 : b - 1);
}

static u16 min_max(struct half_fmt f, u16 a, u16 b, bool max)
{
    double x = widen(f, a), y = widen(f, b);
    u16 sign = (u16)((a ^ b) & 0x8000);
    if (f.mods & MOD_XORSIGN) {
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
    }
    if (x != x || y != y) {
        if ((f.mods & MOD_NAN) || (x != x && y != y))
            return 0x7fff;
        x = x != x ? y : x;
        y = x;
    }
    double r = max ? (x > y                  ? x
                      : y > x                ? y
                      : __builtin_signbit(x) ? y
                                             : x)
                   : (x < y                  ? x
                      : y < x                ? y
                      : __builtin_signbit(x) ? x
                                             : y);
    u16 h = narrow(f, r);
    return f.mods & MOD_XORSIGN ? (u16)((h & 0x7fff) | sign) : h;
}

static u16 half_op(const struct ptx_instr *in, struct half_fmt f, u16 a, u16 b, u16 c)
{
    double x = widen(f, a), y = widen(f, b), z = widen(f, c);
    switch (in->op) {
    case OP_ADD: return narrow(f, x + y);
    case OP_SUB: return narrow(f, x - y);
    case OP_MUL: return narrow(f, x * y);
    case OP_FMA:
    case OP_MAD: return narrow(f, fma_odd(x, y, z));
    case OP_MIN: return min_max(f, a, b, false);
    case OP_MAX: return min_max(f, a, b, true);
    case OP_NEG: return x == x ? narrow(f, x) ^ 0x8000 : 0x7fff;
    case OP_ABS: return narrow(f, x) & 0x7fff;
    case OP_EX2: return narrow(f, approx_ex2((float)x));
    case OP_TANH: return narrow(f, approx_tanh((float)x));
    default: BUG("half operation %u", in->op);
    }
}

static void half_lanes(struct warp *w, const struct uop *u, void *dst)
{
    static const u32a zero[64];
    const u32a *a = lanes_at(w, u->a), *b = u->b == NO_OPERAND ? zero : lanes_at(w, u->b),
               *c = u->c == NO_OPERAND ? zero : lanes_at(w, u->c);
    u32a *d = dst;
    u8 t = u->in->type;
    struct half_fmt f = {.bf = t == PT_BF16 || t == PT_BF16X2, .mods = u->flags};
    bool pair = t == PT_F16X2 || t == PT_BF16X2;
    for (u32 i = 0; i < w->lanes; i++) {
        u32 x = a[i], y = b[i], z = c[i], r = half_op(u->in, f, (u16)x, (u16)y, (u16)z);
        if (pair)
            r |= (u32)half_op(u->in, f, (u16)(x >> 16), (u16)(y >> 16), (u16)(z >> 16)) << 16;
        d[i] = r;
    }
}

bool select_fp16(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->type != PT_F16 && in->type != PT_F16X2 && in->type != PT_BF16 && in->type != PT_BF16X2)
        return false;
    switch (in->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_FMA:
    case OP_MAD:
    case OP_MIN:
    case OP_MAX:
    case OP_NEG:
    case OP_ABS:
    case OP_EX2:
    case OP_TANH: break;
    default: return false;
    }
    u->flags = fp_mods(in);
    u->base_kind = UK_ALU;
    u->fn.alu = half_lanes;
    set_dst(p, u, 4);
    set_sources(p, u, 1, 4, 4, 4);
    return true;
}
