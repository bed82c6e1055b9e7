// What programs use in host code and between files: typeid and dynamic_cast, register under C++17, host versions of CUDA's functions,
// a single % in inline PTX, other small things.
// flags: -std=c++17 -include cuda_runtime.h -Xcompiler -std=c99
// expect: kinds 1 1 1
// expect: host 0.5 0.5 1 0.476936 0.5
// expect: asm 3 0 1
// expect: added 7 0 9
#include <cstdio>
#include <curand_kernel.h>
#include <nvtx3/nvtx3.hpp>
#include <typeinfo>
struct base {
    virtual ~base() {}
};
struct derived : base {
    int v = 1;
};
__global__ void k(int *o)
{
    register unsigned int lane = 0, sm = 0, warps = 0;
    asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
    asm("mov.u32 %0, %smid;\n\t"
        "mov.u32 %1, %nwarpid;"
        : "=r"(sm), "=r"(warps));
    if (threadIdx.x == 3)
        o[0] = (int)lane, o[1] = (int)sm, o[2] = (int)warps;
    bool p, q = threadIdx.x > 1;
    asm("{.reg .pred a, b; setp.ne.s32 a, %1, 0; xor.pred b, a, -1; selp.s32 %0, 1, 0, b;}" : "=r"(o[7]) : "r"((int)q));
    (void)p;
    if (threadIdx.x == 0)
        o[3] = __viaddmax_s32(3, 4, 5), o[4] = __viaddmin_s32_relu(-3, -4, 5), o[5] = __vimax3_s32(1, 9, 4);
}
int main()
{
    nvtx3::scoped_range range("all of it");
    register int kept = 0;
    base *b = new derived;
    curandState *states = NULL;
    printf("kinds %d %d %d\n", typeid(*b) == typeid(derived), dynamic_cast<derived *>(b)->v + kept, sizeof(*states) > 8);
    printf("host %g %g %g %g %g\n", rsqrtf(4.0f), rcbrt(8.0), sinpif(0.5f), erfinvf(0.5f), normcdf(0.0));
    int *o;
    cudaMallocManaged(&o, 256);
    k<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("asm %d %d %d\n", o[0], o[1], o[2]);
    printf("added %d %d %d\n", o[3], o[4], o[5]);
    return 0;
}
