/* A figure as one SVG: legend, then panels with titles. Wide figures are wrapped into several panels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/chart.h"

const char paper_svg_style[] =
    "svg text{fill:var(--fg);font:11px system-ui,sans-serif}svg .tick{fill:var(--dim)}svg .bold{font-weight:700}"
    "svg .head{font-size:13px;font-weight:600}svg .cut{font-size:9px}svg .grid{stroke:var(--line)}"
    "svg .one{stroke:var(--fg);stroke-dasharray:4 3;opacity:.75}svg .mean{fill:var(--mean)}"
    "svg .mark{stroke:var(--fg);stroke-width:2}svg .halo{stroke:var(--bg);stroke-width:4}svg .spot{fill:var(--fg)}\n"
    "svg .line{fill:none;stroke-width:1.8}\n"
    "svg .c0{fill:var(--c0)}svg .c1{fill:var(--c1)}svg .c2{fill:var(--c2)}svg .c3{fill:var(--c3)}svg .c4{fill:"
    "var(--c4)}svg .c5{fill:var(--c5)}svg .c6{fill:var(--c6)}svg .c7{fill:var(--c7)}\n"
    "svg .s0{stroke:var(--c0)}svg .s1{stroke:var(--c1)}svg .s2{stroke:var(--c2)}svg .s3{stroke:var(--c3)}svg "
    ".s4{stroke:var(--c4)}svg .s5{stroke:var(--c5)}svg .s6{stroke:var(--c6)}svg .s7{stroke:var(--c7)}\n";
const char paper_svg_light[] =
    "--bg:#fff;--fg:#1c2128;--dim:#667080;--line:#dfe3e8;--mean:#eef1f5;--c0:#8a95a3;--c1:"
    "#2f6fd0;--c2:#e08214;--c3:#1b9e77;--c4:#a63d97;--c5:#c2a000;--c6:#6a58c9;--c7:#c8434f";

const struct paper_cell *chart_cell(const struct chart *c, u32 row, u32 col)
{
    return &c->table->cells[row * c->table->n_cols + col];
}

double chart_text_width(const char *text)
{
    return 6.1 * (double)strlen(text);
}

void chart_text(FILE *to, const char *class, double x, double y, double turn, const char *anchor, const char *text)
{
    fprintf(to, "<text class=\"%s\" text-anchor=\"%s\" ", class, anchor);
    if (turn != 0)
        fprintf(to, "transform=\"translate(%.1f %.1f) rotate(%.0f)\">", x, y, turn);
    else
        fprintf(to, "x=\"%.1f\" y=\"%.1f\">", x, y);
    paper_html_text(text, to);
    fputs("</text>\n", to);
}

void chart_mark(FILE *to, const struct paper_mark *m, double left, double right, double y)
{
    char text[32];
    paper_number(m->value, text, sizeof(text));
    fprintf(to,
            "<g><line class=\"halo\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/><line class=\"mark\" "
            "x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/><circle class=\"spot\" cx=\"%.1f\" cy=\"%.1f\" "
            "r=\"2.6\"/><title>",
            left - 3, right + 3, y, y, left - 3, right + 3, y, y, (left + right) / 2, y);
    paper_html_text(m->id, to);
    fprintf(to, ": the paper has %s</title></g>\n", text);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void chart_axis(struct chart *c, double *v, u32 n, double keep)
{
    if (n)
        qsort(v, n, sizeof(*v), ascending);
    double most = n ? v[n - 1] : 1, usual = n ? v[(n - 1) * 88 / 100] : 1;
    double top = most > 2.6 * usual && usual > 0 ? usual * 1.6 : most;
    top = MAX(top, keep);
    if (c->figure->relative)
        top = MAX(top, 1.2);
    if (top <= 0)
        top = 1;
    double unit = pow(10, floor(log10(top)));
    c->step = top / unit <= 2 ? unit / 4 : top / unit <= 5 ? unit / 2 : unit;
    c->top = ceil(top / c->step - 1e-9) * c->step;
}

void chart_grid(const struct chart *c, double x, double y, double width, double height, FILE *to)
{
    char text[32];
    for (double v = 0; v <= c->top + c->step / 2; v += c->step) {
        double at = y + height * (1 - v / c->top);
        snprintf(text, sizeof(text), "%g", v);
        fprintf(to, "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x + width, at, at);
        chart_text(to, "tick", x - 6, at + 4, 0, "end", text);
    }
    double one = y + height * (1 - 1 / c->top);
    if (c->figure->relative && c->top >= 1)
        fprintf(to, "<line class=\"one\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x, x + width, one,
                one);
}

/* What is drawn: every column but those that are 1 by definition; of lines the series, of stacks the metrics. */
static void choose_series(struct chart *c)
{
    const struct paper_figure *f = c->figure;
    u32 per_series = f->kind == PAPER_LINES ? (f->n_points ? f->n_points : f->n_metrics) : 1;
    u32 n = f->kind == PAPER_STACKED ? f->parts : c->table->n_cols / per_series;
    for (u32 i = 0; i < n && c->n_shown < COUNT_OF(c->shown); i++) {
        bool all_ones = f->kind != PAPER_STACKED && f->relative && f->relative_row < 0;
        for (u32 k = 0; k < per_series && all_ones; k++) {
            u32 config = (i * per_series + k) / f->n_metrics;
            all_ones = f->base[config] == (i32)f->configs[config];
        }
        if (!all_ones)
            c->shown[c->n_shown++] = i;
    }
}

static const char *series_label(const struct chart *c, u32 shown, char *buf, size_t n)
{
    const struct paper_figure *f = c->figure;
    if (f->kind == PAPER_STACKED)
        return c->paper->metrics[f->metrics[shown]].name;
    if (f->kind != PAPER_LINES)
        return c->table->col_labels[shown];
    u32 config = f->configs[f->n_points ? shown * f->n_points : shown];
    snprintf(buf, n, "%.*s", (int)strcspn(c->paper->configs[config].label, "@"), c->paper->configs[config].label);
    return buf;
}

static double legend(const struct chart *c, FILE *to)
{
    char buf[128], text[160];
    double x = 8, y = 14;
    const struct paper_figure *f = c->figure;
    for (u32 i = 0; i < c->n_shown; i++) {
        const char *label = series_label(c, c->shown[i], buf, sizeof(buf));
        double wide = 34 + chart_text_width(label);
        if (x + wide > CHART_WIDTH) {
            x = 8;
            y += 18;
        }
        if (to) {
            fprintf(to, "<rect class=\"c%u\" x=\"%.0f\" y=\"%.0f\" width=\"12\" height=\"12\" rx=\"2\"/>",
                    c->shown[i] % CHART_COLOURS, x, y - 10);
            chart_text(to, "label", x + 17, y, 0, "start", label);
        }
        x += wide;
    }
    u32 bars = f->kind == PAPER_STACKED ? c->table->n_cols / f->parts : 0;
    for (u32 i = 0; bars > 1 && i < bars; i++) {
        snprintf(text, sizeof(text), "bar %u: %s", i + 1,
                 f->parts == f->n_metrics ? c->paper->configs[f->configs[i]].label
                                          : c->table->col_labels[i * f->parts]);
        if (x + 20 + chart_text_width(text) > CHART_WIDTH) {
            x = 8;
            y += 18;
        }
        if (to)
            chart_text(to, "tick", x, y, 0, "start", text);
        x += 20 + chart_text_width(text);
    }
    if (c->n_marks && to) {
        fprintf(to,
                "<line class=\"mark\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.0f\" y2=\"%.0f\"/><circle class=\"spot\" "
                "cx=\"%.0f\" cy=\"%.0f\" r=\"2.6\"/>",
                x, x + 16, y - 4, y - 4, x + 8, y - 4);
        chart_text(to, "label", x + 22, y, 0, "start", "the paper's value");
    }
    return y + 8;
}

void paper_svg(const struct paper_report *r, u32 i, bool alone, FILE *to)
{
    struct chart c = {.paper = r->paper,
                      .plan = r->plan,
                      .figure = r->figures[i],
                      .table = &r->tables[i],
                      .marks = r->marks[i],
                      .n_marks = r->n_marks[i]};
    if (c.figure->kind == PAPER_TABLE)
        return;
    bool heat = c.figure->kind == PAPER_HEAT; /* no series, no legend */
    if (!heat)
        choose_series(&c);
    if ((!heat && !c.n_shown) || !c.table->n_rows)
        return;
    double (*draw)(struct chart *, double, FILE *) = heat                            ? chart_heat
                                                     : c.figure->kind == PAPER_LINES ? chart_lines
                                                                                     : chart_bars;
    double head = alone ? 30 : 0, height = head + draw(&c, legend(&c, NULL), NULL);
    fprintf(to, "<svg %sviewBox=\"0 %.0f %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">\n",
            alone ? "xmlns=\"http://www.w3.org/2000/svg\" " : "", -head, CHART_WIDTH, height, CHART_WIDTH, height);
    if (alone) {
        fprintf(to, "<style>svg{%s;background:#fff}%s</style>\n", paper_svg_light, paper_svg_style);
        chart_text(to, "head", 8, -10, 0, "start", c.figure->title);
    }
    double top = legend(&c, to);
    draw(&c, top, to);
    fputs("</svg>\n", to);
}
