/* Work of several streams on a machine, which shares it (together.c). The caller holds the lock. */
#ifndef SLUICE_CUDA_TOGETHER_H
#define SLUICE_CUDA_TOGETHER_H
#include "cuda/graph.h"

/* The queue in which work of this stream waits for its end to be asked for; NULL: all of it is done now. */
struct CUgraph_st *together_queue(cudaStream_t);
/* The call has added to that queue: work whose end the program could see without a further call is done now. */
void together_added(const struct CUgraph_st *);
void together_apart(void);                 /* all waiting work is done, and the next call's is not to wait */
void together_settle(void);                /* all waiting work is done */
void together_wait(void);                  /* likewise, for a call that waits for work and changes no memory */
void together_wait_for_default(void);      /* likewise, for a call that waits for all but non-blocking streams */
bool together_hosts(const void *);         /* may the host read and write there without a call? */
void together_forget_stream(cudaStream_t); /* it is destroyed: another may get its address */

#endif
