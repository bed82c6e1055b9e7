/* What loads that hit the L2 take while other warps' loads miss it. One warp loads words of 32 lines (or of one),
 * which the L2 has, again and again; others load words that nobody has read, on the same SM or on other ones. Printed
 * are the cycles of such a load in the mean, and how many loads the others made meanwhile.
 * The same source runs on the card and here:
 *   nvcc -arch=sm_90 -O2 -o hits_and_misses tools/h200/hits_and_misses.cu && ./hits_and_misses
 *   sluice cc -O2 -o hits_and_misses tools/h200/hits_and_misses.cu && sluice run -m h200 -- ./hits_and_misses
 */
#include <cstdio>

enum { TIMES = 400 };

/* Warp 0 of block 0 looks; of the other warps those of the blocks from `from` on. Lanes and misses: how many lanes of
 * a warp load. */
template <bool PAST, bool OTHERS_PAST>
__global__ void look(const float *there, const float *cold, size_t n_cold, unsigned lanes, unsigned misses,
                     unsigned from, volatile unsigned *over, unsigned *out, float *sink)
{
    unsigned warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    if (warp == 0) {
        unsigned cycles = 0;
        for (unsigned i = 0; i < TIMES + 20; i++) {
            unsigned t0, t1, at = (i * 32 + lane) * 32 * 5 % (1u << 18);
            float x = 0;
            asm volatile("mov.u32 %0, %%clock;" : "=r"(t0)::"memory");
            if (lane < lanes && PAST)
                asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(x) : "l"(there + at));
            else if (lane < lanes)
                asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(x) : "l"(there + at));
            sum += x;
            asm volatile("mov.u32 %0, %%clock;" : "=r"(t1), "+f"(sum)::"memory");
            __syncwarp();
            cycles += i < 20 ? 0 : t1 - t0;
        }
        if (lane == 0) {
            *over = 1;
            out[0] = cycles;
        }
    } else if (blockIdx.x >= from) {
        unsigned made = 0, count = gridDim.x * (blockDim.x / 32);
        for (size_t i = warp; !*over; i += count, made++)
            if (lane < misses)
                sum +=
                    OTHERS_PAST ? __ldcg(&cold[(i * 32 + lane) * 32 % n_cold]) : cold[(i * 32 + lane) * 32 % n_cold];
        if (lane == 0)
            atomicAdd(&out[1], made);
    }
    if (sum == 1.0f)
        *sink = sum;
}

int main()
{
    const size_t n = 1u << 18, n_cold = 256u << 20;
    float *there, *cold, *sink;
    unsigned *out, got[3];
    cudaMalloc(&there, n * sizeof(float));
    cudaMalloc(&cold, n_cold * sizeof(float));
    cudaMalloc(&sink, sizeof(float));
    cudaMalloc(&out, sizeof got);
    cudaMemset(there, 0, n * sizeof(float));
    struct {
        const char *what;
        unsigned blocks, warps, misses, from;
    } with[] = {{"nobody", 1, 1, 0, 0},
                {"1 warp of the SM, 1 lane", 1, 2, 1, 0},
                {"7 warps of the SM, 1 lane", 1, 8, 1, 0},
                {"1 warp of the SM, 32 lanes", 1, 2, 32, 0},
                {"7 warps of the SM, 32 lanes", 1, 8, 32, 0},
                {"15 warps of the SM, 32 lanes", 1, 16, 32, 0},
                {"another SM, 8 warps, 32 lanes", 2, 8, 32, 1},
                {"3 other SMs, 8 warps, 32 lanes", 4, 8, 32, 1}};
    const char *const hows[] = {"past the L1, others, too", "past the L1, others through it",
                                "through the L1, others past it", "through the L1, others, too"};
    for (unsigned how = 0; how < 4; how++)
        for (unsigned lanes = 1; lanes <= 32; lanes += 31)
            for (auto &w : with) {
                cudaMemset(out, 0, sizeof got);
                cudaMemset(there, 0, n * sizeof(float));
                (how == 0   ? look<true, true>
                 : how == 1 ? look<true, false>
                 : how == 2 ? look<false, true>
                            : look<false, false>)<<<w.blocks, w.warps * 32>>>(there, cold, n_cold, lanes, w.misses,
                                                                              w.from, out + 2, out, sink);
                cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
                printf("%-30s, %2u lanes beside %-30s: %6.0f cycles a load, %6u loads beside it\n", hows[how], lanes,
                       w.what, got[0] / (double)TIMES, got[1]);
            }
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
