/* The link to the host's memory: kernels that touch pinned memory (cudaHostAlloc, cudaHostRegister) go there, not to
   the L2. A unit of its own with a port of the networks; one request is taken and one reply sent in a core cycle.

   Two directions, each with a rate. A read's request takes link.request bytes of the way out for each block that it
   wants, its data come link.latency later over the way in, in whole blocks. A write takes blocks of the way out and
   is acknowledged link.ack after it has left, without waiting for the host. An atomic is a read and a write, and
   keeps the way out for both. Nothing is kept here, and reads of one line are not joined: on the card every SM
   fetches what it wants by itself, and only the L1 keeps it. Measured on an H200: tools/h200/host_memory.cu. Leaves
   out: pages and their translation, a read that waits for an earlier write of its address, the host's own caches and
   memory. */
#ifndef SLUICE_MEM_LINK_H
#define SLUICE_MEM_LINK_H
#include <stdio.h>

#include "decl/decl.h"
#include "mem/mark.h"
#include "mem/noc.h"
#include "mem/port.h"
#include "stream/kernel.h"

#define LINK_PARAMS(P, B, E)                                                                                         \
    P(latency, 0, 0, 1000000, "core cycles",                                                                         \
      "time from a read's request, sent to the host, to the first of its data; 0: no link, the host's pinned "       \
      "memory is like the device's (measured)")                                                                      \
    P(read_rate, 2500, 1, 10000000, "bytes/100 cycles",                                                              \
      "data that come from the host in 100 core cycles (measured)", WHEN("link.latency", "!0"))                      \
    P(write_rate, 2500, 1, 10000000, "bytes/100 cycles",                                                             \
      "data and requests that go to the host likewise (measured)", WHEN("link.latency", "!0"))                       \
    P(block, 64, 32, 128, "bytes", "data travel in whole aligned blocks of so many bytes (measured)",                \
      WHEN("link.latency", "!0"))                                                                                    \
    P(request, 16, 0, 128, "bytes", "what the request for a block takes of the way to the host (measured)",          \
      WHEN("link.latency", "!0"))                                                                                    \
    P(part, 64, 1, 1024, "bytes",                                                                                    \
      "what a word takes of the way to the host, if a write has several in a block and at most half of its sectors'" \
      " bytes (measured)",                                                                                           \
      WHEN("link.latency", "!0"))                                                                                    \
    P(ack, 100, 1, 100000, "core cycles", "time from a write's end on the link to its acknowledgement (guess)",      \
      WHEN("link.latency", "!0"))                                                                                    \
    P(queue, 1024, 1, 65536, "requests", "reads that may be under way, and writes that may wait (guess)",            \
      WHEN("link.latency", "!0"))
DECL_PARAMS(link, LINK_PARAMS);

#define LINK_STATS(S, R, M, K)                                                                                       \
    S(read, "requests", "reads of the host's memory", LESS)                                                          \
    S(write, "requests", "writes to the host's memory", LESS)                                                        \
    S(atomic, "requests", "atomics and reductions on the host's memory", LESS)                                       \
    S(sectors_read, "sectors", "sectors asked for by reads", LESS)                                                   \
    S(sectors_written, "sectors", "sectors written by writes", LESS)                                                 \
    S(read_bytes, "bytes", "data that came from the host, in whole blocks", LESS)                                    \
    S(write_bytes, "bytes", "data that went to the host, in whole blocks", LESS)                                     \
    S(fail_queue, "core cycles", "a request waits: link.queue others are under way", LESS)
DECL_STATS(link, LINK_STATS);

struct link_wiring {
    cyc period;      /* core */
    struct noc *net; /* by class; the link's port in each is `id` */
    u32 id;
    const u16 *reply_port; /* by SM: its port of the reply network */
    u32 sector;            /* bytes */
};
struct link {
    cyc wake;
    struct link_params p;
    struct link_stats stats;
    struct link_wiring w;
    bool there;             /* this partition is the link, and has no slices and no memory */
    struct port data, acks; /* replies on their way to the network; the link is both ends */
    u64 out_free, in_free;  /* when each direction is free, in ticks times its rate */
    cyc stall_since;        /* since when the first request waits for room; NEVER: it does not */
    u64 taken, answered;    /* conservation */
    struct marks *marks;    /* of marked requests */
};

/* The host's memory: ranges of whole lines, in order of addresses. */
struct link_memory {
    struct stream_range *at;
    u32 n;
};
bool link_holds(const struct link_memory *, u64 addr);

void link_init(struct link *, struct arena *, const struct link_params *, const struct link_wiring *);
cyc link_tick(struct link *, cyc now);
bool link_idle(const struct link *);
void link_audit(const struct link *);
void link_dump(const struct link *, FILE *);
void link_settle(struct link *, cyc now);

#endif
