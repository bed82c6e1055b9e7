/* kind = heat: a sampled table of each row's run over time, brightest (palest) where nothing is and deep where most
   is. The columns are equal spans of the program's time; samples that end within one are added up. */
#include <stdlib.h>
#include <string.h>

#include "paper/chart.h"

#define ACROSS 2
#define WIDTH (CHART_WIDTH / ACROSS)
#define LEFT 34.0
#define LINE 13.0 /* a row of cells */
#define COLUMNS 96

struct heat {
    u32 lines, columns;
    double span; /* cycles of a column */
    double *v;   /* lines x columns */
    double most;
};

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

/* False: the run is not there, or has no such samples. */
static bool read_samples(const struct chart *c, u32 row, struct heat *h)
{
    const struct paper_row *r = &c->figure->rows[c->table->source[row]];
    const struct paper_run *run =
        paper_plan_find(c->plan, c->paper, r->subject.workload, r->machine, c->figure->configs[0], 0);
    const json_t *samples = run ? json_object_get(run->record, "samples") : NULL;
    const json_t *cycle = json_object_get(samples, "cycle"), *table = json_object_get(samples, c->figure->sampled);
    size_t n = json_array_size(cycle);
    double every = json_number_value(json_object_get(samples, "every")), end = n ? at(cycle, n - 1) : 0;
    *h = (struct heat){.lines = (u32)json_array_size(table)};
    if (!h->lines || every < 1 || end < 1)
        return false;
    h->span = MAX(every, end / COLUMNS);
    h->columns = (u32)((end - 1) / h->span) + 1;
    h->v = xcalloc((size_t)h->lines * h->columns, sizeof *h->v);
    for (u32 l = 0; l < h->lines; l++)
        for (size_t i = 0; i < n; i++) {
            double *cell = &h->v[l * h->columns + (u32)((at(cycle, i) - 1) / h->span)];
            *cell += at(json_array_get(table, l), i);
            h->most = MAX(h->most, *cell);
        }
    return true;
}

static void panel(const struct heat *h, double x, double y, FILE *to)
{
    double wide = (WIDTH - LEFT - 24) / h->columns;
    char text[48];
    for (u32 l = 0; l < h->lines; l++) {
        double top = y + (h->lines - 1 - l) * LINE; /* the first at the bottom */
        snprintf(text, sizeof(text), "%u%s", l + 1, l + 1 == h->lines ? "+" : "");
        chart_text(to, "tick", x + LEFT - 6, top + LINE - 3, 0, "end", text);
        for (u32 k = 0; k < h->columns; k++) {
            double v = h->v[l * h->columns + k];
            if (v > 0)
                fprintf(to,
                        "<rect class=\"c1\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                        "height=\"%.1f\"><title>row %u, cycle %.0f: %.0f</title></rect>",
                        0.06 + 0.94 * v / h->most, x + LEFT + k * wide, top, wide + 0.1, LINE, l + 1, k * h->span, v);
        }
        fputc('\n', to);
    }
    fprintf(to, "<rect class=\"grid\" fill=\"none\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            x + LEFT, y, wide * h->columns, LINE * h->lines);
    snprintf(text, sizeof(text), "%.1f M cycles", h->columns * h->span / 1e6);
    chart_text(to, "tick", x + LEFT, y + LINE * h->lines + 14, 0, "start", "0");
    chart_text(to, "tick", x + LEFT + wide * h->columns, y + LINE * h->lines + 14, 0, "end", text);
}

double chart_heat(struct chart *c, double y, FILE *to)
{
    struct heat *all = xcalloc(c->table->n_rows + 1, sizeof *all);
    u32 n = 0, *row = xcalloc(c->table->n_rows + 1, sizeof *row), lines = 0;
    for (u32 r = 0; r < c->table->n_rows; r++)
        if (!c->table->is_aggregate[r] && read_samples(c, r, &all[n])) {
            lines = MAX(lines, all[n].lines);
            row[n++] = r;
        }
    double high = CHART_TITLE + lines * LINE + 28;
    for (u32 i = 0; i < n; i++) {
        double x = (i % ACROSS) * WIDTH, top = y + (i / ACROSS) * high;
        if (to) {
            chart_text(to, "head", x + 8, top + 14, 0, "start", c->table->row_labels[row[i]]);
            panel(&all[i], x, top + CHART_TITLE, to);
        }
        free(all[i].v);
    }
    free(all);
    free(row);
    return y + high * (double)div_up(n, ACROSS);
}
