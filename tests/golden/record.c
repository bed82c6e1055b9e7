/* Runs the golden cases through the CUDA driver API and writes the results: record CASES OUT.
   The same program builds against NVIDIA's driver and against ours (README.md).

   The file: "SLGOLD1\0", the device's name (64 bytes), then for each case: u64 hash, u32 threads, u32 results, a byte
   a result (its width), the results, one after the other, values packed to their width. */
#include "golden.h"
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 };

static void ok(CUresult r, const char *what)
{
    if (r == CUDA_SUCCESS)
        return;
    const char *text = NULL;
    cuGetErrorString(r, &text);
    fprintf(stderr, "record: %s: %s\n", what, text ? text : "?");
    exit(1);
}

#ifndef GOLDEN_NO_TEXTURES /* our driver API has no texture objects: their cases are left out */
struct texture {
    CUtexObject object;
    CUarray array;
    CUdeviceptr linear;
};

static CUarray make_array(const struct gold_tex *t, const uint8_t *texels, CUarray_format format)
{
    CUDA_ARRAY3D_DESCRIPTOR d = {.Width = t->width,
                                 .Height = t->height > 1 || t->depth > 1 ? t->height : 0,
                                 .Depth = t->depth > 1 ? t->depth : 0,
                                 .Format = format,
                                 .NumChannels = t->channels};
    CUarray array;
    ok(cuArray3DCreate(&array, &d), "cuArray3DCreate");
    CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = texels,
                       .srcPitch = (size_t)t->width * gold_texel_bytes(t),
                       .srcHeight = t->height,
                       .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                       .dstArray = array,
                       .WidthInBytes = (size_t)t->width * gold_texel_bytes(t),
                       .Height = t->height,
                       .Depth = t->depth};
    ok(cuMemcpy3D(&c), "cuMemcpy3D");
    return array;
}

static struct texture texture_new(const struct gold_tex *t)
{
    struct texture x = {0};
    size_t bytes = (size_t)t->width * t->height * t->depth * gold_texel_bytes(t);
    uint8_t *texels = malloc(bytes);
    if (!texels)
        exit(1);
    gold_texels(t, texels);
    CUarray_format format = !strcmp(t->format, "f32")    ? CU_AD_FORMAT_FLOAT
                            : !strcmp(t->format, "u32")  ? CU_AD_FORMAT_UNSIGNED_INT32
                            : !strcmp(t->format, "s16n") ? CU_AD_FORMAT_SIGNED_INT16
                                                         : CU_AD_FORMAT_UNSIGNED_INT8;
    CUDA_RESOURCE_DESC r;
    CUDA_TEXTURE_DESC d;
    memset(&r, 0, sizeof r);
    memset(&d, 0, sizeof d);
    if (t->linear) {
        ok(cuMemAlloc(&x.linear, bytes), "cuMemAlloc");
        ok(cuMemcpyHtoD(x.linear, texels, bytes), "cuMemcpyHtoD");
        r.resType = CU_RESOURCE_TYPE_LINEAR;
        r.res.linear.devPtr = x.linear;
        r.res.linear.format = format;
        r.res.linear.numChannels = t->channels;
        r.res.linear.sizeInBytes = bytes;
    } else {
        x.array = make_array(t, texels, format);
        r.resType = CU_RESOURCE_TYPE_ARRAY;
        r.res.array.hArray = x.array;
    }
    for (int i = 0; i < 3; i++)
        d.addressMode[i] = (CUaddress_mode)t->mode;
    d.filterMode = t->filter_linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    d.flags = (t->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
              (!strcmp(t->format, "u32") ? CU_TRSF_READ_AS_INTEGER : 0u);
    ok(cuTexObjectCreate(&x.object, &r, &d, NULL), "cuTexObjectCreate");
    free(texels);
    return x;
}

static void texture_free(struct texture x)
{
    ok(cuTexObjectDestroy(x.object), "cuTexObjectDestroy");
    if (x.array)
        ok(cuArrayDestroy(x.array), "cuArrayDestroy");
    if (x.linear)
        ok(cuMemFree(x.linear), "cuMemFree");
}
#endif

struct buffers {
    CUdeviceptr in, out, scratch;
    uint64_t *host_in, *host_out;
};

static void run_case(const struct gold_case *c, CUmodule module, struct buffers *b, FILE *f)
{
    size_t in_bytes = 8ull * GOLD_MAX_IN * c->n, out_bytes = 8ull * c->n * c->n_out;
    CUfunction kernel;
    uint64_t handle = GOLD_NO_TEX;
#ifdef GOLDEN_NO_TEXTURES
    if (c->has_tex)
        return;
#else
    struct texture tex = {0};
    if (c->has_tex) {
        tex = texture_new(&c->tex);
        handle = (uint64_t)tex.object;
    }
#endif
    ok(cuModuleGetFunction(&kernel, module, c->kernel), c->name);
    gold_inputs(c, b->host_in);
    ok(cuMemcpyHtoD(b->in, b->host_in, in_bytes), "cuMemcpyHtoD");
    ok(cuMemsetD8(b->out, 0, out_bytes), "cuMemsetD8");
    ok(cuMemsetD8(b->scratch, 0, GOLD_SCRATCH), "cuMemsetD8");
    void *args[] = {&b->in, &b->out, &b->scratch, &handle};
    ok(cuLaunchKernel(kernel, c->n / GOLD_BLOCK, 1, 1, GOLD_BLOCK, 1, 1, 0, NULL, args, NULL), c->name);
    ok(cuCtxSynchronize(), c->name);
    ok(cuMemcpyDtoH(b->host_out, b->out, out_bytes), "cuMemcpyDtoH");
#ifndef GOLDEN_NO_TEXTURES
    if (c->has_tex)
        texture_free(tex);
#endif
    uint32_t head[2] = {c->n, c->n_out};
    fwrite(&c->hash, 8, 1, f);
    fwrite(head, 4, 2, f);
    for (unsigned i = 0; i < c->n_out; i++)
        fputc((int)c->width[i], f);
    for (unsigned i = 0; i < c->n_out; i++)
        for (unsigned t = 0; t < c->n; t++)
            fwrite(&b->host_out[i * c->n + t], c->width[i], 1, f);
}

static void run_batch(const struct gold_case *c, size_t n, struct buffers *b, FILE *f)
{
    size_t bytes = sizeof GOLD_PTX_HEAD;
    for (size_t i = 0; i < n; i++)
        bytes += strlen(c[i].ptx);
    char *text = malloc(bytes), *at = text;
    if (!text)
        exit(1);
    at += sprintf(at, "%s", GOLD_PTX_HEAD);
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "%s", c[i].ptx);
    CUmodule module;
    ok(cuModuleLoadData(&module, text), c->name);
    for (size_t i = 0; i < n; i++)
        run_case(&c[i], module, b, f);
    ok(cuModuleUnload(module), "cuModuleUnload");
    free(text);
}

int main(int argc, char **argv)
{
    struct gold_cases g;
    if (argc != 3) {
        fprintf(stderr, "usage: record CASES OUT\n");
        return 2;
    }
    if (gold_read(argv[1], &g))
        return 1;
    FILE *f = fopen(argv[2], "wb");
    if (!f) {
        perror(argv[2]);
        return 1;
    }
    CUdevice dev;
    CUcontext ctx;
    char magic[8] = GOLD_MAGIC, name[64] = "";
    ok(cuInit(0), "cuInit");
    ok(cuDeviceGet(&dev, 0), "cuDeviceGet");
    ok(cuDevicePrimaryCtxRetain(&ctx, dev), "cuDevicePrimaryCtxRetain");
    ok(cuCtxSetCurrent(ctx), "cuCtxSetCurrent");
    ok(cuDeviceGetName(name, sizeof name, dev), "cuDeviceGetName");
    fwrite(magic, 8, 1, f);
    fwrite(name, 64, 1, f);
    struct buffers b;
    size_t in_bytes = 8ull * GOLD_MAX_IN * 256, out_bytes = 8ull * 256 * GOLD_MAX_OUT;
    ok(cuMemAlloc(&b.in, in_bytes), "cuMemAlloc");
    ok(cuMemAlloc(&b.out, out_bytes), "cuMemAlloc");
    ok(cuMemAlloc(&b.scratch, GOLD_SCRATCH), "cuMemAlloc");
    b.host_in = malloc(in_bytes);
    b.host_out = malloc(out_bytes);
    if (!b.host_in || !b.host_out)
        return 1;
    for (size_t i = 0; i < g.n; i += BATCH)
        run_batch(&g.v[i], g.n - i < BATCH ? g.n - i : BATCH, &b, f);
    long size = ftell(f);
    if (fclose(f)) {
        perror(argv[2]);
        return 1;
    }
    printf("record: %zu cases on %s, %ld bytes in %s\n", g.n, name, size, argv[2]);
    gold_free(&g);
    free(b.host_in);
    free(b.host_out);
    return 0;
}
