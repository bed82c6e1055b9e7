/* --budget N: each kernel is timed for N cycles, over its launches, from the first on. Later launches are left out,
   not even executed: for programs whose accesses do not depend on computed values, and without saying anything about
   their results. The halves of the window are recorded separately, to show that the measured rate is steady. */
#ifndef SLUICE_CUDA_BUDGET_H
#define SLUICE_CUDA_BUDGET_H
#include <jansson.h>

#include "base/vec.h"
#include "gpu/gpu.h"

struct budget_kernel {
    char name[256];                 /* as it is shown */
    u64 cycles, instrs;             /* so far */
    u64 first_cycles, first_instrs; /* of these in the first half of the budget */
    u64 left_out;                   /* launches, those that were cut short included */
};
struct budget {
    u64 cycles; /* of each kernel; 0: no budget */
    VEC(struct budget_kernel) kernels;
};

/* Is the kernel's budget spent? Counts the launch as left out if so. */
bool budget_spent(struct budget *, const char *shown);
void budget_begin(struct budget *, const char *shown, struct gpu *); /* before a launch: what it may take */
void budget_end(struct budget *, const struct gpu_record *);         /* after it */
json_t *budget_json(const struct budget *);
void budget_free(struct budget *);

#endif
