/* The report as one HTML page: no script, nothing fetched, light and dark by the reader's setting. */
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
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#667080;--line:#dfe3e8;--soft:#f4f6f8;--mean:#eef1f5;"
    "--c0:#8a95a3;--c1:#2f6fd0;--c2:#e08214;--c3:#1b9e77;--c4:#a63d97;--c5:#c2a000;--c6:#6a58c9;--c7:#c8434f;"
    "--good:#18794e;--near:#9a6700;--bad:#c62a2f}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14171c;--fg:#e4e8ee;--dim:#98a2b0;--line:#2c323b;--soft:#1b2027;--"
    "mean:#20262f;"
    "--c0:#7d8896;--c1:#6ea3f0;--c2:#f2a650;--c3:#4fc7a0;--c4:#d683ca;--c5:#dcc24d;--c6:#a79af0;--c7:#ee7d86;"
    "--good:#4cc38a;--near:#e2a93b;--bad:#f2777d}}\n"
    "body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}\n"
    "main{max-width:1100px;margin:0 auto;padding:28px 20px 60px}\n"
    "h1{font-size:26px;line-height:1.25;margin:0 0 6px}h2{font-size:19px;margin:44px 0 4px;border-top:1px solid "
    "var(--line);padding-top:22px}\n"
    ".dim{color:var(--dim)}.small{font-size:13px}\n"
    ".score{display:flex;gap:28px;flex-wrap:wrap;margin:20px 0 8px}.score "
    "b{display:block;font-size:30px;line-height:1.1}\n"
    ".strip{display:flex;height:10px;border-radius:5px;overflow:hidden;background:var(--line)}.strip "
    "i{display:block}\n"
    ".legend{display:flex;gap:6px 18px;flex-wrap:wrap;margin:12px 0 2px;font-size:13px}.legend "
    "svg{vertical-align:-1px}\n"
    ".chart{overflow-x:auto}.chart svg{display:block;margin:6px 0}\n"
    "svg text{fill:var(--fg);font:11px system-ui,sans-serif}svg .tick{fill:var(--dim)}svg .bold{font-weight:700}svg "
    ".cut{font-size:9.5px}\n"
    ".grid{stroke:var(--line)}.one{stroke:var(--fg);stroke-dasharray:4 3;opacity:.75}.mean{fill:var(--mean)}\n"
    ".c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--"
    "c5)}.c6{fill:var(--c6)}.c7{fill:var(--c7)}\n"
    "table{border-collapse:collapse;margin:10px 0;font-size:13.5px}th,td{padding:4px 12px 4px "
    "0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}tr.mean "
    "td{font-weight:600;background:var(--mean)}\n"
    ".wide{overflow-x:auto}.reproduced{color:var(--good)}.near{color:var(--near)}.missed{color:var(--bad)}.v{font-"
    "weight:600;white-space:nowrap}\n"
    "summary{cursor:pointer;color:var(--dim);font-size:13.5px;margin-top:8px}.bg-reproduced{background:var(--good)}."
    "bg-near{background:var(--near)}.bg-missed{background:var(--bad)}\n";

static const char *const marks[PAPER_VERDICTS] = {"&#10003;", "&#8776;", "&#10007;", "&ndash;"};
static const char *const classes[PAPER_VERDICTS] = {"reproduced", "near", "missed", "dim"};

static void td_number(double v, bool has, FILE *to)
{
    char text[32] = "&ndash;";
    if (has)
        paper_number(v, text, sizeof(text));
    fprintf(to, "<td class=\"n\">%s</td>", text);
}

static void statement_row(const struct paper_target *t, const struct paper_answer *a, FILE *to)
{
    bool sign = !strcmp(t->relation, "sign");
    char paper[32];
    fprintf(to, "<tr><td class=\"v %s\">%s %s</td><td>", classes[a->verdict], marks[a->verdict],
            paper_verdict_names[a->verdict]);
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
    paper_number(t->value, paper, sizeof(paper));
    fputs("</td><td class=\"dim\">", to);
    paper_html_text(t->where, to);
    if (sign)
        fprintf(to, "</td><td class=\"n\">%s</td>",
                !strcmp(t->unit, "down")    ? "&lt; 1"
                : !strcmp(t->unit, "order") ? "&ge; 1"
                                            : "&gt; 1");
    else
        fprintf(to, "</td><td class=\"n\">%s%s</td>",
                !strcmp(t->relation, ">=")   ? "&ge; "
                : !strcmp(t->relation, "<=") ? "&le; "
                                             : "",
                paper);
    td_number(a->ours, a->has, to);
    td_number(t->value != 0 ? a->ours / t->value : 0, a->has && t->value != 0, to);
    fputs("</tr>\n", to);
}

static void data_table(const struct paper_table *t, FILE *to)
{
    fputs("<details><summary>the numbers</summary><div class=\"wide\"><table><tr><th></th>", to);
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

static void figure(const struct paper_report *r, u32 i, FILE *to)
{
    const struct paper_figure *f = r->figures[i];
    fprintf(to, "<h2 id=\"%s\">", f->name);
    paper_html_text(f->title, to);
    fputs("</h2>\n<p class=\"dim small\">", to);
    paper_html_text(f->kind == PAPER_STACKED ? "" : r->tables[i].metric, to);
    if (f->relative >= 0) {
        fputs(" over ", to);
        paper_html_text(r->paper->configs[f->relative].name, to);
    }
    fputs("</p>\n", to);
    paper_svg(f, &r->tables[i], to);
    if (f->note) {
        fputs("<p class=\"dim small\">", to);
        paper_html_text(f->note, to);
        fputs("</p>\n", to);
    }
    if (f->n_statements) {
        fputs("<div class=\"wide\"><table><tr><th></th><th>the paper says</th><th>section</th><th "
              "class=\"n\">paper</th>"
              "<th class=\"n\">ours</th><th class=\"n\">ratio</th></tr>\n",
              to);
        for (u32 s = 0; s < f->n_statements; s++)
            statement_row(f->statements[s].target, &r->answers[i][s], to);
        fputs("</table></div>\n", to);
    }
    data_table(&r->tables[i], to);
}

void paper_report_html(const struct paper_report *r, FILE *to)
{
    u32 all = 0;
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        all += r->verdicts[v];
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\">\n<title>",
          to);
    paper_html_text(r->paper->title, to);
    fprintf(to, "</title>\n<style>\n%s</style></head><body><main>\n<h1>", style);
    paper_html_text(r->paper->title, to);
    fprintf(to,
            "</h1>\n<p class=\"dim\">Simulated with sluice (%s), size <b>%s</b>, %u runs. A value is reproduced "
            "within 15&nbsp;%%, "
            "near within 30&nbsp;%%; a bound or an order is reproduced when it holds.</p>\n",
            r->version, r->plan->size, r->plan->n);
    fputs("<div class=\"score\">", to);
    for (u32 v = 0; v < PAPER_VERDICTS; v++)
        if (r->verdicts[v] || v != PAPER_NO_DATA)
            fprintf(to, "<span class=\"%s\"><b>%u</b>%s</span>", classes[v], r->verdicts[v], paper_verdict_names[v]);
    fputs("</div>\n<div class=\"strip\">", to);
    for (u32 v = 0; v < PAPER_NO_DATA && all; v++)
        fprintf(to, "<i class=\"bg-%s\" style=\"width:%.1f%%\"></i>", classes[v], 100.0 * r->verdicts[v] / all);
    fputs("</div>\n", to);
    for (u32 i = 0; i < r->n; i++)
        figure(r, i, to);
    u32 failed = 0;
    for (u32 i = 0; i < r->plan->n; i++)
        failed += r->plan->runs[i].state == PAPER_FAILED;
    if (failed)
        fprintf(to, "<p class=\"missed\">%u of %u runs failed and are left out above.</p>\n", failed, r->plan->n);
    fputs("</main></body></html>\n", to);
}
