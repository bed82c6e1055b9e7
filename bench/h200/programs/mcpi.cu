/* Monte Carlo pi: points from xorshift and from a linear congruential generator, counts summed per block. */
#include "program.h"

#define POINTS 128

__global__ void pi_xorshift(const uint32_t *seeds, unsigned *total)
{
    __shared__ unsigned counts[256];
    uint32_t s = seeds[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned in = 0;
    for (int i = 0; i < POINTS; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float x = s * 2.3283064e-10f;
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float y = s * 2.3283064e-10f;
        if (x * x + y * y <= 1.0f)
            in++;
    }
    counts[threadIdx.x] = in;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            counts[threadIdx.x] += counts[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(total, counts[0]);
}

__global__ void pi_lcg(unsigned *total, int points)
{
    unsigned long long s = 0x5851f42d4c957f2dull * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    unsigned in = 0;
    for (int i = 0; i < points; i++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        double x = (double)(unsigned)(s >> 32) / 4294967296.0;
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        double y = (double)(unsigned)(s >> 32) / 4294967296.0;
        in += x * x + y * y <= 1.0;
    }
    atomicAdd(total, in);
}

int main()
{
    const int blocks = 120, lcg_blocks = 64;
    uint32_t *seeds = host<uint32_t>(blocks * 256);
    for (int i = 0; i < blocks * 256; i++)
        seeds[i] = mix(i + 1) | 1;
    uint32_t *d_seeds = upload(seeds, blocks * 256);
    unsigned *d_total = device<unsigned>(2);
    pi_xorshift<<<blocks, 256>>>(d_seeds, d_total);
    pi_lcg<<<lcg_blocks, 128>>>(d_total + 1, 100);
    unsigned *total = download(d_total, 2);
    double a = 4.0 * total[0] / (blocks * 256.0 * POINTS), b = 4.0 * total[1] / (lcg_blocks * 128.0 * 100);
    return verdict(near(a, 3.14159, 0.01) && near(b, 3.14159, 0.01));
}
