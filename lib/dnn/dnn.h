/* What the files of this library share: descriptors, how several tensors are walked together, and sums of groups of threads. */
#ifndef SLUICE_DNN_H
#define SLUICE_DNN_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cudnn.h>
#include <stdio.h>
#include <string.h>

#define DIMS CUDNN_DIM_MAX
struct cudnnContext { cudaStream_t stream; };
struct layout { /* a tensor or a filter; n: 0 until it is set */
    cudnnDataType_t type;
    cudnnTensorFormat_t format;
    int n, dim[DIMS], stride[DIMS];
};
struct cudnnTensorStruct : layout {};
struct cudnnFilterStruct : layout {};
struct cudnnConvolutionStruct {
    int n, pad[DIMS], stride[DIMS], dilation[DIMS], groups;
    cudnnConvolutionMode_t mode;
    cudnnDataType_t compute;
    cudnnMathType_t math;
    cudnnReorderType_t reorder;
};
struct cudnnPoolingStruct {
    cudnnPoolingMode_t mode;
    cudnnNanPropagation_t nan;
    int n, window[DIMS], pad[DIMS], stride[DIMS];
};
struct cudnnActivationStruct { cudnnActivationMode_t mode; cudnnNanPropagation_t nan; double coef, swish; };
struct cudnnOpTensorStruct { cudnnOpTensorOp_t op; cudnnDataType_t compute; cudnnNanPropagation_t nan; };
struct cudnnReduceTensorStruct { cudnnReduceTensorOp_t op; cudnnDataType_t compute; cudnnNanPropagation_t nan; cudnnReduceTensorIndices_t indices; cudnnIndicesType_t type; };
struct cudnnLRNStruct { unsigned int n; double alpha, beta, k; };
struct cudnnDropoutStruct { float p; void *states; unsigned long long seed; };

/* Sums of half and bfloat16 are taken in float. */
template <class T> struct summed { typedef float type; };
template <> struct summed<double> { typedef double type; };
template <class A> A host_scalar(const void *p)
{
    A v;
    memcpy(&v, p, sizeof(v));
    return v;
}
/* of: alpha and beta as the host has them */
template <class A> struct blend {
    A alpha, beta;
    blend(const void *a, const void *b) : alpha(host_scalar<A>(a)), beta(host_scalar<A>(b)) {}
    template <class T> __device__ void put(T *to, A v) const { *to = T(beta == A(0) ? alpha * v : alpha * v + beta * A(*to)); }
};

/* K tensors walked together: axes of length 1 are left out, those that lie one after the other in all of them are one. */
template <int K> struct space {
    int n, count, dim[DIMS], step[DIMS][K];
    __device__ void locate(int i, int (&at)[K]) const
    {
        for (int k = 0; k < K; k++)
            at[k] = 0;
        for (int d = n - 1; d > 0; d--) {
            int rest = i / dim[d], here = i - rest * dim[d];
            for (int k = 0; k < K; k++)
                at[k] += here * step[d][k];
            i = rest;
        }
        for (int k = 0; k < K; k++)
            at[k] += i * step[0][k];
    }
};
/* The axes of `mask`, longest step of the first tensor first (in_order: as they are). A tensor has step 0 where it has length 1. */
template <int K> space<K> space_of(int n, const int *dim, const layout *const (&t)[K], unsigned int mask = ~0u, bool in_order = false)
{
    space<K> s = {};
    int order[DIMS], used = 0;
    for (int d = 0; d < n; d++)
        if ((mask >> d & 1) && dim[d] > 1) {
            int at = used++;
            for (; at > 0 && !in_order && t[0]->stride[order[at - 1]] < t[0]->stride[d]; at--)
                order[at] = order[at - 1];
            order[at] = d;
        }
    s.count = s.n = 1;
    s.dim[0] = 1;
    for (int i = 0; i < used; i++) {
        int d = order[i], last = s.n - 1, step[K];
        bool joins = i > 0;
        for (int k = 0; k < K; k++) {
            step[k] = t[k]->dim[d] == 1 ? 0 : t[k]->stride[d];
            joins = joins && s.step[last][k] == dim[d] * step[k];
        }
        int to = i == 0 ? 0 : joins ? last : s.n++;
        s.dim[to] = joins ? s.dim[to] * dim[d] : dim[d];
        memcpy(s.step[to], step, sizeof(step));
        s.count *= dim[d];
    }
    return s;
}

/* Threads of a block in groups of `size` (a power of two), each group for one item: as many as an item's elements keep busy. */
#define BLOCK 256
static inline int group_size(int elements)
{
    int g = 1;
    while (g < BLOCK && g * 2 <= elements)
        g *= 2;
    return g;
}
static inline unsigned int group_blocks(int items, int size) { return (unsigned int)((items + BLOCK / size - 1) / (BLOCK / size)); }
/* What f makes of the values of all threads of a group; every thread of the block comes here. */
template <class A, class F> __device__ A over_group(A v, int size, A *shared, F f)
{
    int t = (int)threadIdx.x, in = t & (size - 1);
    shared[t] = v;
    __syncthreads();
    for (int d = size / 2; d; d /= 2) {
        if (in < d)
            shared[t] = f(shared[t], shared[t + d]);
        __syncthreads();
    }
    A r = shared[t - in];
    __syncthreads();
    return r;
}
template <class A> __device__ A group_sum(A v, int size, A *shared)
{
    return over_group(v, size, shared, [](A a, A b) { return a + b; });
}

/* Activations, for the layer and behind a convolution */
struct activation { int mode; bool nan; double coef, swish; };
template <class A> __device__ A activate(const activation &f, A x)
{
    switch (f.mode) {
    case CUDNN_ACTIVATION_SIGMOID: return A(1) / (A(1) + exp(-x));
    case CUDNN_ACTIVATION_RELU: return x > A(0) || (f.nan && x != x) ? x : A(0);
    case CUDNN_ACTIVATION_TANH: return tanh(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU: return x > A(0) ? (x < A(f.coef) ? x : A(f.coef)) : f.nan && x != x ? x : A(0);
    case CUDNN_ACTIVATION_ELU: return x > A(0) ? x : A(f.coef) * expm1(x);
    case CUDNN_ACTIVATION_SWISH: return x / (A(1) + exp(-A(f.swish) * x));
    }
    return x;
}
static inline activation activation_of(const cudnnActivationStruct *d)
{
    activation f = {d->mode, d->nan == CUDNN_PROPAGATE_NAN, d->coef, d->swish};
    return f;
}

static inline cudnnStatus_t launched() { return cudaPeekAtLastError() == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED; }
static inline cudnnStatus_t refused(const char *call, const char *what)
{
    fprintf(stderr, "sluice: %s: %s is not supported\n", call, what);
    return CUDNN_STATUS_NOT_SUPPORTED;
}
#define BAD(condition)                                                                                       \
    do {                                                                                                     \
        if (condition)                                                                                       \
            return CUDNN_STATUS_BAD_PARAM;                                                                   \
    } while (0)
static inline bool is_set(const layout *t) { return t && t->n > 0; }
static inline bool same_dims(const layout *a, const layout *b) { return a->n == b->n && !memcmp(a->dim, b->dim, sizeof(int) * (size_t)a->n); }
/* Both set, of one type and shape */
static inline bool alike(const layout *a, const layout *b) { return is_set(a) && is_set(b) && a->type == b->type && same_dims(a, b); }
/* What follows with T as the type that `type` names; others are refused */
#define WITH_TYPE(call, type, ...)                                                                          \
    switch (type) {                                                                                          \
    case CUDNN_DATA_FLOAT: { typedef float T; __VA_ARGS__; } break;                                                 \
    case CUDNN_DATA_HALF: { typedef __half T; __VA_ARGS__; } break;                                                 \
    case CUDNN_DATA_BFLOAT16: { typedef __nv_bfloat16 T; __VA_ARGS__; } break;                                      \
    case CUDNN_DATA_DOUBLE: { typedef double T; __VA_ARGS__; } break;                                               \
    default: return refused(call, "a type other than float, double, half and bfloat16");                     \
    }
/* reduce.cu: c = alpha * sum of a over the axes where c has length 1 + beta * c */
cudnnStatus_t sluice_dnn_sum(cudnnHandle_t h, const void *alpha, const layout *a, const void *A, const void *beta, const layout *c, void *C);
#endif
