/*
 * gramschm: QR factorisation by modified Gram-Schmidt, PolyBench.
 *
 * For each column k three kernels of 256 x 1 blocks: its norm (one thread of one block works), q = a / norm (one
 * thread a row, stride of one row: 32 lines a load), and for each later column one thread that projects and
 * subtracts, accumulating in global memory (coalesced).
 *
 * Paper size: 128 x 128, PolyBench's 2048 scaled (not one of the MRPB paper's twelve): 384 launches, mostly small.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 96 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S> __device__ __forceinline__ void norm_of(int ni, int nj, const float *a, float *r, int k)
{
    WL_CONST(S, ni, nj);
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < ni; i++)
            sum += a[i * nj + k] * a[i * nj + k];
        r[k * nj + k] = sqrtf(sum);
    }
}
WL_KERNEL(norm, (int ni, int nj, const float *a, float *r, int k), (ni, nj, a, r, k))

template <int S>
__device__ __forceinline__ void divide_of(int ni, int nj, const float *a, const float *r, float *q, int k)
{
    WL_CONST(S, ni, nj);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ni)
        q[i * nj + k] = a[i * nj + k] / r[k * nj + k];
}
WL_KERNEL(divide, (int ni, int nj, const float *a, const float *r, float *q, int k), (ni, nj, a, r, q, k))

template <int S> __device__ __forceinline__ void project_of(int ni, int nj, float *a, float *r, const float *q, int k)
{
    WL_CONST(S, ni, nj);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > k && j < nj) {
        r[k * nj + j] = 0;
        for (int i = 0; i < ni; i++)
            r[k * nj + j] += q[i * nj + k] * a[i * nj + j];
        for (int i = 0; i < ni; i++)
            a[i * nj + j] -= q[i * nj + k] * r[k * nj + j];
    }
}
WL_KERNEL(project, (int ni, int nj, float *a, float *r, const float *q, int k), (ni, nj, a, r, q, k))

/* A product of the factors must give A back, and Q^T Q the identity: both hold in float where a step-by-step
   comparison would compare rounding errors. */
static void check(int ni, int nj, const float *a, const float *q, const float *r)
{
    float *qr = wl_host<float>((size_t)ni * nj), *qtq = wl_host<float>((size_t)nj * nj);
    float *eye = wl_host<float>((size_t)nj * nj);
    for (int i = 0; i < ni; i++)
        for (int k = 0; k < nj; k++)
            for (int j = k; j < nj; j++)
                qr[i * nj + j] += q[i * nj + k] * r[k * nj + j];
    for (int i = 0; i < ni; i++)
        for (int k = 0; k < nj; k++)
            for (int j = 0; j < nj; j++)
                qtq[k * nj + j] += q[i * nj + k] * q[i * nj + j];
    for (int k = 0; k < nj; k++)
        eye[k * nj + k] = 1;
    wl_check_f32("qr", qr, a, (size_t)ni * nj, 1e-3, 1e-4);
    wl_check_f32("qtq", qtq, eye, (size_t)nj * nj, 0, 1e-3);
}

int main(int argc, char **argv)
{
    int ni, nj;
    const struct wl_opt opts[] = {{"ni", &ni, 64, 128, 1, 2048, "rows (at least as many as columns)", 2048},
                                  {"nj", &nj, 32, 128, 1, 2048, "columns", 2048}};
    wl_begin(argc, argv, "gramschm", opts, WL_COUNT(opts));
    if (ni < nj)
        wl_bad_args(opts, WL_COUNT(opts), "fewer rows than columns", "--ni");
    size_t n = (size_t)ni * nj, nr = (size_t)nj * nj;
    float *a = wl_random(n, -1, 1, 1);
    for (int k = 0; k < nj; k++)
        a[k * nj + k] += 8; /* well conditioned, so that Q is orthogonal in float */
    float *d_a = wl_upload(a, n), *d_r = wl_dev_zero<float>(nr), *d_q = wl_dev_zero<float>(n);

    for (int k = 0; k < nj; k++) {
        WL_SIZED(2048, 96, ni == S && nj == S, norm, 1, 256, ni, nj, d_a, d_r, k);
        WL_SIZED(2048, 96, ni == S && nj == S, divide, wl_blocks(ni, 256), 256, ni, nj, d_a, d_r, d_q, k);
        WL_SIZED(2048, 96, ni == S && nj == S, project, wl_blocks(nj, 256), 256, ni, nj, d_a, d_r, d_q, k);
    }
    if (wl_checking())
        check(ni, nj, a, wl_download(d_q, n), wl_download(d_r, nr));
    return wl_end();
}
