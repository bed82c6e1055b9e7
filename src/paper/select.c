#include "paper/select.h"

#include <errno.h>
#include <string.h>

static void write_kernels(const struct paper *p, const struct paper_select *s, const struct paper_subject *of,
                          const struct runs_run *r, u32 *chosen, FILE *to)
{
    json_t *kernels = json_object_get(r->record, "kernels");
    for (size_t k = 0; k < json_array_size(kernels); k++) {
        char kernel[24];
        double v;
        const char *name = json_string_value(json_object_get(json_array_get(kernels, k), "name"));
        snprintf(kernel, sizeof(kernel), "%zu", k + 1);
        if (of->kernel && strcmp(of->kernel, kernel) && (!name || strcmp(of->kernel, name)))
            continue;
        if (!paper_metric_of(p, s->metric, r, NULL, kernel, &v)) {
            fprintf(to, "# %s:%s has no such number (%s)\n", of->workload, kernel, name ? name : "");
            continue;
        }
        *chosen += v > s->above;
        fprintf(to, "%s%s:%s # %.3f %s\n", v > s->above ? "" : "# ", of->workload, kernel, v, name ? name : "");
    }
}

bool paper_select_write(const struct paper *p, const struct runs_plan *plan, const struct paper_select *s,
                        const char *version, u32 *chosen, struct diag *d)
{
    struct arena a = {0};
    const char *path = arena_printf(&a, "%s/%s.suite", p->folder, s->name);
    u32 before = d->errors;
    *chosen = 0;
    FILE *to = fopen(path, "w");
    if (to)
        fprintf(to,
                "# The kernels whose %s is above %g (configuration %s, machine %s, size %s), chosen with %s.\n"
                "# Written by `sluice paper %s --select %s`; frozen from then on. Those behind # were not chosen.\n",
                p->metrics[s->metric].name, s->above, p->configs[s->config].name, p->machines[s->machine].name,
                plan->size, version, p->name, s->name);
    for (u32 i = 0; to && i < s->suites.n; i++) {
        const struct paper_suite *suite = &p->suites[paper_suite_index(p, s->suites.at[i])];
        for (u32 w = 0; w < suite->n; w++) {
            const struct runs_run *r = paper_plan_find(plan, p, suite->at[w].workload, s->machine, s->config, 0, 0);
            if (r && r->state == RUNS_DONE)
                write_kernels(p, s, &suite->at[w], r, chosen, to);
            else
                diag_error(d, NULL, 0, 0, "%s did not run: the choice would not be whole", suite->at[w].name);
        }
    }
    if (!to || fclose(to))
        diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    arena_free(&a);
    return d->errors == before;
}
