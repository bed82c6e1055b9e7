/* Graphs (graph.c): what the calls that may be captured ask, and where they put what they would have done. */
#ifndef SLUICE_CUDA_GRAPH_H
#define SLUICE_CUDA_GRAPH_H
#include "cuda/state.h"

struct graph_copy {
    void *dst;
    const void *src;
    size_t dst_pitch, src_pitch, width, height;
    enum cudaMemcpyKind kind;
};
struct CUgraph_st *graph_of_stream(cudaStream_t); /* that it is captured into; NULL: work runs now */
cudaError_t graph_add_launch(struct CUgraph_st *, const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                             bool cooperative);
cudaError_t graph_add_copy(struct CUgraph_st *, const struct graph_copy *);
cudaError_t graph_add_set(struct CUgraph_st *, const struct cudaMemsetParams *);
cudaError_t graph_add_host(struct CUgraph_st *, cudaHostFn_t, void *data);

#endif
