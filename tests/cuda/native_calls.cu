// Functions that are called, whose results native.py compares between the interpreter and native code, with device memory and all counts:
// arguments that are alike in all lanes, base + lane * step or anything, from several callers; in branches, in loops, of functions that
// call others; parameters that the function writes, takes the address of, or has in parts of a word; early returns.
// expect: done
#include <cstdio>

#define N 2048

struct mixed {
    char c;
    short h;
    int i;
    double d;
};

__device__ __noinline__ int plain(const int *in, int base, int x, int scale) // alike, alike, affine, alike
{
    return in[(base + x) & (N - 1)] * scale;
}

__device__ __noinline__ int wanders(const int *in, int x, int rounds) // lanes leave the loop at different times
{
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        if ((x ^ k) % 7 == 3)
            return sum - k;
        sum += in[(x * 5 + k) & (N - 1)];
    }
    return sum;
}

__device__ __noinline__ long long nested(const int *in, long long far, int x, int step) // step differs between callers
{
    int y = x * step;
    if (y & 4)
        y += plain(in, step, y, 3);
    return far + y + wanders(in, y, step + (x & 3));
}

__device__ __noinline__ int changes(int x, int y) // its own parameter, by its address
{
    int *p = &x;
    for (int k = 0; k < 3; k++)
        p[(y >> 20) & 0] += y ^ k;
    return *p;
}

__device__ __noinline__ mixed parts(mixed m, int k)
{
    m.c += k;
    m.h *= 3;
    m.i -= m.c;
    m.d += m.h;
    return m;
}

__device__ __noinline__ void meets(int *s, int at, int v) // a barrier in a function
{
    s[at] = v;
    __syncthreads();
    s[(at + 1) & 255] ^= v;
    __syncthreads();
}

__device__ __noinline__ unsigned votes(int v)
{
    return __ballot_sync(~0u, v & 1) + __shfl_xor_sync(~0u, v, 5);
}

__global__ void calls(const int *in, long long *out, int base, int rows)
{
    __shared__ int s[256];
    int t = threadIdx.x + blockDim.x * threadIdx.y, g = blockIdx.x * 256 + t;
    long long r = plain(in, base, g, 2);
    r += plain(in, in[t], t * 3, in[0]);
    r += nested(in, 1ll << 40, g, 1);
    if (t % 3)
        r ^= nested(in, g, g - 7, t & 7);
    else if (t % 5)
        r -= wanders(in, t, 40);
    for (int k = 0; k < rows; k++)
        r = r * 3 + changes((int)r, k + t);
    mixed m = parts({(char)t, (short)g, in[g & (N - 1)], 0.5 * t}, base);
    r += m.c + m.h + m.i + (long long)m.d;
    meets(s, t, (int)r);
    r += s[255 - t] + votes((int)r);
    out[g] = r;
}

int main()
{
    int *in;
    long long *out;
    cudaMallocManaged(&in, N * sizeof *in);
    cudaMallocManaged(&out, 8 * 256 * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = (i * 2654435761u) >> 9;
    for (int wide = 256; wide >= 8; wide /= 4) {
        calls<<<8, dim3(wide, 256 / wide)>>>(in, out, 11 * wide, 5);
        cudaDeviceSynchronize();
        unsigned long long h = 0;
        for (int i = 0; i < 8 * 256; i++)
            h = h * 31 + (unsigned long long)out[i];
        printf("%d: %llx\n", wide, h);
    }
    puts(cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
}
