/* The host's side of ops.h, and of the matrix units. After common.h. */
#define OP1(R, name, A, kind, D, H) static inline R name(A a) { MARK(#name); return (R)(H); }
#define OP2(R, name, A, B, kind, D, H) static inline R name(A a, B b) { MARK(#name); return (R)(H); }
#define OP3(R, name, A, B, C, kind, D, H) static inline R name(A a, B b, C c) { MARK(#name); return (R)(H); }
#define OP4(R, name, A, B, C, E, kind, D, H) static inline R name(A a, B b, C c, E d) { MARK(#name); return (R)(H); }

static inline u64 host_reverse(u64 v, int n)
{
    u64 r = 0;
    for (int i = 0; i < n; i++)
        r |= (v >> i & 1) << (n - 1 - i);
    return r;
}
static inline s32 host_low(s32 a, int n) { return (s32)((u32)a << (32 - n)) >> (32 - n); }
static inline s64 host_clamp(s64 v, s64 least, s64 most) { return v < least ? least : v > most ? most : v; }
static inline u32 host_prmt(u32 a, u32 b, u32 how)
{
    u64 from = (u64)b << 32 | a;
    u32 r = 0;
    for (int i = 0; i < 4; i++) {
        u32 k = how >> 4 * i & 15, byte = (u32)(from >> 8 * (k & 7)) & 255;
        if (k & 8)
            byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * i;
    }
    return r;
}
static const u32 host_b4e[4] = {0x5670, 0x6701, 0x7012, 0x0123}, host_ecl[4] = {0x3210, 0x3211, 0x3222, 0x3333};
static inline u32 host_lop3(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
    for (int i = 0; i < 32; i++)
        r |= (table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
    return r;
}
/* Of 64-bit fields a card takes positions and lengths as they are, of 32-bit ones their low byte. */
static inline u32 host_field(u32 x, u32 width) { return width == 32 ? x & 255 : x < 255 ? x : 255; }
static inline u64 host_bfe(u64 a, u32 pos, u32 len, u32 width, bool is_signed)
{
    pos = host_field(pos, width), len = host_field(len, width);
    u32 top = width - 1, last = pos + len - 1 < top ? pos + len - 1 : top;
    u64 sign = !is_signed || len == 0 ? 0 : a >> last & 1, r = 0;
    for (u32 i = 0; i < width; i++)
        r |= (i < len && pos + i <= top ? a >> (pos + i) & 1 : sign) << i;
    return width == 32 && is_signed ? (u64)(s64)(s32)r : r;
}
static inline u64 host_bfi(u64 a, u64 into, u32 pos, u32 len, u32 width)
{
    pos = host_field(pos, width), len = host_field(len, width);
    for (u32 i = 0; i < len && pos + i < width; i++)
        into = (into & ~(1ull << (pos + i))) | (a >> i & 1) << (pos + i);
    return into;
}
static inline u32 host_bfind(u64 v) { return v ? 63u - (u32)__builtin_clzll(v) : 0xffffffffu; }
template <class T> static inline u32 host_dp(u32 a, u32 b, u32 c)
{
    for (int i = 0; i < 4; i++)
        c += (u32)((s32)(T)(a >> 8 * i) * (s32)(T)(b >> 8 * i));
    return c;
}
template <class F> static inline u32 host_bytes(u32 a, u32 b, F f)
{
    u32 r = 0;
    for (int i = 0; i < 4; i++)
        r |= ((u32)f((s32)(a >> 8 * i & 255), (s32)(b >> 8 * i & 255)) & 255) << 8 * i;
    return r;
}
static inline u32 host_loop(u32 a, u32 b)
{
    for (u32 k = b & 7; k; k--)
        a = a * 5 + k;
    return a;
}

/* ---- Floats ---- */
#define HOST_ROUND(mode, T, e, x_, y_, z_)                                                                             \
    ([&]() {                                                                                                           \
        volatile T x = (T)(x_), y = (T)(y_), z = (T)(z_), r;                                                           \
        (void)y, (void)z;                                                                                              \
        fesetround(mode);                                                                                              \
        r = (T)(e);                                                                                                    \
        fesetround(FE_TONEAREST);                                                                                      \
        return (T)r;                                                                                                   \
    }())
#define HOST_FROM(mode, I, T, a_)                                                                                      \
    ([&]() {                                                                                                           \
        volatile I x = a_;                                                                                             \
        volatile T r;                                                                                                  \
        fesetround(mode);                                                                                              \
        r = (T)x;                                                                                                      \
        fesetround(FE_TONEAREST);                                                                                      \
        return (T)r;                                                                                                   \
    }())
template <class T> static inline T host_min(T a, T b)
{
    return a != a ? b : b != b ? a : a < b ? a : b < a ? b : __builtin_signbit(a) ? a : b;
}
template <class T> static inline T host_max(T a, T b)
{
    return a != a ? b : b != b ? a : a > b ? a : b > a ? b : __builtin_signbit(a) ? b : a;
}
static inline f64 host_rint(f64 x, int mode)
{
    return mode == FE_TOWARDZERO ? __builtin_trunc(x) : mode == FE_UPWARD ? __builtin_ceil(x) : mode == FE_DOWNWARD ? __builtin_floor(x) : __builtin_rint(x);
}
/* Out of range: the nearest that there is. NaN: 0, but the least integer (s64) or half the range (u64) where one side has 64 bits */
template <class T> static inline T host_to_int(f64 x, int mode, bool wide = false)
{
    const bool is_signed = (T)-1 < 0;
    const int bits = (int)sizeof(T) * 8;
    if (x != x)
        return wide || bits == 64 ? (T)(1ull << (bits - 1)) : (T)0;
    x = host_rint(x, mode);
    f64 end = bits == 64 ? (is_signed ? 0x1p63 : 0x1p64) : (is_signed ? 0x1p31 : 0x1p32);
    if (x >= end)
        return (T)(is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits));
    if (is_signed ? x < -end : x < 0)
        return (T)(is_signed ? 1ull << (bits - 1) : 0);
    return (T)x;
}
template <class T> static inline T host_to_int_d(f64 x, int mode) { return host_to_int<T>(x, mode, true); }
template <class T> static inline T host_to_int64(f64 x, int mode) { return host_to_int<T>(x, mode); }

/* a + b, rounded to odd where it is not exact: rounding it again to fewer bits is as rounding the sum once. */
static inline f64 host_odd_sum(f64 a, f64 b)
{
    volatile f64 s = a + b, bb = s - a, err = (a - (s - bb)) + (b - bb);
    f64 sum = s;
    if (!(sum - sum == 0) || err == 0)
        return sum;
    u64 bits;
    memcpy(&bits, &sum, 8);
    if (!(bits & 1))
        bits += (err > 0) == (sum > 0) ? 1ull : ~0ull;
    memcpy(&sum, &bits, 8);
    return sum;
}
/* To a float of `mant` bits behind the point and exponents down to `least`, whose bits are `mant` + 1 + those of the exponent */
static inline u16 host_narrow(f64 x, int mant, int least, int greatest, u16 nan, int mode)
{
    if (x != x)
        return nan;
    u16 sign = __builtin_signbit(x) ? 0x8000 : 0, inf = (u16)((greatest + 1 - least + 1) << mant);
    f64 m = __builtin_fabs(x);
    if (m == 0)
        return sign;
    if (m > 1e300)
        return sign | inf;
    int e = __builtin_ilogb(m);
    if (e < least)
        e = least;
    if (mode == FE_UPWARD || mode == FE_DOWNWARD)
        mode = (mode == FE_UPWARD) == !sign ? FE_UPWARD : FE_TOWARDZERO;
    f64 units = host_rint(__builtin_ldexp(m, mant - e), mode); /* exact before it is rounded */
    if (units >= __builtin_ldexp(1, mant + 1))
        e++, units = __builtin_ldexp(1, mant);
    if (e > greatest)
        return sign | (u16)(mode == FE_TOWARDZERO ? inf - 1 : inf);
    u32 u = (u32)units;
    return sign | (u16)(u < 1u << mant ? u : ((u32)(e - least + 1) << mant) + (u - (1u << mant)));
}
static inline u16 host_f16(f64 x, int mode = FE_TONEAREST) { return host_narrow(x, 10, -14, 15, 0x7fff, mode); }
static inline u16 host_bf16(f64 x, int mode = FE_TONEAREST) { return host_narrow(x, 7, -126, 127, 0x7fff, mode); }
static inline f64 host_widen(u16 h, int mant, int least)
{
    int e = (h & 0x7fff) >> mant, m = h & ((1 << mant) - 1);
    int top = (0x7fff >> mant);
    f64 v = e == top ? (m ? __builtin_nan("") : __builtin_inf()) : e ? __builtin_ldexp((1 << mant) + m, e - 1 + least - mant) : __builtin_ldexp(m, least - mant);
    return h & 0x8000 ? -v : v;
}
static inline f64 host_of_f16(u16 h) { return host_widen(h, 10, -14); }
static inline f64 host_of_bf16(u16 h) { return host_widen(h, 7, -126); }
template <class F> static inline u32 host_pair(u32 a, u32 b, u32 c, F f)
{
    return (u32)f((u16)a, (u16)b, (u16)c) | (u32)f((u16)(a >> 16), (u16)(b >> 16), (u16)(c >> 16)) << 16;
}

#include "ops.h"

/* ---- Matrix units ---- */
struct product {
    void *d;
    const u32 *a, *b;
};
/* D += A B: EA bytes an element of A and B, of which a register has 4 / EA; of(bits) is an element's value. */
template <class D, class S, int EA, S (*of)(u32)> static void multiply(fiber **lanes, unsigned)
{
    enum { K = 32 / EA, PER = 4 / EA };
    static S a[16][K], b[K][8];
    for (int l = 0; l < 32; l++) {
        auto *p = (product *)lanes[l]->args;
        int g = l >> 2, t = l & 3;
        for (int i = 0; i < 4 * PER; i++)
            a[g + 8 * (i / PER & 1)][t * PER + i % PER + 4 * PER * (i / PER / 2)] = of(p->a[i / PER] >> 8 * EA * (i % PER));
        for (int i = 0; i < 2 * PER; i++)
            b[t * PER + i % PER + 4 * PER * (i / PER)][g] = of(p->b[i / PER] >> 8 * EA * (i % PER));
    }
    for (int l = 0; l < 32; l++) {
        auto *p = (product *)lanes[l]->args;
        for (int i = 0; i < 4; i++) {
            S sum = (S)((D *)p->d)[i];
            for (int k = 0; k < K; k++)
                sum += a[(l >> 2) + 8 * (i >> 1)][k] * b[k][(l & 3) * 2 + (i & 1)];
            ((D *)p->d)[i] = (D)sum;
        }
    }
}
static inline f64 of_f16_bits(u32 x) { return host_of_f16((u16)x); }
static inline f64 of_bf16_bits(u32 x) { return host_of_bf16((u16)x); }
static inline s64 of_s8_bits(u32 x) { return (s8)x; }
static inline s64 of_u8_bits(u32 x) { return (u8)x; }
#define MMA(name, D, S, EA, of) \
    static inline void name(D *d, const u32 *a, const u32 *b) { MARK(#name); product p = {d, a, b}; meet(0xffffffffu, #name, &p, multiply<D, S, EA, of>); }
MMA(mma_f16, f32, f64, 2, of_f16_bits) MMA(mma_bf16, f32, f64, 2, of_bf16_bits) MMA(mma_s8, s32, s64, 1, of_s8_bits) MMA(mma_u8, s32, s64, 1, of_u8_bits)

struct rows {
    u32 *d;
    const void *row;
};
template <int N, bool TRANS> static void load_matrix(fiber **lanes, unsigned)
{
    for (int k = 0; k < N; k++)
        for (int l = 0; l < 32; l++)
            for (int h = 0; h < 2; h++) {
                int row = TRANS ? (l & 3) * 2 + h : l >> 2, column = TRANS ? l >> 2 : (l & 3) * 2 + h;
                u16 v;
                memcpy(&v, (const char *)((rows *)lanes[8 * k + row]->args)->row + 2 * column, 2);
                u32 *d = &((rows *)lanes[l]->args)->d[k];
                *d = h ? *d | (u32)v << 16 : v;
            }
}
static inline void ldmatrix4(u32 *d, const void *row) { MARK("ldmatrix"); rows r = {d, row}; meet(0xffffffffu, "ldmatrix", &r, load_matrix<4, false>); }
static inline void ldmatrix2_trans(u32 *d, const void *row) { MARK("ldmatrix.trans"); rows r = {d, row}; meet(0xffffffffu, "ldmatrix.trans", &r, load_matrix<2, true>); }
