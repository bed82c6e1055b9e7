/* Launches that run beside the host (beside.c). The caller holds the lock. */
#ifndef SLUICE_CUDA_BESIDE_H
#define SLUICE_CUDA_BESIDE_H
#include "cuda/graph.h"

/* Runs a node on a thread of its own, and comes back when it has ended, with its error, or when it waits for memory
   that the host may write: then what the stream gets from now on waits behind it. Takes the node over. */
cudaError_t beside_run(struct CUgraphNode_st *, cudaStream_t);
bool beside_here(void);
u32 beside_host_threads(void); /* threads that are the program's, and not ours */
/* A kernel that waits until the one that this thread runs is over; NULL: there is none. */
const struct cuda_function *beside_held(void); /* this thread is such a one: what it does has its turn */
/* Where work of this stream has to wait; NULL: it can be done now. */
struct CUgraph_st *beside_queue(cudaStream_t);
struct CUgraph_st *beside_machine(void); /* the same for launches on a machine, which has one at a time */
void beside_stage(
    struct CUgraph_st *queue);    /* its last node copies: what it reads of the program's own memory is read now */
bool beside_busy(cudaStream_t);   /* there is such work */
void beside_settle(cudaStream_t); /* waits until there is none */
void beside_settle_all(void);
void beside_forget_stream(cudaStream_t); /* it is destroyed: another may get its address */
void beside_record(cudaEvent_t, struct CUgraph_st *queue);
void beside_recorded(cudaEvent_t); /* a record that had to wait is done */
void beside_settle_event(cudaEvent_t);
void beside_wait_event(cudaStream_t, cudaEvent_t); /* what the stream gets from now on waits for the event */
bool beside_wait(const struct emu_wait *);         /* emu_options.wait */
void beside_end(void);                             /* the process ends */

#endif
