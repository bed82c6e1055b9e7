/* A plan of runs, each once: see plan.h. */
#include "runs/plan.h"

#include <stdlib.h>
#include <string.h>

const char *runs_sets_text(struct arena *a, struct runs_words w)
{
    const char *text = "";
    for (u32 i = 0; i < w.n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? " " : "", w.at[i]);
    return text;
}

struct runs_run *runs_plan_get(const struct runs_plan *plan, const char *workload, const char *machine,
                               const char *sets_text)
{
    for (u32 i = 0; i < plan->n; i++)
        if (!strcmp(plan->runs[i].workload, workload) && !strcmp(plan->runs[i].machine, machine) &&
            !strcmp(plan->runs[i].sets_text, sets_text))
            return &plan->runs[i];
    return NULL;
}

struct runs_run *runs_plan_append(struct runs_plan *plan, const char *workload, const char *machine,
                                  struct runs_words sets)
{
    if (plan->n == plan->cap) {
        plan->cap = plan->cap ? plan->cap * 2 : 256;
        plan->runs = xrealloc(plan->runs, plan->cap * sizeof(*plan->runs));
    }
    plan->runs[plan->n++] = (struct runs_run){.workload = workload,
                                              .machine = machine,
                                              .sets = sets,
                                              .sets_text = runs_sets_text(&plan->arena, sets),
                                              .twin = -1,
                                              .unlimited = -1};
    return &plan->runs[plan->n - 1];
}

void runs_plan_add_run(struct runs_plan *plan, const char *workload, const char *machine, struct runs_words sets)
{
    if (!runs_plan_get(plan, workload, machine, runs_sets_text(&plan->arena, sets)))
        runs_plan_append(plan, workload, machine, sets);
}

void runs_plan_free(struct runs_plan *plan)
{
    for (u32 i = 0; i < plan->n; i++)
        json_decref(plan->runs[i].record);
    free(plan->runs);
    arena_free(&plan->arena);
    *plan = (struct runs_plan){0};
}
