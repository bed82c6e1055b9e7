/* Integer loops with divisions: steps of Collatz's sequence, greatest common divisors, and sums of digits. */
#include "program.h"

__global__ void collatz_steps(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long v = i + 1;
    int steps = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        steps++;
    }
    out[i] = steps;
}

__global__ void common_divisors(const unsigned *__restrict__ a, const unsigned *__restrict__ b,
                                unsigned *__restrict__ g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], y = b[i];
    while (y) {
        unsigned r = x % y;
        x = y;
        y = r;
    }
    g[i] = x;
}

__global__ void digit_sums(const unsigned *in, int *out, int n, unsigned base)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (unsigned v = in[i]; v; v /= base)
        sum += v % base;
    out[i] = sum;
}

int main()
{
    const int n = 20000;
    unsigned *a = host<unsigned>(n), *b = host<unsigned>(n);
    for (int i = 0; i < n; i++) {
        a[i] = mix(i);
        b[i] = mix(i + n);
    }
    unsigned *d_a = upload(a, n), *d_b = upload(b, n), *d_g = device<unsigned>(n);
    int *d_steps = device<int>(n), *d_sums = device<int>(n);
    collatz_steps<<<(n + 127) / 128, 128>>>(d_steps, n);
    common_divisors<<<(n + 127) / 128, 128>>>(d_a, d_b, d_g, n);
    digit_sums<<<(n + 127) / 128, 128>>>(d_a, d_sums, n, 10);
    unsigned x = a[77], y = b[77], *g = download(d_g, n);
    int sum = 0;
    while (y) {
        unsigned r = x % y;
        x = y;
        y = r;
    }
    for (unsigned v = a[77]; v; v /= 10)
        sum += v % 10;
    return verdict(download(d_steps, n)[26] == 111 && g[77] == x && download(d_sums, n)[77] == sum);
}
