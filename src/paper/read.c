/* paper.ini: what the figures of a paper share; and the list of its experiments. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "paper/entries.h"
#include "paper/figure.h"

struct runs_words paper_split(struct arena *a, const char *text, const char *separators)
{
    VEC(const char *) list = {0};
    while (*(text += strspn(text, separators))) {
        size_t n = strcspn(text, separators);
        VEC_PUSH(&list, arena_strndup(a, text, n));
        text += n;
    }
    struct runs_words w = {.at = ARENA_ARRAY(a, const char *, MAX(list.n, 1)), .n = (u32)list.n};
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

struct paper_subject paper_subject_of(struct arena *a, const char *text)
{
    const char *colon = strchr(text, ':');
    struct paper_subject s = {.name = arena_strdup(a, text)};
    s.workload = colon ? arena_strndup(a, text, (size_t)(colon - text)) : s.name;
    s.kernel = colon ? arena_strdup(a, colon + 1) : NULL;
    return s;
}

static void set_suite(struct paper *p, const char *name, struct runs_words w)
{
    struct paper_suite *s = &p->suites[p->n_suites++];
    *s = (struct paper_suite){.name = name, .at = ARENA_ARRAY(&p->arena, struct paper_subject, w.n + 1), .n = w.n};
    for (u32 i = 0; i < w.n; i++)
        s->at[i] = paper_subject_of(&p->arena, w.at[i]);
}

static struct paper_expr *named_metric(void *user, const char *name)
{
    struct paper *p = user;
    i32 i = paper_metric_index(p, name);
    return i < 0 ? NULL : p->metrics[i].expr;
}

static void read_metric(struct paper *p, const struct paper_entry *e, const char *path, struct diag *d)
{
    const char *error;
    struct paper_expr *x = paper_expr_read(&p->arena, e->value, named_metric, p, &error);
    if (!x)
        diag_error(d, path, e->line, 0, "metric '%s': %s", e->key, error);
    else
        p->metrics[p->n_metrics++] = (struct paper_metric){e->key, e->value, x};
}

static void read_sweep(struct paper *p, struct paper_config *c, const char *set, const char *eq, u32 line,
                       const char *path, struct diag *d)
{
    if (c->sweep_key)
        diag_error(d, path, line, 0, "configuration '%s' sweeps two parameters; one is the limit", c->label);
    c->sweep_key = arena_strndup(&p->arena, set, (size_t)(eq - set));
    c->sweep_values = paper_split(&p->arena, eq + strlen("=best:"), ",");
    if (!c->sweep_values.n)
        diag_error(d, path, line, 0, "configuration '%s': best: wants values, such as best:1,2,4", c->label);
}

i32 paper_add_config(struct paper *p, const char *name, const char *label, const char *sets, const char *path,
                     u32 line, struct diag *d)
{
    if (p->n_configs == PAPER_MAX_CONFIGS || paper_config_index(p, name) >= 0) {
        diag_error(d, path, line, 0,
                   p->n_configs == PAPER_MAX_CONFIGS ? "configuration '%s' is one too many"
                                                     : "configuration '%s' is there already",
                   label);
        return -1;
    }
    struct paper_config *c = &p->configs[p->n_configs++];
    *c = (struct paper_config){.name = name, .label = label, .sets = paper_split(&p->arena, sets, " \t")};
    u32 kept = 0;
    for (u32 i = 0; i < c->sets.n; i++) {
        const char *set = c->sets.at[i], *eq = strchr(set, '=');
        if (!eq || eq == set)
            diag_error(d, path, line, 0, "configuration '%s': '%s' is not key=value", label, set);
        else if (!strncmp(eq, "=best:", 6))
            read_sweep(p, c, set, eq, line, path, d);
        else
            c->sets.at[kept++] = set;
    }
    c->sets.n = kept;
    return (i32)p->n_configs - 1;
}

static u32 count_section(const struct paper_entries *e, const char *section)
{
    u32 n = 0;
    for (u32 i = 0; i < e->n; i++)
        n += !strncmp(e->at[i].section, section, strlen(section));
    return n;
}

/* NAME.suite: a subject a line, # begins a comment. */
static void read_suite_file(struct paper *p, const char *name)
{
    FILE *f = fopen(arena_printf(&p->arena, "%s/%s.suite", p->folder, name), "r");
    char line[512];
    const char *all = "";
    while (f && fgets(line, sizeof(line), f)) {
        line[strcspn(line, "#\r\n")] = 0;
        all = arena_printf(&p->arena, "%s %s", all, line);
    }
    if (f)
        fclose(f);
    set_suite(p, name, paper_split(&p->arena, all, " \t"));
}

static void read_select(struct paper *p, struct paper_entries *es, const char *section, u32 line, struct diag *d)
{
    static const char *const keys[] = {"of", "machine", "configuration", "metric", "above"};
    struct paper_entry *e[COUNT_OF(keys)];
    struct paper_select *s = &p->selects[p->n_selects];
    s->name = section + strlen("select ");
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        if (!(e[i] = paper_entry(es, section, keys[i]))) {
            diag_error(d, es->path, line, 0, "[%s] needs '%s'", section, keys[i]);
            return;
        }
    s->suites = paper_split(&p->arena, e[0]->value, " \t,");
    for (u32 i = 0; i < s->suites.n; i++)
        if (paper_suite_index(p, s->suites.at[i]) < 0)
            diag_error(d, es->path, e[0]->line, 0, "of: no suite is called '%s'", s->suites.at[i]);
    i32 machine = paper_machine_index(p, e[1]->value), config = paper_config_index(p, e[2]->value),
        metric = paper_metric_index(p, e[3]->value);
    char *end;
    s->above = strtod(e[4]->value, &end);
    if (machine < 0 || config < 0 || metric < 0 || end == e[4]->value || *end)
        diag_error(
            d, es->path, line, 0,
            "[%s]: machine, configuration and metric name what stands above in this file, and above is a number",
            section);
    s->machine = (u32)MAX(machine, 0);
    s->config = (u32)MAX(config, 0);
    s->metric = (u32)MAX(metric, 0);
    p->n_selects++;
    read_suite_file(p, s->name);
}

static void read_selects(struct paper *p, struct paper_entries *es, struct diag *d)
{
    const char *last = "";
    for (u32 i = 0; i < es->n; i++) {
        const char *section = es->at[i].section;
        if (!strncmp(section, "select ", 7) && strcmp(section, last))
            read_select(p, es, last = section, es->at[i].line, d);
    }
}

/* smaller = WORKLOAD...: those of the suites that have size paper where the others have size suite. */
static void read_smaller(struct paper *p, const struct paper_entry *e, const char *path, struct diag *d)
{
    u32 suite;
    p->smaller = paper_split(&p->arena, e ? e->value : "", " \t");
    if (e && strcmp(p->size, "suite"))
        diag_error(d, path, e->line, 0, "smaller: it is for size = suite");
    for (u32 i = 0; i < p->smaller.n; i++)
        if (!paper_is_workload(p, p->smaller.at[i], &suite))
            diag_error(d, path, e->line, 0, "smaller: no suite has '%s'", p->smaller.at[i]);
}

static void read_main(struct paper *p, struct diag *d)
{
    static const char *const known[] = {"title", "citation", "inputs", "mean", "size", "smaller", "headlines"};
    struct paper_entries es;
    const char *path = arena_printf(&p->arena, "%s/paper.ini", p->folder);
    if (!paper_entries_read(&es, &p->arena, path, d))
        return;
    u32 selects = count_section(&es, "select ");
    p->suites = ARENA_ARRAY(&p->arena, struct paper_suite, count_section(&es, "suites") + selects + 1);
    p->machines = ARENA_ARRAY(&p->arena, struct paper_machine, count_section(&es, "machines") + 1);
    p->metrics = ARENA_ARRAY(&p->arena, struct paper_metric, count_section(&es, "metrics") + 1);
    p->selects = ARENA_ARRAY(&p->arena, struct paper_select, selects + 1);
    p->configs = ARENA_ARRAY(&p->arena, struct paper_config, PAPER_MAX_CONFIGS);
    struct paper_entry *title = paper_entry(&es, "", "title"), *inputs = paper_entry(&es, "", "inputs"),
                       *mean = paper_entry(&es, "", "mean"), *citation = paper_entry(&es, "", "citation"),
                       *size = paper_entry(&es, "", "size"), *headlines = paper_entry(&es, "", "headlines"),
                       *smaller = paper_entry(&es, "", "smaller");
    p->title = title ? title->value : p->name;
    p->citation = citation ? citation->value : NULL;
    p->inputs = inputs ? inputs->value : NULL;
    p->mean = mean ? paper_mean_of(mean, path, d) : PAPER_GEOMEAN;
    p->size = size ? size->value : "paper";
    p->headlines = paper_split(&p->arena, headlines ? headlines->value : "", " \t");
    p->headlines_line = headlines ? headlines->line : 0;
    if (strcmp(p->size, "paper") && strcmp(p->size, "suite"))
        diag_error(d, path, size->line, 0, "size '%s': expected paper or suite", p->size);
    for (u32 i = 0; i < es.n; i++) {
        struct paper_entry *e = &es.at[i];
        bool used = true;
        if (!strcmp(e->section, "suites"))
            set_suite(p, e->key, paper_split(&p->arena, e->value, " \t,"));
        else if (!strcmp(e->section, "machines"))
            p->machines[p->n_machines++] = (struct paper_machine){e->key, e->value};
        else if (!strcmp(e->section, "metrics"))
            read_metric(p, e, path, d);
        else if (!strcmp(e->section, "configurations"))
            paper_add_config(p, e->key, e->key, e->value, path, e->line, d);
        else
            used = e->used;
        e->used = used;
    }
    read_selects(p, &es, d);
    read_smaller(p, smaller, path, d);
    paper_entries_unused(&es, known, COUNT_OF(known), d);
    if (!p->n_machines || !p->n_suites || !p->n_metrics)
        diag_error(d, path, 0, 0, "needs [suites], [machines] and [metrics]");
}

/* fig8 before fig10: by the number in the name, then by name. */
static int by_number(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    long i = strtol(x + strcspn(x, "0123456789"), NULL, 10), j = strtol(y + strcspn(y, "0123456789"), NULL, 10);
    return i != j ? (i < j ? -1 : 1) : strcmp(x, y);
}

/* A headline is a statement that a figure answers. */
static void mark_headlines(struct paper *p, struct diag *d)
{
    for (u32 i = 0; i < p->headlines.n; i++) {
        bool found = false;
        for (u32 f = 0; f < p->n_figures; f++)
            for (u32 s = 0; s < p->figures[f].n_statements; s++) {
                struct paper_statement *at = &p->figures[f].statements[s];
                if (at->target && !strcmp(at->target->id, p->headlines.at[i]))
                    found = at->headline = true;
            }
        if (!found)
            diag_error(d, arena_printf(&p->arena, "%s/paper.ini", p->folder), p->headlines_line, 0,
                       "headlines: no figure has the statement '%s'", p->headlines.at[i]);
    }
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
        paper_read_figure(p, &p->figures[p->n_figures++], files.at[i], d);
    VEC_FREE(&files);
    mark_headlines(p, d);
    return d->errors == before;
}

void paper_free(struct paper *p)
{
    arena_free(&p->arena);
}
