/* What divisions and roots leave to other instructions of the integer pipe: loops of one of them and 0 to 32
 * permutations (PRMT), 2 and 8 warps a scheduler; cycles of a round of a warp. The same source runs on the card and
 * here: nvcc -arch=sm_90 -O2 -o mixed tools/h200/mixed.cu && ./mixed; sluice cc -O2 -o mixed tools/h200/mixed.cu &&
 * sluice run -m h200 -- ./mixed */
#include <cstdio>
template <int KIND, int K> __global__ void mix(int *out, int n, int b, long long *took)
{
    int a = threadIdx.x * 77 + n, d = b + threadIdx.x % 7, s = 0;
    unsigned p[4] = {threadIdx.x, threadIdx.x * 3u, threadIdx.x + 5u, 7u};
    float fa = a, fd = d, fs = 0;
    __syncthreads();
    long long t = clock64();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (KIND == 0) {
            int q;
            asm volatile("div.s32 %0,%1,%2;" : "=r"(q) : "r"(a + i), "r"(d));
            s += q;
            d ^= i & 1;
        }
        if (KIND == 1) {
            unsigned q;
            asm volatile("div.u32 %0,%1,%2;" : "=r"(q) : "r"(a + i), "r"(d));
            s += q;
            d ^= i & 1;
        }
        if (KIND == 2) {
            int q;
            asm volatile("rem.s32 %0,%1,%2;" : "=r"(q) : "r"(a + i), "r"(d));
            s += q;
            d ^= i & 1;
        }
        if (KIND == 3) {
            float q;
            asm volatile("div.rn.f32 %0,%1,%2;" : "=f"(q) : "f"(fa), "f"(fd));
            fs += q;
            fd += 1.f;
            fa += 2.f;
        }
        if (KIND == 4) {
            float q;
            asm volatile("sqrt.rn.f32 %0,%1;" : "=f"(q) : "f"(fa));
            fs += q;
            fa += 2.f;
        }
        if (KIND == 5) {
            s += i;
            d ^= i & 1;
        }
#pragma unroll
        for (int k = 0; k < K; k++)
            asm volatile("prmt.b32 %0,%0,%1,0x2103;" : "+r"(p[k % 4]) : "r"(a));
    }
    t = clock64() - t;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s + (int)fs + p[0] + p[1] + p[2] + p[3];
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *took = t;
}
template <int KIND, int K> void go(const char *name)
{
    static int *out;
    static long long *took;
    if (!out) {
        cudaMalloc(&out, 1 << 20);
        cudaMalloc(&took, 8);
    }
    long long t[2];
    for (int w = 1; w <= 4; w *= 4) {
        for (int k = 0; k < 2; k++) {
            int n = k ? 24 : 8;
            mix<KIND, K><<<1, 256 * w>>>(out, n, 3, took);
            mix<KIND, K><<<1, 256 * w>>>(out, n, 3, took);
            cudaMemcpy(&t[k], took, 8, cudaMemcpyDeviceToHost);
        }
        printf("%s and %d prmt, %d warps: %.1f\n", name, K, 8 * w, (t[1] - t[0]) / 16. / (2 * w));
    }
}
int main()
{
    go<0, 0>("div.s32");
    go<0, 4>("div.s32");
    go<0, 8>("div.s32");
    go<0, 16>("div.s32");
    go<0, 32>("div.s32");
    go<1, 0>("div.u32");
    go<1, 8>("div.u32");
    go<1, 16>("div.u32");
    go<2, 0>("rem.s32");
    go<2, 8>("rem.s32");
    go<2, 16>("rem.s32");
    go<3, 0>("div.f32");
    go<3, 4>("div.f32");
    go<3, 8>("div.f32");
    go<3, 16>("div.f32");
    go<4, 0>("sqrt.f32");
    go<4, 4>("sqrt.f32");
    go<4, 8>("sqrt.f32");
    go<4, 16>("sqrt.f32");
    go<5, 0>("none");
    go<5, 4>("none");
    go<5, 8>("none");
    go<5, 16>("none");
    go<5, 32>("none");
}
