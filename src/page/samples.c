/* The time axis of a record: what the samples say, as stacked areas and as heat maps of SMs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/out.h"
#include "page/page.h"

#define POINTS 160 /* along x at most: more are put together */

struct axis { /* samples put together in groups */
    struct arena arena;
    double *x;
    const char **words;
    size_t n, samples, group;
};

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

static double *series(struct axis *a, const json_t *list, double *to)
{
    for (size_t i = 0; i < a->n; i++) {
        double sum = 0;
        size_t many = 0;
        for (size_t k = i * a->group; k < MIN((i + 1) * a->group, a->samples); k++, many++)
            sum += at(list, k);
        to[i] = many ? sum / (double)many : NAN;
    }
    return to;
}

static void lines(FILE *to, struct axis *a, const json_t *s, const char *title, const char *unit,
                  const char *const *keys, const char *const *names, u32 n)
{
    double *y = ARENA_ARRAY(&a->arena, double, a->n *n);
    for (u32 i = 0; i < n; i++)
        series(a, json_object_get(s, keys[i]), y + i * a->n);
    struct plot p = {.title = title,
                     .y_name = unit,
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = n,
                     .x_words = a->words,
                     .x = a->x,
                     .series_words = names,
                     .y = y,
                     .even_x = true};
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
        series(a, json_object_get(all, out_slots[i].key), one);
        for (size_t k = 0; k < a->n; k++)
            weight[i] += isfinite(one[k]) && strcmp(out_slots[i].key, "no_warp") != 0 ? one[k] : 0;
        if (!strcmp(out_slots[i].key, "issued"))
            weight[i] = 1e9; /* at the bottom, whatever it is */
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
        colours[n] = best;
        names[n] = out_slots[best].text;
        series(a, json_object_get(all, out_slots[best].key), y + n * a->n);
    }
    struct plot p = {.title = "Issue slots over time",
                     .y_name = "share; what is missing to 1: no warp, or less",
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = n,
                     .x_words = a->words,
                     .x = a->x,
                     .series_words = names,
                     .y = y,
                     .y_least_top = 1,
                     .colours = colours};
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

static void heat(FILE *to, struct axis *a, const json_t *table, const char *title, const char *unit,
                 const char *(*name)(struct arena *, size_t))
{
    size_t sms = json_array_size(table);
    double *y = ARENA_ARRAY(&a->arena, double, sms * a->n);
    const char **names = ARENA_ARRAY(&a->arena, const char *, sms);
    for (size_t i = 0; i < sms; i++) {
        series(a, json_array_get(table, i), y + i * a->n);
        names[i] = name(&a->arena, i);
    }
    struct plot p = {.title = title,
                     .y_name = unit,
                     .x_name = "cycle",
                     .n_x = (u32)a->n,
                     .n_series = (u32)sms,
                     .x_words = a->words,
                     .series_words = names,
                     .y = y};
    plot_heat(to, &p);
}

void page_samples(FILE *to, const json_t *record, page_help_fn *help)
{
    const json_t *s = json_object_get(record, "samples"), *cycle = json_object_get(s, "cycle");
    struct axis a = {.samples = json_array_size(cycle)};
    char buf[32];
    (void)help;
    if (a.samples < 2)
        return;
    a.group = (a.samples + POINTS - 1) / POINTS;
    a.n = (a.samples + a.group - 1) / a.group;
    a.x = ARENA_ARRAY(&a.arena, double, a.n);
    a.words = ARENA_ARRAY(&a.arena, const char *, a.n);
    for (size_t i = 0; i < a.n; i++) {
        a.x[i] = at(cycle, MIN((i + 1) * a.group, a.samples) - 1);
        a.words[i] = arena_strdup(&a.arena, page_number(a.x[i], buf));
    }
    fprintf(to, "<h2>Over time</h2><p class=\"dim\">%zu samples, one every %.0f cycles%s.</p><div class=\"grid2\">\n",
            a.samples, out_number(s, "every"), a.group > 1 ? "; several are drawn as their mean" : "");
    slots(to, &a, s);
    lines(to, &a, s, "IPC", "warp instructions a cycle, all SMs", (const char *[]){"warp_ipc"}, NULL, 1);
    lines(to, &a, s, "Hit rates", "share of reads", (const char *[]){"l1_hit_rate", "l2_hit_rate"},
          (const char *[]){"L1", "L2"}, 2);
    lines(to, &a, s, "MSHRs in use", "all SMs, all slices", (const char *[]){"l1_mshrs", "l2_mshrs"},
          (const char *[]){"L1", "L2"}, 2);
    lines(to, &a, s, "Network load", "share of the time", (const char *[]){"request_load", "reply_load"},
          (const char *[]){"requests", "replies"}, 2);
    lines(to, &a, s, "DRAM", "GB/s", (const char *[]){"dram_gb_per_s"}, NULL, 1);
    if (at(json_object_get(s, "power"), a.samples / 2) > 0)
        lines(to, &a, s, "Power", "W", (const char *[]){"power"}, NULL, 1);
    fputs("</div>\n", to);
    heat(to, &a, json_object_get(s, "sm_ipc"), "SMs over time: IPC", "warp instructions a cycle", sm_name);
    heat(to, &a, json_object_get(s, "sm_ctas"), "SMs over time: resident CTAs", "", sm_name);
    if (json_object_get(s, "divergent"))
        heat(to, &a, json_object_get(s, "divergent"), "Divergent accesses over time, by how many lanes missed",
             "accesses a sample", degree_name);
    arena_free(&a.arena);
}
