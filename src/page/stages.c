/* What lies behind each box of the memory path (path.c): its queues, what they waited for, and its latency. */
#include <math.h>
#include <string.h>

#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

enum form {
    LATENCY, /* of a stage: mean and most, cycles of its clock */
    PLAIN,   /* the number */
    PERCENT, /* the number is a share */
    OF       /* the number for each of another one's */
};
struct row {
    const char *text, *stage; /* stage: of LATENCY */
    enum form form;
    enum page_key key, of;
    const char *unit;
    double times; /* OF */
};
struct stage {
    const char *id, *name;
    struct row rows[8];
};

static const struct stage stages[] = {
    {"sms",
     "SMs and load-store unit",
     {{"a load, from issue to its data", "", PLAIN, PK_sm_load_latency, 0, "cycles, mean", 1},
      {"memory instructions that are ready and wait for the load-store unit", "", OF, PK_sm_lsu_waiting,
       PK_sm_busy_cycles, "an SM, mean", 1},
      {"cycles in which at least one waits", "", OF, PK_sm_lsu_wait_cycles, PK_sm_busy_cycles, "%", 100},
      {"cache lines an access", "", PLAIN, PK_sm_lines_per_access, 0, "", 1}}},
    {"l1",
     "L1",
     {{"in the queue before it", "front", LATENCY, 0, 0, "", 1},
      {"from lookup to reply", "l1", LATENCY, 0, 0, "", 1},
      {"MSHRs in use", "", OF, PK_l1_mshr_cycles, PK_sm_cycles, "an SM, mean", 1},
      {"stopped: no line to reserve", "", OF, PK_l1_fail_line, PK_sm_cycles, "% of the cycles", 100},
      {"stopped: no MSHR", "", OF, PK_l1_fail_mshr, PK_sm_cycles, "% of the cycles", 100},
      {"stopped: the line's MSHR takes no more", "", OF, PK_l1_fail_merge, PK_sm_cycles, "% of the cycles", 100},
      {"stopped: miss queue full (network, L2)", "", OF, PK_l1_fail_missq, PK_sm_cycles, "% of the cycles", 100}}},
    {"network",
     "network",
     {{"a request, from SM to L2", "noc_request", LATENCY, 0, 0, "", 1},
      {"a reply, from L2 to SM", "noc_reply", LATENCY, 0, 0, "", 1},
      {"requests wait for room at the L2", "", OF, PK_noc_request_no_credit, PK_noc_request_packets,
       "cycles a packet", 1},
      {"requests wait for the port of the L2", "", OF, PK_noc_request_eject_wait, PK_noc_request_packets,
       "cycles a packet", 1},
      {"replies wait for room at the SM", "", OF, PK_noc_reply_no_credit, PK_noc_reply_packets, "cycles a packet", 1},
      {"replies wait for the port of the SM", "", OF, PK_noc_reply_eject_wait, PK_noc_reply_packets,
       "cycles a packet", 1}}},
    {"l2",
     "L2",
     {{"from arrival to reply", "l2", LATENCY, 0, 0, "", 1},
      {"stopped: no line to reserve", "", PLAIN, PK_l2_fail_line, 0, "cycles, all slices", 1},
      {"stopped: no MSHR", "", PLAIN, PK_l2_fail_mshr, 0, "cycles, all slices", 1},
      {"stopped: the line's MSHR takes no more", "", PLAIN, PK_l2_fail_merge, 0, "cycles, all slices", 1},
      {"stopped: queue to the memory full", "", PLAIN, PK_l2_fail_memq, 0, "cycles, all slices", 1},
      {"stopped: queue of replies full", "", PLAIN, PK_l2_fail_reply, 0, "cycles, all slices", 1}}},
    {"dram",
     "DRAM",
     {{"from the controller's queue to the data", "dram", LATENCY, 0, 0, "", 1},
      {"requests queued at a controller while it has any", "", OF, PK_dram_queued, PK_dram_active, "mean", 1},
      {"requests that find their row open", "", OF, PK_dram_row_hit, PK_dram_served, "%", 100},
      {"bandwidth used", "", PERCENT, PK_bandwidth_dram_used, 0, "% of the peak", 1}}},
};

static void value(FILE *to, const json_t *k, const struct row *r)
{
    const json_t *h = json_object_get(json_object_get(k, "latency"), r->stage);
    char a[32], b[32];
    double v = r->form == LATENCY ? out_number(h, "mean") : page_get(k, r->key);
    fputs("<td class=\"n\">", to);
    if (r->form == LATENCY && out_number(h, "count") > 0)
        fprintf(to, "%s, at most %s", page_number(round(v * 10) / 10, a), page_number(out_number(h, "max"), b));
    else if (r->form == OF && page_get(k, r->of) > 0)
        fputs(page_number(round(100 * r->times * v / page_get(k, r->of)) / 100, a), to);
    else if (r->form == PERCENT)
        fputs(page_number(round(1000 * v) / 10, a), to);
    else
        fputs(r->form == PLAIN ? page_number(round(100 * v) / 100, a) : "\u2013", to);
    fputs("</td>", to);
}

void page_stages(FILE *to, const json_t *kernel, size_t index, const struct page_ghost *ghost)
{
    for (size_t i = 0; i < COUNT_OF(stages); i++) {
        const struct stage *s = &stages[i];
        fprintf(to, "<details class=\"stage\" id=\"k%zu-%s\"><summary>%s: queues and latency</summary><table>", index,
                s->id, s->name);
        if (ghost)
            fprintf(to, "<tr><td></td><td class=\"n dim\">this run</td><td class=\"n dim\">%s</td><td></td></tr>",
                    ghost->name);
        for (const struct row *r = s->rows; r < s->rows + COUNT_OF(s->rows) && r->text; r++) {
            fprintf(to, "<tr><td>%s</td>", r->text);
            value(to, kernel, r);
            if (ghost)
                value(to, ghost->kernel, r);
            fprintf(to, "<td class=\"dim\">%s</td></tr>\n", r->form == LATENCY ? "cycles, mean" : r->unit);
        }
        fputs("</table></details>\n", to);
    }
}
