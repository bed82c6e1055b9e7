/* The part of the Itanium ABI's name mangling that kernels' names use: nested and plain names, template arguments
   that are built-in types, named types, pointers to them, and integers. */
#include "base/demangle.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct reader {
    const char *p;
    char *out;
    size_t n, at;
    bool bad;
};

static void put(struct reader *r, const char *s, size_t n)
{
    for (size_t i = 0; i < n && r->at + 1 < r->n; i++)
        r->out[r->at++] = s[i];
    r->out[r->at] = 0;
}

static void put_text(struct reader *r, const char *s)
{
    put(r, s, strlen(s));
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

static void name(struct reader *r, int depth);

/* L <type> <digits> E: a number, true or false */
static void literal(struct reader *r)
{
    char type = *r->p++;
    if (!builtin(type)) {
        r->bad = true;
        return;
    }
    if (type == 'b') {
        put_text(r, *r->p == '1' ? "true" : "false");
        r->p++;
    } else {
        if (*r->p == 'n')
            put_text(r, "-"), r->p++;
        size_t n = strspn(r->p, "0123456789");
        put(r, r->p, n);
        r->p += n;
    }
    r->bad = r->bad || *r->p != 'E';
    r->p++;
}

static void argument(struct reader *r, int depth)
{
    const char *type;
    if (depth > 16)
        r->bad = true;
    else if (*r->p == 'L')
        r->p++, literal(r);
    else if (*r->p == 'P')
        r->p++, argument(r, depth + 1), put_text(r, "*");
    else if (*r->p == 'K')
        r->p++, put_text(r, "const "), argument(r, depth + 1);
    else if (isdigit((unsigned char)*r->p) || *r->p == 'N')
        name(r, depth + 1);
    else if ((type = builtin(*r->p)) != NULL)
        r->p++, put_text(r, type);
    else
        r->bad = true;
}

static void arguments(struct reader *r, int depth)
{
    put_text(r, "<");
    for (bool first = true; *r->p && *r->p != 'E' && !r->bad; first = false) {
        if (!first)
            put_text(r, ", ");
        argument(r, depth);
    }
    put_text(r, ">");
    r->bad = r->bad || *r->p++ != 'E';
}

static void name(struct reader *r, int depth)
{
    bool nested = *r->p == 'N';
    if (nested)
        r->p++;
    for (bool first = true; !r->bad; first = false) {
        if (nested && *r->p == 'E') {
            r->p++;
            return;
        }
        if (*r->p == 'L')
            r->p++; /* internal linkage */
        if (!first)
            put_text(r, "::");
        source_name(r);
        if (!r->bad && *r->p == 'I')
            r->p++, arguments(r, depth + 1);
        if (!nested)
            return;
    }
}

void demangle(const char *mangled, char *out, size_t n)
{
    struct reader r = {.p = mangled + 2, .out = out, .n = n};
    if (!strncmp(mangled, "_Z", 2)) {
        name(&r, 0);
        if (!r.bad)
            return;
    }
    snprintf(out, n, "%s", mangled);
}
