/* The runs that a paper's figures, statements and selections need, in a plan (runs/plan.h). */
#ifndef SLUICE_PAPER_WANTS_H
#define SLUICE_PAPER_WANTS_H
#include "paper/paper.h"
#include "runs/plan.h"

/* In place of a seed: the mean over the first k of them (PAPER_MEAN_OF | k), or over all that there are. */
#define PAPER_MEAN_OF 0x80000000u
#define PAPER_MEAN_OF_SEEDS UINT32_MAX
#define PAPER_SEEDS_MOST 100

/* Adds what the figure and its statements need, where it is not there yet: what a headline needs under each of the
   plan's seeds, what other statements and matrices need under `few` of them or as many as paper_more_seeds found, the
   rest under the first. What follows from constants needs no others. A sweep is decided under the first seed: the
   others run only the value that won there, so they are added once its results are there. */
void paper_plan_add(struct runs_plan *plan, const struct paper *p, const struct paper_figure *f);
void paper_plan_add_statement(struct runs_plan *plan, const struct paper *p, const struct paper_statement *s);
/* The run of a workload on a machine under a configuration (its i-th sweep value) and a seed (0: the plan's first),
   or NULL. */
struct runs_run *paper_plan_find(const struct runs_plan *plan, const struct paper *p, const char *workload,
                                 u32 machine, u32 config, u32 sweep, u32 seed);
u32 paper_plan_seeds(const struct runs_plan *plan); /* how many: at least 1 */
/* One seed more for each of the figure's statements that chance may have decided: its tolerance is below three
   standard errors, or a bound or an order is decided by no more than three. False: none needs more, or can have it.
 */
bool paper_more_seeds(struct runs_plan *plan, const struct paper *p, struct paper_figure *f);
/* Adds what [select NAME] needs. */
void paper_plan_add_select(struct runs_plan *plan, const struct paper *p, const struct paper_select *s);

#endif
