/* `sluice run --what-if`: each limit that "Look here first" names is lifted (ideal.*), and the program is timed again
   on that machine. A sweep with a point for each limit: the program is executed once, recorded and replayed, unless
   it looks at time. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/run.h"
#include "cli/sweep.h"

#define IDEALS_MOST 16

struct what_if {
    struct arena *a;
    const char *keys[IDEALS_MOST]; /* "ideal.lines" */
    u32 n;
};

/* Can the machine be built with this limit lifted? Then the limit exists in the first place. */
static bool makes_sense(const struct run *r, const char *key)
{
    struct machine_config c;
    struct diag d;
    char pair[64];
    diag_init(&d);
    bool ok = machine_load(&c, r->machine, &d);
    for (size_t i = 0; ok && i < r->sets.n; i++)
        ok = machine_set(&c, r->sets.at[i], &d);
    snprintf(pair, sizeof pair, "%s=on", key);
    ok = ok && machine_set(&c, pair, &d) && machine_check(&c, &d);
    diag_free(&d);
    return ok;
}

static void add_ideal(struct what_if *w, const struct run *r, const char *ideal)
{
    const char *key = arena_printf(w->a, "ideal.%s", ideal);
    for (u32 i = 0; i < w->n; i++)
        if (!strcmp(w->keys[i], key))
            return;
    if (*ideal && w->n < IDEALS_MOST && makes_sense(r, key))
        w->keys[w->n++] = key;
}

/* Chooses the limits of the most important kernels. */
static void choose(struct what_if *w, const struct run *r, const json_t *doc)
{
    const json_t *kernels[OUT_KERNELS_MOST];
    u32 n = out_heaviest(doc, kernels, COUNT_OF(kernels));
    for (u32 k = 0; k < n; k++) {
        struct out_advice a[OUT_ADVICE_MOST];
        u32 m = out_advise(doc, kernels[k], a, COUNT_OF(a));
        for (u32 i = 0; i < m; i++)
            add_ideal(w, r, a[i].rule->ideal);
    }
}

/* "ideal.lines=off,on,off": on in the point of its own. */
static const char *values(const struct what_if *w, u32 which)
{
    const char *text = arena_printf(w->a, "%s=", w->keys[which]);
    for (u32 i = 0; i < w->n; i++)
        text = arena_printf(w->a, "%s%s%s", text, i ? "," : "", i == which ? "on" : "off");
    return text;
}

static const char *command_line(const struct run *r, struct arena *a)
{
    const char *line = "";
    for (const char **v = r->argv; *v; v++)
        line = arena_printf(a, "%s%s%s", line, *line ? " " : "", *v);
    return line;
}

static bool simulate(const struct what_if *w, const struct run *r, struct sweep *s, struct diag *d)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *s = (struct sweep){.size = r->size ? r->size : "small",
                        .out = arena_printf(w->a, "%s/what-if", r->dir),
                        .jobs = cores > 0 ? (u32)cores : 1,
                        .zip = w->n > 1,
                        .quiet = r->quiet,
                        .by_kernel = true};
    sweep_init(s, w->n + (u32)r->sets.n + 4);
    bool ok = true;
    VEC_PUSH(&s->axes[1].values, r->machine);
    for (size_t i = 0; i < r->sets.n; i++)
        ok = ok && sweep_add_set(s, r->sets.at[i]) == 0;
    for (u32 i = 0; i < w->n; i++)
        ok = ok && sweep_add_set(s, values(w, i)) == 0;
    return ok && sweep_add_line(s, command_line(r, w->a), d) && sweep_make_points(s) == 0 && sweep_open(s, d) &&
           sweep_run(s, d) == EXIT_DONE;
}

static double cycles_of(const json_t *record, const char *kernel)
{
    json_t *kernels = json_object_get(record, "kernels"), *k;
    double n = 0;
    size_t i;
    json_array_foreach(kernels, i, k) n += strcmp(out_text(k, "name"), kernel) ? 0 : out_number(k, "cycles");
    return n;
}

static json_t *gains(const struct what_if *w, const struct sweep *s, const json_t *doc)
{
    const json_t *kernels[OUT_KERNELS_MOST];
    u32 n = out_heaviest(doc, kernels, COUNT_OF(kernels));
    json_t *rows = json_array();
    for (u32 k = 0; k < n; k++)
        for (u32 i = 0; i < w->n; i++) {
            const char *name = out_text(kernels[k], "name");
            double was = out_number(kernels[k], "cycles"), is = cycles_of(sweep_record(s, &s->points[i]), name);
            if (is > 0)
                json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:f}", "kernel", name, "ideal", w->keys[i],
                                                      "cycles", (json_int_t)is, "gain", was / is));
        }
    return rows;
}

int run_what_if(const struct run *r, json_t *doc)
{
    struct arena a = {0};
    struct what_if w = {.a = &a};
    struct sweep s = {0};
    struct diag d;
    if (!r->argv) {
        fprintf(
            stderr,
            "sluice run: --what-if: a PTX file's launch cannot be recorded: give a workload, FILE.cu or a program\n");
        return EXIT_USER;
    }
    diag_init(&d);
    choose(&w, r, doc);
    bool ok = !w.n || simulate(&w, r, &s, &d);
    for (u32 i = 0; ok && i < w.n; i++) {
        const struct runs_run *run = &s.plan.runs[s.points[i].run];
        if (run->state != RUNS_DONE)
            fprintf(stderr, "sluice run: %s: not simulated: %s\n", w.keys[i], run->why ? run->why : "it failed");
    }
    if (ok)
        json_object_set_new(doc, "what_if", w.n ? gains(&w, &s, doc) : json_array());
    diag_print(&d, stderr);
    diag_free(&d);
    if (w.n)
        sweep_close(&s);
    arena_free(&a);
    return ok ? EXIT_DONE : EXIT_USER;
}
