/* The runs that a paper's figures, statements and selections need, in a plan (runs/plan.h). */
#ifndef SLUICE_PAPER_WANTS_H
#define SLUICE_PAPER_WANTS_H
#include "paper/paper.h"
#include "runs/plan.h"

/* Adds what the figure and its statements need. */
void runs_plan_add(struct runs_plan *plan, const struct paper *p, const struct paper_figure *f);
/* The run of a workload on a machine under a configuration (its i-th sweep value), or NULL. */
struct runs_run *runs_plan_find(const struct runs_plan *plan, const struct paper *p, const char *workload,
                                u32 machine, u32 config, u32 sweep);
/* Adds what [select NAME] needs. */
void paper_plan_add_select(struct runs_plan *plan, const struct paper *p, const struct paper_select *s);

#endif
