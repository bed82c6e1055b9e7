/* The report as one HTML page: no script, nothing fetched, light and dark by the reader's setting. */
#include <stdlib.h>
#include <string.h>

#include "paper/report.h"

void paper_html_text(const char *s, FILE *to)
{
    for (; *s; s++)
        switch (*s) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*s, to);
        }
}

static const char style[] =
    "@media(prefers-color-scheme:dark){:root{--bg:#14171c;--fg:#e4e8ee;--dim:#98a2b0;--line:#2c323b;--mean:#20262f;"
    "--c0:#7d8896;--c1:#6ea3f0;--c2:#f2a650;--c3:#4fc7a0;--c4:#d683ca;--c5:#dcc24d;--c6:#a79af0;--c7:#ee7d86;"
    "--good:#4cc38a;--near:#a9b545;--way:#e2a93b;--bad:#f2777d;--warn:#3a2f12}}\n"
    "body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}\n"
    "main{max-width:1100px;margin:0 auto;padding:28px 20px 60px}a{color:inherit}\n"
    "h1{font-size:26px;line-height:1.25;margin:0 0 6px}h2{font-size:19px;margin:44px 0 4px;border-top:1px solid "
    "var(--line);padding-top:22px}\n"
    ".dim{color:var(--dim)}.small{font-size:13px}\n"
    ".banner{background:var(--warn);border:1px solid var(--way);border-radius:6px;padding:10px 14px;margin:16px 0}\n"
    ".score{display:flex;gap:28px;flex-wrap:wrap;margin:20px 0 8px}.score "
    "b{display:block;font-size:30px;line-height:1.1}\n"
    ".strip{display:flex;height:10px;border-radius:5px;overflow:hidden;background:var(--line)}.strip "
    "i{display:block}\n"
    ".chart{overflow-x:auto}.chart svg{display:block;margin:8px 0;max-width:100%;height:auto}\n"
    "table{border-collapse:collapse;margin:10px 0;font-size:13.5px}th,td{padding:4px 12px 4px "
    "0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}tr.mean "
    "td{font-weight:600;background:var(--mean)}\n"
    ".wide{overflow-x:auto}.reproduced{color:var(--good)}.near{color:var(--near)}.direction{color:var(--way)}"
    ".missed{color:var(--bad)}.v{font-weight:600;white-space:nowrap}\n"
    "summary{cursor:pointer;color:var(--dim);font-size:13.5px;margin-top:8px}.bg-reproduced{background:var(--good)}"
    ".bg-near{background:var(--near)}.bg-direction{background:var(--way)}.bg-missed{background:var(--bad)}\n"
    ".get{font-size:13px;margin-right:14px}\n"
    "@media(max-width:600px){main{padding:16px 12px 40px}h1{font-size:21px}.chart svg{max-width:none}\n"
    ".score{justify-content:space-between;gap:8px}.score b{font-size:24px}.score span{font-size:13px}\n"
    ".rows table{width:100%}.rows tr{display:grid;grid-template-columns:1fr .7fr 1.2fr .8fr;padding:3px 0;"
    "border-bottom:1px solid var(--line)}.rows td,.rows th{padding:0;border:0}.rows th{font-size:12px}\n"
    ".rows .full{grid-column:1/-1}.rows th.full{display:none}}\n";
static const char grades_light[] = ";color-scheme:light "
                                   "dark;--good:#18794e;--near:#6b7d00;--way:#9a6700;--bad:#c62a2f;--warn:#fff6dc";

static const char *const marks[PAPER_VERDICTS] = {"&#10003;", "&#8776;", "&#8599;", "&#10007;", "&ndash;"};
static const char *const classes[PAPER_VERDICTS] = {"reproduced", "near", "direction", "missed", "dim"};

static void td_number(double v, bool has, FILE *to)
{
    char text[32] = "&ndash;";
    if (has)
        paper_number(v, text, sizeof(text));
    fprintf(to, "<td class=\"n\">%s</td>", text);
}

static void statement_row(const struct paper_target *t, const struct paper_answer *a, FILE *to)
{
    char claim[40];
    fprintf(to, "<tr><td class=\"v full %s\">%s %s</td><td class=\"full\" title=\"", classes[a->verdict],
            marks[a->verdict], paper_verdict_names[a->verdict]);
    paper_html_text(t->id, to);
    fputs("\">", to);
    paper_html_text(t->workload, to);
    fputs(", ", to);
    paper_html_text(t->configuration, to);
    fputs(": ", to);
    paper_html_text(t->metric, to);
    if (a->at) {
        fputs(" <span class=\"dim\">[", to);
        paper_html_text(a->at, to);
        fputs("]</span>", to);
    }
    if (a->used < a->wanted)
        fprintf(to, " <span class=\"dim\">(%u of %u results)</span>", a->used, a->wanted);
    fputs("</td><td class=\"dim\">", to);
    paper_html_text(t->where, to);
    paper_claim(t, claim, sizeof(claim));
    fputs("</td><td class=\"n\">", to);
    paper_html_text(claim, to);
    fputs("</td>", to);
    td_number(t->tolerance, t->tolerance >= 0, to);
    td_number(a->ours, a->has, to);
    fputs("</tr>\n", to);
}

static void data_table(const struct paper_table *t, bool open, FILE *to)
{
    fprintf(to, "<details%s><summary>the numbers</summary><div class=\"wide\"><table><tr><th></th>",
            open ? " open" : "");
    for (u32 c = 0; c < t->n_cols; c++) {
        fputs("<th class=\"n\">", to);
        paper_html_text(t->col_labels[c], to);
        fputs("</th>", to);
    }
    fputs("</tr>\n", to);
    for (u32 r = 0; r < t->n_rows; r++) {
        fprintf(to, "<tr%s><td>", t->is_aggregate[r] ? " class=\"mean\"" : "");
        paper_html_text(t->row_labels[r], to);
        fputs("</td>", to);
        for (u32 c = 0; c < t->n_cols; c++) {
            const struct paper_cell *cell = &t->cells[r * t->n_cols + c];
            char text[32] = "&ndash;";
            if (cell->has)
                paper_number(cell->value, text, sizeof(text));
            fprintf(to, "<td class=\"n\">%s%s%s%s</td>", text, cell->best ? " (" : "", cell->best ? cell->best : "",
                    cell->best ? ")" : "");
        }
        fputs("</tr>\n", to);
    }
    fputs("</table></div></details>\n", to);
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

/* A link that holds its file, so that the page stands alone. */
static void download(const struct paper_report *r, u32 i, bool svg, FILE *to)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (svg)
        paper_svg(r, i, true, f);
    else
        paper_report_csv(r, i, f);
    fclose(f);
    if (n) {
        fprintf(to, "<a class=\"get\" download=\"%s-%s.%s\" href=\"data:%s;base64,", r->paper->name,
                r->figures[i]->name, svg ? "svg" : "csv", svg ? "image/svg+xml" : "text/csv");
        base64(text, n, to);
        fprintf(to, "\">%s</a>\n", svg ? "SVG" : "CSV");
    }
    free(text);
}

static void figure(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    fprintf(to, "<h2 id=\"%s\">", f->name);
    paper_html_text(f->title, to);
    fputs("</h2>\n<p class=\"dim small\">", to);
    paper_html_text(f->n_metrics == 1 ? r->tables[i].metric : "", to);
    if (f->relative) {
        fputs(" over ", to);
        paper_html_text(f->relative, to);
    }
    fputs("</p>\n<div class=\"chart\">\n", to);
    paper_svg(r, i, false, to);
    fputs("</div>\n", to);
    if (f->note) {
        fputs("<p class=\"dim small\">", to);
        paper_html_text(f->note, to);
        fputs("</p>\n", to);
    }
    if (f->n_statements) {
        fputs("<div class=\"wide rows\"><table><tr><th class=\"full\"></th><th class=\"full\">the paper "
              "says</th><th>section</th><th "
              "class=\"n\">paper</th><th class=\"n\">tolerance</th><th class=\"n\">ours</th></tr>\n",
              to);
        for (u32 s = 0; s < f->n_statements; s++)
            statement_row(f->statements[s].target, &r->answers[i][s], to);
        fputs("</table></div>\n", to);
    }
    data_table(&r->tables[i], f->kind == PAPER_TABLE, to);
    fputs("<p class=\"dim small\">", to);
    download(r, i, true, to);
    download(r, i, false, to);
    fputs("</p>\n", to);
}

static void contents(const struct paper_report *r, FILE *to)
{
    fputs("<div class=\"wide rows\"><table><tr><th class=\"full\">figure</th>", to);
    for (u32 v = 0; v < PAPER_NO_DATA; v++)
        fprintf(to, "<th class=\"n %s\">%s</th>", classes[v], paper_verdict_names[v]);
    fputs("</tr>\n", to);
    for (u32 i = 0; i < r->n; i++) {
        fprintf(to, "<tr><td class=\"full\"><a href=\"#%s\">", r->figures[i]->name);
        paper_html_text(r->figures[i]->title, to);
        fputs("</a></td>", to);
        for (u32 v = 0; v < PAPER_NO_DATA; v++) {
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
    u32 all = 0;
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        all += r->verdicts[v];
    fputs("<div class=\"score\">", to);
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        if (r->verdicts[v] || v != PAPER_NO_DATA)
            fprintf(to, "<span class=\"%s\"><b>%u</b>%s</span>", classes[v], r->verdicts[v], paper_verdict_names[v]);
    fputs("</div>\n<div class=\"strip\">", to);
    for (u32 v = 0; v < PAPER_NO_DATA && all; v++)
        fprintf(to, "<i class=\"bg-%s\" style=\"width:%.1f%%\"></i>", classes[v], 100.0 * r->verdicts[v] / all);
    fputs("</div>\n", to);
}

void paper_report_html(const struct paper_report *r, FILE *to)
{
    struct arena a = {0};
    const char *caveat = paper_caveat(r, &a);
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\">\n<title>",
          to);
    paper_html_text(r->paper->title, to);
    fprintf(to, "</title>\n<style>\n:root{%s%s}\n%s%s</style></head><body><main>\n<h1>", paper_svg_light,
            grades_light, style, paper_svg_style);
    paper_html_text(r->paper->title, to);
    fprintf(to,
            "</h1>\n<p class=\"dim\">Simulated with sluice (%s), size <b>%s</b>, %u runs. Each statement has its own "
            "tolerance: reproduced within it, near within twice it; direction only: on the paper's side of 1, with a "
            "third to three times its effect. A bound or an order holds or is missed.</p>\n",
            r->version, r->plan->size, r->plan->n);
    if (caveat) {
        fputs("<p class=\"banner\">", to);
        paper_html_text(caveat, to);
        fputs("</p>\n", to);
    }
    arena_free(&a);
    score(r, to);
    contents(r, to);
    for (u32 i = 0; i < r->n; i++)
        figure(r, i, to);
    fputs("</main></body></html>\n", to);
}
