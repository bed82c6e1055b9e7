// CUB's host code picks sizes by the kernels' ptxVersion; its kernels have those of -arch. When the two differ, sums and sorts are wrong.
// flags: -arch=sm_50
// expect: sum 1
// expect: sorted 1
#include <algorithm>
#include <cstdio>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <vector>
#define CHECK(x) do { cudaError_t err_ = (x); if (err_) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(err_)); return 1; } } while (0)
int main()
{
    const int n = 100000;
    std::vector<unsigned> h(n), got(n);
    unsigned seed = 1, sum = 0, total;
    for (unsigned &x : h) {
        seed = seed * 1664525u + 1013904223u;
        x = seed >> 8;
        sum += x;
    }
    unsigned *in, *out;
    void *tmp = NULL;
    size_t bytes = 0, more = 0;
    CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
    CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
    CHECK(cudaMemcpy(in, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    CHECK(cub::DeviceReduce::Sum(tmp, bytes, in, out, n));
    CHECK(cub::DeviceRadixSort::SortKeys(tmp, more, in, out, n));
    CHECK(cudaMalloc(&tmp, std::max(bytes, more)));
    CHECK(cub::DeviceReduce::Sum(tmp, bytes, in, out, n));
    CHECK(cudaMemcpy(&total, out, sizeof(total), cudaMemcpyDeviceToHost));
    printf("sum %d\n", total == sum);
    CHECK(cub::DeviceRadixSort::SortKeys(tmp, more, in, out, n));
    CHECK(cudaMemcpy(got.data(), out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    std::sort(h.begin(), h.end());
    printf("sorted %d\n", got == h);
    return 0;
}
