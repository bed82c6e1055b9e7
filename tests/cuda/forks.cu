// A process that the program forks has no machine: it computes, and is not in the record; the program goes on as before.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
int main()
{
    int *p, status = 0, h[32] = {0};
    cudaStream_t a, b;
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    add<<<1, 32, 0, a>>>(p, 1);
    cudaDeviceSynchronize();
    pid_t child = fork();
    if (!child) {
        add<<<1, 32, 0, a>>>(p, 10);
        add<<<1, 32, 0, b>>>(p, 0);
        add<<<1, 32>>>(p, 20);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 1;
        cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
        return h[5] == 31 ? 0 : 2;
    }
    waitpid(child, &status, 0);
    add<<<1, 32>>>(p, 2);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("child %d, parent's word %d\n", status, h[5]);
    return status || h[5] != 3;
}
