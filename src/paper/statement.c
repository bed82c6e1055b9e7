/* [statement ID] sections and targets.csv: what the paper says, and which of our numbers answers it. */
#include "paper/statement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* The next field of a line of CSV, taken out in place; no quotes are needed by what we keep there. */
static char *field(char **rest)
{
    char *start = *rest, *comma = strchr(start, ',');
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : start + strlen(start);
    return start;
}

bool paper_read_targets(struct paper *p, const char *path, struct diag *d)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    u32 number = 0, before = d->errors;
    VEC(struct paper_target) list = {0};
    if (!f) {
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    while (fgets(line, sizeof(line), f)) {
        number++;
        line[strcspn(line, "\r\n")] = 0;
        if (!line[0] || line[0] == '#' || !strncmp(line, "id,", 3))
            continue;
        u32 commas = 0;
        for (const char *c = line; *c; c++)
            commas += *c == ',';
        if (commas != 8) {
            diag_error(d, path, number, 0,
                       "expected 9 fields: id,paper,where,workload,configuration,metric,relation,value,unit");
            continue;
        }
        char *rest = arena_strdup(&p->arena, line), *end;
        struct paper_target t = {.id = field(&rest), .paper = field(&rest)};
        t.where = field(&rest);
        t.workload = field(&rest);
        t.configuration = field(&rest);
        t.metric = field(&rest);
        t.relation = field(&rest);
        const char *value = field(&rest);
        t.unit = field(&rest);
        t.value = strtod(value, &end);
        if (end == value || *end)
            diag_error(d, path, number, 0, "value '%s' is no number", value);
        if (strcmp(t.relation, "~") && strcmp(t.relation, ">=") && strcmp(t.relation, "<=") &&
            strcmp(t.relation, "sign"))
            diag_error(d, path, number, 0, "relation '%s' is none of ~ >= <= sign", t.relation);
        VEC_PUSH(&list, t);
    }
    fclose(f);
    p->n_targets = (u32)list.n;
    p->targets = ARENA_ARRAY(&p->arena, struct paper_target, list.n + 1);
    if (list.n)
        memcpy(p->targets, list.at, list.n * sizeof(*list.at));
    VEC_FREE(&list);
    return d->errors == before;
}

struct reader {
    struct paper *p;
    struct paper_figure *f;
    struct paper_entries *es;
    const char *section;
    struct diag *d;
};

static const char *get(struct reader *r, const char *key, u32 *line)
{
    struct paper_entry *e = paper_entry(r->es, r->section, key);
    if (e)
        *line = e->line;
    return e ? e->value : NULL;
}

/* One of a few words; the first is the default. */
static u8 word(struct reader *r, const char *key, const char *const *words, u8 n)
{
    u32 line = 0;
    const char *v = get(r, key, &line);
    for (u8 i = 0; v && i < n; i++)
        if (!strcmp(v, words[i]))
            return i;
    if (v) {
        const char *near = diag_nearest(v, words, n);
        diag_error(r->d, r->f->file, line, 0, "%s: '%s' is not known; did you mean '%s'?", key, v,
                   near ? near : words[0]);
    }
    return 0;
}

static i32 config_of(struct reader *r, const char *name, u32 line)
{
    i32 c = paper_config_index(r->p, name);
    if (c < 0)
        diag_error(r->d, r->f->file, line, 0, "of: no configuration is called '%s'", name);
    return c;
}

/* "mrpb/base swl/base": ratios of configurations, or single ones */
static void read_of(struct reader *r, struct paper_statement *s)
{
    const char *v = get(r, "of", &s->line);
    if (!v) {
        diag_error(r->d, r->f->file, s->line, 0, "[%s] needs 'of = CONFIGURATION/CONFIGURATION'", r->section);
        return;
    }
    struct paper_words w = paper_split(&r->p->arena, v, " \t,");
    s->of = ARENA_ARRAY(&r->p->arena, struct paper_ratio, w.n + 1);
    for (u32 i = 0; i < w.n; i++) {
        struct paper_words parts = paper_split(&r->p->arena, w.at[i], "/");
        if (parts.n < 1 || parts.n > 2) {
            diag_error(r->d, r->f->file, s->line, 0, "of: '%s' is neither A nor A/B", w.at[i]);
            continue;
        }
        struct paper_ratio ratio = {config_of(r, parts.at[0], s->line),
                                    parts.n == 2 ? config_of(r, parts.at[1], s->line) : -1};
        if (ratio.num >= 0)
            s->of[s->n_of++] = ratio;
    }
}

static void read_scope(struct reader *r, struct paper_statement *s)
{
    struct arena *a = &r->p->arena;
    u32 line = s->line;
    const char *v = get(r, "machines", &line);
    s->machines = paper_split(a, v ? v : "", " \t,");
    for (u32 i = 0; i < s->machines.n; i++)
        if (paper_machine_index(r->p, s->machines.at[i]) < 0)
            diag_error(r->d, r->f->file, line, 0, "machines: paper.ini has no '%s'", s->machines.at[i]);
    v = get(r, "over", &line);
    s->suites = paper_split(a, v ? v : "", " \t,");
    for (u32 i = 0; i < s->suites.n; i++)
        if (paper_suite_index(r->p, s->suites.at[i]) < 0)
            diag_error(r->d, r->f->file, line, 0, "over: paper.ini has no suite '%s'", s->suites.at[i]);
    v = get(r, "pairs", &line);
    s->pairs = paper_split(a, v ? v : "", " \t,");
    for (u32 i = 0; i < s->pairs.n; i++)
        if (!strchr(s->pairs.at[i], ':'))
            diag_error(r->d, r->f->file, line, 0, "pairs: '%s' is not WORKLOAD:WORKLOAD", s->pairs.at[i]);
    v = get(r, "per", &line);
    struct paper_words per = paper_split(a, v ? v : "", " \t,");
    for (u32 i = 0; i < per.n; i++)
        if (!strcmp(per.at[i], "suite"))
            s->each_suite = true;
        else if (!strcmp(per.at[i], "machine"))
            s->each_machine = true;
        else
            diag_error(r->d, r->f->file, line, 0, "per: '%s' is neither suite nor machine", per.at[i]);
    if (!s->machines.n || !(s->suites.n || s->pairs.n))
        diag_error(r->d, r->f->file, s->line, 0, "[%s] needs machines, and over or pairs", r->section);
}

static void read_one(struct reader *r, struct paper_statement *s)
{
    static const char *const aggregates[] = {"geomean", "mean", "min", "max"};
    static const char *const combines[] = {"least", "most", "spread"};
    static const char *const transforms[] = {"none", "1-x"};
    const char *id = r->section + strlen("statement ");
    for (u32 i = 0; i < r->p->n_targets; i++)
        if (!strcmp(r->p->targets[i].id, id))
            s->target = &r->p->targets[i];
    if (!s->target)
        diag_error(r->d, r->f->file, s->line, 0, "targets.csv has no statement '%s'", id);
    read_of(r, s);
    read_scope(r, s);
    s->aggregate = word(r, "aggregate", aggregates, COUNT_OF(aggregates));
    s->combine = word(r, "combine", combines, COUNT_OF(combines));
    s->one_minus = word(r, "transform", transforms, COUNT_OF(transforms)) == 1;
    u32 line = s->line;
    const char *metric = get(r, "metric", &line);
    i32 m = metric ? paper_metric_index(r->p, metric) : (i32)r->f->metrics[0];
    if (m < 0)
        diag_error(r->d, r->f->file, line, 0, "no metric of paper.ini is called '%s'", metric);
    s->metric = (u32)MAX(m, 0);
}

void paper_read_statements(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    f->statements = ARENA_ARRAY(&p->arena, struct paper_statement, es->n + 1);
    const char *last = "";
    for (u32 i = 0; i < es->n; i++) {
        const char *section = es->at[i].section;
        if (!strcmp(section, "configurations") || !*section || !strcmp(section, last))
            continue;
        last = section;
        if (strncmp(section, "statement ", 10)) {
            diag_error(d, es->path, es->at[i].line, 0,
                       "unknown section [%s]: expected [configurations] or [statement ID]", section);
            continue;
        }
        struct reader r = {p, f, es, section, d};
        struct paper_statement *s = &f->statements[f->n_statements++];
        s->line = es->at[i].line;
        read_one(&r, s);
    }
}
