// Graphs, made node by node and captured from streams, and memory pools.
// expect: explicit 42 42, again 43
// expect: captured 30 30, nodes 5, again 60
// expect: child 7, host 2
// expect: updated 11
// expect: pool 9 9
#include <cstdio>
#define CHECK(x) do { cudaError_t err_ = (x); if (err_) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(err_)); return 1; } } while (0)
__global__ void set(int *p, int v) { p[threadIdx.x] = v; }
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
static int calls;
static void count(void *) { calls++; }

static int by_hand(int *d, int *h)
{
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t a, b, c, host;
    int v = 40, two = 2;
    void *first[] = {&d, &v}, *second[] = {&d, &two};
    cudaKernelNodeParams p = {(void *)set, dim3(1), dim3(32), 0, first, NULL}, q = {(void *)add, dim3(1), dim3(32), 0, second, NULL};
    cudaHostNodeParams hp = {count, NULL};
    CHECK(cudaGraphCreate(&g, 0));
    CHECK(cudaGraphAddKernelNode(&b, g, NULL, 0, &q)); // must wait for a, though it came first
    CHECK(cudaGraphAddKernelNode(&a, g, NULL, 0, &p));
    CHECK(cudaGraphAddDependencies(g, &a, &b, 1));
    CHECK(cudaGraphAddMemcpyNode1D(&c, g, &b, 1, h, d, 128, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddHostNode(&host, g, &c, 1, &hp));
    v = two = -1; // the graph has its own
    CHECK(cudaGraphInstantiate(&x, g, NULL, NULL, 0));
    CHECK(cudaGraphLaunch(x, 0));
    printf("explicit %d %d", h[0], h[31]);
    two = 3;
    CHECK(cudaGraphExecKernelNodeSetParams(x, b, &q));
    CHECK(cudaGraphLaunch(x, 0));
    CHECK(cudaDeviceSynchronize());
    printf(", again %d\n", h[0]);
    CHECK(cudaGraphExecDestroy(x));
    return (int)cudaGraphDestroy(g);
}

static int captured(int *d, int *h)
{
    cudaStream_t s, other;
    cudaEvent_t e, f;
    cudaGraph_t g;
    cudaGraphExec_t x;
    size_t n = 0;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&e));
    CHECK(cudaEventCreate(&f));
    CHECK(cudaMemset(d, 0, 128));
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, s>>>(d, 10);
    CHECK(cudaEventRecord(e, s));
    CHECK(cudaStreamWaitEvent(other, e, 0));
    add<<<1, 32, 0, other>>>(d, 20);
    CHECK(cudaEventRecord(f, other));
    CHECK(cudaStreamWaitEvent(s, f, 0));
    CHECK(cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, count, NULL));
    CHECK(cudaMemsetAsync(d + 40, 1, 4, s));
    CHECK(cudaStreamEndCapture(s, &g));
    CHECK(cudaGraphGetNodes(g, NULL, &n));
    CHECK(cudaGraphInstantiate(&x, g));
    calls = 0;
    CHECK(cudaGraphLaunch(x, s));
    printf("captured %d %d, nodes %d", h[0], h[31], (int)n);
    CHECK(cudaGraphLaunch(x, s));
    printf(", again %d\n", h[0]);

    cudaGraph_t outer;
    cudaGraphNode_t node, inside;
    cudaGraphExec_t y;
    CHECK(cudaGraphCreate(&outer, 0));
    int v = -23;
    void *args[] = {&d, &v};
    cudaKernelNodeParams p = {(void *)set, dim3(1), dim3(32), 0, args, NULL};
    CHECK(cudaGraphAddKernelNode(&node, outer, NULL, 0, &p));
    CHECK(cudaGraphAddChildGraphNode(&inside, outer, &node, 1, g));
    CHECK(cudaGraphInstantiate(&y, outer, 0));
    calls = 1;
    CHECK(cudaGraphLaunch(y, s));
    printf("child %d, host %d\n", h[0], calls);
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    set<<<1, 32, 0, s>>>(d, 11);
    add<<<1, 32, 0, s>>>(d, 0);
    CHECK(cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, count, NULL));
    CHECK(cudaMemsetAsync(d + 40, 1, 4, s));
    cudaGraph_t changed;
    CHECK(cudaStreamEndCapture(s, &changed));
    cudaGraphExecUpdateResult how;
    CHECK(cudaGraphExecUpdate(x, changed, NULL, &how));
    CHECK(cudaGraphLaunch(x, s));
    printf("updated %d\n", h[0]);
    return 0;
}

int main()
{
    int *d, h[32], *p, *q;
    CHECK(cudaMalloc(&d, 4096));
    if (by_hand(d, h) || captured(d, h))
        return 1;
    cudaMemPool_t pool, own;
    unsigned long long keep = ~0ull;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    CHECK(cudaMemPoolCreate(&own, &props));
    CHECK(cudaMallocAsync(&p, 128, 0));
    CHECK(cudaMallocFromPoolAsync((void **)&q, 128, own, 0));
    set<<<1, 32>>>(p, 9);
    CHECK(cudaMemcpyAsync(q, p, 128, cudaMemcpyDeviceToDevice, 0));
    CHECK(cudaMemcpy(h, q, 128, cudaMemcpyDeviceToHost));
    printf("pool %d %d\n", h[0], h[31]);
    CHECK(cudaFreeAsync(p, 0));
    CHECK(cudaFreeAsync(q, 0));
    return (int)cudaMemPoolDestroy(own);
}
