/* What the first reads after caches were emptied cost, by how much is read and by how many threads:
 *   nvcc -arch=sm_90 -O2 -o dram_cold tools/h200/dram_cold.cu
 *   ncu --cache-control all  --metrics gpc__cycles_elapsed.max ./dram_cold     (or none: what the L2 kept)
 * Each size is read twice by 264 blocks of 1,024 threads and twice by 132 of 128; size 0 reads nothing. */
#include <cstdio>

__global__ void sum(const float4 *from, float *to, size_t n)
{
    float s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float4 v = from[i];
        s += v.x + v.y + v.z + v.w;
    }
    if (s == 12345)
        *to = s;
}

int main()
{
    const size_t kb[] = {0, 64, 256, 1024, 4096, 16384, 65536, 262144};
    float4 *from;
    float *to;
    cudaMalloc(&from, 262144 << 10);
    cudaMalloc(&to, 4);
    cudaMemset(from, 0, 262144 << 10);
    for (int shape = 0; shape < 2; shape++)
        for (int k = 0; k < 8; k++)
            for (int again = 0; again < 2; again++)
                sum<<<shape ? 132 : 264, shape ? 128 : 1024>>>(from, to, (kb[k] << 10) / 16);
    printf("%d\n", cudaDeviceSynchronize());
}
