/* The tiled product of convolutions: 64 x 64 results a block of 128 threads, 8 x 4 each; the next piece of depth is loaded while one is computed. */
#include "conv.h"

/* Three numbers that count up together, the last one fastest */
struct triple {
    int u0, u1, u2;
    __device__ triple(int i, const int *size)
    {
        int rest = i / size[2];
        u2 = i - rest * size[2], u0 = rest / size[1], u1 = rest - u0 * size[1];
    }
    __device__ void add(const int *by, const int *size) /* by: less than size each, but for the first */
    {
        u2 += by[2], u1 += by[1], u0 += by[0];
        if (u2 >= size[2])
            u2 -= size[2], u1++;
        if (u1 >= size[1])
            u1 -= size[1], u0++;
    }
    __device__ int dot(const int *by) const { return u0 * by[0] + u1 * by[1] + u2 * by[2]; }
};
__device__ inline void four(float *to, const float *from)
{
    float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
__device__ inline void four(double *to, const double *from)
{
    double2 v = ((const double2 *)from)[0], w = ((const double2 *)from)[1];
    to[0] = v.x, to[1] = v.y, to[2] = w.x, to[3] = w.y;
}
/* A column's part of where B's element is */
struct column { int row, col, base; };
__device__ inline column column_of(const conv_product &p, int j)
{
    column c = {0x40000000, 0, 0}; /* beyond the image */
    if (j < p.cols) {
        triple u(j, p.col_size);
        c.row = u.dot(p.place_col[0]) + p.place[0], c.col = u.dot(p.place_col[1]) + p.place[1], c.base = u.dot(p.b_col);
    }
    return c;
}
/* Where the element of a column and a depth is; -1: outside, a zero */
__device__ inline int image_at(const conv_product &p, const column &c, const triple &u)
{
    int row = c.row + u.dot(p.place_deep[0]), col = c.col + u.dot(p.place_deep[1]);
    bool inside = true;
    if (p.divide[0] != 1 || p.divide[1] != 1) {
        int r = row / p.divide[0], q = col / p.divide[1];
        inside = r * p.divide[0] == row && q * p.divide[1] == col;
        row = r, col = q;
    }
    inside = inside && (unsigned int)row < (unsigned int)p.size[0] && (unsigned int)col < (unsigned int)p.size[1];
    return inside ? c.base + u.dot(p.b_deep) + row * p.b_place[0] + col * p.b_place[1] : -1;
}
template <class T, class A, bool BY_DEPTH> __global__ void __launch_bounds__(CONV_THREADS) convolve(conv_product p, const T *a, const T *b, T *out, A *parts, conv_finish<T, A> f)
{
    const int LOADS = TILE * DEEP / CONV_THREADS, STEP = CONV_THREADS / DEEP;
    __shared__ __align__(16) A as[DEEP][TILE + 4], bs[DEEP][TILE + 4];
    int t = (int)threadIdx.x, group = (int)blockIdx.z % p.groups, split = (int)blockIdx.z / p.groups;
    int row0 = (int)blockIdx.y * TILE, col0 = (int)blockIdx.x * TILE, k0 = split * p.per_split, k1 = min(p.depth, k0 + p.per_split);
    a += p.a_first + group * p.a_group, b += group * p.b_group;
    /* what this thread loads of A: depth ak, rows ar, ar + 8, ...; of B: likewise, or column bc, depths bk, bk + 2, ... */
    int ak = t % DEEP, ar = t / DEEP, bk = BY_DEPTH ? ak : t / TILE, bc = BY_DEPTH ? ar : t % TILE;
    triple ua(k0 + ak, p.deep_size), ub(k0 + bk, p.deep_size);
    column c[BY_DEPTH ? LOADS : 1];
#pragma unroll
    for (int i = 0; i < (BY_DEPTH ? LOADS : 1); i++)
        c[i] = column_of(p, col0 + bc + i * STEP);
    T next_a[LOADS], next_b[LOADS];
    unsigned int have_a = 0, have_b = 0; /* the others are zeros: they are loaded, too, without a branch, from a place that there is */
    A sum[8][4];
#pragma unroll
    for (int i = 0; i < 32; i++)
        sum[i / 4][i % 4] = A(0);
    auto load = [&](int k) __attribute__((always_inline)) {
        int from = ua.dot(p.a_deep) + (row0 + ar) * p.a_row;
        have_a = have_b = 0;
#pragma unroll
        for (int i = 0; i < LOADS; i++) {
            bool have = k + ak < k1 && row0 + ar + i * STEP < p.rows;
            have_a |= (unsigned int)have << i;
            next_a[i] = a[have ? from + i * STEP * p.a_row : 0];
        }
        ua.add(p.deep_step, p.deep_size);
#pragma unroll
        for (int i = 0; i < LOADS; i++) {
            int at = image_at(p, c[BY_DEPTH ? i : 0], ub);
            bool have = at >= 0 && k + bk + (BY_DEPTH ? 0 : i * (CONV_THREADS / TILE)) < k1;
            have_b |= (unsigned int)have << i;
            next_b[i] = b[have ? at : 0];
            if (!BY_DEPTH)
                ub.add(p.load_step, p.deep_size);
        }
        if (BY_DEPTH)
            ub.add(p.deep_step, p.deep_size);
    };
    load(k0);
    int tr = t / 16 * 8, tc = t % 16 * 4;
    for (int k = k0; k < k1; k += DEEP) {
#pragma unroll
        for (int i = 0; i < LOADS; i++) {
            as[ak][ar + i * STEP] = have_a >> i & 1 ? A(next_a[i]) : A(0);
            A v = have_b >> i & 1 ? A(next_b[i]) : A(0);
            if (BY_DEPTH)
                bs[bk][bc + i * STEP] = v;
            else
                bs[bk + i * (CONV_THREADS / TILE)][bc] = v;
        }
        __syncthreads();
        if (k + DEEP < k1)
            load(k + DEEP);
#pragma unroll
        for (int d = 0; d < DEEP; d++) {
            A x[8], y[4];
            four(x, &as[d][tr]), four(x + 4, &as[d][tr + 4]), four(y, &bs[d][tc]);
#pragma unroll
            for (int i = 0; i < 32; i++)
                sum[i / 4][i % 4] = fma(x[i / 4], y[i % 4], sum[i / 4][i % 4]);
        }
        __syncthreads();
    }
    A *tile = parts + (((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * (TILE * TILE) + tr * TILE + tc;
    conv_place at[4];
#pragma unroll
    for (int j = 0; j < 4; j++)
        at[j] = f.place(p, col0 + tc + j);
    for (int row = row0 + tr, end = row + 8; row < end; row++, tile += TILE) {
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (parts)
                tile[j] = sum[0][j];
            else if (row < p.rows && col0 + tc + j < p.cols)
                f.put(p, out, group, row, at[j], sum[0][j]);
#pragma unroll
        for (int i = 0; i < 28; i++) /* the rows move up: registers have no numbers to choose by */
            sum[i / 4][i % 4] = sum[i / 4 + 1][i % 4];
    }
}
/* The sums of all splits, in order */
template <class T, class A> __global__ void join_splits(conv_product p, int tiles_x, int tiles_y, const A *parts, T *out, conv_finish<T, A> f)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), group = (int)blockIdx.y, row = i / p.cols, col = i - row * p.cols;
    if (row >= p.rows)
        return;
    A sum = A(0);
    size_t tile = ((size_t)group * tiles_y + row / TILE) * tiles_x + col / TILE, each = (size_t)p.groups * tiles_y * tiles_x;
    for (int s = 0; s < p.splits; s++)
        sum += parts[(tile + each * s) * (TILE * TILE) + row % TILE * TILE + col % TILE];
    f.put(p, out, group, row, f.place(p, col), sum);
}
template <class T, class A> void conv_run(cudaStream_t s, const conv_product &p, const T *a, const T *b, T *out, A *parts, const conv_finish<T, A> &f)
{
    int x = (p.cols + TILE - 1) / TILE, y = (p.rows + TILE - 1) / TILE;
    dim3 grid((unsigned int)x, (unsigned int)y, (unsigned int)(p.groups * p.splits));
    if (p.by_depth)
        convolve<T, A, true><<<grid, CONV_THREADS, 0, s>>>(p, a, b, out, parts, f);
    else
        convolve<T, A, false><<<grid, CONV_THREADS, 0, s>>>(p, a, b, out, parts, f);
    if (parts)
        join_splits<T, A><<<dim3((unsigned int)((size_t)p.rows * p.cols + 255) / 256, (unsigned int)p.groups), 256, 0, s>>>(p, x, y, parts, out, f);
}
template void conv_run(cudaStream_t, const conv_product &, const float *, const float *, float *, float *, const conv_finish<float, float> &);
template void conv_run(cudaStream_t, const conv_product &, const double *, const double *, double *, double *, const conv_finish<double, double> &);
template void conv_run(cudaStream_t, const conv_product &, const __half *, const __half *, __half *, float *, const conv_finish<__half, float> &);
template void conv_run(cudaStream_t, const conv_product &, const __nv_bfloat16 *, const __nv_bfloat16 *, __nv_bfloat16 *, float *, const conv_finish<__nv_bfloat16, float> &);
