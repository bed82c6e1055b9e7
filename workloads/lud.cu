/*
 * lud: LU factorisation without pivoting, by 16 x 16 tiles (Rodinia-class).
 *
 * Three kernels a step: the diagonal tile (one block of 16 threads), the tiles right of and below it (blocks of 32
 * threads: 16 solve a tile of U by columns, 16 a tile of L by rows), and the update of all tiles beyond (16 x 16
 * blocks, two rows of 64 bytes a warp). Tiles are staged in shared memory; --unshared 1 works on the matrix in
 * global memory, where L by rows is 16 lines a load.
 *
 * Paper size: 512 x 512 (MRPB paper, table 3); small 128 x 128.
 */
#include "common.h"

#define T 16

__global__ void diagonal_tile(float *m, int n, int o)
{
    __shared__ float d[T][T];
    int t = threadIdx.x;
    for (int r = 0; r < T; r++)
        d[r][t] = m[(o + r) * n + o + t];
    __syncthreads();
    for (int k = 0; k < T - 1; k++) { /* column k of L, then row k + 1 of U, each from all that stands before it */
        if (t > k) {
            for (int j = 0; j < k; j++)
                d[t][k] -= d[t][j] * d[j][k];
            d[t][k] /= d[k][k];
        }
        __syncthreads();
        if (t > k)
            for (int j = 0; j <= k; j++)
                d[k + 1][t] -= d[k + 1][j] * d[j][t];
        __syncthreads();
    }
    for (int r = 1; r < T; r++)
        m[(o + r) * n + o + t] = d[r][t];
}

__global__ void diagonal_unshared(float *m, int n, int o)
{
    int t = threadIdx.x;
    float *d = m + o * n + o;
    for (int k = 0; k < T - 1; k++) {
        if (t > k) {
            d[t * n + k] /= d[k * n + k];
            for (int j = k + 1; j < T; j++)
                d[t * n + j] -= d[t * n + k] * d[k * n + j];
        }
        __syncthreads();
    }
}

__global__ void border_tile(float *m, int n, int o)
{
    __shared__ float d[T][T], up[T][T], low[T][T];
    int beyond = o + (blockIdx.x + 1) * T, is_low = threadIdx.x >= T;
    /* the halves of a warp load one after the other: half of the diagonal tile each, and their own */
    if (!is_low) {
        int t = threadIdx.x;
        for (int r = 0; r < T / 2; r++)
            d[r][t] = m[(o + r) * n + o + t];
        for (int r = 0; r < T; r++)
            up[r][t] = m[(o + r) * n + beyond + t];
    } else {
        int t = threadIdx.x - T;
        for (int r = T / 2; r < T; r++)
            d[r][t] = m[(o + r) * n + o + t];
        for (int r = 0; r < T; r++)
            low[r][t] = m[(beyond + r) * n + o + t];
    }
    __syncthreads();
    if (is_low) { /* row t of the tile below */
        int t = threadIdx.x - T;
        for (int i = 0; i < T; i++) {
            for (int k = 0; k < i; k++)
                low[t][i] -= low[t][k] * d[k][i];
            low[t][i] /= d[i][i];
        }
    } else { /* column t of the tile to the right */
        int t = threadIdx.x;
        for (int i = 1; i < T; i++)
            for (int k = 0; k < i; k++)
                up[i][t] -= d[i][k] * up[k][t];
    }
    __syncthreads();
    if (!is_low) {
        int t = threadIdx.x;
        for (int r = 1; r < T; r++) /* the first row stays */
            m[(o + r) * n + beyond + t] = up[r][t];
    } else {
        int t = threadIdx.x - T;
        for (int r = 0; r < T; r++)
            m[(beyond + r) * n + o + t] = low[r][t];
    }
}

__global__ void border_unshared(float *m, int n, int o)
{
    int t = threadIdx.x % T, beyond = o + (blockIdx.x + 1) * T;
    const float *d = m + o * n + o;
    if (threadIdx.x / T) {
        float *low = m + (beyond + t) * n + o;
        for (int i = 0; i < T; i++) {
            float left = low[i];
            for (int k = 0; k < i; k++)
                left -= low[k] * d[k * n + i];
            low[i] = left / d[i * n + i];
        }
    } else {
        float *up = m + o * n + beyond + t;
        for (int i = 1; i < T; i++) {
            float left = up[i * n];
            for (int k = 0; k < i; k++)
                left -= d[i * n + k] * up[k * n];
            up[i * n] = left;
        }
    }
}

__global__ void inner_shared(float *m, int n, int o)
{
    __shared__ float up[T][T], low[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, x = o + (blockIdx.x + 1) * T + tx, y = o + (blockIdx.y + 1) * T + ty;
    up[ty][tx] = m[(o + ty) * n + x];
    low[ty][tx] = m[y * n + o + tx];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < T; k++)
        sum += low[ty][k] * up[k][tx];
    m[y * n + x] -= sum;
}

__global__ void inner_unshared(float *m, int n, int o)
{
    int x = o + (blockIdx.x + 1) * T + threadIdx.x, y = o + (blockIdx.y + 1) * T + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < T; k++)
        sum += m[y * n + o + k] * m[(o + k) * n + x];
    m[y * n + x] -= sum;
}

static void factor(float *d_m, int n, int unshared)
{
    for (int o = 0; o < n; o += T) {
        int beyond = (n - o) / T - 1;
        dim3 grid(beyond, beyond), block(T, T);
        if (unshared)
            diagonal_unshared<<<1, T>>>(d_m, n, o);
        else
            diagonal_tile<<<1, T>>>(d_m, n, o);
        WL_LAUNCHED();
        if (!beyond)
            break;
        if (unshared) {
            border_unshared<<<beyond, 2 * T>>>(d_m, n, o);
            inner_unshared<<<grid, block>>>(d_m, n, o);
        } else {
            border_tile<<<beyond, 2 * T>>>(d_m, n, o);
            inner_shared<<<grid, block>>>(d_m, n, o);
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
    int n, times, unshared;
    const struct wl_opt opts[] = {{"n", &n, 128, 512, 16, 4096, "rows and columns (a multiple of 16)"},
                                  {"times", &times, 1, 1, 1, 4, "multiplies both"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"}};
    wl_begin(argc, argv, "lud", opts, WL_COUNT(opts));
    n *= times;
    wl_run.name = unshared ? "lud-u" : times == 2 ? "lud-1k" : "lud";
    if (n % T)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    size_t cells = (size_t)n * n;
    float *m = wl_random(cells, 0, 1, 1);
    for (int i = 0; i < n; i++)
        m[i * n + i] += (float)n; /* diagonally dominant: no pivoting needed */
    float *d_m = wl_upload(m, cells);
    factor(d_m, n, unshared);
    if (wl_checking()) {
        reference(m, n);
        wl_check_f32("lu", wl_download(d_m, cells), m, cells, 1e-3, 1e-5);
    }
    return wl_end();
}
