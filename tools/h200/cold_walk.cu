/* What a miss of the L2 brings along: one thread reads words 32, 64, 128, ... bytes apart, each after the last, that no cache has:
 *   nvcc -arch=sm_90 -O2 -o cold_walk tools/h200/cold_walk.cu && ./cold_walk
 * Prints the cycles of each load, with the clock's own in them: where one in two (or four) is as fast as an L2 hit, a miss fetches so many sectors. Forwards and backwards. */
#include <cstdio>

#define LOADS 96

__global__ void evict(float *p, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] += 1;
}

__global__ void walk(const char *base, int stride, int *cycles)
{
    __shared__ int kept[LOADS];
    __shared__ volatile int word;
    int v = 0;
    for (int i = 0; i < LOADS; i++) {
        long long begin = clock64();
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(base + i * stride + v) : "memory");
        word = v; /* waits for it, and what follows is issued in order */
        kept[i] = (int)(clock64() - begin);
    }
    for (int i = 0; i < LOADS; i++)
        cycles[i] = kept[i];
}

int main()
{
    char *base;
    float *other;
    int *cycles, host[LOADS];
    size_t away = (size_t)512 << 20;
    cudaMalloc(&base, 64 << 20);
    cudaMemset(base, 0, 64 << 20);
    cudaMalloc(&other, away);
    cudaMalloc(&cycles, sizeof host);
    const int strides[] = {32, 64, 128, 256, 1024, 4096, -32, -64, -128};
    for (int k = 0; k < 9; k++) {
        evict<<<1056, 1024>>>(other, away / 4);
        walk<<<1, 1>>>(base + (size_t)(4 + 4 * k) * (1 << 20), strides[k], cycles);
        cudaMemcpy(host, cycles, sizeof host, cudaMemcpyDeviceToHost);
        long long sum = 0;
        printf("%d bytes apart:", strides[k]);
        for (int i = 0; i < LOADS; i++)
            printf(" %d", host[i]), sum += host[i];
        printf("; mean %lld\n", sum / LOADS);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
