/* What Hopper's tensor cores compute, bit by bit (measured: tests/emu/tensor.c compares with an H200's results).

   f16, bf16, tf32: the products of up to 16 pairs are exact. They and C are aligned to the greatest of their
   exponents (of factors added, not of the normalised product; never less than 2^-133), each cut towards zero 25 bits
   behind that exponent's place, and added exactly. The sum is cut towards zero to f32, or rounded to nearest even to
   f16. A zero is positive. NaNs are 0x7fffffff and 0x7fff; subnormal numbers count. e4m3, e5m2: as ptxas has them
   done for sm_90: elements become f16, those with bit 1 of k clear (mma.sp: bit 2) are multiplied first, then the
   others with that sum, and C is added in the type of the result, to nearest even. m8n8k4 of f16 is a chain of f32
   fma from 0 on, k rising, with C added last; to f16: C plus the first two products plus the last two, in f32,
   rounded at the end. f64 is a chain of fma from C on, k rising, in the rounding that the
   host is set to (ops_tensor.c). Integers wrap, or saturate once, at the end. */
#include "emu/tensor.h"

#include <math.h>
#include <string.h>

#include "emu/fp.h"
#include "emu/lane.h"

#define FRACTION 25
#define GROUP_FRACTION 13 /* wgmma of e4m3 and e5m2 */
#define LEAST_EXP (-133)
#define NO_EXP (-4000) /* of a zero: never the greatest */

struct format {
    u8 exp_bits, man_bits;
    bool finite; /* e4m3: no infinity, one NaN */
};
static const struct format formats[ME_COUNT] = {
    [ME_F16] = {5, 10, false}, [ME_BF16] = {8, 7, false}, [ME_TF32] = {8, 10, false},
    [ME_E4M3] = {4, 3, true},  [ME_E5M2] = {5, 2, false}, [ME_F32] = {8, 23, false},
};
enum { FINITE, INFINITE, NOT_A_NUMBER };
struct number { /* (-1)^neg * sig * 2^(exp - man_bits) */
    i32 exp;
    u32 sig;
    bool neg;
    u8 class;
};

static struct number unpack(u64 bits, u8 type)
{
    const struct format *f = &formats[type];
    if (type == ME_TF32)
        bits >>= 13; /* the card reads no more of it */
    i32 most = (1 << f->exp_bits) - 1, e = (i32)(bits >> f->man_bits) & most;
    u32 man = (u32)bits & ((1u << f->man_bits) - 1);
    struct number x = {.neg = bits >> (f->exp_bits + f->man_bits) & 1};
    if (f->finite ? e == most && man == 7 : e == most)
        x.class = man ? NOT_A_NUMBER : INFINITE;
    x.sig = e ? man | 1u << f->man_bits : man;
    x.exp = x.sig ? (e ? e : 1) - most / 2 : NO_EXP;
    while (f->finite && x.sig && x.sig < 8) { /* normal as f16 */
        x.sig <<= 1;
        x.exp--;
    }
    return x;
}

/* sum * 2^unit, cut towards zero */
static u32 to_f32(i64 sum, i32 unit)
{
    if (!sum)
        return 0;
    u64 mag = (u64)(sum < 0 ? -sum : sum);
    i32 top = 63 - __builtin_clzll(mag), last = MAX(top + unit - 23, -149), shift = last - unit;
    u64 r = shift <= 0 ? mag << -shift : shift > 63 ? 0 : mag >> shift;
    u32 sign = sum < 0 ? 1u << 31 : 0;
    if (!r)
        return 0;
    if (r < 1u << 23)
        return sign | (u32)r;
    i32 e = last + 23 + 127;
    return e >= 255 ? sign | 0x7f800000u : sign | (u32)e << 23 | ((u32)r & 0x7fffff);
}

/* The same, to nearest even */
static u32 to_f16(i64 sum, i32 unit)
{
    if (!sum)
        return 0;
    u64 mag = (u64)(sum < 0 ? -sum : sum), r;
    i32 top = 63 - __builtin_clzll(mag), last = MAX(top + unit - 10, -24), shift = last - unit;
    u32 sign = sum < 0 ? 1u << 15 : 0;
    if (shift <= 0) {
        r = mag << -shift;
    } else if (shift > 62) {
        r = 0;
    } else {
        u64 rest = mag & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        r = mag >> shift;
        r += rest > half || (rest == half && r & 1);
    }
    if (r >= 2048) {
        r >>= 1;
        last++;
    }
    if (r < 1024)
        return r ? sign | (u32)r : 0;
    i32 e = last + 10 + 15;
    return e >= 31 ? sign | 0x7c00 : sign | (u32)e << 10 | ((u32)r & 1023);
}

/* ---- One product of matrices in floating point ---- */
typedef i32 columns __attribute__((vector_size(16), may_alias)); /* four of a row's eight: the host's vectors */
typedef u32 columns_u __attribute__((vector_size(16)));
struct operands { /* of up to 64 pairs (two of four absent) in columns, so that loops over n are the host's vectors */
    i32 a_sig[TENSOR_M][64], a_exp[TENSOR_M][64];
    _Alignas(16) i32 b_sig[64][TENSOR_N], b_exp[64][TENSOR_N];
    u32 rows, k;
    u8 man;      /* fraction bits of a product */
    u8 fraction; /* places that are kept behind the greatest exponent's */
    bool special;
};

/* Infinities and NaNs of an output, if there are any: true, and what it is. */
static bool special_result(const struct tensor *t, const u32 *ks, u32 n_k, const struct ptx_matrix *f, u32 i, u32 j,
                           struct number c, bool half, u32 *to)
{
    bool nan = c.class == NOT_A_NUMBER, plus = c.class == INFINITE && !c.neg, minus = c.class == INFINITE && c.neg;
    for (u32 q = 0; q < n_k; q++) {
        u32 k = ks[q];
        if (t->absent[i][k])
            continue;
        struct number x = unpack(t->a[i][k], f->type[MAT_A]), y = unpack(t->b[k][j], f->type[MAT_B]);
        if (x.class == NOT_A_NUMBER || y.class == NOT_A_NUMBER) {
            nan = true;
        } else if (x.class == INFINITE || y.class == INFINITE) {
            nan |= !x.sig || !y.sig;
            *(x.neg != y.neg ? &minus : &plus) = true;
        }
    }
    if (nan || (plus && minus))
        *to = half ? 0x7fff : 0x7fffffff;
    else if (plus || minus)
        *to = half ? (minus ? 0xfc00 : 0x7c00) : (minus ? 0xff800000u : 0x7f800000u);
    return nan || plus || minus;
}

static void gather(struct operands *o, const struct tensor *t, const struct ptx_matrix *f, const u32 *ks, u32 n_k)
{
    o->rows = f->m;
    o->k = n_k;
    o->man = (u8)(formats[f->type[MAT_A]].man_bits + formats[f->type[MAT_B]].man_bits);
    o->special = false;
    for (u32 i = 0; i < f->m; i++)
        for (u32 q = 0; q < n_k; q++) {
            struct number x = unpack(t->a[i][ks[q]], f->type[MAT_A]);
            if (t->absent[i][ks[q]])
                x = (struct number){.exp = NO_EXP};
            o->special |= x.class != FINITE;
            o->a_sig[i][q] = x.neg ? -(i32)x.sig : (i32)x.sig;
            o->a_exp[i][q] = x.exp;
        }
    for (u32 q = 0; q < n_k; q++)
        for (u32 j = 0; j < TENSOR_N; j++) {
            struct number y = unpack(t->b[ks[q]][j], f->type[MAT_B]);
            o->special |= y.class != FINITE;
            o->b_sig[q][j] = y.neg ? -(i32)y.sig : (i32)y.sig;
            o->b_exp[q][j] = y.exp;
        }
}

/* Row i, columns j to j + 3: each one's greatest exponent, and the sum of its products in units of
   2^(greatest - FRACTION) */
static inline void sums_of_four(const struct operands *o, u32 i, u32 j, i32 *greatest, i32 *sum)
{
    columns most, all = {0}, reach = {31, 31, 31, 31};
    u32 up = (u32)(o->fraction - o->man);
    memcpy(&most, greatest + j, sizeof most);
    for (u32 q = 0; q < o->k; q++) {
        columns e = *(const columns *)&o->b_exp[q][j] + o->a_exp[i][q], more = e > most;
        most = (e & more) | (most & ~more);
    }
    for (u32 q = 0; q < o->k; q++) {
        columns p = *(const columns *)&o->b_sig[q][j] * o->a_sig[i][q], sign = p >> 31;
        columns down = most - (*(const columns *)&o->b_exp[q][j] + o->a_exp[i][q]), far = down > reach;
        columns mag = (columns)((columns_u)((p ^ sign) - sign) << up >> (columns_u)((down & ~far) | (far & reach)));
        all += (mag ^ sign) - sign;
    }
    memcpy(greatest + j, &most, sizeof most);
    memcpy(sum + j, &all, sizeof all);
}

static void row_sums(const struct operands *o, u32 i, i32 *greatest, i32 *sum)
{
    sums_of_four(o, i, 0, greatest, sum);
    sums_of_four(o, i, 4, greatest, sum);
}

/* ks: which of the k, at most 64 of which at most 32 are there */
static void multiply_aligned(struct tensor *t, const struct ptx_matrix *f, const u32 *ks, u32 n_k, u8 c_type,
                             u8 d_type, u32 fraction)
{
    struct operands o = {.fraction = (u8)fraction};
    bool half = d_type == ME_F16;
    u32 keeps = fraction < 23 ? ~((1u << (23 - fraction)) - 1) : UINT32_MAX; /* of a result in f32 */

    gather(&o, t, f, ks, n_k);
    for (u32 i = 0; i < f->m; i++) {
        struct number c[TENSOR_N];
        i32 greatest[TENSOR_N], sum[TENSOR_N];
        for (u32 j = 0; j < TENSOR_N; j++) {
            c[j] = unpack(t->c[i][j], c_type);
            o.special |= c[j].class != FINITE;
            greatest[j] = MAX(c[j].exp, LEAST_EXP);
        }
        row_sums(&o, i, greatest, sum);
        for (u32 j = 0; j < TENSOR_N; j++) {
            u32 r = 0, down = (u32)MIN(greatest[j] - c[j].exp, 63);
            i32 shift = (i32)fraction - formats[c_type].man_bits - (i32)down;
            i64 add = (i64)(shift >= 0 ? (u64)c[j].sig << shift : (u64)c[j].sig >> MIN(-shift, 63));
            i64 all = sum[j] + (c[j].neg ? -add : add);
            i32 unit = greatest[j] - (i32)fraction;
            if (!o.special || !special_result(t, ks, n_k, f, i, j, c[j], half, &r))
                r = half ? to_f16(all, unit) : to_f32(all, unit) & keeps;
            t->c[i][j] = r;
        }
    }
}

static u64 add_rn(u64 x, u64 y, bool half)
{
    float a = half ? f16_to_f32((u16)x) : f32_from((u32)x), b = half ? f16_to_f32((u16)y) : f32_from((u32)y);
    float s = a + b;
    if (s != s)
        return half ? 0x7fff : 0x7fffffff;
    return half ? f16_from_f64((double)s, PR_RN) : f32_bits(s);
}

static void multiply_f8(struct tensor *t, const struct ptx_matrix *f)
{
    u64 c[TENSOR_M][TENSOR_N];
    memcpy(c, t->c, sizeof c);
    memset(t->c, 0, sizeof t->c);
    for (u32 half = 0; half < 4; half += 2) {
        u32 ks[TENSOR_K], n = 0;
        for (u32 k = 0; k < f->k; k++)
            if ((f->sparse ? k >> 1 & 2 : k & 2) == half)
                ks[n++] = k;
        multiply_aligned(t, f, ks, n, f->type[MAT_D], f->type[MAT_D], FRACTION);
    }
    for (u32 i = 0; i < f->m; i++)
        for (u32 j = 0; j < TENSOR_N; j++)
            t->c[i][j] = add_rn(c[i][j], t->c[i][j], f->type[MAT_D] == ME_F16);
}

void tensor_multiply_f8(struct tensor *t, const struct ptx_matrix *f)
{
    u32 ks[64];
    for (u32 k = 0; k < f->k; k++)
        ks[k] = k;
    multiply_aligned(t, f, ks, f->k, f->type[MAT_C], f->type[MAT_D], GROUP_FRACTION);
}

/* ---- The others ---- */
static float pair(const struct tensor *t, u32 i, u32 j, u32 k)
{
    float first = f16_to_f32((u16)t->a[i][k]) * f16_to_f32((u16)t->b[k][j]);
    return fmaf(f16_to_f32((u16)t->a[i][k + 1]), f16_to_f32((u16)t->b[k + 1][j]), first);
}

static void multiply_volta(struct tensor *t, const struct ptx_matrix *f)
{
    for (u32 i = 0; i < 8; i++)
        for (u32 j = 0; j < 8; j++) {
            float c = f->type[MAT_C] == ME_F16 ? f16_to_f32((u16)t->c[i][j]) : f32_from((u32)t->c[i][j]), s = 0;
            if (f->type[MAT_D] == ME_F16) {
                s = c + pair(t, i, j, 0) + pair(t, i, j, 2);
                t->c[i][j] = s != s ? 0x7fff : f16_from_f64((double)s, PR_RN);
                continue;
            }
            for (u32 k = 0; k < 4; k++)
                s = fmaf(f16_to_f32((u16)t->a[i][k]), f16_to_f32((u16)t->b[k][j]), s);
            t->c[i][j] = add_rn(f32_bits(c), f32_bits(s), false);
        }
}

static void multiply_f64(struct tensor *t, const struct ptx_matrix *f)
{
    for (u32 i = 0; i < f->m; i++)
        for (u32 j = 0; j < TENSOR_N; j++) {
            double s = f64_from(t->c[i][j]);
            for (u32 k = 0; k < f->k; k++) {
                double x = f64_from(t->a[i][k]), y = f64_from(t->b[k][j]);
                s = canon3(fma(x, y, s), y, s, x); /* of several NaNs the first in this order */
            }
            t->c[i][j] = f64_bits(s);
        }
}

static i32 integer(u64 bits, u8 type)
{
    switch (type) {
    case ME_S8: return (i8)bits;
    case ME_S4: return (i32)(bits ^ 8) - 8;
    default: return (i32)bits;
    }
}

static void multiply_integer(struct tensor *t, const struct ptx_matrix *f)
{
    for (u32 i = 0; i < f->m; i++)
        for (u32 j = 0; j < TENSOR_N; j++) {
            i64 s = (i32)t->c[i][j];
            for (u32 k = 0; k < f->k; k++) {
                if (t->absent[i][k])
                    continue;
                i32 x = integer(t->a[i][k], f->type[MAT_A]), y = integer(t->b[k][j], f->type[MAT_B]);
                s += f->type[MAT_A] != ME_B1 ? x * y : f->exclusive ? x ^ y : x & y;
            }
            if (f->saturate)
                s = MAX(MIN(s, INT32_MAX), INT32_MIN);
            t->c[i][j] = (u32)s;
        }
}

void tensor_multiply(struct tensor *t, const struct ptx_matrix *f)
{
    static const u32 all[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    switch (f->type[MAT_A]) {
    case ME_F64: multiply_f64(t, f); break;
    case ME_E4M3:
    case ME_E5M2: multiply_f8(t, f); break;
    case ME_F16:
        if (f->m == 8) {
            multiply_volta(t, f);
            break;
        } /* fall through */
    case ME_BF16:
    case ME_TF32: multiply_aligned(t, f, all, f->k, f->type[MAT_C], f->type[MAT_D], FRACTION); break;
    default: multiply_integer(t, f); break;
    }
}
