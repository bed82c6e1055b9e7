/* Triangles of a graph: for each edge, the sorted neighbour lists of its ends are intersected. */
#include "program.h"

__global__ void triangle_count(const int *__restrict__ start, const int *__restrict__ to,
                               const int *__restrict__ ends, int edges, unsigned long long *total)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    int u = ends[e], v = to[e], i = start[u], j = start[v], iend = start[u + 1], jend = start[v + 1];
    unsigned found = 0;
    while (i < iend && j < jend) {
        int a = to[i], b = to[j];
        if (a == b) {
            found++;
            i++;
            j++;
        } else if (a < b) {
            i++;
        } else {
            j++;
        }
    }
    if (found)
        atomicAdd(total, (unsigned long long)found);
}

int main()
{
    /* edges only from the smaller to the larger number; neighbours i + a few fixed gaps, some left out */
    const int n = 6000, gaps = 16;
    int *start = host<int>(n + 1), *to = host<int>(n * gaps), *ends = host<int>(n * gaps), edges = 0;
    for (int i = 0; i < n; i++) {
        start[i] = edges;
        for (int g = 1; g <= gaps; g++)
            if (i + g * 3 < n && mix(i * gaps + g) % 4) {
                ends[edges] = i;
                to[edges++] = i + g * 3;
            }
    }
    start[n] = edges;
    unsigned long long *d_total = device<unsigned long long>(1), want = 0;
    int *d_start = upload(start, n + 1), *d_to = upload(to, edges), *d_ends = upload(ends, edges);
    triangle_count<<<(edges + 255) / 256, 256>>>(d_start, d_to, d_ends, edges, d_total);
    for (int e = 0; e < edges; e++)
        for (int i = start[ends[e]]; i < start[ends[e] + 1]; i++)
            for (int j = start[to[e]]; j < start[to[e] + 1]; j++)
                want += to[i] == to[j];
    return verdict(*download(d_total, 1) == want);
}
