// cuda::barrier and cuda::pipeline compiled for a newer card.
// flags: -std=c++17 -arch=sm_86
// expect: no error 636 384
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const float4 *in, float *out, int n)
{
    __shared__ float4 s[2][64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    cg::thread_block cta = cg::this_thread_block();
    if (cta.thread_rank() == 0)
        init(&bar, cta.size());
    cta.sync();
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    float sum = 0;
    for (int i = 0; i < n; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i & 1][threadIdx.x], &in[i * 64 + threadIdx.x], cuda::aligned_size_t<alignof(float4)>(sizeof(float4)), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        bar.arrive_and_wait();
        sum += s[i & 1][63 - threadIdx.x].x;
        pipe.consumer_release();
        auto token = bar.arrive();
        bar.wait(std::move(token));
    }
    out[threadIdx.x] = sum;
}
int main()
{
    float4 *in; float *out; cudaMallocManaged(&in, 64 * 4 * 16); cudaMallocManaged(&out, 256);
    for (int i = 0; i < 256; i++) in[i] = make_float4(i, 0, 0, 0);
    k<<<1, 64>>>(in, out, 4);
    printf("%s %g %g\n", cudaGetErrorString(cudaDeviceSynchronize()), out[0], out[63]);
}
