/* cuDNN's convolutions against plain loops on the host: random shapes, paddings, strides, dilations, groups, orders of elements. */
// flags: -lcudnn -std=c++17
// expect: convolutions 264 of 264
// expect: split sums 12 of 12
// expect: algorithms 13 of 13
// expect: statuses 17 of 17
// stderr: sluice: cudnnConvolutionForward: a convolution of other than two dimensions is not supported
#include "tensors.h"

#include "expect.h"

static cudnnHandle_t h;
struct shape { int n, c, h, w, k, r, s, pad[2], stride[2], dilation[2], groups, mode, x_order, w_order, y_order; };
static shape random_shape()
{
    shape s;
    s.groups = below(3) ? 1 : 2 + below(2);
    s.n = 1 + below(3), s.c = s.groups * (1 + below(5)), s.k = s.groups * (1 + below(6)), s.r = 1 + below(4), s.s = 1 + below(4);
    for (int i = 0; i < 2; i++)
        s.pad[i] = below(3), s.stride[i] = 1 + below(3), s.dilation[i] = 1 + below(2);
    s.h = 1 + (s.r - 1) * s.dilation[0] + below(7), s.w = 1 + (s.s - 1) * s.dilation[1] + below(7);
    s.mode = below(4) ? CUDNN_CROSS_CORRELATION : CUDNN_CONVOLUTION;
    s.x_order = below(3), s.y_order = below(3), s.w_order = below(2);
    return s;
}
template <class T> struct filter : tensor<T> {
    cudnnFilterDescriptor_t f;
    filter(int order, int k, int c, int r, int s) : tensor<T>(order, k, c, r, s)
    {
        cudnnCreateFilterDescriptor(&f);
        cudnnSetFilter4dDescriptor(f, name<T>::type, order == NHWC ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW, k, c, r, s);
    }
    ~filter() { cudnnDestroyFilterDescriptor(f); }
};
/* All four functions on one shape; workspace: with room for split sums */
template <class T> static void convolve(const shape &s, const char *what, bool workspace)
{
    typedef typename name<T>::scalar S;
    cudnnConvolutionDescriptor_t d;
    cudnnActivationDescriptor_t act;
    cudnnCreateConvolutionDescriptor(&d);
    cudnnSetConvolution2dDescriptor(d, s.pad[0], s.pad[1], s.stride[0], s.stride[1], s.dilation[0], s.dilation[1], (cudnnConvolutionMode_t)s.mode, CUDNN_DATA_FLOAT);
    cudnnSetConvolutionGroupCount(d, s.groups);
    cudnnCreateActivationDescriptor(&act);
    cudnnSetActivationDescriptor(act, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
    int p = 1 + (s.h + 2 * s.pad[0] - (s.r - 1) * s.dilation[0] - 1) / s.stride[0], q = 1 + (s.w + 2 * s.pad[1] - (s.s - 1) * s.dilation[1] - 1) / s.stride[1];
    tensor<T> x(s.x_order, s.n, s.c, s.h, s.w), y(s.y_order, s.n, s.k, p, q), z(NCHW, s.n, s.k, p, q), bias(NCHW, 1, s.k, 1, 1), fused(s.y_order, s.n, s.k, p, q);
    filter<T> w(s.w_order, s.k, s.c / s.groups, s.r, s.s);
    std::vector<double> dx((size_t)x.count), dw((size_t)w.count), out((size_t)y.count), db((size_t)s.k);
    S alpha = (S)0.5, beta = (S)0.25;
    for (int n = 0; n < s.n; n++)
        for (int k = 0; k < s.k; k++)
            for (int i = 0; i < p * q; i++) {
                double g = y.at(n, k, i / q, i % q);
                size_t to = (size_t)((n * s.k + k) * p * q + i);
                db[(size_t)k] += g;
                for (int c = 0; c < s.c / s.groups; c++)
                    for (int r = 0; r < s.r; r++)
                        for (int t = 0; t < s.s; t++) {
                            int in = k / (s.k / s.groups) * (s.c / s.groups) + c, row = i / q * s.stride[0] - s.pad[0] + r * s.dilation[0], col = i % q * s.stride[1] - s.pad[1] + t * s.dilation[1];
                            int fr = s.mode ? r : s.r - 1 - r, ft = s.mode ? t : s.s - 1 - t;
                            if (row < 0 || row >= s.h || col < 0 || col >= s.w)
                                continue;
                            size_t wi = (size_t)(((k * (s.c / s.groups) + c) * s.r + fr) * s.s + ft), xi = (size_t)(((n * s.c + in) * s.h + row) * s.w + col);
                            out[to] += w.v[wi] * x.v[xi];
                            dx[xi] += w.v[wi] * g;
                            dw[wi] += x.v[xi] * g;
                        }
            }
    size_t most = 0, bytes;
    int dims[4];
    expect(cudnnGetConvolutionNdForwardOutputDim(d, x.d, w.f, 4, dims) == CUDNN_STATUS_SUCCESS && dims[0] == s.n && dims[1] == s.k && dims[2] == p && dims[3] == q, what, 5);
    cudnnGetConvolutionForwardWorkspaceSize(h, x.d, w.f, d, y.d, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, &bytes), most = bytes;
    cudnnGetConvolutionBackwardDataWorkspaceSize(h, w.f, y.d, d, x.d, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, &bytes), most = most > bytes ? most : bytes;
    cudnnGetConvolutionBackwardFilterWorkspaceSize(h, x.d, y.d, d, w.f, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, &bytes), most = most > bytes ? most : bytes;
    void *space = NULL;
    if (workspace && most)
        cudaMalloc(&space, most);
    most = workspace ? most : 0;
    tensor<T> gx(s.x_order, s.n, s.c, s.h, s.w), gb(NCHW, 1, s.k, 1, 1);
    filter<T> gw(s.w_order, s.k, s.c / s.groups, s.r, s.s);
    bool ok = cudnnConvolutionBackwardData(h, &alpha, w.f, w.p, y.d, y.p, d, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, space, most, &beta, gx.d, gx.p) == CUDNN_STATUS_SUCCESS;
    for (int i = 0; i < x.count; i++)
        gx.v[(size_t)i] = 0.5 * dx[(size_t)i] + 0.25 * gx.v[(size_t)i];
    expect(ok && gx.right(4), what, 1, s.stride[0], s.x_order);
    ok = cudnnConvolutionBackwardFilter(h, &alpha, x.d, x.p, y.d, y.p, d, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, space, most, &beta, gw.f, gw.p) == CUDNN_STATUS_SUCCESS;
    for (int i = 0; i < w.count; i++)
        gw.v[(size_t)i] = 0.5 * dw[(size_t)i] + 0.25 * gw.v[(size_t)i];
    expect(ok && gw.right(4), what, 2, s.stride[0], s.x_order);
    ok = cudnnConvolutionBackwardBias(h, &alpha, y.d, y.p, &beta, gb.d, gb.p) == CUDNN_STATUS_SUCCESS;
    for (int i = 0; i < s.k; i++)
        gb.v[(size_t)i] = 0.5 * db[(size_t)i] + 0.25 * gb.v[(size_t)i];
    expect(ok && gb.right(4), what, 3, s.y_order);
    ok = cudnnConvolutionBiasActivationForward(h, &alpha, x.d, x.p, w.f, w.p, d, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD, space, most, &beta, z.d, z.p, bias.d, bias.p, act, fused.d, fused.p) == CUDNN_STATUS_SUCCESS;
    for (int i = 0; i < y.count; i++)
        fused.v[(size_t)i] = fmax(0, 0.5 * out[(size_t)i] + 0.25 * z.v[(size_t)i] + bias.v[(size_t)(i / (p * q) % s.k)]);
    expect(ok && fused.right(4), what, 4, s.groups);
    ok = cudnnConvolutionForward(h, &alpha, x.d, x.p, w.f, w.p, d, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, space, most, &beta, y.d, y.p) == CUDNN_STATUS_SUCCESS;
    for (int i = 0; i < y.count; i++)
        y.v[(size_t)i] = 0.5 * out[(size_t)i] + 0.25 * y.v[(size_t)i];
    expect(ok && y.right(4), what, 0, s.stride[0], s.y_order);
    cudaFree(space);
    cudnnDestroyConvolutionDescriptor(d);
    cudnnDestroyActivationDescriptor(act);
}
template <class T> static void random_shapes(int times)
{
    for (int i = 0; i < times; i++)
        convolve<T>(random_shape(), "convolution", false);
}
/* Every call that names an algorithm; the descriptors of a plain convolution. */
static void algorithms()
{
    cudnnConvolutionDescriptor_t d;
    cudnnCreateConvolutionDescriptor(&d);
    cudnnSetConvolution2dDescriptor(d, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
    tensor<float> x(NCHW, 2, 3, 9, 9), y(NCHW, 2, 4, 9, 9);
    filter<float> w(NCHW, 4, 3, 3, 3);
    int count, found;
#define DIRECTION(Direction, Short, first, tensors, tensors_at)                                              \
    {                                                                                                        \
        cudnnConvolution##Short##AlgoPerf_t perf[8];                                                         \
        cudnnConvolution##Short##Algo_t algo;                                                                \
        size_t bytes = 99;                                                                                   \
        expect(cudnnGetConvolution##Direction##AlgorithmMaxCount(h, &count) == 0 && count >= 1, "max count"); \
        expect(cudnnGetConvolution##Direction##Algorithm_v7(h, tensors, 8, &found, perf) == 0 && found == 1 && perf[0].status == 0, "v7"); \
        cudnnGetConvolution##Direction##WorkspaceSize(h, tensors, perf[0].algo, &bytes);                     \
        expect(bytes == perf[0].memory, "memory");                                                           \
        expect(cudnnFindConvolution##Direction##Algorithm(h, tensors, 1, &found, perf) == 0 && cudnnFindConvolution##Direction##AlgorithmEx(h, tensors_at, 1, &found, perf, NULL, 0) == 0 && \
                   cudnnGetConvolution##Direction##Algorithm(h, tensors, (cudnnConvolution##Short##Preference_t)first, 0, &algo) == 0 && algo == perf[0].algo, "find"); \
    }
#define T1 x.d, w.f, d, y.d
#define T2 w.f, y.d, d, x.d
#define T3 x.d, y.d, d, w.f
#define P1 x.d, x.p, w.f, w.p, d, y.d, y.p
#define P2 w.f, w.p, y.d, y.p, d, x.d, x.p
#define P3 x.d, x.p, y.d, y.p, d, w.f, w.p
    DIRECTION(Forward, Fwd, 1, T1, P1)
    DIRECTION(BackwardData, BwdData, 1, T2, P2)
    DIRECTION(BackwardFilter, BwdFilter, 1, T3, P3)
    int n, c, p, q;
    expect(cudnnGetConvolution2dForwardOutputDim(d, x.d, w.f, &n, &c, &p, &q) == 0 && n == 2 && c == 4 && p == 9 && q == 9, "output");
    cudnnDestroyConvolutionDescriptor(d);
}
static void statuses()
{
    cudnnConvolutionDescriptor_t d;
    cudnnFilterDescriptor_t unset;
    cudnnCreateFilterDescriptor(&unset);
    cudnnCreateConvolutionDescriptor(&d);
    tensor<float> x(NCHW, 2, 4, 9, 9), y(NCHW, 2, 4, 9, 9), small(NCHW, 2, 4, 8, 9);
    tensor<double> wide(NCHW, 2, 4, 9, 9);
    filter<float> w(NCHW, 4, 4, 3, 3), narrow(NCHW, 4, 2, 3, 3);
    float one = 1, none = 0;
#define FORWARD(x, w, y) cudnnConvolutionForward(h, &one, x.d, x.p, w.f, w.p, d, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0, &none, y.d, y.p)
    expect(FORWARD(x, w, y) == CUDNN_STATUS_BAD_PARAM, "unset");
    expect(cudnnSetConvolution2dDescriptor(d, -1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) == CUDNN_STATUS_BAD_PARAM, "pad");
    expect(cudnnSetConvolution2dDescriptor(d, 1, 1, 0, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) == CUDNN_STATUS_BAD_PARAM, "stride");
    expect(cudnnSetConvolution2dDescriptor(d, 1, 1, 1, 1, 1, 0, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) == CUDNN_STATUS_BAD_PARAM, "dilation");
    expect(cudnnSetConvolution2dDescriptor(d, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) == CUDNN_STATUS_SUCCESS, "right");
    expect(cudnnSetConvolutionGroupCount(d, 0) == CUDNN_STATUS_BAD_PARAM, "groups");
    expect(FORWARD(x, w, y) == CUDNN_STATUS_SUCCESS, "forward");
    expect(FORWARD(x, w, small) == CUDNN_STATUS_BAD_PARAM, "size of y");
    expect(FORWARD(x, narrow, y) == CUDNN_STATUS_BAD_PARAM, "channels");
    expect(FORWARD(x, w, wide) == CUDNN_STATUS_BAD_PARAM && FORWARD(wide, w, y) == CUDNN_STATUS_BAD_PARAM, "types");
    cudnnSetConvolutionGroupCount(d, 2);
    expect(FORWARD(x, narrow, y) == CUDNN_STATUS_SUCCESS && FORWARD(x, w, y) == CUDNN_STATUS_BAD_PARAM, "two groups");
    expect(cudnnConvolutionForward(NULL, &one, x.d, x.p, w.f, w.p, d, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0, &none, y.d, y.p) == CUDNN_STATUS_BAD_PARAM, "handle");
    expect(cudnnConvolutionForward(h, &one, x.d, x.p, unset, w.p, d, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0, &none, y.d, y.p) == CUDNN_STATUS_BAD_PARAM, "filter");
    expect(cudnnConvolutionForward(h, &one, x.d, x.p, w.f, w.p, d, (cudnnConvolutionFwdAlgo_t)8, NULL, 0, &none, y.d, y.p) == CUDNN_STATUS_BAD_PARAM, "algorithm");
    int three[] = {1, 1, 1}, dim[] = {4, 2, 3, 3, 3}, got[5], pads[3], n;
    cudnnConvolutionMode_t mode;
    cudnnDataType_t type;
    tensor<float> deep(NCHW, 2, 4, 5, 5, 5), to(NCHW, 2, 4, 5, 5, 5);
    expect(cudnnSetConvolutionNdDescriptor(d, 3, three, three, three, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) == CUDNN_STATUS_SUCCESS &&
               cudnnGetConvolutionNdDescriptor(d, 3, &n, pads, pads, pads, &mode, &type) == CUDNN_STATUS_SUCCESS && n == 3 && mode == CUDNN_CROSS_CORRELATION, "three dimensions");
    cudnnSetFilterNdDescriptor(unset, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 5, dim);
    expect(cudnnGetConvolutionNdForwardOutputDim(d, deep.d, unset, 5, got) == CUDNN_STATUS_SUCCESS && got[1] == 4 && got[4] == 5, "their output");
    expect(cudnnConvolutionForward(h, &one, deep.d, deep.p, unset, deep.p, d, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0, &none, to.d, to.p) == CUDNN_STATUS_NOT_SUPPORTED, "refused");
    cudnnDestroyConvolutionDescriptor(d);
    cudnnDestroyFilterDescriptor(unset);
}
int main()
{
    cudnnCreate(&h);
    random_shapes<float>(24);
    random_shapes<double>(8);
    random_shapes<__half>(8);
    random_shapes<__nv_bfloat16>(4);
    summary("convolutions");
    shape deep = {1, 160, 5, 5, 70, 3, 3, {1, 1}, {1, 1}, {1, 1}, 1, CUDNN_CROSS_CORRELATION, NCHW, NCHW, NCHW};
    convolve<float>(deep, "split", true);
    deep.x_order = deep.w_order = deep.y_order = NHWC, deep.n = 2;
    convolve<__half>(deep, "split", true);
    summary("split sums");
    algorithms();
    summary("algorithms");
    statuses();
    summary("statuses");
    cudnnDestroy(h);
    return 0;
}
