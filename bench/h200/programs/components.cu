/* Connected components by label propagation: an edge a thread lowers its ends' labels; then labels are followed to
 * their roots. */
#include "program.h"

__global__ void propagate_labels(const int *__restrict__ u, const int *__restrict__ v, int *label, int *changed,
                                 int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    int a = label[u[e]], b = label[v[e]];
    if (a == b)
        return;
    int low = min(a, b), high = max(a, b);
    if (atomicMin(&label[high], low) > low)
        *changed = 1;
}

__global__ void shorten_labels(int *label, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int l = label[i];
    while (l != label[l])
        l = label[l];
    label[i] = l;
}

int main()
{
    const int n = 50000, edges = 120000;
    int *u = host<int>(edges), *v = host<int>(edges), *label = host<int>(n);
    for (int i = 0; i < n; i++)
        label[i] = i;
    for (int e = 0; e < edges; e++) {
        u[e] = mix(e) % n;
        v[e] = u[e] / 1000 * 1000 + mix(e + edges) % 1000;
    }
    int *d_u = upload(u, edges), *d_v = upload(v, edges), *d_label = upload(label, n), *d_changed = device<int>(1);
    for (int round = 0; round < 2; round++) {
        propagate_labels<<<(edges + 255) / 256, 256>>>(d_u, d_v, d_label, d_changed, edges);
        shorten_labels<<<(n + 255) / 256, 256>>>(d_label, n);
    }
    int *got = download(d_label, n), roots = 0;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        ok &= got[i] / 1000 == i / 1000 && got[i] <= i;
        roots += got[i] == i;
    }
    return verdict(ok && roots < n / 4);
}
