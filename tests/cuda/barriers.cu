// libcu++'s barriers and pipelines and the copies of cooperative groups, with the instructions of sm_90.
// flags: -std=c++17 -arch=sm_90
// machines: h200 a100
// expect: barrier 63 62, drop 3, native 1
// expect: bulk 496 2016, experimental 2016
// expect: shared pipeline of 2: 0 wrong, of 4: 0 wrong, roles: 0 wrong
// expect: thread pipeline: 0 wrong, groups: 0 wrong, primitives: 0 wrong
// expect: latch 64, semaphores 1 2, atomic_ref 2016
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void barriers(int *o)
{
    __shared__ block_barrier b, half;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) {
        init(&b, blockDim.x);
        init(&half, blockDim.x);
    }
    __syncthreads();
    s[t] = t;
    b.arrive_and_wait();
    if (t < 2)
        o[t] = s[63 - t];
    auto token = b.arrive();
    b.wait(std::move(token));
    // the upper half drops out: three more phases are the lower half's alone
    if (t >= 32)
        half.arrive_and_drop();
    else
        for (int i = 0; i < 3; i++) {
            half.arrive_and_wait();
            if (t == 31)
                o[2] = i + 1;
        }
    if (t == 0)
        o[3] = cuda::device::barrier_native_handle(b) == (void *)&b;
}

// copies whose bytes a barrier waits for; from capability 9.0 on
__global__ void bulk_copies(int *o, const int *in)
{
    __shared__ block_barrier b, bulk;
    __shared__ alignas(128) int got[64];
    int t = threadIdx.x;
    if (t == 0) {
        init(&b, blockDim.x);
        init(&bulk, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    block_barrier::arrival_token all;
    if (t == 0) {
        cuda::memcpy_async(got, in, cuda::aligned_size_t<16>(128), b); // of the other kind, on another barrier
        cuda::device::memcpy_async_tx(got + 32, in + 32, cuda::aligned_size_t<16>(128), bulk);
        all = cuda::device::barrier_arrive_tx(bulk, 1, 128);
    } else {
        all = bulk.arrive();
    }
    bulk.wait(std::move(all));
    b.arrive_and_wait();
    atomicAdd(o + (t < 32 ? 4 : 5), got[t]);
    atomicAdd(o + 5, t < 32 ? got[t] : 0);
    __syncthreads();
    if (t == 0) {
        got[0] = got[63] = 0;
        cuda::device::experimental::cp_async_bulk_global_to_shared(got, in, 256, bulk);
        all = cuda::device::barrier_arrive_tx(bulk, 1, 256);
    } else {
        all = bulk.arrive();
    }
    bulk.wait(std::move(all));
    atomicAdd(o + 6, got[t]);
}

// out[i] = in[i] + 1 by batches of a block's threads, through a ring of stages
template <int stages> __global__ void shared_pipeline(int *out, const int *in, int batches)
{
    __shared__ int ring[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int use = 0, fetch = 0; use < batches; use++) {
        for (; fetch < batches && fetch < use + stages; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, ring[fetch % stages], in + fetch * 64, cuda::aligned_size_t<4>(256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[use * 64 + threadIdx.x] = ring[use % stages][63 - threadIdx.x] + 1;
        block.sync();
        pipe.consumer_release();
    }
}
__global__ void roles(int *out, const int *in, int batches)
{
    __shared__ int ring[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool producer = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int i = 0; i < batches; i++)
        if (producer) {
            pipe.producer_acquire();
            for (int k = threadIdx.x; k < 64; k += 32)
                cuda::memcpy_async(&ring[i % 2][k], in + i * 64 + k, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            int k = threadIdx.x - 32;
            out[i * 64 + k] = ring[i % 2][63 - k] + 1;
            pipe.consumer_release();
        }
}
__global__ void thread_pipeline(int *out, const int *in, int batches)
{
    __shared__ int ring[4][64];
    auto pipe = cuda::make_pipeline();
    for (int use = 0, fetch = 0; use < batches; use++) {
        for (; fetch < batches && fetch < use + 4; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&ring[fetch % 4][threadIdx.x], in + fetch * 64 + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        out[use * 64 + threadIdx.x] = ring[use % 4][63 - threadIdx.x] + 1;
        __syncthreads();
        pipe.consumer_release();
    }
}
__global__ void group_copies(int *out, const int *in, int batches)
{
    __shared__ int ring[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, ring[0], in, sizeof(int) * 64);
    for (int i = 0; i < batches; i++) {
        if (i + 1 < batches) {
            cg::memcpy_async(block, ring[(i + 1) % 2], in + (i + 1) * 64, sizeof(int) * 64);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        out[i * 64 + threadIdx.x] = ring[i % 2][63 - threadIdx.x] + 1;
        block.sync();
    }
}
__global__ void primitives(int *out, const int *in, int batches)
{
    __shared__ int4 ring[16];
    for (int i = 0; i < batches; i++) {
        if (threadIdx.x < 16)
            __pipeline_memcpy_async(&ring[threadIdx.x], in + i * 64 + threadIdx.x * 4, 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        out[i * 64 + threadIdx.x] = ((int *)ring)[63 - threadIdx.x] + 1;
        __syncthreads();
    }
}
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> two(2);
__global__ void others(int *o)
{
    __shared__ alignas(64) char raw[sizeof(cuda::latch<cuda::thread_scope_block>)], flag[sizeof(cuda::binary_semaphore<cuda::thread_scope_block>)];
    auto &l = *(cuda::latch<cuda::thread_scope_block> *)raw;
    auto &one = *(cuda::binary_semaphore<cuda::thread_scope_block> *)flag;
    if (threadIdx.x == 0) {
        new (&l) cuda::latch<cuda::thread_scope_block>(blockDim.x);
        new (&one) cuda::binary_semaphore<cuda::thread_scope_block>(0);
    }
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> sum(o[3]), count(o[0]);
    sum.fetch_add((int)threadIdx.x, cuda::std::memory_order_relaxed);
    count.fetch_add(1);
    l.arrive_and_wait();
    if (threadIdx.x == 0) {
        one.release();
        two.acquire();
        o[2] = two.try_acquire() + !two.try_acquire();
        two.release(2);
    } else if (threadIdx.x == 32) {
        one.acquire();
        o[1] = 1;
    }
}

static int *in, *out;
template <class K> static int wrong(K kernel)
{
    int n = 0;
    cudaMemset(out, 0, 4096);
    kernel<<<1, kernel == (K)roles ? 96 : 64>>>(out, in, 7);
    if (cudaError_t e = cudaDeviceSynchronize())
        printf("%s\n", cudaGetErrorString(e));
    for (int i = 0; i < 7 * 64; i++)
        n += out[i] != in[i / 64 * 64 + 63 - i % 64] + 1;
    return n;
}
int main()
{
    cudaMallocManaged(&in, 4096);
    cudaMallocManaged(&out, 4096);
    cudaMemset(out, 0, 4096);
    for (int i = 0; i < 1024; i++)
        in[i] = i;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    barriers<<<1, 64>>>(out);
    if (prop.major >= 9)
        bulk_copies<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    printf("barrier %d %d, drop %d, native %d\n", out[0], out[1], out[2], out[3]);
    if (prop.major >= 9)
        printf("bulk %d %d, experimental %d\n", out[4], out[5], out[6]);
    int a = wrong(shared_pipeline<2>), b = wrong(shared_pipeline<4>), c = wrong(roles);
    printf("shared pipeline of 2: %d wrong, of 4: %d wrong, roles: %d wrong\n", a, b, c);
    a = wrong(thread_pipeline), b = wrong(group_copies), c = wrong(primitives);
    printf("thread pipeline: %d wrong, groups: %d wrong, primitives: %d wrong\n", a, b, c);
    cudaMemset(out, 0, 4096);
    others<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("latch %d, semaphores %d %d, atomic_ref %d\n", out[0], out[1], out[2], out[3]);
    return 0;
}
