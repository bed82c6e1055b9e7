/* [select NAME] of paper.ini: kernels chosen by a rule on the baseline, once, and kept in papers/PAPER/NAME.suite. */
#ifndef SLUICE_PAPER_SELECT_H
#define SLUICE_PAPER_SELECT_H
#include "paper/value.h"

/* Writes the file from finished runs: the chosen kernels (how many: *chosen) with their values, the others as
   comments. */
bool paper_select_write(const struct paper *p, const struct runs_plan *plan, const struct paper_select *s,
                        const char *version, u32 *chosen, struct diag *d);

#endif
