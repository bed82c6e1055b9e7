/* The errors of the CUDA API, once: runtime name, number, driver name, sentence. driver_types.h and cuda.h make their
   enumerations from it, src/cuda/errors.c the texts. A driver name of _ means that the driver API has none. */
#ifndef SLUICE_ERRORS_H
#define SLUICE_ERRORS_H

/* runtime and driver share these */
#define SLUICE_ERRORS_SHARED(E)                                                                              \
    E(cudaSuccess, 0, CUDA_SUCCESS, "no error")                                                              \
    E(cudaErrorInvalidValue, 1, CUDA_ERROR_INVALID_VALUE, "invalid argument")                                \
    E(cudaErrorMemoryAllocation, 2, CUDA_ERROR_OUT_OF_MEMORY, "out of memory")                               \
    E(cudaErrorInitializationError, 3, CUDA_ERROR_NOT_INITIALIZED, "initialization error")                   \
    E(cudaErrorCudartUnloading, 4, CUDA_ERROR_DEINITIALIZED, "driver shutting down")                         \
    E(cudaErrorProfilerDisabled, 5, CUDA_ERROR_PROFILER_DISABLED, "profiler disabled")                       \
    E(cudaErrorProfilerNotInitialized, 6, CUDA_ERROR_PROFILER_NOT_INITIALIZED, "profiler not initialized")   \
    E(cudaErrorProfilerAlreadyStarted, 7, CUDA_ERROR_PROFILER_ALREADY_STARTED, "profiler already started")   \
    E(cudaErrorProfilerAlreadyStopped, 8, CUDA_ERROR_PROFILER_ALREADY_STOPPED, "profiler already stopped")   \
    E(cudaErrorNoDevice, 100, CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected")                    \
    E(cudaErrorInvalidDevice, 101, CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal")                      \
    E(cudaErrorInvalidKernelImage, 200, CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid")          \
    E(cudaErrorDeviceUninitialized, 201, CUDA_ERROR_INVALID_CONTEXT, "invalid device context")               \
    E(cudaErrorMapBufferObjectFailed, 205, CUDA_ERROR_MAP_FAILED, "mapping of buffer object failed")         \
    E(cudaErrorUnmapBufferObjectFailed, 206, CUDA_ERROR_UNMAP_FAILED, "unmapping of buffer object failed")   \
    E(cudaErrorArrayIsMapped, 207, CUDA_ERROR_ARRAY_IS_MAPPED, "array is mapped")                            \
    E(cudaErrorAlreadyMapped, 208, CUDA_ERROR_ALREADY_MAPPED, "resource already mapped")                     \
    E(cudaErrorNoKernelImageForDevice, 209, CUDA_ERROR_NO_BINARY_FOR_GPU,                                    \
      "no kernel image is available for execution on the device")                                            \
    E(cudaErrorAlreadyAcquired, 210, CUDA_ERROR_ALREADY_ACQUIRED, "resource already acquired")               \
    E(cudaErrorNotMapped, 211, CUDA_ERROR_NOT_MAPPED, "resource not mapped")                                 \
    E(cudaErrorNotMappedAsArray, 212, CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "resource not mapped as array")        \
    E(cudaErrorNotMappedAsPointer, 213, CUDA_ERROR_NOT_MAPPED_AS_POINTER, "resource not mapped as pointer")  \
    E(cudaErrorECCUncorrectable, 214, CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error encountered")   \
    E(cudaErrorUnsupportedLimit, 215, CUDA_ERROR_UNSUPPORTED_LIMIT, "limit is not supported on this architecture") \
    E(cudaErrorDeviceAlreadyInUse, 216, CUDA_ERROR_CONTEXT_ALREADY_IN_USE,                                   \
      "exclusive-thread device already in use by a different thread")                                        \
    E(cudaErrorPeerAccessUnsupported, 217, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,                               \
      "peer access is not supported between these two devices")                                              \
    E(cudaErrorInvalidPtx, 218, CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed")                      \
    E(cudaErrorInvalidGraphicsContext, 219, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, "invalid OpenGL or DirectX context") \
    E(cudaErrorNvlinkUncorrectable, 220, CUDA_ERROR_NVLINK_UNCORRECTABLE, "uncorrectable NVLink error")      \
    E(cudaErrorJitCompilerNotFound, 221, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "PTX JIT compiler not found")    \
    E(cudaErrorUnsupportedPtxVersion, 222, CUDA_ERROR_UNSUPPORTED_PTX_VERSION,                               \
      "the provided PTX was compiled with an unsupported toolchain.")                                        \
    E(cudaErrorInvalidSource, 300, CUDA_ERROR_INVALID_SOURCE, "device kernel image is invalid")              \
    E(cudaErrorFileNotFound, 301, CUDA_ERROR_FILE_NOT_FOUND, "file not found")                               \
    E(cudaErrorSharedObjectSymbolNotFound, 302, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,                   \
      "shared object symbol not found")                                                                      \
    E(cudaErrorSharedObjectInitFailed, 303, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,                            \
      "shared object initialization failed")                                                                 \
    E(cudaErrorOperatingSystem, 304, CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS") \
    E(cudaErrorInvalidResourceHandle, 400, CUDA_ERROR_INVALID_HANDLE, "invalid resource handle")             \
    E(cudaErrorIllegalState, 401, CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state") \
    E(cudaErrorSymbolNotFound, 500, CUDA_ERROR_NOT_FOUND, "named symbol not found")                          \
    E(cudaErrorNotReady, 600, CUDA_ERROR_NOT_READY, "device not ready")                                      \
    E(cudaErrorIllegalAddress, 700, CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered")  \
    E(cudaErrorLaunchOutOfResources, 701, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,                                \
      "too many resources requested for launch")                                                             \
    E(cudaErrorLaunchTimeout, 702, CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated")     \
    E(cudaErrorLaunchIncompatibleTexturing, 703, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,                   \
      "launch uses incompatible texturing mode")                                                             \
    E(cudaErrorPeerAccessAlreadyEnabled, 704, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,                        \
      "peer access is already enabled")                                                                      \
    E(cudaErrorPeerAccessNotEnabled, 705, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled") \
    E(cudaErrorSetOnActiveProcess, 708, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process") \
    E(cudaErrorContextIsDestroyed, 709, CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed")             \
    E(cudaErrorAssert, 710, CUDA_ERROR_ASSERT, "device-side assert triggered")                               \
    E(cudaErrorTooManyPeers, 711, CUDA_ERROR_TOO_MANY_PEERS, "peer mapping resources exhausted")             \
    E(cudaErrorHostMemoryAlreadyRegistered, 712, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,                  \
      "part or all of the requested memory range is already mapped")                                         \
    E(cudaErrorHostMemoryNotRegistered, 713, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,                          \
      "pointer does not correspond to a registered memory region")                                           \
    E(cudaErrorHardwareStackError, 714, CUDA_ERROR_HARDWARE_STACK_ERROR, "hardware stack error")             \
    E(cudaErrorIllegalInstruction, 715, CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered") \
    E(cudaErrorMisalignedAddress, 716, CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address")                  \
    E(cudaErrorInvalidAddressSpace, 717, CUDA_ERROR_INVALID_ADDRESS_SPACE,                                   \
      "operation not supported on global/shared address space")                                              \
    E(cudaErrorInvalidPc, 718, CUDA_ERROR_INVALID_PC, "invalid program counter")                             \
    E(cudaErrorLaunchFailure, 719, CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure")                   \
    E(cudaErrorCooperativeLaunchTooLarge, 720, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,                      \
      "too many blocks in cooperative launch")                                                               \
    E(cudaErrorNotPermitted, 800, CUDA_ERROR_NOT_PERMITTED, "operation not permitted")                       \
    E(cudaErrorNotSupported, 801, CUDA_ERROR_NOT_SUPPORTED, "operation not supported")                       \
    E(cudaErrorSystemNotReady, 802, CUDA_ERROR_SYSTEM_NOT_READY, "system not yet initialized")               \
    E(cudaErrorStreamCaptureUnsupported, 900, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,                         \
      "operation not permitted when stream is capturing")                                                    \
    E(cudaErrorStreamCaptureInvalidated, 901, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,                         \
      "operation failed due to a previous error during capture")                                             \
    E(cudaErrorStreamCaptureImplicit, 906, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,                               \
      "operation would make the legacy stream depend on a capturing blocking stream")                        \
    E(cudaErrorCapturedEvent, 907, CUDA_ERROR_CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream") \
    E(cudaErrorTimeout, 909, CUDA_ERROR_TIMEOUT, "wait operation timed out")                                 \
    E(cudaErrorGraphExecUpdateFailure, 910, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,                            \
      "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update") \
    E(cudaErrorInvalidClusterSize, 912, CUDA_ERROR_INVALID_CLUSTER_SIZE,                                     \
      "a kernel launch error has occurred due to cluster misconfiguration")                                                                                \
    E(cudaErrorUnknown, 999, CUDA_ERROR_UNKNOWN, "unknown error")

/* the runtime's own */
#define SLUICE_ERRORS_RUNTIME(E)                                                                             \
    E(cudaErrorInvalidConfiguration, 9, _, "invalid configuration argument")                                 \
    E(cudaErrorInvalidPitchValue, 12, _, "invalid pitch argument")                                           \
    E(cudaErrorInvalidSymbol, 13, _, "invalid device symbol")                                                \
    E(cudaErrorInvalidHostPointer, 16, _, "invalid host pointer")                                            \
    E(cudaErrorInvalidDevicePointer, 17, _, "invalid device pointer")                                        \
    E(cudaErrorInvalidTexture, 18, _, "invalid texture reference")                                           \
    E(cudaErrorInvalidTextureBinding, 19, _, "texture is not bound to a pointer")                            \
    E(cudaErrorInvalidChannelDescriptor, 20, _, "invalid channel descriptor")                                \
    E(cudaErrorInvalidMemcpyDirection, 21, _, "invalid copy direction for memcpy")                           \
    E(cudaErrorAddressOfConstant, 22, _, "address of a __constant__ variable taken")                         \
    E(cudaErrorTextureFetchFailed, 23, _, "texture fetch failed")                                            \
    E(cudaErrorTextureNotBound, 24, _, "texture is not bound")                                               \
    E(cudaErrorSynchronizationError, 25, _, "synchronization failed")                                        \
    E(cudaErrorInvalidFilterSetting, 26, _, "linear filtering not supported for non-float type")             \
    E(cudaErrorInvalidNormSetting, 27, _, "read as normalized float not supported for 32-bit non float type") \
    E(cudaErrorMixedDeviceExecution, 28, _, "mixing device and device-emulation execution not allowed")      \
    E(cudaErrorNotYetImplemented, 31, _, "feature not yet implemented")                                      \
    E(cudaErrorMemoryValueTooLarge, 32, _, "memory value too large")                                         \
    E(cudaErrorInsufficientDriver, 35, _, "CUDA driver version is insufficient for CUDA runtime version")    \
    E(cudaErrorInvalidSurface, 37, _, "invalid surface reference")                                           \
    E(cudaErrorDuplicateVariableName, 43, _, "duplicate global variable looked up by string name")           \
    E(cudaErrorDuplicateTextureName, 44, _, "duplicate texture looked up by string name")                    \
    E(cudaErrorDuplicateSurfaceName, 45, _, "duplicate surface looked up by string name")                    \
    E(cudaErrorDevicesUnavailable, 46, _, "all CUDA-capable devices are busy or unavailable")                \
    E(cudaErrorIncompatibleDriverContext, 49, _, "incompatible driver context")                              \
    E(cudaErrorMissingConfiguration, 52, _, "__global__ function call is not configured")                    \
    E(cudaErrorPriorLaunchFailure, 53, _, "unspecified launch failure in prior launch")                      \
    E(cudaErrorLaunchMaxDepthExceeded, 65, _, "launch would exceed maximum depth of nested launches")        \
    E(cudaErrorLaunchFileScopedTex, 66, _, "a nested launch uses file-scoped textures")                      \
    E(cudaErrorLaunchFileScopedSurf, 67, _, "a nested launch uses file-scoped surfaces")                     \
    E(cudaErrorSyncDepthExceeded, 68, _, "cudaDeviceSynchronize failed: the nesting depth is exceeded")      \
    E(cudaErrorLaunchPendingCountExceeded, 69, _, "too many nested launches are pending")                    \
    E(cudaErrorInvalidDeviceFunction, 98, _, "invalid device function")                                      \
    E(cudaErrorStartupFailure, 127, _, "startup failure in cuda runtime")                                    \
    E(cudaErrorApiFailureBase, 10000, _, "api failure base")

#endif
