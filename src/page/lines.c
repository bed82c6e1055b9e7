/* The source with the cost of each line beside it. A line opens (without a script, too) on its PTX and on the
   machine's instructions for it. */
#include <string.h>

#include "out/lines.h"
#include "page/page.h"

static double percent(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

/* The columns: one list for the head, the cells and what a line without costs leaves empty. */
struct column {
    const char *head, *about;
    u32 width;   /* pixels; page.c knows their sum */
    bool narrow; /* there on a narrow screen, too */
};
static const struct column columns[] = {
    {"instrs&nbsp;%", "share of the kernel's warp instructions", 68, false},
    {"lanes", "active lanes an instruction, their guards true", 50, false},
    {"waits&nbsp;%", "share of the lost issue slots: the line was what a warp had to issue next", 68, true},
    {"blame&nbsp;%", "share of the same slots: the line is what was waited for", 68, true},
    {"mostly for", "what most of these slots were lost to", 196, false},
    {"lines / access", "cache lines that an access touches; more than 4 are marked", 72, true},
    {"used&nbsp;%", "32-byte sectors that the lanes touch, of those fetched", 56, false},
    {"conflicts", "extra cycles for bank conflicts", 80, false},
    {"replays", "passes through the load-store unit beyond the first of each access", 68, false},
    {"L1&nbsp;%", "share of its reads that the L1 had", 54, false},
    {"L2&nbsp;%", "share of the others that the L2 had", 54, false},
    {"DRAM", "bytes read from there", 70, false}};

static void heads(FILE *to, const char *first, const char *last)
{
    fprintf(to, "<tr><th class=\"n\" style=\"width:44px\">%s</th>", first);
    for (size_t i = 0; i < COUNT_OF(columns); i++)
        fprintf(to, "<th class=\"%s%s\" style=\"width:%upx\" title=\"%s\">%s</th>", columns[i].width > 100 ? "" : "n",
                columns[i].narrow ? "" : " opt", columns[i].width, columns[i].about, columns[i].head);
    fprintf(to, "<th>%s</th></tr>\n", last);
}

/* "memory 80 %, l1_mshr 20 %" of the slots */
static void causes(FILE *to, const double *slots, double all)
{
    bool any = false;
    for (u32 i = 0; i < out_slot_count; i++)
        if (all > 0 && slots[i] > 0.005 * all && strcmp(out_slots[i].key, "dual")) {
            fprintf(to, "%s%s %.0f&nbsp;%%", any ? ", " : "", out_slots[i].text, 100 * slots[i] / all);
            any = true;
        }
}

static void bar_cell(FILE *to, double share, const double *slots, double all, const char *colour)
{
    fputs("<td class=\"n bar\" title=\"", to);
    causes(to, slots, all);
    fprintf(to,
            "\" style=\"background-image:linear-gradient(to left,color-mix(in srgb,var(--%s) 45%%,transparent) "
            "%.1f%%,transparent 0)\">%.1f</td>",
            colour, share, share);
}

static void number_cell(FILE *to, bool there, const char *form, double v)
{
    fputs("<td class=\"n opt\">", to);
    if (there)
        fprintf(to, form, v);
    fputs("</td>", to);
}

static void count_cell(FILE *to, double v)
{
    char buf[32];
    fprintf(to, "<td class=\"n opt\">%s</td>", v > 0 ? page_number(v, buf) : "");
}

static void cost_cells(FILE *to, const struct out_line *total, const struct out_line *r)
{
    char buf[32];
    double share;
    const char *why = out_line_cause(r, &share);
    number_cell(to, true, "%.1f", percent(r->instrs, total->instrs));
    number_cell(to, r->instrs > 0 && r->threads > 0, "%.1f", r->threads / MAX(r->instrs, 1));
    bar_cell(to, percent(r->waited, total->waited), r->stalls, r->waited, "c0");
    bar_cell(to, percent(r->caused, total->caused), r->blame, r->caused, "c1");
    fprintf(to, "<td class=\"opt\">%s</td>", *why ? out_slot_words(why) : "");
    if (r->most_lines > OUT_MANY_LINES)
        fprintf(to, "<td class=\"n bad\"><b>%.2f&nbsp;!</b></td>", r->lines / r->accesses);
    else if (r->accesses > 0)
        fprintf(to, "<td class=\"n\">%.2f</td>", r->lines / r->accesses);
    else
        fputs("<td></td>", to);
    number_cell(to, r->sectors_fetched > 0, "%.0f", percent(r->sectors_used, r->sectors_fetched));
    count_cell(to, r->conflicts);
    count_cell(to, r->replays);
    number_cell(to, r->reads > 0, "%.1f", percent(r->l1_hits, r->reads));
    number_cell(to, r->reads > 0, "%.1f", percent(r->l2_hits, r->reads - r->l1_hits));
    fprintf(to, "<td class=\"n opt\">%s</td>", r->reads > 0 ? page_bytes(r->dram_bytes, buf) : "");
}

/* In words: what the columns leave out, and on a narrow screen what they do not show. */
static void say_costs(FILE *to, const struct out_line *r)
{
    char buf[32];
    fputs("<p class=\"small\">", to);
    if (r->waited > 0) {
        fprintf(to, "Waited in %s issue slots (", page_number(r->waited, buf));
        causes(to, r->stalls, r->waited);
        fputs("). ", to);
    }
    if (r->caused > 0) {
        fprintf(to, "To blame for %s (", page_number(r->caused, buf));
        causes(to, r->blame, r->caused);
        fputs("). ", to);
    }
    if (r->instrs > 0 && r->threads > 0)
        fprintf(to, "%.1f lanes are active in an instruction. ", r->threads / r->instrs);
    if (r->accesses > 0)
        fprintf(to, "%s accesses of %.2f cache lines, %.0f in the worst instruction. ", page_number(r->accesses, buf),
                r->lines / r->accesses, r->most_lines);
    if (r->sectors_fetched > 0)
        fprintf(to, "Lanes use %.0f&nbsp;%% of the sectors that it fetches, and %.0f&nbsp;%% of the bytes. ",
                percent(r->sectors_used, r->sectors_fetched), percent(r->bytes_used, 32 * r->sectors_fetched));
    if (r->conflicts > 0)
        fprintf(to, "%s cycles of bank conflicts. ", page_number(r->conflicts, buf));
    fputs("</p>", to);
}

static void ptx_of(FILE *to, const json_t *kernel, u32 line)
{
    const json_t *p;
    size_t i;
    u32 at = 0;
    fputs("<table><tr><td colspan=\"2\" class=\"dim\">PTX</td></tr>\n", to);
    json_array_foreach(json_object_get(kernel, "ptx"), i, p)
    {
        at = out_line_of(p, at);
        if (at != line)
            continue;
        fprintf(to, "<tr><td class=\"n dim\">%.0f</td><td>", out_number(p, "ptx_line"));
        page_text(to, out_text(p, "text"));
        fputs("</td></tr>\n", to);
    }
    fputs("</table>", to);
}

static void machine_of(FILE *to, const json_t *kernel, const struct out_lines *l, u32 line)
{
    const json_t *row;
    char buf[32];
    size_t i;
    u32 at = 0;
    fputs("<table><tr><td class=\"dim\">slots, pipe</td><td class=\"dim\">as the machine executes it</td><td "
          "class=\"n dim\">instrs</td><td class=\"n dim\">waits&nbsp;%</td><td class=\"n "
          "dim\">blame&nbsp;%</td></tr>\n",
          to);
    json_array_foreach(json_object_get(kernel, "rows"), i, row)
    {
        struct out_line r = {0};
        at = out_line_of(row, at);
        if (at != line)
            continue;
        out_line_add(&r, row);
        fputs("<tr><td class=\"dim\">", to);
        page_text(to, out_text(row, "cost"));
        fputs("</td><td>", to);
        page_text(to, *out_text(row, "text") ? out_text(row, "text") : out_text(row, "op"));
        fprintf(to, "</td><td class=\"n\">%s</td><td class=\"n\">%.1f</td><td class=\"n\">%.1f</td></tr>\n",
                page_number(r.instrs, buf), percent(r.waited, l->total.waited), percent(r.caused, l->total.caused));
    }
    fputs("</table>", to);
}

static void open_line(FILE *to, const json_t *kernel, const struct out_lines *l, const struct out_line *r)
{
    fputs("<details><summary>", to);
    page_text(to, *r->text ? r->text : " ");
    fputs("</summary><div class=\"code\">", to);
    say_costs(to, r);
    fputs("<div class=\"parts\">", to);
    ptx_of(to, kernel, r->line);
    machine_of(to, kernel, l, r->line);
    fputs("</div></div></details>", to);
}

static double most_blamed(const struct out_lines *l)
{
    double most = 0;
    for (u32 i = 0; i < l->n; i++)
        most = MAX(most, percent(l->at[i].caused, l->total.caused));
    return most;
}

/* `which`: of the kernels with lines; the rows are named by it. */
static void source_rows(FILE *to, const json_t *kernel, size_t which, const struct out_lines *l, const json_t *source)
{
    u32 first = UINT32_MAX, last = 0, k = 0;
    double most = most_blamed(l);
    for (u32 i = 0; i < l->n; i++)
        if (l->at[i].line) {
            first = MIN(first, l->at[i].line);
            last = MAX(last, l->at[i].line);
        }
    while (k < l->n && !l->at[k].line)
        k++;
    for (u32 line = first > 2 ? first - 2 : 1; last && line <= last + 2; line++) {
        const char *text = json_string_value(json_array_get(source, line - 1));
        const struct out_line *r = k < l->n && l->at[k].line == line ? &l->at[k++] : NULL;
        if (!text && !r)
            continue;
        double depth = r && most > 0 ? 55 * percent(r->caused, l->total.caused) / most : 0;
        fputs("<tr", to);
        if (r)
            fprintf(to, " id=\"s%zu-%u\"", which, line);
        if (depth >= 0.5)
            fprintf(to, " style=\"--h:%.0f%%\"", depth);
        fputs(">", to);
        fprintf(to, "<td class=\"n dim\">%u</td>", line);
        if (r)
            cost_cells(to, &l->total, r);
        for (size_t i = 0; !r && i < COUNT_OF(columns); i++)
            fputs(columns[i].narrow ? "<td></td>" : "<td class=\"opt\"></td>", to);
        fputs(r ? "<td>" : "<td><span class=\"t\">", to);
        if (r)
            open_line(to, kernel, l, r);
        else
            page_text(to, text);
        fputs(r ? "</td></tr>\n" : "</span></td></tr>\n", to);
    }
}

static void instruction_rows(FILE *to, const json_t *kernel, const struct out_lines *l)
{
    const json_t *row;
    size_t i;
    fputs("<details><summary>by PTX instruction</summary><div class=\"bleed wide\"><table class=\"src mono\">", to);
    heads(to, "PTX&nbsp;line", "instruction");
    json_array_foreach(json_object_get(kernel, "rows"), i, row)
    {
        struct out_line r = {0};
        out_line_add(&r, row);
        fprintf(to, "<tr><td class=\"n dim\" title=\"source line %.0f\">%.0f</td>", out_number(row, "line"),
                out_number(row, "ptx_line"));
        cost_cells(to, &l->total, &r);
        fputs("<td><span class=\"t\">", to);
        page_text(to, *out_text(row, "text") ? out_text(row, "text") : out_text(row, "op"));
        fputs("</span></td></tr>\n", to);
    }
    fputs("</table></div></details>\n", to);
}

void page_lines(FILE *to, const json_t *record)
{
    struct arena a = {0};
    struct out_lines l;
    for (size_t i = 0; out_lines_read(&a, record, i, &l); i++) {
        const json_t *kernel = json_array_get(json_object_get(record, "lines"), i);
        fprintf(to, "<h2 id=\"s%zu\">Source: ", i);
        page_text(to, l.kernel);
        fputs("</h2><p class=\"dim small\">", to);
        page_text(to, *l.file ? l.file : "compiled without line numbers");
        fprintf(to,
                ". Issue slots in which nothing was issued are charged twice: to the line that had to wait (waits) "
                "and to the line that it waited for (blame). Open a line for its PTX and its instructions.</p>\n<p "
                "class=\"scale small dim\">blame 0&nbsp;%%<i></i>%.0f&nbsp;%%</p>\n<div class=\"bleed\"><div "
                "class=\"wide\"><table class=\"src mono\">",
                most_blamed(&l));
        heads(to, "line", "source");
        source_rows(to, kernel, i, &l, json_object_get(json_object_get(record, "sources"), l.file));
        fputs("</table></div></div>\n", to);
        instruction_rows(to, kernel, &l);
    }
    arena_free(&a);
}
