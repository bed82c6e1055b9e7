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

static int width_of_metric(const struct sweep *s, size_t m)
{
    return (int)MAX(s->jitter ? 24 : 14, strlen(s->metrics.at[m]));
}

/* "1234", "0.123", and with seeds "1234 +-5". */
static const char *number_text(const struct out_noise *x, char buf[64])
{
    int n = snprintf(buf, 64, x->mean == floor(x->mean) && fabs(x->mean) < 1e15 ? "%.0f" : "%.5g", x->mean);
    if (x->runs > 1)
        snprintf(buf + n, 64 - (size_t)n, x->sd >= 100 ? " +-%.0f" : " +-%.3g", x->sd);
    return buf;
}

/* What is best by each metric, where a spread tells what that is worth. */
static void best_lines(const struct sweep *s, FILE *to)
{
    struct arena a = {0};
    for (size_t m = 0, said = 0; s->jitter && m < s->metrics.n; m++) {
        struct sweep_best b = sweep_best(s, s->metrics.at[m]);
        char buf[64];
        if (b.best == s->n_points || b.next == s->n_points)
            continue;
        struct out_noise x = sweep_noise(s, &s->points[b.best], s->metrics.at[m]);
        fprintf(to, "%sbest %s: %s, %s; %s\n", said++ ? "" : "\n", s->metrics.at[m],
                sweep_point_name(s, &s->points[b.best], UINT64_MAX, &a), number_text(&x, buf),
                sweep_best_words(s, &b, &a));
    }
    arena_free(&a);
}

void sweep_table(const struct sweep *s, FILE *to)
{
    fputc('\n', to);
    for (u32 k = 0; k < s->n_axes; k++)
        if (shown(s, k))
            fprintf(to, "%-*s  ", width_of(s, k), s->axes[k].name);
    for (size_t m = 0; m < s->metrics.n; m++)
        fprintf(to, "%s%*s", m ? "  " : "", width_of_metric(s, m), s->metrics.at[m]);
    fputc('\n', to);
    for (u32 i = 0; i < s->n_points; i++) {
        const struct sweep_point *p = &s->points[i];
        for (u32 k = 0; k < s->n_axes; k++)
            if (shown(s, k))
                fprintf(to, "%-*.40s  ", width_of(s, k), s->axes[k].values.at[p->at[k]]);
        for (size_t m = 0; m < s->metrics.n; m++) {
            struct out_noise x = sweep_noise(s, p, s->metrics.at[m]);
            char buf[64];
            fprintf(to, "%s%*s", m ? "  " : "", width_of_metric(s, m),
                    isfinite(x.mean)               ? number_text(&x, buf)
                    : sweep_record(s, p)           ? "-"
                    : s->plan.runs[p->run].refused ? "refused"
                                                   : "failed");
        }
        fputc('\n', to);
    }
    if (s->jitter)
        fprintf(to, "(means and standard deviations over %u seeds of gpu.jitter)\n", s->jitter);
    best_lines(s, to);
}

void sweep_csv(const void *sweep, FILE *to)
{
    const struct sweep *s = sweep;
    for (u32 k = 0; k < s->n_axes; k++)
        fprintf(to, "%s%s", k ? "," : "", s->axes[k].name);
    for (size_t m = 0; m < s->metrics.n; m++)
        fprintf(to, s->jitter ? ",%s,sd %s" : ",%s", s->metrics.at[m], s->metrics.at[m]);
    fputs(s->jitter ? ",seeds\n" : "\n", to);
    for (u32 i = 0; i < s->n_points; i++) {
        const struct sweep_point *p = &s->points[i];
        u32 seeds = 0;
        for (u32 k = 0; k < s->n_axes; k++) {
            if (k)
                fputc(',', to);
            out_csv_text(s->axes[k].values.at[p->at[k]], to);
        }
        for (size_t m = 0; m < s->metrics.n; m++) {
            struct out_noise x = sweep_noise(s, p, s->metrics.at[m]);
            seeds = MAX(seeds, x.runs);
            fputc(',', to);
            if (isfinite(x.mean))
                fprintf(to, "%.10g", x.mean);
            if (s->jitter)
                fputc(',', to);
            if (x.runs > 1)
                fprintf(to, "%.6g", x.sd);
        }
        if (s->jitter)
            fprintf(to, ",%u", seeds);
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
