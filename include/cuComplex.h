/* Complex numbers as float2 and double2. */
#ifndef SLUICE_CUCOMPLEX_H
#define SLUICE_CUCOMPLEX_H
#include <math.h>

#include "vector_functions.h"

#define SLUICE_CX static __inline__ __host__ __device__
#define SLUICE_COMPLEX(C, V, T, f, sq, fabs_)                                                                \
    typedef V C;                                                                                             \
    SLUICE_CX C make_##C(T r, T i) { C z; z.x = r; z.y = i; return z; }                                      \
    SLUICE_CX T cuCreal##f(C z) { return z.x; }                                                              \
    SLUICE_CX T cuCimag##f(C z) { return z.y; }                                                              \
    SLUICE_CX C cuConj##f(C z) { return make_##C(z.x, -z.y); }                                               \
    SLUICE_CX C cuCadd##f(C a, C b) { return make_##C(a.x + b.x, a.y + b.y); }                               \
    SLUICE_CX C cuCsub##f(C a, C b) { return make_##C(a.x - b.x, a.y - b.y); }                               \
    SLUICE_CX C cuCmul##f(C a, C b) { return make_##C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }       \
    SLUICE_CX C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }                           \
    SLUICE_CX T cuCabs##f(C z)                                                                               \
    {                                                                                                        \
        T a = fabs_(z.x), b = fabs_(z.y), big = a > b ? a : b, small = a > b ? b : a, q;                     \
        if (big == 0 || big != big || big - big != 0)                                                        \
            return a + b;                                                                                    \
        q = small / big;                                                                                     \
        return big * sq(1 + q * q);                                                                          \
    }                                                                                                        \
    SLUICE_CX C cuCdiv##f(C a, C b)                                                                          \
    { /* scaled, so that |b|^2 does not overflow */                                                          \
        T s = fabs_(b.x) + fabs_(b.y), ar = a.x / s, ai = a.y / s, br = b.x / s, bi = b.y / s, d = br * br + bi * bi; \
        return make_##C((ar * br + ai * bi) / d, (ai * br - ar * bi) / d);                                   \
    }
SLUICE_COMPLEX(cuFloatComplex, float2, float, f, sqrtf, fabsf)
SLUICE_COMPLEX(cuDoubleComplex, double2, double, , sqrt, fabs)
#undef SLUICE_COMPLEX
typedef cuFloatComplex cuComplex;
SLUICE_CX cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
SLUICE_CX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
SLUICE_CX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
#undef SLUICE_CX

#endif
