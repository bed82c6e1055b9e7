/*
 * dgemm: matrix product in double precision, blocked in registers (a dense BLAS kernel as libraries have it).
 *
 * 16 x 16 threads make 64 x 64 elements of c, a thread 4 x 4 in registers, 16 columns of a and rows of b at a time
 * through padded tiles in shared memory: (64 x 17 + 16 x 65) x 8 bytes, 66.5 bytes a thread; about 57 registers
 * (unified-memory paper, table 1). --texture 1: a and b are read through textures, as MAGMA's kernel for Fermi does,
 * and put into the tiles one after the other.
 *
 * Paper size: 384 x 384 x 384.
 */
#include "common.h"

#define TILE 64
#define K 16
#define SIDE 16
#define PER (TILE / SIDE)

__global__ void dgemm(const double *a, const double *b, double *c, int m, int n, int k, double alpha, double beta)
{
    __shared__ double sa[TILE][K + 1], sb[K][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    double sum[PER][PER] = {};
    for (int at = 0; at < k; at += K) {
#pragma unroll
        for (int i = 0; i < PER; i++) {
            sa[ty + i * SIDE][tx] = a[(size_t)(row + ty + i * SIDE) * k + at + tx];
            sb[ty][tx + i * SIDE] = b[(size_t)(at + ty) * n + column + tx + i * SIDE];
        }
        __syncthreads();
#pragma unroll 2
        for (int l = 0; l < K; l++) {
            double va[PER], vb[PER];
#pragma unroll
            for (int i = 0; i < PER; i++) {
                va[i] = sa[ty + i * SIDE][l];
                vb[i] = sb[l][tx + i * SIDE];
            }
#pragma unroll
            for (int i = 0; i < PER; i++)
#pragma unroll
                for (int j = 0; j < PER; j++)
                    sum[i][j] += va[i] * vb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < PER; i++)
#pragma unroll
        for (int j = 0; j < PER; j++) {
            double *to = &c[(size_t)(row + ty + i * SIDE) * n + column + tx + j * SIDE];
            *to = alpha * sum[i][j] + beta * *to;
        }
}

/* Element `i` of a texture of doubles: two words. */
__device__ inline double fetch(cudaTextureObject_t t, int i)
{
    int2 v = tex1Dfetch<int2>(t, i);
    return __hiloint2double(v.y, v.x);
}

__global__ void dgemm_tex(cudaTextureObject_t a, cudaTextureObject_t b, double *c, int n, int k, double alpha,
                          double beta)
{
    __shared__ double sa[TILE][K + 1], sb[K][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    double sum[PER][PER] = {};
    for (int at = 0; at < k; at += K) {
#pragma unroll
        for (int i = 0; i < PER; i++)
            sa[ty + i * SIDE][tx] = fetch(a, (row + ty + i * SIDE) * k + at + tx);
#pragma unroll
        for (int i = 0; i < PER; i++)
            sb[ty][tx + i * SIDE] = fetch(b, (at + ty) * n + column + tx + i * SIDE);
        __syncthreads();
#pragma unroll 2
        for (int l = 0; l < K; l++) {
            double va[PER], vb[PER];
#pragma unroll
            for (int i = 0; i < PER; i++) {
                va[i] = sa[ty + i * SIDE][l];
                vb[i] = sb[l][tx + i * SIDE];
            }
#pragma unroll
            for (int i = 0; i < PER; i++)
#pragma unroll
                for (int j = 0; j < PER; j++)
                    sum[i][j] += va[i] * vb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < PER; i++)
#pragma unroll
        for (int j = 0; j < PER; j++) {
            double *to = &c[(size_t)(row + ty + i * SIDE) * n + column + tx + j * SIDE];
            *to = alpha * sum[i][j] + beta * *to;
        }
}

static cudaTextureObject_t as_texture(double *p, size_t n)
{
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = p;
    resource.res.linear.desc = cudaCreateChannelDesc<int2>();
    resource.res.linear.sizeInBytes = n * sizeof(*p);
    struct cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CUDA_OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    return texture;
}

static double *random64(size_t n, uint64_t seed)
{
    double *p = wl_host<double>(n);
    struct wl_rng r = wl_seed(seed);
    for (size_t i = 0; i < n; i++)
        p[i] = wl_f32(&r, 0, 1);
    return p;
}

int main(int argc, char **argv)
{
    int m, n, k, texture;
    const struct wl_opt opts[] = {{"m", &m, 64, 384, TILE, 8192, "rows of a (a multiple of 64)"},
                                  {"n", &n, 64, 384, TILE, 8192, "columns of b (a multiple of 64)"},
                                  {"k", &k, 64, 384, K, 8192, "columns of a (a multiple of 16)"},
                                  {"texture", &texture, 0, 0, 0, 1, "1: a and b through textures"}};
    wl_begin(argc, argv, "dgemm", opts, WL_COUNT(opts));
    wl_run.name = texture ? "dgemm-t" : "dgemm";
    if (m % TILE || n % TILE || k % K)
        wl_bad_args(opts, WL_COUNT(opts), "not multiples of 64, 64 and 16", "--m --n --k");
    size_t na = (size_t)m * k, nb = (size_t)k * n, nc = (size_t)m * n;
    double *a = random64(na, 1), *b = random64(nb, 2), *c = random64(nc, 3);
    double *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc);

    dim3 grid(n / TILE, m / TILE), block(SIDE, SIDE);
    if (texture)
        dgemm_tex<<<grid, block>>>(as_texture(d_a, na), as_texture(d_b, nb), d_c, n, k, 1.5, 0.5);
    else
        dgemm<<<grid, block>>>(d_a, d_b, d_c, m, n, k, 1.5, 0.5);
    WL_LAUNCHED();
    if (wl_checking()) {
        double *got = wl_download(d_c, nc), *sum = wl_host<double>(nc);
        float *have = wl_host<float>(nc), *want = wl_host<float>(nc);
        for (int i = 0; i < m; i++)
            for (int l = 0; l < k; l++)
                for (int j = 0; j < n; j++)
                    sum[(size_t)i * n + j] += a[(size_t)i * k + l] * b[(size_t)l * n + j];
        for (size_t i = 0; i < nc; i++) {
            have[i] = (float)got[i];
            want[i] = (float)(1.5 * sum[i] + 0.5 * c[i]);
        }
        wl_check_f32("c", have, want, nc, 1e-6, 0);
    }
    return wl_end();
}
