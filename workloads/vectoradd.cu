/*
 * vectoradd: c = a + b, one thread an element, 256-thread blocks.
 *
 * The plainest stream: two coalesced loads and a coalesced store a thread, no reuse. It shows peak memory bandwidth.
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

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 100000, 4194304, 1, 1 << 28, "elements"}};
    wl_begin(argc, argv, "vectoradd", opts, WL_COUNT(opts));
    float *a = wl_random(n, -1, 1, 1), *b = wl_random(n, -1, 1, 2);
    float *d_a = wl_upload(a, n), *d_b = wl_upload(b, n), *d_c = wl_dev<float>(n);

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
