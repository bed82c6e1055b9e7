/* A launch's record (or a sum of records) as JSON: facts at the top, then one object a group of statistics. */
#ifndef SLUICE_GPU_RECORD_JSON_H
#define SLUICE_GPU_RECORD_JSON_H
#include <jansson.h>

#include "base/vec.h"
#include "gpu/gpu.h"

json_t *gpu_record_json(const struct gpu_record *, const struct machine_config *, u64 launches);
json_t *gpu_machine_json(const struct machine_config *); /* name and every parameter, as resolved */
json_t *gpu_units_json(void);                            /* {"l1": {"hit": "requests", ...}} and those of the facts */

/* One row a kernel, summed over its launches, in order of first launch. Zero it first. */
struct gpu_row {
    struct gpu_record sum;
    u64 launches;
};
struct gpu_rows {
    VEC(struct gpu_row *) v;
};
void gpu_rows_add(struct gpu_rows *, const struct gpu_record *);
json_t *gpu_rows_json(const struct gpu_rows *, const struct machine_config *, json_t **total); /* an array */
void gpu_rows_free(struct gpu_rows *);

#endif
