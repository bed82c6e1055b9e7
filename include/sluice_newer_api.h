/* Calls that newer toolkits added (src/cuda/newer.c). Included by cuda_runtime_api.h. */
#ifndef SLUICE_NEWER_API_H
#define SLUICE_NEWER_API_H

typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomainMap = 9,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredClusterDimension = 11,
    cudaLaunchAttributeLaunchCompletionEvent = 12,
    cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14
} cudaLaunchAttributeID;
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin = 2,
    cudaSyncPolicyYield = 3,
    cudaSyncPolicyBlockingSync = 4
};
enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault = 0,
    cudaClusterSchedulingPolicySpread = 1,
    cudaClusterSchedulingPolicyLoadBalancing = 2
};
typedef enum cudaLaunchMemSyncDomain { cudaLaunchMemSyncDomainDefault = 0, cudaLaunchMemSyncDomainRemote = 1 } cudaLaunchMemSyncDomain;
typedef struct cudaLaunchMemSyncDomainMap_st {
    unsigned char default_, remote;
} cudaLaunchMemSyncDomainMap;
typedef union cudaLaunchAttributeValue {
    char pad[64];
    struct cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    struct {
        unsigned int x, y, z;
    } clusterDim, preferredClusterDim;
    enum cudaSynchronizationPolicy syncPolicy;
    enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    cudaLaunchMemSyncDomain memSyncDomain;
    cudaLaunchMemSyncDomainMap memSyncDomainMap;
    unsigned int sharedMemCarveout;
    int programmaticStreamSerializationAllowed, priority;
    struct {
        cudaEvent_t event;
        int flags, triggerAtBlockStart;
    } programmaticEvent;
    struct {
        cudaEvent_t event;
        int flags;
    } launchCompletionEvent;
} cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute_st {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
} cudaLaunchConfig_t;
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4
};

struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;
    struct cudaExtent extent;
};
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaHostRegisterIoMemory 0x04
enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2
};
#define cudaEnableDefault 0

typedef struct CUfunc_st *cudaFunction_t;

#if defined(__cplusplus)
extern "C" {
#endif
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args);
cudaError_t cudaMemPrefetchAsync_v2(const void *ptr, size_t n, struct cudaMemLocation where, unsigned int flags, cudaStream_t stream);
cudaError_t cudaMemAdvise_v2(const void *ptr, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation where);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream);
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t w, size_t h, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t w, size_t h, size_t n, enum cudaMemcpyKind kind,
                                     cudaStream_t stream);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from, int to);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attr, const void *ptr, size_t n);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attrs, size_t count, const void *ptr, size_t n);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *where);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *params);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *params, cudaStream_t stream SLUICE_DEF(0));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wDst, size_t hDst, cudaArray_const_t src, size_t wSrc, size_t hSrc,
                                     size_t width, size_t height, enum cudaMemcpyKind kind SLUICE_DEF(cudaMemcpyDeviceToDevice));
cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list, unsigned int n, unsigned int flags SLUICE_DEF(0));
cudaError_t cudaGetDriverEntryPoint(const char *name, void **fn, unsigned long long flags, int *status SLUICE_DEF(NULL));
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaFuncGetName(const char **name, const void *func);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id SLUICE_DEF(NULL),
                                        cudaGraph_t *graph SLUICE_DEF(NULL), const cudaGraphNode_t **deps SLUICE_DEF(NULL),
                                        size_t *n SLUICE_DEF(NULL));
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id SLUICE_DEF(NULL),
                                        cudaGraph_t *graph SLUICE_DEF(NULL), const cudaGraphNode_t **deps SLUICE_DEF(NULL),
                                        const cudaGraphEdgeData **edges SLUICE_DEF(NULL), size_t *n SLUICE_DEF(NULL));
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
#if defined(__cplusplus)
}
template <class F> static inline __host__ cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, F *symbol)
{
    return ::cudaGetFuncBySymbol(function, (const void *)symbol);
}
static inline __host__ cudaError_t cudaGetDriverEntryPoint(const char *name, void **fn, unsigned long long flags,
                                                           enum cudaDriverEntryPointQueryResult *status)
{
    return cudaGetDriverEntryPoint(name, fn, flags, (int *)status);
}
static inline __host__ cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **fn, unsigned int, unsigned long long flags,
                                                                    enum cudaDriverEntryPointQueryResult *status = NULL)
{
    return cudaGetDriverEntryPoint(name, fn, flags, (int *)status);
}
/* as CUDA 13 has them: with a place instead of a device */
static inline __host__ cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t n, struct cudaMemLocation where, unsigned int flags,
                                                        cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync_v2(ptr, n, where, flags, stream);
}
static inline __host__ cudaError_t cudaMemAdvise(const void *ptr, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation where)
{
    return cudaMemAdvise_v2(ptr, n, advice, where);
}
/* as CUDA 12 has it, and with the edges' data as CUDA 13 has it */
static inline __host__ cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    return cudaStreamGetCaptureInfo_v2(stream, status);
}
static inline __host__ cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                                            cudaGraph_t *graph, const cudaGraphNode_t **deps = NULL, size_t *n = NULL)
{
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, deps, n);
}
static inline __host__ cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                                            cudaGraph_t *graph, const cudaGraphNode_t **deps,
                                                            const cudaGraphEdgeData **edges, size_t *n = NULL)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, deps, edges, n);
}
template <class... P, class... A>
static inline __host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...args)
{
    return [&](P... values) {
        void *all[] = {(void *)&values..., NULL};
        return cudaLaunchKernelExC(config, (const void *)kernel, all);
    }(static_cast<A &&>(args)...);
}
#endif

#endif
