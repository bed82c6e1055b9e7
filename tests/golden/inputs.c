/* Input values of the golden cases. Each kind of operand has a list of edge values and a way to draw random ones.
   With one operand all edges are taken, with several the first ones of each list are crossed; random ones fill up.
   The draw depends on nothing but the case's name, so recordings stay valid when cases are added. */
#include "golden.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_EDGES = 96 };
struct edges {
    uint64_t v[MAX_EDGES];
    unsigned n;
};

static void put(struct edges *e, uint64_t v)
{
    if (e->n < MAX_EDGES)
        e->v[e->n++] = v;
}

static uint64_t next(uint64_t *s) /* splitmix64 */
{
    uint64_t z = (*s += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

struct format { /* an IEEE-like format */
    unsigned bits, mant;
};
static int float_format(const char *kind, struct format *f)
{
    static const struct {
        const char *name;
        struct format f;
    } list[] = {{"f16", {16, 10}}, {"bf16", {16, 7}}, {"f32", {32, 23}}, {"f64", {64, 52}}};
    for (unsigned i = 0; i < 4; i++)
        if (!strncmp(kind, list[i].name, strlen(list[i].name))) {
            *f = list[i].f;
            return 1;
        }
    return 0;
}

static uint64_t pow2(struct format f, int e) /* bits of 2^e; infinity or 0 past the range */
{
    int bias = (1 << (f.bits - 2 - f.mant)) - 1;
    if (e > bias)
        e = bias + 1;
    return e < 1 - bias ? 0 : (uint64_t)(e + bias) << f.mant;
}

static void float_edges(struct edges *e, struct format f, int ints)
{
    uint64_t sign = 1ull << (f.bits - 1), inf = pow2(f, 1 << 20), one = pow2(f, 0), min = 1ull << f.mant,
             half_ulp = 1ull << (f.mant - 1);
    static const int powers[] = {7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64};
    put(e, 0), put(e, sign), put(e, one), put(e, inf), put(e, inf | half_ulp | 1), put(e, 1);
    put(e, one | sign), put(e, inf | sign), put(e, inf - 1), put(e, min), put(e, (min - 1) | sign), put(e, inf | 1),
        put(e, one + 1);
    put(e, (inf - 1) | sign), put(e, min | sign), put(e, inf | sign | half_ulp | (half_ulp >> 2)), put(e, sign - 1),
        put(e, 2 * sign - 1);
    put(e, inf | sign | 2), put(e, half_ulp), put(e, one - 1), put(e, pow2(f, 1)), put(e, pow2(f, -1)),
        put(e, pow2(f, -1) | sign);
    put(e, pow2(f, -1) + 1), put(e, pow2(f, -1) - 1), put(e, one | half_ulp), put(e, one | half_ulp | sign),
        put(e, pow2(f, 1) | half_ulp >> 1);
    put(e, pow2(f, 1) | half_ulp), put(e, pow2(f, 1) | half_ulp | half_ulp >> 1 | sign), put(e, inf - min),
        put(e, inf - 2 * min);
    put(e, min + (min - 1)), put(e, 2 * min), put(e, 3 | sign);
    put(e, pow2(f, (int)f.mant) - 1), put(e, pow2(f, (int)f.mant) + 1), put(e, (pow2(f, (int)f.mant) - 1) | sign);
    for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++) {
        uint64_t p = pow2(f, powers[i]);
        put(e, p);
        if (ints)
            put(e, p | sign), put(e, p - 1), put(e, (p | sign) + 1);
    }
}

static uint64_t float_random(uint64_t *s, struct format f, int ints)
{
    uint64_t r = next(s), mant = r & ((1ull << f.mant) - 1), sign = (r >> 63) << (f.bits - 1);
    unsigned style = (unsigned)(r >> 52) & 7;
    if (style & 1) /* few mantissa bits: ties, exact results */
        mant &= ~0ull << (f.mant - (style >> 1) - 1 - (f.bits > 16 ? 4 : 0));
    if (ints)
        return pow2(f, (int)(next(s) % (style & 2 ? 12 : 68)) - 2) | mant | sign;
    if (style < 6)
        return pow2(f, (int)(next(s) % 17) - 8) | mant | sign;
    return r & (f.bits == 64 ? ~0ull : (1ull << f.bits) - 1);
}

static uint64_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static unsigned int_bits(const char *kind)
{
    return (unsigned)atoi(kind + strcspn(kind, "0123456789"));
}

static void int_edges(struct edges *e, unsigned bits)
{
    uint64_t m = bits == 64 ? ~0ull : (1ull << bits) - 1, min = 1ull << (bits - 1);
    static const uint64_t more[] = {2,
                                    (uint64_t)-2,
                                    3,
                                    (uint64_t)-3,
                                    7,
                                    10,
                                    0x5555555555555555ull,
                                    0xaaaaaaaaaaaaaaaaull,
                                    0x7f,
                                    0x80,
                                    0xff,
                                    0x100,
                                    0x7fff,
                                    0x8000,
                                    0xffff,
                                    0x10000,
                                    (uint64_t)-128,
                                    (uint64_t)-129,
                                    0x7fffff,
                                    0x800000,
                                    0xffffff,
                                    0x1000000,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    0x100000000ull,
                                    0xffffffff80000000ull,
                                    0xffffffff7fffffffull,
                                    0x1000001,
                                    0x1000003,
                                    0x20000000000001ull,
                                    0x20000000000003ull,
                                    0x7ff,
                                    0x801,
                                    0x803,
                                    65504,
                                    65520,
                                    1u << 11,
                                    0x7fffffffffffff00ull,
                                    0xfffffffffffffbffull,
                                    0x12345678,
                                    0xdeadbeefcafef00dull};
    put(e, 0), put(e, 1), put(e, m), put(e, min), put(e, min - 1);
    for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
        put(e, more[i] & m);
    put(e, (min + 1) & m);
}

static void list(struct edges *e, const int64_t *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put(e, (uint64_t)v[i] & 0xffffffff);
}
#define LIST(e, ...) list(e, (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8)

static void kind_edges(struct edges *e, const char *kind)
{
    struct format f;
    e->n = 0;
    if (!strcmp(kind, "f32near")) {
        static const float v[] = {0,           -0.0f,        1,     -1,  0.5f, 3.14159274f, -3.14159274f, 6.28318548f,
                                  1.57079637f, 0.785398185f, 1e-5f, 100, -100, 300,         -126,         -127,
                                  -150};
        for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
            put(e, bits_of(v[i]));
    } else if (float_format(kind, &f)) {
        float_edges(e, f, strstr(kind, "int") != NULL);
        if (strstr(kind, "x2")) {
            uint64_t v[MAX_EDGES];
            memcpy(v, e->v, sizeof v);
            for (unsigned i = 0; i < e->n; i++)
                e->v[i] = v[i] | v[(i * 7 + 3) % e->n] << 16;
        }
    } else if (!strncmp(kind, "tc", 2)) {
        float w = (float)atoi(strchr(kind, ':') + 1);
        const float v[] = {0,     0.5f,     1,     0.25f,     0.75f, -0.5f,          -1,     -1.5f,   w, w - 0.5f,
                           w - 1, w + 0.5f, w + 1, w + 7.25f, w / 2, w / 2 + 0.001f, -1e-6f, 0.49999f};
        for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
            put(e, bits_of(v[i]));
    } else if (!strncmp(kind, "tn", 2)) {
        const float v[] = {0,      0.5f,   1, 0.25f, 0.75f,   -0.5f,    -1,        -1.5f,
                           0.999f, 1.001f, 2, 2.25f, 0.0625f, 0.03125f, -0.03125f, 1e-6f};
        for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
            put(e, bits_of(v[i]));
    } else if (!strcmp(kind, "pred") || !strcmp(kind, "flag")) {
        put(e, 0), put(e, 1);
    } else if (!strcmp(kind, "sh32")) {
        LIST(e, 0, 1, 31, 32, 33, 16, 64, 63, 255, 256, -1, 0x80000000, 15, 17, 48, 65, 7, 8, 127, 128);
    } else if (!strcmp(kind, "pos32")) {
        LIST(e, 0, 32, 31, 8, 1, 64, 63, 255, 256, 33, 65, 16, 24, 40, 128, -1);
    } else if (!strcmp(kind, "sel32")) {
        LIST(e, 0x3210, 0x7654, 0x0123, 0xba98, 0xfedc, 0, 0xffff, 1, 2, 3, 4, 0x5410, 0x7632, 0x6420, -1);
    } else if (!strcmp(kind, "lane32")) {
        LIST(e, 0, 1, 2, 3, 31, 32, 16, 17, 5, 30);
    } else if (!strcmp(kind, "fns32")) {
        LIST(e, 0, 1, -1, 2, -2, 5, -5, 31, -32, 32);
    } else if (!strcmp(kind, "few32")) {
        LIST(e, 0, 1, 2, -1);
    } else if (!strcmp(kind, "few64")) {
        put(e, 0), put(e, 1ull << 40), put(e, (1ull << 40) + 1), put(e, ~0ull);
    } else {
        int_edges(e, int_bits(kind));
    }
}

static uint64_t kind_random(uint64_t *s, const char *kind, const struct edges *e)
{
    struct format f;
    uint64_t r = next(s);
    if ((r & 3) == 0 || !strncmp(kind, "few", 3) || !strcmp(kind, "pred") || !strcmp(kind, "flag"))
        return e->v[(r >> 8) % e->n];
    if (!strcmp(kind, "f32near"))
        return bits_of((float)((double)(int64_t)r / 9223372036854775808.0) * ((r & 12) ? 8.0f : 300.0f));
    if (!strncmp(kind, "tc", 2))
        return bits_of((float)(r >> 40) / 16777216.0f * (float)(atoi(strchr(kind, ':') + 1) + 4) - 2.0f);
    if (!strncmp(kind, "tn", 2))
        return bits_of((float)(r >> 40) / 16777216.0f * 3.5f - 1.25f);
    if (strstr(kind, "x2") && float_format(kind, &f)) {
        uint64_t lo = float_random(s, f, 0);
        return lo | float_random(s, f, 0) << 16;
    }
    if (float_format(kind, &f))
        return float_random(s, f, strstr(kind, "int") != NULL);
    if (!strcmp(kind, "sh32") || !strcmp(kind, "pos32"))
        return (r >> 8) % 70;
    if (!strcmp(kind, "lane32"))
        return (r >> 8) % 32;
    if (!strcmp(kind, "fns32"))
        return ((r >> 8) % 40 - 20) & 0xffffffff;
    unsigned bits = int_bits(kind), keep = 1 + (unsigned)((r >> 4) % bits);
    uint64_t v = next(s) >> (64 - keep);
    if ((r >> 3) & 1 && kind[0] == 's')
        v = 0 - v;
    return bits == 64 ? v : v & ((1ull << bits) - 1);
}

void gold_inputs(const struct gold_case *c, uint64_t *in)
{
    static const unsigned crossed[] = {0, MAX_EDGES, 13, 6, 4};
    struct edges e[GOLD_MAX_IN];
    unsigned take[GOLD_MAX_IN] = {0};
    uint64_t seed = 0xcbf29ce484222325ull;
    for (const char *p = c->name; *p; p++)
        seed = (seed ^ (uint8_t)*p) * 0x100000001b3ull;
    unsigned combos = c->n_in ? 1 : 0;
    for (unsigned j = 0; j < c->n_in; j++) {
        kind_edges(&e[j], c->in[j]);
        take[j] = e[j].n < crossed[c->n_in] ? e[j].n : crossed[c->n_in];
        combos *= take[j];
    }
    memset(in, 0, sizeof *in * c->n * GOLD_MAX_IN);
    for (unsigned t = 0; t < c->n; t++)
        for (unsigned j = 0, left = t; j < c->n_in; j++) {
            if (t < combos) {
                in[t * GOLD_MAX_IN + j] = e[j].v[left % take[j]];
                left /= take[j];
            } else {
                in[t * GOLD_MAX_IN + j] = kind_random(&seed, c->in[j], &e[j]);
            }
        }
}
