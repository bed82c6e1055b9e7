#include "cli/inputs.h"

#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/vec.h"

struct reading {
    struct inputs *to;
    struct arena *arena;
    char here[PATH_MAX]; /* with its slash */
    VEC(const char *) wrote;
    VEC(char) text;
    void *seen; /* a tree of struct input */
    bool watched, runs;
};

static int by_name(const void *a, const void *b)
{
    const struct input *x = a, *y = b;
    return x->kind != y->kind ? (x->kind > y->kind) - (x->kind < y->kind) : strcmp(x->name, y->name);
}

static void leave(void *unused)
{
    (void)unused;
}

/* A file that the program made itself, or that is in a folder it made. */
static bool is_own(const struct reading *r, const char *name)
{
    for (size_t i = 0; i < r->wrote.n; i++) {
        size_t n = strlen(r->wrote.at[i]);
        if (!strncmp(name, r->wrote.at[i], n) && (!name[n] || name[n] == '/'))
            return true;
    }
    return false;
}

/* A variable with another value than outside of the run was set inside the run, by something watched, too. */
static bool is_from_outside(const struct reading *r, const struct input *in)
{
    return input_same(in) && (in->kind != INPUT_ENVIRONMENT || r->runs); /* the compiler's do not matter */
}

static void add(struct reading *r, struct input *in)
{
    bool variable = in->kind == INPUT_ENV || in->kind == INPUT_ENVIRONMENT;
    char line[PATH_MAX + 256];
    struct inputs *to = r->to;
    struct input **known;
    if (variable ? !is_from_outside(r, in) : is_own(r, in->name))
        return;
    in->name = arena_strdup(r->arena, in->name);
    struct input *kept = ARENA_NEW(r->arena, struct input);
    *kept = *in;
    known = tsearch(kept, &r->seen, by_name);
    if (*known != kept) {
        if (strcmp((*known)->hash, in->hash) != 0)
            to->unnamed = arena_printf(r->arena, "%s, which changed while it ran", in->name);
        return;
    }
    if (in->kind == INPUT_OBJECT)
        hash_text(&to->code, in->hash);
    size_t n = strlen(r->here);
    if (!variable && !strncmp(in->name, r->here, n) && in->name[n])
        in->name += n;
    n = input_print(in, line, sizeof line);
    for (size_t i = 0; i < n; i++)
        VEC_PUSH(&r->text, line[i]);
}

static void take(struct reading *r, struct input *in)
{
    struct inputs *to = r->to;
    switch (in->kind) {
    case INPUT_FILE:        /* fallthrough */
    case INPUT_STAT:        /* fallthrough */
    case INPUT_ENV:         /* fallthrough */
    case INPUT_ENVIRONMENT: /* fallthrough */
    case INPUT_OBJECT: add(r, in); break;
    case INPUT_WROTE: VEC_PUSH(&r->wrote, arena_strdup(r->arena, in->name)); break;
    case INPUT_BUILT: r->runs = true; break;
    case INPUT_BEGIN: r->watched |= r->runs; break;
    case INPUT_UNNAMED:
        if (r->runs) /* the compiler may look at the time */
            to->unnamed = arena_strdup(r->arena, in->name);
        break;
    case INPUT_CONTENTS:
        snprintf(to->contents, sizeof to->contents, "%s", in->name);
        to->follows = in->size;
        break;
    default: to->unnamed = "something that its notes do not say"; break;
    }
}

void inputs_read(struct inputs *to, struct arena *a, const char *file)
{
    struct reading r = {.to = to, .arena = a};
    *to = (struct inputs){0};
    hash_init(&to->code);
    if (!getcwd(r.here, sizeof r.here - 1))
        r.here[0] = 0;
    strcat(r.here, "/");
    FILE *f = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    while (f && getline(&line, &room, f) > 0) {
        struct input in = {.kind = '?'};
        if (!strchr(line, '\n') || !input_parse(&in, line))
            in.kind = '?';
        take(&r, &in);
    }
    free(line);
    if (f)
        fclose(f);
    if (!r.watched)
        to->unnamed = "something unknown: it could not be watched";
    VEC_PUSH(&r.text, 0);
    to->text = arena_strdup(a, r.text.at);
    VEC_FREE(&r.text);
    VEC_FREE(&r.wrote);
    tdestroy(r.seen, leave);
}

bool inputs_same(const char *text, struct arena *a, const char **other)
{
    bool same = true;
    for (const char *at = text; *at && same;) {
        size_t n = strcspn(at, "\n");
        struct input in;
        char *line = arena_strndup(a, at, n);
        same = input_parse(&in, line) && input_same(&in);
        if (!same && other)
            *other = in.name ? in.name : "?";
        at += n + (at[n] == '\n');
    }
    return same;
}
