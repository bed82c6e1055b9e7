/* Padding of structures that device functions return. clang returns a structure as one value whose padding has fields
   of its own ({int, bool} is { i32, i8, [3 x i8] }), and LLVM, when it takes such a value apart, makes fields that
   were never set poison. A copy of the structure as one integer then makes poison of all of it, and comparisons of
   the structure's real fields are left out: from -O1 on, seen with clang 14. So the unoptimised code is rewritten:
   bytes that may be padding are frozen (any value, but one value) before a structure is returned. Bytes that were set
   keep what they have; those that were not become constants. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

#define MOST_BYTES 16   /* of a field: each is frozen by itself, which LLVM sees through */
#define MOST_ELEMENTS 8 /* of an array of structures: likewise */
#define MOST_DEPTH 12

struct type_row { /* %name = type body */
    const char *name, *body;
    size_t name_n, body_n;
};
struct padding {
    VEC(struct type_row) types; /* sorted by name */
    VEC(char) out;
    u32 n; /* bytes and fields frozen so far: a part of new names */
};
struct text { /* a piece of the module */
    const char *at;
    size_t n;
};
struct path { /* of a field: indices from the structure on */
    u32 at[MOST_DEPTH + 4], n;
};
struct site { /* a structure that is about to be returned */
    struct padding *p;
    struct text type, pointer; /* "%struct.P", "%struct.P* %6" */
    bool opaque;               /* pointers are just "ptr" */
};

static void put(struct padding *p, const char *s, size_t n)
{
    if (!n)
        return;
    VEC_RESERVE(&p->out, p->out.n + n);
    memcpy(p->out.at + p->out.n, s, n);
    p->out.n += n;
}

static void put_text(struct padding *p, const char *s)
{
    put(p, s, strlen(s));
}

static void put_number(struct padding *p, const char *before, u32 k)
{
    char digits[16];
    snprintf(digits, sizeof(digits), "%u", k);
    put_text(p, before);
    put_text(p, digits);
}

static bool begins(struct text t, const char *with)
{
    size_t n = strlen(with);
    return t.n >= n && !memcmp(t.at, with, n);
}

static struct text trimmed(struct text t)
{
    while (t.n && isspace((unsigned char)*t.at))
        t.at++, t.n--;
    while (t.n && isspace((unsigned char)t.at[t.n - 1]))
        t.n--;
    return t;
}

/* How long the first part of t is, up to a comma outside of brackets and quotes. */
static size_t part(struct text t)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < t.n; i++) {
        char c = t.at[i];
        quoted ^= c == '"';
        if (quoted)
            continue;
        depth += (c == '{' || c == '[' || c == '(' || c == '<') - (c == '}' || c == ']' || c == ')' || c == '>');
        if (c == ',' && depth == 0)
            return i;
    }
    return t.n;
}

static int by_name(const void *a, const void *b)
{
    const struct type_row *x = a, *y = b;
    int c = memcmp(x->name, y->name, MIN(x->name_n, y->name_n));
    return c ? c : (x->name_n > y->name_n) - (x->name_n < y->name_n);
}

/* What a type is made of: for %name its definition; anything else is itself. */
static struct text body_of(const struct padding *p, struct text t)
{
    struct type_row key = {.name = t.at, .name_n = t.n};
    if (!begins(t, "%") || !p->types.n)
        return t;
    const struct type_row *r = bsearch(&key, p->types.at, p->types.n, sizeof(key), by_name);
    return r ? (struct text){r->body, r->body_n} : t;
}

/* The inside of { ... } or <{ ... }>; n = 0: no structure. */
static struct text fields_of(struct text body, bool *packed)
{
    *packed = begins(body, "<{");
    size_t edge = *packed ? 2 : 1;
    if (!(*packed || begins(body, "{")) || body.n < 2 * edge)
        return (struct text){body.at, 0};
    return trimmed((struct text){body.at + edge, body.n - 2 * edge});
}

/* "[N x T]": its N and T; false: no array. */
static bool array_of(struct text t, u64 *count, struct text *elem)
{
    if (!begins(t, "[") || t.n < 6)
        return false;
    char *end;
    *count = strtoull(t.at + 1, &end, 10);
    if (strncmp(end, " x ", 3) != 0)
        return false;
    end += 3;
    *elem = trimmed((struct text){end, (size_t)(t.at + t.n - 1 - end)});
    return true;
}

static bool is_bytes(struct text t)
{
    u64 n;
    struct text elem;
    return (t.n == 2 && begins(t, "i8")) || (array_of(t, &n, &elem) && elem.n == 2 && begins(elem, "i8"));
}

static struct path below(struct path p, u32 index)
{
    p.at[p.n++] = index;
    return p;
}

/* "T* %sluice.at7", or "ptr %sluice.at7". */
static void put_place(const struct site *s, struct text type, u32 k)
{
    if (s->opaque)
        put_text(s->p, "ptr");
    else
        put(s->p, type.at, type.n), put_text(s->p, "*");
    put_number(s->p, " %sluice.at", k);
}

/* Freezes what lies at the path in the structure. */
static void freeze(const struct site *s, struct text type, struct path path)
{
    struct padding *p = s->p;
    u32 k = p->n++;
    put_number(p, "  %sluice.at", k);
    put_text(p, " = getelementptr inbounds ");
    put(p, s->type.at, s->type.n);
    put_text(p, ", ");
    put(p, s->pointer.at, s->pointer.n);
    put_text(p, ", i32 0");
    for (u32 i = 0; i < path.n; i++)
        put_number(p, ", i32 ", path.at[i]);
    put_number(p, "\n  %sluice.was", k);
    put_text(p, " = load ");
    put(p, type.at, type.n);
    put_text(p, ", ");
    put_place(s, type, k);
    put_number(p, ", align 1\n  %sluice.is", k);
    put_text(p, " = freeze ");
    put(p, type.at, type.n);
    put_number(p, " %sluice.was", k);
    put_text(p, "\n  store ");
    put(p, type.at, type.n);
    put_number(p, " %sluice.is", k);
    put_text(p, ", ");
    put_place(s, type, k);
    put_text(p, ", align 1\n");
}

static void walk(const struct site *s, struct text type, struct path path, int depth);

static void walk_bytes(const struct site *s, struct text type, struct path path)
{
    u64 n;
    struct text elem;
    if (!array_of(type, &n, &elem) || n > MOST_BYTES) {
        freeze(s, type, path);
        return;
    }
    for (u64 i = 0; i < n; i++) {
        struct path longer = below(path, (u32)i);
        freeze(s, elem, longer);
    }
}

static void walk_array(const struct site *s, struct text type, struct path path, int depth)
{
    u64 n = 0;
    struct text elem;
    bool packed;
    if (!array_of(type, &n, &elem) || !fields_of(body_of(s->p, elem), &packed).n)
        return;
    if (n > MOST_ELEMENTS) {
        freeze(s, type, path);
        return;
    }
    for (u64 i = 0; i < n; i++) {
        struct path longer = below(path, (u32)i);
        walk(s, elem, longer, depth + 1);
    }
}

/* A structure: bytes that may be padding are arrays of them, one at its end (unless all are bytes, which need none)
   and any in a packed one. */
static void walk(const struct site *s, struct text type, struct path path, int depth)
{
    bool packed, all_bytes = true;
    struct text fields = fields_of(body_of(s->p, type), &packed), rest = fields;
    if (depth >= MOST_DEPTH)
        return;
    while (rest.n) {
        size_t n = part(rest);
        all_bytes = all_bytes && is_bytes(trimmed((struct text){rest.at, n}));
        rest = (struct text){rest.at + MIN(n + 1, rest.n), rest.n - MIN(n + 1, rest.n)};
    }
    rest = fields;
    for (u32 i = 0; rest.n; i++) {
        size_t n = part(rest);
        struct text f = trimmed((struct text){rest.at, n});
        rest = (struct text){rest.at + MIN(n + 1, rest.n), rest.n - MIN(n + 1, rest.n)};
        struct path longer = below(path, i);
        if (is_bytes(f)) {
            if (f.at[0] == '[' || packed || (!rest.n && (!all_bytes || depth)))
                walk_bytes(s, f, longer);
        } else {
            walk_array(s, f, longer, depth);
            walk(s, f, longer, depth + 1);
        }
    }
}

/* "  %9 = load T, T* %6, align 4..." in front of "  ret T %9": what is loaded, and from where. */
static bool is_returned(struct text load, struct text ret, struct site *s)
{
    load = trimmed(load), ret = trimmed(ret);
    const char *eq = memmem(load.at, load.n, " = load ", 8);
    if (!begins(load, "%") || !eq || !begins(ret, "ret "))
        return false;
    struct text value = {load.at, (size_t)(eq - load.at)}, rest = {eq + 8, load.n - value.n - 8};
    size_t n = part(rest);
    s->type = (struct text){rest.at, n};
    if (n >= rest.n || (*s->type.at != '%' && *s->type.at != '{' && *s->type.at != '<'))
        return false;
    rest = trimmed((struct text){rest.at + n + 1, rest.n - n - 1});
    s->pointer = (struct text){rest.at, part(rest)};
    s->opaque = begins(s->pointer, "ptr ");
    ret.at += 4, ret.n -= 4;
    return ret.n > s->type.n + value.n && !memcmp(ret.at, s->type.at, s->type.n) && ret.at[s->type.n] == ' ' &&
           !memcmp(ret.at + s->type.n + 1, value.at, value.n) &&
           (ret.n == s->type.n + 1 + value.n || !isalnum((unsigned char)ret.at[s->type.n + 1 + value.n]));
}

static void find_types(struct padding *p, const char *text, const char *end)
{
    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        const char *eq = *at == '%' ? memmem(at, (size_t)(stop - at), " = type ", 8) : NULL;
        if (eq) {
            struct type_row r = {at, eq + 8, (size_t)(eq - at), (size_t)(stop - eq - 8)};
            VEC_PUSH(&p->types, r);
        }
        at = stop + 1;
    }
    if (p->types.n)
        qsort(p->types.at, p->types.n, sizeof(*p->types.at), by_name);
}

static void rewrite(struct padding *p, const char *text, const char *end)
{
    struct text before = {text, 0};
    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop + 1 : end;
        struct text line = {at, (size_t)(stop - at)};
        struct site s = {.p = p};
        if (is_returned(before, line, &s))
            walk(&s, s.type, (struct path){.n = 0}, 0);
        put(p, before.at, before.n); /* one line late: what is put in comes before the load */
        before = line;
        at = stop;
    }
    put(p, before.at, before.n);
}

bool cc_freeze_padding(const char *in, const char *out)
{
    size_t n;
    char *text = cc_read(in, &n);
    struct padding p = {0};
    bool ok = text != NULL;
    if (ok) {
        find_types(&p, text, text + n);
        rewrite(&p, text, text + n);
    }
    FILE *f = ok ? fopen(out, "wb") : NULL;
    ok = f && fwrite(p.out.at, 1, p.out.n, f) == p.out.n;
    if (f && fclose(f) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be rewritten as %s\n", in, out);
    VEC_FREE(&p.types);
    VEC_FREE(&p.out);
    free(text);
    return ok;
}
