/*
 * lu: LU factorisation by 16 x 16 tiles in shared memory, with loops that stay loops (unified-memory paper;
 * Rodinia-class).
 *
 * lud's three kernels a step, not unrolled: about 20 registers a thread instead of 56, and 96 bytes of shared memory
 * a thread in the one for the tiles right of and below the diagonal (unified-memory paper, table 1). --unroll 4: the
 * sums of products four rounds at a time, as compilers do with loops that they do not take apart completely; with it
 * there are 20 registers (chosen with that table in view; lud, of which clang takes apart all, has 35).
 *
 * Paper size: 512 x 512; small 128 x 128.
 */
#include "common.h"

#define T 16

__global__ void diagonal(float *m, int n, int o)
{
    __shared__ float d[T][T];
    int t = threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < T; r++)
        d[r][t] = m[(o + r) * n + o + t];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < T - 1; k++) {
        if (t > k) {
            d[t][k] /= d[k][k];
#pragma unroll 1
            for (int j = k + 1; j < T; j++)
                d[t][j] -= d[t][k] * d[k][j];
        }
        __syncthreads();
    }
#pragma unroll 1
    for (int r = 1; r < T; r++)
        m[(o + r) * n + o + t] = d[r][t];
}

__global__ void border(float *m, int n, int o)
{
    __shared__ float d[T][T], up[T][T], low[T][T];
    int t = threadIdx.x % T, is_low = threadIdx.x / T, beyond = o + (blockIdx.x + 1) * T;
#pragma unroll 1
    for (int r = is_low; r < T; r += 2)
        d[r][t] = m[(o + r) * n + o + t];
#pragma unroll 1
    for (int r = 0; r < T; r++) {
        if (is_low)
            low[r][t] = m[(beyond + r) * n + o + t];
        else
            up[r][t] = m[(o + r) * n + beyond + t];
    }
    __syncthreads();
    if (is_low) { /* row t of the tile below */
#pragma unroll 1
        for (int i = 0; i < T; i++) {
#pragma unroll 1
            for (int k = 0; k < i; k++)
                low[t][i] -= low[t][k] * d[k][i];
            low[t][i] /= d[i][i];
        }
    } else { /* column t of the tile to the right */
#pragma unroll 1
        for (int i = 1; i < T; i++)
#pragma unroll 1
            for (int k = 0; k < i; k++)
                up[i][t] -= d[i][k] * up[k][t];
    }
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < T; r++) {
        if (is_low)
            m[(beyond + r) * n + o + t] = low[r][t];
        else
            m[(o + r) * n + beyond + t] = up[r][t];
    }
}

__global__ void inner(float *m, int n, int o)
{
    __shared__ float up[T][T], low[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, x = o + (blockIdx.x + 1) * T + tx, y = o + (blockIdx.y + 1) * T + ty;
    up[ty][tx] = m[(o + ty) * n + x];
    low[ty][tx] = m[y * n + o + tx];
    __syncthreads();
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < T; k++)
        sum += low[ty][k] * up[k][tx];
    m[y * n + x] -= sum;
}

/* The same with products four at a time. */
__global__ void diagonal_4(float *m, int n, int o)
{
    __shared__ float d[T][T];
    int t = threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < T; r++)
        d[r][t] = m[(o + r) * n + o + t];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < T - 1; k++) {
        if (t > k) {
            d[t][k] /= d[k][k];
#pragma unroll 4
            for (int j = k + 1; j < T; j++)
                d[t][j] -= d[t][k] * d[k][j];
        }
        __syncthreads();
    }
#pragma unroll 1
    for (int r = 1; r < T; r++)
        m[(o + r) * n + o + t] = d[r][t];
}

__global__ void border_4(float *m, int n, int o)
{
    __shared__ float d[T][T], up[T][T], low[T][T];
    int t = threadIdx.x % T, is_low = threadIdx.x / T, beyond = o + (blockIdx.x + 1) * T;
#pragma unroll 1
    for (int r = is_low; r < T; r += 2)
        d[r][t] = m[(o + r) * n + o + t];
#pragma unroll 1
    for (int r = 0; r < T; r++) {
        if (is_low)
            low[r][t] = m[(beyond + r) * n + o + t];
        else
            up[r][t] = m[(o + r) * n + beyond + t];
    }
    __syncthreads();
    if (is_low) { /* row t of the tile below */
#pragma unroll 1
        for (int i = 0; i < T; i++) {
#pragma unroll 4
            for (int k = 0; k < i; k++)
                low[t][i] -= low[t][k] * d[k][i];
            low[t][i] /= d[i][i];
        }
    } else { /* column t of the tile to the right */
#pragma unroll 1
        for (int i = 1; i < T; i++)
#pragma unroll 4
            for (int k = 0; k < i; k++)
                up[i][t] -= d[i][k] * up[k][t];
    }
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < T; r++) {
        if (is_low)
            m[(beyond + r) * n + o + t] = low[r][t];
        else
            m[(o + r) * n + beyond + t] = up[r][t];
    }
}

__global__ void inner_4(float *m, int n, int o)
{
    __shared__ float up[T][T], low[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, x = o + (blockIdx.x + 1) * T + tx, y = o + (blockIdx.y + 1) * T + ty;
    up[ty][tx] = m[(o + ty) * n + x];
    low[ty][tx] = m[y * n + o + tx];
    __syncthreads();
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < T; k++)
        sum += low[ty][k] * up[k][tx];
    m[y * n + x] -= sum;
}

static void factor(float *d_m, int n, int unroll)
{
    for (int o = 0; o < n; o += T) {
        int beyond = (n - o) / T - 1;
        if (unroll == 4)
            diagonal_4<<<1, T>>>(d_m, n, o);
        else
            diagonal<<<1, T>>>(d_m, n, o);
        WL_LAUNCHED();
        if (!beyond)
            break;
        if (unroll == 4) {
            border_4<<<beyond, 2 * T>>>(d_m, n, o);
            inner_4<<<dim3(beyond, beyond), dim3(T, T)>>>(d_m, n, o);
        } else {
            border<<<beyond, 2 * T>>>(d_m, n, o);
            inner<<<dim3(beyond, beyond), dim3(T, T)>>>(d_m, n, o);
        }
        WL_LAUNCHED();
    }
}

static void reference(float *m, int n)
{
    double *a = wl_host<double>((size_t)n * n);
    for (int i = 0; i < n * n; i++)
        a[i] = m[i];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    for (int i = 0; i < n * n; i++)
        m[i] = (float)a[i];
    free(a);
}

int main(int argc, char **argv)
{
    int n, unroll;
    const struct wl_opt opts[] = {{"n", &n, 128, 512, 16, 4096, "rows and columns (a multiple of 16)"},
                                  {"unroll", &unroll, 1, 1, 1, 4, "rounds of the innermost loops at a time: 1 or 4"}};
    wl_begin(argc, argv, "lu", opts, WL_COUNT(opts));
    wl_run.name = unroll == 4 ? "lu-4" : "lu";
    if (unroll != 1 && unroll != 4)
        wl_bad_args(opts, WL_COUNT(opts), "neither 1 nor 4", "--unroll");
    if (n % T)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    size_t cells = (size_t)n * n;
    float *m = wl_random(cells, 0, 1, 1);
    for (int i = 0; i < n; i++)
        m[i * n + i] += (float)n; /* diagonally dominant: no pivoting needed */
    float *d_m = wl_upload(m, cells);
    factor(d_m, n, unroll);
    if (wl_checking()) {
        reference(m, n);
        wl_check_f32("lu", wl_download(d_m, cells), m, cells, 1e-3, 1e-5);
    }
    return wl_end();
}
