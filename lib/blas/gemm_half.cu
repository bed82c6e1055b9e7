/* Products of half and bfloat16 on tensor cores without warp groups (mma.sync, sums in float; gemm_group.cu has those with): a block of four warps has 64 x 64 of the result, a warp 32 x 32. Tiles of op(A)
   and op(B) are copied past the registers into a ring of four, three ahead of the products. A tile lies in shared memory as its matrix lies in
   memory: its long side across (a line for each row) or along (a line for each depth); ldmatrix turns the second. The 16-byte pieces of a line are
   exchanged, so that the eight that ldmatrix reads at a time lie in different banks. */
#include "blas.h"
#include "finish.h"

__device__ inline unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void copy_piece(unsigned to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
template <bool turned> __device__ inline void load_matrices(unsigned (&r)[4], unsigned from)
{
    if (turned)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}
#define MULTIPLY(type)                                                                                                                        \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"        \
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                                                      \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
template <class T> __device__ inline void multiply_16(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
template <> __device__ inline void multiply_16<__half>(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) { MULTIPLY("f16"); }
template <> __device__ inline void multiply_16<__nv_bfloat16>(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) { MULTIPLY("bf16"); }

static const int stages = 4, tile = 64, deep = 64, threads = 128;

/* One matrix's tiles: where they come from, where they lie. */
template <class T, bool along> struct carrier {
    static const int pieces = tile * deep / 8 / threads, bytes = tile * deep * 2;
    const T *from[pieces];
    size_t step;
    __device__ static int row(int p) { return along ? p % (tile / 8) * 8 : p / (deep / 8); }
    __device__ static int depth(int p) { return along ? p / (tile / 8) : p % (deep / 8) * 8; }
    /* byte of the piece that holds element (i, k) */
    __device__ static unsigned place(int i, int k)
    {
        return (unsigned)(along ? k * tile * 2 + ((i / 8 ^ (k & 7)) << 4) : i * deep * 2 + ((k / 8 ^ (i & 7)) << 4));
    }
    __device__ carrier(const T *p, int ld, int t, int i0, int rows) : step(along ? (size_t)ld * deep : deep)
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) { /* rows past the end: the last ones again, whose results are not stored */
            int i = min(i0 + row(t + q * threads), along ? rows - 8 : rows - 1), k = depth(t + q * threads);
            from[q] = p + (along ? i + (size_t)k * ld : k + (size_t)i * ld);
        }
    }
    __device__ void copy(unsigned to, int t)
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) {
            copy_piece(to + place(row(t + q * threads), depth(t + q * threads)), from[q]);
            from[q] += step;
        }
    }
    /* four matrices: 16 rows from i on by 16 depths from k on; second: of B, whose halves are wanted in the other order */
    template <bool second> __device__ static void fetch(unsigned (&r)[4], unsigned tiles, int i, int k, int lane)
    {
        int ri = i + (second ? lane % 8 + lane / 16 * 8 : lane % 16), rk = k + (second ? lane / 8 % 2 : lane / 16) * 8;
        if (along) {
            int ti = i + (second ? lane / 16 : lane / 8 % 2) * 8, tk = k + (second ? lane % 16 : lane % 8 + lane / 16 * 8);
            load_matrices<true>(r, tiles + place(ti, tk));
        } else {
            load_matrices<false>(r, tiles + place(ri, rk));
        }
    }
};

/* p's result is of the type of its factors, or, if wide, of float. */
template <class In, bool ta, bool tb> __global__ void __launch_bounds__(128) gemm_half(product<In, In, float> p, bool wide)
{
    typedef carrier<In, !ta> carrier_a;
    typedef carrier<In, tb> carrier_b;
    const int bytes = carrier_a::bytes + carrier_b::bytes;
    extern __shared__ __align__(128) char tiles[]; /* stages times both */
    unsigned at = shared_at(tiles);
    int t = (int)threadIdx.x, lane = t % 32, warp = t / 32, i0 = (int)blockIdx.x * tile, j0 = (int)blockIdx.y * tile;
    int wi = warp % 2 * 32, wj = warp / 2 * 32;
    for (int batch = (int)blockIdx.z; batch < p.batches; batch += (int)gridDim.z) {
        carrier_a a(p.a.of(batch), p.a.ld, t, i0, p.m);
        carrier_b b(p.b.of(batch), p.b.ld, t, j0, p.n);
        float sum[2][4][4];
#pragma unroll
        for (int i = 0; i < 32; i++)
            ((float *)sum)[i] = 0.0f;
        int rounds = p.k / deep;
#pragma unroll
        for (int s = 0; s < stages - 1; s++) {
            if (s < rounds)
                a.copy(at + (unsigned)(s * bytes), t), b.copy(at + (unsigned)(s * bytes + carrier_a::bytes), t);
            asm volatile("cp.async.commit_group;" ::: "memory");
        }
        unsigned now = at, next = at + (stages - 1) * bytes;
        for (int r = 0; r < rounds; r++) {
            asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
            __syncthreads();
            if (r + stages - 1 < rounds)
                a.copy(next, t), b.copy(next + carrier_a::bytes, t);
            asm volatile("cp.async.commit_group;" ::: "memory");
#pragma unroll
            for (int k = 0; k < deep; k += 16) {
                unsigned fa[2][4], fb[2][4];
#pragma unroll
                for (int i = 0; i < 2; i++)
                    carrier_a::template fetch<false>(fa[i], now, wi + 16 * i, k, lane);
#pragma unroll
                for (int j = 0; j < 2; j++)
                    carrier_b::template fetch<true>(fb[j], now + carrier_a::bytes, wj + 16 * j, k, lane);
#pragma unroll
                for (int i = 0; i < 2; i++)
#pragma unroll
                    for (int j = 0; j < 4; j++)
                        multiply_16<In>(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
            }
            now = now == at + (stages - 1) * bytes ? at : now + bytes;
            next = next == at + (stages - 1) * bytes ? at : next + bytes;
        }
        __syncthreads(); /* the next batch begins to copy */
        float alpha = p.alpha.get(), beta = p.beta.get();
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    int di = i0 + wi + 16 * i + lane / 4 + e / 2 * 8, dj = j0 + wj + 8 * j + lane % 4 * 2 + e % 2;
                    if (di < p.m && dj < p.n && wide)
                        put((const product<In, float, float> &)p, alpha, beta, sum[i][j][e], di, dj, batch);
                    else if (di < p.m && dj < p.n)
                        put(p, alpha, beta, sum[i][j][e], di, dj, batch);
                }
    }
}

/* Read in 16-byte pieces, rows without a rest. */
template <class T> static bool whole(const view<T> &v, int rows, bool along)
{
    return v.kind == GENERAL && !v.each && (size_t)v.p % 16 == 0 && v.ld % 8 == 0 && v.stride % 8 == 0 && !(along && rows % 8);
}
template <class In> static bool tensor(cudaStream_t s, const product<In, In, float> &p, bool wide)
{
    if (multiply_groups(s, p, wide))
        return true;
    int capability = 0, bytes = stages * 2 * tile * deep * 2;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    if (capability < 8 || p.half || p.k < deep || p.k % deep || !whole(p.a, p.m, !p.a.trans) || !whole(p.b, p.n, p.b.trans))
        return false;
    dim3 grid((unsigned)((p.m + tile - 1) / tile), (unsigned)((p.n + tile - 1) / tile), (unsigned)(p.batches < 65535 ? p.batches : 65535));
    void (*kernel)(product<In, In, float>, bool) = p.a.trans ? p.b.trans ? gemm_half<In, true, true> : gemm_half<In, true, false>
        : p.b.trans ? gemm_half<In, false, true> : gemm_half<In, false, false>;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid, threads, (size_t)bytes, s>>>(p, wide);
    return true;
}
#define HALF(In, Out)                                                                                                                         \
    template <> bool multiply_tensor(cudaStream_t s, const product<In, Out, float> &p)                                                        \
    {                                                                                                                                         \
        return tensor(s, (const product<In, In, float> &)p, sizeof(Out) == 4);                                                                \
    }
BLAS_HALVES(HALF)
