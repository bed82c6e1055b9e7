/* What check.c asks truth.c: is this result of an approximate instruction as near to the true value as the PTX manual
 * says? */
#ifndef GOLDEN_CHECK_H
#define GOLDEN_CHECK_H
#include <stdbool.h>
#include <stdint.h>

/* Is the instruction one with a documented error bound instead of a defined result? */
bool truth_applies(const char *instr);
/* Is `ours` within the bound? Where the manual gives none (a large argument of sin), any value in range will do;
   where the true value is not finite, what the hardware gave decides. */
bool truth_holds(const char *instr, const uint64_t *in, uint64_t ours, uint64_t hardware);
#endif
