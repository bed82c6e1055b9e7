/* Tensors with a descriptor for the cuDNN tests: random numbers of type T, packed in either order or with gaps, and
 * as doubles for the reference. */
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cudnn.h>
#include <math.h>
#include <stdlib.h>
#include <vector>

static unsigned int seed = 1;
static int below(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned int)n);
}
static double number()
{
    return (below(2001) - 1000) / 512.0;
}
template <class T> struct name {
    static const cudnnDataType_t type = CUDNN_DATA_FLOAT;
    static constexpr double bound = 2e-4;
    typedef float scalar;
};
template <> struct name<double> {
    static const cudnnDataType_t type = CUDNN_DATA_DOUBLE;
    static constexpr double bound = 1e-11;
    typedef double scalar;
};
template <> struct name<__half> {
    static const cudnnDataType_t type = CUDNN_DATA_HALF;
    static constexpr double bound = 4e-3;
    typedef float scalar;
};
template <> struct name<__nv_bfloat16> {
    static const cudnnDataType_t type = CUDNN_DATA_BFLOAT16;
    static constexpr double bound = 2e-2;
    typedef float scalar;
};
enum { NCHW, NHWC, GAPS };
template <class T> struct tensor {
    int dim[5], stride[5], n, count, span;
    cudnnTensorDescriptor_t d;
    T *p;
    std::vector<double> v; /* by (n, c, h, w), packed */
    tensor(int order, int a, int b, int c, int e, int f = 0) : n(f ? 5 : 4)
    {
        int dims[] = {a, b, c, e, f}, next = order == GAPS ? 2 : 1;
        count = 1;
        for (int i = 0; i < n; i++) {
            int at = order != NHWC ? n - 1 - i : i == 0 ? 1 : i == n - 1 ? 0 : n - i;
            dim[at] = dims[at], stride[at] = next;
            next *= dims[at] + (order == GAPS);
            count *= dims[at];
        }
        span = next;
        cudnnCreateTensorDescriptor(&d);
        cudnnSetTensorNdDescriptor(d, name<T>::type, n, dim, stride);
        cudaMallocManaged(&p, sizeof(T) * (size_t)span);
        v.resize((size_t)count);
        for (int i = 0; i < count; i++) {
            p[offset(i)] = T(number());
            v[(size_t)i] = (double)p[offset(i)];
        }
    }
    ~tensor() { cudaFree(p), cudnnDestroyTensorDescriptor(d); }
    tensor(const tensor &) = delete;
    int offset(int i) const
    {
        int o = 0;
        for (int a = n - 1; a >= 0; a--)
            o += i % dim[a] * stride[a], i /= dim[a];
        return o;
    }
    double &at(int a, int b, int c, int e) { return v[(size_t)(((a * dim[1] + b) * dim[2] + c) * dim[3] + e)]; }
    void set(int i, double x) { p[offset(i)] = T(x), v[(size_t)i] = (double)p[offset(i)]; }
    /* Is what the device has near v? (v is rounded to T; larger numbers have larger errors.) */
    bool right(double slack = 1)
    {
        cudaDeviceSynchronize();
        for (int i = 0; i < count; i++) {
            double want = v[(size_t)i], got = (double)p[offset(i)];
            if (!(fabs(got - want) <= slack * name<T>::bound * (1 + fabs(want))) && !(got != got && want != want))
                return false;
        }
        return true;
    }
};
