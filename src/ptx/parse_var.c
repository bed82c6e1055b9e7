/* Variables of every space, their sizes and initialisers, and parameters of functions. */
#include <string.h>

#include "ptx/parse.h"

struct decl { /* what comes before the name */
    u8 space, type;
    u8 n_vec;
    u32 align;
};

static u64 type_bytes(u8 type)
{
    return MAX(ptx_types[type].bits / 8u, 1u);
}

/* .attribute(.managed), .attribute(.unified(1,2)), ... : nothing here depends on them */
static void skip_attribute(struct parser *p)
{
    u32 depth = 0;

    do {
        if (is_punct(p, '('))
            depth++;
        else if (is_punct(p, ')'))
            depth--;
        else if (!depth)
            return;
        next(p);
    } while (depth && p->tok.kind != TK_EOF && !give_up(p));
}

/* .ptr .space .align N of a parameter */
static bool parse_ptr(struct parser *p)
{
    u32 align;

    while (is_word(p, "global") || is_word(p, "const") || is_word(p, "shared") || is_word(p, "local") ||
           is_word(p, "generic"))
        next(p);
    return !accept_word(p, "align") || parse_u32(p, &align, "an alignment");
}

static bool parse_align(struct parser *p, u32 *align)
{
    if (!parse_u32(p, align, "an alignment"))
        return false;
    if (!is_pow2(*align) || *align > 65536)
        return error_here(p, "alignment %u is not a power of two up to 65536", *align);
    return true;
}

/* Everything between the space and the name */
static bool parse_decl(struct parser *p, struct decl *out)
{
    out->type = PT_NONE;
    out->n_vec = 1;
    for (;;) {
        u8 type;
        if (accept_word(p, "align")) {
            if (!parse_align(p, &out->align))
                return false;
        } else if (is_word(p, "v2") || is_word(p, "v4") || is_word(p, "v8")) {
            out->n_vec = (u8)(p->tok.at[1] - '0');
            next(p);
        } else if (accept_word(p, "attribute")) {
            skip_attribute(p);
        } else if (accept_word(p, "ptr")) {
            if (!parse_ptr(p))
                return false;
        } else if (parse_type(p, &type)) {
            if (out->type != PT_NONE)
                return error_here(p, "a second type for one variable");
            out->type = type;
        } else {
            break;
        }
    }
    if (out->type == PT_NONE)
        return error_found(p, "a type");
    if (out->type == PT_PRED && out->space != PS_REG)
        return error_here(p, "predicates live in registers only");
    return true;
}

static u64 space_limit(u8 space)
{
    switch (space) {
    case PS_SHARED: return MAX_SHARED_BYTES;
    case PS_LOCAL: return MAX_LOCAL_BYTES;
    case PS_PARAM: return MAX_PARAM_BYTES;
    default: return MAX_GLOBAL_BYTES;
    }
}

/* [n][m]..., [] as the first: told by the initialiser, or dynamic shared memory */
static bool parse_dims(struct parser *p, u64 elem, u8 space, u64 *size, bool *open, bool *array)
{
    u64 n = elem;
    bool first = true;

    *open = false;
    *array = is_punct(p, '[');
    while (accept(p, '[')) {
        struct ptx_token at = p->tok;
        struct ptx_const c;
        if (first && is_punct(p, ']')) {
            *open = true;
        } else {
            if (!parse_const(p, &c))
                return false;
            if (c.kind != IK_INT || __builtin_mul_overflow(n, c.u, &n) || n > space_limit(space))
                return error_at(p, &at, "array is larger than the %llu bytes that its space may have",
                                (unsigned long long)space_limit(space));
        }
        if (!expect(p, ']', "after the array's size"))
            return false;
        first = false;
    }
    *size = n;
    return true;
}

/* ---- Initialisers ---- */
struct init {
    struct ptx_var *v;
    u64 elem, at;
    bool open; /* size comes from the list */
    u64 cap;
    struct ptx_init *relocs;
    u32 cap_relocs;
};

/* Bytes of initialised variables, of all together */
static bool take_bytes(struct parser *p, u64 n)
{
    if (p->init_bytes + n > MAX_INIT_BYTES)
        return error_here(p, "initialised variables take more than %llu bytes", (unsigned long long)MAX_INIT_BYTES);
    p->init_bytes += n;
    return true;
}

static bool init_room(struct parser *p, struct init *in)
{
    if (in->at + in->elem <= in->cap)
        return true;
    if (!in->open)
        return error_here(p, "more initialisers than %s has elements", in->v->name);
    u64 cap = MAX(in->cap * 2, in->elem * 16);
    if (!take_bytes(p, cap))
        return false;
    in->v->init = arena_copy(p->arena, in->v->init, 1, in->at, cap);
    in->cap = cap;
    return true;
}

static void add_reloc(struct parser *p, struct init *in, struct ptx_init r)
{
    struct ptx_var *v = in->v;

    if (v->n_relocs == in->cap_relocs) {
        in->cap_relocs = MAX(8u, in->cap_relocs * 2);
        v->relocs = arena_copy(p->arena, v->relocs, sizeof *v->relocs, v->n_relocs, in->cap_relocs);
    }
    v->relocs[v->n_relocs++] = r;
}

/* sym, sym+off, generic(sym)+off, mask(sym), mask(generic(sym)...): an address */
static bool init_address(struct parser *p, struct init *in)
{
    struct ptx_init r = {.at = in->at, .mask = UINT64_MAX};
    struct ptx_sym *s;
    struct ptx_const c;
    u32 parens = 0;

    while (p->tok.kind == TK_ID && (tok_is(&p->tok, "generic") || tok_is(&p->tok, "mask"))) {
        r.generic |= tok_is(&p->tok, "generic");
        next(p);
        if (++parens > 2 || !expect(p, '(', "after generic"))
            return false;
    }
    s = p->tok.kind == TK_ID ? symtab_find(&p->syms, p->tok.at, p->tok.len, false) : NULL;
    if (!s || (s->kind != SY_VAR && s->kind != SY_FUNC))
        return error_found(p, "a number, or the name of a variable or function declared above");
    r.sym = s->kind == SY_VAR ? s->var : NULL;
    r.func = s->kind == SY_FUNC ? s->func : NULL;
    next(p);
    while (is_punct(p, '+') || is_punct(p, '-') || (parens && is_punct(p, ')'))) {
        if (accept(p, ')')) {
            parens--;
        } else {
            bool neg = is_punct(p, '-');
            next(p);
            if (!parse_const(p, &c))
                return false;
            r.addend = (i64)(neg ? (u64)r.addend - c.u : (u64)r.addend + c.u);
        }
    }
    if (parens)
        return error_found(p, "')'");
    if (r.at + in->elem > UINT64_MAX - 8)
        return false;
    r.bytes = (u8)MIN(in->elem, 8u);
    add_reloc(p, in, r);
    return true;
}

/* 0xFF(sym): one byte of an address: mask, which is a run of ones, says which */
static bool init_masked(struct parser *p, struct init *in)
{
    u64 mask = p->tok.u;

    next(p);
    next(p); /* ( */
    if (!init_address(p, in))
        return false;
    in->v->relocs[in->v->n_relocs - 1].mask = mask;
    return expect(p, ')', "after the address");
}

static bool init_number(struct parser *p, struct init *in)
{
    struct ptx_const c;

    if (!parse_const(p, &c))
        return false;
    u64 bits = const_bits(&c, in->v->type);
    memcpy(in->v->init + in->at, &bits, MIN(in->elem, 8u));
    return true;
}

static bool init_value(struct parser *p, struct init *in)
{
    struct ptx_token after = peek(p);
    bool named = p->tok.kind == TK_ID && !tok_is(&p->tok, "WARP_SZ");
    bool masked = p->tok.kind == TK_INT && after.kind == TK_PUNCT && after.punct == '(';

    if (!init_room(p, in) || !(named ? init_address : masked ? init_masked : init_number)(p, in))
        return false;
    in->at += in->elem;
    return true;
}

static bool init_list(struct parser *p, struct init *in)
{
    bool ok = true;

    if (!is_punct(p, '{'))
        return init_value(p, in);
    if (p->nesting >= MAX_NESTING)
        return error_here(p, "initialiser is nested more than %d deep", MAX_NESTING);
    p->nesting++;
    next(p);
    while (ok && !is_punct(p, '}')) {
        ok = init_list(p, in);
        if (ok && !accept(p, ','))
            break;
    }
    p->nesting--;
    return ok && expect(p, '}', "after the initialiser");
}

static bool parse_init(struct parser *p, struct ptx_var *v, u64 elem, bool open)
{
    struct init in = {.v = v, .elem = elem, .open = open};

    if (ptx_types[v->type].kind == 'B' && v->type >= PT_TEXREF) { /* { filter_mode = ..., } */
        if (is_punct(p, '{'))
            skip_block(p);
        return true;
    }
    if (v->space != PS_GLOBAL && v->space != PS_CONST)
        return error_here(p, "only .global and .const variables have initialisers");
    if (!open) {
        if (!take_bytes(p, v->size))
            return false;
        v->init = ARENA_ARRAY(p->arena, u8, v->size);
        in.cap = v->size;
    }
    if (!init_list(p, &in))
        return false;
    if (open)
        v->size = in.at;
    return true;
}

/* ---- Variables ---- */
static void place(struct parser *p, struct ptx_var *v)
{
    struct ptx_func *f = p->func;

    if (!f)
        return; /* by link_module (shared) or the emulator */
    if (v->space == PS_LOCAL) {
        v->offset = align_up(f->local_bytes, v->align);
        f->local_bytes = v->offset + v->size;
        if (f->local_bytes > MAX_LOCAL_BYTES)
            error_here(p, "%s has more than %u bytes of local memory", f->name, MAX_LOCAL_BYTES);
    } else if (v->space == PS_PARAM) {
        v->role = PV_CALL;
        v->offset = align_up(p->call_bytes, v->align);
        p->call_bytes = (u32)(v->offset + v->size);
        f->call_bytes = MAX(f->call_bytes, p->call_bytes);
        if (f->call_bytes > MAX_LOCAL_BYTES)
            error_here(p, "%s has too many .param variables", f->name);
    }
}

static void describe(struct ptx_var *v, const struct decl *dc, const char *name, const struct ptx_token *at, u64 size)
{
    v->name = name;
    v->space = dc->space;
    v->type = dc->type;
    v->align = MAX(dc->align, (u32)MIN(type_bytes(dc->type) * dc->n_vec, 16u));
    v->size = size;
    v->line = at->line;
}

static struct ptx_var *add_var(struct parser *p, const struct decl *dc, const struct ptx_token *name, u64 size)
{
    struct ptx_var *v = ARENA_NEW(p->arena, struct ptx_var);
    struct ptx_sym *s = symtab_find(&p->syms, name->at, name->len, false);

    if (s && s->depth == p->syms.depth && s->kind == SY_VAR && !p->func && (s->var->is_extern || s->var->is_weak) &&
        s->var->space == dc->space) {
        v = s->var; /* declared, now defined */
    } else if (!is_new_name(p, name, s, "")) {
        return NULL;
    } else {
        s = symtab_add(&p->syms, name->at, name->len, SY_VAR, p->syms.depth);
        s->line = name->line;
        s->var = v;
        bool local =
            p->func && dc->space != PS_GLOBAL && dc->space != PS_CONST; /* those live as long as the module */
        struct ptx_var ***tail = local ? &p->locals_tail : &p->vars_tail;
        **tail = v;
        *tail = &v->next;
        if (p->func && !local) {
            describe(v, dc, arena_printf(p->arena, "%s::%s", p->func->name, s->name), name, size);
            return v;
        }
    }
    describe(v, dc, s->name, name, size);
    return v;
}

bool parse_variable(struct parser *p, u8 space, bool is_extern, bool is_visible, bool is_weak)
{
    struct decl dc = {.space = space};

    if (accept(p, '[')) { /* .const[2]: banks of long ago */
        u32 bank;
        if (!parse_u32(p, &bank, "a bank") || !expect(p, ']', "after the bank"))
            return false;
    }
    if (!parse_decl(p, &dc))
        return false;
    do {
        struct ptx_token name;
        struct ptx_var *v;
        u64 elem = type_bytes(dc.type) * dc.n_vec, size;
        bool open, array;
        if (!take_name(p, &name, "a variable's name") || !parse_dims(p, elem, space, &size, &open, &array))
            return false;
        v = add_var(p, &dc, &name, open ? 0 : size);
        if (!v)
            return false;
        v->is_extern = is_extern;
        v->is_visible = is_visible || is_extern;
        v->is_weak = is_weak;
        v->is_array = array;
        if (accept(p, '=')) {
            v->is_extern = false;
            if (!parse_init(p, v, type_bytes(dc.type), open))
                return false;
        } else if (open && !is_extern && space != PS_SHARED) {
            error_at(p, &name, "%s has no size", v->name);
        }
        place(p, v);
    } while (accept(p, ','));
    return expect(p, ';', "after the variable");
}

/* Parameters in registers are one each: the first of a vector is followed by the others. */
static void split_vector(struct parser *p, struct ptx_var *v, u8 n, const struct ptx_token *name)
{
    v->n_vec = n;
    v->size = type_bytes(v->type);
    for (u32 i = 1; i < n; i++) {
        v->next = ARENA_NEW(p->arena, struct ptx_var);
        *v->next = *v;
        v = v->next;
        v->next = NULL;
        v->n_vec = 0;
        v->name = arena_printf(p->arena, "%.*s.%c", (int)name->len, name->at, "xyzw"[i]);
    }
}

/* .param .align 8 .b8 name[24]  |  .param .b32 _  |  .reg .b32 %a */
struct ptx_var *parse_param(struct parser *p)
{
    struct decl dc = {.space = is_word(p, "reg") ? PS_REG : PS_PARAM};
    struct ptx_var *v;
    struct ptx_token name;
    u64 size;
    bool open, array;

    if (!is_word(p, "reg") && !is_word(p, "param")) {
        error_found(p, ".param or .reg");
        return NULL;
    }
    next(p);
    if (!parse_decl(p, &dc))
        return NULL;
    if (!take_name(p, &name, "a parameter's name") ||
        !parse_dims(p, type_bytes(dc.type) * dc.n_vec, PS_PARAM, &size, &open, &array))
        return NULL;
    v = ARENA_NEW(p->arena, struct ptx_var);
    describe(v, &dc, arena_strndup(p->arena, name.at, name.len), &name, open ? 0 : size);
    v->is_array = array;
    if (dc.space == PS_REG && dc.n_vec > 1)
        split_vector(p, v, dc.n_vec, &name);
    return v;
}
