/* Random programs on random machines: every choice, switch and number that is declared may come up, from the default
   machine on or from one of those that are shipped.

   SLUICE_RANDOM=FROM,N runs the cases FROM to FROM+N-1; tools/random-machines runs as many as one likes. A case that
   fails says with which --set its machine differs from the default one. */
#ifndef SLUICE_TESTS_GPU_RANDOM_CASE_H
#define SLUICE_TESTS_GPU_RANDOM_CASE_H
#include "gpu/gpu.h"

void all_cases(u64 n, void (*one_case)(u64 n)); /* from 0 on, or those of SLUICE_RANDOM */
u64 begin_case(u64 n, struct machine_config *); /* makes the machine; returns the program's seed */
u64 rnd(u64 n);                                 /* 0 to n - 1; the same in every run of a case */
/* Two launches, and all that was counted, as text; whatever the options ask for is part of it. */
char *simulate(const struct machine_config *, u64 program, const struct gpu_options *, u64 *cycles);
/* Fails, with the first line that differs, unless they are equal. Frees `got`. */
void compare(u64 n, const struct machine_config *, const char *what, const char *want, char *got);

#endif
