// libcu++ from Debian's package, as it is: barriers, atomics, latches, tuples, complex numbers, in kernels and outside.
// flags: -std=c++17 -arch=sm_70
// expect: barrier 63 0, phases 3
// expect: atomics 128 63, latch 64
// expect: tuple 6, complex -3 4, array 6
// expect: host 5
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/complex>
#include <cuda/std/tuple>
__device__ cuda::atomic<int, cuda::thread_scope_device> count;
__global__ void k(int *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ __align__(8) char raw[sizeof(cuda::latch<cuda::thread_scope_block>)];
    auto &l = *reinterpret_cast<cuda::latch<cuda::thread_scope_block> *>(raw);
    __shared__ int s[64], phases;
    if (threadIdx.x == 0) {
        init(&b, blockDim.x);
        new (&l) cuda::latch<cuda::thread_scope_block>(blockDim.x);
        phases = 0;
    }
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    b.arrive_and_wait();
    o[threadIdx.x] = s[63 - threadIdx.x];
    for (int i = 0; i < 3; i++) {
        auto token = b.arrive();
        b.wait(cuda::std::move(token));
        if (threadIdx.x == 40)
            phases++;
        b.arrive_and_wait();
    }
    count.fetch_add(1, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_system> most(o[64]), last(o[65]);
    most.fetch_max((int)threadIdx.x);
    l.arrive_and_wait();
    last.fetch_add(blockIdx.x == 0);
    if (threadIdx.x == 0) {
        cuda::std::array<int, 3> a{1, 2, 3};
        cuda::std::tuple<int, float> t(2, 4.0f);
        cuda::std::complex<float> c(1, 2);
        c *= c;
        o[66] = cuda::std::get<0>(t) + (int)cuda::std::get<1>(t), o[67] = (int)c.real(), o[68] = (int)c.imag(), o[69] = a[0] + a[1] + a[2];
        o[70] = phases;
    }
}
__global__ void read(int *o) { o[71] = count.load(); }
int main()
{
    int *o;
    cudaMallocManaged(&o, 1024);
    cudaMemset(o, 0, 1024);
    k<<<2, 64>>>(o);
    read<<<1, 1>>>(o);
    if (cudaDeviceSynchronize())
        return 1;
    printf("barrier %d %d, phases %d\n", o[0], o[63], o[70]);
    printf("atomics %d %d, latch %d\n", o[71], o[64], o[65]);
    printf("tuple %d, complex %d %d, array %d\n", o[66], o[67], o[68], o[69]);
    cuda::std::atomic<int> h(3);
    h += 2;
    printf("host %d\n", h.load());
    return 0;
}
