/* A memory request as it moves through the machine: by value, 32 bytes. */
#ifndef SLUICE_MEM_REQ_H
#define SLUICE_MEM_REQ_H
#include "base/types.h"

enum req_kind {
    RQ_READ,
    RQ_WRITE,
    RQ_ATOMIC /* performed at the L2 */,
    RQ_RED /* the same, no value comes back */,
    RQ_FLUSH
};
enum {
    RQF_BYPASS = 1,  /* reply goes to the registers without filling the L1 */
    RQF_SKIP_L1 = 2, /* the instruction asked for it (.cg, volatile) or the machine caches no globals in the L1 */
    RQF_LOCAL = 4,   /* local memory: same way, own counters */
    RQF_TEX = 8,
    RQF_CONST = 16,
    RQF_FILL = 32,     /* L2: this is a fill for the slice's own miss */
    RQF_PREFETCH = 64, /* nobody waits for the data; it is answered like any other */
    RQF_OWN = 128      /* a cache's own write-back: the cache itself takes the answer */
};

struct req {
    u64 line;  /* byte address of the line (aligned to the level's line size) */
    u32 token; /* the LSU's memory-instruction slot that waits for it */
    u16 sm;
    u16 warp; /* warp slot in the SM */
    u16 cta;  /* CTA slot in the SM */
    u8 kind;  /* enum req_kind */
    u8 flags;
    u8 sectors; /* 32-byte sectors of the line wanted (bit mask); an unsectored cache asks for all of them below */
    u8 bytes;   /* payload of a write or an atomic in 4-byte words (so that 128 fits) */
    u16 cluster;
    u32 born; /* tick of creation, low 32 bits: latency = (u32)now - born */
};
_Static_assert(sizeof(struct req) == 32, "a request is 32 bytes");

#endif
