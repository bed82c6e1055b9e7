/* The answers to a paper's statements, and what they are worth. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "paper/value.h"

const char *const paper_verdict_names[PAPER_VERDICTS] = {
    "reproduced", "near", "direction only", "noisy", "derived", "weak", "fitted", "missed", "no data"};

/* Collects the values of one statement: row values into the current group, groups into a list. */
struct group {
    double value;
    const char *at, *point;
};
struct answering {
    const struct paper *p;
    const struct runs_plan *plan;
    const struct paper_statement *s;
    struct arena *arena;
    struct paper_answer *answer;
    u32 metric;
    u32 seed;
    VEC(double) rows;
    VEC(struct group) groups;
    const char *lowest, *highest; /* rows of the group, for min and max */
};

static struct paper_cell ratio_of(const struct answering *w, const struct paper_ratio *of,
                                  const struct paper_subject *above, const struct paper_subject *below, u32 machine)
{
    struct paper_cell c = paper_cell_of(w->p, w->plan, above, machine, (u32)of->num, w->metric, w->seed);
    if (of->den < 0 && !strcmp(above->name, below->name))
        return c;
    u32 config = (u32)(of->den >= 0 ? of->den : of->num);
    return paper_divide(c, paper_cell_of(w->p, w->plan, below, machine, config, w->metric, w->seed));
}

/* What a row is set against: the greatest of the same ratio of other programs or machines. */
static struct paper_cell against(const struct answering *w, const struct paper_ratio *of,
                                 const struct paper_subject *own)
{
    struct paper_cell most = {0};
    for (u32 i = 0; i < w->s->n_against; i++) {
        const struct paper_against *a = &w->s->against[i];
        const struct paper_subject *s = a->subject.workload ? &a->subject : own;
        struct paper_cell c = ratio_of(w, of, s, s, a->machine);
        if (!c.has)
            return c;
        if (!most.has || c.value > most.value)
            most = c;
    }
    return most;
}

static void take_row(struct answering *w, const struct paper_ratio *of, const struct paper_subject *above,
                     const struct paper_subject *below, u32 machine)
{
    struct paper_cell c = ratio_of(w, of, above, below, machine);
    if (w->s->n_against)
        c = paper_divide(c, against(w, of, above));
    w->answer->wanted++;
    if (!c.has)
        return;
    w->answer->used++;
    if (w->s->transform == PAPER_DISTANCE)
        c.value = fabs(c.value - 1);
    double *v = w->rows.at;
    const char *label = w->p->n_machines == 1
                            ? above->name
                            : arena_printf(w->arena, "%s-%s", above->name, w->p->machines[machine].label);
    if (!w->rows.n || c.value < paper_aggregate_of(PAPER_MIN, v, (u32)w->rows.n))
        w->lowest = label;
    if (!w->rows.n || c.value > paper_aggregate_of(PAPER_MAX, v, (u32)w->rows.n))
        w->highest = label;
    VEC_PUSH(&w->rows, c.value);
}

static void end_group(struct answering *w, const struct paper_ratio *of, const char *suite, const char *machine)
{
    if (!w->rows.n)
        return;
    u8 kind = w->s->aggregate;
    struct group g = {.value = paper_aggregate_of(kind, w->rows.at, (u32)w->rows.n), .point = of->point};
    g.at = kind == PAPER_MIN ? w->lowest : kind == PAPER_MAX ? w->highest : NULL;
    if (!g.at && (w->s->n_of > 1 || w->s->each_suite || w->s->each_machine))
        g.at = arena_printf(w->arena, "%s%s%s%s%s%s%s", w->p->configs[of->num].label, of->den >= 0 ? "/" : "",
                            of->den >= 0 ? w->p->configs[of->den].label : "", suite ? " " : "", suite ? suite : "",
                            machine ? "-" : "", machine ? machine : "");
    VEC_PUSH(&w->groups, g);
    w->rows.n = 0;
}

static void take_suites(struct answering *w, const struct paper_ratio *of, u32 machine)
{
    const struct paper_statement *s = w->s;
    struct paper_suite only;
    if (of->only) {
        paper_over(w->p, w->arena, of->only, &only);
        for (u32 k = 0; k < only.n; k++)
            take_row(w, of, &only.at[k], &only.at[k], machine);
        return;
    }
    for (u32 i = 0; i < s->n_over; i++) {
        for (u32 k = 0; k < s->over[i].n; k++)
            take_row(w, of, &s->over[i].at[k], &s->over[i].at[k], machine);
        if (s->each_suite)
            end_group(w, of, s->over[i].name, s->each_machine ? w->p->machines[machine].label : NULL);
    }
    for (u32 i = 0; i < s->n_pairs; i++)
        take_row(w, of, &s->pairs[i].above, &s->pairs[i].below, machine);
}

static void take_all(struct answering *w)
{
    const struct paper_statement *s = w->s;
    for (u32 o = 0; o < s->n_of; o++)
        for (u32 i = 0; i < s->n_metrics; i++) {
            w->metric = s->metrics[i];
            for (u32 m = 0; m < s->n_machines; m++) {
                take_suites(w, &s->of[o], s->machines[m]);
                if (s->each_machine)
                    end_group(w, &s->of[o], NULL, w->p->machines[s->machines[m]].label);
            }
            end_group(w, &s->of[o], NULL, NULL);
        }
}

/* One number of several groups, in the order of `of`. */
static void combine(struct answering *w)
{
    const struct group *g = w->groups.at;
    u32 n = (u32)w->groups.n, low = 0, high = 0;
    struct paper_answer *answer = w->answer;
    double step = INFINITY;
    for (u32 i = 1; i < n; i++) {
        low = g[i].value < g[low].value ? i : low;
        high = g[i].value > g[high].value ? i : high;
        double ratio = w->s->combine == PAPER_RISING ? g[i].value / g[i - 1].value : g[i - 1].value / g[i].value;
        step = MIN(step, ratio);
    }
    switch (w->s->combine) {
    case PAPER_LEAST:
        answer->ours = g[low].value;
        answer->at = g[low].at;
        break;
    case PAPER_MOST:
        answer->ours = g[high].value;
        answer->at = g[high].at;
        break;
    case PAPER_SPREAD: answer->ours = (g[high].value - g[low].value) / g[high].value; break;
    case PAPER_ARGMAX: answer->ours = strtod(g[high].point, NULL); break;
    case PAPER_ARGMIN: answer->ours = strtod(g[low].point, NULL); break;
    default: answer->ours = step;
    }
    answer->has = isfinite(answer->ours);
}

/* The number under one seed, or of the means over all; without a verdict. */
static struct paper_answer answer_at(const struct paper *p, const struct runs_plan *plan,
                                     const struct paper_statement *s, u32 seed, struct arena *a)
{
    struct paper_answer answer = {.verdict = PAPER_NO_DATA, .seeds = 1};
    struct answering w = {.p = p, .plan = plan, .s = s, .arena = a, .answer = &answer, .seed = seed};
    take_all(&w);
    if (w.groups.n)
        combine(&w);
    VEC_FREE(&w.rows);
    VEC_FREE(&w.groups);
    if (answer.has && s->transform == PAPER_ONE_MINUS)
        answer.ours = 1 - answer.ours;
    return answer;
}

struct paper_answer paper_answer_of(const struct paper *p, const struct runs_plan *plan,
                                    const struct paper_statement *s, struct arena *a)
{
    struct paper_answer answer = answer_at(p, plan, s, PAPER_MEAN_OF_SEEDS, a);
    u32 seeds = s->target->derived ? 1 : MIN(paper_plan_seeds(plan), PAPER_SEEDS_MOST);
    double v[PAPER_SEEDS_MOST];
    u32 n = 0, last = 0;
    if (!answer.has)
        return answer;
    for (u32 i = 0; i < seeds && seeds > 1; i++) {
        struct paper_answer x = answer_at(p, plan, s, i, a);
        if (x.has && x.used == answer.used) {
            v[n++] = x.ours;
            last = i;
        }
    }
    if (n) /* some runs may have more seeds, for other statements: their mean would mix unlike things */
        answer = answer_at(p, plan, s, PAPER_MEAN_OF | (last + 1), a);
    if (n > 1) {
        answer.seeds = n;
        answer.sd = paper_deviation_of(v, n);
    }
    answer.verdict = paper_judge(s->target, answer.ours, answer.sd, answer.seeds);
    return answer;
}

/* The value of "no effect": 1 for a ratio, 0 for a relative slowdown; false if there is none. */
static bool neutral(const struct paper_target *t, double *at)
{
    *at = !strcmp(t->unit, "x") ? 1 : 0;
    return !strcmp(t->unit, "x") || !strcmp(t->unit, "fraction slower");
}

/* What a value (~) is worth, chance left aside. */
static u8 judge_value(const struct paper_target *t, double ours)
{
    const double rounding = 1e-9;
    double off = fabs(ours - t->value) - rounding, zero;
    if (off <= t->tolerance)
        return PAPER_REPRODUCED;
    if (off <= 2 * t->tolerance)
        return PAPER_NEAR;
    double effect = neutral(t, &zero) ? t->value - zero : 0;
    double share = effect != 0 ? (ours - zero) / effect : 0;
    return share >= 1.0 / 3 - rounding && share <= 3 + rounding ? PAPER_DIRECTION : PAPER_MISSED;
}

/* "A beats B" by nothing does not. */
static bool holds(const struct paper_target *t, double ours)
{
    return !strcmp(t->relation, ">=")   ? ours >= t->value
           : !strcmp(t->relation, "<=") ? ours <= t->value
           : !strcmp(t->unit, "down")   ? ours < t->value
                                        : ours > t->value;
}

u8 paper_judge(const struct paper_target *t, double ours, double sd, u32 seeds)
{
    bool is_value = !strcmp(t->relation, "~");
    u8 verdict = is_value ? judge_value(t, ours) : holds(t, ours) ? PAPER_REPRODUCED : PAPER_MISSED;
    if (t->derived)
        return verdict == PAPER_REPRODUCED ? PAPER_DERIVED : PAPER_MISSED;
    double error = seeds > 1 ? sd / sqrt(seeds) : 0;
    if (error > 0 && (is_value ? t->tolerance < error : fabs(ours - t->value) <= 2 * error))
        return PAPER_NOISY;
    if (t->mark == PAPER_MARK_NOISE)
        return PAPER_NOISY;
    if (verdict != PAPER_REPRODUCED && verdict != PAPER_NEAR)
        return verdict;
    return t->mark == PAPER_MARK_WEAK ? PAPER_WEAK : t->mark == PAPER_MARK_FITTED ? PAPER_FITTED : verdict;
}
