/* Grouped and stacked bars. Bars that would flatten all others are cut at the top of the axis and carry their value
   inside. Every bar is wide enough for that, so a figure has as many panels as it needs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/chart.h"

#define PLOT_HEIGHT 210.0
#define MIN_BAR 11.0
#define MAX_BAR 22.0
#define GAP 12.0
#define SLOPE 0.62 /* sine of the labels' angle */

struct layout {
    double bar, group, left, bottom;
    u32 abreast; /* bars of a row */
    u32 rows;    /* of a panel at most */
};

static bool stacked(const struct chart *c)
{
    return c->figure->kind == PAPER_STACKED;
}

/* Where a bar ends: of a stack, above its part `part`. */
static double bar_top(const struct chart *c, u32 row, u32 bar, u32 part)
{
    double v = 0;
    if (!stacked(c)) {
        const struct paper_cell *cell = chart_cell(c, row, c->shown[bar]);
        return cell->has ? cell->value : 0;
    }
    for (u32 i = 0; i <= part; i++) {
        const struct paper_cell *cell = chart_cell(c, row, bar * c->figure->parts + i);
        v += cell->has ? cell->value : 0;
    }
    return v;
}

static void choose_axis(struct chart *c, u32 abreast)
{
    u32 n = 0, rows = c->table->n_rows, last = stacked(c) ? c->figure->parts - 1 : 0;
    double *v = xcalloc((size_t)rows * abreast + 1, sizeof(*v)), keep = 0;
    for (u32 r = 0; r < rows; r++)
        for (u32 b = 0; b < abreast; b++) {
            v[n] = bar_top(c, r, b, last);
            if (c->table->is_aggregate[r]) /* a mean is never cut */
                keep = MAX(keep, v[n]);
            n++;
        }
    for (u32 i = 0; i < c->n_marks; i++)
        if (c->table->is_aggregate[c->marks[i].row])
            keep = MAX(keep, c->marks[i].value);
    chart_axis(c, v, n, keep);
    free(v);
}

static struct layout lay_out(struct chart *c)
{
    struct layout l = {.abreast = stacked(c) ? c->table->n_cols / c->figure->parts : c->n_shown};
    double longest = 0;
    for (u32 r = 0; r < c->table->n_rows; r++)
        longest = MAX(longest, chart_text_width(c->table->row_labels[r]));
    l.bottom = longest * SLOPE + 30;
    l.left = MAX(46.0, longest * 0.79 - 4);
    double least = MAX(l.abreast * MIN_BAR + GAP, 22.0), room = CHART_WIDTH - l.left - 8;
    l.rows = MAX((u32)(room / least), 1);
    u32 most = MIN(l.rows, c->table->n_rows);
    l.bar = MIN(MAX((room / most - GAP) / l.abreast, MIN_BAR), MAX_BAR);
    l.group = MAX(l.bar * l.abreast + GAP, 22.0);
    return l;
}

/* Where the panel that starts at a row ends: it takes whole groups (up to their mean) while they fit. */
static u32 panel_end(const struct paper_table *t, u32 first, u32 rows)
{
    u32 end = first;
    for (u32 r = first; r < t->n_rows && r < first + rows; r++)
        if (t->is_aggregate[r] || r + 1 == t->n_rows)
            end = r + 1;
    return end > first ? end : MIN(first + rows, t->n_rows);
}

static double y_of(const struct chart *c, double y, double v)
{
    return y + PLOT_HEIGHT * (1 - MIN(v, c->top) / c->top);
}

static void one_bar(const struct chart *c, u32 row, u32 col, double x, double wide, double y, double from, double up,
                    FILE *to)
{
    char text[32];
    const struct paper_cell *v = chart_cell(c, row, col);
    if (!v->has)
        return;
    u32 colour = stacked(c) ? col % c->figure->parts : col;
    paper_number(v->value, text, sizeof(text));
    fprintf(to, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
            colour % CHART_COLOURS, x, y_of(c, y, up), wide, MAX(y_of(c, y, from) - y_of(c, y, up), 0.6));
    paper_html_text(c->table->row_labels[row], to);
    fputs(", ", to);
    paper_html_text(c->table->col_labels[col], to);
    fprintf(to, ": %s%s%s%s</title></rect>\n", text, v->best ? " (best at " : "", v->best ? v->best : "",
            v->best ? ")" : "");
    if (!stacked(c) && v->value > c->top)
        fprintf(to,
                "<text class=\"cut\" style=\"fill:#fff\" text-anchor=\"end\" transform=\"translate(%.1f %.1f) "
                "rotate(-90)\">%s</text>\n",
                x + wide / 2 + 3.2, y + 4, text);
}

static void bars_of_row(const struct chart *c, const struct layout *l, u32 row, double x, double y, FILE *to)
{
    for (u32 b = 0; b < l->abreast; b++) {
        double left = x + b * l->bar, wide = l->bar - 1;
        if (!stacked(c)) {
            one_bar(c, row, c->shown[b], left, wide, y, 0, bar_top(c, row, b, 0), to);
            for (u32 i = 0; i < c->n_marks; i++)
                if (c->marks[i].row == row && c->marks[i].col == c->shown[b] && c->marks[i].value <= c->top)
                    chart_mark(to, &c->marks[i], left, left + wide, y_of(c, y, c->marks[i].value));
            continue;
        }
        u32 n = c->figure->parts;
        for (u32 part = 0; part < n; part++)
            one_bar(c, row, b * n + part, left, wide, y, part ? bar_top(c, row, b, part - 1) : 0,
                    bar_top(c, row, b, part), to);
        if (l->abreast > 1) {
            char text[12];
            snprintf(text, sizeof(text), "%u", b + 1);
            chart_text(to, "tick", left + wide / 2, y + PLOT_HEIGHT + 12, 0, "middle", text);
        }
    }
}

/* Which suites on which machines a panel shows. */
static void panel_title(const struct chart *c, u32 first, u32 end, double y, FILE *to)
{
    char text[256] = "";
    size_t used = 0;
    const struct paper_row *last = NULL;
    for (u32 r = first; r < end; r++) {
        const struct paper_row *row = &c->figure->rows[c->table->source[r]];
        if ((last && last->suite == row->suite && last->machine == row->machine) || used >= sizeof(text))
            continue;
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s on %s", last ? ", " : "",
                                 c->paper->suites[row->suite].name, c->paper->machines[row->machine].name);
        last = row;
    }
    chart_text(to, "head", 8, y + 14, 0, "start", text);
}

double chart_bars(struct chart *c, double y, FILE *to)
{
    struct layout l = lay_out(c);
    choose_axis(c, l.abreast);
    double under = stacked(c) && l.abreast > 1 ? 26 : 14;
    for (u32 first = 0, end; first < c->table->n_rows; first = end) {
        end = panel_end(c->table, first, l.rows);
        double plot = y + CHART_TITLE + 4;
        if (to) {
            panel_title(c, first, end, y, to);
            for (u32 r = first; r < end; r++)
                if (c->table->is_aggregate[r])
                    fprintf(to, "<rect class=\"mean\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\"/>\n",
                            l.left + (r - first) * l.group, plot, l.group, PLOT_HEIGHT);
            chart_grid(c, l.left, plot, (end - first) * l.group, PLOT_HEIGHT, to);
            for (u32 r = first; r < end; r++) {
                double x = l.left + (r - first) * l.group + (l.group - l.bar * l.abreast) / 2;
                bars_of_row(c, &l, r, x, plot, to);
                chart_text(to, c->table->is_aggregate[r] ? "label bold" : "label", x + l.bar * l.abreast / 2 + 4,
                           plot + PLOT_HEIGHT + under, -38, "end", c->table->row_labels[r]);
            }
        }
        y = plot + PLOT_HEIGHT + l.bottom;
    }
    return y;
}
