/* Texture references and objects: both become an emu_texture behind a handle. A reference's device variable holds its
   handle. A surface is a small descriptor in device memory that sluice_texture.h's functions read. */
#include <string.h>

#include "cuda/identity.h"
#include "cuda/together.h"

static bool channels(struct emu_texture *t, const struct cudaChannelFormatDesc *d)
{
    const int bits[4] = {d->x, d->y, d->z, d->w};
    int n = 0;
    while (n < 4 && bits[n])
        n++;
    if (!n || n == 3 || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32 && bits[0] != 64))
        return false;
    t->channels = (u8)n;
    t->channel_bits = (u8)bits[0];
    t->channel_kind = d->f == cudaChannelFormatKindSigned ? 's' : d->f == cudaChannelFormatKindFloat ? 'f' : 'u';
    if (bits[0] == 64) /* read as two words each */
        t->channels = (u8)(n * 2), t->channel_bits = 32;
    return true;
}

static u32 texel_bytes(const struct emu_texture *t)
{
    return (u32)t->channels * t->channel_bits / 8;
}

static void of_array(struct emu_texture *t, const struct cudaArray *a)
{
    t->at = a->at;
    t->width = (u32)a->width;
    t->height = (u32)a->height;
    t->depth = (u32)a->depth;
    t->pitch = a->pitch;
    t->is_array = true;
}

static void sampling(struct emu_texture *t, const struct textureReference *r)
{
    t->linear_filter = r->filterMode == cudaFilterModeLinear;
    t->normalized_coords = r->normalized != 0;
    t->read_normalized_float = r->sluice_read_mode == cudaReadModeNormalizedFloat;
    for (int i = 0; i < 3; i++)
        t->address_mode[i] = (u8)r->addressMode[i];
}

/* Stores the reference's current state where kernels see it (filter and address modes may change after binding). */
static bool publish(struct cuda_state *s, struct cuda_texref *r)
{
    u64 at, size;
    if (!cuda_image_load(r->image))
        return false;
    sampling(&r->texture, r->host);
    identity_texture(&r->texture);
    struct emu_texture *t = r->handle ? emu_texture_get(s->dev, r->handle) : NULL;
    if (t)
        *t = r->texture;
    else
        r->handle = emu_texture_new(s->dev, &r->texture);
    if (!emu_find_global(r->image->module, r->name, &at, &size))
        return true; /* no kernel uses it */
    void *p = cuda_mem(at, 8, true);
    if (p)
        memcpy(p, &r->handle, 8);
    return true;
}

void cuda_textures_refresh(struct cuda_state *s)
{
    for (size_t i = 0; i < s->texrefs.n; i++)
        if (s->texrefs.at[i]->bound && !s->texrefs.at[i]->is_surface)
            publish(s, s->texrefs.at[i]);
}

static cudaError_t bind(const struct textureReference *tex, struct emu_texture t, size_t offset)
{
    struct cuda_texref *r = cuda_find_texref(tex);
    if (!r)
        return cuda_fail(cudaErrorInvalidTexture);
    r->texture = t;
    r->bound = true;
    r->offset = offset;
    return publish(cuda_state(), r) ? cudaSuccess : cuda_fail(cudaErrorInvalidTexture);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *tex, const void *ptr,
                            const struct cudaChannelFormatDesc *desc, size_t size)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    struct emu_texture t = {.at = (u64)ptr, .is_linear = true};
    if (!desc || !channels(&t, desc))
        return cuda_fail(cudaErrorInvalidChannelDescriptor);
    const struct emu_alloc *a = emu_find_alloc(s->dev, (u64)ptr);
    if (!a || a->freed)
        return cuda_fail(cudaErrorInvalidDevicePointer);
    u64 left = a->at + a->size - (u64)ptr;
    t.width = (u32)(MIN((u64)size, left) / texel_bytes(&t));
    t.pitch = (u64)t.width * texel_bytes(&t);
    if (offset)
        *offset = 0; /* any alignment will do */
    return bind(tex, t, 0);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *tex, const void *ptr,
                              const struct cudaChannelFormatDesc *desc, size_t w, size_t h, size_t pitch)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    cuda_ready();
    CUDA_STICKY();
    struct emu_texture t = {.at = (u64)ptr, .width = (u32)w, .height = (u32)h, .pitch = pitch};
    if (!desc || !channels(&t, desc))
        return cuda_fail(cudaErrorInvalidChannelDescriptor);
    if (!w || !h || !cuda_mem((u64)ptr, pitch * (h - 1) + w * texel_bytes(&t), false))
        return cuda_fail(cudaErrorInvalidValue);
    if (offset)
        *offset = 0;
    return bind(tex, t, 0);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *tex, cudaArray_const_t a,
                                   const struct cudaChannelFormatDesc *desc)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    cuda_ready();
    CUDA_STICKY();
    struct emu_texture t = {0};
    if (!cuda_known_array(a))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (!channels(&t, desc ? desc : &a->desc))
        return cuda_fail(cudaErrorInvalidChannelDescriptor);
    of_array(&t, a);
    return bind(tex, t, 0);
}

cudaError_t cudaUnbindTexture(const struct textureReference *tex)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    struct cuda_texref *r = cuda_find_texref(tex);
    if (!r)
        return cuda_fail(cudaErrorInvalidTexture);
    if (r->handle)
        emu_texture_free(cuda_ready()->dev, r->handle);
    r->handle = 0;
    r->bound = false;
    return cudaSuccess;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *tex)
{
    CUDA_CALL;
    struct cuda_texref *r = cuda_find_texref(tex);
    if (!r || !r->bound)
        return cuda_fail(r ? cudaErrorInvalidTextureBinding : cudaErrorInvalidTexture);
    *offset = r->offset;
    return cudaSuccess;
}

cudaError_t cudaGetTextureReference(const struct textureReference **tex, const void *symbol)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->texrefs.n; i++)
        if ((const void *)s->texrefs.at[i]->host == symbol || !strcmp(s->texrefs.at[i]->name, (const char *)symbol)) {
            *tex = s->texrefs.at[i]->host;
            return cudaSuccess;
        }
    return cuda_fail(cudaErrorInvalidTexture);
}

static cudaError_t resource(struct emu_texture *t, const struct cudaResourceDesc *r)
{
    switch (r->resType) {
    case cudaResourceTypeArray:
        if (!cuda_known_array(r->res.array.array))
            return cudaErrorInvalidResourceHandle;
        if (!channels(t, &r->res.array.array->desc))
            return cudaErrorInvalidChannelDescriptor;
        of_array(t, r->res.array.array);
        return cudaSuccess;
    case cudaResourceTypeLinear:
        if (!channels(t, &r->res.linear.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->at = (u64)r->res.linear.devPtr;
        t->width = (u32)(r->res.linear.sizeInBytes / texel_bytes(t));
        t->pitch = r->res.linear.sizeInBytes;
        t->is_linear = true;
        return cuda_mem(t->at, r->res.linear.sizeInBytes, false) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaResourceTypePitch2D:
        if (!channels(t, &r->res.pitch2D.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->at = (u64)r->res.pitch2D.devPtr;
        t->width = (u32)r->res.pitch2D.width;
        t->height = (u32)r->res.pitch2D.height;
        t->pitch = r->res.pitch2D.pitchInBytes;
        if (!t->width || !t->height || t->width > t->pitch / texel_bytes(t))
            return cudaErrorInvalidValue;
        return cuda_mem(t->at, t->pitch * (t->height - 1) + (size_t)t->width * texel_bytes(t), false)
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    case cudaResourceTypeMipmappedArray: {
        const struct cudaMipmappedArray *m = r->res.mipmap.mipmap;
        if (!cuda_known_mipmap(m))
            return cudaErrorInvalidResourceHandle;
        if (!channels(t, &m->levels[0]->desc))
            return cudaErrorInvalidChannelDescriptor;
        of_array(t, m->levels[0]);
        t->n_levels = m->n_levels;
        for (u32 i = 0; i < m->n_levels; i++) {
            const struct cudaArray *a = m->levels[i];
            t->levels[i] = (struct emu_texture_level){a->at, a->pitch, (u32)a->width, (u32)a->height, (u32)a->depth};
        }
        return cudaSuccess;
    }
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *r,
                                    const struct cudaTextureDesc *d, const struct cudaResourceViewDesc *view)
{
    (void)view;
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!object || !r || !d)
        return cuda_fail(cudaErrorInvalidValue);
    struct emu_texture t = {0};
    cudaError_t e = resource(&t, r);
    if (e)
        return cuda_fail(e);
    t.linear_filter = d->filterMode == cudaFilterModeLinear;
    t.normalized_coords = d->normalizedCoords != 0;
    t.read_normalized_float = d->readMode == cudaReadModeNormalizedFloat;
    for (int i = 0; i < 3; i++)
        t.address_mode[i] = (u8)d->addressMode[i];
    memcpy(t.border, d->borderColor, sizeof(t.border));
    t.linear_levels = d->mipmapFilterMode == cudaFilterModeLinear;
    t.level_bias = d->mipmapLevelBias;
    t.level_min = d->minMipmapLevelClamp;
    t.level_max = d->maxMipmapLevelClamp;
    *object = emu_texture_new(s->dev, &t);
    identity_texture(&t);
    struct cuda_texobject made = {*object, *r, *d};
    VEC_PUSH(&s->texobjects, made);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    struct cuda_state *s = cuda_ready();
    if (object && emu_texture_get(s->dev, object)) /* what is no object is let pass, as a card does */
        emu_texture_free(s->dev, object);
    for (size_t i = 0; i < s->texobjects.n; i++)
        if (s->texobjects.at[i].handle == object)
            s->texobjects.at[i] = s->texobjects.at[--s->texobjects.n];
    return cudaSuccess;
}

static const struct cuda_texobject *find_object(cudaTextureObject_t object)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->texobjects.n; i++)
        if (s->texobjects.at[i].handle == object)
            return &s->texobjects.at[i];
    return NULL;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc, cudaTextureObject_t object)
{
    CUDA_CALL;
    const struct cuda_texobject *o = find_object(object);
    if (!desc || !o)
        return cuda_fail(cudaErrorInvalidValue);
    *desc = o->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t object)
{
    CUDA_CALL;
    const struct cuda_texobject *o = find_object(object);
    if (!desc || !o)
        return cuda_fail(cudaErrorInvalidValue);
    *desc = o->texture;
    return cudaSuccess;
}

/* As sluice_texture.h reads it. */
struct surface {
    u64 at, width_bytes, height, depth, pitch;
};

static u64 make_surface(struct cuda_state *s, const struct cudaArray *a)
{
    struct surface d = {a->at, a->width * a->elem, MAX(a->height, (size_t)1), MAX(a->depth, (size_t)1), a->pitch};
    u64 at = emu_alloc(s->dev, sizeof(d), 64, EA_DEVICE, "surface");
    if (at)
        memcpy(cuda_mem(at, sizeof(d), true), &d, sizeof(d));
    return at;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *r)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!object || !r || r->resType != cudaResourceTypeArray)
        return cuda_fail(cudaErrorInvalidValue);
    if (!cuda_known_array(r->res.array.array))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    *object = make_surface(s, r->res.array.array);
    return *object ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    const struct emu_alloc *a = emu_find_alloc(cuda_ready()->dev, object);
    bool one = a && a->at == object && !a->freed && a->name && !strcmp(a->name, "surface");
    return one ? cudaFree((void *)object) : cudaSuccess; /* what is none is let pass, as a card does */
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surf, cudaArray_const_t a,
                                   const struct cudaChannelFormatDesc *desc)
{
    (void)desc;
    CUDA_CALL;
    together_settle(); /* kernels that wait have what was there before */
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    struct cuda_texref *r = cuda_find_texref(surf);
    u64 at, size;
    if (!r || !cuda_known_array(a))
        return cuda_fail(r ? cudaErrorInvalidResourceHandle : cudaErrorInvalidSurface);
    if (!cuda_image_load(r->image) || !emu_find_global(r->image->module, r->name, &at, &size))
        return cudaSuccess; /* no kernel uses it */
    u64 d = make_surface(s, a);
    void *p = cuda_mem(at, 8, true);
    if (!d || !p)
        return cuda_fail(cudaErrorMemoryAllocation);
    memcpy(p, &d, 8);
    return cudaSuccess;
}
