/* The opening words of a comparison: how much faster, whether the first run's limit is gone, and what limits the
   other one now. The limits are those that each report opens with. */
#include <math.h>
#include <string.h>

#include "cli/compare.h"
#include "page/page.h"

static const json_t *kernel_named(const json_t *record, const char *name)
{
    const json_t *kernels = json_object_get(record, "kernels"), *k;
    size_t i;
    json_array_foreach((json_t *)kernels, i, k) if (!strcmp(out_text(k, "name"), name)) return k;
    return NULL;
}

const json_t *compare_heaviest(const struct compare *c, u32 record)
{
    const json_t *heavy = NULL;
    if (c->kernel)
        return kernel_named(c->records[record], c->kernel);
    return out_heaviest(c->records[record], &heavy, 1) ? heavy : NULL;
}

bool compare_limited(const struct compare *c, u32 record, const char *kernel, const struct out_rule *rule)
{
    struct out_advice a[OUT_ADVICE_MOST];
    const json_t *k = kernel_named(c->records[record], kernel);
    k = k ? k : compare_heaviest(c, record);
    u32 n = k ? out_advise(c->records[record], k, a, COUNT_OF(a)) : 0;
    for (u32 i = 0; i < n; i++)
        if (a[i].rule == rule)
            return true;
    return false;
}

/* The first sentence of a report, without what it says of a source line; and that line, "sum.cu:9", or "". */
static bool first_limit(const struct compare *c, u32 record, const json_t *k, struct out_advice *a, char line[128])
{
    size_t which;
    u32 number;
    *line = 0;
    if (!out_advise(c->records[record], k, a, 1))
        return false;
    const char *at = page_named_line(c->records[record], k, a->what, &which, &number);
    if (at) {
        const char *end = strchr(at, ':') + 1;
        end += strspn(end, "0123456789");
        snprintf(line, 128, "%.*s", (int)(end - at), at);
    }
    char *more = strstr(a->what, "; ");
    if (more)
        *more = 0;
    return true;
}

static double clock_of(const json_t *record)
{
    return out_number(json_object_get(record, "machine"), "gpu.clock");
}

/* "12,345 cycles", or a time where the clocks differ. */
static const char *length_of(const json_t *row, bool as_time, char buf[64])
{
    char number[32];
    if (as_time)
        snprintf(buf, 64, "%s", page_seconds(out_number(row, "simulated_seconds"), number));
    else
        snprintf(buf, 64, "%s cycles", page_thousands(out_number(row, "cycles"), number));
    return buf;
}

static void say_speed(const struct compare *c, u32 record, const json_t *a, const json_t *b, FILE *to)
{
    bool as_time = clock_of(c->records[0]) != clock_of(c->records[record]);
    double before = out_number(a, as_time ? "simulated_seconds" : "cycles"),
           after = out_number(b, as_time ? "simulated_seconds" : "cycles"), gain = before / after;
    char one[64], two[64], name = (char)('A' + (int)record);
    length_of(a, as_time, one);
    length_of(b, as_time, two);
    if (before == after)
        fprintf(to, "%c takes as long as A: %s.", name, one);
    else if (gain > 1)
        fprintf(to, "%c is %.*f times as fast as A: %s instead of %s.", name,
                gain < 10    ? 2
                : gain < 100 ? 1
                             : 0,
                gain, two, one);
    else
        fprintf(to, "%c takes %.*f times as long as A: %s instead of %s.", name, gain > 0.1 ? 2 : 1, 1 / gain, two,
                one);
}

void compare_say(const struct compare *c, u32 record, FILE *to)
{
    const json_t *a = compare_row(c, 0), *b = compare_row(c, record), *ka = compare_heaviest(c, 0),
                 *kb = compare_heaviest(c, record);
    struct out_advice was, now;
    char line[128], other[128];
    if (!a || !b || out_number(a, "cycles") <= 0 || out_number(b, "cycles") <= 0)
        return;
    say_speed(c, record, a, b, to);
    bool limited = ka && first_limit(c, 0, ka, &was, line), limits = kb && first_limit(c, record, kb, &now, other);
    bool stays = limited && compare_limited(c, record, out_text(ka, "name"), was.rule);
    bool same = stays && limits && now.rule == was.rule && !strcmp(out_text(ka, "name"), out_text(kb, "name"));
    const char *of = limited ? *line ? line : out_text(ka, "name") : "";
    if (same && !strcmp(was.what, now.what))
        fprintf(to, " The limit of %s is still there, and the first: %s.", of, was.what);
    else if (same)
        fprintf(to, " The limit of %s is still there, and the first: %s; in A: %s.", of, now.what, was.what);
    else if (limited)
        fprintf(to, " The limit of %s %s: %s.", of, stays ? "is still there" : "is gone", was.what);
    if (limits && !same)
        fprintf(to, " Now: %s%s%s.", now.what, *other ? ", " : "", other);
    else if (limited && !limits)
        fputs(" Now no single limit stands out.", to);
    fputs("\n", to);
}
