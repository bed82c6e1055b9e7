/* What happens to an element of a product on its way out: alpha, beta, and cuBLASLt's epilogues. */
#ifndef SLUICE_BLAS_FINISH_H
#define SLUICE_BLAS_FINISH_H
#include "blas.h"

template <class Out, class Acc> __device__ inline Out narrowed(Acc v) { return Out(v); }
template <> __device__ inline int narrowed<int, int>(int v) { return v; }
template <class Acc, class In> __device__ inline Acc widened(In v) { return Acc(v); }
template <> __device__ inline float widened<float, __half>(__half v) { return __half2float(v); }
template <> __device__ inline float widened<float, __nv_bfloat16>(__nv_bfloat16 v) { return __bfloat162float(v); }
template <> __device__ inline int widened<int, signed char>(signed char v) { return v; }

__device__ inline float gelu(float x)
{
    return 0.5f * x * (1.0f + tanhf(0.79788456080286536f * (x + 0.044715f * x * x * x)));
}
__device__ inline float gelu_slope(float x)
{
    float u = 0.79788456080286536f * (x + 0.044715f * x * x * x), t = tanhf(u);
    return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * 0.79788456080286536f * (1.0f + 3.0f * 0.044715f * x * x);
}
template <class Out, class Acc> __device__ inline Acc finished(const epilogue &, Acc v, int, int, int) { return v; }
template <class Out> __device__ inline float finished(const epilogue &e, float v, int i, int j, int batch)
{
    if (e.kind & EP_BIAS)
        v += widened<float, Out>(((const Out *)e.bias)[i + e.bias_stride * batch]);
    Out *aux = (Out *)e.aux + e.aux_stride * batch + i + (long long)j * e.aux_ld;
    if ((e.kind & EP_AUX) && (e.kind & EP_GELU))
        *aux = narrowed<Out, float>(v);
    if (e.kind & EP_RELU)
        v = v > 0.0f ? v : 0.0f;
    if (e.kind & EP_GELU)
        v = gelu(v);
    if (e.kind & EP_DGELU)
        v *= gelu_slope(widened<float, Out>(*aux));
    return v;
}

/* What element (i, j) becomes; c: where beta's matrix is. */
template <class In, class Out, class Acc>
__device__ inline Acc finished_sum(const product<In, Out, Acc> &p, const Out *c, Acc alpha, Acc beta, Acc sum, int i, int j, int batch)
{
    Acc v = alpha * sum;
    if (!is_zero(beta)) /* else C may hold anything */
        v = fused(beta, widened<Acc, Out>(c[i + (size_t)j * (p.c ? p.ldc : p.ldd)]), v);
    if (p.ep.kind)
        v = finished<Out>(p.ep, v, i, j, batch);
    return v;
}
template <class In, class Out, class Acc>
__device__ inline void finish(const product<In, Out, Acc> &p, Out *d, const Out *c, Acc alpha, Acc beta, Acc sum, int i, int j, int batch)
{
    d[i + (size_t)j * p.ldd] = narrowed<Out, Acc>(finished_sum(p, c, alpha, beta, sum, i, j, batch));
}
template <class In, class Out, class Acc> __device__ inline void put(const product<In, Out, Acc> &p, Acc alpha, Acc beta, Acc sum, int i, int j, int batch)
{
    Out *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
    finish(p, d, p.c ? p.c + p.c_stride * batch : d, alpha, beta, sum, i, j, batch);
}
#endif
