/* A radix-2 FFT of 512 points in shared memory, a transform a block of 256 threads. */
#include "program.h"

#define N 512

__global__ void fft_radix2(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 s[N];
    int t = threadIdx.x;
    const float2 *mine = in + blockIdx.x * N;
    for (int i = t; i < N; i += N / 2)
        s[__brev(i) >> 23] = mine[i];
    __syncthreads();
    for (int half = 1; half < N; half *= 2) {
        int k = t & (half - 1), lo = 2 * t - k, hi = lo + half;
        float sn, cs;
        __sincosf(-3.14159265f * k / half, &sn, &cs);
        float2 a = s[lo], b = s[hi];
        float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[lo] = make_float2(a.x + w.x, a.y + w.y);
        s[hi] = make_float2(a.x - w.x, a.y - w.y);
        __syncthreads();
    }
    out[blockIdx.x * N + t] = s[t];
    out[blockIdx.x * N + t + N / 2] = s[t + N / 2];
}

int main()
{
    const int batch = 500;
    float2 *in = host<float2>(batch * N);
    for (int i = 0; i < batch * N; i++)
        in[i] = make_float2(cosf(2 * 3.14159265f * (i % N) * (i / N % 100) / N), 0.0f);
    float2 *d_in = upload(in, batch * N), *d_out = device<float2>(batch * N);
    fft_radix2<<<batch, N / 2>>>(d_in, d_out);
    float2 *out = download(d_out, batch * N);
    bool ok = true;
    for (int b = 1; b < 100; b += 9)
        ok &= near(out[b * N + b].x, N / 2, 0.01) && fabsf(out[b * N + b + 5].x) < 0.5f;
    return verdict(ok);
}
