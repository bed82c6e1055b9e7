/*
 * dwthaar1d: Haar wavelet of a long signal (SDK-class).
 *
 * A block of n threads takes 2 n samples into shared memory (8 bytes a thread) and makes as many levels as fit: at
 * each, half of the threads that worked before, sums and differences; what is left over, one number a block, is the
 * signal of the next launch. About 14 registers (unified-memory paper, table 1).
 *
 * Paper size: 1 million samples, blocks of 512.
 */
#include "common.h"

#define HALF 0.70710678f

/* approximations: one a block; details go to their places of the transformed signal of `n` samples. */
__global__ void haar(const float *in, float *out, float *left, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, b = blockIdx.x, threads = blockDim.x;
    s[t] = in[b * 2 * threads + t];
    s[t + threads] = in[b * 2 * threads + t + threads];
    __syncthreads();
    float a = s[2 * t], c = s[2 * t + 1];
    out[n / 2 + b * threads + t] = (a - c) * HALF;
    __syncthreads();
    s[t] = (a + c) * HALF;
    int at = n / 4;
    for (int active = threads / 2; active; active /= 2, at /= 2) {
        __syncthreads();
        if (t < active) {
            a = s[2 * t];
            c = s[2 * t + 1];
            out[at + b * active + t] = (a - c) * HALF;
        }
        __syncthreads();
        if (t < active)
            s[t] = (a + c) * HALF;
    }
    if (t == 0)
        left[b] = s[0];
}

int main(int argc, char **argv)
{
    int log2n, threads;
    const struct wl_opt opts[] = {{"log2n", &log2n, 15, 20, 4, 24, "logarithm of the samples"},
                                  {"threads", &threads, 128, 512, 2, 1024, "threads a block (a power of two)"}};
    wl_begin(argc, argv, "dwthaar1d", opts, WL_COUNT(opts));
    if (threads & (threads - 1))
        wl_bad_args(opts, WL_COUNT(opts), "not a power of two", "--threads");
    int n = 1 << log2n;
    float *in = wl_random(n, -1, 1, 1);
    float *d_in = wl_upload(in, n), *d_out = wl_dev_zero<float>(n), *d_left = wl_dev_zero<float>(n);

    for (int size = n; size > 1;) {
        int block = size / 2 < threads ? size / 2 : threads, blocks = size / 2 / block;
        haar<<<blocks, block, 2 * block * sizeof(float)>>>(d_in, d_out, d_left, size);
        WL_LAUNCHED();
        float *swap = d_in;
        d_in = d_left;
        d_left = swap;
        size = blocks;
    }
    CUDA_OK(cudaMemcpy(d_out, d_in, sizeof(float), cudaMemcpyDeviceToDevice));
    if (wl_checking()) {
        float *want = wl_host<float>(n), *a = wl_copy(in, n);
        for (int size = n; size > 1; size /= 2)
            for (int i = 0; i < size / 2; i++) {
                want[size / 2 + i] = (a[2 * i] - a[2 * i + 1]) * HALF;
                a[i] = (a[2 * i] + a[2 * i + 1]) * HALF;
            }
        want[0] = a[0];
        wl_check_f32("coefficient", wl_download(d_out, n), want, n, 1e-4, 1e-4);
    }
    return wl_end();
}
