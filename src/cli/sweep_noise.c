/* The numbers of a sweep's points, with their spread where each is run under several seeds of gpu.jitter; and whether
   the best is more than chance. */
#include <math.h>
#include <string.h>

#include "cli/keys.h"
#include "cli/sweep.h"
#include "out/out.h"

/* The runs of a point that count: those under seeds, if there are any. */
static u32 runs_of(const struct sweep *s, const struct sweep_point *p, u32 *first)
{
    *first = p->run + (s->jitter && s->compare); /* a comparison's first is the machine as it is */
    return s->jitter ? s->jitter : 1;
}

static double value_of(const struct runs_run *r, const char *metric)
{
    const json_t *v = r->state == RUNS_DONE ? out_value(json_object_get(r->record, "total"), metric) : NULL;
    return json_is_number(v) ? json_number_value(v) : NAN;
}

bool sweep_clocks_differ(const struct sweep *s)
{
    double first = 0;
    for (u32 i = 0; i < s->n_points; i++) {
        const json_t *total = json_object_get(sweep_record(s, &s->points[i]), "total");
        double seconds = out_number(total, "simulated_seconds");
        double clock = seconds > 0 ? out_number(total, "cycles") / seconds : 0;
        if (clock > 0 && first > 0 && fabs(clock / first - 1) > 1e-6)
            return true;
        first = clock > 0 ? clock : first;
    }
    return false;
}

bool sweep_ranks(const struct sweep *s, const char *metric)
{
    return strcmp(metric, "cycles") != 0 || !sweep_clocks_differ(s);
}

void sweep_rank_by_time(struct sweep *s)
{
    size_t at = s->metrics.n;
    if (!sweep_clocks_differ(s))
        return;
    for (size_t m = 0; m < s->metrics.n; m++) {
        if (!strcmp(s->metrics.at[m], "simulated_seconds"))
            return;
        at = at == s->metrics.n && !strcmp(s->metrics.at[m], "cycles") ? m : at;
    }
    if (at == s->metrics.n)
        return;
    VEC_PUSH(&s->metrics, "");
    for (size_t m = s->metrics.n - 1; m > at; m--)
        s->metrics.at[m] = s->metrics.at[m - 1];
    s->metrics.at[at] = "simulated_seconds";
}

struct out_noise sweep_noise(const struct sweep *s, const struct sweep_point *p, const char *metric)
{
    struct out_noise x = {0};
    u32 first, n = runs_of(s, p, &first);
    double sum = 0, squares = 0;
    for (u32 i = 0; i < n; i++) {
        double v = value_of(&s->plan.runs[first + i], metric);
        if (isfinite(v)) {
            sum += v;
            x.runs++;
        }
    }
    x.mean = x.runs ? sum / x.runs : NAN;
    for (u32 i = 0; i < n; i++) {
        double v = value_of(&s->plan.runs[first + i], metric);
        squares += isfinite(v) ? (v - x.mean) * (v - x.mean) : 0;
    }
    x.sd = x.runs > 1 ? sqrt(squares / (x.runs - 1)) : NAN;
    return x;
}

double sweep_value(const struct sweep *s, const struct sweep_point *p, const char *metric)
{
    return sweep_noise(s, p, metric).mean;
}

/* The best point but one by a metric; n_points: none has a value, or neither more nor less of it is better. */
static u32 best_but(const struct sweep *s, const char *metric, u32 but)
{
    u32 best = s->n_points;
    enum decl_better better = sweep_ranks(s, metric) ? keys_better(metric) : BETTER_NEITHER;
    for (u32 i = 0; better != BETTER_NEITHER && i < s->n_points; i++) {
        double v = sweep_value(s, &s->points[i], metric);
        double b = best < s->n_points ? sweep_value(s, &s->points[best], metric) : NAN;
        if (i != but && isfinite(v) && (!isfinite(b) || (better == BETTER_MORE ? v > b : v < b)))
            best = i;
    }
    return best;
}

struct sweep_best sweep_best(const struct sweep *s, const char *metric)
{
    struct sweep_best b = {.best = best_but(s, metric, s->n_points)};
    b.next = best_but(s, metric, b.best);
    if (b.best == s->n_points || b.next == s->n_points)
        return b;
    struct out_noise x = sweep_noise(s, &s->points[b.best], metric), y = sweep_noise(s, &s->points[b.next], metric);
    b.known = x.runs > 1 && y.runs > 1;
    b.chance = b.known && out_noise_hides(&x, &y);
    b.tie = x.mean == y.mean;
    return b;
}

const char *sweep_point_name(const struct sweep *s, const struct sweep_point *p, u64 mask, struct arena *a)
{
    const char *text = "";
    for (u32 k = 0; k < s->n_axes; k++)
        if (mask >> k & 1 && s->axes[k].values.n > 1) {
            const char *value = s->axes[k].values.at[p->at[k]];
            text = k < 2 ? arena_printf(a, "%s%s%s", text, *text ? ", " : "", value)
                         : arena_printf(a, "%s%s%s=%s", text, *text ? ", " : "", s->axes[k].name, value);
        }
    return text;
}

const char *sweep_best_words(const struct sweep *s, const struct sweep_best *b, struct arena *a)
{
    if (!b->known)
        return b->tie ? arena_printf(a, "as good: %s", sweep_point_name(s, &s->points[b->next], UINT64_MAX, a)) : "";
    return arena_printf(a,
                        b->tie      ? "as good: %s"
                        : b->chance ? "may be chance: %s is within two standard errors"
                                    : "beyond the noise of the next, %s",
                        sweep_point_name(s, &s->points[b->next], UINT64_MAX, a));
}

void sweep_add_noise(struct sweep *s)
{
    for (u32 i = 0; i < s->n_points && s->jitter; i++) {
        const json_t **totals = ARENA_ARRAY(&s->arena, const json_t *, s->jitter);
        u32 first, n = runs_of(s, &s->points[i], &first), done = 0;
        json_t *own = s->plan.runs[s->points[i].run].record;
        for (u32 k = 0; k < n; k++)
            if (s->plan.runs[first + k].state == RUNS_DONE)
                totals[done++] = json_object_get(s->plan.runs[first + k].record, "total");
        if (own && done > 1)
            out_noise_add(own, totals, done);
    }
}
