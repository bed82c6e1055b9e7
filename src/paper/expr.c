#include "paper/expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum op { OP_NUMBER, OP_PATH, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MAX, OP_MIN };
struct paper_expr {
    u8 op;
    double number;
    const char *path;
    struct paper_expr *a, *b;
};

struct parser {
    struct arena *arena;
    const char *at, *error;
    paper_named named;
    void *user;
    u32 depth;
};

static struct paper_expr *sum(struct parser *p);

static void blanks(struct parser *p)
{
    p->at += strspn(p->at, " \t");
}

static struct paper_expr *node(struct parser *p, u8 op, struct paper_expr *a, struct paper_expr *b)
{
    struct paper_expr *e = ARENA_NEW(p->arena, struct paper_expr);
    *e = (struct paper_expr){.op = op, .a = a, .b = b};
    return e;
}

static struct paper_expr *fail(struct parser *p, const char *why)
{
    if (!p->error)
        p->error = arena_printf(p->arena, "%s at '%.20s'", why, p->at);
    return NULL;
}

static bool take(struct parser *p, char c)
{
    blanks(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static struct paper_expr *call(struct parser *p, u8 op)
{
    struct paper_expr *a = sum(p);
    if (!take(p, ','))
        return fail(p, "expected ','");
    struct paper_expr *b = sum(p);
    if (!take(p, ')'))
        return fail(p, "expected ')'");
    return node(p, op, a, b);
}

static struct paper_expr *atom(struct parser *p)
{
    blanks(p);
    if (p->depth > 100)
        return fail(p, "too many brackets");
    if (take(p, '(')) {
        p->depth++;
        struct paper_expr *e = sum(p);
        p->depth--;
        return take(p, ')') ? e : fail(p, "expected ')'");
    }
    if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        char *end;
        struct paper_expr *e = node(p, OP_NUMBER, NULL, NULL);
        e->number = strtod(p->at, &end);
        p->at = end;
        return e;
    }
    if (!isalpha((unsigned char)*p->at))
        return fail(p, *p->at ? "expected a number, a path or '('" : "it ends too early");
    size_t n = strspn(p->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    const char *name = arena_strndup(p->arena, p->at, n);
    p->at += n;
    if (take(p, '(')) {
        if (strcmp(name, "max") && strcmp(name, "min"))
            return fail(p, "the functions are max and min");
        return call(p, name[1] == 'a' ? OP_MAX : OP_MIN);
    }
    struct paper_expr *known = p->named ? p->named(p->user, name) : NULL;
    if (known)
        return known;
    if (!strchr(name, '.')) {
        p->at -= n;
        return fail(p, "neither a path (such as total.cycles) nor a metric that stands before this one");
    }
    struct paper_expr *e = node(p, OP_PATH, NULL, NULL);
    e->path = name;
    return e;
}

static struct paper_expr *product(struct parser *p)
{
    struct paper_expr *e = atom(p);
    while (!p->error) {
        if (take(p, '*'))
            e = node(p, OP_MUL, e, atom(p));
        else if (take(p, '/'))
            e = node(p, OP_DIV, e, atom(p));
        else
            break;
    }
    return e;
}

static struct paper_expr *sum(struct parser *p)
{
    struct paper_expr *e = product(p);
    while (!p->error) {
        if (take(p, '+'))
            e = node(p, OP_ADD, e, product(p));
        else if (take(p, '-'))
            e = node(p, OP_SUB, e, product(p));
        else
            break;
    }
    return e;
}

struct paper_expr *paper_expr_read(struct arena *a, const char *text, paper_named named, void *user,
                                   const char **error)
{
    struct parser p = {.arena = a, .at = text, .named = named, .user = user};
    struct paper_expr *e = sum(&p);
    blanks(&p);
    if (!p.error && *p.at)
        fail(&p, "expected + - * / or the end");
    *error = p.error;
    return p.error ? NULL : e;
}

static bool number_at(const struct paper_values *from, const char *path, double *v)
{
    char name[64];
    json_t *j = from->record;
    for (bool first = true; j && *path; first = false) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)n, path);
        if (first && !strcmp(name, "base"))
            j = from->base;
        else
            j = first && from->total && !strcmp(name, "total") ? from->total : json_object_get(j, name);
        path += n + (path[n] == '.');
    }
    if (!json_is_number(j))
        return false;
    *v = json_number_value(j);
    return true;
}

bool paper_expr_value(const struct paper_expr *e, const struct paper_values *from, double *v)
{
    double a, b;
    if (e->op == OP_NUMBER) {
        *v = e->number;
        return true;
    }
    if (e->op == OP_PATH)
        return number_at(from, e->path, v);
    if (!paper_expr_value(e->a, from, &a) || !paper_expr_value(e->b, from, &b))
        return false;
    switch (e->op) {
    case OP_ADD: *v = a + b; break;
    case OP_SUB: *v = a - b; break;
    case OP_MUL: *v = a * b; break;
    case OP_MAX: *v = MAX(a, b); break;
    case OP_MIN: *v = MIN(a, b); break;
    default:
        if (b == 0)
            return false;
        *v = a / b;
    }
    return true;
}
