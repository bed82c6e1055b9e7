/* Reading options: see options.h. A file is words: an option begins with `-` and a letter and has the words up to the
   next one; `#` begins a comment; quotes hold words together, over lines too. */
#include "accel/options.h"

#include <string.h>

#include "accel/lines.h"

#define DECODED(name) {#name, OPTION_DECODED, NULL, NULL},
#define LOST(name, moot, effect) {#name, OPTION_LOST, moot, effect},
#define TIMELESS(name) {#name, OPTION_TIMELESS, NULL, NULL},
static const struct row {
    const char *name;
    enum accel_option_kind kind;
    const char *moot, *effect;
} rows[] = {
#include "accel/options.def"
};

static u32 row_of(const char *name)
{
    u32 i = 0;
    while (i < COUNT_OF(rows) && strcmp(rows[i].name, name) != 0)
        i++;
    return i;
}

enum { MOST_GUESSES = 8 }; /* a file of another kind would have thousands of unknown words */

static void unknown(const char *path, u32 line, const char *name, struct diag *d)
{
    const char *names[COUNT_OF(rows)];
    for (u32 i = 0; i < COUNT_OF(rows); i++)
        names[i] = rows[i].name;
    const char *near = d->errors < MOST_GUESSES ? diag_nearest(name, names, COUNT_OF(names)) : NULL;
    diag_error(d, path, line, 0, "-%.60s is no option of GPGPU-Sim 4.2 or Accel-Sim%s%s%s", name,
               near ? "; did you mean -" : "", near ? near : "", near ? "?" : "");
}

struct accel_option *accel_options_find(struct accel_options *o, const char *name)
{
    for (size_t i = 0; i < o->all.n; i++)
        if (!strcmp(o->all.at[i].name, name)) {
            o->all.at[i].used = true;
            return &o->all.at[i];
        }
    return NULL;
}

static struct accel_option *add_option(struct accel_options *o, const char *path, u32 line, const char *name,
                                       struct diag *d)
{
    u32 row = row_of(name);
    if (row == COUNT_OF(rows)) {
        unknown(path, line, name, d);
        return NULL;
    }
    struct accel_option *a = accel_options_find(o, name);
    if (!a) {
        VEC_PUSH(&o->all, (struct accel_option){.name = rows[row].name, .row = row});
        a = &o->all.at[o->all.n - 1];
    }
    a->value = "";
    a->file = path;
    a->line = line;
    a->used = false;
    return a;
}

static bool begins_option(const char *w)
{
    return w[0] == '-' && ((w[1] >= 'a' && w[1] <= 'z') || (w[1] >= 'A' && w[1] <= 'Z'));
}

struct reading {
    struct accel_option *last; /* whose values come */
    bool quoted;
    bool any; /* an option has begun */
};

static void line_words(struct accel_options *o, struct reading *r, char *line, const char *path, u32 number,
                       struct diag *d)
{
    while (*line) {
        line += strspn(line, " \t");
        if (*line == '#' && !r->quoted)
            return;
        if (*line == '"') {
            r->quoted = !r->quoted;
            line++;
            continue;
        }
        size_t n = strcspn(line, r->quoted ? " \t\"" : " \t\"#");
        if (!n)
            continue;
        char end = line[n];
        line[n] = 0;
        if (!r->quoted && begins_option(line)) {
            r->last = add_option(o, path, number, line + 1, d);
            r->any = true;
        } else if (r->last) {
            r->last->value = *r->last->value ? arena_printf(o->arena, "%s %s", r->last->value, line)
                                             : arena_strdup(o->arena, line);
        } else if (!r->any) {
            diag_error(d, path, number, 0, "expected an option (-name value), found `%.60s`", line);
            r->any = true; /* said once */
        }
        line[n] = end;
        line += n;
    }
}

bool accel_options_read(struct accel_options *o, const char *path, struct diag *d)
{
    struct lines *l = lines_open(path, d);
    struct reading r = {0};
    size_t n;
    u32 before = d->errors;
    if (!l)
        return false;
    for (char *line; d->errors - before < DIAG_KEEP && (line = lines_next(l, &n, d)) != NULL;)
        line_words(o, &r, line, path, lines_number(l), d);
    if (r.quoted && d->errors == before)
        diag_error(d, path, lines_number(l), 0, "a quote is opened and never closed");
    lines_close(l);
    return d->errors == before;
}

enum accel_option_kind accel_option_kind(const struct accel_option *a)
{
    return rows[a->row].kind;
}

const char *accel_option_effect(const struct accel_option *a)
{
    const struct row *r = &rows[a->row];
    return r->kind == OPTION_LOST && strcmp(a->value, r->moot) != 0 ? r->effect : NULL;
}
