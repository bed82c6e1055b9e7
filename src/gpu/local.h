/* How an SM's storage is dealt to registers, shared memory and L1: decided for each launch, between occupancy and
   start. */
#ifndef SLUICE_GPU_LOCAL_H
#define SLUICE_GPU_LOCAL_H
#include "decl/decl.h"
#include "sm/kernel.h"

#define LOCAL_PARAMS(P, B, E)                                                                                        \
    E(kind, "partitioned|fermi|unified", 0,                                                                          \
      "an SM's storage: fixed sizes (sm.regs, sm.shared, l1.size); shared memory and L1 from one pool; registers "   \
      "too (paper)")                                                                                                 \
    P(capacity, 393216, 16384, 1 << 24, "bytes", "unified: registers, shared memory and L1 together (paper)")        \
    P(pool, 131072, 16384, 1 << 24, "bytes", "fermi: shared memory and L1 together (paper)")                         \
    E(splits, "fermi|hopper", 0,                                                                                     \
      "fermi: the sizes that shared memory may have: 32 or 96 KB; or 32 to 228 KB in Hopper's steps (datasheet)")    \
    P(shared, 0, 0, 1 << 24, "bytes",                                                                                \
      "fermi: shared memory's size; 0: the least that runs as many CTAs as any (guess)")                             \
    E(scope, "program|kernel", 0,                                                                                    \
      "shares of registers and shared memory never shrink within a program, or are each kernel's own (paper)")
DECL_PARAMS(local, LOCAL_PARAMS);
enum { LOCAL_PARTITIONED, LOCAL_FERMI, LOCAL_UNIFIED };
enum { SPLITS_FERMI, SPLITS_HOPPER };

struct local_split { /* bytes of an SM */
    u64 regs, shared, cache;
};

struct machine_config;
/* The largest L1 that a launch may get. */
u64 local_most_cache(const struct machine_config *);
/* What the launch gets. `kept`: the split so far, all 0 before the first launch; the new one on return. Occupancy
   with 0 CTAs: it does not fit, figures in d. */
struct occupancy local_decide(const struct machine_config *, const struct stream_kernel *, struct local_split *kept,
                              struct diag *d);

#endif
