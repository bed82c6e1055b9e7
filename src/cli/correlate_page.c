/* Ours against a card's as a page: a log-log scatter a quantity, and every kernel, worst first, with the stack of its
   issue slots. */
#include <math.h>
#include <stdlib.h>

#include "cli/correlate.h"
#include "out/out.h"
#include "page/page.h"

#define CYCLES (CORRELATE_METRICS - 1)

static bool is_shown(const struct correlate *c, const struct correlate_kernel *k)
{
    return k->has && (!k->held_out || c->show_held_out);
}

static void quantity(const struct correlate *c, u32 m, FILE *to)
{
    struct plot_point *points = xcalloc(c->n + 1, sizeof *points);
    struct arena a = {0};
    u32 n = 0;
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (is_shown(c, k) && k->card[m] > 0 && k->ours[m] > 0)
            points[n++] = (struct plot_point){
                k->card[m], k->ours[m],
                arena_printf(&a, "%s: %s%s", k->workload, k->kernel, k->held_out ? " (held out)" : ""), k->held_out};
    }
    struct correlate_fit f = correlate_fit(c, m, c->own || c->show_held_out ? CORRELATE_ALL : CORRELATE_SHOWN);
    struct scatter s = {.title = correlate_metric(m),
                        .x_name = "the card",
                        .y_name = f.n > 2 ? arena_printf(&a, "ours; mean error %.1f %%, Pearson %.3f, %u kernels",
                                                         100 * f.mean_error, f.pearson, f.n)
                                          : arena_printf(&a, "ours; mean error %.1f %%, %u kernel%s",
                                                         100 * f.mean_error, f.n, f.n == 1 ? "" : "s"),
                        .points = points,
                        .n = n,
                        .diagonal = true};
    plot_scatter(to, &s);
    free(points);
    arena_free(&a);
}

static void fits(const struct correlate *c, enum correlate_part part, const char *title, FILE *to)
{
    fprintf(
        to,
        "<div class=\"wide\"><table><tr><th>%s</th><th class=\"n\">kernels</th><th class=\"n\">mean error</th><th "
        "class=\"n\">card's own</th><th class=\"n\">p90</th><th class=\"n\">ratio</th></tr>\n",
        title);
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        struct correlate_fit f = correlate_fit(c, m, part);
        if (!f.n)
            continue;
        fprintf(to, "<tr><td>%s</td><td class=\"n\">%u</td><td class=\"n\">%.1f&nbsp;%%</td><td class=\"n\">",
                correlate_metric(m), f.n, 100 * f.mean_error);
        if (f.n_noise)
            fprintf(to, "%.1f&nbsp;%%", 100 * f.noise);
        fprintf(to, "</td><td class=\"n\">%.1f&nbsp;%%</td><td class=\"n\">%.3f</td></tr>\n", 100 * f.p90_error,
                f.mean_ratio);
    }
    fputs("</table></div>\n", to);
}

static double error_of(const struct correlate_kernel *k)
{
    return fabs(k->ours[CYCLES] / k->card[CYCLES] - 1);
}

static int worst_first(const void *a, const void *b)
{
    double x = error_of(*(const struct correlate_kernel *const *)a),
           y = error_of(*(const struct correlate_kernel *const *)b);
    return x > y ? -1 : x < y;
}

static void row(const struct correlate_kernel *k, FILE *to)
{
    char a[32], b[32];
    fputs("<tr><td>", to);
    page_text(to, k->workload);
    fputs(": ", to);
    page_text(to, k->kernel);
    fprintf(to,
            "%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%.2f</td><td "
            "class=\"n\"><b>%.1f&nbsp;%%</b></td><td class=\"n\">",
            k->held_out ? " <span class=\"dim\">held out</span>" : "", page_number(round(k->card[CYCLES]), a),
            page_number(round(k->ours[CYCLES]), b), k->ours[CYCLES] / k->card[CYCLES], 100 * error_of(k));
    if (k->again_launches == k->launches)
        fprintf(to, "%.1f&nbsp;%%", 100 * fabs(k->again[CYCLES] / k->card[CYCLES] - 1));
    fputs("</td><td style=\"min-width:260px;width:36%\">", to);
    if (out_number(k->slot, "total") > 0) {
        page_slot_bar(to, k->slot, 12, NULL);
        fputs("<details><summary>slots</summary>", to);
        page_slot_legend(to, k->slot, NULL);
        fputs("</details>", to);
    }
    fputs("</td></tr>\n", to);
}

/* The slots of all of them together: what the colours mean. */
static void legend(const struct correlate_kernel *const *all, u32 n, FILE *to)
{
    json_t *sum = json_object();
    for (u32 i = 0; i < n; i++) {
        const char *key;
        json_t *v;
        json_object_foreach(all[i]->slot, key, v)
            json_object_set_new(sum, key, json_real(out_number(sum, key) + json_number_value(v)));
    }
    if (out_number(sum, "total") > 0)
        page_slot_legend(to, sum, NULL);
    json_decref(sum);
}

static void by_kernel(const struct correlate *c, FILE *to)
{
    const struct correlate_kernel **all = xcalloc(c->n + 1, sizeof *all);
    u32 n = 0;
    for (u32 i = 0; i < c->n; i++)
        if (is_shown(c, &c->kernels[i]) && c->kernels[i].card[CYCLES] > 0)
            all[n++] = &c->kernels[i];
    qsort(all, n, sizeof *all, worst_first);
    fputs(
        "<h2>Cycles by kernel, worst first</h2>\n<p class=\"dim\">Beside each, where its issue slots went here. All "
        "together:</p>\n",
        to);
    legend(all, n, to);
    fputs("<div class=\"wide\"><table><tr><th>kernel</th><th class=\"n\">card</th><th class=\"n\">ours</th><th "
          "class=\"n\">ratio</th><th class=\"n\">error</th><th class=\"n\">card's own</th><th>issue "
          "slots</th></tr>\n",
          to);
    for (u32 i = 0; i < n; i++)
        row(all[i], to);
    fputs("</table></div>\n", to);
    free(all);
}

void correlate_page(const void *correlate, FILE *to)
{
    static const char *const halves[] = {"not held out", "held out"};
    const struct correlate *c = correlate;
    page_begin(to, "Ours against the card's");
    fputs("<h1>Ours against the card's</h1>\n<p class=\"dim\">A point a kernel; on the line they are equal, dashed "
          "are half and double. Hover for names.",
          to);
    if (!c->own)
        fputs(c->show_held_out
                  ? " Kernels of the second colour are held out: they were not looked at while the machine was "
                    "modelled."
                  : " Kernels that are held out are in the figures only: <code>--held-out</code> shows them.",
              to);
    fputs("</p>\n", to);
    if (!c->own) {
        if (c->show_held_out)
            plot_legend(to, halves, NULL, 2);
        fputs("<div class=\"grid2\">\n", to);
        fits(c, CORRELATE_SHOWN, halves[0], to);
        fits(c, CORRELATE_HELD_OUT, halves[1], to);
        fputs("</div>\n", to);
    }
    fputs("<div class=\"grid2\">\n", to);
    for (u32 m = 0; m < CORRELATE_METRICS; m++) { /* cycles first */
        u32 q = (m + CYCLES) % CORRELATE_METRICS;
        if (!c->missing[q])
            quantity(c, q, to);
    }
    fputs("</div>\n", to);
    if (!c->missing[CYCLES])
        by_kernel(c, to);
    page_end(to);
}
