// Pairs of kernels that do the same work, the second as the advice for the first says: NAME_bad, NAME_good.
#include <cstdio>
#include <cstdlib>

#define CHECK(x) if ((x) != cudaSuccess) { printf("failed: " #x "\n"); exit(1); }
enum { N = 1 << 16 };

__device__ void strip(const float *in, float *out, int each)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each; i++) {
        float x = in[i];
        for (int k = 0; k < 20; k++)
            x = x * 1.01f + 0.5f;
        out[i] = x;
    }
}

__global__ void few_ctas_bad(const float *in, float *out, int each) { strip(in, out, each); }
__global__ void few_ctas_good(const float *in, float *out, int each) { strip(in, out, each); }

// Blocks of unequal work: block b does `rounds` rounds if it is one of the `heavy`, else one.
__device__ void unequal(float *out, int heavy, int rounds, int others)
{
    float x = (float)threadIdx.x;
    int n = (int)blockIdx.x < heavy ? rounds : others;
    for (int i = 0; i < n; i++)
        x = x * 1.01f + 0.5f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void tail_bad(float *out, int heavy, int rounds, int others) { unequal(out, heavy, rounds, others); }
__global__ void tail_good(float *out, int heavy, int rounds, int others) { unequal(out, heavy, rounds, others); }

__global__ void scattered_bad(const float *in, float *out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += in[t * n + j];
    out[t] = sum;
}

__global__ void scattered_good(const float *in, float *out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += in[j * threads + t];
    out[t] = sum;
}

template <int PITCH> __device__ void through_banks(float *out)
{
    __shared__ float tile[32 * PITCH];
    int lane = threadIdx.x % 32, row = threadIdx.x / 32;
    float sum = 0;
    for (int i = threadIdx.x; i < 32 * PITCH; i += blockDim.x)
        tile[i] = (float)i;
    __syncthreads();
    for (int k = 0; k < 64; k++)
        sum += tile[lane * PITCH + (row + k) % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void banks_bad(float *out) { through_banks<32>(out); }
__global__ void banks_good(float *out) { through_banks<33>(out); }

__device__ float work(float x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 1.01f + 0.5f;
    return x;
}

// A quarter of the threads has work: every fourth lane of each warp, or every lane of each fourth warp.
__global__ void divergence_bad(float *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = t % 4 == 0 ? work((float)t, 400) : 0;
}

__global__ void divergence_good(float *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = t / 32 % 4 == 0 ? work((float)t, 400) : 0;
}

// Strided reads, one at a time (each address needs the value before), or eight at a time.
__global__ void latency_bad(const int *in, int *out, int n)
{
    int at = (blockIdx.x * blockDim.x + threadIdx.x), threads = gridDim.x * blockDim.x, sum = 0;
    for (int i = 0; i < n; i++) {
        int v = in[at];
        sum += v;
        at += threads + (v & 1024); /* always 0, which only the load knows */
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void latency_good(const int *in, int *out, int n)
{
    int at = (blockIdx.x * blockDim.x + threadIdx.x), threads = gridDim.x * blockDim.x, sum = 0;
#pragma unroll 8
    for (int i = 0; i < n; i++)
        sum += in[at + i * threads];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void atomics_bad(const int *in, int *out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = t; i < n; i += threads)
        atomicAdd(&out[in[i] & 7], 1);
}

__global__ void atomics_good(const int *in, int *out, int n)
{
    __shared__ int part[8];
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if (threadIdx.x < 8)
        part[threadIdx.x] = 0;
    __syncthreads();
    for (int i = t; i < n; i += threads)
        atomicAdd(&part[in[i] & 7], 1);
    __syncthreads();
    if (threadIdx.x < 8)
        atomicAdd(&out[threadIdx.x], part[threadIdx.x]);
}

// An array of a thread's own, indexed by what only the run knows, or by constants.
__global__ void spills_bad(const int *in, float *out, int n)
{
    float mine[16];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 16; i++)
        mine[i] = (float)(t + i);
    for (int i = 0; i < n; i++)
        mine[(in[i] + i) & 15] += 1.0f;
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += mine[i];
    out[t] = sum;
}

__global__ void spills_good(const int *in, float *out, int n)
{
    float mine[16];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 16; i++)
        mine[i] = (float)(t + i);
    for (int i = 0; i < n; i += 16)
#pragma unroll
        for (int k = 0; k < 16; k++)
            mine[k] += in[i + k] < 0 ? 2.0f : 1.0f;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 16; i++)
        sum += mine[i];
    out[t] = sum;
}

__global__ void arithmetic_bad(float *out, int n)
{
    float x = (float)threadIdx.x;
    for (int i = 0; i < 4 * n; i++)
        x = x * 1.01f + 0.5f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void arithmetic_good(float *out, int n)
{
    float x = (float)threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < n; i++) {
        x = x * 1.01f + 0.5f;
        y = y * 1.01f + 0.5f;
        z = z * 1.01f + 0.5f;
        w = w * 1.01f + 0.5f;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y + z + w;
}

// Warps that take turns at the long part, barrier after barrier, or all of them at once.
__global__ void barriers_bad(float *out, int n)
{
    float x = (float)threadIdx.x;
    for (int w = 0; w < (int)blockDim.x / 32; w++) {
        if ((int)threadIdx.x / 32 == w)
            x = work(x, n);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void barriers_good(float *out, int n)
{
    float x = work((float)threadIdx.x, n);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void units_bad(double *out, int n)
{
    double x = threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < n; i++)
        x = x * 1.01 + 0.5, y = y * 1.01 + 0.5, z = z * 1.01 + 0.5, w = w * 1.01 + 0.5;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y + z + w;
}

__global__ void units_good(double *out, int n)
{
    float x = (float)threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < n; i++)
        x = x * 1.01f + 0.5f, y = y * 1.01f + 0.5f, z = z * 1.01f + 0.5f, w = w * 1.01f + 0.5f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y + z + w;
}

// Eight bytes a thread where one would do.
__global__ void dram_bad(const double *in, double *out, int n)
{
    int threads = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = in[i] + 1;
}

__global__ void dram_good(const signed char *in, signed char *out, int n)
{
    int threads = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = (signed char)(in[i] + 1);
}

// As much shared memory as lets one block on an SM, or a little.
template <int BYTES> __device__ void crowded(const int *in, int *out, int n)
{
    __shared__ int room[BYTES / 4];
    int at = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, sum = 0;
    room[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        int v = in[(at + i * threads) & (N - 1)];
        sum += v + room[(threadIdx.x + v) % blockDim.x];
        at += v & 1024;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void occupancy_bad(const int *in, int *out, int n) { crowded<40000>(in, out, n); }
__global__ void occupancy_good(const int *in, int *out, int n) { crowded<1024>(in, out, n); }

int main()
{
    float *f, *g;
    double *d, *e;
    int *a, *b;
    int bins[16], *host = (int *)malloc(N * sizeof *host);
    CHECK(cudaMalloc(&f, 16 * N * sizeof *f)); CHECK(cudaMemset(f, 0, 16 * N * sizeof *f));
    CHECK(cudaMalloc(&g, 16 * N * sizeof *g));
    CHECK(cudaMalloc(&d, 8 * N * sizeof *d)); CHECK(cudaMemset(d, 0, 8 * N * sizeof *d));
    CHECK(cudaMalloc(&e, 8 * N * sizeof *e));
    CHECK(cudaMalloc(&a, N * sizeof *a));
    CHECK(cudaMalloc(&b, N * sizeof *b));
    for (int i = 0; i < N; i++)
        host[i] = i & 31;
    CHECK(cudaMemcpy(a, host, N * sizeof *a, cudaMemcpyHostToDevice));

    few_ctas_bad<<<2, 512>>>(f, g, N / 1024);
    few_ctas_good<<<32, 32>>>(f, g, N / 1024);
    tail_bad<<<45, 256>>>(g, 1, 6000, 100);
    tail_good<<<45, 256>>>(g, 45, 231, 231); /* the same number of rounds in all */
    scattered_bad<<<60, 256>>>(f, g, 64);
    scattered_good<<<60, 256>>>(f, g, 64);
    banks_bad<<<60, 256>>>(g);
    banks_good<<<60, 256>>>(g);
    divergence_bad<<<90, 256>>>(g);
    divergence_good<<<90, 256>>>(g);
    latency_bad<<<30, 128>>>(a, b, 16);
    latency_good<<<30, 128>>>(a, b, 16);
    CHECK(cudaMemset(b, 0, 64));
    atomics_bad<<<30, 256>>>(a, b, N / 8);
    atomics_good<<<30, 256>>>(a, b + 8, N / 8);
    CHECK(cudaMemcpy(bins, b, sizeof bins, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        if (bins[i] != N / 64 || bins[8 + i] != N / 64)
            return printf("bin %d: %d and %d\n", i, bins[i], bins[8 + i]), 1;
    spills_bad<<<60, 256>>>(a, g, 64);
    spills_good<<<60, 256>>>(a, g, 64);
    arithmetic_bad<<<30, 32>>>(g, 200);
    arithmetic_good<<<30, 32>>>(g, 200);
    barriers_bad<<<30, 256>>>(g, 400);
    barriers_good<<<30, 256>>>(g, 400);
    units_bad<<<45, 256>>>(e, 100);
    units_good<<<45, 256>>>(e, 100);
    dram_bad<<<90, 256>>>(d, e, 4 * N);
    dram_good<<<90, 256>>>((signed char *)d, (signed char *)e, 4 * N);
    occupancy_bad<<<120, 128>>>(a, b, 32);
    occupancy_good<<<120, 128>>>(a, b, 32);
    CHECK(cudaDeviceSynchronize());
    puts("done");
    return 0;
}
