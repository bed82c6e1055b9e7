/*
 * backprop: one training step of a neural network with a hidden layer of 16 units (Rodinia-class).
 *
 * Two kernels on 16 x 16 blocks, one thread a weight between 16 input units and the 16 hidden ones: products summed
 * over the input units of the block by a tree, and the weight update. As in Rodinia, the tree's strides are powers of
 * two by a function, and threads take part by a remainder; the products are stored over the weights, which the host
 * copies again; the update's factors are doubles, and it works out a change once for the weight and again for its
 * record, where the store between the two may be to what is read. --again 1: in float, with a tree that halves:
 * fewer registers. --unshared 1: the tree in a global scratch array, a change worked out once. Weight rows are 17
 * floats, so a warp's two rows straddle lines. The host does the output unit.
 *
 * Paper size: 65,536 input units (MRPB paper, table 3).
 */
#include "common.h"

#define HID 16
#define ROW (HID + 1) /* weights of one input unit: a bias column and 16 hidden units */
#define ETA 0.3f
#define MOMENTUM 0.3f

__global__ void forward_tile(const float *input, float *w, float *partial, int hidden)
{
    __shared__ float x[HID], prod[HID][HID];
    int tx = threadIdx.x, ty = threadIdx.y, unit = HID * blockIdx.y + ty + 1, at = (hidden + 1) * unit + tx + 1;
    if (tx == 0)
        x[ty] = input[unit];
    __syncthreads();
    prod[ty][tx] = w[at];
    __syncthreads();
    prod[ty][tx] *= x[ty];
    __syncthreads();
    for (int level = 1; level <= __log2f(HID); level++) {
        int stride = __powf(2, level);
        if (ty % stride == 0)
            prod[ty][tx] += prod[ty + stride / 2][tx];
        __syncthreads();
    }
    w[at] = prod[ty][tx];
    __syncthreads();
    if (tx == 0)
        partial[blockIdx.y * hidden + ty] = prod[tx][ty];
}

__global__ void forward_shared(const float *input, const float *w, float *partial)
{
    __shared__ float x[HID], prod[HID][HID];
    int tx = threadIdx.x, ty = threadIdx.y, unit = blockIdx.x * HID + ty + 1;
    if (tx == 0)
        x[ty] = input[unit];
    __syncthreads();
    prod[ty][tx] = w[unit * ROW + tx + 1] * x[ty];
    __syncthreads();
    for (int half = HID / 2; half > 0; half /= 2) {
        if (ty < half)
            prod[ty][tx] += prod[ty + half][tx];
        __syncthreads();
    }
    if (ty == 0)
        partial[blockIdx.x * HID + tx] = prod[0][tx];
}

__global__ void forward_unshared(const float *input, const float *w, float *partial, float *prod)
{
    int tx = threadIdx.x, ty = threadIdx.y, unit = blockIdx.x * HID + ty + 1;
    float *mine = prod + blockIdx.x * HID * HID;
    mine[ty * HID + tx] = w[unit * ROW + tx + 1] * input[unit];
    __syncthreads();
    for (int half = HID / 2; half > 0; half /= 2) {
        if (ty < half)
            mine[ty * HID + tx] += mine[(ty + half) * HID + tx];
        __syncthreads();
    }
    if (ty == 0)
        partial[blockIdx.x * HID + tx] = mine[tx];
}

__global__ void adjust(const float *input, const float *delta, float *w, float *old)
{
    int tx = threadIdx.x, ty = threadIdx.y, unit = blockIdx.x * HID + ty + 1, at = unit * ROW + tx + 1;
    float change = ETA * delta[tx + 1] * input[unit] + MOMENTUM * old[at];
    w[at] += change;
    old[at] = change;
    if (ty == 0 && blockIdx.x == 0) { /* the bias unit, number 0, whose input is 1 */
        change = ETA * delta[tx + 1] + MOMENTUM * old[tx + 1];
        w[tx + 1] += change;
        old[tx + 1] = change;
    }
}

__global__ void adjust_again(const float *input, const float *delta, float *w, float *old)
{
    int tx = threadIdx.x, ty = threadIdx.y, unit = blockIdx.x * HID + ty + 1, at = unit * ROW + tx + 1;
    w[at] += ETA * delta[tx + 1] * input[unit] + MOMENTUM * old[at];
    old[at] = ETA * delta[tx + 1] * input[unit] + MOMENTUM * old[at];
    __syncthreads();
    if (ty == 0 && blockIdx.x == 0) { /* the bias unit */
        w[tx + 1] += ETA * delta[tx + 1] + MOMENTUM * old[tx + 1];
        old[tx + 1] = ETA * delta[tx + 1] + MOMENTUM * old[tx + 1];
    }
}

__global__ void adjust_tile(const float *delta, int hidden, const float *input, float *w, float *old)
{
    const double eta = 0.3, momentum = 0.3;
    int tx = threadIdx.x, ty = threadIdx.y, unit = HID * blockIdx.y + ty + 1, at = (hidden + 1) * unit + tx + 1;
    w[at] += eta * delta[tx + 1] * input[unit] + momentum * old[at];
    old[at] = eta * delta[tx + 1] * input[unit] + momentum * old[at];
    __syncthreads();
    if (ty == 0 && blockIdx.y == 0) { /* the bias unit */
        w[tx + 1] += eta * delta[tx + 1] + momentum * old[tx + 1];
        old[tx + 1] = eta * delta[tx + 1] + momentum * old[tx + 1];
    }
}

static float squash(float v)
{
    return 1.0f / (1.0f + expf(-v));
}

/* The hidden units' errors (1..16), from their sums, one output unit with weights v, and its target. */
static void hidden_errors(const float *sums, const float *v, float target, float *delta)
{
    float h[ROW] = {1}, sum = v[0];
    for (int j = 1; j <= HID; j++) {
        h[j] = squash(sums[j - 1]);
        sum += v[j] * h[j];
    }
    float out = squash(sum), d_out = out * (1 - out) * (target - out);
    for (int j = 1; j <= HID; j++)
        delta[j] = h[j] * (1 - h[j]) * d_out * v[j];
}

static void add_partials(const float *partial, const float *w, int blocks, float *sums)
{
    for (int j = 0; j < HID; j++) {
        double s = w[j + 1];
        for (int b = 0; b < blocks; b++)
            s += partial[b * HID + j];
        sums[j] = (float)s;
    }
}

static void check(int n, const float *input, float *w, float *old, const float *sums, const float *delta,
                  const float *got_w)
{
    float want[HID];
    double s[HID];
    for (int j = 0; j < HID; j++)
        s[j] = w[j + 1];
    for (int i = 1; i <= n; i++)
        for (int j = 0; j < HID; j++)
            s[j] += (double)w[i * ROW + j + 1] * input[i];
    for (int j = 0; j < HID; j++)
        want[j] = (float)s[j];
    wl_check_f32("sums", sums, want, HID, 1e-4, 1e-3);
    for (int i = 0; i <= n; i++)
        for (int j = 1; j <= HID; j++)
            w[i * ROW + j] += ETA * delta[j] * input[i] + MOMENTUM * old[i * ROW + j];
    wl_check_f32("w", got_w, w, (size_t)(n + 1) * ROW, 1e-4, 1e-6);
}

int main(int argc, char **argv)
{
    int n, unshared, again;
    const struct wl_opt opts[] = {{"n", &n, 4096, 65536, 16, 1 << 22, "input units (a multiple of 16)"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"},
                                  {"again", &again, 0, 0, 0, 1, "1: in float"}};
    wl_begin(argc, argv, "backprop", opts, WL_COUNT(opts));
    wl_run.name = again ? "backprop-a" : unshared ? "backprop-u" : "backprop";
    if (n % HID)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    int blocks = n / HID;
    size_t nw = (size_t)(n + 1) * ROW;
    float *input = wl_random(n + 1, 0, 1, 1), *w = wl_random(nw, -0.01f, 0.01f, 2),
          *old = wl_random(nw, -0.01f, 0.01f, 3);
    float *v = wl_random(ROW, -1, 1, 4), sums[HID], delta[ROW] = {0};
    input[0] = 1;
    float *d_input = wl_upload(input, n + 1), *d_w = wl_upload(w, nw), *d_old = wl_upload(old, nw);
    float *d_partial = wl_dev<float>((size_t)blocks * HID), *d_delta = wl_dev<float>(ROW);
    float *d_prod = unshared ? wl_dev<float>((size_t)n * HID) : NULL;

    if (unshared)
        forward_unshared<<<blocks, dim3(HID, HID)>>>(d_input, d_w, d_partial, d_prod);
    else if (again)
        forward_shared<<<blocks, dim3(HID, HID)>>>(d_input, d_w, d_partial);
    else
        forward_tile<<<dim3(1, blocks), dim3(HID, HID)>>>(d_input, d_w, d_partial, HID);
    WL_LAUNCHED();
    add_partials(wl_download(d_partial, (size_t)blocks * HID), w, blocks, sums);
    hidden_errors(sums, v, 0.1f, delta);
    wl_put(d_delta, delta, ROW);
    wl_put(d_w, w, nw);
    if (unshared || again)
        (again ? adjust_again : adjust)<<<blocks, dim3(HID, HID)>>>(d_input, d_delta, d_w, d_old);
    else
        adjust_tile<<<dim3(1, blocks), dim3(HID, HID)>>>(d_delta, HID, d_input, d_w, d_old);
    WL_LAUNCHED();
    if (wl_checking())
        check(n, input, w, old, sums, delta, wl_download(d_w, nw));
    return wl_end();
}
