/* A sweep as a page: for each metric lines over a parameter that is a number, bars over one that is words, and a heat
   map where two parameters vary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/keys.h"
#include "cli/sweep.h"
#include "page/page.h"

#define SERIES_MOST 8

static bool varies(const struct sweep *s, u32 axis)
{
    return s->axes[axis].values.n > 1;
}

/* The axis of numbers with the most values, else the parameter, else whatever varies. */
static u32 choose_along(const struct sweep *s)
{
    u32 best = s->n_axes;
    for (u32 k = s->n_axes; k-- > 0;)
        if (varies(s, k) && s->axes[k].numeric && (best == s->n_axes || s->axes[k].values.n > s->axes[best].values.n))
            best = k;
    for (u32 k = s->n_axes; best == s->n_axes && k-- > 0;)
        if (varies(s, k))
            best = k;
    return best < s->n_axes ? best : s->n_axes - 1;
}

/* What a point is called without its value along x. */
static const char *rest_of(const struct sweep *s, const struct sweep_point *p, u32 along, struct arena *a)
{
    const char *text = "";
    for (u32 k = 0; k < s->n_axes; k++)
        if (k != along && varies(s, k)) {
            const char *value = s->axes[k].values.at[p->at[k]];
            text = k < 2 ? arena_printf(a, "%s%s%s", text, *text ? ", " : "", value)
                         : arena_printf(a, "%s%s%s=%s", text, *text ? ", " : "", s->axes[k].name, value);
        }
    return text;
}

static bool grows_by_factors(const struct sweep_axis *a)
{
    for (size_t i = 0; i < a->values.n; i++)
        if (a->numbers[i] <= 0)
            return false;
    double most = 0, least = INFINITY;
    for (size_t i = 0; i < a->values.n; i++) {
        most = MAX(most, a->numbers[i]);
        least = MIN(least, a->numbers[i]);
    }
    return most / least >= 4;
}

struct table {
    const char **words; /* of the series */
    double *y;
    u32 n_series, n_x;
};

/* The values of a metric: a row a combination of the other axes. */
static struct table collect(const struct sweep *s, u32 along, const char *metric, struct arena *a)
{
    u32 n_x = s->zip ? s->n_points : (u32)s->axes[along].values.n;
    struct table t = {.words = ARENA_ARRAY(a, const char *, s->n_points), .n_x = n_x};
    t.y = ARENA_ARRAY(a, double, (size_t)s->n_points *n_x);
    for (size_t i = 0; i < (size_t)s->n_points * n_x; i++)
        t.y[i] = NAN;
    for (u32 i = 0; i < s->n_points; i++) {
        const char *rest = s->zip ? "" : rest_of(s, &s->points[i], along, a);
        u32 row = 0;
        while (row < t.n_series && strcmp(t.words[row], rest) != 0)
            row++;
        if (row == t.n_series)
            t.words[t.n_series++] = rest;
        t.y[row * n_x + (s->zip ? i : s->points[i].at[along])] = sweep_value(s, &s->points[i], metric);
    }
    return t;
}

static int by_number(const void *a, const void *b, void *numbers)
{
    const double *x = numbers;
    double d = x[*(const u32 *)a] - x[*(const u32 *)b];
    return d < 0 ? -1 : d > 0;
}

static void draw(const struct sweep *s, const char *metric, FILE *to)
{
    struct arena a = {0};
    u32 along = choose_along(s);
    const struct sweep_axis *x = &s->axes[along];
    struct table t = collect(s, along, metric, &a);
    const char **words = ARENA_ARRAY(&a, const char *, t.n_x);
    double *numbers = ARENA_ARRAY(&a, double, t.n_x), *y = ARENA_ARRAY(&a, double, t.n_series *t.n_x);
    u32 *order = ARENA_ARRAY(&a, u32, t.n_x);
    for (u32 i = 0; i < t.n_x; i++)
        order[i] = i;
    bool lines = x->numeric && !s->zip;
    if (lines)
        qsort_r(order, t.n_x, sizeof *order, by_number, x->numbers);
    for (u32 i = 0; i < t.n_x; i++) {
        words[i] = s->zip ? rest_of(s, &s->points[i], UINT32_MAX, &a) : x->values.at[order[i]];
        numbers[i] = lines ? x->numbers[order[i]] : i;
        for (u32 r = 0; r < t.n_series; r++)
            y[r * t.n_x + i] = t.y[r * t.n_x + order[i]];
    }
    struct plot p = {.title = metric,
                     .x_name = s->zip ? NULL : x->name,
                     .y_name = keys_unit(metric),
                     .n_x = t.n_x,
                     .n_series = t.n_series,
                     .x_words = words,
                     .x = lines ? numbers : NULL,
                     .series_words = t.words,
                     .y = y,
                     .log_x = lines && grows_by_factors(x)};
    u32 others = 0;
    for (u32 k = 0; k < s->n_axes; k++)
        others += k != along && varies(s, k);
    if (t.n_series <= SERIES_MOST) {
        if (lines)
            plot_lines(to, &p);
        else
            plot_bars(to, &p);
    }
    if (!s->zip && t.n_series > 1 && (others >= 1))
        plot_heat(to, &p);
    arena_free(&a);
}

static void rows(const struct sweep *s, FILE *to)
{
    char buf[32];
    fputs("<div class=\"wide\"><table><tr>", to);
    for (u32 k = 0; k < s->n_axes; k++)
        if (varies(s, k)) {
            fputs("<th>", to);
            page_text(to, s->axes[k].name);
            fputs("</th>", to);
        }
    for (size_t m = 0; m < s->metrics.n; m++) {
        char help[400];
        fputs("<th class=\"n\" title=\"", to);
        page_text(to, keys_help(s->metrics.at[m], help, sizeof help));
        fputs("\">", to);
        page_text(to, s->metrics.at[m]);
        fputs("</th>", to);
    }
    fputs("</tr>\n", to);
    for (u32 i = 0; i < s->n_points; i++) {
        fputs("<tr>", to);
        for (u32 k = 0; k < s->n_axes; k++)
            if (varies(s, k)) {
                fputs("<td>", to);
                page_text(to, s->axes[k].values.at[s->points[i].at[k]]);
                fputs("</td>", to);
            }
        for (size_t m = 0; m < s->metrics.n; m++)
            fprintf(to, "<td class=\"n\">%s</td>", page_number(sweep_value(s, &s->points[i], s->metrics.at[m]), buf));
        fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

void sweep_page(const void *sweep, FILE *to)
{
    const struct sweep *s = sweep;
    char title[512];
    snprintf(title, sizeof title, "%s%s on %s%s", s->axes[0].values.at[0], varies(s, 0) ? " and others" : "",
             s->axes[1].values.at[0], varies(s, 1) ? " and others" : "");
    page_begin(to, title);
    fputs("<h1>", to);
    page_text(to, title);
    fprintf(to, "</h1>\n<p class=\"dim\">%u configurations, none simulated twice (model %s).", s->plan.n,
            s->how.version);
    for (u32 k = 2; k < s->n_axes; k++)
        if (!varies(s, k)) {
            fputs(" ", to);
            page_text(to, s->axes[k].name);
            fputs(" = ", to);
            page_text(to, s->axes[k].values.at[0]);
            fputs(".", to);
        }
    fputs("</p>\n<div class=\"grid2\">\n", to);
    for (size_t m = 0; m < s->metrics.n; m++)
        draw(s, s->metrics.at[m], to);
    fputs("</div>\n<h2>The numbers</h2>\n", to);
    rows(s, to);
    page_end(to);
}
