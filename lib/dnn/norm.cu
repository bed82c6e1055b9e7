/* Batch normalization: a group of threads for each mean, over images (per activation) or over images and places (spatial). */
#include "dnn.h"

/* outer: the means (its third step is that of the parameters); inner: the elements that share one */
template <class T, class A> struct batch_norm {
    space<3> outer, inner; /* of y (or dx), x, and the parameters (outer) or dy (inner) */
    int group;
    A epsilon;
    const T *x;
    const A *scale;
};
template <class A> struct running { A factor, *mean, *variance, *saved_mean, *saved_inverse; };
/* Mean and variance of the elements that a group of threads has, each thread every group-th of them; count: 0 for a group without. */
template <class T, class A> __device__ void moments(const batch_norm<T, A> &f, int in, int count, int from, A *shared, A *mean, A *variance)
{
    A sum = A(0), squares = A(0), elements = A(f.inner.count);
    int at[3];
    for (int i = in; i < count; i += f.group) {
        f.inner.locate(i, at);
        sum += A(f.x[from + at[1]]);
    }
    *mean = sum = group_sum(sum, f.group, shared) / elements;
    for (int i = in; i < count; i += f.group) {
        f.inner.locate(i, at);
        A d = A(f.x[from + at[1]]) - sum;
        squares += d * d;
    }
    *variance = group_sum(squares, f.group, shared) / elements;
}
template <class T, class A> __global__ void norm_training(batch_norm<T, A> f, const A *bias, blend<A> m, T *y, running<A> r)
{
    __shared__ A shared[BLOCK];
    int item = (int)(blockIdx.x * (blockDim.x / f.group) + threadIdx.x / f.group), in = (int)threadIdx.x & (f.group - 1), from[3] = {0, 0, 0}, at[3];
    int count = item < f.outer.count ? f.inner.count : 0;
    if (count)
        f.outer.locate(item, from);
    A mean, variance, elements = A(f.inner.count);
    moments(f, in, count, from[1], shared, &mean, &variance);
    if (!count)
        return;
    A inverse = A(1) / sqrt(variance + f.epsilon), by = f.scale[from[2]], plus = bias[from[2]];
    for (int i = in; i < count; i += f.group) {
        f.inner.locate(i, at);
        m.put(y + from[0] + at[0], by * ((A(f.x[from[1] + at[1]]) - mean) * inverse) + plus);
    }
    if (in)
        return;
    int p = from[2];
    if (r.mean) {
        A unbiased = f.inner.count > 1 ? variance * elements / (elements - A(1)) : variance;
        r.mean[p] = r.factor == A(1) ? mean : r.mean[p] * (A(1) - r.factor) + mean * r.factor;
        r.variance[p] = r.factor == A(1) ? unbiased : r.variance[p] * (A(1) - r.factor) + unbiased * r.factor;
    }
    if (r.saved_mean)
        r.saved_mean[p] = mean, r.saved_inverse[p] = inverse;
}
template <class T, class A> __global__ void norm_inference(space<3> s, const T *x, const A *scale, const A *bias, const A *mean, const A *variance, A epsilon, blend<A> m, T *y)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[3];
    if (i >= s.count)
        return;
    s.locate(i, at);
    int p = at[2];
    m.put(y + at[0], scale[p] * ((A(x[at[1]]) - mean[p]) / sqrt(variance[p] + epsilon)) + bias[p]);
}
template <class T, class A> __global__ void norm_backward(batch_norm<T, A> f, space<1> grads, const T *dy, const A *saved_mean, const A *saved_inverse, blend<A> m, blend<A> mp, T *dx, A *dscale, A *dbias)
{
    __shared__ A shared[BLOCK];
    int item = (int)(blockIdx.x * (blockDim.x / f.group) + threadIdx.x / f.group), in = (int)threadIdx.x & (f.group - 1), from[3] = {0, 0, 0}, at[3], g[1] = {0};
    int count = item < f.outer.count ? f.inner.count : 0;
    if (count)
        f.outer.locate(item, from), grads.locate(item, g);
    A mean = A(0), inverse = A(0), elements = A(f.inner.count), sum = A(0), product = A(0);
    if (saved_mean && count) {
        mean = saved_mean[from[2]], inverse = saved_inverse[from[2]];
    } else if (!saved_mean) {
        A variance;
        moments(f, in, count, from[1], shared, &mean, &variance);
        inverse = A(1) / sqrt(variance + f.epsilon);
    }
    for (int i = in; i < count; i += f.group) {
        f.inner.locate(i, at);
        A d = A(dy[g[0] + at[2]]);
        sum += d, product += d * ((A(f.x[from[1] + at[1]]) - mean) * inverse);
    }
    sum = group_sum(sum, f.group, shared), product = group_sum(product, f.group, shared);
    if (!count)
        return;
    A by = f.scale[from[2]] * inverse / elements;
    for (int i = in; i < count; i += f.group) {
        f.inner.locate(i, at);
        A normal = (A(f.x[from[1] + at[1]]) - mean) * inverse;
        m.put(dx + from[0] + at[0], by * (elements * A(dy[g[0] + at[2]]) - sum - normal * product));
    }
    if (!in)
        mp.put(dscale + from[2], product), mp.put(dbias + from[2], sum);
}
static unsigned int kept_axes(cudnnBatchNormMode_t mode) { return mode == CUDNN_BATCHNORM_PER_ACTIVATION ? ~1u : 2u; }
/* Parameters as cudnnDeriveBNTensorDescriptor gives them */
static bool derived(const layout *p, const layout *x, cudnnBatchNormMode_t mode)
{
    if (!is_set(p) || p->n != x->n || p->type != (x->type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT))
        return false;
    for (int d = 0; d < x->n; d++)
        if (p->dim[d] != (kept_axes(mode) >> d & 1 ? x->dim[d] : 1))
            return false;
    return true;
}
static bool normalizes(cudnnHandle_t h, cudnnBatchNormMode_t mode, const layout *x, const layout *y, const layout *p, double epsilon)
{
    return h && (unsigned int)mode <= 2 && alike(x, y) && x->n >= 2 && derived(p, x, mode) && epsilon >= CUDNN_BN_MIN_EPSILON;
}
template <class T, class A> static batch_norm<T, A> norm_of(cudnnBatchNormMode_t mode, const layout *y, const layout *x, const layout *p, const layout *third, double epsilon, const void *X, const void *scale)
{
    const layout *const out[] = {y, x, p}, *const in[] = {y, x, third};
    unsigned int kept = kept_axes(mode);
    batch_norm<T, A> f = {space_of(x->n, x->dim, out, kept, true), space_of(x->n, x->dim, in, ~kept), 0, A(epsilon), (const T *)X, (const A *)scale};
    f.group = group_size(f.inner.count);
    return f;
}

extern "C" {
cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t to, const cudnnTensorDescriptor_t x, cudnnBatchNormMode_t mode)
{
    BAD(!to || !is_set(x) || (unsigned int)mode > 2);
    int dim[DIMS];
    for (int d = 0; d < x->n; d++)
        dim[d] = kept_axes(mode) >> d & 1 ? x->dim[d] : 1;
    return cudnnSetTensorNdDescriptorEx(to, CUDNN_TENSOR_NCHW, x->type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT, x->n, dim);
}
cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, const cudnnTensorDescriptor_t params, const void *scale, const void *bias, const void *mean, const void *variance, double epsilon)
{
    BAD(!alpha || !beta || !normalizes(h, mode, x, y, params, epsilon) || !X || !Y || !scale || !bias || !mean || !variance);
    const layout *const all[] = {y, x, params};
    space<3> s = space_of(x->n, x->dim, all);
    WITH_TYPE("cudnnBatchNormalizationForwardInference", x->type, {
        typedef typename summed<T>::type A;
        norm_inference<T, A><<<(unsigned int)(s.count + BLOCK - 1) / BLOCK, BLOCK, 0, h->stream>>>(s, (const T *)X, (const A *)scale, (const A *)bias, (const A *)mean, (const A *)variance, A(epsilon), blend<A>(alpha, beta), (T *)Y);
    })
    return launched();
}
cudnnStatus_t cudnnBatchNormalizationForwardTraining(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, const cudnnTensorDescriptor_t params, const void *scale, const void *bias, double factor, void *running_mean, void *running_variance, double epsilon, void *saved_mean, void *saved_inverse)
{
    BAD(!alpha || !beta || !normalizes(h, mode, x, y, params, epsilon) || !X || !Y || !scale || !bias || !running_mean != !running_variance || !saved_mean != !saved_inverse);
    WITH_TYPE("cudnnBatchNormalizationForwardTraining", x->type, {
        typedef typename summed<T>::type A;
        batch_norm<T, A> f = norm_of<T, A>(mode, y, x, params, x, epsilon, X, scale);
        running<A> r = {A(factor), (A *)running_mean, (A *)running_variance, (A *)saved_mean, (A *)saved_inverse};
        norm_training<T, A><<<group_blocks(f.outer.count, f.group), BLOCK, 0, h->stream>>>(f, (const A *)bias, blend<A>(alpha, beta), (T *)Y, r);
    })
    return launched();
}
cudnnStatus_t cudnnBatchNormalizationBackward(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha_data, const void *beta_data, const void *alpha_params, const void *beta_params, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t dx, void *DX, const cudnnTensorDescriptor_t params, const void *scale, void *dscale, void *dbias, double epsilon, const void *saved_mean, const void *saved_inverse)
{
    BAD(!alpha_data || !beta_data || !alpha_params || !beta_params || !normalizes(h, mode, x, dx, params, epsilon) || !alike(x, dy));
    BAD(!X || !DY || !DX || !scale || !dscale || !dbias || !saved_mean != !saved_inverse);
    const layout *const one[] = {dy};
    space<1> grads = space_of(x->n, x->dim, one, kept_axes(mode), true);
    WITH_TYPE("cudnnBatchNormalizationBackward", x->type, {
        typedef typename summed<T>::type A;
        batch_norm<T, A> f = norm_of<T, A>(mode, dx, x, params, dy, epsilon, X, scale);
        norm_backward<T, A><<<group_blocks(f.outer.count, f.group), BLOCK, 0, h->stream>>>(f, grads, (const T *)DY, (const A *)saved_mean, (const A *)saved_inverse, blend<A>(alpha_data, beta_data), blend<A>(alpha_params, beta_params), (T *)DX, (A *)dscale, (A *)dbias);
    })
    return launched();
}
}
