#include "cli/fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/workloads.h"
#include "gpu/config.h"
#include "gpu/record_json.h"
#include "out/out.h"
#include "paper/wants.h"

struct fingerprints {
    struct arena arena;
    struct workloads workloads;
    struct diag *diag;
    json_t *defaults;
    VEC(const char *) behaviour; /* lines of the file */
    VEC(struct paper *) papers;  /* read so far */
};

static void read_behaviour(struct fingerprints *f)
{
    FILE *file = fopen(arena_printf(&f->arena, "%s/papers/behaviour.csv", cli_root()), "r");
    char line[512];
    while (file && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (*line && *line != '#')
            VEC_PUSH(&f->behaviour, arena_strdup(&f->arena, line));
    }
    if (file)
        fclose(file);
}

struct fingerprints *fingerprints_open(struct diag *d)
{
    struct fingerprints *f = xcalloc(1, sizeof(*f));
    struct machine_config c;
    f->diag = d;
    machine_defaults(&c);
    f->defaults = gpu_machine_json(&c);
    read_behaviour(f);
    if (workloads_read(&f->workloads, cli_root(), d))
        return f;
    fingerprints_close(f);
    return NULL;
}

void fingerprints_close(struct fingerprints *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->papers.n; i++) {
        paper_free(f->papers.at[i]);
        free(f->papers.at[i]);
    }
    VEC_FREE(&f->papers);
    VEC_FREE(&f->behaviour);
    json_decref(f->defaults);
    workloads_free(&f->workloads);
    arena_free(&f->arena);
    free(f);
}

/* A source and, in the place where each stands, the headers of its folder that it includes; each once. */
static void hash_source(struct hash *h, struct arena *a, const char *folder, const char *name, const char **seen)
{
    const char *mark = arena_printf(a, " %s ", name);
    if (strstr(*seen, mark))
        return;
    *seen = arena_printf(a, "%s%s", *seen, mark);
    FILE *f = fopen(arena_printf(a, "%s/%s", folder, name), "r");
    char line[1024], header[256];
    while (f && fgets(line, sizeof(line), f)) {
        hash_text(h, line);
        if (sscanf(line, " # include \"%255[^\"]\"", header) == 1)
            hash_source(h, a, folder, header, seen);
    }
    if (f)
        fclose(f);
}

static void hash_program(struct fingerprints *f, struct hash *h, const char *name, const char *size)
{
    const struct workload *w = workload_find(&f->workloads, name);
    struct arena a = {0};
    const char *seen = "";
    if (!w)
        return;
    bool suite = !strcmp(size, "suite");
    hash_text(h, suite && !*w->suite_size ? "paper" : size);
    hash_text(h, w->arguments);
    hash_text(h, suite ? w->budget : "");
    hash_source(h, &a, arena_printf(&a, "%s/workloads", cli_root()), w->file, &seen);
    arena_free(&a);
}

/* Takes out of `o` what is as in `usual`. */
static void drop_usual(json_t *o, json_t *usual)
{
    const char *key;
    json_t *v;
    void *next;
    json_object_foreach_safe(o, next, key, v)
    {
        json_t *u = json_object_get(usual, key);
        if (json_is_object(v) && json_is_object(u))
            drop_usual(v, u);
        if (json_equal(v, u) || (json_is_object(v) && !json_object_size(v)))
            json_object_del(o, key);
    }
}

static void hash_machine(struct fingerprints *f, struct hash *h, const struct runs_run *r)
{
    struct machine_config c;
    bool good = machine_load(&c, r->machine, f->diag);
    for (u32 i = 0; i < r->sets.n && good; i++)
        if (!strncmp(r->sets.at[i], "sample=", 7))
            hash_text(h, r->sets.at[i]);
        else
            good = machine_set(&c, r->sets.at[i], f->diag);
    if (!good)
        return;
    json_t *j = gpu_machine_json(&c);
    json_object_del(j, "name");
    json_object_del(j, "target"); /* follows from the parameters */
    drop_usual(j, f->defaults);
    char *text = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS);
    hash_text(h, text ? text : "");
    free(text);
    json_decref(j);
    u32 rows = 0;
    size_t n = strlen(r->machine);
    for (size_t i = 0; i < f->behaviour.n; i++)
        if (!strncmp(f->behaviour.at[i], r->machine, n) && f->behaviour.at[i][n] == ',') {
            hash_text(h, f->behaviour.at[i]);
            rows++;
        }
    if (!rows)
        hash_text(h, out_version());
}

/* A metric's text and those of the metrics that it names. */
static void hash_metric(struct hash *h, const struct paper *p, u32 metric)
{
    const char *text = p->metrics[metric].text;
    hash_text(h, text);
    for (u32 i = 0; i < metric; i++)
        if (strstr(text, p->metrics[i].name))
            hash_metric(h, p, i);
}

static const struct paper_statement *find(const struct paper *p, const char *id)
{
    for (u32 i = 0; i < p->n_figures; i++)
        for (u32 s = 0; s < p->figures[i].n_statements; s++)
            if (!strcmp(p->figures[i].statements[s].target->id, id))
                return &p->figures[i].statements[s];
    return NULL;
}

/* The paper of a statement, whose id begins with its name; NULL: there is none, or it cannot be read. */
static const struct paper *paper_of(struct fingerprints *f, const char *id)
{
    struct arena a = {0};
    const char *name = arena_strndup(&a, id, strcspn(id, "."));
    const struct paper *found = NULL;
    for (size_t i = 0; i < f->papers.n && !found; i++)
        if (!strcmp(f->papers.at[i]->name, name))
            found = f->papers.at[i];
    if (!found) {
        struct paper *p = xcalloc(1, sizeof(*p));
        if (paper_read(p, cli_root(), name, f->diag)) {
            VEC_PUSH(&f->papers, p);
            found = p;
        } else {
            paper_free(p);
            free(p);
        }
    }
    arena_free(&a);
    return found;
}

static const char *made_of(void *user, const char *id, struct arena *a)
{
    struct fingerprints *f = user;
    const struct paper *p = paper_of(f, id);
    const struct paper_statement *s = p ? find(p, id) : NULL;
    if (!s)
        return "";
    struct runs_plan plan = {.size = p->size, .smaller = p->smaller, .seeds = 1};
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    paper_plan_add_statement(&plan, p, s);
    for (u32 i = 0; i < plan.n; i++) {
        hash_program(f, &h, plan.runs[i].workload, runs_size_of(&plan, plan.runs[i].workload));
        hash_machine(f, &h, &plan.runs[i]);
    }
    for (u32 i = 0; i < s->n_metrics; i++)
        hash_metric(&h, p, s->metrics[i]);
    const u8 how[] = {s->aggregate, s->combine, s->transform, s->each_suite, s->each_machine};
    hash_bytes(&h, how, sizeof(how));
    hash_hex(&h, hex);
    runs_plan_free(&plan);
    return arena_printf(a, "%.12s", hex);
}

struct paper_now fingerprints_now(struct fingerprints *f)
{
    return (struct paper_now){.version = out_version(), .made_of = made_of, .user = f};
}
