/* What loads of many lines cost that miss the L1 and hit the L2, by how far apart the lanes are:
 *   nvcc -arch=sm_90 -O2 -o l1_miss tools/h200/l1_miss.cu && ./l1_miss
 * Blocks of 1, 8 or 32 warps on one SM or on each; every load of a warp has new sectors, four are on their way at a time; what is read fits the L2 (it has been read before) and is
 * far larger than an L1. Cycles of an SM for each load of a warp; the last column has every load twice, the second of which hits. */
#include <cstdio>

#define LOADS 64

template <int AGAIN> __global__ void miss(const char *base, int apart, size_t warp_bytes, long long *took, float *to)
{
    int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const char *at = base + warp * warp_bytes + (size_t)lane * apart;
    float s = 0;
    __syncthreads();
    long long begin = clock64();
    for (int k = 0; k < LOADS; k += 4) {
        float v[4], u[4] = {0, 0, 0, 0};
#pragma unroll
        for (int j = 0; j < 4; j++)
            asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v[j]) : "l"(at + (size_t)(k + j) * 32 * apart));
        s += v[0] + v[1] + v[2] + v[3];
        if (AGAIN) {
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(u[j]) : "l"(at + (size_t)(k + j) * 32 * apart + 4));
            s += u[0] + u[1] + u[2] + u[3];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (s == 12345)
        *to = s;
}

int main()
{
    char *base;
    float *to;
    long long *took, host[132];
    cudaMalloc(&base, (size_t)1 << 30);
    cudaMemset(base, 0, (size_t)1 << 30);
    cudaMalloc(&to, 4);
    cudaMalloc(&took, sizeof host);
    const int aparts[] = {4, 8, 16, 32, 36, 64, 128, 132, 260, 1024};
    for (int sms = 1; sms <= 132; sms += 131)
        for (int warps = 1; warps <= 32; warps = warps == 1 ? 8 : warps * 4)
            for (int apart : aparts) {
                size_t bytes = (size_t)LOADS * 32 * apart;
                if (bytes * warps * sms > (40u << 20) && sms > 1)
                    continue;
                double cycles[2];
                for (int again = 0; again < 2; again++) {
                    for (int round = 0; round < 3; round++) /* the first brings it to the L2 */
                        if (again)
                            miss<1><<<sms, warps * 32>>>(base, apart, bytes, took, to);
                        else
                            miss<0><<<sms, warps * 32>>>(base, apart, bytes, took, to);
                    cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
                    double sum = 0;
                    for (int i = 0; i < sms; i++)
                        sum += host[i];
                    cycles[again] = sum / sms / (LOADS * warps);
                }
                printf("%3d SMs, %2d warps, lanes %4d bytes apart: %7.2f a load, %7.2f with another that hits\n", sms, warps, apart, cycles[0], cycles[1]);
            }
    return cudaDeviceSynchronize();
}
