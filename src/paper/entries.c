#include "paper/entries.h"

#include <string.h>

#include "base/vec.h"
#include "decl/ini.h"

struct reading {
    struct arena *arena;
    VEC(struct paper_entry) list;
};

static void on_key(void *user, const char *section, const char *key, const char *value, u32 line)
{
    struct reading *r = user;
    if (r->list.n) {
        struct paper_entry *last = &r->list.at[r->list.n - 1];
        if (!strcmp(last->section, section) && !strcmp(last->key, key)) {
            last->value = arena_printf(r->arena, "%s %s", last->value, value);
            return;
        }
    }
    VEC_PUSH(&r->list, (struct paper_entry){.section = arena_strdup(r->arena, section),
                                            .key = arena_strdup(r->arena, key),
                                            .value = arena_strdup(r->arena, value),
                                            .line = line});
}

bool paper_entries_read(struct paper_entries *e, struct arena *a, const char *path, struct diag *d)
{
    struct reading r = {.arena = a};
    bool good = decl_ini_read(path, on_key, &r, d);
    *e = (struct paper_entries){.path = arena_strdup(a, path), .n = (u32)r.list.n};
    e->at = ARENA_ARRAY(a, struct paper_entry, MAX(r.list.n, 1));
    if (r.list.n)
        memcpy(e->at, r.list.at, r.list.n * sizeof(*e->at));
    VEC_FREE(&r.list);
    return good;
}

struct paper_entry *paper_entry(struct paper_entries *e, const char *section, const char *key)
{
    for (u32 i = 0; i < e->n; i++)
        if (!strcmp(e->at[i].section, section) && !strcmp(e->at[i].key, key)) {
            e->at[i].used = true;
            return &e->at[i];
        }
    return NULL;
}

void paper_entries_unused(const struct paper_entries *e, const char *const *known, u32 n, struct diag *d)
{
    for (u32 i = 0; i < e->n; i++) {
        const struct paper_entry *it = &e->at[i];
        if (it->used)
            continue;
        const char *near = diag_nearest(it->key, known, n);
        diag_error(d, e->path, it->line, 0, "unknown key '%s'%s%s%s", it->key, near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
    }
}
