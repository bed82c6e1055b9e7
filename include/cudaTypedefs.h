/* Types of pointers to the driver's functions, as cuGetProcAddress and cudaGetDriverEntryPoint give them: PFN_cuMemAlloc and so on, without
   the suffixes (_v3020) that name the release in which a form came. */
#ifndef SLUICE_CUDATYPEDEFS_H
#define SLUICE_CUDATYPEDEFS_H
#include "cuda.h"

#define SLUICE_PFN(f) typedef __typeof__(&f) PFN_##f;
SLUICE_PFN(cuArray3DCreate) SLUICE_PFN(cuArray3DGetDescriptor) SLUICE_PFN(cuArrayCreate) SLUICE_PFN(cuArrayDestroy)
SLUICE_PFN(cuArrayGetDescriptor) SLUICE_PFN(cuCtxAttach) SLUICE_PFN(cuCtxDestroy) SLUICE_PFN(cuCtxDetach)
SLUICE_PFN(cuCtxDisablePeerAccess) SLUICE_PFN(cuCtxEnablePeerAccess) SLUICE_PFN(cuCtxGetApiVersion)
SLUICE_PFN(cuCtxGetCacheConfig) SLUICE_PFN(cuCtxGetCurrent) SLUICE_PFN(cuCtxGetDevice) SLUICE_PFN(cuCtxGetFlags)
SLUICE_PFN(cuCtxGetLimit) SLUICE_PFN(cuCtxGetSharedMemConfig) SLUICE_PFN(cuCtxGetStreamPriorityRange) SLUICE_PFN(cuCtxPopCurrent)
SLUICE_PFN(cuCtxPushCurrent) SLUICE_PFN(cuCtxResetPersistingL2Cache) SLUICE_PFN(cuCtxSetCacheConfig) SLUICE_PFN(cuCtxSetCurrent)
SLUICE_PFN(cuCtxSetLimit) SLUICE_PFN(cuCtxSetSharedMemConfig) SLUICE_PFN(cuCtxSynchronize) SLUICE_PFN(cuDeviceCanAccessPeer)
SLUICE_PFN(cuDeviceComputeCapability) SLUICE_PFN(cuDeviceGet) SLUICE_PFN(cuDeviceGetAttribute) SLUICE_PFN(cuDeviceGetByPCIBusId)
SLUICE_PFN(cuDeviceGetCount) SLUICE_PFN(cuDeviceGetDefaultMemPool) SLUICE_PFN(cuDeviceGetName)
SLUICE_PFN(cuDeviceGetP2PAttribute) SLUICE_PFN(cuDeviceGetPCIBusId) SLUICE_PFN(cuDeviceGetProperties) SLUICE_PFN(cuDeviceGetUuid)
SLUICE_PFN(cuDevicePrimaryCtxRelease) SLUICE_PFN(cuDevicePrimaryCtxReset) SLUICE_PFN(cuDevicePrimaryCtxRetain)
SLUICE_PFN(cuDeviceTotalMem) SLUICE_PFN(cuDriverGetVersion) SLUICE_PFN(cuEventCreate) SLUICE_PFN(cuEventDestroy)
SLUICE_PFN(cuEventElapsedTime) SLUICE_PFN(cuEventQuery) SLUICE_PFN(cuEventRecord) SLUICE_PFN(cuEventSynchronize)
SLUICE_PFN(cuFuncGetAttribute) SLUICE_PFN(cuFuncGetModule) SLUICE_PFN(cuFuncGetName) SLUICE_PFN(cuFuncSetAttribute)
SLUICE_PFN(cuFuncSetBlockShape) SLUICE_PFN(cuFuncSetCacheConfig) SLUICE_PFN(cuFuncSetSharedMemConfig)
SLUICE_PFN(cuFuncSetSharedSize) SLUICE_PFN(cuGetErrorName) SLUICE_PFN(cuGetErrorString)
SLUICE_PFN(cuGraphAddKernelNode) SLUICE_PFN(cuGraphCreate) SLUICE_PFN(cuGraphDestroy) SLUICE_PFN(cuGraphExecDestroy)
SLUICE_PFN(cuGraphInstantiate) SLUICE_PFN(cuGraphInstantiateWithFlags) SLUICE_PFN(cuGraphLaunch) SLUICE_PFN(cuInit)
SLUICE_PFN(cuKernelGetFunction) SLUICE_PFN(cuLaunch) SLUICE_PFN(cuLaunchCooperativeKernel) SLUICE_PFN(cuLaunchGrid)
SLUICE_PFN(cuLaunchHostFunc) SLUICE_PFN(cuLaunchKernel) SLUICE_PFN(cuLaunchKernelEx) SLUICE_PFN(cuLibraryGetGlobal)
SLUICE_PFN(cuLibraryGetKernel) SLUICE_PFN(cuLibraryGetModule) SLUICE_PFN(cuLibraryLoadData) SLUICE_PFN(cuLibraryLoadFromFile)
SLUICE_PFN(cuLibraryUnload) SLUICE_PFN(cuLinkAddData) SLUICE_PFN(cuLinkAddFile) SLUICE_PFN(cuLinkComplete)
SLUICE_PFN(cuLinkCreate) SLUICE_PFN(cuLinkDestroy) SLUICE_PFN(cuMemAddressFree) SLUICE_PFN(cuMemAddressReserve)
SLUICE_PFN(cuMemAdvise) SLUICE_PFN(cuMemAlloc) SLUICE_PFN(cuMemAllocAsync) SLUICE_PFN(cuMemAllocFromPoolAsync)
SLUICE_PFN(cuMemAllocHost) SLUICE_PFN(cuMemAllocManaged) SLUICE_PFN(cuMemAllocPitch) SLUICE_PFN(cuMemCreate)
SLUICE_PFN(cuMemFree) SLUICE_PFN(cuMemFreeAsync) SLUICE_PFN(cuMemFreeHost) SLUICE_PFN(cuMemGetAddressRange)
SLUICE_PFN(cuMemGetAllocationGranularity) SLUICE_PFN(cuMemGetAllocationPropertiesFromHandle) SLUICE_PFN(cuMemGetInfo)
SLUICE_PFN(cuMemHostAlloc) SLUICE_PFN(cuMemHostGetDevicePointer) SLUICE_PFN(cuMemHostGetFlags) SLUICE_PFN(cuMemHostRegister)
SLUICE_PFN(cuMemHostUnregister) SLUICE_PFN(cuMemMap) SLUICE_PFN(cuMemPoolDestroy) SLUICE_PFN(cuMemPrefetchAsync)
SLUICE_PFN(cuMemRelease) SLUICE_PFN(cuMemSetAccess) SLUICE_PFN(cuMemUnmap) SLUICE_PFN(cuMemcpy) SLUICE_PFN(cuMemcpy2D)
SLUICE_PFN(cuMemcpy2DAsync) SLUICE_PFN(cuMemcpy2DUnaligned) SLUICE_PFN(cuMemcpy3D) SLUICE_PFN(cuMemcpy3DAsync)
SLUICE_PFN(cuMemcpyAsync) SLUICE_PFN(cuMemcpyAtoA) SLUICE_PFN(cuMemcpyAtoD) SLUICE_PFN(cuMemcpyAtoH)
SLUICE_PFN(cuMemcpyAtoHAsync) SLUICE_PFN(cuMemcpyDtoA) SLUICE_PFN(cuMemcpyDtoD) SLUICE_PFN(cuMemcpyDtoDAsync)
SLUICE_PFN(cuMemcpyDtoH) SLUICE_PFN(cuMemcpyDtoHAsync) SLUICE_PFN(cuMemcpyHtoA) SLUICE_PFN(cuMemcpyHtoAAsync)
SLUICE_PFN(cuMemcpyHtoD) SLUICE_PFN(cuMemcpyHtoDAsync) SLUICE_PFN(cuMemcpyPeer) SLUICE_PFN(cuMemcpyPeerAsync)
SLUICE_PFN(cuMemsetD16) SLUICE_PFN(cuMemsetD16Async) SLUICE_PFN(cuMemsetD2D16) SLUICE_PFN(cuMemsetD2D32) SLUICE_PFN(cuMemsetD2D8)
SLUICE_PFN(cuMemsetD32) SLUICE_PFN(cuMemsetD32Async) SLUICE_PFN(cuMemsetD8) SLUICE_PFN(cuMemsetD8Async)
SLUICE_PFN(cuModuleGetFunction) SLUICE_PFN(cuModuleGetGlobal) SLUICE_PFN(cuModuleGetTexRef) SLUICE_PFN(cuModuleLoad)
SLUICE_PFN(cuModuleLoadData) SLUICE_PFN(cuModuleLoadDataEx) SLUICE_PFN(cuModuleLoadFatBinary) SLUICE_PFN(cuModuleUnload)
SLUICE_PFN(cuOccupancyAvailableDynamicSMemPerBlock) SLUICE_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessor)
SLUICE_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) SLUICE_PFN(cuOccupancyMaxActiveClusters)
SLUICE_PFN(cuOccupancyMaxPotentialClusterSize) SLUICE_PFN(cuOccupancyMaxPotentialBlockSize)
SLUICE_PFN(cuOccupancyMaxPotentialBlockSizeWithFlags) SLUICE_PFN(cuParamSetSize) SLUICE_PFN(cuParamSetTexRef)
SLUICE_PFN(cuParamSetf) SLUICE_PFN(cuParamSeti) SLUICE_PFN(cuParamSetv) SLUICE_PFN(cuPointerGetAttribute)
SLUICE_PFN(cuPointerGetAttributes) SLUICE_PFN(cuProfilerInitialize) SLUICE_PFN(cuProfilerStart) SLUICE_PFN(cuProfilerStop)
SLUICE_PFN(cuStreamAddCallback) SLUICE_PFN(cuStreamAttachMemAsync) SLUICE_PFN(cuStreamBeginCapture) SLUICE_PFN(cuStreamCreate)
SLUICE_PFN(cuStreamCreateWithPriority) SLUICE_PFN(cuStreamDestroy) SLUICE_PFN(cuStreamEndCapture) SLUICE_PFN(cuStreamGetCtx)
SLUICE_PFN(cuStreamGetFlags) SLUICE_PFN(cuStreamGetPriority) SLUICE_PFN(cuStreamQuery) SLUICE_PFN(cuStreamSynchronize)
SLUICE_PFN(cuStreamWaitEvent) SLUICE_PFN(cuStreamWaitValue32) SLUICE_PFN(cuStreamWriteValue32) SLUICE_PFN(cuSurfObjectCreate)
SLUICE_PFN(cuSurfObjectDestroy) SLUICE_PFN(cuTexObjectCreate) SLUICE_PFN(cuTexObjectDestroy) SLUICE_PFN(cuTexRefSetAddress)
SLUICE_PFN(cuTexRefSetAddress2D) SLUICE_PFN(cuTexRefSetAddressMode) SLUICE_PFN(cuTexRefSetArray)
SLUICE_PFN(cuTexRefSetFilterMode) SLUICE_PFN(cuTexRefSetFlags) SLUICE_PFN(cuTexRefSetFormat)
SLUICE_PFN(cuTensorMapEncodeTiled) SLUICE_PFN(cuTensorMapEncodeIm2col) SLUICE_PFN(cuTensorMapReplaceAddress)
typedef PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000;
typedef PFN_cuTensorMapEncodeIm2col PFN_cuTensorMapEncodeIm2col_v12000;
/* these two have newer forms of the same name */
typedef CUresult (*PFN_cuCtxCreate)(CUcontext *context, unsigned int flags, CUdevice device);
typedef CUresult (*PFN_cuGetProcAddress)(const char *name, void **fn, int version, unsigned long long flags);
#undef SLUICE_PFN

#endif
