/* cudaGraphDebugDotPrint: a graph as Graphviz's dot reads it: a box a node, with what it does, an arrow an edge, and
   a frame around a graph inside. The flags choose how much is said of each kind of node; Verbose is all of them. */
#include <stdio.h>

#include "base/demangle.h"
#include "cuda/graph.h"

enum { VERBOSE = cudaGraphDebugDotFlagsVerbose };

static const char *const kinds[cudaGraphNodeTypeCount] = {
    [cudaGraphNodeTypeKernel] = "kernel",         [cudaGraphNodeTypeMemcpy] = "memcpy",
    [cudaGraphNodeTypeMemset] = "memset",         [cudaGraphNodeTypeHost] = "host",
    [cudaGraphNodeTypeGraph] = "graph",           [cudaGraphNodeTypeEmpty] = "empty",
    [cudaGraphNodeTypeWaitEvent] = "wait",        [cudaGraphNodeTypeEventRecord] = "record",
    [cudaGraphNodeTypeMemAlloc] = "allocate",     [cudaGraphNodeTypeMemFree] = "free",
    [cudaGraphNodeTypeConditional] = "condition",
};

static void quoted(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', f);
        fputc(*text, f);
    }
}

static void kernel_label(FILE *f, const struct CUgraphNode_st *n, unsigned flags)
{
    char name[512];
    demangle(n->function->name, name, sizeof name);
    fputs("\\n", f);
    quoted(f, name);
    if (flags & (VERBOSE | cudaGraphDebugDotFlagsKernelNodeParams))
        fprintf(f, "\\ngrid %u x %u x %u, block %u x %u x %u, %u bytes", n->kernel.gridDim.x, n->kernel.gridDim.y,
                n->kernel.gridDim.z, n->kernel.blockDim.x, n->kernel.blockDim.y, n->kernel.blockDim.z,
                n->kernel.sharedMemBytes);
}

static void copy_label(FILE *f, const struct CUgraphNode_st *n)
{
    const struct graph_copy *c = &n->copy;
    const struct cudaExtent e = n->copy3d.extent;
    if (c->dst)
        fprintf(f, "\\n%zu x %zu from %p to %p", c->width, c->height, c->src, c->dst);
    else
        fprintf(f, "\\n%zu x %zu x %zu", e.width, e.height, e.depth);
}

static void label(FILE *f, const struct CUgraphNode_st *n, size_t number, unsigned flags)
{
    fprintf(f, "%zu %s", number, kinds[n->type]);
    if (n->type == cudaGraphNodeTypeKernel)
        kernel_label(f, n, flags);
    if (n->type == cudaGraphNodeTypeMemcpy && flags & (VERBOSE | cudaGraphDebugDotFlagsMemcpyNodeParams))
        copy_label(f, n);
    if (n->type == cudaGraphNodeTypeMemset && flags & (VERBOSE | cudaGraphDebugDotFlagsMemsetNodeParams))
        fprintf(f, "\\n%zu x %zu of %u bytes at %p: %u", n->set.width, n->set.height, n->set.elementSize, n->set.dst,
                n->set.value);
    if (n->type == cudaGraphNodeTypeHost && flags & (VERBOSE | cudaGraphDebugDotFlagsHostNodeParams))
        fprintf(f, "\\n%p of %p", (void *)n->host.fn, n->host.userData);
    if (n->event && flags & (VERBOSE | cudaGraphDebugDotFlagsEventNodeParams))
        fprintf(f, "\\nevent %p", (void *)n->event);
    if (flags & (VERBOSE | cudaGraphDebugDotFlagsHandles))
        fprintf(f, "\\nnode %p", (const void *)n);
}

/* Nodes are named by their addresses, as graphs inside have numbers of their own. */
static void body(FILE *f, const struct CUgraph_st *g, unsigned flags)
{
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct CUgraphNode_st *n = g->nodes.at[i];
        fprintf(f, "\"%p\" [shape=box,label=\"", (const void *)n);
        label(f, n, i, flags);
        fputs("\"];\n", f);
        for (size_t k = 0; k < n->deps.n; k++)
            fprintf(f, "\"%p\" -> \"%p\";\n", (const void *)n->deps.at[k], (const void *)n);
        if (n->child) {
            fprintf(f, "subgraph \"cluster_%p\" {\nlabel=\"of node %zu\";\n", (const void *)n, i);
            body(f, n->child, flags);
            fputs("}\n", f);
        }
    }
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    CUDA_CALL;
    FILE *f = graph_known(graph) && path ? fopen(path, "w") : NULL;
    if (!f)
        return cuda_fail(cudaErrorInvalidValue);
    fputs("digraph cuda {\n", f);
    body(f, graph, flags);
    fputs("}\n", f);
    bool failed = ferror(f);
    return fclose(f) || failed ? cuda_fail(cudaErrorOperatingSystem) : cudaSuccess;
}
