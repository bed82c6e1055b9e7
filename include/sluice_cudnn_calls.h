/* Part of cudnn.h: the calls. */
#ifndef SLUICE_CUDNN_CALLS_H
#define SLUICE_CUDNN_CALLS_H

size_t cudnnGetVersion(void);
size_t cudnnGetCudartVersion(void);
size_t cudnnGetMaxDeviceVersion(void);
const char *cudnnGetErrorString(cudnnStatus_t status);
void cudnnGetLastErrorString(char *message, size_t size);
cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value);
cudnnStatus_t cudnnQueryRuntimeError(cudnnHandle_t h, cudnnStatus_t *status, cudnnErrQueryMode_t mode, void *tag);
cudnnStatus_t cudnnCreate(cudnnHandle_t *h);
cudnnStatus_t cudnnDestroy(cudnnHandle_t h);
cudnnStatus_t cudnnSetStream(cudnnHandle_t h, cudaStream_t stream);
cudnnStatus_t cudnnGetStream(cudnnHandle_t h, cudaStream_t *stream);
cudnnStatus_t cudnnOpsInferVersionCheck(void);
cudnnStatus_t cudnnOpsTrainVersionCheck(void);
cudnnStatus_t cudnnCnnInferVersionCheck(void);
cudnnStatus_t cudnnCnnTrainVersionCheck(void);

/* descriptors */
cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *d);
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t d);
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t d, cudnnTensorFormat_t format, cudnnDataType_t type, int n, int c, int h, int w);
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t d, cudnnDataType_t type, int n, int c, int h, int w, int ns, int cs, int hs, int ws);
cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t d, cudnnDataType_t *type, int *n, int *c, int *h, int *w, int *ns, int *cs, int *hs, int *ws);
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t d, cudnnDataType_t type, int dims, const int dim[], const int stride[]);
cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t d, cudnnTensorFormat_t format, cudnnDataType_t type, int dims, const int dim[]);
cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t d, int wanted, cudnnDataType_t *type, int *dims, int dim[], int stride[]);
cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t d, size_t *bytes);
cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *d);
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t d);
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t d, cudnnDataType_t type, cudnnTensorFormat_t format, int k, int c, int h, int w);
cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t d, cudnnDataType_t *type, cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w);
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t d, cudnnDataType_t type, cudnnTensorFormat_t format, int dims, const int dim[]);
cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t d, int wanted, cudnnDataType_t *type, cudnnTensorFormat_t *format, int *dims, int dim[]);
cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t d, size_t *bytes);
cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *d);
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t d);
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t d, int pad_h, int pad_w, int u, int v, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode, cudnnDataType_t compute);
cudnnStatus_t cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t d, int *pad_h, int *pad_w, int *u, int *v, int *dilation_h, int *dilation_w, cudnnConvolutionMode_t *mode, cudnnDataType_t *compute);
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t d, int dims, const int pad[], const int stride[], const int dilation[], cudnnConvolutionMode_t mode, cudnnDataType_t compute);
cudnnStatus_t cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t d, int wanted, int *dims, int pad[], int stride[], int dilation[], cudnnConvolutionMode_t *mode, cudnnDataType_t *compute);
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t d, int groups);
cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t d, int *groups);
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t d, cudnnMathType_t math);
cudnnStatus_t cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t d, cudnnMathType_t *math);
cudnnStatus_t cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t d, cudnnReorderType_t reorder);
cudnnStatus_t cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t d, cudnnReorderType_t *reorder);
cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t *d);
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t d);
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan, int h, int w, int pad_h, int pad_w, int stride_h, int stride_w);
cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t d, cudnnPoolingMode_t *mode, cudnnNanPropagation_t *nan, int *h, int *w, int *pad_h, int *pad_w, int *stride_h, int *stride_w);
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan, int dims, const int window[], const int pad[], const int stride[]);
cudnnStatus_t cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t d, int wanted, cudnnPoolingMode_t *mode, cudnnNanPropagation_t *nan, int *dims, int window[], int pad[], int stride[]);
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t d, const cudnnTensorDescriptor_t x, int *n, int *c, int *h, int *w);
cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t d, const cudnnTensorDescriptor_t x, int dims, int dim[]);
cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t *d);
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t d);
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t d, cudnnActivationMode_t mode, cudnnNanPropagation_t nan, double coef);
cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t d, cudnnActivationMode_t *mode, cudnnNanPropagation_t *nan, double *coef);
cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t d, double beta);
cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t d, double *beta);
cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t *d);
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t d);
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t d, cudnnOpTensorOp_t op, cudnnDataType_t compute, cudnnNanPropagation_t nan);
cudnnStatus_t cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t d, cudnnOpTensorOp_t *op, cudnnDataType_t *compute, cudnnNanPropagation_t *nan);
cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t *d);
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t d);
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t d, cudnnReduceTensorOp_t op, cudnnDataType_t compute, cudnnNanPropagation_t nan, cudnnReduceTensorIndices_t indices, cudnnIndicesType_t type);
cudnnStatus_t cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t d, cudnnReduceTensorOp_t *op, cudnnDataType_t *compute, cudnnNanPropagation_t *nan, cudnnReduceTensorIndices_t *indices, cudnnIndicesType_t *type);
cudnnStatus_t cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *d);
cudnnStatus_t cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t d);
cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t d, unsigned int n, double alpha, double beta, double k);
cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t d, unsigned int *n, double *alpha, double *beta, double *k);
cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *d);
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t d);
cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float dropout, void *states, size_t bytes, unsigned long long seed);
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float dropout, void *states, size_t bytes, unsigned long long seed);
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float *dropout, void **states, unsigned long long *seed);

/* arithmetic on tensors */
cudnnStatus_t cudnnAddTensor(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t a, const void *A, const void *beta, const cudnnTensorDescriptor_t c, void *C);
cudnnStatus_t cudnnOpTensor(cudnnHandle_t h, const cudnnOpTensorDescriptor_t op, const void *alpha1, const cudnnTensorDescriptor_t a, const void *A, const void *alpha2, const cudnnTensorDescriptor_t b, const void *B, const void *beta, const cudnnTensorDescriptor_t c, void *C);
cudnnStatus_t cudnnTransformTensor(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnSetTensor(cudnnHandle_t h, const cudnnTensorDescriptor_t y, void *Y, const void *value);
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t h, const cudnnTensorDescriptor_t y, void *Y, const void *alpha);
cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t c, size_t *bytes);
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t c, size_t *bytes);
cudnnStatus_t cudnnReduceTensor(cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r, void *indices, size_t indices_bytes, void *workspace, size_t bytes, const void *alpha, const cudnnTensorDescriptor_t a, const void *A, const void *beta, const cudnnTensorDescriptor_t c, void *C);

/* layers */
cudnnStatus_t cudnnActivationForward(cudnnHandle_t h, cudnnActivationDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t h, cudnnActivationDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX);
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const void *beta, const cudnnTensorDescriptor_t dx, void *DX);
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t h, const cudnnPoolingDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t h, const cudnnPoolingDescriptor_t d, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX);
cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t h, cudnnLRNDescriptor_t d, cudnnLRNMode_t mode, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t h, cudnnLRNDescriptor_t d, cudnnLRNMode_t mode, const void *alpha, const cudnnTensorDescriptor_t y, const void *Y, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t x, const void *X, const void *beta, const cudnnTensorDescriptor_t dx, void *DX);
cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived, const cudnnTensorDescriptor_t x, cudnnBatchNormMode_t mode);
cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, const cudnnTensorDescriptor_t params, const void *scale, const void *bias, const void *mean, const void *variance, double epsilon);
cudnnStatus_t cudnnBatchNormalizationForwardTraining(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, const cudnnTensorDescriptor_t params, const void *scale, const void *bias, double factor, void *running_mean, void *running_variance, double epsilon, void *saved_mean, void *saved_inverse);
cudnnStatus_t cudnnBatchNormalizationBackward(cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha_data, const void *beta_data, const void *alpha_params, const void *beta_params, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t dx, void *DX, const cudnnTensorDescriptor_t params, const void *scale, void *dscale, void *dbias, double epsilon, const void *saved_mean, const void *saved_inverse);
cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t h, size_t *bytes);
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t x, size_t *bytes);
cudnnStatus_t cudnnDropoutForward(cudnnHandle_t h, const cudnnDropoutDescriptor_t d, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, void *Y, void *reserve, size_t bytes);
cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t h, const cudnnDropoutDescriptor_t d, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnTensorDescriptor_t dx, void *DX, void *reserve, size_t bytes);

/* convolutions; every algorithm is the same tiled product */
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, int *n, int *c, int *h, int *q);
cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, int dims, int dim[]);
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const cudnnFilterDescriptor_t w, const void *W, const cudnnConvolutionDescriptor_t d, cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnConvolutionBiasActivationForward(cudnnHandle_t h, const void *alpha1, const cudnnTensorDescriptor_t x, const void *X, const cudnnFilterDescriptor_t w, const void *W, const cudnnConvolutionDescriptor_t d, cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t bytes, const void *alpha2, const cudnnTensorDescriptor_t z, const void *Z, const cudnnTensorDescriptor_t bias, const void *B, const cudnnActivationDescriptor_t activation, const cudnnTensorDescriptor_t y, void *Y);
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t h, const void *alpha, const cudnnFilterDescriptor_t w, const void *W, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnConvolutionDescriptor_t d, cudnnConvolutionBwdDataAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnTensorDescriptor_t dx, void *DX);
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t dy, const void *DY, const cudnnConvolutionDescriptor_t d, cudnnConvolutionBwdFilterAlgo_t algo, void *workspace, size_t bytes, const void *beta, const cudnnFilterDescriptor_t dw, void *DW);
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t dy, const void *DY, const void *beta, const cudnnTensorDescriptor_t db, void *DB);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t y, cudnnConvolutionFwdAlgo_t algo, size_t *bytes);
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t h, const cudnnFilterDescriptor_t w, const cudnnTensorDescriptor_t dy, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t dx, cudnnConvolutionBwdDataAlgo_t algo, size_t *bytes);
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t x, const cudnnTensorDescriptor_t dy, const cudnnConvolutionDescriptor_t d, const cudnnFilterDescriptor_t dw, cudnnConvolutionBwdFilterAlgo_t algo, size_t *bytes);
/* The tensors of each direction, as its calls for algorithms take them */
#define SLUICE_CUDNN_FWD const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t y
#define SLUICE_CUDNN_DATA const cudnnFilterDescriptor_t w, const cudnnTensorDescriptor_t y, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x
#define SLUICE_CUDNN_FILTER const cudnnTensorDescriptor_t x, const cudnnTensorDescriptor_t y, const cudnnConvolutionDescriptor_t d, const cudnnFilterDescriptor_t w
#define SLUICE_CUDNN_FWD_AT const cudnnTensorDescriptor_t x, const void *X, const cudnnFilterDescriptor_t w, const void *W, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t y, void *Y
#define SLUICE_CUDNN_DATA_AT const cudnnFilterDescriptor_t w, const void *W, const cudnnTensorDescriptor_t y, const void *Y, const cudnnConvolutionDescriptor_t d, const cudnnTensorDescriptor_t x, void *X
#define SLUICE_CUDNN_FILTER_AT const cudnnTensorDescriptor_t x, const void *X, const cudnnTensorDescriptor_t y, const void *Y, const cudnnConvolutionDescriptor_t d, const cudnnFilterDescriptor_t w, void *W
#define SLUICE_CUDNN_ALGORITHMS(X) \
    X(Forward, Fwd, SLUICE_CUDNN_FWD, SLUICE_CUDNN_FWD_AT) X(BackwardData, BwdData, SLUICE_CUDNN_DATA, SLUICE_CUDNN_DATA_AT) \
    X(BackwardFilter, BwdFilter, SLUICE_CUDNN_FILTER, SLUICE_CUDNN_FILTER_AT)
#define SLUICE_CUDNN_DECLARE(Direction, Short, tensors, tensors_at)                                           \
    cudnnStatus_t cudnnGetConvolution##Direction##AlgorithmMaxCount(cudnnHandle_t h, int *count);             \
    cudnnStatus_t cudnnGetConvolution##Direction##Algorithm_v7(cudnnHandle_t h, tensors, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf); \
    cudnnStatus_t cudnnGetConvolution##Direction##Algorithm(cudnnHandle_t h, tensors, cudnnConvolution##Short##Preference_t preference, size_t limit, cudnnConvolution##Short##Algo_t *algo); \
    cudnnStatus_t cudnnFindConvolution##Direction##Algorithm(cudnnHandle_t h, tensors, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf); \
    cudnnStatus_t cudnnFindConvolution##Direction##AlgorithmEx(cudnnHandle_t h, tensors_at, int wanted, int *found, cudnnConvolution##Short##AlgoPerf_t *perf, void *workspace, size_t bytes);
SLUICE_CUDNN_ALGORITHMS(SLUICE_CUDNN_DECLARE)
#undef SLUICE_CUDNN_DECLARE
#endif
