/* User objects: something of the program's with a count of references, some of which graphs hold. With the last one
   its destructor is called, at once and by the thread that gave it up. */
#include <stdlib.h>

#include "cuda/graph.h"

struct CUuserObject_st {
    void *ptr;
    cudaHostFn_t destroy;
    u64 count;
};

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *ptr, cudaHostFn_t destroy, unsigned count,
                                 unsigned flags)
{
    CUDA_CALL;
    if (!object || !destroy || !count || count > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
        return cuda_fail(cudaErrorInvalidValue);
    struct CUuserObject_st *o = xcalloc(1, sizeof(*o));
    *o = (struct CUuserObject_st){ptr, destroy, count};
    graph_handle_add(o, OBJECT_HANDLE);
    *object = o;
    return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t o, unsigned count)
{
    CUDA_CALL;
    if (!graph_handle_is(o, OBJECT_HANDLE) || !count || count > INT32_MAX)
        return cuda_fail(cudaErrorInvalidValue);
    o->count += count;
    return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t o, unsigned count)
{
    CUDA_CALL;
    if (!graph_handle_is(o, OBJECT_HANDLE) || !count || count > o->count)
        return cuda_fail(cudaErrorInvalidValue);
    o->count -= count;
    if (!o->count) {
        graph_handle_drop(o);
        o->destroy(o->ptr);
        free(o);
    }
    return cudaSuccess;
}

static void hold(struct CUgraph_st *g, cudaUserObject_t o, unsigned count)
{
    for (size_t i = 0; i < g->objects.n; i++)
        if (g->objects.at[i].object == o) {
            g->objects.at[i].count += count;
            return;
        }
    struct graph_reference r = {o, count};
    VEC_PUSH(&g->objects, r);
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags)
{
    CUDA_CALL;
    if (!graph_known(graph) || !graph_handle_is(object, OBJECT_HANDLE) || !count || flags > cudaGraphUserObjectMove)
        return cuda_fail(cudaErrorInvalidValue);
    if (!flags) /* a reference of its own; else the caller's becomes the graph's */
        object->count += count;
    hold(graph, object, count);
    return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count)
{
    CUDA_CALL;
    for (size_t i = 0; graph_known(graph) && i < graph->objects.n; i++) {
        struct graph_reference *r = &graph->objects.at[i];
        if (r->object != object || !count || count > r->count)
            continue;
        r->count -= count;
        if (!r->count)
            *r = graph->objects.at[--graph->objects.n];
        return cudaUserObjectRelease(object, count);
    }
    return cuda_fail(cudaErrorInvalidValue);
}

void graph_share_objects(struct CUgraph_st *to, const struct CUgraph_st *from)
{
    for (size_t i = 0; i < from->objects.n; i++)
        cudaGraphRetainUserObject(to, from->objects.at[i].object, from->objects.at[i].count, 0);
}

void graph_release_objects(struct CUgraph_st *g)
{
    while (g->objects.n) {
        struct graph_reference r = g->objects.at[--g->objects.n];
        cudaUserObjectRelease(r.object, r.count);
    }
}
