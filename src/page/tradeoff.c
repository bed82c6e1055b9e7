/* Many configurations at a glance: two of their metrics against each other with the front that none of them beats in
   both, and parallel coordinates, an axis a parameter, a line a configuration. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"

#define W 480.0
#define H 290.0
#define LEFT 58.0
#define RIGHT 16.0
#define TOP 12.0
#define BOTTOM 44.0

bool tradeoff_holds(const struct tradeoff *f, u32 i)
{
    const struct plot_point *p = &f->points[i];
    if (!isfinite(p->x) || !isfinite(p->y))
        return false;
    for (u32 k = 0; k < f->n; k++) {
        const struct plot_point *q = &f->points[k];
        if (!isfinite(q->x) || !isfinite(q->y))
            continue;
        double dx = f->more_x ? q->x - p->x : p->x - q->x, dy = f->more_y ? q->y - p->y : p->y - q->y;
        if (dx >= 0 && dy >= 0 && (dx > 0 || dy > 0 || k < i)) /* of equal ones the first */
            return false;
    }
    return true;
}

struct span {
    double from, to, at, length;
};

static double place(const struct span *s, double v)
{
    return s->at + s->length * (v - s->from) / (s->to - s->from);
}

static struct span round_span(double least, double most, double at, double length)
{
    double room = most > least ? 0.06 * (most - least) : MAX(fabs(most) * 0.1, 1e-9);
    return (struct span){least - room, most + room, at, length};
}

static void axes(FILE *to, const struct tradeoff *f, const struct span *x, const struct span *y)
{
    char buf[32];
    double step = plot_step(y->to - y->from, 5);
    for (double v = ceil(y->from / step) * step; v <= y->to; v += step)
        fprintf(
            to,
            "<line class=\"rule\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"tick\" x=\"%.0f\" "
            "y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            LEFT, W - RIGHT, place(y, v), place(y, v), LEFT - 6, place(y, v) + 4,
            plot_tick(fabs(v) < step * 1e-6 ? 0 : v, buf));
    step = plot_step(x->to - x->from, 5);
    for (double v = ceil(x->from / step) * step; v <= x->to; v += step)
        fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n", place(x, v),
                H - BOTTOM + 16, plot_tick(fabs(v) < step * 1e-6 ? 0 : v, buf));
    fprintf(to, "<text class=\"tick\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", (LEFT + W - RIGHT) / 2, H - 4);
    page_text(to, f->x_name);
    fputs("</text>\n", to);
}

static int by_x(const void *a, const void *b)
{
    double d = ((const struct plot_point *)a)->x - ((const struct plot_point *)b)->x;
    return d < 0 ? -1 : d > 0;
}

void plot_tradeoff(FILE *to, const struct tradeoff *f)
{
    double xl = DBL_MAX, xm = -DBL_MAX, yl = DBL_MAX, ym = -DBL_MAX;
    struct plot_point *on = xcalloc(f->n + 1, sizeof *on);
    char buf[32], buf2[32];
    u32 n = 0;

    for (u32 i = 0; i < f->n; i++) {
        const struct plot_point *p = &f->points[i];
        if (!isfinite(p->x) || !isfinite(p->y))
            continue;
        xl = MIN(xl, p->x), xm = MAX(xm, p->x), yl = MIN(yl, p->y), ym = MAX(ym, p->y);
        if (tradeoff_holds(f, i))
            on[n++] = *p;
    }
    if (!n) {
        free(on);
        return;
    }
    struct span x = round_span(xl, xm, LEFT, W - LEFT - RIGHT),
                y = round_span(yl, ym, H - BOTTOM, -(H - BOTTOM - TOP));
    qsort(on, n, sizeof *on, by_x);
    fputs("<figure><figcaption>", to);
    page_text(to, f->y_name);
    fputs(" against ", to);
    page_text(to, f->x_name);
    fprintf(to,
            " <span class=\"dim\">the line joins those that no other beats in both: %u of %u</span></figcaption>\n",
            n, f->n);
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\">\n", W, H, W);
    axes(to, f, &x, &y);
    fputs("<polyline class=\"l l1\" points=\"", to);
    for (u32 i = 0; i < n; i++)
        fprintf(to, "%.1f,%.1f ", place(&x, on[i].x), place(&y, on[i].y));
    fputs("\"/>\n", to);
    for (u32 i = 0; i < f->n; i++) {
        const struct plot_point *p = &f->points[i];
        if (!isfinite(p->x) || !isfinite(p->y))
            continue;
        bool best = tradeoff_holds(f, i);
        fprintf(to, "<circle class=\"c%u\" fill-opacity=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>",
                best ? 1 : 0, best ? "1" : ".6", place(&x, p->x), place(&y, p->y), best ? "5" : "4");
        page_text(to, p->label);
        fprintf(to, ": %s, %s</title></circle>\n", page_number(p->x, buf), page_number(p->y, buf2));
    }
    fputs("</svg></figure>\n", to);
    free(on);
}

/* ---- parallel coordinates ---- */

#define P_TOP 26.0
#define P_TALL 190.0
#define P_H 250.0

/* Where a configuration's line crosses axis k: evenly by the value's place among the axis's own. */
static double crossing(const struct parallel *p, u32 k, double v)
{
    double n = p->axes[k].n_words;
    return P_TOP + P_TALL * (1 - (n > 1 ? v / (n - 1) : 0.5));
}

void plot_parallel(FILE *to, const struct parallel *p)
{
    double wide = MAX(480.0, 150.0 * (p->n_axes + 1)), step = (wide - 150) / MAX(p->n_axes, 1), least = DBL_MAX,
           most = -DBL_MAX;
    char buf[32];

    for (u32 i = 0; i < p->n; i++)
        if (isfinite(p->metric[i]))
            least = MIN(least, p->metric[i]), most = MAX(most, p->metric[i]);
    if (most < least)
        return;
    fputs("<figure><figcaption>", to);
    page_text(to, p->metric_name);
    fputs(" <span class=\"dim\">by every parameter: a line a configuration; orange: the best "
          "tenth</span></figcaption>\n<div "
          "class=\"wide\">",
          to);
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\" style=\"max-width:none\">\n", wide, P_H,
            wide);
    double edge = p->more ? most - 0.1 * (most - least) : least + 0.1 * (most - least);
    for (int pass = 0; pass < 2; pass++) /* the best above the others */
        for (u32 i = 0; i < p->n; i++) {
            bool best = p->more ? p->metric[i] >= edge : p->metric[i] <= edge;
            if (!isfinite(p->metric[i]) || best != (pass == 1))
                continue;
            fprintf(to, "<polyline class=\"l l%d\" style=\"stroke-width:%s;opacity:%s\" points=\"", best ? 1 : 0,
                    best ? "2" : "1", best ? "1" : ".45");
            for (u32 k = 0; k < p->n_axes; k++)
                fprintf(to, "%.1f,%.1f ", 60 + step * k, crossing(p, k, p->at[i * p->n_axes + k]));
            fprintf(to, "%.1f,%.1f\"><title>", 60 + step * p->n_axes,
                    P_TOP + P_TALL * (1 - (most > least ? (p->metric[i] - least) / (most - least) : 0.5)));
            page_text(to, p->labels[i]);
            fprintf(to, ": %s</title></polyline>\n", page_number(p->metric[i], buf));
        }
    for (u32 k = 0; k <= p->n_axes; k++) {
        double x = 60 + step * k;
        fprintf(
            to,
            "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/><text class=\"s b\" x=\"%.1f\" "
            "y=\"14\" text-anchor=\"middle\">",
            x, x, P_TOP, P_TOP + P_TALL, x);
        page_text(to, k < p->n_axes ? p->axes[k].name : p->metric_name);
        fputs("</text>\n", to);
        for (u32 w = 0; k < p->n_axes && w < p->axes[k].n_words; w++) {
            fprintf(to, "<text class=\"tick halo\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", x - 5,
                    crossing(p, k, w) + 4);
            page_text(to, p->axes[k].words[w]);
            fputs("</text>\n", to);
        }
    }
    fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>", 65 + step * p->n_axes, P_TOP + 4,
            page_number(most, buf));
    fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", 65 + step * p->n_axes, P_TOP + P_TALL + 4,
            page_number(least, buf));
    fputs("</svg></div></figure>\n", to);
}
