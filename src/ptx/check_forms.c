/* The rules of check.c for instructions whose operands are told by their form: textures, barriers, asynchronous
   copies, products of matrices, calls and branches. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/check.h"
#include "ptx/matrix.h"

/* [tex, {x, y}] or [tex, sampler, {x, y}], made into tex, coordinates, sampler */
bool check_tex(struct check *c, struct ptx_instr *i)
{
    static const u8 coordinates[] = {[SUB_1D] = 1,  [SUB_2D] = 2,   [SUB_3D] = 3,   [SUB_A1D] = 2,
                                     [SUB_A2D] = 3, [SUB_CUBE] = 3, [SUB_ACUBE] = 4}; /* more may stand there */
    struct parse_opnd *x = c->opnds->n > 1 ? &c->opnds->at[1] : NULL, *coords;
    struct parse_opnd tex, sampler = {0}, xy;

    if (!x || !x->bracket || x->o.n_vec < 2 || x->o.n_vec > 3)
        return check_error(c, i, "%s wants [texture, coordinates] or [texture, sampler, coordinates]", i->text);
    tex = x->elems[0];
    if (x->o.n_vec == 3)
        sampler = x->elems[1];
    coords = &x->elems[x->o.n_vec - 1];
    xy = *coords;
    if (coords->o.kind != PO_VEC) {
        xy.o = (struct ptx_operand){.kind = PO_VEC, .n_vec = 1};
        xy.elems = coords;
    }
    if (xy.o.n_vec < coordinates[i->sub])
        return check_error(c, coords, "%s needs %u coordinates, found %u", i->text, coordinates[i->sub], xy.o.n_vec);
    if (!check_source(c, i, &tex, PT_B64, false) ||
        (x->o.n_vec > 2 && !check_source(c, i, &sampler, PT_B64, false)) ||
        !check_each(c, i, xy.elems, xy.o.n_vec, i->type2 == PT_NONE ? PT_B32 : i->type2, false, false))
        return false;
    VEC_PUSH(c->opnds, (struct parse_opnd){0});
    VEC_PUSH(c->opnds, (struct parse_opnd){0});
    memmove(&c->opnds->at[4], &c->opnds->at[2], (c->opnds->n - 4) * sizeof c->opnds->at[0]);
    c->opnds->at[1] = tex;
    c->opnds->at[2] = xy;
    c->opnds->at[3] = sampler;
    for (size_t k = 4; k < c->opnds->n; k++) {
        if (c->opnds->at[k].o.kind != PO_VEC && !check_source(c, i, &c->opnds->at[k], PT_B32, false))
            return false;
    }
    if (c->opnds->n > 4 + ((i->flags & PF_LEVEL) != 0) || (i->flags & PF_GRAD))
        i->parse_only = true;
    if (i->vec != 4 && i->vec != 1)
        return check_error(c, &c->opnds->at[0], "%s has four results: .v4", i->text);
    return check_vector(c, i, &c->opnds->at[0], i->type, true, false);
}

/* bar.sync a[, b]; bar.arrive a, b; bar.red.op d, a[, b], [!]c; bar.warp.sync mask */
bool check_bar(struct check *c, struct ptx_instr *i)
{
    bool red = i->sub == SUB_AND || i->sub == SUB_OR || i->sub == SUB_POPC;
    size_t least = red ? 3 : i->sub == SUB_ARRIVE ? 2 : 1, most = red ? 4 : i->sub == SUB_WARP ? 1 : 2;
    bool ok = true;

    if (i->sub == SUB_NONE || i->sub == SUB_RED)
        return check_error(c, i, "%s: expected .sync, .arrive, .red with .popc, .and or .or, or .warp.sync", i->text);
    if (!check_count(c, i, c->opnds->n, least, most))
        return false;
    i->n_dst = red;
    for (size_t k = 0; k < c->opnds->n && ok; k++) {
        if (red && k == 0)
            ok = check_dest(c, i, &c->opnds->at[k], i->sub == SUB_POPC ? PT_U32 : PT_PRED, false);
        else
            ok = check_source(c, i, &c->opnds->at[k], red && k + 1 == c->opnds->n ? PT_PRED : PT_U32, false);
    }
    return ok;
}

/* [map, {x, y}], made into [map] and {x, y} */
static bool flatten_map(struct check *c, const struct ptx_instr *i, const struct ptx_async *f)
{
    size_t k = f->to_global || f->sub == SUB_TENSOR_PREFETCH ? 0 : 1;
    struct parse_opnd *o = k < c->opnds->n ? &c->opnds->at[k] : NULL, map, xy;

    if (!o || !o->bracket || o->o.n_vec != 2 || o->elems[1].o.kind != PO_VEC)
        return check_error(c, i, "%s wants [tensor map, {coordinates}]", i->text);
    map = o->elems[0];
    xy = o->elems[1];
    if (map.o.kind != PO_REG && map.o.kind != PO_SYM)
        return check_error(c, &map, "a tensor map's address is a register or a variable");
    map.bracket = true;
    map.has_off = false;
    map.o.base = map.o.kind;
    map.o.kind = PO_ADDR;
    VEC_PUSH(c->opnds, (struct parse_opnd){0});
    memmove(&c->opnds->at[k + 2], &c->opnds->at[k + 1], (c->opnds->n - k - 2) * sizeof map);
    c->opnds->at[k] = map;
    c->opnds->at[k + 1] = xy;
    if (xy.o.n_vec != f->dims)
        return check_error(c, &xy, "%s wants %u coordinates, found %u", i->text, f->dims, xy.o.n_vec);
    return true;
}

/* mbarrier and cp.async: what the operands are depends on the form. */
bool check_async(struct check *c, struct ptx_instr *i)
{
    struct ptx_async f;
    const char *bad = ptx_async_form(i, &f);

    if (bad)
        return check_error(c, i, "%s %s", i->text, bad);
    i->sub = f.sub;
    i->n_dst = f.sig[0] == 'D' || f.sig[0] == 'P' || f.sig[0] == 'R';
    if (f.l2_only)
        i->cache = PK_CG;
    if ((f.sub == SUB_TENSOR || f.sub == SUB_TENSOR_PREFETCH) && !flatten_map(c, i, &f))
        return false;
    if (!check_signature(c, i, f.sig))
        return false;
    i->space = i->op != OP_MBARRIER && (f.from_global || f.to_global) ? PS_GLOBAL : PS_SHARED;
    if (i->op != OP_CP_ASYNC || i->sub != SUB_NONE)
        return true;
    u64 bytes = c->opnds->at[2].o.kind == PO_IMM ? c->opnds->at[2].o.imm : 0;
    return check_want(c, i, bytes == 4 || bytes == 8 || bytes == 16, "4, 8 or 16 bytes");
}

bool check_registers(struct check *c, const struct ptx_instr *i, size_t k, u32 n, u8 type, bool dest)
{
    struct parse_opnd *o = &c->opnds->at[k];
    u32 found = o->o.kind == PO_VEC ? o->o.n_vec : 1;

    if (found != n)
        return check_error(c, o, "%s wants %u register%s here, found %u", i->text, n, n == 1 ? "" : "s", found);
    return check_each(c, i, o->o.kind == PO_VEC ? o->elems : o, n, type, dest, false);
}

static bool check_factor(struct check *c, struct ptx_instr *i, size_t k, bool sign)
{
    struct parse_opnd *o = &c->opnds->at[k];
    i64 v = o->o.kind == PO_IMM && check_source(c, i, o, PT_S64, false) ? (i64)o->o.imm : 2;
    return check_want(c, i, sign ? v == 1 || v == -1 : v == 0 || v == 1,
                      sign ? "a factor of 1 or -1" : "0 or 1 for a layout");
}

/* wgmma adds to its result, which is therefore read as well, as a further operand behind the others. */
static bool check_group(struct check *c, struct ptx_instr *i, const struct ptx_matrix *f)
{
    bool regs = c->opnds->n > 1 && c->opnds->at[1].o.kind == PO_VEC;
    size_t n = c->opnds->n, at = f->sparse ? 5 : 3; /* index of the operand that says whether it adds */
    size_t want_n = at + 1 + (f->scaled ? 2 : 0) + (f->turned ? 2 - regs : 0);

    if (!check_count(c, i, n, want_n, want_n))
        return false;
    VEC_PUSH(c->opnds, c->opnds->at[0]);
    struct parse_opnd *scale = &c->opnds->at[at];
    u32 selectors = ptx_elements[f->type[MAT_A]].bits == 8 ? 1 : 2;
    if (!check_registers(c, i, 0, f->regs[MAT_D], PT_B32, true) ||
        !check_registers(c, i, 1, regs ? f->regs[MAT_A] : 1, regs ? PT_B32 : PT_B64, false) ||
        !check_registers(c, i, 2, 1, PT_B64, false) ||
        !check_source(c, i, scale, scale->o.kind == PO_IMM ? PT_U32 : PT_PRED, false))
        return false;
    if (f->sparse && (!check_registers(c, i, 3, 1, PT_B32, false) ||
                      !check_want(c, i, c->opnds->at[4].o.kind == PO_IMM && c->opnds->at[4].o.imm < selectors,
                                  selectors == 1 ? "a selector of 0" : "a selector of 0 or 1")))
        return false;
    for (size_t k = at + 1; k < n; k++)
        if (!check_factor(c, i, k, k < at + 3))
            return false;
    return check_registers(c, i, n, f->regs[MAT_D], PT_B32, false);
}

bool check_matrix(struct check *c, struct ptx_instr *i)
{
    struct ptx_matrix f;
    const char *bad = ptx_matrix_form(i, &f);
    size_t n = c->opnds->n, want_n = i->op == OP_MMA ? (f.sparse ? 6 : 4) : 2;

    if (bad)
        return check_error(c, i, "%s %s", i->text, bad);
    if (i->op == OP_WGMMA)
        return check_group(c, i, &f);
    if (!check_count(c, i, n, want_n, want_n))
        return false;
    if (i->op == OP_MMA) {
        u8 type = f.wide ? PT_B64 : PT_B32;
        for (u32 k = 0; k < MAT_OPERANDS; k++)
            if (!check_registers(c, i, k, f.regs[k], type, k == MAT_D))
                return false;
        return !f.sparse || (check_each(c, i, &c->opnds->at[4], 2, PT_B32, false, false) &&
                             check_want(c, i, c->opnds->at[5].o.kind == PO_IMM && c->opnds->at[5].o.imm < 4,
                                        "a selector of 0 to 3"));
    }
    if (i->op == OP_MOVMATRIX)
        return check_registers(c, i, 0, 1, PT_B32, true) && check_registers(c, i, 1, 1, PT_B32, false);
    u32 at = i->op == OP_LDMATRIX; /* the address */
    i->space = PS_SHARED;
    return check_address(c, i, &c->opnds->at[at]) && check_registers(c, i, !at, f.count, PT_B32, at);
}

/* n arguments, or results, from operand `from` on, against what the function declares */
static bool check_list_of(struct check *c, const struct ptx_instr *i, size_t from, size_t n, const struct ptx_var *v,
                          u32 n_vars, const char *what)
{
    if (n != n_vars)
        return check_error(c, i, "%s: found %zu %ss, expected %u", i->text, n, what, n_vars);
    for (size_t k = 0; k < n; k++, v = v->next) {
        struct parse_opnd *o = &c->opnds->at[from + k];
        if (o->o.kind == PO_IMM || o->o.kind == PO_REG) {
            if (!check_source(c, i, o, v->type, false))
                return false;
        } else if (o->o.kind == PO_SYM && o->o.sym->size != v->size)
            return check_error(c, o, "%s has %llu bytes, but the %s has %llu", o->o.sym->name,
                               (unsigned long long)o->o.sym->size, what, (unsigned long long)v->size);
    }
    return true;
}

/* Results, the function or a register, arguments */
bool check_call(struct check *c, const struct ptx_instr *i)
{
    size_t rets = i->n_dst, args = c->opnds->n - rets - 1;

    if (c->opnds->n <= rets)
        return check_error(c, i, "%s names no function", i->text);
    struct parse_opnd *callee = &c->opnds->at[rets];
    const struct ptx_func *f = callee->o.kind == PO_FUNC ? callee->o.func : i->proto;
    if (callee->o.kind == PO_REG && !check_source(c, i, callee, c->address_size == 32 ? PT_B32 : PT_B64, false))
        return false;
    return !f || (check_list_of(c, i, 0, rets, f->rets, f->n_rets, "result") &&
                  check_list_of(c, i, rets + 1, args, f->params, f->n_params, "argument"));
}
