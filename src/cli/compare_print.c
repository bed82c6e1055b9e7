/* Which parameters differ, what changed most, and issue slots and latencies side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/compare.h"
#include "cli/keys.h"
#include "out/out.h"

#define SHOWN 20 /* changes, unless all are asked for */

struct change {
    const char *key;
    double v[COMPARE_MOST];
    double size; /* how large it is, to sort by */
};
struct changes {
    struct arena arena;
    VEC(struct change) v;
};

static const json_t *row_of(const struct compare *c, u32 i)
{
    const json_t *kernels = json_object_get(c->records[i], "kernels"), *k;
    size_t at;
    if (!c->kernel)
        return json_object_get(c->records[i], "total");
    json_array_foreach((json_t *)kernels, at, k) if (!strcmp(out_text(k, "name"), c->kernel)) return k;
    return NULL;
}

/* Every number of the first record's row, with its value in each record; histograms by their mean and max. */
static void collect(const struct compare *c, const json_t *o, const char *prefix, const json_t *const *rows,
                    struct changes *out)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char *name = arena_printf(&out->arena, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            collect(c, v, name, rows, out);
        } else if (json_is_number(v)) {
            struct change change = {.key = name};
            for (u32 i = 0; i < c->n; i++) {
                change.v[i] = out_number(rows[i], name);
                double a = change.v[0], b = change.v[i], least = json_is_integer(v) ? 1 : 1e-6;
                change.size = MAX(change.size, fabs(log((fabs(b) + least) / (fabs(a) + least))));
            }
            VEC_PUSH(&out->v, change);
        }
    }
}

static int largest_first(const void *a, const void *b)
{
    double x = ((const struct change *)a)->size, y = ((const struct change *)b)->size;
    return x > y ? -1 : x < y;
}

static const char *number(double v, char buf[32])
{
    snprintf(buf, 32, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.5g", v);
    return buf;
}

static const char *relative(double a, double b, char buf[32])
{
    if (a == b)
        return strcpy(buf, "=");
    if (a == 0)
        return strcpy(buf, "new");
    snprintf(buf, 32, fabs(b / a - 1) < 9.995 ? "%+.1f %%" : "x %.3g",
             fabs(b / a - 1) < 9.995 ? 100 * (b / a - 1) : b / a);
    return buf;
}

static void heading(const struct compare *c, const char *title, bool changes, FILE *to)
{
    fprintf(to, "\n%-28s", title);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, " %14c", 'A' + (int)i);
    for (u32 i = 1; i < c->n && changes; i++)
        fprintf(to, " %6c vs A", 'A' + (int)i);
    fputc('\n', to);
}

static void line(const struct compare *c, const char *name, const double *v, const char *unit, FILE *to)
{
    char buf[32];
    fprintf(to, "%-28s", name);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, " %14s", number(v[i], buf));
    for (u32 i = 1; i < c->n; i++)
        fprintf(to, " %11s", relative(v[0], v[i], buf));
    fprintf(to, "  %s\n", unit);
}

static void value_text(const json_t *v, char *buf, size_t n)
{
    if (json_is_string(v))
        snprintf(buf, n, "%s", json_string_value(v));
    else if (json_is_boolean(v))
        snprintf(buf, n, "%s", json_is_true(v) ? "on" : "off");
    else if (json_is_number(v))
        snprintf(buf, n, "%.10g", json_number_value(v));
    else
        snprintf(buf, n, "-");
}

static void parameters(const struct compare *c, const json_t *o, const char *prefix, u32 *found, FILE *to)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[160], text[COMPARE_MOST][64];
        bool differs = false;
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            parameters(c, v, name, found, to);
            continue;
        }
        for (u32 i = 0; i < c->n; i++) {
            value_text(out_value(json_object_get(c->records[i], "machine"), name), text[i], sizeof text[i]);
            differs |= strcmp(text[i], text[0]) != 0;
        }
        if (!differs)
            continue;
        if (!(*found)++)
            heading(c, "Parameters", false, to);
        fprintf(to, "%-28s", name);
        for (u32 i = 0; i < c->n; i++)
            fprintf(to, " %14s", text[i]);
        fputc('\n', to);
    }
}

static void side_by_side(const struct compare *c, const json_t *const *rows, FILE *to)
{
    heading(c, "Issue slots, %", false, to);
    for (u32 s = 0; s < out_slot_count; s++) {
        double v[COMPARE_MOST], most = 0;
        char key[96];
        snprintf(key, sizeof key, "slot.%s", out_slots[s].key);
        for (u32 i = 0; i < c->n; i++) {
            double total = out_number(rows[i], "slot.total");
            v[i] = total > 0 ? 100 * out_number(rows[i], key) / total : 0;
            most = MAX(most, v[i]);
        }
        if (most < 0.05)
            continue;
        fprintf(to, "%-28s", out_slots[s].text);
        for (u32 i = 0; i < c->n; i++)
            fprintf(to, " %14.1f", v[i]);
        fputc('\n', to);
    }
    heading(c, "Latency by stage, mean", true, to);
    for (u32 k = 0; k < out_stage_count; k++) {
        double v[COMPARE_MOST], most = 0;
        char key[96];
        snprintf(key, sizeof key, "latency.%s.mean", out_stages[k]);
        for (u32 i = 0; i < c->n; i++) {
            v[i] = out_number(rows[i], key);
            most = MAX(most, v[i]);
        }
        if (most > 0)
            line(c, out_stages[k], v, "cycles", to);
    }
}

bool compare_print(const struct compare *c, FILE *to)
{
    static const char *const headline[] = {
        "cycles", "warp_ipc", "l1.hit_rate", "l2.read_hit_rate", "bandwidth.dram_used", "occupancy.achieved"};
    const json_t *rows[COMPARE_MOST];
    for (u32 i = 0; i < c->n; i++) {
        fprintf(to, "%c  %s: %s %s on %s\n", 'A' + (int)i, c->labels[i], out_text(c->records[i], "program.name"),
                out_text(c->records[i], "program.arguments"), out_text(c->records[i], "machine.name"));
        rows[i] = row_of(c, i);
        if (!rows[i]) {
            fprintf(stderr, "sluice compare: %s has no kernel '%s'\n", c->labels[i], c->kernel);
            return false;
        }
    }
    u32 differ = 0;
    parameters(c, json_object_get(c->records[0], "machine"), "", &differ, to);
    if (!differ)
        fprintf(to, "\nThe machines are the same.\n");
    heading(c, c->kernel ? c->kernel : "In total", true, to);
    for (size_t k = 0; k < COUNT_OF(headline); k++) {
        double v[COMPARE_MOST];
        for (u32 i = 0; i < c->n; i++)
            v[i] = out_number(rows[i], headline[k]);
        line(c, headline[k], v, keys_unit(headline[k]), to);
    }
    struct changes all = {0};
    collect(c, rows[0], "", rows, &all);
    if (all.v.n)
        qsort(all.v.at, all.v.n, sizeof *all.v.at, largest_first);
    heading(c, "Largest changes", true, to);
    size_t shown = 0;
    for (; shown < all.v.n && all.v.at[shown].size > 0 && (c->all || shown < SHOWN); shown++)
        line(c, all.v.at[shown].key, all.v.at[shown].v, keys_unit(all.v.at[shown].key), to);
    size_t more = shown;
    while (more < all.v.n && all.v.at[more].size > 0)
        more++;
    if (!shown)
        fprintf(to, "none: every statistic is the same\n");
    else if (more > shown)
        fprintf(to, "(%zu more differ: --all shows them)\n", more - shown);
    side_by_side(c, rows, to);
    VEC_FREE(&all.v);
    arena_free(&all.arena);
    return true;
}

static bool asked_for(const char *key, const char *const *metrics, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!strcmp(metrics[i], key))
            return true;
    return !n;
}

static u32 check_rows(struct compare c, double tolerance, const char *const *metrics, u32 n, FILE *to)
{
    const json_t *rows[COMPARE_MOST];
    struct changes all = {0};
    u32 off = 0;
    for (u32 i = 0; i < c.n; i++) {
        rows[i] = row_of(&c, i);
        if (!rows[i]) {
            fprintf(to, "%s: not in %s\n", c.kernel, c.labels[i]);
            return 1;
        }
    }
    collect(&c, rows[0], "", rows, &all);
    for (size_t k = 0; k < all.v.n; k++)
        for (u32 i = 1; i < c.n; i++) {
            const struct change *x = &all.v.at[k];
            char a[32], b[32], r[32];
            if (!asked_for(x->key, metrics, n) || fabs(x->v[i] - x->v[0]) <= tolerance * fabs(x->v[0]))
                continue;
            off++;
            fprintf(to, "%s%s%s: %s in %s, %s in %s (%s)\n", c.kernel ? c.kernel : "total", ".", x->key,
                    number(x->v[0], a), c.labels[0], number(x->v[i], b), c.labels[i], relative(x->v[0], x->v[i], r));
        }
    VEC_FREE(&all.v);
    arena_free(&all.arena);
    return off;
}

u32 compare_check(const struct compare *c, double tolerance, const char *const *metrics, u32 n_metrics, FILE *to)
{
    struct compare one = *c;
    const json_t *kernels = json_object_get(c->records[0], "kernels"), *k;
    size_t i;
    one.kernel = NULL;
    u32 off = check_rows(one, tolerance, metrics, n_metrics, to);
    json_array_foreach((json_t *)kernels, i, k)
    {
        one.kernel = out_text(k, "name");
        off += check_rows(one, tolerance, metrics, n_metrics, to);
    }
    return off;
}
