/* wmma.load, wmma.store and wmma.mma become what ptxas makes of them: loads and stores of each lane, and mma.sync of
   tiles of m16n8 (f64 and elements of under 8 bits: m8n8). They are written as PTX, with registers of their own, and
   parsed in place of the instruction, whose text they keep for messages.

   Which lane has which element is mma's matter, and was compared with an H200 (tests/emu/wmma_card.txt): m16n16 and
   m32n8 are tiles of 16 rows and 8 columns; of m8n32 the transposed product is computed, so that B's columns are the
   rows of 16. A and B of f16 always have 8 registers; where fewer do, they repeat. A lane's elements lie at x = lane
   / 4 + a constant and y = lane % 4 * (elements a register) + a constant, where y is k of A and B.

   Left out: f16's .satfinite, which sm_70 alone had. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/check.h"
#include "ptx/matrix.h"

struct out {
    VEC(char) text;
    const char *guard;      /* "@%p " or "" */
    struct parse_opnd *vec; /* the fragment that is loaded or stored */
    struct parser *p;
};

static void put(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct out *o, const char *fmt, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    for (int k = 0; k < n; k++)
        VEC_PUSH(&o->text, line[k]);
}
#define OP(o, ...) (put(o, "%s", (o)->guard), put(o, __VA_ARGS__))

static const char *reg_name(const struct out *o, const struct parse_opnd *x)
{
    return o->p->regs.at[x->o.reg].name;
}

static struct parse_opnd *element(struct parse_opnd *x, u32 k)
{
    return x->o.kind == PO_VEC ? &x->elems[k] : x;
}

/* ---- Where a lane's elements are ---- */
struct unit { /* `count` elements along y, in registers from `reg` on */
    u32 x, y, reg, count;
};

static u32 units_of(const struct ptx_wmma *f)
{
    return f->which == MAT_C || f->which == MAT_D ? f->m * f->n / 64u : f->needed[f->which];
}

static struct unit unit_of(const struct ptx_wmma *f, u32 k)
{
    u32 bits = ptx_elements[f->type[f->which]].bits, per = bits == 64 ? 1 : 32 / bits;
    if (f->which == MAT_C || f->which == MAT_D) {
        u32 each = f->high / 8, tile = k / each, across = f->m == 16 && f->n == 16;
        return (struct unit){k % each * 8 + (across ? 0 : tile * 16), across ? tile * 8 : 0, bits == 16 ? k : 2 * k,
                             2};
    }
    bool tall = f->high == 16 && (f->which == MAT_A) != f->turned;
    u32 each = f->tile_regs[f->which], tile = k / each, r = k % each;
    return (struct unit){tall ? tile * 16 + (r & 1) * 8 : tile * 8, (tall ? r >> 1 : r) * 4 * per, k, per};
}

/* ---- Loads and stores ---- */
struct place {  /* how addresses are made of x and y */
    bool along; /* elements along y lie next to each other */
    bool known; /* the stride is a number */
    bool wide;  /* addresses of 64 bits */
    u32 bits;
    u64 step; /* bytes, of a known stride */
    u64 made; /* bit v: %__wm_bV is there */
};

static u32 bytes_of(u32 elements, u32 bits)
{
    return elements * bits / 8;
}

/* Declares what is needed, and computes where lane's x = lane / 4, y = lane % 4 * count is: %__wm_b0 */
static void put_base(struct out *o, const struct place *l, const struct parse_opnd *at,
                     const struct parse_opnd *stride, u32 count)
{
    const char *t = l->wide ? "64" : "32", *mad = l->wide ? "mad.wide.u32" : "mad.lo.u32";
    put(o,
        ".reg .b32 %%__wm_l, %%__wm_g, %%__wm_t, %%__wm_s, %%__wm_e<4>; .reg .b16 %%__wm_h<2>; .reg .b%s %%__wm_p, "
        "%%__wm_b<64>; ",
        t);
    OP(o, "mov.u32 %%__wm_l, %%laneid; ");
    OP(o, "shr.u32 %%__wm_g, %%__wm_l, 2; ");
    OP(o, "and.b32 %%__wm_t, %%__wm_l, 3; ");
    if (at->o.base == PO_REG)
        OP(o, "add.s%s %%__wm_p, %s, %lld; ", t, reg_name(o, at), (long long)at->o.off);
    else if (at->o.base == PO_SYM)
        OP(o, "mov.u%s %%__wm_p, %s+%lld; ", t, at->o.sym->name, (long long)at->o.off);
    else
        OP(o, "mov.u%s %%__wm_p, %llu; ", t, (unsigned long long)at->o.imm + (u64)at->o.off);
    if (l->known)
        OP(o, "mov.u32 %%__wm_s, %llu; ", (unsigned long long)l->step);
    else if (l->bits < 8)
        OP(o, "shr.u32 %%__wm_s, %s, %u; ", reg_name(o, stride), l->bits == 4 ? 1u : 3u);
    else
        OP(o, "mul.lo.u32 %%__wm_s, %s, %u; ", reg_name(o, stride), l->bits / 8);
    if (l->along) {
        OP(o, "%s %%__wm_b0, %%__wm_g, %%__wm_s, %%__wm_p; ", mad);
        OP(o, "%s %%__wm_b0, %%__wm_t, %u, %%__wm_b0; ", mad, bytes_of(count, l->bits));
    } else {
        OP(o, "%s %%__wm_b0, %%__wm_g, %u, %%__wm_p; ", mad, bytes_of(1, l->bits));
        OP(o, "mul.lo.u32 %%__wm_t, %%__wm_t, %u; ", count);
        OP(o, "%s %%__wm_b0, %%__wm_t, %%__wm_s, %%__wm_b0; ", mad);
    }
}

struct spot {
    u32 base; /* %__wm_bN */
    u64 off;
};

/* Element (x, y) of the lane: `far` is what goes by the stride. */
static struct spot spot_of(struct out *o, struct place *l, u32 x, u32 y)
{
    u32 far = l->along ? x : y, near = l->along ? y : x;
    struct spot s = {0, bytes_of(near, l->bits)};
    if (l->known)
        s.off += far * l->step;
    else
        s.base = far;
    if (!(l->made >> s.base & 1))
        OP(o, "%s %%__wm_b%u, %%__wm_s, %u, %%__wm_b0; ", l->wide ? "mad.wide.u32" : "mad.lo.u32", s.base, s.base);
    l->made |= 1ull << s.base;
    return s;
}

/* All addresses first: a register that is loaded may be the stride's. */
static void put_bases(struct out *o, const struct ptx_wmma *f, struct place *l)
{
    for (u32 k = 0; k < units_of(f); k++) {
        struct unit u = unit_of(f, k);
        for (u32 e = 0; e < (l->along ? 1 : u.count); e++)
            spot_of(o, l, u.x, u.y + e);
    }
}

/* Elements next to each other: one access */
static void put_whole(struct out *o, const struct ptx_wmma *f, struct place *l, struct unit u)
{
    struct spot s = spot_of(o, l, u.x, u.y);
    const char *a = reg_name(o, element(o->vec, u.reg));
    bool pair = (f->which == MAT_C || f->which == MAT_D) && l->bits >= 32;
    const char *b = pair ? reg_name(o, element(o->vec, u.reg + 1)) : "", *v = pair ? ".v2" : "";
    u32 size = l->bits == 64 ? 64 : 32;
    char regs[128];
    snprintf(regs, sizeof regs, pair ? "{%.50s, %.50s}" : "%.50s%.50s", a, b);
    if (f->stores)
        OP(o, "st%s%s.b%u [%%__wm_b%u+%llu], %s; ", f->space, v, size, s.base, (unsigned long long)s.off, regs);
    else
        OP(o, "ld%s%s.b%u %s, [%%__wm_b%u+%llu]; ", f->space, v, size, regs, s.base, (unsigned long long)s.off);
}

/* Elements that lie apart: accessed one by one, and combined */
static void put_apart(struct out *o, const struct ptx_wmma *f, struct place *l, struct unit u)
{
    const char *to = reg_name(o, element(o->vec, u.reg));
    if (f->stores && l->bits == 16)
        OP(o, "mov.b32 {%%__wm_h0, %%__wm_h1}, %s; ", to);
    for (u32 e = 0; e < u.count; e++) {
        struct spot s = spot_of(o, l, u.x, u.y + e);
        char reg[128];
        if (l->bits >= 32)
            snprintf(reg, sizeof reg, "%s", reg_name(o, element(o->vec, u.reg + e)));
        else
            snprintf(reg, sizeof reg, "%%__wm_%c%u", l->bits == 16 ? 'h' : 'e', e);
        const char *type = l->bits == 8 ? "u8" : l->bits == 16 ? "b16" : l->bits == 32 ? "b32" : "b64";
        if (f->stores)
            OP(o, "st%s.%s [%%__wm_b%u+%llu], %s; ", f->space, type, s.base, (unsigned long long)s.off, reg);
        else
            OP(o, "ld%s.%s %s, [%%__wm_b%u+%llu]; ", f->space, type, reg, s.base, (unsigned long long)s.off);
    }
    if (!f->stores && l->bits == 16)
        OP(o, "mov.b32 %s, {%%__wm_h0, %%__wm_h1}; ", to);
    if (!f->stores && l->bits == 8) {
        OP(o, "prmt.b32 %%__wm_e0, %%__wm_e0, %%__wm_e1, 0x0040; ");
        OP(o, "prmt.b32 %%__wm_e2, %%__wm_e2, %%__wm_e3, 0x0040; ");
        OP(o, "prmt.b32 %s, %%__wm_e0, %%__wm_e2, 0x5410; ", to);
    }
}

static void put_moves(struct out *o, const struct ptx_wmma *f, const struct parse_opnd *at,
                      const struct parse_opnd *stride)
{
    u32 w = f->which;
    bool by_x = w == MAT_A ? !f->col[w] : w == MAT_B ? f->col[w] : f->col[w] == f->turned;
    u32 rows = w == MAT_B ? f->k : f->m, cols = w == MAT_A ? f->k : f->n;
    struct place l = {.along = by_x,
                      .known = !stride || stride->o.kind == PO_IMM,
                      .wide = at->o.base != PO_REG ? o->p->m->address_size == 64
                                                   : ptx_types[o->p->regs.at[at->o.reg].type].bits == 64,
                      .bits = ptx_elements[f->type[w]].bits,
                      .made = 1};
    l.step = (stride ? (u32)stride->o.imm : f->col[w] ? rows : cols) * (u64)l.bits / 8;
    put_base(o, &l, at, stride, unit_of(f, 0).count);
    put_bases(o, f, &l);
    for (u32 k = 0; k < units_of(f); k++) {
        struct unit u = unit_of(f, k);
        if (l.along)
            put_whole(o, f, &l, u);
        else
            put_apart(o, f, &l, u);
    }
    for (u32 k = f->needed[w]; k < f->regs[w] && !f->stores; k++)
        OP(o, "mov.b32 %s, %s; ", reg_name(o, element(o->vec, k)), reg_name(o, element(o->vec, k % f->needed[w])));
}

/* ---- Products ---- */
static void put_list(struct out *o, struct parse_opnd *x, u32 from, u32 n, const char *temporary)
{
    for (u32 k = 0; k < n; k++) {
        put(o, "%s", k ? ", " : "{");
        if (temporary)
            put(o, "%%__wm_%s%u", temporary, from + k);
        else
            put(o, "%s", reg_name(o, element(x, from + k)));
    }
    put(o, "}");
}

/* Is a register of D one that a later tile reads? */
static bool overlaps(const struct ptx_wmma *f, struct parse_opnd *v)
{
    u32 each = f->tile_regs[MAT_D];
    for (u32 d = 0; d < f->regs[MAT_D]; d++)
        for (u32 w = MAT_A; w < MAT_OPERANDS; w++)
            for (u32 k = 0; k < f->regs[w]; k++)
                if (element(&v[MAT_D], d)->o.reg == element(&v[w], k)->o.reg && (w != MAT_C || k / each > d / each))
                    return true;
    return false;
}

/* Halves to floats or back: 2 n elements; names of temporaries: f floats */
static void put_widened(struct out *o, struct parse_opnd *c, u32 n)
{
    for (u32 k = 0; k < n; k++) {
        OP(o, "mov.b32 {%%__wm_h0, %%__wm_h1}, %s; ", reg_name(o, element(c, k)));
        OP(o, "cvt.f32.f16 %%__wm_c%u, %%__wm_h0; ", 2 * k);
        OP(o, "cvt.f32.f16 %%__wm_c%u, %%__wm_h1; ", 2 * k + 1);
    }
}

static void put_product(struct out *o, const struct ptx_wmma *f, struct parse_opnd *v)
{
    static const char *const suffix[] = {"", ".xor.popc", ".and.popc"};
    static const char *const rounds[] = {"", ".rn", ".rz", ".rm", ".rp"}; /* enum ptx_round */
    bool mixed = f->type[MAT_C] != f->type[MAT_D], widens = mixed && f->type[MAT_C] == ME_F16;
    bool narrows = mixed && !widens, apart = narrows || overlaps(f, v);
    u8 d_type = narrows ? ME_F32 : f->type[MAT_D], c_type = widens ? ME_F32 : f->type[MAT_C];
    u32 nd = f->high * 8u / 32 / (d_type == ME_F16 ? 2 : 1), nc = f->high * 8u / 32 / (c_type == ME_F16 ? 2 : 1);
    u32 tall = f->turned ? MAT_B : MAT_A, wide = f->turned ? MAT_A : MAT_B,
        across = f->needed[wide] / f->tile_regs[wide];
    put(o, ".reg .b16 %%__wm_h<2>; .reg .b%u %%__wm_d<16>, %%__wm_c<16>; ", d_type == ME_F64 ? 64u : 32u);
    if (widens)
        put_widened(o, &v[MAT_C], f->regs[MAT_C]);
    u32 parts = f->type[MAT_A] == ME_TF32 ? 2 : 1; /* k0 to 3, then 4 to 7: m16n8k4 */
    for (u32 step = 0; step < f->tiles * parts; step++) {
        u32 tile = step / parts, part = step % parts, nt = f->tile_regs[tall] / parts,
            nw = f->tile_regs[wide] / parts;
        OP(o, "mma.sync.aligned.m%un8k%u.row.col%s%s.%s.%s.%s.%s%s ", f->high, f->k / parts,
           f->saturate ? ".satfinite" : "", rounds[f->round], ptx_elements[d_type].name,
           ptx_elements[f->type[tall]].name, ptx_elements[f->type[wide]].name, ptx_elements[c_type].name,
           suffix[f->type[MAT_A] != ME_B1 ? 0
                  : f->exclusive          ? 1
                                          : 2]);
        put_list(o, &v[MAT_D], tile * nd, nd, apart ? "d" : NULL);
        put(o, ", ");
        put_list(o, &v[tall], tile / across * f->tile_regs[tall] + part * nt, nt, NULL);
        put(o, ", ");
        put_list(o, &v[wide], tile % across * f->tile_regs[wide] + part * nw, nw, NULL);
        put(o, ", ");
        if (part)
            put_list(o, &v[MAT_D], tile * nd, nd, apart ? "d" : NULL);
        else
            put_list(o, &v[MAT_C], tile * nc, nc, widens ? "c" : NULL);
        put(o, "; ");
    }
    for (u32 k = 0; k < f->regs[MAT_D] && apart; k++) {
        const char *d = reg_name(o, element(&v[MAT_D], k));
        if (narrows)
            OP(o, "cvt.rn.f16x2.f32 %s, %%__wm_d%u, %%__wm_d%u; ", d, 2 * k + 1, 2 * k);
        else
            OP(o, "mov.b%u %s, %%__wm_d%u; ", d_type == ME_F64 ? 64u : 32u, d, k);
    }
}

/* ---- In place of the instruction ---- */
static void parse_text(struct parser *p, const struct ptx_instr *i, const char *text, size_t n)
{
    struct ptx_lexer lex = p->lex;
    struct ptx_token tok = p->tok;
    u32 errors = p->d->errors;

    ptx_lexer_init(&p->lex, lex.file, text, n, p->d);
    p->lex.line = i->line;
    p->expands = i->text;
    symtab_push(&p->syms);
    next(p);
    while (p->tok.kind != TK_EOF && p->d->errors == errors)
        parse_statement(p);
    symtab_pop(&p->syms);
    p->expands = NULL;
    p->lex = lex;
    p->tok = tok;
}

static bool check_fragment(struct check *c, const struct ptx_instr *i, const struct ptx_wmma *f, size_t k, u32 which)
{
    bool dest = i->op == OP_WMMA_LOAD || (i->op == OP_WMMA && which == MAT_D);
    struct parse_opnd *o = &c->opnds->at[k];
    if (!check_registers(c, i, k, f->regs[which], f->type[which] == ME_F64 ? PT_B64 : PT_B32, dest))
        return false;
    for (u32 r = 0; r < f->regs[which]; r++)
        if (element(o, r)->o.kind != PO_REG)
            return check_error(c, element(o, r), "%s wants registers here", i->text);
    return true;
}

static bool check_wmma(struct check *c, const struct ptx_instr *i, struct ptx_wmma *f)
{
    const char *bad = ptx_wmma_form(i, f);
    bool product = i->op == OP_WMMA;
    size_t n = c->opnds->n, least = product ? 4 : 2;

    if (bad)
        return check_error(c, i, "%s %s", i->text, bad);
    if (n < least || n > least + !product)
        return check_error(c, i, "%s takes %s operands, found %zu", i->text, product ? "4" : "2 or 3", n);
    for (u32 k = 0; k < MAT_OPERANDS && product; k++)
        if (!check_fragment(c, i, f, k, k))
            return false;
    if (product)
        return true;
    struct ptx_instr access = *i; /* its address is in the space that the suffixes name */
    access.space = !*f->space ? PS_GENERIC : f->space[1] == 'g' ? PS_GLOBAL : PS_SHARED;
    if (!check_address(c, &access, &c->opnds->at[!f->stores]) || !check_fragment(c, i, f, f->stores, f->which))
        return false;
    if (!*f->space && access.space != PS_GENERIC) /* of a variable */
        f->space = access.space == PS_GLOBAL ? ".global" : access.space == PS_SHARED ? ".shared" : ".local";
    struct parse_opnd *stride = n > 2 ? &c->opnds->at[2] : NULL;
    if (stride && stride->o.kind != PO_REG && stride->o.kind != PO_IMM)
        return check_error(c, stride, "%s wants a stride here: a register or a number", i->text);
    return !stride || check_source(c, i, stride, PT_U32, false);
}

void parse_wmma(struct parser *p, const struct ptx_instr *i)
{
    struct ptx_wmma f;
    struct out o = {.p = p, .guard = ""};
    char guard[300];

    struct check c = check_of(p);
    if (!check_wmma(&c, i, &f))
        return;
    if (i->guarded) {
        snprintf(guard, sizeof guard, "@%s%.250s ", i->guard_neg ? "!" : "", p->regs.at[i->guard].name);
        o.guard = guard;
    }
    if (i->op == OP_WMMA) {
        put_product(&o, &f, p->opnds.at);
    } else {
        u32 v = f.stores ? 1 : 0;
        o.vec = &p->opnds.at[v];
        put_moves(&o, &f, &p->opnds.at[!v], p->opnds.n > 2 ? &p->opnds.at[2] : NULL);
    }
    char *text = arena_strndup(p->arena, o.text.at, o.text.n);
    size_t n = o.text.n;
    VEC_FREE(&o.text);
    parse_text(p, i, text, n);
}
