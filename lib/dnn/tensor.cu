/* Arithmetic on tensors, element by element; activations and dropout, which are that, too. */
#include "dnn.h"
#include <curand_kernel.h>

enum { SET = 16, COPY };
/* c = op(first * a, second * b) + beta * c */
template <class T, class A> __global__ void combine(space<3> s, int op, bool nan, A first, const T *a, A second, const T *b, A beta, T *c)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[3];
    if (i >= s.count)
        return;
    s.locate(i, at);
    A x = op == SET ? first : first * A(a[at[1]]), y = op < CUDNN_OP_TENSOR_SQRT ? second * A(b[at[2]]) : A(0);
    switch (op) {
    case CUDNN_OP_TENSOR_ADD: x += y; break;
    case CUDNN_OP_TENSOR_MUL: x *= y; break;
    case CUDNN_OP_TENSOR_MIN: x = nan && (x != x || y != y) ? x + y : x < y || y != y ? x : y; break;
    case CUDNN_OP_TENSOR_MAX: x = nan && (x != x || y != y) ? x + y : x > y || y != y ? x : y; break;
    case CUDNN_OP_TENSOR_SQRT: x = sqrt(x); break;
    case CUDNN_OP_TENSOR_NOT: x = A(1) - x; break;
    }
    c[at[0]] = T(beta == A(0) ? x : x + beta * A(c[at[0]]));
}
static unsigned int blocks(int count) { return (unsigned int)(count + BLOCK - 1) / BLOCK; }
static cudnnStatus_t combined(cudnnHandle_t h, const char *call, int op, bool nan, const void *alpha1, const layout *a, const void *A, const void *alpha2, const layout *b, const void *B, const void *beta, const layout *c, void *C)
{
    const layout *const all[] = {c, a ? a : c, b ? b : c};
    space<3> s = space_of(c->n, c->dim, all);
    WITH_TYPE(call, c->type, {
        typedef typename summed<T>::type S;
        S first, second = alpha2 ? host_scalar<S>(alpha2) : S(1), third = beta ? host_scalar<S>(beta) : S(0);
        first = op == SET ? S(host_scalar<T>(alpha1)) : alpha1 ? host_scalar<S>(alpha1) : S(1);
        combine<T, S><<<blocks(s.count), BLOCK, 0, h->stream>>>(s, op, nan, first, (const T *)A, second, (const T *)B, third, (T *)C);
    })
    return launched();
}
static bool spreads(const layout *a, const layout *c) /* a's axes are c's, or of length 1 */
{
    if (!is_set(a) || a->type != c->type || a->n != c->n)
        return false;
    for (int d = 0; d < c->n; d++)
        if (a->dim[d] != c->dim[d] && a->dim[d] != 1)
            return false;
    return true;
}

template <class T, class A> __global__ void activation_forward(space<2> s, activation f, const T *x, blend<A> m, T *y)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[2];
    if (i >= s.count)
        return;
    s.locate(i, at);
    m.put(y + at[0], activate(f, A(x[at[1]])));
}
template <class A> __device__ A slope(const activation &f, A x, A y)
{
    switch (f.mode) {
    case CUDNN_ACTIVATION_SIGMOID: return y * (A(1) - y);
    case CUDNN_ACTIVATION_RELU: return x > A(0) ? A(1) : A(0);
    case CUDNN_ACTIVATION_TANH: return A(1) - y * y;
    case CUDNN_ACTIVATION_CLIPPED_RELU: return x > A(0) && x < A(f.coef) ? A(1) : A(0);
    case CUDNN_ACTIVATION_ELU: return x > A(0) ? A(1) : y + A(f.coef);
    case CUDNN_ACTIVATION_SWISH: {
        A b = A(f.swish), e = A(1) / (A(1) + exp(-b * x));
        return e + b * x * e * (A(1) - e);
    }
    }
    return A(1);
}
template <class T, class A> __global__ void activation_backward(space<4> s, activation f, const T *y, const T *dy, const T *x, blend<A> m, T *dx)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), at[4];
    if (i >= s.count)
        return;
    s.locate(i, at);
    m.put(dx + at[0], A(dy[at[2]]) * slope(f, A(x[at[3]]), A(y[at[1]])));
}

/* Dropout: Philox (curand_kernel.h) in an order of ours, which is not NVIDIA's. Eight elements a thread, their mask is one byte. */
struct dropout_states { unsigned long long seed, offset; };
__global__ void seed_dropout(dropout_states *s, unsigned long long seed) { s->seed = seed, s->offset = 0; }
__global__ void advance_dropout(dropout_states *s) { s->offset += 8; }
template <class T, class A> __global__ void drop(space<2> s, const dropout_states *states, float p, const T *x, T *y, unsigned char *mask)
{
    int first = (int)(blockIdx.x * blockDim.x + threadIdx.x) * 8, at[2];
    if (first >= s.count)
        return;
    unsigned int keep = 0;
    if (states) {
        curandStatePhilox4_32_10_t r;
        curand_init(states->seed, (unsigned long long)(first / 8), states->offset, &r);
        for (int i = 0; i < 8; i++)
            keep |= (unsigned int)(curand_uniform(&r) > p) << i;
        mask[first / 8] = (unsigned char)keep;
    } else {
        keep = mask[first / 8];
    }
    A scale = p < 1 ? A(1) / (A(1) - A(p)) : A(0);
    for (int i = 0; i < 8 && first + i < s.count; i++) {
        s.locate(first + i, at);
        y[at[0]] = T(keep >> i & 1 ? A(x[at[1]]) * scale : A(0));
    }
}
static cudnnStatus_t dropped(cudnnHandle_t h, const char *call, const cudnnDropoutStruct *d, bool forward, const layout *x, const void *X, const layout *y, void *Y, void *reserve, size_t bytes)
{
    BAD(!h || !d || !d->states || !alike(x, y) || !X || !Y || !reserve);
    const layout *const all[] = {y, x};
    space<2> s = space_of(y->n, y->dim, all, ~0u, true); /* one order for both directions */
    BAD(bytes < (size_t)(s.count + 7) / 8);
    dropout_states *states = (dropout_states *)d->states;
    WITH_TYPE(call, x->type, {
        typedef typename summed<T>::type A;
        drop<T, A><<<blocks((s.count + 7) / 8), BLOCK, 0, h->stream>>>(s, forward ? states : NULL, d->p, (const T *)X, (T *)Y, (unsigned char *)reserve);
    })
    if (forward)
        advance_dropout<<<1, 1, 0, h->stream>>>(states);
    return launched();
}

extern "C" {
cudnnStatus_t cudnnAddTensor(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t a, const void *A, const void *beta, const cudnnTensorDescriptor_t c, void *C)
{
    BAD(!h || !alpha || !beta || !is_set(c) || !spreads(a, c) || !A || !C);
    return combined(h, "cudnnAddTensor", COPY, false, alpha, a, A, NULL, NULL, NULL, beta, c, C);
}
cudnnStatus_t cudnnOpTensor(cudnnHandle_t h, const cudnnOpTensorDescriptor_t op, const void *alpha1, const cudnnTensorDescriptor_t a, const void *A, const void *alpha2, const cudnnTensorDescriptor_t b, const void *B, const void *beta, const cudnnTensorDescriptor_t c, void *C)
{
    BAD(!h || !op || !alpha1 || !beta || !is_set(c) || !alike(a, c) || !A || !C);
    bool one = op->op >= CUDNN_OP_TENSOR_SQRT;
    BAD(!one && (!alpha2 || !B || !spreads(b, c)));
    return combined(h, "cudnnOpTensor", op->op, op->nan == CUDNN_PROPAGATE_NAN, alpha1, a, A, one ? NULL : alpha2, one ? NULL : b, B, beta, c, C);
}
cudnnStatus_t cudnnTransformTensor(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !alpha || !beta || !alike(x, y) || !X || !Y);
    return combined(h, "cudnnTransformTensor", COPY, false, alpha, x, X, NULL, NULL, NULL, beta, y, Y);
}
cudnnStatus_t cudnnSetTensor(cudnnHandle_t h, const cudnnTensorDescriptor_t y, void *Y, const void *value)
{
    BAD(!h || !is_set(y) || !Y || !value);
    return combined(h, "cudnnSetTensor", SET, false, value, NULL, Y, NULL, NULL, NULL, NULL, y, Y);
}
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t h, const cudnnTensorDescriptor_t y, void *Y, const void *alpha)
{
    BAD(!h || !is_set(y) || !Y || !alpha);
    return combined(h, "cudnnScaleTensor", COPY, false, alpha, y, Y, NULL, NULL, NULL, NULL, y, Y);
}
cudnnStatus_t cudnnActivationForward(cudnnHandle_t h, cudnnActivationDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !d || !alpha || !beta || !alike(x, y) || !X || !Y);
    const layout *const all[] = {y, x};
    space<2> s = space_of(y->n, y->dim, all);
    WITH_TYPE("cudnnActivationForward", x->type, {
        typedef typename summed<T>::type A;
        activation_forward<T, A><<<blocks(s.count), BLOCK, 0, h->stream>>>(s, activation_of(d), (const T *)X, blend<A>(alpha, beta), (T *)Y);
    })
    return launched();
}
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t h, cudnnActivationDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX)
{
    BAD(!h || !d || !alpha || !beta || !alike(y, dy) || !alike(y, x) || !alike(y, dx) || !Y || !DY || !X || !DX);
    const layout *const all[] = {dx, y, dy, x};
    space<4> s = space_of(y->n, y->dim, all);
    WITH_TYPE("cudnnActivationBackward", x->type, {
        typedef typename summed<T>::type A;
        activation_backward<T, A><<<blocks(s.count), BLOCK, 0, h->stream>>>(s, activation_of(d), (const T *)Y, (const T *)DY, (const T *)X, blend<A>(alpha, beta), (T *)DX);
    })
    return launched();
}
cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t h, size_t *bytes)
{
    BAD(!h || !bytes);
    *bytes = sizeof(dropout_states);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t x, size_t *bytes)
{
    BAD(!is_set(x) || !bytes);
    size_t n = 1;
    for (int d = 0; d < x->n; d++)
        n *= (size_t)x->dim[d];
    *bytes = (n + 7) / 8;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float p, void *states, size_t bytes, unsigned long long seed)
{
    BAD(!h || !d || !(p >= 0 && p <= 1));
    if (states && bytes < sizeof(dropout_states))
        return CUDNN_STATUS_INVALID_VALUE;
    d->p = p, d->states = states, d->seed = seed;
    if (states)
        seed_dropout<<<1, 1, 0, h->stream>>>((dropout_states *)states, seed);
    return launched();
}
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float p, void *states, size_t bytes, unsigned long long seed)
{
    BAD(!h || !d || !states || !(p >= 0 && p <= 1));
    if (bytes < sizeof(dropout_states))
        return CUDNN_STATUS_INVALID_VALUE;
    d->p = p, d->states = states, d->seed = seed;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float *p, void **states, unsigned long long *seed)
{
    BAD(!h || !d || !p || !states || !seed);
    *p = d->p, *states = d->states, *seed = d->seed;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDropoutForward(cudnnHandle_t h, const cudnnDropoutDescriptor_t d, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, void *reserve, size_t bytes)
{
    return dropped(h, "cudnnDropoutForward", d, true, x, X, y, Y, reserve, bytes);
}
cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t h, const cudnnDropoutDescriptor_t d, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t dx, void *DX, void *reserve, size_t bytes)
{
    return dropped(h, "cudnnDropoutBackward", d, false, dy, DY, dx, DX, reserve, bytes);
}
}
