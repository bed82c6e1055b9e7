// A grid of as many blocks as the card holds, with much in every thread: all of them meet at barriers of the grid, by
// cooperative groups and by hand, however much room that takes.
// expect: much room: yes
// expect: cooperative: every block saw every other, twice
// expect: by hand: every block saw every other
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

enum { THREADS = 1024, DEEP = 256 };

// An array that is indexed by data is no register: a KB a thread.
__device__ int deep(int seed)
{
    int a[DEEP];
    for (int i = 0; i < DEEP; i++)
        a[i] = i ^ seed;
    for (int i = 0; i < 8; i++)
        a[(seed + 7 * i) % DEEP] += a[(seed + 13 * i) % DEEP];
    return a[seed % DEEP];
}

__device__ int others(const volatile int *seen, int round)
{
    int n = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        n += seen[b] >= round;
    return n;
}

__global__ void by_groups(volatile int *seen, int *found, int *sink)
{
    cg::grid_group grid = cg::this_grid();
    sink[grid.thread_rank() % THREADS] = deep(threadIdx.x);
    for (int round = 1; round <= 2; round++) {
        if (threadIdx.x == 0)
            seen[blockIdx.x] = round;
        grid.sync();
        int n = others(seen, round);
        if (n)
            atomicAdd(found, n);
        grid.sync();
    }
}

__global__ void by_hand(volatile int *seen, int *found, int *sink, unsigned *arrived)
{
    sink[threadIdx.x] = deep(threadIdx.x);
    if (threadIdx.x == 0) {
        seen[blockIdx.x] = 3;
        __threadfence();
        atomicAdd(arrived, 1);
        while (*(volatile unsigned *)arrived < gridDim.x)
            ;
    }
    __syncthreads();
    int n = others(seen, 3);
    if (n)
        atomicAdd(found, n);
}

static int grid_of(const void *kernel)
{
    int sms, blocks;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, THREADS, 0);
    return sms * blocks;
}

int main()
{
    int grid = grid_of((const void *)by_groups), grid2 = grid_of((const void *)by_hand);
    int *seen, *sink, *found;
    unsigned *arrived;
    cudaMallocManaged(&seen, sizeof(int) * (grid + grid2));
    cudaMallocManaged(&sink, sizeof(int) * THREADS);
    cudaMallocManaged(&found, sizeof(int));
    cudaMallocManaged(&arrived, sizeof(unsigned));
    printf("much room: %s\n", (long)grid * THREADS * DEEP * 4 > 64 << 20 ? "yes" : "no");

    void *args[] = {&seen, &found, &sink};
    *found = 0;
    cudaLaunchCooperativeKernel((void *)by_groups, dim3(grid), dim3(THREADS), args, 0, 0);
    cudaError_t e = cudaDeviceSynchronize();
    printf("cooperative: %s\n", e                           ? cudaGetErrorString(e)
                                : *found == 2 * grid * grid ? "every block saw every other, twice"
                                                            : "some did not");
    *found = 0;
    *arrived = 0;
    by_hand<<<grid2, THREADS>>>(seen, found, sink, arrived);
    e = cudaDeviceSynchronize();
    printf("by hand: %s\n", e                         ? cudaGetErrorString(e)
                            : *found == grid2 * grid2 ? "every block saw every other"
                                                      : "some did not");
    return 0;
}
