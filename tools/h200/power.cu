// Loads a card in one way for some seconds, for power.sh to read the board's power meanwhile.
//   power idle|stream|compute|shared [SECONDS]
// stream: c = a + s * b over 1 GiB an array, far beyond the L2. compute: independent chains of fma, 32 warps an SM.
// shared: every lane reads shared memory without conflicts. Prints what it reached, so that the events a second are known.
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
    size_t bytes = 1ull << 30, n = bytes / sizeof(float4);
    float4 *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    cudaDeviceSynchronize();
    double start = now(), work = 0;
    u_int64_t launches = 0;
    while (now() - start < seconds) {
        if (!strcmp(mode, "idle")) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            continue;
        }
        for (int i = 0; i < 20; i++, launches++) {
            if (!strcmp(mode, "stream")) {
                stream<<<prop.multiProcessorCount * 2, 1024>>>(a, b, c, n);
                work += 3.0 * bytes;
            } else if (!strcmp(mode, "compute")) {
                compute<<<prop.multiProcessorCount * 2, 1024>>>((float *)c, 0.5f, 4096);
                work += 4.0 * 4096 * 2048 * prop.multiProcessorCount;
            } else if (!strcmp(mode, "shared")) {
                shared<<<prop.multiProcessorCount * 2, 1024>>>((float *)c, 4096);
                work += 4.0 * 4096 * 2048 * prop.multiProcessorCount;
            } else {
                return fprintf(stderr, "power: %s: expected idle, stream, compute or shared\n", mode), 2;
            }
        }
        cudaDeviceSynchronize();
    }
    double took = now() - start;
    printf("%s: %.3g %s a second, %llu launches in %.1f s, %s\n", mode, work / took,
           !strcmp(mode, "compute") ? "fma" : "bytes", (unsigned long long)launches, took, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
