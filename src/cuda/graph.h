/* Graphs (graph.c): calls that may be captured ask here, and add nodes for what they would have done. */
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
    u32 cluster[3];
    bool ranked; /* by its launch's attribute: before or behind others of its stream's priority */
    int priority;
    struct cudaMemcpy3DParms copy3d;
    struct graph_copy copy; /* .dst NULL: copy3d */
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    struct CUgraph_st *child;
    struct cudaConditionalNodeParams condition; /* .phGraph_out: the node's own list of .size graphs */
    struct CUgraph_st *graph;                   /* that it is in */
    u64 id, original;                           /* never given twice; of a clone's: that of what it was made from */
    cudaEvent_t event;
    struct cudaMemAllocNodeParams memory; /* of a node that allocates; .dptr alone: of one that frees */
    VEC(void *) pointers;                 /* to each parameter in params */
    bool off;                             /* cudaGraphNodeSetEnabled */
    bool placed;                          /* of graph_has_cycle alone */
    VEC(struct CUgraphNode_st *) deps;
};

struct CUgraph_st {
    VEC(struct CUgraphNode_st *) nodes;
    VEC(struct graph_condition) conditions;
    VEC(struct graph_reference) objects;
    bool owned;      /* owned by a node or an executable graph: the program may not destroy it */
    bool unfinished; /* made by a capture that is still going on: likewise */
};

struct CUgraphExec_st {
    struct CUgraph_st *graph; /* a copy */
};

/* graph_handles.c: handles that the program may pass in. A call asks before it uses one. */
enum graph_handle { GRAPH_HANDLE = 1, NODE_HANDLE, EXEC_HANDLE, OBJECT_HANDLE };
void graph_handle_add(const void *, enum graph_handle);
void graph_handle_drop(const void *);
bool graph_handle_is(const void *, enum graph_handle); /* false for NULL, too */
static inline bool graph_known(const struct CUgraph_st *g)
{
    return graph_handle_is(g, GRAPH_HANDLE);
}
static inline bool graph_known_node(const struct CUgraphNode_st *n)
{
    return graph_handle_is(n, NODE_HANDLE);
}
static inline bool graph_known_exec(const struct CUgraphExec_st *x)
{
    return graph_handle_is(x, EXEC_HANDLE);
}
/* The graph is one, and these are nodes of it; the second: and none is there twice. */
bool graph_has_nodes(const struct CUgraph_st *, const cudaGraphNode_t *, size_t n);
bool graph_may_wait_for(const struct CUgraph_st *, const cudaGraphNode_t *deps, size_t n);
bool graph_has_cycle(const struct CUgraph_st *); /* or a graph inside has */

/* For what the library itself makes: no handle is asked about. */
struct CUgraph_st *graph_new(void);
struct CUgraph_st *graph_clone(const struct CUgraph_st *); /* owned */
void graph_free(struct CUgraph_st *);                      /* NULL: nothing */

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
void graph_abandon(struct CUgraph_st *);         /* a stream that was captured into it is destroyed; NULL: none */
/* The graph of its work: a capture's, or the queue behind a kernel that waits for the host; NULL: it runs now. */
struct CUgraph_st *graph_of_stream(cudaStream_t);
cudaError_t graph_add_launch(struct CUgraph_st *, const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                             bool cooperative);
cudaError_t graph_add_copy(struct CUgraph_st *, const struct graph_copy *);
cudaError_t graph_add_copy3d(struct CUgraph_st *, const struct cudaMemcpy3DParms *);
cudaError_t graph_add_set(struct CUgraph_st *, const struct cudaMemsetParams *);
cudaError_t graph_add_host(struct CUgraph_st *, cudaHostFn_t, void *data);

#endif
