// Kernels that kernels launch, beside their parents: values, by the word of the command line. nested_beside.sh
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
__device__ int x[64], y[64], z[64], total;
__device__ long long begins[8], ends[8];
// so many steps, each of which waits for the one before
__device__ int work(int n)
{
    int a = n;
    for (int i = 0; i < n; i++)
        a = a * 1664525 + 1013904223;
    return a | 1;
}
__global__ void leaf(int i, int n)
{
    begins[i] = clock64();
    z[i] = work(n);
    x[i] = i + 1;
    ends[i] = clock64();
}
__global__ void add(int v) { atomicAdd(&total, v); }
// a parent that takes long, and a child that does not
__global__ void spin(int n)
{
    leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(1, 10);
    leaf<<<1, 1, 0, 0>>>(2, 10);
    x[0] = work(n);
}
// y is read by what comes behind its writer: in the block's own stream, behind an event, in the tail
__global__ void write(int *to, int v, int n) 
{
    z[v] = work(n);
    *to = v;
}
__global__ void twice(int *to, const int *from, int at) { to[at] = 2 * *from; }
__global__ void ordered()
{
    cudaStream_t s, r;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&r, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    write<<<1, 1>>>(&y[0], 5, 5000);
    twice<<<1, 1>>>(x, &y[0], 0);
    write<<<1, 1, 0, s>>>(&y[1], 6, 20000);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(r, e, 0);
    twice<<<1, 1, 0, r>>>(x, &y[1], 1);
    cudaMemcpyAsync(&y[2], &y[1], 4, cudaMemcpyDeviceToDevice, s);
    twice<<<1, 1, 0, s>>>(x, &y[2], 2);
    twice<<<1, 1, 0, cudaStreamTailLaunch>>>(x, &x[1], 3);
    cudaMemsetAsync(&y[3], 1, 4, cudaStreamTailLaunch);
    twice<<<1, 1, 0, cudaStreamTailLaunch>>>(x, &x[3], 4);
    x[5] = work(100);
}
__global__ void chain(int i, int n)
{
    begins[i] = clock64();
    if (i < 5)
        chain<<<1, 1, 0, cudaStreamFireAndForget>>>(i + 1, n);
    else
        leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(6, 10);
    z[i] = work(n);
    x[i] = i;
    ends[i] = clock64();
}
// every block launches, and children do
__global__ void grand(int v)
{
    if (threadIdx.x == 0)
        add<<<2, 64, 0, cudaStreamFireAndForget>>>(v);
    add<<<1, 1, 0, cudaStreamFireAndForget>>>(1);
}
__global__ void check(int *to) { *to = total; }
__global__ void many()
{
    if (threadIdx.x % 16 == 0)
        grand<<<2, 16>>>(blockIdx.x);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        check<<<1, 1, 0, cudaStreamTailLaunch>>>(&x[0]);
    y[blockIdx.x] = work(3000);
}
// a child whose blocks wait for each other, beside its parent
__global__ void barrier(volatile int *n)
{
    atomicAdd((int *)n, 1);
    while (*n < (int)gridDim.x)
        ;
    x[1] = *n;
}
__global__ void polls()
{
    barrier<<<4, 1>>>(&y[0]);
    leaf<<<1, 1>>>(2, 10);
    x[0] = work(20000);
}
// a child with clusters: each block has the sum of its cluster's first threads
__global__ void __cluster_dims__(4) clustered(int n)
{
    __shared__ int mine;
    cooperative_groups::cluster_group c = cooperative_groups::this_cluster();
    if (threadIdx.x == 0)
        mine = work(n + blockIdx.x);
    c.sync();
    int sum = 0;
    for (unsigned r = 0; r < c.num_blocks(); r++)
        sum += *c.map_shared_rank(&mine, r);
    x[blockIdx.x + 1] = sum;
    c.sync();
}
__global__ void clusters()
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        clustered<<<8, 64>>>(100);
    x[0] = work(40000);
}
__global__ void wrong(int *p) { p[1 << 28] = 1; }
__global__ void faults()
{
    wrong<<<1, 1, 0, cudaStreamFireAndForget>>>(x);
    leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(1, 10);
    x[0] = work(100000);
}
__global__ void other(int n) { x[7] = work(n); }

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "spin";
    if (!strcmp(what, "spin"))
        spin<<<1, 1>>>(40000);
    if (!strcmp(what, "ordered"))
        ordered<<<1, 1>>>();
    if (!strcmp(what, "chain"))
        chain<<<1, 1>>>(0, 60000);
    if (!strcmp(what, "many"))
        many<<<12, 64>>>();
    if (!strcmp(what, "polls"))
        polls<<<1, 1>>>();
    if (!strcmp(what, "clusters"))
        clusters<<<4, 256>>>();
    if (!strcmp(what, "faults"))
        faults<<<1, 1>>>();
    if (!strcmp(what, "streams")) {
        cudaStream_t s, r;
        cudaStreamCreate(&s);
        cudaStreamCreate(&r);
        many<<<12, 64, 0, s>>>();
        other<<<1, 32, 0, r>>>(40000);
        leaf<<<1, 1, 0, s>>>(3, 10); // behind all that `many` launched
        void *to;
        cudaGetSymbolAddress(&to, x);
        check<<<1, 1, 0, s>>>((int *)to + 4);
    }
    printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
    int a[64] = {0}, n = 0;
    long long b[8], e[8];
    cudaMemcpyFromSymbol(a, x, sizeof a);
    cudaMemcpyFromSymbol(&n, total, sizeof n);
    for (int i = 0; i < 8; i++)
        printf(" %d", a[i]);
    printf(" total %d\n", n);
    cudaMemcpyFromSymbol(b, begins, sizeof b);
    cudaMemcpyFromSymbol(e, ends, sizeof e);
    for (int i = 0; i < 8 && argc > 2; i++)
        printf("%lld %lld\n", b[i], e[i]);
}
