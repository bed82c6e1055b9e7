/* Kernels that kernels launch, beside their parents (children.c). The caller holds the lock. */
#ifndef SLUICE_CUDA_CHILDREN_H
#define SLUICE_CUDA_CHILDREN_H
#include "cuda/state.h"
#include "cuda/timed.h"

/* The launch is of a kernel that may launch others, and the machine says when these come: they need not wait for its
   end. */
bool children_beside(const struct cuda_launch *, const struct emu_kernel_info *);
/* Runs such a launch, and all that comes of it. False: as cuda_record_run. */
bool children_run(struct cuda_state *, const struct cuda_launch *, struct emu_fault *, struct diag *);

/* A launch of the host begins; `owner` is the caller's name for it. True: it may have children. */
bool children_begin(struct timed_launch *, const struct cuda_launch *, size_t owner, int priority);
bool children_of(size_t owner); /* the launch, or something that comes of it, is not over */
/* As in struct timed_several. */
bool children_next(u64 cycle, struct timed_offer *);
void children_ended(const struct timed_launch *, u64 cycle);
bool children_wait(void);
u64 children_arrive(void);
void children_abandon(void); /* the context is lost: nothing of it will run */

#endif
