/* Graphs (graph.c): what the calls that may be captured ask, and where they put what they would have done. */
#ifndef SLUICE_CUDA_GRAPH_H
#define SLUICE_CUDA_GRAPH_H
#include "cuda/state.h"

struct graph_condition { /* cudaGraphConditionalHandle_t: the address of a word in device memory */
    u64 at;
    u32 value; /* at each launch, if assign */
    bool assign;
};
struct graph_reference { /* to a user object */
    cudaUserObject_t object;
    unsigned count;
};
struct graph_copy {
    void *dst;
    const void *src;
    size_t dst_pitch, src_pitch, width, height;
    enum cudaMemcpyKind kind;
};
struct CUgraphNode_st {
    u8 type; /* enum cudaGraphNodeType */
    struct cuda_function *function;
    struct cudaKernelNodeParams kernel; /* kernelParams is NULL: they are in params */
    u8 *params;
    bool cooperative;
    struct cudaMemcpy3DParms copy3d;
    struct graph_copy copy; /* .dst NULL: copy3d */
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    struct CUgraph_st *child;
    struct cudaConditionalNodeParams condition; /* .phGraph_out: the node's own list of .size graphs */
    struct CUgraph_st *graph;                   /* that it is in */
    struct CUgraphNode_st *original;            /* of a clone's: what it was made from */
    cudaEvent_t event;
    struct cudaMemAllocNodeParams memory; /* of a node that allocates; .dptr alone: of one that frees */
    VEC(void *) pointers;                 /* to each parameter in params */
    bool off;                             /* cudaGraphNodeSetEnabled */
    VEC(struct CUgraphNode_st *) deps;
};

struct CUgraph_st {
    VEC(struct CUgraphNode_st *) nodes;
    VEC(struct graph_condition) conditions;
    VEC(struct graph_reference) objects;
};

struct CUgraphExec_st {
    struct CUgraph_st *graph;              /* a copy */
    VEC(struct CUgraphNode_st *) original; /* the nodes that it was made from, in the same order */
};

void graph_free_node(struct CUgraphNode_st *);
cudaError_t graph_run(const struct CUgraph_st *);
cudaError_t graph_run_node(const struct CUgraphNode_st *);
/* graph_conditional.c: values at a launch, in graphs inside too; what a node does; a clone's own graphs */
void graph_set_conditions(const struct CUgraph_st *);
cudaError_t graph_run_condition(const struct CUgraphNode_st *);
void graph_clone_bodies(struct CUgraphNode_st *to, const struct CUgraphNode_st *from);
/* graph_objects.c: a clone holds what its original holds; the end of a graph */
void graph_share_objects(struct CUgraph_st *to, const struct CUgraph_st *from);
void graph_release_objects(struct CUgraph_st *);
cudaError_t graph_set_kernel(struct CUgraphNode_st *, const struct cudaKernelNodeParams *);
void graph_count_memory(size_t bytes);           /* a node has allocated so much */
struct CUgraph_st *graph_captured(cudaStream_t); /* that it is captured into; or NULL */
/* Where its work goes: that graph, or what waits behind a kernel that waits for the host; NULL: work runs now. */
struct CUgraph_st *graph_of_stream(cudaStream_t);
cudaError_t graph_add_launch(struct CUgraph_st *, const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                             bool cooperative);
cudaError_t graph_add_copy(struct CUgraph_st *, const struct graph_copy *);
cudaError_t graph_add_copy3d(struct CUgraph_st *, const struct cudaMemcpy3DParms *);
cudaError_t graph_add_set(struct CUgraph_st *, const struct cudaMemsetParams *);
cudaError_t graph_add_host(struct CUgraph_st *, cudaHostFn_t, void *data);

#endif
