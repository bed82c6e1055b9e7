/* Video instructions. The scalar ones take bytes or halves of their operands, compute with enough bits to be exact,
   and saturate, combine or merge the result (PTX ISA, "Scalar Video Instructions"); the SIMD ones work on two halves
   or four bytes at a time. Left out: what SIMD instructions select and mask. */
#include "emu/ops.h"
#include "emu/prog.h"
#include "emu/warp.h"

/* ---- Scalar ---- */

static bool is_signed(u8 type)
{
    return type_kind(type) == 'S';
}

/* The part of a register that an operand names, as a number. */
static i64 part_of(u32 v, u8 part, bool sign)
{
    u32 bits = part == PART_ALL ? 32 : part < PART_H0 ? 8 : 16;
    u32 at = part == PART_ALL ? 0 : part < PART_H0 ? 8u * (u32)(part - PART_B0) : 16u * (u32)(part - PART_H0);
    u32 up = v >> at << (32 - bits);
    return sign ? (i64)((i32)up >> (32 - bits)) : (i64)(up >> (32 - bits));
}

static bool compare(u8 cmp, i64 a, i64 b)
{
    switch (cmp) {
    case PC_EQ: return a == b;
    case PC_NE: return a != b;
    case PC_LT: return a < b;
    case PC_LE: return a <= b;
    case PC_GT: return a > b;
    default: return a >= b;
    }
}

/* Exact: a and b have at most 33 bits. A shift by 32 of them needs more. */
static __int128 scalar_result(const struct ptx_instr *in, i64 a, i64 b)
{
    i64 count = in->flags & PF_WRAP ? b & 31 : MIN(b, 32);
    switch (in->op) {
    case OP_VADD: return a + b;
    case OP_VSUB: return a - b;
    case OP_VABSDIFF: return a < b ? b - a : a - b;
    case OP_VMIN: return MIN(a, b);
    case OP_VMAX: return MAX(a, b);
    case OP_VSHL: return (__int128)a * ((i64)1 << count);
    case OP_VSHR: return a >> count;
    default: return compare(in->cmp, a, b);
    }
}

static __int128 clamp(__int128 v, u32 bits, bool sign)
{
    __int128 top = ((__int128)1 << (sign ? bits - 1 : bits)) - 1, low = sign ? -top - 1 : 0;
    return MAX(low, MIN(top, v));
}

static u32 merge(u8 part, u32 v, u32 c)
{
    u32 bits = part < PART_H0 ? 8 : 16, mask = (1u << bits) - 1;
    u32 at = part < PART_H0 ? 8u * (u32)(part - PART_B0) : 16u * (u32)(part - PART_H0);
    return (v & mask) << at | (c & ~(mask << at));
}

static u32 scalar(const struct ptx_instr *in, u32 ra, u32 rb, u32 c)
{
    bool is_set = in->op == OP_VSET, sign = is_signed(in->type); /* vset has no type of its own: a's, as on a card */
    u8 to = in->opnd[0].sub;
    i64 a = part_of(ra, in->opnd[1].sub, is_signed(is_set ? in->type : in->type2));
    i64 b = part_of(rb, in->opnd[2].sub, is_signed(is_set ? in->type2 : in->type3));
    i64 third = sign ? (i64)(i32)c : (i64)c;
    __int128 v = scalar_result(in, a, b);
    if (in->flags & PF_SAT)
        v = clamp(v, to == PART_ALL ? 32 : to < PART_H0 ? 8 : 16, sign);
    if (to != PART_ALL)
        return merge(to, (u32)v, c);
    switch (in->sub) {
    case SUB_ADD: return (u32)v + c;
    case SUB_MIN: return (u32)MIN(v, third);
    case SUB_MAX: return (u32)MAX(v, third);
    default: return (u32)v;
    }
}

static u32 vmad(const struct ptx_instr *in, u32 ra, u32 rb, u32 rc)
{
    const struct ptx_operand *o = in->opnd;
    bool neg = o[1].neg != o[2].neg, more = in->flags & PF_HI;
    bool sign = is_signed(in->type2) || is_signed(in->type3) || neg || o[3].neg;
    __int128 v = (__int128)part_of(ra, o[1].sub, is_signed(in->type2)) * part_of(rb, o[2].sub, is_signed(in->type3));
    __int128 c = sign ? (__int128)(i32)rc : (__int128)rc;
    v = (neg ? -v : v) + (o[3].neg ? -c : c) + more;
    v >>= in->sub == SUB_SHR7 ? 7 : in->sub == SUB_SHR15 ? 15 : 0;
    return (u32)(in->flags & PF_SAT ? clamp(v, 32, sign) : v);
}

static void scalar_op(struct warp *w, const struct uop *u, u64 exec)
{
    const u32a *a = lanes_at(w, u->a), *b = lanes_at(w, u->b), *c = u->in->n_opnd > 3 ? lanes_at(w, u->c) : NULL;
    u32a *d = reg_at(w, u->d);
    for (u64 m = exec; m; m &= m - 1) {
        u32 at = (u32)ctz64(m), third = c ? c[at] : 0;
        d[at] = u->in->op == OP_VMAD ? vmad(u->in, a[at], b[at], third) : scalar(u->in, a[at], b[at], third);
    }
}

static bool select_scalar(struct prog *p, struct uop *u)
{
    u->base_kind = UK_MASKED;
    u->fn.masked = scalar_op;
    set_dst(p, u, 4);
    set_sources(p, u, 1, 4, 4, u->in->n_opnd > 3 ? 4 : 0);
    return true;
}

/* ---- SIMD ---- */

/* The SIMD video instructions: two halves or four bytes at a time, each widened to int. flags: 1 the sources are
   signed, 2 the results are, 4 saturate, 8 the sum of the results goes on top of c. */
static i32 video_lane(const struct ptx_instr *in, i32 a, i32 b)
{
    switch (in->op) {
    case OP_VSET2:
    case OP_VSET4: return compare(in->cmp, a, b);
    case OP_VADD2:
    case OP_VADD4: return a + b;
    case OP_VSUB2:
    case OP_VSUB4: return a - b;
    case OP_VAVRG2:
    case OP_VAVRG4: return (a + b + (a + b >= 0)) >> 1;
    case OP_VABSDIFF2:
    case OP_VABSDIFF4: return a < b ? b - a : a - b;
    case OP_VMIN2:
    case OP_VMIN4: return MIN(a, b);
    default: return MAX(a, b);
    }
}

static u32 simd(const struct uop *u, u32 a, u32 b, u32 c)
{
    u32 bits = u->in->op >= OP_VADD4 ? 8 : 16, mask = (1u << bits) - 1, d = 0, sum = c;
    bool is_set = u->in->op == OP_VSET2 || u->in->op == OP_VSET4; /* no type of its own for the result */
    i32 top = u->flags & 2 ? (i32)(mask >> 1) : (i32)mask, low = u->flags & 2 ? -top - 1 : 0;
    for (u32 at = 0; at < 32; at += bits) {
        i32 x = (i32)((a >> at) & mask), y = (i32)((b >> at) & mask);
        if (u->flags & (is_set ? 2 : 1))
            x = (i32)((u32)x << (32 - bits)) >> (32 - bits);
        if (u->flags & 1)
            y = (i32)((u32)y << (32 - bits)) >> (32 - bits);
        i32 v = video_lane(u->in, x, y);
        sum += (u32)v;
        v = u->flags & 4 ? MAX(low, MIN(top, v)) : v;
        d |= ((u32)v & mask) << at;
    }
    return u->flags & 8 ? sum : d;
}

static void simd_op(struct warp *w, const struct uop *u, u64 exec)
{
    const u32a *a = lanes_at(w, u->a), *b = lanes_at(w, u->b), *c = lanes_at(w, u->c);
    u32a *d = reg_at(w, u->d);
    for (u64 m = exec; m; m &= m - 1)
        d[ctz64(m)] = simd(u, a[ctz64(m)], b[ctz64(m)], c[ctz64(m)]);
}

static bool select_simd(struct prog *p, struct uop *u)
{
    u->base_kind = UK_MASKED;
    u->fn.masked = simd_op;
    set_dst(p, u, 4);
    set_sources(p, u, 1, 4, 4, 4);
    u->flags =
        (u8)((type_kind(u->in->type2 ? u->in->type2 : u->in->type) == 'S') | (type_kind(u->in->type) == 'S') << 1 |
             !!(u->in->flags & PF_SAT) << 2 | (u->in->sub == SUB_ADD) << 3);
    return true;
}

bool select_video(struct prog *p, struct uop *u)
{
    u16 op = u->in->op;
    if (op >= OP_VADD && op <= OP_VSET)
        return select_scalar(p, u);
    return op >= OP_VADD2 && op <= OP_VSET4 && select_simd(p, u);
}
