/* Reductions and softmax: a group of threads for each result, or each vector. */
#include "dnn.h"

template <class A> struct found { A v; int at; }; /* a value, and where the extreme is */
template <class A> __device__ A start_of(int op)
{
    return op == CUDNN_REDUCE_TENSOR_MUL || op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS ? A(1)
           : op == CUDNN_REDUCE_TENSOR_MIN ? A(INFINITY) : op == CUDNN_REDUCE_TENSOR_MAX ? -A(INFINITY) : A(0);
}
template <class A> __device__ found<A> joined(int op, bool nan, found<A> a, found<A> b)
{
    switch (op) {
    case CUDNN_REDUCE_TENSOR_MUL: case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: a.v *= b.v; return a;
    case CUDNN_REDUCE_TENSOR_MIN: case CUDNN_REDUCE_TENSOR_MAX: case CUDNN_REDUCE_TENSOR_AMAX: {
        if (a.v != a.v || b.v != b.v)
            return (a.v != a.v) == nan ? a : b;
        bool first = op == CUDNN_REDUCE_TENSOR_MIN ? a.v < b.v : a.v > b.v;
        return first || (a.v == b.v && a.at < b.at) ? a : b;
    }
    }
    a.v += b.v;
    return a;
}
template <class T, class A> __global__ void reduce(space<2> kept, space<1> gone, int group, int op, bool nan, const T *a, blend<A> m, T *c, unsigned int *indices)
{
    __shared__ found<A> shared[BLOCK];
    int item = (int)(blockIdx.x * (blockDim.x / group) + threadIdx.x / group), from[2], in[1];
    found<A> v = {start_of<A>(op), 0x7fffffff};
    bool here = item < kept.count;
    if (here)
        kept.locate(item, from);
    for (int i = (int)threadIdx.x & (group - 1); here && i < gone.count; i += group) {
        gone.locate(i, in);
        A x = A(a[from[0] + in[0]]);
        x = op == CUDNN_REDUCE_TENSOR_NORM2 ? x * x : op == CUDNN_REDUCE_TENSOR_AMAX || op == CUDNN_REDUCE_TENSOR_NORM1 ? fabs(x)
            : op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS && x == A(0) ? A(1) : x;
        found<A> one = {x, i};
        v = joined(op, nan, v, one);
    }
    v = over_group(v, group, shared, [=](found<A> x, found<A> y) { return joined(op, nan, x, y); });
    if (!here || (threadIdx.x & (group - 1)))
        return;
    A r = op == CUDNN_REDUCE_TENSOR_AVG ? v.v / A(gone.count) : op == CUDNN_REDUCE_TENSOR_NORM2 ? sqrt(v.v) : v.v;
    m.put(c + from[1], r);
    if (indices)
        indices[item] = (unsigned int)v.at;
}
static cudnnStatus_t reduced(cudnnHandle_t h, const char *call, int op, bool nan, const void *alpha, const layout *a, const void *A, const void *beta, const layout *c, void *C, unsigned int *indices)
{
    unsigned int gone = 0;
    for (int d = 0; d < a->n; d++) {
        BAD(c->dim[d] != a->dim[d] && c->dim[d] != 1);
        gone |= (unsigned int)(c->dim[d] == 1) << d;
    }
    const layout *const both[] = {a, c}, *const one[] = {a};
    space<2> kept = space_of(a->n, a->dim, both, ~gone, true);
    space<1> inner = space_of(a->n, a->dim, one, gone, true);
    int group = group_size(inner.count);
    WITH_TYPE(call, a->type, {
        typedef typename summed<T>::type S;
        reduce<T, S><<<group_blocks(kept.count, group), BLOCK, 0, h->stream>>>(kept, inner, group, op, nan, (const T *)A, blend<S>(alpha, beta), (T *)C, indices);
    })
    return launched();
}
cudnnStatus_t sluice_dnn_sum(cudnnHandle_t h, const void *alpha, const layout *a, const void *A, const void *beta, const layout *c, void *C)
{
    return reduced(h, "cudnnConvolutionBackwardBias", CUDNN_REDUCE_TENSOR_ADD, false, alpha, a, A, beta, c, C, NULL);
}

/* Of each vector: y = exp(x - top) / sum, or its logarithm; top is 0 for the fast one. */
template <class T, class A> __global__ void softmax_forward(space<2> outer, space<2> inner, int group, int how, const T *x, blend<A> m, T *y)
{
    __shared__ A shared[BLOCK];
    int item = (int)(blockIdx.x * (blockDim.x / group) + threadIdx.x / group), in = (int)threadIdx.x & (group - 1), from[2] = {0, 0}, at[2];
    int count = item < outer.count ? inner.count : 0;
    if (count)
        outer.locate(item, from);
    A top = A(0), sum = A(0);
    if (how != CUDNN_SOFTMAX_FAST) {
        top = -A(INFINITY);
        for (int i = in; i < count; i += group) {
            inner.locate(i, at);
            A v = A(x[from[1] + at[1]]);
            top = v > top ? v : top;
        }
        top = over_group(top, group, shared, [](A a, A b) { return a > b ? a : b; });
    }
    for (int i = in; i < count; i += group) {
        inner.locate(i, at);
        sum += exp(A(x[from[1] + at[1]]) - top);
    }
    sum = group_sum(sum, group, shared);
    A scale = how == CUDNN_SOFTMAX_LOG ? log(sum) : A(1) / sum;
    for (int i = in; i < count; i += group) {
        inner.locate(i, at);
        A v = A(x[from[1] + at[1]]) - top;
        m.put(y + from[0] + at[0], how == CUDNN_SOFTMAX_LOG ? v - scale : exp(v) * scale);
    }
}
template <class T, class A> __global__ void softmax_backward(space<3> outer, space<3> inner, int group, int how, const T *y, const T *dy, blend<A> m, T *dx)
{
    __shared__ A shared[BLOCK];
    int item = (int)(blockIdx.x * (blockDim.x / group) + threadIdx.x / group), in = (int)threadIdx.x & (group - 1), from[3] = {0, 0, 0}, at[3];
    int count = item < outer.count ? inner.count : 0;
    bool logs = how == CUDNN_SOFTMAX_LOG;
    if (count)
        outer.locate(item, from);
    A sum = A(0);
    for (int i = in; i < count; i += group) {
        inner.locate(i, at);
        A d = A(dy[from[2] + at[2]]);
        sum += logs ? d : d * A(y[from[1] + at[1]]);
    }
    sum = group_sum(sum, group, shared);
    for (int i = in; i < count; i += group) {
        inner.locate(i, at);
        A d = A(dy[from[2] + at[2]]), v = A(y[from[1] + at[1]]);
        m.put(dx + from[0] + at[0], logs ? d - exp(v) * sum : v * (d - sum));
    }
}

extern "C" {
cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t c, size_t *bytes)
{
    BAD(!h || !r || !is_set(a) || !is_set(c) || !bytes);
    size_t n = 4;
    for (int d = 0; d < c->n; d++)
        n *= (size_t)c->dim[d];
    *bytes = r->indices == CUDNN_REDUCE_TENSOR_NO_INDICES ? 0 : n;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t c, size_t *bytes)
{
    BAD(!h || !r || !is_set(a) || !is_set(c) || !bytes);
    *bytes = 0; /* none is needed */
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnReduceTensor(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, void *indices, size_t indices_bytes, void *, size_t, const void *alpha, const cudnnTensorDescriptor_t a, const void *A, const void *beta, const cudnnTensorDescriptor_t c, void *C)
{
    BAD(!h || !r || !alpha || !beta || !is_set(a) || !is_set(c) || a->type != c->type || a->n != c->n || !A || !C);
    bool extreme = r->op == CUDNN_REDUCE_TENSOR_MIN || r->op == CUDNN_REDUCE_TENSOR_MAX || r->op == CUDNN_REDUCE_TENSOR_AMAX;
    bool wanted = extreme && r->indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES;
    size_t need = 0;
    cudnnGetReductionIndicesSize(h, r, a, c, &need);
    BAD(wanted && (!indices || indices_bytes < need));
    if (wanted && r->type != CUDNN_32BIT_INDICES)
        return refused("cudnnReduceTensor", "an index of other than 32 bits");
    return reduced(h, "cudnnReduceTensor", r->op, r->nan == CUDNN_PROPAGATE_NAN, alpha, a, A, beta, c, C, wanted ? (unsigned int *)indices : NULL);
}
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || (unsigned int)algorithm > 2 || (unsigned int)mode > 1 || !alpha || !beta || !alike(x, y) || !X || !Y);
    const layout *const all[] = {y, x};
    unsigned int axes = mode == CUDNN_SOFTMAX_MODE_CHANNEL ? 2u : ~1u;
    space<2> outer = space_of(x->n, x->dim, all, ~axes), inner = space_of(x->n, x->dim, all, axes);
    int group = group_size(inner.count);
    WITH_TYPE("cudnnSoftmaxForward", x->type, {
        typedef typename summed<T>::type A;
        softmax_forward<T, A><<<group_blocks(outer.count, group), BLOCK, 0, h->stream>>>(outer, inner, group, algorithm, (const T *)X, blend<A>(alpha, beta), (T *)Y);
    })
    return launched();
}
cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const void *beta, const cudnnTensorDescriptor_t dx, void *DX)
{
    BAD(!h || (unsigned int)algorithm > 2 || (unsigned int)mode > 1 || !alpha || !beta || !alike(y, dy) || !alike(y, dx) || !Y || !DY || !DX);
    const layout *const all[] = {dx, y, dy};
    unsigned int axes = mode == CUDNN_SOFTMAX_MODE_CHANNEL ? 2u : ~1u;
    space<3> outer = space_of(y->n, y->dim, all, ~axes), inner = space_of(y->n, y->dim, all, axes);
    int group = group_size(inner.count);
    WITH_TYPE("cudnnSoftmaxBackward", y->type, {
        typedef typename summed<T>::type A;
        softmax_backward<T, A><<<group_blocks(outer.count, group), BLOCK, 0, h->stream>>>(outer, inner, group, algorithm, (const T *)Y, (const T *)DY, blend<A>(alpha, beta), (T *)DX);
    })
    return launched();
}
}
