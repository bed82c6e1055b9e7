// Which part of an SM's storage a kernel gets for shared memory, and which it needs to run beside another: a parent has a block on every SM for 25 us, and a
// kernel of one block comes from another stream, or is launched by the parent. B: it begins beside the parent; a dot: it waits for the parent's end.
// nvcc -arch=sm_90 -rdc=true carve_out.cu -lcudadevrt && ./a.out
#include <cstdio>
__device__ unsigned long long begins[2]; // of the parent, or after its call; of the other
__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
__device__ void stay(long long ns)
{
    for (unsigned long long t = now(); now() - t < ns;)
        ;
}
__global__ void __launch_bounds__(1024) other(long long ns)
{
    extern __shared__ char room[];
    if (threadIdx.x == 0)
        begins[1] = now();
    stay(ns);
    if (ns < 0)
        room[threadIdx.x] = 1;
}
__global__ void __launch_bounds__(1024) parent(long long ns, int threads, int shared)
{
    extern __shared__ char room[];
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        if (threads)
            other<<<1, threads, shared, cudaStreamFireAndForget>>>(500);
        begins[0] = now();
    }
    stay(ns);
    if (ns < 0)
        room[threadIdx.x] = 1;
}
__global__ void nap(long long ns) { stay(ns); }
static cudaStream_t s[2];
static char beside(int p, int p_shared, int carve_out, int c, int c_shared, bool nested)
{
    unsigned long long t[2] = {0, 0};
    cudaFuncSetAttribute(parent, cudaFuncAttributePreferredSharedMemoryCarveout, carve_out);
    for (int round = 0; round < 2; round++) { // what the first loads is there in the second
        if (!nested)
            nap<<<1, 1024, 0, s[1]>>>(4000);
        parent<<<132, p, p_shared, s[0]>>>(25000, nested ? c : 0, c_shared);
        if (!nested)
            other<<<1, c, c_shared, s[1]>>>(500);
        cudaError_t e = cudaDeviceSynchronize();
        if (e != cudaSuccess)
            printf("%s\n", cudaGetErrorString(e));
    }
    cudaMemcpyFromSymbol(t, begins, sizeof t);
    return (long long)(t[1] - t[0]) < 15000 ? 'B' : '.';
}
int main()
{
    cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, 202 * 1024);
    cudaFuncSetAttribute(other, cudaFuncAttributeMaxDynamicSharedMemorySize, 202 * 1024);
    for (cudaStream_t &x : s)
        cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking);
    for (int nested = 0; nested < 2; nested++) {
        printf("%s, no shared memory: threads of the parent, and of the other: 32 64 96 128 160 192 256 320 384 512 768 1024\n", nested ? "nested" : "streams");
        for (int p : {64, 128, 256, 384, 480, 512, 640, 704, 768, 1024}) {
            printf("%d:", p);
            for (int c : {32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024})
                printf(" %c", beside(p, 0, -1, c, 0, nested));
            printf("\n");
        }
        printf("%s: threads and shared memory of the other, and carve-outs of a parent of 1,024 threads: 8 16 32 64 100 132 164 196 228 KB\n", nested ? "nested" : "streams");
        for (int c : {32, 64, 96, 128, 192, 256, 512, 1024})
            for (int shared : {0, 1024, 4096, 16384}) {
                printf("%d %d:", c, shared);
                for (int percent : {1, 7, 14, 28, 43, 57, 71, 85, 100})
                    printf(" %c", beside(1024, 0, percent, c, shared, nested));
                printf("\n");
            }
    }
    printf("streams: threads and shared memory of the parent, and others that need 8 16 32 64 100 132 164 196 228 KB\n");
    const int need[][2] = {{1024, 0}, {128, 0}, {32, 0}, {32, 1024}, {32, 2048}, {32, 3072}, {32, 4096}, {32, 5120}, {32, 6144}};
    for (int p : {32, 64, 128, 256, 512, 1024})
        for (int shared : {0, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
            printf("%d %d:", p, shared);
            for (const int *n : need)
                printf(" %c", beside(p, shared, -1, n[0], n[1], false));
            printf("\n");
        }
    return 0;
}
