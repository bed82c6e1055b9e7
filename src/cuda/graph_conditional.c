/* Conditional nodes: an inner graph that runs if a value is not 0, while it is not 0, or one of several
   chosen by the value. The value is a word in device memory, and the handle is its address: kernels set it by
   cudaGraphSetConditional. The word exists as long as the process, because clones of the graph use it as
   well. */
#include <stdlib.h>
#include <string.h>

#include "cuda/graph.h"

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned value,
                                             unsigned flags)
{
    CUDA_CALL;
    void *at;
    if (!handle || !graph_known(graph) || flags > cudaGraphCondAssignDefault)
        return cuda_fail(cudaErrorInvalidValue);
    cudaError_t e = cudaMalloc(&at, sizeof(u32));
    if (e)
        return e;
    struct graph_condition c = {.at = (u64)at, .value = value, .assign = flags & cudaGraphCondAssignDefault};
    memcpy(cuda_mem(c.at, sizeof(u32), true), &value, sizeof(u32));
    VEC_PUSH(&graph->conditions, c);
    *handle = c.at;
    return cudaSuccess;
}

cudaError_t cudaGraphAddConditionalNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                        size_t n, struct cudaConditionalNodeParams *params)
{
    CUDA_CALL;
    if (!node || !params || !graph_may_wait_for(graph, deps, n))
        return cuda_fail(cudaErrorInvalidValue);
    bool known = false;
    u32 most = params->type == cudaGraphCondTypeWhile ? 1 : params->type == cudaGraphCondTypeIf ? 2 : ~0u;
    for (size_t i = 0; i < graph->conditions.n; i++)
        known = known || graph->conditions.at[i].at == params->handle;
    if (!known || !params->size || params->size > most || (unsigned)params->type > cudaGraphCondTypeSwitch)
        return cuda_fail(cudaErrorInvalidValue);
    cudaGraphNode_t made;
    cudaError_t e = cudaGraphAddEmptyNode(&made, graph, deps, n);
    if (e)
        return e;
    cudaGraph_t *bodies = xcalloc(params->size, sizeof(*bodies));
    for (u32 i = 0; i < params->size; i++) {
        bodies[i] = graph_new();
        bodies[i]->owned = true;
        for (size_t k = 0; k < graph->conditions.n; k++) { /* its nodes may go by them; they are set in `graph` */
            struct graph_condition c = graph->conditions.at[k];
            c.assign = false;
            VEC_PUSH(&bodies[i]->conditions, c);
        }
    }
    made->type = cudaGraphNodeTypeConditional;
    made->condition = *params;
    made->condition.phGraph_out = params->phGraph_out = bodies;
    *node = made;
    return cudaSuccess;
}

void graph_clone_bodies(struct CUgraphNode_st *to, const struct CUgraphNode_st *from)
{
    const struct cudaConditionalNodeParams *c = &from->condition;
    if (from->type != cudaGraphNodeTypeConditional)
        return;
    to->condition.phGraph_out = xcalloc(c->size, sizeof(cudaGraph_t));
    for (u32 i = 0; i < c->size; i++)
        to->condition.phGraph_out[i] = graph_clone(c->phGraph_out[i]);
}

void graph_set_conditions(const struct CUgraph_st *g)
{
    for (size_t i = 0; i < g->conditions.n; i++) {
        const struct graph_condition *c = &g->conditions.at[i];
        u32 *word = c->assign ? cuda_mem(c->at, sizeof(u32), true) : NULL;
        if (word)
            *word = c->value;
    }
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct CUgraphNode_st *n = g->nodes.at[i];
        if (n->child)
            graph_set_conditions(n->child);
        for (u32 k = 0; n->type == cudaGraphNodeTypeConditional && k < n->condition.size; k++)
            graph_set_conditions(n->condition.phGraph_out[k]);
    }
}

cudaError_t graph_run_condition(const struct CUgraphNode_st *n)
{
    const struct cudaConditionalNodeParams *c = &n->condition;
    const u32 *word = cuda_mem(c->handle, sizeof(u32), false);
    cudaError_t e = word ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
    if (e)
        return e;
    switch (c->type) {
    case cudaGraphCondTypeWhile:
        while (*word && !e)
            e = graph_run(c->phGraph_out[0]);
        return e;
    case cudaGraphCondTypeIf:
        if (!*word && c->size < 2)
            return cudaSuccess;
        return graph_run(c->phGraph_out[*word ? 0 : 1]);
    default: return *word < c->size ? graph_run(c->phGraph_out[*word]) : cudaSuccess;
    }
}
