/* Launches that run beside the host (beside.c). The caller holds the lock. */
#ifndef SLUICE_CUDA_BESIDE_H
#define SLUICE_CUDA_BESIDE_H
#include "cuda/graph.h"

/* Runs a node on a thread of its own, and returns when it has ended, with its error, or when it waits for memory that
   the host may write: later work of the stream then waits behind it. Takes the node over. */
cudaError_t beside_run(struct CUgraphNode_st *, cudaStream_t);
bool beside_here(void);        /* this thread runs queued work: its calls are executed now */
u32 beside_host_threads(void); /* threads that belong to the program */
/* The first kernel that is queued behind the one of this thread; NULL: none. */
const struct cuda_function *beside_held(void);
/* The queue in which work of this stream must wait; NULL: it can be done now. */
struct CUgraph_st *beside_queue(cudaStream_t);
struct CUgraph_st *beside_machine(void);     /* the same for launches on the machine, of which there is one */
void beside_stage(struct CUgraph_st *queue); /* its last node is a copy: pageable memory of the program is read now */
bool beside_busy(cudaStream_t);              /* the stream has queued work */
void beside_settle(cudaStream_t);            /* waits until it has none */
void beside_settle_all(void);
void beside_forget_stream(cudaStream_t); /* the stream is destroyed: another may get its address */
void beside_record(cudaEvent_t, struct CUgraph_st *queue);
void beside_recorded(cudaEvent_t); /* a record that waited in a queue is done */
void beside_settle_event(cudaEvent_t);
void beside_wait_event(cudaStream_t, cudaEvent_t); /* later work of the stream waits for the event */
bool beside_wait(const struct emu_wait *);         /* emu_options.wait */
void beside_end(void);                             /* the process ends */

#endif
