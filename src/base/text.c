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

static const char pairs[] = "00010203040506070809"
                            "10111213141516171819"
                            "20212223242526272829"
                            "30313233343536373839"
                            "40414243444546474849"
                            "50515253545556575859"
                            "60616263646566676869"
                            "70717273747576777879"
                            "80818283848586878889"
                            "90919293949596979899";

enum { MOST_DIGITS = 20, PLACES = 6, SCALE = 1000000 };

/* From `to`, which has room for MOST_DIGITS. */
static char *digits(char *to, u64 v)
{
    char text[MOST_DIGITS], *p = text + sizeof text;
    for (; v >= 100; v /= 100)
        memcpy(p -= 2, pairs + 2 * (v % 100), 2);
    if (v >= 10)
        memcpy(p -= 2, pairs + 2 * v, 2);
    else
        *--p = (char)('0' + v);
    size_t n = (size_t)(text + sizeof text - p);
    for (size_t i = 0; i < n; i++)
        to[i] = p[i];
    return to + n;
}

void text_integer(struct text *w, i64 v)
{
    char *p = text_room(w, 1 + MOST_DIGITS);
    if (v < 0)
        *p++ = '-';
    if (v >= 0 && v <= 9)
        *p++ = (char)('0' + v);
    else
        p = digits(p, v < 0 ? -(u64)v : (u64)v);
    text_wrote(w, p);
}

/* n millionths. */
static void put_millionths(struct text *w, u64 n)
{
    char *p = text_room(w, MOST_DIGITS + 1 + PLACES);
    u32 rest = (u32)(n % SCALE);
    if (n < 10 * SCALE)
        *p++ = (char)('0' + n / SCALE);
    else
        p = digits(p, n / SCALE);
    *p++ = '.';
    memcpy(p, pairs + 2 * (rest / 10000), 2);
    memcpy(p + 2, pairs + 2 * (rest / 100 % 100), 2);
    memcpy(p + 4, pairs + 2 * (rest % 100), 2);
    const char *least = p + 1;
    for (p += PLACES; p > least && p[-1] == '0';)
        p--;
    text_wrote(w, p);
}

enum { REAL_DIGITS = 17 };

/* v, from 1e-4 to below 1e16, as an integer of 17 digits, rounded as printf rounds; *power becomes that of its first
   digit. All is exact: 53 bits times ten to the 21st at most, and what is cut off is there to be looked at. */
static u64 real_digits(double v, int *power)
{
    __extension__ typedef unsigned __int128 wide;
    int e, p;
    u64 mantissa = (u64)ldexp(frexp(v, &e), 53), n;
    int cut = 53 - e;
    p = ((e - 1) * 1233 >> 12) - 1; /* 1233 / 4096: a little less than log10(2) */
    do {
        wide x = mantissa;
        for (int k = REAL_DIGITS - 1 - ++p; k > 0; k--)
            x *= 10;
        if (cut <= 0) {
            n = (u64)(x << -cut);
        } else {
            wide rest = x & (((wide)1 << cut) - 1), half = (wide)1 << (cut - 1);
            n = (u64)(x >> cut);
            n += rest > half || (rest == half && n % 2);
        }
    } while (n >= 100000000000000000u);
    *power = p;
    return n;
}

/* The same with a point, and without zeros at the end but for one behind it. */
static void put_digits(struct text *w, u64 n, int power)
{
    char all[MOST_DIGITS], *p = text_room(w, 2 * MOST_DIGITS);
    digits(all, n);
    u32 whole = (u32)MAX(power + 1, 0);
    memcpy(p, whole ? all : "0", MAX(whole, 1u));
    p += MAX(whole, 1u);
    *p++ = '.';
    for (int i = -1; i > power; i--)
        *p++ = '0';
    const char *least = p + 1;
    memcpy(p, all + whole, REAL_DIGITS - whole);
    for (p += REAL_DIGITS - whole; p > least && p[-1] == '0';)
        p--;
    text_wrote(w, p);
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
    if (v >= 1e-4 && v < 1e16) {
        int power;
        u64 n = real_digits(v, &power);
        put_digits(w, n, power);
        return;
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
