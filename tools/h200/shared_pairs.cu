/* Cycles of an SM that a load of 16 bytes a lane takes from shared memory, by which of its lanes read the same
   (nvcc -arch=sm_90): 16 warps, 256 loads each. */
#include <cstdio>
#include <cuda_runtime.h>

__device__ int piece(int pattern, int l)
{
    switch (pattern) {
    case 0: return l;
    case 1: return l % 8;
    case 2: return l / 8;
    case 3: return 0;
    case 4: return l % 16;
    case 5: return l / 2;
    case 6: return l / 4;
    case 7: return l % 4;
    case 8: return l % 2;
    case 9: return l / 16;
    case 10: return l % 2 + l / 8 * 2;
    case 11: return l / 2 % 4 + l / 16 * 4;
    case 12: return l % 4 + l / 16 * 4;
    case 13: return l % 2 + l / 4 * 2;
    default: return l / 2 % 8;
    }
}

__global__ void loads(int pattern, long long *out)
{
    __shared__ __align__(16) float s[4096];
    for (int i = (int)threadIdx.x; i < 4096; i += (int)blockDim.x)
        s[i] = (float)i;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(s) + (unsigned)piece(pattern, (int)threadIdx.x % 32) * 16;
    float sum = 0;
    long long start = clock64();
#pragma unroll 16
    for (unsigned i = 0; i < 256; i++) {
        float x, y, z, w;
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                     : "r"(at + (i & 15) * 512));
        sum += x + y + z + w;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = clock64() - start;
    if (sum == 1234.5f)
        out[1] = 1;
}

int main()
{
    long long *out, took = 0;
    cudaMalloc(&out, 2 * sizeof(*out));
    for (int pattern = 0; pattern < 15; pattern++) {
        for (int again = 0; again < 2; again++)
            loads<<<1, 512>>>(pattern, out);
        cudaMemcpy(&took, out, sizeof(took), cudaMemcpyDeviceToHost);
        printf("pattern %d: %.2f cycles a load\n", pattern, (double)took / (256.0 * 16));
    }
}
