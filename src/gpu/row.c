#include "gpu/row.h"

#include <stdlib.h>
#include <string.h>

void row_in(struct row *r, const char *in, const char *in2)
{
    r->in[0] = in;
    r->in[1] = in2;
}

static struct row_value *add(struct row *r, const char *name, enum row_kind kind)
{
    VEC_PUSH(&r->v, (struct row_value){.in = {r->in[0], r->in[1]}, .name = name, .kind = (u8)kind});
    return &r->v.at[r->v.n - 1];
}

void row_int(struct row *r, const char *name, u64 v)
{
    add(r, name, ROW_INT)->i = (i64)v;
}
void row_real(struct row *r, const char *name, double v)
{
    add(r, name, ROW_REAL)->real = v;
}
void row_text(struct row *r, const char *name, const char *v)
{
    add(r, name, ROW_TEXT)->text = v;
}
void row_triple(struct row *r, const char *name, const u32 *v)
{
    add(r, name, ROW_TRIPLE)->triple = v;
}
void row_list(struct row *r, const char *name, const u64 *v, u32 n)
{
    struct row_value *o = add(r, name, ROW_LIST);
    o->list = v;
    o->n = n;
}

/* ---- objects ---- */

/* "noc.reply" is reply in noc, made on first use; "" is the top. */
static json_t *object_in(json_t *top, const char *path)
{
    char name[64];
    while (*path) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)n, path);
        json_t *o = json_object_get(top, name);
        if (!o)
            json_object_set_new(top, name, o = json_object());
        top = o;
        path += n + (path[n] == '.');
    }
    return top;
}

static json_t *value_json(const struct row_value *v)
{
    switch (v->kind) {
    case ROW_INT: return json_integer((json_int_t)v->i);
    case ROW_REAL: return json_real(v->real);
    case ROW_TEXT: return json_string(v->text);
    case ROW_TRIPLE: return json_pack("[i,i,i]", (int)v->triple[0], (int)v->triple[1], (int)v->triple[2]);
    default: break;
    }
    json_t *a = json_array();
    for (u32 i = 0; i < v->n; i++)
        json_array_append_new(a, json_integer((json_int_t)v->list[i]));
    return a;
}

json_t *row_json(const struct row *r)
{
    json_t *top = json_object(), *o = top;
    const char *const *at = NULL;
    for (size_t i = 0; i < r->v.n; i++) {
        const struct row_value *v = &r->v.at[i];
        if (!at || at[0] != v->in[0] || at[1] != v->in[1])
            o = object_in(object_in(top, v->in[0]), v->in[1]);
        at = v->in;
        json_object_set_new(o, v->name, value_json(v));
    }
    return top;
}

/* ---- text ---- */

struct place {
    char path[96]; /* parts ended by byte 1, which sorts before any letter: objects come in the order of their keys */
    u32 index;
};

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct place *)a)->path, ((const struct place *)b)->path);
}

static void place_of(struct place *p, const struct row_value *v, u32 index)
{
    const char *const parts[] = {v->in[0], v->in[1], v->name};
    char *to = p->path;
    for (u32 i = 0; i < COUNT_OF(parts); i++) {
        size_t n = strlen(parts[i]);
        ENSURE((size_t)(to - p->path) + n + 2 < sizeof p->path);
        if (n && to > p->path)
            *to++ = '.';
        memcpy(to, parts[i], n);
        to += n;
    }
    *to = 0;
    for (char *c = p->path; *c; c++)
        *c = *c == '.' ? 1 : *c;
    p->index = index;
}

static u32 parts_of(const char *path)
{
    u32 n = 1;
    for (; *path; path++)
        n += *path == 1;
    return n;
}

/* Writes what stands between two values: ends of objects, comma, beginnings, key. Returns the value's depth. */
static u32 write_between(struct text *to, const char *before, const char *path, u32 depth)
{
    size_t same = 0; /* length of the part that both paths have in common */
    for (size_t i = 0; before[i] && before[i] == path[i]; i++)
        if (path[i] == 1)
            same = i + 1;
    u32 open = *before ? parts_of(before) - parts_of(before + same) : 0;
    for (u32 n = *before ? parts_of(before) : 0; n > open + 1; n--) {
        text_line(to, depth + n - 1);
        text_char(to, '}');
    }
    if (*before)
        text_char(to, ',');
    for (path += same;; path += strcspn(path, "\1") + 1) {
        size_t n = strcspn(path, "\1");
        text_line(to, depth + ++open);
        text_string(to, path, n);
        text_put(to, ": ", to->indent ? 2 : 1);
        if (!path[n])
            return depth + open;
        text_char(to, '{');
    }
}

static bool has_form(const struct row_form *f, const struct row *r, bool indent)
{
    bool same = f->of.n && f->of.n == r->v.n && f->indent == indent;
    for (size_t i = 0; i < r->v.n && same; i++) {
        const struct row_value *a = &f->of.at[i], *b = &r->v.at[i];
        same = a->name == b->name && a->in[0] == b->in[0] && a->in[1] == b->in[1] && a->kind == b->kind;
    }
    return same;
}

void row_form_of(struct row_form *f, const struct row *r, bool indent, u32 depth)
{
    if (has_form(f, r, indent))
        return;
    row_form_free(f);
    f->indent = indent;
    struct place *p = xcalloc(MAX(r->v.n, (size_t)1), sizeof *p);
    size_t size = 0;
    for (size_t i = 0; i < r->v.n; i++)
        VEC_PUSH(&f->of, r->v.at[i]);
    struct text to = {.to = open_memstream(&f->between, &size), .indent = indent};
    ENSURE(to.to && r->v.n);
    for (u32 i = 0; i < r->v.n; i++)
        place_of(&p[i], &r->v.at[i], i);
    qsort(p, r->v.n, sizeof *p, by_path);
    text_char(&to, '{');
    for (size_t i = 0; i < r->v.n; i++) {
        VEC_PUSH(&f->order, p[i].index);
        VEC_PUSH(&f->depth, write_between(&to, i ? p[i - 1].path : "", p[i].path, depth));
        text_flush(&to);
        VEC_PUSH(&f->end, (size_t)ftello(to.to));
        if (r->v.at[p[i].index].kind == ROW_INT)
            text_char(&to, '0');
    }
    for (u32 n = parts_of(p[r->v.n - 1].path); n > 0; n--) {
        text_line(&to, depth + n - 1);
        text_char(&to, '}');
    }
    text_flush(&to);
    VEC_PUSH(&f->end, (size_t)ftello(to.to));
    fclose(to.to);
    free(p);
}

void row_form_free(struct row_form *f)
{
    VEC_FREE(&f->order);
    VEC_FREE(&f->of);
    VEC_FREE(&f->end);
    VEC_FREE(&f->depth);
    free(f->between);
    f->between = NULL;
}

static void write_list(const struct row_value *v, u32 n, u32 depth, struct text *to)
{
    text_char(to, '[');
    for (u32 i = 0; i < n; i++) {
        if (i)
            text_char(to, ',');
        text_line(to, depth + 1);
        text_integer(to, v->kind == ROW_TRIPLE ? (i64)v->triple[i] : (i64)v->list[i]);
    }
    if (n)
        text_line(to, depth);
    text_char(to, ']');
}

/* Most values are 0; the text before several of them is written in one go. */
void row_write(const struct row_form *f, const struct row *r, struct text *to)
{
    size_t from = 0;
    ENSURE(r->v.n == f->of.n);
    for (size_t i = 0; i < f->order.n; i++) {
        const struct row_value *v = &r->v.at[f->order.at[i]];
        ENSURE(v->kind == f->of.at[f->order.at[i]].kind);
        if (v->kind == ROW_INT && !v->i)
            continue;
        text_put(to, f->between + from, f->end.at[i] - from);
        from = f->end.at[i] + (v->kind == ROW_INT);
        switch (v->kind) {
        case ROW_INT: text_integer(to, v->i); break;
        case ROW_REAL: text_real(to, v->real); break;
        case ROW_TEXT: text_string(to, v->text, strlen(v->text)); break;
        default: write_list(v, v->kind == ROW_TRIPLE ? 3 : v->n, f->depth.at[i], to); break;
        }
    }
    text_put(to, f->between + from, f->end.at[f->order.n] - from);
}
