/*
 * vectoradd: c = a + b, one thread an element, 256-thread blocks.
 *
 * The plainest stream: two coalesced loads and a coalesced store a thread, no reuse. It shows peak memory bandwidth.
 *
 * --each 4: a thread adds four neighbouring elements one after the other, so that a load takes four lines a warp and
 * the next three find them in the cache, if there is one. The unified-memory paper's vectoradd reads 3.9 times as
 * much from DRAM without a cache; how its threads share out the elements is not told: this was chosen with table 1 in
 * view.
 *
 * Paper size: 4M elements, enough to fill DRAM queues for long; some 3 million warp instructions.
 */
#include "common.h"

__global__ void vectoradd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void vectoradd_4(const float *a, const float *b, float *c, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n) {
#pragma unroll
        for (int k = 0; k < 4; k++)
            c[i + k] = a[i + k] + b[i + k];
    } else {
        for (; i < n; i++)
            c[i] = a[i] + b[i];
    }
}

int main(int argc, char **argv)
{
    int n, each;
    const struct wl_opt opts[] = {{"n", &n, 100000, 4194304, 1, 1 << 28, "elements"},
                                  {"each", &each, 1, 1, 1, 4, "elements of a thread: 1 or 4"}};
    wl_begin(argc, argv, "vectoradd", opts, WL_COUNT(opts));
    wl_run.name = each == 4 ? "vectoradd-4" : "vectoradd";
    if (each != 1 && each != 4)
        wl_bad_args(opts, WL_COUNT(opts), "neither 1 nor 4", "--each");
    float *a = wl_random(n, -1, 1, 1), *b = wl_random(n, -1, 1, 2);
    float *d_a = wl_upload(a, n), *d_b = wl_upload(b, n), *d_c = wl_dev<float>(n);

    if (each == 4)
        vectoradd_4<<<wl_blocks(n, 1024), 256>>>(d_a, d_b, d_c, n);
    else
        vectoradd<<<wl_blocks(n, 256), 256>>>(d_a, d_b, d_c, n);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(n);
        for (int i = 0; i < n; i++)
            want[i] = a[i] + b[i];
        wl_check_f32("c", wl_download(d_c, n), want, n, 0, 0);
    }
    return wl_end();
}
