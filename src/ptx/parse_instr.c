/* One instruction: guard, opcode with suffixes, operands up to ';'. Calls have a syntax of their own. */
#include <string.h>

#include "ptx/check.h"

/* ---- Opcode names ---- */
static u32 op_slot(const char *name, u32 len)
{
    u32 h = 2166136261u;

    for (u32 i = 0; i < len; i++)
        h = (h ^ (u8)name[i]) * 16777619u;
    return (h ^ h >> 15) & 1023;
}

void op_table_init(struct parser *p)
{
    for (u16 op = 0; op < OP_COUNT; op++) {
        u32 h = op_slot(ptx_ops[op].name, (u32)strlen(ptx_ops[op].name));
        while (p->op_hash[h])
            h = (h + 1) & 1023;
        p->op_hash[h] = (u16)(op + 1);
    }
}

static bool find_op(const struct parser *p, const char *name, u32 len, u16 *op)
{
    for (u32 h = op_slot(name, len); p->op_hash[h]; h = (h + 1) & 1023) {
        const char *it = ptx_ops[p->op_hash[h] - 1].name;
        if (strlen(it) == len && !memcmp(it, name, len)) {
            *op = (u16)(p->op_hash[h] - 1);
            return true;
        }
    }
    return false;
}

static bool unknown_op(struct parser *p, const struct ptx_token *t)
{
    const char *names[OP_COUNT], *near;
    char name[64];

    for (u32 op = 0; op < OP_COUNT; op++)
        names[op] = ptx_ops[op].name;
    snprintf(name, sizeof name, "%.*s", (int)MIN(t->len, 60u), t->at);
    near = diag_nearest(name, names, OP_COUNT);
    return near ? error_at(p, t, "unknown instruction '%s'; did you mean '%s'?", name, near)
                : error_at(p, t, "unknown instruction '%s'", name);
}

static bool parse_opcode(struct parser *p, struct ptx_instr *i)
{
    struct ptx_token op = p->tok;
    const char *end = op.at + op.len;
    u32 n_types = 0;
    struct ptx_token suffix[24];
    u32 n = 0, first = 0;

    next(p);
    while (p->tok.kind == TK_DOT && p->tok.glued) {
        if (n == COUNT_OF(suffix))
            return error_here(p, "more than %zu suffixes", COUNT_OF(suffix));
        suffix[n++] = p->tok;
        end = p->tok.at + p->tok.len;
        next(p);
    }
    i->text = arena_strndup(p->arena, op.at, (size_t)(end - op.at));
    if (n && find_op(p, op.at, (u32)(suffix[0].at + suffix[0].len - op.at), &i->op))
        first = 1;
    else if (!find_op(p, op.at, op.len, &i->op))
        return unknown_op(p, &op);
    i->vec = 1;
    i->n_dst = ptx_ops[i->op].n_dst;
    i->parse_only = !ptx_ops[i->op].exec;
    for (u32 k = first; k < n; k++) {
        if (!parse_suffix(p, i, &suffix[k], &n_types))
            return error_at(p, &suffix[k], "%s does not take .%.*s", ptx_ops[i->op].name,
                            (int)MIN(suffix[k].len, 60u), suffix[k].at);
    }
    if (!i->parse_only && n_types > 1 && !is_matrix_op(i->op) && !is_wmma_op(i->op) && i->op != OP_CVT_PACK &&
        i->op != OP_CVT && i->op != OP_SET && i->op != OP_SLCT && i->op != OP_TEX && i->op != OP_TLD4 &&
        i->op != OP_DP4A && i->op != OP_DP2A && !(i->op >= OP_VADD && i->op <= OP_VSET4))
        return error_at(p, &op, "%s takes one type, found %u", i->text, n_types);
    return true;
}

/* ---- Calls ---- */
static bool call_list(struct parser *p, struct ptx_instr *i)
{
    next(p);
    if (accept(p, ')'))
        return true;
    do {
        struct parse_opnd o;
        if (p->opnds.n >= MAX_OPERANDS)
            return error_here(p, "more than %d operands", MAX_OPERANDS);
        if (!parse_operand(p, &o, i))
            return false;
        if (o.o.kind == PO_VEC) { /* a vector of registers is passed as one each */
            for (u32 k = 0; k < o.o.n_vec; k++)
                VEC_PUSH(&p->opnds, o.elems[k]);
            continue;
        }
        if (o.o.kind != PO_REG && o.o.kind != PO_IMM && o.o.kind != PO_SYM && o.o.kind != PO_SINK)
            return error_at(p, &o, "an argument is a register, a number or a .param variable");
        if (o.o.kind == PO_SYM && (o.o.sym->role != PV_CALL || o.o.off))
            return error_at(p, &o, "%s is not a .param variable of this function's body", o.o.sym->name);
        VEC_PUSH(&p->opnds, o);
    } while (accept(p, ','));
    return expect(p, ')', "after the arguments");
}

static bool parse_call(struct parser *p, struct ptx_instr *i)
{
    struct parse_opnd callee;
    size_t rets;

    if (is_punct(p, '(') && (!call_list(p, i) || !expect(p, ',', "after the results")))
        return false;
    rets = p->opnds.n;
    if (rets > 255)
        return error_here(p, "more than 255 results");
    if (p->tok.kind != TK_ID)
        return error_found(p, "a function or a register");
    if (!parse_operand(p, &callee, i))
        return false;
    if (callee.o.kind != PO_FUNC && (callee.o.kind != PO_REG || callee.has_off))
        return error_at(p, &callee, "only a function or a register can be called");
    VEC_PUSH(&p->opnds, callee);
    i->n_dst = (u8)rets;
    if (accept(p, ',')) {
        if (is_punct(p, '(') &&
            (!call_list(p, i) || (!is_punct(p, ';') && !expect(p, ',', "or ';' after the arguments"))))
            return false;
        if (p->tok.kind == TK_ID) {
            struct ptx_sym *s = find_name(p, p->tok.at, p->tok.len);
            if (!s || (s->kind != SY_PROTO && s->kind != SY_TARGETS))
                return error_found(p, "the label of a .callprototype or .calltargets");
            i->proto = s->func;
            next(p);
        }
    }
    if (callee.o.kind == PO_REG)
        p->func->calls_indirect = true;
    return true;
}

/* ---- Branches ---- */
static bool parse_branch(struct parser *p, struct ptx_instr *i)
{
    struct parse_opnd o = {0};

    if (i->op == OP_BRX_IDX) {
        struct ptx_sym *s;
        if (!parse_operand(p, &o, i) || !expect(p, ',', "after the index"))
            return false;
        VEC_PUSH(&p->opnds, o);
        s = p->tok.kind == TK_ID ? symtab_find(&p->syms, p->tok.at, p->tok.len, false) : NULL;
        if (!s || s->kind != SY_TARGETS || s->targets->is_calls)
            return error_found(p, "the label of a .branchtargets list declared above");
        p->n_targets += s->targets->n;
        if (p->n_targets > MAX_TARGETS)
            return error_here(p, "more than %u branch targets in one function", MAX_TARGETS);
        i->branch = s->targets;
        i->n_targets = s->targets->n;
        i->targets = ARENA_ARRAY(p->arena, u32, MAX(i->n_targets, 1u));
        next(p);
        return true;
    }
    if (p->tok.kind != TK_ID)
        return error_found(p, "a label");
    o = (struct parse_opnd){
        .o.kind = PO_LABEL, .line = p->tok.line, .col = p->tok.col, .name = p->tok.at, .len = p->tok.len};
    VEC_PUSH(&p->opnds, o);
    next(p);
    return true;
}

/* ---- The whole ---- */
static bool parse_guard(struct parser *p, struct ptx_instr *i)
{
    struct ptx_sym *s;

    if (!accept(p, '@'))
        return true;
    i->guarded = true;
    i->guard_neg = accept(p, '!');
    s = p->tok.kind == TK_ID ? find_name(p, p->tok.at, p->tok.len) : NULL;
    if (!s)
        return error_found(p, "a predicate register");
    if (s->kind != SY_REG || p->regs.at[s->reg].type != PT_PRED)
        return error_here(p, "%s is not a predicate register", s->name);
    i->guard = s->reg;
    next(p);
    return true;
}

static bool parse_operands(struct parser *p, struct ptx_instr *i)
{
    if (i->op == OP_CALL)
        return parse_call(p, i);
    if (i->op == OP_BRA || i->op == OP_BRX_IDX)
        return parse_branch(p, i);
    if (is_punct(p, ';'))
        return true;
    for (;;) {
        struct parse_opnd o;
        if (p->opnds.n >= MAX_OPERANDS)
            return error_here(p, "more than %d operands", MAX_OPERANDS);
        if (!parse_operand(p, &o, i))
            return false;
        VEC_PUSH(&p->opnds, o);
        if (!o.piped && !accept(p, ','))
            return true;
    }
}

/* Copies an operand, and its elements, into the arena. */
static void settle(struct parser *p, struct ptx_operand *to, struct parse_opnd *from)
{
    *to = from->o;
    if (!from->elems || !from->o.n_vec)
        return;
    to->vec = ARENA_ARRAY(p->arena, struct ptx_operand, from->o.n_vec);
    for (u32 k = 0; k < from->o.n_vec; k++)
        settle(p, &to->vec[k], &from->elems[k]);
}

void put_instr(struct parser *p, struct ptx_instr *i)
{
    i->n_opnd = (u16)p->opnds.n;
    i->opnd = ARENA_ARRAY(p->arena, struct ptx_operand, MAX(p->opnds.n, 1u));
    for (size_t k = 0; k < p->opnds.n; k++) {
        struct parse_opnd *o = &p->opnds.at[k];
        settle(p, &i->opnd[k], o);
        if (o->o.kind == PO_LABEL)
            VEC_PUSH(&p->refs, (struct label_ref){&i->opnd[k], o->name, o->len, o->line, o->col});
    }
    VEC_PUSH(&p->code, *i);
}

void parse_instr(struct parser *p)
{
    struct ptx_instr i = {.line = p->tok.line,
                          .col = p->tok.col,
                          .src_file = p->src_file,
                          .src_line = p->src_line,
                          .text = "",
                          .nounroll = p->nounroll,
                          .reconv = UINT32_MAX};
    struct check rules;

    p->nounroll = false;
    p->opnds.n = 0;
    if (!parse_guard(p, &i))
        goto bad;
    if (p->tok.kind != TK_ID) {
        error_found(p, "an instruction");
        goto bad;
    }
    i.line = p->tok.line;
    i.col = p->tok.col;
    if (!parse_opcode(p, &i) || !parse_operands(p, &i))
        goto bad;
    if (!is_punct(p, ';')) {
        error_found(p, p->opnds.n ? "',' or ';' after an operand" : "an operand or ';'");
        goto bad;
    }
    if (is_wmma_op(i.op)) {
        parse_wmma(p, &i);
        next(p);
        return;
    }
    if (!expand_operands(p, &i))
        goto bad;
    if (i.op == OP_MOV && i.vec > 1) {
        if (!expand_vector_move(p, &i))
            goto bad;
        next(p);
        return;
    }
    rules = check_of(p);
    if (!check_operands(&rules, &i))
        goto bad;
    expand_constant_choice(p, &i);
    if (p->expands && i.op != OP_MMA)
        i.text = p->expands;
    put_instr(p, &i);
    next(p);
    return;
bad:
    skip_statement(p);
}
