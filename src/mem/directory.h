/* The directory of a coherent machine's L2 slice: for each L1 line within each L2 line, which L1s may have it. A
   request that needs probes waits here, not in the lookup; a request for a line whose probes are out waits at the
   head of the queue. The L2 is inclusive: before a line is evicted, all its copies are recalled. The rules are in
   mesi.c. */
#ifndef SLUICE_MEM_DIRECTORY_H
#define SLUICE_MEM_DIRECTORY_H
#include "mem/mesi.h"
#include "mem/port.h"

#define DIR_MAX_SMS 64

struct dir_line {
    u64 sharers; /* S: a bit an SM */
    u16 owner;   /* EM */
    u16 wait;    /* index + 1 of the dir_wait whose probes are out; 0: none */
    u8 state;    /* enum dir_state */
};
struct dir_wait { /* a request whose probes are out, or a recall */
    const struct dir_row *row;
    struct req req; /* sectors as in the L2's line */
    cyc since;
    u32 line, next_free;
    u16 left; /* acknowledgements still to come */
    bool recall, upgrades, used;
};
struct directory {
    struct dir_line *lines; /* by tag, then by line of the L1 in it */
    u32 per;                /* lines of the L1 in one of the L2 */
    u32 l1_line, l1_sectors;
    struct dir_wait *waits;
    u32 n_waits, used, free, done; /* done: all acknowledged, waiting for room among the replies */
    struct mesi_stats stats;
    u64 probes, acks;
};

struct l2;
void directory_init(struct l2 *, struct arena *);
/* A request at the head of the L2's lookup, for the line at `own`, whose tag is i (TAG_NONE: none). Returns an enum
   l2_stall; L2_OK: it is answered or waits here. */
u32 directory_lookup(struct l2 *, cyc now, const struct req *, u64 own, u32 i);
/* A request whose line has come from memory. */
u32 directory_filled(struct l2 *, cyc now, const struct req *, u32 entry, cyc since);
/* May the line of this tag be evicted? If not, its copies are being recalled. */
u32 directory_evict(struct l2 *, cyc now, u32 tag);
cyc directory_tick(struct l2 *, cyc now); /* handles acknowledgements, and requests that have all of theirs */
bool directory_idle(const struct l2 *);
void directory_audit(const struct l2 *);
void directory_dump(const struct l2 *, FILE *);

#endif
