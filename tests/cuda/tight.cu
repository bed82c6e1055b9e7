/* Blocks of many threads leave each few registers: the kernel is compiled again, with spills, instead of being refused.
   On gtx480 (32,768 registers an SM) the sums below take more than the 32 that 1,024 threads leave; the same kernel in
   blocks of 128 threads keeps what it needs. Exits with the number of wrong results. */
#include <stdio.h>

__global__ void sums(const float4 *a, const float4 *b, const float4 *c, const float4 *d, const float4 *e, float4 *to,
                     unsigned *marks, unsigned *more, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = at; i < n; i += blockDim.x * gridDim.x) {
        float4 v = a[i], w = b[i], x = c[i], y = d[i], z = e[i];
        to[i] = make_float4(v.x + w.x + x.x + y.x + z.x, v.y + w.y + x.y + y.y + z.y, v.z + w.z + x.z + y.z + z.z,
                            v.w + w.w + x.w + y.w + z.w);
    }
    __syncthreads();
    marks[at] = at;
    more[at] = at + 1;
}

int main()
{
    const int n = 4096;
    float4 *p, *to;
    unsigned *marks;
    int bad = 0, blocks = 0;
    cudaMallocManaged(&p, n * sizeof(*p));
    cudaMallocManaged(&to, n * sizeof(*to));
    cudaMallocManaged(&marks, 2 * 4096 * sizeof(*marks));
    for (int i = 0; i < n; i++)
        p[i] = make_float4(i, i + 1, i + 2, i + 3);
    for (int threads = 1024; threads >= 128; threads /= 8) {
        cudaMemset(to, 0, n * sizeof(*to));
        bad += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sums, threads, 0) || blocks < 1;
        sums<<<2048 / threads, threads>>>(p, p, p, p, p, to, marks, marks + 4096, n);
        bad += cudaDeviceSynchronize() != cudaSuccess;
        for (int i = 0; i < n; i++)
            bad += to[i].x != 5 * p[i].x || to[i].y != 5 * p[i].y || to[i].z != 5 * p[i].z || to[i].w != 5 * p[i].w;
        for (int i = 0; i < 2048; i++)
            bad += marks[i] != i || marks[4096 + i] != i + 1;
    }
    printf("%d\n", bad);
    return bad != 0;
}
// expect: 0
