/* Ours beside a real card's, kernel by kernel, and how well they agree. */
#ifndef SLUICE_CLI_CORRELATE_H
#define SLUICE_CLI_CORRELATE_H
#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"

#define CORRELATE_METRICS 7

struct correlate_kernel {
    const char *workload, *kernel;
    u32 launches;                   /* that the card's table has */
    double card[CORRELATE_METRICS]; /* summed over them */
    double ours[CORRELATE_METRICS];
    bool has, scaled; /* ours is there; it had more launches and was scaled down */
};
struct correlate {
    struct arena arena;
    struct correlate_kernel *kernels;
    u32 n, cap;
    bool own;                        /* a user's table: it need not have every column */
    bool missing[CORRELATE_METRICS]; /* it has not what this quantity needs */
};

/* How two series agree. Errors are |ours / card - 1|, over kernels where the card's value is not 0. */
struct correlate_fit {
    u32 n;
    double mean_error, p90_error, worst_error, pearson, log_pearson, mean_ratio /* geometric */;
    u32 worst; /* index of the kernel */
};

const char *correlate_metric(u32 m);
bool correlate_read(struct correlate *c, const char *path, struct diag *d);
struct correlate_kernel *correlate_find(const struct correlate *c, const char *workload, const char *kernel);
struct correlate_kernel *correlate_kernel(struct correlate *c, const char *workload,
                                          const char *kernel); /* made if absent */
void correlate_free(struct correlate *c);
/* "_Z9atax_rowsiiPKf" -> "atax_rows", "matrixmul<16>" -> "matrixmul": the function's own name. */
void correlate_base_name(const char *mangled, char *buf, size_t n);

struct correlate_fit correlate_fit(const struct correlate *c, u32 metric);
void correlate_print(const struct correlate *c, FILE *to);
void correlate_page(const void *correlate, FILE *to); /* a scatter a quantity */
json_t *correlate_json(const struct correlate *c);

#endif
