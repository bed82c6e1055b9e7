/* The video (SIMD-in-a-word) intrinsics: two halves or four bytes of a word at a time. Each lane is widened to int,
   treated and packed again; the suffix says what happens at the edges: s signed, u unsigned, ss and us saturate. */
#ifndef SLUICE_SIMD_H
#define SLUICE_SIMD_H

SLUICE_D int sluice_simd_s(unsigned int v, int i, int w)
{
    return (int)(v << (32 - w - i)) >> (32 - w);
}
SLUICE_D int sluice_simd_u(unsigned int v, int i, int w)
{
    return (int)((v >> i) & ((1u << w) - 1));
}
SLUICE_D int sluice_simd_clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}
SLUICE_D unsigned int sluice_simd_put(int v, int i, int w)
{
    return ((unsigned int)v & ((1u << w) - 1)) << i;
}

/* name2 and name4; a and b are the lanes as ints by `get`, `e` is the lane's result */
#define SLUICE_LANES(n, lanes, step)                                                                                 \
    {                                                                                                                \
        const int w = 32 / n;                                                                                        \
        unsigned int r = 0;                                                                                          \
        for (int i = 0; i < 32; i += w) {                                                                            \
            lanes;                                                                                                   \
            step;                                                                                                    \
        }                                                                                                            \
        return r;                                                                                                    \
    }
#define SLUICE_SIMD1(name, n, get, e)                                                                                \
    SLUICE_D unsigned int name##n(unsigned int x)                                                                    \
        SLUICE_LANES(n, int a = sluice_simd_##get(x, i, w), r |= sluice_simd_put(e, i, w))
#define SLUICE_SIMD2(name, n, get, e)                                                                                \
    SLUICE_D unsigned int name##n(unsigned int x, unsigned int y) SLUICE_LANES(                                      \
        n, int a = sluice_simd_##get(x, i, w); int b = sluice_simd_##get(y, i, w), r |= sluice_simd_put(e, i, w))
/* the sum of the lanes' results */
#define SLUICE_SIMDSUM(name, n, get, e)                                                                              \
    SLUICE_D unsigned int name##n(unsigned int x, unsigned int y) SLUICE_LANES(                                      \
        n, int a = sluice_simd_##get(x, i, w); int b = sluice_simd_##get(y, i, w), r += (unsigned int)(e))
#define SLUICE_TOP ((1 << (w - 1)) - 1)
#define SLUICE_BOTH(kind, name, get, e) kind(name, 2, get, e) kind(name, 4, get, e)
SLUICE_BOTH(SLUICE_SIMD1, __vabs, s, a < 0 ? -a : a)
SLUICE_BOTH(SLUICE_SIMD1, __vabsss, s, sluice_simd_clamp(a < 0 ? -a : a, 0, SLUICE_TOP))
SLUICE_BOTH(SLUICE_SIMD1, __vneg, s, -a)
SLUICE_BOTH(SLUICE_SIMD1, __vnegss, s, sluice_simd_clamp(-a, -SLUICE_TOP - 1, SLUICE_TOP))
SLUICE_BOTH(SLUICE_SIMD2, __vadd, u, a + b)
SLUICE_BOTH(SLUICE_SIMD2, __vaddss, s, sluice_simd_clamp(a + b, -SLUICE_TOP - 1, SLUICE_TOP))
SLUICE_BOTH(SLUICE_SIMD2, __vaddus, u, sluice_simd_clamp(a + b, 0, 2 * SLUICE_TOP + 1))
SLUICE_BOTH(SLUICE_SIMD2, __vsub, u, a - b)
SLUICE_BOTH(SLUICE_SIMD2, __vsubss, s, sluice_simd_clamp(a - b, -SLUICE_TOP - 1, SLUICE_TOP))
SLUICE_BOTH(SLUICE_SIMD2, __vsubus, u, sluice_simd_clamp(a - b, 0, 2 * SLUICE_TOP + 1))
SLUICE_BOTH(SLUICE_SIMD2, __vavgs, s, (a + b + (a + b >= 0)) >> 1)
SLUICE_BOTH(SLUICE_SIMD2, __vavgu, u, (a + b + 1) >> 1)
SLUICE_BOTH(SLUICE_SIMD2, __vhaddu, u, (a + b) >> 1)
SLUICE_BOTH(SLUICE_SIMD2, __vabsdiffs, s, a < b ? b - a : a - b)
SLUICE_BOTH(SLUICE_SIMD2, __vabsdiffu, u, a < b ? b - a : a - b)
SLUICE_BOTH(SLUICE_SIMD2, __vmaxs, s, a < b ? b : a)
SLUICE_BOTH(SLUICE_SIMD2, __vmaxu, u, a < b ? b : a)
SLUICE_BOTH(SLUICE_SIMD2, __vmins, s, b < a ? b : a)
SLUICE_BOTH(SLUICE_SIMD2, __vminu, u, b < a ? b : a)
SLUICE_BOTH(SLUICE_SIMDSUM, __vsads, s, a < b ? b - a : a - b)
SLUICE_BOTH(SLUICE_SIMDSUM, __vsadu, u, a < b ? b - a : a - b)
#define SLUICE_COMPARE(what, get, op)                                                                                \
    SLUICE_BOTH(SLUICE_SIMD2, __vcmp##what, get, a op b ? -1 : 0)                                                    \
    SLUICE_BOTH(SLUICE_SIMD2, __vset##what, get, a op b ? 1 : 0)
SLUICE_COMPARE(eq, u, ==)
SLUICE_COMPARE(ne, u, !=)
SLUICE_COMPARE(ges, s, >=)
SLUICE_COMPARE(geu, u, >=)
SLUICE_COMPARE(gts, s, >)
SLUICE_COMPARE(gtu, u, >)
SLUICE_COMPARE(les, s, <=)
SLUICE_COMPARE(leu, u, <=)
SLUICE_COMPARE(lts, s, <)
SLUICE_COMPARE(ltu, u, <)
#undef SLUICE_COMPARE
#undef SLUICE_BOTH
#undef SLUICE_TOP
#undef SLUICE_SIMDSUM
#undef SLUICE_SIMD2
#undef SLUICE_SIMD1

/* Sums against a limit, greatest and least of three; relu: never below 0; 16x2: each half by itself */
#define SLUICE_DPX(T, s)                                                                                             \
    SLUICE_D T __viaddmax_##s(T a, T b, T c) { T v = (T)((unsigned int)a + (unsigned int)b); return v > c ? v : c; } \
    SLUICE_D T __viaddmin_##s(T a, T b, T c) { T v = (T)((unsigned int)a + (unsigned int)b); return v < c ? v : c; } \
    SLUICE_D T __vimax3_##s(T a, T b, T c) { T v = a > b ? a : b; return v > c ? v : c; }                            \
    SLUICE_D T __vimin3_##s(T a, T b, T c) { T v = a < b ? a : b; return v < c ? v : c; }
SLUICE_DPX(int, s32)
SLUICE_DPX(unsigned int, u32)
#undef SLUICE_DPX
#define SLUICE_RELU(name)                                                                                            \
    SLUICE_D int name##_s32_relu(int a, int b, int c) { int v = name##_s32(a, b, c); return v > 0 ? v : 0; }
SLUICE_RELU(__viaddmax) SLUICE_RELU(__viaddmin) SLUICE_RELU(__vimax3) SLUICE_RELU(__vimin3)
#undef SLUICE_RELU
SLUICE_D int __vimax_s32_relu(int a, int b) { int v = a > b ? a : b; return v > 0 ? v : 0; }
SLUICE_D int __vimin_s32_relu(int a, int b) { int v = a < b ? a : b; return v > 0 ? v : 0; }
SLUICE_D int __vibmax_s32(int a, int b, bool *first) { *first = a >= b; return a >= b ? a : b; }
SLUICE_D int __vibmin_s32(int a, int b, bool *first) { *first = a <= b; return a <= b ? a : b; }
#define SLUICE_DPX2(sum, max2, min2, s)                                                                              \
    SLUICE_D unsigned int __viaddmax_##s(unsigned int a, unsigned int b, unsigned int c) { return max2(sum(a, b), c); } \
    SLUICE_D unsigned int __viaddmin_##s(unsigned int a, unsigned int b, unsigned int c) { return min2(sum(a, b), c); } \
    SLUICE_D unsigned int __vimax3_##s(unsigned int a, unsigned int b, unsigned int c) { return max2(max2(a, b), c); } \
    SLUICE_D unsigned int __vimin3_##s(unsigned int a, unsigned int b, unsigned int c) { return min2(min2(a, b), c); }
SLUICE_DPX2(__vadd2, __vmaxs2, __vmins2, s16x2)
SLUICE_DPX2(__vadd2, __vmaxu2, __vminu2, u16x2)
#undef SLUICE_DPX2
#define SLUICE_RELU2(name)                                                                                           \
    SLUICE_D unsigned int name##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(name##_s16x2(a, b, c), 0); }
SLUICE_RELU2(__viaddmax) SLUICE_RELU2(__viaddmin) SLUICE_RELU2(__vimax3) SLUICE_RELU2(__vimin3)
#undef SLUICE_RELU2
SLUICE_D unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmaxs2(a, b), 0); }
SLUICE_D unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmins2(a, b), 0); }
SLUICE_D unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *first) { *first = a >= b; return a >= b ? a : b; }
SLUICE_D unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *first) { *first = a <= b; return a <= b ? a : b; }
/* which half is the first operand's */
#define SLUICE_VIB2(name, T, best, op)                                                                               \
    SLUICE_D unsigned int name(unsigned int a, unsigned int b, bool *high, bool *low)                                \
    {                                                                                                                \
        *high = (T)(a >> 16) op(T)(b >> 16);                                                                         \
        *low = (T)a op(T) b;                                                                                         \
        return best(a, b);                                                                                           \
    }
SLUICE_VIB2(__vibmax_s16x2, short, __vmaxs2, >=)
SLUICE_VIB2(__vibmin_s16x2, short, __vmins2, <=)
SLUICE_VIB2(__vibmax_u16x2, unsigned short, __vmaxu2, >=)
SLUICE_VIB2(__vibmin_u16x2, unsigned short, __vminu2, <=)
#undef SLUICE_VIB2

#endif
