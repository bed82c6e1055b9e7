/* A program that reads before its array and does not use it: with SLUICE_CHECK=warn it is told once and goes on. */
#include <stdio.h>
__global__ void above(const int *in, int *out, int columns)
{
    __shared__ int row[32];
    int i = threadIdx.x;
    row[i] = in[(int)(blockIdx.x * columns) + i - columns];
    if (blockIdx.x == 0)
        row[i] = in[i];
    __syncthreads();
    out[blockIdx.x * columns + i] = row[31 - i];
}
int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    above<<<2, 32>>>(in, out, 32);
    above<<<2, 32>>>(in, out, 32);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %s\n", h[0], h[63], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
// env: SLUICE_CHECK=warn
// expect: 31 0 no error
// stderr: fault_tolerated.cu:7
