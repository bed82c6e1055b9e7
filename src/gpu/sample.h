/* A launch over time, and by instruction. Samples are taken between windows, at exact cycles, by reading only: the
   simulation does not change. Off, none of this is allocated. */
#ifndef SLUICE_GPU_SAMPLE_H
#define SLUICE_GPU_SAMPLE_H
#include <jansson.h>

#include "base/text.h"
#include "base/vec.h"
#include "decl/fact.h"
#include "gpu/gpu.h"
#include "gpu/slow.h"

struct gpu_sample {    /* of the cycles since the one before, or since the launch began */
    u64 cycle, length; /* cycle: end, since the first launch; length: in cycles */
    u64 launch;        /* from 1 */
    struct slot_stats slot;
    u64 warp_instrs, warp_cycles; /* instructions issued; resident warps x cycles */
    u64 l1_read, l1_hit, l2_read, l2_hit;
    u64 net_busy[NETS], dram_bytes, dram_queued;
    u64 divergent[8];             /* maws: accesses of which 1, 2, .. 7, more lanes missed and others hit */
    u64 picojoules;               /* 0 where the machine has no energy model */
    u32 l1_mshrs, l2_mshrs, ctas; /* in use at the end, all SMs or slices */
};

/* What a warp that has not issued waits for, as the page of source lines names it; SW_ of sample.c in this order. */
enum line_wait { LW_READY, LW_ARITHMETIC, LW_MEMORY, LW_FENCE, LW_BARRIER, LW_LSU, LW_FETCH, LW_WAITS };
extern const struct decl_fact gpu_line_waits[LW_WAITS];

struct gpu_line { /* one static instruction, over all launches of its kernel */
    u32 ptx_line, src_line;
    u64 execs;
    u64 waits[LW_WAITS]; /* samples of warps whose next instruction it is */
    struct pc_stats mem; /* and what it lost */
};
struct gpu_lines {
    char name[256], file[512];
    struct gpu_line *rows; /* by pc */
    u32 n;
    u64 dram_bytes; /* read by the kernel */
};

struct gpu_span {   /* a CTA on an SM */
    u64 start, end; /* cycles */
    u64 cta, launch;
    u16 sm, slot;
};
struct gpu_launch_span {
    char name[256];
    u64 start, cycles;
};

struct sampler {
    u64 every, lines_every;          /* cycles; 0: none */
    cyc at, lines_at;                /* next; NEVER */
    cyc limit;                       /* the run's own */
    u64 launch;                      /* at hand, from 1 */
    u64 last;                        /* cycle up to which samples reach */
    bool spans;                      /* --timeline */
    struct gpu_sample sum;           /* counters at the last sample, since the launch began */
    const struct gpu_record *record; /* of the launch at hand */
    struct gpu_record *scratch;      /* the launch so far, for its energy */
    u64 *instrs, *execs;             /* by SM, and by SM and pc: counts that are already in the scratch record's op */
    u32 n_code;
    struct op_stats *op_sums; /* by pc: of one execution of each instruction before it */
    u32 *active, n_active;    /* SMs that have had a CTA in this launch: the counters of other SMs only count time */
    bool *is_active;
    struct mem_l1s l1s; /* counters of the active SMs' caches at the last sample */
    u64 *issued;        /* by SM, at the last sample */
    VEC(struct gpu_sample) rows;
    VEC(u32) sm_issued; /* by sample and SM */
    VEC(u8) sm_ctas;
    u64 *starts; /* of CTAs, by SM and slot */
    VEC(struct gpu_span) ctas;
    VEC(struct gpu_launch_span) launches;
    VEC(struct gpu_lines *) lines;
    struct slow slow;
    u32 *waits; /* by pc and line_wait, of the launch at hand */
};

/* gpu.c calls these. */
void sample_init(struct gpu *g);
void sample_free(struct gpu *g);
void sample_limit(struct gpu *g, cyc limit); /* the tick at which the launch has to stop, samples or not */
void sample_begin(struct gpu *g, const struct gpu_record *r, const struct stream_kernel *k); /* a launch */
/* No event before the tick `from`: takes the samples due until then; true if there were any. */
bool sample_due(struct gpu *g, cyc from);
void sample_placed(struct gpu *g, u32 sm, u32 slot, u64 cycle); /* a CTA is to start */
void sample_cta(struct gpu *g, u32 sm, u32 slot, u64 end);      /* a CTA has ended */
void sample_end(struct gpu *g, const struct gpu_record *r, const struct stream_kernel *k);

/* Between launches. The samples, as text: a member of the document. */
void gpu_samples_write(const void *gpu, struct text *to);
/* NULL if none were asked for. */
json_t *gpu_lines_json(const struct gpu *);
/* CTAs and launches as Chrome's trace events. */
void gpu_timeline(const struct gpu *, FILE *to);

#endif
