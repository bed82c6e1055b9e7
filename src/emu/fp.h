/* Inside emu/: bits of floating-point values, and what NVIDIA hardware does to every result. */
#ifndef SLUICE_EMU_FP_H
#define SLUICE_EMU_FP_H
#include <string.h>

#include "emu/lane_fp.h"
#include "emu/ops.h"

INLINE u8 fp_mods(const struct ptx_instr *in)
{
    return (u8)((in->flags & PF_FTZ ? MOD_FTZ : 0) | (in->flags & PF_SAT ? MOD_SAT : 0) |
                (in->flags & PF_RELU ? MOD_RELU : 0) | (in->flags & PF_NAN ? MOD_NAN : 0) |
                (in->flags & PF_XORSIGN ? MOD_XORSIGN : 0) | (in->flags & PF_ABS ? MOD_ABS : 0));
}
/* round.c: wraps the operation for .rz .rm .rp */
void set_rounding(struct uop *u);
/* Sets the host's rounding mode (enum ptx_round) until it is set to PR_RN. Code in between reads its operands from
   memory, so that the compiler folds nothing. */
void round_host(u8 round);
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
