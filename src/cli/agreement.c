/* What kernels on this machine have differed from a real card: bench/h200/agreement.csv, which `sluice correlate
   --save` writes and `sluice run` reads. */
#include "cli/agreement.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const char head[] = "machine,size,part,kernels,error,card,ratio";

static void words(char *line, const char *machine, FILE *to)
{
    char name[64], size[16], part[32];
    unsigned kernels;
    double error, card, ratio;
    if (sscanf(line, "%63[^,],%15[^,],%31[^,],%u,%lf,%lf,%lf", name, size, part, &kernels, &error, &card, &ratio) !=
            7 ||
        strcmp(name, machine) || strcmp(part, "held out"))
        return;
    fprintf(to,
            "  %-5s %-14s %u kernels held out of modelling: cycles %.1f %% off in the mean, %.1f %% too %s in "
            "all; the card itself repeats to %.1f %%\n",
            size, strcmp(size, "fresh") ? "inputs" : "programs", kernels, 100 * error,
            100 * (ratio > 1 ? ratio - 1 : 1 - ratio), ratio > 1 ? "many" : "few", 100 * card);
}

void agreement_print(const char *machine, FILE *to)
{
    struct arena a = {0};
    char line[256];
    bool any = false;
    FILE *f = fopen(arena_printf(&a, "%s/bench/h200/agreement.csv", cli_root()), "r");
    while (f && fgets(line, sizeof line, f)) {
        if (!any && !strncmp(line, machine, strlen(machine)) && line[strlen(machine)] == ',') {
            fprintf(to, "\nAgainst a real card (docs/h200.md)\n");
            any = true;
        }
        words(line, machine, to);
    }
    if (f)
        fclose(f);
    arena_free(&a);
}

static void row(const struct correlate *c, const char *machine, const char *size, enum correlate_part part, FILE *to)
{
    struct correlate_fit f = correlate_fit(c, CORRELATE_METRICS - 1, part);
    fprintf(to, "%s,%s,%s,%u,%.3f,%.3f,%.3f\n", machine, size,
            part == CORRELATE_HELD_OUT ? "held out" : "not held out", f.n, f.mean_error, f.noise, f.mean_ratio);
}

/* Keeps the rows of other machines and sizes. */
void agreement_write(const void *what, FILE *to)
{
    const struct agreement *g = what;
    char line[256], name[64], size[16];
    fprintf(to, "%s\n", head);
    for (const char *p = g->before; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        if (strcmp(line, head) && sscanf(line, "%63[^,],%15[^,]", name, size) == 2 &&
            (strcmp(name, g->machine) || strcmp(size, g->size)))
            fprintf(to, "%s\n", line);
    }
    row(g->c, g->machine, g->size, CORRELATE_SHOWN, to);
    row(g->c, g->machine, g->size, CORRELATE_HELD_OUT, to);
}
