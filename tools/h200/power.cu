// Loads a card in one way for some seconds, for power.sh to read the board's power meanwhile.
//   power MODE [SECONDS [MIB]]      0 seconds: one launch, for the simulator; MIB: of an array (1024)
// idle. stream: c = a + s * b, far beyond the L2. compute, integer, double: independent chains of multiply and add, 64 warps an SM.
// shared: every lane reads shared memory without conflicts. l1, l2: reads of what stays in that cache. mixed: a matrix
// multiplication by tiles, which no price is set by. Prints what it reached, so that the events a second are known.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

__global__ void stream(const float4 *a, const float4 *b, float4 *c, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i];
        c[i] = make_float4(x.x + 3 * y.x, x.y + 3 * y.y, x.z + 3 * y.z, x.w + 3 * y.w);
    }
}

__global__ void compute(float *out, float s, int n)
{
    float a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
#pragma unroll 8
    for (int i = 0; i < n; i++) {
        a = a * s + 1;
        b = b * s + 1;
        c = c * s + 1;
        d = d * s + 1;
    }
    if (a + b + c + d == 12345.0f) // never: keeps the work
        out[0] = a;
}

__global__ void shared(float *out, int n)
{
    __shared__ volatile float s[1024];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float a = 0;
#pragma unroll 8
    for (int i = 0; i < n; i++)
        a += s[(threadIdx.x + i) & 1023];
    if (a == 12345.5f)
        out[0] = a;
}

template <class T> __global__ void chains(T *out, T s, int n)
{
    T a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
#pragma unroll 8
    for (int i = 0; i < n; i++) {
        a = a * s + a;
        b = b * s + b;
        c = c * s + c;
        d = d * s + d;
    }
    if (a + b + c + d == (T)12345)
        out[0] = a;
}

// a CTA reads `part` float4 again and again, from an offset of its own on, within mask + 1 of them
__global__ void reads(const float4 *a, float4 *out, unsigned part, unsigned apart, unsigned mask, int rounds)
{
    float4 sum = make_float4(0, 0, 0, 0);
    for (int r = 0; r < rounds; r++)
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < part; i += blockDim.x) {
            float4 x = a[(blockIdx.x * apart + i) & mask];
            sum.x += x.x, sum.y += x.y, sum.z += x.z, sum.w += x.w;
        }
    if (sum.x == 12345.0f)
        out[0] = sum;
}

__global__ void mixed(const float *a, const float *b, float *c, int n)
{
    __shared__ float x[32][32], y[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 32) {
        x[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
            sum += x[threadIdx.y][i] * y[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// one launch; how much it did
static double launch(const char *mode, float4 *a, float4 *b, float4 *c, size_t bytes, int ctas, bool once)
{
    int loops = once ? 256 : 4096, threads = ctas * 1024, side = once ? 1024 : 4096;
    size_t n = bytes / sizeof(float4);
    if (!strcmp(mode, "stream"))
        return stream<<<ctas, 1024>>>(a, b, c, n), 3.0 * bytes;
    if (!strcmp(mode, "compute"))
        return compute<<<ctas, 1024>>>((float *)c, 0.5f, loops), 4.0 * loops * threads;
    if (!strcmp(mode, "integer"))
        return chains<int><<<ctas, 1024>>>((int *)c, 3, loops), 4.0 * loops * threads;
    if (!strcmp(mode, "double"))
        return chains<double><<<ctas, 1024>>>((double *)c, 0.5, loops), 4.0 * loops * threads;
    if (!strcmp(mode, "shared"))
        return shared<<<ctas, 1024>>>((float *)c, loops), 4.0 * loops * threads;
    if (!strcmp(mode, "l1")) // 32 KiB a CTA
        return reads<<<ctas, 1024>>>(a, c, 2048, 2048, ~0u, loops / 4), 32768.0 * (loops / 4) * ctas;
    if (!strcmp(mode, "l2")) // 16 MiB, each CTA all of it from its own place on: 64 KiB a step, never in an L1
        return reads<<<ctas, 1024>>>(a, c, 1 << 18, 3971, (1 << 20) - 1, once ? 1 : 16), 4194304.0 * (once ? 1 : 16) * ctas;
    if (!strcmp(mode, "mixed"))
        return mixed<<<dim3(side / 32, side / 32), dim3(32, 32)>>>((float *)a, (float *)b, (float *)c, side), 1.0 * side * side * side;
    fprintf(stderr, "power: %s: expected idle, stream, compute, integer, double, shared, l1, l2 or mixed\n", mode);
    exit(2);
}

static double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "idle";
    double seconds = argc > 2 ? atof(argv[2]) : 5;
    cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess)
        return fprintf(stderr, "power: no card\n"), 1;
    size_t bytes = (argc > 3 ? atol(argv[3]) : 1024) << 20;
    float4 *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0x3f, bytes); // 0.747: sums and products with bits that change
    cudaMemset(b, 0x3e, bytes);
    cudaDeviceSynchronize();
    double start = now(), work = 0;
    unsigned long long launches = 0;
    bool idle = !strcmp(mode, "idle"), once = seconds == 0;
    do {
        if (idle) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            continue;
        }
        for (int i = 0; i < (once ? 1 : 20); i++, launches++)
            work += launch(mode, a, b, c, bytes, prop.multiProcessorCount * 2, once);
        cudaDeviceSynchronize();
    } while (now() - start < seconds);
    double took = now() - start;
    bool adds = !strcmp(mode, "compute") || !strcmp(mode, "integer") || !strcmp(mode, "double") || !strcmp(mode, "mixed");
    printf("%s: %.3g %s a second, %llu launches in %.1f s, %s\n", mode, work / took, adds ? "fma" : "bytes", launches, took,
           cudaGetErrorString(cudaGetLastError()));
    return 0;
}
