/* Ours beside the card's as tables, and as JSON. */
#include <string.h>

#include "cli/correlate.h"

static bool is_shown(const struct correlate *c, const struct correlate_kernel *k)
{
    return k->has && (!k->held_out || c->show_held_out);
}

/* A table of one's own need not have every counter. */
static bool is_measured(const struct correlate *c, u32 m)
{
    bool any = !c->own;
    for (u32 i = 0; i < c->n && !any; i++)
        any = c->kernels[i].card[m] > 0;
    return any;
}

static void print_kernels(const struct correlate *c, FILE *to)
{
    int width = 8;
    bool scaled = false;
    char label[256];
    for (u32 i = 0; i < c->n; i++)
        if (is_shown(c, &c->kernels[i]))
            width = MAX(width, (int)(strlen(c->kernels[i].workload) + strlen(c->kernels[i].kernel)) + 6);
    fprintf(to, "ours over the card's%s:\n%-*s",
            c->own             ? ""
            : c->show_held_out ? " (h: held out)"
                               : " (the half that is not held out)",
            width, "kernel");
    for (u32 m = 0; m < CORRELATE_METRICS; m++)
        if (is_measured(c, m))
            fprintf(to, "  %19s", correlate_metric(m));
    fputc('\n', to);
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!is_shown(c, k))
            continue;
        scaled |= k->scaled;
        snprintf(label, sizeof(label), "%s: %s%s%s", k->workload, k->kernel, k->scaled ? " *" : "",
                 k->held_out ? " h" : "");
        fprintf(to, "%-*s", width, label);
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            if (!is_measured(c, m))
                continue;
            else if (k->card[m] > 0)
                fprintf(to, "  %19.3f", k->ours[m] / k->card[m]);
            else
                fprintf(to, "  %19s", k->ours[m] > 0 ? "card 0" : "both 0");
        fputc('\n', to);
    }
    if (scaled)
        fprintf(to,
                "* the table holds its first launches only; ours is the mean of all its launches, times as many\n");
}

static void print_fits(const struct correlate *c, enum correlate_part part, FILE *to)
{
    bool hide = part == CORRELATE_HELD_OUT && !c->show_held_out;
    static const char *const titles[] = {"", "not held out", "held out"};
    fprintf(to, "\n%-20s %8s %11s %10s %8s %8s %8s %8s %8s  %s\n", titles[part], "kernels", "mean error",
            "card's own", "median", "p90", "Pearson", "log P.", "ratio", "worst");
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        struct correlate_fit f = correlate_fit(c, m, part);
        char noise[16] = "-", line[16] = "-", log_line[16] = "-";
        if (!is_measured(c, m))
            continue;
        if (!f.n) {
            fprintf(to, "%-20s %8u\n", correlate_metric(m), 0);
            continue;
        }
        if (f.n_noise)
            snprintf(noise, sizeof noise, "%.1f%%", 100 * f.noise);
        if (f.n > 2) { /* two points lie on a line anyway */
            snprintf(line, sizeof line, "%.3f", f.pearson);
            snprintf(log_line, sizeof log_line, "%.3f", f.log_pearson);
        }
        fprintf(to, "%-20s %8u %10.1f%% %10s %7.1f%% %7.1f%% %8s %8s %8.3f  %.1f%%", correlate_metric(m), f.n,
                100 * f.mean_error, noise, 100 * f.median_error, 100 * f.p90_error, line, log_line, f.mean_ratio,
                100 * f.worst_error);
        if (!hide)
            fprintf(to, " (%s: %s)", c->kernels[f.worst].workload, c->kernels[f.worst].kernel);
        fputc('\n', to);
    }
}

void correlate_print(const struct correlate *c, FILE *to)
{
    u32 n, n_short;
    print_kernels(c, to);
    if (c->own) {
        print_fits(c, CORRELATE_ALL, to);
        return;
    }
    print_fits(c, CORRELATE_SHOWN, to);
    print_fits(c, CORRELATE_HELD_OUT, to);
    double noise = correlate_noise(c, 0, 1e300, &n), noise_short = correlate_noise(c, 0, 13000, &n_short);
    if (n)
        fprintf(
            to,
            "\nThe card against itself, recorded twice: %.1f %% apart in cycles over %u kernels, %.1f %% over the "
            "%u under 13,000 cycles a launch.\n",
            100 * noise, n, 100 * noise_short, n_short);
}

static json_t *fits_json(const struct correlate *c, enum correlate_part part)
{
    json_t *fits = json_array();
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        struct correlate_fit f = correlate_fit(c, m, part);
        bool hide = !f.n || (c->kernels[f.worst].held_out && !c->show_held_out);
        json_array_append_new(fits, json_pack("{s:s, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:f, s:i}",
                                              "metric", correlate_metric(m), "kernels", (int)f.n,
                                              "mean_absolute_error", f.mean_error, "median_error", f.median_error,
                                              "p90_error", f.p90_error, "worst_error", f.worst_error, "pearson",
                                              f.pearson, "log_pearson", f.log_pearson, "geomean_ratio", f.mean_ratio,
                                              "worst", hide ? "" : c->kernels[f.worst].kernel, "noise", f.noise,
                                              "noise_kernels", (int)f.n_noise));
    }
    return fits;
}

json_t *correlate_json(const struct correlate *c)
{
    json_t *kernels = json_array();
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!is_shown(c, k))
            continue;
        json_t *o = json_pack("{s:s, s:s, s:i, s:b, s:b}", "workload", k->workload, "kernel", k->kernel, "launches",
                              (int)k->launches, "scaled", (int)k->scaled, "held_out", (int)k->held_out);
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            json_object_set_new(o, correlate_metric(m),
                                json_pack("{s:f, s:f}", "card", k->card[m], "ours", k->ours[m]));
        if (k->slot)
            json_object_set(o, "slot", k->slot);
        json_array_append_new(kernels, o);
    }
    if (c->own)
        return json_pack("{s:o, s:o}", "fit", fits_json(c, CORRELATE_ALL), "kernels", kernels);
    return json_pack("{s:o, s:o, s:o, s:o}", "fit", fits_json(c, CORRELATE_ALL), "not_held_out",
                     fits_json(c, CORRELATE_SHOWN), "held_out", fits_json(c, CORRELATE_HELD_OUT), "kernels", kernels);
}
