/* tensor_fast.c's products for what is most common: f16 or bf16 with sums in f32, no subnormal element, no extreme
   exponent. Equal bit by bit; a warp's m16n8k16 takes half of the instructions.

   Exponents are kept as bytes: how far an element's lies below the greatest of its matrix, FAR_BELOW or more for a
   zero. The least sum of two along k then tells the greatest exponent of a sum's products, of 16 sums (two rows) at a
   time. Columns of B, C and D are the even ones first, as C's registers have them.

   On x86-64 this file is compiled twice: for every processor, and with TENSOR_16_WIDE for those with AVX2, where a
   row of 8 sums is one vector instead of two. */
#include <string.h>

#include "emu/fp.h"
#include "emu/tensor.h"

#define ALWAYS static inline __attribute__((always_inline)) /* its constants are known where it is used */
#define ROWS TENSOR_M
#define COLS TENSOR_N
#define DEPTH 16
#define FRACTION 25
#define FAR_BELOW 64
#define LEAST 27 /* exponents, as f32 has them, of sums: others are tensor_fast.c's */
#define MOST 227

typedef float four __attribute__((vector_size(16)));
typedef i32 four_i __attribute__((vector_size(16)));
#if defined TENSOR_16_WIDE
#define WIDTH 8 /* columns in a vector */
#else
#define WIDTH 4
#endif
#define PARTS (COLS / WIDTH) /* vectors of a row */
typedef float wide __attribute__((vector_size(4 * WIDTH)));
typedef i32 wide_i __attribute__((vector_size(4 * WIDTH)));
typedef u32 wide_u __attribute__((vector_size(4 * WIDTH)));
typedef i16 eight_i __attribute__((vector_size(16)));
typedef u16 eight_u __attribute__((vector_size(16)));
typedef u8 sixteen __attribute__((vector_size(16)));
typedef u8 bytes __attribute__((vector_size(8)));
typedef float four_of __attribute__((vector_size(16), aligned(4), may_alias)); /* in registers */
#define SPLAT_8(v) ((eight_u){v, v, v, v, v, v, v, v})
#define SPLAT_16(v) ((sixteen){v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v})
#if defined __aarch64__
#include <arm_neon.h>
#define MAX_16(a, b) ((eight_i)vmaxq_s16((int16x8_t)(a), (int16x8_t)(b)))
#define MIN_16(a, b) ((eight_i)vminq_s16((int16x8_t)(a), (int16x8_t)(b)))
#define MIN_8(a, b) ((sixteen)vminq_u8((uint8x16_t)(a), (uint8x16_t)(b)))
#define MAX_32(a, b) ((wide_i)vmaxq_s32((int32x4_t)(a), (int32x4_t)(b)))
#define MIN_32(a, b) ((wide_i)vminq_s32((int32x4_t)(a), (int32x4_t)(b)))
#define MAGNITUDE(a) ((wide_i)vabsq_s32((int32x4_t)(a)))
#else
#define LARGER_OF(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))
#define SMALLER_OF(a, b) (((a) & ((a) < (b))) | ((b) & ~((a) < (b))))
#if defined __x86_64__
#include <immintrin.h>
#define MAX_16(a, b) ((eight_i)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#define MIN_16(a, b) ((eight_i)_mm_min_epi16((__m128i)(a), (__m128i)(b)))
#define MIN_8(a, b) ((sixteen)_mm_min_epu8((__m128i)(a), (__m128i)(b)))
#else
#define MAX_16(a, b) LARGER_OF(a, b)
#define MIN_16(a, b) SMALLER_OF(a, b)
#define MIN_8(a, b) SMALLER_OF(a, b)
#endif
#if defined TENSOR_16_WIDE
#define MAX_32(a, b) ((wide_i)_mm256_max_epi32((__m256i)(a), (__m256i)(b)))
#define MIN_32(a, b) ((wide_i)_mm256_min_epi32((__m256i)(a), (__m256i)(b)))
#define MAGNITUDE(a) ((wide_i)_mm256_abs_epi32((__m256i)(a)))
#else
#define MAX_32(a, b) LARGER_OF(a, b)
#define MIN_32(a, b) SMALLER_OF(a, b)
#define MAGNITUDE(a) ((wide_i)((wide_u)((a) ^ ((a) >> 31)) - (wide_u)((a) >> 31))) /* also of the least integer */
#endif
#endif

struct factors {
    _Alignas(32) float a[ROWS][DEPTH], b[DEPTH][COLS];
    sixteen a_below[2][ROWS / 2], b_below[DEPTH]; /* of two rows; of a row, twice */
    eight_i most, least;                          /* magnitudes; least: of those that are not zero, turned */
};
struct form { /* of the elements: mantissa's bits, greatest exponent, that of 1; registers along k */
    u32 man, special, one, pieces;
};

ALWAYS eight_u load_8(const void *at)
{
    eight_u v;
    memcpy(&v, at, 16);
    return v;
}

/* Four elements as f32: 0 to 3 or 4 to 7 */
ALWAYS four widened(eight_u h, bool upper, struct form f)
{
    eight_u z = {0};
#if defined __aarch64__
    if (f.man == 10)
        return (four)(upper ? vcvt_high_f32_f16((float16x8_t)h) : vcvt_f32_f16(vget_low_f16((float16x8_t)h)));
#endif
    four_i w = upper ? (four_i)__builtin_shufflevector(z, h, 0, 12, 1, 13, 2, 14, 3, 15)
                     : (four_i)__builtin_shufflevector(z, h, 0, 8, 1, 9, 2, 10, 3, 11);
    if (f.man == 7)
        return (four)w;
    return (four)((w >> 3) & (i32)0x8fffffff) * 0x1p112f;
}

ALWAYS void widen_8(float *to, eight_u h, struct form f)
{
#if defined TENSOR_16_WIDE
    if (f.man == 10) {
        *(wide *)to = (wide)_mm256_cvtph_ps((__m128i)h);
        return;
    }
#endif
    *(four *)to = widened(h, false, f);
    *(four *)(to + 4) = widened(h, true, f);
}

ALWAYS void look_at(struct factors *p, eight_u h)
{
    eight_i mag = (eight_i)(h & SPLAT_8(0x7fff));
    p->most = MAX_16(p->most, mag);
    p->least = MIN_16(p->least, (eight_i)((eight_u)mag + SPLAT_8(0x7fff))); /* a zero's is the greatest there is */
}

/* How far the exponents of 16 elements lie below `base` */
ALWAYS sixteen below(eight_u lo, eight_u hi, u32 base, u32 man)
{
    lo = (lo & SPLAT_8(0x7fff)) >> (u16)man;
    hi = (hi & SPLAT_8(0x7fff)) >> (u16)man;
    sixteen e =
        __builtin_shufflevector((sixteen)lo, (sixteen)hi, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    sixteen far = SPLAT_16(FAR_BELOW), d = SPLAT_16((u8)base) - e, zero = (sixteen)(e == 0) & far;
    return MIN_8(d, far) | zero;
}

/* The greatest element's bits; false: an infinity, a NaN or a subnormal number */
ALWAYS bool greatest(const struct factors *p, struct form f, u32 *exp)
{
    i16 most = 0, least = INT16_MAX;
    for (u32 k = 0; k < 8; k++) {
        most = MAX(most, p->most[k]);
        least = MIN(least, p->least[k]);
    }
    *exp = (u32)most >> f.man;
    return *exp < f.special && (u16)(least - 0x7fff) > (1u << f.man) - 1;
}

/* Columns of 8 elements each, even ones first, to rows */
ALWAYS void transpose(const u32 *from, eight_u *rows)
{
    eight_u c[8], t[8], u[8];
    for (u32 j = 0; j < 8; j++)
        c[j] = load_8(from + 4 * (j < 4 ? 2 * j : 2 * j - 7));
    for (u32 j = 0; j < 4; j++) { /* columns j and j + 4 */
        t[2 * j] = __builtin_shufflevector(c[j], c[j + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        t[2 * j + 1] = __builtin_shufflevector(c[j], c[j + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (u32 h = 0; h < 2; h++) /* k 4 h and on: columns 0 4 2 6 of each, then 1 5 3 7 */
        for (u32 j = 0; j < 2; j++) {
            u[4 * h + 2 * j] = __builtin_shufflevector(t[2 * j + h], t[2 * j + 4 + h], 0, 8, 1, 9, 2, 10, 3, 11);
            u[4 * h + 2 * j + 1] =
                __builtin_shufflevector(t[2 * j + h], t[2 * j + 4 + h], 4, 12, 5, 13, 6, 14, 7, 15);
        }
    for (u32 h = 0; h < 2; h++)
        for (u32 q = 0; q < 2; q++) {
            eight_u x = u[4 * h + q], y = u[4 * h + 2 + q];
            rows[4 * h + 2 * q] = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
            rows[4 * h + 2 * q + 1] = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
        }
}

/* B's rows, and both operands' exponents. False: not for us. */
ALWAYS bool gather(struct factors *p, const u32 *const *a, const u32 *const *b, struct form f, u32 *base)
{
    eight_u rows[DEPTH];
    u32 most_a, most_b;
    p->most = (eight_i){0};
    p->least = (eight_i)SPLAT_8(INT16_MAX);
    for (u32 r = 0; r < 2 * f.pieces; r++)
        for (u32 i = 0; i < 8; i++) {
            eight_u h = load_8(a[r] + 4 * i);
            look_at(p, h);
            widen_8(p->a[r % 2 * 8 + i] + r / 2 * 8, h, f);
        }
    if (!greatest(p, f, &most_a))
        return false;
    for (u32 r = 0; r < 2 * f.pieces; r++)
        for (u32 i = 0; i < 8; i += 2)
            p->a_below[r / 2][r % 2 * 4 + i / 2] =
                below(load_8(a[r] + 4 * i), load_8(a[r] + 4 * i + 4), most_a, f.man);
    p->most = (eight_i){0};
    p->least = (eight_i)SPLAT_8(INT16_MAX);
    for (u32 r = 0; r < f.pieces; r++)
        transpose(b[r], rows + 8 * r);
    for (u32 k = 0; k < 8 * f.pieces; k++) {
        look_at(p, rows[k]);
        widen_8(p->b[k], rows[k], f);
    }
    if (!greatest(p, f, &most_b))
        return false;
    for (u32 k = 0; k < 8 * f.pieces; k += 2) {
        sixteen d = below(rows[k], rows[k + 1], most_b, f.man);
        p->b_below[k] = __builtin_shufflevector(d, d, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
        p->b_below[k + 1] = __builtin_shufflevector(d, d, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    }
    *base = most_a + most_b + 127 - 2 * f.one;
    return *base >= LEAST + FAR_BELOW && *base <= MOST;
}

/* The least sums of each two rows, 2 i and the next */
#define LEAST_AT(k)                                                                                                  \
    y = p->b_below[8 * t + k];                                                                                       \
    for (u32 i = 0; i < ROWS / 2; i++) {                                                                             \
        sixteen x = p->a_below[t][i];                                                                                \
        x = __builtin_shufflevector(x, x, k, k, k, k, k, k, k, k, k + 8, k + 8, k + 8, k + 8, k + 8, k + 8, k + 8,   \
                                    k + 8);                                                                          \
        least[i] = MIN_8(least[i], x + y);                                                                           \
    }
ALWAYS void least_below(const struct factors *p, u32 pieces, sixteen *to)
{
    sixteen least[ROWS / 2], y;
    for (u32 i = 0; i < ROWS / 2; i++)
        least[i] = ~(sixteen){0};
    for (u32 t = 0; t < pieces; t++) {
        LEAST_AT(0)
        LEAST_AT(1)
        LEAST_AT(2)
        LEAST_AT(3)
        LEAST_AT(4)
        LEAST_AT(5)
        LEAST_AT(6)
        LEAST_AT(7)
    }
    memcpy(to, least, sizeof least);
}

struct bounds { /* the exponents' of sums, and bits of their magnitudes */
    wide_i most, least, bits;
};

/* Integers of less than 2^30, cut to f32: rounded, and if that is more, the one before */
ALWAYS wide cut(wide_i sum, struct bounds *s)
{
    wide_i mag = MAGNITUDE(sum);
    wide r = __builtin_convertvector(mag, wide);
    wide_i back = __builtin_convertvector(r, wide_i);
    s->bits |= mag;
    return (wide)(((wide_i)r + (back > mag)) | (sum & INT32_MIN));
}

/* Sums of cut products of two rows, each scaled by `by` */
ALWAYS void sum_rows(const struct factors *p, u32 i, u32 depth, const wide *by, wide_u *sum)
{
    wide_u s[2 * PARTS] = {{0}};
#pragma GCC unroll 4
    for (u32 k = 0; k < depth; k++)
#pragma GCC unroll 4
        for (u32 v = 0; v < 2 * PARTS; v++) {
            wide z = *(const wide *)(p->b[k] + v % PARTS * WIDTH);
            s[v] += (wide_u) __builtin_convertvector(z * p->a[i + v / PARTS][k] * by[v], wide_i);
        }
    for (u32 v = 0; v < 2 * PARTS; v++)
        sum[v] = s[v];
}

/* Columns of a row of C or D, part v of two rows from i on, in its registers */
ALWAYS wide load_row(const u32 *const *c, u32 i, u32 v)
{
    const u32 *const *r = c + i / 8 * 2;
    u32 at = (i % 8 + v / PARTS) * 4;
#if defined TENSOR_16_WIDE
    return __builtin_shufflevector(*(const four_of *)(r[0] + at), *(const four_of *)(r[1] + at), 0, 1, 2, 3, 4, 5, 6,
                                   7);
#else
    return *(const four_of *)(r[v % PARTS] + at);
#endif
}

ALWAYS void store_row(u32 (*d)[32], u32 i, u32 v, wide e)
{
    u32(*r)[32] = d + i / 8 * 2, at = (i % 8 + v / PARTS) * 4;
    for (u32 part = 0; part < WIDTH / 4; part++)
        memcpy(r[WIDTH == 4 ? v % PARTS : part] + at, (const float *)&e + 4 * part, 16);
}

/* Two rows' scales (2^(25 - greatest exponent) and its inverse) from how far below `base` their products lie */
struct scales {
    wide by[2 * PARTS], unit[2 * PARTS], old[2 * PARTS]; /* old: C */
};
ALWAYS void scale_rows(struct scales *r, sixteen least, i32 base, const u32 *const *c, u32 i, struct bounds *s)
{
    for (u32 v = 0; v < 2 * PARTS; v++) {
#if defined TENSOR_16_WIDE
        bytes half = v ? __builtin_shufflevector(least, least, 8, 9, 10, 11, 12, 13, 14, 15)
                       : __builtin_shufflevector(least, least, 0, 1, 2, 3, 4, 5, 6, 7);
        wide_i less = __builtin_convertvector(half, wide_i);
#else
        sixteen z = {0};
        eight_u none = {0};
        eight_u h = (eight_u)(v / PARTS ? __builtin_shufflevector(least, z, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                                                  29, 14, 30, 15, 31)
                                        : __builtin_shufflevector(least, z, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21,
                                                                  6, 22, 7, 23));
        wide_i less = (wide_i)(v % PARTS ? __builtin_shufflevector(h, none, 4, 12, 5, 13, 6, 14, 7, 15)
                                         : __builtin_shufflevector(h, none, 0, 8, 1, 9, 2, 10, 3, 11));
#endif
        r->old[v] = load_row(c, i, v);
        wide_i from = base - less, exp = MAX_32(from, ((wide_i)r->old[v] & INT32_MAX) >> 23);
        s->most = MAX_32(s->most, exp);
        s->least = MIN_32(s->least, exp);
        wide_i by = (FRACTION + 254 - exp) << 23;
        r->by[v] = (wide)by;
        r->unit[v] = (wide)((254 << 23) - by); /* one divided by it */
    }
}

/* Whether exponents and sums are as they must be. The least exponent stands for a lesser one, too: C's only if that
   is not zero. */
ALWAYS bool in_bounds(const struct bounds *s, const u32 *const *c)
{
    i32 most = 0, least = MOST, bits = 0;
    for (u32 k = 0; k < WIDTH; k++) {
        most = MAX(most, s->most[k]);
        least = MIN(least, s->least[k]);
        bits |= s->bits[k];
    }
    bool tiny = false;
    for (u32 k = 0; k < ROWS * COLS && least == LEAST; k++) {
        u32 mag = c[k / 32][k % 32] << 1;
        tiny |= mag && mag >> 24 < LEAST;
    }
    return most <= MOST && !tiny && !((u32)bits >> 30);
}

ALWAYS bool multiply(const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d, struct form f)
{
    struct factors p;
    u32 base;
    if (!gather(&p, a, b, f, &base))
        return false;
    struct bounds s = {.least = (wide_i){0} + MOST};
    sixteen limit = SPLAT_16((u8)(base - LEAST)), out = {0}, least[ROWS / 2];
    least_below(&p, f.pieces, least);
    _Alignas(16) u32 done[4][32];
    for (u32 i = 0; i < ROWS; i += 2) {
        struct scales r;
        wide_u sum[2 * PARTS];
        sixteen none = (sixteen)(least[i / 2] >= SPLAT_16(FAR_BELOW));
        out |= none;
        scale_rows(&r, MIN_8(least[i / 2] | none, limit), (i32)base, c, i, &s);
        sum_rows(&p, i, 8 * f.pieces, r.by, sum);
        for (u32 v = 0; v < 2 * PARTS; v++) {
            wide_u add = (wide_u) __builtin_convertvector(r.old[v] * r.by[v], wide_i);
            store_row(done, i, v, cut((wide_i)(sum[v] + add), &s) * r.unit[v]);
        }
    }
    u64 any[2];
    memcpy(any, &out, 16);
    if (!in_bounds(&s, c) || (f.man != 10 && (any[0] | any[1]))) /* bf16: a zero, or too far below to tell */
        return false;
    for (u32 r = 0; r < 4; r++)
        memcpy(d[r], done[r], sizeof done[r]);
    return true;
}

#if defined TENSOR_16_WIDE
#define FUNCTION(name) name##_wide
#else
#define FUNCTION(name) name
#endif

bool FUNCTION(tensor_16_f16)(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d)
{
    return pieces == 2 ? multiply(a, b, c, d, (struct form){10, 31, 15, 2})
                       : multiply(a, b, c, d, (struct form){10, 31, 15, 1});
}

bool FUNCTION(tensor_16_bf16)(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c,
                              u32 *const *d)
{
    return pieces == 2 ? multiply(a, b, c, d, (struct form){7, 255, 127, 2})
                       : multiply(a, b, c, d, (struct form){7, 255, 127, 1});
}
