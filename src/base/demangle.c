/* The part of the Itanium ABI's name mangling that kernels' names use: nested and plain names, templates with types,
   numbers and packs as arguments, substitutions (S1_), lambdas. A name with anything else stays mangled. Parameters
   of a function are left out. */
#include "base/demangle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define MAX_SUBS 256
#define MAX_DEPTH 64

struct reader {
    const char *p;
    char out[8192];
    size_t at;
    struct {
        u32 from, n;
    } subs[MAX_SUBS]; /* parts of `text` that S_, S0_, ... stand for */
    u32 n_subs;
    char text[32768];
    u32 text_at;
    int depth;
    bool bad;
};

static void put(struct reader *r, const char *s, size_t n)
{
    if (n >= sizeof r->out - r->at) {
        r->bad = true;
        return;
    }
    memmove(r->out + r->at, s, n);
    r->at += n;
    r->out[r->at] = 0;
}

static void put_text(struct reader *r, const char *s)
{
    put(r, s, strlen(s));
}

/* What was written since `from` may be referred to again. */
static void remember(struct reader *r, size_t from)
{
    u32 n = (u32)(r->at - from);
    if (r->n_subs == MAX_SUBS || n > sizeof r->text - r->text_at) {
        r->bad = true;
        return;
    }
    memcpy(r->text + r->text_at, r->out + from, n);
    r->subs[r->n_subs].from = r->text_at;
    r->subs[r->n_subs++].n = n;
    r->text_at += n;
}

static void source_name(struct reader *r)
{
    size_t n = 0;
    while (isdigit((unsigned char)*r->p) && n < 4096)
        n = n * 10 + (size_t)(*r->p++ - '0');
    if (!n || strnlen(r->p, n) < n) {
        r->bad = true;
        return;
    }
    if (!strncmp(r->p, "_GLOBAL__N", 10))
        put_text(r, "(anonymous)");
    else
        put(r, r->p, n);
    r->p += n;
}

static const char *builtin(char c)
{
    static const struct {
        char c;
        const char *name;
    } types[] = {{'v', "void"},
                 {'b', "bool"},
                 {'c', "char"},
                 {'a', "signed char"},
                 {'h', "unsigned char"},
                 {'s', "short"},
                 {'t', "unsigned short"},
                 {'i', "int"},
                 {'j', "unsigned"},
                 {'l', "long"},
                 {'m', "unsigned long"},
                 {'x', "long long"},
                 {'y', "unsigned long long"},
                 {'f', "float"},
                 {'d', "double"}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].c == c)
            return types[i].name;
    return NULL;
}

static void type(struct reader *r);
static void name(struct reader *r, bool is_type);

/* Behind S: a part that came before, or one of the standard library's names. True: it is only a prefix (St). */
static bool substitution(struct reader *r)
{
    static const struct {
        char c;
        const char *name;
    } known[] = {{'a', "std::allocator"}, {'b', "std::basic_string"}, {'s', "std::string"},
                 {'i', "std::istream"},   {'o', "std::ostream"},      {'d', "std::iostream"}};
    u32 i = 0;
    if (*r->p == 't') {
        r->p++;
        put_text(r, "std");
        return true;
    }
    for (size_t k = 0; k < COUNT_OF(known); k++)
        if (*r->p == known[k].c) {
            r->p++;
            put_text(r, known[k].name);
            return false;
        }
    if (*r->p != '_') {
        for (; isdigit((unsigned char)*r->p) || isupper((unsigned char)*r->p); r->p++)
            i = i * 36 + (u32)(isdigit((unsigned char)*r->p) ? *r->p - '0' : *r->p - 'A' + 10);
        i++;
    }
    if (*r->p++ != '_' || i >= r->n_subs) {
        r->bad = true;
        return false;
    }
    put(r, r->text + r->subs[i].from, r->subs[i].n);
    return false;
}

/* L <type> <number> E: a number, true, false, or an enumerator's number; L _Z name E: a function */
static void literal(struct reader *r)
{
    char t = *r->p;
    if (!strncmp(r->p, "_Z", 2)) {
        r->p += 2;
        name(r, false);
        while (*r->p && *r->p != 'E' && !r->bad) { /* its parameters */
            size_t at = r->at;
            type(r);
            r->at = at, r->out[at] = 0;
        }
    } else if (t == 'b') {
        put_text(r, r->p[1] == '1' ? "true" : "false");
        r->p += 2;
    } else {
        if (!builtin(t)) {
            put_text(r, "(");
            type(r);
            put_text(r, ")");
        } else {
            r->p++;
        }
        if (*r->p == 'n')
            put_text(r, "-"), r->p++;
        size_t n = strspn(r->p, "0123456789abcdef");
        put(r, r->p, n);
        r->p += n;
    }
    r->bad = r->bad || *r->p != 'E';
    r->p++;
}

static void arguments(struct reader *r, bool brackets)
{
    if (brackets)
        put_text(r, "<");
    for (bool first = true; *r->p && *r->p != 'E' && !r->bad; first = false) {
        if (*r->p == 'J' && r->p[1] == 'E') { /* an empty pack */
            r->p += 2;
            first = true;
            continue;
        }
        if (!first)
            put_text(r, ", ");
        if (*r->p == 'L')
            r->p++, literal(r);
        else if (*r->p == 'J')
            r->p++, arguments(r, false);
        else
            type(r);
    }
    if (brackets)
        put_text(r, ">");
    r->bad = r->bad || *r->p++ != 'E';
}

/* The suffix of a type made from another one. */
static void made_type(struct reader *r, size_t from, const char *behind)
{
    r->p++;
    type(r);
    put_text(r, behind);
    remember(r, from);
}

/* F <result> <parameters> E */
static void function_type(struct reader *r, size_t from)
{
    r->p++;
    type(r);
    put_text(r, " (");
    for (bool first = true; *r->p && *r->p != 'E' && !r->bad; first = false) {
        if (!first)
            put_text(r, ", ");
        type(r);
    }
    put_text(r, ")");
    r->bad = r->bad || *r->p++ != 'E';
    remember(r, from);
}

static void type(struct reader *r)
{
    size_t from = r->at;
    const char *t;
    if (++r->depth > MAX_DEPTH || r->bad)
        r->bad = true;
    else if (*r->p == 'P')
        made_type(r, from, "*");
    else if (*r->p == 'R')
        made_type(r, from, "&");
    else if (*r->p == 'O')
        made_type(r, from, "&&");
    else if (*r->p == 'K')
        put_text(r, "const "), made_type(r, from, "");
    else if (*r->p == 'V')
        put_text(r, "volatile "), made_type(r, from, "");
    else if (*r->p == 'F')
        function_type(r, from);
    else if (!strncmp(r->p, "Dp", 2))
        r->p += 2, type(r);
    else if (!strncmp(r->p, "Dn", 2))
        r->p += 2, put_text(r, "nullptr_t");
    else if (!strncmp(r->p, "Dh", 2))
        r->p += 2, put_text(r, "half");
    else if (isdigit((unsigned char)*r->p) || *r->p == 'N' || *r->p == 'S' || *r->p == 'Z')
        name(r, true);
    else if ((t = builtin(*r->p)) != NULL)
        r->p++, put_text(r, t);
    else
        r->bad = true;
    r->depth--;
}

/* One part of a name: an identifier, a lambda (Ul parameters E number _) or a type without a name (Ut number _). */
static void part(struct reader *r)
{
    if (*r->p == 'L')
        r->p++; /* internal linkage */
    if (r->p[0] != 'U' || (r->p[1] != 'l' && r->p[1] != 't')) {
        source_name(r);
        return;
    }
    bool lambda = r->p[1] == 'l';
    r->p += 2;
    put_text(r, lambda ? "{lambda" : "{unnamed");
    for (size_t at = r->at; lambda && *r->p && *r->p != 'E' && !r->bad; r->at = at, r->out[at] = 0)
        type(r);
    if (lambda)
        r->bad = r->bad || *r->p++ != 'E';
    put_text(r, "#");
    put(r, r->p, strspn(r->p, "0123456789"));
    r->p += strspn(r->p, "0123456789");
    put_text(r, "}");
    r->bad = r->bad || *r->p++ != '_';
}

/* N parts E. Every part and every template with its arguments may be named again, a function's last part excepted. */
static void nested_name(struct reader *r, bool is_type)
{
    size_t from = r->at;
    while (*r->p == 'K' || *r->p == 'V')
        r->p++; /* of a member function */
    for (bool first = true; !r->bad && *r->p != 'E'; first = false) {
        if (*r->p == 'S') {
            r->p++;
            substitution(r);
            continue;
        }
        if (*r->p == 'I') {
            r->p++;
            arguments(r, true);
        } else {
            if (!first)
                put_text(r, "::");
            part(r);
        }
        if (*r->p != 'E' || is_type)
            remember(r, from);
    }
    r->bad = r->bad || *r->p++ != 'E';
}

/* Z function E name: inside a function. */
static void local_name(struct reader *r, bool is_type)
{
    size_t from = r->at;
    name(r, false);
    for (size_t at = r->at; *r->p && *r->p != 'E' && !r->bad; r->at = at, r->out[at] = 0)
        type(r);
    r->bad = r->bad || *r->p++ != 'E';
    put_text(r, "::");
    part(r);
    if (*r->p == '_')
        r->p += 1 + strspn(r->p + 1, "0123456789");
    if (is_type)
        remember(r, from);
}

static void name(struct reader *r, bool is_type)
{
    size_t from = r->at;
    bool again = false;
    if (*r->p == 'N') {
        r->p++;
        nested_name(r, is_type);
        return;
    }
    if (*r->p == 'Z') {
        r->p++;
        local_name(r, is_type);
        return;
    }
    if (*r->p == 'S') {
        r->p++;
        again = !substitution(r);
        if (!again)
            put_text(r, "::");
    }
    if (!again) {
        part(r);
        if (*r->p == 'I' || is_type)
            remember(r, from);
    }
    if (!r->bad && *r->p == 'I') {
        r->p++;
        arguments(r, true);
        if (is_type)
            remember(r, from);
    }
}

/* Without the size of the kernel's clusters, which is part of its name (include/host_defines.h). */
static const char *without_cluster(const char *mangled, char *to, size_t n)
{
    const char *tag = strstr(mangled, "sluice_cluster_"), *from = tag;
    while (from && from > mangled && isdigit((unsigned char)from[-1]))
        from--;
    if (!tag || from == tag || from == mangled || from[-1] != 'B' || strlen(mangled) >= n)
        return mangled;
    size_t before = (size_t)(from - 1 - mangled), len = (size_t)atoi(from);
    memcpy(to, mangled, before);
    snprintf(to + before, n - before, "%s", strlen(tag) >= len ? tag + len : "");
    return to;
}

void demangle(const char *mangled, char *out, size_t n)
{
    char plain[1024];
    struct reader *r = strncmp(mangled, "_Z", 2) ? NULL : xmalloc(sizeof *r);
    if (r) {
        r->p = without_cluster(mangled, plain, sizeof plain) + 2;
        r->at = r->out[0] = 0;
        r->n_subs = r->text_at = 0;
        r->depth = r->bad = 0;
        name(r, false);
    }
    snprintf(out, n, "%s", r && !r->bad ? r->out : mangled);
    free(r);
}
