/* Which of a scheduler's warps goes next: warps of one block, four to a scheduler, each do the same and note the clock before, after each quarter and at the end.
 *   nvcc -arch=sm_90 -O2 -o warp_order tools/h200/warp_order.cu && ./warp_order
 * Three kinds of work: additions that do not depend on each other (a warp alone could issue each cycle), a chain of them, and stores of 32 lines. If one warp
 * goes on as long as it can, the first ends its additions in a quarter of the time; if they take turns, all end together. */
#include <cstdio>

#define WARPS 16

template <int KIND> __global__ void work(long long *t, int *to, int x)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, a[8];
    for (int j = 0; j < 8; j++)
        a[j] = x + j + lane;
    for (int pass = 0; pass < 2; pass++) { /* the first makes the code known */
        __syncthreads();
        long long at[5];
        at[0] = clock64();
#pragma unroll
        for (int q = 0; q < 4; q++) {
#pragma unroll
            for (int k = 0; k < (KIND == 2 ? 4 : 32); k++)
                if (KIND == 0)
#pragma unroll
                    for (int j = 0; j < 8; j++)
                        asm volatile("add.u32 %0, %0, %1;" : "+r"(a[j]) : "r"(x));
                else if (KIND == 1)
                    asm volatile("add.u32 %0, %0, %1;" : "+r"(a[0]) : "r"(x));
                else
                    asm volatile("st.global.u32 [%0], %1;" ::"l"(to + ((pass * 4 + q) * 4 + k) * 65536 + warp * 1024 + lane * 32), "r"(x) : "memory");
            at[q + 1] = clock64();
        }
        if (lane == 0)
            for (int q = 0; q < 5; q++)
                t[warp * 5 + q] = at[q];
    }
    int s = 0;
    for (int j = 0; j < 8; j++)
        s += a[j];
    if (s == 12345)
        *to = s;
}

int main()
{
    long long *t, host[WARPS * 5];
    int *to;
    cudaMalloc(&t, sizeof host);
    cudaMalloc(&to, 64 << 20);
    for (int kind = 0; kind < 3; kind++) {
        for (int round = 0; round < 2; round++)
            kind == 0 ? work<0><<<1, WARPS * 32>>>(t, to, 1) : kind == 1 ? work<1><<<1, WARPS * 32>>>(t, to, 1) : work<2><<<1, WARPS * 32>>>(t, to, 1);
        cudaMemcpy(host, t, sizeof host, cudaMemcpyDeviceToHost);
        printf("%s\n", kind == 0 ? "additions" : kind == 1 ? "a chain" : "stores");
        long long first = host[0];
        for (int i = 0; i < WARPS * 5; i++)
            first = host[i] < first ? host[i] : first;
        for (int w = 0; w < WARPS; w++)
            printf("  warp %2d: %6lld %6lld %6lld %6lld %6lld\n", w, host[w * 5] - first, host[w * 5 + 1] - first, host[w * 5 + 2] - first, host[w * 5 + 3] - first, host[w * 5 + 4] - first);
    }
    return cudaDeviceSynchronize();
}
