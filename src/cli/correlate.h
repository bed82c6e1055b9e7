/* Ours beside a real card's, kernel by kernel, and how well they agree. */
#ifndef SLUICE_CLI_CORRELATE_H
#define SLUICE_CLI_CORRELATE_H
#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"

#define CORRELATE_METRICS 7

enum { CORRELATE_NAME = 128 }; /* bytes that are kept of a kernel's name */
struct correlate_kernel {
    const char *workload, *kernel;
    u32 launches;                   /* launches in the card's table */
    double card[CORRELATE_METRICS]; /* summed over them */
    double ours[CORRELATE_METRICS];
    double again[CORRELATE_METRICS]; /* the card's values from another recording */
    u32 again_launches;
    bool has, scaled; /* has: we have simulated it; scaled: it had more launches and was scaled down */
    bool held_out;
    json_t *slot; /* our issue slots by cause */
};
struct correlate {
    struct arena arena;
    struct correlate_kernel *kernels;
    u32 n, cap;
    u32 last_launch;                 /* the highest launch number in the table */
    bool own;                        /* a user's table: it need not have every column, and nothing is held out */
    bool show_held_out;              /* single kernels of that half, too */
    bool missing[CORRELATE_METRICS]; /* the table lacks a column for this quantity */
};

/* Kernels by name: of the recorded ones about half are held out, which are not looked at while a machine is modelled
   and reported apart. */
enum correlate_part { CORRELATE_ALL, CORRELATE_SHOWN, CORRELATE_HELD_OUT };
bool correlate_is_held_out(const char *kernel);

/* How two series agree. Errors are |ours / card - 1|, over kernels where the card's value is not 0. */
struct correlate_fit {
    u32 n;
    double mean_error, median_error, p90_error, worst_error, pearson, log_pearson, mean_ratio /* geometric */;
    u32 worst; /* index of the kernel */
    u32 n_noise;
    double noise; /* mean |again / card - 1| of the card alone, over the n_noise of these kernels recorded twice */
};

const char *correlate_metric(u32 m);
bool correlate_read(struct correlate *c, const char *path, bool again, struct diag *d);
struct correlate_kernel *correlate_find(const struct correlate *c, const char *workload, const char *kernel);
struct correlate_kernel *correlate_kernel(struct correlate *c, const char *workload,
                                          const char *kernel); /* made if absent */
void correlate_free(struct correlate *c);
/* "_Z9atax_rowsiiPKf" -> "atax_rows", "matrixmul<16>" -> "matrixmul": the function's own name. */
void correlate_base_name(const char *mangled, char *buf, size_t n);
/* "void sum<float, (int)256>(const T1 *)" -> "sum<float,256>": with the arguments of its template, where they are
   spelt out. */
void correlate_instance_name(const char *name, char *buf, size_t n);
/* The table's kernel of that name, or NULL: this very instance of a template; one with the base name alone, if the
   table does not tell instances apart; or the only one of that base name that none of the n kernels in `ours` is, if
   there is only one of ours likewise: then it is spelt in another way. */
struct correlate_kernel *correlate_instance(const struct correlate *c, const char *workload, const char *name,
                                            const char *const *ours, size_t n);

struct correlate_fit correlate_fit(const struct correlate *c, u32 metric, enum correlate_part part);
/* The card's cycles against themselves, for kernels of at least `from` and less than `to` cycles a launch. */
double correlate_noise(const struct correlate *c, double from, double to, u32 *n);
void correlate_print(const struct correlate *c, FILE *to);
void correlate_page(const void *correlate, FILE *to); /* a scatter a quantity */
json_t *correlate_json(const struct correlate *c);

#endif
