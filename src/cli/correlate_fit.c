/* How well two series agree, and the tables that say so. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/correlate.h"

/* Examined kernel by kernel after all: transformers (all but two were in the held-out half), and a program that was
   much too slow beside nvcc's code. */
static bool is_opened(const char *workload)
{
    static const char *const opened[] = {"gemm-wmma", "gemm-mma",  "gemm-wgmma", "flash",
                                         "softmax",   "layernorm", "gpt2",       "bench/h200/programs/smallgemm.cu"};

    for (u32 i = 0; i < COUNT_OF(opened); i++)
        if (!strcmp(workload, opened[i]))
            return true;
    return false;
}

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
                                   .kernel = arena_strdup(&c->arena, kernel),
                                   .held_out = !c->own && !is_opened(workload) && correlate_is_held_out(kernel)};
    return k;
}

/* The top bit of FNV-1a's 32 of the kernel's name: fixed before any of these kernels had been compared. */
bool correlate_is_held_out(const char *kernel)
{
    u32 h = 2166136261u;
    for (; *kernel; kernel++)
        h = (h ^ (u8)*kernel) * 16777619u;
    return h >> 31;
}

void correlate_free(struct correlate *c)
{
    for (u32 i = 0; i < c->n; i++)
        json_decref(c->kernels[i].slot);
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

void correlate_instance_name(const char *name, char *buf, size_t n)
{
    const char *open = strchr(name, '<');
    size_t len;
    u32 depth = 0;

    correlate_base_name(name, buf, n);
    len = strlen(buf);
    if (!open || open > name + strcspn(name, "("))
        return;
    for (const char *p = open; *p && len + 1 < n; p++) { /* one spelling of each argument */
        size_t word = p > open && strchr("<, )", p[-1]) ? strcspn(p, ",> ") : 0;
        if ((word == 4 && !strncmp(p, "true", 4)) || (word == 5 && !strncmp(p, "false", 5))) {
            buf[len++] = word == 4 ? '1' : '0';
            p += word - 1;
        } else if (!strncmp(p, "unsigned int", 12)) { /* spelt "unsigned" by ours */
            len += (size_t)snprintf(buf + len, n - len, "unsigned");
            len = MIN(len, n - 1);
            p += 11;
        } else if (*p == '(' && strchr(p, ')')) { /* "(int)256" */
            p = strchr(p, ')');
        } else if (*p != ' ') {
            buf[len++] = *p;
        }
        depth += *p == '<';
        depth -= *p == '>';
        if (!depth)
            break;
    }
    buf[len] = 0;
}

/* What is called `base` but is no instance that both sides have: of the table (NULL: none; *n: how many), */
static struct correlate_kernel *strange_rows(const struct correlate *c, const char *workload, const char *base,
                                             const char *const *ours, size_t n_ours, u32 *n)
{
    char name[CORRELATE_NAME];
    struct correlate_kernel *found = NULL;

    *n = 0;
    for (u32 i = 0; i < c->n; i++) {
        struct correlate_kernel *k = &c->kernels[i];
        correlate_base_name(k->kernel, name, sizeof(name));
        bool is = !strcmp(k->workload, workload) && !strcmp(name, base);
        for (size_t j = 0; j < n_ours && is; j++) {
            correlate_instance_name(ours[j], name, sizeof(name));
            is = strcmp(name, k->kernel) != 0;
        }
        found = is ? k : found;
        *n += is;
    }
    return found;
}

/* and of ours. */
static u32 strange_ours(const struct correlate *c, const char *workload, const char *base, const char *const *ours,
                        size_t n_ours)
{
    char name[CORRELATE_NAME];
    u32 n = 0;

    for (size_t j = 0; j < n_ours; j++) {
        correlate_base_name(ours[j], name, sizeof(name));
        bool is = !strcmp(name, base);
        correlate_instance_name(ours[j], name, sizeof(name));
        n += is && !correlate_find(c, workload, name);
    }
    return n;
}

struct correlate_kernel *correlate_instance(const struct correlate *c, const char *workload, const char *name,
                                            const char *const *ours, size_t n)
{
    char buf[CORRELATE_NAME];
    u32 rows;

    correlate_instance_name(name, buf, sizeof(buf));
    struct correlate_kernel *k = correlate_find(c, workload, buf);
    if (k)
        return k;
    correlate_base_name(name, buf, sizeof(buf));
    k = correlate_find(c, workload, buf);
    if (k)
        return k;
    k = strange_rows(c, workload, buf, ours, n, &rows);
    return rows == 1 && strange_ours(c, workload, buf, ours, n) == 1 ? k : NULL;
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

static bool belongs(const struct correlate_kernel *k, enum correlate_part part)
{
    return k->has && (part == CORRELATE_ALL || k->held_out == (part == CORRELATE_HELD_OUT));
}

double correlate_noise(const struct correlate *c, double from, double to, u32 *n)
{
    const u32 cycles = CORRELATE_METRICS - 1;
    double sum = 0;
    *n = 0;
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        double mean = k->launches ? k->card[cycles] / k->launches : 0;
        if (!k->has || k->again_launches != k->launches || mean < from || mean >= to)
            continue;
        sum += fabs(k->again[cycles] / k->card[cycles] - 1);
        ++*n;
    }
    return *n ? sum / *n : 0;
}

static void add_noise(struct correlate_fit *f, const struct correlate_kernel *k, u32 metric)
{
    if (k->again_launches != k->launches)
        return;
    f->noise += fabs(k->again[metric] / k->card[metric] - 1);
    f->n_noise++;
}

/* Means and ranks of the f->n pairs collected. */
static void finish_fit(struct correlate_fit *f, double *card, double *ours, double *errors)
{
    if (!f->n)
        return;
    f->mean_error /= f->n;
    f->noise = f->n_noise ? f->noise / f->n_noise : 0;
    f->pearson = pearson(card, ours, f->n);
    qsort(errors, f->n, sizeof(*errors), ascending);
    f->median_error = (errors[(f->n - 1) / 2] + errors[f->n / 2]) / 2;
    f->p90_error = errors[(u32)ceil(0.9 * f->n) - 1];
    for (u32 i = 0; i < f->n; i++) {
        card[i] = log(card[i]);
        ours[i] = ours[i] > 0 ? log(ours[i]) : 0;
    }
    f->log_pearson = pearson(card, ours, f->n);
}

struct correlate_fit correlate_fit(const struct correlate *c, u32 metric, enum correlate_part part)
{
    struct correlate_fit f = {0};
    double *card = xcalloc(c->n + 1, sizeof(double)), *ours = xcalloc(c->n + 1, sizeof(double));
    double *errors = xcalloc(c->n + 1, sizeof(double)), log_ratio = 0;
    u32 positive = 0;
    for (u32 i = 0; i < c->n; i++) {
        const struct correlate_kernel *k = &c->kernels[i];
        if (!belongs(k, part) || k->card[metric] <= 0)
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
        add_noise(&f, k, metric);
        f.n++;
    }
    f.mean_ratio = positive ? exp(log_ratio / positive) : 0;
    finish_fit(&f, card, ours, errors);
    free(card);
    free(ours);
    free(errors);
    return f;
}
