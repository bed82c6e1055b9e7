/* Names in nested scopes, in one hash table. Leaving a scope unlinks its names. */
#include "ptx/symtab.h"

#include <stdlib.h>
#include <string.h>

void symtab_init(struct symtab *s, struct arena *arena)
{
    *s = (struct symtab){.n_buckets = 256, .arena = arena};
    s->bucket = xcalloc(s->n_buckets, sizeof(struct ptx_sym *));
}

void symtab_free(struct symtab *s)
{
    free(s->bucket);
}

static u64 hash(const char *name, u32 len)
{
    u64 h = 14695981039346656037ull;

    for (u32 i = 0; i < len; i++)
        h = (h ^ (u8)name[i]) * 1099511628211ull;
    return h ^ h >> 29;
}

static struct ptx_sym **bucket_of(const struct symtab *s, const char *name, u32 len)
{
    return &s->bucket[hash(name, len) & (s->n_buckets - 1)];
}

static void grow(struct symtab *s)
{
    struct ptx_sym **old = s->bucket;
    u32 n = s->n_buckets;

    s->n_buckets *= 4;
    s->bucket = xcalloc(s->n_buckets, sizeof(struct ptx_sym *));
    for (u32 i = 0; i < n; i++) {
        for (struct ptx_sym *e = old[i], *next; e; e = next) {
            struct ptx_sym **to = bucket_of(s, e->name, e->len);
            next = e->next;
            e->next = *to;
            *to = e;
        }
    }
    free(old);
}

struct ptx_sym *symtab_find(const struct symtab *s, const char *name, u32 len, bool range)
{
    struct ptx_sym *best = NULL;

    for (struct ptx_sym *e = *bucket_of(s, name, len); e; e = e->next) {
        if (e->len == len && (e->kind == SY_RANGE) == range && (!best || e->depth > best->depth) &&
            !memcmp(e->name, name, len))
            best = e;
    }
    return best;
}

struct ptx_sym *symtab_add(struct symtab *s, const char *name, u32 len, u8 kind, u32 depth)
{
    struct ptx_sym *e = ARENA_NEW(s->arena, struct ptx_sym);
    struct ptx_sym **to;

    if (++s->n > s->n_buckets * 2)
        grow(s);
    e->name = arena_strndup(s->arena, name, len);
    e->len = len;
    e->kind = kind;
    e->depth = depth;
    to = bucket_of(s, name, len);
    e->next = *to;
    *to = e;
    e->scope_next = s->scope[depth];
    s->scope[depth] = e;
    return e;
}

void symtab_push(struct symtab *s)
{
    ENSURE(s->depth + 1 < COUNT_OF(s->scope));
    s->scope[++s->depth] = NULL;
}

void symtab_pop(struct symtab *s)
{
    for (struct ptx_sym *e = s->scope[s->depth]; e; e = e->scope_next) {
        struct ptx_sym **at = bucket_of(s, e->name, e->len);
        while (*at != e)
            at = &(*at)->next;
        *at = e->next;
        s->n--;
    }
    s->depth--;
}
