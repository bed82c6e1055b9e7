/* Histograms in global memory by atomics: 4,096 bins evenly hit, and 64 bins of a narrow distribution. */
#include "program.h"

__global__ void histogram_even(const uint32_t *__restrict__ v, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[v[i] & 4095], 1u);
}

__global__ void histogram_narrow(const uint32_t *__restrict__ v, unsigned *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t x = v[i];
        int bin = __popc(x) + __popc(x >> 7 ^ x << 3); /* 0 to 64, mostly around 32 */
        atomicAdd(&bins[min(bin, 63)], 1u);
    }
}

int main()
{
    const int n = 150000;
    uint32_t *v = host<uint32_t>(n);
    for (int i = 0; i < n; i++)
        v[i] = mix(i);
    uint32_t *d_v = upload(v, n);
    unsigned *d_a = device<unsigned>(4096), *d_b = device<unsigned>(64), sum_a = 0, sum_b = 0;
    histogram_even<<<(n + 255) / 256, 256>>>(d_v, d_a, n);
    histogram_narrow<<<64, 256>>>(d_v, d_b, n / 10);
    unsigned *a = download(d_a, 4096), *b = download(d_b, 64);
    for (int i = 0; i < 4096; i++)
        sum_a += a[i];
    for (int i = 0; i < 64; i++)
        sum_b += b[i];
    return verdict(sum_a == (unsigned)n && sum_b == (unsigned)n / 10 && b[32] > b[10]);
}
