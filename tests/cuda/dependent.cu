// expect: dependent 0, events 0 0
// expect: attributes 0 0 0, at the end 111
// expect: updatable 801
// expect: driver 0, cooperative 64
// expect: block 496
// stderr: cudaLaunchAttributeDeviceUpdatableKernelNode
// flags: -arch=sm_90 -lcuda
// Programmatic dependent launch, the attributes of launches, and a block's barrier in two halves
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda.h>
namespace cg = cooperative_groups;

__global__ void first(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    y[i] = x[i] * 2 + 1;
}
__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
extern "C" __global__ void whole(int *x)
{
    atomicAdd(x, 1);
    cg::this_grid().sync();
    if (!threadIdx.x)
        atomicMax(x + 1, x[0]);
}
__global__ void halves(int *x)
{
    __shared__ int mine[32];
    cg::thread_block b = cg::this_thread_block();
    mine[threadIdx.x] = threadIdx.x;
    cg::thread_block::arrival_token t = b.barrier_arrive();
    int sum = 0;
    b.barrier_wait(std::move(t));
    for (int i = 0; i < 32; i++)
        sum += mine[i];
    x[threadIdx.x] = sum;
}

static void dependent(cudaStream_t s)
{
    float *x, *y;
    int wrong = 0;
    cudaEvent_t at[2];
    cudaMallocManaged(&x, 4096), cudaMallocManaged(&y, 4096);
    cudaEventCreate(at), cudaEventCreate(at + 1);
    cudaLaunchAttribute a[3] = {};
    a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization, a[0].val.programmaticStreamSerializationAllowed = 1;
    a[1].id = cudaLaunchAttributeProgrammaticEvent, a[1].val.programmaticEvent.event = at[0];
    a[2].id = cudaLaunchAttributeLaunchCompletionEvent, a[2].val.launchCompletionEvent.event = at[1];
    cudaLaunchConfig_t c = {};
    c.gridDim = 4, c.blockDim = 256, c.stream = s, c.attrs = a, c.numAttrs = 3;
    first<<<4, 256, 0, s>>>(x);
    cudaLaunchKernelEx(&c, second, (const float *)x, y);
    cudaStreamSynchronize(s);
    for (int i = 0; i < 1024; i++)
        wrong += y[i] != i % 256 * 2 + 1;
    printf("dependent %d, events %d %d\n", wrong, cudaEventQuery(at[0]), cudaEventQuery(at[1]));
}

static void attributes(cudaStream_t s)
{
    int *x, v[] = {1, 10, 100}, e[3];
    cudaMallocManaged(&x, 128);
    cudaLaunchAttribute a[4] = {};
    a[0].id = cudaLaunchAttributeMemSyncDomain, a[0].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    a[1].id = cudaLaunchAttributeMemSyncDomainMap, a[1].val.memSyncDomainMap.remote = 1;
    a[2].id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
    a[2].val.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicySpread;
    a[3].id = cudaLaunchAttributeSynchronizationPolicy, a[3].val.syncPolicy = cudaSyncPolicySpin;
    cudaLaunchConfig_t c = {};
    c.gridDim = 1, c.blockDim = 32, c.stream = s, c.attrs = a;
    for (c.numAttrs = 0; c.numAttrs < 3; c.numAttrs++)
        e[c.numAttrs] = cudaLaunchKernelEx(&c, add, x, v[c.numAttrs]);
    cudaStreamSynchronize(s);
    printf("attributes %d %d %d, at the end %d\n", e[0], e[1], e[2], x[31]);
    a[0].id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    printf("updatable %d\n", cudaLaunchKernelEx(&c, add, x, 1));
    cudaGetLastError();
}

static void by_driver()
{
    cudaFunction_t f;
    int *x;
    cudaGetFuncBySymbol(&f, (const void *)whole);
    cudaMallocManaged(&x, 8);
    CUlaunchAttribute a = {};
    a.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, a.value.cooperative = 1;
    CUlaunchConfig c = {};
    c.gridDimX = 4, c.gridDimY = c.gridDimZ = 1, c.blockDimX = 16, c.blockDimY = c.blockDimZ = 1, c.attrs = &a, c.numAttrs = 1;
    void *args[] = {&x};
    CUresult r = cuLaunchKernelEx(&c, f, args, NULL);
    cudaDeviceSynchronize();
    printf("driver %d, cooperative %d\n", r, x[1]);
}

int main()
{
    cudaStream_t s;
    int *x;
    cudaStreamCreate(&s);
    cudaMallocManaged(&x, 128);
    dependent(s);
    attributes(s);
    by_driver();
    halves<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    printf("block %d\n", x[17]);
}
