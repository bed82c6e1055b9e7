/* The time axis of a record: what the samples say, as stacked areas and as heat maps of SMs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

#define POINTS 160 /* along x at most */

/* The x axis: time in equal columns, about a sample each or more. A sample counts by its length in each column it
   overlaps: the last one of a launch may be short, and counts for little. */
struct axis {
    struct arena arena;
    double *x; /* the middle of each column */
    const char **words;
    double *from, *until; /* of each sample, in columns */
    size_t n, samples;
    struct axis *ghost; /* the run that this one is compared with, or NULL */
    const struct page_ghost *ghost_of;
};

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

static double launch_start(const json_t *launches, double launch, double otherwise)
{
    size_t i;
    const json_t *row;
    json_array_foreach(launches, i, row)
    {
        if (out_number(row, "launch") == launch)
            return out_number(row, "start");
    }
    return otherwise;
}

/* The other run is drawn completely if it is at most this many times as long. */
#define GHOST_MOST 2

/* When each sample began and ended, in cycles. */
static void axis_read(struct axis *a, const json_t *record)
{
    const json_t *s = json_object_get(record, "samples"), *cycle = json_object_get(s, "cycle"),
                 *launch = json_object_get(s, "launch");
    a->samples = json_array_size(cycle);
    a->from = ARENA_ARRAY(&a->arena, double, a->samples);
    a->until = ARENA_ARRAY(&a->arena, double, a->samples);
    for (size_t i = 0; i < a->samples; i++) {
        a->from[i] = i ? a->until[i - 1] : 0;
        if (!i || at(launch, i) != at(launch, i - 1))
            a->from[i] = launch_start(json_object_get(record, "launches"), at(launch, i), a->from[i]);
        a->until[i] = at(cycle, i);
    }
}

static double span_of(const struct axis *a)
{
    return a->until[a->samples - 1] - a->from[0];
}

/* From cycles to columns, so many in the span. */
static void scale(struct axis *a, double span, double clocks)
{
    double first = a->from[0];
    for (size_t i = 0; i < a->samples; i++) {
        a->from[i] = (a->from[i] - first) * clocks / span * (double)a->n;
        a->until[i] = (a->until[i] - first) * clocks / span * (double)a->n;
    }
}

static double clock_of(const json_t *record)
{
    return page_get(json_object_get(record, "machine"), PK_gpu_clock);
}

/* Puts the ghost's times onto this run's axis, in this run's cycles. */
static void axis_init(struct axis *a, const json_t *record, const struct page_ghost *ghost)
{
    char buf[32];
    double every = out_number(json_object_get(record, "samples"), "every"), clocks = 1;
    axis_read(a, record);
    double first = a->from[0], span = span_of(a);
    if (ghost) {
        a->ghost = ARENA_NEW(&a->arena, struct axis);
        axis_read(a->ghost, ghost->record);
        clocks = clock_of(ghost->record) > 0 ? clock_of(record) / clock_of(ghost->record) : 1;
        span = MAX(span, MIN(GHOST_MOST * span, span_of(a->ghost) * clocks));
    }
    a->n = (size_t)MAX(1, MIN(POINTS, round(span / MAX(1, every))));
    scale(a, span, 1);
    if (ghost) {
        a->ghost->n = a->n;
        scale(a->ghost, span, clocks);
        a->ghost_of = ghost;
    }
    a->x = ARENA_ARRAY(&a->arena, double, a->n);
    a->words = ARENA_ARRAY(&a->arena, const char *, a->n);
    for (size_t i = 0; i < a->n; i++) {
        a->x[i] = first + span * ((double)i + 0.5) / (double)a->n;
        a->words[i] = arena_strdup(&a->arena, page_number(a->x[i], buf));
    }
}

/* The mean over each column's time; of counts, how many fall into it. */
static double *series(struct axis *a, const json_t *list, bool counts, double *to)
{
    double *time = xcalloc(a->n, sizeof *time);
    memset(to, 0, a->n * sizeof *to);
    for (size_t k = 0; k < a->samples; k++) {
        double v = at(list, k), length = a->until[k] - a->from[k];
        for (size_t i = (size_t)a->from[k]; i < a->n && (double)i < a->until[k]; i++) {
            double part = MIN(a->until[k], (double)i + 1) - MAX(a->from[k], (double)i);
            to[i] += counts ? v * part / length : v * part;
            time[i] += part;
        }
    }
    for (size_t i = 0; i < a->n; i++)
        to[i] = time[i] <= 0 ? NAN : counts ? to[i] : to[i] / time[i];
    free(time);
    return to;
}

static const json_t *other_of(const struct axis *a, const char *key)
{
    return out_value(json_object_get(a->ghost_of->record, "samples"), key);
}

static void lines(FILE *to, struct axis *a, const json_t *s, const char *title, const char *unit,
                  const char *const *keys, const char *const *names, u32 n)
{
    double *y = ARENA_ARRAY(&a->arena, double, a->n *n);
    for (u32 i = 0; i < n; i++)
        series(a, json_object_get(s, keys[i]), false, y + i * a->n);
    double *ghost = a->ghost ? ARENA_ARRAY(&a->arena, double, a->n *n) : NULL;
    for (u32 i = 0; ghost && i < n; i++)
        series(a->ghost, other_of(a, keys[i]), false, ghost + i * a->n);
    struct plot p = {.title = title,
                     .y_name = unit,
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = n,
                     .x_words = a->words,
                     .x = a->x,
                     .series_words = names,
                     .y = y,
                     .even_x = true,
                     .ghost = ghost,
                     .ghost_name = a->ghost ? a->ghost_of->name : NULL};
    plot_lines(to, &p);
}

/* The causes that matter, largest first below; the small ones together. */
static void slots(FILE *to, struct axis *a, const json_t *s)
{
    const json_t *all = json_object_get(s, "slot");
    const char *names[PLOT_COLOURS];
    u32 colours[PLOT_COLOURS];
    double *y = ARENA_ARRAY(&a->arena, double, a->n *PLOT_COLOURS), *one = ARENA_ARRAY(&a->arena, double, a->n);
    double weight[32] = {0};
    bool used[32] = {0};
    for (u32 i = 0; i < out_slot_count && i < COUNT_OF(weight); i++) {
        series(a, json_object_get(all, out_slots[i].key), false, one);
        for (size_t k = 0; k < a->n; k++)
            weight[i] += isfinite(one[k]) && strcmp(out_slots[i].key, "no_warp") != 0 ? one[k] : 0;
        if (!strcmp(out_slots[i].key, "issued"))
            weight[i] = 1e9; /* always at the bottom */
    }
    u32 n = 0;
    for (; n < PLOT_COLOURS - 1; n++) {
        u32 best = 0;
        for (u32 i = 1; i < out_slot_count && i < COUNT_OF(weight); i++)
            if (!used[i] && (used[best] || weight[i] > weight[best]))
                best = i;
        if (used[best] || weight[best] <= 0)
            break;
        used[best] = true;
        colours[n] = page_slot_colour(out_slots[best].key);
        names[n] = out_slots[best].text;
        series(a, json_object_get(all, out_slots[best].key), false, y + n * a->n);
    }
    if (a->ghost)
        series(a->ghost, other_of(a, "slot.issued"), false, one);
    struct plot p = {.title = "Issue slots over time",
                     .y_name = a->ghost ? "share; dashed: what the other run issues"
                                        : "share; what is missing to 1: no warp, or less",
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = n,
                     .x_words = a->words,
                     .x = a->x,
                     .series_words = names,
                     .y = y,
                     .y_least_top = 1,
                     .even_x = true,
                     .colours = colours,
                     .ghost = a->ghost ? one : NULL,
                     .ghost_name = a->ghost ? a->ghost_of->name : NULL};
    plot_areas(to, &p);
}

static const char *sm_name(struct arena *a, size_t i)
{
    return arena_printf(a, "SM %zu", i);
}
static const char *degree_name(struct arena *a, size_t i)
{
    return i < 7 ? arena_printf(a, "%zu lane%s", i + 1, i ? "s" : "") : "8 lanes or more";
}

static void heat(FILE *to, struct axis *a, const json_t *table, const char *title, const char *unit, bool counts,
                 const char *(*name)(struct arena *, size_t))
{
    size_t sms = json_array_size(table);
    double *y = ARENA_ARRAY(&a->arena, double, sms * a->n);
    const char **names = ARENA_ARRAY(&a->arena, const char *, sms);
    for (size_t i = 0; i < sms; i++) {
        series(a, json_array_get(table, i), counts, y + i * a->n);
        names[i] = name(&a->arena, i);
    }
    struct plot p = {.title = title,
                     .y_name = unit,
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = (u32)sms,
                     .x_words = a->words,
                     .x = a->x,
                     .series_words = names,
                     .y = y};
    plot_heat(to, &p);
}

/* What the memory path carried, for the picture that the page's script draws of a moment. */
static void film(FILE *to, struct axis *a, const json_t *s)
{
    static const char *const keys[] = {"warp_ipc",     "l1_hit_rate", "l2_hit_rate",
                                       "request_load", "reply_load",  "dram_gb_per_s"};
    double *y = ARENA_ARRAY(&a->arena, double, a->n);

    fputs("<script type=\"application/json\" id=\"film\">{\"cycle\":[", to);
    for (size_t i = 0; i < a->n; i++)
        fprintf(to, "%s%.0f", i ? "," : "", a->x[i]);
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        series(a, json_object_get(s, keys[k]), false, y);
        fprintf(to, "],\n\"%s\":[", keys[k]);
        for (size_t i = 0; i < a->n; i++)
            fprintf(to, "%s%.4g", i ? "," : "", isfinite(y[i]) ? y[i] : 0);
    }
    fputs("]}</script>\n", to);
}

/* By SM, and by degree of divergence. */
static void heats(FILE *to, struct axis *a, const json_t *s)
{
    heat(to, a, json_object_get(s, "sm_ipc"), "SMs over time: IPC", "warp instructions a cycle", false, sm_name);
    heat(to, a, json_object_get(s, "sm_ctas"), "SMs over time: resident CTAs", "", false, sm_name);
    if (json_object_get(s, "divergent"))
        heat(to, a, json_object_get(s, "divergent"), "Divergent accesses over time, by how many lanes missed",
             "accesses", true, degree_name);
}

static size_t samples_of(const json_t *record)
{
    return json_array_size(out_value(record, "samples.cycle"));
}

void page_samples(FILE *to, const json_t *record, const struct page_ghost *ghost)
{
    const json_t *s = json_object_get(record, "samples");
    size_t n = samples_of(record);
    struct axis a = {0};
    if (n < 2 || (ghost && samples_of(ghost->record) < 2))
        return;
    axis_init(&a, record, ghost);
    if (ghost)
        fprintf(to, "<h3>Over time, in this run's cycles; dashed: %s%s</h3>\n", ghost->name,
                a.ghost->until[a.ghost->samples - 1] > (double)a.n ? ", which goes on to the right" : "");
    else
        fprintf(to, "<h2 id=\"time\">Over time</h2><p class=\"dim\">%zu samples, one every %.0f cycles%s.</p>\n", n,
                out_number(s, "every"), a.n < n ? "; several are drawn as their mean" : "");
    if (!ghost)
        film(to, &a, s);
    fputs("<div class=\"grid2\">\n", to);
    slots(to, &a, s);
    lines(to, &a, s, "IPC", "warp instructions a cycle, all SMs", (const char *[]){"warp_ipc"}, NULL, 1);
    lines(to, &a, s, "Hit rates", "share of reads", (const char *[]){"l1_hit_rate", "l2_hit_rate"},
          (const char *[]){"L1", "L2"}, 2);
    lines(to, &a, s, "MSHRs in use", "all SMs, all slices", (const char *[]){"l1_mshrs", "l2_mshrs"},
          (const char *[]){"L1", "L2"}, 2);
    lines(to, &a, s, "Network load", "share of the time", (const char *[]){"request_load", "reply_load"},
          (const char *[]){"requests", "replies"}, 2);
    lines(to, &a, s, "DRAM", "GB/s", (const char *[]){"dram_gb_per_s"}, NULL, 1);
    if (at(json_object_get(s, "power"), n / 2) > 0)
        lines(to, &a, s, "Power", "W", (const char *[]){"power"}, NULL, 1);
    fputs("</div>\n", to);
    if (!ghost)
        heats(to, &a, s);
    arena_free(&a.arena);
}
