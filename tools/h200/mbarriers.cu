/* What barrier objects and fences cost a warp (nvcc or sluice cc, -arch=sm_90a -std=c++17): cycles of an instruction in a
   loop, 1 to 16 warps of one block, by the clock of the slowest. Rows lane: one lane of a warp does it, all: 32. Fences
   come behind a store to global memory, another line each time. */
#include <cstdio>
#include <cuda_runtime.h>

enum { LOAD, TRY_WAIT, TEST_WAIT, ARRIVE, INIT, STORE, FENCE_ASYNC, FENCE_INIT, FENCE_BLOCK, FENCE_CARD, WAYS };
static const char *const names[] = {"ld.shared",   "try_wait",        "test_wait",           "arrive", "init", "st.global",
                                    "fence.proxy", "mbarrier_init", "fence.acq_rel.cta", "fence.acq_rel.gpu"};
static const int rounds = 32;

__device__ __forceinline__ unsigned now()
{
    unsigned c;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory");
    return c;
}
template <int way> __device__ __forceinline__ unsigned once(unsigned at, unsigned *to)
{
    unsigned done = 0;
    if (way == LOAD)
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(done) : "r"(at) : "memory");
    if (way == TRY_WAIT)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at) : "memory");
    if (way == TEST_WAIT)
        asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], 1;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at) : "memory");
    if (way == ARRIVE)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
    if (way == INIT)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1000000;" ::"r"(at) : "memory");
    if (way >= STORE)
        asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(to), "r"(at) : "memory");
    if (way == FENCE_ASYNC)
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (way == FENCE_INIT)
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    if (way == FENCE_BLOCK)
        asm volatile("fence.acq_rel.cta;" ::: "memory");
    if (way == FENCE_CARD)
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
    return done;
}
template <int way> __global__ void loop(unsigned *to, int lanes, unsigned *out)
{
    __shared__ __align__(8) unsigned long long object;
    unsigned at = (unsigned)__cvta_generic_to_shared(&object), sum = 0;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1000000;" ::"r"(at) : "memory");
    to += threadIdx.x;
    __syncthreads();
    unsigned start = now();
    if ((int)threadIdx.x % 32 < lanes)
#pragma unroll 1
        for (int r = 0; r < rounds; r++, to += 1024)
            sum += once<way>(at, to);
    __syncwarp();
    unsigned end = now();
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = end - start + (sum == 12345);
}

static unsigned *to, *out, host[32];
template <int way> static void rows()
{
    for (int lanes = 1; lanes <= 32; lanes += 31)
        for (int warps = 1; warps <= 16; warps *= 4) {
            unsigned most = 0;
            for (int again = 0; again < 2; again++)
                loop<way><<<1, 32 * warps>>>(to, lanes, out);
            cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
            for (int w = 0; w < warps; w++)
                most = host[w] > most ? host[w] : most;
            printf("%s,%s,%d,%.1f\n", names[way], lanes == 1 ? "lane" : "all", warps, (double)most / rounds);
        }
}
int main()
{
    cudaMalloc(&to, rounds * 4096), cudaMalloc(&out, sizeof host);
    printf("instruction,lanes,warps,cycles\n");
    rows<LOAD>(), rows<TRY_WAIT>(), rows<TEST_WAIT>(), rows<ARRIVE>(), rows<INIT>(), rows<STORE>(), rows<FENCE_ASYNC>(), rows<FENCE_INIT>(), rows<FENCE_BLOCK>(), rows<FENCE_CARD>();
    return 0;
}
