/* [statement ID] sections and targets.csv: what the paper says, and which of our numbers answers it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "paper/causes.h"
#include "paper/figure.h"

/* The next field of a line of CSV, taken out in place; no quotes are needed by what we keep there. */
static char *field(char **rest)
{
    char *start = *rest, *comma = strchr(start, ',');
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : start + strlen(start);
    return start;
}

/* One row of targets.csv; false if it is not one. */
static bool read_target(char *rest, struct paper_target *t, const char *path, u32 number, struct diag *d)
{
    char *end;
    u32 commas = 0;
    for (const char *c = rest; *c; c++)
        commas += *c == ',';
    if (commas != 10) {
        diag_error(d, path, number, 0,
                   "expected 11 fields: "
                   "id,paper,where,workload,configuration,metric,relation,value,tolerance,unit,kind");
        return false;
    }
    const char **texts[] = {&t->id, &t->paper, &t->where, &t->workload, &t->configuration, &t->metric, &t->relation};
    for (u32 i = 0; i < COUNT_OF(texts); i++)
        *texts[i] = field(&rest);
    t->mark = PAPER_UNMARKED;
    t->cause = t->id;
    t->why = NULL;
    const char *value = field(&rest), *tolerance = field(&rest);
    t->unit = field(&rest);
    const char *kind = field(&rest);
    t->derived = !strcmp(kind, "derived");
    if (!t->derived && strcmp(kind, "measured"))
        diag_error(d, path, number, 0, "kind '%s' is neither measured nor derived", kind);
    t->value = strtod(value, &end);
    if (end == value || *end)
        diag_error(d, path, number, 0, "value '%s' is no number", value);
    t->tolerance = *tolerance ? strtod(tolerance, &end) : -1;
    if (*tolerance && (*end || t->tolerance < 0))
        diag_error(d, path, number, 0, "tolerance '%s' is no number of at least 0", tolerance);
    if (strcmp(t->relation, "~") && strcmp(t->relation, ">=") && strcmp(t->relation, "<=") &&
        strcmp(t->relation, "sign"))
        diag_error(d, path, number, 0, "relation '%s' is none of ~ >= <= sign", t->relation);
    else if (!strcmp(t->relation, "~") && t->tolerance < 0)
        diag_error(d, path, number, 0, "a value (~) needs a tolerance");
    return true;
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
        struct paper_target t;
        if (line[0] && line[0] != '#' && strncmp(line, "id,", 3) &&
            read_target(arena_strdup(&p->arena, line), &t, path, number, d))
            VEC_PUSH(&list, t);
    }
    fclose(f);
    p->n_targets = (u32)list.n;
    p->targets = ARENA_ARRAY(&p->arena, struct paper_target, list.n + 1);
    if (list.n)
        memcpy(p->targets, list.at, list.n * sizeof(*list.at));
    VEC_FREE(&list);
    const char *slash = strrchr(path, '/');
    const char *causes =
        arena_printf(&p->arena, "%.*scauses.csv", slash ? (int)(slash - path) + 1 : 0, slash ? path : "");
    return paper_read_causes(p, causes, d) && d->errors == before;
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

/* One of a few words. */
static u8 word(struct reader *r, const char *key, const char *const *words, u8 n, u8 usual)
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
    return usual;
}

/* "mrpb@16" at a point: the star of "mrpb@*" filled in */
static const char *at_point(struct reader *r, const char *name, const char *point)
{
    size_t n = strlen(name);
    if (!point || n < 3 || strcmp(name + n - 2, "@*"))
        return name;
    return arena_printf(&r->p->arena, "%.*s@%s", (int)n - 2, name, point);
}

/* "mrpb/base", "base", "mrpb/base[iw]", at one point of the figure or NULL */
static void add_ratio(struct reader *r, struct paper_statement *s, const char *text, const char *point)
{
    struct arena *a = &r->p->arena;
    size_t n = strcspn(text, "[");
    const char *only = text[n] ? arena_strndup(a, text + n + 1, strcspn(text + n + 1, "]")) : NULL;
    struct runs_words parts = paper_split(a, arena_strndup(a, text, n), "/");
    if (parts.n < 1 || parts.n > 2) {
        diag_error(r->d, r->f->file, s->line, 0, "of: '%s' is neither A nor A/B", text);
        return;
    }
    const char *above = at_point(r, parts.at[0], point), *at = strchr(above, '@');
    struct paper_ratio ratio = {.num = paper_config_in(r->p, r->f, above, s->line, r->d), .den = -1, .only = only};
    ratio.point = at ? at + 1 : NULL;
    if (parts.n == 2)
        ratio.den = paper_config_in(r->p, r->f, at_point(r, parts.at[1], point), s->line, r->d);
    if (ratio.num >= 0 && (parts.n == 1 || ratio.den >= 0))
        s->of[s->n_of++] = ratio;
}

static void read_of(struct reader *r, struct paper_statement *s)
{
    const char *v = get(r, "of", &s->line);
    if (!v) {
        diag_error(r->d, r->f->file, s->line, 0, "[%s] needs 'of = CONFIGURATION/CONFIGURATION'", r->section);
        return;
    }
    struct runs_words w = paper_split(&r->p->arena, v, " \t,");
    s->of = ARENA_ARRAY(&r->p->arena, struct paper_ratio, (w.n + 1) * MAX(r->f->n_points, 1));
    for (u32 i = 0; i < w.n; i++) {
        bool each = strstr(w.at[i], "@*") != NULL;
        for (u32 k = 0; k < (each ? r->f->n_points : 1); k++)
            add_ratio(r, s, w.at[i], each ? r->f->points.at[k] : NULL);
    }
}

void paper_over(const struct paper *p, struct arena *a, const char *name, struct paper_suite *out)
{
    i32 i = paper_suite_index(p, name);
    if (i >= 0) {
        *out = p->suites[i];
        return;
    }
    *out = (struct paper_suite){.name = name, .at = ARENA_NEW(a, struct paper_subject), .n = 1};
    out->at[0] = paper_subject_of(a, name);
}

/* The same; false if no suite knows the workload. */
static bool suite_of(struct reader *r, const char *name, struct paper_suite *out)
{
    u32 home;
    paper_over(r->p, &r->p->arena, name, out);
    return paper_suite_index(r->p, name) >= 0 || paper_is_workload(r->p, out->at[0].workload, &home);
}

static void read_over(struct reader *r, struct paper_statement *s)
{
    u32 line = s->line;
    const char *v = get(r, "over", &line);
    struct runs_words w = paper_split(&r->p->arena, v ? v : "", " \t,");
    s->over = ARENA_ARRAY(&r->p->arena, struct paper_suite, w.n + 1);
    for (u32 i = 0; i < w.n; i++)
        if (suite_of(r, w.at[i], &s->over[s->n_over]))
            s->n_over++;
        else
            diag_error(r->d, r->f->file, line, 0, "over: no suite of paper.ini is, or has, '%s'", w.at[i]);
    for (u32 i = 0; i < s->n_of; i++) {
        struct paper_suite unused;
        if (s->of[i].only && !suite_of(r, s->of[i].only, &unused))
            diag_error(r->d, r->f->file, s->line, 0, "of: no suite of paper.ini is, or has, '%s'", s->of[i].only);
    }
}

static void read_pairs(struct reader *r, struct paper_statement *s)
{
    u32 line = s->line, home;
    const char *v = get(r, "pairs", &line);
    struct runs_words w = paper_split(&r->p->arena, v ? v : "", " \t,");
    s->pairs = ARENA_ARRAY(&r->p->arena, struct paper_pair, w.n + 1);
    for (u32 i = 0; i < w.n; i++) {
        struct runs_words two = paper_split(&r->p->arena, w.at[i], "/");
        if (two.n != 2) {
            diag_error(r->d, r->f->file, line, 0, "pairs: '%s' is not WORKLOAD/WORKLOAD", w.at[i]);
            continue;
        }
        struct paper_pair pair = {paper_subject_of(&r->p->arena, two.at[0]),
                                  paper_subject_of(&r->p->arena, two.at[1])};
        if (paper_is_workload(r->p, pair.above.workload, &home) &&
            paper_is_workload(r->p, pair.below.workload, &home))
            s->pairs[s->n_pairs++] = pair;
        else
            diag_error(r->d, r->f->file, line, 0, "pairs: no suite of paper.ini has both of '%s'", w.at[i]);
    }
}

static void read_against(struct reader *r, struct paper_statement *s)
{
    u32 line = s->line, home;
    const char *v = get(r, "against", &line);
    struct runs_words w = paper_split(&r->p->arena, v ? v : "", " \t,");
    s->against = ARENA_ARRAY(&r->p->arena, struct paper_against, w.n + 1);
    for (u32 i = 0; i < w.n; i++) {
        const char *at = strchr(w.at[i], '@');
        i32 m = at ? paper_machine_index(r->p, at + 1) : s->n_machines == 1 ? (i32)s->machines[0] : -1;
        struct paper_against one = {0};
        if (at != w.at[i])
            one.subject = paper_subject_of(
                &r->p->arena, at ? arena_strndup(&r->p->arena, w.at[i], (size_t)(at - w.at[i])) : w.at[i]);
        if (m < 0 || (one.subject.workload && !paper_is_workload(r->p, one.subject.workload, &home))) {
            diag_error(r->d, r->f->file, line, 0, "against: '%s' is not [WORKLOAD]@MACHINE", w.at[i]);
            continue;
        }
        one.machine = (u32)m;
        s->against[s->n_against++] = one;
    }
}

static void read_scope(struct reader *r, struct paper_statement *s)
{
    struct arena *a = &r->p->arena;
    u32 line = s->line;
    const char *v = get(r, "machines", &line);
    struct runs_words w = paper_split(a, v ? v : r->p->n_machines == 1 ? r->p->machines[0].label : "", " \t,");
    s->machines = ARENA_ARRAY(a, u32, w.n + 1);
    for (u32 i = 0; i < w.n; i++) {
        i32 m = paper_machine_index(r->p, w.at[i]);
        if (m < 0)
            diag_error(r->d, r->f->file, line, 0, "machines: paper.ini has no '%s'", w.at[i]);
        else
            s->machines[s->n_machines++] = (u32)m;
    }
    read_over(r, s);
    read_pairs(r, s);
    read_against(r, s);
    v = get(r, "per", &line);
    w = paper_split(a, v ? v : "", " \t,");
    for (u32 i = 0; i < w.n; i++)
        if (!strcmp(w.at[i], "suite"))
            s->each_suite = true;
        else if (!strcmp(w.at[i], "machine"))
            s->each_machine = true;
        else
            diag_error(r->d, r->f->file, line, 0, "per: '%s' is neither suite nor machine", w.at[i]);
    bool own = s->n_of > 0;
    for (u32 i = 0; i < s->n_of; i++)
        own &= s->of[i].only != NULL;
    if (!s->n_machines || !(s->n_over || s->n_pairs || own))
        diag_error(r->d, r->f->file, s->line, 0, "[%s] needs machines, and over or pairs", r->section);
}

static void read_statement_metrics(struct reader *r, struct paper_statement *s)
{
    u32 line = s->line;
    const char *v = get(r, "metric", &line);
    struct runs_words w = paper_split(&r->p->arena, v ? v : "", " \t,");
    if (!v)
        s->metrics[s->n_metrics++] = r->f->metrics[0];
    for (u32 i = 0; i < w.n && i < COUNT_OF(s->metrics); i++) {
        i32 m = paper_metric_index(r->p, w.at[i]);
        if (m < 0)
            diag_error(r->d, r->f->file, line, 0, "no metric of paper.ini is called '%s'", w.at[i]);
        else
            s->metrics[s->n_metrics++] = (u32)m;
    }
    if (w.n > COUNT_OF(s->metrics))
        diag_error(r->d, r->f->file, line, 0, "more than %u metrics", (u32)COUNT_OF(s->metrics));
}

/* A point's place is compared as a number where a statement asks for it. */
static void check_points(struct reader *r, const struct paper_statement *s)
{
    for (u32 i = 0; (s->combine == PAPER_ARGMAX || s->combine == PAPER_ARGMIN) && i < s->n_of; i++) {
        const char *point = s->of[i].point;
        char *end = NULL;
        if (point)
            strtod(point, &end);
        if (!point || end == point || *end)
            diag_error(r->d, r->f->file, s->line, 0, "combine: argmax and argmin want points that are numbers");
    }
}

static void read_one(struct reader *r, struct paper_statement *s)
{
    static const char *const combines[PAPER_COMBINES] = {"least",  "most",    "spread", "argmax",
                                                         "argmin", "falling", "rising"};
    static const char *const transforms[PAPER_TRANSFORMS] = {"none", "1-x", "|x-1|"};
    /* the reader of ini files cuts off section names at 49 characters: a longer id has a line of its own */
    u32 line = s->line;
    const char *id = get(r, "id", &line);
    if (!id)
        id = r->section + strlen("statement ");
    for (u32 i = 0; i < r->p->n_targets; i++)
        if (!strcmp(r->p->targets[i].id, id))
            s->target = &r->p->targets[i];
    if (!s->target)
        diag_error(r->d, r->f->file, s->line, 0, "targets.csv has no statement '%s'%s", id,
                   strlen(r->section) >= 49 ? " (a long one goes into a line: id = ...)" : "");
    else if (strcmp(s->target->paper, r->p->name))
        diag_error(r->d, r->f->file, s->line, 0, "statement '%s' is one of %s", id, s->target->paper);
    read_of(r, s);
    read_scope(r, s);
    s->aggregate = word(r, "aggregate", paper_aggregate_words, PAPER_AGGREGATES, r->p->mean);
    s->combine = word(r, "combine", combines, COUNT_OF(combines), PAPER_LEAST);
    s->transform = word(r, "transform", transforms, COUNT_OF(transforms), PAPER_AS_IT_IS);
    read_statement_metrics(r, s);
    check_points(r, s);
}

void paper_read_statements(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d)
{
    f->statements = ARENA_ARRAY(&p->arena, struct paper_statement, es->n + 1);
    const char *last = "";
    for (u32 i = 0; i < es->n; i++) {
        const char *section = es->at[i].section;
        if (!strcmp(section, "configurations") || !strcmp(section, "points") || !*section || !strcmp(section, last))
            continue;
        last = section;
        if (strncmp(section, "statement ", 10)) {
            diag_error(d, es->path, es->at[i].line, 0,
                       "unknown section [%s]: expected [configurations], [points] or [statement ID]", section);
            continue;
        }
        struct reader r = {p, f, es, section, d};
        struct paper_statement *s = &f->statements[f->n_statements++];
        s->line = es->at[i].line;
        read_one(&r, s);
    }
}
