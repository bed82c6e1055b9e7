/*
 * What the workloads on tensor cores share: matrices of half, the warp's instructions for them, the CPU's product.
 *
 * A warp holds a 16 x 16 piece of A in four registers a lane, a 16 x 8 piece of B in two and a 16 x 8 piece of C in
 * four floats: lane l has rows l / 4 and l / 4 + 8, columns 2 (l % 4) and the next.
 */
#ifndef WORKLOADS_TENSOR_H
#define WORKLOADS_TENSOR_H

#include "common.h"
#include <cuda_fp16.h>

/* Uniform in lo..hi, rounded to half. */
static inline half *wl_random_half(size_t n, float lo, float hi, uint64_t seed)
{
    struct wl_rng r = wl_seed(seed);
    half *p = wl_host<half>(n);
    for (size_t i = 0; i < n; i++)
        p[i] = __float2half(wl_f32(&r, lo, hi));
    return p;
}

static inline float *wl_floats(const half *h, size_t n)
{
    float *p = wl_host<float>(n);
    for (size_t i = 0; i < n; i++)
        p[i] = __half2float(h[i]);
    return p;
}

/* c = a b: a is m x depth, b is depth x n or, transposed, n x depth, all by rows. */
static inline void wl_product(int m, int n, int depth, const float *a, const float *b, int transposed, float *c)
{
    double *row = wl_host<double>(n);
    for (int i = 0; i < m; i++) {
        memset(row, 0, n * sizeof(*row));
        for (int k = 0; k < depth; k++) {
            double f = a[(size_t)i * depth + k];
            for (int j = 0; j < n; j++)
                row[j] += f * (transposed ? b[(size_t)j * depth + k] : b[(size_t)k * n + j]);
        }
        for (int j = 0; j < n; j++)
            c[(size_t)i * n + j] = (float)row[j];
    }
    free(row);
}

/* Compares c with the CPU's product of two matrices of half. Tensor cores cut sums at 2^-24 of their greatest term.
 */
static inline void wl_check_product(int m, int n, int depth, const half *a, const half *b, int transposed,
                                    const float *d_c)
{
    float *x = wl_floats(a, (size_t)m * depth), *y = wl_floats(b, (size_t)n * depth);
    float *want = wl_host<float>((size_t)m * n), *got = wl_download(d_c, (size_t)m * n);
    wl_product(m, n, depth, x, y, transposed, want);
    wl_check_f32("c", got, want, (size_t)m * n, 1e-4, 1e-4 * sqrt((double)depth));
    free(x);
    free(y);
    free(want);
    free(got);
}

/* A size that kernels without guards take: a multiple of `tile`. */
static inline void wl_multiple(const struct wl_opt *o, int count, const char *what, int size, int tile)
{
    char text[100];
    snprintf(text, sizeof text, "--%s is a multiple of %d, not", what, tile);
    char number[20];
    snprintf(number, sizeof number, "%d", size);
    if (size % tile)
        wl_bad_args(o, count, text, number);
}

/* ---- Instructions of a warp ---- */
__device__ __forceinline__ unsigned shared_at(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Four 8 x 8 matrices; lanes 8 i to 8 i + 7 give the rows' addresses of matrix i. */
__device__ __forceinline__ void load_matrices(unsigned (&r)[4], unsigned at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

__device__ __forceinline__ void load_transposed(unsigned (&r)[4], unsigned at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

/* c += a b, 16 x 8 x 16 */
__device__ __forceinline__ void multiply(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* 16 bytes from global to shared memory, past registers and the L1 */
__device__ __forceinline__ void copy_16(unsigned to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

__device__ __forceinline__ void copies_end_group(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int N> __device__ __forceinline__ void copies_wait(void) /* but for the last N groups */
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

#endif
