/* Memory that other interfaces and processes would share with the device. There is none: each process simulates a
   device of its own, in its own memory. The calls exist so that programs link, and each says so once. */
#include "cuda/state.h"

#define NO_OTHERS "there is no Vulkan, OpenGL or Direct3D on a simulated device to import from"
#define OWN_DEVICE "each process simulates a device of its own, whose memory no other process sees"
#define REFUSE(why) return cuda_not_supported_for(__func__, why)

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *ptr)
{
    (void)handle, (void)ptr;
    REFUSE(OWN_DEVICE);
}

cudaError_t cudaIpcOpenMemHandle(void **ptr, cudaIpcMemHandle_t handle, unsigned flags)
{
    (void)ptr, (void)handle, (void)flags;
    REFUSE(OWN_DEVICE);
}

cudaError_t cudaIpcCloseMemHandle(void *ptr)
{
    (void)ptr;
    REFUSE(OWN_DEVICE);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    (void)handle, (void)event;
    REFUSE(OWN_DEVICE);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    (void)event, (void)handle;
    REFUSE(OWN_DEVICE);
}

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *desc)
{
    (void)memory, (void)desc;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void **ptr, cudaExternalMemory_t memory,
                                              const struct cudaExternalMemoryBufferDesc *desc)
{
    (void)ptr, (void)memory, (void)desc;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
                                                      const struct cudaExternalMemoryMipmappedArrayDesc *desc)
{
    (void)array, (void)memory, (void)desc;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory)
{
    (void)memory;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                        const struct cudaExternalSemaphoreHandleDesc *desc)
{
    (void)semaphore, (void)desc;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *list,
                                              const struct cudaExternalSemaphoreSignalParams *params, unsigned n,
                                              cudaStream_t stream)
{
    (void)list, (void)params, (void)n, (void)stream;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *list,
                                            const struct cudaExternalSemaphoreWaitParams *params, unsigned n,
                                            cudaStream_t stream)
{
    (void)list, (void)params, (void)n, (void)stream;
    REFUSE(NO_OTHERS);
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore)
{
    (void)semaphore;
    REFUSE(NO_OTHERS);
}
