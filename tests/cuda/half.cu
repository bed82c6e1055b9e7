/* Half precision in kernels and on the host. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
__global__ void k(const half *a, half2 *b, float *o)
{
    int i = threadIdx.x;
    half x = a[i] * a[i] + half(0.5f);
    o[i] = __half2float(__hfma(x, x, a[i]));
    b[i] = __hfma2(b[i], b[i], b[i]);
    if (i == 0)
        o[8] = __hlt(a[0], a[1]) + 2 * __hgt(a[0], a[1]) + 4 * (__hisnan(x) ? 1 : 0), o[9] = (float)hsqrt(half(2.25f));
}
int main()
{
    half ha[4], *a;
    half2 hb[4], *b;
    float r[10], *o;
    for (int i = 0; i < 4; i++)
        ha[i] = __float2half(i * 0.1f), hb[i] = __floats2half2_rn(i, -i);
    cudaMalloc(&a, sizeof(ha));
    cudaMalloc(&b, sizeof(hb));
    cudaMalloc(&o, sizeof(r));
    cudaMemcpy(a, ha, sizeof(ha), cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb, sizeof(hb), cudaMemcpyHostToDevice);
    k<<<1, 4>>>(a, b, o);
    cudaMemcpy(r, o, sizeof(r), cudaMemcpyDeviceToHost);
    cudaMemcpy(hb, b, sizeof(hb), cudaMemcpyDeviceToHost);
    printf("%.6f %.6f %g %g | %g %g\n", r[1], r[3], r[8], r[9], (float)hb[3].x, (float)hb[3].y);
    int bad = 0;
    for (int i = 0; i < 65536; i++) { /* to float and back is the identity, but for NaN */
        half h = __ushort_as_half((unsigned short)i);
        if (!__hisnan(h) && __half_as_ushort(__float2half(__half2float(h))) != i)
            bad++;
    }
    printf("%d %g %g\n", bad, (float)half(70000.0f), (float)__float2bfloat16(1.00390625f));
    return 0;
}
// expect: 0.359863 0.647949 1 1.5 | 12 6
// expect: 0 inf 1
