/* make_float4(x, y, z, w) and its family. */
#ifndef SLUICE_VECTOR_FUNCTIONS_H
#define SLUICE_VECTOR_FUNCTIONS_H
#include "vector_types.h"

#define SLUICE_MAKE(name, T)                                                                                 \
    static __inline__ __host__ __device__ name##1 make_##name##1(T x) { name##1 v; v.x = x; return v; }      \
    static __inline__ __host__ __device__ name##2 make_##name##2(T x, T y)                                   \
    { name##2 v; v.x = x; v.y = y; return v; }                                                               \
    static __inline__ __host__ __device__ name##3 make_##name##3(T x, T y, T z)                              \
    { name##3 v; v.x = x; v.y = y; v.z = z; return v; }                                                      \
    static __inline__ __host__ __device__ name##4 make_##name##4(T x, T y, T z, T w)                         \
    { name##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v; }

SLUICE_MAKE(char, signed char)
SLUICE_MAKE(uchar, unsigned char)
SLUICE_MAKE(short, short)
SLUICE_MAKE(ushort, unsigned short)
SLUICE_MAKE(int, int)
SLUICE_MAKE(uint, unsigned int)
SLUICE_MAKE(long, long)
SLUICE_MAKE(ulong, unsigned long)
SLUICE_MAKE(longlong, long long)
SLUICE_MAKE(ulonglong, unsigned long long)
SLUICE_MAKE(float, float)
SLUICE_MAKE(double, double)
#undef SLUICE_MAKE

#endif
