/* The source with what each of its lines cost beside it. */
#include <string.h>

#include "out/lines.h"
#include "page/page.h"

static double percent(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

static void waits_title(FILE *to, const struct out_lines *l, const struct out_line *r)
{
    fputs(" title=\"", to);
    for (u32 i = 0; i < l->n_waits; i++)
        if (r->waits[i] > 0)
            fprintf(to, "%s %.0f%%&#10;", l->wait_names[i], percent(r->waits[i], r->samples));
    fputs("\"", to);
}

static void cost_cells(FILE *to, const struct out_lines *l, const struct out_line *r)
{
    char buf[32];
    double share;
    const char *why = out_lines_worst(l, r, &share);
    double waits = percent(r->samples, l->total.samples);
    fprintf(to, "<td class=\"n\">%.1f</td><td class=\"n\"", percent(r->instrs, l->total.instrs));
    waits_title(to, l, r);
    fprintf(to,
            " style=\"background:linear-gradient(to left,color-mix(in srgb,var(--c1) 45%%,transparent) "
            "%.1f%%,transparent 0)\">%.1f</td><td>%s</td>",
            waits, waits, *why ? why : "");
    if (r->accesses > 0)
        fprintf(to, "<td class=\"n\">%.2f</td>", r->lines / r->accesses);
    else
        fputs("<td></td>", to);
    if (r->reads > 0)
        fprintf(to, "<td class=\"n\">%.1f</td><td class=\"n\">%.1f</td><td class=\"n\">%s</td>",
                percent(r->l1_hits, r->reads), percent(r->l2_hits, r->reads - r->l1_hits),
                page_bytes(r->dram_bytes, buf));
    else
        fputs("<td></td><td></td><td></td>", to);
}

static void source_rows(FILE *to, const struct out_lines *l, const json_t *source)
{
    u32 first = UINT32_MAX, last = 0, k = 0;
    for (u32 i = 0; i < l->n; i++)
        if (l->at[i].line) {
            first = MIN(first, l->at[i].line);
            last = MAX(last, l->at[i].line);
        }
    while (k < l->n && !l->at[k].line)
        k++;
    for (u32 line = first > 2 ? first - 2 : 1; last && line <= last + 2; line++) {
        const char *text = json_string_value(json_array_get(source, line - 1));
        bool hot = k < l->n && l->at[k].line == line;
        if (!text && !hot)
            continue;
        fprintf(to, "<tr%s><td class=\"n dim\">%u</td>", hot ? " class=\"hot\"" : "", line);
        if (hot)
            cost_cells(to, l, &l->at[k++]);
        else
            fputs("<td></td><td></td><td></td><td></td><td></td><td></td><td></td>", to);
        fputs("<td>", to);
        page_text(to, text ? text : "");
        fputs("</td></tr>\n", to);
    }
}

static void instruction_rows(FILE *to, const json_t *kernel, const struct out_lines *l)
{
    const json_t *rows = json_object_get(kernel, "rows"), *row;
    char buf[32];
    size_t i;
    fputs("<details><summary>by PTX instruction</summary><div class=\"wide\"><table class=\"src mono\"><tr><th "
          "class=\"n\">PTX line</th><th class=\"n\">"
          "line</th><th class=\"n\">instrs</th><th class=\"n\">waits %</th><th class=\"n\">lines/access</th><th "
          "class=\"n\">DRAM</th><th></th></tr>\n",
          to);
    json_array_foreach((json_t *)rows, i, row)
    {
        double accesses = out_number(row, "accesses");
        fprintf(to,
                "<tr><td class=\"n dim\">%.0f</td><td class=\"n dim\">%.0f</td><td class=\"n\">%s</td><td "
                "class=\"n\">%.1f</td>",
                out_number(row, "ptx_line"), out_number(row, "line"),
                page_number(out_number(row, "warp_instrs"), buf),
                percent(out_number(row, "samples"), l->total.samples));
        if (accesses > 0)
            fprintf(to, "<td class=\"n\">%.2f</td><td class=\"n\">%s</td>", out_number(row, "lines") / accesses,
                    page_bytes(out_number(row, "dram_bytes"), buf));
        else
            fputs("<td></td><td></td>", to);
        fputs("<td>", to);
        page_text(to, out_text(row, "op"));
        fputs("</td></tr>\n", to);
    }
    fputs("</table></div></details>\n", to);
}

void page_lines(FILE *to, const json_t *record)
{
    struct arena a = {0};
    struct out_lines l;
    for (size_t i = 0; out_lines_read(&a, record, i, &l); i++) {
        const json_t *source = json_object_get(json_object_get(record, "sources"), l.file);
        fputs("<h2>Source: ", to);
        page_text(to, l.kernel);
        fputs("</h2><p class=\"dim small\">", to);
        page_text(to, *l.file ? l.file : "compiled without line numbers");
        fputs(". instrs: share of warp instructions; waits: share of the looks at warps that found this line next, "
              "and mostly why (hover for "
              "all); L1 and L2: share of its reads that hit there.</p><div class=\"wide\"><table class=\"src "
              "mono\"><tr><th class=\"n\">line</th><th "
              "class=\"n\">instrs&nbsp;%</th><th class=\"n\">waits&nbsp;%</th><th>mostly for</th><th "
              "class=\"n\">lines/access</th><th class=\"n\">L1&nbsp;%</th><th "
              "class=\"n\">L2&nbsp;%</th><th class=\"n\">DRAM</th><th></th></tr>\n",
              to);
        source_rows(to, &l, source);
        fputs("</table></div>\n", to);
        instruction_rows(to, json_array_get(json_object_get(record, "lines"), i), &l);
    }
    arena_free(&a);
}
