/* Black-Scholes prices of European calls and puts, an option a thread, with the polynomial for the normal
 * distribution. */
#include "program.h"

__host__ __device__ static inline float cnd(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float c = 0.39894228040143f * expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - c : c;
}

__host__ __device__ static inline void price(float s, float x, float t, float r, float v, float *call, float *put)
{
    float root = sqrtf(t);
    float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
    float c1 = cnd(d1), c2 = cnd(d2), e = expf(-r * t);
    *call = s * c1 - x * e * c2;
    *put = x * e * (1.0f - c2) - s * (1.0f - c1);
}

__global__ void black_scholes(const float *__restrict__ spot, const float *__restrict__ strike,
                              const float *__restrict__ years, float *__restrict__ call, float *__restrict__ put,
                              int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        price(spot[i], strike[i], years[i], 0.02f, 0.3f, call + i, put + i);
}

int main()
{
    const int n = 200000;
    float *s = host<float>(n), *x = host<float>(n), *t = host<float>(n);
    for (int i = 0; i < n; i++) {
        s[i] = 5 + 25 * unit(i);
        x[i] = 1 + 99 * unit(i + n);
        t[i] = 0.25f + 9.75f * unit(i + 2 * n);
    }
    float *d_s = upload(s, n), *d_x = upload(x, n), *d_t = upload(t, n), *d_c = device<float>(n),
          *d_p = device<float>(n);
    black_scholes<<<480, 128>>>(d_s, d_x, d_t, d_c, d_p, n);
    float *c = download(d_c, n), *p = download(d_p, n), wc, wp;
    bool ok = true;
    for (int i = 0; i < n; i += 317) {
        price(s[i], x[i], t[i], 0.02f, 0.3f, &wc, &wp);
        ok &= fabsf(c[i] - wc) < 1e-3f && fabsf(p[i] - wp) < 1e-3f;
    }
    return verdict(ok);
}
