#include "base/text.h"

#include <math.h>
#include <string.h>

void text_flush(struct text *w)
{
    fwrite(w->buf, 1, w->n, w->to);
    w->n = 0;
}

void text_put(struct text *w, const char *p, size_t n)
{
    if (w->n + n > sizeof w->buf)
        text_flush(w);
    if (n > sizeof w->buf) {
        fwrite(p, 1, n, w->to);
        return;
    }
    memcpy(w->buf + w->n, p, n);
    w->n += n;
}

void text_string(struct text *w, const char *s, size_t n)
{
    static const char *const known[32] = {
        ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t"};
    text_char(w, '"');
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        u8 c = (u8)s[i];
        char text[8];
        if (c >= 32 && c != '"' && c != '\\')
            continue;
        text_put(w, s + from, i - from);
        from = i + 1;
        if (c >= 32)
            snprintf(text, sizeof text, "\\%c", c);
        else if (known[c])
            snprintf(text, sizeof text, "%s", known[c]);
        else
            snprintf(text, sizeof text, "\\u%04X", c);
        text_put(w, text, strlen(text));
    }
    text_put(w, s + from, n - from);
    text_char(w, '"');
}

static void put_digits(struct text *w, u64 v, u32 least)
{
    char text[24], *p = text + sizeof text;
    for (u32 i = 0; v || i < least; i++, v /= 10)
        *--p = (char)('0' + v % 10);
    text_put(w, p, (size_t)(text + sizeof text - p));
}

void text_integer(struct text *w, i64 v)
{
    if (v >= 0 && v <= 9) {
        text_char(w, (char)('0' + v));
        return;
    }
    if (v < 0)
        text_char(w, '-');
    put_digits(w, v < 0 ? -(u64)v : (u64)v, 1);
}

#define PLACES 6
#define SCALE 1000000

/* n millionths. */
static void put_millionths(struct text *w, u64 n)
{
    if (!n) {
        text_char(w, '0'), text_char(w, '.'), text_char(w, '0');
        return;
    }
    put_digits(w, n / SCALE, 1);
    u64 rest = n % SCALE;
    u32 places = PLACES;
    for (; places > 1 && rest % 10 == 0; places--)
        rest /= 10;
    text_char(w, '.');
    put_digits(w, rest, places);
}

void text_real(struct text *w, double v)
{
    if (!signbit(v) && v < 1e9) {
        u64 n = (u64)(v * SCALE + 0.5);
        if ((double)n / SCALE == v) { /* both exact, so the division gives the double that is next to the decimal */
            put_millionths(w, n);
            return;
        }
    }
    char text[40];
    snprintf(text, sizeof text, "%.17g", v);
    text_put(w, text, strlen(text));
    if (!text[strcspn(text, ".e")])
        text_put(w, ".0", 2);
}

void text_decimal(struct text *w, double v)
{
    if (v >= 0 && v < 1e9)
        put_millionths(w, (u64)(v * SCALE + 0.5));
    else
        text_real(w, v);
}

void text_line(struct text *w, u32 depth)
{
    static const char line[] = "\n                ";
    if (!w->indent)
        return;
    text_put(w, line, 1 + (size_t)MIN(depth, 16u));
    for (; depth > 16; depth--)
        text_char(w, ' ');
}
