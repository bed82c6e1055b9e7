/* What the programs of this folder share: data made by a hash, copies to and from the device, the last word. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

/* 0 to 1 */
static inline float unit(unsigned x)
{
    return (float)(mix(x) >> 8) / 16777216.0f;
}

static inline void check_call(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
        exit(4);
    }
}
#define CHECK(call) check_call((call), __LINE__)

template <class T> static T *host(size_t n)
{
    return (T *)calloc(n, sizeof(T));
}

static inline float *host_units(size_t n, unsigned seed)
{
    float *p = host<float>(n);
    for (size_t i = 0; i < n; i++)
        p[i] = unit(seed * 0x9e3779b9u + (unsigned)i);
    return p;
}

template <class T> static T *device(size_t n)
{
    T *p;
    CHECK(cudaMalloc((void **)&p, n * sizeof(T)));
    CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

template <class T> static T *upload(const T *from, size_t n)
{
    T *p = device<T>(n);
    CHECK(cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <class T> static T *download(const T *from, size_t n)
{
    T *p = host<T>(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyDeviceToHost));
    return p;
}

static inline bool near(double got, double want, double part)
{
    return fabs(got - want) <= part * (fabs(want) + 1e-3);
}

static inline int verdict(bool ok)
{
    puts(ok ? "ok" : "wrong");
    return ok ? 0 : 1;
}
#endif
