/*
 * Parallel loops tiled onto the hardware's thread contexts, as an OpenMP-style run-time does it: persistent threads.
 *
 * A launch has as many threads as the device has contexts (units x resident threads; --wpus, --contexts and --lanes
 * override what the device says), and a thread works on a contiguous run of iterations; --interleaved 1 deals them
 * out in turn instead. All runs are equally long (n / threads, rounded up) but the last, so that all warps meet cache
 * lines in the same phase. Where rounding up would leave threads at the end without an iteration, a program decides
 * (wl_pool.idle): either they leave at once by a branch (WL_LEAVE_IDLE), or the first threads get one iteration more
 * than the others: then every thread has at least one and no branch guards its do-while loop. A launch never has
 * more threads than iterations. Two nested parallel loops are tiled in two dimensions: --across N threads side by
 * side, 1 being whole rows.
 */
#ifndef WORKLOADS_TILES_H
#define WORKLOADS_TILES_H

#include "common.h"

struct wl_pool {
    int wpus, contexts, lanes, interleaved, across;
    int idle;        /* threads may be left without an iteration: every kernel has WL_LEAVE_IDLE */
    int block_limit; /* asked of the device by wl_pool_open */
};

#define WL_POOL_OPTS(p)                                                                                              \
    {"wpus", &(p).wpus, 0, 0, 0, 1024, "units to spread the threads over; 0: as many as the device has"},            \
        {"contexts", &(p).contexts, 0, 0, 0, 4096, "threads a unit; 0: as many as the device holds"},                \
        {"lanes", &(p).lanes, 0, 0, 0, 64, "threads a warp; 0: as the device has it"},                               \
    {                                                                                                                \
        "interleaved", &(p).interleaved, 0, 0, 0, 1, "1: iterations in turn instead of contiguous runs"              \
    }
#define WL_ACROSS_OPT(p, n)                                                                                          \
    {                                                                                                                \
        "across", &(p).across, n, n, 1, 1024, "threads side by side in the inner loop; 1: whole rows"                \
    }

static inline double *wl_doubles(size_t n, float lo, float hi, uint64_t seed)
{
    struct wl_rng r = wl_seed(seed);
    double *p = wl_host<double>(n);
    for (size_t i = 0; i < n; i++)
        p[i] = wl_f32(&r, lo, hi);
    return p;
}

/* The iterations of one loop over `parts` threads. */
struct wl_tile {
    int n, quota, extra, span, step;
};

struct wl_tiles {
    struct wl_tile y, x; /* x: one part unless the loops are nested */
    unsigned across, grid, block;
};

static inline void wl_pool_open(struct wl_pool *p)
{
    struct cudaDeviceProp prop;
    CUDA_OK(cudaGetDeviceProperties(&prop, 0));
    if (!p->lanes)
        p->lanes = prop.warpSize;
    p->block_limit = prop.maxThreadsPerBlock;
    if (!p->wpus)
        p->wpus = prop.multiProcessorCount;
    if (!p->contexts)
        p->contexts = prop.maxThreadsPerMultiProcessor;
    if (p->across < 1)
        p->across = 1;
    if (p->interleaved) {
        static char name[64];
        snprintf(name, sizeof name, "%s-i", wl_run.name);
        wl_run.name = name;
    }
}

static inline struct wl_tile wl_tile_of(const struct wl_pool *p, int n, int parts)
{
    int most = (n + parts - 1) / parts;
    struct wl_tile t = {n, most, 0, most, 1};
    if (!p->idle && (parts - 1) * most >= n)
        t = (struct wl_tile){n, n / parts, n % parts, n / parts, 1};
    if (p->interleaved) {
        t.quota = 1;
        t.extra = 0;
        t.span = n;
        t.step = parts;
    }
    return t;
}

/* Blocks for exactly `threads`: the same number for each unit where that makes whole warps, otherwise a warp a block.
 */
static inline void wl_tiles_blocks(const struct wl_pool *p, struct wl_tiles *t, int threads)
{
    int each = threads / p->wpus, blocks = 1;
    if (threads % (p->wpus * p->lanes)) {
        t->block = (unsigned)(threads % p->lanes ? (threads < p->lanes ? threads : 1) : p->lanes);
        t->grid = (unsigned)threads / t->block;
        return;
    }
    while (each / blocks > p->block_limit || each % (blocks * p->lanes))
        blocks++;
    t->grid = (unsigned)(p->wpus * blocks);
    t->block = (unsigned)(each / blocks);
}

/* ny x nx iterations (both at least 1) over the contexts. */
static inline struct wl_tiles wl_tiles_2d(const struct wl_pool *p, int ny, int nx)
{
    int across = p->across < nx ? p->across : nx, whole = p->wpus * p->lanes;
    long contexts = (long)p->wpus * p->contexts;
    int down = contexts / across < ny ? (int)(contexts / across) : ny;
    if (down < 1)
        down = 1;
    for (int d = down; d; d--) /* the same number of warps for each unit; where that cannot be, whole warps */
        if ((long)d * across % whole == 0) {
            down = d;
            whole = 0;
            break;
        }
    if (whole && across == 1 && down > p->lanes)
        down -= down % p->lanes;
    struct wl_tiles t = {wl_tile_of(p, ny, down), wl_tile_of(p, nx, across), (unsigned)across, 0, 0};
    wl_tiles_blocks(p, &t, down * across);
    return t;
}

static inline struct wl_tiles wl_tiles_1d(const struct wl_pool *p, int n)
{
    struct wl_pool flat = *p;
    flat.across = 1;
    return wl_tiles_2d(&flat, n, 1);
}

/* In a kernel: this thread's number, the first iteration of a part, and the one after its last. No branches. */
__device__ inline int wl_thread(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

__device__ inline int wl_first(struct wl_tile t, int part)
{
    return part * t.quota + min(part, t.extra);
}

__device__ inline int wl_last(struct wl_tile t, int part)
{
    return min(t.n, wl_first(t, part) + t.span + (part < t.extra));
}

/* The branch by which a thread without an iteration leaves. */
#define WL_LEAVE_IDLE(has_none)                                                                                      \
    do {                                                                                                             \
        if (has_none)                                                                                                \
            return;                                                                                                  \
    } while (0)

/* Stands in a branch of an if that must stay a branch: the compiler may not turn it into a selection. */
#define WL_TEXT2(x) #x
#define WL_TEXT(x) WL_TEXT2(x)
#define WL_BRANCH() asm volatile("// branch at line " WL_TEXT(__LINE__))

#endif
