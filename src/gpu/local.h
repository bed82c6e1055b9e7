/* How an SM's storage is divided into registers, shared memory and L1: decided for each launch, between occupancy and
   start. */
#ifndef SLUICE_GPU_LOCAL_H
#define SLUICE_GPU_LOCAL_H
#include "decl/decl.h"
#include "sm/sm.h"

#define LOCAL_KIND_WORDS(X)                                                                                          \
    X(LOCAL_PARTITIONED, "partitioned", "fixed sizes (sm.regs, sm.shared, l1.size)")                                 \
    X(LOCAL_FERMI, "fermi", "shared memory and L1 from one pool")                                                    \
    X(LOCAL_UNIFIED, "unified", "registers too")
DECL_CHOICE(local_kind, LOCAL_KIND_WORDS);
#define LOCAL_SPLITS_WORDS(X)                                                                                        \
    X(SPLITS_FERMI, "fermi", "32 or 96 KB")                                                                          \
    X(SPLITS_HOPPER, "hopper", "32 to 228 KB in Hopper's steps")                                                     \
    X(SPLITS_VOLTA, "volta", "0, 8, 16, 32, 64 or 96 KB")                                                            \
    X(SPLITS_TURING, "turing", "32 or 64 KB")                                                                        \
    X(SPLITS_GA100, "ga100", "0 to 164 KB in the steps of compute capability 8.0")                                   \
    X(SPLITS_GA102, "ga102", "0 to 100 KB in the steps of compute capability 8.6")
DECL_CHOICE(local_splits, LOCAL_SPLITS_WORDS);
#define LOCAL_SCOPE_WORDS(X)                                                                                         \
    X(SCOPE_PROGRAM, "program", "never shrink within a program") X(SCOPE_KERNEL, "kernel", "are each kernel's own")
DECL_CHOICE(local_scope, LOCAL_SCOPE_WORDS);

#define LOCAL_PARAMS(P, B, E)                                                                                        \
    E(kind, local_kind, LOCAL_PARTITIONED, "what an SM's storage is (paper)")                                        \
    P(capacity, 393216, 16384, 1 << 24, "bytes", "unified: registers, shared memory and L1 together (paper)",        \
      WHEN("local.kind", "unified"))                                                                                 \
    P(pool, 131072, 16384, 1 << 24, "bytes", "fermi: shared memory and L1 together (paper)",                         \
      WHEN("local.kind", "fermi"))                                                                                   \
    E(splits, local_splits, SPLITS_FERMI, "fermi: the sizes that shared memory may have (datasheet)",                \
      WHEN("local.kind", "fermi"))                                                                                   \
    P(shared, 0, 0, 1 << 24, "bytes",                                                                                \
      "fermi: shared memory's size; 0: the least that runs as many CTAs as any (guess)",                             \
      WHEN("local.kind", "fermi"))                                                                                   \
    E(scope, local_scope, SCOPE_PROGRAM, "shares of registers and shared memory (paper)",                            \
      WHEN("local.kind", "!partitioned"))
DECL_PARAMS(local, LOCAL_PARAMS);

struct local_split { /* bytes of an SM */
    u64 regs, shared, cache;
    u64 alone; /* 1: the launch does not fit into the program's division (local.scope) and has one of its own */
};

struct local_parts { /* of an SM's storage for shared memory, in bytes, where launches share SMs */
    u64 gets;        /* what an SM that was empty when the launch came is given */
    u64 needs;       /* an SM with less takes none of the launch's CTAs until it is empty */
};

struct machine_config;
const u32 *local_splits_kb(const struct local_params *, u32 *n); /* the sizes of local.splits in KB, rising */
/* The largest L1 that a launch may get. */
u64 local_most_cache(const struct machine_config *);
/* What the launch gets. `kept`: the split so far, all 0 before the first launch; the new one on return. Occupancy
   with 0 CTAs: it does not fit, figures in d. */
struct occupancy local_decide(const struct machine_config *, const struct stream_kernel *, struct local_split *kept,
                              struct diag *d);
/* nested: a kernel has launched it. */
struct local_parts local_parts(const struct machine_config *, const struct stream_kernel *, const struct occupancy *,
                               const struct local_split *, bool nested);

#endif
