/* The figures of a kernel: where issue slots went, latencies, the roofline, occupancy, energy, and every statistic.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

static void title_of(FILE *to, const char *key, page_help_fn *help)
{
    char buf[512];
    const char *text = help ? help(key, buf, sizeof buf) : NULL;
    if (text) {
        fputs("<title>", to);
        page_text(to, text);
        fputs("</title>", to);
    }
}

/* Issue slots */

#define LIGHT PLOT_COLOURS
#define HATCHED (2 * PLOT_COLOURS)

/* Full colours for what most kernels show, light ones for the L1 and what is rare, hatched ones for what is easily
   taken for a neighbour: an L1 at its rate is busy, a warp that drains is over. */
u32 page_slot_colour(const char *cause)
{
    static const struct {
        const char *key;
        u32 colour;
    } looks[] = {{"issued", 0},
                 {"expanded", LIGHT + 0},
                 {"dual", 1},
                 {"memory", 2},
                 {"alu", 3},
                 {"barrier", 4},
                 {"fence", 5},
                 {"unit_busy", 6},
                 {"lsu_full", 7},
                 {"l1_assoc", HATCHED + 1},
                 {"l1_mshr", LIGHT + 1},
                 {"l1_merge", LIGHT + 2},
                 {"l1_missq", LIGHT + 3},
                 {"l1_other", HATCHED + 0},
                 {"lsu_order", LIGHT + 5},
                 {"throttled", LIGHT + 6},
                 {"fetch", LIGHT + 7},
                 {"drain", HATCHED + 3},
                 {"no_warp", PAGE_IDLE}};
    for (size_t i = 0; i < COUNT_OF(looks); i++)
        if (!strcmp(looks[i].key, cause))
            return looks[i].colour;
    return HATCHED + 2; /* the test asks that none is left to this */
}

/* The letter behind "c" or "k" of its class; what else belongs there; its style. */
static char slot_look(u32 cause, const char **hatch, const char **style)
{
    u32 colour = page_slot_colour(out_slots[cause].key);
    *hatch = colour == PAGE_IDLE ? "" : plot_hatch(colour);
    *style = colour == PAGE_IDLE ? "" : plot_shade(colour);
    return colour == PAGE_IDLE ? 'n' : (char)('0' + colour % PLOT_COLOURS);
}

void page_slot_bar(FILE *to, const json_t *slot, u32 height, page_help_fn *help)
{
    double total = out_number(slot, "total"), x = 0;
    char key[96];
    const char *hatch, *style;
    fprintf(
        to,
        "<svg viewBox=\"0 0 1000 %u\" width=\"1000\" preserveAspectRatio=\"none\" style=\"width:100%%;height:%upx\" "
        "role=\"img\">\n",
        height, height);
    for (u32 i = 0; i < out_slot_count && total > 0; i++) {
        double wide = 1000 * out_number(slot, out_slots[i].key) / total;
        char class = slot_look(i, &hatch, &style);
        snprintf(key, sizeof key, "slot.%s", out_slots[i].key);
        if (wide > 0) {
            fprintf(to,
                    "<rect class=\"c%c%s\" style=\"%s\" data-cause=\"%s\" x=\"%.2f\" y=\"0\" width=\"%.2f\" "
                    "height=\"%u\">",
                    class, hatch, style, out_slots[i].key, x, wide, height);
            title_of(to, key, help);
            fputs("</rect>", to);
        }
        x += wide;
    }
    fputs("</svg>\n", to);
}

void page_slot_legend(FILE *to, const json_t *slot, page_help_fn *help)
{
    double total = out_number(slot, "total");
    char key[96], buf[512];
    const char *hatch, *style;
    fputs("<div class=\"legend\">", to);
    for (u32 i = 0; i < out_slot_count; i++) {
        double share = out_number(slot, out_slots[i].key) / total;
        if (share <= 0)
            continue;
        char class = slot_look(i, &hatch, &style);
        snprintf(key, sizeof key, "slot.%s", out_slots[i].key);
        const char *text = help ? help(key, buf, sizeof buf) : NULL;
        fputs("<span title=\"", to);
        page_text(to, text ? text : key);
        fprintf(to, "\"><i class=\"k%c%s\" style=\"%s\"></i>%s <span class=\"dim num\">%.1f&nbsp;%%</span></span>",
                class, hatch, style, out_slots[i].text, 100 * share);
    }
    fputs("</div>", to);
}

void page_slots(FILE *to, const json_t *kernel, size_t index, page_help_fn *help)
{
    const json_t *slot = json_object_get(kernel, "slot");
    if (out_number(slot, "total") <= 0)
        return;
    fprintf(
        to,
        "<figure id=\"k%zu-slots\"><figcaption>Issue slots <span class=\"dim\">where every scheduler slot of every "
        "cycle went</span></figcaption>\n",
        index);
    page_slot_bar(to, slot, 34, help);
    page_slot_legend(to, slot, help);
    fputs("</figure>\n", to);
}

/* ---- latencies ---- */

#define BUCKETS 14 /* up to 8192 cycles; what is beyond goes into the last */

/* How many fell into each; returns all. */
static double buckets_of(const json_t *h, double v[BUCKETS])
{
    const json_t *b = json_object_get(h, "buckets");
    for (size_t i = 0; i < json_array_size(b); i++)
        v[MIN(i, BUCKETS - 1)] += json_number_value(json_array_get(b, i));
    return out_number(h, "count");
}

/* The other run's, as an outline on the same scale: most is the highest share of both. */
static void ghost_histogram(FILE *to, const struct page_ghost *ghost, const double *v, double count, double most,
                            double y)
{
    if (count <= 0)
        return;
    fprintf(to, "<path class=\"ghost\" d=\"M%.1f %.1f", 90.0, y + 42);
    for (u32 i = 0; i < BUCKETS; i++)
        fprintf(to, "V%.1fH%.1f", y + 42 - 38 * v[i] / count / most, 90 + 27.0 * (i + 1));
    fprintf(to, "V%.1f\"><title>%s</title></path>", y + 42, ghost->name);
}

static void histogram(FILE *to, const char *stage, const json_t *h, const struct page_ghost *ghost, double y,
                      page_help_fn *help)
{
    double v[BUCKETS] = {0}, g[BUCKETS] = {0}, count = buckets_of(h, v), most = 0, others = 0;
    const json_t *other = ghost ? json_object_get(json_object_get(ghost->kernel, "latency"), stage) : NULL;
    for (u32 i = 0; i < BUCKETS; i++)
        most = MAX(most, v[i]);
    if (other)
        others = buckets_of(other, g);
    for (u32 i = 0; i < BUCKETS && others > 0; i++)
        most = MAX(most, g[i] / others * count);
    char buf[32], key[64], text[64] = "";
    if (others > 0)
        snprintf(text, sizeof text, "; %s %s", ghost->name,
                 page_number(round(out_number(other, "mean") * 10) / 10, buf));
    snprintf(key, sizeof key, "latency.%s", stage);
    fputs("<g>", to);
    title_of(to, key, help);
    fprintf(to, "<text class=\"s b\" x=\"0\" y=\"%.0f\">%s</text><text class=\"dim\" x=\"0\" y=\"%.0f\">%s%s</text>",
            y + 18, stage, y + 34, page_number(round(out_number(h, "mean") * 10) / 10, buf), *text ? text : " mean");
    for (u32 i = 0; i < BUCKETS; i++) {
        double tall = most > 0 ? 38 * v[i] / most : 0;
        if (v[i] > 0)
            fprintf(to,
                    "<rect class=\"c0\" x=\"%.1f\" y=\"%.1f\" width=\"23\" height=\"%.1f\"><title>%.0f to %.0f "
                    "cycles: %.1f %%</title></rect>",
                    92 + 27.0 * i, y + 42 - MAX(tall, 1), MAX(tall, 1), i ? pow(2, i - 1) : 0, i ? pow(2, i) - 1 : 0,
                    count > 0 ? 100 * v[i] / count : 0);
    }
    if (others > 0)
        ghost_histogram(to, ghost, g, others, most / count, y);
    fprintf(to, "<line class=\"rule\" x1=\"90\" x2=\"470\" y1=\"%.0f\" y2=\"%.0f\"/></g>\n", y + 42, y + 42);
}

void page_latency(FILE *to, const json_t *kernel, const struct page_ghost *ghost, page_help_fn *help)
{
    const json_t *lat = json_object_get(kernel, "latency"), *h;
    u32 n = 0;
    for (u32 i = 0; i < out_stage_count; i++)
        n += out_number(json_object_get(lat, out_stages[i]), "count") > 0;
    if (!n)
        return;
    double height = 50.0 * n + 20, y = 0;
    fprintf(to,
            "<figure><figcaption>Latency by stage <span class=\"dim\">cycles of the stage's clock; share of "
            "requests, each its own "
            "scale</span></figcaption><svg viewBox=\"0 0 480 %.0f\" width=\"480\" role=\"img\">\n",
            height);
    for (u32 i = 0; i < out_stage_count; i++) {
        h = json_object_get(lat, out_stages[i]);
        if (out_number(h, "count") > 0) {
            histogram(to, out_stages[i], h, ghost, y, help);
            y += 50;
        }
    }
    for (u32 i = 0; i < BUCKETS; i += 2)
        fprintf(to, "<text class=\"tick\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%.0f</text>",
                92 + 27.0 * i + 11.5, y + 10, i ? pow(2, i - 1) : 0);
    fputs("</svg></figure>\n", to);
}

/* ---- roofline ---- */

static double issue_peak(const json_t *record) /* warp instructions a second */
{
    const json_t *m = json_object_get(record, "machine");
    double issue = out_number(m, "gpu.sms") * page_get(m, PK_sm_schedulers) * page_get(m, PK_sm_issue_width);
    return issue * page_get(m, PK_gpu_clock) * 1e6;
}

static double dram_peak(const json_t *record) /* bytes a second */
{
    return page_get(json_object_get(record, "total"), PK_bandwidth_dram_peak_gb_per_s) * 1e9;
}

static struct plot_point roof_point(const json_t *row, const char *label)
{
    double bytes = page_get(row, PK_dram_read_bytes) + page_get(row, PK_dram_write_bytes);
    double seconds = page_get(row, PK_simulated_seconds), instrs = page_get(row, PK_warp_instrs);
    if (bytes <= 0 || seconds <= 0)
        return (struct plot_point){.x = NAN, .y = NAN};
    return (struct plot_point){.x = instrs / bytes, .y = instrs / seconds / 1e9, .label = label};
}

void page_roofline(FILE *to, const json_t *record, size_t chosen, const struct page_ghost *ghost)
{
    const json_t *kernels = json_object_get(record, "kernels"), *k;
    double top = issue_peak(record), peak = dram_peak(record);
    struct plot_point points[64];
    u32 n = 0;
    size_t i;
    json_array_foreach((json_t *)kernels, i, k)
    {
        struct plot_point p = roof_point(k, out_text(k, "name"));
        p.colour = chosen == SIZE_MAX || i == chosen ? 1 : 7;
        if (n + 1 < COUNT_OF(points) && isfinite(p.x))
            points[n++] = p;
    }
    if (!n || top <= 0 || peak <= 0)
        return;
    bool several = n > 1;
    if (ghost) {
        points[n] = roof_point(ghost->kernel, ghost->name);
        points[n++].colour = PLOT_HOLLOW;
    }
    char a[48], b[64];
    snprintf(a, sizeof a, "DRAM, %.0f GB/s", peak / 1e9);
    snprintf(b, sizeof b, "issue, %.0f G warp instructions/s", top / 1e9);
    struct scatter s = {.title = "Roofline",
                        .x_name = "warp instructions a byte of DRAM traffic",
                        .y_name = ghost     ? "G warp instructions/s; dashed: the run that it is compared with"
                                  : several ? "G warp instructions/s; this kernel and, grey, the others"
                                            : "G warp instructions/s",
                        .points = points,
                        .n = n,
                        .roof_slope = peak / 1e9,
                        .roof_top = top / 1e9,
                        .roof_words = {a, b}};
    if (ghost && (issue_peak(ghost->record) != top || dram_peak(ghost->record) != peak)) {
        s.ghost_slope = dram_peak(ghost->record) / 1e9;
        s.ghost_top = issue_peak(ghost->record) / 1e9;
    }
    plot_scatter(to, &s);
}

/* ---- occupancy ---- */

/* A dashed line where the other run's value is, x from 92 on, at a bar. */
static void ghost_tick(FILE *to, const struct page_ghost *ghost, double wide, double y, double tall)
{
    if (wide > 0)
        fprintf(to, "<line class=\"ghost\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"><title>%s</title></line>",
                92 + wide, 92 + wide, y - 2, y + tall + 2, ghost->name);
}

void page_occupancy(FILE *to, const json_t *kernel, const json_t *machine, const struct page_ghost *ghost)
{
    const json_t *g = ghost ? ghost->kernel : NULL;
    double slots = page_get(machine, PK_sm_warps);
    struct {
        const char *name;
        double warps, other;
    } rows[] = {{"an SM has", slots, ghost ? page_get(json_object_get(ghost->record, "machine"), PK_sm_warps) : 0},
                {"fit", page_get(kernel, PK_occupancy_warps_per_sm), g ? page_get(g, PK_occupancy_warps_per_sm) : 0},
                {"were there", page_get(kernel, PK_occupancy_achieved_warps),
                 g ? page_get(g, PK_occupancy_achieved_warps) : 0}};
    if (slots <= 0)
        return;
    fputs("<figure><figcaption>Occupancy <span class=\"dim\">warps an SM", to);
    if (*out_text(kernel, "occupancy.limiter")) {
        fprintf(to, "; %.0f CTAs fit, limited by ", page_get(kernel, PK_occupancy_ctas_per_sm));
        page_text(to, out_text(kernel, "occupancy.limiter"));
    }
    fputs("</span></figcaption><svg viewBox=\"0 0 480 78\" width=\"480\" role=\"img\">\n", to);
    double y = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].warps <= 0)
            continue;
        fprintf(to,
                "<text class=\"s\" x=\"84\" y=\"%.0f\" text-anchor=\"end\">%s</text><rect class=\"%s\" x=\"92\" "
                "y=\"%.0f\" width=\"%.1f\" "
                "height=\"16\" rx=\"2\"/><text class=\"s\" x=\"%.1f\" y=\"%.0f\">%.3g</text>\n",
                y + 13, rows[i].name,
                i == 0   ? "c7"
                : i == 1 ? "c0"
                         : "c2",
                y, 340 * rows[i].warps / slots, 98 + MIN(340 * MAX(rows[i].warps, rows[i].other) / slots, 350),
                y + 13, rows[i].warps);
        ghost_tick(to, ghost, MIN(340 * rows[i].other / slots, 380), y, 16);
        y += 24;
    }
    fputs("</svg></figure>\n", to);
}

/* ---- energy ---- */

static const char *energy_text(double joules, char buf[32])
{
    snprintf(buf, 32, "%.3g %s",
             joules >= 1      ? joules
             : joules >= 1e-3 ? joules * 1e3
                              : joules * 1e6,
             joules >= 1      ? "J"
             : joules >= 1e-3 ? "mJ"
                              : "\u00b5J");
    return buf;
}

void page_energy(FILE *to, const json_t *kernel, const struct page_ghost *ghost, page_help_fn *help)
{
    double others = ghost ? page_get(ghost->kernel, PK_energy_total) : 0, scale;
    const json_t *e = json_object_get(kernel, "energy"), *v;
    double total = page_get(kernel, PK_energy_total), y = 0;
    const char *key;
    char buf[32], name[96];
    u32 n = 0;
    json_object_foreach((json_t *)e, key, v) n += json_is_integer(v) && json_number_value(v) > 0;
    if (total <= 0 || n < 3)
        return;
    scale = MAX(total, others);
    fprintf(to,
            "<figure><figcaption>Energy <span class=\"dim\">%s, %.3g W mean; where it went</span>"
            "</figcaption><svg viewBox=\"0 0 480 %u\" "
            "width=\"480\" role=\"img\">\n",
            energy_text(page_get(kernel, PK_energy_joules), buf), page_get(kernel, PK_energy_power), 21 * (n - 2));
    static const char *const parts[] = {"front", "units", "registers", "shared", "l1",
                                        "noc",   "l2",    "dram",      "clock",  "leakage"};
    for (u32 i = 0; i < COUNT_OF(parts); i++) { /* in one order, wherever the record comes from */
        key = parts[i];
        v = json_object_get(e, key);
        double part = json_number_value(v),
               other = ghost ? out_number(json_object_get(ghost->kernel, "energy"), key) : 0;
        if (!json_is_integer(v) || part <= 0)
            continue;
        snprintf(name, sizeof name, "energy.%s", key);
        fputs("<g>", to);
        title_of(to, name, help);
        fprintf(to,
                "<text class=\"s\" x=\"84\" y=\"%.0f\" text-anchor=\"end\">%s</text><rect class=\"c4\" x=\"92\" "
                "y=\"%.0f\" width=\"%.1f\" height=\"14\" "
                "rx=\"2\"/><text class=\"s\" x=\"%.1f\" y=\"%.0f\">%.1f %%</text></g>\n",
                y + 12, key, y, MAX(0.5, 320 * part / scale), 98 + 320 * MAX(part, other) / scale, y + 12,
                100 * part / total);
        if (others > 0)
            ghost_tick(to, ghost, 320 * other / scale, y, 14);
        y += 21;
    }
    fputs("</svg></figure>\n", to);
}

/* ---- every statistic ---- */

static void statistic_rows(FILE *to, const json_t *o, const json_t *units, const char *prefix, page_help_fn *help)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[160], buf[512], number[32];
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v) && strcmp(key, "latency") != 0) {
            statistic_rows(to, v, units, name, help);
        } else if (json_is_number(v) && json_number_value(v) != 0) {
            const char *text = help ? help(name, buf, sizeof buf) : NULL, *unit = out_text(units, name);
            fputs("<tr title=\"", to);
            page_text(to, text ? text : name);
            fprintf(to, "\"><td class=\"mono\">%s</td><td class=\"n\">", name);
            if (json_is_integer(v))
                fprintf(to, "%lld", (long long)json_integer_value(v));
            else
                fputs(page_number(json_number_value(v), number), to);
            fputs("</td><td class=\"dim\">", to);
            page_text(to, unit);
            fputs("</td></tr>\n", to);
        }
    }
}

void page_statistics(FILE *to, const json_t *kernel, const json_t *units, page_help_fn *help)
{
    fputs("<details><summary>every statistic that is not 0 (hover for its meaning)</summary><div "
          "class=\"wide\"><table>\n",
          to);
    statistic_rows(to, kernel, units, "", help);
    fputs("</table></div></details>\n", to);
}
