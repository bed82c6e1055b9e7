// Conditional nodes, user objects that graphs hold, captures of every kind of copy; occupancy with clusters; what cannot be shared.
// expect: while 10, again 10
// expect: if 1 0, else 0 1
// expect: switch 0 1 0, none 0 0 0
// expect: nested 6
// expect: refused 1 1 1
// expect: object kept 0, by exec 0, gone 1
// expect: moved 0, released 1
// expect: before launch 0 0 0 0 0, after 7 7 7 7 7
// expect: driver before 0 0 0, after 9 5 3
// expect: clusters 1 1, size 8, of two 0, room 1
// expect: shared 801 801 801
// stderr: sluice: cudaIpcGetMemHandle is not supported: each process simulates a device of its own
// stderr: sluice: cudaImportExternalMemory is not supported
#include <cstdio>
#include <cstring>
#include <cuda.h>

__global__ void step(int *n, cudaGraphConditionalHandle h)
{
    ++*n;
    cudaGraphSetConditional(h, *n < 10);
}
__global__ void choose(cudaGraphConditionalHandle h, unsigned v) { cudaGraphSetConditional(h, v); }
__global__ void put(int *p, int v) { *p += v; }
__device__ int symbol, other;

static cudaGraphNode_t add(cudaGraph_t g, void *f, void **args, cudaGraphNode_t after = nullptr)
{
    cudaGraphNode_t n;
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    p.kernel.func = f, p.kernel.gridDim = dim3(1), p.kernel.blockDim = dim3(1), p.kernel.kernelParams = args;
    cudaGraphAddNode(&n, g, &after, after ? 1 : 0, &p);
    return n;
}

static cudaGraph_t *condition(cudaGraph_t g, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType type, unsigned size,
                              cudaGraphNode_t after = nullptr)
{
    cudaGraphNode_t n;
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = h, p.conditional.type = type, p.conditional.size = size;
    return cudaGraphAddNode(&n, g, &after, after ? 1 : 0, &p) ? nullptr : p.conditional.phGraph_out;
}

static void launch(cudaGraph_t g)
{
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(x);
}

static void loops(int *p)
{
    cudaGraph_t g;
    cudaGraphConditionalHandle h;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
    cudaGraph_t body = condition(g, h, cudaGraphCondTypeWhile, 1)[0];
    void *args[] = {&p, &h};
    add(body, (void *)step, args);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    *p = 0;
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    int once = *p;
    *p = 0;
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    printf("while %d, again %d\n", once, *p);
}

static void choices(int *p)
{
    int one = 1, *q = p + 1, *r = p + 2, seen[2][2], cases[2][3];
    for (unsigned v = 0; v < 2; v++) {
        cudaGraph_t g;
        cudaGraphConditionalHandle h;
        cudaGraphCreate(&g, 0);
        cudaGraphConditionalHandleCreate(&h, g);
        unsigned value = !v;
        void *set[] = {&h, &value}, *first[] = {&p, &one}, *second[] = {&q, &one};
        cudaGraph_t *b = condition(g, h, cudaGraphCondTypeIf, 2, add(g, (void *)choose, set));
        add(b[0], (void *)put, first);
        add(b[1], (void *)put, second);
        p[0] = p[1] = 0;
        launch(g);
        seen[v][0] = p[0], seen[v][1] = p[1];
    }
    printf("if %d %d, else %d %d\n", seen[0][0], seen[0][1], seen[1][0], seen[1][1]);
    for (unsigned v = 0; v < 2; v++) {
        cudaGraph_t g;
        cudaGraphConditionalHandle h;
        cudaGraphCreate(&g, 0);
        cudaGraphConditionalHandleCreate(&h, g, v ? 5 : 1, cudaGraphCondAssignDefault);
        void *args[3][2] = {{&p, &one}, {&q, &one}, {&r, &one}};
        cudaGraph_t *b = condition(g, h, cudaGraphCondTypeSwitch, 3);
        for (int i = 0; i < 3; i++)
            add(b[i], (void *)put, args[i]);
        p[0] = p[1] = p[2] = 0;
        launch(g);
        memcpy(cases[v], p, 12);
    }
    printf("switch %d %d %d, none %d %d %d\n", cases[0][0], cases[0][1], cases[0][2], cases[1][0], cases[1][1], cases[1][2]);
}

// A loop's body is captured, and has a condition inside.
static void nested(int *p)
{
    cudaGraph_t g;
    cudaGraphConditionalHandle h, inner;
    cudaStream_t s;
    int two = 2, *n = p + 1;
    cudaStreamCreate(&s);
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
    cudaGraphConditionalHandleCreate(&inner, g, 1, cudaGraphCondAssignDefault);
    cudaGraph_t body = condition(g, h, cudaGraphCondTypeWhile, 1)[0];
    cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    step<<<1, 1, 0, s>>>(n, h);
    cudaStreamEndCapture(s, &body);
    void *args[] = {&p, &two};
    add(condition(body, inner, cudaGraphCondTypeIf, 1)[0], (void *)put, args);
    p[0] = 0, *n = 7;
    launch(g);
    printf("nested %d\n", p[0]);
    cudaGraph_t alien;
    cudaGraphCreate(&alien, 0);
    printf("refused %d %d %d\n", condition(alien, h, cudaGraphCondTypeIf, 1) == nullptr, condition(g, h, cudaGraphCondTypeWhile, 2) == nullptr,
           cudaGraphConditionalHandleCreate(&h, g, 0, 8) == cudaErrorInvalidValue);
}

static void destroyed(void *p) { *(int *)p = 1; }

static void objects()
{
    static int gone, moved;
    cudaUserObject_t o;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphCreate(&g, 0);
    cudaUserObjectCreate(&o, &gone, destroyed, 1, cudaUserObjectNoDestructorSync);
    cudaGraphRetainUserObject(g, o);
    cudaUserObjectRelease(o);
    int kept = gone;
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphDestroy(g);
    int by_exec = gone;
    cudaGraphExecDestroy(x);
    printf("object kept %d, by exec %d, gone %d\n", kept, by_exec, gone);
    cudaGraphCreate(&g, 0);
    cudaUserObjectCreate(&o, &moved, destroyed, 2, cudaUserObjectNoDestructorSync);
    cudaGraphRetainUserObject(g, o, 2, cudaGraphUserObjectMove);
    cudaGraphReleaseUserObject(g, o);
    int before = moved;
    cudaGraphReleaseUserObject(g, o, 1);
    printf("moved %d, released %d\n", before, moved);
}

static void captures()
{
    static int seven[4] = {7, 7, 7, 7}, back[5], from[4];
    int zero = 0, *d;
    cudaStream_t s;
    cudaArray_t a;
    cudaGraph_t g;
    cudaPitchedPtr box;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaStreamCreate(&s);
    cudaMalloc3D(&box, make_cudaExtent(16, 2, 2));
    cudaMemset3D(box, 0, make_cudaExtent(16, 2, 2));
    cudaMallocArray(&a, &desc, 4, 1);
    cudaMemcpy2DToArray(a, 0, 0, from, 16, 16, 1, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(symbol, &zero, 4);
    cudaMemcpyToSymbol(other, seven, 4);
    cudaMalloc(&d, 16);
    cudaMemset(d, 0, 16);
    int set = 0x07070707;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyToSymbolAsync(symbol, seven, 4, 0, cudaMemcpyHostToDevice, s);
    cudaMemcpyFromSymbolAsync(&back[1], other, 4, 0, cudaMemcpyDeviceToHost, s);
    cudaMemcpy2DToArrayAsync(a, 0, 0, seven, 16, 16, 1, cudaMemcpyHostToDevice, s);
    cudaMemcpy2DFromArrayAsync(from, 16, a, 0, 0, 16, 1, cudaMemcpyDeviceToHost, s);
    cudaMemset3DAsync(box, 7, make_cudaExtent(16, 2, 2), s);
    cudaMemcpy3DParms c = {0};
    c.srcPtr = make_cudaPitchedPtr(seven, 16, 16, 1), c.dstPtr = make_cudaPitchedPtr(d, 16, 16, 1);
    c.extent = make_cudaExtent(16, 1, 1), c.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3DAsync(&c, s);
    cudaStreamEndCapture(s, &g);
    for (int round = 0; round < 2; round++) {
        int filled, three;
        cudaMemcpyFromSymbol(&back[0], symbol, 4);
        cudaMemcpy(&filled, (char *)box.ptr + box.pitch * 3 + 12, 4, cudaMemcpyDeviceToHost);
        cudaMemcpy(&three, d + 3, 4, cudaMemcpyDeviceToHost);
        printf(round ? ", after %d %d %d %d %d\n" : "before launch %d %d %d %d %d", back[0], back[1], from[3], filled == set ? 7 : filled, three);
        if (!round)
            launch(g);
    }
}

static void driver()
{
    int host[3] = {0, 0, 0}, nine = 9;
    CUdeviceptr d;
    CUgraph g;
    CUgraphExec x;
    CUstream s;
    CUfunction f;
    cuInit(0);
    cuMemAlloc(&d, 12);
    cuMemsetD32(d, 0, 3);
    cuStreamCreate(&s, 0);
    cudaGetFuncBySymbol(&f, (const void *)put);
    struct { CUdeviceptr p; int v; } args = {d + 8, 3};
    size_t bytes = sizeof(args);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &args, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
    cuMemcpyHtoDAsync(d, &nine, 4, s);
    cuMemsetD32Async(d + 4, 5, 1, s);
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, NULL, extra);
    cuStreamEndCapture(s, &g);
    cuMemcpyDtoH(host, d, 12);
    printf("driver before %d %d %d", host[0], host[1], host[2]);
    cuGraphInstantiate(&x, g, 0);
    cuGraphLaunch(x, s);
    cuMemcpyDtoH(host, d, 12);
    printf(", after %d %d %d\n", host[0], host[1], host[2]);
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 64);
    loops(p);
    choices(p);
    nested(p);
    objects();
    captures();
    driver();
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attr;
    config.gridDim = dim3(4), config.blockDim = dim3(128);
    int clusters = 0, size = 0, blocks = 0;
    size_t room = 0;
    cudaOccupancyMaxActiveClusters(&clusters, put, &config);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, put, 128, 0);
    cudaOccupancyMaxPotentialClusterSize(&size, put, &config);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    attr.id = cudaLaunchAttributeClusterDimension;
    attr.val.clusterDim.x = 2, attr.val.clusterDim.y = attr.val.clusterDim.z = 1;
    config.attrs = &attr, config.numAttrs = 1;
    int twos = 0, of_two = cudaOccupancyMaxActiveClusters(&twos, put, &config);
    config.numAttrs = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&room, put, 2, 128);
    printf("clusters %d %d, size %d, of two %d, room %d\n", clusters > 0, clusters == blocks * prop.multiProcessorCount, size, of_two,
           room >= 1024 && room <= prop.sharedMemPerBlockOptin);
    cudaIpcMemHandle_t ipc;
    cudaExternalMemory_t memory;
    cudaExternalMemoryHandleDesc desc = {};
    cudaExternalSemaphore_t semaphore;
    cudaExternalSemaphoreHandleDesc sdesc = {};
    printf("shared %d %d %d\n", cudaIpcGetMemHandle(&ipc, p), cudaImportExternalMemory(&memory, &desc), cudaImportExternalSemaphore(&semaphore, &sdesc));
    return 0;
}
