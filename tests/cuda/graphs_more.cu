// Nodes of graphs, asked and changed; in what is launched, too.
// expect: kernel 7, args kept 1
// expect: changed 30, in exec only 50, again 7
// expect: copy 1 2, 3 4
// expect: set 5, 6
// expect: host 1, 2
// expect: edges 2: 1 before, 1 after, then 1
// expect: clone 1, child 1
// expect: off 0, on 7
// expect: update 0, 11; other shape 1
// expect: memory 9, event 0
// expect: dot 5 boxes, 4 arrows, put 1, inside 1, nowhere 1
#include <cstdio>
#include <cstring>

__global__ void put(int *p, int v) { *p = v; }
static void note(void *p) { *(int *)p += 1; }
static void note2(void *p) { *(int *)p += 2; }

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        n++;
    return n;
}

static int run(cudaGraphExec_t x, int *p)
{
    cudaMemset(p, 0, 4);
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    return *p;
}

int main()
{
    int *p, *q, host[4] = {1, 2, 3, 4}, n = 7;
    cudaMallocManaged(&p, 64);
    cudaMallocManaged(&q, 64);
    cudaGraph_t g;
    cudaGraphNode_t k, c, s, h;
    cudaGraphExec_t x;
    cudaGraphCreate(&g, 0);
    void *args[] = {&p, &n};
    cudaKernelNodeParams kp = {};
    kp.func = (void *)put, kp.gridDim = dim3(1), kp.blockDim = dim3(1), kp.kernelParams = args;
    cudaGraphAddKernelNode(&k, g, NULL, 0, &kp);
    cudaGraphInstantiate(&x, g, NULL, NULL, 0);
    cudaKernelNodeParams got;
    cudaGraphKernelNodeGetParams(k, &got);
    int r = run(x, p);
    printf("kernel %d, args kept %d\n", r, *(int *)got.kernelParams[1] == 7 && got.func == (void *)put);
    *(int *)got.kernelParams[1] = 30;
    cudaGraphKernelNodeSetParams(k, &got);
    cudaGraphExec_t y;
    cudaGraphInstantiate(&y, g, NULL, NULL, 0);
    int changed = run(y, p);
    n = 50;
    cudaGraphExecKernelNodeSetParams(y, k, &kp);
    printf("changed %d, in exec only %d, again %d\n", changed, run(y, p), run(x, p));

    cudaGraph_t g2;
    cudaGraphExec_t x2;
    cudaMemsetParams mp = {};
    int notes = 0;
    cudaHostNodeParams hp = {note, &notes};
    cudaGraphCreate(&g2, 0);
    cudaGraphAddMemcpyNode1D(&c, g2, NULL, 0, p, host, 8, cudaMemcpyHostToDevice);
    mp.dst = q, mp.value = 5, mp.elementSize = 4, mp.width = 1, mp.height = 1;
    cudaGraphAddMemsetNode(&s, g2, &c, 1, &mp);
    cudaGraphAddHostNode(&h, g2, &s, 1, &hp);
    cudaGraphInstantiate(&x2, g2, 0);
    run(x2, p);
    int a = p[0], b = p[1], set = *q, noted = notes;
    cudaMemcpy3DParms cp;
    cudaGraphMemcpyNodeGetParams(c, &cp);
    cudaGraphExecMemcpyNodeSetParams1D(x2, c, p, host + 2, cp.extent.width, cudaMemcpyHostToDevice);
    cudaGraphMemsetNodeGetParams(s, &mp);
    mp.value++;
    cudaGraphExecMemsetNodeSetParams(x2, s, &mp);
    cudaGraphHostNodeGetParams(h, &hp);
    hp.fn = note2, notes = 0;
    cudaGraphExecHostNodeSetParams(x2, h, &hp);
    run(x2, p);
    printf("copy %d %d, %d %d\nset %d, %d\nhost %d, %d\n", a, b, p[0], p[1], set, *q, noted, notes);

    size_t edges, before, after, left;
    cudaGraphGetEdges(g2, NULL, NULL, &edges);
    cudaGraphNodeGetDependencies(s, NULL, &before);
    cudaGraphNodeGetDependentNodes(s, NULL, &after);
    cudaGraph_t clone, inner;
    cudaGraphNode_t in_clone, child;
    cudaGraphNodeType type;
    cudaGraphClone(&clone, g2);
    cudaGraphNodeFindInClone(&in_clone, s, clone);
    cudaGraphNodeGetType(in_clone, &type);
    cudaGraphAddChildGraphNode(&child, clone, NULL, 0, g);
    cudaGraphDestroyNode(h);
    cudaGraphGetEdges(g2, NULL, NULL, &left);
    printf("edges %zu: %zu before, %zu after, then %zu\n", edges, before, after, left);
    cudaGraphChildGraphNodeGetGraph(child, &inner);
    cudaGraphGetNodes(inner, NULL, &left);
    printf("clone %d, child %zu\n", type == cudaGraphNodeTypeMemset && in_clone != s, left);

    cudaGraphNodeSetEnabled(x, k, 0);
    int off = run(x, p);
    cudaGraphNodeSetEnabled(x, k, 1);
    printf("off %d, on %d\n", off, run(x, p));
    n = 11;
    cudaGraphKernelNodeSetParams(k, &kp);
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExecUpdate(x, g, &info);
    int updated = run(x, p);
    printf("update %d, %d; ", (int)info.result, updated);
    printf("other shape %d\n", cudaGraphExecUpdate(x, g2, &info) == cudaErrorGraphExecUpdateFailure);
    cudaGetLastError();

    cudaGraph_t g3;
    cudaGraphNode_t alloc, record;
    cudaMemAllocNodeParams ap = {};
    ap.bytesize = 64;
    cudaGraphCreate(&g3, 0);
    cudaGraphAddMemAllocNode(&alloc, g3, NULL, 0, &ap);
    n = 9;
    args[0] = &ap.dptr;
    cudaGraphAddKernelNode(&k, g3, &alloc, 1, &kp);
    cudaGraphAddMemcpyNode1D(&c, g3, &k, 1, p, ap.dptr, 4, cudaMemcpyDeviceToDevice);
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaGraphAddEventRecordNode(&record, g3, &c, 1, e);
    cudaGraphAddMemFreeNode(&s, g3, &c, 1, ap.dptr);
    cudaGraphInstantiate(&x, g3, 0);
    int memory = run(x, p);
    printf("memory %d, event %d\n", memory, (int)cudaEventQuery(e));
    static char dot[65536], inside[65536];
    cudaGraphDebugDotPrint(g3, "g3.dot", cudaGraphDebugDotFlagsVerbose);
    fread(dot, 1, sizeof dot - 1, fopen("g3.dot", "r"));
    cudaGraphDebugDotPrint(clone, "clone.dot", 0);
    fread(inside, 1, sizeof inside - 1, fopen("clone.dot", "r"));
    int nowhere = cudaGraphDebugDotPrint(g3, "/nowhere/g3.dot", 0) == cudaErrorInvalidValue;
    printf("dot %d boxes, %d arrows, put %d, inside %d, nowhere %d\n", count(dot, "shape=box"), count(dot, "->"),
           count(dot, "\\nput\\n"), count(inside, "subgraph"), nowhere);
    return 0;
}
