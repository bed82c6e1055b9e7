/* Records side by side as a page: parameters that differ, headline figures, issue slots one above the other, the
   largest changes, then the same for each kernel, and source lines where the records have them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/keys.h"
#include "out/lines.h"
#include "page/page.h"

#define CHANGES 25 /* statistics shown of a row */

static char letter(u32 i)
{
    return (char)('A' + (int)i);
}

static void head(FILE *to, const struct compare *c, const char *first, bool changes, const char *last)
{
    fprintf(to, "<div class=\"wide\"><table><tr><th>%s</th>", first);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, "<th class=\"n\">%c</th>", letter(i));
    for (u32 i = 1; i < c->n && changes; i++)
        fprintf(to, "<th class=\"n\">%c vs A</th>", letter(i));
    fprintf(to, "%s%s%s</tr>\n", last ? "<th>" : "", last ? last : "", last ? "</th>" : "");
}

static void row(FILE *to, const struct compare *c, const char *key, const double *v)
{
    char buf[512];
    const char *help = keys_help(key, buf, sizeof buf);
    fputs("<tr title=\"", to);
    page_text(to, help ? help : key);
    fputs("\"><td class=\"mono\">", to);
    page_text(to, key);
    fputs("</td>", to);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, "<td class=\"n\">%s</td>", compare_number(v[i], buf));
    for (u32 i = 1; i < c->n; i++)
        fprintf(to, "<td class=\"n\">%s%s</td>", compare_relative(v[0], v[i], buf),
                v[0] != v[i] && compare_hidden(c, key, i) ? " ~" : "");
    fputs("<td class=\"dim\">", to);
    page_text(to, keys_unit(key));
    fputs("</td></tr>\n", to);
}

static void parameter(const struct compare *c, const char *name, char text[][COMPARE_TEXT], u32 before, FILE *to)
{
    char buf[512];
    const char *help = keys_help(name, buf, sizeof buf);
    if (!before)
        head(to, c, "parameter", false, NULL);
    fputs("<tr title=\"", to);
    page_text(to, help ? help : name);
    fprintf(to, "\"><td class=\"mono\">%s</td>", name);
    for (u32 i = 0; i < c->n; i++) {
        fputs("<td class=\"n\">", to);
        page_text(to, text[i]);
        fputs("</td>", to);
    }
    fputs("</tr>\n", to);
}

static void slots(FILE *to, const struct compare *c)
{
    json_t *sum = json_object(); /* for one legend: every cause that any of them has */

    fputs("<figure><figcaption>Issue slots <span class=\"dim\">where every scheduler slot of every cycle went; bars "
          "are "
          "as wide as their cycles</span></figcaption>\n",
          to);
    double most = 0;
    for (u32 i = 0; i < c->n; i++)
        most = MAX(most, out_number(compare_row(c, i), "cycles"));
    for (u32 i = 0; i < c->n; i++) {
        const json_t *slot = json_object_get(compare_row(c, i), "slot");
        double wide = most > 0 ? 100 * out_number(compare_row(c, i), "cycles") / most : 100;
        fprintf(
            to,
            "<div class=\"legend\"><b>%c</b><div style=\"flex:1 1 200px;min-width:0\"><div style=\"width:%.2f%%\">",
            letter(i), wide);
        page_slot_bar(to, slot, 26, keys_help);
        fputs("</div></div></div>\n", to);
        for (u32 s = 0; s < out_slot_count; s++)
            json_object_set_new(sum, out_slots[s].key,
                                json_real(out_number(sum, out_slots[s].key) + out_number(slot, out_slots[s].key)));
        json_object_set_new(sum, "total", json_real(out_number(sum, "total") + out_number(slot, "total")));
    }
    page_slot_legend(to, sum, keys_help);
    fputs("<p class=\"dim small\">shares in the legend are of all bars together</p></figure>\n", to);
    json_decref(sum);
}

static void changes(FILE *to, const struct compare *c)
{
    struct compare_changes all = {0};
    size_t n = 0, more = 0;

    compare_find(c, &all);
    while (more < all.v.n && all.v.at[more].size > 0)
        more++;
    n = c->all ? more : MIN(more, CHANGES);
    fprintf(to, "<h3>Largest changes</h3>\n");
    if (!n)
        fputs("<p>None: every statistic is the same.</p>\n", to);
    if (n)
        head(to, c, "statistic", true, "unit");
    for (size_t k = 0; k < n; k++)
        row(to, c, all.v.at[k].key, all.v.at[k].v);
    if (n)
        fputs("</table></div>\n", to);
    if (more > n)
        fprintf(to, "<p class=\"dim small\">%zu more differ: sluice compare --all</p>\n", more - n);
    compare_free(&all);
}

/* What the records' own runs under jitter say of chance. */
static void noise(FILE *to, const struct compare *c)
{
    struct out_noise x;
    for (u32 i = 0; i < c->n; i++)
        if (out_noise(c->records[i], "cycles", &x))
            fprintf(
                to,
                "<p class=\"small\">%c under jitter: %.0f ± %.0f cycles (%u runs; mean and standard deviation)</p>\n",
                letter(i), x.mean, x.sd, x.runs);
    for (u32 i = 1; i < c->n; i++)
        if (compare_worth(c, i))
            fprintf(to, "<p class=\"small\">A and %c: %s.</p>\n", letter(i), compare_worth(c, i));
    fprintf(to, "<p class=\"dim small\">%s</p>\n", compare_knows_noise(c) ? COMPARE_CHANCE : COMPARE_NO_NOISE);
}

static void section(FILE *to, const struct compare *c, const char *title)
{
    fputs("<h2>", to);
    page_text(to, title);
    fputs("</h2>\n", to);
    for (u32 i = 0; i < c->n; i++)
        if (!compare_row(c, i)) {
            fprintf(to, "<p>%c has no such kernel.</p>\n", letter(i));
            return;
        }
    head(to, c, "", true, "unit");
    for (u32 k = 0; k < compare_headline_count; k++) {
        double v[COMPARE_MOST];
        for (u32 i = 0; i < c->n; i++)
            v[i] = out_number(compare_row(c, i), compare_headline[k]);
        row(to, c, compare_headline[k], v);
    }
    fputs("</table></div>\n", to);
    if (!c->kernel)
        noise(to, c);
    slots(to, c);
    changes(to, c);
}

static void lines_table(FILE *to, const struct compare *c, const struct compare_lines *all, bool blame)
{
    head(to, c, "line", true, "kernel");
    for (size_t n = 0; n < MIN(all->v.n, COMPARE_LINES); n++) {
        const struct compare_line *x = &all->v.at[n];
        const double *v = blame ? x->blame : x->waits;
        char buf[32];
        fputs("<tr><td class=\"mono\">", to);
        page_text(to, out_base_name(x->file));
        fprintf(to, ":%u</td>", x->line);
        for (u32 m = 0; m < c->n; m++)
            fprintf(to, "<td class=\"n\">%.0f</td>", v[m]);
        for (u32 m = 1; m < c->n; m++)
            fprintf(to, "<td class=\"n\">%s</td>", compare_relative(v[0], v[m], buf));
        fputs("<td>", to);
        page_text(to, x->kernel);
        fputs("</td></tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

static void lines(FILE *to, const struct compare *c)
{
    struct compare_lines all = {0};
    compare_lines(c, &all);
    if (all.v.n) {
        fputs(
            "<h2>Source lines</h2><p class=\"dim\">those that changed most</p>\n<h3>Issue slots lost because of the "
            "line: it is what was waited for</h3>\n",
            to);
        lines_table(to, c, &all, true);
        fputs("<h3>Issue slots lost while the line had to wait</h3>\n", to);
        lines_table(to, c, &all, false);
    }
    compare_lines_free(&all);
}

static void page(const void *what, FILE *to)
{
    const struct compare *c = what;
    struct compare one = *c;
    const json_t *k;
    size_t i;

    page_begin(to, "sluice compare");
    fputs("<h1>What differs</h1>\n<div class=\"wide\"><table>\n", to);
    for (u32 n = 0; n < c->n; n++) {
        fprintf(to, "<tr><td><b>%c</b></td><td class=\"mono\">", letter(n));
        page_text(to, c->labels[n]);
        fputs("</td><td>", to);
        page_text(to, out_text(c->records[n], "program.name"));
        fputs(" ", to);
        page_text(to, out_text(c->records[n], "program.arguments"));
        fputs(" on ", to);
        page_text(to, out_text(c->records[n], "machine.name"));
        fputs("</td></tr>\n", to);
    }
    fputs("</table></div>\n<h2>Parameters</h2>\n", to);
    fputs(compare_parameters(c, parameter, to) ? "</table></div>\n" : "<p>The machines are the same.</p>\n", to);
    if (c->kernel) {
        section(to, c, c->kernel);
    } else {
        section(to, c, "In total");
        json_array_foreach(json_object_get(c->records[0], "kernels"), i, k)
        {
            one.kernel = out_text(k, "name");
            if (json_array_size(json_object_get(c->records[0], "kernels")) > 1)
                section(to, &one, one.kernel);
        }
    }
    lines(to, c);
    page_end(to);
}

bool compare_write_page(const char *path, const struct compare *c, struct diag *d)
{
    return out_write(path, page, c, d);
}
