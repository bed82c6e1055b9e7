/* What goes on behind a barrier while a warp waits there:
 *   tools/h200/build-ptx.sh tools/h200/behind_barriers.cu FILE.ptx behind_barriers && ./behind_barriers
 * Here: sluice cc -O2 -o behind_barriers tools/h200/behind_barriers.cu && sluice run -m h200 -- ./behind_barriers
 * 32 barriers, each with K dependent multiplications behind it and (M 1) a load from shared memory or (M 2) a store:
 * cycles a barrier, blocks of 1, 2, .. 32 warps. Then a loop that stores, one of a barrier, a test and a halving, and
 * one of a barrier, an addition and a test: cycles a round. */
#include <cstdio>
__device__ unsigned now(void)
{
    unsigned t;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory");
    return t;
}
template <int K, int M> __global__ void defer(unsigned *out, unsigned x)
{
    __shared__ unsigned sh[1024];
    unsigned v = threadIdx.x, *p = &sh[threadIdx.x];
    *p = 0;
    for (int r = 0; r < 2; r++) {
        __syncthreads();
        unsigned a = now();
#pragma unroll
        for (int i = 0; i < 32; i++) {
            asm volatile("bar.sync 0;" ::: "memory");
            if (M == 1)
                v += sh[(threadIdx.x + 1) & 31];
            if (M == 2)
                sh[threadIdx.x] = v;
#pragma unroll
            for (int k = 0; k < K; k++)
                asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(v) : "r"(x));
        }
        unsigned b = now();
        if (threadIdx.x == 0)
            out[r] = b - a;
        __syncthreads();
    }
    out[2 + threadIdx.x] = v;
}
template <int K, int M> void test(void)
{
    unsigned *o, h[2];
    cudaMalloc(&o, 8192);
    printf("K %d M %d:", K, M);
    for (int n = 32; n <= 1024; n *= 2) {
        defer<K, M><<<1, n>>>(o, 3);
        cudaMemcpy(h, o, 8, cudaMemcpyDeviceToHost);
        printf("  %6.1f", h[1] / 32.0);
    }
    printf("\n");
}
__global__ void loop(unsigned *out, int n)
{
    unsigned a = now();
    for (int i = 0; i < n; i++) {
        asm volatile("" ::: "memory");
        out[4] = i;
    }
    unsigned b = now();
    int k = n;
    for (; k > 0; k >>= 1)
        asm volatile("bar.sync 0;" ::: "memory");
    unsigned c = now();
#pragma unroll 1
    for (int i = 0; i < n; i++)
        asm volatile("bar.sync 0;" ::: "memory");
    unsigned d = now();
    out[0] = b - a;
    out[1] = c - b;
    out[2] = d - c;
}
int main()
{
    test<0, 0>();
    test<1, 0>();
    test<2, 0>();
    test<3, 0>();
    test<4, 0>();
    test<6, 0>();
    test<8, 0>();
    test<12, 0>();
    test<0, 1>();
    test<2, 1>();
    test<4, 1>();
    test<0, 2>();
    test<4, 2>();
    unsigned *o, h[3];
    cudaMalloc(&o, 8192);
    for (int n = 32; n <= 1024; n *= 2) {
        loop<<<1, n>>>(o, 64);
        cudaMemcpy(h, o, 12, cudaMemcpyDeviceToHost);
        printf("loop %4d: %6.1f %6.1f %6.1f\n", n, h[0] / 64., h[1] / 7., h[2] / 64.);
    }
    return 0;
}
