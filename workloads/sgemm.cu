/*
 * sgemm: c = alpha a b + beta c, single precision, blocked in registers (Parboil-class).
 *
 * Matrices are column-major, b is given transposed. A block of 16 x 8 threads makes 128 rows x 16 columns of c: a
 * thread one row of 16 sums in registers. 8 x 16 elements of b are staged in shared memory; a is read straight from
 * global memory, coalesced.
 *
 * Paper size: half of Parboil's medium input in each dimension (1024 x 992 x 1056), 10 million warp instructions.
 */
#include "common.h"

#define TM 128
#define TN 16
#define TK 8

__global__ void sgemm(const float *a, const float *b, float *c, int m, int n, int k, float alpha, float beta)
{
    __shared__ float part[TK][TN];
    int t = threadIdx.y * TN + threadIdx.x, row = blockIdx.x * TM + t, column = blockIdx.y * TN;
    float sum[TN];
#pragma unroll
    for (int i = 0; i < TN; i++)
        sum[i] = 0;
    for (int at = 0; at < k; at += TK) {
        part[threadIdx.y][threadIdx.x] = b[column + threadIdx.x + (at + threadIdx.y) * n];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < TK; j++) {
            float v = a[row + (at + j) * m];
#pragma unroll
            for (int i = 0; i < TN; i++)
                sum[i] += v * part[j][i];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TN; i++) {
        float *to = &c[row + (column + i) * m];
        *to = beta * *to + alpha * sum[i];
    }
}

int main(int argc, char **argv)
{
    int m, n, k;
    const struct wl_opt opts[] = {{"m", &m, 128, 512, TM, 8192, "rows of a (a multiple of 128)"},
                                  {"n", &n, 96, 496, TN, 8192, "columns of b (a multiple of 16)"},
                                  {"k", &k, 160, 528, TK, 8192, "columns of a (a multiple of 8)"}};
    wl_begin(argc, argv, "sgemm", opts, WL_COUNT(opts));
    if (m % TM || n % TN || k % TK)
        wl_bad_args(opts, WL_COUNT(opts), "not multiples of 128, 16 and 8", "--m --n --k");
    const float alpha = 1.5f, beta = 0.5f;
    size_t na = (size_t)m * k, nb = (size_t)n * k, nc = (size_t)m * n;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2), *c = wl_random(nc, 0, 1, 3);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc);

    sgemm<<<dim3(m / TM, n / TN), dim3(TN, TK)>>>(d_a, d_b, d_c, m, n, k, alpha, beta);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *sum = wl_host<float>(nc);
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    sum[i + j * m] += a[i + l * m] * b[j + l * n];
        for (size_t i = 0; i < nc; i++)
            c[i] = beta * c[i] + alpha * sum[i];
        wl_check_f32("c", wl_download(d_c, nc), c, nc, 1e-3, 0);
    }
    return wl_end();
}
