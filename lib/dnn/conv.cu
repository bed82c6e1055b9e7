/* Convolutions: their shapes, what each direction multiplies, and the calls for algorithms, which are all the same one. */
#include "conv.h"

/* The three tensors of a convolution, checked */
struct conv_shape {
    int n, c, h, w, k, p, q, r, s, groups; /* c and k: of all groups */
    const cudnnConvolutionStruct *d;
    const layout *x, *y, *f;
};
static int outputs(const cudnnConvolutionStruct *d, const layout *x, const layout *f, int axis)
{
    int room = x->dim[2 + axis] + 2 * d->pad[axis] - ((f->dim[2 + axis] - 1) * d->dilation[axis] + 1);
    return room < 0 ? 0 : 1 + room / d->stride[axis];
}
static bool fits(const cudnnConvolutionStruct *d, const layout *x, const layout *f)
{
    return d && d->n && is_set(x) && is_set(f) && x->n == d->n + 2 && f->n == x->n && x->type == f->type && x->dim[1] == f->dim[1] * d->groups && f->dim[0] % d->groups == 0;
}
static cudnnStatus_t shape_of(const char *call, const cudnnConvolutionStruct *d, const layout *x, const layout *f, const layout *y, conv_shape *to)
{
    BAD(!fits(d, x, f) || !is_set(y) || y->type != x->type || y->n != x->n || y->dim[0] != x->dim[0] || y->dim[1] != f->dim[0]);
    for (int i = 0; i < d->n; i++)
        BAD(y->dim[2 + i] != outputs(d, x, f, i));
    if (d->n != 2)
        return refused(call, "a convolution of other than two dimensions");
    conv_shape s = {x->dim[0], x->dim[1], x->dim[2], x->dim[3], y->dim[1], y->dim[2], y->dim[3], f->dim[2], f->dim[3], d->groups, d, x, y, f};
    *to = s;
    return CUDNN_STATUS_SUCCESS;
}
static void put3(int *to, int a, int b, int c) { to[0] = a, to[1] = b, to[2] = c; }
static void put_step(int *to, int by, const int *size)
{
    put3(to, by / size[2] / size[1], by / size[2] % size[1], by % size[2]);
}
/* Strides of the filter as it is applied: CUDNN_CONVOLUTION turns it about. Gives where it begins. */
static long long filter_strides(const conv_shape &s, int *row, int *col)
{
    *row = s.f->stride[2], *col = s.f->stride[3];
    if (s.d->mode == CUDNN_CROSS_CORRELATION)
        return 0;
    long long first = (long long)(s.r - 1) * *row + (long long)(s.s - 1) * *col;
    *row = -*row, *col = -*col;
    return first;
}
enum direction { FORWARD, DATA, FILTER };
/* Channels first: numbers are (channel, row, column), with the last one fastest; channels last: (row, column, channel), as they lie in memory. */
static void put_place(int *to, bool last, int channel, int row, int col)
{
    if (last)
        put3(to, row, col, channel);
    else
        put3(to, channel, row, col);
}
/* rows: output channels; columns: images and places of y; depth: input channels and places of the filter. DATA: x and y change places. */
static conv_product through_filter(const conv_shape &s, bool back)
{
    conv_product p = {};
    const layout *in = back ? s.y : s.x, *out = back ? s.x : s.y;
    const cudnnConvolutionStruct *d = s.d;
    int wr, ws, in_channels = (back ? s.k : s.c) / s.groups;
    bool last = in->stride[1] == 1 && in_channels > 1;
    p.a_first = filter_strides(s, &wr, &ws);
    p.rows = out->dim[1] / s.groups, p.cols = out->dim[0] * out->dim[2] * out->dim[3], p.depth = in_channels * s.r * s.s;
    put3(p.col_size, out->dim[0], out->dim[2], out->dim[3]);
    put_place(p.deep_size, last, in_channels, s.r, s.s);
    p.a_row = s.f->stride[back ? 1 : 0];
    put_place(p.a_deep, last, s.f->stride[back ? 0 : 1], wr, ws);
    put3(p.b_col, in->stride[0], 0, 0);
    put_place(p.b_deep, last, in->stride[1], 0, 0);
    int sign = back ? -1 : 1;
    put3(p.place_col[0], 0, back ? 1 : d->stride[0], 0), put3(p.place_col[1], 0, 0, back ? 1 : d->stride[1]);
    put_place(p.place_deep[0], last, 0, sign * d->dilation[0], 0), put_place(p.place_deep[1], last, 0, 0, sign * d->dilation[1]);
    for (int i = 0; i < 2; i++)
        p.place[i] = -sign * d->pad[i], p.size[i] = in->dim[2 + i], p.divide[i] = back ? d->stride[i] : 1, p.b_place[i] = in->stride[2 + i];
    p.out_row = out->stride[1];
    put3(p.out_col, out->stride[0], out->stride[2], out->stride[3]);
    p.a_group = s.k / s.groups * s.f->stride[0];
    p.b_group = in_channels * in->stride[1], p.out_group = p.rows * out->stride[1];
    p.by_depth = last;
    return p;
}
/* rows: output channels; columns: input channels and places of the filter; depth: images and places of y */
static conv_product onto_filter(const conv_shape &s)
{
    conv_product p = {};
    const cudnnConvolutionStruct *d = s.d;
    int wr, ws, channels = s.c / s.groups;
    bool last = s.x->stride[1] == 1 && channels > 1;
    p.out_first = filter_strides(s, &wr, &ws);
    p.rows = s.k / s.groups, p.cols = channels * s.r * s.s, p.depth = s.n * s.p * s.q;
    put_place(p.col_size, last, channels, s.r, s.s);
    put3(p.deep_size, s.n, s.p, s.q);
    p.a_row = s.y->stride[1];
    put3(p.a_deep, s.y->stride[0], s.y->stride[2], s.y->stride[3]);
    put_place(p.b_col, last, s.x->stride[1], 0, 0);
    put3(p.b_deep, s.x->stride[0], 0, 0);
    put_place(p.place_col[0], last, 0, d->dilation[0], 0), put_place(p.place_col[1], last, 0, 0, d->dilation[1]);
    put3(p.place_deep[0], 0, d->stride[0], 0), put3(p.place_deep[1], 0, 0, d->stride[1]);
    for (int i = 0; i < 2; i++)
        p.place[i] = -d->pad[i], p.size[i] = s.x->dim[2 + i], p.divide[i] = 1, p.b_place[i] = s.x->stride[2 + i];
    p.out_row = s.f->stride[0];
    put_place(p.out_col, last, s.f->stride[1], wr, ws);
    p.a_group = p.rows * s.y->stride[1], p.b_group = channels * s.x->stride[1], p.out_group = p.rows * s.f->stride[0];
    p.by_depth = !last;
    return p;
}
/* With few tiles and a long sum, the sum is split. Gives the bytes that its parts take. */
static size_t split(conv_product *p, size_t size)
{
    int tiles = (p->rows + TILE - 1) / TILE * ((p->cols + TILE - 1) / TILE) * p->groups, parts = 1;
    while (parts * 2 * tiles <= CONV_BLOCKS && p->depth / (parts * 2) >= 8 * DEEP)
        parts *= 2;
    p->per_split = ((p->depth + parts - 1) / parts + DEEP - 1) / DEEP * DEEP;
    p->splits = (p->depth + p->per_split - 1) / p->per_split;
    return p->splits == 1 ? 0 : (size_t)p->splits * (size_t)tiles * TILE * TILE * size;
}
static conv_product product_of(const conv_shape &s, direction dir, size_t *bytes)
{
    conv_product p = dir == FILTER ? onto_filter(s) : through_filter(s, dir == DATA);
    p.groups = s.groups;
    put_step(p.deep_step, DEEP, p.deep_size), put_step(p.load_step, CONV_THREADS / TILE, p.deep_size);
    *bytes = split(&p, s.x->type == CUDNN_DATA_DOUBLE ? 8 : 4);
    return p;
}
/* What is done beside the product: beta * z, a bias, an activation */
struct conv_extra {
    const layout *z;
    const void *Z, *bias;
    const cudnnActivationStruct *f;
};
static cudnnStatus_t run(cudnnHandle_t h, const char *call, const conv_shape &s, direction dir, const void *alpha, const void *a, const void *b, void *workspace, size_t bytes, const void *beta, void *out, const conv_extra *more)
{
    size_t need;
    conv_product p = product_of(s, dir, &need);
    if (!workspace || bytes < need) /* allowed: the sums are not split then */
        p.splits = 1, p.per_split = p.depth, need = 0;
    BAD((long long)s.n * s.p * s.q > 0x7fffffff - TILE || (long long)s.n * s.h * s.w > 0x7fffffff - TILE);
    WITH_TYPE(call, s.x->type, {
        typedef typename summed<T>::type A;
        conv_finish<T, A> f = {host_scalar<A>(alpha), host_scalar<A>(beta), (const T *)out, NULL, p.out_row, {p.out_col[0], p.out_col[1], p.out_col[2]}, p.out_group, p.out_first, false, {}};
        if (more) {
            f.z = (const T *)more->Z, f.z_row = more->z->stride[1], f.z_group = p.rows * more->z->stride[1];
            put3(f.z_col, more->z->stride[0], more->z->stride[2], more->z->stride[3]);
            f.bias = (const T *)more->bias, f.f = activation_of(more->f), f.active = more->f->mode != CUDNN_ACTIVATION_IDENTITY;
        }
        conv_run<T, A>(h->stream, p, (const T *)a, (const T *)b, (T *)out, need ? (A *)workspace : NULL, f);
    })
    return launched();
}
static cudnnStatus_t workspace_of(cudnnHandle_t h, const char *call, const cudnnConvolutionStruct *d, const layout *x, const layout *f, const layout *y, direction dir, size_t *bytes)
{
    conv_shape s;
    BAD(!h || !bytes);
    cudnnStatus_t status = shape_of(call, d, x, f, y, &s);
    if (status == CUDNN_STATUS_SUCCESS)
        product_of(s, dir, bytes);
    return status;
}
#define SHAPE(call, x, f, y)                                                                                 \
    conv_shape s;                                                                                            \
    cudnnStatus_t status = shape_of(call, d, x, f, y, &s);                                                   \
    if (status != CUDNN_STATUS_SUCCESS)                                                                      \
        return status

extern "C" {
cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, int dims, int dim[])
{
    BAD(!fits(d, x, w) || dims != x->n || !dim);
    dim[0] = x->dim[0], dim[1] = w->dim[0];
    for (int i = 0; i < d->n; i++)
        dim[2 + i] = outputs(d, x, w, i);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, int *n, int *c, int *h, int *q)
{
    int dim[4];
    BAD(!n || !c || !h || !q || cudnnGetConvolutionNdForwardOutputDim(d, x, w, 4, dim) != CUDNN_STATUS_SUCCESS);
    *n = dim[0], *c = dim[1], *h = dim[2], *q = dim[3];
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const cudnnFilterDescriptor_t w, const void *W, const cudnnConvolutionDescriptor_t d, cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !alpha || !beta || !X || !W || !Y || (unsigned int)algo >= CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
    SHAPE("cudnnConvolutionForward", x, w, y);
    return run(h, "cudnnConvolutionForward", s, FORWARD, alpha, W, X, workspace, bytes, beta, Y, NULL);
}
cudnnStatus_t cudnnConvolutionBiasActivationForward(cudnnHandle_t h, const void *alpha1, const cudnnTensorDescriptor_t x, const void *X, const cudnnFilterDescriptor_t w, const void *W, const cudnnConvolutionDescriptor_t d, cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t bytes, const void *alpha2, const cudnnTensorDescriptor_t z, const void *Z, const cudnnTensorDescriptor_t bias, const void *B, const cudnnActivationDescriptor_t activation, const cudnnTensorDescriptor_t y, void *Y)
{
    BAD(!h || !alpha1 || !alpha2 || !X || !W || !Z || !B || !activation || !Y || (unsigned int)algo >= CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
    SHAPE("cudnnConvolutionBiasActivationForward", x, w, y);
    BAD(!alike(z, y) || !is_set(bias) || bias->type != y->type || bias->n != y->n || bias->dim[1] != y->dim[1]);
    for (int i = 0; i < bias->n; i++)
        BAD(i != 1 && bias->dim[i] != 1);
    if (bias->stride[1] != 1)
        return refused("cudnnConvolutionBiasActivationForward", "a bias whose elements do not lie side by side");
    conv_extra more = {z, Z, B, activation};
    return run(h, "cudnnConvolutionBiasActivationForward", s, FORWARD, alpha1, W, X, workspace, bytes, alpha2, Y, &more);
}
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t h, const void *alpha, const cudnnFilterDescriptor_t w, const void *W, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnConvolutionDescriptor_t d, cudnnConvolutionBwdDataAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnTensorDescriptor_t dx, void *DX)
{
    BAD(!h || !alpha || !beta || !W || !DY || !DX || (unsigned int)algo >= CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
    SHAPE("cudnnConvolutionBackwardData", dx, w, dy);
    return run(h, "cudnnConvolutionBackwardData", s, DATA, alpha, W, DY, workspace, bytes, beta, DX, NULL);
}
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnConvolutionDescriptor_t d, cudnnConvolutionBwdFilterAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnFilterDescriptor_t dw, void *DW)
{
    BAD(!h || !alpha || !beta || !X || !DY || !DW || (unsigned int)algo >= CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
    SHAPE("cudnnConvolutionBackwardFilter", x, dw, dy);
    return run(h, "cudnnConvolutionBackwardFilter", s, FILTER, alpha, DY, X, workspace, bytes, beta, DW, NULL);
}
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t dy, const void *DY, const void *beta, const cudnnTensorDescriptor_t db, void *DB)
{
    BAD(!h || !alpha || !beta || !is_set(dy) || !is_set(db) || dy->type != db->type || dy->n != db->n || dy->n < 2 || db->dim[1] != dy->dim[1] || !DY || !DB);
    for (int i = 0; i < db->n; i++)
        BAD(i != 1 && db->dim[i] != 1);
    return sluice_dnn_sum(h, alpha, dy, DY, beta, db, DB);
}
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t y, cudnnConvolutionFwdAlgo_t, size_t *bytes)
{
    return workspace_of(h, "cudnnGetConvolutionForwardWorkspaceSize", d, x, w, y, FORWARD, bytes);
}
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t h, const cudnnFilterDescriptor_t w, const cudnnTensorDescriptor_t dy, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t dx, cudnnConvolutionBwdDataAlgo_t, size_t *bytes)
{
    return workspace_of(h, "cudnnGetConvolutionBackwardDataWorkspaceSize", d, dx, w, dy, DATA, bytes);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t x, const cudnnTensorDescriptor_t dy, const cudnnConvolutionDescriptor_t d, const cudnnFilterDescriptor_t dw, cudnnConvolutionBwdFilterAlgo_t, size_t *bytes)
{
    return workspace_of(h, "cudnnGetConvolutionBackwardFilterWorkspaceSize", d, x, dw, dy, FILTER, bytes);
}
/* One answer: the algorithm that is called ALGO_1 or IMPLICIT_PRECOMP_GEMM, whose time was not measured. */
#define ANSWERS(Direction, Short, tensors, tensors_at)                                                       \
    cudnnStatus_t cudnnGetConvolution##Direction##AlgorithmMaxCount(cudnnHandle_t h, int *count)             \
    {                                                                                                        \
        BAD(!h || !count);                                                                                   \
        *count = 1;                                                                                          \
        return CUDNN_STATUS_SUCCESS;                                                                         \
    }                                                                                                        \
    cudnnStatus_t cudnnGetConvolution##Direction##Algorithm_v7(cudnnHandle_t h, tensors, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf) \
    {                                                                                                        \
        BAD(wanted < 1 || !found || !perf);                                                                  \
        cudnnConvolution##Short##AlgoPerf_t one = {(cudnnConvolution##Short##Algo_t)1, CUDNN_STATUS_SUCCESS, -1.0f, 0, CUDNN_DETERMINISTIC, CUDNN_DEFAULT_MATH, {0, 0, 0}}; \
        cudnnStatus_t status = workspace_of(h, "cudnnGetConvolution" #Direction "Algorithm_v7", d, x, w, y, WAY_##Short, &one.memory); \
        *found = status == CUDNN_STATUS_SUCCESS;                                                             \
        if (*found)                                                                                          \
            one.mathType = d->math, *perf = one;                                                             \
        return status;                                                                                       \
    }                                                                                                        \
    cudnnStatus_t cudnnFindConvolution##Direction##Algorithm(cudnnHandle_t h, tensors, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf) \
    {                                                                                                        \
        return cudnnGetConvolution##Direction##Algorithm_v7(h, ARGS_##Short, wanted, found, perf);           \
    }                                                                                                        \
    cudnnStatus_t cudnnFindConvolution##Direction##AlgorithmEx(cudnnHandle_t h, tensors_at, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf, void *, size_t) \
    {                                                                                                        \
        BAD(!X || !W || !Y);                                                                                 \
        return cudnnGetConvolution##Direction##Algorithm_v7(h, ARGS_##Short, wanted, found, perf);           \
    }                                                                                                        \
    cudnnStatus_t cudnnGetConvolution##Direction##Algorithm(cudnnHandle_t h, tensors, cudnnConvolution##Short##Preference_t, size_t, cudnnConvolution##Short##Algo_t *algo) \
    {                                                                                                        \
        cudnnConvolution##Short##AlgoPerf_t perf;                                                            \
        int found;                                                                                           \
        BAD(!algo);                                                                                          \
        cudnnStatus_t status = cudnnGetConvolution##Direction##Algorithm_v7(h, ARGS_##Short, 1, &found, &perf); \
        if (status == CUDNN_STATUS_SUCCESS)                                                                  \
            *algo = perf.algo;                                                                               \
        return status;                                                                                       \
    }
#define WAY_Fwd FORWARD
#define WAY_BwdData DATA
#define WAY_BwdFilter FILTER
#define ARGS_Fwd x, w, d, y
#define ARGS_BwdData w, y, d, x
#define ARGS_BwdFilter x, y, d, w
SLUICE_CUDNN_ALGORITHMS(ANSWERS)
}
