/* Sums of segments of uneven length: a thread a segment, and a warp a segment. */
#include "program.h"

__global__ void segments_by_thread(const float *__restrict__ v, const int *__restrict__ start, float *out,
                                   int segments)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments)
        return;
    float sum = 0;
    for (int i = start[s]; i < start[s + 1]; i++)
        sum += v[i];
    out[s] = sum;
}

__global__ void segments_by_warp(const float *__restrict__ v, const int *__restrict__ start, float *out, int segments)
{
    int s = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
    if (s >= segments)
        return;
    float sum = 0;
    for (int i = start[s] + lane; i < start[s + 1]; i += 32)
        sum += v[i];
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (!lane)
        out[s] = sum;
}

int main()
{
    const int segments = 12000;
    int *start = host<int>(segments + 1);
    for (int s = 0; s < segments; s++)
        start[s + 1] = start[s] + 1 + mix(s) % 100;
    int n = start[segments];
    float *v = host_units(n, 5), *d_v = upload(v, n), *d_a = device<float>(segments), *d_b = device<float>(segments);
    int *d_start = upload(start, segments + 1);
    segments_by_thread<<<(segments + 127) / 128, 128>>>(d_v, d_start, d_a, segments);
    segments_by_warp<<<(segments + 7) / 8, 256>>>(d_v, d_start, d_b, segments);
    float *a = download(d_a, segments), *b = download(d_b, segments);
    bool ok = true;
    for (int s = 0; s < segments; s++)
        ok &= near(a[s], b[s], 1e-4);
    return verdict(ok && a[7] > 0);
}
