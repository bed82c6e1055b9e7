/* Inside isa/: the passes in order (pipeline.c), as compile.c runs them. */
#ifndef SLUICE_ISA_PIPELINE_H
#define SLUICE_ISA_PIPELINE_H
#include "isa/passes.h"
#include "ptx/typed.h"

/* A pass that made what is no PTX, and what: nothing of that compilation is executed. */
struct fault {
    u32 pass; /* its place; NO_FAULT: none did */
    char text[400];
    bool each;              /* looked for behind each pass, those that only note something included */
    u64 changed;            /* passes that changed something, by place; if that is asked for */
    struct ptx_shapes seen; /* that the rules have found right */
};
#define NO_FAULT UINT32_MAX

struct lowering {
    const struct isa_request *r;
    struct ptx_func *f;
    struct arena *a;
    struct diag *d;          /* NULL: the reason why it cannot be done is not asked for */
    struct fault *fault;     /* of all attempts of a compilation */
    struct order_want order; /* what scheduling is asked for; no registers: it is left out */
    struct folds fold;       /* from `fold` to `assign` */
    bool lent;               /* fold belongs to another lowering, which frees it */
    bool failed;
};

/* Places in the pipeline: passes before ORDERED run once, those up to ARRANGED for each order that is tried. */
enum { ORDERED = 15, ARRANGED = 18 };
u32 pipeline_end(const struct isa_request *r); /* the place behind the last pass that is asked for */
/* The passes at `from` to `end` - 1 that apply, each checked, until one fails. */
void pipeline_run(struct lowering *l, u32 from, u32 end);

#endif
