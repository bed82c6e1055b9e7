/* Which stores a card's L1 gathers before they leave the SM: run it under Nsight Compute, a launch a row, and read the sectors of the stores and those that leave:
 *   nvcc -arch=sm_90 -O2 -o store_gather tools/h200/store_gather.cu && ./store_gather
 *   ncu --clock-control none --cache-control all --csv --page raw --metrics l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,\
 *     l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,lts__t_requests_srcunit_tex_op_write.sum,lts__t_sectors_srcunit_tex_op_write.sum ./store_gather
 * The first lanes of each warp store single words `lane` bytes apart, `n` times, each a word further on, `pace` cycles (at least) from one to the next; warps begin
 * `stagger` cycles after each other. `others` stores of one lane, each to a line of its own, follow every word; `between` is what else is done then. The code runs once
 * before without lanes, so that it is known. The clock's own store of one sector is in the counts. */
#include <cstdio>

enum { NOTHING, LOAD_HIT, LOAD_MISS, FENCE_CTA, FENCE, BARRIER, LINE_STORED, LINE_LOADED, ATOMIC };

struct question {
    const char *what;
    int lanes, lane, n, pace, between, others, warps, warp, ctas, stagger;
};

template <int GAP> __global__ void ask(char *p, char *q, long long *cycles, question a)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, got = 0;
    char *to = p + lane * a.lane + warp * a.warp + (size_t)blockIdx.x * 65536, *other = q + lane * 4 + warp * 128;
    long long begin = 0;
    for (int pass = 0; pass < 2; pass++) {
        bool on = pass && lane < a.lanes, one = pass && lane == 0;
        __syncthreads();
        begin = clock64();
        while (clock64() - begin < 3000 + warp * a.stagger)
            ;
        begin = clock64();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            if (k >= a.n)
                break;
            if (GAP > 0) {
                int x = k;
#pragma unroll
                for (int i = 0; i < GAP; i++) /* four cycles each */
                    asm volatile("mad.lo.u32 %0, %0, 3, 1;" : "+r"(x));
                if (x == 77)
                    got = x;
            } else if (GAP < 0) {
                while (clock64() - begin < (long long)k * a.pace)
                    ;
            }
            if (on)
                asm volatile("st.global.u32 [%0], %1;" ::"l"(to + k * 4), "r"(k) : "memory");
            if (GAP < 0) {
                for (int j = 0; j < a.others; j++)
                    if (one)
                        asm volatile("st.global.u32 [%0], %1;" ::"l"(q + (1 << 20) + (k * a.others + j) * 128 + warp * 65536), "r"(k) : "memory");
                if (on || a.between == BARRIER)
                    switch (a.between) {
                    case LOAD_HIT: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got) : "l"(other) : "memory"); break;
                    case LOAD_MISS: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got) : "l"(other + k * 8192) : "memory"); break;
                    case FENCE_CTA: __threadfence_block(); break;
                    case FENCE: __threadfence(); break;
                    case BARRIER: __syncthreads(); break;
                    case LINE_STORED: asm volatile("st.global.u32 [%0], %1;" ::"l"(other + k * 8192), "r"(k) : "memory"); break;
                    case LINE_LOADED: asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got) : "l"(to + k * 4) : "memory"); break;
                    case ATOMIC: asm volatile("red.global.add.u32 [%0], %1;" ::"l"(other), "r"(k) : "memory"); break;
                    default: break;
                    }
            }
        }
    }
    long long end = clock64();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *cycles = end - begin;
    if (got == 12345)
        *q = 1;
}

static char *p, *q;
static long long *cycles, took;

static void go(question a)
{
    int ctas = a.ctas, threads = 32 * a.warps;
    switch (a.pace) { /* up to 64 cycles by instructions in a chain, more by the clock */
    case 0: ask<0><<<ctas, threads>>>(p, q, cycles, a); break;
    case 8: ask<2><<<ctas, threads>>>(p, q, cycles, a); break;
    case 16: ask<4><<<ctas, threads>>>(p, q, cycles, a); break;
    case 32: ask<8><<<ctas, threads>>>(p, q, cycles, a); break;
    case 64: ask<16><<<ctas, threads>>>(p, q, cycles, a); break;
    case 128: ask<32><<<ctas, threads>>>(p, q, cycles, a); break;
    default: ask<-1><<<ctas, threads>>>(p, q, cycles, a); break;
    }
    cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost);
    printf("row %-14s lanes %d lane %d n %d pace %d between %d others %d warps %d warp %d ctas %d stagger %d: %lld\n", a.what, a.lanes, a.lane, a.n, a.pace, a.between,
           a.others, a.warps, a.warp, a.ctas, a.stagger, took);
}

int main()
{
    cudaMalloc(&p, 1u << 28);
    cudaMalloc(&q, 1 << 24);
    cudaMalloc(&cycles, sizeof took);
    const question one = {"wait", 32, 32, 8, 0, NOTHING, 0, 1, 1024, 1, 0};
    question a = one;
    const int paces[] = {0, 8, 16, 32, 64, 128, 90, 150, 200, 250, 300, 350, 400, 500, 700, 1000, 2000};
    for (int pace : paces) /* how long: from the first store or from the last? */
        for (int n = 2; n <= 8; n *= 2)
            a = one, a.n = n, a.pace = pace, go(a);
    const int some[] = {0, 8, 16, 32, 64, 128};
    for (int lanes = 1; lanes <= 32; lanes *= 4) /* how many at a time: lines, sectors or instructions? */
        for (int warps = 2; warps <= 32; warps *= 2)
            for (int pace : some) {
                if ((lanes == 4 || lanes == 16) && (pace == 8 || pace == 32))
                    continue;
                a = one, a.lanes = lanes == 16 ? 32 : lanes, a.lane = lanes == 16 ? 4 : 32, a.what = "how many", a.warps = warps, a.pace = pace;
                if (lanes == 16) /* whole lines, again and again */
                    a.lane = 8, a.n = 2;
                go(a);
            }
    for (int warps = 2; warps <= 16; warps *= 2)
        for (int stagger = 16; stagger <= 1024; stagger *= 4)
            a = one, a.warps = warps, a.stagger = stagger, a.pace = 32, a.what = "stagger", go(a), a.pace = 0, go(a);
    for (int others = 1; others <= 32; others *= 2) {
        a = one, a.lanes = 1, a.pace = 1, a.others = others, a.n = 4, a.what = "others, 1 line", go(a);
        a.lanes = 32, a.what = "others, 8 lines", go(a);
    }
    for (int between = LOAD_HIT; between <= ATOMIC; between++)
        a = one, a.between = between, a.pace = 1, a.what = "between", go(a);
    a = one, a.pace = 1, a.what = "by clock", go(a);
    for (int lane = 8; lane <= 256; lane *= 2)
        a = one, a.lane = lane, a.n = lane < 32 ? lane / 4 : 8, a.what = "apart", go(a);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
