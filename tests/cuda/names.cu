// Names that few programs use.
// flags: -std=c++17
// expect: I0 1.26607 2.59491e+06, I1 -0.565159
// expect: one thread 1 0, by one 5 5
// expect: half 1 inf, fma 7
// expect: box 2, stream 0, name _Z5namesPd
// expect: entry 1, block sizes 1
// expect: with shared memory by size 128, attributes 1 1
// expect: halves 00070000 0001 0001
// expect: freed in a capture 21 21
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

__global__ void names(double *d)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::invoke_one(warp, [&] { d[0] = cyl_bessel_i0(1.0); });
    int five = cg::invoke_one_broadcast(warp, [] { return 5; });
    if (threadIdx.x == 31) {
        auto me = cg::this_thread();
        d[1] = cyl_bessel_i0f(17.1f);
        d[2] = cyl_bessel_i1(-1.0);
        d[3] = me.size(), d[4] = me.thread_rank();
        d[5] = five, d[6] = __half2float(CUDART_ONE_FP16), d[7] = __half2float(CUDART_INF_FP16);
        d[8] = __fmaf_ieee_rn(2, 3, 1);
    }
}

__global__ void halves(unsigned *u)
{
    bool high, low;
    u[0] = __viaddmax_s16x2_relu(0x0003fffe, 0x0004fffe, 0xfff0fff0);
    u[1] = (__vibmax_s16x2(0xffff0002, 0x00010001, &high, &low), high << 4 | low);
    u[2] = (__vibmin_u16x2(0xffff0001, 0x00010002, &high, &low), high << 4 | low);
}
__global__ void put(int *p, int v) { *p = v; }

int main()
{
    double *d;
    cudaMallocManaged(&d, 256);
    names<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("I0 %g %g, I1 %g\none thread %g %g, by one 5 %g\nhalf %g %g, fma %g\n", d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8]);
    cudaArray_t a, b;
    cudaChannelFormatDesc c = cudaCreateChannelDesc<int>();
    int in[4] = {1, 2, 3, 4}, out = 0, dev = -1, grid, block, grid2, block2;
    cudaMallocArray(&a, &c, 2, 2);
    cudaMallocArray(&b, &c, 2, 2);
    cudaMemcpy2DToArray(a, 0, 0, in, 8, 8, 2, cudaMemcpyHostToDevice);
    cudaMemcpy2DArrayToArray(b, 0, 0, a, 4, 0, 4, 1);
    cudaMemcpyFromArray(&out, b, 0, 0, 4, cudaMemcpyDeviceToHost);
    cudaStreamGetDevice(0, &dev);
    const char *name = "";
    cudaFuncGetName(&name, (const void *)names);
    printf("box %d, stream %d, name %s\n", out, dev, name);
    void *fn = NULL;
    cudaGetDriverEntryPoint("cuInit", &fn, cudaEnableDefault);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, names);
    cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid2, &block2, names);
    printf("entry %d, block sizes %d\n", fn != NULL, block == block2 && grid == grid2 && block > 0);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, names, [](int b) { return b > 128 ? 48 << 10 : 64; }, 256);
    int attr = 0, width = 0;
    cudaDeviceGetAttribute(&attr, cudaDevAttrHostRegisterSupported, 0);
    cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture2DWidth, 0);
    printf("with shared memory by size %d, attributes %d %d\n", block, attr, width > 0);
    unsigned *u;
    cudaMallocManaged(&u, 64);
    halves<<<1, 1>>>(u);
    cudaDeviceSynchronize();
    printf("halves %08x %04x %04x\n", u[0], u[1], u[2]);
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    int *t, got[2];
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&t, 4, s);
    put<<<1, 1, 0, s>>>(t, 21);
    cudaMemcpyAsync(u, t, 4, cudaMemcpyDeviceToDevice, s);
    cudaFreeAsync(t, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    for (int i = 0; i < 2; i++) {
        u[0] = 0;
        cudaGraphLaunch(x, s);
        cudaStreamSynchronize(s);
        got[i] = u[0];
    }
    printf("freed in a capture %d %d\n", got[0], got[1]);
    return 0;
}
