/* How near a kernel came to what the machine can do: arithmetic and memory, each as its busiest part, and all parts:
   the pair that NVIDIA's profiler calls the speed of light. Shares are of the whole launch on all SMs. */
#include <string.h>

#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

struct part {
    const char *name, *key; /* key: what explains it, or NULL */
    double share;
};
#define PARTS 16
#define WIDE 300.0
#define AT 132.0

static const struct {
    const char *key, *name;
} pipes[] = {{"alu", "integer"}, {"fp32", "f32"},       {"fp64", "f64"},        {"tensor", "tensor"},
             {"sfu", "special"}, {"control", "branch"}, {"uniform", "uniform"}, {"texture", "texture"}};

static u32 compute(const json_t *k, struct part *to)
{
    const json_t *pipe = json_object_get(k, "pipe");
    double slots = page_get(k, PK_slot_total);
    u32 n = 0;
    to[n++] = (struct part){"issue slots", "slot.issued",
                            slots > 0 ? (page_get(k, PK_slot_issued) + out_number(k, "slot.expanded")) / slots : 0};
    for (size_t i = 0; i < COUNT_OF(pipes); i++)
        to[n++] = (struct part){pipes[i].name, NULL, json_number_value(json_object_get(pipe, pipes[i].key))};
    return n;
}

static u32 memory(const json_t *k, const json_t *m, struct part *to)
{
    double cycles = page_get(k, PK_sm_cycles), seconds = page_get(k, PK_simulated_seconds);
    double slices = page_get(m, PK_l2_slices) * page_get(m, PK_l2_clock) * 1e6 * seconds;
    u32 n = 0;
    to[n++] =
        (struct part){"load-store unit", NULL, json_number_value(json_object_get(json_object_get(k, "pipe"), "lsu"))};
    to[n++] = (struct part){"L1 lookups", "l1.serving", cycles > 0 ? page_get(k, PK_l1_serving) / cycles : 0};
    to[n++] = (struct part){"requests", "network.request.load", page_get(k, PK_network_request_load)};
    to[n++] = (struct part){"L2 accesses", "l2.access", slices > 0 ? page_get(k, PK_l2_access) / slices : 0};
    to[n++] = (struct part){"replies", "network.reply.load", page_get(k, PK_network_reply_load)};
    to[n++] = (struct part){"DRAM", "bandwidth.dram_used", page_get(k, PK_bandwidth_dram_used)};
    return n;
}

static u32 busiest(const struct part *p, u32 n)
{
    u32 best = 0;
    for (u32 i = 1; i < n; i++)
        if (p[i].share > p[best].share)
            best = i;
    return best;
}

static double bar(FILE *to, const struct part *p, double other, const struct page_ghost *ghost, const char *class,
                  double y, double tall, page_help_fn *help)
{
    char buf[512];
    const char *text = help && p->key ? help(p->key, buf, sizeof buf) : NULL;
    fprintf(
        to,
        "<g><text class=\"%s\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text><rect class=\"cn\" x=\"%.0f\" "
        "y=\"%.1f\" width=\"%.0f\" height=\"%.0f\" rx=\"2\"/><rect class=\"%s\" x=\"%.0f\" y=\"%.1f\" width=\"%.1f\" "
        "height=\"%.0f\" rx=\"2\"/><text class=\"s\" x=\"%.0f\" y=\"%.1f\">%.1f %%</text>",
        tall > 12 ? "b" : "s", AT - 8, y + tall / 2 + 4, p->name, AT, y, WIDE, tall, class, AT, y,
        WIDE * MIN(MAX(p->share, 0), 1), tall, AT + WIDE + 6, y + tall / 2 + 4, 100 * p->share);
    if (ghost && other > 0)
        fprintf(to, "<line class=\"ghost\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                AT + WIDE * MIN(other, 1), AT + WIDE * MIN(other, 1), y - 2, y + tall + 2);
    fputs("<title>", to);
    page_text(to, p->name);
    fprintf(to, ": %.1f %%", 100 * p->share);
    if (ghost)
        fprintf(to, "; %s: %.1f %%", ghost->name, 100 * other);
    if (text) {
        fputs("&#10;", to);
        page_text(to, text);
    }
    fputs("</title></g>\n", to);
    return y + tall + 6;
}

static void half(FILE *to, const char *name, const struct part *p, const struct part *others, u32 n,
                 const struct page_ghost *ghost, page_help_fn *help)
{
    u32 best = busiest(p, n), shown = 0;
    for (u32 i = 0; i < n; i++)
        shown += p[i].share > 0 || others[i].share > 0;
    const struct part top = {name, NULL, p[best].share};
    fprintf(to, "<figure><figcaption>%s <span class=\"dim\">%.0f&nbsp;%% of peak, by %s</span></figcaption>\n", name,
            100 * top.share, p[best].name);
    fprintf(to, "<svg viewBox=\"0 0 480 %u\" width=\"480\" role=\"img\">\n", 30 + 18 * shown);
    double y = bar(to, &top, others[busiest(others, n)].share, ghost, "c0", 2, 18, help);
    for (u32 i = 0; i < n; i++)
        if (p[i].share > 0 || others[i].share > 0)
            y = bar(to, &p[i], others[i].share, ghost, i == best ? "c0" : "c4", y, 11, help);
    fputs("</svg></figure>\n", to);
}

void page_peaks(FILE *to, const json_t *kernel, const json_t *machine, const struct page_ghost *ghost,
                page_help_fn *help)
{
    const json_t *g = ghost ? ghost->kernel : NULL, *gm = ghost ? json_object_get(ghost->record, "machine") : NULL;
    struct part p[PARTS] = {0}, others[PARTS] = {0};
    u32 n = compute(kernel, p);
    if (g)
        compute(g, others);
    fputs("<div class=\"grid2\">\n", to);
    half(to, "Compute", p, others, n, ghost, help);
    memset(others, 0, sizeof others);
    n = memory(kernel, machine, p);
    if (g)
        memory(g, gm, others);
    half(to, "Memory", p, others, n, ghost, help);
    fputs("</div>\n", to);
}
