/* Ours against a card's as a page: a log-log scatter a quantity, and the figures. */
#include <stdlib.h>

#include "cli/correlate.h"
#include "page/page.h"

static void quantity(const struct correlate *c, u32 m, FILE *to)
{
    struct plot_point *points = xcalloc(c->n + 1, sizeof *points);
    struct arena a = {0};
    u32 n = 0;
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (k->has && k->card[m] > 0 && k->ours[m] > 0)
            points[n++] =
                (struct plot_point){k->card[m], k->ours[m], arena_printf(&a, "%s: %s", k->workload, k->kernel), 0};
    }
    struct correlate_fit f = correlate_fit(c, m);
    struct scatter s = {.title = correlate_metric(m),
                        .x_name = "the card",
                        .y_name = arena_printf(&a, "ours; mean error %.1f %%, Pearson %.3f, %u kernels",
                                               100 * f.mean_error, f.pearson, f.n),
                        .points = points,
                        .n = n,
                        .diagonal = true};
    plot_scatter(to, &s);
    free(points);
    arena_free(&a);
}

void correlate_page(const void *correlate, FILE *to)
{
    const struct correlate *c = correlate;
    page_begin(to, "Ours against the card's");
    fputs("<h1>Ours against the card's</h1>\n<p class=\"dim\">A point a kernel; on the line they are equal, dashed "
          "are half and double. Hover for "
          "names.</p><div class=\"grid2\">\n",
          to);
    for (u32 m = 0; m < CORRELATE_METRICS; m++)
        if (!c->missing[m])
            quantity(c, m, to);
    fputs("</div>\n", to);
    page_end(to);
}
