#include "paper/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* What `total` stands for: the record's own, or the kernel that the subject names; NULL if there is no such. */
static json_t *total_of(json_t *record, const char *kernel)
{
    json_t *kernels = json_object_get(record, "kernels");
    char *end;
    if (!kernel)
        return json_object_get(record, "total");
    unsigned long n = strtoul(kernel, &end, 10);
    if (!*end)
        return n ? json_array_get(kernels, n - 1) : NULL;
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const char *name = json_string_value(json_object_get(json_array_get(kernels, i), "name"));
        size_t len = name ? strcspn(name, "(<") : 0; /* a name may come with its types */
        if (name && (!strcmp(name, kernel) || (strlen(kernel) == len && !strncmp(name, kernel, len))))
            return json_array_get(kernels, i);
    }
    return NULL;
}

bool paper_metric_of(const struct paper *p, u32 metric, const struct runs_run *r, const struct runs_run *base,
                     const char *kernel, double *v)
{
    struct paper_values from = {.record = r->record};
    from.total = r->record ? total_of(r->record, kernel) : NULL;
    from.base = base && base->record ? total_of(base->record, kernel) : NULL;
    return from.total && paper_expr_value(p->metrics[metric].expr, &from, v);
}

/* The run with the configuration `base` under the seed, or the first where it has no others; NULL: there is none. */
static const struct runs_run *base_of(const struct paper *p, const struct runs_plan *plan, const char *workload,
                                      u32 machine, u32 seed)
{
    for (u32 i = 0; i < p->n_configs; i++)
        if (!strcmp(p->configs[i].name, "base")) {
            const struct runs_run *r = paper_plan_find(plan, p, workload, machine, i, 0, seed);
            if (!r)
                r = paper_plan_find(plan, p, workload, machine, i, 0, 0);
            return r && r->state == RUNS_DONE ? r : NULL;
        }
    return NULL;
}

/* Where a number of a run is to be found. */
struct place {
    const struct paper *p;
    const struct runs_plan *plan;
    const struct paper_subject *subject;
    u32 machine, config, sweep;
};

/* A metric under one seed, or the mean over those of the first that have it; false: none has. */
static bool value_at(const struct place *at, u32 metric, u32 seed, double *v)
{
    bool mean = seed & PAPER_MEAN_OF;
    u32 n = 0, end = mean ? MIN(seed & ~PAPER_MEAN_OF, paper_plan_seeds(at->plan)) : seed + 1;
    double sum = 0, one;
    for (u32 i = mean ? 0 : seed; i < end; i++) {
        const char *workload = at->subject->workload;
        const struct runs_run *r = paper_plan_find(at->plan, at->p, workload, at->machine, at->config, at->sweep, i);
        if (r && r->state == RUNS_DONE &&
            paper_metric_of(at->p, metric, r, base_of(at->p, at->plan, workload, at->machine, i), at->subject->kernel,
                            &one)) {
            sum += one;
            n++;
        }
    }
    *v = n ? sum / n : 0;
    return n > 0;
}

i32 paper_sweep_best(const struct paper *p, const struct runs_plan *plan, const struct paper_subject *subject,
                     u32 machine, u32 config)
{
    struct place at = {p, plan, subject, machine, config, 0};
    double most = 0, score;
    i32 best = -1;
    for (at.sweep = 0; at.sweep < p->configs[config].sweep_values.n; at.sweep++)
        if (value_at(&at, 0, 0, &score) && (best < 0 || score > most)) {
            most = score;
            best = (i32)at.sweep;
        }
    return best;
}

struct paper_cell paper_cell_of(const struct paper *p, const struct runs_plan *plan,
                                const struct paper_subject *subject, u32 machine, u32 config, u32 metric, u32 seed)
{
    const struct paper_config *c = &p->configs[config];
    i32 sweep = c->sweep_key ? paper_sweep_best(p, plan, subject, machine, config) : 0;
    struct place at = {p, plan, subject, machine, config, (u32)MAX(sweep, 0)};
    double v;
    if (sweep < 0 || !value_at(&at, metric, seed, &v))
        return (struct paper_cell){0};
    return (struct paper_cell){
        .has = true, .value = v, .rows = 1, .best = c->sweep_key ? c->sweep_values.at[sweep] : NULL};
}

double paper_deviation_of(const double *v, u32 n)
{
    double mean = 0, squares = 0;
    for (u32 i = 0; i < n; i++)
        mean += v[i] / n;
    for (u32 i = 0; i < n; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    return sqrt(squares / (n - 1));
}

double paper_aggregate_of(u8 aggregate, const double *v, u32 n)
{
    double x = aggregate == PAPER_MIN || aggregate == PAPER_MAX ? v[0] : 0;
    for (u32 i = 0; i < n; i++)
        switch (aggregate) {
        case PAPER_GEOMEAN: x += log(v[i]); break;
        case PAPER_MEAN: x += v[i]; break;
        case PAPER_HARMONIC: x += 1 / v[i]; break;
        case PAPER_MIN: x = MIN(x, v[i]); break;
        default: x = MAX(x, v[i]);
        }
    switch (aggregate) {
    case PAPER_GEOMEAN: return exp(x / n);
    case PAPER_MEAN: return x / n;
    case PAPER_HARMONIC: return n / x;
    default: return x;
    }
}

struct paper_cell paper_divide(struct paper_cell a, struct paper_cell b)
{
    a.has = a.has && b.has && b.value != 0;
    a.value = a.has ? a.value / b.value : 0;
    return a;
}

/* What a column is divided by: the same metric of the base; a stack by its whole. */
static struct paper_cell base_cell(const struct paper *p, const struct runs_plan *plan, const struct paper_figure *f,
                                   u32 row, u32 config, u32 metric, u32 seed)
{
    const struct paper_row *r = &f->rows[f->relative_row < 0 ? row : (u32)f->relative_row];
    struct paper_cell sum = {.has = true};
    if (f->kind != PAPER_STACKED)
        return paper_cell_of(p, plan, &r->subject, r->machine, (u32)f->base[config], f->metrics[metric], seed);
    for (u32 m = metric / f->parts * f->parts, end = m + f->parts; m < end; m++) {
        struct paper_cell c =
            paper_cell_of(p, plan, &r->subject, r->machine, (u32)f->base[config], f->metrics[m], seed);
        sum.has &= c.has;
        sum.value += c.value;
    }
    return sum;
}

static struct paper_cell figure_cell(const struct paper *p, const struct runs_plan *plan,
                                     const struct paper_figure *f, u32 row, u32 col, u32 seed)
{
    const struct paper_row *r = &f->rows[row];
    u32 config = col / f->n_metrics, metric = col % f->n_metrics;
    struct paper_cell c =
        paper_cell_of(p, plan, &r->subject, r->machine, f->configs[config], f->metrics[metric], seed);
    return f->base[config] < 0 ? c : paper_divide(c, base_cell(p, plan, f, row, config, metric, seed));
}

/* The mean of the rows first..end of one column; only rows where the column has a value. A stack's parts are averaged
   arithmetically, or they would not add up to the whole's. */
static struct paper_cell mean_cell(const struct paper_figure *f, const struct paper_table *t, u32 first, u32 end,
                                   u32 col)
{
    VEC(double) v = {0};
    u8 mean = f->kind == PAPER_STACKED ? PAPER_MEAN : f->mean;
    for (u32 r = first; r < end; r++) {
        const struct paper_cell *c = &t->cells[r * t->n_cols + col];
        if (c->has && (c->value > 0 || mean == PAPER_MEAN))
            VEC_PUSH(&v, c->value);
    }
    struct paper_cell c = {.has = v.n > 0, .rows = (u32)v.n};
    if (v.n)
        c.value = paper_aggregate_of(mean, v.at, (u32)v.n);
    VEC_FREE(&v);
    return c;
}

static const char *row_label(const struct paper *p, struct arena *a, const char *name, u32 machine, const char *what)
{
    bool one = p->n_machines == 1;
    return arena_printf(a, "%s%s%s%s%s", name, one ? "" : "-", one ? "" : p->machines[machine].label,
                        *what ? " " : "", what);
}

static void only_means(struct paper_table *t)
{
    u32 kept = 0;
    for (u32 r = 0; r < t->n_rows; r++)
        if (t->is_aggregate[r]) {
            t->row_labels[kept] = t->row_labels[r];
            t->is_aggregate[kept] = true;
            t->source[kept] = t->source[r];
            memmove(&t->cells[kept * t->n_cols], &t->cells[r * t->n_cols], t->n_cols * sizeof(*t->cells));
            kept++;
        }
    t->n_rows = kept;
}

static void label_columns(const struct paper *p, const struct paper_figure *f, struct paper_table *t, struct arena *a)
{
    for (u32 c = 0; c < t->n_cols; c++) {
        const char *config = p->configs[f->configs[c / f->n_metrics]].label,
                   *metric = p->metrics[f->metrics[c % f->n_metrics]].name;
        t->col_labels[c] = f->n_metrics == 1   ? config
                           : f->n_configs == 1 ? metric
                                               : arena_printf(a, "%s %s", config, metric);
    }
}

/* The table under one seed, or of the means over all. */
static struct paper_table table_at(const struct paper *p, const struct runs_plan *plan, const struct paper_figure *f,
                                   u32 seed, struct arena *a)
{
    struct paper_table t = {.n_cols = f->n_configs * f->n_metrics, .metric = p->metrics[f->metrics[0]].name};
    u32 max_rows = f->n_rows * 2 + 1, first = 0;
    t.row_labels = ARENA_ARRAY(a, const char *, max_rows);
    t.is_aggregate = ARENA_ARRAY(a, bool, max_rows);
    t.source = ARENA_ARRAY(a, u32, max_rows);
    t.col_labels = ARENA_ARRAY(a, const char *, t.n_cols + 1);
    t.cells = ARENA_ARRAY(a, struct paper_cell, (size_t)max_rows * (t.n_cols + 1));
    label_columns(p, f, &t, a);
    for (u32 r = 0; r < f->n_rows; r++) {
        const struct paper_row *row = &f->rows[r];
        t.row_labels[t.n_rows] = row_label(p, a, row->subject.name, row->machine, "");
        t.source[t.n_rows] = r;
        for (u32 c = 0; c < t.n_cols; c++)
            t.cells[t.n_rows * t.n_cols + c] = figure_cell(p, plan, f, r, c, seed);
        t.n_rows++;
        bool last =
            r + 1 == f->n_rows || f->rows[r + 1].suite != row->suite || f->rows[r + 1].machine != row->machine;
        if (!last)
            continue;
        if (f->has_means && t.n_rows - first >= 2) {
            t.row_labels[t.n_rows] = row_label(p, a, p->suites[row->suite].name, row->machine,
                                               f->kind == PAPER_STACKED ? "mean" : paper_aggregate_words[f->mean]);
            t.is_aggregate[t.n_rows] = true;
            t.source[t.n_rows] = r;
            for (u32 c = 0; c < t.n_cols; c++)
                t.cells[t.n_rows * t.n_cols + c] = mean_cell(f, &t, first, t.n_rows, c);
            t.n_rows++;
        }
        first = t.n_rows;
    }
    if (f->only_aggregates)
        only_means(&t);
    return t;
}

/* How far each cell moves from seed to seed; of a mean, only with seeds that have all its rows. */
static void add_spread(struct paper_table *t, const struct paper_table *by_seed, u32 seeds)
{
    double v[PAPER_SEEDS_MOST];
    for (u32 i = 0; i < t->n_rows * t->n_cols; i++) {
        struct paper_cell *c = &t->cells[i];
        for (u32 s = 0; s < seeds && c->has; s++)
            if (by_seed[s].cells[i].has && by_seed[s].cells[i].rows == c->rows)
                v[c->seeds++] = by_seed[s].cells[i].value;
        c->sd = c->seeds > 1 ? paper_deviation_of(v, c->seeds) : 0;
    }
}

struct paper_table paper_table_of(const struct paper *p, const struct runs_plan *plan, const struct paper_figure *f,
                                  struct arena *a)
{
    u32 seeds = MIN(paper_plan_seeds(plan), PAPER_SEEDS_MOST);
    struct paper_table t = table_at(p, plan, f, PAPER_MEAN_OF_SEEDS, a);
    struct paper_table *by_seed = ARENA_ARRAY(a, struct paper_table, seeds);
    for (u32 s = 0; s < seeds && seeds > 1; s++)
        by_seed[s] = table_at(p, plan, f, s, a);
    if (seeds > 1)
        add_spread(&t, by_seed, seeds);
    return t;
}
