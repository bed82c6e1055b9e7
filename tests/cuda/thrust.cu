// Thrust and CUB from Debian's packages, as they are: vectors, sort, reduce, scan, transform; block, warp and device-wide
// primitives.
// flags: -std=c++14
// expect: sorted 1 sum 499500 last 499500
// expect: squares 0 998001, even 500, dot 332833500
// expect: pairs 7 999 unique 10
// expect: block 8128 prefix 8001 warp 496
// expect: keys 1 values 1
// expect: scan 1 reduce 499500 most 999
// expect: histogram 125 select 500 runs 10
#include <cstdio>
#include <cub/cub.cuh>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

static thrust::host_vector<int> shuffled(int n)
{
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (i * 337) % n;
    return h;
}

static void with_thrust()
{
    const int n = 1000;
    thrust::host_vector<int> h = shuffled(n);
    thrust::device_vector<int> d = h, e(n), keys = h;
    thrust::sort(d.begin(), d.end());
    thrust::inclusive_scan(d.begin(), d.end(), e.begin());
    printf("sorted %d sum %d last %d\n", (int)thrust::is_sorted(d.begin(), d.end()), thrust::reduce(d.begin(), d.end()), (int)e[n - 1]);
    thrust::transform(d.begin(), d.end(), e.begin(), square());
    printf("squares %d %d, even %d, dot %d\n", (int)e[0], (int)e[n - 1], (int)thrust::count_if(d.begin(), d.end(), is_even()),
           thrust::inner_product(d.begin(), d.end(), d.begin(), 0));
    thrust::sequence(e.begin(), e.end());
    thrust::sort_by_key(keys.begin(), keys.end(), e.begin());
    int where = (int)(e[7] * 337 % n);
    thrust::transform(d.begin(), d.end(), d.begin(), [] __device__(int x) { return x / 100; });
    int different = (int)(thrust::unique(d.begin(), d.end()) - d.begin());
    printf("pairs %d %d unique %d\n", where, (int)keys[n - 1], different);
}

__global__ void in_a_block(int *out)
{
    typedef cub::BlockReduce<int, 128> reduce;
    typedef cub::BlockScan<int, 128> scan;
    typedef cub::WarpReduce<int> warp;
    __shared__ union {
        reduce::TempStorage r;
        scan::TempStorage s;
    } both;
    __shared__ warp::TempStorage w[4];
    int v = (int)threadIdx.x, before;
    int sum = reduce(both.r).Sum(v);
    __syncthreads();
    scan(both.s).ExclusiveSum(v, before);
    int lanes = warp(w[threadIdx.x / 32]).Sum(v);
    if (threadIdx.x == 127)
        out[1] = before;
    if (threadIdx.x == 0)
        out[0] = sum, out[2] = lanes;
}

// f(storage, bytes) twice: how much, and then for real
template <class F> static void twice(F f)
{
    void *storage = NULL;
    size_t bytes = 0;
    f(storage, bytes);
    cudaMalloc(&storage, bytes);
    f(storage, bytes);
    cudaDeviceSynchronize();
    cudaFree(storage);
}

static void with_cub()
{
    const int n = 1000;
    thrust::host_vector<int> h = shuffled(n);
    int *k, *v, *k2, *v2, *o;
    for (int **p : {&k, &v, &k2, &v2, &o})
        cudaMallocManaged(p, n * sizeof(int) + 64);
    in_a_block<<<1, 128>>>(o);
    cudaDeviceSynchronize();
    printf("block %d prefix %d warp %d\n", o[0], o[1], o[2]);
    for (int i = 0; i < n; i++)
        k[i] = h[i], v[i] = i;
    twice([&](void *s, size_t &b) { cub::DeviceRadixSort::SortPairs(s, b, k, k2, v, v2, n); });
    bool keys = true, values = true;
    for (int i = 0; i < n; i++)
        keys = keys && k2[i] == i, values = values && h[v2[i]] == i;
    printf("keys %d values %d\n", keys, values);
    twice([&](void *s, size_t &b) { cub::DeviceScan::InclusiveSum(s, b, k, k2, n); });
    bool good = true;
    for (int i = 0, sum = 0; i < n; i++)
        good = good && k2[i] == (sum += k[i]);
    twice([&](void *s, size_t &b) { cub::DeviceReduce::Sum(s, b, k, o, n); });
    twice([&](void *s, size_t &b) { cub::DeviceReduce::Max(s, b, k, o + 1, n); });
    printf("scan %d reduce %d most %d\n", good, o[0], o[1]);
    twice([&](void *s, size_t &b) { cub::DeviceHistogram::HistogramEven(s, b, k, o, 9, 0, 1000, n); });
    int third = o[3];
    twice([&](void *s, size_t &b) { cub::DeviceSelect::If(s, b, k, k2, o, n, is_even()); });
    int selected = o[0];
    for (int i = 0; i < n; i++)
        k[i] = i / 100;
    twice([&](void *s, size_t &b) { cub::DeviceRunLengthEncode::Encode(s, b, k, k2, v2, o, n); });
    printf("histogram %d select %d runs %d\n", third, selected, o[0]);
}

int main()
{
    with_thrust();
    with_cub();
    return 0;
}
