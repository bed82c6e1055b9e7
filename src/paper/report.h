/* What is shown of a paper's results: aligned text, JSON, and one self-contained HTML page. */
#ifndef SLUICE_PAPER_REPORT_H
#define SLUICE_PAPER_REPORT_H
#include "paper/value.h"

struct paper_report {
    const struct paper *paper;
    const struct paper_plan *plan;
    const struct paper_figure *const *figures; /* those that were asked for */
    struct paper_table *tables;
    struct paper_answer **answers; /* by figure, by statement */
    u32 n;
    u32 verdicts[PAPER_VERDICTS];
    const char *version;
};

/* Computes tables and answers; memory from the arena. */
void paper_report_make(struct paper_report *r, const struct paper *p, const struct paper_plan *plan,
                       const struct paper_figure *const *figures, u32 n, const char *version, struct arena *a);
void paper_report_text(const struct paper_report *r, FILE *to);
json_t *paper_report_json(const struct paper_report *r);
void paper_report_html(const struct paper_report *r, FILE *to);
/* "1.23", "0.045", "1,234": short enough for a column, exact enough to compare. */
void paper_number(double v, char *buf, size_t n);

/* One figure as inline SVG. */
void paper_svg(const struct paper_figure *f, const struct paper_table *t, FILE *to);
void paper_html_text(const char *s, FILE *to); /* escaped */

#endif
