/* What half and bfloat16 have in common. Included once for each, with SLUICE_T and SLUICE_T2 (the types), SLUICE_TO (float to it, to
   nearest even), SLUICE_FROM (back) and SLUICE_OF (bits to it) defined; .__x holds the bits. Arithmetic that has no PTX instruction here
   is done in float and rounded. No guard. */
#define SLUICE_X static __inline__ __host__ __device__
#define SLUICE_XD static __inline__ __device__

/* Comparisons: unordered ones are true if an operand is NaN; 2: both halves, 1.0 or 0.0 each; b: true if both are; mask: ones */
#define SLUICE_CMP(name, op)                                                                                 \
    SLUICE_X bool __h##name##u(SLUICE_T a, SLUICE_T b) { return __hisnan(a) || __hisnan(b) || __h##name(a, b); } \
    SLUICE_X SLUICE_T2 __h##name##2(SLUICE_T2 a, SLUICE_T2 b)                                                \
    { return SLUICE_T2(SLUICE_TO(__h##name(a.x, b.x) ? 1.0f : 0.0f), SLUICE_TO(__h##name(a.y, b.y) ? 1.0f : 0.0f)); } \
    SLUICE_X SLUICE_T2 __h##name##u2(SLUICE_T2 a, SLUICE_T2 b)                                               \
    { return SLUICE_T2(SLUICE_TO(__h##name##u(a.x, b.x) ? 1.0f : 0.0f), SLUICE_TO(__h##name##u(a.y, b.y) ? 1.0f : 0.0f)); } \
    SLUICE_X bool __hb##name##2(SLUICE_T2 a, SLUICE_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    SLUICE_X bool __hb##name##u2(SLUICE_T2 a, SLUICE_T2 b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); } \
    SLUICE_X unsigned int __h##name##2_mask(SLUICE_T2 a, SLUICE_T2 b)                                        \
    { return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); }                \
    SLUICE_X unsigned int __h##name##u2_mask(SLUICE_T2 a, SLUICE_T2 b)                                       \
    { return (__h##name##u(a.x, b.x) ? 0xffffu : 0) | (__h##name##u(a.y, b.y) ? 0xffff0000u : 0); }          \
    SLUICE_X bool operator op(const SLUICE_T2 &a, const SLUICE_T2 &b) { return __hb##name##2(a, b); }
SLUICE_CMP(eq, ==) SLUICE_CMP(ne, !=) SLUICE_CMP(lt, <) SLUICE_CMP(le, <=) SLUICE_CMP(gt, >) SLUICE_CMP(ge, >=)
#undef SLUICE_CMP
SLUICE_X SLUICE_T2 __hisnan2(SLUICE_T2 a) { return SLUICE_T2(SLUICE_TO(__hisnan(a.x) ? 1.0f : 0.0f), SLUICE_TO(__hisnan(a.y) ? 1.0f : 0.0f)); }
SLUICE_X SLUICE_T __hmin_nan(SLUICE_T a, SLUICE_T b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }
SLUICE_X SLUICE_T __hmax_nan(SLUICE_T a, SLUICE_T b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }

/* Saturated to [0, 1], NaN to 0; relu: below 0 is 0; rn: never contracted */
SLUICE_X SLUICE_T sluice_sat(SLUICE_T a)
{
    float f = SLUICE_FROM(a);
    return SLUICE_TO(f > 0.0f ? (f < 1.0f ? f : 1.0f) : 0.0f);
}
SLUICE_X SLUICE_T sluice_relu(SLUICE_T a) { return SLUICE_FROM(a) < 0.0f ? SLUICE_TO(0.0f) : a; }
SLUICE_X SLUICE_T __hadd_sat(SLUICE_T a, SLUICE_T b) { return sluice_sat(__hadd(a, b)); }
SLUICE_X SLUICE_T __hsub_sat(SLUICE_T a, SLUICE_T b) { return sluice_sat(__hsub(a, b)); }
SLUICE_X SLUICE_T __hmul_sat(SLUICE_T a, SLUICE_T b) { return sluice_sat(__hmul(a, b)); }
SLUICE_X SLUICE_T __hfma_sat(SLUICE_T a, SLUICE_T b, SLUICE_T c) { return sluice_sat(__hfma(a, b, c)); }
SLUICE_X SLUICE_T __hfma_relu(SLUICE_T a, SLUICE_T b, SLUICE_T c) { return sluice_relu(__hfma(a, b, c)); }
SLUICE_X SLUICE_T __hadd_rn(SLUICE_T a, SLUICE_T b) { return __hadd(a, b); }
SLUICE_X SLUICE_T __hsub_rn(SLUICE_T a, SLUICE_T b) { return __hsub(a, b); }
SLUICE_X SLUICE_T __hmul_rn(SLUICE_T a, SLUICE_T b) { return __hmul(a, b); }

/* Both halves of a pair */
#define SLUICE_PAIR1(name2, name) SLUICE_X SLUICE_T2 name2(SLUICE_T2 a) { return SLUICE_T2(name(a.x), name(a.y)); }
#define SLUICE_PAIR2(name2, name) SLUICE_X SLUICE_T2 name2(SLUICE_T2 a, SLUICE_T2 b) { return SLUICE_T2(name(a.x, b.x), name(a.y, b.y)); }
#define SLUICE_PAIR3(name2, name)                                                                            \
    SLUICE_X SLUICE_T2 name2(SLUICE_T2 a, SLUICE_T2 b, SLUICE_T2 c) { return SLUICE_T2(name(a.x, b.x, c.x), name(a.y, b.y, c.y)); }
SLUICE_PAIR1(__habs2, __habs)
SLUICE_PAIR2(__hmin2, __hmin) SLUICE_PAIR2(__hmax2, __hmax) SLUICE_PAIR2(__hmin2_nan, __hmin_nan) SLUICE_PAIR2(__hmax2_nan, __hmax_nan)
SLUICE_PAIR2(__hadd2_sat, __hadd_sat) SLUICE_PAIR2(__hsub2_sat, __hsub_sat) SLUICE_PAIR2(__hmul2_sat, __hmul_sat)
SLUICE_PAIR2(__hadd2_rn, __hadd) SLUICE_PAIR2(__hsub2_rn, __hsub) SLUICE_PAIR2(__hmul2_rn, __hmul)
SLUICE_PAIR3(__hfma2_sat, __hfma_sat) SLUICE_PAIR3(__hfma2_relu, __hfma_relu)
SLUICE_X SLUICE_T2 __hcmadd(SLUICE_T2 a, SLUICE_T2 b, SLUICE_T2 c)
{
    return SLUICE_T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}
SLUICE_X SLUICE_T operator+(const SLUICE_T &a) { return a; }
SLUICE_X SLUICE_T2 operator+(const SLUICE_T2 &a) { return a; }
SLUICE_X SLUICE_T2 operator-(const SLUICE_T2 &a) { return SLUICE_T2(__hneg(a.x), __hneg(a.y)); }
SLUICE_X SLUICE_T &operator++(SLUICE_T &a) { return a = __hadd(a, SLUICE_TO(1.0f)); }
SLUICE_X SLUICE_T &operator--(SLUICE_T &a) { return a = __hsub(a, SLUICE_TO(1.0f)); }
SLUICE_X SLUICE_T operator++(SLUICE_T &a, int) { SLUICE_T r = a; ++a; return r; }
SLUICE_X SLUICE_T operator--(SLUICE_T &a, int) { SLUICE_T r = a; --a; return r; }
SLUICE_X SLUICE_T2 &operator++(SLUICE_T2 &a) { ++a.x, ++a.y; return a; }
SLUICE_X SLUICE_T2 &operator--(SLUICE_T2 &a) { --a.x, --a.y; return a; }

#if defined(__CUDA__) && defined(__clang__)
#define SLUICE_FN(n, f)                                                                                      \
    SLUICE_XD SLUICE_T h##n(SLUICE_T a) { return SLUICE_TO(f(SLUICE_FROM(a))); }                             \
    SLUICE_XD SLUICE_T2 h2##n(SLUICE_T2 a) { return SLUICE_T2(h##n(a.x), h##n(a.y)); }
SLUICE_FN(sqrt, sqrtf) SLUICE_FN(rsqrt, rsqrtf) SLUICE_FN(rcp, 1.0f / ) SLUICE_FN(exp, expf) SLUICE_FN(exp2, exp2f) SLUICE_FN(exp10, exp10f)
SLUICE_FN(log, logf) SLUICE_FN(log2, log2f) SLUICE_FN(log10, log10f) SLUICE_FN(sin, sinf) SLUICE_FN(cos, cosf) SLUICE_FN(ceil, ceilf)
SLUICE_FN(floor, floorf) SLUICE_FN(rint, rintf) SLUICE_FN(trunc, truncf) SLUICE_FN(tanh, tanhf)
#undef SLUICE_FN
#define SLUICE_SHFL1(name, B)                                                                                \
    SLUICE_XD SLUICE_T name(unsigned m, SLUICE_T v, B b, int w = 32)                                         \
    { return SLUICE_OF((unsigned short)name(m, (int)v.__x, b, w)); }                                         \
    SLUICE_XD SLUICE_T2 name(unsigned m, SLUICE_T2 v, B b, int w = 32)                                       \
    { int i; memcpy(&i, &v, 4); i = name(m, i, b, w); memcpy(&v, &i, 4); return v; }
SLUICE_SHFL1(__shfl_sync, int) SLUICE_SHFL1(__shfl_xor_sync, int) SLUICE_SHFL1(__shfl_up_sync, unsigned) SLUICE_SHFL1(__shfl_down_sync, unsigned)
#undef SLUICE_SHFL1
/* Templates, so that a program's own come first: CUDA 11's cuda_bf16.h has none of these before sm_80, and llm.c knows that */
#define SLUICE_LD(name)                                                                                      \
    template <int = 0> SLUICE_XD SLUICE_T name(const SLUICE_T *p) { return SLUICE_OF(name((const unsigned short *)p)); }        \
    template <int = 0> SLUICE_XD SLUICE_T2 name(const SLUICE_T2 *p)                                                             \
    { unsigned int u = name((const unsigned int *)p); SLUICE_T2 v; memcpy(&v, &u, 4); return v; }
SLUICE_LD(__ldg) SLUICE_LD(__ldcg) SLUICE_LD(__ldca) SLUICE_LD(__ldcs) SLUICE_LD(__ldlu) SLUICE_LD(__ldcv)
#undef SLUICE_LD
#define SLUICE_ST(name)                                                                                      \
    template <int = 0> SLUICE_XD void name(SLUICE_T *p, SLUICE_T v) { name((unsigned short *)p, v.__x); }                       \
    template <int = 0> SLUICE_XD void name(SLUICE_T2 *p, SLUICE_T2 v) { unsigned int u; memcpy(&u, &v, 4); name((unsigned int *)p, u); }
SLUICE_ST(__stwb) SLUICE_ST(__stcg) SLUICE_ST(__stcs) SLUICE_ST(__stwt)
#undef SLUICE_ST
/* One instruction from the card on that has it (SLUICE_ATOM_T, SLUICE_ATOM_T2: its name), before it a loop */
SLUICE_XD SLUICE_T atomicAdd(SLUICE_T *p, SLUICE_T v)
{
#ifdef SLUICE_ATOM_T
    SLUICE_T r;
    asm volatile("atom.add.noftz." SLUICE_ATOM_T " %0, [%1], %2;" : "=h"(r.__x) : "l"(p), "h"(v.__x) : "memory");
    return r;
#else
    unsigned short old = *(volatile unsigned short *)p, seen;
    do {
        seen = old;
        old = atomicCAS((unsigned short *)p, seen, __hadd(SLUICE_OF(seen), v).__x);
    } while (old != seen);
    return SLUICE_OF(old);
#endif
}
SLUICE_XD SLUICE_T2 atomicAdd(SLUICE_T2 *p, SLUICE_T2 v)
{
    SLUICE_T2 was;
#ifdef SLUICE_ATOM_T2
    unsigned int old, add;
    memcpy(&add, &v, 4);
    asm volatile("atom.add.noftz." SLUICE_ATOM_T2 " %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(add) : "memory");
#else
    unsigned int old = *(volatile unsigned int *)p, seen, sum;
    SLUICE_T2 next;
    do {
        seen = old;
        memcpy(&was, &seen, 4);
        next = SLUICE_T2(__hadd(was.x, v.x), __hadd(was.y, v.y));
        memcpy(&sum, &next, 4);
        old = atomicCAS((unsigned int *)p, seen, sum);
    } while (old != seen);
#endif
    memcpy(&was, &old, 4);
    return was;
}
#endif
#undef SLUICE_PAIR1
#undef SLUICE_PAIR2
#undef SLUICE_PAIR3
#undef SLUICE_X
#undef SLUICE_XD
