/* Operands as written: registers, numbers, addresses, vectors, names. What fits the instruction is check.c's matter.
 */
#include <string.h>

#include "ptx/parse.h"

static const struct {
    const char *name;
    u8 sreg;
    u8 components; /* .x .y .z .w */
} sregs[] = {
#define S(id, name, components) {name, SR_##id, components},
    PTX_SREGS(S)
#undef S
};

/* Those that are the same everywhere: by their value */
static const char *const const_sregs[] = {
    "reserved_smem_offset_begin reserved_smem_offset_end "
    "reserved_smem_offset_cap reserved_smem_offset_0 reserved_smem_offset_1 current_graph_exec"};

static bool same(const char *name, const char *text, u32 len)
{
    return strlen(name) == len && !memcmp(name, text, len);
}

/* %pm0 .. %pm7, %pm0_64, %envreg0 .. %envreg31 */
static bool numbered_sreg(const char *name, u32 len, const char *prefix, u32 limit, u8 *sub)
{
    u32 n = (u32)strlen(prefix), v = 0, k = n;

    if (len <= n || memcmp(name, prefix, n))
        return false;
    while (k < len && name[k] >= '0' && name[k] <= '9' && v < limit)
        v = v * 10 + (u32)(name[k++] - '0');
    if (k == n || v >= limit || (k < len && !same("_64", name + k, len - k)))
        return false;
    *sub = (u8)v;
    return true;
}

/* Sets kind, sreg and sub (or imm) of `o`; *components: .x and so on may follow. */
static bool find_sreg(const char *name, u32 len, struct ptx_operand *o, bool *components)
{
    *components = false;
    if (len < 2 || *name != '%')
        return false;
    name++, len--;
    for (size_t i = 0; i < COUNT_OF(sregs); i++) {
        if (sregs[i].sreg < SR_PM && same(sregs[i].name, name, len)) { /* %pm and %envreg have numbers */
            o->kind = PO_SREG;
            o->sreg = sregs[i].sreg;
            *components = sregs[i].components;
            return true;
        }
    }
    for (size_t i = 0; i < COUNT_OF(const_sregs); i++) {
        if (in_list(const_sregs[i], name, len)) {
            o->kind = PO_IMM;
            o->imm = i;
            *components = true;
            return true;
        }
    }
    o->sreg = numbered_sreg(name, len, "pm", 8, &o->sub)        ? SR_PM
              : numbered_sreg(name, len, "envreg", 32, &o->sub) ? SR_ENVREG
                                                                : SR_COUNT;
    o->kind = o->sreg == SR_COUNT ? PO_NONE : PO_SREG;
    return o->kind == PO_SREG;
}

struct ptx_sym *find_name(struct parser *p, const char *name, u32 len)
{
    struct ptx_sym *s = symtab_find(&p->syms, name, len, false), *range;
    u32 digits = 0, index = 0;

    while (digits < len && digits < 8 && name[len - 1 - digits] >= '0' && name[len - 1 - digits] <= '9')
        digits++;
    /* %r12 may be 12 of %r<..> or, rarely, 2 of %r1<..> : the longest run of digits without a leading 0 first */
    for (; digits; digits--) {
        const char *num = name + len - digits;
        if (*num == '0' && digits > 1)
            continue;
        range = symtab_find(&p->syms, name, len - digits, true);
        if (!range || (s && s->depth >= range->depth))
            continue;
        index = 0;
        for (u32 i = 0; i < digits; i++)
            index = index * 10 + (u32)(num[i] - '0');
        if (index >= range->count)
            continue;
        s = symtab_add(&p->syms, name, len, range->n_vec > 1 ? SY_VREG : SY_REG, range->depth);
        s->line = range->line;
        s->type = range->type;
        s->n_vec = range->n_vec;
        new_regs(p, s);
        return s;
    }
    return s;
}

/* .x .y .z .w, also .r .g .b .a */
static bool component(const struct ptx_token *t, u32 limit, u8 *out)
{
    static const char names[] = "xyzwrgba";
    const char *at = t->len == 1 ? strchr(names, t->at[0]) : NULL;

    if (!at || (u32)(at - names) % 4 >= limit)
        return false;
    *out = (u8)((at - names) % 4);
    return true;
}

static bool glued_dot(const struct parser *p)
{
    return p->tok.kind == TK_DOT && p->tok.glued;
}

static bool vector_register(struct parser *p, const struct ptx_sym *s, struct parse_opnd *out)
{
    u8 c;

    if (glued_dot(p)) {
        if (!component(&p->tok, s->n_vec, &c))
            return error_found(p, "a component of the vector");
        next(p);
        out->o.kind = PO_REG;
        out->o.reg = s->reg + c;
        return true;
    }
    out->o.kind = PO_VEC;
    out->o.n_vec = s->n_vec;
    out->elems = ARENA_ARRAY(p->arena, struct parse_opnd, s->n_vec);
    for (u32 i = 0; i < s->n_vec; i++) {
        out->elems[i] = *out;
        out->elems[i].o = (struct ptx_operand){.kind = PO_REG, .reg = s->reg + i};
    }
    return true;
}

static bool offset(struct parser *p, i64 *off)
{
    struct ptx_const c;

    if (!is_punct(p, '+') && !is_punct(p, '-'))
        return true;
    accept(p, '+');
    if (!parse_const(p, &c))
        return false;
    if (c.kind != IK_INT)
        return error_here(p, "an offset must be a whole number");
    *off = (i64)c.u;
    if (*off > MAX_OFFSET || *off < -MAX_OFFSET)
        return error_here(p, "an offset of %lld bytes is too large", (long long)*off);
    return true;
}

/* array[number]: the address of that element. Of a vector's or an inner array's elements the smallest parts count, as
   with ptxas. */
static bool element(struct parser *p, const struct ptx_sym *s, struct parse_opnd *out)
{
    struct ptx_token at = p->tok;
    struct ptx_const c;

    if (!accept(p, '['))
        return true;
    if (!s->var->is_array)
        return error_at(p, &at, "%s is no array", s->name);
    if (p->tok.kind == TK_ID && !tok_is(&p->tok, "WARP_SZ"))
        return error_here(p, "an index is a number: with a register, compute the address before");
    if (!parse_const(p, &c))
        return false;
    if (c.kind != IK_INT || (i64)c.u < 0 || c.u > MAX_OFFSET)
        return error_at(p, &at, "the index of %s must be a whole number of 0 or more", s->name);
    out->indexed = true;
    out->o.off = (i64)(c.u * MAX(ptx_types[s->var->type].bits / 8u, 1u));
    return expect(p, ']', "after the index");
}

static bool unknown_name(struct parser *p, const struct ptx_token *name)
{
    const char *what = *name->at == '%' ? "register" : "name";

    return error_at(p, name, "%s %.*s is not declared", what, (int)name->len, name->at);
}

/* vadd.u32 r, a.b0, b.h1, c. What SIMD instructions select is not executed. */
static bool part(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i)
{
    static const char names[][3] = {"b0", "b1", "b2", "b3", "h0", "h1"};
    bool scalar = i->op >= OP_VADD && i->op <= OP_VSET;

    for (u32 k = 0; scalar && k < COUNT_OF(names); k++)
        if (p->tok.len == 2 && !memcmp(p->tok.at, names[k], 2))
            out->o.sub = (u8)(PART_B0 + k);
    if (scalar && !out->o.sub)
        return error_found(p, ".b0 to .b3, .h0 or .h1");
    out->selected = !out->o.sub;
    next(p);
    return true;
}

static bool named(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i)
{
    struct ptx_token name = p->tok;
    struct ptx_sym *s = find_name(p, name.at, name.len);
    bool components;

    next(p);
    if (!s && find_sreg(name.at, name.len, &out->o, &components)) {
        if (components && glued_dot(p)) {
            u8 c;
            if (!component(&p->tok, 4, &c))
                return error_found(p, ".x, .y or .z");
            if (out->o.kind == PO_SREG)
                out->o.sub = c;
            next(p);
        }
        return true;
    }
    if (!s)
        return unknown_name(p, &name);
    switch (s->kind) {
    case SY_VREG: return vector_register(p, s, out);
    case SY_REG:
        out->o.kind = PO_REG;
        out->o.reg = s->reg;
        if (glued_dot(p) && (i->parse_only || (i->op >= OP_VADD && i->op <= OP_VSET4)))
            return part(p, out, i);
        return true;
    case SY_VAR:
        out->o.kind = PO_SYM;
        out->o.sym = s->var;
        return is_punct(p, '[') ? element(p, s, out) : offset(p, &out->o.off);
    case SY_FUNC:
        out->o.kind = PO_FUNC;
        out->o.func = s->func;
        return true;
    default: return error_at(p, &name, "%.*s is a label and cannot be used here", (int)name.len, name.at);
    }
}

static bool list(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i, int close)
{
    struct parse_opnd elems[255];
    u32 n = 0;

    do {
        if (n == COUNT_OF(elems))
            return error_here(p, "more than %zu elements in a vector", COUNT_OF(elems));
        if (!parse_operand(p, &elems[n++], i))
            return false;
    } while (accept(p, ','));
    if (!expect(p, close, "after the last element"))
        return false;
    out->o.n_vec = (u8)n;
    out->elems = arena_copy(p->arena, elems, sizeof *elems, n, n);
    return true;
}

/* [reg+off] [sym+off] [imm], and [a, b, ..] for textures */
static bool address(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i)
{
    struct parse_opnd *first;

    out->bracket = true;
    if (!list(p, out, i, ']'))
        return false;
    first = &out->elems[0];
    if (first->indexed)
        return error_at(p, first, "%s[number] is an address without [ ]: write %s[number] or [%s+bytes]",
                        first->o.sym->name, first->o.sym->name, first->o.sym->name);
    out->o.kind = PO_ADDR;
    if (out->o.n_vec > 1) /* base stays PO_NONE: everything is in the elements */
        return true;
    out->o = first->o;
    out->o.kind = PO_ADDR;
    out->o.base = first->o.kind;
    out->o.n_vec = out->o.neg = out->o.sub = 0;
    if ((out->o.base != PO_REG && out->o.base != PO_SYM && out->o.base != PO_IMM) || first->o.neg ||
        (out->o.base == PO_IMM && first->imm_kind != IK_INT))
        return error_at(p, out, "an address is a register, a variable or a whole number");
    return true;
}

static bool number(struct parser *p, struct parse_opnd *out)
{
    struct ptx_const c;

    if (!parse_const(p, &c))
        return false;
    out->o.kind = PO_IMM;
    out->o.imm = c.u;
    out->imm_kind = c.kind;
    out->f = c.f;
    return true;
}

static bool negated(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i)
{
    struct ptx_token t = peek(p);

    if (t.kind != TK_ID || tok_is(&t, "WARP_SZ"))
        return number(p, out);
    next(p);
    if (!named(p, out, i))
        return false;
    if (out->o.kind != PO_REG)
        return error_at(p, &t, "only a register can be negated");
    out->o.neg = 1;
    return true;
}

bool parse_operand(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i)
{
    bool ok;

    *out = (struct parse_opnd){.line = p->tok.line, .col = p->tok.col};
    if (p->nesting >= 8)
        return error_here(p, "operand is nested too deep");
    p->nesting++;
    if (accept(p, '{')) {
        out->o.kind = PO_VEC;
        ok = list(p, out, i, '}');
    } else if (accept(p, '[')) {
        ok = address(p, out, i);
    } else if (is_punct(p, '!') || is_punct(p, '-')) {
        ok = negated(p, out, i);
    } else if (p->tok.kind == TK_ID && tok_is(&p->tok, "_")) {
        next(p);
        out->o.kind = PO_SINK;
        ok = true;
    } else if (p->tok.kind == TK_ID && !tok_is(&p->tok, "WARP_SZ")) {
        ok = named(p, out, i);
        if (ok && out->o.kind == PO_REG && (is_punct(p, '+') || is_punct(p, '-'))) {
            ok = offset(p, &out->o.off);
            out->has_off = true;
        }
    } else if (p->tok.kind == TK_EOF || (p->tok.kind == TK_PUNCT && !strchr("(+~", p->tok.punct))) {
        error_found(p, "an operand");
        ok = false;
    } else {
        ok = number(p, out);
    }
    p->nesting--;
    if (ok && is_punct(p, '|')) {
        out->piped = true;
        next(p);
    }
    return ok;
}
