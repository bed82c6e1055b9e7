/* Kernels of a few instructions, of 1 to 1,056 blocks: what a launch costs by itself, and what cold caches add. The
 * same source runs on the card and here: nvcc -arch=sm_90 -O2 -o tiny tools/h200/tiny.cu ncu --cache-control all
 * --clock-control none --metrics gpc__cycles_elapsed.max,sm__cycles_active.max ./tiny sluice cc -O2 -o tiny
 * tools/h200/tiny.cu && sluice run -m h200 --set l2.invalidate=on -- ./tiny Elapsed cycles less those of the busiest
 * SM are the launch's own (gpu.launch). Each kernel is launched five times; on the card single launches differ by up
 * to a tenth. A number as argument is bytes that are allocated first, and moves all arrays. */
#include <cstdio>
#include <cstdlib>
#include <vector>

#define AT (blockIdx.x * BLOCK + threadIdx.x)
#define KERNEL(name)                                                                                                 \
    template <int BLOCKS, int BLOCK> __global__ void name(float *a, const float *b, const float *c, unsigned n)

KERNEL(nothing) {}
KERNEL(store)
{
    if (AT < n)
        a[AT] = 1.0f;
}
KERNEL(copy)
{
    if (AT < n)
        a[AT] = 2.0f * b[AT];
}
KERNEL(saxpy)
{
    if (AT < n)
        a[AT] = 3.0f * b[AT] + c[AT];
}
KERNEL(chain)
{
    if (AT < n)
        a[AT] = c[(int)b[AT]];
}
KERNEL(stencil)
{
    if (AT > 0 && AT < n - 1)
        a[AT] = b[AT - 1] + 2.0f * b[AT] + b[AT + 1] - c[AT];
}
KERNEL(reduce)
{
    __shared__ float s[BLOCK];
    s[threadIdx.x] = AT < n ? b[AT] : 0.0f;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        a[blockIdx.x] = s[0];
}
KERNEL(doubles)
{
    if (AT < n) {
        double x = b[AT], y = c[AT] + 1.5, z = (x * y + x) / y;
        a[AT] = (float)(z * z + x);
    }
}
KERNEL(functions)
{
    if (AT < n)
        a[AT] = expf(b[AT] * 0.001f) + sqrtf(c[AT] + 1.5f) / (b[AT] + 1.0f) + logf(c[AT] + 1.5f);
}
KERNEL(atomics)
{
    if (AT < n)
        atomicAdd(&a[AT & 63], b[AT]);
}

/* Loads of which nothing is stored. */
KERNEL(look)
{
    if (AT < n && b[AT] < 0.0f)
        a[AT] = 1.0f;
}
KERNEL(look_chain)
{
    if (AT < n && c[(int)b[AT]] < 0.0f)
        a[AT] = 1.0f;
}
KERNEL(reductions)
{
    if (AT < n)
        atomicAdd(&a[AT], 1.0f);
}
/* Code that nobody has executed yet: steps that depend on each other, four cycles each once it is there. */
template <int BLOCKS, int BLOCK, int STEPS>
__global__ void straight(float *a, const float *b, const float *c, unsigned n)
{
    float x = (float)n;
#pragma unroll
    for (int i = 0; i < STEPS; i++)
        x = x * 1.25f + (float)(i * 7 + 1);
    if (x == 3.0f)
        a[AT] = x;
}

static float *a, *b, *c;

template <int BLOCKS, int BLOCK> static void launch()
{
    unsigned n = BLOCKS * BLOCK;
    nothing<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    store<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    copy<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    saxpy<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    chain<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    stencil<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    reduce<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    doubles<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    functions<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    atomics<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    look<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    look_chain<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    reductions<BLOCKS, BLOCK><<<BLOCKS, BLOCK>>>(a, b, c, n);
    straight<BLOCKS, BLOCK, 32><<<BLOCKS, BLOCK>>>(a, b, c, n);
    straight<BLOCKS, BLOCK, 128><<<BLOCKS, BLOCK>>>(a, b, c, n);
    straight<BLOCKS, BLOCK, 512><<<BLOCKS, BLOCK>>>(a, b, c, n);
    straight<BLOCKS, BLOCK, 2048><<<BLOCKS, BLOCK>>>(a, b, c, n);
}

int main(int argc, char **argv)
{
    const size_t n = 1056 * 256;
    std::vector<float> numbers(n);
    for (size_t i = 0; i < n; i++)
        numbers[i] = (float)i;
    if (argc > 1)
        cudaMalloc(&a, strtoul(argv[1], NULL, 0));
    for (float **p : {&a, &b, &c}) {
        cudaMalloc(p, n * sizeof(float));
        cudaMemcpy(*p, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
    for (int again = 0; again < 5; again++) {
        launch<1, 32>();
        launch<1, 256>();
        launch<16, 256>();
        launch<132, 256>();
        launch<1056, 256>();
    }
    cudaDeviceSynchronize();
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
