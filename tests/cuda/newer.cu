// Calls of newer toolkits: launches with a configuration, prefetches and advice with a place, single-thread copies to shared memory.
// expect: launched 5 5, converted 2
// expect: dependent 7 7, its event 0
// expect: copied 1
// expect: dp2a 11 23
#include <cstdio>
#include <cuda_pipeline.h>
#define CHECK(x) do { cudaError_t err_ = (x); if (err_) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(err_)); return 1; } } while (0)
__global__ void add(int *p, int v, float f) { p[threadIdx.x] += v + (int)f; }
__global__ void copy(int *o, const int4 *in)
{
    __shared__ int4 s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int good = __syncthreads_and(s[31 - threadIdx.x].w == in[31 - threadIdx.x].w);
    if (threadIdx.x == 0)
        o[0] = good, o[1] = __dp2a_lo(0x00020001, 0x04030201, 6), o[2] = __dp2a_hi(0x00020003, 0x04030201, 6);
}
int main()
{
    int *p;
    CHECK(cudaMallocManaged(&p, 4096));
    cudaMemLocation where = {};
    where.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, where));
    CHECK(cudaMemPrefetchAsync(p, 4096, where, 0, 0));
    CHECK(cudaMemPrefetchAsync(p, 4096, 0));
    CHECK(cudaMemset(p, 0, 4096));
    cudaLaunchConfig_t c = {};
    c.gridDim = dim3(1), c.blockDim = dim3(32);
    CHECK(cudaLaunchKernelEx(&c, add, p, 5, 0));
    printf("launched %d %d", p[0], p[31]);
    CHECK(cudaLaunchKernelEx(&c, add, p, short(-5), 2)); // arguments become the parameters' types
    CHECK(cudaDeviceSynchronize());
    printf(", converted %d\n", p[0]);
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    cudaLaunchAttribute attrs[2] = {};
    attrs[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attrs[0].val.programmaticStreamSerializationAllowed = 1;
    attrs[1].id = cudaLaunchAttributeProgrammaticEvent;
    attrs[1].val.programmaticEvent.event = event;
    c.attrs = attrs, c.numAttrs = 2;
    CHECK(cudaLaunchKernelEx(&c, add, p, 5, 0));
    float ms = 1;
    CHECK(cudaEventElapsedTime(&ms, event, event)); // it has been recorded
    printf("dependent %d %d, its event %g\n", p[0], p[31], ms);
    for (int i = 0; i < 128; i++)
        p[128 + i] = i;
    copy<<<1, 32>>>(p, (const int4 *)(p + 128));
    CHECK(cudaDeviceSynchronize());
    printf("copied %d\ndp2a %d %d\n", p[0], p[1], p[2]);
    return 0;
}
__global__ void __launch_bounds__(128, 2, 1) three_bounds() {}
