/* A launch as the SMs see it: the program with its latencies, and how many CTAs fit. */
#ifndef SLUICE_SM_KERNEL_H
#define SLUICE_SM_KERNEL_H
#include "sm/sm.h"

struct occupancy {
    u32 ctas;                          /* that fit on an SM */
    const char *limiter;               /* "threads", "warps", "CTAs", "registers", "shared memory" */
    u32 regs_per_warp, shared_per_cta; /* as allocated */
};
/* ctas is 0, with the figures in d, if not even one fits. */
struct occupancy sm_occupancy(const struct sm_params *, const struct stream_kernel *, struct diag *d);
struct sm_kernel *sm_kernel_new(struct arena *, const struct stream_kernel *, const struct sm_config *,
                                const struct occupancy *);

#endif
