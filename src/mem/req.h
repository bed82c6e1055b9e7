/* A memory request as it moves through the machine, and its answer on the way back: by value, 32 bytes. */
#ifndef SLUICE_MEM_REQ_H
#define SLUICE_MEM_REQ_H
#include "base/types.h"
#include "decl/decl.h"

enum req_kind {
    RQ_READ,
    RQ_WRITE,
    RQ_ATOMIC, /* performed at the L2 */
    RQ_RED,    /* the same, no value comes back */
    /* coherent machines (mesi.h): */
    RQ_GETM,       /* a read that asks for the only copy; a reply that brings it, to a plain read too */
    RQ_UPGRADE,    /* a request of an L1 that has a copy: no data, unless it loses the copy meanwhile */
    RQ_INVALIDATE, /* probes of the directory, among the replies */
    RQ_DOWNGRADE,
    RQ_ACK /* their acknowledgement; bytes: the line's, if it had been written to */
};
static inline bool req_is_probe(u32 kind)
{
    return kind >= RQ_INVALIDATE;
}
enum req_space { /* which memory the instruction named; chooses the cache */
                 RQS_GLOBAL,
                 RQS_LOCAL, /* same way as global, own counters */
                 RQS_TEX,
                 RQS_CONST,
                 RQS_COPY /* the copy engine's: no cache of the SM */
};
enum {
    RQF_BYPASS = 1,  /* the L1 could not reserve: the reply goes to the registers without filling it */
    RQF_SKIP_L1 = 2, /* the instruction asked for it (.cg, volatile) or the machine caches no globals in the L1 */
    RQF_HIT = 4,     /* on a reply: the L1's array had all of it at the lookup */
    RQF_FILL = 8,    /* L2 and below: a fill or write-back of the slice's own */
    RQF_ALONE = 16,  /* perhaps the only request of its instruction, as far as the L1 knows (lsu_quick.c) */
    RQF_OWN = 32,    /* a write-back by the cache itself, which takes the reply */
    RQF_L2_HIT = 64, /* on a reply, where it was asked for (memsys_tell_hits): the L2's array had all of it */
    RQF_MARKED = 128 /* leaves a mark at every stage (mark.h); changes nothing else */
};

#define REQ_SAME_FLOAT 128 /* in req.same: floating-point numbers are added */

struct req {
    u64 line; /* byte address of the line (aligned to the level's line size) */
    /* The requester's number, which comes back with the reply. A level that waits for a request of its own puts in
       its own number and keeps the other:
         LSU to L1      the LSU's slot of the instruction, or the number under which it merged several
         L1 to L2       the L1's MSHR for a miss that fills; for bypassing requests, stores, atomics the LSU's
         L2 to memory   with RQF_FILL the L2's MSHR; on a machine without L2 unchanged */
    u32 token;
    u32 born; /* tick of the LSU's push, low 32 bits: age = (u32)now - born */
    u16 sm;
    u16 hub;       /* hub to L2 and back: the merge table's entry that waits for the reply, from 1; 0: none; within a
                      slice with l2.join: the same of its coalescer (lrc.h) */
    u16 warp, cta; /* slots in the SM */
    u16 bytes;     /* bytes of data that travel with it: of a write, of an atomic's operands, of a reply */
    u8 kind;       /* enum req_kind */
    u8 space;      /* enum req_space */
    u8 flags;
    u8 sectors; /* 32-byte sectors wanted at this level (bit mask); an unsectored cache asks for all of them below */
    u8 asked;   /* sectors of the L1's line that the instruction touched, the same at every level */
    union {
        u8 copied; /* a reply: the reader's half of the chip has a copy (noc.far_once) */
        u8 same;   /* an atomic on its way to the L2: passes over its sectors, each sector's being the lanes that want
                      its most wanted word (l2.atomic_pass), and REQ_SAME_FLOAT */
    };
};
_Static_assert(sizeof(struct req) == 32, "a request is 32 bytes");

/* What a memory instruction asks the L1 for. */
#define L1_REQUESTS_WORDS(X)                                                                                         \
    X(L1_REQUEST_LINE, "line", "one for each line")                                                                  \
    X(L1_REQUEST_SECTOR, "sector", "one for each sector, and one each for lanes' atomics on the same word")
DECL_CHOICE(l1_requests, L1_REQUESTS_WORDS);

#endif
