/* Inside emu/: warps that wait for memory to change (park.c). */
#ifndef SLUICE_EMU_PARK_H
#define SLUICE_EMU_PARK_H
#include "emu/warp.h"

struct access;

/* Notes the state in which a warp ends its slice; sets w->spins when it has come before. */
void spin_watch(struct warp *w);
/* warp_run for launches that park warps: in a loop that only polls, w->parked is set and the slice ends early. */
enum warp_stop park_run(struct warp *w, u64 slice);
void park_wake(struct warp *w); /* lets it run again; does nothing if it is not parked */
void park_free(struct launch *l);
/* Lane i sleeps, or cannot continue: another path of its warp runs (cta.c). False: there is none. */
bool warp_yield(struct warp *w);

/* Notes what a warp that is being examined, or that waits for its time, has read; host: as for access_load. */
void park_read(struct warp *w, const struct access *a, u32 bytes, u64 host);
void park_written(struct launch *l, const struct access *a, u32 bytes, u64 host);
void park_written_bytes(struct launch *l, u64 at, u64 bytes); /* at: the host's address */

static inline bool notes_reads(const struct warp *w)
{
    return w->gate == GATE_WATCH || (w->gate == GATE_PERFORM && w->launch->yields);
}

/* No warp can continue. True: the host has written, or all warps check again; false: it will not write. */
bool park_wait(struct launch *l);

/* Likewise, and the host will not write: the clock moves for warps whose wait also reads it. False: no
   more. */
bool park_pass_time(struct launch *l);

/* Memory that more than one warp sees has changed. */
static inline void memory_changed(struct launch *l, const struct access *a, u32 bytes, u64 host)
{
    l->changes++;
    if (l->park.n_watched)
        park_written(l, a, bytes, host);
}

#endif
