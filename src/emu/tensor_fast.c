/* The common products of the tensor cores in the host's vectors, equal to tensor.c's bit by bit: dense, of all lanes,
   no infinity, no NaN, no exponent near the ends of f32's.

   A register of a lane group holds rows one after the other: its 32 words are an 8x8 (f16), 8x4 (tf32) or 8x16 (8
   bits) matrix in the host's memory. A product of two elements is exact as f32; times 2^(25 - greatest exponent) and
   converted to an integer it is cut towards zero where the card cuts. Sums of 8-bit integers' products are exact as
   f32, too. */
#include <math.h>
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
#define OUTS (ROWS * COLS)
#define DEPTH 32
#define FRACTION 25
#define NO_EXP (-8000) /* of a zero: never the greatest, also after another's is added */
#define FAR 100        /* exponents beyond are tensor.c's */

typedef float four __attribute__((vector_size(16)));
typedef i32 four_i __attribute__((vector_size(16)));
typedef u32 four_u __attribute__((vector_size(16)));
typedef i16 eight_i __attribute__((vector_size(16)));
#if defined __aarch64__
#include <arm_neon.h>
#define MAX_OF(a, b) ((eight_i)vmaxq_s16((int16x8_t)(a), (int16x8_t)(b)))
#elif defined __x86_64__
#include <emmintrin.h>
#define MAX_OF(a, b) ((eight_i)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#else
#define MAX_OF(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))
#endif
typedef u16 u16a __attribute__((may_alias));
typedef u8 u8a __attribute__((may_alias));
typedef u64 u64m __attribute__((may_alias));

struct product {
    /* A: pieces of a row, as a register has them: row 0, row 1 and so on, then the pieces that follow these along k
     */
    _Alignas(16) float a[ROWS * DEPTH];
    _Alignas(16) i16 a_exp[ROWS * DEPTH];
    /* columns in the order that suits C's registers */
    _Alignas(16) float b[DEPTH][COLS];
    _Alignas(16) i16 b_exp[DEPTH][COLS];
    _Alignas(16) float c[OUTS];
    _Alignas(16) i16 c_exp[OUTS];
    _Alignas(16) u32 d[OUTS]; /* as they are stored */
    u32 special;
    bool half; /* C and D are f16 */
};
static const u8 even_first[COLS] = {0, 2, 4, 6, 1, 3, 5, 7}, in_order[COLS] = {0, 1, 2, 3, 4, 5, 6, 7};

/* ---- Elements to numbers: value, exponent (of a subnormal number the least), and whether one is special ---- */
ALWAYS u32 decode_16(const u16 *h, u32 n, u32 man_bits, float *restrict value, i16 *restrict exp)
{
    u16 special = 0, most = (u16)((1u << (15 - man_bits)) - 1), bias = most / 2;
    float up = f32_from((254u - bias) << 23); /* f16: 2^112; bf16: 2^0 */
    for (u32 k = 0; k < n; k++) {
        u16 bits = h[k] & 0x7fff, e = (u16)(bits >> man_bits);
        special |= e == most;
        e = (u16)MAX(e, 1) - bias;
        exp[k] = bits ? (i16)e : NO_EXP;
    }
    for (u32 k = 0; k < n; k++) /* its sign goes on to the left */
        value[k] =
            f32_from((u32)((i32)(i16)h[k] * (1 << (23 - man_bits))) & (0x80000000u | 0x7fffu << (23 - man_bits))) *
            up;
    return special;
}

ALWAYS u32 decode_32(const u32 *w, u32 n, u32 mask, float *restrict value, i16 *restrict exp)
{
    u32 special = 0;
    for (u32 k = 0; k < n; k++) {
        u32 bits = w[k] & mask, e = bits >> 23 & 255;
        value[k] = f32_from(bits);
        exp[k] = bits << 1 ? (i16)((e ? e : 1) - 127) : NO_EXP;
        special |= e == 255;
    }
    return special;
}

/* As f16: e4m3 has no number that is subnormal there. */
ALWAYS u32 decode_8(const u8 *b, u32 n, u8 type, float *restrict value, i16 *restrict exp)
{
    u32 special = 0, man = type == ME_E4M3 ? 3 : 2;
    float up = type == ME_E4M3 ? 0x1p120f : 0x1p112f;
    for (u32 k = 0; k < n; k++) {
        u32 bits = b[k] & 0x7fu;
        value[k] = f32_from((u32)(b[k] & 0x80) << 24 | bits << (23 - man)) * up;
        i32 e = (i32)(f32_bits(value[k]) >> 23 & 255) - 127;
        exp[k] = bits ? (i16)MAX(e, -14) : NO_EXP;
        special |= type == ME_E4M3 ? bits == 0x7f : bits >= 0x7c;
    }
    return special;
}

ALWAYS bool is_f8(u8 type)
{
    return type == ME_E4M3 || type == ME_E5M2;
}

ALWAYS u32 decode(const void *from, u32 n, u8 type, float *restrict value, i16 *restrict exp)
{
    switch (type) {
    case ME_F16: return decode_16(from, n, 10, value, exp);
    case ME_BF16: return decode_16(from, n, 7, value, exp);
    case ME_TF32: return decode_32(from, n, ~0x1fffu, value, exp);
    case ME_S8:
        for (u32 k = 0; k < n; k++)
            value[k] = ((const i8 *)from)[k];
        return 0;
    case ME_U8:
        for (u32 k = 0; k < n; k++)
            value[k] = ((const u8 *)from)[k];
        return 0;
    default: return decode_8(from, n, type, value, exp);
    }
}

/* The 16 bytes of a lane group's register, of f8 those that are multiplied first before the others */
ALWAYS void sort_f8(const u32 *from, u8 *to)
{
    for (u32 k = 0; k < 16; k++)
        to[(k & 2) * 4 + (k >> 2) * 2 + (k & 1)] = ((const u8a *)from)[k];
}

ALWAYS void gather_as(struct product *p, u8 type_a, u8 type_b, u32 regs_a, u32 regs_b, const u32 *const *a,
                      const u32 *const *b, const u8 *order)
{
    u32 bytes = type_a == ME_TF32 ? 4 : type_a == ME_F16 || type_a == ME_BF16 ? 2 : 1, across = 16 / bytes;
    union {
        u8 as_8[16 * COLS];
        u16 as_16[8 * COLS];
        u32 as_32[4 * COLS];
    } t;
    for (u32 r = 0; r < regs_a; r++) {
        memcpy(&t, a[r], 128);
        for (u32 g = 0; g < 8 && is_f8(type_a); g++)
            sort_f8(a[r] + 4 * g, t.as_8 + 16 * g);
        p->special |= decode(&t, 8 * across, type_a, p->a + r * 8 * across, p->a_exp + r * 8 * across);
    }
    for (u32 r = 0; r < regs_b; r++) {
        for (u32 j = 0; j < COLS; j++) { /* by rows */
            const u32 *col = b[r] + 4 * order[j];
            u8 sorted[16];
            if (is_f8(type_b))
                sort_f8(col, sorted);
            for (u32 k = 0; k < across; k++)
                if (bytes == 1)
                    t.as_8[k * COLS + j] = is_f8(type_b) ? sorted[k] : ((const u8a *)col)[k];
                else if (bytes == 2)
                    t.as_16[k * COLS + j] = ((const u16a *)col)[k];
                else
                    t.as_32[k * COLS + j] = col[k];
        }
        p->special |= decode(&t, across * COLS, type_b, p->b[r * across], p->b_exp[r * across]);
    }
}

CLONES static void gather(struct product *p, const struct ptx_matrix *f, const u32 *const *a, const u32 *const *b,
                          const u8 *order)
{
    u8 type_a = f->type[MAT_A], type_b = f->type[MAT_B], n = f->regs[MAT_A], m = f->regs[MAT_B];
    switch (type_a) {
    case ME_F16: gather_as(p, ME_F16, ME_F16, n, m, a, b, order); break;
    case ME_BF16: gather_as(p, ME_BF16, ME_BF16, n, m, a, b, order); break;
    case ME_TF32: gather_as(p, ME_TF32, ME_TF32, n, m, a, b, order); break;
    case ME_S8:
        if (type_b == ME_S8) {
            gather_as(p, ME_S8, ME_S8, n, m, a, b, order);
            break;
        } /* fall through */
    default: gather_as(p, type_a, type_b, n, m, a, b, order); break;
    }
}

/* Where columns 0 to 3 (in the order of B's) of row i are in C and D, which lie as in their registers; 4 to 7 */
ALWAYS u32 place(bool half, u32 i, u32 upper)
{
    return half ? i * 8 + upper * 4 : (i / 8 * 2 + upper) * 32 + i % 8 * 4;
}

CLONES static void gather_c(struct product *p, u32 regs, const u32 *const *c)
{
    for (u32 r = 0; r < regs; r++)
        p->special |= p->half ? decode_16((const u16a *)c[r], 64, 10, p->c + r * 64, p->c_exp + r * 64)
                              : decode_32(c[r], 32, UINT32_MAX, p->c + r * 32, p->c_exp + r * 32);
}

static void scatter(const struct product *p, u32 regs, u32 *const *d)
{
    for (u32 r = 0; r < regs; r++)
        if (p->half)
            for (u32 j = 0; j < 32; j++)
                d[r][j] = p->d[r * 64 + j * 2] | p->d[r * 64 + j * 2 + 1] << 16;
        else
            memcpy(d[r], p->d + r * 32, 128);
}

/* ---- Sums as the card takes them ---- */
/* Integers of less than 2^31 - 64, cut to f32: rounded, and if that is more, the one before */
ALWAYS four cut(four_i sum)
{
    four r = __builtin_convertvector(sum, four);
    four_i back = __builtin_convertvector(r, four_i), sign = sum >> 31;
    four_i more = ((back ^ sign) - sign) > ((sum ^ sign) - sign);
    return (four)((four_i)r + more); /* more: -1 */
}

/* To f16, to nearest even; a zero is positive. */
static inline u32 to_half(double sum, i32 greatest)
{
    double x = sum * f64_from((u64)(greatest - FRACTION + 1023) << 52);
    u64 bits = f64_bits(x), mag = bits & INT64_MAX, small = f64_bits(f64_from(mag) + 0x1p28) & 0xfff;
    u64 normal = ((mag + (1ull << 41) - 1 + (mag >> 42 & 1)) >> 42) - (1008u << 10);
    u64 h = mag < 1009ull << 52 ? small : MIN(normal, 0x7c00);
    return (u32)(h ? h | bits >> 63 << 15 : 0);
}

struct shape {
    bool half;
    u32 rows, across, first, len, pieces; /* k: `len` from `first` on of each of so many pieces of a row */
};

/* Two rows' sums of cut products, each scaled by `by`. (Where an exponent is out of bounds they may wrap: such sums
   are not used.) */
ALWAYS void sum_rows(const struct product *p, u32 i, struct shape s, const four *by, four_i *sum)
{
    four_u s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    four b0 = by[0], b1 = by[1], b2 = by[2], b3 = by[3];
    for (u32 t = 0; t < s.pieces; t++) {
        const float *x = p->a + (t * s.rows + i) * s.across + s.first, (*y)[COLS] = &p->b[t * s.across + s.first];
        for (u32 k = 0; k < s.len; k++) {
            four lo = *(const four *)y[k], hi = *(const four *)(y[k] + 4);
            s0 += (four_u) __builtin_convertvector(lo * x[k] * b0, four_i);
            s1 += (four_u) __builtin_convertvector(hi * x[k] * b1, four_i);
            s2 += (four_u) __builtin_convertvector(lo * x[k + s.across] * b2, four_i);
            s3 += (four_u) __builtin_convertvector(hi * x[k + s.across] * b3, four_i);
        }
    }
    sum[0] = (four_i)s0;
    sum[1] = (four_i)s1;
    sum[2] = (four_i)s2;
    sum[3] = (four_i)s3;
}

ALWAYS eight_i greatest_of(const struct product *p, u32 i, struct shape s)
{
    eight_i most;
    memcpy(&most, p->c_exp + place(s.half, i, 0), 8);
    memcpy((i16 *)&most + 4, p->c_exp + place(s.half, i, 1), 8);
    for (u32 t = 0; t < s.pieces; t++) {
        const i16 *x = p->a_exp + (t * s.rows + i) * s.across + s.first,
                  (*y)[COLS] = &p->b_exp[t * s.across + s.first];
        for (u32 k = 0; k < s.len; k++) {
            eight_i e = *(const eight_i *)y[k] + x[k];
            most = MAX_OF(most, e);
        }
    }
    return most;
}

/* D of four columns; true: a sum is too great for that */
ALWAYS bool finish(struct product *p, bool half, u32 at, four_i sum, four by, const i16 *greatest)
{
    four c;
    memcpy(&c, p->c + at, 16);
    four_i add = __builtin_convertvector(c * by, four_i);
    if (half) {
        for (u32 j = 0; j < 4; j++)
            p->d[at + j] = to_half((double)sum[j] + (double)add[j], greatest[j]);
        return false;
    }
    four_i most = {1 << 30, 1 << 30, 1 << 30, 1 << 30}, beyond = (sum > most) | (sum < -most);
    four_i unit = {greatest[0], greatest[1], greatest[2], greatest[3]};
    four d = cut((four_i)((four_u)sum + (four_u)add)) * (four)((unit + (127 - FRACTION)) << 23);
    memcpy(p->d + at, &d, 16);
    u64 any[2];
    memcpy(any, &beyond, 16);
    return any[0] | any[1];
}

/* D = A * B + C of at most 16 pairs. False: an exponent or a sum is out of bounds. */
ALWAYS bool multiply_as(struct product *p, const struct shape s)
{
    eight_i out = {0}, least = {-FAR, -FAR, -FAR, -FAR, -FAR, -FAR, -FAR, -FAR}, none = least * (-NO_EXP / FAR / 2);
    bool beyond = false;
    for (u32 i = 0; i < s.rows; i += 2) {
        four_i sum[4], scale[4];
        four by[4];
        i16 greatest[4][4];
        for (u32 r = 0; r < 2; r++) {
            eight_i e = greatest_of(p, i + r, s), low = e<least, high = e> - least;
            out |= high | (low & (e > none));
            e = (low & least) | (high & -least) | (e & ~low & ~high);
            memcpy(greatest[2 * r], &e, 16);
        }
        for (u32 v = 0; v < 4; v++) {
            scale[v] = (four_i){greatest[v][0], greatest[v][1], greatest[v][2], greatest[v][3]};
            by[v] = (four)((FRACTION + 127 - scale[v]) << 23);
        }
        sum_rows(p, i, s, by, sum);
        for (u32 v = 0; v < 4; v++)
            beyond |= finish(p, s.half, place(s.half, i + v / 2, v & 1), sum[v], by[v], greatest[v]);
    }
    u64 any[2];
    memcpy(any, &out, 16);
    return !beyond && !(any[0] | any[1]);
}

CLONES static bool multiply_16(struct product *p, u32 pieces)
{
    return p->half       ? multiply_as(p, (struct shape){true, ROWS, 8, 0, 8, pieces})
           : pieces == 2 ? multiply_as(p, (struct shape){false, ROWS, 8, 0, 8, 2})
                         : multiply_as(p, (struct shape){false, ROWS, 8, 0, 8, pieces});
}

CLONES static bool multiply_32(struct product *p, u32 pieces)
{
    return multiply_as(p, (struct shape){false, ROWS, 4, 0, 4, pieces});
}

CLONES static bool multiply_8(struct product *p, u32 pieces, u32 first)
{
    return multiply_as(p, (struct shape){p->half, ROWS, 16, first, 8, pieces});
}

/* f8: twice, from zero on; C is added at the end. */
static bool multiply_f8(struct product *p, u32 pieces)
{
    float c[OUTS];
    memcpy(c, p->c, sizeof c);
    memset(p->c, 0, sizeof p->c);
    for (u32 k = 0; k < OUTS; k++)
        p->c_exp[k] = NO_EXP;
    for (u32 h = 0; h < 2; h++) {
        u16 bits[OUTS];
        if (!multiply_8(p, pieces, 8 * h))
            return false;
        for (u32 k = 0; k < OUTS && p->half; k++)
            bits[k] = (u16)p->d[k];
        p->special |=
            p->half ? decode_16(bits, OUTS, 10, p->c, p->c_exp) : decode_32(p->d, OUTS, UINT32_MAX, p->c, p->c_exp);
    }
    for (u32 k = 0; k < OUTS; k++) {
        float s = c[k] + p->c[k];
        p->d[k] = p->half ? f16_from_f64((double)s, PR_RN) : f32_bits(s);
    }
    return !p->special;
}

CLONES static void multiply_s8(struct product *p, const struct ptx_matrix *f, const u32 *const *c)
{
    for (u32 i = 0; i < f->m; i += 2) {
        four s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (u32 t = 0; t < f->k / 16u; t++) {
            const float *x = p->a + (t * f->m + i) * 16, (*y)[COLS] = &p->b[t * 16];
            for (u32 k = 0; k < 16; k++) {
                four lo = *(const four *)y[k], hi = *(const four *)(y[k] + 4);
                s0 += lo * x[k];
                s1 += hi * x[k];
                s2 += lo * x[k + 16];
                s3 += hi * x[k + 16];
            }
        }
        four sums[4] = {s0, s1, s2, s3};
        for (u32 v = 0; v < 4; v++) {
            u32 at = place(false, i + v / 2, v & 1);
            const u32 *add = c[at / 32] + at % 32;
            four_i sum = __builtin_convertvector(sums[v], four_i);
            for (u32 j = 0; j < 4; j++) {
                i64 all = (i64)sum[j] + (i32)add[j];
                p->d[at + j] = (u32)(f->saturate ? MAX(MIN(all, INT32_MAX), INT32_MIN) : all);
            }
        }
    }
}

/* Columns of B, C and D: the even ones first, as C's registers have them */
CLONES static bool multiply_f64(const struct ptx_matrix *f, const u32 *const *a, const u32 *const *b,
                                const u32 *const *c, u32 *const *d)
{
    double x[ROWS][16], y[16][COLS], s[ROWS][COLS], all = 0;
    u32 pairs = f->m == 16;
    for (u32 r = 0; r < f->regs[MAT_A]; r++)
        for (u32 g = 0; g < 8; g++)
            memcpy(&x[g + (pairs ? 8 * (r & 1) : 0)][(r >> pairs) * 4], a[r] + 8 * g, 32);
    for (u32 r = 0; r < f->regs[MAT_B]; r++)
        for (u32 j = 0; j < COLS; j++)
            for (u32 k = 0; k < 4; k++)
                y[r * 4 + k][j] = f64_from(((const u64m *)b[r])[4 * even_first[j] + k]);
    for (u32 r = 0; r < f->regs[MAT_C]; r++)
        for (u32 g = 0; g < 8; g++)
            memcpy(&s[g + 8 * (r >> 1)][4 * (r & 1)], c[r] + 8 * g, 32);
    for (u32 i = 0; i < f->m; i++) {
        double t[COLS];
        memcpy(t, s[i], sizeof t);
        for (u32 k = 0; k < f->k; k++)
            for (u32 j = 0; j < COLS; j++)
                t[j] = fma(x[i][k], y[k][j], t[j]);
        memcpy(s[i], t, sizeof t);
        for (u32 j = 0; j < COLS; j++)
            all += t[j] * 0; /* not 0: one is an infinity or a NaN */
    }
    if (all != 0)
        return false;
    for (u32 r = 0; r < f->regs[MAT_C]; r++)
        for (u32 g = 0; g < 8; g++)
            memcpy(d[r] + 8 * g, &s[g + 8 * (r >> 1)][4 * (r & 1)], 32);
    return true;
}

static bool multiply_plain(u8 type, u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c,
                           u32 *const *d)
{
    if (type != ME_F16 && type != ME_BF16)
        return false;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (type == ME_F16 ? tensor_16_f16_wide : tensor_16_bf16_wide)(pieces, a, b, c, d);
#endif
    return (type == ME_F16 ? tensor_16_f16 : tensor_16_bf16)(pieces, a, b, c, d);
}

bool tensor_fast(const struct ptx_matrix *f, const u32 *const *a, const u32 *const *b, const u32 *const *c,
                 u32 *const *d)
{
    struct product p;
    u8 type = f->type[MAT_A];
    bool whole = type == ME_S8 || type == ME_U8;
    if (type == ME_F64)
        return multiply_f64(f, a, b, c, d);
    p.half = f->type[MAT_D] == ME_F16;
    p.special = 0;
    if (!p.half && f->m == ROWS && multiply_plain(type, f->regs[MAT_B], a, b, c, d))
        return true;
    gather(&p, f, a, b, p.half ? in_order : even_first);
    if (whole) {
        multiply_s8(&p, f, c);
    } else {
        gather_c(&p, f->regs[MAT_C], c);
        u32 pieces = f->regs[MAT_B];
        if (p.special || !(is_f8(type)       ? multiply_f8(&p, pieces)
                           : type == ME_TF32 ? multiply_32(&p, pieces)
                                             : multiply_16(&p, pieces)))
            return false;
    }
    scatter(&p, f->regs[MAT_D], d);
    return true;
}

bool tensor_has_fast(const struct ptx_matrix *f)
{
    u32 fast = 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_TF32 | 1u << ME_E4M3 | 1u << ME_E5M2 | 1u << ME_F64 |
               1u << ME_S8 | 1u << ME_U8;
    bool volta = f->m == 8 && f->type[MAT_A] == ME_F16;
    return !f->sparse && !volta && fast >> f->type[MAT_A] & 1;
}
