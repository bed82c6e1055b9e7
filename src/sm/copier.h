/* The copy engine of an SM: bulk copies between global and shared memory, beside the warps. Copies wait in
   one queue for reads and one for writes, each worked on in order: from copy.latency cycles after its
   instruction, the head requests its lines (past the L1), at copy.rate bytes a cycle or copy.store_rate. A
   read ends when its last reply has come; then its barrier objects are updated (stream_source.copied). A
   write's group ends copy.store_latency cycles after its last request has left; its place is free when all
   are answered. Copies within shared memory send no request. A copy to several SMs (multicast) ends when each
   of them can have received all that was sent to it since, at copy.receive_rate (gpu/feed.c keeps these
   times). Leaves out: the shared-memory bandwidth of copies, and the cost of a tensor map other than the one
   used last. */
#ifndef SLUICE_SM_COPIER_H
#define SLUICE_SM_COPIER_H
#include "decl/decl.h"
#include "stream/stream.h"

#define COPY_PARAMS(P, B, E)                                                                                         \
    P(latency, 1, 1, 100000, "cycles",                                                                               \
      "bulk copies: from the instruction to the copy engine's first request (measured)")                             \
    P(rate, 96, 1, 65536, "bytes/cycle",                                                                             \
      "bulk copies: bytes of global memory that an SM's copy engine asks for (measured)")                            \
    P(store_rate, 32, 1, 65536, "bytes/cycle", "bulk copies: bytes that it writes to global memory (measured)")      \
    P(reduce_rate, 32, 1, 65536, "bytes/cycle",                                                                      \
      "bulk copies that reduce: bytes that it sends to global memory "                                               \
      "(measured)")                                                                                                  \
    P(tensor_latency, 0, 0, 100000, "cycles",                                                                        \
      "bulk copies of tensors: further cycles before the first request, for the tensor's map (measured)")            \
    P(receive_rate, 96, 1, 65536, "bytes/cycle",                                                                     \
      "bulk copies to several CTAs of a cluster: bytes that an SM takes of them (measured)")                         \
    P(store_latency, 13, 1, 100000, "cycles",                                                                        \
      "bulk copies to global memory: from the last request to the end of the group that waits for it (measured)")
DECL_PARAMS(copy, COPY_PARAMS);

struct sm;
struct arena;
#define COPY_GATE 255 /* in sm.gates: copies have ended, and are to be reported */

struct copier;
struct copier *copier_new(struct arena *, const struct copy_params *);
void copier_launch(struct sm *); /* a kernel begins */
/* The context's instruction has begun this copy, in the cycle ticked last; it does not end before `until`. */
void sm_copy(struct sm *, u32 ctx, const struct stream_copy *, u64 until);
/* The next ended copy, for stream_source.copied, and the slot of its CTA; false: none. */
bool sm_take_copied(struct sm *, u64 *id, u32 *slot);
void sm_copies_told(struct sm *); /* the last of them was reported: warps at barrier objects look again */
u64 copier_tick(struct sm *, u64 cycle, cyc now); /* the next cycle with work; NEVER: a port wakes the SM */
/* Are groups of the context unfinished, apart from the last `keep`? */
bool copier_waits(const struct sm *, u32 ctx, u32 keep);

#endif
