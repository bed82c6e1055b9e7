/* What a fence waits for: cycles from the fence to what is behind it, by its scope and what one warp did before.
 *   nvcc -arch=sm_90 -O2 -o fences tools/h200/fences.cu && ./fences */
#include <cstdio>

enum { NOTHING, STORE, STORES, LOAD, RED, SHARED, OLD_STORE, OLD_LOAD, ATOM, OLD_ATOM, VOLATILE_LOAD, BEFORE };

template <int SCOPE> __device__ __forceinline__ void fence()
{
    if (SCOPE == 0)
        asm volatile("fence.acq_rel.cta;" ::: "memory");
    else if (SCOPE == 1)
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
    else if (SCOPE == 2)
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
    else if (SCOPE == 3)
        asm volatile("fence.sc.cta;" ::: "memory");
    else
        asm volatile("fence.sc.gpu;" ::: "memory");
}

__device__ __forceinline__ long long now()
{
    long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

template <int SCOPE> __global__ void wait(int what, int *p, int *cold, long long *took, int *sink)
{
    __shared__ int word[32];
    int *mine = p + threadIdx.x, seen = 0;
    word[threadIdx.x % 32] = 0;
    __syncthreads();
    for (int r = 0; r < 4; r++) {
        long long begin;
        switch (what) {
        case STORE: asm volatile("st.global.u32 [%0], 1;" ::"l"(mine) : "memory"); break;
        case STORES:
            for (int k = 0; k < 8; k++)
                asm volatile("st.global.u32 [%0], 1;" ::"l"(mine + 1024 * k) : "memory");
            break;
        case LOAD: asm volatile("ld.global.u32 %0, [%1];" : "=r"(seen) : "l"(cold + 8192 * r + threadIdx.x) : "memory"); break;
        case RED: asm volatile("red.global.add.u32 [%0], 1;" ::"l"(mine) : "memory"); break;
        case SHARED: word[threadIdx.x % 32] = r; break;
        case OLD_STORE: asm volatile("st.global.u32 [%0], 1;" ::"l"(mine) : "memory"); break;
        case OLD_LOAD:
        case VOLATILE_LOAD: asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(seen) : "l"(mine) : "memory"); break;
        case ATOM:
        case OLD_ATOM: asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(seen) : "l"(mine) : "memory"); break;
        }
        if (what == ATOM || what == VOLATILE_LOAD)
            ((volatile int *)word)[threadIdx.x % 32] = seen; /* has come */
        if (what == OLD_STORE || what == OLD_LOAD || what == OLD_ATOM)
            for (int k = 0; k < 1000; k++)
                asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
        begin = now();
        fence<SCOPE>();
        long long end = now();
        if (threadIdx.x == 0)
            took[r] = end - begin;
        *sink += seen;
        __syncthreads();
        __threadfence();
        for (int k = 0; k < 100; k++)
            asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
    }
}

template <int SCOPE> static void all(const char *name)
{
    static const char *const whats[] = {"nothing", "a store", "eight stores", "a load of DRAM", "a red", "a store to shared memory", "a store that has long been answered",
                                        "a load of the L2 likewise", "an atomic that has just been answered", "one that has long been", "a load of the L2 that has just been"};
    int *p, *cold, *sink;
    long long *took, host[4];
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&cold, 1 << 24);
    cudaMalloc(&took, sizeof host);
    cudaMalloc(&sink, 4);
    for (int what = 0; what < BEFORE; what++) {
        cudaMemset(cold, 0, 1 << 24);
        wait<SCOPE><<<1, 32>>>(what, p, cold + what % 8 * 262144, took, sink);
        cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
        printf("%s behind %s: %lld %lld %lld %lld\n", name, whats[what], host[0], host[1], host[2], host[3]);
    }
}

/* Does a fence of another warp make loads miss? 32 lines are read, a warp passes a fence, and another reads them again. */
template <int SCOPE> __global__ void again(const int *p, long long *took, int *sink)
{
    int seen = 0;
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 32; k++)
            seen += ((const volatile int *)p)[0] == 12345 ? 1 : __ldca(p + 32 * k + threadIdx.x % 32);
        __syncthreads();
        if (threadIdx.x < 32 && r == 1)
            fence<SCOPE>();
        __syncthreads();
        long long begin = now();
        if (threadIdx.x >= 32)
            for (int k = 0; k < 32; k++) {
                int v;
                asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + 32 * k + threadIdx.x % 32 + (seen >> 30)) : "memory");
                seen += v;
            }
        if (threadIdx.x == 32)
            took[r] = now() - begin + (seen >> 30);
        __syncthreads();
    }
    *sink = seen;
}

/* Many fences at a time: every warp stores a line and passes one, four times; cycles of the slowest CTA. */
template <int SCOPE> __global__ void many(int *p, long long *took)
{
    int *mine = p + (blockIdx.x * blockDim.x + threadIdx.x);
    __syncthreads();
    long long begin = now();
    for (int r = 0; r < 4; r++) {
        asm volatile("st.global.u32 [%0], 1;" ::"l"(mine) : "memory");
        fence<SCOPE>();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = now() - begin;
}

template <int SCOPE> static void crowds(const char *name)
{
    static long long host[264];
    int *p, *sink;
    long long *took;
    cudaMalloc(&p, 1 << 22);
    cudaMemset(p, 0, 1 << 22);
    cudaMalloc(&took, sizeof host);
    cudaMalloc(&sink, 4);
    again<SCOPE><<<1, 64>>>(p, took, sink);
    cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s: 32 lines again %lld, behind another warp's fence %lld, again %lld\n", name, host[0], host[1], host[2]);
    for (int ctas = 1; ctas <= 264; ctas = ctas == 1 ? 132 : ctas * 2)
        for (int threads = 32; threads <= 1024; threads *= 4) {
            long long most = 0;
            for (int k = 0; k < 2; k++)
                many<SCOPE><<<ctas, threads>>>(p, took);
            cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
            for (int k = 0; k < ctas; k++)
                most = host[k] > most ? host[k] : most;
            printf("%s, %d CTAs of %d warps, a store and a fence: %.1f cycles\n", name, ctas, threads / 32, most / 4.0);
        }
}

int main()
{
    all<0>("fence.acq_rel.cta");
    all<3>("fence.sc.cta");
    all<1>("fence.acq_rel.cluster");
    all<2>("fence.acq_rel.gpu");
    all<4>("fence.sc.gpu");
    crowds<0>("fence.acq_rel.cta");
    crowds<2>("fence.acq_rel.gpu");
    crowds<4>("fence.sc.gpu");
    return 0;
}
