/* A paper's figure, drawn with the plots of page/: which values, how high the axis, how many drawings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"
#include "paper/report.h"

#define WIDEST 1060.0 /* a drawing */
#define MIN_BAR 11.0  /* room for a value within */
#define COLUMNS 96    /* of a heat map; samples that end within one are added up */

struct drawing {
    const struct paper_report *report;
    const struct paper_figure *figure;
    const struct paper_table *table;
    const struct paper_mark *marks;
    u32 n_marks;
    u32 *cols, n_cols; /* those that are drawn */
    u32 points;        /* lines: columns of a series; else 1 */
    u32 parts;         /* stacks: columns of a bar; else 1 */
    double top;
};

static double value(const struct drawing *d, u32 row, u32 i)
{
    const struct paper_cell *c = &d->table->cells[row * d->table->n_cols + d->cols[i]];
    return c->has ? c->value : NAN;
}

/* Every column but the series that are 1 by definition. */
static void choose_columns(struct drawing *d, struct arena *a)
{
    const struct paper_figure *f = d->figure;
    d->parts = f->kind == PAPER_STACKED ? f->parts : 1;
    d->points = f->kind != PAPER_LINES ? 1 : f->n_points ? f->n_points : f->n_metrics;
    d->cols = ARENA_ARRAY(a, u32, d->table->n_cols + 1);
    for (u32 first = 0; first + d->points <= d->table->n_cols; first += d->points) {
        bool ones = f->kind != PAPER_STACKED && f->relative && f->relative_row < 0;
        for (u32 k = 0; k < d->points && ones; k++) {
            u32 config = (first + k) / f->n_metrics;
            ones = f->base[config] == (i32)f->configs[config];
        }
        for (u32 k = 0; k < d->points && !ones; k++)
            d->cols[d->n_cols++] = first + k;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The axis reaches the highest value, unless that flattens all others; means and the paper's values always fit. */
static void choose_top(struct drawing *d)
{
    u32 n = 0;
    double *v = xcalloc((size_t)d->table->n_rows * d->n_cols + 1, sizeof *v), keep = d->figure->relative ? 1.2 : 0;
    for (u32 r = 0; r < d->table->n_rows; r++)
        for (u32 i = 0; i + d->parts <= d->n_cols; i += d->parts, n++) {
            for (u32 k = 0; k < d->parts; k++)
                v[n] += isnan(value(d, r, i + k)) ? 0 : value(d, r, i + k);
            if (d->table->is_aggregate[r])
                keep = MAX(keep, v[n]);
        }
    for (u32 i = 0; i < d->n_marks; i++)
        if (d->figure->kind == PAPER_LINES || d->table->is_aggregate[d->marks[i].row])
            keep = MAX(keep, d->marks[i].value);
    qsort(v, n, sizeof *v, ascending);
    double most = n ? v[n - 1] : 1, usual = n ? v[(n - 1) * 88 / 100] : 1;
    d->top = MAX(most > 2.6 * usual && usual > 0 ? usual * 1.6 : most, keep);
    if (d->top <= 0)
        d->top = 1;
    free(v);
}

static const char *series_word(const struct drawing *d, u32 series, struct arena *a)
{
    const struct paper_figure *f = d->figure;
    u32 col = d->cols[series * d->points];
    if (f->kind != PAPER_LINES)
        return d->table->col_labels[col];
    const char *label = d->report->paper->configs[f->configs[f->n_points ? col : col / d->points]].label;
    return arena_printf(a, "%.*s", (int)strcspn(label, "@"), label);
}

static void legend(const struct drawing *d, struct arena *a, FILE *to)
{
    const struct paper_figure *f = d->figure;
    bool stacked = f->kind == PAPER_STACKED;
    u32 n = stacked ? d->parts : d->n_cols / d->points, bars = stacked ? d->n_cols / d->parts : 0;
    const char **words = ARENA_ARRAY(a, const char *, n + 1);
    for (u32 i = 0; i < n; i++)
        words[i] = stacked ? d->report->paper->metrics[f->metrics[i]].name : series_word(d, i, a);
    plot_legend(to, words, NULL, n);
    if (bars < 2 && !d->n_marks)
        return;
    fputs("<div class=\"legend\">", to);
    for (u32 i = 0; bars > 1 && i < bars; i++) {
        fprintf(to, "<span class=\"dim\">bar %u: ", i + 1);
        page_text(to, f->parts == f->n_metrics ? d->report->paper->configs[f->configs[i]].label
                                               : d->table->col_labels[i * f->parts]);
        fputs("</span>", to);
    }
    fputs(d->n_marks ? "<span><i class=\"kp\"></i>the paper's value</span></div>\n" : "</div>\n", to);
}

/* The rows [first, end): of bars each is an x; of lines there is one, whose points are the x. */
static struct plot plot_of(const struct drawing *d, u32 first, u32 end, struct arena *a)
{
    const struct paper_table *t = d->table;
    bool lines = d->figure->kind == PAPER_LINES;
    u32 n_x = lines ? d->points : end - first, n = d->n_cols / d->points;
    const char **words = ARENA_ARRAY(a, const char *, n + 1);
    const char **notes = ARENA_ARRAY(a, const char *, (size_t)n *n_x + 1);
    double *y = ARENA_ARRAY(a, double, (size_t)n *n_x + 1), *spread = ARENA_ARRAY(a, double, (size_t)n *n_x + 1);
    struct plot_mark *marks = ARENA_ARRAY(a, struct plot_mark, d->n_marks + 1);
    struct plot p = {.n_x = n_x,
                     .n_series = n,
                     .series_words = words,
                     .notes = notes,
                     .y = y,
                     .spread = spread,
                     .part = true,
                     .y_top = d->top,
                     .one = d->figure->relative ? 1 : 0,
                     .marks = marks};
    for (u32 s = 0; s < n; s++) {
        words[s] = series_word(d, s, a);
        for (u32 i = 0; i < n_x; i++) {
            u32 row = lines ? first : first + i, at = lines ? s * n_x + i : s;
            y[s * n_x + i] = value(d, row, at);
            const struct paper_cell *c = &t->cells[row * t->n_cols + d->cols[at]];
            notes[s * n_x + i] = c->best;
            spread[s * n_x + i] = c->seeds > 1 ? c->sd : NAN;
            for (u32 k = 0; k < d->n_marks; k++)
                if (d->marks[k].row == row && d->marks[k].col == d->cols[at] && d->figure->kind != PAPER_STACKED)
                    marks[p.n_marks++] =
                        (struct plot_mark){s, i, d->marks[k].value, arena_printf(a, "%s, the paper", d->marks[k].id)};
        }
    }
    return p;
}

static void draw_lines(const struct drawing *d, struct arena *a, FILE *to)
{
    const struct paper_figure *f = d->figure;
    const char **words = ARENA_ARRAY(a, const char *, d->points + 1);
    for (u32 k = 0; k < d->points; k++)
        words[k] = f->n_points ? f->points.at[k] : d->report->paper->metrics[f->metrics[k]].name;
    for (u32 r = 0; r < d->table->n_rows; r++) {
        struct plot p = plot_of(d, r, r + 1, a);
        p.title = d->table->row_labels[r];
        p.x_words = words;
        plot_lines(to, &p);
    }
}

/* Which suites on which machines a drawing shows. */
static const char *suites_of(const struct drawing *d, u32 first, u32 end, struct arena *a)
{
    const char *text = "";
    for (u32 r = first; r < end; r++) {
        const struct paper_row *row = &d->figure->rows[d->table->source[r]];
        bool seen = false;
        for (u32 k = first; k < r && !seen; k++) {
            const struct paper_row *other = &d->figure->rows[d->table->source[k]];
            seen = other->suite == row->suite && other->machine == row->machine;
        }
        if (!seen)
            text = arena_printf(a, "%s%s%s on %s", text, *text ? ", " : "", d->report->paper->suites[row->suite].name,
                                d->report->paper->machines[row->machine].name);
    }
    return text;
}

/* Where the drawing that starts at a row ends: it takes whole groups (up to their mean) while they fit. */
static u32 drawing_end(const struct paper_table *t, u32 first, u32 rows)
{
    u32 end = first;
    for (u32 r = first; r < t->n_rows && r < first + rows; r++)
        if (t->is_aggregate[r] || r + 1 == t->n_rows)
            end = r + 1;
    return end > first ? end : MIN(first + rows, t->n_rows);
}

static void draw_bars(const struct drawing *d, struct arena *a, FILE *to)
{
    u32 abreast = d->n_cols / d->parts;
    double bar = MAX(MIN_BAR, 16.0 / abreast), longest = 0;
    for (u32 r = 0; r < d->table->n_rows; r++)
        longest = MAX(longest, (double)strlen(d->table->row_labels[r]));
    u32 rows = MAX((u32)((WIDEST - MAX(70, 5 * longest)) / (bar * abreast + 6)), 1);
    for (u32 first = 0, end; first < d->table->n_rows; first = end) {
        end = drawing_end(d->table, first, rows);
        struct plot p = plot_of(d, first, end, a);
        p.title = suites_of(d, first, end, a);
        p.x_words = (const char *const *)d->table->row_labels + first;
        p.means = d->table->is_aggregate + first;
        p.bar = bar;
        p.stack = d->figure->kind == PAPER_STACKED ? d->parts : 0;
        plot_bars(to, &p);
    }
}

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

/* What was sampled in the run of one row, if it is there: the first line at the bottom. */
static void draw_heat(const struct drawing *d, u32 row, struct arena *a, FILE *to)
{
    const struct paper_row *r = &d->figure->rows[d->table->source[row]];
    const struct runs_run *run = paper_plan_find(d->report->plan, d->report->paper, r->subject.workload, r->machine,
                                                 d->figure->configs[0], 0, 0);
    const json_t *samples = run ? json_object_get(run->record, "samples") : NULL;
    const json_t *cycle = json_object_get(samples, "cycle"), *table = json_object_get(samples, d->figure->sampled);
    size_t n = json_array_size(cycle);
    double every = json_number_value(json_object_get(samples, "every")), end = n ? at(cycle, n - 1) : 0;
    u32 lines = (u32)json_array_size(table);
    if (d->table->is_aggregate[row] || !lines || every < 1 || end < 1)
        return;
    double span = MAX(every, end / COLUMNS);
    u32 columns = (u32)((end - 1) / span) + 1;
    double *x = ARENA_ARRAY(a, double, columns), *y = ARENA_ARRAY(a, double, (size_t)lines *columns);
    const char **x_words = ARENA_ARRAY(a, const char *, columns);
    const char **words = ARENA_ARRAY(a, const char *, lines);
    for (u32 k = 0; k < columns; k++) {
        x[k] = (k + 0.5) * span;
        x_words[k] = arena_printf(a, columns > 16 ? "cycle %.0f" : "%.0f", k * span);
    }
    for (u32 l = 0; l < lines; l++) {
        double *line = &y[(lines - 1 - l) * columns];
        words[lines - 1 - l] = arena_printf(a, "%u%s", l + 1, l + 1 == lines ? "+" : "");
        memset(line, 0, columns * sizeof *line);
        for (size_t i = 0; i < n; i++)
            line[(u32)((at(cycle, i) - 1) / span)] += at(json_array_get(table, l), i);
    }
    plot_heat(to, &(struct plot){.title = d->table->row_labels[row],
                                 .x_name = "cycles",
                                 .n_x = columns,
                                 .n_series = lines,
                                 .x_words = x_words,
                                 .x = x,
                                 .series_words = words,
                                 .y = y,
                                 .part = true});
}

void paper_draw(const struct paper_report *r, u32 i, FILE *to)
{
    struct arena a = {0};
    struct drawing d = {
        .report = r, .figure = r->figures[i], .table = &r->tables[i], .marks = r->marks[i], .n_marks = r->n_marks[i]};
    choose_columns(&d, &a);
    bool drawn = d.figure->kind != PAPER_TABLE && d.figure->kind != PAPER_MATRIX && d.n_cols && d.table->n_rows;
    fputs(drawn ? "<figure><figcaption>" : "<p class=\"small\">", to);
    page_text(to, d.figure->n_metrics == 1 ? d.table->metric : "");
    if (d.figure->relative) {
        fputs(" <span class=\"dim\">over ", to);
        page_text(to, d.figure->relative);
        fputs("</span>", to);
    }
    fputs(drawn ? "</figcaption>\n" : "</p>\n", to);
    if (drawn) {
        if (d.figure->kind != PAPER_HEAT)
            legend(&d, &a, to);
        choose_top(&d);
        fputs("<div class=\"parts\">\n", to);
        for (u32 row = 0; d.figure->kind == PAPER_HEAT && row < d.table->n_rows; row++)
            draw_heat(&d, row, &a, to);
        if (d.figure->kind == PAPER_LINES)
            draw_lines(&d, &a, to);
        else if (d.figure->kind != PAPER_HEAT)
            draw_bars(&d, &a, to);
        fputs("</div></figure>\n", to);
    }
    arena_free(&a);
}
