// A chain of tail launches, each by the one before; nested_times.sh looks at what it costs the host.
#include <cstdio>
#include <cstdlib>

__global__ void step(int *n, int left)
{
    if (threadIdx.x == 0) {
        *n += 1;
        if (left > 1)
            step<<<1, 32, 0, cudaStreamTailLaunch>>>(n, left - 1);
    }
}
int main(int, char **argv)
{
    int *n, h = 0;
    cudaMalloc(&n, 4), cudaMemset(n, 0, 4);
    step<<<1, 32>>>(n, atoi(argv[1]));
    cudaMemcpy(&h, n, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    return 0;
}
