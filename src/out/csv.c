/* Records as comma-separated tables: a row a kernel (or launch, or SM), a column a key. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "out/out.h"

typedef void leaf_fn(void *user, const char *path, const json_t *v);

/* Every number, word and switch of an object under its dotted name, in the object's order; arrays are left out, but
   for [x, y, z], which is one word. */
static void walk(const json_t *o, const char *prefix, leaf_fn *fn, void *user)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char path[160];
        snprintf(path, sizeof path, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v))
            walk(v, path, fn, user);
        else if (!json_is_array(v) || json_array_size(v) == 3)
            fn(user, path, v);
    }
}

struct columns {
    VEC(char *) names;
};

static void add_column(void *user, const char *path, const json_t *v)
{
    struct columns *c = user;
    (void)v;
    for (size_t i = 0; i < c->names.n; i++)
        if (!strcmp(c->names.at[i], path))
            return;
    VEC_PUSH(&c->names, xstrdup(path));
}

void out_csv_text(const char *s, FILE *to)
{
    if (!s[strcspn(s, ",\"\n\r")]) {
        fputs(s, to);
        return;
    }
    fputc('"', to);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', to);
        fputc(*s, to);
    }
    fputc('"', to);
}

static void cell(const json_t *v, FILE *to)
{
    if (json_is_string(v))
        out_csv_text(json_string_value(v), to);
    else if (json_is_integer(v))
        fprintf(to, "%lld", (long long)json_integer_value(v));
    else if (json_is_boolean(v))
        fputs(json_is_true(v) ? "true" : "false", to);
    else if (json_is_array(v))
        fprintf(to, "%.0fx%.0fx%.0f", json_number_value(json_array_get(v, 0)),
                json_number_value(json_array_get(v, 1)), json_number_value(json_array_get(v, 2)));
    else if (json_is_number(v))
        fprintf(to, "%.10g", json_number_value(v));
}

static void add_metrics(struct columns *c, const char *metrics)
{
    for (const char *at = metrics; *at;) {
        size_t n = strcspn(at, ",");
        char *name = strndup(at, n);
        add_column(c, !strcmp(name, "ipc") ? "warp_ipc" : name, NULL);
        free(name);
        at += n + (at[n] == ',');
    }
}

void out_csv(const json_t *rows, const char *metrics, FILE *to)
{
    struct columns c = {0};
    size_t i;
    const json_t *row;
    add_column(&c, "name", NULL);
    if (metrics)
        add_metrics(&c, metrics);
    json_array_foreach(metrics ? NULL : (json_t *)rows, i, row) walk(row, "", add_column, &c);
    for (size_t k = 0; k < c.names.n; k++)
        fprintf(to, "%s%s", k ? "," : "", c.names.at[k]);
    fputc('\n', to);
    json_array_foreach((json_t *)rows, i, row)
    {
        for (size_t k = 0; k < c.names.n; k++) {
            if (k)
                fputc(',', to);
            cell(out_value(row, c.names.at[k]), to);
        }
        fputc('\n', to);
    }
    for (size_t k = 0; k < c.names.n; k++)
        free(c.names.at[k]);
    VEC_FREE(&c.names);
}
