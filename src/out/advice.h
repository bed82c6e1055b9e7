/* What the rules of rules.c see, what they say (says.c), and where they look for a source line (guilty.c). */
#ifndef SLUICE_OUT_ADVICE_H
#define SLUICE_OUT_ADVICE_H
#include "out/out.h"

struct out_lines;
struct look { /* the record as the rules see it */
    const json_t *k, *m;
    double sms, ctas, total; /* SMs; CTAs a launch; issue slots of the launches, those without a warp included */
    const struct out_lines *lines; /* of the kernel; NULL: the record has none */
};

/* Is the word in the list, "memory l1_mshr"? */
bool out_named(const char *list, const char *word);
/* A number of the kernel's record. */
static inline double look_at(const struct look *l, const char *key)
{
    return out_number(l->k, key);
}
/* The share of all issue slots that these causes took, "memory l1_mshr". */
double look_lost(const struct look *l, const char *causes);

/* Slots without a warp, in parts that add up: at the start and end of launches; the rest. Shares of all slots. */
double look_launch(const struct look *l);
double look_idle(const struct look *l);
double look_waves(const struct look *l);     /* CTAs of a launch over those that the machine holds at a time */
double look_local(const struct look *l);     /* local memory's share of memory instructions */
double look_conflicts(const struct look *l); /* extra cycles a shared-memory access for bank conflicts */

double look_dram_wait(const struct look *l); /* of a request in DRAM's queues, core cycles, mean */
double
look_busiest(const struct look *l); /* requests of the L2 slice that takes most, against those of the mean one */
/* Of the time, at least, if DRAM is no limit: warps that wait for memory wait as long as an empty one takes. */
double look_unloaded(const struct look *l);

#define LSU_CAUSES "l1_assoc l1_mshr l1_merge l1_missq l1_other"
#define WAIT_CAUSES "memory alu barrier drain fence fetch"

/* says.c: what was observed, with its number. */
typedef void say_fn(const struct look *, FILE *);
say_fn say_few, say_tail, say_unequal, say_launch, say_occupancy, say_scattered, say_camping, say_dram, say_rows,
    say_spills, say_atomics, say_thrash, say_mshrs, say_merges, say_lines, say_behind, say_rate, say_banks,
    say_shared, say_divergence, say_uncached, say_latency, say_arithmetic, say_expanded, say_barriers, say_fences,
    say_drain, say_units, say_fetch, say_policy, say_dual, say_order, say_line;

/* Each adds to a rule's sentence the line that contributes most, if known: by cache lines beyond one an access, by
   bank conflicts, by bytes from DRAM, by lanes that were left out, by slots lost to the causes because of it; of
   barriers the one that is waited at, and the line that it waits for. */
void where_scattered(const struct look *, const char *causes, FILE *to);
void where_conflicts(const struct look *, const char *causes, FILE *to);
void where_dram(const struct look *, const char *causes, FILE *to);
void where_atomics(const struct look *, const char *causes, FILE *to);
void where_parted(const struct look *, const char *causes, FILE *to);
void where_barriers(const struct look *, const char *causes, FILE *to);
void where_blamed(const struct look *, const char *causes, FILE *to);
/* The line that more than half of all lost slots are blamed on: its share of all issue slots; 0: there is none. */
double where_most(const struct look *, u32 *line, double *of_blame, const char **cause);

#endif
