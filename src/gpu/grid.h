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
    struct tenant **at;       /* by SM: the launch's tenant there; NULL: it has had no CTA there */
    u64 *warm_at;             /* by SM: cycle from which on its CTAs may start there; 0: it had none yet */
    struct local_split split; /* division of the storage of its SMs */
    struct local_parts parts; /* launches that share SMs: its demands on shared memory */
    struct cta_sched sched;
    u64 ctas_done;
    u64 end;      /* cycle after the last CTA's end */
    u64 left;     /* cycle after the last warp's end; stores may still be on their way */
    u64 drain;    /* cycles that the launch takes after that (gpu.drain) */
    u64 retired;  /* thousandths of a cycle: when all ended CTAs have been recorded (gpu.cta_retire) */
    u64 *pair_at; /* by pair of SMs, thousandths of a cycle: no first CTA starts there before (gpu.cta_pair) */
    u64 start_at; /* thousandths of a cycle: no CTA starts before the one that was placed last */
    u64 ready;    /* launches that share SMs: no CTA starts before this cycle */
    i64 priority; /* the least goes first, then the least order */
    u64 order;
    bool asks;  /* its kernel may launch kernels */
    bool whole; /* its CTAs are placed all at once, or none is */
    bool there;
};

/* The cycle after the launch's last: its end takes time, and stores on their way may take longer. */
static inline u64 grid_over(const struct grid *grid)
{
    return MAX(grid->end, MAX(grid->left, grid->retired / 1000) + grid->drain);
}

#endif
