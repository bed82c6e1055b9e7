/* Allocation, copies and fills. Device addresses are host addresses, so a copy is a memcpy after its device ends have
   been checked against the allocations. Copies take no time, and are done when their call or turn comes. */
#include <stdlib.h>
#include <string.h>

#include "cuda/beside.h"
#include "cuda/identity.h"
#include "cuda/together.h"

bool cuda_is_device(const void *p)
{
    return (u64)p >= DEV_BASE && (u64)p < DEV_BASE + DEV_SPAN;
}

void *cuda_mem(u64 at, size_t n, bool write)
{
    void *p = emu_host_ptr(cuda_ready()->dev, at, n, write);
    if (p && write)
        identity_wrote(at, n);
    return p;
}

static cudaError_t take(void **ptr, size_t size, u8 kind, const char *call)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!ptr)
        return cuda_fail(cudaErrorInvalidValue);
    *ptr = NULL;
    if (!size)
        return cudaSuccess;
    const char *name = arena_printf(&s->arena, "%s #%llu", call, (unsigned long long)++s->n_mallocs);
    u64 at = emu_alloc(s->dev, size, 512, kind, name);
    if (!at)
        return cuda_fail(cudaErrorMemoryAllocation);
    *ptr = (void *)at;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **ptr, size_t size)
{
    return take(ptr, size, EA_DEVICE, "cudaMalloc");
}

cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
    CUDA_STREAM(stream);
    return take(ptr, size, EA_DEVICE, "cudaMallocAsync");
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
    return take(ptr, size, EA_HOST, "cudaMallocHost");
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags)
{
    (void)flags;
    return take(ptr, size, EA_HOST, "cudaHostAlloc");
}

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags)
{
    (void)flags;
    return take(ptr, size, EA_MANAGED, "cudaMallocManaged");
}

bool cuda_pitched(size_t width, size_t elem, size_t rows, size_t *pitch, size_t *bytes)
{
    *pitch = *bytes = 0;
    if (__builtin_mul_overflow(width, elem, bytes) || *bytes > DEV_SPAN)
        return false;
    *pitch = align_up(*bytes, 512);
    return !__builtin_mul_overflow(*pitch, rows, bytes);
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    size_t bytes;
    if (!pitch)
        return cuda_fail(cudaErrorInvalidValue);
    if (!cuda_pitched(width, 1, height, pitch, &bytes))
        return cuda_fail(cudaErrorMemoryAllocation);
    return take(ptr, bytes, EA_DEVICE, "cudaMallocPitch");
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e)
{
    if (!p)
        return cuda_fail(cudaErrorInvalidValue);
    size_t rows, bytes;
    if (__builtin_mul_overflow(e.height, e.depth, &rows) || !cuda_pitched(e.width, 1, rows, &p->pitch, &bytes))
        return cuda_fail(cudaErrorMemoryAllocation);
    p->xsize = e.width;
    p->ysize = e.height;
    return take(&p->ptr, bytes, EA_DEVICE, "cudaMalloc3D");
}

static cudaError_t give_back(void *ptr, cudaError_t wrong)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (ptr)
        beside_settle_all(); /* a kernel may still use it */
    if (!ptr || emu_free(s->dev, (u64)ptr))
        return cudaSuccess;
    return cuda_fail(wrong);
}

cudaError_t cudaFree(void *ptr)
{
    return give_back(ptr, cudaErrorInvalidDevicePointer);
}

cudaError_t cudaFreeHost(void *ptr)
{
    return give_back(ptr, cudaErrorInvalidValue);
}

/* A captured graph may be launched again and again: its memory stays. */
cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream)
{
    CUDA_STREAM(stream);
    if (graph_captured(stream))
        return ptr ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
    return give_back(ptr, cudaErrorInvalidValue);
}

/* Memory of the program made visible to kernels: they work on a copy that is updated around each
   launch. */
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    (void)flags;
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!ptr || !size)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < s->mirrors.n; i++)
        if (s->mirrors.at[i].host == ptr)
            return cuda_fail(cudaErrorHostMemoryAlreadyRegistered);
    struct cuda_mirror m = {.host = ptr, .size = size}; /* at stays 0 until a kernel may see it */
    VEC_PUSH(&s->mirrors, m);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *ptr)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    for (size_t i = 0; i < s->mirrors.n; i++) {
        if (s->mirrors.at[i].host != ptr)
            continue;
        if (s->mirrors.at[i].at)
            emu_free(s->dev, s->mirrors.at[i].at);
        free(s->mirrors.at[i].both);
        s->mirrors.at[i] = s->mirrors.at[--s->mirrors.n];
        return cudaSuccess;
    }
    return cuda_fail(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    (void)flags;
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!device || !host)
        return cuda_fail(cudaErrorInvalidValue);
    if (cuda_is_device(host)) {
        *device = host;
        return cudaSuccess;
    }
    for (size_t i = 0; i < s->mirrors.n; i++) {
        struct cuda_mirror *m = &s->mirrors.at[i];
        if ((char *)host < m->host || (char *)host >= m->host + m->size)
            continue;
        if (!m->at)
            m->at = emu_alloc(s->dev, m->size, 512, EA_HOST, "cudaHostRegister");
        if (!m->at)
            return cuda_fail(cudaErrorMemoryAllocation);
        *device = (void *)(m->at + (u64)((char *)host - m->host));
        return cudaSuccess;
    }
    return cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    if (!flags || !cuda_is_device(host))
        return cuda_fail(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

/* Copies what has changed since both were the same. */
static void carry(struct cuda_mirror *m, char *to, const char *from)
{
    for (size_t i = 0; i < m->size; i++)
        if (from[i] != m->both[i])
            to[i] = m->both[i] = from[i];
}

/* While a kernel runs beside the host both sides may change: only words that the kernel has written are copied back.
   */
void cuda_mirrors_apart(struct cuda_state *s)
{
    for (size_t i = 0; i < s->mirrors.n; i++) {
        struct cuda_mirror *m = &s->mirrors.at[i];
        if (!m->at || m->both)
            continue;
        m->both = xmalloc(m->size);
        memcpy(m->both, m->host, m->size); /* as when the launch began */
    }
}

void cuda_mirrors_to_device(struct cuda_state *s)
{
    for (size_t i = 0; i < s->mirrors.n; i++) {
        struct cuda_mirror *m = &s->mirrors.at[i];
        if (m->at && m->both)
            carry(m, cuda_mem(m->at, m->size, true), m->host);
        else if (m->at)
            memcpy(cuda_mem(m->at, m->size, true), m->host, m->size);
    }
}

void cuda_mirrors_to_host(struct cuda_state *s)
{
    for (size_t i = 0; i < s->mirrors.n; i++) {
        struct cuda_mirror *m = &s->mirrors.at[i];
        if (m->at && m->both)
            carry(m, m->host, cuda_mem(m->at, m->size, false));
        else if (m->at)
            memcpy(m->host, cuda_mem(m->at, m->size, false), m->size);
    }
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    u64 f, t;
    emu_mem_info(s->dev, &f, &t);
    if (free_bytes)
        *free_bytes = f;
    if (total)
        *total = t;
    return cudaSuccess;
}

/* Of the program's own memory: registered, a managed variable, or neither. */
static cudaError_t mirrored(struct cuda_state *s, struct cudaPointerAttributes *a, const void *ptr)
{
    for (size_t i = 0; i < s->mirrors.n; i++) {
        const struct cuda_mirror *r = &s->mirrors.at[i];
        if ((const char *)ptr < r->host || (const char *)ptr >= r->host + r->size)
            continue;
        const struct emu_alloc *m = r->at ? emu_find_alloc(s->dev, r->at) : NULL;
        bool managed = r->at && !(m && m->kind == EA_HOST);
        a->type = managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
        a->memoryType = managed ? cudaMemoryTypeDevice : cudaMemoryTypeHost;
        a->isManaged = managed;
        return cudaHostGetDevicePointer(&a->devicePointer, (void *)ptr, 0);
    }
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *ptr)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!a)
        return cuda_fail(cudaErrorInvalidValue);
    const struct emu_alloc *m = emu_find_alloc(s->dev, (u64)ptr);
    *a = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .hostPointer = (void *)ptr};
    if (!m || m->freed)
        return mirrored(s, a, ptr);
    a->type = m->kind == EA_HOST      ? cudaMemoryTypeHost
              : m->kind == EA_MANAGED ? cudaMemoryTypeManaged
                                      : cudaMemoryTypeDevice;
    a->memoryType = m->kind == EA_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    a->isManaged = m->kind == EA_MANAGED;
    a->devicePointer = (void *)ptr;
    a->hostPointer = a->type == cudaMemoryTypeDevice ? NULL : (void *)ptr;
    for (size_t i = 0; i < s->mirrors.n; i++) {
        const struct cuda_mirror *r = &s->mirrors.at[i];
        if (r->at && (u64)ptr >= r->at && (u64)ptr < r->at + r->size)
            a->hostPointer = r->host + ((u64)ptr - r->at);
    }
    return cudaSuccess;
}

/* One end of a copy: device memory must be allocated there, the program's own memory is used as it is. */
static void *end_of(const void *p, size_t n, bool write, bool must_be_device)
{
    if (cuda_is_device(p))
        return cuda_mem((u64)p, n, write);
    return must_be_device ? NULL : (void *)p;
}

static bool known_kind(enum cudaMemcpyKind kind)
{
    return (unsigned)kind <= cudaMemcpyDefault;
}

cudaError_t cuda_copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    cuda_ready();
    CUDA_STICKY();
    if (!known_kind(kind))
        return cuda_fail(cudaErrorInvalidMemcpyDirection);
    if (!n)
        return cudaSuccess;
    if (!dst || !src)
        return cuda_fail(cudaErrorInvalidValue);
    void *to = end_of(dst, n, true, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
    void *from = end_of(src, n, false, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
    if (!to || !from)
        return cuda_fail(cudaErrorInvalidValue);
    memmove(to, from, n);
    return cudaSuccess;
}

cudaError_t cuda_copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t w, size_t h,
                         enum cudaMemcpyKind kind)
{
    if (!w || !h)
        return cudaSuccess;
    if (w > dpitch || w > spitch)
        return cuda_fail(cudaErrorInvalidPitchValue);
    for (size_t y = 0; y < h; y++) {
        cudaError_t e = cuda_copy((char *)dst + y * dpitch, (const char *)src + y * spitch, w, kind);
        if (e)
            return e;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    if (kind == cudaMemcpyDeviceToHost)
        together_wait_for_default();
    beside_settle(0);
    return cuda_copy(dst, src, n, kind);
}

static cudaError_t add_copy(struct CUgraph_st *g, const struct graph_copy *c, cudaStream_t stream)
{
    cudaError_t e = graph_add_copy(g, c);
    if (!e && !graph_captured(stream))
        beside_stage(g);
    together_added(g);
    return e;
}

/* Faulty copies and fills do not wait: their errors belong to the call. */
static void wrong_at_once(const void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    struct cuda_state *s = cuda_ready();
    if (!s->timed || graph_captured(stream))
        return;
    bool to = cuda_is_device(dst) ? emu_host_ptr(s->dev, (u64)dst, n, false) != NULL
                                  : dst && kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice;
    bool from = cuda_is_device(src) ? emu_host_ptr(s->dev, (u64)src, n, false) != NULL
                                    : src && kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice;
    if (!known_kind(kind) || !to || !from)
        together_apart();
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    wrong_at_once(dst, src, n, kind, stream);
    struct CUgraph_st *g = graph_of_stream(stream);
    if (g)
        return add_copy(g, &(struct graph_copy){dst, src, n, n, n, 1, kind}, stream);
    return cuda_copy(dst, src, n, kind);
}

cudaError_t cudaMemcpyPeer(void *dst, int dd, const void *src, int sd, size_t n)
{
    CUDA_CALL;
    if (dd || sd)
        return cuda_fail(cudaErrorInvalidDevice);
    beside_settle(0);
    return cuda_copy(dst, src, n, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dd, const void *src, int sd, size_t n, cudaStream_t stream)
{
    if (dd || sd)
        return cudaMemcpyPeer(dst, dd, src, sd, n);
    return cudaMemcpyAsync(dst, src, n, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t w, size_t h,
                         enum cudaMemcpyKind kind)
{
    CUDA_CALL;
    beside_settle(0);
    return cuda_copy_2d(dst, dpitch, src, spitch, w, h, kind);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t w, size_t h,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    for (size_t y = 0; y < h; y++)
        wrong_at_once((char *)dst + y * dpitch, (const char *)src + y * spitch, w, kind, stream);
    struct CUgraph_st *g = graph_of_stream(stream);
    if (g)
        return add_copy(g, &(struct graph_copy){dst, src, dpitch, spitch, w, h, kind}, stream);
    return cuda_copy_2d(dst, dpitch, src, spitch, w, h, kind);
}

static cudaError_t set_2d(void *ptr, size_t pitch, int value, size_t w, size_t h)
{
    cuda_ready();
    CUDA_STICKY();
    if (w > pitch && w && h)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t y = 0; y < h && w; y++) {
        void *to = cuda_is_device(ptr) ? cuda_mem((u64)ptr + y * pitch, w, true) : NULL;
        if (!to)
            return cuda_fail(cudaErrorInvalidValue);
        memset(to, value, w);
    }
    return cudaSuccess;
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t w, size_t h)
{
    CUDA_CALL;
    beside_settle(0);
    return set_2d(ptr, pitch, value, w, h);
}

cudaError_t cudaMemset(void *ptr, int value, size_t n)
{
    return cudaMemset2D(ptr, n, value, n, 1);
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t w, size_t h, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    for (size_t y = 0; y < h; y++)
        wrong_at_once((char *)ptr + y * pitch, (char *)ptr + y * pitch, w, cudaMemcpyDeviceToDevice, stream);
    struct CUgraph_st *g = graph_of_stream(stream);
    if (!g)
        return set_2d(ptr, pitch, value, w, h);
    cudaError_t e = graph_add_set(g, &(struct cudaMemsetParams){ptr, pitch, (unsigned)value & 255u, 1, w, h});
    together_added(g);
    return e;
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t n, cudaStream_t stream)
{
    return cudaMemset2DAsync(ptr, n, value, n, 1, stream);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent e)
{
    for (size_t z = 0; z < e.depth; z++) {
        cudaError_t r = cudaMemset2D((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, e.width, e.height);
        if (r)
            return r;
    }
    return cudaSuccess;
}
