/* A sweep as a page: for each metric lines over a parameter that is a number, bars over one that is words, a heat map
   where two parameters vary, and small plots of one scale where more do; what is best; two metrics against each
   other; parallel coordinates where more than three parameters vary. And the folder's page that lists its sweeps. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/keys.h"
#include "cli/sweep.h"
#include "out/out.h"
#include "page/page.h"

#define SERIES_MOST 8
#define PANELS_MOST 12

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

/* The axis whose values are the series of a plot along `along`: that with the most values that still have colours. */
static u32 choose_series(const struct sweep *s, u32 along)
{
    u32 best = s->n_axes;
    for (u32 k = s->n_axes; k-- > 0;)
        if (k != along && varies(s, k) && s->axes[k].values.n <= SERIES_MOST &&
            (best == s->n_axes || s->axes[k].values.n > s->axes[best].values.n))
            best = k;
    return best;
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
    double *y, *spread;
    u32 n_series, n_x;
};

/* The values of a metric in the points of a panel: a row a series, a column a value of the axis `along`. */
static struct table collect(const struct sweep *s, u32 along, u64 series, u64 panel, const char *of,
                            const char *metric, struct arena *a)
{
    u32 n_x = s->zip ? s->n_points : (u32)s->axes[along].values.n;
    struct table t = {.words = ARENA_ARRAY(a, const char *, s->n_points), .n_x = n_x};
    t.y = ARENA_ARRAY(a, double, (size_t)s->n_points *n_x);
    t.spread = ARENA_ARRAY(a, double, (size_t)s->n_points *n_x);
    for (size_t i = 0; i < (size_t)s->n_points * n_x; i++)
        t.y[i] = t.spread[i] = NAN;
    for (u32 i = 0; i < s->n_points; i++) {
        const char *rest = s->zip ? "" : sweep_point_name(s, &s->points[i], series, a);
        u32 row = 0;
        if (!s->zip && strcmp(sweep_point_name(s, &s->points[i], panel, a), of) != 0)
            continue;
        while (row < t.n_series && strcmp(t.words[row], rest) != 0)
            row++;
        if (row == t.n_series)
            t.words[t.n_series++] = rest;
        struct out_noise x = sweep_noise(s, &s->points[i], metric);
        u32 at = row * n_x + (s->zip ? i : s->points[i].at[along]);
        t.y[at] = x.mean;
        t.spread[at] = x.sd;
    }
    return t;
}

static int by_number(const void *a, const void *b, void *numbers)
{
    const double *x = numbers;
    double d = x[*(const u32 *)a] - x[*(const u32 *)b];
    return d < 0 ? -1 : d > 0;
}

static void draw_panel(const struct sweep *s, const char *metric, u32 along, u64 series, u64 panel, const char *of,
                       double top, FILE *to)
{
    struct arena a = {0};
    const struct sweep_axis *x = &s->axes[along];
    struct table t = collect(s, along, series, panel, of, metric, &a);
    const char **words = ARENA_ARRAY(&a, const char *, t.n_x);
    double *numbers = ARENA_ARRAY(&a, double, t.n_x), *y = ARENA_ARRAY(&a, double, t.n_series *t.n_x);
    double *spread = ARENA_ARRAY(&a, double, t.n_series *t.n_x);
    u32 *order = ARENA_ARRAY(&a, u32, t.n_x);
    for (u32 i = 0; i < t.n_x; i++)
        order[i] = i;
    bool lines = x->numeric && !s->zip;
    if (lines)
        qsort_r(order, t.n_x, sizeof *order, by_number, x->numbers);
    for (u32 i = 0; i < t.n_x; i++) {
        words[i] = s->zip ? sweep_point_name(s, &s->points[i], UINT64_MAX, &a) : x->values.at[order[i]];
        numbers[i] = lines ? x->numbers[order[i]] : i;
        for (u32 r = 0; r < t.n_series; r++) {
            y[r * t.n_x + i] = t.y[r * t.n_x + order[i]];
            spread[r * t.n_x + i] = t.spread[r * t.n_x + order[i]];
        }
    }
    struct plot p = {.title = *of ? arena_printf(&a, "%s: %s", metric, of) : metric,
                     .x_name = s->zip ? NULL : x->name,
                     .y_name = keys_unit(metric),
                     .n_x = t.n_x,
                     .n_series = t.n_series,
                     .x_words = words,
                     .x = lines ? numbers : NULL,
                     .series_words = t.words,
                     .y = y,
                     .spread = s->jitter ? spread : NULL,
                     .y_least_top = top,
                     .log_x = lines && grows_by_factors(x)};
    if (t.n_series <= SERIES_MOST) {
        if (lines)
            plot_lines(to, &p);
        else
            plot_bars(to, &p);
    }
    if (!s->zip && t.n_series > 1 && !*of)
        plot_heat(to, &p);
    arena_free(&a);
}

/* A metric: one plot, or small ones with one scale where more than two parameters vary, and what is best. */
static void draw(const struct sweep *s, const char *metric, FILE *to)
{
    struct arena a = {0};
    u32 along = choose_along(s), by = choose_series(s, along), n = 0;
    struct sweep_best b = sweep_best(s, metric);
    u64 series = by < s->n_axes ? 1ull << by : 0, panel = ~(series | 1ull << along);
    const char **done = ARENA_ARRAY(&a, const char *, s->n_points + 1);
    char buf[32];
    double top = 0;

    if (b.best < s->n_points) {
        struct out_noise x = sweep_noise(s, &s->points[b.best], metric);
        const char *worth = sweep_best_words(s, &b, &a);
        fprintf(to, "<p class=\"small wholerow\"><b>%s</b>: best %s", metric, page_number(x.mean, buf));
        if (x.runs > 1)
            fprintf(to, " \u00b1 %s", page_number(x.sd, buf));
        fputs(" with ", to);
        page_text(to, sweep_point_name(s, &s->points[b.best], UINT64_MAX, &a));
        fputs(*worth ? "; " : "", to);
        page_text(to, worth);
        fprintf(to, " <span class=\"dim\">(%s is better)</span></p>\n",
                keys_better(metric) == BETTER_MORE ? "more" : "less");
    }
    for (u32 i = 0; i < s->n_points; i++) {
        struct out_noise x = sweep_noise(s, &s->points[i], metric);
        top = isfinite(x.mean) ? MAX(top, x.mean + (isfinite(x.sd) ? x.sd : 0)) : top;
    }
    for (u32 i = 0; i < (s->zip ? 1 : s->n_points); i++) {
        const char *of = s->zip ? "" : sweep_point_name(s, &s->points[i], panel, &a);
        u32 k = 0;
        while (k < n && strcmp(done[k], of) != 0)
            k++;
        if (k < n)
            continue;
        done[n++] = of;
        if (n <= PANELS_MOST)
            draw_panel(s, metric, along, series, panel, of, top, to);
    }
    if (n > PANELS_MOST)
        fprintf(to, "<p class=\"dim small wholerow\">%u more such plots are left out: the table has them all</p>\n",
                n - PANELS_MOST);
    arena_free(&a);
}

/* Two metrics against each other: those that --pareto names, or cycles and energy. */
static void draw_front(const struct sweep *s, FILE *to)
{
    struct arena a = {0};
    struct plot_point *points = ARENA_ARRAY(&a, struct plot_point, s->n_points + 1);
    const char *x = s->pareto[0], *y = s->pareto[1] ? s->pareto[1] : "energy_joules";
    const char *time = sweep_clocks_differ(s) ? "simulated_seconds" : "cycles";
    x = !x || !strcmp(x, "cycles") ? time : x;
    y = !strcmp(y, "cycles") ? time : y;
    struct tradeoff f = {x, y, points, s->n_points, keys_better(x) == BETTER_MORE, keys_better(y) == BETTER_MORE};

    for (u32 i = 0; i < s->n_points; i++)
        points[i] = (struct plot_point){.x = sweep_value(s, &s->points[i], x),
                                        .y = sweep_value(s, &s->points[i], y),
                                        .label = sweep_point_name(s, &s->points[i], UINT64_MAX, &a)};
    if (s->n_points > 2)
        plot_tradeoff(to, &f);
    arena_free(&a);
}

/* With more than three parameters no plot shows them all but this one. */
static void draw_parallel(const struct sweep *s, FILE *to)
{
    struct arena a = {0};
    struct parallel_axis *axes = ARENA_ARRAY(&a, struct parallel_axis, s->n_axes + 1);
    u32 *at = ARENA_ARRAY(&a, u32, s->n_points * s->n_axes + 1), *which = ARENA_ARRAY(&a, u32, s->n_axes + 1), n = 0;
    double *metric = ARENA_ARRAY(&a, double, s->n_points + 1);
    const char **labels = ARENA_ARRAY(&a, const char *, s->n_points + 1), *of = s->metrics.at[0];

    for (u32 k = 0; k < s->n_axes; k++)
        if (varies(s, k)) {
            axes[n] = (struct parallel_axis){s->axes[k].name, s->axes[k].values.at, (u32)s->axes[k].values.n};
            which[n++] = k;
        }
    for (u32 i = 0; i < s->n_points; i++) {
        metric[i] = sweep_value(s, &s->points[i], of);
        labels[i] = sweep_point_name(s, &s->points[i], UINT64_MAX, &a);
        for (u32 k = 0; k < n; k++)
            at[i * n + k] = s->points[i].at[which[k]];
    }
    struct parallel p = {axes, n, s->n_points, at, metric, of, keys_better(of) == BETTER_MORE, labels};
    if (n > 3 && !s->zip)
        plot_parallel(to, &p);
    arena_free(&a);
}

static void rows(const struct sweep *s, FILE *to)
{
    struct sweep_best b = sweep_best(s, s->metrics.at[0]);
    u32 best = b.chance ? s->n_points : b.best; /* marked only where it is more than chance */
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
        fputs(i == best ? "<tr class=\"best\" title=\"the best\">" : "<tr>", to);
        for (u32 k = 0; k < s->n_axes; k++)
            if (varies(s, k)) {
                fputs("<td>", to);
                page_text(to, s->axes[k].values.at[s->points[i].at[k]]);
                fputs("</td>", to);
            }
        for (size_t m = 0; m < s->metrics.n; m++) {
            struct out_noise x = sweep_noise(s, &s->points[i], s->metrics.at[m]);
            fprintf(to, "<td class=\"n\">%s", page_number(x.mean, buf));
            if (x.runs > 1)
                fprintf(to, " <span class=\"dim\">\u00b1 %s</span>", page_number(x.sd, buf));
            fputs("</td>", to);
        }
        fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

void sweep_page(const void *sweep, FILE *to)
{
    const struct sweep *s = sweep;
    char title[512];
    int n = snprintf(title, sizeof title, "%s%s on %s%s", s->axes[0].values.at[0], varies(s, 0) ? " and others" : "",
                     s->axes[1].values.at[0], varies(s, 1) ? " and others" : "");
    for (u32 k = 2, over = 0; k < s->n_axes && n < (int)sizeof title; k++)
        if (varies(s, k))
            n += snprintf(title + n, sizeof title - (size_t)n, "%s%s", over++ ? ", " : " over ", s->axes[k].name);
    page_begin(to, title);
    fputs("<h1>", to);
    page_text(to, title);
    fprintf(to, "</h1>\n<p class=\"dim\">%u configurations, none simulated twice (model %s).",
            s->jitter ? s->n_points : s->plan.n, s->how.version);
    if (s->jitter)
        fprintf(
            to,
            " Each ran under %u seeds of gpu.jitter: values are means, whiskers one standard deviation up and down.",
            s->jitter);
    for (u32 k = 2; k < s->n_axes; k++)
        if (!varies(s, k)) {
            fputs(" ", to);
            page_text(to, s->axes[k].name);
            fputs(" = ", to);
            page_text(to, s->axes[k].values.at[0]);
            fputs(".", to);
        }
    fputs("</p>\n", to);
    draw_parallel(s, to);
    fputs("<div class=\"grid2\">\n", to);
    for (size_t m = 0; m < s->metrics.n; m++)
        if (sweep_ranks(s, s->metrics.at[m]))
            draw(s, s->metrics.at[m], to);
    draw_front(s, to);
    fputs("</div>\n<h2>The numbers</h2>\n", to);
    rows(s, to);
    page_end(to);
}

const char *sweep_page_path(struct sweep *s)
{
    struct hash h;
    char hex[HASH_HEX], name[40];
    const char *base = strrchr(s->axes[0].values.at[0], '/');
    size_t n = 0;

    base = base ? base + 1 : s->axes[0].values.at[0];
    for (; base[n] && n + 1 < sizeof name; n++)
        name[n] =
            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", base[n]) ? base[n] : '_';
    name[n] = 0;
    hash_init(&h);
    for (u32 k = 0; k < s->n_axes; k++) {
        hash_text(&h, s->axes[k].name);
        for (size_t i = 0; i < s->axes[k].values.n; i++)
            hash_text(&h, s->axes[k].values.at[i]);
    }
    hash_text(&h, s->zip ? "zip" : "all");
    hash_text(&h, s->size ? s->size : "");
    if (s->jitter)
        hash_text(&h, arena_printf(&s->arena, "jitter %u", s->jitter));
    hash_hex(&h, hex);
    return arena_printf(&s->arena, "%s/sweep-%s-%.6s.html", s->out, name, hex);
}

/* The title of a page that sweep_page wrote, or its file's name. */
static const char *title_of(struct arena *a, const char *path)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    const char *title = NULL;
    while (f && !title && fgets(line, sizeof line, f)) {
        char *from = strstr(line, "<title>"), *to = from ? strstr(from, "</title>") : NULL;
        if (to)
            title = arena_printf(a, "%.*s", (int)(to - from - 7), from + 7);
    }
    if (f)
        fclose(f);
    return title ? title : path;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void index_page(const void *sweep, FILE *to)
{
    const struct sweep *s = sweep;
    struct arena a = {0};
    glob_t found = {0};
    page_begin(to, "Sweeps");
    fputs("<h1>Sweeps</h1>\n<p class=\"dim\">the sweeps whose results are kept in this folder</p>\n<ul>\n", to);
    if (!glob(arena_printf(&a, "%s/sweep-*.html", s->out), GLOB_NOSORT, NULL, &found))
        qsort(found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, by_name);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *base = strrchr(found.gl_pathv[i], '/') + 1;
        fputs("<li><a href=\"", to);
        page_text(to, base);
        fprintf(to, "\">%s</a> <span class=\"dim\">%s</span></li>\n", title_of(&a, found.gl_pathv[i]), base);
    }
    fputs("</ul>\n", to);
    page_end(to);
    globfree(&found);
    arena_free(&a);
}

bool sweep_index(struct sweep *s, struct diag *d)
{
    return out_write(arena_printf(&s->arena, "%s/sweep.html", s->out), index_page, s, d);
}
