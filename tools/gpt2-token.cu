/* One token through GPT-2: gpt2-token [LAYERS [TOKENS-BEFORE]]. Without arguments 12 and 63: the 124 M parameters of
   the small one. Embedding; layers (norm, query-key-value, attention over the tokens before and this one, projection,
   norm, up, gelu, down); last norm; the logits of 50,257 words. Weights are random floats, products cuBLAS's (gemv).
   All logits are compared with the same sums on the host; status 4 if one is off by more than 1e-4 of the greatest.
       sluice cc -O2 tools/gpt2-token.cu -lcublas -o token && ./token
       sluice run --machine h200 -- ./token 1 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <vector>

static const int width = 768, heads = 12, words = 50257, size = width / heads;

/* Weights of a layer, in this order; all lie in one array. */
enum { NORM1, QKV, QKV_BIAS, PROJECT, PROJECT_BIAS, NORM2, UP, UP_BIAS, DOWN, DOWN_BIAS, PARTS };
static const size_t lengths[PARTS] = {2 * width, 3 * width *width, 3 * width, width *width,     width,
                                      2 * width, 4 * width *width, 4 * width, 4 * width *width, width};
static size_t part(int p)
{
    size_t at = 0;
    for (int i = 0; i < p; i++)
        at += lengths[i];
    return at;
}
static float draw(size_t i, float scale)
{
    unsigned long long h = (i + 1) * 0x9E3779B97F4A7C15ull;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ull;
    return ((float)(h >> 40) / 8388608.0f - 1.0f) * scale;
}

__global__ void norm(float *out, const float *in, const float *w) /* one block */
{
    __shared__ float sums[2][8];
    float s = 0, q = 0;
    for (int i = (int)threadIdx.x; i < width; i += 256)
        s += in[i], q += in[i] * in[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0)
        sums[0][threadIdx.x / 32] = s, sums[1][threadIdx.x / 32] = q;
    __syncthreads();
    s = q = 0;
    for (int i = 0; i < 8; i++)
        s += sums[0][i], q += sums[1][i];
    float mean = s / width, scale = rsqrtf(q / width - mean * mean + 1e-5f);
    for (int i = (int)threadIdx.x; i < width; i += 256)
        out[i] = (in[i] - mean) * scale * w[i] + w[width + i];
}
__global__ void biased(float *x, const float *bias, const float *residual, int n, bool gelu)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float v = x[i] + bias[i];
    if (gelu)
        v = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    x[i] = residual ? v + residual[i] : v;
}
/* A block a head, a thread an element of it; keys and values of `before` tokens, then this one's */
__global__ void attend(float *out, const float *qkv, float *keys, float *values, int before)
{
    extern __shared__ float weight[];
    int h = (int)blockIdx.x, t = (int)threadIdx.x, at = h * size + t;
    keys[(size_t)before * width + at] = qkv[width + at];
    values[(size_t)before * width + at] = qkv[2 * width + at];
    __syncthreads();
    for (int k = t; k <= before; k += size) {
        float s = 0;
        for (int e = 0; e < size; e++)
            s += qkv[h * size + e] * keys[(size_t)k * width + h * size + e];
        weight[k] = s / 8.0f; /* the root of 64 */
    }
    __syncthreads();
    float top = weight[0], sum = 0, v = 0;
    for (int k = 1; k <= before; k++)
        top = fmaxf(top, weight[k]);
    for (int k = 0; k <= before; k++) {
        float w = expf(weight[k] - top);
        sum += w, v += w * values[(size_t)k * width + at];
    }
    out[at] = v / sum;
}

/* The same on the host */
static void host_norm(std::vector<float> &out, const std::vector<float> &in, const float *w)
{
    double s = 0, q = 0;
    for (float v : in)
        s += v, q += (double)v * v;
    double mean = s / width, scale = 1 / sqrt(q / width - mean * mean + 1e-5);
    for (int i = 0; i < width; i++)
        out[i] = (float)((in[i] - mean) * scale * w[i] + w[width + i]);
}
static std::vector<float> host_product(const float *w, const float *bias, const std::vector<float> &x, int rows)
{
    std::vector<float> y(rows);
    for (int i = 0; i < rows; i++) {
        double s = bias ? bias[i] : 0;
        for (size_t k = 0; k < x.size(); k++)
            s += (double)w[i * x.size() + k] * x[k];
        y[i] = (float)s;
    }
    return y;
}
static void host_layer(std::vector<float> &x, const float *w, const float *keys, const float *values, int before)
{
    std::vector<float> n(width), out(width), weight(before + 1);
    host_norm(n, x, w + part(NORM1));
    std::vector<float> qkv = host_product(w + part(QKV), w + part(QKV_BIAS), n, 3 * width);
    for (int h = 0; h < heads; h++) {
        double top = -1e30, sum = 0;
        for (int k = 0; k <= before; k++) {
            double s = 0;
            for (int e = h * size; e < (h + 1) * size; e++)
                s += (double)qkv[e] * (k == before ? qkv[width + e] : keys[(size_t)k * width + e]);
            weight[k] = (float)(s / 8), top = std::max(top, s / 8);
        }
        for (int k = 0; k <= before; k++)
            sum += weight[k] = (float)exp(weight[k] - top);
        for (int e = h * size; e < (h + 1) * size; e++) {
            double v = 0;
            for (int k = 0; k <= before; k++)
                v += weight[k] * (double)(k == before ? qkv[2 * width + e] : values[(size_t)k * width + e]);
            out[e] = (float)(v / sum);
        }
    }
    std::vector<float> y = host_product(w + part(PROJECT), w + part(PROJECT_BIAS), out, width);
    for (int i = 0; i < width; i++)
        x[i] += y[i];
    host_norm(n, x, w + part(NORM2));
    std::vector<float> u = host_product(w + part(UP), w + part(UP_BIAS), n, 4 * width);
    for (float &v : u)
        v = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    y = host_product(w + part(DOWN), w + part(DOWN_BIAS), u, width);
    for (int i = 0; i < width; i++)
        x[i] += y[i];
}

static cublasHandle_t handle;
static void product(float *y, const float *w, const float *x, int rows,
                    int depth) /* W by rows: its transpose by columns */
{
    float one = 1, none = 0;
    if (cublasSgemv(handle, CUBLAS_OP_T, depth, rows, &one, w, depth, x, 1, &none, y, 1) != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "gpt2-token: cublasSgemv failed\n");
        exit(5);
    }
}
static void layer(float *x, float *room, const float *w, float *keys, float *values, int before)
{
    float *n = room, *qkv = n + width, *up = qkv + 3 * width, *y = up + 4 * width;
    norm<<<1, 256>>>(n, x, w + part(NORM1));
    product(qkv, w + part(QKV), n, 3 * width, width);
    biased<<<3 * width / 256, 256>>>(qkv, w + part(QKV_BIAS), NULL, 3 * width, false);
    attend<<<heads, size, (before + 1) * sizeof(float)>>>(n, qkv, keys, values, before);
    product(y, w + part(PROJECT), n, width, width);
    biased<<<width / 256, 256>>>(y, w + part(PROJECT_BIAS), x, width, false);
    norm<<<1, 256>>>(n, y, w + part(NORM2));
    product(up, w + part(UP), n, 4 * width, width);
    biased<<<4 * width / 256, 256>>>(up, w + part(UP_BIAS), NULL, 4 * width, true);
    product(x, w + part(DOWN), up, width, 4 * width);
    biased<<<width / 256, 256>>>(x, w + part(DOWN_BIAS), y, width, false);
}

int main(int argc, char **argv)
{
    int layers = argc > 1 ? atoi(argv[1]) : 12, before = argc > 2 ? atoi(argv[2]) : 63;
    if (layers < 1 || layers > 48 || before < 0 || before > 1023) {
        fprintf(stderr, "gpt2-token [LAYERS [TOKENS-BEFORE]]: 1 to 48, 0 to 1023\n");
        return 2;
    }
    size_t each = part(PARTS), n_words = (size_t)words * width, cache = (size_t)(before + 1) * width;
    std::vector<float> w(n_words + layers * each + 2 * width), seen(2 * cache * layers);
    for (size_t i = 0; i < w.size(); i++)
        w[i] = draw(i, 0.035f);
    for (int l = 0; l <= layers; l++) /* norms keep their sizes */
        for (int i = 0; i < width; i++)
            for (int p : {NORM1, NORM2})
                if (l < layers || p == NORM1)
                    w[n_words + l * each + part(p) + i] += 1.0f;
    for (size_t i = 0; i < seen.size(); i++)
        seen[i] = draw(i + 77, 1.0f);
    float *d_w, *d_seen, *x, *room, *logits;
    cudaMalloc(&d_w, w.size() * 4), cudaMalloc(&d_seen, seen.size() * 4), cudaMalloc(&x, width * 4),
        cudaMalloc(&room, 9 * width * 4), cudaMalloc(&logits, words * 4);
    cudaMemcpy(d_w, w.data(), w.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_seen, seen.data(), seen.size() * 4, cudaMemcpyHostToDevice);
    const size_t word = 4711;
    cudaMemcpy(x, d_w + word * width, width * 4, cudaMemcpyDeviceToDevice);
    cublasCreate(&handle);
    std::vector<float> h(w.begin() + word * width, w.begin() + (word + 1) * width), n(width), got(words);
    for (int l = 0; l < layers; l++) {
        size_t at = n_words + l * each;
        layer(x, room, d_w + at, d_seen + 2 * l * cache, d_seen + (2 * l + 1) * cache, before);
        host_layer(h, &w[at], &seen[2 * l * cache], &seen[(2 * l + 1) * cache], before);
    }
    norm<<<1, 256>>>(room, x, d_w + n_words + layers * each);
    product(logits, d_w, room, words, width);
    cudaError_t err = cudaMemcpy(got.data(), logits, words * 4, cudaMemcpyDeviceToHost);
    host_norm(n, h, &w[n_words + layers * each]);
    std::vector<float> want = host_product(w.data(), NULL, n, words);
    double off = 0, most = 0;
    for (int i = 0; i < words; i++)
        off = std::max(off, fabs((double)got[i] - want[i])), most = std::max(most, fabs((double)want[i]));
    printf("gpt2-token: %.1f M parameters, %d layers, %d tokens before, %s, logits up to %.2f, off by %.1e\n",
           (double)w.size() / 1e6, layers, before, cudaGetErrorString(err), most, off);
    return err != cudaSuccess ? 3 : off <= 1e-4 * most ? 0 : 4;
}
