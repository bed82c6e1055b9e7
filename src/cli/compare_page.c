/* Records side by side as a page: an answer in words, each run's limits, what differs between the machines, headline
   figures, the other run's charts with the first one dashed behind, the largest changes, then the same for each
   kernel, and source lines where the records have them. What did not change is folded away. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/keys.h"
#include "out/lines.h"
#include "page/page.h"

#define CHANGES 25 /* statistics shown of a row */
#define HEAVY 2    /* kernels of a run whose limits are shown */

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

static bool is_share(const char *key, const char *unit)
{
    size_t n = strlen(key);
    return !strncmp(unit, "share", 5) || (n > 5 && !strcmp(key + n - 5, "_rate"));
}

/* As people read it; true if the unit is in it. */
static bool value_text(const char *key, double v, char buf[64])
{
    const char *unit = keys_unit(key);
    char number[32];
    bool whole = v == floor(v) && fabs(v) < 1e15;
    if (is_share(key, unit))
        return snprintf(buf, 64, "%.1f&nbsp;%%", 100 * v), !strcmp(unit, "ratio");
    if (!strcmp(unit, "bytes") && fabs(v) >= 1e4)
        return snprintf(buf, 64, "%s", page_bytes(v, number)), true;
    if (!strcmp(unit, "seconds"))
        return snprintf(buf, 64, "%s", page_seconds(v, number)), true;
    snprintf(buf, 64, "%s", whole ? page_thousands(v, number) : page_number(v, number));
    return false;
}

static void row(FILE *to, const struct compare *c, const char *key, const double *v)
{
    char buf[512], text[64];
    const char *help = keys_help(key, buf, sizeof buf);
    bool said = false;
    fputs("<tr title=\"", to);
    page_text(to, help ? help : key);
    fputs("\"><td class=\"mono\">", to);
    page_text(to, key);
    fputs("</td>", to);
    for (u32 i = 0; i < c->n; i++) {
        said |= value_text(key, v[i], text);
        fprintf(to, "<td class=\"n\">%s</td>", text);
    }
    for (u32 i = 1; i < c->n; i++)
        fprintf(to, "<td class=\"n\">%s%s</td>", compare_relative(v[0], v[i], text),
                v[0] != v[i] && compare_hidden(c, key, i) ? " ~" : "");
    fputs("<td class=\"dim\">", to);
    page_text(to, said || !strcmp(keys_unit(key), "ratio") ? "" : keys_unit(key));
    fputs("</td></tr>\n", to);
}

static void parameter(const struct compare *c, const char *name, char text[][COMPARE_TEXT], u32 before, FILE *to)
{
    char buf[512], number[32];
    const char *help = keys_help(name, buf, sizeof buf);
    if (!before)
        head(to, c, "parameter", false, NULL);
    fputs("<tr title=\"", to);
    page_text(to, help ? help : name);
    fprintf(to, "\"><td class=\"mono\">%s</td>", name);
    for (u32 i = 0; i < c->n; i++) {
        bool digits = *text[i] && !text[i][strspn(text[i], "0123456789")];
        fputs("<td class=\"n\">", to);
        page_text(to, digits ? page_thousands(strtod(text[i], NULL), number) : text[i]);
        fputs("</td>", to);
    }
    fputs("</tr>\n", to);
}

/* ---- the answer ---- */

static void answers(FILE *to, const struct compare *c)
{
    for (u32 i = 1; i < c->n; i++) {
        char *text = NULL;
        size_t n;
        FILE *f = open_memstream(&text, &n);
        compare_say(c, i, f);
        fclose(f);
        if (*text) {
            fputs("<p class=\"answer\">", to);
            page_text(to, text);
            fputs("</p>\n", to);
        }
        free(text);
    }
}

/* The limits of one kernel of a run, each with what became of it, or a note that the first run did not have it. */
static void limits(FILE *to, const struct compare *c, u32 i, const json_t *k)
{
    struct out_advice a[OUT_ADVICE_MOST];
    u32 n = out_advise(c->records[i], k, a, COUNT_OF(a));
    char bound[64];
    fputs("<ul>", to);
    for (u32 x = 0; x < n; x++) {
        const char *name = out_text(k, "name");
        bool other = compare_limited(c, i ? 0 : 1, name, a[x].rule);
        fprintf(to, "<li%s>", !i && !other && c->n == 2 ? " class=\"gone\"" : "");
        page_text(to, a[x].what);
        fprintf(to, ": <b>%s</b>", out_advice_bound(&a[x], bound));
        if (!other && (i || c->n == 2))
            fprintf(to, " <span class=\"tag\">%s</span>", i ? "not in A" : "gone in B");
        fputs("</li>\n", to);
    }
    fputs(n ? "</ul>" : "<li>No single limit.</li></ul>", to);
}

static void verdicts(FILE *to, const struct compare *c)
{
    fputs("<div class=\"verdicts\">", to);
    for (u32 i = 0; i < c->n; i++) {
        const json_t *heavy[HEAVY], *one = compare_heaviest(c, i);
        u32 n = out_heaviest(c->records[i], heavy, HEAVY);
        if (c->kernel && one)
            n = 1, heavy[0] = one;
        fprintf(to, "<div><h3>%c <span class=\"dim\">", letter(i));
        page_text(to, c->labels[i]);
        fputs(", ", to);
        page_text(to, out_text(c->records[i], "machine.name"));
        fputs("</span></h3>\n", to);
        for (u32 x = 0; x < n; x++) {
            fputs("<p class=\"small\"><b>", to);
            page_text(to, out_text(heavy[x], "name"));
            fprintf(to, "</b>, %.0f&nbsp;%% of the cycles</p>",
                    100 * out_number(heavy[x], "cycles") / out_kernel_cycles(c->records[i]));
            limits(to, c, i, heavy[x]);
        }
        fputs("</div>", to);
    }
    fputs("</div>\n", to);
}

/* ---- figures ---- */

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

static size_t index_of(const json_t *record, const json_t *row)
{
    const json_t *kernels = json_object_get(record, "kernels"), *k;
    size_t i;
    json_array_foreach((json_t *)kernels, i, k) if (k == row) return i;
    return SIZE_MAX;
}

/* A run's charts, with the first run's dashed behind. Over time only for two runs: such plots share one axis. */
static void charts(FILE *to, const struct compare *c, u32 i, size_t section)
{
    const json_t *row = compare_row(c, i), *record = c->records[i], *m = json_object_get(record, "machine");
    const struct page_ghost ghost = {c->records[0], compare_row(c, 0), "A"};
    if (out_number(m, "gpu.sms") <= 0)
        return;
    fprintf(to, "<h3>%c <span class=\"dim\">dashed: A</span></h3>\n", letter(i));
    page_peaks(to, row, m, &ghost, keys_help);
    fputs("<div class=\"grid2\"><div>\n", to);
    page_path(to, row, section * COMPARE_MOST + i, m, &ghost, keys_help);
    page_occupancy(to, row, m, &ghost);
    fputs("</div><div>\n", to);
    page_latency(to, row, &ghost, keys_help);
    page_roofline(to, record, index_of(record, row), &ghost);
    page_energy(to, row, &ghost, keys_help);
    fputs("</div></div>\n", to);
    if (!section && c->n == 2)
        page_samples(to, record, &ghost);
}

/* ---- tables ---- */

/* The statistic exists only in some runs, or has nearly vanished: its relative change says no more. */
static bool comes_or_goes(const struct compare *c, const double *v)
{
    for (u32 i = 1; i < c->n; i++)
        if ((v[0] == 0) != (v[i] == 0) || fabs(v[i]) < 0.0005 * fabs(v[0]) || fabs(v[0]) < 0.0005 * fabs(v[i]))
            return true;
    return false;
}

static bool unchanged(const struct compare *c, const double *v)
{
    for (u32 i = 1; i < c->n; i++)
        if (v[i] != v[0])
            return false;
    return true;
}

static void headline(FILE *to, const struct compare *c)
{
    u32 same = 0;
    for (u32 fold = 0; fold < 2; fold++) {
        if (fold && !same)
            break;
        if (fold)
            fprintf(to, "<details><summary>%u figure%s the same</summary>", same, same == 1 ? " is" : "s are");
        if (!fold || same)
            head(to, c, "", true, "unit");
        for (u32 k = 0; k < compare_headline_count; k++) {
            double v[COMPARE_MOST];
            for (u32 i = 0; i < c->n; i++)
                v[i] = out_number(compare_row(c, i), compare_headline[k]);
            same += !fold && unchanged(c, v);
            if (unchanged(c, v) == fold)
                row(to, c, compare_headline[k], v);
        }
        fputs(fold ? "</table></div></details>\n" : "</table></div>\n", to);
    }
}

static void changes(FILE *to, const struct compare *c)
{
    struct compare_changes all = {0};
    size_t shown = 0, folded = 0, more = 0;

    compare_find(c, &all);
    fprintf(to, "<h3>Largest changes</h3>\n");
    for (size_t k = 0; k < all.v.n && all.v.at[k].size > 0; k++) {
        if (comes_or_goes(c, all.v.at[k].v)) {
            folded++;
            continue;
        }
        if (!c->all && shown == CHANGES) {
            more++;
            continue;
        }
        if (!shown++)
            head(to, c, "statistic", true, "unit");
        row(to, c, all.v.at[k].key, all.v.at[k].v);
    }
    fputs(shown ? "</table></div>\n" : folded ? "" : "<p>None: every statistic is the same.</p>\n", to);
    if (more)
        fprintf(to, "<p class=\"dim small\">%zu more differ: sluice compare --all</p>\n", more);
    if (folded) {
        fprintf(to, "<details><summary>%zu statistic%s that only some runs have</summary>", folded,
                folded == 1 ? "" : "s");
        head(to, c, "statistic", true, "unit");
        for (size_t k = 0; k < all.v.n && all.v.at[k].size > 0; k++)
            if (comes_or_goes(c, all.v.at[k].v))
                row(to, c, all.v.at[k].key, all.v.at[k].v);
        fputs("</table></div></details>\n", to);
    }
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

static void section(FILE *to, const struct compare *c, const char *title, size_t number)
{
    fputs("<h2>", to);
    page_text(to, title);
    fputs("</h2>\n", to);
    for (u32 i = 0; i < c->n; i++)
        if (!compare_row(c, i)) {
            fprintf(to, "<p>%c has no such kernel.</p>\n", letter(i));
            return;
        }
    headline(to, c);
    if (!c->kernel)
        noise(to, c);
    slots(to, c);
    for (u32 i = 1; i < c->n; i++)
        charts(to, c, i, number);
    changes(to, c);
}

static void line_row(FILE *to, const struct compare *c, const struct compare_line *x, const double *v)
{
    char buf[32];
    fputs("<tr><td class=\"mono\">", to);
    page_text(to, out_base_name(x->file));
    fprintf(to, ":%u</td>", x->line);
    for (u32 m = 0; m < c->n; m++)
        fprintf(to, "<td class=\"n\">%s</td>", page_thousands(v[m], buf));
    for (u32 m = 1; m < c->n; m++)
        fprintf(to, "<td class=\"n\">%s</td>", compare_relative(v[0], v[m], buf));
    fputs("<td>", to);
    page_text(to, x->kernel);
    fputs("</td></tr>\n", to);
}

static void lines_table(FILE *to, const struct compare *c, const struct compare_lines *all, bool blame)
{
    size_t shown = 0, same = 0;
    for (size_t n = 0; n < all->v.n; n++) {
        const double *v = blame ? all->v.at[n].blame : all->v.at[n].waits;
        same += unchanged(c, v);
        if (unchanged(c, v) || shown == COMPARE_LINES)
            continue;
        if (!shown++)
            head(to, c, "line", true, "kernel");
        line_row(to, c, &all->v.at[n], v);
    }
    if (shown)
        fputs("</table></div>\n", to);
    if (same) {
        fprintf(to, "<details><summary>%zu line%s the same</summary>", same, same == 1 ? " is" : "s are");
        head(to, c, "line", true, "kernel");
        for (size_t n = 0; n < all->v.n; n++)
            if (unchanged(c, blame ? all->v.at[n].blame : all->v.at[n].waits))
                line_row(to, c, &all->v.at[n], blame ? all->v.at[n].blame : all->v.at[n].waits);
        fputs("</table></div></details>\n", to);
    }
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

static void runs(FILE *to, const struct compare *c)
{
    fputs("<div class=\"wide\"><table>\n", to);
    for (u32 n = 0; n < c->n; n++) {
        const json_t *r = c->records[n];
        fprintf(to, "<tr><td><b>%c</b></td><td class=\"mono\">", letter(n));
        page_text(to, c->labels[n]);
        fputs("</td><td>", to);
        page_text(to, out_text(r, "program.name"));
        fputs(" ", to);
        page_text(to, out_text(r, "program.arguments"));
        fputs(" on ", to);
        page_text(to, out_text(r, "machine.name"));
        fputs("</td><td class=\"dim\">", to);
        page_text(to, out_text(r, "host.date"));
        fputs("</td></tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

static void page(const void *what, FILE *to)
{
    const struct compare *c = what;
    struct compare one = *c;
    const json_t *k, *kernels = json_object_get(c->records[0], "kernels");
    size_t i;

    page_begin(to, "sluice compare");
    fputs("<h1>What differs</h1>\n", to);
    fputs("<div class=\"first\">", to);
    answers(to, c);
    verdicts(to, c);
    fputs("</div>\n", to);
    runs(to, c);
    fputs("<h2>Parameters</h2>\n", to);
    fputs(compare_parameters(c, parameter, to) ? "</table></div>\n" : "<p>The machines are the same.</p>\n", to);
    if (c->kernel) {
        section(to, c, c->kernel, 0);
    } else {
        section(to, c, "In total", 0);
        json_array_foreach((json_t *)kernels, i, k)
        {
            one.kernel = out_text(k, "name");
            if (json_array_size(kernels) > 1)
                section(to, &one, one.kernel, i + 1);
        }
    }
    lines(to, c);
    page_end(to);
}

bool compare_write_page(const char *path, const struct compare *c, struct diag *d)
{
    return out_write(path, page, c, d);
}
