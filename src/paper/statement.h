/* Statements: read from an experiment's [statement ID] sections. */
#ifndef SLUICE_PAPER_STATEMENT_H
#define SLUICE_PAPER_STATEMENT_H
#include "paper/entries.h"
#include "paper/paper.h"

void paper_read_statements(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d);

#endif
