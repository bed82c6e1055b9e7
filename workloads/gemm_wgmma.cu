/*
 * gemm-wgmma: C = A B of halves, with sums in float, by warp groups and tensor copies (wgmma, TMA); for sm_90a.
 *
 * B lies by columns. A block computes 128 x 128 of C with three groups of four warps: one thread of the first copies
 * tiles of 128 x 32 of both matrices, exchanged within 64 bytes, into a ring of five; each of the other groups has 64
 * x 128 of C and multiplies from shared memory, a tile's products while those of the one before are under way. Two
 * mbarriers for each place of the ring say that it is full or free.
 *
 * Paper size: 2048 x 1024 by 512.
 */
#include "tensor.h"
#include <cuda.h>

#define TILE 128
#define DEEP 32
#define STAGES 5
#define BYTES_A (TILE * DEEP * 2)
#define BYTES (2 * BYTES_A)
#define SHARED (STAGES * BYTES + 512) /* the tiles begin at a multiple of 512 */

__device__ __forceinline__ void barrier_init(unsigned at, unsigned count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
}

__device__ __forceinline__ void barrier_arrive(unsigned at)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
}

__device__ __forceinline__ void barrier_expect(unsigned at, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
}

__device__ __forceinline__ void barrier_wait(unsigned at, unsigned parity)
{
    unsigned done;
    do
        asm volatile(
            "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
            : "=r"(done)
            : "r"(at), "r"(parity)
            : "memory");
    while (!done);
}

__device__ __forceinline__ void copy_tile(unsigned to, const CUtensorMap *map, int k, int row, unsigned barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
                 "%3}], [%4];" ::"r"(to),
                 "l"(map), "r"(k), "r"(row), "r"(barrier)
                 : "memory");
}

/* A matrix whose rows of 64 bytes are exchanged; 8 rows take 512 bytes */
__device__ __forceinline__ unsigned long long described(unsigned at)
{
    return (unsigned long long)((at & 0x3ffff) >> 4) | 1ull << 16 | 32ull << 32 | 2ull << 62;
}

/* d += a b, 64 x 128 x 16 */
__device__ __forceinline__ void multiply_group(float (&d)[64], unsigned long long a, unsigned long long b)
{
    asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
                 "%64, %65, p, 1, 1, 0, 0;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                   "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),
                   "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]),
                   "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]),
                   "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]),
                   "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]),
                   "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]),
                   "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), "+f"(d[56]),
                   "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
                 : "l"(a), "l"(b));
}

__device__ __forceinline__ void copy_all(unsigned tiles, unsigned full, unsigned empty, int depth,
                                         const CUtensorMap *a, const CUtensorMap *b)
{
    for (int i = 0; i < depth / DEEP; i++) {
        int s = i % STAGES;
        if (i >= STAGES)
            barrier_wait(empty + 8 * s, (i / STAGES - 1) & 1);
        barrier_expect(full + 8 * s, BYTES);
        copy_tile(tiles + s * BYTES, a, i * DEEP, blockIdx.y * TILE, full + 8 * s);
        copy_tile(tiles + s * BYTES + BYTES_A, b, i * DEEP, blockIdx.x * TILE, full + 8 * s);
    }
}

__global__ void __launch_bounds__(384)
    gemm_wgmma(int n, int depth, const CUtensorMap *a, const CUtensorMap *b, float *c)
{
    extern __shared__ char room[];
    __shared__ __align__(8) unsigned long long barriers[2 * STAGES];
    unsigned tiles = (shared_at(room) + 511) & ~511u, full = shared_at(barriers), empty = full + 8 * STAGES;
    int group = threadIdx.x / 128, warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(full + 8 * s, 1);
            barrier_init(empty + 8 * s, 2);
        }
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (group == 0) {
        if (threadIdx.x == 0)
            copy_all(tiles, full, empty, depth, a, b);
        return;
    }
    float sum[64] = {};
    unsigned own = (group - 1) * (BYTES_A / 2);
    for (int i = 0; i < depth / DEEP; i++) {
        int s = i % STAGES;
        unsigned at = tiles + s * BYTES;
        barrier_wait(full + 8 * s, i / STAGES & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int k = 0; k < DEEP / 16; k++)
            multiply_group(sum, described(at + own + 32 * k), described(at + BYTES_A + 32 * k));
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (i && threadIdx.x % 128 == 0)
            barrier_arrive(empty + 8 * (s ? s - 1 : STAGES - 1));
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    c += (size_t)(blockIdx.y * TILE + (group - 1) * 64 + warp * 16 + lane / 4) * n + blockIdx.x * TILE + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 16; j++) {
        *(float2 *)(c + 8 * j) = make_float2(sum[4 * j], sum[4 * j + 1]);
        *(float2 *)(c + 8 * j + 8 * n) = make_float2(sum[4 * j + 2], sum[4 * j + 3]);
    }
}

/* Tiles of 32 x 128 of a matrix of `rows` rows of `depth` halves */
static CUtensorMap *mapped(half *at, int rows, int depth)
{
    CUtensorMap map;
    cuuint64_t dim[] = {(cuuint64_t)depth, (cuuint64_t)rows}, stride[] = {(cuuint64_t)depth * 2};
    cuuint32_t box[] = {DEEP, TILE}, step[] = {1, 1};
    CUresult r = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, at, dim, stride, box, step,
                                        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B,
                                        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (r != CUDA_SUCCESS) {
        fprintf(stderr, "%s: cuTensorMapEncodeTiled: %d\n", wl_run.name, (int)r);
        exit(5);
    }
    return wl_upload(&map, 1);
}

int main(int argc, char **argv)
{
    int m, n, depth;
    const struct wl_opt opts[] = {{"m", &m, 256, 2048, TILE, 8192, "rows of A and C"},
                                  {"n", &n, 128, 1024, TILE, 8192, "columns of B and C"},
                                  {"depth", &depth, 128, 512, DEEP, 8192, "columns of A, rows of B"}};
    wl_begin(argc, argv, "gemm-wgmma", opts, WL_COUNT(opts));
    wl_multiple(opts, WL_COUNT(opts), "m", m, TILE);
    wl_multiple(opts, WL_COUNT(opts), "n", n, TILE);
    wl_multiple(opts, WL_COUNT(opts), "depth", depth, DEEP);
    size_t na = (size_t)m * depth, nb = (size_t)depth * n, nc = (size_t)m * n;
    half *a = wl_random_half(na, -1, 1, 1), *b = wl_random_half(nb, -1, 1, 2);
    half *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb);
    float *d_c = wl_dev<float>(nc);
    CUtensorMap *map_a = mapped(d_a, m, depth), *map_b = mapped(d_b, n, depth);

    /* where there is not so much, the launch says why it cannot be */
    cudaFuncSetAttribute(gemm_wgmma, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
    gemm_wgmma<<<dim3(n / TILE, m / TILE), 384, SHARED>>>(n, depth, map_a, map_b, d_c);
    WL_LAUNCHED();
    if (wl_checking())
        wl_check_product(m, n, depth, a, b, 1, d_c);
    return wl_end();
}
