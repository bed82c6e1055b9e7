/* Types and enumerations of the runtime API. The numbers are CUDA's public ones; the structures are laid out our way. */
#ifndef SLUICE_DRIVER_TYPES_H
#define SLUICE_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__
#include <limits.h>
#include <stddef.h>

#include "host_defines.h"
#include "sluice_errors.h"
#include "vector_types.h"

enum cudaError {
#define SLUICE_E(name, value, driver, text) name = value,
    SLUICE_ERRORS_SHARED(SLUICE_E) SLUICE_ERRORS_RUNTIME(SLUICE_E)
#undef SLUICE_E
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);
typedef void (*cudaHostFn_t)(void *userData);
typedef int cudaOutputMode_t;

#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
/* in device code: after the grid, and beside everything */
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventWaitDefault 0x00
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaDeviceLmemResizeToMax 0x10
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)
#define cudaPeerAccessDefault 0x00
#define cudaIpcMemLazyEnablePeerAccess 0x01

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100, cudaSharedmemCarveoutMaxL1 = 0 };
enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};
enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
    cudaFuncAttributeMax = 16
};
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};
typedef struct cudaChannelFormatDesc cudaChannelFormatDesc;

struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms;

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
        preferredShmemCarveout;
};
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    enum cudaMemoryType memoryType;
    int device;
    void *devicePointer, *hostPointer;
    int isManaged;
};
struct cudaLaunchParams {
    void *func;
    struct dim3 gridDim, blockDim;
    void **args;
    size_t sharedMem;
    cudaStream_t stream;
};
typedef struct cudaIpcMemHandle_st {
    char reserved[64];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st {
    char reserved[64];
} cudaIpcEventHandle_t;

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaResourceViewDesc {
    int format;
    size_t width, height, depth;
    unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};

struct CUuuid_st {
    char bytes[16];
};
typedef struct CUuuid_st cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2],
        maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap,
        maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3],
        maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount,
        unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
        maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported,
        singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported,
        canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor,
        accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    int hostRegisterSupported, hostRegisterReadOnlySupported, sparseCudaArraySupported, timelineSemaphoreInteropSupported, memoryPoolsSupported,
        gpuDirectRDMASupported, deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
};
typedef struct cudaDeviceProp cudaDeviceProp;

/* Attributes and the driver's numbers for them (cuda.h makes CU_DEVICE_ATTRIBUTE_... from the second name). */
#define SLUICE_DEVICE_ATTRIBUTES(A)                                                                          \
    A(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK, 1, maxThreadsPerBlock)                                      \
    A(MaxBlockDimX, MAX_BLOCK_DIM_X, 2, maxThreadsDim[0])                                                    \
    A(MaxBlockDimY, MAX_BLOCK_DIM_Y, 3, maxThreadsDim[1])                                                    \
    A(MaxBlockDimZ, MAX_BLOCK_DIM_Z, 4, maxThreadsDim[2])                                                    \
    A(MaxGridDimX, MAX_GRID_DIM_X, 5, maxGridSize[0])                                                        \
    A(MaxGridDimY, MAX_GRID_DIM_Y, 6, maxGridSize[1])                                                        \
    A(MaxGridDimZ, MAX_GRID_DIM_Z, 7, maxGridSize[2])                                                        \
    A(MaxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK, 8, sharedMemPerBlock)                            \
    A(TotalConstantMemory, TOTAL_CONSTANT_MEMORY, 9, totalConstMem)                                          \
    A(WarpSize, WARP_SIZE, 10, warpSize)                                                                     \
    A(MaxPitch, MAX_PITCH, 11, memPitch)                                                                     \
    A(MaxRegistersPerBlock, MAX_REGISTERS_PER_BLOCK, 12, regsPerBlock)                                       \
    A(ClockRate, CLOCK_RATE, 13, clockRate)                                                                  \
    A(TextureAlignment, TEXTURE_ALIGNMENT, 14, textureAlignment)                                             \
    A(GpuOverlap, GPU_OVERLAP, 15, deviceOverlap)                                                            \
    A(MultiProcessorCount, MULTIPROCESSOR_COUNT, 16, multiProcessorCount)                                    \
    A(KernelExecTimeout, KERNEL_EXEC_TIMEOUT, 17, kernelExecTimeoutEnabled)                                  \
    A(Integrated, INTEGRATED, 18, integrated)                                                                \
    A(CanMapHostMemory, CAN_MAP_HOST_MEMORY, 19, canMapHostMemory)                                           \
    A(ComputeMode, COMPUTE_MODE, 20, computeMode)                                                            \
    A(SurfaceAlignment, SURFACE_ALIGNMENT, 30, surfaceAlignment)                                             \
    A(ConcurrentKernels, CONCURRENT_KERNELS, 31, concurrentKernels)                                          \
    A(EccEnabled, ECC_ENABLED, 32, ECCEnabled)                                                               \
    A(PciBusId, PCI_BUS_ID, 33, pciBusID)                                                                    \
    A(PciDeviceId, PCI_DEVICE_ID, 34, pciDeviceID)                                                           \
    A(TccDriver, TCC_DRIVER, 35, tccDriver)                                                                  \
    A(MemoryClockRate, MEMORY_CLOCK_RATE, 36, memoryClockRate)                                               \
    A(GlobalMemoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH, 37, memoryBusWidth)                                     \
    A(L2CacheSize, L2_CACHE_SIZE, 38, l2CacheSize)                                                           \
    A(MaxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR, 39, maxThreadsPerMultiProcessor)          \
    A(AsyncEngineCount, ASYNC_ENGINE_COUNT, 40, asyncEngineCount)                                            \
    A(UnifiedAddressing, UNIFIED_ADDRESSING, 41, unifiedAddressing)                                          \
    A(PciDomainId, PCI_DOMAIN_ID, 50, pciDomainID)                                                           \
    A(ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR, 75, major)                                           \
    A(ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR, 76, minor)                                           \
    A(StreamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED, 78, streamPrioritiesSupported)                 \
    A(GlobalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED, 79, globalL1CacheSupported)                         \
    A(LocalL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED, 80, localL1CacheSupported)                            \
    A(MaxSharedMemoryPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81, sharedMemPerMultiprocessor) \
    A(MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR, 82, regsPerMultiprocessor)            \
    A(ManagedMemory, MANAGED_MEMORY, 83, managedMemory)                                                      \
    A(IsMultiGpuBoard, MULTI_GPU_BOARD, 84, isMultiGpuBoard)                                                 \
    A(HostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED, 86, hostNativeAtomicSupported)                \
    A(PageableMemoryAccess, PAGEABLE_MEMORY_ACCESS, 88, pageableMemoryAccess)                                \
    A(ConcurrentManagedAccess, CONCURRENT_MANAGED_ACCESS, 89, concurrentManagedAccess)                       \
    A(ComputePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED, 90, computePreemptionSupported)              \
    A(CooperativeLaunch, COOPERATIVE_LAUNCH, 95, cooperativeLaunch)                                          \
    A(CooperativeMultiDeviceLaunch, COOPERATIVE_MULTI_DEVICE_LAUNCH, 96, cooperativeMultiDeviceLaunch)       \
    A(MaxSharedMemoryPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97, sharedMemPerBlockOptin)           \
    A(MaxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR, 106, maxBlocksPerMultiProcessor)            \
    A(MaxTexture1DWidth, MAXIMUM_TEXTURE1D_WIDTH, 21, maxTexture1D)                                          \
    A(MaxTexture2DWidth, MAXIMUM_TEXTURE2D_WIDTH, 22, maxTexture2D[0])                                       \
    A(MaxTexture2DHeight, MAXIMUM_TEXTURE2D_HEIGHT, 23, maxTexture2D[1])                                     \
    A(MaxTexture3DWidth, MAXIMUM_TEXTURE3D_WIDTH, 24, maxTexture3D[0])                                       \
    A(MaxTexture3DHeight, MAXIMUM_TEXTURE3D_HEIGHT, 25, maxTexture3D[1])                                     \
    A(MaxTexture3DDepth, MAXIMUM_TEXTURE3D_DEPTH, 26, maxTexture3D[2])                                       \
    A(TexturePitchAlignment, TEXTURE_PITCH_ALIGNMENT, 51, texturePitchAlignment)                             \
    A(MultiGpuBoardGroupID, MULTI_GPU_BOARD_GROUP_ID, 85, multiGpuBoardGroupID)                              \
    A(SingleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87, singleToDoublePrecisionPerfRatio) \
    A(CanUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91, canUseHostPointerForRegisteredMem) \
    A(HostRegisterSupported, HOST_REGISTER_SUPPORTED, 99, hostRegisterSupported)                             \
    A(PageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100, pageableMemoryAccessUsesHostPageTables) \
    A(DirectManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101, directManagedMemAccessFromHost) \
    A(MaxPersistingL2CacheSize, MAX_PERSISTING_L2_CACHE_SIZE, 108, persistingL2CacheMaxSize)                 \
    A(MaxAccessPolicyWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE, 109, accessPolicyMaxWindowSize)              \
    A(ReservedSharedMemoryPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK, 111, reservedSharedMemPerBlock)        \
    A(MaxTexture2DLayeredWidth, MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27, maxTexture2DLayered[0])                 \
    A(MaxTexture2DLayeredHeight, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 28, maxTexture2DLayered[1])               \
    A(MaxTexture2DLayeredLayers, MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 29, maxTexture2DLayered[2])               \
    A(MaxTexture1DLayeredWidth, MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42, maxTexture1DLayered[0])                 \
    A(MaxTexture1DLayeredLayers, MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 43, maxTexture1DLayered[1])               \
    A(MaxTexture2DGatherWidth, MAXIMUM_TEXTURE2D_GATHER_WIDTH, 45, maxTexture2DGather[0])                    \
    A(MaxTexture2DGatherHeight, MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 46, maxTexture2DGather[1])                  \
    A(MaxTexture3DWidthAlt, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 47, maxTexture3DAlt[0])                       \
    A(MaxTexture3DHeightAlt, MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 48, maxTexture3DAlt[1])                     \
    A(MaxTexture3DDepthAlt, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 49, maxTexture3DAlt[2])                       \
    A(MaxTextureCubemapWidth, MAXIMUM_TEXTURECUBEMAP_WIDTH, 52, maxTextureCubemap)                           \
    A(MaxTextureCubemapLayeredWidth, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 53, maxTextureCubemapLayered[0])  \
    A(MaxTextureCubemapLayeredLayers, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 54, maxTextureCubemapLayered[1]) \
    A(MaxSurface1DWidth, MAXIMUM_SURFACE1D_WIDTH, 55, maxSurface1D)                                          \
    A(MaxSurface2DWidth, MAXIMUM_SURFACE2D_WIDTH, 56, maxSurface2D[0])                                       \
    A(MaxSurface2DHeight, MAXIMUM_SURFACE2D_HEIGHT, 57, maxSurface2D[1])                                     \
    A(MaxSurface3DWidth, MAXIMUM_SURFACE3D_WIDTH, 58, maxSurface3D[0])                                       \
    A(MaxSurface3DHeight, MAXIMUM_SURFACE3D_HEIGHT, 59, maxSurface3D[1])                                     \
    A(MaxSurface3DDepth, MAXIMUM_SURFACE3D_DEPTH, 60, maxSurface3D[2])                                       \
    A(MaxSurface1DLayeredWidth, MAXIMUM_SURFACE1D_LAYERED_WIDTH, 61, maxSurface1DLayered[0])                 \
    A(MaxSurface1DLayeredLayers, MAXIMUM_SURFACE1D_LAYERED_LAYERS, 62, maxSurface1DLayered[1])               \
    A(MaxSurface2DLayeredWidth, MAXIMUM_SURFACE2D_LAYERED_WIDTH, 63, maxSurface2DLayered[0])                 \
    A(MaxSurface2DLayeredHeight, MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 64, maxSurface2DLayered[1])               \
    A(MaxSurface2DLayeredLayers, MAXIMUM_SURFACE2D_LAYERED_LAYERS, 65, maxSurface2DLayered[2])               \
    A(MaxSurfaceCubemapWidth, MAXIMUM_SURFACECUBEMAP_WIDTH, 66, maxSurfaceCubemap)                           \
    A(MaxSurfaceCubemapLayeredWidth, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 67, maxSurfaceCubemapLayered[0])  \
    A(MaxSurfaceCubemapLayeredLayers, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 68, maxSurfaceCubemapLayered[1]) \
    A(MaxTexture1DLinearWidth, MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69, maxTexture1DLinear)                       \
    A(MaxTexture2DLinearWidth, MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70, maxTexture2DLinear[0])                    \
    A(MaxTexture2DLinearHeight, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71, maxTexture2DLinear[1])                  \
    A(MaxTexture2DLinearPitch, MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72, maxTexture2DLinear[2])                    \
    A(MaxTexture2DMipmappedWidth, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 73, maxTexture2DMipmap[0])              \
    A(MaxTexture2DMipmappedHeight, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 74, maxTexture2DMipmap[1])            \
    A(MaxTexture1DMipmappedWidth, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 77, maxTexture1DMipmap)                 \
    A(SparseCudaArraySupported, SPARSE_CUDA_ARRAY_SUPPORTED, 112, sparseCudaArraySupported)                  \
    A(HostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED, 113, hostRegisterReadOnlySupported)  \
    A(TimelineSemaphoreInteropSupported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 114, timelineSemaphoreInteropSupported) \
    A(MemoryPoolsSupported, MEMORY_POOLS_SUPPORTED, 115, memoryPoolsSupported)                               \
    A(GPUDirectRDMASupported, GPU_DIRECT_RDMA_SUPPORTED, 116, gpuDirectRDMASupported)                        \
    A(ClusterLaunch, CLUSTER_LAUNCH, 120, clusterLaunch)                                                     \
    A(DeferredMappingCudaArraySupported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED, 121, deferredMappingCudaArraySupported) \
    A(IpcEventSupport, IPC_EVENT_SUPPORTED, 125, ipcEventSupported)
enum cudaDeviceAttr {
#define SLUICE_A(name, driver, value, field) cudaDevAttr##name = value,
    SLUICE_DEVICE_ATTRIBUTES(SLUICE_A)
#undef SLUICE_A
        /* nothing that this device has: their value is 0 */
        cudaDevAttrReserved92 = 92,
    cudaDevAttrReserved93 = 93,
    cudaDevAttrReserved94 = 94,
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
    cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119
};

#endif
