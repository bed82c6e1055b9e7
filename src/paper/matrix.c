#include "paper/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "paper/results.h"

static const char head[] = "# The last run, a cell a row. Written by `sluice paper NAME --keep`. rows: how many "
                           "programs it is a mean of; sd:\n"
                           "# standard deviation over so many seeds of gpu.jitter; of_product: a pair's gain over "
                           "the product of both alone.\n"
                           "figure,row,configuration,metric,rows,value,sd,seeds,of_product,version\n";
enum { FIGURE, ROW, CONFIGURATION, METRIC, ROWS, VALUE, SD, SEEDS, OF_PRODUCT, VERSION, FIELDS };

static i32 column_of(const struct paper_report *r, const struct paper_figure *f, const char *label, size_t n)
{
    for (u32 k = 0; k < f->n_configs; k++) {
        const char *other = r->paper->configs[f->configs[k]].label;
        if (strlen(other) == n && !strncmp(other, label, n))
            return (i32)(k * f->n_metrics);
    }
    return -1;
}

double paper_interaction(const struct paper_report *r, u32 figure, u32 row, u32 col)
{
    const struct paper_figure *f = r->figures[figure];
    const struct paper_cell *cells = &r->tables[figure].cells[row * r->tables[figure].n_cols];
    const char *label = r->paper->configs[f->configs[col / f->n_metrics]].label, *plus = strchr(label, '+');
    bool pair = plus && !strchr(plus + 1, '+');
    i32 a = pair ? column_of(r, f, label, (size_t)(plus - label)) : -1,
        b = pair ? column_of(r, f, plus + 1, strlen(plus + 1)) : -1;
    if (a < 0 || b < 0 || !cells[col].has || !cells[a].has || !cells[b].has)
        return 0;
    return cells[col].value / (cells[a].value * cells[b].value);
}

bool paper_has_statements(const struct paper *p, const char *name)
{
    for (u32 i = 0; i < p->n_targets; i++)
        if (!strcmp(p->targets[i].paper, name))
            return true;
    return false;
}

static void write_cell(const struct paper_report *r, u32 i, u32 row, u32 col, const char *version, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    const struct paper_table *t = &r->tables[i];
    const struct paper_cell *cell = &t->cells[row * t->n_cols + col];
    u32 metric = col % f->n_metrics;
    if (!cell->has)
        return;
    fprintf(to, "%s,%s,%s,%s,%u,%.6g,", f->name, t->row_labels[row],
            r->paper->configs[f->configs[col / f->n_metrics]].label, r->paper->metrics[f->metrics[metric]].name,
            MAX(cell->rows, 1), cell->value);
    if (cell->seeds > 1)
        fprintf(to, "%.3g", cell->sd);
    fprintf(to, ",%u,", MAX(cell->seeds, 1));
    double both = f->kind == PAPER_MATRIX && !metric ? paper_interaction(r, i, row, col) : 0;
    if (both > 0)
        fprintf(to, "%.4f", both);
    fprintf(to, ",%s\n", version);
}

/* The figure's place in the report; -1: it was not asked for. */
static i32 place_of(const struct paper_report *r, const struct paper_figure *f)
{
    for (u32 i = 0; i < r->n; i++)
        if (r->figures[i] == f)
            return (i32)i;
    return -1;
}

/* The lines of a figure as an older file has them. */
static void copy_old(const char *path, const char *figure, FILE *to)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    size_t n = strlen(figure);
    while (f && fgets(line, sizeof(line), f))
        if (!strncmp(line, figure, n) && line[n] == ',')
            fputs(line, to);
    if (f)
        fclose(f);
}

bool paper_matrix_write(const struct paper_report *r, const char *version, struct diag *d)
{
    struct arena a = {0};
    const char *path = arena_printf(&a, "%s/results.csv", r->paper->folder), *next = arena_printf(&a, "%s.new", path);
    FILE *to = fopen(next, "w");
    if (to)
        fputs(head, to);
    for (u32 k = 0; to && k < r->paper->n_figures; k++) {
        i32 i = place_of(r, &r->paper->figures[k]);
        if (i < 0)
            copy_old(path, r->paper->figures[k].name, to);
        for (u32 c = 0; i >= 0 && c < r->tables[i].n_rows * r->tables[i].n_cols; c++)
            write_cell(r, (u32)i, c / r->tables[i].n_cols, c % r->tables[i].n_cols, version, to);
    }
    bool good = paper_kept_replace(to, next, path, d);
    arena_free(&a);
    return good;
}

/* A line of the file, split. */
struct kept_cell {
    char *at[FIELDS];
};
struct kept_cells {
    struct kept_cell *at;
    size_t n, cap;
};

static bool split(char *line, struct kept_cell *c)
{
    line[strcspn(line, "\r\n")] = 0;
    for (u32 i = 0; i < FIELDS; i++) {
        c->at[i] = line;
        line += strcspn(line, ",");
        if (*line)
            *line++ = 0;
        else if (i + 1 < FIELDS)
            return false;
    }
    return c->at[FIGURE][0] != '#';
}

static void read_cells(struct kept_cells *cells, struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    while (f && fgets(line, sizeof(line), f)) {
        struct kept_cell c;
        if (split(arena_strdup(a, line), &c))
            VEC_PUSH(cells, c);
    }
    if (f)
        fclose(f);
}

/* What is kept of a figure, a configuration and a metric: of a matrix its mean, of a table its first row. NULL:
 * nothing. */
static const struct kept_cell *find(const struct kept_cells *cells, const struct paper_figure *f, const char *config,
                                    const char *metric)
{
    for (size_t i = 0; i < cells->n; i++) {
        char *const *x = cells->at[i].at;
        if (!strcmp(x[FIGURE], f->name) && !strcmp(x[CONFIGURATION], config) && !strcmp(x[METRIC], metric) &&
            (f->kind != PAPER_MATRIX || strtoul(x[ROWS], NULL, 10) > 1))
            return &cells->at[i];
    }
    return NULL;
}

static void show_cell(const struct kept_cell *c, FILE *to)
{
    char number[32] = "", spread[48] = "";
    if (c) {
        double v = strtod(c->at[VALUE], NULL);
        paper_number(v, number, sizeof(number));
        paper_spread(v, strtod(c->at[SD], NULL), (u32)strtoul(c->at[SEEDS], NULL, 10), spread, sizeof(spread));
    }
    fprintf(to, " %s%s%s |", number, *spread ? " " : "", spread);
}

/* A line a configuration. */
static void figure_page(const struct paper *p, const struct paper_figure *f, const struct kept_cells *cells, FILE *to)
{
    const char *version = NULL;
    bool pairs = f->kind == PAPER_MATRIX;
    fprintf(to, "\n## %s\n\n| |", f->title);
    for (u32 m = 0; m < f->n_metrics; m++)
        fprintf(to, " %s |", p->metrics[f->metrics[m]].name);
    fputs(pairs ? " over the product of both |\n|---|--:|" : "\n|---|", to);
    for (u32 m = 0; m < f->n_metrics; m++)
        fputs("--:|", to);
    fputc('\n', to);
    for (u32 k = 0; k < f->n_configs; k++) {
        const char *config = p->configs[f->configs[k]].label;
        const struct kept_cell *first = find(cells, f, config, p->metrics[f->metrics[0]].name);
        if (!first)
            continue;
        version = first->at[VERSION];
        fprintf(to, "| %s |", config);
        for (u32 m = 0; m < f->n_metrics; m++)
            show_cell(find(cells, f, config, p->metrics[f->metrics[m]].name), to);
        if (pairs && *first->at[OF_PRODUCT])
            fprintf(to, " %.2f |", strtod(first->at[OF_PRODUCT], NULL));
        else if (pairs)
            fputs(" |", to);
        fputc('\n', to);
    }
    fprintf(to, version ? "\nMade by %s.\n" : "\nNot run yet.\n", version);
}

bool paper_matrix_page(const char *root, const char *name, FILE *to, struct diag *d)
{
    struct paper p = {0};
    struct kept_cells cells = {0};
    bool good = paper_read(&p, root, name, d);
    if (good) {
        read_cells(&cells, &p.arena, arena_printf(&p.arena, "%s/results.csv", p.folder));
        if (!cells.n)
            diag_error(d, NULL, 0, 0, "papers/%s has no results yet: `sluice paper %s --keep` writes them", name,
                       name);
        good = cells.n > 0;
    }
    if (good)
        fprintf(
            to,
            "# %s: the last results\n\nMeans over all programs, from `papers/%s/results.csv`, which also has every "
            "program; `sluice paper %s --keep` writes it, and `./dev docs` this page.\n",
            name, name, name);
    for (u32 i = 0; good && i < p.n_figures; i++)
        figure_page(&p, &p.figures[i], &cells, to);
    VEC_FREE(&cells);
    paper_free(&p);
    return good;
}
