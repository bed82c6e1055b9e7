/*
 * bfs: breadth-first search of a random graph, level by level (Rodinia-class).
 *
 * Two kernels a level, one thread a node, 512-thread blocks: nodes on the frontier visit their edges and mark what
 * they reach (gathers and scatters, up to 32 lines an access, lanes with different edge counts); then what was
 * reached becomes the frontier. All threads that reach a node write the same level, so the races are harmless.
 *
 * Paper size: 65,536 nodes, and 1M with --times 16 (the MRPB paper, table 3, has both). Edge counts 2 to 9, targets
 * uniform.
 */
#include "common.h"

struct node {
    int first, count; /* edges */
};

__global__ void visit(const struct node *nodes, const int *edges, char *frontier, char *reached, const char *visited,
                      int *level, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && frontier[i]) {
        frontier[i] = 0;
        for (int e = nodes[i].first; e < nodes[i].first + nodes[i].count; e++) {
            int to = edges[e];
            if (!visited[to]) {
                level[to] = level[i] + 1;
                reached[to] = 1;
            }
        }
    }
}

__global__ void advance(char *frontier, char *reached, char *visited, char *again, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && reached[i]) {
        frontier[i] = 1;
        visited[i] = 1;
        reached[i] = 0;
        *again = 1;
    }
}

static void reference(const struct node *nodes, const int *edges, int *level, int n)
{
    int *queue = wl_host<int>(n), head = 0, tail = 0;
    for (int i = 0; i < n; i++)
        level[i] = -1;
    level[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int i = queue[head++];
        for (int e = nodes[i].first; e < nodes[i].first + nodes[i].count; e++)
            if (level[edges[e]] < 0) {
                level[edges[e]] = level[i] + 1;
                queue[tail++] = edges[e];
            }
    }
    free(queue);
}

int main(int argc, char **argv)
{
    int n, times;
    const struct wl_opt opts[] = {{"n", &n, 4096, 65536, 1, 1 << 20, "nodes"},
                                  {"times", &times, 1, 1, 1, 16, "multiplies the number of nodes"}};
    wl_begin(argc, argv, "bfs", opts, WL_COUNT(opts));
    n *= times;
    wl_run.name = times == 16 ? "bfs-1m" : "bfs";
    struct wl_rng rng = wl_seed(3);
    struct node *nodes = wl_host<struct node>(n);
    int count = 0;
    for (int i = 0; i < n; i++) {
        nodes[i].first = count;
        nodes[i].count = 2 + (int)wl_below(&rng, 8);
        count += nodes[i].count;
    }
    int *edges = wl_host<int>(count), *level = wl_host<int>(n);
    for (int e = 0; e < count; e++)
        edges[e] = (int)wl_below(&rng, n);
    for (int i = 0; i < n; i++)
        level[i] = i ? -1 : 0;

    struct node *d_nodes = wl_upload(nodes, n);
    int *d_edges = wl_upload(edges, count), *d_level = wl_upload(level, n);
    char *d_frontier = wl_dev_zero<char>(n), *d_reached = wl_dev_zero<char>(n), *d_visited = wl_dev_zero<char>(n);
    char *d_again = wl_dev<char>(1), again = 1;
    wl_put(d_frontier, &again, 1); /* the search starts at node 0 */
    wl_put(d_visited, &again, 1);
    while (again) {
        again = 0;
        wl_put(d_again, &again, 1);
        visit<<<wl_blocks(n, 512), 512>>>(d_nodes, d_edges, d_frontier, d_reached, d_visited, d_level, n);
        WL_LAUNCHED();
        advance<<<wl_blocks(n, 512), 512>>>(d_frontier, d_reached, d_visited, d_again, n);
        WL_LAUNCHED();
        wl_get(&again, d_again, 1);
    }
    if (wl_checking()) {
        reference(nodes, edges, level, n);
        wl_check_i32("level", wl_download(d_level, n), level, n);
    }
    return wl_end();
}
