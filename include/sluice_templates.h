/* Templates over the runtime API that take variables and kernels by their C++ type. Included by cuda_runtime.h. */
#ifndef SLUICE_TEMPLATES_H
#define SLUICE_TEMPLATES_H

/* Symbols. A string (old programs name the variable: cudaMemcpyToSymbol("table", ...)) arrives here too, as an array of
   characters: the runtime tells it from a variable by its address. */
template <class T>
static inline __host__ cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                           size_t offset = 0,
                                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                           cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                                             size_t offset = 0,
                                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                             cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
template <class T> static inline __host__ cudaError_t cudaGetSymbolAddress(void **ptr, const T &symbol)
{
    return ::cudaGetSymbolAddress(ptr, (const void *)&symbol);
}
template <class P, class T> static inline __host__ cudaError_t cudaGetSymbolAddress(P **ptr, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)ptr, (const void *)&symbol);
}
template <class T> static inline __host__ cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

template <class F>
static inline __host__ cudaError_t cudaLaunchKernel(F *func, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                                    cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)func, grid, block, args, shared, stream);
}
template <class F>
static inline __host__ cudaError_t cudaLaunchCooperativeKernel(F *func, dim3 grid, dim3 block, void **args,
                                                               size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, shared, stream);
}
template <class F> static inline __host__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, F *func)
{
    return ::cudaFuncGetAttributes(attr, (const void *)func);
}
template <class F>
static inline __host__ cudaError_t cudaFuncSetAttribute(F *func, enum cudaFuncAttribute attr, int value)
{
    return ::cudaFuncSetAttribute((const void *)func, attr, value);
}
template <class F> static inline __host__ cudaError_t cudaFuncSetCacheConfig(F *func, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)func, config);
}
#if defined(SLUICE_ANY_FUNCTION) /* nvcc takes device functions here, which clang lets host code only mention */
static inline __host__ cudaError_t sluice_cache_config(size_t) { return cudaSuccess; }
#define cudaFuncSetCacheConfig(...) sluice_cache_config(sizeof(cudaFuncSetCacheConfig(__VA_ARGS__)))
#endif
template <class F>
static inline __host__ cudaError_t cudaFuncSetSharedMemConfig(F *func, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}
template <class F> static inline __host__ cudaError_t cudaLaunch(F *func) { return ::cudaLaunch((const void *)func); }
template <class T> static inline __host__ cudaError_t cudaSetupArgument(T arg, size_t offset)
{
    return ::cudaSetupArgument((const void *)&arg, sizeof(T), offset);
}
template <class F>
static inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *func, int blockSize,
                                                                                 size_t shared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)func, blockSize, shared);
}
template <class F>
static inline __host__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, F *func, int blocks, int blockSize)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)func, blocks, blockSize);
}
template <class F>
static inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F *func,
                                                                                          int blockSize, size_t shared,
                                                                                          unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)func, blockSize, shared,
                                                                    flags);
}
template <class F>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F *func, size_t shared = 0,
                                                                      int limit = 0)
{
    return ::__sluiceOccupancyBest(grid, block, (const void *)func, shared, limit);
}
template <class F>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F *func, size_t shared = 0,
                                                                               int limit = 0, unsigned int = 0)
{
    return ::__sluiceOccupancyBest(grid, block, (const void *)func, shared, limit);
}
template <class S, class F>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F *func,
                                                                                  S shared_of, int limit = 0)
{
    int most = 0, sms = 0;
    struct cudaFuncAttributes a;
    cudaError_t e = ::cudaFuncGetAttributes(&a, (const void *)func);
    if (!e)
        e = ::cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    int top = limit > 0 && limit < a.maxThreadsPerBlock ? limit : a.maxThreadsPerBlock;
    for (int b = top; !e && b > 0; b = (b - 1) / 32 * 32) {
        int n = 0;
        e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void *)func, b, (size_t)shared_of(b), 0);
        if (n * b > most)
            most = n * b, *block = b, *grid = n * sms;
    }
    return e;
}
template <class S, class F>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, F *func, S shared_of,
                                                                                           int limit = 0, unsigned int = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, func, shared_of, limit);
}

/* Textures and surfaces by reference */
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &tex, const void *ptr,
                                                   const struct cudaChannelFormatDesc &desc, size_t size = UINT_MAX)
{
    return ::cudaBindTexture(offset, &tex, ptr, &desc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &tex, const void *ptr,
                                                   size_t size = UINT_MAX)
{
    return ::cudaBindTexture(offset, &tex, ptr, &tex.channelDesc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dim, mode> &tex, const void *ptr,
                                                     const struct cudaChannelFormatDesc &desc, size_t width,
                                                     size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, &tex, ptr, &desc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dim, mode> &tex, const void *ptr,
                                                     size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, &tex, ptr, &tex.channelDesc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToArray(const texture<T, dim, mode> &tex, cudaArray_const_t array,
                                                          const struct cudaChannelFormatDesc &desc)
{
    return ::cudaBindTextureToArray(&tex, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToArray(const texture<T, dim, mode> &tex, cudaArray_const_t array)
{
    struct cudaChannelFormatDesc desc;
    cudaError_t err = ::cudaGetChannelDesc(&desc, array);
    return err != cudaSuccess ? err : ::cudaBindTextureToArray(&tex, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaUnbindTexture(const texture<T, dim, mode> &tex)
{
    return ::cudaUnbindTexture(&tex);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, dim, mode> &tex)
{
    return ::cudaGetTextureAlignmentOffset(offset, &tex);
}
template <class T, int dim>
static inline __host__ cudaError_t cudaBindSurfaceToArray(const surface<T, dim> &surf, cudaArray_const_t array)
{
    struct cudaChannelFormatDesc desc;
    cudaError_t err = ::cudaGetChannelDesc(&desc, array);
    return err != cudaSuccess ? err : ::cudaBindSurfaceToArray(&surf, array, &desc);
}
template <class T, int dim>
static inline __host__ cudaError_t cudaBindSurfaceToArray(const surface<T, dim> &surf, cudaArray_const_t array,
                                                          const struct cudaChannelFormatDesc &desc)
{
    return ::cudaBindSurfaceToArray(&surf, array, &desc);
}

#endif
