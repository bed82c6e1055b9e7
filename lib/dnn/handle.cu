/* Handles, versions, and descriptors. */
#include "dnn.h"

static size_t bytes_of(cudnnDataType_t type)
{
    switch (type) {
    case CUDNN_DATA_DOUBLE: case CUDNN_DATA_INT64: return 8;
    case CUDNN_DATA_FLOAT: case CUDNN_DATA_INT32: case CUDNN_DATA_INT8x4: case CUDNN_DATA_UINT8x4: case CUDNN_DATA_FAST_FLOAT_FOR_FP8: return 4;
    case CUDNN_DATA_HALF: case CUDNN_DATA_BFLOAT16: return 2;
    case CUDNN_DATA_INT8x32: return 32;
    case CUDNN_DATA_INT8: case CUDNN_DATA_UINT8: case CUDNN_DATA_BOOLEAN: case CUDNN_DATA_FP8_E4M3: case CUDNN_DATA_FP8_E5M2: return 1;
    }
    return 0;
}
static long long extent(const layout *t) /* elements from the first to the last */
{
    long long last = 0;
    for (int d = 0; d < t->n; d++)
        last += (long long)(t->dim[d] - 1) * t->stride[d];
    return last + 1;
}
/* stride NULL: packed in this format */
static cudnnStatus_t describe(layout *to, cudnnDataType_t type, cudnnTensorFormat_t format, int n, const int *dim, const int *stride)
{
    BAD(!to || !dim || !bytes_of(type) || n < 1 || n > DIMS);
    layout t = {};
    t.type = type, t.format = format, t.n = n;
    long long next = 1;
    for (int i = 0; i < n; i++) {
        int d = n - 1 - i;
        if (format == CUDNN_TENSOR_NHWC && n > 2)
            d = i == 0 ? 1 : i == n - 1 ? 0 : n - i;
        BAD(dim[d] <= 0 || (stride && stride[d] <= 0));
        t.dim[d] = dim[d], t.stride[d] = stride ? stride[d] : (int)next;
        next *= dim[d];
        if (next > 0x7fffffff)
            return refused("cudnnSet...Descriptor", "a tensor of more than 2^31 - 1 elements");
    }
    if (extent(&t) > 0x7fffffff)
        return refused("cudnnSet...Descriptor", "a tensor that is more than 2^31 - 1 elements wide");
    *to = t;
    return CUDNN_STATUS_SUCCESS;
}
static cudnnStatus_t formatted(layout *to, cudnnDataType_t type, cudnnTensorFormat_t format, int n, const int *dim)
{
    BAD(format != CUDNN_TENSOR_NCHW && format != CUDNN_TENSOR_NHWC && format != CUDNN_TENSOR_NCHW_VECT_C);
    if (format == CUDNN_TENSOR_NCHW_VECT_C)
        return refused("cudnnSet...Descriptor", "the format NCHW_VECT_C");
    return describe(to, type, format, n, dim, NULL);
}
template <class D> static cudnnStatus_t made(D **d)
{
    BAD(!d);
    *d = new D();
    return CUDNN_STATUS_SUCCESS;
}
template <class D> static cudnnStatus_t ended(D *d)
{
    delete d;
    return CUDNN_STATUS_SUCCESS;
}
template <class V> static void give(V *to, V v)
{
    if (to)
        *to = v;
}
static void give_all(int *to, const int *from, int n)
{
    if (to)
        memcpy(to, from, sizeof(int) * (size_t)n);
}

extern "C" {
size_t cudnnGetVersion(void) { return CUDNN_VERSION; }
size_t cudnnGetMaxDeviceVersion(void) { return 900; }
size_t cudnnGetCudartVersion(void)
{
    int v = 0;
    cudaRuntimeGetVersion(&v);
    return (size_t)v;
}
cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value)
{
    BAD(!value);
    *value = type == MAJOR_VERSION ? CUDNN_MAJOR : type == MINOR_VERSION ? CUDNN_MINOR : CUDNN_PATCHLEVEL;
    return CUDNN_STATUS_SUCCESS;
}
const char *cudnnGetErrorString(cudnnStatus_t s)
{
    switch (s) {
#define NAME(n) case n: return #n;
        NAME(CUDNN_STATUS_SUCCESS) NAME(CUDNN_STATUS_NOT_INITIALIZED) NAME(CUDNN_STATUS_ALLOC_FAILED) NAME(CUDNN_STATUS_BAD_PARAM)
        NAME(CUDNN_STATUS_INTERNAL_ERROR) NAME(CUDNN_STATUS_INVALID_VALUE) NAME(CUDNN_STATUS_ARCH_MISMATCH) NAME(CUDNN_STATUS_MAPPING_ERROR)
        NAME(CUDNN_STATUS_EXECUTION_FAILED) NAME(CUDNN_STATUS_NOT_SUPPORTED) NAME(CUDNN_STATUS_LICENSE_ERROR)
        NAME(CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING) NAME(CUDNN_STATUS_RUNTIME_IN_PROGRESS) NAME(CUDNN_STATUS_RUNTIME_FP_OVERFLOW)
        NAME(CUDNN_STATUS_VERSION_MISMATCH)
#undef NAME
    }
    return "CUDNN_UNKNOWN_STATUS";
}
void cudnnGetLastErrorString(char *message, size_t size)
{
    if (message && size)
        *message = 0;
}
cudnnStatus_t cudnnQueryRuntimeError(cudnnHandle_t h, cudnnStatus_t *status, cudnnErrQueryMode_t mode, void *)
{
    BAD(!h || !status);
    if (mode == CUDNN_ERRQUERY_BLOCKING)
        cudaStreamSynchronize(h->stream);
    *status = cudaPeekAtLastError() == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnOpsInferVersionCheck(void) { return CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnOpsTrainVersionCheck(void) { return CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnCnnInferVersionCheck(void) { return CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnCnnTrainVersionCheck(void) { return CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnCreate(cudnnHandle_t *h) { return made(h); }
cudnnStatus_t cudnnDestroy(cudnnHandle_t h) { return h ? ended(h) : CUDNN_STATUS_NOT_INITIALIZED; }
cudnnStatus_t cudnnSetStream(cudnnHandle_t h, cudaStream_t s)
{
    BAD(!h);
    h->stream = s;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetStream(cudnnHandle_t h, cudaStream_t *s)
{
    BAD(!h || !s);
    *s = h->stream;
    return CUDNN_STATUS_SUCCESS;
}
#define DESCRIPTOR(Name)                                                                                     \
    cudnnStatus_t cudnnCreate##Name##Descriptor(cudnn##Name##Descriptor_t *d) { return made(d); }            \
    cudnnStatus_t cudnnDestroy##Name##Descriptor(cudnn##Name##Descriptor_t d) { return ended(d); }
DESCRIPTOR(Tensor) DESCRIPTOR(Filter) DESCRIPTOR(Pooling) DESCRIPTOR(Activation) DESCRIPTOR(OpTensor) DESCRIPTOR(ReduceTensor) DESCRIPTOR(LRN) DESCRIPTOR(Dropout)

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t d, cudnnTensorFormat_t format, cudnnDataType_t type, int n, int c, int h, int w)
{
    int dim[] = {n, c, h, w};
    return formatted(d, type, format, 4, dim);
}
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t d, cudnnDataType_t type, int n, int c, int h, int w, int ns, int cs, int hs, int ws)
{
    int dim[] = {n, c, h, w}, stride[] = {ns, cs, hs, ws};
    return describe(d, type, CUDNN_TENSOR_NCHW, 4, dim, stride);
}
cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t d, cudnnDataType_t *type, int *n, int *c, int *h, int *w, int *ns, int *cs, int *hs, int *ws)
{
    BAD(!is_set(d) || d->n != 4);
    int *dims[] = {n, c, h, w}, *strides[] = {ns, cs, hs, ws};
    give(type, d->type);
    for (int i = 0; i < 4; i++)
        give(dims[i], d->dim[i]), give(strides[i], d->stride[i]);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t d, cudnnDataType_t type, int dims, const int dim[], const int stride[])
{
    BAD(!stride);
    return describe(d, type, CUDNN_TENSOR_NCHW, dims, dim, stride);
}
cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t d, cudnnTensorFormat_t format, cudnnDataType_t type, int dims, const int dim[])
{
    return formatted(d, type, format, dims, dim);
}
cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t d, int wanted, cudnnDataType_t *type, int *dims, int dim[], int stride[])
{
    BAD(!is_set(d) || wanted < 0);
    int n = wanted < d->n ? wanted : d->n;
    give(type, d->type), give(dims, d->n);
    give_all(dim, d->dim, n), give_all(stride, d->stride, n);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t d, size_t *bytes)
{
    BAD(!is_set(d) || !bytes);
    *bytes = (size_t)extent(d) * bytes_of(d->type);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t d, cudnnDataType_t type, cudnnTensorFormat_t format, int k, int c, int h, int w)
{
    int dim[] = {k, c, h, w};
    return formatted(d, type, format, 4, dim);
}
cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t d, cudnnDataType_t *type, cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w)
{
    BAD(!is_set(d) || d->n != 4);
    int *dims[] = {k, c, h, w};
    give(type, d->type), give(format, d->format);
    for (int i = 0; i < 4; i++)
        give(dims[i], d->dim[i]);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t d, cudnnDataType_t type, cudnnTensorFormat_t format, int dims, const int dim[])
{
    return formatted(d, type, format, dims, dim);
}
cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t d, int wanted, cudnnDataType_t *type, cudnnTensorFormat_t *format, int *dims, int dim[])
{
    BAD(!is_set(d) || wanted < 0);
    give(type, d->type), give(format, d->format), give(dims, d->n);
    give_all(dim, d->dim, wanted < d->n ? wanted : d->n);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t d, size_t *bytes)
{
    BAD(!is_set(d) || !bytes);
    *bytes = (size_t)extent(d) * bytes_of(d->type);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *d)
{
    cudnnStatus_t s = made(d);
    if (s == CUDNN_STATUS_SUCCESS)
        (*d)->groups = 1;
    return s;
}
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t d) { return ended(d); }
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t d, int dims, const int pad[], const int stride[], const int dilation[], cudnnConvolutionMode_t mode, cudnnDataType_t compute)
{
    BAD(!d || !pad || !stride || !dilation || dims < 1 || dims > DIMS - 2 || (mode != CUDNN_CONVOLUTION && mode != CUDNN_CROSS_CORRELATION) || !bytes_of(compute));
    for (int i = 0; i < dims; i++)
        BAD(pad[i] < 0 || stride[i] <= 0 || dilation[i] <= 0);
    d->n = dims, d->mode = mode, d->compute = compute;
    give_all(d->pad, pad, dims), give_all(d->stride, stride, dims), give_all(d->dilation, dilation, dims);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t d, int pad_h, int pad_w, int u, int v, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode, cudnnDataType_t compute)
{
    int pad[] = {pad_h, pad_w}, stride[] = {u, v}, dilation[] = {dilation_h, dilation_w};
    return cudnnSetConvolutionNdDescriptor(d, 2, pad, stride, dilation, mode, compute);
}
cudnnStatus_t cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t d, int *pad_h, int *pad_w, int *u, int *v, int *dilation_h, int *dilation_w, cudnnConvolutionMode_t *mode, cudnnDataType_t *compute)
{
    BAD(!d || d->n != 2);
    give(pad_h, d->pad[0]), give(pad_w, d->pad[1]), give(u, d->stride[0]), give(v, d->stride[1]);
    give(dilation_h, d->dilation[0]), give(dilation_w, d->dilation[1]), give(mode, d->mode), give(compute, d->compute);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t d, int wanted, int *dims, int pad[], int stride[], int dilation[], cudnnConvolutionMode_t *mode, cudnnDataType_t *compute)
{
    BAD(!d || wanted < 0);
    int n = wanted < d->n ? wanted : d->n;
    give(dims, d->n), give(mode, d->mode), give(compute, d->compute);
    give_all(pad, d->pad, n), give_all(stride, d->stride, n), give_all(dilation, d->dilation, n);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t d, int groups)
{
    BAD(!d || groups < 1);
    d->groups = groups;
    return CUDNN_STATUS_SUCCESS;
}
#define SETTING(Name, T, field)                                                                              \
    cudnnStatus_t cudnnSetConvolution##Name(cudnnConvolutionDescriptor_t d, T v) { BAD(!d); d->field = v; return CUDNN_STATUS_SUCCESS; } \
    cudnnStatus_t cudnnGetConvolution##Name(cudnnConvolutionDescriptor_t d, T *v) { BAD(!d || !v); *v = d->field; return CUDNN_STATUS_SUCCESS; }
SETTING(MathType, cudnnMathType_t, math)
SETTING(ReorderType, cudnnReorderType_t, reorder)
cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t d, int *groups)
{
    BAD(!d || !groups);
    *groups = d->groups;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan, int dims, const int window[], const int pad[], const int stride[])
{
    BAD(!d || !window || !pad || !stride || dims < 1 || dims > DIMS - 2 || (unsigned int)mode > CUDNN_POOLING_MAX_DETERMINISTIC || (unsigned int)nan > 1);
    for (int i = 0; i < dims; i++)
        BAD(window[i] <= 0 || stride[i] <= 0 || pad[i] < 0);
    d->mode = mode, d->nan = nan, d->n = dims;
    give_all(d->window, window, dims), give_all(d->pad, pad, dims), give_all(d->stride, stride, dims);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan, int h, int w, int pad_h, int pad_w, int stride_h, int stride_w)
{
    int window[] = {h, w}, pad[] = {pad_h, pad_w}, stride[] = {stride_h, stride_w};
    return cudnnSetPoolingNdDescriptor(d, mode, nan, 2, window, pad, stride);
}
cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t d, cudnnPoolingMode_t *mode, cudnnNanPropagation_t *nan, int *h, int *w, int *pad_h, int *pad_w, int *stride_h, int *stride_w)
{
    BAD(!d || d->n != 2);
    give(mode, d->mode), give(nan, d->nan), give(h, d->window[0]), give(w, d->window[1]);
    give(pad_h, d->pad[0]), give(pad_w, d->pad[1]), give(stride_h, d->stride[0]), give(stride_w, d->stride[1]);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t d, int wanted, cudnnPoolingMode_t *mode, cudnnNanPropagation_t *nan, int *dims, int window[], int pad[], int stride[])
{
    BAD(!d || wanted < 0);
    int n = wanted < d->n ? wanted : d->n;
    give(mode, d->mode), give(nan, d->nan), give(dims, d->n);
    give_all(window, d->window, n), give_all(pad, d->pad, n), give_all(stride, d->stride, n);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t d, cudnnActivationMode_t mode, cudnnNanPropagation_t nan, double coef)
{
    BAD(!d || (unsigned int)mode > CUDNN_ACTIVATION_SWISH || (unsigned int)nan > 1);
    d->mode = mode, d->nan = nan, d->coef = coef, d->swish = 1;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t d, cudnnActivationMode_t *mode, cudnnNanPropagation_t *nan, double *coef)
{
    BAD(!d);
    give(mode, d->mode), give(nan, d->nan), give(coef, d->coef);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t d, double beta)
{
    BAD(!d);
    d->swish = beta;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t d, double *beta)
{
    BAD(!d || !beta);
    *beta = d->swish;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t d, cudnnOpTensorOp_t op, cudnnDataType_t compute, cudnnNanPropagation_t nan)
{
    BAD(!d || (unsigned int)op > CUDNN_OP_TENSOR_NOT || !bytes_of(compute) || (unsigned int)nan > 1);
    d->op = op, d->compute = compute, d->nan = nan;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t d, cudnnOpTensorOp_t *op, cudnnDataType_t *compute, cudnnNanPropagation_t *nan)
{
    BAD(!d);
    give(op, d->op), give(compute, d->compute), give(nan, d->nan);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t d, cudnnReduceTensorOp_t op, cudnnDataType_t compute, cudnnNanPropagation_t nan, cudnnReduceTensorIndices_t indices, cudnnIndicesType_t type)
{
    BAD(!d || (unsigned int)op > CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS || !bytes_of(compute) || (unsigned int)nan > 1 || (unsigned int)indices > 1 || (unsigned int)type > 3);
    d->op = op, d->compute = compute, d->nan = nan, d->indices = indices, d->type = type;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t d, cudnnReduceTensorOp_t *op, cudnnDataType_t *compute, cudnnNanPropagation_t *nan, cudnnReduceTensorIndices_t *indices, cudnnIndicesType_t *type)
{
    BAD(!d);
    give(op, d->op), give(compute, d->compute), give(nan, d->nan), give(indices, d->indices), give(type, d->type);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t d, unsigned int n, double alpha, double beta, double k)
{
    BAD(!d || n < CUDNN_LRN_MIN_N || n > CUDNN_LRN_MAX_N || beta < CUDNN_LRN_MIN_BETA || k < CUDNN_LRN_MIN_K);
    d->n = n, d->alpha = alpha, d->beta = beta, d->k = k;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t d, unsigned int *n, double *alpha, double *beta, double *k)
{
    BAD(!d);
    give(n, d->n), give(alpha, d->alpha), give(beta, d->beta), give(k, d->k);
    return CUDNN_STATUS_SUCCESS;
}
}
