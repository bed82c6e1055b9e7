/* The product: blocks of 256 threads, each with a tile of the result in registers; tiles of op(A) and op(B) pass through shared memory,
   the next one is on its way in registers while one is multiplied. Floats (gemm_float.cu) and, on tensor cores, half and bfloat16
   (gemm_half.cu, gemm_group.cu), TF32, double and signed char (gemm_tensor.cu) have kernels of their own, which want pieces of 16 bytes; this one takes what they do not. Half and bfloat16 are widened to float in shared memory. */
#include "blas.h"
#include "finish.h"

/* Rows of a thread: groups of four, spread over the tile, so that a warp reads shared memory in 16-byte pieces side by side. */
template <int tile, int mine> __device__ inline int place(int t, int i) { return i / 4 * (tile / (mine / 4)) + t * 4 + i % 4; }

template <class In, class Out, class Acc, int tile, int mine>
__global__ void __launch_bounds__(256) gemm(product<In, Out, Acc> p)
{
    const int deep = 8, loads = tile * deep / 256;
    __shared__ __align__(16) Acc as[deep][tile + 4], bs[deep][tile + 4];
    int t = (int)threadIdx.x, tx = t % 16, ty = t / 16, i0 = (int)blockIdx.x * tile, j0 = (int)blockIdx.y * tile;
    if (p.half && (p.half == 1 ? i0 > j0 + tile - 1 : j0 > i0 + tile - 1))
        return;
    for (int batch = (int)blockIdx.z; batch < p.batches; batch += (int)gridDim.z) {
        const In *a = p.a.of(batch), *b = p.b.of(batch);
        Acc sum[mine][mine], na[loads], nb[loads];
#pragma unroll
        for (int i = 0; i < mine; i++)
#pragma unroll
            for (int j = 0; j < mine; j++)
                sum[i][j] = Acc(0);
        /* which element of a tile a thread brings: neighbours lie side by side in memory */
        int step = 256, rows = (p.k + deep - 1) / deep;
#define A_ROW(q) (p.a.trans ? (t + (q) * step) / deep : (t + (q) * step) % tile)
#define A_DEEP(q) (p.a.trans ? (t + (q) * step) % deep : (t + (q) * step) / tile)
#define B_COL(q) (p.b.trans ? (t + (q) * step) % tile : (t + (q) * step) / deep)
#define B_DEEP(q) (p.b.trans ? (t + (q) * step) / tile : (t + (q) * step) % deep)
        for (int r = 0; r <= rows; r++) {
#pragma unroll
            for (int q = 0; r < rows && q < loads; q++) {
                int i = i0 + A_ROW(q), ka = r * deep + A_DEEP(q), j = j0 + B_COL(q), kb = r * deep + B_DEEP(q);
                na[q] = i < p.m && ka < p.k ? widened<Acc, In>(p.a.at(a, i, ka)) : Acc(0);
                nb[q] = j < p.n && kb < p.k ? widened<Acc, In>(p.b.at(b, kb, j)) : Acc(0);
            }
            if (r) {
#pragma unroll
                for (int d = 0; d < deep; d++) {
                    Acc x[mine], y[mine];
#pragma unroll
                    for (int i = 0; i < mine; i++)
                        x[i] = as[d][place<tile, mine>(tx, i)], y[i] = bs[d][place<tile, mine>(ty, i)];
#pragma unroll
                    for (int i = 0; i < mine; i++)
#pragma unroll
                        for (int j = 0; j < mine; j++)
                            sum[i][j] = fused(x[i], y[j], sum[i][j]);
                }
                __syncthreads();
            }
            if (r == rows)
                break;
#pragma unroll
            for (int q = 0; q < loads; q++) {
                as[A_DEEP(q)][A_ROW(q)] = na[q];
                bs[B_DEEP(q)][B_COL(q)] = nb[q];
            }
            __syncthreads();
        }
        Acc alpha = p.alpha.get(), beta = p.beta.get();
        Out *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
        const Out *c = p.c ? p.c + p.c_stride * batch : d;
#pragma unroll
        for (int jj = 0; jj < mine; jj++)
#pragma unroll
            for (int ii = 0; ii < mine; ii++) {
                int i = i0 + place<tile, mine>(tx, ii), j = j0 + place<tile, mine>(ty, jj);
                if (i >= p.m || j >= p.n || (p.half && (p.half == 1 ? i > j : i < j)))
                    continue;
                finish(p, d, c, alpha, beta, sum[ii][jj], i, j, batch);
            }
    }
}

template <class In, class Out, class Acc, int tile, int mine> static void launch(cudaStream_t s, const product<In, Out, Acc> &p)
{
    dim3 grid((unsigned)((p.m + tile - 1) / tile), (unsigned)((p.n + tile - 1) / tile), (unsigned)(p.batches < 65535 ? p.batches : 65535));
    gemm<In, Out, Acc, tile, mine><<<grid, 256, 0, s>>>(p);
}
template <class In, class Out, class Acc> void multiply(cudaStream_t s, const product<In, Out, Acc> &p)
{
    if (p.m && p.n && p.batches && !multiply_tensor(s, p))
        launch<In, Out, Acc, 64, 4>(s, p);
}
template <> void multiply(cudaStream_t s, const product<float, float, float> &p)
{
    if (!p.m || !p.n || !p.batches)
        return;
    if (!multiply_tensor(s, p) && !multiply_floats(s, p))
        launch<float, float, float, 64, 4>(s, p);
}
template void multiply(cudaStream_t, const product<double, double, double> &);
template void multiply(cudaStream_t, const product<cplx<float>, cplx<float>, cplx<float>> &);
template void multiply(cudaStream_t, const product<cplx<double>, cplx<double>, cplx<double>> &);

template <class In, class Out, class Acc, class Scale> static cublasStatus_t typed(cudaStream_t s, const typed_product *t)
{
    product<In, Out, Acc> p = {};
    p.m = t->m, p.n = t->n, p.k = t->k, p.batches = t->batches;
    Scale alpha, beta;
    bool other = sizeof(Scale) != sizeof(Acc);
    if (!t->device_scalars || other) {
        cudaMemcpyKind how = t->device_scalars ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
        cudaMemcpy((void *)&alpha, t->alpha, sizeof(alpha), how);
        cudaMemcpy((void *)&beta, t->beta, sizeof(beta), how);
        p.alpha.value = Acc(alpha), p.beta.value = Acc(beta);
    } else {
        p.alpha.there = (const Acc *)t->alpha, p.beta.there = (const Acc *)t->beta;
    }
    p.a = view_of<In>(t->a, t->lda, t->ta), p.b = view_of<In>(t->b, t->ldb, t->tb);
    p.a.each = (const In *const *)t->a_each, p.b.each = (const In *const *)t->b_each;
    p.a.stride = t->sa, p.b.stride = t->sb;
    p.d = (Out *)t->d, p.d_each = (Out *const *)t->d_each, p.d_stride = t->sd, p.ldd = t->ldd;
    p.c = t->c == t->d || t->d_each ? NULL : (const Out *)t->c, p.c_stride = t->sc, p.ldc = t->ldc;
    p.ep = t->ep, p.tf32 = t->tf32;
    multiply(s, p);
    return launched();
}

cublasStatus_t sluice_multiply(cudaStream_t s, const typed_product *t)
{
    cudaDataType a = t->a_type, c = t->c_type, scale = t->scale;
    if (a != t->b_type)
        return CUBLAS_STATUS_NOT_SUPPORTED;
#define CASE(A, C, S, In, Out, Acc, Scale)                                                                   \
    if (a == A && c == C && scale == S)                                                                      \
        return typed<In, Out, Acc, Scale>(s, t);
    CASE(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, float, float, float, float)
    CASE(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, double, double, double, double)
    CASE(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, cplx<float>, cplx<float>, cplx<float>, cplx<float>)
    CASE(CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, cplx<double>, cplx<double>, cplx<double>, cplx<double>)
    CASE(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, __half, __half, float, __half)
    CASE(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, __half, __half, float, float)
    CASE(CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, __half, float, float, float)
    CASE(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, __nv_bfloat16, float, float)
    CASE(CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, __nv_bfloat16, float, float, float)
    CASE(CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, signed char, int, int, int)
#undef CASE
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
