/* JSON text of a document, as jansson writes it but several times as fast: a record has thousands of numbers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "out/out.h"

struct writer {
    struct text text;
    const struct out_aside *aside;
};

static int by_key(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *file_of(struct arena *a, const char *record, const char *key)
{
    return arena_printf(a, "%s.%s", record, key);
}

static void put_aside(struct writer *w, const char *key)
{
    for (const struct out_aside *p = w->aside; p; p = p->next)
        if (p->key && !strcmp(key, p->key)) {
            p->write(p->what, &w->text);
            return;
        }
    struct arena a = {0};
    FILE *f = w->aside->record ? fopen(file_of(&a, w->aside->record, key), "r") : NULL;
    size_t n = 0;
    if (!f)
        text_put(&w->text, "null", 4);
    else
        text_flush(&w->text);
    while (f && (n = fread(w->text.buf, 1, sizeof w->text.buf, f)) > 0)
        fwrite(w->text.buf, 1, n, w->text.to);
    if (f)
        fclose(f);
    arena_free(&a);
}

static void put_value(struct writer *w, const json_t *v, u32 depth);

static void put_object(struct writer *w, const json_t *o, u32 depth)
{
    size_t n = json_object_size(o), i = 0;
    const char *few[64], **keys = n <= COUNT_OF(few) ? few : xcalloc(n, sizeof *keys);
    for (void *at = json_object_iter((json_t *)o); at; at = json_object_iter_next((json_t *)o, at))
        keys[i++] = json_object_iter_key(at);
    if (w->text.indent && n)
        qsort(keys, n, sizeof *keys, by_key);
    text_char(&w->text, '{');
    for (i = 0; i < n; i++) {
        const json_t *v = json_object_get(o, keys[i]);
        if (i)
            text_char(&w->text, ',');
        text_line(&w->text, depth + 1);
        text_string(&w->text, keys[i], strlen(keys[i]));
        text_put(&w->text, ": ", w->text.indent ? 2 : 1);
        if (!depth && w->aside && json_is_null(v))
            put_aside(w, keys[i]);
        else
            put_value(w, v, depth + 1);
    }
    if (n)
        text_line(&w->text, depth);
    text_char(&w->text, '}');
    if (keys != few)
        free(keys);
}

static void put_value(struct writer *w, const json_t *v, u32 depth)
{
    switch (json_typeof(v)) {
    case JSON_OBJECT: put_object(w, v, depth); break;
    case JSON_ARRAY:
        text_char(&w->text, '[');
        for (size_t i = 0; i < json_array_size(v); i++) {
            if (i)
                text_char(&w->text, ',');
            text_line(&w->text, depth + 1);
            put_value(w, json_array_get(v, i), depth + 1);
        }
        if (json_array_size(v))
            text_line(&w->text, depth);
        text_char(&w->text, ']');
        break;
    case JSON_STRING: text_string(&w->text, json_string_value(v), json_string_length(v)); break;
    case JSON_INTEGER: text_integer(&w->text, json_integer_value(v)); break;
    case JSON_REAL: text_real(&w->text, json_real_value(v)); break;
    case JSON_TRUE: text_put(&w->text, "true", 4); break;
    case JSON_FALSE: text_put(&w->text, "false", 5); break;
    default: text_put(&w->text, "null", 4); break;
    }
}

void out_dump(const json_t *doc, const struct out_aside *aside, bool indent, FILE *to)
{
    struct writer w = {.text = {.to = to, .indent = indent}, .aside = aside};
    put_value(&w, doc, 0);
    text_flush(&w.text);
}

/* Closes it; false, with errno: it is not whole. */
static bool finish(FILE *f)
{
    int why = ferror(f) ? errno : 0;
    if (fclose(f) != 0 && !why)
        why = errno;
    if (why)
        errno = why;
    return !why;
}

bool out_dump_file(const json_t *doc, const struct out_aside *aside, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    out_dump(doc, aside, false, f);
    return finish(f);
}

bool out_set_aside(json_t *doc, const char *key, out_part *write, const void *what, const char *record)
{
    struct arena a = {0};
    const char *file = file_of(&a, record, key);
    FILE *f = fopen(file, "w");
    bool ok = f != NULL;
    if (f) {
        struct text to = {.to = f, .indent = true};
        write(what, &to);
        text_flush(&to);
        ok = finish(f);
    }
    json_object_set_new(doc, key, json_null());
    if (f && !ok) { /* half of it would be taken for the whole */
        int why = errno;
        unlink(file);
        errno = why;
    }
    arena_free(&a);
    return ok;
}

void out_take_back(json_t *doc, const char *key, const char *record)
{
    struct arena a = {0};
    json_t *v = json_is_null(json_object_get(doc, key)) ? json_load_file(file_of(&a, record, key), 0, NULL) : NULL;
    if (v)
        json_object_set_new(doc, key, v);
    arena_free(&a);
}
