/* Math in device code as C++ programs write it: std:: functions, overloads by type, integer arguments, min and max. */
#include <algorithm>
#include <cmath>
#include <stdio.h>
template <class T> __device__ T mixed(T x)
{
    using std::max;
    return std::sqrt(x) + std::abs(-x) + std::pow(x, 2) + std::floor(x) + sin(x) * 0 + std::max(x, (T)1) + fabs(x) +
           std::exp(x * 0) + (T)std::isnan(x) + (T)isinf(x);
}
__global__ void k(float *f, double *d, int *i)
{
    f[0] = mixed(4.0f);
    d[0] = mixed(4.0);
    d[1] = sqrt(16) + pow(2, 3) + std::abs(-2) + exp(0) + fmax(1, 2.5) + std::min(3, 2);
    i[0] = min(3, 5) + max(3u, 5u) + abs(-7) + min(2ll, 9ll) + (int)max(1.5f, 2.5f) + (int)min(1.5, 2.5f);
    i[1] = sizeof(sin(1.0f)) * 10 + sizeof(sin(1.0));
    float fi;
    f[1] = modff(2.75f, &fi) + fi * 100;
    i[2] = (int)lroundf(2.5f) + (int)rintf(2.5f) * 10 + ilogb(8.0f) * 100;
    f[2] = fmodf(7.5f, 2.0f) + ldexp(1.0f, 3) + copysignf(1.0f, -2.0f) + hypot(3.0f, 4.0f);
    f[3] = rsqrtf(4.0f) + __expf(0.0f) + __fdividef(1.0f, 4.0f) + __fmul_rn(2.0f, 3.0f) + __saturatef(7.0f);
}
int main()
{
    float *f, hf[4];
    double *d, hd[2];
    int *i, hi[3];
    cudaMalloc(&f, sizeof(hf));
    cudaMalloc(&d, sizeof(hd));
    cudaMalloc(&i, sizeof(hi));
    k<<<1, 1>>>(f, d, i);
    cudaMemcpy(hf, f, sizeof(hf), cudaMemcpyDeviceToHost);
    cudaMemcpy(hd, d, sizeof(hd), cudaMemcpyDeviceToHost);
    cudaMemcpy(hi, i, sizeof(hi), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", hf[0], hd[0], hd[1]);
    printf("%d %d %d\n", hi[0], hi[1], hi[2]);
    printf("%g %g %g %s\n", hf[1], hf[2], hf[3], cudaGetErrorString(cudaGetLastError()));
    printf("%d %g %g\n", max(3, 4), min(1.5f, 2.5f), std::sqrt(2.25)); /* and on the host */
    return 0;
}
// expect: 35 35 19.5
// expect: 20 48 323
// expect: 200.75 13.5 8.75 no error
// expect: 4 1.5 1.5
