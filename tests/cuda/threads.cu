/* Several host threads launch kernels of different shapes at once. */
#include <stdio.h>
#include <thread>
#include <vector>
__global__ void count(int *p, int n)
{
    if (blockDim.x == n && gridDim.x == n / 8)
        atomicAdd(p, 1);
}
int main()
{
    int *p, h;
    cudaMalloc(&p, sizeof(h));
    cudaMemset(p, 0, sizeof(h));
    std::vector<std::thread> all;
    for (int t = 1; t <= 8; t++)
        all.emplace_back([=] {
            for (int k = 0; k < 20; k++)
                count<<<t, 8 * t>>>(p, 8 * t);
        });
    for (auto &t : all)
        t.join();
    cudaMemcpy(&h, p, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    return 0;
}
// flags: -Xcompiler -pthread
// expect: 32640
