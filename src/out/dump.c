/* JSON text of a document, as jansson writes it but several times as fast: a record has thousands of numbers. A real
   number that is a decimal of at most six places is written as that; reading gives the same number back. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/vec.h"
#include "out/out.h"

struct writer {
    FILE *to;
    bool indent;       /* and keys in order; else as short as it can be */
    const char *aside; /* NULL, or where members at the top lie that are null here */
    size_t n;
    char buf[1 << 14];
};

static void flush(struct writer *w)
{
    fwrite(w->buf, 1, w->n, w->to);
    w->n = 0;
}

static void put(struct writer *w, const char *p, size_t n)
{
    if (w->n + n > sizeof w->buf)
        flush(w);
    if (n > sizeof w->buf) {
        fwrite(p, 1, n, w->to);
        return;
    }
    memcpy(w->buf + w->n, p, n);
    w->n += n;
}

static void put_char(struct writer *w, char c)
{
    if (w->n == sizeof w->buf)
        flush(w);
    w->buf[w->n++] = c;
}

static void put_string(struct writer *w, const char *s, size_t n)
{
    static const char *const known[32] = {
        ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t"};
    put_char(w, '"');
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        u8 c = (u8)s[i];
        char text[8];
        if (c >= 32 && c != '"' && c != '\\')
            continue;
        put(w, s + from, i - from);
        from = i + 1;
        if (c >= 32)
            snprintf(text, sizeof text, "\\%c", c);
        else if (known[c])
            snprintf(text, sizeof text, "%s", known[c]);
        else
            snprintf(text, sizeof text, "\\u%04X", c);
        put(w, text, strlen(text));
    }
    put(w, s + from, n - from);
    put_char(w, '"');
}

static void put_digits(struct writer *w, u64 v, u32 least)
{
    char text[24], *p = text + sizeof text;
    for (u32 i = 0; v || i < least; i++, v /= 10)
        *--p = (char)('0' + v % 10);
    put(w, p, (size_t)(text + sizeof text - p));
}

static void put_integer(struct writer *w, json_int_t v)
{
    if (v < 0)
        put_char(w, '-');
    put_digits(w, v < 0 ? -(u64)v : (u64)v, 1);
}

#define PLACES 6
#define SCALE 1000000

static void put_real(struct writer *w, double v)
{
    if (!signbit(v) && v < 1e9) {
        u64 n = (u64)(v * SCALE + 0.5);
        if ((double)n / SCALE == v) { /* both exact, so the division gives the double that is next to the decimal */
            put_digits(w, n / SCALE, 1);
            u64 rest = n % SCALE;
            u32 places = PLACES;
            for (; places > 1 && rest % 10 == 0; places--)
                rest /= 10;
            put_char(w, '.');
            put_digits(w, rest, places);
            return;
        }
    }
    char text[40];
    snprintf(text, sizeof text, "%.17g", v);
    put(w, text, strlen(text));
    if (!text[strcspn(text, ".e")])
        put(w, ".0", 2);
}

static void new_line(struct writer *w, u32 depth)
{
    if (!w->indent)
        return;
    put_char(w, '\n');
    while (depth--)
        put_char(w, ' ');
}

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
    struct arena a = {0};
    FILE *f = fopen(file_of(&a, w->aside, key), "r");
    size_t n = 0;
    if (!f)
        put(w, "null", 4);
    else
        flush(w);
    while (f && (n = fread(w->buf, 1, sizeof w->buf, f)) > 0)
        fwrite(w->buf, 1, n, w->to);
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
    if (w->indent && n)
        qsort(keys, n, sizeof *keys, by_key);
    put_char(w, '{');
    for (i = 0; i < n; i++) {
        const json_t *v = json_object_get(o, keys[i]);
        if (i)
            put_char(w, ',');
        new_line(w, depth + 1);
        put_string(w, keys[i], strlen(keys[i]));
        put(w, ": ", w->indent ? 2 : 1);
        if (!depth && w->aside && json_is_null(v))
            put_aside(w, keys[i]);
        else
            put_value(w, v, depth + 1);
    }
    if (n)
        new_line(w, depth);
    put_char(w, '}');
    if (keys != few)
        free(keys);
}

static void put_value(struct writer *w, const json_t *v, u32 depth)
{
    switch (json_typeof(v)) {
    case JSON_OBJECT: put_object(w, v, depth); break;
    case JSON_ARRAY:
        put_char(w, '[');
        for (size_t i = 0; i < json_array_size(v); i++) {
            if (i)
                put_char(w, ',');
            new_line(w, depth + 1);
            put_value(w, json_array_get(v, i), depth + 1);
        }
        if (json_array_size(v))
            new_line(w, depth);
        put_char(w, ']');
        break;
    case JSON_STRING: put_string(w, json_string_value(v), json_string_length(v)); break;
    case JSON_INTEGER: put_integer(w, json_integer_value(v)); break;
    case JSON_REAL: put_real(w, json_real_value(v)); break;
    case JSON_TRUE: put(w, "true", 4); break;
    case JSON_FALSE: put(w, "false", 5); break;
    default: put(w, "null", 4); break;
    }
}

void out_dump(const json_t *doc, const char *aside, bool indent, FILE *to)
{
    struct writer w = {.to = to, .indent = indent, .aside = aside};
    put_value(&w, doc, 0);
    flush(&w);
}

bool out_dump_file(const json_t *doc, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    out_dump(doc, NULL, false, f);
    bool ok = !ferror(f);
    return fclose(f) == 0 && ok;
}

bool out_set_aside(json_t *doc, const char *key, json_t *value, const char *record)
{
    struct arena a = {0};
    const char *file = file_of(&a, record, key);
    FILE *f = fopen(file, "w");
    bool ok = f != NULL;
    if (f) {
        struct writer w = {.to = f, .indent = true};
        put_value(&w, value, 1);
        flush(&w);
        ok = !ferror(f);
        ok = fclose(f) == 0 && ok;
    }
    json_object_set(doc, key, ok ? json_null() : value);
    if (f && !ok) /* half of it would be taken for the whole */
        unlink(file);
    json_decref(value);
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
