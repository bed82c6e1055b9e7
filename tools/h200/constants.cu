/* What loads of constants take, by how their address is known: all lanes at one (in a loop, at an index that memory says, at a product), lanes apart;
 * alone, and beside loads of shared memory and of the L1. The same source runs on the card and here:
 *   nvcc -arch=sm_90 -O2 -o constants tools/h200/constants.cu && ./constants
 *   sluice cc -O2 -o constants tools/h200/constants.cu && sluice run -m h200 -- ./constants
 * Each line: what, then its sizes, then cycles of an SM for one warp's load (of the slowest block; all SMs run the same). */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__constant__ __align__(16) float table[2048];
__constant__ int zeros[2048];
__device__ unsigned sink;

#define BEGIN                                                                                                        \
    __syncthreads();                                                                                                 \
    long long begin = clock64()
#define END(s)                                                                                                       \
    __syncthreads();                                                                                                 \
    if (threadIdx.x == 0)                                                                                            \
        took[blockIdx.x] = clock64() - begin;                                                                        \
    if ((s) == 12345)                                                                                                \
    sink = 1

/* ---- all lanes at one address, as the compiler sees ---- */
template <class T> __device__ float sum(T v);
template <> __device__ float sum(float v) { return v; }
template <> __device__ float sum(float2 v) { return v.x + v.y; }
template <> __device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }
template <> __device__ float sum(double v) { return (float)v; }

template <class T> __global__ void loop_8(int n, int loops, long long *took)
{
    float s = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 8
        for (int j = 0; j < n; j++)
            s += sum(((const T *)table)[j]);
    END(s);
}

__global__ void loop_1(int n, int loops, long long *took)
{
    float s = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 1
        for (int j = 0; j < n; j++)
            s += table[j];
    END(s);
}

__global__ void loop_plain(int n, int loops, long long *took) /* the compiler's choice */
{
    float s = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        for (int j = 0; j < n; j++)
            s += table[j];
    END(s);
}

__global__ void horner(float x, int n, int loops, long long *took)
{
    float s = 0;
    x += threadIdx.x;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 4
        for (int j = 0; j < n; j++)
            s = s * x + table[j * 7 & 1023];
    END(s);
}

__global__ void two(int n, int loops, long long *took)
{
    float s = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 8
        for (int j = 0; j < n; j++)
            s += table[j] * table[j + 1024];
    END(s);
}

__global__ void stored(int n, int loops, float *out, long long *took)
{
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 4
        for (int j = 0; j < n; j++)
            out[(j & 3) * 1024 + threadIdx.x] = table[j];
    END(0);
}

__global__ void integers(int n, int loops, long long *took)
{
    int s = threadIdx.x;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 8
        for (int j = 0; j < n; j++)
            s = (s ^ zeros[j]) * 3;
    END(s);
}

__global__ void outer(const float *x, int n, int loops, long long *took) /* a distance: several fields at one index */
{
    float a = x[threadIdx.x], s = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 4
        for (int j = 0; j < n; j++) {
            float d = a - table[j * 4], e = a - table[j * 4 + 1], f = a - table[j * 4 + 2];
            s += table[j * 4 + 3] * (d * d + e * e + f * f);
        }
    END(s);
}

__global__ void block_index(int n, int loops, long long *took)
{
    float s = 0;
    int b = blockIdx.x & 7;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 8
        for (int j = 0; j < n; j++)
            s += table[j + b];
    END(s);
}

__global__ void parted(int n, int loops, long long *took) /* lanes leave one after the other */
{
    float s = 0;
    n += threadIdx.x & 7;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 4
        for (int j = 0; j < n; j++)
            s += table[j];
    END(s);
}

/* ---- all lanes at one address, or at several, as only memory knows ---- */
__global__ void apart(const int *at, int loops, long long *took)
{
    int i = at[threadIdx.x & 31];
    float a = 0, b = 0, c = 0, d = 0;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++) {
        a += table[i];
        b += table[i + 1];
        c += table[i + 2];
        d += table[i + 3];
        i = (i + 4) & 1023;
    }
    END(a + b + c + d);
}

__global__ void chain(const int *at, int loops, long long *took)
{
    int i = at[threadIdx.x & 31];
    BEGIN;
#pragma unroll 4
    for (int k = 0; k < loops; k++)
        i = zeros[i];
    END(i);
}

__global__ void uniform_chain(int i, int loops, long long *took)
{
    BEGIN;
#pragma unroll 4
    for (int k = 0; k < loops; k++)
        i = zeros[i];
    END(i);
}

__global__ void uniform_numbers(unsigned x, unsigned a, unsigned b, int loops, long long *took)
{
    BEGIN;
#pragma unroll 8
    for (int k = 0; k < loops; k++)
        x = (x * a + b) ^ (x >> 7);
    END(x + threadIdx.x);
}

/* ---- beside others: n of each in a round ---- */
template <int CONSTS, int SHARED, int GLOBAL> __global__ void beside(const int *at, const float *p, int step, int loops, long long *took)
{
    __shared__ float room[8192];
    int i = at[threadIdx.x & 31], lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < 8192; k += blockDim.x)
        room[k] = k;
    float a = 0, b = 0, c = 0;
    unsigned o = lane * step;
    BEGIN;
#pragma unroll 1
    for (int k = 0; k < loops; k++) {
#pragma unroll
        for (int j = 0; j < 8; j++) {
            if (CONSTS)
                a += table[i + j];
            if (SHARED)
                b += ((volatile float *)room)[o + j * 32];
            if (GLOBAL)
                c += __ldca(p + o + j * 32);
        }
        i = (i + 8) & 1023;
        o ^= 1;
    }
    END(a + b + c);
}

static long long *took;
static std::vector<long long> host(132);
static double most()
{
    cudaError_t e = cudaMemcpy(host.data(), took, 132 * sizeof(long long), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        exit(1);
    }
    long long m = 0;
    for (int i = 0; i < 132; i++)
        m = host[i] > m ? host[i] : m;
    return (double)m;
}

/* twice: the second time caches are warm */
#define ROW(loads, text, ...)                                                                                        \
    for (int warps : {1, 2, 4, 8, 16, 32}) {                                                                         \
        dim3 g(132), t(warps * 32);                                                                                  \
        __VA_ARGS__;                                                                                                 \
        most();                                                                                                      \
        __VA_ARGS__;                                                                                                 \
        printf("%s warps %d: %.3f\n", text, warps, most() / (loads) / warps);                                        \
    }

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    int *at, there[32];
    float *p;
    char text[99];
    cudaMalloc(&took, 132 * sizeof(long long));
    cudaMalloc(&at, sizeof there);
    cudaMalloc(&p, 1 << 20);
    cudaMemset(p, 0, 1 << 20);
    cudaMemset(at, 0, sizeof there);
    if (!*only || !strcmp(only, "uniform")) {
        ROW(8 * 64, "float of 64, unrolled 8", loop_8<float><<<g, t>>>(64, 8, took))
        ROW(8 * 512, "float of 512, unrolled 8", loop_8<float><<<g, t>>>(512, 8, took))
        ROW(8 * 1536, "float of 1536, unrolled 8", loop_8<float><<<g, t>>>(1536, 8, took))
        ROW(8 * 128, "float2 of 128, unrolled 8", loop_8<float2><<<g, t>>>(128, 8, took))
        ROW(8 * 128, "float4 of 128, unrolled 8", loop_8<float4><<<g, t>>>(128, 8, took))
        ROW(8 * 128, "double of 128, unrolled 8", loop_8<double><<<g, t>>>(128, 8, took))
        ROW(8 * 256, "float of 256, not unrolled", loop_1<<<g, t>>>(256, 8, took))
        ROW(8 * 256, "float of 256, as it is", loop_plain<<<g, t>>>(256, 8, took))
        ROW(8 * 256, "horner of 256, steps of 7", horner<<<g, t>>>(1.5f, 256, 8, took))
        ROW(8 * 256, "two of 256", two<<<g, t>>>(256, 8, took))
        ROW(8 * 256, "stored of 256", stored<<<g, t>>>(256, 8, p, took))
        ROW(8 * 256, "integers of 256", integers<<<g, t>>>(256, 8, took))
        ROW(8 * 256, "outer of 256", outer<<<g, t>>>(p, 256, 8, took))
        ROW(8 * 256, "block index of 256", block_index<<<g, t>>>(256, 8, took))
        ROW(8 * 256, "parted of 256", parted<<<g, t>>>(256, 8, took))
        ROW(1024, "uniform chain", uniform_chain<<<g, t>>>(0, 1024, took))
        ROW(1024, "uniform numbers", uniform_numbers<<<g, t>>>(1, 5, 7, 1024, took))
    }
    if (!*only || !strcmp(only, "apart"))
        for (int step : {1, 16, 64})
            for (int words = 1; words <= 32; words *= 2) {
                for (int k = 0; k < 32; k++)
                    there[k] = k % words * step;
                cudaMemcpy(at, there, sizeof there, cudaMemcpyHostToDevice);
                snprintf(text, sizeof text, "apart %d words %d bytes apart", words, step * 4);
                ROW(4 * 256, text, apart<<<g, t>>>(at, 256, took))
                memset(there, 0, sizeof there);
            }
    cudaMemset(at, 0, sizeof there);
    if (!*only || !strcmp(only, "apart"))
        ROW(1024, "chain", chain<<<g, t>>>(at, 1024, took))
    if (!*only || !strcmp(only, "beside"))
        for (int step : {0, 1, 4, 32}) {
            snprintf(text, sizeof text, "constants (step %d)", step);
            ROW(8 * 64, text, beside<1, 0, 0><<<g, t>>>(at, p, step, 64, took))
            snprintf(text, sizeof text, "shared step %d", step);
            ROW(8 * 64, text, beside<0, 1, 0><<<g, t>>>(at, p, step, 64, took))
            snprintf(text, sizeof text, "global step %d", step);
            ROW(8 * 64, text, beside<0, 0, 1><<<g, t>>>(at, p, step, 64, took))
            snprintf(text, sizeof text, "constants and shared step %d", step);
            ROW(8 * 64, text, beside<1, 1, 0><<<g, t>>>(at, p, step, 64, took))
            snprintf(text, sizeof text, "constants and global step %d", step);
            ROW(8 * 64, text, beside<1, 0, 1><<<g, t>>>(at, p, step, 64, took))
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
