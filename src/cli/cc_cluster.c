/* __cluster_dims__: clang 14 to 19 know no clusters, so our headers write a kernel's as an annotation, whose numbers
   may be any constant expressions (include/host_defines.h). LLVM's text has them in a list; here they become PTX's
   .reqnctapercluster, behind the kernel's parameters. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

#define MOST_NAME 4096

typedef VEC(char) text;

static void put(text *t, const char *from, size_t n)
{
    VEC_RESERVE(t, t->n + n);
    memcpy(t->at + t->n, from, n);
    t->n += n;
}

/* The name behind the @ at p, without quotes: where the text behind it begins. NULL: too long. */
static const char *name_at(const char *p, char *name)
{
    bool quoted = *++p == '"';
    p += quoted;
    size_t n = quoted ? strcspn(p, "\"") : 0;
    while (!quoted && (isalnum((unsigned char)p[n]) || strchr("_.$-", p[n])) && p[n])
        n++;
    if (!n || n >= MOST_NAME)
        return NULL;
    memcpy(name, p, n);
    name[n] = 0;
    return p + n + quoted;
}

/* The line "@NAME = ..." */
static const char *global(const char *ll, const char *name)
{
    char start[MOST_NAME + 8];
    snprintf(start, sizeof start, "\n@%s = ", name);
    const char *at = strstr(ll, start);
    return at ? at + 1 : NULL;
}

static bool says(const char *line, const char *what)
{
    const char *at = line ? strstr(line, what) : NULL;
    return at && at < line + strcspn(line, "\n");
}

/* Writes the clusters of one kernel into the PTX. */
static void put_one(text *ptx, const char *kernel, const unsigned size[3])
{
    char entry[MOST_NAME + 16], line[80];
    snprintf(entry, sizeof entry, ".entry %s(", kernel);
    const char *at = strstr(ptx->at, entry), *body = at ? strchr(at, '{') : NULL;
    if (!body)
        return; /* not in this file, or only declared */
    size_t where = (size_t)(body - ptx->at);
    int n = snprintf(line, sizeof line, ".reqnctapercluster %u, %u, %u\n", size[0], size[1], size[2]);
    VEC_RESERVE(ptx, ptx->n + (size_t)n);
    memmove(ptx->at + where + n, ptx->at + where, ptx->n - where);
    memcpy(ptx->at + where, line, (size_t)n);
    ptx->n += (size_t)n;
}

/* Whether nothing but null comes between p and the next name: the list's element has no numbers. */
static bool no_numbers(const char *p)
{
    const char *null = strstr(p, " null }");
    return null && null < p + strcspn(p, "@\n");
}

/* The list's elements have four names each: what is annotated, the annotation, a file, the numbers (or null). */
static bool put_all(const char *ll, text *ptx)
{
    static const char list[] = "\n@llvm.global.annotations = ";
    const char *p = strstr(ll, list);
    p = p ? p + sizeof(list) - 1 : ll + strlen(ll);
    const char *end = p + strcspn(p, "\n");
    char names[4][MOST_NAME];
    unsigned k = 0, size[3];
    while ((p = strchr(p, '@')) != NULL && p < end) {
        p = name_at(p, names[k]);
        if (!p)
            return false;
        bool ours = k == 3 && says(global(ll, names[1]), "c\"sluice_cluster\\00\"");
        k = k == 3 || (k == 2 && no_numbers(p)) ? 0 : k + 1;
        if (!ours)
            continue;
        const char *values = global(ll, names[3]), *at = values ? strstr(values, "} { ") : NULL;
        if (!at || sscanf(at, "} { i32 %u, i32 %u, i32 %u", &size[0], &size[1], &size[2]) != 3)
            return false;
        put_one(ptx, names[0], size);
    }
    return true;
}

bool cc_put_clusters(const char *ll_path, const char *ptx_path)
{
    char *ll = cc_read(ll_path, NULL);
    bool ok = ll != NULL;
    if (ok && strstr(ll, "c\"sluice_cluster\\00\"")) {
        size_t n = 0;
        char *old = cc_read(ptx_path, &n);
        text ptx = {0};
        if (old)
            put(&ptx, old, n + 1);
        ok = old && put_all(ll, &ptx);
        FILE *o = ok ? fopen(ptx_path, "wb") : NULL;
        ok = o && fwrite(ptx.at, 1, ptx.n - 1, o) == ptx.n - 1;
        if (o && fclose(o) != 0)
            ok = false;
        free(old);
        VEC_FREE(&ptx);
    }
    if (!ok)
        fprintf(stderr, "sluice cc: %s: the sizes of clusters cannot be written\n", ptx_path);
    free(ll);
    return ok;
}
