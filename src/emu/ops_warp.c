/* Operations across the warp: shfl vote match activemask redux elect bar.warp. A lane's result depends only on
   active lanes in its member mask, so lanes with different masks may execute one instruction as several
   groups. A shuffle from an inactive lane gives zero, as on an H200 (PTX leaves it open, and the SDK's
   reduction relies on it). */
#include "emu/ops.h"

static u32 lane_u32(const struct warp *w, u32 off, u32 i)
{
    return ((const u32a *)lanes_at(w, off))[i];
}

static void set_pred(struct warp *w, u32 p, u64 v, u64 exec)
{
    if (p != NO_OPERAND)
        w->pred[p] = (w->pred[p] & ~exec) | (v & exec);
}

/* shfl.mode d|p, a, b, c: b the lane or distance, c the clamp (bits 0-4) and segment mask (bits 8-12) */
/* Lanes of the same 32 as lane i. */
static u64 group(u64 exec, u32 i)
{
    return exec & (i < 32 ? (u64)UINT32_MAX : ~(u64)UINT32_MAX);
}
/* The lanes that contribute to lane i's result. */
static u64 members(const struct warp *w, const struct uop *u, u64 exec, u32 i)
{
    u64 of = group(exec, i);
    if (u->q == NO_OPERAND || u->flags & UF_FULL)
        return of;
    return of & (u64)lane_u32(w, u->q, i) << (i & 32);
}
static u32 as_mask(u64 lanes, u32 i)
{
    return (u32)(i < 32 ? lanes : lanes >> 32);
}

static void shfl_op(struct warp *w, const struct uop *u, u64 exec)
{
    const u32 n = w->lanes, top = n - 1;
    u32 value[64], out[64];
    u64 ok = 0;
    for (u32 i = 0; i < n; i++)
        value[i] = lane_u32(w, u->a, i);
    for (u32 i = 0; i < n; i++) {
        u32 b = lane_u32(w, u->b, i) & top, c = lane_u32(w, u->c, i), clamp = c & top, seg = c >> 8 & top;
        if (n == 64) {
            seg |= 32;
            b &= 31;
            clamp &= 31;
        }
        u32 max = (i & seg) | (clamp & ~seg), min = i & seg, j;
        bool in;
        switch (u->in->sub) {
        case SUB_UP:
            in = (i32)(i - b) >= (i32)max;
            j = i - b;
            break;
        case SUB_DOWN:
            in = i + b <= max;
            j = i + b;
            break;
        case SUB_BFLY:
            in = (i ^ b) <= max;
            j = i ^ b;
            break;
        default:
            j = min | (b & ~seg);
            in = j <= max;
            break;
        }
        if (!in)
            j = i;
        out[i] = exec >> j & 1 ? value[j] : 0;
        ok |= (u64)in << i;
    }
    blend(w, reg_at(w, u->d), out, 1, exec);
    set_pred(w, u->p, ok, exec);
}

static bool vote(u8 sub, u64 yes, u64 of)
{
    return sub == SUB_ALL ? yes == of : sub == SUB_ANY ? yes : !yes || yes == of;
}

static void vote_op(struct warp *w, const struct uop *u, u64 exec)
{
    u64 p = u->r == NO_OPERAND ? (u->imm ? UINT64_MAX : 0) : w->pred[u->r] ^ (u->r_neg ? UINT64_MAX : 0);
    u64 yes = p & exec, out = 0;
    if (u->in->sub == SUB_BALLOT) {
        u32 got[64];
        for (u64 m = exec; m; m &= m - 1)
            got[ctz64(m)] = as_mask(members(w, u, yes, ctz64(m)), ctz64(m));
        for (u64 m = exec; m; m &= m - 1)
            ((u32a *)reg_at(w, u->d))[ctz64(m)] = got[ctz64(m)];
        return;
    }
    for (u64 m = exec; m; m &= m - 1) {
        u64 of = members(w, u, exec, ctz64(m));
        out |= (u64)vote(u->in->sub, yes & of, of) << ctz64(m);
    }
    set_pred(w, u->p, out, exec);
}

static void match_op(struct warp *w, const struct uop *u, u64 exec)
{
    bool wide = type_bits(u->in->type) == 64;
    u64 v[64], same[64], all = 0;
    u32 out[64];
    for (u32 i = 0; i < w->lanes; i++)
        v[i] = wide ? ((const u64a *)lanes_at(w, u->a))[i] : lane_u32(w, u->a, i);
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        u64 of = members(w, u, exec, i);
        same[i] = 0;
        for (u64 k = of; k; k &= k - 1)
            same[i] |= (u64)(v[ctz64(k)] == v[i]) << ctz64(k);
        all |= (u64)(same[i] == of) << i;
        out[i] = as_mask(same[i], i);
        if (u->in->sub == SUB_ALL && !(all >> i & 1))
            out[i] = 0;
    }
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = out[ctz64(m)];
    set_pred(w, u->p, all, exec);
}

static void activemask_op(struct warp *w, const struct uop *u, u64 exec)
{
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = as_mask(exec, ctz64(m));
}

static u32 reduce(const struct ptx_instr *in, u32 a, u32 b)
{
    bool s = type_kind(in->type) == 'S';
    switch (in->sub) {
    case SUB_ADD: return a + b;
    case SUB_MIN: return s ? (u32)MIN((i32)a, (i32)b) : MIN(a, b);
    case SUB_MAX: return s ? (u32)MAX((i32)a, (i32)b) : MAX(a, b);
    case SUB_AND: return a & b;
    case SUB_OR: return a | b;
    default: return a ^ b;
    }
}

static void redux_op(struct warp *w, const struct uop *u, u64 exec)
{
    u32 got[64];
    for (u64 left = exec, of; left; left &= ~of) {
        u32 first = ctz64(left);
        of = (members(w, u, exec, first) & left) |
             1ull << first; /* a lane whose mask names other lanes than these acts alone */
        u32 v = lane_u32(w, u->a, first);
        for (u64 m = of & (of - 1); m; m &= m - 1)
            v = reduce(u->in, v, lane_u32(w, u->a, ctz64(m)));
        for (u64 m = of; m; m &= m - 1)
            got[ctz64(m)] = v;
    }
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = got[ctz64(m)];
}

static void elect_op(struct warp *w, const struct uop *u, u64 exec)
{
    u64 leaders = 0;
    u32 first[64];
    for (u64 m = exec; m; m &= m - 1) {
        u64 of = members(w, u, exec, ctz64(m));
        first[ctz64(m)] = of ? ctz64(of) : ctz64(m);
        leaders |= 1ull << first[ctz64(m)];
    }
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = first[ctz64(m)] & 31;
    set_pred(w, u->p, leaders, exec);
}

static void bar_warp_op(struct warp *w, const struct uop *u, u64 exec)
{
    (void)w, (void)u, (void)exec;
}

/* The member mask: the last operand of every .sync form. */
static void set_mask(struct prog *p, struct uop *u)
{
    const struct ptx_operand *o = &u->in->opnd[u->in->n_opnd - 1];
    u->base_kind = UK_SYNC;
    u->q = decode_operand(p, u->func, o, 4);
    if (o->kind == PO_IMM && (u32)o->imm == UINT32_MAX)
        u->flags |= UF_FULL;
}

/* Results and sources of a warp instruction */
enum { HAS_NONE, HAS_VALUES /* a register, perhaps a predicate, and what follows */, HAS_VOTE /* on a predicate */ };
static const struct {
    u16 op;
    u8 has;
    bool masked; /* always; else if it is .sync */
    masked_fn *fn;
} rows[] = {
    {OP_SHFL, HAS_VALUES, false, shfl_op},  {OP_MATCH, HAS_VALUES, true, match_op},
    {OP_ELECT, HAS_VALUES, true, elect_op}, {OP_ACTIVEMASK, HAS_VALUES, false, activemask_op},
    {OP_REDUX, HAS_VALUES, true, redux_op}, {OP_VOTE, HAS_VOTE, false, vote_op},
    {OP_BAR, HAS_NONE, true, bar_warp_op},  {OP_BARRIER, HAS_NONE, true, bar_warp_op},
};

static void set_vote(struct prog *p, struct uop *u)
{
    const struct ptx_operand *o = u->in->opnd;
    if (u->in->sub == SUB_BALLOT)
        set_dst(p, u, 4);
    else
        u->p = decode_pred(u->func, &o[0]);
    u->r = decode_pred(u->func, &o[1]);
    u->r_neg = o[1].neg;
    u->imm = o[1].imm;
}

static void set_values(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    set_dst(p, u, 4);
    if (in->n_dst > 1)
        u->p = decode_pred(u->func, &in->opnd[1]);
    u32 bytes = in->op == OP_MATCH && type_bits(in->type) == 64 ? 8 : 4;
    if (in->n_opnd > in->n_dst)
        set_sources(p, u, in->n_dst, bytes, 4, 4);
}

bool select_warp(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 k = 0;
    while (k < COUNT_OF(rows) && rows[k].op != in->op)
        k++;
    if (k == COUNT_OF(rows) || (in->op == OP_REDUX && is_float(in->type)))
        return false;
    u->base_kind = UK_MASKED;
    u->fn.masked = rows[k].fn;
    if (rows[k].masked || in->flags & PF_SYNC)
        set_mask(p, u);
    if (rows[k].has == HAS_VOTE)
        set_vote(p, u);
    else if (rows[k].has == HAS_VALUES)
        set_values(p, u);
    return true;
}
