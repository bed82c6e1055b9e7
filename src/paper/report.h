/* What is shown of a paper's results: aligned text, JSON, CSV, and one self-contained HTML page. */
#ifndef SLUICE_PAPER_REPORT_H
#define SLUICE_PAPER_REPORT_H
#include "paper/value.h"

struct paper_now; /* paper/results.h */
/* A value that the paper gives for one cell of a figure. */
struct paper_mark {
    u32 row, col; /* of the table */
    double value;
    const char *id; /* the statement's */
};

struct paper_report {
    const struct paper *paper;
    const struct runs_plan *plan;
    const struct paper_figure *const *figures; /* those that were asked for */
    struct paper_table *tables;
    struct paper_answer **answers; /* by figure, by statement */
    struct paper_mark **marks;     /* by figure */
    u32 *n_marks;
    u32 n;
    u32 verdicts[PAPER_VERDICTS];
    const char *version;
    const struct paper_now *now; /* what kept results are compared with; NULL: with the version */
};

/* Computes tables, answers and marks; memory from the arena. */
void paper_report_make(struct paper_report *r, const struct paper *p, const struct runs_plan *plan,
                       const struct paper_figure *const *figures, u32 n, const char *version, struct arena *a);
void paper_report_text(const struct paper_report *r, FILE *to);
json_t *paper_report_json(const struct paper_report *r);
void paper_report_html(const struct paper_report *r, FILE *to);
/* The table of figure i, with the paper's values in columns of their own. */
void paper_report_csv(const struct paper_report *r, u32 i, FILE *to);
/* What the results are not, in a sentence each: inputs cut down, runs that failed. NULL if there is nothing to say.
 */
const char *paper_caveat(const struct paper_report *r, struct arena *a);
/* "1.23", "0.045", "1,234": short enough for a column, exact enough to compare. */
void paper_number(double v, char *buf, size_t n);
/* "+-0.012": two digits say how far a value v spreads, "+-<0.1%" below a thousandth; "" with fewer than 2 seeds. */
void paper_spread(double v, double sd, u32 seeds, char *buf, size_t n);
/* What the paper says of a statement: "1.38", ">= 1.00", "> 1". */
void paper_claim(const struct paper_target *t, char *buf, size_t n);

void paper_draw(const struct paper_report *r, u32 i, FILE *to); /* figure i: what it shows, legend and drawings */

#endif
