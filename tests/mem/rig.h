/* Drives a whole memory system from scripted sources, one an SM, and records when each reply comes. The loop is the
   one of memsys.h: windows, then an exchange. `skip` off ticks every stage at every edge; `order` shuffles stages:
   neither may change anything. */
#ifndef SLUICE_TESTS_MEM_RIG_H
#define SLUICE_TESTS_MEM_RIG_H
#include "mem/memsys.h"

struct rig_req {
    cyc at; /* not pushed before (core cycles) */
    u32 sm;
    struct req req;
    cyc pushed, replied; /* core cycles, filled in */
};

struct rig {
    struct arena arena;
    struct diag diag;
    struct mem_config c;
    struct mem_shape shape;
    struct memsys m;
    cyc *wake; /* by SM */
    struct rig_req *script;
    u32 n, *next; /* next[sm]: index into script */
    u32 done;
    cyc now;   /* ticks, end of the last window */
    u32 order; /* changes every tick if not 0 */
    bool every;
    u32 replies_per_cycle;
    cyc deaf_until; /* SM 0 takes no replies before this core cycle */
    /* called after each window; true: stop at once */
    bool (*each)(struct rig *);
};

void rig_config(struct rig *); /* defaults: one SM, one partition, all clocks equal; change r->c, r->shape, then: */
void rig_start(struct rig *);
void rig_run(struct rig *, struct rig_req *script, u32 n); /* sorted by `at` for each SM; until all is idle */
void rig_free(struct rig *);
struct req rig_read(u64 line, u32 warp);
struct req rig_write(u64 line, u32 warp, u32 words);
u64 rig_hash(struct rig *); /* of every statistic and reply time */
u64 rng_next(u64 *state);

#endif
