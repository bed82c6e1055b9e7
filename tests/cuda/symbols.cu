/* Variables: by object and by name, initialised, constant, static, managed. */
#include <stdio.h>
__device__ float table[4] = {1, 2, 3, 4};
__constant__ int factor = 3;
static __constant__ int hidden[2];
__device__ int *pointer;
__managed__ int counter = 7;
namespace deep { __device__ double value = 0.5; }
struct pair { int a; float b; };
__constant__ pair pairs[2] = {{1, 1.5f}, {2, 2.5f}};

__global__ void use(float *out)
{
    int i = threadIdx.x;
    out[i] = table[i] * factor + hidden[i & 1] + (float)deep::value + pairs[i & 1].b;
    if (pointer)
        pointer[i] = i;
    if (i == 0)
        counter++;
}

int main()
{
    float *out, h[4];
    int two[2] = {100, 200}, four = 4, *p, hp[4];
    size_t size;
    void *at;
    cudaMalloc(&out, sizeof(h));
    cudaMalloc(&p, sizeof(hp));
    use<<<1, 4>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g %g counter %d\n", h[0], h[3], counter);
    cudaMemcpyToSymbol(factor, &four, sizeof(four));
    cudaMemcpyToSymbol("hidden", two, sizeof(two), 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(pointer, &p, sizeof(p));
    counter = 20;
    use<<<1, 4>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(hp, p, sizeof(hp), cudaMemcpyDeviceToHost);
    printf("%g %g counter %d pointer %d\n", h[0], h[3], counter, hp[3]);
    cudaMemcpyFromSymbol(h, table, 8, 8);
    cudaGetSymbolSize(&size, table);
    cudaGetSymbolAddress(&at, table);
    cudaMemset(at, 0, 4);
    cudaMemcpyFromSymbol(h + 2, "table", 4);
    printf("%g %g size %d cleared %g\n", h[0], h[1], (int)size, h[2]);
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol("nothing", two, 4)));
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(table, two, 8, 12)));
    return 0;
}
// expect: 5 15 counter 8
// expect: 106 219 counter 21 pointer 3
// expect: 3 4 size 16 cleared 0
// expect: cudaErrorInvalidSymbol
// expect: cudaErrorInvalidValue
