/* sluice list params and stats: from the declared rows, as text, JSON or the pages of docs/. */
#include <string.h>

#include "cli/cli.h"
#include "cli/list.h"
#include "cli/names.h"
#include "decl/json.h"
#include "gpu/config.h"
#include "gpu/gpu.h"

/* "1..4096 lines", "on|off", "a|b|c" */
static void range_of(const struct decl_param *p, char *buf, size_t n)
{
    struct decl_param bound = *p;
    char low[32], high[32];
    if (p->kind == DECL_CHOICE) {
        decl_choices(p, buf, n);
    } else if (p->kind == DECL_BOOL) {
        snprintf(buf, n, "on|off");
    } else {
        decl_format(&bound, p->min, low, sizeof(low));
        decl_format(&bound, p->max, high, sizeof(high));
        snprintf(buf, n, "%s..%s%s%s", low, high, *p->unit ? " " : "", p->unit);
    }
}

static json_t *param_json(const char *key, const struct decl_group *g, const struct decl_param *p, const char *def,
                          const char *value)
{
    static const char *const kinds[] = {"number", "switch", "choice"};
    char help[1024], words[512], when[200];
    decl_help(p, help, sizeof(help));
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s}", "key", key, "kind", kinds[p->kind], "default", def, "unit",
                          p->unit, "help", help);
    if (p->kind == DECL_NUMBER) {
        json_object_set_new(o, "min", json_integer((json_int_t)p->min));
        json_object_set_new(o, "max", json_integer((json_int_t)p->max));
    } else if (p->kind == DECL_CHOICE) {
        decl_choices(p, words, sizeof(words));
        json_object_set_new(o, "choices", json_string(words));
    }
    decl_when(g, p, when, sizeof(when));
    if (*when)
        json_object_set_new(o, "applies_when", json_string(when));
    if (value)
        json_object_set_new(o, "value", json_string(value));
    return o;
}

/* Markdown's table cells must not hold a bare '|'. */
static void cell(const char *text)
{
    for (; *text; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else
            putchar(*text);
}

static void params_heading(const struct list_request *r, const char *prefix)
{
    if (r->markdown)
        printf("\n## %s\n\n| key | default | range | meaning (source) | applies where |\n|---|---|---|---|---|\n",
               *prefix ? prefix : "the machine");
}

static void param_line(const struct list_request *r, const char *key, const struct decl_group *g,
                       const struct decl_param *p, const char *def, const char *value)
{
    char range[512], help[1024], when[200];
    range_of(p, range, sizeof(range));
    decl_help(p, help, sizeof(help));
    decl_when(g, p, when, sizeof(when));
    const char *open = *when ? " [where " : "", *close = *when ? "]" : "";
    if (r->markdown) {
        printf("| `%s` | %s | ", key, def);
        cell(range);
        printf(" | ");
        cell(help);
        printf(" | %s |\n", when);
    } else if (value) {
        printf("%-24s %12s %s(default %s)  %s%s%s%s\n", key, value, strcmp(value, def) ? "* " : "  ", def, help, open,
               when, close);
    } else {
        printf("%-24s %12s  %-26s %s%s%s%s\n", key, def, range, help, open, when, close);
    }
}

int list_params(const struct list_request *r, struct diag *d)
{
    struct decl_group groups[MACHINE_MAX_GROUPS];
    struct machine_config config;
    u32 n = machine_groups(groups);
    char key[128], def[64], value[64];
    machine_defaults(&config);
    if (r->machine && !machine_load(&config, r->machine, d))
        return EXIT_USER;
    json_t *all = json_array();
    if (r->markdown)
        printf("# Parameters\n\nWritten by `./dev docs` from the tables in the program. `sluice run --set KEY=VALUE` "
               "changes one; a machine\n"
               "file under `machines/` sets them as `[group]` and `name = value`. The word in brackets says where a "
               "default comes from:\n"
               "a paper, a datasheet, a measurement, or a guess. Numbers take k, M, G (thousands) and KB, MB, GB "
               "(1024s). What is set\n"
               "one by one where it does not apply is refused; in a file it is there for when it does.\n");
    for (u32 i = 0; i < n; i++) {
        params_heading(r, groups[i].prefix);
        for (u32 j = 0; j < groups[i].n; j++) {
            const struct decl_param *p = &groups[i].rows[j];
            decl_key(&groups[i], p, key, sizeof(key));
            if (!list_wanted(r, key))
                continue;
            decl_format(p, p->def, def, sizeof(def));
            decl_format(p, decl_get(&config, &groups[i], p), value, sizeof(value));
            if (r->json)
                json_array_append_new(all, param_json(key, &groups[i], p, def, r->machine ? value : NULL));
            else
                param_line(r, key, &groups[i], p, def, r->machine ? value : NULL);
        }
    }
    list_json(r, all);
    return EXIT_DONE;
}

/* The names that another tool has. */
static int stats_as(const struct list_request *r, struct diag *d)
{
    enum names_whose whose;
    json_t *all = json_array();
    if (!names_find(r->as, &whose)) {
        diag_error(d, NULL, 0, 0, "--as %s: expected " NAMES_WORDS, r->as);
        json_decref(all);
        return EXIT_USER;
    }
    for (u32 i = 0; i < names_count; i++) {
        const struct name_there *n = &names_all[i];
        if (n->whose != whose || !(list_wanted(r, n->ours) || list_wanted(r, n->there)))
            continue;
        if (r->json)
            json_array_append_new(all, json_pack("{s:s, s:s, s:b, s:s}", "name", n->ours, "there", n->there, "same",
                                                 !n->differs, "differs", n->differs ? n->differs : ""));
        else
            printf("%-24s %-62s %s%s\n", n->ours, n->there, n->differs ? "nearly: " : "the same",
                   n->differs ? n->differs : "");
    }
    list_json(r, all);
    return EXIT_DONE;
}

/* The heading of a group on the page; true: its rows are an earlier group's, which the page does not repeat. */
static bool stats_heading(const struct decl_stat_group *groups, u32 i)
{
    printf("\n## %s\n\n", *groups[i].prefix ? groups[i].prefix : "the run");
    for (u32 k = 0; k < i; k++)
        if (groups[k].rows == groups[i].rows) {
            printf("The counters of `%s`.\n", groups[k].prefix);
            return true;
        }
    printf("| name | unit | better | meaning |\n|---|---|---|---|\n");
    return false;
}

int list_stats(const struct list_request *r, struct diag *d)
{
    if (r->as)
        return stats_as(r, d);
    struct decl_stat_group groups[GPU_MAX_STAT_GROUPS];
    u32 n = gpu_stat_groups(groups);
    (void)d;
    json_t *all = json_array();
    if (r->markdown)
        printf("# Statistics\n\nWritten by `./dev docs` from the tables in the program. `sluice run --json FILE` "
               "writes them per kernel and in\n"
               "total, each under its group. Counters add up over SMs, slices and launches; a maximum is the "
               "greatest of "
               "them, a constant the same everywhere.\nA ratio has no unit of its own; its meaning says what is "
               "divided by what. *Better* says which way a number is better, as far\nas one can say so without "
               "knowing the program: pages of sweeps mark the best by it. A slot is charged to the warp that was\n"
               "nearest to issuing; the causes under `slot` stand in that order.\n");
    for (u32 i = 0; i < n; i++) {
        if (r->markdown && stats_heading(groups, i))
            continue;
        for (u32 j = 0; j < groups[i].n; j++) {
            const struct decl_stat *s = &groups[i].rows[j];
            char name[128];
            static const char *const betters[] = {
                [BETTER_NEITHER] = "", [BETTER_MORE] = "more", [BETTER_LESS] = "less"};
            static const char *const sums[] = {
                [DECL_SUM] = "sum", [DECL_MAX] = "maximum", [DECL_CONSTANT] = "constant"};
            const char *unit = s->offset == UINT32_MAX ? "ratio" : s->unit,
                       *sum = s->offset == UINT32_MAX ? "ratio" : sums[s->sum];
            snprintf(name, sizeof(name), "%s%s%s", groups[i].prefix, *groups[i].prefix ? "." : "", s->name);
            if (!list_wanted(r, name))
                continue;
            if (r->json)
                json_array_append_new(all,
                                      json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", name, "unit", unit, "of_several",
                                                sum, "better", betters[s->better], "help", s->help));
            else if (r->markdown)
                printf("| `%s` | %s%s%s | %s | %s |\n", name, unit, s->sum ? ", " : "", s->sum ? sum : "",
                       betters[s->better], s->help);
            else
                printf("%-28s %-18s %-5s %s\n", name, unit, betters[s->better], s->help);
        }
    }
    list_json(r, all);
    return EXIT_DONE;
}
