// bfloat16, half and the 8-bit formats: operators, comparisons of pairs, atomics, rounding, conversions.
// expect: half: -3.5 1 4.48 20.1 0 1 48 0 1.5 -3.5; 48 -112 48
// expect: bf16: -3.5 1 4.47 20.1 0 1 48 0 1.5 -3.5; 48 -112 48
// expect: rounded 0.09998 0.10004 -0.09998, -2 2
// expect: e4m3 448 448 0.109375 -0 nan, e5m2 57344 0.109375 inf
// expect: four 1 -2 0.5 240
// expect: all e4m3 1 e5m2 1
// expect: e2m3 1 -7.5 7.5 0.125, e3m2 1 28 -0.125 8
// expect: four 1 -2 0.0625 28, two -0.125 3.25
// expect: all of six bits: 0 wrong
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp6.h>
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
__global__ void six(float *o)
{
    float inf = __int_as_float(0x7f800000), nan = __int_as_float(0x7fffffff);
    o[0] = (float)__nv_fp6_e2m3(1.0625f), o[1] = (float)__nv_fp6_e2m3(-inf), o[2] = (float)__nv_fp6_e2m3(nan), o[3] = (float)__nv_fp6_e2m3(0.07f);
    o[4] = (float)__nv_fp6_e3m2(1.1f), o[5] = (float)__nv_fp6_e3m2(100.0), o[6] = (float)__nv_fp6_e3m2(__half(-0.1f)), o[7] = (float)__nv_fp6_e3m2(9);
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
    six<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("e2m3 %g %g %g %g, e3m2 %g %g %g %g\n", o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]);
    float4 s = (float4)__nv_fp6x4_e3m2(make_float4(1, -2, 0.0625f, 27));
    float2 t = (float2)__nv_fp6x2_e2m3(__floats2half2_rn(-0.125f, 3.3f));
    printf("four %g %g %g %g, two %g %g\n", s.x, s.y, s.z, s.w, t.x, t.y);
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        __nv_fp6_e2m3 a;
        __nv_fp6_e3m2 b;
        a.__x = b.__x = (unsigned char)i;
        int m2 = i & 3, e3 = i >> 2 & 7, m3 = i & 7, e2 = i >> 3 & 3;
        double fb = (e3 ? 4 + m2 : m2) * pow(2, (e3 ? e3 : 1) - 5), fa = (e2 ? 8 + m3 : m3) * pow(2, (e2 ? e2 : 1) - 4);
        wrong += (float)a != (i & 32 ? -fa : fa) || (float)b != (i & 32 ? -fb : fb);
        wrong += __nv_fp6_e2m3((float)a).__x != i || __nv_fp6_e3m2((float)b).__x != i;
    }
    printf("all of six bits: %d wrong\n", wrong);
    return 0;
}
