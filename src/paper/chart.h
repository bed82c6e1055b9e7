/* Drawing one figure as SVG: what bars.c, lines.c and svg.c share. Colours come from classes (c0..c7) that the page,
   or the drawing's own style when it stands alone, fills in, so that one drawing serves light and dark. */
#ifndef SLUICE_PAPER_CHART_H
#define SLUICE_PAPER_CHART_H
#include "paper/report.h"

#define CHART_WIDTH 1060.0
#define CHART_COLOURS 8
#define CHART_TITLE 24.0 /* above a panel */

struct chart {
    const struct paper *paper;
    const struct paper_plan *plan;
    const struct paper_figure *figure;
    const struct paper_table *table;
    const struct paper_mark *marks;
    u32 n_marks;
    u32 shown[64], n_shown; /* series: columns, configurations or metrics that are drawn */
    double top, step;       /* of the axis */
};

const struct paper_cell *chart_cell(const struct chart *c, u32 row, u32 col);
/* The axis from the values (n of them, changed); those that stand far out are cut, unless keep says at least so much.
 */
void chart_axis(struct chart *c, double *v, u32 n, double keep);
/* Grid lines and their numbers for a plot from (x, y) with this size. */
void chart_grid(const struct chart *c, double x, double y, double width, double height, FILE *to);
void chart_text(FILE *to, const char *class, double x, double y, double turn, const char *anchor, const char *text);
/* The paper's value: a tick from left to right at this height, with what it says as its title. */
void chart_mark(FILE *to, const struct paper_mark *m, double left, double right, double y);
double chart_text_width(const char *text); /* at 11 px, roughly */

/* Each draws below `y` and returns where it ends; with to == NULL it only measures. */
double chart_bars(struct chart *c, double y, FILE *to);
double chart_lines(struct chart *c, double y, FILE *to);
double chart_heat(struct chart *c, double y, FILE *to);

#endif
