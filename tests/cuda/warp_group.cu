// expect: compiler 12, room 227
// expect: 4 rounds, 0 wrong
// flags: -arch=sm_90a
// A product of a warp group begins when its four warps have come, and none of them goes on before all have read: no other barrier is here.
#include <cstdio>
#include <cuda_fp16.h>

#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#error "sm_90a has features of its own"
#endif

/* A is 64 by 16, B 16 by 8, both in pieces of 8 rows by 16 bytes: along k, then down */
__global__ void rounds(float *out, int n)
{
    __shared__ __align__(128) __half a[64 * 16], b[8 * 16];
    float d[4] = {};
    unsigned long long sa = __cvta_generic_to_shared(a), sb = __cvta_generic_to_shared(b);
    unsigned long long of_a = sa >> 4 | 8ull << 16 | 16ull << 32, of_b = sb >> 4 | 8ull << 16 | 16ull << 32;
    for (int r = 0; r < n; r++) {
        /* each warp writes a quarter of every row's k, which all of them read */
        for (int row = threadIdx.x % 32; row < 64; row += 32)
            for (int j = 0; j < 4; j++) {
                int k = threadIdx.x / 32 * 4 + j;
                a[row / 8 * 128 + k / 8 * 64 + row % 8 * 8 + k % 8] = __float2half((row + k + r) % 5);
            }
        if (threadIdx.x % 32 < 8)
            for (int j = 0; j < 4; j++) {
                int col = threadIdx.x % 32, k = threadIdx.x / 32 * 4 + j;
                b[k / 8 * 64 + col * 8 + k % 8] = __float2half((col * 3 + k + r) % 4);
            }
        asm volatile("fence.proxy.async;\n\twgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "l"(of_a), "l"(of_b));
        asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
    int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, col = threadIdx.x % 4 * 2;
    for (int i = 0; i < 4; i++)
        out[(row + i / 2 * 8) * 8 + col + i % 2] = d[i];
}

int main()
{
    const int n = 4;
    float *out;
    cudaMallocManaged(&out, 64 * 8 * sizeof *out);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("compiler %d, room %d\n", __CUDACC_VER_MAJOR__, (int)(p.sharedMemPerBlockOptin >> 10));
    rounds<<<1, 128>>>(out, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int row = 0; row < 64; row++)
        for (int col = 0; col < 8; col++) {
            int sum = 0;
            for (int r = 0; r < n; r++)
                for (int k = 0; k < 16; k++)
                    sum += (row + k + r) % 5 * ((col * 3 + k + r) % 4);
            wrong += out[row * 8 + col] != sum;
        }
    printf("%d rounds, %d wrong\n", n, wrong);
}
