// bfloat16, half and the 8-bit formats: operators, comparisons of pairs, atomics, rounding, conversions.
// expect: half: -3.5 1 4.48 20.1 0 1 48 0 1.5 -3.5; 48 -112 48
// expect: bf16: -3.5 1 4.47 20.1 0 1 48 0 1.5 -3.5; 48 -112 48
// expect: rounded 0.09998 0.10004 -0.09998, -2 2
// expect: e4m3 448 448 0.109375 -0 nan, e5m2 57344 0.109375 inf
// expect: four 1 -2 0.5 240
// expect: all e4m3 1 e5m2 1
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>
template <class T, class T2> __global__ void k(float *o, T one, T2 *pair, T *sum)
{
    T a = one, b = a + a;
    b += a;
    b = -b;
    b = +b;
    ++b;
    T2 p(a, b);
    p += p;
    o[0] = float(b);
    o[1] = __hgt(a, b);
    o[2] = float(hexp(a));
    o[3] = float(h2exp(p).x);
    o[4] = float(__hfma_relu(a, b, b));
    o[5] = float(__hgt2(p, T2(b, b)).x);
    atomicAdd(pair, T2(a, b));
    atomicAdd(sum, a);
    o[6] = float(__ldg(sum));
    o[7] = __hbgt2(p, p);
    o[8] = float(__shfl_xor_sync(0xffffffffu, a, 1));
    o[9] = float(__hmax2(p, T2(b, b)).y);
}
template <class T, class T2> static void run(const char *name, float *o)
{
    T2 *pair;
    T *sum;
    cudaMallocManaged(&pair, 4);
    cudaMallocManaged(&sum, 4);
    *pair = T2(T(0.0f), T(0.0f));
    *sum = T(0.0f);
    k<T, T2><<<1, 32>>>(o, T(1.5f), pair, sum);
    cudaDeviceSynchronize();
    printf("%s:", name);
    for (int i = 0; i < 10; i++)
        printf(" %.3g", o[i]);
    printf("; %g %g %g\n", float(pair->x), float(pair->y), float(*sum));
}
template <class T> static bool round_trips()
{
    for (int i = 0; i < 256; i++) {
        T v;
        v.__x = (unsigned char)i;
        float f = (float)v;
        if (f == f && f - f == 0 && T(f).__x != i)
            return false;
    }
    return true;
}
int main()
{
    float *o;
    cudaMallocManaged(&o, 256);
    run<__half, __half2>("half", o);
    run<__nv_bfloat16, __nv_bfloat162>("bf16", o);
    printf("rounded %.5f %.5f %.5f, %d %d\n", float(__float2half_rd(0.1f)), float(__float2half_ru(0.1f)), float(__float2half_rz(-0.1f)),
           __half2int_rd(__half(-1.5f)), __half2int_ru(__half(1.5f)));
    __nv_fp8_storage_t open = __nv_cvt_float_to_fp8(1e6f, __NV_NOSAT, __NV_E5M2), nan = __nv_cvt_float_to_fp8(1e6f, __NV_NOSAT, __NV_E4M3);
    __nv_fp8_e4m3 n;
    __nv_fp8_e5m2 inf;
    n.__x = nan;
    inf.__x = open;
    printf("e4m3 %g %g %g %g %g, e5m2 %g %g %g\n", (float)__nv_fp8_e4m3(448.0f), (float)__nv_fp8_e4m3(1e6f), (float)__nv_fp8_e4m3(0.11f),
           (float)__nv_fp8_e4m3(-1e-9f), (float)n, (float)__nv_fp8_e5m2(1e6f), (float)__nv_fp8_e5m2(0.11f), (float)inf);
    float4 f = (float4)__nv_fp8x4_e4m3(make_float4(1, -2, 0.5f, 241));
    printf("four %g %g %g %g\n", f.x, f.y, f.z, f.w);
    printf("all e4m3 %d e5m2 %d\n", round_trips<__nv_fp8_e4m3>(), round_trips<__nv_fp8_e5m2>());
    return 0;
}
