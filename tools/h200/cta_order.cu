/* How a card deals blocks out over its multiprocessors:
 *   nvcc -arch=sm_90 -O2 -o cta_order tools/h200/cta_order.cu && ./cta_order
 * Grids of several sizes whose blocks wait for 20,000 cycles, so that all that find a place are there at once. Prints the
 * most and the fewest blocks that a multiprocessor got of the grid: whether grids of fewer blocks than places lie evenly. */
#include <cstdio>

__global__ void where(int *sm)
{
    int id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    long long begin = clock64();
    while (clock64() - begin < 20000)
        ;
    if (threadIdx.x == 0)
        sm[blockIdx.x] = id;
}

int main()
{
    static int host[8192];
    int *sm;
    const int sizes[] = {8, 64, 120, 132, 133, 140, 160, 200, 264, 300, 391, 396, 400, 500, 528, 660, 800, 1000, 1056};
    cudaMalloc(&sm, sizeof host);
    for (int threads : {64, 256})
        for (int n : sizes) {
            int count[256] = {0}, of[64] = {0};
            where<<<n, threads>>>(sm);
            cudaMemcpy(host, sm, n * sizeof(int), cudaMemcpyDeviceToHost);
            for (int i = 0; i < n; i++)
                count[host[i]]++;
            for (int i = 0; i < 132; i++)
                of[count[i]]++;
            printf("%d threads, %d blocks; multiprocessors with k blocks:", threads, n);
            for (int k = 0; k < 64; k++)
                if (of[k])
                    printf(" %d: %d", k, of[k]);
            printf("; first on");
            for (int i = 0; i < 16 && i < n; i++)
                printf(" %d", host[i]);
            printf("\n");
        }
    return 0;
}
