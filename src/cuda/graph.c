/* Graphs: lists of work, made node by node or captured from streams, and executed one node after the other. A node
   may depend only on nodes that are there already, unless cudaGraphAddDependencies adds an edge later: so the order
   of insertion, with such edges put right when the graph is instantiated, is an order in which everything can run. */
#include "cuda/graph.h"

#include <stdlib.h>
#include <string.h>

#include "cuda/beside.h"
#include "cuda/together.h"

static u64 last_id; /* of a node; part of the process's state */

static struct CUgraphNode_st *add(struct CUgraph_st *g, u8 type, const cudaGraphNode_t *deps, size_t n)
{
    struct CUgraphNode_st *node = xcalloc(1, sizeof(*node));
    node->type = type;
    node->graph = g;
    node->id = ++last_id;
    for (size_t i = 0; i < n; i++)
        VEC_PUSH(&node->deps, deps[i]);
    VEC_PUSH(&g->nodes, node);
    graph_handle_add(node, NODE_HANDLE);
    return node;
}

void graph_free_node(struct CUgraphNode_st *n)
{
    graph_handle_drop(n);
    VEC_FREE(&n->deps);
    VEC_FREE(&n->pointers);
    free(n->params);
    graph_free(n->child);
    for (u32 i = 0; n->condition.phGraph_out && i < n->condition.size; i++)
        graph_free(n->condition.phGraph_out[i]);
    free(n->condition.phGraph_out);
    free(n);
}

struct CUgraph_st *graph_new(void)
{
    struct CUgraph_st *g = xcalloc(1, sizeof(*g));
    graph_handle_add(g, GRAPH_HANDLE);
    return g;
}

/* Ends all captures into it: by streams and by events that carry it. */
static void end_captures(const struct CUgraph_st *g)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->streams.n; i++)
        if (s->streams.at[i]->capture == g)
            s->streams.at[i]->capture = NULL;
    for (size_t i = 0; i < s->events.n; i++)
        if (s->events.at[i]->capture == g)
            s->events.at[i]->capture = NULL;
}

void graph_free(struct CUgraph_st *g)
{
    if (!g)
        return;
    end_captures(g);
    graph_handle_drop(g);
    for (size_t i = 0; i < g->nodes.n; i++)
        graph_free_node(g->nodes.at[i]);
    graph_release_objects(g);
    VEC_FREE(&g->nodes);
    VEC_FREE(&g->conditions);
    VEC_FREE(&g->objects);
    free(g);
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    CUDA_CALL;
    if (!graph || flags)
        return cuda_fail(cudaErrorInvalidValue);
    *graph = graph_new();
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
    CUDA_CALL;
    if (!graph_known(g) || g->owned || g->unfinished)
        return cuda_fail(cudaErrorInvalidValue);
    graph_free(g);
    return cudaSuccess;
}

/* Takes over the arguments, which are the caller's only until the call returns. */
cudaError_t graph_set_kernel(struct CUgraphNode_st *n, const struct cudaKernelNodeParams *p)
{
    if (!p)
        return cuda_fail(cudaErrorInvalidValue);
    struct cuda_function *f = cuda_find_function(p->func);
    if (!f || !cuda_function_load(f))
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    struct emu_kernel_info info = emu_kernel_info(f->kernel);
    u8 *params = xcalloc(1, info.param_bytes + 16u);
    u32 i = 0;
    for (const struct ptx_var *v = info.func->params; v && p->kernelParams; v = v->next, i++)
        memcpy(params + v->offset, p->kernelParams[i], v->size);
    free(n->params); /* only now: the caller may have passed back part of it */
    n->params = params;
    n->pointers.n = 0;
    for (const struct ptx_var *v = info.func->params; v; v = v->next)
        VEC_PUSH(&n->pointers, (void *)(params + v->offset));
    n->function = f;
    n->kernel = *p;
    n->kernel.kernelParams = NULL;
    return cudaSuccess;
}

static cudaError_t done(cudaGraphNode_t *out, struct CUgraphNode_st *n)
{
    *out = n;
    return cudaSuccess;
}

/* If what it is made from, in the call's own parameters, is there. */
#define ADD_NODE(type, there)                                                                                        \
    CUDA_CALL;                                                                                                       \
    if (!node || !graph_may_wait_for(graph, deps, n) || !(there))                                                    \
        return cuda_fail(cudaErrorInvalidValue);                                                                     \
    struct CUgraphNode_st *made = add(graph, type, deps, n)

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                   const struct cudaKernelNodeParams *params)
{
    ADD_NODE(cudaGraphNodeTypeKernel, params);
    cudaError_t e = graph_set_kernel(made, params);
    if (e) {
        cudaGraphDestroyNode(made);
        return e;
    }
    return done(node, made);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                   const struct cudaMemcpy3DParms *params)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy, params);
    made->copy3d = *params;
    return done(node, made);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                     void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy, dst && src);
    made->copy = (struct graph_copy){dst, src, count, count, count, 1, kind};
    return done(node, made);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                   const struct cudaMemsetParams *params)
{
    ADD_NODE(cudaGraphNodeTypeMemset, params);
    made->set = *params;
    return done(node, made);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                 const struct cudaHostNodeParams *params)
{
    ADD_NODE(cudaGraphNodeTypeHost, params && params->fn);
    made->host = *params;
    return done(node, made);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                       size_t n, cudaGraph_t child)
{
    ADD_NODE(cudaGraphNodeTypeGraph, graph_known(child) && child != graph);
    made->child = graph_clone(child);
    return done(node, made);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n)
{
    ADD_NODE(cudaGraphNodeTypeEmpty, true);
    return done(node, made);
}

static bool waits_for(const struct CUgraphNode_st *n, const struct CUgraphNode_st *on)
{
    for (size_t k = 0; k < n->deps.n; k++)
        if (n->deps.at[k] == on)
            return true;
    return false;
}

/* All edges or none: no node waits for itself, and no edge is there twice. A longer cycle is found when the graph is
   instantiated, as the card's runtime does. */
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t n)
{
    CUDA_CALL;
    if (!graph_has_nodes(graph, from, n) || !graph_has_nodes(graph, to, n))
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        if (from[i] == to[i] || waits_for(to[i], from[i])) {
            while (i-- > 0)
                to[i]->deps.n--;
            return cuda_fail(cudaErrorInvalidValue);
        }
        VEC_PUSH(&to[i]->deps, from[i]);
    }
    return cudaSuccess;
}

static size_t index_of(const struct CUgraph_st *g, const struct CUgraphNode_st *n)
{
    size_t i = 0;
    while (i < g->nodes.n && g->nodes.at[i] != n)
        i++;
    return i;
}

struct CUgraph_st *graph_clone(const struct CUgraph_st *g)
{
    struct CUgraph_st *c = graph_new();
    c->owned = true;
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct CUgraphNode_st *from = g->nodes.at[i];
        struct CUgraphNode_st *to = add(c, from->type, NULL, 0);
        u64 id = to->id;
        *to = *from;
        to->id = id;
        memset(&to->deps, 0, sizeof(to->deps));
        memset(&to->pointers, 0, sizeof(to->pointers));
        to->graph = c;
        to->original = from->id;
        if (from->child)
            to->child = graph_clone(from->child);
        graph_clone_bodies(to, from);
        if (from->params) {
            size_t bytes = emu_kernel_info(from->function->kernel).param_bytes + 16u;
            to->params = xcalloc(1, bytes);
            memcpy(to->params, from->params, bytes);
            for (size_t k = 0; k < from->pointers.n; k++)
                VEC_PUSH(&to->pointers, (void *)(to->params + ((u8 *)from->pointers.at[k] - from->params)));
        }
    }
    for (size_t i = 0; i < g->nodes.n; i++)
        for (size_t k = 0; k < g->nodes.at[i]->deps.n; k++) {
            size_t at = index_of(g, g->nodes.at[i]->deps.at[k]);
            if (at < c->nodes.n)
                VEC_PUSH(&c->nodes.at[i]->deps, c->nodes.at[at]);
        }
    for (size_t i = 0; i < g->conditions.n; i++)
        VEC_PUSH(&c->conditions, g->conditions.at[i]);
    graph_share_objects(c, g);
    return c;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t g)
{
    CUDA_CALL;
    if (!clone || !graph_known(g))
        return cuda_fail(cudaErrorInvalidValue);
    *clone = graph_clone(g);
    (*clone)->owned = false;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n)
{
    CUDA_CALL;
    if (!graph_known(g) || !n)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; nodes && i < *n && i < g->nodes.n; i++)
        nodes[i] = g->nodes.at[i];
    *n = nodes ? MIN(*n, g->nodes.n) : g->nodes.n;
    return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n)
{
    CUDA_CALL;
    size_t found = 0;
    if (!graph_known(g) || !n)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < g->nodes.n; i++)
        if (!g->nodes.at[i]->deps.n) {
            if (nodes && found < *n)
                nodes[found] = g->nodes.at[i];
            found++;
        }
    *n = found;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    CUDA_CALL;
    if (!graph_known_node(node) || !type)
        return cuda_fail(cudaErrorInvalidValue);
    *type = (enum cudaGraphNodeType)node->type;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    (void)flags;
    CUDA_CALL;
    if (!exec || !graph_known(graph) || graph_has_cycle(graph))
        return cuda_fail(cudaErrorInvalidValue);
    struct CUgraphExec_st *x = xcalloc(1, sizeof(*x));
    x->graph = graph_clone(graph);
    graph_handle_add(x, EXEC_HANDLE);
    *exec = x;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *bad, char *log,
                                 size_t size)
{
    if (bad)
        *bad = NULL;
    if (log && size)
        *log = 0;
    return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *bad,
                                enum cudaGraphExecUpdateResult *result)
{
    CUDA_CALL;
    if (!graph_known_exec(exec) || !graph_known(graph))
        return cuda_fail(cudaErrorInvalidValue);
    bool same = exec->graph->nodes.n == graph->nodes.n && !graph_has_cycle(graph);
    for (size_t i = 0; same && i < graph->nodes.n; i++)
        same = exec->graph->nodes.at[i]->type == graph->nodes.at[i]->type;
    if (bad)
        *bad = NULL;
    if (result)
        *result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
    if (!same)
        return cuda_fail(cudaErrorGraphExecUpdateFailure);
    graph_free(exec->graph);
    exec->graph = graph_clone(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    return graph_known_exec(exec) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    CUDA_CALL;
    if (!graph_known_exec(exec))
        return cuda_fail(cudaErrorInvalidValue);
    graph_handle_drop(exec);
    graph_free(exec->graph);
    free(exec);
    return cudaSuccess;
}

/* ---- Execution ---- */

static cudaError_t run_set(const struct cudaMemsetParams *p)
{
    if (p->elementSize == 1)
        return cudaMemset2D(p->dst, MAX(p->pitch, p->width), (int)p->value, p->width, MAX(p->height, (size_t)1));
    for (size_t y = 0; y < MAX(p->height, (size_t)1); y++) {
        u8 *to = cuda_mem((u64)p->dst + y * p->pitch, p->width * p->elementSize, true);
        if (!to)
            return cuda_fail(cudaErrorInvalidValue);
        for (size_t i = 0; i < p->width; i++)
            memcpy(to + i * p->elementSize, &p->value, p->elementSize);
    }
    return cudaSuccess;
}

/* Beside the host, without the lock: it may wait for a thread that has something to do here. */
static void run_host(const struct cudaHostNodeParams *p)
{
    u32 depth = beside_here() ? cuda_lock_leave() : 0;
    p->fn(p->userData);
    cuda_lock_enter(depth);
}

cudaError_t graph_run_node(const struct CUgraphNode_st *n)
{
    const struct graph_copy *c = &n->copy;
    if (n->off)
        return cudaSuccess;
    switch (n->type) {
    case cudaGraphNodeTypeKernel:
        return cuda_launch(&(struct cuda_launch){.function = n->function,
                                                 .grid = n->kernel.gridDim,
                                                 .block = n->kernel.blockDim,
                                                 .shared = n->kernel.sharedMemBytes,
                                                 .params = n->params,
                                                 .cooperative = n->cooperative,
                                                 .cluster = {n->cluster[0], n->cluster[1], n->cluster[2]},
                                                 .in_turn = true});
    case cudaGraphNodeTypeMemcpy:
        return c->dst ? cuda_copy_2d(c->dst, c->dst_pitch, c->src, c->src_pitch, c->width, c->height, c->kind)
                      : cudaMemcpy3D(&n->copy3d);
    case cudaGraphNodeTypeMemset: return run_set(&n->set);
    case cudaGraphNodeTypeHost: run_host(&n->host); return cudaSuccess;
    case cudaGraphNodeTypeGraph: return graph_run(n->child);
    case cudaGraphNodeTypeConditional: return graph_run_condition(n);
    case cudaGraphNodeTypeEventRecord: return cudaEventRecord(n->event, 0);
    default: return cudaSuccess;
    }
}

/* In order of insertion, but no node before those that it waits for. */
cudaError_t graph_run(const struct CUgraph_st *g)
{
    bool *ran = xcalloc(g->nodes.n + 1, sizeof(bool));
    cudaError_t e = cudaSuccess;
    for (size_t left = g->nodes.n, before = left + 1; left && left < before && !e;) {
        before = left;
        for (size_t i = 0; i < g->nodes.n && !e; i++) {
            bool ready = !ran[i];
            for (size_t k = 0; ready && k < g->nodes.at[i]->deps.n; k++) {
                size_t at = index_of(g, g->nodes.at[i]->deps.at[k]);
                ready = at >= g->nodes.n || ran[at];
            }
            if (!ready)
                continue;
            e = graph_run_node(g->nodes.at[i]);
            ran[i] = true;
            left--;
        }
        if (left == before)
            e = cuda_fail(cudaErrorInvalidValue); /* they wait for each other */
    }
    free(ran);
    return e;
}

/* Does it have a kernel that may wait for the host? */
static bool polls(const struct CUgraph_st *g)
{
    for (size_t i = 0; g && i < g->nodes.n; i++) {
        const struct CUgraphNode_st *n = g->nodes.at[i];
        if ((n->type == cudaGraphNodeTypeKernel && n->function && cuda_function_load(n->function) &&
             emu_kernel_info(n->function->kernel).polls) ||
            polls(n->child))
            return true;
    }
    return false;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    CUDA_CALL;
    cuda_ready();
    CUDA_STICKY();
    if (!graph_known_exec(exec))
        return cuda_fail(cudaErrorInvalidValue);
    CUDA_STREAM(stream);
    if (cuda_state()->timed && !graph_captured(stream))
        together_apart(); /* its kernels have the machine one by one */
    struct CUgraph_st *into = graph_of_stream(stream);
    if (!into && cuda_state()->timed)
        into = beside_machine();
    if (into) {
        add(into, cudaGraphNodeTypeGraph, NULL, 0)->child = graph_clone(exec->graph);
        return cudaSuccess;
    }
    graph_set_conditions(exec->graph);
    if (polls(exec->graph) && !beside_here()) {
        struct CUgraphNode_st *n = xcalloc(1, sizeof(*n));
        n->type = cudaGraphNodeTypeGraph;
        n->child = graph_clone(exec->graph);
        return beside_run(n, stream);
    }
    return graph_run(exec->graph);
}

/* ---- Capture: work for a stream in capture becomes nodes, each behind the one before ---- */

struct CUgraph_st *graph_captured(cudaStream_t stream)
{
    return (uintptr_t)stream > 2 && cuda_known_stream(stream) ? stream->capture : NULL;
}

void graph_abandon(struct CUgraph_st *g)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; g && i < s->streams.n; i++)
        if (s->streams.at[i]->capture == g)
            return; /* the others go on */
    if (g && g->unfinished)
        graph_free(g);
    else if (g)
        end_captures(g);
}

struct CUgraph_st *graph_of_stream(cudaStream_t stream)
{
    struct CUgraph_st *g = graph_captured(stream);
    if (g)
        return g;
    CUDA_CALL;
    return beside_queue(stream);
}

static struct CUgraphNode_st *captured(struct CUgraph_st *g, u8 type)
{
    struct CUgraphNode_st *last = g->nodes.n ? g->nodes.at[g->nodes.n - 1] : NULL;
    return add(g, type, &last, last ? 1 : 0);
}

cudaError_t graph_add_launch(struct CUgraph_st *g, const void *func, dim3 grid, dim3 block, void **args,
                             size_t shared, bool cooperative)
{
    struct cudaKernelNodeParams p = {(void *)func, grid, block, (unsigned)shared, args, NULL};
    struct CUgraphNode_st *n = captured(g, cudaGraphNodeTypeKernel);
    n->cooperative = cooperative;
    memcpy(n->cluster, cuda_asked()->cluster, sizeof n->cluster);
    n->ranked = cuda_asked()->ranked;
    n->priority = cuda_asked()->priority;
    return graph_set_kernel(n, &p);
}

cudaError_t graph_add_copy(struct CUgraph_st *g, const struct graph_copy *c)
{
    captured(g, cudaGraphNodeTypeMemcpy)->copy = *c;
    return cudaSuccess;
}

cudaError_t graph_add_copy3d(struct CUgraph_st *g, const struct cudaMemcpy3DParms *p)
{
    if (!p)
        return cuda_fail(cudaErrorInvalidValue);
    captured(g, cudaGraphNodeTypeMemcpy)->copy3d = *p;
    return cudaSuccess;
}

cudaError_t graph_add_set(struct CUgraph_st *g, const struct cudaMemsetParams *p)
{
    captured(g, cudaGraphNodeTypeMemset)->set = *p;
    return cudaSuccess;
}

cudaError_t graph_add_host(struct CUgraph_st *g, cudaHostFn_t fn, void *data)
{
    captured(g, cudaGraphNodeTypeHost)->host = (struct cudaHostNodeParams){fn, data};
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    (void)mode;
    CUDA_CALL;
    cuda_ready();
    CUDA_STICKY();
    CUDA_STREAM(stream);
    if ((uintptr_t)stream <= 2 || stream->capture)
        return cuda_fail((uintptr_t)stream <= 2 ? cudaErrorStreamCaptureUnsupported : cudaErrorIllegalState);
    stream->capture = graph_new();
    stream->capture->unfinished = true;
    return cudaSuccess;
}

/* Further nodes of a graph that is there; each waits for the one before it, so for `deps` too. */
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                          const cudaGraphEdgeData *data, size_t n, enum cudaStreamCaptureMode mode)
{
    (void)data, (void)mode;
    CUDA_CALL;
    cuda_ready();
    CUDA_STICKY();
    CUDA_STREAM(stream);
    if (!graph_has_nodes(graph, deps, n))
        return cuda_fail(cudaErrorInvalidValue);
    if ((uintptr_t)stream <= 2 || stream->capture)
        return cuda_fail((uintptr_t)stream <= 2 ? cudaErrorStreamCaptureUnsupported : cudaErrorIllegalState);
    stream->capture = graph;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    struct CUgraph_st *g = graph_captured(stream);
    if (!g)
        return cuda_fail(cudaErrorIllegalState);
    end_captures(g); /* of streams that joined it through events, too */
    bool made = g->unfinished;
    g->unfinished = false;
    if (graph)
        *graph = g;
    else if (made)
        graph_free(g); /* not asked for */
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (!status)
        return cuda_fail(cudaErrorInvalidValue);
    *status = graph_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id)
{
    if (id)
        *id = (unsigned long long)(uintptr_t)graph_captured(stream);
    return cudaStreamIsCapturing(stream, status);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    return mode ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}
