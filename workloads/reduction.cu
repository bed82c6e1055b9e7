/*
 * reduction: the sum of a vector, with warp shuffles.
 *
 * 256-thread blocks, grid-stride coalesced loads; a warp adds its lanes by __shfl_down_sync, the warps of a block
 * meet in shared memory, and a second launch of one block adds the partial sums.
 *
 * Paper size: 8M elements in 240 blocks.
 */
#include "common.h"

#define FULL 0xffffffffu

__device__ float warp_sum(float v)
{
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(FULL, v, step);
    return v;
}

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float of_warp[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = warp_sum(sum);
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < warps ? of_warp[lane] : 0.0f);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

int main(int argc, char **argv)
{
    int n, blocks;
    const struct wl_opt opts[] = {{"n", &n, 500000, 8388608, 1, 1 << 28, "elements"},
                                  {"blocks", &blocks, 60, 240, 1, 65535, "blocks of 256 threads"}};
    wl_begin(argc, argv, "reduction", opts, WL_COUNT(opts));
    float *in = wl_random(n, 0, 1, 1), *d_in = wl_upload(in, n);
    float *d_part = wl_dev<float>(blocks), *d_sum = wl_dev<float>(1);

    reduce<<<blocks, 256>>>(d_in, d_part, n);
    WL_LAUNCHED();
    reduce<<<1, 256>>>(d_part, d_sum, blocks);
    WL_LAUNCHED();
    if (wl_checking()) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += in[i];
        float want = (float)sum;
        wl_check_f32("sum", wl_download(d_sum, 1), &want, 1, 1e-5, 0);
    }
    return wl_end();
}
