/* paper.ini and the experiments (*.exp) of a paper's folder. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "paper/entries.h"
#include "paper/paper.h"
#include "paper/statement.h"

struct paper_words paper_split(struct arena *a, const char *text, const char *separators)
{
    VEC(const char *) list = {0};
    while (*(text += strspn(text, separators))) {
        size_t n = strcspn(text, separators);
        VEC_PUSH(&list, arena_strndup(a, text, n));
        text += n;
    }
    struct paper_words w = {.at = ARENA_ARRAY(a, const char *, MAX(list.n, 1)), .n = (u32)list.n};
    if (list.n)
        memcpy(w.at, list.at, list.n * sizeof(*w.at));
    VEC_FREE(&list);
    return w;
}

#define INDEX_OF(array, count, field, wanted)                                                                        \
    for (u32 i = 0; i < (count); i++)                                                                                \
        if (!strcmp((array)[i].field, wanted))                                                                       \
            return (i32)i;                                                                                           \
    return -1

i32 paper_suite_index(const struct paper *p, const char *name)
{
    INDEX_OF(p->suites, p->n_suites, name, name);
}
i32 paper_machine_index(const struct paper *p, const char *label)
{
    INDEX_OF(p->machines, p->n_machines, label, label);
}
i32 paper_config_index(const struct paper *p, const char *name)
{
    INDEX_OF(p->configs, p->n_configs, name, name);
}
i32 paper_metric_index(const struct paper *p, const char *name)
{
    INDEX_OF(p->metrics, p->n_metrics, name, name);
}

/* "1000 * l1.a + l1.b / total.c": one factor, a sum of paths, one divisor. */
static void read_metric(struct paper *p, struct paper_metric *m, const struct paper_entry *e, const char *path,
                        struct diag *d)
{
    struct arena *a = &p->arena;
    struct paper_words parts = paper_split(a, e->value, "/");
    *m = (struct paper_metric){.name = e->key, .scale = 1};
    if (parts.n < 1 || parts.n > 2) {
        diag_error(d, path, e->line, 0, "metric '%s': expected [FACTOR *] PATH [+ PATH]... [/ PATH]", e->key);
        return;
    }
    const char *sum = parts.at[0], *star = strchr(sum, '*');
    char *end;
    double factor = strtod(sum, &end);
    if (star || end != sum) {
        m->scale = factor;
        sum = star ? star + 1 : end;
        if (end == parts.at[0] || (star && end + strspn(end, " \t") != star))
            diag_error(d, path, e->line, 0, "metric '%s': what stands before '*' is no number", e->key);
    }
    m->terms = paper_split(a, sum, "+ \t");
    if (parts.n == 2) {
        struct paper_words den = paper_split(a, parts.at[1], " \t");
        if (den.n == 1)
            m->den = den.at[0];
        else
            diag_error(d, path, e->line, 0, "metric '%s': expected one PATH after '/'", e->key);
    }
}

/* "front=mrpb sched.limit=best:1,2,4" */
static void read_config(struct paper *p, const struct paper_entry *e, const char *path, struct diag *d)
{
    struct paper_config *c = &p->configs[p->n_configs];
    if (paper_config_index(p, e->key) >= 0) {
        diag_error(d, path, e->line, 0, "configuration '%s' is there already", e->key);
        return;
    }
    p->n_configs++;
    *c = (struct paper_config){.name = e->key, .sets = paper_split(&p->arena, e->value, " \t")};
    u32 kept = 0;
    for (u32 i = 0; i < c->sets.n; i++) {
        const char *set = c->sets.at[i], *eq = strchr(set, '=');
        if (!eq || eq == set) {
            diag_error(d, path, e->line, 0, "configuration '%s': '%s' is not key=value", e->key, set);
        } else if (!strncmp(eq + 1, "best:", 5)) {
            if (c->sweep_key)
                diag_error(d, path, e->line, 0, "configuration '%s' sweeps two parameters; one is the limit", e->key);
            c->sweep_key = arena_strndup(&p->arena, set, (size_t)(eq - set));
            c->sweep_values = paper_split(&p->arena, eq + 6, ",");
            if (!c->sweep_values.n)
                diag_error(d, path, e->line, 0, "configuration '%s': best: wants values, such as best:1,2,4", e->key);
        } else {
            c->sets.at[kept++] = set;
        }
    }
    c->sets.n = kept;
}

static u32 count_section(const struct paper_entries *e, const char *section)
{
    u32 n = 0;
    for (u32 i = 0; i < e->n; i++)
        n += !strcmp(e->at[i].section, section);
    return n;
}

#define MAX_CONFIGS 512

static void read_main(struct paper *p, struct diag *d)
{
    static const char *const known[] = {"title"};
    struct paper_entries es;
    const char *path = arena_printf(&p->arena, "%s/paper.ini", p->folder);
    if (!paper_entries_read(&es, &p->arena, path, d))
        return;
    p->suites = ARENA_ARRAY(&p->arena, struct paper_suite, count_section(&es, "suites") + 1);
    p->machines = ARENA_ARRAY(&p->arena, struct paper_machine, count_section(&es, "machines") + 1);
    p->metrics = ARENA_ARRAY(&p->arena, struct paper_metric, count_section(&es, "metrics") + 1);
    p->configs = ARENA_ARRAY(&p->arena, struct paper_config, MAX_CONFIGS);
    struct paper_entry *title = paper_entry(&es, "", "title");
    p->title = title ? title->value : p->name;
    for (u32 i = 0; i < es.n; i++) {
        struct paper_entry *e = &es.at[i];
        e->used = true;
        if (!strcmp(e->section, "suites"))
            p->suites[p->n_suites++] = (struct paper_suite){e->key, paper_split(&p->arena, e->value, " \t,")};
        else if (!strcmp(e->section, "machines"))
            p->machines[p->n_machines++] = (struct paper_machine){e->key, e->value};
        else if (!strcmp(e->section, "metrics"))
            read_metric(p, &p->metrics[p->n_metrics++], e, path, d);
        else if (!strcmp(e->section, "configurations") && p->n_configs < MAX_CONFIGS)
            read_config(p, e, path, d);
        else
            e->used = e == title;
    }
    paper_entries_unused(&es, known, COUNT_OF(known), d);
    if (!p->n_machines || !p->n_suites || !p->n_metrics)
        diag_error(d, path, 0, 0, "needs [suites], [machines] and [metrics]");
}

/* "polybench@S rodinia@L": the workloads of a suite, or one workload, on a machine. */
static void read_rows(struct paper *p, struct paper_figure *f, const struct paper_entry *e, struct diag *d)
{
    struct paper_words w = paper_split(&p->arena, e->value, " \t,");
    VEC(struct paper_row) rows = {0};
    for (u32 i = 0; i < w.n; i++) {
        const char *at = strchr(w.at[i], '@');
        i32 machine = at ? paper_machine_index(p, at + 1) : -1;
        if (machine < 0) {
            diag_error(d, f->file, e->line, 0, "rows: '%s' is not SUITE@MACHINE with a machine of paper.ini",
                       w.at[i]);
            continue;
        }
        const char *name = arena_strndup(&p->arena, w.at[i], (size_t)(at - w.at[i]));
        i32 suite = paper_suite_index(p, name);
        if (suite >= 0) {
            for (u32 k = 0; k < p->suites[suite].workloads.n; k++)
                VEC_PUSH(&rows, (struct paper_row){p->suites[suite].workloads.at[k], (u32)machine, (u32)suite});
            continue;
        }
        for (u32 s = 0; s < p->n_suites && suite < 0; s++)
            for (u32 k = 0; k < p->suites[s].workloads.n && suite < 0; k++)
                if (!strcmp(p->suites[s].workloads.at[k], name))
                    suite = (i32)s;
        if (suite < 0)
            diag_error(d, f->file, e->line, 0, "rows: no suite of paper.ini is, or has, '%s'", name);
        else
            VEC_PUSH(&rows, (struct paper_row){name, (u32)machine, (u32)suite});
    }
    f->n_rows = (u32)rows.n;
    f->rows = ARENA_ARRAY(&p->arena, struct paper_row, MAX(rows.n, 1));
    if (rows.n)
        memcpy(f->rows, rows.at, rows.n * sizeof(*rows.at));
    VEC_FREE(&rows);
}

static i32 known_config(const struct paper *p, const struct paper_figure *f, const char *name, u32 line,
                        struct diag *d)
{
    i32 i = paper_config_index(p, name);
    if (i < 0) {
        const char *names[MAX_CONFIGS];
        for (u32 k = 0; k < p->n_configs; k++)
            names[k] = p->configs[k].name;
        const char *near = diag_nearest(name, names, p->n_configs);
        diag_error(d, f->file, line, 0, "no configuration is called '%s'%s%s%s", name, near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
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
    struct paper_words w = paper_split(&p->arena, e->value, " \t,");
    f->configs = ARENA_ARRAY(&p->arena, u32, w.n + 1);
    for (u32 i = 0; i < w.n; i++) {
        i32 c = known_config(p, f, w.at[i], e->line, d);
        if (c >= 0)
            f->configs[f->n_configs++] = (u32)c;
    }
    f->relative = f->relative_row = -1;
    e = paper_entry(es, "", "relative");
    if (!e)
        return;
    /* "base", or "base of srad@S": every bar over that one value */
    w = paper_split(&p->arena, e->value, " \t");
    if (w.n < 1 || (w.n != 1 && !(w.n == 3 && !strcmp(w.at[1], "of")))) {
        diag_error(d, f->file, e->line, 0, "relative: expected CONFIGURATION or CONFIGURATION of WORKLOAD@MACHINE");
        return;
    }
    f->relative = known_config(p, f, w.at[0], e->line, d);
    for (u32 r = 0; w.n == 3 && r < f->n_rows; r++) {
        const char *label =
            arena_printf(&p->arena, "%s@%s", f->rows[r].workload, p->machines[f->rows[r].machine].label);
        if (!strcmp(label, w.at[2]))
            f->relative_row = (i32)r;
    }
    if (w.n == 3 && f->relative_row < 0)
        diag_error(d, f->file, e->line, 0, "relative: '%s' is no row of this figure", w.at[2]);
}

static void read_metrics(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    struct paper_entry *e = paper_entry(es, "", "metric");
    struct paper_words w = {0};
    if (!e)
        diag_error(d, f->file, 0, 0, "needs 'metric = NAME'");
    else
        w = paper_split(&p->arena, e->value, " \t,");
    for (u32 i = 0; i < w.n && f->n_metrics < COUNT_OF(f->metrics); i++) {
        i32 m = paper_metric_index(p, w.at[i]);
        if (m < 0)
            diag_error(d, f->file, e->line, 0, "no metric of paper.ini is called '%s'", w.at[i]);
        else
            f->metrics[f->n_metrics++] = (u32)m;
    }
}

static void read_figure(struct paper *p, struct paper_figure *f, const char *file_name, struct diag *d)
{
    static const char *const known[] = {"title",     "kind",    "metric",    "rows",     "configurations", "relative",
                                        "show",      "note",    "of",        "machines", "over",           "pairs",
                                        "aggregate", "combine", "transform", "per"};
    struct paper_entries es;
    const char *path = arena_printf(&p->arena, "%s/%s", p->folder, file_name);
    *f = (struct paper_figure){.file = path, .name = arena_strndup(&p->arena, file_name, strlen(file_name) - 4)};
    if (!paper_entries_read(&es, &p->arena, path, d))
        return;
    for (u32 i = 0; i < es.n && p->n_configs < MAX_CONFIGS; i++)
        if (!strcmp(es.at[i].section, "configurations")) {
            es.at[i].used = true;
            read_config(p, &es.at[i], path, d);
        }
    struct paper_entry *e = paper_entry(&es, "", "title");
    f->title = e ? e->value : f->name;
    if ((e = paper_entry(&es, "", "note")))
        f->note = e->value;
    if ((e = paper_entry(&es, "", "kind"))) {
        f->kind = !strcmp(e->value, "stacked") ? PAPER_STACKED : PAPER_BARS;
        if (!f->kind && strcmp(e->value, "bars"))
            diag_error(d, path, e->line, 0, "kind is bars or stacked, not '%s'", e->value);
    }
    if ((e = paper_entry(&es, "", "show"))) {
        f->only_aggregates = !strcmp(e->value, "aggregates");
        if (!f->only_aggregates && strcmp(e->value, "all"))
            diag_error(d, path, e->line, 0, "show is all or aggregates, not '%s'", e->value);
    }
    if ((e = paper_entry(&es, "", "rows")))
        read_rows(p, f, e, d);
    else
        diag_error(d, path, 0, 0, "needs 'rows = SUITE@MACHINE...'");
    read_metrics(p, f, &es, d);
    read_columns(p, f, &es, d);
    paper_read_statements(p, f, &es, d);
    paper_entries_unused(&es, known, COUNT_OF(known), d);
}

/* fig8 before fig10: by the number in the name, then by name. */
static int by_number(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    long i = strtol(x + strcspn(x, "0123456789"), NULL, 10), j = strtol(y + strcspn(y, "0123456789"), NULL, 10);
    return i != j ? (i < j ? -1 : 1) : strcmp(x, y);
}

bool paper_read(struct paper *p, const char *root, const char *name, struct diag *d)
{
    u32 before = d->errors;
    *p = (struct paper){0};
    p->name = arena_strdup(&p->arena, name);
    p->folder = arena_printf(&p->arena, "%s/papers/%s", root, name);
    read_main(p, d);
    paper_read_targets(p, arena_printf(&p->arena, "%s/papers/targets.csv", root), d);
    if (d->errors != before)
        return false;

    VEC(const char *) files = {0};
    DIR *dir = opendir(p->folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (n > 4 && !strcmp(e->d_name + n - 4, ".exp"))
            VEC_PUSH(&files, arena_strdup(&p->arena, e->d_name));
    }
    if (dir)
        closedir(dir);
    if (files.n)
        qsort(files.at, files.n, sizeof(*files.at), by_number);
    p->figures = ARENA_ARRAY(&p->arena, struct paper_figure, files.n + 1);
    for (size_t i = 0; i < files.n; i++)
        read_figure(p, &p->figures[p->n_figures++], files.at[i], d);
    VEC_FREE(&files);
    return d->errors == before;
}

void paper_free(struct paper *p)
{
    arena_free(&p->arena);
}
