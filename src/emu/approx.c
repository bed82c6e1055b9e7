/* Approximate instructions: ex2 lg2 sin cos tanh rsqrt, and rcp sqrt div with .approx or .full. Computed in double
   from additions, multiplications, divisions and square roots only, then rounded once: well inside the PTX manual's
   bounds, and the same bits on every host. Outside [-pi, pi], where the manual promises little for sin and cos,
   arguments are reduced in double. */
#include "emu/fp.h"
#include "emu/lane_approx.h"

#define A_UN(name, expr) UN(name, f32a, f32a, (FLUSHED(x), f32_mods(expr, u->flags & MOD_FTZ)))
A_UN(ex2_f32, ex2_f(x))
A_UN(lg2_f32, lg2_f(x))
A_UN(sin_f32, turn_sin(x, 0))
A_UN(cos_f32, turn_sin(x, 1))
A_UN(tanh_f32, tanh_f(x))
A_UN(rcp_approx, (float)(1.0 / (double)x))
A_UN(sqrt_approx, (float)__builtin_sqrt((double)x))
A_UN(rsqrt_approx, (float)(1.0 / __builtin_sqrt((double)x)))
#define A_BIN(name, expr) BIN(name, f32a, f32a, f32a, (FLUSHED(x), FLUSHED(y), f32_mods(expr, u->flags & MOD_FTZ)))
A_BIN(div_approx, (float)((double)x / (double)y))
A_BIN(div_approx_far, div_far(x, y))

UN(rcp_approx_f64, f64a, f64a, upper_result(1.0 / upper(x)))
UN(rsqrt_approx_f64, f64a, f64a, upper_result(1.0 / __builtin_sqrt(upper(x))))

UN(rsqrt_f64, f64a, f64a, rsqrt_full(x))

float approx_ex2(float x)
{
    return f32_canon(ex2_f(x));
}
float approx_tanh(float x)
{
    return f32_canon(tanh_f(x));
}

/* The first row that fits: same opcode and type, and no flag that the instruction lacks. */
static const struct {
    u16 op;
    u8 type;
    u32 flags;
    const struct alu_pair *f;
} rows[] = {
    {OP_EX2, PT_F32, 0, &ex2_f32},        {OP_LG2, PT_F32, 0, &lg2_f32},
    {OP_SIN, PT_F32, 0, &sin_f32},        {OP_COS, PT_F32, 0, &cos_f32},
    {OP_TANH, PT_F32, 0, &tanh_f32},      {OP_RCP, PT_F32, 0, &rcp_approx},
    {OP_RCP, PT_F64, 0, &rcp_approx_f64}, {OP_SQRT, PT_F32, 0, &sqrt_approx},
    {OP_RSQRT, PT_F32, 0, &rsqrt_approx}, {OP_RSQRT, PT_F64, PF_FTZ, &rsqrt_approx_f64},
    {OP_RSQRT, PT_F64, 0, &rsqrt_f64},    {OP_DIV, PT_F32, PF_FULL, &div_approx},
    {OP_DIV, PT_F32, 0, &div_approx_far},
};

bool select_approx(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 bytes = in->type == PT_F64 ? 8 : 4;
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        if (rows[k].op == in->op && rows[k].type == in->type && (in->flags & rows[k].flags) == rows[k].flags) {
            if (bytes == 4)
                u->flags = fp_mods(in);
            set_alu(p, u, *rows[k].f, bytes, bytes);
            return true;
        }
    return false;
}
