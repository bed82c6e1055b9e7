/* The report as one HTML page, in the frame of page/. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"
#include "paper/matrix.h"
#include "paper/results.h"

static const char *const marks[PAPER_VERDICTS] = {"&#10003;", "&#8776;", "&#8599;",  "~",      "=",
                                                  "&#9675;",  "&#9675;", "&#10007;", "&ndash;"};
static const char *const classes[PAPER_VERDICTS] = {"good", "near", "way", "dim", "dim", "dim", "dim", "bad", "dim"};

static void td_number(double v, bool has, FILE *to)
{
    char text[32] = "&ndash;";
    if (has)
        paper_number(v, text, sizeof(text));
    fprintf(to, "<td class=\"n\">%s</td>", text);
}

/* A spread without its sign, as HTML. */
static const char *spread_text(double v, double sd, u32 seeds, char *buf, size_t n)
{
    char text[40];
    paper_spread(v, sd, seeds, text, sizeof(text));
    const char *bare = *text ? text + strlen("+-") : text;
    snprintf(buf, n, "%s%s", *bare == '<' ? "&lt;" : "", bare + (*bare == '<'));
    return buf;
}

static void td_spread(double v, double sd, u32 seeds, FILE *to)
{
    char text[48];
    fprintf(to, "<td class=\"n\" title=\"standard deviation over %u seeds\">&plusmn;&#8239;%s</td>", seeds,
            spread_text(v, sd, seeds, text, sizeof(text)));
}

static void statement_row(const struct paper_target *t, const struct paper_answer *a, FILE *to)
{
    char claim[40];
    fprintf(to, "<tr><td class=\"v full %s\">%s %s</td><td class=\"full\" title=\"", classes[a->verdict],
            marks[a->verdict], paper_verdict_names[a->verdict]);
    page_text(to, t->id);
    fputs("\">", to);
    page_text(to, t->workload);
    fputs(", ", to);
    page_text(to, t->configuration);
    fputs(": ", to);
    page_text(to, t->metric);
    if (a->at) {
        fputs(" <span class=\"dim\">[", to);
        page_text(to, a->at);
        fputs("]</span>", to);
    }
    if (a->used < a->wanted)
        fprintf(to, " <span class=\"dim\">(%u of %u results)</span>", a->used, a->wanted);
    fputs("</td><td class=\"dim\">", to);
    page_text(to, t->where);
    paper_claim(t, claim, sizeof(claim));
    fputs("</td><td class=\"n\">", to);
    page_text(to, claim);
    fputs("</td>", to);
    td_number(t->tolerance, t->tolerance >= 0, to);
    td_number(a->ours, a->has, to);
    if (a->seeds > 1)
        td_spread(a->ours, a->sd, a->seeds, to);
    else
        fprintf(to, "<td class=\"dim\">%s</td>", t->derived || !a->has ? "" : "no spread");
    fputs("</tr>\n", to);
}

/* kind = matrix: of each configuration the first metric is coloured, green above 1 and red below, full at twice and
   half; the others stand beside it as they are. */
static void colour(double v, FILE *to)
{
    double share = v > 0 ? fmin(fabs(log2(v)), 1) : 1;
    fprintf(to, "background:rgba(%s,%.2f)", v >= 1 ? "46,160,67" : "218,54,51", 0.75 * share);
}

/* A number with its spread; in a matrix the first metric is coloured, and a pair has its interaction. */
static void number_cell(const struct paper_report *r, u32 i, u32 row, u32 c, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    const struct paper_cell *cell = &r->tables[i].cells[row * r->tables[i].n_cols + c];
    bool coloured = f->kind == PAPER_MATRIX && c % f->n_metrics == 0;
    char text[32] = "&ndash;", spread[48] = "";
    if (cell->has)
        paper_number(cell->value, text, sizeof(text));
    spread_text(cell->value, cell->sd, cell->seeds, spread, sizeof(spread));
    fputs("<td class=\"n\"", to);
    if (coloured && cell->has) {
        fputs(" style=\"", to);
        colour(cell->value, to);
        fputs("\"", to);
    }
    fprintf(to, ">%s%s%s%s%s%s%s", text, *spread ? " <span class=\"dim\">&plusmn;" : "", spread,
            *spread ? "</span>" : "", cell->best ? " (" : "", cell->best ? cell->best : "", cell->best ? ")" : "");
    double both = coloured ? paper_interaction(r, i, row, c) : 0;
    if (both > 0)
        fprintf(to, " <span class=\"dim\" title=\"the pair over the product of both\">&times;%.2f</span>", both);
    fputs("</td>", to);
}

static void head_cell(const char *text, FILE *to)
{
    fputs("<th class=\"n\">", to);
    page_text(to, text);
    fputs("</th>", to);
}

/* A table of one row reads better by configurations, a metric a column. */
static void by_configuration(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    for (u32 m = 0; m < f->n_metrics; m++)
        head_cell(r->paper->metrics[f->metrics[m]].name, to);
    fputs("</tr>\n", to);
    for (u32 k = 0; k < f->n_configs; k++) {
        fputs("<tr><td>", to);
        page_text(to, r->paper->configs[f->configs[k]].label);
        fputs("</td>", to);
        for (u32 m = 0; m < f->n_metrics; m++)
            number_cell(r, i, 0, k * f->n_metrics + m, to);
        fputs("</tr>\n", to);
    }
}

static void by_row(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_table *t = &r->tables[i];
    for (u32 c = 0; c < t->n_cols; c++)
        head_cell(t->col_labels[c], to);
    fputs("</tr>\n", to);
    for (u32 row = 0; row < t->n_rows; row++) {
        fprintf(to, "<tr%s><td>", t->is_aggregate[row] ? " class=\"mean\"" : "");
        page_text(to, t->row_labels[row]);
        fputs("</td>", to);
        for (u32 c = 0; c < t->n_cols; c++)
            number_cell(r, i, row, c, to);
        fputs("</tr>\n", to);
    }
}

static void data_table(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    fprintf(to, "<details%s><summary>the numbers</summary><div class=\"wide\"><table><tr><th></th>",
            f->kind == PAPER_TABLE ? " open" : "");
    if (f->kind == PAPER_TABLE && r->tables[i].n_rows == 1 && f->n_configs > 1)
        by_configuration(r, i, to);
    else
        by_row(r, i, to);
    fputs("</table></div></details>\n", to);
}

/* One cell of the picture: the first metric coloured, all of them as its title. */
static void square(const struct paper_report *r, u32 i, u32 row, u32 col, FILE *to)
{
    const struct paper_table *t = &r->tables[i];
    const struct paper_cell *cell = &t->cells[row * t->n_cols + col];
    fputs("<td class=\"n\" style=\"padding:3px 4px;", to);
    if (cell->has)
        colour(cell->value, to);
    fputs("\" title=\"", to);
    page_text(to, t->row_labels[row]);
    for (u32 m = 0; m < r->figures[i]->n_metrics; m++) {
        char text[32] = "no result";
        if (cell[m].has)
            paper_number(cell[m].value, text, sizeof(text));
        fputs("; ", to);
        page_text(to, t->col_labels[col + m]);
        fprintf(to, " %s", text);
    }
    fputs("\">", to);
    if (cell->has)
        fprintf(to, "%.2f</td>", cell->value);
    else
        fputs("&ndash;</td>", to);
}

/* A mean in full: every metric, and of a pair its gain over the product of both. */
static void mean_of(const struct paper_report *r, u32 i, u32 row, u32 col, FILE *to)
{
    const struct paper_cell *cell = &r->tables[i].cells[row * r->tables[i].n_cols + col];
    for (u32 m = 0; m < r->figures[i]->n_metrics; m++) {
        double both = m ? 0 : paper_interaction(r, i, row, col);
        fputs("<td class=\"n\" style=\"padding:3px 6px;white-space:nowrap;", to);
        if (!m && cell->has)
            colour(cell->value, to);
        fputs("\">", to);
        if (cell[m].has)
            fprintf(to, "<b>%.2f</b>", cell[m].value);
        if (both > 0)
            fprintf(to, " <span class=\"dim\">&times;%.2f</span>", both);
        fputs("</td>", to);
    }
}

static void matrix_head(const struct paper_report *r, u32 i, u32 row, u32 metric, FILE *to)
{
    const struct paper_table *t = &r->tables[i];
    const char *label = t->col_labels[metric], *config = r->paper->configs[r->figures[i]->configs[0]].label;
    fputs("<th style=\"writing-mode:vertical-rl;transform:rotate(180deg);font-weight:normal;text-align:left;"
          "padding:2px 0\">",
          to);
    page_text(to, t->row_labels[row]);
    if (t->is_aggregate[row]) { /* which metric: the label without the configuration's name */
        fputs(":", to);
        page_text(to, strncmp(label, config, strlen(config)) ? label : label + strlen(config));
    }
    fputs("</th>", to);
}

/* A line a configuration: the means first, in full, then every program as a coloured square. */
static void matrix(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_table *t = &r->tables[i];
    const struct paper_figure *f = r->figures[i];
    fputs("<p class=\"dim small\">A line a system or several of them: first the means over all programs, then each "
          "program. "
          "<span style=\"background:rgba(46,160,67,.5)\">&nbsp;Above 1&nbsp;</span> is better, "
          "<span style=\"background:rgba(218,54,51,.5)\">&nbsp;below 1&nbsp;</span> worse; full colour is twice or "
          "half. "
          "&times;: a pair over the product of both alone; below 1 they take from each other.</p>\n"
          "<div class=\"wide\"><table class=\"small\"><tr><th></th>",
          to);
    for (u32 row = 0; row < t->n_rows; row++)
        for (u32 m = 0; m < f->n_metrics; m++)
            if (t->is_aggregate[row])
                matrix_head(r, i, row, m, to);
    for (u32 row = 0; row < t->n_rows; row++)
        if (!t->is_aggregate[row])
            matrix_head(r, i, row, 0, to);
    fputs("</tr>\n", to);
    for (u32 col = 0; col < t->n_cols; col += f->n_metrics) {
        fputs("<tr><td style=\"white-space:nowrap\">", to);
        page_text(to, r->paper->configs[f->configs[col / f->n_metrics]].label);
        fputs("</td>", to);
        for (u32 row = 0; row < t->n_rows; row++)
            if (t->is_aggregate[row])
                mean_of(r, i, row, col, to);
        for (u32 row = 0; row < t->n_rows; row++)
            if (!t->is_aggregate[row])
                square(r, i, row, col, to);
        fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

static void base64(const char *s, size_t n, FILE *to)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        u32 v = (u32)(u8)s[i] << 16 | (i + 1 < n ? (u32)(u8)s[i + 1] << 8 : 0) | (i + 2 < n ? (u8)s[i + 2] : 0);
        fputc(digit[v >> 18], to);
        fputc(digit[v >> 12 & 63], to);
        fputc(i + 1 < n ? digit[v >> 6 & 63] : '=', to);
        fputc(i + 2 < n ? digit[v & 63] : '=', to);
    }
}

/* A link that holds the table with the paper's values, so that the page stands alone. */
static void download(const struct paper_report *r, u32 i, FILE *to)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_report_csv(r, i, f);
    fclose(f);
    fprintf(to, "<p class=\"small\"><a download=\"%s-%s.csv\" href=\"data:text/csv;base64,", r->paper->name,
            r->figures[i]->name);
    base64(text, n, to);
    fprintf(to, "\">CSV%s</a></p>\n", r->figures[i]->n_statements ? ", with the paper's values" : "");
    free(text);
}

static void figure(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    fprintf(to, "<h2 id=\"%s\">", f->name);
    page_text(to, f->title);
    fputs("</h2>\n", to);
    paper_draw(r, i, to);
    if (f->note) {
        fputs("<p class=\"dim small\">", to);
        page_text(to, f->note);
        fputs("</p>\n", to);
    }
    if (f->n_statements) {
        fputs("<div class=\"wide rows\"><table><tr><th class=\"full\"></th><th class=\"full\">the paper "
              "says</th><th>section</th><th "
              "class=\"n\">paper</th><th class=\"n\">tolerance</th><th class=\"n\">ours</th><th "
              "class=\"n\">spread</th></tr>\n",
              to);
        for (u32 s = 0; s < f->n_statements; s++)
            statement_row(f->statements[s].target, &r->answers[i][s], to);
        fputs("</table></div>\n", to);
    }
    if (f->kind == PAPER_MATRIX)
        matrix(r, i, to);
    data_table(r, i, to);
    download(r, i, to);
}

/* Whether anything here is graded: our own figures, and what all systems do together, have no statements. */
static bool graded(const struct paper_report *r)
{
    u32 n = 0;
    for (u32 i = 0; i < r->n; i++)
        n += r->figures[i]->n_statements;
    return n > 0;
}

static void contents(const struct paper_report *r, FILE *to)
{
    u32 verdicts = graded(r) ? PAPER_NO_DATA : 0;
    fputs("<div class=\"wide rows\"><table><tr><th class=\"full\">figure</th>", to);
    for (u32 v = 0; v < verdicts; v++)
        fprintf(to, "<th class=\"n %s\">%s</th>", classes[v], paper_verdict_names[v]);
    fputs("</tr>\n", to);
    for (u32 i = 0; i < r->n; i++) {
        fprintf(to, "<tr><td class=\"full\"><a href=\"#%s\">", r->figures[i]->name);
        page_text(to, r->figures[i]->title);
        fputs("</a></td>", to);
        for (u32 v = 0; v < verdicts; v++) {
            u32 n = 0;
            for (u32 s = 0; s < r->figures[i]->n_statements; s++)
                n += r->answers[i][s].verdict == v;
            fprintf(to, n ? "<td class=\"n %s\">%u</td>" : "<td class=\"n dim\"></td>", classes[v], n);
        }
        fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

static void score(const struct paper_report *r, FILE *to)
{
    fputs("<div class=\"tiles\">", to);
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        if (r->verdicts[v] || v != PAPER_NO_DATA)
            fprintf(to, "<div class=\"tile %s\"><b>%u</b><span>%s</span></div>", classes[v], r->verdicts[v],
                    paper_verdict_names[v]);
    fputs("</div>\n", to);
}

static void paragraph(const char *class, const char *text, FILE *to)
{
    fprintf(to, "<p class=\"%s\">", class);
    page_text(to, text);
    fputs("</p>\n", to);
}

static const char grades[] =
    " Each statement has its own tolerance: reproduced within it, near within twice it; direction only: on the "
    "paper's "
    "side of 1, with a third to three times its effect. A bound or an order holds or is missed. Noisy: chance may "
    "have "
    "decided it (its tolerance is below the standard error, or a bound or an order is decided by no more than two of "
    "them), and it counts as nothing. Derived: it follows from constants, and counts apart.";

void paper_report_html(const struct paper_report *r, FILE *to)
{
    struct arena a = {0};
    const char *caveat = paper_caveat(r, &a), *kept = paper_kept_sentence(r, &a);
    page_begin(to, r->paper->title);
    fputs("<h1>", to);
    page_text(to, r->paper->title);
    fputs("</h1>\n", to);
    if (r->paper->citation)
        paragraph("", r->paper->citation, to);
    fprintf(to, "<p class=\"dim\">Simulated with sluice (%s), size <b>%s</b>, %u runs.%s%s</p>\n", r->version,
            r->plan->size, r->plan->n, graded(r) ? grades : "",
            paper_plan_seeds(r->plan) > 1 ? " Values are means over seeds of gpu.jitter; whiskers are one standard "
                                            "deviation up and down."
                                          : "");
    if (caveat)
        paragraph("first", caveat, to);
    if (kept)
        paragraph("dim", kept, to);
    arena_free(&a);
    if (graded(r))
        score(r, to);
    contents(r, to);
    for (u32 i = 0; i < r->n; i++)
        figure(r, i, to);
    page_end(to);
}
