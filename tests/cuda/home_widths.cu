// Small arrays of a thread, indexed by data, whose elements are narrower than the registers that read and write them:
// what sm_90's code keeps in registers must be widened and cut as memory does it. The host computes the same.
// expect: ok
// levels: 1 3
// machines: h200 a100 gtx480
#include <cstdio>

#define N 8

template <class T, class W> static __host__ __device__ W mix(const unsigned *in, W seed, int t, int n)
{
    T a[N];
    W v = seed, sum = 0;
#pragma unroll 1
    for (int i = 0; i < N; i++) // known places
        a[i] = (T)(in[(i + t) & 31] * 0x9e3779b9u);
#pragma unroll 1
    for (int i = 0; i < n; i++)
        v = (W)((unsigned long long)v * 6364136223846793005ull + 1442695040888963407ull);
    a[v & (N - 1)] = (T)v; // a wide value, cut
    a[(v >> 7) & (N - 1)] = (T)(v >> 17);
    if (v & 1024)
        v = a[(v >> 3) & (N - 1)]; // into a register that had a value before, under a guard
    if (!(v & 2048))
        a[(v >> 5) & (N - 1)] = (T)(v >> 1);
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum = (W)((unsigned long long)sum * 5u + (unsigned long long)(W)a[(in[t] * 3 + i) & (N - 1)]);
    return (W)((unsigned long long)sum * 31u + (unsigned long long)v);
}

template <class T, class W> static __global__ void kernel(const unsigned *in, const W *seed, W *out, int n)
{
    out[threadIdx.x] = mix<T, W>(in, seed[threadIdx.x], (int)threadIdx.x, n);
}

static int bad;

template <class T, class W> static void check(const char *what)
{
    unsigned in[32], *d_in;
    W seed[32], out[32], *d_seed, *d_out;
    for (int i = 0; i < 32; i++) {
        in[i] = i * 2654435761u + 7;
        seed[i] = (W)(i * 0x123456789abcdefull);
    }
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_seed, sizeof seed);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_seed, seed, sizeof seed, cudaMemcpyHostToDevice);
    for (int n = 0; n < 12; n += 3) {
        kernel<T, W><<<1, 32>>>(d_in, d_seed, d_out, n);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int t = 0; t < 32; t++)
            if (out[t] != mix<T, W>(in, seed[t], t, n) && !bad++)
                printf("%s, n %d, thread %d: %llx, expected %llx\n", what, n, t, (unsigned long long)out[t],
                       (unsigned long long)mix<T, W>(in, seed[t], t, n));
    }
    cudaFree(d_in);
    cudaFree(d_seed);
    cudaFree(d_out);
}

int main()
{
    check<unsigned, unsigned long long>("u32 in 64 bits");
    check<int, long long>("s32 in 64 bits");
    check<int, unsigned long long>("s32 in unsigned 64 bits");
    check<unsigned, long long>("u32 in signed 64 bits");
    check<unsigned, unsigned>("u32");
    check<unsigned long long, unsigned long long>("u64");
    check<short, int>("s16");
    check<unsigned short, unsigned long long>("u16 in 64 bits");
    check<signed char, long long>("s8 in 64 bits");
    check<unsigned char, int>("u8");
    puts(bad ? "WRONG" : "ok");
    return bad > 0;
}
