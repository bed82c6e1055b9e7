/* What competing threads pay: atomics on shared and global memory by type, lanes and warps, barriers, the order in which competing atomics are
 * served, allocation in a kernel, divisions with a zero, uniform constants, loads with a line a lane. The same source runs on the card and here:
 *   nvcc -arch=sm_90 -O2 -o contended tools/h200/contended.cu && ./contended
 *   sluice cc -O2 -o contended tools/h200/contended.cu && sluice run -m h200 -- ./contended
 * Each line: what, then its sizes, then cycles (of the slowest block) for one warp's operation. Loops around atomics on shared memory have a counter
 * that is each lane's own: ptxas (13.0) makes those atomics loops of compare-and-swap in which lanes part, and counts a shared counter down once
 * for every part, so that such a loop ends too soon, or never. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__device__ unsigned long long sink;
__constant__ float table[1024];

enum way { ONE, OWN, LINE }; /* all lanes on one word, on words of their own, on lines of their own */

template <class T> __device__ T add(T *p, T v) { return atomicAdd(p, v); }

template <class T, int ANSWER> __global__ void shared_add(int way, int loops, long long *took)
{
    extern __shared__ char room[];
    T *p = (T *)room;
    unsigned at = way == ONE ? 0 : threadIdx.x % 32 * (way == OWN ? 1 : 2);
    for (unsigned i = threadIdx.x; i < 64; i += blockDim.x)
        p[i] = 0;
    __syncthreads();
    T sum = 0;
    loops += threadIdx.x / 1024;
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++) {
        if (ANSWER)
            sum += add(p + at, (T)1);
        else
            add(p + at, (T)1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (sum == (T)-1)
        sink = 1;
}

template <class T, int ANSWER> __global__ void global_add(T *p, int way, int loops, long long *took)
{
    size_t lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    size_t at = way == ONE ? 0 : way == OWN ? warp * 32 + lane : (warp * 32 + lane) * 32;
    T sum = 0;
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++) {
        if (ANSWER)
            sum += add(p + at, (T)1);
        else
            add(p + at, (T)1);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (sum == (T)-1)
        sink = 1;
}

__global__ void global_cas(unsigned *p, int loops, long long *took)
{
    unsigned sum = 0;
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        sum += atomicCAS(p, (unsigned)k, (unsigned)k + 1);
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (sum == 0xffffffffu)
        sink = 1;
}

/* a maximum or minimum of floats as programs write it: a loop of compare-and-swap; how many rounds all lanes take together */
__global__ void cas_extreme(unsigned *p, int maximum, unsigned *rounds, long long *took)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = (float)(i + 1);
    unsigned old = *(volatile unsigned *)p, n = 0;
    long long begin = clock64();
    while (maximum ? __uint_as_float(old) < v : __uint_as_float(old) > v) {
        unsigned seen = atomicCAS(p, old, __float_as_uint(v));
        n++;
        if (seen == old)
            break;
        old = seen;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    atomicAdd(rounds, n);
}

__global__ void order(unsigned *counter, unsigned *place)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    place[i] = atomicAdd(counter, 1u);
}

__global__ void barrier(int loops, long long *took)
{
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

__global__ void take_heap(int bytes, int loops, long long *took)
{
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++) {
        char *p = (char *)malloc(bytes);
        if (p)
            *(volatile char *)p = 1;
        free(p);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

__global__ void keep_heap(int bytes, int loops, long long *took, void **kept)
{
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        kept[(blockIdx.x * blockDim.x + threadIdx.x) * loops + k] = malloc(bytes);
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

__global__ void give_heap(int loops, long long *took, void **kept)
{
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        free(kept[(blockIdx.x * blockDim.x + threadIdx.x) * loops + k]);
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

__global__ void divide(double a, double b, int loops, long long *took, double *out)
{
    double s = a;
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        s = (s * 0.0 + a) / b;
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    out[threadIdx.x] = s;
}

__global__ void uniform_const(int n, int loops, long long *took, float *out)
{
    float s = 0;
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
#pragma unroll 8
        for (int j = 0; j < n; j++)
            s += table[j];
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    out[threadIdx.x] = s;
}

__global__ void line_a_lane(const int *p, size_t words, int loops, long long *took)
{
    size_t at = ((size_t)(blockIdx.x * blockDim.x + threadIdx.x) * 32) % words;
    int sum = 0;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 4
    for (int k = 0; k < loops; k++) {
        sum += p[at];
        at += (size_t)gridDim.x * blockDim.x * 32;
        at = at >= words ? at - words : at;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (sum == 12345)
        sink = 1;
}

__global__ void poll(volatile int *flag, unsigned *rounds, int wait, long long *took)
{
    long long begin = clock64();
    if (blockIdx.x == 0) {
        while (clock64() - begin < wait)
            ;
        *flag = 1;
        __threadfence();
    } else {
        unsigned n = 0;
        while (!*flag)
            n++;
        if (threadIdx.x == 0)
            rounds[blockIdx.x] = n;
    }
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

static long long *took;
static std::vector<long long> host(4096);
static long long most(int blocks)
{
    cudaError_t e = cudaMemcpy(host.data(), took, blocks * sizeof(long long), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        exit(1);
    }
    long long m = 0;
    for (int i = 0; i < blocks; i++)
        m = host[i] > m ? host[i] : m;
    return m;
}

static const char *const ways[] = {"one", "own", "line"};

template <class T, int ANSWER> static void shared_rows(const char *type)
{
    for (int way = ONE; way <= LINE; way++)
        for (int warps = 1; warps <= 32; warps *= 4) {
            int loops = warps > 8 ? 16 : 64;
            long long m = 0;
            for (int twice = 0; twice < 2; twice++) {
                shared_add<T, ANSWER><<<1, warps * 32, 64 * sizeof(T)>>>(way, loops, took);
                m = most(1);
            }
            printf("shared %s %s %s warps %d: %.2f\n", type, ANSWER ? "answer" : "none", ways[way], warps, (double)m / loops / warps);
        }
}

template <class T, int ANSWER> static void global_rows(const char *type, char *p)
{
    for (int way = ONE; way <= LINE; way++)
        for (int blocks : {1, 16, 132})
            for (int warps : {1, 4, 16}) {
                if (warps == 16 && blocks == 132 && way != ONE)
                    continue;
                int loops = blocks * warps > 64 ? 8 : 32;
                long long m = 0;
                cudaMemset(p, 0, (size_t)blocks * warps * 32 * 128);
                for (int twice = 0; twice < 2; twice++) {
                    global_add<T, ANSWER><<<blocks, warps * 32>>>((T *)p, way, loops, took);
                    m = most(blocks);
                }
                printf("global %s %s %s blocks %d warps %d: %.2f\n", type, ANSWER ? "answer" : "none", ways[way], blocks, warps,
                       (double)m / loops / warps);
            }
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    char *p;
    unsigned *rounds;
    cudaMalloc(&took, 4096 * sizeof(long long));
    cudaMalloc(&p, (size_t)256 << 20);
    cudaMemset(p, 0, (size_t)256 << 20);
    cudaMalloc(&rounds, 1 << 20);
    if (!*only || !strcmp(only, "shared")) {
        shared_rows<unsigned, 1>("u32");
        shared_rows<unsigned, 0>("u32");
        shared_rows<unsigned long long, 1>("u64");
        shared_rows<float, 1>("f32");
        shared_rows<float, 0>("f32");
        shared_rows<double, 1>("f64");
        shared_rows<double, 0>("f64");
    }
    if (!*only || !strcmp(only, "global")) {
        global_rows<unsigned, 1>("u32", p);
        global_rows<unsigned, 0>("u32", p);
        global_rows<unsigned long long, 1>("u64", p);
        global_rows<float, 1>("f32", p);
        global_rows<float, 0>("f32", p);
        global_rows<double, 1>("f64", p);
        global_rows<double, 0>("f64", p);
        for (int blocks : {1, 16, 132})
            for (int warps : {1, 4}) {
                cudaMemset(p, 0, 4);
                global_cas<<<blocks, warps * 32>>>((unsigned *)p, 8, took);
                printf("global cas blocks %d warps %d: %.2f\n", blocks, warps, (double)most(blocks) / 8 / warps);
            }
    }
    if (!*only || !strcmp(only, "order")) {
        for (int maximum = 0; maximum < 2; maximum++)
            for (int blocks : {1, 16, 132})
                for (int threads : {32, 256}) {
                    float first = maximum ? 0.0f : 1e9f;
                    unsigned n;
                    cudaMemcpy(p, &first, 4, cudaMemcpyHostToDevice);
                    cudaMemset(rounds, 0, 4);
                    cas_extreme<<<blocks, threads>>>((unsigned *)p, maximum, rounds, took);
                    long long m = most(blocks);
                    cudaMemcpy(&n, rounds, 4, cudaMemcpyDeviceToHost);
                    printf("%s blocks %d threads %d: %lld cycles, %u rounds of lanes\n", maximum ? "maximum" : "minimum", blocks, threads, m, n);
                }
        for (int blocks : {1, 8}) {
            int threads = 256, n = blocks * threads;
            std::vector<unsigned> place(n);
            cudaMemset(p, 0, 4);
            order<<<blocks, threads>>>((unsigned *)p, rounds);
            cudaMemcpy(place.data(), rounds, n * 4, cudaMemcpyDeviceToHost);
            printf("order blocks %d:", blocks);
            for (int w = 0; w < n / 32; w++)
                printf(" %u", place[w * 32]);
            printf("; lanes of the first warp:");
            for (int i = 0; i < 32; i++)
                printf(" %d", (int)place[i] - (int)place[0]);
            printf("\n");
        }
    }
    if (!*only || !strcmp(only, "barrier"))
        for (int warps = 1; warps <= 32; warps *= 2)
            for (int ctas : {1, 2}) {
                if (warps * ctas > 64)
                    continue;
                barrier<<<132 * ctas, warps * 32>>>(64, took);
                most(132 * ctas);
                barrier<<<132 * ctas, warps * 32>>>(64, took);
                printf("barrier warps %d ctas an SM %d: %.2f\n", warps, ctas, (double)most(132 * ctas) / 64);
            }
    if (!*only || !strcmp(only, "heap")) {
        void **kept;
        cudaMalloc(&kept, 1 << 22);
        for (int bytes : {16, 100, 1000, 5000})
            for (int blocks : {1, 132})
                for (int threads : {1, 32, 128}) {
                    int loops = 8;
                    take_heap<<<blocks, threads>>>(bytes, loops, took);
                    most(blocks);
                    take_heap<<<blocks, threads>>>(bytes, loops, took);
                    printf("heap both %d bytes blocks %d threads %d: %.1f", bytes, blocks, threads, (double)most(blocks) / loops);
                    loops = 2;
                    keep_heap<<<blocks, threads>>>(bytes, loops, took, kept);
                    printf(", malloc %.1f", (double)most(blocks) / loops);
                    give_heap<<<blocks, threads>>>(loops, took, kept);
                    printf(", free %.1f\n", (double)most(blocks) / loops);
                }
    }
    if (!*only || !strcmp(only, "divide")) {
        const double pairs[][2] = {{3, 7}, {0, 7}, {3, 0}, {1e-310, 7}, {3, 1e-310}, {1e300, 1e-300}, {1e-300, 1e300}, {1, 1}};
        for (auto &q : pairs) {
            divide<<<1, 32>>>(q[0], q[1], 32, took, (double *)p);
            most(1);
            divide<<<1, 32>>>(q[0], q[1], 32, took, (double *)p);
            printf("divide %g / %g: %.1f\n", q[0], q[1], (double)most(1) / 32);
        }
    }
    if (!*only || !strcmp(only, "const"))
        for (int warps : {1, 4, 16, 32})
            for (int n : {64, 512}) {
                uniform_const<<<132, warps * 32>>>(n, 8, took, (float *)p);
                most(132);
                uniform_const<<<132, warps * 32>>>(n, 8, took, (float *)p);
                printf("const %d words warps %d: %.3f\n", n, warps, (double)most(132) / (8 * n) / warps);
            }
    if (!*only || !strcmp(only, "lines"))
        for (size_t mb : {4, 24, 256})
            for (int blocks : {1, 132})
                for (int warps : {1, 4, 16, 32}) {
                    int loops = warps > 8 && blocks > 1 ? 16 : 32;
                    line_a_lane<<<blocks, warps * 32>>>((const int *)p, mb << 18, loops, took);
                    most(blocks);
                    line_a_lane<<<blocks, warps * 32>>>((const int *)p, mb << 18, loops, took);
                    printf("lines of %zu MB blocks %d warps %d: %.2f\n", mb, blocks, warps, (double)most(blocks) / loops / warps);
                }
    if (!*only || !strcmp(only, "poll"))
        for (int threads : {32, 256}) {
            unsigned n[8];
            cudaMemset(p, 0, 4);
            cudaMemset(rounds, 0, 64);
            poll<<<8, threads>>>((volatile int *)p, rounds, 20000, took);
            long long m = most(8);
            cudaMemcpy(n, rounds, sizeof n, cudaMemcpyDeviceToHost);
            printf("poll threads %d: %lld cycles, rounds %u %u %u\n", threads, m, n[1], n[4], n[7]);
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
