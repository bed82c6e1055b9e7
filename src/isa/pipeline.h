/* Inside isa/: the passes in order (pipeline.c), as compile.c runs them. */
#ifndef SLUICE_ISA_PIPELINE_H
#define SLUICE_ISA_PIPELINE_H
#include "isa/passes.h"
#include "ptx/typed.h"

/* A pass that made invalid PTX, and what: nothing of that compilation is executed. */
struct fault {
    u32 pass; /* its index; NO_FAULT: none */
    char text[400];
    bool each;              /* checked after each pass, also after those that only make notes */
    u64 changed;            /* passes that changed something, by index, if that is counted */
    struct ptx_shapes seen; /* shapes that the rules have accepted */
};
#define NO_FAULT UINT32_MAX

struct lowering {
    const struct isa_request *r;
    struct ptx_func *f;
    struct arena *a;
    struct diag *d;          /* NULL: the reason of a failure is not wanted */
    struct fault *fault;     /* of all attempts of a compilation */
    struct order_want order; /* what scheduling should achieve; no registers: it is left out */
    struct folds fold;       /* from `fold` to `assign` */
    bool lent;               /* fold belongs to another lowering, which frees it */
    bool failed;
};

/* Places in the pipeline: passes before ORDERED run once, those up to ARRANGED for each order that is tried. */
enum { ORDERED = 15, ARRANGED = 18 };
u32 pipeline_end(const struct isa_request *r); /* the index after the last pass that is wanted */
/* Runs the passes at `from` to `end` - 1 that apply, checking each, until one fails. */
void pipeline_run(struct lowering *l, u32 from, u32 end);

#endif
