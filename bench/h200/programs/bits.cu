/* Bits of words: counted, reversed by hand, Gray code, and the Hamming distance of a query to each of many
 * signatures. */
#include "program.h"

__global__ void bit_tricks(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t x = in[i], r = x;
    r = (r & 0x55555555u) << 1 | (r >> 1 & 0x55555555u);
    r = (r & 0x33333333u) << 2 | (r >> 2 & 0x33333333u);
    r = (r & 0x0f0f0f0fu) << 4 | (r >> 4 & 0x0f0f0f0fu);
    r = (r & 0x00ff00ffu) << 8 | (r >> 8 & 0x00ff00ffu);
    r = r << 16 | r >> 16;
    uint32_t gray = x ^ x >> 1;
    out[i] = r + gray * __popc(x) + __clz(x | 1) + __ffs(x);
}

__global__ void hamming_distance(const uint64_t *__restrict__ signatures, const uint64_t *__restrict__ query,
                                 int *__restrict__ dist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        d += __popcll(signatures[k * n + i] ^ query[k]);
    dist[i] = d;
}

int main()
{
    const int n = 200000, m = 60000;
    uint32_t *in = host<uint32_t>(n);
    uint64_t *sig = host<uint64_t>(8 * m), query[8];
    for (int i = 0; i < n; i++)
        in[i] = mix(i);
    for (int i = 0; i < 8 * m; i++)
        sig[i] = (uint64_t)mix(i) << 32 | mix(i + 1);
    for (int k = 0; k < 8; k++)
        query[k] = sig[k * m + 777];
    uint32_t *d_in = upload(in, n), *d_out = device<uint32_t>(n);
    uint64_t *d_sig = upload(sig, 8 * m), *d_query = upload(query, 8);
    int *d_dist = device<int>(m);
    bit_tricks<<<(n + 255) / 256, 256>>>(d_in, d_out, n);
    hamming_distance<<<(m + 127) / 128, 128>>>(d_sig, d_query, d_dist, m);
    uint32_t *out = download(d_out, n), x = in[5], r = 0;
    int *dist = download(d_dist, m);
    for (int b = 0; b < 32; b++)
        r |= (x >> b & 1) << (31 - b);
    uint32_t want = r + (x ^ x >> 1) * __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_ffs(x);
    return verdict(out[5] == want && dist[777] == 0 && dist[778] > 100);
}
