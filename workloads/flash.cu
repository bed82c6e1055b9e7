/*
 * flash: attention, softmax(Q K^T / sqrt(64)) V a head, without the matrix of scores ever being in memory; only
 * earlier rows are attended to (--causal 0: all).
 *
 * After the algorithm of flash attention (forward). A block of four warps takes 64 rows of Q and goes over K and V,
 * 64 rows at a time, which are copied to shared memory while the ones before are worked on (a ring of two). A warp
 * has 16 rows of Q in registers; its 16 x 64 scores, products by mma, stay in registers too, and are, as halves, the
 * left operand of the product with V. Each row has its greatest score so far and the sum of its exponentials; what
 * was summed up before is scaled when the greatest grows.
 *
 * Paper size: 12 heads of 1024 x 64, GPT-2's.
 */
#include "tensor.h"

#define HEAD 64
#define ROWS 64
#define BYTES (ROWS * HEAD * 2)
#define LOG2_E 1.44269504f

/* Piece p (of 16 bytes) of row r lies at p xor r % 8: eight rows that are read at a time lie in different banks. */
__device__ __forceinline__ unsigned place(int row, int piece)
{
    return row * 128 + ((piece ^ (row & 7)) << 4);
}

__device__ __forceinline__ void copy_rows(unsigned to, const half *from)
{
#pragma unroll
    for (int k = threadIdx.x; k < ROWS * 8; k += 128)
        copy_16(to + place(k / 8, k % 8), from + k * 8);
}

/* Greatest and sum over the four lanes that have a row */
__device__ __forceinline__ float most_of(float v)
{
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 1));
    return fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 2));
}
__device__ __forceinline__ float sum_of(float v)
{
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    return v + __shfl_xor_sync(0xffffffffu, v, 2);
}

__device__ __forceinline__ unsigned packed(float lo, float hi)
{
    half2 h = __floats2half2_rn(lo, hi);
    return *(unsigned *)&h;
}

/* Scores of 16 rows with 64 of K, those to come left out */
__device__ __forceinline__ void score(const unsigned (&q)[4][4], unsigned k, bool last, float (&s)[8][4])
{
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
#pragma unroll
        for (int e = 0; e < 4; e++)
            s[j][e] = s[j + 1][e] = 0;
#pragma unroll
        for (int d = 0; d < 4; d++) {
            unsigned b[4];
            load_matrices(b, k + place(8 * j + lane % 8 + lane / 16 * 8, 2 * d + lane / 8 % 2));
            multiply(s[j], q[d], b[0], b[1]);
            multiply(s[j + 1], q[d], b[2], b[3]);
        }
    }
    if (last)
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                if (8 * j + lane % 4 * 2 + e % 2 > row + e / 2 * 8)
                    s[j][e] = -1e30f;
}

/* The 16 x 64 sums: scaled by what the greatest score's growth means, plus the weighted rows of V */
__device__ __forceinline__ void add_values(float (&s)[8][4], unsigned v, float (&most)[2], float (&sum)[2],
                                           float (&out)[8][4])
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int r = 0; r < 2; r++) {
        float now = most[r], part = 0;
#pragma unroll
        for (int j = 0; j < 8; j++)
            now = fmaxf(now, fmaxf(s[j][2 * r], s[j][2 * r + 1]));
        now = most_of(now);
        float shrink = exp2f(most[r] - now);
#pragma unroll
        for (int j = 0; j < 8; j++) {
            s[j][2 * r] = exp2f(s[j][2 * r] - now);
            s[j][2 * r + 1] = exp2f(s[j][2 * r + 1] - now);
            part += s[j][2 * r] + s[j][2 * r + 1];
            out[j][2 * r] *= shrink;
            out[j][2 * r + 1] *= shrink;
        }
        sum[r] = sum[r] * shrink + part;
        most[r] = now;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned a[4] = {packed(s[2 * k][0], s[2 * k][1]), packed(s[2 * k][2], s[2 * k][3]),
                         packed(s[2 * k + 1][0], s[2 * k + 1][1]), packed(s[2 * k + 1][2], s[2 * k + 1][3])};
#pragma unroll
        for (int j = 0; j < 8; j += 2) {
            unsigned b[4];
            load_transposed(b, v + place(16 * k + lane % 16, j + lane / 16));
            multiply(out[j], a, b[0], b[1]);
            multiply(out[j + 1], a, b[2], b[3]);
        }
    }
}

__global__ void __launch_bounds__(128)
    flash(int length, int causal, const half *queries, const half *keys, const half *values, float *result)
{
    __shared__ __align__(128) char room[5 * BYTES]; /* Q, and two of K and V */
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t head = (size_t)blockIdx.y * length * HEAD;
    unsigned at = shared_at(room), ring = at + BYTES;
    int tiles = causal ? blockIdx.x + 1 : length / ROWS;
    float most[2] = {-1e30f, -1e30f}, sum[2] = {0, 0}, out[8][4] = {}, s[8][4];
    unsigned q[4][4];
    copy_rows(at, queries + head + (size_t)blockIdx.x * ROWS * HEAD);
    copy_rows(ring, keys + head);
    copy_rows(ring + BYTES, values + head);
    copies_end_group();
    for (int t = 0; t < tiles; t++) {
        unsigned now = ring + (t & 1) * 2 * BYTES, next = ring + (~t & 1) * 2 * BYTES;
        copies_wait<0>();
        __syncthreads();
        if (t + 1 < tiles) {
            copy_rows(next, keys + head + (size_t)(t + 1) * ROWS * HEAD);
            copy_rows(next + BYTES, values + head + (size_t)(t + 1) * ROWS * HEAD);
            copies_end_group();
        }
        if (t == 0)
#pragma unroll
            for (int d = 0; d < 4; d++)
                load_matrices(q[d], at + place(warp * 16 + lane % 16, 2 * d + lane / 16));
        score(q, now, causal && t == tiles - 1, s);
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                s[j][e] *= LOG2_E / 8; /* 1 / sqrt(HEAD) */
        add_values(s, now + BYTES, most, sum, out);
    }
    result += head + ((size_t)blockIdx.x * ROWS + warp * 16 + lane / 4) * HEAD + lane % 4 * 2;
#pragma unroll
    for (int r = 0; r < 2; r++) {
        float scale = 1.0f / sum_of(sum[r]);
#pragma unroll
        for (int j = 0; j < 8; j++)
            *(float2 *)(result + 8 * r * HEAD + 8 * j) =
                make_float2(out[j][2 * r] * scale, out[j][2 * r + 1] * scale);
    }
}

static void reference(int length, int causal, const float *q, const float *k, const float *v, float *out)
{
    double *w = wl_host<double>(length), *row = wl_host<double>(HEAD);
    for (int i = 0; i < length; i++) {
        int n = causal ? i + 1 : length;
        double most = -1e30, sum = 0;
        for (int j = 0; j < n; j++) {
            double dot = 0;
            for (int d = 0; d < HEAD; d++)
                dot += (double)q[i * HEAD + d] * k[j * HEAD + d];
            w[j] = dot / 8;
            most = w[j] > most ? w[j] : most;
        }
        memset(row, 0, HEAD * sizeof(*row));
        for (int j = 0; j < n; j++) {
            double e = exp(w[j] - most);
            sum += e;
            for (int d = 0; d < HEAD; d++)
                row[d] += e * v[j * HEAD + d];
        }
        for (int d = 0; d < HEAD; d++)
            out[i * HEAD + d] = (float)(row[d] / sum);
    }
    free(w);
    free(row);
}

int main(int argc, char **argv)
{
    int heads, length, causal;
    const struct wl_opt opts[] = {{"heads", &heads, 2, 12, 1, 4096, "heads, of all sequences"},
                                  {"length", &length, 128, 1024, ROWS, 16384, "rows of a head, a multiple of 64"},
                                  {"causal", &causal, 1, 1, 0, 1, "0: every row attends to all"}};
    wl_begin(argc, argv, "flash", opts, WL_COUNT(opts));
    wl_multiple(opts, WL_COUNT(opts), "length", length, ROWS);
    size_t each = (size_t)length * HEAD, all = heads * each;
    half *q = wl_random_half(all, -2, 2, 1), *k = wl_random_half(all, -2, 2, 2), *v = wl_random_half(all, -1, 1, 3);
    half *d_q = wl_upload(q, all), *d_k = wl_upload(k, all), *d_v = wl_upload(v, all);
    float *d_out = wl_dev<float>(all);

    flash<<<dim3(length / ROWS, heads), 128>>>(length, causal, d_q, d_k, d_v, d_out);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *fq = wl_floats(q, all), *fk = wl_floats(k, all), *fv = wl_floats(v, all), *want = wl_host<float>(all);
        for (int h = 0; h < heads; h++)
            reference(length, causal, fq + h * each, fk + h * each, fv + h * each, want + h * each);
        wl_check_f32("out", wl_download(d_out, all), want, all, 1e-3, 1e-3); /* weights are rounded to half */
    }
    return wl_end();
}
