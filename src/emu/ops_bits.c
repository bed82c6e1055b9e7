/* Logic, shifts and bit fields: and or xor not cnot lop3 shl shr shf bfe bfi bfind brev clz popc prmt fns bmsk szext,
   and the same logic on predicates. Shift counts past the width are clamped, as on hardware. */
#include "emu/lane_int.h"
#include "emu/ops.h"

BIN(and32, u32a, u32a, u32a, x &y)
BIN(and64, u64a, u64a, u64a, x &y)
BIN(or32, u32a, u32a, u32a, x | y)
BIN(or64, u64a, u64a, u64a, x | y)
BIN(xor32, u32a, u32a, u32a, x ^ y)
BIN(xor64, u64a, u64a, u64a, x ^ y)
UN(not32, u32a, u32a, ~x)
UN(not16, u32a, u32a, (u16)~x)
UN(not64, u64a, u64a, ~x)
UN(cnot32, u32a, u32a, x == 0)
UN(cnot16, u32a, u32a, (u16)x == 0)
UN(cnot64, u64a, u64a, x == 0)

BIN(shl32, u32a, u32a, u32a, y > 31 ? 0 : x << (y & 31))
BIN(shl16, u32a, u32a, u32a, y > 15 ? 0 : (u16)(x << (y & 15)))
BIN(shl64, u64a, u64a, u32a, y > 63 ? 0 : x << (y & 63))
BIN(shr_u32, u32a, u32a, u32a, y > 31 ? 0 : x >> (y & 31))
BIN(shr_s32, i32a, i32a, u32a, x >> (y > 31 ? 31 : y))
BIN(shr_u16, u32a, u32a, u32a, y > 15 ? 0 : (u16)x >> (y & 15))
BIN(shr_s16, u32a, u32a, u32a, (u16)((i16)x >> (y > 15 ? 15 : y)))
BIN(shr_u64, u64a, u64a, u32a, y > 63 ? 0 : x >> (y & 63))
BIN(shr_s64, i64a, i64a, u32a, x >> (y > 63 ? 63 : y))

TER(shf_l_wrap, u32a, u32a, u32a, u32a, join(x, y) << (z & 31) >> 32)
TER(shf_r_wrap, u32a, u32a, u32a, u32a, join(x, y) >> (z & 31))
TER(shf_l_clamp, u32a, u32a, u32a, u32a, z > 31 ? x : (u32)(join(x, y) << (z & 31) >> 32))
TER(shf_r_clamp, u32a, u32a, u32a, u32a, z > 31 ? y : (u32)(join(x, y) >> (z & 31)))

TER(bfe_u32, u32a, u32a, u32a, u32a, extract(x, y, z, 32, false))
TER(bfe_s32, u32a, u32a, u32a, u32a, extract(x, y, z, 32, true))
TER(bfe_u64, u64a, u64a, u32a, u32a, extract(x, y, z, 64, false))
TER(bfe_s64, u64a, u64a, u32a, u32a, extract(x, y, z, 64, true))

#define BFI(name, T, bits)                                                                                           \
    ALU_OP(name, const T *a = lanes_at(w, u->a); const T *b = lanes_at(w, u->b); const u32a *c = lanes_at(w, u->c);  \
           const u32a *e = lanes_at(w, u->p); T *d = dst; LANES(n) d[i] = (T)insert(a[i], b[i], c[i], e[i], bits);)
BFI(bfi32, u32a, 32)
BFI(bfi64, u64a, 64)

UN(popc32, u32a, u32a, __builtin_popcount(x))
UN(popc64, u32a, u64a, __builtin_popcountll(x))
UN(clz32, u32a, u32a, x ? __builtin_clz(x) : 32)
UN(clz64, u32a, u64a, x ? __builtin_clzll(x) : 64)
UN(brev32, u32a, u32a, rev32(x))
UN(brev64, u64a, u64a, (u64)rev32((u32)x) << 32 | rev32((u32)(x >> 32)))

UN(bfind32, u32a, u32a, find(x, 32, u->flags & 1, u->flags & 2))
UN(bfind64, u32a, u64a, find(x, 64, u->flags & 1, u->flags & 2))

TER(prmt_any, u32a, u32a, u32a, u32a, permute(join(x, y), z))
TER(prmt_mode, u32a, u32a, u32a, u32a, permute(join(x, y), prmt_selector(u->flags, z)))

TER(fns_op, u32a, u32a, u32a, i32a, nth_set(x, y, z))

BIN(bmsk_op, u32a, u32a, u32a, bit_mask(x, y, u->flags & 1))

BIN(szext_op, u32a, u32a, u32a, size_extend(x, y, u->flags & 2, u->flags & 1))

TER(lop3_op, u32a, u32a, u32a, u32a, logic3(x, y, z, (u32)u->imm))

/* lop3 with a predicate as second result: (result != 0) and/or the source predicate */
static void lop3_pred(struct warp *w, const struct uop *u, u64 exec)
{
    const u32a *a = lanes_at(w, u->a), *b = lanes_at(w, u->b), *c = lanes_at(w, u->c);
    u64 src = w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0), m = 0;
    for (u32 i = 0; i < w->lanes; i++)
        if (exec >> i & 1) {
            u32 v = logic3(a[i], b[i], c[i], (u32)u->imm);
            m |= (u64)(v != 0) << i;
            ((u32a *)reg_at(w, u->d))[i] = v;
        }
    m = u->boolop == PB_AND ? m & src : m | src;
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | (m & exec);
}

static void pred_logic(struct warp *w, const struct uop *u, u64 exec)
{
    u64 a = (u->a == NO_OPERAND ? 0 : w->pred[u->a]) ^ (u->flags & 1 ? UINT64_MAX : 0);
    u64 b = (u->b == NO_OPERAND ? 0 : w->pred[u->b]) ^ (u->flags & 2 ? UINT64_MAX : 0), v = 0;
    switch (u->in->op) {
    case OP_AND: v = a & b; break;
    case OP_OR: v = a | b; break;
    case OP_XOR: v = a ^ b; break;
    case OP_NOT: v = ~a; break;
    default: v = a; break;
    }
    w->pred[u->p] = (w->pred[u->p] & ~exec) | (v & exec);
}

static void pred_constant(struct warp *w, const struct uop *u, u64 exec)
{
    w->pred[u->p] = (w->pred[u->p] & ~exec) | (u->imm ? exec : 0);
}

/* %is_explicit_cluster */
static void pred_cluster(struct warp *w, const struct uop *u, u64 exec)
{
    bool is = w->launch->explicit_cluster ^ (u->in->op == OP_NOT);
    w->pred[u->p] = (w->pred[u->p] & ~exec) | (is ? exec : 0);
}

/* A source of predicate logic: a register, perhaps negated, or a constant, which is "no register" negated or not. */
static bool pred_source(struct uop *u, u32 k, u32 *reg)
{
    const struct ptx_operand *o = &u->in->opnd[k];
    bool constant = o->kind == PO_IMM, neg = constant ? (o->imm & 1) != 0 : o->neg;
    *reg = constant ? NO_OPERAND : decode_pred(u->func, o);
    u->flags |= (u8)(neg << (k - 1));
    return constant || *reg != NO_OPERAND;
}

static bool is_pred_logic(u16 op)
{
    return op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_NOT || op == OP_MOV;
}

static bool select_pred(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u->base_kind = UK_MASKED;
    u->p = decode_pred(u->func, &in->opnd[0]);
    if (u->p == NO_OPERAND)
        u->p = p->n_preds - 1;
    if (in->opnd[1].kind == PO_IMM && in->n_opnd == 2) {
        u->imm = in->op == OP_NOT ? !in->opnd[1].imm : in->opnd[1].imm;
        u->fn.masked = pred_constant;
        return true;
    }
    if (in->opnd[1].kind == PO_SREG && in->n_opnd == 2) {
        u->fn.masked = pred_cluster;
        return true;
    }
    u->fn.masked = pred_logic;
    u->flags = 0;
    u->b = NO_OPERAND;
    return pred_source(u, 1, &u->a) && (in->n_opnd == 2 || pred_source(u, 2, &u->b));
}

/* lop3 d|p: the predicate is the second result, the source predicate the last operand */
static bool select_lop3_pred(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    const struct ptx_operand *last = &in->opnd[in->n_opnd - 1];
    u->base_kind = UK_MASKED;
    u->fn.masked = lop3_pred;
    set_dst(p, u, 4);
    u->p = decode_pred(u->func, &in->opnd[1]);
    set_sources(p, u, 2, 4, 4, 4);
    u->r = decode_pred(u->func, last);
    u->r_neg = last->neg;
    u->boolop = in->boolop;
    return u->r != NO_OPERAND;
}

static const struct alu_row rows[] = {
    {OP_AND, 0, 0, "TTT", BY_WIDTH(and32, and32, and64)},
    {OP_OR, 0, 0, "TTT", BY_WIDTH(or32, or32, or64)},
    {OP_XOR, 0, 0, "TTT", BY_WIDTH(xor32, xor32, xor64)},
    {OP_NOT, 0, 0, "TT", BY_WIDTH(not16, not32, not64)},
    {OP_CNOT, 0, 0, "TT", BY_WIDTH(cnot16, cnot32, cnot64)},
    {OP_LOP3, 0, 0, "4444", ONLY_32(lop3_op, lop3_op)},
    {OP_SHL, 0, 0, "TT4", BY_WIDTH(shl16, shl32, shl64)},
    {OP_SHR, 0, 0, "TT4", BY_TYPE(shr)},
    {OP_SHF, SUB_L, PF_CLAMP, "4444", ONLY_32(shf_l_clamp, shf_l_clamp)},
    {OP_SHF, SUB_L, 0, "4444", ONLY_32(shf_l_wrap, shf_l_wrap)},
    {OP_SHF, SUB_R, PF_CLAMP, "4444", ONLY_32(shf_r_clamp, shf_r_clamp)},
    {OP_SHF, SUB_R, 0, "4444", ONLY_32(shf_r_wrap, shf_r_wrap)},
    {OP_BFE, 0, 0, "TT44", BY_TYPE_32_64(bfe)},
    {OP_BFI, 0, 0, "TTT4", BY_WIDTH_32_64(bfi32, bfi64)},
    {OP_BFIND, 0, 0, "4T", BY_WIDTH_32_64(bfind32, bfind64)},
    {OP_BREV, 0, 0, "TT", BY_WIDTH_32_64(brev32, brev64)},
    {OP_CLZ, 0, 0, "4T", BY_WIDTH_32_64(clz32, clz64)},
    {OP_POPC, 0, 0, "4T", BY_WIDTH_32_64(popc32, popc64)},
    {OP_PRMT, 0, 0, "4444", ONLY_32(prmt_any, prmt_any)},
    {OP_FNS, 0, 0, "4444", ONLY_32(fns_op, fns_op)},
    {OP_BMSK, 0, 0, "444", ONLY_32(bmsk_op, bmsk_op)},
    {OP_SZEXT, 0, 0, "444", ONLY_32(szext_op, szext_op)},
};

/* Further operands that the function of a row needs beside its three sources */
static void set_extras(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    bool sign = type_kind(in->type) == 'S';
    switch (in->op) {
    case OP_LOP3: u->imm = in->opnd[in->n_dst + 3].imm; break;
    case OP_BFI:
        u->p = decode_operand(p, u->func, &in->opnd[4], 4);
        if (type_bits(in->type) == 64) /* d may overlap the length's slot */
            u->base_kind = UK_ALU_TMP;
        break;
    case OP_BFIND: u->flags = (u8)((sign ? 1 : 0) | (in->flags & PF_SHIFTAMT ? 2 : 0)); break;
    case OP_PRMT:
        if (in->sub) {
            pick_alu(p, u, prmt_mode);
            u->flags = (u8)(in->sub - SUB_F4E);
        }
        break;
    case OP_BMSK:
    case OP_SZEXT: u->flags = (u8)((in->flags & PF_CLAMP ? 1 : 0) | (sign ? 2 : 0)); break;
    default: break;
    }
}

bool select_bits(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    bool done;
    if (in->type == PT_PRED)
        return is_pred_logic(in->op) && select_pred(p, u);
    if (in->op == OP_LOP3 && in->n_dst > 1)
        done = select_lop3_pred(p, u);
    else
        done = set_row(p, u, rows, COUNT_OF(rows));
    if (done)
        set_extras(p, u);
    return done;
}
