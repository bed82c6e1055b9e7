/* Which source line a rule of advice.c speaks of, where the record has costs by line (--lines). */
#include <string.h>

#include "out/advice.h"
#include "out/lines.h"

typedef double measure(const struct out_line *, const char *causes);

static double extra_lines(const struct out_line *l, const char *causes)
{
    (void)causes;
    return l->most_lines > OUT_MANY_LINES ? l->lines - l->accesses : 0;
}

static double conflicts(const struct out_line *l, const char *causes)
{
    (void)causes;
    return l->conflicts;
}

static double dram_bytes(const struct out_line *l, const char *causes)
{
    (void)causes;
    return l->dram_bytes;
}

/* Slots lost to these causes because of the line. */
static double blamed(const struct out_line *l, const char *causes)
{
    double n = 0;
    for (u32 i = 0; i < out_slot_count; i++)
        n += out_named(causes, out_slots[i].key) ? l->blame[i] : 0;
    return n;
}

static double lanes_lost(const struct out_line *l, const char *causes)
{
    (void)causes;
    return l->lanes_lost;
}

/* Slots lost to these causes while the line was next. */
static double waited(const struct out_line *l, const char *causes)
{
    double n = 0;
    for (u32 i = 0; i < out_slot_count; i++)
        n += out_named(causes, out_slots[i].key) ? l->stalls[i] : 0;
    return n;
}

/* The line with the most of it; NULL: none has any, or it is not known. Its share of all, too. */
static const struct out_line *worst(const struct look *look, measure *of, const char *causes, double *share)
{
    const struct out_lines *l = look->lines;
    const struct out_line *best = NULL;
    double all = 0, most = 0;
    for (u32 i = 0; l && i < l->n; i++) {
        double n = of(&l->at[i], causes);
        all += n;
        if (l->at[i].line && n > most) {
            most = n;
            best = &l->at[i];
        }
    }
    *share = all > 0 ? most / all : 0;
    return best;
}

static void name(const struct look *look, const struct out_line *l, FILE *to)
{
    fprintf(to, "%s:%u", out_base_name(look->lines->file), l->line);
}

void where_scattered(const struct look *look, const char *causes, FILE *to)
{
    double share;
    const struct out_line *l = worst(look, extra_lines, causes, &share);
    if (!l)
        return;
    fputs("; ", to);
    name(look, l, to);
    fprintf(to, " fetches %.0f lines an access", l->most_lines);
}

void where_conflicts(const struct look *look, const char *causes, FILE *to)
{
    double share;
    const struct out_line *l = worst(look, conflicts, causes, &share);
    if (!l || l->shared <= 0)
        return;
    fputs("; ", to);
    name(look, l, to);
    fprintf(to, " has %.0f %% of the conflicts, %.1f cycles an access", 100 * share, l->conflicts / l->shared);
}

void where_dram(const struct look *look, const char *causes, FILE *to)
{
    double share;
    const struct out_line *l = worst(look, dram_bytes, causes, &share);
    if (!l)
        return;
    fputs("; ", to);
    name(look, l, to);
    fprintf(to, " reads %.0f %% of what is read", 100 * share);
}

void where_blamed(const struct look *look, const char *causes, FILE *to)
{
    double share;
    const struct out_line *l = worst(look, blamed, causes, &share);
    if (!l || share < 0.05)
        return;
    fprintf(to, "; %.0f %% of that for ", 100 * share);
    name(look, l, to);
}

void where_parted(const struct look *look, const char *causes, FILE *to)
{
    double share;
    const struct out_line *l = worst(look, lanes_lost, causes, &share);
    if (!l)
        return;
    fprintf(to, "; %.0f %% of the others are left out at ", 100 * share);
    name(look, l, to);
}

void where_barriers(const struct look *look, const char *causes, FILE *to)
{
    double share, for_it;
    const struct out_line *at = worst(look, waited, causes, &share), *by = worst(look, blamed, causes, &for_it);
    if (!at) {
        where_blamed(look, causes, to);
        return;
    }
    fprintf(to, "; %.0f %% of that at ", 100 * share);
    name(look, at, to);
    if (!by || by == at)
        return;
    fprintf(to, ", %.0f %% of it for the last warp at ", 100 * for_it);
    name(look, by, to);
}

/* Loads wait behind atomics, and are blamed for it; what warps that have ended wait for are the atomics themselves.
 */
void where_atomics(const struct look *look, const char *causes, FILE *to)
{
    double share;
    where_blamed(look, worst(look, blamed, "drain fence", &share) ? "drain fence" : causes, to);
}

double where_most(const struct look *look, u32 *line, double *of_blame, const char **cause)
{
    const struct out_lines *l = look->lines;
    double all = 0, share = 0;
    *line = 0, *of_blame = 0, *cause = "";
    for (u32 i = 0; l && i < l->n; i++)
        all += l->at[i].caused;
    for (u32 i = 0; l && i < l->n; i++)
        if (l->at[i].line && l->at[i].caused > 0.5 * all) {
            double of_line;
            *line = l->at[i].line;
            *of_blame = l->at[i].caused / all;
            *cause = out_line_cause(&l->at[i], &of_line);
            share = look->total > 0 ? l->at[i].caused / look->total : 0;
        }
    return share;
}
