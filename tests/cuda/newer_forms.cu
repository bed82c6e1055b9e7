// Calls in the forms that CUDA 12 and 13 gave them, beside the older ones.
// expect: edges 1 1 1, plain 1, then 0
// expect: nodes 7 9, changed 8 8, of no such type 1
// expect: memory 1 1 1, events 1 1, symbol 5 1
// expect: by name 1 1 1, unknown 1 1
// expect: shared memory left 1
#include <cstdio>
#include <cuda.h>
__device__ int variable, *pointer;
__global__ void put(int *p, int v) { *p = v; }
static void nine(void *p) { *(int *)p = 9; }

int main()
{
    int *p, n = 7, noted = 0;
    cudaMallocManaged(&p, 64);
    cudaGraph_t g;
    cudaGraphNode_t a, b, kernel, host, found[2];
    cudaGraphEdgeData data[2];
    size_t edges = 2, before = 2, after = 2, left;
    cudaGraphCreate(&g, 0);
    cudaGraphAddEmptyNode(&a, g, NULL, 0);
    cudaGraphAddEmptyNode(&b, g, NULL, 0);
    cudaGraphAddDependencies(g, &a, &b, NULL, 1);
    data[0].type = 1;
    cudaGraphGetEdges(g, found, found + 1, data, &edges);
    cudaGraphNodeGetDependencies(b, found, data, &before);
    cudaGraphNodeGetDependentNodes_v2(a, found, data, &after);
    cudaGraphRemoveDependencies_v2(g, &a, &b, NULL, 1);
    cudaGraphGetEdges(g, NULL, NULL, &left);
    printf("edges %zu %zu %zu, plain %d, then %zu\n", edges, before, after, data[0].type == 0, left);

    cudaGraphNodeParams kp = {cudaGraphNodeTypeKernel}, hp = {cudaGraphNodeTypeHost}, other = {cudaGraphNodeTypeExtSemaphoreSignal};
    void *args[] = {&p, &n};
    kp.kernel.func = (void *)put, kp.kernel.gridDim = dim3(1), kp.kernel.blockDim = dim3(1), kp.kernel.kernelParams = args;
    hp.host.fn = nine, hp.host.userData = &noted;
    cudaGraphAddNode(&kernel, g, &b, 1, &kp);
    cudaGraphAddNode(&host, g, &kernel, NULL, 1, &hp);
    cudaGraphExec_t x, y;
    cudaGraphInstantiateParams ip = {};
    cudaGraphInstantiateWithParams(&x, g, &ip);
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    printf("nodes %d %d, ", *p, noted);
    n = 8;
    cudaGraphExecNodeSetParams(x, kernel, &kp);
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    int changed = *p;
    cudaGraphNodeSetParams(kernel, &kp);
    cudaGraphInstantiate(&y, g);
    *p = 0;
    cudaGraphLaunch(y, 0);
    cudaDeviceSynchronize();
    printf("changed %d %d, of no such type %d\n", changed, *p, cudaGraphAddNode(&a, g, NULL, 0, &other) == cudaErrorNotSupported);
    cudaGetLastError();

    cudaMemAllocNodeParams ap = {}, got;
    ap.bytesize = 4096;
    unsigned long long used = 0, high = 1, zero = 0;
    void *freed;
    cudaGraphAddMemAllocNode(&a, g, NULL, 0, &ap);
    cudaGraphAddMemFreeNode(&b, g, &a, 1, ap.dptr);
    cudaGraphMemAllocNodeGetParams(a, &got);
    cudaGraphMemFreeNodeGetParams(b, &freed);
    cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero);
    cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
    cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &high);
    cudaEvent_t e1, e2, which;
    cudaEventCreate(&e1);
    cudaEventCreate(&e2);
    cudaGraphAddEventRecordNode(&a, g, NULL, 0, e1);
    cudaGraphEventRecordNodeSetEvent(a, e2);
    cudaGraphEventRecordNodeGetEvent(a, &which);
    int wrong_type = cudaGraphEventWaitNodeGetEvent(a, &which) == cudaErrorInvalidValue, five = 5, back = 0;
    cudaGetLastError();
    cudaGraph_t g2;
    cudaGraphCreate(&g2, 0);
    cudaGraphAddMemcpyNode1D(&a, g2, NULL, 0, p, &n, 4, cudaMemcpyHostToDevice);
    cudaGraphMemcpyNodeSetParamsToSymbol(a, variable, &five, 4, 0, cudaMemcpyHostToDevice);
    int *to = NULL;
    cudaGraphAddMemcpyNodeToSymbol(&b, g2, &a, 1, pointer, &p, sizeof p, 0, cudaMemcpyHostToDevice);
    cudaGraphAddMemcpyNodeFromSymbol(&b, g2, &b, 1, &to, pointer, sizeof p, 0, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&x, g2);
    cudaGraphLaunch(x, 0);
    cudaMemcpyFromSymbol(&back, variable, 4);
    printf("memory %d %d %d, events %d %d, symbol %d %d\n", got.dptr == ap.dptr, freed == ap.dptr, used >= 4096 && high == used,
           which == e2, wrong_type, back, to == p);

    void *fn[3];
    CUdriverProcAddressQueryResult q, unknown;
    cudaDriverEntryPointQueryResult dq, dunknown;
    cuGetProcAddress("cuInit", &fn[0], 12000, CU_GET_PROC_ADDRESS_DEFAULT, &q);
    cudaGetDriverEntryPoint("cuInit", &fn[1], cudaEnableDefault, &dq);
    cudaGetDriverEntryPointByVersion("cuInit", &fn[2], 12000, cudaEnableDefault, &dq);
    int same = fn[0] == fn[1] && fn[1] == fn[2];
    cuGetProcAddress("cuNoSuchCall", &fn[0], 12000, 0, &unknown);
    cudaGetDriverEntryPoint("cuNoSuchCall", &fn[0], cudaEnableDefault, &dunknown);
    printf("by name %d %d %d, unknown %d %d\n", same, q == CU_GET_PROC_ADDRESS_SUCCESS, dq == cudaDriverEntryPointSuccess,
           unknown == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, dunknown == cudaDriverEntryPointSymbolNotFound);
    size_t bytes = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, put, 1, 128);
    printf("shared memory left %d\n", bytes > 0);
    return 0;
}
