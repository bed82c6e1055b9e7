/*
 * histo: a large histogram that saturates at 255 (Parboil-class).
 *
 * Four kernels: `prescan` finds where the values lie (tree in shared memory), `intermediates` turns values into bins
 * (a thread reads a strip of 16 consecutive values: a line a thread), `histo_main` counts: bins of the busiest 4,096
 * in shared memory, the others by atomics in global memory, `final` saturates to bytes.
 *
 * Paper size: 1 million values over 256 K bins, bell-shaped as in Parboil's input.
 */
#include "common.h"

#define HOT 4096
#define STRIP 16

__global__ void prescan(const unsigned *value, int n, unsigned *range)
{
    __shared__ unsigned low[512], high[512];
    int t = threadIdx.x;
    unsigned l = 0xffffffffu, h = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = value[i];
        l = v < l ? v : l;
        h = v > h ? v : h;
    }
    low[t] = l;
    high[t] = h;
    __syncthreads();
    for (int s = blockDim.x / 2; s; s /= 2) {
        if (t < s) {
            low[t] = low[t + s] < low[t] ? low[t + s] : low[t];
            high[t] = high[t + s] > high[t] ? high[t + s] : high[t];
        }
        __syncthreads();
    }
    if (t == 0) {
        atomicMin(&range[0], low[0]);
        atomicMax(&range[1], high[0]);
    }
}

__global__ void intermediates(const unsigned *value, unsigned *bin, int n, unsigned bins, const unsigned *range)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * STRIP;
    unsigned low = range[0], width = (range[1] - low) / bins + 1;
    for (int i = first; i < first + STRIP && i < n; i++)
        bin[i] = (value[i] - low) / width;
}

__global__ void histo_main(const unsigned *bin, unsigned *count, int n, unsigned bins)
{
    __shared__ unsigned hot[HOT];
    unsigned low = bins > HOT ? (bins - HOT) / 2 : 0;
    for (int i = threadIdx.x; i < HOT; i += blockDim.x)
        hot[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned b = bin[i] - low;
        if (b < HOT)
            atomicAdd(&hot[b], 1u);
        else
            atomicAdd(&count[bin[i]], 1u);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < HOT; i += blockDim.x)
        if (hot[i])
            atomicAdd(&count[low + i], hot[i]);
}

__global__ void final(const unsigned *count, unsigned char *out, unsigned bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < bins)
        out[i] = (unsigned char)(count[i] < 255 ? count[i] : 255);
}

int main(int argc, char **argv)
{
    int n, bins;
    const struct wl_opt opts[] = {{"n", &n, 60000, 1000000, 1, 1 << 26, "values"},
                                  {"bins", &bins, 16384, 262144, 16, 1 << 22, "bins"}};
    wl_begin(argc, argv, "histo", opts, WL_COUNT(opts));
    struct wl_rng rng = wl_seed(1);
    unsigned *value = wl_host<unsigned>(n);
    for (int i = 0; i < n; i++) { /* the sum of twelve: close to a bell */
        uint64_t sum = 0;
        for (int k = 0; k < 12; k++)
            sum += wl_below(&rng, 1u << 24);
        value[i] = (unsigned)sum;
    }
    const unsigned start[2] = {0xffffffffu, 0};
    unsigned *d_value = wl_upload(value, n), *d_bin = wl_dev_zero<unsigned>(n),
             *d_count = wl_dev_zero<unsigned>(bins);
    unsigned *d_range = wl_upload(start, 2);
    unsigned char *d_out = wl_dev_zero<unsigned char>(bins);

    unsigned strips = wl_blocks(n, STRIP);
    prescan<<<64, 512>>>(d_value, n, d_range);
    WL_LAUNCHED();
    intermediates<<<wl_blocks(strips, 256), 256>>>(d_value, d_bin, n, (unsigned)bins, d_range);
    WL_LAUNCHED();
    histo_main<<<84, 256>>>(d_bin, d_count, n, (unsigned)bins);
    WL_LAUNCHED();
    final<<<wl_blocks(bins, 512), 512>>>(d_count, d_out, (unsigned)bins);
    WL_LAUNCHED();
    if (wl_checking()) {
        unsigned low = 0xffffffffu, high = 0;
        int *want = wl_host<int>(bins), *got = wl_host<int>(bins);
        unsigned char *out = wl_download(d_out, bins);
        for (int i = 0; i < n; i++) {
            low = value[i] < low ? value[i] : low;
            high = value[i] > high ? value[i] : high;
        }
        for (int i = 0; i < n; i++)
            want[(value[i] - low) / ((high - low) / bins + 1)]++;
        for (int i = 0; i < bins; i++) {
            want[i] = want[i] < 255 ? want[i] : 255;
            got[i] = out[i];
        }
        wl_check_i32("count", got, want, bins);
    }
    return wl_end();
}
