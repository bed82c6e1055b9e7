/* The parser's top: tokens and errors, module-level directives, and ptx_parse. After an error it goes on at the
   next ';' so that several are reported at once; after DIAG_KEEP of them it stops. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/parse.h"

void next(struct parser *p)
{
    do
        p->tok = ptx_lex(&p->lex);
    while (p->tok.kind == TK_BAD && !give_up(p));
}

bool give_up(const struct parser *p)
{
    return p->d->errors - p->errors_before >= DIAG_KEEP;
}

bool tok_is(const struct ptx_token *t, const char *text)
{
    size_t n = strlen(text);
    return t->len == n && !memcmp(t->at, text, n);
}

bool is_punct(const struct parser *p, int punct)
{
    return p->tok.kind == TK_PUNCT && p->tok.punct == punct;
}

bool is_word(const struct parser *p, const char *word)
{
    return p->tok.kind == TK_DOT && tok_is(&p->tok, word);
}

bool accept(struct parser *p, int punct)
{
    if (!is_punct(p, punct))
        return false;
    next(p);
    return true;
}

bool accept_word(struct parser *p, const char *words)
{
    bool is = p->tok.kind == TK_DOT && in_list(words, p->tok.at, p->tok.len);

    if (is)
        next(p);
    return is;
}

bool error_place(struct parser *p, u32 line, u32 col, const char *fmt, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_error(p->d, p->m->file, line, col, "%s", text);
    return false;
}

bool error_found(struct parser *p, const char *expected)
{
    char buf[128];

    return error_here(p, "found %s, expected %s", ptx_token_text(&p->tok, buf, sizeof buf), expected);
}

bool expect(struct parser *p, int punct, const char *where)
{
    char buf[96];

    if (accept(p, punct))
        return true;
    snprintf(buf, sizeof buf, "'%c' %s", punct, where);
    return error_found(p, buf);
}

void skip_block(struct parser *p)
{
    u32 depth = 0;

    while (p->tok.kind != TK_EOF && !give_up(p)) {
        if (is_punct(p, '{'))
            depth++;
        if (is_punct(p, '}') && --depth == 0) {
            next(p);
            return;
        }
        next(p);
    }
}

void skip_statement(struct parser *p)
{
    while (p->tok.kind != TK_EOF && !is_punct(p, '}') && !give_up(p)) {
        bool end = is_punct(p, ';');
        if (is_punct(p, '{') && !p->func) {
            skip_block(p);
            continue;
        }
        next(p);
        if (end)
            return;
    }
}

bool ptx_type_word(const struct ptx_token *t, u8 *type)
{
    for (u8 k = PT_PRED; k < PT_COUNT; k++) {
        const char *name = ptx_types[k].name;
        if (name[0] == t->at[0] && strlen(name) == t->len && !memcmp(name, t->at, t->len)) {
            *type = k;
            return true;
        }
    }
    return false;
}

bool parse_type(struct parser *p, u8 *type)
{
    bool is = p->tok.kind == TK_DOT && ptx_type_word(&p->tok, type);

    if (is)
        next(p);
    return is;
}

struct ptx_token peek(const struct parser *p)
{
    struct ptx_lexer ahead = p->lex;

    return ptx_lex(&ahead);
}

bool take_name(struct parser *p, struct ptx_token *name, const char *expected)
{
    *name = p->tok;
    if (name->kind != TK_ID)
        return error_found(p, expected);
    next(p);
    return true;
}

bool is_new_name(struct parser *p, const struct ptx_token *name, const struct ptx_sym *s, const char *what)
{
    return !s || s->depth != p->syms.depth ||
           error_at(p, name, "%s%.*s is declared twice; first in line %u", what, (int)name->len, name->at, s->line);
}

void skip_line(struct parser *p)
{
    ptx_lex_skip_line(&p->lex);
    next(p);
}

/* ---- Directives of a module; false: reported ---- */
static bool parse_version(struct parser *p)
{
    char buf[16];
    char *end;

    if (p->tok.kind != TK_FLOAT)
        return error_found(p, "a version such as 7.0 after .version");
    snprintf(buf, sizeof buf, "%.*s", (int)MIN(p->tok.len, sizeof buf - 1), p->tok.at);
    p->m->version_major = (u32)strtoul(buf, &end, 10);
    p->m->version_minor = *end == '.' ? (u32)strtoul(end + 1, NULL, 10) : 0;
    if (p->m->version_major < 1 || p->m->version_major > 9)
        error_here(p, "PTX version %s is not known: 3.2 to 9.x are", buf);
    next(p);
    return true;
}

static bool parse_target(struct parser *p)
{
    struct ptx_token name;

    if (!take_name(p, &name, "a target such as sm_70"))
        return false;
    p->m->target = arena_strndup(p->arena, name.at, name.len);
    while (accept(p, ',')) /* debug, texmode_unified, ... */
        next(p);
    return true;
}

static bool parse_address_size(struct parser *p)
{
    u32 *size = &p->m->address_size;

    return parse_u32(p, size, "an address size") &&
           (*size == 32 || *size == 64 || error_here(p, "address size %u is not known: 32 and 64 are", *size));
}

/* .file 1 "name"[, timestamp, size] */
static bool parse_file(struct parser *p)
{
    struct ptx_const c;
    u32 n;

    if (!parse_u32(p, &n, "a file number"))
        return false;
    if (n >= MAX_SRC_FILES)
        return error_here(p, "file number %u is too large: at most %d", n, MAX_SRC_FILES - 1);
    if (p->tok.kind != TK_STRING)
        return error_found(p, "the file's name");
    if (n >= p->m->n_src_files) {
        u32 cap = MAX(n + 1, p->m->n_src_files * 2);
        p->m->src_files = arena_copy(p->arena, p->m->src_files, sizeof *p->m->src_files, p->m->n_src_files, cap);
        p->m->n_src_files = cap;
    }
    p->m->src_files[n] = arena_strndup(p->arena, p->tok.at, p->tok.len);
    next(p);
    while (accept(p, ','))
        if (!parse_const(p, &c))
            return false;
    return true;
}

/* .section .debug_x { .b8 ... } : DWARF, of no use here */
static bool parse_section(struct parser *p)
{
    while (p->tok.kind == TK_DOT || p->tok.kind == TK_ID || p->tok.kind == TK_STRING || is_punct(p, ','))
        next(p);
    if (!is_punct(p, '{'))
        return error_found(p, "'{' after the section's name");
    skip_block(p);
    return true;
}

/* .alias a, b; : a, declared already, is b */
static bool parse_alias(struct parser *p)
{
    struct ptx_func *f[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) {
        struct ptx_sym *s = p->tok.kind == TK_ID ? symtab_find(&p->syms, p->tok.at, p->tok.len, false) : NULL;
        if (!s || s->kind != SY_FUNC) {
            error_found(p, "a function's name");
            skip_statement(p);
            return false;
        }
        f[i] = s->func;
        next(p);
        if (i == 0 && !expect(p, ',', "between the two names of .alias"))
            return false;
    }
    if (f[0] == f[1] || f[1]->alias || !f[0]->is_decl) {
        error_here(p, "%s cannot be an alias of %s", f[0]->name, f[1]->name);
    } else {
        f[0]->alias = f[1];
        p->has_alias = true;
    }
    return expect(p, ';', "after .alias");
}

bool space_word(const struct parser *p, u8 *space)
{
    static const struct {
        const char *word;
        u8 space;
    } words[] = {{"global", PS_GLOBAL}, {"const", PS_CONST}, {"shared", PS_SHARED},
                 {"local", PS_LOCAL},   {"tex", PS_TEX},     {"param", PS_PARAM}};

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (is_word(p, words[i].word)) {
            *space = words[i].space;
            return true;
        }
    }
    return false;
}

/* A variable or a function, with its linkage before it */
static void parse_linked(struct parser *p)
{
    bool is_extern = false, is_visible = false, is_weak = false;
    u8 space;

    for (;; next(p)) {
        if (is_word(p, "extern"))
            is_extern = true;
        else if (is_word(p, "visible"))
            is_visible = true;
        else if (is_word(p, "weak") || is_word(p, "common"))
            is_weak = is_visible = true;
        else
            break;
    }
    if (is_word(p, "entry") || is_word(p, "func")) {
        bool is_entry = is_word(p, "entry");
        next(p);
        parse_function(p, is_entry, is_visible);
    } else if (space_word(p, &space) && space != PS_PARAM) {
        next(p);
        if (!parse_variable(p, space, is_extern, is_visible, is_weak))
            skip_statement(p);
    } else {
        error_found(p, "a variable or a function");
        next(p);
        skip_statement(p);
    }
}

static void parse_directive(struct parser *p)
{
    static const struct {
        const char *word;
        bool (*parse)(struct parser *); /* what follows it */
    } words[] = {{"version", parse_version}, {"target", parse_target},   {"address_size", parse_address_size},
                 {"file", parse_file},       {"section", parse_section}, {"alias", parse_alias}};

    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (accept_word(p, words[k].word)) {
            words[k].parse(p);
            return;
        }
    if (is_word(p, "pragma"))
        skip_statement(p);
    else if (is_word(p, "loc"))
        skip_line(p);
    else
        parse_linked(p);
}

static void parse_module(struct parser *p)
{
    next(p);
    if (!is_word(p, "version") && p->tok.kind != TK_BAD) {
        error_found(p, ".version at the start of a PTX text");
        return;
    }
    while (p->tok.kind != TK_EOF && !give_up(p)) {
        if (p->tok.kind == TK_DOT) {
            parse_directive(p);
        } else if (accept(p, ';')) {
            continue;
        } else if (is_punct(p, '@')) { /* @@DWARF lines of old compilers */
            skip_line(p);
        } else {
            error_found(p, "a directive");
            next(p);
            skip_statement(p);
            accept(p, '}');
        }
    }
}

struct ptx_module *ptx_parse(const char *file, const char *text, size_t n, struct diag *d)
{
    struct ptx_module *m = xcalloc(1, sizeof *m);
    struct parser p = {.d = d, .m = m, .arena = &m->arena, .errors_before = d->errors};
    u32 errors = d->errors;

    op_table_init(&p);
    suffix_words_init(&p);
    m->file = arena_strdup(&m->arena, file ? file : "<ptx>");
    m->address_size = 64;
    m->target = "";
    p.vars_tail = &m->vars;
    p.funcs_tail = &m->funcs;
    symtab_init(&p.syms, &m->arena);
    ptx_lexer_init(&p.lex, m->file, text, n, d);
    parse_module(&p);
    symtab_free(&p.syms);
    VEC_FREE(&p.code);
    VEC_FREE(&p.regs);
    VEC_FREE(&p.refs);
    VEC_FREE(&p.opnds);
    if (d->errors == errors) {
        for (struct ptx_func *f = m->funcs; f; f = f->next) {
            if (!f->is_decl && !ptx_analyse(f, d))
                break;
        }
    }
    if (d->errors != errors) {
        ptx_free(m);
        return NULL;
    }
    link_module(m, p.has_alias);
    return m;
}

void ptx_free(struct ptx_module *m)
{
    struct arena a;

    if (!m)
        return;
    a = m->arena;
    arena_free(&a);
    free(m);
}

struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name)
{
    for (struct ptx_func *f = m->funcs; f; f = f->next) {
        if (!strcmp(f->name, name))
            return f->alias ? f->alias : f;
    }
    return NULL;
}

struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name)
{
    for (struct ptx_var *v = m->vars; v; v = v->next) {
        if (!strcmp(v->name, name))
            return v;
    }
    return NULL;
}
