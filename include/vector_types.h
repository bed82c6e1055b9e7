/* char1 ... double4 and dim3: plain structures with the alignment that vector loads need. */
#ifndef SLUICE_VECTOR_TYPES_H
#define SLUICE_VECTOR_TYPES_H
#include "host_defines.h"

#define SLUICE_VECTOR(name, T, a2, a4)                                                                       \
    struct name##1 { T x; };                                                                                 \
    struct __attribute__((aligned(a2))) name##2 { T x, y; };                                                 \
    struct name##3 { T x, y, z; };                                                                           \
    struct __attribute__((aligned(a4))) name##4 { T x, y, z, w; };                                           \
    typedef struct name##1 name##1;                                                                          \
    typedef struct name##2 name##2;                                                                          \
    typedef struct name##3 name##3;                                                                          \
    typedef struct name##4 name##4;

SLUICE_VECTOR(char, signed char, 2, 4)
SLUICE_VECTOR(uchar, unsigned char, 2, 4)
SLUICE_VECTOR(short, short, 4, 8)
SLUICE_VECTOR(ushort, unsigned short, 4, 8)
SLUICE_VECTOR(int, int, 8, 16)
SLUICE_VECTOR(uint, unsigned int, 8, 16)
SLUICE_VECTOR(long, long, 16, 16)
SLUICE_VECTOR(ulong, unsigned long, 16, 16)
SLUICE_VECTOR(longlong, long long, 16, 16)
SLUICE_VECTOR(ulonglong, unsigned long long, 16, 16)
SLUICE_VECTOR(float, float, 8, 16)
SLUICE_VECTOR(double, double, 16, 16)
#undef SLUICE_VECTOR

struct dim3 {
    unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#if defined(__CUDA__) && defined(__clang__)
    template <class T, class = typename T::sluice_special> __device__ dim3(const T &v) : x(v.x), y(v.y), z(v.z) {} /* threadIdx ... */
#endif
#else
    dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    operator uint3() const { uint3 t = {x, y, z}; return t; }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
