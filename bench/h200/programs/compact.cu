/* Stream compaction: with one global atomic an element kept, and with one a warp by ballots. */
#include "program.h"

__global__ void compact_atomic(const int *__restrict__ in, int *__restrict__ out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i];
    if (v % 3 == 0)
        out[atomicAdd(count, 1)] = v;
}

__global__ void compact_ballot(const int *__restrict__ in, int *__restrict__ out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int v = i < n ? in[i] : 1;
    unsigned keep = __ballot_sync(0xffffffffu, v % 3 == 0);
    int base = 0;
    if (lane == 0 && keep)
        base = atomicAdd(count, __popc(keep));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep >> lane & 1)
        out[base + __popc(keep & ((1u << lane) - 1))] = v;
}

int main()
{
    const int n = 60000;
    int *in = host<int>(n), want = 0;
    for (int i = 0; i < n; i++) {
        in[i] = mix(i) >> 4;
        want += in[i] % 3 == 0;
    }
    int *d_in = upload(in, n), *d_a = device<int>(n), *d_b = device<int>(n), *d_count = device<int>(2);
    compact_atomic<<<(n + 127) / 128, 128>>>(d_in, d_a, d_count, n);
    compact_ballot<<<(n + 127) / 128, 128>>>(d_in, d_b, d_count + 1, n);
    int *count = download(d_count, 2), *b = download(d_b, n);
    bool ok = count[0] == want && count[1] == want;
    for (int i = 0; i < want; i++)
        ok &= b[i] % 3 == 0;
    return verdict(ok);
}
