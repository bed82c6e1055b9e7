/* Device printf: the format string and the argument block of vprintf (each argument aligned to its size, floats as
   doubles), formatted by the host's printf one conversion at a time. */
#include <string.h>

#include "emu/ops.h"

#define MAX_TEXT 1024

struct out {
    char text[4 * MAX_TEXT];
    size_t n;
};

static void put(struct out *o, const char *s, size_t n)
{
    n = MIN(n, sizeof o->text - 1 - o->n);
    memcpy(o->text + o->n, s, n);
    o->n += n;
}

struct args {
    struct warp *w;
    u32 lane;
    u64 base, at;
    bool bad;
};

static u64 next_arg(struct args *a, u32 size)
{
    u64 v = 0;
    a->at = align_up(a->at, size);
    if (!lane_read(a->w, a->lane, a->base + a->at, &v, size))
        a->bad = true;
    a->at += size;
    return v;
}

static size_t read_text(struct warp *w, u32 lane, u64 at, char *to, size_t max)
{
    size_t n = 0;
    while (n + 1 < max && lane_read(w, lane, at + n, to + n, 1) && to[n])
        n++;
    to[n] = 0;
    return n;
}

/* Copies flags, width and precision at f into spec (stars resolved, widths up to 999); returns the length of what was
 * read. */
static size_t read_spec(struct args *a, const char *f, char spec[40], size_t *k, u32 *longs)
{
    size_t n = 1;
    u32 digits = 0;
    spec[(*k)++] = '%';
    for (;; n++) {
        char c = f[n];
        if (c == '*') {
            int v = (int)next_arg(a, 4);
            *k += (size_t)snprintf(spec + *k, 40 - *k, "%d", MAX(-999, MIN(v, 999)));
            *k = MIN(*k, 32);
        } else if (c && strchr("-+ #0123456789.", c)) {
            digits = c >= '0' && c <= '9' ? digits + 1 : 0;
            if (*k < 32 && digits < 4)
                spec[(*k)++] = c;
        } else if (c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'q') {
            ++*longs;
        } else if (c != 'h') {
            return n;
        }
    }
}

static void put_string(struct out *o, struct args *a, const char *spec)
{
    char s[MAX_TEXT], text[MAX_TEXT];
    u64 at = next_arg(a, 8);
    if (at)
        read_text(a->w, a->lane, at, s, sizeof s);
    else
        strcpy(s, "(null)");
    int len = snprintf(text, sizeof text, spec, s);
    put(o, text, MIN((size_t)MAX(len, 0), sizeof text - 1));
}

/* One conversion at f ("%-5.3lld"); returns its length. */
static size_t convert(struct out *o, struct args *a, const char *f)
{
    char spec[40] = "", text[MAX_TEXT];
    size_t k = 0;
    u32 longs = 0;
    size_t n = read_spec(a, f, spec, &k, &longs);
    char c = f[n];
    int len = 0;
    if (c && strchr("diuxXo", c)) {
        u64 v = next_arg(a, longs ? 8 : 4);
        spec[k] = spec[k + 1] = 'l';
        spec[k + 2] = c;
        len = snprintf(text, sizeof text, spec, longs || (c != 'd' && c != 'i') ? (long long)v : (long long)(i32)v);
    } else if (c && strchr("eEfFgGaA", c)) {
        u64 bits = next_arg(a, 8);
        double v;
        memcpy(&v, &bits, 8);
        spec[k] = c;
        len = snprintf(text, sizeof text, spec, v);
    } else if (c == 'c') {
        spec[k] = 'c';
        len = snprintf(text, sizeof text, spec, (int)next_arg(a, 4));
    } else if (c == 'p') {
        len = snprintf(text, sizeof text, "0x%llx", (unsigned long long)next_arg(a, 8));
    } else if (c == 's') {
        spec[k] = 's';
        put_string(o, a, spec);
    } else if (c == '%') {
        put(o, "%", 1);
    } else {
        put(o, f, c ? n + 1 : n);
    }
    put(o, text, MIN((size_t)MAX(len, 0), sizeof text - 1));
    return c ? n + 1 : n;
}

bool print_vprintf(struct warp *w, const struct uop *u, u32 lane, u64 format, u64 args, u32 *written)
{
    char f[MAX_TEXT];
    struct out o = {.n = 0};
    struct args a = {.w = w, .lane = lane, .base = args};
    char first;
    if (!lane_read(w, lane, format, &first, 1))
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, format, 1, NULL);
    read_text(w, lane, format, f, sizeof f);
    u32 n = 0;
    for (size_t i = 0; f[i];) {
        if (f[i] != '%') {
            size_t len = strcspn(f + i, "%");
            put(&o, f + i, len);
            i += len;
        } else {
            n += f[i + 1] != '%';
            i += convert(&o, &a, f + i);
        }
        if (a.bad)
            return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, args + a.at, 8, NULL);
    }
    fwrite(o.text, 1, o.n, w->launch->out);
    *written = n;
    return true;
}
