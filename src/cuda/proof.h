/* Machine code held to its PTX (proof.c): a machine changes time, never a value. */
#ifndef SLUICE_CUDA_PROOF_H
#define SLUICE_CUDA_PROOF_H
#include <jansson.h>

#include "cuda/state.h"
#include "decl/fact.h"

#define PROOF_WORDS "on, off or always"
/* "on": each machine code once, until it is known; "always": every launch; "off". False: it is none of these. */
bool proof_option(const char *value);
/* Launches are timed for at most so many cycles, so the proof need not take longer; 0: no limit. */
void proof_limit(u64 cycles);
/* Before a launch is timed or recorded: compares its code with its PTX, unless that has been done. A difference is
   reported, and the kernel compiled again without the pass that made it. */
void proof_launch(struct cuda_state *, const struct emu_launch *);
/* For the record: a row for each kernel that was not simply equal (NULL: none), the same in every run; and what was
   done in this run. */
json_t *proof_rows(void);
json_t *proof_done(void);

#endif
