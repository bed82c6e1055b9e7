/* What a fence waits for: cycles from the fence to what is behind it, by its scope and what one warp did before.
 *   nvcc -arch=sm_90 -O2 -o fences tools/h200/fences.cu && ./fences */
#include <cstdio>

enum { NOTHING, STORE, STORES, LOAD, RED, SHARED, BEFORE };

template <int SCOPE> __device__ __forceinline__ void fence()
{
    if (SCOPE == 0)
        asm volatile("fence.acq_rel.cta;" ::: "memory");
    else if (SCOPE == 1)
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
    else if (SCOPE == 2)
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
    else
        asm volatile("fence.sc.cta;" ::: "memory");
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
        }
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
    static const char *const whats[] = {"nothing", "a store", "eight stores", "a load of DRAM", "a red", "a store to shared memory"};
    int *p, *cold, *sink;
    long long *took, host[4];
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&cold, 1 << 24);
    cudaMalloc(&took, sizeof host);
    cudaMalloc(&sink, 4);
    for (int what = 0; what < BEFORE; what++) {
        cudaMemset(cold, 0, 1 << 24);
        wait<SCOPE><<<1, 32>>>(what, p, cold + what * 262144, took, sink);
        cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
        printf("%s behind %s: %lld %lld %lld %lld\n", name, whats[what], host[0], host[1], host[2], host[3]);
    }
}

int main()
{
    all<0>("fence.acq_rel.cta");
    all<3>("fence.sc.cta");
    all<1>("fence.acq_rel.cluster");
    all<2>("fence.acq_rel.gpu");
    return 0;
}
