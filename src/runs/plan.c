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

/* Where the index has the run, or has room for it. */
static u32 *find(const struct runs_plan *plan, const char *workload, const char *machine, const char *sets_text)
{
    const char *const words[] = {workload, machine, sets_text};
    u64 h = 14695981039346656037u; /* FNV-1a, the end of each word included */
    for (size_t i = 0; i < COUNT_OF(words); i++)
        for (const char *c = words[i];; c++) {
            h = (h ^ (u8)*c) * 1099511628211u;
            if (!*c)
                break;
        }
    for (u64 k = h ^ h >> 32;; k++) {
        u32 *at = &plan->index[k & (plan->n_index - 1)];
        const struct runs_run *r = *at ? &plan->runs[*at - 1] : NULL;
        if (!r ||
            (!strcmp(r->workload, workload) && !strcmp(r->machine, machine) && !strcmp(r->sets_text, sets_text)))
            return at;
    }
}

struct runs_run *runs_plan_get(const struct runs_plan *plan, const char *workload, const char *machine,
                               const char *sets_text)
{
    u32 at = plan->n_index ? *find(plan, workload, machine, sets_text) : 0;
    return at ? &plan->runs[at - 1] : NULL;
}

/* Twice as many places as runs, at least. */
static void grow_index(struct runs_plan *plan)
{
    free(plan->index);
    plan->n_index = 4 * plan->cap;
    plan->index = xcalloc(plan->n_index, sizeof(*plan->index));
    for (u32 i = 0; i < plan->n; i++)
        *find(plan, plan->runs[i].workload, plan->runs[i].machine, plan->runs[i].sets_text) = i + 1;
}

struct runs_run *runs_plan_append(struct runs_plan *plan, const char *workload, const char *machine,
                                  struct runs_words sets)
{
    if (plan->n == plan->cap) {
        plan->cap = plan->cap ? plan->cap * 2 : 256;
        plan->runs = xrealloc(plan->runs, plan->cap * sizeof(*plan->runs));
        grow_index(plan);
    }
    const char *text = runs_sets_text(&plan->arena, sets);
    *find(plan, workload, machine, text) = plan->n + 1;
    plan->runs[plan->n++] = (struct runs_run){
        .workload = workload, .machine = machine, .sets = sets, .sets_text = text, .twin = -1, .unlimited = -1};
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
    free(plan->index);
    arena_free(&plan->arena);
    *plan = (struct runs_plan){0};
}

const char *runs_size_of(const struct runs_plan *plan, const char *workload)
{
    for (u32 i = 0; i < plan->smaller.n && !strcmp(plan->size, "suite"); i++)
        if (!strcmp(plan->smaller.at[i], workload))
            return "paper";
    return plan->size;
}
