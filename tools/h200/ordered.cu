/* What .acquire, .release and .relaxed add to loads, stores and atomics: cycles of one warp, by what it did before, and whether loads
 * that hit the L1 still do behind them.
 *   nvcc -arch=sm_90 -O2 -o ordered tools/h200/ordered.cu && ./ordered [KIND]
 * With a kind's number only its kernel runs, 1,000 times in a loop: for counting instructions with Nsight Compute. */
#include <cstdio>
#include <cstdlib>

#define KINDS(X)                                                                                            \
    X("ld.weak", "ld.global.u32 %0, [%1];")                                                                 \
    X("ld.volatile", "ld.volatile.global.u32 %0, [%1];")                                                    \
    X("ld.relaxed.cta", "ld.relaxed.cta.global.u32 %0, [%1];")                                              \
    X("ld.relaxed.gpu", "ld.relaxed.gpu.global.u32 %0, [%1];")                                              \
    X("ld.acquire.cta", "ld.acquire.cta.global.u32 %0, [%1];")                                              \
    X("ld.acquire.cluster", "ld.acquire.cluster.global.u32 %0, [%1];")                                      \
    X("ld.acquire.gpu", "ld.acquire.gpu.global.u32 %0, [%1];")                                              \
    X("ld.acquire.sys", "ld.acquire.sys.global.u32 %0, [%1];")                                              \
    X("st.weak", "st.global.u32 [%1], 1; mov.u32 %0, 0;")                                                   \
    X("st.relaxed.gpu", "st.relaxed.gpu.global.u32 [%1], 1; mov.u32 %0, 0;")                                \
    X("st.release.cta", "st.release.cta.global.u32 [%1], 1; mov.u32 %0, 0;")                                \
    X("st.release.gpu", "st.release.gpu.global.u32 [%1], 1; mov.u32 %0, 0;")                                \
    X("st.release.sys", "st.release.sys.global.u32 [%1], 1; mov.u32 %0, 0;")                                \
    X("atom.relaxed.gpu", "atom.relaxed.gpu.global.add.u32 %0, [%1], 0;")                                   \
    X("atom.acquire.cta", "atom.acquire.cta.global.add.u32 %0, [%1], 0;")                                   \
    X("atom.acq_rel.cta", "atom.acq_rel.cta.global.add.u32 %0, [%1], 0;")                                   \
    X("atom.acquire.gpu", "atom.acquire.gpu.global.add.u32 %0, [%1], 0;")                                   \
    X("atom.release.gpu", "atom.release.gpu.global.add.u32 %0, [%1], 0;")                                   \
    X("atom.acq_rel.gpu", "atom.acq_rel.gpu.global.add.u32 %0, [%1], 0;")                                   \
    X("red.release.gpu", "red.release.gpu.global.add.u32 [%1], 0; mov.u32 %0, 0;")                          \
    X("atom.acquire.gpu.cas", "atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 0;")                            \
    X("st.release.cta.shared", "st.release.cta.shared.u32 [%2], 1; mov.u32 %0, 0;")                         \
    X("ld.acquire.cta.shared", "ld.acquire.cta.shared.u32 %0, [%2];")                                       \
    X("atom.acq_rel.cta.shared", "atom.acq_rel.cta.shared.add.u32 %0, [%2], 1;")

#define NUMBER(name, text) name,
static const char *const names[] = {KINDS(NUMBER)};
enum { COUNT = sizeof names / sizeof *names };

__device__ __forceinline__ long long now()
{
    long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

template <int KIND> __device__ __forceinline__ unsigned once(unsigned *p, unsigned shared)
{
    unsigned v = 0;
    int k = 0;
#define CASE(name, text)                                                                                     \
    if (KIND == k++)                                                                                         \
        asm volatile(text : "=r"(v) : "l"(p), "r"(shared) : "memory");
    KINDS(CASE)
    return v;
}

/* before: 0 nothing, 1 a store to another line, 2 a store by each of eight lines */
template <int KIND> __global__ void alone(int before, unsigned *p, unsigned *other, int *took, unsigned *sink)
{
    __shared__ unsigned word[32];
    unsigned shared = (unsigned)__cvta_generic_to_shared(word), v, seen = 0;
    word[threadIdx.x] = 0;
    for (int r = 0; r < 4; r++) {
        __syncwarp();
        for (int k = 0; k < before * before * before; k++)
            asm volatile("st.global.u32 [%0], 1;" ::"l"(other + 1024 * k + threadIdx.x) : "memory");
        long long begin = now();
        v = once<KIND>(p + 32 * r, shared);
        long long end = now();
        ((volatile unsigned *)word)[threadIdx.x] = v; /* waits for it */
        long long used = now();
        seen += v;
        if (threadIdx.x == 0)
            took[2 * r] = (int)(end - begin), took[2 * r + 1] = (int)(used - begin);
        __threadfence();
        for (int k = 0; k < 300; k++)
            asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
    }
    *sink = seen;
}

/* A line is in the L1; how long does it take again behind the access? */
template <int KIND> __global__ void after(unsigned *p, unsigned *other, int *took, unsigned *sink)
{
    __shared__ unsigned word[32];
    unsigned shared = (unsigned)__cvta_generic_to_shared(word), v, seen = 0;
    for (int r = 0; r < 4; r++) {
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(other + threadIdx.x) : "memory");
        seen += once<KIND>(p + (v & 1), shared);
        for (int k = 0; k < 300; k++) {
            long long begin;
            asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
        }
        long long begin = now();
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(other + threadIdx.x) : "memory");
        ((volatile unsigned *)word)[threadIdx.x] = v; /* waits for it */
        seen += v;
        if (threadIdx.x == 0)
            took[r] = (int)(now() - begin);
    }
    *sink = seen;
}

/* Many of them, one after the other. */
template <int KIND> __global__ void loop(unsigned *p, int rounds, int *took, unsigned *sink)
{
    __shared__ unsigned word[32];
    unsigned shared = (unsigned)__cvta_generic_to_shared(word), seen = 0;
    long long begin = now();
#pragma unroll 1
    for (int r = 0; r < rounds; r++)
        seen += once<KIND>(p + threadIdx.x + 32 * blockIdx.x + (seen >> 30), shared);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        took[0] = (int)((now() - begin) * 10 / rounds) + (int)(seen >> 30);
    *sink = seen;
}

static unsigned *p, *other, *sink;
static int *took, got[8];

template <int KIND> static void all(int only)
{
    if (only >= 0 && only != KIND)
        return;
    if (only >= 0) {
        loop<KIND><<<1, 32>>>(p, 1000, took, sink);
        cudaDeviceSynchronize();
        return;
    }
    printf("%d %s:", KIND, names[KIND]);
    static const char *const whats[] = {"nothing", "a store", "eight stores"};
    for (int before = 0; before < 3; before++) {
        for (int k = 0; k < 2; k++)
            alone<KIND><<<1, 32>>>(before, p, other, took, sink);
        cudaMemcpy(got, took, sizeof got, cudaMemcpyDeviceToHost);
        printf(" behind %s %d (%d) %d (%d);", whats[before], got[4], got[5], got[6], got[7]);
    }
    for (int k = 0; k < 2; k++)
        after<KIND><<<1, 32>>>(p, other, took, sink);
    cudaMemcpy(got, took, 16, cudaMemcpyDeviceToHost);
    printf(" a line again %d %d;", got[2], got[3]);
    for (int ctas = 1; ctas <= 132; ctas *= 132)
        for (int warps = 1; warps <= 16; warps *= 4) {
            for (int k = 0; k < 2; k++)
                loop<KIND><<<ctas, 32 * warps>>>(p, 100, took, sink);
            cudaMemcpy(got, took, 4, cudaMemcpyDeviceToHost);
            printf(" %d CTAs of %d: %.1f", ctas, warps, got[0] / 10.0);
        }
    printf(" %s\n", cudaGetErrorString(cudaGetLastError()));
}

template <int KIND> struct each {
    static void run(int only)
    {
        each<KIND - 1>::run(only);
        all<KIND>(only);
    }
};
template <> struct each<-1> {
    static void run(int) {}
};

int main(int argc, char **argv)
{
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&other, 1 << 20);
    cudaMalloc(&took, 64);
    cudaMalloc(&sink, 4);
    cudaMemset(p, 0, 1 << 20);
    cudaMemset(other, 0, 1 << 20);
    each<COUNT - 1>::run(argc > 1 ? atoi(argv[1]) : -1);
    return 0;
}
