/* How long a card takes to put the next block into a place that one has left:
 *   nvcc -arch=sm_90 -O2 -o cta_dispatch tools/h200/cta_dispatch.cu && ./cta_dispatch
 * Blocks of one warp, one a multiprocessor (shared memory sees to that), compute for a known time, with and without a
 * store at the end. Twice as many blocks take longer by as much as the blocks take, and what is left of that after
 * the computation is the time from one block's end to the next one's start. On an H200 at 1980 MHz: 225 cycles after 2,000
 * steps and 265 after 8,000 without the store, 67 more with it. */
#include <cstdio>

__global__ void block(long long *out, int work, int store)
{
    extern __shared__ int pad[];
    long long begin = clock64();
    int x = threadIdx.x;
    for (int i = 0; i < work; i++)
        asm volatile("mad.lo.s32 %0, %0, %0, 7;" : "+r"(x));
    if (x == 12345)
        pad[0] = x;
    long long end = clock64();
    if (store || x == 123456)
        out[blockIdx.x * 32 + threadIdx.x] = end - begin;
}

static float milliseconds(long long *out, int blocks, int work, int store, int shared)
{
    cudaEvent_t a, b;
    float ms;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    block<<<blocks, 32, shared>>>(out, work, store);
    cudaEventRecord(a);
    block<<<blocks, 32, shared>>>(out, work, store);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b);
    return ms;
}

int main()
{
    const int shared = 220 * 1024, sms = 132, rounds = 200;
    const double hz = 1.98e9; /* what nvidia-smi shows under load */
    long long *out, body;
    cudaMalloc(&out, 1 << 28);
    cudaFuncSetAttribute(block, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    for (int store = 0; store < 2; store++)
        for (int work : {2000, 8000}) {
            float one = milliseconds(out, sms * rounds, work, store, shared);
            float two = milliseconds(out, sms * rounds * 2, work, store, shared);
            block<<<sms, 32, shared>>>(out, work, 1);
            cudaMemcpy(&body, out, sizeof body, cudaMemcpyDeviceToHost);
            printf("store %d, work %d: %.0f cycles a block, of which %lld are the computation\n", store, work,
                   (two - one) * 1e-3 * hz / rounds, body);
        }
    return 0;
}
