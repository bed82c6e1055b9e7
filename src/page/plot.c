/* Lines, bars and stacked areas of a table, and log-log points. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "page/page.h"

#define W 480.0
#define H 250.0
#define LEFT 52.0
#define RIGHT 14.0
#define TOP 10.0
#define BOTTOM 44.0

struct scale {
    double from, to; /* of the values; logarithms if log */
    bool log;
    double at, length; /* on the page; a negative length goes upwards */
};

static double place(const struct scale *s, double v)
{
    double x = s->log ? log10(v) : v;
    return s->at + s->length * (x - s->from) / (s->to > s->from ? s->to - s->from : 1);
}

double plot_step(double span, u32 most)
{
    double unit = pow(10, floor(log10(span / most)));
    static const double steps[] = {1, 2, 2.5, 5, 10};
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        if (span / (unit * steps[i]) <= most)
            return unit * steps[i];
    return unit * 10;
}

const char *plot_tick(double v, char buf[32])
{
    static const struct {
        double at;
        const char *prefix;
    } scale[] = {{1e12, "\u202fT"}, {1e9, "\u202fG"}, {1e6, "\u202fM"}, {1e4, "\u202fk"}};
    for (size_t i = 0; i < COUNT_OF(scale); i++)
        if (fabs(v) >= scale[i].at) {
            snprintf(buf, 32, "%.4g%s", v / (scale[i].at == 1e4 ? 1e3 : scale[i].at), scale[i].prefix);
            return buf;
        }
    snprintf(buf, 32, "%.4g", v);
    return buf;
}

void plot_legend(FILE *to, const char *const *words, const u32 *colours, u32 n)
{
    fputs("<div class=\"legend\">", to);
    for (u32 i = 0; i < n; i++) {
        u32 c = colours ? colours[i] : i;
        fprintf(to, "<span><i class=\"k%u\"%s></i>", c % PLOT_COLOURS,
                colours && c >= PLOT_COLOURS ? " style=\"opacity:.5\"" : "");
        page_text(to, words[i]);
        fputs("</span>", to);
    }
    fputs("</div>\n", to);
}

/* time: the scale along x of a plot over time, whose part and cursor the page's script shares among plots, or NULL */
static void begin(FILE *to, const struct plot *p, double width, double height, const struct scale *time)
{
    fputs("<figure><figcaption>", to);
    page_text(to, p->title);
    if (p->y_name && *p->y_name) {
        fputs(" <span class=\"dim\">", to);
        page_text(to, p->y_name);
        fputs("</span>", to);
    }
    fputs("</figcaption>\n", to);
    if (p->n_series > 1)
        plot_legend(to, p->series_words, p->colours, p->n_series);
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\"", width, height, width);
    if (time)
        fprintf(to,
                " class=\"time\" data-from=\"%.10g\" data-to=\"%.10g\" data-left=\"%.0f\" data-width=\"%.0f\" "
                "data-top=\"%.0f\" data-foot=\"%.0f\"",
                time->from, time->to, time->at, time->length, TOP, height - BOTTOM);
    fputs(">\n", to);
}

static void y_axis(FILE *to, struct scale *y, double right)
{
    char buf[32];
    if (y->log) {
        for (double e = ceil(y->from - 1e-9); e <= y->to + 1e-9; e += ceil((y->to - y->from) / 7)) {
            double v = pow(10, e);
            fprintf(to,
                    "<line class=\"rule\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"tick\" "
                    "x=\"%.0f\" "
                    "y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT, right, place(y, v), place(y, v), LEFT - 6, place(y, v) + 4, plot_tick(v, buf));
        }
        return;
    }
    double step = plot_step(y->to - y->from, 5);
    for (double v = ceil(y->from / step - 1e-9) * step; v <= y->to + step * 1e-6; v += step)
        fprintf(
            to,
            "<line class=\"rule\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"tick\" x=\"%.0f\" "
            "y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            LEFT, right, place(y, v), place(y, v), LEFT - 6, place(y, v) + 4,
            plot_tick(fabs(v) < step * 1e-6 ? 0 : v, buf));
}

static void x_title(FILE *to, const struct plot *p, double width, double height)
{
    if (!p->x_name)
        return;
    fprintf(to, "<text class=\"tick\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", (LEFT + width - RIGHT) / 2,
            height - 4);
    page_text(to, p->x_name);
    fputs("</text>\n", to);
}

/* From 0 to a round number above all values. */
static struct scale y_scale(const struct plot *p, bool stacked)
{
    double most = p->y_least_top;
    for (u32 i = 0; i < p->n_x; i++) {
        double sum = 0;
        for (u32 s = 0; s < p->n_series; s++) {
            double v = p->y[s * p->n_x + i];
            if (isfinite(v)) {
                sum += v;
                most = stacked ? MAX(most, sum) : MAX(most, v);
            }
        }
    }
    if (!(most > 0))
        most = 1;
    double step = plot_step(most, 5);
    return (struct scale){.to = ceil(most / step - 1e-9) * step, .at = H - BOTTOM, .length = -(H - BOTTOM - TOP)};
}

static struct scale x_scale(const struct plot *p)
{
    struct scale s = {.at = LEFT + 8, .length = W - LEFT - RIGHT - 16, .log = p->log_x};
    double least = DBL_MAX, most = -DBL_MAX;
    for (u32 i = 0; i < p->n_x; i++) {
        double v = p->x ? p->x[i] : i;
        least = MIN(least, v);
        most = MAX(most, v);
    }
    s.from = s.log ? log10(least) : least;
    s.to = s.log ? log10(most) : most;
    return s;
}

/* Round numbers along x. */
static void even_ticks(FILE *to, const struct scale *x)
{
    char buf[32];
    double step = plot_step(MAX(x->to - x->from, 1e-9), 6);
    for (double v = ceil(x->from / step) * step; v <= x->to + step * 1e-6; v += step)
        fprintf(to, "<text class=\"tick xt\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n", place(x, v),
                H - BOTTOM + 16, plot_tick(v, buf));
}

void plot_lines(FILE *to, const struct plot *p)
{
    char buf[32];
    struct scale y = y_scale(p, false), x = x_scale(p);
    begin(to, p, W, H, p->even_x ? &x : NULL);
    y_axis(to, &y, W - RIGHT);
    double last = -100;
    if (p->even_x && p->n_x > 8)
        even_ticks(to, &x);
    for (u32 i = 0; i < p->n_x && !(p->even_x && p->n_x > 8); i++) {
        double at = place(&x, p->x ? p->x[i] : i);
        if (at - last < 7.0 * (double)strlen(p->x_words[i]) + 4)
            continue;
        last = at;
        fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">", at, H - BOTTOM + 16);
        page_text(to, p->x_words[i]);
        fputs("</text>\n", to);
    }
    x_title(to, p, W, H);
    for (u32 s = 0; s < p->n_series; s++) {
        fprintf(to, "<polyline class=\"l l%u\" points=\"", s % PLOT_COLOURS);
        for (u32 i = 0; i < p->n_x; i++)
            if (isfinite(p->y[s * p->n_x + i]))
                fprintf(to, "%.1f,%.1f ", place(&x, p->x ? p->x[i] : i), place(&y, p->y[s * p->n_x + i]));
        fputs("\"/>\n", to);
        for (u32 i = 0; i < p->n_x && p->n_x <= 64; i++) {
            double v = p->y[s * p->n_x + i];
            if (!isfinite(v))
                continue;
            fprintf(to, "<circle class=\"c%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\"><title>", s % PLOT_COLOURS,
                    place(&x, p->x ? p->x[i] : i), place(&y, v));
            if (p->series_words) {
                page_text(to, p->series_words[s]);
                fputs(", ", to);
            }
            page_text(to, p->x_words[i]);
            fprintf(to, ": %s</title></circle>\n", page_number(v, buf));
        }
    }
    fputs("</svg></figure>\n", to);
}

void plot_bars(FILE *to, const struct plot *p)
{
    char buf[32];
    struct scale y = y_scale(p, false);
    double width = W, group = (width - LEFT - RIGHT) / p->n_x, bar = MIN(34, (group - 6) / p->n_series);
    if (bar < 4) { /* as wide as it must be */
        bar = 4;
        group = bar * p->n_series + 6;
        width = LEFT + RIGHT + group * p->n_x;
    }
    size_t longest = 0;
    for (u32 i = 0; i < p->n_x; i++)
        longest = MAX(longest, strlen(p->x_words[i]));
    bool turn = 6.6 * (double)longest > group - 4;
    double height = turn ? H + MIN(90, 4.2 * (double)longest) : H;
    begin(to, p, width, height, NULL);
    y_axis(to, &y, width - RIGHT);
    for (u32 i = 0; i < p->n_x; i++) {
        double left = LEFT + group * i + (group - bar * p->n_series) / 2;
        for (u32 s = 0; s < p->n_series; s++) {
            double v = p->y[s * p->n_x + i];
            if (!isfinite(v))
                continue;
            fprintf(to, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
                    s % PLOT_COLOURS, left + s * bar, place(&y, v), bar - 1, MAX(0.5, place(&y, 0) - place(&y, v)));
            if (p->series_words) {
                page_text(to, p->series_words[s]);
                fputs(", ", to);
            }
            page_text(to, p->x_words[i]);
            fprintf(to, ": %s</title></rect>\n", page_number(v, buf));
        }
        double mid = LEFT + group * (i + 0.5), base = H - BOTTOM + 15;
        if (turn)
            fprintf(to, "<text class=\"tick\" transform=\"translate(%.1f %.0f) rotate(-40)\" text-anchor=\"end\">",
                    mid + 4, base);
        else
            fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">", mid, base);
        page_text(to, p->x_words[i]);
        fputs("</text>\n", to);
    }
    x_title(to, p, width, height);
    fputs("</svg></figure>\n", to);
}

void plot_areas(FILE *to, const struct plot *p)
{
    struct scale y = y_scale(p, true), x = x_scale(p);
    x.at = LEFT;
    x.length = W - LEFT - RIGHT;
    begin(to, p, W, H, p->even_x ? &x : NULL);
    y_axis(to, &y, W - RIGHT);
    double *low = xcalloc(p->n_x + 1, sizeof *low);
    for (u32 s = 0; s < p->n_series; s++) {
        u32 c = p->colours ? p->colours[s] : s;
        fprintf(to, "<polygon class=\"c%u\"%s points=\"", c % PLOT_COLOURS,
                p->colours && c >= PLOT_COLOURS ? " style=\"opacity:.5\"" : "");
        for (u32 i = 0; i < p->n_x; i++) {
            double v = p->y[s * p->n_x + i];
            fprintf(to, "%.1f,%.1f ", place(&x, p->x[i]), place(&y, low[i] + (isfinite(v) ? v : 0)));
        }
        for (u32 i = p->n_x; i-- > 0;) {
            double v = p->y[s * p->n_x + i];
            fprintf(to, "%.1f,%.1f ", place(&x, p->x[i]), place(&y, low[i]));
            low[i] += isfinite(v) ? v : 0;
        }
        fputs("\"><title>", to);
        page_text(to, p->series_words ? p->series_words[s] : p->title);
        fputs("</title></polygon>\n", to);
    }
    free(low);
    even_ticks(to, &x);
    x_title(to, p, W, H);
    fputs("</svg></figure>\n", to);
}

/* ---- log-log ---- */

static void log_axes(FILE *to, const struct scale *x, const struct scale *y)
{
    char buf[32];
    for (double e = ceil(x->from); e <= x->to; e += ceil((x->to - x->from) / 6))
        fprintf(
            to,
            "<line class=\"rule\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/><text class=\"tick\" x=\"%.1f\" "
            "y=\"%.0f\" text-anchor=\"middle\">%s</text>\n",
            place(x, pow(10, e)), place(x, pow(10, e)), TOP, y->at, place(x, pow(10, e)), y->at + 16,
            plot_tick(pow(10, e), buf));
    struct scale copy = *y;
    y_axis(to, &copy, W - RIGHT);
}

static void widen(double v, double *least, double *most)
{
    if (isfinite(v) && v > 0) {
        *least = MIN(*least, v);
        *most = MAX(*most, v);
    }
}

static void straight(FILE *to, const char *class, const struct scale *x, const struct scale *y, double factor,
                     double top)
{
    double x0 = pow(10, x->from), x1 = MIN(pow(10, x->to), top / factor);
    x0 = MAX(x0, pow(10, y->from) / factor);
    x1 = MIN(x1, pow(10, y->to) / factor);
    if (x1 > x0)
        fprintf(to, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, place(x, x0),
                place(y, x0 * factor), place(x, x1), place(y, x1 * factor));
}

void plot_scatter(FILE *to, const struct scatter *s)
{
    double height = H + 40, xl = DBL_MAX, xm = 0, yl = DBL_MAX, ym = 0;
    char buf[32], buf2[32];
    for (u32 i = 0; i < s->n; i++) {
        widen(s->points[i].x, &xl, &xm);
        widen(s->points[i].y, &yl, &ym);
    }
    if (s->roof_slope > 0) {
        widen(s->roof_top / s->roof_slope, &xl, &xm);
        widen(s->roof_top, &yl, &ym);
    }
    if (!(xm > 0) || !(ym > 0))
        return;
    if (s->diagonal)
        xl = yl = MIN(xl, yl), xm = ym = MAX(xm, ym);
    struct scale x = {floor(log10(xl) - 0.15), ceil(log10(xm) + 0.15), true, LEFT, W - LEFT - RIGHT};
    struct scale y = {floor(log10(yl) - 0.15), ceil(log10(ym) + 0.15), true, height - BOTTOM,
                      -(height - BOTTOM - TOP)};
    struct plot frame = {.title = s->title, .y_name = s->y_name, .x_name = s->x_name};
    begin(to, &frame, W, height, NULL);
    log_axes(to, &x, &y);
    if (s->diagonal) {
        straight(to, "axis", &x, &y, 1, DBL_MAX);
        straight(to, "one", &x, &y, 2, DBL_MAX);
        straight(to, "one", &x, &y, 0.5, DBL_MAX);
    }
    if (s->roof_slope > 0) {
        double ridge = s->roof_top / s->roof_slope;
        straight(to, "axis", &x, &y, s->roof_slope, s->roof_top);
        fprintf(to, "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", place(&x, ridge),
                W - RIGHT, place(&y, s->roof_top), place(&y, s->roof_top));
        fprintf(to, "<text class=\"dim\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", W - RIGHT,
                place(&y, s->roof_top) - 5, s->roof_words[1]);
        double mid = pow(10, (log10(MAX(pow(10, x.from), pow(10, y.from) / s->roof_slope)) + log10(ridge)) / 2);
        double angle = -atan2(-y.length / (y.to - y.from), x.length / (x.to - x.from)) * 180 / M_PI;
        fprintf(
            to,
            "<text class=\"dim\" transform=\"translate(%.1f %.1f) rotate(%.1f)\" text-anchor=\"middle\">%s</text>\n",
            place(&x, mid) - 5, place(&y, mid * s->roof_slope) - 6, angle, s->roof_words[0]);
    }
    for (u32 i = 0; i < s->n; i++) {
        const struct plot_point *p = &s->points[i];
        if (!(p->x > 0) || !(p->y > 0))
            continue;
        fprintf(to, "<circle class=\"c%u\" fill-opacity=\".8\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>",
                p->colour % PLOT_COLOURS, place(&x, p->x), place(&y, p->y));
        page_text(to, p->label);
        fprintf(to, ": %s, %s</title></circle>\n", page_number(p->x, buf), page_number(p->y, buf2));
    }
    x_title(to, &frame, W, height);
    fputs("</svg></figure>\n", to);
}
