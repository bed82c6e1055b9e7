/* What a run has recorded so far, on disk as launches end: a program may end by _exit, exec, abort, a crash or
   SIGKILL, and then `sluice run` makes the record from this. Two files: OUT.rows holds a head and a slot for each
   kernel that was only executed; OUT.timed every timed launch, one after the other. */
#ifndef SLUICE_CUDA_JOURNAL_H
#define SLUICE_CUDA_JOURNAL_H
#include "base/hash.h"
#include "emu/emu.h"
#include "gpu/gpu.h"
#include "out/out.h"

struct journal_row { /* a kernel, summed over the launches that were executed without timing */
    char name[256];
    u64 launches, first;   /* number of the first, among all launches, from 1 */
    u32 grid[3], block[3]; /* of the first launch */
    u32 regs, shared;
    struct emu_counts sum;
};
struct journal_head {
    char hash[HASH_HEX];     /* of the program */
    char contents[HASH_HEX]; /* of all that it gave the device; "": not asked for */
    bool follows;            /* what it does may depend on the machine */
    u64 launches, rows;
    struct out_times times;
    char fault[1024];
    bool broken; /* the fault is sluice's own */
};
struct journal_now { /* the current launch: memory mapped from a file, which outlives the process */
    u64 launch;      /* its number; 0: there is none */
    char kernel[256];
};
struct journal_launch {
    u64 number;       /* from 1 */
    char limiter[32]; /* what occupancy.limiter points to */
    struct gpu_record record;
};

void journal_open(const char *out); /* the record's file; NULL: none, and the others do nothing */
void journal_head(const struct journal_head *);
void journal_row(u64 slot, const struct journal_row *);
void journal_launch(const struct journal_launch *);
void journal_begins(u64 launch, const char *kernel); /* a launch; or, 0 and NULL, it is over */

/* Reading one back: false, and what there is not stays as it was. */
bool journal_read_head(const char *out, struct journal_head *);
bool journal_set_head(const char *out, const struct journal_head *); /* of a run that is over */
bool journal_read_row(const char *out, u64 slot, struct journal_row *);
bool journal_read_now(const char *out, struct journal_now *);
bool journal_read_launch(const char *out, u64 index, struct journal_launch *);

#endif
