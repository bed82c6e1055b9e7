/* A paper that makes no statements (papers/together) is its matrices and tables. papers/NAME/results.csv holds them,
   a cell a row with the version that made it, and docs/papers/NAME-results.md shows the means. */
#ifndef SLUICE_PAPER_MATRIX_H
#define SLUICE_PAPER_MATRIX_H
#include "paper/report.h"

/* Of a pair of systems "a+b" its value over the product of both, of a figure, a row and a column of its table. 0: no
   pair, or one of them is not in the matrix. */
double paper_interaction(const struct paper_report *r, u32 figure, u32 row, u32 col);
/* targets.csv has statements of that paper. */
bool paper_has_statements(const struct paper *p, const char *name);
/* Puts the report's figures into the file in place of the old ones; the other figures stay. */
bool paper_matrix_write(const struct paper_report *r, const char *version, struct diag *d);
/* The page; false (reported) if there is nothing to show. */
bool paper_matrix_page(const char *root, const char *name, FILE *to, struct diag *d);

#endif
