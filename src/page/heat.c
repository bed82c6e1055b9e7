/* A table as colours: a row a series, a column an x; the deeper, the more. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Of many cells, the few that stand far out do not fade the others: the colour is deepest from here on. */
static double deepest(const struct plot *p)
{
    double *v = xcalloc((size_t)p->n_x * p->n_series + 1, sizeof *v);
    size_t n = 0;
    for (size_t i = 0; i < (size_t)p->n_x * p->n_series; i++)
        if (isfinite(p->y[i]))
            v[n++] = p->y[i];
    qsort(v, n, sizeof *v, ascending);
    double most = n ? v[(n - 1) * 98 / 100] : 0;
    free(v);
    return most;
}

void plot_heat(FILE *to, const struct plot *p)
{
    char buf[32];
    double least = DBL_MAX, most = -DBL_MAX;
    size_t words = 4, heads = 3;
    for (u32 i = 0; i < p->n_x * p->n_series; i++)
        if (isfinite(p->y[i])) {
            least = MIN(least, p->y[i]);
            most = MAX(most, p->y[i]);
        }
    bool dense = p->n_x > 16; /* too many columns for numbers in the cells */
    if (dense && deepest(p) > least)
        most = deepest(p);
    for (u32 s = 0; s < p->n_series; s++)
        words = MAX(words, strlen(p->series_words[s]));
    for (u32 i = 0; i < p->n_x; i++)
        heads = MAX(heads, strlen(p->x_words[i]));
    double left = MIN(170, 8 + 7.0 * (double)words),
           wide = dense ? MAX(2.0, 620.0 / p->n_x) : MAX(52, 7.0 * (double)heads + 8);
    double tall = dense ? MAX(3.0, MIN(20.0, 420.0 / p->n_series)) : 26, top = 22;
    double width = left + wide * p->n_x + 4, height = top + tall * p->n_series + 24;
    fputs("<figure><figcaption>", to);
    page_text(to, p->title);
    if (p->y_name && *p->y_name) {
        fputs(" <span class=\"dim\">", to);
        page_text(to, p->y_name);
        fputs("</span>", to);
    }
    fprintf(to,
            "</figcaption><div class=\"wide\"><svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" style=\"max-width:none\" "
            "shape-rendering=\"crispEdges\" role=\"img\">\n",
            width, height, width);
    for (u32 i = 0; i < p->n_x; i++) {
        if (dense && i % MAX(1u, p->n_x / 8))
            continue;
        fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"14\" text-anchor=\"middle\">", left + wide * (i + 0.5));
        page_text(to, p->x_words[i]);
        fputs("</text>", to);
    }
    u32 skip = tall < 11 ? (u32)ceil(11 / tall) : 1;
    for (u32 s = 0; s < p->n_series; s++) {
        double y = top + tall * s;
        if (s % skip == 0) {
            fprintf(to, "\n<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", left - 6,
                    y + tall / 2 + 4);
            page_text(to, p->series_words[s]);
            fputs("</text>\n", to);
        }
        for (u32 i = 0; i < p->n_x; i++) {
            double v = p->y[s * p->n_x + i];
            if (!isfinite(v))
                continue;
            double depth = most > least ? MIN(1, (v - least) / (most - least)) : 0.5;
            fprintf(
                to,
                "<rect class=\"heat%s\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                dense ? "" : " cell", dense ? 0.02 + 0.95 * depth : 0.06 + 0.5 * depth, left + wide * i, y, wide,
                tall);
            fputs("<title>", to);
            page_text(to, p->series_words[s]);
            fputs(", ", to);
            page_text(to, p->x_words[i]);
            fprintf(to, ": %s</title></rect>", page_number(v, buf));
            if (!dense)
                fprintf(to,
                        "<text class=\"s\" pointer-events=\"none\" x=\"%.1f\" y=\"%.1f\" "
                        "text-anchor=\"middle\">%s</text>",
                        left + wide * (i + 0.5), y + tall / 2 + 4, page_number(v, buf));
        }
    }
    if (p->x_name) {
        fprintf(to, "<text class=\"tick\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", left + wide * p->n_x / 2,
                height - 6);
        page_text(to, p->x_name);
        fputs("</text>", to);
    }
    fputs("</svg></div></figure>\n", to);
}
