/* Ties paper/ to this program: what identifies a run (the program's contents, the resolved machine) and the `sluice
   run` that makes it. */
#ifndef SLUICE_CLI_PAPER_RUNS_H
#define SLUICE_CLI_PAPER_RUNS_H
#include "runs/plan.h"

struct paper_runs;
/* Fills version, user, identify and command. `runner`: a program to call in place of `sluice run`, or NULL. */
struct paper_runs *paper_runs_open(struct runs_runner *how, const char *runner, struct diag *d);
void paper_runs_close(struct paper_runs *r);

#endif
