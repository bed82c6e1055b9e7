/* Inside emu/: bits of floating-point values, and what NVIDIA hardware does to every result. */
#ifndef SLUICE_EMU_FP_H
#define SLUICE_EMU_FP_H
#include <string.h>

#include "emu/ops.h"

#define F32_NAN 0x7fffffffu           /* every f32 operation that gives a NaN gives this one */
#define F64_NAN 0xfff8000000000000ull /* of an invalid operation; NaN operands go through, made quiet */

INLINE u32 f32_bits(float x)
{
    u32 b;
    memcpy(&b, &x, 4);
    return b;
}
INLINE float f32_from(u32 b)
{
    float x;
    memcpy(&x, &b, 4);
    return x;
}
INLINE u64 f64_bits(double x)
{
    u64 b;
    memcpy(&b, &x, 8);
    return b;
}
INLINE double f64_from(u64 b)
{
    double x;
    memcpy(&x, &b, 8);
    return x;
}
INLINE float f32_canon(float x)
{
    return x == x ? x : f32_from(F32_NAN);
}
INLINE float f32_flush(float x)
{
    u32 b = f32_bits(x);
    return f32_from(b & 0x7f800000 ? b : b & 0x80000000);
}
INLINE float f32_sat(float x)
{
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

enum { MOD_FTZ = 1, MOD_SAT = 2, MOD_RELU = 4, MOD_NAN = 8, MOD_XORSIGN = 16, MOD_ABS = 32 };
INLINE u8 fp_mods(const struct ptx_instr *in)
{
    return (u8)((in->flags & PF_FTZ ? MOD_FTZ : 0) | (in->flags & PF_SAT ? MOD_SAT : 0) |
                (in->flags & PF_RELU ? MOD_RELU : 0) | (in->flags & PF_NAN ? MOD_NAN : 0) |
                (in->flags & PF_XORSIGN ? MOD_XORSIGN : 0) | (in->flags & PF_ABS ? MOD_ABS : 0));
}
/* round.c: wraps the operation for .rz .rm .rp */
void set_rounding(struct uop *u);
/* approx.c */
float approx_ex2(float x);
float approx_tanh(float x);
/* half precision, bit by bit */
float f16_to_f32(u16 h);
u16 f16_from_f64(double x, u8 round); /* enum ptx_round */
u16 bf16_from_f64(double x, u8 round);
static inline float bf16_to_f32(u16 h)
{
    return f32_from((u32)h << 16);
}
float f32_from_f64(double x, u8 round);

#endif
