/* A launch as the SMs see it: the program with its latencies, and how many CTAs fit. */
#ifndef SLUICE_SM_KERNEL_H
#define SLUICE_SM_KERNEL_H
#include "base/arena.h"
#include "base/diag.h"
#include "mem/ideal.h"
#include "sm/copier.h"
#include "sm/params.h"
#include "stream/stream.h"

enum sm_unit { U_ALU, U_FP32, U_SFU, U_FP64, U_CONTROL, U_TENSOR, U_TEXTURE, U_UNIFORM, U_LSU, U_NONE, U_UNITS };

struct sm_op {                                           /* a static instruction, ready for issue */
    u8 cls, unit, kind, space, flags, bytes, ndst, nreg; /* regs[0..ndst) written, all nreg checked */
    u16 lat, rate, taken;   /* taken: extra cycles if it goes elsewhere than to the next instruction */
    u16 behind;             /* barriers: least cycles until what goes on behind it is done (lat.barrier_behind) */
    u8 slots, words;        /* words: loads of constants among its slots (rate.words) */
    u8 group;               /* SI_GROUP_*: products of warp groups */
    bool simple;            /* arithmetic of one slot; only readers of its result wait for it */
    bool new_line;          /* in another line of the instruction cache than the instruction before */
    u32 line;               /* of the instruction cache, counted from the kernel's first */
    bool uniform;           /* a load of constants to uniform registers: lat, and rate cycles of issue */
    bool access;            /* a memory instruction of one slot that always goes through the LSU */
    bool touches;           /* accesses global memory at the L2: a later fence goes there, too (lat.fence_touched) */
    bool keeps;             /* simple: it keeps its unit busy in later cycles or for other schedulers */
    u8 reads[SM_REG_BANKS]; /* operands from each bank of the main register file */
    u16 regs[SI_MAX_REGS];  /* dense scoreboard ids of this kernel; the last is repeated up to a multiple of four */
};

struct sm_kernel { /* a launch as every SM sees it; immutable while it runs */
    const struct stream_kernel *stream;
    struct sm_op *ops;
    u32 n_regs;  /* dense scoreboard ids */
    u32 n_units; /* all units that it uses are before this one in enum sm_unit, but for U_LSU and U_NONE */
    u32 ctas_per_sm;
    const char *limiter; /* the resource that limits the CTAs on an SM */
    u32 free_run;        /* most instructions without an issue slot in a row */
    bool tensor;         /* it has matrix products */
    bool by_pc;          /* accesses and lost slots are counted by instruction, too */
};

struct sm_config { /* the parameter groups an SM reads */
    const struct sm_params *sm;
    const struct sched_params *sched;
    const struct lat_params *lat;
    const struct rate_params *rate;
    const struct lsu_params *lsu;
    const struct maws_params *maws;
    const u64 *lsu_own; /* parameters of the LSU that is used */
    const struct icache_params *icache;
    const struct ideal_params *ideal; /* NULL: nothing is */
    const struct copy_params *copy;   /* NULL: no copy engine */
    cyc period;                       /* ticks of a core cycle */
    bool plain;                       /* gpu.plain: every stage in its general form */
};

#define SM_IDEAL(cfg, what) ((cfg)->ideal && (cfg)->ideal->what)

u64 sm_units(const struct rate_params *, u32 unit); /* how many of them an SM has */

struct occupancy {
    u32 ctas;                          /* CTAs that fit on an SM */
    const char *limiter;               /* "threads", "warps", "CTAs", "registers", "shared memory" */
    u32 regs_per_warp, shared_per_cta; /* as allocated */
};
/* ctas is 0, with the figures in d, if not even one fits. */
struct occupancy sm_occupancy(const struct sm_params *, const struct stream_kernel *, struct diag *d);
struct sm_kernel *sm_kernel_new(struct arena *, const struct stream_kernel *, const struct sm_config *,
                                const struct occupancy *);

/* Kernels that a machine has prepared: programs launch a few of them many times. They depend on the launch only
   through what sm_kernel_get sets, so they are kept, up to a limit; `plain` machines keep none. */
#define SM_KERNELS_KEPT 8
struct sm_kernels {
    u32 n;
    struct {
        const struct si *code; /* a copy, by which the kernel is found */
        u32 n_code;
        const struct sm_kernel *made;
    } at[SM_KERNELS_KEPT];
};
/* Like sm_kernel_new, for the launch's arena; what is kept goes into the machine's. */
struct sm_kernel *sm_kernel_get(struct sm_kernels *, struct arena *machine, struct arena *launch,
                                const struct stream_kernel *, const struct sm_config *, const struct occupancy *);

#endif
