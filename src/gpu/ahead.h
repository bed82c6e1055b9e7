/* CTAs that are emulated before there is a place for them, by a thread that leaves its units to another meanwhile.

   What a program with races computes depends on the order in which its CTAs are emulated, so that order is a matter
   of the launch and not of threads: CTAs by their numbers, a fixed number of them at most before they are placed; and
   when a CTA is to go on with a further chunk, all that may be emulated by then come first. */
#ifndef SLUICE_GPU_AHEAD_H
#define SLUICE_GPU_AHEAD_H
#include <stdatomic.h>

#include "base/arena.h"
#include "stream/stream.h"

struct gpu;
struct grid;

struct crew_word { /* a word that threads wait on (crew.c) */
    _Atomic u32 value, sleepers;
};

struct ahead {
    struct stream_source *src; /* the launch's source; NULL: none of its CTAs are emulated ahead */
    struct stream_cta *ready;  /* a ring of `lead`: emulated and not yet placed */
    bool *ok;                  /* of these: no fault */
    u32 lead;
    u64 n_ctas;
    u64 taken;             /* CTAs below this are placed */
    _Atomic u64 done, may; /* CTAs below `done` are emulated; those below `may` may be */
    _Alignas(HOST_PAIR) struct crew_word
        news;          /* changes when one more is emulated, and when the emulating thread is done */
    _Atomic bool away; /* a helper emulates; else the caller does, when needed */
};

void ahead_begin(struct gpu *, struct grid *); /* after the launch's first CTAs have been placed */
bool ahead_start(struct gpu *, struct stream_source *, u64 index, struct stream_cta *); /* stream_source.start */
void ahead_settle(struct gpu *);       /* emulates all that may be, before anything else is asked of the source */
void ahead_end(struct gpu *);          /* the launch is over */
bool ahead_wanted(const struct gpu *); /* enough CTAs remain to be worth a helper */
void ahead_work(struct ahead *);       /* by the helper: all there is */

#endif
