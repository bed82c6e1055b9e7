/* The report as text and as JSON. */
#include "paper/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/causes.h"
#include "paper/matrix.h"
#include "paper/results.h"

/* True if the table's row is what the statement is taken over, and the figure's mean is its aggregate. */
static bool row_answers(const struct paper_report *r, u32 i, u32 row, const struct paper_statement *s)
{
    const struct paper_table *t = &r->tables[i];
    const struct paper_figure *f = r->figures[i];
    const struct paper_row *source = &f->rows[t->source[row]];
    if (s->n_over != 1 || source->machine != s->machines[0])
        return false;
    if (t->is_aggregate[row])
        return s->over[0].n > 1 && f->mean == s->aggregate &&
               !strcmp(r->paper->suites[source->suite].name, s->over[0].name);
    return s->over[0].n == 1 && !strcmp(source->subject.name, s->over[0].at[0].name);
}

/* A statement that is one cell of the figure: the paper's value is drawn there. */
static bool find_mark(const struct paper_report *r, u32 i, const struct paper_statement *s, struct paper_mark *m)
{
    const struct paper_figure *f = r->figures[i];
    if (strcmp(s->target->relation, "~") || s->n_of != 1 || s->of[0].only || s->n_machines != 1 || s->n_pairs ||
        s->n_against || s->n_metrics != 1 || s->transform != PAPER_AS_IT_IS || f->relative_row >= 0 ||
        s->combine > PAPER_MOST || f->kind == PAPER_STACKED)
        return false;
    for (u32 row = 0; row < r->tables[i].n_rows; row++) {
        if (!row_answers(r, i, row, s))
            continue;
        for (u32 c = 0; c < f->n_configs; c++)
            for (u32 k = 0; k < f->n_metrics; k++)
                if ((i32)f->configs[c] == s->of[0].num && f->base[c] == s->of[0].den &&
                    f->metrics[k] == s->metrics[0]) {
                    *m = (struct paper_mark){row, c * f->n_metrics + k, s->target->value, s->target->id};
                    return true;
                }
    }
    return false;
}

void paper_report_make(struct paper_report *r, const struct paper *p, const struct runs_plan *plan,
                       const struct paper_figure *const *figures, u32 n, const char *version, struct arena *a)
{
    *r = (struct paper_report){.paper = p, .plan = plan, .figures = figures, .n = n, .version = version};
    r->tables = ARENA_ARRAY(a, struct paper_table, n + 1);
    r->answers = ARENA_ARRAY(a, struct paper_answer *, n + 1);
    r->marks = ARENA_ARRAY(a, struct paper_mark *, n + 1);
    r->n_marks = ARENA_ARRAY(a, u32, n + 1);
    for (u32 i = 0; i < n; i++) {
        r->tables[i] = paper_table_of(p, plan, figures[i], a);
        r->answers[i] = ARENA_ARRAY(a, struct paper_answer, figures[i]->n_statements + 1);
        r->marks[i] = ARENA_ARRAY(a, struct paper_mark, figures[i]->n_statements + 1);
        for (u32 s = 0; s < figures[i]->n_statements; s++) {
            r->answers[i][s] = paper_answer_of(p, plan, &figures[i]->statements[s], a);
            r->verdicts[r->answers[i][s].verdict]++;
            r->n_marks[i] += find_mark(r, i, &figures[i]->statements[s], &r->marks[i][r->n_marks[i]]);
        }
    }
}

const char *paper_caveat(const struct paper_report *r, struct arena *a)
{
    const char *text = "";
    u32 failed = 0;
    if (!strcmp(r->plan->size, "small"))
        text = "These are not the paper's inputs: every program ran on a small one, and sweeps tried three values at "
               "most. The verdicts below say whether the experiments work, not whether the paper is reproduced. ";
    else if (r->paper->inputs)
        text = arena_printf(a, "%s: %s ",
                            paper_has_statements(r->paper, r->paper->name) ? "Inputs that are not the paper's"
                                                                           : "Programs",
                            r->paper->inputs);
    for (u32 i = 0; i < r->plan->n; i++)
        failed += r->plan->runs[i].state != RUNS_DONE;
    if (failed)
        text =
            arena_printf(a, "%s%u of %u runs failed or were not made, and are left out.", text, failed, r->plan->n);
    if (paper_plan_seeds(r->plan) == 1)
        text = arena_printf(a, "%s%sEvery point ran once: there is no spread, and what chance decided does not show.",
                            text, *text && text[strlen(text) - 1] != ' ' ? " " : "");
    return *text ? text : NULL;
}

void paper_claim(const struct paper_target *t, char *buf, size_t n)
{
    char number[32];
    paper_number(t->value, number, sizeof(number));
    if (!strcmp(t->relation, "sign"))
        snprintf(buf, n, "%s 1", !strcmp(t->unit, "down") ? "<" : ">");
    else
        snprintf(buf, n, "%s%s%s", !strcmp(t->relation, "~") ? "" : t->relation, !strcmp(t->relation, "~") ? "" : " ",
                 number);
}

void paper_number(double v, char *buf, size_t n)
{
    double m = fabs(v);
    if (m != 0 && (m >= 1e6 || m < 1e-3))
        snprintf(buf, n, "%.3g", v);
    else
        snprintf(buf, n, "%.*f", m >= 100 ? 0 : m >= 10 ? 1 : m >= 0.995 || m == 0 ? 2 : 3, v);
}

void paper_spread(double v, double sd, u32 seeds, char *buf, size_t n)
{
    *buf = 0;
    if (seeds > 1 && sd > 0 && sd < 1e-3 * fabs(v))
        snprintf(buf, n, "+-<0.1%%");
    else if (seeds > 1)
        snprintf(buf, n, sd >= 100 ? "+-%.0f" : "+-%.2g", sd);
}

static void cell_text(const struct paper_cell *c, char *buf, size_t n)
{
    char number[32], spread[40];
    if (!c->has) {
        snprintf(buf, n, "-");
        return;
    }
    paper_number(c->value, number, sizeof(number));
    paper_spread(c->value, c->sd, c->seeds, spread, sizeof(spread));
    if (c->best)
        snprintf(buf, n, "%s%s (%s)", number, spread, c->best);
    else
        snprintf(buf, n, "%s%s", number, spread);
}

static void rule(FILE *to, int n)
{
    for (int i = 0; i < n; i++)
        fputc('-', to);
    fputc('\n', to);
}

static void table_text(const struct paper_table *t, FILE *to)
{
    char text[96];
    int first = 8, total;
    for (u32 r = 0; r < t->n_rows; r++)
        first = MAX(first, (int)strlen(t->row_labels[r]));
    int width[64];
    u32 cols = MIN(t->n_cols, (u32)COUNT_OF(width));
    total = first;
    for (u32 c = 0; c < cols; c++) {
        width[c] = (int)strlen(t->col_labels[c]);
        for (u32 r = 0; r < t->n_rows; r++) {
            cell_text(&t->cells[r * t->n_cols + c], text, sizeof(text));
            width[c] = MAX(width[c], (int)strlen(text));
        }
        total += width[c] + 2;
    }
    fprintf(to, "%-*s", first, "");
    for (u32 c = 0; c < cols; c++)
        fprintf(to, "  %*s", width[c], t->col_labels[c]);
    fputc('\n', to);
    rule(to, total);
    for (u32 r = 0; r < t->n_rows; r++) {
        fprintf(to, "%-*s", first, t->row_labels[r]);
        for (u32 c = 0; c < cols; c++) {
            cell_text(&t->cells[r * t->n_cols + c], text, sizeof(text));
            fprintf(to, "  %*s", width[c], text);
        }
        fputc('\n', to);
        if (t->is_aggregate[r] && r + 1 < t->n_rows && !t->is_aggregate[r + 1])
            rule(to, total);
    }
}

static void statement_text(const struct paper_target *t, const struct paper_answer *a, FILE *to)
{
    char ours[32] = "-", tolerance[32] = "", spread[40], claim[40], what[160];
    paper_claim(t, claim, sizeof(claim));
    if (a->has)
        paper_number(a->ours, ours, sizeof(ours));
    if (t->tolerance >= 0)
        paper_number(t->tolerance, tolerance, sizeof(tolerance));
    snprintf(what, sizeof(what), "%s, %s: %s", t->workload, t->configuration, t->metric);
    paper_spread(a->ours, a->sd, a->seeds, spread, sizeof(spread));
    fprintf(to, "  %-14s %9s %7s %9s %-9s  %s%s%s%s", paper_verdict_names[a->verdict], claim, tolerance, ours,
            *spread || t->derived || !a->has ? spread : "no spread", what, a->at ? " [" : "", a->at ? a->at : "",
            a->at ? "]" : "");
    if (a->used < a->wanted)
        fprintf(to, " (%u of %u results)", a->used, a->wanted);
    fputc('\n', to);
}

/* The same by independent cause. */
static void facts_text(const struct paper_report *r, FILE *to)
{
    struct paper_facts facts = {0};
    for (u32 i = 0; i < r->n; i++)
        for (u32 s = 0; s < r->figures[i]->n_statements; s++)
            paper_facts_add(&facts, r->figures[i]->statements[s].target, r->answers[i][s].verdict);
    struct paper_fact_counts c = paper_facts_count(&facts);
    if (c.right + c.partly + c.wrong)
        fprintf(to, "By independent cause: %u facts are right, %u partly, %u wrong", c.right, c.partly, c.wrong);
    if (c.worst)
        fprintf(to, "; the %u misses are about %u facts, %u of them about %s", c.missed, c.missing, c.worst->missed,
                c.worst->cause);
    if (c.right + c.partly + c.wrong)
        fputc('\n', to);
    paper_facts_free(&facts);
}

void paper_report_text(const struct paper_report *r, FILE *to)
{
    struct arena a = {0};
    const char *caveat = paper_caveat(r, &a), *kept = paper_kept_sentence(r, &a);
    if (r->paper->citation)
        fprintf(to, "\n%s\n", r->paper->citation);
    if (caveat)
        fprintf(to, "\nNOTE: %s\n", caveat);
    for (u32 i = 0; i < r->n; i++) {
        const struct paper_figure *f = r->figures[i];
        fprintf(to, "\n%s\n", f->title);
        if (f->n_metrics == 1 || f->relative)
            fprintf(to, "(%s%s%s)\n", f->n_metrics == 1 ? r->tables[i].metric : "", f->relative ? " over " : "",
                    f->relative ? f->relative : "");
        table_text(&r->tables[i], to);
        if (f->note)
            fprintf(to, "note: %s\n", f->note);
        if (f->n_statements)
            fprintf(to, "\n  %-14s %9s %7s %9s %-9s  statement\n", "verdict", "paper", "+-", "ours", "spread");
        for (u32 s = 0; s < f->n_statements; s++)
            statement_text(f->statements[s].target, &r->answers[i][s], to);
    }
    u32 failed = 0;
    for (u32 i = 0; i < r->plan->n; i++)
        if (r->plan->runs[i].state == RUNS_FAILED && failed++ < 10)
            fprintf(to, "%sfailed: %s on %s %s: %s\n", failed == 1 ? "\n" : "", r->plan->runs[i].workload,
                    r->plan->runs[i].machine, r->plan->runs[i].sets_text, r->plan->runs[i].why);
    if (failed > 10)
        fprintf(to, "... and %u more failed\n", failed - 10);
    fprintf(to, "\n%s, size %s: %u statements reproduced", r->paper->name, r->plan->size,
            r->verdicts[PAPER_REPRODUCED]);
    for (u32 v = PAPER_REPRODUCED + 1; v < PAPER_NO_DATA; v++)
        fprintf(to, ", %u %s", r->verdicts[v], paper_verdict_names[v]);
    if (r->verdicts[PAPER_NO_DATA])
        fprintf(to, ", %u without data", r->verdicts[PAPER_NO_DATA]);
    fputc('\n', to);
    facts_text(r, to);
    if (kept)
        fprintf(to, "%s\n", kept);
    arena_free(&a);
}

static json_t *figure_json(const struct paper_report *r, u32 i)
{
    const struct paper_table *t = &r->tables[i];
    json_t *rows = json_array(), *columns = json_array();
    for (u32 c = 0; c < t->n_cols; c++)
        json_array_append_new(columns, json_string(t->col_labels[c]));
    for (u32 k = 0; k < t->n_rows; k++) {
        json_t *values = json_array(), *best = json_array(), *sd = json_array();
        bool swept = false, spread = false;
        for (u32 c = 0; c < t->n_cols; c++) {
            const struct paper_cell *cell = &t->cells[k * t->n_cols + c];
            json_array_append_new(values, cell->has ? json_real(cell->value) : json_null());
            json_array_append_new(best, cell->best ? json_string(cell->best) : json_null());
            json_array_append_new(sd, cell->seeds > 1 ? json_real(cell->sd) : json_null());
            swept |= cell->best != NULL;
            spread |= cell->seeds > 1;
        }
        json_t *row = json_pack("{s:s, s:b, s:o}", "row", t->row_labels[k], "aggregate", (int)t->is_aggregate[k],
                                "values", values);
        if (swept)
            json_object_set(row, "best", best);
        if (spread)
            json_object_set(row, "sd", sd);
        json_decref(best);
        json_decref(sd);
        json_array_append_new(rows, row);
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "figure", r->figures[i]->name, "title", r->figures[i]->title,
                     "metric", t->metric, "columns", columns, "rows", rows);
}

static json_t *statement_json(const struct paper_report *r, u32 i, u32 s)
{
    const struct paper_target *t = r->figures[i]->statements[s].target;
    const struct paper_answer *a = &r->answers[i][s];
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:s, s:s}", "id", t->id, "figure",
                          r->figures[i]->name, "where", t->where, "workload", t->workload, "configuration",
                          t->configuration, "metric", t->metric, "relation", t->relation, "paper", t->value, "unit",
                          t->unit, "verdict", paper_verdict_names[a->verdict]);
    json_object_set_new(o, "ours", a->has ? json_real(a->ours) : json_null());
    json_object_set_new(o, "kind", json_string(t->derived ? "derived" : "measured"));
    json_object_set_new(o, "cause", json_string(t->cause));
    if (t->why)
        json_object_set_new(o, "why", json_string(t->why));
    json_object_set_new(o, "sd", a->seeds > 1 ? json_real(a->sd) : json_null());
    json_object_set_new(o, "seeds", json_integer(a->seeds));
    json_object_set_new(o, "tolerance", t->tolerance >= 0 ? json_real(t->tolerance) : json_null());
    if (a->at)
        json_object_set_new(o, "at", json_string(a->at));
    json_object_set_new(o, "results", json_integer(a->used));
    json_object_set_new(o, "results_wanted", json_integer(a->wanted));
    return o;
}

json_t *paper_report_json(const struct paper_report *r)
{
    static const char *const json_names[PAPER_VERDICTS] = {
        "reproduced", "near", "direction_only", "noisy", "derived", "weak", "fitted", "missed", "no_data"};
    json_t *statements = json_array(), *figures = json_array(), *failed = json_array(), *counts = json_object();
    for (u32 i = 0; i < r->n; i++) {
        json_array_append_new(figures, figure_json(r, i));
        for (u32 s = 0; s < r->figures[i]->n_statements; s++)
            json_array_append_new(statements, statement_json(r, i, s));
    }
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        json_object_set_new(counts, json_names[v], json_integer(r->verdicts[v]));
    double seconds = 0;
    for (u32 i = 0; i < r->plan->n; i++) {
        const struct runs_run *run = &r->plan->runs[i];
        seconds += run->state == RUNS_DONE ? run->seconds : 0;
        if (run->state == RUNS_FAILED)
            json_array_append_new(failed, json_pack("{s:s, s:s, s:s, s:s}", "workload", run->workload, "machine",
                                                    run->machine, "set", run->sets_text, "why", run->why));
    }
    return json_pack("{s:s, s:s, s:s*, s:s, s:s, s:i, s:i, s:f, s:o, s:o, s:o, s:o}", "paper", r->paper->name,
                     "title", r->paper->title, "citation", r->paper->citation, "size", r->plan->size, "version",
                     r->version, "seeds", (int)paper_plan_seeds(r->plan), "runs", (int)r->plan->n,
                     "seconds_of_simulation", seconds, "counts", counts, "statements", statements, "figures", figures,
                     "failed", failed);
}

/* A CSV field: quoted where it must be. */
static void csv_text(const char *s, FILE *to)
{
    if (!strpbrk(s, ",\"\n")) {
        fputs(s, to);
        return;
    }
    fputc('"', to);
    for (; *s; s++)
        fprintf(to, *s == '"' ? "\"\"" : "%c", *s);
    fputc('"', to);
}

static const struct paper_mark *mark_at(const struct paper_report *r, u32 i, u32 row, u32 col)
{
    for (u32 k = 0; k < r->n_marks[i]; k++)
        if (r->marks[i][k].row == row && r->marks[i][k].col == col)
            return &r->marks[i][k];
    return NULL;
}

void paper_report_csv(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_table *t = &r->tables[i];
    bool *marked = xcalloc(t->n_cols + 1, sizeof(*marked)), spread = paper_plan_seeds(r->plan) > 1;
    for (u32 k = 0; k < r->n_marks[i]; k++)
        marked[r->marks[i][k].col] = true;
    fputs("row,is_mean", to);
    for (u32 c = 0; c < t->n_cols; c++) {
        fputc(',', to);
        csv_text(t->col_labels[c], to);
        if (spread) {
            fputs(",sd ", to);
            csv_text(t->col_labels[c], to);
        }
        if (marked[c]) {
            fputs(",paper ", to);
            csv_text(t->col_labels[c], to);
        }
    }
    fputc('\n', to);
    for (u32 row = 0; row < t->n_rows; row++) {
        csv_text(t->row_labels[row], to);
        fprintf(to, ",%d", t->is_aggregate[row]);
        for (u32 c = 0; c < t->n_cols; c++) {
            const struct paper_cell *cell = &t->cells[row * t->n_cols + c];
            const struct paper_mark *m = mark_at(r, i, row, c);
            fputc(',', to);
            if (cell->has)
                fprintf(to, "%.9g", cell->value);
            if (spread)
                fputc(',', to);
            if (cell->seeds > 1)
                fprintf(to, "%.3g", cell->sd);
            if (marked[c])
                fputc(',', to);
            if (m)
                fprintf(to, "%.9g", m->value);
        }
        fputc('\n', to);
    }
    free(marked);
}
