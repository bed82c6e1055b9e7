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

struct heat {
    const struct plot *p;
    double least, most, left, wide, tall, top;
    bool dense;  /* too many columns for numbers in the cells */
    bool capped; /* some are beyond `most` */
};

static double opacity(const struct heat *h, double depth)
{
    return h->dense ? 0.02 + 0.95 * depth : 0.06 + 0.5 * depth;
}

static void measure(struct heat *h)
{
    const struct plot *p = h->p;
    size_t words = 4, heads = 3;
    for (u32 i = 0; i < p->n_x * p->n_series; i++)
        if (isfinite(p->y[i])) {
            h->least = MIN(h->least, p->y[i]);
            h->most = MAX(h->most, p->y[i]);
        }
    h->dense = p->n_x > 16;
    if (h->dense && deepest(p) > h->least) {
        h->capped = deepest(p) < h->most;
        h->most = deepest(p);
    }
    for (u32 s = 0; s < p->n_series; s++)
        words = MAX(words, strlen(p->series_words[s]));
    for (u32 i = 0; i < p->n_x; i++)
        heads = MAX(heads, strlen(p->x_words[i]));
    h->left = MIN(170, 8 + 7.0 * (double)words);
    h->wide = h->dense ? MAX(2.0, 620.0 / p->n_x) : MAX(52, 7.0 * (double)heads + 8);
    h->tall = h->dense ? MAX(3.0, MIN(20.0, 420.0 / p->n_series)) : 26;
    h->top = 22;
}

static void row(const struct heat *h, u32 s, FILE *to)
{
    const struct plot *p = h->p;
    char buf[32];
    double y = h->top + h->tall * s;
    for (u32 i = 0; i < p->n_x; i++) {
        double v = p->y[s * p->n_x + i];
        if (!isfinite(v))
            continue;
        double depth = h->most > h->least ? MIN(1, (v - h->least) / (h->most - h->least)) : 0.5;
        fprintf(to,
                "<rect class=\"heat%s\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                "height=\"%.1f\"><title>",
                h->dense ? "" : " cell", opacity(h, depth), h->left + h->wide * i, y, h->wide, h->tall);
        page_text(to, p->series_words[s]);
        fputs(", ", to);
        page_text(to, p->x_words[i]);
        fprintf(to, ": %s</title></rect>", page_number(v, buf));
        if (!h->dense)
            fprintf(
                to,
                "<text class=\"s\" pointer-events=\"none\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                h->left + h->wide * (i + 0.5), y + h->tall / 2 + 4, page_number(v, buf));
    }
}

static void word(FILE *to, double x, double y, const char *anchor, const char *text)
{
    fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    page_text(to, text);
    fputs("</text>\n", to);
}

/* Round numbers, where the columns are as wide as each other. */
static void even_heads(const struct heat *h, FILE *to)
{
    const double *x = h->p->x;
    char buf[32];
    double wide = x[1] - x[0], from = x[0] - wide / 2, until = x[h->p->n_x - 1] + wide / 2;
    double step = plot_step(until - from, 8);
    for (double v = ceil(from / step) * step; v < until - wide; v += step)
        word(to, h->left + h->wide * (v - from) / wide, 14, "middle", plot_tick(v, buf));
}

#define STEPS 8

/* What the colours mean, below the table. */
static void colours(const struct heat *h, double y, FILE *to)
{
    char buf[32], text[40];
    double x = h->left + 56;
    snprintf(text, sizeof text, "%s", page_number(h->least, buf));
    word(to, x - 6, y + 11, "end", text);
    for (u32 i = 0; i < STEPS; i++)
        fprintf(to, "<rect class=\"heat\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\"/>",
                opacity(h, (i + 0.5) / STEPS), x + 14 * i, y);
    snprintf(text, sizeof text, "%s%s", page_number(h->most, buf), h->capped ? " and more" : "");
    word(to, x + 14 * STEPS + 6, y + 11, "start", text);
}

void plot_heat(FILE *to, const struct plot *p)
{
    struct heat h = {.p = p, .least = DBL_MAX, .most = -DBL_MAX};
    measure(&h);
    double width = h.left + h.wide * p->n_x + (h.dense ? 26 : 4), table = h.top + h.tall * p->n_series + 24;
    bool scale = h.most > h.least;
    double height = table + (scale ? 26 : 0);
    width = scale ? MAX(width, h.left + 56 + 14 * STEPS + 110) : width;
    plot_begin(to, p);
    fprintf(to,
            "<div class=\"wide\"><svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" style=\"max-width:none\" "
            "shape-rendering=\"crispEdges\" role=\"img\">\n",
            width, height, width);
    if (h.dense && p->x)
        even_heads(&h, to);
    for (u32 i = 0; i < p->n_x && !(h.dense && p->x); i += h.dense ? MAX(1u, p->n_x / 8) : 1)
        word(to, h.left + h.wide * (i + 0.5), 14, "middle", p->x_words[i]);
    u32 skip = h.tall < 11 ? (u32)ceil(11 / h.tall) : 1;
    for (u32 s = 0; s < p->n_series; s++) {
        if (s % skip == 0)
            word(to, h.left - 6, h.top + h.tall * (s + 0.5) + 4, "end", p->series_words[s]);
        row(&h, s, to);
    }
    if (p->x_name)
        word(to, h.left + h.wide * p->n_x / 2, table - 6, "middle", p->x_name);
    if (scale)
        colours(&h, table + 6, to);
    fputs("</svg></div>", to);
    plot_end(to, p);
}
