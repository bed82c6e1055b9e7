/* tensor_fast.c's products for what is most common: f16 or bf16 with sums in f32, no subnormal element, no extreme
   exponent. Equal bit by bit; a warp's m16n8k16 takes half of the instructions.

   Exponents are kept as bytes: how far an element's lies below the greatest of its matrix, FAR_BELOW or more for a
   zero. The least sum of two along k then tells the greatest exponent of a sum's products, of 16 sums (two rows) at a
   time. Columns of B, C and D are the even ones first, as C's registers have them. */
#include <string.h>

#include "emu/fp.h"
#include "emu/tensor.h"

#if defined __x86_64__ && defined __gnu_linux__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define CLONES __attribute__((target_clones("default", "arch=x86-64-v3"))) /* wider vectors, fused additions */
#else
#define CLONES
#endif
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
typedef u32 four_u __attribute__((vector_size(16)));
typedef i16 eight_i __attribute__((vector_size(16)));
typedef u16 eight_u __attribute__((vector_size(16)));
typedef u8 sixteen __attribute__((vector_size(16)));
typedef float four_of __attribute__((vector_size(16), aligned(4), may_alias)); /* in registers */
#define SPLAT_4(v) ((four_i){v, v, v, v})
#define SPLAT_8(v) ((eight_u){v, v, v, v, v, v, v, v})
#define SPLAT_16(v) ((sixteen){v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v})
#if defined __aarch64__
#include <arm_neon.h>
#define MAX_16(a, b) ((eight_i)vmaxq_s16((int16x8_t)(a), (int16x8_t)(b)))
#define MIN_16(a, b) ((eight_i)vminq_s16((int16x8_t)(a), (int16x8_t)(b)))
#define MIN_8(a, b) ((sixteen)vminq_u8((uint8x16_t)(a), (uint8x16_t)(b)))
#define MAX_32(a, b) ((four_i)vmaxq_s32((int32x4_t)(a), (int32x4_t)(b)))
#define MIN_32(a, b) ((four_i)vminq_s32((int32x4_t)(a), (int32x4_t)(b)))
#define MAGNITUDE(a) ((four_i)vabsq_s32((int32x4_t)(a)))
#else
#define LARGER_OF(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))
#define SMALLER_OF(a, b) (((a) & ((a) < (b))) | ((b) & ~((a) < (b))))
#define MAX_16(a, b) LARGER_OF(a, b)
#define MIN_16(a, b) SMALLER_OF(a, b)
#define MIN_8(a, b) SMALLER_OF(a, b)
#define MAX_32(a, b) LARGER_OF(a, b)
#define MIN_32(a, b) SMALLER_OF(a, b)
#define MAGNITUDE(a) ((four_i)((four_u)((a) ^ ((a) >> 31)) - (four_u)((a) >> 31))) /* also of the least integer */
#endif

struct factors {
    _Alignas(16) float b[DEPTH][COLS];
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
        for (u32 i = 0; i < 8; i++)
            look_at(p, load_8(a[r] + 4 * i));
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
        *(four *)p->b[k] = widened(rows[k], false, f);
        *(four *)(p->b[k] + 4) = widened(rows[k], true, f);
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
    four_i most, least, bits;
};

/* Integers of less than 2^30, cut to f32: rounded, and if that is more, the one before */
ALWAYS four cut(four_i sum, struct bounds *s)
{
    four_i mag = MAGNITUDE(sum);
    four r = __builtin_convertvector(mag, four);
    four_i back = __builtin_convertvector(r, four_i);
    s->bits |= mag;
    return (four)(((four_i)r + (back > mag)) | (sum & INT32_MIN));
}

/* Sums of cut products of two rows, each scaled by `by` */
ALWAYS void sum_rows(const struct factors *p, const u32 *const *a, u32 i, struct form f, const four *by, four_i *sum)
{
    four_u s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (u32 t = 0; t < f.pieces; t++) {
        const u32 *row = a[2 * t + (i >= 8)] + i % 8 * 4;
        for (u32 h = 0; h < 2; h++) {
            four x = widened(load_8(row), h, f), y = widened(load_8(row + 4), h, f);
            const float(*z)[COLS] = &p->b[8 * t + 4 * h];
#pragma GCC unroll 4
            for (u32 k = 0; k < 4; k++) {
                four lo = *(const four *)z[k], hi = *(const four *)(z[k] + 4);
                s0 += (four_u) __builtin_convertvector(lo * x[k] * by[0], four_i);
                s1 += (four_u) __builtin_convertvector(hi * x[k] * by[1], four_i);
                s2 += (four_u) __builtin_convertvector(lo * y[k] * by[2], four_i);
                s3 += (four_u) __builtin_convertvector(hi * y[k] * by[3], four_i);
            }
        }
    }
    sum[0] = (four_i)s0;
    sum[1] = (four_i)s1;
    sum[2] = (four_i)s2;
    sum[3] = (four_i)s3;
}

/* Two rows' scales (2^(25 - greatest exponent) and its inverse) from how far below `base` their products lie */
struct scales {
    four by[4], unit[4], old[4]; /* old: C */
};
ALWAYS void scale_rows(struct scales *r, sixteen least, i32 base, const u32 *const *c, u32 i, struct bounds *s)
{
    sixteen z = {0};
    eight_u rows[2] = {
        (eight_u)__builtin_shufflevector(least, z, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
        (eight_u)__builtin_shufflevector(least, z, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
    for (u32 v = 0; v < 4; v++) {
        eight_u h = rows[v / 2], none = {0};
        four_i less = v & 1 ? (four_i)__builtin_shufflevector(h, none, 4, 12, 5, 13, 6, 14, 7, 15)
                            : (four_i)__builtin_shufflevector(h, none, 0, 8, 1, 9, 2, 10, 3, 11);
        r->old[v] = *(const four_of *)(c[i / 8 * 2 + (v & 1)] + (i % 8 + v / 2) * 4);
        four_i from = base - less, exp = MAX_32(from, ((four_i)r->old[v] & INT32_MAX) >> 23);
        s->most = MAX_32(s->most, exp);
        s->least = MIN_32(s->least, exp);
        four_i by = (FRACTION + 254 - exp) << 23;
        r->by[v] = (four)by;
        r->unit[v] = (four)((254 << 23) - by); /* one divided by it */
    }
}

/* Whether exponents and sums are as they must be. The least exponent stands for a lesser one, too: C's only if that
   is not zero. */
ALWAYS bool in_bounds(const struct bounds *s, const u32 *const *c)
{
    i32 most = 0, least = MOST, bits = 0;
    for (u32 k = 0; k < 4; k++) {
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
    struct bounds s = {.least = SPLAT_4(MOST)};
    sixteen limit = SPLAT_16((u8)(base - LEAST)), out = {0}, least[ROWS / 2];
    least_below(&p, f.pieces, least);
    _Alignas(16) u32 done[4][32];
    for (u32 i = 0; i < ROWS; i += 2) {
        struct scales r;
        four_i sum[4];
        sixteen none = (sixteen)(least[i / 2] >= SPLAT_16(FAR_BELOW));
        out |= none;
        scale_rows(&r, MIN_8(least[i / 2] | none, limit), (i32)base, c, i, &s);
        sum_rows(&p, a, i, f, r.by, sum);
        for (u32 v = 0; v < 4; v++) {
            four_i add = __builtin_convertvector(r.old[v] * r.by[v], four_i);
            four e = cut((four_i)((four_u)sum[v] + (four_u)add), &s) * r.unit[v];
            *(four_of *)(done[i / 8 * 2 + (v & 1)] + (i % 8 + v / 2) * 4) = e;
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

CLONES bool tensor_16_f16(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d)
{
    return pieces == 2 ? multiply(a, b, c, d, (struct form){10, 31, 15, 2})
                       : multiply(a, b, c, d, (struct form){10, 31, 15, 1});
}

CLONES bool tensor_16_bf16(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d)
{
    return pieces == 2 ? multiply(a, b, c, d, (struct form){7, 255, 127, 2})
                       : multiply(a, b, c, d, (struct form){7, 255, 127, 1});
}
