/* Comparison and selection: setp set selp slct testp. */
#include "emu/fp.h"
#include "emu/lane_int.h"

#define CMP_ORDER(t, T)                                                                                              \
    CMP(eq_##t, T, x == y)                                                                                           \
    CMP(ne_##t, T, x != y)                                                                                           \
    CMP(lt_##t, T, x < y)                                                                                            \
    CMP(le_##t, T, x <= y)                                                                                           \
    CMP(gt_##t, T, x > y)                                                                                            \
    CMP(ge_##t, T, x >= y)
CMP_ORDER(u32, u32a)
CMP_ORDER(s32, i32a)
CMP_ORDER(u64, u64a)
CMP_ORDER(s64, i64a)
#define CMP_FLOAT(t, T, F)                                                                                           \
    CMP(eq_##t, T, F(x) == F(y))                                                                                     \
    CMP(ne_##t, T, F(x) < F(y) || F(x) > F(y))                                                                       \
    CMP(lt_##t, T, F(x) < F(y))                                                                                      \
    CMP(le_##t, T, F(x) <= F(y))                                                                                     \
    CMP(gt_##t, T, F(x) > F(y))                                                                                      \
    CMP(ge_##t, T, F(x) >= F(y))                                                                                     \
    CMP(equ_##t, T, !(F(x) < F(y) || F(x) > F(y)))                                                                   \
    CMP(neu_##t, T, F(x) != F(y))                                                                                    \
    CMP(ltu_##t, T, !(F(x) >= F(y)))                                                                                 \
    CMP(leu_##t, T, !(F(x) > F(y)))                                                                                  \
    CMP(gtu_##t, T, !(F(x) <= F(y)))                                                                                 \
    CMP(geu_##t, T, !(F(x) < F(y)))                                                                                  \
    CMP(num_##t, T, x == x && y == y)                                                                                \
    CMP(nan_##t, T, x != x || y != y)
CMP_FLOAT(f32, f32a, SAME)
CMP_FLOAT(ftz, f32a, f32_flush)
CMP_FLOAT(f64, f64a, SAME)
#define HALF(x) f16_to_f32((u16)(x))
#define BHALF(x) bf16_to_f32((u16)(x))
#define CMP_NARROW(t, F)                                                                                             \
    CMP(eq_##t, u32a, F(x) == F(y))                                                                                  \
    CMP(ne_##t, u32a, F(x) < F(y) || F(x) > F(y))                                                                    \
    CMP(lt_##t, u32a, F(x) < F(y))                                                                                   \
    CMP(le_##t, u32a, F(x) <= F(y))                                                                                  \
    CMP(gt_##t, u32a, F(x) > F(y))                                                                                   \
    CMP(ge_##t, u32a, F(x) >= F(y))                                                                                  \
    CMP(equ_##t, u32a, !(F(x) < F(y) || F(x) > F(y)))                                                                \
    CMP(neu_##t, u32a, F(x) != F(y))                                                                                 \
    CMP(ltu_##t, u32a, !(F(x) >= F(y)))                                                                              \
    CMP(leu_##t, u32a, !(F(x) > F(y)))                                                                               \
    CMP(gtu_##t, u32a, !(F(x) <= F(y)))                                                                              \
    CMP(geu_##t, u32a, !(F(x) < F(y)))                                                                               \
    CMP(num_##t, u32a, F(x) == F(x) && F(y) == F(y))                                                                 \
    CMP(nan_##t, u32a, F(x) != F(x) || F(y) != F(y))
CMP_NARROW(f16, HALF)
INLINE float half_flushed(u32 h)
{
    return f16_to_f32((u16)(h & 0x7c00 ? h : h & 0x8000));
}
CMP_NARROW(f16z, half_flushed)
CMP_NARROW(bf16, BHALF)
#define CMP_SHORT(t, F)                                                                                              \
    CMP(eq_##t, u32a, F(x) == F(y))                                                                                  \
    CMP(ne_##t, u32a, F(x) != F(y))                                                                                  \
    CMP(lt_##t, u32a, F(x) < F(y))                                                                                   \
    CMP(le_##t, u32a, F(x) <= F(y))                                                                                  \
    CMP(gt_##t, u32a, F(x) > F(y))                                                                                   \
    CMP(ge_##t, u32a, F(x) >= F(y))
CMP_SHORT(u16, U16)
CMP_SHORT(s16, S16)

#define ROW_INT(t)                                                                                                   \
    {                                                                                                                \
        [PC_EQ] = {eq_##t##_32, eq_##t##_n, eq_##t##_text}, [PC_NE] = {ne_##t##_32, ne_##t##_n, ne_##t##_text},      \
        [PC_LT] = {lt_##t##_32, lt_##t##_n, lt_##t##_text}, [PC_LE] = {le_##t##_32, le_##t##_n, le_##t##_text},      \
        [PC_GT] = {gt_##t##_32, gt_##t##_n, gt_##t##_text}, [PC_GE] = {ge_##t##_32, ge_##t##_n, ge_##t##_text},      \
        [PC_LO] = {lt_##t##_32, lt_##t##_n, lt_##t##_text}, [PC_LS] = {le_##t##_32, le_##t##_n, le_##t##_text},      \
        [PC_HI] = {gt_##t##_32, gt_##t##_n, gt_##t##_text}, [PC_HS] = {                                              \
            ge_##t##_32,                                                                                             \
            ge_##t##_n,                                                                                              \
            ge_##t##_text                                                                                            \
        }                                                                                                            \
    }
#define ROW_FLOAT(t)                                                                                                 \
    {                                                                                                                \
        [PC_EQ] = {eq_##t##_32, eq_##t##_n, eq_##t##_text}, [PC_NE] = {ne_##t##_32, ne_##t##_n, ne_##t##_text},      \
        [PC_LT] = {lt_##t##_32, lt_##t##_n, lt_##t##_text}, [PC_LE] = {le_##t##_32, le_##t##_n, le_##t##_text},      \
        [PC_GT] = {gt_##t##_32, gt_##t##_n, gt_##t##_text}, [PC_GE] = {ge_##t##_32, ge_##t##_n, ge_##t##_text},      \
        [PC_EQU] = {equ_##t##_32, equ_##t##_n, equ_##t##_text},                                                      \
        [PC_NEU] = {neu_##t##_32, neu_##t##_n, neu_##t##_text},                                                      \
        [PC_LTU] = {ltu_##t##_32, ltu_##t##_n, ltu_##t##_text},                                                      \
        [PC_LEU] = {leu_##t##_32, leu_##t##_n, leu_##t##_text},                                                      \
        [PC_GTU] = {gtu_##t##_32, gtu_##t##_n, gtu_##t##_text},                                                      \
        [PC_GEU] = {geu_##t##_32, geu_##t##_n, geu_##t##_text},                                                      \
        [PC_NUM] = {num_##t##_32, num_##t##_n, num_##t##_text}, [PC_NAN] = {                                         \
            nan_##t##_32,                                                                                            \
            nan_##t##_n,                                                                                             \
            nan_##t##_text                                                                                           \
        }                                                                                                            \
    }
enum cmp_row {
    ROW_none,
    ROW_u16,
    ROW_s16,
    ROW_u32,
    ROW_s32,
    ROW_u64,
    ROW_s64,
    ROW_f16,
    ROW_f16z,
    ROW_bf16,
    ROW_f32,
    ROW_ftz,
    ROW_f64,
    ROWS
};
static const struct cmp_pair compare[ROWS][PC_NAN + 1] = {
    [ROW_u16] = ROW_INT(u16),   [ROW_s16] = ROW_INT(s16),     [ROW_u32] = ROW_INT(u32),
    [ROW_s32] = ROW_INT(s32),   [ROW_u64] = ROW_INT(u64),     [ROW_s64] = ROW_INT(s64),
    [ROW_f16] = ROW_FLOAT(f16), [ROW_f16z] = ROW_FLOAT(f16z), [ROW_bf16] = ROW_FLOAT(bf16),
    [ROW_f32] = ROW_FLOAT(f32), [ROW_ftz] = ROW_FLOAT(ftz),   [ROW_f64] = ROW_FLOAT(f64),
};

/* By type, without and with .ftz */
static const u8 row_of[PT_COUNT][2] = {
    [PT_B16] = {ROW_u16, ROW_u16},    [PT_U16] = {ROW_u16, ROW_u16}, [PT_S16] = {ROW_s16, ROW_s16},
    [PT_B32] = {ROW_u32, ROW_u32},    [PT_U32] = {ROW_u32, ROW_u32}, [PT_S32] = {ROW_s32, ROW_s32},
    [PT_B64] = {ROW_u64, ROW_u64},    [PT_U64] = {ROW_u64, ROW_u64}, [PT_S64] = {ROW_s64, ROW_s64},
    [PT_F16] = {ROW_f16, ROW_f16z},   [PT_F32] = {ROW_f32, ROW_ftz}, [PT_F64] = {ROW_f64, ROW_f64},
    [PT_BF16] = {ROW_bf16, ROW_bf16},
};

/* NULL: there is no such comparison. */
static cmp_fn *find_cmp(const struct prog *p, struct uop *u, u8 type)
{
    const struct cmp_pair *c = &compare[row_of[type][!!(u->in->flags & PF_FTZ)]][u->in->cmp];
    u->text = c->text;
    return pick_cmp(p, *c);
}

ALU_OP(
    selp32, const u32a *a = lanes_at(w, u->a); const u32a *b = lanes_at(w, u->b); u32a *d = dst;
    const u64 m = w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0); if (n == 32) {
        const u32 m32 = (u32)m;
        LANES(32) d[i] = m32 & lane_bit32[i] ? a[i] : b[i];
    } else {
        LANES(n)
        d[i] = m & lane_bit64[i] ? a[i] : b[i];
    })
ALU_OP(selp64, const u64a *a = lanes_at(w, u->a); const u64a *b = lanes_at(w, u->b); u64a *d = dst;
       const u64 m = w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0); LANES(n) d[i] = m & lane_bit64[i] ? a[i] : b[i];)
TER(slct32_s32, u32a, u32a, u32a, i32a, z >= 0 ? x : y)
TER(slct32_f32, u32a, u32a, u32a, f32a, z >= 0 ? x : y)
TER(slct32_ftz, u32a, u32a, u32a, f32a, f32_flush(z) >= 0 ? x : y)
TER(slct64_s32, u64a, u64a, u64a, i32a, z >= 0 ? x : y)
TER(slct64_f32, u64a, u64a, u64a, f32a, z >= 0 ? x : y)
TER(slct64_ftz, u64a, u64a, u64a, f32a, f32_flush(z) >= 0 ? x : y)

static void set_op(struct warp *w, const struct uop *u, u64 exec)
{
    u64 m = u->cmp(w, u);
    if (u->boolop) {
        u64 r = w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0);
        m = u->boolop == PB_AND ? m & r : u->boolop == PB_OR ? m | r : m ^ r;
    }
    u32a *d = reg_at(w, u->d);
    for (u32 i = 0; i < w->lanes; i++)
        if (exec >> i & 1)
            d[i] = m >> i & 1 ? (u32)u->imm : 0;
}

/* set and setp on packed halves: element by element */
static u32 half_value(const struct warp *w, u32 off, u32 lane, u32 k)
{
    return ((const u32a *)lanes_at(w, off))[lane] >> 16 * k & 0xffff;
}
static bool half_compare(u8 cmp, float x, float y)
{
    bool un = x != x || y != y;
    switch (cmp) {
    case PC_EQ: return x == y;
    case PC_NE: return !un && x != y;
    case PC_LT: return x < y;
    case PC_LE: return x <= y;
    case PC_GT: return x > y;
    case PC_GE: return x >= y;
    case PC_EQU: return un || x == y;
    case PC_NEU: return un || x != y;
    case PC_LTU: return un || x < y;
    case PC_LEU: return un || x <= y;
    case PC_GTU: return un || x > y;
    case PC_GEU: return un || x >= y;
    case PC_NUM: return !un;
    default: return un;
    }
}
static void packed_compare(struct warp *w, const struct uop *u, u64 exec)
{
    bool bf = u->in->type == PT_BF16X2 || u->in->type2 == PT_BF16X2;
    u64 r = u->boolop ? w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0) : 0, m[2] = {0, 0};
    for (u32 i = 0; i < w->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        for (u32 k = 0; k < 2; k++) {
            u16 xb = (u16)half_value(w, u->a, i, k), yb = (u16)half_value(w, u->b, i, k);
            float x = bf ? bf16_to_f32(xb) : f16_to_f32(xb), y = bf ? bf16_to_f32(yb) : f16_to_f32(yb);
            if (u->in->flags & PF_FTZ) {
                x = xb & 0x7c00 || bf ? x : x * 0;
                y = yb & 0x7c00 || bf ? y : y * 0;
            }
            bool c = half_compare(u->in->cmp, x, y), s = r >> i & 1;
            c = u->boolop == PB_AND ? c && s : u->boolop == PB_OR ? c || s : u->boolop == PB_XOR ? c != s : c;
            m[k] |= (u64)c << i;
        }
        if (u->in->op == OP_SET)
            ((u32a *)reg_at(w, u->d))[i] =
                (m[0] >> i & 1 ? (u32)u->imm : 0) | (m[1] >> i & 1 ? (u32)u->imm << 16 : 0);
    }
    if (u->in->op == OP_SETP && u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | m[0];
    if (u->in->op == OP_SETP && u->q != NO_OPERAND)
        w->pred[u->q] = (w->pred[u->q] & ~exec) | m[1];
}

static void testp_op(struct warp *w, const struct uop *u, u64 exec)
{
    u64 m = 0;
    bool wide = u->in->type == PT_F64;
    for (u32 i = 0; i < w->lanes; i++) {
        u64 b = wide ? ((const u64a *)lanes_at(w, u->a))[i] & INT64_MAX
                     : ((const u32a *)lanes_at(w, u->a))[i] & INT32_MAX;
        u64 inf = wide ? 0x7ff0000000000000ull : 0x7f800000u, min_normal = wide ? 1ull << 52 : 1u << 23;
        bool v = false;
        switch (u->in->sub) {
        case SUB_FINITE: v = b < inf; break;
        case SUB_INFINITE: v = b == inf; break;
        case SUB_NUMBER: v = b <= inf; break;
        case SUB_NOTANUMBER: v = b > inf; break;
        case SUB_NORMAL: v = !b || (b >= min_normal && b < inf); break; /* zero counts, as on hardware */
        case SUB_SUBNORMAL: v = b && b < min_normal; break;
        default: break;
        }
        m |= (u64)v << i;
    }
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | (m & exec);
}

static bool set_bool_source(struct uop *u, u32 at)
{
    u->boolop = u->in->boolop;
    if (!u->boolop)
        return true;
    if (at >= u->in->n_opnd)
        return false;
    u->r = decode_pred(u->func, &u->in->opnd[at]);
    u->r_neg = u->in->opnd[at].neg;
    return u->r != NO_OPERAND;
}

static bool select_setp(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 bytes = type_bits(in->type) == 64 ? 8 : 4;
    u->base_kind = UK_SETP;
    u->p = decode_pred(u->func, &in->opnd[0]);
    if (in->n_dst > 1)
        u->q = decode_pred(u->func, &in->opnd[1]);
    set_sources(p, u, in->n_dst, bytes, bytes, 0);
    if (!set_bool_source(u, in->n_dst + 2u))
        return false;
    if (in->type == PT_F16X2 || in->type == PT_BF16X2) {
        u->base_kind = UK_MASKED;
        u->fn.masked = packed_compare;
        return true;
    }
    u->fn.cmp = find_cmp(p, u, in->type);
    return u->fn.cmp;
}

static bool select_set(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 bytes = type_bits(in->type2) == 64 ? 8 : 4;
    u->base_kind = UK_MASKED;
    set_dst(p, u, 4);
    set_sources(p, u, 1, bytes, bytes, 0);
    switch (in->type) {
    case PT_F32: u->imm = 0x3f800000; break;
    case PT_F16:
    case PT_F16X2: u->imm = 0x3c00; break;
    case PT_BF16:
    case PT_BF16X2: u->imm = 0x3f80; break;
    default: u->imm = type_bits(in->type) == 16 ? 0xffff : UINT32_MAX; break;
    }
    if (!set_bool_source(u, 3))
        return false;
    if (in->type2 == PT_F16X2 || in->type2 == PT_BF16X2) {
        u->imm = u->imm == UINT32_MAX ? 0xffff : u->imm;
        u->fn.masked = packed_compare;
        return true;
    }
    u->fn.masked = set_op;
    u->cmp = find_cmp(p, u, in->type2);
    return u->cmp;
}

static bool select_slct(struct prog *p, struct uop *u)
{
    static const struct alu_pair *const table[2][3] = {{&slct32_s32, &slct32_f32, &slct32_ftz},
                                                       {&slct64_s32, &slct64_f32, &slct64_ftz}};
    bool wide = type_bits(u->in->type) == 64, f = u->in->type2 == PT_F32, ftz = f && u->in->flags & PF_FTZ;
    u32 bytes = wide ? 8 : 4;
    u->base_kind = UK_ALU;
    pick_alu(p, u, *table[wide][f + ftz]);
    set_dst(p, u, bytes);
    set_sources(p, u, 1, bytes, bytes, 4);
    return true;
}

static bool select_selp(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    bool wide = type_bits(in->type) == 64;
    u32 bytes = wide ? 8 : 4;
    u->base_kind = UK_ALU;
    pick_alu(p, u, wide ? selp64 : selp32);
    set_dst(p, u, bytes);
    set_sources(p, u, 1, bytes, bytes, 0);
    u->r = decode_pred(u->func, &in->opnd[3]);
    u->r_neg = in->opnd[3].neg;
    return u->r != NO_OPERAND;
}

static bool select_testp(struct prog *p, struct uop *u)
{
    u->base_kind = UK_MASKED;
    u->fn.masked = testp_op;
    u->p = decode_pred(u->func, &u->in->opnd[0]);
    set_sources(p, u, 1, u->in->type == PT_F64 ? 8 : 4, 0, 0);
    return true;
}

bool select_cmp(struct prog *p, struct uop *u)
{
    switch (u->in->op) {
    case OP_SETP: return select_setp(p, u);
    case OP_SET: return select_set(p, u);
    case OP_SLCT: return select_slct(p, u);
    case OP_SELP: return select_selp(p, u);
    case OP_TESTP: return select_testp(p, u);
    default: return false;
    }
}
