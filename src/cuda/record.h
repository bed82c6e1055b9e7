/* What `sluice run` asked for and gets: options come in a file that $SLUICE_RUN names, the record goes to the file
   named there. Without $SLUICE_RUN kernels just run. */
#ifndef SLUICE_CUDA_RECORD_H
#define SLUICE_CUDA_RECORD_H
#include <jansson.h>

#include "cuda/state.h"
#include "decl/fact.h"

void cuda_record_begin(struct cuda_state *, struct emu_options *);       /* reads the options */
void cuda_record_describe(struct cuda_state *, struct cudaDeviceProp *); /* the simulated machine's figures */
/* Runs one launch. False: the program's fault, or errors in d. */
bool cuda_record_run(struct cuda_state *, const struct emu_launch *, struct emu_fault *, struct diag *d);
/* The same for launches that run together: one begins (*t NULL: it was only executed), and those that `next` gives
   are timed until the machine is empty. */
struct timed_launch;
bool cuda_record_shares(void); /* the machine, and the options, allow it */
bool cuda_record_begin_one(struct cuda_state *, const struct emu_launch *, struct timed_launch **t,
                           struct emu_fault *, struct diag *d);
struct timed_several;
bool cuda_record_together(struct cuda_state *, const struct timed_several *, struct emu_fault *, struct diag *d);
/* What has gone wrong is sluice's own mistake: `sluice run` says how to repeat it. */
void cuda_record_broken(const char *what);
void cuda_record_proof(json_t *doc);             /* adds what was found and done (cuda/proof.h) */
json_t *cuda_record_program(void);               /* name, arguments, hash, version */
const struct decl_fact *cuda_record_fact(u32 i); /* what a functional run counts of a kernel; NULL behind the last */
/* Why a recording of this kernel says nothing about another machine, or NULL. */
const char *cuda_replays_not(const struct ptx_func *kernel);
void cuda_record_asked(void);              /* the program asked what the device is like */
void cuda_record_end(struct cuda_state *); /* writes the record */
/* In `sluice run`, for a program that ended without writing its record: makes it from the journal. `why` says how the
   program ended. False: there is no journal. */
bool cuda_record_salvage(const char *options, const char *why);

#endif
