/* Which stores a card's L1 gathers before they leave the SM: run it under Nsight Compute, a launch a row, and read the sectors of the stores and those that leave:
 *   nvcc -arch=sm_90 -O2 -o store_gather tools/h200/store_gather.cu && ./store_gather
 *   ncu --clock-control none --cache-control all --csv --page raw --metrics l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,\
 *     l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,lts__t_requests_srcunit_tex_op_write.sum,lts__t_sectors_srcunit_tex_op_write.sum ./store_gather
 * The first lanes of each warp store single words `lane` bytes apart, `n` times, each `step` bytes further on; `arrays` such stores, each to lines of its own, follow each
 * other before the next word's turn comes; `pace` is the number of cycles from one word's turn to the next (0: as fast as it goes); `between` is what is done after
 * each word. The whole is done `rounds` times at new places. What a row prints is the time that its first warp took to issue its stores. */
#include <cstdio>

enum { NOTHING, LOAD_HIT, LOAD_MISS, FENCE_CTA, FENCE, BARRIER, LINE_STORED, LINE_LOADED_SAME, SHARED_STORE };

struct question {
    const char *what;
    int lanes, lane, n, step, arrays, pace, between, warps, warp, ctas, cta, rounds;
};

#define ARRAY (1 << 16) /* bytes between arrays */
#define ROUND (1 << 22)

__global__ void ask(char *p, char *q, long long *cycles, question a)
{
    __shared__ int mine[1024];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, got = 0;
    char *to = p + lane * a.lane + warp * a.warp + (size_t)blockIdx.x * a.cta;
    char *other = q + lane * 4 + warp * 128;
    if (a.between == LOAD_HIT)
        got += *(volatile int *)other;
    mine[threadIdx.x] = got;
    __syncthreads();
    long long begin = clock64();
    for (int r = 0; r < a.rounds; r++, to += ROUND) {
#pragma unroll 8
        for (int k = 0; k < a.n; k++) {
            if (a.pace)
                while (clock64() - begin < (long long)(r * a.n + k) * a.pace)
                    ;
            for (int j = 0; j < a.arrays; j++)
                if (lane < a.lanes)
                    asm volatile("st.global.u32 [%0], %1;" ::"l"(to + k * a.step + j * ARRAY), "r"(k) : "memory");
            switch (a.between) {
            case LOAD_HIT: got += *(volatile int *)other; break;
            case LOAD_MISS: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got) : "l"(other + k * 8192)); break;
            case FENCE_CTA: __threadfence_block(); break;
            case FENCE: __threadfence(); break;
            case BARRIER: __syncthreads(); break;
            case LINE_STORED: asm volatile("st.global.u32 [%0], %1;" ::"l"(other + k * 8192), "r"(k) : "memory"); break;
            case LINE_LOADED_SAME: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got) : "l"(to + k * a.step)); break;
            case SHARED_STORE: ((volatile int *)mine)[threadIdx.x] = k; break;
            default: break;
            }
        }
    }
    long long end = clock64();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *cycles = end - begin;
    if (got == 12345)
        *q = (char)mine[got % 1024];
}

/* As `ask` without anything between, straight: eight stores in a row. */
__global__ void eight(char *p, long long *cycles, question a)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    char *to = p + lane * a.lane + warp * a.warp + (size_t)blockIdx.x * a.cta;
    long long begin = clock64();
    for (int r = 0; r < a.rounds; r++, to += ROUND)
#pragma unroll
        for (int k = 0; k < 8; k++)
            asm volatile("st.global.u32 [%0], %1;" ::"l"(to + k * 4), "r"(k) : "memory");
    long long end = clock64();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *cycles = end - begin;
}

static char *p, *q;
static long long *cycles, took;

static void go(question a, bool straight)
{
    if (straight)
        eight<<<a.ctas, 32 * a.warps>>>(p, cycles, a);
    else
        ask<<<a.ctas, 32 * a.warps>>>(p, q, cycles, a);
    cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost);
    printf("row %-28s lanes %d lane %d n %d step %d arrays %d pace %d between %d warps %d warp %d ctas %d rounds %d: %lld\n", a.what, a.lanes, a.lane, a.n, a.step,
           a.arrays, a.pace, a.between, a.warps, a.warp, a.ctas, a.rounds, took);
}

int main()
{
    cudaMalloc(&p, 1u << 28);
    cudaMalloc(&q, 1 << 22);
    cudaMalloc(&cycles, sizeof took);
    const question one = {"one sector", 1, 32, 8, 4, 1, 0, NOTHING, 1, 1024, 1, 0, 1};
    question a = one;
    go(a, false);
    a.n = 2, a.step = 0, a.what = "one word twice", go(a, false);
    a = one, a.n = 32, a.what = "a line by words", go(a, false);
    const int paces[] = {0, 64, 100, 150, 200, 300, 400, 600, 800, 1200, 2000, 4000, 10000, 50000};
    for (int pace : paces) /* one sector, one line's sectors, eight lines: how long they wait */
        a = one, a.pace = pace, a.what = "wait, sector", go(a, false);
    for (int pace : paces)
        a = one, a.lanes = 32, a.pace = pace, a.what = "wait, 8 lines", go(a, false);
    for (int lane = 4; lane <= 256; lane *= 2)
        a = one, a.lanes = 32, a.lane = lane, a.n = lane < 32 ? lane / 4 : 8, a.what = "lanes apart", go(a, false), a.pace = 2000, go(a, false);
    for (int arrays = 1; arrays <= 128; arrays *= 2) /* how many lines at a time: one line, eight lines a store */
        a = one, a.arrays = arrays, a.what = "arrays of a sector", go(a, false);
    for (int arrays = 1; arrays <= 64; arrays *= 2)
        a = one, a.lanes = 4, a.arrays = arrays, a.what = "arrays of a line", go(a, false);
    for (int arrays = 1; arrays <= 16; arrays *= 2)
        a = one, a.lanes = 32, a.arrays = arrays, a.what = "arrays of eight lines", go(a, false);
    for (int between = LOAD_HIT; between <= SHARED_STORE; between++) {
        a = one, a.between = between, a.what = "between, sector", go(a, false);
        a = one, a.between = between, a.lanes = 32, a.what = "between, 8 lines", go(a, false);
    }
    for (int warps = 1; warps <= 32; warps *= 2) { /* own lines; then a word of each sector a warp */
        a = one, a.lanes = 32, a.warps = warps, a.what = "warps", go(a, false);
        a.what = "warps, straight", go(a, true);
        a.rounds = 4, a.what = "warps, straight, 4 rounds", go(a, true);
        a = one, a.lanes = 32, a.warps = warps, a.n = 1, a.warp = 4, a.what = "a warp a word", go(a, false);
    }
    for (int ctas = 2; ctas <= 2048; ctas *= 4) {
        a = one, a.lanes = 32, a.warps = 4, a.ctas = ctas, a.cta = 4096, a.what = "ctas, straight", go(a, true);
        a.lane = 128, a.warp = 4096, a.cta = 16384, a.what = "ctas, a line a lane", go(a, true);
    }
    a = one, a.lanes = 32, a.n = 16, a.lane = 4, a.step = 0, a.what = "whole lines again", go(a, false);
    a = one, a.lanes = 32, a.n = 4, a.lane = 8, a.step = 0, a.what = "half sectors again", go(a, false);
    a = one, a.lanes = 8, a.n = 4, a.lane = 4, a.step = 32, a.what = "whole sectors of a line", go(a, false);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
