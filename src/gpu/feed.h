/* What happens to CTAs and streams between windows. */
#ifndef SLUICE_GPU_FEED_H
#define SLUICE_GPU_FEED_H
#include "base/types.h"

struct gpu;
struct grid;
struct cta_run;

/* CTAs into free slots, from this cycle on; false: the program is at fault */
bool feed_start(struct gpu *, struct grid *, u64 cycle);
bool feed_run(struct gpu *, struct grid *, const struct cta_run *,
              u64 cycle); /* one run of them, which has its places */
/* CTAs that finished before this cycle go back, and others take their places; false: the program is at fault. */
bool feed_collect(struct gpu *, u64 before);
/* The gated instructions that the SM has issued are performed; false: the program is at fault. */
bool feed_gates(struct gpu *, u32 sm);
bool feed_sm(struct gpu *, u32 sm); /* streams of one SM that might run dry become longer */
bool feed_streams(struct gpu *);    /* and of all */
void feed_abandon(struct gpu *);    /* after a fault or a limit */

#endif
