/* Which SMs form a GPC; the CTAs of one cluster are placed within one. */
#ifndef SLUICE_GPU_GPC_H
#define SLUICE_GPU_GPC_H
#include "base/arena.h"
#include "gpu/config.h"

struct gpc {
    u32 n;    /* SMs */
    u32 *sms; /* in the order in which a cluster's CTAs are placed */
};
struct gpcs {
    u32 n;      /* 0: the machine has none (gpu.gpcs), and CTAs of a cluster go to any SMs */
    bool whole; /* the SMs suffice for all GPCs: no GPC has clusters of more CTAs than it has SMs */
    struct gpc *at;
    u8 *of_sm; /* GPC by SM; lone pairs count as the small one */
};

/* Pairs of SMs are dealt in turn to a GPC of gpu.gpc_small SMs and the gpu.gpcs others; the last gpu.gpc_lone SMs are
   pairs by themselves as far as clusters go, and belong to the small one. SMs are numbered GPC by GPC, so that CTAs
   of launches without clusters fill one after the other, as on the card (whose %smid counts pairs of all in turn). A
   machine with fewer SMs than that takes, one cut down for a test, has a GPC for each 16. */
struct gpcs gpcs_new(const struct gpu_params *, struct arena *);
/* Clusters of this size that the machine holds at a time, with so many CTAs on an SM. */
u64 gpcs_clusters(const struct gpcs *, u32 cluster, u32 ctas_an_sm);
/* Clusters for which a GPC has room; `room`: CTAs, by SM. */
u64 gpc_clusters_in(const struct gpcs *, u32 gpc, u32 cluster, const u32 *room);

#endif
