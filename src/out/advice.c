/* "Look here first": the rules (rules.c) of a kernel's record whose limit shows, in the order of what lifting the
   limit would bring, with their bound. */
#include <math.h>
#include <string.h>

#include "out/advice.h"
#include "out/lines.h"

bool out_named(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = strstr(list, word); p; p = strstr(p + 1, word))
        if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

/* The share of the time that the traffic needs at full rate of its busiest carrier. */
static double carried(const struct look *l, enum out_traffic what)
{
    double rate = fmax(out_number(l->m, "l1.lookups"), 1) * fmax(out_number(l->m, "l1.banks"), 1);
    double cycles = look_at(l, "sm.cycles"), l1 = cycles > 0 ? look_at(l, "l1.access") / rate / cycles : 0;
    double network = fmax(look_at(l, "network.request.load"), look_at(l, "network.reply.load"));
    if (what == SAME_L1)
        return l1;
    return fmax(fmax(l1, network), what == SAME_NETWORK ? look_unloaded(l) : look_at(l, "bandwidth.dram_used"));
}

/* The share of time saved if so many slots with a warp are: slots of SMs that wait for others go with them. */
static double of_time(const struct look *l, const struct out_rule *r, double slots)
{
    double busy = 1 - look_lost(l, "no_warp");
    bool by_warps = !out_named(r->causes, "no_warp");
    return by_warps && busy > 0 ? slots * (1 - look_launch(l)) / busy : slots;
}

static double bound(const struct look *l, const struct out_rule *r)
{
    double given = of_time(l, r, r->bound ? r->bound(l) : look_lost(l, WAIT_CAUSES) + look_lost(l, r->own));
    double left = r->left ? r->left(l) * carried(l, SAME_TRAFFIC) : carried(l, (enum out_traffic)r->traffic);
    return fmax(fmin(given, 1 - left), 0);
}

/* The speed-up that --what-if has simulated without this limit; 0: not simulated. */
static double simulated(const json_t *doc, const json_t *kernel, const struct out_rule *r)
{
    json_t *rows = json_object_get(doc, "what_if"), *row;
    size_t i;
    json_array_foreach(rows, i, row) if (!strcmp(out_text(row, "kernel"), out_text(kernel, "name")) && *r->ideal &&
                                         !strcmp(out_text(row, "ideal") + strlen("ideal."),
                                                 r->ideal)) return out_number(row, "gain");
    return 0;
}

/* Simulated gains come before bounds, the largest first. */
static void by_simulation(const json_t *doc, const json_t *kernel, struct out_advice *a, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        struct out_advice one = a[i];
        u32 at = i;
        one.simulated = simulated(doc, kernel, one.rule);
        for (; at && one.simulated > a[at - 1].simulated; at--)
            a[at] = a[at - 1];
        a[at] = one;
    }
}

/* Gains below this are not worth a reader's time. */
#define LEAST 0.1

/* A launch that faulted or was cut off says nothing about the whole. */
static bool whole(const json_t *doc)
{
    return !json_object_get(doc, "fault");
}

static void say(const struct look *l, const struct out_rule *r, struct out_advice *a)
{
    FILE *text = fmemopen(a->what, sizeof a->what, "w");
    if (!text)
        return;
    r->say(l, text);
    if (r->where)
        r->where(l, r->causes, text);
    fclose(text);
}

/* The line with most of the blame needs no sentence of its own if another one names it. */
static bool line_is_named(const struct look *l, const struct out_advice *said, u32 n)
{
    char name[256];
    u32 line;
    double of_blame;
    const char *cause;
    where_most(l, &line, &of_blame, &cause);
    snprintf(name, sizeof name, "%s:%u", l->lines ? out_base_name(l->lines->file) : "", line);
    for (u32 i = 0; i < n; i++) {
        const char *at = strstr(said[i].what, name);
        if (at && strchr(" ,:", at[strlen(name)])) /* a blank, or the end */
            return true;
    }
    return false;
}

/* The rules that apply, the one with the largest gain first. */
static u32 choose(const struct look *l, struct out_advice *to, u32 most)
{
    double rank[OUT_RULES_MOST];
    u32 n = 0;
    ENSURE(out_rule_count <= COUNT_OF(rank));
    for (u32 r = 0; r < out_rule_count; r++)
        rank[r] = fmin(of_time(l, &out_rules[r], out_rules[r].share(l)), bound(l, &out_rules[r]));
    while (n < most) {
        u32 best = out_rule_count;
        for (u32 r = 0; r < out_rule_count; r++) {
            bool hidden = rank[r] < LEAST || !strcmp(out_rules[r].key, "line");
            for (u32 s = 0; s < n; s++)
                hidden |= to[s].rule == &out_rules[r] || out_named(out_rules[r].behind, to[s].rule->key);
            if (!hidden && (best == out_rule_count || rank[r] > rank[best] + 1e-9))
                best = r;
        }
        if (best == out_rule_count)
            break;
        to[n] =
            (struct out_advice){.rule = &out_rules[best], .share = bound(l, &out_rules[best]), .rank = rank[best]};
        say(l, to[n].rule, &to[n]);
        n++;
    }
    return n;
}

/* The line with more than half of the blame is named whatever the rule. */
static u32 add_line(const struct look *l, struct out_advice *to, u32 n, u32 most)
{
    const struct out_rule *r = &out_rules[out_rule_count - 1];
    double rank = of_time(l, r, r->share(l));
    if (rank < LEAST || line_is_named(l, to, n))
        return n;
    u32 at = n < most ? n++ : n - 1;
    for (; at && rank > to[at - 1].rank; at--)
        to[at] = to[at - 1];
    to[at] = (struct out_advice){.rule = r, .share = bound(l, r), .rank = rank};
    say(l, r, &to[at]);
    return n;
}

static bool look_begin(struct look *l, struct arena *a, struct out_lines *lines, const json_t *doc,
                       const json_t *kernel)
{
    const json_t *machine = json_object_get(doc, "machine");
    *l = (struct look){.k = kernel, .m = machine, .sms = out_number(machine, "gpu.sms")};
    l->ctas = out_number(kernel, "ctas") / fmax(out_number(kernel, "launches"), 1);
    l->total = out_number(kernel, "slot.total");
    if (out_lines_find(a, doc, out_text(kernel, "name"), lines))
        l->lines = lines;
    return whole(doc);
}

u32 out_advise(const json_t *doc, const json_t *kernel, struct out_advice *to, u32 most)
{
    struct arena a = {0};
    struct out_lines lines;
    struct look l;
    u32 n = 0;

    if (look_begin(&l, &a, &lines, doc, kernel)) {
        n = choose(&l, to, most);
        n = add_line(&l, to, n, most);
        by_simulation(doc, kernel, to, n);
    }
    arena_free(&a);
    return n;
}

double out_unexplained(const json_t *doc, const json_t *kernel)
{
    struct out_advice said[OUT_RULES_MOST];
    struct arena a = {0};
    struct out_lines lines;
    struct look l;
    double left = 0;

    if (!look_begin(&l, &a, &lines, doc, kernel) || l.total <= 0) {
        arena_free(&a);
        return 0;
    }
    u32 n = choose(&l, said, OUT_ADVICE_MOST);
    for (u32 i = 0; i < out_slot_count; i++) {
        bool named = !strcmp(out_slots[i].key, "issued");
        for (u32 s = 0; s < n; s++)
            named |= out_named(said[s].rule->causes, out_slots[i].key);
        left += named ? 0 : look_lost(&l, out_slots[i].key);
    }
    arena_free(&a);
    return left;
}

const char *out_advice_bound(const struct out_advice *a, char buf[64])
{
    double gain = 1 / fmax(1 - a->share, 1e-6), digits = gain < 10 ? 100 : 1;

    if (a->simulated > 0 && a->simulated < 1.005) {
        snprintf(buf, 64, "no faster without (simulated)");
        return buf;
    }
    if (a->simulated > 0) {
        snprintf(buf, 64, "%.*f times as fast without (simulated)", a->simulated < 10 ? 2 : 0, a->simulated);
        return buf;
    }
    gain = ceil(gain * digits - 1e-9) / digits; /* a bound is rounded up */
    if (gain >= 1000)
        snprintf(buf, 64, "nearly all of the time");
    else
        snprintf(buf, 64, "at most %.*f times as fast without", gain < 10 ? 2 : 0, gain);
    return buf;
}

double out_kernel_cycles(const json_t *doc)
{
    const json_t *all = json_object_get(doc, "kernels"), *k;
    double sum = 0;
    size_t i;
    json_array_foreach((json_t *)all, i, k) sum += out_number(k, "cycles");
    return MAX(sum, out_number(doc, "total.cycles"));
}

u32 out_heaviest(const json_t *doc, const json_t **kernels, u32 most)
{
    const json_t *all = json_object_get(doc, "kernels"), *k;
    double total = out_kernel_cycles(doc);
    size_t i;
    u32 n = 0;

    json_array_foreach((json_t *)all, i, k)
    {
        double cycles = out_number(k, "cycles");
        if (cycles < 0.1 * total)
            continue;
        u32 at = n < most ? n++ : most;
        for (; at && cycles > out_number(kernels[at - 1], "cycles"); at--)
            if (at < most)
                kernels[at] = kernels[at - 1];
        if (at < most)
            kernels[at] = k;
    }
    return n;
}
