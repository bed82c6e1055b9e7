/* Integer and bit intrinsics, casts between bit patterns, cache-hinted loads and stores. */
#ifndef SLUICE_INTRINSICS_H
#define SLUICE_INTRINSICS_H

SLUICE_D int __popc(unsigned int x) { return __builtin_popcount(x); }
SLUICE_D int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SLUICE_D int __clz(int x) { int r; asm("clz.b32 %0, %1;" : "=r"(r) : "r"(x)); return r; }
SLUICE_D int __clzll(long long x) { int r; asm("clz.b64 %0, %1;" : "=r"(r) : "l"(x)); return r; }
SLUICE_D unsigned int __brev(unsigned int x) { unsigned r; asm("brev.b32 %0, %1;" : "=r"(r) : "r"(x)); return r; }
SLUICE_D unsigned long long __brevll(unsigned long long x)
{
    unsigned long long r;
    asm("brev.b64 %0, %1;" : "=l"(r) : "l"(x));
    return r;
}
/* the lowest bit alone; unsigned, since -x of the least int is undefined, and clang takes it so */
SLUICE_D int __ffs(int x) { return x ? 32 - __clz((int)((unsigned int)x & (0u - (unsigned int)x))) : 0; }
SLUICE_D int __ffsll(long long x)
{
    return x ? 64 - __clzll((long long)((unsigned long long)x & (0ull - (unsigned long long)x))) : 0;
}
SLUICE_D int ffs(int x) { return __ffs(x); }
SLUICE_D int ffsll(long long x) { return __ffsll(x); }
SLUICE_D unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    int n = offset < 0 ? -offset : offset, b = (int)base, step = offset < 0 ? -1 : 1;
    if (offset == 0)
        return (mask >> base) & 1 ? base : 0xffffffffu;
    for (; b >= 0 && b < 32; b += step)
        if ((mask >> b) & 1 && --n == 0)
            return (unsigned)b;
    return 0xffffffffu;
}
/* A selector has three bits: prmt's fourth, which copies a sign, is cut off (as on an H200). */
SLUICE_D unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int s)
{
    unsigned int r;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s & 0x7777));
    return r;
}
#define SLUICE_SHF(name, op)                                                                                 \
    SLUICE_D unsigned int name(unsigned int lo, unsigned int hi, unsigned int n)                             \
    {                                                                                                        \
        unsigned int r;                                                                                      \
        asm("shf." op ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(n));                          \
        return r;                                                                                            \
    }
SLUICE_SHF(__funnelshift_l, "l.wrap")
SLUICE_SHF(__funnelshift_lc, "l.clamp")
SLUICE_SHF(__funnelshift_r, "r.wrap")
SLUICE_SHF(__funnelshift_rc, "r.clamp")
#undef SLUICE_SHF

#define SLUICE_OP2(name, T, R, ins, c)                                                                       \
    SLUICE_D R name(T a, T b) { R r; asm(ins " %0, %1, %2;" : "=" c(r) : c(a), c(b)); return r; }
#define SLUICE_OP3(name, A, C, R, ins)                                                                       \
    SLUICE_D R name(A a, A b, C c) { R r; asm(ins " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
SLUICE_OP2(__mul24, int, int, "mul24.lo.s32", "r")
SLUICE_OP2(__umul24, unsigned int, unsigned int, "mul24.lo.u32", "r")
SLUICE_OP2(__mulhi, int, int, "mul.hi.s32", "r")
SLUICE_OP2(__umulhi, unsigned int, unsigned int, "mul.hi.u32", "r")
SLUICE_OP2(__mul64hi, long long, long long, "mul.hi.s64", "l")
SLUICE_OP2(__umul64hi, unsigned long long, unsigned long long, "mul.hi.u64", "l")
SLUICE_OP3(__sad, int, unsigned int, unsigned int, "sad.s32")
SLUICE_OP3(__usad, unsigned int, unsigned int, unsigned int, "sad.u32")
SLUICE_OP3(__dp4a, int, int, int, "dp4a.s32.s32")
SLUICE_OP3(__dp4a, unsigned int, unsigned int, unsigned int, "dp4a.u32.u32")
#undef SLUICE_OP3
SLUICE_D int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
SLUICE_D int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
SLUICE_D unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
SLUICE_D unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

/* Bit patterns */
#define SLUICE_CAST(name, A, R)                                                                              \
    SLUICE_D R name(A a) { R r; __builtin_memcpy(&r, &a, sizeof(r)); return r; }
SLUICE_CAST(__float_as_int, float, int)
SLUICE_CAST(__float_as_uint, float, unsigned int)
SLUICE_CAST(__int_as_float, int, float)
SLUICE_CAST(__uint_as_float, unsigned int, float)
SLUICE_CAST(__double_as_longlong, double, long long)
SLUICE_CAST(__longlong_as_double, long long, double)
#undef SLUICE_CAST
SLUICE_D int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SLUICE_D int __double2loint(double x) { return (int)__double_as_longlong(x); }
SLUICE_D double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)(((unsigned long long)(unsigned)hi << 32) | (unsigned)lo));
}

/* Loads and stores with a cache hint. Types made of 1, 2 or 4 words of 8 to 64 bits. */
#define SLUICE_LD1(name, ins, T, t, c, V)                                                                    \
    SLUICE_D T name(const T *p) { V v; asm volatile(ins "." t " %0, [%1];" : "=" c(v) : "l"(p)); return (T)v; }
#define SLUICE_LD2(name, ins, T, t, c, V)                                                                    \
    SLUICE_D T name(const T *p)                                                                              \
    {                                                                                                        \
        V a, b;                                                                                              \
        T r;                                                                                                 \
        asm volatile(ins ".v2." t " {%0, %1}, [%2];" : "=" c(a), "=" c(b) : "l"(p));                         \
        r.x = (decltype(r.x))a, r.y = (decltype(r.y))b;                                                      \
        return r;                                                                                            \
    }
#define SLUICE_LD4(name, ins, T, t, c, V)                                                                    \
    SLUICE_D T name(const T *p)                                                                              \
    {                                                                                                        \
        V a, b, d, e;                                                                                        \
        T r;                                                                                                 \
        asm volatile(ins ".v4." t " {%0, %1, %2, %3}, [%4];" : "=" c(a), "=" c(b), "=" c(d), "=" c(e) : "l"(p)); \
        r.x = (decltype(r.x))a, r.y = (decltype(r.y))b, r.z = (decltype(r.z))d, r.w = (decltype(r.w))e;      \
        return r;                                                                                            \
    }
#define SLUICE_LD(name, ins)                                                                                 \
    SLUICE_LD1(name, ins, char, "s8", "r", int) SLUICE_LD1(name, ins, signed char, "s8", "r", int)           \
    SLUICE_LD1(name, ins, unsigned char, "u8", "r", unsigned) SLUICE_LD1(name, ins, short, "s16", "h", short) \
    SLUICE_LD1(name, ins, unsigned short, "u16", "h", unsigned short) SLUICE_LD1(name, ins, int, "s32", "r", int) \
    SLUICE_LD1(name, ins, unsigned int, "u32", "r", unsigned) SLUICE_LD1(name, ins, long, "s64", "l", long)  \
    SLUICE_LD1(name, ins, unsigned long, "u64", "l", unsigned long)                                          \
    SLUICE_LD1(name, ins, long long, "s64", "l", long long)                                                  \
    SLUICE_LD1(name, ins, unsigned long long, "u64", "l", unsigned long long)                                \
    SLUICE_LD1(name, ins, float, "f32", "f", float) SLUICE_LD1(name, ins, double, "f64", "d", double)        \
    SLUICE_LD2(name, ins, char2, "s8", "r", int) SLUICE_LD2(name, ins, uchar2, "u8", "r", unsigned)          \
    SLUICE_LD2(name, ins, short2, "s16", "h", short) SLUICE_LD2(name, ins, ushort2, "u16", "h", unsigned short) \
    SLUICE_LD2(name, ins, int2, "s32", "r", int) SLUICE_LD2(name, ins, uint2, "u32", "r", unsigned)          \
    SLUICE_LD2(name, ins, float2, "f32", "f", float) SLUICE_LD2(name, ins, double2, "f64", "d", double)      \
    SLUICE_LD2(name, ins, longlong2, "s64", "l", long long)                                                  \
    SLUICE_LD2(name, ins, ulonglong2, "u64", "l", unsigned long long)                                        \
    SLUICE_LD4(name, ins, char4, "s8", "r", int) SLUICE_LD4(name, ins, uchar4, "u8", "r", unsigned)          \
    SLUICE_LD4(name, ins, short4, "s16", "h", short) SLUICE_LD4(name, ins, ushort4, "u16", "h", unsigned short) \
    SLUICE_LD4(name, ins, int4, "s32", "r", int) SLUICE_LD4(name, ins, uint4, "u32", "r", unsigned)          \
    SLUICE_LD4(name, ins, float4, "f32", "f", float)
SLUICE_LD(__ldg, "ld.global.nc")
SLUICE_LD(__ldca, "ld.global.ca")
SLUICE_LD(__ldcg, "ld.global.cg")
SLUICE_LD(__ldcs, "ld.global.cs")
SLUICE_LD(__ldlu, "ld.global.lu")
SLUICE_LD(__ldcv, "ld.global.cv")
#undef SLUICE_LD
#undef SLUICE_LD1
#undef SLUICE_LD2
#undef SLUICE_LD4

#define SLUICE_ST1(name, ins, T, t, c, V)                                                                    \
    SLUICE_D void name(T *p, T x) { asm volatile(ins "." t " [%0], %1;" ::"l"(p), c((V)x) : "memory"); }
#define SLUICE_ST2(name, ins, T, t, c)                                                                       \
    SLUICE_D void name(T *p, T x)                                                                            \
    { asm volatile(ins ".v2." t " [%0], {%1, %2};" ::"l"(p), c(x.x), c(x.y) : "memory"); }
#define SLUICE_ST4(name, ins, T, t, c)                                                                       \
    SLUICE_D void name(T *p, T x)                                                                            \
    { asm volatile(ins ".v4." t " [%0], {%1, %2, %3, %4};" ::"l"(p), c(x.x), c(x.y), c(x.z), c(x.w) : "memory"); }
#define SLUICE_ST(name, ins)                                                                                 \
    SLUICE_ST1(name, ins, char, "s8", "r", int) SLUICE_ST1(name, ins, signed char, "s8", "r", int)           \
    SLUICE_ST1(name, ins, unsigned char, "u8", "r", unsigned) SLUICE_ST1(name, ins, short, "s16", "h", short) \
    SLUICE_ST1(name, ins, unsigned short, "u16", "h", unsigned short) SLUICE_ST1(name, ins, int, "s32", "r", int) \
    SLUICE_ST1(name, ins, unsigned int, "u32", "r", unsigned) SLUICE_ST1(name, ins, long, "s64", "l", long)  \
    SLUICE_ST1(name, ins, unsigned long, "u64", "l", unsigned long)                                          \
    SLUICE_ST1(name, ins, long long, "s64", "l", long long)                                                  \
    SLUICE_ST1(name, ins, unsigned long long, "u64", "l", unsigned long long)                                \
    SLUICE_ST1(name, ins, float, "f32", "f", float) SLUICE_ST1(name, ins, double, "f64", "d", double)        \
    SLUICE_ST2(name, ins, int2, "s32", "r") SLUICE_ST2(name, ins, uint2, "u32", "r")                         \
    SLUICE_ST2(name, ins, float2, "f32", "f") SLUICE_ST2(name, ins, double2, "f64", "d")                     \
    SLUICE_ST4(name, ins, int4, "s32", "r") SLUICE_ST4(name, ins, uint4, "u32", "r")                         \
    SLUICE_ST4(name, ins, float4, "f32", "f")
SLUICE_ST(__stwb, "st.global.wb")
SLUICE_ST(__stcg, "st.global.cg")
SLUICE_ST(__stcs, "st.global.cs")
SLUICE_ST(__stwt, "st.global.wt")
#undef SLUICE_ST
#undef SLUICE_ST1
#undef SLUICE_ST2
#undef SLUICE_ST4

/* Two halves of a times two bytes of b */
SLUICE_D int __dp2a_lo(int a, int b, int c)
{
    return (int)((unsigned int)c + (unsigned int)((short)a * (signed char)b) + (unsigned int)((a >> 16) * (signed char)(b >> 8)));
}
SLUICE_D int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
SLUICE_D unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)
{
    return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * ((b >> 8) & 0xff);
}
SLUICE_D unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) { return __dp2a_lo(a, b >> 16, c); }
SLUICE_D void *__cvta_shared_to_generic(size_t a) { void *p; asm("cvta.shared.u64 %0, %1;" : "=l"(p) : "l"(a)); return p; }
SLUICE_D void *__cvta_global_to_generic(size_t a) { void *p; asm("cvta.global.u64 %0, %1;" : "=l"(p) : "l"(a)); return p; }
SLUICE_D void *__cvta_local_to_generic(size_t a) { void *p; asm("cvta.local.u64 %0, %1;" : "=l"(p) : "l"(a)); return p; }
SLUICE_D size_t __cvta_generic_to_local(const void *p) { size_t a; asm("cvta.to.local.u64 %0, %1;" : "=l"(a) : "l"(p)); return a; }
SLUICE_D size_t __cvta_generic_to_constant(const void *p) { size_t a; asm("cvta.to.const.u64 %0, %1;" : "=l"(a) : "l"(p)); return a; }

#endif
