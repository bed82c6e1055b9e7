// Kernels whose machine code is compared with their PTX: proof.sh runs this on machines, and what it prints must be what
// it prints without one. What depends on the order, on time or on a card's own is not printed.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int symbol[64];
__constant__ int table[32];
__managed__ int shared_by_both[32];
surface<void, 2> surf;
texture<float, 1> tex;

__global__ void arrays(const int *in, unsigned long long *out)
{
    unsigned a[4] = {1, 2, 3, 4};
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) a[(in[t] + i) & 3] += i * 1000 + t;
    unsigned long long s = 0;
    for (int i = 0; i < 4; i++) s = s * 5 + (unsigned long long)a[(in[t] * 3 + i) & 3];
    out[t] = s;
}
__global__ void symbols() { symbol[threadIdx.x] = table[threadIdx.x & 31] + 7; }
__global__ void managed() { shared_by_both[threadIdx.x] = threadIdx.x * 3; }
__global__ void pinned(int *p) { p[threadIdx.x] = p[threadIdx.x] * 2 + 1; }
__global__ void heap(int **kept, int *sum)
{
    int *p = (int *)malloc(64), *q = (int *)malloc(1 << 20);
    for (int i = 0; i < 16; i++) p[i] = threadIdx.x + i;
    q[1000] = 1;
    kept[threadIdx.x] = p;
    atomicAdd(sum, p[15] + q[1000]);
    free(q);
}
__global__ void heap_again(int **kept, int *sum)
{
    atomicAdd(sum, kept[threadIdx.x][3]);
    free(kept[threadIdx.x]);
}
__global__ void says(int n)
{
    if (threadIdx.x < n) printf("says %d of block %d\n", threadIdx.x, blockIdx.x);
}
__global__ void writes_surface() { surf2Dwrite((float)threadIdx.x, surf, (int)(threadIdx.x * sizeof(float)), 0); }
__global__ void reads_texture(float *out) { out[threadIdx.x] = tex1Dfetch(tex, threadIdx.x) * 2; }
/* Longer than a warp's turn: where the other warps' sums come between depends on the number of instructions. */
__global__ void sums(float *to, const float *from, int n)
{
    for (int i = 0; i < n; i++) atomicAdd(to + threadIdx.x % 32, from[(i * 5 + threadIdx.x) % 2048]);
    to[32 + threadIdx.x] = n;
}
__global__ void race(int *to) { to[0] = blockIdx.x; to[1 + blockIdx.x] = blockIdx.x * 5; }
__global__ void clocks(long long *to, int n)
{
    long long b = clock64(), s = 0;
    for (int i = 0; i < n; i++) s = (s ^ i) * 3;
    to[1] = s + 4711;
    to[0] = clock64() - b;
}
__global__ void grid_barrier(int *at, int *out)
{
    at[blockIdx.x] = blockIdx.x + 1;
    cooperative_groups::this_grid().sync();
    int s = 0;
    for (int i = 0; i < gridDim.x; i++) s += at[i];
    if (!threadIdx.x) out[blockIdx.x] = s;
}
__global__ void adds(int *p, int n) { for (int i = 0; i < n; i++) p[threadIdx.x] += i; }
__global__ void touches(char *p, size_t at) { p[at + threadIdx.x] = 1; }
__global__ void faults(int *p) { p[1 << 20] = 1; }
#if defined(NESTED)
__global__ void child(int *p, int add) { p[threadIdx.x] += add; }
__global__ void parent(int *p)
{
    if (!threadIdx.x) for (int i = 0; i < 3; i++) child<<<1, 32>>>(p, i + 1);
    p[32 + threadIdx.x] = 5;
}
__global__ void __cluster_dims__(2, 1, 1) cluster(int *p)
{
    __shared__ int mine;
    namespace cg = cooperative_groups;
    if (!threadIdx.x) mine = blockIdx.x + 10;
    cg::this_cluster().sync();
    if (!threadIdx.x) p[blockIdx.x] = *cg::this_cluster().map_shared_rank(&mine, 1 - cg::this_cluster().block_rank());
    cg::this_cluster().sync();
}
#endif

static int h[256];
template <class T> static T *device(size_t n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}
static void show(const char *what, const int *p, int n)
{
    unsigned sum = 0;
    cudaMemcpy(h, p, n * sizeof(int), cudaMemcpyDefault);
    for (int i = 0; i < n; i++) sum = sum * 31 + h[i];
    printf("%s %08x\n", what, sum);
}

static bool wants(const char *name, int argc, char **argv)
{
    if (argc < 2) return strcmp(name, "faults") && strcmp(name, "large");
    for (int i = 1; i < argc; i++) if (!strcmp(argv[i], name)) return true;
    return false;
}
#define IF(name) if (wants(name, argc, argv))

int main(int argc, char **argv)
{
    int *p = device<int>(256), *pin, order[32];
    for (int i = 0; i < 32; i++) order[i] = i * 7 % 13;
    IF("arrays") {
        unsigned long long *o = device<unsigned long long>(32);
        cudaMemcpy(p, order, sizeof order, cudaMemcpyDefault);
        for (int i = 0; i < 2; i++) arrays<<<1, 32>>>(p, o);
        show("arrays", (int *)o, 64);
    }
    IF("symbols") {
        cudaMemcpyToSymbol(table, order, sizeof order);
        symbols<<<1, 64>>>();
        cudaMemcpyFromSymbol(h, symbol, sizeof symbol);
        printf("symbols %d %d\n", h[1], h[63]);
    }
    IF("managed") {
        managed<<<1, 32>>>();
        cudaDeviceSynchronize();
        printf("managed %d\n", shared_by_both[31]);
    }
    IF("pinned") {
        cudaHostAlloc(&pin, 128, cudaHostAllocMapped);
        for (int i = 0; i < 32; i++) pin[i] = i;
        pinned<<<1, 32>>>(pin);
        cudaDeviceSynchronize();
        printf("pinned %d\n", pin[31]);
        cudaHostRegister(h, sizeof h, cudaHostRegisterMapped);
        int *q;
        cudaHostGetDevicePointer(&q, h, 0);
        h[5] = 50;
        pinned<<<1, 32>>>(q);
        cudaDeviceSynchronize();
        printf("registered %d\n", h[5]);
        cudaHostUnregister(h);
    }
    IF("heap") {
        int **kept = device<int *>(32);
        heap<<<1, 32>>>(kept, p + 100);
        heap_again<<<1, 32>>>(kept, p + 101);
        show("heap", p + 100, 2);
    }
    IF("says") { says<<<1, 32>>>(3); cudaDeviceSynchronize(); fflush(stdout); }
    IF("surface") {
        cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
        cudaArray_t a;
        float f[32];
        cudaMallocArray(&a, &d, 32, 1, cudaArraySurfaceLoadStore);
        cudaBindSurfaceToArray(surf, a);
        writes_surface<<<1, 32>>>();
        cudaMemcpy2DFromArray(f, sizeof f, a, 0, 0, sizeof f, 1, cudaMemcpyDeviceToHost);
        printf("surface %g\n", f[31]);
    }
    IF("texture") {
        float *f = device<float>(32);
        cudaMemset(f, 63, 128);
        cudaBindTexture(0, tex, f, 128);
        reads_texture<<<1, 32>>>((float *)p);
        show("texture", p, 32);
    }
    IF("sums") {
        float *to = device<float>(128), *from = device<float>(2048), f[2048];
        for (int i = 0; i < 2048; i++) f[i] = 1.0f / (i + 1);
        cudaMemcpy(from, f, sizeof f, cudaMemcpyDefault);
        sums<<<1, 64>>>(to, from, 3000);
        show("sums", (int *)to + 32, 64);
    }
    IF("race") { race<<<8, 32>>>(p); show("race", p + 1, 8); }
    IF("clocks") { long long *c = device<long long>(2); clocks<<<1, 1>>>(c, 500); show("clocks", (int *)(c + 1), 2); }
    IF("grid") {
        int *at = device<int>(8);
        void *args[] = {&at, &p};
        cudaLaunchCooperativeKernel((void *)grid_barrier, 8, 32, args);
        show("grid", p, 8);
    }
    IF("streams") {
        cudaStream_t s[3];
        int *q[3];
        for (int i = 0; i < 3; i++) { cudaStreamCreate(&s[i]); q[i] = device<int>(32); }
        for (int k = 0; k < 3; k++) for (int i = 0; i < 3; i++) adds<<<1, 32, 0, s[i]>>>(q[i], 10 * (i + 1));
        cudaDeviceSynchronize();
        for (int i = 0; i < 3; i++) show("stream", q[i], 32);
    }
    IF("large") {
        char *large = device<char>(3ull << 30);
        touches<<<1, 32>>>(large, 2000000000);
        cudaMemcpy(h, large + 2000000000, 32, cudaMemcpyDefault);
        printf("large %08x\n", h[7]);
    }
#if defined(NESTED)
    IF("nested") { cudaMemset(p, 0, 1024); parent<<<1, 32>>>(p); show("nested", p, 64); }
    IF("cluster") { cluster<<<4, 32>>>(p); show("cluster", p, 4); }
#endif
    IF("faults") {
        faults<<<1, 32>>>(p);
        printf("faults %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    }
    return cudaGetLastError() != cudaSuccess && !(argc > 1 && !strcmp(argv[1], "faults"));
}
