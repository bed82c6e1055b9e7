/* Kernels that launch kernels: what is launched, in which order, and what goes wrong. */
// expect: order: 1 2 3 4 9
// expect: templates and structures: 42 7.5 3
// expect: each thread its own: 2304
// expect: streams, copies, fills: 5 5 16843009 0
// expect: memory of the device: 77
// expect: depth: 2048 deep, then too many nested launches are pending
// expect: tail launches behind each other: 12502500
// expect: pending: 3 of 5, cudaErrorLaunchPendingCountExceeded
// expect: configuration: cudaErrorInvalidConfiguration, then no error
// expect: by address: 11
// expect: attribute: same
// expect: host: no error
#include <cstdio>

__managed__ int order[16], at, total, failed, deepest;
__managed__ float mixed[3];

__global__ void note(int v) { order[at++] = v; }
__global__ void grandparent(int v)
{
    note<<<1, 1>>>(v);
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(v + 1);
}
__global__ void orders()
{
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(9);
    note<<<1, 1>>>(1);
    grandparent<<<1, 1>>>(2);
    note<<<1, 1>>>(4);
}

struct pair {
    char tag;
    double x;
    int n;
};
template <class T> __global__ void put(T *to, T v, pair p)
{
    to[0] = v;
    to[1] = (T)p.x;
    to[2] = (T)p.n;
}
__device__ void helper(float *to) { put<<<dim3(1), dim3(1, 1, 1)>>>(to, 42.f, pair{'a', 7.5, 3}); }
__global__ void templates() { helper(mixed); }

__global__ void count(int v) { atomicAdd(&total, v); }
__global__ void threads()
{
    if (threadIdx.x % 2)
        count<<<2, 32>>>(threadIdx.x / 32 ? 1 : 0);
    else if (threadIdx.x < 4)
        count<<<1, 64>>>(1);
}

__global__ void moves(int *a)
{
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    put<<<1, 1, 0, s>>>(a, 5, pair{'b', 0, 0});
    cudaMemcpyAsync(a + 4, a, 4, cudaMemcpyDeviceToDevice, s);
    cudaMemsetAsync(a + 8, 1, 4, s);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(s, e, 0);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
}
__global__ void heap(int **where)
{
    if (cudaMalloc((void **)where, 4) == cudaSuccess)
        **where = 77;
}
__global__ void unheap(int **where, int *to)
{
    *to = **where;
    cudaFree(*where);
}

__global__ void deeper(int level)
{
    deepest = level;
    deeper<<<1, 1>>>(level + 1);
    cudaError_t e = cudaGetLastError();
    failed = e ? (int)e : failed;
}
__global__ void tails(int left)
{
    total += left;
    if (left > 1)
        tails<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
}
__global__ void many()
{
    for (int i = 0; i < 5; i++) {
        count<<<1, 1>>>(1);
        cudaError_t e = cudaPeekAtLastError();
        failed = e;
    }
}
__global__ void wrong(int *a)
{
    count<<<1, 2048>>>(1);
    a[0] = cudaGetLastError();
    a[1] = cudaGetLastError();
}
__global__ void by_address(int *a)
{
    int *buffer = (int *)cudaGetParameterBuffer(4, 4);
    buffer[0] = 11;
    cudaLaunchDevice((void *)count, buffer, dim3(1), dim3(1), 0, 0);
}
__global__ void attribute(int *a) { cudaDeviceGetAttribute(a, cudaDevAttrMultiProcessorCount, 0); }

int main()
{
    int *a, sms;
    cudaMallocManaged(&a, 64 * sizeof(int));
    orders<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("order: %d %d %d %d %d\n", order[0], order[1], order[2], order[3], order[at - 1]);
    templates<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("templates and structures: %g %g %g\n", mixed[0], mixed[1], mixed[2]);
    threads<<<2, 64>>>(); /* a block: 16 launches of 64 threads that add 1, 16 of those that add 0, and 2 of 64 */
    cudaDeviceSynchronize();
    printf("each thread its own: %d\n", total);
    moves<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    printf("streams, copies, fills: %d %d %d %d\n", a[0], a[4], a[8], a[9]);
    heap<<<1, 1>>>((int **)(a + 16));
    unheap<<<1, 1>>>((int **)(a + 16), a);
    cudaDeviceSynchronize();
    printf("memory of the device: %d\n", a[0]);
    deeper<<<1, 1>>>(0);
    cudaDeviceSynchronize();
    printf("depth: %d deep, then %s\n", deepest, cudaGetErrorString((cudaError_t)failed));
    total = failed = 0;
    tails<<<1, 1>>>(5000);
    cudaDeviceSynchronize();
    printf("tail launches behind each other: %d\n", total);
    total = 0;
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3);
    many<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("pending: %d of 5, %s\n", total, cudaGetErrorName((cudaError_t)failed));
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048);
    wrong<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    printf("configuration: %s, then %s\n", cudaGetErrorName((cudaError_t)a[0]), cudaGetErrorString((cudaError_t)a[1]));
    total = 0;
    by_address<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    printf("by address: %d\n", total);
    attribute<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    printf("attribute: %s\n", a[0] == sms ? "same" : "another");
    printf("host: %s\n", cudaGetErrorString(cudaGetLastError()));
}
