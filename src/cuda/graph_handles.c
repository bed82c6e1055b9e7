/* The handles of graphs that exist: a program may pass one that is null, destroyed, or of another kind, and gets an
   error. A set of addresses with open addressing; removal leaves no hole. */
#include "cuda/graph.h"

struct entry {
    const void *at; /* NULL: free */
    u8 kind;
};

static struct { /* part of the process's state, under the lock */
    struct entry *entries;
    size_t n, mask; /* of mask + 1 places at most half are taken */
} known;

static size_t home(const void *at)
{
    u64 x = (u64)(uintptr_t)at >> 4;
    return (size_t)(x * 0x9e3779b97f4a7c15ull >> 32) & known.mask;
}

/* The address's place, or where it would go. */
static size_t find(const void *at)
{
    size_t i = home(at);
    while (known.entries[i].at && known.entries[i].at != at)
        i = (i + 1) & known.mask;
    return i;
}

static void grow(void)
{
    struct entry *old = known.entries;
    size_t places = old ? known.mask + 1 : 0;
    known.mask = places ? 2 * places - 1 : 63;
    known.entries = xcalloc(known.mask + 1, sizeof(*known.entries));
    for (size_t i = 0; i < places; i++)
        if (old[i].at)
            known.entries[find(old[i].at)] = old[i];
    free(old);
}

void graph_handle_add(const void *at, enum graph_handle kind)
{
    if (!known.entries || 2 * (known.n + 1) > known.mask + 1)
        grow();
    known.entries[find(at)] = (struct entry){at, (u8)kind};
    known.n++;
}

void graph_handle_drop(const void *at)
{
    if (!known.entries)
        return;
    size_t hole = find(at);
    if (!known.entries[hole].at)
        return;
    known.n--;
    for (size_t i = (hole + 1) & known.mask; known.entries[i].at; i = (i + 1) & known.mask) {
        size_t from = home(known.entries[i].at);
        if (((i - from) & known.mask) >= ((i - hole) & known.mask)) { /* it would be searched for there, too */
            known.entries[hole] = known.entries[i];
            hole = i;
        }
    }
    known.entries[hole].at = NULL;
}

bool graph_handle_is(const void *at, enum graph_handle kind)
{
    if (!at || !known.entries)
        return false;
    const struct entry *e = &known.entries[find(at)];
    return e->at && e->kind == kind;
}

static bool has(const cudaGraphNode_t *list, size_t n, cudaGraphNode_t node)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == node)
            return true;
    return false;
}

bool graph_has_nodes(const struct CUgraph_st *g, const cudaGraphNode_t *nodes, size_t n)
{
    if (!graph_known(g) || (n && !nodes))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!graph_known_node(nodes[i]) || nodes[i]->graph != g)
            return false;
    return true;
}

bool graph_may_wait_for(const struct CUgraph_st *g, const cudaGraphNode_t *deps, size_t n)
{
    if (!graph_has_nodes(g, deps, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (has(deps, i, deps[i]))
            return false;
    return true;
}

static bool in_order(const struct CUgraphNode_st *n)
{
    for (size_t k = 0; k < n->deps.n; k++)
        if (!n->deps.at[k]->placed)
            return false;
    return true;
}

bool graph_has_cycle(const struct CUgraph_st *g)
{
    size_t left = g->nodes.n, before = left + 1;
    for (size_t i = 0; i < g->nodes.n; i++)
        g->nodes.at[i]->placed = false;
    while (left && left < before) {
        before = left;
        for (size_t i = 0; i < g->nodes.n; i++)
            if (!g->nodes.at[i]->placed && in_order(g->nodes.at[i])) {
                g->nodes.at[i]->placed = true;
                left--;
            }
    }
    for (size_t i = 0; i < g->nodes.n && !left; i++) {
        const struct CUgraphNode_st *n = g->nodes.at[i];
        if (n->child && graph_has_cycle(n->child))
            return true;
        for (u32 k = 0; n->condition.phGraph_out && k < n->condition.size; k++)
            if (graph_has_cycle(n->condition.phGraph_out[k]))
                return true;
    }
    return left;
}
