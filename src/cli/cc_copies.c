/* Copies of structures in LLVM's optimised text. For a card clang copies at most 8 bytes at a time, and structures of
   128 bytes and more byte by byte in a loop; nvcc copies what is aligned to 16 bytes by 16. So calls of memcpy with a
   known size become loads and stores of as many bytes as both sides are aligned to. Left alone: what is volatile,
   larger than MOST, or as wide already. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

#define WIDEST 16
#define LOOPS_FROM 128 /* bytes: there LLVM makes a loop over bytes */
#define MOST 1024
#define AT_ONCE 8 /* loads before their stores */

static const char call[] = "call void @llvm.memcpy.";

struct side { /* "i8* noundef align 16 %5" */
    const char *type, *value;
    size_t type_n, value_n;
    unsigned long align;
};
struct copy {
    struct side to, from;
    unsigned long bytes, unit;
    const char *behind; /* the rest of the line: debug information */
};
typedef VEC(char) text;

static void put(text *t, const char *from, size_t n)
{
    VEC_RESERVE(t, t->n + n);
    memcpy(t->at + t->n, from, n);
    t->n += n;
}

/* Behind the comma or bracket that ends an argument at p; *n is its length. NULL: the line ends before. */
static const char *argument(const char *p, size_t *n)
{
    int depth = 0;
    for (const char *q = p; *q && *q != '\n'; q++) {
        if (strchr("([{<", *q))
            depth++;
        else if (!depth && (*q == ',' || *q == ')')) {
            *n = (size_t)(q - p);
            return q + 1;
        } else if (strchr(")]}>", *q)) {
            depth--;
        }
    }
    return NULL;
}

static bool begins(const char *p, const char *with)
{
    return !strncmp(p, with, strlen(with));
}

/* The type of a pointer, its attributes, its value */
static bool side_of(const char *p, size_t n, struct side *s)
{
    const char *end = p + n, *at = p;
    bool opaque = begins(p, "ptr");
    at += opaque ? 3 : begins(p, "i8") ? 2 : 0;
    if (begins(at, " addrspace("))
        at += strcspn(at, ")") + 1;
    if (!opaque && *at++ != '*')
        return false;
    *s = (struct side){.type = p, .type_n = (size_t)(at - p), .align = 1};
    for (;;) {
        at += strspn(at, " ");
        if (at >= end)
            return false;
        if (begins(at, "align "))
            s->align = strtoul(at + 6, NULL, 10);
        else if (!islower((unsigned char)*at) || begins(at, "bitcast") || begins(at, "getelementptr") ||
                 begins(at, "addrspacecast") || begins(at, "inttoptr") || begins(at, "null") || begins(at, "undef"))
            break;
        at += begins(at, "align ") ? 6 : 0;
        at += strcspn(at, " ");
    }
    s->value = at;
    s->value_n = (size_t)(end - at);
    return true;
}

/* A call at p that is worth a rewrite */
static bool copy_of(const char *p, struct copy *c)
{
    const char *open = p + sizeof(call) - 1;
    size_t n;
    open += strcspn(open, "(\n");
    if (*open != '(')
        return false;
    const char *next = argument(open + 1, &n);
    if (!next || !side_of(open + 1, n, &c->to))
        return false;
    next += strspn(next, " ");
    const char *size = argument(next, &n);
    if (!size || !side_of(next, n, &c->from))
        return false;
    size += strspn(size, " ");
    next = argument(size, &n);
    if (!next || (!begins(size, "i64 ") && !begins(size, "i32 ")) || !isdigit((unsigned char)size[4]))
        return false;
    c->bytes = strtoul(size + 4, NULL, 10);
    next += strspn(next, " ");
    c->behind = begins(next, "i1 false)") ? next + 9 : NULL;
    unsigned long align = MIN(c->to.align, c->from.align);
    c->unit = MIN(align, (unsigned long)WIDEST);
    bool wide = c->unit == WIDEST && c->bytes >= WIDEST, loops = c->bytes >= LOOPS_FROM && c->unit > 1;
    return c->behind && c->bytes <= MOST && (wide || loops);
}

static const char *unit_type(unsigned long unit)
{
    return unit == 16 ? "<4 x i32>" : unit == 8 ? "i64" : unit == 4 ? "i32" : unit == 2 ? "i16" : "i8";
}

/* The address of a side, `at` bytes on, as a pointer to a unit: "%sluice.copy.N.WAY.AT" */
static void put_address(text *t, const struct side *s, char way, unsigned n, unsigned long at, const char *unit,
                        const char *dbg, size_t dbg_n)
{
    bool opaque = begins(s->type, "ptr");
    char line[200];
    int len = snprintf(line, sizeof line, "  %%sluice.copy.%u.%c%s.%lu = getelementptr inbounds i8, %.*s ", n, way,
                       opaque ? "" : "b", at, (int)s->type_n, s->type);
    put(t, line, (size_t)len);
    put(t, s->value, s->value_n);
    len = snprintf(line, sizeof line, ", i64 %lu", at);
    put(t, line, (size_t)len);
    put(t, dbg, dbg_n);
    put(t, "\n", 1);
    if (opaque)
        return;
    len = snprintf(line, sizeof line, "  %%sluice.copy.%u.%c.%lu = bitcast %.*s %%sluice.copy.%u.%cb.%lu to %s%.*s",
                   n, way, at, (int)s->type_n, s->type, n, way, at, unit, (int)(s->type_n - 2), s->type + 2);
    put(t, line, (size_t)len);
    put(t, dbg, dbg_n);
    put(t, "\n", 1);
}

/* A load, or a store, of one unit */
static void put_access(text *t, const struct side *s, char way, unsigned n, unsigned long at, unsigned long unit,
                       const char *dbg, size_t dbg_n)
{
    const char *type = unit_type(unit);
    bool opaque = begins(s->type, "ptr"), load = way == 'l';
    char line[300], pointer[80];
    snprintf(pointer, sizeof pointer, "%s%.*s", opaque ? "" : type, (int)(s->type_n - (opaque ? 0 : 2)),
             s->type + (opaque ? 0 : 2));
    put_address(t, s, way, n, at, type, dbg, dbg_n);
    int len = load ? snprintf(line, sizeof line, "  %%sluice.copy.%u.v.%lu = load %s, %s %%sluice.copy.%u.l.%lu", n,
                              at, type, pointer, n, at)
                   : snprintf(line, sizeof line, "  store %s %%sluice.copy.%u.v.%lu, %s %%sluice.copy.%u.s.%lu", type,
                              n, at, pointer, n, at);
    put(t, line, (size_t)len);
    len = snprintf(line, sizeof line, ", align %lu", unit);
    put(t, line, (size_t)len);
    put(t, dbg, dbg_n);
    put(t, "\n", 1);
}

static void put_copy(text *t, const struct copy *c, unsigned n)
{
    const char *dbg = strstr(c->behind, ", !dbg ");
    size_t end = strcspn(c->behind, "\n"), dbg_n = 0;
    if (dbg && dbg < c->behind + end)
        dbg_n = 7 + strcspn(dbg + 7, " ,\n");
    else
        dbg = "";
    struct piece {
        unsigned long at, unit;
    } some[AT_ONCE];
    for (unsigned long at = 0; at < c->bytes;) {
        u32 k = 0;
        for (; k < AT_ONCE && at < c->bytes; k++) {
            unsigned long unit = c->unit;
            while (unit > c->bytes - at)
                unit /= 2;
            some[k] = (struct piece){at, unit};
            put_access(t, &c->from, 'l', n, at, unit, dbg, dbg_n);
            at += unit;
        }
        for (u32 j = 0; j < k; j++)
            put_access(t, &c->to, 's', n, some[j].at, some[j].unit, dbg, dbg_n);
    }
}

static const char *next_call(const char *p)
{
    return strstr(p, call);
}

bool cc_has_copies(const char *ll)
{
    char *from = cc_read(ll, NULL);
    bool found = false;
    struct copy c;
    for (const char *p = from; p && !found && (p = next_call(p)) != NULL; p++)
        found = copy_of(p, &c);
    free(from);
    return found;
}

bool cc_widen_copies(const char *in, const char *out)
{
    char *from = cc_read(in, NULL);
    text to = {0};
    unsigned n = 0;
    const char *done = from;
    for (const char *p = from; p && (p = next_call(p)) != NULL; p++) {
        struct copy c;
        const char *line = p;
        while (line > done && line[-1] != '\n')
            line--;
        if (!copy_of(p, &c))
            continue;
        put(&to, done, (size_t)(line - done));
        put_copy(&to, &c, n++);
        done = c.behind + strcspn(c.behind, "\n");
        done += *done == '\n';
        p = done - 1;
    }
    if (from)
        put(&to, done, strlen(done));
    FILE *o = from ? fopen(out, "wb") : NULL;
    bool ok = o && fwrite(to.at, 1, to.n, o) == to.n;
    if (o && fclose(o) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be written\n", out);
    free(from);
    VEC_FREE(&to);
    return ok;
}
