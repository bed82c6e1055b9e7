/* The whole memory side of a machine, from the LSU's push to DRAM and back, built from its parameters.

   A clock loop does this, with window = memsys_window():
       for each window [t, t + window):
           every cluster, on any thread: for each tick of interest: the SMs' own stages and cluster_tick
           every partition, on any thread: partition_run
           then, when all are through: memsys_exchange, or each thread memsys_fetch
   and may jump over windows in which cluster_next, partition_next and the SMs all lie later. */
#ifndef SLUICE_MEM_MEMSYS_H
#define SLUICE_MEM_MEMSYS_H
#include "mem/cluster.h"
#include "mem/ideal.h"
#include "mem/partition.h"

#define MEM_PARAMS(P, B, E) E(front, front_ops, FRONT_FIFO, "what stands between coalescer and L1 (paper)")
DECL_PARAMS(mem, MEM_PARAMS);

struct mem_config {
    struct mem_params mem;
    struct l1_params l1;
    struct constc_params constc;
    struct tex_params tex;
    u64 front_own[FRONT_POOL];       /* parameters of the fronts (front_pool) */
    u64 prefetch_own[PREFETCH_POOL]; /* of the prefetchers (prefetch_pool) */
    struct cluster_params cluster;
    u64 merger_own[MERGER_POOL]; /* parameters of the mergers (merger_pool) */
    struct noc_params noc;
    struct l2_params l2;
    struct dram_params dram;
    struct link_params link;
    struct ideal_params ideal;
};
#define MEM_MAX_GROUPS 21
u32 mem_groups(struct decl_group out[MEM_MAX_GROUPS]); /* offsets within struct mem_config; how many */
void mem_defaults(struct mem_config *);

struct mem_stats { /* of a whole machine, summed over instances (memsys_stats) */
    struct l1_stats l1, constc, tex;
    struct front_stats front;
    u64 front_own[FRONT_POOL];       /* of the fronts (front_pool) */
    u64 prefetch_own[PREFETCH_POOL]; /* of the prefetchers (prefetch_pool) */
    struct cluster_stats cluster;
    u64 merger_own[MERGER_POOL]; /* of the mergers (merger_pool) */
    struct noc_stats net[NETS];
    struct l2_stats l2;
    struct mesi_stats mesi;
    struct dram_stats dram;
    struct link_stats link;
    struct hist hist[MS_STAGES];
    u64 queue_cycles[FRONT_MAX_QUEUES]; /* front: requests x cycles by queue */
    u64 pushed, replied;
};
u32 mem_stat_groups(struct decl_stat_group out[MEM_MAX_GROUPS]); /* offsets within struct mem_stats; how many */

struct mem_shape { /* what the machine says about the SMs */
    u32 sms, sms_per_cluster, warps, ctas, cta_warps;
    cyc core, noc, l2, dram; /* ticks a cycle of each clock */
    bool mesi;               /* L1s are coherent: mesi.h */
    bool copies;             /* SMs have copy engines */
    bool plain;              /* gpu.plain: every stage in its general form */
    const u8 *gpc_of_sm;     /* NULL: all SMs are of one */
};

struct memsys {
    struct mem_config c;
    struct mem_shape shape;
    u32 n_clusters, n_slices;
    u32 n_partitions; /* with the link, which is the last */
    u32 n_links;      /* 1: there is one (link.latency); its port is behind those of the slices */
    u32 ports;        /* of the network, of a cluster */
    struct cluster *clusters;
    struct partition *partitions;
    struct smmem *sms;
    struct noc net[NETS]; /* by class */
    u32 n_nets;           /* classes in use: the first ones */
    struct link_memory host;
    u16 *port_of_sm;
    u16 *thread_of_port, *thread_of_slice; /* several threads */
    cyc window;
};

/* Rules a configuration must keep; each that it breaks is an error in d. */
bool mem_config_check(const struct mem_config *, const struct mem_shape *, struct diag *);
/* wake_sm[i]: the next-tick word of SM i, woken by replies, room and passed barriers. */
bool memsys_init(struct memsys *, struct arena *, const struct mem_config *, const struct mem_shape *,
                 cyc *const *wake_sm, struct diag *);
static inline cyc memsys_window(const struct memsys *m)
{
    return m->window;
}
static inline struct smmem *memsys_sm(struct memsys *m, u32 sm)
{
    return &m->sms[sm];
}
static inline struct l2 *memsys_slice(const struct memsys *m, u32 i)
{
    return &m->partitions[i / m->c.l2.per_channel].l2[i % m->c.l2.per_channel];
}
/* At the end of a window. Returns the first tick for which it has woken one of the units that memsys_watch named, or
   in whose window it must be asked again, or NEVER. */
cyc memsys_exchange(struct memsys *, cyc until);
static inline bool memsys_alone(const struct memsys *m) /* only memsys_exchange will do, not fetches side by side */
{
    return m->c.noc.kind == NOC_SWITCH;
}
/* The same for threads side by side (noc.h). Before a thread runs its units for a window: memsys_begin. Then
   memsys_sent says what these have sent to another thread's, which is told so and fetches it. */
void memsys_begin(struct memsys *, u32 thread, u32 set);
cyc memsys_first(const struct memsys *, u32 thread); /* nothing it has sent shows before this tick */
void memsys_sent(const struct memsys *, u32 thread, u32 to, struct noc_sent[NETS]);
void memsys_fetch(struct memsys *, u32 thread, u32 from, u32 set, const struct noc_sent[NETS]);
/* How many threads there are, and which runs each unit (clusters from 0, then partitions). Default: one. */
void memsys_threads(struct memsys *, struct arena *, u32 n_threads);
void memsys_deal(struct memsys *, const u16 *thread_of_unit);
/* The exchange also lowers *next to when it wakes this unit (clusters from 0, then partitions). */
void memsys_watch(struct memsys *, u32 unit, cyc *next);
bool memsys_idle(const struct memsys *);
u64 memsys_moves(const struct memsys *); /* grows whenever a request moves from one part to another */
void memsys_audit(const struct memsys *);
void memsys_dump(const struct memsys *, FILE *);
void memsys_flush(struct memsys *,
                  cyc now); /* end of a kernel: write-back L1s write their lines back (run until idle) */
void memsys_resize_l1(struct memsys *, u64 bytes); /* all L1s; between kernels, nothing dirty in them */
void memsys_new_kernel(struct memsys *, cyc now); /* empties L1s that are emptied between kernels; all must be idle */
/* Between kernels: the sectors of this range are now in the L2, clean; the lines that they replace are lost. */
void memsys_copy(struct memsys *, u64 address, u64 bytes);
/* Between windows: the ranges of host memory from now on, in order of addresses. Has no effect on a machine without
   link. */
void memsys_host(struct memsys *, const struct stream_range *, u32 n);
void memsys_settle(struct memsys *, cyc now); /* interval counters complete up to now */
/* Replies to reads say whether the L2 had the data (RQF_L2_HIT). */
void memsys_tell_hits(struct memsys *, bool on);
/* Some requests of the first `sms` SMs leave marks from now on; then, all marks, sorted. */
void memsys_mark(struct memsys *, struct arena *, u32 sms);
void memsys_marks(const struct memsys *, struct marks *out);
/* Appends the marks to `to`, unsorted, and clears them. */
void memsys_take_marks(const struct memsys *, struct marks *to);
void memsys_marks_free(struct memsys *);
void memsys_free(struct memsys *); /* what its parts took while they ran; the rest goes with the arena */
u32 memsys_l2_mshrs(const struct memsys *, u32 partition); /* in use now */
void memsys_stats(const struct memsys *, struct mem_stats *out);
void memsys_sm_stats(const struct memsys *, u32 sm, struct mem_stats *out); /* of an SM's own stages */
/* Only the counters of samples and energy: differences from `before`, or for the caches of the listed SMs from
   `from`; the other fields of `out` stay. */
struct mem_l1s {
    struct l1_stats l1, constc, tex;
};
void memsys_sample_from(const struct memsys *, u32 sm, struct mem_l1s *from);
void memsys_sampled(const struct memsys *, const u32 *sms, u32 n_sms, const struct mem_l1s *from,
                    const struct mem_stats *before, struct mem_stats *out);
void memsys_forget_maxima(struct memsys *); /* a kernel begins: its maxima are its own */
/* Conservation laws, checked at the end of each kernel in every build: says which is broken in d. */
bool memsys_conserved(const struct memsys *, struct diag *d);
/* Coherent machines, between windows: one writer or many readers of each line, the directory knows of every copy, and
   the L2 has every line that an L1 has. */
bool memsys_coherent(const struct memsys *, struct diag *d);

#endif
