/* A figure as inline SVG: grouped or stacked bars, wrapped into panels of readable width. Colours come from the
   page's style (classes c0..c7), so that the same drawing serves light and dark. Bars that would flatten all others
   are cut at the top of the axis and carry their value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/report.h"

#define PANEL_WIDTH 1040.0
#define PLOT_HEIGHT 210.0
#define LEFT 46.0
#define TOP 22.0
#define BOTTOM 106.0
#define COLOURS 8

struct chart {
    const struct paper_figure *figure;
    const struct paper_table *table;
    u32 shown[64], n_shown; /* columns that are drawn */
    double top, step;       /* of the axis */
    double bar, group;      /* widths */
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static const struct paper_cell *cell(const struct chart *c, u32 row, u32 shown)
{
    return &c->table->cells[row * c->table->n_cols + c->shown[shown]];
}

static double bar_top(const struct chart *c, u32 row, u32 shown)
{
    double v = 0;
    if (c->figure->kind != PAPER_STACKED)
        return cell(c, row, shown)->has ? cell(c, row, shown)->value : 0;
    for (u32 i = 0; i <= shown; i++)
        v += cell(c, row, i)->has ? cell(c, row, i)->value : 0;
    return v;
}

/* The axis ends at a round number above all bars, or above most of them if a few stand far out. */
static void choose_axis(struct chart *c)
{
    u32 n = 0, rows = c->table->n_rows;
    double *v = xcalloc((size_t)rows * c->n_shown + 1, sizeof(*v));
    for (u32 r = 0; r < rows; r++)
        for (u32 s = 0; s < c->n_shown; s++)
            v[n++] = bar_top(c, r, s);
    qsort(v, n, sizeof(*v), ascending);
    double most = n ? v[n - 1] : 1, usual = n ? v[(n - 1) * 88 / 100] : 1;
    double top = most > 2.6 * usual && usual > 0 ? usual * 1.6 : most;
    free(v);
    for (u32 r = 0; r < rows; r++) /* a mean is never cut */
        for (u32 k = 0; k < c->n_shown && c->table->is_aggregate[r]; k++)
            top = MAX(top, bar_top(c, r, k));
    if (c->figure->relative >= 0)
        top = MAX(top, 1.2);
    if (top <= 0)
        top = 1;
    double unit = pow(10, floor(log10(top)));
    c->step = top / unit <= 2 ? unit / 4 : top / unit <= 5 ? unit / 2 : unit;
    c->top = ceil(top / c->step - 1e-9) * c->step;
}

static double y_of(const struct chart *c, double v)
{
    return TOP + PLOT_HEIGHT * (1 - MIN(v, c->top) / c->top);
}

static void axis(const struct chart *c, double width, FILE *to)
{
    char text[32];
    for (double v = 0; v <= c->top + c->step / 2; v += c->step) {
        snprintf(text, sizeof(text), "%g", v);
        fprintf(to, "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, width, y_of(c, v),
                y_of(c, v));
        fprintf(to, "<text class=\"tick\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 6,
                y_of(c, v) + 4, text);
    }
    if (c->figure->relative >= 0)
        fprintf(to, "<line class=\"one\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", LEFT, width,
                y_of(c, 1), y_of(c, 1));
}

static void bars_of_row(const struct chart *c, u32 row, double x, FILE *to)
{
    char text[32];
    bool stacked = c->figure->kind == PAPER_STACKED;
    for (u32 s = 0; s < c->n_shown; s++) {
        const struct paper_cell *v = cell(c, row, s);
        if (!v->has)
            continue;
        double from = stacked && s ? bar_top(c, row, s - 1) : 0, up = bar_top(c, row, s);
        double left = x + (stacked ? 0 : s * c->bar), wide = stacked ? c->bar * 2 : c->bar - 0.8;
        paper_number(v->value, text, sizeof(text));
        fprintf(to, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
                c->shown[s] % COLOURS, left, y_of(c, up), wide, MAX(y_of(c, from) - y_of(c, up), 0.6));
        paper_html_text(c->table->row_labels[row], to);
        fputs(", ", to);
        paper_html_text(c->table->col_labels[c->shown[s]], to);
        fprintf(to, ": %s%s%s%s</title></rect>\n", text, v->best ? " (best at " : "", v->best ? v->best : "",
                v->best ? ")" : "");
        if (!stacked && v->value > c->top)
            fprintf(to, "<text class=\"cut\" transform=\"translate(%.1f %.1f) rotate(-50)\">%s</text>\n",
                    left + wide / 2, TOP - 3, text);
    }
}

static void panel(const struct chart *c, u32 first, u32 end, FILE *to)
{
    double width = LEFT + (end - first) * c->group + 8;
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">\n", width,
            TOP + PLOT_HEIGHT + BOTTOM, width, TOP + PLOT_HEIGHT + BOTTOM);
    for (u32 r = first; r < end; r++)
        if (c->table->is_aggregate[r])
            fprintf(to, "<rect class=\"mean\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%.0f\"/>\n",
                    LEFT + (r - first) * c->group, TOP, c->group, PLOT_HEIGHT);
    axis(c, width - 8, to);
    double bars = c->figure->kind == PAPER_STACKED ? c->bar * 2 : c->bar * c->n_shown;
    for (u32 r = first; r < end; r++) {
        double x = LEFT + (r - first) * c->group + (c->group - bars) / 2;
        bars_of_row(c, r, x, to);
        fprintf(to, "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(-38)\" text-anchor=\"end\">",
                c->table->is_aggregate[r] ? "label bold" : "label", x + bars / 2 + 4, TOP + PLOT_HEIGHT + 14);
        paper_html_text(c->table->row_labels[r], to);
        fputs("</text>\n", to);
    }
    fputs("</svg>\n", to);
}

#define PANEL_ROWS 24

/* Where the panel that starts at a row ends: it takes whole groups (up to their mean) while they fit. */
static u32 panel_end(const struct paper_table *t, u32 first)
{
    u32 end = first;
    for (u32 r = first; r < t->n_rows && r < first + PANEL_ROWS; r++)
        if (t->is_aggregate[r] || r + 1 == t->n_rows)
            end = r + 1;
    return end > first ? end : MIN(first + PANEL_ROWS, t->n_rows);
}

void paper_svg(const struct paper_figure *f, const struct paper_table *t, FILE *to)
{
    struct chart c = {.figure = f, .table = t};
    for (u32 i = 0; i < t->n_cols && c.n_shown < COUNT_OF(c.shown); i++)
        /* what everything is divided by is the line at 1, not a bar */
        if (f->kind == PAPER_STACKED || f->relative < 0 || f->relative_row >= 0 || f->configs[i] != (u32)f->relative)
            c.shown[c.n_shown++] = i;
    if (!c.n_shown || !t->n_rows)
        return;
    choose_axis(&c);
    /* bars are as wide as the page allows, within reason */
    u32 abreast = f->kind == PAPER_STACKED ? 2 : c.n_shown;
    u32 most = 1;
    for (u32 r = 0; r < t->n_rows; r = panel_end(t, r))
        most = MAX(most, panel_end(t, r) - r);
    double room = (PANEL_WIDTH - LEFT - 8) / most;
    c.bar = MIN(MAX((room - 12) / abreast, 7.0), f->kind == PAPER_STACKED ? 17.0 : 20.0);
    c.group = MAX(c.bar * abreast + 12, MIN(room, 34.0));

    fputs("<div class=\"legend\">", to);
    for (u32 i = 0; i < c.n_shown; i++) {
        fprintf(
            to,
            "<span><svg width=\"12\" height=\"12\"><rect class=\"c%u\" width=\"12\" height=\"12\" rx=\"2\"/></svg> ",
            c.shown[i] % COLOURS);
        paper_html_text(t->col_labels[c.shown[i]], to);
        fputs("</span>", to);
    }
    fputs("</div>\n<div class=\"chart\">\n", to);
    for (u32 r = 0; r < t->n_rows; r = panel_end(t, r))
        panel(&c, r, panel_end(t, r), to);
    fputs("</div>\n", to);
}
