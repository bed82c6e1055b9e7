/* What a barrier of the whole grid takes, and which of its parts: cycles of a round, by blocks an SM and warps a block.
 *   nvcc -arch=sm_90 -O2 -o grid_sync tools/h200/grid_sync.cu && ./grid_sync
 * The grid is launched as a cooperative one. Rounds are counted by SM 0's first block. */
#include <cstdio>

enum { ALL_FENCE, ONE_FENCES, NO_FENCE, FENCES_ALONE, FENCES_AFTER_STORES, BLOCK_ALONE, NO_SLEEP, MODES };
static const char *const modes[] = {"all threads pass a fence", "one thread does", "nobody does", "fences alone", "stores and fences alone", "barriers of blocks alone", "all, and no sleep"};

__device__ unsigned arrived;

template <int MODE> __device__ __forceinline__ void meet(unsigned *mine)
{
    if (MODE == FENCES_AFTER_STORES)
        *(volatile unsigned *)mine = 1;
    if (MODE == ALL_FENCE || MODE == NO_SLEEP || MODE == FENCES_ALONE || MODE == FENCES_AFTER_STORES)
        __threadfence();
    __syncthreads();
    if (MODE != FENCES_ALONE && MODE != FENCES_AFTER_STORES && MODE != BLOCK_ALONE) {
        if (threadIdx.x == 0) {
            if (MODE == ONE_FENCES)
                __threadfence();
            unsigned before = atomicAdd(&arrived, blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u);
            while ((int)(*(volatile unsigned *)&arrived ^ before) >= 0)
                if (MODE != NO_SLEEP)
                    __nanosleep(20);
            if (MODE != NO_FENCE)
                __threadfence();
        }
        __syncthreads();
    }
}

template <int MODE> __global__ void rounds(int n, unsigned *data, int *took)
{
    unsigned *mine = data + blockIdx.x * blockDim.x + threadIdx.x;
    meet<MODE>(mine);
    long long begin = clock64();
    for (int r = 0; r < n; r++)
        meet<MODE>(mine);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *took = (int)((clock64() - begin) * 10 / n);
}

template <int MODE> static void run(int per_sm, int threads, unsigned *data, int *took)
{
    int n = 20, got = 0;
    void *args[] = {&n, &data, &took};
    for (int k = 0; k < 2; k++)
        cudaLaunchCooperativeKernel((const void *)rounds<MODE>, dim3(132 * per_sm), dim3(threads), args, 0, 0);
    cudaMemcpy(&got, took, 4, cudaMemcpyDeviceToHost);
    printf("%d blocks an SM, %d warps each, %s: %.1f cycles %s\n", per_sm, threads / 32, modes[MODE], got / 10.0, cudaGetErrorString(cudaGetLastError()));
}

int main()
{
    unsigned *data;
    int *took;
    cudaMalloc(&data, 132 * 2048 * 4);
    cudaMalloc(&took, 4);
    for (int per_sm = 1; per_sm <= 3; per_sm += 2)
        for (int threads = 32; threads <= 512; threads *= 4) {
            run<ALL_FENCE>(per_sm, threads, data, took);
            run<ONE_FENCES>(per_sm, threads, data, took);
            run<NO_FENCE>(per_sm, threads, data, took);
            run<FENCES_ALONE>(per_sm, threads, data, took);
            run<FENCES_AFTER_STORES>(per_sm, threads, data, took);
            run<BLOCK_ALONE>(per_sm, threads, data, took);
            run<NO_SLEEP>(per_sm, threads, data, took);
        }
    return 0;
}
