/*
 * histogram: counts of 256 byte values, with atomics.
 *
 * 256-thread blocks, grid-stride over words of four bytes (coalesced). Each block counts in shared memory with
 * atomics (bank and address conflicts), then adds its bins to the global ones with atomics at the L2. --global 1
 * counts in global memory directly: every byte is a global atomic. One value in four is one of eight frequent ones,
 * so conflicts are common.
 *
 * Paper size: 8M bytes in 240 blocks.
 */
#include "common.h"

#define BINS 256

__global__ void histogram_shared(const unsigned *words, int count, unsigned *bins)
{
    __shared__ unsigned mine[BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned w = words[i];
        atomicAdd(&mine[w & 255], 1u);
        atomicAdd(&mine[w >> 8 & 255], 1u);
        atomicAdd(&mine[w >> 16 & 255], 1u);
        atomicAdd(&mine[w >> 24], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void histogram_global(const unsigned *words, int count, unsigned *bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned w = words[i];
        atomicAdd(&bins[w & 255], 1u);
        atomicAdd(&bins[w >> 8 & 255], 1u);
        atomicAdd(&bins[w >> 16 & 255], 1u);
        atomicAdd(&bins[w >> 24], 1u);
    }
}

int main(int argc, char **argv)
{
    int bytes, blocks, global;
    const struct wl_opt opts[] = {
        {"bytes", &bytes, 262144, 8388608, 4, 1 << 28, "input bytes (rounded down to words)"},
        {"blocks", &blocks, 60, 240, 1, 65535, "blocks of 256 threads"},
        {"global", &global, 0, 0, 0, 1, "1: count in global memory"}};
    wl_begin(argc, argv, "histogram", opts, WL_COUNT(opts));
    int count = bytes / 4;
    struct wl_rng rng = wl_seed(5);
    unsigned *words = wl_host<unsigned>(count), *d_bins = wl_dev_zero<unsigned>(BINS);
    for (int i = 0; i < count; i++) {
        words[i] = wl_u32(&rng);
        if (!wl_below(&rng, 4))
            words[i] &= 0x07070707u;
    }
    unsigned *d_words = wl_upload(words, count);

    if (global)
        histogram_global<<<blocks, BINS>>>(d_words, count, d_bins);
    else
        histogram_shared<<<blocks, BINS>>>(d_words, count, d_bins);
    WL_LAUNCHED();
    if (wl_checking()) {
        int *want = wl_host<int>(BINS);
        for (int i = 0; i < count; i++)
            for (int b = 0; b < 32; b += 8)
                want[words[i] >> b & 255]++;
        wl_check_i32("bins", (const int *)wl_download(d_bins, BINS), want, BINS);
    }
    return wl_end();
}
