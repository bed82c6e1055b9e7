/* Noise: how far the numbers of a run's total move between machines that differ by less than is known of them
   (gpu.jitter). A smaller difference is chance. */
#include <math.h>
#include <string.h>

#include "out/out.h"

static void add_keys(json_t *noise, const json_t *o, const char *prefix, const json_t *const *runs, u32 n)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[160];
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(v)) {
            add_keys(noise, v, name, runs, n);
            continue;
        }
        if (!json_is_number(v))
            continue;
        double sum = 0, squares = 0;
        for (u32 i = 0; i < n; i++)
            sum += out_number(runs[i], name) / n;
        for (u32 i = 0; i < n; i++)
            squares += pow(out_number(runs[i], name) - sum, 2);
        json_array_append_new(json_object_get(noise, "keys"), json_string(name));
        json_array_append_new(json_object_get(noise, "mean"), json_real(sum));
        json_array_append_new(json_object_get(noise, "sd"), json_real(sqrt(squares / (n - 1))));
    }
}

void out_noise_add(json_t *doc, const json_t *const *totals, u32 n)
{
    json_t *noise = json_pack("{s:i, s:[], s:[], s:[]}", "runs", (int)n, "keys", "mean", "sd");
    add_keys(noise, json_object_get(doc, "total"), "", totals, n);
    json_object_set_new(doc, "noise", noise);
}

bool out_noise(const json_t *doc, const char *key, struct out_noise *x)
{
    const json_t *noise = json_object_get(doc, "noise"), *k;
    size_t i;
    json_array_foreach(json_object_get(noise, "keys"), i, k)
    {
        if (strcmp(json_string_value(k), key) != 0)
            continue;
        x->runs = (u32)json_integer_value(json_object_get(noise, "runs"));
        x->mean = json_number_value(json_array_get(json_object_get(noise, "mean"), i));
        x->sd = json_number_value(json_array_get(json_object_get(noise, "sd"), i));
        return x->runs > 1;
    }
    return false;
}

bool out_noise_hides(const struct out_noise *a, const struct out_noise *b)
{
    return fabs(a->mean - b->mean) <= 2 * sqrt(a->sd * a->sd / a->runs + b->sd * b->sd / b->runs);
}

void out_noise_print(const json_t *doc, FILE *to)
{
    struct out_noise x;
    double plain = out_number(doc, "total.cycles");
    if (!out_noise(doc, "cycles", &x) || x.mean <= 0)
        return;
    fprintf(to,
            "Noise: %.0f +- %.0f cycles (%.2f %%, standard deviation) in %u runs under gpu.jitter; %.0f without\n",
            x.mean, x.sd, 100 * x.sd / x.mean, x.runs, plain);
}
