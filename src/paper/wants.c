/* The runs that a paper's figures, statements and selections need: see wants.h. */
#include "paper/wants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/value.h"

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

u32 paper_plan_seeds(const struct runs_plan *plan)
{
    return MAX(plan->seeds, 1);
}

/* The settings of a configuration on a machine with its i-th sweep value and seed, sorted: the same settings make the
   same run. "L:l1.size=48MB" counts only on the machine labelled L. A plan of one seed runs machines as they are. */
static struct runs_words settings(const struct runs_plan *plan, struct arena *a, const struct paper_config *c,
                                  const char *label, u32 sweep, u32 seed)
{
    struct runs_words w = {.at = ARENA_ARRAY(a, const char *, c->sets.n + 3)};
    if (plan->seeds > 1)
        w.at[w.n++] = arena_printf(a, "gpu.jitter=%u", seed + 1);
    for (u32 i = 0; i < c->sets.n; i++) {
        const char *set = c->sets.at[i];
        size_t n = strcspn(set, ":=");
        if (set[n] != ':')
            w.at[w.n++] = set;
        else if (!strncmp(set, label, n) && !label[n])
            w.at[w.n++] = set + n + 1;
    }
    if (c->sweep_key)
        w.at[w.n++] = arena_printf(a, "%s=%s", c->sweep_key, c->sweep_values.at[sweep]);
    if (w.n)
        qsort(w.at, w.n, sizeof(*w.at), by_text);
    return w;
}

struct runs_run *paper_plan_find(const struct runs_plan *plan, const struct paper *p, const char *workload,
                                 u32 machine, u32 config, u32 sweep, u32 seed)
{
    struct arena scratch = {0};
    const char *text = runs_sets_text(
        &scratch, settings(plan, &scratch, &p->configs[config], p->machines[machine].label, sweep, seed));
    struct runs_run *r = runs_plan_get(plan, workload, p->machines[machine].name, text);
    arena_free(&scratch);
    return r;
}

static void add_seed(struct runs_plan *plan, const struct paper *p, const struct paper_subject *subject, u32 machine,
                     u32 config, bool answers, u32 seed)
{
    const struct paper_config *c = &p->configs[config];
    /* inputs cut down: at most three values of a sweep */
    u32 step = c->sweep_key && !strcmp(plan->size, "small") ? (u32)div_up(c->sweep_values.n, 3) : 1;
    u32 first = 0, end = c->sweep_key ? c->sweep_values.n : 1;
    if (seed && c->sweep_key) {
        i32 best = paper_sweep_best(p, plan, subject, machine, config);
        if (best < 0 && !plan->guess)
            return;
        first = (u32)MAX(best, 0);
        end = first + 1;
    }
    for (u32 i = first; i < end; i += step) {
        struct runs_run *r = paper_plan_find(plan, p, subject->workload, machine, config, i, seed);
        if (!r) {
            r = runs_plan_append(plan, subject->workload, p->machines[machine].name,
                                 settings(plan, &plan->arena, c, p->machines[machine].label, i, seed));
            r->rank = seed; /* whole figures first, then how much of them is chance */
        }
        r->kernels |= subject->kernel != NULL;
        r->answers |= answers;
    }
}

static u32 few_of(const struct runs_plan *plan)
{
    return plan->few ? MIN(plan->few, paper_plan_seeds(plan)) : paper_plan_seeds(plan);
}

/* How many seeds a statement is made under, so far. */
static u32 statement_seeds(const struct runs_plan *plan, const struct paper_statement *s)
{
    if (s->target->derived)
        return 1;
    return s->headline ? paper_plan_seeds(plan) : MIN(MAX(few_of(plan), s->seeds), paper_plan_seeds(plan));
}

static void add(struct runs_plan *plan, const struct paper *p, const struct paper_subject *subject, u32 machine,
                u32 config, const struct paper_statement *s)
{
    u32 seeds = s ? statement_seeds(plan, s) : 1;
    for (u32 seed = 0; seed < seeds; seed++)
        add_seed(plan, p, subject, machine, config, s != NULL, seed);
}

/* A cell of a figure. A matrix is a result by itself, with a spread; all others only show what statements are about.
 */
static void add_cell(struct runs_plan *plan, const struct paper *p, const struct paper_figure *f, u32 row, u32 config)
{
    u32 seeds = f->kind == PAPER_MATRIX ? few_of(plan) : 1;
    for (u32 seed = 0; seed < seeds; seed++)
        add_seed(plan, p, &f->rows[row].subject, f->rows[row].machine, config, false, seed);
}

static void add_ratio(struct runs_plan *plan, const struct paper *p, const struct paper_statement *s,
                      const struct paper_ratio *of, const struct paper_subject *above,
                      const struct paper_subject *below, u32 machine)
{
    add(plan, p, above, machine, (u32)of->num, s);
    if (of->den >= 0)
        add(plan, p, below, machine, (u32)of->den, s);
    else if (strcmp(above->name, below->name))
        add(plan, p, below, machine, (u32)of->num, s);
}

static void add_row(struct runs_plan *plan, const struct paper *p, const struct paper_statement *s,
                    const struct paper_ratio *of, const struct paper_subject *above,
                    const struct paper_subject *below, u32 machine)
{
    add_ratio(plan, p, s, of, above, below, machine);
    for (u32 i = 0; i < s->n_against; i++) {
        const struct paper_subject *other = s->against[i].subject.workload ? &s->against[i].subject : above;
        add_ratio(plan, p, s, of, other, other, s->against[i].machine);
    }
}

void paper_plan_add_statement(struct runs_plan *plan, const struct paper *p, const struct paper_statement *s)
{
    for (u32 m = 0; m < s->n_machines; m++)
        for (u32 o = 0; o < s->n_of; o++) {
            const struct paper_ratio *of = &s->of[o];
            struct paper_suite only;
            if (of->only) {
                paper_over(p, &plan->arena, of->only, &only);
                for (u32 w = 0; w < only.n; w++)
                    add_row(plan, p, s, of, &only.at[w], &only.at[w], s->machines[m]);
                continue;
            }
            for (u32 i = 0; i < s->n_pairs; i++)
                add_row(plan, p, s, of, &s->pairs[i].above, &s->pairs[i].below, s->machines[m]);
            for (u32 i = 0; i < s->n_over; i++)
                for (u32 w = 0; w < s->over[i].n; w++)
                    add_row(plan, p, s, of, &s->over[i].at[w], &s->over[i].at[w], s->machines[m]);
        }
}

void paper_plan_add(struct runs_plan *plan, const struct paper *p, const struct paper_figure *f)
{
    for (u32 r = 0; r < f->n_rows; r++)
        for (u32 c = 0; c < f->n_configs; c++) {
            add_cell(plan, p, f, r, f->configs[c]);
            if (f->base[c] >= 0)
                add_cell(plan, p, f, r, (u32)f->base[c]);
        }
    for (u32 s = 0; s < f->n_statements; s++)
        paper_plan_add_statement(plan, p, &f->statements[s]);
}

void paper_plan_add_select(struct runs_plan *plan, const struct paper *p, const struct paper_select *s)
{
    for (u32 i = 0; i < s->suites.n; i++) {
        const struct paper_suite *suite = &p->suites[paper_suite_index(p, s->suites.at[i])];
        for (u32 w = 0; w < suite->n; w++) {
            struct paper_subject any = suite->at[w];
            any.kernel = any.kernel ? any.kernel : "*"; /* all of them */
            add_seed(plan, p, &any, s->machine, s->config, true, 0);
        }
    }
}

/* Wider than the bounds of `noisy` (paper_judge): a spread of few seeds may be too small by chance. */
#define SURE 3

static bool unsure(const struct paper_target *t, const struct paper_answer *x)
{
    double error = x->seeds > 1 ? x->sd / sqrt(x->seeds) : 0;
    if (error <= 0)
        return false;
    return !strcmp(t->relation, "~") ? t->tolerance < SURE * error : fabs(x->ours - t->value) <= SURE * error;
}

bool paper_more_seeds(struct runs_plan *plan, const struct paper *p, struct paper_figure *f)
{
    bool any = false;
    for (u32 i = 0; i < f->n_statements; i++) {
        struct paper_statement *s = &f->statements[i];
        u32 now = statement_seeds(plan, s);
        if (s->target->derived || now < 2 || now >= paper_plan_seeds(plan))
            continue;
        struct arena scratch = {0};
        struct paper_answer x = paper_answer_of(p, plan, s, &scratch);
        if (x.has && unsure(s->target, &x) && x.seeds < paper_plan_seeds(plan)) {
            s->seeds = MAX(now, x.seeds) + 1;
            any = true;
        }
        arena_free(&scratch);
    }
    return any;
}
