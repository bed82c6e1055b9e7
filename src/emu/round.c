/* Rounding. Directed modes set the host's rounding mode around a loop over the lanes: operands are read from
   memory after the mode is set and results written before it is set back, so the compiler can fold or move nothing.
   Conversions to narrower formats are done on the bits. */
#include <fenv.h>

#include "emu/fp.h"

void round_host(u8 round)
{
    __asm__ volatile("" ::: "memory");
    fesetround(round == PR_RZ   ? FE_TOWARDZERO
               : round == PR_RM ? FE_DOWNWARD
               : round == PR_RP ? FE_UPWARD
                                : FE_TONEAREST);
    __asm__ volatile("" ::: "memory");
}

static void rounded(struct warp *w, const struct uop *u, void *dst)
{
    round_host(u->in->round);
    u->inner(w, u, dst);
    round_host(PR_RN);
}

void set_rounding(struct uop *u)
{
    if (u->in->round != PR_RZ && u->in->round != PR_RM && u->in->round != PR_RP)
        return;
    u->inner = u->fn.alu;
    u->fn.alu = rounded;
    u->text = NULL;
}

float f16_to_f32(u16 h)
{
    u32 sign = (u32)(h >> 15) << 31, exp = h >> 10 & 31, man = h & 1023;
    if (exp == 31)
        return f32_from(man ? F32_NAN : sign | 0x7f800000);
    if (exp)
        return f32_from(sign | (exp + 112) << 23 | man << 13);
    float v = (float)man * 0x1p-24f;
    return sign ? -v : v;
}

/* Rounds a double to a format with `man` mantissa bits and `exp` exponent bits; any rounding mode of PTX. */
static u64 narrow(double x, u32 man, u32 exp, u8 round, u64 nan)
{
    u64 b = f64_bits(x), sign = b >> 63, m = b & 0xfffffffffffffull;
    i32 e = (i32)(b >> 52 & 2047), bias = (1 << (exp - 1)) - 1, max_e = (1 << exp) - 1;
    if (e == 2047)
        return m ? nan : sign << (man + exp) | (u64)max_e << man;
    if (!e && !m)
        return sign << (man + exp);
    if (e)
        m |= 1ull << 52;
    else
        e = 1;
    while (!(m >> 52)) { /* a double's subnormal */
        m <<= 1;
        e--;
    }
    i32 te = e - 1023 + bias; /* exponent in the target */
    u32 drop = 52 - man;      /* bits of m to go */
    if (te <= 0) {
        drop += (u32)MIN(1 - te, 60);
        te = 0;
    }
    u64 kept = drop > 63 ? 0 : m >> drop, rest = drop > 63 ? m : m & ((1ull << drop) - 1),
        half = drop > 63 ? 0 : 1ull << (drop - 1);
    bool up = false;
    switch (round) {
    case PR_RZ: break;
    case PR_RM: up = rest && sign; break;
    case PR_RP: up = rest && !sign; break;
    case PR_RNA: up = half && rest >= half; break;
    default: up = half && (rest > half || (rest == half && kept & 1)); break;
    }
    kept += up;
    u64 r = te ? ((u64)(te - 1) << man) + kept : kept; /* the carry moves into the exponent by itself */
    if (r >= (u64)max_e << man) {
        bool to_inf = round == PR_RZ ? false : round == PR_RM ? sign : round == PR_RP ? !sign : true;
        r = to_inf ? (u64)max_e << man : ((u64)max_e << man) - 1;
    }
    return sign << (man + exp) | r;
}

u16 f16_from_f64(double x, u8 round)
{
    return (u16)narrow(x, 10, 5, round, 0x7fff);
}
u16 bf16_from_f64(double x, u8 round)
{
    return (u16)narrow(x, 7, 8, round, 0x7fff);
}
float f32_from_f64(double x, u8 round)
{
    return f32_from((u32)narrow(x, 23, 8, round, F32_NAN));
}
