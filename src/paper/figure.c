/* One experiment (*.exp): a figure or a table, without its statements. */
#include "paper/figure.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

const char *const paper_aggregate_words[PAPER_AGGREGATES] = {"geomean", "mean", "harmonic", "min", "max"};
static const char *const kinds[PAPER_KINDS] = {"bars", "stacked", "lines", "table", "matrix", "heat"};

u8 paper_mean_of(const struct paper_entry *e, const char *path, struct diag *d)
{
    for (u8 i = PAPER_GEOMEAN; i <= PAPER_HARMONIC; i++)
        if (!strcmp(e->value, paper_aggregate_words[i]))
            return i;
    diag_error(d, path, e->line, 0, "mean is geomean, mean or harmonic, not '%s'", e->value);
    return PAPER_GEOMEAN;
}

bool paper_is_workload(const struct paper *p, const char *workload, u32 *suite)
{
    for (u32 s = 0; s < p->n_suites; s++)
        for (u32 k = 0; k < p->suites[s].n; k++)
            if (!strcmp(p->suites[s].at[k].workload, workload)) {
                *suite = s;
                return true;
            }
    return false;
}

/* "polybench@S rodinia@L atax:2@S": the subjects of a suite, or one, on a machine (the paper's only one if it has no
   other). */
static void read_rows(struct paper *p, struct paper_figure *f, const struct paper_entry *e, struct diag *d)
{
    struct runs_words w = paper_split(&p->arena, e->value, " \t,");
    VEC(struct paper_row) rows = {0};
    for (u32 i = 0; i < w.n; i++) {
        const char *at = strchr(w.at[i], '@');
        i32 machine = at ? paper_machine_index(p, at + 1) : p->n_machines == 1 ? 0 : -1;
        if (machine < 0) {
            diag_error(d, f->file, e->line, 0, "rows: '%s' is not SUITE@MACHINE with a machine of paper.ini",
                       w.at[i]);
            continue;
        }
        const char *name = at ? arena_strndup(&p->arena, w.at[i], (size_t)(at - w.at[i])) : w.at[i];
        i32 suite = paper_suite_index(p, name);
        u32 home = 0;
        if (suite >= 0) {
            for (u32 k = 0; k < p->suites[suite].n; k++)
                VEC_PUSH(&rows, (struct paper_row){p->suites[suite].at[k], (u32)machine, (u32)suite});
            continue;
        }
        struct paper_subject one = paper_subject_of(&p->arena, name);
        if (!paper_is_workload(p, one.workload, &home))
            diag_error(d, f->file, e->line, 0, "rows: no suite of paper.ini is, or has, '%s'", name);
        else
            VEC_PUSH(&rows, (struct paper_row){one, (u32)machine, home});
    }
    f->n_rows = (u32)rows.n;
    f->rows = ARENA_ARRAY(&p->arena, struct paper_row, MAX(rows.n, 1));
    if (rows.n)
        memcpy(f->rows, rows.at, rows.n * sizeof(*rows.at));
    VEC_FREE(&rows);
}

/* "x = mrpb.latency: 3 4 6" or a section [points] with "x2 = noc.clock=2800 l2.clock=2800": each configuration of the
   figure is made once at every point, as "mrpb@3". */
struct points {
    const char **label, **sets;
    u32 n;
};

static struct points read_points(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    struct points pt = {.label = ARENA_ARRAY(&p->arena, const char *, es->n + 1),
                        .sets = ARENA_ARRAY(&p->arena, const char *, es->n + 1)};
    for (u32 i = 0; i < es->n; i++)
        if (!strcmp(es->at[i].section, "points")) {
            es->at[i].used = true;
            pt.label[pt.n] = es->at[i].key;
            pt.sets[pt.n++] = es->at[i].value;
        }
    struct paper_entry *e = paper_entry(es, "", "x");
    if (!e)
        return pt;
    const char *colon = strchr(e->value, ':');
    struct runs_words w = paper_split(&p->arena, colon ? colon + 1 : "", " \t,");
    const char *key = colon ? arena_strndup(&p->arena, e->value, (size_t)(colon - e->value)) : "";
    if (pt.n || !w.n || !*key || strchr(key, ' ')) {
        diag_error(d, f->file, e->line, 0, "x: expected KEY: VALUE VALUE..., and no [points] beside it");
        return pt;
    }
    pt.label = ARENA_ARRAY(&p->arena, const char *, w.n);
    pt.sets = ARENA_ARRAY(&p->arena, const char *, w.n);
    for (; pt.n < w.n; pt.n++) {
        pt.label[pt.n] = w.at[pt.n];
        pt.sets[pt.n] = arena_printf(&p->arena, "%s=%s", key, w.at[pt.n]);
    }
    return pt;
}

/* The settings of a configuration as text again, with those of a point behind. */
static const char *joined_sets(struct paper *p, const struct paper_config *c, const char *point)
{
    const char *text = point;
    for (u32 i = 0; i < c->sets.n; i++)
        text = arena_printf(&p->arena, "%s %s", text, c->sets.at[i]);
    if (c->sweep_key) {
        text = arena_printf(&p->arena, "%s %s=best:", text, c->sweep_key);
        for (u32 i = 0; i < c->sweep_values.n; i++)
            text = arena_printf(&p->arena, "%s%s%s", text, i ? "," : "", c->sweep_values.at[i]);
    }
    return text;
}

i32 paper_config_in(const struct paper *p, const struct paper_figure *f, const char *name, u32 line, struct diag *d)
{
    char own[256];
    snprintf(own, sizeof(own), "%s:%s", f->name, name);
    i32 i = paper_config_index(p, own);
    if (i < 0)
        i = paper_config_index(p, name);
    if (i < 0) {
        const char **names = xcalloc(p->n_configs + 1, sizeof(*names));
        for (u32 k = 0; k < p->n_configs; k++)
            names[k] = p->configs[k].label;
        const char *near = diag_nearest(name, names, p->n_configs);
        diag_error(d, f->file, line, 0, "no configuration is called '%s'%s%s%s", name, near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
        free(names);
    }
    return i;
}

static void read_columns(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    struct paper_entry *e = paper_entry(es, "", "configurations");
    if (!e) {
        diag_error(d, f->file, 0, 0, "needs 'configurations = NAME...'");
        return;
    }
    struct runs_words w = paper_split(&p->arena, e->value, " \t,");
    struct points pt = read_points(p, f, es, d);
    f->n_points = pt.n;
    f->points = (struct runs_words){pt.label, pt.n};
    f->configs = ARENA_ARRAY(&p->arena, u32, w.n * MAX(pt.n, 1) + 1);
    for (u32 i = 0; i < w.n; i++) {
        i32 c = paper_config_in(p, f, w.at[i], e->line, d);
        if (c < 0)
            continue;
        if (!pt.n)
            f->configs[f->n_configs++] = (u32)c;
        for (u32 k = 0; k < pt.n; k++) {
            const char *label = arena_printf(&p->arena, "%s@%s", w.at[i], pt.label[k]);
            i32 at = paper_add_config(p, arena_printf(&p->arena, "%s:%s", f->name, label), label,
                                      joined_sets(p, &p->configs[c], pt.sets[k]), f->file, e->line, d);
            if (at >= 0)
                f->configs[f->n_configs++] = (u32)at;
        }
    }
}

/* "base", "base of srad@S" (every bar over that one value), "base@*" (each point over the base at that point). */
static void read_relative(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    f->relative_row = -1;
    f->base = ARENA_ARRAY(&p->arena, i32, f->n_configs + 1);
    for (u32 c = 0; c < f->n_configs; c++)
        f->base[c] = -1;
    struct paper_entry *e = paper_entry(es, "", "relative");
    if (!e)
        return;
    struct runs_words w = paper_split(&p->arena, e->value, " \t");
    if (w.n < 1 || (w.n != 1 && !(w.n == 3 && !strcmp(w.at[1], "of")))) {
        diag_error(d, f->file, e->line, 0, "relative: expected CONFIGURATION or CONFIGURATION of WORKLOAD@MACHINE");
        return;
    }
    f->relative = e->value;
    size_t n = strlen(w.at[0]);
    bool each_point = n > 2 && !strcmp(w.at[0] + n - 2, "@*") && f->n_points;
    for (u32 c = 0; c < f->n_configs; c++) {
        const char *name = w.at[0];
        if (each_point)
            name = arena_printf(&p->arena, "%.*s@%s", (int)n - 2, w.at[0], f->points.at[c % f->n_points]);
        f->base[c] = paper_config_in(p, f, name, e->line, d);
        if (f->base[c] < 0)
            return;
    }
    for (u32 r = 0; w.n == 3 && r < f->n_rows; r++) {
        const char *label =
            arena_printf(&p->arena, "%s@%s", f->rows[r].subject.name, p->machines[f->rows[r].machine].label);
        if (!strcmp(label, w.at[2]))
            f->relative_row = (i32)r;
    }
    if (w.n == 3 && f->relative_row < 0)
        diag_error(d, f->file, e->line, 0, "relative: '%s' is no row of this figure", w.at[2]);
}

static void read_metrics(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    struct paper_entry *e = paper_entry(es, "", "metric");
    struct runs_words w = {0};
    if (!e)
        diag_error(d, f->file, 0, 0, "needs 'metric = NAME'");
    else
        w = paper_split(&p->arena, e->value, " \t,");
    if (w.n > COUNT_OF(f->metrics))
        diag_error(d, f->file, e->line, 0, "more than %u metrics", (u32)COUNT_OF(f->metrics));
    for (u32 i = 0; i < w.n && f->n_metrics < COUNT_OF(f->metrics); i++) {
        i32 m = paper_metric_index(p, w.at[i]);
        if (m < 0)
            diag_error(d, f->file, e->line, 0, "no metric of paper.ini is called '%s'", w.at[i]);
        else
            f->metrics[f->n_metrics++] = (u32)m;
    }
    f->parts = f->n_metrics;
    if ((e = paper_entry(es, "", "parts"))) {
        f->parts = (u32)strtoul(e->value, NULL, 10);
        if (!f->parts || f->n_metrics % f->parts)
            diag_error(d, f->file, e->line, 0, "parts: the %u metrics cannot be dealt to bars of '%s'", f->n_metrics,
                       e->value);
    }
}

static void read_looks(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    struct paper_entry *e = paper_entry(es, "", "title");
    f->title = e ? e->value : f->name;
    f->mean = p->mean;
    if ((e = paper_entry(es, "", "note")))
        f->note = e->value;
    if ((e = paper_entry(es, "", "mean"))) {
        f->mean = paper_mean_of(e, f->file, d);
        f->has_means = true;
    }
    if ((e = paper_entry(es, "", "kind"))) {
        while (f->kind < PAPER_KINDS && strcmp(kinds[f->kind], e->value))
            f->kind++;
        if (f->kind == PAPER_KINDS) {
            diag_error(d, f->file, e->line, 0, "kind is bars, stacked, lines, table, matrix or heat, not '%s'",
                       e->value);
            f->kind = PAPER_BARS;
        }
    }
    if ((e = paper_entry(es, "", "sampled")))
        f->sampled = e->value;
    if (!f->sampled != (f->kind != PAPER_HEAT))
        diag_error(d, f->file, e ? e->line : 0, 0,
                   "sampled: the table of samples that kind = heat draws; both or neither");
    if ((e = paper_entry(es, "", "show"))) {
        f->only_aggregates = !strcmp(e->value, "aggregates");
        if (!f->only_aggregates && strcmp(e->value, "all"))
            diag_error(d, f->file, e->line, 0, "show is all or aggregates, not '%s'", e->value);
    }
}

void paper_read_figure(struct paper *p, struct paper_figure *f, const char *file_name, struct diag *d)
{
    static const char *const known[] = {
        "title", "kind",     "metric",  "rows",  "configurations", "relative", "show",      "note",
        "of",    "machines", "over",    "pairs", "aggregate",      "combine",  "transform", "per",
        "x",     "mean",     "against", "id",    "parts",          "sampled"};
    struct paper_entries es;
    const char *path = arena_printf(&p->arena, "%s/%s", p->folder, file_name);
    *f = (struct paper_figure){.file = path, .name = arena_strndup(&p->arena, file_name, strlen(file_name) - 4)};
    if (!paper_entries_read(&es, &p->arena, path, d))
        return;
    for (u32 i = 0; i < es.n; i++)
        if (!strcmp(es.at[i].section, "configurations")) {
            es.at[i].used = true;
            paper_add_config(p, es.at[i].key, es.at[i].key, es.at[i].value, path, es.at[i].line, d);
        }
    read_looks(p, f, &es, d);
    struct paper_entry *e = paper_entry(&es, "", "rows");
    if (e)
        read_rows(p, f, e, d);
    else
        diag_error(d, path, 0, 0, "needs 'rows = SUITE@MACHINE...'");
    read_metrics(p, f, &es, d);
    read_columns(p, f, &es, d);
    if (f->kind == PAPER_LINES && f->n_points && f->n_metrics > 1)
        diag_error(d, f->file, 0, 0, "lines over points have one metric; lines over metrics have no points");
    read_relative(p, f, &es, d);
    f->has_means |= f->relative && f->relative_row < 0;
    paper_read_statements(p, f, &es, d);
    paper_entries_unused(&es, known, COUNT_OF(known), d);
}
