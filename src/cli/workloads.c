#include "cli/workloads.h"

#include <errno.h>
#include <string.h>

#include "base/vec.h"

#define FIELDS 12

/* Cuts a line at its commas (no field needs quotes); returns how many fields there were. */
static u32 cut(char *line, char *fields[FIELDS])
{
    u32 n = 0;
    for (char *p = line; p; n++) {
        char *comma = strchr(p, ',');
        if (comma)
            *comma++ = 0;
        if (n < FIELDS)
            fields[n] = p;
        p = comma;
    }
    return n;
}

bool workload_size_known(const char *size)
{
    return !strcmp(size, "small") || !strcmp(size, "paper") || !strcmp(size, "suite");
}

bool workloads_read(struct workloads *w, const char *root, struct diag *d)
{
    *w = (struct workloads){0};
    const char *path = arena_printf(&w->arena, "%s/workloads/workloads.csv", root);
    FILE *f = fopen(path, "r");
    if (!f) {
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    char line[1024], *at[FIELDS];
    u32 number = 0, before = d->errors;
    VEC(struct workload) list = {0};
    while (fgets(line, sizeof(line), f)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!number++ || !line[0] || line[0] == '#')
            continue;
        u32 n = cut(arena_strdup(&w->arena, line), at);
        if (n != FIELDS)
            diag_error(d, path, number, 0, "expected %u fields and found %u", FIELDS, n);
        else
            VEC_PUSH(&list, (struct workload){at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9],
                                              at[10], at[11]});
    }
    fclose(f);
    w->n = (u32)list.n;
    w->at = ARENA_ARRAY(&w->arena, struct workload, list.n + 1);
    if (list.n)
        memcpy(w->at, list.at, list.n * sizeof(*list.at));
    VEC_FREE(&list);
    return d->errors == before;
}

void workloads_free(struct workloads *w)
{
    VEC_FREE(&w->keys);
    arena_free(&w->arena);
}

const struct workload *workload_find(const struct workloads *w, const char *name)
{
    for (u32 i = 0; i < w->n; i++)
        if (!strcmp(w->at[i].name, name))
            return &w->at[i];
    return NULL;
}

const char *workload_nearest(const struct workloads *w, const char *name)
{
    VEC(const char *) names = {0};
    for (u32 i = 0; i < w->n; i++)
        VEC_PUSH(&names, w->at[i].name);
    const char *near = diag_nearest(name, names.at, names.n);
    VEC_FREE(&names);
    return near;
}
