/* The math library (sluice_math.h: sinf, sin, ...), and what C++ adds: overloads for float, integer arguments, min, max. */
#ifndef SLUICE_MATH_ALL_H
#define SLUICE_MATH_ALL_H
#include "sluice_math_decl.h"
#include "sluice_math.h"

#define SLUICE_F(n) SLUICE_D float n(float x) { return n##f(x); }
SLUICE_MATH1(SLUICE_F)
#undef SLUICE_F
#define SLUICE_F(n) SLUICE_D float n(float x, float y) { return n##f(x, y); }
SLUICE_MATH2(SLUICE_F)
#undef SLUICE_F
SLUICE_D float pow(float x, int n) { return powf(x, (float)n); }
SLUICE_D double pow(double x, int n) { return pow(x, (double)n); }
SLUICE_D float fma(float a, float b, float c) { return fmaf(a, b, c); }
SLUICE_D float frexp(float x, int *e) { return frexpf(x, e); }
SLUICE_D float ldexp(float x, int e) { return ldexpf(x, e); }
SLUICE_D float scalbn(float x, int e) { return scalbnf(x, e); }
SLUICE_D float modf(float x, float *i) { return modff(x, i); }
SLUICE_D float remquo(float x, float y, int *q) { return remquof(x, y, q); }
SLUICE_D int ilogb(float x) { return ilogbf(x); }
SLUICE_D long lrint(float x) { return lrintf(x); }
SLUICE_D long lround(float x) { return lroundf(x); }
SLUICE_D long long llrint(float x) { return llrintf(x); }
SLUICE_D long long llround(float x) { return llroundf(x); }
SLUICE_D float rsqrt(float x) { return rsqrtf(x); }
SLUICE_D float abs(float x) { return fabsf(x); }
SLUICE_D double abs(double x) { return fabs(x); }

/* Integer arguments count as double, as in C++. */
#define SLUICE_F(n)                                                                                          \
    template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>                    \
    SLUICE_D double n(T x) { return n((double)x); }
namespace std
{
SLUICE_MATH1(SLUICE_F)
}
#undef SLUICE_F
#define SLUICE_F(n)                                                                                          \
    template <class T, class U,                                                                              \
              class = typename std::enable_if<std::is_arithmetic<T>::value && std::is_arithmetic<U>::value &&  \
                                              !(std::is_same<T, float>::value && std::is_same<U, float>::value) && \
                                              !(std::is_same<T, double>::value && std::is_same<U, double>::value)>::type> \
    SLUICE_D double n(T x, U y) { return n((double)x, (double)y); }
namespace std
{
SLUICE_MATH2(SLUICE_F)
}
#undef SLUICE_F
#define SLUICE_F(n) using std::n;
SLUICE_MATH1(SLUICE_F)
SLUICE_MATH2(SLUICE_F)
#undef SLUICE_F

/* min and max: device overloads for every pair of types that CUDA has; the host gets them too, as from nvcc. */
#define SLUICE_MINMAX(T)                                                                                     \
    static __host__ __device__ __inline__ T min(T a, T b) { return b < a ? b : a; }                          \
    static __host__ __device__ __inline__ T max(T a, T b) { return a < b ? b : a; }
SLUICE_MINMAX(int)
SLUICE_MINMAX(unsigned int)
SLUICE_MINMAX(long)
SLUICE_MINMAX(unsigned long)
SLUICE_MINMAX(long long)
SLUICE_MINMAX(unsigned long long)
#undef SLUICE_MINMAX
#define SLUICE_MIX(S, U, R)                                                                                  \
    static __host__ __device__ __inline__ R min(S a, U b) { return (R)b < (R)a ? (R)b : (R)a; }              \
    static __host__ __device__ __inline__ R max(S a, U b) { return (R)a < (R)b ? (R)b : (R)a; }              \
    static __host__ __device__ __inline__ R min(U a, S b) { return (R)b < (R)a ? (R)b : (R)a; }              \
    static __host__ __device__ __inline__ R max(U a, S b) { return (R)a < (R)b ? (R)b : (R)a; }
SLUICE_MIX(int, unsigned int, unsigned int)
SLUICE_MIX(long, unsigned long, unsigned long)
SLUICE_MIX(long long, unsigned long long, unsigned long long)
#undef SLUICE_MIX
SLUICE_D float min(float a, float b) { return fminf(a, b); }
SLUICE_D float max(float a, float b) { return fmaxf(a, b); }
SLUICE_D double min(double a, double b) { return fmin(a, b); }
SLUICE_D double max(double a, double b) { return fmax(a, b); }
SLUICE_D double min(float a, double b) { return fmin((double)a, b); }
SLUICE_D double max(float a, double b) { return fmax((double)a, b); }
SLUICE_D double min(double a, float b) { return fmin(a, (double)b); }
SLUICE_D double max(double a, float b) { return fmax(a, (double)b); }
static __host__ __inline__ float min(float a, float b) { return b < a ? b : a; }
static __host__ __inline__ float max(float a, float b) { return a < b ? b : a; }
static __host__ __inline__ double min(double a, double b) { return b < a ? b : a; }
static __host__ __inline__ double max(double a, double b) { return a < b ? b : a; }
static __host__ __inline__ double min(float a, double b) { return b < a ? b : a; }
static __host__ __inline__ double max(float a, double b) { return a < b ? b : a; }
static __host__ __inline__ double min(double a, float b) { return b < a ? b : a; }
static __host__ __inline__ double max(double a, float b) { return a < b ? b : a; }
SLUICE_D unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
SLUICE_D unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
SLUICE_D long long llmin(long long a, long long b) { return a < b ? a : b; }
SLUICE_D long long llmax(long long a, long long b) { return a > b ? a : b; }
SLUICE_D unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
SLUICE_D unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

SLUICE_D int abs(int x) { return x < 0 ? -x : x; }
SLUICE_D long abs(long x) { return x < 0 ? -x : x; }
SLUICE_D long long abs(long long x) { return x < 0 ? -x : x; }
SLUICE_D long labs(long x) { return x < 0 ? -x : x; }
SLUICE_D long long llabs(long long x) { return x < 0 ? -x : x; }

#endif
