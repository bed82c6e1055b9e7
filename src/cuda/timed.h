/* Launches on a simulated machine: chosen by `sluice run --machine`, told through the options file (record.c). */
#ifndef SLUICE_CUDA_TIMED_H
#define SLUICE_CUDA_TIMED_H
#include <jansson.h>

#include "cuda/state.h"
#include "gpu/config.h"
#include "gpu/gpu.h"
#include "out/out.h"

/* One line of the options file: machine NAME, set KEY=VALUE, threads N, kernels 3-5,NAME, max-cycles N,
   progress 1. False: not one of these. */
bool timed_option(const char *key, const char *value);
/* The machine's part of a recording (--trace --machine): kernels are compiled for it, and nothing is timed. */
void timed_record_for(struct emu_options *);
/* After all lines: is there a machine? Wrong options end the process with their messages (exit 2). */
bool timed_begin(struct cuda_state *, struct emu_options *);
void timed_expect(const char *program_hash, const char *arguments); /* for progress: what ran before */
void timed_describe(struct cudaDeviceProp *);                       /* the machine's figures */
bool timed_leaves_out(const char *kernel); /* is its budget spent? Then it is not even executed (cuda/budget.h). */
bool timed_wants(const char *kernel);      /* is the next launch one of those to be timed? Counts launches. */
/* Runs one launch on the machine. False: the program's fault, or errors in d. */
bool timed_run(struct cuda_state *, const struct emu_launch *, struct emu_fault *, u64 *warp_instrs, struct diag *d);
/* Clusters of so many CTAs at a time, with so many CTAs on an SM; false: the machine has no GPCs (gpu.gpcs). */
bool timed_clusters(u32 cluster, u32 ctas_an_sm, u64 *n);
/* The next launch is the host's, or a kernel's (cuda/nested.c), by a call that ended in this cycle: then gpu.launch_*
   decide when it starts, if the machine has them. */
enum timed_nested { TIMED_HOST, TIMED_CHILD, TIMED_TAIL, TIMED_NEXT_TAIL };
void timed_nested(enum timed_nested, u64 called);
/* Several launches at a time. One is prepared; then all that `next` returns run until the machine is empty, and
   `ended` is called for each that ends. False: as timed_run. */
struct timed_launch;
struct timed_offer {
    struct timed_launch *launch;
    int priority;
    bool asks;         /* its kernel may launch others */
    bool whole;        /* it is cooperative: all of its CTAs are placed at once */
    bool nested;       /* a kernel has launched it: */
    u64 called, ready; /* cycle in which the call ended, and before which no CTA of it starts */
};
struct timed_several {                                  /* the source of launches */
    bool (*next)(u64 cycle, struct timed_offer *);      /* one that can be launched now; false: none */
    void (*ended)(const struct timed_launch *, u64 at); /* a cycle */
    bool (*more)(void);                                 /* others exist, which wait for running ones */
    u64 (*arrives)(void);                               /* the least timed_arrival of those that kernels asked for */
};
struct timed_span {
    const struct timed_several *have;
    char *last; /* [256]: the name of the last that was launched */
    struct gpu_director director;
};
/* When a launch by a kernel arrives at the machine: as gpu_arrival. */
u64 timed_arrival(u64 known, u64 ready);
/* Does the machine say how long launches from kernels take (gpu.launch_device)? Then its parameters. */
const struct gpu_params *timed_launches(void);
struct emu_source *timed_source_of(const struct timed_launch *);
bool timed_shares(void); /* the machine, and the options, allow it */
struct timed_launch *timed_prepare(struct cuda_state *, const struct emu_launch *, struct diag *);
bool timed_together(struct cuda_state *, struct timed_span *, struct emu_fault *, struct diag *d);
/* The run record, as JSON; takes over `untimed`, the launches that were only executed (NULL: none). */
bool timed_salvage(const char *out,
                   const struct out_times *); /* in `sluice run`, from the journal; false: no machine */
const struct out_times *timed_times(void);
bool timed_write(const char *path, json_t *untimed, const char *fault); /* false, with errno: it is not whole */

#endif
