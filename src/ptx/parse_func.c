/* Functions: headers, parameter lists, performance directives, bodies with nested scopes, registers, labels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"
#include "ptx/parse.h"

u32 new_reg(struct parser *p, const char *name, u8 type)
{
    if (p->regs.n == MAX_REGS)
        error_here(p, "%s uses more than %u registers", p->func->name, MAX_REGS);
    if (p->regs.n >= MAX_REGS)
        return 0;
    VEC_PUSH(&p->regs, (struct ptx_reg){.name = name, .type = type, .slot = UINT32_MAX});
    return (u32)p->regs.n - 1;
}

void new_regs(struct parser *p, struct ptx_sym *s)
{
    for (u32 i = 0; i < MAX(s->n_vec, 1u); i++) {
        u32 r = new_reg(p, s->n_vec > 1 ? arena_printf(p->arena, "%s.%c", s->name, "xyzw"[i]) : s->name, s->type);
        s->reg = i ? s->reg : r;
    }
}

/* ---- Parameter lists ---- */

/* One that is memory lies behind *bytes. */
static bool place_param(struct parser *p, struct ptx_var *v, u32 *bytes, u32 most)
{
    if (v->space != PS_PARAM)
        return true;
    v->offset = align_up(*bytes, v->align);
    if (v->offset + v->size > most)
        return error_here(p, "parameters take more than %u bytes", MAX_PARAM_BYTES);
    *bytes = (u32)(v->offset + v->size);
    return true;
}

/* ( .param ..., .param ... ) ; offsets go on from *bytes. */
static bool parse_params(struct parser *p, struct ptx_var **list, u32 *n, u32 *bytes)
{
    struct ptx_var **tail = list;

    if (!expect(p, '(', "before the parameters"))
        return false;
    while (!is_punct(p, ')')) {
        struct ptx_var *v = parse_param(p);
        if (!v)
            return false;
        if (!place_param(p, v, bytes, MAX_PARAM_BYTES))
            return false;
        for (*tail = v; v; v = v->next) { /* a vector of registers is several */
            tail = &v->next;
            ++*n;
        }
        if (!accept(p, ','))
            break;
        if (is_punct(p, '.') || p->tok.kind == TK_EOF)
            break;
    }
    return expect(p, ')', "after the parameters");
}

static void declare_params(struct parser *p, struct ptx_var *list, u8 role)
{
    for (struct ptx_var *v = list; v; v = v->next) {
        u32 len = (u32)strlen(v->name);
        struct ptx_sym *s = symtab_find(&p->syms, v->name, len, false);
        v->role = role;
        if (!strcmp(v->name, "_"))
            continue;
        if (s && s->depth == p->syms.depth) {
            diag_error(p->d, p->m->file, v->line, 0, "parameter %s is declared twice", v->name);
            continue;
        }
        s = symtab_add(&p->syms, v->name, len,
                       v->space != PS_REG ? SY_VAR
                       : v->n_vec         ? SY_VREG
                                          : SY_REG,
                       p->syms.depth);
        s->line = v->line;
        s->var = v;
        if (v->space != PS_REG)
            continue;
        s->type = v->type;
        s->n_vec = v->n_vec;
        new_regs(p, s);
        v->offset = s->reg;
        for (u32 i = 1; i < s->n_vec; i++) {
            v = v->next;
            v->offset = s->reg + i;
            v->role = role;
        }
    }
}

/* label: .callprototype (ret) _ (params) [.noreturn]; */
static bool parse_callprototype(struct parser *p, struct ptx_func *proto)
{
    proto->is_decl = true;
    proto->module = p->m;
    if (is_punct(p, '(') && !parse_params(p, &proto->rets, &proto->n_rets, &proto->param_bytes))
        return false;
    if (p->tok.kind != TK_ID)
        return error_found(p, "'_' after .callprototype");
    proto->name = "_";
    next(p);
    proto->param_bytes = 0;
    if (is_punct(p, '(') && !parse_params(p, &proto->params, &proto->n_params, &proto->param_bytes))
        return false;
    while (p->tok.kind == TK_DOT) { /* .noreturn, .abi_preserve N, ... */
        next(p);
        if (p->tok.kind == TK_INT)
            next(p);
    }
    return expect(p, ';', "after .callprototype");
}

/* Results lie behind the parameters, in one block. */
static bool place_results(struct parser *p, struct ptx_func *f)
{
    for (struct ptx_var *v = f->rets; v; v = v->next)
        if (!place_param(p, v, &f->param_bytes, 2 * MAX_PARAM_BYTES))
            return false;
    return true;
}

/* ---- Directives between the header and the body ---- */
static bool parse_dims3(struct parser *p, u32 out[3])
{
    out[0] = out[1] = out[2] = 1;
    for (int i = 0; i < 3; i++) {
        if (!parse_u32(p, &out[i], "a number of threads"))
            return false;
        if (!accept(p, ','))
            break;
    }
    return true;
}

static bool parse_perf(struct parser *p, struct ptx_func *f)
{
    u32 ignored[3];

    while (p->tok.kind == TK_DOT) {
        bool ok = true;
        if (accept_word(p, "maxntid"))
            ok = parse_dims3(p, f->max_ntid);
        else if (accept_word(p, "reqntid"))
            ok = parse_dims3(p, f->req_ntid);
        else if (accept_word(p, "minnctapersm"))
            ok = parse_u32(p, &f->min_ctas, "a number of CTAs");
        else if (accept_word(p, "maxnctapersm"))
            ok = parse_u32(p, ignored, "a number of CTAs");
        else if (accept_word(p, "maxnreg"))
            ok = parse_u32(p, &f->max_regs, "a number of registers");
        else if (accept_word(p, "reqnctapercluster"))
            ok = p->tok.kind != TK_INT || parse_dims3(p, f->cluster);
        else if (accept_word(p, "maxclusterrank abi_preserve abi_preserve_control"))
            ok = p->tok.kind != TK_INT || parse_dims3(p, ignored);
        else if (accept_word(p, "attribute unique"))
            while (is_punct(p, '(') || is_punct(p, ')') || p->tok.kind == TK_DOT || p->tok.kind == TK_INT ||
                   is_punct(p, ','))
                next(p);
        else if (accept_word(p, "pragma")) {
            while (p->tok.kind == TK_STRING || is_punct(p, ','))
                next(p);
            accept(p, ';');
        } else if (!accept_word(p, "noreturn explicitcluster blocksareclusters"))
            return error_found(p, "a directive of a function, '{' or ';'");
        if (!ok)
            return false;
    }
    return true;
}

/* ---- Declarations inside a body ---- */
static bool declare_reg(struct parser *p, u8 type, u8 n_vec, const struct ptx_token *name)
{
    struct ptx_sym *s = symtab_find(&p->syms, name->at, name->len, false);
    u32 count = 0;
    bool range = is_punct(p, '<');

    if (range) {
        next(p);
        if (!parse_u32(p, &count, "a number of registers"))
            return false;
        if (count > MAX_RANGE)
            return error_here(p, "%.*s<%u>: at most %u registers may be declared at once", (int)name->len, name->at,
                              count, MAX_RANGE);
        if (!expect(p, '>', "after the number of registers"))
            return false;
        s = symtab_find(&p->syms, name->at, name->len, true);
    }
    if (!is_new_name(p, name, s, "register "))
        return true;
    s = symtab_add(&p->syms, name->at, name->len, range ? SY_RANGE : n_vec > 1 ? SY_VREG : SY_REG, p->syms.depth);
    s->line = name->line;
    s->type = type;
    s->count = count;
    s->n_vec = n_vec;
    if (!range)
        new_regs(p, s);
    return true;
}

static bool parse_regs(struct parser *p)
{
    u8 type = PT_NONE, n_vec = 1;

    if (is_word(p, "v2") || is_word(p, "v4")) {
        n_vec = (u8)(p->tok.at[1] - '0');
        next(p);
    }
    if (!parse_type(p, &type))
        return error_found(p, "the registers' type");
    if (type >= PT_TEXREF)
        return error_here(p, "registers cannot be of type .%s", ptx_types[type].name);
    do {
        struct ptx_token name;
        if (!take_name(p, &name, "a register's name") || !declare_reg(p, type, n_vec, &name))
            return false;
    } while (accept(p, ','));
    return expect(p, ';', "after the registers");
}

/* .loc file line column[, function_name label[+n], inlined_at file line column] */
static bool parse_loc(struct parser *p)
{
    u32 file, line, col;

    if (!parse_u32(p, &file, "a file number") || !parse_u32(p, &line, "a line") || !parse_u32(p, &col, "a column"))
        return false;
    p->src_file = file;
    p->src_line = line;
    if (!is_punct(p, ','))
        return true;
    next(p); /* the rest says where it was inlined: on the same line of text */
    while (p->tok.kind == TK_ID || p->tok.kind == TK_INT || is_punct(p, ',') || is_punct(p, '+')) {
        bool ends = peek(p).line != p->tok.line;
        next(p);
        if (ends)
            break;
    }
    return true;
}

/* name: — a label, a branch-target list or a prototype */
static bool parse_targets(struct parser *p, struct ptx_targets *t)
{
    VEC(struct ptx_token) names = {0};
    bool ok;

    do {
        struct ptx_token name;
        ok = take_name(p, &name, "a label");
        if (ok)
            VEC_PUSH(&names, name);
    } while (ok && accept(p, ','));
    t->n = (u32)names.n;
    t->labels = ARENA_ARRAY(p->arena, struct ptx_operand, MAX(t->n, 1u));
    for (u32 i = 0; i < t->n; i++) {
        struct ptx_token *at = &names.at[i];
        t->labels[i].kind = PO_LABEL;
        if (!t->is_calls)
            VEC_PUSH(&p->refs, (struct label_ref){&t->labels[i], at->at, at->len, at->line, at->col});
    }
    VEC_FREE(&names);
    return ok && expect(p, ';', "after the list");
}

static bool parse_label(struct parser *p, const struct ptx_token *name)
{
    struct ptx_sym *s = symtab_find(&p->syms, name->at, name->len, false);

    if (!is_new_name(p, name, s, ""))
        return true;
    s = symtab_add(&p->syms, name->at, name->len, SY_LABEL, p->syms.depth);
    s->line = name->line;
    s->reg = (u32)p->code.n;
    if (is_word(p, "branchtargets") || is_word(p, "calltargets")) {
        s->kind = SY_TARGETS;
        s->targets = ARENA_NEW(p->arena, struct ptx_targets);
        s->targets->is_calls = is_word(p, "calltargets");
        next(p);
        return parse_targets(p, s->targets);
    }
    if (accept_word(p, "callprototype")) {
        s->kind = SY_PROTO;
        s->func = ARENA_NEW(p->arena, struct ptx_func);
        return parse_callprototype(p, s->func);
    }
    return true;
}

/* Labels of the scope that ends here; what is not in it may be in the enclosing one. */
static void resolve_labels(struct parser *p, size_t from, bool last)
{
    size_t kept = from;

    for (size_t i = from; i < p->refs.n; i++) {
        struct label_ref r = p->refs.at[i];
        struct ptx_sym *s = symtab_find(&p->syms, r.name, r.len, false);
        if (s && s->kind == SY_LABEL && s->depth == p->syms.depth)
            r.opnd->label = s->reg;
        else if (!last)
            p->refs.at[kept++] = r;
        else if (s && s->kind != SY_LABEL)
            error_at(p, &r, "%.*s is not a label", (int)r.len, r.name);
        else
            error_at(p, &r, "label %.*s is not defined", (int)r.len, r.name);
    }
    p->refs.n = kept;
}

bool parse_statement(struct parser *p)
{
    struct ptx_token name = p->tok, after;
    u8 space;

    if (name.kind == TK_ID || is_punct(p, '@')) {
        after = peek(p);
        if (name.kind == TK_ID && after.kind == TK_PUNCT && after.punct == ':') {
            next(p);
            next(p);
            return parse_label(p, &name);
        }
        if (name.kind != TK_ID && after.kind == TK_PUNCT && after.punct == '@') /* @@DWARF */
            skip_line(p);
        else
            parse_instr(p);
        return true;
    }
    if (p->tok.kind != TK_DOT)
        return error_found(p, "an instruction");
    if (accept_word(p, "reg"))
        return parse_regs(p);
    if (accept_word(p, "loc"))
        return parse_loc(p);
    if (space_word(p, &space) && space != PS_TEX) {
        next(p);
        return parse_variable(p, space, false, false, false);
    }
    if (accept_word(p, "pragma noreturn")) {
        p->nounroll |= p->tok.kind == TK_STRING && tok_is(&p->tok, "nounroll");
        skip_statement(p);
        return true;
    }
    if (accept_word(p, "extern") && accept_word(p, "shared"))
        return parse_variable(p, PS_SHARED, true, false, false);
    error_found(p, "an instruction or a declaration");
    next(p);
    return false;
}

static void parse_body(struct parser *p)
{
    struct scope {
        size_t refs;
        u32 call_bytes;
    } scope[SYMTAB_MAX_DEPTH + 8];
    u32 depth = 0, base = p->syms.depth;

    while (p->tok.kind != TK_EOF && !give_up(p)) {
        if (is_punct(p, '{')) {
            if (depth == SYMTAB_MAX_DEPTH) {
                error_here(p, "blocks are nested more than %d deep", SYMTAB_MAX_DEPTH);
                return;
            }
            next(p);
            symtab_push(&p->syms);
            scope[depth++] = (struct scope){p->refs.n, p->call_bytes};
        } else if (is_punct(p, '}')) {
            depth--;
            resolve_labels(p, scope[depth].refs, depth == 0);
            p->call_bytes = scope[depth].call_bytes;
            symtab_pop(&p->syms);
            next(p);
            if (depth == 0)
                return;
        } else if (accept(p, ';')) {
            continue;
        } else if (!parse_statement(p)) {
            skip_statement(p);
        }
    }
    if (!give_up(p))
        error_here(p, "the body of %s is not closed with '}'", p->func->name);
    while (p->syms.depth > base)
        symtab_pop(&p->syms);
}

static void finish_body(struct parser *p, struct ptx_func *f)
{
    bool falls = !p->code.n || falls_through(&p->code.at[p->code.n - 1]);

    for (size_t i = 0; i < p->code.n && !falls; i++) {
        for (u32 k = 0; k < p->code.at[i].n_opnd && !falls; k++) {
            const struct ptx_operand *o = &p->code.at[i].opnd[k];
            falls = o->kind == PO_LABEL && o->label == p->code.n;
        }
        for (u32 k = 0; k < p->code.at[i].n_targets && !falls; k++)
            falls = p->code.at[i].branch->labels[k].label == p->code.n;
    }
    if (falls) { /* the end of the body returns */
        struct ptx_instr ret = {.op = OP_RET, .vec = 1, .text = "ret", .line = p->tok.line};
        ret.src_file = p->src_file;
        ret.src_line = p->src_line;
        VEC_PUSH(&p->code, ret);
    }
    f->n_code = (u32)p->code.n;
    f->code = ARENA_COPY(p->arena, p->code.at, p->code.n);
    f->n_regs = (u32)p->regs.n;
    f->regs = ARENA_COPY(p->arena, p->regs.at, p->regs.n);
    for (u32 i = 0; i < f->n_code; i++) {
        struct ptx_instr *in = &f->code[i];
        for (u32 k = 0; k < in->n_targets; k++)
            in->targets[k] = in->branch->labels[k].label;
    }
}

/* ---- The whole ---- */
static struct ptx_func *declare_func(struct parser *p, const struct ptx_token *name, bool is_entry)
{
    struct ptx_sym *s = symtab_find(&p->syms, name->at, name->len, false);
    struct ptx_func *f;

    if (s && (s->kind != SY_FUNC || s->func->is_entry != is_entry)) {
        error_at(p, name, "%.*s is declared twice; first in line %u", (int)name->len, name->at, s->line);
        return NULL;
    }
    if (s)
        return s->func;
    s = symtab_add(&p->syms, name->at, name->len, SY_FUNC, 0);
    s->line = name->line;
    f = s->func = ARENA_NEW(p->arena, struct ptx_func);
    f->name = s->name;
    f->is_entry = is_entry;
    f->is_decl = true;
    f->module = p->m;
    *p->funcs_tail = f;
    p->funcs_tail = &f->next;
    return f;
}

static void parse_definition(struct parser *p, struct ptx_func *f)
{
    if (!f->is_decl) {
        error_here(p, "%s has a body already, in line %u", f->name, f->line);
        skip_block(p);
        return;
    }
    f->is_decl = false;
    p->func = f;
    p->locals_tail = &f->locals;
    p->code.n = p->regs.n = p->refs.n = 0;
    p->src_file = p->src_line = p->call_bytes = p->n_targets = 0;
    p->nounroll = false;
    symtab_push(&p->syms);
    declare_params(p, f->params, PV_PARAM);
    declare_params(p, f->rets, PV_RET);
    parse_body(p);
    if (p->d->errors == p->errors_before)
        finish_body(p, f);
    symtab_pop(&p->syms);
    p->func = NULL;
}

void parse_function(struct parser *p, bool is_entry, bool is_visible)
{
    struct ptx_func head = {0}, *f;
    struct ptx_token name;
    u32 scratch = 0;

    if (is_word(p, "attribute") && !parse_perf(p, &head)) {
        skip_statement(p);
        return;
    }
    if (is_punct(p, '(') && !parse_params(p, &head.rets, &head.n_rets, &scratch))
        goto bad;
    if (!take_name(p, &name, "a function's name"))
        goto bad;
    if (is_punct(p, '(') && !parse_params(p, &head.params, &head.n_params, &head.param_bytes))
        goto bad;
    if (!place_results(p, &head) || !parse_perf(p, &head))
        goto bad;
    f = declare_func(p, &name, is_entry);
    if (!f)
        goto bad;
    if (is_punct(p, '{') ? f->is_decl : !f->line) { /* the definition's header wins over a declaration's */
        head.name = f->name;
        head.is_entry = is_entry;
        head.is_decl = f->is_decl;
        head.module = p->m;
        head.next = f->next;
        head.alias = f->alias;
        head.line = name.line;
        head.is_visible = is_visible || is_entry;
        *f = head;
        if (p->funcs_tail == &head.next)
            p->funcs_tail = &f->next;
    }
    if (is_punct(p, '{'))
        parse_definition(p, f);
    else
        expect(p, ';', "or '{' after the function's header");
    return;
bad:
    /* skip a body, if one follows */
    while (p->tok.kind != TK_EOF && !is_punct(p, '{') && !is_punct(p, ';') && !give_up(p))
        next(p);
    if (is_punct(p, '{'))
        skip_block(p);
    else
        accept(p, ';');
}
