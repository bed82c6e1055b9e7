/* The report of a run record as a page. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/lines.h"
#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

static void tile(FILE *to, const char *value, const char *what, const char *key, page_help_fn *help)
{
    char buf[512];
    const char *text = help ? help(key, buf, sizeof buf) : NULL;
    fputs("<div class=\"tile\" title=\"", to);
    page_text(to, text ? text : key);
    fprintf(to, "\"><b>%s</b><span>%s</span></div>", value, what);
}

static double percent(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

static void tiles(FILE *to, const json_t *k, page_help_fn *help)
{
    char a[32], b[32];
    double s = page_get(k, PK_simulated_seconds);
    fputs("<div class=\"tiles\">", to);
    tile(to, page_number(page_get(k, PK_cycles), a), "cycles", "cycles", help);
    snprintf(b, sizeof b, "%.3g %s", s >= 1e-3 ? s * 1e3 : s * 1e6, s >= 1e-3 ? "ms" : "\u00b5s");
    tile(to, b, "simulated time", "simulated_seconds", help);
    tile(to, page_number(page_get(k, PK_warp_ipc), a), "warp IPC", "warp_ipc", help);
    snprintf(b, sizeof b, "%.1f %%", 100 * page_get(k, PK_occupancy_achieved));
    tile(to, b, "occupancy achieved", "occupancy.achieved", help);
    snprintf(b, sizeof b, "%.1f %%", percent(page_get(k, PK_l1_hit), page_get(k, PK_l1_read)));
    tile(to, b, "L1 reads hit", "l1.hit", help);
    snprintf(b, sizeof b, "%.1f %%", percent(page_get(k, PK_l2_read_hit), page_get(k, PK_l2_read)));
    tile(to, b, "L2 reads hit", "l2.read_hit", help);
    snprintf(b, sizeof b, "%.1f %%", 100 * page_get(k, PK_bandwidth_dram_used));
    tile(to, b, "DRAM bandwidth used", "bandwidth.dram_used", help);
    fputs("</div>\n", to);
}

static void launch_line(FILE *to, const json_t *k)
{
    const json_t *g = json_object_get(k, "grid"), *b = json_object_get(k, "block");
    fprintf(to, "<p class=\"dim\">%.0f launch%s", page_get(k, PK_launches),
            page_get(k, PK_launches) == 1 ? "" : "es");
    if (g)
        fprintf(to,
                ", grid %.0f&times;%.0f&times;%.0f, block %.0f&times;%.0f&times;%.0f, %.0f registers a thread, %.0f "
                "bytes of shared memory a CTA",
                json_number_value(json_array_get(g, 0)), json_number_value(json_array_get(g, 1)),
                json_number_value(json_array_get(g, 2)), json_number_value(json_array_get(b, 0)),
                json_number_value(json_array_get(b, 1)), json_number_value(json_array_get(b, 2)),
                page_get(k, PK_registers), page_get(k, PK_shared_bytes));
    fputs("</p>\n", to);
}

#define HEAVY 3   /* kernels that the page opens with */
#define LISTED 12 /* kernels in the list of contents */

/* Which of the record's sources is of this kernel, and where in the text one of its lines is named; NULL: nowhere. */
const char *page_named_line(const json_t *record, const json_t *k, const char *text, size_t *which, u32 *line)
{
    struct arena a = {0};
    struct out_lines l;
    const char *at = NULL;
    for (*which = 0; !at && out_lines_read(&a, record, *which, &l); ++*which) {
        const char *name = out_base_name(l.file);
        size_t n = strlen(name);
        if (!n || strcmp(l.kernel, out_text(k, "name")) != 0)
            continue;
        for (at = strstr(text, name); at && !(at[n] == ':' && at[n + 1] >= '1' && at[n + 1] <= '9');)
            at = strstr(at + 1, name);
        if (at) {
            *line = (u32)strtoul(at + n + 1, NULL, 10);
            break;
        }
    }
    arena_free(&a);
    return at;
}

static void text_until(FILE *to, const char *from, const char *until)
{
    char part[512];
    snprintf(part, sizeof part, "%.*s", (int)(until - from), from);
    page_text(to, part);
}

/* The sentence leads to the slots that it speaks of, and its source line to that line. */
static void sentence(FILE *to, const json_t *record, const json_t *k, size_t index, const struct out_advice *a)
{
    size_t which;
    u32 line;
    const char *at = page_named_line(record, k, a->what, &which, &line), *end = a->what + strlen(a->what);
    const char *behind = at ? at : end, *causes = a->rule->causes ? a->rule->causes : a->rule->own;
    while (at && behind > a->what && strncmp(behind, "; ", 2) != 0)
        behind--;
    if (behind == a->what) /* it begins with the line */
        behind = at;
    fprintf(to, "<a class=\"plain\" href=\"#k%zu-slots\" data-causes=\"%s\">", index,
            causes && *causes ? causes : "");
    text_until(to, a->what, behind);
    fputs("</a>", to);
    if (!at)
        return;
    text_until(to, behind, at);
    fprintf(to, "<a href=\"#s%zu-%u\">", which, line);
    const char *digits = strchr(at, ':') + 1;
    digits += strspn(digits, "0123456789");
    text_until(to, at, digits);
    fputs("</a>", to);
    page_text(to, digits);
}

/* What limits a kernel, as a list. */
static void limits(FILE *to, const json_t *record, const json_t *k, size_t index)
{
    struct out_advice a[OUT_ADVICE_MOST];
    u32 n = out_advise(record, k, a, COUNT_OF(a));
    char bound[64];

    fputs("<ul>\n", to);
    for (u32 i = 0; i < n; i++) {
        fputs("<li>", to);
        sentence(to, record, k, index, &a[i]);
        fprintf(to, ": <b>%s</b>. <span class=\"dim\">Try: ", out_advice_bound(&a[i], bound));
        page_text(to, a[i].rule->try);
        fputs(".</span></li>\n", to);
    }
    if (!n && json_object_get(record, "fault"))
        fputs("<li>It did not run to its end: nothing is said of its limits.</li>\n", to);
    else if (!n)
        fprintf(to, "<li>No single limit: %.0f&nbsp;%% of the issue slots issue an instruction.</li>\n",
                percent(out_number(k, "slot.issued") + out_number(k, "slot.expanded"), out_number(k, "slot.total")));
    fputs("</ul>\n", to);
}

static bool among(const json_t *k, const json_t **kernels, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (kernels[i] == k)
            return true;
    return false;
}

/* The page opens with the kernels that take most of the time. */
static void look_first(FILE *to, const json_t *record)
{
    const json_t *heavy[HEAVY], *all = json_object_get(record, "kernels"), *k;
    u32 n = out_heaviest(record, heavy, HEAVY);
    double total = out_kernel_cycles(record);
    size_t index;

    if (!n)
        return;
    fputs("<div class=\"first\" id=\"first\"><b>Look here first</b>\n", to);
    for (u32 i = 0; i < n; i++) {
        json_array_foreach((json_t *)all, index, k) if (k == heavy[i]) break;
        fprintf(to, "<p><a href=\"#k%zu\">", index);
        page_text(to, out_text(heavy[i], "name"));
        fprintf(to, "</a>, %.0f&nbsp;%% of the cycles</p>", percent(page_get(heavy[i], PK_cycles), total));
        limits(to, record, heavy[i], index);
    }
    fputs("</div>\n", to);
}

/* A kernel's own section has them only where the top of the page does not. */
static void advice(FILE *to, const json_t *record, const json_t *k, size_t index)
{
    const json_t *heavy[HEAVY];
    if (among(k, heavy, out_heaviest(record, heavy, HEAVY)))
        return;
    fputs("<div class=\"first\"><b>What limits it</b>", to);
    limits(to, record, k, index);
    fputs("</div>\n", to);
}

static void section(FILE *to, const json_t *record, const json_t *k, size_t index, const char *name,
                    page_help_fn *help)
{
    const json_t *m = json_object_get(record, "machine");
    fprintf(to, "<h2 id=\"k%zu\">", index);
    page_text(to, name);
    fputs("</h2>\n", to);
    launch_line(to, k);
    if (json_object_get(k, "name"))
        advice(to, record, k, index);
    tiles(to, k, help);
    page_slots(to, k, index, help);
    page_peaks(to, k, m, NULL, help);
    fputs("<div class=\"grid2\"><div>\n", to);
    page_path(to, k, index, m, NULL, help);
    page_occupancy(to, k, m, NULL);
    fputs("</div><div>\n", to);
    page_latency(to, k, NULL, help);
    page_roofline(to, record, index, NULL);
    page_energy(to, k, NULL, help);
    fputs("</div></div>\n", to);
    page_requests(to, record, out_text(k, "name"));
    page_statistics(to, k, json_object_get(record, "units"), help);
}

static void kernels_table(FILE *to, const json_t *record)
{
    const json_t *kernels = json_object_get(record, "kernels"), *k;
    double total = page_get(json_object_get(record, "total"), PK_cycles);
    char a[32];
    size_t i;
    fputs("<div class=\"wide\" id=\"kernels\"><table><tr><th>kernel</th><th class=\"n\">launches</th><th "
          "class=\"n\">cycles</th><th "
          "class=\"n\">share</th>"
          "<th class=\"n\">warp IPC</th><th class=\"n\">L1 hit</th><th class=\"n\">L2 hit</th><th "
          "class=\"n\">DRAM</th></tr>\n",
          to);
    json_array_foreach((json_t *)kernels, i, k)
    {
        fprintf(to, "<tr><td><a href=\"#k%zu\">", i);
        page_text(to, out_text(k, "name"));
        fprintf(to, "</a></td><td class=\"n\">%.0f</td><td class=\"n\">%s</td><td class=\"n\">%.1f&nbsp;%%</td>",
                page_get(k, PK_launches), page_number(page_get(k, PK_cycles), a),
                percent(page_get(k, PK_cycles), total));
        fprintf(to,
                "<td class=\"n\">%.3f</td><td class=\"n\">%.1f&nbsp;%%</td><td class=\"n\">%.1f&nbsp;%%</td><td "
                "class=\"n\">%.1f&nbsp;%%</td></tr>\n",
                page_get(k, PK_warp_ipc), percent(page_get(k, PK_l1_hit), page_get(k, PK_l1_read)),
                percent(page_get(k, PK_l2_read_hit), page_get(k, PK_l2_read)),
                100 * page_get(k, PK_bandwidth_dram_used));
    }
    fputs("</table></div>\n", to);
}

static void executed_only(FILE *to, const json_t *record)
{
    const json_t *kernels = json_object_get(record, "kernels"), *k;
    char a[32], b[32], c[32];
    size_t i;
    fputs("<p>Executed, not timed: a machine (<code>--machine</code>) gives times.</p><div "
          "class=\"wide\"><table><tr><th>kernel</th>"
          "<th class=\"n\">launches</th><th class=\"n\">warp instructions</th><th class=\"n\">memory "
          "instructions</th><th class=\"n\">lines an access</th></tr>\n",
          to);
    json_array_foreach((json_t *)kernels, i, k)
    {
        double accesses = page_get(k, PK_global_mem_instrs) + page_get(k, PK_local_mem_instrs);
        fputs("<tr><td>", to);
        page_text(to, out_text(k, "name"));
        fprintf(to,
                "</td><td class=\"n\">%.0f</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td "
                "class=\"n\">%s</td></tr>\n",
                page_get(k, PK_launches), page_number(page_get(k, PK_warp_instrs), a), page_number(accesses, b),
                page_number(accesses > 0 ? page_get(k, PK_lines) / accesses : NAN, c));
    }
    fputs("</table></div>\n", to);
}

static void machine_table(FILE *to, const json_t *o, const char *prefix, page_help_fn *help)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[160], buf[512];
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            machine_table(to, v, name, help);
            continue;
        }
        const char *text = help ? help(name, buf, sizeof buf) : NULL;
        fputs("<tr title=\"", to);
        page_text(to, text ? text : name);
        fprintf(to, "\"><td class=\"mono\">%s</td><td>", name);
        if (json_is_string(v))
            page_text(to, json_string_value(v));
        else if (json_is_boolean(v))
            fputs(json_is_true(v) ? "on" : "off", to);
        else
            fprintf(to, "%lld", (long long)json_integer_value(v));
        fputs("</td></tr>\n", to);
    }
}

static void entry(FILE *to, const char *name, const char *text)
{
    fprintf(to, "<dt>%s</dt><dd>", name);
    page_text(to, text);
    fputs("</dd>\n", to);
}

/* What was run, on what, when: what a reader of two such pages tells them apart by. */
static void run_of(FILE *to, const json_t *record)
{
    const json_t *m = json_object_get(record, "machine");
    char text[512];
    fputs("<dl class=\"run\">\n", to);
    if (*out_text(record, "host.command"))
        entry(to, "command", out_text(record, "host.command"));
    else {
        snprintf(text, sizeof text, "%s %s", out_text(record, "program.name"), out_text(record, "program.arguments"));
        entry(to, "program", text);
    }
    if (out_number(m, "gpu.sms") > 0) {
        snprintf(text, sizeof text, "%s, %.0f SMs at %.0f MHz", out_text(m, "name"), out_number(m, "gpu.sms"),
                 page_get(m, PK_gpu_clock));
        entry(to, "machine", text);
    }
    if (*out_text(record, "host.date"))
        entry(to, "date", out_text(record, "host.date"));
    fputs("</dl>\n", to);
}

static void contents(FILE *to, const json_t *record)
{
    const json_t *kernels = json_object_get(record, "kernels"), *lines = json_object_get(record, "lines"), *k;
    bool several = json_array_size(kernels) > 1;
    size_t i;
    fputs("<nav aria-label=\"contents\"><ul><li><a href=\"#first\">Look here first</a></li>", to);
    if (several)
        fputs("<li><a href=\"#kernels\">Kernels</a></li>\n", to);
    json_array_foreach((json_t *)kernels, i, k)
    {
        if (i == LISTED)
            break;
        fprintf(to, "<li><a href=\"#k%zu\">", i);
        page_text(to, out_text(k, "name"));
        fprintf(to,
                "</a><ul><li><a href=\"#k%zu-slots\">slots</a></li><li><a href=\"#k%zu-path\">memory "
                "path</a></li></ul></li>\n",
                i, i);
    }
    if (several)
        fprintf(to, "<li><a href=\"#k%zu\">All kernels</a></li>", json_array_size(kernels));
    if (json_array_size(out_value(record, "samples.cycle")) > 1)
        fputs("<li><a href=\"#time\">Over time</a></li>", to);
    json_array_foreach((json_t *)lines, i, k)
    {
        if (i == LISTED)
            break;
        fprintf(to, "<li><a href=\"#s%zu\">Source: ", i);
        page_text(to, out_text(k, "kernel"));
        fputs("</a></li>", to);
    }
    fputs("<li><a href=\"#machine\">The machine</a></li></ul></nav>\n", to);
}

void page_report(FILE *to, const json_t *record, page_help_fn *help)
{
    const json_t *kernels = json_object_get(record, "kernels"), *total = json_object_get(record, "total"), *k;
    const json_t *m = json_object_get(record, "machine");
    char title[256];
    size_t i;
    snprintf(title, sizeof title, "%s on %s", out_text(record, "program.name"), out_text(m, "name"));
    page_begin(to, title);
    fputs("<h1>", to);
    page_text(to, title);
    fputs("</h1>\n", to);
    run_of(to, record);
    if (*out_text(record, "fault")) {
        fputs("<p class=\"bad\">Stopped: ", to);
        page_text(to, out_text(record, "fault"));
        fputs("</p>\n", to);
    }
    if (out_number(m, "gpu.sms") <= 0) {
        executed_only(to, record);
        page_end(to);
        return;
    }
    look_first(to, record);
    contents(to, record);
    if (json_array_size(kernels) > 1) {
        tiles(to, total, help);
        kernels_table(to, record);
    }
    json_array_foreach((json_t *)kernels, i, k) section(to, record, k, i, out_text(k, "name"), help);
    if (json_array_size(kernels) > 1)
        section(to, record, total, json_array_size(kernels), "All kernels", help);
    page_samples(to, record, NULL);
    page_lines(to, record);
    fputs(
        "<h2 id=\"machine\">The machine</h2><details><summary>every parameter (hover for its meaning)</summary><div "
        "class=\"wide\"><table>\n",
        to);
    machine_table(to, m, "", help);
    fputs("</table></div></details>\n", to);
    fputs("<p class=\"dim small\">model ", to);
    page_text(to, out_text(record, "program.model"));
    fputs("</p>\n", to);
    page_end(to);
}
