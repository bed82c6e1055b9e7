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

enum { REAL_DIGITS = 17, FIVES = 27 }; /* five to the 27th is the last in 64 bits */
#define REAL_LEAST 1e-37               /* of which ten to the 54th makes 18 digits at most */

__extension__ typedef unsigned __int128 wide;

static u64 five_to(int n)
{
    u64 v = 1;
    for (; n >= 8; n -= 8)
        v *= 390625;
    for (; n > 0; n--)
        v *= 5;
    return v;
}

/* (high * 2^64 + low) / 2^cut, which fits, to the nearest, of two the even one. */
static u64 cut_off(wide high, u64 low, int cut)
{
    bool half, more;
    u64 n;
    if (cut <= 0)
        return low << -cut;
    if (cut > 64) {
        int k = cut - 64;
        n = (u64)(high >> k);
        half = high >> (k - 1) & 1;
        more = low || (high & (((wide)1 << (k - 1)) - 1));
    } else {
        n = (u64)(((wide)(u64)high << 64 | low) >> cut);
        half = low >> (cut - 1) & 1;
        more = low & ((1ull << (cut - 1)) - 1);
    }
    return n + (half && (more || n % 2));
}

/* v, from REAL_LEAST to below 1e16, as an integer of 17 digits, rounded as printf rounds; *power becomes that of its
   first digit. All is exact: 53 bits times five to the 54th at most, and then as many times two. */
static u64 real_digits(double v, int *power)
{
    int e, p;
    u64 mantissa = (u64)ldexp(frexp(v, &e), 53), n;
    p = ((e - 1) * 315653 >> 20) - 1; /* 315653 / 2^20: a little more than log10(2) */
    do {
        int tens = REAL_DIGITS - 1 - ++p;
        wide x = (wide)mantissa * five_to(MIN(tens, FIVES));
        u64 more = five_to(MAX(tens - FIVES, 0));
        wide low = (wide)(u64)x * more, high = (x >> 64) * more + (low >> 64);
        n = cut_off(high, (u64)low, 53 - e - tens);
    } while (n >= 100000000000000000u);
    *power = p;
    return n;
}

/* The same as one digit, the others behind a point, and an exponent, which is -37 to -5. */
static void put_power(struct text *w, u64 n, int power)
{
    char all[MOST_DIGITS], *p = text_room(w, 2 * MOST_DIGITS);
    u32 left = REAL_DIGITS;
    digits(all, n);
    while (left > 1 && all[left - 1] == '0')
        left--;
    *p++ = all[0];
    if (left > 1)
        *p++ = '.';
    memcpy(p, all + 1, left - 1);
    p += left - 1;
    memcpy(p, "e-", 2);
    memcpy(p + 2, pairs + 2 * -power, 2);
    text_wrote(w, p + 4);
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
    if (v >= REAL_LEAST && v < 1e16) {
        int power;
        u64 n = real_digits(v, &power);
        if (power < -4)
            put_power(w, n, power);
        else
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
