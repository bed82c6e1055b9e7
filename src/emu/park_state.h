/* Inside emu/: a launch's data on warps that sleep until a word is written (park.c), and on copies. */
#ifndef SLUICE_EMU_PARK_STATE_H
#define SLUICE_EMU_PARK_STATE_H
#include "base/types.h"
#include "base/vec.h"
#include "stream/stream.h"

struct warp;

#define PARK_BITS 12
#define PARK_BUCKETS (1u << PARK_BITS)
struct park_watch { /* a warp waits for a word (4 bytes) to be written */
    u64 word;       /* its address in the host's memory, divided by 4 */
    struct warp *warp;
    u32 next, back, sibling; /* next and back in its bucket; the warp's next one */
};
struct park { /* park.c */
    u32 *bucket, free;
    VEC(struct park_watch) pool;
    u32 n_watched;
    u64 lo, hi;    /* no word outside is watched */
    VEC(u64) read; /* words that the examined warp has read; timed: words that any waiting warp reads */
    VEC(u64) at; /* addresses of the words that the host may write, and their values before all warps looked again */
    VEC(u32) value;
    u64 at_changes; /* changes then */
    u32 looks;      /* how often all warps have checked again without a change */
};

/* Bulk copies of a timed launch: copies.c. */
struct copying;
struct copies {
    struct copying *under_way, *begins; /* begins: by the instruction being performed */
    u64 n, n_before;                    /* how many so far, and before the instruction being performed */
    VEC(struct stream_copy) begun;      /* by that */
};

#endif
