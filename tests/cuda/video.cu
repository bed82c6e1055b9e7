// PTX's SIMD video instructions, as programs write them in asm, beside the intrinsics that do the same.
// levels: 0 3
// expect: sum 1 wraps 1 saturates 1 average 1 least 1
#include <cstdio>
#define VIDEO(ins, a, b, c, r) asm(ins " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c))
__global__ void k(int *good)
{
    unsigned int a = threadIdx.x * 2654435761u, b = (threadIdx.x + 77) * 40503u * 65537u, r;
    bool ok[5] = {true, true, true, true, true};
    VIDEO("vabsdiff4.u32.u32.u32.add", a, b, 1000u, r);
    ok[0] = r == 1000u + __vsadu4(a, b);
    VIDEO("vadd4.u32.u32.u32", a, b, 0u, r);
    ok[1] = r == __vadd4(a, b);
    VIDEO("vsub2.u32.u32.u32", a, b, 0u, r);
    ok[1] = ok[1] && r == __vsub2(a, b);
    VIDEO("vadd2.s32.s32.s32.sat", a, b, 0u, r);
    ok[2] = r == __vaddss2(a, b);
    VIDEO("vsub4.u32.u32.u32.sat", a, b, 0u, r);
    ok[2] = ok[2] && r == __vsubus4(a, b);
    VIDEO("vavrg4.u32.u32.u32", a, b, 0u, r);
    ok[3] = r == __vavgu4(a, b);
    VIDEO("vavrg2.s32.s32.s32", a, b, 0u, r);
    ok[3] = ok[3] && r == __vavgs2(a, b);
    VIDEO("vmin4.s32.s32.s32", a, b, 0u, r);
    ok[4] = r == __vmins4(a, b);
    VIDEO("vmax2.u32.u32.u32", a, b, 0u, r);
    ok[4] = ok[4] && r == __vmaxu2(a, b);
    for (int i = 0; i < 5; i++) {
        int all = __syncthreads_and(ok[i]);
        if (threadIdx.x == 0)
            good[i] = all;
    }
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 256>>>(o);
    cudaDeviceSynchronize();
    printf("sum %d wraps %d saturates %d average %d least %d\n", o[0], o[1], o[2], o[3], o[4]);
    return 0;
}
