/* Variables of a program by object or by name. */
#include "cuda/beside.h"

static cudaError_t place(const void *symbol, size_t count, size_t offset, u64 *at)
{
    u64 size;
    cuda_ready();
    CUDA_STICKY();
    if (!cuda_find_symbol(symbol, at, &size))
        return cuda_fail(cudaErrorInvalidSymbol);
    if (offset > size || count > size - offset)
        return cuda_fail(cudaErrorInvalidValue);
    *at += offset;
    return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    u64 at;
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return cuda_fail(cudaErrorInvalidMemcpyDirection);
    cudaError_t e = place(symbol, n, offset, &at);
    return e ? e : cuda_copy((void *)at, src, n, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    u64 at;
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return cuda_fail(cudaErrorInvalidMemcpyDirection);
    cudaError_t e = place(symbol, n, offset, &at);
    return e ? e : cuda_copy(dst, (void *)at, n, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t n, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    void *at;
    CUDA_STREAM(stream);
    if (graph_of_stream(stream)) {
        cudaError_t e = cudaGetSymbolAddress(&at, symbol);
        return e ? e : cudaMemcpyAsync((char *)at + offset, src, n, kind, stream);
    }
    return cudaMemcpyToSymbol(symbol, src, n, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t n, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    void *at;
    CUDA_STREAM(stream);
    if (graph_of_stream(stream)) {
        cudaError_t e = cudaGetSymbolAddress(&at, symbol);
        return e ? e : cudaMemcpyAsync(dst, (char *)at + offset, n, kind, stream);
    }
    return cudaMemcpyFromSymbol(dst, symbol, n, offset, kind);
}

cudaError_t cudaGetSymbolAddress(void **ptr, const void *symbol)
{
    CUDA_CALL;
    u64 at;
    cudaError_t e = place(symbol, 0, 0, &at);
    if (!e)
        *ptr = (void *)at;
    return e;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    CUDA_CALL;
    u64 at, n;
    cuda_ready();
    if (!cuda_find_symbol(symbol, &at, &n))
        return cuda_fail(cudaErrorInvalidSymbol);
    *size = n;
    return cudaSuccess;
}
