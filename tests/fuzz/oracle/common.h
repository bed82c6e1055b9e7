/* What both the device's and the host's compiler read before the kernels of a file: types, and arithmetic that is
   defined for every operand. DEV stands before each function that kernels call. */
typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;
typedef unsigned u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;
typedef float f32;
typedef double f64;

template <class T> struct uint_of { typedef u32 t; };
template <> struct uint_of<u64> { typedef u64 t; };
template <> struct uint_of<s64> { typedef u64 t; };

DEV static inline u32 mix(u32 h, u64 v)
{
    return (h ^ (u32)v ^ (u32)(v >> 32) * 31u) * 16777619u + 1u;
}
/* Division by 0 gives ~a, and the one quotient that overflows wraps. */
template <class T> DEV static inline T sdiv(T a, T b)
{
    if (b == 0)
        return (T)~a;
    if ((T)(b + 1) == 0)
        return (T)((typename uint_of<T>::t)0 - (typename uint_of<T>::t)a);
    return (T)(a / b);
}
template <class T> DEV static inline T srem(T a, T b)
{
    if (b == 0)
        return a;
    if ((T)(b + 1) == 0)
        return 0;
    return (T)(a % b);
}
template <class T> DEV static inline T udiv(T a, T b)
{
    return b == 0 ? (T)~a : (T)(a / b);
}
template <class T> DEV static inline T urem(T a, T b)
{
    return b == 0 ? a : (T)(a % b);
}
/* Bits as numbers and back. A NaN has one pattern: hosts and GPUs make different ones. */
DEV static inline f32 uf(u32 x)
{
    f32 f;
    __builtin_memcpy(&f, &x, 4);
    return f;
}
DEV static inline f64 ud(u64 x)
{
    f64 f;
    __builtin_memcpy(&f, &x, 8);
    return f;
}
DEV static inline u32 fu(f32 f)
{
    u32 x;
    if (f != f)
        return 0x7fffffffu;
    __builtin_memcpy(&x, &f, 4);
    return x;
}
DEV static inline u64 du(f64 f)
{
    u64 x;
    if (f != f)
        return 0x7fffffffffffffffull;
    __builtin_memcpy(&x, &f, 8);
    return x;
}
DEV static inline u16 hc(u16 h)
{
    return (h & 0x7fff) > 0x7c00 ? 0x7fff : h;
}
DEV static inline u16 bc(u16 h)
{
    return (h & 0x7fff) > 0x7f80 ? 0x7fff : h;
}
/* A value that every integer type can have */
DEV static inline f32 small_f(f32 x)
{
    return x > 0.0f && x < 100.0f ? x : 5.5f;
}
DEV static inline f64 small_d(f64 x)
{
    return x > 0.0 && x < 100.0 ? x : 7.25;
}
/* The k-th lane of a mask, from 0 on, modulo their number */
DEV static inline u32 nth(u32 m, u32 k)
{
    k %= (u32)__popc(m);
    while (k--)
        m &= m - 1u;
    return (u32)__ffs((int)m) - 1u;
}
struct __attribute__((packed)) packed5 {
    u8 a;
    u32 b;
    u16 c;
    u64 d;
    s8 e;
};
struct mixed5 {
    u8 a;
    s16 b;
    u32 c;
    u64 d;
    s8 e[3];
};
union words4 {
    u32 w[4];
    u16 h[8];
    s8 b[16];
    u64 d[2];
};
