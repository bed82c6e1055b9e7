/* compete BLOCKS: the maximum of floats by a loop of compare-and-swap; the maximum, and the rounds of all lanes together */
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void maximum(unsigned *p, unsigned *rounds)
{
    float v = (float)(blockIdx.x * blockDim.x + threadIdx.x + 1);
    unsigned old = *(volatile unsigned *)p, n = 0;
    while (__uint_as_float(old) < v) {
        unsigned seen = atomicCAS(p, old, __float_as_uint(v));
        n++;
        if (seen == old)
            break;
        old = seen;
    }
    atomicAdd(rounds, n);
}

int main(int, char **argv)
{
    int blocks = atoi(argv[1]);
    unsigned *at;
    float most;
    cudaMallocManaged(&at, 8);
    at[0] = at[1] = 0;
    maximum<<<blocks, 32>>>(at, at + 1);
    cudaDeviceSynchronize();
    memcpy(&most, at, 4);
    printf("%g %u\n", most, at[1]);
    return most != blocks * 32;
}
