// Thrust's algorithms called in kernels: with thrust::seq, and with thrust::device, which does the same there.
// flags: -std=c++14
// expect: no error
// expect: sorted 1, sum 90, first 10, unique 10, largest 9
// expect: device: sum 90, keys 1009 1000, value 18
// expect: from the host 3000 1 3000
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

struct raise {
    int *p;
    __device__ void operator()(int i) const { p[i] += 1000; }
};

__global__ void k(int *a, int *b, int *o, int n)
{
    if (threadIdx.x == 0) {
        thrust::sort(thrust::seq, a, a + n);
        o[0] = thrust::is_sorted(thrust::seq, a, a + n);
        o[1] = thrust::reduce(thrust::seq, a, a + n);
        o[2] = (int)(thrust::lower_bound(thrust::seq, a, a + n, 5) - a);
        o[3] = (int)(thrust::unique(thrust::seq, a, a + n) - a);
        o[4] = *thrust::max_element(thrust::seq, a, a + o[3]);
    }
    if (threadIdx.x == 1) {
        thrust::sort(thrust::device, b, b + n);
        o[5] = thrust::reduce(thrust::device, b, b + n, 0, thrust::plus<int>());
        thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), raise{b});
        thrust::sort_by_key(thrust::device, b, b + n, o + 10, thrust::greater<int>());
    }
}

int main()
{
    int *a, *b, *o, n = 20;
    cudaMallocManaged(&a, 4096);
    cudaMallocManaged(&b, 4096);
    cudaMallocManaged(&o, 4096);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = (i * 7 + 3) % 10, o[10 + i] = i;
    k<<<1, 32>>>(a, b, o, n);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    printf("sorted %d, sum %d, first %d, unique %d, largest %d\n", o[0], o[1], o[2], o[3], o[4]);
    printf("device: sum %d, keys %d %d, value %d\n", o[5], b[0], b[n - 1], o[10]);
    thrust::device_vector<int> v(1000, 3);
    int sum = thrust::reduce(thrust::device, v.begin(), v.end());
    v[500] = 1;
    thrust::sort(thrust::device, v.begin(), v.end());
    printf("from the host %d %d %d\n", sum, (int)v[0], thrust::reduce(v.begin(), v.end()) + 2);
    return 0;
}
