/* Double precision: add sub mul fma div rcp sqrt, min max abs neg copysign. The host's IEEE arithmetic; an invalid
   operation gives NVIDIA's NaN, and a NaN operand goes through, made quiet. */
#include "emu/fp.h"

BIN(add_f64, f64a, f64a, f64a, canon2(x + y, x, y))
BIN(sub_f64, f64a, f64a, f64a, canon2(x - y, x, y))
BIN(mul_f64, f64a, f64a, f64a, canon2(x *y, x, y))
BIN(div_f64, f64a, f64a, f64a, canon2(x / y, x, y))
UN(rcp_f64, f64a, f64a, canon1(1.0 / x, x))
UN(sqrt_f64, f64a, f64a, canon1(__builtin_sqrt(x), x))
TER(fma_f64, f64a, f64a, f64a, f64a, canon3(__builtin_fma(x, y, z), x, y, z))
UN(abs_f64, u64a, u64a, if_number64(x, x &INT64_MAX))
UN(neg_f64, u64a, u64a, if_number64(x, x ^ 1ull << 63))
BIN(copysign_f64, u64a, u64a, u64a, (x & 1ull << 63) | (y & INT64_MAX))

BIN(min_f64, f64a, f64a, f64a, lesser64(x, y))
BIN(max_f64, f64a, f64a, f64a, greater64(x, y))

static const struct {
    u16 op;
    u32 without; /* flags, of which it has none */
    const struct alu_pair *f;
} rows[] = {
    {OP_ADD, 0, &add_f64},           {OP_SUB, 0, &sub_f64}, {OP_MUL, 0, &mul_f64},   {OP_MAD, 0, &fma_f64},
    {OP_FMA, 0, &fma_f64},           {OP_DIV, 0, &div_f64}, {OP_SQRT, 0, &sqrt_f64}, {OP_RCP, PF_APPROX, &rcp_f64},
    {OP_MIN, 0, &min_f64},           {OP_MAX, 0, &max_f64}, {OP_ABS, 0, &abs_f64},   {OP_NEG, 0, &neg_f64},
    {OP_COPYSIGN, 0, &copysign_f64},
};

bool select_fp64(struct prog *p, struct uop *u)
{
    if (u->in->type != PT_F64)
        return false;
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        if (rows[k].op == u->in->op && !(u->in->flags & rows[k].without)) {
            set_alu(p, u, *rows[k].f, 8, 8);
            set_rounding(u);
            return true;
        }
    return false;
}
