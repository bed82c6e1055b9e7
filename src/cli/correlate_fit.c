/* How well two series agree, and the tables that say so. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/correlate.h"

struct correlate_kernel *correlate_find(const struct correlate *c, const char *workload, const char *kernel)
{
    for (u32 i = 0; i < c->n; i++)
        if (!strcmp(c->kernels[i].workload, workload) && !strcmp(c->kernels[i].kernel, kernel))
            return &c->kernels[i];
    return NULL;
}

struct correlate_kernel *correlate_kernel(struct correlate *c, const char *workload, const char *kernel)
{
    struct correlate_kernel *k = correlate_find(c, workload, kernel);
    if (k)
        return k;
    if (c->n == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 64;
        c->kernels = xrealloc(c->kernels, c->cap * sizeof(*c->kernels));
    }
    k = &c->kernels[c->n++];
    *k = (struct correlate_kernel){.workload = arena_strdup(&c->arena, workload),
                                   .kernel = arena_strdup(&c->arena, kernel)};
    return k;
}

void correlate_free(struct correlate *c)
{
    free(c->kernels);
    arena_free(&c->arena);
    *c = (struct correlate){0};
}

void correlate_base_name(const char *mangled, char *buf, size_t n)
{
    const char *p = mangled ? mangled : "";
    if (!strncmp(p, "void ", 5))
        p += 5;
    snprintf(buf, n, "%.*s", (int)strcspn(p, "<("), p);
    if (strncmp(p, "_Z", 2))
        return;
    p += 2;
    bool nested = *p == 'N';
    if (nested)
        p++;
    while (isdigit((unsigned char)*p)) {
        char *name;
        size_t len = strtoul(p, &name, 10);
        if (len > strlen(name))
            return;
        snprintf(buf, n, "%.*s", (int)len, name);
        p = name + len;
        if (!nested)
            return;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double pearson(const double *x, const double *y, u32 n)
{
    double mx = 0, my = 0, xy = 0, xx = 0, yy = 0;
    for (u32 i = 0; i < n; i++) {
        mx += x[i] / n;
        my += y[i] / n;
    }
    for (u32 i = 0; i < n; i++) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

struct correlate_fit correlate_fit(const struct correlate *c, u32 metric)
{
    struct correlate_fit f = {0};
    double *card = xcalloc(c->n + 1, sizeof(double)), *ours = xcalloc(c->n + 1, sizeof(double));
    double *errors = xcalloc(c->n + 1, sizeof(double)), log_ratio = 0;
    u32 positive = 0;
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!k->has || k->card[metric] <= 0)
            continue;
        card[f.n] = k->card[metric];
        ours[f.n] = k->ours[metric];
        double e = errors[f.n] = fabs(ours[f.n] / card[f.n] - 1);
        if (!f.n || e > f.worst_error) {
            f.worst_error = e;
            f.worst = i;
        }
        f.mean_error += e;
        if (ours[f.n] > 0) {
            log_ratio += log(ours[f.n] / card[f.n]);
            positive++;
        }
        f.n++;
    }
    if (f.n) {
        f.mean_error /= f.n;
        f.pearson = pearson(card, ours, f.n);
        f.mean_ratio = positive ? exp(log_ratio / positive) : 0;
        qsort(errors, f.n, sizeof(*errors), ascending);
        f.p90_error = errors[(u32)ceil(0.9 * f.n) - 1];
        for (u32 i = 0; i < f.n; i++) {
            card[i] = log(card[i]);
            ours[i] = ours[i] > 0 ? log(ours[i]) : 0;
        }
        f.log_pearson = pearson(card, ours, f.n);
    }
    free(card);
    free(ours);
    free(errors);
    return f;
}

void correlate_print(const struct correlate *c, FILE *to)
{
    int width = 8;
    bool scaled = false;
    char label[256];
    for (u32 i = 0; i < c->n; i++)
        if (c->kernels[i].has)
            width = MAX(width, (int)(strlen(c->kernels[i].workload) + strlen(c->kernels[i].kernel)) + 4);
    fprintf(to, "ours over the card's:\n%-*s", width, "kernel");
    for (u32 m = 0; m < CORRELATE_METRICS; m++)
        fprintf(to, "  %19s", correlate_metric(m));
    fputc('\n', to);
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!k->has)
            continue;
        scaled |= k->scaled;
        snprintf(label, sizeof(label), "%s: %s%s", k->workload, k->kernel, k->scaled ? " *" : "");
        fprintf(to, "%-*s", width, label);
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            if (k->card[m] > 0)
                fprintf(to, "  %19.3f", k->ours[m] / k->card[m]);
            else
                fprintf(to, "  %19s", k->ours[m] > 0 ? "card 0" : "both 0");
        fputc('\n', to);
    }
    if (scaled)
        fprintf(to,
                "* the table holds its first launches only; ours is the mean of all its launches, times as many\n");
    fprintf(to, "\n%-20s %8s %11s %8s %8s %8s %8s  %s\n", "", "kernels", "mean error", "p90", "Pearson", "log P.",
            "ratio", "worst");
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        struct correlate_fit f = correlate_fit(c, m);
        if (!f.n) {
            fprintf(to, "%-20s %8u\n", correlate_metric(m), 0);
            continue;
        }
        fprintf(to, "%-20s %8u %10.1f%% %7.1f%% %8.3f %8.3f %8.3f  %.1f%% (%s: %s)\n", correlate_metric(m), f.n,
                100 * f.mean_error, 100 * f.p90_error, f.pearson, f.log_pearson, f.mean_ratio, 100 * f.worst_error,
                c->kernels[f.worst].workload, c->kernels[f.worst].kernel);
    }
}

json_t *correlate_json(const struct correlate *c)
{
    json_t *kernels = json_array(), *fits = json_array();
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!k->has)
            continue;
        json_t *o = json_pack("{s:s, s:s, s:i, s:b}", "workload", k->workload, "kernel", k->kernel, "launches",
                              (int)k->launches, "scaled", (int)k->scaled);
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            json_object_set_new(o, correlate_metric(m),
                                json_pack("{s:f, s:f}", "card", k->card[m], "ours", k->ours[m]));
        json_array_append_new(kernels, o);
    }
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        struct correlate_fit f = correlate_fit(c, m);
        json_array_append_new(fits, json_pack("{s:s, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "metric",
                                              correlate_metric(m), "kernels", (int)f.n, "mean_absolute_error",
                                              f.mean_error, "p90_error", f.p90_error, "worst_error", f.worst_error,
                                              "pearson", f.pearson, "log_pearson", f.log_pearson, "geomean_ratio",
                                              f.mean_ratio, "worst", f.n ? c->kernels[f.worst].kernel : ""));
    }
    return json_pack("{s:o, s:o}", "fit", fits, "kernels", kernels);
}
