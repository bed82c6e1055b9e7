/* What a program makes and names: its images, kernels and variables, arrays and textures, streams and events. */
#ifndef SLUICE_CUDA_OBJECTS_H
#define SLUICE_CUDA_OBJECTS_H
#include <stdio.h>

#include "base/hash.h"
#include "cuda_runtime_api.h"
#include "emu/emu.h"

struct cuda_image { /* the PTX of one compiled file, or one that the driver API loaded */
    const char *text;
    size_t size;
    const char *name;          /* .cu file, for messages */
    u32 max_regs;              /* -maxrregcount, 0 = none */
    struct emu_module *module; /* NULL until first needed */
    bool embedded;             /* part of the program, not loaded by the driver API */
    FILE *log;                 /* what is wrong with it; NULL: standard error */
    bool failed, dead;
    bool has_name;
    struct hash name_of_text; /* with has_name */
};

struct cuda_function { /* a kernel: by its host stub, or a CUfunction */
    const void *host;
    struct cuda_image *image;
    const char *name;
    struct emu_kernel *kernel; /* NULL until first needed */
    u32 max_dynamic_shared;
    bool any_cluster; /* clusters of more than eight blocks are allowed */
};

struct cuda_variable {
    const void *host;
    struct cuda_image *image;
    const char *name;
    size_t size;
    bool managed, is_constant;
};

struct cuda_texref { /* texture<> or surface<> variable, and what is bound to it */
    const struct textureReference *host;
    struct cuda_image *image;
    const char *name;
    bool bound, is_surface;
    struct emu_texture texture;
    u64 handle;
    size_t offset;
};

struct cuda_mirror { /* host memory that kernels see as a copy: managed variables, registered memory */
    char *host;
    u64 at;
    size_t size;
    char *both; /* what host and copy held when they were last the same; NULL: no kernel has run beside the host */
};

struct cudaArray { /* what a cudaArray_t points to */
    struct cudaChannelFormatDesc desc;
    size_t width, height, depth, elem, pitch;
    unsigned flags;
    u64 at, bytes;
};

struct cuda_texobject { /* what a texture object was made from */
    u64 handle;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
};
struct cudaMipmappedArray {
    u32 n_levels;
    struct cudaArray *levels[EMU_TEXTURE_LEVELS];
};

struct CUstream_st {
    unsigned flags;
    int priority;
    struct CUgraph_st *capture; /* what would run goes there; or NULL */
};
struct CUevent_st {
    unsigned flags;
    bool recorded;
    bool destroyed;             /* by the program: it is freed with its last holder */
    struct CUgraph_st *capture; /* recorded in a stream that was captured into it; or NULL */
    u32 pending;                /* records that wait behind other work (beside.c) */
    u32 held;                   /* by work that has yet to record it, or waits for it (beside.c) */
    u64 at;                     /* simulated picoseconds */
};

#endif
