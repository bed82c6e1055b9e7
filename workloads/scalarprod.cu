/*
 * scalarprod: scalar products of many pairs of vectors (SDK-class).
 *
 * 128 blocks of 256 threads share out the pairs. A block gathers 1,024 partial sums in shared memory (16 bytes a
 * thread; coalesced streams) and adds them up by a tree. About 18 registers (unified-memory paper, table 1).
 *
 * Paper size: 256 pairs of 4,096 elements, as in the SDK.
 */
#include "common.h"

#define SUMS 1024

__global__ void scalar_products(const float *a, const float *b, float *out, int pairs, int n)
{
    __shared__ float sums[SUMS];
    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        unsigned first = (unsigned)pair * n;
#pragma unroll 1
        for (int k = threadIdx.x; k < SUMS; k += blockDim.x) {
            float sum = 0;
#pragma unroll 1
            for (int i = k; i < n; i += SUMS)
                sum += a[first + i] * b[first + i];
            sums[k] = sum;
        }
        for (int stride = SUMS / 2; stride; stride /= 2) {
            __syncthreads();
#pragma unroll 1
            for (int k = threadIdx.x; k < stride; k += blockDim.x)
                sums[k] += sums[k + stride];
        }
        if (threadIdx.x == 0)
            out[pair] = sums[0];
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int pairs, n;
    const struct wl_opt opts[] = {{"pairs", &pairs, 32, 256, 1, 65536, "pairs of vectors"},
                                  {"n", &n, 4096, 4096, 1, 1 << 20, "elements of a vector"}};
    wl_begin(argc, argv, "scalarprod", opts, WL_COUNT(opts));
    size_t all = (size_t)pairs * n;
    float *a = wl_random(all, 0, 1, 1), *b = wl_random(all, 0, 1, 2);
    float *d_a = wl_upload(a, all), *d_b = wl_upload(b, all), *d_out = wl_dev_zero<float>(pairs);

    scalar_products<<<128, 256>>>(d_a, d_b, d_out, pairs, n);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(pairs);
        for (int p = 0; p < pairs; p++) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += (double)a[(size_t)p * n + i] * b[(size_t)p * n + i];
            want[p] = (float)sum;
        }
        wl_check_f32("product", wl_download(d_out, pairs), want, pairs, 1e-4, 0);
    }
    return wl_end();
}
