// Graph calls refuse handles that are null, destroyed, of another graph or of another kind, and cycles. The codes are
// those of CUDA 13.0 (driver 580, on an H200). Where that reads freed memory or crashes (the type, edges or second end
// of a destroyed node, a destroyed event, a graph inside itself), they are those of its neighbours.
// expect: add record destroyed: 400
// expect: edge none: 0
// expect: edge cycle: 0
// expect: edge cycle of 3: 0
// expect: edge cycle in one call: 0
// expect: capture end into null: 0
// expect: capture end without: 401
// expect: a graph that is right: 0
// expect: 118 invalid values
#include <cstdio>

#if CUDART_VERSION >= 13000
#define EDGES NULL,
#else
#define EDGES
#endif

__global__ void put(int *p) { *p = 1; }
static void note(void *) {}

static cudaGraph_t graph()
{
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    return g;
}
static cudaGraphNode_t empty(cudaGraph_t g)
{
    cudaGraphNode_t n = NULL;
    cudaGraphAddEmptyNode(&n, g, NULL, 0);
    return n;
}
static cudaGraph_t dead_graph()
{
    cudaGraph_t g = graph();
    cudaGraphDestroy(g);
    return g;
}
static cudaGraphNode_t dead_node(cudaGraph_t g)
{
    cudaGraphNode_t n = empty(g);
    cudaGraphDestroyNode(n);
    return n;
}
static cudaGraphExec_t exec_of(cudaGraph_t g)
{
    cudaGraphExec_t x = NULL;
    cudaGraphInstantiate(&x, g, 0);
    return x;
}
static cudaGraphExec_t dead_exec()
{
    cudaGraphExec_t x = exec_of(graph());
    cudaGraphExecDestroy(x);
    return x;
}
static cudaEvent_t dead_event()
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventDestroy(e);
    return e;
}

struct test {
    const char *name;
    cudaError_t (*run)(cudaGraph_t g, cudaGraphNode_t n);
};
#define T(...) [](cudaGraph_t g, cudaGraphNode_t n) -> cudaError_t { (void)g, (void)n; __VA_ARGS__ }
static cudaGraphNode_t m, list[4];
static size_t count;
static cudaGraph_t other;
static cudaGraphExec_t x;
static cudaKernelNodeParams kernel;
static cudaMemcpy3DParms copy3d;
static cudaMemsetParams fill;
static cudaHostNodeParams host;
static cudaGraphNodeType type;
static unsigned enabled;

static const test tests[] = {
    // null parameters
    {"add kernel null", T(return cudaGraphAddKernelNode(&m, g, NULL, 0, NULL);)},
    {"add child null", T(return cudaGraphAddChildGraphNode(&m, g, NULL, 0, NULL);)},
    {"add copy null", T(return cudaGraphAddMemcpyNode(&m, g, NULL, 0, NULL);)},
    {"add host null", T(return cudaGraphAddHostNode(&m, g, NULL, 0, NULL);)},
    {"add host no function", T(host.fn = NULL; return cudaGraphAddHostNode(&m, g, NULL, 0, &host);)},
    {"add set null", T(return cudaGraphAddMemsetNode(&m, g, NULL, 0, NULL);)},
    {"add node null", T(return cudaGraphAddEmptyNode(NULL, g, NULL, 0);)},
    {"add deps null", T(return cudaGraphAddEmptyNode(&m, g, NULL, 1);)},
    {"add dep null", T(list[0] = NULL; return cudaGraphAddEmptyNode(&m, g, list, 1);)},
    {"add dep destroyed", T(list[0] = dead_node(g); return cudaGraphAddEmptyNode(&m, g, list, 1);)},
    {"add dep foreign", T(list[0] = empty(graph()); return cudaGraphAddEmptyNode(&m, g, list, 1);)},
    {"add dep twice", T(list[0] = list[1] = n; return cudaGraphAddEmptyNode(&m, g, list, 2);)},
    {"add to null", T(return cudaGraphAddEmptyNode(&m, NULL, NULL, 0);)},
    {"add to destroyed", T(return cudaGraphAddEmptyNode(&m, dead_graph(), NULL, 0);)},
    {"add child destroyed", T(return cudaGraphAddChildGraphNode(&m, g, NULL, 0, dead_graph());)},
    {"add child itself", T(return cudaGraphAddChildGraphNode(&m, g, NULL, 0, g);)},
    {"add record null", T(return cudaGraphAddEventRecordNode(&m, g, NULL, 0, NULL);)},
    {"add record destroyed", T(return cudaGraphAddEventRecordNode(&m, g, NULL, 0, dead_event());)},
    {"add wait null", T(return cudaGraphAddEventWaitNode(&m, g, NULL, 0, NULL);)},
    {"add alloc null", T(return cudaGraphAddMemAllocNode(&m, g, NULL, 0, NULL);)},
    {"add free null", T(return cudaGraphAddMemFreeNode(&m, g, NULL, 0, NULL);)},
    // graphs
    {"create null", T(return cudaGraphCreate(NULL, 0);)},
    {"destroy null", T(return cudaGraphDestroy(NULL);)},
    {"destroy twice", T(return cudaGraphDestroy(dead_graph());)},
    {"destroy inside", T(cudaGraphAddChildGraphNode(&m, g, NULL, 0, graph()); cudaGraphChildGraphNodeGetGraph(m, &other); return cudaGraphDestroy(other);)},
    {"clone null", T(return cudaGraphClone(&other, NULL);)},
    {"clone into null", T(return cudaGraphClone(NULL, g);)},
    {"clone destroyed", T(return cudaGraphClone(&other, dead_graph());)},
    {"nodes of null", T(return cudaGraphGetNodes(NULL, NULL, &count);)},
    {"nodes of destroyed", T(return cudaGraphGetNodes(dead_graph(), NULL, &count);)},
    {"nodes count null", T(return cudaGraphGetNodes(g, NULL, NULL);)},
    {"roots of null", T(return cudaGraphGetRootNodes(NULL, NULL, &count);)},
    {"roots of destroyed", T(return cudaGraphGetRootNodes(dead_graph(), NULL, &count);)},
    {"edges of null", T(return cudaGraphGetEdges(NULL, NULL, NULL, EDGES & count);)},
    {"edges of destroyed", T(return cudaGraphGetEdges(dead_graph(), NULL, NULL, EDGES & count);)},
    {"dot of null", T(return cudaGraphDebugDotPrint(NULL, "x.dot", 0);)},
    {"dot of destroyed", T(return cudaGraphDebugDotPrint(dead_graph(), "x.dot", 0);)},
    // nodes
    {"type of null", T(return cudaGraphNodeGetType(NULL, &type);)},
    {"type into null", T(return cudaGraphNodeGetType(n, NULL);)},
    {"type of destroyed", T(return cudaGraphNodeGetType(dead_node(g), &type);)},
    {"type with graph", T(cudaGraphNode_t k = empty(g); cudaGraphDestroy(g); return cudaGraphNodeGetType(k, &type);)},
    {"node destroy null", T(return cudaGraphDestroyNode(NULL);)},
    {"node destroy twice", T(return cudaGraphDestroyNode(dead_node(g));)},
    {"dependencies of null", T(return cudaGraphNodeGetDependencies(NULL, NULL, EDGES & count);)},
    {"dependencies of destroyed", T(return cudaGraphNodeGetDependencies(dead_node(g), NULL, EDGES & count);)},
    {"dependents of null", T(return cudaGraphNodeGetDependentNodes(NULL, NULL, EDGES & count);)},
    {"dependents of destroyed", T(return cudaGraphNodeGetDependentNodes(dead_node(g), NULL, EDGES & count);)},
    {"kernel get null", T(return cudaGraphKernelNodeGetParams(NULL, &kernel);)},
    {"kernel get of empty", T(return cudaGraphKernelNodeGetParams(n, &kernel);)},
    {"kernel get destroyed", T(return cudaGraphKernelNodeGetParams(dead_node(g), &kernel);)},
    {"kernel set null", T(return cudaGraphKernelNodeSetParams(NULL, &kernel);)},
    {"copy get null", T(return cudaGraphMemcpyNodeGetParams(NULL, &copy3d);)},
    {"copy get destroyed", T(return cudaGraphMemcpyNodeGetParams(dead_node(g), &copy3d);)},
    {"copy set of empty", T(return cudaGraphMemcpyNodeSetParams(n, &copy3d);)},
    {"set get null", T(return cudaGraphMemsetNodeGetParams(NULL, &fill);)},
    {"set get destroyed", T(return cudaGraphMemsetNodeGetParams(dead_node(g), &fill);)},
    {"host get null", T(return cudaGraphHostNodeGetParams(NULL, &host);)},
    {"host get into null", T(host.fn = note; cudaGraphAddHostNode(&m, g, NULL, 0, &host); return cudaGraphHostNodeGetParams(m, NULL);)},
    {"host set null", T(host.fn = note; cudaGraphAddHostNode(&m, g, NULL, 0, &host); return cudaGraphHostNodeSetParams(m, NULL);)},
    {"host get destroyed", T(return cudaGraphHostNodeGetParams(dead_node(g), &host);)},
    {"child get null", T(return cudaGraphChildGraphNodeGetGraph(NULL, &other);)},
    {"child get of empty", T(return cudaGraphChildGraphNodeGetGraph(n, &other);)},
    {"find null in clone", T(cudaGraphClone(&other, g); return cudaGraphNodeFindInClone(&m, NULL, other);)},
    {"find in null", T(return cudaGraphNodeFindInClone(&m, n, NULL);)},
    {"find in destroyed", T(return cudaGraphNodeFindInClone(&m, n, dead_graph());)},
    {"find in another", T(return cudaGraphNodeFindInClone(&m, n, graph());)},
    // edges
    {"edge graph null", T(m = empty(g); return cudaGraphAddDependencies(NULL, &n, &m, EDGES 1);)},
    {"edge graph destroyed", T(m = empty(g); return cudaGraphAddDependencies(dead_graph(), &n, &m, EDGES 1);)},
    {"edge lists null", T(return cudaGraphAddDependencies(g, NULL, NULL, EDGES 1);)},
    {"edge none", T(return cudaGraphAddDependencies(g, NULL, NULL, EDGES 0);)},
    {"edge from null", T(m = NULL; return cudaGraphAddDependencies(g, &m, &n, EDGES 1);)},
    {"edge to null", T(m = NULL; return cudaGraphAddDependencies(g, &n, &m, EDGES 1);)},
    {"edge from destroyed", T(m = dead_node(g); return cudaGraphAddDependencies(g, &m, &n, EDGES 1);)},
    {"edge from foreign", T(m = empty(graph()); return cudaGraphAddDependencies(g, &m, &n, EDGES 1);)},
    {"edge to foreign", T(m = empty(graph()); return cudaGraphAddDependencies(g, &n, &m, EDGES 1);)},
    {"edge twice", T(m = empty(g); cudaGraphAddDependencies(g, &n, &m, EDGES 1); return cudaGraphAddDependencies(g, &n, &m, EDGES 1);)},
    {"edge to itself", T(return cudaGraphAddDependencies(g, &n, &n, EDGES 1);)},
    {"edge cycle", T(cudaGraphAddEmptyNode(&m, g, &n, 1); return cudaGraphAddDependencies(g, &m, &n, EDGES 1);)},
    {"edge cycle instantiate", T(cudaGraphAddEmptyNode(&m, g, &n, 1); cudaGraphAddDependencies(g, &m, &n, EDGES 1); return cudaGraphInstantiate(&x, g, 0);)},
    {"edge cycle of 3", T(cudaGraphAddEmptyNode(&list[0], g, &n, 1); cudaGraphAddEmptyNode(&m, g, list, 1); return cudaGraphAddDependencies(g, &m, &n, EDGES 1);)},
    {"edge cycle in one call", T(list[0] = n; list[1] = m = empty(g); cudaGraphNode_t to[] = {m, n}; return cudaGraphAddDependencies(g, list, to, EDGES 2);)},
    {"edge cycle inside", T(cudaGraphAddEmptyNode(&m, g, &n, 1); cudaGraphAddDependencies(g, &m, &n, EDGES 1); other = graph(); cudaGraphAddChildGraphNode(&m, other, NULL, 0, g); return cudaGraphInstantiate(&x, other, 0);)},
    {"remove graph null", T(return cudaGraphRemoveDependencies(NULL, &n, &n, EDGES 1);)},
    {"remove from null", T(m = NULL; return cudaGraphRemoveDependencies(g, &m, &n, EDGES 1);)},
    {"remove to null", T(m = NULL; return cudaGraphRemoveDependencies(g, &n, &m, EDGES 1);)},
    {"remove to foreign", T(m = empty(graph()); return cudaGraphRemoveDependencies(g, &n, &m, EDGES 1);)},
    {"remove what is not there", T(m = empty(g); return cudaGraphRemoveDependencies(g, &n, &m, EDGES 1);)},
    // what is launched
    {"instantiate null", T(return cudaGraphInstantiate(&x, NULL, 0);)},
    {"instantiate into null", T(return cudaGraphInstantiate(NULL, g, 0);)},
    {"instantiate destroyed", T(return cudaGraphInstantiate(&x, dead_graph(), 0);)},
    {"launch null", T(return cudaGraphLaunch(NULL, 0);)},
    {"launch destroyed", T(return cudaGraphLaunch(dead_exec(), 0);)},
    {"upload null", T(return cudaGraphUpload(NULL, 0);)},
    {"upload destroyed", T(return cudaGraphUpload(dead_exec(), 0);)},
    {"exec destroy null", T(return cudaGraphExecDestroy(NULL);)},
    {"exec destroy twice", T(return cudaGraphExecDestroy(dead_exec());)},
    {"update null", T(cudaGraphExecUpdateResultInfo i; return cudaGraphExecUpdate(NULL, g, &i);)},
    {"update with null", T(cudaGraphExecUpdateResultInfo i; return cudaGraphExecUpdate(exec_of(g), NULL, &i);)},
    {"update destroyed", T(cudaGraphExecUpdateResultInfo i; return cudaGraphExecUpdate(dead_exec(), g, &i);)},
    {"update with destroyed", T(cudaGraphExecUpdateResultInfo i; return cudaGraphExecUpdate(exec_of(g), dead_graph(), &i);)},
    {"exec set host null", T(host.fn = note; cudaGraphAddHostNode(&m, g, NULL, 0, &host); return cudaGraphExecHostNodeSetParams(NULL, m, &host);)},
    {"exec set host destroyed", T(host.fn = note; cudaGraphAddHostNode(&m, g, NULL, 0, &host); return cudaGraphExecHostNodeSetParams(dead_exec(), m, &host);)},
    {"exec set host null node", T(return cudaGraphExecHostNodeSetParams(exec_of(g), NULL, &host);)},
    {"exec set host null params", T(host.fn = note; cudaGraphAddHostNode(&m, g, NULL, 0, &host); return cudaGraphExecHostNodeSetParams(exec_of(g), m, NULL);)},
    {"exec set host foreign node", T(host.fn = note; cudaGraphAddHostNode(&m, graph(), NULL, 0, &host); return cudaGraphExecHostNodeSetParams(exec_of(g), m, &host);)},
    {"exec set kernel null params", T(return cudaGraphExecKernelNodeSetParams(exec_of(g), n, NULL);)},
    {"exec set child null", T(cudaGraphAddChildGraphNode(&m, g, NULL, 0, graph()); return cudaGraphExecChildGraphNodeSetParams(exec_of(g), m, NULL);)},
    {"exec set child destroyed", T(cudaGraphAddChildGraphNode(&m, g, NULL, 0, graph()); return cudaGraphExecChildGraphNodeSetParams(exec_of(g), m, dead_graph());)},
    {"enable null", T(return cudaGraphNodeSetEnabled(NULL, n, 1);)},
    {"enable null node", T(return cudaGraphNodeSetEnabled(exec_of(g), NULL, 1);)},
    {"enabled null node", T(return cudaGraphNodeGetEnabled(exec_of(g), NULL, &enabled);)},
    {"enabled into null", T(fill.dst = NULL; return cudaGraphNodeGetEnabled(exec_of(g), n, NULL);)},
    // captures
    {"capture to null", T(cudaStream_t s; cudaStreamCreate(&s); return cudaStreamBeginCaptureToGraph(s, NULL, NULL, NULL, 0, cudaStreamCaptureModeRelaxed);)},
    {"capture to destroyed", T(cudaStream_t s; cudaStreamCreate(&s); return cudaStreamBeginCaptureToGraph(s, dead_graph(), NULL, NULL, 0, cudaStreamCaptureModeRelaxed);)},
    {"capture behind foreign", T(cudaStream_t s; cudaStreamCreate(&s); m = empty(graph()); return cudaStreamBeginCaptureToGraph(s, g, &m, NULL, 1, cudaStreamCaptureModeRelaxed);)},
    {"capture status null", T(cudaStream_t s; cudaStreamCreate(&s); return cudaStreamIsCapturing(s, NULL);)},
    {"capture end into null", T(cudaStream_t s; cudaStreamCreate(&s); cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); return cudaStreamEndCapture(s, NULL);)},
    {"capture end without", T(cudaStream_t s; cudaStreamCreate(&s); return cudaStreamEndCapture(s, &other);)},
    // user objects
    {"retain null graph", T(return cudaGraphRetainUserObject(NULL, NULL, 1, 0);)},
    {"retain null object", T(return cudaGraphRetainUserObject(g, NULL, 1, 0);)},
    {"release null object", T(return cudaGraphReleaseUserObject(g, NULL, 1);)},
    {"object release null", T(return cudaUserObjectRelease(NULL, 1);)},
    {"object release twice", T(cudaUserObject_t o; cudaUserObjectCreate(&o, &m, note, 1, cudaUserObjectNoDestructorSync); cudaUserObjectRelease(o, 1); return cudaUserObjectRelease(o, 1);)},
    {"condition null graph", T(cudaGraphConditionalHandle h; return cudaGraphConditionalHandleCreate(&h, NULL, 0, 0);)},
    {"condition destroyed graph", T(cudaGraphConditionalHandle h; return cudaGraphConditionalHandleCreate(&h, dead_graph(), 0, 0);)},
    // what is right stays so
    {"a graph that is right", T(int *p; cudaMalloc(&p, 4); void *args[] = {&p}; kernel.func = (void *)put, kernel.gridDim = kernel.blockDim = dim3(1), kernel.kernelParams = args;
        cudaGraphAddKernelNode(&m, g, &n, 1, &kernel); x = exec_of(g); cudaGraphDestroy(g); cudaError_t e = cudaGraphLaunch(x, 0); return e ? e : cudaDeviceSynchronize();)},
};

int main()
{
    int invalid = 0;
    for (const test &t : tests) {
        cudaGraph_t g = graph();
        cudaError_t e = t.run(g, empty(g));
        if (e != cudaErrorInvalidValue)
            printf("%s: %d\n", t.name, (int)e);
        else if (cudaGetLastError() != e)
            printf("%s: not remembered\n", t.name);
        else
            invalid++;
        fflush(stdout);
        cudaGetLastError();
    }
    printf("%d invalid values\n", invalid);
    return 0;
}
