/* A plan of runs, each once: see plan.h. */
#include "runs/plan.h"

#include <stdlib.h>
#include <string.h>

const char *paper_sets_text(struct arena *a, struct paper_words w)
{
    const char *text = "";
    for (u32 i = 0; i < w.n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? " " : "", w.at[i]);
    return text;
}

struct paper_run *paper_plan_get(const struct paper_plan *plan, const char *workload, const char *machine,
                                 const char *sets_text)
{
    for (u32 i = 0; i < plan->n; i++)
        if (!strcmp(plan->runs[i].workload, workload) && !strcmp(plan->runs[i].machine, machine) &&
            !strcmp(plan->runs[i].sets_text, sets_text))
            return &plan->runs[i];
    return NULL;
}

struct paper_run *paper_plan_append(struct paper_plan *plan, const char *workload, const char *machine,
                                    struct paper_words sets)
{
    if (plan->n == plan->cap) {
        plan->cap = plan->cap ? plan->cap * 2 : 256;
        plan->runs = xrealloc(plan->runs, plan->cap * sizeof(*plan->runs));
    }
    plan->runs[plan->n++] = (struct paper_run){.workload = workload,
                                               .machine = machine,
                                               .sets = sets,
                                               .sets_text = paper_sets_text(&plan->arena, sets),
                                               .twin = -1,
                                               .unlimited = -1};
    return &plan->runs[plan->n - 1];
}

void paper_plan_add_run(struct paper_plan *plan, const char *workload, const char *machine, struct paper_words sets)
{
    if (!paper_plan_get(plan, workload, machine, paper_sets_text(&plan->arena, sets)))
        paper_plan_append(plan, workload, machine, sets);
}

void paper_plan_free(struct paper_plan *plan)
{
    for (u32 i = 0; i < plan->n; i++)
        json_decref(plan->runs[i].record);
    free(plan->runs);
    arena_free(&plan->arena);
    *plan = (struct paper_plan){0};
}
