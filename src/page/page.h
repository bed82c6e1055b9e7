/* Pages for a browser: one file each, nothing fetched, light and dark by the reader's setting, printable. Drawings
   are inline SVG whose colours are classes of the page's style. A script of our own (page.js) adds values under the
   pointer, sorting, hiding, zooming over time and saving; without it a page shows the same. */
#ifndef SLUICE_PAGE_PAGE_H
#define SLUICE_PAGE_PAGE_H
#include <jansson.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/types.h"

/* ---- the frame (page.c) ---- */
void page_begin(FILE *to, const char *title);
void page_end(FILE *to);
void page_text(FILE *to, const char *s); /* escaped */
/* "1,234", "0.0123", "1.2 M": a number for people, at most about seven characters. */
const char *page_number(double v, char buf[32]);
const char *page_bytes(double v, char buf[32]);     /* "1.2 MB" */
const char *page_thousands(double v, char buf[32]); /* "1,234,567": a whole number, all of it */
const char *page_seconds(double v, char buf[32]);   /* "1.24 ms", of three digits */
/* The meaning of a statistic or parameter, for hovering, or NULL; from the declared rows, which pages cannot see. */
typedef const char *page_help_fn(const char *key, char *buf, size_t n);

/* ---- plots of a table (plot.c, heat.c) ---- */
#define PLOT_COLOURS 8
#define PLOT_HOLLOW 98 /* of a point: its outline only, dashed */
struct plot {
    const char *title, *x_name, *y_name;
    u32 n_x, n_series;
    const char *const *x_words;      /* n_x */
    const double *x;                 /* n_x; NULL: words */
    const char *const *series_words; /* n_series; may be NULL if there is one */
    const double *y;                 /* y[series * n_x + i]; NAN: no value */
    bool log_x, log_y;
    double y_least_top; /* the axis goes at least so high */
    bool even_x;        /* lines: round numbers along x, not every point's word */
    const u32 *colours; /* areas: of each series, as page_slot_colour has them; NULL: in order */
    bool part;          /* one of the drawings of a figure, whose caption and legend its caller writes */
    /* lines and bars: */
    double y_top; /* the axis ends here, a bar that would be higher says its value; 0: by the values */
    double one;   /* a dashed line at this value; 0: none */
    const struct plot_mark *marks; /* values from elsewhere, beside those of y */
    u32 n_marks;
    const char *const *notes; /* as y: said with a value; its entries may be NULL */
    const double *spread;     /* as y: a whisker so long up and down; NAN or 0: none. NULL: none has one */
    u32 stack;                /* bars: so many series stand on each other, one bar after the other; 0: none do */
    double bar;               /* bars: at least so wide */
    const bool *means;        /* bars, n_x: stands out; may be NULL */
    /* lines: as y; areas: n_x, of the first series: the same of another run, dashed. NULL: there is none */
    const double *ghost;
    const char *ghost_name;
};
struct plot_mark {
    u32 series, at; /* of the plot's values */
    double y;
    const char *label;
};
void plot_lines(FILE *to, const struct plot *p);
void plot_bars(FILE *to, const struct plot *p);
void plot_heat(FILE *to, const struct plot *p);  /* a row a series, a column an x; x, if given, goes up evenly */
void plot_areas(FILE *to, const struct plot *p); /* stacked; x ascends */
void plot_begin(FILE *to, const struct plot *p); /* the caption, without a drawing */
void plot_end(FILE *to, const struct plot *p);
double plot_step(double span, u32 most); /* between round numbers, at most so many of them */
/* Beyond the palette: PLOT_COLOURS on the same ones lighter (a style), from 2 * PLOT_COLOURS on hatched (a class). */
const char *plot_shade(u32 colour);
const char *plot_hatch(u32 colour);                                              /* " h", or "" */
const char *plot_tick(double v, char buf[32]);                                   /* no more digits than it needs */
void plot_legend(FILE *to, const char *const *words, const u32 *colours, u32 n); /* colours may be NULL */

struct plot_point {
    double x, y;
    const char *label;
    u32 colour; /* or PLOT_HOLLOW */
};
struct plot_rule { /* a line through (1, at) with this slope in log-log, drawn up to y = top */
    double slope_at, top;
    const char *label;
};
/* Log-log points with a diagonal or a roof. */
struct scatter {
    const char *title, *x_name, *y_name;
    const struct plot_point *points;
    u32 n;
    bool diagonal;     /* y = x, and its half and double */
    double roof_slope; /* y = slope x up to roof_top: a roofline; 0: none */
    double roof_top;
    const char *roof_words[2];     /* what the slope and the top are */
    double ghost_slope, ghost_top; /* another roof, dashed; 0: none */
};
void plot_scatter(FILE *to, const struct scatter *s);

/* ---- many configurations (tradeoff.c) ---- */
struct tradeoff { /* two metrics against each other */
    const char *x_name, *y_name;
    const struct plot_point *points;
    u32 n;
    bool more_x, more_y; /* more is better */
};
bool tradeoff_holds(const struct tradeoff *f, u32 i); /* no other point is as good in both and better in one */
void plot_tradeoff(FILE *to, const struct tradeoff *f);
struct parallel_axis {
    const char *name;
    const char *const *words; /* its values, in order */
    u32 n_words;
};
struct parallel {
    const struct parallel_axis *axes;
    u32 n_axes, n;
    const u32 *at; /* at[i * n_axes + k]: which value configuration i has on axis k */
    const double *metric;
    const char *metric_name;
    bool more;                 /* more is better */
    const char *const *labels; /* n */
};
void plot_parallel(FILE *to, const struct parallel *p);

/* ---- the report of a record (report.c and its parts) ---- */
/* Ask page_check (keys.h) first: what is not in the record is shown as 0. */
void page_report(FILE *to, const json_t *record, page_help_fn *help);
/* Its parts, each a figure. */
void page_slots(FILE *to, const json_t *kernel, size_t index, page_help_fn *help);
#define PAGE_IDLE 99                     /* the background's colour */
u32 page_slot_colour(const char *cause); /* of out_slots: the same on every page */
void page_slot_bar(FILE *to, const json_t *slot, u32 height, page_help_fn *help); /* of a kernel's "slot" */
void page_slot_legend(FILE *to, const json_t *slot, page_help_fn *help);
/* The run with which another one is compared: its values are drawn behind, dashed. NULL: there is none. */
struct page_ghost {
    const json_t *record, *kernel; /* a kernel of it, or its total */
    const char *name;              /* "A" */
};
void page_path(FILE *to, const json_t *kernel, size_t index, const json_t *machine, const struct page_ghost *ghost,
               page_help_fn *help);
/* Compute and memory against their peaks, and their parts. */
void page_peaks(FILE *to, const json_t *kernel, const json_t *machine, const struct page_ghost *ghost,
                page_help_fn *help);
/* Behind each of its boxes, for page_path. */
void page_stages(FILE *to, const json_t *kernel, size_t index, const struct page_ghost *ghost);
void page_latency(FILE *to, const json_t *kernel, const struct page_ghost *ghost, page_help_fn *help);
/* Every kernel; the chosen one stands out; SIZE_MAX: all do. */
void page_roofline(FILE *to, const json_t *record, size_t chosen, const struct page_ghost *ghost);
void page_occupancy(FILE *to, const json_t *kernel, const json_t *machine, const struct page_ghost *ghost);
void page_statistics(FILE *to, const json_t *kernel, const json_t *units, page_help_fn *help);
/* Nothing if there is none. */
void page_energy(FILE *to, const json_t *kernel, const struct page_ghost *ghost, page_help_fn *help);
void page_samples(FILE *to, const json_t *record, const struct page_ghost *ghost);
/* Where a sentence of the verdict names a source line of the kernel, "sum.cu:9": that place in the text, which of the
   record's sources it is in, and the line. NULL: it names none. */
const char *page_named_line(const json_t *record, const json_t *kernel, const char *text, size_t *which, u32 *line);
/* Those that --sample kept of this kernel; nothing if there are none. */
void page_requests(FILE *to, const json_t *record, const char *kernel);
void page_lines(FILE *to, const json_t *record);

#endif
