/* Names what a paper's result depends on, without simulating it, so that a kept result is known to be out of date
   exactly if something that it is made of has changed:
     - the programs' sources with the headers of workloads/ that they include, their arguments, sizes and budgets;
     - the machines' parameters, as far as they are not the defaults (a new parameter changes no machine);
     - how the model behaves on these machines: the rows of papers/behaviour.csv, small runs with and without the
       papers' mechanisms, which the test `behaviour` compares with the model; of a machine without rows, the model's
       sources;
     - what the statement is: its metrics and how they are put together. */
#ifndef SLUICE_CLI_FINGERPRINT_H
#define SLUICE_CLI_FINGERPRINT_H
#include "paper/results.h"

struct fingerprints;
struct fingerprints *fingerprints_open(struct diag *d); /* NULL: reported */
void fingerprints_close(struct fingerprints *f);
/* What results.csv is compared with. */
struct paper_now fingerprints_now(struct fingerprints *f);

#endif
