/* The process's CUDA state: the one place in sluice with a mutable global, because the API has no handle to pass.
   Every entry point takes the lock (CUDA_CALL) and works on cuda_state(). Execution is synchronous: when a call
   returns, its work is done, unless a kernel waits for the host (beside.c). */
#ifndef SLUICE_CUDA_STATE_H
#define SLUICE_CUDA_STATE_H
#include <pthread.h>

#include "base/diag.h"
#include "base/vec.h"
#include "cuda/handles.h"
#include "cuda/objects.h"
#include "cuda_runtime_api.h"
#include "emu/emu.h"

struct cuda_config { /* <<<grid, block, shared, stream>>> */
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    u8 args[4096];
};

struct cuda_state {
    bool ready;
    struct arena arena;
    struct emu_device *dev;
    struct emu_options options; /* that it was made with */
    struct cudaDeviceProp prop;
    u32 flags;
    cudaError_t last, sticky; /* sticky: the context is lost, every call returns it */
    int exit_code;            /* forced at the end of the process; 0 = leave it alone */
    u64 now;                  /* simulated picoseconds */
    bool timed;               /* there is a timing model */
    bool refused;             /* the machine is too small for the last launch */
    bool too_small; /* likewise for an earlier launch: if the program fails, the machine may be the reason */
    u64 n_mallocs;
    size_t limits[8];
    enum cudaFuncCache cache_config;
    enum cudaSharedMemConfig bank_config;
    VEC(struct cuda_image *) images;
    VEC(struct cuda_function *) functions;
    VEC(struct cuda_variable *) variables;
    VEC(struct cuda_texref *) texrefs;
    VEC(struct cuda_mirror) mirrors;
    VEC(struct cudaArray *) arrays;
    VEC(struct cudaMipmappedArray *) mipmaps;
    VEC(struct cuda_texobject) texobjects;
    VEC(struct CUstream_st *) streams;
    VEC(struct CUevent_st *) events;
    VEC(void *) ranges; /* sections with managed variables: from, to, from, to */
    VEC(const char *) said;
};

struct cuda_state *cuda_state(void); /* created on first use; registration happens before main */
struct cuda_state *cuda_ready(void); /* with the device */
void cuda_lock(void);
void cuda_lock_for_good(
    void); /* the process ends: calls of other threads never return, and launches of theirs stop */
_Noreturn void cuda_wait_for_end(void); /* another thread ends the process: releases the lock */
void cuda_unlock(int *unused);
bool cuda_lock_soon(void); /* false: another thread has it for long */
/* Releases the lock completely, however often this thread has taken it, and takes it as often again. */
u32 cuda_lock_leave(void);
void cuda_lock_enter(u32 depth);
void cuda_lock_wait(pthread_cond_t *); /* the same around a wait */
#define CUDA_CALL                                                                                                    \
    __attribute__((cleanup(cuda_unlock), unused)) int guard = 0;                                                     \
    cuda_lock()

/* Stores an error for cudaGetLastError and returns it (success does not clear a stored error). */
cudaError_t cuda_fail(cudaError_t e);
/* Says a sentence on stderr the first time that `key` comes up. */
void cuda_say_once(const char *key, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
cudaError_t cuda_not_supported(const char *call);
cudaError_t cuda_not_supported_for(const char *call, const char *why);
#define CUDA_STICKY()                                                                                                \
    do {                                                                                                             \
        if (cuda_state()->sticky)                                                                                    \
            return (int)cuda_fail(cuda_state()->sticky);                                                             \
    } while (0)

/* module.c */
bool cuda_image_load(struct cuda_image *);
struct cuda_image *cuda_image_add(const char *text, size_t size, const char *name, u32 max_regs);
bool cuda_image_parse_header(const char *data, const char **text, size_t *size, const char **name, u32 *max_regs);
u32 cuda_image_target(const struct cuda_image *); /* 70: its .target is sm_70; 0: it has none */
struct cuda_function *cuda_find_function(const void *host);
bool cuda_function_load(struct cuda_function *); /* its kernel is there */
bool cuda_find_symbol(const void *symbol, u64 *at, u64 *size);
struct cuda_texref *cuda_find_texref(const void *host);
void cuda_reset_modules(void);

/* memory.c */
/* Rows of `width` elements, aligned as CUDA does: false if the sizes overflow. */
bool cuda_pitched(size_t width, size_t elem, size_t rows, size_t *pitch, size_t *bytes);
void *cuda_mem(u64 at, size_t n, bool write); /* host pointer to device memory, or NULL */
bool cuda_is_device(const void *p);           /* lies in the device's region */
cudaError_t cuda_copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind);
cudaError_t cuda_copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t w, size_t h,
                         enum cudaMemcpyKind kind);
void cuda_mirrors_apart(struct cuda_state *); /* from now on both sides may write */
void cuda_mirrors_to_device(struct cuda_state *);
void cuda_mirrors_to_host(struct cuda_state *);

/* texture.c */
void cuda_textures_refresh(struct cuda_state *);

/* launch.c: every kernel launch of either API comes through here */
struct cuda_launch {
    struct cuda_function *function;
    dim3 grid, block;
    size_t shared;
    const void *params;
    bool cooperative;
    u32 cluster[3]; /* blocks of a cluster; 0: as the kernel says */
    bool in_turn;   /* queued work: not beside the host, since its caller continues with the next item */
    bool nested;    /* its caller does the work that it requests (nested.c) */
    u32 depth;      /* 0: the host's; 1: a kernel's, ... */
    cudaStream_t stream;
};
cudaError_t cuda_launch(const struct cuda_launch *);
struct cuda_asked { /* by a launch's attributes */
    u32 cluster[3];
    bool ranked; /* it has a priority of its own, not its stream's */
    int priority;
};
struct cuda_asked *cuda_asked(void); /* of this thread's next launch, for as long as that call takes */
int cuda_priority_of(int priority);  /* within the device's range */
/* A kernel cannot be launched in a grid of such clusters. */
bool cuda_cluster_wrong(const struct cuda_function *, const u32 cluster[3], dim3 grid);
u32 cuda_clusters(const struct cuda_state *, u32 blocks_an_sm,
                  u64 cluster); /* clusters of so many blocks at a time */
u32 cuda_occupancy(const struct cuda_state *, const struct emu_kernel_info *, u32 block, size_t shared);

/* device.c */
void cuda_describe(struct cuda_state *, struct cudaDeviceProp *);

#endif
