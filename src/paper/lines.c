/* Lines over the points of a figure (or over its metrics): one small panel a row, all with the same axis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/chart.h"

#define PANEL_HEIGHT 150.0
#define LEFT 46.0
#define RIGHT 14.0

struct layout {
    u32 across, n_points;
    double width, bottom;
    bool turned; /* labels that would touch each other */
};

static const char *point_label(const struct chart *c, u32 k)
{
    const struct paper_figure *f = c->figure;
    return f->n_points ? f->points.at[k] : c->paper->metrics[f->metrics[k]].name;
}

static struct layout lay_out(const struct chart *c)
{
    struct layout l = {.n_points = c->figure->n_points ? c->figure->n_points : c->figure->n_metrics};
    double longest = 0;
    for (u32 k = 0; k < l.n_points; k++)
        longest = MAX(longest, chart_text_width(point_label(c, k)));
    l.across = c->table->n_rows > 6 ? 4 : c->table->n_rows > 2 ? 3 : 2;
    l.width = CHART_WIDTH / l.across;
    double step = (l.width - LEFT - RIGHT) / MAX(l.n_points - 1, 1);
    l.turned = longest + 6 > step;
    l.bottom = (l.turned ? longest * 0.62 + 24 : 28);
    return l;
}

static void choose_axis(struct chart *c, u32 n_points)
{
    u32 n = 0;
    double *v = xcalloc((size_t)c->table->n_rows * c->n_shown * n_points + 1, sizeof(*v)), keep = 0;
    for (u32 r = 0; r < c->table->n_rows; r++)
        for (u32 s = 0; s < c->n_shown; s++)
            for (u32 k = 0; k < n_points; k++) {
                const struct paper_cell *cell = chart_cell(c, r, c->shown[s] * n_points + k);
                v[n++] = cell->has ? cell->value : 0;
                if (c->table->is_aggregate[r])
                    keep = MAX(keep, v[n - 1]);
            }
    for (u32 i = 0; i < c->n_marks; i++)
        keep = MAX(keep, c->marks[i].value);
    chart_axis(c, v, n, keep);
    free(v);
}

static void one_line(const struct chart *c, u32 row, u32 series, const struct layout *l, double x, double y, double w,
                     FILE *to)
{
    char text[32];
    u32 colour = series % CHART_COLOURS;
    double step = l->n_points > 1 ? w / (l->n_points - 1) : 0;
    bool pen = false;
    fprintf(to, "<path class=\"line s%u\" d=\"", colour);
    for (u32 k = 0; k < l->n_points; k++) {
        const struct paper_cell *v = chart_cell(c, row, series * l->n_points + k);
        if (v->has)
            fprintf(to, "%c%.1f %.1f", pen ? 'L' : 'M', x + k * step,
                    y + PANEL_HEIGHT * (1 - MIN(v->value, c->top) / c->top));
        pen = v->has;
    }
    fputs("\"/>\n", to);
    for (u32 k = 0; k < l->n_points; k++) {
        const struct paper_cell *v = chart_cell(c, row, series * l->n_points + k);
        if (!v->has)
            continue;
        double px = x + k * step, py = y + PANEL_HEIGHT * (1 - MIN(v->value, c->top) / c->top);
        paper_number(v->value, text, sizeof(text));
        fprintf(to, "<circle class=\"c%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", colour, px, py);
        paper_html_text(c->table->row_labels[row], to);
        fputs(", ", to);
        paper_html_text(c->table->col_labels[series * l->n_points + k], to);
        fprintf(to, ": %s</title></circle>\n", text);
        for (u32 i = 0; i < c->n_marks; i++)
            if (c->marks[i].row == row && c->marks[i].col == series * l->n_points + k)
                chart_mark(to, &c->marks[i], px - 4, px + 4, y + PANEL_HEIGHT * (1 - c->marks[i].value / c->top));
    }
}

double chart_lines(struct chart *c, double y, FILE *to)
{
    struct layout l = lay_out(c);
    choose_axis(c, l.n_points);
    double high = CHART_TITLE + PANEL_HEIGHT + l.bottom;
    for (u32 r = 0; to && r < c->table->n_rows; r++) {
        double x = (r % l.across) * l.width, top = y + (r / l.across) * high, w = l.width - LEFT - RIGHT - 8;
        chart_text(to, "head", x + 8, top + 14, 0, "start", c->table->row_labels[r]);
        double px = x + LEFT + 4, py = top + CHART_TITLE;
        chart_grid(c, x + LEFT, py, w + 8, PANEL_HEIGHT, to);
        for (u32 k = 0; k < l.n_points; k++)
            chart_text(to, "tick", px + (l.n_points > 1 ? k * w / (l.n_points - 1) : 0) + (l.turned ? 4 : 0),
                       py + PANEL_HEIGHT + 15, l.turned ? -38 : 0, l.turned ? "end" : "middle", point_label(c, k));
        for (u32 s = 0; s < c->n_shown; s++)
            one_line(c, r, c->shown[s], &l, px, py, w, to);
    }
    return y + high * (double)div_up(c->table->n_rows, l.across);
}
