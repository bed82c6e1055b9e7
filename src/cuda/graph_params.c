/* Nodes made and changed by one call for all types (cudaGraphAddNode): each goes to the call for its type. */
#include "cuda/graph.h"

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                             struct cudaGraphNodeParams *params)
{
    if (!params)
        return cuda_fail(cudaErrorInvalidValue);
    switch (params->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphAddKernelNode(node, graph, deps, n, &params->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphAddMemcpyNode(node, graph, deps, n, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphAddMemsetNode(node, graph, deps, n, &params->memset);
    case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, deps, n, &params->host);
    case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(node, graph, deps, n, params->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, deps, n);
    case cudaGraphNodeTypeWaitEvent: return cudaGraphAddEventWaitNode(node, graph, deps, n, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, deps, n, params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: return cudaGraphAddMemAllocNode(node, graph, deps, n, &params->alloc);
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(node, graph, deps, n, params->free.dptr);
    case cudaGraphNodeTypeConditional: return cudaGraphAddConditionalNode(node, graph, deps, n, &params->conditional);
    default: return cuda_not_supported("cudaGraphAddNode with a node of this type");
    }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    if (!params)
        return cuda_fail(cudaErrorInvalidValue);
    switch (params->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphKernelNodeSetParams(node, &params->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphMemsetNodeSetParams(node, &params->memset);
    case cudaGraphNodeTypeHost: return cudaGraphHostNodeSetParams(node, &params->host);
    default: return cuda_not_supported("cudaGraphNodeSetParams with a node of this type");
    }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    if (!params)
        return cuda_fail(cudaErrorInvalidValue);
    switch (params->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphExecKernelNodeSetParams(exec, node, &params->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphExecMemcpyNodeSetParams(exec, node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphExecMemsetNodeSetParams(exec, node, &params->memset);
    case cudaGraphNodeTypeHost: return cudaGraphExecHostNodeSetParams(exec, node, &params->host);
    case cudaGraphNodeTypeGraph: return cudaGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
    default: return cuda_not_supported("cudaGraphExecNodeSetParams with a node of this type");
    }
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    if (!params)
        return cuda_fail(cudaErrorInvalidValue);
    params->errNode_out = NULL;
    cudaError_t e = cudaGraphInstantiateWithFlags(exec, graph, params->flags);
    params->result_out = e != cudaSuccess;
    return e;
}

/* ---- Memory of graphs: it stays, so what is used is what was reserved ---- */

static struct {
    u64 now, high;
} memory; /* part of the process's state */

void graph_count_memory(size_t bytes)
{
    memory.now += bytes;
    memory.high = MAX(memory.high, memory.now);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    CUDA_CALL;
    if (device || !value || (unsigned)attr > cudaGraphMemAttrReservedMemHigh)
        return cuda_fail(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    bool high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    *(u64 *)value = high ? memory.high : memory.now;
    return cudaSuccess;
}

/* High marks can be set back, to 0. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    CUDA_CALL;
    bool high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    if (device || !value || !high || *(const u64 *)value)
        return cuda_fail(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    memory.high = memory.now;
    return cudaSuccess;
}
