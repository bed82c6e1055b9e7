/* A launch executed in a process of its own (proof_run.c): what it leaves in memory is told by hashes of CHUNK bytes
   each, and nothing of it is seen here. */
#ifndef SLUICE_CUDA_PROOF_RUN_H
#define SLUICE_CUDA_PROOF_RUN_H
#include "cuda/state.h"
#include "emu/code.h"

#define PROOF_CHUNK 65536u

struct proof_chunk { /* of device memory that was written */
    u64 at, hash;
};
enum proof_end {
    PROOF_LOST,    /* it crashed, took too long, or wrote in too many places */
    PROOF_DONE,    /* to its end */
    PROOF_FAULT,   /* the program's fault, as it looks */
    PROOF_REFUSED, /* it cannot be compiled so */
};
struct proof_image {
    u64 size;    /* of the mapping */
    u32 end;     /* enum proof_end */
    u64 printed; /* hash of the lines that it printed, in any order */
    u64 asked;   /* of the work that it asked for (emu/nested.h), likewise */
    u64 steps;   /* warp instructions */
    u64 ctas;    /* that were executed */
    u64 n;       /* chunks, rising */
    u32 n_kept;  /* contents that are here */
    char fault[512];
    struct proof_chunk *chunks;
    u64 *kept_at; /* addresses of chunks, rising */
    u8 *kept;     /* PROOF_CHUNK bytes each */
};
struct proof_run {
    const struct emu_launch *launch;
    bool ptx;        /* as PTX, else as machine code */
    u64 without;     /* passes that the machine code goes without */
    u8 order;        /* enum emu_order */
    u64 part;        /* emu_launch.part */
    u64 steps;       /* at most so many; 0: the device's own limit */
    const u64 *keep; /* chunks whose contents are wanted */
    u32 n_keep;
};
/* NULL: there can be no such process now. */
struct proof_image *proof_run(struct cuda_state *, const struct proof_run *);
void proof_image_free(struct proof_image *);
/* What is there now, in this process */
u64 proof_hash(u64 at);

#endif
