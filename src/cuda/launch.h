/* What launch.c shares with those that launch for others: kernels (nested.c) and several streams (together.c). */
#ifndef SLUICE_CUDA_LAUNCH_H
#define SLUICE_CUDA_LAUNCH_H
#include "cuda/state.h"

/* One that is to run with others (together.c); NULL: it was only executed, or something was wrong. */
struct timed_launch *cuda_launch_together(const struct cuda_launch *);
/* Where it is captured, or waits for its turn; NULL: now. args: of a cooperative launch, one pointer a parameter. */
struct CUgraph_st *cuda_launches_into(const struct cuda_launch *, void **args);
/* What came of a launch, to the program: its error. Without a function: of several. */
cudaError_t cuda_launched(struct cuda_state *, const struct cuda_function *, bool ok, const struct emu_fault *,
                          struct diag *);
struct emu_launch cuda_emulated(const struct cuda_launch *);
/* nested.c */
void nested_begin(struct cuda_state *);                                  /* a launch of the host begins */
cudaError_t nested_run(struct cuda_state *, const struct cuda_launch *); /* what it asked for is done */
struct emu_nested;
/* A copy or a fill that a kernel of this name asked for. */
cudaError_t nested_move(struct cuda_state *, const char *parent, const struct emu_nested *);

#endif
