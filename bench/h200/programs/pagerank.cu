/* PageRank: what each page gives to a link, then a page gathers over its incoming links (compressed rows). */
#include "program.h"

__global__ void rank_shares(const float *__restrict__ rank, const int *__restrict__ links, float *__restrict__ share,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        share[i] = links[i] ? rank[i] / links[i] : 0.0f;
}

__global__ void rank_gather(const int *__restrict__ start, const int *__restrict__ from,
                            const float *__restrict__ share, float *__restrict__ rank, int n, float damping)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int e = start[i]; e < start[i + 1]; e++)
        sum += share[from[e]];
    rank[i] = (1.0f - damping) / n + damping * sum;
}

int main()
{
    const int n = 60000;
    int *start = host<int>(n + 1), *links = host<int>(n);
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + (mix(i) % 16 == 0 ? 40 : mix(i) % 12);
    int edges = start[n], *from = host<int>(edges);
    for (int e = 0; e < edges; e++) {
        from[e] = mix(e + n) % n;
        links[from[e]]++;
    }
    float *rank = host<float>(n);
    for (int i = 0; i < n; i++)
        rank[i] = 1.0f / n;
    int *d_start = upload(start, n + 1), *d_from = upload(from, edges), *d_links = upload(links, n);
    float *d_rank = upload(rank, n), *d_share = device<float>(n);
    for (int round = 0; round < 2; round++) {
        rank_shares<<<(n + 255) / 256, 256>>>(d_rank, d_links, d_share, n);
        rank_gather<<<(n + 255) / 256, 256>>>(d_start, d_from, d_share, d_rank, n, 0.85f);
    }
    float *r = download(d_rank, n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i];
    return verdict(sum > 0.9 && sum < 1.05);
}
