/*
 * gpt2: one block of GPT-2, forward and back: layer normalisation, attention and projection, normalisation, two
 * linear layers with GELU between, and what is left of x added after each half. The gradients of x and of all
 * weights.
 *
 * Linear layers, and their gradients (dX = dY W, dW = dY^T X), are products of tf32 with sums in float by mma.sync: a
 * block of four warps computes 64 x 64 from tiles of 64 x 16 in shared memory. Attention: a warp a row and head,
 * which keeps its weights for the way back.
 *
 * Paper size: 64 rows of 768, 12 heads, as GPT-2 (124M) has them.
 */
#include "layernorm.h"

/* ---- Products ---- */
#define TILE 64
#define DEEP 16
#define PITCH (DEEP + 4)         /* rows of eight lanes lie in different banks */
enum { ROWS_K = 0, K_ROWS = 1 }; /* how a matrix is stored: by rows of k, or k rows */

/* A tile of `layout`: element (i, k) at to[i][k] */
template <int LAYOUT>
__device__ __forceinline__ void load_tile(float (*to)[PITCH], const float *from, int first, int t, int size,
                                          int depth)
{
    for (int e = threadIdx.x; e < TILE * DEEP; e += 128) {
        int i = LAYOUT == ROWS_K ? e / DEEP : e % TILE, k = LAYOUT == ROWS_K ? e % DEEP : e / TILE;
        float v = from[LAYOUT == ROWS_K ? (size_t)(first + i) * depth + t + k : (size_t)(t + k) * size + first + i];
        to[i][k] = __uint_as_float((__float_as_uint(v) + 0x1000) & ~0x1fffu); /* rounded to tf32 */
    }
}

__device__ __forceinline__ void multiply(float (&c)[4], const float (&a)[4], const float (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                   "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

/* c = a b + bias (a column's) + add; both may be NULL */
template <int A, int B>
__global__ void __launch_bounds__(128)
    product(int m, int n, int depth, const float *a, const float *b, const float *bias, const float *add, float *c)
{
    __shared__ float ta[TILE][PITCH], tb[TILE][PITCH];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4;
    int row = blockIdx.y * TILE, col = blockIdx.x * TILE, wr = warp / 2 * 32, wc = warp % 2 * 32;
    float sum[2][4][4] = {};
    for (int t = 0; t < depth; t += DEEP) {
        load_tile<A>(ta, a, row, t, m, depth);
        load_tile<B>(tb, b, col, t, n, depth);
        __syncthreads();
#pragma unroll
        for (int k = q; k < DEEP; k += 8) {
            float fb[4][2];
#pragma unroll
            for (int j = 0; j < 4; j++) {
                fb[j][0] = tb[wc + 8 * j + g][k];
                fb[j][1] = tb[wc + 8 * j + g][k + 4];
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wr + 16 * i + g;
                float fa[4] = {ta[r][k], ta[r + 8][k], ta[r][k + 4], ta[r + 8][k + 4]};
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply(sum[i][j], fa, fb[j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = row + wr + 16 * i + g + e / 2 * 8, k = col + wc + 8 * j + 2 * q + e % 2;
                size_t at = (size_t)r * n + k;
                c[at] = sum[i][j][e] + (bias ? bias[k] : 0) + (add ? add[at] : 0);
            }
}

__global__ void column_sums(int rows, int n, const float *x, float *sums)
{
    __shared__ float parts[8][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    for (int r = threadIdx.y; r < rows; r += 8)
        s += x[(size_t)r * n + col];
    parts[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 8; k++)
            s += parts[k][threadIdx.x];
        sums[col] = s;
    }
}

/* ---- GELU, by its tanh ---- */
#define ROOT 0.7978845608f /* sqrt(2 / pi) */

__global__ void gelu(int n, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = 0.5f * v * (1 + tanhf(ROOT * (v + 0.044715f * v * v * v)));
    }
}

__global__ void gelu_back(int n, const float *x, const float *dy, float *dx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i], t = tanhf(ROOT * (v + 0.044715f * v * v * v));
        dx[i] = dy[i] * (0.5f * (1 + t) + 0.5f * v * (1 - t * t) * ROOT * (1 + 3 * 0.044715f * v * v));
    }
}

/* ---- Attention: qkv has rows of Q, K and V, each of all heads; a warp a row and head ---- */
struct attention {
    int length, width, size; /* rows, of a row's Q, of a head */
};

__device__ __forceinline__ float dot(int n, const float *a, const float *b)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

__global__ void attend(struct attention s, const float *qkv, float *weights, float *out)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, head = blockIdx.y, lane = threadIdx.x % 32;
    if (row >= s.length)
        return;
    int pitch = 3 * s.width;
    const float *q = qkv + (size_t)row * pitch + head * s.size, *k = qkv + s.width + head * s.size, *v = k + s.width;
    float *w = weights + ((size_t)head * s.length + row) * s.length, most = -1e30f, sum = 0;
    for (int i = lane; i <= row; i += 32) {
        w[i] = dot(s.size, q, k + (size_t)i * pitch) * rsqrtf((float)s.size);
        most = fmaxf(most, w[i]);
    }
    for (int d = 16; d; d >>= 1)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, d));
    for (int i = lane; i <= row; i += 32) {
        w[i] = __expf(w[i] - most);
        sum += w[i];
    }
    float scale = 1 / of_warp(sum);
    for (int i = lane; i <= row; i += 32)
        w[i] *= scale;
    __syncwarp();
    for (int d = lane; d < s.size; d += 32) {
        float o = 0;
        for (int i = 0; i <= row; i++)
            o += w[i] * v[(size_t)i * pitch + d];
        out[(size_t)row * s.width + head * s.size + d] = o;
    }
}

/* The gradients of scores and of Q */
__global__ void attend_back_q(struct attention s, const float *qkv, const float *weights, const float *dout,
                              float *dscores, float *dqkv)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, head = blockIdx.y, lane = threadIdx.x % 32;
    if (row >= s.length)
        return;
    int pitch = 3 * s.width;
    const float *k = qkv + s.width + head * s.size, *v = k + s.width;
    const float *g = dout + (size_t)row * s.width + head * s.size;
    const float *w = weights + ((size_t)head * s.length + row) * s.length;
    float *ds = dscores + ((size_t)head * s.length + row) * s.length, all = 0;
    for (int i = lane; i <= row; i += 32) {
        ds[i] = dot(s.size, g, v + (size_t)i * pitch);
        all += w[i] * ds[i];
    }
    all = of_warp(all);
    for (int i = lane; i <= row; i += 32)
        ds[i] = w[i] * (ds[i] - all) * rsqrtf((float)s.size);
    __syncwarp();
    for (int d = lane; d < s.size; d += 32) {
        float o = 0;
        for (int i = 0; i <= row; i++)
            o += ds[i] * k[(size_t)i * pitch + d];
        dqkv[(size_t)row * pitch + head * s.size + d] = o;
    }
}

/* The gradients of K and V */
__global__ void attend_back_kv(struct attention s, const float *qkv, const float *weights, const float *dout,
                               const float *dscores, float *dqkv)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, head = blockIdx.y, lane = threadIdx.x % 32;
    if (row >= s.length)
        return;
    int pitch = 3 * s.width;
    const float *q = qkv + head * s.size, *g = dout + head * s.size;
    const float *w = weights + (size_t)head * s.length * s.length + row;
    const float *ds = dscores + (size_t)head * s.length * s.length + row;
    for (int d = lane; d < s.size; d += 32) {
        float dk = 0, dv = 0;
        for (int i = row; i < s.length; i++) {
            dk += ds[(size_t)i * s.length] * q[(size_t)i * pitch + d];
            dv += w[(size_t)i * s.length] * g[(size_t)i * s.width + d];
        }
        float *to = dqkv + (size_t)row * pitch + s.width + head * s.size + d;
        to[0] = dk;
        to[s.width] = dv;
    }
}

/* ---- The block ---- */
struct linear { /* y = x weight^T + bias */
    int in, out;
    float *weight, *bias, *dweight, *dbias;
};
struct norm {
    float *weight, *bias, *dweight, *dbias, *means, *scales;
};
struct block {
    int rows, width, heads;
    struct norm norm1, norm2;
    struct linear qkv, proj, up, down;
    /* what the way back needs, and the gradients */
    float *x, *n1, *q, *weights, *att, *mid, *n2, *h, *g, *y;
    float *dy, *dg, *dh, *dn2, *dmid, *datt, *dscores, *dq, *dn1, *dx;
};

static void forward(const struct linear *l, int rows, const float *x, const float *add, float *y)
{
    product<ROWS_K, ROWS_K>
        <<<dim3(l->out / TILE, rows / TILE), 128>>>(rows, l->out, l->in, x, l->weight, l->bias, add, y);
    WL_LAUNCHED();
}

static void back(const struct linear *l, int rows, const float *x, const float *dy, float *dx)
{
    product<ROWS_K, K_ROWS>
        <<<dim3(l->in / TILE, rows / TILE), 128>>>(rows, l->in, l->out, dy, l->weight, NULL, NULL, dx);
    WL_LAUNCHED();
    product<K_ROWS, K_ROWS>
        <<<dim3(l->in / TILE, l->out / TILE), 128>>>(l->out, l->in, rows, dy, x, NULL, NULL, l->dweight);
    WL_LAUNCHED();
    column_sums<<<l->out / 32, dim3(32, 8)>>>(rows, l->out, dy, l->dbias);
    WL_LAUNCHED();
}

static void norm_forward(const struct norm *n, int rows, int width, const float *x, float *y)
{
    layernorm<<<wl_blocks(rows, 8), 256>>>(rows, width, x, n->weight, n->bias, y, n->means, n->scales);
    WL_LAUNCHED();
}

static void norm_back(const struct norm *n, int rows, int width, const float *dy, const float *x, const float *add,
                      float *dx)
{
    layernorm_back<<<wl_blocks(rows, 8), 256>>>(rows, width, dy, x, n->weight, n->means, n->scales, add, dx);
    WL_LAUNCHED();
    layernorm_weights<<<width / 32, dim3(32, 8)>>>(rows, width, dy, x, n->means, n->scales, n->dweight, n->dbias);
    WL_LAUNCHED();
}

static void run(const struct block *b)
{
    struct attention s = {b->rows, b->width, b->width / b->heads};
    dim3 warps(wl_blocks(b->rows, 4), b->heads);
    int many = b->rows * 4 * b->width;
    norm_forward(&b->norm1, b->rows, b->width, b->x, b->n1);
    forward(&b->qkv, b->rows, b->n1, NULL, b->q);
    attend<<<warps, 128>>>(s, b->q, b->weights, b->att);
    WL_LAUNCHED();
    forward(&b->proj, b->rows, b->att, b->x, b->mid);
    norm_forward(&b->norm2, b->rows, b->width, b->mid, b->n2);
    forward(&b->up, b->rows, b->n2, NULL, b->h);
    gelu<<<wl_blocks(many, 256), 256>>>(many, b->h, b->g);
    WL_LAUNCHED();
    forward(&b->down, b->rows, b->g, b->mid, b->y);

    back(&b->down, b->rows, b->g, b->dy, b->dg);
    gelu_back<<<wl_blocks(many, 256), 256>>>(many, b->h, b->dg, b->dh);
    WL_LAUNCHED();
    back(&b->up, b->rows, b->n2, b->dh, b->dn2);
    norm_back(&b->norm2, b->rows, b->width, b->dn2, b->mid, b->dy, b->dmid);
    back(&b->proj, b->rows, b->att, b->dmid, b->datt);
    attend_back_q<<<warps, 128>>>(s, b->q, b->weights, b->datt, b->dscores, b->dq);
    WL_LAUNCHED();
    attend_back_kv<<<warps, 128>>>(s, b->q, b->weights, b->datt, b->dscores, b->dq);
    WL_LAUNCHED();
    back(&b->qkv, b->rows, b->n1, b->dq, b->dn1);
    norm_back(&b->norm1, b->rows, b->width, b->dn1, b->x, b->dmid, b->dx);
}

/* ---- The same on the CPU ---- */
/* c = a b: (i, k) of a and (k, j) of b lie at these strides */
static void multiply_all(int m, int n, int depth, const float *a, int ai, int ak, const float *b, int bk, int bj,
                         float *c)
{
    double *row = wl_host<double>(n);
    for (int i = 0; i < m; i++) {
        memset(row, 0, n * sizeof(*row));
        for (int k = 0; k < depth; k++)
            for (int j = 0; j < n; j++)
                row[j] += (double)a[(size_t)i * ai + (size_t)k * ak] * b[(size_t)k * bk + (size_t)j * bj];
        for (int j = 0; j < n; j++)
            c[(size_t)i * n + j] = (float)row[j];
    }
    free(row);
}

static void forward_cpu(const struct linear *l, int rows, const float *x, const float *add, float *y)
{
    multiply_all(rows, l->out, l->in, x, l->in, 1, l->weight, 1, l->in, y);
    for (int i = 0; i < rows * l->out; i++)
        y[i] += l->bias[i % l->out] + (add ? add[i] : 0);
}

static void back_cpu(const struct linear *l, int rows, const float *x, const float *dy, float *dx)
{
    multiply_all(rows, l->in, l->out, dy, l->out, 1, l->weight, l->in, 1, dx);
    multiply_all(l->out, l->in, rows, dy, 1, l->out, x, l->in, 1, l->dweight);
    for (int i = 0; i < rows * l->out; i++)
        l->dbias[i % l->out] += dy[i];
}

static void norm_forward_cpu(const struct norm *n, int rows, int width, const float *x, float *y)
{
    for (int i = 0; i < rows; i++, x += width, y += width) {
        double mean = 0, squares = 0;
        for (int k = 0; k < width; k++)
            mean += (double)x[k] / width;
        for (int k = 0; k < width; k++)
            squares += (x[k] - mean) * (x[k] - mean) / width;
        n->means[i] = (float)mean;
        n->scales[i] = (float)(1 / sqrt(squares + 1e-5));
        for (int k = 0; k < width; k++)
            y[k] = (x[k] - n->means[i]) * n->scales[i] * n->weight[k] + n->bias[k];
    }
}

static void norm_back_cpu(const struct norm *n, int rows, int width, const float *dy, const float *x,
                          const float *add, float *dx)
{
    for (int i = 0; i < rows; i++, x += width, dy += width, dx += width, add += width) {
        double sum = 0, along = 0;
        for (int k = 0; k < width; k++) {
            double unit = (x[k] - n->means[i]) * n->scales[i], g = dy[k] * n->weight[k];
            sum += g / width;
            along += g * unit / width;
            n->dweight[k] += (float)(dy[k] * unit);
            n->dbias[k] += dy[k];
        }
        for (int k = 0; k < width; k++) {
            double unit = (x[k] - n->means[i]) * n->scales[i];
            dx[k] = (float)((dy[k] * n->weight[k] - sum - unit * along) * n->scales[i] + add[k]);
        }
    }
}

static void attend_cpu(struct attention s, int head, const float *qkv, float *weights, float *out)
{
    int pitch = 3 * s.width;
    const float *q = qkv + head * s.size, *k = q + s.width, *v = k + s.width;
    for (int i = 0; i < s.length; i++) {
        float *w = weights + ((size_t)head * s.length + i) * s.length;
        double sum = 0;
        for (int j = 0; j <= i; j++) {
            double d = 0;
            for (int e = 0; e < s.size; e++)
                d += (double)q[i * pitch + e] * k[j * pitch + e];
            w[j] = (float)exp(d / sqrt((double)s.size));
            sum += w[j];
        }
        for (int j = 0; j <= i; j++)
            w[j] = (float)(w[j] / sum);
        for (int e = 0; e < s.size; e++) {
            double o = 0;
            for (int j = 0; j <= i; j++)
                o += (double)w[j] * v[j * pitch + e];
            out[i * s.width + head * s.size + e] = (float)o;
        }
    }
}

static void attend_back_cpu(struct attention s, int head, const float *qkv, const float *weights, const float *dout,
                            float *dqkv)
{
    int pitch = 3 * s.width, at = head * s.size;
    const float *q = qkv + at, *k = q + s.width, *v = k + s.width;
    float *dq = dqkv + at, *dk = dq + s.width, *dv = dk + s.width;
    double *dw = wl_host<double>(s.length);
    for (int i = 0; i < s.length; i++) {
        const float *w = weights + ((size_t)head * s.length + i) * s.length, *g = dout + i * s.width + at;
        double all = 0;
        for (int j = 0; j <= i; j++) {
            dw[j] = 0;
            for (int e = 0; e < s.size; e++) {
                dw[j] += (double)g[e] * v[j * pitch + e];
                dv[j * pitch + e] += w[j] * g[e];
            }
            all += w[j] * dw[j];
        }
        for (int j = 0; j <= i; j++) {
            double ds = w[j] * (dw[j] - all) / sqrt((double)s.size);
            for (int e = 0; e < s.size; e++) {
                dq[i * pitch + e] += (float)(ds * k[j * pitch + e]);
                dk[j * pitch + e] += (float)(ds * q[i * pitch + e]);
            }
        }
    }
    free(dw);
}

static void run_cpu(const struct block *b)
{
    struct attention s = {b->rows, b->width, b->width / b->heads};
    int many = b->rows * 4 * b->width;
    norm_forward_cpu(&b->norm1, b->rows, b->width, b->x, b->n1);
    forward_cpu(&b->qkv, b->rows, b->n1, NULL, b->q);
    for (int h = 0; h < b->heads; h++)
        attend_cpu(s, h, b->q, b->weights, b->att);
    forward_cpu(&b->proj, b->rows, b->att, b->x, b->mid);
    norm_forward_cpu(&b->norm2, b->rows, b->width, b->mid, b->n2);
    forward_cpu(&b->up, b->rows, b->n2, NULL, b->h);
    for (int i = 0; i < many; i++) {
        double v = b->h[i];
        b->g[i] = (float)(0.5 * v * (1 + tanh(ROOT * (v + 0.044715 * v * v * v))));
    }
    forward_cpu(&b->down, b->rows, b->g, b->mid, b->y);

    back_cpu(&b->down, b->rows, b->g, b->dy, b->dg);
    for (int i = 0; i < many; i++) {
        double v = b->h[i], t = tanh(ROOT * (v + 0.044715 * v * v * v));
        b->dh[i] = (float)(b->dg[i] * (0.5 * (1 + t) + 0.5 * v * (1 - t * t) * ROOT * (1 + 3 * 0.044715 * v * v)));
    }
    back_cpu(&b->up, b->rows, b->n2, b->dh, b->dn2);
    norm_back_cpu(&b->norm2, b->rows, b->width, b->dn2, b->mid, b->dy, b->dmid);
    back_cpu(&b->proj, b->rows, b->att, b->dmid, b->datt);
    for (int h = 0; h < b->heads; h++)
        attend_back_cpu(s, h, b->q, b->weights, b->datt, b->dq);
    back_cpu(&b->qkv, b->rows, b->n1, b->dq, b->dn1);
    norm_back_cpu(&b->norm1, b->rows, b->width, b->dn1, b->x, b->dmid, b->dx);
}

/* ---- Memory: the same arrays on both sides ---- */
enum { ZERO, SMALL, NEAR_ONE, WHOLE };

/* An array for each side, of the same random numbers, those of the host before the device's */
static void array(float **host, float **dev, size_t n, int kind, uint64_t seed)
{
    float lo = kind == NEAR_ONE ? 0.8f : kind == WHOLE ? -1 : -0.06f, hi = kind == NEAR_ONE ? 1.2f : -lo;
    *host = kind == ZERO ? wl_host<float>(n) : wl_random(n, lo, hi, seed);
    *dev = kind == ZERO ? wl_dev_zero<float>(n) : wl_upload(*host, n);
}

static void linear_of(struct linear *h, struct linear *d, int in, int out, uint64_t seed)
{
    h->in = d->in = in;
    h->out = d->out = out;
    array(&h->weight, &d->weight, (size_t)in * out, SMALL, seed);
    array(&h->bias, &d->bias, out, SMALL, seed + 1);
    array(&h->dweight, &d->dweight, (size_t)in * out, ZERO, 0);
    array(&h->dbias, &d->dbias, out, ZERO, 0);
}

static void norm_of(struct norm *h, struct norm *d, int rows, int width, uint64_t seed)
{
    array(&h->weight, &d->weight, width, NEAR_ONE, seed);
    array(&h->bias, &d->bias, width, SMALL, seed + 1);
    array(&h->dweight, &d->dweight, width, ZERO, 0);
    array(&h->dbias, &d->dbias, width, ZERO, 0);
    array(&h->means, &d->means, rows, ZERO, 0);
    array(&h->scales, &d->scales, rows, ZERO, 0);
}

static void block_of(struct block *h, struct block *d)
{
    size_t n = (size_t)h->rows * h->width, w = (size_t)h->heads * h->rows * h->rows;
    norm_of(&h->norm1, &d->norm1, h->rows, h->width, 10);
    norm_of(&h->norm2, &d->norm2, h->rows, h->width, 20);
    linear_of(&h->qkv, &d->qkv, h->width, 3 * h->width, 30);
    linear_of(&h->proj, &d->proj, h->width, h->width, 40);
    linear_of(&h->up, &d->up, h->width, 4 * h->width, 50);
    linear_of(&h->down, &d->down, 4 * h->width, h->width, 60);
    array(&h->x, &d->x, n, WHOLE, 1);
    array(&h->dy, &d->dy, n, WHOLE, 2);
    const struct {
        float **host, **dev;
        size_t n;
    } rest[] = {{&h->n1, &d->n1, n},     {&h->q, &d->q, 3 * n},   {&h->weights, &d->weights, w},
                {&h->att, &d->att, n},   {&h->mid, &d->mid, n},   {&h->n2, &d->n2, n},
                {&h->h, &d->h, 4 * n},   {&h->g, &d->g, 4 * n},   {&h->y, &d->y, n},
                {&h->dg, &d->dg, 4 * n}, {&h->dh, &d->dh, 4 * n}, {&h->dn2, &d->dn2, n},
                {&h->dmid, &d->dmid, n}, {&h->datt, &d->datt, n}, {&h->dscores, &d->dscores, w},
                {&h->dq, &d->dq, 3 * n}, {&h->dn1, &d->dn1, n},   {&h->dx, &d->dx, n}};
    for (int i = 0; i < WL_COUNT(rest); i++)
        array(rest[i].host, rest[i].dev, rest[i].n, ZERO, 0);
}

/* Operands of products are rounded to 11 bits: within so much of the values' mean square */
static void check(const char *what, const float *dev, const float *want, size_t n)
{
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += (double)want[i] * want[i] / n;
    float *got = wl_download(dev, n);
    wl_check_f32(what, got, want, n, 2e-3, 6e-3 * sqrt(squares));
    free(got);
}

static void check_linear(const char *what, const struct linear *d, const struct linear *h)
{
    check(what, d->dweight, h->dweight, (size_t)h->in * h->out);
    check(what, d->dbias, h->dbias, h->out);
}

int main(int argc, char **argv)
{
    struct block h = {}, d;
    const struct wl_opt opts[] = {{"rows", &h.rows, 64, 64, TILE, 1024, "rows (tokens), a multiple of 64"},
                                  {"width", &h.width, 64, 768, TILE, 2048, "columns, a multiple of 64"},
                                  {"heads", &h.heads, 2, 12, 1, 64, "heads; they share the columns"}};
    wl_begin(argc, argv, "gpt2", opts, WL_COUNT(opts));
    if (h.rows % TILE || h.width % TILE || h.width % h.heads)
        wl_bad_args(opts, WL_COUNT(opts), "rows and columns are multiples of 64, and columns of the heads",
                    "--width");
    d = h;
    block_of(&h, &d);
    run(&d);
    if (wl_checking()) {
        size_t n = (size_t)h.rows * h.width;
        run_cpu(&h);
        check("y", d.y, h.y, n);
        check_linear("down", &d.down, &h.down);
        check_linear("up", &d.up, &h.up);
        check_linear("proj", &d.proj, &h.proj);
        check_linear("qkv", &d.qkv, &h.qkv);
        check("norm2", d.norm2.dweight, h.norm2.dweight, h.width);
        check("norm1", d.norm1.dweight, h.norm1.dweight, h.width);
        check("dx", d.dx, h.dx, n);
    }
    return wl_end();
}
