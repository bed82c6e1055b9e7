/* What a sweep found, as an aligned table and as comma-separated values. */
#include <math.h>
#include <string.h>

#include "cli/keys.h"
#include "cli/sweep.h"
#include "out/out.h"

extern const struct cli_command cmd_sweep;

const json_t *sweep_record(const struct sweep *s, const struct sweep_point *p)
{
    const struct runs_run *r = &s->plan.runs[p->run];
    return r->state == RUNS_DONE ? r->record : NULL;
}

double sweep_value(const struct sweep *s, const struct sweep_point *p, const char *metric)
{
    const json_t *v = out_value(json_object_get(sweep_record(s, p), "total"), metric);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

bool sweep_metrics_good(const struct sweep *s)
{
    struct arena a = {0};
    bool ok = true;
    for (size_t i = 0; i < s->metrics.n && ok; i++)
        if (!keys_is_statistic(s->metrics.at[i])) {
            const char *near = keys_nearest_statistic(&a, s->metrics.at[i]);
            cli_wrong(&cmd_sweep, "--metric %s: no such statistic%s%s%s (sluice list record)", s->metrics.at[i],
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
            ok = false;
        }
    arena_free(&a);
    return ok;
}

/* An axis with one value says nothing. */
static bool shown(const struct sweep *s, u32 axis)
{
    return s->axes[axis].values.n > 1;
}

static int width_of(const struct sweep *s, u32 axis)
{
    size_t n = strlen(s->axes[axis].name);
    for (size_t i = 0; i < s->axes[axis].values.n; i++)
        n = MAX(n, strlen(s->axes[axis].values.at[i]));
    return (int)MIN(n, 40);
}

void sweep_table(const struct sweep *s, FILE *to)
{
    fputc('\n', to);
    for (u32 k = 0; k < s->n_axes; k++)
        if (shown(s, k))
            fprintf(to, "%-*s  ", width_of(s, k), s->axes[k].name);
    for (size_t m = 0; m < s->metrics.n; m++)
        fprintf(to, "%s%*s", m ? "  " : "", (int)MAX(14, strlen(s->metrics.at[m])), s->metrics.at[m]);
    fputc('\n', to);
    for (u32 i = 0; i < s->n_points; i++) {
        const struct sweep_point *p = &s->points[i];
        for (u32 k = 0; k < s->n_axes; k++)
            if (shown(s, k))
                fprintf(to, "%-*.40s  ", width_of(s, k), s->axes[k].values.at[p->at[k]]);
        for (size_t m = 0; m < s->metrics.n; m++) {
            double v = sweep_value(s, p, s->metrics.at[m]);
            fputs(m ? "  " : "", to);
            int wide = (int)MAX(14, strlen(s->metrics.at[m]));
            if (isfinite(v))
                fprintf(to, v == floor(v) && fabs(v) < 1e15 ? "%*.0f" : "%*.5g", wide, v);
            else
                fprintf(to, "%*s", wide,
                        sweep_record(s, p)             ? "-"
                        : s->plan.runs[p->run].refused ? "refused"
                                                       : "failed");
        }
        fputc('\n', to);
    }
}

void sweep_csv(const void *sweep, FILE *to)
{
    const struct sweep *s = sweep;
    for (u32 k = 0; k < s->n_axes; k++)
        fprintf(to, "%s%s", k ? "," : "", s->axes[k].name);
    for (size_t m = 0; m < s->metrics.n; m++)
        fprintf(to, ",%s", s->metrics.at[m]);
    fputc('\n', to);
    for (u32 i = 0; i < s->n_points; i++) {
        const struct sweep_point *p = &s->points[i];
        for (u32 k = 0; k < s->n_axes; k++) {
            if (k)
                fputc(',', to);
            out_csv_text(s->axes[k].values.at[p->at[k]], to);
        }
        for (size_t m = 0; m < s->metrics.n; m++) {
            double v = sweep_value(s, p, s->metrics.at[m]);
            fputc(',', to);
            if (isfinite(v))
                fprintf(to, "%.10g", v);
        }
        fputc('\n', to);
    }
}

void sweep_refusals(const struct sweep *s, FILE *to)
{
    enum { SHOWN = 5 };
    for (u32 i = 0; i < s->plan.n; i++) {
        const struct runs_run *r = &s->plan.runs[i];
        u32 n = 0;
        for (u32 k = 0; k < i && r->refused && n == 0; k++) /* each reason once */
            n = s->plan.runs[k].refused && !strcmp(s->plan.runs[k].why, r->why);
        if (!r->refused || n)
            continue;
        for (u32 k = i; k < s->plan.n; k++)
            n += s->plan.runs[k].refused && !strcmp(s->plan.runs[k].why, r->why);
        fprintf(to, "\nsluice sweep: refused: %s\n", r->why);
        for (u32 k = i, shown = 0; k < s->plan.n && shown < SHOWN; k++)
            if (s->plan.runs[k].refused && !strcmp(s->plan.runs[k].why, r->why)) {
                fprintf(to, "  %s %s\n", s->plan.runs[k].machine, s->plan.runs[k].sets_text);
                shown++;
            }
        if (n > SHOWN)
            fprintf(to, "  and %u more\n", n - SHOWN);
    }
}
