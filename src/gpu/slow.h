/* The slowest requests of each kernel, stage by stage: kept while samples are taken (--sample), for one SM and one
   line in sixteen (mem/mark.h), so that it costs little and never grows. */
#ifndef SLUICE_GPU_SLOW_H
#define SLUICE_GPU_SLOW_H
#include <jansson.h>

#include "base/vec.h"
#include "mem/mark.h"
#include "sm/watch.h"

#define SLOW_MOST 8     /* of a kernel */
#define SLOW_KERNELS 16 /* later kernels are left out */
#define SLOW_STAGES 12

struct slow_request {
    struct sm_log_request q;
    u64 launch; /* from 1 */
    u32 n;
    struct slow_stage {
        const char *name;
        u64 cycles;
    } stages[SLOW_STAGES];
};
struct slow_kernel {
    char name[256];
    u32 n;
    struct slow_request at[SLOW_MOST]; /* the slowest first */
};
struct slow {
    bool on;
    struct marks marks; /* of requests that are under way */
    VEC(struct slow_kernel *) kernels;
};

struct gpu;
void slow_init(struct gpu *);
void slow_free(struct gpu *);
void slow_collect(struct gpu *, const char *kernel, u64 launch); /* what was answered since the last time */
json_t *slow_json(const struct gpu *);                           /* NULL: nothing was asked for */

#endif
