/* What a miss of the L2 brings along: one thread reads words 32, 64, 128, ... bytes apart, each after the last, that no cache has:
 *   nvcc -arch=sm_90 -O2 -o cold_walk tools/h200/cold_walk.cu && ./cold_walk
 * Prints the cycles of each load, with the clock's own in them: where one in two (or four) is as fast as an L2 hit, a miss fetches so many sectors. Forwards and backwards. Under Nsight Compute
 * (`./cold_walk 1`, dram__bytes_read.sum) the launches of `spread` say what many threads' loads or stores of single words so far apart make the DRAM read. */
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

__global__ void spread(char *base, int stride, bool stores, int *sink)
{
    size_t at = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * stride;
    if (stores)
        asm volatile("st.global.u32 [%0], %1;" ::"l"(base + at), "r"(stride) : "memory");
    else if (*(volatile int *)(base + at) == 12345)
        *sink = 1;
}

static void spreads(char *base, int *sink)
{
    for (int stores = 0; stores < 2; stores++)
        for (int stride = 4; stride <= 1024; stride *= stride == 4 ? 8 : 2)
            for (int blocks = 1; blocks <= 256; blocks *= 16) {
                spread<<<blocks, 256>>>(base, stride, stores, sink);
                printf("row %s %d bytes apart, %d of them\n", stores ? "stores" : "loads", stride, blocks * 256);
            }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

int main(int argc, char **)
{
    char *base;
    float *other;
    int *cycles, host[LOADS];
    size_t away = (size_t)512 << 20;
    cudaMalloc(&base, 64 << 20);
    cudaMemset(base, 0, 64 << 20);
    cudaMalloc(&other, away);
    cudaMalloc(&cycles, sizeof host);
    if (argc > 1) {
        spreads(base, cycles);
        return 0;
    }
    const int strides[] = {32, 64, 128, 256, 1024, 4096, -32, -64, -128, 32, 32, 32, 32, 32};
    for (int k = 0; k < 14; k++) {
        evict<<<1056, 1024>>>(other, away / 4);
        walk<<<1, 1>>>(base + (size_t)(4 + 4 * k) * (1 << 20) + k * 4096, strides[k], cycles);
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
