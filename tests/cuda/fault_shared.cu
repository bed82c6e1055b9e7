// Shared memory past its end: with SLUICE_CHECK=warn such a load gives 0, such a store goes nowhere, and each place is
// told once. And addresses of shared memory have 32 bits: what is added may wrap.
// env: SLUICE_CHECK=warn
// levels: 0 3
// stderr: load of 4 bytes at 0x80
// stderr: store of 4 bytes at 0x80
// expect: 0 1 30 31 0 0
// expect: 10 11 41
#include <cstdio>
__global__ void past(int *o, int n)
{
    extern __shared__ int s[];
    s[threadIdx.x * n] = threadIdx.x * n;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
__global__ void wraps(int *o, unsigned int less)
{
    __shared__ int s[40];
    s[threadIdx.x] = 10 + threadIdx.x;
    __syncthreads();
    int *second = s + 1;
    o[threadIdx.x] = second[threadIdx.x - less];
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 256);
    past<<<1, 34, 32 * sizeof(int)>>>(o, 1);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d %d\n", o[0], o[1], o[30], o[31], o[32], o[33]);
    wraps<<<1, 32>>>(o, 1);
    printf("%d %d %d\n", o[0], o[1], o[31]);
    return (int)cudaDeviceSynchronize();
}
