/* naps LENGTH COUNT: when each nap ends, on the machine's clock in nanoseconds, and how many cycles it took */
#include <cstdio>
#include <cstdlib>

__global__ void naps(unsigned length, int n, long long *at)
{
    if (threadIdx.x % 2) /* only some lanes sleep */
        for (int k = 0; k < n; k++) {
            long long a = clock64(), t;
            asm volatile("nanosleep.u32 %0;" ::"r"(length) : "memory");
            long long b = clock64();
            asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
            at[2 * k] = t;
            at[2 * k + 1] = b - a;
        }
}

int main(int, char **argv)
{
    int n = atoi(argv[2]);
    long long *at;
    cudaMallocManaged(&at, n * 16);
    naps<<<1, 32>>>(atoi(argv[1]), n, at);
    cudaDeviceSynchronize();
    for (int k = 0; k < n; k++)
        printf("%lld %lld\n", at[2 * k], at[2 * k + 1]);
    return 0;
}
