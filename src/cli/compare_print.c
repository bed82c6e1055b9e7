/* Records side by side for a terminal, and the test whether they differ. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/keys.h"
#include "out/lines.h"

#define SHOWN 20 /* changes, unless all are asked for */

const char *compare_number(double v, char buf[32])
{
    snprintf(buf, 32, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.5g", v);
    return buf;
}

const char *compare_relative(double a, double b, char buf[32])
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
        fprintf(to, " %7c vs A", 'A' + (int)i);
    fputc('\n', to);
}

static void line(const struct compare *c, const char *name, const double *v, const char *unit, FILE *to)
{
    char buf[32];
    fprintf(to, "%-28s", name);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, " %14s", compare_number(v[i], buf));
    for (u32 i = 1; i < c->n; i++)
        fprintf(to, " %11s%c", compare_relative(v[0], v[i], buf),
                v[0] != v[i] && compare_hidden(c, name, i) ? '~' : ' ');
    fprintf(to, "  %s\n", unit);
}

static void parameter(const struct compare *c, const char *name, char text[][COMPARE_TEXT], u32 before, FILE *to)
{
    if (!before)
        heading(c, "Parameters", false, to);
    fprintf(to, "%-28s", name);
    for (u32 i = 0; i < c->n; i++)
        fprintf(to, " %14s", text[i]);
    fputc('\n', to);
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

static void print_lines(const struct compare *c, FILE *to)
{
    struct compare_lines all = {0};
    compare_lines(c, &all);
    for (u32 k = 0; k < 2 && all.v.n; k++) {
        heading(c, k ? "Slots lost while it waited" : "Slots lost because of a line", true, to);
        for (size_t i = 0; i < MIN(all.v.n, SHOWN); i++) {
            const struct compare_line *x = &all.v.at[i];
            char name[64];
            snprintf(name, sizeof name, "%.48s:%u", out_base_name(x->file), x->line);
            line(c, name, k ? x->waits : x->blame, "slots", to);
        }
    }
    compare_lines_free(&all);
}

/* Cycles with their spread, where it is known. */
static void worth(const struct compare *c, FILE *to)
{
    struct out_noise a = {0}, b;
    for (u32 i = 1; i < c->n; i++)
        if (compare_worth(c, i) && out_noise(c->records[0], "cycles", &a) && out_noise(c->records[i], "cycles", &b))
            fprintf(to, "Under jitter A takes %.0f +- %.0f cycles and %c %.0f +- %.0f (%+.1f %%): %s.\n", a.mean,
                    a.sd, 'A' + (int)i, b.mean, b.sd, 100 * (b.mean / a.mean - 1), compare_worth(c, i));
}

bool compare_print(const struct compare *c, FILE *to)
{
    const json_t *rows[COMPARE_MOST];
    for (u32 i = 0; i < c->n; i++) {
        fprintf(to, "%c  %s: %s %s on %s\n", 'A' + (int)i, c->labels[i], out_text(c->records[i], "program.name"),
                out_text(c->records[i], "program.arguments"), out_text(c->records[i], "machine.name"));
        rows[i] = compare_row(c, i);
        if (!rows[i]) {
            fprintf(stderr, "sluice compare: %s has no kernel '%s'\n", c->labels[i], c->kernel);
            return false;
        }
    }
    fputc('\n', to);
    for (u32 i = 1; i < c->n; i++)
        compare_say(c, i, to);
    if (!compare_parameters(c, parameter, to))
        fprintf(to, "\nThe machines are the same.\n");
    heading(c, c->kernel ? c->kernel : "In total", true, to);
    for (size_t k = 0; k < compare_headline_count; k++) {
        double v[COMPARE_MOST];
        for (u32 i = 0; i < c->n; i++)
            v[i] = out_number(rows[i], compare_headline[k]);
        line(c, compare_headline[k], v, keys_unit(compare_headline[k]), to);
    }
    worth(c, to);
    fprintf(to, "%s\n", compare_knows_noise(c) ? COMPARE_CHANCE : COMPARE_NO_NOISE);
    struct compare_changes all = {0};
    compare_find(c, &all);
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
    print_lines(c, to);
    compare_free(&all);
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
    struct compare_changes all = {0};
    u32 off = 0;
    for (u32 i = 0; i < c.n; i++) {
        rows[i] = compare_row(&c, i);
        if (!rows[i]) {
            fprintf(to, "%s: not in %s\n", c.kernel, c.labels[i]);
            return 1;
        }
    }
    compare_find(&c, &all);
    for (size_t k = 0; k < all.v.n; k++)
        for (u32 i = 1; i < c.n; i++) {
            const struct compare_change *x = &all.v.at[k];
            char a[32], b[32], r[32];
            if (!asked_for(x->key, metrics, n) || fabs(x->v[i] - x->v[0]) <= tolerance * fabs(x->v[0]))
                continue;
            off++;
            fprintf(to, "%s%s%s: %s in %s, %s in %s (%s)\n", c.kernel ? c.kernel : "total", ".", x->key,
                    compare_number(x->v[0], a), c.labels[0], compare_number(x->v[i], b), c.labels[i],
                    compare_relative(x->v[0], x->v[i], r));
        }
    compare_free(&all);
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
