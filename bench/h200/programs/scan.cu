/* An exclusive prefix sum after Blelloch: up and down sweeps in shared memory, then the blocks' sums are added. */
#include "program.h"

#define SPAN 512

__global__ void scan_sweeps(const int *in, int *out, int *sums)
{
    __shared__ int s[SPAN];
    int t = threadIdx.x, base = blockIdx.x * SPAN;
    s[2 * t] = in[base + 2 * t];
    s[2 * t + 1] = in[base + 2 * t + 1];
    int step = 1;
    for (int d = SPAN / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == 0) {
        if (sums)
            sums[blockIdx.x] = s[SPAN - 1];
        s[SPAN - 1] = 0;
    }
    for (int d = 1; d < SPAN; d *= 2) {
        step /= 2;
        __syncthreads();
        if (t < d) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1, v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t];
    out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void scan_add_sums(int *out, const int *offsets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += offsets[i / SPAN];
}

int main()
{
    const int blocks = 512, n = blocks * SPAN;
    int *in = host<int>(n);
    for (int i = 0; i < n; i++)
        in[i] = mix(i) % 10;
    int *d_in = upload(in, n), *d_out = device<int>(n), *d_sums = device<int>(SPAN), *d_offsets = device<int>(SPAN);
    scan_sweeps<<<blocks, SPAN / 2>>>(d_in, d_out, d_sums);
    scan_sweeps<<<1, SPAN / 2>>>(d_sums, d_offsets, (int *)0);
    scan_add_sums<<<(n + 255) / 256, 256>>>(d_out, d_offsets, n);
    int *out = download(d_out, n), sum = 0;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        ok &= out[i] == sum;
        sum += in[i];
    }
    return verdict(ok);
}
