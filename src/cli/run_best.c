/* --set KEY=best:V1,V2,...: the program is run with each value in turn, and the one that takes the fewest cycles is
   reported. `sched.swl=best` is the sweep that papers mean by CCWS-SWL. */
#include <string.h>

#include "cli/cli.h"
#include "cli/run.h"
#include "out/out.h"

extern const struct cli_command cmd_run;

#define SWL_LIMITS "1,2,4,8,16,32"

int run_best_read(struct arena *a, const char *const *sets, size_t n, struct run_best *b)
{
    for (size_t i = 0; i < n; i++) {
        const char *eq = strchr(sets[i], '='), *list = NULL;
        if (!eq || strncmp(eq + 1, "best", 4) != 0 || (eq[5] && eq[5] != ':'))
            continue;
        const char *key = arena_strndup(a, sets[i], (size_t)(eq - sets[i]));
        if (eq[5])
            list = eq + 6;
        else if (!strcmp(key, "sched.swl"))
            list = SWL_LIMITS;
        if (!list || !*list || strstr(list, ",,") || *list == ',')
            return cli_wrong(&cmd_run, "--set %s: expected the values to try, such as %s=best:16,32,64", sets[i],
                             key);
        if (b->key)
            return cli_wrong(&cmd_run, "--set %s: one sweep at a time, and %s is one already", sets[i], b->key);
        b->key = key;
        b->at = i;
        for (char *copy = arena_strdup(a, list), *v = strtok(copy, ","); v; v = strtok(NULL, ",")) {
            VEC_PUSH(&b->values, v);
            VEC_PUSH(&b->sets, arena_printf(a, "%s=%s", key, v));
            VEC_PUSH(&b->cycles, 0);
        }
    }
    return 0;
}

void run_best_note(struct run_best *b, size_t i, const char *record)
{
    json_t *doc = json_load_file(record, 0, NULL);
    b->cycles.at[i] = doc ? out_number(doc, "total.cycles") : 0;
    json_decref(doc);
    if (b->cycles.at[i] > 0 && (b->cycles.at[b->best] <= 0 || b->cycles.at[i] < b->cycles.at[b->best]))
        b->best = i;
}

void run_best_add(const struct run_best *b, json_t *doc)
{
    json_t *values = json_array(), *cycles = json_array();
    for (size_t i = 0; i < b->values.n; i++) {
        json_array_append_new(values, json_string(b->values.at[i]));
        json_array_append_new(cycles, json_integer((json_int_t)b->cycles.at[i]));
    }
    json_object_set_new(doc, "sweep",
                        json_pack("{s:s, s:o, s:o, s:s}", "key", b->key, "values", values, "cycles", cycles, "best",
                                  b->values.at[b->best]));
}

void run_best_print(const struct run_best *b, FILE *to)
{
    fprintf(to, "\n%-24s %16s\n", b->key, "cycles");
    for (size_t i = 0; i < b->values.n; i++) {
        if (b->cycles.at[i] > 0)
            fprintf(to, "%-24s %16.0f%s\n", b->values.at[i], b->cycles.at[i],
                    i == b->best ? "  best: reported below" : "");
        else
            fprintf(to, "%-24s %16s\n", b->values.at[i], "failed");
    }
    fprintf(to, "\n");
}
