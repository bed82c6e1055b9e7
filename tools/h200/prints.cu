/* What printf in a kernel costs: cycles of a call by 1, 4 and 32 lanes of a warp, for one warp, 8 and 132 CTAs of 1 and 8 warps.
 *   nvcc -arch=sm_90 -O2 -o prints tools/h200/prints.cu && ./prints >/dev/null      (the table goes to stderr)
 * Instructions: the same under ncu --metrics smsp__inst_executed.sum. */
#include <cstdio>

__global__ void print(int lanes, long long *took)
{
    long long begin = clock64();
    if (threadIdx.x % 32 < lanes)
        printf("block %d thread %d\n", (int)blockIdx.x, (int)threadIdx.x);
    long long end = clock64();
    if (threadIdx.x % 32 == 0)
        took[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = end - begin;
}

int main()
{
    static const int grids[] = {1, 8, 132}, warps[] = {1, 8}, lanes[] = {1, 4, 32};
    static long long host[132 * 8];
    long long *took;
    cudaMalloc(&took, sizeof host);
    for (int g : grids)
        for (int w : warps)
            for (int n : lanes) {
                long long most = 0;
                double sum = 0;
                for (int again = 0; again < 2; again++)
                    print<<<g, 32 * w>>>(n, took);
                cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
                for (int k = 0; k < g * w; k++) {
                    most = host[k] > most ? host[k] : most;
                    sum += host[k];
                }
                fprintf(stderr, "%d CTAs of %d warps, %d lanes: mean %.0f, longest %lld\n", g, w, n, sum / (g * w), most);
            }
    return 0;
}
