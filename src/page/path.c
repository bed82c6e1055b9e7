/* The memory path as a picture: stages from top to bottom, requests going down on the left, replies coming up on the
   right; the wider an edge, the more it carries. The numbers are those of the record. */
#include <math.h>
#include <string.h>

#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

#define W 480.0
#define BOX_X 130.0
#define BOX_W 220.0
#define BOX_H 46.0
#define GAP 64.0

struct drawing {
    FILE *to;
    const json_t *k, *m;
    page_help_fn *help;
    const struct page_ghost *ghost;
    size_t index;
    double y, seconds, most; /* the next box; simulated time; bytes of the widest edge */
};

static double n(const struct drawing *d, enum page_key key)
{
    return page_get(d->k, key);
}

enum { SMS, L1, NETWORK, L2, DRAM, STAGES };
static const char *const ids[STAGES] = {"sms", "l1", "network", "l2", "dram"};

static void hover(const struct drawing *d, const char *keys)
{
    char list[256], buf[512], *save;
    snprintf(list, sizeof list, "%s", keys);
    fputs("<title>", d->to);
    for (char *key = strtok_r(list, " ", &save); key; key = strtok_r(NULL, " ", &save)) {
        const char *help = d->help ? d->help(key, buf, sizeof buf) : NULL;
        if (help) {
            page_text(d->to, help);
            fputs("&#10;", d->to);
        }
    }
    fputs("</title>", d->to);
}

static double percent(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

/* How full or how busy each stage is, or the share that hits. */
static void shares(const json_t *k, double to[STAGES])
{
    to[SMS] = percent(page_get(k, PK_slot_issued), page_get(k, PK_slot_total)) / 100;
    to[L1] = percent(page_get(k, PK_l1_hit), page_get(k, PK_l1_read)) / 100;
    to[NETWORK] = MAX(page_get(k, PK_network_request_load), page_get(k, PK_network_reply_load));
    to[L2] = percent(page_get(k, PK_l2_read_hit), page_get(k, PK_l2_read)) / 100;
    to[DRAM] = page_get(k, PK_bandwidth_dram_used);
}

/* The load as a bar at the foot of a box, and the other run's. */
static void load_bar(const struct drawing *d, u32 stage)
{
    double share[STAGES], other[STAGES] = {0};
    shares(d->k, share);
    if (d->ghost)
        shares(d->ghost->kernel, other);
    if (share[stage] > 0)
        fprintf(d->to, "<rect class=\"c1\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"4\"/>", BOX_X,
                d->y + BOX_H - 4, BOX_W * MIN(share[stage], 1));
    if (other[stage] > 0)
        fprintf(d->to, "<line class=\"ghost\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                BOX_X + BOX_W * MIN(other[stage], 1), BOX_X + BOX_W * MIN(other[stage], 1), d->y + BOX_H - 9,
                d->y + BOX_H + 1);
}

/* Its details are below the drawing: stages.c. */
static void box(struct drawing *d, u32 stage, const char *name, const char *text, const char *keys)
{
    fprintf(d->to, "<a href=\"#k%zu-%s\" class=\"stage\" aria-label=\"%s: queues and latency\">", d->index,
            ids[stage], name);
    fprintf(d->to, "<g><rect class=\"box\" x=\"%.0f\" y=\"%.1f\" width=\"%.0f\" height=\"%.0f\" rx=\"5\"/>", BOX_X,
            d->y, BOX_W, BOX_H);
    load_bar(d, stage);
    fprintf(d->to, "<text class=\"b\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"middle\">", BOX_X + BOX_W / 2, d->y + 18);
    page_text(d->to, name);
    fprintf(d->to, "</text><text class=\"s\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"middle\">", BOX_X + BOX_W / 2,
            d->y + 34);
    page_text(d->to, text);
    fputs("</text>", d->to);
    hover(d, keys);
    fputs("</g></a>\n", d->to);
}

static double thickness(const struct drawing *d, double bytes)
{
    return bytes > 0 && d->most > 0 ? MAX(1.5, 16 * bytes / d->most) : 1;
}

/* What the other run moved here, as an outline. */
static void ghost_edge(const struct drawing *d, double bytes, double x, double from, double to)
{
    double wide = thickness(d, bytes);
    if (bytes > 0)
        fprintf(d->to,
                "<rect class=\"ghost\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>",
                x - wide / 2, MIN(from, to), wide, fabs(to - from), d->ghost->name);
}

/* One direction between two boxes, with two lines of text beside it; so many bytes of each of what the key counts. */
static void edge(struct drawing *d, bool down, double each, enum page_key key, const char *line1, const char *line2,
                 const char *keys)
{
    double bytes = each * n(d, key);
    double x = down ? BOX_X + 60 : BOX_X + BOX_W - 60, top = d->y + BOX_H + 2, end = d->y + BOX_H + GAP - 2;
    double wide = thickness(d, bytes), head = MAX(5, wide * 0.85), text = down ? x - 14 : x + 14;
    double from = down ? top : end, to = down ? end : top, tip = (down ? -1 : 1) * MAX(8, wide * 0.8);
    fprintf(d->to, "<g><line class=\"%s\" stroke-width=\"%.1f\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            down ? "flow" : "back", wide, x, x, from, to + tip);
    fprintf(d->to, "<polygon class=\"%s\" points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/>", down ? "tipf" : "tipb",
            x - head, to + tip, x + head, to + tip, x, to);
    if (d->ghost)
        ghost_edge(d, each * page_get(d->ghost->kernel, key), x, from, to);
    const char *lines[] = {line1, line2};
    for (u32 i = 0; i < 2; i++)
        if (lines[i] && *lines[i]) {
            fprintf(d->to, "<text class=\"s\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"%s\">", text,
                    d->y + BOX_H + 27 + 15 * i, down ? "end" : "start");
            page_text(d->to, lines[i]);
            fputs("</text>", d->to);
        }
    hover(d, keys);
    fputs("</g>\n", d->to);
}

static const char *rate(const struct drawing *d, double bytes, char buf[64])
{
    char b[32];
    snprintf(buf, 64, "%s/s", page_bytes(d->seconds > 0 ? bytes / d->seconds : 0, b));
    return buf;
}

static const char *requests(double v, const char *what, char buf[64])
{
    char b[32];
    snprintf(buf, 64, "%s %s", page_number(v, b), what);
    return buf;
}

static void sms(struct drawing *d)
{
    char text[96], a[64], b[64], c[32];
    double lines = n(d, PK_sm_lines_per_access);
    snprintf(text, sizeof text, "%s line%s an access, %s front", page_number(lines, c), lines == 1 ? "" : "s",
             out_text(d->m, "front"));
    box(d, SMS, "SMs", text, "sm.lines_per_access slot.issued sm.line_instrs");
    double sectors = 32;
    edge(d, true, sectors, PK_l1_sectors_read, requests(n(d, PK_l1_access), "requests", a),
         requests(n(d, PK_sm_line_instrs), "instrs", b), "l1.access l1.read l1.write sm.line_instrs");
    snprintf(text, sizeof text, "%.0f cycles a load", n(d, PK_sm_load_latency));
    edge(d, false, sectors, PK_l1_sectors_read, rate(d, sectors * n(d, PK_l1_sectors_read), a), text,
         "l1.sectors_read sm.load_latency");
    d->y += BOX_H + GAP;
}

static void l1(struct drawing *d)
{
    char text[96], a[64], b[64];
    double fails = n(d, PK_l1_fail_line) + n(d, PK_l1_fail_mshr) + n(d, PK_l1_fail_merge) + n(d, PK_l1_fail_missq);
    double cycles = n(d, PK_sm_cycles);
    snprintf(text, sizeof text, "%.1f %% of reads hit, stalled %.0f %%", percent(n(d, PK_l1_hit), n(d, PK_l1_read)),
             percent(fails, cycles));
    box(d, L1, "L1", text, "l1.hit l1.miss l1.merged l1.fail_line l1.fail_mshr l1.fail_merge l1.fail_missq");
    edge(d, true, 1, PK_noc_request_bytes, rate(d, n(d, PK_noc_request_bytes), a),
         requests(n(d, PK_noc_request_packets), "packets", b), "noc.request.bytes noc.request.packets");
    char c[64], e[64];
    edge(d, false, 1, PK_noc_reply_bytes, rate(d, n(d, PK_noc_reply_bytes), c),
         requests(n(d, PK_noc_reply_packets), "packets", e), "noc.reply.bytes noc.reply.packets");
    d->y += BOX_H + GAP;
}

static void network(struct drawing *d)
{
    char text[96], a[64], b[64], c[64], e[64];
    snprintf(text, sizeof text, "load %.0f %% down, %.0f %% up", 100 * n(d, PK_network_request_load),
             100 * n(d, PK_network_reply_load));
    box(d, NETWORK, "network", text, "network.request.load network.reply.load");
    snprintf(a, sizeof a, "%.0f cycles", n(d, PK_network_request_mean_latency));
    snprintf(b, sizeof b, "%.0f cycles", n(d, PK_network_reply_mean_latency));
    edge(d, true, 1, PK_noc_request_bytes, requests(n(d, PK_l2_access), "accesses", c), a,
         "l2.access network.request.mean_latency");
    edge(d, false, 1, PK_noc_reply_bytes, rate(d, 32 * n(d, PK_l2_sectors_read), e), b,
         "l2.sectors_read network.reply.mean_latency");
    d->y += BOX_H + GAP;
}

static void l2_and_dram(struct drawing *d)
{
    char text[96], a[64], b[64], c[64], e[64], f[32], g[32];
    snprintf(text, sizeof text, "%.1f %% of reads hit, %.1f %% of writes",
             percent(n(d, PK_l2_read_hit), n(d, PK_l2_read)), percent(n(d, PK_l2_write_hit), n(d, PK_l2_write)));
    box(d, L2, "L2", text, "l2.read_hit l2.read_miss l2.write_hit l2.merged");
    edge(d, true, 1, PK_dram_write_bytes, rate(d, n(d, PK_dram_write_bytes), a),
         requests(n(d, PK_dram_write), "writes", b), "dram.write dram.write_bytes");
    edge(d, false, 1, PK_dram_read_bytes, rate(d, n(d, PK_dram_read_bytes), c),
         requests(n(d, PK_dram_read), "reads", e), "dram.read dram.read_bytes");
    d->y += BOX_H + GAP;
    snprintf(text, sizeof text, "%s of %s GB/s, %.0f %% row hits",
             page_number(round(n(d, PK_bandwidth_dram_gb_per_s) * 10) / 10, f),
             page_number(round(n(d, PK_bandwidth_dram_peak_gb_per_s)), g),
             percent(n(d, PK_dram_row_hit), n(d, PK_dram_served)));
    box(d, DRAM, "DRAM", text, "bandwidth.dram_gb_per_s bandwidth.dram_used dram.row_hit");
    d->y += BOX_H;
}

void page_path(FILE *to, const json_t *kernel, size_t index, const json_t *machine, const struct page_ghost *ghost,
               page_help_fn *help)
{
    struct drawing d = {.to = to, .k = kernel, .m = machine, .help = help, .ghost = ghost, .index = index, .y = 6};
    if (n(&d, PK_l1_access) <= 0 && n(&d, PK_l2_access) <= 0)
        return;
    d.seconds = n(&d, PK_simulated_seconds);
    double edges[] = {32 * n(&d, PK_l1_sectors_read), n(&d, PK_noc_request_bytes), n(&d, PK_noc_reply_bytes),
                      n(&d, PK_dram_read_bytes), n(&d, PK_dram_write_bytes)};
    for (size_t i = 0; i < COUNT_OF(edges); i++)
        d.most = MAX(d.most, edges[i]);
    if (ghost) {
        const json_t *g = ghost->kernel;
        double others[] = {32 * page_get(g, PK_l1_sectors_read), page_get(g, PK_noc_request_bytes),
                           page_get(g, PK_noc_reply_bytes), page_get(g, PK_dram_read_bytes),
                           page_get(g, PK_dram_write_bytes)};
        for (size_t i = 0; i < COUNT_OF(others); i++)
            d.most = MAX(d.most, others[i]);
    }
    double height = 5 * BOX_H + 4 * GAP + 12;
    fprintf(to,
            "<figure id=\"k%zu-path\"><figcaption>The memory path <span class=\"dim\">requests go down, replies come "
            "up; orange: how "
            "busy, "
            "or the share that hits; a stage opens on its queues and latency</span></figcaption><svg viewBox=\"0 0 "
            "%.0f %.0f\" width=\"%.0f\" role=\"img\">\n",
            index, W, height, W);
    sms(&d);
    l1(&d);
    network(&d);
    l2_and_dram(&d);
    fputs("</svg>\n", to);
    page_stages(to, kernel, index, ghost);
    fputs("</figure>\n", to);
}
