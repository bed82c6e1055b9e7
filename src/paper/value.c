#include "paper/value.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"

const char *const paper_verdict_names[PAPER_VERDICTS] = {"reproduced", "near", "missed", "no data"};

/* A number at a dotted path of the record, such as total.l1.hit. */
static bool number_at(json_t *record, const char *path, double *v)
{
    char name[64];
    json_t *j = record;
    while (j && *path) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)n, path);
        j = json_object_get(j, name);
        path += n + (path[n] == '.');
    }
    if (!json_is_number(j))
        return false;
    *v = json_number_value(j);
    return true;
}

static bool metric_of(const struct paper_metric *m, json_t *record, double *v)
{
    double sum = m->terms.n ? 0 : 1, term, den = 1;
    for (u32 i = 0; i < m->terms.n; i++) {
        if (!number_at(record, m->terms.at[i], &term))
            return false;
        sum += term;
    }
    if (m->den && (!number_at(record, m->den, &den) || den == 0))
        return false;
    *v = m->scale * sum / den;
    return true;
}

struct paper_cell paper_cell_of(const struct paper *p, const struct paper_plan *plan, const char *workload,
                                u32 machine, u32 config, u32 metric)
{
    const struct paper_config *c = &p->configs[config];
    struct paper_cell cell = {0};
    double most = 0, score, v;
    for (u32 i = 0; i < (c->sweep_key ? c->sweep_values.n : 1); i++) {
        const struct paper_run *r = paper_plan_find(plan, p, workload, machine, config, i);
        if (!r || r->state != PAPER_DONE || !metric_of(&p->metrics[0], r->record, &score) ||
            !metric_of(&p->metrics[metric], r->record, &v))
            continue;
        if (!cell.has || score > most) {
            most = score;
            cell = (struct paper_cell){.has = true, .value = v, .best = c->sweep_key ? c->sweep_values.at[i] : NULL};
        }
    }
    return cell;
}

double paper_aggregate_of(u8 aggregate, const double *v, u32 n)
{
    double x = aggregate == PAPER_MIN || aggregate == PAPER_MAX ? v[0] : 0;
    for (u32 i = 0; i < n; i++)
        switch (aggregate) {
        case PAPER_GEOMEAN: x += log(v[i]); break;
        case PAPER_MEAN: x += v[i]; break;
        case PAPER_MIN: x = MIN(x, v[i]); break;
        default: x = MAX(x, v[i]);
        }
    return aggregate == PAPER_GEOMEAN ? exp(x / n) : aggregate == PAPER_MEAN ? x / n : x;
}

static struct paper_cell divide(struct paper_cell a, struct paper_cell b)
{
    a.has = a.has && b.has && b.value != 0;
    a.value = a.has ? a.value / b.value : 0;
    return a;
}

static struct paper_cell figure_cell(const struct paper *p, const struct paper_plan *plan,
                                     const struct paper_figure *f, u32 row, u32 col)
{
    const struct paper_row *r = &f->rows[row];
    u32 config = f->kind == PAPER_STACKED ? f->configs[0] : f->configs[col];
    u32 metric = f->kind == PAPER_STACKED ? f->metrics[col] : f->metrics[0];
    struct paper_cell c = paper_cell_of(p, plan, r->workload, r->machine, config, metric);
    if (f->relative < 0)
        return c;
    const struct paper_row *base = f->relative_row < 0 ? r : &f->rows[f->relative_row];
    return divide(c, paper_cell_of(p, plan, base->workload, base->machine, (u32)f->relative, metric));
}

/* The geometric mean of the rows first..end of one column; only rows where the column has a value. */
static struct paper_cell mean_cell(const struct paper_table *t, u32 first, u32 end, u32 col)
{
    VEC(double) v = {0};
    for (u32 r = first; r < end; r++)
        if (t->cells[r * t->n_cols + col].has && t->cells[r * t->n_cols + col].value > 0)
            VEC_PUSH(&v, t->cells[r * t->n_cols + col].value);
    struct paper_cell c = {.has = v.n > 0};
    if (v.n)
        c.value = paper_aggregate_of(PAPER_GEOMEAN, v.at, (u32)v.n);
    VEC_FREE(&v);
    return c;
}

struct paper_table paper_table_of(const struct paper *p, const struct paper_plan *plan, const struct paper_figure *f,
                                  struct arena *a)
{
    struct paper_table t = {.n_cols = f->kind == PAPER_STACKED ? f->n_metrics : f->n_configs,
                            .metric = p->metrics[f->metrics[0]].name};
    u32 max_rows = f->n_rows * 2 + 1, first = 0;
    t.row_labels = ARENA_ARRAY(a, const char *, max_rows);
    t.is_aggregate = ARENA_ARRAY(a, bool, max_rows);
    t.col_labels = ARENA_ARRAY(a, const char *, t.n_cols + 1);
    t.cells = ARENA_ARRAY(a, struct paper_cell, (size_t)max_rows * (t.n_cols + 1));
    for (u32 c = 0; c < t.n_cols; c++)
        t.col_labels[c] = f->kind == PAPER_STACKED ? p->metrics[f->metrics[c]].name : p->configs[f->configs[c]].name;
    for (u32 r = 0; r < f->n_rows; r++) {
        const struct paper_row *row = &f->rows[r];
        t.row_labels[t.n_rows] = arena_printf(a, "%s-%s", row->workload, p->machines[row->machine].label);
        for (u32 c = 0; c < t.n_cols; c++)
            t.cells[t.n_rows * t.n_cols + c] = figure_cell(p, plan, f, r, c);
        t.n_rows++;
        bool last =
            r + 1 == f->n_rows || f->rows[r + 1].suite != row->suite || f->rows[r + 1].machine != row->machine;
        if (!last || f->kind == PAPER_STACKED || f->relative < 0 || f->relative_row >= 0 || t.n_rows - first < 2) {
            first = last ? t.n_rows : first;
            continue;
        }
        t.row_labels[t.n_rows] =
            arena_printf(a, "%s-%s geomean", p->suites[row->suite].name, p->machines[row->machine].label);
        t.is_aggregate[t.n_rows] = true;
        for (u32 c = 0; c < t.n_cols; c++)
            t.cells[t.n_rows * t.n_cols + c] = mean_cell(&t, first, t.n_rows, c);
        first = ++t.n_rows;
    }
    if (!f->only_aggregates)
        return t;
    u32 kept = 0;
    for (u32 r = 0; r < t.n_rows; r++)
        if (t.is_aggregate[r]) {
            t.row_labels[kept] = t.row_labels[r];
            t.is_aggregate[kept] = true;
            memmove(&t.cells[kept * t.n_cols], &t.cells[r * t.n_cols], t.n_cols * sizeof(*t.cells));
            kept++;
        }
    t.n_rows = kept;
    return t;
}

/* Collects the values of one statement: row values into the current group, groups into the answer. */
struct answering {
    const struct paper *p;
    const struct paper_plan *plan;
    const struct paper_statement *s;
    struct arena *arena;
    struct paper_answer *answer;
    VEC(double) group;
    const char *lowest, *highest; /* rows of the group, for min and max */
    double least, most;
    u32 groups;
};

static void take_row(struct answering *w, const struct paper_ratio *of, const char *above, const char *below,
                     u32 machine)
{
    struct paper_cell c = paper_cell_of(w->p, w->plan, above, machine, (u32)of->num, w->s->metric);
    if (of->den >= 0 || strcmp(above, below))
        c = divide(
            c, paper_cell_of(w->p, w->plan, below, machine, (u32)(of->den >= 0 ? of->den : of->num), w->s->metric));
    w->answer->wanted++;
    if (!c.has)
        return;
    w->answer->used++;
    double *v = w->group.at;
    const char *label = arena_printf(w->arena, "%s-%s", above, w->p->machines[machine].label);
    if (!w->group.n || c.value < paper_aggregate_of(PAPER_MIN, v, (u32)w->group.n))
        w->lowest = label;
    if (!w->group.n || c.value > paper_aggregate_of(PAPER_MAX, v, (u32)w->group.n))
        w->highest = label;
    VEC_PUSH(&w->group, c.value);
}

static void end_group(struct answering *w, const struct paper_ratio *of, const char *suite, const char *machine)
{
    if (!w->group.n)
        return;
    u8 kind = w->s->aggregate;
    double v = paper_aggregate_of(kind, w->group.at, (u32)w->group.n);
    const char *at = kind == PAPER_MIN ? w->lowest : kind == PAPER_MAX ? w->highest : NULL;
    if (!at && (w->s->n_of > 1 || w->s->each_suite || w->s->each_machine))
        at = arena_printf(w->arena, "%s%s%s%s%s%s%s", w->p->configs[of->num].name, of->den >= 0 ? "/" : "",
                          of->den >= 0 ? w->p->configs[of->den].name : "", suite ? " " : "", suite ? suite : "",
                          machine ? "-" : "", machine ? machine : "");
    bool better = !w->groups || (w->s->combine == PAPER_MOST ? v > w->most : v < w->least);
    if (better)
        w->answer->at = at;
    w->least = w->groups ? MIN(w->least, v) : v;
    w->most = w->groups ? MAX(w->most, v) : v;
    w->groups++;
    w->group.n = 0;
}

static void take_suites(struct answering *w, const struct paper_ratio *of, u32 machine)
{
    const struct paper_statement *s = w->s;
    for (u32 i = 0; i < s->suites.n; i++) {
        const struct paper_suite *suite = &w->p->suites[paper_suite_index(w->p, s->suites.at[i])];
        for (u32 k = 0; k < suite->workloads.n; k++)
            take_row(w, of, suite->workloads.at[k], suite->workloads.at[k], machine);
        if (s->each_suite)
            end_group(w, of, suite->name, s->each_machine ? w->p->machines[machine].label : NULL);
    }
    for (u32 i = 0; i < s->pairs.n; i++) {
        const char *colon = strchr(s->pairs.at[i], ':');
        take_row(w, of, arena_strndup(w->arena, s->pairs.at[i], (size_t)(colon - s->pairs.at[i])), colon + 1,
                 machine);
    }
}

struct paper_answer paper_answer_of(const struct paper *p, const struct paper_plan *plan,
                                    const struct paper_statement *s, struct arena *a)
{
    struct paper_answer answer = {.verdict = PAPER_NO_DATA};
    struct answering w = {.p = p, .plan = plan, .s = s, .arena = a, .answer = &answer};
    for (u32 o = 0; o < s->n_of; o++) {
        for (u32 m = 0; m < s->machines.n; m++) {
            take_suites(&w, &s->of[o], (u32)paper_machine_index(p, s->machines.at[m]));
            if (s->each_machine)
                end_group(&w, &s->of[o], NULL, s->machines.at[m]);
        }
        end_group(&w, &s->of[o], NULL, NULL);
    }
    VEC_FREE(&w.group);
    if (!w.groups)
        return answer;
    answer.has = true;
    answer.ours = s->combine == PAPER_LEAST  ? w.least
                  : s->combine == PAPER_MOST ? w.most
                                             : (w.most - w.least) / w.most;
    if (s->combine == PAPER_SPREAD)
        answer.at = NULL;
    if (s->one_minus)
        answer.ours = 1 - answer.ours;
    answer.verdict = paper_judge(s->target, answer.ours);
    return answer;
}

u8 paper_judge(const struct paper_target *t, double ours)
{
    double off = t->value != 0 ? fabs(ours / t->value - 1) : fabs(ours);
    bool holds;
    if (!strcmp(t->relation, "~"))
        return off <= 0.15 ? PAPER_REPRODUCED : off <= 0.30 ? PAPER_NEAR : PAPER_MISSED;
    if (!strcmp(t->relation, "sign"))
        return (!strcmp(t->unit, "down")    ? ours < t->value
                : !strcmp(t->unit, "order") ? ours >= t->value
                                            : ours > t->value)
                   ? PAPER_REPRODUCED
                   : PAPER_MISSED;
    holds = !strcmp(t->relation, ">=") ? ours >= t->value : ours <= t->value;
    return holds ? PAPER_REPRODUCED : off <= 0.02 ? PAPER_NEAR : PAPER_MISSED;
}
