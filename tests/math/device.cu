// The device math functions through `sluice cc` and the emulator, against the same bounds as on the host (ulp.c).
#include "functions.h"
#include <stdio.h>

enum { N = 2048 };
static int bad;

static void report(const char *name, double worst, double bound, double x)
{
    if (worst > bound) {
        printf("%s: %g ulp, more than %g, at %a\n", name, worst, bound, x);
        bad++;
    }
}

#define F(n, ...) __global__ void k_##n(const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = n(x[i]); }
MATH_F32(F)
#undef F
#define F(n, ...) __global__ void k_##n(const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = n(x[i], x[i ^ 1]); }
MATH_F32_2(F)
#undef F
#define F(n, ...) __global__ void k_##n(const double *x, double *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = n(x[i]); }
MATH_F64(F)
#undef F
#define F(n, ...) __global__ void k_##n(const double *x, double *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = n(x[i], x[i ^ 1]); }
MATH_F64_2(F)
#undef F

/* The overloads and intrinsics that are not in the lists: that they compile and give sane values. */
__global__ void others(double *y)
{
    float f = 2.0f;
    double d = 2.0, s, c;
    float sf, cf, w;
    int e, q;
    sincosf(f, &sf, &cf);
    sincos(d, &s, &c);
    int i = 0;
    y[i++] = fabs(std::sin(f) - sf) + std::fabs(cos(f) - cf) + fabs(sin(d) - s) + fabs(std::cos(d) - c);
    y[i++] = fabs(std::pow(f, 3) - 8) + fabs(pow(d, 3) - 8) + fabs(std::pow(2, 3.0) - 8) + fabs(sqrt(4) - 2) + fabs(exp(1) - 2.718281828459045);
    y[i++] = frexpf(12.0f, &e) - 0.75 + (e - 4) + ldexpf(0.75f, 4) - 12 + scalbn(0.75, 4) - 12 + ilogbf(12.0f) - 3 + ilogb(12.0) - 3;
    y[i++] = modff(3.25f, &w) - 0.25 + w - 3 + remquof(29.0f, 3.0f, &q) + 1 + (q & 7) - 2 + fmaf(2, 3, 4) - 10 + fma(2.0, 3.0, 4.0) - 10;
    y[i++] = fmaxf(1, 2) - 2 + fminf(1, 2) - 1 + fmax(1.0, 2.0) - 2 + max(3, 4) - 4 + min(1.5f, 2.5f) - 1.5 + abs(-3) - 3 + std::abs(-2.5f) - 2.5;
    y[i++] = floorf(-1.5f) + 2 + ceil(1.2) - 2 + truncf(-1.7f) + 1 + rint(2.5) - 2 + nearbyintf(3.5f) - 4 + lrintf(2.5f) - 2 + llround(2.5) - 3;
    y[i++] = (isnan(nanf("")) ? 0 : 1) + (isinf(1.0 / 0.0) ? 0 : 1) + (isfinite(1.0f) ? 0 : 1) + (signbit(-0.0f) ? 0 : 1) + copysignf(1, -2) + 1;
    y[i++] = nextafterf(1.0f, 2.0f) == 1.00000012f ? 0 : 1;
    y[i++] = fabsf(norm3df(2, 3, 6) - 7) + fabs(norm4d(1, 2, 2, 4) - 5) + fabsf(rnorm3df(2, 3, 6) * 7 - 1);
    bool near = fabsf(__expf(f) / expf(f) - 1) < 1e-5f && fabsf(__logf(f) / logf(f) - 1) < 1e-5f && fabsf(__sinf(f) - sf) < 1e-5f &&
                fabsf(__cosf(f) - cf) < 1e-5f && fabsf(__powf(f, 2.5f) / powf(f, 2.5f) - 1) < 1e-5f && fabsf(__fdividef(f, 3) - f / 3) < 1e-6f &&
                fabsf(__tanf(f) / tanf(f) - 1) < 1e-4f && fabsf(__log2f(8) - 3) < 1e-5f && fabsf(__log10f(100) - 2) < 1e-5f && fabsf(__exp10f(2) - 100) < 1e-3f;
    y[i++] = near ? 0 : 1;
    y[i++] = fabs(j0(2.0) - 0.22389077914123567) + fabsf(j1f(2) - 0.57672481f) + fabs(yn(2, 2.0) + 0.6174081041906827) + fabs(jn(3, 1.0) - 0.0195633539826684);
    y[i++] = fabs(exp10(2.0f) - 100) + fabs(sinpi(0.5f) - 1) + fabs(erfinv(0.5f) - 0.47693628) + fabs(normcdf(0.0) - 0.5) + fabsf(__frsqrt_rn(4.0f) - 0.5f);
}

template <class T, class R, class K, class G> static void run(const char *name, K kernel, R ref, double bound, double lo, double hi, G arg, double (*ulps)(T, decltype(ref(0))), bool lgamma)
{
    T *x, *y;
    double worst = 0, at = 0;
    cudaMallocManaged(&x, N * sizeof(T));
    cudaMallocManaged(&y, N * sizeof(T));
    for (unsigned i = 0; i < N; i++)
        x[i] = arg(i, lo, hi);
    kernel<<<N / 128, 128>>>(x, y);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("%s: does not run\n", name);
        bad++;
    }
    for (unsigned i = 0; i < N; i++) {
        double e = lgamma && x[i] < T(-2.26) ? 0 : ulps(y[i], ref(x[i]));
        if (e > worst)
            worst = e, at = x[i];
    }
    report(name, worst, bound, at);
    cudaFree(x);
    cudaFree(y);
}
template <class T, class R, class K, class G> static void run2(const char *name, K kernel, R ref, double bound, G arg, double (*ulps)(T, decltype(ref(0, 0))))
{
    T *x, *y;
    double worst = 0, at = 0;
    cudaMallocManaged(&x, N * sizeof(T));
    cudaMallocManaged(&y, N * sizeof(T));
    for (unsigned i = 0; i < N; i++)
        x[i] = arg(i, -20, 20);
    kernel<<<N / 128, 128>>>(x, y);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("%s: does not run\n", name);
        bad++;
    }
    for (unsigned i = 0; i < N; i++) {
        double e = ulps(y[i], ref(x[i], x[i ^ 1]));
        if (e > worst)
            worst = e, at = x[i];
    }
    report(name, worst, bound, at);
    cudaFree(x);
    cudaFree(y);
}

int main()
{
#define F(n, b, lo, hi) run<float>(#n, k_##n, ref_##n, b, lo, hi, arg_f32, ulps_f32, k_##n == (void (*)(const float *, float *))k_lgammaf);
    MATH_F32(F)
#undef F
#define F(n, b) run2<float>(#n, k_##n, ref_##n, b, arg_f32, ulps_f32);
    MATH_F32_2(F)
#undef F
#define F(n, b, lo, hi) run<double>(#n, k_##n, ref_##n, b, lo, hi, arg_f64, ulps_f64, k_##n == (void (*)(const double *, double *))k_lgamma);
    MATH_F64(F)
#undef F
#define F(n, b) run2<double>(#n, k_##n, ref_##n, b, arg_f64, ulps_f64);
    MATH_F64_2(F)
#undef F
    double *y;
    cudaMallocManaged(&y, 16 * sizeof(double));
    for (int i = 0; i < 16; i++)
        y[i] = 0;
    others<<<1, 1>>>(y);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        if (!(y[i] > -1e-5 && y[i] < 1e-5)) {
            printf("others: %d gives %g\n", i, y[i]);
            bad++;
        }
    printf("%d functions past their bounds on the device\n", bad);
    return bad != 0;
}
