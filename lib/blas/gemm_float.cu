/* Products of floats whose matrices are stored whole: a block has a tile of the result, a thread 8 x 4 of it in registers. Tiles of
   op(A) and op(B), 16 deep, pass through shared memory; two of each are there, so that the block waits once a tile, and the next but one is on its way in
   registers. A thread's elements are groups of four, so that both memories are read and written in 16-byte pieces wherever the matrices allow it. */
#include "blas.h"
#include "finish.h"

#ifdef __clang__
typedef float four __attribute__((ext_vector_type(4))); /* loaded and stored as one piece */
#else
typedef float4 four;
#endif

/* Brings tile x deep elements of a matrix; along: the tile's long side lies side by side in memory. Rows past the end are the last ones again, whose
   results are not stored. */
template <int tile, int deep, int threads, bool along> struct carrier {
    static const int pieces = tile * deep / 4 / threads;
    four held[pieces];
    const float *from[pieces];
    size_t step;
    __device__ static int row(int t, int q) { return along ? (t + q * threads) % (tile / 4) * 4 : (t + q * threads) / (deep / 4); }
    __device__ static int depth(int t, int q) { return along ? (t + q * threads) / (tile / 4) : (t + q * threads) % (deep / 4) * 4; }
    __device__ carrier(const float *p, int ld, int t, int i0, int rows) : step(along ? (size_t)ld * deep : deep)
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) {
            int i = min(i0 + row(t, q), along ? rows - 4 : rows - 1), k = depth(t, q);
            from[q] = p + (along ? i + (size_t)k * ld : k + (size_t)i * ld);
        }
    }
    __device__ void load()
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) {
            held[q] = *(const four *)from[q];
            from[q] += step;
        }
    }
    __device__ void store(float (*s)[tile + 4], int t) const
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) {
            int i = row(t, q), k = depth(t, q);
            if (along) {
                *(four *)&s[k][i] = held[q];
            } else {
                s[k][i] = held[q].x, s[k + 1][i] = held[q].y;
                s[k + 2][i] = held[q].z, s[k + 3][i] = held[q].w;
            }
        }
    }
};

template <int mine> __device__ inline void fetch(float *to, const float *from, int apart)
{
#pragma unroll
    for (int g = 0; g < mine / 4; g++)
        *(four *)(to + g * 4) = *(const four *)(from + g * apart);
}

/* A warp has 8 x 4 threads, a thread 8 x yours results; down and beside: warps of a block. */
template <int down, int beside, int yours, bool ta, bool tb>
__global__ void __launch_bounds__(down *beside * 32, 16 / (down * beside)) gemm_float(product<float, float, float> p, bool d_whole)
{
    const int mine = 8, tm = down * 64, tn = beside * 4 * yours, deep = 16, threads = down * beside * 32;
    __shared__ __align__(16) float as[2][deep][tm + 4], bs[2][deep][tn + 4];
    int t = (int)threadIdx.x, lane = t % 32, warp = t / 32, i0 = (int)blockIdx.x * tm, j0 = (int)blockIdx.y * tn;
    int wi = warp % down * 64 + lane / 2 % 8 * 4, wj = warp / down * (4 * yours) + (lane % 2 + lane / 16 * 2) * 4; /* l and l^1, or l and l^2, read the same: twice as fast on Hopper */
    for (int batch = (int)blockIdx.z; batch < p.batches; batch += (int)gridDim.z) {
        const float *a = p.a.of(batch), *b = p.b.of(batch);
        carrier<tm, deep, threads, !ta> ca(a, p.a.ld, t, i0, p.m);
        carrier<tn, deep, threads, tb> cb(b, p.b.ld, t, j0, p.n);
        float sum[mine][yours];
#pragma unroll
        for (int i = 0; i < mine; i++)
#pragma unroll
            for (int j = 0; j < yours; j++)
                sum[i][j] = 0.0f;
        ca.load();
        cb.load();
        ca.store(as[0], t);
        cb.store(bs[0], t);
        __syncthreads();
        int now = 0;
        for (int k = 0; k < p.k; k += deep, now ^= 1) {
            bool more = k + deep < p.k;
            if (more) {
                ca.load();
                cb.load();
            }
#pragma unroll
            for (int d = 0; d < deep; d++) {
                float x[mine], y[yours];
                fetch<mine>(x, &as[now][d][wi], 32);
                fetch<yours>(y, &bs[now][d][wj], 16);
#pragma unroll
                for (int i = 0; i < mine; i++)
#pragma unroll
                    for (int j = 0; j < yours; j++)
                        sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
            }
            if (more) {
                ca.store(as[now ^ 1], t);
                cb.store(bs[now ^ 1], t);
            }
            __syncthreads();
        }
        float alpha = p.alpha.get(), beta = p.beta.get();
        bool plain = d_whole && beta == 0.0f && !p.ep.kind;
        float *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
        const float *c = p.c ? p.c + p.c_stride * batch : d;
#pragma unroll
        for (int jj = 0; jj < yours; jj++)
#pragma unroll
            for (int g = 0; g < mine / 4; g++) {
                int i = i0 + wi + g * 32, j = j0 + wj + jj / 4 * 16 + jj % 4;
                if (plain && i + 3 < p.m && j < p.n) {
                    four v = {alpha * sum[g * 4][jj], alpha * sum[g * 4 + 1][jj], alpha * sum[g * 4 + 2][jj], alpha * sum[g * 4 + 3][jj]};
                    *(four *)&d[i + (size_t)j * p.ldd] = v;
                } else {
#pragma unroll
                    for (int e = 0; e < 4; e++)
                        if (i + e < p.m && j < p.n)
                            finish(p, d, c, alpha, beta, sum[g * 4 + e][jj], i + e, j, batch);
                }
            }
    }
}

/* Read in 16-byte pieces, rows and depth without a rest. */
static bool whole(const view<float> &v, int rows, bool along)
{
    return v.kind == GENERAL && !v.each && (size_t)v.p % 16 == 0 && v.ld % 4 == 0 && v.stride % 4 == 0 && !(along && rows % 4);
}
template <int down, int beside, int yours> static void launch(cudaStream_t s, const product<float, float, float> &p)
{
    const int tm = down * 64, tn = beside * 4 * yours, threads = down * beside * 32;
    dim3 grid((unsigned)((p.m + tm - 1) / tm), (unsigned)((p.n + tn - 1) / tn), (unsigned)(p.batches < 65535 ? p.batches : 65535));
    bool d = !p.d_each && (size_t)p.d % 16 == 0 && p.ldd % 4 == 0 && p.d_stride % 4 == 0;
    if (p.a.trans)
        p.b.trans ? gemm_float<down, beside, yours, true, true><<<grid, threads, 0, s>>>(p, d)
                  : gemm_float<down, beside, yours, true, false><<<grid, threads, 0, s>>>(p, d);
    else
        p.b.trans ? gemm_float<down, beside, yours, false, true><<<grid, threads, 0, s>>>(p, d)
                  : gemm_float<down, beside, yours, false, false><<<grid, threads, 0, s>>>(p, d);
}

bool multiply_floats(cudaStream_t s, const product<float, float, float> &p)
{
    if (p.half || p.k < 16 || p.k % 16 || !whole(p.a, p.m, !p.a.trans) || !whole(p.b, p.n, p.b.trans))
        return false;
    /* what takes least (cycles on h200): the rounds of tiles over the SMs times what one takes; or equal parts of all tiles' depth, and what goes in and out of a tile */
    int sms = 1, capability = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    long long down = (p.m + 63) / 64, beside = (p.n + 63) / 64, tall = (down + 1) / 2 * beside * p.batches, square = down * beside * p.batches;
    long long large = (down + 1) / 2 * ((beside + 1) / 2) * p.batches;
    long long tall_takes = (tall + sms - 1) / sms * p.k * 102, square_takes = (square + sms - 1) / sms * p.k * 54;
    long long stream_takes = (large * (p.k / 8) + sms - 1) / sms * 1250 + (large + 2 * sms) * 3500 / sms;
    if (capability >= 8 && stream_takes < tall_takes && stream_takes < square_takes && multiply_streams(s, p, sms))
        return true;
    if (tall_takes < square_takes)
        launch<2, 4, 4>(s, p);
    else
        launch<1, 4, 4>(s, p);
    return true;
}
