/* Kernels that touch pinned memory of the host: latency, rate each way, what the caches keep, atomics.
 *   nvcc -arch=sm_90 -O2 -o host_memory tools/h200/host_memory.cu && ./host_memory
 * Cycles are an SM's clock; times of whole kernels are by events, the best of five. With `managed` also what the first touch of managed
 * memory takes; with `small` nothing beyond 4 MB, and once, for a simulator. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define MB (1 << 20)

static bool is_small;

__device__ __forceinline__ long long now()
{
    long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

/* ---- One thread, one access after the other ---- */

enum { LOAD_CA, LOAD_CG, LOAD_CV, ATOM, ATOM_SYS, EXCH_SYS, STORE_FENCE, STORE_FENCE_SYS, STORE_LOAD, WAYS };
static const char *const ways[] = {"ld.ca", "ld.cg", "ld.cv", "atom.add", "atom.add.sys", "atom.exch.sys", "st, fence.gpu", "st, fence.sys", "st, ld.cg"};

template <int WAY> __global__ void chain(char *p, int stride, int loads, int *cycles)
{
    __shared__ volatile int word;
    int v = 0;
    for (int i = 0; i < loads; i++) {
        char *at = p + (size_t)i * stride + v;
        long long begin = now();
        switch (WAY) {
        case LOAD_CA: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); break;
        case LOAD_CG: asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); break;
        case LOAD_CV: asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); break;
        case ATOM: asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(v) : "l"(at) : "memory"); break;
        case ATOM_SYS: asm volatile("atom.sys.global.add.u32 %0, [%1], 0;" : "=r"(v) : "l"(at) : "memory"); break;
        case EXCH_SYS: asm volatile("atom.sys.global.exch.b32 %0, [%1], 0;" : "=r"(v) : "l"(at) : "memory"); break;
        case STORE_FENCE: asm volatile("st.global.u32 [%0], 0; fence.acq_rel.gpu;" ::"l"(at) : "memory"); break;
        case STORE_FENCE_SYS: asm volatile("st.global.u32 [%0], 0; fence.acq_rel.sys;" ::"l"(at) : "memory"); break;
        case STORE_LOAD: asm volatile("st.global.u32 [%1], 0; ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); break;
        }
        word = v; /* waits for it, and what follows is issued in order */
        cycles[i] = (int)(now() - begin);
    }
}

template <int WAY> static void lone(char *host, int stride, const char *when)
{
    enum { N = 16 };
    int *cycles, got[N];
    cudaMalloc(&cycles, sizeof got);
    chain<WAY><<<1, 1>>>(host, stride, N, cycles);
    cudaError_t e = cudaMemcpy(got, cycles, sizeof got, cudaMemcpyDeviceToHost);
    printf("%s, %d bytes apart, %s%s:", ways[WAY], stride, when, e ? " FAILED" : "");
    for (int i = 0; i < N; i += i < 8 ? 1 : 3)
        printf(" %d", got[i]);
    printf("\n");
    cudaFree(cycles);
}

/* ---- All SMs ---- */

enum { READ, WRITE, BOTH, RED, ATOMIC, READ_AGAIN, READ_SAME, SHIFTED, ADD };
/* Thread t of all touches word t * step, then those `threads` further, to the end; `copies` CTAs touch the same. */
template <int HOW> __global__ void touch(unsigned *p, unsigned *q, long words, int step, int copies, unsigned *sink)
{
    long t = (long)(blockIdx.x / copies) * blockDim.x + threadIdx.x, all = (long)gridDim.x / copies * blockDim.x;
    unsigned sum = 0;
#pragma unroll 1
    for (long i = t * step; i < words; i += all * step) {
        if (HOW == READ)
            sum += p[i];
        else if (HOW == WRITE)
            p[i] = (unsigned)i;
        else if (HOW == BOTH)
            q[i] = p[i];
        else if (HOW == RED)
            asm volatile("red.global.add.u32 [%0], 1;" ::"l"(p + i) : "memory");
        else if (HOW == ATOMIC)
            sum += atomicAdd(p + i, 1u);
        else if (HOW == READ_SAME) {
            for (int k = 0; k < 4; k++) {
                unsigned v;
                asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + i + (sum >> 31)) : "memory");
                sum += v;
            }
        } else if (HOW == SHIFTED)
            p[i + 33] = (unsigned)i;
        else if (HOW == ADD)
            q[i] = p[i] + p[i + words];
        else
            sum += p[i] + __ldcg(p + (i + words / 2) % words);
    }
    if (sum == 12345)
        *sink = sum;
}

template <int HOW> static float best(unsigned *p, unsigned *q, long words, int step, int copies, int ctas, int threads)
{
    static unsigned *sink;
    if (!sink)
        cudaMalloc(&sink, 4);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    float least = 1e9, ms;
    for (int r = 0; r < (is_small ? 1 : 5); r++) {
        cudaEventRecord(a);
        touch<HOW><<<ctas, threads>>>(p, q, words, step, copies, sink);
        cudaEventRecord(b);
        if (cudaEventSynchronize(b) != cudaSuccess)
            return -1;
        cudaEventElapsedTime(&ms, a, b);
        least = ms < least ? ms : least;
    }
    return least * 1000;
}

template <int HOW> static void whole(const char *name, unsigned *p, unsigned *q, long bytes, int step, int copies, int ctas, int threads)
{
    float us = best<HOW>(p, q, bytes / 4, step, copies, ctas, threads);
    printf("%s, %ld KB, a word in %d bytes, %d CTAs of %d, %d alike: %.1f us, %.1f GB/s of touched words, %.1f of all bytes\n", name,
           bytes >> 10, 4 * step, ctas, threads, copies, us, bytes / step / 1e3 / us, bytes / 1e3 / us);
}

/* ---- Managed memory ---- */

static void managed()
{
    for (long bytes = 64 << 10; bytes <= 64 * MB; bytes *= 4) {
        unsigned *m;
        cudaMallocManaged(&m, bytes);
        cudaEvent_t a, b;
        cudaEventCreate(&a);
        cudaEventCreate(&b);
        for (int how = 0; how < 3; how++) {
            printf("managed, %ld KB, %s:", bytes >> 10, how == 0 ? "the host wrote it" : how == 1 ? "the host read it since" : "the host wrote a word since");
            for (int r = 0; r < 3; r++) {
                volatile unsigned *h = m;
                unsigned seen = 0;
                if (r == 0)
                    for (long i = 0; i < (how == 2 ? 1 : bytes / 4); i++) {
                        if (how == 1)
                            seen += h[i];
                        else
                            h[i] = (unsigned)i;
                    }
                float ms;
                cudaEventRecord(a);
                touch<READ><<<264, 512>>>(m, m, bytes / 4, 1, 1, m);
                cudaEventRecord(b);
                cudaEventSynchronize(b);
                cudaEventElapsedTime(&ms, a, b);
                printf(" %.1f", ms * 1000);
            }
            printf(" us\n");
        }
        cudaFree(m);
    }
}

int main(int argc, char **argv)
{
    unsigned *p, *q;
    is_small = argc > 1 && !strcmp(argv[1], "small");
    cudaHostAlloc(&p, 64 * MB, cudaHostAllocMapped);
    cudaHostAlloc(&q, 64 * MB, cudaHostAllocMapped);
    for (long i = 0; i < 16 * MB; i++)
        p[i] = q[i] = 0;
    char *h = (char *)p;
    for (int stride = 4096; stride >= 32; stride /= stride > 128 ? 32 : 2) {
        lone<LOAD_CA>(h + 8 * MB, stride, "first");
        lone<LOAD_CA>(h + 8 * MB, stride, "another kernel");
        lone<LOAD_CG>(h + 10 * MB, stride, "first");
        lone<LOAD_CG>(h + 10 * MB, stride, "another kernel");
        lone<LOAD_CV>(h + 10 * MB, stride, "after .cg");
    }
    lone<LOAD_CA>(h + 12 * MB, 0, "one word");
    lone<LOAD_CG>(h + 12 * MB, 0, "one word");
    lone<LOAD_CA>(h + 12 * MB, 4, "within sectors");
    lone<LOAD_CG>(h + 13 * MB, 4, "within sectors");
    lone<ATOM>(h + 14 * MB, 4096, "first");
    lone<ATOM>(h + 14 * MB, 0, "one word");
    lone<ATOM_SYS>(h + 14 * MB, 0, "one word");
    lone<EXCH_SYS>(h + 14 * MB, 0, "one word");
    lone<STORE_FENCE>(h + 15 * MB, 128, "first");
    lone<STORE_FENCE_SYS>(h + 15 * MB, 128, "again");
    lone<STORE_LOAD>(h + 16 * MB, 128, "first");
    for (int words = 1; words <= 64; words *= 2) {
        whole<READ>("read", p, q, 4 * MB, words, 1, 4096, 256);
        whole<WRITE>("write", p, q, 4 * MB, words, 1, 4096, 256);
    }
    for (long bytes = 256 << 10; bytes <= (is_small ? 4 : 64) * MB; bytes *= 4) {
        whole<READ>("read", p, q, bytes, 1, 1, 264, 1024);
        whole<WRITE>("write", p, q, bytes, 1, 1, 264, 1024);
        whole<BOTH>("copy", p, q, bytes, 1, 1, 264, 1024);
    }
    for (int ctas = 256; ctas <= 4096; ctas *= 4) {
        whole<BOTH>("copy", p, q, ctas * 1024, 1, 1, ctas, 256);
        whole<ADD>("add two", p, q, ctas * 1024, 1, 1, ctas, 256);
    }
    for (int ctas = is_small ? 32 : 1; ctas <= 128; ctas *= 2)
        for (int threads = 32; threads <= 1024; threads *= 32) {
            whole<READ>("read", p, q, 2 * MB, 1, 1, ctas, threads);
            whole<WRITE>("write", p, q, 2 * MB, 1, 1, ctas, threads);
        }
    whole<READ>("read the same", p, q, 256 << 10, 1, 132, 132, 1024);
    whole<READ>("read the same", p, q, 256 << 10, 1, 4, 264, 256);
    whole<READ_AGAIN>("read twice", p, q, 1 * MB, 1, 1, 264, 1024);
    if (!is_small)
        whole<READ_AGAIN>("read twice", p, q, 16 * MB, 1, 1, 264, 1024);
    whole<READ_SAME>("read again and again", p, q, 1 * MB, 1, 1, 264, 1024);
    whole<SHIFTED>("write a word further", p, q, 4 * MB - 4096, 1, 1, 264, 1024);
    whole<RED>("red", p, q, 1 * MB, 1, 1, 1024, 256);
    whole<ATOMIC>("atom", p, q, 1 * MB, 1, 1, 1024, 256);
    whole<RED>("red", p, q, 1 * MB, 8, 1, 128, 256);
    if (argc > 1 && !strcmp(argv[1], "managed"))
        managed();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
