/* cudaArray: rows of texels in device memory, pitched; and the copies that name an array as one end. */
#include <stdlib.h>
#include <string.h>

#include "cuda/beside.h"
#include "cuda/together.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

bool cuda_known_array(const struct cudaArray *a)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->arrays.n; i++)
        if (s->arrays.at[i] == a)
            return true;
    return false;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t a)
{
    CUDA_CALL;
    if (!cuda_known_array(a))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!desc)
        return cuda_fail(cudaErrorInvalidValue);
    *desc = a->desc;
    return cudaSuccess;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *out, const struct cudaChannelFormatDesc *d, struct cudaExtent e,
                              unsigned flags)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!out || !d)
        return cuda_fail(cudaErrorInvalidValue);
    int bits = d->x + d->y + d->z + d->w;
    if (bits <= 0 || bits % 8 || !e.width)
        return cuda_fail(bits <= 0 ? cudaErrorInvalidChannelDescriptor : cudaErrorInvalidValue);
    size_t rows, pitch, bytes;
    if (__builtin_mul_overflow(MAX(e.height, (size_t)1), MAX(e.depth, (size_t)1), &rows) ||
        !cuda_pitched(e.width, (size_t)bits / 8, rows, &pitch, &bytes))
        return cuda_fail(cudaErrorMemoryAllocation);
    struct cudaArray *a = xcalloc(1, sizeof(*a));
    *a = (struct cudaArray){
        .desc = *d, .width = e.width, .height = e.height, .depth = e.depth, .flags = flags, .elem = (size_t)bits / 8};
    a->pitch = pitch;
    a->bytes = bytes;
    a->at = emu_alloc(s->dev, a->bytes, 512, EA_ARRAY, "cudaMallocArray");
    if (!a->at) {
        free(a);
        return cuda_fail(cudaErrorMemoryAllocation);
    }
    VEC_PUSH(&s->arrays, a);
    *out = a;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *out, const struct cudaChannelFormatDesc *d, size_t w, size_t h,
                            unsigned flags)
{
    return cudaMalloc3DArray(out, d, (struct cudaExtent){w, h, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t a)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    if (!a)
        return cudaSuccess;
    together_settle(); /* a running kernel may still use it */
    for (size_t i = 0; i < s->arrays.n; i++) {
        if (s->arrays.at[i] != a)
            continue;
        emu_free(s->dev, a->at);
        s->arrays.at[i] = s->arrays.at[--s->arrays.n];
        free(a);
        return cudaSuccess;
    }
    return cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *out, const struct cudaChannelFormatDesc *d,
                                     struct cudaExtent e, unsigned n_levels, unsigned flags)
{
    CUDA_CALL;
    size_t most = MAX(e.width, MAX(e.height, flags & (cudaArrayLayered | cudaArrayCubemap) ? 0 : e.depth));
    u32 levels = 1;
    while (most >> levels)
        levels++;
    levels = MIN(MIN(levels, (u32)EMU_TEXTURE_LEVELS), MAX(n_levels, 1u));
    if (!out || !d)
        return cuda_fail(cudaErrorInvalidValue);
    struct cudaMipmappedArray *m = xcalloc(1, sizeof *m);
    cudaError_t err = cudaSuccess;
    for (; !err && m->n_levels < levels; m->n_levels++) {
        err = cudaMalloc3DArray(&m->levels[m->n_levels], d, e, flags);
        e.width = MAX(e.width / 2, (size_t)1);
        e.height = e.height ? MAX(e.height / 2, (size_t)1) : 0;
        if (!(flags & (cudaArrayLayered | cudaArrayCubemap)))
            e.depth = e.depth ? MAX(e.depth / 2, (size_t)1) : 0;
    }
    if (err) {
        for (u32 i = 0; i + 1 < m->n_levels; i++)
            cudaFreeArray(m->levels[i]);
        free(m);
        return err;
    }
    VEC_PUSH(&cuda_state()->mipmaps, m);
    *out = m;
    return cudaSuccess;
}

static size_t find_mipmap(const struct cudaMipmappedArray *m)
{
    struct cuda_state *s = cuda_state();
    size_t i = 0;
    while (i < s->mipmaps.n && s->mipmaps.at[i] != m)
        i++;
    return i;
}

bool cuda_known_mipmap(const struct cudaMipmappedArray *m)
{
    return find_mipmap(m) < cuda_state()->mipmaps.n;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t m, unsigned k)
{
    CUDA_CALL;
    if (!cuda_known_mipmap(m))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!level || k >= m->n_levels)
        return cuda_fail(cudaErrorInvalidValue);
    *level = m->levels[k];
    return cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t m)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    size_t i = find_mipmap(m);
    if (!m)
        return cudaSuccess;
    if (i == s->mipmaps.n)
        return cuda_fail(cudaErrorInvalidResourceHandle);
    s->mipmaps.at[i] = s->mipmaps.at[--s->mipmaps.n];
    for (u32 k = 0; k < m->n_levels; k++)
        cudaFreeArray(m->levels[k]);
    free(m);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t a)
{
    CUDA_CALL;
    if (!cuda_known_array(a))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (desc)
        *desc = a->desc;
    if (extent)
        *extent = (struct cudaExtent){a->width, a->height, a->depth};
    if (flags)
        *flags = a->flags;
    return cudaSuccess;
}

static size_t row_bytes(const struct cudaArray *a)
{
    return a->width * a->elem;
}

/* Copies a run of bytes that wraps from row to row, as cudaMemcpyToArray does. */
static cudaError_t run(const struct cudaArray *a, size_t x, size_t y, char *other, size_t n, bool to_array,
                       enum cudaMemcpyKind kind)
{
    size_t rows = MAX(a->height, (size_t)1);
    while (n) {
        if (x >= row_bytes(a) || y >= rows)
            return cuda_fail(cudaErrorInvalidValue);
        size_t part = MIN(n, row_bytes(a) - x);
        char *at = (char *)(a->at + y * a->pitch + x);
        cudaError_t e = to_array ? cuda_copy(at, other, part, kind) : cuda_copy(other, at, part, kind);
        if (e)
            return e;
        n -= part;
        other += part;
        x = 0;
        y++;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyToArray(cudaArray_t a, size_t x, size_t y, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    cuda_ready();
    CUDA_STICKY();
    return cuda_known_array(a) ? run(a, x, y, (char *)src, n, true, kind) : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t a, size_t x, size_t y, size_t n,
                                enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    cuda_ready();
    CUDA_STICKY();
    return cuda_known_array(a) ? run(a, x, y, dst, n, false, kind) : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t a, size_t x, size_t y, const void *src, size_t n,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_STREAM(stream);
    if (graph_captured(stream))
        return cuda_not_supported("cudaMemcpyToArrayAsync in a stream that is captured");
    CUDA_CALL;
    beside_settle(stream);
    return cudaMemcpyToArray(a, x, y, src, n, kind);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wd, size_t hd, cudaArray_const_t src, size_t ws, size_t hs,
                                   size_t n, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    (void)kind;
    char *via = malloc(n ? n : 1);
    cudaError_t e = cudaMemcpyFromArray(via, src, ws, hs, n, cudaMemcpyDeviceToHost);
    if (!e)
        e = cudaMemcpyToArray(dst, wd, hd, via, n, cudaMemcpyHostToDevice);
    free(via);
    return e;
}

static bool fits(const struct cudaArray *a, size_t x, size_t y, size_t w, size_t h)
{
    return x <= row_bytes(a) && w <= row_bytes(a) - x && y + h <= MAX(a->height, (size_t)1);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t a, size_t x, size_t y, const void *src, size_t spitch, size_t w, size_t h,
                                enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    if (!cuda_known_array(a))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!fits(a, x, y, w, h))
        return cuda_fail(cudaErrorInvalidValue);
    return cuda_copy_2d((void *)(a->at + y * a->pitch + x), a->pitch, src, spitch, w, h, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t a, size_t x, size_t y, size_t w,
                                  size_t h, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    if (!cuda_known_array(a))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!fits(a, x, y, w, h))
        return cuda_fail(cudaErrorInvalidValue);
    return cuda_copy_2d(dst, dpitch, (void *)(a->at + y * a->pitch + x), a->pitch, w, h, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t a, size_t x, size_t y, size_t w,
                                       size_t h, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (graph_of_stream(stream) && cuda_known_array(a) && fits(a, x, y, w, h))
        return cudaMemcpy2DAsync(dst, dpitch, (void *)(a->at + y * a->pitch + x), a->pitch, w, h, kind, stream);
    return cudaMemcpy2DFromArray(dst, dpitch, a, x, y, w, h, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t a, size_t x, size_t y, const void *src, size_t spitch, size_t w,
                                     size_t h, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (graph_of_stream(stream) && cuda_known_array(a) && fits(a, x, y, w, h))
        return cudaMemcpy2DAsync((void *)(a->at + y * a->pitch + x), a->pitch, src, spitch, w, h, kind, stream);
    return cudaMemcpy2DToArray(a, x, y, src, spitch, w, h, kind);
}

/* One end of a 3D copy as base, pitch and rows a slice. Positions in an array count texels, elsewhere bytes. */
struct box {
    char *base;
    size_t pitch, rows;
};
static bool box_of(const struct cudaArray *a, const struct cudaPitchedPtr *p, struct cudaPos pos, struct box *b)
{
    if (a && !cuda_known_array(a))
        return false;
    *b = a ? (struct box){(char *)a->at, a->pitch, MAX(a->height, (size_t)1)}
           : (struct box){p->ptr, p->pitch, MAX(p->ysize, (size_t)1)};
    b->base += pos.x * (a ? a->elem : 1) + pos.y * b->pitch + pos.z * b->pitch * b->rows;
    return b->base != NULL;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    CUDA_CALL;
    beside_settle(0);
    struct box from, to;
    if (p && ((p->srcArray && !cuda_known_array(p->srcArray)) || (p->dstArray && !cuda_known_array(p->dstArray))))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!p || !box_of(p->srcArray, &p->srcPtr, p->srcPos, &from) || !box_of(p->dstArray, &p->dstPtr, p->dstPos, &to))
        return cuda_fail(cudaErrorInvalidValue);
    const struct cudaArray *a = p->srcArray ? p->srcArray : p->dstArray;
    size_t w = p->extent.width * (a ? a->elem : 1);
    for (size_t z = 0; z < p->extent.depth; z++) {
        cudaError_t e =
            cuda_copy_2d(to.base + z * to.pitch * to.rows, to.pitch, from.base + z * from.pitch * from.rows,
                         from.pitch, w, p->extent.height, p->kind);
        if (e)
            return e;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    struct CUgraph_st *g = graph_of_stream(stream);
    if (!g)
        return cudaMemcpy3D(p);
    cudaError_t e = graph_add_copy3d(g, p);
    together_added(g);
    return e;
}
