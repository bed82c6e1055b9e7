/* A launch that is on the machine, for the files of gpu/. */
#ifndef SLUICE_GPU_GRID_H
#define SLUICE_GPU_GRID_H
#include "gpu/cta_sched.h"
#include "gpu/gpu.h"

#define GPU_GRIDS 128 /* as a card of capability 9.0 (CUDA programming guide) */

/* There is one, unless launches of several streams share the machine: together.c. */
struct grid {
    struct stream_source *src;
    struct gpu_record *r;
    struct arena arena; /* for as long as it runs */
    struct sm_kernel *kernel;
    struct tenant **at;       /* by SM: the launch there; NULL: it has not been there */
    u64 *warm_at;             /* by SM: cycle from which on its CTAs may start there; 0: it had none yet */
    struct local_split split; /* of the storage of the SMs that it has */
    struct local_parts parts; /* several: for its shared memory */
    struct cta_sched sched;
    u64 ctas_done;
    u64 end;      /* cycle after the one in which the last of these ended */
    u64 left;     /* likewise the last warp, of which stores may still be on their way */
    u64 drain;    /* what the launch takes after that (gpu.drain) */
    u64 retired;  /* thousandths of a cycle: when the ends of these have been taken note of (gpu.cta_retire) */
    u64 *pair_at; /* by pair of SMs, thousandths of a cycle: not before that starts a first CTA (gpu.cta_pair) */
    u64 start_at; /* thousandths of a cycle: no CTA of it starts earlier than one that was placed before */
    u64 ready;    /* several: cycle before which none of its CTAs starts */
    i64 priority; /* several: the least first, then the least order */
    u64 order;
    bool asks;  /* its kernel may ask for launches */
    bool whole; /* its CTAs are placed all at once, or none is */
    bool there;
};

/* Cycle after its last: the launch's end takes its time, and stores on their way may take longer. */
static inline u64 grid_over(const struct grid *grid)
{
    return MAX(grid->end, MAX(grid->left, grid->retired / 1000) + grid->drain);
}

#endif
