/* Work of several streams on a machine, which shares it (together.c). The caller holds the lock. */
#ifndef SLUICE_CUDA_TOGETHER_H
#define SLUICE_CUDA_TOGETHER_H
#include "cuda/graph.h"

/* Where work of this stream waits until its end is asked for; NULL: it is done now, and all that waited is. */
struct CUgraph_st *together_queue(cudaStream_t);
/* The call has added to that: what the program could see without a further call is done now. */
void together_added(const struct CUgraph_st *);
void together_apart(void);                 /* all that waits is done, and what the next call has is not to wait */
void together_settle(void);                /* all that waits is done */
void together_wait(void);                  /* likewise, by a call that waits for work and changes no memory */
void together_wait_for_default(void);      /* likewise, one that waits for all but non-blocking streams */
bool together_hosts(const void *);         /* the host may read and write there without a call */
void together_forget_stream(cudaStream_t); /* it is destroyed: another may get its address */

#endif
