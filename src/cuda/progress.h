/* How far a run is: a line that is written over itself on a terminal, and elsewhere one every few seconds. How many
   launches there will be, and how long each is, a trace knows, or an earlier run of the same program has noted. */
#ifndef SLUICE_CUDA_PROGRESS_H
#define SLUICE_CUDA_PROGRESS_H
#include "base/vec.h"
#include "gpu/gpu.h"

struct progress {
    u64 done;        /* launches that have ended */
    u64 cycles;      /* of these */
    double began;    /* out_clock of the first launch; 0: not yet */
    double told;     /* and when the line was last written */
    bool on_screen;  /* a terminal shows one */
    u64 total;       /* launches there will be; 0: unknown */
    VEC(u64) weight; /* of each: warp instructions; none: each counts the same */
    u64 sum;
};

void progress_expect(struct progress *, u64 launches, const u64 *weights); /* NULL: all the same */
void progress_show(void *progress, const struct gpu_progress *);           /* for gpu_options */
void progress_end(struct progress *);                                      /* takes the line away */

/* What an earlier run of a program with these arguments noted, in the user's cache; false: nothing. */
bool progress_recall(struct progress *, const char *program_hash, const char *arguments);
void progress_note(const char *program_hash, const char *arguments, const u64 *weights, u64 launches);

#endif
