/* What the L2 answers a cycle when all SMs read, each lines of its own that the L2 holds, by the part of a line that a
 * request wants: 1, 2, 3 or 4 sectors of each line, with loads that leave the L1 aside and by bulk copies to shared memory.
 *   nvcc -arch=sm_90 -O2 -o l2_rate tools/h200/l2_rate.cu && ./l2_rate
 * Says bytes a cycle of an SM, the mean of all. */
#include <cstdio>
#include <cstdlib>

#define SMS 132
#define PIECE (96 * 1024) /* of an SM */
#define WARPS 32

/* A load of a warp: 32 sectors, `sectors` of each line; four are under way at a time. */
__global__ void load(const char *p, int sectors, int loads, int rounds, long long *took, int *sink)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = 0;
    int lines = 32 / sectors, span = (sectors == 3 ? 10 : lines) * 128; /* three: 30 lanes */
    const char *mine = p + (size_t)blockIdx.x * PIECE;
    bool reads = lane < (sectors == 3 ? 30 : 32);
    int at = lane / sectors * 128 + lane % sectors * 32;
    long long begin = 0;
    for (int r = -1; r < rounds; r++) {
        if (r == 0) {
            __syncthreads();
            begin = clock64();
        }
        for (int k = warp; k < loads; k += 4 * WARPS) {
            int v[4];
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const char *a = mine + (k + j * WARPS) % loads * span + at;
                v[j] = 0;
                if (reads)
                    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j]) : "l"(a));
            }
            sum += v[0] + v[1] + v[2] + v[3];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
    if (sum == 12345)
        *sink = sum;
}

/* One thread copies pieces of `bytes`, `pitch` apart, 16 under way at a time. */
__global__ void copy(const char *p, int bytes, int pitch, int pieces, int rounds, long long *took)
{
    extern __shared__ __align__(128) char room[];
    __shared__ __align__(8) unsigned long long done[16];
    if (threadIdx.x)
        return;
    const char *mine = p + (size_t)blockIdx.x * PIECE;
    unsigned to = (unsigned)__cvta_generic_to_shared(room), bar = (unsigned)__cvta_generic_to_shared(done);
    for (int i = 0; i < 16; i++)
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar + 8 * i) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    long long begin = 0;
    int n = pieces * (rounds + 1);
    for (int i = 0; i < n + 16; i++) {
        int s = i % 16;
        if (i == pieces)
            begin = clock64();
        if (i >= 16)
            asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }" ::"r"(bar + 8 * s),
                         "r"((i / 16 - 1) & 1)
                         : "memory");
        if (i < n) {
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(bar + 8 * s), "r"(bytes) : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                             to + s * bytes),
                         "l"(mine + (size_t)(i % pieces) * pitch), "r"(bytes), "r"(bar + 8 * s)
                         : "memory");
        }
    }
    took[blockIdx.x] = clock64() - begin;
}

static double mean(const long long *took)
{
    long long host[SMS];
    double sum = 0;
    if (cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) {
        printf("failed: %s\n", cudaGetErrorString(cudaGetLastError()));
        exit(1);
    }
    for (int i = 0; i < SMS; i++)
        sum += host[i];
    return sum / SMS;
}

int main(int argc, char **argv)
{
    char *p;
    long long *took;
    int *sink, rounds = argc > 1 ? atoi(argv[1]) : 8;
    cudaMalloc(&p, (size_t)SMS * PIECE);
    cudaMemset(p, 0, (size_t)SMS * PIECE);
    cudaMalloc(&took, SMS * sizeof *took);
    cudaMalloc(&sink, sizeof *sink);
    for (int sectors = 1; sectors <= 4; sectors++) {
        int lanes = sectors == 3 ? 30 : 32, loads = PIECE / 128 / (lanes / sectors);
        load<<<SMS, WARPS * 32>>>(p, sectors, loads, rounds, took, sink);
        int once = (loads + 4 * WARPS - 1) / (4 * WARPS) * (4 * WARPS); /* with those that begin again */
        printf("loads, %d sectors a line: %.1f bytes a cycle of an SM\n", sectors, 32. * lanes * once * rounds / mean(took));
    }
    cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    for (int bytes = 32; bytes <= 8192; bytes *= bytes < 128 ? 2 : 8) {
        int pitch = bytes < 128 ? 128 : bytes, pieces = PIECE / pitch;
        copy<<<SMS, 32, 16 * bytes>>>(p, bytes, pitch, pieces, rounds, took);
        printf("copies of %d bytes: %.1f bytes a cycle of an SM\n", bytes, (double)bytes * pieces * rounds / mean(took));
    }
    return 0;
}
