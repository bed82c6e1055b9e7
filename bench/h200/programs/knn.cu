/* k nearest neighbours: distances of every query to every point, then the eight smallest of a row by insertion. */
#include "program.h"

#define DIM 8
#define K 8

__global__ void knn_distances(const float *__restrict__ points, const float *__restrict__ queries,
                              float *__restrict__ dist, int n, int m)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y;
    if (p >= n)
        return;
    float sum = 0;
#pragma unroll
    for (int d = 0; d < DIM; d++) {
        float x = points[d * n + p] - queries[d * m + q];
        sum += x * x;
    }
    dist[q * n + p] = sqrtf(sum);
}

__global__ void knn_select(const float *__restrict__ dist, int *__restrict__ nearest, int n, int m)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= m)
        return;
    float best[K];
    int index[K];
    for (int k = 0; k < K; k++) {
        best[k] = 1e30f;
        index[k] = -1;
    }
    for (int p = 0; p < n; p++) {
        float d = dist[q * n + p];
        if (d >= best[K - 1])
            continue;
        int at = K - 1;
        while (at > 0 && best[at - 1] > d) {
            best[at] = best[at - 1];
            index[at] = index[at - 1];
            at--;
        }
        best[at] = d;
        index[at] = p;
    }
    for (int k = 0; k < K; k++)
        nearest[q * K + k] = index[k];
}

int main()
{
    const int n = 1000, m = 400;
    float *points = host_units(n * DIM, 1), *queries = host_units(m * DIM, 2);
    float *d_p = upload(points, n * DIM), *d_q = upload(queries, m * DIM), *d_d = device<float>(n * m);
    int *d_n = device<int>(m * K);
    knn_distances<<<dim3((n + 255) / 256, m), 256>>>(d_p, d_q, d_d, n, m);
    knn_select<<<(m + 31) / 32, 32>>>(d_d, d_n, n, m);
    float *dist = download(d_d, n * m);
    int *near_q = download(d_n, m * K);
    bool ok = true;
    for (int q = 0; q < m; q += 17) {
        int least = 0;
        for (int p = 0; p < n; p++)
            if (dist[q * n + p] < dist[q * n + least])
                least = p;
        ok &= near_q[q * K] == least && dist[q * n + near_q[q * K + 7]] >= dist[q * n + near_q[q * K + 6]];
    }
    return verdict(ok);
}
