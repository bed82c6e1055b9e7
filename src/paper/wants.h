/* The runs that a paper's figures, statements and selections need, in a plan (runs/plan.h). */
#ifndef SLUICE_PAPER_WANTS_H
#define SLUICE_PAPER_WANTS_H
#include "paper/paper.h"
#include "runs/plan.h"

#define PAPER_MEAN_OF_SEEDS UINT32_MAX
#define PAPER_SEEDS_MOST 100

/* Adds what the figure and its statements need: what a statement needs under each of the plan's seeds, the rest under
   the first. What follows from constants needs no others. */
void paper_plan_add(struct runs_plan *plan, const struct paper *p, const struct paper_figure *f);
/* The run of a workload on a machine under a configuration (its i-th sweep value) and a seed (0: the plan's first),
   or NULL. */
struct runs_run *paper_plan_find(const struct runs_plan *plan, const struct paper *p, const char *workload,
                                 u32 machine, u32 config, u32 sweep, u32 seed);
u32 paper_plan_seeds(const struct runs_plan *plan); /* how many: at least 1 */
/* Adds what [select NAME] needs. */
void paper_plan_add_select(struct runs_plan *plan, const struct paper *p, const struct paper_select *s);

#endif
