/* The printed report: one block a kernel, then the total. Rows are data; numbers come from the document by name. */
#include <math.h>
#include <string.h>

#include "out/out.h"

/* 1234567 -> "1,234,567" */
static const char *count(double v, char buf[32])
{
    char raw[32];
    snprintf(raw, sizeof raw, "%.0f", v);
    size_t n = strlen(raw), at = 0;
    for (size_t i = 0; i < n && at < 30; i++) {
        if (i && (n - i) % 3 == 0)
            buf[at++] = ',';
        buf[at++] = raw[i];
    }
    buf[at] = 0;
    return buf;
}

/* 1234567 -> "1.23 M" */
static const char *brief(double v, char buf[32])
{
    static const struct {
        double at;
        const char *unit;
    } scale[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}};
    for (size_t i = 0; i < COUNT_OF(scale); i++) {
        if (v >= scale[i].at) {
            snprintf(buf, 32, "%.*f%s",
                     v >= 100 * scale[i].at  ? 0
                     : v >= 10 * scale[i].at ? 1
                                             : 2,
                     v / (scale[i].at == 1e4 ? 1e3 : scale[i].at), scale[i].unit);
            return buf;
        }
    }
    snprintf(buf, 32, "%.0f", v);
    return buf;
}

static double share(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

static const char *dims(const json_t *a, char buf[48])
{
    snprintf(buf, 48, "%.0fx%.0fx%.0f", json_number_value(json_array_get(a, 0)),
             json_number_value(json_array_get(a, 1)), json_number_value(json_array_get(a, 2)));
    return buf;
}

static void label(FILE *to, const char *name)
{
    fprintf(to, "  %-22s", name);
}

static void print_speed(const json_t *k, FILE *to)
{
    char a[32], b[32];
    double s = out_number(k, "simulated_seconds");
    label(to, "Duration");
    fprintf(to, "%s cycles, %.*f %s\n", count(out_number(k, "cycles"), a), s >= 1e-3 ? 3 : 2,
            s >= 1e-3 ? s * 1e3 : s * 1e6, s >= 1e-3 ? "ms" : "us");
    label(to, "Instructions executed");
    fprintf(to, "%s warp, %s thread (%.1f active lanes a warp instruction, %.1f with a true guard)\n",
            count(out_number(k, "warp_instrs"), a), count(out_number(k, "thread_instrs"), b),
            out_number(k, "sm.active_lanes"), out_number(k, "sm.simd_efficiency"));
    label(to, "IPC");
    fprintf(to, "%.3f warp, %.2f thread instructions a cycle, all SMs\n", out_number(k, "warp_ipc"),
            out_number(k, "thread_ipc"));
    label(to, "Occupancy");
    fprintf(to, "%.1f warps an SM achieved (%.0f %%)", out_number(k, "occupancy.achieved_warps"),
            100 * out_number(k, "occupancy.achieved"));
    if (out_number(k, "occupancy.ctas_per_sm") > 0)
        fprintf(to, ", %.0f possible (%.0f %%): %.0f CTAs, limited by %s", out_number(k, "occupancy.warps_per_sm"),
                100 * out_number(k, "occupancy.theoretical"), out_number(k, "occupancy.ctas_per_sm"),
                out_text(k, "occupancy.limiter"));
    fputc('\n', to);
    if (out_number(k, "occupancy.register_storage") > 0) {
        label(to, "SM storage");
        fprintf(to, "%.1f KB of registers, %.1f KB of shared memory, %.1f KB of L1\n",
                out_number(k, "occupancy.register_storage") / 1024, out_number(k, "occupancy.shared_storage") / 1024,
                out_number(k, "occupancy.l1_storage") / 1024);
        if (out_number(k, "occupancy.own_division") > 0)
            fprintf(to, "%24sa division of its own: it does not fit the program's (local.scope)\n", "");
    }
}

const struct out_slot out_slots[] = {
    {"issued", "issued"},
    {"expanded", "issued: rest of expanded"},
    {"dual", "no second instruction"},
    {"memory", "scoreboard: memory"},
    {"alu", "scoreboard: arithmetic"},
    {"barrier", "barrier"},
    {"fence", "fence"},
    {"unit_busy", "execution unit busy"},
    {"lsu_full", "LSU full: shared, const"},
    {"l1_assoc", "LSU full: L1, no line"},
    {"l1_mshr", "LSU full: L1, no MSHR"},
    {"l1_merge", "LSU full: L1, no merge"},
    {"l1_missq", "LSU full: L1, miss queue"},
    {"l1_other", "LSU full: L1 at its rate"},
    {"lsu_order", "LSU: loads before stores"},
    {"throttled", "held back by policy"},
    {"fetch", "instruction fetch"},
    {"drain", "warp done, draining"},
    {"no_warp", "no warp"},
};
const u32 out_slot_count = (u32)COUNT_OF(out_slots);

const char *out_slot_words(const char *key)
{
    for (u32 i = 0; i < out_slot_count; i++)
        if (!strcmp(out_slots[i].key, key))
            return out_slots[i].text;
    return key;
}

static void print_slots(const json_t *k, FILE *to)
{
    const json_t *s = json_object_get(k, "slot");
    double total = out_number(s, "total");
    label(to, "Issue slots");
    char a[32];
    fprintf(to, "%s scheduler slots\n", count(total, a));
    for (u32 i = 0; i < out_slot_count; i++) {
        double v = out_number(s, out_slots[i].key);
        if (v <= 0)
            continue;
        int bar = (int)(40 * v / total + 0.5);
        fprintf(to, "    %-26s %5.1f %%  %.*s\n", out_slots[i].text, share(v, total), bar,
                "########################################");
    }
}

static void print_l1(const json_t *k, const char *group, const char *name, FILE *to)
{
    const json_t *s = json_object_get(k, group);
    char a[32], b[32], c[32], d[32], e[32];
    if (out_number(s, "access") <= 0)
        return;
    label(to, name);
    fprintf(to, "%s accesses: %s reads, %s stores, %s atomics\n", brief(out_number(s, "access"), a),
            brief(out_number(s, "read"), b), brief(out_number(s, "write"), c), brief(out_number(s, "atomic"), d));
    double reads = out_number(s, "read");
    if (reads > 0) {
        label(to, "");
        fprintf(to, "reads: %.1f %% hit, %.1f %% merged, %.1f %% miss", share(out_number(s, "hit"), reads),
                share(out_number(s, "merged"), reads), share(out_number(s, "miss"), reads));
        double past = out_number(s, "bypass") + out_number(s, "skip");
        if (past > 0)
            fprintf(to, ", %.1f %% past the cache", share(past, reads));
        if (!strcmp(group, "l1"))
            fprintf(to, "; %.2f MPKI (thread)", out_number(k, "l1_mpki"));
        fputc('\n', to);
    }
    double fails = out_number(s, "fail_line") + out_number(s, "fail_mshr") + out_number(s, "fail_merge") +
                   out_number(s, "fail_missq");
    if (fails > 0) {
        label(to, "");
        fprintf(to, "reservation failures (cycles): no line %s, no MSHR %s, no merge %s, miss queue %s\n",
                brief(out_number(s, "fail_line"), a), brief(out_number(s, "fail_mshr"), b),
                brief(out_number(s, "fail_merge"), c), brief(out_number(s, "fail_missq"), e));
    }
}

static void print_l2(const json_t *k, FILE *to)
{
    const json_t *s = json_object_get(k, "l2");
    char a[32], b[32], c[32], d[32];
    double reads = out_number(s, "read"), writes = out_number(s, "write");
    if (out_number(s, "access") <= 0)
        return;
    label(to, "L2 cache");
    fprintf(to, "%s accesses: %s reads, %s writes, %s atomics\n", brief(out_number(s, "access"), a), brief(reads, b),
            brief(writes, c), brief(out_number(s, "atomic"), d));
    label(to, "");
    double hits = out_number(s, "read_hit"), misses = out_number(s, "read_miss");
    fprintf(to, "reads: %.1f %% hit, %.1f %% merged, %.1f %% miss; writes: %.1f %% hit; %.2f MPKI (thread)\n",
            share(hits, reads), share(reads - hits - misses, reads), share(misses, reads),
            share(out_number(s, "write_hit"), writes), out_number(k, "l2_mpki"));
    if (out_number(s, "fail_line") + out_number(s, "fail_mshr") + out_number(s, "fail_merge") +
            out_number(s, "fail_memq") + out_number(s, "fail_reply") <=
        0)
        return;
    label(to, "");
    fprintf(to, "reservation failures (cycles): no line %s, no MSHR %s, no merge %s",
            brief(out_number(s, "fail_line"), a), brief(out_number(s, "fail_mshr"), b),
            brief(out_number(s, "fail_merge"), c));
    fprintf(to, ", memory queue %s, reply queue %s\n", brief(out_number(s, "fail_memq"), a),
            brief(out_number(s, "fail_reply"), b));
}

static void print_memory(const json_t *k, FILE *to)
{
    char a[32], b[32], c[32];
    if (out_number(k, "sm.line_instrs") > 0) {
        label(to, "Memory instructions");
        fprintf(to, "%s global, %s local, %s texture: %.2f lines an access; load latency %.0f cycles mean\n",
                brief(out_number(k, "sm.global_instrs"), a), brief(out_number(k, "sm.local_instrs"), b),
                brief(out_number(k, "sm.tex_instrs"), c), out_number(k, "sm.lines_per_access"),
                out_number(k, "sm.load_latency"));
    }
    if (out_number(k, "sm.shared_instrs") > 0) {
        label(to, "Shared memory");
        fprintf(to, "%s instructions, %s cycles of bank conflicts\n", brief(out_number(k, "sm.shared_instrs"), a),
                brief(out_number(k, "sm.shared_conflicts"), b));
    }
    print_l1(k, "l1", "L1 cache", to);
    print_l1(k, "const", "Constant cache", to);
    print_l1(k, "tex", "Texture cache", to);
    if (out_number(k, "noc.request.packets") > 0) {
        label(to, "Network");
        fprintf(to, "requests: load %.1f %%, %.1f cycles; replies: load %.1f %%, %.1f cycles mean\n",
                100 * out_number(k, "network.request.load"), out_number(k, "network.request.mean_latency"),
                100 * out_number(k, "network.reply.load"), out_number(k, "network.reply.mean_latency"));
    }
    print_l2(k, to);
    double served = out_number(k, "dram.served");
    if (served > 0) {
        label(to, "DRAM");
        fprintf(to, "%s reads, %s writes, %.1f %% row hits; %.1f GB/s", brief(out_number(k, "dram.read"), a),
                brief(out_number(k, "dram.write"), b), share(out_number(k, "dram.row_hit"), served),
                out_number(k, "bandwidth.dram_gb_per_s"));
        double peak = out_number(k, "bandwidth.dram_peak_gb_per_s");
        if (peak > 0)
            fprintf(to, " of %.1f (%.1f %%)", peak, 100 * out_number(k, "bandwidth.dram_used"));
        fputc('\n', to);
    }
}

/* Buckets of the record are powers of two; those below 16 cycles and from 2048 on are shown together. */
enum { HIST_FROM = 4, HIST_TO = 11 };

static void print_histogram(const json_t *buckets, double n, FILE *to)
{
    double column[HIST_TO - HIST_FROM + 2] = {0};
    for (size_t i = 0; i < json_array_size(buckets); i++) {
        int c = (int)i <= HIST_FROM ? 0 : (int)i > HIST_TO ? HIST_TO - HIST_FROM + 1 : (int)i - HIST_FROM;
        column[c] += json_number_value(json_array_get(buckets, i));
    }
    for (size_t c = 0; c < COUNT_OF(column); c++)
        if (column[c] > 0)
            fprintf(to, " %5.1f", share(column[c], n));
        else
            fprintf(to, " %5s", "-");
    fputc('\n', to);
}

const char *const out_stages[] = {"front", "l1", "noc_request", "l2", "dram", "noc_reply", "total"};
const u32 out_stage_count = (u32)COUNT_OF(out_stages);

static void print_latency(const json_t *k, FILE *to)
{
    const json_t *lat = json_object_get(k, "latency");
    if (out_number(lat, "total.count") <= 0)
        return;
    label(to, "Latency by stage");
    fprintf(to, "%-11s %8s %8s %6s   %% of requests in each span of cycles, up to", "", "requests", "mean", "max");
    fprintf(to, "\n  %-22s%-11s %8s %8s %6s", "", "", "", "", "");
    for (u32 b = HIST_FROM; b <= HIST_TO; b++)
        fprintf(to, " %5u", 1u << b);
    fprintf(to, "  more\n");
    for (size_t i = 0; i < out_stage_count; i++) {
        const json_t *h = json_object_get(lat, out_stages[i]);
        double n = out_number(h, "count");
        if (n <= 0)
            continue;
        char a[32];
        fprintf(to, "  %-22s%-11s %8s %8.1f %6.0f", "", out_stages[i], brief(n, a), out_number(h, "mean"),
                out_number(h, "max"));
        print_histogram(json_object_get(h, "buckets"), n, to);
    }
}

void out_print_kernel(const json_t *k, const json_t *machine, FILE *to)
{
    char a[48], b[48];
    (void)machine;
    if (json_object_get(k, "name")) {
        double n = out_number(k, "launches");
        fprintf(to, "\n%s\n", out_text(k, "name"));
        label(to, "Launches");
        fprintf(to, "%.0f, grid %s, block %s; %.0f registers a thread, %.0f bytes shared\n", n,
                dims(json_object_get(k, "grid"), a), dims(json_object_get(k, "block"), b), out_number(k, "registers"),
                out_number(k, "shared_bytes"));
    }
    print_speed(k, to);
    print_slots(k, to);
    print_memory(k, to);
    print_latency(k, to);
}

static void print_table(const json_t *kernels, double total, FILE *to)
{
    size_t i;
    json_t *k;
    char a[32], b[32];
    fprintf(to, "\n%-32s %8s %14s %6s %12s %8s %7s %7s %7s\n", "Kernel", "launches", "cycles", "share", "warp instrs",
            "warp IPC", "L1 hit", "L2 hit", "DRAM");
    json_array_foreach(kernels, i, k)
    {
        fprintf(to, "%-32.32s %8.0f %14s %5.1f%% %12s %8.3f %6.1f%% %6.1f%% %6.1f%%\n", out_text(k, "name"),
                out_number(k, "launches"), count(out_number(k, "cycles"), a), share(out_number(k, "cycles"), total),
                brief(out_number(k, "warp_instrs"), b), out_number(k, "warp_ipc"),
                share(out_number(k, "l1.hit"), out_number(k, "l1.read")),
                share(out_number(k, "l2.read_hit"), out_number(k, "l2.read")),
                100 * out_number(k, "bandwidth.dram_used"));
    }
}

/* Words at most `width` columns wide; the first line begins at column `indent`, the others two further. */
static void print_wrapped(const char *text, int indent, int width, FILE *to)
{
    int at = width;

    for (const char *p = text; *p;) {
        int n = (int)strcspn(p, " ");
        if (at + 1 + n > width) {
            int in = p == text ? indent : indent + 2;
            fprintf(to, "%s%*s", p == text ? "" : "\n", in, "");
            at = in - 1;
        } else
            fputc(' ', to);
        fwrite(p, 1, (size_t)n, to);
        at += n + 1;
        p += n + (p[n] == ' ');
    }
    fputc('\n', to);
}

static void print_no_advice(const json_t *doc, const json_t *k, FILE *to)
{
    if (json_object_get(doc, "fault"))
        fputs("    - it did not run to its end: nothing is said of its limits\n", to);
    else
        fprintf(to, "    - no single limit: %.0f %% of the issue slots issue an instruction\n",
                share(out_number(k, "slot.issued") + out_number(k, "slot.expanded"), out_number(k, "slot.total")));
}

static void print_advice(const json_t *doc, FILE *to)
{
    const json_t *kernels[3];
    u32 n = out_heaviest(doc, kernels, COUNT_OF(kernels));
    double total = out_kernel_cycles(doc);

    if (!n)
        return;
    fprintf(to, "\nLook here first\n");
    for (u32 i = 0; i < n; i++) {
        struct out_advice a[OUT_ADVICE_MOST];
        u32 m = out_advise(doc, kernels[i], a, COUNT_OF(a));
        char line[640], bound[64];
        fprintf(to, "  %s, %.0f %% of the cycles\n", out_text(kernels[i], "name"),
                share(out_number(kernels[i], "cycles"), total));
        for (u32 k = 0; k < m; k++) {
            snprintf(line, sizeof line, "- %s: %s. Try: %s.", a[k].what, out_advice_bound(&a[k], bound),
                     a[k].rule->try);
            print_wrapped(line, 4, 118, to);
        }
        if (!m)
            print_no_advice(doc, kernels[i], to);
    }
}

/* What machine code does otherwise than its PTX, a kernel each, before all that may follow from it. */
static void print_proof(const json_t *doc, FILE *to)
{
    size_t i, n;
    json_t *row, *pass;
    json_array_foreach(json_object_get(doc, "proof"), i, row)
    {
        char line[1024];
        size_t at = (size_t)snprintf(line, sizeof line, "Proof: %s: ", out_text(row, "kernel"));
        const char *what = out_text(row, "proof");
        if (!strcmp(what, "order-dependent"))
            snprintf(line + at, sizeof line - at,
                     "order-dependent: its machine code leaves what its PTX leaves, but for words that the order of "
                     "blocks and warps, or the clock, decides");
        else if (strcmp(what, "differs") != 0)
            snprintf(line + at, sizeof line - at, "%s: %s", what, out_text(row, "why"));
        else {
            at += (size_t)snprintf(line + at, sizeof line - at, "A MISTAKE IN SLUICE, please report it: %s. %s",
                                   out_text(row, "why"),
                                   json_is_true(json_object_get(row, "as_ptx"))
                                       ? "It was executed as PTX: its values are right, its time is that of PTX"
                                       : "Its values are right: it was compiled without");
            json_array_foreach(json_object_get(row, "without"), n, pass) if (at < sizeof line) at +=
                (size_t)snprintf(line + at, sizeof line - at, "%s %s", n ? "," : "", json_string_value(pass));
        }
        print_wrapped(line, 2, 118, to);
    }
}

void out_print(const json_t *doc, FILE *to)
{
    const json_t *kernels = json_object_get(doc, "kernels"), *total = json_object_get(doc, "total"), *k;
    const json_t *m = json_object_get(doc, "machine");
    size_t i;
    fprintf(to, "%s on %s: %.0f SMs at %.0f MHz\n", out_text(doc, "program.name"), out_text(m, "name"),
            out_number(m, "gpu.sms"), out_number(m, "gpu.clock"));
    print_proof(doc, to);
    print_advice(doc, to);
    json_array_foreach((json_t *)kernels, i, k) out_print_kernel(k, m, to);
    if (json_array_size(kernels) > 1) {
        print_table(kernels, out_number(total, "cycles"), to);
        fprintf(to, "\nAll kernels\n");
        label(to, "Launches");
        fprintf(to, "%.0f\n", out_number(total, "launches"));
        out_print_kernel(total, m, to);
    }
    if (json_object_get(doc, "fault"))
        fprintf(to, "\nStopped: %s\n", out_text(doc, "fault"));
    char a[32], b[32], c[32];
    fprintf(to, "\nHost: %.2f s in launches, %s warp instructions/s, %s cycles/s, %sB of memory, %.0f thread%s\n",
            out_number(doc, "host.launch_seconds"), brief(out_number(doc, "host.warp_instrs_per_s"), a),
            brief(out_number(doc, "host.cycles_per_s"), b), brief(out_number(doc, "host.peak_rss_bytes"), c),
            out_number(doc, "host.threads"), out_number(doc, "host.threads") == 1 ? "" : "s");
}
