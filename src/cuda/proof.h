/* Machine code held to its PTX (proof.c): a machine changes time, never a value. */
#ifndef SLUICE_CUDA_PROOF_H
#define SLUICE_CUDA_PROOF_H
#include <jansson.h>

#include "cuda/state.h"
#include "decl/fact.h"

#define PROOF_WORDS "on, off or always"
/* "on": each machine code once, until it is known; "always": every launch; "off". False: it is none of these. */
bool proof_option(const char *value);
/* No launch is timed for longer than so many cycles, and so the others are not worth more either; 0: no limit. */
void proof_limit(u64 cycles);
/* Before a launch is timed or recorded: its code is compared with its PTX, unless that has been done. What is wrong
   is said, and the kernel compiled again without the pass that made it so. */
void proof_launch(struct cuda_state *, const struct emu_launch *);
/* For the record: what was not simply equal, a row a kernel (NULL: there is none), the same in every run; and what
   was done for it in this one. */
json_t *proof_rows(void);
json_t *proof_done(void);

#endif
