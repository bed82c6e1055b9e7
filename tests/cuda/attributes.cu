// What a program is told about its kernels and the device: host code such as CUB's chooses sizes by it.
// flags: -arch=sm_50
// expect: compiled for 500, told 50, driver 50
// expect: capability 7.0
// expect: pools 1 1, allocated 1
// expect: layered 2048 2048 2048 1, surfaces 2048 2048
// expect: virtual memory 1
// expect: properties 0 1 2
// expect: capture 0: no graph
// expect: capture 1: graph 1, waits for 0
// expect: capture 1: waits for 1, the kernel 1, edges 0
#include <cstdio>
#include <cuda.h>
#define CHECK(x) do { int err_ = (int)(x); if (err_) { printf("line %d: %d\n", __LINE__, err_); return 1; } } while (0)
__global__ void arch(int *p)
{
#ifdef __CUDA_ARCH__
    *p = __CUDA_ARCH__;
#endif
}
static int attr(cudaDeviceAttr a)
{
    int v = -1;
    cudaDeviceGetAttribute(&v, a, 0);
    return v;
}
static int attr(CUdevice_attribute a)
{
    int v = -1;
    cuDeviceGetAttribute(&v, a, 0);
    return v;
}
static int captures()
{
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaStreamCaptureStatus status;
    unsigned long long id = 7;
    cudaGraph_t g = NULL;
    const cudaGraphNode_t *deps = NULL;
    const cudaGraphEdgeData *edges = (const cudaGraphEdgeData *)1;
    size_t n = 9;
    CHECK(cudaStreamGetCaptureInfo(s, &status, &id, &g));
    printf("capture %d: %s graph\n", (int)status, g ? "a" : "no");
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamGetCaptureInfo(s, &status, &id, &g, &deps, &n)); // CUDA 12's form
    printf("capture %d: graph %d, waits for %zu\n", (int)status, g != NULL, n);
    arch<<<1, 1, 0, s>>>(NULL);
    CHECK(cudaStreamGetCaptureInfo(s, &status, &id, &g, &deps, &edges, &n)); // CUDA 13's
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    if (n == 1)
        CHECK(cudaGraphNodeGetType(deps[0], &type));
    printf("capture %d: waits for %zu, the kernel %d, edges %d\n", (int)status, n, type == cudaGraphNodeTypeKernel, edges != NULL);
    CHECK(cudaStreamEndCapture(s, &g));
    return 0;
}
int main()
{
    int *d, h = 0, version = 0;
    CHECK(cudaMalloc(&d, sizeof(int)));
    arch<<<1, 1>>>(d);
    CHECK(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost));
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, arch));
    cudaFunction_t f;
    CHECK(cudaGetFuncBySymbol(&f, arch));
    CHECK(cuFuncGetAttribute(&version, CU_FUNC_ATTRIBUTE_PTX_VERSION, (CUfunction)f));
    printf("compiled for %d, told %d, driver %d\n", h, a.ptxVersion, version);
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    printf("capability %d.%d\n", p.major, p.minor);
    void *pool = NULL;
    CHECK(cudaMallocAsync(&pool, 1024, 0));
    printf("pools %d %d, allocated %d\n", attr(cudaDevAttrMemoryPoolsSupported), attr(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED), pool != NULL);
    printf("layered %d %d %d %d, surfaces %d %d\n", attr(cudaDevAttrMaxTexture1DLayeredLayers), attr(cudaDevAttrMaxTexture2DLayeredLayers),
           attr(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS), attr(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH) > 2048,
           attr(cudaDevAttrMaxSurface1DLayeredLayers), attr(cudaDevAttrMaxSurface2DLayeredLayers));
    printf("virtual memory %d\n", attr(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED));
    CUmemAllocationProp prop = {}, got = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemGenericAllocationHandle handle;
    CHECK(cuMemCreate(&handle, 2 << 20, &prop, 0));
    CHECK(cuMemGetAllocationPropertiesFromHandle(&got, handle));
    printf("properties %d %d %d\n", got.location.id, (int)got.location.type, 1 + (got.type == CU_MEM_ALLOCATION_TYPE_PINNED));
    CHECK(cuMemRelease(handle));
    return captures();
}
