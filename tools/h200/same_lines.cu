/* Which SMs' reads of the same lines meet before the L2 (nvcc, -arch=sm_90 -O3 -std=c++17).
   same_lines rate: bytes a cycle of an SM when all SMs read at once, by bulk copies (32 KB, four under way) and by loads of
     16 bytes a lane; "gpc 4": four SMs of a GPC read the same 256 KB, "across 4": four of different GPCs, "all": all SMs.
   same_lines late: two SMs, 2 and 3, copy the same lines, one a copy, the second so many cycles behind the first; and pairs
     and fours of all GPCs at full speed. Who meets is counted with
     ncu --cache-control none --clock-control none -k regex:'bulk|loads' --metrics
       lts__t_sectors_srcunit_tex_op_read.sum,lrc__xbar2lrc_requests_op_read.sum,lrc__lrc2xbar_sectors_op_read.sum
   SMs of a GPC are those whose CTAs come together in clusters; they begin at the same time by their clocks, which agree
   within a GPC. One block an SM. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

static const int room = 140 << 10, span = 256 << 10, most_sms = 144;
struct plan { /* by SM: what it reads (-1: nothing), and how long after the others it begins */
    int stream[most_sms], delay[most_sms];
};
__device__ unsigned arrived;

static void check(cudaError_t e)
{
    if (e) {
        printf("%s\n", cudaGetErrorString(e));
        exit(1);
    }
}

__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned this_sm()
{
    unsigned s;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
    return s;
}

/* All blocks are there; then until the next multiple of 16,384 cycles. */
__device__ __forceinline__ long long begin(unsigned blocks, int delay)
{
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (*(volatile unsigned *)&arrived < blocks)
            ;
    }
    __syncthreads();
    long long start = ((clock64() + 24576) & ~16383ll) + delay;
    while (clock64() < start)
        ;
    return start;
}

/* Copies of `bytes`, four under way; gap: cycles from one to the next, 0: none */
__global__ void bulk(const char *from, plan p, int bytes, int copies, int gap, long long *took)
{
    extern __shared__ __align__(128) char to[];
    __shared__ __align__(8) unsigned long long full[4];
    unsigned sm = this_sm();
    if (threadIdx.x == 0)
        for (int i = 0; i < 4; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_at(full + i)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    long long start = begin(gridDim.x, p.delay[sm]);
    if (threadIdx.x || p.stream[sm] < 0)
        return;
    from += (long long)p.stream[sm] * span;
    for (int c = 0; c < copies + 4; c++) {
        unsigned b = shared_at(full + c % 4), done = c < 4;
        while (!done)
            asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(b), "r"((c / 4 - 1) & 1) : "memory");
        if (c >= copies)
            continue;
        while (gap && clock64() < start + (long long)c * gap)
            ;
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_at(to + c % 4 * bytes)), "l"(from + ((long long)c * bytes & (span - 1))), "r"(bytes), "r"(b) : "memory");
    }
    took[sm] = clock64() - start;
}

__global__ void loads(const char *from, plan p, int bytes, long long *took)
{
    unsigned sm = this_sm();
    int sum = 0;
    long long start = begin(gridDim.x, p.delay[sm]);
    if (p.stream[sm] < 0)
        return;
    from += (long long)p.stream[sm] * span;
    for (int at = threadIdx.x * 16; at < bytes; at += blockDim.x * 64) {
        int4 v[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[k].x), "=r"(v[k].y), "=r"(v[k].z), "=r"(v[k].w) : "l"(from + ((at + k * blockDim.x * 16) & (span - 1))) : "memory");
#pragma unroll
        for (int k = 0; k < 4; k++)
            sum += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    __syncthreads();
    if (threadIdx.x == 0 || sum == 77)
        took[sm] = clock64() - start;
}

__global__ void where(int *sm_of_block)
{
    sm_of_block[blockIdx.x] = this_sm();
    for (long long end = clock64() + 20000; clock64() < end;)
        ;
}

static int sms;
static char *data;
static long long *took;
static std::vector<std::vector<int>> gpcs;

static void find_gpcs()
{
    std::vector<int> root(sms), h(1024);
    int *d;
    check(cudaMalloc(&d, h.size() * 4));
    check(cudaFuncSetAttribute(where, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    check(cudaFuncSetAttribute(where, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    for (int i = 0; i < sms; i++)
        root[i] = i;
    auto find = [&](int a) { while (root[a] != a) a = root[a]; return a; };
    for (unsigned size = 2; size <= 16; size *= 2) {
        cudaLaunchAttribute a;
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim.x = size, a.val.clusterDim.y = a.val.clusterDim.z = 1;
        cudaLaunchConfig_t c = {};
        c.gridDim = dim3(size * 64), c.blockDim = dim3(32), c.dynamicSmemBytes = room, c.attrs = &a, c.numAttrs = 1;
        check(cudaLaunchKernelEx(&c, where, d));
        check(cudaMemcpy(h.data(), d, size * 64 * 4, cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < size * 64; i++)
            root[find(h[i])] = find(h[i / size * size]);
    }
    for (int i = 0; i < sms; i++)
        if (find(i) == i) {
            gpcs.emplace_back();
            for (int j = 0; j < sms; j++)
                if (find(j) == i)
                    gpcs.back().push_back(j);
        }
}

/* Groups of n SMs: neighbours in their GPC, or as far apart as GPCs go. */
static plan groups(int n, bool across, int delay)
{
    plan p = {};
    int first = 0, i = 0, of = (sms + n - 1) / n;
    for (auto &g : gpcs) {
        for (int j = 0; j < (int)g.size(); j++, i++) {
            p.stream[g[j]] = across ? i % of : first + j / n;
            p.delay[g[j]] = j % n * delay;
        }
        first += ((int)g.size() + n - 1) / n;
    }
    return p;
}

static void row(const char *how, int n, const plan &p, bool copy, int bytes, int copies, int gap)
{
    static long long h[most_sms];
    double sum = 0;
    int reading = 0;
    for (int again = 0; again < 2; again++) {
        unsigned zero = 0;
        check(cudaMemcpyToSymbol(arrived, &zero, 4));
        if (copy)
            bulk<<<sms, 32, room>>>(data, p, bytes, copies, gap, took);
        else
            loads<<<sms, 1024, room>>>(data, p, bytes * copies, took);
        check(cudaDeviceSynchronize());
    }
    check(cudaMemcpy(h, took, sms * 8, cudaMemcpyDeviceToHost));
    for (int i = 0; i < sms; i++)
        if (p.stream[i] >= 0)
            sum += h[i], reading++;
    printf("%s,%s,%d,%.2f\n", copy ? "bulk" : "ld", how, n, (double)bytes * copies * reading / sum);
}

int main(int argc, char **argv)
{
    cudaDeviceProp prop;
    check(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    check(cudaMalloc(&data, (size_t)sms * span));
    check(cudaMemset(data, 1, (size_t)sms * span));
    check(cudaMalloc(&took, most_sms * 8));
    check(cudaFuncSetAttribute(bulk, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    check(cudaFuncSetAttribute(loads, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    find_gpcs();
    printf("way,who,sms,bytes_a_cycle\n");
    bool late = argc > 1 && !strcmp(argv[1], "late");
    for (int copy = 1; !late && copy >= 0; copy--) {
        for (int n : {1, 2, 3, 4, 8, 16})
            row("gpc", n, groups(n, false, 0), copy, 32768, 128, 0);
        for (int n : {2, 4, 16})
            row("across", n, groups(n, true, 0), copy, 32768, 128, 0);
        row("all", sms, groups(sms, true, 0), copy, 32768, 128, 0);
    }
    for (int d = 0; late && d <= 160; d += 10) {
        plan p;
        for (int i = 0; i < most_sms; i++)
            p.stream[i] = i == 2 || i == 3 ? 0 : -1, p.delay[i] = i == 3 ? d : 0;
        row("late", d, p, true, 128, 256, 1000);
    }
    for (int d : {0, 50, 100, 200, 1000})
        for (int n = 2; late && n <= 4; n += 2)
            row(n == 2 ? "pairs late" : "fours late", d, groups(n, false, d), true, 32768, 32, 0);
    return 0;
}
