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
#define LETTER 6.6 /* at most its width, of a word along x */

struct frame {
    double left, width, height;
    bool turn; /* words along x that would touch each other */
};

static double usual_width(const struct plot *p)
{
    return p->part ? 350 : W;
}

/* With words along x, each of which has so much room. */
static struct frame frame_of(const struct plot *p, double room)
{
    struct frame f = {LEFT, usual_width(p), H, false};
    size_t longest = 0;
    for (u32 i = 0; i < p->n_x; i++)
        longest = MAX(longest, strlen(p->x_words[i]));
    f.turn = LETTER * (double)longest > room - 4;
    if (f.turn) {
        f.left = MAX(LEFT, 0.79 * LETTER * (double)longest);
        f.height += MAX(0, 0.68 * LETTER * (double)longest - (p->x_name ? 0 : 20));
    }
    return f;
}

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

const char *plot_shade(u32 colour)
{
    return colour / PLOT_COLOURS == 1 ? "opacity:.5" : "";
}

const char *plot_hatch(u32 colour)
{
    return colour / PLOT_COLOURS == 2 ? " h" : "";
}

static void legend(FILE *to, const char *const *words, const u32 *colours, u32 n, const char *ghost)
{
    fputs("<div class=\"legend\">", to);
    for (u32 i = 0; i < n; i++) {
        u32 c = colours ? colours[i] : i;
        fprintf(to, "<span><i class=\"k%u%s\" style=\"%s\"></i>", c % PLOT_COLOURS, colours ? plot_hatch(c) : "",
                colours ? plot_shade(c) : "");
        page_text(to, words[i]);
        fputs("</span>", to);
    }
    if (ghost)
        fprintf(to, "<span><i class=\"kg\"></i>%s</span>", ghost);
    fputs("</div>\n", to);
}

void plot_legend(FILE *to, const char *const *words, const u32 *colours, u32 n)
{
    legend(to, words, colours, n, NULL);
}

void plot_begin(FILE *to, const struct plot *p)
{
    fputs(p->part ? "<div><h3>" : "<figure><figcaption>", to);
    page_text(to, p->title);
    if (p->y_name && *p->y_name) {
        fputs(" <span class=\"dim\">", to);
        page_text(to, p->y_name);
        fputs("</span>", to);
    }
    fputs(p->part ? "</h3>" : "</figcaption>", to);
}

void plot_end(FILE *to, const struct plot *p)
{
    fputs(p->part ? "</div>\n" : "</figure>\n", to);
}

/* time: the scale along x of a plot over time, whose part and cursor the page's script shares among plots, or NULL */
static void begin(FILE *to, const struct plot *p, double width, double height, const struct scale *time)
{
    plot_begin(to, p);
    fputs("\n", to);
    if ((p->n_series > 1 || p->ghost) && !p->part)
        legend(to, p->series_words, p->colours, p->n_series > 1 ? p->n_series : 0, p->ghost ? p->ghost_name : NULL);
    if (p->part) /* drawings side by side are not scaled down */
        fputs("<div class=\"wide\">", to);
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" %srole=\"img\"", width, height, width,
            p->part ? "style=\"max-width:none\" " : "");
    if (time)
        fprintf(to,
                " class=\"time\" data-from=\"%.10g\" data-to=\"%.10g\" data-left=\"%.0f\" data-width=\"%.0f\" "
                "data-top=\"%.0f\" data-foot=\"%.0f\"",
                time->from, time->to, time->at, time->length, TOP, height - BOTTOM);
    fputs(">\n", to);
}

static void end(FILE *to, const struct plot *p)
{
    fputs(p->part ? "</svg></div>" : "</svg>", to);
    plot_end(to, p);
}

static void y_axis(FILE *to, const struct scale *y, double left, double right)
{
    char buf[32];
    if (y->log) {
        for (double e = ceil(y->from - 1e-9); e <= y->to + 1e-9; e += ceil((y->to - y->from) / 7)) {
            double v = pow(10, e);
            fprintf(to,
                    "<line class=\"rule\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"tick\" "
                    "x=\"%.0f\" "
                    "y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    left, right, place(y, v), place(y, v), left - 6, place(y, v) + 4, plot_tick(v, buf));
        }
        return;
    }
    double step = plot_step(y->to - y->from, 5);
    for (double v = ceil(y->from / step - 1e-9) * step; v <= y->to + step * 1e-6; v += step)
        fprintf(
            to,
            "<line class=\"rule\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"tick\" x=\"%.0f\" "
            "y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            left, right, place(y, v), place(y, v), left - 6, place(y, v) + 4,
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
    double most = p->y_top > 0 ? p->y_top : p->y_least_top;
    for (u32 i = 0; i < p->n_x && !(p->y_top > 0); i++) {
        double sum = 0;
        for (u32 s = 0; s < p->n_series; s++) {
            double v = p->y[s * p->n_x + i];
            if (isfinite(v)) {
                sum += v;
                double up = p->spread && !stacked ? p->spread[s * p->n_x + i] : 0;
                most = stacked ? MAX(most, sum) : MAX(most, v + (isfinite(up) ? up : 0));
            }
            if (p->ghost && !stacked && isfinite(p->ghost[s * p->n_x + i]))
                most = MAX(most, p->ghost[s * p->n_x + i]);
        }
    }
    if (!(most > 0))
        most = 1;
    double step = plot_step(most, 5);
    return (struct scale){.to = ceil(most / step - 1e-5) * step, .at = H - BOTTOM, .length = -(H - BOTTOM - TOP)};
}

static struct scale x_scale(const struct plot *p, const struct frame *f)
{
    struct scale s = {.at = f->left + 8, .length = f->width - f->left - RIGHT - 16, .log = p->log_x};
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

static u32 colour_of(const struct plot *p, u32 series)
{
    return (p->stack ? series % p->stack : series) % PLOT_COLOURS;
}

/* A value above the axis is drawn at its end. */
static double place_y(const struct scale *y, double v)
{
    return place(y, MIN(v, y->to));
}

static void dashed(FILE *to, const struct plot *p, const struct scale *y, double left, double right)
{
    if (p->one > 0 && p->one <= y->to)
        fprintf(to, "<line class=\"one\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", left, right,
                place(y, p->one), place(y, p->one));
}

static void x_word(FILE *to, const struct plot *p, u32 i, double at, double y, bool turn)
{
    const char *class = p->means && p->means[i] ? "tick b" : "tick";
    if (turn)
        fprintf(to, "<text class=\"%s\" transform=\"translate(%.1f %.0f) rotate(-40)\" text-anchor=\"end\">", class,
                at + 4, y);
    else
        fprintf(to, "<text class=\"%s\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">", class, at, y);
    page_text(to, p->x_words[i]);
    fputs("</text>\n", to);
}

/* What a mark says under the pointer; closes the element. */
static void value_title(FILE *to, const struct plot *p, u32 s, u32 i, const char *element)
{
    char buf[32];
    const char *note = p->notes ? p->notes[s * p->n_x + i] : NULL;
    fputs("<title>", to);
    if (p->series_words) {
        page_text(to, p->series_words[s]);
        fputs(", ", to);
    }
    page_text(to, p->x_words[i]);
    if (note)
        fputs(" (", to);
    page_text(to, note ? note : "");
    fprintf(to, "%s: %s", note ? ")" : "", page_number(p->y[s * p->n_x + i], buf));
    if (p->spread && isfinite(p->spread[s * p->n_x + i]))
        fprintf(to, " \u00b1 %s", page_number(p->spread[s * p->n_x + i], buf));
    fprintf(to, "</title></%s>\n", element);
}

/* One standard deviation up and down, within the axis. */
static void whisker(FILE *to, const struct plot *p, u32 s, u32 i, double at, const struct scale *y)
{
    double v = p->y[s * p->n_x + i], spread = p->spread ? p->spread[s * p->n_x + i] : 0;
    if (!isfinite(v) || !(spread > 0) || v - spread >= y->to)
        return;
    double low = place_y(y, MAX(v - spread, y->from)), high = place_y(y, v + spread);
    fprintf(to,
            "<path class=\"whisker\" style=\"stroke:var(--fg);fill:none\" d=\"M%.1f %.1fH%.1fM%.1f %.1fV%.1fM%.1f "
            "%.1fH%.1f\"/>\n",
            at - 2.5, low, at + 2.5, at, low, high, at - 2.5, high, at + 2.5);
}

/* Marks a value that another source gives for this one. */
static void marks_of(FILE *to, const struct plot *p, u32 s, u32 i, double left, double right, const struct scale *y)
{
    char buf[32];
    for (u32 k = 0; k < p->n_marks; k++) {
        const struct plot_mark *m = &p->marks[k];
        if (m->series != s || m->at != i || m->y > y->to)
            continue;
        double at = place(y, m->y);
        fprintf(to,
                "<g><path class=\"halo\" d=\"M%.1f %.1fH%.1f\"/><path class=\"mark\" d=\"M%.1f %.1fH%.1f\"/><circle "
                "class=\"spot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\"/><title>",
                left - 3, at, right + 3, left - 3, at, right + 3, (left + right) / 2, at);
        page_text(to, m->label);
        fprintf(to, ": %s</title></g>\n", page_number(m->y, buf));
    }
}

static void one_line(FILE *to, const struct plot *p, u32 s, const struct scale *x, const struct scale *y)
{
    fprintf(to, "<polyline class=\"l l%u\" points=\"", colour_of(p, s));
    for (u32 i = 0; i < p->n_x; i++)
        if (isfinite(p->y[s * p->n_x + i]))
            fprintf(to, "%.1f,%.1f ", place(x, p->x ? p->x[i] : i), place_y(y, p->y[s * p->n_x + i]));
    fputs("\"/>\n", to);
    for (u32 i = 0; i < p->n_x && p->n_x <= 64; i++) {
        double at = place(x, p->x ? p->x[i] : i), v = p->y[s * p->n_x + i];
        if (!isfinite(v))
            continue;
        fprintf(to, "<circle class=\"c%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\">", colour_of(p, s), at, place_y(y, v));
        value_title(to, p, s, i, "circle");
        whisker(to, p, s, i, at, y);
        marks_of(to, p, s, i, at - 4, at + 4, y);
    }
}

static void ghost_line(FILE *to, const struct plot *p, u32 s, const struct scale *x, const struct scale *y)
{
    fputs("<polyline class=\"ghost\" points=\"", to);
    for (u32 i = 0; i < p->n_x; i++)
        if (isfinite(p->ghost[s * p->n_x + i]))
            fprintf(to, "%.1f,%.1f ", place(x, p->x ? p->x[i] : i), place_y(y, p->ghost[s * p->n_x + i]));
    fputs("\"><title>", to);
    page_text(to, p->ghost_name);
    if (p->series_words) {
        fputs(": ", to);
        page_text(to, p->series_words[s]);
    }
    fputs("</title></polyline>\n", to);
}

void plot_lines(FILE *to, const struct plot *p)
{
    bool even = p->even_x && p->n_x > 8;
    struct frame f = {LEFT, usual_width(p), H, false};
    if (p->part && !p->x) /* words, each of which stands there */
        f = frame_of(p, (f.width - LEFT - RIGHT - 16) / MAX(p->n_x - 1.0, 1));
    struct scale y = y_scale(p, false), x = x_scale(p, &f);
    begin(to, p, f.width, f.height, p->even_x ? &x : NULL);
    y_axis(to, &y, f.left, f.width - RIGHT);
    dashed(to, p, &y, f.left, f.width - RIGHT);
    double last = -100;
    if (even)
        even_ticks(to, &x);
    for (u32 i = 0; i < p->n_x && !even; i++) {
        double at = place(&x, p->x ? p->x[i] : i);
        if (!f.turn && at - last < 7.0 * (double)strlen(p->x_words[i]) + 4)
            continue;
        last = at;
        x_word(to, p, i, at, H - BOTTOM + 16, f.turn);
    }
    x_title(to, p, f.width, f.height);
    for (u32 s = 0; p->ghost && s < p->n_series; s++)
        ghost_line(to, p, s, &x, &y);
    for (u32 s = 0; s < p->n_series; s++)
        one_line(to, p, s, &x, &y);
    end(to, p);
}

/* The bars of one x, the first at `left`. */
static void group_of(FILE *to, const struct plot *p, u32 i, double left, double bar, const struct scale *y)
{
    char buf[32];
    double sum = 0;
    for (u32 s = 0; s < p->n_series; s++) {
        double v = p->y[s * p->n_x + i], at = left + (p->stack ? s / p->stack : s) * bar;
        if (!p->stack || s % p->stack == 0)
            sum = 0;
        if (isfinite(v)) {
            double foot = place_y(y, sum), head = place_y(y, sum + v);
            fprintf(to, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">", colour_of(p, s),
                    at, head, bar - 1, MAX(0.5, foot - head));
            value_title(to, p, s, i, "rect");
            sum += v;
            if (!p->stack)
                whisker(to, p, s, i, at + (bar - 1) / 2, y);
            if (!p->stack && v > y->to)
                fprintf(to,
                        "<text class=\"cut\" text-anchor=\"end\" transform=\"translate(%.1f %.1f) "
                        "rotate(-90)\">%s</text>\n",
                        at + bar / 2 + 2.7, TOP + 4, page_number(v, buf));
        }
        marks_of(to, p, s, i, at, at + bar - 1, y);
        if (p->stack && p->n_series > p->stack && s % p->stack == 0)
            fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%u</text>\n",
                    at + (bar - 1) / 2, H - BOTTOM + 12, s / p->stack + 1);
    }
}

void plot_bars(FILE *to, const struct plot *p)
{
    struct scale y = y_scale(p, p->stack);
    u32 abreast = p->stack ? p->n_series / p->stack : p->n_series;
    double group = (usual_width(p) - LEFT - RIGHT) / p->n_x, bar = MIN(34, (group - 6) / abreast);
    if (bar < MAX(4, p->bar)) { /* as wide as it must be */
        bar = MAX(4, p->bar);
        group = bar * abreast + 6;
    }
    struct frame f = frame_of(p, group);
    f.width = f.left + RIGHT + group * p->n_x;
    double under = p->stack && abreast > 1 ? 12 : 0;
    f.height += under;
    begin(to, p, f.width, f.height, NULL);
    for (u32 i = 0; p->means && i < p->n_x; i++)
        if (p->means[i])
            fprintf(to, "<rect class=\"mean\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\"/>\n",
                    f.left + group * i, TOP, group, H - BOTTOM - TOP);
    y_axis(to, &y, f.left, f.width - RIGHT);
    dashed(to, p, &y, f.left, f.width - RIGHT);
    for (u32 i = 0; i < p->n_x; i++) {
        double mid = f.left + group * (i + 0.5);
        group_of(to, p, i, mid - bar * abreast / 2, bar, &y);
        x_word(to, p, i, mid, H - BOTTOM + 15 + under, f.turn);
    }
    x_title(to, p, f.width, f.height);
    end(to, p);
}

void plot_areas(FILE *to, const struct plot *p)
{
    const struct frame f = {LEFT, W, H, false};
    struct scale y = y_scale(p, true), x = x_scale(p, &f);
    x.at = LEFT;
    x.length = W - LEFT - RIGHT;
    begin(to, p, W, H, p->even_x ? &x : NULL);
    y_axis(to, &y, LEFT, W - RIGHT);
    double *low = xcalloc(p->n_x + 1, sizeof *low);
    for (u32 s = 0; s < p->n_series; s++) {
        u32 c = p->colours ? p->colours[s] : s;
        fprintf(to, "<polygon class=\"c%u%s\" style=\"%s\" points=\"", c % PLOT_COLOURS,
                p->colours ? plot_hatch(c) : "", p->colours ? plot_shade(c) : "");
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
    if (p->ghost)
        ghost_line(to, p, 0, &x, &y);
    even_ticks(to, &x);
    x_title(to, p, W, H);
    end(to, p);
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
    y_axis(to, y, LEFT, W - RIGHT);
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
        if (s->ghost_slope > 0) {
            straight(to, "ghost", &x, &y, s->ghost_slope, s->ghost_top);
            fprintf(to, "<line class=\"ghost\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                    place(&x, s->ghost_top / s->ghost_slope), W - RIGHT, place(&y, s->ghost_top),
                    place(&y, s->ghost_top));
        }
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
        if (p->colour == PLOT_HOLLOW)
            fprintf(to, "<circle class=\"ghost\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>", place(&x, p->x),
                    place(&y, p->y));
        else
            fprintf(to, "<circle class=\"c%u\" fill-opacity=\".8\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>",
                    p->colour % PLOT_COLOURS, place(&x, p->x), place(&y, p->y));
        page_text(to, p->label);
        fprintf(to, ": %s, %s</title></circle>\n", page_number(p->x, buf), page_number(p->y, buf2));
    }
    x_title(to, &frame, W, height);
    end(to, &frame);
}
