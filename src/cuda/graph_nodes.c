/* What a graph's nodes do and wait for, asked and changed: in the graph, and in what was made of it to be launched.
 */
#include <string.h>

#include "cuda/graph.h"

/* The node of an executable graph that was made from `node`; NULL: none. */
static struct CUgraphNode_st *made_from(cudaGraphExec_t exec, cudaGraphNode_t node, u8 type)
{
    if (!graph_known_exec(exec) || !graph_known_node(node) || node->type != type)
        return NULL;
    for (size_t i = 0; i < exec->graph->nodes.n; i++)
        if (exec->graph->nodes.at[i]->original == node->id)
            return exec->graph->nodes.at[i];
    return NULL;
}

#define NODE_OF(want)                                                                                                \
    CUDA_CALL;                                                                                                       \
    if (!graph_known_node(node) || node->type != (want) || !params)                                                  \
    return cuda_fail(cudaErrorInvalidValue)
#define EXEC_NODE_OF(want)                                                                                           \
    CUDA_CALL;                                                                                                       \
    struct CUgraphNode_st *made = made_from(exec, node, want);                                                       \
    if (!made)                                                                                                       \
    return cuda_fail(cudaErrorInvalidValue)

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
    NODE_OF(cudaGraphNodeTypeKernel);
    *params = node->kernel;
    params->kernelParams = node->pointers.at;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params)
{
    NODE_OF(cudaGraphNodeTypeKernel);
    return graph_set_kernel(node, params);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params)
{
    EXEC_NODE_OF(cudaGraphNodeTypeKernel);
    return graph_set_kernel(made, params);
}

/* ---- Copies ---- */

static void set_copy_1d(struct CUgraphNode_st *n, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    n->copy = (struct graph_copy){dst, src, count, count, count, 1, kind};
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params)
{
    NODE_OF(cudaGraphNodeTypeMemcpy);
    const struct graph_copy *c = &node->copy;
    *params = node->copy3d;
    if (c->dst) {
        *params = (struct cudaMemcpy3DParms){.extent = {c->width, c->height, 1}, .kind = c->kind};
        params->srcPtr = (struct cudaPitchedPtr){(void *)c->src, c->src_pitch, c->width, c->height};
        params->dstPtr = (struct cudaPitchedPtr){c->dst, c->dst_pitch, c->width, c->height};
    }
    return cudaSuccess;
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *params)
{
    NODE_OF(cudaGraphNodeTypeMemcpy);
    node->copy.dst = NULL;
    node->copy3d = *params;
    return cudaSuccess;
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *params, size_t count,
                                           enum cudaMemcpyKind kind)
{
    NODE_OF(cudaGraphNodeTypeMemcpy);
    if (!dst)
        return cuda_fail(cudaErrorInvalidValue);
    set_copy_1d(node, dst, params, count, kind);
    return cudaSuccess;
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params)
{
    EXEC_NODE_OF(cudaGraphNodeTypeMemcpy);
    return cudaGraphMemcpyNodeSetParams(made, params);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *src,
                                               size_t count, enum cudaMemcpyKind kind)
{
    EXEC_NODE_OF(cudaGraphNodeTypeMemcpy);
    if (!dst || !src)
        return cuda_fail(cudaErrorInvalidValue);
    set_copy_1d(made, dst, src, count, kind);
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                           size_t n, const void *symbol, const void *src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind)
{
    void *at;
    cudaError_t e = cudaGetSymbolAddress(&at, symbol);
    return e ? e : cudaGraphAddMemcpyNode1D(node, graph, deps, n, (char *)at + offset, src, count, kind);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                             size_t n, void *dst, const void *symbol, size_t count, size_t offset,
                                             enum cudaMemcpyKind kind)
{
    void *at;
    cudaError_t e = cudaGetSymbolAddress(&at, symbol);
    return e ? e : cudaGraphAddMemcpyNode1D(node, graph, deps, n, dst, (char *)at + offset, count, kind);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *src,
                                                 size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    void *at;
    cudaError_t e = cudaGetSymbolAddress(&at, symbol);
    return e ? e : cudaGraphMemcpyNodeSetParams1D(node, (char *)at + offset, src, count, kind);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const void *symbol, size_t count,
                                                   size_t offset, enum cudaMemcpyKind kind)
{
    void *at;
    cudaError_t e = cudaGetSymbolAddress(&at, symbol);
    return e ? e : cudaGraphMemcpyNodeSetParams1D(node, dst, (char *)at + offset, count, kind);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const void *symbol,
                                                     const void *src, size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    EXEC_NODE_OF(cudaGraphNodeTypeMemcpy);
    return cudaGraphMemcpyNodeSetParamsToSymbol(made, symbol, src, count, offset, kind);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count, size_t offset,
                                                       enum cudaMemcpyKind kind)
{
    EXEC_NODE_OF(cudaGraphNodeTypeMemcpy);
    return cudaGraphMemcpyNodeSetParamsFromSymbol(made, dst, symbol, count, offset, kind);
}

/* ---- Fills, host functions, graphs inside ---- */

/* Nodes whose parameters are kept as they were given: asked, changed in the graph, changed in what is launched */
#define PLAIN_NODE(kind, params_type, field)                                                                         \
    cudaError_t cudaGraph##kind##NodeGetParams(cudaGraphNode_t node, struct params_type *params)                     \
    {                                                                                                                \
        NODE_OF(cudaGraphNodeType##kind);                                                                            \
        *params = node->field;                                                                                       \
        return cudaSuccess;                                                                                          \
    }                                                                                                                \
    cudaError_t cudaGraph##kind##NodeSetParams(cudaGraphNode_t node, const struct params_type *params)               \
    {                                                                                                                \
        NODE_OF(cudaGraphNodeType##kind);                                                                            \
        node->field = *params;                                                                                       \
        return cudaSuccess;                                                                                          \
    }                                                                                                                \
    cudaError_t cudaGraphExec##kind##NodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,                       \
                                                   const struct params_type *params)                                 \
    {                                                                                                                \
        EXEC_NODE_OF(cudaGraphNodeType##kind);                                                                       \
        return cudaGraph##kind##NodeSetParams(made, params);                                                         \
    }
PLAIN_NODE(Memset, cudaMemsetParams, set)
PLAIN_NODE(Host, cudaHostNodeParams, host)

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *params)
{
    NODE_OF(cudaGraphNodeTypeGraph);
    *params = node->child;
    return cudaSuccess;
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
    EXEC_NODE_OF(cudaGraphNodeTypeGraph);
    if (!graph_known(child) || graph_has_cycle(child))
        return cuda_fail(cudaErrorInvalidValue);
    struct CUgraph_st *before = made->child; /* `child` may be inside it */
    made->child = graph_clone(child);
    graph_free(before);
    return cudaSuccess;
}

/* Kernels, copies and fills can be switched off. */
static struct CUgraphNode_st *switched(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    struct CUgraphNode_st *made = graph_known_node(node) ? made_from(exec, node, node->type) : NULL;
    bool can = made && (made->type == cudaGraphNodeTypeKernel || made->type == cudaGraphNodeTypeMemcpy ||
                        made->type == cudaGraphNodeTypeMemset);
    return can ? made : NULL;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled)
{
    CUDA_CALL;
    struct CUgraphNode_st *made = switched(exec, node);
    if (!made)
        return cuda_fail(cudaErrorInvalidValue);
    made->off = !enabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
    CUDA_CALL;
    const struct CUgraphNode_st *made = switched(exec, node);
    if (!made || !enabled)
        return cuda_fail(cudaErrorInvalidValue);
    *enabled = !made->off;
    return cudaSuccess;
}

/* ---- Events and memory ---- */

/* A node that executes as an empty one, but has its type and event */
static cudaError_t add_event(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n, u8 type,
                             cudaEvent_t event)
{
    CUDA_CALL;
    cudaError_t e = cudaGraphAddEmptyNode(node, graph, deps, n);
    if (e)
        return e;
    (*node)->type = type;
    (*node)->event = event;
    return cudaSuccess;
}

static cudaError_t check_event(cudaEvent_t event)
{
    CUDA_CALL;
    if (!event)
        return cuda_fail(cudaErrorInvalidValue);
    return cuda_known_event(event) ? cudaSuccess : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                        size_t n, cudaEvent_t event)
{
    cudaError_t e = check_event(event);
    return e ? e : add_event(node, graph, deps, n, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                      cudaEvent_t event)
{
    cudaError_t e = check_event(event);
    return e ? e : add_event(node, graph, deps, n, cudaGraphNodeTypeWaitEvent, event);
}

#define EVENT_NODE(kind, node_type)                                                                                  \
    cudaError_t cudaGraphEvent##kind##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t *params)                        \
    {                                                                                                                \
        NODE_OF(node_type);                                                                                          \
        *params = node->event;                                                                                       \
        return cudaSuccess;                                                                                          \
    }                                                                                                                \
    cudaError_t cudaGraphEvent##kind##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t params)                         \
    {                                                                                                                \
        NODE_OF(node_type);                                                                                          \
        cudaError_t e = check_event(params);                                                                         \
        if (e)                                                                                                       \
            return e;                                                                                                \
        node->event = params;                                                                                        \
        return cudaSuccess;                                                                                          \
    }                                                                                                                \
    cudaError_t cudaGraphExecEvent##kind##NodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,                   \
                                                       cudaEvent_t event)                                            \
    {                                                                                                                \
        EXEC_NODE_OF(node_type);                                                                                     \
        return cudaGraphEvent##kind##NodeSetEvent(made, event);                                                      \
    }
EVENT_NODE(Record, cudaGraphNodeTypeEventRecord)
EVENT_NODE(Wait, cudaGraphNodeTypeWaitEvent)

/* Memory of a graph is there from when the node is made, as its address is. */
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                     struct cudaMemAllocNodeParams *params)
{
    CUDA_CALL;
    if (!node || !params || !graph_may_wait_for(graph, deps, n))
        return cuda_fail(cudaErrorInvalidValue);
    cudaError_t e = cudaMalloc(&params->dptr, params->bytesize);
    if (e)
        return e;
    graph_count_memory(params->bytesize);
    e = add_event(node, graph, deps, n, cudaGraphNodeTypeMemAlloc, NULL);
    if (!e)
        (*node)->memory = *params;
    return e;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                                    void *ptr)
{
    CUDA_CALL;
    cudaError_t e =
        ptr ? add_event(node, graph, deps, n, cudaGraphNodeTypeMemFree, NULL) : cuda_fail(cudaErrorInvalidValue);
    if (!e)
        (*node)->memory.dptr = ptr;
    return e;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params)
{
    NODE_OF(cudaGraphNodeTypeMemAlloc);
    *params = node->memory;
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *params)
{
    NODE_OF(cudaGraphNodeTypeMemFree);
    *(void **)params = node->memory.dptr;
    return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    return device ? cuda_fail(cudaErrorInvalidDevice) : cudaSuccess;
}

/* ---- Edges ---- */

static cudaError_t give(cudaGraphNode_t *nodes, size_t *n, cudaGraphNode_t node, size_t *found)
{
    if (nodes && *found < *n)
        nodes[*found] = node;
    ++*found;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
    CUDA_CALL;
    size_t found = 0;
    if (!graph_known_node(node) || !n)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t k = 0; k < node->deps.n; k++)
        give(nodes, n, node->deps.at[k], &found);
    *n = found;
    return cudaSuccess;
}

static bool depends(const struct CUgraphNode_st *n, const struct CUgraphNode_st *on)
{
    for (size_t k = 0; k < n->deps.n; k++)
        if (n->deps.at[k] == on)
            return true;
    return false;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
    CUDA_CALL;
    size_t found = 0;
    if (!graph_known_node(node) || !n)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < node->graph->nodes.n; i++)
        if (depends(node->graph->nodes.at[i], node))
            give(nodes, n, node->graph->nodes.at[i], &found);
    *n = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n)
{
    CUDA_CALL;
    size_t found = 0, too;
    if (!graph_known(g) || !n)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < g->nodes.n; i++)
        for (size_t k = 0; k < g->nodes.at[i]->deps.n; k++) {
            too = found;
            give(from, n, g->nodes.at[i]->deps.at[k], &found);
            give(to, n, g->nodes.at[i], &too);
        }
    *n = found;
    return cudaSuccess;
}

static void no_longer(struct CUgraphNode_st *n, const struct CUgraphNode_st *on)
{
    for (size_t k = n->deps.n; k-- > 0;)
        if (n->deps.at[k] == on)
            n->deps.at[k] = n->deps.at[--n->deps.n];
}

/* All of these or none. */
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t n)
{
    CUDA_CALL;
    if (!graph_has_nodes(g, from, n) || !graph_has_nodes(g, to, n))
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (!depends(to[i], from[i]))
            return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        no_longer(to[i], from[i]);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    CUDA_CALL;
    if (!graph_known_node(node))
        return cuda_fail(cudaErrorInvalidValue);
    struct CUgraph_st *g = node->graph;
    for (size_t i = g->nodes.n; i-- > 0;) {
        struct CUgraphNode_st *other = g->nodes.at[i];
        if (other == node) {
            memmove(&g->nodes.at[i], &g->nodes.at[i + 1], (g->nodes.n - i - 1) * sizeof g->nodes.at[0]);
            g->nodes.n--;
        } else {
            no_longer(other, node);
        }
    }
    graph_free_node(node);
    return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone)
{
    CUDA_CALL;
    if (!node || !graph_known_node(original) || !graph_known(clone))
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < clone->nodes.n; i++)
        if (clone->nodes.at[i]->original == original->id) {
            *node = clone->nodes.at[i];
            return cudaSuccess;
        }
    return cuda_fail(cudaErrorInvalidValue);
}
