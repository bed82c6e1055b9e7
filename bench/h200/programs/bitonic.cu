/* Bitonic sort of 65,536 words: tiles of 1,024 in shared memory, then the first merge over two tiles through global
 * memory. */
#include "program.h"

#define TILE 1024

__global__ void bitonic_tile(uint32_t *data)
{
    __shared__ uint32_t s[TILE];
    uint32_t *mine = data + blockIdx.x * TILE;
    int t = threadIdx.x;
    s[t] = mine[t];
    s[t + TILE / 2] = mine[t + TILE / 2];
    for (int size = 2; size <= TILE; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int pos = 2 * t - (t & (stride - 1));
            bool up = size == TILE ? !(blockIdx.x & 1) : !(t & (size / 2));
            uint32_t a = s[pos], b = s[pos + stride];
            if ((a > b) == up) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    __syncthreads();
    mine[t] = s[t];
    mine[t + TILE / 2] = s[t + TILE / 2];
}

__global__ void bitonic_merge_step(uint32_t *data, int size, int stride, int pairs)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs)
        return;
    int pos = 2 * t - (t & (stride - 1));
    bool up = !(t & (size / 2));
    uint32_t a = data[pos], b = data[pos + stride];
    if ((a > b) == up) {
        data[pos] = b;
        data[pos + stride] = a;
    }
}

int main()
{
    const int n = 65536;
    uint32_t *data = host<uint32_t>(n);
    for (int i = 0; i < n; i++)
        data[i] = mix(i);
    uint32_t *d = upload(data, n);
    bitonic_tile<<<n / TILE, TILE / 2>>>(d);
    for (int stride = TILE; stride > 0; stride /= 2)
        bitonic_merge_step<<<n / 512, 256>>>(d, 2 * TILE, stride, n / 2);
    uint32_t *got = download(d, n);
    bool ok = true;
    for (int i = 1; i < 2 * TILE; i++)
        ok &= got[i - 1] <= got[i];
    return verdict(ok);
}
