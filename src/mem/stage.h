/* A unit's stages are listed once, in a macro of the unit's header:

       #define SMMEM_STAGES(X, s)  X(prefix, stage, name, there, stats) ...

   prefix names the functions (prefix_tick, _idle, _audit, _dump, _settle), stage is the struct, name is for people,
   `there` says whether this machine has it, and stats is the field of struct mem_stats to which its counters are
   added. The rows below make from it whatever is done to every stage; a stage is added in one place. */
#ifndef SLUICE_MEM_STAGE_H
#define SLUICE_MEM_STAGE_H
#include "mem/port.h"

/* each is one statement; the names on the left are the caller's variables */
#define STAGE_NEXT(prefix, stage, name, there, stats) next = MIN(next, (stage).wake);
#define STAGE_TICK(prefix, stage, name, there, stats) STAGE_RUN((stage).wake, now, prefix##_tick(&(stage), now));
#define STAGE_COUNT(prefix, stage, name, there, stats) +1
#define STAGE_TICK_NTH(prefix, stage, name, there, stats)                                                            \
    if (nth-- == 0)                                                                                                  \
    STAGE_TICK(prefix, stage, name, there, stats)
#define STAGE_WAKE(prefix, stage, name, there, stats)                                                                \
    if (there)                                                                                                       \
        wake_at(&(stage).wake, now);
#define STAGE_IDLE(prefix, stage, name, there, stats) idle = idle && (!(there) || prefix##_idle(&(stage)));
#define STAGE_AUDIT(prefix, stage, name, there, stats)                                                               \
    if (there)                                                                                                       \
        prefix##_audit(&(stage));
#define STAGE_DUMP(prefix, stage, name, there, stats)                                                                \
    if ((there) && !prefix##_idle(&(stage))) {                                                                       \
        fprintf(to, "%s %u %s: ", unit_name, unit_id, name);                                                         \
        prefix##_dump(&(stage), to);                                                                                 \
    }
#define STAGE_SETTLE(prefix, stage, name, there, stats)                                                              \
    if (there)                                                                                                       \
        prefix##_settle(&(stage), now);

#endif
