/* What differs between records: parameters of their machines, and statistics of a row by how much they changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "out/out.h"

const char *const compare_headline[] = {
    "cycles", "warp_ipc", "l1.hit_rate", "l2.read_hit_rate", "bandwidth.dram_used", "occupancy.achieved"};
const u32 compare_headline_count = (u32)COUNT_OF(compare_headline);

const json_t *compare_row(const struct compare *c, u32 i)
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
                    struct compare_changes *out)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char *name = arena_printf(&out->arena, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            collect(c, v, name, rows, out);
        } else if (json_is_number(v)) {
            struct compare_change change = {.key = name};
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
    double x = ((const struct compare_change *)a)->size, y = ((const struct compare_change *)b)->size;
    return x > y ? -1 : x < y;
}

void compare_find(const struct compare *c, struct compare_changes *out)
{
    const json_t *rows[COMPARE_MOST];

    for (u32 i = 0; i < c->n; i++)
        rows[i] = compare_row(c, i);
    collect(c, rows[0], "", rows, out);
    if (out->v.n)
        qsort(out->v.at, out->v.n, sizeof *out->v.at, largest_first);
}

void compare_free(struct compare_changes *all)
{
    VEC_FREE(&all->v);
    arena_free(&all->arena);
}

bool compare_hidden(const struct compare *c, const char *key, u32 record)
{
    struct out_noise a, b;
    return !c->kernel && out_noise(c->records[0], key, &a) && out_noise(c->records[record], key, &b) &&
           out_noise_hides(&a, &b);
}

bool compare_knows_noise(const struct compare *c)
{
    struct out_noise a;
    for (u32 i = 1; i < c->n; i++)
        if (!c->kernel && out_noise(c->records[0], "cycles", &a) && out_noise(c->records[i], "cycles", &a))
            return true;
    return false;
}

const char *compare_worth(const struct compare *c, u32 record)
{
    struct out_noise a, b;
    if (c->kernel || !out_noise(c->records[0], "cycles", &a) || !out_noise(c->records[record], "cycles", &b))
        return NULL;
    return a.mean == b.mean          ? "there is no difference"
           : out_noise_hides(&a, &b) ? "the difference may be chance"
                                     : "the difference is beyond the noise";
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

static u32 parameters(const struct compare *c, const json_t *o, const char *prefix, u32 found,
                      compare_parameter *show, FILE *to)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[160], text[COMPARE_MOST][COMPARE_TEXT];
        bool differs = false;
        if (!*prefix && !strcmp(key, "target")) /* follows from the parameters */
            continue;
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            found = parameters(c, v, name, found, show, to);
            continue;
        }
        for (u32 i = 0; i < c->n; i++) {
            value_text(out_value(json_object_get(c->records[i], "machine"), name), text[i], sizeof text[i]);
            differs |= strcmp(text[i], text[0]) != 0;
        }
        if (differs)
            show(c, name, text, found++, to);
    }
    return found;
}

u32 compare_parameters(const struct compare *c, compare_parameter *show, FILE *to)
{
    return parameters(c, json_object_get(c->records[0], "machine"), "", 0, show, to);
}
