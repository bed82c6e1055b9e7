/* Numbers as the libraries' kernels compute with them: complex ones with operators, and the scalars alpha and beta. */
#ifndef SLUICE_NUMBERS_H
#define SLUICE_NUMBERS_H
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <string.h>

/* Complex numbers with operators. */
template <class T> struct __align__(2 * sizeof(T)) cplx {
    T x, y;
    cplx() = default;
    __host__ __device__ cplx(T re) : x(re), y(0) {}
    __host__ __device__ cplx(T re, T im) : x(re), y(im) {}
};
template <class T> __host__ __device__ inline cplx<T> operator+(cplx<T> a, cplx<T> b) { return cplx<T>(a.x + b.x, a.y + b.y); }
template <class T> __host__ __device__ inline cplx<T> operator-(cplx<T> a, cplx<T> b) { return cplx<T>(a.x - b.x, a.y - b.y); }
template <class T> __host__ __device__ inline cplx<T> operator*(cplx<T> a, cplx<T> b)
{
    return cplx<T>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
template <class T> __host__ __device__ inline cplx<T> operator/(cplx<T> a, cplx<T> b)
{
    T s = fabs(b.x) + fabs(b.y), p = b.x / s, q = b.y / s, d = (p * p + q * q) * s;
    return cplx<T>((a.x * p + a.y * q) / d, (a.y * p - a.x * q) / d);
}
template <class T> __host__ __device__ inline T fused(T a, T b, T c) { return a * b + c; }
template <> __host__ __device__ inline float fused(float a, float b, float c) { return fmaf(a, b, c); }
template <> __host__ __device__ inline double fused(double a, double b, double c) { return fma(a, b, c); }
template <class T> __host__ __device__ inline cplx<T> fused(cplx<T> a, cplx<T> b, cplx<T> c)
{
    return cplx<T>(fma(-a.y, b.y, fma(a.x, b.x, c.x)), fma(a.y, b.x, fma(a.x, b.y, c.y)));
}
template <class T> __host__ __device__ inline T conjugate(T a) { return a; }
template <class T> __host__ __device__ inline cplx<T> conjugate(cplx<T> a) { return cplx<T>(a.x, -a.y); }
template <class T> __host__ __device__ inline bool is_zero(T a) { return a == T(0); }
template <class T> __host__ __device__ inline bool is_zero(cplx<T> a) { return a.x == 0 && a.y == 0; }
/* |re| + |im|: what asum and iamax go by */
__host__ __device__ inline float size1(float a) { return fabsf(a); }
__host__ __device__ inline double size1(double a) { return fabs(a); }
template <class T> __host__ __device__ inline T size1(cplx<T> a) { return size1(a.x) + size1(a.y); }
__host__ __device__ inline double square(float a) { return (double)a * a; }
__host__ __device__ inline double square(double a) { return a * a; }
template <class T> __host__ __device__ inline double square(cplx<T> a) { return square(a.x) + square(a.y); }

/* A program's type, and ours with operators */
template <class T> struct number { typedef T type, real; };
template <> struct number<cuComplex> { typedef cplx<float> type; typedef float real; };
template <> struct number<cuDoubleComplex> { typedef cplx<double> type; typedef double real; };

#endif
