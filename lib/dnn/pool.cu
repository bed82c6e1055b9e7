/* Pooling in one to three dimensions, and normalization over neighbouring channels: a thread an element. */
#include "dnn.h"

/* The tensors' axes: image, channel, depth, row, column; a window is the same in all images and channels. */
struct pool_shape {
    int channels, in[3], out[3], window[3], pad[3], step[3], x[5], y[5], dy[5], dx[5];
    int mode, count_in, count_out;
    bool nan;
};
template <class A> __device__ bool beats(A v, A best, bool nan) { return v > best || (nan && v != v && best == best); }
__device__ inline void place(int i, int channels, const int *size, int (&at)[5])
{
    at[4] = i % size[2], i /= size[2];
    at[3] = i % size[1], i /= size[1];
    at[2] = i % size[0], i /= size[0];
    at[1] = i % channels, at[0] = i / channels;
}
__device__ inline int offset(const int (&at)[5], const int *stride)
{
    return at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2] + at[3] * stride[3] + at[4] * stride[4];
}
/* The part of the window of output `out` that is inside the input */
struct window_of {
    int from[3], to[3];
    __device__ window_of(const pool_shape &s, const int *out)
    {
        for (int d = 0; d < 3; d++) {
            int start = out[d] * s.step[d] - s.pad[d], end = start + s.window[d];
            from[d] = start < 0 ? 0 : start, to[d] = end > s.in[d] ? s.in[d] : end;
        }
    }
    __device__ int elements(const pool_shape &s) const
    {
        return s.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ? s.window[0] * s.window[1] * s.window[2]
                                                                     : (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]);
    }
};
template <class T, class A> __global__ void pool_forward(pool_shape s, const T *x, blend<A> m, T *y)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[5];
    if (i >= s.count_out)
        return;
    place(i, s.channels, s.out, at);
    window_of w(s, at + 2);
    const T *from = x + at[0] * s.x[0] + at[1] * s.x[1];
    bool max = s.mode == CUDNN_POOLING_MAX || s.mode == CUDNN_POOLING_MAX_DETERMINISTIC;
    A v = max ? -A(INFINITY) : A(0);
    for (int d = w.from[0]; d < w.to[0]; d++)
        for (int r = w.from[1]; r < w.to[1]; r++)
            for (int c = w.from[2]; c < w.to[2]; c++) {
                A e = A(from[d * s.x[2] + r * s.x[3] + c * s.x[4]]);
                v = max ? (beats(e, v, s.nan) ? e : v) : v + e;
            }
    m.put(y + offset(at, s.y), max ? v : v / A(w.elements(s)));
}
/* Is the input element `at` the first largest one of its window? */
template <class T, class A> __device__ bool is_first(const pool_shape &s, const window_of &w, const T *from, const int *at, A v, bool nan)
{
    int d, r, c;
    for (d = w.from[0]; d < w.to[0]; d++)
        for (r = w.from[1]; r < w.to[1]; r++)
            for (c = w.from[2]; c < w.to[2]; c++) {
                A e = A(from[d * s.x[2] + r * s.x[3] + c * s.x[4]]);
                bool earlier = d < at[0] || (d == at[0] && (r < at[1] || (r == at[1] && c < at[2])));
                if (beats(e, v, nan) || (earlier && e == v))
                    return false;
            }
    return true;
}
template <class T, class A> __global__ void pool_backward(pool_shape s, const T *dy, const T *x, blend<A> m, T *dx)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[5], first[3], last[3], o[3];
    if (i >= s.count_in)
        return;
    place(i, s.channels, s.in, at);
    for (int d = 0; d < 3; d++) { /* outputs whose windows have this element */
        int p = at[2 + d] + s.pad[d], low = p - s.window[d] + 1;
        first[d] = low <= 0 ? 0 : (low + s.step[d] - 1) / s.step[d];
        last[d] = p / s.step[d] < s.out[d] - 1 ? p / s.step[d] : s.out[d] - 1;
    }
    const T *from = x + at[0] * s.x[0] + at[1] * s.x[1], *grad = dy + at[0] * s.dy[0] + at[1] * s.dy[1];
    A v = A(from[at[2] * s.x[2] + at[3] * s.x[3] + at[4] * s.x[4]]), sum = A(0);
    bool max = s.mode == CUDNN_POOLING_MAX || s.mode == CUDNN_POOLING_MAX_DETERMINISTIC;
    for (o[0] = first[0]; o[0] <= last[0]; o[0]++)
        for (o[1] = first[1]; o[1] <= last[1]; o[1]++)
            for (o[2] = first[2]; o[2] <= last[2]; o[2]++) {
                window_of w(s, o);
                A g = A(grad[o[0] * s.dy[2] + o[1] * s.dy[3] + o[2] * s.dy[4]]);
                if (max)
                    sum += is_first(s, w, from, at + 2, v, s.nan) ? g : A(0);
                else
                    sum += g / A(w.elements(s));
            }
    m.put(dx + offset(at, s.dx), sum);
}
static int outputs(const cudnnPoolingStruct *d, const layout *x, int axis)
{
    int room = x->dim[2 + axis] + 2 * d->pad[axis] - d->window[axis];
    return room < 0 ? 0 : 1 + room / d->stride[axis];
}
static bool pools(const cudnnPoolingStruct *d, const layout *x, const layout *y)
{
    if (!d || !d->n || !is_set(x) || !is_set(y) || x->type != y->type || x->n != d->n + 2 || y->n != x->n || x->dim[0] != y->dim[0] || x->dim[1] != y->dim[1])
        return false;
    for (int i = 0; i < d->n; i++)
        if (y->dim[2 + i] != outputs(d, x, i))
            return false;
    return true;
}
static void strides5(int *to, const layout *t) /* the axes that a tensor has not are the first ones of a window */
{
    int gap = 5 - t->n;
    for (int i = 0; i < 5; i++)
        to[i] = i < 2 ? t->stride[i] : i < 2 + gap ? 0 : t->stride[i - gap];
}
static pool_shape shape_of(const cudnnPoolingStruct *d, const layout *x, const layout *y, const layout *dy, const layout *dx)
{
    pool_shape s = {};
    int gap = 3 - d->n, planes = x->dim[0] * x->dim[1];
    s.channels = x->dim[1], s.mode = d->mode, s.nan = d->nan == CUDNN_PROPAGATE_NAN, s.count_in = s.count_out = planes;
    for (int i = 0; i < 3; i++) {
        bool has = i >= gap;
        s.in[i] = has ? x->dim[2 + i - gap] : 1, s.out[i] = has ? y->dim[2 + i - gap] : 1;
        s.window[i] = has ? d->window[i - gap] : 1, s.pad[i] = has ? d->pad[i - gap] : 0, s.step[i] = has ? d->stride[i - gap] : 1;
        s.count_in *= s.in[i], s.count_out *= s.out[i];
    }
    strides5(s.x, x), strides5(s.y, y), strides5(s.dy, dy), strides5(s.dx, dx);
    return s;
}

/* Normalization over `n` channels about each one: x / (k + alpha / n * sum of squares)^beta */
struct lrn { int n, behind, channels, x, y, dy; double alpha, beta, k; };
template <class T, class A> __device__ A lrn_sum(const lrn &f, const T *x, int stride, int c)
{
    A sum = A(0);
    for (int j = c - f.behind; j < c - f.behind + f.n; j++)
        if (j >= 0 && j < f.channels) {
            A v = A(x[j * stride]);
            sum += v * v;
        }
    return A(f.k) + A(f.alpha / f.n) * sum;
}
template <class T, class A> __global__ void lrn_forward(space<2> s, lrn f, const T *x, blend<A> m, T *y)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[2];
    if (i >= s.count * f.channels)
        return;
    int c = i / s.count;
    s.locate(i - c * s.count, at);
    m.put(y + at[0] + c * f.y, A(x[at[1] + c * f.x]) * pow(lrn_sum<T, A>(f, x + at[1], f.x, c), A(-f.beta)));
}
template <class T, class A> __global__ void lrn_backward(space<3> s, lrn f, const T *x, const T *dy, blend<A> m, T *dx)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[3];
    if (i >= s.count * f.channels)
        return;
    int c = i / s.count;
    s.locate(i - c * s.count, at);
    const T *from = x + at[1], *grad = dy + at[2];
    A own = pow(lrn_sum<T, A>(f, from, f.x, c), A(-f.beta)) * A(grad[c * f.dy]), others = A(0);
    for (int j = c + f.behind; j > c + f.behind - f.n; j--) /* the channels whose sums have this one */
        if (j >= 0 && j < f.channels)
            others += A(grad[j * f.dy]) * A(from[j * f.x]) * pow(lrn_sum<T, A>(f, from, f.x, j), A(-f.beta - 1));
    m.put(dx + at[0] + c * f.y, own - A(2 * f.alpha * f.beta / f.n) * A(from[c * f.x]) * others);
}
static lrn lrn_of(const cudnnLRNStruct *d, const layout *x, const layout *y, const layout *dy)
{
    lrn f = {(int)d->n, ((int)d->n - 1) / 2, x->dim[1], x->stride[1], y->stride[1], dy->stride[1], d->alpha, d->beta, d->k};
    return f;
}
static unsigned int blocks(int count) { return (unsigned int)(count + BLOCK - 1) / BLOCK; }

extern "C" {
cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t d, const cudnnTensorDescriptor_t x, int dims, int dim[])
{
    BAD(!d || !d->n || !is_set(x) || x->n != d->n + 2 || dims != x->n || !dim);
    dim[0] = x->dim[0], dim[1] = x->dim[1];
    for (int i = 0; i < d->n; i++)
        dim[2 + i] = outputs(d, x, i);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t d, const cudnnTensorDescriptor_t x, int *n, int *c, int *h, int *w)
{
    int dim[4];
    BAD(!n || !c || !h || !w || cudnnGetPoolingNdForwardOutputDim(d, x, 4, dim) != CUDNN_STATUS_SUCCESS);
    *n = dim[0], *c = dim[1], *h = dim[2], *w = dim[3];
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t h, const cudnnPoolingDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !alpha || !beta || !pools(d, x, y) || !X || !Y);
    if (d->n > 3)
        return refused("cudnnPoolingForward", "a window of more than three dimensions");
    pool_shape s = shape_of(d, x, y, y, x);
    WITH_TYPE("cudnnPoolingForward", x->type, {
        typedef typename summed<T>::type A;
        pool_forward<T, A><<<blocks(s.count_out), BLOCK, 0, h->stream>>>(s, (const T *)X, blend<A>(alpha, beta), (T *)Y);
    })
    return launched();
}
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t h, const cudnnPoolingDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX)
{
    BAD(!h || !alpha || !beta || !pools(d, x, y) || !alike(y, dy) || !alike(x, dx) || !Y || !DY || !X || !DX);
    if (d->n > 3)
        return refused("cudnnPoolingBackward", "a window of more than three dimensions");
    pool_shape s = shape_of(d, x, y, dy, dx);
    WITH_TYPE("cudnnPoolingBackward", x->type, {
        typedef typename summed<T>::type A;
        pool_backward<T, A><<<blocks(s.count_in), BLOCK, 0, h->stream>>>(s, (const T *)DY, (const T *)X, blend<A>(alpha, beta), (T *)DX);
    })
    return launched();
}
cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t h, cudnnLRNDescriptor_t d, cudnnLRNMode_t mode, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !d || !d->n || mode != CUDNN_LRN_CROSS_CHANNEL_DIM1 || !alpha || !beta || !alike(x, y) || x->n < 2 || !X || !Y);
    const layout *const all[] = {y, x};
    space<2> s = space_of(x->n, x->dim, all, ~2u);
    lrn f = lrn_of(d, x, y, x);
    WITH_TYPE("cudnnLRNCrossChannelForward", x->type, {
        typedef typename summed<T>::type A;
        lrn_forward<T, A><<<blocks(s.count * f.channels), BLOCK, 0, h->stream>>>(s, f, (const T *)X, blend<A>(alpha, beta), (T *)Y);
    })
    return launched();
}
cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t h, cudnnLRNDescriptor_t d, cudnnLRNMode_t mode, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX)
{
    BAD(!h || !d || !d->n || mode != CUDNN_LRN_CROSS_CHANNEL_DIM1 || !alpha || !beta || !alike(x, y) || !alike(x, dy) || !alike(x, dx) || x->n < 2 || !Y || !DY || !X || !DX);
    const layout *const all[] = {dx, x, dy};
    space<3> s = space_of(x->n, x->dim, all, ~2u);
    lrn f = lrn_of(d, x, dx, dy);
    WITH_TYPE("cudnnLRNCrossChannelBackward", x->type, {
        typedef typename summed<T>::type A;
        lrn_backward<T, A><<<blocks(s.count * f.channels), BLOCK, 0, h->stream>>>(s, f, (const T *)X, (const T *)DY, blend<A>(alpha, beta), (T *)DX);
    })
    return launched();
}
}
