/* Single precision: add sub mul fma div rcp sqrt, min max abs neg copysign, IEEE-rounded. Results are the host's (the
   same standard), with NVIDIA's NaN. Directed rounding sets the host's mode around the same loops (round.c). */
#include "emu/fp.h"

/* Each operation plain, and with modifiers told by u->flags. */
#define F_UN(name, expr)                                                                                             \
    UN(name, f32a, f32a, f32_canon(expr))                                                                            \
    UN(name##_mod, f32a, f32a, (FLUSHED(x), f32_mods(expr, u->flags)))
#define F_BIN(name, expr)                                                                                            \
    BIN(name, f32a, f32a, f32a, f32_canon(expr))                                                                     \
    BIN(name##_mod, f32a, f32a, f32a, (FLUSHED(x), FLUSHED(y), f32_mods(expr, u->flags)))
#define F_TER(name, expr)                                                                                            \
    TER(name, f32a, f32a, f32a, f32a, f32_canon(expr))                                                               \
    TER(name##_mod, f32a, f32a, f32a, f32a, (FLUSHED(x), FLUSHED(y), FLUSHED(z), f32_mods(expr, u->flags)))

F_BIN(add_f32, x + y)
F_BIN(sub_f32, x - y)
F_BIN(mul_f32, x *y)
BIN(div_f32, f32a, f32a, f32a, f32_canon(x / y))
BIN(div_f32_mod, f32a, f32a, f32a, f32_flush(f32_canon(quotient(f32_flush(x), f32_flush(y), true))))
F_UN(rcp_f32, 1.0f / x)
F_UN(sqrt_f32, __builtin_sqrtf(x))
F_TER(fma_f32, __builtin_fmaf(x, y, z))

UN(abs_f32, u32a, u32a, if_number(x, x & 0x7fffffff))
UN(neg_f32, u32a, u32a, if_number(x, x ^ 0x80000000))
UN(abs_f32_ftz, u32a, f32a, f32_bits(f32_canon(f32_flush(x))) & 0x7fffffff)
UN(neg_f32_ftz, u32a, f32a, f32_bits(x != x ? f32_canon(x) : -f32_flush(x)))
BIN(copysign_f32, u32a, u32a, u32a, (x & 0x80000000) | (y & 0x7fffffff))

BIN(min_f32, f32a, f32a, f32a, f32_canon(lesser(x, y)))
BIN(max_f32, f32a, f32a, f32a, f32_canon(greater(x, y)))
BIN(min_f32_mod, f32a, f32a, f32a, min_max_f32(x, y, u->flags, false))
BIN(max_f32_mod, f32a, f32a, f32a, min_max_f32(x, y, u->flags, true))
TER(min3_f32, f32a, f32a, f32a, f32a, min_max_f32(min_max_f32(x, y, u->flags, false), z, u->flags, false))
TER(max3_f32, f32a, f32a, f32a, f32a, min_max_f32(min_max_f32(x, y, u->flags, true), z, u->flags, true))

static const struct {
    u16 op;
    u8 operands; /* 0: any number */
    bool bare;   /* minds .ftz alone, and rounds nothing */
    u32 without; /* flags, of which it has none */
    const struct alu_pair *plain, *mod;
} rows[] = {
    {OP_ADD, 0, false, 0, &add_f32, &add_f32_mod},
    {OP_SUB, 0, false, 0, &sub_f32, &sub_f32_mod},
    {OP_MUL, 0, false, 0, &mul_f32, &mul_f32_mod},
    {OP_MAD, 0, false, 0, &fma_f32, &fma_f32_mod},
    {OP_FMA, 0, false, 0, &fma_f32, &fma_f32_mod},
    {OP_DIV, 0, false, PF_APPROX | PF_FULL, &div_f32, &div_f32_mod},
    {OP_RCP, 0, false, PF_APPROX, &rcp_f32, &rcp_f32_mod},
    {OP_SQRT, 0, false, PF_APPROX, &sqrt_f32, &sqrt_f32_mod},
    {OP_MIN, 4, false, 0, &min3_f32, &min3_f32},
    {OP_MIN, 0, false, 0, &min_f32, &min_f32_mod},
    {OP_MAX, 4, false, 0, &max3_f32, &max3_f32},
    {OP_MAX, 0, false, 0, &max_f32, &max_f32_mod},
    {OP_ABS, 0, true, 0, &abs_f32, &abs_f32_ftz},
    {OP_NEG, 0, true, 0, &neg_f32, &neg_f32_ftz},
    {OP_COPYSIGN, 0, true, 0, &copysign_f32, &copysign_f32},
};

bool select_fp32(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->type != PT_F32)
        return false;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        if (rows[k].op != in->op || (rows[k].operands && rows[k].operands != in->n_opnd))
            continue;
        if (in->flags & rows[k].without)
            return false;
        if (!rows[k].bare)
            u->flags = fp_mods(in);
        set_alu(p, u, *((rows[k].bare ? in->flags & PF_FTZ : u->flags) ? rows[k].mod : rows[k].plain), 4, 4);
        if (!rows[k].bare)
            set_rounding(u);
        return true;
    }
    return false;
}
