/* Powers modulo a 62-bit prime: by Montgomery's multiplication, and by doubling with additions only. */
#include "program.h"

__device__ static inline uint64_t mont(uint64_t a, uint64_t b, uint64_t p, uint64_t inv)
{
    uint64_t lo = a * b, hi = __umul64hi(a, b), m = lo * inv, t = __umul64hi(m, p);
    uint64_t r = hi + p - t;
    return r >= p ? r - p : r;
}

__global__ void power_montgomery(const uint64_t *__restrict__ x, uint64_t *__restrict__ y, int n, uint64_t p,
                                 uint64_t inv, uint64_t one, int e)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t base = x[i], r = one;
    for (; e; e >>= 1) {
        if (e & 1)
            r = mont(r, base, p, inv);
        base = mont(base, base, p, inv);
    }
    y[i] = r;
}

__global__ void multiply_by_doubling(const uint64_t *x, uint64_t *y, int n, uint64_t p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t a = x[i], b = x[n - 1 - i], r = 0;
    while (b) {
        if (b & 1) {
            r += a;
            if (r >= p)
                r -= p;
        }
        a += a;
        if (a >= p)
            a -= p;
        b >>= 1;
    }
    y[i] = r;
}

int main()
{
    const uint64_t p = (1ull << 61) - 1;
    const int n = 30000, e = 65537;
    uint64_t inv = p, *x = host<uint64_t>(n);
    for (int k = 0; k < 6; k++)
        inv *= 2 - p * inv; /* 1 / p modulo 2^64 */
    for (int i = 0; i < n; i++)
        x[i] = ((uint64_t)mix(i) << 32 | mix(i + n)) % p;
    uint64_t *d_x = upload(x, n), *d_y = device<uint64_t>(n), *d_z = device<uint64_t>(n);
    uint64_t one = (uint64_t)(((unsigned __int128)1 << 64) % p);
    power_montgomery<<<(n + 127) / 128, 128>>>(d_x, d_y, n, p, inv, one, e);
    multiply_by_doubling<<<(n + 127) / 128, 128>>>(d_x, d_z, n, p);
    uint64_t *y = download(d_y, n), *z = download(d_z, n);
    unsigned __int128 back = 1, r = one, b = x[7];
    for (int k = 0; k < 60; k++) /* 2^64 = 8 modulo p: divide by it */
        back = back * 8 % p;
    for (int k = e; k; k >>= 1) {
        if (k & 1)
            r = r * b % p * back % p;
        b = b * b % p * back % p;
    }
    return verdict(z[7] == (uint64_t)((unsigned __int128)x[7] * x[n - 8] % p) && y[7] == (uint64_t)r);
}
