/* Floyd-Warshall, all shortest ways of a graph of 384 nodes: a step of the outer loop a launch; here the first three.
 */
#include "program.h"

__global__ void floyd_step(int *dist, int *via, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n)
        return;
    int old = dist[i * n + j], way = dist[i * n + k] + dist[k * n + j];
    if (way < old) {
        dist[i * n + j] = way;
        via[i * n + j] = k;
    }
}

int main()
{
    const int n = 384;
    int *dist = host<int>(n * n);
    for (int i = 0; i < n * n; i++)
        dist[i] = i % (n + 1) ? 1 + mix(i) % 1000 : 0;
    int *d_dist = upload(dist, n * n), *d_via = device<int>(n * n);
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    for (int k = 0; k < 3; k++)
        floyd_step<<<grid, block>>>(d_dist, d_via, n, k);
    int *got = download(d_dist, n * n);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (dist[i * n + k] + dist[k * n + j] < dist[i * n + j])
                    dist[i * n + j] = dist[i * n + k] + dist[k * n + j];
    return verdict(!memcmp(got, dist, n * n * sizeof(int)));
}
