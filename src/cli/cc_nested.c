/* Kernels that launch kernels. clang knows <<<...>>> in host code only, and lets device code not even name a kernel.
   A file that does so is compiled from preprocessed text that is rewritten:

   - For the device, every kernel is an ordinary function in a section of its own (__global__ in host_defines.h), and
     "k<T><<<g, b>>>(x, y)" becomes "k<T>(x, y), sluice_configured(g, b)": clang finds the kernel, its template
     arguments and its parameters' types as in any call. Then, in LLVM's text, functions of that section become
   kernels again, and calls of a kernel become calls of an undefined function, with the kernel's name in its
   own: emu/nested.c knows those.
   - For the host, functions of the device that launch are emptied.

   Lost on the way: __launch_bounds__ of the kernels in such a file. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

#define SECTION " section \"sluice_kernel\""
#define LAUNCH "__sluice_launch_"

typedef VEC(char) text;

static void put(text *to, const char *s, size_t n)
{
    VEC_RESERVE(to, to->n + n);
    if (n)
        memcpy(to->at + to->n, s, n);
    to->n += n;
}

static void put_word(text *to, const char *s)
{
    put(to, s, strlen(s));
}

static bool write_text(const char *path, const text *t)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && (!t->n || fwrite(t->at, 1, t->n, f) == t->n);
    if (f && fclose(f) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be written\n", path);
    return ok;
}

bool cc_wants_nested(const char *said)
{
    return strstr(said, "reference to __global__ function") || strstr(said, "call to __global__ function from __") ||
           strstr(said, "reference to __host__ function '__cudaPushCallConfiguration'");
}

/* ---- C++ ---- */

/* Behind a literal or a line marker that begins at p; p itself: there is none. */
static const char *skip_quoted(const char *p, bool line_start)
{
    if (line_start && *p == '#')
        return p + strcspn(p, "\n");
    if (*p == 'R' && p[1] == '"') {
        char end[32];
        size_t n = strcspn(p + 2, "(");
        if (n < sizeof(end) - 3) {
            snprintf(end, sizeof(end), ")%.*s\"", (int)n, p + 2);
            const char *at = strstr(p + 2 + n, end);
            return at ? at + n + 2 : p + strlen(p);
        }
    }
    if (*p != '"' && *p != '\'')
        return p;
    if (*p == '\'' && isalnum((unsigned char)p[-1])) /* 1'000 */
        return p;
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

/* From behind an opening bracket: at what closes it, or at `stop` outside of further brackets; NULL: neither. */
static const char *closing(const char *p, const char *stop)
{
    for (int depth = 0; *p;) {
        const char *q = skip_quoted(p, p[-1] == '\n');
        if (q != p) {
            p = q;
            continue;
        }
        if (!depth && !strncmp(p, stop, strlen(stop)))
            return p;
        depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
        if (depth < 0)
            return NULL;
        p++;
    }
    return NULL;
}

/* "<<<g, b>>>(x)" at p becomes "(x), sluice_configured(g, b)"; what is behind it, NULL: it is none. */
static const char *put_launch(text *to, const char *p)
{
    const char *shut = closing(p + 3, ">>>"), *open = shut ? shut + 3 + strspn(shut + 3, " \t\n") : NULL;
    const char *end = open && *open == '(' ? closing(open + 1, ")") : NULL;
    if (!end)
        return NULL;
    put(to, open, (size_t)(end + 1 - open));
    put_word(to, ", sluice_configured(");
    put(to, p + 3, (size_t)(shut - p - 3));
    put_word(to, ")");
    return end + 1;
}

static void for_device(text *to, const char *p)
{
    for (const char *from = p; *p;) {
        const char *q = skip_quoted(p, p == from || p[-1] == '\n');
        if (q == p && !strncmp(p, "<<<", 3) && (q = put_launch(to, p))) {
            p = q;
            continue;
        }
        q = q && q != p ? q : p + 1;
        put(to, p, (size_t)(q - p));
        p = q;
    }
}

static bool has(const char *from, const char *to, const char *what)
{
    for (size_t n = strlen(what); from + n <= to; from++)
        if (!strncmp(from, what, n))
            return true;
    return false;
}

/* A function's body begins at `open`, its declaration somewhere behind `from`: it is for the device alone. */
static bool device_only(const char *from, const char *open)
{
    return (has(from, open, "((global))") || has(from, open, "((device))")) && !has(from, open, "((host))") &&
           has(from, open, "(");
}

static void for_host(text *to, const char *p)
{
    const char *from = p, *since = p; /* behind the last ; { or } */
    while (*p) {
        const char *q = skip_quoted(p, p == from || p[-1] == '\n');
        const char *end = *p == '{' && device_only(since, p) ? closing(p + 1, "}") : NULL;
        if (end && has(p, end, "<<<")) {
            bool kernel = has(since, p, "((global))");
            put_word(to, kernel ? "{" : "{ __builtin_unreachable();");
            for (; p < end; p++)
                if (*p == '\n')
                    put(to, p, 1);
            q = p = since = end;
        }
        if (q == p) {
            since = strchr(";{}", *p) ? p + 1 : since;
            q = p + 1;
        }
        put(to, p, (size_t)(q - p));
        p = q;
    }
}

bool cc_put_nested(const char *path, bool device)
{
    char *from = cc_read(path, NULL);
    text to = {0};
    if (from)
        (device ? for_device : for_host)(&to, from);
    bool ok = from && write_text(path, &to);
    free(from);
    VEC_FREE(&to);
    return ok;
}

/* ---- LLVM's text ---- */

struct kernel {
    const char *name, *params; /* "_Z1kPi"; "(i32* noundef %0)" */
    size_t name_n, params_n;
};
typedef VEC(struct kernel) kernels;

/* A line "define ... void @NAME(PARAMS) ... section ..."; false: it defines no kernel. */
static bool kernel_of(const char *line, size_t n, struct kernel *k)
{
    if (strncmp(line, "define ", 7) != 0 || !has(line, line + n, SECTION))
        return false;
    const char *at = memchr(line, '@', n), *open = at ? memchr(at, '(', (size_t)(line + n - at)) : NULL;
    const char *end = open ? closing(open + 1, ")") : NULL;
    if (!end || end > line + n)
        return false;
    *k = (struct kernel){at + 1, open, (size_t)(open - at - 1), (size_t)(end + 1 - open)};
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct kernel *x = a, *y = b;
    int c = memcmp(x->name, y->name, MIN(x->name_n, y->name_n));
    return c ? c : (x->name_n > y->name_n) - (x->name_n < y->name_n);
}

/* A call of a kernel asks for its launch. */
static void put_line(text *to, const char *line, size_t n, const kernels *all)
{
    static const char call[] = "call void @";
    const char *at = memmem(line, n, call, sizeof(call) - 1);
    const char *name = at ? at + sizeof(call) - 1 : NULL;
    struct kernel k = {.name = name, .name_n = name ? strcspn(name, "(") : 0};
    if (at && all->n && bsearch(&k, all->at, all->n, sizeof(k), by_name)) {
        put(to, line, (size_t)(name - line));
        put_word(to, LAUNCH);
        put(to, name, n - (size_t)(name - line));
        return;
    }
    put(to, line, n);
}

/* "define dso_local void @k(...) #0 section ... {" with the kernels' calling convention, and without the section. */
static void put_kernel(text *to, const char *line, size_t n)
{
    const char *type = memmem(line, n, " void @", 7), *section = memmem(line, n, SECTION, strlen(SECTION));
    const char *behind = section + strlen(SECTION);
    put(to, line, (size_t)(type - line));
    put_word(to, " ptx_kernel");
    put(to, type, (size_t)(section - type));
    put(to, behind, n - (size_t)(behind - line));
}

bool cc_make_kernels(const char *in, const char *out)
{
    char *from = cc_read(in, NULL);
    text to = {0};
    kernels all = {0};
    struct kernel k;
    size_t n;
    for (const char *l = from; l && *l; l += n + (l[n] == '\n')) {
        n = strcspn(l, "\n");
        if (kernel_of(l, n, &k))
            VEC_PUSH(&all, k);
    }
    if (all.n)
        qsort(all.at, all.n, sizeof(*all.at), by_name);
    for (const char *l = from; l && *l; l += n) {
        n = strcspn(l, "\n");
        n += l[n] == '\n';
        if (kernel_of(l, n, &k))
            put_kernel(&to, l, n);
        else
            put_line(&to, l, n, &all);
    }
    for (size_t i = 0; i < all.n; i++) {
        put_word(&to, "\ndeclare void @" LAUNCH);
        put(&to, all.at[i].name, all.at[i].name_n);
        put(&to, all.at[i].params, all.at[i].params_n);
        put_word(&to, "\n");
    }
    bool ok = from && write_text(out, &to);
    free(from);
    VEC_FREE(&to);
    VEC_FREE(&all);
    return ok;
}
