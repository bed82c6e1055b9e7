/* The report as text and as JSON. */
#include "paper/report.h"

#include <math.h>
#include <string.h>

void paper_report_make(struct paper_report *r, const struct paper *p, const struct paper_plan *plan,
                       const struct paper_figure *const *figures, u32 n, const char *version, struct arena *a)
{
    *r = (struct paper_report){.paper = p, .plan = plan, .figures = figures, .n = n, .version = version};
    r->tables = ARENA_ARRAY(a, struct paper_table, n + 1);
    r->answers = ARENA_ARRAY(a, struct paper_answer *, n + 1);
    for (u32 i = 0; i < n; i++) {
        r->tables[i] = paper_table_of(p, plan, figures[i], a);
        r->answers[i] = ARENA_ARRAY(a, struct paper_answer, figures[i]->n_statements + 1);
        for (u32 s = 0; s < figures[i]->n_statements; s++) {
            r->answers[i][s] = paper_answer_of(p, plan, &figures[i]->statements[s], a);
            r->verdicts[r->answers[i][s].verdict]++;
        }
    }
}

void paper_number(double v, char *buf, size_t n)
{
    double m = fabs(v);
    if (m != 0 && (m >= 1e6 || m < 1e-3))
        snprintf(buf, n, "%.3g", v);
    else
        snprintf(buf, n, "%.*f", m >= 100 ? 0 : m >= 10 ? 1 : m >= 0.995 || m == 0 ? 2 : 3, v);
}

static void cell_text(const struct paper_cell *c, char *buf, size_t n)
{
    char number[32];
    if (!c->has) {
        snprintf(buf, n, "-");
        return;
    }
    paper_number(c->value, number, sizeof(number));
    if (c->best)
        snprintf(buf, n, "%s (%s)", number, c->best);
    else
        snprintf(buf, n, "%s", number);
}

static void rule(FILE *to, int n)
{
    for (int i = 0; i < n; i++)
        fputc('-', to);
    fputc('\n', to);
}

static void table_text(const struct paper_table *t, FILE *to)
{
    char text[64];
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
    char paper[32], ours[32] = "-", ratio[32] = "-", bound[40], what[160];
    paper_number(t->value, paper, sizeof(paper));
    if (!strcmp(t->relation, "sign"))
        snprintf(bound, sizeof(bound), "%s",
                 !strcmp(t->unit, "order")  ? ">= 1"
                 : !strcmp(t->unit, "down") ? "< 1"
                                            : "> 1");
    else
        snprintf(bound, sizeof(bound), "%s %s", !strcmp(t->relation, "~") ? " " : t->relation, paper);
    if (a->has) {
        paper_number(a->ours, ours, sizeof(ours));
        if (t->value != 0)
            paper_number(a->ours / t->value, ratio, sizeof(ratio));
    }
    snprintf(what, sizeof(what), "%s, %s: %s", t->workload, t->configuration, t->metric);
    fprintf(to, "  %-10s %9s %9s %7s  %s%s%s%s", paper_verdict_names[a->verdict], bound, ours, ratio, what,
            a->at ? " [" : "", a->at ? a->at : "", a->at ? "]" : "");
    if (a->used < a->wanted)
        fprintf(to, " (%u of %u results)", a->used, a->wanted);
    fputc('\n', to);
}

void paper_report_text(const struct paper_report *r, FILE *to)
{
    for (u32 i = 0; i < r->n; i++) {
        const struct paper_figure *f = r->figures[i];
        fprintf(to, "\n%s\n", f->title);
        if (f->kind != PAPER_STACKED)
            fprintf(to, "(%s%s%s)\n", r->tables[i].metric, f->relative >= 0 ? " over " : "",
                    f->relative >= 0 ? r->paper->configs[f->relative].name : "");
        table_text(&r->tables[i], to);
        if (f->note)
            fprintf(to, "note: %s\n", f->note);
        if (f->n_statements)
            fprintf(to, "\n  %-10s %9s %9s %7s  statement\n", "verdict", "paper", "ours", "ratio");
        for (u32 s = 0; s < f->n_statements; s++)
            statement_text(f->statements[s].target, &r->answers[i][s], to);
    }
    u32 failed = 0;
    for (u32 i = 0; i < r->plan->n; i++)
        if (r->plan->runs[i].state == PAPER_FAILED && failed++ < 10)
            fprintf(to, "%sfailed: %s on %s %s: %s\n", failed == 1 ? "\n" : "", r->plan->runs[i].workload,
                    r->plan->runs[i].machine, r->plan->runs[i].sets_text, r->plan->runs[i].why);
    if (failed > 10)
        fprintf(to, "... and %u more failed\n", failed - 10);
    fprintf(to, "\n%s, size %s: %u statements reproduced, %u near, %u missed", r->paper->name, r->plan->size,
            r->verdicts[PAPER_REPRODUCED], r->verdicts[PAPER_NEAR], r->verdicts[PAPER_MISSED]);
    if (r->verdicts[PAPER_NO_DATA])
        fprintf(to, ", %u without data", r->verdicts[PAPER_NO_DATA]);
    fputc('\n', to);
}

static json_t *figure_json(const struct paper_report *r, u32 i)
{
    const struct paper_table *t = &r->tables[i];
    json_t *rows = json_array(), *columns = json_array();
    for (u32 c = 0; c < t->n_cols; c++)
        json_array_append_new(columns, json_string(t->col_labels[c]));
    for (u32 k = 0; k < t->n_rows; k++) {
        json_t *values = json_array(), *best = json_array();
        bool swept = false;
        for (u32 c = 0; c < t->n_cols; c++) {
            const struct paper_cell *cell = &t->cells[k * t->n_cols + c];
            json_array_append_new(values, cell->has ? json_real(cell->value) : json_null());
            json_array_append_new(best, cell->best ? json_string(cell->best) : json_null());
            swept |= cell->best != NULL;
        }
        json_t *row = json_pack("{s:s, s:b, s:o}", "row", t->row_labels[k], "aggregate", (int)t->is_aggregate[k],
                                "values", values);
        if (swept)
            json_object_set(row, "best", best);
        json_decref(best);
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
    json_object_set_new(o, "ratio", a->has && t->value != 0 ? json_real(a->ours / t->value) : json_null());
    if (a->at)
        json_object_set_new(o, "at", json_string(a->at));
    json_object_set_new(o, "results", json_integer(a->used));
    json_object_set_new(o, "results_wanted", json_integer(a->wanted));
    return o;
}

json_t *paper_report_json(const struct paper_report *r)
{
    json_t *statements = json_array(), *figures = json_array(), *failed = json_array(), *counts = json_object();
    for (u32 i = 0; i < r->n; i++) {
        json_array_append_new(figures, figure_json(r, i));
        for (u32 s = 0; s < r->figures[i]->n_statements; s++)
            json_array_append_new(statements, statement_json(r, i, s));
    }
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        json_object_set_new(counts, v == PAPER_NO_DATA ? "no_data" : paper_verdict_names[v],
                            json_integer(r->verdicts[v]));
    double seconds = 0;
    for (u32 i = 0; i < r->plan->n; i++) {
        const struct paper_run *run = &r->plan->runs[i];
        seconds += run->state == PAPER_DONE ? run->seconds : 0;
        if (run->state == PAPER_FAILED)
            json_array_append_new(failed, json_pack("{s:s, s:s, s:s, s:s}", "workload", run->workload, "machine",
                                                    run->machine, "set", run->sets_text, "why", run->why));
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:f, s:o, s:o, s:o, s:o}", "paper", r->paper->name, "title",
                     r->paper->title, "size", r->plan->size, "version", r->version, "runs", (int)r->plan->n,
                     "seconds_of_simulation", seconds, "counts", counts, "statements", statements, "figures", figures,
                     "failed", failed);
}
